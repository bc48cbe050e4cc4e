//! The registry of all contexts, by window system and handle.

use super::ContextCell;
use crate::context::ShareGroup;
use crate::hash::NameHasher;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Identifies a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// The identity of the route to the window system.
    pub(super) front: usize,
    /// The window system's handle.
    pub(super) handle: usize,
}

/// A registered context.
#[derive(Default)]
pub(super) struct Known {
    /// Its state, once it has been current.
    pub(super) cell: Option<Arc<ContextCell>>,
    /// The state of its share group.
    pub(super) share_group: ShareGroup,
    /// The handle of its display; 0 if unknown.
    pub(super) display: usize,
}

/// The registered contexts.
pub(super) type Contexts = HashMap<Key, Known, BuildHasherDefault<NameHasher>>;

static CONTEXTS: Mutex<Option<Contexts>> = Mutex::new(None);

/// Locks the registry. Hold the lock for look-ups only.
pub(super) fn contexts() -> Guard {
    let mut guard = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    guard.get_or_insert_default();
    Guard(guard)
}

/// The locked registry.
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
