//! State of a context that belongs to no object.

pub mod built_in_uniforms;
pub mod clear;
pub mod draw;
pub mod evaluators;
pub mod imaging;
pub mod lighting;
pub mod matrix;
pub mod pixel_store;
pub mod pixel_transfer;
pub mod program_parameters;
pub mod raster;
pub mod raster_position;
pub mod render_mode;
pub mod texture_environment;
pub mod value;
