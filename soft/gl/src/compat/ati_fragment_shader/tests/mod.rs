//! Tests of the shaders of GL_ATI_fragment_shader through the GL commands.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod errors;
mod pictures;

use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::{compatibility, core};
use crate::tokens::*;
use std::ffi::c_void;

const NONE: u32 = GL_NONE;
const STR: u32 = GL_SWIZZLE_STR_ATI;

fn error() -> u32 {
    gl!(glGetError() -> u32)
}

fn begin() {
    gl!(glBeginFragmentShaderATI());
}

/// Ends the shader; returns the error.
fn end() -> u32 {
    gl!(glEndFragmentShaderATI());
    error()
}

fn pass_coordinates(register: u32, coordinates: u32, swizzle: u32) -> u32 {
    gl!(glPassTexCoordATI(GL_REG_0_ATI.wrapping_add(register) => u32, coordinates => u32, swizzle => u32));
    error()
}

fn sample(register: u32, coordinates: u32, swizzle: u32) -> u32 {
    gl!(glSampleMapATI(GL_REG_0_ATI.wrapping_add(register) => u32, coordinates => u32, swizzle => u32));
    error()
}

/// Adds a colour instruction that writes every component; each operand is a source, its replication and its modifier.
fn color(op: u32, register: u32, operands: &[[u32; 3]]) -> u32 {
    color_with(op, register, NONE, NONE, operands)
}

fn color_with(op: u32, register: u32, mask: u32, modifier: u32, operands: &[[u32; 3]]) -> u32 {
    let to = GL_REG_0_ATI.wrapping_add(register);
    match *operands {
        [a] => gl!(glColorFragmentOp1ATI(
            op => u32, to => u32, mask => u32, modifier => u32, a[0] => u32, a[1] => u32, a[2] => u32
        )),
        [a, b] => gl!(glColorFragmentOp2ATI(
            op => u32, to => u32, mask => u32, modifier => u32, a[0] => u32, a[1] => u32, a[2] => u32, b[0] => u32, b[1] => u32, b[2] => u32
        )),
        [a, b, c] => gl!(glColorFragmentOp3ATI(
            op => u32, to => u32, mask => u32, modifier => u32, a[0] => u32, a[1] => u32, a[2] => u32, b[0] => u32, b[1] => u32, b[2] => u32,
            c[0] => u32, c[1] => u32, c[2] => u32
        )),
        _ => panic!("one to three operands"),
    }
    error()
}

/// Adds an alpha instruction.
fn alpha(op: u32, register: u32, operands: &[[u32; 3]]) -> u32 {
    alpha_with(op, register, NONE, operands)
}

fn alpha_with(op: u32, register: u32, modifier: u32, operands: &[[u32; 3]]) -> u32 {
    let to = GL_REG_0_ATI.wrapping_add(register);
    match *operands {
        [a] => gl!(glAlphaFragmentOp1ATI(op => u32, to => u32, modifier => u32, a[0] => u32, a[1] => u32, a[2] => u32)),
        [a, b] => gl!(glAlphaFragmentOp2ATI(
            op => u32, to => u32, modifier => u32, a[0] => u32, a[1] => u32, a[2] => u32, b[0] => u32, b[1] => u32, b[2] => u32
        )),
        [a, b, c] => gl!(glAlphaFragmentOp3ATI(
            op => u32, to => u32, modifier => u32, a[0] => u32, a[1] => u32, a[2] => u32, b[0] => u32, b[1] => u32, b[2] => u32,
            c[0] => u32, c[1] => u32, c[2] => u32
        )),
        _ => panic!("one to three operands"),
    }
    error()
}

/// An operand without replication and modifier.
fn plain(source: u32) -> [u32; 3] {
    [source, NONE, NONE]
}

fn constant(number: u32, value: [f32; 4]) {
    gl!(glSetFragmentShaderConstantATI(GL_CON_0_ATI + number => u32, value.as_ptr() => *const f32));
}

fn bind(name: u32) {
    gl!(glBindFragmentShaderATI(name => u32));
}

/// Adds a valid instruction.
fn fill() {
    assert_eq!(color(GL_MOV_ATI, 0, &[plain(GL_REG_0_ATI)]), GL_NO_ERROR);
}
