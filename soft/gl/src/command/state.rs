//! Fixed state: the capabilities of glEnable, and values of rasterisation and of the per-fragment operations.

use crate::command::versions;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Error, Result, UNKNOWN_TOKEN, invalid_enum, invalid_value};
use crate::es1;
use crate::limits::MAX_VIEWPORTS;
use crate::object::names::lock;
use crate::state::texture_environment::is_of_unit;
use crate::tokens::*;

/// Capabilities whose only storage is `Rasterization::enabled`, by interface: (token, compatibility, core, ES).
const PLAIN: &[(u32, bool, bool, bool)] = &[
    (GL_MULTISAMPLE, true, true, true),
    (GL_SAMPLE_ALPHA_TO_COVERAGE, true, true, true),
    (GL_SAMPLE_ALPHA_TO_ONE, true, true, true),
    (GL_SAMPLE_COVERAGE, true, true, true),
    (GL_SAMPLE_MASK, true, true, true),
    (GL_SAMPLE_SHADING, true, true, true),
    (GL_BLEND_ADVANCED_COHERENT_KHR, true, true, true),
    (GL_LINE_SMOOTH, true, true, false),
    (GL_POLYGON_SMOOTH, true, true, false),
    (GL_TEXTURE_CUBE_MAP_SEAMLESS, true, true, false),
    (GL_DEBUG_OUTPUT, true, true, true),
    (GL_DEBUG_OUTPUT_SYNCHRONOUS, true, true, true),
    (GL_POINT_SMOOTH, true, false, false),
    (GL_POINT_SPRITE, true, false, false),
    (GL_LINE_STIPPLE, true, false, false),
    (GL_POLYGON_STIPPLE, true, false, false),
    (GL_VERTEX_PROGRAM_TWO_SIDE, true, false, false),
    (GL_STENCIL_TEST_TWO_SIDE_EXT, true, false, false),
];

/// Returns the flag of a capability that has a field of its own.
fn switch(context: &mut Context, capability: u32) -> Option<&mut bool> {
    if !versions::known(context, capability) {
        return None;
    }
    let desktop = context.config.api != Api::Es;
    let es3 = context.is_es() && context.config.version >= (3, 0);
    let state = &mut context.state;
    Some(match capability {
        GL_CULL_FACE => &mut state.cull_face,
        GL_DEPTH_TEST => &mut state.raster.depth_test,
        GL_STENCIL_TEST => &mut state.raster.stencil_test,
        GL_DITHER => &mut state.raster.dither,
        GL_POLYGON_OFFSET_FILL => &mut state.raster.polygon_offset_enabled[2],
        GL_RASTERIZER_DISCARD => &mut state.raster.rasterizer_discard,
        GL_PRIMITIVE_RESTART_FIXED_INDEX => &mut state.primitive_restart_fixed_index,
        GL_PRIMITIVE_RESTART if desktop => &mut state.primitive_restart,
        GL_POLYGON_OFFSET_LINE if desktop => &mut state.raster.polygon_offset_enabled[1],
        GL_POLYGON_OFFSET_POINT if desktop => &mut state.raster.polygon_offset_enabled[0],
        // EXT_depth_clamp adds the capability to OpenGL ES.
        GL_DEPTH_CLAMP => &mut state.raster.depth_clamp,
        GL_COLOR_LOGIC_OP if desktop => &mut state.logic_op_enabled,
        // EXT_sRGB_write_control adds the capability to OpenGL ES 3.0.
        GL_FRAMEBUFFER_SRGB if desktop || es3 => &mut state.raster.framebuffer_srgb,
        GL_PROGRAM_POINT_SIZE if desktop => &mut state.raster.program_point_size,
        _ => return None,
    })
}

/// Returns true if [`PLAIN`] lists the capability for the context's interface.
fn is_plain(context: &Context, capability: u32) -> bool {
    PLAIN.iter().any(|&(token, compatibility, core, es)| {
        token == capability
            && match context.config.api {
                Api::Compatibility => compatibility,
                Api::Core => core,
                Api::Es => es,
                // Of the capabilities that the compatibility profile has, OpenGL ES 1.1 has those whose tokens it has.
                Api::Es1 => compatibility,
            }
    })
}

fn set(context: &mut Context, capability: u32, value: bool) -> Result<()> {
    if let Some(place) = switch(context, capability) {
        *place = value;
        return Ok(());
    }
    match capability {
        GL_SCISSOR_TEST => context.state.scissor_test = [value; MAX_VIEWPORTS],
        GL_BLEND => context.state.raster.blend.iter_mut().for_each(|blend| blend.enabled = value),
        GL_CLIP_DISTANCE0..=GL_CLIP_DISTANCE7 => {
            let bit = 1 << (capability - GL_CLIP_DISTANCE0);
            let enables = &mut context.state.raster.clip_enables;
            *enables = if value { *enables | bit } else { *enables & !bit };
        }
        _ if is_plain(context, capability) => {
            if value {
                context.state.enabled.insert(capability);
            } else {
                context.state.enabled.remove(&capability);
            }
        }
        _ => return context.profile.set_capability(context, capability, value),
    }
    Ok(())
}

/// Returns true if a capability is enabled. [`crate::context::profile::Profile`] raises the error for unknown ones.
pub fn is_set(context: &mut Context, capability: u32) -> Result<bool> {
    if let Some(place) = switch(context, capability) {
        return Ok(*place);
    }
    Ok(match capability {
        GL_SCISSOR_TEST => context.state.scissor_test[0],
        GL_BLEND => context.state.raster.blend[0].enabled,
        GL_CLIP_DISTANCE0..=GL_CLIP_DISTANCE7 => context.state.raster.clip_enables >> (capability - GL_CLIP_DISTANCE0) & 1 != 0,
        _ if is_plain(context, capability) => context.state.enabled.contains(&capability),
        _ => return context.profile.is_capability_set(context, capability),
    })
}

/// Returns the flag of a capability with an index.
fn indexed(context: &mut Context, capability: u32, index: u32) -> Result<&mut bool> {
    let index = index as usize;
    match capability {
        GL_BLEND => context.state.raster.blend.get_mut(index).map(|blend| &mut blend.enabled).ok_or(invalid_value(
            &"An INVALID_VALUE error is generated by Enablei, Disablei and IsEnabledi if target is BLEND and index is greater than or \
              equal to the value of MAX_DRAW_BUFFERS. [GL 4.4, 17.3.8]",
        )),
        GL_SCISSOR_TEST => context.state.scissor_test.get_mut(index).ok_or(invalid_value(
            &"An INVALID_VALUE error is generated by Enablei, Disablei and IsEnabledi if target is SCISSOR_TEST and index is greater than \
              or equal to the value of MAX_VIEWPORTS. [GL 4.4, 17.3.2]",
        )),
        _ => Err(invalid_enum(
            &"An INVALID_ENUM error is generated if target is not indexed enable state queriable with IsEnabled. [GL 4.4, 22.1]",
        )),
    }
}

/// The error of a texture unit that is not there. No specification names it for glEnableIndexedEXT.
const NO_SUCH_UNIT: Error = invalid_value(
    &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state target. \
      [EXT_direct_state_access, 6.1.1]",
);

/// Enables or disables a capability with an index.
fn set_indexed(context: &mut Context, capability: u32, index: u32, value: bool) -> Result<()> {
    if context.config.api == Api::Compatibility && is_of_unit(capability) {
        return context.with_active_texture(index as usize, |context| set(context, capability, value)).unwrap_or(Err(NO_SUCH_UNIT));
    }
    *indexed(context, capability, index)? = value;
    Ok(())
}

/// Returns true if a capability with an index is enabled.
pub fn is_set_indexed(context: &mut Context, capability: u32, index: u32) -> Result<bool> {
    if context.config.api == Api::Compatibility && is_of_unit(capability) {
        return context.with_active_texture(index as usize, |context| is_set(context, capability)).unwrap_or(Err(NO_SUCH_UNIT));
    }
    if context.config.api == Api::Compatibility && capability == GL_TEXTURE_COORD_ARRAY {
        return context.with_client_active_texture(index as usize, |context| is_set(context, capability)).unwrap_or(Err(NO_SUCH_UNIT));
    }
    indexed(context, capability, index).copied()
}

/// Implements glFlush: dispatch has completed the draws that waited, and native pixmaps get their pixels here.
fn flush(context: &mut Context) -> Result<()> {
    if let Some(surface) = &context.draw_surface {
        lock(surface).flush();
    }
    Ok(())
}

/// Implements glFinish.
fn finish(context: &mut Context) -> Result<()> {
    context.complete_all();
    flush(context)
}

/// Implements the barriers: dispatch has completed the draws that waited, and every other command is complete when it returns.
fn nothing(_: &mut Context) -> Result<()> {
    Ok(())
}

fn get_graphics_reset_status(context: &mut Context) -> Result<u32> {
    // The status is returned once; NO_ERROR after it means that the reset is complete. Contexts that are never lost return NO_ERROR.
    if !context.is_lost() || std::mem::replace(&mut context.reset_told, true) {
        return Ok(0);
    }
    Ok(if context.guilty { GL_GUILTY_CONTEXT_RESET } else { GL_INNOCENT_CONTEXT_RESET })
}

/// Returns true if the context's interface has a hint.
pub fn has_hint(context: &Context, target: u32) -> bool {
    match context.config.api {
        Api::Compatibility => true,
        // "Hints - the PERSPECTIVE_CORRECTION_HINT, POINT_SMOOTH_HINT, FOG_HINT, and GENERATE_MIPMAP_HINT targets to Hint" are removed.
        // [GL 4.4, D.2.2]
        Api::Core => {
            matches!(
                target,
                GL_LINE_SMOOTH_HINT | GL_POLYGON_SMOOTH_HINT | GL_TEXTURE_COMPRESSION_HINT | GL_FRAGMENT_SHADER_DERIVATIVE_HINT
            )
        }
        Api::Es => matches!(target, GL_GENERATE_MIPMAP_HINT | GL_FRAGMENT_SHADER_DERIVATIVE_HINT),
        Api::Es1 => es1::has_token(target),
    }
}

fn hint(context: &mut Context, target: u32, mode: u32) -> Result<()> {
    if !matches!(mode, GL_FASTEST | GL_NICEST | GL_DONT_CARE) || !has_hint(context, target) {
        return Err(UNKNOWN_TOKEN);
    }
    let place = context.state.hints.iter_mut().find(|hint| hint.0 == target).ok_or(UNKNOWN_TOKEN)?;
    place.1 = mode;
    Ok(())
}

fn primitive_restart_index(context: &mut Context, index: u32) -> Result<()> {
    context.state.primitive_restart_index = index;
    Ok(())
}

fn provoking_vertex(context: &mut Context, mode: u32) -> Result<()> {
    context.state.raster.provoking_last = match mode {
        GL_LAST_VERTEX_CONVENTION => true,
        GL_FIRST_VERTEX_CONVENTION => false,
        _ => return Err(UNKNOWN_TOKEN),
    };
    Ok(())
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn primitive_bounding_box(
    context: &mut Context,
    min_x: f32,
    min_y: f32,
    min_z: f32,
    min_w: f32,
    max_x: f32,
    max_y: f32,
    max_z: f32,
    max_w: f32,
) -> Result<()> {
    context.state.bounding_box = [[min_x, min_y, min_z, min_w], [max_x, max_y, max_z, max_w]];
    Ok(())
}

fn clamp_color(context: &mut Context, target: u32, clamp: u32) -> Result<()> {
    if !matches!(clamp, 0 | 1 | GL_FIXED_ONLY) {
        return Err(UNKNOWN_TOKEN);
    }
    match (target, context.config.api) {
        (GL_CLAMP_READ_COLOR, _) => context.state.clamp_read_color = clamp,
        (GL_CLAMP_VERTEX_COLOR, Api::Compatibility) => context.state.clamp_vertex_color = clamp,
        (GL_CLAMP_FRAGMENT_COLOR, Api::Compatibility) => context.state.clamp_fragment_color = clamp,
        _ => return Err(UNKNOWN_TOKEN),
    }
    Ok(())
}

commands! {
    fn glEnable(capability: u32) => |context| set(context, capability, true);
    fn glDisable(capability: u32) => |context| set(context, capability, false);
    fn glIsEnabled(capability: u32) -> u8 => |context| is_set(context, capability).map(u8::from);
    fn glEnablei(capability: u32, index: u32) => |context| set_indexed(context, capability, index, true);
    fn glDisablei(capability: u32, index: u32) => |context| set_indexed(context, capability, index, false);
    fn glIsEnabledi(capability: u32, index: u32) -> u8 => |context| is_set_indexed(context, capability, index).map(u8::from);
    #[when_lost] fn glGetError() -> u32 => |context| Ok(std::mem::take(&mut context.error));
    #[not_in_lists] fn glFlush() => flush;
    #[not_in_lists] fn glFinish() => finish;
    fn glTextureBarrier() => nothing;
    fn glBlendBarrier() => nothing;
    fn glFramebufferFetchBarrierEXT() => nothing;
    #[when_lost] fn glGetGraphicsResetStatus() -> u32 => get_graphics_reset_status;
    fn glHint(target: u32, mode: u32) => hint;
    #[not_in_lists] fn glPrimitiveRestartIndex(index: u32) => primitive_restart_index;
    fn glProvokingVertex(mode: u32) => provoking_vertex;
    fn glPrimitiveBoundingBox(
        min_x: f32, min_y: f32, min_z: f32, min_w: f32, max_x: f32, max_y: f32, max_z: f32, max_w: f32
    ) => primitive_bounding_box;
    fn glClampColor(target: u32, clamp: u32) => clamp_color;
    alias glTextureBarrierNV = glTextureBarrier;
    alias glGetGraphicsResetStatusARB = glGetGraphicsResetStatus;
    alias glPrimitiveRestartIndexNV = glPrimitiveRestartIndex;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fixtures::{code_of, compatibility, core, es};

    #[test]
    fn hints_by_interface() {
        let set = |mut context: Context, target| hint(&mut context, target, GL_NICEST);
        // "Hints - the PERSPECTIVE_CORRECTION_HINT, POINT_SMOOTH_HINT, FOG_HINT, and GENERATE_MIPMAP_HINT targets to Hint" are removed.
        for target in [GL_PERSPECTIVE_CORRECTION_HINT, GL_POINT_SMOOTH_HINT, GL_FOG_HINT, GL_GENERATE_MIPMAP_HINT] {
            assert_eq!(code_of(set(core(), target)), Err(GL_INVALID_ENUM));
            assert_eq!(set(compatibility(), target), Ok(()));
        }
        for target in [GL_LINE_SMOOTH_HINT, GL_POLYGON_SMOOTH_HINT, GL_TEXTURE_COMPRESSION_HINT] {
            assert_eq!(set(core(), target), Ok(()));
            assert_eq!(code_of(set(es(3, 0), target)), Err(GL_INVALID_ENUM));
        }
        assert_eq!(set(es(2, 0), GL_GENERATE_MIPMAP_HINT), Ok(()));
        assert_eq!(set(es(2, 0), GL_FRAGMENT_SHADER_DERIVATIVE_HINT), Ok(()));
    }
}
