//! Rows of texels to those of another surface.

use super::{BLOCK, Bytes, LARGEST, ONE, Planes, Source, constants, depths, select, texels};
use crate::core::cpu::InstructionSet;
use crate::image::Surface;
use crate::image::format::{Format, Kind};
use crate::image::names::{RGBA, Swizzle, inverse};
use crate::image::texel::raw_at;

/// A row of a surface from a column on: the surface, the row and the column.
pub(in crate::image) type Row<'a> = (&'a Surface, u32, usize);

/// Returns where a texel begins, in bytes.
fn at((surface, row, column): Row) -> usize {
    surface.place(column, row as usize)
}

/// Copies texels of a row: to each in its order the one of the column that `column` returns.
#[inline]
pub(in crate::image) fn pick(surface: &Surface, row: u32, column: impl Fn(usize) -> usize, into: &mut [u8]) {
    let (words, bytes) = (surface.row(row), surface.format.bytes() as usize);
    for (index, texel) in into.chunks_exact_mut(bytes).enumerate() {
        let raw = raw_at(words, bytes as u32, column(index)).map(u32::to_le_bytes);
        texel.copy_from_slice(&raw.as_flattened()[..bytes]);
    }
}

/// How texels become those of another surface.
pub(in crate::image) enum Copying {
    /// Their bits are copied.
    Bits,
    /// Each stored component takes one of the decoded components.
    Color {
        /// Where each stored component comes from.
        sources: [Source; 4],
        /// The values of those that are constant.
        constants: Box<Planes>,
        /// The formats in which texels are decoded and encoded: those of the surfaces, or with fewer steps those of their bits.
        formats: [Format; 2],
    },
    /// Depth, stencil or both are converted, as far as both surfaces have them.
    Aspects {
        /// True if the depth is copied.
        depth: bool,
        /// True if the stencil is copied.
        stencil: bool,
    },
}

/// Returns the sources and the formats that copy the bits of components, if each stored component has the bits of the one that it takes.
fn bits(from: Format, into: Format, sources: [Source; 4]) -> Option<([Source; 4], [Format; 2])> {
    // Signed normalized ones have two codes for -1, and halves many for NaN, of which a conversion writes one.
    let is_exact = |format: Format| match format.kind() {
        Kind::Normalized | Kind::Int | Kind::Uint => true,
        Kind::Float => format.component_bits().color[0] == 32,
        _ => false,
    };
    let formats = [texels::of_bits(from)?, texels::of_bits(into)?];
    let [read, written] = [from, into].map(|format| format.component_bits().color);
    let is_same = |(index, source): (usize, &Source)| match *source {
        Source::Plane(plane) => written[index] == 0 || read[plane & 3] == written[index],
        Source::Constant(_) => true,
    };
    if from.kind() != into.kind() || !is_exact(from) || !sources.iter().enumerate().all(is_same) {
        return None;
    }
    let constant = |index: usize, value: u32| Source::Constant(formats[1].decode(into.encode([value; 4]))[index]);
    let sources = std::array::from_fn(|index| match sources[index] {
        Source::Constant(value) => constant(index, value),
        plane => plane,
    });
    Some((sources, formats))
}

impl Copying {
    /// Chooses how texels are copied between formats that are both of colors, or both not. A stored component takes the first component that the base
    /// format's swizzle maps to it.
    pub(in crate::image) fn new(from: Format, into: Format, base: Swizzle) -> Self {
        if from == into && (base == RGBA || !into.is_color()) {
            return Self::Bits;
        }
        if !into.is_color() {
            return Self::Aspects { depth: true, stencil: true };
        }
        let (one, count) = (if from.is_integer() { 1 } else { ONE }, texels::components(from) as u8);
        let sources = inverse(base).map(|component| match component {
            component if component < count => Source::Plane(component.into()),
            1 | 2 => Source::Constant(0),
            _ => Source::Constant(one),
        });
        match bits(from, into, sources) {
            Some((sources, formats)) => Self::Color { sources, constants: Box::new(constants(&sources)), formats },
            None => Self::Color { sources, constants: Box::new(constants(&sources)), formats: [from, into] },
        }
    }

    /// Copies texels of a row, as many as both rows have.
    pub(in crate::image) fn copy(&self, from: Row, into: Row, count: usize) {
        let ((input, ..), (output, ..)) = (from, into);
        let (from, into) = (at(from), at(into));
        if matches!(self, Self::Bits) {
            return output.memory.copy_from(into, &input.memory, from, count * input.format.bytes() as usize);
        }
        let (read, write) = (input.format.bytes() as usize, output.format.bytes() as usize);
        let (mut texels, mut others): (Bytes, Bytes) = ([0; BLOCK * LARGEST], [0; BLOCK * LARGEST]);
        for first in (0..count).step_by(BLOCK) {
            let count = (count - first).min(BLOCK);
            let (texels, others) = (&mut texels[..count * read], &mut others[..count * write]);
            input.memory.read(from + first * read, texels);
            output.memory.read(into + first * write, others);
            self.convert((input.format, texels), (output.format, others));
            output.memory.write(into + first * write, others);
        }
    }

    /// Copies texels of a row to those of another row from a column on: to each in its order the one of the column that `column` returns.
    pub(in crate::image) fn pick(&self, (input, row): (&Surface, u32), column: impl Fn(usize) -> usize, into: Row, count: usize) {
        let (output, ..) = into;
        let (read, write) = (input.format.bytes() as usize, output.format.bytes() as usize);
        let (mut texels, mut others): (Bytes, Bytes) = ([0; BLOCK * LARGEST], [0; BLOCK * LARGEST]);
        for first in (0..count).step_by(BLOCK) {
            let (to, count) = (at(into) + first * write, (count - first).min(BLOCK));
            let (texels, others) = (&mut texels[..count * read], &mut others[..count * write]);
            pick(input, row, |index| column(first + index), texels);
            output.memory.read(to, others);
            self.convert((input.format, texels), (output.format, others));
            output.memory.write(to, others);
        }
    }

    /// Converts at most [`BLOCK`] texels; `others` are those that they replace.
    pub(in crate::image) fn convert(&self, (format, texels): (Format, &[u8]), (into, others): (Format, &mut [u8])) {
        let (isa, mut planes) = (InstructionSet::best(), [[0; BLOCK]; 4]);
        match self {
            Self::Bits => others.iter_mut().zip(texels).for_each(|(to, from)| *to = *from),
            Self::Color { sources, constants, formats } => {
                texels::decode(isa, formats[0], texels, &mut planes);
                texels::encode(isa, formats[1], select(sources, &planes, constants), others);
            }
            &Self::Aspects { depth, stencil } => {
                let [depths, stencils, ..] = &mut planes;
                if depth && format == into {
                    depths::copy_depths(isa, format, texels, others);
                } else if depth && format.has_depth() {
                    depths::depths(isa, format, texels, depths);
                    depths::set_depths(isa, into, false, depths, others);
                }
                if stencil {
                    depths::stencils(isa, format, texels, stencils);
                    depths::set_stencils(isa, into, stencils, others);
                }
            }
        }
    }
}
