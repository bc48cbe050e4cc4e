//! Rules of OpenGL ES.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::glsl::{CompileOptions, compile};
use base::hir::{Precision, Shader, Stage};
use shader::pipeline::limits::Limits;
use std::sync::Arc;

fn run(stage: Stage, text: &str) -> Result<Arc<Shader>, String> {
    run_in(true, stage, text)
}

fn run_in(es: bool, stage: Stage, text: &str) -> Result<Arc<Shader>, String> {
    let options = CompileOptions { es, core: !es, max_version: CompileOptions::newest(es), limits: Limits::default() };
    let compiled = compile(text, stage, &options);
    compiled.shader.ok_or(compiled.log)
}

fn accepted(text: &str) -> Arc<Shader> {
    run(Stage::Fragment, text).unwrap_or_else(|log| panic!("{text}\n{log}"))
}

fn refused(text: &str, what: &str) {
    let log = run(Stage::Fragment, text).map(drop).expect_err("an error");
    assert!(log.contains(what), "{text}\n{log}");
}

#[test]
fn precisions_are_declared_or_by_default() {
    let shader = accepted(
        "#version 310 es
precision mediump float;
precision lowp int;
uniform float a; uniform highp vec3 b; uniform ivec2 c; uniform bool d; uniform sampler2D e; uniform lowp samplerCube f[2];
struct S { highp int x; float y[2]; };
uniform S g;
void main() {}",
    );
    let of = |name: &str| shader.variables.iter().find(|variable| variable.name == name).expect("a uniform").qualifiers.precision;
    use Precision::{High, Low, Medium, None};
    assert_eq!(["a", "b", "c", "d", "e", "f", "g"].map(of), [Medium, High, Low, None, Low, Low, None]);
}

#[test]
fn the_line_after_a_line_directive_has_its_number() {
    refused("#version 100\n#line 7\nerror", "0:7:");
    refused("#version 300 es\n#line 7\nerror", "0:7:");
}

#[test]
fn names_of_images_with_comparison_are_free() {
    let text = |version: &str, word: &str| format!("#version {version}\nvoid main() {{ int {word} = 1; }}");
    for word in ["image1DShadow", "image2DShadow", "image1DArrayShadow", "image2DArrayShadow"] {
        accepted(&text("300 es", word));
        accepted(&text("320 es", word));
        assert!(run_in(false, Stage::Fragment, &text("450", word)).unwrap_err().contains("reserved word"));
    }
}

#[test]
fn inout_outputs_are_read() {
    let shader = accepted(
        "#version 300 es
#extension GL_EXT_shader_framebuffer_fetch : require
precision mediump float;
layout(location = 0) inout vec4 c;
void main() { c += c; }",
    );
    assert!(shader.variables.iter().any(|variable| variable.name == "c" && variable.qualifiers.fetched));
}
