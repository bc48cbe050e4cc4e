//! A primitive that is set up for rasterisation.

/// The rasterisation rule of a primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Triangle,
    Line,
    Point,
}

/// The index of weights that means none: the primitive is not clipped.
pub const WHOLE: u32 = u32::MAX;

/// A primitive that is set up for the tiles.
#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    /// Edge function i, opposite vertex i, at the centre of pixel (X, Y): 256 (a X + b Y) + c, positive inside. Lines use edge 1 for the
    /// direction along the line; `setup::line` describes their other elements, `setup::point` those of points.
    pub a: [i32; 3],
    pub b: [i32; 3],
    pub c: [i64; 3],
    /// 1 / (the value of edge function i at vertex i).
    pub inverse_area: f64,
    /// The window depth of each vertex.
    pub z: [f32; 3],
    /// 1/w of each vertex.
    pub inverse_w: [f32; 3],
    /// The record of each vertex.
    pub vertices: [u32; 3],
    /// The record of the provoking vertex.
    pub provoking: u32,
    /// gl_PrimitiveID of the fragments.
    pub id: u32,
    /// The bounds of the pixels that it may cover, within the scissor: x0 ≤ x < x1, y0 ≤ y < y1.
    pub x0: u16,
    pub y0: u16,
    pub x1: u16,
    pub y1: u16,
    pub shape: Shape,
    /// Triangles: the edges, one bit each, between two parts of one polygon, which antialiasing ignores.
    pub inner: u8,
    /// True if front-facing.
    pub front: bool,
    pub viewport: u8,
    /// The layer that it is drawn to.
    pub layer: u16,
    /// The index of its weights if it is a part of a clipped primitive, otherwise [`WHOLE`].
    pub weights: u32,
}

impl Primitive {
    /// Returns the pixels that it may cover.
    pub fn extent(&self) -> Extent {
        Extent { x0: self.x0, y0: self.y0, x1: self.x1, y1: self.y1 }
    }
}

/// The pixels that primitives may cover: x0 ≤ x < x1, y0 ≤ y < y1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub x0: u16,
    pub y0: u16,
    pub x1: u16,
    pub y1: u16,
}

impl Extent {
    /// No pixels.
    pub const NONE: Self = Self { x0: u16::MAX, y0: u16::MAX, x1: 0, y1: 0 };

    /// Returns true if there are no pixels.
    pub fn is_empty(&self) -> bool {
        self.x0 >= self.x1
    }

    /// Returns the number of its pixels.
    pub fn area(&self) -> usize {
        usize::from(self.x1.saturating_sub(self.x0)) * usize::from(self.y1.saturating_sub(self.y0))
    }

    /// Returns the smallest extent around both.
    pub fn union(self, other: Self) -> Self {
        Self { x0: self.x0.min(other.x0), y0: self.y0.min(other.y0), x1: self.x1.max(other.x1), y1: self.y1.max(other.y1) }
    }
}

/// For vertices 1 and 2 of the original primitive: their perspective and linear weights at the three vertices of the part.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub smooth: [[f32; 3]; 2],
    pub linear: [[f32; 3]; 2],
}
