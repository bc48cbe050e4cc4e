//! Blocks of a program's pixels to texels.

use super::layout::Layout;
use super::moves::Moves;
use super::numbers::{self, Numbers};
use super::shuffle::{Shuffle, Widths};
use super::split::Split;
use super::{BLOCK, ONE, Planes, Source, constants, depths, elements, select, texels};
use crate::core::cpu::InstructionSet;
use crate::image::format::{Format, Kind};
use crate::image::names::Swizzle;
use crate::image::pixel::{Class, PixelLayout};
use crate::tokens::*;

/// The conversion of pixels of a layout to texels of a format.
pub(in crate::image) struct Unpacking {
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
    /// The pixels are texels.
    Copy,
    Move(Moves),
    Color(Box<Color>),
    Depth,
    Stencil,
    DepthStencil,
}

impl Steps {
    /// Returns the steps of pixels of a class.
    fn of_class(layout: &PixelLayout, pixels: &Layout, stored: Format, inverse: &Swizzle) -> Self {
        match layout.class {
            Class::Color | Class::Integer => Self::Color(Box::new(Color::new(layout, pixels, stored, inverse))),
            Class::Depth => Self::Depth,
            Class::Stencil => Self::Stencil,
            Class::DepthStencil => Self::DepthStencil,
        }
    }
}

/// Returns the moves that are all there is to do, if no component's bits change.
fn moves(isa: InstructionSet, layout: &PixelLayout, pixels: &Layout, stored: Format, inverse: &Swizzle) -> Option<Moves> {
    let layouts = [pixels, &Layout::of_texels(stored)];
    let planes = [0, 1, 2, 3].map(Source::Plane);
    let kept = |bits: u128| [0, if stored.has_depth() && stored.has_stencil() { bits } else { 0 }];
    let depth_bits = if stored == Format::Depth24Stencil8 { 24 } else { 32 };
    match layout.class {
        // Only the order of the bytes differs.
        Class::Color | Class::Integer if layout.holds(stored, inverse) => Some(Moves::Bytes(Shuffle::whole(layouts[0], layouts[1]))),
        Class::Color | Class::Integer => {
            let sources = Color::sources(layout, inverse);
            let constant = stored.encode(sources.map(|source| if let Source::Constant(value) = source { value } else { 0 }));
            let constant = constant.iter().rev().fold(0, |bits, word| bits << 32 | u128::from(*word));
            let widths = if layout.class == Class::Integer { Widths::Integers } else { Widths::Normalized };
            Moves::new(isa, layouts, &sources, widths, [constant, 0])
        }
        // Depths are clamped.
        Class::Depth | Class::DepthStencil if pixels.components[0].numbers == Numbers::Float => None,
        Class::Depth => {
            let sources = [Source::Plane(0), Source::Constant(0), Source::Constant(0), Source::Constant(0)];
            Moves::new(isa, layouts, &sources, Widths::Normalized, kept(u128::MAX << depth_bits))
        }
        Class::Stencil => {
            let sources = [Source::Constant(0), Source::Plane(1), Source::Constant(0), Source::Constant(0)];
            Moves::new(isa, layouts, &sources, Widths::Indices, kept((1 << depth_bits) - 1))
        }
        Class::DepthStencil => Moves::new(isa, layouts, &planes, Widths::Normalized, [0; 2]),
    }
}

/// The steps from the elements of pixels to the texels of colors.
struct Color {
    split: Split,
    /// What the bits of each component stand for.
    numbers: [Numbers; 4],
    /// The values that the components have on the way.
    values: Values,
    /// The format of the texels.
    target: Format,
    /// Where each component of the texels comes from.
    sources: [Source; 4],
    constants: Planes,
}

/// The values of components between pixels and texels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Floats,
    /// Integers, with what they are limited to first, because pixels and texels differ in sign: what is positive in both.
    Integers(Option<(Numbers, bool)>),
}

impl Unpacking {
    /// Chooses the steps. `inverse` gives the component that each stored one takes.
    pub(in crate::image) fn new(layout: PixelLayout, swap: bool, stored: Format, inverse: &Swizzle) -> Self {
        let swap = swap && layout.element > 1;
        let (isa, pixels) = (InstructionSet::best(), Layout::of_pixels(&layout, swap));
        let steps = match (layout.class, stored, layout.ty) {
            (Class::Stencil, Format::Stencil8, GL_UNSIGNED_BYTE) => Steps::Copy,
            (Class::Depth, Format::Depth16, GL_UNSIGNED_SHORT) if !swap => Steps::Copy,
            (Class::Color | Class::Integer, ..) if !swap && layout.holds(stored, inverse) => Steps::Copy,
            _ => match moves(isa, &layout, &pixels, stored, inverse) {
                Some(moves) => Steps::Move(moves),
                None => Steps::of_class(&layout, &pixels, stored, inverse),
            },
        };
        Self { isa, layout, swap, stored, numbers: pixels.numbers(), steps }
    }

    /// Returns true if pixels are copied as they are.
    pub(in crate::image) fn copies(&self) -> bool {
        matches!(self.steps, Steps::Copy)
    }

    /// Returns true if texels keep a part of what they were.
    pub(in crate::image) fn keeps(&self) -> bool {
        match &self.steps {
            Steps::Move(moves) => moves.keeps(),
            _ => self.stored.has_stencil(),
        }
    }

    /// Returns the most pixels that [`Self::convert`] converts.
    pub(in crate::image) fn most(&self) -> usize {
        if let Steps::Move(moves) = &self.steps { moves.most() } else { BLOCK }
    }

    /// Converts at most [`Self::most`] pixels. `into` has as many texels, which are what they were if [`Self::keeps`] returns true.
    pub(in crate::image) fn convert(&self, pixels: &[u8], into: &mut [u8], planes: &mut Planes) {
        let count = (pixels.len() / self.layout.bytes as usize).min(BLOCK);
        if let Steps::Move(moves) = &self.steps {
            return moves.apply(self.isa, pixels, into);
        }
        self.gather(pixels, count, planes);
        match &self.steps {
            Steps::Move(_) => {}
            Steps::Copy => into.iter_mut().zip(pixels).for_each(|(to, from)| *to = *from),
            Steps::Color(color) => color.convert(self.isa, count, into, planes),
            Steps::Depth => self.depths(count, into, planes),
            Steps::Stencil => {
                numbers::to_integers(self.isa, self.numbers[1], &mut planes[0][..count]);
                depths::set_stencils(self.isa, self.stored, &planes[0], into);
            }
            Steps::DepthStencil => self.depth_stencils(into, planes),
        }
    }

    /// Copies the elements of pixels to planes.
    fn gather(&self, pixels: &[u8], count: usize, planes: &mut Planes) {
        let size = self.layout.element;
        let elements = (self.layout.bytes / size) as usize;
        elements::gather(self.isa, size, elements, pixels, planes);
        if self.swap {
            planes.iter_mut().take(elements).for_each(|plane| elements::swap(self.isa, size, &mut plane[..count]));
        }
    }

    /// Sets the depths of texels.
    fn depths(&self, count: usize, into: &mut [u8], planes: &mut Planes) {
        if (self.stored, self.layout.ty) == (Format::Depth24Stencil8, GL_UNSIGNED_INT) {
            return depths::set_depths24(self.isa, &planes[0], into);
        }
        numbers::to_floats(self.isa, self.numbers[0], &mut planes[0][..count]);
        depths::set_depths(self.isa, self.stored, true, &planes[0], into);
    }

    /// Sets the depths and stencil indices of texels.
    fn depth_stencils(&self, into: &mut [u8], planes: &mut Planes) {
        let is_24 = self.layout.ty == GL_UNSIGNED_INT_24_8;
        if is_24 && self.stored == Format::Depth24Stencil8 {
            depths::set_depths24(self.isa, &planes[0], into);
            return depths::set_stencils(self.isa, self.stored, &planes[0], into);
        }
        if is_24 {
            depths::split24(self.isa, planes);
        }
        depths::set_depths(self.isa, self.stored, true, &planes[0], into);
        depths::set_stencils(self.isa, self.stored, &planes[1], into);
    }
}

impl Color {
    /// Returns where the components of texels come from.
    fn sources(layout: &PixelLayout, inverse: &Swizzle) -> [Source; 4] {
        let one = if layout.class == Class::Integer { 1 } else { ONE };
        inverse.map(|component| match layout.place(component) {
            Some(place) => Source::Plane(place),
            None => Source::Constant(if component >= 3 { one } else { 0 }),
        })
    }

    /// Chooses the steps to the texels of a format.
    fn new(layout: &PixelLayout, pixels: &Layout, stored: Format, inverse: &Swizzle) -> Self {
        let sources = Self::sources(layout, inverse);
        let (split, values) = (Split::of(layout), Values::of(layout, stored));
        Self { split, numbers: pixels.numbers(), values, target: stored, sources, constants: constants(&sources) }
    }

    /// Converts the elements in the planes.
    fn convert(&self, isa: InstructionSet, count: usize, into: &mut [u8], planes: &mut Planes) {
        self.split.split(isa, count, planes);
        let used = |place: usize| self.sources.contains(&Source::Plane(place));
        for (place, plane) in planes.iter_mut().enumerate().filter(|(place, _)| used(*place)) {
            let plane = &mut plane[..count];
            match self.values {
                Values::Floats => numbers::to_floats(isa, self.numbers[place], plane),
                Values::Integers(limit) => {
                    numbers::to_integers(isa, self.numbers[place], plane);
                    limit.inspect(|&(numbers, signed)| numbers::limit(isa, numbers, signed, plane));
                }
            }
        }
        texels::encode(isa, self.target, select(&self.sources, planes, &self.constants), into);
    }
}

impl Values {
    /// Returns the values on the way from a layout to a format.
    fn of(layout: &PixelLayout, stored: Format) -> Self {
        if layout.class != Class::Integer {
            return Self::Floats;
        }
        Self::Integers(match (stored.kind(), layout.is_signed()) {
            (Kind::Uint, true) => Some((Numbers::Unsigned(32), true)),
            (Kind::Int, false) => Some((Numbers::Signed(32), false)),
            _ => None,
        })
    }
}
