//! The outputs that feed inputs: by location, or by name.

use super::items::{Item, members};
use crate::glsl::link::merge::{join_types, join_variable_types};
use base::hir::layout::{member_locations, member_slot};
use base::hir::{Member, Shader, Type};

/// Returns the index of the output that feeds an input.
pub fn find(input: &Item, outputs: &[Item]) -> Option<usize> {
    let by_location = |output: &&(usize, &Item)| {
        let output = output.1;
        input.location.is_some() && output.location == input.location && output.component == input.component && output.patch == input.patch
    };
    let by_name = |output: &&(usize, &Item)| output.1.name == input.name && output.1.block == input.block;
    let all: Vec<(usize, &Item)> = outputs.iter().enumerate().collect();
    let located = all.iter().find(by_location);
    located.or_else(|| all.iter().find(by_name).filter(|output| input.location.is_none() || output.1.location.is_none())).map(|it| it.0)
}

/// Returns the index of the output block of which a member has the location and the type of an input variable, and the slot of the member in
/// the block. The specification lets variables match variables only; Mesa matches them with members, too.
pub fn find_member(input: &Item, outputs: &[Item]) -> Option<(usize, u32)> {
    let location = u64::from(input.location.filter(|_| !input.block && input.component == 0)?);
    outputs.iter().enumerate().find_map(|(index, output)| {
        let fits = output.block && output.patch == input.patch && output.stream == 0 && matches!(output.ty, Type::Struct(_));
        let block = members(&output.ty).filter(|_| fits && output.location.is_some())?;
        let mut all = block.members.iter().zip(member_locations(&block.members, output.location)).enumerate();
        let (member, _) = all.find(|(_, (member, (from, _)))| {
            *from == location && member.qualifiers.component.unwrap_or(0) == 0 && join_types(&member.ty, &input.ty).is_some()
        })?;
        Some((index, u32::try_from(member_slot(block, member)).ok()?))
    })
}

/// Returns true if an output and an input have matching types; in OpenGL ES the names of structures count, too.
pub fn types_match(output: &Item, input: &Item, es: bool) -> bool {
    if output.block {
        // Blocks match if their members match; instance arrays must have the same length.
        fn lengths(ty: &Type) -> Option<u32> {
            match ty {
                Type::Array(_, length) => Some(*length),
                _ => None,
            }
        }
        let (Some(a), Some(b)) = (members(&output.ty), members(&input.ty)) else { return false };
        return lengths(&output.ty) == lengths(&input.ty)
            && a.members.len() == b.members.len()
            && a.members.iter().zip(&b.members).all(|(a, b)| {
                a.name == b.name
                    && a.qualifiers.location == b.qualifiers.location
                    && a.qualifiers.component == b.qualifiers.component
                    && join_types(&a.ty, &b.ty).is_some()
            });
    }
    let located = output.location.is_some() && output.location == input.location;
    join_types(&output.ty, &input.ty).is_some() || located && !es && have_same_members(&output.ty, &input.ty)
}

/// Returns true if types differ in the names of structures only.
///
/// "Variables or block members declared as structures are considered to match in type if and only if structure members match in name, type,
/// qualification, and declaration order." [GL 4.6, 7.4.1]
fn have_same_members(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Array(a, m), Type::Array(b, n)) => m == n && have_same_members(a, b),
        (Type::Struct(a), Type::Struct(b)) => {
            let same = |(a, b): (&Member, &Member)| a.name == b.name && have_same_members(&a.ty, &b.ty);
            a.members.len() == b.members.len() && a.members.iter().zip(&b.members).all(same)
        }
        (a, b) => a == b,
    }
}

/// Returns the common type of an output and an input of which only one is an array over vertices or unsized.
pub fn joined_type(output: &Item, input: &Item, from: &Shader, to: &Shader) -> Option<Type> {
    let (a, b) = (from.variables.get(output.variable)?, to.variables.get(input.variable)?);
    let plain = !output.block && !input.block && a.ty == output.ty && b.ty == input.ty;
    (plain && a.ty != b.ty).then(|| join_variable_types(a, b)).flatten()
}
