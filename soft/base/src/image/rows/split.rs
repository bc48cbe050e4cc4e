//! The components in the bits of packed pixels.

use super::{BLOCK, Planes, elements, texels};
use crate::core::cpu::InstructionSet;
use crate::image::format::Format;
use crate::image::pixel::PixelLayout;
use crate::tokens::*;

/// How the components of a pixel are packed into its element.
#[derive(Clone, Copy, Debug)]
pub(super) enum Split {
    /// They are not.
    None,
    /// Each has bits of its own: the first bit and a mask of as many bits; no bits beyond the last component.
    Fields([(u32, u32); 4]),
    /// They are those of texels of a format with floats of few bits.
    Texels(Format),
}

impl Split {
    /// Returns how the pixels of a layout are packed.
    pub(super) fn of(layout: &PixelLayout) -> Self {
        match layout.ty {
            GL_UNSIGNED_INT_10F_11F_11F_REV => Self::Texels(Format::R11fG11fB10f),
            GL_UNSIGNED_INT_5_9_9_9_REV => Self::Texels(Format::Rgb9E5),
            _ => layout.fields().map_or(Self::None, Self::Fields),
        }
    }

    /// Replaces elements in the first plane by their components.
    pub(super) fn split(&self, isa: InstructionSet, count: usize, planes: &mut Planes) {
        match self {
            Self::None => {}
            Self::Fields(fields) => {
                let [words, others @ ..] = planes;
                for (plane, &(shift, mask)) in others.iter_mut().zip(&fields[1..]) {
                    elements::field(isa, words, shift, mask, &mut plane[..count]);
                }
                let (shift, mask) = fields[0];
                elements::first_field(isa, shift, mask, &mut words[..count]);
            }
            Self::Texels(format) => {
                let mut bytes = [0; BLOCK * 4];
                elements::scatter(isa, 4, 1, planes.each_ref(), &mut bytes[..count * 4]);
                texels::decode(isa, *format, &bytes[..count * 4], planes);
            }
        }
    }
}
