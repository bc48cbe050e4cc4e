//! Colour output to the draw buffers: clamping, blending, logical operations, write masks, formats.

mod rgba8;
mod texels;

pub use texels::load;

use super::per_fragment::Rows;
use super::quads::{Packet, Pixels};
use super::smooth::times;
use super::tile_cache::TileCache;
use base::core::cpu::InstructionSet;
use base::core::lanes::{Floats, Words};
use base::image::Surface;
use base::image::format::{Format, Kind};
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
            Some(Self { number, surface, rows, format, registers, second, blend, masked, logic_op, constant, clamped })
        });
        targets.collect()
    }

    /// Returns true if tiles cache the surface, so that [`Self::write_back`] must end each tile.
    pub fn has_copy(&self) -> bool {
        self.format == Format::Rgba8
    }

    /// Returns the index of a pixel's word in the memory of the surface.
    fn address(&self, x: u32, y: u32) -> usize {
        self.rows.row(y).wrapping_mul(self.surface.row_words as u32).wrapping_add(x) as usize
    }

    /// Loads a quad of the tile into its cache.
    #[inline(always)]
    pub fn load(&self, cache: &mut TileCache, (x, y): (usize, usize), (tile_x, tile_y): (u32, u32)) {
        cache.load(x, y, 1, |x, y, words| self.surface.memory.load_sixteen(self.address(tile_x + x as u32, tile_y + y as u32), words));
    }

    /// Prefetches pixels of a row that a tile will need.
    pub fn prefetch(&self, x: u32, y: u32, count: usize) {
        if self.has_copy() {
            self.surface.memory.prefetch(self.address(x, y), count);
        }
    }

    /// Writes the modified pixels of a tile cache back.
    pub fn write_back(&self, cache: &mut TileCache, tile_x: u32, tile_y: u32) {
        cache.write_back(|x, y, words| self.surface.memory.store_words(self.address(tile_x + x as u32, tile_y + y as u32), words));
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
    /// The window coordinates of the lanes.
    pub pixels: &'a Pixels,
    /// The tile's first pixel in the window.
    pub x: u32,
    pub y: u32,
}

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
    static ZERO: Words = [0; 64];
    static ONE: Words = [1; 64];
    static ONE_FLOAT: Words = [1.0f32.to_bits(); 64];
    let one = if target.format.is_integer() { &ONE } else { &ONE_FLOAT };
    let color = |registers: &[u16; 4]| {
        [0, 1, 2, 3].map(|component: usize| match registers[component] {
            NONE => {
                if component == 3 {
                    one
                } else {
                    &ZERO
                }
            }
            register => &wave.register(register).0,
        })
    };
    let (mut source, mut second) = (color(&target.registers), color(&target.second));
    // "The coverage value is applied separately to each fragment color, and only applied if the corresponding color buffer in the framebuffer has
    // a fixed- or floating-point format." [GL 4.4 compatibility, 17.1]
    let coverage = coverage.filter(|_| !target.format.is_integer());
    let final_alpha = |alpha: &Words| coverage.map(|coverage| times(&alpha.map(f32::from_bits), coverage).map(f32::to_bits));
    let alphas = [final_alpha(source[3]), final_alpha(second[3])];
    if let [Some(first), Some(other)] = &alphas {
        (source[3], second[3]) = (first, other);
    }
    if target.clamped {
        let clamp = |words: &Words| words.map(|bits| f32::from_bits(bits).clamp(0.0, 1.0).to_bits());
        let (first, other) = (source.map(clamp), second.map(clamp));
        return texels::write(isa, target, mask, tile.pixels, &first.each_ref(), &other.each_ref());
    }
    if target.has_copy() {
        rgba8::write(isa, target, cache, mask, tile, &source, &second);
    } else {
        texels::write(isa, target, mask, tile.pixels, &source, &second);
    }
}
