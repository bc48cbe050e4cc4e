//! Uploads: commands that give the driver data of buffers and textures, with their bytes. The bytes of pixels are those of the pixels alone, without
//! the padding of rows. Pixels that come from a buffer are none: they were uploaded to the buffer.

use crate::context::Context;
use crate::gl::{self, GLenum, GLsizei, GLsizeiptr, GLuint, c_void};
use crate::memory::In;
use crate::platform::call_slots::is_observed;

/// Counts an upload.
fn upload(context: &mut Context, bytes: u64) {
    context.activity.uploads += 1;
    context.activity.upload_bytes += bytes;
}

/// `glBufferData`, `glBufferSubData`, `glBufferStorage` and their kin.
pub fn buffer(context: &mut Context, size: GLsizeiptr, data: In<c_void>) {
    if let (true, false, Ok(bytes @ 1..)) = (is_observed(), data.is_null(), u64::try_from(size)) {
        upload(context, bytes);
    }
}

/// `glUnmapBuffer`: the whole mapped range, if the application may have written it and flushes no parts.
pub fn unmap(context: &mut Context, target: GLenum) {
    if is_observed() {
        let bytes = context.driver.written_mapping(target, 0);
        unmapped(context, bytes);
    }
}

/// `glUnmapNamedBuffer`.
pub fn unmap_named(context: &mut Context, buffer: GLuint) {
    if is_observed() && buffer != 0 {
        let bytes = context.driver.written_mapping(0, buffer);
        unmapped(context, bytes);
    }
}

/// Counts the bytes of a mapping.
fn unmapped(context: &mut Context, bytes: u64) {
    if bytes > 0 {
        upload(context, bytes);
    }
}

/// `glFlushMappedBufferRange` and its kin.
pub fn flush(context: &mut Context, length: GLsizeiptr) {
    if let (true, Ok(bytes @ 1..)) = (is_observed(), u64::try_from(length)) {
        upload(context, bytes);
    }
}

/// `glTexImage*`, `glTexSubImage*` and their kin, with the size of the image.
pub fn pixels(context: &mut Context, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, kind: GLenum, data: In<c_void>) {
    if !is_observed() || data.is_null() || context.observation.unpack_buffer != 0 {
        return;
    }
    let pixels = [width, height, depth].map(|size| u64::try_from(size).unwrap_or(0)).into_iter().fold(1, u64::saturating_mul);
    if pixels > 0 {
        upload(context, pixels.saturating_mul(bits_of_pixel(format, kind)) / 8);
    }
}

/// `glDrawPixels`, which draws what it uploads.
pub fn draw_pixels(context: &mut Context, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, data: In<c_void>) {
    super::draw(context);
    pixels(context, width, height, 1, format, kind, data);
}

/// `glCompressedTexImage*` and their kin.
pub fn compressed(context: &mut Context, size: GLsizei, data: In<c_void>) {
    if context.observation.unpack_buffer == 0 {
        buffer(context, size as GLsizeiptr, data);
    }
}

/// Returns the size of a pixel in the application's memory, bits; 0 for a format or type that no specification has.
fn bits_of_pixel(format: GLenum, kind: GLenum) -> u64 {
    let components = match format {
        gl::RED | gl::GREEN | gl::BLUE | gl::ALPHA | gl::LUMINANCE | gl::COLOR_INDEX | gl::DEPTH_COMPONENT | gl::STENCIL_INDEX => 1,
        gl::RED_INTEGER | gl::GREEN_INTEGER | gl::BLUE_INTEGER | gl::ALPHA_INTEGER => 1,
        gl::RG | gl::RG_INTEGER | gl::LUMINANCE_ALPHA | gl::DEPTH_STENCIL => 2,
        gl::RGB | gl::BGR | gl::RGB_INTEGER | gl::BGR_INTEGER => 3,
        gl::RGBA | gl::BGRA | gl::ABGR_EXT | gl::RGBA_INTEGER | gl::BGRA_INTEGER => 4,
        _ => 0,
    };
    match kind {
        gl::BITMAP => 1,
        gl::BYTE | gl::UNSIGNED_BYTE => 8 * components,
        gl::SHORT | gl::UNSIGNED_SHORT | gl::HALF_FLOAT | gl::HALF_FLOAT_OES => 16 * components,
        gl::INT | gl::UNSIGNED_INT | gl::FLOAT => 32 * components,
        gl::DOUBLE => 64 * components,
        gl::UNSIGNED_BYTE_3_3_2 | gl::UNSIGNED_BYTE_2_3_3_REV => 8,
        gl::UNSIGNED_SHORT_5_6_5 | gl::UNSIGNED_SHORT_5_6_5_REV => 16,
        gl::UNSIGNED_SHORT_4_4_4_4 | gl::UNSIGNED_SHORT_4_4_4_4_REV | gl::UNSIGNED_SHORT_5_5_5_1 | gl::UNSIGNED_SHORT_1_5_5_5_REV => 16,
        gl::UNSIGNED_INT_8_8_8_8 | gl::UNSIGNED_INT_8_8_8_8_REV | gl::UNSIGNED_INT_10_10_10_2 | gl::UNSIGNED_INT_2_10_10_10_REV => 32,
        gl::UNSIGNED_INT_24_8 | gl::UNSIGNED_INT_10F_11F_11F_REV | gl::UNSIGNED_INT_5_9_9_9_REV => 32,
        gl::FLOAT_32_UNSIGNED_INT_24_8_REV => 64,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_have_the_sizes_of_the_specification() {
        for (format, kind, bytes) in [
            (gl::RGBA, gl::UNSIGNED_BYTE, 4),
            (gl::BGR, gl::UNSIGNED_BYTE, 3),
            (gl::RGB, gl::UNSIGNED_SHORT_5_6_5, 2),
            (gl::RGBA, gl::UNSIGNED_SHORT_4_4_4_4, 2),
            (gl::RGBA, gl::UNSIGNED_INT_2_10_10_10_REV, 4),
            (gl::RG_INTEGER, gl::INT, 8),
            (gl::LUMINANCE_ALPHA, gl::HALF_FLOAT_OES, 4),
            (gl::RGBA_INTEGER, gl::UNSIGNED_SHORT, 8),
            (gl::DEPTH_COMPONENT, gl::FLOAT, 4),
            (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8, 4),
            (gl::DEPTH_STENCIL, gl::FLOAT_32_UNSIGNED_INT_24_8_REV, 8),
            (gl::RGB, gl::UNSIGNED_INT_5_9_9_9_REV, 4),
            (gl::RGBA, gl::FLOAT, 16),
            (0, gl::FLOAT, 0),
            (gl::RGBA, 0, 0),
        ] {
            assert_eq!(bits_of_pixel(format, kind), 8 * bytes, "{format:#x} {kind:#x}");
        }
        assert_eq!(bits_of_pixel(gl::COLOR_INDEX, gl::BITMAP), 1);
    }
}
