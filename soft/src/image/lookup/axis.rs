//! Texel numbers of one dimension: wrap modes.

use crate::image::sampler::Wrap;

/// By lane: the two texels of a linear filter and the weight of the second one; nearest lanes have the same texel twice. -1: border.
pub(super) struct Texels {
    pub first: [i32; 64],
    pub second: [i32; 64],
    pub weight: [f32; 64],
}

/// One dimension of a look-up. Sizes are those of each lane's level, at least 1.
pub(super) struct Axis<'a> {
    pub coordinate: &'a [u32; 64],
    pub size: &'a [f32; 64],
    /// All ones where the filter is linear.
    pub linear: &'a [u32; 64],
    pub wrap: Wrap,
    /// Coordinates are in 0 to 1, not in texels.
    pub normalized: bool,
    /// Texels to be added, if any.
    pub offset: Option<[i32; 64]>,
}

impl Axis<'_> {
    #[inline(always)]
    pub fn texels(&self) -> Texels {
        match self.wrap {
            Wrap::Repeat => self.each(
                |s, _| s - s.floor(),
                |i, size, _| {
                    let i = if i < 0 { i + size } else { i };
                    if i >= size { i - size } else { i }
                },
                1.0,
            ),
            Wrap::MirroredRepeat => self.each(
                |s, _| s - 2.0 * (s * 0.5).floor(),
                |i, size, _| {
                    let i = if i < 0 { -1 - i } else { i };
                    let i = if i >= size { 2 * size - 1 - i } else { i };
                    if i < 0 { 0 } else { i }
                },
                2.0,
            ),
            Wrap::ClampToEdge => self.each(|s, limit| clamp(s, -limit, limit), |i, size, _| edge(i, size), 0.0),
            Wrap::MirrorClampToEdge => {
                self.each(|s, limit| clamp(s, -limit, limit), |i, size, _| edge(if i < 0 { -1 - i } else { i }, size), 0.0)
            }
            Wrap::ClampToBorder => self.each(|s, limit| clamp(s, -limit, limit), |i, size, _| if i >= size { -1 } else { i.max(-1) }, 0.0),
            // Linear filters reach half way into the border.
            Wrap::Clamp => self.each(
                |s, _| clamp(s, 0.0, 1.0),
                |i, size, linear| match (linear, i >= size) {
                    (true, true) => -1,
                    (true, false) => i.max(-1),
                    _ => edge(i, size),
                },
                0.0,
            ),
        }
    }

    /// `reduce` brings a coordinate near to the texture (the second argument is a generous limit), `wrap` a texel number into it.
    /// `period`: after how many sizes texels repeat, 0 for never.
    #[inline(always)]
    fn each(&self, reduce: impl Fn(f32, f32) -> f32, wrap: impl Fn(i32, i32, bool) -> i32, period: f32) -> Texels {
        let mut texels = Texels { first: [0; 64], second: [0; 64], weight: [0.0; 64] };
        match &self.offset {
            None => {
                for lane in 0..64 {
                    let size = self.size[lane];
                    let linear = self.linear[lane] != 0;
                    let (whole, weight) = split(self.texel(lane, &reduce), linear);
                    let count = integer(size);
                    texels.weight[lane] = weight;
                    texels.first[lane] = wrap(whole, count, linear);
                    texels.second[lane] = wrap(if linear { whole.wrapping_add(1) } else { whole }, count, linear);
                }
            }
            Some(offset) => {
                for lane in 0..64 {
                    let size = self.size[lane];
                    let linear = self.linear[lane] != 0;
                    let (whole, weight) = split(self.texel(lane, &reduce), linear);
                    let count = integer(size);
                    let moved = whole.wrapping_add(offset[lane].clamp(-1 << 20, 1 << 20));
                    // Back to where the coordinate alone would have come.
                    let round = size * period;
                    let turns = if period > 0.0 { ((moved as f32 + 0.5) / round).floor() * round } else { 0.0 };
                    let whole = moved.wrapping_sub(integer(turns));
                    texels.weight[lane] = weight;
                    texels.first[lane] = wrap(whole, count, linear);
                    texels.second[lane] = wrap(if linear { whole.wrapping_add(1) } else { whole }, count, linear);
                }
            }
        }
        texels
    }

    /// The coordinate in texels, within three sizes.
    #[inline(always)]
    fn texel(&self, lane: usize, reduce: &impl Fn(f32, f32) -> f32) -> f32 {
        let size = self.size[lane];
        let s = f32::from_bits(self.coordinate[lane]);
        let u = if self.normalized { reduce(s, 3.0) * size } else { reduce(s / size, 3.0) * size };
        // NaN is not within.
        if u.abs() <= 3.0 * size { u } else { 0.0 }
    }
}

/// The first texel of a filter and the weight of the next one.
#[inline(always)]
fn split(u: f32, linear: bool) -> (i32, f32) {
    let u = if linear { u - 0.5 } else { u };
    let floor = u.floor();
    (integer(floor), if linear { u - floor } else { 0.0 })
}

/// An integer below 2^22 (textures are smaller): the addition leaves it in the low bits.
#[inline(always)]
fn integer(value: f32) -> i32 {
    ((value + 12_582_912.0).to_bits() as i32).wrapping_sub(0x4B40_0000)
}

#[inline(always)]
fn clamp(value: f32, low: f32, high: f32) -> f32 {
    let value = if value > low { value } else { low };
    if value < high { value } else { high }
}

#[inline(always)]
fn edge(i: i32, size: i32) -> i32 {
    let i = if i > 0 { i } else { 0 };
    if i < size { i } else { size - 1 }
}
