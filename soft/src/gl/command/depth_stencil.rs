//! Commands that set the depth and the stencil test.

use crate::core::compare::Compare;
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::enums::{faces, token};
use crate::gl::error::Result;
use crate::pipeline::state::StencilOp;
use crate::tokens::*;

fn depth_func(context: &mut Context, compare: u32) -> Result<()> {
    context.state.raster.depth_compare = token(compare)?;
    Ok(())
}

fn depth_mask(context: &mut Context, mask: u8) -> Result<()> {
    context.state.raster.depth_write = mask != 0;
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

commands! {
    fn glDepthFunc(compare: u32) => depth_func;
    fn glDepthMask(mask: u8) => depth_mask;
    fn glStencilFunc(compare: u32, reference: i32, mask: u32) => stencil_func;
    fn glStencilFuncSeparate(face: u32, compare: u32, reference: i32, mask: u32) => stencil_func_separate;
    fn glStencilFuncSeparateATI(front: u32, back: u32, reference: i32, mask: u32) => stencil_functions;
    fn glStencilOp(fail: u32, depth_fail: u32, pass: u32) => stencil_op;
    fn glStencilOpSeparate(face: u32, fail: u32, depth_fail: u32, pass: u32) => stencil_op_separate;
    fn glStencilMask(mask: u32) => stencil_mask;
    fn glStencilMaskSeparate(face: u32, mask: u32) => stencil_mask_separate;
    alias glStencilOpSeparateATI = glStencilOpSeparate;
}
