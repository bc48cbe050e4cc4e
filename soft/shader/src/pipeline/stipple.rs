//! Stipple of lines and polygons.

use std::sync::Arc;

/// The stipples that are enabled.
#[derive(Clone, Debug, Default)]
pub struct Stipple {
    /// The polygon stipple: a word for each row of 32, with the column of its bits.
    pub polygon: Option<Arc<[u32; 32]>>,
    /// The line stipple.
    pub line: Option<LineStipple>,
}

/// A line stipple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStipple {
    /// The fragments for which each bit of the pattern counts: 1 to 256.
    pub factor: u32,
    /// The pattern, from its lowest bit.
    pub pattern: u16,
    /// True if the pattern continues from one line of a strip to the next.
    pub connected: bool,
}
