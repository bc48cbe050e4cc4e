//! Extensions of shader images.

use super::*;

pub const TABLE: Table = &[
    ("GL_ARB_multi_bind", multi_bind),
    ("GL_ARB_shader_image_load_store", |gl| {
        let name = image(gl, GL_TEXTURE_2D, GL_R32UI, [2, 1, 1]);
        bind(name, GL_R32UI);
        assert_eq!(integer(gl, GL_MAX_IMAGE_UNITS), Some(16));
        let text = header("400", "GL_ARB_shader_image_load_store")
            + "layout(early_fragment_tests) in;
layout(r32ui, binding = 0) coherent restrict uniform uimage2D image;
out vec4 pixel;
void main() {
    imageAtomicAdd(image, ivec2(0), 1u);
    imageStore(image, ivec2(1, 0), uvec4(gl_MaxImageUnits));
    memoryBarrier();
    pixel = vec4(imageLoad(image, ivec2(1, 0)).r == 16u);
}";
        assert_eq!(shade(gl, &text), [255; 4]);
        glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
        assert_eq!(words(gl, GL_RED_INTEGER, 2), [256, 16]);
    }),
    ("GL_ARB_shader_image_size", |gl| {
        bind(image(gl, GL_TEXTURE_2D, GL_RGBA8, [5, 3, 1]), GL_RGBA8);
        let text = header_with("420", "GL_ARB_shader_image_size", "GL_ARB_shader_image_load_store");
        let declarations = "layout(binding = 0) writeonly uniform image2D image;";
        assert_eq!(shade(gl, &green_if(&text, declarations, "imageSize(image) == ivec2(5, 3)")), GREEN);
    }),
    ("GL_EXT_shader_image_load_formatted", |gl| {
        let name = image(gl, GL_TEXTURE_2D, GL_RGBA8, [1, 1, 1]);
        glClearTexImage(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, [255u8, 0, 255, 0].as_ptr().cast());
        bind(name, GL_RGBA8);
        let text = header("430", "GL_EXT_shader_image_load_formatted");
        let declarations = "layout(binding = 0) uniform image2D image;";
        assert_eq!(shade(gl, &green_if(&text, declarations, "imageLoad(image, ivec2(0)) == vec4(1.0, 0.0, 1.0, 0.0)")), GREEN);
    }),
];

pub const EMBEDDED: Table = &[
    ("GL_EXT_texture_buffer", |gl| buffer_texture(gl, "GL_EXT_texture_buffer")),
    ("GL_OES_texture_buffer", |gl| buffer_texture(gl, "GL_OES_texture_buffer")),
    ("GL_EXT_texture_cube_map_array", |gl| cube_map_array(gl, "GL_EXT_texture_cube_map_array")),
    ("GL_OES_texture_cube_map_array", |gl| cube_map_array(gl, "GL_OES_texture_cube_map_array")),
    ("GL_NV_image_formats", |gl| {
        bind(image(gl, GL_TEXTURE_2D, GL_RG16F, [1, 1, 1]), GL_RG16F);
        let text = header("310 es", "GL_NV_image_formats")
            + "layout(local_size_x = 1) in;
layout(rg16f, binding = 0) writeonly uniform highp image2D image;
void main() { imageStore(image, ivec2(0), vec4(2.0, -0.5, 7.0, 7.0)); }";
        dispatch(gl, &text);
        let text = green_if(
            "#version 310 es\nprecision highp float;\n",
            "uniform highp sampler2D image;",
            "texelFetch(image, ivec2(0), 0) == vec4(2.0, -0.5, 0.0, 1.0)",
        );
        assert_eq!(shade(gl, &text), GREEN);
    }),
    ("GL_OES_shader_image_atomic", |gl| {
        let name = image(gl, GL_TEXTURE_2D, GL_R32F, [1, 1, 1]);
        bind(name, GL_R32F);
        let text = header("310 es", "GL_OES_shader_image_atomic")
            + "layout(local_size_x = 8) in;
layout(r32f, binding = 0) uniform highp image2D value;
layout(r32ui, binding = 1) uniform highp uimage2D sum;
void main() { imageAtomicExchange(value, ivec2(0), 0.25); imageAtomicAdd(sum, ivec2(0), 1u); }";
        dispatch(gl, &text);
        let text = green_if(
            "#version 310 es\nprecision highp float;\n",
            "uniform highp sampler2D image;",
            "texelFetch(image, ivec2(0), 0).r == 0.25",
        );
        assert_eq!(shade(gl, &text), GREEN);
    }),
];

/// A bound texture of one level, with the nearest filter.
fn image(gl: &Gl, target: u32, format: u32, [width, height, depth]: [i32; 3]) -> u32 {
    let name = generate!(glGenTextures);
    glBindTexture(target, name);
    if depth == 1 && target == GL_TEXTURE_2D {
        glTexStorage2D(target, 1, format, width, height);
    } else {
        glTexStorage3D(target, 1, format, width, height, depth);
    }
    for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        glTexParameteri(target, filter, GL_NEAREST.cast_signed());
    }
    gl.no_error();
    name
}

/// Binds all of a level to image unit 0.
fn bind(name: u32, format: u32) {
    glBindImageTexture(0, name, 0, 1, 0, GL_READ_WRITE, format);
}

/// Runs a compute shader once.
fn dispatch(gl: &Gl, text: &str) {
    gl.program(&[(GL_COMPUTE_SHADER, &c(text))], &[]);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_ALL_BARRIER_BITS);
    gl.no_error();
}

/// The words of the bound 2D texture.
fn words(gl: &Gl, format: u32, count: usize) -> Vec<u32> {
    let mut words = vec![0u32; count];
    glGetTexImage(GL_TEXTURE_2D, 0, format, GL_UNSIGNED_INT, words.as_mut_ptr().cast());
    gl.no_error();
    words
}

fn multi_bind(gl: &Gl) {
    let buffer = gl.buffer(GL_UNIFORM_BUFFER, &[0; 16]);
    let (offsets, sizes, strides) = ([16isize], [32isize], [8i32]);
    let names = |name: &u32| std::ptr::from_ref(name);
    glBindBuffersBase(GL_UNIFORM_BUFFER, 1, 1, names(&buffer));
    glBindBuffersRange(GL_SHADER_STORAGE_BUFFER, 1, 1, names(&buffer), offsets.as_ptr(), sizes.as_ptr());
    glBindVertexBuffers(2, 1, names(&buffer), offsets.as_ptr(), strides.as_ptr());
    let sampler = generate!(glGenSamplers);
    glBindSamplers(3, 1, names(&sampler));
    let texture = image(gl, GL_TEXTURE_2D, GL_RG8, [1, 1, 1]);
    glBindTexture(GL_TEXTURE_2D, 0);
    glBindTextures(3, 1, names(&texture));
    glBindImageTextures(4, 1, names(&texture));
    glActiveTexture(GL_TEXTURE3);
    let bound = [GL_TEXTURE_BINDING_2D, GL_SAMPLER_BINDING].map(|name| integer(gl, name).unwrap().cast_unsigned());
    assert_eq!(bound, [texture, sampler]);
    let indexed = |name: u32, index: u32| {
        let mut value = 0i32;
        glGetIntegeri_v(name, index, &raw mut value);
        value.cast_unsigned()
    };
    assert_eq!([indexed(GL_UNIFORM_BUFFER_BINDING, 1), indexed(GL_SHADER_STORAGE_BUFFER_START, 1)], [buffer, 16]);
    assert_eq!([indexed(GL_VERTEX_BINDING_BUFFER, 2), indexed(GL_VERTEX_BINDING_STRIDE, 2)], [buffer, 8]);
    assert_eq!([indexed(GL_IMAGE_BINDING_NAME, 4), indexed(GL_IMAGE_BINDING_FORMAT, 4)], [texture, GL_RG8]);
    gl.no_error();
}

fn buffer_texture(gl: &Gl, extension: &str) {
    let buffer = gl.buffer(GL_TEXTURE_BUFFER, &[0, 0, 5, 0]);
    let name = generate!(glGenTextures);
    glBindTexture(GL_TEXTURE_BUFFER, name);
    if extension == "GL_EXT_texture_buffer" {
        glTexBufferEXT(GL_TEXTURE_BUFFER, GL_R32UI, buffer);
    } else {
        glTexBufferRangeOES(GL_TEXTURE_BUFFER, GL_R32UI, buffer, 0, 16);
    }
    bind(name, GL_R32UI);
    let text = header("310 es", extension)
        + "layout(local_size_x = 1) in;
layout(r32ui, binding = 0) uniform highp uimageBuffer texels;
void main() { imageStore(texels, 1, imageLoad(texels, 2) + uvec4(imageSize(texels))); }";
    dispatch(gl, &text);
    let condition = "texelFetch(texels, 1).r == 9u && textureSize(texels) == 4";
    assert_eq!(shade(gl, &green_if(&header("310 es", extension), "uniform highp usamplerBuffer texels;", condition)), GREEN);
}

fn cube_map_array(gl: &Gl, extension: &str) {
    let name = image(gl, GL_TEXTURE_CUBE_MAP_ARRAY, GL_RGBA8, [1, 1, 12]);
    bind(name, GL_RGBA8);
    let text = header("310 es", extension)
        + "layout(local_size_z = 12) in;
layout(rgba8, binding = 0) writeonly uniform highp imageCubeArray cubes;
void main() { imageStore(cubes, ivec3(gl_LocalInvocationID), vec4(float(gl_LocalInvocationID.z) / 255.0)); }";
    dispatch(gl, &text);
    let condition = "abs(texture(cubes, vec4(0.0, -1.0, 0.0, 1.0)).r * 255.0 - 9.0) < 0.01 && textureSize(cubes, 0) == ivec3(1, 1, 2)";
    assert_eq!(shade(gl, &green_if(&header("310 es", extension), "uniform highp samplerCubeArray cubes;", condition)), GREEN);
}
