//! Evaluators: maps of control points, grids of domain points, and the polynomials that both describe.

use crate::tokens::*;

/// GL_MAX_EVAL_ORDER.
pub const MAX_ORDER: usize = 30;
/// The number of maps of each dimension, in the order of their tokens: colors, color indices, normals, four of texture coordinates, two of vertices.
pub const MAPS: usize = 9;
/// The first token of each dimension.
const FIRST: [u32; 2] = [GL_MAP1_COLOR_4, GL_MAP2_COLOR_4];
/// The values that each map produces at first, and their number.
const INITIAL: [([f64; 4], usize); MAPS] = [
    ([1.0; 4], 4),
    ([1.0; 4], 1),
    ([0.0, 0.0, 1.0, 0.0], 3),
    ([0.0, 0.0, 0.0, 1.0], 1),
    ([0.0, 0.0, 0.0, 1.0], 2),
    ([0.0, 0.0, 0.0, 1.0], 3),
    ([0.0, 0.0, 0.0, 1.0], 4),
    ([0.0, 0.0, 0.0, 1.0], 3),
    ([0.0, 0.0, 0.0, 1.0], 4),
];

/// The dimensions of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// GL_MAP1_….
    One,
    /// GL_MAP2_….
    Two,
}

impl Dimension {
    /// Returns the token of a map.
    pub fn token(self, number: usize) -> u32 {
        FIRST[self as usize] + number as u32
    }

    /// Returns the number of the map that a token names; `None` for other tokens.
    pub fn number(self, token: u32) -> Option<usize> {
        token.checked_sub(FIRST[self as usize]).map(|number| number as usize).filter(|&number| number < MAPS)
    }
}

/// Returns true for the tokens of maps, which are capabilities too.
pub fn is_map(token: u32) -> bool {
    [Dimension::One, Dimension::Two].into_iter().any(|dimension| dimension.number(token).is_some())
}

/// Returns the number of values of a control point.
pub fn components(number: usize) -> usize {
    INITIAL[number].1
}

/// The control points of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The number of values of a control point.
    pub components: usize,
    /// The orders in u and v; one-dimensional maps have order 1 in v.
    pub orders: [usize; 2],
    /// u1, u2, v1 and v2.
    pub domain: [f64; 4],
    /// The control points one after another: for each in u, all in v.
    pub points: Vec<f64>,
}

/// Returns the Bernstein polynomials of an order at a point. "recall that 0⁰ ≡ 1" [GL 4.6 compatibility, 21.1]
fn bernstein(order: usize, at: f64) -> [f64; MAX_ORDER] {
    let mut values = [0.0; MAX_ORDER];
    values[0] = 1.0;
    for degree in 1..order {
        for index in (1..=degree).rev() {
            values[index] = values[index] * (1.0 - at) + values[index - 1] * at;
        }
        values[0] *= 1.0 - at;
    }
    values
}

/// Returns the derivatives of the Bernstein polynomials of an order at a point.
fn derivatives(order: usize, at: f64) -> [f64; MAX_ORDER] {
    let mut values = [0.0; MAX_ORDER];
    if order < 2 {
        return values;
    }
    let lower = bernstein(order - 1, at);
    for (index, value) in values[..order].iter_mut().enumerate() {
        let before = if index == 0 { 0.0 } else { lower[index - 1] };
        *value = (order - 1) as f64 * (before - lower[index]);
    }
    values
}

/// Returns the cross product of two vectors.
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

impl Map {
    /// Creates the map of a number as it is at first.
    fn new(number: usize) -> Self {
        let (values, components) = INITIAL[number];
        Self { components, orders: [1; 2], domain: [0.0, 1.0, 0.0, 1.0], points: values[..components].to_vec() }
    }

    /// Returns a point of the domain as arguments of the polynomial, each 0 to 1 inside the domain.
    fn arguments(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let [u1, u2, v1, v2] = self.domain;
        [(u - u1) / (u2 - u1), (v - v1) / (v2 - v1)]
    }

    /// Adds the control points, each with its factors in u and v.
    fn sum(&self, in_u: &[f64; MAX_ORDER], in_v: &[f64; MAX_ORDER]) -> [f64; 4] {
        let mut sum = [0.0; 4];
        let [_, order] = self.orders;
        for (index, point) in self.points.chunks_exact(self.components).enumerate() {
            let factor = in_u[index / order] * in_v[index % order];
            sum.iter_mut().zip(point).for_each(|(sum, value)| *sum += factor * value);
        }
        sum
    }

    /// Returns the values at a point of the domain; those that the map lacks are 0, 0, 0 and 1.
    pub fn value(&self, at: [f64; 2]) -> [f32; 4] {
        let [u, v] = self.arguments(at);
        let sum = self.sum(&bernstein(self.orders[0], u), &bernstein(self.orders[1], v));
        std::array::from_fn(|index| match index {
            _ if index < self.components => sum[index] as f32,
            3 => 1.0,
            _ => 0.0,
        })
    }

    /// Returns the normal of the surface of vertices at a point of the domain, of unit length unless it has none.
    pub fn normal(&self, at: [f64; 2], unit: bool) -> [f32; 4] {
        let [u, v] = self.arguments(at);
        let [values_u, values_v] = [bernstein(self.orders[0], u), bernstein(self.orders[1], v)];
        let point = self.sum(&values_u, &values_v);
        let by_u = self.sum(&derivatives(self.orders[0], u), &values_v);
        let by_v = self.sum(&values_u, &derivatives(self.orders[1], v));
        // "For MAP2_VERTEX_3, let q = p. For MAP2_VERTEX_4, let q = (x/w, y/w, z/w)" [GL 4.6 compatibility, 21.1]
        let projected = |by: [f64; 4]| -> [f64; 3] {
            let w = point[3];
            std::array::from_fn(|index| if self.components == 4 { (by[index] * w - point[index] * by[3]) / (w * w) } else { by[index] })
        };
        let normal = cross(projected(by_u), projected(by_v));
        let length = normal.iter().map(|value| value * value).sum::<f64>().sqrt();
        let scale = if unit && length > 0.0 { 1.0 / length } else { 1.0 };
        let [x, y, z] = normal.map(|value| (value * scale) as f32);
        [x, y, z, 1.0]
    }
}

/// Points of equal distance in one direction of the domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// The number of partitions.
    pub partitions: i32,
    /// The first and the last point.
    pub ends: [f64; 2],
}

impl Default for Grid {
    fn default() -> Self {
        Self { partitions: 1, ends: [0.0, 1.0] }
    }
}

impl Grid {
    /// Returns a point.
    pub fn at(&self, index: i64) -> f64 {
        let [first, last] = self.ends;
        // "It must be the case that 0 × ∆u + u1 = u1, n × ∆u + u1 = u2." [GL 4.6 compatibility, 21.1]
        if index == i64::from(self.partitions) { last } else { index as f64 * ((last - first) / f64::from(self.partitions)) + first }
    }
}

/// The grids, which glPushAttrib saves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Grids {
    /// That of one-dimensional maps.
    pub one: Grid,
    /// Those of two-dimensional maps, in u and v.
    pub two: [Grid; 2],
}

/// The state of evaluators, without the capabilities.
pub struct Evaluators {
    /// The maps, by dimension and number.
    maps: [[Map; MAPS]; 2],
    /// The grids.
    pub grids: Grids,
}

impl Default for Evaluators {
    fn default() -> Self {
        Self { maps: std::array::from_fn(|_| std::array::from_fn(Map::new)), grids: Grids::default() }
    }
}

impl Evaluators {
    /// Returns a map.
    pub fn map(&self, dimension: Dimension, number: usize) -> &Map {
        &self.maps[dimension as usize][number]
    }

    /// Replaces a map.
    pub fn set_map(&mut self, dimension: Dimension, number: usize, map: Map) {
        self.maps[dimension as usize][number] = map;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_passes_through_its_ends_and_bends_towards_its_middle() {
        let map = Map { components: 2, orders: [3, 1], domain: [1.0, 3.0, 0.0, 1.0], points: vec![0.0, 0.0, 1.0, 2.0, 2.0, 0.0] };
        assert_eq!([1.0, 2.0, 3.0].map(|u| map.value([u, 9.0])), [[0.0, 0.0, 0.0, 1.0], [1.0, 1.0, 0.0, 1.0], [2.0, 0.0, 0.0, 1.0]]);
    }

    #[test]
    fn polynomials_add_up_to_one_at_every_order() {
        for order in 1..=MAX_ORDER {
            for at in [0.0, 0.25, 1.0] {
                assert!((bernstein(order, at).iter().sum::<f64>() - 1.0).abs() < 1e-12, "{order} {at}");
                assert!(derivatives(order, at).iter().sum::<f64>().abs() < 1e-9, "{order} {at}");
            }
        }
        assert_eq!(derivatives(3, 0.5)[..3], [-1.0, 0.0, 1.0]);
    }

    #[test]
    fn a_rational_surface_has_the_normal_of_its_projection() {
        // The plane z = x, from homogeneous points of different weights.
        let points = vec![0.0, 0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 2.0, 3.0, 0.0, 3.0, 3.0, 1.0, 1.0, 1.0, 1.0];
        let map = Map { components: 4, orders: [2, 2], domain: [0.0, 1.0, 0.0, 1.0], points };
        let root = std::f32::consts::FRAC_1_SQRT_2;
        let [x, y, z, _] = map.normal([0.3, 0.6], true);
        assert!((x + root).abs() < 1e-6 && y.abs() < 1e-6 && (z - root).abs() < 1e-6, "{x} {y} {z}");
        // A point has no normal.
        assert_eq!(Map::new(8).normal([0.5, 0.5], true), [0.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn a_grid_ends_exactly_at_its_last_point() {
        let grid = Grid { partitions: 49, ends: [0.1, 0.7] };
        assert_eq!((grid.at(0), grid.at(49)), (0.1, 0.7));
        assert!((grid.at(-49) + 0.5).abs() < 1e-12);
    }
}
