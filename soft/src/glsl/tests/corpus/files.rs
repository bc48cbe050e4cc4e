//! The two kinds of files: a shader with what its compiling must give in a comment, and a program in sections.

use crate::glsl::preprocess::extension_known;
use crate::hir::Stage;
use crate::pipeline::limits::Limits;
use std::path::{Path, PathBuf};

/// What a file asks of the front end.
#[derive(Default)]
pub struct File {
    pub stages: Vec<(Stage, String)>,
    /// Every stage must compile.
    pub compiles: bool,
    /// They must link, or must not; none if the file says nothing of it.
    pub links: Option<bool>,
    /// Every stage compiles also where they must not link.
    pub compiles_alone: bool,
    pub es: bool,
    pub core: bool,
    pub separable: bool,
    /// Every stage is a program of its own.
    pub alone: bool,
    pub feedback: Vec<String>,
}

/// Every file of a folder.
pub fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { walk(&path, files) } else { files.push(path) }
    }
}

fn stage(name: &str) -> Option<Stage> {
    Some(match name {
        "vert" | "vertex shader" | "vertex shader passthrough" => Stage::Vertex,
        "tesc" | "tessellation control shader" => Stage::TessControl,
        "tese" | "tessellation evaluation shader" => Stage::TessEvaluation,
        "geom" | "geometry shader" => Stage::Geometry,
        "frag" | "fragment shader" => Stage::Fragment,
        "comp" | "compute shader" => Stage::Compute,
        _ => return None,
    })
}

/// The extension that a text asks for and that is not there.
fn foreign(source: &str) -> Option<&'static str> {
    source.lines().find_map(|line| {
        let line = line.trim_start().trim_start_matches('#').trim_start();
        let rest = line.strip_prefix("extension")?;
        let name = rest.split(':').next().unwrap_or("").trim();
        (!rest.contains("disable") && !extension_known(name)).then_some("asks for an extension that is not there")
    })
}

/// What a file is, why it is none of these, or why it is out of scope.
pub enum Read {
    Nothing,
    OutOfScope(&'static str),
    File(File),
}

pub fn read(path: &Path) -> Read {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let stage = stage(extension);
    if stage.is_none() && extension != "shader_test" {
        return Read::Nothing;
    }
    let Ok(text) = std::fs::read_to_string(path) else { return Read::OutOfScope("is no UTF-8 text") };
    match stage {
        Some(stage) => parser_test(stage, text),
        None => shader_test(&text),
    }
}

/// A shader of glslparsertest: its head has `expect_result: pass` or `fail`.
fn parser_test(stage: Stage, source: String) -> Read {
    let field = |name: &str| {
        let line = source.lines().take(60).find_map(|line| line.trim().trim_start_matches(['*', '/', ' ']).strip_prefix(name));
        line.map(|value| value.trim().trim_start_matches(':').trim().to_owned())
    };
    let Some(expected) = field("expect_result") else { return Read::Nothing };
    let required = field("require_extensions").unwrap_or_default();
    // What a missing extension would forbid is no test here.
    if required.split_whitespace().any(|name| name.starts_with('!')) {
        return Read::OutOfScope("needs an extension to be absent");
    }
    if required.split_whitespace().any(|name| !extension_known(name)) {
        return Read::OutOfScope("asks for an extension that is not there");
    }
    if let Some(reason) = foreign(&source) {
        return Read::OutOfScope(reason);
    }
    let linked = field("check_link").is_some_and(|value| value == "true");
    let valid = expected == "pass";
    let es = source.lines().any(|line| line.starts_with("#version") && (line.contains("es") || line.contains("100")));
    let core = source.contains("#version 140") && !required.contains("ARB_compatibility");
    Read::File(File {
        stages: vec![(stage, source)],
        // What must fail as late as linking may well compile.
        compiles: valid || linked,
        links: linked.then_some(valid),
        es,
        core,
        // glslparsertest gives it the stages that it lacks.
        separable: true,
        ..File::default()
    })
}

/// A program of shader_runner.
fn shader_test(text: &str) -> Read {
    let mut file = File { compiles: true, links: Some(true), compiles_alone: true, ..File::default() };
    let (mut section, mut version) = (String::new(), String::from("110"));
    for line in text.lines() {
        if line.starts_with('[') {
            section = line.trim().trim_matches(['[', ']']).to_owned();
            if let Some(stage) = stage(&section) {
                let text = match (section.as_str(), version.as_str()) {
                    ("vertex shader passthrough", "100") => "attribute vec4 v; void main() { gl_Position = v; }",
                    ("vertex shader passthrough", _) if file.es => "in vec4 v; void main() { gl_Position = v; }",
                    ("vertex shader passthrough", _) => "#version 110\nvoid main() { gl_Position = gl_Vertex; }",
                    _ => "",
                };
                file.stages.push((stage, text.into()));
            }
        } else if section == "require" {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["GLSL", "ES", .., number] => {
                    let number = number.replace('.', "");
                    file.es = true;
                    version = if number == "100" { number } else { format!("{number} es") };
                }
                ["GLSL", ">=", number, ..] => {
                    let compatibility = if line.to_lowercase().contains("compat") { " compatibility" } else { "" };
                    let mut number = number.replace('.', "").trim_end_matches("compat").to_owned();
                    if number.len() == 2 {
                        // `4.0` is 4.00.
                        number.push('0');
                    }
                    version = number + compatibility;
                }
                ["SSO", "ENABLED"] => (file.separable, file.alone) = (true, true),
                ["SEPARABLE", "PROGRAM", "ENABLED"] => file.separable = true,
                ["GL_MAX_VERTEX_ATTRIBS", ">=", number]
                    if number.parse::<u32>().is_ok_and(|number| number > Limits::default().vertex_attribs) =>
                {
                    return Read::OutOfScope("needs more than 16 vertex attributes");
                }
                ["SPIRV", "ONLY"] => return Read::OutOfScope("is SPIR-V"),
                _ => {}
            }
        } else if section == "test" {
            if line.starts_with("link error") {
                file.links = Some(false);
            }
            if let Some(names) = line.strip_prefix("xfb varyings ") {
                file.feedback = names.split_whitespace().map(str::to_owned).collect();
            }
        } else if stage(&section).is_some()
            && section != "vertex shader passthrough"
            && let Some((_, source)) = file.stages.last_mut()
        {
            *source += line;
            source.push('\n');
        }
    }
    if file.stages.is_empty() {
        return Read::OutOfScope("has no shader of GLSL in it");
    }
    for (_, source) in &mut file.stages {
        if let Some(reason) = foreign(source) {
            return Read::OutOfScope(reason);
        }
        if source.contains("#include") {
            return Read::OutOfScope("includes another file");
        }
        if !source.contains("#version") {
            *source = format!("#version {version}\n{source}");
        }
        if source.contains("#version 460") {
            return Read::OutOfScope("is of GLSL 4.60");
        }
    }
    // What else a program needs besides its stages' texts.
    if text.contains("geometry_shader4") {
        return Read::OutOfScope("asks for an extension that is not there");
    }
    Read::File(file)
}
