//! The commands with fixed-point arguments. "fixed: signed 2's complement S15.16 scaled integer" [OES_fixed_point]

use crate::command::texture::parameters;
use crate::command::{clear, multisample, rasterization, viewport};
use crate::compat::attributes::{normalized, plain, unit};
use crate::compat::{lighting, matrices, texture_environment};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;
use crate::pointer::In;
use crate::state::matrix::Matrix;
use crate::tokens::*;
use base::hir::fixed_attribute;

/// Returns the number that a fixed-point value stands for.
pub(super) fn number(value: i32) -> f32 {
    (f64::from(value) / 65536.0) as f32
}

/// Returns true if a parameter is a token: "Enumerated values are converted … without scaling" [ES 1.1, 6.1.2].
pub(super) fn is_token(name: u32) -> bool {
    matches!(
        name,
        GL_FOG_MODE
            | GL_TEXTURE_ENV_MODE
            | GL_COMBINE_RGB
            | GL_COMBINE_ALPHA
            | GL_SRC0_RGB..=GL_SRC2_RGB
                | GL_SRC0_ALPHA..=GL_SRC2_ALPHA
                | GL_OPERAND0_RGB..=GL_OPERAND2_RGB
                | GL_OPERAND0_ALPHA..=GL_OPERAND2_ALPHA
                | GL_TEXTURE_MIN_FILTER
                | GL_TEXTURE_MAG_FILTER
                | GL_TEXTURE_WRAP_S
                | GL_TEXTURE_WRAP_T
                | GL_TEXTURE_GEN_MODE
    )
}

/// Returns the value of a parameter: tokens are not scaled, nor are truth values, which only differ from zero.
pub(super) fn parameter(name: u32, value: i32) -> f32 {
    let is_truth = matches!(name, GL_LIGHT_MODEL_TWO_SIDE | GL_COORD_REPLACE | GL_GENERATE_MIPMAP);
    if is_token(name) || is_truth { value as f32 } else { number(value) }
}

/// Reads up to four values of a parameter; the others are 0.
pub(super) fn four(name: u32, values: In<i32>, count: usize) -> [f32; 4] {
    let mut all = [0.0; 4];
    all.iter_mut().zip(values.copy(count)).for_each(|(place, value)| *place = parameter(name, value));
    all
}

/// Reads a matrix; none if the address is null.
fn matrix(values: In<i32>) -> Option<Matrix> {
    values.copy(16).into_iter().map(number).collect::<Vec<f32>>().try_into().ok()
}

fn point_parameter(context: &mut Context, name: u32, value: i32) -> Result<()> {
    rasterization::point_parameter(context, name, number(value))
}

fn point_parameter_values(context: &mut Context, name: u32, values: In<i32>) -> Result<()> {
    if name == GL_POINT_DISTANCE_ATTENUATION {
        let [constant, linear, quadratic, _] = four(name, values, 3);
        return rasterization::distance_attenuation(context, [constant, linear, quadratic]);
    }
    point_parameter(context, name, values.first().unwrap_or(0))
}

fn frustum(context: &mut Context, left: i32, right: i32, bottom: i32, top: i32, near: i32, far: i32) -> Result<()> {
    let [left, right, bottom, top, near, far] = [left, right, bottom, top, near, far].map(|edge| f64::from(number(edge)));
    matrices::frustum(context, left, right, bottom, top, near, far)
}

fn ortho(context: &mut Context, left: i32, right: i32, bottom: i32, top: i32, near: i32, far: i32) -> Result<()> {
    let [left, right, bottom, top, near, far] = [left, right, bottom, top, near, far].map(|edge| f64::from(number(edge)));
    matrices::ortho(context, left, right, bottom, top, near, far)
}

fn texture_parameter(context: &mut Context, target: u32, name: u32, value: i32) -> Result<()> {
    parameters::set_float(context, target, name, parameter(name, value))
}

fn texture_parameter_values(context: &mut Context, target: u32, name: u32, values: In<i32>) -> Result<()> {
    if name == GL_TEXTURE_CROP_RECT_OES {
        return parameters::set_crop_rectangle(context, target, four(name, values, 4).map(|edge| edge.round() as i32));
    }
    texture_parameter(context, target, name, values.first().unwrap_or(0))
}

commands! {
    fn glAlphaFuncx(compare: u32, reference: i32) => |context| lighting::alpha_func(context, compare, number(reference));
    fn glClearColorx(red: i32, green: i32, blue: i32, alpha: i32)
        => |context| clear::color(context, number(red), number(green), number(blue), number(alpha));
    fn glClearDepthx(depth: i32) => |context| clear::depth_float(context, number(depth));
    fn glClipPlanex(plane: u32, equation: In<i32>) => |context| lighting::set_clip_plane(context, plane, four(plane, equation, 4));
    fn glColor4x(red: i32, green: i32, blue: i32, alpha: i32)
        => |context| normalized(context, fixed_attribute::COLOR, [red, green, blue, alpha].map(number));
    fn glDepthRangex(near: i32, far: i32) => |context| viewport::depth_range_f(context, number(near), number(far));
    fn glFogx(name: u32, value: i32) => |context| lighting::fog_f(context, name, parameter(name, value));
    fn glFogxv(name: u32, values: In<i32>)
        => |context| lighting::set_fog(context, name, four(name, values, if lighting::is_color(name) { 4 } else { 1 }));
    fn glFrustumx(left: i32, right: i32, bottom: i32, top: i32, near: i32, far: i32) => frustum;
    fn glLightModelx(name: u32, value: i32) => |context| lighting::model_f(context, name, parameter(name, value));
    fn glLightModelxv(name: u32, values: In<i32>)
        => |context| lighting::set_model(context, name, four(name, values, if lighting::is_color(name) { 4 } else { 1 }));
    fn glLightx(light: u32, name: u32, value: i32) => |context| lighting::light_f(context, light, name, number(value));
    fn glLightxv(light: u32, name: u32, values: In<i32>)
        => |context| lighting::set_light(context, light, name, four(name, values, lighting::light_count(name)?));
    fn glLineWidthx(width: i32) => |context| rasterization::line_width(context, number(width));
    fn glLoadMatrixx(values: In<i32>) => |context| matrix(values).map_or(Ok(()), |matrix| matrices::load(context, matrix));
    fn glMaterialx(face: u32, name: u32, value: i32) => |context| lighting::material_f(context, face, name, number(value));
    fn glMaterialxv(face: u32, name: u32, values: In<i32>)
        => |context| lighting::change_material(context, face, name, four(name, values, lighting::material_count(name)));
    fn glMultMatrixx(values: In<i32>) => |context| matrix(values).map_or(Ok(()), |matrix| matrices::mult(context, matrix));
    fn glMultiTexCoord4x(target: u32, s: i32, t: i32, r: i32, q: i32) => |context| plain(context, unit(target)?, [s, t, r, q].map(number));
    fn glNormal3x(x: i32, y: i32, z: i32) => |context| normalized(context, fixed_attribute::NORMAL, [x, y, z].map(number));
    fn glOrthox(left: i32, right: i32, bottom: i32, top: i32, near: i32, far: i32) => ortho;
    fn glPointParameterx(name: u32, value: i32) => point_parameter;
    fn glPointParameterxv(name: u32, values: In<i32>) => point_parameter_values;
    fn glPointSizex(size: i32) => |context| rasterization::point_size(context, number(size));
    fn glPolygonOffsetx(factor: i32, units: i32) => |context| rasterization::polygon_offset(context, number(factor), number(units));
    fn glRotatex(degrees: i32, x: i32, y: i32, z: i32) => |context| matrices::rotate_f(context, number(degrees), number(x), number(y), number(z));
    fn glSampleCoveragex(value: i32, invert: u8) => |context| multisample::sample_coverage(context, number(value), invert);
    fn glScalex(x: i32, y: i32, z: i32) => |context| matrices::scale_f(context, number(x), number(y), number(z));
    fn glTexEnvx(target: u32, name: u32, value: i32)
        => |context| texture_environment::set(context, target, name, [parameter(name, value), 0.0, 0.0, 0.0]);
    fn glTexEnvxv(target: u32, name: u32, values: In<i32>)
        => |context| texture_environment::set(context, target, name, four(name, values, if name == GL_TEXTURE_ENV_COLOR { 4 } else { 1 }));
    fn glTexParameterx(target: u32, name: u32, value: i32) => texture_parameter;
    fn glTexParameterxv(target: u32, name: u32, values: In<i32>) => texture_parameter_values;
    fn glTranslatex(x: i32, y: i32, z: i32) => |context| matrices::translate_f(context, number(x), number(y), number(z));
    alias glAlphaFuncxOES = glAlphaFuncx;
    alias glClearColorxOES = glClearColorx;
    alias glClearDepthxOES = glClearDepthx;
    alias glClipPlanexOES = glClipPlanex;
    alias glColor4xOES = glColor4x;
    alias glDepthRangexOES = glDepthRangex;
    alias glFogxOES = glFogx;
    alias glFogxvOES = glFogxv;
    alias glFrustumxOES = glFrustumx;
    alias glLightModelxOES = glLightModelx;
    alias glLightModelxvOES = glLightModelxv;
    alias glLightxOES = glLightx;
    alias glLightxvOES = glLightxv;
    alias glLineWidthxOES = glLineWidthx;
    alias glLoadMatrixxOES = glLoadMatrixx;
    alias glMaterialxOES = glMaterialx;
    alias glMaterialxvOES = glMaterialxv;
    alias glMultMatrixxOES = glMultMatrixx;
    alias glMultiTexCoord4xOES = glMultiTexCoord4x;
    alias glNormal3xOES = glNormal3x;
    alias glOrthoxOES = glOrthox;
    alias glPointParameterxOES = glPointParameterx;
    alias glPointParameterxvOES = glPointParameterxv;
    alias glPointSizexOES = glPointSizex;
    alias glPolygonOffsetxOES = glPolygonOffsetx;
    alias glRotatexOES = glRotatex;
    alias glSampleCoveragexOES = glSampleCoveragex;
    alias glScalexOES = glScalex;
    alias glTexEnvxOES = glTexEnvx;
    alias glTexEnvxvOES = glTexEnvxv;
    alias glTexParameterxOES = glTexParameterx;
    alias glTexParameterxvOES = glTexParameterxv;
    alias glTranslatexOES = glTranslatex;
}
