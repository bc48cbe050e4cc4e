#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::glsl::tests::{bad, good};
use base::hir::{Shader, Stage};
use std::sync::Arc;

const HEAD: &str = "#version 430\nout vec4 o;\nsubroutine float scale(float x, out float y);\n";
const DOUBLE: &str = "subroutine(scale) float twice(float x, out float y) { y = x; return 2.0 * x; }\n";

fn accepted(text: &str) -> Arc<Shader> {
    good(Stage::Fragment, &format!("{HEAD}{DOUBLE}{text}"))
}

fn refused(text: &str, what: &str) {
    let log = bad(Stage::Fragment, &format!("{HEAD}{DOUBLE}{text}"));
    assert!(log.contains(what), "{text}: {log}");
}

#[test]
fn calls_through_uniforms_and_arrays_of_them() {
    let shader = accepted(
        "subroutine uniform scale one, many[3];
subroutine uniform scale deep[2][2];
uniform int n;
void main() { float a, b; one(1, a); many[n](2.0, b); deep[1][n](a, b); o = vec4(float(many.length()), a, b, twice(1.0, a)); }",
    );
    assert_eq!(shader.subroutines.types.len(), 1);
    assert_eq!(shader.subroutines.functions[0].types, ["scale"]);
    assert_eq!(shader.subroutines.functions[0].index, None);
}

#[test]
fn layouts_of_subroutines_and_their_uniforms() {
    let shader = accepted(
        "layout(index = 7) subroutine(scale) float same(float x, out float y) { y = x; return x; }\nlayout(location = 3) subroutine uniform scale f;",
    );
    assert_eq!(shader.subroutines.functions[1].index, Some(7));
    let uniform = shader.variables.iter().find(|variable| variable.name == "f").expect("the uniform");
    assert_eq!((uniform.qualifiers.location, uniform.qualifiers.subroutine.as_deref()), (Some(3), Some("scale")));
    refused("layout(index = 256) subroutine(scale) float f(float x, out float y) { y = x; return x; }", "layout(index)");
    refused("layout(location = 1024) subroutine uniform scale f;", "layout(location)");
    refused("layout(location = 1) subroutine(scale) float f(float x, out float y) { y = x; return x; }", "layout(location)");
    refused("layout(binding = 1) subroutine uniform scale f;", "layout(binding)");
    refused("layout(index = 1) subroutine float t();", "layout(…)");
    let two = "layout(index = 1) subroutine(scale) float f(float x, out float y) { y = x; return x; }\n";
    refused(&format!("{two}{}", two.replace("float f", "float g")), "two subroutines have the index 1");
    let log = bad(Stage::Fragment, "#version 420\nsubroutine void t();\nlayout(index = 1) subroutine(t) void f() {}\nvoid main() {}");
    assert!(log.contains("GL_ARB_explicit_uniform_location"), "{log}");
}

#[test]
fn functions_fit_their_subroutine_types() {
    refused("subroutine(scale) int f(float x, out float y) { y = x; return 1; }", "another result or other parameters");
    refused("subroutine(scale) float f(float x, float y) { return 1.0; }", "another result or other parameters");
    refused("subroutine(scale) float f(float x) { return 1.0; }", "another result or other parameters");
    refused("subroutine(scale) float f(float x, out float y);", "definitions of functions");
    refused("subroutine() float f() { return 1.0; }", "a subroutine type has no body");
    refused("subroutine float f() { return 1.0; }", "a subroutine type has no body");
    refused("struct S { int i; };\nsubroutine(S) float f() { return 1.0; }", "`S` is not a subroutine type");
    refused("subroutine(scale) subroutine(scale) float f(float x, out float y) { y = x; return 1.0; }", "twice");
    refused("subroutine void other();\nsubroutine(other) void twice() {}", "two functions of one name");
}

#[test]
fn subroutine_uniforms_can_only_be_called() {
    refused("subroutine uniform scale f;\nvoid main() { float a = f; }", "only be called");
    refused("subroutine uniform scale f[2];\nvoid main() { float a = f[0]; }", "only be called");
    refused("subroutine uniform scale f[2];\nvoid main() { float a; f(1.0, a); }", "its elements can");
    refused("subroutine uniform scale f[2];\nvoid main() { float a; f[2](1.0, a); }", "out of range");
    refused("subroutine uniform scale f;\nvoid main() { float a; f(1.0); }", "do not fit");
    refused("subroutine uniform scale f;\nvoid main() { f(1.0, 2.0); }", "out parameter");
    refused("subroutine uniform scale f;\nvoid main() { f = 1; }", "only be called");
    refused("void main() { float a; scale(1.0, a); }", "");
    refused("subroutine uniform scale f[];", "needs a size");
    refused("subroutine uniform scale f = 1;", "initialised");
    refused("subroutine uniform float f;", "not a subroutine type");
    refused("uniform scale f;", "not a type");
    refused("subroutine scale f;", "uniforms");
    refused("subroutine int x;", "uniforms");
    refused("void main() { subroutine uniform scale f; }", "uniforms");
    refused("void f(subroutine int x) {}", "subroutine is for");
    refused("struct S { subroutine int x; };", "subroutine is for");
    refused("void scale(void);", "declared already");
}

#[test]
fn recursion_through_subroutines_is_refused() {
    refused(
        "subroutine uniform scale f;\nsubroutine(scale) float again(float x, out float y) { return f(x, y); }",
        "recursion is not allowed",
    );
}

#[test]
fn the_word_is_free_before_version_400() {
    good(Stage::Fragment, "#version 330\nint subroutine;\nvoid main() {}");
    good(
        Stage::Fragment,
        "#version 150\n#extension GL_ARB_shader_subroutine : require\n#ifndef GL_ARB_shader_subroutine\n#error\n#endif\nsubroutine void t();\nsubroutine(t) void f() {}\nsubroutine uniform t u;\nvoid main() { u(); }",
    );
}
