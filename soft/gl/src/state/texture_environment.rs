//! Texture environments and texture coordinate generation of the compatibility profile.

use crate::limits::MAX_TEXTURE_COORDS;
use crate::tokens::*;
use std::collections::HashSet;

/// Texture environment of a unit.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Enabled texture targets and texture coordinate generations.
    pub enabled: HashSet<u32>,
    /// GL_TEXTURE_ENV_MODE.
    pub mode: u32,
    /// GL_TEXTURE_ENV_COLOR.
    pub color: [f32; 4],
    /// Parameters of GL_COMBINE.
    pub combine: Combine,
    /// By coordinate, GL_S to GL_Q: mode, object plane, eye plane.
    pub generate: [(u32, [f32; 4], [f32; 4]); 4],
    /// GL_COORD_REPLACE of GL_POINT_SPRITE.
    pub coord_replace: bool,
    /// GL_TEXTURE_LOD_BIAS of GL_TEXTURE_FILTER_CONTROL.
    pub lod_bias: f32,
}

/// Returns true for the capabilities in [`Unit::enabled`], as the compatibility profile has them.
pub fn is_of_unit(capability: u32) -> bool {
    matches!(
        capability,
        GL_TEXTURE_1D
            | GL_TEXTURE_2D
            | GL_TEXTURE_3D
            | GL_TEXTURE_CUBE_MAP
            | GL_TEXTURE_RECTANGLE
            | GL_TEXTURE_GEN_S
            | GL_TEXTURE_GEN_T
            | GL_TEXTURE_GEN_R
            | GL_TEXTURE_GEN_Q
    )
}

/// Parameters of GL_COMBINE, for RGB and alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combine {
    /// GL_COMBINE_RGB and GL_COMBINE_ALPHA.
    pub function: [u32; 2],
    /// GL_SRC0_RGB … GL_SOURCE3_ALPHA_NV.
    pub sources: [[u32; 4]; 2],
    /// GL_OPERAND0_RGB … GL_OPERAND3_ALPHA_NV.
    pub operands: [[u32; 4]; 2],
    /// GL_RGB_SCALE and GL_ALPHA_SCALE: 1, 2 or 4.
    pub scale: [u32; 2],
}

impl Default for Unit {
    fn default() -> Self {
        let axis = |index: usize| {
            let mut plane = [0.0; 4];
            if index < 2 {
                plane[index] = 1.0;
            }
            (GL_EYE_LINEAR, plane, plane)
        };
        Self {
            enabled: HashSet::new(),
            mode: GL_MODULATE,
            color: [0.0; 4],
            combine: Combine {
                function: [GL_MODULATE; 2],
                sources: [[GL_TEXTURE, GL_PREVIOUS, GL_CONSTANT, GL_ZERO]; 2],
                operands: [
                    [GL_SRC_COLOR, GL_SRC_COLOR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_COLOR],
                    [GL_SRC_ALPHA, GL_SRC_ALPHA, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA],
                ],
                scale: [1; 2],
            },
            generate: std::array::from_fn(axis),
            coord_replace: false,
            lod_bias: 0.0,
        }
    }
}

/// Texture environments of a context.
#[derive(Clone, Debug)]
pub struct TextureEnvironments {
    /// By unit.
    pub units: Vec<Unit>,
}

impl Default for TextureEnvironments {
    fn default() -> Self {
        Self { units: vec![Unit::default(); MAX_TEXTURE_COORDS] }
    }
}
