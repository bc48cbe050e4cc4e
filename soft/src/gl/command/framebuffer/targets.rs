//! The bound framebuffers as draws, clears and reads see them.

use super::completeness::status;
use crate::gl::context::{Context, WindowBuffers};
use crate::gl::error::Result;
use crate::gl::limits;
use crate::gl::object::format;
use crate::gl::object::framebuffer::{Attachment, Framebuffer};
use crate::gl::object::names::lock;
use crate::gl::object::texture::Level;
use crate::pipeline::state::Targets;
use crate::tokens::*;
use std::sync::{Arc, Mutex};

/// The images that a framebuffer draws to.
#[derive(Clone, Default)]
pub struct Images {
    /// By draw buffer.
    pub colors: [Option<Level>; limits::MAX_DRAW_BUFFERS],
    pub depth: Option<Level>,
    pub stencil: Option<Level>,
    /// What all have in common.
    pub width: u32,
    pub height: u32,
}

fn window_color(buffers: &WindowBuffers) -> Option<Level> {
    let format = format::of_window(buffers.color.format, buffers.alpha_bits > 0)?;
    Some(Level { surface: buffers.color.clone(), format, requested: format.token })
}

fn window_depth_stencil(buffers: &WindowBuffers, bits: u8) -> Option<Level> {
    let surface = buffers.depth_stencil.clone().filter(|_| bits > 0)?;
    let format = format::of_window(surface.format, false)?;
    Some(Level { surface, format, requested: format.token })
}

/// A colour attachment or None: of a framebuffer object, by a draw or read buffer's token.
fn object_color(framebuffer: &Framebuffer, buffer: u32) -> Option<Level> {
    let index = buffer.checked_sub(GL_COLOR_ATTACHMENT0)? as usize;
    framebuffer.colors.get(index).and_then(Attachment::image)
}

/// The images of a framebuffer that commands write to. GL_INVALID_FRAMEBUFFER_OPERATION if it is incomplete or undefined.
pub fn images(context: &Context, name: u32) -> Result<Images> {
    if status(context, name, false) != GL_FRAMEBUFFER_COMPLETE {
        return Err(GL_INVALID_FRAMEBUFFER_OPERATION);
    }
    let framebuffer = context.framebuffers.get(name);
    if name == 0 {
        let Some(buffers) = &context.draw_surface else { return Err(GL_INVALID_FRAMEBUFFER_OPERATION) };
        let buffers = lock(buffers);
        return Ok(Images {
            colors: framebuffer.draw_buffers.map(|buffer| if buffer == GL_NONE { None } else { window_color(&buffers) }),
            depth: window_depth_stencil(&buffers, buffers.depth_bits),
            stencil: window_depth_stencil(&buffers, buffers.stencil_bits),
            width: buffers.color.width,
            height: buffers.color.height,
        });
    }
    let colors = framebuffer.draw_buffers.map(|buffer| object_color(framebuffer, buffer));
    let attached: Vec<Level> =
        framebuffer.colors.iter().chain([&framebuffer.depth, &framebuffer.stencil]).filter_map(Attachment::image).collect();
    let [width, height, ..] = framebuffer.default_size;
    Ok(Images {
        colors,
        depth: framebuffer.depth.image(),
        stencil: framebuffer.stencil.image(),
        width: attached.iter().map(|image| image.surface.width).min().unwrap_or(width),
        height: attached.iter().map(|image| image.surface.height).min().unwrap_or(height),
    })
}

/// What a draw renders to. GL_INVALID_FRAMEBUFFER_OPERATION if the draw framebuffer is incomplete or undefined.
pub fn targets(context: &Context) -> Result<Targets> {
    let images = images(context, context.framebuffers.draw)?;
    let mut without_alpha = 0;
    for (index, image) in images.colors.iter().enumerate() {
        if image.as_ref().is_some_and(|image| !image.format.has_alpha()) {
            without_alpha |= 1 << index;
        }
    }
    Ok(Targets {
        colors: images.colors.into_iter().map(|image| image.map(|image| image.surface)).collect(),
        depth: images.depth.map(|image| image.surface),
        stencil: images.stencil.map(|image| image.surface),
        width: images.width,
        height: images.height,
        flipped: false,
        without_alpha,
    })
}

fn read_window(context: &Context) -> Option<&Arc<Mutex<WindowBuffers>>> {
    context.read_surface.as_ref().filter(|_| context.framebuffers.read == 0)
}

/// The image of the read buffer; None for GL_NONE and missing attachments.
pub fn read_color(context: &Context) -> Option<Level> {
    let framebuffer = context.framebuffers.get(context.framebuffers.read);
    match read_window(context) {
        Some(buffers) if framebuffer.read_buffer != GL_NONE => window_color(&lock(buffers)),
        Some(_) => None,
        None => object_color(framebuffer, framebuffer.read_buffer),
    }
}

/// The read framebuffer's depth image.
pub fn read_depth(context: &Context) -> Option<Level> {
    match read_window(context) {
        Some(buffers) => {
            let buffers = lock(buffers);
            window_depth_stencil(&buffers, buffers.depth_bits)
        }
        None => context.framebuffers.get(context.framebuffers.read).depth.image(),
    }
}

/// The read framebuffer's stencil image.
pub fn read_stencil(context: &Context) -> Option<Level> {
    match read_window(context) {
        Some(buffers) => {
            let buffers = lock(buffers);
            window_depth_stencil(&buffers, buffers.stencil_bits)
        }
        None => context.framebuffers.get(context.framebuffers.read).stencil.image(),
    }
}
