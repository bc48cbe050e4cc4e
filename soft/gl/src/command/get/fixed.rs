//! Getters of the state variables of `gl/state/raster.rs`.

use crate::command::state::has_hint;
use crate::config::Api;
use crate::context::Context;
use crate::enums::Token;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::limits::{MAX_DRAW_BUFFERS, MAX_VIEWPORTS};
use crate::state::value::Value;
use crate::tokens::*;

fn floats<const N: usize>(values: [f32; N]) -> Vec<f64> {
    values.iter().map(|&value| f64::from(value)).collect()
}

/// Returns a variable of fixed state; none for other names.
pub fn get(context: &Context, name: u32) -> Option<Value> {
    let state = &context.state;
    let raster = &state.raster;
    // OpenGL ES 1.1 has of the variables of OpenGL those whose tokens it has.
    let desktop = context.config.api != Api::Es;
    let compatibility = context.config.api == Api::Compatibility;
    let two_side = state.two_side;
    let active = two_side.back_is_active;
    // "queries of stencil state return the front or back stencil state depending on the current active stencil face." [EXT_stencil_two_side]
    let front = if active { two_side.back } else { raster.stencil[0] };
    let back = raster.stencil[1];
    let blend = raster.blend[0];
    Some(match name {
        GL_VIEWPORT => {
            let viewport = raster.viewports[0];
            Value::Float(floats([viewport.x, viewport.y, viewport.width, viewport.height]))
        }
        GL_DEPTH_RANGE => Value::Normalized(vec![raster.viewports[0].near, raster.viewports[0].far]),
        GL_SCISSOR_BOX => Value::Int(state.scissor_boxes[0].iter().map(|&value| i64::from(value)).collect()),
        GL_CLIP_ORIGIN => Value::from(if raster.clip_upper_left { GL_UPPER_LEFT } else { GL_LOWER_LEFT }),
        GL_CLIP_DEPTH_MODE => Value::from(if raster.clip_zero_to_one { GL_ZERO_TO_ONE } else { GL_NEGATIVE_ONE_TO_ONE }),
        GL_CULL_FACE_MODE => Value::from(state.cull_mode),
        GL_FRONT_FACE => Value::from(if raster.front_counter_clockwise { GL_CCW } else { GL_CW }),
        GL_POLYGON_MODE if context.config.api == Api::Compatibility => {
            Value::Int(raster.polygon_mode.iter().map(|mode| i64::from(mode.token())).collect())
        }
        GL_POLYGON_MODE if desktop => Value::from(raster.polygon_mode[0].token()),
        GL_POLYGON_OFFSET_FACTOR => Value::from(raster.polygon_offset.0),
        GL_POLYGON_OFFSET_UNITS => Value::from(raster.polygon_offset.1),
        GL_POLYGON_OFFSET_CLAMP => Value::from(raster.polygon_offset_clamp),
        GL_PRIMITIVE_BOUNDING_BOX => Value::Float(state.bounding_box.iter().flatten().map(|&value| f64::from(value)).collect()),
        GL_LINE_WIDTH => Value::from(raster.line_width),
        GL_POINT_SIZE if desktop => Value::from(raster.point_size),
        GL_POINT_FADE_THRESHOLD_SIZE if desktop => Value::from(state.point_fade_threshold),
        GL_POINT_SPRITE_COORD_ORIGIN if desktop => Value::from(if raster.point_sprite_upper_left { GL_UPPER_LEFT } else { GL_LOWER_LEFT }),
        GL_PROVOKING_VERTEX if desktop => {
            Value::from(if raster.provoking_last { GL_LAST_VERTEX_CONVENTION } else { GL_FIRST_VERTEX_CONVENTION })
        }
        // Core profiles after 3.2 have no quads, and their tables of state no such value.
        GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION if compatibility => Value::from(true),
        GL_PRIMITIVE_RESTART_INDEX if desktop => Value::from(state.primitive_restart_index),

        GL_DEPTH_FUNC => Value::from(raster.depth_compare.token()),
        GL_DEPTH_WRITEMASK => Value::from(raster.depth_write),
        GL_ACTIVE_STENCIL_FACE_EXT if compatibility => Value::from(if active { GL_BACK } else { GL_FRONT }),
        GL_STENCIL_FUNC => Value::from(front.compare.token()),
        GL_STENCIL_BACK_FUNC => Value::from(back.compare.token()),
        GL_STENCIL_REF => Value::from(if active { two_side.reference } else { state.stencil_reference[0] }),
        GL_STENCIL_BACK_REF => Value::from(state.stencil_reference[1]),
        GL_STENCIL_VALUE_MASK => Value::from(if active { two_side.masks[0] } else { state.stencil_masks[0][0] }),
        GL_STENCIL_BACK_VALUE_MASK => Value::from(state.stencil_masks[1][0]),
        GL_STENCIL_WRITEMASK => Value::from(if active { two_side.masks[1] } else { state.stencil_masks[0][1] }),
        GL_STENCIL_BACK_WRITEMASK => Value::from(state.stencil_masks[1][1]),
        GL_STENCIL_FAIL => Value::from(front.fail.token()),
        GL_STENCIL_BACK_FAIL => Value::from(back.fail.token()),
        GL_STENCIL_PASS_DEPTH_FAIL => Value::from(front.depth_fail.token()),
        GL_STENCIL_BACK_PASS_DEPTH_FAIL => Value::from(back.depth_fail.token()),
        GL_STENCIL_PASS_DEPTH_PASS => Value::from(front.pass.token()),
        GL_STENCIL_BACK_PASS_DEPTH_PASS => Value::from(back.pass.token()),

        GL_COLOR_WRITEMASK => Value::Bool(blend.write_mask.to_vec()),
        GL_BLEND_COLOR => Value::Normalized(floats(raster.blend_color)),
        GL_BLEND_SRC_RGB | GL_BLEND_SRC => Value::from(blend.color.1.token()),
        GL_BLEND_DST_RGB | GL_BLEND_DST => Value::from(blend.color.2.token()),
        GL_BLEND_SRC_ALPHA => Value::from(blend.alpha.1.token()),
        GL_BLEND_DST_ALPHA => Value::from(blend.alpha.2.token()),
        GL_BLEND_EQUATION_RGB => Value::from(blend.color.0.token()),
        GL_BLEND_EQUATION_ALPHA => Value::from(blend.alpha.0.token()),
        GL_LOGIC_OP_MODE if desktop => Value::from(state.logic_op),
        GL_SAMPLE_COVERAGE_VALUE => Value::from(state.sample_coverage.0),
        GL_SAMPLE_COVERAGE_INVERT => Value::from(state.sample_coverage.1),
        GL_MIN_SAMPLE_SHADING_VALUE => Value::from(state.min_sample_shading),
        GL_CLAMP_READ_COLOR if desktop => Value::from(state.clamp_read_color),
        GL_CLAMP_VERTEX_COLOR if compatibility => Value::from(state.clamp_vertex_color),
        GL_CLAMP_FRAGMENT_COLOR if compatibility => Value::from(state.clamp_fragment_color),
        _ => return state.hints.iter().find(|hint| hint.0 == name && has_hint(context, name)).map(|hint| Value::from(hint.1)),
    })
}

/// Returns a variable of fixed state with an index.
pub fn get_indexed(context: &mut Context, name: u32, index: u32) -> Result<Value> {
    // The capabilities of glEnablei, as glGet answers for those of glEnable.
    if matches!(name, GL_BLEND | GL_SCISSOR_TEST) {
        return crate::command::state::is_set_indexed(context, name, index).map(Value::from);
    }
    let state = &context.state;
    let index = index as usize;
    if name == GL_SAMPLE_MASK_VALUE {
        // The command of this state is GetIntegeri_v [GL 4.6, table 23.16]: wider integers are those that it returns, with their sign.
        return state.sample_mask.get(index).map(|&mask| Value::Int(vec![i64::from(mask.cast_signed())])).ok_or(invalid_value(
            &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. [GL 4.4, 22.1]",
        ));
    }
    let viewports = matches!(name, GL_VIEWPORT | GL_SCISSOR_BOX | GL_DEPTH_RANGE);
    if index >= if viewports { MAX_VIEWPORTS } else { MAX_DRAW_BUFFERS } {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. [GL 4.4, 22.1]",
        ));
    }
    Ok(match name {
        GL_VIEWPORT => {
            let viewport = state.raster.viewports[index];
            Value::Float(floats([viewport.x, viewport.y, viewport.width, viewport.height]))
        }
        GL_SCISSOR_BOX => Value::Int(state.scissor_boxes[index].iter().map(|&value| i64::from(value)).collect()),
        GL_DEPTH_RANGE => Value::Normalized(vec![state.raster.viewports[index].near, state.raster.viewports[index].far]),
        GL_COLOR_WRITEMASK => Value::Bool(state.raster.blend[index].write_mask.to_vec()),
        GL_BLEND_SRC_RGB | GL_BLEND_SRC => Value::from(state.raster.blend[index].color.1.token()),
        GL_BLEND_DST_RGB | GL_BLEND_DST => Value::from(state.raster.blend[index].color.2.token()),
        GL_BLEND_SRC_ALPHA => Value::from(state.raster.blend[index].alpha.1.token()),
        GL_BLEND_DST_ALPHA => Value::from(state.raster.blend[index].alpha.2.token()),
        GL_BLEND_EQUATION_RGB => Value::from(state.raster.blend[index].color.0.token()),
        GL_BLEND_EQUATION_ALPHA => Value::from(state.raster.blend[index].alpha.0.token()),
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if target is not indexed state queriable with these commands. [GL 4.4, 22.1]",
            ));
        }
    })
}
