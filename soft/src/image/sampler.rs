//! Textures with their samplers' parameters. The look-ups are in [`super::lookup`].

use super::Surface;

/// A texture as a draw sees it: complete, with its sampler's parameters. Made by the GL state once a draw.
#[derive(Clone, Debug)]
pub struct TextureView {
    /// Levels from the base level to the maximum one.
    pub levels: Vec<Surface>,
    /// Which of the texel's components, 0 or 1 each result component is: what the base internal format (RGB, LUMINANCE, ALPHA, DEPTH …) and
    /// GL_TEXTURE_SWIZZLE say together. 0 to 3: component; 4: zero; 5: one.
    pub swizzle: [u8; 4],
    pub min_filter: Filter,
    pub mip_filter: Option<Filter>,
    pub mag_filter: Filter,
    pub wrap: [Wrap; 3],
    pub min_lod: f32,
    pub max_lod: f32,
    pub lod_bias: f32,
    pub border: [f32; 4],
    /// GL_COMPARE_REF_TO_TEXTURE with this function.
    pub compare: Option<crate::core::compare::Compare>,
    /// GL_STENCIL_INDEX of a depth-stencil texture.
    pub stencil: bool,
}

/// A filter within a level or between levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    Nearest,
    Linear,
}

/// A wrap mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    Repeat,
    ClampToEdge,
    MirroredRepeat,
    ClampToBorder,
    MirrorClampToEdge,
    /// GL_CLAMP of old.
    Clamp,
}
