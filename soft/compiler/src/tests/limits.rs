//! Tests of the limits of lowering.

use super::compiled;
use crate::glsl::{LinkOptions, link};
use base::hir::Stage;

/// Links a vertex shader in which so many operations on matrices of constants fold to matrices of 32 words that no two components have in common.
/// Returns the info log.
fn folded(operations: usize) -> Result<(), String> {
    let components: Vec<String> = (0..16).map(|component| format!("0.{component:04}LF")).collect();
    let text = format!(
        "#version 450\nvoid main() {{ dmat4 m = dmat4({}); {} gl_Position = vec4(m[0]); }}",
        components.join(", "),
        "m += 1.0LF; ".repeat(operations)
    );
    let linked = link(&[compiled(Stage::Vertex, &text)?], &LinkOptions::default());
    linked.program.map(drop).ok_or(linked.log)
}

/// Constants need registers, although they need no operations, which have a limit of their own.
#[test]
fn folded_constants_have_a_limit_of_registers() {
    assert_eq!(folded(1_000), Ok(()));
    assert!(folded(70_000).is_err_and(|log| log.contains("too many registers")));
}
