//! piglit's programs, where they are installed: what links there links here, and what must not link does not.
//!
//! `GLMETER_CORPUS=FILE` reads all of them and writes what went wrong to FILE; without it every 25th is read.

use super::super::log::Log;
use super::super::place;
use crate::front::{CompileOptions, Limits, LinkOptions, compile};
use crate::hir::Stage;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const CORPUS: &str = "/usr/lib/x86_64-linux-gnu/piglit";

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "shader_test") {
            files.push(path);
        }
    }
}

fn stage(section: &str) -> Option<Stage> {
    Some(match section {
        "vertex shader" | "vertex shader passthrough" => Stage::Vertex,
        "tessellation control shader" => Stage::TessControl,
        "tessellation evaluation shader" => Stage::TessEvaluation,
        "geometry shader" => Stage::Geometry,
        "fragment shader" => Stage::Fragment,
        "compute shader" => Stage::Compute,
        _ => return None,
    })
}

struct Program {
    sources: Vec<(Stage, String)>,
    es: bool,
    separable: bool,
    feedback: Vec<String>,
    links: bool,
}

fn read(path: &Path) -> Option<Program> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut program = Program { sources: Vec::new(), es: false, separable: false, feedback: Vec::new(), links: true };
    let (mut section, mut version) = (String::new(), String::from("110"));
    for line in text.lines() {
        if line.starts_with('[') {
            section = line.trim().trim_matches(['[', ']']).to_owned();
            if let Some(stage) = stage(&section) {
                program.sources.push((stage, String::new()));
            }
            if section == "vertex shader passthrough" {
                program.sources.last_mut()?.1 = "#version 110\nvoid main() { gl_Position = gl_Vertex; }".into();
            }
        } else if section == "require" {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["GLSL", "ES", .., number] => {
                    let number = number.replace('.', "");
                    program.es = true;
                    version = if number == "100" { number } else { format!("{number} es") };
                }
                ["GLSL", ">=", number, ..] => {
                    let compatibility = if line.to_lowercase().contains("compat") { " compatibility" } else { "" };
                    version = number.replace('.', "").trim_end_matches("compat").to_owned() + compatibility;
                }
                ["SSO", "ENABLED"] => program.separable = true,
                _ => {}
            }
        } else if section == "test" {
            program.links &= !line.starts_with("link error");
            if let Some(names) = line.strip_prefix("xfb varyings ") {
                program.feedback = names.split_whitespace().map(str::to_owned).collect();
            }
        } else if stage(&section).is_some() && section != "vertex shader passthrough" {
            let (_, source) = program.sources.last_mut()?;
            *source += line;
            source.push('\n');
        }
    }
    for (_, source) in &mut program.sources {
        if !source.contains("#version") {
            *source = format!("#version {version}\n{source}");
        }
    }
    // Legacy geometry shaders take their layout from the API; some programs need more attributes than there are.
    let foreign = text.contains("GL_MAX_VERTEX_ATTRIBS")
        || text.contains("geometry_shader4")
        || text.contains("SPIRV")
        || text.contains("subroutine");
    (!foreign && !program.sources.is_empty()).then_some(program)
}

#[test]
fn piglit() {
    let report = std::env::var("GLMETER_CORPUS").ok();
    let mut files = Vec::new();
    walk(Path::new(CORPUS), &mut files);
    files.sort();
    let (mut right, mut all, mut wrong) = (0u32, 0u32, String::new());
    for path in files.iter().step_by(if report.is_some() { 1 } else { 25 }) {
        let Some(program) = read(path) else { continue };
        let options =
            CompileOptions { es: program.es, core: false, max_version: if program.es { 320 } else { 450 }, limits: Limits::default() };
        let shaders: Option<Vec<Arc<_>>> = program.sources.iter().map(|(stage, source)| compile(source, *stage, &options).shader).collect();
        // Whether they compile is another test's question.
        let Some(shaders) = shaders else { continue };
        let options =
            LinkOptions { feedback_varyings: program.feedback, es: program.es, separable: program.separable, ..LinkOptions::default() };
        let mut log = Log::default();
        let linked = place(&shaders, &options, &mut log).is_some();
        all += 1;
        if linked == program.links {
            right += 1;
        } else {
            let _ = writeln!(
                wrong,
                "{}\t{}\t{}",
                if linked { "LINKED" } else { "REFUSED" },
                path.display(),
                log.text.lines().next().unwrap_or("")
            );
        }
    }
    println!("{right} of {all} programs");
    if let Some(report) = report {
        std::fs::write(report, &wrong).expect("the report");
    }
    assert!(right * 100 >= all * 97, "{wrong}");
}
