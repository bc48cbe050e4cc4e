//! Structure types, with what is known of them without a walk over their members: text of a few lines can nest structures so that they have
//! more members than any walk could visit.

use super::{Member, Type};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The kinds of types that a type holds: its own, and those of its elements and members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents(u16);

impl Contents {
    /// bool.
    pub const BOOL: Self = Self(1);
    /// float.
    pub const FLOAT: Self = Self(1 << 1);
    /// int and uint.
    pub const INT32: Self = Self(1 << 2);
    /// double.
    pub const DOUBLE: Self = Self(1 << 3);
    /// int64_t and uint64_t.
    pub const INT64: Self = Self(1 << 4);
    /// A matrix.
    pub const MATRIX: Self = Self(1 << 5);
    /// An array.
    pub const ARRAY: Self = Self(1 << 6);
    /// An array without a size.
    pub const UNSIZED: Self = Self(1 << 7);
    /// A structure.
    pub const STRUCTURE: Self = Self(1 << 8);
    /// A structure in a structure.
    pub const NESTED_STRUCTURE: Self = Self(1 << 9);
    /// A sampler.
    pub const SAMPLER: Self = Self(1 << 10);
    /// An image.
    pub const IMAGE: Self = Self(1 << 11);
    /// An atomic counter.
    pub const COUNTER: Self = Self(1 << 12);
    /// Integers of 32 and 64 bits.
    pub const INTEGER: Self = Self(Self::INT32.0 | Self::INT64.0);
    /// Types of 64 bits.
    pub const WIDE: Self = Self(Self::DOUBLE.0 | Self::INT64.0);
    /// Samplers, images and atomic counters.
    pub const OPAQUE: Self = Self(Self::SAMPLER.0 | Self::IMAGE.0 | Self::COUNTER.0);

    /// Returns the kinds in either.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns true if any of the kinds is held.
    pub const fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }
}

/// What is known of a structure; numbers saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// [`Type::words`].
    pub words: u64,
    /// [`Type::slots`].
    pub slots: u64,
    /// The number of types in it, its own included; an array counts its element type once.
    pub parts: u32,
    /// The depth to which types nest.
    pub depth: u32,
    /// The kinds of types in it.
    pub contents: Contents,
}

impl Summary {
    fn of(members: &[Member]) -> Self {
        let mut sum = Self { parts: 1, depth: 1, contents: Contents::STRUCTURE, ..Self::default() };
        for Member { ty, .. } in members {
            let (parts, depth) = ty.size();
            sum.words = sum.words.saturating_add(ty.words());
            sum.slots = sum.slots.saturating_add(ty.slots());
            sum.parts = sum.parts.saturating_add(parts);
            sum.depth = sum.depth.max(depth.saturating_add(1));
            sum.contents = sum.contents.or(ty.contents());
            if ty.contents().any(Contents::STRUCTURE) {
                sum.contents = sum.contents.or(Contents::NESTED_STRUCTURE);
            }
        }
        sum
    }
}

/// A structure, or the members of an interface block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructType {
    /// The name in the source text.
    pub name: String,
    /// The members in order of declaration. They do not change: [`Self::summary`] depends on them.
    pub members: Vec<Member>,
    summary: Summary,
}

impl StructType {
    /// Creates the type and summarises its members.
    pub fn new(name: impl Into<String>, members: Vec<Member>) -> Self {
        let summary = Summary::of(&members);
        Self { name: name.into(), members, summary }
    }

    /// Returns what the members contain.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }
}

/// Equal structures have equal names and as many members.
impl Hash for StructType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, self.members.len()).hash(state);
    }
}

/// The depth up to which a type may be dropped by recursion, on the stack of any thread.
const SHALLOW: u32 = 32;

impl Drop for StructType {
    fn drop(&mut self) {
        if self.summary.depth <= SHALLOW {
            return;
        }
        let mut pending: Vec<Type> = self.members.drain(..).map(|member| member.ty).collect();
        while let Some(ty) = pending.pop() {
            match ty {
                Type::Array(element, _) => pending.extend(Arc::into_inner(element)),
                Type::Struct(inner) => {
                    if let Some(mut inner) = Arc::into_inner(inner) {
                        pending.extend(inner.members.drain(..).map(|member| member.ty));
                    }
                }
                _ => {}
            }
        }
    }
}
