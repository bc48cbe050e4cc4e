//! Texture objects and units.

pub mod binding;
pub mod buffer_texture;
mod clears;
mod completeness;
pub mod compressed;
pub mod copies;
pub mod from_framebuffer;
pub mod get;
mod image_units;
pub mod images;
pub mod internal_formats;
mod memory_storage;
pub mod mipmaps;
pub mod multisampled;
pub mod parameters;
mod parts;
mod sizes;
pub mod storage;
pub mod sub_image;
pub mod targets;
mod uploads;
mod view;

pub use buffer_texture::check_mapping;
pub use completeness::{complete_base_format, has_levels, view};
pub use image_units::image_view;

use crate::dispatch::Entry;

/// Returns the commands on textures.
pub fn commands() -> Vec<Entry> {
    [
        binding::commands(),
        compressed::commands(),
        parameters::commands(),
        buffer_texture::commands(),
        storage::commands(),
        memory_storage::commands(),
        from_framebuffer::commands(),
        clears::commands(),
        copies::commands(),
        mipmaps::commands(),
        get::commands(),
        uploads::commands(),
        view::commands(),
        multisampled::commands(),
        image_units::commands(),
    ]
    .concat()
}

#[cfg(test)]
mod border_tests;
#[cfg(test)]
mod completeness_tests;
#[cfg(test)]
mod image_tests;
#[cfg(test)]
mod layer_tests;
#[cfg(test)]
mod tests;
