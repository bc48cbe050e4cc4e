//! Blocks of texels to a program's pixels.

use super::layout::Layout;
use super::moves::Moves;
use super::numbers::{self, Numbers};
use super::shuffle::{Shuffle, Widths};
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
    /// What the bits of each component of a pixel stand for.
    numbers: [Numbers; 4],
    steps: Steps,
}

/// What is done to each block.
enum Steps {
    /// The texels are pixels.
    Copy,
    Move(Moves),
    Color(Box<Color>),
    Depth,
    Stencil,
    DepthStencil,
}

impl Steps {
    /// Chooses the steps from texels of colors.
    #[allow(clippy::too_many_arguments, reason = "what the steps depend on")]
    fn of_colors(
        isa: InstructionSet,
        layout: &PixelLayout,
        pixels: &Layout,
        swap: bool,
        clamp: bool,
        stored: Format,
        base: &Swizzle,
    ) -> Self {
        let is_whole = !clamp && layout.holds(stored, base) && stored.kind() != Kind::SignedNormalized;
        if is_whole && !swap {
            return Self::Copy;
        }
        if is_whole && layout.packed.is_some() {
            // Only the order of the bytes differs.
            return Self::Move(Moves::Bytes(Shuffle::whole(&Layout::of_texels(stored), pixels)));
        }
        let color = Color::new(layout, pixels, clamp, stored, base);
        color.moves(isa, pixels, stored).map_or_else(|| Self::Color(Box::new(color)), Self::Move)
    }
}

/// Returns the moves that are all there is to do for depths and stencil indices, if their bits do not change.
fn moves_of_depths(isa: InstructionSet, layout: &PixelLayout, pixels: &Layout, stored: Format) -> Option<Moves> {
    let constant = Source::Constant(0);
    let stencil = if stored.has_stencil() { Source::Plane(1) } else { constant };
    let (depth, stencil) = match layout.class {
        Class::Depth => (Source::Plane(0), constant),
        Class::Stencil => (constant, stencil),
        _ => (Source::Plane(0), stencil),
    };
    let widths = if layout.class == Class::Stencil { Widths::Indices } else { Widths::Normalized };
    Moves::new(isa, [&Layout::of_texels(stored), pixels], &[depth, stencil, constant, constant], widths, [0; 2])
}

/// The steps from the texels of colors to the elements of pixels.
struct Color {
    split: Split,
    /// What the bits of each component stand for.
    numbers: [Numbers; 4],
    /// The values that the components have on the way.
    values: Values,
    /// The format of the texels.
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
        let (isa, pixels) = (InstructionSet::best(), Layout::of_pixels(&layout, swap));
        let steps = match (layout.class, stored, layout.ty) {
            (Class::Stencil, Format::Stencil8, GL_UNSIGNED_BYTE) => Steps::Copy,
            (Class::Depth, Format::Depth16, GL_UNSIGNED_SHORT) | (Class::Depth, Format::Depth32f, GL_FLOAT) if !swap => Steps::Copy,
            (Class::Color | Class::Integer, ..) => Steps::of_colors(isa, &layout, &pixels, swap, clamp, stored, base),
            _ => match moves_of_depths(isa, &layout, &pixels, stored) {
                Some(moves) => Steps::Move(moves),
                None if layout.class == Class::Depth => Steps::Depth,
                None if layout.class == Class::Stencil => Steps::Stencil,
                None => Steps::DepthStencil,
            },
        };
        Self { isa, layout, swap, stored, numbers: pixels.numbers(), steps }
    }

    /// Returns true if texels are copied as they are.
    pub(in crate::image) fn copies(&self) -> bool {
        matches!(self.steps, Steps::Copy)
    }

    /// Returns the most texels that [`Self::convert`] converts.
    pub(in crate::image) fn most(&self) -> usize {
        if let Steps::Move(moves) = &self.steps { moves.most() } else { BLOCK }
    }

    /// Converts at most [`Self::most`] texels. `into` has as many pixels.
    pub(in crate::image) fn convert(&self, from: &[u8], into: &mut [u8], planes: &mut Planes) {
        let count = (into.len() / self.layout.bytes as usize).min(BLOCK);
        match &self.steps {
            Steps::Copy => into.iter_mut().zip(from).for_each(|(to, from)| *to = *from),
            Steps::Move(moves) => moves.apply(self.isa, from, into),
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
            numbers::from_floats(self.isa, self.numbers[0], &mut planes[0][..count]);
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
        numbers::from_integers(self.isa, self.numbers[1], &mut planes[0][..count]);
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
    fn new(layout: &PixelLayout, pixels: &Layout, clamp: bool, stored: Format, base: &Swizzle) -> Self {
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
        let (split, numbers) = (Split::of(layout), pixels.numbers());
        let values = if is_integer { Values::Integers(stored.kind() == Kind::Int) } else { Values::Floats(clamp) };
        let sources = std::array::from_fn(|index| match source(index) {
            // The bits are those of the element.
            Source::Constant(value) => Source::Constant(values.one_to_numbers(numbers[index], value)),
            plane => plane,
        });
        let mut constants = constants(&sources);
        if pixels.swapped > 1 && matches!(split, Split::None) {
            constants.iter_mut().for_each(|plane| elements::swap(InstructionSet::BASELINE, layout.element, plane));
        }
        let summands = layout.has_sum().then(|| [of(1), of(2), Source::Constant(0), Source::Constant(0)]);
        Self { split, numbers, count: layout.count, values, decoded: stored, summands, sources, constants }
    }

    /// Returns the moves that are all there is to do, if no component's bits change.
    fn moves(&self, isa: InstructionSet, pixels: &Layout, stored: Format) -> Option<Moves> {
        if self.summands.is_some() || self.values == Values::Floats(true) {
            return None;
        }
        let constant = self.sources.iter().zip(pixels.components).filter(|(_, component)| component.bits > 0);
        let constant = constant.fold(0, |bits, (source, component)| match *source {
            Source::Constant(value) => bits | u128::from(value & u32::MAX >> (32 - component.bits)) << component.first,
            Source::Plane(_) => bits,
        });
        let widths = if matches!(self.values, Values::Integers(_)) { Widths::Integers } else { Widths::Normalized };
        Moves::new(isa, [&Layout::of_texels(stored), pixels], &self.sources, widths, [constant, 0])
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
