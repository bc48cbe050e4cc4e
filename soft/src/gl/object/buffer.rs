//! Buffer objects and their binding points.

use crate::core::memory::Memory;
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::names::lock;
use crate::pipeline::state::BufferRange;
use crate::tokens::*;
use std::sync::{Arc, Mutex};

/// A buffer object; contexts share it.
pub struct Buffer {
    pub name: u32,
    pub contents: Mutex<Contents>,
}

/// A buffer's data store and what it was made with.
pub struct Contents {
    /// The store; glBufferData replaces it, so draws that hold it keep what they saw.
    pub memory: Arc<Memory>,
    pub usage: u32,
    /// glBufferStorage made it.
    pub immutable: bool,
    pub storage_flags: u32,
    pub mapping: Option<Mapping>,
}

/// The mapped part of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    pub offset: usize,
    pub length: usize,
    /// GL_MAP_…_BIT.
    pub access: u32,
}

impl Buffer {
    /// An empty buffer.
    pub fn new(name: u32) -> Result<Self> {
        let memory = Arc::new(Memory::new(0).map_err(|_| GL_OUT_OF_MEMORY)?);
        let contents = Contents { memory, usage: GL_STATIC_DRAW, immutable: false, storage_flags: 0, mapping: None };
        Ok(Self { name, contents: Mutex::new(contents) })
    }

    /// A buffer with these words, for tests.
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

    /// The data store as it is now.
    pub fn memory(&self) -> Arc<Memory> {
        lock(&self.contents).memory.clone()
    }

    /// Bytes of the data store.
    pub fn size(&self) -> usize {
        lock(&self.contents).memory.len()
    }

    /// Whether it is mapped without GL_MAP_PERSISTENT_BIT: then no command may read or write it.
    pub fn is_mapped(&self) -> bool {
        lock(&self.contents).mapping.is_some_and(|mapping| mapping.access & GL_MAP_PERSISTENT_BIT == 0)
    }
}

/// A buffer at an indexed binding point.
#[derive(Clone, Default)]
pub struct IndexedBinding {
    pub buffer: Option<Arc<Buffer>>,
    pub offset: usize,
    /// None: the whole buffer, whatever its size (glBindBufferBase).
    pub size: Option<usize>,
}

impl IndexedBinding {
    /// What a draw may touch: cut to the buffer's present size; empty where nothing is bound.
    pub fn range(&self) -> BufferRange {
        let Some(buffer) = &self.buffer else { return BufferRange::default() };
        let memory = buffer.memory();
        let offset = self.offset.min(memory.len());
        let size = (memory.len() - offset).min(self.size.unwrap_or(usize::MAX));
        BufferRange { memory: Some(memory), offset, size }
    }
}

/// The context's buffer bindings. GL_ELEMENT_ARRAY_BUFFER belongs to the vertex array.
pub struct State {
    pub array: Option<Arc<Buffer>>,
    pub pixel_pack: Option<Arc<Buffer>>,
    pub pixel_unpack: Option<Arc<Buffer>>,
    pub copy_read: Option<Arc<Buffer>>,
    pub copy_write: Option<Arc<Buffer>>,
    pub draw_indirect: Option<Arc<Buffer>>,
    pub dispatch_indirect: Option<Arc<Buffer>>,
    pub parameter: Option<Arc<Buffer>>,
    pub query: Option<Arc<Buffer>>,
    pub texture: Option<Arc<Buffer>>,
    /// The generic binding points of the indexed targets.
    pub uniform: Option<Arc<Buffer>>,
    pub shader_storage: Option<Arc<Buffer>>,
    pub atomic_counter: Option<Arc<Buffer>>,
    pub transform_feedback: Option<Arc<Buffer>>,
    pub uniform_bindings: Vec<IndexedBinding>,
    pub shader_storage_bindings: Vec<IndexedBinding>,
    pub atomic_counter_bindings: Vec<IndexedBinding>,
    /// The bindings of the bound transform feedback object: glBindTransformFeedback swaps them.
    pub feedback_bindings: Vec<IndexedBinding>,
    /// Transform feedback is active: its bindings cannot change (GL_INVALID_OPERATION). Set by glBegin/EndTransformFeedback.
    pub feedback_active: bool,
}

impl Default for State {
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
