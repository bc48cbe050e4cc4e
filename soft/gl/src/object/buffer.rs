//! Buffer objects and their binding points.

use crate::error::{NO_MEMORY, Result};
use crate::limits;
use crate::object::names::lock;
use crate::tokens::*;
use base::core::memory::Memory;
use shader::pipeline::state::BufferRange;
use std::sync::{Arc, Mutex};

/// A buffer object; contexts share it.
pub struct Buffer {
    /// Its name.
    pub name: u32,
    /// The data store and its parameters.
    pub contents: Mutex<Contents>,
}

/// The data store of a buffer and the parameters that it was created with.
pub struct Contents {
    /// The data store. glBufferData replaces it, so that draws that hold it keep the old one.
    pub memory: Arc<Memory>,
    /// GL_BUFFER_USAGE.
    pub usage: u32,
    /// GL_BUFFER_IMMUTABLE_STORAGE: glBufferStorage created the store.
    pub immutable: bool,
    /// GL_BUFFER_STORAGE_FLAGS.
    pub storage_flags: u32,
    /// The mapped range, while the buffer is mapped.
    pub mapping: Option<Mapping>,
}

/// The mapped range of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// Bytes from the start of the store.
    pub offset: usize,
    /// Bytes.
    pub length: usize,
    /// GL_MAP_…_BIT.
    pub access: u32,
}

impl Buffer {
    /// Creates an empty buffer.
    pub fn new(name: u32) -> Result<Self> {
        let memory = Arc::new(Memory::new(0).map_err(|_| NO_MEMORY)?);
        let contents = Contents { memory, usage: GL_STATIC_DRAW, immutable: false, storage_flags: 0, mapping: None };
        Ok(Self { name, contents: Mutex::new(contents) })
    }

    /// Creates a buffer with these words, for tests.
    #[cfg(test)]
    pub fn with_words(name: u32, words: &[u32]) -> Self {
        let memory = Memory::new(words.len() * 4).unwrap_or_else(|_| unreachable!("tests have memory"));
        words.iter().enumerate().for_each(|(index, &word)| memory.set_word(index, word));
        let contents = Contents { memory: Arc::new(memory), usage: GL_STATIC_DRAW, immutable: false, storage_flags: 0, mapping: None };
        Self { name, contents: Mutex::new(contents) }
    }

    /// Maps the whole buffer, for tests.
    #[cfg(test)]
    pub fn map_by_hand(&self) {
        let mut contents = lock(&self.contents);
        contents.mapping = Some(Mapping { offset: 0, length: contents.memory.len(), access: GL_MAP_READ_BIT });
    }

    /// Returns the data store as it is now.
    pub fn memory(&self) -> Arc<Memory> {
        lock(&self.contents).memory.clone()
    }

    /// Replaces a data store in the program's memory by a copy, which whatever still refers to the deleted buffer keeps: the program may free its
    /// memory now.
    pub fn return_memory(self: &Arc<Self>) -> Result<()> {
        let mut contents = lock(&self.contents);
        if !contents.memory.is_borrowed() {
            return Ok(());
        }
        let size = if Arc::strong_count(self) > 1 { contents.memory.len() } else { 0 };
        let copy = Memory::new(size).or_else(|_| Memory::new(0)).map_err(|_| NO_MEMORY)?;
        copy.copy_from(0, &contents.memory, 0, size);
        contents.memory = Arc::new(copy);
        Ok(())
    }

    /// Returns the size of the data store in bytes.
    pub fn size(&self) -> usize {
        lock(&self.contents).memory.len()
    }

    /// Returns true if the buffer is mapped without GL_MAP_PERSISTENT_BIT, so that commands must not read or write it.
    pub fn is_mapped(&self) -> bool {
        lock(&self.contents).mapping.is_some_and(|mapping| mapping.access & GL_MAP_PERSISTENT_BIT == 0)
    }

    /// Returns true if a part of a range inside the store is mapped without GL_MAP_PERSISTENT_BIT.
    pub fn is_range_mapped(&self, offset: usize, size: usize) -> bool {
        lock(&self.contents).mapping.is_some_and(|mapping| {
            let meets = offset < mapping.offset + mapping.length && mapping.offset < offset + size;
            mapping.access & GL_MAP_PERSISTENT_BIT == 0 && meets
        })
    }
}

/// A buffer at an indexed binding point.
#[derive(Clone, Default)]
pub struct IndexedBinding {
    /// The buffer; none while nothing is bound.
    pub buffer: Option<Arc<Buffer>>,
    /// Bytes from the start of the buffer.
    pub offset: usize,
    /// Bytes; none for the whole buffer, whatever its size (glBindBufferBase).
    pub size: Option<usize>,
}

impl IndexedBinding {
    /// Returns the range that a draw may access: cut to the present size of the buffer, empty while nothing is bound.
    pub fn range(&self) -> BufferRange {
        let Some(buffer) = &self.buffer else { return BufferRange::default() };
        let memory = buffer.memory();
        let offset = self.offset.min(memory.len());
        let size = (memory.len() - offset).min(self.size.unwrap_or(usize::MAX));
        BufferRange { memory: Some(memory), offset, size }
    }
}

/// Buffer bindings of a context. GL_ELEMENT_ARRAY_BUFFER belongs to the vertex array.
pub struct BufferBindings {
    /// GL_ARRAY_BUFFER.
    pub array: Option<Arc<Buffer>>,
    /// GL_PIXEL_PACK_BUFFER.
    pub pixel_pack: Option<Arc<Buffer>>,
    /// GL_PIXEL_UNPACK_BUFFER.
    pub pixel_unpack: Option<Arc<Buffer>>,
    /// GL_COPY_READ_BUFFER.
    pub copy_read: Option<Arc<Buffer>>,
    /// GL_COPY_WRITE_BUFFER.
    pub copy_write: Option<Arc<Buffer>>,
    /// GL_DRAW_INDIRECT_BUFFER.
    pub draw_indirect: Option<Arc<Buffer>>,
    /// GL_DISPATCH_INDIRECT_BUFFER.
    pub dispatch_indirect: Option<Arc<Buffer>>,
    /// GL_PARAMETER_BUFFER_ARB.
    pub parameter: Option<Arc<Buffer>>,
    /// GL_EXTERNAL_VIRTUAL_MEMORY_BUFFER_AMD.
    pub external: Option<Arc<Buffer>>,
    /// GL_QUERY_BUFFER.
    pub query: Option<Arc<Buffer>>,
    /// GL_TEXTURE_BUFFER.
    pub texture: Option<Arc<Buffer>>,
    /// GL_UNIFORM_BUFFER, the generic binding point.
    pub uniform: Option<Arc<Buffer>>,
    /// GL_SHADER_STORAGE_BUFFER, the generic binding point.
    pub shader_storage: Option<Arc<Buffer>>,
    /// GL_ATOMIC_COUNTER_BUFFER, the generic binding point.
    pub atomic_counter: Option<Arc<Buffer>>,
    /// GL_TRANSFORM_FEEDBACK_BUFFER, the generic binding point.
    pub transform_feedback: Option<Arc<Buffer>>,
    /// The indexed binding points of GL_UNIFORM_BUFFER.
    pub uniform_bindings: Vec<IndexedBinding>,
    /// The indexed binding points of GL_SHADER_STORAGE_BUFFER.
    pub shader_storage_bindings: Vec<IndexedBinding>,
    /// The indexed binding points of GL_ATOMIC_COUNTER_BUFFER.
    pub atomic_counter_bindings: Vec<IndexedBinding>,
    /// The bindings of the bound transform feedback object: glBindTransformFeedback swaps them.
    pub feedback_bindings: Vec<IndexedBinding>,
    /// Set by glBeginTransformFeedback until glEndTransformFeedback: the bindings cannot change.
    pub feedback_active: bool,
}

impl Default for BufferBindings {
    fn default() -> Self {
        Self {
            array: None,
            pixel_pack: None,
            pixel_unpack: None,
            copy_read: None,
            copy_write: None,
            draw_indirect: None,
            dispatch_indirect: None,
            parameter: None,
            external: None,
            query: None,
            texture: None,
            uniform: None,
            shader_storage: None,
            atomic_counter: None,
            transform_feedback: None,
            uniform_bindings: vec![IndexedBinding::default(); limits::MAX_UNIFORM_BUFFER_BINDINGS],
            shader_storage_bindings: vec![IndexedBinding::default(); limits::MAX_SHADER_STORAGE_BUFFER_BINDINGS],
            atomic_counter_bindings: vec![IndexedBinding::default(); limits::MAX_ATOMIC_COUNTER_BUFFER_BINDINGS],
            feedback_bindings: vec![IndexedBinding::default(); limits::MAX_TRANSFORM_FEEDBACK_BUFFERS],
            feedback_active: false,
        }
    }
}
