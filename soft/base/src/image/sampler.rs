//! Textures together with sampler parameters. [`super::lookup`] performs the look-ups.

use super::Surface;
use super::format::Format;
use crate::core::memory::Memory;
use std::sync::Arc;

/// A complete texture with the parameters of its sampler, made by the GL state for each draw.
#[derive(Clone, Debug)]
pub struct TextureView {
    /// The layers of each level from the base level to the maximum level: slices, elements of an array, the six faces of a cube map, or one
    /// surface. All layers of a level have the same size and format. The samples of a multisampled texture take the place of levels.
    pub levels: Vec<Arc<[Surface]>>,
    /// The images of each level with border texels, if the texture has a border: one texel more at each end of s, of t and r too in as many dimensions
    /// as layers have. Their texels inside have no meaning.
    pub bordered: Option<Vec<Arc<[Surface]>>>,
    /// The component of the texel (0 to 3), or the constant 0 (4) or 1 (5), of each component of the result: the base internal format (RGB,
    /// LUMINANCE, ALPHA, DEPTH …) and GL_TEXTURE_SWIZZLE combined.
    pub swizzle: [u8; 4],
    /// The same for the result of a depth comparison that is a scalar, on which GL_DEPTH_TEXTURE_MODE has no effect.
    pub scalar: u8,
    /// The minification filter in a level.
    pub min_filter: Filter,
    /// The filter between levels, or `None` for a minification filter without mipmaps.
    pub mip_filter: Option<Filter>,
    /// The magnification filter.
    pub mag_filter: Filter,
    /// The wrap modes of s, t and r.
    pub wrap: [Wrap; 3],
    /// GL_TEXTURE_MIN_LOD.
    pub min_lod: f32,
    /// GL_TEXTURE_MAX_LOD.
    pub max_lod: f32,
    /// GL_TEXTURE_LOD_BIAS.
    pub lod_bias: f32,
    /// GL_TEXTURE_BORDER_COLOR.
    pub border: [f32; 4],
    /// The comparison function, if GL_TEXTURE_COMPARE_MODE is GL_COMPARE_REF_TO_TEXTURE.
    pub compare: Option<crate::core::compare::Compare>,
    /// The result of comparisons that fail.
    pub compare_fail: f32,
    /// True if GL_DEPTH_STENCIL_TEXTURE_MODE of a depth-stencil texture is GL_STENCIL_INDEX.
    pub stencil: bool,
    /// The texels of a buffer texture, which has no levels and no sampler parameters.
    pub buffer: Option<TexelBuffer>,
    /// True if linear filters of a cube map continue on the neighbouring faces; the wrap modes have no effect then.
    pub seamless: bool,
    /// The largest number of samples along the longer side of a pixel's footprint; 1 for isotropic filters.
    pub anisotropy: u32,
    /// How a filter combines texels.
    pub reduction: Reduction,
    /// The format in which texelFetch reads texels, if other look-ups skip its conversion from sRGB; `None` for that of the surfaces.
    pub fetched: Option<Format>,
}

/// The texel array of a buffer texture: a range of a buffer's data store.
#[derive(Clone, Debug)]
pub struct TexelBuffer {
    /// The data store.
    pub memory: Arc<Memory>,
    /// The index of the word with the first texel.
    pub first: usize,
    /// The number of texels.
    pub count: u32,
    /// The format of the texels. RGB texels have a format of four components.
    pub format: Format,
    /// Bytes from one texel to the next: those of the format, or 12 for RGB texels.
    pub stride: u32,
    /// The component of the texel (0 to 3), or the constant 0 (4) or 1 (5), of each component of the result.
    pub swizzle: [u8; 4],
}

impl TextureView {
    /// Returns one layer of a level; `None` if there is no such level or layer.
    pub fn surface(&self, level: usize, layer: usize) -> Option<&Surface> {
        self.levels.get(level)?.get(layer)
    }
}

/// A filter within a level or between levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the filters in GL")]
pub enum Filter {
    Nearest,
    Linear,
}

/// How a filter combines texels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// GL_WEIGHTED_AVERAGE_ARB.
    Average,
    /// GL_MIN: the least of the texels that have a weight, for each component.
    Min,
    /// GL_MAX: the greatest of the texels that have a weight, for each component.
    Max,
}

/// A wrap mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the wrap modes in GL")]
pub enum Wrap {
    Repeat,
    ClampToEdge,
    MirroredRepeat,
    ClampToBorder,
    MirrorClampToEdge,
    /// GL_MIRROR_CLAMP_EXT.
    MirrorClamp,
    /// GL_MIRROR_CLAMP_TO_BORDER_EXT.
    MirrorClampToBorder,
    /// GL_CLAMP of the compatibility profile.
    Clamp,
}
