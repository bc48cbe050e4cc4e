//! From shader text to pixels and counters, through the commands' C addresses.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::testing::calling::{Gl, gl};
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
    gl!(glUniform4f(tint => i32, 0.0 => f32, 1.0 => f32, 0.2 => f32, 1.0 => f32));
    let targets = [
        GL_VERTICES_SUBMITTED,
        GL_PRIMITIVES_SUBMITTED,
        GL_VERTEX_SHADER_INVOCATIONS,
        GL_FRAGMENT_SHADER_INVOCATIONS,
        GL_CLIPPING_INPUT_PRIMITIVES,
        GL_SAMPLES_PASSED,
        GL_PRIMITIVES_GENERATED,
    ];
    let counts = gl.count(&targets, || gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32)));
    assert_eq!(counts, [3, 1, 3, 256, 1, 256, 1]);
    assert_eq!(gl.pixel(0, 0), [0, 255, 51, 255]);
    assert_eq!(gl.pixel(15, 15), [0, 255, 51, 255]);
    // Two instances, and an uncounted draw behind them.
    let counts = gl.count(&targets[..2], || gl!(glDrawArraysInstanced(GL_TRIANGLES => u32, 0 => i32, 3 => i32, 2 => i32)));
    assert_eq!(counts, [6, 2]);
}

#[test]
fn conditional_rendering_drops_draws() {
    let gl = Gl::new(core());
    let program = gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, PLAIN_COLOR)], &[]);
    let tint = gl.location(program, "tint");
    gl!(glUniform4f(tint => i32, 1.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32));
    let mut query = 0;
    gl!(glGenQueries(1 => i32, &raw mut query => *mut u32));
    gl!(glBeginQuery(GL_ANY_SAMPLES_PASSED => u32, query => u32));
    gl!(glEndQuery(GL_ANY_SAMPLES_PASSED => u32));
    gl!(glBeginConditionalRender(query => u32, GL_QUERY_WAIT => u32));
    let counts = gl.count(&[GL_VERTICES_SUBMITTED], || gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32)));
    assert_eq!(counts, [0]);
    assert_eq!(gl.pixel(3, 3), [0; 4]);
    gl!(glEndConditionalRender());
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
    assert_eq!(gl.pixel(3, 3), [255, 0, 0, 255]);
    gl.no_error();
}

#[test]
fn client_arrays_and_client_indices() {
    let gl = Gl::new(compatibility());
    gl!(glBindVertexArray(0 => u32));
    gl.program(
        &[
            (GL_VERTEX_SHADER, c"#version 120\nattribute vec2 place;\nvoid main() { gl_Position = vec4(place, 0.0, 1.0); }"),
            (GL_FRAGMENT_SHADER, c"#version 120\nvoid main() { gl_FragColor = vec4(1.0, 0.0, 1.0, 1.0); }"),
        ],
        &[],
    );
    // The lower left quarter of the window, from the middle of the array.
    let places: [f32; 12] = [9.0, 9.0, 9.0, 9.0, -1.0, -1.0, 0.0, -1.0, -1.0, 0.0, 0.0, 0.0];
    gl!(glVertexAttribPointer(0 => u32, 2 => i32, GL_FLOAT => u32, 0 => u8, 0 => i32, places.as_ptr().cast() => *const c_void));
    gl!(glEnableVertexAttribArray(0 => u32));
    let indices: [u16; 6] = [2, 3, 4, 4, 3, 5];
    let draw = || gl!(glDrawElements(GL_TRIANGLES => u32, 6 => i32, GL_UNSIGNED_SHORT => u32, indices.as_ptr().cast() => *const c_void));
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
    gl!(glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER => u32, 0 => u32, buffer => u32));
    gl!(glBeginTransformFeedback(GL_POINTS => u32));
    let targets = [GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_PRIMITIVES_GENERATED, GL_TRANSFORM_FEEDBACK_OVERFLOW];
    let counts = gl.count(&targets, || {
        gl!(glDrawArrays(GL_POINTS => u32, 0 => i32, 3 => i32));
        gl!(glDrawArrays(GL_POINTS => u32, 3 => i32, 3 => i32));
    });
    gl!(glEndTransformFeedback());
    assert_eq!(counts, [5, 6, 1]);
    let numbers: Vec<f32> = gl.words(GL_TRANSFORM_FEEDBACK_BUFFER, 5).into_iter().map(f32::from_bits).collect();
    assert_eq!(numbers, [0.0, 2.0, 4.0, 6.0, 8.0]);
    let counts = gl.count(&[GL_VERTICES_SUBMITTED], || gl!(glDrawTransformFeedback(GL_POINTS => u32, 0 => u32)));
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
        gl!(glMultiDrawArraysIndirect(GL_TRIANGLES => u32, null => *const c_void, 2 => i32, 0 => i32));
    });
    assert_eq!(counts, [15, 5]);
    gl.buffer(GL_DRAW_INDIRECT_BUFFER, &[3, 1, 1, 0, 0]);
    let counts = gl.count(&[GL_VERTICES_SUBMITTED, GL_FRAGMENT_SHADER_INVOCATIONS], || {
        gl!(glDrawElementsIndirect(GL_TRIANGLES => u32, GL_UNSIGNED_INT => u32, null => *const c_void));
    });
    assert_eq!(counts, [3, 256]);
}

#[test]
fn core_profiles_read_indices_of_the_application_and_take_no_offset_without_a_buffer() {
    let gl = Gl::new(core());
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, PLAIN_COLOR)], &[]);
    let draw = |indices: *const c_void| {
        gl!(glDrawElements(GL_TRIANGLES => u32, 3 => i32, GL_UNSIGNED_INT => u32, indices => *const c_void));
    };
    let counts = gl.count(&[GL_FRAGMENT_SHADER_INVOCATIONS], || draw([0u32, 1, 2].as_ptr().cast()));
    assert_eq!(counts, [256]);
    for offset in [0usize, 12] {
        draw(offset as *const c_void);
        assert_eq!(gl!(glGetError() -> u32), GL_INVALID_OPERATION);
    }
}

#[test]
fn restart_indices_are_no_vertices() {
    let gl = Gl::new(core());
    gl.program(&[(GL_VERTEX_SHADER, WHOLE_WINDOW), (GL_FRAGMENT_SHADER, PLAIN_COLOR)], &[]);
    gl.buffer(GL_ELEMENT_ARRAY_BUFFER, &[0x0201_00FF, 0x0201_00FF]);
    let draw = || gl!(glDrawElements(GL_TRIANGLES => u32, 8 => i32, GL_UNSIGNED_BYTE => u32, std::ptr::null() => *const c_void));
    gl!(glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX => u32));
    assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED], draw), [6]);
    gl!(glDisable(GL_PRIMITIVE_RESTART_FIXED_INDEX => u32));
    gl!(glEnable(GL_PRIMITIVE_RESTART => u32));
    gl!(glPrimitiveRestartIndex(0x1FF => u32));
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
    gl!(glBindBufferBase(GL_SHADER_STORAGE_BUFFER => u32, 2 => u32, buffer => u32));
    gl!(glUniform1ui(gl.location(program, "factor") => i32, 3 => u32));
    let counts = gl.count(&[GL_COMPUTE_SHADER_INVOCATIONS], || gl!(glDispatchCompute(2 => u32, 1 => u32, 1 => u32)));
    assert_eq!(counts, [8]);
    assert_eq!(gl.words(GL_SHADER_STORAGE_BUFFER, 9), [0, 3, 6, 9, 12, 15, 18, 21, 7]);
    gl.buffer(GL_DISPATCH_INDIRECT_BUFFER, &[3, 2, 1]);
    let counts = gl.count(&[GL_COMPUTE_SHADER_INVOCATIONS], || gl!(glDispatchComputeIndirect(0 => isize)));
    assert_eq!(counts, [24]);
}

#[test]
fn separate_programs_draw_together() {
    let gl = Gl::new(core());
    let make = |ty: u32, text: &CStr| {
        let strings = [text.as_ptr()];
        gl!(glCreateShaderProgramv(ty => u32, 1 => i32, strings.as_ptr() => *const *const i8) -> u32)
    };
    let vertex = make(GL_VERTEX_SHADER, WHOLE_WINDOW);
    let fragment = make(GL_FRAGMENT_SHADER, PLAIN_COLOR);
    let mut pipeline = 0;
    gl!(glGenProgramPipelines(1 => i32, &raw mut pipeline => *mut u32));
    gl!(glUseProgramStages(pipeline => u32, GL_VERTEX_SHADER_BIT => u32, vertex => u32));
    gl!(glUseProgramStages(pipeline => u32, GL_FRAGMENT_SHADER_BIT => u32, fragment => u32));
    gl!(glBindProgramPipeline(pipeline => u32));
    gl!(glProgramUniform4f(vertex => u32, gl.location(vertex, "tint") => i32, 0.0 => f32, 0.0 => f32, 1.0 => f32, 1.0 => f32));
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
    assert_eq!(gl.pixel(5, 5), [0, 0, 255, 255]);
    gl!(glActiveShaderProgram(pipeline => u32, vertex => u32));
    gl!(glUniform4f(gl.location(vertex, "tint") => i32, 1.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32));
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
    assert_eq!(gl.pixel(5, 5), [255, 0, 0, 255]);
    gl.no_error();
}

#[test]
fn edges_without_their_flag_are_not_drawn() {
    let gl = Gl::new(compatibility());
    gl!(glBindVertexArray(0 => u32));
    gl!(glPolygonMode(GL_FRONT_AND_BACK => u32, GL_LINE => u32));
    // The middle of the window; the edges on the right and at the top have no flag.
    let corners: [(f32, f32, u8); 4] = [(-0.5, -0.5, 1), (0.5, -0.5, 0), (0.5, 0.5, 0), (-0.5, 0.5, 7)];
    let count = |draw: &dyn Fn()| gl.count(&[GL_SAMPLES_PASSED], draw)[0];
    let immediate = |flags: bool| {
        gl!(glBegin(GL_QUADS => u32));
        for (x, y, flag) in corners {
            if flags {
                gl!(glEdgeFlag(flag => u8));
            }
            gl!(glVertex2f(x => f32, y => f32));
        }
        gl!(glEnd());
    };
    let whole = count(&|| immediate(false));
    assert_eq!((whole, count(&|| immediate(true))), (32, 16));
    let (places, flags) = (corners.map(|(x, y, _)| [x, y]), corners.map(|corner| corner.2));
    gl!(glVertexPointer(2 => i32, GL_FLOAT => u32, 0 => i32, places.as_ptr().cast() => *const c_void));
    gl!(glEdgeFlagPointer(0 => i32, flags.as_ptr().cast() => *const c_void));
    gl!(glEnableClientState(GL_VERTEX_ARRAY => u32));
    gl!(glEdgeFlag(1 => u8));
    let arrays = || gl!(glDrawArrays(GL_QUADS => u32, 0 => i32, 4 => i32));
    assert_eq!(count(&arrays), 32);
    gl!(glEnableClientState(GL_EDGE_FLAG_ARRAY => u32));
    assert_eq!(count(&arrays), 16);
    gl!(glPolygonMode(GL_FRONT_AND_BACK => u32, GL_POINT => u32));
    assert_eq!(count(&arrays), 2);
    // Strips and fans have no edge flags.
    assert_eq!(count(&|| gl!(glDrawArrays(GL_TRIANGLE_FAN => u32, 0 => i32, 4 => i32))), 6);
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
    gl!(glGenTextures(6 => i32, textures.as_mut_ptr() => *mut u32));
    for (index, texture) in textures.into_iter().enumerate() {
        // Texture n, on unit 7 - n, is n + 1 sixteenths of white, and its tint keeps one component of it.
        let (unit, light, map) = (7 - index as u32, index / 2, index % 2);
        let texel = [16 * (index as u8 + 1) - 1; 4];
        gl!(glActiveTexture(GL_TEXTURE0 + unit => u32));
        gl!(glBindTexture(GL_TEXTURE_2D => u32, texture => u32));
        gl!(glTexParameteri(GL_TEXTURE_2D => u32, GL_TEXTURE_MIN_FILTER => u32, GL_NEAREST as i32 => i32));
        gl!(glTexImage2D(GL_TEXTURE_2D => u32, 0 => i32, GL_RGBA8 as i32 => i32, 1 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, texel.as_ptr().cast() => *const c_void));
        let name = format!("lights[{light}].maps[{map}]");
        gl!(glUniform1i(gl.location(program, &format!("{name}.image")) => i32, unit as i32 => i32));
        let tint: [f32; 4] = std::array::from_fn(|component| if component == index % 4 { 1.0 } else { 0.0 });
        gl!(glUniform4fv(gl.location(program, &format!("{name}.tint")) => i32, 1 => i32, tint.as_ptr() => *const f32));
        gl!(glUniform1f(gl.location(program, &format!("lights[{light}].scale")) => i32, 1.0 => f32));
    }
    for (count, wanted) in [(0, [0; 4]), (1, [15, 31, 0, 0]), (2, [15, 31, 47, 63]), (3, [94, 126, 47, 63])] {
        gl!(glUniform1i(gl.location(program, "count") => i32, count => i32));
        gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
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
        gl!(glGenTextures(1 => i32, &raw mut texture => *mut u32));
        gl!(glBindTexture(GL_TEXTURE_2D => u32, texture => u32));
        gl!(glTexStorage2D(GL_TEXTURE_2D => u32, 1 => i32, GL_SRGB8_ALPHA8 => u32, 16 => i32, 16 => i32));
        gl!(glGenFramebuffers(1 => i32, &raw mut framebuffer => *mut u32));
        gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, framebuffer => u32));
        gl!(glFramebufferTexture2D(GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D => u32, texture => u32, 0 => i32));
        let draw = || gl!(glDrawArrays(GL_POINTS => u32, 0 => i32, 1 => i32));
        let pixel = || {
            let mut pixel = [0_u8; 4];
            gl!(glReadPixels(8 => i32, 8 => i32, 1 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, pixel.as_mut_ptr().cast() => *mut c_void));
            pixel
        };
        let mut pixels = [0_u8; 16 * 16 * 4];
        draw();
        gl!(glReadPixels(0 => i32, 0 => i32, 16 => i32, 16 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, pixels.as_mut_ptr().cast() => *mut c_void));
        assert_eq!(pixels.chunks(4).filter(|pixel| pixel[3] != 0).count(), points);
        assert_eq!(pixel(), [stored, stored, stored, 64]);
        // Blending adds linear colours.
        gl!(glEnable(GL_BLEND => u32));
        gl!(glBlendFunc(GL_ONE => u32, GL_ONE => u32));
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
        gl!(glShadeModel(shade_model => u32));
        gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
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
    gl!(glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER => u32, 0 => u32, buffer => u32));
    gl!(glVertexAttrib4f(1 => u32, 1.0 => f32, 2.0 => f32, 3.0 => f32, 4.0 => f32));
    gl!(glVertexAttribL2d(2 => u32, 5.0 => f64, 6.0 => f64));
    gl!(glVertexAttrib4f(4 => u32, 7.0 => f32, 8.0 => f32, 9.0 => f32, 9.0 => f32));
    gl!(glBeginTransformFeedback(GL_POINTS => u32));
    gl!(glDrawArrays(GL_POINTS => u32, 0 => i32, 1 => i32));
    gl!(glEndTransformFeedback());
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
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
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
    gl!(glDrawArrays(GL_TRIANGLES => u32, 0 => i32, 3 => i32));
    assert_eq!(gl.pixel(8, 8), [77, 0, 0, 255]);
}

#[test]
fn points_at_integer_coordinates_cover_the_pixel_up_and_right() {
    let gl = Gl::new(compatibility());
    gl!(glColor4f(1.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32));
    gl!(glBegin(GL_POINTS => u32));
    gl!(glVertex2f(0.0 => f32, 0.0 => f32));
    gl!(glEnd());
    assert_eq!([gl.pixel(8, 8), gl.pixel(7, 7)], [[255, 0, 0, 255], [0; 4]]);
}
