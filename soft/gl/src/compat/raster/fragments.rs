//! Draws rectangles of fragments, which pass through texturing, fog, the fragment shader and the per-fragment operations. Those at the raster position
//! have its color, depth, texture coordinates and fog.

use crate::command::draw::draw_with;
use crate::command::framebuffer;
use crate::compat::immediate::array;
use crate::context::Context;
use crate::error::{NO_MEMORY, Result};
use crate::state::raster_position::RasterPosition;
use crate::tokens::*;
use base::core::statistics::Statistics;
use base::hir::fixed_attribute;
use shader::pipeline::collected::CollectedVertex;
use shader::pipeline::draw_call::{DrawCall, Mode, VertexAttribute};
use shader::pipeline::pixel_rectangle::PixelRectangle;
use shader::pipeline::state::{PolygonMode, RasterState, Viewport};
use std::collections::HashSet;
use std::sync::Arc;

/// A rectangle in window coordinates: left, bottom, right, top.
pub type Rectangle = [f32; 4];

/// Rounds a window coordinate as primitives are rounded, to 1/256 pixel: transformations leave a raster position a little beside the pixel's edge that
/// the program meant.
pub fn snapped(coordinate: f32) -> f32 {
    (coordinate * 256.0).round() / 256.0
}

/// Returns true in selection and feedback mode, where nothing is drawn. Feedback receives a token with the raster position, if it is valid.
pub fn feed_back(context: &mut Context, token: u32) -> bool {
    let raster = &context.compat.raster;
    let [position, color, texture_coordinates] = [raster.position, raster.color, raster.texture_coordinates[0]];
    if raster.valid && context.compat.render_mode.mode == GL_FEEDBACK {
        context.compat.render_mode.rectangle(token, &CollectedVertex { position, color, texture_coordinates });
    }
    context.compat.render_mode.mode != GL_RENDER
}

/// The state that is saved while rectangles are drawn.
struct Aside {
    /// Rasterisation state.
    raster: RasterState,
    /// Capabilities that have no field of their own.
    enabled: HashSet<u32>,
    /// GL_CULL_FACE.
    cull_face: bool,
    /// Counters of all draws.
    statistics: Statistics,
}

impl Aside {
    /// Saves the state and replaces that of primitives, which pixel rectangles do not have.
    fn take(context: &mut Context, width: u32, height: u32, depth: f64, pixels: Option<Arc<PixelRectangle>>) -> Self {
        let aside = Self {
            raster: context.state.raster.clone(),
            enabled: context.state.enabled.clone(),
            cull_face: std::mem::replace(&mut context.state.cull_face, false),
            statistics: context.statistics,
        };
        let raster = &mut context.state.raster;
        raster.viewports.fill(Viewport { x: 0.0, y: 0.0, width: width as f32, height: height as f32, near: depth, far: depth });
        (raster.clip_enables, raster.clip_zero_to_one, raster.clip_upper_left) = (0, false, false);
        (raster.polygon_mode, raster.polygon_offset_enabled) = ([PolygonMode::Fill; 2], [false; 3]);
        (raster.front_counter_clockwise, raster.flat_colors) = (true, false);
        context.state.enabled.retain(|&capability| !matches!(capability, GL_POLYGON_SMOOTH | GL_POLYGON_STIPPLE));
        context.compat.draws_rectangles = true;
        context.compat.pixel_rectangle = pixels;
        aside
    }

    /// Restores the state. Of the statistics, only the passed samples remain.
    fn put_back(self, context: &mut Context) {
        context.compat.draws_rectangles = false;
        context.compat.pixel_rectangle = None;
        context.state.raster = self.raster;
        context.state.enabled = self.enabled;
        context.state.cull_face = self.cull_face;
        let samples = context.statistics.samples_passed;
        context.statistics = self.statistics;
        context.statistics.samples_passed = samples;
    }
}

/// Returns the attributes of all vertices of a rectangle, except positions: those of the raster position.
fn attributes(context: &Context) -> Vec<VertexAttribute> {
    let mut attributes: Vec<VertexAttribute> =
        context.vertex_arrays.current.iter().map(|&current| VertexAttribute::Current(current)).collect();
    let RasterPosition { color, secondary_color, distance, texture_coordinates, .. } = &context.compat.raster;
    let mut set = |location: u32, value: [f32; 4]| {
        let mut words = [0; 8];
        words.iter_mut().zip(value).for_each(|(word, value)| *word = value.to_bits());
        attributes[location as usize] = VertexAttribute::Current(words);
    };
    set(fixed_attribute::COLOR, *color);
    set(fixed_attribute::SECONDARY_COLOR, *secondary_color);
    set(fixed_attribute::FOG_COORD, [*distance, 0.0, 0.0, 1.0]);
    for (location, coordinates) in (fixed_attribute::MULTI_TEX_COORD..).zip(texture_coordinates) {
        set(location, *coordinates);
    }
    attributes
}

/// Draws rectangles at the raster position's depth and in its color, or with the values of a pixel rectangle. Nothing is drawn while the raster
/// position is invalid.
pub fn draw(context: &mut Context, rectangles: &[Rectangle], pixels: Option<Arc<PixelRectangle>>) -> Result<()> {
    let targets = framebuffer::targets(context)?;
    if !context.compat.raster.valid || rectangles.is_empty() || targets.width == 0 || targets.height == 0 {
        return Ok(());
    }
    let size = [targets.width, targets.height];
    drop(targets);
    let [width, height] = size.map(|size| size as f32);
    let mut places = Vec::new();
    places.try_reserve(rectangles.len() * 4).map_err(|_| NO_MEMORY)?;
    for &[x0, y0, x1, y1] in rectangles {
        let (x0, x1, y0, y1) = (x0.min(x1), x0.max(x1), y0.min(y1), y0.max(y1));
        // What lies outside of the window is cut off here: clipping would compute the edges less exactly.
        let [x0, x1] = [x0, x1].map(|x| x.clamp(-1.0, width + 1.0));
        let [y0, y1] = [y0, y1].map(|y| y.clamp(-1.0, height + 1.0));
        places.extend(corners([x0, y0, x1, y1]).map(|corner| clip_coordinates(corner, size)));
    }
    let (attributes, depth) = (attributes(context), f64::from(context.compat.raster.position[2]));
    draw_quads(context, size, depth, &places, attributes, pixels)
}

/// Returns the corners of a rectangle, counterclockwise.
pub fn corners([x0, y0, x1, y1]: Rectangle) -> [[f32; 2]; 4] {
    [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

/// Returns the bits of the clip coordinates of a place in a framebuffer of that size.
pub fn clip_coordinates([x, y]: [f32; 2], [width, height]: [u32; 2]) -> [u32; 4] {
    [x * 2.0 / width as f32 - 1.0, y * 2.0 / height as f32 - 1.0, 0.0, 1.0].map(f32::to_bits)
}

/// Draws quadrilaterals at a depth of the window, with vertices in clip coordinates and their other attributes.
pub fn draw_quads(
    context: &mut Context,
    [columns, rows]: [u32; 2],
    depth: f64,
    places: &[[u32; 4]],
    mut attributes: Vec<VertexAttribute>,
    pixels: Option<Arc<PixelRectangle>>,
) -> Result<()> {
    attributes[fixed_attribute::VERTEX as usize] = VertexAttribute::Array(array(places)?);
    let call = DrawCall {
        mode: Mode::Quads,
        first: 0,
        count: u32::try_from(places.len()).map_err(|_| NO_MEMORY)?,
        instances: 1,
        base_instance: 0,
        base_vertex: 0,
        draw_id: 0,
        indices: None,
        patch_vertices: 3,
    };
    let aside = Aside::take(context, columns, rows, depth, pixels);
    let outcome = draw_with(context, &call, &attributes);
    aside.put_back(context);
    outcome
}
