//! Rows of texels to those of another surface.

use super::layout::Layout;
use super::moves::Moves;
use super::shuffle::Widths;
use super::{BLOCK, Bytes, LARGEST, ONE, Planes, Source, constants, depths, select, texels};
use crate::core::cpu::InstructionSet;
use crate::image::Surface;
use crate::image::format::Format;
use crate::image::names::{RGBA, Swizzle, inverse};
use crate::image::texel::raw_at;
use std::sync::atomic::AtomicU32;

/// A row of a surface from a column on: the surface, the row and the column.
pub(in crate::image) type Row<'a> = (&'a Surface, u32, usize);

/// Returns where a texel begins, in bytes.
fn at((surface, row, column): Row) -> usize {
    surface.place(column, row as usize)
}

/// Copies texels of `BYTES` bytes.
#[inline(always)]
fn pick_loop<const BYTES: usize>(words: &[AtomicU32], columns: &[u32], into: &mut [u8]) {
    for (texel, column) in into.as_chunks_mut::<BYTES>().0.iter_mut().zip(columns) {
        let raw = raw_at(words, BYTES as u32, *column as usize).map(u32::to_le_bytes);
        texel.copy_from_slice(&raw.as_flattened()[..BYTES]);
    }
}

/// Copies the texels of a row that are in these columns.
pub(in crate::image) fn pick(surface: &Surface, row: u32, columns: &[u32], into: &mut [u8]) {
    let words = surface.row(row);
    match surface.format.bytes() {
        1 => pick_loop::<1>(words, columns, into),
        2 => pick_loop::<2>(words, columns, into),
        4 => pick_loop::<4>(words, columns, into),
        8 => pick_loop::<8>(words, columns, into),
        _ => pick_loop::<16>(words, columns, into),
    }
}

/// The memory that rows pass through.
pub(in crate::image) struct Room {
    texels: Bytes,
    others: Bytes,
    planes: Planes,
}

impl Room {
    /// Makes the memory.
    pub(in crate::image) fn new() -> Self {
        Self { texels: [0; BLOCK * LARGEST], others: [0; BLOCK * LARGEST], planes: [[0; BLOCK]; 4] }
    }
}

/// How texels become those of another surface.
pub(in crate::image) enum Copying {
    /// Their bits are copied.
    Bits,
    /// Bits of them are moved.
    Moved(Moves),
    /// Each stored component takes one of the decoded components.
    Color {
        /// Where each stored component comes from.
        sources: [Source; 4],
        /// The values of those that are constant.
        constants: Box<Planes>,
    },
    /// Depth, stencil or both are converted, as far as both surfaces have them.
    Aspects {
        /// True if the depth is copied.
        depth: bool,
        /// True if the stencil is copied.
        stencil: bool,
    },
}

/// Returns the moves that copy texels, if no component's bits change.
fn moves(from: Format, into: Format, sources: &[Source; 4]) -> Option<Moves> {
    if from.kind() != into.kind() {
        return None;
    }
    let constant = into.encode(sources.map(|source| if let Source::Constant(value) = source { value } else { 0 }));
    let constant = constant.iter().rev().fold(0, |bits, word| bits << 32 | u128::from(*word));
    let widths = if from.is_integer() { Widths::Integers } else { Widths::Normalized };
    Moves::new(InstructionSet::best(), [&Layout::of_texels(from), &Layout::of_texels(into)], sources, widths, [constant, 0])
}

/// Returns the moves that copy the depth or the stencil index of texels to others of the same format, of which the rest stays.
fn moves_of_aspects(format: Format, depth: bool, stencil: bool) -> Option<Moves> {
    let kept = match format {
        Format::Depth24Stencil8 => [0xFF_FFFF, 0xFF00_0000],
        Format::Depth32fStencil8 => [0xFFFF_FFFF, 0xFFFF_FFFF << 32],
        _ => return None,
    };
    let keep = [(depth, kept[0]), (stencil, kept[1])].into_iter().filter(|(copied, _)| !copied).fold(0, |bits, (_, kept)| bits | kept);
    let source = |copied: bool, plane: usize| if copied { Source::Plane(plane) } else { Source::Constant(0) };
    let sources = [source(depth, 0), source(stencil, 1), Source::Constant(0), Source::Constant(0)];
    let layout = Layout::of_texels(format);
    Moves::new(InstructionSet::best(), [&layout; 2], &sources, Widths::Normalized, [0, keep])
}

impl Copying {
    /// Chooses how texels are copied between formats that are both of colors, or both not. A stored component takes the first component that the base
    /// format's swizzle maps to it.
    pub(in crate::image) fn new(from: Format, into: Format, base: Swizzle) -> Self {
        if from == into && (base == RGBA || !into.is_color()) {
            return Self::Bits;
        }
        if !into.is_color() {
            return Self::aspects([from, into], true, true);
        }
        let (one, count) = (if from.is_integer() { 1 } else { ONE }, texels::components(from) as u8);
        let sources = inverse(base).map(|component| match component {
            component if component < count => Source::Plane(component.into()),
            1 | 2 => Source::Constant(0),
            _ => Source::Constant(one),
        });
        let constants = || Box::new(constants(&sources));
        moves(from, into, &sources).map_or_else(|| Self::Color { sources, constants: constants() }, Self::Moved)
    }

    /// Chooses how the depth, the stencil index or both are copied between formats with depth or stencil.
    pub(in crate::image) fn aspects([from, into]: [Format; 2], depth: bool, stencil: bool) -> Self {
        let moves = if from == into { moves_of_aspects(from, depth, stencil) } else { None };
        moves.map_or(Self::Aspects { depth, stencil }, Self::Moved)
    }

    /// Returns true if texels keep a part of what they were.
    pub(in crate::image) fn keeps(&self) -> bool {
        match self {
            Self::Moved(moves) => moves.keeps(),
            Self::Aspects { .. } => true,
            Self::Bits | Self::Color { .. } => false,
        }
    }

    /// Copies texels of a row, as many as both rows have.
    pub(in crate::image) fn copy(&self, from: Row, into: Row, count: usize, room: &mut Room) {
        let ((input, ..), (output, ..)) = (from, into);
        let (bytes, from) = (input.format.bytes() as usize, at(from));
        if matches!(self, Self::Bits) {
            return output.memory.copy_from(at(into), &input.memory, from, count * bytes);
        }
        self.blocks(input.format, into, count, room, |first, texels| input.memory.read(from + first * bytes, texels));
    }

    /// Copies texels of a row to those of another row from a column on: to each in its order the one of its column in `columns`.
    pub(in crate::image) fn pick(&self, (input, row): (&Surface, u32), columns: &[u32], into: Row, room: &mut Room) {
        let bytes = input.format.bytes() as usize;
        let read = |first: usize, texels: &mut [u8]| pick(input, row, &columns[first..first + texels.len() / bytes], texels);
        self.blocks(input.format, into, columns.len(), room, read);
    }

    /// Copies texels that `read` reads, from a place in the row on, in blocks.
    fn blocks(&self, format: Format, into: Row, count: usize, room: &mut Room, read: impl Fn(usize, &mut [u8])) {
        let ((output, ..), into) = (into, at(into));
        let [bytes, written] = [format, output.format].map(|format| format.bytes() as usize);
        let most = if let Self::Moved(moves) = self { moves.most() } else { BLOCK };
        for first in (0..count).step_by(most) {
            let (count, to) = ((count - first).min(most), into + first * written);
            let (texels, others) = (&mut room.texels[..count * bytes], &mut room.others[..count * written]);
            read(first, texels);
            if matches!(self, Self::Bits) {
                output.memory.write(to, texels);
                continue;
            }
            if self.keeps() {
                output.memory.read(to, others);
            }
            self.convert((format, texels), (output.format, others), &mut room.planes);
            output.memory.write(to, others);
        }
    }

    /// Converts a block of texels; `others` are those that they replace.
    fn convert(&self, (format, texels): (Format, &[u8]), (into, others): (Format, &mut [u8]), planes: &mut Planes) {
        let isa = InstructionSet::best();
        match self {
            Self::Bits => {}
            Self::Moved(moves) => moves.apply(isa, texels, others),
            Self::Color { sources, constants } => {
                texels::decode(isa, format, texels, planes);
                texels::encode(isa, into, select(sources, planes, constants), others);
            }
            &Self::Aspects { depth, stencil } => {
                let [depths, stencils, ..] = planes;
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
