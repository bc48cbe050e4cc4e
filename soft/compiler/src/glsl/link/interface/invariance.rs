//! Invariance of variables that pass between stages.

use crate::glsl::link::log::Log;
use base::hir::{BuiltinVariable, Shader, Stage, Storage, Variable};

/// Checks that an output and the input that it feeds, `names` in the message, are both declared invariant, or neither.
///
/// "For variables leaving one shader and coming into another shader, the invariant keyword has to be used in both shaders, or a link error will
/// result." [GLSL 1.50, 4.6.1] The pragma that makes all outputs invariant stands for the keyword, and needs none on the other side.
pub fn check(output: &Variable, input: &Variable, names: &str, from: &Shader, to: &Shader, log: &mut Log) {
    let version = from.version.max(to.version);
    let must_match = if from.es || to.es { version < 300 } else { version < 420 };
    let (output, input) = (&output.qualifiers, &input.qualifiers);
    let one_sided = output.invariant_given && !input.invariant || input.invariant_given && !output.invariant;
    if must_match && one_sided {
        log.error(format!("{names} is invariant on one side only"));
    }
}

/// Checks the built-in inputs of a fragment shader that may be declared invariant.
///
/// "For the built-in special variables, gl_FragCoord can only be declared invariant if and only if gl_Position is declared invariant. Similarly
/// gl_PointCoord can only be declared invariant if and only if gl_PointSize is declared invariant." [GLSL ES 1.00, 4.6.4]
pub fn check_builtins(from: &Shader, to: &Shader, log: &mut Log) {
    if !to.es || to.version != 100 || to.stage != Stage::Fragment {
        return;
    }
    let invariant = |shader: &Shader, builtin: BuiltinVariable| {
        shader.variables.iter().any(|it| it.storage == Storage::Builtin(builtin) && it.qualifiers.invariant)
    };
    // "It is an error to declare gl_FrontFacing as invariant." [GLSL ES 1.00, 4.6.4]
    if invariant(to, BuiltinVariable::FrontFacing) {
        log.error("gl_FrontFacing is invariant");
    }
    let pairs = [
        (BuiltinVariable::Position, BuiltinVariable::FragCoord, "gl_Position", "gl_FragCoord"),
        (BuiltinVariable::PointSize, BuiltinVariable::PointCoord, "gl_PointSize", "gl_PointCoord"),
    ];
    for (output, input, output_name, input_name) in pairs {
        if invariant(to, input) && !invariant(from, output) {
            log.error(format!("{input_name} is invariant, and {output_name} is not"));
        }
    }
}
