//! Which formats and types pixels can have, and which go with an internal format.

use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::error::Result;
use crate::gl::object::format::InternalFormat;
use crate::tokens::*;

/// Bytes of one element of a type; of a whole pixel for packed types. None for what is no type.
pub fn type_bytes(ty: u32) -> Option<usize> {
    Some(match ty {
        GL_BYTE | GL_UNSIGNED_BYTE | GL_UNSIGNED_BYTE_3_3_2 | GL_UNSIGNED_BYTE_2_3_3_REV => 1,
        GL_SHORT
        | GL_UNSIGNED_SHORT
        | GL_HALF_FLOAT
        | GL_HALF_FLOAT_OES
        | GL_UNSIGNED_SHORT_5_6_5
        | GL_UNSIGNED_SHORT_5_6_5_REV
        | GL_UNSIGNED_SHORT_4_4_4_4
        | GL_UNSIGNED_SHORT_4_4_4_4_REV
        | GL_UNSIGNED_SHORT_5_5_5_1
        | GL_UNSIGNED_SHORT_1_5_5_5_REV => 2,
        GL_INT
        | GL_UNSIGNED_INT
        | GL_FLOAT
        | GL_UNSIGNED_INT_8_8_8_8
        | GL_UNSIGNED_INT_8_8_8_8_REV
        | GL_UNSIGNED_INT_10_10_10_2
        | GL_UNSIGNED_INT_2_10_10_10_REV
        | GL_UNSIGNED_INT_24_8
        | GL_UNSIGNED_INT_10F_11F_11F_REV
        | GL_UNSIGNED_INT_5_9_9_9_REV => 4,
        GL_FLOAT_32_UNSIGNED_INT_24_8_REV => 8,
        _ => return None,
    })
}

/// How many components a packed type has; None for types that are not packed.
fn packed_components(ty: u32) -> Option<usize> {
    Some(match ty {
        GL_UNSIGNED_BYTE_3_3_2
        | GL_UNSIGNED_BYTE_2_3_3_REV
        | GL_UNSIGNED_SHORT_5_6_5
        | GL_UNSIGNED_SHORT_5_6_5_REV
        | GL_UNSIGNED_INT_10F_11F_11F_REV
        | GL_UNSIGNED_INT_5_9_9_9_REV => 3,
        GL_UNSIGNED_SHORT_4_4_4_4
        | GL_UNSIGNED_SHORT_4_4_4_4_REV
        | GL_UNSIGNED_SHORT_5_5_5_1
        | GL_UNSIGNED_SHORT_1_5_5_5_REV
        | GL_UNSIGNED_INT_8_8_8_8
        | GL_UNSIGNED_INT_8_8_8_8_REV
        | GL_UNSIGNED_INT_10_10_10_2
        | GL_UNSIGNED_INT_2_10_10_10_REV => 4,
        GL_UNSIGNED_INT_24_8 | GL_FLOAT_32_UNSIGNED_INT_24_8_REV => 2,
        _ => return None,
    })
}

/// Components of a pixel format, if it is one.
pub fn components(format: u32) -> Option<usize> {
    Some(match format {
        GL_RED | GL_GREEN | GL_BLUE | GL_ALPHA | GL_LUMINANCE | GL_DEPTH_COMPONENT | GL_STENCIL_INDEX => 1,
        GL_RED_INTEGER | GL_GREEN_INTEGER | GL_BLUE_INTEGER | GL_ALPHA_INTEGER_EXT | GL_LUMINANCE_INTEGER_EXT => 1,
        GL_RG | GL_RG_INTEGER | GL_LUMINANCE_ALPHA | GL_LUMINANCE_ALPHA_INTEGER_EXT | GL_DEPTH_STENCIL => 2,
        GL_RGB | GL_BGR | GL_RGB_INTEGER | GL_BGR_INTEGER => 3,
        GL_RGBA | GL_BGRA | GL_RGBA_INTEGER | GL_BGRA_INTEGER | GL_ABGR_EXT => 4,
        _ => return None,
    })
}

/// Whether a pixel format is one of integers that are not converted.
pub fn is_integer(format: u32) -> bool {
    matches!(
        format,
        GL_RED_INTEGER
            | GL_GREEN_INTEGER
            | GL_BLUE_INTEGER
            | GL_ALPHA_INTEGER_EXT
            | GL_LUMINANCE_INTEGER_EXT
            | GL_RG_INTEGER
            | GL_LUMINANCE_ALPHA_INTEGER_EXT
            | GL_RGB_INTEGER
            | GL_BGR_INTEGER
            | GL_RGBA_INTEGER
            | GL_BGRA_INTEGER
    )
}

/// GL_INVALID_ENUM for what is no format or no type, GL_INVALID_OPERATION for a pair that does not go together.
pub fn check(format: u32, ty: u32) -> Result<()> {
    let (Some(count), Some(_)) = (components(format), type_bytes(ty)) else { return Err(GL_INVALID_ENUM) };
    let depth_stencil = matches!(ty, GL_UNSIGNED_INT_24_8 | GL_FLOAT_32_UNSIGNED_INT_24_8_REV);
    if (format == GL_DEPTH_STENCIL) != depth_stencil {
        // The formats' errors differ: a format without its types, or types without their format.
        return Err(if format == GL_DEPTH_STENCIL && packed_components(ty).is_none() { GL_INVALID_ENUM } else { GL_INVALID_OPERATION });
    }
    let wrong_count = packed_components(ty).is_some_and(|packed| packed != count);
    let floats = matches!(ty, GL_FLOAT | GL_HALF_FLOAT | GL_HALF_FLOAT_OES | GL_UNSIGNED_INT_10F_11F_11F_REV | GL_UNSIGNED_INT_5_9_9_9_REV);
    let bgr_packed = format == GL_BGR && packed_components(ty).is_some();
    let depth_packed = matches!(format, GL_DEPTH_COMPONENT | GL_STENCIL_INDEX) && packed_components(ty).is_some();
    if wrong_count || bgr_packed || depth_packed || (is_integer(format) && floats) {
        return Err(GL_INVALID_OPERATION);
    }
    Ok(())
}

/// Whether pixels can become, or come from, texels of an internal format; GL_INVALID_OPERATION if not.
pub fn check_conversion(format: u32, internal: &InternalFormat) -> Result<()> {
    let fits = match format {
        GL_DEPTH_COMPONENT | GL_DEPTH_STENCIL => internal.has_depth(),
        GL_STENCIL_INDEX => internal.base == GL_STENCIL_INDEX || internal.base == GL_DEPTH_STENCIL,
        _ => internal.is_color() && is_integer(format) == internal.is_integer(),
    };
    if fits { Ok(()) } else { Err(GL_INVALID_OPERATION) }
}

/// Everything glTexImage checks about internal format, format and type. OpenGL ES has a table of triples, OpenGL rules.
pub fn check_image(context: &Context, requested: u32, internal: &InternalFormat, format: u32, ty: u32) -> Result<()> {
    check(format, ty)?;
    check_conversion(format, internal)?;
    if context.config.api != Api::Es {
        return Ok(());
    }
    let is_unsized = requested != internal.token;
    let half = matches!(ty, GL_HALF_FLOAT | GL_HALF_FLOAT_OES);
    if is_unsized {
        let types = match ty {
            GL_UNSIGNED_SHORT_5_6_5 => requested == GL_RGB,
            GL_UNSIGNED_SHORT_4_4_4_4 | GL_UNSIGNED_SHORT_5_5_5_1 => requested == GL_RGBA,
            GL_UNSIGNED_INT_2_10_10_10_REV => matches!(requested, GL_RGBA | GL_RGB),
            GL_UNSIGNED_SHORT | GL_UNSIGNED_INT => requested == GL_DEPTH_COMPONENT,
            GL_UNSIGNED_INT_24_8 => requested == GL_DEPTH_STENCIL,
            GL_FLOAT => requested != GL_DEPTH_COMPONENT && requested != GL_BGRA,
            GL_UNSIGNED_BYTE => !matches!(requested, GL_DEPTH_COMPONENT | GL_DEPTH_STENCIL),
            _ => half,
        };
        let srgb = matches!((requested, format), (GL_SRGB, GL_RGB) | (GL_SRGB_ALPHA, GL_RGBA));
        return if types && (format == requested || srgb) { Ok(()) } else { Err(GL_INVALID_OPERATION) };
    }
    let pixels = match (internal.base, internal.is_integer()) {
        (GL_RED, true) => GL_RED_INTEGER,
        (GL_RG, true) => GL_RG_INTEGER,
        (GL_RGB, true) => GL_RGB_INTEGER,
        (GL_RGBA, true) => GL_RGBA_INTEGER,
        _ if internal.token == GL_BGRA8_EXT => GL_BGRA,
        (base, _) => base,
    };
    let types: &[u32] = match internal.token {
        GL_RGB565 => &[GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5],
        GL_RGB5_A1 => &[GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_5_5_1, GL_UNSIGNED_INT_2_10_10_10_REV],
        GL_RGBA4 => &[GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_4_4_4_4],
        GL_RGB10_A2 | GL_RGB10_A2UI => &[GL_UNSIGNED_INT_2_10_10_10_REV],
        GL_R11F_G11F_B10F => &[GL_UNSIGNED_INT_10F_11F_11F_REV, GL_HALF_FLOAT, GL_FLOAT],
        GL_RGB9_E5 => &[GL_UNSIGNED_INT_5_9_9_9_REV, GL_HALF_FLOAT, GL_FLOAT],
        GL_DEPTH_COMPONENT16 => &[GL_UNSIGNED_SHORT, GL_UNSIGNED_INT],
        GL_DEPTH_COMPONENT24 | GL_DEPTH_COMPONENT32 => &[GL_UNSIGNED_INT],
        GL_DEPTH_COMPONENT32F => &[GL_FLOAT],
        GL_DEPTH24_STENCIL8 => &[GL_UNSIGNED_INT_24_8],
        GL_DEPTH32F_STENCIL8 => &[GL_FLOAT_32_UNSIGNED_INT_24_8_REV],
        _ => match (internal.component_type, internal.bits.iter().copied().max().unwrap_or(0)) {
            (GL_UNSIGNED_NORMALIZED, 16) | (GL_UNSIGNED_INT, 16) => &[GL_UNSIGNED_SHORT],
            (GL_UNSIGNED_NORMALIZED, _) => &[GL_UNSIGNED_BYTE],
            (GL_SIGNED_NORMALIZED, 16) | (GL_INT, 16) => &[GL_SHORT],
            (GL_SIGNED_NORMALIZED, _) => &[GL_BYTE],
            (GL_FLOAT, 16) => &[GL_HALF_FLOAT, GL_HALF_FLOAT_OES, GL_FLOAT],
            (GL_FLOAT, _) => &[GL_FLOAT],
            (GL_UNSIGNED_INT, 8) => &[GL_UNSIGNED_BYTE],
            (GL_INT, 8) => &[GL_BYTE],
            (GL_INT, _) => &[GL_INT],
            _ => &[GL_UNSIGNED_INT],
        },
    };
    if format == pixels && types.contains(&ty) { Ok(()) } else { Err(GL_INVALID_OPERATION) }
}
