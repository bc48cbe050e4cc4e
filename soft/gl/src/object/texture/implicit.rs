//! The multisampled buffers of glFramebufferTexture2DMultisampleEXT, which take the place of a texture's image while it is attached.
//!
//! "While the implicit multisample buffer is attached, color sample values are automatically resolved to a single color in the texture level each
//! time a pixel is updated." [EXT_multisampled_render_to_texture] Nothing but the framebuffer can tell when: the texels are resolved before any
//! other use of the texture, and when the attachment is broken.

use crate::object::format;
use crate::object::image::Image;
use crate::object::names::lock;
use crate::object::texture::Texture;
use base::image::resolve::resolve;
use base::image::{Rectangle, Surface};
use std::sync::{Arc, Mutex};

/// The implicit buffer of an attachment.
pub struct Implicit {
    /// The texture.
    texture: Arc<Texture>,
    /// The level.
    level: usize,
    /// The layer, or the face of a cube map.
    layer: usize,
    /// GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_SAMPLES_EXT.
    pub samples: u32,
    /// The samples, while they differ from the texels.
    buffer: Mutex<Option<Surface>>,
}

impl Implicit {
    /// Creates the buffer of an attachment to an image of a texture; it has no samples before the image is used.
    pub fn new(texture: &Arc<Texture>, level: usize, layer: usize, samples: u32) -> Arc<Self> {
        let implicit = Arc::new(Self { texture: Arc::clone(texture), level, layer, samples, buffer: Mutex::default() });
        texture.add_implicit(&implicit);
        implicit
    }

    /// Returns the image to render to. Its samples are the texels if the buffer was discarded.
    pub fn image(&self) -> Option<Image> {
        let image = self.texture.attached_image(self.level, self.layer)?;
        let mut buffer = lock(&self.buffer);
        let fits = |surface: &&Surface| is_alike(surface, &image.surface);
        let surface = match buffer.as_ref().filter(fits) {
            Some(surface) => surface.clone(),
            None => {
                let surface = format::new_multisampled(image.format, image.surface.width, image.surface.height, self.samples).ok()?;
                surface.each_sample().for_each(|sample| copy(&image.surface, sample));
                buffer.insert(surface).clone()
            }
        };
        Some(Image { surface, ..image })
    }

    /// Resolves the samples to the texels, and discards them.
    pub fn resolve(&self) {
        let buffer = lock(&self.buffer).take();
        let image = self.texture.attached_image(self.level, self.layer);
        let (Some(buffer), Some(image)) = (buffer, image) else { return };
        let whole = Rectangle { x0: 0, y0: 0, x1: buffer.width as i32, y1: buffer.height as i32 };
        if is_alike(&buffer, &image.surface)
            && let Ok(resolved) = resolve(&buffer, whole)
        {
            copy(&resolved, &image.surface);
        }
    }
}

impl Drop for Implicit {
    fn drop(&mut self) {
        self.resolve();
    }
}

fn is_alike(one: &Surface, other: &Surface) -> bool {
    (one.width, one.height, one.format) == (other.width, other.height, other.format)
}

/// Copies the texels of a surface to one of the same size and format.
fn copy(from: &Surface, into: &Surface) {
    if from.row_words == into.row_words && from.memory.len() == into.memory.len() {
        return into.memory.copy_from(0, &from.memory, 0, from.memory.len());
    }
    for y in 0..from.height {
        for x in 0..from.width {
            into.set_raw(x, y, from.raw(x, y));
        }
    }
}
