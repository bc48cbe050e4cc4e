//! Collects primitives for selection and feedback: clips them to the view volume and culls them, but draws nothing.

use super::batch::{Batch, PrimitiveKind};
use super::clip::Source;
use super::window::{BAD, CLIP, CULL, Distances, TINY_W, VOLUME, ViewTransform};
use base::hir::Semantic;
use shader::pipeline::collected::{Collect, Collected, CollectedKind, CollectedVertex};
use shader::pipeline::state::{Draw, PolygonMode};

/// The weights of a corner.
type Weights = [f64; 3];

/// Collects the primitives of a batch whose records have these outcodes.
pub struct Collector<'a> {
    draw: &'a Draw<'a>,
    batch: &'a Batch<'a>,
    codes: &'a [u32],
    how: Collect,
    view: ViewTransform,
    distances: Distances,
}

impl<'a> Collector<'a> {
    /// Creates the collector of a batch; `None` if the draw has no viewport.
    pub fn new(draw: &'a Draw<'a>, batch: &'a Batch<'a>, codes: &'a [u32], how: Collect) -> Option<Self> {
        let view = ViewTransform::new(draw.raster.viewports.first()?, draw.raster);
        Some(Self { draw, batch, codes, how, view, distances: Distances::new(batch.layout, draw.raster) })
    }

    /// Appends the primitives that are visible.
    pub fn collect(&self, into: &mut Vec<Collected>) {
        let mut end = None;
        for (number, &vertices) in self.batch.primitives.iter().enumerate() {
            let codes = vertices.map(|vertex| self.codes.get(vertex as usize).copied().unwrap_or(BAD));
            match self.batch.kind {
                PrimitiveKind::Point if codes[0] & (VOLUME | CLIP | CULL | BAD | TINY_W) == 0 => {
                    self.push(CollectedKind::Point, number, [vertices[0]; 3], &[[1.0, 0.0, 0.0]], true, into);
                }
                PrimitiveKind::Point => {}
                PrimitiveKind::Line => {
                    let restarts = !self.how.connected || end != Some(vertices[0]);
                    end = Some(vertices[1]);
                    self.line(number, vertices, codes, restarts, into);
                }
                PrimitiveKind::Triangle => self.triangle(number, vertices, codes, into),
            }
        }
    }

    fn line(&self, number: usize, vertices: [u32; 3], codes: [u32; 3], restarts: bool, into: &mut Vec<Collected>) {
        let (any, all) = (codes[0] | codes[1], codes[0] & codes[1]);
        if all & (VOLUME | CLIP | CULL) != 0 || any & BAD != 0 {
            return;
        }
        let vertices = [vertices[0], vertices[1], vertices[0]];
        let Some((start, end)) = self.source(vertices).segment(any & (VOLUME | CLIP | TINY_W), &self.view, &self.distances) else { return };
        let corners = [[1.0 - start, start, 0.0], [1.0 - end, end, 0.0]];
        self.push(CollectedKind::Line(restarts), number, vertices, &corners, true, into);
    }

    fn triangle(&self, number: usize, vertices: [u32; 3], codes: [u32; 3], into: &mut Vec<Collected>) {
        let (any, all) = (codes[0] | codes[1] | codes[2], codes[0] & codes[1] & codes[2]);
        if all & (VOLUME | CLIP | CULL) != 0 || any & BAD != 0 {
            return;
        }
        let polygon = self.source(vertices).visible(any, &self.view, &self.distances);
        let corners = polygon.corners.get(..polygon.count).unwrap_or(&[]);
        if corners.len() < 3 {
            return;
        }
        let state = self.draw.raster;
        let places: Vec<[f32; 2]> = corners.iter().map(|corner| self.place(vertices, corner)).map(|[x, y, ..]| [x, y]).collect();
        let next = |n: usize| places[(n + 1) % places.len()];
        let area: f32 = places.iter().enumerate().map(|(n, [x, y])| x * next(n)[1] - next(n)[0] * y).sum();
        let front = (area > 0.0) ^ !state.front_counter_clockwise ^ state.clip_upper_left;
        let culled = if front { state.cull_front } else { state.cull_back };
        if culled {
            return;
        }
        let mode = state.polygon_mode[usize::from(!front)];
        if self.how.whole_polygons || mode == PolygonMode::Fill {
            return self.push(CollectedKind::Polygon, number, vertices, corners, front, into);
        }
        let flags = self.batch.edge_flags.get(number).copied().unwrap_or(7);
        for (n, corner) in corners.iter().enumerate() {
            // A corner that is a vertex of the triangle has that vertex's edge flag.
            let vertex = corner.iter().position(|&weight| weight == 1.0);
            if vertex.is_some_and(|vertex| flags >> vertex & 1 == 0) {
                continue;
            }
            match mode {
                PolygonMode::Line => {
                    let ends = [*corner, corners[(n + 1) % corners.len()]];
                    self.push(CollectedKind::Line(n == 0), number, vertices, &ends, front, into);
                }
                _ => self.push(CollectedKind::Point, number, vertices, &[*corner], front, into),
            }
        }
    }

    /// Returns a record, or an empty one if it does not exist.
    fn record(&self, vertex: u32) -> &'a [u32] {
        let start = vertex as usize * self.batch.stride;
        self.batch.records.get(start..start + self.batch.stride).unwrap_or(&[])
    }

    fn source(&self, vertices: [u32; 3]) -> Source<'a> {
        Source {
            positions: vertices.map(|vertex| read(self.record(vertex), Some(0)).unwrap_or_default()),
            records: vertices.map(|vertex| self.record(vertex)),
        }
    }

    /// Returns the values of a record's slot at a corner.
    fn value(&self, vertices: [u32; 3], corner: &Weights, word: Option<usize>) -> Option<[f32; 4]> {
        let [a, b, c] = vertices.map(|vertex| read(self.record(vertex), word));
        let (a, b, c) = (a?, b?, c?);
        Some(std::array::from_fn(|n| {
            let parts = [a, b, c].map(|values| f64::from(values[n]));
            (parts[0] * corner[0] + parts[1] * corner[1] + parts[2] * corner[2]) as f32
        }))
    }

    /// Returns the window coordinates of a corner, and its clip coordinate w.
    fn place(&self, vertices: [u32; 3], corner: &Weights) -> [f32; 4] {
        let position = self.value(vertices, corner, Some(0)).unwrap_or_default();
        self.view.exact_window(position)
    }

    /// Appends a primitive.
    fn push(&self, kind: CollectedKind, number: usize, vertices: [u32; 3], corners: &[Weights], front: bool, into: &mut Vec<Collected>) {
        let (state, layout) = (self.draw.raster, self.batch.layout);
        let back = layout.word_of(Semantic::BackColor).filter(|_| state.two_sided && !front);
        let color_word = back.or(layout.word_of(Semantic::FrontColor));
        let count = match self.batch.kind {
            PrimitiveKind::Point => 1,
            PrimitiveKind::Line => 2,
            PrimitiveKind::Triangle => 3,
        };
        let last = if state.provoking_last { count - 1 } else { 0 };
        let provoking = self.batch.provoking.get(number).map_or(last, |&vertex| usize::from(vertex).min(count - 1));
        let mut flat = [0.0; 3];
        flat[provoking] = 1.0;
        let vertex = |corner: &Weights| {
            let color = self.value(vertices, if state.flat_colors { &flat } else { corner }, color_word).unwrap_or([0.0, 0.0, 0.0, 1.0]);
            CollectedVertex {
                position: self.place(vertices, corner),
                color: if state.clamp_vertex_colors { color.map(|value| value.clamp(0.0, 1.0)) } else { color },
                texture_coordinates: self.value(vertices, corner, layout.word_of(Semantic::TexCoord(0))).unwrap_or([0.0, 0.0, 0.0, 1.0]),
            }
        };
        into.push(Collected { kind, vertices: corners.iter().map(vertex).collect() });
    }
}

/// Returns the four values of a record from a word on.
fn read(record: &[u32], word: Option<usize>) -> Option<[f32; 4]> {
    let word = word?;
    let values = record.get(word..word + 4)?;
    Some(std::array::from_fn(|n| f32::from_bits(values[n])))
}
