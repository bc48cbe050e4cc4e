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

use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::{core, es};
use crate::tokens::*;
use std::ffi::c_void;

fn error() -> u32 {
    gl!(glGetError() -> u32)
}

/// A state variable.
fn integer(name: u32) -> i32 {
    let mut values = [-7; 16];
    gl!(glGetIntegerv(name => u32, values.as_mut_ptr() => *mut i32));
    values[0]
}

/// A state variable that is a matrix.
fn matrix(name: u32) -> [f32; 16] {
    let mut values = [0.0; 16];
    gl!(glGetFloatv(name => u32, values.as_mut_ptr() => *mut f32));
    values
}

/// A parameter of a named texture.
fn texture_parameter(texture: u32, target: u32, name: u32) -> i32 {
    let mut value = -7;
    gl!(glGetTextureParameterivEXT(texture => u32, target => u32, name => u32, &raw mut value => *mut i32));
    value
}

/// A parameter of a level of a named texture.
fn level_parameter(texture: u32, target: u32, level: i32, name: u32) -> i32 {
    let mut value = -7;
    gl!(glGetTextureLevelParameterivEXT(texture => u32, target => u32, level => i32, name => u32, &raw mut value => *mut i32));
    value
}

/// Makes a 2D image of RGBA bytes of a named texture.
fn texture_image(texture: u32, target: u32, size: i32, texels: &[u8]) {
    let data: *const c_void = if texels.is_empty() { std::ptr::null() } else { texels.as_ptr().cast() };
    gl!(glTextureImage2DEXT(
        texture => u32, target => u32, 0 => i32, GL_RGBA8.cast_signed() => i32, size => i32, size => i32, 0 => i32, GL_RGBA => u32,
        GL_UNSIGNED_BYTE => u32, data => *const c_void
    ));
}

/// The RGBA bytes of level 0 of a named texture.
fn texels<const N: usize>(texture: u32, target: u32) -> [u8; N] {
    let mut texels = [0xAA; N];
    gl!(glGetTextureImageEXT(
        texture => u32, target => u32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, texels.as_mut_ptr().cast() => *mut c_void
    ));
    texels
}

#[test]
fn other_profiles_do_not_have_the_commands() {
    for context in [core(), es(3, 2)] {
        let _gl = Gl::new(context);
        gl!(glTextureParameteriEXT(1 => u32, GL_TEXTURE_2D => u32, GL_TEXTURE_MAX_LEVEL => u32, 1 => i32));
        assert_eq!((error(), gl!(glIsTexture(1 => u32) -> u8)), (GL_INVALID_OPERATION, 0));
        gl!(glMatrixPushEXT(GL_MODELVIEW => u32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glNamedBufferDataEXT(1 => u32, 4 => isize, std::ptr::null() => *const c_void, GL_STATIC_DRAW => u32));
        assert_eq!((error(), gl!(glIsBuffer(1 => u32) -> u8)), (GL_INVALID_OPERATION, 0));
        gl!(glClientAttribDefaultEXT(GL_ALL_ATTRIB_BITS => u32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glNamedRenderbufferStorageEXT(1 => u32, GL_RGBA8 => u32, 1 => i32, 1 => i32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glFramebufferReadBufferEXT(0 => u32, GL_BACK => u32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glEnableVertexArrayAttribEXT(1 => u32, 0 => u32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glEnableClientStateiEXT(GL_TEXTURE_COORD_ARRAY => u32, 0 => u32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glBindMultiTextureEXT(GL_TEXTURE1 => u32, GL_TEXTURE_2D => u32, 0 => u32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glNamedProgramLocalParameter4fEXT(1 => u32, GL_VERTEX_PROGRAM_ARB => u32, 0 => u32, 0.0 => f32, 0.0 => f32, 0.0 => f32, 0.0 => f32));
        assert_eq!(error(), GL_INVALID_OPERATION);
    }
}
