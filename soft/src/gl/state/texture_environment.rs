//! Texture environments and texture coordinate generation of the compatibility profile.

use crate::gl::limits::MAX_TEXTURE_COORDS;
use crate::tokens::*;
use std::collections::HashSet;

/// One unit's environment.
#[derive(Clone, Debug)]
pub struct Unit {
    /// GL_TEXTURE_2D and the texture coordinate generations that are enabled.
    pub enabled: HashSet<u32>,
    /// GL_MODULATE, GL_REPLACE, GL_DECAL, GL_BLEND, GL_ADD, GL_COMBINE.
    pub mode: u32,
    pub color: [f32; 4],
    pub combine: Combine,
    /// GL_S … GL_Q: mode, object plane, eye plane.
    pub generate: [(u32, [f32; 4], [f32; 4]); 4],
    pub coord_replace: bool,
    /// GL_TEXTURE_LOD_BIAS of GL_TEXTURE_FILTER_CONTROL.
    pub lod_bias: f32,
}

/// GL_COMBINE's parameters, of RGB and alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combine {
    pub function: [u32; 2],
    pub sources: [[u32; 3]; 2],
    pub operands: [[u32; 3]; 2],
    /// 1, 2 or 4.
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
                sources: [[GL_TEXTURE, GL_PREVIOUS, GL_CONSTANT]; 2],
                operands: [[GL_SRC_COLOR, GL_SRC_COLOR, GL_SRC_ALPHA], [GL_SRC_ALPHA; 3]],
                scale: [1; 2],
            },
            generate: std::array::from_fn(axis),
            coord_replace: false,
            lod_bias: 0.0,
        }
    }
}

/// The environments.
#[derive(Clone, Debug)]
pub struct State {
    pub units: Vec<Unit>,
}

impl Default for State {
    fn default() -> Self {
        Self { units: vec![Unit::default(); MAX_TEXTURE_COORDS] }
    }
}
