#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::key::Key;
use super::program_for_draw;
use crate::gl::calling::{Gl, gl};
use crate::gl::fixtures::compatibility;
use crate::gl::names::lock;
use crate::tokens::*;
use std::ffi::c_void;
use std::sync::Arc;

/// The whole window as a quad.
fn quad() {
    gl!(glBegin(GL_QUADS => u32));
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        gl!(glVertex2f(x => f32, y => f32));
    }
    gl!(glEnd());
}

/// A texture of one texel in a unit, and the unit's target enabled.
fn texel(unit: u32, target: u32, color: [u8; 4]) {
    let mut name = 0;
    gl!(glActiveTexture(GL_TEXTURE0 + unit => u32));
    gl!(glGenTextures(1 => i32, &raw mut name => *mut u32));
    gl!(glBindTexture(target => u32, name => u32));
    gl!(glTexParameteri(target => u32, GL_TEXTURE_MIN_FILTER => u32, GL_NEAREST as i32 => i32));
    let pixels = color.as_ptr().cast::<c_void>();
    if target == GL_TEXTURE_1D {
        gl!(glTexImage1D(target => u32, 0 => i32, GL_RGBA as i32 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, pixels => *const c_void));
    } else {
        gl!(glTexImage2D(target => u32, 0 => i32, GL_RGBA as i32 => i32, 1 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, pixels => *const c_void));
    }
    gl!(glEnable(target => u32));
}

#[test]
fn every_unit_has_its_own_texture() {
    let gl = Gl::new(compatibility());
    texel(0, GL_TEXTURE_2D, [255, 255, 0, 255]);
    texel(1, GL_TEXTURE_2D, [255, 0, 255, 255]);
    quad();
    assert_eq!(gl.pixel(3, 3), [255, 0, 0, 255]);
    gl!(glDisable(GL_TEXTURE_2D => u32));
    quad();
    assert_eq!(gl.pixel(3, 3), [255, 255, 0, 255]);
    texel(1, GL_TEXTURE_1D, [0, 255, 255, 255]);
    texel(2, GL_TEXTURE_RECTANGLE, [51, 102, 153, 255]);
    quad();
    assert_eq!(gl.pixel(3, 3), [0, 102, 0, 255]);
    gl.no_error();
}

#[test]
fn fixed_fragments_complete_a_vertex_shader() {
    let gl = Gl::new(compatibility());
    let text = c"#version 120
uniform float blue;
void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(1.0, 0.0, blue, 1.0); gl_TexCoord[1] = vec4(0.5); }";
    let program = gl.program(&[(GL_VERTEX_SHADER, text)], &[]);
    for blue in [0.0, 1.0] {
        gl!(glUniform1f(gl.location(program, "blue") => i32, blue => f32));
        quad();
        assert_eq!(gl.pixel(8, 8), [255, 0, (blue * 255.0) as u8, 255]);
    }
    texel(1, GL_TEXTURE_2D, [255, 255, 0, 255]);
    quad();
    assert_eq!(gl.pixel(8, 8), [255, 0, 0, 255]);
    gl.no_error();
}

#[test]
fn fixed_vertices_complete_a_fragment_shader() {
    let gl = Gl::new(compatibility());
    let text = c"#version 120\nvoid main() { gl_FragColor = vec4(gl_Color.r, gl_TexCoord[2].g, gl_FogFragCoord, 1.0); }";
    gl.program(&[(GL_FRAGMENT_SHADER, text)], &[]);
    gl!(glColor3f(1.0 => f32, 0.0 => f32, 0.0 => f32));
    gl!(glMultiTexCoord2f(GL_TEXTURE2 => u32, 0.0 => f32, 0.4 => f32));
    gl!(glTranslatef(0.0 => f32, 0.0 => f32, -0.2 => f32));
    quad();
    assert_eq!(gl.pixel(8, 8), [255, 102, 51, 255]);
    gl.no_error();
}

#[test]
fn programs_are_kept_by_what_their_texts_depend_on() {
    let gl = Gl::new(compatibility());
    let program = || program_for_draw(&mut lock(&gl.0), None).unwrap();
    let plain = program();
    gl!(glColor3f(0.5 => f32, 0.0 => f32, 0.0 => f32));
    gl!(glTranslatef(0.5 => f32, 0.0 => f32, 0.0 => f32));
    // A texture target without a texture, and a light without lighting.
    gl!(glEnable(GL_TEXTURE_2D => u32));
    gl!(glEnable(GL_LIGHT0 => u32));
    assert!(Arc::ptr_eq(&plain, &program()));
    let mut keys = vec![Key::new(&lock(&gl.0), true, true)];
    for capability in [GL_LIGHTING, GL_LIGHT1, GL_NORMALIZE, GL_COLOR_MATERIAL, GL_FOG, GL_COLOR_SUM, GL_CLIP_PLANE0, GL_TEXTURE_GEN_S] {
        gl!(glEnable(capability => u32));
        let key = Key::new(&lock(&gl.0), true, true);
        // Generated coordinates of a unit without a texture change nothing.
        assert_eq!(keys.contains(&key), capability == GL_TEXTURE_GEN_S);
        keys.push(key);
    }
    texel(0, GL_TEXTURE_2D, [255; 4]);
    assert!(!keys.contains(&Key::new(&lock(&gl.0), true, true)));
    assert!(!Arc::ptr_eq(&plain, &program()));
    gl.no_error();
}
