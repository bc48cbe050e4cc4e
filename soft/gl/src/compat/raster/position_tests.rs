//! The raster position through the vertex stage.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

fn floats(name: u32) -> [f32; 4] {
    let mut values = [9.0; 4];
    gl!(glGetFloatv(name => u32, values.as_mut_ptr() => *mut f32));
    values
}

fn is_valid() -> bool {
    let mut valid = 9;
    gl!(glGetIntegerv(GL_CURRENT_RASTER_POSITION_VALID => u32, &raw mut valid => *mut i32));
    valid != 0
}

/// Returns the components rounded to hundredths.
fn hundredths(name: u32) -> [f32; 4] {
    floats(name).map(|value| (value * 100.0).round())
}

fn at(x: f32, y: f32) {
    gl!(glRasterPos2f(x => f32, y => f32));
}

#[test]
fn lighting_computes_the_raster_colors() {
    let gl = Gl::new(compatibility());
    gl!(glEnable(GL_LIGHTING => u32));
    gl!(glEnable(GL_LIGHT0 => u32));
    let diffuse = [0.5f32, 0.25, 0.0, 0.75];
    gl!(glMaterialfv(GL_FRONT => u32, GL_DIFFUSE => u32, diffuse.as_ptr() => *const f32));
    let none = [0.0f32, 0.0, 0.0, 1.0];
    gl!(glMaterialfv(GL_FRONT => u32, GL_AMBIENT => u32, none.as_ptr() => *const f32));
    let specular = [0.0f32, 0.0, 1.0, 1.0];
    gl!(glMaterialfv(GL_FRONT => u32, GL_SPECULAR => u32, specular.as_ptr() => *const f32));
    gl!(glNormal3f(0.0 => f32, 0.0 => f32, 1.0 => f32));
    at(0.0, 0.0);
    assert_eq!(hundredths(GL_CURRENT_RASTER_COLOR), [50.0, 25.0, 100.0, 75.0]);
    gl!(glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL => u32, GL_SEPARATE_SPECULAR_COLOR as i32 => i32));
    at(0.0, 0.0);
    assert_eq!(hundredths(GL_CURRENT_RASTER_COLOR), [50.0, 25.0, 0.0, 75.0]);
    assert_eq!(hundredths(GL_CURRENT_RASTER_SECONDARY_COLOR)[..3], [0.0, 0.0, 100.0]);
    // The current color is the material, and the light is behind the vertex.
    gl!(glColorMaterial(GL_FRONT => u32, GL_EMISSION => u32));
    gl!(glEnable(GL_COLOR_MATERIAL => u32));
    gl!(glColor4f(0.1 => f32, 0.2 => f32, 0.3 => f32, 0.4 => f32));
    gl!(glNormal3f(0.0 => f32, 0.0 => f32, -1.0 => f32));
    at(0.0, 0.0);
    assert_eq!(hundredths(GL_CURRENT_RASTER_COLOR), [10.0, 20.0, 30.0, 75.0]);
    // "Lighting, texture coordinate generation and transformation, and clipping are not performed by the WindowPos functions."
    gl!(glWindowPos2f(1.0 => f32, 1.0 => f32));
    assert_eq!(hundredths(GL_CURRENT_RASTER_COLOR), [10.0, 20.0, 30.0, 40.0]);
    gl.no_error();
}

#[test]
fn colors_are_clamped_if_vertex_colors_are() {
    let gl = Gl::new(compatibility());
    gl!(glColor4f(2.0 => f32, -1.0 => f32, 0.5 => f32, 1.0 => f32));
    gl!(glSecondaryColor3f(3.0 => f32, 0.0 => f32, 0.0 => f32));
    at(0.0, 0.0);
    assert_eq!((floats(GL_CURRENT_RASTER_COLOR), floats(GL_CURRENT_RASTER_SECONDARY_COLOR)[0]), ([1.0, 0.0, 0.5, 1.0], 1.0));
    gl!(glClampColor(GL_CLAMP_VERTEX_COLOR => u32, 0 => u32));
    gl!(glWindowPos2f(1.0 => f32, 1.0 => f32));
    assert_eq!((floats(GL_CURRENT_RASTER_COLOR), floats(GL_CURRENT_RASTER_SECONDARY_COLOR)[0]), ([2.0, -1.0, 0.5, 1.0], 3.0));
    gl.no_error();
}

#[test]
fn texture_coordinates_are_generated_and_transformed() {
    let gl = Gl::new(compatibility());
    gl!(glActiveTexture(GL_TEXTURE1 => u32));
    gl!(glTexGeni(GL_S => u32, GL_TEXTURE_GEN_MODE => u32, GL_OBJECT_LINEAR as i32 => i32));
    let plane = [2.0f32, 0.0, 0.0, 0.5];
    gl!(glTexGenfv(GL_S => u32, GL_OBJECT_PLANE => u32, plane.as_ptr() => *const f32));
    gl!(glEnable(GL_TEXTURE_GEN_S => u32));
    gl!(glMatrixMode(GL_TEXTURE => u32));
    gl!(glScalef(10.0 => f32, 100.0 => f32, 1.0 => f32));
    gl!(glMultiTexCoord2f(GL_TEXTURE1 => u32, 7.0 => f32, 0.25 => f32));
    at(0.25, 0.0);
    assert_eq!(floats(GL_CURRENT_RASTER_TEXTURE_COORDS), [10.0, 25.0, 0.0, 1.0]);
    gl!(glWindowPos2f(1.0 => f32, 1.0 => f32));
    assert_eq!(floats(GL_CURRENT_RASTER_TEXTURE_COORDS), [7.0, 0.25, 0.0, 1.0]);
    gl.no_error();
}

#[test]
fn vertex_shaders_compute_the_raster_position() {
    let gl = Gl::new(compatibility());
    let text = c"#version 120
        uniform vec2 move;
        attribute vec4 generic;
        void main() {
            gl_Position = gl_Vertex + vec4(move, 0.0, 0.0);
            gl_FrontColor = generic;
            gl_FrontSecondaryColor = vec4(0.0, 0.0, 1.0, 1.0);
            gl_TexCoord[2] = vec4(1.0, 2.0, 3.0, 4.0);
            gl_FogFragCoord = 5.0;
        }";
    let program = gl.program(&[(GL_VERTEX_SHADER, text)], &[]);
    gl!(glUniform2f(gl.location(program, "move") => i32, 0.5 => f32, -0.5 => f32));
    let location = gl!(glGetAttribLocation(program => u32, c"generic".as_ptr() => *const i8) -> i32);
    gl!(glVertexAttrib4f(location as u32 => u32, 0.25 => f32, 0.5 => f32, 0.75 => f32, 1.0 => f32));
    at(0.0, 0.0);
    assert_eq!(floats(GL_CURRENT_RASTER_POSITION), [12.0, 4.0, 0.5, 1.0]);
    assert_eq!(floats(GL_CURRENT_RASTER_COLOR), [0.25, 0.5, 0.75, 1.0]);
    assert_eq!(floats(GL_CURRENT_RASTER_SECONDARY_COLOR)[2], 1.0);
    let mut distance = 0.0;
    gl!(glGetFloatv(GL_CURRENT_RASTER_DISTANCE => u32, &raw mut distance => *mut f32));
    gl!(glActiveTexture(GL_TEXTURE2 => u32));
    assert_eq!((distance, floats(GL_CURRENT_RASTER_TEXTURE_COORDS)), (5.0, [1.0, 2.0, 3.0, 4.0]));
    assert!(is_valid());
    // The uniform moves the vertex out of the view volume.
    gl!(glUniform2f(gl.location(program, "move") => i32, 1.5 => f32, 0.0 => f32));
    at(0.0, 0.0);
    assert!(!is_valid());
    gl.no_error();
}

#[test]
fn shaders_clip_the_raster_position() {
    let gl = Gl::new(compatibility());
    gl!(glEnable(GL_CLIP_PLANE0 => u32));
    for (number, text) in [
        c"#version 130\nvoid main() { gl_Position = gl_Vertex; gl_ClipDistance[0] = gl_Vertex.x; }",
        c"#version 120\nvoid main() { gl_Position = gl_Vertex; gl_ClipVertex = gl_Vertex; }",
    ]
    .into_iter()
    .enumerate()
    {
        let plane = [if number == 1 { 1.0f64 } else { 0.0 }, 0.0, 0.0, 0.0];
        gl!(glClipPlane(GL_CLIP_PLANE0 => u32, plane.as_ptr() => *const f64));
        gl.program(&[(GL_VERTEX_SHADER, text)], &[]);
        at(0.5, 0.0);
        assert!(is_valid(), "{number}");
        at(-0.5, 0.0);
        assert!(!is_valid(), "{number}");
        gl!(glUseProgram(0 => u32));
    }
    gl.no_error();
}

#[test]
fn selection_and_feedback_receive_the_raster_position() {
    let gl = Gl::new(compatibility());
    let mut names = [0u32; 8];
    gl!(glSelectBuffer(8 => i32, names.as_mut_ptr() => *mut u32));
    gl!(glRenderMode(GL_SELECT => u32) -> i32);
    gl!(glInitNames());
    gl!(glPushName(7 => u32));
    at(0.0, 0.0);
    gl!(glLoadName(8 => u32));
    at(2.0, 0.0);
    gl!(glLoadName(9 => u32));
    gl!(glWindowPos2f(200.0 => f32, 0.0 => f32));
    assert_eq!(gl!(glRenderMode(GL_FEEDBACK => u32) -> i32), 0, "glFeedbackBuffer comes first");
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
    let mut values = [0.0f32; 16];
    gl!(glFeedbackBuffer(16 => i32, 0x0602 => u32, values.as_mut_ptr() => *mut f32));
    assert_eq!(gl!(glRenderMode(GL_FEEDBACK => u32) -> i32), 2, "two hits");
    assert_eq!((names[3], names[7]), (7, 9));
    gl!(glColor4f(0.0 => f32, 1.0 => f32, 0.0 => f32, 1.0 => f32));
    at(0.0, 0.0);
    let bits = [0xFFu8];
    gl!(glBitmap(1 => i32, 1 => i32, 0.0 => f32, 0.0 => f32, 0.0 => f32, 0.0 => f32, bits.as_ptr() => *const u8));
    assert_eq!(gl!(glRenderMode(GL_RENDER => u32) -> i32), 8);
    assert_eq!(values[..8], [GL_BITMAP_TOKEN as f32, 8.0, 8.0, 0.5, 0.0, 1.0, 0.0, 1.0]);
    gl.no_error();
}
