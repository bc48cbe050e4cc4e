//! The raster position through the vertex stage.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

fn floats(name: u32) -> [f32; 4] {
    let mut values = [9.0; 4];
    glGetFloatv(name, values.as_mut_ptr());
    values
}

fn is_valid() -> bool {
    let mut valid = 9;
    glGetIntegerv(GL_CURRENT_RASTER_POSITION_VALID, &raw mut valid);
    valid != 0
}

/// Returns the components rounded to hundredths.
fn hundredths(name: u32) -> [f32; 4] {
    floats(name).map(|value| (value * 100.0).round())
}

fn at(x: f32, y: f32) {
    glRasterPos2f(x, y);
}

#[test]
fn lighting_computes_the_raster_colors() {
    let gl = Gl::new(compatibility());
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    let diffuse = [0.5f32, 0.25, 0.0, 0.75];
    glMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse.as_ptr());
    let none = [0.0f32, 0.0, 0.0, 1.0];
    glMaterialfv(GL_FRONT, GL_AMBIENT, none.as_ptr());
    let specular = [0.0f32, 0.0, 1.0, 1.0];
    glMaterialfv(GL_FRONT, GL_SPECULAR, specular.as_ptr());
    glNormal3f(0.0, 0.0, 1.0);
    at(0.0, 0.0);
    assert_eq!(hundredths(GL_CURRENT_RASTER_COLOR), [50.0, 25.0, 100.0, 75.0]);
    glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR as i32);
    at(0.0, 0.0);
    assert_eq!(hundredths(GL_CURRENT_RASTER_COLOR), [50.0, 25.0, 0.0, 75.0]);
    assert_eq!(hundredths(GL_CURRENT_RASTER_SECONDARY_COLOR)[..3], [0.0, 0.0, 100.0]);
    // The current color is the material, and the light is behind the vertex.
    glColorMaterial(GL_FRONT, GL_EMISSION);
    glEnable(GL_COLOR_MATERIAL);
    glColor4f(0.1, 0.2, 0.3, 0.4);
    glNormal3f(0.0, 0.0, -1.0);
    at(0.0, 0.0);
    assert_eq!(hundredths(GL_CURRENT_RASTER_COLOR), [10.0, 20.0, 30.0, 75.0]);
    // "Lighting, texture coordinate generation and transformation, and clipping are not performed by the WindowPos functions."
    glWindowPos2f(1.0, 1.0);
    assert_eq!(hundredths(GL_CURRENT_RASTER_COLOR), [10.0, 20.0, 30.0, 40.0]);
    gl.no_error();
}

#[test]
fn colors_are_clamped_if_vertex_colors_are() {
    let gl = Gl::new(compatibility());
    glColor4f(2.0, -1.0, 0.5, 1.0);
    glSecondaryColor3f(3.0, 0.0, 0.0);
    at(0.0, 0.0);
    assert_eq!((floats(GL_CURRENT_RASTER_COLOR), floats(GL_CURRENT_RASTER_SECONDARY_COLOR)[0]), ([1.0, 0.0, 0.5, 1.0], 1.0));
    glClampColor(GL_CLAMP_VERTEX_COLOR, 0);
    glWindowPos2f(1.0, 1.0);
    assert_eq!((floats(GL_CURRENT_RASTER_COLOR), floats(GL_CURRENT_RASTER_SECONDARY_COLOR)[0]), ([2.0, -1.0, 0.5, 1.0], 3.0));
    gl.no_error();
}

#[test]
fn texture_coordinates_are_generated_and_transformed() {
    let gl = Gl::new(compatibility());
    glActiveTexture(GL_TEXTURE1);
    glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR as i32);
    let plane = [2.0f32, 0.0, 0.0, 0.5];
    glTexGenfv(GL_S, GL_OBJECT_PLANE, plane.as_ptr());
    glEnable(GL_TEXTURE_GEN_S);
    glMatrixMode(GL_TEXTURE);
    glScalef(10.0, 100.0, 1.0);
    glMultiTexCoord2f(GL_TEXTURE1, 7.0, 0.25);
    at(0.25, 0.0);
    assert_eq!(floats(GL_CURRENT_RASTER_TEXTURE_COORDS), [10.0, 25.0, 0.0, 1.0]);
    glWindowPos2f(1.0, 1.0);
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
    glUniform2f(gl.location(program, "move"), 0.5, -0.5);
    let location = glGetAttribLocation(program, c"generic".as_ptr());
    glVertexAttrib4f(location as u32, 0.25, 0.5, 0.75, 1.0);
    at(0.0, 0.0);
    assert_eq!(floats(GL_CURRENT_RASTER_POSITION), [12.0, 4.0, 0.5, 1.0]);
    assert_eq!(floats(GL_CURRENT_RASTER_COLOR), [0.25, 0.5, 0.75, 1.0]);
    assert_eq!(floats(GL_CURRENT_RASTER_SECONDARY_COLOR)[2], 1.0);
    let mut distance = 0.0;
    glGetFloatv(GL_CURRENT_RASTER_DISTANCE, &raw mut distance);
    glActiveTexture(GL_TEXTURE2);
    assert_eq!((distance, floats(GL_CURRENT_RASTER_TEXTURE_COORDS)), (5.0, [1.0, 2.0, 3.0, 4.0]));
    assert!(is_valid());
    // The uniform moves the vertex out of the view volume.
    glUniform2f(gl.location(program, "move"), 1.5, 0.0);
    at(0.0, 0.0);
    assert!(!is_valid());
    gl.no_error();
}

#[test]
fn shaders_clip_the_raster_position() {
    let gl = Gl::new(compatibility());
    glEnable(GL_CLIP_PLANE0);
    for (number, text) in [
        c"#version 130\nvoid main() { gl_Position = gl_Vertex; gl_ClipDistance[0] = gl_Vertex.x; }",
        c"#version 120\nvoid main() { gl_Position = gl_Vertex; gl_ClipVertex = gl_Vertex; }",
    ]
    .into_iter()
    .enumerate()
    {
        let plane = [if number == 1 { 1.0f64 } else { 0.0 }, 0.0, 0.0, 0.0];
        glClipPlane(GL_CLIP_PLANE0, plane.as_ptr());
        gl.program(&[(GL_VERTEX_SHADER, text)], &[]);
        at(0.5, 0.0);
        assert!(is_valid(), "{number}");
        at(-0.5, 0.0);
        assert!(!is_valid(), "{number}");
        glUseProgram(0);
    }
    gl.no_error();
}

#[test]
fn selection_and_feedback_receive_the_raster_position() {
    let gl = Gl::new(compatibility());
    let mut names = [0u32; 8];
    glSelectBuffer(8, names.as_mut_ptr());
    glRenderMode(GL_SELECT);
    glInitNames();
    glPushName(7);
    at(0.0, 0.0);
    glLoadName(8);
    at(2.0, 0.0);
    glLoadName(9);
    glWindowPos2f(200.0, 0.0);
    assert_eq!(glRenderMode(GL_FEEDBACK), 0, "glFeedbackBuffer comes first");
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
    let mut values = [0.0f32; 16];
    glFeedbackBuffer(16, 0x0602, values.as_mut_ptr());
    assert_eq!(glRenderMode(GL_FEEDBACK), 2, "two hits");
    assert_eq!((names[3], names[7]), (7, 9));
    glColor4f(0.0, 1.0, 0.0, 1.0);
    at(0.0, 0.0);
    let bits = [0xFFu8];
    glBitmap(1, 1, 0.0, 0.0, 0.0, 0.0, bits.as_ptr());
    assert_eq!(glRenderMode(GL_RENDER), 8);
    assert_eq!(values[..8], [GL_BITMAP_TOKEN as f32, 8.0, 8.0, 0.5, 0.0, 1.0, 0.0, 1.0]);
    gl.no_error();
}
