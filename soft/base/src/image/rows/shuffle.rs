//! Moves of whole bytes between pixels and texels, sixteen bytes at a time.

use super::layout::{Component, Layout};
use super::numbers::Numbers;
use super::{LARGEST, Source};
use crate::core::cpu::{InstructionSet, versions};
use crate::core::vector::shuffle::{Lane, Lanes, NONE, replace};

/// What becomes of components whose bits differ in number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Widths {
    /// They represent 0 to 1: bits are repeated.
    Normalized,
    /// They are integers: zeros are added.
    Integers,
    /// They are stencil indices: zeros are added, and bits beyond the lowest are dropped.
    Indices,
}

/// The bytes that pixels and texels move, and those that are the same everywhere.
#[derive(Clone, Copy, Debug)]
pub(in crate::image) struct Shuffle {
    /// The bytes of each before and after.
    bytes: [usize; 2],
    /// How many are moved at once.
    count: usize,
    /// For each byte after it, the place of the byte before; [`NONE`] for none.
    order: Lane,
    /// The bits that are set everywhere.
    constant: Lane,
    /// The bits that stay what they were.
    keep: Lane,
    /// The bits of signed normalized integers, whose least value becomes the next one, which stands for -1 too; 0 if there are none.
    floored: u32,
}

/// Returns for each byte of a component the byte of another one, counted from their first bytes, or [`NONE`]; `None` if no moves of bytes convert them.
fn bytes(from: Component, into: Component, widths: Widths) -> Option<impl Iterator<Item = u8>> {
    let is_whole = |component: Component| component.bits > 0 && component.bits.is_multiple_of(8) && component.first.is_multiple_of(8);
    let (read, written) = (from.bits / 8, into.bits / 8);
    let is_unsigned = matches!(from.numbers, Numbers::Unsigned(_));
    let is_integer = matches!(into.numbers, Numbers::Unsigned(_) | Numbers::Signed(_));
    let fits = from.numbers == into.numbers && read == written
        || match widths {
            // The conversion by way of floats rounds to these bits.
            Widths::Normalized => {
                let numbers = [(8, 16), (24, 32), (32, 24)].map(|(from, into)| (Numbers::Unsigned(from), Numbers::Unsigned(into)));
                numbers.contains(&(from.numbers, into.numbers))
            }
            Widths::Integers => is_unsigned && is_integer && read < written,
            Widths::Indices => {
                let is_index = matches!(from.numbers, Numbers::Unsigned(_) | Numbers::Signed(_));
                is_index && (matches!(into.numbers, Numbers::Unsigned(_)) || is_integer && read < written)
            }
        };
    let byte = move |byte: u32| match widths {
        // The highest bytes are the same.
        Widths::Normalized => read - 1 - (written - 1 - byte) % read,
        Widths::Integers | Widths::Indices => byte,
    };
    let moved = (0..written).map(move |index| if byte(index) < read { byte(index) as u8 } else { NONE });
    (is_whole(from) && is_whole(into) && fits).then_some(moved)
}

impl Shuffle {
    /// Returns the moves of pixels or texels of one layout to those of another, each of whose components comes from a source: a component of the former,
    /// or one of the constant bits. The bits of `keep` stay. Returns `None` if more than moves of bytes is needed.
    pub(super) fn new(from: &Layout, into: &Layout, sources: &[Source; 4], widths: Widths, [constant, keep]: [u128; 2]) -> Option<Self> {
        let floors = from.has_two_ones || into.has_two_ones;
        if !from.is_apart || !into.is_apart || floors && into.swapped > 1 {
            return None;
        }
        let mut order = [NONE; LARGEST];
        for (to, source) in into.components.iter().zip(sources).filter(|(to, _)| to.bits > 0) {
            let Source::Plane(plane) = *source else { continue };
            let component = from.components[plane & 3];
            for (place, byte) in bytes(component, *to, widths)?.enumerate().filter(|(_, byte)| *byte != NONE) {
                *order.get_mut(into.place(to.first as usize / 8 + place))? =
                    from.place(component.first as usize / 8 + usize::from(byte)) as u8;
            }
        }
        let floored = if floors { into.components[0].bits } else { 0 };
        Some(Self::from_order([from.bytes, into.bytes], order, [constant, keep].map(|bits| in_memory(into, bits)), floored))
    }

    /// Returns the moves of whole pixels to texels, or back, that differ in the order of their bytes alone.
    pub(super) fn whole(from: &Layout, into: &Layout) -> Self {
        let mut order = [NONE; LARGEST];
        (0..into.bytes).for_each(|byte| order[into.place(byte)] = from.place(byte) as u8);
        Self::from_order([from.bytes, into.bytes], order, [[0; LARGEST]; 2], 0)
    }

    /// Returns true if texels keep a part of what they were.
    pub(super) fn keeps(&self) -> bool {
        self.keep != [0; LARGEST]
    }

    /// Returns moves for as many pixels or texels as a lane has room for.
    fn from_order(bytes: [usize; 2], order: Lane, [constant, keep]: [Lane; 2], floored: u32) -> Self {
        let [read, written] = bytes;
        let count = (LARGEST / read.max(written)).max(1);
        // Beyond the last one, what is there stays: what is not kept is overwritten by the next ones.
        let spread = |lane: Lane, beyond: u8| -> Lane {
            std::array::from_fn(|byte| if byte < count * written { lane[byte % written] } else { beyond })
        };
        let mut places = spread(order, NONE);
        for (byte, place) in places.iter_mut().enumerate().filter(|(_, place)| **place != NONE) {
            *place += (byte / written * read) as u8;
        }
        let keep = if keep == [0; LARGEST] { keep } else { spread(keep, 0xFF) };
        Self { bytes, count, order: places, constant: spread(constant, 0), keep, floored }
    }

    /// Returns the bytes of a pixel or texel before and after.
    pub(super) fn bytes(&self) -> [usize; 2] {
        self.bytes
    }

    /// Moves the bytes of as many pixels or texels as both sides have.
    pub(super) fn apply(&self, isa: InstructionSet, from: &[u8], into: &mut [u8]) {
        apply(isa, self, from, into);
    }
}

/// Returns bits of a pixel or texel as they are in memory.
fn in_memory(layout: &Layout, bits: u128) -> Lane {
    let bytes = bits.to_le_bytes();
    std::array::from_fn(|byte| if byte < layout.bytes { bytes[layout.place(byte)] } else { 0 })
}

/// The bytes of a shuffle in vectors.
struct Vectors<V: Lanes> {
    order: V::Bytes,
    constant: V::Bytes,
    keep: V::Bytes,
    /// The least integers that signed normalized ones become.
    least: V::Bytes,
}

/// What a loop does to the bytes that it has moved.
const PLAIN: u32 = 0;
const FLOOR_BYTES: u32 = 1;
const FLOOR_SHORTS: u32 = 2;
const KEEP: u32 = 3;

impl<V: Lanes> Vectors<V> {
    /// Returns what becomes of two lanes; `old` is what is there.
    #[inline(always)]
    fn moved<const STEP: u32>(&self, bytes: V::Bytes, old: V::Bytes) -> V::Bytes {
        let moved = V::either(V::shuffle(bytes, self.order), self.constant);
        match STEP {
            FLOOR_BYTES => V::greater_bytes(moved, self.least),
            FLOOR_SHORTS => V::greater_shorts(moved, self.least),
            KEEP => V::either(moved, V::both(old, self.keep)),
            _ => moved,
        }
    }
}

#[inline(always)]
fn shuffle_loop<V: Lanes, const STEP: u32>(shuffle: &Shuffle, from: &[u8], into: &mut [u8]) {
    let least = if STEP == FLOOR_SHORTS { std::array::from_fn(|byte| [0x01, 0x80][byte % 2]) } else { [0x81; LARGEST] };
    let [order, constant, keep, least] = [shuffle.order, shuffle.constant, shuffle.keep, least].map(|lane| V::lanes(&lane, &lane));
    let vectors = Vectors::<V> { order, constant, keep, least };
    let [read, written] = shuffle.bytes.map(|bytes| bytes * shuffle.count);
    let pixels = (from.len() / shuffle.bytes[0]).min(into.len() / shuffle.bytes[1]);
    let (from, into) = (&from[..pixels * shuffle.bytes[0]], &mut into[..pixels * shuffle.bytes[1]]);
    let lanes = replace::<V>(from, into, [read, written], |bytes, old| vectors.moved::<STEP>(bytes, old));
    let (from, into) = (&from[lanes * read..], &mut into[lanes * written..]);
    for (from, into) in from.chunks(read).zip(into.chunks_mut(written)) {
        let (mut lane, mut old) = ([0; LARGEST], [0; LARGEST]);
        lane[..from.len()].copy_from_slice(from);
        old[..into.len()].copy_from_slice(into);
        let [moved, _] = V::split(vectors.moved::<STEP>(V::lanes(&lane, &lane), V::lanes(&old, &old)));
        into.copy_from_slice(&moved[..into.len()]);
    }
}

#[inline(always)]
fn apply_body<V: Lanes>(shuffle: &Shuffle, from: &[u8], into: &mut [u8]) {
    match shuffle.floored {
        8 => shuffle_loop::<V, FLOOR_BYTES>(shuffle, from, into),
        16 => shuffle_loop::<V, FLOOR_SHORTS>(shuffle, from, into),
        _ if shuffle.keep != [0; LARGEST] => shuffle_loop::<V, KEEP>(shuffle, from, into),
        _ => shuffle_loop::<V, PLAIN>(shuffle, from, into),
    }
}

versions! {
    /// Moves the bytes of as many pixels or texels as both sides have.
    fn apply = apply_body<Eight>(shuffle: &Shuffle, from: &[u8], into: &mut [u8])
}
