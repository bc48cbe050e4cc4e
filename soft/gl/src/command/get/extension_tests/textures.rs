//! Extensions of textures, pixels and formats in desktop contexts.

use super::*;

pub const TABLE: Table = &[
    ("GL_ARB_clear_texture", clear_texture),
    ("GL_ARB_copy_image", |gl| copy_image(gl, false)),
    ("GL_NV_copy_image", |gl| copy_image(gl, true)),
    ("GL_ARB_stencil_texturing", stencil_texturing),
    ("GL_ARB_texture_barrier", |_| glTextureBarrier()),
    ("GL_NV_texture_barrier", |_| glTextureBarrierNV()),
    ("GL_ARB_texture_mirror_clamp_to_edge", mirror_clamp_to_edge),
    ("GL_ARB_texture_rgb10_a2ui", |gl| {
        let word = 1023u32 | 5 << 10 | 3 << 30;
        texture(gl, GL_RGB10_A2UI, [1, 1], GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, &word.to_le_bytes());
        let text = green_if("#version 330\n", "uniform usampler2D image;", "texelFetch(image, ivec2(0), 0) == uvec4(1023u, 5u, 0u, 3u)");
        assert_eq!(shade(gl, &text), GREEN);
        assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGB10_A2UI, [1, 1]), GL_FRAMEBUFFER_COMPLETE);
    }),
    ("GL_ARB_texture_stencil8", |gl| {
        texture(gl, GL_STENCIL_INDEX8, [1, 1], GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &[77]);
        let text = green_if("#version 330\n", "uniform usampler2D image;", "texelFetch(image, ivec2(0), 0).r == 77u");
        assert_eq!(shade(gl, &text), GREEN);
        let mut texel = 0u8;
        glGetTexImage(GL_TEXTURE_2D, 0, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, (&raw mut texel).cast());
        assert_eq!(texel, 77);
    }),
    ("GL_ATI_texture_float", |gl| {
        let texels: Vec<u8> = [-2.0f32, 0.5, 3.0, 1.0].iter().flat_map(|value| value.to_le_bytes()).collect();
        for format in [GL_RGBA32F, GL_RGBA16F] {
            texture(gl, format, [1, 1], GL_RGBA, GL_FLOAT, &texels);
            let text =
                green_if("#version 330\n", "uniform sampler2D image;", "texelFetch(image, ivec2(0), 0) == vec4(-2.0, 0.5, 3.0, 1.0)");
            assert_eq!(shade(gl, &text), GREEN);
        }
    }),
    ("GL_EXT_abgr", |gl| {
        texture(gl, GL_RGBA8, [1, 1], GL_ABGR_EXT, GL_UNSIGNED_BYTE, &[4, 3, 2, 1]);
        assert_eq!(sample(gl, 0.5, 0.5), [1, 2, 3, 4]);
        assert_eq!(read::<u8, 4>(gl, GL_ABGR_EXT, GL_UNSIGNED_BYTE), [4, 3, 2, 1]);
    }),
    ("GL_EXT_packed_float", |gl| {
        let texels: Vec<u8> = [0.25f32, 2.0, 0.5].iter().flat_map(|value| value.to_le_bytes()).collect();
        texture(gl, GL_R11F_G11F_B10F, [1, 1], GL_RGB, GL_FLOAT, &texels);
        let text = green_if("#version 330\n", "uniform sampler2D image;", "texelFetch(image, ivec2(0), 0) == vec4(0.25, 2.0, 0.5, 1.0)");
        assert_eq!(shade(gl, &text), GREEN);
        assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_R11F_G11F_B10F, [1, 1]), GL_FRAMEBUFFER_COMPLETE);
        assert_eq!(integer(gl, GL_RGBA_SIGNED_COMPONENTS_EXT), Some(0));
        clear([0.5, 4.0, 0.125, 1.0]);
        let packed = read::<u32, 1>(gl, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV)[0];
        // Exponents 14, 17 and 12 with 15 added, mantissas of 0.
        assert_eq!(packed, 14 << 6 | 17 << 17 | 12 << 27);
        assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA16F, [1, 1]), GL_FRAMEBUFFER_COMPLETE);
        assert_eq!(integer(gl, GL_RGBA_SIGNED_COMPONENTS_EXT), Some(1));
    }),
    ("GL_EXT_pixel_buffer_object", pixel_buffers),
    ("GL_EXT_texture_sRGB_decode", srgb_decode),
    ("GL_EXT_texture_shared_exponent", |gl| {
        let word = 256u32 | 128 << 9 | 15 << 27;
        texture(gl, GL_RGB9_E5, [1, 1], GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, &word.to_le_bytes());
        let mut bits = 0;
        glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, GL_TEXTURE_SHARED_SIZE, &raw mut bits);
        assert_eq!(bits, 5);
        let text = green_if("#version 330\n", "uniform sampler2D image;", "texelFetch(image, ivec2(0), 0) == vec4(0.5, 0.25, 0.0, 1.0)");
        assert_eq!(shade(gl, &text), GREEN);
        assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGB9_E5, [1, 1]), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    }),
    ("GL_NV_packed_depth_stencil", |gl| {
        assert_eq!(framebuffer(gl, GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, [1, 1]), GL_FRAMEBUFFER_COMPLETE);
        glClearStencil(9);
        glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
        assert_eq!(read::<u32, 1>(gl, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), [0xFFFF_FF09]);
    }),
    ("GL_ARB_internalformat_query", |gl| {
        let count = |target: u32, format: u32| {
            let mut counts = [7];
            glGetInternalformativ(target, format, GL_NUM_SAMPLE_COUNTS, 1, counts.as_mut_ptr());
            (counts[0], error())
        };
        assert_eq!(count(GL_RENDERBUFFER, GL_RGBA8), (3, GL_NO_ERROR));
        assert_eq!(count(GL_TEXTURE_2D_MULTISAMPLE, GL_DEPTH_COMPONENT24), (3, GL_NO_ERROR));
        assert_eq!(count(GL_BUFFER, GL_RGBA8), (7, GL_INVALID_ENUM));
        // What the extension makes errors has no samples with GL_ARB_internalformat_query2.
        assert_eq!(count(GL_RENDERBUFFER, GL_RGB9_E5), (0, GL_NO_ERROR));
        assert_eq!(count(GL_RENDERBUFFER, GL_NEAREST), (0, GL_NO_ERROR));
        // As many as there is room for, and no more than there are.
        let (mut none, mut values) = (7, [7; 2]);
        for (size, into) in [(0, &raw mut none), (2, values.as_mut_ptr())] {
            glGetInternalformativ(GL_RENDERBUFFER, GL_RGBA8, GL_SAMPLES, size, into);
        }
        assert_eq!((none, values), (7, [8, 4]));
        gl.no_error();
    }),
    ("GL_ARB_internalformat_query2", |gl| {
        let answer = |target: u32, format: u32, name: u32| {
            let mut value = [7i64];
            glGetInternalformati64v(target, format, name, 1, value.as_mut_ptr());
            value[0]
        };
        assert_eq!(answer(GL_TEXTURE_3D, GL_RGBA8, GL_MAX_DEPTH), 2048);
        assert_eq!(answer(GL_TEXTURE_2D, GL_RG16F, GL_FILTER), GL_FULL_SUPPORT.into());
        assert_eq!(answer(GL_TEXTURE_2D, GL_R8, GL_SRGB_DECODE_ARB), GL_NONE.into());
        assert_eq!(answer(GL_TEXTURE_BUFFER, GL_RGB8, GL_INTERNALFORMAT_SUPPORTED), 0);
        gl.no_error();
    }),
];

/// Clears the colour of the bound framebuffer.
pub fn clear([red, green, blue, alpha]: [f32; 4]) {
    glClearColor(red, green, blue, alpha);
    glClear(GL_COLOR_BUFFER_BIT);
}

pub fn clear_texture(gl: &Gl) {
    let name = texture(gl, GL_RGBA8, [2, 2], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 16]);
    let fill = |texel: [u8; 4]| {
        glClearTexSubImage(name, 0, 1, 0, 0, 1, 2, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel.as_ptr().cast());
    };
    fill([1, 2, 3, 4]);
    assert_eq!((sample(gl, 0.25, 0.5), sample(gl, 0.75, 0.5)), ([9; 4], [1, 2, 3, 4]));
    glClearTexImage(name, 0, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
    assert_eq!(sample(gl, 0.25, 0.5), [0; 4]);
}

/// glCopyImageSubData under one of its names, with the errors of its specification.
fn copy_image(gl: &Gl, nv: bool) {
    let from = texture(gl, GL_R32F, [2, 2], GL_RED, GL_FLOAT, &[1.0f32, 2.0, 3.0, 4.0].map(f32::to_le_bytes).concat());
    // The formats of NV_copy_image are the same.
    let (own, pixels) = if nv { (GL_R32F, (GL_RED, GL_FLOAT)) } else { (GL_RGBA8, (GL_RGBA, GL_UNSIGNED_BYTE)) };
    let into = texture(gl, own, [4, 4], pixels.0, pixels.1, &[0; 64]);
    let copy = |source: (u32, u32, i32, i32), into: (u32, u32, i32, i32), depth: i32| {
        macro_rules! call {
            ($name:ident) => {
                $name(source.0, source.1, source.2, source.3, 0, 0, into.0, into.1, into.2, into.3, 1, 0, 1, 2, depth)
            };
        }
        if nv {
            call!(glCopyImageSubDataNV)
        } else {
            call!(glCopyImageSubData)
        };
        error()
    };
    let flat = GL_TEXTURE_2D;
    assert_eq!(copy((from, flat, 0, 1), (into, flat, 0, 3), 1), GL_NO_ERROR);
    let mut texels = [0u32; 16];
    glGetTexImage(flat, 0, pixels.0, pixels.1, texels.as_mut_ptr().cast());
    // Rows 1 and 2 of the last column have the bits of 2.0 and 4.0.
    assert_eq!((texels[7], texels[11]), (2.0f32.to_bits(), 4.0f32.to_bits()));
    assert_eq!(texels.iter().filter(|&&texel| texel != 0).count(), 2);
    assert_eq!(copy((from, flat, 0, 2), (into, flat, 0, 0), 1), GL_INVALID_VALUE, "outside");
    assert_eq!(copy((from, flat, 0, 0), (into, flat, 0, 0), 2), GL_INVALID_VALUE, "one layer");
    assert_eq!(copy((from, flat, 1, 0), (into, flat, 0, 0), 1), GL_INVALID_VALUE, "no such level");
    assert_eq!(copy((99, flat, 0, 0), (into, flat, 0, 0), 1), GL_INVALID_VALUE, "no texture");
    assert_eq!(copy((from, GL_TEXTURE_3D, 0, 0), (into, flat, 0, 0), 1), GL_INVALID_ENUM, "not its target");
    assert_eq!(copy((from, GL_TEXTURE_BUFFER, 0, 0), (into, flat, 0, 0), 1), GL_INVALID_ENUM);
    assert_eq!(copy((from, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, 0), (into, flat, 0, 0), 1), GL_INVALID_ENUM);
    assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RG8, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
    let renderbuffer = integer(gl, GL_RENDERBUFFER_BINDING).unwrap().cast_unsigned();
    assert_eq!(copy((from, flat, 0, 0), (renderbuffer, GL_RENDERBUFFER, 0, 0), 1), GL_INVALID_OPERATION, "of another size");
    assert_eq!(copy((from, flat, 0, 0), (renderbuffer, GL_RENDERBUFFER, 1, 0), 1), GL_INVALID_VALUE, "no level but 0");
    assert_eq!(attach(gl, GL_COLOR_ATTACHMENT0, own, [4, 4]), GL_FRAMEBUFFER_COMPLETE);
    let renderbuffer = integer(gl, GL_RENDERBUFFER_BINDING).unwrap().cast_unsigned();
    assert_eq!(copy((into, flat, 0, 3), (renderbuffer, GL_RENDERBUFFER, 0, 0), 1), GL_NO_ERROR);
}

fn stencil_texturing(gl: &Gl) {
    let word = 0x8000_0000u32 | 0x2A;
    texture(gl, GL_DEPTH24_STENCIL8, [1, 1], GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &word.to_le_bytes());
    parameter(GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    let text = green_if("#version 330\n", "uniform usampler2D image;", "texelFetch(image, ivec2(0), 0).r == 42u");
    assert_eq!(shade(gl, &text), GREEN);
    parameter(GL_DEPTH_STENCIL_TEXTURE_MODE, GL_DEPTH_COMPONENT);
    let text = green_if("#version 330\n", "uniform sampler2D image;", "abs(texelFetch(image, ivec2(0), 0).r - 0.5) < 0.001");
    assert_eq!(shade(gl, &text), GREEN);
}

pub fn mirror_clamp_to_edge(gl: &Gl) {
    texture(gl, GL_RGBA, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[1, 1, 1, 1, 2, 2, 2, 2]);
    parameter(GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    parameter(GL_TEXTURE_WRAP_S, GL_MIRROR_CLAMP_TO_EDGE);
    gl.no_error();
    assert_eq!([-2.0, -0.75, -0.25, 0.25, 0.75, 2.0].map(|x| sample(gl, x, 0.5)[0]), [2, 2, 1, 1, 2, 2]);
}

/// Pixels come from, and go to, buffers.
pub fn pixel_buffers(gl: &Gl) {
    gl.buffer(GL_PIXEL_UNPACK_BUFFER, &[0x0403_0201]);
    assert!(integer(gl, GL_PIXEL_UNPACK_BUFFER_BINDING).is_some_and(|name| name > 0));
    texture(gl, GL_RGBA, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[]);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    assert_eq!(sample(gl, 0.5, 0.5), [1, 2, 3, 4]);
    let name = gl.buffer(GL_PIXEL_PACK_BUFFER, &[0]);
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null_mut());
    assert_eq!(integer(gl, GL_PIXEL_PACK_BUFFER_BINDING), Some(name.cast_signed()));
    if gl.0.lock().unwrap().is_es() {
        let address = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, 4, GL_MAP_READ_BIT).cast::<[u8; 4]>().cast_const();
        // SAFETY: four bytes are mapped.
        assert_eq!(unsafe { *address }, [1, 2, 3, 4]);
        glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
    } else {
        assert_eq!(gl.words(GL_PIXEL_PACK_BUFFER, 1), [0x0403_0201]);
    }
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

/// GL_SKIP_DECODE_EXT of textures and of sampler objects.
pub fn srgb_decode(gl: &Gl) {
    texture(gl, GL_SRGB8_ALPHA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[188, 188, 188, 255]);
    let mut value = 0;
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SRGB_DECODE_EXT, &raw mut value);
    assert_eq!(value.cast_unsigned(), GL_DECODE_EXT);
    let decoded = sample(gl, 0.5, 0.5)[0];
    assert!((127..=129).contains(&decoded), "{decoded}");
    parameter(GL_TEXTURE_SRGB_DECODE_EXT, GL_SKIP_DECODE_EXT);
    assert_eq!(sample(gl, 0.5, 0.5), [188, 188, 188, 255]);
    parameter(GL_TEXTURE_SRGB_DECODE_EXT, GL_LINEAR);
    assert_eq!(error(), GL_INVALID_ENUM);
    if !gl.0.lock().unwrap().is_es() || gl.0.lock().unwrap().config.version >= (3, 0) {
        let sampler = generate!(glGenSamplers);
        glBindSampler(0, sampler);
        for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
            glSamplerParameteri(sampler, filter, GL_NEAREST.cast_signed());
        }
        assert_eq!(sample(gl, 0.5, 0.5)[0], decoded, "the sampler's parameter counts");
    }
}
