//! Readers of piglit's two file formats: a shader with the expected result in a comment, and a program in sections.

use crate::glsl::preprocess::extension_known;
use base::hir::Stage;
use shader::pipeline::limits::Limits;
use std::path::{Path, PathBuf};

/// A test file: its shaders and the expected results.
#[derive(Default)]
pub struct File {
    pub stages: Vec<(Stage, String)>,
    /// True if every stage must compile.
    pub compiles: bool,
    /// True if the stages must link, false if they must not, `None` if the file does not say.
    pub links: Option<bool>,
    /// True if every stage must compile even though they must not link.
    pub compiles_alone: bool,
    pub es: bool,
    pub core: bool,
    pub separable: bool,
    /// True if every stage is a separate program.
    pub alone: bool,
    pub feedback: Vec<String>,
}

/// Collects every file of a folder.
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

/// Returns the extension that a text requires and the driver lacks.
fn foreign(source: &str) -> Option<&'static str> {
    source.lines().find_map(|line| {
        let line = line.trim_start().trim_start_matches('#').trim_start();
        let rest = line.strip_prefix("extension")?;
        let name = rest.split(':').next().unwrap_or("").trim();
        (!rest.contains("disable") && !extension_known(name)).then_some("asks for an extension that is not there")
    })
}

/// The result of reading a file.
pub enum Read {
    /// Not a test of shaders.
    Nothing,
    /// A test of something unsupported, with the reason.
    OutOfScope(&'static str),
    File(File),
}

pub fn read(path: &Path) -> Read {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let stage = stage(extension);
    if stage.is_none() && extension != "shader_test" {
        return Read::Nothing;
    }
    let Ok(text) = std::fs::read_to_string(path) else { return Read::OutOfScope("is not UTF-8 text") };
    match stage {
        Some(stage) => parser_test(stage, text),
        None => shader_test(&text),
    }
}

/// Reads a shader of glslparsertest, whose header has `expect_result: pass` or `fail`.
fn parser_test(stage: Stage, source: String) -> Read {
    let field = |name: &str| {
        let line = source.lines().take(60).find_map(|line| line.trim().trim_start_matches(['*', '/', ' ']).strip_prefix(name));
        line.map(|value| value.trim().trim_start_matches(':').trim().to_owned())
    };
    let Some(expected) = field("expect_result") else { return Read::Nothing };
    let required = field("require_extensions").unwrap_or_default();
    // A missing extension cannot forbid anything, so the file tests nothing here.
    if required.split_whitespace().any(|name| name.starts_with('!')) {
        return Read::OutOfScope("needs an extension to be absent");
    }
    if required.split_whitespace().any(|name| !extension_known(name)) {
        return Read::OutOfScope("asks for an extension that is not there");
    }
    if let Some(reason) = foreign(&source) {
        return Read::OutOfScope(reason);
    }
    if expected == "pass" && field("dummy_shader_include").is_some() {
        return Read::OutOfScope("includes another file");
    }
    let linked = field("check_link").is_some_and(|value| value == "true");
    let valid = expected == "pass";
    let es = source.lines().any(|line| line.starts_with("#version") && (line.contains("es") || line.contains("100")));
    let core = source.contains("#version 140") && !required.contains("ARB_compatibility");
    Read::File(File {
        stages: vec![(stage, source)],
        // A shader that must fail at linking at the latest may compile.
        compiles: valid || linked,
        links: linked.then_some(valid),
        es,
        core,
        // glslparsertest adds the stages that the program lacks.
        separable: true,
        ..File::default()
    })
}

/// Reads a program of shader_runner.
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
                    let mut number = number.replace('.', "");
                    if number.len() == 2 {
                        // `3.0` means 3.00.
                        number.push('0');
                    }
                    file.es = true;
                    version = if number == "100" { number } else { format!("{number} es") };
                }
                ["GLSL", ">=", number, ..] => {
                    let compatibility = if line.to_lowercase().contains("compat") { " compatibility" } else { "" };
                    let mut number = number.replace('.', "").trim_end_matches("compat").to_owned();
                    if number.len() == 2 {
                        // `4.0` means 4.00.
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
    }
    // Other settings of the program besides its shaders.
    if text.contains("geometry_shader4") {
        return Read::OutOfScope("asks for an extension that is not there");
    }
    Read::File(file)
}
