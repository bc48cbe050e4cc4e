//! Mapped buffers, with copies of their memory that tell what the application writes.

use crate::driver::Mapping;
use crate::gl;
use crate::platform::own_memory;

/// The most mappings of a context that are known.
pub(crate) const MAPPINGS: usize = 64;
/// The most bytes that are compared with a copy at the end of each frame.
pub(crate) const BYTES_OF_FRAME: usize = 1 << 18;
/// The most bytes that are compared with a copy at the end of a mapping.
pub(crate) const BYTES_OF_MAPPING: usize = 1 << 20;

/// A mapping, with a copy of its memory.
#[derive(Debug)]
pub(crate) struct CopiedMapping {
    /// The mapping.
    pub(crate) mapping: Mapping,
    /// What it was like when it was last looked at; empty if it cannot be compared.
    pub(crate) copy: Vec<u8>,
}

impl CopiedMapping {
    /// Takes the copy of a mapping, unless it is too long.
    pub(crate) fn of(mapping: Mapping, most: usize) -> Self {
        let length = usize::try_from(mapping.length).unwrap_or(usize::MAX);
        let mut copy = Vec::new();
        if length <= most && copy.try_reserve_exact(length).is_ok() {
            copy.resize(length, 0);
            if !own_memory::read(mapping.pointer, &mut copy) {
                copy = Vec::new();
            }
        }
        Self { mapping, copy }
    }

    /// Returns the number of bytes from the first that changed to the last since the last call; `None` if they cannot be compared.
    pub(crate) fn written(&mut self) -> Option<u64> {
        if self.copy.is_empty() {
            return None;
        }
        let mut now = vec![0; self.copy.len()];
        if !own_memory::read(self.mapping.pointer, &mut now) {
            self.copy.clear();
            return None;
        }
        let first = now.iter().zip(&self.copy).position(|(now, before)| now != before);
        let last = now.iter().zip(&self.copy).rposition(|(now, before)| now != before);
        self.copy = now;
        Some(first.zip(last).map_or(0, |(first, last)| (last - first + 1) as u64))
    }

    /// Returns true if the mapping stays while the GL uses the buffer, and the application does not say what it writes.
    pub(crate) fn stays(&self) -> bool {
        let flags = self.mapping.flags;
        flags & gl::MAP_PERSISTENT_BIT != 0 && flags & gl::MAP_WRITE_BIT != 0 && flags & gl::MAP_FLUSH_EXPLICIT_BIT == 0
    }
}
