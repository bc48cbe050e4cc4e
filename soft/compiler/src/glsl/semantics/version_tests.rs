//! The rules that particular versions and extensions have.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::glsl::tests::{bad, good};
use base::hir::{Stage, Storage};

fn refused(stage: Stage, text: &str, what: &str) {
    let log = bad(stage, text);
    assert!(log.contains(what), "{text}: {log}");
}

#[test]
fn functions_of_1_10_have_names_of_their_own() {
    let texts = [
        "const float f = 1.0; float f(float x) { return x; } void main() { gl_Position = vec4(f(f)); }",
        "float f() { return 0.5; } const float f = 1.0; void main() { gl_Position = vec4(f - f()); }",
    ];
    for text in texts {
        good(Stage::Vertex, text);
        refused(Stage::Vertex, &format!("#version 120\n{text}"), "declared already");
    }
    refused(Stage::Vertex, "float f() { return 0.5; } struct f { float x; }; void main() {}", "declared already");
}

#[test]
fn members_have_the_names_of_structures() {
    let text = "struct S { vec4 S; }; struct T { S S; }; void main() { S s = S(gl_Vertex); T t = T(s); gl_Position = t.S.S; }";
    good(Stage::Vertex, text);
}

#[test]
fn a_type_alone_takes_a_precision() {
    good(Stage::Vertex, "#version 130\nlowp float;\nmediump int;\nvoid main() {}");
    refused(Stage::Vertex, "#version 130\nlowp bool;\nvoid main() {}", "precisions are for");
}

#[test]
fn bounds_of_integers_before_1_30() {
    good(Stage::Vertex, "uniform int n; void main() { int i = clamp(max(n, 1), 0, min(n, 4)); gl_Position = vec4(float(i)); }");
    let text = |body: &str| format!("#version 120\nuniform int n; int a[4];\nvoid main() {{ {body} gl_Position = vec4(0.0); }}");
    good(Stage::Vertex, &text("int i = min(n, 3); i = max(i, 1); a[clamp(n, 0, 3)] = 1;"));
    // Where a float is valid, the functions are those of floats.
    refused(Stage::Vertex, &text("int i = min(n, 3) / 2;"), "cannot convert float to int");
    refused(Stage::Vertex, &text("int i = min(n, 3.0);"), "cannot convert float to int");
    refused(Stage::Vertex, &text("int i = abs(n);"), "cannot convert float to int");
}

#[test]
fn varying_outputs_of_geometry_shaders() {
    let text = |profile: &str| {
        format!(
            "#version 150 {profile}\nlayout(triangles) in; layout(points, max_vertices = 1) out; varying float v;\nvoid main() {{ v = 1.0; EmitVertex(); }}"
        )
    };
    let shader = good(Stage::Geometry, &text("compatibility"));
    assert!(shader.variables.iter().any(|variable| variable.name == "v" && variable.storage == Storage::Out));
    refused(Stage::Geometry, &text("core"), "varying is for vertex and fragment shaders");
}

#[test]
fn vertex_inputs_are_no_arrays_before_1_30() {
    let text = |version: &str| {
        format!(
            "#version {version}\n#extension GL_ARB_explicit_attrib_location : require\nlayout(location = 1) in vec4 a[4];\nvoid main() {{}}"
        )
    };
    refused(Stage::Vertex, &text("110"), "vertex inputs cannot be arrays");
    refused(Stage::Vertex, &text("120"), "vertex inputs cannot be arrays");
    good(Stage::Vertex, &text("150"));
}

#[test]
fn blocks_define_structures_in_1_10_only() {
    let text = |version: &str| {
        format!(
            "#version {version}\n#extension GL_ARB_uniform_buffer_object : require\nuniform B {{ struct {{ vec2 p; }} s[4]; int n; }};\nvoid main() {{ gl_Position = vec4(s[2].p, 0.0, 1.0); }}"
        )
    };
    good(Stage::Vertex, &text("110"));
    refused(Stage::Vertex, &text("120"), "a block cannot define a structure");
    refused(Stage::Vertex, &text("150"), "a block cannot define a structure");
}

#[test]
fn arrays_of_blocks_have_a_size() {
    refused(Stage::Vertex, "#version 150\nuniform B { float a; } b[];\nvoid main() { gl_Position = vec4(b[0].a); }", "needs a size");
    good(Stage::Vertex, "#version 150\nuniform B { float a; } b[2];\nvoid main() { gl_Position = vec4(b[0].a); }");
}

#[test]
fn repeated_qualifiers_of_counters() {
    let text = |extension: &str, layout: &str| {
        format!(
            "#version 140\n#extension {extension} : require\nlayout({layout}) uniform atomic_uint c;\nvoid main() {{ atomicCounterIncrement(c); }}"
        )
    };
    let counters = "GL_ARB_shader_atomic_counters";
    let shader = good(Stage::Fragment, &text(counters, "binding = 7, binding = 2, offset = 8, offset = 4"));
    let counter = shader.variables.iter().find(|variable| variable.name == "c").unwrap();
    assert_eq!((counter.qualifiers.binding, counter.qualifiers.offset), (Some(2), Some(4)));
}

#[test]
fn locations_of_blocks_from_4_10() {
    let text =
        |version: u32| format!("#version {version}\nlayout(location = 1) out B {{ vec4 a; }} b;\nvoid main() {{ b.a = vec4(1.0); }}");
    good(Stage::Vertex, &text(420));
    refused(Stage::Vertex, &text(400), "locations of blocks need");
}

#[test]
fn feedback_offsets_of_blocks_with_doubles() {
    let text = |offset: u32| format!("#version 440\nlayout(xfb_offset = {offset}) out B {{ vec4 a; dvec3 b; }};\nvoid main() {{}}");
    refused(Stage::Vertex, &text(4), "multiple of 8");
    good(Stage::Vertex, &text(8));
}

#[test]
fn rectangle_samplers_go_with_their_extension() {
    let text =
        |directive: &str| format!("{directive}\nuniform sampler2DRect s;\nvoid main() {{ gl_FragColor = texture2DRect(s, vec2(1.0)); }}");
    good(Stage::Fragment, &text(""));
    good(Stage::Fragment, &text("#extension GL_ARB_texture_rectangle : enable"));
    bad(Stage::Fragment, &text("#extension GL_ARB_texture_rectangle : disable"));
    bad(Stage::Fragment, &text("#extension all : disable"));
    good(Stage::Fragment, &text("#extension all : disable\n#extension GL_ARB_texture_rectangle : require"));
    good(
        Stage::Fragment,
        "#version 140\n#extension all : disable\nuniform sampler2DRect s;\nout vec4 c;\nvoid main() { c = texture(s, vec2(1.0)); }",
    );
}

#[test]
fn built_in_arrays_have_their_limits() {
    let text = |index: u32| format!("void main() {{ gl_FragColor = gl_TexCoord[{index}]; }}");
    good(Stage::Fragment, &text(7));
    refused(Stage::Fragment, &text(8), "too large");
    let geometry = |before: &str, value: &str| {
        format!(
            "#version 150\nlayout(triangles) in; layout(points, max_vertices = 1) out; uniform int n;\n{before}\nvoid main() {{ gl_Position = vec4({value}); EmitVertex(); }}"
        )
    };
    let sized = "in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[4]; } gl_in[];";
    for value in ["gl_in[0].gl_ClipDistance.length()", "gl_in[0].gl_ClipDistance[n]"] {
        refused(Stage::Geometry, &geometry("", value), "without a size");
        good(Stage::Geometry, &geometry(sized, value));
    }
    good(Stage::Geometry, &geometry("", "gl_in[0].gl_ClipDistance[1]"));
}

#[test]
fn gl_layer_is_not_redeclared() {
    let text = "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out; out int gl_Layer;\nvoid main() { gl_Layer = 1; EmitVertex(); }";
    refused(Stage::Geometry, text, "cannot be redeclared");
}

#[test]
fn the_layout_sizes_gl_out() {
    let text = |before: &str, after: &str| {
        format!(
            "#version 400\n{before}\nfloat a[gl_out.length() == 3 ? 2 : -1];\n{after}\nvoid main() {{ gl_out[gl_InvocationID].gl_Position = vec4(a[1]); }}"
        )
    };
    good(Stage::TessControl, &text("layout(vertices = 3) out;", ""));
    bad(Stage::TessControl, &text("", "layout(vertices = 3) out;"));
}
