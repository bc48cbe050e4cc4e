//! Pixel store modes and reading pixels.

pub mod formats;
pub mod groups;
pub mod memory;
pub mod read;
pub mod recording;
mod store;
pub mod transfer;

use crate::dispatch::Entry;

/// Returns the commands of the pixel store and glReadPixels.
pub fn commands() -> Vec<Entry> {
    [store::commands(), read::commands()].concat()
}

#[cfg(test)]
mod tests;
