//! The commands of GL_EXT_direct_state_access: each acts as another command does on what is bound, on an object or a unit that it names.

mod arrays;
mod buffers;
mod client_attributes;
mod copies;
mod declare;
mod environment;
mod framebuffers;
mod images;
mod indexed;
mod matrices;
mod programs;
mod scope;
#[cfg(test)]
mod tests;
mod textures;

use crate::dispatch::Entry;

/// Returns the commands that act on named objects and units.
pub fn commands() -> Vec<Entry> {
    [
        arrays::commands(),
        buffers::commands(),
        client_attributes::commands(),
        copies::commands(),
        environment::commands(),
        framebuffers::commands(),
        images::commands(),
        indexed::commands(),
        matrices::commands(),
        programs::commands(),
        textures::commands(),
    ]
    .concat()
}
