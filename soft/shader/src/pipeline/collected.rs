//! Primitives that selection and feedback receive instead of the rasteriser.

/// How a draw collects its primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collect {
    /// True if the lines of strips belong together, so that only the first restarts the line stipple.
    pub connected: bool,
    /// True if polygons stay whole, whatever their polygon mode.
    pub whole_polygons: bool,
}

/// The kind of a collected primitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the primitives")]
pub enum CollectedKind {
    Point,
    /// A line; `true` if the line stipple restarts.
    Line(bool),
    Polygon,
}

/// A primitive, clipped to the view volume.
#[derive(Clone, Debug, PartialEq)]
pub struct Collected {
    /// Its kind.
    pub kind: CollectedKind,
    /// Its vertices.
    pub vertices: Vec<CollectedVertex>,
}

/// A vertex of a collected primitive.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CollectedVertex {
    /// The window coordinates x, y and z, and the clip coordinate w.
    pub position: [f32; 4],
    /// The primary color.
    pub color: [f32; 4],
    /// The coordinates of texture unit 0.
    pub texture_coordinates: [f32; 4],
}
