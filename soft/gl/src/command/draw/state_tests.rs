//! Each kind of state that changes between two draws is that of the second draw alone: nothing that draws have collected outlives a change, and
//! no draw that waits gets it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::context::Sharing;
use crate::context::prepared::{Changes, ROWS};
use crate::dispatch::set_current;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core};
use crate::tokens::*;
use crate::{config::Config, new_context};
use std::ffi::CStr;
use std::ptr::null;
use std::sync::{Arc, Mutex};

const VERTEX: &CStr = c"#version 430
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 tint;
uniform vec2 offset;
out vec4 color;
void main() { color = tint; gl_Position = vec4(place + offset, 0.0, 1.0); }";
const FRAGMENT: &CStr = c"#version 430
in vec4 color;
layout(location = 0) out vec4 pixel;
layout(std140, binding = 0) uniform Block { vec4 factor; };
uniform vec4 added;
uniform sampler2D image;
void main() { pixel = color * factor * texture(image, vec2(0.5)) + added; }";

pub(super) const WHITE: [u8; 4] = [255; 4];
pub(super) const RED: [u8; 4] = [255, 0, 0, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];
pub(super) const NOTHING: [u8; 4] = [0; 4];

/// The places of two squares, one in the left half of the window and one in the right half.
pub(super) fn squares() -> Vec<u32> {
    let square = |x: f32| [x, -1.0, x + 1.0, -1.0, x, 1.0, x, 1.0, x + 1.0, -1.0, x + 1.0, 1.0];
    [square(-1.0), square(0.0)].concat().into_iter().map(f32::to_bits).collect()
}

fn words(values: [f32; 4]) -> [u32; 4] {
    values.map(f32::to_bits)
}

/// Makes a texture of one texel, bound to a unit.
fn texture(unit: u32, texel: [u8; 4]) -> u32 {
    let mut name = 0;
    glGenTextures(1, &raw mut name);
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST as i32);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8 as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel.as_ptr().cast());
    name
}

/// A context of the core profile whose draws are white: of a vertex array with the squares, a uniform block, a texture in unit 0.
pub(super) fn prepared() -> (Gl, u32, u32) {
    let gl = Gl::new(core());
    let program = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, FRAGMENT)], &[]);
    let places = gl.buffer(GL_ARRAY_BUFFER, &squares());
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, null());
    glEnableVertexAttribArray(0);
    glVertexAttrib4f(1, 1.0, 1.0, 1.0, 1.0);
    let block = gl.buffer(GL_UNIFORM_BUFFER, &words([1.0; 4]));
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, block);
    texture(0, WHITE);
    (gl, program, places)
}

/// Draws one square, changes something, and draws the other one, after draws that collected the state. Returns a pixel of each.
fn between(gl: &Gl, change: impl FnOnce()) -> [[u8; 4]; 2] {
    let draw = |number: i32| glDrawArrays(GL_TRIANGLES, number * 6, 6);
    draw(0);
    draw(1);
    glClear(GL_COLOR_BUFFER_BIT);
    draw(0);
    change();
    draw(1);
    let pixels = [3, 12].map(|x| gl.pixel(x, 8));
    gl.no_error();
    pixels
}

/// Asserts that a change makes the second square red.
fn reddens(change: impl FnOnce(&Gl, u32, u32)) {
    let (gl, program, places) = prepared();
    assert_eq!(between(&gl, || change(&gl, program, places)), [WHITE, RED]);
}

#[test]
fn nothing() {
    let (gl, ..) = prepared();
    assert_eq!(between(&gl, || ()), [WHITE; 2]);
}

#[test]
fn uniforms() {
    reddens(|gl, program, _| glUniform4f(gl.location(program, "added"), 0.0, -1.0, -1.0, 0.0));
    reddens(|gl, program, _| glProgramUniform4f(program, gl.location(program, "added"), 0.0, -1.0, -1.0, 0.0));
    // Places are uniforms of the vertex shader alone.
    let (gl, program, _) = prepared();
    let moved = between(&gl, || glUniform2f(gl.location(program, "offset"), 0.0, 2.0));
    assert_eq!(moved, [WHITE, NOTHING]);
}

#[test]
fn units_of_samplers() {
    let (gl, program, _) = prepared();
    texture(1, RED);
    assert_eq!(between(&gl, || glUniform1i(gl.location(program, "image"), 1)), [WHITE, RED]);
}

#[test]
fn textures() {
    reddens(|_, _, _| _ = texture(0, RED));
    reddens(|_, _, _| {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8 as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, RED.as_ptr().cast());
    });
    reddens(|_, _, _| glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, RED.as_ptr().cast()));
    reddens(|_, _, _| {
        [GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B].into_iter().for_each(|name| glTexParameteri(GL_TEXTURE_2D, name, GL_ZERO as i32))
    });
    let (gl, ..) = prepared();
    let red = texture(0, RED);
    texture(0, WHITE);
    assert_eq!(between(&gl, || glBindTexture(GL_TEXTURE_2D, red)), [WHITE, RED]);
    // A sampler object whose filter makes the texture incomplete.
    let (gl, ..) = prepared();
    let mut sampler = 0;
    glGenSamplers(1, &raw mut sampler);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8 as i32, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, [WHITE; 4].as_ptr().cast());
    assert_eq!(between(&gl, || glBindSampler(0, sampler)), [WHITE, BLACK]);
}

#[test]
fn blocks() {
    reddens(|gl, _, _| {
        let block = gl.buffer(GL_UNIFORM_BUFFER, &words([1.0, 0.0, 0.0, 1.0]));
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, block);
    });
    reddens(|_, _, _| glBufferSubData(GL_UNIFORM_BUFFER, 0, 16, words([1.0, 0.0, 0.0, 1.0]).as_ptr().cast()));
    reddens(|_, _, _| glBufferData(GL_UNIFORM_BUFFER, 16, words([1.0, 0.0, 0.0, 1.0]).as_ptr().cast(), GL_STATIC_DRAW));
    reddens(|_, _, _| {
        let mapped = glMapBufferRange(GL_UNIFORM_BUFFER, 4, 8, GL_MAP_WRITE_BIT).cast::<u32>();
        // SAFETY: the mapped range has two words.
        unsafe { (mapped.write(0), mapped.add(1).write(0)) };
        glUnmapBuffer(GL_UNIFORM_BUFFER);
    });
    let (gl, program, _) = prepared();
    let block = gl.buffer(GL_UNIFORM_BUFFER, &words([1.0, 0.0, 0.0, 1.0]));
    glBindBufferBase(GL_UNIFORM_BUFFER, 3, block);
    assert_eq!(between(&gl, || glUniformBlockBinding(program, 0, 3)), [WHITE, RED]);
}

#[test]
fn programs() {
    const ALWAYS_RED: &CStr = c"#version 430\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0, 0.0, 0.0, 1.0); }";
    reddens(|gl, _, _| _ = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, ALWAYS_RED)], &[]));
    let (gl, program, _) = prepared();
    let red = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, ALWAYS_RED)], &[]);
    glUseProgram(program);
    assert_eq!(between(&gl, || glUseProgram(red)), [WHITE, RED]);
    assert_eq!(between(&gl, || glUseProgram(program)), [RED, WHITE]);
    // The program in use is linked again.
    let (gl, program, _) = prepared();
    let relink = || {
        let mut shaders = [0; 2];
        glGetAttachedShaders(program, 2, std::ptr::null_mut(), shaders.as_mut_ptr());
        let strings = [ALWAYS_RED.as_ptr()];
        glShaderSource(shaders[1], 1, strings.as_ptr(), null());
        glCompileShader(shaders[1]);
        glLinkProgram(program);
    };
    assert_eq!(between(&gl, relink), [WHITE, RED]);
}

#[test]
fn arrays() {
    // The vertices of the second draw are those of the first square, moved away, or in another array.
    let (gl, ..) = prepared();
    assert_eq!(between(&gl, || glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, 48 as *const _)), [WHITE, NOTHING]);
    let (gl, ..) = prepared();
    assert_eq!(between(&gl, || glDisableVertexAttribArray(0)), [WHITE, NOTHING]);
    let (gl, ..) = prepared();
    let mut other = 0;
    glGenVertexArrays(1, &raw mut other);
    assert_eq!(between(&gl, || glBindVertexArray(other)), [WHITE, NOTHING]);
    let (gl, ..) = prepared();
    assert_eq!(between(&gl, || glVertexAttribDivisor(0, 1)), [WHITE, NOTHING]);
    let (gl, _, places) = prepared();
    assert_eq!(between(&gl, || glBindVertexBuffer(0, places, 0, 0)), [WHITE, NOTHING]);
    let (gl, _, places) = prepared();
    let write = || {
        glBindBuffer(GL_ARRAY_BUFFER, places);
        glBufferSubData(GL_ARRAY_BUFFER, 0, 96, [0; 24].as_ptr().cast());
    };
    assert_eq!(between(&gl, write), [WHITE, NOTHING]);
    let (gl, _, places) = prepared();
    let replace = || {
        glBindBuffer(GL_ARRAY_BUFFER, places);
        glBufferData(GL_ARRAY_BUFFER, 96, [0; 24].as_ptr().cast(), GL_STATIC_DRAW);
    };
    assert_eq!(between(&gl, replace), [WHITE, NOTHING]);
}

#[test]
fn current_values() {
    reddens(|_, _, _| glVertexAttrib4f(1, 1.0, 0.0, 0.0, 1.0));
    reddens(|_, _, _| glVertexAttrib4fv(1, [1.0, 0.0, 0.0, 1.0].as_ptr()));
}

#[test]
fn raster_state() {
    reddens(|_, _, _| glColorMask(1, 0, 0, 1));
    let hidden: [fn(); 6] = [
        || {
            glEnable(GL_SCISSOR_TEST);
            glScissor(0, 0, 8, 16);
        },
        || glViewport(0, 0, 8, 16),
        || {
            glEnable(GL_CULL_FACE);
            glCullFace(GL_FRONT_AND_BACK);
        },
        || glEnable(GL_RASTERIZER_DISCARD),
        || {
            glEnable(GL_BLEND);
            glBlendFunc(GL_ZERO, GL_ONE);
        },
        || glColorMask(0, 0, 0, 0),
    ];
    for change in hidden {
        let (gl, ..) = prepared();
        assert_eq!(between(&gl, change), [WHITE, NOTHING]);
    }
    let (gl, ..) = prepared();
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    assert_eq!(between(&gl, || glBlendEquation(GL_FUNC_REVERSE_SUBTRACT)), [WHITE, NOTHING]);
    let (gl, ..) = prepared();
    glEnable(GL_BLEND);
    glBlendFunc(GL_CONSTANT_COLOR, GL_ZERO);
    glBlendColor(1.0, 1.0, 1.0, 1.0);
    assert_eq!(between(&gl, || glBlendColor(1.0, 0.0, 0.0, 1.0)), [WHITE, RED]);
    // A second draw of the same pixels passes or fails.
    let (gl, ..) = prepared();
    glEnable(GL_CULL_FACE);
    assert_eq!(between(&gl, || glFrontFace(GL_CW)), [WHITE, NOTHING]);
}

#[test]
fn targets() {
    let (gl, ..) = prepared();
    let (mut frame, mut image) = (0, 0);
    glGenFramebuffers(1, &raw mut frame);
    glGenRenderbuffers(1, &raw mut image);
    glBindRenderbuffer(GL_RENDERBUFFER, image);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 16, 16);
    assert_eq!(between(&gl, || glDrawBuffer(GL_NONE)), [WHITE, NOTHING]);
    glDrawBuffer(GL_BACK);
    let bind = || {
        glBindFramebuffer(GL_FRAMEBUFFER, frame);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, image);
    };
    assert_eq!(between(&gl, bind), [WHITE, NOTHING]);
    let mut pixel = [0_u8; 4];
    glReadPixels(12, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.as_mut_ptr().cast());
    assert_eq!(pixel, WHITE);
    // The storage of the attached image is made anew.
    glDrawArrays(GL_TRIANGLES, 0, 6);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 16, 16);
    glDrawArrays(GL_TRIANGLES, 6, 6);
    for (x, expected) in [(3, NOTHING), (12, WHITE)] {
        glReadPixels(x, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.as_mut_ptr().cast());
        assert_eq!(pixel, expected);
    }
    gl.no_error();
}

#[test]
fn feedback_loops_are_drawn_one_by_one() {
    let (_gl, ..) = prepared();
    let mut frame = 0;
    glGenFramebuffers(1, &raw mut frame);
    let own = texture(0, WHITE);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, own, 0);
    glViewport(0, 0, 1, 1);
    glClearColor(1.0, 1.0, 1.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    glVertexAttrib4f(1, 0.5, 1.0, 1.0, 1.0);
    // Each draw halves what the one before has written.
    glDrawArrays(GL_TRIANGLES, 0, 12);
    glDrawArrays(GL_TRIANGLES, 0, 12);
    let mut pixel = [0_u8; 4];
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.as_mut_ptr().cast());
    assert!((63..=65).contains(&pixel[0]), "{pixel:?}");
}

/// A context of the compatibility profile whose draws are white squares of the client's memory.
pub(super) fn fixed() -> (Gl, Vec<u32>) {
    let gl = Gl::new(compatibility());
    glBindVertexArray(0);
    let places = squares();
    glVertexPointer(2, GL_FLOAT, 0, places.as_ptr().cast());
    glEnableClientState(GL_VERTEX_ARRAY);
    (gl, places)
}

#[test]
fn fixed_function() {
    let lit = || {
        glEnable(GL_LIGHTING);
        glLightModelfv(GL_LIGHT_MODEL_AMBIENT, [1.0; 4].as_ptr());
        glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT, [1.0; 4].as_ptr());
        glMaterialfv(GL_FRONT_AND_BACK, GL_DIFFUSE, [1.0; 4].as_ptr());
    };
    let red = [1.0, 0.0, 0.0, 1.0];
    let plain: [fn(); 4] = [
        || glColor3f(1.0, 0.0, 0.0),
        || glColor4ub(255, 0, 0, 255),
        || {
            texture(0, RED);
            glEnable(GL_TEXTURE_2D);
        },
        || {
            glEnable(GL_FOG);
            glFogi(GL_FOG_MODE, GL_LINEAR as i32);
            glFogf(GL_FOG_START, -2.0);
            glFogf(GL_FOG_END, -1.0);
            glFogfv(GL_FOG_COLOR, [1.0, 0.0, 0.0, 1.0].as_ptr());
        },
    ];
    for change in plain {
        let (gl, _places) = fixed();
        assert_eq!(between(&gl, change), [WHITE, RED]);
    }
    let (gl, _places) = fixed();
    lit();
    assert_eq!(between(&gl, || glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT, red.as_ptr())), [WHITE, RED]);
    let (gl, _places) = fixed();
    lit();
    assert_eq!(between(&gl, || glLightModelfv(GL_LIGHT_MODEL_AMBIENT, red.as_ptr())), [WHITE, RED]);
    // The material follows the colour.
    let (gl, _places) = fixed();
    lit();
    glColorMaterial(GL_FRONT_AND_BACK, GL_AMBIENT);
    glEnable(GL_COLOR_MATERIAL);
    assert_eq!(between(&gl, || glColor3f(1.0, 0.0, 0.0)), [WHITE, RED]);
    let moves: [fn(); 5] = [
        || glTranslatef(4.0, 0.0, 0.0),
        || glScalef(0.0, 0.0, 0.0),
        || glLoadMatrixf([0.0; 16].as_ptr()),
        || {
            glPushMatrix();
            glRotatef(90.0, 0.0, 1.0, 0.0);
        },
        || {
            glEnable(GL_ALPHA_TEST);
            glAlphaFunc(GL_NEVER, 0.0);
        },
    ];
    for change in moves {
        let (gl, _places) = fixed();
        assert_eq!(between(&gl, change), [WHITE, NOTHING]);
    }
}

#[test]
fn another_context_changes_objects() {
    let (gl, program, _) = prepared();
    let location = gl.location(program, "added");
    let (sharing, config): (Sharing, Config) = {
        let context = gl.0.lock().unwrap();
        (context.sharing(), context.config)
    };
    let other = Arc::new(Mutex::new(new_context(config, Some(sharing))));
    let change = || {
        set_current(Some(other.clone()));
        glProgramUniform4f(program, location, 0.0, -1.0, -1.0, 0.0);
        glFinish();
        set_current(Some(gl.0.clone()));
    };
    assert_eq!(between(&gl, change), [WHITE, RED]);
}

#[test]
fn every_row_names_a_command() {
    for (row, _) in ROWS {
        let is_named = |name: &str| row.strip_suffix('*').map_or(name == *row, |beginning| name.starts_with(beginning));
        assert!(crate::table::signatures().iter().any(|signature| is_named(signature.name)), "{row}");
    }
    // Pointers and integers are not among the rows of current values.
    for name in ["glVertexAttribPointer", "glVertexAttribI4i", "glColorPointer", "glVertexAttribs4fvNV"] {
        assert!(Changes::of(name) != Changes::CURRENT, "{name}");
    }
}
