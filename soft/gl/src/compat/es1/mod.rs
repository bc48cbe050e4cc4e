//! The commands that OpenGL ES 1.1 has and the compatibility profile has not: the fixed function with fixed-point and single-precision arguments, and
//! the commands of extensions. [`crate::es1`] says which of all commands its contexts have.

mod draw_texture;
mod fixed_point;
mod fixed_point_get;
mod query_matrix;
mod single_precision;
#[cfg(test)]
mod tests;
mod texture_generation;

use crate::dispatch::Entry;

/// Returns the commands.
pub fn commands() -> Vec<Entry> {
    [
        draw_texture::commands(),
        fixed_point::commands(),
        fixed_point_get::commands(),
        query_matrix::commands(),
        single_precision::commands(),
        texture_generation::commands(),
    ]
    .concat()
}
