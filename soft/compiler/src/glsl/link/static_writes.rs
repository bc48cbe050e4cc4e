//! Static writes: the variables that a stage assigns to somewhere, and the rules about them.

use super::log::{Log, stage_name};
use super::walk::{Part, root, walk};
use base::hir::{BuiltinVariable, Direction, ExprKind, Shader, Stage, Storage, VarId};
use std::collections::HashSet;

/// Returns the variables that a stage may write: targets of assignments, and arguments of functions that have out parameters.
pub fn written(shader: &Shader) -> HashSet<VarId> {
    let mut written = HashSet::new();
    for function in &shader.functions {
        walk(function.body.as_deref().unwrap_or_default(), &mut |part| {
            let Part::Expr(expr) = part else { return };
            match &expr.kind {
                ExprKind::Assign(lvalue, _) | ExprKind::Update { lvalue, .. } => written.extend(root(lvalue)),
                ExprKind::Call(function, arguments) => {
                    let parameters = shader.functions.get(*function).map_or(&[][..], |function| function.parameters.as_slice());
                    let out = arguments.iter().zip(parameters).filter(|(_, (_, direction))| *direction != Direction::In);
                    written.extend(out.filter_map(|(argument, _)| root(argument)));
                }
                // A few built-in functions have out parameters: a variable as an argument counts.
                ExprKind::Builtin(_, arguments) => written.extend(arguments.iter().filter_map(root)),
                _ => {}
            }
        });
    }
    written
}

/// Returns true if a stage is of the versions in which what is read must be written: desktop GLSL 1.10 and 1.20.
pub fn must_write(shader: &Shader) -> bool {
    !shader.es && !shader.spirv && shader.version < 130
}

/// Checks the built-in outputs that a stage writes.
pub fn check(shader: &Shader, log: &mut Log) {
    if !matches!(shader.stage, Stage::Vertex | Stage::TessEvaluation | Stage::Geometry) || shader.spirv {
        return;
    }
    let written = written(shader);
    let writes = |builtin| {
        let is = |id: &VarId| shader.variables.get(*id).is_some_and(|variable| variable.storage == Storage::Builtin(builtin));
        written.iter().any(is)
    };
    // "It is an error for a shader to statically write both gl_ClipVertex and gl_ClipDistance." [GLSL 1.30, 7.1]
    if writes(BuiltinVariable::ClipVertex) && (writes(BuiltinVariable::ClipDistance) || writes(BuiltinVariable::CullDistance)) {
        let stage = stage_name(shader.stage);
        log.error(format!("the {stage} stage writes either gl_ClipVertex or gl_ClipDistance and gl_CullDistance, not both"));
    }
    // "All executions of a well-formed vertex shader must write a value into this variable." [GLSL 1.10, 7.1] GLSL 1.30 leaves the position
    // undefined instead.
    if shader.stage == Stage::Vertex && must_write(shader) && !writes(BuiltinVariable::Position) {
        log.error("the vertex stage does not write gl_Position");
    }
}
