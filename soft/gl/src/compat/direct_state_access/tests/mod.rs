//! Tests of the commands through their C addresses.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod arrays;
mod buffers;
mod client_attributes;
mod framebuffers;
mod images;
mod indexed;
mod lists;
mod matrices;
mod programs;
mod textures;
mod units;

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{core, es};
use crate::tokens::*;
use std::ffi::c_void;

fn error() -> u32 {
    glGetError()
}

/// A state variable.
fn integer(name: u32) -> i32 {
    let mut values = [-7; 16];
    glGetIntegerv(name, values.as_mut_ptr());
    values[0]
}

/// A state variable that is a matrix.
fn matrix(name: u32) -> [f32; 16] {
    let mut values = [0.0; 16];
    glGetFloatv(name, values.as_mut_ptr());
    values
}

/// A parameter of a named texture.
fn texture_parameter(texture: u32, target: u32, name: u32) -> i32 {
    let mut value = -7;
    glGetTextureParameterivEXT(texture, target, name, &raw mut value);
    value
}

/// A parameter of a level of a named texture.
fn level_parameter(texture: u32, target: u32, level: i32, name: u32) -> i32 {
    let mut value = -7;
    glGetTextureLevelParameterivEXT(texture, target, level, name, &raw mut value);
    value
}

/// Makes a 2D image of RGBA bytes of a named texture.
fn texture_image(texture: u32, target: u32, size: i32, texels: &[u8]) {
    let data: *const c_void = if texels.is_empty() { std::ptr::null() } else { texels.as_ptr().cast() };
    glTextureImage2DEXT(texture, target, 0, GL_RGBA8.cast_signed(), size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, data);
}

/// The RGBA bytes of level 0 of a named texture.
fn texels<const N: usize>(texture: u32, target: u32) -> [u8; N] {
    let mut texels = [0xAA; N];
    glGetTextureImageEXT(texture, target, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_mut_ptr().cast());
    texels
}

#[test]
fn other_profiles_do_not_have_the_commands() {
    for context in [core(), es(3, 2)] {
        let _gl = Gl::new(context);
        glTextureParameteriEXT(1, GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 1);
        assert_eq!((error(), glIsTexture(1)), (GL_INVALID_OPERATION, 0));
        glMatrixPushEXT(GL_MODELVIEW);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glNamedBufferDataEXT(1, 4, std::ptr::null(), GL_STATIC_DRAW);
        assert_eq!((error(), glIsBuffer(1)), (GL_INVALID_OPERATION, 0));
        glClientAttribDefaultEXT(GL_ALL_ATTRIB_BITS);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glNamedRenderbufferStorageEXT(1, GL_RGBA8, 1, 1);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glFramebufferReadBufferEXT(0, GL_BACK);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glEnableVertexArrayAttribEXT(1, 0);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glEnableClientStateiEXT(GL_TEXTURE_COORD_ARRAY, 0);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glBindMultiTextureEXT(GL_TEXTURE1, GL_TEXTURE_2D, 0);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glNamedProgramLocalParameter4fEXT(1, GL_VERTEX_PROGRAM_ARB, 0, 0.0, 0.0, 0.0, 0.0);
        assert_eq!(error(), GL_INVALID_OPERATION);
    }
}
