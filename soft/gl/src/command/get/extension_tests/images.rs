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
        gl!(glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT => u32));
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
        gl!(glClearTexImage(name => u32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, [255u8, 0, 255, 0].as_ptr().cast() => *const c_void));
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
    gl!(glBindTexture(target => u32, name => u32));
    if depth == 1 && target == GL_TEXTURE_2D {
        gl!(glTexStorage2D(target => u32, 1 => i32, format => u32, width => i32, height => i32));
    } else {
        gl!(glTexStorage3D(target => u32, 1 => i32, format => u32, width => i32, height => i32, depth => i32));
    }
    for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        gl!(glTexParameteri(target => u32, filter => u32, GL_NEAREST.cast_signed() => i32));
    }
    gl.no_error();
    name
}

/// Binds all of a level to image unit 0.
fn bind(name: u32, format: u32) {
    gl!(glBindImageTexture(0 => u32, name => u32, 0 => i32, 1 => u8, 0 => i32, GL_READ_WRITE => u32, format => u32));
}

/// Runs a compute shader once.
fn dispatch(gl: &Gl, text: &str) {
    gl.program(&[(GL_COMPUTE_SHADER, &c(text))], &[]);
    gl!(glDispatchCompute(1 => u32, 1 => u32, 1 => u32));
    gl!(glMemoryBarrier(GL_ALL_BARRIER_BITS => u32));
    gl.no_error();
}

/// The words of the bound 2D texture.
fn words(gl: &Gl, format: u32, count: usize) -> Vec<u32> {
    let mut words = vec![0u32; count];
    gl!(glGetTexImage(
        GL_TEXTURE_2D => u32, 0 => i32, format => u32, GL_UNSIGNED_INT => u32, words.as_mut_ptr().cast() => *mut c_void
    ));
    gl.no_error();
    words
}

fn multi_bind(gl: &Gl) {
    let buffer = gl.buffer(GL_UNIFORM_BUFFER, &[0; 16]);
    let (offsets, sizes, strides) = ([16isize], [32isize], [8i32]);
    let names = |name: &u32| std::ptr::from_ref(name);
    gl!(glBindBuffersBase(GL_UNIFORM_BUFFER => u32, 1 => u32, 1 => i32, names(&buffer) => *const u32));
    gl!(glBindBuffersRange(
        GL_SHADER_STORAGE_BUFFER => u32, 1 => u32, 1 => i32, names(&buffer) => *const u32, offsets.as_ptr() => *const isize,
        sizes.as_ptr() => *const isize
    ));
    gl!(glBindVertexBuffers(
        2 => u32, 1 => i32, names(&buffer) => *const u32, offsets.as_ptr() => *const isize, strides.as_ptr() => *const i32
    ));
    let sampler = generate!(glGenSamplers);
    gl!(glBindSamplers(3 => u32, 1 => i32, names(&sampler) => *const u32));
    let texture = image(gl, GL_TEXTURE_2D, GL_RG8, [1, 1, 1]);
    gl!(glBindTexture(GL_TEXTURE_2D => u32, 0 => u32));
    gl!(glBindTextures(3 => u32, 1 => i32, names(&texture) => *const u32));
    gl!(glBindImageTextures(4 => u32, 1 => i32, names(&texture) => *const u32));
    gl!(glActiveTexture(GL_TEXTURE3 => u32));
    let bound = [GL_TEXTURE_BINDING_2D, GL_SAMPLER_BINDING].map(|name| integer(gl, name).unwrap().cast_unsigned());
    assert_eq!(bound, [texture, sampler]);
    let indexed = |name: u32, index: u32| {
        let mut value = 0i32;
        gl!(glGetIntegeri_v(name => u32, index => u32, &raw mut value => *mut i32));
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
    gl!(glBindTexture(GL_TEXTURE_BUFFER => u32, name => u32));
    if extension == "GL_EXT_texture_buffer" {
        gl!(glTexBufferEXT(GL_TEXTURE_BUFFER => u32, GL_R32UI => u32, buffer => u32));
    } else {
        gl!(glTexBufferRangeOES(GL_TEXTURE_BUFFER => u32, GL_R32UI => u32, buffer => u32, 0 => isize, 16 => isize));
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
