//! Blocks of texels to a program's pixels.

use super::moves::{self, Moves};
use super::numbers::{self, Numbers, of_pixels, of_texels};
use super::split::Split;
use super::{BLOCK, ONE, Plane, Planes, Source, constants, depths, elements, select, texels};
use crate::core::cpu::InstructionSet;
use crate::image::format::{Format, Kind};
use crate::image::names::{INTENSITY, Swizzle};
use crate::image::pixel::{Class, GREY, PixelLayout};
use crate::tokens::*;

/// The conversion of texels of a format to pixels of a layout.
pub(in crate::image) struct Packing {
    isa: InstructionSet,
    layout: PixelLayout,
    /// True if the bytes of each element are reversed.
    swap: bool,
    stored: Format,
    steps: Steps,
}

/// What is done to each block.
enum Steps {
    /// The texels are pixels.
    Copy,
    /// They are, but for the least value of signed normalized components.
    Floor,
    Move(Moves),
    /// They are the first components of texels.
    Cut,
    Color(Box<Color>),
    Depth,
    Stencil,
    DepthStencil,
}

/// The steps from the texels of colors to the elements of pixels.
struct Color {
    split: Split,
    /// What the bits of each component stand for.
    numbers: [Numbers; 4],
    /// The values that the components have on the way.
    values: Values,
    /// The format whose texels have these values: the stored one, or that of its bits.
    decoded: Format,
    /// The number of components of a pixel, or of its elements.
    count: usize,
    /// Where green and blue come from, if the first component is the sum of red and them.
    summands: Option<[Source; 4]>,
    /// Where each component of the pixels comes from.
    sources: [Source; 4],
    constants: Planes,
}

/// The values of components between texels and pixels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    /// The bits that both have.
    Bits,
    /// The bits of signed normalized integers that both have, but for the least one, which stands for -1 as the next one does.
    Floored,
    /// Unsigned normalized integers of 8 bits, which become those of 16.
    Doubled,
    /// Floats, and true if they are clamped to 0 to 1.
    Floats(bool),
    /// Integers, and true if they are signed.
    Integers(bool),
}

impl Packing {
    /// Chooses the steps for texels that hold the base format of a swizzle. `clamp` is true if colors are clamped to 0 to 1.
    pub(in crate::image) fn new(layout: PixelLayout, swap: bool, clamp: bool, stored: Format, base: &Swizzle) -> Self {
        let swap = swap && layout.element > 1;
        // Normalized integers are never outside of 0 to 1.
        let clamp = clamp && (matches!(stored.kind(), Kind::Float | Kind::SignedNormalized) || layout.has_sum());
        let steps = match (layout.class, stored, layout.ty) {
            (Class::Stencil, Format::Stencil8, GL_UNSIGNED_BYTE) => Steps::Copy,
            (Class::Depth, Format::Depth16, GL_UNSIGNED_SHORT) | (Class::Depth, Format::Depth32f, GL_FLOAT) if !swap => Steps::Copy,
            (Class::Depth, ..) => Steps::Depth,
            (Class::Stencil, ..) => Steps::Stencil,
            (Class::DepthStencil, ..) => Steps::DepthStencil,
            (Class::Color | Class::Integer, ..) if !swap && !clamp && layout.holds(stored, base) => {
                if stored.kind() == Kind::SignedNormalized { Steps::Floor } else { Steps::Copy }
            }
            (Class::Color | Class::Integer, ..) => {
                let color = Color::new(layout, swap, clamp, stored, base);
                let steps = if swap || clamp { None } else { color.moves(&layout, stored, base) };
                steps.unwrap_or_else(|| Steps::Color(Box::new(color)))
            }
        };
        Self { isa: InstructionSet::best(), layout, swap, stored, steps }
    }

    /// Returns true if texels are copied as they are.
    pub(in crate::image) fn copies(&self) -> bool {
        matches!(self.steps, Steps::Copy)
    }

    /// Converts at most [`BLOCK`] texels. `into` has as many pixels.
    pub(in crate::image) fn convert(&self, from: &[u8], into: &mut [u8], planes: &mut Planes) {
        let count = (into.len() / self.layout.bytes as usize).min(BLOCK);
        match &self.steps {
            Steps::Copy => into.iter_mut().zip(from).for_each(|(to, from)| *to = *from),
            Steps::Floor => moves::floor(self.isa, self.layout.element, from, into),
            Steps::Move(moves) => moves::move_all(self.isa, moves, from, into),
            Steps::Cut => moves::cut(self.isa, self.layout.element, from, into),
            Steps::Color(color) => color.convert(self, count, from, into, planes),
            Steps::Depth => self.depths(count, from, into, planes),
            Steps::Stencil => self.stencils(count, from, into, planes),
            Steps::DepthStencil => self.depth_stencils(count, from, into, planes),
        }
    }

    /// Copies planes to the elements of pixels.
    fn scatter(&self, count: usize, planes: &mut Planes, into: &mut [u8]) {
        let size = self.layout.element;
        let elements = (self.layout.bytes / size) as usize;
        if self.swap {
            planes.iter_mut().take(elements).for_each(|plane| elements::swap(self.isa, size, &mut plane[..count]));
        }
        elements::scatter(self.isa, size, elements, planes.each_ref(), into);
    }

    /// Copies a plane to pixels of one element.
    fn scatter_words(&self, words: &mut Plane, into: &mut [u8]) {
        if self.swap {
            elements::swap(self.isa, self.layout.element, words);
        }
        elements::scatter(self.isa, self.layout.element, 1, [words; 4], into);
    }

    /// Converts depths.
    fn depths(&self, count: usize, from: &[u8], into: &mut [u8], planes: &mut Planes) {
        if (self.stored, self.layout.ty) == (Format::Depth24Stencil8, GL_UNSIGNED_INT) {
            depths::depths24(self.isa, from, &mut planes[0]);
        } else {
            depths::depths(self.isa, self.stored, from, &mut planes[0]);
            numbers::from_floats(self.isa, of_pixels(&self.layout)[0], &mut planes[0][..count]);
        }
        self.scatter(count, planes, into);
    }

    /// Converts stencil indices.
    fn stencils(&self, count: usize, from: &[u8], into: &mut [u8], planes: &mut Planes) {
        depths::stencils(self.isa, self.stored, from, &mut planes[0]);
        if self.layout.ty == GL_BYTE {
            // "Table 18.3: Index masks used by ReadPixels." [GL 4.4, 18.2.8]
            planes[0].iter_mut().for_each(|index| *index &= 0x7F);
        }
        numbers::from_integers(self.isa, of_pixels(&self.layout)[0], &mut planes[0][..count]);
        self.scatter(count, planes, into);
    }

    /// Converts depths and stencil indices.
    fn depth_stencils(&self, count: usize, from: &[u8], into: &mut [u8], planes: &mut Planes) {
        let is_24 = self.layout.ty == GL_UNSIGNED_INT_24_8;
        if is_24 && self.stored == Format::Depth24Stencil8 {
            elements::words(self.isa, from, &mut planes[0]);
            planes[0].iter_mut().for_each(|word| *word = word.rotate_left(8));
        } else {
            let [depths, stencils, ..] = planes;
            depths::depths(self.isa, self.stored, from, depths);
            depths::stencils(self.isa, self.stored, from, stencils);
            if is_24 {
                depths::join24(self.isa, planes);
            }
        }
        self.scatter(count, planes, into);
    }
}

impl Color {
    /// Chooses the steps from the texels of a format.
    fn new(layout: PixelLayout, swap: bool, clamp: bool, stored: Format, base: &Swizzle) -> Self {
        let is_integer = layout.class == Class::Integer;
        let (one, count) = (if is_integer { 1 } else { ONE }, texels::components(stored) as u8);
        // Luminance and intensity take red only.
        let grey = base[0] == base[1];
        let of = |component: u8| match base[component as usize & 3] {
            _ if grey && (component == 1 || component == 2) => Source::Constant(0),
            _ if component == 3 && *base == INTENSITY => Source::Constant(one),
            place if place < count => Source::Plane(place.into()),
            3 | 5.. => Source::Constant(one),
            _ => Source::Constant(0),
        };
        let source = |index: usize| match layout.channels[index] {
            _ if index >= layout.count => Source::Constant(0),
            GREY => of(0),
            channel => of(channel),
        };
        let (split, numbers) = (Split::of(&layout), of_pixels(&layout));
        let values = if is_integer { Values::Integers(stored.kind() == Kind::Int) } else { Values::Floats(clamp) };
        let sources = std::array::from_fn(|index| match source(index) {
            // The bits are those of the element.
            Source::Constant(value) => Source::Constant(values.one_to_numbers(numbers[index], value)),
            plane => plane,
        });
        let mut constants = constants(&sources);
        if swap && matches!(split, Split::None) {
            constants.iter_mut().for_each(|plane| elements::swap(InstructionSet::BASELINE, layout.element, plane));
        }
        let summands = layout.has_sum().then(|| [of(1), of(2), Source::Constant(0), Source::Constant(0)]);
        let steps = Self { split, numbers, count: layout.count, values, decoded: stored, summands, sources, constants };
        steps.as_bits(&layout, stored, base).unwrap_or(steps)
    }

    /// Returns the moves that are all there is to do, if every component has the same bits in texels and pixels.
    fn moves(&self, layout: &PixelLayout, stored: Format, base: &Swizzle) -> Option<Steps> {
        if self.summands.is_some() || matches!(self.split, Split::Texels(_)) {
            return None;
        }
        let cut = || moves::are_first(layout, stored, base).then_some(Steps::Cut);
        Moves::to_pixels(layout, stored, &self.sources, self.count).map(Steps::Move).or_else(cut)
    }

    /// Returns steps with less work if every component has the same bits in texels and pixels.
    fn as_bits(&self, layout: &PixelLayout, stored: Format, base: &Swizzle) -> Option<Self> {
        if self.values == Values::Floats(true) || self.summands.is_some() {
            return None;
        }
        if layout.holds(stored, base) && layout.packed.is_some() {
            // Only the order of the bytes differs.
            let decoded = if layout.element == 2 { Format::R16ui } else { Format::R32ui };
            return Some(Self { split: Split::None, count: 1, values: Values::Bits, decoded, sources: [Source::Plane(0); 4], ..*self });
        }
        let decoded = texels::of_bits(stored)?;
        let bits = stored.component_bits().color.map(u32::from);
        let all = |same: &dyn Fn(Numbers, usize) -> bool| {
            let planes = self.sources.iter().zip(self.numbers).take(self.count).filter_map(|(source, numbers)| match source {
                Source::Plane(plane) => Some((numbers, *plane)),
                Source::Constant(_) => None,
            });
            !matches!(self.split, Split::Texels(_)) && { planes }.all(|(numbers, plane)| same(numbers, plane & 3))
        };
        let values = match (stored.kind(), of_texels(stored)) {
            (Kind::SignedNormalized, _) if all(&|numbers, plane| numbers == Numbers::Signed(bits[plane])) => Values::Floored,
            (Kind::Normalized, _) if all(&|numbers, plane| (numbers, bits[plane]) == (Numbers::Unsigned(16), 8)) => Values::Doubled,
            (_, Some(of_texels)) if all(&|numbers, plane| numbers == of_texels[plane]) => Values::Bits,
            _ => return None,
        };
        Some(Self { values, decoded, ..*self })
    }

    /// Converts texels.
    fn convert(&self, packing: &Packing, count: usize, from: &[u8], into: &mut [u8], planes: &mut Planes) {
        let (isa, size) = (packing.isa, packing.layout.element);
        texels::decode(isa, self.decoded, from, planes);
        self.add(isa, count, planes);
        let is_swapped = packing.swap && matches!(self.split, Split::None);
        for (place, plane) in planes.iter_mut().enumerate() {
            // A plane is one component alone: base formats name no stored component twice.
            let Some(index) = self.sources.iter().position(|source| *source == Source::Plane(place)) else { continue };
            self.values.to_numbers(isa, self.numbers[index], &mut plane[..count]);
            if is_swapped {
                elements::swap(isa, size, &mut plane[..count]);
            }
        }
        let components = select(&self.sources, planes, &self.constants);
        match &self.split {
            Split::None => elements::scatter(isa, size, self.count, components, into),
            Split::Fields(fields) => {
                let mut words = [0; BLOCK];
                elements::merge(isa, fields.map(|(shift, _)| shift), components, &mut words[..count]);
                packing.scatter_words(&mut words, into);
            }
            Split::Texels(format) => {
                texels::encode(isa, *format, components, into);
                if packing.swap {
                    let mut words = [0; BLOCK];
                    elements::words(isa, into, &mut words);
                    packing.scatter_words(&mut words, into);
                }
            }
        }
    }

    /// Adds the components of which a pixel has the sum to the first one.
    fn add(&self, isa: InstructionSet, count: usize, planes: &mut Planes) {
        if let (Some(summands), Source::Plane(first)) = (&self.summands, self.sources[0]) {
            let constants = constants(summands);
            let [second, third] = [0, 1].map(|index| *select(summands, planes, &constants)[index]);
            numbers::sum(isa, [&second, &third], &mut planes[first & 3][..count]);
        }
    }
}

impl Values {
    /// Converts one value to a number.
    fn one_to_numbers(self, numbers: Numbers, value: u32) -> u32 {
        let mut plane = [value];
        self.to_numbers(InstructionSet::BASELINE, numbers, &mut plane);
        plane[0]
    }

    /// Converts values to numbers.
    fn to_numbers(self, isa: InstructionSet, numbers: Numbers, plane: &mut [u32]) {
        match self {
            Self::Bits => {}
            Self::Floored => numbers::floor(isa, numbers, plane),
            Self::Doubled => numbers::double(isa, plane),
            Self::Integers(signed) => numbers::limit(isa, numbers, signed, plane),
            Self::Floats(clamp) => {
                if clamp {
                    numbers::clamp(isa, plane);
                }
                numbers::from_floats(isa, numbers, plane);
            }
        }
    }
}
