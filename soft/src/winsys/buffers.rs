//! The colour, depth and stencil buffers of a surface.

use base::image::Surface;
use base::image::format::Format;
use gl::context::{Accumulation, WindowBuffers};

/// What the buffers of a config consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The format of the colour buffer.
    pub color: Format,
    /// Bits of alpha.
    pub alpha: u8,
    /// Bits of the depth buffer: 0 or 24.
    pub depth: u8,
    /// Bits of the stencil buffer.
    pub stencil: u8,
    /// Bits of each component of the accumulation buffer; 0 without one.
    pub accumulation: u8,
    /// The samples of each pixel; 0 for one without multisampling.
    pub samples: u32,
}

/// Allocates buffers of `width` by `height` pixels, or returns `None` without memory for them.
pub fn allocate(layout: Layout, width: u32, height: u32) -> Option<WindowBuffers> {
    let surface = |format: Format| {
        let samples: Result<Vec<_>, _> = (0..layout.samples.max(1)).map(|_| Surface::new(format, width, height)).collect();
        samples.ok().and_then(Surface::from_samples)
    };
    Some(WindowBuffers {
        color: surface(layout.color)?,
        front: None,
        depth_stencil: if layout.depth > 0 { Some(surface(Format::Depth24Stencil8)?) } else { None },
        depth_bits: layout.depth,
        stencil_bits: layout.stencil,
        alpha_bits: layout.alpha,
        accumulation: Accumulation::new(layout.accumulation),
        pixmap: None,
        drawn: false,
    })
}
