//! Sync objects.

use glmeter_abi::text::Text;
use std::collections::HashMap;

/// Sync objects of a share group. Handles are numbers that are never reused.
#[derive(Default)]
pub struct Syncs {
    /// Debug labels by handle.
    pub alive: HashMap<usize, Text>,
    /// The last handle.
    pub last: usize,
}

impl Syncs {
    /// Returns the debug label of a sync object, if it exists.
    pub fn label(&mut self, sync: usize) -> Option<&mut Text> {
        self.alive.get_mut(&sync)
    }
}
