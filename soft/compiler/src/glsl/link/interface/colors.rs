//! Varyings of the fixed-function pipeline that a fragment shader redeclares with an interpolation qualifier.

use super::interpolation_name;
use crate::glsl::link::log::Log;
use base::hir::{BuiltinVariable, Interpolation, Semantic, Shader, Stage, Storage};
use shader::pipeline::program::RecordLayout;

/// Applies the interpolation with which a fragment shader redeclares `gl_Color` and the like.
pub fn flat_builtins(shader: &Shader, layout: &mut RecordLayout) {
    for variable in shader.variables.iter().filter(|_| shader.stage == Stage::Fragment) {
        let Storage::Builtin(builtin) = variable.storage else { continue };
        let fits = |slot: &Semantic| match builtin {
            BuiltinVariable::FragmentColor => matches!(slot, Semantic::FrontColor | Semantic::BackColor),
            BuiltinVariable::FragmentSecondaryColor => matches!(slot, Semantic::FrontSecondaryColor | Semantic::BackSecondaryColor),
            BuiltinVariable::TexCoord => matches!(slot, Semantic::TexCoord(_)),
            BuiltinVariable::FogFragCoord => *slot == Semantic::FogFragCoord,
            _ => false,
        };
        for (slot, interpolation) in layout.slots.iter().zip(&mut layout.interpolation) {
            if fits(slot) {
                *interpolation = variable.qualifiers.interpolation;
            }
        }
    }
}

/// Returns whether a fragment shader redeclares gl_Color and gl_SecondaryColor with an interpolation qualifier.
pub fn interpolated_colors(shader: &Shader) -> [bool; 2] {
    [BuiltinVariable::FragmentColor, BuiltinVariable::FragmentSecondaryColor].map(|color| {
        shader.variables.iter().any(|variable| variable.storage == Storage::Builtin(color) && variable.qualifiers.interpolation_given)
    })
}

/// Checks that a redeclared `gl_Color` has the interpolation of the colours that feed it, in every version.
pub fn check_colors(from: &Shader, to: &Shader, log: &mut Log) {
    use BuiltinVariable as B;
    let used = |shader: &Shader, builtin: B| {
        let found = shader.variables.iter().find(|it| it.used && it.storage == Storage::Builtin(builtin));
        found.map(|it| (it.name.clone(), it.qualifiers.interpolation_given.then_some(it.qualifiers.interpolation)))
    };
    let name = |interpolation: Option<Interpolation>| interpolation.map_or("none", interpolation_name);
    let pairs = [
        (B::FrontColor, B::FragmentColor),
        (B::BackColor, B::FragmentColor),
        (B::FrontSecondaryColor, B::FragmentSecondaryColor),
        (B::BackSecondaryColor, B::FragmentSecondaryColor),
    ];
    for (output, input) in pairs {
        if let (Some((output, a)), Some((input, b))) = (used(from, output), used(to, input))
            && a != b
            && to.stage == Stage::Fragment
        {
            log.error(format!("{output} and {input} have different interpolation qualifiers: {} and {}", name(a), name(b)));
        }
    }
}
