//! The text of a shader after each step of the compiler, for developers.

use super::{CompileOptions, LinkOptions, STACK, compile, link};
use base::core::stack;
use base::hir::Stage;
use shader::pipeline::limits::Limits;

/// A form of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The checked shader, as linking leaves it.
    Hir,
    /// The linear code after all passes.
    Linear,
    /// The verified bytecode.
    Bytecode,
}

impl Form {
    /// All forms, in the order in which the compiler makes them, with their names.
    pub const ALL: [(&'static str, Self); 3] = [("hir", Self::Hir), ("linear", Self::Linear), ("bytecode", Self::Bytecode)];
}

/// Returns the stage that the extension of a file's name tells.
fn stage_of(extension: &str) -> Option<Stage> {
    Some(match extension {
        "vert" => Stage::Vertex,
        "tesc" => Stage::TessControl,
        "tese" => Stage::TessEvaluation,
        "geom" => Stage::Geometry,
        "frag" => Stage::Fragment,
        "comp" => Stage::Compute,
        _ => return None,
    })
}

/// Does [`dump`] for the shader of a file whose name has this extension, with the limits of the pipeline. The name of the form is one of
/// [`Form::ALL`].
pub fn dump_file(source: &str, extension: &str, es: bool, form: &str) -> Result<String, String> {
    let Some(stage) = stage_of(extension) else {
        return Err(format!("the extension names the stage: vert, tesc, tese, geom, frag or comp, got {extension:?}"));
    };
    let Some((_, form)) = Form::ALL.into_iter().find(|(name, _)| *name == form) else { return Err(format!("there is no form {form:?}")) };
    dump(source, stage, &CompileOptions { es, core: false, max_version: CompileOptions::newest(es), limits: Limits::default() }, form)
}

/// Compiles the text of a shader, links it as a program of its own, and returns it in a form. The error is the info log.
pub fn dump(source: &str, stage: Stage, options: &CompileOptions, form: Form) -> Result<String, String> {
    let compiled = compile(source, stage, options);
    let Some(shader) = compiled.shader else { return Err(compiled.log) };
    let linking = LinkOptions { es: options.es, separable: true, limits: options.limits.clone(), ..LinkOptions::default() };
    let work = || {
        let stage = link::linked_stage(&shader, &linking)?;
        match form {
            Form::Hir => Ok(stage.to_string()),
            Form::Linear => shader::ir::linear_text(&stage),
            Form::Bytecode => shader::ir::lower(&stage).and_then(::shader::ir::verify).map(|code| code.to_string()),
        }
    };
    stack::run(STACK, work).unwrap_or_else(|_| Err("the compiler failed on this shader".into()))
}
