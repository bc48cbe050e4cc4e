//! Texts that compile, and texts that do not, for rules that no other test has.

use super::super::{CompileOptions, compile};
use base::hir::Stage;
use shader::pipeline::limits::Limits;

/// Compiles a fragment shader; returns the log if it is refused.
fn run(text: &str) -> Result<(), String> {
    let es =
        text.starts_with("#version 100") || text.starts_with("#version 3") && text.lines().next().is_some_and(|line| line.ends_with("es"));
    let options = CompileOptions { es, core: false, max_version: CompileOptions::newest(es), limits: Limits::default() };
    let compiled = compile(text, Stage::Fragment, &options);
    compiled.shader.map(drop).ok_or(compiled.log)
}

#[test]
fn valid_texts_are_accepted() {
    let texts = [
        "#version 100\nprecision mediump float;\nvoid main() { gl_FragColor = vec4(mat3(mat4(1.0))[0], 1.0); }",
        "#version 330\n#define D defined(GL_ES)\n#if !D\nvoid main() {}\n#endif",
        "#version 330\n#define D defined GL_ES || defined UNKNOWN\n#if D\n#error\n#endif\nvoid main() {}",
        "#version 330\nstruct S { int i; };\nvoid main() { int S = 1; S = S + 1; }",
        "#version 330\nstruct T { int a; };\nstruct S { T[2] a, b; T c, d[2]; };\nvoid f(int, T[2], T);\nvoid main() { int a[2], b; b = a[0], a[1]; }",
        "#version 330\nstruct S { int i; };\nvoid main() { S S = S(1); S.i = 2; }",
        "#version 300 es\nprecision mediump float;\nfloat ,f;\nvoid main() { int ,a; }",
        "#version 330\nstruct S { int i; };\nvoid main() { S S, b; S.i = 2; }",
        "#version 430\nlayout(location = 65535) uniform float f;\nvoid main() {}",
        "#version 400\nuniform B { precise vec4 v; };\nstruct S { int i; };\nvoid main() { precise vec4 a = v; }",
        "#version 330\nstruct S { int i; };\nint f(int S) { return S; }\nvoid main() { S s = S(f(1)); }",
        "#version 310 es\nprecision mediump float;\nlayout(location = 1, location = 0) out vec4 o;\nvoid main() { o = vec4(1.0); }",
        "#version 300 es\nprecision mediump float;\nlayout(std140, shared, std140) uniform U { vec4 v; };\nout vec4 o;\nvoid main() { o = v; }",
        "#version 420\nlayout(binding = 1, offset = 8) uniform atomic_uint;\nlayout(binding = 1) uniform atomic_uint c;\nvoid main() { atomicCounter(c); }",
        "#version 420\nin flat centroid int a;\ncentroid in flat int b;\nhighp in centroid float c;\nvoid main() {}",
        "#version 420\nhighp uniform float a;\nvoid f(highp const in float x) {}\nvoid main() {}",
        "#version 300 es\nprecision mediump float;\nvoid main() { float f; int i; bool b; { float i; } }",
        "#version 100\nvoid main() { int a; { int a; } for (int a = 0; a < 2; a++) { int b; } }",
        "#version 330\n#if 0\n#unknown\n'\n#else\n#endif\nvoid main() {}",
        "#version 330\n#extension GL_ARB_unknown : warn\n#extension all : warn\nvoid main() {}",
        "#version 420\nhighp in layout(location = 1) smooth invariant vec4 a;\nvoid main() {}",
        "#version 430\nbuffer B { uint b; };\nvoid main() { atomicAdd(b, 1); }",
        "#version 420\nlayout(binding = 47) uniform atomic_uint c;\nvoid main() { atomicCounter(c); }",
    ];
    let wrong: Vec<String> = texts.iter().filter_map(|text| run(text).err().map(|log| format!("{text}\n{log}"))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn invalid_texts_are_refused() {
    let texts = [
        "#version 300 es\n#ifdef A\n#else tokens\n#endif\nvoid main() {}",
        "#version 300 es\n#ifdef A\n#endif tokens\nvoid main() {}",
        "#version 300 es\n#define A\n#undef A B\nvoid main() {}",
        "#version 300 es\nvoid main() {}\n#extension GL_OES_standard_derivatives : enable",
        "#version 100\nvoid f() {}\n#extension GL_OES_standard_derivatives : enable\nvoid main() {}",
        "#version 330\nlayout() uniform U { vec4 v; };\nvoid main() {}",
        "#version 460\nuniform U { vec4 v; } precise;\nvoid main() {}",
        "#version 460\nstruct precise { vec4 v; };\nvoid main() {}",
        "#version 460\nbuffer struct { vec4 v; };\nvoid main() {}",
        "#version 460\nlayout(binding = 0, offset = 4) uniform atomic_uint c[];\nvoid main() { atomicCounter(c[0]); }",
        "#version 460\nlayout(offset = 4) uniform atomic_uint c;\nvoid main() { atomicCounter(c); }",
        "#version 460\nlayout(binding = 48) uniform atomic_uint c;\nvoid main() { atomicCounter(c); }",
        "#version 300 es\nprecision mediump float;\nfloat f();\nhighp float f() { return 1.0; }\nvoid main() {}",
        "#version 300 es\nvoid main() { float f; }",
        "#version 300 es\nprecision mediump float;\nuniform float a = 1.0;\nvoid main() {}",
        "#version 300 es\nprecision mediump bool;\nvoid main() {}",
        "#version 300 es\nprecision mediump float;\nvoid main() { int i = 1.0; }",
        "#version 330\nvoid main() { lowp bool b; }",
        "#version 330\n#define A(x, x) x\nvoid main() {}",
        "#version 330\n#define GL_mine 1\nvoid main() {}",
        "#version 330\n#if 1 +\n#endif\nvoid main() {}",
        "#version 330\n#ifdef\n#endif\nvoid main() {}",
        "#version 330\n#if 1\nvoid main() {}",
        "#version 330\nvoid main() { return 1; }",
        "#version 330\nint f() { return; }\nvoid main() {}",
        "#version 330\nvoid main() { case 1: break; }",
        "#version 300 es\nprecision mediump float;\nin vec4 v[];\nvoid main() {}",
        "#version 330\nuniform sampler2D s;\nvoid main() { sampler2D t = s; }",
        "#version 330\nvoid main() { struct S { int ,a; }; }",
        "#version 430\nlayout(location = 65536) uniform float f;\nvoid main() {}",
        "#version 320 es\nprecision highp float;\nstruct S { precise mat4 m; };\nvoid main() {}",
        "#version 330\nstruct T { int a; };\nstruct S { T[2] ,b; };\nvoid main() {}",
        "#version 130\nout vec4 gl_FragColor;\nvoid main() { gl_FragColor = vec4(1.0); }",
        "#version 130\nout vec4 gl_FragData[8];\nvoid main() { gl_FragData[0] = vec4(1.0); }",
    ];
    let wrong: Vec<&str> = texts.iter().copied().filter(|text| run(text).is_ok()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
