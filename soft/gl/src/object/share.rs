//! Objects that contexts share.

use crate::error::{Result, invalid_operation, invalid_value};
use crate::object::assembly_program::AssemblyProgram;
use crate::object::ati_fragment_shader::FragmentShader;
use crate::object::buffer::Buffer;
use crate::object::memory_object::{MemoryObject, Storage};
use crate::object::names::{Names, lock};
use crate::object::renderbuffer::Renderbuffer;
use crate::object::sampler::Sampler;
use crate::object::texture::Texture;
use crate::object::{program, sync};
use compiler::glsl::include::Tree;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

/// Objects that contexts share. Never hold one of these locks while taking another.
#[derive(Default)]
pub struct ShareGroup {
    /// Buffers by name.
    pub buffers: Mutex<Names<Arc<Buffer>>>,
    /// Textures by name.
    pub textures: Mutex<Names<Arc<Texture>>>,
    /// Samplers by name.
    pub samplers: Mutex<Names<Arc<Sampler>>>,
    /// Renderbuffers by name.
    pub renderbuffers: Mutex<Names<Arc<Renderbuffer>>>,
    /// Memory objects by name.
    pub memory_objects: Mutex<Names<Arc<MemoryObject>>>,
    /// Shaders and programs by name.
    pub programs: Mutex<program::Objects>,
    /// Programs in assembly languages by name.
    pub assembly_programs: Mutex<Names<Arc<AssemblyProgram>>>,
    /// Shaders of GL_ATI_fragment_shader by name.
    pub fragment_shaders: Mutex<Names<Arc<FragmentShader>>>,
    /// The strings that shaders include. Compilations keep the tree that they began with.
    pub named_strings: Mutex<Arc<Tree>>,
    /// Sync objects by handle.
    pub syncs: Mutex<sync::Syncs>,
    /// True once a shader was stopped in a context created with LOSE_CONTEXT_ON_RESET: every context of the group is lost.
    pub lost: AtomicBool,
    /// Counts the commands that may have changed objects, while several contexts share them.
    pub changes: AtomicU64,
}

impl ShareGroup {
    /// Returns a buffer object by name.
    pub fn buffer(&self, name: u32) -> Result<Arc<Buffer>> {
        lock(&self.buffers).existing(name)
    }

    /// Returns a texture object by name.
    pub fn texture(&self, name: u32) -> Result<Arc<Texture>> {
        lock(&self.textures).existing(name)
    }

    /// Returns a sampler object by name.
    pub fn sampler(&self, name: u32) -> Result<Arc<Sampler>> {
        lock(&self.samplers).existing(name)
    }

    /// Returns a renderbuffer object by name.
    pub fn renderbuffer(&self, name: u32) -> Result<Arc<Renderbuffer>> {
        lock(&self.renderbuffers).existing(name)
    }

    /// Returns a memory object by name.
    pub fn memory_object(&self, name: u32) -> Result<Arc<MemoryObject>> {
        // Other names without an object are no better.
        lock(&self.memory_objects)
            .get(name)
            .cloned()
            .ok_or(invalid_value(&"An INVALID_VALUE error is generated if <memory> is 0 [EXT_external_objects, 8.19]"))
    }

    /// Returns the storage from an offset in the memory of a memory object on.
    pub fn imported(&self, memory: u32, offset: u64) -> Result<Storage> {
        let object = self.memory_object(memory)?;
        let mapping = lock(&object.contents).memory.clone();
        Storage::imported(
            mapping.ok_or(invalid_operation(
                &"An INVALID_OPERATION error is generated if <memory> names a valid memory object which has no associated memory. \
                  [EXT_external_objects, 6.2 and 8.19]",
            ))?,
            offset,
        )
    }
}
