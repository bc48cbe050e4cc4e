//! Framebuffer objects and the default framebuffer.

pub mod attachments;
pub mod buffers;
mod completeness;
pub mod get;
pub mod objects;
mod targets;

pub use buffers::read_format;
pub use completeness::status;
pub use objects::{bind, bound, named};
pub use targets::{
    Images, accumulation, accumulation_bits, check_single_sampled, clamps_fragments, flipped_height, images, is_double_buffered, is_srgb,
    read_color, read_depth, read_stencil, resolved, samples, targets,
};

use crate::dispatch::Entry;

/// Returns the commands on framebuffers.
pub fn commands() -> Vec<Entry> {
    [objects::commands(), attachments::commands(), buffers::commands(), get::commands()].concat()
}

#[cfg(test)]
mod tests;
