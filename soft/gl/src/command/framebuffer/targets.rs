//! The images of the bound framebuffers that draws, clears and reads use.

use super::completeness::status;
use crate::context::{Context, WindowBuffers};
use crate::error::{NO_MEMORY, Result, invalid_framebuffer_operation, invalid_operation};
use crate::limits;
use crate::object::format;
use crate::object::framebuffer::{Attachment, Framebuffer};
use crate::object::image::Image;
use crate::object::names::lock;
use crate::tokens::*;
use base::core::memory::OutOfMemory;
use base::core::sample_positions;
use base::image::resolve::resolve;
use base::image::{Rectangle, Surface};
use shader::pipeline::state::{Layers, Targets};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

/// The images that a framebuffer draws to.
#[derive(Clone, Default)]
pub struct Images {
    /// The colour images, by draw buffer.
    pub colors: [Option<Image>; limits::MAX_DRAW_BUFFERS],
    /// The depth image.
    pub depth: Option<Image>,
    /// The stencil image; a depth/stencil image is both.
    pub stencil: Option<Image>,
    /// Width in pixels that commands can write: that of the narrowest image.
    pub width: u32,
    /// Height in pixels that commands can write: that of the lowest image.
    pub height: u32,
    /// The samples of each pixel; 0 if the framebuffer is not multisampled.
    pub samples: u32,
    /// True if row 0 of the images is the highest one.
    pub flipped: bool,
    /// All layers of a layered framebuffer, whose images above are those of layer 0.
    pub layers: Option<Layers>,
}

impl Images {
    /// Calls a function with the images of each layer, one after the other; once if the framebuffer is not layered.
    pub fn each_layer(&self, mut visit: impl FnMut(&Images)) {
        let Some(layers) = &self.layers else { return visit(self) };
        let attachments = layers.colors.iter().chain([&layers.depth, &layers.stencil]).flatten();
        for layer in 0..attachments.map(|layers| layers.len()).max().unwrap_or(0) {
            // Attachments with fewer layers have no image there.
            let image = |image: &Option<Image>, layers: Option<&Option<Arc<[Surface]>>>| {
                let surface = layers?.as_ref()?.get(layer)?.clone();
                image.as_ref().map(|image| Image { surface, ..*image })
            };
            visit(&Images {
                colors: std::array::from_fn(|index| image(&self.colors[index], layers.colors.get(index))),
                depth: image(&self.depth, Some(&layers.depth)),
                stencil: image(&self.stencil, Some(&layers.stencil)),
                width: self.width,
                height: self.height,
                samples: self.samples,
                flipped: self.flipped,
                layers: None,
            });
        }
    }

    /// Returns the rows of the images that an area of the framebuffer has.
    pub fn stored(&self, area: Rectangle) -> Rectangle {
        if self.flipped { mirrored(area, self.height) } else { area }
    }
}

/// Returns an area with its rows counted from the other end.
fn mirrored(area: Rectangle, height: u32) -> Rectangle {
    let height = i32::try_from(height).unwrap_or(i32::MAX);
    Rectangle { y0: height.saturating_sub(area.y1), y1: height.saturating_sub(area.y0), ..area }
}

/// Returns a colour image of a window: its front or its back buffer.
fn window_color(buffers: &mut WindowBuffers, front: bool) -> Option<Image> {
    let format = format::of_window(buffers.color.format, buffers.alpha_bits > 0)?;
    let surface = if front { buffers.front_color() } else { buffers.color.clone() };
    Some(Image { surface, format, requested: format.token })
}

/// Returns the colour images of a window that its draw buffers name. GL_LEFT and GL_FRONT_AND_BACK are the back buffer, and the front buffer as
/// the second image, to which draws write the colours that they write to all draw buffers.
fn window_colors(buffers: &mut WindowBuffers, draw_buffers: &[u32; limits::MAX_DRAW_BUFFERS]) -> [Option<Image>; limits::MAX_DRAW_BUFFERS] {
    let mut colors = [const { None }; limits::MAX_DRAW_BUFFERS];
    for (color, &buffer) in colors.iter_mut().zip(draw_buffers) {
        let front = matches!(buffer, GL_FRONT | GL_FRONT_LEFT);
        if buffer != GL_NONE {
            *color = window_color(buffers, front);
        }
        if front {
            buffers.draw_to_front();
        }
    }
    if matches!(draw_buffers[0], GL_LEFT | GL_FRONT_AND_BACK) && buffers.front.is_some() {
        colors[1] = window_color(buffers, true);
        buffers.draw_to_front();
    }
    colors
}

/// Returns the depth/stencil image of a window; `None` if the window was made with 0 `bits`.
fn window_depth_stencil(buffers: &WindowBuffers, bits: u8) -> Option<Image> {
    let surface = buffers.depth_stencil.clone().filter(|_| bits > 0)?;
    let format = format::of_window(surface.format, false)?;
    Some(Image { surface, format, requested: format.token })
}

/// Returns the colour attachment of a framebuffer object that a draw or read buffer's token names.
fn object_color(framebuffer: &Framebuffer, buffer: u32) -> Option<&Attachment> {
    framebuffer.colors.get(buffer.checked_sub(GL_COLOR_ATTACHMENT0)? as usize)
}

/// Returns the layers of a framebuffer object that is complete; `None` if it is not layered.
fn layers(framebuffer: &Framebuffer) -> Option<Layers> {
    let mut attachments = framebuffer.attachments().filter(|attachment| !attachment.is_none()).peekable();
    let Some(first) = attachments.peek() else {
        // "When a framebuffer has no attachments, it is considered layered (section 4.4.7) if and only if the value of FRAMEBUFFER_DEFAULT_LAYERS
        // is non-zero." [ARB_framebuffer_no_attachments]
        let count = u16::try_from(framebuffer.default_size[2]).ok().filter(|&count| count > 0)?;
        return Some(Layers { count, ..Layers::default() });
    };
    // All attachments of a complete framebuffer are layered, or none.
    if !first.is_layered() {
        return None;
    }
    let fewest = attachments.filter_map(Attachment::layers).map(|layers| layers.len()).min().unwrap_or(0);
    Some(Layers {
        count: u16::try_from(fewest).unwrap_or(u16::MAX),
        colors: framebuffer.draw_buffers.iter().map(|&buffer| object_color(framebuffer, buffer)?.layers()).collect(),
        depth: framebuffer.depth.layers(),
        stencil: framebuffer.stencil.layers(),
    })
}

/// Returns the samples of each pixel; 0 if the surface is not multisampled.
fn samples_of(surface: &Surface) -> u32 {
    if surface.samples() > 1 { surface.samples() } else { 0 }
}

/// Returns the samples of a framebuffer object that is complete; 0 if it is not multisampled.
fn object_samples(framebuffer: &Framebuffer) -> u32 {
    // "The number of samples in the framebuffer is derived from the value of FRAMEBUFFER_DEFAULT_SAMPLES in an implementation-dependent manner"
    // [GL 4.4, 9.2.1]
    let without = || sample_positions::supported(framebuffer.default_size[3]).unwrap_or(0);
    framebuffer.attachments().find_map(Attachment::image).map_or_else(without, |image| samples_of(&image.surface))
}

/// Returns GL_SAMPLES of a framebuffer: the samples of each pixel, 0 if it is not multisampled. That of an incomplete one is undefined. Of the
/// default framebuffer, `read` selects the read surface, otherwise the draw surface.
pub fn samples(context: &Context, name: u32, read: bool) -> u32 {
    if name != 0 {
        return object_samples(context.framebuffers.get(name));
    }
    let surface = if read { &context.read_surface } else { &context.draw_surface };
    surface.as_ref().map_or(0, |buffers| samples_of(&lock(buffers).color))
}

/// Checks that the read framebuffer is no multisampled framebuffer object, from which commands cannot read single pixels.
pub fn check_single_sampled(context: &Context) -> Result<()> {
    let read = context.framebuffers.read;
    // "These errors do not apply to textures and renderbuffers that have associated multisample data specified by the mechanisms described in this
    // extension" [EXT_multisampled_render_to_texture]
    let implicit = context.framebuffers.get(read).attachments().any(Attachment::has_implicit_samples);
    if read != 0 && !implicit && samples(context, read, true) > 0 {
        Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the value of READ_FRAMEBUFFER_BINDING (see section 9) is non-zero, the read \
              framebuffer is framebuffer complete, and the value of SAMPLE_BUFFERS for the read framebuffer is one. [GL 4.4, 18.2.2]",
        ))
    } else {
        Ok(())
    }
}

/// Returns an image of the read framebuffer with one sample for each pixel of a rectangle: the window's, which may be multisampled, and implicit
/// samples are resolved to read them. Its row 0 is the lowest one.
pub fn resolved(context: &Context, image: Image, area: Rectangle) -> Result<Image> {
    let flipped = flipped_height(context);
    let stored = flipped.map_or(area, |height| mirrored(area, height));
    let mut surface = resolve(&image.surface, stored).map_err(|_| NO_MEMORY)?;
    if let Some(height) = flipped {
        surface = upright(&surface, area, height).map_err(|_| NO_MEMORY)?;
    }
    Ok(Image { surface, ..image })
}

/// Returns the height of the read framebuffer if row 0 of its images is the highest one.
pub fn flipped_height(context: &Context) -> Option<u32> {
    let framebuffer = context.framebuffers.get(context.framebuffers.read);
    framebuffer.flip_y.then(|| size(framebuffer)[1])
}

/// Returns a surface with the rows of an area of a framebuffer of that height, of which the given surface has the highest one first.
fn upright(surface: &Surface, area: Rectangle, height: u32) -> std::result::Result<Surface, OutOfMemory> {
    let copy = Surface::new(surface.format, surface.width, surface.height)?;
    let end = u32::try_from(area.y1).unwrap_or(0).min(height).min(surface.height);
    for y in u32::try_from(area.y0).unwrap_or(0)..end {
        for (to, from) in copy.row(y).iter().zip(surface.row(height - 1 - y)) {
            to.store(from.load(Relaxed), Relaxed);
        }
    }
    Ok(copy)
}

/// Returns the size of a framebuffer object in pixels that commands can write.
fn size(framebuffer: &Framebuffer) -> [u32; 2] {
    let sizes = framebuffer.attachments().filter_map(Attachment::image).map(|image| [image.surface.width, image.surface.height]);
    let [width, height, ..] = framebuffer.default_size;
    sizes.reduce(|[width, height], size| [width.min(size[0]), height.min(size[1])]).unwrap_or([width, height])
}

/// Returns the images of a framebuffer that commands write to.
pub fn images(context: &Context, name: u32) -> Result<Images> {
    let incomplete = invalid_framebuffer_operation(
        &"An INVALID_FRAMEBUFFER_OPERATION error is generated by attempts to render to or read from a framebuffer which is not framebuffer \
          complete. [GL 4.4, 9.4.4]",
    );
    if status(context, name, false) != GL_FRAMEBUFFER_COMPLETE {
        return Err(incomplete);
    }
    let framebuffer = context.framebuffers.get(name);
    if name == 0 {
        let Some(buffers) = &context.draw_surface else { return Err(incomplete) };
        let mut buffers = lock(buffers);
        buffers.drawn = true;
        return Ok(Images {
            colors: window_colors(&mut buffers, &framebuffer.draw_buffers),
            depth: window_depth_stencil(&buffers, buffers.depth_bits),
            stencil: window_depth_stencil(&buffers, buffers.stencil_bits),
            width: buffers.color.width,
            height: buffers.color.height,
            samples: samples_of(&buffers.color),
            flipped: false,
            layers: None,
        });
    }
    let colors = framebuffer.draw_buffers.map(|buffer| object_color(framebuffer, buffer)?.image());
    let [width, height] = size(framebuffer);
    Ok(Images {
        colors,
        depth: framebuffer.depth.image(),
        stencil: framebuffer.stencil.image(),
        width,
        height,
        samples: object_samples(framebuffer),
        flipped: framebuffer.flip_y,
        layers: layers(framebuffer),
    })
}

/// Returns the bits of each component of the draw framebuffer's accumulation buffer; 0 without one. "There are no accumulation buffer bitplanes"
/// [GL 4.6 compatibility, 9.2] in framebuffer objects.
pub fn accumulation_bits(context: &Context) -> u8 {
    let surface = context.draw_surface.as_ref().filter(|_| context.framebuffers.draw == 0);
    surface.map_or(0, |buffers| lock(buffers).accumulation.bits())
}

/// Returns the image of the draw framebuffer's accumulation buffer; `None` without one.
pub fn accumulation(context: &Context) -> Result<Option<Surface>> {
    let Some(buffers) = context.draw_surface.as_ref().filter(|_| context.framebuffers.draw == 0) else { return Ok(None) };
    let mut buffers = lock(buffers);
    let (width, height) = (buffers.color.width, buffers.color.height);
    buffers.accumulation.image(width, height).map_err(|_| NO_MEMORY)
}

/// Returns true if fragment colour clamping is enabled for the draw framebuffer.
pub fn clamps_fragments(context: &mut Context) -> bool {
    context.state.fixed_point_targets = targets(context).is_ok_and(|targets| targets.are_fixed_point());
    context.state.clamps_fragments()
}

/// Returns GL_FRAMEBUFFER_SRGB_CAPABLE_EXT: true if a colour image of the draw framebuffer has sRGB components.
pub fn is_srgb(context: &Context) -> bool {
    let images = images(context, context.framebuffers.draw);
    images.is_ok_and(|images| images.colors.iter().flatten().any(|image| image.format.is_srgb()))
}

/// Returns GL_DOUBLEBUFFER of a framebuffer: false for framebuffer objects, and for windows and pixmaps without a back buffer.
pub fn is_double_buffered(context: &Context, framebuffer: u32) -> bool {
    framebuffer == 0 && context.draw_surface.as_ref().is_none_or(|buffers| lock(buffers).is_double_buffered())
}

/// Returns what a draw renders to.
pub fn targets(context: &Context) -> Result<Targets> {
    let images = images(context, context.framebuffers.draw)?;
    let (mut without_alpha, mut unused) = (0, [0; 4]);
    for (index, image) in images.colors.iter().enumerate() {
        if image.as_ref().is_some_and(|image| !image.format.has_alpha()) {
            without_alpha |= 1 << index;
        }
        for (buffers, is_unused) in unused.iter_mut().zip(image.as_ref().map_or([false; 4], |image| image.format.unused())) {
            *buffers |= u8::from(is_unused) << index;
        }
    }
    Ok(Targets {
        colors: images.colors.into_iter().map(|image| image.map(|image| image.surface)).collect(),
        depth: images.depth.map(|image| image.surface),
        stencil: images.stencil.map(|image| image.surface),
        width: images.width,
        height: images.height,
        samples: images.samples,
        flipped: images.flipped,
        without_alpha,
        unused,
        layers: images.layers,
    })
}

/// Returns the buffers of the read window if the framebuffer is the default framebuffer.
fn window_of(context: &Context, framebuffer: u32) -> Option<&Arc<Mutex<WindowBuffers>>> {
    context.read_surface.as_ref().filter(|_| framebuffer == 0)
}

/// Returns the buffers of the window if it is the read framebuffer.
fn read_window(context: &Context) -> Option<&Arc<Mutex<WindowBuffers>>> {
    window_of(context, context.framebuffers.read)
}

/// Returns the image of the read framebuffer's read buffer; `None` for GL_NONE and missing attachments.
pub fn read_color(context: &Context) -> Option<Image> {
    read_color_of(context, context.framebuffers.read)
}

/// Returns the image of a framebuffer's read buffer; `None` for GL_NONE and missing attachments.
pub(super) fn read_color_of(context: &Context, framebuffer: u32) -> Option<Image> {
    let window = window_of(context, framebuffer);
    let framebuffer = context.framebuffers.get(framebuffer);
    match window {
        Some(buffers) => match framebuffer.read_buffer {
            GL_NONE => None,
            // "FRONT_AND_BACK, FRONT, and LEFT refer to the front left buffer" [GL 4.6, 18.2.1].
            GL_FRONT | GL_FRONT_LEFT | GL_LEFT | GL_FRONT_AND_BACK => window_color(&mut lock(buffers), true),
            _ => window_color(&mut lock(buffers), false),
        },
        None => object_color(framebuffer, framebuffer.read_buffer)?.image(),
    }
}

/// Returns the read framebuffer's depth image.
pub fn read_depth(context: &Context) -> Option<Image> {
    match read_window(context) {
        Some(buffers) => {
            let buffers = lock(buffers);
            window_depth_stencil(&buffers, buffers.depth_bits)
        }
        None => context.framebuffers.get(context.framebuffers.read).depth.image(),
    }
}

/// Returns the read framebuffer's stencil image.
pub fn read_stencil(context: &Context) -> Option<Image> {
    match read_window(context) {
        Some(buffers) => {
            let buffers = lock(buffers);
            window_depth_stencil(&buffers, buffers.stencil_bits)
        }
        None => context.framebuffers.get(context.framebuffers.read).stencil.image(),
    }
}
