//! Lights, materials and fog of the compatibility profile.

use crate::tokens::*;

/// How many lights there are.
pub const LIGHTS: usize = 8;

/// A light, in eye coordinates.
#[derive(Clone, Debug)]
pub struct Light {
    pub ambient: [f32; 4],
    pub diffuse: [f32; 4],
    pub specular: [f32; 4],
    pub position: [f32; 4],
    pub spot_direction: [f32; 3],
    pub spot_exponent: f32,
    /// Degrees.
    pub spot_cutoff: f32,
    /// Constant, linear, quadratic.
    pub attenuation: [f32; 3],
}

/// A face's material.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    pub emission: [f32; 4],
    pub ambient: [f32; 4],
    pub diffuse: [f32; 4],
    pub specular: [f32; 4],
    pub shininess: f32,
}

/// Fog.
#[derive(Clone, Debug)]
pub struct Fog {
    /// GL_LINEAR, GL_EXP, GL_EXP2.
    pub mode: u32,
    pub color: [f32; 4],
    pub density: f32,
    pub start: f32,
    pub end: f32,
    /// GL_FRAGMENT_DEPTH or GL_FOG_COORD.
    pub source: u32,
}

/// All of it.
#[derive(Clone, Debug)]
pub struct State {
    pub lights: Vec<Light>,
    /// Front, back.
    pub materials: [Material; 2],
    pub model_ambient: [f32; 4],
    pub local_viewer: bool,
    pub two_side: bool,
    /// GL_SINGLE_COLOR or GL_SEPARATE_SPECULAR_COLOR.
    pub color_control: u32,
    /// GL_COLOR_MATERIAL: which face and which property follow the colour.
    pub color_material: (u32, u32),
    pub shade_model: u32,
    pub fog: Fog,
    /// In eye coordinates.
    pub clip_planes: [[f32; 4]; 8],
}

impl Default for State {
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
            fog: Fog { mode: GL_EXP, color: [0.0; 4], density: 1.0, start: 0.0, end: 1.0, source: GL_FRAGMENT_DEPTH },
            clip_planes: [[0.0; 4]; 8],
        }
    }
}
