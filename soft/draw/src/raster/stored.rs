//! The values that the framebuffer stores, as inputs of fragment shaders.
//!
//! A worker shades the fragments of a tile in order, and no pixel is twice in a wave, so that a fragment reads what the one before it wrote.

use super::output::ColorTarget;
use super::per_fragment::Rows;
use super::plan::Plan;
use super::quads::{Packet, Pixels, QUADS, splat};
use super::tile_cache::TileCache;
use base::core::lanes::Words;
use base::image::Surface;
use base::image::format::Format;
use base::image::texel::Raw;
use shader::exec::Wave;
use shader::ir::bytecode::Input;

/// The fragments that read, and the sample.
pub struct Reader<'a> {
    /// The quads of the wave.
    pub packet: &'a Packet,
    /// The window coordinates of the lanes.
    pub pixels: &'a Pixels,
    /// The sample; 0 for targets that are not multisampled.
    pub sample: usize,
    /// The tile's first pixel in the window.
    pub tile: (u32, u32),
}

/// Fills the registers of the inputs that the framebuffer stores. `caches` are those of `targets`.
pub fn fill(plan: &Plan, reader: &Reader, targets: &[ColorTarget], caches: &mut [TileCache], wave: &mut Wave) {
    let draw = plan.draw;
    let rows = Rows { flipped: draw.targets.flipped, height: draw.targets.height };
    let memory =
        |surface: Option<&Surface>| surface.and_then(|surface| surface.sample(reader.sample)).map(|surface| texels(surface, rows, reader));
    // The stored colours of the draw buffer that the input before read.
    let mut known: Option<(u8, [Words; 4])> = None;
    for &(register, input) in &plan.builtins {
        let words = match input {
            Input::StoredColor { location, component } => {
                if known.as_ref().is_none_or(|(of, _)| *of != location) {
                    known = Some((location, colors(plan, reader, usize::from(location), targets, caches)));
                }
                known.as_ref().map_or([0; 64], |(_, colors)| colors[usize::from(component & 3)])
            }
            Input::StoredDepth => {
                let surface = draw.targets.depth(plan.layer);
                let format = surface.map(|surface| surface.format);
                memory(surface).zip(format).map_or([0; 64], |(raw, format)| raw.map(|raw| format.decode(raw)[0]))
            }
            Input::StoredStencil => {
                let surface = draw.targets.stencil(plan.layer);
                let format = surface.map(|surface| surface.format);
                memory(surface).zip(format).map_or([0; 64], |(raw, format)| raw.map(|raw| format.stencil(raw).into()))
            }
            _ => continue,
        };
        wave.register_mut(register).0 = words;
    }
}

/// Returns the colours that a draw buffer stores, by component; (0, 0, 0, 1) if it has no image.
fn colors(plan: &Plan, reader: &Reader, number: usize, targets: &[ColorTarget], caches: &mut [TileCache]) -> [Words; 4] {
    let draw = plan.draw;
    let mut result = [[0; 64], [0; 64], [0; 64], splat(1.0f32.to_bits())];
    let Some(surface) = draw.targets.color(number, plan.layer).and_then(|surface| surface.sample(reader.sample)) else { return result };
    // "the R, G, and B destination color values (after conversion from fixed-point to floating-point) are considered to be encoded for the sRGB
    // color space and hence must be linearized first." [EXT_shader_framebuffer_fetch]
    let format = match surface.format {
        Format::Srgb8Alpha8 if !draw.raster.framebuffer_srgb => Format::Rgba8,
        format => format,
    };
    let cached = targets.iter().zip(caches).find(|(target, _)| target.number == number && target.has_copy());
    let raw = match cached {
        Some((target, cache)) => cached_texels(target, cache, reader),
        None => texels(surface, Rows { flipped: draw.targets.flipped, height: draw.targets.height }, reader),
    };
    for (lane, raw) in raw.into_iter().enumerate() {
        let texel = format.decode(raw);
        for component in 0..4 {
            result[component][lane] = texel[component];
        }
    }
    if draw.targets.without_alpha >> number & 1 != 0 {
        result[3] = splat(if format.is_integer() { 1 } else { 1.0f32.to_bits() });
    }
    result
}

/// Returns the texels of the lanes' pixels in a tile cache.
fn cached_texels(target: &ColorTarget, cache: &mut TileCache, reader: &Reader) -> [Raw; 64] {
    let mut result = [[0; 4]; 64];
    let packet = reader.packet;
    for (quad, texels) in result.as_chunks_mut::<4>().0.iter_mut().enumerate().take(packet.count.min(QUADS)) {
        let (x, y) = (packet.x[quad] as usize, packet.y[quad] as usize);
        target.load(cache, (x, y), 1, reader.tile);
        if let Some([[a, b], [c, d]]) = cache.quad(x, y) {
            *texels = [*a, *b, *c, *d].map(|word| [word, 0, 0, 0]);
        }
    }
    result
}

/// Returns the texels of the lanes' pixels in memory.
fn texels(surface: &Surface, rows: Rows, reader: &Reader) -> [Raw; 64] {
    let addresses = rows.addresses(surface, surface.format.bytes(), reader.pixels);
    addresses.map(|address| super::output::load(surface, address))
}
