//! Sampler objects, and the sampling parameters that textures have too.

use crate::gl::object::names::lock;
use crate::hir::TextureKind;
use crate::tokens::*;
use std::sync::{Mutex, MutexGuard};

/// How texels are sampled, as tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    pub min_filter: u32,
    pub mag_filter: u32,
    /// GL_TEXTURE_WRAP_S, _T, _R.
    pub wrap: [u32; 3],
    pub min_lod: f32,
    pub max_lod: f32,
    pub lod_bias: f32,
    pub compare_mode: u32,
    pub compare_func: u32,
    /// As bits: floats, or integers where glTexParameterI set them.
    pub border: [u32; 4],
    pub max_anisotropy: f32,
    pub srgb_decode: u32,
}

impl Parameters {
    /// The initial values for textures of a kind (samplers have those of GL_TEXTURE_2D).
    pub fn new(kind: TextureKind) -> Self {
        let rectangle = kind == TextureKind::Rect;
        Self {
            min_filter: if rectangle { GL_LINEAR } else { GL_NEAREST_MIPMAP_LINEAR },
            mag_filter: GL_LINEAR,
            wrap: [if rectangle { GL_CLAMP_TO_EDGE } else { GL_REPEAT }; 3],
            min_lod: -1000.0,
            max_lod: 1000.0,
            lod_bias: 0.0,
            compare_mode: GL_NONE,
            compare_func: GL_LEQUAL,
            border: [0; 4],
            max_anisotropy: 1.0,
            srgb_decode: GL_DECODE_EXT,
        }
    }
}

/// A sampler object; contexts share it.
pub struct Sampler {
    pub name: u32,
    pub parameters: Mutex<Parameters>,
}

impl Sampler {
    /// A sampler with initial values.
    pub fn new(name: u32) -> Self {
        Self { name, parameters: Mutex::new(Parameters::new(TextureKind::D2)) }
    }

    /// Its parameters; hold them for a moment only.
    pub fn parameters(&self) -> MutexGuard<'_, Parameters> {
        lock(&self.parameters)
    }
}
