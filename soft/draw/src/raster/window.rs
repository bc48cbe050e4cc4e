//! The viewport transformation: from vertex records to window coordinates and outcodes, once for each record.

use base::core::cpu::versions;
use base::hir::Semantic;
use shader::pipeline::program::RecordLayout;
use shader::pipeline::state::{RasterState, Viewport};

/// Outcode bits: the left, right, bottom, top, near and far planes of the view volume.
pub const VOLUME: u32 = 0x3F;
/// The near and far bits of [`VOLUME`].
pub const DEPTH: u32 = 0x30;
/// The position of the bits that are set if clip distance or plane n is negative.
pub const CLIP_SHIFT: u32 = 6;
/// The outcode bits of clip distances.
pub const CLIP: u32 = 0xFF << CLIP_SHIFT;
/// The position of the bits that are set if cull distance n is negative.
pub const CULL_SHIFT: u32 = 14;
/// The outcode bits of cull distances.
pub const CULL: u32 = 0xFF << CULL_SHIFT;
/// The position of the bits for the planes of the guard band, which bounds the coordinates that set-up accepts.
pub const GUARD_SHIFT: u32 = 22;
/// The outcode bits of the guard band.
pub const GUARD: u32 = 0xF << GUARD_SHIFT;
/// The outcode bit of a w that is too small to divide by.
pub const TINY_W: u32 = 1 << 26;
/// The outcode bit of an infinite or NaN coordinate: such a primitive is dropped.
pub const BAD: u32 = 1 << 27;

/// The smallest w to divide by.
pub const SMALLEST_W: f32 = 1.0e-30;
/// The guard band: set-up accepts window coordinates within ± this many pixels. Edge coefficients then fit in 25 bits with the sign.
pub const GUARD_PIXELS: f32 = 32767.0;

/// A vertex in window coordinates; x and y are in 1/256 pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WindowVertex {
    pub x: i32,
    pub y: i32,
    /// The window depth.
    pub z: f32,
    /// 1/w.
    pub inverse_w: f32,
}

/// The viewport transformation.
#[derive(Clone, Copy, Debug)]
pub struct ViewTransform {
    half: [f32; 2],
    centre: [f32; 2],
    depth: [f32; 2],
    /// True if depth in clip space runs from 0 to w.
    pub zero_to_one: bool,
    /// True if depth is clamped instead of clipped.
    pub depth_clamp: bool,
}

impl ViewTransform {
    /// Creates the transformation of a viewport.
    pub fn new(viewport: &Viewport, state: &RasterState) -> Self {
        let sign = if state.clip_upper_left { -1.0 } else { 1.0 };
        let (near, far) = (viewport.near as f32, viewport.far as f32);
        let depth = if state.clip_zero_to_one { [far - near, near] } else { [(far - near) / 2.0, (near + far) / 2.0] };
        Self {
            half: [viewport.width / 2.0, sign * viewport.height / 2.0],
            centre: [viewport.x + viewport.width / 2.0, viewport.y + viewport.height / 2.0],
            depth,
            zero_to_one: state.clip_zero_to_one,
            depth_clamp: state.depth_clamp,
        }
    }

    /// Returns the distance from one of the six planes of the view volume, in double precision so that its sign is exact.
    pub fn volume_distance(&self, plane: u32, p: [f32; 4]) -> f64 {
        let [x, y, z, w] = p.map(f64::from);
        match plane {
            0 => x + w,
            1 => w - x,
            2 => y + w,
            3 => w - y,
            4 if self.zero_to_one => z,
            4 => z + w,
            _ => w - z,
        }
    }

    /// Returns the distance from one of the four planes of the guard band (left, right, bottom, top).
    #[inline(always)]
    pub fn guard_distance(&self, plane: u32, p: [f32; 4]) -> f32 {
        let axis = (plane / 2) as usize;
        let along = p[axis] * self.half[axis];
        if plane.is_multiple_of(2) {
            (GUARD_PIXELS + self.centre[axis]) * p[3] + along
        } else {
            (GUARD_PIXELS - self.centre[axis]) * p[3] - along
        }
    }

    /// Transforms a position, whose w must be large enough to divide by.
    pub fn window(&self, p: [f32; 4]) -> WindowVertex {
        let inverse_w = 1.0 / p[3];
        WindowVertex {
            x: fixed(p[0] * inverse_w * self.half[0] + self.centre[0]),
            y: fixed(p[1] * inverse_w * self.half[1] + self.centre[1]),
            z: p[2] * inverse_w * self.depth[0] + self.depth[1],
            inverse_w,
        }
    }

    /// Returns the window coordinates of a position, not rounded, and its w.
    pub fn exact_window(&self, p: [f32; 4]) -> [f32; 4] {
        let axis = |n: usize| p[n] / p[3] * self.half[n] + self.centre[n];
        [axis(0), axis(1), p[2] / p[3] * self.depth[0] + self.depth[1], p[3]]
    }

    /// Returns the outcode without clip and cull distances.
    #[inline(always)]
    pub fn outcode(&self, p: [f32; 4]) -> u32 {
        let [x, y, z, w] = p;
        let near = if self.zero_to_one { 0.0 } else { -w };
        let mut code = u32::from(x < -w) | u32::from(x > w) << 1 | u32::from(y < -w) << 2 | u32::from(y > w) << 3;
        let depth = u32::from(z < near) << 4 | u32::from(z > w) << 5;
        code |= if self.depth_clamp { 0 } else { depth };
        for plane in 0..4 {
            code |= u32::from(self.guard_distance(plane, p) < 0.0) << (GUARD_SHIFT + plane);
        }
        code |= if w < SMALLEST_W { TINY_W } else { 0 };
        let bad = !(x * 0.0 + y * 0.0 + z * 0.0 + w * 0.0 == 0.0);
        code | if bad { BAD } else { 0 }
    }
}

/// Converts pixels to 1/256 pixel, rounded to nearest and clamped to the guard band for any viewport, since set-up relies on it.
#[inline(always)]
fn fixed(pixels: f32) -> i32 {
    (pixels * 256.0 + 0.5).floor().clamp(-256.0 * GUARD_PIXELS, 256.0 * GUARD_PIXELS) as i32
}

versions! {
    /// Transforms the records from `first` on to as many vertices and outcodes as the slices hold.
    pub fn transform = transform_body(view: &ViewTransform, records: &[u32], stride: usize, window: &mut [WindowVertex], codes: &mut [u32])
}

#[inline(always)]
fn transform_body(view: &ViewTransform, records: &[u32], stride: usize, window: &mut [WindowVertex], codes: &mut [u32]) {
    const GROUP: usize = 8;
    for (group, (window, codes)) in window.chunks_mut(GROUP).zip(codes.chunks_mut(GROUP)).enumerate() {
        let mut p = [[1.0f32; GROUP]; 4];
        for lane in 0..window.len() {
            let word = (group * GROUP + lane) * stride;
            if let Some(position) = records.get(word..word + 4) {
                for (component, &bits) in position.iter().enumerate() {
                    p[component][lane] = f32::from_bits(bits);
                }
            }
        }
        let (mut xs, mut ys, mut zs, mut ws, mut outs) = ([0; GROUP], [0; GROUP], [0.0; GROUP], [0.0; GROUP], [0; GROUP]);
        for lane in 0..GROUP {
            let position = [p[0][lane], p[1][lane], p[2][lane], p[3][lane]];
            let vertex = view.window(position);
            xs[lane] = vertex.x;
            ys[lane] = vertex.y;
            zs[lane] = vertex.z;
            ws[lane] = vertex.inverse_w;
            outs[lane] = view.outcode(position);
        }
        for (lane, (vertex, code)) in window.iter_mut().zip(codes).enumerate() {
            *vertex = WindowVertex { x: xs[lane], y: ys[lane], z: zs[lane], inverse_w: ws[lane] };
            *code = outs[lane];
        }
    }
}

/// The sources of a record's clip and cull distances.
#[derive(Clone, Copy, Debug)]
pub struct Distances {
    /// The enabled clip distances or planes, one bit each.
    pub clip: u8,
    /// The cull distances, one bit each.
    pub cull: u8,
    clip_words: Option<[usize; 2]>,
    cull_words: [usize; 2],
    planes: [[f32; 4]; 8],
    plane_word: usize,
}

impl Distances {
    /// Finds the words of a record that hold distances.
    pub fn new(layout: &RecordLayout, state: &RasterState) -> Self {
        let words = |of: fn(u8) -> Semantic| [0, 1].map(|part| layout.word_of(of(part)));
        let low_bits = |count: u8| if count >= 8 { 0xFF } else { (1u8 << count) - 1 };
        let clip_words = words(Semantic::ClipDistance);
        let cull_words = words(Semantic::CullDistance);
        let written = layout.clip_distances > 0 && clip_words[0].is_some();
        let clip = if written { state.clip_enables & low_bits(layout.clip_distances) } else { state.clip_enables };
        let cull = if cull_words[0].is_some() { low_bits(layout.cull_distances) } else { 0 };
        Self {
            clip,
            cull,
            clip_words: written.then(|| clip_words.map(|word| word.unwrap_or(usize::MAX))),
            cull_words: cull_words.map(|word| word.unwrap_or(usize::MAX)),
            planes: state.clip_planes,
            plane_word: layout.word_of(Semantic::ClipVertex).unwrap_or(0),
        }
    }

    /// Returns clip distance n of a record; a distance that the record lacks counts as inside.
    pub fn clip_distance(&self, record: &[u32], index: u32) -> f32 {
        if let Some(words) = self.clip_words {
            return component(record, words, index);
        }
        let plane = self.planes[index as usize & 7];
        let p = [0, 1, 2, 3].map(|n| record.get(self.plane_word + n).map_or(0.0, |&bits| f32::from_bits(bits)));
        p[0] * plane[0] + p[1] * plane[1] + p[2] * plane[2] + p[3] * plane[3]
    }

    /// Returns the outcode bits of a record's clip and cull distances.
    pub fn outcode(&self, record: &[u32]) -> u32 {
        let mut code = 0;
        for index in 0..8 {
            if self.clip >> index & 1 != 0 && !is_inside(self.clip_distance(record, index)) {
                code |= 1 << (CLIP_SHIFT + index);
            }
            if self.cull >> index & 1 != 0 && !is_inside(component(record, self.cull_words, index)) {
                code |= 1 << (CULL_SHIFT + index);
            }
        }
        code
    }
}

fn component(record: &[u32], words: [usize; 2], index: u32) -> f32 {
    let word = words[(index as usize / 4) & 1].saturating_add(index as usize % 4);
    record.get(word).map_or(0.0, |&bits| f32::from_bits(bits))
}

/// Returns true if a distance is inside; NaN is outside.
fn is_inside(distance: f32) -> bool {
    distance >= 0.0
}
