//! Quad packing: 2×2 quads of several primitives share a wave, as long as no pixel is in it twice.

use super::pixel_set::PixelSet;
use super::planes::Planes;
use base::core::lanes::{Floats, Words};

/// The quads of a wave.
pub const QUADS: usize = 16;

/// The quads of a wave that is being filled, in pixels of the tile.
pub struct Packet {
    /// The number of quads.
    pub count: usize,
    /// For each quad, its lower left pixel and the slot of its primitive.
    pub x: [u8; QUADS],
    pub y: [u8; QUADS],
    pub slot: [u8; QUADS],
    /// The covered lanes.
    pub mask: u64,
    /// True for a full 8×8 block, whose quads are in rows of four.
    pub whole: bool,
    /// The number of primitives.
    pub slots: usize,
    /// The plane equations of the primitives.
    pub planes: [Planes; QUADS],
    /// For each varying, the values of each primitive: at vertex 0, and two differences (flat varyings: the bits in the first).
    pub values: Vec<[[f32; 3]; QUADS]>,
    /// A bit for each varying, the last one for all from number 63 on: not set if each primitive has, in all its pixels, the value at its vertex 0.
    pub varied: u64,
    /// The coordinates of the lanes' pixels, counted from the first pixel of the tile.
    pub across: Floats,
    pub up: Floats,
    /// The covered pixels of the pushed quads; the code that pushes quads adds them.
    pub covered: PixelSet,
}

/// The window coordinates of the fragments, by lane.
pub struct Pixels {
    /// Pixels from the left.
    pub x: Words,
    /// Pixels from the bottom.
    pub y: Words,
}

impl Default for Pixels {
    fn default() -> Self {
        Self { x: [0; 64], y: [0; 64] }
    }
}

/// For each even column (row) of a tile, the columns (rows) of the four lanes of the quad there.
static ACROSS: [[f32; 4]; 32] = lane_offsets(1);
static UP: [[f32; 4]; 32] = lane_offsets(2);

const fn lane_offsets(bit: usize) -> [[f32; 4]; 32] {
    let mut result = [[0.0; 4]; 32];
    let mut at = 0;
    while at < 128 {
        result[at / 4][at % 4] = (at / 4 * 2 + (at & bit != 0) as usize) as f32;
        at += 1;
    }
    result
}

/// The columns and rows of the quads of a full 8×8 block.
const QUAD_COLUMNS: [u8; QUADS] = [0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6];
const QUAD_ROWS: [u8; QUADS] = [0, 0, 0, 0, 2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6];
const COLUMNS: Floats = quad_lanes(&QUAD_COLUMNS, 1);
const ROWS: Floats = quad_lanes(&QUAD_ROWS, 2);

/// Returns the coordinate of each lane from that of its quad; `bit` of the lane number is the offset within the quad.
const fn quad_lanes(quads: &[u8; QUADS], bit: usize) -> Floats {
    let mut result = [0.0; 64];
    let mut lane = 0;
    while lane < 64 {
        result[lane] = (quads[lane / 4] as usize + (lane & bit != 0) as usize) as f32;
        lane += 1;
    }
    result
}

impl Default for Packet {
    fn default() -> Self {
        Self {
            count: 0,
            x: [0; QUADS],
            y: [0; QUADS],
            slot: [0; QUADS],
            mask: 0,
            whole: false,
            slots: 0,
            planes: [Planes::default(); QUADS],
            values: Vec::new(),
            varied: 0,
            across: [0.0; 64],
            up: [0.0; 64],
            covered: PixelSet::default(),
        }
    }
}

impl Packet {
    /// Removes all quads and primitives.
    pub fn clear(&mut self) {
        self.clear_quads();
        self.slots = 0;
        self.varied = 0;
    }

    /// Removes all quads and all primitives but the last one.
    pub fn keep_last(&mut self) {
        self.clear_quads();
        if self.slots > 1 {
            let last = (self.slots - 1) & (QUADS - 1);
            self.planes[0] = self.planes[last];
            self.values.iter_mut().for_each(|values| values[0] = values[last]);
            self.slots = 1;
        }
    }

    /// Removes all quads.
    #[inline(always)]
    pub fn clear_quads(&mut self) {
        self.count = 0;
        self.mask = 0;
        self.covered.clear();
    }

    /// Returns true if the varying with a number is constant in each primitive.
    #[inline(always)]
    pub fn is_steady(&self, varying: usize) -> bool {
        self.varied >> varying.min(63) & 1 == 0
    }

    /// Adds a quad of the newest primitive.
    #[inline(always)]
    pub fn push(&mut self, x: usize, y: usize, lanes: u64) {
        let quad = self.count & (QUADS - 1);
        self.x[quad] = x as u8;
        self.y[quad] = y as u8;
        self.slot[quad] = self.slots.saturating_sub(1) as u8;
        self.mask |= lanes << (quad * 4);
        self.across[quad * 4..quad * 4 + 4].copy_from_slice(&ACROSS[(x / 2) & 31]);
        self.up[quad * 4..quad * 4 + 4].copy_from_slice(&UP[(y / 2) & 31]);
        self.count += 1;
    }

    /// Fills the packet with a full 8×8 block of its only primitive; the coordinates of all lanes but the first only if they are wanted.
    #[inline(always)]
    pub fn fill(&mut self, x: usize, y: usize, places: bool) {
        for quad in 0..QUADS {
            self.x[quad] = x as u8 + QUAD_COLUMNS[quad];
            self.y[quad] = y as u8 + QUAD_ROWS[quad];
        }
        let (left, low) = (x as f32, y as f32);
        (self.across[0], self.up[0]) = (left, low);
        if places {
            for lane in 0..64 {
                self.across[lane] = left + COLUMNS[lane];
                self.up[lane] = low + ROWS[lane];
            }
        }
        self.slot = [0; QUADS];
        self.whole = true;
        self.mask = u64::MAX;
        self.count = QUADS;
    }

    /// Returns the lanes of its quads, covered or not.
    pub fn lanes(&self) -> u64 {
        if self.count >= QUADS { u64::MAX } else { (1 << (self.count * 4)) - 1 }
    }

    /// Returns the lanes of the primitives for which a condition holds.
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

/// Returns the quads with any pixel in an 8×8 block's mask (bit 8 y + x), as the bits of their first pixels.
#[inline(always)]
pub fn quads_of(mask: u64) -> u64 {
    let rows = mask | mask >> 8;
    (rows | rows >> 1) & 0x0055_0055_0055_0055
}

/// Returns the pixels of the quads whose first pixels are the bits of `quads`.
#[inline(always)]
pub fn pixels_of(quads: u64) -> u64 {
    let rows = quads | quads << 1;
    rows | rows << 8
}

/// Returns the covered lanes of the quad whose first pixel is bit `bit` of the mask.
#[inline(always)]
pub fn lanes_of(mask: u64, bit: u32) -> u64 {
    let at = mask >> bit;
    at & 3 | at >> 6 & 0xC
}

/// Returns a word in all lanes.
pub fn splat(word: u32) -> Words {
    [word; 64]
}
