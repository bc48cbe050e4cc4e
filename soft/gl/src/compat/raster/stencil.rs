//! Writes stencil indices, alone or with depths, to the buffers: "Each coordinate-data pair is sent directly to the per-fragment operations, bypassing
//! the fragment processing operations". [GL 4.6 compatibility, 18.1.4]

use crate::command::framebuffer;
use crate::command::query;
use crate::context::Context;
use crate::error::Result;
use base::image::Surface;
use shader::pipeline::pixel_rectangle::group;

/// Stencil indices at the raster position, each with its depth if there are depths.
pub struct Pairs {
    /// The window coordinates of the corner of the first one.
    pub corner: [f32; 2],
    /// glPixelZoom.
    pub zoom: [f32; 2],
    /// The number in a row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// The values, row by row.
    pub pairs: Vec<(Option<f32>, u8)>,
}

/// Returns the pixels, limited to a range, whose centers lie in `count` groups from a corner on.
fn span(corner: f32, zoom: f32, count: u32, range: [i32; 2]) -> std::ops::Range<i32> {
    let ends = [f64::from(corner), f64::from(corner) + f64::from(zoom) * f64::from(count)];
    // "A fragment representing group (n, m) is produced for each framebuffer pixel inside, or on the bottom or left boundary, of this rectangle."
    // [GL 4.6 compatibility, 18.1.2]
    let [first, last] = [ends[0].min(ends[1]), ends[0].max(ends[1])].map(|end| (end - 0.5).ceil() as i32);
    first.max(range[0])..last.min(range[1])
}

/// Writes the pairs where the scissor test passes.
pub fn write(context: &mut Context, pairs: &Pairs) -> Result<()> {
    let targets = framebuffer::targets(context)?;
    if query::rendering_discarded(context) || context.state.raster.rasterizer_discard {
        return Ok(());
    }
    let scissor = context.state.scissor(0, targets.width, targets.height);
    let mask = context.state.raster.stencil[0].write_mask;
    let writes_depth = context.state.raster.depth_write;
    let columns = span(pairs.corner[0], pairs.zoom[0], pairs.width, [scissor.x0, scissor.x1]);
    for y in span(pairs.corner[1], pairs.zoom[1], pairs.height, [scissor.y0, scissor.y1]) {
        let row = group(y as u32, pairs.corner[1], pairs.zoom[1], pairs.height) as usize * pairs.width as usize;
        let y = if targets.flipped { targets.height as i32 - 1 - y } else { y };
        for x in columns.clone() {
            let column = group(x as u32, pairs.corner[0], pairs.zoom[0], pairs.width) as usize;
            let Some(&(depth, stencil)) = pairs.pairs.get(row + column) else { continue };
            for surface in targets.stencil.iter().flat_map(Surface::each_sample) {
                let raw = surface.raw(x as u32, y as u32);
                let stencil = surface.format.stencil(raw) & !mask | stencil & mask;
                surface.set_raw(x as u32, y as u32, surface.format.with_stencil(raw, stencil));
            }
            let Some(depth) = depth.filter(|_| writes_depth) else { continue };
            for surface in targets.depth.iter().flat_map(Surface::each_sample) {
                let raw = surface.raw(x as u32, y as u32);
                surface.set_raw(x as u32, y as u32, surface.format.with_depth(raw, depth));
            }
        }
    }
    Ok(())
}
