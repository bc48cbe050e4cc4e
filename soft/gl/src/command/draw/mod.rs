//! Draws and dispatches: their checks, and the state that each hands to the pipeline.

mod arrays;
mod barriers;
mod check;
mod compute;
mod elements;
#[cfg(test)]
mod end_to_end;
#[cfg(test)]
mod endless_end_to_end;
mod execute;
#[cfg(test)]
mod image_effects_end_to_end;
#[cfg(test)]
mod image_state_end_to_end;
#[cfg(test)]
mod images_end_to_end;
mod indirect;
#[cfg(test)]
mod layered_end_to_end;
#[cfg(test)]
mod multisample_end_to_end;
#[cfg(test)]
mod multisampled_images_end_to_end;
mod patches;
mod prepare;
mod recording;
mod resources;
#[cfg(test)]
mod state_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod textures_end_to_end;
#[cfg(test)]
mod together_tests;
#[cfg(test)]
mod waiting_attributes_tests;

pub use check::mode;
pub use execute::{draw_batch, draw_immediate, draw_with, failed, is_prepared, run_vertex};
pub use prepare::check_blending;

use crate::dispatch::Entry;

/// Returns the commands that draw and dispatch.
pub fn commands() -> Vec<Entry> {
    [arrays::commands(), barriers::commands(), compute::commands(), elements::commands(), indirect::commands(), patches::commands()]
        .concat()
}
