//! Payloads: what operations say beside their registers. The rows of [`crate::ir::operations`] name the payload of each operation that has one.

use super::memory::{Atomic, Space};
use std::fmt::{Display, Formatter, Result};

/// The encoded form of a payload, by which all operations have one layout; packed, so that [`super::Op`] has 16 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C, packed(2))]
pub struct Encoded {
    small: u16,
    large: u32,
}

impl Encoded {
    /// Returns the form with these bits, which need not be that of a payload: the verifier finds out.
    pub const fn from_bits(small: u16, large: u32) -> Self {
        Self { small, large }
    }

    /// Returns the lower bits.
    pub(crate) const fn small(self) -> u16 {
        self.small
    }

    /// Returns the upper bits.
    pub(crate) const fn large(self) -> u32 {
        self.large
    }
}

/// A payload, encoded in 48 bits.
pub trait Payload: Copy {
    /// Returns the encoded form.
    fn encode(self) -> Encoded;

    /// Returns the payload of an encoded form; for a form of no payload, some payload, whose form is another one.
    fn decode(encoded: Encoded) -> Self;

    /// Writes the payload behind the registers of an operation.
    fn write(self, out: &mut Formatter<'_>) -> Result;
}

impl<P: Payload> From<P> for Encoded {
    #[inline(always)]
    fn from(payload: P) -> Self {
        payload.encode()
    }
}

/// No payload.
impl Payload for () {
    #[inline(always)]
    fn encode(self) -> Encoded {
        Encoded::default()
    }

    #[inline(always)]
    fn decode(_: Encoded) -> Self {}

    fn write(self, _: &mut Formatter<'_>) -> Result {
        Ok(())
    }
}

/// Defines payloads that are one number, up to a greatest one.
macro_rules! numbers {
    ($($(#[$about:meta])* $name:ident($number:ty) to $most:expr, $text:literal;)*) => { $(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub $number);

        impl Payload for $name {
            #[inline(always)]
            fn encode(self) -> Encoded {
                Encoded { small: 0, large: self.0.into() }
            }

            #[inline(always)]
            fn decode(encoded: Encoded) -> Self {
                Self(encoded.large.min($most) as $number)
            }

            fn write(self, out: &mut Formatter<'_>) -> Result {
                write!(out, $text, self.0)
            }
        }
    )* };
}

numbers! {
    /// The index of an operation: where a jump leads, or another end of its construct.
    Target(u32) to u32::MAX, "; {}";
    /// The number of regions around the innermost one that lanes leave as well.
    Regions(u32) to u32::MAX, "; {}";
    /// A word of a record, from its start.
    Word(u32) to u32::MAX, "; word {}";
    /// A storage block, by its number.
    Block(u32) to u32::MAX, "; block {}";
    /// A texture access: its index in [`super::Bytecode::samples`].
    TextureAccess(u32) to u32::MAX, "; sample {}";
    /// A region with generated code, by its number.
    Region(u32) to u32::MAX, "; region {}";
    /// A vertex stream.
    Stream(u8) to 3, "; stream {}";
}

/// The number of consecutive registers that an operation indexes; at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements(u32);

impl Elements {
    /// Creates the payload for `count` registers, or for one if it is 0.
    #[inline(always)]
    pub fn new(count: u32) -> Self {
        Self(count.max(1))
    }

    /// Returns the number of registers.
    #[inline(always)]
    pub fn count(self) -> u32 {
        self.0
    }
}

impl Payload for Elements {
    #[inline(always)]
    fn encode(self) -> Encoded {
        Encoded { small: 0, large: self.0 }
    }

    #[inline(always)]
    fn decode(encoded: Encoded) -> Self {
        Self::new(encoded.large)
    }

    fn write(self, out: &mut Formatter<'_>) -> Result {
        write!(out, "; of {}", self.0)
    }
}

/// The address space of an access, and the number of its (first) block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named like what they hold")]
pub struct MemoryAccess {
    pub space: Space,
    pub block: u32,
}

impl Payload for MemoryAccess {
    #[inline(always)]
    fn encode(self) -> Encoded {
        Encoded { small: self.space as u16, large: self.block }
    }

    #[inline(always)]
    fn decode(encoded: Encoded) -> Self {
        Self { space: Space::of(encoded.small), block: encoded.large }
    }

    fn write(self, out: &mut Formatter<'_>) -> Result {
        write!(out, "; {self}")
    }
}

impl Display for MemoryAccess {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "{:?} {}", self.space, self.block)
    }
}

/// An atomic operation on a word of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named like what they hold")]
pub struct AtomicMemory {
    pub atomic: Atomic,
    pub memory: MemoryAccess,
}

impl Payload for AtomicMemory {
    #[inline(always)]
    fn encode(self) -> Encoded {
        let Encoded { small, large } = self.memory.encode();
        Encoded { small: small << 8 | self.atomic as u16, large }
    }

    #[inline(always)]
    fn decode(encoded: Encoded) -> Self {
        let memory = MemoryAccess::decode(Encoded { small: encoded.small >> 8, large: encoded.large });
        Self { atomic: Atomic::of(encoded.small & 0xFF), memory }
    }

    fn write(self, out: &mut Formatter<'_>) -> Result {
        write!(out, "; {:?} of {}", self.atomic, self.memory)
    }
}

/// The bit for images with samples.
const SAMPLES: u16 = 1 << 8;

/// An image: its index in [`super::Bytecode::images`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageAccess {
    /// The index.
    pub image: u32,
    /// True if the coordinates name a sample; of a size, true for the number of samples.
    pub samples: bool,
}

impl ImageAccess {
    /// Returns the number of registers of the coordinates.
    pub fn coordinates(self) -> u32 {
        if self.samples { 4 } else { 3 }
    }
}

impl Payload for ImageAccess {
    #[inline(always)]
    fn encode(self) -> Encoded {
        Encoded { small: if self.samples { SAMPLES } else { 0 }, large: self.image }
    }

    #[inline(always)]
    fn decode(encoded: Encoded) -> Self {
        Self { image: encoded.large, samples: encoded.small & SAMPLES != 0 }
    }

    fn write(self, out: &mut Formatter<'_>) -> Result {
        write!(out, "; {self}")
    }
}

impl Display for ImageAccess {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "image {}{}", self.image, if self.samples { ", samples" } else { "" })
    }
}

/// An atomic operation on a texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named like what they hold")]
pub struct AtomicImage {
    pub atomic: Atomic,
    pub access: ImageAccess,
}

impl Payload for AtomicImage {
    #[inline(always)]
    fn encode(self) -> Encoded {
        let Encoded { small, large } = self.access.encode();
        Encoded { small: small | self.atomic as u16, large }
    }

    #[inline(always)]
    fn decode(encoded: Encoded) -> Self {
        Self { atomic: Atomic::of(encoded.small & !SAMPLES), access: ImageAccess::decode(encoded) }
    }

    fn write(self, out: &mut Formatter<'_>) -> Result {
        write!(out, "; {:?} of {}", self.atomic, self.access)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Code;
    use super::*;

    #[test]
    fn payloads_have_their_bits_and_no_others() {
        let memory = MemoryAccess { space: Space::Storage, block: 7 };
        let access = ImageAccess { image: 5, samples: true };
        for (code, encoded, bits) in [
            (Code::FAdd, ().into(), (0, 0)),
            (Code::Jump, Target(9).into(), (0, 9)),
            (Code::LoadIndexed, Elements::new(3).into(), (0, 3)),
            (Code::EmitVertex, Stream(3).into(), (0, 3)),
            (Code::Load, memory.into(), (2, 7)),
            (Code::Atomic, AtomicMemory { atomic: Atomic::CompareSwap, memory }.into(), (0x0209, 7)),
            (Code::ImageSize, access.into(), (0x100, 5)),
            (Code::ImageAtomic, AtomicImage { atomic: Atomic::Xor, access }.into(), (0x107, 5)),
        ] {
            assert_eq!(encoded, Encoded::from_bits(bits.0, bits.1), "{code:?}");
            assert!(code.takes(encoded), "{code:?}");
        }
        for (code, small, large) in [
            (Code::FAdd, 0, 1),
            (Code::Jump, 1, 9),
            (Code::LoadIndexed, 0, 0),
            (Code::EmitVertex, 0, 4),
            (Code::Load, 5, 0),
            (Code::Atomic, 0x0500, 0),
            (Code::Atomic, 0x000E, 0),
            (Code::ImageSize, 1, 0),
            (Code::ImageAtomic, 0x000E, 0),
        ] {
            assert!(!code.takes(Encoded::from_bits(small, large)), "{code:?} {small:x} {large}");
        }
    }
}
