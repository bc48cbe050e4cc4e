//! The faces of cube maps: the face of a direction, the place on it, and the texels across its edges.
//!
//! Faces are numbered from 0 to 5 in the order +X, -X, +Y, -Y, +Z, -Z.

use super::filter::stored;
use super::plane::Places;
use super::{Lookup, is_integer, planes, point};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::lanes::Lanes;
use crate::image::sampler::{TextureView, Wrap};

#[inline(always)]
fn choose<T>(condition: bool, then: T, otherwise: T) -> T {
    if condition { then } else { otherwise }
}

/// Returns the face of a direction: that of the largest component, of equal ones the first.
#[inline(always)]
pub(super) fn face([x, y, z]: [f32; 3]) -> u32 {
    let on_x = (x.abs() >= y.abs()) & (x.abs() >= z.abs());
    let on_y = y.abs() >= z.abs();
    let (axis, major) = (choose(on_x, 0, choose(on_y, 2, 4)), choose(on_x, x, choose(on_y, y, z)));
    axis + choose(major < 0.0, 1, 0)
}

/// Returns sc, tc and ma of a direction on a face, as table 8.26 of the specification [GL 4.4, 8.13] defines them; ma is positive for
/// directions to that side of the cube.
#[inline(always)]
pub(super) fn components(face: u32, [x, y, z]: [f32; 3]) -> [f32; 3] {
    let negative = face & 1 != 0;
    let (on_x, on_y) = (face < 2, face & 6 == 2);
    let sc = choose(on_x, choose(negative, z, -z), choose(on_y, x, choose(negative, -x, x)));
    let tc = choose(on_y, choose(negative, -z, z), -y);
    let major = choose(on_x, x, choose(on_y, y, z));
    [sc, tc, choose(negative, -major, major)]
}

/// Returns the direction with these components on a face: the inverse of [`components`].
fn direction(face: u32, [sc, tc, ma]: [f32; 3]) -> [f32; 3] {
    match face {
        0 => [ma, -tc, -sc],
        1 => [-ma, -tc, sc],
        2 => [sc, ma, tc],
        3 => [sc, -ma, -tc],
        4 => [sc, -tc, ma],
        _ => [-sc, -tc, -ma],
    }
}

/// Returns s and t of a direction on a face, from 0 to 1 within the face, and 0.
#[inline(always)]
pub(super) fn project(face: u32, point: [f32; 3]) -> [f32; 3] {
    let [sc, tc, ma] = components(face, point);
    [0.5 * (sc / ma.abs() + 1.0), 0.5 * (tc / ma.abs() + 1.0), 0.0]
}

/// The faces of all lanes, and their places on them.
pub(super) struct Projection {
    /// The face of each lane.
    pub face: [u32; 64],
    /// The coordinates s and t on the face.
    pub places: [[f32; 64]; 2],
    /// The same, limited to 0 to 1, as the bits of floats.
    pub coordinates: [[u32; 64]; 2],
}

impl Projection {
    /// The centre of the first face.
    pub const FIRST: Self = Self { face: [0; 64], places: [[0.0; 64]; 2], coordinates: [[0; 64]; 2] };

    /// Projects the directions of a look-up.
    #[inline(always)]
    pub fn new(lookup: &Lookup) -> Self {
        let mut projection = Self::FIRST;
        let [s, t] = &lookup.coordinates;
        projection.project([&s.0, &t.0, lookup.r.as_ref().map_or(&[0; 64], |r| &r.0)]);
        projection
    }

    /// Sets the projection to that of directions.
    #[inline(always)]
    fn project(&mut self, direction: [&[u32; 64]; 3]) {
        for lane in 0..64 {
            let direction = [direction[0][lane], direction[1][lane], direction[2][lane]].map(f32::from_bits);
            let face = face(direction);
            let place = project(face, direction);
            self.face[lane] = face;
            for axis in 0..2 {
                self.places[axis][lane] = place[axis];
                // A direction without a length gives NaN.
                let coordinate = choose(place[axis] > 0.0, place[axis], 0.0);
                self.coordinates[axis][lane] = choose(coordinate < 1.0, coordinate, 1.0).to_bits();
            }
        }
    }
}

/// Samples the base level of a cube map, if all lanes are on one face and no filter crosses its edges, and writes the wanted components. Returns false for others, and
/// then the result is undefined.
pub(super) fn sample_face(
    set: InstructionSet,
    view: &TextureView,
    direction: [&[u32; 64]; 3],
    places: &Places,
    linear: bool,
    result: &mut [Lanes; 4],
) -> bool {
    let mut projection = Projection::FIRST;
    let size = view.surface(0, 0).map_or(0, |surface| surface.width);
    let edge = if linear && view.seamless { size as f32 } else { f32::INFINITY };
    let Some(face) = face_of_all(set, direction, edge, &mut projection) else { return false };
    let [s, t] = &projection.coordinates;
    let wrap = if view.seamless { [Wrap::ClampToEdge; 2] } else { places.wrap };
    planes::sample(set, view, &Places { coordinates: [s, t], wrap, ..*places }, planes::Filters::One(0, face as i32, linear), result)
}

versions! {
    fn face_of_all = project_on_face(direction: [&[u32; 64]; 3], size: f32, projection: &mut Projection) -> Option<u32>
}

/// Projects directions, and returns their face if that is the same one for all, and the places are a texel away from its edges.
#[inline(always)]
fn project_on_face(direction: [&[u32; 64]; 3], size: f32, projection: &mut Projection) -> Option<u32> {
    projection.project(direction);
    let mut apart = false;
    for lane in 0..64 {
        apart |= projection.face[lane] != projection.face[0];
    }
    if size < f32::INFINITY {
        for coordinate in &projection.coordinates {
            for lane in 0..64 {
                let place = f32::from_bits(coordinate[lane]) * size;
                apart |= !((place >= 1.0) & (place <= size - 1.0));
            }
        }
    }
    (!apart).then_some(projection.face[0])
}

/// Returns gradients of s and t on the faces of a look-up's lanes, in place of those of the direction; the gradients of r are 0.
#[inline(never)]
pub(super) fn gradients(lookup: &Lookup, gradients: &[Lanes; 6]) -> [Lanes; 6] {
    let mut result = [Lanes([0; 64]); 6];
    for lane in 0..64 {
        let direction = point(lookup, lane);
        let face = face(direction);
        let place = components(face, direction);
        for first in [0, 3] {
            let slope = components(face, [0, 1, 2].map(|axis| f32::from_bits(gradients[first + axis].0[lane])));
            for axis in 0..2 {
                // The derivative of 0.5 (place / ma + 1).
                let value = 0.5 * (slope[axis] * place[2] - place[axis] * slope[2]) / (place[2] * place[2]);
                result[first + axis].0[lane] = value.to_bits();
            }
        }
    }
    result
}

/// Returns the face and the texel of a position that is at most one texel outside of a face of that size; `None` beyond a corner, where three
/// faces meet.
fn neighbour(face: u32, x: i32, y: i32, size: i32) -> Option<(u32, i32, i32)> {
    let outside = |i: i32| i < 0 || i >= size;
    if !outside(x) && !outside(y) {
        return Some((face, x, y));
    }
    if outside(x) && outside(y) {
        return None;
    }
    // The texel's centre in units of half a texel from the centre of the cube, whose faces are `size` away. A step over the edge turns by a
    // right angle: the distance to the new face is `size`, and the place on it is half a texel from the edge.
    let turned = |i: i32| choose(outside(i), choose(i < 0, -size, size), 2 * i + 1 - size);
    let (sc, tc) = (turned(x) as f32, turned(y) as f32);
    let direction = direction(face, [sc, tc, (size - 1) as f32]);
    let face = self::face(direction);
    let [sc, tc, _] = components(face, direction);
    let texel = |along: f32| (along as i32 + size - 1) / 2;
    Some((face, texel(sc), texel(tc)))
}

/// Returns the four texels of the square whose first texel is (x, y) of a layer-face, in the order (x, y), (x + 1, y), (x, y + 1),
/// (x + 1, y + 1). Texels outside of the face are those of the neighbouring faces.
pub(super) fn square(view: &TextureView, level: u32, layer: i32, x: i32, y: i32) -> [[u32; 4]; 4] {
    let size = view.surface(level as usize, 0).map_or(1, |surface| surface.width as i32);
    let (cube, face) = (layer - layer % 6, (layer % 6) as u32);
    let corners = [0, 1, 2, 3].map(|corner| neighbour(face, x + (corner & 1), y + (corner >> 1), size));
    let mut texels = corners.map(|corner| match corner {
        Some((face, x, y)) => stored(view, level, cube + face as i32, x, y),
        None => [0; 4],
    });
    if let Some(missing) = corners.iter().position(Option::is_none) {
        // "The recommended method to generate this texel is to average the values of the three available samples." [GL 4.4, 8.13.1]
        let others = [texels[missing ^ 1], texels[missing ^ 2], texels[missing ^ 3]];
        // Three equal texels must give their value, which this order of operations does. Integers are not averaged.
        let mean = |[a, b, c]: [f32; 3]| a + ((b - a) + (c - a)) * (1.0 / 3.0);
        texels[missing] = match is_integer(view) {
            true => others[2],
            false => [0, 1, 2, 3].map(|component| mean(others.map(|texel| f32::from_bits(texel[component]))).to_bits()),
        };
    }
    texels
}
