//! Passes over linear code: phi elimination, dead code elimination, what is read of look-ups, and jumps in place of masks for uniform control flow,
//! and the order of look-ups.

mod dead;
mod phis;
mod schedule;
mod uniform;
mod weights;

use super::linear::Linear;

/// Runs all passes.
pub fn optimise(linear: &mut Linear) {
    phis::lower_phis(linear);
    dead::remove_dead(linear);
    weights::find_weightless(linear);
    weights::find_wanted(linear);
    uniform::find_uniform(linear);
    schedule::schedule(linear);
}
