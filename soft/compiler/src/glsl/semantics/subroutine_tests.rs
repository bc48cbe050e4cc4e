#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::glsl::tests::good;
use base::hir::{Shader, Stage};
use std::sync::Arc;

const HEAD: &str = "#version 430\nout vec4 o;\nsubroutine float scale(float x, out float y);\n";
const DOUBLE: &str = "subroutine(scale) float twice(float x, out float y) { y = x; return 2.0 * x; }\n";

fn accepted(text: &str) -> Arc<Shader> {
    good(Stage::Fragment, &format!("{HEAD}{DOUBLE}{text}"))
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
}
