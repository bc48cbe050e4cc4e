//! The memory layout of uniform, storage and shared blocks: byte offsets, strides and sizes by the rules of std140 and std430. Shared and
//! packed layouts equal std140. Sizes are 64 bits wide and saturate, so that no array length overflows them.

use crate::hir::{BlockLayout, Member, MemberQualifiers, Scalar, Strides, StructType, Type};

/// The declared part of a value's layout in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arrangement {
    /// True for `layout(row_major)`.
    pub row_major: bool,
    /// Declared strides.
    pub strides: Strides,
}

impl From<bool> for Arrangement {
    fn from(row_major: bool) -> Self {
        Self { row_major, strides: Strides::default() }
    }
}

impl Arrangement {
    /// Returns the arrangement of an element of an array.
    pub fn element(mut self) -> Self {
        self.strides.arrays.rotate_left(1);
        if let Some(last) = self.strides.arrays.last_mut() {
            *last = 0;
        }
        self
    }

    /// Returns the arrangement of a member of a structure.
    pub fn member(self, qualifiers: &MemberQualifiers) -> Self {
        Self { row_major: self.row_major || qualifiers.row_major, strides: qualifiers.strides }
    }
}

/// The number of nested types after which a type counts as too large: nested structures can describe exponentially many.
pub const MAX_TYPE_PARTS: u32 = 65_536;

/// Returns the locations of a block's members, each as the first one and that after the last one. A member without a location follows the
/// member before it, the first one has that of the block.
pub fn member_locations(members: &[Member], block: Option<u32>) -> Vec<(u64, u64)> {
    let mut next = u64::from(block.unwrap_or(0));
    let mut locations = Vec::with_capacity(members.len());
    for member in members {
        let first = member.qualifiers.location.map_or(next, u64::from);
        next = first.saturating_add(member.ty.slots());
        locations.push((first, next));
    }
    locations
}

/// Returns true if a type contains more than [`MAX_TYPE_PARTS`] types (an array counts its element type once) or more than 2^27 words. The
/// functions below and reflection require types that are not too large.
pub fn too_large(ty: &Type) -> bool {
    ty.size().0 > MAX_TYPE_PARTS || ty.words() > 1 << 27
}

/// Returns the word at which a member begins, from the start of its structure in registers or in the default uniform block.
pub fn member_word(structure: &StructType, member: usize) -> u64 {
    structure.members.iter().take(member).fold(0, |sum, member| sum.saturating_add(member.ty.words()))
}

/// Returns the first slot of a member, from the start of its structure or block. (`layout(location)` of members only decides which blocks
/// match.)
pub fn member_slot(structure: &StructType, member: usize) -> u64 {
    structure.members.iter().take(member).fold(0, |sum, member| sum.saturating_add(member.ty.slots()))
}

fn round_up(value: u64, alignment: u64) -> u64 {
    value.checked_next_multiple_of(alignment.max(1)).unwrap_or(u64::MAX)
}

/// Returns the alignment in bytes of a vector of `size` components.
fn vector_alignment(scalar: Scalar, size: u8) -> u64 {
    let component = u64::from(scalar.words()) * 4;
    match size {
        0 | 1 => component,
        2 => component * 2,
        _ => component * 4,
    }
}

/// Rounds the alignment of an array, matrix or structure up to that of a vec4 for std140.
fn aggregate_alignment(alignment: u64, layout: BlockLayout) -> u64 {
    if layout == BlockLayout::Std430 { alignment } else { round_up(alignment, 16) }
}

/// Returns the bytes from one column of a matrix, or of an array of matrices, to the next (from one row to the next if row-major); 0 for
/// other types.
pub fn matrix_stride(ty: &Type, layout: BlockLayout, arrangement: impl Into<Arrangement>) -> u64 {
    let arrangement = arrangement.into();
    match ty {
        Type::Matrix(..) if arrangement.strides.matrix != 0 => u64::from(arrangement.strides.matrix),
        Type::Matrix(scalar, columns, rows) => {
            aggregate_alignment(vector_alignment(*scalar, if arrangement.row_major { *columns } else { *rows }), layout)
        }
        Type::Array(element, _) => matrix_stride(element, layout, arrangement.element()),
        _ => 0,
    }
}

/// Returns the bytes from one element of the array type `ty` to the next; 0 for other types.
pub fn array_stride(ty: &Type, layout: BlockLayout, arrangement: impl Into<Arrangement>) -> u64 {
    let Type::Array(element, _) = ty else { return 0 };
    let arrangement = arrangement.into();
    if let [declared @ (1..), ..] = arrangement.strides.arrays {
        return u64::from(declared);
    }
    let (size, alignment) = size_and_alignment(element, layout, arrangement.element());
    round_up(size, aggregate_alignment(alignment, layout))
}

/// Returns the size of a value and the alignment of its first byte, in bytes. An unsized array has size 0. A row-major arrangement applies to
/// matrices inside unless a structure member declares its own order.
pub fn size_and_alignment(ty: &Type, layout: BlockLayout, arrangement: impl Into<Arrangement>) -> (u64, u64) {
    let arrangement = arrangement.into();
    match ty {
        Type::Void => (0, 1),
        Type::Scalar(scalar) => (u64::from(scalar.words()) * 4, u64::from(scalar.words()) * 4),
        Type::Vector(scalar, size) => (u64::from(scalar.words()) * 4 * u64::from(*size), vector_alignment(*scalar, *size)),
        Type::Matrix(_, columns, rows) => {
            let stride = matrix_stride(ty, layout, arrangement);
            let alignment = matrix_stride(ty, layout, arrangement.row_major);
            let vectors = u64::from(if arrangement.row_major { *rows } else { *columns });
            (stride * (vectors - 1) + alignment, alignment)
        }
        Type::Array(element, length) => {
            let (size, alignment) = size_and_alignment(element, layout, arrangement.element());
            let alignment = aggregate_alignment(alignment, layout);
            let bytes = match arrangement.strides.arrays {
                // The last element needs no padding.
                [declared @ (1..), ..] => u64::from(declared).saturating_mul(u64::from(length.saturating_sub(1))).saturating_add(size),
                _ => round_up(size, alignment).saturating_mul(u64::from(*length)),
            };
            (if *length == 0 { 0 } else { bytes }, alignment)
        }
        Type::Struct(structure) => {
            let members = member_layout(structure, layout, arrangement);
            (round_up(members.end, members.alignment), members.alignment)
        }
        Type::Sampler(_) | Type::Image(_) | Type::AtomicCounter => (4, 4),
    }
}

/// Returns the byte offsets of the members of a structure or block, as `layout(offset)` and `layout(align)` require.
pub fn member_offsets(structure: &StructType, layout: BlockLayout, arrangement: impl Into<Arrangement>) -> Vec<u64> {
    member_layout(structure, layout, arrangement.into()).offsets
}

/// Returns the bytes that a buffer must have for a block: an unsized last array counts as one element.
pub fn block_size(structure: &StructType, layout: BlockLayout, arrangement: impl Into<Arrangement>) -> u64 {
    let arrangement = arrangement.into();
    let members = member_layout(structure, layout, arrangement);
    let mut end = members.end;
    if let (Some(member), Some(offset)) = (structure.members.last(), members.offsets.last())
        && let Type::Array(_, 0) = &member.ty
    {
        end = end.max(offset.saturating_add(array_stride(&member.ty, layout, arrangement.member(&member.qualifiers))));
    }
    round_up(end, members.alignment)
}

/// The layout of the members of a structure or block.
struct MemberLayout {
    /// The byte offset of each member.
    offsets: Vec<u64>,
    /// The first byte after the last member.
    end: u64,
    /// The alignment of the whole in bytes.
    alignment: u64,
}

fn member_layout(structure: &StructType, layout: BlockLayout, arrangement: Arrangement) -> MemberLayout {
    let mut offsets = Vec::with_capacity(structure.members.len());
    let (mut next, mut end, mut largest) = (0u64, 0u64, 1u64);
    for member in &structure.members {
        let (size, alignment) = size_and_alignment(&member.ty, layout, arrangement.member(&member.qualifiers));
        largest = largest.max(alignment);
        if let Some(offset) = member.qualifiers.offset {
            next = u64::from(offset);
        }
        let offset = round_up(next, alignment.max(u64::from(member.qualifiers.align.unwrap_or(0))));
        offsets.push(offset);
        next = offset.saturating_add(size);
        end = end.max(next);
    }
    MemberLayout { offsets, end, alignment: aggregate_alignment(largest, layout) }
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
        StructType::new("S", members.collect())
    }

    fn array(element: Type, length: u32) -> Type {
        Type::Array(Arc::new(element), length)
    }

    #[test]
    fn the_specifications_own_example_of_std140() {
        // The example block of ARB_uniform_buffer_object, with the offsets that it states.
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
        assert_eq!(Type::Matrix(Scalar::Double, 3, 2).words(), 12);
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
