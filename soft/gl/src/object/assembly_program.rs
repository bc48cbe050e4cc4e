//! Program objects of GL_ARB_vertex_program and GL_ARB_fragment_program, and what a context has of them.

use compiler::assembly::limits::{ENVIRONMENT_PARAMETERS, LOCAL_PARAMETERS};
use compiler::assembly::{Loaded, Target};
use glmeter_abi::text::Text;
use std::sync::{Arc, Mutex};

/// A program object.
#[derive(Debug)]
pub struct AssemblyProgram {
    /// The name; 0 for the default program of a target.
    pub name: u32,
    /// The target.
    pub target: Target,
    /// The contents, which contexts share.
    pub contents: Mutex<Contents>,
}

/// The contents of a program object.
#[derive(Debug, Default)]
pub struct Contents {
    /// GL_PROGRAM_STRING_ARB.
    pub string: Arc<[u8]>,
    /// What the string was loaded to; none before the first string.
    pub loaded: Option<Arc<Loaded>>,
    /// The local parameters up to the last one that was set.
    locals: Vec<[f32; 4]>,
}

impl AssemblyProgram {
    /// Creates a program without a string.
    pub fn new(name: u32, target: Target) -> Self {
        Self { name, target, contents: Mutex::default() }
    }
}

impl Contents {
    /// Returns a local parameter.
    pub fn local(&self, index: usize) -> [f32; 4] {
        self.locals.get(index).copied().unwrap_or_default()
    }

    /// Sets a local parameter; no effect beyond their number.
    pub fn set_local(&mut self, index: usize, value: [f32; 4]) {
        if index >= LOCAL_PARAMETERS {
            return;
        }
        if self.locals.len() <= index {
            self.locals.resize(index + 1, [0.0; 4]);
        }
        self.locals[index] = value;
    }
}

/// What a context has for one target.
pub struct Bound {
    /// The default program.
    default: Arc<AssemblyProgram>,
    /// The bound program.
    pub program: Arc<AssemblyProgram>,
    /// The environment parameters.
    pub environment: Box<[[f32; 4]; ENVIRONMENT_PARAMETERS]>,
}

impl Bound {
    fn new(target: Target) -> Self {
        let default = Arc::new(AssemblyProgram::new(0, target));
        Self { program: default.clone(), default, environment: Box::new([[0.0; 4]; ENVIRONMENT_PARAMETERS]) }
    }

    /// Binds the default program.
    pub fn unbind(&mut self) {
        self.program = self.default.clone();
    }
}

/// State of these programs in one context.
pub struct AssemblyProgramBindings {
    /// GL_VERTEX_PROGRAM_ARB.
    pub vertex: Bound,
    /// GL_FRAGMENT_PROGRAM_ARB.
    pub fragment: Bound,
    /// GL_PROGRAM_ERROR_POSITION_ARB.
    pub error_position: i32,
    /// GL_PROGRAM_ERROR_STRING_ARB.
    pub error_string: Text,
}

impl Default for AssemblyProgramBindings {
    fn default() -> Self {
        Self {
            vertex: Bound::new(Target::Vertex),
            fragment: Bound::new(Target::Fragment),
            error_position: -1,
            error_string: Text::default(),
        }
    }
}

impl AssemblyProgramBindings {
    /// Returns what the context has for a target.
    pub fn of(&self, target: Target) -> &Bound {
        if target == Target::Vertex { &self.vertex } else { &self.fragment }
    }

    /// Returns what the context has for a target.
    pub fn of_mut(&mut self, target: Target) -> &mut Bound {
        if target == Target::Vertex { &mut self.vertex } else { &mut self.fragment }
    }
}
