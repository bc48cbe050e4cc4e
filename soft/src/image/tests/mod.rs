#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod areas;
mod lookups;
mod texels;
mod transfers;

use super::format::Format;
use super::*;

/// Every format.
const FORMATS: [Format; 44] = {
    use Format::*;
    [
        R8,
        Rg8,
        Rgba8,
        Srgb8Alpha8,
        R8Snorm,
        Rg8Snorm,
        Rgba8Snorm,
        Rgb565,
        Rgba4,
        Rgb5A1,
        Rgb10A2,
        Rgb10A2ui,
        R11fG11fB10f,
        Rgb9E5,
        R16,
        Rg16,
        Rgba16,
        R16f,
        Rg16f,
        Rgba16f,
        R32f,
        Rg32f,
        Rgba32f,
        R8ui,
        R8i,
        Rg8ui,
        Rg8i,
        Rgba8ui,
        Rgba8i,
        R16ui,
        R16i,
        Rg16ui,
        Rg16i,
        Rgba16ui,
        Rgba16i,
        R32ui,
        R32i,
        Rg32ui,
        Rg32i,
        Rgba32ui,
        Rgba32i,
        Depth16,
        Depth32f,
        Stencil8,
    ]
};

fn floats(words: [u32; 4]) -> [f32; 4] {
    words.map(f32::from_bits)
}

fn bits(values: [f32; 4]) -> [u32; 4] {
    values.map(f32::to_bits)
}

/// Pseudorandom words.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    /// From `low` to `high`.
    fn float(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.word() >> 8) as f32 / 16_777_216.0
    }
}
