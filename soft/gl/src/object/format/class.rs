//! The classes of internal formats whose texels texture views and glCopyImageSubData reinterpret.

use super::{GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI, InternalFormat};
use crate::tokens::*;
use base::image::compressed::Codec;

/// Returns the view class of an internal format as GL_VIEW_CLASS token, as "Table 8.29: Compatible internal formats for TextureView" [GL 4.4,
/// 8.18] lists it; `None` for a format that is compatible with itself alone.
pub fn view_class(format: &InternalFormat) -> Option<u32> {
    Some(match format.token {
        GL_RGBA32F | GL_RGBA32UI | GL_RGBA32I => GL_VIEW_CLASS_128_BITS,
        GL_RGB32F | GL_RGB32UI | GL_RGB32I => GL_VIEW_CLASS_96_BITS,
        GL_RGBA16F | GL_RG32F | GL_RGBA16UI | GL_RG32UI | GL_RGBA16I | GL_RG32I | GL_RGBA16 | GL_RGBA16_SNORM => GL_VIEW_CLASS_64_BITS,
        GL_RGB16 | GL_RGB16_SNORM | GL_RGB16F | GL_RGB16UI | GL_RGB16I => GL_VIEW_CLASS_48_BITS,
        GL_RG16F | GL_R11F_G11F_B10F | GL_R32F | GL_RGB10_A2UI | GL_RGBA8UI | GL_RG16UI | GL_R32UI | GL_RGBA8I | GL_RG16I | GL_R32I
        | GL_RGB10_A2 | GL_RGBA8 | GL_RG16 | GL_RGBA8_SNORM | GL_RG16_SNORM | GL_SRGB8_ALPHA8 | GL_RGB9_E5 => GL_VIEW_CLASS_32_BITS,
        GL_RGB8 | GL_RGB8_SNORM | GL_SRGB8 | GL_RGB8UI | GL_RGB8I => GL_VIEW_CLASS_24_BITS,
        GL_R16F | GL_RG8UI | GL_R16UI | GL_RG8I | GL_R16I | GL_RG8 | GL_R16 | GL_RG8_SNORM | GL_R16_SNORM | GL_SRG8_EXT => {
            GL_VIEW_CLASS_16_BITS
        }
        GL_R8UI | GL_R8I | GL_R8 | GL_R8_SNORM | GL_SR8_EXT => GL_VIEW_CLASS_8_BITS,
        GL_COMPRESSED_RED_RGTC1 | GL_COMPRESSED_SIGNED_RED_RGTC1 => GL_VIEW_CLASS_RGTC1_RED,
        GL_COMPRESSED_RG_RGTC2 | GL_COMPRESSED_SIGNED_RG_RGTC2 => GL_VIEW_CLASS_RGTC2_RG,
        GL_COMPRESSED_RGBA_BPTC_UNORM | GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM => GL_VIEW_CLASS_BPTC_UNORM,
        GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT | GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT => GL_VIEW_CLASS_BPTC_FLOAT,
        // "VIEW_CLASS_S3TC_DXT1_RGB … VIEW_CLASS_EAC_R11 … VIEW_CLASS_ASTC_4x4_RGBA" [ARB_internalformat_query2] Luminance has no class.
        GL_COMPRESSED_LUMINANCE_LATC1_EXT..=GL_COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT | GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI => {
            return None;
        }
        _ => return format.codec.and_then(class_of_blocks),
    })
}

/// Returns the class of the compressed formats that extensions add to the table.
fn class_of_blocks(codec: Codec) -> Option<u32> {
    Some(match codec {
        Codec::Dxt1 { alpha: false } => GL_VIEW_CLASS_S3TC_DXT1_RGB,
        Codec::Dxt1 { alpha: true } => GL_VIEW_CLASS_S3TC_DXT1_RGBA,
        Codec::Dxt3 => GL_VIEW_CLASS_S3TC_DXT3_RGBA,
        Codec::Dxt5 => GL_VIEW_CLASS_S3TC_DXT5_RGBA,
        Codec::R11 { .. } => GL_VIEW_CLASS_EAC_R11,
        Codec::Rg11 { .. } => GL_VIEW_CLASS_EAC_RG11,
        Codec::Etc2 { punch_through: false } => GL_VIEW_CLASS_ETC2_RGB,
        Codec::Etc2 { punch_through: true } => GL_VIEW_CLASS_ETC2_RGBA,
        Codec::Etc2Alpha => GL_VIEW_CLASS_ETC2_EAC_RGBA,
        Codec::Astc { width, height, .. } => match (width, height) {
            (4, 4) => GL_VIEW_CLASS_ASTC_4x4_RGBA,
            (5, 4) => GL_VIEW_CLASS_ASTC_5x4_RGBA,
            (5, 5) => GL_VIEW_CLASS_ASTC_5x5_RGBA,
            (6, 5) => GL_VIEW_CLASS_ASTC_6x5_RGBA,
            (6, 6) => GL_VIEW_CLASS_ASTC_6x6_RGBA,
            (8, 5) => GL_VIEW_CLASS_ASTC_8x5_RGBA,
            (8, 6) => GL_VIEW_CLASS_ASTC_8x6_RGBA,
            (8, 8) => GL_VIEW_CLASS_ASTC_8x8_RGBA,
            (10, 5) => GL_VIEW_CLASS_ASTC_10x5_RGBA,
            (10, 6) => GL_VIEW_CLASS_ASTC_10x6_RGBA,
            (10, 8) => GL_VIEW_CLASS_ASTC_10x8_RGBA,
            (10, 10) => GL_VIEW_CLASS_ASTC_10x10_RGBA,
            (12, 10) => GL_VIEW_CLASS_ASTC_12x10_RGBA,
            _ => GL_VIEW_CLASS_ASTC_12x12_RGBA,
        },
        _ => return None,
    })
}

/// Returns true if texels of one internal format can be read as those of the other: one format, or two of a class. EXT_texture_view has a class for
/// each two compressed formats that differ in the sign of their numbers or the transfer function.
pub fn are_compatible(one: &InternalFormat, other: &InternalFormat) -> bool {
    let compressed = one.base == other.base && one.codec.zip(other.codec).is_some_and(|(one, other)| one.has_blocks_of(other));
    one.token == other.token || compressed || view_class(one).is_some_and(|class| view_class(other) == Some(class))
}

/// Returns true if glCopyImageSubData copies between a compressed format and an uncompressed one: "Table 18.5: Compatible internal formats for
/// copying between compressed and uncompressed internal formats" [GL 4.4, 18.3.2]. Other extensions add their formats to its rows.
pub fn has_texels_of_blocks(compressed: &InternalFormat, uncompressed: &InternalFormat) -> bool {
    let class = match compressed.codec.map(Codec::bytes) {
        Some(16) => GL_VIEW_CLASS_128_BITS,
        Some(8) => GL_VIEW_CLASS_64_BITS,
        _ => return false,
    };
    uncompressed.codec.is_none() && view_class(uncompressed) == Some(class)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::super::{sized, table};
    use super::*;

    #[test]
    fn the_texels_of_a_class_have_one_size() {
        let classes = |format: &&InternalFormat| view_class(format).is_some();
        for one in table::TABLE.iter().filter(classes) {
            for other in table::TABLE.iter().filter(|other| are_compatible(one, other)) {
                assert_eq!(one.format.bytes(), other.format.bytes(), "{:#x} {:#x}", one.token, other.token);
            }
        }
    }

    #[test]
    fn formats_of_a_class_are_those_that_share_texels() {
        let all = || table::TABLE.iter().chain(super::super::all_compressed());
        for one in all() {
            for other in all().filter(|other| other.token != one.token) {
                let class = view_class(one);
                let latc = |format: &InternalFormat| matches!(format.base, GL_LUMINANCE | GL_LUMINANCE_ALPHA);
                let same = class.is_some() && class == view_class(other);
                assert!(same == are_compatible(one, other) || latc(one) && latc(other), "{:#x} {:#x}", one.token, other.token);
            }
        }
    }

    #[test]
    fn a_texel_stands_for_a_block_of_its_size() {
        let copies = |one, other| has_texels_of_blocks(sized(one).unwrap(), sized(other).unwrap());
        assert!(copies(GL_COMPRESSED_RED_RGTC1, GL_RGBA16) && copies(GL_COMPRESSED_RG_RGTC2, GL_RGBA32F));
        assert!(!copies(GL_COMPRESSED_RED_RGTC1, GL_RGBA32F) && !copies(GL_COMPRESSED_RG_RGTC2, GL_COMPRESSED_RG_RGTC2));
        assert!(!copies(GL_RGBA16, GL_RGBA16));
    }

    #[test]
    fn formats_without_a_class_are_compatible_with_themselves() {
        let compatible = |one, other| are_compatible(sized(one).unwrap(), sized(other).unwrap());
        assert!(compatible(GL_RGBA8, GL_R32F) && compatible(GL_RGB9_E5, GL_R11F_G11F_B10F) && compatible(GL_RGB8, GL_SRGB8));
        assert!(compatible(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT24) && compatible(GL_RGB10, GL_RGB10));
        assert!(!compatible(GL_DEPTH_COMPONENT32F, GL_R32F) && !compatible(GL_RGB10, GL_RGB16) && !compatible(GL_RGB5, GL_R16));
        assert!(compatible(GL_COMPRESSED_RED_RGTC1, GL_COMPRESSED_SIGNED_RED_RGTC1));
        assert!(compatible(GL_COMPRESSED_RGB_S3TC_DXT1_EXT, GL_COMPRESSED_SRGB_S3TC_DXT1_EXT));
        assert!(compatible(GL_COMPRESSED_RGBA_ASTC_6x5_KHR, GL_COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR));
        assert!(!compatible(GL_COMPRESSED_RGBA_ASTC_6x5_KHR, GL_COMPRESSED_RGBA_ASTC_5x5_KHR));
        assert!(!compatible(GL_COMPRESSED_RED_RGTC1, GL_COMPRESSED_LUMINANCE_LATC1_EXT));
        assert!(!compatible(GL_COMPRESSED_RGB8_ETC2, GL_ETC1_RGB8_OES) && !compatible(GL_COMPRESSED_RED_RGTC1, GL_RGBA16));
        assert!(!compatible(GL_RGBA8, GL_RGBA16) && !compatible(GL_RGB8, GL_RGBA8));
    }
}
