//! Program pipeline objects.

use crate::gl::object::linked::Linked;
use crate::gl::object::names::{Labelled, Names};
use std::sync::Arc;

/// A program that serves a stage.
#[derive(Clone)]
pub struct Source {
    pub name: u32,
    pub linked: Arc<Linked>,
}

/// A program pipeline object.
#[derive(Clone, Default)]
pub struct Pipeline {
    pub stages: [Option<Source>; 6],
    /// glActiveShaderProgram's program.
    pub active: u32,
    pub valid: bool,
    pub log: String,
    /// What the graphics stages made when they were last linked together, and from what.
    pub merged: Option<(Stages, Arc<Linked>)>,
}

/// The programs of a pipeline's stages.
pub type Stages = Vec<Option<Arc<Linked>>>;

/// The context's pipelines.
#[derive(Default)]
pub struct State {
    pub pipelines: Names<Pipeline>,
    /// GL_PROGRAM_PIPELINE_BINDING.
    pub bound: u32,
}

impl State {
    /// The objects, for their debug labels.
    pub fn labelled(&mut self) -> &mut dyn Labelled {
        &mut self.pipelines
    }
}
