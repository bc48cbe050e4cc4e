//! The GLSL and ESSL compiler: source text to checked shaders ([`compile`]), and shaders to linked programs ([`link()`]).

pub mod builtins;
pub mod constant;
pub mod dump;
pub mod include;
pub mod link;
mod log;
mod parse;
mod preprocess;
mod semantics;
mod syntax;
#[cfg(test)]
mod tests;

use base::core::stack;
use base::hir::{Shader, Stage};
use include::Includes;
use shader::pipeline::limits::Limits;
use shader::pipeline::program::Program;
use std::collections::HashMap;
use std::sync::Arc;

/// The options of a context's shader compiler.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// True in an OpenGL ES context, which accepts only `#version 100` and `… es`.
    pub es: bool,
    /// True in a core profile context, which has no compatibility built-ins since 1.40.
    pub core: bool,
    /// The newest version accepted; see [`CompileOptions::newest`].
    pub max_version: u32,
    /// The limits of the context.
    pub limits: Limits,
}

impl CompileOptions {
    /// Returns the newest version of the language: 460, or 320 with `es`.
    pub const fn newest(es: bool) -> u32 {
        if es { 320 } else { 460 }
    }
}

/// The result of compiling. The log has one line for each message: `0:12: error: …`.
#[derive(Debug)]
pub struct Compiled {
    /// The shader, or `None` if there was an error.
    pub shader: Option<Arc<Shader>>,
    /// The info log.
    pub log: String,
}

/// The size of the compiler's stack: text that is nested up to the limits takes less than a quarter of it in a build without
/// optimisation.
const STACK: usize = 256 << 20;

/// Compiles the text of a shader object. Never panics, and never recurses deeper than its own stack allows. Statements and
/// expressions in the result are nested at most 16,384 levels deep.
pub fn compile(source: &str, stage: Stage, options: &CompileOptions) -> Compiled {
    compile_with(source, stage, options, &Includes::default())
}

/// Compiles as [`compile`] does, with named strings that the text may include.
pub fn compile_with(source: &str, stage: Stage, options: &CompileOptions, includes: &Includes) -> Compiled {
    let failed = |message: &str| Compiled { shader: None, log: format!("0:0: error: {message}\n") };
    stack::run(STACK, || compile_here(source, stage, options, includes)).unwrap_or_else(|reason| {
        failed(match reason {
            stack::Failed::NoMemory => "no memory for the compiler",
            stack::Failed::Panicked => "the compiler failed on this shader",
        })
    })
}

/// Compiles on the current stack.
fn compile_here(source: &str, stage: Stage, options: &CompileOptions, includes: &Includes) -> Compiled {
    let mut log = log::Log::default();
    let shader = checked(source, stage, options, includes, &mut log);
    Compiled { shader: shader.map(Arc::new), log: log.into_text() }
}

/// Preprocesses, parses and analyses a text; returns `None` if there was an error.
fn checked(source: &str, stage: Stage, options: &CompileOptions, includes: &Includes, log: &mut log::Log) -> Option<Shader> {
    let text = preprocess::preprocess(source, options, includes, log);
    if log.failed() {
        return None;
    }
    if text.invariant_all && text.es && text.version >= 300 && stage == Stage::Fragment {
        log.error(log::SourceLocation::default(), "#pragma STDGL invariant(all) is not for ES 300 fragment shaders");
        return None;
    }
    check_stage(&text, stage, log)?;
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

/// Checks that the version of OpenGL ES, or an extension, has a stage.
fn check_stage(text: &preprocess::Preprocessed, stage: Stage, log: &mut log::Log) -> Option<()> {
    let has = |names: &[&str]| text.extensions.iter().any(|enabled| names.contains(&enabled.as_str()));
    let (what, exists) = match stage {
        Stage::Vertex | Stage::Fragment => return Some(()),
        Stage::Compute => ("compute shaders need version 310", text.version >= 310),
        Stage::Geometry => (
            "geometry shaders need version 320 or GL_EXT_geometry_shader",
            text.version >= 320 || has(&["GL_EXT_geometry_shader", "GL_OES_geometry_shader"]),
        ),
        Stage::TessControl | Stage::TessEvaluation => (
            "tessellation shaders need version 320 or GL_EXT_tessellation_shader",
            text.version >= 320 || has(&["GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"]),
        ),
    };
    if text.es && !exists {
        log.error(log::SourceLocation::default(), what);
        return None;
    }
    Some(())
}

/// The options of glLinkProgram: state of the program object and limits.
#[derive(Clone, Debug, Default)]
pub struct LinkOptions {
    /// The locations that glBindAttribLocation set.
    pub attribute_locations: HashMap<String, u32>,
    /// The locations and indices that glBindFragDataLocationIndexed set.
    pub fragment_locations: HashMap<String, (u32, u32)>,
    /// The varyings that glTransformFeedbackVaryings set.
    pub feedback_varyings: Vec<String>,
    /// True for GL_SEPARATE_ATTRIBS: each varying is captured in its own buffer.
    pub feedback_separate: bool,
    /// True for shaders of OpenGL ES.
    pub es: bool,
    /// True if a fixed function replaces missing stages: a program without shaders links.
    pub fixed_function: bool,
    /// GL_PROGRAM_SEPARABLE.
    pub separable: bool,
    /// The program that each stage is from, in pipeline order: 0 for all of them in a program of its own, numbers of the programs where a program
    /// pipeline's stages are linked together. Uniforms and blocks of different programs are different ones.
    pub programs: [u8; 6],
    /// The limits of the context.
    pub limits: Limits,
}

impl LinkOptions {
    /// Returns the number of the program that a stage is from.
    fn program(&self, stage: Stage) -> u8 {
        self.programs.get(stage as usize).copied().unwrap_or(0)
    }
}

/// The result of linking.
#[derive(Debug)]
pub struct Linked {
    /// The program, or `None` if there was an error.
    pub program: Option<Arc<Program>>,
    /// The info log.
    pub log: String,
}

pub use link::link;

/// Returns the extensions that the compiler fully supports, on desktop or in ES.
pub fn macros(es: bool) -> Vec<&'static str> {
    preprocess::macros(es)
}
