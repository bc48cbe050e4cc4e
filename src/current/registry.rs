//! The contexts that exist, by the window system and the handle that names each.

use super::ContextCell;
use crate::context::ShareGroup;
use crate::hash::NameHasher;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Names a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) front: usize,
    pub(super) handle: usize,
}

/// A context that exists.
#[derive(Default)]
pub(super) struct Known {
    pub(super) cell: Option<Arc<ContextCell>>,
    pub(super) share_group: ShareGroup,
    pub(super) display: usize,
}

pub(super) type Contexts = HashMap<Key, Known, BuildHasherDefault<NameHasher>>;

static CONTEXTS: Mutex<Option<Contexts>> = Mutex::new(None);

/// Returns the contexts that exist. The lock is held for look-ups alone.
pub(super) fn contexts() -> Guard {
    let mut guard = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    guard.get_or_insert_default();
    Guard(guard)
}

/// The contexts, as long as they are locked.
pub(super) struct Guard(MutexGuard<'static, Option<Contexts>>);

impl core::ops::Deref for Guard {
    type Target = Contexts;
    fn deref(&self) -> &Contexts {
        static NONE: std::sync::LazyLock<Contexts> = std::sync::LazyLock::new(Contexts::default);
        self.0.as_ref().unwrap_or(&NONE)
    }
}

impl core::ops::DerefMut for Guard {
    fn deref_mut(&mut self) -> &mut Contexts {
        self.0.get_or_insert_default()
    }
}
