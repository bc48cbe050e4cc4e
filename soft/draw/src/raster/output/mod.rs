//! Colour output to the draw buffers: clamping, blending, logical operations, write masks, formats.

mod rgba8;
mod texels;

pub use texels::load;

use super::block_rows::{BlockRows, StoredRows};
use super::per_fragment::Rows;
use super::quads::Packet;
use super::smooth::times;
use super::tile_cache::TileCache;
use base::core::cpu::{InstructionSet, versions};
use base::core::lanes::{Floats, Words};
use base::core::memory::Memory;
use base::core::vector::Eight;
use base::image::Surface;
use base::image::format::{Format, Kind};
use rgba8::{Combination, Srgb};
use shader::exec::Wave;
use shader::ir::bytecode::{NONE, Output};
use shader::pipeline::blend::Blend;
use shader::pipeline::state::Draw;

/// A draw buffer that the shader writes.
pub struct ColorTarget<'a> {
    /// The number of the draw buffer.
    pub number: usize,
    pub surface: &'a Surface,
    /// The mapping of window rows to rows of the surface.
    pub rows: Rows,
    /// The format to encode in: an sRGB surface counts as linear if GL_FRAMEBUFFER_SRGB is disabled.
    pub format: Format,
    /// The registers of the colour; NONE for components that the shader does not write.
    registers: [u16; 4],
    /// The registers of the second source colour.
    second: [u16; 4],
    /// The blend state, if blending is enabled.
    blend: Option<Blend>,
    /// True if the blend state reads the second source colour.
    reads_second: bool,
    /// How RGBA8 texels follow from colours.
    combination: Combination,
    /// The tables of an sRGB format.
    srgb: Option<Srgb>,
    /// The bits of a texel that the write mask protects.
    masked: [u32; 4],
    /// The logical operation, if enabled.
    logic_op: Option<u32>,
    /// GL_BLEND_COLOR.
    constant: [f32; 4],
    /// True if the colours are clamped to [0, 1] first.
    clamped: bool,
}

impl<'a> ColorTarget<'a> {
    /// Returns the draw buffers that a shader with these outputs changes, in a sample of a layer.
    pub fn all(draw: &'a Draw<'a>, layer: u16, sample: usize, outputs: &[(u16, Output)]) -> Vec<Self> {
        let state = draw.raster;
        let find = |wanted: Output| outputs.iter().find(|(_, output)| *output == wanted).map(|(register, _)| *register);
        let alpha_to_one = draw.alpha_operations() && state.multisample.alpha_to_one;
        let targets = (0..draw.targets.colors.len()).filter_map(|number| {
            let surface = draw.targets.color(number, layer)?.sample(sample)?;
            let color = |index: u8| {
                [0, 1, 2, 3].map(|component| {
                    let own = find(Output::FragmentColor { location: number as u8, index, component });
                    own.or(if index == 0 { find(Output::AllColors { component }) } else { None }).unwrap_or(NONE)
                })
            };
            let mut registers = color(0);
            let blend = state.blend.get(number).copied();
            let write_mask = blend.map_or([true; 4], |blend| blend.write_mask);
            if registers == [NONE; 4] || write_mask == [false; 4] {
                return None;
            }
            if alpha_to_one && !surface.format.is_integer() {
                // A component without a register is 1.
                registers[3] = NONE;
            }
            let format = match surface.format {
                Format::Srgb8Alpha8 if !state.framebuffer_srgb => Format::Rgba8,
                format => format,
            };
            let masked = texels::masked_bits(format, write_mask);
            let logic_op = state.logic_op.filter(|_| texels::takes_logic_op(format));
            // "if logical operation is enabled, blending is still disabled" where it has no effect on the format. [GL 4.4, 17.3.11]
            let blend = blend.filter(|blend| blend.enabled && state.logic_op.is_none() && !format.is_integer());
            let constant = state.blend_color.map(|value| texels::clamped(format, value));
            let rows = Rows { flipped: draw.targets.flipped, height: draw.targets.height };
            // "if SAMPLE_ALPHA_TO_ONE is enabled, each alpha value is replaced by the maximum representable alpha value" [GL 4.4, 17.3.3]
            let mut second = color(1);
            if alpha_to_one && !surface.format.is_integer() {
                second[3] = NONE;
            }
            let clamped = state.clamp_fragment_colors && matches!(format.kind(), Kind::Float | Kind::SignedNormalized);
            let reads_second = blend.is_some_and(|blend| blend.reads_second_color());
            let combination = Combination::new(blend.as_ref(), logic_op, masked);
            Some(Self {
                number,
                surface,
                rows,
                format,
                registers,
                second,
                blend,
                reads_second,
                combination,
                srgb: Srgb::of(format),
                masked,
                logic_op,
                constant,
                clamped,
            })
        });
        targets.collect()
    }

    /// Returns true if tiles cache the surface, so that [`Self::write_back`] must end each tile.
    pub fn has_copy(&self) -> bool {
        matches!(self.format, Format::Rgba8 | Format::Srgb8Alpha8)
    }

    /// Returns the index of a pixel's word in the memory of the surface.
    #[inline(always)]
    fn address(&self, x: u32, y: u32) -> usize {
        self.rows.row(y).wrapping_mul(self.surface.row_words as u32).wrapping_add(x) as usize
    }

    /// Loads the pixels of the tile from (x, y) to (x + reach, y + reach) into its cache.
    #[inline(always)]
    pub fn load(&self, cache: &mut TileCache, (x, y): (usize, usize), reach: usize, (tile_x, tile_y): (u32, u32)) {
        cache.load(x, y, reach, |x, y, words| self.surface.memory.load_sixteen(self.address(tile_x + x as u32, tile_y + y as u32), words));
    }

    /// Returns the rows of an 8×8 block of the tile in memory.
    #[inline(always)]
    fn stored_rows(&self, (x, y): (usize, usize), (tile_x, tile_y): (u32, u32)) -> StoredRows<'_> {
        self.rows.block(self.surface, self.format.bytes() as usize / 4, tile_x + x as u32, tile_y + y as u32)
    }

    /// Prefetches pixels of a row that a tile will need.
    pub fn prefetch(&self, x: u32, y: u32, count: usize) {
        let words = self.format.bytes() as usize / 4;
        if words > 0 {
            let row = self.rows.row(y) as usize * self.surface.row_words;
            self.surface.memory.prefetch(row + x as usize * words, count * words);
        }
    }

    /// Writes the modified pixels of a tile cache back.
    pub fn write_back(&self, cache: &mut TileCache, tile_x: u32, tile_y: u32) {
        let memory = self.surface.memory.words();
        cache.write_back(|x, y, words| Memory::store_run(memory, self.address(tile_x + x as u32, tile_y + y as u32), words));
    }

    /// Returns true if tiles cache the surface and the colours replace the stored ones.
    pub fn replaces_copy(&self) -> bool {
        self.has_copy() && self.combination == Combination::Opaque
    }

    /// Returns true if the output depends on the stored value.
    fn reads(&self) -> bool {
        self.blend.is_some() || self.logic_op.is_some() || self.masked != [0; 4]
    }
}

/// The fragments of a wave and their tile.
pub struct Tile<'a> {
    /// The quads of the wave.
    pub packet: &'a Packet,
    /// The tile's first pixel in the window.
    pub x: u32,
    pub y: u32,
}

static ZERO: Words = [0; 64];
static ONE: Words = [1; 64];
static ONE_FLOAT: Words = [1.0f32.to_bits(); 64];

/// Writes a wave's colours to a draw buffer in the lanes of `mask`, through the tile cache if the target uses one. With antialiasing,
/// `coverage` is the covered part of the lanes' pixels.
pub fn write(
    isa: InstructionSet,
    target: &ColorTarget,
    cache: &mut TileCache,
    mask: u64,
    tile: &Tile,
    wave: &Wave,
    coverage: Option<&Floats>,
) {
    let source = colors(target, &target.registers, wave);
    let second = if target.reads_second { colors(target, &target.second, wave) } else { source };
    if coverage.is_some() || target.clamped {
        return write_changed(isa, target, cache, mask, tile, source, second, coverage);
    }
    write_colors(isa, target, cache, mask, tile, &source, &second);
}

/// Returns the values of registers; components without a register are 0, alpha 1.
#[inline(always)]
fn colors<'a>(target: &ColorTarget, &[red, green, blue, alpha]: &[u16; 4], wave: &'a Wave) -> [&'a Words; 4] {
    let one = if target.format.is_integer() { &ONE } else { &ONE_FLOAT };
    [color(red, &ZERO, wave), color(green, &ZERO, wave), color(blue, &ZERO, wave), color(alpha, one, wave)]
}

#[inline(always)]
fn color<'a>(register: u16, missing: &'a Words, wave: &'a Wave) -> &'a Words {
    if register == NONE { missing } else { &wave.register(register).0 }
}

/// Does what [`write`] does for antialiased and clamped colours.
#[cold]
#[inline(never)]
#[allow(clippy::too_many_arguments, reason = "those of `write`")]
fn write_changed(
    isa: InstructionSet,
    target: &ColorTarget,
    cache: &mut TileCache,
    mask: u64,
    tile: &Tile,
    source: [&Words; 4],
    second: [&Words; 4],
    coverage: Option<&Floats>,
) {
    // "The coverage value is applied separately to each fragment color, and only applied if the corresponding color buffer in the framebuffer has
    // a fixed- or floating-point format." [GL 4.4 compatibility, 17.1]
    let coverage = coverage.filter(|_| !target.format.is_integer());
    let final_alpha = |alpha: &Words| coverage.map(|coverage| times(&alpha.map(f32::from_bits), coverage).map(f32::to_bits));
    let alphas = [final_alpha(source[3]), final_alpha(second[3])];
    let (mut source, mut second) = (source, second);
    if let [Some(first), Some(other)] = &alphas {
        (source[3], second[3]) = (first, other);
    }
    if target.clamped {
        let clamp = |words: &Words| words.map(|bits| f32::from_bits(bits).clamp(0.0, 1.0).to_bits());
        let (first, other) = (source.map(clamp), second.map(clamp));
        return write_colors(isa, target, cache, mask, tile, &first.each_ref(), &other.each_ref());
    }
    write_colors(isa, target, cache, mask, tile, &source, &second);
}

versions! {
    /// Copies an 8×8 block of a tile from one target of a cached format to another, each in its cache if that has pixels of the block.
    pub fn copy_block = copy_block_body<Eight>(
        from: (&ColorTarget, &TileCache), into: (&ColorTarget, &mut TileCache), place: (usize, usize), tile: (u32, u32)
    )
}

#[inline(always)]
fn copy_block_body<V: Eight>(
    (from_target, from): (&ColorTarget, &TileCache),
    (target, cache): (&ColorTarget, &mut TileCache),
    place: (usize, usize),
    tile: (u32, u32),
) {
    let cached = from.block(place.0, place.1).filter(|_| from.has(place.0, place.1));
    let rows = match cached {
        Some(block) => read_rows::<V, _>(block),
        None => read_rows::<V, _>(&from_target.stored_rows(place, tile)),
    };
    if cache.has(place.0, place.1) {
        cache.written.add(place.0, place.1, u64::MAX);
        if let Some(block) = cache.block_mut(place.0, place.1) {
            write_rows::<V, _>(block, &rows);
        }
    } else {
        write_rows::<V, _>(&mut target.stored_rows(place, tile), &rows);
    }
}

#[inline(always)]
fn read_rows<V: Eight, R: BlockRows>(block: &R) -> [V::Ints; 8] {
    let mut rows = [V::int(0); 8];
    for row in 0..8 {
        rows[row] = block.read::<V>(row, 0);
    }
    rows
}

#[inline(always)]
fn write_rows<V: Eight, R: BlockRows>(block: &mut R, rows: &[V::Ints; 8]) {
    for row in 0..8 {
        block.write::<V>(row, 0, rows[row]);
    }
}

/// Writes colours, through the tile cache if the target uses one.
#[inline(always)]
fn write_colors(
    isa: InstructionSet,
    target: &ColorTarget,
    cache: &mut TileCache,
    mask: u64,
    tile: &Tile,
    source: &[&Words; 4],
    second: &[&Words; 4],
) {
    if target.has_copy() {
        rgba8::write(isa, target, cache, mask, tile, source, second);
    } else {
        texels::write(isa, target, mask, tile, source, second);
    }
}
