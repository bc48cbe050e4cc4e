//! Framebuffers of alpha, luminance and intensity, which the compatibility profile has, and of integers.

use super::*;
use crate::testing::calling::Gl;
use crate::testing::calls::*;

/// Attaches a texture of a format to a new framebuffer; returns its status.
fn attach(format: u32, layout: u32, ty: u32) -> u32 {
    let (mut texture, mut framebuffer) = (0, 0);
    glGenTextures(1, &raw mut texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    let nothing = std::ptr::null::<u8>();
    glTexImage2D(GL_TEXTURE_2D, 0, format as i32, 4, 4, 0, layout, ty, nothing.cast());
    glGenFramebuffers(1, &raw mut framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glViewport(0, 0, 4, 4);
    glCheckFramebufferStatus(GL_FRAMEBUFFER)
}

/// Draws a rectangle of a colour to all of the framebuffer.
fn draw([red, green, blue, alpha]: [f32; 4]) {
    glColor4f(red, green, blue, alpha);
    glRectf(-1.0, -1.0, 1.0, 1.0);
}

/// Reads the pixel at (1, 1).
fn pixel() -> [u8; 4] {
    let mut read = [9u8; 4];
    glReadPixels(1, 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, read.as_mut_ptr().cast());
    read
}

#[test]
fn luminance_takes_red_and_is_read_as_red() {
    let gl = Gl::new(compatibility());
    let colors = [
        (GL_LUMINANCE8, [102, 0, 0, 255]),
        (GL_LUMINANCE8_ALPHA8, [102, 0, 0, 51]),
        (GL_LUMINANCE16F_ARB, [102, 0, 0, 255]),
        (GL_LUMINANCE_ALPHA16F_ARB, [102, 0, 0, 51]),
        (GL_INTENSITY8, [102, 0, 0, 255]),
        (GL_ALPHA8, [0, 0, 0, 51]),
    ];
    for (format, expected) in colors {
        assert_eq!(attach(format, GL_RGBA, GL_UNSIGNED_BYTE), GL_FRAMEBUFFER_COMPLETE, "{format:#x}");
        draw([0.4, 0.6, 0.8, 0.2]);
        assert_eq!(pixel(), expected, "{format:#x}");
        glClearColor(0.4, 0.6, 0.8, 0.2);
        glClear(GL_COLOR_BUFFER_BIT);
        assert_eq!(pixel(), expected, "{format:#x} cleared");
    }
    gl.no_error();
}

#[test]
fn blending_reads_the_stored_alpha_of_luminance_alpha() {
    let gl = Gl::new(compatibility());
    assert_eq!(attach(GL_LUMINANCE8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE), GL_FRAMEBUFFER_COMPLETE);
    draw([0.0, 0.0, 0.0, 0.2]);
    glEnable(GL_BLEND);
    glBlendFunc(GL_DST_ALPHA, GL_ZERO);
    draw([1.0, 1.0, 1.0, 1.0]);
    assert_eq!(pixel(), [51, 0, 0, 51]);
    // Intensity and luminance have no alpha, which counts as 1.
    for format in [GL_LUMINANCE8, GL_INTENSITY8] {
        attach(format, GL_RGBA, GL_UNSIGNED_BYTE);
        draw([0.4, 0.0, 0.0, 0.2]);
        assert_eq!(pixel(), [102, 0, 0, 255]);
    }
    gl.no_error();
}

#[test]
fn blits_leave_unused_components_zero() {
    let gl = Gl::new(compatibility());
    for (format, expected) in [(GL_ALPHA8, [0, 0, 0, 51]), (GL_LUMINANCE8_ALPHA8, [102, 0, 0, 51])] {
        let blit = |read: u32, draw: u32| {
            glBindFramebuffer(GL_READ_FRAMEBUFFER, read);
            glBindFramebuffer(GL_DRAW_FRAMEBUFFER, draw);
            glBlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST);
            glBindFramebuffer(GL_READ_FRAMEBUFFER, draw);
            pixel()
        };
        let bound = || gl.0.lock().unwrap().framebuffers.draw;
        attach(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE);
        draw([0.4, 0.6, 0.8, 0.2]);
        let source = bound();
        attach(format, GL_RGBA, GL_UNSIGNED_BYTE);
        let target = bound();
        assert_eq!(blit(source, target), expected);
        attach(GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE);
        assert_eq!(blit(target, bound()), expected);
    }
    gl.no_error();
}

#[test]
fn renderbuffers_have_luminance_but_no_compressed_format() {
    let storage = |format: u32| {
        glRenderbufferStorage(GL_RENDERBUFFER, format, 4, 4);
        glGetError()
    };
    let bind = || {
        let mut name = 0;
        glGenRenderbuffers(1, &raw mut name);
        glBindRenderbuffer(GL_RENDERBUFFER, name);
    };
    let gl = Gl::new(compatibility());
    bind();
    assert_eq!([GL_LUMINANCE, GL_INTENSITY16, GL_ALPHA4].map(storage), [GL_NO_ERROR; 3]);
    assert_eq!([GL_COMPRESSED_RGB, GL_COMPRESSED_ALPHA, GL_COMPRESSED_RED].map(storage), [GL_INVALID_ENUM; 3]);
    drop(gl);
    for context in [core(), es()] {
        let _gl = Gl::new(context);
        bind();
        assert_eq!([GL_LUMINANCE8, GL_INTENSITY8, GL_LUMINANCE8_ALPHA8].map(storage), [GL_INVALID_ENUM; 3]);
    }
}

#[test]
fn signed_components_are_those_of_draw_buffer_0() {
    let gl = Gl::new(compatibility());
    let signed = || {
        let mut values = [7; 4];
        glGetIntegerv(GL_RGBA_SIGNED_COMPONENTS_EXT, values.as_mut_ptr());
        values
    };
    attach(GL_LUMINANCE16F_ARB, GL_RGBA, GL_UNSIGNED_BYTE);
    assert_eq!(signed(), [1, 1, 1, 0]);
    attach(GL_RGBA16F, GL_RGBA, GL_UNSIGNED_BYTE);
    assert_eq!(signed(), [1; 4]);
    glDrawBuffers(2, [GL_NONE, GL_COLOR_ATTACHMENT0].as_ptr());
    assert_eq!(signed(), [0; 4]);
    gl.no_error();
}

#[test]
fn buffers_of_integers_skip_the_alpha_test() {
    let gl = Gl::new(compatibility());
    let program = gl.program(
        &[
            (GL_VERTEX_SHADER, c"#version 130\nvoid main() { gl_Position = gl_Vertex; }"),
            (GL_FRAGMENT_SHADER, c"#version 130\nout ivec4 color;\nvoid main() { color = ivec4(5, 4, 3, 2); }"),
        ],
        &[],
    );
    glUseProgram(program);
    glEnable(GL_ALPHA_TEST);
    glAlphaFunc(GL_NEVER, 1.0);
    let formats = [
        (GL_RGBA8I, GL_RGBA_INTEGER, [5, 4, 3, 2]),
        (GL_LUMINANCE32I_EXT, GL_LUMINANCE_INTEGER_EXT, [5, 0, 0, 1]),
        (GL_LUMINANCE_ALPHA16I_EXT, GL_LUMINANCE_ALPHA_INTEGER_EXT, [5, 0, 0, 2]),
        (GL_ALPHA8I_EXT, GL_ALPHA_INTEGER_EXT, [0, 0, 0, 2]),
        (GL_INTENSITY8I_EXT, GL_RED_INTEGER, [5, 0, 0, 1]),
    ];
    for (format, layout, expected) in formats {
        assert_eq!(attach(format, layout, GL_INT), GL_FRAMEBUFFER_COMPLETE);
        draw([1.0; 4]);
        let mut read = [9i32; 4];
        glReadPixels(1, 1, 1, 1, GL_RGBA_INTEGER, GL_INT, read.as_mut_ptr().cast());
        assert_eq!(read, expected, "{format:#x}");
    }
    gl.no_error();
}
