//! Commands that set the depth and the stencil test.

use crate::context::Context;
use crate::dispatch::commands;
use crate::enums::{faces, token};
use crate::error::{Result, UNKNOWN_TOKEN};
use crate::state::raster::TwoSide;
use crate::tokens::*;
use base::core::compare::Compare;
use shader::pipeline::state::StencilOp;

fn depth_func(context: &mut Context, compare: u32) -> Result<()> {
    context.state.raster.depth_compare = token(compare)?;
    Ok(())
}

fn depth_mask(context: &mut Context, mask: u8) -> Result<()> {
    context.state.raster.depth_write = mask != 0;
    Ok(())
}

/// Returns the back state of EXT_stencil_two_side while it is active.
fn two_side(context: &mut Context) -> Option<&mut TwoSide> {
    // "Non-separate stencil functions use the stencil face selector to determine what to set: FRONT (the default) sets both front and "OpenGL
    // 2.0" back state; BACK sets "EXT_stencil_two_side" back state." [EXT_stencil_two_side]
    Some(&mut context.state.two_side).filter(|two_side| two_side.back_is_active)
}

/// Implements glActiveStencilFaceEXT.
fn active_stencil_face(context: &mut Context, face: u32) -> Result<()> {
    context.state.two_side.back_is_active = match face {
        GL_FRONT => false,
        GL_BACK => true,
        _ => return Err(UNKNOWN_TOKEN),
    };
    Ok(())
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
    if let Some(two_side) = two_side(context) {
        let back = &mut two_side.back;
        (back.compare, back.reference, back.mask) = (token(compare)?, reference.clamp(0, 255) as u8, mask as u8);
        (two_side.reference, two_side.masks[0]) = (reference, mask);
        return Ok(());
    }
    stencil_func_separate(context, GL_FRONT_AND_BACK, compare, reference, mask)
}

/// Implements glStencilFuncSeparateATI: a function for each face, one reference and mask for both.
fn stencil_functions(context: &mut Context, front: u32, back: u32, reference: i32, mask: u32) -> Result<()> {
    // An invalid function changes neither face.
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
    if let Some(two_side) = two_side(context) {
        let operations = (token(fail)?, token(depth_fail)?, token(pass)?);
        (two_side.back.fail, two_side.back.depth_fail, two_side.back.pass) = operations;
        return Ok(());
    }
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
    if let Some(two_side) = two_side(context) {
        (two_side.back.write_mask, two_side.masks[1]) = (mask as u8, mask);
        return Ok(());
    }
    stencil_mask_separate(context, GL_FRONT_AND_BACK, mask)
}

commands! {
    fn glDepthFunc(compare: u32) => depth_func;
    fn glDepthMask(mask: u8) => depth_mask;
    fn glActiveStencilFaceEXT(face: u32) => active_stencil_face;
    fn glStencilFunc(compare: u32, reference: i32, mask: u32) => stencil_func;
    fn glStencilFuncSeparate(face: u32, compare: u32, reference: i32, mask: u32) => stencil_func_separate;
    fn glStencilFuncSeparateATI(front: u32, back: u32, reference: i32, mask: u32) => stencil_functions;
    fn glStencilOp(fail: u32, depth_fail: u32, pass: u32) => stencil_op;
    fn glStencilOpSeparate(face: u32, fail: u32, depth_fail: u32, pass: u32) => stencil_op_separate;
    fn glStencilMask(mask: u32) => stencil_mask;
    fn glStencilMaskSeparate(face: u32, mask: u32) => stencil_mask_separate;
}
