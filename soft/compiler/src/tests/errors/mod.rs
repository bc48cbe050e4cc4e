//! The shaders and programs of this folder, and the lines with which they do not compile or link.
//!
//! A line `=== STAGE: what it shows` begins a shader, `=== program: what it shows` a program, whose shaders begin with `--- STAGE`. Each must compile,
//! and the program link, without a message. A program of OpenGL without a vertex or fragment shader gets a plain one. Lines that end in a mark are
//! compiled in one at a time:
//!
//! ```text
//! v = o; // error: `v` is an input
//! #version 120 // instead, error elsewhere: declared already
//! #version 150 // instead, good
//! ```
//!
//! `instead` puts the line in the place of the nearest line above without a mark. `error` expects an error on that line with this text in it,
//! `error elsewhere` one on another line; the linker's have no lines. `warning` expects a message but no error, `good` no message.
//! `BLESS=1 cargo test -p glmeter-soft-compiler errors` writes the messages that are found to the marks that do not fit.

mod parse;

use crate::glsl::{CompileOptions, LinkOptions, compile, link};
use parse::{Expected, Source, Variant};
use shader::pipeline::limits::Limits;
use std::path::{Path, PathBuf};

/// Returns the files, sorted.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/errors");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "glsl"));
    files.sort();
    files
}

/// Compiles the shaders of a variant, and links a program, in a context of OpenGL or of OpenGL ES. Returns the info log.
fn compiled(source: &Source, variant: &Variant, es: bool) -> Result<String, String> {
    let options = CompileOptions { es, core: false, max_version: CompileOptions::newest(es), limits: Limits::default() };
    let mut shaders = Vec::new();
    for (stage, text) in source.texts(variant) {
        let compiled = compile(&text, stage, &options);
        let shader = compiled.shader.ok_or_else(|| compiled.log.clone())?;
        if !compiled.log.is_empty() || !source.is_program {
            return Ok(compiled.log);
        }
        shaders.push(shader);
    }
    let linked = link(&shaders, &LinkOptions::default());
    if linked.program.is_some() { Ok(linked.log) } else { Err(linked.log) }
}

/// Returns the info log of a variant in a context that differs from what is expected; `None` if it is that.
fn difference(source: &Source, variant: &Variant, es: bool) -> Option<String> {
    match (&variant.expected, compiled(source, variant, es)) {
        (Expected::Good, Ok(log)) if log.is_empty() => None,
        (Expected::Warning(text), Ok(log)) if !text.is_empty() && log.contains(text.as_str()) => None,
        (Expected::Error { elsewhere, text }, Err(log)) if has_error(source, variant, &log, *elsewhere, text) => None,
        (_, Ok(log)) => Some(format!("no error\n{log}")),
        (_, Err(log)) => Some(log),
    }
}

/// Returns true if a line of an info log is about the marked line.
fn is_about(source: &Source, variant: &Variant, line: &str) -> bool {
    source.is_program || line.starts_with(&format!("0:{}: error:", variant.line_in_text))
}

/// Returns true if an info log has an error with this text, on the marked line or elsewhere.
fn has_error(source: &Source, variant: &Variant, log: &str, elsewhere: bool, text: &str) -> bool {
    let here = |line: &&str| source.is_program || is_about(source, variant, line) != elsewhere;
    !text.is_empty() && log.lines().filter(here).any(|line| line.contains(text))
}

/// Returns the mark for the first error of an info log; `None` if it has none.
fn mark(source: &Source, variant: &Variant, log: &str) -> Option<String> {
    let line = log.lines().find(|line| line.contains("error: "))?;
    let elsewhere = if is_about(source, variant, line) { "" } else { " elsewhere" };
    let (_, message) = line.split_once("error: ")?;
    Some(format!("error{elsewhere}: {}", message.split(';').next().unwrap_or_default()))
}

#[test]
fn lines_have_the_expected_errors() {
    let (mut wrong, mut cases) = (Vec::new(), 0);
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let sources = parse::sources(&text);
        for (source, variant) in sources.iter().flat_map(|source| source.variants().into_iter().map(move |variant| (source, variant))) {
            cases += 1;
            // A shader of OpenGL ES compiles alike in contexts of OpenGL.
            let contexts: &[bool] = if source.is_es(&variant) { &[true, false] } else { &[false] };
            for (es, found) in contexts.iter().filter_map(|&es| Some((es, difference(source, &variant, es)?))) {
                let (place, context) = (format!("{}:{}", path.display(), variant.line + 1), if es { "OpenGL ES" } else { "OpenGL" });
                wrong.push(format!("{place}: {}, in {context}: expected {:?}, found:\n{found}", source.title, variant.expected));
                if let (Expected::Error { .. }, Some(mark)) = (&variant.expected, mark(source, &variant, &found)) {
                    parse::replace_mark(&mut lines[variant.line], &mark);
                }
            }
        }
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{} of {cases} differ; BLESS=1 writes the messages:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cases >= 600, "{cases} cases");
}
