//! The framebuffer that the scene is drawn into: a texture with a depth buffer, so that no window or surface is needed.

use crate::functions::Gl;
use core::ptr::null;
use glmeter::gl::{GLenum, GLuint};

const TEXTURE_2D: GLenum = 0x0DE1;
const TEXTURE_MIN_FILTER: GLenum = 0x2801;
const NEAREST: i32 = 0x2600;
const RGBA: GLenum = 0x1908;
const UNSIGNED_BYTE: GLenum = 0x1401;
const FRAMEBUFFER: GLenum = 0x8D40;
const FRAMEBUFFER_COMPLETE: GLenum = 0x8CD5;
const COLOR_ATTACHMENT0: GLenum = 0x8CE0;
const DEPTH_ATTACHMENT: GLenum = 0x8D00;
const RENDERBUFFER: GLenum = 0x8D41;
const DEPTH_COMPONENT16: GLenum = 0x81A5;

/// A framebuffer of the current context.
pub(super) struct Frame {
    framebuffer: GLuint,
    /// The width, pixels.
    pub(super) width: i32,
    /// The height, pixels.
    pub(super) height: i32,
}

impl Frame {
    /// Creates a framebuffer of this size. Fails if the driver cannot render to textures.
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self, String> {
        let (mut texture, mut depth, mut framebuffer) = (0, 0, 0);
        // SAFETY: each Gen command writes one name to a local variable; TexImage2D accepts null for no pixels.
        let status = unsafe {
            gl.glGenTextures(1, &mut texture);
            gl.glBindTexture(TEXTURE_2D, texture);
            gl.glTexParameteri(TEXTURE_2D, TEXTURE_MIN_FILTER, NEAREST);
            gl.glTexImage2D(TEXTURE_2D, 0, RGBA as i32, width, height, 0, RGBA, UNSIGNED_BYTE, null());
            gl.glGenRenderbuffers(1, &mut depth);
            gl.glBindRenderbuffer(RENDERBUFFER, depth);
            gl.glRenderbufferStorage(RENDERBUFFER, DEPTH_COMPONENT16, width, height);
            gl.glGenFramebuffers(1, &mut framebuffer);
            gl.glBindFramebuffer(FRAMEBUFFER, framebuffer);
            gl.glFramebufferTexture2D(FRAMEBUFFER, COLOR_ATTACHMENT0, TEXTURE_2D, texture, 0);
            gl.glFramebufferRenderbuffer(FRAMEBUFFER, DEPTH_ATTACHMENT, RENDERBUFFER, depth);
            gl.glCheckFramebufferStatus(FRAMEBUFFER)
        };
        if status == FRAMEBUFFER_COMPLETE {
            Ok(Self { framebuffer, width, height })
        } else {
            Err("the driver cannot draw into a texture".to_string())
        }
    }

    /// Binds this framebuffer for drawing and reading, and sets the viewport to its size.
    pub(super) fn bind(&self, gl: &Gl) {
        // SAFETY: a framebuffer of this context.
        unsafe {
            gl.glBindFramebuffer(FRAMEBUFFER, self.framebuffer);
            gl.glViewport(0, 0, self.width, self.height);
        }
    }

    /// Reads the pixels, row by row from the bottom up.
    pub(super) fn read(&self, gl: &Gl) -> Vec<[u8; 4]> {
        let mut pixels = vec![[0_u8; 4]; self.width as usize * self.height as usize];
        self.bind(gl);
        // SAFETY: `pixels` holds `width` × `height` pixels; rows of four-byte pixels need no padding.
        unsafe { gl.glReadPixels(0, 0, self.width, self.height, RGBA, UNSIGNED_BYTE, pixels.as_mut_ptr().cast()) };
        pixels
    }
}
