//! The buffers of windows, pbuffers and pixmaps.

use base::core::memory::OutOfMemory;
use base::image::format::Format;
use base::image::resolve::resolve;
use base::image::{Rectangle, Surface};
use std::fmt::Debug;
use std::sync::Arc;

/// The buffers of a window, pbuffer or pixmap. EGL, GLX or OSMesa owns them; EGL and GLX replace
/// the surfaces when the size of a window changes. Row 0 is y = 0.
#[derive(Debug)]
pub struct WindowBuffers {
    /// The colour buffer, of a window the back one; multisampled if the config is. What is presented and read are the resolved samples.
    pub color: Surface,
    /// The front colour buffer of a window with two; other surfaces have one colour buffer.
    pub front: Option<FrontBuffer>,
    /// Depth and stencil in one surface, if the config has any.
    pub depth_stencil: Option<Surface>,
    /// Bits of the depth buffer; 0 without one.
    pub depth_bits: u8,
    /// Bits of the stencil buffer; 0 without one.
    pub stencil_bits: u8,
    /// Bits of alpha that the program sees.
    pub alpha_bits: u8,
    /// The accumulation buffer.
    pub accumulation: Accumulation,
    /// The native pixmap, or window without a back buffer, that each flush copies the colour buffer to.
    pub pixmap: Option<Arc<dyn NativeDrawable>>,
    /// True if commands drew since the window system presented the colour buffer.
    pub drawn: bool,
}

/// The accumulation buffer of a window, pbuffer or pixmap. Its image exists once a command uses it.
#[derive(Debug, Default)]
pub struct Accumulation {
    /// Bits of each component that the program sees; 0 without an accumulation buffer.
    bits: u8,
    /// The sums of colours, as floats, so that they lose nothing to rounding.
    image: Option<Surface>,
}

impl Accumulation {
    /// Bits of each component of a config with an accumulation buffer, as Mesa's configs have them.
    pub const BITS: u8 = 16;

    /// Returns the accumulation buffer of a config with that many bits for each component.
    pub fn new(bits: u8) -> Self {
        Self { bits, image: None }
    }

    /// Returns the bits of each component; 0 without an accumulation buffer.
    pub fn bits(&self) -> u8 {
        self.bits
    }

    /// Returns the image, of that size; `None` without an accumulation buffer. Sums of another size are lost with it.
    pub fn image(&mut self, width: u32, height: u32) -> Result<Option<Surface>, OutOfMemory> {
        let fits = |image: &Surface| (image.width, image.height) == (width, height);
        if self.bits > 0 && !self.image.as_ref().is_some_and(fits) {
            self.image = Some(Surface::new(Format::Rgba32f, width, height)?);
        }
        Ok(self.image.clone())
    }
}

/// A native window or pixmap.
pub trait NativeDrawable: Debug + Send + Sync {
    /// Copies the window or pixmap to a colour buffer with one sample, which stays as it is if the window or pixmap cannot be read.
    fn load(&self, color: &Surface);

    /// Copies a colour buffer with one sample to the window or pixmap.
    fn store(&self, color: &Surface);
}

/// The front colour buffer of a window. Its image exists once a command draws to it or reads it.
#[derive(Debug)]
pub struct FrontBuffer {
    /// The image, with the format and samples of the back buffer.
    image: Option<Surface>,
    /// True if commands drew to the image since the window showed it.
    drawn: bool,
    /// The window.
    window: Arc<dyn NativeDrawable>,
}

impl FrontBuffer {
    /// Returns the front buffer of a window.
    pub fn new(window: Arc<dyn NativeDrawable>) -> Self {
        Self { image: None, drawn: false, window }
    }

    /// Returns a front buffer of the same window without an image, which may have another size.
    pub fn renewed(&self) -> Self {
        Self::new(self.window.clone())
    }
}

/// Returns a surface with the same texels in memory of its own.
fn duplicate(surface: &Surface) -> Result<Surface, OutOfMemory> {
    let samples: Result<Vec<Surface>, OutOfMemory> = surface
        .each_sample()
        .map(|sample| {
            let copy = Surface::new(sample.format, sample.width, sample.height)?;
            copy.memory.copy_from(0, &sample.memory, 0, sample.memory.len().min(copy.memory.len()));
            Ok(copy)
        })
        .collect();
    Surface::from_samples(samples?).ok_or(OutOfMemory)
}

/// Copies a window or pixmap to each sample of a colour buffer.
fn load(from: &dyn NativeDrawable, to: &Surface) {
    to.each_sample().for_each(|sample| from.load(sample));
}

/// Copies the resolved samples of a colour buffer to a window or pixmap, which keeps what it shows if there is no memory for them.
fn store(to: &dyn NativeDrawable, from: &Surface) {
    let area = Rectangle { x0: 0, y0: 0, x1: from.width as i32, y1: from.height as i32 };
    let _ = resolve(from, area).map(|color| to.store(&color));
}

impl WindowBuffers {
    /// Returns true if there is a back buffer beside the one that is shown.
    pub fn is_double_buffered(&self) -> bool {
        self.pixmap.is_none()
    }

    /// Returns the front colour buffer, which is the only one of surfaces that are no windows. A new one has the pixels that the window shows, or the
    /// texels of the back buffer if the window cannot be read: those of the last presentation until a command draws.
    pub fn front_color(&mut self) -> Surface {
        let Some(front) = &mut self.front else { return self.color.clone() };
        if front.image.is_none() {
            front.image = duplicate(&self.color).ok();
            if let Some(image) = &front.image {
                load(&*front.window, image);
            }
        }
        front.image.clone().unwrap_or_else(|| self.color.clone())
    }

    /// Notes that commands draw to the front buffer: the next flush shows it.
    pub fn draw_to_front(&mut self) {
        if let Some(front) = &mut self.front {
            front.drawn = true;
        }
    }

    /// Copies the native pixmap, if there is one, to the colour buffer.
    pub fn load(&self) {
        if let Some(pixmap) = &self.pixmap {
            load(&**pixmap, &self.color);
        }
    }

    /// Copies the colour buffer to the native pixmap, and a front buffer that was drawn to its window.
    pub fn flush(&mut self) {
        if let Some(pixmap) = &self.pixmap {
            store(&**pixmap, &self.color);
        }
        if let Some(front) = &mut self.front
            && std::mem::take(&mut front.drawn)
            && let Some(image) = &front.image
        {
            store(&*front.window, image);
        }
    }

    /// Notes that the window shows other pixels than the front buffer has: the next command that uses it reads the window again.
    pub fn window_changed(&mut self) {
        if let Some(front) = &mut self.front {
            *front = front.renewed();
        }
    }

    /// Copies the back buffer, which the window shows now, to the front buffer. The next frame begins.
    pub fn presented(&mut self) {
        self.drawn = false;
        if let Some(front) = &mut self.front {
            front.drawn = false;
            if let Some(image) = &front.image {
                for (to, from) in image.each_sample().zip(self.color.each_sample()) {
                    to.memory.copy_from(0, &from.memory, 0, from.memory.len().min(to.memory.len()));
                }
            }
        }
    }
}
