//! Image loads, stores and atomics in compute shaders, from shader text to texels, through the commands' C addresses.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::object::format::sized;
use crate::object::texture::Level;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{core, es};
use crate::tokens::*;
use base::image::unit_formats::UNIT_FORMATS;
use std::ffi::{CStr, CString};

/// Creates a texture with one level of zeros, all of whose layers are bound to an image unit.
pub(super) fn bound(gl: &Gl, unit: u32, target: u32, format: u32, size: [u32; 3]) -> u32 {
    let mut name = 0;
    glCreateTextures(target, 1, &raw mut name);
    level(gl, name, 0, format, size);
    bind(unit, name, 0, None, format);
    gl.no_error();
    name
}

/// Sets a level of every face of a texture to zeros.
fn level(gl: &Gl, name: u32, number: usize, format: u32, size: [u32; 3]) {
    let texture = gl.0.lock().unwrap().share.texture(name).unwrap();
    let mut contents = texture.contents();
    for face in &mut contents.faces {
        face[number] = Some(Level::new(sized(format).unwrap(), format, size).unwrap());
    }
    // OpenGL ES binds no other textures.
    contents.immutable_levels = number as u32 + 1;
}

/// Binds a level, or one layer of it.
pub(super) fn bind(unit: u32, name: u32, level: i32, layer: Option<i32>, format: u32) {
    glBindImageTexture(unit, name, level, u8::from(layer.is_none()), layer.unwrap_or(0), GL_READ_WRITE, format);
}

/// Returns the texels of a level as words, layer by layer.
fn texels(gl: &Gl, name: u32, level: usize) -> Vec<[u32; 4]> {
    let level = gl.0.lock().unwrap().share.texture(name).unwrap().whole_level(level).unwrap();
    let (width, height) = (level.width, level.height);
    let places = move || (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
    level.layers.iter().flat_map(|surface| places().map(|(x, y)| surface.texel(x, y))).collect()
}

/// Returns the first component of the texels of level 0.
pub(super) fn reds(gl: &Gl, name: u32) -> Vec<u32> {
    texels(gl, name, 0).into_iter().map(|texel| texel[0]).collect()
}

/// Dispatches work groups of the program in use.
fn dispatch(gl: &Gl, x: u32) {
    glDispatchCompute(x, 1, 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    gl.no_error();
}

/// Runs a compute shader once.
pub(super) fn compute(gl: &Gl, text: &CStr) -> u32 {
    let program = gl.program(&[(GL_COMPUTE_SHADER, text)], &[]);
    dispatch(gl, 1);
    program
}

/// Runs a compute shader once and returns the words that it writes to the storage buffer.
fn results(gl: &Gl, text: &CStr, count: usize) -> Vec<u32> {
    let buffer = gl.buffer(GL_SHADER_STORAGE_BUFFER, &vec![0xEE; count]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer);
    compute(gl, text);
    gl.words(GL_SHADER_STORAGE_BUFFER, count)
}

#[test]
fn what_is_stored_is_loaded_and_the_outside_is_empty() {
    let gl = Gl::new(core());
    let (source, target) = (bound(&gl, 0, GL_TEXTURE_2D, GL_R32UI, [5, 3, 1]), bound(&gl, 1, GL_TEXTURE_2D, GL_RGBA32UI, [8, 8, 1]));
    compute(
        &gl,
        c"#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32ui, binding = 0) coherent uniform uimage2D source;
layout(rgba32ui, binding = 1) writeonly uniform uimage2D target;
void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy) - ivec2(1, 2);
    imageStore(source, at, uvec4(10 * at.y + at.x + 1, 7, 8, 9));
    memoryBarrierImage();
    barrier();
    imageStore(target, ivec2(gl_LocalInvocationID.xy), imageLoad(source, at));
}",
    );
    assert_eq!(reds(&gl, source), [1, 2, 3, 4, 5, 11, 12, 13, 14, 15, 21, 22, 23, 24, 25]);
    for (index, texel) in texels(&gl, target, 0).into_iter().enumerate() {
        let (x, y) = (index as i32 % 8 - 1, index as i32 / 8 - 2);
        let inside = (0..5).contains(&x) && (0..3).contains(&y);
        let wanted = if inside { [(10 * y + x + 1) as u32, 0, 0, 1] } else { [0; 4] };
        assert_eq!(texel, wanted, "{x} {y}");
    }
}

#[test]
fn every_format_is_stored_and_loaded() {
    let gl = Gl::new(core());
    for row in UNIT_FORMATS {
        let texture = bound(&gl, 0, GL_TEXTURE_2D, row.token, [1, 1, 1]);
        let (letter, values, one) = match row.format.kind() {
            base::image::format::Kind::Uint => ("u", "uvec4(3, 2, 1, 2)", 1),
            base::image::format::Kind::Int => ("i", "ivec4(-3, 2, -1, 100)", 1),
            _ => ("", "vec4(-1.5, 0.25, 1.0, 0.75)", 1f32.to_bits()),
        };
        let stored = match letter {
            "u" => [3, 2, 1, 2],
            "i" => [(-3i32) as u32, 2, u32::MAX, 100],
            _ => [-1.5f32, 0.25, 1.0, 0.75].map(f32::to_bits),
        };
        let text = format!(
            "#version 450
layout(local_size_x = 1) in;
layout({}, binding = 0) uniform {letter}image2D image;
layout(std430, binding = 0) buffer Results {{ {letter}vec4 result; }};
void main() {{ imageStore(image, ivec2(0), {values}); result = imageLoad(image, ivec2(0)); }}",
            row.qualifier
        );
        let loaded = results(&gl, &CString::new(text).unwrap(), 4);
        let wanted = row.format.decode(row.format.encode(stored));
        assert_eq!(loaded, wanted, "{}", row.qualifier);
        assert_eq!(texels(&gl, texture, 0), [wanted], "{}", row.qualifier);
        let components = row.format.component_bits().color.iter().filter(|&&bits| bits > 0).count();
        assert!((components..4).all(|index| loaded[index] == if index == 3 { one } else { 0 }), "{}", row.qualifier);
    }
}

/// Stores a number that tells the coordinates in each texel of every kind of image.
const EVERY_KIND: &CStr = c"#version 450
layout(local_size_x = 4, local_size_y = 4, local_size_z = 12) in;
layout(binding = 0) writeonly uniform uimage1D line;
layout(binding = 1) writeonly uniform uimage2DRect rectangle;
layout(binding = 2) writeonly uniform uimage3D volume;
layout(binding = 3) writeonly uniform uimageCube cube;
layout(binding = 4) writeonly uniform uimageBuffer list;
layout(binding = 5) writeonly uniform uimage1DArray lines;
layout(binding = 6) writeonly uniform uimage2DArray planes;
layout(binding = 7) writeonly uniform uimageCubeArray cubes;
void main() {
    ivec3 at = ivec3(gl_LocalInvocationID);
    uvec4 texel = uvec4(1 + at.x + 10 * at.y + 100 * at.z);
    if (at.yz == ivec2(0)) { imageStore(line, at.x, texel); imageStore(list, at.x, texel); }
    if (at.z == 0) { imageStore(rectangle, at.xy, texel); imageStore(lines, at.xy, texel); }
    imageStore(volume, at, texel);
    imageStore(cube, at, texel);
    imageStore(planes, at, texel);
    imageStore(cubes, at, texel);
}";

#[test]
fn every_kind_of_image_has_its_coordinates() {
    let gl = Gl::new(core());
    let kinds = [
        (GL_TEXTURE_1D, [3, 1, 1], [3, 1, 1]),
        (GL_TEXTURE_RECTANGLE, [3, 2, 1], [3, 2, 1]),
        (GL_TEXTURE_3D, [3, 2, 2], [3, 2, 2]),
        (GL_TEXTURE_CUBE_MAP, [3, 3, 1], [3, 3, 6]),
        (GL_TEXTURE_BUFFER, [3, 1, 1], [3, 1, 1]),
        (GL_TEXTURE_1D_ARRAY, [3, 1, 2], [3, 2, 1]),
        (GL_TEXTURE_2D_ARRAY, [3, 2, 4], [3, 2, 4]),
        (GL_TEXTURE_CUBE_MAP_ARRAY, [3, 3, 12], [3, 3, 12]),
    ];
    let mut names = Vec::new();
    for (unit, (target, size, _)) in (0..).zip(kinds) {
        if target == GL_TEXTURE_BUFFER {
            let buffer = gl.buffer(GL_TEXTURE_BUFFER, &[0; 4]);
            let mut name = 0;
            glCreateTextures(target, 1, &raw mut name);
            glTextureBufferRange(name, GL_R32UI, buffer, 0, 12);
            bind(unit, name, 0, None, GL_R32UI);
            names.push(name);
        } else {
            names.push(bound(&gl, unit, target, GL_R32UI, size));
        }
    }
    compute(&gl, EVERY_KIND);
    for ((target, _, [width, height, depth]), name) in kinds.into_iter().zip(names) {
        let mut wanted: Vec<u32> = Vec::new();
        for z in 0..depth {
            for y in 0..height {
                wanted.extend((0..width).map(|x| 1 + x + 10 * y + 100 * z));
            }
        }
        if target == GL_TEXTURE_BUFFER {
            assert_eq!(gl.words(GL_TEXTURE_BUFFER, 4), [1, 2, 3, 0]);
        } else {
            assert_eq!(reds(&gl, name), wanted, "{target:#x}");
        }
    }
}

#[test]
fn sizes_of_every_kind() {
    let gl = Gl::new(core());
    bound(&gl, 0, GL_TEXTURE_1D, GL_R8, [3, 1, 1]);
    bound(&gl, 1, GL_TEXTURE_RECTANGLE, GL_R8, [3, 2, 1]);
    bound(&gl, 2, GL_TEXTURE_3D, GL_R8, [3, 2, 5]);
    bound(&gl, 3, GL_TEXTURE_CUBE_MAP, GL_R8, [3, 3, 1]);
    bound(&gl, 5, GL_TEXTURE_1D_ARRAY, GL_R8, [3, 1, 4]);
    bound(&gl, 6, GL_TEXTURE_2D_ARRAY, GL_R8, [3, 2, 4]);
    bound(&gl, 7, GL_TEXTURE_CUBE_MAP_ARRAY, GL_R8, [3, 3, 12]);
    let text = c"#version 450
layout(local_size_x = 1) in;
layout(binding = 0) readonly writeonly uniform image1D line;
layout(binding = 1) writeonly uniform image2DRect rectangle;
layout(binding = 2) writeonly uniform image3D volume;
layout(binding = 3) writeonly uniform imageCube cube;
layout(binding = 4) writeonly uniform image2D missing;
layout(binding = 5) writeonly uniform image1DArray lines;
layout(binding = 6) writeonly uniform image2DArray planes;
layout(binding = 7) writeonly uniform imageCubeArray cubes;
layout(std430, binding = 0) buffer Results { int results[]; };
void main() {
    results[0] = imageSize(line);
    results[1] = imageSize(rectangle).x * 10 + imageSize(rectangle).y;
    ivec3 size = imageSize(volume);
    results[2] = size.x * 100 + size.y * 10 + size.z;
    results[3] = imageSize(cube).x * 10 + imageSize(cube).y;
    results[4] = imageSize(missing).x + imageSize(missing).y;
    results[5] = imageSize(lines).x * 10 + imageSize(lines).y;
    size = imageSize(planes);
    results[6] = size.x * 100 + size.y * 10 + size.z;
    size = imageSize(cubes);
    results[7] = size.x * 100 + size.y * 10 + size.z;
}";
    assert_eq!(results(&gl, text, 8), [3, 32, 325, 33, 0, 34, 324, 332]);
}

#[test]
fn single_layers_are_images_without_layers() {
    let gl = Gl::new(core());
    let volume = bound(&gl, 0, GL_TEXTURE_3D, GL_R32F, [2, 1, 3]);
    let cubes = bound(&gl, 1, GL_TEXTURE_CUBE_MAP_ARRAY, GL_R32F, [1, 1, 12]);
    let lines = bound(&gl, 2, GL_TEXTURE_1D_ARRAY, GL_R32F, [2, 1, 3]);
    bind(0, volume, 0, Some(1), GL_R32F);
    bind(1, cubes, 0, Some(8), GL_R32F);
    bind(2, lines, 0, Some(2), GL_R32F);
    compute(
        &gl,
        c"#version 450
layout(local_size_x = 1) in;
layout(binding = 0) writeonly uniform image2D slice;
layout(binding = 1) writeonly uniform image2D face;
layout(binding = 2) writeonly uniform image1D line;
layout(binding = 1) writeonly uniform imageCubeArray wrong;
void main() {
    imageStore(slice, ivec2(1, 0), vec4(1.0));
    imageStore(face, ivec2(0), vec4(2.0));
    imageStore(line, 1, vec4(3.0));
    imageStore(wrong, ivec3(0), vec4(9.0));
}",
    );
    let floats = |name| reds(&gl, name).into_iter().map(f32::from_bits).collect::<Vec<_>>();
    assert_eq!(floats(volume), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    assert_eq!(floats(cubes), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0]);
    assert_eq!(floats(lines), [0.0, 0.0, 0.0, 0.0, 0.0, 3.0]);
}

#[test]
fn the_format_of_the_unit_reinterprets_the_texels() {
    let gl = Gl::new(core());
    let texture = bound(&gl, 0, GL_TEXTURE_2D, GL_RGBA8, [1, 1, 1]);
    bind(0, texture, 0, None, GL_R32UI);
    bind(1, texture, 0, None, GL_RG16F);
    bind(2, texture, 0, None, GL_RGBA16F);
    let text = c"#version 450
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform uimage2D word;
layout(rg16f, binding = 1) uniform image2D halves;
layout(rgba16f, binding = 2) uniform image2D large;
layout(rgba8, binding = 0) uniform image2D otherFormat;
layout(r32ui, binding = 0) uniform uimage1D otherKind;
layout(r32i, binding = 0) uniform iimage2D otherType;
layout(std430, binding = 0) buffer Results { uint results[]; };
void main() {
    imageStore(word, ivec2(0), uvec4(0xC0003C00u));
    results[0] = floatBitsToUint(imageLoad(halves, ivec2(0)).x);
    results[1] = floatBitsToUint(imageLoad(halves, ivec2(0)).y);
    imageStore(large, ivec2(0), vec4(1.0));
    imageStore(otherFormat, ivec2(0), vec4(1.0));
    imageStore(otherKind, 0, uvec4(1));
    imageStore(otherType, ivec2(0), ivec4(1));
    results[2] = floatBitsToUint(imageLoad(large, ivec2(0)).w) + floatBitsToUint(imageLoad(otherFormat, ivec2(0)).w);
    results[3] = imageLoad(otherKind, 0).w + uint(imageLoad(otherType, ivec2(0)).w) + imageAtomicAdd(otherKind, 0, 5u);
    results[4] = imageLoad(word, ivec2(0)).x;
}";
    assert_eq!(results(&gl, text, 5), [1f32.to_bits(), (-2f32).to_bits(), 0, 0, 0xC000_3C00]);
}

/// Stores and loads through variables of every format layout qualifier, with units of other formats of the same type of numbers.
#[test]
fn accesses_use_the_format_of_the_unit_whatever_the_qualifier() {
    let gl = Gl::new(core());
    for row in UNIT_FORMATS {
        let (letter, values, stored, units) = match row.format.kind() {
            base::image::format::Kind::Uint => ("u", "uvec4(3, 2, 1, 2)", [3, 2, 1, 2], [GL_RGBA8UI, GL_R32UI, GL_RG16UI]),
            base::image::format::Kind::Int => ("i", "ivec4(3, 2, 1, 2)", [3, 2, 1, 2], [GL_RGBA8I, GL_R32I, GL_RG16I]),
            _ => ("", "vec4(1.0, 0.25, 0.5, 0.75)", [1.0f32, 0.25, 0.5, 0.75].map(f32::to_bits), [GL_RGBA8, GL_RGBA32F, GL_R16_SNORM]),
        };
        for unit in units {
            let texture = bound(&gl, 0, GL_TEXTURE_2D, unit, [1, 1, 1]);
            let text = format!(
                "#version 450
layout(local_size_x = 1) in;
layout({qualifier}, binding = 0) writeonly uniform {letter}image2D image;
layout({qualifier}, binding = 0) readonly uniform {letter}image2D same;
layout(std430, binding = 0) buffer Results {{ {letter}vec4 result; }};
void main() {{ imageStore(image, ivec2(0), {values}); result = imageLoad(same, ivec2(0)); }}",
                qualifier = row.qualifier
            );
            let loaded = results(&gl, &CString::new(text).unwrap(), 4);
            let format = sized(unit).unwrap().format;
            let wanted = format.decode(format.encode(stored));
            assert_eq!((texels(&gl, texture, 0), loaded), (vec![wanted], wanted.to_vec()), "{} {unit:#x}", row.qualifier);
        }
    }
}

#[test]
fn levels_and_views_are_images() {
    let gl = Gl::new(core());
    let texture = bound(&gl, 0, GL_TEXTURE_2D, GL_RGBA8, [4, 4, 1]);
    level(&gl, texture, 1, GL_RGBA8, [2, 2, 1]);
    level(&gl, texture, 2, GL_RGBA8, [1, 1, 1]);
    let mut view = 0;
    glGenTextures(1, &raw mut view);
    glTextureView(view, GL_TEXTURE_2D, texture, GL_R32UI, 1, 2, 0, 1);
    gl.no_error();
    let store = |name: u32, level: i32, value: u32| {
        bind(0, name, level, None, GL_R32UI);
        let text = format!(
            "#version 450
layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform uimage2D image;
void main() {{ imageStore(image, imageSize(image) - 1, uvec4({value})); }}"
        );
        compute(&gl, &CString::new(text).unwrap());
    };
    store(texture, 0, 0x0000_00FF);
    store(view, 0, 0x0000_FF00);
    store(view, 1, 0x00FF_0000);
    store(view, 2, 0xFF00_0000);
    let one = 1f32.to_bits();
    let last = |level: usize| *texels(&gl, texture, level).last().unwrap();
    assert_eq!([last(0), last(1), last(2)], [[one, 0, 0, 0], [0, one, 0, 0], [0, 0, one, 0]]);
}

#[test]
fn atomics_change_one_texel_of_all_invocations() {
    let gl = Gl::new(core());
    let (signed, unsigned) = (bound(&gl, 0, GL_TEXTURE_2D, GL_R32I, [8, 1, 1]), bound(&gl, 1, GL_TEXTURE_1D, GL_R32UI, [8, 1, 1]));
    let float = bound(&gl, 2, GL_TEXTURE_3D, GL_R32F, [1, 1, 1]);
    let sum = bound(&gl, 3, GL_TEXTURE_2D, GL_R32F, [1, 1, 1]);
    bind(3, sum, 0, None, GL_R32UI);
    let text = c"#version 450
layout(local_size_x = 64) in;
layout(r32i, binding = 0) uniform iimage2D signeds;
layout(r32ui, binding = 1) uniform uimage1D unsigneds;
layout(r32f, binding = 2) uniform image3D floats;
layout(r32ui, binding = 3) uniform uimage2D swaps;
layout(std430, binding = 0) buffer Results { uint results[]; };
void main() {
    int i = int(gl_LocalInvocationIndex);
    imageAtomicAdd(signeds, ivec2(0), -i);
    imageAtomicMin(signeds, ivec2(1, 0), 5 - i);
    imageAtomicMax(signeds, ivec2(2, 0), i - 5);
    imageAtomicAnd(signeds, ivec2(3, 0), ~(1 << (i & 31)));
    imageAtomicOr(signeds, ivec2(4, 0), 1 << (i & 15));
    imageAtomicXor(signeds, ivec2(5, 0), i);
    imageAtomicExchange(signeds, ivec2(6, 0), 77);
    imageAtomicCompSwap(signeds, ivec2(7, 0), i, i + 1);
    imageAtomicAdd(unsigneds, 0, uint(i));
    imageAtomicMin(unsigneds, 1, uint(5 - i));
    imageAtomicMax(unsigneds, 2, uint(i - 5));
    imageAtomicAnd(unsigneds, 3, uint(i));
    imageAtomicOr(unsigneds, 4, uint(i));
    imageAtomicXor(unsigneds, 5, 1u << (i & 31));
    imageAtomicExchange(unsigneds, 6, 78u);
    imageAtomicCompSwap(unsigneds, 7, 0u, 9u);
    results[i] = floatBitsToUint(imageAtomicExchange(floats, ivec3(0), float(i)));
    results[64 + i] = imageAtomicCompSwap(swaps, ivec2(0, i >> 1), uint(i), uint(i + 1));
    imageAtomicAdd(unsigneds, 8 + i, 1u);
    imageAtomicAdd(unsigneds, -1 - i, 1u);
}";
    let results = results(&gl, text, 128);
    let sum: i32 = (0..64).sum();
    assert_eq!(reds(&gl, signed).into_iter().map(u32::cast_signed).collect::<Vec<_>>(), [-sum, -58, 58, 0, 0xFFFF, 0, 77, 64]);
    assert_eq!(reds(&gl, unsigned), [sum as u32, 0, u32::MAX, 0, 63, 0, 78, 9]);
    assert_eq!(reds(&gl, float), [63f32.to_bits()]);
    // Each invocation gets what the one before it left.
    let before: Vec<f32> = results[..64].iter().map(|&word| f32::from_bits(word)).collect();
    assert_eq!(before, (0..64).map(|lane| if lane == 0 { 0.0 } else { lane as f32 - 1.0 }).collect::<Vec<_>>());
    // Only the first two invocations are within the image.
    assert_eq!(results[64..67], [0, 1, 0]);
    assert!(results[66..].iter().all(|&old| old == 0));
}

#[test]
fn arrays_of_images_and_parameters() {
    let gl = Gl::new(core());
    let names: Vec<u32> = (0..4).map(|unit| bound(&gl, unit + 2, GL_TEXTURE_2D, GL_R32UI, [8, 1, 1])).collect();
    let text = c"#version 450
layout(local_size_x = 8, local_size_y = 2) in;
layout(r32ui, binding = 2) uniform uimage2D images[2][2];
void put(uimage2D image, int x, uint value) { imageStore(image, ivec2(x, 0), uvec4(value)); }
void all(uimage2D several[2], int x) {
    put(several[x & 1], x, imageLoad(several[0], ivec2(x, 0)).x + uint(x) + 10u);
}
void main() {
    int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
    if (y == 0) all(images[1], x); else put(images[0][(x >> 1) & 1], x, uint(x) + 1u);
}";
    let program = compute(&gl, text);
    let values: Vec<Vec<u32>> = names.iter().map(|&name| reds(&gl, name)).collect();
    assert_eq!(values[0], [1, 2, 0, 0, 5, 6, 0, 0]);
    assert_eq!(values[1], [0, 0, 3, 4, 0, 0, 7, 8]);
    assert_eq!(values[2], [10, 0, 12, 0, 14, 0, 16, 0]);
    assert_eq!(values[3], [0, 11, 0, 13, 0, 15, 0, 17]);
    // Another unit for one element.
    let location = gl.location(program, "images[0][1]");
    glUniform1i(location, 2);
    dispatch(&gl, 1);
    assert_eq!(reds(&gl, names[0]), [1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn loads_without_a_format_take_that_of_the_unit() {
    let gl = Gl::new(core());
    let texture = bound(&gl, 0, GL_TEXTURE_2D, GL_RGBA8, [1, 1, 1]);
    let text = c"#version 450
#extension GL_EXT_shader_image_load_formatted : require
layout(local_size_x = 1) in;
layout(binding = 0) uniform image2D image;
layout(std430, binding = 0) buffer Results { vec4 result; };
void main() { imageStore(image, ivec2(0), vec4(1.0, 0.0, 1.0, 0.0)); result = imageLoad(image, ivec2(0)); }";
    assert_eq!(results(&gl, text, 4), [1f32.to_bits(), 0, 1f32.to_bits(), 0]);
    bind(0, texture, 0, None, GL_RGBA8_SNORM);
    assert_eq!(results(&gl, text, 4), [1f32.to_bits(), 0, 1f32.to_bits(), 0]);
    assert_eq!(reds(&gl, texture), [(127f32 / 255.0).to_bits()]);
}

#[test]
fn embedded_shaders_have_images() {
    let gl = Gl::new(es(3, 1));
    let source = bound(&gl, 0, GL_TEXTURE_2D_ARRAY, GL_RGBA8, [2, 2, 2]);
    let counter = bound(&gl, 1, GL_TEXTURE_2D, GL_R32UI, [1, 1, 1]);
    compute(
        &gl,
        c"#version 310 es
#extension GL_OES_shader_image_atomic : require
layout(local_size_x = 2, local_size_y = 2, local_size_z = 2) in;
layout(rgba8, binding = 0) writeonly uniform highp image2DArray image;
layout(r32ui, binding = 1) uniform highp uimage2D counter;
void main() {
    imageStore(image, ivec3(gl_LocalInvocationID), vec4(float(gl_LocalInvocationIndex) / 255.0));
    imageAtomicAdd(counter, ivec2(0), uint(imageSize(image).z));
}",
    );
    assert_eq!(
        reds(&gl, source).into_iter().map(|red| (f32::from_bits(red) * 255.0).round() as u32).collect::<Vec<_>>(),
        [0, 1, 2, 3, 4, 5, 6, 7]
    );
    assert_eq!(reds(&gl, counter), [16]);
}
