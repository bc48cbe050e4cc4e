//! Sync objects.

use std::collections::HashMap;

/// The sync objects of a share group. GLsync handles are made of numbers that are never given twice.
#[derive(Default)]
pub struct Syncs {
    /// With their debug labels.
    pub alive: HashMap<usize, String>,
    pub last: usize,
}

impl Syncs {
    /// The debug label of a sync object, if there is such a one.
    pub fn label(&mut self, sync: usize) -> Option<&mut String> {
        self.alive.get_mut(&sync)
    }
}
