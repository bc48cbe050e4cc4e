//! Lights, materials and fog of the compatibility profile.

use crate::tokens::*;

/// GL_MAX_LIGHTS.
pub const LIGHTS: usize = 8;

/// A light, in eye coordinates.
#[derive(Clone, Debug)]
pub struct Light {
    /// GL_AMBIENT.
    pub ambient: [f32; 4],
    /// GL_DIFFUSE.
    pub diffuse: [f32; 4],
    /// GL_SPECULAR.
    pub specular: [f32; 4],
    /// GL_POSITION.
    pub position: [f32; 4],
    /// GL_SPOT_DIRECTION.
    pub spot_direction: [f32; 3],
    /// GL_SPOT_EXPONENT.
    pub spot_exponent: f32,
    /// GL_SPOT_CUTOFF in degrees.
    pub spot_cutoff: f32,
    /// Constant, linear and quadratic attenuation.
    pub attenuation: [f32; 3],
}

/// The material of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// GL_EMISSION.
    pub emission: [f32; 4],
    /// GL_AMBIENT.
    pub ambient: [f32; 4],
    /// GL_DIFFUSE.
    pub diffuse: [f32; 4],
    /// GL_SPECULAR.
    pub specular: [f32; 4],
    /// GL_SHININESS.
    pub shininess: f32,
    /// GL_COLOR_INDEXES, for getters: no framebuffer has colour indices.
    pub color_indexes: [f32; 3],
}

/// Fog parameters.
#[derive(Clone, Debug)]
pub struct Fog {
    /// GL_FOG_MODE: GL_LINEAR, GL_EXP or GL_EXP2.
    pub mode: u32,
    /// GL_FOG_COLOR.
    pub color: [f32; 4],
    /// GL_FOG_DENSITY.
    pub density: f32,
    /// GL_FOG_START.
    pub start: f32,
    /// GL_FOG_END.
    pub end: f32,
    /// GL_FOG_COORD_SRC: GL_FRAGMENT_DEPTH or GL_FOG_COORD.
    pub source: u32,
    /// GL_FOG_DISTANCE_MODE_NV: GL_EYE_PLANE_ABSOLUTE_NV, GL_EYE_PLANE or GL_EYE_RADIAL_NV.
    pub distance: u32,
}

/// State of lights, materials, fog and clip planes.
#[derive(Clone, Debug)]
pub struct LightingState {
    /// By light.
    pub lights: Vec<Light>,
    /// Materials of the front and the back face.
    pub materials: [Material; 2],
    /// GL_LIGHT_MODEL_AMBIENT.
    pub model_ambient: [f32; 4],
    /// GL_LIGHT_MODEL_LOCAL_VIEWER.
    pub local_viewer: bool,
    /// GL_LIGHT_MODEL_TWO_SIDE.
    pub two_side: bool,
    /// GL_LIGHT_MODEL_COLOR_CONTROL: GL_SINGLE_COLOR or GL_SEPARATE_SPECULAR_COLOR.
    pub color_control: u32,
    /// GL_COLOR_MATERIAL_FACE and GL_COLOR_MATERIAL_PARAMETER.
    pub color_material: (u32, u32),
    /// GL_SHADE_MODEL.
    pub shade_model: u32,
    /// Fog.
    pub fog: Fog,
    /// Clip planes in eye coordinates.
    pub clip_planes: [[f32; 4]; 8],
}

impl Default for LightingState {
    fn default() -> Self {
        let light = |index: usize| {
            let bright = if index == 0 { [1.0; 4] } else { [0.0, 0.0, 0.0, 1.0] };
            Light {
                ambient: [0.0, 0.0, 0.0, 1.0],
                diffuse: bright,
                specular: bright,
                position: [0.0, 0.0, 1.0, 0.0],
                spot_direction: [0.0, 0.0, -1.0],
                spot_exponent: 0.0,
                spot_cutoff: 180.0,
                attenuation: [1.0, 0.0, 0.0],
            }
        };
        let material = Material {
            emission: [0.0, 0.0, 0.0, 1.0],
            ambient: [0.2, 0.2, 0.2, 1.0],
            diffuse: [0.8, 0.8, 0.8, 1.0],
            specular: [0.0, 0.0, 0.0, 1.0],
            shininess: 0.0,
            color_indexes: [0.0, 1.0, 1.0],
        };
        Self {
            lights: (0..LIGHTS).map(light).collect(),
            materials: [material; 2],
            model_ambient: [0.2, 0.2, 0.2, 1.0],
            local_viewer: false,
            two_side: false,
            color_control: GL_SINGLE_COLOR,
            color_material: (GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE),
            shade_model: GL_SMOOTH,
            fog: Fog {
                mode: GL_EXP,
                color: [0.0; 4],
                density: 1.0,
                start: 0.0,
                end: 1.0,
                source: GL_FRAGMENT_DEPTH,
                distance: GL_EYE_PLANE_ABSOLUTE_NV,
            },
            clip_planes: [[0.0; 4]; 8],
        }
    }
}
