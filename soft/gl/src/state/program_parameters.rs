//! Values of the state that programs in assembly languages bind as parameters.

use super::built_in_uniforms::{Values, half_vector, product, scene};
use super::lighting::{Light, Material};
use crate::state::matrix::{IDENTITY, Matrix, inverse, multiply, top, transpose};
use base::core::math;
use compiler::assembly::{self, Color, StateBinding};

/// Reads the state. Remembers the last matrix, whose rows programs usually bind together.
pub struct Reader<'a> {
    /// The state.
    pub values: Values<'a>,
    /// True if the colours of fragments are clamped.
    pub clamps: bool,
    /// The last matrix: its name, true if it is inverted, true if it is transposed.
    last: Option<((assembly::Matrix, bool, bool), Matrix)>,
}

impl<'a> Reader<'a> {
    /// Creates a reader of the state. `clamps` is true if the colours of fragments are clamped.
    pub fn new(values: Values<'a>, clamps: bool) -> Self {
        Self { values, clamps, last: None }
    }

    /// Returns a vector of the state.
    pub fn read(&mut self, state: StateBinding) -> [f32; 4] {
        let lighting = self.values.lighting;
        let raster = self.values.raster;
        let light = |number: u8, read: &dyn Fn(&Light) -> [f32; 4]| lighting.lights.get(usize::from(number)).map_or([0.0; 4], read);
        let material = |back: bool| &lighting.materials[usize::from(back)];
        match state {
            StateBinding::Material { back, color } => of_material(material(back), color),
            StateBinding::Shininess { back } => [material(back).shininess, 0.0, 0.0, 1.0],
            StateBinding::LightColor { light: number, color } => light(number, &|light| of_light(light, color)),
            StateBinding::LightPosition { light: number } => light(number, &|light| light.position),
            StateBinding::LightAttenuation { light: number } => light(number, &|light| with(light.attenuation, light.spot_exponent)),
            StateBinding::SpotDirection { light: number } => {
                light(number, &|light| with(light.spot_direction, math::cos(light.spot_cutoff.to_radians())))
            }
            StateBinding::HalfVector { light: number } => light(number, &|light| {
                let [x, y, z, _] = half_vector(light.position);
                [x, y, z, 1.0]
            }),
            StateBinding::ModelAmbient => lighting.model_ambient,
            StateBinding::SceneColor { back: false } => scene::<0>(&self.values, 0),
            StateBinding::SceneColor { back: true } => scene::<1>(&self.values, 0),
            StateBinding::LightProduct { light: number, back, color } => light(number, &|light| {
                // "The "w" component of the program parameter variable is filled with the alpha component of the specified material property."
                // [ARB_vertex_program, 2.14.3.2]
                let of_material = of_material(material(back), color);
                let [x, y, z, _] = product(of_material, of_light(light, color));
                [x, y, z, of_material[3]]
            }),
            StateBinding::TextureGeneration { unit, eye, coordinate } => {
                let unit = self.values.environment.units.get(usize::from(unit));
                let planes = unit.and_then(|unit| unit.generate.get(usize::from(coordinate)));
                planes.map_or([0.0; 4], |planes| if eye { planes.2 } else { planes.1 })
            }
            StateBinding::TextureEnvironment { unit } => {
                self.values.environment.units.get(usize::from(unit)).map_or([0.0; 4], |unit| unit.color)
            }
            StateBinding::FogColor => lighting.fog.color,
            StateBinding::FogParameters => {
                let fog = &lighting.fog;
                [fog.density, fog.start, fog.end, 1.0 / (fog.end - fog.start)]
            }
            StateBinding::ClipPlane { plane } => lighting.clip_planes.get(usize::from(plane)).copied().unwrap_or_default(),
            StateBinding::PointSize => {
                [raster.raster.point_size, raster.point_size_range[0], raster.point_size_range[1], raster.point_fade_threshold]
            }
            StateBinding::PointAttenuation => with(raster.point_attenuation, 1.0),
            StateBinding::DepthRange => {
                let viewport = &raster.raster.viewports[0];
                let (near, far) = (viewport.near as f32, viewport.far as f32);
                [near, far, far - near, 1.0]
            }
            StateBinding::MatrixRow { matrix, inverted, transposed, row } => {
                let matrix = self.matrix(matrix, inverted, transposed);
                std::array::from_fn(|column| matrix[column * 4 + usize::from(row & 3)])
            }
            StateBinding::ColorRange if self.clamps => [0.0, 1.0, 0.0, 0.0],
            StateBinding::ColorRange => [f32::NEG_INFINITY, f32::INFINITY, 0.0, 0.0],
        }
    }

    /// Returns a matrix, inverted and transposed as wanted.
    fn matrix(&mut self, name: assembly::Matrix, inverted: bool, transposed: bool) -> Matrix {
        if let Some((known, matrix)) = self.last
            && known == (name, inverted, transposed)
        {
            return matrix;
        }
        let matrices = self.values.matrices;
        let found = match name {
            assembly::Matrix::ModelView => top(&matrices.modelview),
            assembly::Matrix::Projection => top(&matrices.projection),
            assembly::Matrix::ModelViewProjection => multiply(&top(&matrices.projection), &top(&matrices.modelview)),
            assembly::Matrix::Texture(unit) => matrices.texture.get(usize::from(unit)).map_or(IDENTITY, |stack| top(stack)),
            assembly::Matrix::Program(number) => matrices.program.get(usize::from(number)).map_or(IDENTITY, |stack| top(stack)),
        };
        let found = if inverted { inverse(&found) } else { found };
        let found = if transposed { transpose(&found) } else { found };
        self.last = Some(((name, inverted, transposed), found));
        found
    }
}

/// Returns three values and a fourth.
fn with([x, y, z]: [f32; 3], w: f32) -> [f32; 4] {
    [x, y, z, w]
}

fn of_material(material: &Material, color: Color) -> [f32; 4] {
    match color {
        Color::Ambient => material.ambient,
        Color::Diffuse => material.diffuse,
        Color::Specular => material.specular,
        Color::Emission => material.emission,
    }
}

/// Returns a colour of a light, which emits none of its own.
fn of_light(light: &Light, color: Color) -> [f32; 4] {
    match color {
        Color::Ambient => light.ambient,
        Color::Diffuse => light.diffuse,
        Color::Specular => light.specular,
        Color::Emission => [0.0; 4],
    }
}
