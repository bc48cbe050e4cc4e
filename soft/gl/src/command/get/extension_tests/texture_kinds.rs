//! Extensions of cube map, array and buffer textures, and of texture views.

use super::*;

pub const TABLE: Table = &[
    ("GL_AMD_seamless_cubemap_per_texture", seamless_per_texture),
    ("GL_ARB_direct_state_access", |gl| {
        let mut name = 0u32;
        glCreateTextures(GL_TEXTURE_2D, 1, &raw mut name);
        glTextureStorage2D(name, 1, GL_RGBA8, 1, 1);
        glTextureSubImage2D(name, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, GREEN.as_ptr().cast());
        glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST.cast_signed());
        assert_eq!(integer(gl, GL_TEXTURE_BINDING_2D), Some(0), "nothing was bound");
        glBindTextureUnit(0, name);
        assert_eq!(sample(gl, 0.5, 0.5), GREEN);
    }),
    ("GL_ARB_texture_storage", |gl| {
        bind(GL_TEXTURE_3D);
        glTexStorage3D(GL_TEXTURE_3D, 3, GL_RGBA8, 4, 2, 4);
        gl.no_error();
        let mut value = 0;
        glGetTexParameteriv(GL_TEXTURE_3D, GL_TEXTURE_IMMUTABLE_FORMAT, &raw mut value);
        assert_eq!(value, 1);
        glGetTexLevelParameteriv(GL_TEXTURE_3D, 2, GL_TEXTURE_DEPTH, &raw mut value);
        assert_eq!(value, 1);
        glTexStorage3D(GL_TEXTURE_3D, 3, GL_RGBA8, 4, 2, 4);
        assert_eq!(error(), GL_INVALID_OPERATION, "immutable");
    }),
    ("GL_ARB_seamless_cube_map", |gl| {
        cube_map(gl, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, |face| if face == 0 { vec![255; 4] } else { vec![0; 4] });
        assert_eq!(edge(gl), 255, "one face");
        glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
        assert!((127..=128).contains(&edge(gl)), "both faces");
    }),
    ("GL_ARB_seamless_cubemap_per_texture", |gl| {
        seamless_per_texture(gl);
        let sampler = generate!(glGenSamplers);
        glBindSampler(0, sampler);
        for (name, value) in
            [(GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE)]
        {
            glSamplerParameteri(sampler, name, value.cast_signed());
        }
        assert_eq!(edge(gl), 255, "the sampler's parameter counts");
        glSamplerParameteri(sampler, GL_TEXTURE_CUBE_MAP_SEAMLESS, 1);
        assert!((127..=128).contains(&edge(gl)));
        let mut value = 0;
        glGetSamplerParameteriv(sampler, GL_TEXTURE_CUBE_MAP_SEAMLESS, &raw mut value);
        assert_eq!(value, 1);
    }),
    ("GL_ARB_texture_buffer_object", |gl| {
        assert!(integer(gl, GL_MAX_TEXTURE_BUFFER_SIZE).is_some_and(|texels| texels >= 65536));
        buffer_texture(gl, GL_RGBA8, &[0, 0xFF00_FF00]);
        let text = green_if("#version 140\n", "uniform samplerBuffer texels;", "texelFetch(texels, 1) == vec4(0.0, 1.0, 0.0, 1.0)");
        assert_eq!(shade(gl, &text), GREEN);
        assert_eq!(integer(gl, GL_TEXTURE_BUFFER_FORMAT_ARB), Some(GL_RGBA8.cast_signed()));
        assert!(integer(gl, GL_TEXTURE_BUFFER_DATA_STORE_BINDING_ARB).is_some_and(|name| name > 0));
    }),
    ("GL_ARB_texture_buffer_object_rgb32", |gl| {
        buffer_texture(gl, GL_RGB32UI, &[0, 0, 0, 1, 2, 3]);
        let text = green_if("#version 140\n", "uniform usamplerBuffer texels;", "texelFetch(texels, 1) == uvec4(1u, 2u, 3u, 1u)");
        assert_eq!(shade(gl, &text), GREEN);
    }),
    ("GL_ARB_texture_buffer_range", |gl| {
        let alignment = integer(gl, GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT).unwrap();
        let mut words = vec![0u32; alignment.unsigned_abs() as usize / 4];
        words.push(7);
        let buffer = buffer_texture(gl, GL_R32UI, &words);
        glTexBufferRange(GL_TEXTURE_BUFFER, GL_R32UI, buffer, alignment as isize, 4);
        let declarations = "uniform usamplerBuffer texels;";
        let text = green_if("#version 140\n", declarations, "texelFetch(texels, 0).r == 7u && textureSize(texels) == 1");
        assert_eq!(shade(gl, &text), GREEN);
        let mut value = 0;
        for (name, wanted) in [(GL_TEXTURE_BUFFER_OFFSET, alignment), (GL_TEXTURE_BUFFER_SIZE, 4)] {
            glGetTexLevelParameteriv(GL_TEXTURE_BUFFER, 0, name, &raw mut value);
            assert_eq!(value, wanted);
        }
        gl.no_error();
        glTexBufferRange(GL_TEXTURE_BUFFER, GL_R32UI, buffer, 1, 4);
        assert_eq!(error(), GL_INVALID_VALUE, "not aligned");
    }),
    ("GL_ARB_texture_cube_map_array", |gl| {
        bind(GL_TEXTURE_CUBE_MAP_ARRAY);
        let texels: Vec<u8> = (0..12u8).flat_map(|layer| [layer, 0, 0, 255]).collect();
        glTexImage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA8.cast_signed(), 1, 1, 12, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
        nearest(GL_TEXTURE_CUBE_MAP_ARRAY);
        let header = header("330", "GL_ARB_texture_cube_map_array");
        let condition = "texture(cubes, vec4(0.0, -1.0, 0.0, 1.0)).r * 255.0 == 9.0 && textureSize(cubes, 0) == ivec3(1, 1, 2)";
        assert_eq!(shade(gl, &green_if(&header, "uniform samplerCubeArray cubes;", condition)), GREEN);
        gl.no_error();
        glTexImage3D(GL_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA8.cast_signed(), 1, 1, 7, 0, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
        assert_eq!(error(), GL_INVALID_VALUE, "not a multiple of six");
    }),
    ("GL_ARB_texture_cube_map", fixed_function_cube_map),
    ("GL_EXT_texture_cube_map", fixed_function_cube_map),
    ("GL_EXT_texture3D", |gl| {
        let texels: Vec<u8> = [[9, 9, 9, 9], GREEN].concat();
        bind(GL_TEXTURE_3D);
        glTexImage3DEXT(GL_TEXTURE_3D, 0, GL_RGBA8, 1, 1, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
        nearest(GL_TEXTURE_3D);
        assert_eq!(fixed_function(gl, GL_TEXTURE_3D, [0.5, 0.5, 0.75]), GREEN);
        assert!(integer(gl, GL_MAX_3D_TEXTURE_SIZE).is_some_and(|size| size >= 16));
    }),
    ("GL_EXT_texture_array", |gl| {
        bind(GL_TEXTURE_2D_ARRAY);
        let texels: Vec<u8> = [[9, 9, 9, 9], GREEN].concat();
        glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8.cast_signed(), 1, 1, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
        nearest(GL_TEXTURE_2D_ARRAY);
        let body = "uniform sampler2DArray layers;\nvoid main() { gl_FragColor = texture2DArray(layers, vec3(0.5, 0.5, 0.6)); }";
        let version = if gl.0.lock().unwrap().config.api == Api::Core { "140" } else { "120" };
        assert_eq!(shade(gl, &format!("{}{body}", header(version, "GL_EXT_texture_array"))), GREEN);
        assert!(integer(gl, GL_MAX_ARRAY_TEXTURE_LAYERS_EXT).is_some_and(|layers| layers >= 64));
    }),
    ("GL_ARB_texture_view", |gl| {
        view(gl, |name, original, format| {
            glTextureView(name, GL_TEXTURE_2D, original, format, 0, 1, 1, 1);
        })
    }),
    ("GL_EXT_copy_texture", |gl| {
        super::textures::clear([0.0, 1.0, 0.0, 1.0]);
        bind(GL_TEXTURE_3D);
        glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8.cast_signed(), 1, 1, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
        glCopyTexSubImage3DEXT(GL_TEXTURE_3D, 0, 0, 0, 1, 0, 0, 1, 1);
        let mut texels = [[0u8; 4]; 2];
        glGetTexImage(GL_TEXTURE_3D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_mut_ptr().cast());
        assert_eq!(texels[1], GREEN);
        texture(gl, GL_RGBA8, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 8]);
        glCopyTexSubImage2DEXT(GL_TEXTURE_2D, 0, 1, 0, 0, 0, 1, 1);
        assert_eq!((sample(gl, 0.25, 0.5), sample(gl, 0.75, 0.5)), ([0; 4], GREEN));
        super::textures::clear([0.0, 1.0, 0.0, 1.0]);
        glCopyTexImage2DEXT(GL_TEXTURE_2D, 0, GL_RGBA8, 0, 0, 1, 1, 0);
        assert_eq!(sample(gl, 0.25, 0.5), GREEN);
    }),
];

pub const EMBEDDED: Table = &[
    ("GL_EXT_texture_view", |gl| {
        view(gl, |name, original, format| {
            glTextureViewEXT(name, GL_TEXTURE_2D, original, format, 0, 1, 1, 1);
        })
    }),
    ("GL_OES_texture_view", |gl| {
        view(gl, |name, original, format| {
            glTextureViewOES(name, GL_TEXTURE_2D, original, format, 0, 1, 1, 1);
        })
    }),
    ("GL_OES_texture_3D", |gl| {
        bind(GL_TEXTURE_3D_OES);
        let texels: Vec<u8> = [[9, 9, 9, 9], GREEN].concat();
        glTexImage3DOES(GL_TEXTURE_3D_OES, 0, GL_RGBA, 1, 1, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
        nearest(GL_TEXTURE_3D_OES);
        let body = "uniform lowp sampler3D volume;\nvoid main() { gl_FragColor = texture3D(volume, vec3(0.5, 0.5, 0.75)); }";
        assert_eq!(shade(gl, &format!("{}{body}", header("100", "GL_OES_texture_3D"))), GREEN);
    }),
    ("GL_OES_depth_texture_cube_map", |gl| {
        cube_map(gl, GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, |face| {
            if face == 5 { u32::MAX.to_ne_bytes().to_vec() } else { vec![0; 4] }
        });
        nearest(GL_TEXTURE_CUBE_MAP);
        let text = "#version 100\nprecision highp float;\nuniform samplerCube cube;
            void main() { gl_FragColor = vec4(textureCube(cube, vec3(0.0, 0.0, 1.0)).r, textureCube(cube, vec3(0.0, 0.0, -1.0)).r, 0.0, 1.0); }";
        assert_eq!(shade(gl, text), GREEN);
    }),
];

/// Binds a new texture.
fn bind(target: u32) -> u32 {
    let name = generate!(glGenTextures);
    glBindTexture(target, name);
    name
}

/// Sets the nearest filters of the bound texture.
fn nearest(target: u32) {
    for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        glTexParameteri(target, filter, GL_NEAREST.cast_signed());
    }
}

/// Binds a cube map with one texel in each face and linear filters.
fn cube_map(gl: &Gl, internal: u32, format: u32, ty: u32, texel: impl Fn(u32) -> Vec<u8>) {
    bind(GL_TEXTURE_CUBE_MAP);
    for face in 0..6 {
        glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, internal.cast_signed(), 1, 1, 0, format, ty, texel(face).as_ptr().cast());
    }
    for (name, value) in [(GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE)]
    {
        glTexParameteri(GL_TEXTURE_CUBE_MAP, name, value.cast_signed());
    }
    gl.no_error();
}

/// Returns the red between the faces +X and +Z.
fn edge(gl: &Gl) -> u8 {
    let text = "#version 330\nuniform samplerCube cube; out vec4 pixel;\nvoid main() { pixel = texture(cube, vec3(1.0, 0.0, 0.999999)); }";
    shade(gl, text)[0]
}

fn seamless_per_texture(gl: &Gl) {
    cube_map(gl, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, |face| if face == 0 { vec![255; 4] } else { vec![0; 4] });
    assert_eq!(edge(gl), 255, "one face");
    glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_SEAMLESS, 1);
    assert!((127..=128).contains(&edge(gl)), "both faces");
    let mut value = 0;
    glGetTexParameteriv(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_SEAMLESS, &raw mut value);
    assert_eq!(value, 1);
}

/// Returns the pixel that the fixed function draws with a texture at a place.
fn fixed_function(gl: &Gl, target: u32, [s, t, r]: [f32; 3]) -> [u8; 4] {
    glUseProgram(0);
    glEnable(target);
    glTexCoord3f(s, t, r);
    glRectf(-1.0, -1.0, 1.0, 1.0);
    glDisable(target);
    gl.no_error();
    gl.pixel(8, 8)
}

fn fixed_function_cube_map(gl: &Gl) {
    cube_map(gl, GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, |face| if face == 5 { GREEN.to_vec() } else { vec![9; 4] });
    assert_eq!(fixed_function(gl, GL_TEXTURE_CUBE_MAP, [0.1, 0.2, -0.5]), GREEN);
    assert_eq!(fixed_function(gl, GL_TEXTURE_CUBE_MAP, [0.1, -0.7, -0.5]), [9; 4]);
    assert!(integer(gl, GL_MAX_CUBE_MAP_TEXTURE_SIZE).is_some_and(|size| size >= 16));
}

/// Binds a buffer texture with these words; returns the buffer.
fn buffer_texture(gl: &Gl, format: u32, words: &[u32]) -> u32 {
    let buffer = gl.buffer(GL_TEXTURE_BUFFER, words);
    bind(GL_TEXTURE_BUFFER);
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
    gl.no_error();
    buffer
}

/// A view of the second layer of an array, with integers for the texels' bits.
fn view(gl: &Gl, texture_view: impl Fn(u32, u32, u32)) {
    let original = bind(GL_TEXTURE_2D_ARRAY);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 1, GL_R32F, 1, 1, 2);
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 1, 1, 2, GL_RED, GL_FLOAT, [0.0f32, 1.0].as_ptr().cast());
    let name = generate!(glGenTextures);
    texture_view(name, original, GL_R32UI);
    gl.no_error();
    glBindTexture(GL_TEXTURE_2D, name);
    nearest(GL_TEXTURE_2D);
    let mut value = 0;
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_VIEW_MIN_LAYER, &raw mut value);
    assert_eq!(value, 1);
    let header = if gl.0.lock().unwrap().is_es() { "#version 300 es\nprecision highp float;\n" } else { "#version 330\n" };
    let text = green_if(header, "uniform highp usampler2D image;", "texelFetch(image, ivec2(0), 0).r == 1065353216u");
    assert_eq!(shade(gl, &text), GREEN);
}
