//! The getters that return fixed-point values.

use super::fixed_point::is_token;
use crate::command::get;
use crate::command::sampler::parameters::StateValue;
use crate::command::texture::parameters;
use crate::compat::{lighting, texture_environment};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;
use crate::pointer::Out;
use crate::state::value::Value;
use crate::tokens::*;

/// Returns a number as a fixed-point value: "If a value is so large in magnitude that it cannot be represented with the requested type, then the
/// nearest value representable using the requested type is returned." [ES 1.1, 6.1.2]
pub(super) fn fixed(number: f64) -> i32 {
    (number * 65536.0).round() as i32
}

/// Returns true if a state variable is a token.
fn is_token_variable(name: u32) -> bool {
    matches!(
        name,
        GL_ACTIVE_TEXTURE
            | GL_ALPHA_TEST_FUNC
            | GL_BLEND_DST
            | GL_BLEND_DST_ALPHA
            | GL_BLEND_DST_RGB
            | GL_BLEND_EQUATION_ALPHA
            | GL_BLEND_EQUATION_RGB
            | GL_BLEND_SRC
            | GL_BLEND_SRC_ALPHA
            | GL_BLEND_SRC_RGB
            | GL_CLIENT_ACTIVE_TEXTURE
            | GL_COLOR_ARRAY_TYPE
            | GL_COMPRESSED_TEXTURE_FORMATS
            | GL_CULL_FACE_MODE
            | GL_DEPTH_FUNC
            | GL_FOG_HINT
            | GL_FOG_MODE
            | GL_FRONT_FACE
            | GL_GENERATE_MIPMAP_HINT
            | GL_IMPLEMENTATION_COLOR_READ_FORMAT
            | GL_IMPLEMENTATION_COLOR_READ_TYPE
            | GL_LINE_SMOOTH_HINT
            | GL_LOGIC_OP_MODE
            | GL_MATRIX_MODE
            | GL_NORMAL_ARRAY_TYPE
            | GL_PERSPECTIVE_CORRECTION_HINT
            | GL_POINT_SIZE_ARRAY_TYPE_OES
            | GL_POINT_SMOOTH_HINT
            | GL_SHADE_MODEL
            | GL_STENCIL_FAIL
            | GL_STENCIL_FUNC
            | GL_STENCIL_PASS_DEPTH_FAIL
            | GL_STENCIL_PASS_DEPTH_PASS
            | GL_TEXTURE_COORD_ARRAY_TYPE
            | GL_VERTEX_ARRAY_TYPE
    )
}

/// Implements glGetFixedv.
fn get_fixed(context: &mut Context, name: u32, values: Out<i32>) -> Result<()> {
    let found: Vec<i32> = match get::value(context, name)? {
        // "Enumerated values are converted to fixed-point without scaling." [ES 1.1, 6.1.2]
        Value::Int(tokens) if is_token_variable(name) => tokens.iter().map(|&token| token as i32).collect(),
        Value::Int(numbers) => numbers.iter().map(|&number| fixed(number as f64)).collect(),
        // "a boolean value is interpreted as either 1.0 or 0.0" [ES 1.1, 6.1.2]
        Value::Bool(truths) => truths.iter().map(|&truth| fixed(f64::from(u8::from(truth)))).collect(),
        Value::Float(numbers) | Value::Normalized(numbers) => numbers.iter().map(|&number| fixed(number)).collect(),
    };
    values.write(&found);
    Ok(())
}

/// Writes the values of a parameter.
pub(super) fn write(name: u32, found: &[f32], values: Out<i32>) {
    let convert = |&value: &f32| if is_token(name) { value as i32 } else { fixed(value.into()) };
    values.write(&found.iter().map(convert).collect::<Vec<_>>());
}

fn get_light(context: &mut Context, light: u32, name: u32, values: Out<i32>) -> Result<()> {
    write(name, &lighting::get_light(context, light, name)?, values);
    Ok(())
}

fn get_material(context: &mut Context, face: u32, name: u32, values: Out<i32>) -> Result<()> {
    write(name, &lighting::get_material(context, face, name)?, values);
    Ok(())
}

fn get_clip_plane(context: &mut Context, plane: u32, equation: Out<i32>) -> Result<()> {
    write(plane, &lighting::clip_plane_equation(context, plane)?, equation);
    Ok(())
}

fn get_texture_environment(context: &mut Context, target: u32, name: u32, values: Out<i32>) -> Result<()> {
    write(name, &texture_environment::get_env(context, target, name)?, values);
    Ok(())
}

fn get_texture_parameter(context: &mut Context, target: u32, name: u32, values: Out<i32>) -> Result<()> {
    let found = match parameters::value(context, target, name)? {
        StateValue::Integer(token) if is_token(name) => vec![token],
        value => value.floats().into_iter().map(|number| fixed(number.into())).collect(),
    };
    values.write(&found);
    Ok(())
}

commands! {
    fn glGetFixedv(name: u32, values: Out<i32>) => get_fixed;
    fn glGetClipPlanex(plane: u32, equation: Out<i32>) => get_clip_plane;
    fn glGetLightxv(light: u32, name: u32, values: Out<i32>) => get_light;
    fn glGetMaterialxv(face: u32, name: u32, values: Out<i32>) => get_material;
    fn glGetTexEnvxv(target: u32, name: u32, values: Out<i32>) => get_texture_environment;
    fn glGetTexParameterxv(target: u32, name: u32, values: Out<i32>) => get_texture_parameter;
    alias glGetFixedvOES = glGetFixedv;
    alias glGetClipPlanexOES = glGetClipPlanex;
    alias glGetLightxvOES = glGetLightxv;
    alias glGetMaterialxvOES = glGetMaterialxv;
    alias glGetTexEnvxvOES = glGetTexEnvxv;
    alias glGetTexParameterxvOES = glGetTexParameterxv;
}
