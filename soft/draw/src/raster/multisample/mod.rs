//! Drawing to multisampled targets: coverage, depth, stencil and blending for each sample; the fragment shader runs once for each pixel, or
//! once for each sample. Set-up and binning are those of single-sampled targets.

mod coverage;
mod fragment;
mod tile;

pub use tile::draw_tile;
