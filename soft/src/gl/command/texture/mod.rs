//! Texture objects and units.

pub mod binding;
mod buffer_texture;
mod completeness;
mod copies;
mod get;
pub mod images;
#[cfg(test)]
mod layer_tests;
mod mipmaps;
pub mod parameters;
mod sub_image;
mod uploads;
mod view;
mod volumes;

pub use buffer_texture::check_mapping;
pub use completeness::{complete_base_format, view};

use crate::gl::dispatch::Command;

/// Returns the commands on textures.
pub fn commands() -> Vec<Command> {
    [
        binding::commands(),
        parameters::commands(),
        buffer_texture::commands(),
        images::commands(),
        copies::commands(),
        sub_image::commands(),
        mipmaps::commands(),
        get::commands(),
        uploads::commands(),
        view::commands(),
    ]
    .concat()
}

/// Returns the stubs: the commands on textures that have no images here. Each raises an error.
pub fn refusing() -> Vec<Command> {
    volumes::commands()
}

#[cfg(test)]
mod tests;
