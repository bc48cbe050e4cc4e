//! Lights, materials, fog, clip planes and the alpha test: the values that fixed-function shaders read as built-in uniforms.

use crate::core::compare::Compare;
use crate::gl::context::Context;
use crate::gl::context::recording::perform;
use crate::gl::dispatch::commands;
use crate::gl::enums::Token;
use crate::gl::error::Result;
use crate::gl::pointer::{In, Out};
use crate::gl::state::matrix;
use crate::gl::state::matrix::Matrix;
use crate::tokens::*;

/// What of it the pipeline sees directly.
pub fn apply(context: &mut Context) {
    let compat = &context.compat;
    let raster = &mut context.state.raster;
    raster.flat_colors = compat.lighting.shade_model == GL_FLAT;
    raster.clip_planes = compat.lighting.clip_planes;
    raster.alpha_test = compat.enabled.contains(&GL_ALPHA_TEST).then(|| {
        let (compare, reference) = compat.alpha_func;
        (Compare::from_token(compare).unwrap_or(Compare::Always), reference)
    });
}

/// The upper left of a matrix times a vector.
fn rotate(matrix: &Matrix, v: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|row| (0..3).map(|column| matrix[column * 4 + row] * v[column]).sum())
}

fn transform(matrix: &Matrix, v: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|row| (0..4).map(|column| matrix[column * 4 + row] * v[column]).sum())
}

/// Up to four values behind a pointer.
fn four(values: In<f32>, count: usize) -> [f32; 4] {
    let mut all = [0.0; 4];
    all.iter_mut().zip(values.copy(count)).for_each(|(place, value)| *place = value);
    all
}

/// Integers: colours are fractions of their range.
fn four_i(values: In<i32>, count: usize, color: bool) -> [f32; 4] {
    let mut all = [0.0; 4];
    let convert = |value: i32| if color { (f64::from(value) / f64::from(i32::MAX)) as f32 } else { value as f32 };
    all.iter_mut().zip(values.copy(count)).for_each(|(place, value)| *place = convert(value));
    all
}

fn is_color(name: u32) -> bool {
    matches!(name, GL_AMBIENT | GL_DIFFUSE | GL_SPECULAR | GL_EMISSION | GL_AMBIENT_AND_DIFFUSE | GL_LIGHT_MODEL_AMBIENT | GL_FOG_COLOR)
}

/// How many values a parameter has; INVALID_ENUM for none of ours.
fn light_count(name: u32) -> Result<usize> {
    match name {
        GL_AMBIENT | GL_DIFFUSE | GL_SPECULAR | GL_POSITION => Ok(4),
        GL_SPOT_DIRECTION => Ok(3),
        GL_SPOT_EXPONENT | GL_SPOT_CUTOFF | GL_CONSTANT_ATTENUATION | GL_LINEAR_ATTENUATION | GL_QUADRATIC_ATTENUATION => Ok(1),
        _ => Err(GL_INVALID_ENUM),
    }
}

fn set_light(context: &mut Context, light: u32, name: u32, v: [f32; 4]) -> Result<()> {
    light_count(name)?;
    let modelview = matrix::top(&context.compat.matrices.modelview);
    let light = context.compat.lighting.lights.get_mut(light.wrapping_sub(GL_LIGHT0) as usize).ok_or(GL_INVALID_ENUM)?;
    match name {
        GL_AMBIENT => light.ambient = v,
        GL_DIFFUSE => light.diffuse = v,
        GL_SPECULAR => light.specular = v,
        GL_POSITION => light.position = transform(&modelview, v),
        GL_SPOT_DIRECTION => light.spot_direction = rotate(&modelview, [v[0], v[1], v[2]]),
        GL_SPOT_EXPONENT if (0.0..=128.0).contains(&v[0]) => light.spot_exponent = v[0],
        GL_SPOT_CUTOFF if (0.0..=90.0).contains(&v[0]) || v[0] == 180.0 => light.spot_cutoff = v[0],
        GL_CONSTANT_ATTENUATION if v[0] >= 0.0 => light.attenuation[0] = v[0],
        GL_LINEAR_ATTENUATION if v[0] >= 0.0 => light.attenuation[1] = v[0],
        GL_QUADRATIC_ATTENUATION if v[0] >= 0.0 => light.attenuation[2] = v[0],
        _ => return Err(GL_INVALID_VALUE),
    }
    Ok(())
}

fn light_fv(context: &mut Context, light: u32, name: u32, values: In<f32>) -> Result<()> {
    let v = four(values, light_count(name)?);
    perform(context, move |context| set_light(context, light, name, v))
}

fn light_iv(context: &mut Context, light: u32, name: u32, values: In<i32>) -> Result<()> {
    let v = four_i(values, light_count(name)?, is_color(name));
    perform(context, move |context| set_light(context, light, name, v))
}

/// "… pname must be single-valued"
fn light_f(context: &mut Context, light: u32, name: u32, value: f32) -> Result<()> {
    if light_count(name)? != 1 {
        return Err(GL_INVALID_ENUM);
    }
    set_light(context, light, name, [value, 0.0, 0.0, 0.0])
}

fn light_i(context: &mut Context, light: u32, name: u32, value: i32) -> Result<()> {
    light_f(context, light, name, value as f32)
}

fn set_model(context: &mut Context, name: u32, v: [f32; 4]) -> Result<()> {
    let lighting = &mut context.compat.lighting;
    match name {
        GL_LIGHT_MODEL_AMBIENT => lighting.model_ambient = v,
        GL_LIGHT_MODEL_LOCAL_VIEWER => lighting.local_viewer = v[0] != 0.0,
        GL_LIGHT_MODEL_TWO_SIDE => lighting.two_side = v[0] != 0.0,
        GL_LIGHT_MODEL_COLOR_CONTROL => match v[0] as u32 {
            control @ (GL_SINGLE_COLOR | GL_SEPARATE_SPECULAR_COLOR) => lighting.color_control = control,
            _ => return Err(GL_INVALID_ENUM),
        },
        _ => return Err(GL_INVALID_ENUM),
    }
    Ok(())
}

fn model_fv(context: &mut Context, name: u32, values: In<f32>) -> Result<()> {
    let v = four(values, if is_color(name) { 4 } else { 1 });
    perform(context, move |context| set_model(context, name, v))
}

fn model_iv(context: &mut Context, name: u32, values: In<i32>) -> Result<()> {
    let v = four_i(values, if is_color(name) { 4 } else { 1 }, is_color(name));
    perform(context, move |context| set_model(context, name, v))
}

fn model_f(context: &mut Context, name: u32, value: f32) -> Result<()> {
    if is_color(name) {
        return Err(GL_INVALID_ENUM);
    }
    set_model(context, name, [value, 0.0, 0.0, 0.0])
}

fn model_i(context: &mut Context, name: u32, value: i32) -> Result<()> {
    model_f(context, name, value as f32)
}

fn faces(face: u32) -> Result<std::ops::Range<usize>> {
    match face {
        GL_FRONT => Ok(0..1),
        GL_BACK => Ok(1..2),
        GL_FRONT_AND_BACK => Ok(0..2),
        _ => Err(GL_INVALID_ENUM),
    }
}

fn set_material(context: &mut Context, face: u32, name: u32, v: [f32; 4]) -> Result<()> {
    for index in faces(face)? {
        let material = &mut context.compat.lighting.materials[index];
        match name {
            GL_AMBIENT => material.ambient = v,
            GL_DIFFUSE => material.diffuse = v,
            GL_AMBIENT_AND_DIFFUSE => (material.ambient, material.diffuse) = (v, v),
            GL_SPECULAR => material.specular = v,
            GL_EMISSION => material.emission = v,
            GL_SHININESS if (0.0..=128.0).contains(&v[0]) => material.shininess = v[0],
            GL_SHININESS => return Err(GL_INVALID_VALUE),
            _ => return Err(GL_INVALID_ENUM),
        }
    }
    Ok(())
}

/// A colour was given: with GL_COLOR_MATERIAL the material follows it.
pub fn color_given(context: &mut Context, color: [f32; 4]) {
    if context.compat.enabled.contains(&GL_COLOR_MATERIAL) {
        let (face, name) = context.compat.lighting.color_material;
        // Face and name were checked by glColorMaterial.
        let _ = set_material(context, face, name, color);
    }
}

fn material_fv(context: &mut Context, face: u32, name: u32, values: In<f32>) -> Result<()> {
    let v = four(values, if name == GL_SHININESS { 1 } else { 4 });
    perform(context, move |context| set_material(context, face, name, v))
}

fn material_iv(context: &mut Context, face: u32, name: u32, values: In<i32>) -> Result<()> {
    let v = four_i(values, if name == GL_SHININESS { 1 } else { 4 }, is_color(name));
    perform(context, move |context| set_material(context, face, name, v))
}

fn material_f(context: &mut Context, face: u32, name: u32, value: f32) -> Result<()> {
    if name != GL_SHININESS {
        return Err(GL_INVALID_ENUM);
    }
    set_material(context, face, name, [value, 0.0, 0.0, 0.0])
}

fn material_i(context: &mut Context, face: u32, name: u32, value: i32) -> Result<()> {
    material_f(context, face, name, value as f32)
}

fn color_material(context: &mut Context, face: u32, name: u32) -> Result<()> {
    faces(face)?;
    if !matches!(name, GL_AMBIENT | GL_DIFFUSE | GL_SPECULAR | GL_EMISSION | GL_AMBIENT_AND_DIFFUSE) {
        return Err(GL_INVALID_ENUM);
    }
    context.compat.lighting.color_material = (face, name);
    Ok(())
}

fn shade_model(context: &mut Context, mode: u32) -> Result<()> {
    if !matches!(mode, GL_FLAT | GL_SMOOTH) {
        return Err(GL_INVALID_ENUM);
    }
    context.compat.lighting.shade_model = mode;
    apply(context);
    Ok(())
}

fn set_fog(context: &mut Context, name: u32, v: [f32; 4]) -> Result<()> {
    let fog = &mut context.compat.lighting.fog;
    match name {
        GL_FOG_MODE => match v[0] as u32 {
            mode @ (GL_LINEAR | GL_EXP | GL_EXP2) => fog.mode = mode,
            _ => return Err(GL_INVALID_ENUM),
        },
        GL_FOG_COORD_SRC => match v[0] as u32 {
            source @ (GL_FOG_COORD | GL_FRAGMENT_DEPTH) => fog.source = source,
            _ => return Err(GL_INVALID_ENUM),
        },
        GL_FOG_COLOR => fog.color = v,
        GL_FOG_DENSITY if v[0] >= 0.0 => fog.density = v[0],
        GL_FOG_DENSITY => return Err(GL_INVALID_VALUE),
        GL_FOG_START => fog.start = v[0],
        GL_FOG_END => fog.end = v[0],
        GL_FOG_INDEX => {}
        _ => return Err(GL_INVALID_ENUM),
    }
    Ok(())
}

fn fog_fv(context: &mut Context, name: u32, values: In<f32>) -> Result<()> {
    let v = four(values, if is_color(name) { 4 } else { 1 });
    perform(context, move |context| set_fog(context, name, v))
}

fn fog_iv(context: &mut Context, name: u32, values: In<i32>) -> Result<()> {
    let v = four_i(values, if is_color(name) { 4 } else { 1 }, is_color(name));
    perform(context, move |context| set_fog(context, name, v))
}

fn fog_f(context: &mut Context, name: u32, value: f32) -> Result<()> {
    if is_color(name) {
        return Err(GL_INVALID_ENUM);
    }
    set_fog(context, name, [value, 0.0, 0.0, 0.0])
}

fn fog_i(context: &mut Context, name: u32, value: i32) -> Result<()> {
    fog_f(context, name, value as f32)
}

fn alpha_func(context: &mut Context, compare: u32, reference: f32) -> Result<()> {
    Compare::from_token(compare).ok_or(GL_INVALID_ENUM)?;
    context.compat.alpha_func = (compare, reference.clamp(0.0, 1.0));
    apply(context);
    Ok(())
}

/// "The plane is transformed by the inverse of the model-view matrix": planes are kept in eye coordinates.
fn set_clip_plane(context: &mut Context, plane: u32, equation: [f32; 4]) -> Result<()> {
    let index = plane.wrapping_sub(GL_CLIP_DISTANCE0) as usize;
    let inverse = matrix::inverse(&matrix::top(&context.compat.matrices.modelview));
    let place = context.compat.lighting.clip_planes.get_mut(index).ok_or(GL_INVALID_ENUM)?;
    *place = std::array::from_fn(|column| (0..4).map(|row| equation[row] * inverse[column * 4 + row]).sum());
    apply(context);
    Ok(())
}

fn clip_plane(context: &mut Context, plane: u32, equation: In<f64>) -> Result<()> {
    let mut v = [0.0; 4];
    v.iter_mut().zip(equation.copy(4)).for_each(|(place, value)| *place = value as f32);
    perform(context, move |context| set_clip_plane(context, plane, v))
}

fn get_clip_plane(context: &mut Context, plane: u32, equation: Out<f64>) -> Result<()> {
    let index = plane.wrapping_sub(GL_CLIP_DISTANCE0) as usize;
    let found = context.compat.lighting.clip_planes.get(index).ok_or(GL_INVALID_ENUM)?;
    equation.write(&found.map(f64::from));
    Ok(())
}

fn get_light(context: &Context, light: u32, name: u32) -> Result<Vec<f32>> {
    let light = context.compat.lighting.lights.get(light.wrapping_sub(GL_LIGHT0) as usize).ok_or(GL_INVALID_ENUM)?;
    Ok(match name {
        GL_AMBIENT => light.ambient.to_vec(),
        GL_DIFFUSE => light.diffuse.to_vec(),
        GL_SPECULAR => light.specular.to_vec(),
        GL_POSITION => light.position.to_vec(),
        GL_SPOT_DIRECTION => light.spot_direction.to_vec(),
        GL_SPOT_EXPONENT => vec![light.spot_exponent],
        GL_SPOT_CUTOFF => vec![light.spot_cutoff],
        GL_CONSTANT_ATTENUATION => vec![light.attenuation[0]],
        GL_LINEAR_ATTENUATION => vec![light.attenuation[1]],
        GL_QUADRATIC_ATTENUATION => vec![light.attenuation[2]],
        _ => return Err(GL_INVALID_ENUM),
    })
}

fn get_material(context: &Context, face: u32, name: u32) -> Result<Vec<f32>> {
    let material = match face {
        GL_FRONT => &context.compat.lighting.materials[0],
        GL_BACK => &context.compat.lighting.materials[1],
        _ => return Err(GL_INVALID_ENUM),
    };
    Ok(match name {
        GL_AMBIENT => material.ambient.to_vec(),
        GL_DIFFUSE => material.diffuse.to_vec(),
        GL_SPECULAR => material.specular.to_vec(),
        GL_EMISSION => material.emission.to_vec(),
        GL_SHININESS => vec![material.shininess],
        _ => return Err(GL_INVALID_ENUM),
    })
}

/// The values as integers: 1.0 is the most positive one in colours, other values are rounded.
fn integers(name: u32, values: &[f32]) -> Vec<i32> {
    let color = matches!(name, GL_AMBIENT | GL_DIFFUSE | GL_SPECULAR | GL_EMISSION);
    let value = |&value: &f32| if color { (f64::from(value) * f64::from(i32::MAX)).round() as i32 } else { value.round() as i32 };
    values.iter().map(value).collect()
}

fn get_light_fv(context: &mut Context, light: u32, name: u32, values: Out<f32>) -> Result<()> {
    values.write(&get_light(context, light, name)?);
    Ok(())
}

fn get_light_iv(context: &mut Context, light: u32, name: u32, values: Out<i32>) -> Result<()> {
    values.write(&integers(name, &get_light(context, light, name)?));
    Ok(())
}

fn get_material_fv(context: &mut Context, face: u32, name: u32, values: Out<f32>) -> Result<()> {
    values.write(&get_material(context, face, name)?);
    Ok(())
}

fn get_material_iv(context: &mut Context, face: u32, name: u32, values: Out<i32>) -> Result<()> {
    values.write(&integers(name, &get_material(context, face, name)?));
    Ok(())
}

commands! {
    fn glLightf(light: u32, name: u32, value: f32) => light_f;
    fn glLighti(light: u32, name: u32, value: i32) => light_i;
    fn glLightfv(light: u32, name: u32, values: In<f32>) => light_fv;
    fn glLightiv(light: u32, name: u32, values: In<i32>) => light_iv;
    fn glLightModelf(name: u32, value: f32) => model_f;
    fn glLightModeli(name: u32, value: i32) => model_i;
    fn glLightModelfv(name: u32, values: In<f32>) => model_fv;
    fn glLightModeliv(name: u32, values: In<i32>) => model_iv;
    #[between_begin_end] fn glMaterialf(face: u32, name: u32, value: f32) => material_f;
    #[between_begin_end] fn glMateriali(face: u32, name: u32, value: i32) => material_i;
    #[between_begin_end] fn glMaterialfv(face: u32, name: u32, values: In<f32>) => material_fv;
    #[between_begin_end] fn glMaterialiv(face: u32, name: u32, values: In<i32>) => material_iv;
    fn glColorMaterial(face: u32, name: u32) => color_material;
    fn glShadeModel(mode: u32) => shade_model;
    fn glFogf(name: u32, value: f32) => fog_f;
    fn glFogi(name: u32, value: i32) => fog_i;
    fn glFogfv(name: u32, values: In<f32>) => fog_fv;
    fn glFogiv(name: u32, values: In<i32>) => fog_iv;
    fn glAlphaFunc(compare: u32, reference: f32) => alpha_func;
    fn glClipPlane(plane: u32, equation: In<f64>) => clip_plane;
    fn glGetClipPlane(plane: u32, equation: Out<f64>) => get_clip_plane;
    fn glGetLightfv(light: u32, name: u32, values: Out<f32>) => get_light_fv;
    fn glGetLightiv(light: u32, name: u32, values: Out<i32>) => get_light_iv;
    fn glGetMaterialfv(face: u32, name: u32, values: Out<f32>) => get_material_fv;
    fn glGetMaterialiv(face: u32, name: u32, values: Out<i32>) => get_material_iv;
}
