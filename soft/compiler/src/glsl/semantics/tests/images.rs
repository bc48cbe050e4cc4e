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
}
