//! Program objects.

use crate::object::linked::Linked;
use crate::object::names::Names;
use crate::object::program_pipeline::ProgramPipelines;
use crate::object::shader::Shader;
use std::collections::HashMap;
use std::sync::Arc;

/// An object of the namespace that shaders and programs share.
pub enum Object {
    /// A shader.
    Shader(Shader),
    /// A program.
    Program(Box<Program>),
}

/// A program object.
#[derive(Default)]
pub struct Program {
    /// Names of attached shaders.
    pub attached: Vec<u32>,
    /// True if glDeleteProgram was called while it was current somewhere.
    pub deleted: bool,
    /// Number of contexts, and of their pipelines, that it is current in.
    pub users: u32,
    /// GL_LINK_STATUS.
    pub link_status: bool,
    /// GL_VALIDATE_STATUS.
    pub validate_status: bool,
    /// The information log.
    pub log: String,
    /// The result of the last link, if it succeeded.
    pub linked: Option<Arc<Linked>>,
    /// Locations of glBindAttribLocation.
    pub attribute_locations: HashMap<String, u32>,
    /// Locations and indices of glBindFragDataLocationIndexed.
    pub fragment_locations: HashMap<String, (u32, u32)>,
    /// The varyings of glTransformFeedbackVaryings.
    pub feedback_varyings: Vec<String>,
    /// True for GL_SEPARATE_ATTRIBS.
    pub feedback_separate: bool,
    /// GL_PROGRAM_SEPARABLE.
    pub separable: bool,
    /// GL_PROGRAM_BINARY_RETRIEVABLE_HINT as glProgramParameteri set it.
    pub retrievable: bool,
    /// GL_PROGRAM_BINARY_RETRIEVABLE_HINT as it was when the program was last linked.
    pub linked_retrievable: bool,
}

/// The values of the subroutine uniforms of a stage.
pub struct Subroutines {
    /// The link result that the values are for: those of another one are the defaults.
    pub linked: Arc<Linked>,
    /// The subroutine index at each location.
    pub indices: Vec<u32>,
}

/// State of programs in one context.
#[derive(Default)]
pub struct ProgramBindings {
    /// GL_CURRENT_PROGRAM.
    pub current: u32,
    /// The link result of the current program.
    pub installed: Option<Arc<Linked>>,
    /// Program pipelines.
    pub pipelines: ProgramPipelines,
    /// The values of subroutine uniforms, by stage; `None` for the defaults.
    pub subroutines: [Option<Subroutines>; 6],
    /// The argument of glMaxShaderCompilerThreadsKHR, once it was called.
    pub compiler_threads: Option<u32>,
}

/// The share group's shaders and programs.
pub type Objects = Names<Object>;
