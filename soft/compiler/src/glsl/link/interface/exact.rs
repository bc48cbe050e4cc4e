//! The interface between stages of different programs, in a program pipeline.

use super::{Item, check, joined_type, types_match};
use crate::glsl::link::log::{Log, stage_name};
use base::hir::{Member, Precision, Scalar, Shader, Type};

/// Checks that the outputs and the inputs match exactly, as OpenGL ES demands:
///
/// "At an interface between program objects, the set of inputs and outputs are considered to match exactly if and only if: Every declared input
/// block or variable must have a matching output, as described above. There are no output blocks or user-defined output variables declared
/// without a matching input block or variable declaration." [GL 4.4, 7.4.1]
pub fn check_all(from: &Shader, outputs: &[Item], to: &Shader, inputs: &[Item], log: &mut Log) {
    let (first, second) = (stage_name(from.stage), stage_name(to.stage));
    for input in inputs {
        let Some(output) = outputs.iter().find(|output| pairs(output, input)) else {
            log.error(format!("{second} input {} has no matching output in the {first} stage's program", input.name));
            continue;
        };
        check(output, input, from, to, log);
        let precision = |shader: &Shader, item: &Item| shader.variables.get(item.variable).map(|variable| variable.qualifiers.precision);
        let same = precision(from, output) == precision(to, input) && (!output.block || output.name == input.name);
        if !same || !same_members(&output.ty, &input.ty) {
            log.error(format!("{} has different precisions in the {first} and the {second} stage", input.name));
        }
    }
    for output in outputs.iter().filter(|output| !inputs.iter().any(|input| pairs(output, input))) {
        log.error(format!("{first} output {} has no matching input in the {second} stage's program", output.name));
    }
}

/// Returns true if an output and an input belong together: both have the same location, or neither has one and they have the same name.
fn pairs(output: &Item, input: &Item) -> bool {
    if output.block != input.block || output.patch != input.patch {
        return false;
    }
    match (output.location, input.location) {
        (None, None) => output.name == input.name,
        (output_location, input_location) => output_location == input_location && output.component == input.component,
    }
}

/// Returns true if the members of structures and blocks have the same precisions.
fn same_members(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Array(a, _), Type::Array(b, _)) => same_members(a, b),
        (Type::Struct(a), Type::Struct(b)) => {
            let precision = |member: &Member| -> Precision { member.qualifiers.precision };
            a.members.iter().zip(&b.members).all(|(a, b)| precision(a) == precision(b) && same_members(&a.ty, &b.ty))
        }
        _ => true,
    }
}

/// Drops the matches of inputs that do not fit their outputs: such inputs are undefined, here 0.
/// Qualifiers may differ: those of the input count.
pub fn drop_mismatches(from: &Shader, outputs: &[Item], to: &Shader, inputs: &[Item], matches: &mut [Option<usize>]) {
    for (input, matched) in inputs.iter().zip(matches) {
        let Some(output) = matched.and_then(|matched| outputs.get(matched)) else { continue };
        let fits = output.patch == input.patch && (types_match(output, input, from.es) || joined_type(output, input, from, to).is_some());
        if !fits && !narrower(output, input) {
            *matched = None;
        }
    }
}

/// Returns true if an input with a location takes the first components of an output: "the input and output match exactly in qualification,
/// including in the location layout qualifier; the output is a vector with the same basic component type and has more components than the
/// input; and the common component type of the input and output is int, uint, or float" [GL 4.4, 7.4.1]
fn narrower(output: &Item, input: &Item) -> bool {
    fn shape(ty: &Type) -> Option<(Scalar, u8)> {
        match ty {
            Type::Scalar(scalar) => Some((*scalar, 1)),
            Type::Vector(scalar, size) => Some((*scalar, *size)),
            _ => None,
        }
    }
    let (Some((first, wide)), Some((second, narrow))) = (shape(&output.ty), shape(&input.ty)) else { return false };
    input.location.is_some() && output.location == input.location && first == second && !first.is_wide() && wide > narrow
}
