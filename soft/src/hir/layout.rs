//! Where the members of uniform, storage and shared blocks lie: byte offsets, strides, sizes, by the rules of std140 and std430.
//! Shared and packed blocks lie as std140 does. Sizes are 64 bits wide and saturate, so that no array length overflows them.

use crate::hir::{BlockLayout, Scalar, StructType, Type};

/// How many parts of a type are looked at before it counts as too large: nested structures can describe exponentially many.
pub const MAX_TYPE_PARTS: u32 = 65_536;

/// Returns true if a type, written out in full (structures by member, arrays of structures by element of the first kind only), has more
/// parts than [`MAX_TYPE_PARTS`] or more than 2^27 words. The functions below and reflection are made for types that are not.
pub fn too_large(ty: &Type) -> bool {
    let mut budget = MAX_TYPE_PARTS;
    match bounded_words(ty, &mut budget) {
        Some(words) => words > 1 << 27,
        None => true,
    }
}

fn bounded_words(ty: &Type, budget: &mut u32) -> Option<u64> {
    *budget = budget.checked_sub(1)?;
    match ty {
        Type::Array(element, length) => bounded_words(element, budget)?.checked_mul(u64::from(*length).max(1)),
        Type::Struct(structure) => {
            structure.members.iter().try_fold(0u64, |sum, member| sum.checked_add(bounded_words(&member.ty, budget)?))
        }
        _ => Some(words(ty)),
    }
}

/// 32-bit words of a value in registers, constants and the default uniform block: everything tightly packed, doubles two words,
/// samplers, images and atomic counters one. An unsized array has none.
pub fn words(ty: &Type) -> u64 {
    match ty {
        Type::Void => 0,
        Type::Scalar(scalar) => u64::from(scalar.words()),
        Type::Vector(scalar, size) => u64::from(scalar.words()) * u64::from(*size),
        Type::Matrix(scalar, columns, rows) => u64::from(scalar.words()) * u64::from(*columns) * u64::from(*rows),
        Type::Array(element, length) => words(element).saturating_mul(u64::from(*length)),
        Type::Struct(structure) => structure.members.iter().fold(0, |sum, member| sum.saturating_add(words(&member.ty))),
        Type::Sampler(_) | Type::Image(_) | Type::AtomicCounter => 1,
    }
}

/// Returns the word, from the start of a structure in the default uniform block or in registers, at which a member begins.
pub fn member_word(structure: &StructType, member: usize) -> u64 {
    structure.members.iter().take(member).fold(0, |sum, member| sum.saturating_add(words(&member.ty)))
}

/// Returns slots (of 4 words) that a value takes between stages: a slot for each scalar, vector, matrix column and array element; double
/// vectors of 3 and 4 components take two. The members of structures and blocks follow each other.
pub fn slots(ty: &Type) -> u64 {
    match ty {
        Type::Vector(Scalar::Double, 3 | 4) => 2,
        Type::Matrix(scalar, columns, rows) => u64::from(*columns) * slots(&Type::Vector(*scalar, *rows)),
        Type::Array(element, length) => slots(element).saturating_mul(u64::from(*length)),
        Type::Struct(structure) => member_slot(structure, structure.members.len()),
        _ => 1,
    }
}

/// Returns the slot of a structure's or block's member, counted from the first's. (`layout(location)` of members only tells
/// which blocks fit.)
pub fn member_slot(structure: &StructType, member: usize) -> u64 {
    structure.members.iter().take(member).fold(0, |sum, member| sum.saturating_add(slots(&member.ty)))
}

fn round_up(value: u64, alignment: u64) -> u64 {
    value.checked_next_multiple_of(alignment.max(1)).unwrap_or(u64::MAX)
}

fn vector_alignment(scalar: Scalar, size: u8) -> u64 {
    let component = u64::from(scalar.words()) * 4;
    match size {
        0 | 1 => component,
        2 => component * 2,
        _ => component * 4,
    }
}

/// std140 rounds the alignment of arrays, matrices and structures up to that of a vec4.
fn aggregate_alignment(alignment: u64, layout: BlockLayout) -> u64 {
    if layout == BlockLayout::Std430 { alignment } else { round_up(alignment, 16) }
}

/// Returns bytes from one column of a matrix to the next (from one row to the next if `row_major`); 0 for what is no matrix.
/// Looks through arrays.
pub fn matrix_stride(ty: &Type, layout: BlockLayout, row_major: bool) -> u64 {
    match ty {
        Type::Matrix(scalar, columns, rows) => {
            aggregate_alignment(vector_alignment(*scalar, if row_major { *columns } else { *rows }), layout)
        }
        Type::Array(element, _) => matrix_stride(element, layout, row_major),
        _ => 0,
    }
}

/// Returns bytes from one element of an array to the next; 0 for what is no array. `ty` is the array's type.
pub fn array_stride(ty: &Type, layout: BlockLayout, row_major: bool) -> u64 {
    let Type::Array(element, _) = ty else { return 0 };
    let (size, alignment) = size_and_alignment(element, layout, row_major);
    round_up(size, aggregate_alignment(alignment, layout))
}

/// Returns bytes that a value takes and the alignment of its first byte. An unsized array takes none. `row_major` is what holds for
/// matrices inside unless a structure's member says so itself.
pub fn size_and_alignment(ty: &Type, layout: BlockLayout, row_major: bool) -> (u64, u64) {
    match ty {
        Type::Void => (0, 1),
        Type::Scalar(scalar) => (u64::from(scalar.words()) * 4, u64::from(scalar.words()) * 4),
        Type::Vector(scalar, size) => (u64::from(scalar.words()) * 4 * u64::from(*size), vector_alignment(*scalar, *size)),
        Type::Matrix(_, columns, rows) => {
            let stride = matrix_stride(ty, layout, row_major);
            (stride * u64::from(if row_major { *rows } else { *columns }), stride)
        }
        Type::Array(element, length) => {
            let (size, alignment) = size_and_alignment(element, layout, row_major);
            let alignment = aggregate_alignment(alignment, layout);
            (round_up(size, alignment).saturating_mul(u64::from(*length)), alignment)
        }
        Type::Struct(structure) => {
            let placed = place_members(structure, layout, row_major);
            (round_up(placed.end, placed.alignment), placed.alignment)
        }
        Type::Sampler(_) | Type::Image(_) | Type::AtomicCounter => (4, 4),
    }
}

/// Byte offsets of a structure's or block's members, `layout(offset)` and `layout(align)` heeded.
pub fn member_offsets(structure: &StructType, layout: BlockLayout, row_major: bool) -> Vec<u64> {
    place_members(structure, layout, row_major).offsets
}

/// Returns bytes that a buffer must have for a block: an unsized last array counts one element.
pub fn block_size(structure: &StructType, layout: BlockLayout, row_major: bool) -> u64 {
    let placed = place_members(structure, layout, row_major);
    let mut end = placed.end;
    if let (Some(member), Some(offset)) = (structure.members.last(), placed.offsets.last())
        && let Type::Array(_, 0) = &member.ty
    {
        end = end.max(offset.saturating_add(array_stride(&member.ty, layout, row_major || member.qualifiers.row_major)));
    }
    round_up(end, placed.alignment)
}

struct Placed {
    offsets: Vec<u64>,
    /// First byte behind the last member.
    end: u64,
    alignment: u64,
}

fn place_members(structure: &StructType, layout: BlockLayout, row_major: bool) -> Placed {
    let mut offsets = Vec::with_capacity(structure.members.len());
    let (mut next, mut end, mut largest) = (0u64, 0u64, 1u64);
    for member in &structure.members {
        let (size, alignment) = size_and_alignment(&member.ty, layout, row_major || member.qualifiers.row_major);
        largest = largest.max(alignment);
        if let Some(offset) = member.qualifiers.offset {
            next = u64::from(offset);
        }
        let offset = round_up(next, alignment.max(u64::from(member.qualifiers.align.unwrap_or(0))));
        offsets.push(offset);
        next = offset.saturating_add(size);
        end = end.max(next);
    }
    Placed { offsets, end, alignment: aggregate_alignment(largest, layout) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hir::{Member, MemberQualifiers};
    use std::sync::Arc;

    const FLOAT: Type = Type::Scalar(Scalar::Float);
    const VEC2: Type = Type::Vector(Scalar::Float, 2);
    const VEC3: Type = Type::Vector(Scalar::Float, 3);
    const MAT3: Type = Type::Matrix(Scalar::Float, 3, 3);
    const MAT2X3: Type = Type::Matrix(Scalar::Float, 2, 3);

    fn structure(members: &[(&str, Type)]) -> StructType {
        let members =
            members.iter().map(|(name, ty)| Member { name: (*name).into(), ty: ty.clone(), qualifiers: MemberQualifiers::default() });
        StructType { name: "S".into(), members: members.collect() }
    }

    fn array(element: Type, length: u32) -> Type {
        Type::Array(Arc::new(element), length)
    }

    #[test]
    fn the_specifications_own_example_of_std140() {
        // ARB_uniform_buffer_object's example block, with the offsets it states.
        let f = structure(&[("e", Type::Scalar(Scalar::Int)), ("f", Type::Vector(Scalar::Bool, 2))]);
        let i = structure(&[("j", Type::Vector(Scalar::Uint, 3)), ("k", VEC2), ("l", array(FLOAT, 2)), ("m", VEC2), ("n", array(MAT3, 2))]);
        let block = structure(&[
            ("a", FLOAT),
            ("b", VEC2),
            ("c", VEC3),
            ("f", Type::Struct(Arc::new(f))),
            ("g", FLOAT),
            ("h", array(FLOAT, 2)),
            ("i", Type::Matrix(Scalar::Float, 2, 3)),
            ("o", array(Type::Struct(Arc::new(i.clone())), 2)),
        ]);
        let offsets = member_offsets(&block, BlockLayout::Std140, false);
        assert_eq!(offsets, [0, 8, 16, 32, 48, 64, 96, 128]);
        assert_eq!(member_offsets(&i, BlockLayout::Std140, false), [0, 16, 32, 64, 80]);
        assert_eq!(size_and_alignment(&Type::Struct(Arc::new(i)), BlockLayout::Std140, false), (176, 16));
        assert_eq!(block_size(&block, BlockLayout::Std140, false), 480);
    }

    #[test]
    fn std430_packs_arrays_of_scalars() {
        assert_eq!(array_stride(&array(FLOAT, 4), BlockLayout::Std430, false), 4);
        assert_eq!(array_stride(&array(FLOAT, 4), BlockLayout::Std140, false), 16);
        assert_eq!(array_stride(&array(VEC3, 4), BlockLayout::Std430, false), 16);
        assert_eq!(array_stride(&array(VEC2, 4), BlockLayout::Shared, false), 16);
    }

    #[test]
    fn row_major_swaps_the_vectors_of_a_matrix() {
        assert_eq!(size_and_alignment(&MAT2X3, BlockLayout::Std430, false), (32, 16));
        assert_eq!(size_and_alignment(&MAT2X3, BlockLayout::Std430, true), (24, 8));
        assert_eq!(matrix_stride(&array(MAT2X3, 3), BlockLayout::Std430, true), 8);
        assert_eq!(matrix_stride(&Type::Matrix(Scalar::Double, 2, 4), BlockLayout::Std140, false), 32);
        assert_eq!(matrix_stride(&FLOAT, BlockLayout::Std140, false), 0);
    }

    #[test]
    fn offset_and_align_move_members() {
        let mut block = structure(&[("a", FLOAT), ("b", FLOAT), ("c", FLOAT)]);
        block.members[1].qualifiers.offset = Some(32);
        block.members[2].qualifiers.align = Some(64);
        assert_eq!(member_offsets(&block, BlockLayout::Std430, false), [0, 32, 64]);
        assert_eq!(block_size(&block, BlockLayout::Std430, false), 68);
    }

    #[test]
    fn an_unsized_array_counts_one_element_of_the_block() {
        let block = structure(&[("n", FLOAT), ("data", array(VEC2, 0))]);
        assert_eq!(member_offsets(&block, BlockLayout::Std430, false), [0, 8]);
        assert_eq!(block_size(&block, BlockLayout::Std430, false), 16);
    }

    #[test]
    fn doubles_take_two_words_and_align_to_eight() {
        assert_eq!(size_and_alignment(&Type::Vector(Scalar::Double, 3), BlockLayout::Std430, false), (24, 32));
        assert_eq!(words(&Type::Matrix(Scalar::Double, 3, 2)), 12);
    }

    #[test]
    fn exponentially_nested_structures_are_too_large() {
        let mut ty = VEC2;
        for _ in 0..60 {
            ty = Type::Struct(Arc::new(structure(&[("a", ty.clone()), ("b", ty)])));
        }
        assert!(too_large(&ty));
        assert!(too_large(&array(array(FLOAT, u32::MAX), u32::MAX)));
        assert!(!too_large(&array(MAT3, 1000)));
    }

    #[test]
    fn sizes_saturate() {
        let huge = array(array(array(VEC3, u32::MAX), u32::MAX), u32::MAX);
        assert_eq!(size_and_alignment(&huge, BlockLayout::Std140, false).0, u64::MAX);
    }
}
