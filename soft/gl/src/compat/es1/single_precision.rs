//! The commands with single-precision arguments where OpenGL has doubles.

use crate::compat::{lighting, matrices};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;
use crate::pointer::{In, Out};

fn clip_plane(context: &mut Context, plane: u32, equation: In<f32>) -> Result<()> {
    let equation = std::array::from_fn(|index| equation.at(index).unwrap_or(0.0));
    lighting::set_clip_plane(context, plane, equation)
}

fn get_clip_plane(context: &mut Context, plane: u32, equation: Out<f32>) -> Result<()> {
    equation.write(&lighting::clip_plane_equation(context, plane)?);
    Ok(())
}

commands! {
    fn glClipPlanef(plane: u32, equation: In<f32>) => clip_plane;
    fn glGetClipPlanef(plane: u32, equation: Out<f32>) => get_clip_plane;
    fn glFrustumf(left: f32, right: f32, bottom: f32, top: f32, near: f32, far: f32)
        => |context| matrices::frustum(context, left.into(), right.into(), bottom.into(), top.into(), near.into(), far.into());
    fn glOrthof(left: f32, right: f32, bottom: f32, top: f32, near: f32, far: f32)
        => |context| matrices::ortho(context, left.into(), right.into(), bottom.into(), top.into(), near.into(), far.into());
    alias glClipPlanefOES = glClipPlanef;
    alias glGetClipPlanefOES = glGetClipPlanef;
    alias glFrustumfOES = glFrustumf;
    alias glOrthofOES = glOrthof;
}
