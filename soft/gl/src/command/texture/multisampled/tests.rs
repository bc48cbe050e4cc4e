//! Tests of multisampled textures and of framebuffers with multisampled images.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{core, es};
use crate::tokens::*;
use std::ffi::c_void;

fn error() -> u32 {
    glGetError()
}

fn texture(target: u32) -> u32 {
    let mut name = 0;
    glGenTextures(1, &raw mut name);
    glBindTexture(target, name);
    name
}

/// Calls glTexImage2DMultisample or, with a depth, glTexImage3DMultisample, and returns the error.
fn image(target: u32, samples: i32, format: u32, sizes: &[i32]) -> u32 {
    match *sizes {
        [width, height] => glTexImage2DMultisample(target, samples, format, width, height, 1),
        [width, height, depth] => glTexImage3DMultisample(target, samples, format, width, height, depth, 1),
        _ => unreachable!(),
    }
    error()
}

/// Calls glTexStorage2DMultisample or glTexStorage3DMultisample, and returns the error.
fn storage(target: u32, samples: i32, format: u32, sizes: &[i32]) -> u32 {
    match *sizes {
        [width, height] => glTexStorage2DMultisample(target, samples, format, width, height, 1),
        [width, height, depth] => glTexStorage3DMultisample(target, samples, format, width, height, depth, 1),
        _ => unreachable!(),
    }
    error()
}

fn level(target: u32, name: u32) -> i32 {
    let mut value = -1;
    glGetTexLevelParameteriv(target, 0, name, &raw mut value);
    value
}

fn integer(name: u32) -> i32 {
    let mut value = -1;
    glGetIntegerv(name, &raw mut value);
    value
}

const FLAT: u32 = GL_TEXTURE_2D_MULTISAMPLE;
const ARRAY: u32 = GL_TEXTURE_2D_MULTISAMPLE_ARRAY;

#[test]
fn images_have_the_next_larger_sample_count() {
    let gl = Gl::new(core());
    for (target, sizes) in [(FLAT, &[5, 6][..]), (ARRAY, &[5, 6, 7])] {
        texture(target);
        for (requested, wanted) in [(1, 2), (2, 2), (3, 4), (4, 4), (5, 8), (8, 8)] {
            assert_eq!(image(target, requested, GL_RGBA8, sizes), GL_NO_ERROR);
            assert_eq!(level(target, GL_TEXTURE_SAMPLES), wanted, "{requested}");
        }
        let names = [GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH, GL_TEXTURE_FIXED_SAMPLE_LOCATIONS, GL_TEXTURE_RED_SIZE];
        assert_eq!(names.map(|name| level(target, name)), [5, 6, if target == FLAT { 1 } else { 7 }, 1, 8]);
        assert_eq!(level(target, GL_TEXTURE_INTERNAL_FORMAT), GL_RGBA8.cast_signed());
    }
    texture(FLAT);
    glTexImage2DMultisample(FLAT, 4, GL_DEPTH_COMPONENT24, 1, 1, 0);
    assert_eq!(level(FLAT, GL_TEXTURE_FIXED_SAMPLE_LOCATIONS), 0);
    gl.no_error();
}

#[test]
fn errors_of_images() {
    let _gl = Gl::new(core());
    let largest = integer(GL_MAX_TEXTURE_SIZE);
    for (target, wrong) in [(FLAT, ARRAY), (ARRAY, FLAT)] {
        texture(target);
        let sizes: &[i32] = if target == FLAT { &[4, 4] } else { &[4, 4, 4] };
        // "target must be TEXTURE_2D_MULTISAMPLE or PROXY_TEXTURE_2D_MULTISAMPLE …"
        assert_eq!([wrong, GL_TEXTURE_2D].map(|target| image(target, 4, GL_RGBA8, sizes)), [GL_INVALID_ENUM; 2]);
        // "An INVALID_VALUE error is generated if width, height, or depth is negative."
        for index in 0..sizes.len() {
            let mut sizes = sizes.to_vec();
            sizes[index] = -1;
            assert_eq!(image(target, 4, GL_RGBA8, &sizes), GL_INVALID_VALUE);
            // "An INVALID_VALUE error is generated if either width or height is greater than the value of MAX_TEXTURE_SIZE"
            sizes[index] = largest + 1;
            assert_eq!(image(target, 4, GL_RGBA8, &sizes), GL_INVALID_VALUE);
        }
        // "… or if samples is zero."
        assert_eq!([0, -1].map(|samples| image(target, samples, GL_RGBA8, sizes)), [GL_INVALID_VALUE; 2]);
        // "An INVALID_ENUM error is generated if internalformat is not color-renderable, depth-renderable, or stencil-renderable"
        assert_eq!([GL_RGB9_E5, GL_NEAREST, 4].map(|format| image(target, 4, format, sizes)), [GL_INVALID_ENUM; 3]);
        // "An INVALID_OPERATION error is generated if samples is greater than the maximum number of samples supported for this target and
        // internalformat."
        assert_eq!(image(target, 9, GL_RGBA8, sizes), GL_INVALID_OPERATION);
    }
}

#[test]
fn storage_is_immutable() {
    let _gl = Gl::new(core());
    for (target, sizes) in [(FLAT, &[4, 4][..]), (ARRAY, &[4, 4, 3])] {
        texture(target);
        // "An INVALID_ENUM error is generated if internalformat is one of the unsized base internal formats listed in table 8.18."
        assert_eq!(storage(target, 4, GL_RGBA, sizes), GL_INVALID_ENUM);
        for index in 0..sizes.len() {
            let mut sizes = sizes.to_vec();
            sizes[index] = 0;
            assert_eq!(storage(target, 4, GL_RGBA8, &sizes), GL_INVALID_VALUE);
        }
        assert_eq!(storage(target, 0, GL_RGBA8, sizes), GL_INVALID_VALUE);
        assert_eq!(storage(target, 9, GL_RGBA8, sizes), GL_INVALID_OPERATION);
        assert_eq!(storage(target, 3, GL_RGBA8, sizes), GL_NO_ERROR);
        assert_eq!(level(target, GL_TEXTURE_SAMPLES), 4);
        // "no further changes to the dimensions or format of the texture object may be made"
        assert_eq!(storage(target, 3, GL_RGBA8, sizes), GL_INVALID_OPERATION);
        assert_eq!(image(target, 3, GL_RGBA8, sizes), GL_INVALID_OPERATION);
        glBindTexture(target, 0);
        // "An INVALID_OPERATION error is generated if zero is bound to target."
        assert_eq!(storage(target, 3, GL_RGBA8, sizes), GL_INVALID_OPERATION);
    }
    let mut name = 0;
    glCreateTextures(FLAT, 1, &raw mut name);
    // "An INVALID_OPERATION error is generated by TextureStorage3DMultisample if the effective <target> is not TEXTURE_2D_MULTISAMPLE_ARRAY."
    glTextureStorage3DMultisample(name, 2, GL_RGBA8, 4, 4, 4, 1);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glTextureStorage2DMultisample(name, 2, GL_RGBA8, 4, 4, 1);
    assert_eq!(error(), GL_NO_ERROR);
    let mut samples = 0;
    glGetTextureLevelParameteriv(name, 0, GL_TEXTURE_SAMPLES, &raw mut samples);
    assert_eq!(samples, 2);
}

#[test]
fn immutable_textures_have_no_other_base_level() {
    for context in [core(), es(3, 1)] {
        let gl = Gl::new(context);
        texture(GL_TEXTURE_2D_MULTISAMPLE);
        assert_eq!(storage(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, &[4, 4]), GL_NO_ERROR);
        for level in [1, 2] {
            glTexParameteri(GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BASE_LEVEL, level);
            assert_eq!(error(), GL_INVALID_OPERATION);
        }
        glTexParameteri(GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BASE_LEVEL, 0);
        gl.no_error();
    }
}

#[test]
fn proxies_hold_what_would_be() {
    let _gl = Gl::new(core());
    for (proxy, sizes) in [(GL_PROXY_TEXTURE_2D_MULTISAMPLE, &[4, 5][..]), (GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY, &[4, 5, 6])] {
        assert_eq!(image(proxy, 3, GL_R8, sizes), GL_NO_ERROR);
        assert_eq!((level(proxy, GL_TEXTURE_WIDTH), level(proxy, GL_TEXTURE_SAMPLES)), (4, 4));
        assert_eq!(storage(proxy, 8, GL_R8, sizes), GL_NO_ERROR);
        assert_eq!(level(proxy, GL_TEXTURE_SAMPLES), 8);
        // "However, if samples is not supported, then no error is generated."
        assert_eq!(image(proxy, 9, GL_R8, sizes), GL_NO_ERROR);
        assert_eq!((level(proxy, GL_TEXTURE_WIDTH), level(proxy, GL_TEXTURE_SAMPLES)), (0, 0));
        assert_eq!(image(proxy, 4, GL_R8, sizes), GL_NO_ERROR);
        assert_eq!(level(proxy, GL_TEXTURE_WIDTH), 4);
        let mut large = sizes.to_vec();
        large[0] = integer(GL_MAX_TEXTURE_SIZE) + 1;
        assert_eq!(image(proxy, 4, GL_R8, &large), GL_NO_ERROR);
        assert_eq!((level(proxy, GL_TEXTURE_WIDTH), level(proxy, GL_TEXTURE_SAMPLES)), (0, 0));
    }
}

#[test]
fn opengl_es_has_storage_alone() {
    let _gl = Gl::new(es(3, 1));
    texture(FLAT);
    assert_eq!(storage(FLAT, 4, GL_RGBA8, &[4, 4]), GL_NO_ERROR);
    assert_eq!(level(FLAT, GL_TEXTURE_SAMPLES), 4);
    assert_eq!(storage(GL_PROXY_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, &[4, 4]), GL_INVALID_ENUM);
    texture(ARRAY);
    assert_eq!(storage(ARRAY, 4, GL_RGBA8, &[4, 4, 4]), GL_NO_ERROR);
}

/// Binds a new framebuffer with these colour attachments.
fn framebuffer(colors: &[&dyn Fn(u32)]) -> u32 {
    let mut name = 0;
    glGenFramebuffers(1, &raw mut name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    (0..).zip(colors).for_each(|(index, attach)| attach(GL_COLOR_ATTACHMENT0 + index));
    glCheckFramebufferStatus(GL_FRAMEBUFFER)
}

fn attach_texture(samples: i32, fixed: u8) -> impl Fn(u32) {
    move |point| {
        let name = texture(FLAT);
        glTexImage2DMultisample(FLAT, samples, GL_RGBA8, 4, 4, fixed);
        glFramebufferTexture2D(GL_FRAMEBUFFER, point, FLAT, name, 0);
    }
}

fn attach_renderbuffer(samples: i32) -> impl Fn(u32) {
    move |point| {
        let mut name = 0;
        glGenRenderbuffers(1, &raw mut name);
        glBindRenderbuffer(GL_RENDERBUFFER, name);
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, 4, 4);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, point, GL_RENDERBUFFER, name);
    }
}

#[test]
fn all_attachments_have_the_same_samples() {
    let gl = Gl::new(core());
    let (complete, differ) = (GL_FRAMEBUFFER_COMPLETE, GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE);
    assert_eq!(framebuffer(&[&attach_texture(4, 1), &attach_texture(3, 1)]), complete);
    assert_eq!((integer(GL_SAMPLES), integer(GL_SAMPLE_BUFFERS)), (4, 1));
    let mut position = [-1.0; 2];
    glGetMultisamplefv(GL_SAMPLE_POSITION, 1, position.as_mut_ptr());
    assert_eq!(position, [0.875, 0.375]);
    gl.no_error();
    glGetMultisamplefv(GL_SAMPLE_POSITION, 4, position.as_mut_ptr());
    assert_eq!(error(), GL_INVALID_VALUE);
    assert_eq!(framebuffer(&[&attach_texture(4, 1), &attach_renderbuffer(4)]), complete);
    assert_eq!(framebuffer(&[&attach_renderbuffer(8), &attach_renderbuffer(8)]), complete);
    assert_eq!(integer(GL_SAMPLES), 8);
    assert_eq!(framebuffer(&[&attach_renderbuffer(0)]), complete);
    assert_eq!((integer(GL_SAMPLES), integer(GL_SAMPLE_BUFFERS)), (0, 0));
    assert_eq!(framebuffer(&[&attach_texture(4, 1), &attach_texture(8, 1)]), differ);
    assert_eq!(framebuffer(&[&attach_texture(4, 1), &attach_renderbuffer(2)]), differ);
    assert_eq!(framebuffer(&[&attach_renderbuffer(0), &attach_renderbuffer(2)]), differ);
    // "The value of TEXTURE_FIXED_SAMPLE_LOCATIONS is the same for all attached textures …"
    assert_eq!(framebuffer(&[&attach_texture(4, 0), &attach_texture(4, 0)]), complete);
    assert_eq!(framebuffer(&[&attach_texture(4, 0), &attach_texture(4, 1)]), differ);
    // "… and, if the attached images are a mix of renderbuffers and textures, …"
    assert_eq!(framebuffer(&[&attach_texture(4, 0), &attach_renderbuffer(4)]), differ);
    gl.no_error();
}

#[test]
fn a_framebuffer_without_attachments_has_its_default_samples() {
    let gl = Gl::new(core());
    framebuffer(&[]);
    for (name, value) in [(GL_FRAMEBUFFER_DEFAULT_WIDTH, 4), (GL_FRAMEBUFFER_DEFAULT_HEIGHT, 4), (GL_FRAMEBUFFER_DEFAULT_SAMPLES, 3)] {
        glFramebufferParameteri(GL_FRAMEBUFFER, name, value);
    }
    assert_eq!(integer(GL_SAMPLES), 4);
    gl.no_error();
    glFramebufferParameteri(GL_FRAMEBUFFER, GL_FRAMEBUFFER_DEFAULT_SAMPLES, 9);
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn multisampled_framebuffers_are_not_read() {
    let gl = Gl::new(core());
    assert_eq!(framebuffer(&[&attach_renderbuffer(4)]), GL_FRAMEBUFFER_COMPLETE);
    let mut pixel = [7u8; 4];
    let into = pixel.as_mut_ptr().cast::<c_void>();
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, into);
    assert_eq!((error(), pixel), (GL_INVALID_OPERATION, [7; 4]));
    texture(GL_TEXTURE_2D);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 4, 4, 0);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, 4, 4);
    gl.no_error();
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 0, 0, 4, 4);
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn copies_need_the_same_number_of_samples() {
    let gl = Gl::new(core());
    let names = [4, 4, 2].map(|samples| {
        let name = texture(FLAT);
        assert_eq!(image(FLAT, samples, GL_RGBA8, &[4, 4]), GL_NO_ERROR);
        name
    });
    let copy = |from: u32, to: u32| {
        glCopyImageSubData(from, FLAT, 0, 0, 0, 0, to, FLAT, 0, 0, 0, 0, 4, 4, 1);
        error()
    };
    assert_eq!((copy(names[0], names[1]), copy(names[0], names[2])), (GL_NO_ERROR, GL_INVALID_OPERATION));
    gl.no_error();
}
