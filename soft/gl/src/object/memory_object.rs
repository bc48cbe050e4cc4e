//! Memory objects, and the storage that buffers and textures have.

use crate::error::{NO_MEMORY, Result, invalid_value};
use base::core::mapping::Mapping;
use base::core::memory::Memory;
use std::sync::{Arc, Mutex};

/// A memory object of GL_EXT_memory_object; contexts share it.
#[derive(Default)]
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
        let offset = usize::try_from(offset).ok().filter(|offset| offset.is_multiple_of(Self::ALIGNMENT)).ok_or(invalid_value(
            &"If an invalid offset is specified an INVALID_VALUE error is generated. [EXT_external_objects, 6.2 and 8.19]",
        ))?;
        Ok(Self::Imported { mapping, offset })
    }

    /// Returns true if the contents are those that the memory already has.
    pub fn is_imported(&self) -> bool {
        matches!(self, Self::Imported { .. })
    }

    /// Returns the memory of the next image or of a buffer.
    pub fn allocate(&mut self, bytes: usize) -> Result<Memory> {
        match self {
            Self::Allocated => Memory::new(bytes).map_err(|_| NO_MEMORY),
            Self::Imported { mapping, offset } => {
                let memory = Memory::shared(mapping, *offset, bytes).ok_or(invalid_value(
                    &"An INVALID_VALUE error is generated … if <offset> + <size> is greater than the size of the specified memory object. \
                      [EXT_external_objects, 6.2] An INVALID_VALUE error is generated … if the memory object is not large enough to \
                      contain the specified texture's image data. [EXT_external_objects, 8.19]",
                ))?;
                *offset = (*offset + bytes).next_multiple_of(Self::ALIGNMENT);
                Ok(memory)
            }
        }
    }
}
