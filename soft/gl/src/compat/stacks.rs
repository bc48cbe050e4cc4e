//! glPushAttrib and glPushClientAttrib: save and restore groups of state.

use crate::context::Context;
use crate::context::attribute_stack::{ClientGroup, Group};
use crate::context::immediate::outside_begin;
use crate::dispatch::commands;
use crate::error::{Result, stack_overflow, stack_underflow};
use crate::object::buffer::Buffer;
use crate::object::names::lock;
use crate::state::evaluators::is_map;
use crate::tokens::*;
use std::sync::Arc;

/// GL_MAX_ATTRIB_STACK_DEPTH and GL_MAX_CLIENT_ATTRIB_STACK_DEPTH.
const DEPTH: usize = 16;

/// Implements glPushAttrib.
fn push(context: &mut Context, mask: u32) -> Result<()> {
    outside_begin(context)?;
    if context.compat.stacks.server.len() >= DEPTH {
        return Err(stack_overflow(
            &"A STACK_OVERFLOW error is generated if PushAttrib is called and the attribute stack depth is equal to the value of \
              MAX_ATTRIB_STACK_DEPTH. [GL 4.4, 21.6]",
        ));
    }
    let group = save(context, mask);
    context.compat.stacks.server.push(group);
    Ok(())
}

/// Returns the groups of state that a mask of glPushAttrib selects.
pub fn save(context: &Context, mask: u32) -> Group {
    let draw_buffer = context.framebuffers.get(context.framebuffers.draw).draw_buffers[0];
    let read_buffer = context.framebuffers.get(context.framebuffers.read).read_buffer;
    let compat = &context.compat;
    Group {
        mask,
        state: context.state.clone(),
        current: context.vertex_arrays.current,
        lighting: compat.lighting.clone(),
        environment: compat.environment.clone(),
        enabled: compat.enabled.clone(),
        alpha_func: compat.alpha_func,
        matrix_mode: compat.matrices.mode,
        list_base: compat.lists.base(),
        clears: (context.clears.clone(), draw_buffer),
        active_texture: context.textures.active,
        pixel_modes: (compat.pixel_transfer.modes.clone(), compat.raster.zoom, read_buffer),
        grids: compat.evaluators.grids,
    }
}

/// Implements glPopAttrib.
fn pop(context: &mut Context) -> Result<()> {
    outside_begin(context)?;
    let group = context.compat.stacks.server.pop().ok_or(stack_underflow(
        &"A STACK_UNDERFLOW error is generated if PopAttrib is called and the attribute stack depth is zero. [GL 4.4, 21.6]",
    ))?;
    restore(context, group);
    Ok(())
}

/// Sets the groups of state that [`save`] returned, also of another context.
pub fn restore(context: &mut Context, group: Group) {
    let has = |bit: u32| group.mask & bit != 0;
    let now = &mut context.state;
    let (old, raster) = (&group.state, &group.state.raster);
    if has(GL_CURRENT_BIT) {
        context.vertex_arrays.current = group.current;
    }
    if has(GL_VIEWPORT_BIT) {
        now.raster.viewports.clone_from(&raster.viewports);
    }
    if has(GL_SCISSOR_BIT) {
        (now.scissor_boxes, now.scissor_test) = (old.scissor_boxes, old.scissor_test);
    }
    if has(GL_ENABLE_BIT) && !has(GL_SCISSOR_BIT) {
        now.scissor_test = old.scissor_test;
    }
    if has(GL_DEPTH_BUFFER_BIT) {
        (now.raster.depth_compare, now.raster.depth_write) = (raster.depth_compare, raster.depth_write);
        context.clears.depth = group.clears.0.depth;
    }
    if has(GL_DEPTH_BUFFER_BIT | GL_ENABLE_BIT) {
        now.raster.depth_test = raster.depth_test;
    }
    if has(GL_STENCIL_BUFFER_BIT) {
        now.raster.stencil = raster.stencil;
        (now.stencil_reference, now.stencil_masks) = (old.stencil_reference, old.stencil_masks);
        now.two_side = old.two_side;
        context.clears.stencil = group.clears.0.stencil;
    }
    if has(GL_STENCIL_BUFFER_BIT | GL_ENABLE_BIT) {
        now.raster.stencil_test = raster.stencil_test;
    }
    if has(GL_ACCUM_BUFFER_BIT) {
        context.clears.accumulation = group.clears.0.accumulation;
    }
    if has(GL_COLOR_BUFFER_BIT) {
        now.raster.blend.clone_from(&raster.blend);
        (now.raster.blend_color, now.logic_op, now.clamp_read_color) = (raster.blend_color, old.logic_op, old.clamp_read_color);
        (context.clears.color, context.clears.index, now.index_mask) = (group.clears.0.color, group.clears.0.index, old.index_mask);
        context.compat.alpha_func = group.alpha_func;
        let bound = context.framebuffers.draw;
        context.framebuffers.get_mut(bound).draw_buffers[0] = group.clears.1;
    } else if has(GL_ENABLE_BIT) {
        now.raster.blend.iter_mut().zip(&raster.blend).for_each(|(now, old)| now.enabled = old.enabled);
    }
    if has(GL_COLOR_BUFFER_BIT | GL_ENABLE_BIT) {
        (now.raster.dither, now.logic_op_enabled) = (raster.dither, old.logic_op_enabled);
        now.raster.framebuffer_srgb = raster.framebuffer_srgb;
        now.clamp_fragment_color = old.clamp_fragment_color;
    }
    if has(GL_LIGHTING_BIT | GL_ENABLE_BIT) {
        now.clamp_vertex_color = old.clamp_vertex_color;
    }
    if has(GL_POLYGON_BIT) {
        (now.raster.polygon_mode, now.raster.polygon_offset) = (raster.polygon_mode, raster.polygon_offset);
        now.raster.polygon_offset_clamp = raster.polygon_offset_clamp;
        (now.cull_mode, now.raster.front_counter_clockwise) = (old.cull_mode, raster.front_counter_clockwise);
    }
    if has(GL_POLYGON_BIT | GL_ENABLE_BIT) {
        (now.cull_face, now.raster.polygon_offset_enabled) = (old.cull_face, raster.polygon_offset_enabled);
    }
    if has(GL_LINE_BIT) {
        now.raster.line_width = raster.line_width;
        now.line_stipple = old.line_stipple;
    }
    if has(GL_POLYGON_STIPPLE_BIT) {
        now.polygon_stipple = old.polygon_stipple.clone();
    }
    if has(GL_POINT_BIT) {
        (now.raster.point_size, now.point_fade_threshold) = (raster.point_size, old.point_fade_threshold);
        now.raster.point_sprite_upper_left = raster.point_sprite_upper_left;
        (now.point_attenuation, now.point_size_range) = (old.point_attenuation, old.point_size_range);
    }
    if has(GL_TRANSFORM_BIT) {
        context.compat.matrices.mode = group.matrix_mode;
        (now.raster.clip_zero_to_one, now.raster.clip_upper_left) = (raster.clip_zero_to_one, raster.clip_upper_left);
        context.compat.lighting.clip_planes = group.lighting.clip_planes;
    }
    if has(GL_TRANSFORM_BIT | GL_ENABLE_BIT) {
        (now.raster.clip_enables, now.raster.depth_clamp) = (raster.clip_enables, raster.depth_clamp);
    }
    if has(GL_HINT_BIT) {
        now.hints = old.hints;
    }
    if has(GL_MULTISAMPLE_BIT) {
        (now.sample_coverage, now.min_sample_shading) = (old.sample_coverage, old.min_sample_shading);
    }
    // GL_SAMPLE_MASK has no attribute group [GL 4.4, table 23.16].
    let comes_back = |capability: u32| {
        has(GL_ENABLE_BIT) && capability != GL_SAMPLE_MASK
            || has(GL_MULTISAMPLE_BIT) && MULTISAMPLE.contains(&capability)
            || has(GL_COLOR_BUFFER_BIT) && capability == GL_BLEND_ADVANCED_COHERENT_KHR
            || PRIMITIVES.iter().any(|&(member, bit)| member == capability && has(bit))
    };
    now.enabled.retain(|&capability| !comes_back(capability));
    now.enabled.extend(old.enabled.iter().copied().filter(|&capability| comes_back(capability)));
    restore_compatibility(context, group);
    super::lighting::apply(context);
}

/// The capabilities of the group of GL_MULTISAMPLE_BIT.
const MULTISAMPLE: [u32; 5] = [GL_MULTISAMPLE, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_ALPHA_TO_ONE, GL_SAMPLE_COVERAGE, GL_SAMPLE_SHADING];

/// Capabilities of the groups of points, lines, polygons and the stencil buffer.
const PRIMITIVES: [(u32, u32); 7] = [
    (GL_POINT_SMOOTH, GL_POINT_BIT),
    (GL_POINT_SPRITE, GL_POINT_BIT),
    (GL_LINE_SMOOTH, GL_LINE_BIT),
    (GL_LINE_STIPPLE, GL_LINE_BIT),
    (GL_POLYGON_SMOOTH, GL_POLYGON_BIT),
    (GL_POLYGON_STIPPLE, GL_POLYGON_BIT),
    (GL_STENCIL_TEST_TWO_SIDE_EXT, GL_STENCIL_BUFFER_BIT),
];

/// Capabilities that a group other than that of GL_ENABLE_BIT has too.
const GROUPED: [(u32, u32); 9] = [
    (GL_ALPHA_TEST, GL_COLOR_BUFFER_BIT),
    (GL_LIGHTING, GL_LIGHTING_BIT),
    (GL_COLOR_MATERIAL, GL_LIGHTING_BIT),
    (GL_FOG, GL_FOG_BIT),
    (GL_COLOR_SUM, GL_FOG_BIT),
    (GL_NORMALIZE, GL_TRANSFORM_BIT),
    (GL_RESCALE_NORMAL, GL_TRANSFORM_BIT),
    (GL_AUTO_NORMAL, GL_EVAL_BIT),
    (GL_RASTER_POSITION_UNCLIPPED_IBM, GL_TRANSFORM_BIT),
];

/// Restores the state that only the compatibility profile has.
fn restore_compatibility(context: &mut Context, group: Group) {
    let compat = &mut context.compat;
    let bit_of = |capability: u32| match capability {
        GL_LIGHT0..=GL_LIGHT7 => GL_LIGHTING_BIT,
        _ if is_map(capability) => GL_EVAL_BIT,
        _ => GROUPED.iter().find(|entry| entry.0 == capability).map_or(0, |entry| entry.1),
    };
    let comes_back = |capability: u32| group.mask & (GL_ENABLE_BIT | bit_of(capability)) != 0;
    compat.enabled.retain(|&capability| !comes_back(capability));
    compat.enabled.extend(group.enabled.iter().copied().filter(|&capability| comes_back(capability)));
    if group.mask & GL_LIGHTING_BIT != 0 {
        let (fog, planes) = (compat.lighting.fog.clone(), compat.lighting.clip_planes);
        compat.lighting = group.lighting.clone();
        (compat.lighting.fog, compat.lighting.clip_planes) = (fog, planes);
    }
    if group.mask & GL_FOG_BIT != 0 {
        compat.lighting.fog = group.lighting.fog;
    }
    if group.mask & GL_TEXTURE_BIT != 0 {
        compat.environment = group.environment;
        context.textures.active = group.active_texture;
    } else if group.mask & GL_ENABLE_BIT != 0 {
        compat.environment.units.iter_mut().zip(group.environment.units).for_each(|(now, old)| now.enabled = old.enabled);
    }
    if group.mask & GL_ENABLE_BIT != 0 {
        compat.pixel_transfer.modes.imaging.enable_as(&group.pixel_modes.0.imaging);
    }
    if group.mask & GL_PIXEL_MODE_BIT != 0 {
        compat.pixel_transfer.modes = group.pixel_modes.0;
        compat.raster.zoom = group.pixel_modes.1;
        let bound = context.framebuffers.read;
        context.framebuffers.get_mut(bound).read_buffer = group.pixel_modes.2;
    }
    if group.mask & GL_EVAL_BIT != 0 {
        compat.evaluators.grids = group.grids;
    }
    if group.mask & GL_LIST_BIT != 0 {
        compat.lists.set_base(group.list_base);
    }
}

/// Implements glPushClientAttrib.
pub fn push_client(context: &mut Context, mask: u32) -> Result<()> {
    if context.compat.stacks.client.len() >= DEPTH {
        return Err(stack_overflow(
            &"A STACK_OVERFLOW error is generated if PushClientAttrib is called and the client attribute stack depth is equal to the value \
              of MAX_CLIENT_ATTRIB_STACK_DEPTH. [GL 4.4, 21.6]",
        ));
    }
    let array = (context.vertex_arrays.bound, context.vertex_arrays.array().clone());
    let state = &context.state;
    let restart = (state.primitive_restart, state.primitive_restart_fixed_index, state.primitive_restart_index);
    let buffers = &context.buffers;
    let group = ClientGroup {
        mask,
        pixels: (context.pixels.pack, context.pixels.unpack),
        pixel_buffers: [buffers.pixel_pack.clone(), buffers.pixel_unpack.clone()],
        array_buffer: buffers.array.clone(),
        client_active_texture: context.vertex_arrays.client_active_texture,
        array,
        restart,
    };
    context.compat.stacks.client.push(group);
    Ok(())
}

fn pop_client(context: &mut Context) -> Result<()> {
    let group = context.compat.stacks.client.pop().ok_or(stack_underflow(
        &"A STACK_UNDERFLOW error is generated if PopClientAttrib is called and the client attribute stack depth is zero. [GL 4.4, 21.6]",
    ))?;
    if group.mask & GL_CLIENT_PIXEL_STORE_BIT != 0 {
        (context.pixels.pack, context.pixels.unpack) = group.pixels;
        let [pack, unpack] = group.pixel_buffers.map(|buffer| existing(context, buffer));
        (context.buffers.pixel_pack, context.buffers.pixel_unpack) = (pack, unpack);
    }
    if group.mask & GL_CLIENT_VERTEX_ARRAY_BIT != 0 {
        let state = &mut context.state;
        (state.primitive_restart, state.primitive_restart_fixed_index, state.primitive_restart_index) = group.restart;
        context.buffers.array = existing(context, group.array_buffer);
        let (name, array) = group.array;
        let arrays = &mut context.vertex_arrays;
        arrays.client_active_texture = group.client_active_texture;
        // A deleted array object cannot be bound again.
        if name == 0 || arrays.arrays.get(name).is_some() {
            arrays.bound = name;
            *arrays.array_mut() = array;
        }
    }
    Ok(())
}

/// Returns a saved buffer unless it was deleted since: its name no longer binds it.
fn existing(context: &Context, buffer: Option<Arc<Buffer>>) -> Option<Arc<Buffer>> {
    buffer.filter(|buffer| lock(&context.share.buffers).get(buffer.name).is_some_and(|known| Arc::ptr_eq(known, buffer)))
}

commands! {
    fn glPushAttrib(mask: u32) => push;
    fn glPopAttrib() => pop;
    #[not_in_lists] fn glPushClientAttrib(mask: u32) => push_client;
    #[not_in_lists] fn glPopClientAttrib() => pop_client;
}
