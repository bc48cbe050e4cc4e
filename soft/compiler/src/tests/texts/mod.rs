//! The shaders of this folder in the forms that the compiler makes of them. Beside each stands a file with the text of all forms, which
//! `BLESS=1 cargo test -p glmeter-soft-compiler texts` writes.

use crate::glsl::CompileOptions;
use crate::glsl::dump::{Form, dump};
use base::hir::Stage;
use shader::pipeline::limits::Limits;
use std::path::{Path, PathBuf};

/// The stage of each extension of a file.
const STAGES: [(&str, Stage); 6] = [
    ("vert", Stage::Vertex),
    ("tesc", Stage::TessControl),
    ("tese", Stage::TessEvaluation),
    ("geom", Stage::Geometry),
    ("frag", Stage::Fragment),
    ("comp", Stage::Compute),
];

/// Returns the shaders, sorted, each with its stage.
fn shaders() -> Vec<(PathBuf, Stage)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/texts");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let stage = |path: &Path| STAGES.iter().find(|(extension, _)| path.extension().is_some_and(|of| of == *extension));
    let mut shaders: Vec<_> = files.filter_map(|path| stage(&path).map(|(_, stage)| (path.clone(), *stage))).collect();
    shaders.sort();
    shaders
}

/// Returns a shader in all forms.
fn forms(text: &str, stage: Stage) -> String {
    let options = CompileOptions { es: false, core: true, max_version: CompileOptions::newest(false), limits: Limits::default() };
    let forms = Form::ALL.map(|(name, form)| {
        let text = dump(text, stage, &options, form).unwrap_or_else(|log| panic!("{log}"));
        format!("=== {name}\n{text}")
    });
    forms.concat()
}

#[test]
fn shaders_have_the_expected_texts() {
    let mut differ = Vec::new();
    for (path, stage) in shaders() {
        let made = forms(&std::fs::read_to_string(&path).unwrap(), stage);
        let expected = PathBuf::from(format!("{}.txt", path.display()));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, made).unwrap();
        } else if let kept = std::fs::read_to_string(&expected).unwrap_or_default()
            && kept != made
        {
            let first = kept.lines().zip(made.lines()).find(|(kept, made)| kept != made);
            differ.push(format!("{}: {first:?}", path.display()));
        }
    }
    assert!(shaders().len() >= 10 && differ.is_empty(), "texts differ; BLESS=1 writes them:\n{}", differ.join("\n"));
}

#[test]
fn a_shader_that_does_not_compile_has_its_info_log() {
    let options = CompileOptions { es: false, core: true, max_version: CompileOptions::newest(false), limits: Limits::default() };
    let failed = dump("#version 450\nvoid main() { gl_Position = 1; }", Stage::Vertex, &options, Form::Hir);
    assert!(failed.is_err_and(|log| log.starts_with("0:2: error:")));
}
