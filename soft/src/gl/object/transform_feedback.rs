//! Transform feedback objects.

use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::buffer::IndexedBinding;
use crate::gl::object::linked::Linked;
use crate::gl::object::names::{Labelled, Names};
use crate::tokens::*;
use std::sync::Arc;

/// A transform feedback object.
#[derive(Clone, Default)]
pub struct Object {
    pub active: bool,
    pub paused: bool,
    /// GL_POINTS, GL_LINES or GL_TRIANGLES.
    pub mode: u32,
    /// The program that it was begun with.
    pub program: u32,
    pub linked: Option<Arc<Linked>>,
    /// Its bindings while it is not the bound one; the bound one's are `context.buffers.feedback_bindings`.
    pub bindings: Vec<IndexedBinding>,
    /// Bytes written to each buffer since it was begun.
    pub written: [usize; 4],
    /// Vertices of each stream that the last run captured; None before the first was ended.
    pub vertices: Option<[u64; 4]>,
}

impl Object {
    /// Creates an object without buffers.
    pub fn new() -> Self {
        Self { bindings: vec![IndexedBinding::default(); limits::MAX_TRANSFORM_FEEDBACK_BUFFERS], ..Self::default() }
    }
}

/// A context's transform feedback.
pub struct State {
    pub objects: Names<Object>,
    pub default: Object,
    /// GL_TRANSFORM_FEEDBACK_BINDING.
    pub bound: u32,
    /// By stream: primitives that found no room, ever.
    pub overflowed: [u64; 4],
}

impl Default for State {
    fn default() -> Self {
        Self { objects: Names::default(), default: Object::new(), bound: 0, overflowed: [0; 4] }
    }
}

impl State {
    /// The objects, for their debug labels.
    pub fn labelled(&mut self) -> &mut dyn Labelled {
        &mut self.objects
    }

    /// Returns the bound object.
    pub fn object(&self) -> &Object {
        self.objects.get(self.bound).unwrap_or(&self.default)
    }

    /// Returns the bound object.
    pub fn object_mut(&mut self) -> &mut Object {
        self.objects.get_mut(self.bound).unwrap_or(&mut self.default)
    }

    /// Returns an object by name; 0 is the default one.
    pub fn named(&self, name: u32) -> Option<&Object> {
        if name == 0 { Some(&self.default) } else { self.objects.get(name) }
    }

    /// GL_TRANSFORM_FEEDBACK_ACTIVE of the bound object.
    pub fn is_active(&self) -> bool {
        self.object().active
    }

    /// GL_TRANSFORM_FEEDBACK_PAUSED of the bound object.
    pub fn is_paused(&self) -> bool {
        self.object().paused
    }

    /// Whether draws are captured now.
    pub fn is_running(&self) -> bool {
        self.object().active && !self.object().paused
    }

    /// The kind of primitives that are captured, while it runs.
    pub fn mode(&self) -> Option<u32> {
        self.is_running().then_some(self.object().mode)
    }

    /// Whether an active object, paused or not, was begun with this program.
    pub fn uses_program(&self, name: u32) -> bool {
        let uses = |object: &Object| object.active && object.program == name;
        uses(&self.default) || self.objects.iter().any(|(_, object)| uses(object))
    }

    /// Vertices that an object captured on a stream, for glDrawTransformFeedback. GL_INVALID_VALUE if there is no such object,
    /// GL_INVALID_OPERATION if none of its runs was ended.
    pub fn captured(&self, name: u32, stream: u32) -> Result<u64> {
        let object = self.named(name).ok_or(GL_INVALID_VALUE)?;
        let vertices = object.vertices.ok_or(GL_INVALID_OPERATION)?;
        vertices.get(stream as usize).copied().ok_or(GL_INVALID_VALUE)
    }
}
