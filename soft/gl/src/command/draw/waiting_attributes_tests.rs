//! Draws that wait have the attributes of their own time, whatever happens to vertex arrays, current values and buffers before they are executed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::state_tests::{prepared, squares};
use super::together_tests::{changing, picture};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::tokens::*;
use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::null;

/// Returns a number from 0 to 1 that depends on another one.
fn part(number: i32, salt: u32) -> f32 {
    (number.cast_unsigned().wrapping_mul(2_654_435_761).rotate_left(salt) & 1023) as f32 / 1023.0
}

/// Returns the bits of twelve places.
fn places(number: i32) -> Vec<u32> {
    (0..24).map(|word| (part(number * 24 + word, 9) * 2.0 - 1.0).to_bits()).collect()
}

/// Makes vertex arrays whose attributes have different formats, offsets and sources.
fn arrays(gl: &Gl) -> Vec<u32> {
    let mut names = vec![0; 6];
    glGenVertexArrays(6, names.as_mut_ptr());
    let shorts: Vec<u32> = (0..24_u32).map(|word| word.wrapping_mul(0x9E37_79B9)).collect();
    for (number, &name) in (0..).zip(&names) {
        glBindVertexArray(name);
        gl.buffer(GL_ARRAY_BUFFER, &places(number));
        glEnableVertexAttribArray(0);
        match number {
            0 => glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, null()),
            1 => glVertexAttribPointer(0, 2, GL_FLOAT, 0, 4, 4 as *const c_void),
            // One value for all vertices, beside values of their own.
            2 => {
                glVertexAttribFormat(0, 2, GL_FLOAT, 0, 0);
                glVertexAttribFormat(1, 4, GL_UNSIGNED_BYTE, 1, 3);
                glEnableVertexAttribArray(1);
                glVertexAttribBinding(1, 1);
                let mut buffer = 0;
                glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &raw mut buffer);
                glBindVertexBuffer(0, buffer.cast_unsigned(), 8, 8);
                glBindVertexBuffer(1, buffer.cast_unsigned(), 0, 0);
            }
            3 => {
                gl.buffer(GL_ARRAY_BUFFER, &shorts);
                glVertexAttribPointer(0, 2, GL_SHORT, 1, 6, 2 as *const c_void);
            }
            4 => {
                glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, null());
                glVertexAttribPointer(1, 4, GL_UNSIGNED_SHORT, 1, 8, null());
                glVertexAttribDivisor(1, 1);
                glEnableVertexAttribArray(1);
            }
            // The last vertices lie outside of the buffer.
            _ => glVertexAttribPointer(0, 2, GL_FLOAT, 0, 8, 40 as *const c_void),
        }
    }
    names
}

#[test]
fn draws_of_several_vertex_arrays_are_as_alone() {
    let draw = |each_alone: bool| {
        let names = RefCell::new(Vec::new());
        let bind = |gl: &Gl, _, number: i32| {
            let mut names = names.borrow_mut();
            if names.is_empty() {
                *names = arrays(gl);
            }
            glBindVertexArray(names[(part(number, 3) * 5.99) as usize]);
        };
        changing(bind, each_alone)
    };
    assert_eq!(draw(false), draw(true));
}

#[test]
fn draws_with_other_pointers_and_current_values_are_as_alone() {
    let change = |_: &Gl, _: u32, number: i32| {
        if number % 3 == 0 {
            glVertexAttribPointer(0, 2, GL_FLOAT, 0, 8, ((number % 5) * 4) as usize as *const c_void);
        }
        if number % 4 == 1 {
            glVertexAttrib4f(1, part(number, 1), part(number, 2), part(number, 3), 0.25);
        }
        if number % 50 == 49 {
            glDisableVertexAttribArray(0);
            glVertexAttrib2f(0, 0.5, 0.5);
        } else {
            glEnableVertexAttribArray(0);
        }
    };
    assert_eq!(changing(change, false), changing(change, true));
}

#[test]
fn draws_read_what_buffers_had_at_their_time() {
    // The vertices of the draw, those of others, and more than a draw copies.
    let change = |_: &Gl, _: u32, number: i32| {
        let new = places(number);
        let write =
            |first: i32, count: i32| glBufferSubData(GL_ARRAY_BUFFER, (first * 8) as isize, (count * 8) as isize, new.as_ptr().cast());
        match number % 7 {
            0 | 1 => write(number % 10, 2),
            2 => write(0, 12),
            3 => write((number + 5) % 10, 1),
            4 => write(number % 11, 0),
            5 => write(-1, 1),
            _ => {}
        }
        let _ = glGetError();
    };
    assert_eq!(changing(change, false), changing(change, true));
    let draw = |each_alone: bool| {
        let (gl, ..) = prepared();
        let many: Vec<u32> = (0..200).flat_map(places).collect();
        let buffer = gl.buffer(GL_ARRAY_BUFFER, &many);
        glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, null());
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE);
        glVertexAttrib4f(1, 0.3, 0.6, 0.9, 0.25);
        for number in 0..40 {
            glDrawArrays(GL_TRIANGLES, number * 50, 3 + number % 5 * 150);
            glNamedBufferSubData(buffer, (number * 97) as isize, 96, places(-number).as_ptr().cast());
            if each_alone {
                glFinish();
            }
        }
        gl.no_error();
        picture()
    };
    assert_eq!(draw(false), draw(true));
}

#[test]
fn draws_read_what_index_buffers_had_at_their_time() {
    let draw = |each_alone: bool| {
        let (gl, ..) = prepared();
        gl.buffer(GL_ELEMENT_ARRAY_BUFFER, &[0x0001_0000, 0x0002_0002, 0x0005_0001, 0x0007_0006, 0x0008_0008, 0x000B_0007]);
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE);
        for number in 0..60_u16 {
            glVertexAttrib4f(1, part(number.into(), 1), part(number.into(), 2), part(number.into(), 3), 0.125);
            glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, (usize::from(number) % 2 * 12) as *const c_void);
            match number % 3 {
                0 => glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, (number % 12 * 2) as isize, 2, (&raw const number).cast()),
                1 => glBufferSubData(GL_ARRAY_BUFFER, 0, 96, places(number.into()).as_ptr().cast()),
                _ => {}
            }
            if each_alone {
                glFinish();
            }
        }
        gl.no_error();
        picture()
    };
    assert_eq!(draw(false), draw(true));
}

#[test]
fn draws_wait_for_others_with_other_attributes() {
    let (gl, ..) = prepared();
    let mut arrays = [0; 2];
    glGenVertexArrays(2, arrays.as_mut_ptr());
    for array in arrays {
        glBindVertexArray(array);
        gl.buffer(GL_ARRAY_BUFFER, &squares());
        glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, null());
        glEnableVertexAttribArray(0);
    }
    let vertices = || gl.0.lock().unwrap().statistics.vertex_shader_invocations;
    glFinish();
    let before = vertices();
    for number in 0..20 {
        glBindVertexArray(arrays[number % 2]);
        glDrawArrays(GL_TRIANGLES, 0, 6);
        glBufferSubData(GL_ARRAY_BUFFER, 0, 96, squares().as_ptr().cast());
        glVertexAttrib4f(1, 1.0, 1.0, 1.0, 1.0);
        glVertexAttribPointer(0, 2, GL_FLOAT, 0, 8, null());
    }
    assert_eq!(vertices(), before, "they wait");
    glFinish();
    assert_eq!(vertices(), before + 120);
    gl.no_error();
}

/// More sets than stay for draws that follow, and draws of another mode or with other state after them.
#[test]
fn draws_after_many_others_have_their_own_attributes() {
    let draw = |each_alone: bool| {
        let (gl, ..) = prepared();
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_ALPHA, GL_ONE);
        let buffer = gl.buffer(GL_ARRAY_BUFFER, &(0..50).flat_map(places).collect::<Vec<u32>>());
        for number in 0..2500 {
            glVertexAttrib4f(1, part(number, 1), part(number, 2), part(number, 3), 0.0625);
            glBindVertexBuffer(0, buffer, (number % 400 * 8) as isize, 8);
            glDrawArrays(if number % 97 > 90 { GL_POINTS } else { GL_TRIANGLES }, 0, 3);
            if number % 211 == 210 {
                glColorMask(1, u8::from(number % 2 == 0), 1, 1);
                glDrawArrays(GL_TRIANGLES, 3, 3);
            }
            if each_alone {
                glFinish();
            }
        }
        gl.no_error();
        picture()
    };
    assert_eq!(draw(false), draw(true));
}

#[test]
fn draws_read_what_buffers_of_textures_and_blocks_had_at_their_time() {
    let fragment = c"#version 430
layout(location = 0) out vec4 pixel;
layout(std140, binding = 0) uniform Block { vec4 factor; };
uniform samplerBuffer texels;
void main() { pixel = texelFetch(texels, 0) * factor; }";
    let vertex = c"#version 430
layout(location = 0) in vec2 place;
void main() { gl_Position = vec4(place, 0.0, 1.0); }";
    let draw = |each_alone: bool| {
        let (gl, ..) = prepared();
        gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
        let texels = gl.buffer(GL_TEXTURE_BUFFER, &[0x3F80_0000; 8]);
        let mut texture = 0;
        glGenTextures(1, &raw mut texture);
        glBindTexture(GL_TEXTURE_BUFFER, texture);
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, texels);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE);
        for number in 0..40 {
            glDrawArrays(GL_TRIANGLES, number % 10, 3);
            let values = [1, 2, 3, 4].map(|salt| part(number, salt) * 0.125);
            let target = if number % 2 == 0 { GL_TEXTURE_BUFFER } else { GL_UNIFORM_BUFFER };
            glBufferSubData(target, 0, 16, values.as_ptr().cast());
            if each_alone {
                glFinish();
            }
        }
        gl.no_error();
        picture()
    };
    assert_eq!(draw(false), draw(true));
}
