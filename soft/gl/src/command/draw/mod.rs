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
mod recording;
mod resources;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod textures_end_to_end;

pub use check::mode;
pub use execute::{check_blending, draw_with, failed, run_vertex};

use crate::dispatch::Entry;

/// Returns the commands that draw and dispatch.
pub fn commands() -> Vec<Entry> {
    [arrays::commands(), barriers::commands(), compute::commands(), elements::commands(), indirect::commands(), patches::commands()]
        .concat()
}
