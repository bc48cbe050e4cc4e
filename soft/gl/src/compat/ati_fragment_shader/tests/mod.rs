//! Tests of the shaders of GL_ATI_fragment_shader through the GL commands.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod errors;
mod pictures;

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core};
use crate::tokens::*;
use std::ffi::c_void;

const NONE: u32 = GL_NONE;
const STR: u32 = GL_SWIZZLE_STR_ATI;

fn error() -> u32 {
    glGetError()
}

fn begin() {
    glBeginFragmentShaderATI();
}

/// Ends the shader; returns the error.
fn end() -> u32 {
    glEndFragmentShaderATI();
    error()
}

fn pass_coordinates(register: u32, coordinates: u32, swizzle: u32) -> u32 {
    glPassTexCoordATI(GL_REG_0_ATI.wrapping_add(register), coordinates, swizzle);
    error()
}

fn sample(register: u32, coordinates: u32, swizzle: u32) -> u32 {
    glSampleMapATI(GL_REG_0_ATI.wrapping_add(register), coordinates, swizzle);
    error()
}

/// Adds a colour instruction that writes every component; each operand is a source, its replication and its modifier.
fn color(op: u32, register: u32, operands: &[[u32; 3]]) -> u32 {
    color_with(op, register, NONE, NONE, operands)
}

fn color_with(op: u32, register: u32, mask: u32, modifier: u32, operands: &[[u32; 3]]) -> u32 {
    let to = GL_REG_0_ATI.wrapping_add(register);
    match *operands {
        [a] => glColorFragmentOp1ATI(op, to, mask, modifier, a[0], a[1], a[2]),
        [a, b] => glColorFragmentOp2ATI(op, to, mask, modifier, a[0], a[1], a[2], b[0], b[1], b[2]),
        [a, b, c] => glColorFragmentOp3ATI(op, to, mask, modifier, a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]),
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
        [a] => glAlphaFragmentOp1ATI(op, to, modifier, a[0], a[1], a[2]),
        [a, b] => glAlphaFragmentOp2ATI(op, to, modifier, a[0], a[1], a[2], b[0], b[1], b[2]),
        [a, b, c] => glAlphaFragmentOp3ATI(op, to, modifier, a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]),
        _ => panic!("one to three operands"),
    }
    error()
}

/// An operand without replication and modifier.
fn plain(source: u32) -> [u32; 3] {
    [source, NONE, NONE]
}

fn constant(number: u32, value: [f32; 4]) {
    glSetFragmentShaderConstantATI(GL_CON_0_ATI + number, value.as_ptr());
}

fn bind(name: u32) {
    glBindFragmentShaderATI(name);
}

/// Adds a valid instruction.
fn fill() {
    assert_eq!(color(GL_MOV_ATI, 0, &[plain(GL_REG_0_ATI)]), GL_NO_ERROR);
}
