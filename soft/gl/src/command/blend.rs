//! Commands that set blending, colour masks and the logical operation.

use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::enums::token;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::tokens::*;
use shader::pipeline::blend::{Blend, BlendEquation, BlendFactor};

fn color_mask(context: &mut Context, red: u8, green: u8, blue: u8, alpha: u8) -> Result<()> {
    let mask = [red, green, blue, alpha].map(|bit| bit != 0);
    context.state.raster.blend.iter_mut().for_each(|blend| blend.write_mask = mask);
    Ok(())
}

/// Returns the blend state of a draw buffer.
fn buffer(context: &mut Context, index: u32) -> Result<&mut Blend> {
    context.state.raster.blend.get_mut(index as usize).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if buf is not in the range zero to the value of MAX_DRAW_BUFFERS minus one. \
          [GL 4.4, 17.3.8.1]",
    ))
}

fn color_mask_indexed(context: &mut Context, index: u32, red: u8, green: u8, blue: u8, alpha: u8) -> Result<()> {
    buffer(context, index)?.write_mask = [red, green, blue, alpha].map(|bit| bit != 0);
    Ok(())
}

fn blend_color(context: &mut Context, red: f32, green: f32, blue: f32, alpha: f32) -> Result<()> {
    context.state.raster.blend_color = [red, green, blue, alpha];
    Ok(())
}

/// Source and destination factor.
type Factors = (BlendFactor, BlendFactor);

fn set_factors(blend: &mut Blend, color: Factors, alpha: Factors) {
    (blend.color.1, blend.color.2) = color;
    (blend.alpha.1, blend.alpha.2) = alpha;
}

fn blend_func_separate(context: &mut Context, src: u32, dst: u32, src_alpha: u32, dst_alpha: u32) -> Result<()> {
    if context.config.api == Api::Es1 && [dst, dst_alpha].contains(&GL_SRC_ALPHA_SATURATE) {
        return Err(invalid_enum(
            &"SRC_ALPHA_SATURATE is valid only for source RGB and alpha blending functions. [OES_blend_func_separate]",
        ));
    }
    let factors: (Factors, Factors) = ((token(src)?, token(dst)?), (token(src_alpha)?, token(dst_alpha)?));
    context.state.raster.blend.iter_mut().for_each(|blend| set_factors(blend, factors.0, factors.1));
    Ok(())
}

fn blend_func_separate_i(context: &mut Context, index: u32, src: u32, dst: u32, src_alpha: u32, dst_alpha: u32) -> Result<()> {
    let factors: (Factors, Factors) = ((token(src)?, token(dst)?), (token(src_alpha)?, token(dst_alpha)?));
    set_factors(buffer(context, index)?, factors.0, factors.1);
    Ok(())
}

/// Returns the equation of glBlendEquationSeparate.
fn separate_equation(mode: u32) -> Result<BlendEquation> {
    match token(mode)? {
        BlendEquation::Advanced { .. } => Err(invalid_enum(
            &"NOTE: These enums are not accepted by the <modeRGB> or <modeAlpha> parameters of BlendEquationSeparate or \
              BlendEquationSeparatei. [KHR_blend_equation_advanced]",
        )),
        equation => Ok(equation),
    }
}

/// Returns the equation of glBlendEquation.
fn equation(context: &Context, mode: u32) -> Result<BlendEquation> {
    // Shaders of OpenGL ES 2.0 have no layout qualifiers.
    if context.is_es() && context.config.version < (3, 0) { separate_equation(mode) } else { token(mode) }
}

fn blend_equation_separate(context: &mut Context, color: u32, alpha: u32) -> Result<()> {
    let (color, alpha) = (separate_equation(color)?, separate_equation(alpha)?);
    context.state.raster.blend.iter_mut().for_each(|blend| (blend.color.0, blend.alpha.0) = (color, alpha));
    Ok(())
}

fn blend_equation(context: &mut Context, mode: u32) -> Result<()> {
    let equation = equation(context, mode)?;
    context.state.raster.blend.iter_mut().for_each(|blend| (blend.color.0, blend.alpha.0) = (equation, equation));
    Ok(())
}

fn blend_equation_separate_i(context: &mut Context, index: u32, color: u32, alpha: u32) -> Result<()> {
    let (color, alpha) = (separate_equation(color)?, separate_equation(alpha)?);
    let blend = buffer(context, index)?;
    (blend.color.0, blend.alpha.0) = (color, alpha);
    Ok(())
}

fn blend_equation_i(context: &mut Context, index: u32, mode: u32) -> Result<()> {
    let equation = equation(context, mode)?;
    let blend = buffer(context, index)?;
    (blend.color.0, blend.alpha.0) = (equation, equation);
    Ok(())
}

fn logic_op(context: &mut Context, operation: u32) -> Result<()> {
    if !(GL_CLEAR..=GL_SET).contains(&operation) {
        return Err(invalid_enum(&"GL_INVALID_ENUM is generated if opcode is not an accepted value. [reference page glLogicOp]"));
    }
    context.state.logic_op = operation;
    Ok(())
}

commands! {
    fn glColorMask(red: u8, green: u8, blue: u8, alpha: u8) => color_mask;
    fn glColorMaski(index: u32, red: u8, green: u8, blue: u8, alpha: u8) => color_mask_indexed;
    fn glBlendColor(red: f32, green: f32, blue: f32, alpha: f32) => blend_color;
    fn glBlendFunc(src: u32, dst: u32) => |context| blend_func_separate(context, src, dst, src, dst);
    fn glBlendFunci(index: u32, src: u32, dst: u32) => |context| blend_func_separate_i(context, index, src, dst, src, dst);
    fn glBlendFuncSeparate(src: u32, dst: u32, src_alpha: u32, dst_alpha: u32) => blend_func_separate;
    fn glBlendFuncSeparatei(index: u32, src: u32, dst: u32, src_alpha: u32, dst_alpha: u32) => blend_func_separate_i;
    fn glBlendEquation(mode: u32) => blend_equation;
    fn glBlendEquationi(index: u32, mode: u32) => blend_equation_i;
    fn glBlendEquationSeparate(color: u32, alpha: u32) => blend_equation_separate;
    fn glBlendEquationSeparatei(index: u32, color: u32, alpha: u32) => blend_equation_separate_i;
    fn glLogicOp(operation: u32) => logic_op;
    alias glBlendFuncSeparateOES = glBlendFuncSeparate;
    alias glBlendEquationOES = glBlendEquation;
    alias glBlendEquationSeparateOES = glBlendEquationSeparate;
    alias glBlendEquationSeparateATI = glBlendEquationSeparate;
}
