//! Clears, copies, buffers and large images: the operations that are not one upload or read of the table of pairs.

use crate::child::*;
use crate::pairs::{Pixels, pixels, token};
use std::ffi::c_void;
use std::ptr::{null, null_mut};

const GL_DEPTH_BUFFER_BIT: u32 = 0x0100;
const GL_STENCIL_BUFFER_BIT: u32 = 0x0400;
const GL_COLOR_BUFFER_BIT: u32 = 0x4000;
const GL_NEAREST: u32 = 0x2600;
const GL_LINEAR: u32 = 0x2601;
const GL_ARRAY_BUFFER: u32 = 0x8892;
const GL_COPY_READ_BUFFER: u32 = 0x8F36;
const GL_COPY_WRITE_BUFFER: u32 = 0x8F37;
const GL_PIXEL_PACK_BUFFER: u32 = 0x88EB;
const GL_PIXEL_UNPACK_BUFFER: u32 = 0x88EC;
const GL_STATIC_DRAW: u32 = 0x88E4;

/// The width and height of the pictures.
const SIZE: i32 = 1024;
/// The texels of a picture.
const TEXELS: usize = (SIZE * SIZE) as usize;

/// The operations of a run.
struct Operations<'a> {
    gl: &'a Gl,
    clock: &'a Clock,
    /// A part of the names of the operations to measure.
    only: &'a str,
}

/// Measures and prints all operations whose names contain a text.
pub(crate) fn measure(gl: &Gl, clock: &Clock, only: &str) {
    let all = Operations { gl, clock, only };
    all.clears();
    all.buffers();
    all.planes();
    all.pixel_buffers();
    all.clears_of_textures();
    all.copies();
    all.blits();
    all.mipmaps();
}

impl Operations<'_> {
    /// Measures and prints an operation, finished, that moves so many bytes.
    fn report(&self, name: &str, bytes: usize, mut operation: impl FnMut()) {
        if !name.contains(self.only) {
            return;
        }
        let mut finished = || {
            operation();
            // SAFETY: the function takes no arguments.
            unsafe { self.gl.glFinish() };
        };
        finished();
        assert!(succeeded(self.gl), "{name} raises an error");
        println!("{name}\toperation\t{bytes}\t{}", self.clock.fastest(finished).as_nanos());
    }

    /// Creates and binds a texture of the size of the pictures, filled with random pixels.
    fn picture(&self, internal: &str, pixels: &Pixels) -> u32 {
        let texture = texture(self.gl, token(internal).value, 1, SIZE, SIZE);
        let bytes = plausible(pixels, TEXELS);
        let (format, ty) = (pixels.format.value, pixels.ty.value);
        // SAFETY: the memory has all pixels.
        unsafe { self.gl.glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, format, ty, bytes.as_ptr().cast()) };
        texture
    }

    /// Creates and binds a framebuffer with a new picture.
    fn target(&self, internal: &str, pixels: &Pixels) -> (u32, u32) {
        let texture = self.picture(internal, pixels);
        (framebuffer(self.gl, texture, internal).expect("the format is rendered to"), texture)
    }

    /// Deletes a framebuffer and its texture.
    fn delete(&self, (frame, texture): (u32, u32)) {
        // SAFETY: the names are those of locals.
        unsafe {
            self.gl.glDeleteFramebuffers(1, &raw const frame);
            self.gl.glDeleteTextures(1, &raw const texture);
        }
    }

    fn clears(&self) {
        let (gl, whole) = (self.gl, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
        let color = self.target("RGBA8", &pixels("RGBA", "UNSIGNED_BYTE"));
        let depth = self.picture("DEPTH24_STENCIL8", &pixels("DEPTH_STENCIL", "UNSIGNED_INT_24_8"));
        // SAFETY: the functions take no pointers.
        unsafe {
            for point in [GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT] {
                gl.glFramebufferTexture2D(GL_FRAMEBUFFER, point, GL_TEXTURE_2D, depth, 0);
            }
            self.report("clear of RGBA8", TEXELS * 4, || gl.glClear(GL_COLOR_BUFFER_BIT));
            self.report("clear of RGBA8 and DEPTH24_STENCIL8", TEXELS * 8, || gl.glClear(GL_COLOR_BUFFER_BIT | whole));
            self.report("clear of RGBA8 and the depth of DEPTH24_STENCIL8", TEXELS * 8, || {
                gl.glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
            });
            self.report("clear of the depth of DEPTH24_STENCIL8", TEXELS * 4, || gl.glClear(GL_DEPTH_BUFFER_BIT));
            self.report("clear of the stencil of DEPTH24_STENCIL8", TEXELS * 4, || gl.glClear(GL_STENCIL_BUFFER_BIT));
            gl.glColorMask(1, 0, 0, 1);
            self.report("clear of red and alpha of RGBA8", TEXELS * 4, || gl.glClear(GL_COLOR_BUFFER_BIT));
            gl.glColorMask(1, 1, 1, 1);
            gl.glDeleteTextures(1, &raw const depth);
        }
        self.delete(color);
        for (internal, pixels) in [("R8", pixels("RED", "UNSIGNED_BYTE")), ("RGBA16F", pixels("RGBA", "HALF_FLOAT"))] {
            let color = self.target(internal, &pixels);
            // SAFETY: the function takes no pointers.
            self.report(&format!("clear of {internal}"), TEXELS * pixels.bytes, || unsafe { gl.glClear(GL_COLOR_BUFFER_BIT) });
            self.delete(color);
        }
    }

    fn buffers(&self) {
        const PART: usize = 256 << 10;
        const LARGE: usize = 4 << 20;
        let gl = self.gl;
        let (mut bytes, mut many, mut two) = (vec![7_u8; LARGE], [0; 200], [0; 2]);
        // SAFETY: the memory has the sizes given.
        unsafe {
            self.report("glBufferData, 200 new buffers of 256 KiB", 200 * PART, || {
                gl.glGenBuffers(200, many.as_mut_ptr());
                for buffer in many {
                    gl.glBindBuffer(GL_ARRAY_BUFFER, buffer);
                    gl.glBufferData(GL_ARRAY_BUFFER, PART as isize, bytes.as_ptr().cast(), GL_STATIC_DRAW);
                }
                gl.glDeleteBuffers(200, many.as_ptr());
            });
            gl.glGenBuffers(2, two.as_mut_ptr());
            for (target, buffer) in [(GL_COPY_READ_BUFFER, two[0]), (GL_COPY_WRITE_BUFFER, two[1])] {
                gl.glBindBuffer(target, buffer);
                gl.glBufferData(target, LARGE as isize, bytes.as_ptr().cast(), GL_STATIC_DRAW);
            }
            self.report("glBufferData, a buffer of 4 MiB anew", LARGE, || {
                gl.glBufferData(GL_COPY_READ_BUFFER, LARGE as isize, bytes.as_ptr().cast(), GL_STATIC_DRAW);
            });
            self.report("glBufferSubData, 4 MiB", LARGE, || {
                gl.glBufferSubData(GL_COPY_READ_BUFFER, 0, LARGE as isize, bytes.as_ptr().cast());
            });
            self.report("glGetBufferSubData, 4 MiB", LARGE, || {
                gl.glGetBufferSubData(GL_COPY_READ_BUFFER, 0, LARGE as isize, bytes.as_mut_ptr().cast());
            });
            self.report("glCopyBufferSubData, 4 MiB", LARGE, || {
                gl.glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, LARGE as isize);
            });
            gl.glDeleteBuffers(2, two.as_ptr());
        }
    }

    fn planes(&self) {
        let gl = self.gl;
        let planes = [
            ("R8", "RED", "UNSIGNED_BYTE"),
            ("RG8", "RG", "UNSIGNED_BYTE"),
            ("R16", "RED", "UNSIGNED_SHORT"),
            ("RGBA8", "RGBA", "UNSIGNED_BYTE"),
            ("RGBA8", "BGRA", "UNSIGNED_BYTE"),
            ("RGB8", "RGB", "UNSIGNED_BYTE"),
            ("RGBA16F", "RGBA", "HALF_FLOAT"),
            ("RGBA16F", "RGBA", "FLOAT"),
            ("RGB10_A2", "RGBA", "UNSIGNED_INT_2_10_10_10_REV"),
        ];
        for (internal, format, ty) in planes {
            let pixels = pixels(format, ty);
            let bytes = plausible(&pixels, 1920 * 1080);
            let plane = texture(gl, token(internal).value, 1, 1920, 1080);
            let (format, ty) = (pixels.format.value, pixels.ty.value);
            let name = format!("{internal} of {} {}", pixels.format.name, pixels.ty.name);
            // SAFETY: the memory has all pixels.
            unsafe {
                self.report(&format!("glTexSubImage2D, 1080p, {name}"), 1920 * 1080 * pixels.bytes, || {
                    gl.glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1920, 1080, format, ty, bytes.as_ptr().cast());
                });
                gl.glDeleteTextures(1, &raw const plane);
                let mut image = 0;
                gl.glGenTextures(1, &raw mut image);
                gl.glBindTexture(GL_TEXTURE_2D, image);
                let internal = token(internal).value as i32;
                self.report(&format!("glTexImage2D, 1080p, {name}"), 1920 * 1080 * pixels.bytes, || {
                    gl.glTexImage2D(GL_TEXTURE_2D, 0, internal, 1920, 1080, 0, format, ty, bytes.as_ptr().cast());
                });
                gl.glDeleteTextures(1, &raw const image);
            }
        }
    }

    fn pixel_buffers(&self) {
        let gl = self.gl;
        for (internal, format, ty) in [
            ("RGBA8", "RGBA", "UNSIGNED_BYTE"),
            ("RGBA8", "BGRA", "UNSIGNED_BYTE"),
            ("R8", "RED", "UNSIGNED_BYTE"),
            ("RGBA16F", "RGBA", "HALF_FLOAT"),
        ] {
            let pixels = pixels(format, ty);
            let (name, bytes) = (format!("{internal} of {format} {ty}"), TEXELS * pixels.bytes);
            let (format, ty) = (pixels.format.value, pixels.ty.value);
            let target = self.target(internal, &pixels);
            let (mut memory, mut buffer) = (plausible(&pixels, TEXELS), 0);
            // SAFETY: the memory and the buffer have room for all pixels.
            unsafe {
                self.report(&format!("glReadPixels, {name}"), bytes, || {
                    gl.glReadPixels(0, 0, SIZE, SIZE, format, ty, memory.as_mut_ptr().cast());
                });
                gl.glGenBuffers(1, &raw mut buffer);
                gl.glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
                gl.glBufferData(GL_PIXEL_UNPACK_BUFFER, bytes as isize, memory.as_ptr().cast(), GL_STATIC_DRAW);
                self.report(&format!("glTexSubImage2D from a buffer, {name}"), bytes, || {
                    gl.glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, format, ty, null());
                });
                gl.glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
                gl.glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
                self.report(&format!("glReadPixels to a buffer, {name}"), bytes, || {
                    gl.glReadPixels(0, 0, SIZE, SIZE, format, ty, null_mut());
                });
                gl.glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
                gl.glDeleteBuffers(1, &raw const buffer);
            }
            self.delete(target);
        }
    }

    fn clears_of_textures(&self) {
        for (internal, format, ty) in [
            ("RGBA8", "RGBA", "UNSIGNED_BYTE"),
            ("R8", "RED", "UNSIGNED_BYTE"),
            ("RGBA16F", "RGBA", "HALF_FLOAT"),
            ("RGBA32F", "RGBA", "FLOAT"),
            ("DEPTH24_STENCIL8", "DEPTH_STENCIL", "UNSIGNED_INT_24_8"),
        ] {
            let pixels = pixels(format, ty);
            let texture = self.picture(internal, &pixels);
            let pixel = plausible(&pixels, 1);
            let (format, ty) = (pixels.format.value, pixels.ty.value);
            // SAFETY: the memory has one pixel.
            self.report(&format!("glClearTexImage, {internal}"), TEXELS * pixels.bytes, || unsafe {
                self.gl.glClearTexImage(texture, 0, format, ty, pixel.as_ptr().cast::<c_void>());
            });
            // SAFETY: the name is that of a local.
            unsafe { self.gl.glDeleteTextures(1, &raw const texture) };
        }
    }

    fn copies(&self) {
        let (gl, rgba) = (self.gl, pixels("RGBA", "UNSIGNED_BYTE"));
        let depths = pixels("DEPTH_STENCIL", "UNSIGNED_INT_24_8");
        for (from, to, pixels) in [
            ("RGBA8", "RGBA8", &rgba),
            ("RGBA8", "RGB8", &rgba),
            ("RGBA8", "R8", &rgba),
            ("RGBA8", "RGBA16F", &rgba),
            ("RGBA16F", "RGBA8", &rgba),
            ("R8", "R8", &rgba),
            ("DEPTH24_STENCIL8", "DEPTH24_STENCIL8", &depths),
        ] {
            let source = self.target(from, pixels);
            let copy = texture(gl, token(to).value, 1, SIZE, SIZE);
            // SAFETY: the functions take no pointers, and the name is that of a local.
            unsafe {
                self.report(&format!("glCopyTexSubImage2D, {from} to {to}"), TEXELS * 4, || {
                    gl.glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, SIZE, SIZE);
                });
                if from == to {
                    self.report(&format!("glCopyImageSubData, {from}"), TEXELS * 4, || {
                        gl.glCopyImageSubData(source.1, GL_TEXTURE_2D, 0, 0, 0, 0, copy, GL_TEXTURE_2D, 0, 0, 0, 0, SIZE, SIZE, 1);
                    });
                }
                gl.glDeleteTextures(1, &raw const copy);
            }
            self.delete(source);
        }
    }

    fn blits(&self) {
        let (gl, rgba) = (self.gl, pixels("RGBA", "UNSIGNED_BYTE"));
        let depths = pixels("DEPTH_STENCIL", "UNSIGNED_INT_24_8");
        let (color, depth, stencil) = (GL_COLOR_BUFFER_BIT, GL_DEPTH_BUFFER_BIT, GL_STENCIL_BUFFER_BIT);
        let (same, mirrored, part) = ([0, 0, SIZE, SIZE], [0, SIZE, SIZE, 0], [0, 0, SIZE / 2, SIZE / 2]);
        for (title, from, to, pixels, mask, read, drawn, filter) in [
            ("same", "RGBA8", "RGBA8", &rgba, color, same, same, GL_NEAREST),
            ("same", "R8", "R8", &rgba, color, same, same, GL_NEAREST),
            ("same", "RGBA8", "RGBA16F", &rgba, color, same, same, GL_NEAREST),
            ("mirrored", "RGBA8", "RGBA8", &rgba, color, same, mirrored, GL_NEAREST),
            ("doubled", "RGBA8", "RGBA8", &rgba, color, part, same, GL_NEAREST),
            ("doubled, linear", "RGBA8", "RGBA8", &rgba, color, part, same, GL_LINEAR),
            ("depth and stencil", "DEPTH24_STENCIL8", "DEPTH24_STENCIL8", &depths, depth | stencil, same, same, GL_NEAREST),
            ("depth", "DEPTH24_STENCIL8", "DEPTH24_STENCIL8", &depths, depth, same, same, GL_NEAREST),
        ] {
            let (source, target) = (self.target(from, pixels), self.target(to, pixels));
            let ([x0, y0, x1, y1], [to_x0, to_y0, to_x1, to_y1]) = (read, drawn);
            // SAFETY: the functions take no pointers.
            unsafe {
                gl.glBindFramebuffer(GL_READ_FRAMEBUFFER, source.0);
                gl.glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.0);
                self.report(&format!("glBlitFramebuffer, {title}, {from} to {to}"), TEXELS * 4, || {
                    gl.glBlitFramebuffer(x0, y0, x1, y1, to_x0, to_y0, to_x1, to_y1, mask, filter);
                });
            }
            self.delete(source);
            self.delete(target);
        }
    }

    fn mipmaps(&self) {
        let (gl, rgba) = (self.gl, pixels("RGBA", "UNSIGNED_BYTE"));
        for internal in ["RGBA8", "SRGB8_ALPHA8", "R8", "RGB565", "RGBA16F", "RGBA32F"] {
            let texture = texture(gl, token(internal).value, 11, SIZE, SIZE);
            let bytes = plausible(&rgba, TEXELS);
            let (format, ty) = (rgba.format.value, rgba.ty.value);
            // SAFETY: the memory has all pixels, and the name is that of a local.
            unsafe {
                gl.glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, SIZE, SIZE, format, ty, bytes.as_ptr().cast());
                self.report(&format!("glGenerateMipmap, {internal}"), TEXELS * 4, || gl.glGenerateMipmap(GL_TEXTURE_2D));
                gl.glDeleteTextures(1, &raw const texture);
            }
        }
    }
}
