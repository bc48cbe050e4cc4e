//! The built-in uniforms of the compatibility profile, and gl_DepthRange: their values from the state.

use super::matrices::{Matrix, inverse, multiply, top, transpose};
use crate::gl::context::Context;
use crate::hir::Type;
use crate::program::{Program, Uniform};
use crate::tokens::*;

/// Sets the words of every built-in uniform that a program uses.
pub fn fill(context: &Context, program: &Program, words: &mut [u32]) {
    for uniform in program.uniforms.iter().filter(|uniform| uniform.state) {
        for element in 0..uniform.elements.max(1) {
            let values = value(context, uniform, element as usize);
            let start = (uniform.word + element * uniform.words_per_element) as usize;
            let Some(place) = words.get_mut(start..start + uniform.words_per_element as usize) else { continue };
            place.iter_mut().zip(values).for_each(|(word, value)| *word = value);
        }
    }
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// A name without its index, the index, and what follows: `gl_LightSource[3].position`.
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

/// The value of one element of a built-in uniform.
fn value(context: &Context, uniform: &Uniform, element: usize) -> Vec<u32> {
    let (base, index, member) = take_apart(&uniform.name);
    // An array of plain values ends in [0]: its elements are asked for one by one.
    let index = if member.is_empty() { index + element } else { index };
    if let Some(matrix) = matrix(context, base, index) {
        return if let Type::Matrix(_, columns, rows) = uniform.ty {
            let (columns, rows) = (usize::from(columns), usize::from(rows));
            (0..columns * rows).map(|at| matrix[at / rows * 4 + at % rows].to_bits()).collect()
        } else {
            bits(&matrix)
        };
    }
    bits(&plain(context, base, index, member))
}

/// The matrix that a name stands for, with its suffixes.
fn matrix(context: &Context, name: &str, unit: usize) -> Option<Matrix> {
    let matrices = &context.compat.matrices;
    let (name, transposed) = name.strip_suffix("Transpose").map_or((name, false), |name| (name, true));
    let (name, inverted) = name.strip_suffix("Inverse").map_or((name, false), |name| (name, true));
    let found = match name {
        "gl_ModelViewMatrix" => top(&matrices.modelview),
        "gl_ProjectionMatrix" => top(&matrices.projection),
        "gl_ModelViewProjectionMatrix" => multiply(&top(&matrices.projection), &top(&matrices.modelview)),
        "gl_TextureMatrix" => matrices.texture.get(unit).map(|stack| top(stack))?,
        "gl_NormalMatrix" => transpose(&inverse(&top(&matrices.modelview))),
        _ => return None,
    };
    let found = if inverted { inverse(&found) } else { found };
    Some(if transposed { transpose(&found) } else { found })
}

fn product(a: [f32; 4], b: [f32; 4]) -> Vec<f32> {
    a.iter().zip(b).map(|(a, b)| a * b).collect()
}

/// Everything that is no matrix; 0 for what is not known.
fn plain(context: &Context, base: &str, index: usize, member: &str) -> Vec<f32> {
    let lighting = &context.compat.lighting;
    let front = usize::from(base.starts_with("gl_Back"));
    let material = &lighting.materials[front];
    match (base, member) {
        ("gl_DepthRange", _) => {
            let viewport = context.state.raster.viewports[0];
            let (near, far) = (viewport.near as f32, viewport.far as f32);
            vec![match member {
                "near" => near,
                "far" => far,
                _ => far - near,
            }]
        }
        ("gl_NumSamples", _) => vec![f32::from_bits(1)],
        ("gl_NormalScale", _) => {
            let inverse = inverse(&top(&context.compat.matrices.modelview));
            let length = (inverse[2] * inverse[2] + inverse[6] * inverse[6] + inverse[10] * inverse[10]).sqrt();
            vec![if length > 0.0 { 1.0 / length } else { 0.0 }]
        }
        ("gl_ClipPlane", _) => lighting.clip_planes.get(index).map(|plane| plane.to_vec()).unwrap_or_default(),
        ("gl_Point", _) => {
            let raster = &context.state.raster;
            vec![match member {
                "size" => raster.point_size,
                "sizeMin" => 0.0,
                "sizeMax" => 256.0,
                "fadeThresholdSize" => context.state.point_fade_threshold,
                "distanceConstantAttenuation" => 1.0,
                _ => 0.0,
            }]
        }
        ("gl_FrontMaterial" | "gl_BackMaterial", _) => match member {
            "emission" => material.emission.to_vec(),
            "ambient" => material.ambient.to_vec(),
            "diffuse" => material.diffuse.to_vec(),
            "specular" => material.specular.to_vec(),
            _ => vec![material.shininess],
        },
        ("gl_LightModel", _) => lighting.model_ambient.to_vec(),
        ("gl_FrontLightModelProduct" | "gl_BackLightModelProduct", _) => {
            let mut color: Vec<f32> = product(lighting.model_ambient, material.ambient);
            color.iter_mut().zip(material.emission).for_each(|(value, emission)| *value += emission);
            color[3] = material.diffuse[3];
            color
        }
        ("gl_FrontLightProduct" | "gl_BackLightProduct", _) => {
            let Some(light) = lighting.lights.get(index) else { return Vec::new() };
            match member {
                "ambient" => product(material.ambient, light.ambient),
                "diffuse" => product(material.diffuse, light.diffuse),
                _ => product(material.specular, light.specular),
            }
        }
        ("gl_LightSource", _) => {
            let Some(light) = lighting.lights.get(index) else { return Vec::new() };
            match member {
                "ambient" => light.ambient.to_vec(),
                "diffuse" => light.diffuse.to_vec(),
                "specular" => light.specular.to_vec(),
                "position" => light.position.to_vec(),
                "halfVector" => half_vector(light.position),
                "spotDirection" => light.spot_direction.to_vec(),
                "spotExponent" => vec![light.spot_exponent],
                "spotCutoff" => vec![light.spot_cutoff],
                "spotCosCutoff" => vec![f64::from(light.spot_cutoff).to_radians().cos() as f32],
                "constantAttenuation" => vec![light.attenuation[0]],
                "linearAttenuation" => vec![light.attenuation[1]],
                _ => vec![light.attenuation[2]],
            }
        }
        ("gl_Fog", _) => {
            let fog = &lighting.fog;
            match member {
                "color" => fog.color.to_vec(),
                "density" => vec![fog.density],
                "start" => vec![fog.start],
                "end" => vec![fog.end],
                _ => vec![1.0 / (fog.end - fog.start)],
            }
        }
        ("gl_TextureEnvColor", _) => unit(context, index, |unit| unit.color),
        ("gl_EyePlaneS", _) => unit(context, index, |unit| unit.generate[0].2),
        ("gl_EyePlaneT", _) => unit(context, index, |unit| unit.generate[1].2),
        ("gl_EyePlaneR", _) => unit(context, index, |unit| unit.generate[2].2),
        ("gl_EyePlaneQ", _) => unit(context, index, |unit| unit.generate[3].2),
        ("gl_ObjectPlaneS", _) => unit(context, index, |unit| unit.generate[0].1),
        ("gl_ObjectPlaneT", _) => unit(context, index, |unit| unit.generate[1].1),
        ("gl_ObjectPlaneR", _) => unit(context, index, |unit| unit.generate[2].1),
        ("gl_ObjectPlaneQ", _) => unit(context, index, |unit| unit.generate[3].1),
        _ => Vec::new(),
    }
}

fn unit(context: &Context, index: usize, pick: fn(&super::texture_environment::Unit) -> [f32; 4]) -> Vec<f32> {
    context.compat.environment.units.get(index).map(|unit| pick(unit).to_vec()).unwrap_or_default()
}

/// The half vector of an infinite viewer: the normalized sum of the light's direction and (0, 0, 1).
fn half_vector(position: [f32; 4]) -> Vec<f32> {
    let length = position[..3].iter().map(|value| value * value).sum::<f32>().sqrt();
    let mut half: Vec<f32> = position[..3].iter().map(|value| if length > 0.0 { value / length } else { 0.0 }).collect();
    half[2] += 1.0;
    let length = half.iter().map(|value| value * value).sum::<f32>().sqrt();
    half.iter_mut().for_each(|value| *value /= if length > 0.0 { length } else { 1.0 });
    half.push(0.0);
    half
}

/// The token that GL_FOG_MODE stands for, in fixed-function shaders.
pub fn fog_factor(mode: u32) -> &'static str {
    match mode {
        GL_LINEAR => "(gl_Fog.end - c) * gl_Fog.scale",
        GL_EXP => "exp(-gl_Fog.density * c)",
        _ => "exp(-gl_Fog.density * gl_Fog.density * c * c)",
    }
}

#[cfg(test)]
mod tests {
    use super::take_apart;

    #[test]
    fn names_come_apart() {
        assert_eq!(take_apart("gl_LightSource[3].position"), ("gl_LightSource", 3, "position"));
        assert_eq!(take_apart("gl_TextureMatrix[0]"), ("gl_TextureMatrix", 0, ""));
        assert_eq!(take_apart("gl_DepthRange.near"), ("gl_DepthRange", 0, "near"));
        assert_eq!(take_apart("gl_NormalMatrix"), ("gl_NormalMatrix", 0, ""));
    }
}
