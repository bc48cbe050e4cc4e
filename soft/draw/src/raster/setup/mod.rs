//! Primitive set-up: from clipped primitives to edge functions in 1/256 pixel, with facing, culling and polygon modes.

mod line;
mod point;
mod triangle;

use super::batch::{Batch, PrimitiveKind};
use super::binning::Chunk;
use super::clip::Source;
use super::plan::Plan;
use super::primitive::{Shape, WHOLE, Weights};
use super::smooth::Smooth;
use super::window::{BAD, CLIP, CULL, DEPTH, Distances, GUARD, TINY_W, VOLUME, ViewTransform, WindowVertex};
use base::hir::Semantic;
use base::image::Rectangle;
use shader::pipeline::state::Viewport;
use std::ops::Range;

/// A viewport with the pixels that primitives in it may cover.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The viewport transformation.
    pub transform: ViewTransform,
    /// The pixels that triangles and lines may cover.
    pub triangles: Rectangle,
    /// The pixels that points may cover.
    pub points: Rectangle,
}

/// The state common to the primitives of a batch.
pub struct Setup<'a> {
    pub plan: &'a Plan<'a>,
    pub batch: &'a Batch<'a>,
    /// The window coordinates of each record.
    pub window: &'a [WindowVertex],
    /// The outcode of each record.
    pub codes: &'a [u32],
    /// The clip and cull distances.
    pub distances: Distances,
    /// One for each viewport.
    pub views: Vec<View>,
    /// The number of layers that primitives can select; 1 if the framebuffer is not layered.
    pub layers: u16,
    /// The word of the record that holds gl_Layer, if the framebuffer is layered.
    pub layer_word: Option<usize>,
    /// The word of the record that holds gl_ViewportIndex.
    pub viewport_word: Option<usize>,
    /// The word of the record that holds the gl_PrimitiveID of a geometry shader.
    pub id_word: Option<usize>,
    /// The word of the record that holds gl_PointSize.
    pub point_size_word: Option<usize>,
    /// The outcode bits of the planes of the view volume that clip points and lines.
    pub volume: u32,
    /// The line width in pixels.
    pub line_width: i64,
    /// True if a primitive covers a pixel if it covers any of its samples, not only its centre.
    pub multisampled: bool,
    /// The shapes that cover a pixel if they cover any part of it.
    pub smooth: Option<Smooth>,
    /// The stipple counter at the start of each line; empty without stipple.
    pub stipple_starts: &'a [u32],
}

/// A corner of a primitive to set up.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    pub window: WindowVertex,
    /// The weights of the original vertices.
    pub weights: [f64; 3],
}

/// The attributes of a primitive besides its corners.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    /// The records of the vertices.
    pub vertices: [u32; 3],
    /// The record of the provoking vertex.
    pub provoking: u32,
    /// gl_PrimitiveID.
    pub id: u32,
    pub viewport: u8,
    /// The layer to draw to.
    pub layer: u16,
    /// The edges to draw in line and point polygon mode, one bit each.
    pub edges: u8,
    /// The stipple counter at the start.
    pub stipple: u32,
}

impl<'a> Setup<'a> {
    /// Prepares the set-up of a batch whose records were transformed to `window` and classified by `codes`.
    pub fn new(plan: &'a Plan<'a>, batch: &'a Batch<'a>, window: &'a [WindowVertex], codes: &'a [u32], stipple_starts: &'a [u32]) -> Self {
        let state = plan.draw.raster;
        let whole = Rectangle { x0: 0, y0: 0, x1: plan.draw.targets.width as i32, y1: plan.draw.targets.height as i32 };
        let word = |semantic| batch.layout.word_of(semantic);
        let viewport_word = word(Semantic::ViewportIndex);
        let count = if viewport_word.is_some() { state.viewports.len().min(256) } else { 1 };
        let multisampled = plan.draw.is_multisampled();
        let views = state.viewports.iter().take(count).enumerate().map(|(index, viewport)| {
            let scissor = cut(whole, state.scissors.get(index).copied().unwrap_or(whole));
            let triangles = cut(scissor, viewport_pixels(viewport, multisampled));
            let points = if state.near_far_clipping { triangles } else { scissor };
            View { transform: ViewTransform::new(viewport, state), triangles, points }
        });
        Self {
            plan,
            batch,
            window,
            codes,
            distances: Distances::new(batch.layout, state),
            views: views.collect(),
            layers: plan.draw.targets.layers.as_ref().map_or(1, |layers| layers.count),
            layer_word: plan.draw.targets.layers.as_ref().and_then(|_| word(Semantic::Layer)),
            viewport_word,
            id_word: word(Semantic::PrimitiveId),
            point_size_word: if state.program_point_size { word(Semantic::PointSize) } else { None },
            volume: if state.near_far_clipping { DEPTH } else { VOLUME },
            line_width: (state.line_width + 0.5).clamp(1.0, 64.0) as i64,
            multisampled,
            smooth: plan.smooth,
            stipple_starts,
        }
    }

    /// Returns true if primitives of a shape may cover pixels without their centres.
    fn beyond_centres(&self, shape: Shape) -> bool {
        self.multisampled || self.smooth.is_some_and(|smooth| smooth.has(shape))
    }

    /// Returns a record, or an empty one if it does not exist.
    fn record(&self, index: u32) -> &'a [u32] {
        let start = index as usize * self.batch.stride;
        self.batch.records.get(start..start + self.batch.stride).unwrap_or(&[])
    }

    fn word(&self, index: u32, word: Option<usize>) -> u32 {
        word.and_then(|word| self.record(index).get(word).copied()).unwrap_or(0)
    }

    fn position(&self, index: u32) -> [f32; 4] {
        let record = self.record(index);
        [0, 1, 2, 3].map(|n| record.get(n).map_or(0.0, |&bits| f32::from_bits(bits)))
    }

    /// Clips, counts and sets up the primitives of a range; appends the results to the chunk in order.
    pub fn build(&self, chunk: &mut Chunk, range: Range<usize>) {
        for number in range {
            chunk.statistics.clipping_input_primitives += 1;
            let Some(&vertices) = self.batch.primitives.get(number) else { continue };
            match self.batch.kind {
                PrimitiveKind::Triangle => self.triangle(chunk, number, vertices),
                PrimitiveKind::Line => self.line(chunk, number, [vertices[0], vertices[1], vertices[0]]),
                PrimitiveKind::Point => self.point(chunk, number, [vertices[0]; 3]),
            }
        }
    }

    fn triangle(&self, chunk: &mut Chunk, number: usize, vertices: [u32; 3]) {
        let [Some(&c0), Some(&c1), Some(&c2)] = vertices.map(|v| self.codes.get(v as usize)) else { return };
        let (any, all) = (c0 | c1 | c2, c0 & c1 & c2);
        if all & (VOLUME | CLIP | CULL) != 0 || any & BAD != 0 {
            return;
        }
        let origin = self.origin(number, vertices, 3);
        let mixed = any & (VOLUME | CLIP) != 0;
        if !mixed && any & (GUARD | TINY_W) == 0 && origin.is_some_and(|origin| origin.viewport == 0) {
            chunk.statistics.clipping_output_primitives += 1;
            if let Some(origin) = origin {
                let corner = |n: usize| Corner { window: self.window[vertices[n] as usize], weights: UNIT[n] };
                self.whole_triangle(chunk, &origin, [corner(0), corner(1), corner(2)]);
            }
            return;
        }
        let source = self.source(vertices);
        let view = self.view(origin.map_or(0, |origin| origin.viewport));
        chunk.statistics.clipping_output_primitives +=
            if mixed { source.surviving_triangles(any, &view.transform, &self.distances) } else { 1 };
        let Some(origin) = origin else { return };
        // Another viewport has another guard band.
        let any = if origin.viewport == 0 { any } else { any | GUARD };
        if any & (DEPTH | CLIP | GUARD | TINY_W) == 0 {
            let corner = |n: usize| Corner { window: self.window[vertices[n] as usize], weights: UNIT[n] };
            return self.whole_triangle(chunk, &origin, [corner(0), corner(1), corner(2)]);
        }
        let polygon = source.rasterised(any, &view.transform, &self.distances);
        if polygon.count < 3 {
            return;
        }
        let corner = |n: usize| self.corner(&source, &origin, polygon.corners[n]);
        self.polygon(chunk, &origin, polygon.count, corner);
    }

    fn line(&self, chunk: &mut Chunk, number: usize, vertices: [u32; 3]) {
        let [Some(&c0), Some(&c1), _] = vertices.map(|v| self.codes.get(v as usize)) else { return };
        let (any, all) = (c0 | c1, c0 & c1);
        if all & (self.volume | CLIP | CULL) != 0 || any & BAD != 0 {
            return;
        }
        let origin = self.origin(number, vertices, 2);
        let source = self.source(vertices);
        let view = self.view(origin.map_or(0, |origin| origin.viewport));
        if any & (self.volume | CLIP) != 0 && source.segment(any & (self.volume | CLIP), &view.transform, &self.distances).is_none() {
            return;
        }
        chunk.statistics.clipping_output_primitives += 1;
        let Some(origin) = origin else { return };
        let any = if origin.viewport == 0 { any } else { any | GUARD };
        let needed = any & (DEPTH | CLIP | GUARD | TINY_W);
        let Some((start, end)) = source.segment(needed, &view.transform, &self.distances) else { return };
        let ends = [start, end].map(|t| self.corner(&source, &origin, [1.0 - t, t, 0.0]));
        self.segment(chunk, &origin, ends, true, 0.0);
    }

    fn point(&self, chunk: &mut Chunk, number: usize, vertices: [u32; 3]) {
        let Some(&code) = self.codes.get(vertices[0] as usize) else { return };
        if code & (self.volume | CLIP | CULL | BAD) != 0 {
            return;
        }
        chunk.statistics.clipping_output_primitives += 1;
        let Some(origin) = self.origin(number, vertices, 1) else { return };
        if code & (GUARD | TINY_W) == 0 || origin.viewport != 0 && code & TINY_W == 0 {
            let source = self.source(vertices);
            let corner = self.corner(&source, &origin, UNIT[0]);
            self.square(chunk, &origin, corner, true, 0.0);
        }
    }

    /// Returns the bounds of the pixels that a region may cover, given in 1/256 pixel, intersected with a rectangle, or `None` if empty.
    fn bounds(&self, shape: Shape, low: (i64, i64), high: (i64, i64), within: Rectangle) -> Option<(u16, u16, u16, u16)> {
        // Samples and squares are up to half a pixel from the centre.
        let reach = if self.beyond_centres(shape) { 128 } else { 0 };
        bounds((low.0 - reach, low.1 - reach), (high.0 + reach, high.1 + reach), within)
    }

    fn source(&self, vertices: [u32; 3]) -> Source<'a> {
        Source { positions: vertices.map(|v| self.position(v)), records: vertices.map(|v| self.record(v)) }
    }

    fn view(&self, viewport: u8) -> &View {
        &self.views[(viewport as usize).min(self.views.len() - 1)]
    }

    /// Returns a corner from its weights. A vertex that is not clipped keeps its own window coordinates, as in neighbouring primitives.
    fn corner(&self, source: &Source, origin: &Origin, weights: [f64; 3]) -> Corner {
        if let Some(n) = UNIT.iter().position(|unit| *unit == weights) {
            let window = if origin.viewport == 0 {
                self.window[origin.vertices[n] as usize]
            } else {
                self.view(origin.viewport).transform.window(source.positions[n])
            };
            return Corner { window, weights };
        }
        let position = [0, 1, 2, 3].map(|c| {
            let p = |n: usize| f64::from(source.positions[n][c]) * weights[n];
            (p(0) + p(1) + p(2)) as f32
        });
        let position = [position[0], position[1], position[2], if position[3] < SMALLEST { SMALLEST } else { position[3] }];
        Corner { window: self.view(origin.viewport).transform.window(position), weights }
    }

    /// Returns the origin of a primitive, or `None` if its layer does not exist or it is invisible.
    fn origin(&self, number: usize, vertices: [u32; 3], count: usize) -> Option<Origin> {
        let batch = self.batch;
        let last = if self.plan.draw.raster.provoking_last { count - 1 } else { 0 };
        let provoking = batch.provoking.get(number).map_or(last, |&n| (n as usize).min(count - 1));
        let provoking = vertices[provoking];
        let layer = u16::try_from(self.word(provoking, self.layer_word)).ok().filter(|&layer| layer < self.layers)?;
        if self.views.is_empty() {
            return None;
        }
        let viewport = self.word(provoking, self.viewport_word) as usize;
        let viewport = if viewport < self.views.len() { viewport as u8 } else { 0 };
        let counted = || batch.primitive_ids.get(number).copied().unwrap_or(batch.first_primitive_id.wrapping_add(number as u32));
        let id = if self.id_word.is_some() { self.word(provoking, self.id_word) } else { counted() };
        let edges = batch.edge_flags.get(number).copied().unwrap_or(7);
        let stipple = self.stipple_starts.get(number).copied().unwrap_or(0);
        Some(Origin { vertices, provoking, id, viewport, layer, edges, stipple })
    }
}

const UNIT: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const SMALLEST: f32 = super::window::SMALLEST_W;

/// Stores the weights of a part's corners; returns [`WHOLE`] if they are the vertices of the primitive.
pub(super) fn weights_of(chunk: &mut Chunk, source_w: [f64; 3], corners: &[Corner; 3]) -> u32 {
    if (0..3).all(|n| corners[n].weights == UNIT[n]) {
        return WHOLE;
    }
    let mut weights = Weights { smooth: [[0.0; 3]; 2], linear: [[0.0; 3]; 2] };
    for (n, corner) in corners.iter().enumerate() {
        let scaled = [0, 1, 2].map(|k| corner.weights[k] * source_w[k]);
        let w = scaled[0] + scaled[1] + scaled[2];
        for k in 0..2 {
            weights.smooth[k][n] = corner.weights[k + 1] as f32;
            weights.linear[k][n] = (scaled[k + 1] / w) as f32;
        }
    }
    chunk.weights.push(weights);
    (chunk.weights.len() - 1) as u32
}

/// Returns the bounds of the pixels whose centres lie between coordinates in 1/256 pixel, intersected with a rectangle, or `None` if empty.
pub(super) fn bounds(low: (i64, i64), high: (i64, i64), within: Rectangle) -> Option<(u16, u16, u16, u16)> {
    let x0 = ((low.0 + 127) >> 8).max(i64::from(within.x0));
    let y0 = ((low.1 + 127) >> 8).max(i64::from(within.y0));
    let x1 = ((high.0 + 128) >> 8).min(i64::from(within.x1));
    let y1 = ((high.1 + 128) >> 8).min(i64::from(within.y1));
    (x0 < x1 && y0 < y1).then_some((x0 as u16, y0 as u16, x1 as u16, y1 as u16))
}

fn cut(a: Rectangle, b: Rectangle) -> Rectangle {
    let most = 0xFFFF;
    Rectangle { x0: a.x0.max(b.x0).max(0), y0: a.y0.max(b.y0).max(0), x1: a.x1.min(b.x1).min(most), y1: a.y1.min(b.y1).min(most) }
}

/// Returns the pixels whose centres are inside a viewport, or with multisampling those that overlap it; everything beyond is clipped.
fn viewport_pixels(viewport: &Viewport, multisampled: bool) -> Rectangle {
    let (right, top) = (viewport.x + viewport.width, viewport.y + viewport.height);
    if multisampled {
        let [x0, y0] = [viewport.x, viewport.y].map(|v| v.floor() as i32);
        let [x1, y1] = [right, top].map(|v| v.ceil() as i32);
        return Rectangle { x0, y0, x1, y1 };
    }
    let from = |v: f32| (v - 0.5).ceil() as i32;
    Rectangle { x0: from(viewport.x), y0: from(viewport.y), x1: from(right), y1: from(top) }
}
