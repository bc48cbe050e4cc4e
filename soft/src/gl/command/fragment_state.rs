//! The commands that set rasterisation and per-fragment state.

use crate::core::compare::Compare;
use crate::gl::config::Api;
use crate::gl::context::Context;
use crate::gl::dispatch::{commands, many};
use crate::gl::enums::Token;
use crate::gl::error::Result;
use crate::gl::limits::{MAX_VIEWPORT_SIZE, MAX_VIEWPORTS};
use crate::gl::pointer::{In, not_negative};
use crate::pipeline::state::{Blend, BlendEquation, BlendFactor, PolygonMode, StencilOp};
use crate::tokens::*;

fn token<T: Token>(token: u32) -> Result<T> {
    T::from_token(token).ok_or(GL_INVALID_ENUM)
}

// ---- viewports and scissors

fn set_viewport(context: &mut Context, index: usize, x: f32, y: f32, width: f32, height: f32) {
    let viewport = &mut context.state.raster.viewports[index];
    viewport.x = x.clamp(-32768.0, 32767.0);
    viewport.y = y.clamp(-32768.0, 32767.0);
    viewport.width = width.min(MAX_VIEWPORT_SIZE);
    viewport.height = height.min(MAX_VIEWPORT_SIZE);
}

/// "An INVALID_VALUE error is generated if either width or height is negative."
fn viewport(context: &mut Context, x: i32, y: i32, width: i32, height: i32) -> Result<()> {
    if width < 0 || height < 0 {
        return Err(GL_INVALID_VALUE);
    }
    for index in 0..MAX_VIEWPORTS {
        set_viewport(context, index, x as f32, y as f32, width as f32, height as f32);
    }
    Ok(())
}

fn viewport_array(context: &mut Context, first: u32, count: i32, values: In<f32>) -> Result<()> {
    let range = range(first, count)?;
    let values = values.copy(range.len() * 4);
    if values.chunks(4).any(|box_| box_[2] < 0.0 || box_[3] < 0.0) {
        return Err(GL_INVALID_VALUE);
    }
    for (index, box_) in range.zip(values.chunks_exact(4)) {
        set_viewport(context, index, box_[0], box_[1], box_[2], box_[3]);
    }
    Ok(())
}

fn viewport_indexed(context: &mut Context, index: u32, x: f32, y: f32, width: f32, height: f32) -> Result<()> {
    if index as usize >= MAX_VIEWPORTS || width < 0.0 || height < 0.0 {
        return Err(GL_INVALID_VALUE);
    }
    set_viewport(context, index as usize, x, y, width, height);
    Ok(())
}

fn viewport_indexed_v(context: &mut Context, index: u32, values: In<f32>) -> Result<()> {
    viewport_array(context, index, 1, values)
}

/// "An INVALID_VALUE error is generated if first + count is greater than the value of MAX_VIEWPORTS."
fn range(first: u32, count: i32) -> Result<std::ops::Range<usize>> {
    let count = not_negative(count)?;
    let end = (first as usize).saturating_add(count);
    if end > MAX_VIEWPORTS { Err(GL_INVALID_VALUE) } else { Ok(first as usize..end) }
}

fn scissor(context: &mut Context, x: i32, y: i32, width: i32, height: i32) -> Result<()> {
    if width < 0 || height < 0 {
        return Err(GL_INVALID_VALUE);
    }
    context.state.scissor_boxes = [[x, y, width, height]; MAX_VIEWPORTS];
    Ok(())
}

fn scissor_array(context: &mut Context, first: u32, count: i32, values: In<i32>) -> Result<()> {
    let range = range(first, count)?;
    let values = values.copy(range.len() * 4);
    if values.chunks(4).any(|box_| box_[2] < 0 || box_[3] < 0) {
        return Err(GL_INVALID_VALUE);
    }
    for (index, box_) in range.zip(values.chunks_exact(4)) {
        context.state.scissor_boxes[index].copy_from_slice(box_);
    }
    Ok(())
}

fn scissor_indexed(context: &mut Context, index: u32, x: i32, y: i32, width: i32, height: i32) -> Result<()> {
    if index as usize >= MAX_VIEWPORTS || width < 0 || height < 0 {
        return Err(GL_INVALID_VALUE);
    }
    context.state.scissor_boxes[index as usize] = [x, y, width, height];
    Ok(())
}

fn scissor_indexed_v(context: &mut Context, index: u32, values: In<i32>) -> Result<()> {
    scissor_array(context, index, 1, values)
}

fn depth_range(context: &mut Context, near: f64, far: f64) -> Result<()> {
    for viewport in &mut context.state.raster.viewports {
        (viewport.near, viewport.far) = (near.clamp(0.0, 1.0), far.clamp(0.0, 1.0));
    }
    Ok(())
}

fn depth_range_f(context: &mut Context, near: f32, far: f32) -> Result<()> {
    depth_range(context, f64::from(near), f64::from(far))
}

fn depth_range_array(context: &mut Context, first: u32, count: i32, values: In<f64>) -> Result<()> {
    let range = range(first, count)?;
    let values = values.copy(range.len() * 2);
    for (index, pair) in range.zip(values.chunks_exact(2)) {
        let viewport = &mut context.state.raster.viewports[index];
        (viewport.near, viewport.far) = (pair[0].clamp(0.0, 1.0), pair[1].clamp(0.0, 1.0));
    }
    Ok(())
}

/// glDepthRangeArrayfvOES.
fn depth_range_array_f(context: &mut Context, first: u32, count: i32, values: In<f32>) -> Result<()> {
    let range = range(first, count)?;
    let values = values.copy(range.len() * 2);
    for (index, pair) in range.zip(values.chunks_exact(2)) {
        depth_range_indexed_f(context, index as u32, pair[0], pair[1])?;
    }
    Ok(())
}

/// glDepthRangeIndexedfOES.
fn depth_range_indexed_f(context: &mut Context, index: u32, near: f32, far: f32) -> Result<()> {
    depth_range_indexed(context, index, f64::from(near), f64::from(far))
}

fn depth_range_indexed(context: &mut Context, index: u32, near: f64, far: f64) -> Result<()> {
    let viewport = context.state.raster.viewports.get_mut(index as usize).ok_or(GL_INVALID_VALUE)?;
    (viewport.near, viewport.far) = (near.clamp(0.0, 1.0), far.clamp(0.0, 1.0));
    Ok(())
}

fn clip_control(context: &mut Context, origin: u32, depth: u32) -> Result<()> {
    let upper = match origin {
        GL_LOWER_LEFT => false,
        GL_UPPER_LEFT => true,
        _ => return Err(GL_INVALID_ENUM),
    };
    let zero = match depth {
        GL_NEGATIVE_ONE_TO_ONE => false,
        GL_ZERO_TO_ONE => true,
        _ => return Err(GL_INVALID_ENUM),
    };
    (context.state.raster.clip_upper_left, context.state.raster.clip_zero_to_one) = (upper, zero);
    Ok(())
}

// ---- polygons, lines, points

fn cull_face(context: &mut Context, mode: u32) -> Result<()> {
    if !matches!(mode, GL_FRONT | GL_BACK | GL_FRONT_AND_BACK) {
        return Err(GL_INVALID_ENUM);
    }
    context.state.cull_mode = mode;
    Ok(())
}

fn front_face(context: &mut Context, direction: u32) -> Result<()> {
    context.state.raster.front_counter_clockwise = match direction {
        GL_CCW => true,
        GL_CW => false,
        _ => return Err(GL_INVALID_ENUM),
    };
    Ok(())
}

/// "An INVALID_ENUM error is generated if face is not FRONT_AND_BACK" outside the compatibility profile.
fn polygon_mode(context: &mut Context, face: u32, mode: u32) -> Result<()> {
    let mode: PolygonMode = token(mode)?;
    let compatibility = context.config.api == Api::Compatibility;
    let modes = &mut context.state.raster.polygon_mode;
    match face {
        GL_FRONT_AND_BACK => *modes = [mode; 2],
        GL_FRONT if compatibility => modes[0] = mode,
        GL_BACK if compatibility => modes[1] = mode,
        _ => return Err(GL_INVALID_ENUM),
    }
    Ok(())
}

/// "Calling the command PolygonOffset is equivalent to calling the command PolygonOffsetClampEXT with <clamp> equal to zero."
fn polygon_offset(context: &mut Context, factor: f32, units: f32) -> Result<()> {
    polygon_offset_clamp(context, factor, units, 0.0)
}

fn polygon_offset_clamp(context: &mut Context, factor: f32, units: f32, clamp: f32) -> Result<()> {
    let raster = &mut context.state.raster;
    (raster.polygon_offset, raster.polygon_offset_clamp) = ((factor, units), clamp);
    Ok(())
}

/// "An INVALID_VALUE error is generated if width is less than or equal to zero", and for wide lines in forward-compatible contexts.
fn line_width(context: &mut Context, width: f32) -> Result<()> {
    if width.is_nan() || width <= 0.0 || (context.config.forward_compatible && width > 1.0) {
        return Err(GL_INVALID_VALUE);
    }
    context.state.raster.line_width = width;
    Ok(())
}

fn point_size(context: &mut Context, size: f32) -> Result<()> {
    if size.is_nan() || size <= 0.0 {
        return Err(GL_INVALID_VALUE);
    }
    context.state.raster.point_size = size;
    Ok(())
}

fn point_parameter(context: &mut Context, name: u32, value: f32) -> Result<()> {
    match name {
        GL_POINT_FADE_THRESHOLD_SIZE if value >= 0.0 => context.state.point_fade_threshold = value,
        GL_POINT_FADE_THRESHOLD_SIZE => return Err(GL_INVALID_VALUE),
        GL_POINT_SPRITE_COORD_ORIGIN => {
            context.state.raster.point_sprite_upper_left = match value as u32 {
                GL_UPPER_LEFT => true,
                GL_LOWER_LEFT => false,
                _ => return Err(GL_INVALID_VALUE),
            }
        }
        GL_POINT_SIZE_MIN | GL_POINT_SIZE_MAX if context.config.api == Api::Compatibility => {
            if value.is_nan() || value < 0.0 {
                return Err(GL_INVALID_VALUE);
            }
            context.state.point_size_range[usize::from(name == GL_POINT_SIZE_MAX)] = value;
        }
        _ => return Err(GL_INVALID_ENUM),
    }
    Ok(())
}

fn point_parameter_i(context: &mut Context, name: u32, value: i32) -> Result<()> {
    point_parameter(context, name, value as f32)
}

/// GL_POINT_DISTANCE_ATTENUATION, which only arrays can give.
fn distance_attenuation(context: &mut Context, values: [f32; 3]) -> Result<()> {
    if context.config.api != Api::Compatibility {
        return Err(GL_INVALID_ENUM);
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

// ---- depth and stencil

fn depth_func(context: &mut Context, compare: u32) -> Result<()> {
    context.state.raster.depth_compare = token(compare)?;
    Ok(())
}

fn depth_mask(context: &mut Context, mask: u8) -> Result<()> {
    context.state.raster.depth_write = mask != 0;
    Ok(())
}

fn faces(face: u32) -> Result<std::ops::Range<usize>> {
    match face {
        GL_FRONT => Ok(0..1),
        GL_BACK => Ok(1..2),
        GL_FRONT_AND_BACK => Ok(0..2),
        _ => Err(GL_INVALID_ENUM),
    }
}

fn stencil_func_separate(context: &mut Context, face: u32, compare: u32, reference: i32, mask: u32) -> Result<()> {
    let faces = faces(face)?;
    let compare: Compare = token(compare)?;
    for index in faces {
        let stencil = &mut context.state.raster.stencil[index];
        (stencil.compare, stencil.reference, stencil.mask) = (compare, reference.clamp(0, 255) as u8, mask as u8);
        context.state.stencil_reference[index] = reference;
        context.state.stencil_masks[index][0] = mask;
    }
    Ok(())
}

fn stencil_func(context: &mut Context, compare: u32, reference: i32, mask: u32) -> Result<()> {
    stencil_func_separate(context, GL_FRONT_AND_BACK, compare, reference, mask)
}

/// glStencilFuncSeparateATI: a function for each face, one reference and mask for both.
fn stencil_functions(context: &mut Context, front: u32, back: u32, reference: i32, mask: u32) -> Result<()> {
    // Neither face changes where one function is wrong.
    let _: (Compare, Compare) = (token(front)?, token(back)?);
    stencil_func_separate(context, GL_FRONT, front, reference, mask)?;
    stencil_func_separate(context, GL_BACK, back, reference, mask)
}

fn stencil_op_separate(context: &mut Context, face: u32, fail: u32, depth_fail: u32, pass: u32) -> Result<()> {
    let faces = faces(face)?;
    let operations: (StencilOp, StencilOp, StencilOp) = (token(fail)?, token(depth_fail)?, token(pass)?);
    for index in faces {
        let stencil = &mut context.state.raster.stencil[index];
        (stencil.fail, stencil.depth_fail, stencil.pass) = operations;
    }
    Ok(())
}

fn stencil_op(context: &mut Context, fail: u32, depth_fail: u32, pass: u32) -> Result<()> {
    stencil_op_separate(context, GL_FRONT_AND_BACK, fail, depth_fail, pass)
}

fn stencil_mask_separate(context: &mut Context, face: u32, mask: u32) -> Result<()> {
    for index in faces(face)? {
        context.state.raster.stencil[index].write_mask = mask as u8;
        context.state.stencil_masks[index][1] = mask;
    }
    Ok(())
}

fn stencil_mask(context: &mut Context, mask: u32) -> Result<()> {
    stencil_mask_separate(context, GL_FRONT_AND_BACK, mask)
}

// ---- colour

fn color_mask(context: &mut Context, red: u8, green: u8, blue: u8, alpha: u8) -> Result<()> {
    let mask = [red, green, blue, alpha].map(|bit| bit != 0);
    context.state.raster.blend.iter_mut().for_each(|blend| blend.write_mask = mask);
    Ok(())
}

fn buffer(context: &mut Context, index: u32) -> Result<&mut Blend> {
    context.state.raster.blend.get_mut(index as usize).ok_or(GL_INVALID_VALUE)
}

fn color_mask_indexed(context: &mut Context, index: u32, red: u8, green: u8, blue: u8, alpha: u8) -> Result<()> {
    buffer(context, index)?.write_mask = [red, green, blue, alpha].map(|bit| bit != 0);
    Ok(())
}

fn blend_color(context: &mut Context, red: f32, green: f32, blue: f32, alpha: f32) -> Result<()> {
    context.state.raster.blend_color = [red, green, blue, alpha];
    Ok(())
}

type Factors = (BlendFactor, BlendFactor);

fn set_factors(blend: &mut Blend, color: Factors, alpha: Factors) {
    (blend.color.1, blend.color.2) = color;
    (blend.alpha.1, blend.alpha.2) = alpha;
}

fn blend_func_separate(context: &mut Context, src: u32, dst: u32, src_alpha: u32, dst_alpha: u32) -> Result<()> {
    let factors: (Factors, Factors) = ((token(src)?, token(dst)?), (token(src_alpha)?, token(dst_alpha)?));
    context.state.raster.blend.iter_mut().for_each(|blend| set_factors(blend, factors.0, factors.1));
    Ok(())
}

fn blend_func(context: &mut Context, src: u32, dst: u32) -> Result<()> {
    blend_func_separate(context, src, dst, src, dst)
}

fn blend_func_separate_i(context: &mut Context, index: u32, src: u32, dst: u32, src_alpha: u32, dst_alpha: u32) -> Result<()> {
    let factors: (Factors, Factors) = ((token(src)?, token(dst)?), (token(src_alpha)?, token(dst_alpha)?));
    set_factors(buffer(context, index)?, factors.0, factors.1);
    Ok(())
}

fn blend_func_i(context: &mut Context, index: u32, src: u32, dst: u32) -> Result<()> {
    blend_func_separate_i(context, index, src, dst, src, dst)
}

fn blend_equation_separate(context: &mut Context, color: u32, alpha: u32) -> Result<()> {
    let (color, alpha): (BlendEquation, BlendEquation) = (token(color)?, token(alpha)?);
    context.state.raster.blend.iter_mut().for_each(|blend| (blend.color.0, blend.alpha.0) = (color, alpha));
    Ok(())
}

fn blend_equation(context: &mut Context, mode: u32) -> Result<()> {
    blend_equation_separate(context, mode, mode)
}

fn blend_equation_separate_i(context: &mut Context, index: u32, color: u32, alpha: u32) -> Result<()> {
    let (color, alpha): (BlendEquation, BlendEquation) = (token(color)?, token(alpha)?);
    let blend = buffer(context, index)?;
    (blend.color.0, blend.alpha.0) = (color, alpha);
    Ok(())
}

fn blend_equation_i(context: &mut Context, index: u32, mode: u32) -> Result<()> {
    blend_equation_separate_i(context, index, mode, mode)
}

fn logic_op(context: &mut Context, operation: u32) -> Result<()> {
    if !(GL_CLEAR..=GL_SET).contains(&operation) {
        return Err(GL_INVALID_ENUM);
    }
    context.state.logic_op = operation;
    Ok(())
}

commands! {
    fn glViewport(x: i32, y: i32, width: i32, height: i32) => viewport;
    fn glViewportArrayv(first: u32, count: i32, values: In<f32>) => viewport_array [many(count, 4)];
    fn glViewportIndexedf(index: u32, x: f32, y: f32, width: f32, height: f32) => viewport_indexed;
    fn glViewportIndexedfv(index: u32, values: In<f32>) => viewport_indexed_v [4];
    fn glScissor(x: i32, y: i32, width: i32, height: i32) => scissor;
    fn glScissorArrayv(first: u32, count: i32, values: In<i32>) => scissor_array [many(count, 4)];
    fn glScissorIndexed(index: u32, x: i32, y: i32, width: i32, height: i32) => scissor_indexed;
    fn glScissorIndexedv(index: u32, values: In<i32>) => scissor_indexed_v [4];
    fn glDepthRange(near: f64, far: f64) => depth_range;
    fn glDepthRangef(near: f32, far: f32) => depth_range_f;
    fn glDepthRangeArrayv(first: u32, count: i32, values: In<f64>) => depth_range_array [many(count, 2)];
    fn glDepthRangeIndexed(index: u32, near: f64, far: f64) => depth_range_indexed;
    fn glDepthRangeArrayfvOES(first: u32, count: i32, values: In<f32>) => depth_range_array_f [many(count, 2)];
    fn glDepthRangeIndexedfOES(index: u32, near: f32, far: f32) => depth_range_indexed_f;
    fn glClipControl(origin: u32, depth: u32) => clip_control;
    fn glCullFace(mode: u32) => cull_face;
    fn glFrontFace(direction: u32) => front_face;
    fn glPolygonMode(face: u32, mode: u32) => polygon_mode;
    fn glPolygonOffset(factor: f32, units: f32) => polygon_offset;
    fn glPolygonOffsetClamp(factor: f32, units: f32, clamp: f32) => polygon_offset_clamp;
    fn glLineWidth(width: f32) => line_width;
    fn glPointSize(size: f32) => point_size;
    fn glPointParameterf(name: u32, value: f32) => point_parameter;
    fn glPointParameteri(name: u32, value: i32) => point_parameter_i;
    fn glPointParameterfv(name: u32, values: In<f32>) => point_parameter_fv [if name == GL_POINT_DISTANCE_ATTENUATION { 3 } else { 1 }];
    fn glPointParameteriv(name: u32, values: In<i32>) => point_parameter_iv [if name == GL_POINT_DISTANCE_ATTENUATION { 3 } else { 1 }];
    fn glDepthFunc(compare: u32) => depth_func;
    fn glDepthMask(mask: u8) => depth_mask;
    fn glStencilFunc(compare: u32, reference: i32, mask: u32) => stencil_func;
    fn glStencilFuncSeparate(face: u32, compare: u32, reference: i32, mask: u32) => stencil_func_separate;
    fn glStencilFuncSeparateATI(front: u32, back: u32, reference: i32, mask: u32) => stencil_functions;
    fn glStencilOp(fail: u32, depth_fail: u32, pass: u32) => stencil_op;
    fn glStencilOpSeparate(face: u32, fail: u32, depth_fail: u32, pass: u32) => stencil_op_separate;
    fn glStencilMask(mask: u32) => stencil_mask;
    fn glStencilMaskSeparate(face: u32, mask: u32) => stencil_mask_separate;
    fn glColorMask(red: u8, green: u8, blue: u8, alpha: u8) => color_mask;
    fn glColorMaski(index: u32, red: u8, green: u8, blue: u8, alpha: u8) => color_mask_indexed;
    fn glBlendColor(red: f32, green: f32, blue: f32, alpha: f32) => blend_color;
    fn glBlendFunc(src: u32, dst: u32) => blend_func;
    fn glBlendFunci(index: u32, src: u32, dst: u32) => blend_func_i;
    fn glBlendFuncSeparate(src: u32, dst: u32, src_alpha: u32, dst_alpha: u32) => blend_func_separate;
    fn glBlendFuncSeparatei(index: u32, src: u32, dst: u32, src_alpha: u32, dst_alpha: u32) => blend_func_separate_i;
    fn glBlendEquation(mode: u32) => blend_equation;
    fn glBlendEquationi(index: u32, mode: u32) => blend_equation_i;
    fn glBlendEquationSeparate(color: u32, alpha: u32) => blend_equation_separate;
    fn glBlendEquationSeparatei(index: u32, color: u32, alpha: u32) => blend_equation_separate_i;
    fn glLogicOp(operation: u32) => logic_op;
    alias glColorMaskIndexedEXT = glColorMaski;
    alias glColorMaskiEXT = glColorMaski;
    alias glColorMaskiOES = glColorMaski;
    alias glBlendColorEXT = glBlendColor;
    alias glBlendFuncSeparateEXT = glBlendFuncSeparate;
    alias glBlendEquationEXT = glBlendEquation;
    alias glBlendEquationSeparateEXT = glBlendEquationSeparate;
    alias glBlendFunciARB = glBlendFunci;
    alias glBlendFuncSeparateiARB = glBlendFuncSeparatei;
    alias glBlendEquationiARB = glBlendEquationi;
    alias glBlendEquationSeparateiARB = glBlendEquationSeparatei;
    alias glBlendFunciEXT = glBlendFunci;
    alias glBlendFuncSeparateiEXT = glBlendFuncSeparatei;
    alias glBlendEquationiEXT = glBlendEquationi;
    alias glBlendEquationSeparateiEXT = glBlendEquationSeparatei;
    alias glBlendFunciOES = glBlendFunci;
    alias glBlendFuncSeparateiOES = glBlendFuncSeparatei;
    alias glBlendEquationiOES = glBlendEquationi;
    alias glBlendEquationSeparateiOES = glBlendEquationSeparatei;
    alias glBlendFuncIndexedAMD = glBlendFunci;
    alias glBlendFuncSeparateIndexedAMD = glBlendFuncSeparatei;
    alias glBlendEquationIndexedAMD = glBlendEquationi;
    alias glBlendEquationSeparateIndexedAMD = glBlendEquationSeparatei;
    alias glBlendFuncSeparateINGR = glBlendFuncSeparate;
    alias glBlendEquationSeparateATI = glBlendEquationSeparate;
    alias glStencilOpSeparateATI = glStencilOpSeparate;
    alias glPolygonOffsetClampEXT = glPolygonOffsetClamp;
    alias glClipControlEXT = glClipControl;
    alias glViewportArrayvOES = glViewportArrayv;
    alias glViewportIndexedfOES = glViewportIndexedf;
    alias glViewportIndexedfvOES = glViewportIndexedfv;
    alias glScissorArrayvOES = glScissorArrayv;
    alias glScissorIndexedOES = glScissorIndexed;
    alias glScissorIndexedvOES = glScissorIndexedv;
    alias glPointParameterfARB = glPointParameterf;
    alias glPointParameterfvARB = glPointParameterfv;
    alias glPointParameterfEXT = glPointParameterf;
    alias glPointParameterfvEXT = glPointParameterfv;
}
