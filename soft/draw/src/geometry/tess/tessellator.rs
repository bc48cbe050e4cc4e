//! The fixed-function tessellator: levels to domain points and primitives (OpenGL 4.5, section 11.2.2).
//!
//! Every domain point is generated once. Positions along an edge are multiples of 2⁻²⁴, so that t and 1 - t are both exact and an edge
//! shared by two patches has the same points from either side. The two short segments of fractional spacing are at the ends of the edge.

use crate::raster::PrimitiveKind;
use base::hir::{TessMode, TessSpacing};
use shader::pipeline::program::TessEvaluation;
use shader::pipeline::state::Failure;

/// GL_MAX_TESS_GEN_LEVEL.
pub const MAX_LEVEL: f32 = 64.0;

/// The value just above 1 that replaces an inner level of 1 where the outer edges have more segments.
const ABOVE_ONE: f32 = 1.0 + 1.0 / 65_536.0;

/// The centre of the triangle domain. Its coordinates add up to exactly 1.
const CENTRE: [f32; 3] = [THIRD, THIRD, 1.0 - 2.0 * THIRD];

/// The largest multiple of 2⁻²⁴ below 1/3.
const THIRD: f32 = 5_592_405.0 / 16_777_216.0;

/// The subdivision of one edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    segments: u32,
    /// The fractional level, from segments - 2 to segments; for equal spacing equal to segments.
    level: f32,
}

/// The levels after clamping and rounding. Equal levels give equal tessellations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    mode: TessMode,
    outer: [Edge; 4],
    inner: [Edge; 2],
}

/// A tessellated patch.
#[derive(Clone, Debug, Default)]
pub struct Tessellation {
    /// The levels that it was generated from.
    pub levels: Option<Levels>,
    /// The mode that it was generated for; set when it is complete.
    pub mode: Option<TessEvaluation>,
    /// gl_TessCoord of each point.
    pub points: Vec<[f32; 3]>,
    /// The point numbers of each primitive; lines use two of three, points one.
    pub primitives: Vec<[u32; 3]>,
}

/// Returns the kind of primitives that a mode emits.
pub fn kind(mode: TessEvaluation) -> PrimitiveKind {
    match mode.mode {
        _ if mode.point_mode => PrimitiveKind::Point,
        TessMode::Isolines => PrimitiveKind::Line,
        _ => PrimitiveKind::Triangle,
    }
}

impl Edge {
    fn new(level: f32, spacing: TessSpacing) -> Self {
        // `max` and `min` turn NaN into the bound.
        let clamped = |least: f32, greatest: f32| level.max(least).min(greatest);
        let (segments, level) = match spacing {
            TessSpacing::Equal => {
                let segments = clamped(1.0, MAX_LEVEL).ceil();
                (segments, segments)
            }
            TessSpacing::FractionalEven => {
                let level = clamped(2.0, MAX_LEVEL);
                ((level / 2.0).ceil() * 2.0, level)
            }
            TessSpacing::FractionalOdd => {
                let level = clamped(1.0, MAX_LEVEL - 1.0);
                (((level - 1.0) / 2.0).ceil() * 2.0 + 1.0, level)
            }
        };
        let edge = Self { segments: segments as u32, level };
        // Drop short segments of length 0.
        if edge.segments > 2 && edge.position(1) == 0.0 {
            let segments = edge.segments - 2;
            return Self { segments, level: segments as f32 };
        }
        edge
    }

    /// Returns the position of the point between segments `index - 1` and `index`: from 0 to 1, a multiple of 2⁻²⁴.
    fn position(&self, index: u32) -> f32 {
        const ONE: f64 = 16_777_216.0;
        if index == 0 {
            return 0.0;
        }
        if index >= self.segments {
            return 1.0;
        }
        if index * 2 == self.segments {
            return 0.5;
        }
        if index * 2 > self.segments {
            return 1.0 - self.position(self.segments - index);
        }
        let level = f64::from(self.level);
        let short = (level - f64::from(self.segments - 2)) / 2.0;
        let position = (short + f64::from(index - 1)) / level;
        ((position * ONE).round() / ONE) as f32
    }
}

impl Levels {
    /// Clamps four outer and two inner levels. Returns `None` if the patch is discarded.
    pub fn new(levels: [f32; 6], mode: TessEvaluation) -> Option<Self> {
        let [o0, o1, o2, o3, i0, i1] = levels;
        let spacing = mode.spacing;
        let edges = match mode.mode {
            TessMode::Triangles => 3,
            TessMode::Quads => 4,
            TessMode::Isolines => 2,
        };
        if levels.iter().take(edges).any(|level| level.is_nan() || *level <= 0.0) {
            return None;
        }
        let one = Edge { segments: 1, level: 1.0 };
        let mut outer = [o0, o1, o2, o3].map(|level| Edge::new(level, spacing));
        outer[edges..].fill(one);
        let mut inner = [i0, i1].map(|level| Edge::new(level, spacing));
        match mode.mode {
            TessMode::Triangles => inner[1] = one,
            TessMode::Quads => {}
            TessMode::Isolines => {
                outer[0] = Edge::new(o0, TessSpacing::Equal);
                inner = [one; 2];
            }
        }
        let used = if mode.mode == TessMode::Quads { 2 } else { 1 };
        let all_one = outer.iter().chain(&inner[..used]).all(|edge| edge.segments == 1);
        if mode.mode != TessMode::Isolines && !all_one {
            // "the set of interior triangles generated for triangle and quad tessellation must be identical" [GL 4.4, A.4] for all outer levels. If
            // those are 1 as well, there is no interior triangle. The short segments of fractional odd spacing have no length, because that of a level
            // just above 1 vanishes: the inner points lie on the outer edges.
            let vanishing = Edge { segments: 3, level: 1.0 };
            let above_one = if spacing == TessSpacing::FractionalOdd { vanishing } else { Edge::new(ABOVE_ONE, spacing) };
            inner[..used].iter_mut().filter(|edge| edge.segments == 1).for_each(|edge| *edge = above_one);
        }
        Some(Self { mode: mode.mode, outer, inner })
    }

    /// Returns an upper bound of the number of points.
    pub fn max_points(&self) -> usize {
        let outer: u32 = self.outer.iter().map(|edge| edge.segments).sum();
        let [n, m] = self.inner.map(|edge| edge.segments);
        let points = match self.mode {
            TessMode::Triangles => outer + n * n,
            TessMode::Quads => outer + n * m,
            TessMode::Isolines => self.outer[0].segments * (self.outer[1].segments + 1),
        };
        points as usize
    }
}

/// Generates the points and primitives for the levels in `into`.
pub fn tessellate(mode: TessEvaluation, into: &mut Tessellation) -> Result<(), Failure> {
    into.points.clear();
    into.primitives.clear();
    let Some(levels) = into.levels else { return Ok(()) };
    let points = levels.max_points();
    into.points.try_reserve(points).map_err(|_| Failure::OutOfMemory)?;
    into.primitives.try_reserve(points * 2).map_err(|_| Failure::OutOfMemory)?;
    match mode.mode {
        TessMode::Triangles => triangles(&levels, into),
        TessMode::Quads => quads(&levels, into),
        TessMode::Isolines => isolines(&levels, into),
    }
    if mode.point_mode {
        into.primitives.clear();
        into.primitives.extend((0..into.points.len() as u32).map(|point| [point; 3]));
    } else if mode.clockwise && mode.mode != TessMode::Isolines {
        for primitive in &mut into.primitives {
            primitive.swap(1, 2);
        }
    }
    into.mode = Some(mode);
    Ok(())
}

/// The points along one side of a ring: the number and the position from 0 to 1.
type Chain = Vec<(u32, f32)>;

/// Fills the strip between two parallel sides with counter-clockwise triangles; `inside` is to the left of `outside`.
fn stitch(outside: &Chain, inside: &Chain, primitives: &mut Vec<[u32; 3]>) {
    let (mut at, mut beside) = (outside.iter().peekable(), inside.iter().peekable());
    let (Some(mut a), Some(mut b)) = (at.next(), beside.next()) else { return };
    loop {
        let next_is_outside = match (at.peek(), beside.peek()) {
            (None, None) => return,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (Some(next_a), Some(next_b)) => a.1 + next_a.1 <= b.1 + next_b.1,
        };
        if next_is_outside {
            let Some(next) = at.next() else { return };
            primitives.push([a.0, next.0, b.0]);
            a = next;
        } else {
            let Some(next) = beside.next() else { return };
            primitives.push([a.0, next.0, b.0]);
            b = next;
        }
    }
}

/// Returns a point of the triangle domain from its position along side v = 0, w = 0 or u = 0 of a ring, and its distance inwards.
fn triangle_point(side: usize, along: f64, inside: f64) -> [f32; 3] {
    let rest = (1.0 - along - inside) as f32;
    let (along, inside) = (along as f32, inside as f32);
    match side {
        0 => [along, inside, rest],
        1 => [rest, along, inside],
        _ => [inside, rest, along],
    }
}

/// Generates concentric triangles, the outermost with the outer levels. The sides of each ring run counter-clockwise from w = 1 over u = 1
/// and v = 1.
fn triangles(levels: &Levels, into: &mut Tessellation) {
    let Tessellation { points, primitives, .. } = into;
    let [u, v, w, _] = levels.outer;
    let inner = levels.inner[0];
    let count = inner.segments;
    let mut outside: [Chain; 3] = Default::default();
    for (side, edge) in [v, w, u].into_iter().enumerate() {
        for index in 0..edge.segments {
            let position = edge.position(index);
            outside[side].push((points.len() as u32, position));
            points.push(triangle_point(side, f64::from(position), 0.0));
        }
    }
    close_ring(&mut outside);
    if count == 1 {
        primitives.push([0, 1, 2]);
        return;
    }
    for ring in 1..=count / 2 {
        let depth = f64::from(inner.position(ring));
        let mut inside: [Chain; 3] = Default::default();
        if ring * 2 == count {
            let centre = (points.len() as u32, 0.5);
            points.push(CENTRE);
            inside.iter_mut().for_each(|chain| chain.push(centre));
        } else {
            for (side, chain) in inside.iter_mut().enumerate() {
                for index in ring..count - ring {
                    let position = inner.position(index);
                    chain.push((points.len() as u32, position));
                    // Straight inwards from the point on the outer side.
                    points.push(triangle_point(side, f64::from(position) - depth / 3.0, depth * 2.0 / 3.0));
                }
            }
            close_ring(&mut inside);
            // A side ends at the last position of its ring, not at 1.
            inside.iter_mut().for_each(|chain| {
                chain.iter_mut().skip((count - 2 * ring) as usize).for_each(|last| last.1 = inner.position(count - ring))
            });
        }
        for (outside, inside) in outside.iter().zip(&inside) {
            stitch(outside, inside, primitives);
        }
        outside = inside;
    }
    if count % 2 == 1 {
        primitives.push([0, 1, 2].map(|side: usize| outside[side].first().map_or(0, |point| point.0)));
    }
}

/// Ends each side at the point where the next one begins.
fn close_ring(sides: &mut [Chain]) {
    let firsts: Vec<u32> = sides.iter().map(|side| side.first().map_or(0, |point| point.0)).collect();
    for (side, chain) in sides.iter_mut().enumerate() {
        chain.push((firsts[(side + 1) % firsts.len()], 1.0));
    }
}

/// Generates an inner grid and stitches it to the four outer edges.
fn quads(levels: &Levels, into: &mut Tessellation) {
    let Tessellation { points, primitives, .. } = into;
    let [left, bottom, right, top] = levels.outer;
    let [across, up] = levels.inner;
    let (n, m) = (across.segments, up.segments);
    let mut outside: [Chain; 4] = Default::default();
    for (side, edge) in [bottom, right, top, left].into_iter().enumerate() {
        for index in 0..edge.segments {
            let t = edge.position(index);
            outside[side].push((points.len() as u32, t));
            points.push(match side {
                0 => [t, 0.0, 0.0],
                1 => [1.0, t, 0.0],
                2 => [1.0 - t, 1.0, 0.0],
                _ => [0.0, 1.0 - t, 0.0],
            });
        }
    }
    close_ring(&mut outside);
    if n == 1 || m == 1 {
        primitives.extend([[0, 1, 2], [0, 2, 3]]);
        return;
    }
    let base = points.len() as u32;
    let number = |i: u32, j: u32| base + (j - 1) * (n - 1) + (i - 1);
    for j in 1..m {
        for i in 1..n {
            points.push([across.position(i), up.position(j), 0.0]);
        }
    }
    let inside: [Chain; 4] = [
        (1..n).map(|i| (number(i, 1), across.position(i))).collect(),
        (1..m).map(|j| (number(n - 1, j), up.position(j))).collect(),
        (1..n).rev().map(|i| (number(i, m - 1), across.position(n - i))).collect(),
        (1..m).rev().map(|j| (number(1, j), up.position(m - j))).collect(),
    ];
    for (outside, inside) in outside.iter().zip(&inside) {
        stitch(outside, inside, primitives);
    }
    for j in 1..m - 1 {
        for i in 1..n - 1 {
            let [a, b, c, d] = [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
            // The diagonal runs towards the centre, so that both triangles of a corner have an edge of the inner rectangle.
            let falling = (i * 2 + 1 < n) != (j * 2 + 1 < m);
            primitives.extend(if falling { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] });
        }
    }
}

/// Generates lines along u, without the one at v = 1.
fn isolines(levels: &Levels, into: &mut Tessellation) {
    let [lines, along, ..] = levels.outer;
    for line in 0..lines.segments {
        for index in 0..=along.segments {
            let number = into.points.len() as u32;
            into.points.push([along.position(index), lines.position(line), 0.0]);
            if index > 0 {
                into.primitives.push([number - 1, number, number]);
            }
        }
    }
}
