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
use crate::program::Program;
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

/// The implementation's limits that shaders can see (`gl_MaxDrawBuffers` …) and that linking enforces; also what glGet answers.
#[derive(Clone, Debug)]
pub struct Limits {
    pub vertex_attribs: u32,
    pub uniform_components: u32,
    pub varying_components: u32,
    pub texture_units: u32,
    pub combined_texture_units: u32,
    pub draw_buffers: u32,
    pub clip_distances: u32,
    pub patch_vertices: u32,
    pub tess_level: u32,
    pub geometry_output_vertices: u32,
    pub geometry_total_output_components: u32,
    pub work_group_count: [u32; 3],
    pub work_group_size: [u32; 3],
    pub work_group_invocations: u32,
    pub shared_bytes: u32,
    pub uniform_blocks: u32,
    pub storage_blocks: u32,
    pub uniform_block_bytes: u32,
    pub storage_block_bytes: u32,
    pub atomic_buffers: u32,
    pub atomic_buffer_bytes: u32,
    pub feedback_buffers: u32,
    pub feedback_components: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            vertex_attribs: 16,
            uniform_components: 16384,
            varying_components: 128,
            texture_units: 16,
            combined_texture_units: 96,
            draw_buffers: 8,
            clip_distances: 8,
            patch_vertices: 32,
            tess_level: 64,
            geometry_output_vertices: 1024,
            geometry_total_output_components: 4096,
            work_group_count: [65535; 3],
            work_group_size: [1024, 1024, 64],
            work_group_invocations: 1024,
            shared_bytes: 32768,
            uniform_blocks: 14,
            storage_blocks: 16,
            uniform_block_bytes: 65536,
            storage_block_bytes: 1 << 27,
            atomic_buffers: 8,
            atomic_buffer_bytes: 65536,
            feedback_buffers: 4,
            feedback_components: 128,
        }
    }
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

/// The extensions that are wholly in the compiler, on desktop or in ES.
#[cfg(test)]
pub fn macros(es: bool) -> Vec<&'static str> {
    preprocess::macros(es)
}
