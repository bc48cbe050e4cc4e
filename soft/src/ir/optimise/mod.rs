//! Passes over linear code: merges become moves, what nobody reads goes, control flow that all lanes share becomes jumps.

mod dead;
mod merge;
mod uniform;

use super::linear::Linear;

/// All passes.
pub fn optimise(linear: &mut Linear) {
    merge::resolve_merges(linear);
    dead::remove_dead(linear);
    uniform::find_uniform(linear);
}
