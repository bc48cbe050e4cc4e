//! Texture functions of every kind of sampler, from shader text to results.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::object::format::sized;
use crate::object::texture::{Level, Texture, kind_index};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core};
use crate::tokens::*;
use base::hir::TextureKind;
use std::ffi::CStr;
use std::sync::Arc;

/// Binds a texture whose levels have these sizes to a unit. The function gives the red of each level's face or layer, column and row.
fn bind(gl: &Gl, unit: usize, kind: TextureKind, format: u32, sizes: &[[u32; 3]], red: impl Fn(usize, usize, u32, u32) -> f32) {
    let texture = Texture::new(unit as u32 + 1, kind);
    let mut contents = texture.contents();
    for face in 0..contents.faces.len() {
        for (number, &size) in sizes.iter().enumerate() {
            let level = Level::new(sized(format).unwrap(), format, size).unwrap();
            for (layer, surface) in level.layers.iter().enumerate() {
                for (x, y) in (0..size[0] * size[1]).map(|index| (index % size[0], index / size[0])) {
                    let red = red(number, face + layer, x, y);
                    let word = if format == GL_R32UI { red as u32 } else { red.to_bits() };
                    surface.set_texel(x, y, [word, 0, 0, 0]);
                }
            }
            contents.faces[face][number] = Some(level);
        }
    }
    contents.parameters.min_filter = if sizes.len() > 1 { GL_LINEAR_MIPMAP_NEAREST } else { GL_LINEAR };
    contents.parameters.wrap = [GL_CLAMP_TO_EDGE; 3];
    if format == GL_R32UI {
        (contents.parameters.min_filter, contents.parameters.mag_filter) = (GL_NEAREST, GL_NEAREST);
    }
    if format == GL_DEPTH_COMPONENT32F {
        contents.parameters.compare_mode = GL_COMPARE_REF_TO_TEXTURE;
    }
    drop(contents);
    gl.0.lock().unwrap().textures.units[unit].bound[kind_index(kind)] = Some(Arc::new(texture));
}

/// Runs one invocation and returns the floats that it stored.
fn compute(gl: &Gl, text: &CStr, count: usize) -> Vec<f32> {
    gl.program(&[(GL_COMPUTE_SHADER, text)], &[]);
    let buffer = gl.buffer(GL_SHADER_STORAGE_BUFFER, &vec![0; count]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    glDispatchCompute(1, 1, 1);
    gl.no_error();
    gl.words(GL_SHADER_STORAGE_BUFFER, count).into_iter().map(f32::from_bits).collect()
}

#[test]
fn functions_of_3d_textures() {
    let gl = Gl::new(core());
    // Texel (x, y, z) is x + 2y + 4z; the smaller levels are 100 and 200.
    bind(&gl, 0, TextureKind::D3, GL_R32F, &[[2, 2, 4], [1, 1, 2], [1, 1, 1]], |level, z, x, y| match level {
        0 => (x + 2 * y + 4 * z as u32) as f32,
        _ => level as f32 * 100.0,
    });
    let text = c"#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler3D volume;
layout(std430, binding = 0) buffer Results { float results[]; };
void main() {
    ivec3 size = textureSize(volume, 0);
    results[0] = float(size.x * 100 + size.y * 10 + size.z);
    results[1] = float(textureSize(volume, 1).z * 10 + textureQueryLevels(volume));
    results[2] = texture(volume, vec3(0.5)).r;
    results[3] = texture(volume, vec3(0.25, 0.25, 0.25)).r;
    results[4] = textureOffset(volume, vec3(0.25, 0.25, 0.125), ivec3(1, 0, 2)).r;
    results[5] = textureProj(volume, vec4(0.5, 1.5, 1.75, 2.0)).r;
    results[6] = texelFetch(volume, ivec3(1, 1, 3), 0).r;
    results[7] = texelFetchOffset(volume, ivec3(0, 0, 1), 0, ivec3(1, 1, 1)).r;
    results[8] = textureLod(volume, vec3(0.5), 2.0).r;
    results[9] = textureGrad(volume, vec3(0.5), vec3(0.0), vec3(0.0, 0.0, 0.5)).r;
    results[10] = textureGrad(volume, vec3(0.125), vec3(0.0, 0.0, 0.01), vec3(0.0)).r;
    results[11] = textureProjLod(volume, vec4(1.0, 1.0, 1.0, 2.0), 1.0).r;
}";
    let wanted = [224.0, 23.0, 7.5, 2.0, 9.0, 14.0, 15.0, 11.0, 200.0, 100.0, 0.0, 100.0];
    assert_eq!(compute(&gl, text, 12), wanted);
}

#[test]
fn functions_of_arrays() {
    let gl = Gl::new(core());
    bind(&gl, 0, TextureKind::D2Array, GL_R32F, &[[2, 2, 3]], |_, layer, x, y| (layer as u32 * 10 + y * 2 + x) as f32);
    bind(&gl, 1, TextureKind::D1Array, GL_R32UI, &[[4, 1, 5]], |_, layer, x, _| (layer as u32 * 10 + x) as f32);
    bind(&gl, 2, TextureKind::D2Array, GL_DEPTH_COMPONENT32F, &[[1, 1, 3]], |_, layer, _, _| layer as f32 / 2.0);
    bind(&gl, 3, TextureKind::D1Array, GL_DEPTH_COMPONENT32F, &[[1, 1, 3]], |_, layer, _, _| layer as f32 / 2.0);
    let text = c"#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2DArray array;
layout(binding = 1) uniform usampler1DArray lines;
layout(binding = 2) uniform sampler2DArrayShadow shadows;
layout(binding = 3) uniform sampler1DArrayShadow lineShadows;
layout(std430, binding = 0) buffer Results { float results[]; };
void main() {
    ivec3 size = textureSize(array, 0);
    results[0] = float(size.x * 100 + size.y * 10 + size.z);
    results[1] = float(textureSize(lines, 0).x * 10 + textureSize(lines, 0).y);
    results[2] = texture(array, vec3(0.5, 0.5, 1.4)).r;
    results[3] = texture(array, vec3(0.25, 0.25, 1.6)).r;
    results[4] = textureOffset(array, vec3(0.25, 0.25, 1.0), ivec2(1, 1)).r;
    results[5] = texelFetch(array, ivec3(1, 0, 2), 0).r;
    vec4 texels = textureGather(array, vec3(0.5, 0.5, 2.0));
    results[6] = texels.x * 1000.0 + texels.y * 100.0 + texels.z * 10.0 + texels.w;
    texels = textureGatherOffsets(array, vec3(0.5, 0.5, 0.0), ivec2[4](ivec2(0), ivec2(1), ivec2(0, 1), ivec2(1, 0)));
    results[7] = texels.x * 1000.0 + texels.y * 100.0 + texels.z * 10.0 + texels.w;
    results[8] = float(texture(lines, vec2(0.6, 3.2)).r);
    results[9] = float(texelFetchOffset(lines, ivec2(1, 4), 0, 1).r);
    results[10] = texture(shadows, vec4(0.5, 0.5, 1.0, 0.6)) + 2.0 * texture(shadows, vec4(0.5, 0.5, 2.0, 0.6));
    results[11] = texture(lineShadows, vec3(0.5, 0.0, 0.6)) + 2.0 * texture(lineShadows, vec3(0.5, 2.0, 0.6));
    results[12] = textureGather(shadows, vec3(0.5, 0.5, 2.0), 0.6).w;
    results[13] = textureLod(array, vec3(0.75, 0.75, 9.0), 0.0).r;
    results[14] = textureGrad(array, vec3(0.75, 0.75, -1.0), vec2(0.1), vec2(0.1)).r;
}";
    let gathered = 22.0 * 1000.0 + 23.0 * 100.0 + 21.0 * 10.0 + 20.0;
    // The texel of each offset is the lower left one of its square.
    let apart = 0.0 * 1000.0 + 3.0 * 100.0 + 2.0 * 10.0 + 1.0;
    let wanted = [223.0, 45.0, 11.5, 20.0, 13.0, 21.0, gathered, apart, 32.0, 42.0, 2.0, 2.0, 1.0, 23.0, 3.0];
    assert_eq!(compute(&gl, text, 15), wanted);
}

#[test]
fn functions_of_cube_maps() {
    let gl = Gl::new(core());
    // The red of a face is its number, the smaller level 100.
    bind(&gl, 0, TextureKind::Cube, GL_R32F, &[[2, 2, 1], [1, 1, 1]], |level, face, _, _| (face + level * 100) as f32);
    bind(&gl, 1, TextureKind::CubeArray, GL_R32F, &[[1, 1, 12]], |_, layer, _, _| layer as f32);
    bind(&gl, 2, TextureKind::CubeArray, GL_DEPTH_COMPONENT32F, &[[1, 1, 12]], |_, layer, _, _| layer as f32 / 16.0);
    bind(&gl, 3, TextureKind::Cube, GL_DEPTH_COMPONENT32F, &[[1, 1, 1]], |_, face, _, _| face as f32 / 8.0);
    let text = c"#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform samplerCube cube;
layout(binding = 1) uniform samplerCubeArray cubes;
layout(binding = 2) uniform samplerCubeArrayShadow shadows;
layout(binding = 3) uniform samplerCubeShadow shadow;
layout(std430, binding = 0) buffer Results { float results[]; };
void main() {
    results[0] = float(textureSize(cube, 0).x * 10 + textureSize(cube, 1).y);
    ivec3 size = textureSize(cubes, 0);
    results[1] = float(size.x * 100 + size.y * 10 + size.z);
    results[2] = texture(cube, vec3(0.1, 0.2, -1.0)).r;
    results[3] = texture(cube, vec3(1.0, 0.0, 1.0)).r;
    results[4] = textureLod(cube, vec3(-1.0, 0.0, 0.0), 1.0).r;
    results[5] = textureGrad(cube, vec3(0.0, 1.0, 0.0), vec3(2.0, 0.0, 0.0), vec3(0.0)).r;
    results[6] = textureGrad(cube, vec3(0.0, 1.0, 0.0), vec3(0.0, 9.0, 0.0), vec3(0.1)).r;
    results[7] = texture(cubes, vec4(0.0, -1.0, 0.0, 0.7)).r;
    results[8] = textureGather(cubes, vec4(0.0, -1.0, 0.0, 0.3)).y;
    results[9] = texture(shadows, vec4(0.0, 0.0, 1.0, 0.0), 0.5) + 2.0 * texture(shadows, vec4(0.0, 0.0, 1.0, 1.0), 0.5);
    results[10] = texture(shadow, vec4(1.0, 0.0, 0.0, 0.5)) + 2.0 * texture(shadow, vec4(0.0, 0.0, -1.0, 0.5));
    results[11] = textureGather(cube, vec3(0.0, 0.0, 1.0)).z;
}";
    let mut wanted = [21.0, 112.0, 5.0, 0.0, 101.0, 102.0, 2.0, 9.0, 3.0, 2.0, 2.0, 4.0];
    assert_eq!(compute(&gl, text, 12), wanted);
    glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    // On the edge, half of +X and half of +Z; the smallest textures are filtered with their neighbours.
    wanted[3] = 2.0;
    assert_eq!(compute(&gl, text, 12)[..7], wanted[..7]);
}

#[test]
fn fragments_have_derivatives_in_every_kind() {
    let gl = Gl::new(core());
    bind(&gl, 0, TextureKind::D3, GL_R32F, &[[16, 16, 16], [8, 8, 8], [4, 4, 4], [2, 2, 2], [1, 1, 1]], |level, _, _, _| level as f32);
    bind(&gl, 1, TextureKind::D2Array, GL_R32F, &[[16, 16, 3], [8, 8, 3], [4, 4, 3], [2, 2, 3], [1, 1, 3]], |level, layer, _, _| {
        (level + layer * 10) as f32
    });
    bind(&gl, 2, TextureKind::Cube, GL_R32F, &[[16, 16, 1], [8, 8, 1], [4, 4, 1], [2, 2, 1], [1, 1, 1]], |level, face, _, _| {
        (level + face * 10) as f32
    });
    let vertex = c"#version 450
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
    let fragment = c"#version 450
layout(binding = 0) uniform sampler3D volume;
layout(binding = 1) uniform sampler2DArray array;
layout(binding = 2) uniform samplerCube cube;
layout(location = 0) out vec4 color;
void main() {
    vec2 st = gl_FragCoord.xy / 16.0;
    // Steps of 4 texels along r, of 2 texels along s, and of 1 texel on the face -Z.
    float r = texture(volume, vec3(0.5, 0.5, st.x * 4.0)).r;
    float s = texture(array, vec3(st.x * 2.0, 0.5, gl_FragCoord.y > 8.0 ? 2.0 : 1.0)).r;
    vec3 direction = vec3(1.0 - 2.0 * st.x, 1.0 - 2.0 * st.y, -1.0);
    float face = texture(cube, direction, 2.0).r;
    float level = textureQueryLod(cube, direction * 3.0).y + 0.5;
    color = vec4(r, s, face, level) / 255.0;
}";
    gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, fragment)], &[]);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl.no_error();
    for (x, y) in (0..256).map(|index| (index % 16, index / 16)) {
        assert_eq!(gl.pixel(x, y)[..3], [2, if y >= 8 { 21 } else { 11 }, 52], "({x}, {y})");
        assert!(gl.pixel(x, y)[3] <= 1, "({x}, {y})");
    }
}

/// GL_DEPTH_TEXTURE_MODE places the four components that shadow2D returns; it has no effect on the scalar that texture returns.
#[test]
fn the_depth_texture_mode_leaves_scalars() {
    let gl = Gl::new(compatibility());
    let shown = |mode: u32, text: &CStr| {
        bind(&gl, 0, TextureKind::D2, GL_DEPTH_COMPONENT32F, &[[1, 1, 1]], |_, _, _, _| 0.75);
        glActiveTexture(GL_TEXTURE0);
        glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, mode.cast_signed());
        let vertex = c"#version 130
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
        gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_FRAGMENT_SHADER, text)], &[]);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        gl.no_error();
        gl.pixel(8, 8)
    };
    let scalar = c"#version 130
uniform sampler2DShadow s;
void main() { gl_FragColor = vec4(texture(s, vec3(0.5)), textureLod(s, vec3(0.5), 0.0), texture(s, vec3(0.5, 0.5, 0.8)), 0.5); }";
    let vector = c"#version 130
uniform sampler2DShadow s;
void main() { gl_FragColor = shadow2D(s, vec3(0.5)); }";
    for (mode, components) in [(GL_LUMINANCE, [255; 4]), (GL_INTENSITY, [255; 4]), (GL_ALPHA, [0, 0, 0, 255]), (GL_RED, [255, 0, 0, 255])] {
        assert_eq!(shown(mode, scalar), [255, 255, 0, 128], "{mode:#x}");
        assert_eq!(shown(mode, vector), components, "{mode:#x}");
    }
}
