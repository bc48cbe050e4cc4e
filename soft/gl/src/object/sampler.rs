//! Sampler objects, and the sampling parameters that textures share with them.

use crate::object::names::lock;
use crate::tokens::*;
use base::hir::TextureKind;
use std::sync::{Mutex, MutexGuard};

/// Sampling parameters, as tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// GL_TEXTURE_MIN_FILTER.
    pub min_filter: u32,
    /// GL_TEXTURE_MAG_FILTER.
    pub mag_filter: u32,
    /// GL_TEXTURE_WRAP_S, _T, _R.
    pub wrap: [u32; 3],
    /// GL_TEXTURE_MIN_LOD.
    pub min_lod: f32,
    /// GL_TEXTURE_MAX_LOD.
    pub max_lod: f32,
    /// GL_TEXTURE_LOD_BIAS.
    pub lod_bias: f32,
    /// GL_TEXTURE_COMPARE_MODE.
    pub compare_mode: u32,
    /// GL_TEXTURE_COMPARE_FUNC.
    pub compare_func: u32,
    /// GL_TEXTURE_COMPARE_FAIL_VALUE_ARB.
    pub compare_fail: f32,
    /// GL_TEXTURE_BORDER_COLOR as bits: floats, or integers if glTexParameterI set them.
    pub border: [u32; 4],
    /// GL_TEXTURE_MAX_ANISOTROPY_EXT.
    pub max_anisotropy: f32,
    /// GL_TEXTURE_REDUCTION_MODE_ARB.
    pub reduction: u32,
    /// GL_TEXTURE_SRGB_DECODE_EXT.
    pub srgb_decode: u32,
    /// GL_TEXTURE_CUBE_MAP_SEAMLESS.
    pub seamless: bool,
}

impl Parameters {
    /// Returns the initial values for textures of a kind; samplers have those of GL_TEXTURE_2D.
    pub fn new(kind: TextureKind) -> Self {
        // "In the initial state of a TEXTURE_EXTERNAL_OES texture object, the value assigned to TEXTURE_MIN_FILTER and TEXTURE_MAG_FILTER is LINEAR, and
        // the s and t wrap modes are both set to CLAMP_TO_EDGE." [OES_EGL_image_external]
        let rectangle = matches!(kind, TextureKind::Rect | TextureKind::External);
        Self {
            min_filter: if rectangle { GL_LINEAR } else { GL_NEAREST_MIPMAP_LINEAR },
            mag_filter: GL_LINEAR,
            wrap: [if rectangle { GL_CLAMP_TO_EDGE } else { GL_REPEAT }; 3],
            min_lod: -1000.0,
            max_lod: 1000.0,
            lod_bias: 0.0,
            compare_mode: GL_NONE,
            compare_func: GL_LEQUAL,
            compare_fail: 0.0,
            border: [0; 4],
            max_anisotropy: 1.0,
            reduction: GL_WEIGHTED_AVERAGE_ARB,
            srgb_decode: GL_DECODE_EXT,
            seamless: false,
        }
    }
}

/// A sampler object; contexts share it.
pub struct Sampler {
    /// Its name.
    pub name: u32,
    /// Its parameters.
    pub parameters: Mutex<Parameters>,
}

impl Sampler {
    /// Creates a sampler with initial values.
    pub fn new(name: u32) -> Self {
        Self { name, parameters: Mutex::new(Parameters::new(TextureKind::D2)) }
    }

    /// Locks the parameters; hold them for a moment only.
    pub fn parameters(&self) -> MutexGuard<'_, Parameters> {
        lock(&self.parameters)
    }
}
