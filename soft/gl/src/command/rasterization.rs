//! Commands that set how polygons, lines and points are rasterized.

use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::enums::token;
use crate::error::{Result, UNKNOWN_TOKEN, invalid_enum, invalid_value};
use crate::pointer::In;
use crate::tokens::*;
use shader::pipeline::state::PolygonMode;

fn cull_face(context: &mut Context, mode: u32) -> Result<()> {
    if !matches!(mode, GL_FRONT | GL_BACK | GL_FRONT_AND_BACK) {
        return Err(UNKNOWN_TOKEN);
    }
    context.state.cull_mode = mode;
    Ok(())
}

fn front_face(context: &mut Context, direction: u32) -> Result<()> {
    context.state.raster.front_counter_clockwise = match direction {
        GL_CCW => true,
        GL_CW => false,
        _ => return Err(UNKNOWN_TOKEN),
    };
    Ok(())
}

/// Implements glPolygonMode: outside the compatibility profile, GL_FRONT_AND_BACK is the only face.
fn polygon_mode(context: &mut Context, face: u32, mode: u32) -> Result<()> {
    let mode: PolygonMode = token(mode)?;
    let compatibility = context.config.api == Api::Compatibility;
    let modes = &mut context.state.raster.polygon_mode;
    match face {
        GL_FRONT_AND_BACK => *modes = [mode; 2],
        GL_FRONT if compatibility => modes[0] = mode,
        GL_BACK if compatibility => modes[1] = mode,
        _ => return Err(UNKNOWN_TOKEN),
    }
    Ok(())
}

/// "Calling the command PolygonOffset is equivalent to calling the command PolygonOffsetClampEXT with <clamp> equal to zero."
/// [EXT_polygon_offset_clamp]
pub fn polygon_offset(context: &mut Context, factor: f32, units: f32) -> Result<()> {
    polygon_offset_clamp(context, factor, units, 0.0)
}

fn polygon_offset_clamp(context: &mut Context, factor: f32, units: f32, clamp: f32) -> Result<()> {
    let raster = &mut context.state.raster;
    (raster.polygon_offset, raster.polygon_offset_clamp) = ((factor, units), clamp);
    Ok(())
}

/// Implements glLineWidth.
pub fn line_width(context: &mut Context, width: f32) -> Result<()> {
    if width.is_nan() || width <= 0.0 || (context.config.forward_compatible && width > 1.0) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if width is less than or equal to zero. [GL 4.4, 14.5] LineWidth values greater than 1.0 \
              will generate an INVALID_VALUE error. [GL 4.4, D.2.1]",
        ));
    }
    context.state.raster.line_width = width;
    Ok(())
}

/// Implements glPointSize.
pub fn point_size(context: &mut Context, size: f32) -> Result<()> {
    if size.is_nan() || size <= 0.0 {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if size is less than or equal to zero. [GL 4.4, 14.4]"));
    }
    context.state.raster.point_size = size;
    Ok(())
}

/// Implements glPointParameterf.
pub fn point_parameter(context: &mut Context, name: u32, value: f32) -> Result<()> {
    match name {
        GL_POINT_FADE_THRESHOLD_SIZE if value >= 0.0 => context.state.point_fade_threshold = value,
        GL_POINT_FADE_THRESHOLD_SIZE => {
            return Err(invalid_value(
                &"An INVALID_VALUE error is generated if negative values are specified for POINT_SIZE_MIN, POINT_SIZE_MAX, or \
                  POINT_FADE_THRESHOLD_SIZE. [GL 4.4, 14.4]",
            ));
        }
        GL_POINT_SPRITE_COORD_ORIGIN => {
            context.state.raster.point_sprite_upper_left = match value as u32 {
                GL_UPPER_LEFT => true,
                GL_LOWER_LEFT => false,
                // No specification names this error: Mesa raises it here.
                _ => return Err(invalid_value(&"GL_POINT_SPRITE_COORD_ORIGIN must be GL_LOWER_LEFT or GL_UPPER_LEFT.")),
            }
        }
        GL_POINT_SIZE_MIN | GL_POINT_SIZE_MAX if context.config.api.has_fixed_function() => {
            if value.is_nan() || value < 0.0 {
                return Err(invalid_value(
                    &"An INVALID_VALUE error is generated if negative values are specified for POINT_SIZE_MIN, POINT_SIZE_MAX, or \
                      POINT_FADE_THRESHOLD_SIZE. [GL 4.4, 14.4]",
                ));
            }
            context.state.point_size_range[usize::from(name == GL_POINT_SIZE_MAX)] = value;
        }
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if pname is not POINT_FADE_THRESHOLD_SIZE, POINT_DISTANCE_ATTENUATION, \
                  POINT_SIZE_MIN, POINT_SIZE_MAX, or POINT_SPRITE_COORD_ORIGIN. [GL 4.4, 14.4]",
            ));
        }
    }
    Ok(())
}

/// Sets GL_POINT_DISTANCE_ATTENUATION, which only the array forms accept.
pub fn distance_attenuation(context: &mut Context, values: [f32; 3]) -> Result<()> {
    if !context.config.api.has_fixed_function() {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if pname is not POINT_FADE_THRESHOLD_SIZE or POINT_SPRITE_COORD_ORIGIN. \
              [GL 4.4 core, 14.4]",
        ));
    }
    context.state.point_attenuation = values;
    Ok(())
}

fn point_parameter_fv(context: &mut Context, name: u32, values: In<f32>) -> Result<()> {
    if name == GL_POINT_DISTANCE_ATTENUATION {
        return distance_attenuation(context, std::array::from_fn(|index| values.at(index).unwrap_or(0.0)));
    }
    point_parameter(context, name, values.first().unwrap_or(0.0))
}

fn point_parameter_iv(context: &mut Context, name: u32, values: In<i32>) -> Result<()> {
    if name == GL_POINT_DISTANCE_ATTENUATION {
        return distance_attenuation(context, std::array::from_fn(|index| values.at(index).unwrap_or(0) as f32));
    }
    point_parameter(context, name, values.first().unwrap_or(0) as f32)
}

commands! {
    fn glCullFace(mode: u32) => cull_face;
    fn glFrontFace(direction: u32) => front_face;
    fn glPolygonMode(face: u32, mode: u32) => polygon_mode;
    fn glPolygonOffset(factor: f32, units: f32) => polygon_offset;
    fn glPolygonOffsetClamp(factor: f32, units: f32, clamp: f32) => polygon_offset_clamp;
    fn glLineWidth(width: f32) => line_width;
    fn glPointSize(size: f32) => point_size;
    fn glPointParameterf(name: u32, value: f32) => point_parameter;
    fn glPointParameteri(name: u32, value: i32) => |context| point_parameter(context, name, value as f32);
    fn glPointParameterfv(name: u32, values: In<f32>) [if name == GL_POINT_DISTANCE_ATTENUATION { 3 } else { 1 }] => point_parameter_fv;
    fn glPointParameteriv(name: u32, values: In<i32>) [if name == GL_POINT_DISTANCE_ATTENUATION { 3 } else { 1 }] => point_parameter_iv;
}
