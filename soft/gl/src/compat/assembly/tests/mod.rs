//! Tests of programs in assembly languages through the GL commands.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod commands;
mod pictures;

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core};
use crate::tokens::*;
use base::image::Surface;
use base::image::format::Format;
use std::ffi::{CStr, c_char};

const VERTEX: u32 = GL_VERTEX_PROGRAM_ARB;
const FRAGMENT: u32 = GL_FRAGMENT_PROGRAM_ARB;
const GREEN: [u8; 4] = [0, 255, 0, 255];

fn error() -> u32 {
    glGetError()
}

fn integer(name: u32) -> i32 {
    let mut value = 0;
    glGetIntegerv(name, &raw mut value);
    value
}

fn property(target: u32, name: u32) -> i32 {
    let mut value = -7;
    glGetProgramivARB(target, name, &raw mut value);
    value
}

/// Loads a string into the bound program of a target.
fn load(target: u32, text: &str) {
    glProgramStringARB(target, GL_PROGRAM_FORMAT_ASCII_ARB, text.len() as i32, text.as_ptr().cast());
}

/// Enables a target and loads a program for it.
fn enable(target: u32, text: &str) {
    glEnable(target);
    let header = if target == VERTEX { "!!ARBvp1.0 " } else { "!!ARBfp1.0 " };
    load(target, &format!("{header}{text} END"));
    assert_eq!((error(), integer(GL_PROGRAM_ERROR_POSITION_ARB)), (GL_NO_ERROR, -1), "{text}");
}

/// Draws a quad over the window.
fn quad() {
    glBegin(GL_QUADS);
    for (x, y) in [(-1.0f32, -1.0f32), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        glVertex2f(x, y);
    }
    glEnd();
}

/// The pixel in the middle after a quad is drawn.
fn drawn(gl: &Gl) -> [u8; 4] {
    quad();
    gl.no_error();
    gl.pixel(8, 8)
}

/// The colour that a vertex program computes.
fn computed(gl: &Gl, text: &str) -> [u8; 4] {
    enable(VERTEX, &format!("OPTION ARB_position_invariant; TEMP t, u; {text}"));
    drawn(gl)
}
