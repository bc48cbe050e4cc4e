//! Values of the built-in uniforms of the compatibility profile, and of gl_DepthRange.

use super::lighting::Light;
use super::texture_environment::Unit;
use crate::state::lighting::LightingState;
use crate::state::matrix::MatrixStacks;
use crate::state::matrix::{Matrix, inverse, multiply, top, transpose};
use crate::state::raster::Rasterization;
use crate::state::texture_environment::TextureEnvironments;
use crate::tokens::*;
use base::core::math;
use base::hir::Type;
use shader::pipeline::program::{Program, Uniform};

/// The state behind the built-in uniforms.
pub struct Values<'a> {
    /// Rasterisation state.
    pub raster: &'a Rasterization,
    /// GL_SAMPLES of the draw framebuffer.
    pub samples: u32,
    /// Matrix stacks.
    pub matrices: &'a MatrixStacks,
    /// Lighting, fog and clip planes.
    pub lighting: &'a LightingState,
    /// Texture environments.
    pub environment: &'a TextureEnvironments,
}

/// A built-in uniform of a program. Its name is parsed once, so that draws only read and write.
#[derive(Clone, Copy, Debug)]
pub struct StateUniform {
    /// The first word in the default block.
    word: u32,
    /// Number of elements.
    elements: u32,
    /// Words from one element to the next.
    words_per_element: u32,
    /// The index of the first element: the light, the plane, the unit.
    index: usize,
    /// The state that it reads.
    source: Source,
}

/// Sources of values.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// A matrix of `columns` columns and `rows` rows.
    Matrix { base: Base, inverted: bool, transposed: bool, columns: u8, rows: u8 },
    /// Up to four words.
    Words(Read),
    /// Up to four words of a light.
    Light(Read),
}

/// Reads the values of one element.
type Read = fn(&Values, usize) -> [f32; 4];

/// The matrix before it is inverted or transposed.
#[derive(Clone, Copy, Debug)]
enum Base {
    /// gl_ModelViewMatrix.
    ModelView,
    /// gl_ProjectionMatrix.
    Projection,
    /// gl_ModelViewProjectionMatrix.
    ModelViewProjection,
    /// gl_TextureMatrix.
    Texture,
    /// gl_NormalMatrix.
    Normal,
}

/// Returns the built-in uniforms that a program reads.
pub fn state_uniforms(program: &Program) -> Vec<StateUniform> {
    program.uniforms.iter().filter(|uniform| uniform.state).filter_map(StateUniform::new).collect()
}

/// Sets the words of built-in uniforms.
pub fn fill(state: &Values, uniforms: &[StateUniform], words: &mut [u32]) {
    for uniform in uniforms {
        for element in 0..uniform.elements {
            let start = uniform.word as usize + element as usize * uniform.words_per_element as usize;
            let Some(place) = words.get_mut(start..start + uniform.words_per_element as usize) else { continue };
            uniform.read(state, uniform.index + element as usize, place);
        }
    }
}

impl StateUniform {
    fn new(uniform: &Uniform) -> Option<Self> {
        let (base, index, member) = take_apart(&uniform.name);
        let source = matrix_source(base, &uniform.ty).or_else(|| {
            let read = plain(base, member)?;
            Some(if base == "gl_LightSource" { Source::Light(read) } else { Source::Words(read) })
        })?;
        let Uniform { word, words_per_element, .. } = *uniform;
        // An array of plain values ends in [0]; members of structures are uniforms of their own.
        let elements = if member.is_empty() { uniform.elements.max(1) } else { 1 };
        Some(Self { word, elements, words_per_element, index, source })
    }

    /// Returns the light, if this is a parameter of one.
    pub fn light(&self) -> Option<usize> {
        matches!(self.source, Source::Light(_)).then_some(self.index)
    }

    /// Writes the values of one element.
    fn read(&self, state: &Values, index: usize, place: &mut [u32]) {
        match self.source {
            Source::Matrix { base, inverted, transposed, columns, rows } => {
                let matrix = matrix(state, base, index, inverted, transposed);
                let (columns, rows) = (usize::from(columns), usize::from(rows));
                let values = (0..columns * rows).map(|at| matrix[at / rows * 4 + at % rows].to_bits());
                place.iter_mut().zip(values).for_each(|(word, value)| *word = value);
            }
            Source::Words(read) | Source::Light(read) => {
                place.iter_mut().zip(read(state, index)).for_each(|(word, value)| *word = value.to_bits());
            }
        }
    }
}

/// Parses the name of a matrix with its suffixes.
fn matrix_source(name: &str, ty: &Type) -> Option<Source> {
    let (name, transposed) = name.strip_suffix("Transpose").map_or((name, false), |name| (name, true));
    let (name, inverted) = name.strip_suffix("Inverse").map_or((name, false), |name| (name, true));
    let base = match name {
        "gl_ModelViewMatrix" => Base::ModelView,
        "gl_ProjectionMatrix" => Base::Projection,
        "gl_ModelViewProjectionMatrix" => Base::ModelViewProjection,
        "gl_TextureMatrix" => Base::Texture,
        "gl_NormalMatrix" => Base::Normal,
        _ => return None,
    };
    let &Type::Matrix(_, columns, rows) = ty else { return None };
    Some(Source::Matrix { base, inverted, transposed, columns, rows })
}

/// Returns the value of a matrix.
fn matrix(state: &Values, base: Base, unit: usize, inverted: bool, transposed: bool) -> Matrix {
    let matrices = &state.matrices;
    let found = match base {
        Base::ModelView => top(&matrices.modelview),
        Base::Projection => top(&matrices.projection),
        Base::ModelViewProjection => multiply(&top(&matrices.projection), &top(&matrices.modelview)),
        Base::Texture => matrices.texture.get(unit).map_or([0.0; 16], |stack| top(stack)),
        Base::Normal => transpose(&inverse(&top(&matrices.modelview))),
    };
    let found = if inverted { inverse(&found) } else { found };
    if transposed { transpose(&found) } else { found }
}

/// Multiplies two colours.
pub fn product(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|at| a[at] * b[at])
}

/// Returns one value in the first component.
fn one(value: f32) -> [f32; 4] {
    [value, 0.0, 0.0, 0.0]
}

/// Reads a parameter of a light; zeros if the light does not exist.
fn light(state: &Values, index: usize, read: impl Fn(&Light) -> [f32; 4]) -> [f32; 4] {
    state.lighting.lights.get(index).map_or([0.0; 4], read)
}

/// Reads a parameter of a texture unit; zeros if the unit does not exist.
fn unit(state: &Values, index: usize, read: impl Fn(&Unit) -> [f32; 4]) -> [f32; 4] {
    state.environment.units.get(index).map_or([0.0; 4], read)
}

/// Returns the reader of a uniform that is no matrix; none for unknown names, whose value is 0.
fn plain(base: &str, member: &str) -> Option<Read> {
    Some(match base {
        "gl_DepthRange" => match member {
            "near" => |c, _| one(c.raster.raster.viewports[0].near as f32),
            "far" => |c, _| one(c.raster.raster.viewports[0].far as f32),
            _ => |c, _| one(c.raster.raster.viewports[0].far as f32 - c.raster.raster.viewports[0].near as f32),
        },
        "gl_NumSamples" => |c, _| one(f32::from_bits(c.samples.max(1))),
        "gl_NormalScale" => |c, _| {
            let inverse = inverse(&top(&c.matrices.modelview));
            let length = (inverse[2] * inverse[2] + inverse[6] * inverse[6] + inverse[10] * inverse[10]).sqrt();
            one(if length > 0.0 { 1.0 / length } else { 0.0 })
        },
        "gl_ClipPlane" => |c, index| c.lighting.clip_planes.get(index).copied().unwrap_or_default(),
        "gl_Point" => match member {
            "size" => |c, _| one(c.raster.raster.point_size),
            "sizeMin" => |c, _| one(c.raster.point_size_range[0]),
            "sizeMax" => |c, _| one(c.raster.point_size_range[1]),
            "fadeThresholdSize" => |c, _| one(c.raster.point_fade_threshold),
            "distanceConstantAttenuation" => |c, _| one(c.raster.point_attenuation[0]),
            "distanceLinearAttenuation" => |c, _| one(c.raster.point_attenuation[1]),
            "distanceQuadraticAttenuation" => |c, _| one(c.raster.point_attenuation[2]),
            _ => return None,
        },
        "gl_FrontMaterial" => material::<0>(member),
        "gl_BackMaterial" => material::<1>(member),
        "gl_LightModel" => |c, _| c.lighting.model_ambient,
        "gl_FrontLightModelProduct" => scene::<0>,
        "gl_BackLightModelProduct" => scene::<1>,
        "gl_FrontLightProduct" => light_product::<0>(member),
        "gl_BackLightProduct" => light_product::<1>(member),
        "gl_LightSource" => light_source(member),
        "gl_Fog" => match member {
            "color" => |c, _| c.lighting.fog.color,
            "density" => |c, _| one(c.lighting.fog.density),
            "start" => |c, _| one(c.lighting.fog.start),
            "end" => |c, _| one(c.lighting.fog.end),
            _ => |c, _| one(1.0 / (c.lighting.fog.end - c.lighting.fog.start)),
        },
        "gl_TextureEnvColor" => |c, index| unit(c, index, |unit| unit.color),
        "gl_EyePlaneS" => |c, index| unit(c, index, |unit| unit.generate[0].2),
        "gl_EyePlaneT" => |c, index| unit(c, index, |unit| unit.generate[1].2),
        "gl_EyePlaneR" => |c, index| unit(c, index, |unit| unit.generate[2].2),
        "gl_EyePlaneQ" => |c, index| unit(c, index, |unit| unit.generate[3].2),
        "gl_ObjectPlaneS" => |c, index| unit(c, index, |unit| unit.generate[0].1),
        "gl_ObjectPlaneT" => |c, index| unit(c, index, |unit| unit.generate[1].1),
        "gl_ObjectPlaneR" => |c, index| unit(c, index, |unit| unit.generate[2].1),
        "gl_ObjectPlaneQ" => |c, index| unit(c, index, |unit| unit.generate[3].1),
        _ => return None,
    })
}

/// Returns the reader of a parameter of the front or back material.
fn material<const FACE: usize>(member: &str) -> Read {
    match member {
        "emission" => |c, _| c.lighting.materials[FACE].emission,
        "ambient" => |c, _| c.lighting.materials[FACE].ambient,
        "diffuse" => |c, _| c.lighting.materials[FACE].diffuse,
        "specular" => |c, _| c.lighting.materials[FACE].specular,
        _ => |c, _| one(c.lighting.materials[FACE].shininess),
    }
}

/// Returns the colour without lights: emission, and the ambient light of the scene.
pub fn scene<const FACE: usize>(state: &Values, _: usize) -> [f32; 4] {
    let lighting = &state.lighting;
    let material = &lighting.materials[FACE];
    let ambient = product(lighting.model_ambient, material.ambient);
    std::array::from_fn(|at| if at == 3 { material.diffuse[3] } else { ambient[at] + material.emission[at] })
}

/// Returns the reader of a product of material and light.
fn light_product<const FACE: usize>(member: &str) -> Read {
    match member {
        "ambient" => |c, index| light(c, index, |light| lit(c.lighting.materials[FACE].ambient, light.ambient)),
        "diffuse" => |c, index| light(c, index, |light| lit(c.lighting.materials[FACE].diffuse, light.diffuse)),
        _ => |c, index| light(c, index, |light| lit(c.lighting.materials[FACE].specular, light.specular)),
    }
}

/// Returns the product of a material's colour and a light's. Alpha is the material's, as in other drivers: "The value of A produced by lighting is
/// the alpha value associated with" the material [GL 4.4 compatibility, 12.2.1].
fn lit(material: [f32; 4], light: [f32; 4]) -> [f32; 4] {
    let [red, green, blue, _] = product(material, light);
    [red, green, blue, material[3]]
}

/// Returns the reader of a parameter of a light.
fn light_source(member: &str) -> Read {
    match member {
        "ambient" => |c, index| light(c, index, |light| light.ambient),
        "diffuse" => |c, index| light(c, index, |light| light.diffuse),
        "specular" => |c, index| light(c, index, |light| light.specular),
        "position" => |c, index| light(c, index, |light| light.position),
        "halfVector" => |c, index| light(c, index, |light| half_vector(light.position)),
        "spotDirection" => |c, index| {
            light(c, index, |light| {
                let [x, y, z] = light.spot_direction;
                [x, y, z, 0.0]
            })
        },
        "spotExponent" => |c, index| light(c, index, |light| one(light.spot_exponent)),
        "spotCutoff" => |c, index| light(c, index, |light| one(light.spot_cutoff)),
        "spotCosCutoff" => |c, index| light(c, index, |light| one(math::cos(light.spot_cutoff.to_radians()))),
        "constantAttenuation" => |c, index| light(c, index, |light| one(light.attenuation[0])),
        "linearAttenuation" => |c, index| light(c, index, |light| one(light.attenuation[1])),
        _ => |c, index| light(c, index, |light| one(light.attenuation[2])),
    }
}

/// Returns the half vector of an infinite viewer: the normalized sum of the direction of the light and (0, 0, 1).
pub fn half_vector([x, y, z, _]: [f32; 4]) -> [f32; 4] {
    let normalized = |[x, y, z]: [f32; 3]| {
        let length = (x * x + y * y + z * z).sqrt();
        if length > 0.0 { [x / length, y / length, z / length] } else { [x, y, z] }
    };
    let [x, y, z] = normalized([x, y, z]);
    let [x, y, z] = normalized([x, y, z + 1.0]);
    [x, y, z, 1.0]
}

/// Splits a name into base, index and member: `gl_LightSource[3].position`.
fn take_apart(name: &str) -> (&str, usize, &str) {
    let (base, rest) = match name.find(['[', '.']) {
        Some(at) => name.split_at(at),
        None => (name, ""),
    };
    let (index, member) = match rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((index, member)) => (index.parse().unwrap_or(0), member),
        None => (0, rest),
    };
    (base, index, member.trim_start_matches('.'))
}

/// Returns the GLSL expression of the fog factor for a GL_FOG_MODE; `c` is the fog coordinate.
pub fn fog_factor(mode: u32) -> &'static str {
    match mode {
        GL_LINEAR => "(gl_Fog.end - c) * gl_Fog.scale",
        GL_EXP => "exp(-gl_Fog.density * c)",
        _ => "exp(-gl_Fog.density * gl_Fog.density * c * c)",
    }
}

#[cfg(test)]
mod tests {
    use super::{half_vector, lit, take_apart};

    #[test]
    fn half_vectors_have_a_fourth_component_of_1() {
        assert_eq!(half_vector([0.0, 0.0, 2.0, 1.0]), [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn products_of_light_have_the_alpha_of_the_material() {
        assert_eq!(lit([0.5, 0.5, 1.0, 0.25], [1.0, 0.5, 0.0, 0.5]), [0.5, 0.25, 0.0, 0.25]);
    }

    #[test]
    fn names_come_apart() {
        assert_eq!(take_apart("gl_LightSource[3].position"), ("gl_LightSource", 3, "position"));
        assert_eq!(take_apart("gl_TextureMatrix[0]"), ("gl_TextureMatrix", 0, ""));
        assert_eq!(take_apart("gl_DepthRange.near"), ("gl_DepthRange", 0, "near"));
        assert_eq!(take_apart("gl_NormalMatrix"), ("gl_NormalMatrix", 0, ""));
    }
}
