//! The table of compressed internal formats.

use super::{FILTER, InternalFormat, SRGB};
use crate::tokens::*;
use base::image::compressed::Codec;

/// The format of ATI_texture_compression_3dc: the registry has its token, "Defined by Mesa but not ATI", which no extension there requires.
pub const GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI: u32 = 0x8837;

/// Makes an entry of the table for unsigned normalised components.
const fn row(token: u32, codec: Codec, base: u32, [red, green, blue, alpha]: [u8; 4]) -> InternalFormat {
    let bits = [red, green, blue, alpha, 0, 0, 0, 0];
    let format = codec.decoded(false);
    InternalFormat { token, format, base, bits, component_type: GL_UNSIGNED_NORMALIZED, codec: Some(codec), flags: FILTER }
}

/// Makes an entry for the components of another type.
const fn typed(token: u32, codec: Codec, base: u32, bits: [u8; 4], component_type: u32) -> InternalFormat {
    InternalFormat { component_type, ..row(token, codec, base, bits) }
}

/// Makes an entry with the transfer function of sRGB.
const fn srgb(token: u32, codec: Codec, base: u32, bits: [u8; 4]) -> InternalFormat {
    InternalFormat { format: codec.decoded(true), flags: FILTER | SRGB, ..row(token, codec, base, bits) }
}

/// Makes an entry of luminance.
const fn luminance(token: u32, codec: Codec, alpha: u8, component_type: u32) -> InternalFormat {
    let base = if alpha > 0 { GL_LUMINANCE_ALPHA } else { GL_LUMINANCE };
    InternalFormat { bits: [0, 0, 0, alpha, 0, 0, 8, 0], ..typed(token, codec, base, [0; 4], component_type) }
}

/// Makes the entry of a footprint of ASTC.
const fn astc(token: u32, width: u8, height: u8) -> InternalFormat {
    row(token, Codec::Astc { width, height, srgb: false }, GL_RGBA, [8; 4])
}

/// Makes the entry of a footprint of ASTC with the transfer function of sRGB.
const fn astc_srgb(token: u32, width: u8, height: u8) -> InternalFormat {
    srgb(token, Codec::Astc { width, height, srgb: true }, GL_RGBA, [8; 4])
}

const RGTC1: Codec = Codec::Rgtc1 { signed: false };
const RGTC1_SIGNED: Codec = Codec::Rgtc1 { signed: true };
const RGTC2: Codec = Codec::Rgtc2 { signed: false };
const RGTC2_SIGNED: Codec = Codec::Rgtc2 { signed: true };
const DXT1: Codec = Codec::Dxt1 { alpha: false };
const DXT1_ALPHA: Codec = Codec::Dxt1 { alpha: true };
const ETC2: Codec = Codec::Etc2 { punch_through: false };
const ETC2_HOLES: Codec = Codec::Etc2 { punch_through: true };

/// Every specific compressed internal format. The sizes of components are those of an uncompressed format of about the same quality.
pub static TABLE: &[InternalFormat] = &[
    row(GL_COMPRESSED_RED_RGTC1, RGTC1, GL_RED, [8, 0, 0, 0]),
    typed(GL_COMPRESSED_SIGNED_RED_RGTC1, RGTC1_SIGNED, GL_RED, [8, 0, 0, 0], GL_SIGNED_NORMALIZED),
    row(GL_COMPRESSED_RG_RGTC2, RGTC2, GL_RG, [8, 8, 0, 0]),
    typed(GL_COMPRESSED_SIGNED_RG_RGTC2, RGTC2_SIGNED, GL_RG, [8, 8, 0, 0], GL_SIGNED_NORMALIZED),
    luminance(GL_COMPRESSED_LUMINANCE_LATC1_EXT, RGTC1, 0, GL_UNSIGNED_NORMALIZED),
    luminance(GL_COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT, RGTC1_SIGNED, 0, GL_SIGNED_NORMALIZED),
    luminance(GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT, RGTC2, 8, GL_UNSIGNED_NORMALIZED),
    luminance(GL_COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT, RGTC2_SIGNED, 8, GL_SIGNED_NORMALIZED),
    // No specification describes it; as in Mesa, its blocks are those of EXT_texture_compression_latc.
    luminance(GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI, RGTC2, 8, GL_UNSIGNED_NORMALIZED),
    row(GL_COMPRESSED_RGBA_BPTC_UNORM, Codec::BptcUnorm, GL_RGBA, [8; 4]),
    srgb(GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM, Codec::BptcUnorm, GL_RGBA, [8; 4]),
    typed(GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, Codec::BptcFloat { signed: true }, GL_RGB, [16, 16, 16, 0], GL_FLOAT),
    typed(GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, Codec::BptcFloat { signed: false }, GL_RGB, [16, 16, 16, 0], GL_FLOAT),
    row(GL_COMPRESSED_RGB_S3TC_DXT1_EXT, DXT1, GL_RGB, [5, 6, 5, 0]),
    row(GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, DXT1_ALPHA, GL_RGBA, [5, 6, 5, 1]),
    row(GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, Codec::Dxt3, GL_RGBA, [5, 6, 5, 4]),
    row(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, Codec::Dxt5, GL_RGBA, [5, 6, 5, 8]),
    srgb(GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, DXT1, GL_RGB, [5, 6, 5, 0]),
    srgb(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT, DXT1_ALPHA, GL_RGBA, [5, 6, 5, 1]),
    srgb(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT, Codec::Dxt3, GL_RGBA, [5, 6, 5, 4]),
    srgb(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, Codec::Dxt5, GL_RGBA, [5, 6, 5, 8]),
    row(GL_COMPRESSED_RGB_FXT1_3DFX, Codec::Fxt1 { alpha: false }, GL_RGB, [5, 6, 5, 0]),
    row(GL_COMPRESSED_RGBA_FXT1_3DFX, Codec::Fxt1 { alpha: true }, GL_RGBA, [5, 6, 5, 5]),
    row(GL_ETC1_RGB8_OES, Codec::Etc1, GL_RGB, [8, 8, 8, 0]),
    row(GL_COMPRESSED_RGB8_ETC2, ETC2, GL_RGB, [8, 8, 8, 0]),
    srgb(GL_COMPRESSED_SRGB8_ETC2, ETC2, GL_RGB, [8, 8, 8, 0]),
    row(GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, ETC2_HOLES, GL_RGBA, [8, 8, 8, 1]),
    srgb(GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, ETC2_HOLES, GL_RGBA, [8, 8, 8, 1]),
    row(GL_COMPRESSED_RGBA8_ETC2_EAC, Codec::Etc2Alpha, GL_RGBA, [8; 4]),
    srgb(GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, Codec::Etc2Alpha, GL_RGBA, [8; 4]),
    row(GL_COMPRESSED_R11_EAC, Codec::R11 { signed: false }, GL_RED, [11, 0, 0, 0]),
    typed(GL_COMPRESSED_SIGNED_R11_EAC, Codec::R11 { signed: true }, GL_RED, [11, 0, 0, 0], GL_SIGNED_NORMALIZED),
    row(GL_COMPRESSED_RG11_EAC, Codec::Rg11 { signed: false }, GL_RG, [11, 11, 0, 0]),
    typed(GL_COMPRESSED_SIGNED_RG11_EAC, Codec::Rg11 { signed: true }, GL_RG, [11, 11, 0, 0], GL_SIGNED_NORMALIZED),
    astc(GL_COMPRESSED_RGBA_ASTC_4x4_KHR, 4, 4),
    astc(GL_COMPRESSED_RGBA_ASTC_5x4_KHR, 5, 4),
    astc(GL_COMPRESSED_RGBA_ASTC_5x5_KHR, 5, 5),
    astc(GL_COMPRESSED_RGBA_ASTC_6x5_KHR, 6, 5),
    astc(GL_COMPRESSED_RGBA_ASTC_6x6_KHR, 6, 6),
    astc(GL_COMPRESSED_RGBA_ASTC_8x5_KHR, 8, 5),
    astc(GL_COMPRESSED_RGBA_ASTC_8x6_KHR, 8, 6),
    astc(GL_COMPRESSED_RGBA_ASTC_8x8_KHR, 8, 8),
    astc(GL_COMPRESSED_RGBA_ASTC_10x5_KHR, 10, 5),
    astc(GL_COMPRESSED_RGBA_ASTC_10x6_KHR, 10, 6),
    astc(GL_COMPRESSED_RGBA_ASTC_10x8_KHR, 10, 8),
    astc(GL_COMPRESSED_RGBA_ASTC_10x10_KHR, 10, 10),
    astc(GL_COMPRESSED_RGBA_ASTC_12x10_KHR, 12, 10),
    astc(GL_COMPRESSED_RGBA_ASTC_12x12_KHR, 12, 12),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR, 4, 4),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR, 5, 4),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR, 5, 5),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR, 6, 5),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR, 6, 6),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR, 8, 5),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR, 8, 6),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR, 8, 8),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR, 10, 5),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR, 10, 6),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR, 10, 8),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR, 10, 10),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR, 12, 10),
    astc_srgb(GL_COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR, 12, 12),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::format::table;

    #[test]
    fn names_are_unique() {
        for (index, entry) in TABLE.iter().enumerate() {
            assert!(TABLE[index + 1..].iter().chain(table::TABLE).all(|other| other.token != entry.token), "{:#x}", entry.token);
        }
    }

    #[test]
    fn decoded_texels_hold_the_components_of_the_base_format() {
        for entry in TABLE {
            let components = match entry.base {
                GL_RED | GL_LUMINANCE => 1,
                GL_RG | GL_LUMINANCE_ALPHA => 2,
                _ => 4,
            };
            let stored = entry.format.component_bits().color.iter().filter(|&&bits| bits > 0).count();
            assert_eq!(stored, components, "{:#x}", entry.token);
        }
    }
}
