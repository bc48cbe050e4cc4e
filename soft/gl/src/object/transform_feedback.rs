//! Transform feedback objects.

use crate::error::{Result, invalid_operation, invalid_value};
use crate::limits;
use crate::object::buffer::IndexedBinding;
use crate::object::linked::Linked;
use crate::object::names::{Labelled, Names};
use std::sync::Arc;

/// A transform feedback object.
#[derive(Clone, Default)]
pub struct Object {
    /// GL_TRANSFORM_FEEDBACK_ACTIVE.
    pub active: bool,
    /// GL_TRANSFORM_FEEDBACK_PAUSED.
    pub paused: bool,
    /// The primitive mode: GL_POINTS, GL_LINES or GL_TRIANGLES.
    pub mode: u32,
    /// Name of the captured program at glBeginTransformFeedback.
    pub program: u32,
    /// Name of the pipeline at glBeginTransformFeedback; 0 if a program was current.
    pub pipeline: u32,
    /// Names of the programs of that pipeline's stages.
    pub stages: [u32; 6],
    /// Link result of that program.
    pub linked: Option<Arc<Linked>>,
    /// Its buffer bindings while it is not bound; those of the bound object are `context.buffers.feedback_bindings`.
    pub bindings: Vec<IndexedBinding>,
    /// By buffer: bytes written since glBeginTransformFeedback.
    pub written: [usize; 4],
    /// By stream: vertices captured by the last run; none before the first glEndTransformFeedback.
    pub vertices: Option<[u64; 4]>,
}

impl Object {
    /// Creates an object without buffers.
    pub fn new() -> Self {
        Self { bindings: vec![IndexedBinding::default(); limits::MAX_TRANSFORM_FEEDBACK_BUFFERS], ..Self::default() }
    }
}

/// Transform feedback of a context.
pub struct TransformFeedbacks {
    /// Transform feedback objects by name.
    pub objects: Names<Object>,
    /// Object 0.
    pub default: Object,
    /// GL_TRANSFORM_FEEDBACK_BINDING.
    pub bound: u32,
    /// By stream: primitives for which the buffers had no space, since the context exists.
    pub overflowed: [u64; 4],
}

impl Default for TransformFeedbacks {
    fn default() -> Self {
        Self { objects: Names::default(), default: Object::new(), bound: 0, overflowed: [0; 4] }
    }
}

impl TransformFeedbacks {
    /// Returns the objects, for their debug labels.
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

    /// Returns GL_TRANSFORM_FEEDBACK_ACTIVE of the bound object.
    pub fn is_active(&self) -> bool {
        self.object().active
    }

    /// Returns GL_TRANSFORM_FEEDBACK_PAUSED of the bound object.
    pub fn is_paused(&self) -> bool {
        self.object().paused
    }

    /// Returns true if draws are captured.
    pub fn is_running(&self) -> bool {
        self.object().active && !self.object().paused
    }

    /// Returns the primitive mode while draws are captured.
    pub fn mode(&self) -> Option<u32> {
        self.is_running().then_some(self.object().mode)
    }

    /// Returns true if an active object, paused or not, captures the program.
    pub fn uses_program(&self, name: u32) -> bool {
        let uses = |object: &Object| object.active && object.program == name;
        uses(&self.default) || self.objects.iter().any(|(_, object)| uses(object))
    }

    /// Returns the number of vertices that an object captured on a stream, for glDrawTransformFeedback.
    pub fn captured(&self, name: u32, stream: u32) -> Result<u64> {
        let object = self.named(name).ok_or(invalid_value(
            &"An INVALID_VALUE error is generated if id is not the name of a transform feedback object. [GL 4.4, 13.2.3]",
        ))?;
        let vertices = object.vertices.ok_or(invalid_operation(
            &"An INVALID_OPERATION error is generated if EndTransformFeedback has never been called while the object named by id was \
              bound. [GL 4.4, 13.2.3]",
        ))?;
        vertices.get(stream as usize).copied().ok_or(invalid_value(
            &"An INVALID_VALUE error is generated if stream is greater than or equal to the value of MAX_VERTEX_STREAMS. [GL 4.4, 13.2.3]",
        ))
    }
}
