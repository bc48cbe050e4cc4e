//! Program pipeline objects.

use crate::object::linked::Linked;
use crate::object::names::{Labelled, Names};
use std::sync::Arc;

/// The program of a stage.
#[derive(Clone)]
pub struct Source {
    /// Its name.
    pub name: u32,
    /// Its link result at the time of glUseProgramStages.
    pub linked: Arc<Linked>,
}

/// A program pipeline object.
#[derive(Clone, Default)]
pub struct Pipeline {
    /// By stage.
    pub stages: [Option<Source>; 6],
    /// The program of glActiveShaderProgram.
    pub active: u32,
    /// GL_VALIDATE_STATUS.
    pub valid: bool,
    /// The information log.
    pub log: String,
    /// The programs of the last link of the graphics stages together, and its result, `None` if it failed.
    pub merged: Option<(Stages, Option<Arc<Linked>>)>,
}

/// The programs of a pipeline's stages.
pub type Stages = Vec<Option<Arc<Linked>>>;

/// Pipelines of a context.
#[derive(Default)]
pub struct ProgramPipelines {
    /// Pipelines by name.
    pub pipelines: Names<Pipeline>,
    /// GL_PROGRAM_PIPELINE_BINDING.
    pub bound: u32,
}

impl ProgramPipelines {
    /// Returns the objects, for their debug labels.
    pub fn labelled(&mut self) -> &mut dyn Labelled {
        &mut self.pipelines
    }
}
