//! The conversion of one pixel, which those of rows must equal.

use super::super::format::{Format, Kind};
use super::super::names::{INTENSITY, Swizzle};
use super::super::pixel::{Class, GREY, PixelLayout};
use super::super::texel::{Raw, decode_depth24, encode_depth24};
use crate::core::math;
use crate::tokens::*;

const ONE: u32 = 0x3F80_0000;

/// Converts pixels of a layout to and from texels.
#[derive(Clone, Copy)]
pub(super) struct Pixel {
    layout: PixelLayout,
    /// True if the bytes of each element are reversed.
    swap: bool,
    /// True if colours are clamped to 0 to 1 when they are read.
    clamp: bool,
}

/// Converts an unsigned normalised integer to a float.
fn normalized(bits: u32, width: u32) -> f32 {
    if width <= 24 { bits as f32 / ((1u32 << width) - 1) as f32 } else { (f64::from(bits) / f64::from(u32::MAX)) as f32 }
}

/// Returns the unsigned normalised integer of `width` bits nearest to a value from 0 to 1.
fn quantized(value: f32, width: u32) -> u32 {
    let most = ((1u64 << width) - 1) as f64;
    // The cast clamps from below and converts NaN to 0.
    (f64::from(value.min(1.0)) * most).round_ties_even() as u32
}

/// Converts a signed normalised integer to a float.
fn signed_normalized(value: i32, width: u32) -> f32 {
    (f64::from(value) / f64::from(i32::MAX >> (32 - width))).max(-1.0) as f32
}

/// Returns the signed normalised integer nearest to a value from -1 to 1.
fn signed_quantized(value: f32, width: u32) -> u32 {
    let value = if value.is_nan() { 0.0 } else { value.clamp(-1.0, 1.0) };
    (f64::from(value) * f64::from(i32::MAX >> (32 - width))).round_ties_even() as i32 as u32
}

/// Returns the depth that a pixel with a depth stores in formats of every kind: "For depth component groups, the depth value is clamped to
/// [0, 1]." [GL 4.6, 8.4.4]
fn clamped_depth(depth: f32) -> f32 {
    if depth.is_nan() { 0.0 } else { depth.clamp(0.0, 1.0) }
}

impl Pixel {
    /// Creates a converter; `swap` reverses the bytes of each element.
    pub fn new(layout: PixelLayout, swap: bool) -> Self {
        Self { layout, swap, clamp: false }
    }

    /// Returns a converter that clamps the colours that it reads from texels to 0 to 1 if `clamp` is true.
    pub fn clamped(self, clamp: bool) -> Self {
        Self { clamp, ..self }
    }

    /// Reads the element `index`.
    fn read(&self, bytes: &[u8], index: usize) -> u32 {
        let size = self.layout.element as usize;
        let mut word = [0; 4];
        let Some(from) = bytes.get(index * size..(index + 1) * size) else { return 0 };
        word[..size].copy_from_slice(from);
        if self.swap {
            word[..size].reverse();
        }
        u32::from_le_bytes(word)
    }

    /// Writes the element `index`.
    fn write(&self, bytes: &mut [u8], index: usize, word: u32) {
        let size = self.layout.element as usize;
        let mut word = word.to_le_bytes();
        if self.swap {
            word[..size].reverse();
        }
        if let Some(to) = bytes.get_mut(index * size..(index + 1) * size) {
            to.copy_from_slice(&word[..size]);
        }
    }

    /// Returns the position and width in bits of component `index` of a packed pixel.
    fn field(&self, index: usize, bits: &[u8; 4], reversed: bool) -> (u32, u32) {
        let width = u32::from(bits[index & 3]);
        let before: u32 = bits[..index & 3].iter().map(|&bits| u32::from(bits)).sum();
        (if reversed { before } else { self.layout.element * 8 - before - width }, width)
    }

    /// Returns a component as the bits of a float, or as an integer for integer formats and stencils.
    fn component(&self, bytes: &[u8], index: usize) -> u32 {
        let integer = matches!(self.layout.class, Class::Integer | Class::Stencil);
        if let Some((bits, reversed)) = &self.layout.packed {
            let word = self.read(bytes, 0);
            match self.layout.ty {
                GL_UNSIGNED_INT_10F_11F_11F_REV => return Format::R11fG11fB10f.decode([word, 0, 0, 0])[index & 3],
                GL_UNSIGNED_INT_5_9_9_9_REV => return Format::Rgb9E5.decode([word, 0, 0, 0])[index & 3],
                _ => {}
            }
            let (shift, width) = self.field(index, bits, *reversed);
            let value = (u64::from(word) >> shift & ((1 << width) - 1)) as u32;
            return if integer { value } else { normalized(value, width).to_bits() };
        }
        let word = self.read(bytes, index);
        let width = self.layout.element * 8;
        match self.layout.ty {
            GL_FLOAT if integer => f32::from_bits(word) as u32,
            GL_FLOAT => word,
            GL_HALF_FLOAT | GL_HALF_FLOAT_OES if integer => math::from_half(word) as u32,
            GL_HALF_FLOAT | GL_HALF_FLOAT_OES => math::from_half(word).to_bits(),
            GL_BYTE | GL_SHORT | GL_INT => {
                let value = (word << (32 - width)) as i32 >> (32 - width);
                if integer { value as u32 } else { signed_normalized(value, width).to_bits() }
            }
            _ if integer => word,
            _ => normalized(word, width).to_bits(),
        }
    }

    /// Writes a component from the bits of a float, or from an integer.
    fn set_component(&self, bytes: &mut [u8], index: usize, value: u32) {
        let integer = matches!(self.layout.class, Class::Integer | Class::Stencil);
        let float = f32::from_bits(value);
        let width = self.layout.element * 8;
        let word = match self.layout.ty {
            GL_FLOAT if integer => (value as f32).to_bits(),
            GL_FLOAT => value,
            GL_HALF_FLOAT | GL_HALF_FLOAT_OES if integer => math::to_half(value as f32),
            GL_HALF_FLOAT | GL_HALF_FLOAT_OES => math::to_half(float),
            _ if integer => value,
            GL_BYTE | GL_SHORT | GL_INT => signed_quantized(float, width),
            _ => quantized(float, width),
        };
        self.write(bytes, index, word);
    }

    /// Returns a component of an integer pixel in the range that signed and unsigned texels represent; the encoding clamps it to its bits.
    fn integer_for(&self, word: u32, stored: Format) -> u32 {
        match stored.kind() {
            Kind::Uint if self.layout.class == Class::Integer && self.layout.is_signed() => (word as i32).max(0) as u32,
            Kind::Int if self.layout.class == Class::Integer && !self.layout.is_signed() => word.min(i32::MAX as u32),
            _ => word,
        }
    }

    /// Returns an integer component of a texel in the range of an unpacked type or of a packed pixel's field.
    ///
    /// "For an integer RGBA color, each component is clamped to the representable range of type." [GL 4.4 core, 18.2.8]
    fn integer_from(&self, word: u32, stored: Format, width: u32) -> u32 {
        let value = if stored.kind() == Kind::Int { i64::from(word as i32) } else { i64::from(word) };
        let (least, most) =
            if self.layout.is_signed() { (-1i64 << (width - 1), (1i64 << (width - 1)) - 1) } else { (0, (1i64 << width) - 1) };
        value.clamp(least, most) as u32
    }

    /// Returns red, green, blue and alpha of a colour pixel.
    fn rgba(&self, bytes: &[u8]) -> [u32; 4] {
        let mut rgba = [0, 0, 0, if self.layout.class == Class::Integer { 1 } else { ONE }];
        for index in 0..self.layout.count {
            let value = self.component(bytes, index);
            match self.layout.channels[index] {
                GREY => rgba[..3].fill(value),
                channel => rgba[channel as usize & 3] = value,
            }
        }
        rgba
    }

    /// Returns the depth as a float, and the stencil, of a depth-stencil pixel.
    fn depth_stencil(&self, bytes: &[u8]) -> (f32, u8) {
        let word = self.read(bytes, 0);
        if self.layout.ty == GL_UNSIGNED_INT_24_8 {
            (decode_depth24(word >> 8), word as u8)
        } else {
            (f32::from_bits(word), self.read(bytes, 1) as u8)
        }
    }

    /// Returns true if the pixels are texels of the format as they are stored. Some colours have several representations in these formats, and
    /// images that were copied bit by bit keep theirs.
    fn holds_texels(&self, stored: Format, swizzle: &Swizzle) -> bool {
        let same = matches!(
            (self.layout.ty, stored),
            (GL_UNSIGNED_INT_5_9_9_9_REV, Format::Rgb9E5) | (GL_UNSIGNED_INT_10F_11F_11F_REV, Format::R11fG11fB10f)
        );
        same && swizzle[..3] == [0, 1, 2]
    }

    /// Returns true if the components of a pixel are those of the format, one after the other, and some bits of them would not survive the
    /// conversion to colours and back: NaNs, and the second representation of -1. Views of a texture in another format show these bits.
    fn holds_components(&self, stored: Format, inverse: &Swizzle) -> bool {
        let same = matches!(
            (self.layout.ty, self.layout.count, stored),
            (GL_BYTE, 1, Format::R8Snorm)
                | (GL_BYTE, 2, Format::Rg8Snorm)
                | (GL_BYTE, 4, Format::Rgba8Snorm)
                | (GL_SHORT, 1, Format::R16Snorm)
                | (GL_SHORT, 2, Format::Rg16Snorm)
                | (GL_SHORT, 4, Format::Rgba16Snorm)
                | (GL_HALF_FLOAT | GL_HALF_FLOAT_OES, 1, Format::R16f)
                | (GL_HALF_FLOAT | GL_HALF_FLOAT_OES, 2, Format::Rg16f)
                | (GL_HALF_FLOAT | GL_HALF_FLOAT_OES, 4, Format::Rgba16f)
        );
        let channels = self.layout.channels.iter().take(self.layout.count);
        same && channels.zip(inverse).zip(0..).all(|((&channel, &stored), place)| channel == place && stored == place)
    }

    /// Reads a pixel whose components are those of a texel.
    fn components(&self, bytes: &[u8]) -> Raw {
        let mut raw = [0; 4];
        let width = self.layout.element as usize * 8;
        for index in 0..self.layout.count {
            raw[(index * width / 32) & 3] |= self.read(bytes, index) << (index * width % 32);
        }
        raw
    }

    /// Converts a pixel to a texel; aspects that the pixel lacks keep their value of `old`. `inverse` gives the component that each stored
    /// one takes.
    pub fn to_texel(self, bytes: &[u8], stored: Format, inverse: &Swizzle, old: Raw) -> Raw {
        match self.layout.class {
            Class::Color if self.holds_texels(stored, inverse) => [self.read(bytes, 0), 0, 0, 0],
            Class::Color if self.holds_components(stored, inverse) => self.components(bytes),
            Class::Color | Class::Integer => {
                let rgba = self.rgba(bytes).map(|word| self.integer_for(word, stored));
                let one = if self.layout.class == Class::Integer { 1 } else { ONE };
                let of = |stored: usize| match inverse[stored] {
                    component @ 0..4 => rgba[component as usize],
                    _ => one,
                };
                stored.encode([of(0), of(1), of(2), of(3)])
            }
            Class::Depth => match (stored, self.layout.ty) {
                (Format::Depth24Stencil8, GL_UNSIGNED_INT) => [old[0] & 0xFF00_0000 | self.read(bytes, 0) >> 8, 0, 0, 0],
                _ => stored.with_depth(old, clamped_depth(f32::from_bits(self.component(bytes, 0)))),
            },
            Class::Stencil => stored.with_stencil(old, self.component(bytes, 0) as u8),
            Class::DepthStencil => {
                let (depth, stencil) = self.depth_stencil(bytes);
                let texel = stored.with_stencil(stored.with_depth(old, clamped_depth(depth)), stencil);
                match (stored, self.layout.ty) {
                    (Format::Depth24Stencil8, GL_UNSIGNED_INT_24_8) => [self.read(bytes, 0).rotate_right(8), 0, 0, 0],
                    _ => texel,
                }
            }
        }
    }

    /// Converts a texel to a pixel.
    pub fn set_from_texel(&self, raw: Raw, stored: Format, base: &Swizzle, bytes: &mut [u8]) {
        match self.layout.class {
            Class::Color if self.holds_texels(stored, base) && !self.clamp => self.write(bytes, 0, raw[0]),
            Class::Color | Class::Integer => {
                let words = stored.decode(raw);
                let one = if self.layout.class == Class::Integer { 1 } else { ONE };
                // Luminance and intensity take red only.
                let grey = base[0] == base[1];
                let of = |component: usize| match base[component] {
                    _ if grey && (component == 1 || component == 2) => 0,
                    _ if component == 3 && *base == INTENSITY => one,
                    stored @ 0..4 => words[stored as usize],
                    4 => 0,
                    _ => one,
                };
                self.set_rgba(bytes, [of(0), of(1), of(2), of(3)], stored);
            }
            Class::Depth => match (stored, self.layout.ty) {
                (Format::Depth24Stencil8, GL_UNSIGNED_INT) => self.write(bytes, 0, raw[0] << 8 | raw[0] >> 16 & 0xFF),
                _ => self.set_component(bytes, 0, stored.decode(raw)[0]),
            },
            // "Table 18.3: Index masks used by ReadPixels." [GL 4.4, 18.2.8]
            Class::Stencil if self.layout.ty == GL_BYTE => self.set_component(bytes, 0, u32::from(stored.stencil(raw) & 0x7F)),
            Class::Stencil => self.set_component(bytes, 0, u32::from(stored.stencil(raw))),
            Class::DepthStencil => {
                let depth = f32::from_bits(stored.decode(raw)[0]);
                let stencil = u32::from(stored.stencil(raw));
                match (self.layout.ty, stored) {
                    (GL_UNSIGNED_INT_24_8, Format::Depth24Stencil8) => self.write(bytes, 0, raw[0].rotate_left(8)),
                    (GL_UNSIGNED_INT_24_8, _) => self.write(bytes, 0, encode_depth24(depth) << 8 | stencil),
                    _ => {
                        self.write(bytes, 0, depth.to_bits());
                        self.write(bytes, 1, stencil);
                    }
                }
            }
        }
    }

    /// Writes red, green, blue and alpha of a colour pixel from a texel of the stored format.
    fn set_rgba(&self, bytes: &mut [u8], rgba: [u32; 4], stored: Format) {
        let integer = self.layout.class == Class::Integer;
        let value = |index: usize| {
            let value = match self.layout.channels[index & 3] {
                GREY if integer => rgba[0],
                GREY => {
                    // Of NaNs the first one, and of infinities of both signs the one that x86-64 processors return.
                    let sum: f32 = rgba[..3].iter().map(|&word| f32::from_bits(word)).sum();
                    let nan = rgba[..3].iter().find(|&&word| f32::from_bits(word).is_nan());
                    if sum.is_nan() { nan.map_or(0xFFC0_0000, |nan| nan | 0x40_0000) } else { sum.to_bits() }
                }
                channel => rgba[channel as usize & 3],
            };
            if self.clamp && !integer { f32::from_bits(value).clamp(0.0, 1.0).to_bits() } else { value }
        };
        let Some((bits, reversed)) = &self.layout.packed else {
            let width = self.layout.element * 8;
            let of = |index| if integer { self.integer_from(value(index), stored, width) } else { value(index) };
            return (0..self.layout.count).for_each(|index| self.set_component(bytes, index, of(index)));
        };
        let words = [value(0), value(1), value(2), value(3)];
        let word = match self.layout.ty {
            GL_UNSIGNED_INT_10F_11F_11F_REV => Format::R11fG11fB10f.encode(words)[0],
            GL_UNSIGNED_INT_5_9_9_9_REV => Format::Rgb9E5.encode(words)[0],
            _ => (0..self.layout.count).fold(0, |pixel, index| {
                let (shift, width) = self.field(index, bits, *reversed);
                let word = words[index & 3];
                pixel | if integer { self.integer_from(word, stored, width) } else { quantized(f32::from_bits(word), width) } << shift
            }),
        };
        self.write(bytes, 0, word);
    }
}
