//! Passes over linear code: phis become moves, unread results are removed, control flow that all lanes share becomes jumps.

mod dead;
mod phis;
mod uniform;

use super::linear::Linear;

/// All passes.
pub fn optimise(linear: &mut Linear) {
    phis::lower_phis(linear);
    dead::remove_dead(linear);
    uniform::find_uniform(linear);
}
