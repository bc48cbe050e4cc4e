//! Properties of types: words, components, positions in records.

use base::hir::layout;
use base::hir::{BuiltinVariable, Scalar, Semantic, Shader, StructType, Type};

/// Returns the number of words in registers; saturates.
pub fn words(ty: &Type) -> u32 {
    u32::try_from(ty.words()).unwrap_or(u32::MAX)
}

/// Returns the component type of a scalar, vector or matrix.
pub fn scalar(ty: &Type) -> Scalar {
    match ty {
        Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => *scalar,
        Type::Array(element, _) => scalar(element),
        Type::Sampler(_) | Type::Image(_) | Type::AtomicCounter => Scalar::Int,
        Type::Void | Type::Struct(_) => Scalar::Uint,
    }
}

/// Appends the scalar type of each component, in order.
pub fn leaves(ty: &Type, out: &mut Vec<Scalar>) {
    match ty {
        Type::Void => {}
        Type::Scalar(scalar) => out.push(*scalar),
        Type::Vector(scalar, size) => out.extend(std::iter::repeat_n(*scalar, usize::from(*size))),
        Type::Matrix(scalar, columns, rows) => out.extend(std::iter::repeat_n(*scalar, usize::from(*columns) * usize::from(*rows))),
        Type::Array(element, length) => {
            let start = out.len();
            if *length > 0 {
                leaves(element, out);
                let one: Vec<Scalar> = out[start..].to_vec();
                for _ in 1..*length {
                    out.extend_from_slice(&one);
                }
            }
        }
        Type::Struct(structure) => structure.members.iter().for_each(|member| leaves(&member.ty, out)),
        Type::Sampler(_) | Type::Image(_) | Type::AtomicCounter => out.push(Scalar::Int),
    }
}

/// Returns the element type of an array, matrix or vector, and the number of elements.
pub fn element(ty: &Type) -> Option<(Type, u32)> {
    match ty {
        Type::Array(element, length) => Some(((**element).clone(), *length)),
        Type::Matrix(scalar, columns, rows) => Some((Type::Vector(*scalar, *rows), u32::from(*columns))),
        Type::Vector(scalar, size) => Some((Type::Scalar(*scalar), u32::from(*size))),
        _ => None,
    }
}

/// Returns the number of slots of four words in a vertex record; saturates.
pub fn slots(ty: &Type) -> u32 {
    u32::try_from(ty.slots()).unwrap_or(u32::MAX)
}

/// Returns the position of a member in a record, in words from the start of the structure.
pub fn member_word(structure: &StructType, member: usize) -> u32 {
    u32::try_from(layout::member_slot(structure, member)).unwrap_or(u32::MAX).saturating_mul(4)
}

/// Appends the position in a record of each word of a value that begins at `word`.
pub fn record_words(ty: &Type, word: u32, out: &mut Vec<u32>) {
    match ty {
        Type::Scalar(_) | Type::Vector(..) | Type::Sampler(_) | Type::Image(_) | Type::AtomicCounter => {
            out.extend((0..words(ty)).map(|index| word.saturating_add(index)));
        }
        Type::Matrix(scalar, columns, rows) => {
            let column = Type::Vector(*scalar, *rows);
            for index in 0..u32::from(*columns) {
                record_words(&column, word.saturating_add(index * slots(&column) * 4), out);
            }
        }
        Type::Array(element, length) => {
            let stride = slots(element).saturating_mul(4);
            for index in 0..*length {
                record_words(element, word.saturating_add(stride.saturating_mul(index)), out);
            }
        }
        Type::Struct(structure) => {
            for (index, member) in structure.members.iter().enumerate() {
                record_words(&member.ty, word.saturating_add(member_word(structure, index)), out);
            }
        }
        Type::Void => {}
    }
}

/// Returns the position in the vertex record of word `word` of a built-in variable.
pub fn builtin_word(shader: &Shader, builtin: BuiltinVariable, word: u32, input: bool) -> Option<u32> {
    use BuiltinVariable::*;
    let (semantic, component) = match builtin {
        Position => (Semantic::Position, word),
        PointSize => (Semantic::PointSize, word),
        ClipDistance => (Semantic::ClipDistance((word / 4) as u8), word % 4),
        CullDistance => (Semantic::CullDistance((word / 4) as u8), word % 4),
        ClipVertex => (Semantic::ClipVertex, word),
        FrontColor | FragmentColor => (Semantic::FrontColor, word),
        BackColor => (Semantic::BackColor, word),
        FrontSecondaryColor | FragmentSecondaryColor => (Semantic::FrontSecondaryColor, word),
        BackSecondaryColor => (Semantic::BackSecondaryColor, word),
        TexCoord => (Semantic::TexCoord((word / 4).min(255) as u8), word % 4),
        FogFragCoord => (Semantic::FogFragCoord, word),
        PrimitiveId => (Semantic::PrimitiveId, word),
        Layer => (Semantic::Layer, word),
        ViewportIndex => (Semantic::ViewportIndex, word),
        _ => return None,
    };
    let slots = if input { &shader.input_slots } else { &shader.output_slots };
    let slot = slots.iter().position(|&other| other == semantic)?;
    u32::try_from(slot * 4).ok()?.checked_add(component)
}
