//! The rules of linking that differ for SPIR-V modules.

use super::feedback::Part;
use super::interface::Item;
use crate::glsl::LinkOptions;
use base::hir::{Shader, Stage, Storage, Type, Variable};
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

/// The largest number of parts of a captured variable.
const MAX_PARTS: usize = 256;

/// Returns the parts of a variable that transform feedback captures on their own: each member of an array of blocks at its own offset, in one
/// buffer for each block; and otherwise each value that is no structure and no array of arrays, one after the other.
pub fn captured_parts(name: &str, variable: &Variable, (buffer, offset): (u32, u32)) -> Vec<Part> {
    let mut parts = Vec::new();
    match &variable.ty {
        Type::Array(element, length) if variable.storage == Storage::OutBlock => {
            let Type::Struct(block) = &**element else { return parts };
            for index in 0..*length {
                for member in &block.members {
                    if let (Some(offset), true) = (member.qualifiers.offset, parts.len() < MAX_PARTS) {
                        let name = format!("{name}[{index}].{}", member.name);
                        parts.push(Part { name, buffer: buffer.saturating_add(index), offset: Some(offset) });
                    }
                }
            }
        }
        ty => leaves(name, ty, buffer, &mut parts),
    }
    if let Some(first) = parts.first_mut().filter(|first| first.offset.is_none()) {
        first.offset = Some(offset);
    }
    parts
}

fn leaves(name: &str, ty: &Type, buffer: u32, parts: &mut Vec<Part>) {
    match ty {
        _ if parts.len() >= MAX_PARTS => {}
        Type::Struct(structure) => {
            structure.members.iter().for_each(|member| leaves(&format!("{name}.{}", member.name), &member.ty, buffer, parts));
        }
        Type::Array(element, length) if matches!(**element, Type::Struct(_) | Type::Array(..)) => {
            (0..(*length).min(MAX_PARTS as u32)).for_each(|index| leaves(&format!("{name}[{index}]"), element, buffer, parts));
        }
        _ => parts.push(Part { name: name.to_owned(), buffer, offset: None }),
    }
}

/// Forgets the locations of outputs that no input reads: transform feedback captures them by other decorations, and modules may give several
/// captured outputs one location.
pub fn forget_locations(outputs: &mut [Item]) {
    for output in outputs {
        output.location = None;
        output.component = 0;
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
