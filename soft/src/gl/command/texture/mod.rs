//! Texture objects and units.

pub mod binding;
mod buffer_texture;
mod clears;
mod completeness;
pub mod compressed;
mod compressed_and_multisampled;
mod copies;
pub mod from_framebuffer;
mod get;
pub mod images;
mod mipmaps;
pub mod parameters;
mod parts;
mod sizes;
mod storage;
mod sub_image;
mod targets;
mod uploads;
mod view;

pub use buffer_texture::check_mapping;
pub use completeness::{complete_base_format, view};

use crate::gl::dispatch::Command;

/// Returns the commands on textures.
pub fn commands() -> Vec<Command> {
    [
        binding::commands(),
        compressed::commands(),
        parameters::commands(),
        buffer_texture::commands(),
        storage::commands(),
        from_framebuffer::commands(),
        clears::commands(),
        copies::commands(),
        mipmaps::commands(),
        get::commands(),
        uploads::commands(),
        view::commands(),
    ]
    .concat()
}

/// Returns the stubs: the commands on images that the driver lacks. Each raises an error.
pub fn refusing() -> Vec<Command> {
    compressed_and_multisampled::commands()
}

#[cfg(test)]
mod completeness_tests;
#[cfg(test)]
mod image_tests;
#[cfg(test)]
mod layer_tests;
#[cfg(test)]
mod tests;
