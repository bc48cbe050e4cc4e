//! What the tests of the state machine share: contexts and surfaces.

use crate::config::Api;
use crate::context::{Context, WindowBuffers};
use base::image::Surface;
use base::image::format::Format;
use std::sync::{Arc, Mutex};

pub use super::fixtures::{compatibility, context, core};

/// An OpenGL ES 3.2 context.
pub fn es() -> Context {
    context(Api::Es, (3, 2))
}

/// Gives a context a window of so many pixels, with depth and stencil, and with alpha if that is asked for.
pub fn with_window(mut context: Context, width: u32, height: u32, alpha: bool) -> Context {
    let surface = |format| Surface::new(format, width, height).unwrap_or_else(|_| unreachable!("the tests' windows are small"));
    let buffers = WindowBuffers {
        color: surface(Format::Rgba8),
        front: None,
        depth_stencil: Some(surface(Format::Depth24Stencil8)),
        depth_bits: 24,
        stencil_bits: 8,
        alpha_bits: if alpha { 8 } else { 0 },
        accumulation: Default::default(),
        pixmap: None,
        drawn: false,
    };
    let buffers = Arc::new(Mutex::new(buffers));
    context.bind_surfaces(Some(buffers.clone()), Some(buffers));
    context
}
