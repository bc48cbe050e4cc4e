//! Commands that are no draws count nothing, whatever a driver draws internally.

use crate::case::{Case, Cases, NOTHING};
use crate::gl::*;
use crate::scene::{Scene, named};

const WHITE: [f32; 4] = [1.0; 4];

/// Creates and binds an RGBA8 texture of the canvas's size, 64×64.
fn texture(scene: &Scene) -> u32 {
    let texture = named(|id| scene.GenTextures(1, id));
    scene.BindTexture(TEXTURE_2D, texture);
    scene.TexImage2D(TEXTURE_2D, 0, RGBA8 as i32, 64, 64, 0, RGBA, UNSIGNED_BYTE, [0x55u8; 64 * 64 * 4].as_ptr().cast());
    texture
}

/// Creates a framebuffer with a new texture and binds it for reading.
fn source(scene: &Scene) -> u32 {
    let texture = texture(scene);
    let framebuffer = named(|id| scene.GenFramebuffers(1, id));
    scene.BindFramebuffer(READ_FRAMEBUFFER, framebuffer);
    scene.FramebufferTexture2D(READ_FRAMEBUFFER, COLOR_ATTACHMENT0, TEXTURE_2D, texture, 0);
    framebuffer
}

pub fn cases() -> Vec<Case> {
    let mut cases = Cases::of("meta");
    let mut nothing = |name: &str, prepare: fn(&Scene), commands: fn(&Scene)| {
        cases.add(name, NOTHING, move |scene| {
            prepare(scene);
            scene.count(|| commands(scene));
        });
    };
    nothing("nothing", |_| {}, |_| {});
    const ALL: u32 = COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT | STENCIL_BUFFER_BIT;
    nothing("Clear, colour", |_| {}, |gl| gl.Clear(COLOR_BUFFER_BIT));
    nothing("Clear, depth", |_| {}, |gl| gl.Clear(DEPTH_BUFFER_BIT));
    nothing("Clear, stencil", |_| {}, |gl| gl.Clear(STENCIL_BUFFER_BIT));
    nothing("Clear, all", |_| {}, |gl| gl.Clear(ALL));
    let scissored = |gl: &Scene| {
        gl.Enable(SCISSOR_TEST);
        gl.Scissor(3, 5, 30, 20);
    };
    nothing("Clear, scissored", scissored, |gl| gl.Clear(ALL));
    nothing(
        "Clear, of an empty scissor",
        |gl| {
            gl.Enable(SCISSOR_TEST);
            gl.Scissor(0, 0, 0, 0);
        },
        |gl| gl.Clear(ALL),
    );
    nothing("Clear, masked", |gl| gl.ColorMask(1, 0, 1, 0), |gl| gl.Clear(COLOR_BUFFER_BIT));
    nothing(
        "Clear, masked and scissored",
        |gl| {
            gl.ColorMask(1, 0, 1, 0);
            gl.Enable(SCISSOR_TEST);
            gl.Scissor(3, 5, 30, 20);
        },
        |gl| gl.Clear(ALL),
    );
    nothing("ClearBufferfv", |_| {}, |gl| gl.ClearBufferfv(COLOR, 0, WHITE.as_ptr()));
    nothing("ClearBufferfv, scissored", scissored, |gl| gl.ClearBufferfv(COLOR, 0, WHITE.as_ptr()));
    nothing("ClearBufferfi", |_| {}, |gl| gl.ClearBufferfi(DEPTH_STENCIL, 0, 0.25, 3));
    nothing("ClearBufferfi, scissored", scissored, |gl| gl.ClearBufferfi(DEPTH_STENCIL, 0, 0.25, 3));
    nothing(
        "ClearTexImage",
        |gl| {
            texture(gl);
        },
        |gl| gl.ClearTexImage(bound(gl), 0, RGBA, UNSIGNED_BYTE, [1u8; 4].as_ptr().cast()),
    );
    nothing(
        "ClearTexSubImage",
        |gl| {
            texture(gl);
        },
        |gl| gl.ClearTexSubImage(bound(gl), 0, 3, 5, 0, 20, 30, 1, RGBA, UNSIGNED_BYTE, [1u8; 4].as_ptr().cast()),
    );
    let blit = |gl: &Scene| {
        source(gl);
    };
    nothing("BlitFramebuffer", blit, |gl| gl.BlitFramebuffer(0, 0, 64, 64, 0, 0, 64, 64, COLOR_BUFFER_BIT, NEAREST));
    nothing("BlitFramebuffer, scaled", blit, |gl| gl.BlitFramebuffer(0, 0, 64, 64, 10, 10, 50, 30, COLOR_BUFFER_BIT, LINEAR));
    nothing("BlitFramebuffer, mirrored", blit, |gl| gl.BlitFramebuffer(0, 0, 64, 64, 64, 64, 0, 0, COLOR_BUFFER_BIT, NEAREST));
    nothing(
        "BlitFramebuffer, scissored",
        |gl| {
            source(gl);
            gl.Enable(SCISSOR_TEST);
            gl.Scissor(3, 5, 30, 20);
        },
        |gl| gl.BlitFramebuffer(0, 0, 64, 64, 0, 0, 64, 64, COLOR_BUFFER_BIT, NEAREST),
    );
    let textured = |gl: &Scene| {
        texture(gl);
    };
    nothing("GenerateMipmap", textured, |gl| gl.GenerateMipmap(TEXTURE_2D));
    nothing("CopyTexImage2D", textured, |gl| gl.CopyTexImage2D(TEXTURE_2D, 0, RGBA8, 0, 0, 32, 32, 0));
    nothing("CopyTexSubImage2D", textured, |gl| gl.CopyTexSubImage2D(TEXTURE_2D, 0, 3, 5, 7, 9, 20, 20));
    nothing("TexImage2D", textured, |gl| {
        gl.TexImage2D(TEXTURE_2D, 0, R8 as i32, 64, 64, 0, RED, UNSIGNED_BYTE, [9u8; 4096].as_ptr().cast());
    });
    nothing("TexSubImage2D", textured, |gl| {
        gl.TexSubImage2D(TEXTURE_2D, 0, 3, 5, 16, 16, RGBA, UNSIGNED_BYTE, [9u8; 1024].as_ptr().cast());
    });
    nothing("GetTexImage", textured, |gl| {
        gl.GetTexImage(TEXTURE_2D, 0, RGBA, FLOAT, [0f32; 64 * 64 * 4].as_mut_ptr().cast());
    });
    nothing("ReadPixels", |_| {}, |gl| gl.ReadPixels(0, 0, 64, 64, RGBA, UNSIGNED_BYTE, [0u8; 64 * 64 * 4].as_mut_ptr().cast()));
    nothing(
        "ReadPixels into a buffer",
        |gl| {
            gl.buffer(PIXEL_PACK_BUFFER, &[0u8; 64 * 64 * 4]);
        },
        |gl| gl.ReadPixels(0, 0, 64, 64, RGBA, UNSIGNED_BYTE, core::ptr::null_mut()),
    );
    let buffers = |gl: &Scene| {
        gl.buffer(COPY_READ_BUFFER, &[1u8; 256]);
        gl.buffer(COPY_WRITE_BUFFER, &[2u8; 256]);
    };
    nothing(
        "BufferData",
        |_| {},
        |gl| {
            gl.buffer(COPY_WRITE_BUFFER, &[2u8; 256]);
        },
    );
    nothing("BufferSubData", buffers, |gl| gl.BufferSubData(COPY_WRITE_BUFFER, 16, 32, [3u8; 32].as_ptr().cast()));
    nothing("CopyBufferSubData", buffers, |gl| gl.CopyBufferSubData(COPY_READ_BUFFER, COPY_WRITE_BUFFER, 0, 64, 128));
    nothing("ClearBufferData", buffers, |gl| gl.ClearBufferData(COPY_WRITE_BUFFER, R8, RED, UNSIGNED_BYTE, [7u8].as_ptr().cast()));
    nothing("InvalidateFramebuffer", |_| {}, |gl| gl.InvalidateFramebuffer(FRAMEBUFFER, 1, &COLOR_ATTACHMENT0));
    nothing(
        "Flush and Finish",
        |_| {},
        |gl| {
            gl.Flush();
            gl.Finish();
        },
    );
    nothing(
        "a condition that is not met",
        |gl| {
            gl.rectangle([0.0, 64.0], [0.0, 64.0], 0.5);
            let query = named(|id| gl.GenQueries(1, id));
            gl.BeginQuery(SAMPLES_PASSED, query);
            gl.EndQuery(SAMPLES_PASSED);
            gl.BeginConditionalRender(query, QUERY_WAIT);
        },
        |gl| {
            gl.DrawArrays(TRIANGLE_STRIP, 0, 4);
            gl.EndConditionalRender();
        },
    );
    cases.list()
}

/// Returns the texture that is bound.
fn bound(scene: &Scene) -> u32 {
    let mut name = 0;
    scene.GetIntegerv(TEXTURE_BINDING_2D, &raw mut name);
    name as u32
}
