//! The rules of linking that differ for SPIR-V modules.

use crate::glsl::LinkOptions;
use base::hir::{Shader, Stage, Type};
use shader::pipeline::program::{HiddenNames, Program};

/// Lets an evaluation stage inherit the execution modes of tessellation that its control stage declares: either module may declare them.
pub fn inherit_tessellation(shader: &mut Shader, objects: &[&Shader]) {
    if !shader.spirv || shader.stage != Stage::TessEvaluation {
        return;
    }
    let Some(control) = objects.iter().find(|object| object.spirv && object.stage == Stage::TessControl) else { return };
    let (own, other) = (&mut shader.layout, &control.layout);
    own.tess_mode = own.tess_mode.or(other.tess_mode);
    own.tess_spacing = own.tess_spacing.or(other.tess_spacing);
    own.tess_clockwise = own.tess_clockwise.or(other.tess_clockwise);
    own.point_mode |= other.point_mode;
}

/// Returns true if an input takes the first components of an output: "the output is a vector with the same basic type and has at least as many
/// components as the input, and the common component type of the input and output is 32-bit integer or floating-point". [ARB_gl_spirv]
pub fn begins_with(output: &Type, input: &Type) -> bool {
    match (output, input) {
        (Type::Vector(a, _), Type::Scalar(b)) => a == b && a.words() == 1,
        (Type::Vector(a, m), Type::Vector(b, n)) => a == b && (m == n || m > n && a.words() == 1),
        // Structures of two modules may differ in their decorations for buffers and transform feedback.
        (Type::Array(a, m), Type::Array(b, n)) => m == n && same_components(a, b),
        _ => same_components(output, input),
    }
}

/// Returns true if two types have the same components in the same order.
fn same_components(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Array(a, m), Type::Array(b, n)) => m == n && same_components(a, b),
        (Type::Struct(a), Type::Struct(b)) => {
            a.members.len() == b.members.len() && a.members.iter().zip(&b.members).all(|(a, b)| same_components(&a.ty, &b.ty))
        }
        _ => a == b,
    }
}

/// Removes the names that the translation of modules made up: "If no name reflection information is available, the name string associated with
/// each active variable is the empty string". [ARB_gl_spirv]
pub fn forget_names(stages: &[Shader], options: &LinkOptions, program: &mut Program) {
    // Nothing reflects on the stages of a pipeline that are linked together.
    if !stages.iter().any(|shader| shader.spirv) || options.programs != [0; 6] {
        return;
    }
    program.hidden_names = Some(HiddenNames {
        uniforms: program.uniforms.iter_mut().map(|uniform| std::mem::take(&mut uniform.name)).collect(),
        uniform_blocks: program.uniform_blocks.iter_mut().map(|block| std::mem::take(&mut block.name)).collect(),
        storage_blocks: program.storage_blocks.iter_mut().map(|block| std::mem::take(&mut block.name)).collect(),
    });
    program.attributes.iter_mut().for_each(|attribute| attribute.name.clear());
    program.inputs.iter_mut().chain(&mut program.outputs).for_each(|variable| variable.name.clear());
    program.fragment_outputs.iter_mut().for_each(|output| output.name.clear());
    program.feedback.iter_mut().for_each(|varying| varying.name.clear());
}
