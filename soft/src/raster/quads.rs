//! Packing: 2×2 quads of several primitives share a wave, as long as no pixel is in it twice.

use super::interpolate::Planes;
use super::lanes::Words;

/// Quads of a wave.
pub const QUADS: usize = 16;

/// The wave that is being filled, with tile coordinates.
pub struct Packet {
    pub count: usize,
    /// Of each quad: its lower left pixel and which of the primitives it belongs to.
    pub x: [u8; QUADS],
    pub y: [u8; QUADS],
    pub slot: [u8; QUADS],
    /// Covered lanes.
    pub mask: u64,
    /// The primitives in it.
    pub slots: usize,
    pub planes: [Planes; QUADS],
    /// Pixels in it, a row a word.
    occupied: [u64; 64],
    /// Whether any is noted there.
    noted: bool,
}

impl Default for Packet {
    fn default() -> Self {
        Self {
            count: 0,
            x: [0; QUADS],
            y: [0; QUADS],
            slot: [0; QUADS],
            mask: 0,
            slots: 0,
            planes: [Planes::default(); QUADS],
            occupied: [0; 64],
            noted: false,
        }
    }
}

impl Packet {
    /// Forgets quads and primitives.
    pub fn clear(&mut self) {
        self.clear_quads();
        self.slots = 0;
    }

    /// Forgets the quads.
    #[inline(always)]
    pub fn clear_quads(&mut self) {
        self.count = 0;
        self.mask = 0;
        if self.noted {
            self.occupied = [0; 64];
            self.noted = false;
        }
    }

    /// Whether a quad at a pixel with these covered lanes must wait for the next wave.
    #[inline(always)]
    pub fn refuses(&self, x: usize, y: usize, lanes: u64) -> bool {
        let (lower, upper) = (lanes & 3, lanes >> 2 & 3);
        self.count == QUADS || (self.occupied[y & 63] & lower << x) | (self.occupied[(y + 1) & 63] & upper << x) != 0
    }

    /// Adds a quad of the newest primitive.
    #[inline(always)]
    pub fn push(&mut self, x: usize, y: usize, lanes: u64) {
        let quad = self.count & (QUADS - 1);
        self.x[quad] = x as u8;
        self.y[quad] = y as u8;
        self.slot[quad] = self.slots.saturating_sub(1) as u8;
        self.mask |= lanes << (quad * 4);
        self.occupied[y & 63] |= (lanes & 3) << x;
        self.occupied[(y + 1) & 63] |= (lanes >> 2 & 3) << x;
        self.count += 1;
        self.noted = true;
    }

    /// Fills an empty packet with a full 8×8 block of one primitive.
    #[inline(always)]
    pub fn fill(&mut self, x: usize, y: usize) {
        for quad in 0..QUADS {
            self.x[quad] = (x + quad % 4 * 2) as u8;
            self.y[quad] = (y + quad / 4 * 2) as u8;
        }
        self.slot = [self.slots.saturating_sub(1) as u8; QUADS];
        self.mask = u64::MAX;
        self.count = QUADS;
    }

    /// Lanes of the quads that are in it, covered or not.
    pub fn lanes(&self) -> u64 {
        if self.count >= QUADS { u64::MAX } else { (1 << (self.count * 4)) - 1 }
    }

    /// Lanes of primitives for which a condition holds.
    pub fn lanes_where(&self, condition: impl Fn(&Planes) -> bool) -> u64 {
        let mut lanes = 0;
        for quad in 0..self.count.min(QUADS) {
            if condition(&self.planes[self.slot[quad] as usize & (QUADS - 1)]) {
                lanes |= 0xF << (quad * 4);
            }
        }
        lanes
    }
}

/// The lanes of a quad in the mask of an 8×8 block (bit 8 y + x): x, y count quads.
#[inline(always)]
pub fn quad_of(block: u64, x: usize, y: usize) -> u64 {
    let at = block >> (y * 16 + x * 2);
    at & 3 | at >> 6 & 0xC
}

/// Words that hold the same in all lanes.
pub fn splat(word: u32) -> Words {
    [word; 64]
}
