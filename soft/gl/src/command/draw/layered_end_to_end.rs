//! Layered rendering, from shader text to the texels of each layer, through the commands' C addresses.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::object::format;
use crate::object::texture::Level;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{core, es};
use crate::tokens::*;
use base::image::Surface;
use std::ffi::CStr;

const VERTEX: &CStr = c"#version 330
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
/// Draws the triangle to the layers from `first` to `first + count - 1`; `tint` is the colour's number.
const LAYERS: &CStr = c"#version 330
layout(triangles) in;
layout(triangle_strip, max_vertices = 24) out;
uniform int first, count;
flat out int tint;
void main() {
    for (int layer = first; layer < first + count; layer++) {
        for (int i = 0; i < 3; i++) {
            gl_Layer = layer;
            tint = layer + 1;
            gl_Position = gl_in[i].gl_Position;
            EmitVertex();
        }
        EndPrimitive();
    }
}";
const TINT: &CStr = c"#version 330
flat in int tint;
out vec4 pixel;
void main() { pixel = vec4(float(tint) * 10.0 / 255.0, 0.0, 0.0, 1.0); }";
/// The red that [`TINT`] writes in layers of these numbers.
const REDS: [u8; 6] = [10, 20, 30, 40, 50, 60];

/// Creates a texture with one level.
fn texture(gl: &Gl, target: u32, format: u32, size: [u32; 3]) -> u32 {
    let mut name = 0;
    glCreateTextures(target, 1, &raw mut name);
    let texture = gl.0.lock().unwrap().share.texture(name).unwrap();
    for face in &mut texture.contents().faces {
        face[0] = Some(Level::new(format::sized(format).unwrap(), format, size).unwrap());
    }
    name
}

/// Returns the image of a layer or face.
fn image(gl: &Gl, name: u32, layer: usize) -> Surface {
    let mut context = gl.0.lock().unwrap();
    context.complete();
    context.share.texture(name).unwrap().image(0, layer).unwrap().surface
}

/// Returns the red byte of a layer's texel in the middle.
fn red(gl: &Gl, name: u32, layer: usize) -> u8 {
    let surface = image(gl, name, layer);
    surface.raw(surface.width / 2, surface.height / 2)[0] as u8
}

fn framebuffer() -> u32 {
    let mut name = 0;
    glGenFramebuffers(1, &raw mut name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    name
}

fn attach(point: u32, texture: u32) {
    glFramebufferTexture(GL_FRAMEBUFFER, point, texture, 0);
}

fn draw(gl: &Gl, program: u32, first: i32, count: i32) {
    glUniform1i(gl.location(program, "first"), first);
    glUniform1i(gl.location(program, "count"), count);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl.no_error();
}

fn layers_program(gl: &Gl) -> u32 {
    gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_GEOMETRY_SHADER, LAYERS), (GL_FRAGMENT_SHADER, TINT)], &[])
}

#[test]
fn one_draw_to_the_six_faces_of_a_cube_map() {
    let gl = Gl::new(core());
    let program = layers_program(&gl);
    let cube = texture(&gl, GL_TEXTURE_CUBE_MAP, GL_RGBA8, [16, 16, 1]);
    let depth = texture(&gl, GL_TEXTURE_CUBE_MAP, GL_DEPTH_COMPONENT24, [16, 16, 1]);
    framebuffer();
    attach(GL_COLOR_ATTACHMENT0, cube);
    attach(GL_DEPTH_ATTACHMENT, depth);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    let targets = [
        GL_PRIMITIVES_SUBMITTED,
        GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED,
        GL_CLIPPING_INPUT_PRIMITIVES,
        GL_CLIPPING_OUTPUT_PRIMITIVES,
        GL_FRAGMENT_SHADER_INVOCATIONS,
        GL_SAMPLES_PASSED,
    ];
    // Clipping leaves two triangles of each.
    assert_eq!(gl.count(&targets, || draw(&gl, program, 0, 6)), [1, 6, 6, 12, 6 * 256, 6 * 256]);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|face| red(&gl, cube, face)), REDS);
    // Each face has its own depths: all fail now, and after a clear of one face it alone passes.
    assert_eq!(gl.count(&targets[5..], || draw(&gl, program, 0, 6)), [0]);
    let face = GL_TEXTURE_CUBE_MAP_POSITIVE_Y;
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, face, cube, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, face, depth, 0);
    glClear(GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
    assert_eq!([1, 2, 3].map(|face| red(&gl, cube, face)), [20, 0, 40]);
    attach(GL_COLOR_ATTACHMENT0, cube);
    attach(GL_DEPTH_ATTACHMENT, depth);
    assert_eq!(gl.count(&targets[5..], || draw(&gl, program, 0, 6)), [256]);
    assert_eq!([1, 2, 3].map(|face| red(&gl, cube, face)), [20, 30, 40]);
}

#[test]
fn layers_of_every_kind_of_texture() {
    let gl = Gl::new(core());
    let program = layers_program(&gl);
    framebuffer();
    let kinds = [
        (GL_TEXTURE_3D, [16, 16, 5], 5),
        (GL_TEXTURE_1D_ARRAY, [16, 1, 3], 3),
        (GL_TEXTURE_2D_ARRAY, [16, 16, 4], 4),
        (GL_TEXTURE_CUBE_MAP_ARRAY, [16, 16, 12], 12),
        (GL_TEXTURE_CUBE_MAP, [16, 16, 1], 6),
    ];
    for (target, size, layers) in kinds {
        let name = texture(&gl, target, GL_RGBA8, size);
        attach(GL_COLOR_ATTACHMENT0, name);
        // Layers 1 to 8: those beyond the last are dropped.
        let count = gl.count(&[GL_FRAGMENT_SHADER_INVOCATIONS], || draw(&gl, program, 1, 8));
        let drawn = (layers - 1).min(8);
        assert_eq!(count, [u64::from(size[0] * size[1]) * drawn as u64], "{target:#x}");
        for layer in 0..layers {
            let expected = if (1..=drawn).contains(&layer) { 10 * (layer as u8 + 1) } else { 0 };
            assert_eq!(red(&gl, name, layer), expected, "{target:#x} {layer}");
        }
        // Negative layers are none.
        assert_eq!(gl.count(&[GL_FRAGMENT_SHADER_INVOCATIONS], || draw(&gl, program, -2, 2)), [0]);
    }
}

#[test]
fn a_single_layer_takes_all_primitives() {
    let gl = Gl::new(core());
    let program = layers_program(&gl);
    framebuffer();
    let volume = texture(&gl, GL_TEXTURE_3D, GL_RGBA8, [16, 16, 4]);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, volume, 0, 2);
    assert_eq!(gl.count(&[GL_FRAGMENT_SHADER_INVOCATIONS], || draw(&gl, program, 0, 6)), [6 * 256]);
    assert_eq!([0, 1, 2, 3].map(|layer| red(&gl, volume, layer)), [0, 0, 60, 0]);
}

#[test]
fn shaders_without_a_layer_draw_to_the_first() {
    let gl = Gl::new(core());
    let fragment = c"#version 430\nout vec4 pixel;\nvoid main() { pixel = vec4(gl_Layer == 0 ? 1.0 : 0.0); }";
    gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_FRAGMENT_SHADER, fragment)], &[]);
    framebuffer();
    let array = texture(&gl, GL_TEXTURE_2D_ARRAY, GL_RGBA8, [16, 16, 3]);
    attach(GL_COLOR_ATTACHMENT0, array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    assert_eq!([0, 1, 2].map(|layer| red(&gl, array, layer)), [255, 0, 0]);
    let mut pixel = [0_u8; 4];
    glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.as_mut_ptr().cast());
    assert_eq!(pixel, [255; 4]);
    gl.no_error();
}

#[test]
fn fragment_shaders_read_their_layer() {
    let gl = Gl::new(core());
    let fragment = c"#version 430
flat in int tint;
out vec4 pixel;
void main() { pixel = vec4(float(gl_Layer * 10 + tint) / 255.0, 0.0, 0.0, 1.0); }";
    let program = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_GEOMETRY_SHADER, LAYERS), (GL_FRAGMENT_SHADER, fragment)], &[]);
    framebuffer();
    let cube = texture(&gl, GL_TEXTURE_CUBE_MAP, GL_RGBA8, [16, 16, 1]);
    attach(GL_COLOR_ATTACHMENT0, cube);
    draw(&gl, program, 0, 6);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|face| red(&gl, cube, face)), [1, 12, 23, 34, 45, 56]);
    // Where the layer has no effect it is still readable.
    let flat = texture(&gl, GL_TEXTURE_2D, GL_RGBA8, [16, 16, 1]);
    attach(GL_COLOR_ATTACHMENT0, flat);
    draw(&gl, program, 9, 1);
    assert_eq!(red(&gl, flat, 0), 100);
}

#[test]
fn layers_of_embedded_contexts() {
    let gl = Gl::new(es(3, 2));
    let [vertex, geometry, fragment] = [VERTEX, LAYERS, TINT].map(|text| {
        let body = text.to_str().unwrap().strip_prefix("#version 330").unwrap();
        std::ffi::CString::new(format!("#version 320 es\nprecision highp float;{body}")).unwrap()
    });
    let program = gl.program(&[(GL_VERTEX_SHADER, &vertex), (GL_GEOMETRY_SHADER, &geometry), (GL_FRAGMENT_SHADER, &fragment)], &[]);
    framebuffer();
    let cube = texture(&gl, GL_TEXTURE_CUBE_MAP, GL_RGBA8, [16, 16, 1]);
    attach(GL_COLOR_ATTACHMENT0, cube);
    draw(&gl, program, 0, 6);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|face| red(&gl, cube, face)), REDS);
}

#[test]
fn vertex_and_evaluation_shaders_select_layers() {
    let gl = Gl::new(core());
    framebuffer();
    for extension in ["GL_ARB_shader_viewport_layer_array", "GL_AMD_vertex_shader_layer"] {
        let array = texture(&gl, GL_TEXTURE_2D_ARRAY, GL_RGBA8, [16, 16, 3]);
        attach(GL_COLOR_ATTACHMENT0, array);
        let vertex = format!(
            "#version 430\n#extension {extension} : require
void main() {{ gl_Layer = 2 - gl_InstanceID; gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }}"
        );
        let fragment = c"#version 430\nout vec4 pixel;\nvoid main() { pixel = vec4(float(gl_Layer + 1) * 10.0 / 255.0); }";
        gl.program(&[(GL_VERTEX_SHADER, &std::ffi::CString::new(vertex).unwrap()), (GL_FRAGMENT_SHADER, fragment)], &[]);
        glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
        assert_eq!([0, 1, 2].map(|layer| red(&gl, array, layer)), [0, 20, 30], "{extension}");
    }
    let evaluation = c"#version 430
#extension GL_ARB_shader_viewport_layer_array : require
layout(triangles) in;
void main() {
    gl_Layer = 1;
    gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position + gl_TessCoord.z * gl_in[2].gl_Position;
}";
    let white = c"#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }";
    gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_TESS_EVALUATION_SHADER, evaluation), (GL_FRAGMENT_SHADER, white)], &[]);
    let array = texture(&gl, GL_TEXTURE_2D_ARRAY, GL_RGBA8, [16, 16, 2]);
    attach(GL_COLOR_ATTACHMENT0, array);
    glDrawArrays(GL_PATCHES, 0, 3);
    assert_eq!([0, 1].map(|layer| red(&gl, array, layer)), [0, 255]);
    gl.no_error();
}

#[test]
fn framebuffers_without_attachments_have_layers() {
    let gl = Gl::new(core());
    let program = layers_program(&gl);
    framebuffer();
    let set = |name: u32, value: i32| glFramebufferParameteri(GL_FRAMEBUFFER, name, value);
    set(GL_FRAMEBUFFER_DEFAULT_WIDTH, 16);
    set(GL_FRAMEBUFFER_DEFAULT_HEIGHT, 16);
    // Without layers, gl_Layer has no effect.
    for (layers, drawn) in [(0, 6), (2, 2), (6, 6)] {
        set(GL_FRAMEBUFFER_DEFAULT_LAYERS, layers);
        assert_eq!(gl.count(&[GL_SAMPLES_PASSED], || draw(&gl, program, 0, 6)), [256 * drawn]);
    }
}

/// Colours, blending, stencil and several draw buffers of other formats are each layer's own.
#[test]
fn all_attachments_of_a_layer_are_drawn_together() {
    let gl = Gl::new(core());
    let fragment = c"#version 330
flat in int tint;
layout(location = 0) out vec4 pixel;
layout(location = 1) out int number;
void main() { pixel = vec4(10.0 / 255.0, 0.0, 0.0, 1.0); number = tint; }";
    let program = gl.program(&[(GL_VERTEX_SHADER, VERTEX), (GL_GEOMETRY_SHADER, LAYERS), (GL_FRAGMENT_SHADER, fragment)], &[]);
    let color = texture(&gl, GL_TEXTURE_2D_ARRAY, GL_RGBA8, [16, 16, 4]);
    let numbers = texture(&gl, GL_TEXTURE_2D_ARRAY, GL_R32I, [16, 16, 4]);
    let stencil = texture(&gl, GL_TEXTURE_2D_ARRAY, GL_DEPTH24_STENCIL8, [16, 16, 4]);
    framebuffer();
    attach(GL_COLOR_ATTACHMENT0, color);
    attach(GL_COLOR_ATTACHMENT1, numbers);
    attach(GL_DEPTH_STENCIL_ATTACHMENT, stencil);
    let buffers = [GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1];
    glDrawBuffers(2, buffers.as_ptr());
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glEnable(GL_STENCIL_TEST);
    // At most two fragments of a pixel pass.
    glStencilFunc(GL_GREATER, 2, 255);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    draw(&gl, program, 0, 3);
    draw(&gl, program, 1, 2);
    draw(&gl, program, 1, 1);
    assert_eq!([0, 1, 2, 3].map(|layer| red(&gl, color, layer)), [10, 20, 20, 0]);
    assert_eq!([0, 1, 2, 3].map(|layer| image(&gl, numbers, layer).raw(3, 3)[0]), [1, 2, 3, 0]);
    assert_eq!([0, 1, 2, 3].map(|layer| image(&gl, stencil, layer).memory.word(5) >> 24), [1, 2, 2, 0]);
}
