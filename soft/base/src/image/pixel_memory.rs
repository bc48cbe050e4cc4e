//! The memory that pixels come from and go to: a program's, or a buffer's.

use crate::core::memory::{Memory, OutOfMemory};
use std::borrow::Cow;

/// The bytes that pixels are read from.
#[derive(Clone, Copy)]
pub enum Input<'a> {
    /// Bytes of the program.
    Program(&'a [u8]),
    /// The bytes of a buffer from an offset on.
    Buffer(&'a Memory, usize),
}

impl<'a> From<&'a [u8]> for Input<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Program(bytes)
    }
}

impl<'a> Input<'a> {
    /// Returns the number of bytes.
    #[allow(clippy::len_without_is_empty, reason = "no caller asks whether pixels have no bytes")]
    pub fn len(&self) -> usize {
        match self {
            Self::Program(bytes) => bytes.len(),
            Self::Buffer(memory, offset) => memory.len().saturating_sub(*offset),
        }
    }

    /// Returns the first `count` bytes, or all; a copy of those of a buffer.
    pub fn bytes(&self, count: usize) -> Result<Cow<'a, [u8]>, OutOfMemory> {
        match *self {
            Self::Program(bytes) => Ok(bytes.get(..count).unwrap_or(bytes).into()),
            Self::Buffer(memory, offset) => {
                let mut copy = Vec::new();
                copy.try_reserve_exact(count).map_err(|_| OutOfMemory)?;
                copy.resize(count, 0);
                memory.read(offset, &mut copy);
                Ok(copy.into())
            }
        }
    }

    /// Returns bytes from `at` on, which are copied to `room` if they are a buffer's. There are as many as `room` has; fewer at the end.
    pub(super) fn part<'b>(&self, at: usize, room: &'b mut [u8]) -> &'b [u8]
    where
        'a: 'b,
    {
        match *self {
            Self::Program(bytes) => {
                let rest = bytes.get(at..).unwrap_or_default();
                rest.get(..room.len()).unwrap_or(rest)
            }
            Self::Buffer(memory, offset) => {
                memory.read(offset.saturating_add(at), room);
                room
            }
        }
    }

    /// Copies `count` bytes from `at` on to a memory.
    pub(super) fn copy_to(&self, at: usize, count: usize, into: &Memory, offset: usize) {
        match *self {
            Self::Program(bytes) => {
                let rest = bytes.get(at..).unwrap_or_default();
                into.write(offset, rest.get(..count).unwrap_or(rest));
            }
            Self::Buffer(memory, first) => into.copy_from(offset, memory, first.saturating_add(at), count),
        }
    }
}

/// The bytes that pixels are written to.
pub enum Output<'a> {
    /// Bytes of the program.
    Program(&'a mut [u8]),
    /// The bytes of a buffer from an offset on.
    Buffer(&'a Memory, usize),
}

impl<'a> From<&'a mut [u8]> for Output<'a> {
    fn from(bytes: &'a mut [u8]) -> Self {
        Self::Program(bytes)
    }
}

impl Output<'_> {
    /// Returns the number of bytes.
    #[allow(clippy::len_without_is_empty, reason = "no caller asks whether pixels have no bytes")]
    pub fn len(&self) -> usize {
        match self {
            Self::Program(bytes) => bytes.len(),
            Self::Buffer(memory, offset) => memory.len().saturating_sub(*offset),
        }
    }

    /// Returns the bytes from `at` on.
    pub fn rest(&mut self, at: usize) -> Output<'_> {
        match self {
            Self::Program(bytes) => Output::Program(bytes.get_mut(at..).unwrap_or_default()),
            Self::Buffer(memory, offset) => Output::Buffer(memory, offset.saturating_add(at)),
        }
    }

    /// Lets `fill` write bytes from `at` on: to `room`, from where they are copied, if they are a buffer's. There are as many as `room` has.
    pub(super) fn fill(&mut self, at: usize, room: &mut [u8], fill: impl FnOnce(&mut [u8])) {
        match self {
            Self::Program(bytes) => fill(bytes.get_mut(at..).and_then(|bytes| bytes.get_mut(..room.len())).unwrap_or_default()),
            Self::Buffer(memory, offset) => {
                fill(room);
                memory.write(offset.saturating_add(at), room);
            }
        }
    }

    /// Copies `count` bytes of a memory from an offset on to the bytes from `at` on.
    pub(super) fn copy_from(&mut self, at: usize, count: usize, from: &Memory, offset: usize) {
        match self {
            Self::Program(bytes) => {
                let rest = bytes.get_mut(at..).unwrap_or_default();
                let count = rest.len().min(count);
                from.read(offset, &mut rest[..count]);
            }
            Self::Buffer(memory, first) => memory.copy_from(first.saturating_add(at), from, offset, count),
        }
    }
}
