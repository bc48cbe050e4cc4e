//! KHR_debug: object labels and debug messages.

mod labels;
mod messages;
#[cfg(test)]
mod reason_tests;
#[cfg(test)]
mod tests;

pub use messages::pointer;

use crate::dispatch::Entry;

/// Returns the commands of KHR_debug and EXT_debug_label.
pub fn commands() -> Vec<Entry> {
    [labels::commands(), messages::commands()].concat()
}
