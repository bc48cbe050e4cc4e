//! Vertex array objects, current attribute values and the compatibility profile's array pointers.

mod attributes;
pub mod current;
pub mod formats;
pub mod get;
pub mod objects;
pub mod pointers;
mod resolve;

pub use resolve::resolve;

use crate::dispatch::Entry;

/// Returns the commands of vertex arrays.
pub fn commands() -> Vec<Entry> {
    [objects::commands(), formats::commands(), pointers::commands(), attributes::commands(), get::commands()].concat()
}

#[cfg(test)]
mod tests;
