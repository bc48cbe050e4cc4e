//! Uploads: commands that give the driver data of buffers and textures, with their bytes. The bytes of pixels are those of the pixels alone, without
//! the padding of rows. Pixels that come from a buffer are none: they were uploaded to the buffer.

use super::{count, count_now};
use crate::context::Context;
use crate::driver::capabilities::Api;
use crate::gl::{self, GLenum, GLsizei, GLsizeiptr, GLubyte, c_void};
use crate::memory::In;
use crate::platform::call_slots::is_observed;
use glmeter_recording::Counts;

/// Returns the counts of an upload.
fn upload(bytes: u64) -> Counts {
    Counts { uploads: 1, upload_bytes: bytes, ..Counts::NONE }
}

/// `glBufferData`, `glBufferSubData`, `glBufferStorage` and their kin, which no display list contains.
pub fn buffer(context: &mut Context, size: GLsizeiptr, data: In<c_void>) {
    if let (true, false, Ok(bytes @ 1..)) = (is_observed(), data.is_null(), u64::try_from(size)) {
        count_now(context, &upload(bytes));
    }
}

/// Returns true if pixels come from the application's memory: not from a buffer, and not from nowhere.
fn are_in_memory<T>(context: &mut Context, data: &In<T>) -> bool {
    let (api, version) = (context.capabilities.api, context.capabilities.version);
    let has_buffers = version >= if api == Api::Desktop { (2, 1) } else { (3, 0) };
    let cannot_be_read = !has_buffers || context.observation.inside_begin_end;
    is_observed() && !data.is_null() && (cannot_be_read || context.driver.get_integer64(gl::PIXEL_UNPACK_BUFFER_BINDING) == 0)
}

/// `glTexImage*`, `glTexSubImage*` and their kin, with the size of the image.
pub fn pixels(context: &mut Context, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, kind: GLenum, data: In<c_void>) {
    if are_in_memory(context, &data) {
        image(context, [width, height, depth], format, kind);
    }
}

/// Counts an image of the application's memory.
fn image(context: &mut Context, size: [GLsizei; 3], format: GLenum, kind: GLenum) {
    let [width, height, depth] = size.map(|size| u64::try_from(size).unwrap_or(0));
    let bits = match kind {
        // Each row of a bitmap ends with a whole byte.
        gl::BITMAP => width.next_multiple_of(8),
        _ => width.saturating_mul(bits_of_pixel(format, kind)),
    };
    let bytes = [height, depth].into_iter().fold(bits / 8, u64::saturating_mul);
    if bytes > 0 {
        count(context, &upload(bytes));
    }
}

/// `glDrawPixels`, which draws what it uploads.
pub fn draw_pixels(context: &mut Context, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, data: In<c_void>) {
    super::draw(context);
    pixels(context, width, height, 1, format, kind, data);
}

/// `glBitmap`, which draws what it uploads.
pub fn bitmap(context: &mut Context, width: GLsizei, height: GLsizei, data: In<GLubyte>) {
    super::draw(context);
    if are_in_memory(context, &data) {
        image(context, [width, height, 1], gl::COLOR_INDEX, gl::BITMAP);
    }
}

/// `glPolygonStipple`, which changes state too: 32 times 32 bits.
pub fn stipple(context: &mut Context, data: In<GLubyte>) {
    super::state_change(context, "glPolygonStipple");
    if are_in_memory(context, &data) {
        image(context, [32, 32, 1], gl::COLOR_INDEX, gl::BITMAP);
    }
}

/// `glCompressedTexImage*` and their kin.
pub fn compressed(context: &mut Context, size: GLsizei, data: In<c_void>) {
    if let Ok(bytes @ 1..) = u64::try_from(size)
        && are_in_memory(context, &data)
    {
        count(context, &upload(bytes));
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
    }
}
