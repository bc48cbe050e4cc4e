//! Texel indices in one dimension: the wrap modes.

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
    /// Returns the texels that the lanes read along this axis.
    #[inline(always)]
    pub fn texels(&self) -> Texels {
        if self.offset.is_some() {
            return self.each_with_offset();
        }
        match self.wrap {
            Wrap::Repeat => self.each(Wrap::Repeat),
            Wrap::ClampToEdge => self.each(Wrap::ClampToEdge),
            Wrap::MirroredRepeat => self.each(Wrap::MirroredRepeat),
            wrap => self.each(wrap),
        }
    }

    /// Returns the texels of a look-up without offsets. It vectorises if `wrap` is a constant.
    #[inline(always)]
    fn each(&self, wrap: Wrap) -> Texels {
        let mut texels = Texels { first: [0; 64], second: [0; 64], weight: [0.0; 64] };
        for lane in 0..64 {
            let size = self.size[lane];
            let linear = self.linear[lane] != 0;
            let (whole, weight) = split(self.texel(wrap, lane), linear);
            let count = integer(size);
            texels.weight[lane] = weight;
            texels.first[lane] = wrapped(wrap, whole, count, linear);
            texels.second[lane] = wrapped(wrap, if linear { whole.wrapping_add(1) } else { whole }, count, linear);
        }
        texels
    }

    /// Returns the texels of a look-up with offsets.
    #[inline(never)]
    fn each_with_offset(&self) -> Texels {
        let period = match self.wrap {
            Wrap::Repeat => 1.0,
            Wrap::MirroredRepeat => 2.0,
            _ => 0.0,
        };
        let mut texels = Texels { first: [0; 64], second: [0; 64], weight: [0.0; 64] };
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
        texels
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

/// Returns a coordinate reduced to the neighbourhood of the texture.
#[inline(always)]
fn reduced(wrap: Wrap, s: f32) -> f32 {
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
fn wrapped(wrap: Wrap, i: i32, size: i32, linear: bool) -> i32 {
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
fn split(u: f32, linear: bool) -> (i32, f32) {
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
fn mirrored(i: i32) -> i32 {
    if i < 0 { -1 - i } else { i }
}

/// Clamps a texel index to the edges.
#[inline(always)]
fn edge(i: i32, size: i32) -> i32 {
    let i = if i > 0 { i } else { 0 };
    if i < size { i } else { size - 1 }
}
