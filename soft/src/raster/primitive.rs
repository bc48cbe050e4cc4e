//! A primitive that is set up: what tiles rasterise.

/// How a primitive's pixels are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Triangle,
    Line,
    Point,
}

/// No clipped weights.
pub const WHOLE: u32 = u32::MAX;

/// A primitive ready for tiles.
#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    /// Edge function i, opposite vertex i, at the centre of pixel (X, Y): 256 (a X + b Y) + c; inside where it is positive.
    /// Lines use edge 1 as the way along the line; see `line` for the rest.
    pub a: [i32; 3],
    pub b: [i32; 3],
    pub c: [i64; 3],
    /// 1 / (edge function i at vertex i).
    pub inverse_area: f64,
    pub z: [f32; 3],
    pub inverse_w: [f32; 3],
    /// Records.
    pub vertices: [u32; 3],
    pub provoking: u32,
    /// gl_PrimitiveIDIn of the fragments.
    pub id: u32,
    /// Pixels that it may cover, within the scissor: x0 ≤ x < x1.
    pub x0: u16,
    pub y0: u16,
    pub x1: u16,
    pub y1: u16,
    pub shape: Shape,
    pub front: bool,
    pub viewport: u8,
    /// Index of its weights where it is a part of a clipped primitive, else [`WHOLE`].
    pub weights: u32,
}

/// For vertices 1 and 2 of the original primitive: their weights at the three vertices of the part, perspective and linear.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub smooth: [[f32; 3]; 2],
    pub linear: [[f32; 3]; 2],
}
