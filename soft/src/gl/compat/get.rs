//! Getters of the compatibility profile.

use crate::gl::command::debug;
use crate::gl::compat::client_arrays;
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::limits::MAX_TEXTURE_COORDS;
use crate::gl::pointer::Out;
use crate::gl::state::matrix::{Matrix, top, transpose};
use crate::gl::state::value::Value;
use crate::hir::fixed_attribute as attribute;
use crate::tokens::*;

fn floats(values: &[f32]) -> Vec<f64> {
    values.iter().map(|&value| f64::from(value)).collect()
}

fn matrix(matrix: Matrix) -> Value {
    Value::Float(floats(&matrix))
}

/// Implements glGetPointerv: the pointers of the debug callback, and the arrays of the compatibility profile.
fn get_pointer(context: &mut Context, name: u32, value: Out<usize>) -> Result<()> {
    if let Some(pointer) = debug::pointer(context, name) {
        value.set(pointer);
        return Ok(());
    }
    // "If a command … is passed a symbolic constant that is not one of those specified …, an INVALID_ENUM error is generated." [GL 4.4, 2.3.1]
    if context.config.api != Api::Compatibility {
        return Err(GL_INVALID_ENUM);
    }
    // "pnames SELECTION_BUFFER_POINTER and FEEDBACK_BUFFER_POINTER, return the pointers set with SelectBuffer and FeedbackBuffer, respectively."
    // [GL 4.4, 22.2] Nothing sets them.
    let pointer = match name {
        GL_SELECTION_BUFFER_POINTER | GL_FEEDBACK_BUFFER_POINTER => 0,
        _ => client_arrays::array_pointer(context, name).ok_or(GL_INVALID_ENUM)?,
    };
    value.set(pointer);
    Ok(())
}

commands! {
    fn glGetPointerv(name: u32, value: Out<usize>) => get_pointer;
    alias glGetPointervKHR = glGetPointerv;
    alias glGetPointervEXT = glGetPointerv;
}

/// Returns a state variable of the compatibility profile; none for other names.
pub fn get(context: &Context, name: u32) -> Option<Value> {
    if context.config.api != Api::Compatibility {
        return None;
    }
    let compat = &context.compat;
    let matrices = &compat.matrices;
    let unit = context.textures.active;
    let texture = matrices.texture.get(unit).map(|stack| top(stack));
    let current = |location: u32| {
        let words = context.vertex_arrays.current[location as usize];
        floats(&[words[0], words[1], words[2], words[3]].map(f32::from_bits))
    };
    let lighting = &compat.lighting;
    Some(match name {
        GL_MATRIX_MODE => Value::from(matrices.mode),
        GL_MODELVIEW_MATRIX => matrix(top(&matrices.modelview)),
        GL_PROJECTION_MATRIX => matrix(top(&matrices.projection)),
        GL_TEXTURE_MATRIX => matrix(texture?),
        GL_TRANSPOSE_MODELVIEW_MATRIX => matrix(transpose(&top(&matrices.modelview))),
        GL_TRANSPOSE_PROJECTION_MATRIX => matrix(transpose(&top(&matrices.projection))),
        GL_TRANSPOSE_TEXTURE_MATRIX => matrix(transpose(&texture?)),
        GL_MODELVIEW_STACK_DEPTH => Value::from(matrices.modelview.len() as i64),
        GL_PROJECTION_STACK_DEPTH => Value::from(matrices.projection.len() as i64),
        GL_TEXTURE_STACK_DEPTH => Value::from(matrices.texture.get(unit)?.len() as i64),
        GL_CURRENT_COLOR => Value::Normalized(current(attribute::COLOR)),
        GL_CURRENT_SECONDARY_COLOR => Value::Normalized(current(attribute::SECONDARY_COLOR)),
        GL_CURRENT_NORMAL => Value::Normalized(current(attribute::NORMAL)[..3].to_vec()),
        GL_CURRENT_FOG_COORD => Value::Float(current(attribute::FOG_COORD)[..1].to_vec()),
        GL_CURRENT_TEXTURE_COORDS => Value::Float(current(attribute::MULTI_TEX_COORD + (unit as u32).min(7))),
        GL_EDGE_FLAG => Value::from(current(attribute::EDGE_FLAG)[0] != 0.0),
        GL_CURRENT_RASTER_POSITION => Value::Float(floats(&compat.raster.position)),
        GL_CURRENT_RASTER_POSITION_VALID => Value::from(compat.raster.valid),
        GL_CURRENT_RASTER_DISTANCE => Value::from(compat.raster.distance),
        GL_CURRENT_RASTER_COLOR => Value::Normalized(floats(&compat.raster.color)),
        GL_CURRENT_RASTER_TEXTURE_COORDS => {
            let unit = context.textures.active.min(MAX_TEXTURE_COORDS - 1);
            Value::Float(floats(&compat.raster.texture_coordinates[unit]))
        }
        GL_ZOOM_X => Value::from(compat.raster.zoom[0]),
        GL_ZOOM_Y => Value::from(compat.raster.zoom[1]),
        GL_LIST_INDEX => Value::from(compat.lists.index()),
        GL_LIST_MODE => Value::from(compat.lists.mode()),
        GL_LIST_BASE => Value::from(compat.lists.base()),
        GL_SHADE_MODEL => Value::from(lighting.shade_model),
        GL_LIGHT_MODEL_AMBIENT => Value::Normalized(floats(&lighting.model_ambient)),
        GL_LIGHT_MODEL_LOCAL_VIEWER => Value::from(lighting.local_viewer),
        GL_LIGHT_MODEL_TWO_SIDE => Value::from(lighting.two_side),
        GL_LIGHT_MODEL_COLOR_CONTROL => Value::from(lighting.color_control),
        GL_COLOR_MATERIAL_FACE => Value::from(lighting.color_material.0),
        GL_COLOR_MATERIAL_PARAMETER => Value::from(lighting.color_material.1),
        GL_FOG_MODE => Value::from(lighting.fog.mode),
        GL_FOG_COLOR => Value::Normalized(floats(&lighting.fog.color)),
        GL_FOG_DENSITY => Value::from(lighting.fog.density),
        GL_FOG_START => Value::from(lighting.fog.start),
        GL_FOG_END => Value::from(lighting.fog.end),
        GL_FOG_DISTANCE_MODE_NV => Value::from(lighting.fog.distance),
        GL_PRIMITIVE_RESTART_NV => Value::from(context.state.primitive_restart),
        GL_PRIMITIVE_RESTART_INDEX_NV => Value::from(context.state.primitive_restart_index),
        GL_FOG_COORD_SRC => Value::from(lighting.fog.source),
        GL_ALPHA_TEST_FUNC => Value::from(compat.alpha_func.0),
        GL_ALPHA_TEST_REF => Value::Normalized(vec![f64::from(compat.alpha_func.1)]),
        GL_ATTRIB_STACK_DEPTH => Value::from(compat.stacks.depths().0),
        GL_CLIENT_ATTRIB_STACK_DEPTH => Value::from(compat.stacks.depths().1),
        GL_ARRAY_ELEMENT_LOCK_FIRST_EXT => Value::from(context.vertex_arrays.locked.map_or(0, |locked| locked.0)),
        GL_ARRAY_ELEMENT_LOCK_COUNT_EXT => Value::from(context.vertex_arrays.locked.map_or(0, |locked| locked.1)),
        GL_POINT_SIZE_MIN => Value::from(context.state.point_size_range[0]),
        GL_POINT_SIZE_MAX => Value::from(context.state.point_size_range[1]),
        GL_POINT_DISTANCE_ATTENUATION => Value::Float(floats(&context.state.point_attenuation)),
        GL_RENDER_MODE => Value::from(GL_RENDER),
        _ => return client_arrays::array_parameter(context, name),
    })
}
