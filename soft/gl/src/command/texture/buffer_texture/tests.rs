#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]
use super::*;
use crate::command::texture::{binding, get};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{buffer, code_of, compatibility, core, es, out};
use std::ffi::CString;

/// Makes a program current whose shader writes the texels at the indices into results, and after them the size.
fn reader(gl: &Gl, sampler: &str) {
    let bits = if sampler.starts_with('s') { "floatBitsToUint" } else { "uvec4" };
    let text = format!(
        "#version 430
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results {{ uvec4 results[]; }};
layout(std430, binding = 1) buffer Indices {{ int indices[]; }};
uniform {sampler} texels;
void main() {{
    for (int i = 0; i < indices.length(); i++) results[i] = {bits}(texelFetch(texels, indices[i]));
    results[indices.length()] = uvec4(textureSize(texels));
}}"
    );
    gl.program(&[(GL_COMPUTE_SHADER, &CString::new(text).unwrap())], &[]);
}

/// Runs the reader; returns the texels and the size.
fn read(gl: &Gl, indices: &[i32]) -> (Vec<[u32; 4]>, u32) {
    let words: Vec<u32> = indices.iter().map(|&index| index.cast_unsigned()).collect();
    let indices_buffer = gl.buffer(GL_SHADER_STORAGE_BUFFER, &words);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, indices_buffer);
    let results = gl.buffer(GL_SHADER_STORAGE_BUFFER, &vec![7; (indices.len() + 1) * 4]);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, results);
    glDispatchCompute(1, 1, 1);
    let words = gl.words(GL_SHADER_STORAGE_BUFFER, (indices.len() + 1) * 4);
    let mut texels: Vec<[u32; 4]> = words.as_chunks::<4>().0.to_vec();
    let size = texels.pop().unwrap()[0];
    (texels, size)
}

/// Binds a new texture and attaches a new buffer with these words to it; returns the names of both.
fn attached(gl: &Gl, format: u32, words: &[u32]) -> (u32, u32) {
    let mut texture = 0;
    glGenTextures(1, &raw mut texture);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    let buffer = gl.buffer(GL_TEXTURE_BUFFER, words);
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
    gl.no_error();
    (texture, buffer)
}

fn level(name: u32) -> i32 {
    let mut value = -1;
    glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 0, name, &raw mut value);
    value
}

/// The types of elements: the bytes, the shader's sampler, and an element as a shader reads it.
type Base = (usize, &'static str, fn(u32) -> u32);

const UNORM8: Base = (1, "samplerBuffer", |bits| (bits as f32 / 255.0).to_bits());
const UNORM16: Base = (2, "samplerBuffer", |bits| (bits as f32 / 65535.0).to_bits());
const FLOAT: Base = (4, "samplerBuffer", |bits| bits);
const INT8: Base = (1, "isamplerBuffer", |bits| i32::from(bits as u8 as i8).cast_unsigned());
const INT16: Base = (2, "isamplerBuffer", |bits| i32::from(bits as u16 as i16).cast_unsigned());
const INT32: Base = (4, "isamplerBuffer", |bits| bits);
const UINT8: Base = (1, "usamplerBuffer", |bits| bits);
const UINT16: Base = (2, "usamplerBuffer", |bits| bits);
const UINT32: Base = (4, "usamplerBuffer", |bits| bits);
/// The data of the test has these four numbers alone.
const HALF: Base = (2, "samplerBuffer", |bits| match bits {
    0x3C00 => 1.0f32.to_bits(),
    0xC200 => (-3.0f32).to_bits(),
    0x7BFF => 65504.0f32.to_bits(),
    0x0400 => (1.0f32 / 16384.0).to_bits(),
    other => panic!("{other:#x}"),
});

#[test]
fn every_internal_format_of_the_table_is_read() {
    let formats: [(&[u32], Base); 10] = [
        (&[GL_R8, GL_RG8, 0, GL_RGBA8], UNORM8),
        (&[GL_R16, GL_RG16, 0, GL_RGBA16], UNORM16),
        (&[GL_R16F, GL_RG16F, 0, GL_RGBA16F], HALF),
        (&[GL_R32F, GL_RG32F, GL_RGB32F, GL_RGBA32F], FLOAT),
        (&[GL_R8I, GL_RG8I, 0, GL_RGBA8I], INT8),
        (&[GL_R16I, GL_RG16I, 0, GL_RGBA16I], INT16),
        (&[GL_R32I, GL_RG32I, GL_RGB32I, GL_RGBA32I], INT32),
        (&[GL_R8UI, GL_RG8UI, 0, GL_RGBA8UI], UINT8),
        (&[GL_R16UI, GL_RG16UI, 0, GL_RGBA16UI], UINT16),
        (&[GL_R32UI, GL_RG32UI, GL_RGB32UI, GL_RGBA32UI], UINT32),
    ];
    let words = [0x3C00_C200, 0x7BFF_0400, 0xC200_3C00, 0x0400_7BFF, 0x3C00_3C00, 0xC200_0400, 0x7BFF_C200, 0x0400_3C00];
    let bytes: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    let gl = Gl::new(core());
    let (_, buffer) = attached(&gl, GL_R8, &words);
    for (tokens, (size, sampler, convert)) in formats {
        reader(&gl, sampler);
        let one = if sampler.starts_with('s') { 1.0f32.to_bits() } else { 1 };
        for (components, &format) in (1..).zip(tokens).filter(|(_, format)| **format != 0) {
            glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
            let count = bytes.len() / (size * components);
            let wanted: Vec<[u32; 4]> = (0..count)
                .map(|texel| {
                    let mut wanted = [0, 0, 0, one];
                    for (component, place) in wanted.iter_mut().enumerate().take(components) {
                        let at = (texel * components + component) * size;
                        let element = bytes[at..at + size].iter().rev().fold(0, |bits, &byte| bits << 8 | u32::from(byte));
                        *place = convert(element);
                    }
                    wanted
                })
                .collect();
            let indices: Vec<i32> = (0..count as i32).collect();
            assert_eq!(read(&gl, &indices), (wanted, count as u32), "{format:#x}");
        }
    }
    gl.no_error();
}

#[test]
fn compatibility_contexts_have_luminance_and_intensity() {
    let gl = Gl::new(compatibility());
    let (_, buffer) = attached(&gl, GL_R8, &[0x3C00_C200, 0x7BFF_0400]);
    let one = 1.0f32.to_bits();
    for (format, swizzle) in [
        (GL_ALPHA16F_ARB, [4, 4, 4, 0]),
        (GL_LUMINANCE16F_ARB, [0, 0, 0, 5]),
        (GL_INTENSITY16F_ARB, [0; 4]),
        (GL_LUMINANCE_ALPHA16F_ARB, [0, 0, 0, 1]),
    ] {
        reader(&gl, "samplerBuffer");
        glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
        let halves = [-3.0f32, 1.0, 1.0 / 16384.0, 65504.0].map(f32::to_bits);
        let components = if format == GL_LUMINANCE_ALPHA16F_ARB { 2 } else { 1 };
        let wanted: Vec<[u32; 4]> = halves
            .chunks_exact(components)
            .map(|texel| swizzle.map(|component: usize| if component == 4 { 0 } else { texel.get(component).copied().unwrap_or(one) }))
            .collect();
        let count = wanted.len() as u32;
        assert_eq!(read(&gl, &(0..count as i32).collect::<Vec<i32>>()), (wanted, count), "{format:#x}");
    }
    reader(&gl, "usamplerBuffer");
    glTexBuffer(GL_TEXTURE_BUFFER, GL_LUMINANCE_ALPHA8UI_EXT, buffer);
    assert_eq!(read(&gl, &[1]).0, [[0, 0, 0, 0x3C]]);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_ALPHA8, buffer);
    let mut bits = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_WIDTH, &raw mut bits);
    assert_eq!(bits, 8, "a texel of eight bits");
    glTexBuffer(GL_TEXTURE_BUFFER, GL_INTENSITY16, buffer);
    glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 0, GL_TEXTURE_INTENSITY_SIZE, &raw mut bits);
    assert_eq!(bits, 16);
    gl.no_error();
}

#[test]
fn texels_out_of_bounds_are_zero() {
    let gl = Gl::new(core());
    reader(&gl, "usamplerBuffer");
    // No texture, a texture without a buffer, and one whose buffer has no store.
    assert_eq!(read(&gl, &[0, -1]), (vec![[0; 4]; 2], 0));
    let (texture, name) = attached(&gl, GL_R32UI, &[]);
    assert_eq!(read(&gl, &[0, -1]), (vec![[0; 4]; 2], 0));
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    glBindBuffer(GL_TEXTURE_BUFFER, name);
    let bytes = [1u8, 2, 3, 4, 5, 6, 7];
    glBufferData(GL_TEXTURE_BUFFER, 7, bytes.as_ptr().cast(), GL_STATIC_DRAW);
    // The last texel is not whole.
    assert_eq!(read(&gl, &[0, 1, 2, -1, i32::MIN, i32::MAX]).0[1..], [[0; 4]; 5]);
    assert_eq!(read(&gl, &[0]), (vec![[0x0403_0201, 0, 0, 1]], 1));
    gl.no_error();
}

#[test]
fn texels_follow_the_data_store() {
    let gl = Gl::new(core());
    reader(&gl, "usamplerBuffer");
    let (texture, name) = attached(&gl, GL_R32UI, &[1, 2]);
    let texel = |value: u32| [value, 0, 0, 1];
    assert_eq!(read(&gl, &[0, 1]), (vec![texel(1), texel(2)], 2));
    // A new store of another size, and then new contents.
    glBindBuffer(GL_TEXTURE_BUFFER, name);
    let words = [5u32, 6, 7];
    glBufferData(GL_TEXTURE_BUFFER, 12, words.as_ptr().cast(), GL_STATIC_DRAW);
    assert_eq!(read(&gl, &[0, 2]), (vec![texel(5), texel(7)], 3));
    glBufferSubData(GL_TEXTURE_BUFFER, 8, 4, words.as_ptr().cast());
    assert_eq!(read(&gl, &[2]), (vec![texel(5)], 3));
    // "any buffer that is bound to a texture is removed from the names array, but remains as long as it is bound to a texture"
    glDeleteBuffers(1, &raw const name);
    assert_eq!(glIsBuffer(name), 0);
    assert_eq!(read(&gl, &[0, 1]), (vec![texel(5), texel(6)], 3));
    glTextureBuffer(texture, GL_R32UI, 0);
    assert_eq!(read(&gl, &[0]), (vec![[0; 4]], 0));
    gl.no_error();
}

#[test]
fn ranges_of_buffers_are_read() {
    let gl = Gl::new(core());
    reader(&gl, "usamplerBuffer");
    let words: Vec<u32> = (0..16).collect();
    let (texture, name) = attached(&gl, GL_R32UI, &words);
    let texel = |value: u32| [value, 0, 0, 1];
    glTexBufferRange(GL_TEXTURE_BUFFER, GL_R32UI, name, 16, 15);
    assert_eq!(read(&gl, &[0, 2, 3]), (vec![texel(4), texel(6), [0; 4]], 3));
    let expected = [(GL_TEXTURE_WIDTH, 3), (GL_TEXTURE_BUFFER_OFFSET, 16), (GL_TEXTURE_BUFFER_SIZE, 15)];
    expected.iter().for_each(|&(parameter, value)| assert_eq!(level(parameter), value, "{parameter:#x}"));
    glTextureBufferRange(texture, GL_RGB32UI, name, 32, 32);
    assert_eq!(read(&gl, &[0, 1, 2]), (vec![[8, 9, 10, 1], [11, 12, 13, 1], [0; 4]], 2));
    // A range of which a part, and then nothing, is left.
    glBindBuffer(GL_TEXTURE_BUFFER, name);
    let store = |size: isize| glBufferData(GL_TEXTURE_BUFFER, size, words.as_ptr().cast(), GL_STATIC_DRAW);
    store(44);
    assert_eq!(read(&gl, &[0, 1]), (vec![[8, 9, 10, 1], [0; 4]], 1));
    store(16);
    assert_eq!(read(&gl, &[0]), (vec![[0; 4]], 0));
    assert_eq!(level(GL_TEXTURE_WIDTH), 0);
    gl.no_error();
}

#[test]
fn level_parameters_of_buffer_textures() {
    let gl = Gl::new(core());
    let initial = [
        (GL_TEXTURE_INTERNAL_FORMAT, GL_R8),
        (GL_TEXTURE_WIDTH, 0),
        (GL_TEXTURE_BUFFER_DATA_STORE_BINDING, 0),
        (GL_TEXTURE_BUFFER_OFFSET, 0),
        (GL_TEXTURE_BUFFER_SIZE, 0),
        (GL_TEXTURE_RED_TYPE, GL_NONE),
    ];
    let all = |wanted: &[(u32, u32)]| wanted.iter().for_each(|&(name, value)| assert_eq!(level(name).cast_unsigned(), value, "{name:#x}"));
    all(&initial);
    let (texture, name) = attached(&gl, GL_RG16I, &[1, 2, 3]);
    let set = [
        (GL_TEXTURE_INTERNAL_FORMAT, GL_RG16I),
        (GL_TEXTURE_WIDTH, 3),
        (GL_TEXTURE_HEIGHT, 1),
        (GL_TEXTURE_DEPTH, 1),
        (GL_TEXTURE_BUFFER_DATA_STORE_BINDING, name),
        (GL_TEXTURE_BUFFER_OFFSET, 0),
        (GL_TEXTURE_BUFFER_SIZE, 12),
        (GL_TEXTURE_RED_SIZE, 16),
        (GL_TEXTURE_GREEN_SIZE, 16),
        (GL_TEXTURE_BLUE_SIZE, 0),
        (GL_TEXTURE_GREEN_TYPE, GL_INT),
        (GL_TEXTURE_BLUE_TYPE, GL_NONE),
        (GL_TEXTURE_COMPRESSED, 0),
        (GL_TEXTURE_DEPTH_SIZE, 0),
    ];
    all(&set);
    let mut value = 0;
    glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_BUFFER_SIZE, &raw mut value);
    assert_eq!(value, 12);
    let integer = |name: u32| {
        let mut value = -1;
        glGetIntegerv(name, &raw mut value);
        value.cast_unsigned()
    };
    assert_eq!([GL_TEXTURE_BINDING_BUFFER, GL_TEXTURE_BUFFER_BINDING].map(integer), [texture, name]);
    gl.no_error();
    // "Buffer textures do not have multiple image levels; only a single data store is available."
    glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 1, GL_TEXTURE_WIDTH, &raw mut value);
    assert_eq!(glGetError(), GL_INVALID_VALUE);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA8, 0);
    all(&[(GL_TEXTURE_INTERNAL_FORMAT, GL_RGBA8), (GL_TEXTURE_WIDTH, 0), (GL_TEXTURE_BUFFER_DATA_STORE_BINDING, 0)]);
}

#[test]
fn errors_of_buffer_textures() {
    let mut context = core();
    buffer(&context, 5, &[0; 16]);
    let (mut texture, mut flat) = (0, 0);
    binding::create(&mut context, GL_TEXTURE_BUFFER, 1, out(&mut texture)).unwrap();
    binding::create(&mut context, GL_TEXTURE_2D, 1, out(&mut flat)).unwrap();
    binding::bind(&mut context, GL_TEXTURE_BUFFER, texture).unwrap();
    assert_eq!(code_of(attach(&mut context, GL_TEXTURE_2D, GL_R8, 5)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(attach_range(&mut context, GL_TEXTURE_1D, GL_R8, 5, 0, 4)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(attach_named(&mut context, 99, GL_R8, 5)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(attach_named(&mut context, flat, GL_R8, 5)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(attach_named_range(&mut context, flat, GL_R8, 5, 0, 4)), Err(GL_INVALID_OPERATION));
    for format in [GL_RED, 0, GL_RGB8, GL_RGB16F, GL_SRGB8_ALPHA8, GL_R8_SNORM, GL_RGB10_A2, GL_DEPTH_COMPONENT32F, GL_LUMINANCE8] {
        assert_eq!(code_of(attach(&mut context, GL_TEXTURE_BUFFER, format, 5)), Err(GL_INVALID_ENUM), "{format:#x}");
    }
    assert_eq!(code_of(attach(&mut context, GL_TEXTURE_BUFFER, GL_R8, 6)), Err(GL_INVALID_OPERATION));
    let mut range = |offset, size| attach_named_range(&mut context, texture, GL_R8, 5, offset, size);
    for (offset, size) in [(-16, 32), (0, 0), (0, -1), (0, 65), (16, 49), (64, 1), (isize::MAX - 15, isize::MAX), (4, 4)] {
        assert_eq!(code_of(range(offset, size)), Err(GL_INVALID_VALUE), "{offset} {size}");
    }
    assert_eq!(level_of(&mut context, GL_TEXTURE_BUFFER_DATA_STORE_BINDING), 0, "an error changes nothing");
    assert_eq!(attach_range(&mut context, GL_TEXTURE_BUFFER, GL_RGBA32F, 5, 48, 16), Ok(()));
    assert_eq!(level_of(&mut context, GL_TEXTURE_BUFFER_OFFSET), 48);
    // Without a buffer, offset and size are ignored.
    assert_eq!(attach_range(&mut context, GL_TEXTURE_BUFFER, GL_R8, 0, -5, -5), Ok(()));
    assert_eq!([GL_TEXTURE_BUFFER_OFFSET, GL_TEXTURE_BUFFER_SIZE].map(|name| level_of(&mut context, name)), [0, 0]);
    for format in [GL_R16, GL_RG16, GL_RGBA16] {
        assert_eq!(attach(&mut context, GL_TEXTURE_BUFFER, format, 0), Ok(()));
        // EXT_texture_norm16 adds them to OpenGL ES.
        let (mut embedded, mut name) = (es(3, 2), 0);
        binding::create(&mut embedded, GL_TEXTURE_BUFFER, 1, out(&mut name)).unwrap();
        binding::bind(&mut embedded, GL_TEXTURE_BUFFER, name).unwrap();
        assert_eq!(attach(&mut embedded, GL_TEXTURE_BUFFER, format, 0), Ok(()));
    }
}

fn level_of(context: &mut Context, name: u32) -> i32 {
    let mut value = -1;
    get::level_integer(context, GL_TEXTURE_BUFFER, 0, name, out(&mut value)).unwrap();
    value
}

#[test]
fn a_mapped_buffer_cannot_be_read_as_texels() {
    let gl = Gl::new(core());
    reader(&gl, "usamplerBuffer");
    let (_, name) = attached(&gl, GL_R32UI, &[1, 2]);
    glMapNamedBuffer(name, GL_READ_ONLY).cast::<u8>().cast_const();
    glDispatchCompute(1, 1, 1);
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
    glUnmapNamedBuffer(name);
    assert_eq!(read(&gl, &[1]).0, [[2, 0, 0, 1]]);
    // A persistent mapping does not matter.
    let mut other = 0;
    glCreateBuffers(1, &raw mut other);
    let flags = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT;
    glNamedBufferStorage(other, 4, std::ptr::null(), flags);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_R32UI, other);
    let address = glMapNamedBufferRange(other, 0, 4, flags).cast::<u32>();
    // SAFETY: four bytes are mapped.
    unsafe { address.write(9) };
    assert_eq!(read(&gl, &[0]).0, [[9, 0, 0, 1]]);
    gl.no_error();
}

#[test]
fn stages_of_a_draw_read_buffer_textures() {
    // The places of the vertices are in one texture, the colour of the pixels in another; a sampler object does not change them.
    let texts = [
        "uniform samplerBuffer places;\nvoid main() { gl_Position = vec4(texelFetch(places, gl_VertexID).xy, 0.0, 1.0); }",
        "uniform samplerBuffer colors[2];\nout vec4 pixel;\nvoid main() { pixel = texelFetch(colors[1], textureSize(colors[1]) - 1); }",
    ];
    for (context, header) in [
        (core(), "#version 330\n"),
        (compatibility(), "#version 330\n"),
        (es(3, 2), "#version 320 es\nprecision highp float;\nprecision highp samplerBuffer;\n"),
    ] {
        let gl = Gl::new(context);
        let texts = texts.map(|text| CString::new(format!("{header}{text}")).unwrap());
        let program = gl.program(&[(GL_VERTEX_SHADER, &texts[0]), (GL_FRAGMENT_SHADER, &texts[1])], &[]);
        attached(&gl, GL_RG32F, &[-1.0f32, -1.0, 3.0, -1.0, -1.0, 3.0].map(f32::to_bits));
        glActiveTexture(GL_TEXTURE0 + 5);
        attached(&gl, GL_RGBA8, &[0, 0xFF80_4020]);
        glUniform1i(gl.location(program, "colors[0]"), 6);
        glUniform1i(gl.location(program, "colors[1]"), 5);
        let mut sampler = 0;
        glGenSamplers(1, &raw mut sampler);
        glBindSampler(5, sampler);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        assert_eq!([gl.pixel(0, 0), gl.pixel(15, 15)], [[0x20, 0x40, 0x80, 0xFF]; 2]);
        gl.no_error();
    }
}

#[test]
fn display_lists_do_not_record_buffer_textures() {
    let gl = Gl::new(compatibility());
    glNewList(1, GL_COMPILE);
    attached(&gl, GL_RG8, &[1, 2]);
    glEndList();
    // Binding the texture was recorded, so that the buffer was attached to texture 0.
    assert_eq!((level(GL_TEXTURE_WIDTH), level(GL_TEXTURE_INTERNAL_FORMAT).cast_unsigned()), (4, GL_RG8));
    glTexBufferARB(GL_TEXTURE_BUFFER, GL_R8, 0);
    glTexBufferEXT(GL_TEXTURE_BUFFER, GL_R8, 0);
    glTexBufferOES(GL_TEXTURE_BUFFER, GL_R8, 0);
    glTexBufferRangeEXT(GL_TEXTURE_BUFFER, GL_R8, 0, 0, 0);
    glTexBufferRangeOES(GL_TEXTURE_BUFFER, GL_R8, 0, 0, 0);
    assert_eq!(level(GL_TEXTURE_WIDTH), 0);
    gl.no_error();
}
