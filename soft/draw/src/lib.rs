//! Draws: from vertices to pixels. [`geometry`] is the vertex-processing stages; they turn vertices into primitives for [`raster`], which turns
//! primitives into pixels.

#![cfg_attr(not(any(test, fuzzing)), deny(clippy::disallowed_methods))]

pub mod geometry;
pub mod raster;

// `tokens`: the tokens of the Khronos registry that this crate's sources name, by their C names.
include!(concat!(env!("OUT_DIR"), "/tokens.rs"));
