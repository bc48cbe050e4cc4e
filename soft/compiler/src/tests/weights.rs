//! Tests of look-ups whose results have no weight.

use super::program;
use base::hir::Stage;

#[test]
fn only_results_that_are_multiplied_by_zero_have_no_weight() {
    for (expression, weightless) in [
        ("texture(t, vec2(0.1)) * 0.0 + vec4(1.0)", true),
        ("vec4(1.0) + -0.0 * texture(t, vec2(0.1))", true),
        ("vec4(texture(t, vec2(0.1)).r * 0.0)", true),
        ("texture(t, vec2(0.1)) * 0.5", false),
        ("texture(t, vec2(0.1)) * uniform_zero", false),
        ("vec4(0.0) * vec4(1.0) + texture(t, vec2(0.1))", false),
        ("texture(t, texture(t, vec2(0.1)).xy) * 0.0", false),
        ("vec4(textureQueryLod(t, vec2(0.1)), 0.0, 0.0) * 0.0", false),
    ] {
        let text =
            format!("#version 400\nuniform sampler2D t; uniform float uniform_zero; out vec4 o; void main() {{ o = {expression}; }}");
        let vertex = "#version 400\nvoid main() { gl_Position = vec4(0.0); }";
        let program = program(&[(Stage::Vertex, vertex), (Stage::Fragment, &text)]);
        let code = &program.fragment.as_ref().map(|(executable, _)| executable.code.clone());
        let samples: Vec<bool> = code.iter().flat_map(|code| code.samples.iter().map(|sample| sample.weightless)).collect();
        assert!(!samples.is_empty(), "{expression}");
        assert_eq!(samples.iter().all(|&weightless| weightless), weightless, "{expression}");
    }
}
