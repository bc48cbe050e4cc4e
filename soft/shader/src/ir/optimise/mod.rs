//! Passes over linear code: phi elimination, dead code elimination, look-ups without weight, and jumps in place of masks for uniform control flow.

mod dead;
mod phis;
mod uniform;
mod weights;

use super::linear::Linear;

/// Runs all passes.
pub fn optimise(linear: &mut Linear) {
    phis::lower_phis(linear);
    dead::remove_dead(linear);
    weights::find_weightless(linear);
    uniform::find_uniform(linear);
}
