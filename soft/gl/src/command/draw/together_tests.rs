//! Draws that are executed together have the pixels and counts of draws that are executed one by one.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::state_tests::{NOTHING, RED, WHITE, fixed, prepared, squares};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ptr::null;

const GREEN: [u8; 4] = [0, 255, 0, 255];

/// Returns the window's pixels.
pub(super) fn picture() -> Vec<u8> {
    let mut pixels = vec![0_u8; 1024];
    glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_mut_ptr().cast());
    pixels
}

/// Draws a square between glBegin and glEnd.
fn immediate(number: usize, between: impl Fn(usize)) {
    let places: Vec<f32> = squares().into_iter().map(f32::from_bits).collect();
    glBegin(GL_TRIANGLES);
    for (vertex, place) in places[number * 12..][..12].chunks(2).enumerate() {
        between(vertex);
        glVertex2f(place[0], place[1]);
    }
    glEnd();
}

#[test]
fn primitives_keep_their_own_attributes() {
    let gl = Gl::new(compatibility());
    let pixels = || [3, 12].map(|x| gl.pixel(x, 8));
    // The colour before, between and within primitives.
    glColor3f(1.0, 0.0, 0.0);
    immediate(0, |_| ());
    glColor3f(0.0, 1.0, 0.0);
    immediate(1, |_| ());
    glColor3f(1.0, 1.0, 1.0);
    assert_eq!(pixels(), [RED, GREEN]);
    immediate(0, |_| glColor3f(0.0, 1.0, 0.0));
    immediate(1, |_| ());
    assert_eq!(pixels(), [GREEN, GREEN]);
    // Other state within a row of primitives.
    glColor3f(1.0, 1.0, 1.0);
    immediate(0, |_| ());
    glColorMask(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glColorMask(1, 1, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    immediate(0, |_| ());
    glTranslatef(-1.0, 0.0, 0.0);
    glColor3f(1.0, 0.0, 0.0);
    immediate(1, |_| ());
    assert_eq!(pixels(), [RED, NOTHING]);
    glLoadIdentity();
    // A material of one vertex, while primitives wait.
    glEnable(GL_LIGHTING);
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, [1.0; 4].as_ptr());
    glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT, [1.0; 4].as_ptr());
    immediate(0, |_| ());
    immediate(1, |_| glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT, [1.0, 0.0, 0.0, 1.0].as_ptr()));
    assert_eq!(pixels(), [WHITE, RED]);
    gl.no_error();
}

#[test]
fn primitives_and_arrays_keep_their_order() {
    let (gl, _places) = fixed();
    glDrawArrays(GL_TRIANGLES, 0, 6);
    glColor3f(1.0, 0.0, 0.0);
    immediate(0, |_| ());
    glColor3f(0.0, 1.0, 0.0);
    glDrawArrays(GL_TRIANGLES, 6, 6);
    assert_eq!([3, 12].map(|x| gl.pixel(x, 8)), [RED, GREEN]);
    glBegin(GL_LINES);
    glEnd();
    immediate(0, |_| ());
    glBegin(GL_QUADS);
    glColor3f(1.0, 1.0, 1.0);
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].into_iter().for_each(|(x, y)| glVertex2f(x, y));
    glEnd();
    assert_eq!([3, 12].map(|x| gl.pixel(x, 8)), [WHITE, WHITE]);
    gl.no_error();
}

#[test]
fn lists() {
    let gl = Gl::new(compatibility());
    glNewList(1, GL_COMPILE);
    immediate(0, |_| ());
    glColorMask(1, 0, 0, 1);
    immediate(1, |_| ());
    glColorMask(1, 1, 1, 1);
    glEndList();
    glCallList(1);
    assert_eq!([3, 12].map(|x| gl.pixel(x, 8)), [WHITE, RED]);
    // What a list changes counts after its call.
    glNewList(2, GL_COMPILE);
    glTranslatef(4.0, 0.0, 0.0);
    glEndList();
    glClear(GL_COLOR_BUFFER_BIT);
    immediate(0, |_| ());
    glCallList(2);
    immediate(1, |_| ());
    assert_eq!([3, 12].map(|x| gl.pixel(x, 8)), [WHITE, NOTHING]);
    gl.no_error();
}

#[test]
fn counts_are_those_of_the_draws_within_a_query() {
    let (gl, ..) = prepared();
    let targets = [GL_VERTICES_SUBMITTED, GL_VERTEX_SHADER_INVOCATIONS, GL_CLIPPING_INPUT_PRIMITIVES, GL_SAMPLES_PASSED];
    glDrawArrays(GL_TRIANGLES, 0, 6);
    let counts = gl.count(&targets, || {
        glDrawArrays(GL_TRIANGLES, 0, 6);
        glDrawArrays(GL_TRIANGLES, 0, 6);
        glDrawArrays(GL_TRIANGLES, 6, 3);
    });
    glDrawArrays(GL_TRIANGLES, 6, 6);
    assert_eq!(counts, [15, 15, 5, 128 + 128 + 64]);
    // Vertices that indices name twice are shaded once in each draw.
    let indices: [u16; 6] = [0, 1, 2, 2, 1, 5];
    gl.buffer(
        GL_ELEMENT_ARRAY_BUFFER,
        &indices.as_chunks::<2>().0.iter().map(|&[a, b]| u32::from(a) | u32::from(b) << 16).collect::<Vec<u32>>(),
    );
    let counts = gl.count(&targets[..2], || (0..3).for_each(|_| glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, null())));
    assert_eq!(counts, [18, 12]);
}

#[test]
fn many_draws_are_as_one() {
    let draw = |split: bool| {
        let (gl, program, _) = prepared();
        let mut vertices = Vec::new();
        for number in 0..3000_u32 {
            let place = |salt: u32| (number.wrapping_mul(2_654_435_761).rotate_left(salt) & 1023) as f32 / 512.0 - 1.0;
            vertices.extend((0..6).map(|at| place(at * 5)).map(f32::to_bits));
        }
        let points = gl.buffer(GL_ARRAY_BUFFER, &vertices);
        glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, null());
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
        glVertexAttrib4f(1, 0.3, 0.6, 0.9, 0.25);
        glUniform4f(gl.location(program, "added"), 0.0, 0.0, 0.01, 0.0);
        if split {
            (0..3000).for_each(|number| glDrawArrays(GL_TRIANGLES, number * 3, 3));
        } else {
            glDrawArrays(GL_TRIANGLES, 0, 9000);
        }
        assert!(points > 0);
        picture()
    };
    assert_eq!(draw(true), draw(false));
}

/// Draws small triangles with blending, while `change` sets uniforms. Returns the picture, and the counts of the draws.
pub(super) fn changing(change: impl Fn(&Gl, u32, i32), each_alone: bool) -> (Vec<u8>, Vec<u64>) {
    let (gl, program, _) = prepared();
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glVertexAttrib4f(1, 0.3, 0.6, 0.9, 0.25);
    let targets = [GL_VERTEX_SHADER_INVOCATIONS, GL_FRAGMENT_SHADER_INVOCATIONS, GL_CLIPPING_OUTPUT_PRIMITIVES];
    let counts = gl.count(&targets, || {
        for number in 0..300 {
            change(&gl, program, number);
            glDrawArrays(GL_TRIANGLES, number % 10, 3);
            if each_alone {
                glFinish();
            }
        }
    });
    gl.no_error();
    (picture(), counts)
}

#[test]
fn draws_with_other_uniforms_are_as_alone() {
    let offset = |gl: &Gl, program: u32, number: i32| {
        glUniform2f(gl.location(program, "offset"), (number % 17) as f32 / 17.0, (number % 13) as f32 / 13.0 - 1.0);
    };
    let added = |gl: &Gl, program: u32, number: i32| {
        glUniform4f(gl.location(program, "added"), (number % 5) as f32 / 5.0, (number % 7) as f32 / 7.0, 0.1, 0.2);
    };
    let both = |gl: &Gl, program: u32, number: i32| {
        if number % 3 == 0 {
            offset(gl, program, number);
        }
        if number % 4 == 1 {
            added(gl, program, number);
            added(gl, program, number + 1);
        }
    };
    assert_eq!(changing(offset, false), changing(offset, true));
    assert_eq!(changing(added, false), changing(added, true));
    assert_eq!(changing(both, false), changing(both, true));
}

#[test]
fn primitives_with_other_matrices_and_materials_are_as_alone() {
    let draw = |each_alone: bool| {
        let gl = Gl::new(compatibility());
        glEnable(GL_LIGHTING);
        glLightModelfv(GL_LIGHT_MODEL_AMBIENT, [1.0; 4].as_ptr());
        for number in 0..40 {
            let part = |of: i32| (number % of) as f32 / of as f32;
            glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT, [part(7), part(5), part(3), 1.0].as_ptr());
            glPushMatrix();
            glRotatef(number as f32 * 9.0, 0.0, 0.0, 1.0);
            glScalef(1.0 - part(40), 0.5, 1.0);
            immediate(number as usize % 2, |_| ());
            glPopMatrix();
            if each_alone {
                glFinish();
            }
        }
        gl.no_error();
        picture()
    };
    assert_eq!(draw(false), draw(true));
}
