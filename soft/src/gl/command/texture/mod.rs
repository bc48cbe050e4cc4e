//! Texture objects and units.

pub mod binding;
mod completeness;
mod copies;
mod get;
pub mod images;
mod mipmaps;
pub mod parameters;
mod sub_image;
mod uploads;
mod volumes;

pub use completeness::{complete_base_format, view};

use crate::gl::dispatch::Command;

/// Returns the commands on textures.
pub fn commands() -> Vec<Command> {
    [
        binding::commands(),
        parameters::commands(),
        images::commands(),
        copies::commands(),
        sub_image::commands(),
        mipmaps::commands(),
        get::commands(),
        uploads::commands(),
    ]
    .concat()
}

/// Returns the stubs: the commands on textures that have no images here. Each raises an error.
pub fn refusing() -> Vec<Command> {
    volumes::commands()
}

#[cfg(test)]
mod completeness_tests;
#[cfg(test)]
mod tests;
