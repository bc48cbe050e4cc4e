//! Declarations and accesses of images.

use super::variable;
use crate::glsl::tests::{bad, good};
use base::hir::Stage;

/// A compute shader of a version with these declarations and this body.
fn images(version: &str, declarations: &str, body: &str) -> String {
    format!("#version {version}\nlayout(local_size_x = 1) in;\n{declarations}\nvoid main() {{ {body} }}\n")
}

#[test]
fn images_have_formats_bindings_and_memory_qualifiers() {
    let declarations = "layout(rgba8_snorm, binding = 3) coherent volatile restrict readonly uniform image2D a[2];";
    let shader = good(Stage::Compute, &images("450", declarations, "vec4 v = imageLoad(a[1], ivec2(0));"));
    let qualifiers = &variable(&shader, "a").qualifiers;
    assert_eq!((qualifiers.image_format, qualifiers.binding), (Some("rgba8_snorm"), Some(3)));
    assert!(qualifiers.coherent && qualifiers.volatile && qualifiers.restrict && qualifiers.read_only && !qualifiers.write_only);
    for kind in ["1D", "2D", "3D", "Cube", "2DRect", "Buffer", "1DArray", "2DArray", "CubeArray", "2DMS", "2DMSArray"] {
        let declarations =
            format!("layout(r32ui) uniform uimage{kind} i; writeonly uniform iimage{kind} j; layout(r16f) uniform image{kind} k;");
        good(Stage::Compute, &images("430", &declarations, ""));
    }
}

#[test]
fn declarations_of_images_are_checked() {
    for (version, declaration, why) in [
        ("450", "uniform image2D i;", "needs a format"),
        ("450", "layout(binding = 1) readonly uniform image2D i;", "needs a format"),
        ("450", "layout(rgba8ui) uniform image2D i;", "does not fit image2D"),
        ("450", "layout(rgba8) uniform iimage2D i;", "does not fit iimage2D"),
        ("450", "layout(r32i) uniform uimage2D i;", "does not fit uimage2D"),
        ("450", "layout(rgba8) uniform sampler2D i;", "formats are for images"),
        ("450", "layout(rgb8) uniform image2D i;", "layout(rgb8)"),
        ("450", "layout(rgba8, binding = 16) uniform image2D i;", "needs a value from 0 to 15"),
        ("450", "layout(rgba8, binding = 14) uniform image2D i[3];", "needs image unit 16"),
        ("450", "coherent uniform sampler2D i;", "memory qualifiers are for images"),
        ("450", "layout(r8) uniform image2D i; shared image2D j;", "must be a uniform"),
        ("310 es", "uniform writeonly highp image2D i;", "ES needs a format"),
        ("310 es", "layout(rgba8) uniform highp image2D i;", "ES needs readonly or writeonly"),
        ("310 es", "layout(rg16f) writeonly uniform highp image2D i;", "ES has no format rg16f"),
        ("310 es", "layout(rgba8) writeonly uniform image2D i;", "no default precision"),
    ] {
        let log = bad(Stage::Compute, &images(version, declaration, ""));
        assert!(log.contains(why), "{declaration}: {log}");
    }
    good(Stage::Compute, &images("310 es", "layout(r32f) uniform highp image2D i; layout(rgba8) readonly uniform highp image2D j;", ""));
    let formatted = "\n#extension GL_EXT_shader_image_load_formatted : require";
    let text = images("430", "", "").replacen("430", &format!("430{formatted}\nuniform image2D i;"), 1);
    good(Stage::Compute, &text);
    let more = "\n#extension GL_NV_image_formats : require";
    let text = images("310 es", "", "").replacen("310 es", &format!("310 es{more}\nlayout(r8ui) readonly uniform highp uimage2D i;"), 1);
    good(Stage::Compute, &text);
}

#[test]
fn accesses_of_images_are_checked() {
    let declarations = "layout(rgba8) uniform image2D i; layout(rgba8) readonly uniform image2D r; writeonly uniform image2D w;
layout(r32i) uniform iimage2D s; layout(r16i) uniform iimage2D n; layout(r32f) uniform image2D f; writeonly uniform iimage2D u;";
    for body in [
        "imageStore(w, ivec2(0), imageLoad(r, ivec2(0)) + imageLoad(i, ivec2(1))); imageStore(i, ivec2(0), vec4(1));",
        "int a = imageAtomicAdd(s, ivec2(0), imageSize(w).x + imageSize(r).y);",
        "float a = imageAtomicExchange(f, ivec2(0), 1.0);",
    ] {
        good(Stage::Compute, &images("450", declarations, body));
    }
    for (body, why) in [
        ("imageStore(r, ivec2(0), vec4(1));", "the image is readonly"),
        ("vec4 v = imageLoad(w, ivec2(0));", "the image is writeonly"),
        ("imageAtomicAdd(n, ivec2(0), 1);", "needs an image of format r32i"),
        ("imageAtomicAdd(u, ivec2(0), 1);", "the image is writeonly"),
        ("imageAtomicExchange(i, ivec2(0), 1.0);", "needs an image of format r32f"),
        ("imageAtomicAdd(f, ivec2(0), 1.0);", "no function fits"),
        ("imageStore(i, ivec3(0), vec4(1));", "no function fits"),
        ("imageStore(s, ivec2(0), vec4(1));", "no function fits"),
        ("i = i;", "cannot be assigned"),
    ] {
        let log = bad(Stage::Compute, &images("450", declarations, body));
        assert!(log.contains(why), "{body}: {log}");
    }
    bad(Stage::Compute, &images("440", declarations, "imageAtomicExchange(f, ivec2(0), 1.0);"));
    bad(Stage::Compute, &images("310 es", "layout(r32i) uniform highp iimage2D s;", "imageAtomicAdd(s, ivec2(0), 1);"));
    let dynamic = "layout(r32i) uniform highp iimage2D s[2]; uniform int n;";
    bad(Stage::Compute, &images("310 es", dynamic, "imageStore(s[n], ivec2(0), ivec4(1));"));
    good(Stage::Compute, &images("320 es", dynamic, "imageAtomicAdd(s[n], ivec2(0), 1);"));
}

#[test]
fn parameters_keep_the_memory_qualifiers_of_images() {
    for word in ["coherent", "volatile", "restrict", "readonly", "writeonly"] {
        let declarations = |parameter: &str| format!("layout(rgba8) {word} uniform image2D i[2]; void f({parameter} image2D p) {{}}");
        for version in ["420\n#extension GL_ARB_compute_shader : require", "450"] {
            good(Stage::Compute, &images(version, &declarations(word), "f(i[1]);"));
            good(
                Stage::Compute,
                &images(version, &declarations(&format!("{word} coherent")).replace("coherent coherent", "coherent"), "f(i[0]);"),
            );
            let text = images(version, &declarations(""), "f(i[1]);");
            if word == "restrict" && version == "450" {
                good(Stage::Compute, &text);
            } else {
                assert!(bad(Stage::Compute, &text).contains("only to a parameter with the same qualifier"), "{word}");
            }
        }
    }
    let arrays = "layout(rgba8) coherent uniform image2D i[2]; void f(image2D p[2]) {}";
    assert!(bad(Stage::Compute, &images("450", arrays, "f(i);")).contains("coherent image"));
    good(Stage::Compute, &images("450", "layout(rgba8) uniform image2D i; void f(coherent readonly image2D p) {}", "f(i);"));
}
