//! Compressed texels: blocks of fixed size, each of a rectangle of texels.

mod astc;
mod blocks;
mod bptc;
mod eac;
mod etc;
mod fxt1;
mod rgtc;
mod s3tc;
#[cfg(test)]
mod tests;

pub use blocks::Blocks;

use super::format::Format;
use super::texel::Raw;
use eac::Value;

/// The most texels of a block.
const MOST_TEXELS: usize = astc::MOST_TEXELS;

/// The most texels of a block that can be encoded.
const MOST_ENCODED: usize = fxt1::TEXELS;

/// The format of a block, and the format that its texels are decoded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say what their parts are")]
pub enum Codec {
    /// RGTC1: one component, 4 × 4 texels in 8 bytes.
    Rgtc1 { signed: bool },
    /// RGTC2: two components.
    Rgtc2 { signed: bool },
    /// Four components of eight bits, 4 × 4 texels in 16 bytes.
    BptcUnorm,
    /// Three half floats.
    BptcFloat { signed: bool },
    /// S3TC in 8 bytes; without alpha, transparent texels are black.
    Dxt1 { alpha: bool },
    /// S3TC with four bits of alpha.
    Dxt3,
    /// S3TC with interpolated alpha.
    Dxt5,
    /// ETC1, whose blocks those of ETC2 extend.
    Etc1,
    /// ETC2 of three components; with transparent texels if `punch_through`.
    Etc2 { punch_through: bool },
    /// ETC2 with alpha.
    Etc2Alpha,
    /// One component of eleven bits.
    R11 { signed: bool },
    /// Two components of eleven bits.
    Rg11 { signed: bool },
    /// FXT1: 8 × 4 texels in 16 bytes; without alpha, all texels are opaque.
    Fxt1 { alpha: bool },
    /// ASTC with a footprint in texels. The components of sRGB are interpolated in another way.
    Astc { width: u8, height: u8, srgb: bool },
}

/// Returns the eight bytes of a block from a place on.
fn eight(block: &[u8], at: usize) -> [u8; 8] {
    block.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default()
}

/// Returns the 16 bytes of a block.
fn sixteen(block: &[u8]) -> [u8; 16] {
    block.get(..16).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default()
}

/// Puts two halves of a block together.
fn join(first: [u8; 8], second: [u8; 8]) -> [u8; 16] {
    std::array::from_fn(|index| if index < 8 { first[index] } else { second[index - 8] })
}

impl Codec {
    /// Returns the width and height of a block in texels.
    pub fn size(self) -> [u32; 2] {
        match self {
            Self::Astc { width, height, .. } => [width.into(), height.into()],
            Self::Fxt1 { .. } => [8, 4],
            _ => [4; 2],
        }
    }

    /// Returns the bytes of a block.
    pub fn bytes(self) -> u32 {
        match self {
            Self::Rgtc1 { .. } | Self::Dxt1 { .. } | Self::Etc1 | Self::Etc2 { .. } | Self::R11 { .. } => 8,
            _ => 16,
        }
    }

    /// Returns the format that texels are decoded to; `srgb` for a format with the transfer function of sRGB.
    pub const fn decoded(self, srgb: bool) -> Format {
        match self {
            Self::Rgtc1 { .. } | Self::R11 { .. } => Format::R32f,
            Self::Rgtc2 { .. } | Self::Rg11 { .. } => Format::Rg32f,
            Self::BptcFloat { .. } => Format::Rgba16f,
            _ if srgb => Format::Srgb8Alpha8,
            _ => Format::Rgba8,
        }
    }

    /// Returns the columns and rows of blocks of an image of texels.
    pub fn blocks(self, width: u32, height: u32) -> [u32; 2] {
        let [block_width, block_height] = self.size();
        [width.div_ceil(block_width), height.div_ceil(block_height)]
    }

    /// Returns the bytes of an image of texels; `None` if they do not fit into 64 bits.
    pub fn image_bytes(self, width: u32, height: u32, depth: u32) -> Option<u64> {
        let [columns, rows] = self.blocks(width, height);
        (u64::from(columns) * u64::from(rows)).checked_mul(depth.into())?.checked_mul(self.bytes().into())
    }

    /// Returns true if blocks of one codec can be read as those of the other, with another sign or another transfer function.
    pub fn has_blocks_of(self, other: Self) -> bool {
        let unsigned = |codec: Self| match codec {
            Self::Rgtc1 { .. } => Self::Rgtc1 { signed: false },
            Self::Rgtc2 { .. } => Self::Rgtc2 { signed: false },
            Self::BptcFloat { .. } => Self::BptcFloat { signed: false },
            Self::R11 { .. } => Self::R11 { signed: false },
            Self::Rg11 { .. } => Self::Rg11 { signed: false },
            Self::Astc { width, height, .. } => Self::Astc { width, height, srgb: false },
            other => other,
        };
        unsigned(self) == unsigned(other)
    }

    /// Returns true if texels can be encoded.
    pub fn has_encoder(self) -> bool {
        !matches!(self, Self::Etc1 | Self::Astc { .. })
    }

    /// Decodes a block; the texels go by rows.
    fn decode(self, block: &[u8], texels: &mut [Raw; MOST_TEXELS]) {
        let mut put = |index: usize, raw: Raw| texels[index] = raw;
        let color = |texels: [[u8; 4]; 16], put: &mut dyn FnMut(usize, Raw)| {
            texels.into_iter().enumerate().for_each(|(index, texel)| put(index, [u32::from_le_bytes(texel), 0, 0, 0]));
        };
        let one = |texels: [f32; 16], put: &mut dyn FnMut(usize, Raw)| {
            texels.into_iter().enumerate().for_each(|(index, texel)| put(index, [texel.to_bits(), 0, 0, 0]));
        };
        let two = |texels: [[f32; 16]; 2], put: &mut dyn FnMut(usize, Raw)| {
            (0..16).for_each(|index| put(index, [texels[0][index].to_bits(), texels[1][index].to_bits(), 0, 0]));
        };
        let (first, second) = (eight(block, 0), eight(block, 8));
        match self {
            Self::Rgtc1 { signed } => one(rgtc::decode(&first, signed), &mut put),
            Self::Rgtc2 { signed } => two([&first, &second].map(|half| rgtc::decode(half, signed)), &mut put),
            Self::BptcUnorm => color(bptc::decode_unorm(&sixteen(block)), &mut put),
            Self::BptcFloat { signed } => {
                for (index, [red, green, blue]) in bptc::decode_float(&sixteen(block), signed).into_iter().enumerate() {
                    put(index, [u32::from(red) | u32::from(green) << 16, u32::from(blue) | 0x3C00_0000, 0, 0]);
                }
            }
            Self::Dxt1 { alpha } => color(s3tc::decode_dxt1(&first, alpha), &mut put),
            Self::Dxt3 => color(s3tc::decode_dxt3(&first, &second), &mut put),
            Self::Dxt5 => color(s3tc::decode_dxt5(&first, &second), &mut put),
            Self::Etc1 => color(etc::decode(&first, false), &mut put),
            Self::Etc2 { punch_through } => color(etc::decode(&first, punch_through), &mut put),
            Self::Etc2Alpha => {
                let alpha = eac::decode(&first, Value::Alpha);
                for (index, [red, green, blue, _]) in etc::decode(&second, false).into_iter().enumerate() {
                    put(index, [u32::from_le_bytes([red, green, blue, alpha[index] as u8]), 0, 0, 0]);
                }
            }
            Self::R11 { signed } => one(eac::decode_floats(&first, Value::r11(signed)), &mut put),
            Self::Rg11 { signed } => two([&first, &second].map(|half| eac::decode_floats(half, Value::r11(signed))), &mut put),
            Self::Fxt1 { .. } => {
                for (index, texel) in fxt1::decode(&sixteen(block)).into_iter().enumerate() {
                    put(index, [u32::from_le_bytes(texel), 0, 0, 0]);
                }
            }
            Self::Astc { width, height, srgb } => {
                let mut colors = [[0; 4]; MOST_TEXELS];
                astc::decode(&sixteen(block), [width.into(), height.into()], srgb, &mut colors);
                colors.into_iter().enumerate().for_each(|(index, texel)| put(index, [u32::from_le_bytes(texel), 0, 0, 0]));
            }
        }
    }

    /// Encodes texels by rows into the bytes of a block; texels beyond those of a block are ignored. The components are as they are stored: those of
    /// sRGB are not linear.
    fn encode(self, all: &[[f32; 4]; MOST_ENCODED], block: &mut [u8]) {
        let texels = all.first_chunk::<16>().unwrap_or(&[[0.0; 4]; 16]);
        let component = |index: usize| texels.map(|texel| texel[index]);
        let bytes = match self {
            Self::Rgtc1 { signed } => join(rgtc::encode(&component(0), signed), [0; 8]),
            Self::Rgtc2 { signed } => join(rgtc::encode(&component(0), signed), rgtc::encode(&component(1), signed)),
            Self::BptcUnorm => bptc::encode_unorm(texels),
            Self::BptcFloat { signed } => bptc::encode_float(texels, signed),
            Self::Dxt1 { alpha } => join(s3tc::encode_color(texels, false, alpha), [0; 8]),
            Self::Dxt3 => join(s3tc::encode_alpha4(texels), s3tc::encode_color(texels, true, false)),
            Self::Dxt5 => join(rgtc::encode(&component(3), false), s3tc::encode_color(texels, true, false)),
            Self::Etc2 { punch_through } => join(etc::encode(texels, punch_through), [0; 8]),
            Self::Etc2Alpha => join(eac::encode(&component(3), Value::Alpha), etc::encode(texels, false)),
            Self::R11 { signed } => join(eac::encode(&component(0), Value::r11(signed)), [0; 8]),
            Self::Rg11 { signed } => join(eac::encode(&component(0), Value::r11(signed)), eac::encode(&component(1), Value::r11(signed))),
            Self::Fxt1 { alpha } => fxt1::encode(all, alpha),
            // There is no encoder: the blocks stay zero.
            Self::Etc1 | Self::Astc { .. } => [0; 16],
        };
        block.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
    }
}

/// Returns the components of a texel as blocks store them: sRGB without its transfer function.
fn stored(format: Format, raw: Raw) -> [f32; 4] {
    let format = if format == Format::Srgb8Alpha8 { Format::Rgba8 } else { format };
    format.decode(raw).map(f32::from_bits)
}
