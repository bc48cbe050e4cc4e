//! GLSL and ESSL: text to checked shaders ([`compile`]), and shaders to linked programs ([`link`]).

pub mod builtins;
pub mod constant;
pub mod link;
mod log;
mod parse;
mod preprocess;
mod semantics;
#[cfg(test)]
mod tests;

use crate::hir::{Shader, Stage};
use crate::pipeline::limits::Limits;
use crate::pipeline::program::Program;
use std::collections::HashMap;
use std::sync::Arc;

/// What a context's shader compiler accepts.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// OpenGL ES context: only `#version 100` and `… es`.
    pub es: bool,
    /// A core profile context: no compatibility built-ins from 140 up.
    pub core: bool,
    /// The newest version: 450, or 320 in ES.
    pub max_version: u32,
    pub limits: Limits,
}

/// What compiling gave: no shader if there was an error. The log has a line a message: `0:12: error: …`.
#[derive(Debug)]
pub struct Compiled {
    pub shader: Option<Arc<Shader>>,
    pub log: String,
}

/// Stack of the compiler's thread: what is nested to the limits, in a build without optimisation, takes less than a quarter of it.
const STACK: usize = 256 << 20;

/// Compiles a shader object's text. Never panics and never recurses deeper than its own thread's stack allows. Nothing in the
/// result is nested deeper than 1,024 levels of statements and expressions together.
pub fn compile(source: &str, stage: Stage, options: &CompileOptions) -> Compiled {
    let failed = |message: &str| Compiled { shader: None, log: format!("0:0: error: {message}\n") };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("glsl".into()).stack_size(STACK);
        match thread.spawn_scoped(scope, || compile_here(source, stage, options)) {
            Ok(thread) => thread.join().unwrap_or_else(|_| failed("the compiler failed on this shader")),
            Err(_) => failed("no thread for the compiler"),
        }
    })
}

/// Compiles on the present thread.
fn compile_here(source: &str, stage: Stage, options: &CompileOptions) -> Compiled {
    let mut log = log::Log::default();
    let shader = checked(source, stage, options, &mut log);
    Compiled { shader: shader.map(Arc::new), log: log.into_text() }
}

fn checked(source: &str, stage: Stage, options: &CompileOptions, log: &mut log::Log) -> Option<Shader> {
    let text = preprocess::preprocess(source, options, log);
    if log.failed() {
        return None;
    }
    if text.invariant_all && text.es && text.version >= 300 && stage == Stage::Fragment {
        log.error(log::At::default(), "#pragma STDGL invariant(all) is not for ES 300 fragment shaders");
        return None;
    }
    let parsed = parse::parse(&text, log)?;
    let language = builtins::Language {
        version: text.version,
        es: text.es,
        compatibility: text.compatibility,
        stage,
        extensions: text.extensions.clone(),
        limits: options.limits.clone(),
    };
    semantics::analyse(&parsed, &language, text.invariant_all, log)
}

/// What glLinkProgram knows besides the shaders.
#[derive(Clone, Debug, Default)]
pub struct LinkOptions {
    /// glBindAttribLocation.
    pub attribute_locations: HashMap<String, u32>,
    /// glBindFragDataLocationIndexed: location and index.
    pub fragment_locations: HashMap<String, (u32, u32)>,
    /// glTransformFeedbackVaryings.
    pub feedback_varyings: Vec<String>,
    /// GL_SEPARATE_ATTRIBS: each varying has a buffer of its own.
    pub feedback_separate: bool,
    pub es: bool,
    pub separable: bool,
    pub limits: Limits,
}

/// What linking gave.
#[derive(Debug)]
pub struct Linked {
    pub program: Option<Arc<Program>>,
    pub log: String,
}

pub use link::link;

/// Returns the extensions that are wholly in the compiler, on desktop or in ES.
#[cfg(test)]
pub fn macros(es: bool) -> Vec<&'static str> {
    preprocess::macros(es)
}
