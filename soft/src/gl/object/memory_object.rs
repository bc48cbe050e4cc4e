//! Memory objects, and the storage that buffers and textures have.

use crate::core::mapping::Mapping;
use crate::core::memory::Memory;
use crate::gl::error::Result;
use crate::tokens::*;
use std::sync::{Arc, Mutex};

/// A memory object of GL_EXT_memory_object; contexts share it.
pub struct MemoryObject {
    /// Its parameters and its memory.
    pub contents: Mutex<Contents>,
}

/// The parameters of a memory object, and the memory that was imported into it.
#[derive(Default)]
pub struct Contents {
    /// GL_DEDICATED_MEMORY_OBJECT_EXT.
    pub dedicated: bool,
    /// The imported memory. Buffers and textures keep it when the object is deleted.
    pub memory: Option<Arc<Mapping>>,
}

impl MemoryObject {
    /// Creates a memory object without memory.
    pub fn new() -> Self {
        Self { contents: Mutex::default() }
    }
}

/// Where buffers and the images of textures have their contents.
pub enum Storage {
    /// In memory that the driver allocates, and which is zero.
    Allocated,
    /// In imported memory, one image after the other.
    Imported {
        /// The memory.
        mapping: Arc<Mapping>,
        /// The bytes before the next image.
        offset: usize,
    },
}

impl Storage {
    /// The offsets of buffers and images in imported memory are multiples of this, as allocated memory is aligned to it.
    const ALIGNMENT: usize = 64;

    /// Returns the storage from an offset in imported memory on.
    pub fn imported(mapping: Arc<Mapping>, offset: u64) -> Result<Self> {
        // "If an invalid offset is specified an INVALID_VALUE error is generated." [EXT_external_objects, 6.2 and 8.19]
        let offset = usize::try_from(offset).ok().filter(|offset| offset.is_multiple_of(Self::ALIGNMENT)).ok_or(GL_INVALID_VALUE)?;
        Ok(Self::Imported { mapping, offset })
    }

    /// Returns true if the contents are those that the memory already has.
    pub fn is_imported(&self) -> bool {
        matches!(self, Self::Imported { .. })
    }

    /// Returns the memory of the next image or of a buffer.
    pub fn allocate(&mut self, bytes: usize) -> Result<Memory> {
        match self {
            // "If memory is exhausted as a side effect of the execution of a command, an OUT_OF_MEMORY error may be generated." [GL 4.4, 2.3.1]
            Self::Allocated => Memory::new(bytes).map_err(|_| GL_OUT_OF_MEMORY),
            Self::Imported { mapping, offset } => {
                // "An INVALID_VALUE error is generated … if <offset> + <size> is greater than the size of the specified memory object."
                // [EXT_external_objects, 6.2]
                // "An INVALID_VALUE error is generated … if the memory object is not large enough to contain the specified texture's image data."
                // [EXT_external_objects, 8.19]
                let memory = Memory::shared(mapping, *offset, bytes).ok_or(GL_INVALID_VALUE)?;
                *offset = (*offset + bytes).next_multiple_of(Self::ALIGNMENT);
                Ok(memory)
            }
        }
    }
}
