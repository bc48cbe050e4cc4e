//! Passes over linear code: phi elimination, dead code elimination, and jumps in place of masks for uniform control flow.

mod dead;
mod phis;
mod uniform;

use super::linear::Linear;

/// Runs all passes.
pub fn optimise(linear: &mut Linear) {
    phis::lower_phis(linear);
    dead::remove_dead(linear);
    uniform::find_uniform(linear);
}
