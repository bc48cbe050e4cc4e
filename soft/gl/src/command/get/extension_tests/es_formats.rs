//! The sized formats of OpenGL ES: each has the properties that table 8.10 of the specification and the listed extensions promise.

use super::*;
use crate::object::format::all_sized;

/// Whether framebuffers can have a format, and whether linear filters apply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Promise {
    /// Colour-renderable and texture-filterable: glGenerateMipmap makes levels.
    Both,
    /// Colour-renderable alone.
    Renders,
    /// Texture-filterable alone.
    Filters,
    /// A format of depth or stencil, which mipmaps and colours lack.
    Depth,
}
use Promise::*;

/// A sized format, a format and a type of pixels that it takes, the first version that has it, and the promise.
type Row = (u32, u32, u32, (u8, u8), Promise);

/// The formats, by hand [ES 3.2, tables 8.2 and 8.10]; the extension is named where another than those of 32-bit floats promises more:
/// EXT_color_buffer_float renders to floats, OES_texture_float_linear filters those of 32 bits.
const ROWS: &[Row] = &[
    (GL_R8, GL_RED, GL_UNSIGNED_BYTE, (3, 0), Both),
    (GL_RG8, GL_RG, GL_UNSIGNED_BYTE, (3, 0), Both),
    (GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, (3, 0), Both),
    (GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, (3, 0), Both),
    (GL_RGB565, GL_RGB, GL_UNSIGNED_BYTE, (3, 0), Both),
    (GL_RGBA4, GL_RGBA, GL_UNSIGNED_BYTE, (3, 0), Both),
    (GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_BYTE, (3, 0), Both),
    (GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, (3, 0), Both),
    (GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, (3, 0), Both),
    (GL_SRGB8, GL_RGB, GL_UNSIGNED_BYTE, (3, 0), Filters),
    (GL_RGB9_E5, GL_RGB, GL_FLOAT, (3, 0), Filters),
    // EXT_render_snorm.
    (GL_R8_SNORM, GL_RED, GL_BYTE, (3, 0), Both),
    (GL_RG8_SNORM, GL_RG, GL_BYTE, (3, 0), Both),
    (GL_RGB8_SNORM, GL_RGB, GL_BYTE, (3, 0), Filters),
    (GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, (3, 0), Both),
    // EXT_texture_norm16, and EXT_render_snorm for those with a sign.
    (GL_R16, GL_RED, GL_UNSIGNED_SHORT, (3, 0), Both),
    (GL_RG16, GL_RG, GL_UNSIGNED_SHORT, (3, 0), Both),
    (GL_RGB16, GL_RGB, GL_UNSIGNED_SHORT, (3, 0), Filters),
    (GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, (3, 0), Both),
    (GL_R16_SNORM, GL_RED, GL_SHORT, (3, 0), Both),
    (GL_RG16_SNORM, GL_RG, GL_SHORT, (3, 0), Both),
    (GL_RGB16_SNORM, GL_RGB, GL_SHORT, (3, 0), Filters),
    (GL_RGBA16_SNORM, GL_RGBA, GL_SHORT, (3, 0), Both),
    // EXT_texture_sRGB_R8 and EXT_texture_sRGB_RG8.
    (GL_SR8_EXT, GL_RED, GL_UNSIGNED_BYTE, (3, 0), Filters),
    (GL_SRG8_EXT, GL_RG, GL_UNSIGNED_BYTE, (3, 0), Filters),
    // EXT_texture_format_BGRA8888.
    (GL_BGRA8_EXT, GL_BGRA, GL_UNSIGNED_BYTE, (3, 0), Both),
    (GL_R16F, GL_RED, GL_FLOAT, (3, 0), Both),
    (GL_RG16F, GL_RG, GL_FLOAT, (3, 0), Both),
    // EXT_color_buffer_half_float.
    (GL_RGB16F, GL_RGB, GL_FLOAT, (3, 0), Both),
    (GL_RGBA16F, GL_RGBA, GL_FLOAT, (3, 0), Both),
    (GL_R32F, GL_RED, GL_FLOAT, (3, 0), Both),
    (GL_RG32F, GL_RG, GL_FLOAT, (3, 0), Both),
    (GL_RGB32F, GL_RGB, GL_FLOAT, (3, 0), Filters),
    (GL_RGBA32F, GL_RGBA, GL_FLOAT, (3, 0), Both),
    (GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT, (3, 0), Both),
    (GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, (3, 0), Renders),
    (GL_R8I, GL_RED_INTEGER, GL_BYTE, (3, 0), Renders),
    (GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, (3, 0), Renders),
    (GL_R16I, GL_RED_INTEGER, GL_SHORT, (3, 0), Renders),
    (GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, (3, 0), Renders),
    (GL_R32I, GL_RED_INTEGER, GL_INT, (3, 0), Renders),
    (GL_RG8UI, GL_RG_INTEGER, GL_UNSIGNED_BYTE, (3, 0), Renders),
    (GL_RG8I, GL_RG_INTEGER, GL_BYTE, (3, 0), Renders),
    (GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT, (3, 0), Renders),
    (GL_RG16I, GL_RG_INTEGER, GL_SHORT, (3, 0), Renders),
    (GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT, (3, 0), Renders),
    (GL_RG32I, GL_RG_INTEGER, GL_INT, (3, 0), Renders),
    (GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, (3, 0), Renders),
    (GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, (3, 0), Renders),
    (GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, (3, 0), Renders),
    (GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT, (3, 0), Renders),
    (GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, (3, 0), Renders),
    (GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, (3, 0), Renders),
    (GL_RGB10_A2UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, (3, 0), Renders),
    (GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, (3, 0), Depth),
    (GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, (3, 0), Depth),
    (GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, (3, 0), Depth),
    (GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, (3, 0), Depth),
    (GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, (3, 0), Depth),
    // OES_texture_stencil8.
    (GL_STENCIL_INDEX8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, (3, 1), Depth),
];

/// Integer formats of three components, which only textures can have [ES 3.2, table 8.10].
const PLAIN: [u32; 6] = [GL_RGB8UI, GL_RGB8I, GL_RGB16UI, GL_RGB16I, GL_RGB32UI, GL_RGB32I];

/// Sized formats that OES_required_internalformat has tokens for, and OpenGL ES 3 no images of pixels.
const REQUIRED: [u32; 5] = [GL_ALPHA8, GL_LUMINANCE8, GL_LUMINANCE4_ALPHA4, GL_LUMINANCE8_ALPHA8, GL_RGB10];

/// Returns the bytes of two texels: zeros, and the largest number of each component.
fn texels(format: u32, ty: u32) -> Vec<u8> {
    let components = match format {
        GL_RED => 1,
        GL_RG => 2,
        GL_RGB => 3,
        _ => 4,
    };
    let largest: Vec<u8> = match ty {
        GL_BYTE => vec![0x7F; components],
        GL_SHORT => i16::MAX.to_ne_bytes().repeat(components),
        GL_UNSIGNED_SHORT => vec![0xFF; 2 * components],
        GL_FLOAT => 1.0f32.to_ne_bytes().repeat(components),
        GL_UNSIGNED_INT_2_10_10_10_REV => vec![0xFF; 4],
        _ => vec![0xFF; components],
    };
    [vec![0; largest.len()], largest].concat()
}

/// Returns the status of a framebuffer that has a level of the bound texture.
fn status(gl: &Gl, name: u32, level: i32) -> u32 {
    let framebuffer = generate!(glGenFramebuffers);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, level);
    gl.no_error();
    glCheckFramebufferStatus(GL_FRAMEBUFFER)
}

fn check(gl: &Gl, &(internal, format, ty, _, promise): &Row) -> Result<(), String> {
    let broken = |what: &str| Err(format!("{internal:#x}: {what}"));
    let name = if matches!(promise, Both | Filters) {
        // The storage of BGRA has no size as an internal format of pixels.
        let requested = if internal == GL_BGRA8_EXT { GL_BGRA } else { internal };
        texture(gl, requested, [2, 1], format, ty, &texels(format, ty))
    } else {
        texture(gl, internal, [2, 1], format, ty, &[])
    };
    let renders = status(gl, name, 0) == GL_FRAMEBUFFER_COMPLETE;
    if renders != matches!(promise, Both | Renders) {
        return broken(if renders { "a framebuffer has it" } else { "no framebuffer has it" });
    }
    glGenerateMipmap(GL_TEXTURE_2D);
    let made = error();
    if made != if promise == Both { GL_NO_ERROR } else { GL_INVALID_OPERATION } {
        return broken(&format!("glGenerateMipmap raises {made:#x}"));
    }
    if promise == Both && status(gl, name, 1) != GL_FRAMEBUFFER_COMPLETE {
        return broken("no framebuffer has level 1");
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    // Level 1 has the average of the two texels, which the linear filter returns between them. Colours of sRGB are averaged as light, and formats of
    // few bits have no exact half.
    let is_half = |red: u8| (115..=140).contains(&red);
    if promise == Both {
        parameter(GL_TEXTURE_BASE_LEVEL, 1);
        let red = sample(gl, 0.5, 0.5)[0];
        parameter(GL_TEXTURE_BASE_LEVEL, 0);
        if !is_half(red) {
            return broken(&format!("the red of level 1 is {red}"));
        }
    }
    if matches!(promise, Both | Filters) {
        for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
            parameter(filter, GL_LINEAR);
        }
        let red = sample(gl, 0.5, 0.5)[0];
        if !is_half(red) {
            return broken(&format!("the linear filter returns a red of {red}"));
        }
    }
    Ok(())
}

#[test]
fn every_sized_format_has_what_the_listed_extensions_promise() {
    let mut broken = Vec::new();
    for version in [(3, 0), (3, 1), (3, 2)] {
        let gl = Gl::new(context(Api::Es, version));
        broken.extend(ROWS.iter().filter(|row| row.3 <= version).filter_map(|row| check(&gl, row).err()));
        for internal in PLAIN {
            let name = generate!(glGenTextures);
            glBindTexture(GL_TEXTURE_2D, name);
            glTexStorage2D(GL_TEXTURE_2D, 2, internal, 2, 1);
            gl.no_error();
            glGenerateMipmap(GL_TEXTURE_2D);
            assert_eq!(error(), GL_INVALID_OPERATION, "{internal:#x}");
        }
        // No other row of the driver's table is a format of OpenGL ES.
        for internal in all_sized().map(|format| format.token).filter(|token| !PLAIN.contains(token)) {
            if ROWS.iter().any(|row| row.0 == internal) || REQUIRED.contains(&internal) {
                continue;
            }
            let name = generate!(glGenTextures);
            glBindTexture(GL_TEXTURE_2D, name);
            glTexStorage2D(GL_TEXTURE_2D, 1, internal, 2, 1);
            let raised = error();
            if raised != GL_INVALID_ENUM {
                broken.push(format!("{internal:#x}: glTexStorage2D raises {raised:#x}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Formats without a size are those of OES_texture_float and OES_texture_half_float.
#[test]
fn floats_without_a_size_have_mipmaps() {
    for version in [(2, 0), (3, 0), (3, 2)] {
        let gl = Gl::new(context(Api::Es, version));
        for format in [GL_RGBA, GL_RGB, GL_LUMINANCE_ALPHA, GL_LUMINANCE, GL_ALPHA] {
            for ty in [GL_FLOAT, GL_HALF_FLOAT_OES] {
                texture(&gl, format, [2, 2], format, ty, &[]);
                glGenerateMipmap(GL_TEXTURE_2D);
                assert_eq!(error(), GL_NO_ERROR, "{version:?} {format:#x} {ty:#x}");
            }
        }
    }
}
