//! Commands on buffer objects and their binding points.

pub mod binding;
pub mod clear;
pub mod data;
pub mod get;
pub mod mapping;

use crate::dispatch::Entry;

/// Returns the commands on buffers.
pub fn commands() -> Vec<Entry> {
    [binding::commands(), data::commands(), clear::commands(), mapping::commands(), get::commands()].concat()
}

#[cfg(test)]
mod tests;
