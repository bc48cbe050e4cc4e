//! The formats and types of pixels, and which of them go with an internal format.

use crate::config::Api;
use crate::context::Context;
use crate::error::{Error, Result, UNKNOWN_TOKEN, invalid_enum, invalid_operation, invalid_value};
use crate::object::format::InternalFormat;
use crate::tokens::*;
use base::image::compressed::Codec;

/// The error of pixels that cannot be converted. The checks of their commands leave none.
pub const UNFIT: Error = invalid_operation(&"The format and the type of pixels must go together, and the memory must hold all of them.");

/// Returns the bytes of one element of a type, or of a whole pixel for packed types; `None` for other tokens.
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

/// Returns the number of components of a packed type; `None` for types that are not packed.
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

/// Returns the number of components of a pixel format; `None` for other tokens.
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

/// Returns true for pixel formats of integers that are not converted.
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

/// Checks that a format and a type exist; returns the number of components.
pub fn check_tokens(format: u32, ty: u32) -> Result<usize> {
    components(format).filter(|_| type_bytes(ty).is_some()).ok_or(UNKNOWN_TOKEN)
}

/// Returns true for color indices and bitmaps, which only the compatibility profile has.
fn has_indices(context: &Context, format: u32, ty: u32) -> bool {
    context.config.api == Api::Compatibility && (format == GL_COLOR_INDEX || ty == GL_BITMAP)
}

/// Checks that the format and the type of an image's pixels exist.
pub fn check_image_tokens(context: &Context, format: u32, ty: u32) -> Result<()> {
    if has_indices(context, format, ty) { check_with_indices(format, ty) } else { check_tokens(format, ty).map(drop) }
}

/// Checks that a format and a type of the compatibility profile exist and go together.
pub fn check_with_indices(format: u32, ty: u32) -> Result<()> {
    if ty == GL_BITMAP {
        return if matches!(format, GL_COLOR_INDEX | GL_STENCIL_INDEX) {
            Ok(())
        } else {
            Err(invalid_enum(
                &"An INVALID_ENUM error is generated if type is BITMAP and format is not COLOR_INDEX or STENCIL_INDEX. \
                  [GL 4.6 compatibility, 8.4.4]",
            ))
        };
    }
    // Color indices have the types of stencil indices.
    check(if format == GL_COLOR_INDEX { GL_STENCIL_INDEX } else { format }, ty)
}

/// Checks that a format and a type exist and go together.
pub fn check(format: u32, ty: u32) -> Result<()> {
    let count = check_tokens(format, ty)?;
    let depth_stencil = matches!(ty, GL_UNSIGNED_INT_24_8 | GL_FLOAT_32_UNSIGNED_INT_24_8_REV);
    if (format == GL_DEPTH_STENCIL) != depth_stencil {
        return Err(if format == GL_DEPTH_STENCIL {
            invalid_enum(
                &"An INVALID_ENUM error is generated if format is DEPTH_STENCIL and type is not UNSIGNED_INT_24_8 or \
                  FLOAT_32_UNSIGNED_INT_24_8_REV. [GL 4.4, 8.4.4]",
            )
        } else {
            invalid_operation(
                &"The number of components per packed pixel is fixed by the type, and must match the number of components per group \
                  indicated by the format parameter, as listed in table 8.10. An INVALID_OPERATION error is generated by any command \
                  processing pixel rectangles if a mismatch occurs. [GL 4.4, 8.4.4.1]",
            )
        });
    }
    if is_integer(format) && ty == GL_FLOAT {
        return Err(invalid_enum(
            &"If <format> is one of the integer component formats as defined in table 3.6, and <type> is FLOAT, then the error \
              INVALID_ENUM occurs. [EXT_texture_integer]",
        ));
    }
    let wrong_count = packed_components(ty).is_some_and(|packed| packed != count);
    let floats = matches!(ty, GL_FLOAT | GL_HALF_FLOAT | GL_HALF_FLOAT_OES | GL_UNSIGNED_INT_10F_11F_11F_REV | GL_UNSIGNED_INT_5_9_9_9_REV);
    let bgr_packed = format == GL_BGR && packed_components(ty).is_some();
    let depth_packed = matches!(format, GL_DEPTH_COMPONENT | GL_STENCIL_INDEX) && packed_components(ty).is_some();
    if wrong_count || bgr_packed || depth_packed || (is_integer(format) && floats) {
        return Err(invalid_operation(
            &"… as listed in table 8.10. An INVALID_OPERATION error is generated by any command processing pixel rectangles if a mismatch \
              occurs. [GL 4.4, 8.4.4.1] if format is an integer format and type is FLOAT, HALF_FLOAT, or UNSIGNED_INT_10F_11F_11F_REV, the \
              error INVALID_OPERATION occurs. [ES 3.0, 4.3.2]",
        ));
    }
    Ok(())
}

/// Checks that pixels of a format can become texels of an internal format.
pub fn check_conversion(format: u32, internal: &InternalFormat) -> Result<()> {
    let fits = match format {
        GL_DEPTH_COMPONENT | GL_DEPTH_STENCIL => internal.has_depth(),
        GL_STENCIL_INDEX => internal.base == GL_STENCIL_INDEX,
        _ => is_color_match(format, internal),
    };
    if fits {
        Ok(())
    } else {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if one of the base internal format and format is DEPTH_COMPONENT or DEPTH_STENCIL, \
              and the other is neither of these values. … An INVALID_OPERATION error is generated if the internal format is integer and \
              format is not one of the integer formats listed in table 8.8, or if the internal format is not integer and format is an \
              integer format. [GL 4.4, 8.5]",
        ))
    }
}

/// Returns true if a colour format and an internal format are both of integers, or both not.
fn is_color_match(format: u32, internal: &InternalFormat) -> bool {
    internal.is_color() && is_integer(format) == internal.is_integer()
}

/// Checks that texels of an internal format can become pixels of a format.
pub fn check_readback(format: u32, internal: &InternalFormat) -> Result<()> {
    let fits = match format {
        GL_DEPTH_COMPONENT => internal.has_depth(),
        GL_DEPTH_STENCIL => internal.base == GL_DEPTH_STENCIL,
        GL_STENCIL_INDEX => internal.has_stencil(),
        _ => is_color_match(format, internal),
    };
    if fits {
        Ok(())
    } else {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if … format is DEPTH_COMPONENT and the base internal format is not DEPTH_COMPONENT \
              or DEPTH_STENCIL. … format is DEPTH_STENCIL and the base internal format is not DEPTH_STENCIL. … format is STENCIL_INDEX and \
              the base internal format is not STENCIL_INDEX or DEPTH_STENCIL. … format is one of the integer formats in table 8.8 and the \
              internal format of the texture image is not integer, or format is not one of the integer formats in table 8.8 and the \
              internal format is integer. [GL 4.4, 8.11]",
        ))
    }
}

/// Checks that a pixel of a format can clear texels of an internal format.
pub fn check_clear(format: u32, internal: &InternalFormat) -> Result<()> {
    let fits = match format {
        GL_DEPTH_COMPONENT | GL_DEPTH_STENCIL | GL_STENCIL_INDEX => internal.base == format,
        _ => is_color_match(format, internal),
    };
    if fits {
        Ok(())
    } else {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the base internal format is DEPTH_COMPONENT and format is not DEPTH_COMPONENT. … \
              if the base internal format is DEPTH_STENCIL and format is not DEPTH_STENCIL. … if the base internal format is STENCIL_INDEX \
              and format is not STENCIL_INDEX. … if the base internal format is RGBA and the format is DEPTH_COMPONENT, STENCIL_INDEX, or \
              DEPTH_STENCIL. … if the internal format is integer and format does not specify integer data. … if the internal format is not \
              integer and format does specify integer data. [GL 4.4, 8.21]",
        ))
    }
}

/// Checks the internal format, the format and the type of glTexImage2D in OpenGL ES 1.1.
pub fn check_es1(internal: u32, format: u32, ty: u32) -> Result<()> {
    // EXT_texture_format_BGRA8888 and OES_required_internalformat add some; OpenGL ES 1.1 has no OES_depth_texture.
    let base = match internal {
        GL_ALPHA | GL_LUMINANCE | GL_LUMINANCE_ALPHA | GL_RGB | GL_RGBA | GL_BGRA => internal,
        GL_ALPHA8 => GL_ALPHA,
        GL_LUMINANCE8 => GL_LUMINANCE,
        GL_LUMINANCE8_ALPHA8 => GL_LUMINANCE_ALPHA,
        GL_RGB8 | GL_RGB565 => GL_RGB,
        GL_RGBA8 | GL_RGBA4 | GL_RGB5_A1 => GL_RGBA,
        _ => {
            return Err(invalid_value(
                &"internalformat may be one of the five internal format symbolic constants listed in table 3.8. Specifying a value for \
                  internalformat that is not one of the above values generates the error INVALID_VALUE. [ES 1.1, 3.7.1]",
            ));
        }
    };
    if format != base {
        return Err(invalid_operation(
            &"If internalformat does not match format, the error INVALID_OPERATION is generated. [ES 1.1, 3.7.1]",
        ));
    }
    match ty {
        GL_UNSIGNED_BYTE | GL_UNSIGNED_SHORT_5_6_5 | GL_UNSIGNED_SHORT_4_4_4_4 | GL_UNSIGNED_SHORT_5_5_5_1 => Ok(()),
        _ => Err(invalid_enum(&"The type must be one of table 3.2, TexImage2D and ReadPixels type parameter values.")),
    }
}

/// Checks internal format, format and type as glTexImage does. OpenGL ES has a table of valid combinations, OpenGL has rules.
pub fn check_image(context: &Context, requested: u32, internal: &InternalFormat, format: u32, ty: u32) -> Result<()> {
    let no_combination = invalid_operation(
        &"Specifying a combination of values for format, type, and internalformat that is not listed as a valid combination in tables 3.2 \
          or 3.3 generates the error INVALID_OPERATION. [ES 3.0, 3.8.3]",
    );
    let es = context.is_es();
    // "This extension adds a new texture data type, unsigned 2.10.10.10 ABGR, which can be used with RGB or RGBA formats."
    // [EXT_texture_type_2_10_10_10_REV]
    let packed_rgb = es && (format, ty) == (GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV);
    if has_indices(context, format, ty) {
        check_with_indices(format, ty)?;
    } else if !packed_rgb {
        check(format, ty).map_err(|error| if es { no_combination } else { error })?;
    }
    check_conversion(format, internal)?;
    if !es {
        return Ok(());
    }
    if let Some(codec) = internal.codec {
        // "only RGB and RGBA formats are supported during texture image processing and for these internalformat values <format> values other than
        // RBA or RGBA will result in the INVALID_OPERATION error." [EXT_texture_compression_s3tc]
        // "INVALID_OPERATION is generated by TexImage2D, TexImage3D, TexStorage2D, and TexStorage3D if a BPTC format is used as the
        // <internalFormat> parameter with a <type> and <format> combination NOT listed" [EXT_texture_compression_bptc]
        // The extension restricts formats alone: every type of colours that OpenGL ES has belongs to them.
        let of_colors = matches!(
            ty,
            GL_UNSIGNED_BYTE
                | GL_UNSIGNED_SHORT_5_6_5
                | GL_UNSIGNED_SHORT_4_4_4_4
                | GL_UNSIGNED_SHORT_5_5_5_1
                | GL_HALF_FLOAT
                | GL_HALF_FLOAT_OES
                | GL_FLOAT
        );
        let fits = match codec {
            Codec::Dxt1 { .. } | Codec::Dxt3 | Codec::Dxt5 => matches!(format, GL_RGB | GL_RGBA) && of_colors,
            // "INVALID_OPERATION is generated by TexImage2D and TexStorage2D if an RGTC format is used as the <internalFormat> parameter with a <type>
            // and <format> combination NOT listed" [EXT_texture_compression_rgtc, for OpenGL ES]
            Codec::Rgtc1 { signed } => (format, ty) == (GL_RED, if signed { GL_BYTE } else { GL_UNSIGNED_BYTE }),
            Codec::Rgtc2 { signed } => (format, ty) == (GL_RG, if signed { GL_BYTE } else { GL_UNSIGNED_BYTE }),
            Codec::BptcUnorm => (format, ty) == (GL_RGBA, GL_UNSIGNED_BYTE),
            Codec::BptcFloat { .. } => (format, ty) == (GL_RGB, GL_FLOAT),
            // Other compressed formats take no texels.
            _ => {
                return Err(invalid_value(
                    &"An INVALID_VALUE error is generated if internalformat is not one of the above values. [GL 4.4, 8.5]",
                ));
            }
        };
        return if fits { Ok(()) } else { Err(no_combination) };
    }
    let is_unsized = requested != internal.token;
    if is_unsized {
        let types = match ty {
            GL_UNSIGNED_SHORT_5_6_5 => requested == GL_RGB,
            GL_UNSIGNED_SHORT_4_4_4_4 | GL_UNSIGNED_SHORT_5_5_5_1 => requested == GL_RGBA,
            GL_UNSIGNED_INT_2_10_10_10_REV => matches!(requested, GL_RGBA | GL_RGB),
            GL_UNSIGNED_SHORT | GL_UNSIGNED_INT => requested == GL_DEPTH_COMPONENT,
            GL_UNSIGNED_INT_24_8 => requested == GL_DEPTH_STENCIL,
            // HALF_FLOAT of OpenGL ES 3.0 is a type of sized formats; OES_texture_half_float has a token of its own.
            GL_FLOAT | GL_HALF_FLOAT_OES => requested != GL_DEPTH_COMPONENT && requested != GL_BGRA,
            GL_UNSIGNED_BYTE => !matches!(requested, GL_DEPTH_COMPONENT | GL_DEPTH_STENCIL),
            _ => false,
        };
        let srgb = matches!((requested, format), (GL_SRGB, GL_RGB) | (GL_SRGB_ALPHA, GL_RGBA));
        return if types && (format == requested || srgb) { Ok(()) } else { Err(no_combination) };
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
        // OES_required_internalformat has pixels of ten bits for formats of fewer.
        GL_RGB565 => &[GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5, GL_UNSIGNED_INT_2_10_10_10_REV],
        GL_RGB8 => &[GL_UNSIGNED_BYTE, GL_UNSIGNED_INT_2_10_10_10_REV],
        GL_RGB10 => &[GL_UNSIGNED_INT_2_10_10_10_REV],
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
    if format == pixels && types.contains(&ty) { Ok(()) } else { Err(no_combination) }
}
