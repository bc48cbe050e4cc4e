//! Stipple: removes pixels from the coverage of lines and polygons.

use super::batch::{Batch, PrimitiveKind};
use super::coverage::columns;
use super::primitive::{Primitive, Shape};
use super::window::WindowVertex;
use shader::pipeline::state::{Draw, PolygonMode};
use shader::pipeline::stipple::{LineStipple, Stipple};

/// The stipple counter of the lines that follow each other in a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter {
    /// The fragments of the strip before the next line.
    value: u32,
    /// The end of the last line.
    end: Option<(i32, i32)>,
}

/// The stipples of a draw.
pub struct Stippled<'a> {
    stipple: &'a Stipple,
    /// True if a line has a fragment for each unit of its length, not one in each column or row.
    by_length: bool,
}

impl<'a> Stippled<'a> {
    /// Returns the stipples of a draw of primitives of a kind, or `None` if no pixel can be removed.
    pub fn new(draw: &'a Draw, kind: PrimitiveKind) -> Option<Self> {
        let stipple = &draw.raster.stipple;
        let polygons = kind == PrimitiveKind::Triangle;
        let has = |mode: PolygonMode| polygons && draw.raster.polygon_mode.contains(&mode);
        let lines = stipple.line.is_some() && (kind == PrimitiveKind::Line || has(PolygonMode::Line));
        let applies = lines || stipple.polygon.is_some() && has(PolygonMode::Fill);
        applies.then(|| Self { stipple, by_length: draw.is_multisampled() || draw.raster.smoothing.lines })
    }

    /// Returns the counter at the start of each line of a batch.
    pub fn starts(&self, batch: &Batch, window: &[WindowVertex], counter: &mut Counter) -> Vec<u32> {
        let Some(line) = self.stipple.line.filter(|_| batch.kind == PrimitiveKind::Line) else { return Vec::new() };
        let mut starts = Vec::with_capacity(batch.primitives.len());
        for vertices in batch.primitives {
            let [from, to] = [vertices[0], vertices[1]].map(|vertex| window.get(vertex as usize).copied().unwrap_or_default());
            // "s is reset to 0 whenever a Begin occurs, and before every line segment in a group of independent segments"
            // [GL 4.6 compatibility, 14.5.2.1]
            if !line.connected || counter.end != Some((from.x, from.y)) {
                counter.value = 0;
            }
            starts.push(counter.value);
            counter.value = counter.value.wrapping_add(self.fragments(&from, &to));
            counter.end = Some((to.x, to.y));
        }
        starts
    }

    /// Returns the number of fragments of a line.
    fn fragments(&self, from: &WindowVertex, to: &WindowVertex) -> u32 {
        let (dx, dy) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        if self.by_length {
            return (length(dx, dy) / 256.0).round() as u32;
        }
        let turn = |vertex: &WindowVertex| {
            let (x, y) = (i64::from(vertex.x), i64::from(vertex.y));
            if dy.abs() > dx.abs() { (y, x) } else { (x, y) }
        };
        columns(turn(from), turn(to)).map_or(0, |(first, last)| u32::try_from(last - first).unwrap_or(0))
    }

    /// Returns the pixels of an 8×8 block of the window that the stipple leaves of a primitive.
    pub fn kept(&self, primitive: &Primitive, x: i32, y: i32) -> u64 {
        match primitive.shape {
            Shape::Triangle => self.stipple.polygon.as_ref().map_or(u64::MAX, |rows| polygon_block(rows, x, y)),
            Shape::Line => self.stipple.line.map_or(u64::MAX, |line| self.line_block(&line, primitive, x, y)),
            Shape::Point => u64::MAX,
        }
    }

    /// Returns the pixels of a block that the stipple of a line leaves.
    fn line_block(&self, stipple: &LineStipple, line: &Primitive, x: i32, y: i32) -> u64 {
        let (steep, start) = (line.c[2] & 1 != 0, line.c[2] >> 1);
        let (dx, dy) = (i64::from(line.a[1]), i64::from(line.b[1]));
        let backwards = if steep { dy < 0 } else { dx < 0 };
        // The column of the first fragment.
        let first = if backwards { line.b[2] - 1 } else { line.a[2] };
        let length = length(dx, dy);
        let mut kept = 0;
        for pixel in 0..64 {
            let (x, y) = (x + pixel % 8, y + pixel / 8);
            let offset = if self.by_length {
                let [right, up] = [(x, line.a[0]), (y, line.b[0])].map(|(at, from)| i64::from(at) * 256 + 128 - i64::from(from));
                (((right * dx + up * dy) as f64 / length / 256.0).floor() as i64).max(0)
            } else {
                i64::from((if steep { y } else { x }) - first).abs()
            };
            // "b = ⌊s/r⌋ mod 16, … Then a fragment is produced if the bth bit of p is 1" [GL 4.6 compatibility, 14.5.2.1]
            let bit = (start + offset) / i64::from(stipple.factor.max(1)) % 16;
            kept |= u64::from(stipple.pattern >> bit & 1) << pixel;
        }
        kept
    }
}

/// Returns the length of a vector of the window, whose squares are exact. It is rounded correctly; what the C library's `hypot` returns depends on its
/// version and on the processor.
fn length(dx: i64, dy: i64) -> f64 {
    let (dx, dy) = (dx as f64, dy as f64);
    (dx * dx + dy * dy).sqrt()
}

/// Returns the pixels of an 8×8 block of the window that a polygon stipple leaves.
fn polygon_block(rows: &[u32; 32], x: i32, y: i32) -> u64 {
    // "that fragment is sent to the next stage of the GL if and only if the bit of the pattern (xw mod 32, yw mod 32) is 1."
    // [GL 4.6 compatibility, 14.6.2]
    (0..8).fold(0, |kept, row| {
        let word = rows[((y + row) & 31) as usize].rotate_right((x & 31) as u32);
        kept | u64::from(word & 0xFF) << (row * 8)
    })
}

#[cfg(test)]
mod tests {
    use super::length;

    /// Tests that no `f64` is closer: the root lies between those halfway to its neighbours. The squares of these are compared as integers.
    #[test]
    fn lengths_are_rounded_correctly() {
        let mut random = 1_u64;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 41) as i64 + (1 << 16)
        };
        for _ in 0..100_000 {
            let (dx, dy) = (next(), next());
            // In units of 2^-38, of which the last place of each root has at least four.
            let units = |value: f64| (value * (1_u64 << 38) as f64) as u128;
            let (square, root) = (((dx * dx + dy * dy) as u128) << 76, length(dx, dy));
            let [below, above] = [units(root.next_down()), units(root.next_up())].map(|neighbour| (units(root) + neighbour) / 2);
            assert!(below * below <= square && square <= above * above, "{dx} {dy}: {root}");
        }
    }
}
