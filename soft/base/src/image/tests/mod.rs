#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod areas;
mod cubes;
mod filters;
mod layers;
mod load_store;
pub(crate) mod lookups;
mod pixel;
mod rows;
mod texels;
mod transfers;

use super::format::Format;
use super::*;

fn floats(words: [u32; 4]) -> [f32; 4] {
    words.map(f32::from_bits)
}

fn bits(values: [f32; 4]) -> [u32; 4] {
    values.map(f32::to_bits)
}

/// Generates pseudorandom words.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    /// Returns a float from `low` to `high`.
    fn float(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.word() >> 8) as f32 / 16_777_216.0
    }
}
