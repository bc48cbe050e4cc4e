//! User-defined variables and blocks that pass between stages.

use crate::glsl::link::merge::effective_interpolation;
use base::hir::{Interpolation, Shader, Stage, Storage, StructType, Type, VarId, Variable};

/// A variable or block of an interface.
#[derive(Clone, Debug)]
pub struct Item {
    pub variable: VarId,
    /// The name of the variable, or of the block.
    pub name: String,
    /// The type, without the array over vertices.
    pub ty: Type,
    /// True for a block.
    pub block: bool,
    /// True for `patch` variables, which live in the patch record.
    pub patch: bool,
    /// `layout(location)`, if declared.
    pub location: Option<u32>,
    /// `layout(component)`, or 0.
    pub component: u32,
    /// True if it is in static use.
    pub used: bool,
    /// The vertex stream of a geometry output.
    pub stream: u32,
    /// True for a block without an instance name, whose members are visible directly.
    pub unnamed: bool,
}

/// Returns true if a stage's inputs or outputs are arrays over vertices, unless they are `patch`.
pub fn per_vertex_arrays(stage: Stage, output: bool) -> bool {
    match stage {
        Stage::TessControl => true,
        Stage::TessEvaluation | Stage::Geometry => !output,
        _ => false,
    }
}

/// Returns the outputs (or inputs) of a stage except built-in ones.
pub fn items(shader: &Shader, output: bool) -> Vec<Item> {
    let wanted = if output { [Storage::Out, Storage::OutBlock] } else { [Storage::In, Storage::InBlock] };
    let arrays = per_vertex_arrays(shader.stage, output);
    let items = shader.variables.iter().enumerate().filter_map(|(id, variable)| {
        let block = variable.storage == wanted[1];
        if variable.storage != wanted[0] && !block || variable.qualifiers.block_name == "gl_PerVertex" {
            return None;
        }
        let patch =
            variable.qualifiers.patch || (block && members(&variable.ty).is_some_and(|it| it.members.iter().any(|it| it.qualifiers.patch)));
        let ty = match &variable.ty {
            Type::Array(element, _) if arrays && !patch => (**element).clone(),
            ty => ty.clone(),
        };
        let location =
            variable.qualifiers.location.or_else(|| if block { members(&ty)?.members.first()?.qualifiers.location } else { None });
        Some(Item {
            variable: id,
            name: if block { variable.qualifiers.block_name.clone() } else { variable.name.clone() },
            ty,
            block,
            patch,
            location,
            component: variable.qualifiers.component.unwrap_or(0),
            used: variable.used,
            stream: variable.qualifiers.stream,
            unnamed: block && variable.qualifiers.unnamed_block,
        })
    });
    items.collect()
}

/// Returns the members of a structure, block, or array of them.
pub fn members(ty: &Type) -> Option<&StructType> {
    match ty {
        Type::Struct(structure) => Some(structure),
        Type::Array(element, _) => members(element),
        _ => None,
    }
}

/// Returns the interpolation of each slot of an item.
pub fn slot_interpolation(item: &Item, variable: &Variable) -> Vec<Interpolation> {
    fn fill(ty: &Type, declared: Interpolation, block: bool, slots: &mut Vec<Interpolation>) {
        match ty {
            Type::Array(element, length) => (0..*length).for_each(|_| fill(element, declared, block, slots)),
            Type::Struct(structure) => {
                for member in &structure.members {
                    // Members of blocks have their own qualifiers.
                    let declared = if block && member.qualifiers.interpolation != Interpolation::Smooth {
                        member.qualifiers.interpolation
                    } else {
                        declared
                    };
                    fill(&member.ty, declared, false, slots);
                }
            }
            _ => slots.extend((0..ty.slots()).map(|_| effective_interpolation(declared, ty))),
        }
    }
    let mut slots = Vec::new();
    if item.ty.slots() <= 4096 {
        fill(&item.ty, variable.qualifiers.interpolation, item.block, &mut slots);
    }
    slots
}
