//! The rules of 64-bit integers.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::glsl::tests::{bad, good};
use base::hir::Stage;

fn vertex(version: &str, body: &str) -> String {
    format!(
        "#version {version}\n#extension GL_ARB_gpu_shader_int64 : require\nuniform int64_t n; uniform uint64_t u;\nvoid main() {{ {body} gl_Position = vec4(0); }}\n"
    )
}

fn accepted(body: &str) {
    good(Stage::Vertex, &vertex("400", body));
}

fn refused(body: &str, what: &str) {
    let log = bad(Stage::Vertex, &vertex("400", body));
    assert!(log.contains(what), "{body}: {log}");
}

#[test]
fn literals_have_suffixes() {
    accepted("int64_t a = 1L + 1l + 0x7FFFFFFFFFFFFFFFL + 0777L; uint64_t b = 1UL + 1ul + 0xFFFFFFFFFFFFFFFFul + 18446744073709551615UL;");
    refused("uint64_t a = 18446744073709551616UL;", "does not fit in 64 bits");
    refused("int64_t a = 1uL;", "is not a number");
    refused("int64_t a = 1Ul;", "is not a number");
    refused("int64_t a = 1LU;", "is not a number");
    refused("int64_t a = 1LL;", "is not a number");
    refused("int64_t a = 08L;", "is not a number");
    refused("int64_t a = 0xL;", "is not a number");
    refused("int a = 5000000000;", "does not fit in 32 bits");
    bad(Stage::Vertex, "#version 400\nvoid main() { int a = 1L; gl_Position = vec4(a); }\n");
}

#[test]
fn the_types_come_with_the_extensions() {
    good(Stage::Vertex, "#version 400\nvoid main() { int int64_t = 1, u64vec2 = 2; gl_Position = vec4(int64_t + u64vec2); }\n");
    good(
        Stage::Vertex,
        "#version 400\n#extension GL_AMD_gpu_shader_int64 : enable\nvoid main() { i64vec3 v = i64vec3(1L); gl_Position = vec4(v, 1); }\n",
    );
    bad(Stage::Vertex, &vertex("400", "int u64vec2 = 2;"));
    bad(Stage::Vertex, "#version 400\nvoid main() { int64_t a = 1; gl_Position = vec4(a); }\n");
}

#[test]
fn conversions_are_those_of_the_table() {
    accepted("int64_t a = 1; uint64_t b = 1; b = 1u; b = n; double d = n; d = u; i64vec2 v = ivec2(1); dvec2 w = u64vec2(1);");
    for body in ["int64_t a = 1u;", "n = u;", "float f = n;", "int i = n;", "uint i = u;", "int64_t a = 1.0;", "bool b = n;"] {
        let with = body.replace("n = u", "int64_t m = u");
        refused(&with, "cannot convert");
    }
    accepted("bool b = n < 1 && n == 2 && u > 3u; int64_t a = n * 2 + (n >> 3u) + (n << 4L); double d = n + 1.0LF;");
    refused("float f = 1.0 + float(n & 1.0);", "does not take");
    accepted("int a[4]; int b = a[n] + a[2L]; a[u] = int(n);");
    for index in ["4L", "-1L", "4294967296L", "0xFFFFFFFFFFFFFFFFUL"] {
        refused(&format!("int a[4]; a[{index}] = 1;"), "out of range");
    }
}

#[test]
fn switches_take_64_bits() {
    accepted("switch (n) { case 1: break; case -4294967296L: break; case 2u: break; default: break; }");
    accepted("switch (u) { case 4294967297UL: break; case 1L: break; }");
    refused("switch (n) { case 1: break; case 1L: break; }", "twice");
    refused("switch (n) { case 1.0: break; }", "must be int64_t");
    refused("switch (gl_VertexID) { case 1L: break; }", "must be int");
    refused("switch (n) { case n: break; }", "constant expression");
    refused("switch (i64vec2(n)) { default: break; }", "64-bit integer");
}

#[test]
fn conversions_to_more_bits_win() {
    let text = |call: &str| {
        format!(
            "#version 400\n#extension GL_ARB_gpu_shader_int64 : require\nint64_t f(int64_t x) {{ return x; }}\nfloat f(float x) {{ return x; }}\nvoid main() {{ int64_t r = {call}; gl_Position = vec4(r); }}\n"
        )
    };
    good(Stage::Vertex, &text("f(1)"));
    let log = bad(Stage::Vertex, &text("f(1u)"));
    assert!(log.contains("cannot convert"), "{log}");
}

#[test]
fn inputs_of_fragment_shaders_are_flat_and_outputs_have_32_bits() {
    let fragment =
        |declaration: &str| format!("#version 400\n#extension GL_ARB_gpu_shader_int64 : require\n{declaration}\nvoid main() {{}}\n");
    good(Stage::Fragment, &fragment("flat in i64vec4 v;"));
    assert!(bad(Stage::Fragment, &fragment("in i64vec4 v;")).contains("must be flat"));
    assert!(bad(Stage::Fragment, &fragment("in B { uint64_t v; };")).contains("must be flat"));
    // "It is a compile-time error to declare any double-precision type, 64-bit integer type, matrix, or structure as an output."
    assert!(bad(Stage::Fragment, &fragment("out int64_t v;")).contains("fragment outputs cannot be"));
    assert!(bad(Stage::Fragment, &fragment("out u64vec2 v;")).contains("fragment outputs cannot be"));
}
