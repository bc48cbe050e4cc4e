#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::program_for_draw;
use crate::object::fixed_function::Key;
use crate::object::names::lock;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;
use std::sync::Arc;

/// The whole window as a quad.
fn quad() {
    glBegin(GL_QUADS);
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        glVertex2f(x, y);
    }
    glEnd();
}

/// A texture of one texel in a unit, and the unit's target enabled.
fn texel(unit: u32, target: u32, color: [u8; 4]) {
    let mut name = 0;
    glActiveTexture(GL_TEXTURE0 + unit);
    glGenTextures(1, &raw mut name);
    glBindTexture(target, name);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST as i32);
    let pixels = color.as_ptr().cast::<c_void>();
    if target == GL_TEXTURE_1D {
        glTexImage1D(target, 0, GL_RGBA as i32, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    } else {
        glTexImage2D(target, 0, GL_RGBA as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    }
    glEnable(target);
}

#[test]
fn every_unit_has_its_own_texture() {
    let gl = Gl::new(compatibility());
    texel(0, GL_TEXTURE_2D, [255, 255, 0, 255]);
    texel(1, GL_TEXTURE_2D, [255, 0, 255, 255]);
    quad();
    assert_eq!(gl.pixel(3, 3), [255, 0, 0, 255]);
    glDisable(GL_TEXTURE_2D);
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
        glUniform1f(gl.location(program, "blue"), blue);
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
    glColor3f(1.0, 0.0, 0.0);
    glMultiTexCoord2f(GL_TEXTURE2, 0.0, 0.4);
    glTranslatef(0.0, 0.0, -0.2);
    quad();
    assert_eq!(gl.pixel(8, 8), [255, 102, 51, 255]);
    gl.no_error();
}

#[test]
fn programs_are_kept_by_what_their_texts_depend_on() {
    let gl = Gl::new(compatibility());
    let program = || program_for_draw(&mut lock(&gl.0), None).unwrap().unwrap();
    let plain = program();
    glColor3f(0.5, 0.0, 0.0);
    glTranslatef(0.5, 0.0, 0.0);
    // A texture target without a texture, and a light without lighting.
    glEnable(GL_TEXTURE_2D);
    glEnable(GL_LIGHT0);
    assert!(Arc::ptr_eq(&plain, &program()));
    let mut keys = vec![Key::new(&lock(&gl.0), true, true)];
    for capability in [GL_LIGHTING, GL_LIGHT1, GL_NORMALIZE, GL_COLOR_MATERIAL, GL_FOG, GL_COLOR_SUM, GL_CLIP_PLANE0, GL_TEXTURE_GEN_S] {
        glEnable(capability);
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

/// R is the third coordinate, whose component the shading language calls .p: its .r is the first.
#[test]
fn each_texture_coordinate_is_generated_for_itself() {
    let gl = Gl::new(compatibility());
    gl.program(&[(GL_FRAGMENT_SHADER, c"#version 120\nvoid main() { gl_FragColor = gl_TexCoord[0]; }")], &[]);
    let axes = [(GL_S, GL_TEXTURE_GEN_S), (GL_T, GL_TEXTURE_GEN_T), (GL_R, GL_TEXTURE_GEN_R), (GL_Q, GL_TEXTURE_GEN_Q)];
    glMultiTexCoord4f(GL_TEXTURE0, 1.0, 0.0, 1.0, 0.0);
    for (mode, plane) in [(GL_OBJECT_LINEAR, GL_OBJECT_PLANE), (GL_EYE_LINEAR, GL_EYE_PLANE)] {
        for (index, (axis, _)) in axes.into_iter().enumerate() {
            glTexGeni(axis, GL_TEXTURE_GEN_MODE, mode as i32);
            // The vertices' w is 1: 0.2, 0.4, 0.6 and 0.8.
            let coefficients = [0.0_f32, 0.0, 0.0, 0.2 * (index as f32 + 1.0)];
            glTexGenfv(axis, plane, coefficients.as_ptr());
        }
        for generated in 0..16_u32 {
            let is_generated = |index: usize| generated >> index & 1 != 0;
            for (index, (_, capability)) in axes.into_iter().enumerate() {
                if is_generated(index) {
                    glEnable(capability);
                } else {
                    glDisable(capability);
                }
            }
            quad();
            let given = [255, 0, 255, 0];
            let wanted: [u8; 4] = std::array::from_fn(|index| if is_generated(index) { 51 * (index as u8 + 1) } else { given[index] });
            assert_eq!(gl.pixel(3, 3), wanted, "mode 0x{mode:04x}, coordinates {generated:04b}");
        }
    }
    gl.no_error();
}

/// The modes of normals and reflections, on a quad that faces the eye along its axis: S, T and R are the vector's x, y and z.
#[test]
fn generated_vectors_have_three_coordinates() {
    let gl = Gl::new(compatibility());
    let text = c"#version 120\nvoid main() { gl_FragColor = vec4(gl_TexCoord[0].stp * 0.5 + 0.5, 1.0); }";
    gl.program(&[(GL_FRAGMENT_SHADER, text)], &[]);
    glNormal3f(0.6, 0.0, 0.8);
    glTexCoord4f(0.0, 0.0, 0.0, 1.0);
    for capability in [GL_TEXTURE_GEN_S, GL_TEXTURE_GEN_T, GL_TEXTURE_GEN_R] {
        glEnable(capability);
    }
    // The reflection of the way from the eye, (0, 0, -1), far away from the eye: (0.96, 0, 0.28).
    glTranslatef(0.0, 0.0, -1e6);
    glMatrixMode(GL_PROJECTION);
    glScalef(1.0, 1.0, 1e-7);
    for (mode, wanted) in [(GL_NORMAL_MAP, [204, 128, 230, 255]), (GL_REFLECTION_MAP, [250, 128, 163, 255])] {
        for axis in [GL_S, GL_T, GL_R] {
            glTexGeni(axis, GL_TEXTURE_GEN_MODE, mode as i32);
        }
        quad();
        let found = gl.pixel(8, 8);
        assert!(
            found.iter().zip(wanted).all(|(&found, wanted): (&u8, u8)| found.abs_diff(wanted) <= 1),
            "0x{mode:04x}: {found:?}, not {wanted:?}"
        );
    }
    gl.no_error();
}

#[test]
fn points_replace_texture_coordinates() {
    let gl = Gl::new(compatibility());
    gl.program(&[(GL_FRAGMENT_SHADER, c"#version 120\nvoid main() { gl_FragColor = gl_TexCoord[1]; }")], &[]);
    glMultiTexCoord4f(GL_TEXTURE1, 1.0, 1.0, 1.0, 0.2);
    glPointSize(16.0);
    glEnable(GL_POINT_SPRITE);
    let point = || {
        glBegin(GL_POINTS);
        glVertex2f(0.0, 0.0);
        glEnd();
        [gl.pixel(0, 0), gl.pixel(15, 15)]
    };
    assert_eq!(point(), [[255, 255, 255, 51]; 2]);
    glActiveTexture(GL_TEXTURE1);
    glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, 1);
    // The middles of the first and the last pixel, from the upper left corner.
    assert_eq!(point(), [[8, 247, 0, 255], [247, 8, 0, 255]]);
    glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, GL_LOWER_LEFT.cast_signed());
    assert_eq!(point(), [[8, 8, 0, 255], [247, 247, 0, 255]]);
    glDisable(GL_POINT_SPRITE);
    assert_eq!(point(), [[255, 255, 255, 51]; 2]);
    // Other primitives keep their coordinates.
    glEnable(GL_POINT_SPRITE);
    quad();
    assert_eq!(gl.pixel(8, 8), [255, 255, 255, 51]);
}

#[test]
fn vertices_are_generic_attribute_zero() {
    let gl = Gl::new(compatibility());
    gl.program(
        &[(
            GL_VERTEX_SHADER,
            c"#version 150 compatibility\nin vec4 place;\nvoid main() { gl_Position = place; gl_FrontColor = vec4(0, 1, 0, 1); }",
        )],
        &[],
    );
    quad();
    assert_eq!(gl.pixel(3, 3), [0, 255, 0, 255]);
}

#[test]
fn captured_outputs_that_the_fixed_function_does_not_read_are_written() {
    let gl = Gl::new(compatibility());
    gl.program(
        &[(GL_VERTEX_SHADER, c"#version 120\nvoid main() { gl_Position = gl_Vertex; gl_FrontSecondaryColor = vec4(2.0); }")],
        &[c"gl_FrontSecondaryColor"],
    );
    gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[0; 16]);
    let mut name = 0;
    glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, &raw mut name);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name.cast_unsigned());
    glBeginTransformFeedback(GL_POINTS);
    glBegin(GL_POINTS);
    glVertex2f(0.0, 0.0);
    glEnd();
    glEndTransformFeedback();
    assert_eq!(gl.words(GL_TRANSFORM_FEEDBACK_BUFFER, 4), [2f32.to_bits(); 4]);
}

#[test]
fn depth_textures_are_of_the_depth_texture_mode() {
    let gl = Gl::new(compatibility());
    let half = 0.5f32;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT.cast_signed(), 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, (&raw const half).cast());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST.cast_signed());
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE.cast_signed());
    glEnable(GL_TEXTURE_2D);
    glColor4f(1.0, 0.0, 0.0, 0.2);
    for (mode, wanted) in
        [(GL_LUMINANCE, [128, 128, 128, 51]), (GL_INTENSITY, [128; 4]), (GL_ALPHA, [255, 0, 0, 128]), (GL_RED, [128, 0, 0, 51])]
    {
        glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, mode.cast_signed());
        quad();
        assert_eq!(gl.pixel(8, 8), wanted);
    }
    gl.no_error();
}

#[test]
fn products_of_light_and_material_have_the_alpha_of_the_material() {
    let gl = Gl::new(compatibility());
    gl.program(&[(GL_FRAGMENT_SHADER, c"#version 120\nvoid main() { gl_FragColor = gl_FrontLightProduct[1].diffuse; }")], &[]);
    glLightfv(GL_LIGHT1, GL_DIFFUSE, [0.4f32, 0.6, 0.8, 0.1].as_ptr());
    glMaterialfv(GL_FRONT, GL_DIFFUSE, [0.5f32, 0.5, 0.5, 0.6].as_ptr());
    quad();
    assert_eq!(gl.pixel(8, 8), [51, 76, 102, 153]);
    gl.program(&[(GL_FRAGMENT_SHADER, c"#version 120\nvoid main() { gl_FragColor = gl_LightSource[1].halfVector; }")], &[]);
    glLightfv(GL_LIGHT1, GL_POSITION, [0.0f32, 0.0, 3.0, 1.0].as_ptr());
    quad();
    assert_eq!(gl.pixel(8, 8), [0, 0, 255, 255]);
    gl.no_error();
}
