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
fn stages_need_their_versions() {
    let body = "void main() {}";
    for (stage, version, extension, good) in [
        (Stage::Compute, "300 es", "", false),
        (Stage::Compute, "310 es", "layout(local_size_x = 1) in;\n", true),
        (Stage::Geometry, "310 es", "", false),
        (Stage::Geometry, "310 es", "#extension GL_EXT_geometry_shader : require\n", true),
        (Stage::TessControl, "310 es", "", false),
        (Stage::TessControl, "310 es", "#extension GL_OES_tessellation_shader : require\n", true),
        (Stage::TessEvaluation, "310 es", "", false),
        (Stage::TessEvaluation, "320 es", "", true),
    ] {
        let result = run(stage, &format!("#version {version}\n{extension}{body}"));
        assert_eq!(result.is_ok(), good, "{stage:?} {version} {extension}");
    }
}

#[test]
fn atomic_counters_have_a_binding_and_are_highp() {
    accepted(
        "#version 310 es\nlayout(binding = 1) uniform highp atomic_uint a;\nlayout(binding = 2) uniform atomic_uint b;\nvoid main() {}",
    );
    refused("#version 310 es\nlayout(offset = 0) uniform atomic_uint a;\nvoid main() {}", "needs layout(binding)");
    refused("#version 310 es\nlayout(binding = 1) uniform mediump atomic_uint a;\nvoid main() {}", "highp");
}

#[test]
fn bindings_of_arrays_end_within_the_limits() {
    let text = |what: &str| format!("#version 310 es\nprecision mediump float;\n{what}\nvoid main() {{}}");
    accepted(&text("layout(binding = 94) uniform sampler2D s[2];"));
    refused(&text("layout(binding = 95) uniform sampler2D s[2];"), "the limit is 96");
    accepted(&text("layout(binding = 82) uniform U { vec4 v; } u[2];"));
    refused(&text("layout(binding = 83) uniform U { vec4 v; } u[2];"), "the limit is 84");
    accepted(&text("layout(binding = 94) buffer B { vec4 v; } b[2];"));
    refused(&text("layout(binding = 95) buffer B { vec4 v; } b[2];"), "the limit is 96");
}

#[test]
fn names_and_scopes() {
    refused("#version 320 es\nvoid f(int precise) {}\nvoid main() {}", "`precise` is a reserved word");
    refused("#version 300 es\nvoid main() { int[]; }", "needs a size");
    accepted("#version 100\nint f(int a, int b) { int b = 5; return a + b; }\nvoid main() { gl_FragColor = vec4(f(1, 2)); }");
    refused("#version 300 es\nint f(int a, int b) { int b = 5; return a + b; }\nvoid main() {}", "declared already");
    refused(
        "#version 100\nprecision mediump float;\nfloat f();\nhighp float f() { return 1.0; }\nvoid main() {}",
        "another precision of its result",
    );
}

#[test]
fn the_line_after_a_line_directive_has_its_number() {
    refused("#version 100\n#line 7\nerror", "0:7:");
    refused("#version 300 es\n#line 7\nerror", "0:7:");
}

#[test]
fn structures_for_each_patch_hold_no_arrays() {
    let text = |output: &str| {
        format!(
            "#version 320 es\nlayout(vertices = 1) out;\nstruct S {{ highp float x; }};\nstruct A {{ highp float x[2]; }};\n{output}\nvoid main() {{}}"
        )
    };
    assert!(run(Stage::TessControl, &text("patch out S s;")).is_ok());
    for output in ["patch out S s[2];", "patch out A s;"] {
        let log = run(Stage::TessControl, &text(output)).map(drop).expect_err("an error");
        assert!(log.contains("for each patch"), "{log}");
    }
}

#[test]
fn inputs_of_fragments_have_sizes() {
    refused("#version 300 es\nprecision mediump float;\nin vec4 v[];\nvoid main() {}", "needs a size");
}

#[test]
fn blocks_are_no_arrays_of_arrays() {
    for kind in ["uniform", "buffer"] {
        let text = |size: &str| format!("#version 310 es\nprecision mediump float;\n{kind} B {{ float f; }} b{size};\nvoid main() {{}}");
        accepted(&text("[2]"));
        refused(&text("[2][2]"), "blocks cannot be arrays of arrays");
    }
}

#[test]
fn members_of_blocks_have_locations_of_their_own() {
    let text = |last: &str| {
        format!(
            "#version 320 es\nprecision mediump float;\nlayout(location = 1) in B {{ vec4 a; layout(location = 0) vec4 b; {last} }};\nvoid main() {{}}"
        )
    };
    accepted(&text("layout(location = 2) vec4 c;"));
    refused(&text("vec4 c;"), "overlap at location 1");
}

#[test]
fn interpolants_are_whole_inputs() {
    let text = |value: &str| {
        format!(
            "#version 320 es\nprecision mediump float;\nin vec4 v; out vec4 c;\nvoid main() {{ c = vec4(interpolateAtCentroid({value}).x); }}"
        )
    };
    accepted(&text("v"));
    for swizzle in ["v.xyzw", "v.xy", "v.yzxw"] {
        refused(&text(swizzle), "must be a whole input");
    }
    let text = |inputs: &str, value: &str| {
        format!(
            "#version 320 es\nprecision mediump float;\n{inputs}\nout vec4 c;\nvoid main() {{ c = vec4(interpolateAtSample({value}, 0)); }}"
        )
    };
    accepted(&text("in B { vec4 v; float a[2]; };", "v"));
    accepted(&text("in B { vec4 v; float a[2]; };", "a[1]"));
    refused(&text("in B { vec4 v; } b;", "b.v"), "must be a whole input");
    refused(&text("struct S { vec4 v; }; in S s;", "s.v"), "must be a whole input");
    let desktop = "#version 430\nstruct S { vec4 v; }; in S s; out vec4 c;\nvoid main() { c = interpolateAtSample(s.v, 0); }";
    run_in(false, Stage::Fragment, desktop).unwrap();
}

#[test]
fn blocks_of_uniforms_are_not_invariant() {
    refused("#version 300 es\ninvariant uniform B { mediump float v; };\nvoid main() {}", "invariant is for outputs");
    refused("#version 310 es\ninvariant buffer B { mediump float v; };\nvoid main() {}", "invariant is for outputs");
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
fn inout_outputs_need_an_extension() {
    let coherent = "#extension GL_EXT_shader_framebuffer_fetch : require\n";
    let other = "#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require\n";
    let text = |version: &str, extensions: &str, qualifiers: &str| {
        format!("#version {version}\n{extensions}precision mediump float;\n{qualifiers} inout vec4 c;\nvoid main() {{ c += c; }}")
    };
    let shader = accepted(&text("300 es", coherent, "layout(location = 0)"));
    assert!(shader.variables.iter().any(|variable| variable.name == "c" && variable.qualifiers.fetched));
    accepted(&text("310 es", other, "layout(noncoherent, location = 1)"));
    refused(&text("300 es", "", ""), "inout is for parameters");
    refused(&text("100", coherent, ""), "inout outputs");
    refused(&text("300 es", other, ""), "needs layout(noncoherent)");
    refused(&text("300 es", coherent, "layout(noncoherent)"), "layout(noncoherent)");
    refused(&text("300 es", other, "layout(noncoherent = 1)"), "takes no value");
    refused(&text("300 es", &format!("{coherent}{other}"), "flat"), "interpolation");
    refused("#version 300 es\nprecision mediump float;\nlayout(noncoherent) out vec4 c;\nvoid main() {}", "not for this declaration");
}

#[test]
fn stored_colors_need_an_extension() {
    let other = "#extension GL_EXT_shader_framebuffer_fetch_non_coherent : require\n";
    let text = |extensions: &str, declaration: &str| {
        format!("#version 100\n{extensions}precision mediump float;\n{declaration}\nvoid main() {{ gl_FragColor = gl_LastFragData[0]; }}")
    };
    let coherent = "#extension GL_EXT_shader_framebuffer_fetch : require\n";
    accepted(&text(coherent, ""));
    accepted(&text(coherent, "highp vec4 gl_LastFragData[gl_MaxDrawBuffers];"));
    accepted(&text(other, "layout(noncoherent) mediump vec4 gl_LastFragData[gl_MaxDrawBuffers];"));
    refused(&text("", ""), "gl_LastFragData");
    refused(&text(other, ""), "layout(noncoherent)");
    refused(&text(coherent, "mediump vec4 gl_LastFragData[2];"), "gl_LastFragData");
    let write = "precision mediump float;\nvoid main() { gl_LastFragData[0] = vec4(1.0); }";
    refused(&format!("#version 100\n{coherent}{write}"), "gl_LastFragData");
}

/// "It is not legal for a fragment shader to read from gl_LastFragDepthARM and gl_LastFragStencilARM if the early_fragment_tests layout qualifier
/// is specified." [ARM_shader_framebuffer_fetch_depth_stencil]
#[test]
fn early_tests_exclude_reads_of_depth() {
    let text = |layout: &str, name: &str| {
        format!(
            "#version 310 es\n#extension GL_ARM_shader_framebuffer_fetch_depth_stencil : require\nprecision highp float;\n{layout}
            out vec4 c;\nvoid main() {{ c = vec4({name}); }}"
        )
    };
    for name in ["gl_LastFragDepthARM", "gl_LastFragStencilARM"] {
        accepted(&text("", name));
        refused(&text("layout(early_fragment_tests) in;", name), name);
    }
    accepted(&text("layout(early_fragment_tests) in;", "1.0"));
    accepted(&text("mediump float gl_LastFragDepthARM;", "gl_LastFragDepthARM"));
}

#[test]
fn the_depth_is_not_redeclared() {
    let text = |declaration: &str| {
        format!("#version 300 es\nprecision highp float;\n{declaration}\nout vec4 c;\nvoid main() {{ c = vec4(1.0); gl_FragDepth = 0.5; }}")
    };
    accepted(&text(""));
    refused(&text("out highp float gl_FragDepth;"), "gl_FragDepth");
}

#[test]
fn a_shader_writes_one_set_of_second_colors() {
    let text = |body: &str| {
        format!("#version 100\n#extension GL_EXT_blend_func_extended : require\nprecision mediump float;\nvoid main() {{ {body} }}")
    };
    accepted(&text("gl_FragColor = vec4(1.0); gl_SecondaryFragColorEXT = vec4(1.0);"));
    accepted(&text("gl_FragData[0] = vec4(1.0); gl_SecondaryFragDataEXT[0] = vec4(1.0);"));
    refused(&text("gl_FragColor = vec4(1.0); gl_SecondaryFragDataEXT[0] = vec4(1.0);"), "not both");
    refused(&text("gl_FragData[0] = vec4(1.0); gl_SecondaryFragColorEXT = vec4(1.0);"), "not both");
    refused("#version 100\nvoid main() { gl_SecondaryFragColorEXT = vec4(1.0); }", "gl_SecondaryFragColorEXT");
}

/// "All indices used to index a shader storage block array must be constant integral expressions." [EXT_gpu_shader5]
#[test]
fn arrays_of_blocks_are_indexed_with_constants() {
    let text = |version: &str, block: &str, index: &str| {
        format!(
            "#version {version}\nprecision highp float;\nuniform int n;\n{block} B {{ float x; }} b[4];\nout vec4 o;\nvoid main() {{ o = vec4(b[{index}].x); }}"
        )
    };
    for version in ["310 es", "320 es", "310 es\n#extension GL_EXT_gpu_shader5 : require"] {
        accepted(&text(version, "buffer", "1 + 2"));
        accepted(&text(version, "uniform", "3"));
        refused(&text(version, "buffer", "n"), "arrays of storage blocks need constant indices");
    }
    accepted(&text("320 es", "uniform", "n"));
    accepted(&text("310 es\n#extension GL_EXT_gpu_shader5 : require", "uniform", "n"));
    refused(&text("310 es", "uniform", "n"), "arrays of blocks need constant indices here");
}

#[test]
fn geometry_shaders_have_their_constants() {
    for version in ["320 es", "310 es\n#extension GL_EXT_geometry_shader : require", "310 es\n#extension GL_OES_geometry_shader : require"]
    {
        let constants = "gl_MaxGeometryAtomicCounters + gl_MaxGeometryAtomicCounterBuffers + gl_MaxGeometryImageUniforms";
        accepted(&format!("#version {version}\nprecision highp float;\nout vec4 o;\nvoid main() {{ o = vec4({constants}); }}"));
    }
    refused("#version 310 es\nvoid main() { int i = gl_MaxGeometryImageUniforms; }", "not declared");
}

/// "It is a compile-time error to declare a fragment shader input with, or that contains, any of the following types: … An array of arrays"
/// [ESSL 3.20, 4.3.4]
#[test]
fn inputs_and_outputs_are_no_arrays_of_arrays() {
    let what = "cannot be arrays of arrays here";
    let text = |ty: &str| {
        format!("#version 320 es\nprecision highp float;\nin float a{ty};\nout vec4 o;\nvoid main() {{ o = vec4(a[1]{}); }}", &ty[3..])
    };
    accepted(&text("[2]"));
    refused(&text("[2][2]"), what);
    let vertex = run(Stage::Vertex, "#version 310 es\nout float a[2][2];\nvoid main() { a[0][0] = 1.0; }");
    assert!(vertex.is_err_and(|log| log.contains(what)));
    let geometry = |ty: &str| {
        let layouts = "layout(points) in; layout(points, max_vertices = 1) out;";
        run(
            Stage::Geometry,
            &format!("#version 320 es\n{layouts}\nin float a[]{ty};\nvoid main() {{ gl_Position = vec4(a[0][1]{}); }}", &ty[3..]),
        )
    };
    assert!(geometry("[2]").is_ok());
    assert!(geometry("[2][2]").is_err_and(|log| log.contains(what)));
}
