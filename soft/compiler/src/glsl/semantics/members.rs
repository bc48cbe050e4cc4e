//! Checks of explicit offsets, alignments and components of block members and variables.

use super::qualifiers::ParsedQualifiers;
use super::{Analyser, Checked};
use base::hir::layout::{member_locations, size_and_alignment};
use base::hir::{BlockLayout, Contents, Member, Type};

impl Analyser<'_> {
    /// Checks that no two members of an input or output block have the same location; `block` is the block's own one.
    pub(super) fn check_locations(&mut self, members: &[Member], block: Option<u32>) -> Checked<()> {
        if block.is_none() && members.iter().all(|member| member.qualifiers.location.is_none()) {
            return Ok(());
        }
        let mut all: Vec<_> = member_locations(members, block).into_iter().zip(members).collect();
        all.sort_unstable_by_key(|(locations, _)| *locations);
        for pair in all.windows(2) {
            if let [((_, end), first), ((next, _), second)] = pair
                && next < end
            {
                return self.error(&format!("members `{}` and `{}` overlap at location {next}", first.name, second.name));
            }
        }
        Ok(())
    }

    /// Checks the explicit offsets and alignments of a buffer block's members.
    pub(super) fn check_offsets(&mut self, members: &[Member], layout: BlockLayout) -> Checked<()> {
        let explicit = members.iter().any(|member| member.qualifiers.offset.is_some() || member.qualifiers.align.is_some());
        if !explicit {
            return Ok(());
        }
        if !matches!(layout, BlockLayout::Std140 | BlockLayout::Std430) {
            return self.error("layout(offset) and layout(align) need layout(std140) or layout(std430)");
        }
        let mut end = 0_u64;
        for member in members {
            let (size, alignment) = size_and_alignment(&member.ty, layout, member.qualifiers.row_major);
            let alignment = alignment.max(1);
            let mut offset = end;
            if let Some(explicit) = member.qualifiers.offset.map(u64::from) {
                if !explicit.is_multiple_of(alignment) {
                    return self
                        .error(&format!("the offset {explicit} of `{}` is not a multiple of its alignment, {alignment}", member.name));
                }
                if explicit < end {
                    return self
                        .error(&format!("the offset {explicit} of `{}` lies before the end of the member before it, {end}", member.name));
                }
                offset = explicit;
            }
            let align = u64::from(member.qualifiers.align.unwrap_or(1)).max(alignment);
            end = offset.next_multiple_of(align.max(1)).saturating_add(size);
        }
        Ok(())
    }

    /// Checks `layout(component = n)`: the value must end in the same location.
    pub(super) fn check_component(&mut self, ty: &Type, component: u32) -> Checked<()> {
        let element = ty.without_array();
        let (scalar, size) = match element {
            Type::Scalar(scalar) => (*scalar, 1),
            Type::Vector(scalar, size) => (*scalar, u32::from(*size)),
            _ => return self.error("layout(component) is for scalars, vectors and arrays of them"),
        };
        let size = size * scalar.words();
        if scalar.is_wide() {
            self.check(component.is_multiple_of(2), "a component of 64 bits begins at component 0 or 2")?;
            self.check(size <= 4, "vectors of 3 and 4 components of 64 bits take no component")?;
        }
        self.check(component + size <= 4, "the variable goes beyond the four components of its location")
    }

    /// Checks `layout(xfb_offset = n)`.
    pub(super) fn check_feedback(&mut self, ty: &Type, words: &ParsedQualifiers) -> Checked<()> {
        let Some(offset) = words.layout("xfb_offset").and_then(|layout| layout.value) else { return Ok(()) };
        let wide = ty.contents().any(Contents::WIDE);
        self.check(!wide || offset % 8 == 0, "layout(xfb_offset) of doubles and 64-bit integers is a multiple of 8")?;
        self.check(!super::types::has_unsized(ty), "an array without a size takes no layout(xfb_offset)")
    }

    /// Checks that qualifiers repeated on a member match those of its block.
    pub(super) fn same_as_block(&mut self, block: &ParsedQualifiers, member: &ParsedQualifiers) -> Checked<()> {
        let defaults = [("xfb_buffer", self.defaults.xfb_buffer), ("stream", self.defaults.stream)];
        for (name, default) in defaults {
            let of = |words: &ParsedQualifiers| words.layout(name).and_then(|layout| layout.value);
            if let Some(value) = of(member)
                && value != of(block).unwrap_or(i64::from(default))
            {
                return self.error(&format!("layout({name}) of a member differs from its block's"));
            }
        }
        Ok(())
    }
}
