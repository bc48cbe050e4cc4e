//! Blocks of a program's pixels to texels.

use super::moves::{self, Moves};
use super::numbers::{self, Numbers, of_pixels, of_texels};
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

/// The steps from the elements of pixels to the texels of colors.
struct Color {
    split: Split,
    /// What the bits of each component stand for.
    numbers: [Numbers; 4],
    /// The values that the components have on the way.
    values: Values,
    /// The format whose texels have these values: the stored one, or that of its bits.
    target: Format,
    /// Where each component of the texels comes from.
    sources: [Source; 4],
    constants: Planes,
}

/// The values of components between pixels and texels.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    /// The bits that both have.
    Bits,
    /// The bits of signed normalized integers that both have, but for the least one, which stands for -1 as the next one does.
    Floored,
    /// Unsigned normalized integers of 8 bits, which become those of 16.
    Doubled,
    Floats,
    /// Integers, with what they are limited to first, because pixels and texels differ in sign: what is positive in both.
    Integers(Option<(Numbers, bool)>),
}

impl Unpacking {
    /// Chooses the steps. `inverse` gives the component that each stored one takes.
    pub(in crate::image) fn new(layout: PixelLayout, swap: bool, stored: Format, inverse: &Swizzle) -> Self {
        let swap = swap && layout.element > 1;
        let steps = match (layout.class, stored, layout.ty) {
            (Class::Stencil, Format::Stencil8, GL_UNSIGNED_BYTE) => Steps::Copy,
            (Class::Depth, Format::Depth16, GL_UNSIGNED_SHORT) if !swap => Steps::Copy,
            (Class::Color | Class::Integer, ..) if !swap && layout.holds(stored, inverse) => Steps::Copy,
            (Class::Color | Class::Integer, ..) => {
                let moves = if swap { None } else { Color::moves(&layout, stored, inverse) };
                moves.map_or_else(|| Steps::Color(Box::new(Color::new(layout, stored, inverse))), Steps::Move)
            }
            (Class::Depth, ..) => Steps::Depth,
            (Class::Stencil, ..) => Steps::Stencil,
            (Class::DepthStencil, ..) => Steps::DepthStencil,
        };
        Self { isa: InstructionSet::best(), layout, swap, stored, steps }
    }

    /// Returns true if pixels are copied as they are.
    pub(in crate::image) fn copies(&self) -> bool {
        matches!(self.steps, Steps::Copy)
    }

    /// Returns true if texels keep a part of what they were.
    pub(in crate::image) fn keeps(&self) -> bool {
        self.stored.has_stencil()
    }

    /// Converts at most [`BLOCK`] pixels. `into` has as many texels, which are what they were if [`Self::keeps`] returns true.
    pub(in crate::image) fn convert(&self, pixels: &[u8], into: &mut [u8], planes: &mut Planes) {
        let count = (pixels.len() / self.layout.bytes as usize).min(BLOCK);
        if let Steps::Move(moves) = &self.steps {
            return moves::move_all(self.isa, moves, pixels, into);
        }
        self.gather(pixels, count, planes);
        match &self.steps {
            Steps::Move(_) => {}
            Steps::Copy => into.iter_mut().zip(pixels).for_each(|(to, from)| *to = *from),
            Steps::Color(color) => color.convert(self.isa, count, into, planes),
            Steps::Depth => self.depths(count, into, planes),
            Steps::Stencil => {
                numbers::to_integers(self.isa, of_pixels(&self.layout)[0], &mut planes[0][..count]);
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
        numbers::to_floats(self.isa, of_pixels(&self.layout)[0], &mut planes[0][..count]);
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

    /// Returns the moves that are all there is to do, if every component has the same bits in pixels and texels.
    fn moves(layout: &PixelLayout, stored: Format, inverse: &Swizzle) -> Option<Moves> {
        let sources = Self::sources(layout, inverse);
        let constant = stored.encode(sources.map(|source| if let Source::Constant(value) = source { value } else { 0 }));
        Moves::to_texels(layout, stored, &sources, constant)
    }

    /// Chooses the steps to the texels of a format.
    fn new(layout: PixelLayout, stored: Format, inverse: &Swizzle) -> Self {
        let (numbers, sources) = (of_pixels(&layout), Self::sources(&layout, inverse));
        let (split, values) = (Split::of(&layout), Values::of(&layout, stored));
        let steps = Self { split, numbers, values, target: stored, sources, constants: constants(&sources) };
        steps.as_bits(&layout, stored, inverse).unwrap_or(steps)
    }

    /// Returns steps with less work if every component has the same bits in pixels and texels.
    fn as_bits(&self, layout: &PixelLayout, stored: Format, inverse: &Swizzle) -> Option<Self> {
        let is_whole = layout.holds(stored, inverse);
        if is_whole && layout.packed.is_some() {
            // Only the order of the bytes differs.
            let target = if layout.element == 2 { Format::R16ui } else { Format::R32ui };
            return Some(Self { split: Split::None, values: Values::Bits, target, sources: [Source::Plane(0); 4], ..*self });
        }
        let target = texels::of_bits(stored)?;
        let texel_bits = stored.component_bits().color.map(u32::from);
        let all = |same: &dyn Fn(Numbers, usize) -> bool| {
            let planes = self.sources.iter().take(texels::components(stored)).enumerate().filter_map(|(place, source)| match source {
                Source::Plane(plane) => Some((self.numbers[plane & 3], place)),
                Source::Constant(_) => None,
            });
            !matches!(self.split, Split::Texels(_)) && { planes }.all(|(numbers, place)| same(numbers, place))
        };
        let way = match (stored.kind(), of_texels(stored)) {
            _ if is_whole => Values::Bits,
            (Kind::SignedNormalized, _) if all(&|numbers, place| numbers == Numbers::Signed(texel_bits[place])) => Values::Floored,
            (Kind::Normalized, _) if all(&|numbers, place| (numbers, texel_bits[place]) == (Numbers::Unsigned(8), 16)) => Values::Doubled,
            (_, Some(of_texels)) if all(&|numbers, place| numbers == of_texels[place]) => Values::Bits,
            _ => return None,
        };
        let values = self.sources.map(|source| if let Source::Constant(value) = source { value } else { 0 });
        let bits = target.decode(stored.encode(values));
        let sources: [Source; 4] = std::array::from_fn(|place| match self.sources[place] {
            Source::Constant(_) => Source::Constant(bits[place]),
            plane => plane,
        });
        Some(Self { values: way, target, sources, constants: constants(&sources), ..*self })
    }

    /// Converts the elements in the planes.
    fn convert(&self, isa: InstructionSet, count: usize, into: &mut [u8], planes: &mut Planes) {
        self.split.split(isa, count, planes);
        let used = |place: usize| self.sources.contains(&Source::Plane(place));
        for (place, plane) in planes.iter_mut().enumerate().filter(|(place, _)| used(*place)) {
            let plane = &mut plane[..count];
            match self.values {
                Values::Bits => {}
                Values::Floored => numbers::floor(isa, self.numbers[place], plane),
                Values::Doubled => numbers::double(isa, plane),
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
