//! Prints a shader in a form that the compiler makes of it:
//!
//! ```text
//! cargo run --release -p glmeter-soft-compiler --example shader -- FILE --dump hir|linear|bytecode [--es]
//! ```
//!
//! The extension of the file names the stage: vert, tesc, tese, geom, frag or comp.

use base::hir::Stage;
use glmeter_soft_compiler::glsl::CompileOptions;
use glmeter_soft_compiler::glsl::dump::{Form, dump};
use shader::pipeline::limits::Limits;
use std::process::ExitCode;

/// Returns the text that the arguments ask for.
fn text(arguments: &[String]) -> Result<String, String> {
    let (mut file, mut form, mut es) = (None, Form::Bytecode, false);
    let mut arguments = arguments.iter().map(String::as_str);
    while let Some(argument) = arguments.next() {
        match argument {
            "--es" => es = true,
            "--dump" => {
                let name = arguments.next().unwrap_or_default();
                let known = Form::ALL.iter().find(|(known, _)| *known == name);
                form = known.ok_or_else(|| format!("--dump wants hir, linear or bytecode, got {name:?}"))?.1;
            }
            _ => file = Some(argument),
        }
    }
    let file = file.ok_or("the name of a file is missing")?;
    let stage = match file.rsplit('.').next() {
        Some("vert") => Stage::Vertex,
        Some("tesc") => Stage::TessControl,
        Some("tese") => Stage::TessEvaluation,
        Some("geom") => Stage::Geometry,
        Some("frag") => Stage::Fragment,
        Some("comp") => Stage::Compute,
        _ => return Err(format!("{file:?} does not end with vert, tesc, tese, geom, frag or comp")),
    };
    let source = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    dump(&source, stage, &CompileOptions { es, core: false, max_version: CompileOptions::newest(es), limits: Limits::default() }, form)
}

fn main() -> ExitCode {
    match text(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("shader: {}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}
