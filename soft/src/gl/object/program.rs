//! Program objects.

use crate::gl::object::linked::Linked;
use crate::gl::object::names::Names;
use crate::gl::object::program_pipeline;
use crate::gl::object::shader::Shader;
use std::collections::HashMap;
use std::sync::Arc;

/// What a name of the common space stands for.
pub enum Object {
    Shader(Shader),
    Program(Box<Program>),
}

/// A program object.
#[derive(Default)]
pub struct Program {
    /// Names of attached shaders.
    pub attached: Vec<u32>,
    /// glDeleteProgram was called while it was current somewhere.
    pub deleted: bool,
    /// Contexts (and their pipelines) that it is current in.
    pub users: u32,
    pub link_status: bool,
    pub validate_status: bool,
    pub log: String,
    /// What the last link made, if it succeeded.
    pub linked: Option<Arc<Linked>>,
    pub attribute_locations: HashMap<String, u32>,
    pub fragment_locations: HashMap<String, (u32, u32)>,
    pub feedback_varyings: Vec<String>,
    pub feedback_separate: bool,
    pub separable: bool,
    pub retrievable: bool,
}

/// Programs as one context sees them.
#[derive(Default)]
pub struct State {
    /// GL_CURRENT_PROGRAM.
    pub current: u32,
    /// What the current program last linked to.
    pub installed: Option<Arc<Linked>>,
    pub pipelines: program_pipeline::State,
    /// glMaxShaderCompilerThreadsKHR, once it was called.
    pub compiler_threads: Option<u32>,
}

/// The share group's shaders and programs.
pub type Objects = Names<Object>;
