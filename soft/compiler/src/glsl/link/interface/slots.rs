//! The allocation of slots in vertex and patch records.

use super::items::Item;
use crate::glsl::link::log::Log;
use base::hir::BuiltinVariable;
use base::hir::{Interpolation, Scalar, Semantic, Type};
use shader::pipeline::program::RecordLayout;
use std::collections::BTreeMap;

/// The slots at the start of a patch record that hold the tessellation levels.
pub const PATCH_LEVEL_SLOTS: u32 = 2;

/// The slot allocator of a record.
#[derive(Debug)]
pub struct Slots {
    /// The slots allocated so far.
    pub layout: RecordLayout,
    /// The number of slots of the patch record.
    pub patch: u32,
    /// The number of the next user-defined slot.
    next_user: u32,
}

/// The location of an item's first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLocation {
    /// The slot of the record.
    pub slot: u32,
    /// The component within the slot.
    pub component: u32,
}

/// A bound of slots that exceeds every limit.
const MAX_SLOTS: u64 = 4096;

impl Slots {
    /// Creates a layout with the position and the built-ins, which are given with their array lengths.
    pub fn new(builtins: &BTreeMap<BuiltinVariable, u32>) -> Self {
        let mut layout = RecordLayout::default();
        layout.slots.push(Semantic::Position);
        for (builtin, &length) in builtins {
            match builtin {
                BuiltinVariable::ClipDistance => {
                    layout.clip_distances = length.min(8) as u8;
                    layout.slots.extend((0..layout.clip_distances.div_ceil(4)).map(Semantic::ClipDistance));
                }
                BuiltinVariable::CullDistance => {
                    layout.cull_distances = length.min(8) as u8;
                    layout.slots.extend((0..layout.cull_distances.div_ceil(4)).map(Semantic::CullDistance));
                }
                BuiltinVariable::TexCoord => layout.slots.extend((0..length.min(8) as u8).map(Semantic::TexCoord)),
                BuiltinVariable::PointSize => layout.slots.push(Semantic::PointSize),
                BuiltinVariable::ClipVertex => layout.slots.push(Semantic::ClipVertex),
                BuiltinVariable::FrontColor => layout.slots.push(Semantic::FrontColor),
                BuiltinVariable::BackColor => layout.slots.push(Semantic::BackColor),
                BuiltinVariable::FrontSecondaryColor => layout.slots.push(Semantic::FrontSecondaryColor),
                BuiltinVariable::BackSecondaryColor => layout.slots.push(Semantic::BackSecondaryColor),
                BuiltinVariable::FogFragCoord => layout.slots.push(Semantic::FogFragCoord),
                BuiltinVariable::PrimitiveId => layout.slots.push(Semantic::PrimitiveId),
                BuiltinVariable::Layer => layout.slots.push(Semantic::Layer),
                BuiltinVariable::ViewportIndex => layout.slots.push(Semantic::ViewportIndex),
                // The position is already there, and the colours of fragments come from the front and back colours.
                _ => {}
            }
        }
        layout.interpolation = layout
            .slots
            .iter()
            .map(|slot| match slot {
                Semantic::PrimitiveId | Semantic::Layer | Semantic::ViewportIndex => Interpolation::Flat,
                _ => Interpolation::Smooth,
            })
            .collect();
        Self { layout, patch: PATCH_LEVEL_SLOTS, next_user: 0 }
    }

    /// Allocates slots for all items: items with a location keep their order and share slots by component; others follow.
    pub fn assign(&mut self, items: &[&Item], log: &mut Log) -> Vec<SlotLocation> {
        let mut locations = vec![SlotLocation { slot: 0, component: 0 }; items.len()];
        for patch in [false, true] {
            let mut located: Vec<(u64, u64, usize)> = Vec::new();
            for (index, item) in items.iter().enumerate().filter(|(_, item)| item.patch == patch) {
                let count = item.ty.slots();
                if count > MAX_SLOTS {
                    log.error(format!("{} is too large to pass between stages", item.name));
                } else if let Some(location) = own_location(item) {
                    located.push((location.into(), u64::from(location) + count, index));
                }
            }
            located.sort_unstable();
            // Items whose locations are contiguous get contiguous slots.
            let (mut start, mut end, mut first) = (0, 0, 0);
            for &(from, to, index) in &located {
                if from > end || end == 0 {
                    (start, end) = (from, from);
                    first = self.next(patch);
                }
                if to > end {
                    self.extend(patch, to - end);
                    end = to;
                }
                if let (Some(location), Some(item)) = (locations.get_mut(index), items.get(index)) {
                    *location = SlotLocation { slot: first + (from - start) as u32, component: item.component };
                }
            }
            for (index, item) in items.iter().enumerate().filter(|(_, item)| item.patch == patch && own_location(item).is_none()) {
                let count = item.ty.slots();
                if count <= MAX_SLOTS
                    && let Some(location) = locations.get_mut(index)
                {
                    *location = SlotLocation { slot: self.next(patch), component: 0 };
                    self.extend(patch, count);
                }
            }
        }
        locations
    }

    fn next(&self, patch: bool) -> u32 {
        if patch { self.patch } else { self.layout.slots.len() as u32 }
    }

    fn extend(&mut self, patch: bool, count: u64) {
        let count = count.min(MAX_SLOTS) as u32;
        if patch {
            self.patch = self.patch.saturating_add(count);
            return;
        }
        if self.layout.slots.len() as u64 + u64::from(count) > u64::from(u16::MAX) {
            return;
        }
        for _ in 0..count {
            self.layout.slots.push(Semantic::User(self.next_user));
            self.layout.interpolation.push(Interpolation::Smooth);
            self.next_user += 1;
        }
    }
}

/// Returns the location that decides which slots an item has. The members of a block may have locations in any order, and keep the slots of
/// the block to themselves.
fn own_location(item: &Item) -> Option<u32> {
    item.location.filter(|_| !item.block)
}

/// Returns the component type of a value.
pub fn basic_type(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Array(element, _) => basic_type(element),
        Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => Some(*scalar),
        _ => None,
    }
}
