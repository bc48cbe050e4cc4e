//! Texel indices in one dimension: the wrap modes.

use super::same;
use crate::core::vector::Vector;
use crate::image::sampler::Wrap;

/// For each lane, the two texels of a linear filter and the weight of the second one. Nearest lanes have the same texel twice; -1 is the
/// border.
pub(super) struct Texels {
    /// The first texel.
    pub first: [i32; 64],
    /// The second texel.
    pub second: [i32; 64],
    /// The weight of the second texel, from 0 to 1.
    pub weight: [f32; 64],
}

impl Texels {
    /// The first texel of every axis.
    pub const FIRST: Self = Self { first: [0; 64], second: [0; 64], weight: [0.0; 64] };
}

/// One dimension of a look-up.
pub(super) struct Axis<'a> {
    /// The coordinate of each lane, as the bits of a float.
    pub coordinate: &'a [u32; 64],
    /// The size of each lane's level in texels, at least 1.
    pub size: &'a [f32; 64],
    /// All ones in lanes with a linear filter.
    pub linear: &'a [u32; 64],
    pub wrap: Wrap,
    /// True if coordinates run from 0 to 1, false if in texels.
    pub normalized: bool,
    /// The offset in texels, if any.
    pub offset: Option<[i32; 64]>,
}

impl Axis<'_> {
    /// Finds the texels that the lanes read along this axis.
    #[inline(always)]
    pub fn texels<V: Vector>(&self, texels: &mut Texels) {
        if self.offset.is_some() {
            return self.each_with_offset(texels);
        }
        if self.normalized
            && Dimension::<V>::has(self.wrap)
            && let (Some(size), Some(linear)) = (same(self.size), same(self.linear))
        {
            return Dimension::<V>::new(self.wrap, size as u32).texels(self.coordinate, linear != 0, texels);
        }
        match self.wrap {
            Wrap::Repeat => self.each(Wrap::Repeat, texels),
            Wrap::ClampToEdge => self.each(Wrap::ClampToEdge, texels),
            Wrap::MirroredRepeat => self.each(Wrap::MirroredRepeat, texels),
            Wrap::ClampToBorder => self.each(Wrap::ClampToBorder, texels),
            wrap => self.each(wrap, texels),
        }
    }

    /// Finds the texels of a look-up without offsets. It vectorises if `wrap` is a constant.
    #[inline(always)]
    fn each(&self, wrap: Wrap, texels: &mut Texels) {
        for lane in 0..64 {
            let size = self.size[lane];
            let linear = self.linear[lane] != 0;
            let (whole, weight) = split(self.texel(wrap, lane), linear);
            let count = integer(size);
            texels.weight[lane] = weight;
            texels.first[lane] = wrapped(wrap, whole, count, linear);
            texels.second[lane] = wrapped(wrap, if linear { whole.wrapping_add(1) } else { whole }, count, linear);
        }
    }

    /// Finds the texels of a look-up with offsets.
    #[inline(never)]
    fn each_with_offset(&self, texels: &mut Texels) {
        let period = match self.wrap {
            Wrap::Repeat => 1.0,
            Wrap::MirroredRepeat => 2.0,
            _ => 0.0,
        };
        for lane in 0..64 {
            let size = self.size[lane];
            let linear = self.linear[lane] != 0;
            let (whole, weight) = split(self.texel(self.wrap, lane), linear);
            let offset = self.offset.as_ref().map_or(0, |offset| offset[lane].clamp(-1 << 20, 1 << 20));
            let shifted = whole.wrapping_add(offset);
            // Undo the reduction, so that the offset applies to the original coordinate.
            let round = size * period;
            let turns = if period > 0.0 { ((shifted as f32 + 0.5) / round).floor() * round } else { 0.0 };
            let whole = shifted.wrapping_sub(integer(turns));
            texels.weight[lane] = weight;
            texels.first[lane] = wrapped(self.wrap, whole, integer(size), linear);
            texels.second[lane] = wrapped(self.wrap, if linear { whole.wrapping_add(1) } else { whole }, integer(size), linear);
        }
    }

    /// Returns the coordinate in texels, clamped to three sizes around the texture.
    #[inline(always)]
    fn texel(&self, wrap: Wrap, lane: usize) -> f32 {
        let size = self.size[lane];
        let s = f32::from_bits(self.coordinate[lane]);
        let u = reduced(wrap, if self.normalized { s } else { s / size }) * size;
        // The comparison is false for NaN.
        if u.abs() <= 3.0 * size { u } else { 0.0 }
    }
}

/// One dimension of the surface that all lanes read, with a normalised coordinate and without offsets.
#[derive(Clone, Copy)]
pub(super) struct Dimension<V: Vector> {
    wrap: Wrap,
    /// True if a mask reduces texels: repetitions of a power of two.
    masks: bool,
    /// The number of texels.
    size: V::Floats,
    /// The same as an integer.
    count: V::Ints,
    /// The index of the last texel.
    last: V::Ints,
}

/// For the lanes of a vector, the two texels of a linear filter along one dimension, and the weight of the second one.
pub(super) struct Pair<V: Vector> {
    pub first: V::Ints,
    pub second: V::Ints,
    pub weight: V::Floats,
}

/// Calls a method for all lanes. Each wrap mode has code of its own.
macro_rules! by_wrap {
    ($dimension:ident.$method:ident($($argument:expr),*)) => {
        match $dimension.wrap {
            Wrap::Repeat if $dimension.masks => Self { wrap: Wrap::Repeat, masks: true, ..*$dimension }.$method($($argument),*),
            Wrap::Repeat => Self { wrap: Wrap::Repeat, masks: false, ..*$dimension }.$method($($argument),*),
            Wrap::ClampToEdge => Self { wrap: Wrap::ClampToEdge, ..*$dimension }.$method($($argument),*),
            _ => $dimension.$method($($argument),*),
        }
    };
}

impl<V: Vector> Dimension<V> {
    /// Returns true if the wrap mode is one of those that vectors compute.
    #[inline(always)]
    pub fn has(wrap: Wrap) -> bool {
        matches!(wrap, Wrap::Repeat | Wrap::ClampToEdge | Wrap::MirroredRepeat | Wrap::ClampToBorder)
    }

    /// Creates a dimension of `size` texels; it [has](Self::has) the wrap mode.
    #[inline(always)]
    pub fn new(wrap: Wrap, size: u32) -> Self {
        let size = size.max(1) as i32;
        let masks = wrap == Wrap::Repeat && size.count_ones() == 1;
        Self { wrap, masks, size: V::float(size as f32), count: V::int(size), last: V::int(size - 1) }
    }

    /// Returns a coordinate in texels, reduced to the neighbourhood of the texture.
    #[inline(always)]
    fn texel(&self, coordinate: V::Floats) -> V::Floats {
        match self.wrap {
            Wrap::Repeat => V::multiply(V::fraction(coordinate), self.size),
            Wrap::MirroredRepeat => {
                // Reduced coordinates are at least 0, or NaN, which becomes 0.
                let turns = V::multiply(V::float(2.0), V::floor(V::multiply(coordinate, V::float(0.5))));
                V::larger(V::multiply(V::subtract(coordinate, turns), self.size), V::float(0.0))
            }
            _ => V::multiply(V::smaller(V::larger(coordinate, V::float(-3.0)), V::float(3.0)), self.size),
        }
    }

    /// Returns the texel that texel i maps to; i is near the texture.
    #[inline(always)]
    fn wrapped(&self, i: V::Ints) -> V::Ints {
        let zero = V::int(0);
        match self.wrap {
            Wrap::Repeat if self.masks => V::and(i, self.last),
            Wrap::Repeat => {
                let i = V::sum(i, V::and(V::greater(zero, i), self.count));
                V::difference(i, V::and(V::greater(i, self.last), self.count))
            }
            Wrap::MirroredRepeat => {
                // -1 - i has the inverted bits of i.
                let i = V::xor(i, V::greater(zero, i));
                let mirrored = V::difference(V::sum(self.count, self.last), i);
                V::most(V::choose(V::greater(i, self.last), mirrored, i), zero)
            }
            // -1 has all bits set.
            Wrap::ClampToBorder => V::or(i, V::or(V::greater(zero, i), V::greater(i, self.last))),
            _ => V::least(V::most(i, zero), self.last),
        }
    }

    /// Returns the texels of a nearest filter.
    #[inline(always)]
    fn nearest(&self, coordinate: V::Floats) -> V::Ints {
        self.wrapped(V::split(self.texel(coordinate)).0)
    }

    /// Returns the texels of a linear filter.
    #[inline(always)]
    fn linear(&self, coordinate: V::Floats) -> Pair<V> {
        let (first, weight) = V::split(V::subtract(self.texel(coordinate), V::float(0.5)));
        Pair { first: self.wrapped(first), second: self.wrapped(V::sum(first, V::int(1))), weight }
    }

    /// Returns the texels of a linear or a nearest filter.
    #[inline(always)]
    pub fn pair(&self, coordinate: V::Floats, linear: bool) -> Pair<V> {
        if linear {
            return self.linear(coordinate);
        }
        let first = self.nearest(coordinate);
        Pair { first, second: first, weight: V::float(0.0) }
    }

    /// Finds the texels of a linear filter for all lanes, and the weights of the second ones.
    #[inline(always)]
    pub fn linear_wave(&self, coordinate: &[u32; 64], texels: [&mut [i32; 64]; 2], weights: &mut [f32; 64]) {
        by_wrap!(self.linear_parts(coordinate, texels, weights));
    }

    #[inline(always)]
    fn linear_parts(&self, coordinate: &[u32; 64], [first, second]: [&mut [i32; 64]; 2], weights: &mut [f32; 64]) {
        for number in 0..64 / V::LANES {
            let pair = self.linear(floats::<V>(coordinate, number));
            V::set_part(first, number, pair.first);
            V::set_part(second, number, pair.second);
            V::set_part(weights, number, V::bits(pair.weight));
        }
    }

    /// Finds the texels of a nearest filter for all lanes.
    #[inline(always)]
    pub fn nearest_wave(&self, coordinate: &[u32; 64], texels: &mut [i32; 64]) {
        by_wrap!(self.nearest_parts(coordinate, texels));
    }

    #[inline(always)]
    fn nearest_parts(&self, coordinate: &[u32; 64], texels: &mut [i32; 64]) {
        for number in 0..64 / V::LANES {
            V::set_part(texels, number, self.nearest(floats::<V>(coordinate, number)));
        }
    }

    /// Finds the texels of all lanes.
    #[inline(always)]
    fn texels(&self, coordinate: &[u32; 64], linear: bool, texels: &mut Texels) {
        if linear {
            return self.linear_wave(coordinate, [&mut texels.first, &mut texels.second], &mut texels.weight);
        }
        self.nearest_wave(coordinate, &mut texels.first);
        (texels.second, texels.weight) = (texels.first, [0.0; 64]);
    }
}

/// Returns a part of the lanes of a coordinate.
#[inline(always)]
pub(super) fn floats<V: Vector>(coordinate: &[u32; 64], number: usize) -> V::Floats {
    V::from_bits(V::part(coordinate, number))
}

/// Returns true if filters with this wrap mode may read the border.
#[inline(always)]
pub(super) fn bordered(wrap: Wrap) -> bool {
    matches!(wrap, Wrap::ClampToBorder | Wrap::Clamp | Wrap::MirrorClamp | Wrap::MirrorClampToBorder)
}

/// Returns a coordinate reduced to the neighbourhood of the texture.
#[inline(always)]
pub(super) fn reduced(wrap: Wrap, s: f32) -> f32 {
    match wrap {
        Wrap::Repeat => s - s.floor(),
        Wrap::MirroredRepeat => s - 2.0 * (s * 0.5).floor(),
        Wrap::Clamp => clamp(s, 0.0, 1.0),
        Wrap::MirrorClamp => clamp(s, -1.0, 1.0),
        Wrap::ClampToEdge | Wrap::ClampToBorder | Wrap::MirrorClampToEdge | Wrap::MirrorClampToBorder => clamp(s, -3.0, 3.0),
    }
}

/// Returns the texel that texel i maps to; i is near the texture.
#[inline(always)]
pub(super) fn wrapped(wrap: Wrap, i: i32, size: i32, linear: bool) -> i32 {
    match wrap {
        Wrap::Repeat => {
            let i = if i < 0 { i + size } else { i };
            if i >= size { i - size } else { i }
        }
        Wrap::MirroredRepeat => {
            let i = if i < 0 { -1 - i } else { i };
            let i = if i >= size { 2 * size - 1 - i } else { i };
            if i < 0 { 0 } else { i }
        }
        Wrap::ClampToEdge => edge(i, size),
        Wrap::MirrorClampToEdge => edge(mirrored(i), size),
        // Linear filters reach half a texel into the border.
        Wrap::MirrorClamp if !linear => edge(mirrored(i), size),
        Wrap::MirrorClamp | Wrap::MirrorClampToBorder => {
            let i = mirrored(i);
            if i >= size { -1 } else { i }
        }
        // Linear filters reach half a texel into the border.
        Wrap::Clamp if !linear => edge(i, size),
        Wrap::Clamp | Wrap::ClampToBorder => {
            if i >= size {
                -1
            } else {
                i.max(-1)
            }
        }
    }
}

/// Returns the first texel of a filter and the weight of the next one.
#[inline(always)]
pub(super) fn split(u: f32, linear: bool) -> (i32, f32) {
    let u = if linear { u - 0.5 } else { u };
    let floor = u.floor();
    (integer(floor), if linear { u - floor } else { 0.0 })
}

/// Converts an integral float below 2^22 (textures are smaller): the addition leaves the integer in the low bits.
#[inline(always)]
pub(super) fn integer(value: f32) -> i32 {
    ((value + 12_582_912.0).to_bits() as i32).wrapping_sub(0x4B40_0000)
}

#[inline(always)]
fn clamp(value: f32, low: f32, high: f32) -> f32 {
    let value = if value > low { value } else { low };
    if value < high { value } else { high }
}

/// Returns the texel of a mirrored texture that is on the same side as the texture.
#[inline(always)]
pub(super) fn mirrored(i: i32) -> i32 {
    if i < 0 { -1 - i } else { i }
}

/// Clamps a texel index to the edges.
#[inline(always)]
pub(super) fn edge(i: i32, size: i32) -> i32 {
    let i = if i > 0 { i } else { 0 };
    if i < size { i } else { size - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::vector::Plain;
    use Wrap::*;

    /// Coordinates between texels, on their edges, far away, and those that are no numbers.
    fn coordinates(size: u32) -> [u32; 64] {
        let rest = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0, 1e30, -1e30, 1e-40, -1e-40, 0.999_999_94, -3.0, 3.0, 1e9];
        std::array::from_fn(|lane| match rest.get(lane) {
            Some(value) => value.to_bits(),
            None => ((lane as f32 - 38.0) * 0.25 / size as f32 * if lane % 2 == 0 { 1.0 } else { size as f32 * 0.13 }).to_bits(),
        })
    }

    #[test]
    fn waves_with_one_surface_find_the_texels_of_single_lanes() {
        for wrap in [Repeat, ClampToEdge, MirroredRepeat, ClampToBorder] {
            assert!(Dimension::<Plain>::has(wrap));
            for size in [1, 2, 3, 7, 256, 16_384] {
                for linear in [0, u32::MAX] {
                    let (coordinate, sizes) = (coordinates(size), [size as f32; 64]);
                    let axis = Axis { coordinate: &coordinate, size: &sizes, linear: &[linear; 64], wrap, normalized: true, offset: None };
                    let (mut wave, mut single) = (Texels::FIRST, Texels::FIRST);
                    axis.texels::<Plain>(&mut wave);
                    axis.each(wrap, &mut single);
                    assert_eq!((wave.first, wave.second), (single.first, single.second), "{wrap:?} {size} {linear}");
                    assert_eq!(wave.weight.map(f32::to_bits), single.weight.map(f32::to_bits), "{wrap:?} {size} {linear}");
                }
            }
        }
    }
}
