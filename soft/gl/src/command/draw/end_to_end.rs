//! From shader text to pixels and counters, through the commands' C addresses.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core, es};
use crate::tokens::*;
use std::ffi::{CStr, c_void};

const WHOLE_WINDOW: &CStr = c"#version 330
out vec4 color;
uniform vec4 tint;
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(corner, 0.0, 1.0);
    color = tint;
}";
const PLAIN_COLOR: &CStr = c"#version 330
in vec4 color;
out vec4 pixel;
void main() { pixel = color; }";

#[test]
fn a_triangle_over_the_window() {
    let gl = Gl::new(core());
    let program = gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, PLAIN_COLOR)], &[]);
    let tint = gl.location(program, "tint");
    glUniform4f(tint, 0.0, 1.0, 0.2, 1.0);
    let targets = [
        GL_VERTICES_SUBMITTED,
        GL_PRIMITIVES_SUBMITTED,
        GL_VERTEX_SHADER_INVOCATIONS,
        GL_FRAGMENT_SHADER_INVOCATIONS,
        GL_CLIPPING_INPUT_PRIMITIVES,
        GL_SAMPLES_PASSED,
        GL_PRIMITIVES_GENERATED,
    ];
    let counts = gl.count(&targets, || glDrawArrays(GL_TRIANGLES, 0, 3));
    assert_eq!(counts, [3, 1, 3, 256, 1, 256, 1]);
    assert_eq!(gl.pixel(0, 0), [0, 255, 51, 255]);
    assert_eq!(gl.pixel(15, 15), [0, 255, 51, 255]);
    // Two instances, and an uncounted draw behind them.
    let counts = gl.count(&targets[..2], || glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2));
    assert_eq!(counts, [6, 2]);
}

#[test]
fn conditional_rendering_drops_draws() {
    let gl = Gl::new(core());
    let program = gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, PLAIN_COLOR)], &[]);
    let tint = gl.location(program, "tint");
    glUniform4f(tint, 1.0, 0.0, 0.0, 1.0);
    let mut query = 0;
    glGenQueries(1, &raw mut query);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    glBeginConditionalRender(query, GL_QUERY_WAIT);
    let counts = gl.count(&[GL_VERTICES_SUBMITTED], || glDrawArrays(GL_TRIANGLES, 0, 3));
    assert_eq!(counts, [0]);
    assert_eq!(gl.pixel(3, 3), [0; 4]);
    glEndConditionalRender();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    assert_eq!(gl.pixel(3, 3), [255, 0, 0, 255]);
    gl.no_error();
}

#[test]
fn client_arrays_and_client_indices() {
    let gl = Gl::new(compatibility());
    glBindVertexArray(0);
    gl.program(
        &[
            (GL_VERTEX_SHADER, c"#version 120\nattribute vec2 place;\nvoid main() { gl_Position = vec4(place, 0.0, 1.0); }"),
            (GL_FRAGMENT_SHADER, c"#version 120\nvoid main() { gl_FragColor = vec4(1.0, 0.0, 1.0, 1.0); }"),
        ],
        &[],
    );
    // The lower left quarter of the window, from the middle of the array.
    let places: [f32; 12] = [9.0, 9.0, 9.0, 9.0, -1.0, -1.0, 0.0, -1.0, -1.0, 0.0, 0.0, 0.0];
    glVertexAttribPointer(0, 2, GL_FLOAT, 0, 0, places.as_ptr().cast());
    glEnableVertexAttribArray(0);
    let indices: [u16; 6] = [2, 3, 4, 4, 3, 5];
    let draw = || glDrawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, indices.as_ptr().cast());
    let counts = gl.count(&[GL_VERTICES_SUBMITTED, GL_VERTEX_SHADER_INVOCATIONS, GL_FRAGMENT_SHADER_INVOCATIONS], draw);
    assert_eq!(counts, [6, 4, 64]);
    assert_eq!(gl.pixel(7, 7), [255, 0, 255, 255]);
    assert_eq!(gl.pixel(8, 8), [0; 4]);
}

#[test]
fn captured_vertices_can_be_drawn() {
    let gl = Gl::new(core());
    let text = c"#version 330
out float number;
void main() { number = float(gl_VertexID) * 2.0; gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }";
    let fragment = c"#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, text), (GL_FRAGMENT_SHADER, fragment)], &[c"number"]);
    let buffer = gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[0; 5]);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBeginTransformFeedback(GL_POINTS);
    let targets = [GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_PRIMITIVES_GENERATED, GL_TRANSFORM_FEEDBACK_OVERFLOW];
    let counts = gl.count(&targets, || {
        glDrawArrays(GL_POINTS, 0, 3);
        glDrawArrays(GL_POINTS, 3, 3);
    });
    glEndTransformFeedback();
    assert_eq!(counts, [5, 6, 1]);
    let numbers: Vec<f32> = gl.words(GL_TRANSFORM_FEEDBACK_BUFFER, 5).into_iter().map(f32::from_bits).collect();
    assert_eq!(numbers, [0.0, 2.0, 4.0, 6.0, 8.0]);
    let counts = gl.count(&[GL_VERTICES_SUBMITTED], || glDrawTransformFeedback(GL_POINTS, 0));
    assert_eq!(counts, [5]);
}

#[test]
fn indirect_draws_read_their_buffers() {
    let gl = Gl::new(core());
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, PLAIN_COLOR)], &[]);
    gl.buffer(GL_DRAW_INDIRECT_BUFFER, &[3, 1, 0, 0, 6, 2, 0, 0]);
    gl.buffer(GL_ELEMENT_ARRAY_BUFFER, &[9, 0, 1, 2]);
    let null = std::ptr::null::<c_void>();
    let counts = gl.count(&[GL_VERTICES_SUBMITTED, GL_PRIMITIVES_SUBMITTED], || {
        glMultiDrawArraysIndirect(GL_TRIANGLES, null, 2, 0);
    });
    assert_eq!(counts, [15, 5]);
    gl.buffer(GL_DRAW_INDIRECT_BUFFER, &[3, 1, 1, 0, 0]);
    let counts = gl.count(&[GL_VERTICES_SUBMITTED, GL_FRAGMENT_SHADER_INVOCATIONS], || {
        glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, null);
    });
    assert_eq!(counts, [3, 256]);
}

#[test]
fn core_profiles_read_indices_of_the_application_and_take_no_offset_without_a_buffer() {
    let gl = Gl::new(core());
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, PLAIN_COLOR)], &[]);
    let draw = |indices: *const c_void| {
        glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_INT, indices);
    };
    let counts = gl.count(&[GL_FRAGMENT_SHADER_INVOCATIONS], || draw([0u32, 1, 2].as_ptr().cast()));
    assert_eq!(counts, [256]);
    for offset in [0usize, 12] {
        draw(offset as *const c_void);
        assert_eq!(glGetError(), GL_INVALID_OPERATION);
    }
}

#[test]
fn restart_indices_are_no_vertices() {
    let gl = Gl::new(core());
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, PLAIN_COLOR)], &[]);
    gl.buffer(GL_ELEMENT_ARRAY_BUFFER, &[0x0201_00FF, 0x0201_00FF]);
    let draw = || glDrawElements(GL_TRIANGLES, 8, GL_UNSIGNED_BYTE, std::ptr::null());
    glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], draw), [6]);
    glDisable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
    glEnable(GL_PRIMITIVE_RESTART);
    glPrimitiveRestartIndex(0x1FF);
    assert_eq!(gl.count(&[GL_PRIMITIVES_SUBMITTED], draw), [2]);
}

#[test]
fn dispatches_write_buffers() {
    let gl = Gl::new(core());
    let text = c"#version 430
layout(local_size_x = 4) in;
layout(std430, binding = 2) buffer Numbers { uint numbers[]; };
uniform uint factor;
void main() { numbers[gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x * factor; }";
    let program = gl.program(&[(GL_COMPUTE_SHADER, text)], &[]);
    let buffer = gl.buffer(GL_SHADER_STORAGE_BUFFER, &[7; 9]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, buffer);
    glUniform1ui(gl.location(program, "factor"), 3);
    let counts = gl.count(&[GL_COMPUTE_SHADER_INVOCATIONS], || glDispatchCompute(2, 1, 1));
    assert_eq!(counts, [8]);
    assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 9), [0, 3, 6, 9, 12, 15, 18, 21, 7]);
    gl.buffer(GL_DISPATCH_INDIRECT_BUFFER, &[3, 2, 1]);
    let counts = gl.count(&[GL_COMPUTE_SHADER_INVOCATIONS], || glDispatchComputeIndirect(0));
    assert_eq!(counts, [24]);
}

#[test]
fn separate_programs_draw_together() {
    let gl = Gl::new(core());
    let make = |ty: u32, text: &CStr| {
        let strings = [text.as_ptr()];
        glCreateShaderProgramv(ty, 1, strings.as_ptr())
    };
    let vertex = make(GL_VERTEX_SHADER, WHOLE_WINDOW);
    let fragment = make(GL_FRAGMENT_SHADER, PLAIN_COLOR);
    let mut pipeline = 0;
    glGenProgramPipelines(1, &raw mut pipeline);
    glUseProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    glUseProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    glBindProgramPipeline(pipeline);
    glProgramUniform4f(vertex, gl.location(vertex, "tint"), 0.0, 0.0, 1.0, 1.0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    assert_eq!(gl.pixel(5, 5), [0, 0, 255, 255]);
    glActiveShaderProgram(pipeline, vertex);
    glUniform4f(gl.location(vertex, "tint"), 1.0, 0.0, 0.0, 1.0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    assert_eq!(gl.pixel(5, 5), [255, 0, 0, 255]);
    gl.no_error();
}

#[test]
fn edges_without_their_flag_are_not_drawn() {
    let gl = Gl::new(compatibility());
    glBindVertexArray(0);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    // The middle of the window; the edges on the right and at the top have no flag.
    let corners: [(f32, f32, u8); 4] = [(-0.5, -0.5, 1), (0.5, -0.5, 0), (0.5, 0.5, 0), (-0.5, 0.5, 7)];
    let count = |draw: &dyn Fn()| gl.count(&[GL_SAMPLES_PASSED], draw)[0];
    let immediate = |flags: bool| {
        glBegin(GL_QUADS);
        for (x, y, flag) in corners {
            if flags {
                glEdgeFlag(flag);
            }
            glVertex2f(x, y);
        }
        glEnd();
    };
    let whole = count(&|| immediate(false));
    assert_eq!((whole, count(&|| immediate(true))), (32, 16));
    let (places, flags) = (corners.map(|(x, y, _)| [x, y]), corners.map(|corner| corner.2));
    glVertexPointer(2, GL_FLOAT, 0, places.as_ptr().cast());
    glEdgeFlagPointer(0, flags.as_ptr().cast());
    glEnableClientState(GL_VERTEX_ARRAY);
    glEdgeFlag(1);
    let arrays = || glDrawArrays(GL_QUADS, 0, 4);
    assert_eq!(count(&arrays), 32);
    glEnableClientState(GL_EDGE_FLAG_ARRAY);
    assert_eq!(count(&arrays), 16);
    glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
    assert_eq!(count(&arrays), 2);
    // Strips and fans have no edge flags.
    assert_eq!(count(&|| glDrawArrays(GL_TRIANGLE_FAN, 0, 4)), 6);
    gl.no_error();
}

/// Shadow maps as programs have them: in structures, in an array that a loop goes through, passed to a function, in GLSL 3.30.
#[test]
fn samplers_of_structures_in_an_array_are_indexed_by_a_loop() {
    let gl = Gl::new(core());
    let fragment = c"#version 330
struct Map { vec4 tint; sampler2D image; };
struct Light { float scale; Map maps[2]; };
uniform Light lights[3];
uniform int count;
in vec4 color;
out vec4 pixel;
vec4 look(sampler2D image, vec4 tint) { return texture(image, vec2(0.5)) * tint; }
void main() {
    pixel = color * 0.0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++)
            pixel += look(lights[i].maps[k].image, lights[i].maps[k].tint) * lights[i].scale;
}";
    let program = gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, fragment)], &[]);
    let mut textures = [0_u32; 6];
    glGenTextures(6, textures.as_mut_ptr());
    for (index, texture) in textures.into_iter().enumerate() {
        // Texture n, on unit 7 - n, is n + 1 sixteenths of white, and its tint keeps one component of it.
        let (unit, light, map) = (7 - index as u32, index / 2, index % 2);
        let texel = [16 * (index as u8 + 1) - 1; 4];
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST as i32);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8 as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel.as_ptr().cast());
        let name = format!("lights[{light}].maps[{map}]");
        glUniform1i(gl.location(program, &format!("{name}.image")), unit as i32);
        let tint: [f32; 4] = std::array::from_fn(|component| if component == index % 4 { 1.0 } else { 0.0 });
        glUniform4fv(gl.location(program, &format!("{name}.tint")), 1, tint.as_ptr());
        glUniform1f(gl.location(program, &format!("lights[{light}].scale")), 1.0);
    }
    for (count, wanted) in [(0, [0; 4]), (1, [15, 31, 0, 0]), (2, [15, 31, 47, 63]), (3, [94, 126, 47, 63])] {
        glUniform1i(gl.location(program, "count"), count);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        assert_eq!(gl.pixel(5, 5), wanted, "{count} lights");
    }
    gl.no_error();
}

/// OpenGL ES has neither GL_PROGRAM_POINT_SIZE nor GL_FRAMEBUFFER_SRGB, and does what they enable; the desktop waits for them.
#[test]
fn point_sizes_and_srgb_are_on_in_es_alone() {
    // The point's centre is that of pixel (8, 8).
    let vertex = c"#version 300 es\nvoid main() { gl_PointSize = 4.0; gl_Position = vec4(0.0625, 0.0625, 0.0, 1.0); }";
    let fragment = c"#version 300 es\nprecision highp float; out vec4 pixel; void main() { pixel = vec4(0.25); }";
    for (context, points, stored, more) in [(es(3, 0), 16, 137, 188), (es(3, 2), 16, 137, 188), (core(), 1, 64, 128)] {
        let gl = Gl::new(context);
        gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
        let (mut texture, mut framebuffer) = (0, 0);
        glGenTextures(1, &raw mut texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexStorage2D(GL_TEXTURE_2D, 1, GL_SRGB8_ALPHA8, 16, 16);
        glGenFramebuffers(1, &raw mut framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        let draw = || glDrawArrays(GL_POINTS, 0, 1);
        let pixel = || {
            let mut pixel = [0_u8; 4];
            glReadPixels(8, 8, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.as_mut_ptr().cast());
            pixel
        };
        let mut pixels = [0_u8; 16 * 16 * 4];
        draw();
        glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_mut_ptr().cast());
        assert_eq!(pixels.chunks(4).filter(|pixel| pixel[3] != 0).count(), points);
        assert_eq!(pixel(), [stored, stored, stored, 64]);
        // Blending adds linear colours.
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE);
        draw();
        let found = pixel();
        assert!(found[0].abs_diff(more) <= 1 && found[3] == 128, "{found:?}");
        gl.no_error();
    }
}

/// The qualifier of a redeclared gl_Color decides; glShadeModel is for colours without one.
#[test]
fn redeclared_colors_are_interpolated_as_they_say() {
    for (qualifier, shade_model, corner) in [("", GL_FLAT, 255), ("flat", GL_SMOOTH, 255), ("smooth", GL_FLAT, 8), ("", GL_SMOOTH, 8)] {
        let gl = Gl::new(compatibility());
        let [output, input] = if qualifier.is_empty() {
            [String::new(), String::new()]
        } else {
            [format!("{qualifier} out vec4 gl_FrontColor;"), format!("{qualifier} in vec4 gl_Color;")]
        };
        let vertex = format!(
            "#version 130\n{output} void main() {{
                gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
                gl_FrontColor = vec4(gl_VertexID == 2 ? 1.0 : 0.0);
            }}"
        );
        let fragment = format!("#version 130\n{input} void main() {{ gl_FragColor = gl_Color; }}");
        let [vertex, fragment] = [vertex, fragment].map(|text| std::ffi::CString::new(text).unwrap());
        gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_FRAGMENT_SHADER, &fragment)], &[]);
        glShadeModel(shade_model);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        gl.no_error();
        let red = gl.pixel(0, 0)[0];
        assert!(red.abs_diff(corner) < 8, "{qualifier} {shade_model:#x}: {red}");
    }
}

/// Inputs that share a location by their components read those components of the attribute, doubles by pairs of words.
#[test]
fn inputs_share_an_attribute_by_components() {
    let gl = Gl::new(core());
    let vertex = c"#version 440
layout(location = 1, component = 1) in vec2 middle;
layout(location = 1) in float first;
layout(location = 1, component = 3) in float last;
layout(location = 2, component = 2) in double second;
layout(location = 3, component = 1) in float rows[2];
out vec4 shares;
out float product;
void main() {
    shares = vec4(last, middle.yx, first);
    product = float(second) * 10.0 + rows[1];
    gl_Position = vec4(0.0);
}";
    gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, c"#version 440\nvoid main() { }")], &[c"shares", c"product"]);
    let buffer = gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[0; 5]);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glVertexAttrib4f(1, 1.0, 2.0, 3.0, 4.0);
    glVertexAttribL2d(2, 5.0, 6.0);
    glVertexAttrib4f(4, 7.0, 8.0, 9.0, 9.0);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 1);
    glEndTransformFeedback();
    let numbers: Vec<f32> = gl.words(GL_TRANSFORM_FEEDBACK_BUFFER, 5).into_iter().map(f32::from_bits).collect();
    assert_eq!(numbers, [4.0, 3.0, 2.0, 1.0, 68.0]);
}

#[test]
fn arrays_sized_by_use_have_the_length_of_all_shaders_of_the_stage() {
    let gl = Gl::new(core());
    let reader = c"#version 430
float a[];
void fill();
out vec4 pixel;
void main() { fill(); pixel = vec4(float(a.length()) / 255.0, 0.0, 0.0, 1.0); }";
    let filler = c"#version 430
float a[];
void fill() { a[4] = 1.0; }";
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, reader), (GL_FRAGMENT_SHADER, filler)], &[]);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    assert_eq!(gl.pixel(3, 3), [5, 0, 0, 255]);
}

#[test]
fn fragments_read_the_viewport_index_that_was_written() {
    let gl = Gl::new(core());
    let geometry = c"#version 410
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; gl_ViewportIndex = 77; EmitVertex(); } }";
    let fragment = c"#version 430
out vec4 pixel;
void main() { pixel = vec4(float(gl_ViewportIndex) / 255.0, 0.0, 0.0, 1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_GEOMETRY_SHADER, geometry), (GL_FRAGMENT_SHADER, fragment)], &[]);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    assert_eq!(gl.pixel(8, 8), [77, 0, 0, 255]);
}

#[test]
fn points_at_integer_coordinates_cover_the_pixel_up_and_right() {
    let gl = Gl::new(compatibility());
    glColor4f(1.0, 0.0, 0.0, 1.0);
    glBegin(GL_POINTS);
    glVertex2f(0.0, 0.0);
    glEnd();
    assert_eq!([gl.pixel(8, 8), gl.pixel(7, 7)], [[255, 0, 0, 255], [0; 4]]);
}
