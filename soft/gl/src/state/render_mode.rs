//! Selection and feedback.

use crate::tokens::*;
use shader::pipeline::collected::{Collected, CollectedKind, CollectedVertex};

/// GL_MAX_NAME_STACK_DEPTH.
pub const MAX_NAMES: usize = 64;

/// An array of the application.
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    /// Its address.
    pub address: usize,
    /// The number of values that it has room for.
    pub size: usize,
}

/// GL_RENDER_MODE and what belongs to it.
#[derive(Debug)]
pub struct RenderMode {
    /// GL_RENDER_MODE: GL_RENDER, GL_SELECT or GL_FEEDBACK.
    pub mode: u32,
    /// The array of glSelectBuffer.
    pub selection: Option<Buffer>,
    /// The array of glFeedbackBuffer.
    pub feedback: Option<Buffer>,
    /// GL_FEEDBACK_BUFFER_TYPE.
    pub ty: u32,
    /// The name stack.
    pub names: Vec<u32>,
    /// The smallest and the largest depth of the hits since the last hit record.
    hit: Option<[f32; 2]>,
    /// The number of hit records.
    records: i32,
    /// The values for the selection array.
    selected: Vec<u32>,
    /// The values for the feedback array.
    fed_back: Vec<f32>,
    /// True if the array had no room for a value.
    overflow: bool,
}

impl Default for RenderMode {
    fn default() -> Self {
        Self {
            mode: GL_RENDER,
            selection: None,
            feedback: None,
            ty: GL_2D,
            names: Vec::new(),
            hit: None,
            records: 0,
            selected: Vec::new(),
            fed_back: Vec::new(),
            overflow: false,
        }
    }
}

/// What an application gets when it leaves a mode: the result of glRenderMode, and the values for its array.
pub struct Outcome {
    /// The number of hit records or values; -1 if the array had no room for all.
    pub result: i32,
    /// The values, as words.
    pub words: Vec<u32>,
}

/// Appends values to an array with room for `size`; returns false if one did not fit.
fn append<T: Copy>(into: &mut Vec<T>, size: usize, values: &[T]) -> bool {
    let room = size.saturating_sub(into.len()).min(values.len());
    into.extend_from_slice(&values[..room]);
    room == values.len()
}

impl RenderMode {
    /// Takes the hit of a primitive with a vertex at a depth; no effect outside selection mode.
    pub fn hit(&mut self, depth: f32) {
        if self.mode == GL_SELECT {
            let [least, most] = self.hit.unwrap_or([f32::INFINITY, f32::NEG_INFINITY]);
            self.hit = Some([least.min(depth), most.max(depth)]);
        }
    }

    /// Writes the hit record of the hits since the last one.
    pub fn record_hit(&mut self) {
        let (Some(depths), Some(buffer)) = (self.hit.take(), self.selection) else { return };
        // "The minimum and maximum (each of which lies in the range [0, 1]) are each multiplied by 2^32 − 1 and rounded to the nearest unsigned
        // integer" [GL 4.6 compatibility, 21.2]
        let [least, most] = depths.map(|depth| (f64::from(depth.clamp(0.0, 1.0)) * f64::from(u32::MAX)).round() as u32);
        let mut record = vec![self.names.len() as u32, least, most];
        record.extend_from_slice(&self.names);
        self.overflow |= !append(&mut self.selected, buffer.size, &record);
        self.records = self.records.saturating_add(1);
    }

    /// Appends values to the feedback array; no effect outside feedback mode.
    pub fn feed_back(&mut self, values: &[f32]) {
        if let Some(buffer) = self.feedback.filter(|_| self.mode == GL_FEEDBACK) {
            self.overflow |= !append(&mut self.fed_back, buffer.size, values);
        }
    }

    /// Appends the values of a vertex to the feedback array.
    fn vertex(&mut self, vertex: &CollectedVertex) {
        let coordinates = match self.ty {
            GL_2D => 2,
            GL_4D_COLOR_TEXTURE => 4,
            _ => 3,
        };
        self.feed_back(&vertex.position[..coordinates]);
        if matches!(self.ty, GL_3D_COLOR | GL_3D_COLOR_TEXTURE | GL_4D_COLOR_TEXTURE) {
            self.feed_back(&vertex.color);
        }
        if matches!(self.ty, GL_3D_COLOR_TEXTURE | GL_4D_COLOR_TEXTURE) {
            self.feed_back(&vertex.texture_coordinates);
        }
    }

    /// Appends a bitmap or a pixel rectangle, by its token, to the feedback array.
    pub fn rectangle(&mut self, token: u32, position: &CollectedVertex) {
        self.feed_back(&[token as f32]);
        self.vertex(position);
    }

    /// Takes the primitives of a draw.
    pub fn receive(&mut self, primitives: &[Collected]) {
        for primitive in primitives {
            if self.mode == GL_SELECT {
                primitive.vertices.iter().for_each(|vertex| self.hit(vertex.position[2]));
                continue;
            }
            match primitive.kind {
                CollectedKind::Point => self.feed_back(&[GL_POINT_TOKEN as f32]),
                CollectedKind::Line(true) => self.feed_back(&[GL_LINE_RESET_TOKEN as f32]),
                CollectedKind::Line(false) => self.feed_back(&[GL_LINE_TOKEN as f32]),
                CollectedKind::Polygon => self.feed_back(&[GL_POLYGON_TOKEN as f32, primitive.vertices.len() as f32]),
            }
            primitive.vertices.iter().for_each(|vertex| self.vertex(vertex));
        }
    }

    /// Leaves the mode for another one.
    pub fn enter(&mut self, mode: u32) -> Outcome {
        if self.mode == GL_SELECT {
            self.record_hit();
        }
        let selected = std::mem::take(&mut self.selected);
        let fed_back = std::mem::take(&mut self.fed_back);
        let (count, words) = match self.mode {
            GL_SELECT => (self.records, selected),
            GL_FEEDBACK => (fed_back.len() as i32, fed_back.into_iter().map(f32::to_bits).collect()),
            _ => (0, Vec::new()),
        };
        let result = if self.overflow { -1 } else { count };
        (self.mode, self.overflow, self.records, self.hit) = (mode, false, 0, None);
        // "The name stack is cleared and the stack pointer reset whenever RenderMode is called." [GL 4.6 compatibility, 21.2]
        self.names.clear();
        Outcome { result, words }
    }
}
