#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod corpus;
mod hostile;

use super::{CompileOptions, Compiled, compile};
use base::hir::{Shader, Stage};
use shader::pipeline::limits::Limits;
use std::sync::Arc;

fn options(es: bool) -> CompileOptions {
    CompileOptions { es, core: false, max_version: CompileOptions::newest(es), limits: Limits::default() }
}

pub(super) fn run(stage: Stage, source: &str) -> Compiled {
    compile(source, stage, &options(false))
}

/// Compiles a text that must compile without messages.
pub(super) fn good(stage: Stage, source: &str) -> Arc<Shader> {
    let compiled = run(stage, source);
    assert_eq!(compiled.log, "", "{source}");
    compiled.shader.expect("a shader")
}

/// Returns the log of a text that must not compile.
pub(super) fn bad(stage: Stage, source: &str) -> String {
    let compiled = run(stage, source);
    assert!(compiled.shader.is_none(), "accepted: {source}");
    assert!(compiled.log.contains("error"), "{}", compiled.log);
    compiled.log
}
