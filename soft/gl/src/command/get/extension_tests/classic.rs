//! Extensions of the compatibility profile alone.

use super::nvidia::{copy_depth_to_color, fog_distance, half_floats, primitive_restart};
use super::*;

pub const TABLE: Table = &[
    ("GL_APPLE_packed_pixels", packed_pixels),
    ("GL_EXT_packed_pixels", packed_pixels),
    ("GL_ARB_multisample", |gl| {
        // Without sample buffers coverage changes nothing.
        assert_eq!((integer(gl, GL_SAMPLE_BUFFERS_ARB), integer(gl, GL_SAMPLES_ARB)), (Some(0), Some(0)));
        glEnable(GL_SAMPLE_COVERAGE_ARB);
        glSampleCoverageARB(0.0, 0);
        assert_eq!(integer(gl, GL_MULTISAMPLE_ARB), Some(1));
        rectangle();
        assert_eq!(gl.pixel(8, 8), [255; 4]);
    }),
    ("GL_ARB_multitexture", multitexture),
    ("GL_ARB_point_parameters", |gl| {
        points(gl, glPointParameterfARB, |values| {
            glPointParameterfvARB(GL_POINT_DISTANCE_ATTENUATION_ARB, values.as_ptr());
        });
    }),
    ("GL_EXT_point_parameters", |gl| {
        points(gl, glPointParameterfEXT, |values| {
            glPointParameterfvEXT(GL_DISTANCE_ATTENUATION_EXT, values.as_ptr());
        });
    }),
    ("GL_EXT_gpu_shader4", |gl| {
        texture(gl, GL_RGBA8UI, [2, 1], GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, &[9, 9, 9, 9, 0, 255, 0, 255]);
        let header = header("120", "GL_EXT_gpu_shader4");
        let vertex = format!(
            "{header}attribute vec2 position;\nflat varying ivec2 place;\nuniform unsigned int shift;\nvoid main() {{ place = ivec2(1, gl_VertexID >> 8); \
             gl_Position = vec4(position, 0.0, 1.0); }}"
        );
        let fragment = format!(
            "{header}flat varying ivec2 place;\nuniform usampler2D image;\nvarying out vec4 pixel;\nvoid main() {{ uvec4 texel = texelFetch2D(image, place, 0); \
             pixel = textureSize2D(image, 0) == ivec2(2, 1) && gl_PrimitiveID == 0 ? vec4(texel) / 255.0 : vec4(1.0); }}"
        );
        let program = cover(gl, &vertex, &fragment);
        glBindFragDataLocationEXT(program, 0, c"pixel".as_ptr());
        draw();
        gl.no_error();
        assert_eq!(gl.pixel(8, 8), GREEN);
        assert!(integer(gl, GL_MAX_PROGRAM_TEXEL_OFFSET_EXT).is_some_and(|offset| offset >= 7));
    }),
    ("GL_ARB_shadow", |gl| assert_eq!(shadows(gl, GL_LEQUAL), [0, 255])),
    ("GL_EXT_shadow_funcs", |gl| {
        assert_eq!(shadows(gl, GL_GREATER), [255, 0]);
        assert_eq!(shadows(gl, GL_NEVER), [0, 0]);
        assert_eq!(shadows(gl, GL_NOTEQUAL), [255, 255]);
    }),
    ("GL_ARB_texture_border_clamp", border_clamp),
    ("GL_SGIS_texture_border_clamp", border_clamp),
    ("GL_ARB_texture_env_add", |gl| assert_eq!(environment(gl, GL_ADD, &[]), [255, 160, 80, 96])),
    ("GL_EXT_texture_env_add", |gl| assert_eq!(environment(gl, GL_ADD, &[]), [255, 160, 80, 96])),
    ("GL_ARB_texture_env_combine", combine),
    ("GL_EXT_texture_env_combine", combine),
    ("GL_ARB_texture_env_crossbar", |gl| {
        // Unit 0 has the texture of unit 1, whatever its own.
        texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 4]);
        glActiveTexture(GL_TEXTURE1);
        texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &GREEN);
        for unit in [GL_TEXTURE1, GL_TEXTURE0] {
            glActiveTexture(unit);
            glEnable(GL_TEXTURE_2D);
        }
        env(GL_TEXTURE_ENV_MODE, GL_COMBINE);
        for (name, value) in
            [(GL_COMBINE_RGB, GL_REPLACE), (GL_COMBINE_ALPHA, GL_REPLACE), (GL_SRC0_RGB, GL_TEXTURE1), (GL_SRC0_ALPHA, GL_TEXTURE1)]
        {
            env(name, value);
        }
        glActiveTexture(GL_TEXTURE1);
        env(GL_TEXTURE_ENV_MODE, GL_MODULATE);
        rectangle();
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_ARB_texture_env_dot3", dot3),
    ("GL_ARB_texture_mirrored_repeat", mirrored_repeat),
    ("GL_IBM_texture_mirrored_repeat", mirrored_repeat),
    ("GL_ARB_transpose_matrix", |_| {
        let matrix: [f32; 16] = std::array::from_fn(|index| index as f32);
        glLoadTransposeMatrixfARB(matrix.as_ptr());
        assert_eq!(floats::<16>(GL_MODELVIEW_MATRIX)[1], 4.0);
        assert_eq!(floats::<16>(GL_TRANSPOSE_MODELVIEW_MATRIX_ARB), matrix);
        glMultTransposeMatrixdARB([2.0f64, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 2.0].as_ptr());
        assert_eq!(floats::<16>(GL_MODELVIEW_MATRIX)[1], 8.0);
    }),
    ("GL_ATI_draw_buffers", |gl| {
        assert!(integer(gl, GL_MAX_DRAW_BUFFERS_ATI).is_some_and(|count| count >= 4));
        framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, [4, 4]);
        attach(gl, GL_COLOR_ATTACHMENT1, GL_RGBA8, [4, 4]);
        glDrawBuffersATI(2, [GL_NONE, GL_COLOR_ATTACHMENT1].as_ptr());
        assert_eq!(integer(gl, GL_DRAW_BUFFER1_ATI), Some(GL_COLOR_ATTACHMENT1.cast_signed()));
        rectangle();
        glReadBuffer(GL_COLOR_ATTACHMENT1);
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), [255; 4]);
        glReadBuffer(GL_COLOR_ATTACHMENT0);
        assert_eq!(read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), [0; 4]);
    }),
    ("GL_ATI_separate_stencil", |gl| {
        glStencilFuncSeparateATI(GL_NEVER, GL_ALWAYS, 3, 0xF0);
        glStencilOpSeparateATI(GL_BACK, GL_ZERO, GL_INCR, GL_INVERT);
        let state =
            [GL_STENCIL_FUNC, GL_STENCIL_BACK_FUNC_ATI, GL_STENCIL_REF, GL_STENCIL_BACK_REF, GL_STENCIL_FAIL, GL_STENCIL_BACK_FAIL_ATI];
        let expected = [GL_NEVER, GL_ALWAYS, 3, 3, GL_KEEP, GL_ZERO];
        assert_eq!(state.map(|name| integer(gl, name)), expected.map(|value| Some(value.cast_signed())));
        glStencilFuncSeparateATI(GL_LESS, GL_RGBA, 0, 0);
        assert_eq!((error(), integer(gl, GL_STENCIL_FUNC)), (GL_INVALID_ENUM, Some(GL_NEVER.cast_signed())));
    }),
    ("GL_NV_copy_depth_to_color", copy_depth_to_color),
    ("GL_NV_fog_distance", fog_distance),
    ("GL_NV_half_float", half_floats),
    ("GL_NV_primitive_restart", primitive_restart),
    ("GL_NV_texture_env_combine4", |gl| {
        let all = |function: u32| {
            [
                (GL_COMBINE_RGB, function),
                (GL_COMBINE_ALPHA, GL_ADD),
                (GL_SRC2_RGB, GL_PREVIOUS),
                (GL_OPERAND2_RGB, GL_SRC_COLOR),
                (GL_SOURCE3_RGB_NV, GL_ZERO),
                (GL_OPERAND3_RGB_NV, GL_ONE_MINUS_SRC_COLOR),
                (GL_SRC0_ALPHA, GL_ZERO),
                (GL_SRC2_ALPHA, GL_TEXTURE),
                (GL_SOURCE3_ALPHA_NV, GL_ZERO),
                (GL_OPERAND3_ALPHA_NV, GL_ONE_MINUS_SRC_ALPHA),
            ]
        };
        // The texel times the colour, plus the colour times one; the alpha of the texel times one.
        assert_eq!(environment(gl, GL_COMBINE4_NV, &all(GL_ADD)), [255, 144, 68, 160]);
        let signed = environment(gl, GL_COMBINE4_NV, &all(GL_ADD_SIGNED));
        assert!([142, 143].contains(&signed[0]) && [16, 17].contains(&signed[1]) && signed[2..] == [0, 160], "{signed:?}");
        glTexEnvi(GL_TEXTURE_ENV, GL_SOURCE3_RGB_NV, GL_ONE.cast_signed());
        assert_eq!(error(), GL_INVALID_ENUM);
    }),
    ("GL_EXT_bgra", |gl| {
        texture(gl, GL_RGBA8, [1, 1], GL_BGRA_EXT, GL_UNSIGNED_BYTE, &[3, 2, 1, 4]);
        assert_eq!(sample(gl, 0.5, 0.5), [1, 2, 3, 4]);
        assert_eq!(read::<u8, 3>(gl, GL_BGR_EXT, GL_UNSIGNED_BYTE), [3, 2, 1]);
    }),
    ("GL_EXT_compiled_vertex_array", |gl| {
        glLockArraysEXT(2, 5);
        let names = [GL_ARRAY_ELEMENT_LOCK_FIRST_EXT, GL_ARRAY_ELEMENT_LOCK_COUNT_EXT];
        assert_eq!(names.map(|name| integer(gl, name)), [Some(2), Some(5)]);
        glLockArraysEXT(0, 1);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glUnlockArraysEXT();
        assert_eq!(names.map(|name| integer(gl, name)), [Some(0), Some(0)]);
        glUnlockArraysEXT();
        assert_eq!(error(), GL_INVALID_OPERATION);
        for (first, count) in [(-1, 1), (0, 0)] {
            glLockArraysEXT(first, count);
            assert_eq!(error(), GL_INVALID_VALUE);
        }
    }),
    ("GL_EXT_fog_coord", |gl| {
        glFogi(GL_FOG_COORDINATE_SOURCE_EXT, GL_FOG_COORDINATE_EXT.cast_signed());
        glFogi(GL_FOG_MODE, GL_LINEAR.cast_signed());
        glFogfv(GL_FOG_COLOR, [0.0f32, 1.0, 0.0, 1.0].as_ptr());
        glEnable(GL_FOG);
        glFogCoordfEXT(1.0);
        assert_eq!(floats::<1>(GL_CURRENT_FOG_COORDINATE_EXT), [1.0]);
        rectangle();
        assert_eq!(gl.pixel(8, 8), GREEN);
        glFogCoorddvEXT([0.0f64].as_ptr());
        rectangle();
        assert_eq!(gl.pixel(8, 8), [255; 4]);
    }),
    ("GL_EXT_rescale_normal", |gl| {
        glEnable(GL_RESCALE_NORMAL_EXT);
        assert_eq!(lit(gl), 255);
        glDisable(GL_RESCALE_NORMAL_EXT);
        assert!((126..=129).contains(&lit(gl)), "{}", lit(gl));
    }),
    ("GL_EXT_separate_specular_color", |gl| {
        let control = |value: u32| glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL_EXT, value.cast_signed());
        control(GL_SEPARATE_SPECULAR_COLOR_EXT);
        assert_eq!(integer(gl, GL_LIGHT_MODEL_COLOR_CONTROL_EXT), Some(GL_SEPARATE_SPECULAR_COLOR_EXT.cast_signed()));
        // A black texture takes the diffuse colour and leaves the specular one.
        texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[0, 0, 0, 255]);
        glEnable(GL_TEXTURE_2D);
        glMaterialfv(GL_FRONT, GL_SPECULAR, [1.0f32, 0.0, 0.0, 1.0].as_ptr());
        assert_eq!(lit(gl), 255);
        control(GL_SINGLE_COLOR_EXT);
        assert_eq!(lit(gl), 0);
    }),
    ("GL_EXT_subtexture", |gl| {
        texture(gl, GL_RGBA8, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 8]);
        glTexSubImage2DEXT(GL_TEXTURE_2D, 0, 1, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, GREEN.as_ptr().cast());
        assert_eq!((sample(gl, 0.25, 0.5), sample(gl, 0.75, 0.5)), ([0; 4], GREEN));
    }),
    ("GL_EXT_texture_edge_clamp", edge_clamp),
    ("GL_SGIS_texture_edge_clamp", edge_clamp),
    ("GL_EXT_texture_lod_bias", |gl| {
        texture(gl, GL_RGBA8, [2, 2], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 16]);
        small_level();
        parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        let bias = |value: f32| glTexEnvf(GL_TEXTURE_FILTER_CONTROL_EXT, GL_TEXTURE_LOD_BIAS_EXT, value);
        assert_eq!(sample(gl, 0.5, 0.5), [0; 4]);
        bias(4.0);
        let mut value = 0.0;
        glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL_EXT, GL_TEXTURE_LOD_BIAS_EXT, &raw mut value);
        assert_eq!(value, 4.0);
        let text =
            "#version 330\nout vec4 pixel;\nuniform sampler2D image;\nvoid main() { pixel = texture(image, gl_FragCoord.xy / 2.0); }";
        assert_eq!(shade(gl, text), GREEN);
        bias(0.0);
        assert_eq!(shade(gl, text), [0; 4]);
        assert!(integer(gl, GL_MAX_TEXTURE_LOD_BIAS_EXT).is_some_and(|most| most >= 4));
    }),
    ("GL_EXT_texture_object", |_| {
        let mut name = 0u32;
        glGenTexturesEXT(1, &raw mut name);
        glBindTextureEXT(GL_TEXTURE_2D, name);
        assert_eq!(glIsTextureEXT(name), 1);
        glPrioritizeTexturesEXT(1, &raw const name, [0.5f32].as_ptr());
        let mut resident = 0u8;
        assert_eq!(glAreTexturesResidentEXT(1, &raw const name, &raw mut resident), 1);
        glDeleteTexturesEXT(1, &raw const name);
        assert_eq!(glIsTextureEXT(name), 0);
    }),
    ("GL_EXT_texture_rectangle", rectangles),
    ("GL_NV_texture_rectangle", rectangles),
    ("GL_EXT_vertex_array", |gl| {
        glBindVertexArray(0);
        let corners: [f32; 8] = [-1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0];
        let colors = [GREEN; 4];
        glVertexPointerEXT(2, GL_FLOAT, 0, 4, corners.as_ptr().cast());
        glColorPointerEXT(4, GL_UNSIGNED_BYTE, 0, 4, colors.as_ptr().cast());
        glEdgeFlagPointerEXT(0, 4, colors.as_ptr().cast());
        glIndexPointerEXT(GL_UNSIGNED_BYTE, 0, 4, colors.as_ptr().cast());
        glEnable(GL_VERTEX_ARRAY_EXT);
        glEnable(GL_COLOR_ARRAY_EXT);
        glDrawArraysEXT(GL_QUADS, 0, 4);
        assert_eq!(gl.pixel(8, 8), GREEN);
        let mut pointer = 0usize;
        glGetPointervEXT(GL_VERTEX_ARRAY_POINTER_EXT, (&raw mut pointer).cast());
        assert_eq!(pointer, corners.as_ptr() as usize);
        glBegin(GL_POINTS);
        glArrayElementEXT(1);
        glEnd();
    }),
    ("GL_INGR_blend_func_separate", |gl| {
        glBlendFuncSeparateINGR(GL_ONE, GL_ZERO, GL_ZERO, GL_ONE);
        assert_eq!(integer(gl, GL_BLEND_DST_ALPHA), Some(GL_ONE.cast_signed()));
    }),
    ("GL_NV_blend_square", |gl| {
        glEnable(GL_BLEND);
        glBlendFunc(GL_SRC_COLOR, GL_ZERO);
        glColor4f(0.5, 1.0, 0.0, 1.0);
        rectangle();
        assert_eq!(gl.pixel(8, 8), [64, 255, 0, 255]);
    }),
    ("GL_NV_texgen_reflection", |gl| {
        texture(gl, GL_RGBA8, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[9, 9, 9, 9, 0, 255, 0, 255]);
        glEnable(GL_TEXTURE_2D);
        glEnable(GL_TEXTURE_GEN_S);
        glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_NORMAL_MAP_NV.cast_signed());
        let mut mode = 0;
        glGetTexGeniv(GL_S, GL_TEXTURE_GEN_MODE, &raw mut mode);
        assert_eq!(mode.cast_unsigned(), GL_NORMAL_MAP_NV);
        glNormal3f(0.75, 0.0, 0.0);
        rectangle();
        assert_eq!(gl.pixel(8, 8), GREEN);
        glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, GL_REFLECTION_MAP_NV.cast_signed());
    }),
    ("GL_OES_read_format", |gl| {
        let names = [GL_IMPLEMENTATION_COLOR_READ_FORMAT_OES, GL_IMPLEMENTATION_COLOR_READ_TYPE_OES];
        let [format, ty] = names.map(|name| integer(gl, name).unwrap().cast_unsigned());
        read::<u8, 4>(gl, format, ty);
    }),
    ("GL_SGIS_generate_mipmap", |gl| {
        texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 4]);
        parameter(GL_GENERATE_MIPMAP_SGIS, 1);
        glTexImage2D(
            GL_TEXTURE_2D,
            0,
            GL_RGBA8.cast_signed(),
            2,
            1,
            0,
            GL_RGBA,
            GL_UNSIGNED_BYTE,
            [0u8, 0, 0, 0, 200, 200, 200, 200].as_ptr().cast(),
        );
        let mut texel = [0u8; 4];
        glGetTexImage(GL_TEXTURE_2D, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel.as_mut_ptr().cast());
        assert_eq!(texel, [100; 4]);
        glHint(GL_GENERATE_MIPMAP_HINT_SGIS, GL_NICEST);
    }),
    ("GL_SGIS_texture_lod", |gl| {
        texture(gl, GL_RGBA8, [2, 2], GL_RGBA, GL_UNSIGNED_BYTE, &[0; 16]);
        small_level();
        parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        parameter(GL_TEXTURE_MIN_LOD_SGIS, 1);
        assert_eq!(sample(gl, 0.5, 0.5), GREEN);
        parameter(GL_TEXTURE_MIN_LOD_SGIS, 0);
        parameter(GL_TEXTURE_BASE_LEVEL_SGIS, 1);
        assert_eq!(sample(gl, 0.5, 0.5), GREEN);
        parameter(GL_TEXTURE_MAX_LOD_SGIS, 0);
        parameter(GL_TEXTURE_MAX_LEVEL_SGIS, 1);
    }),
];

/// Level 1 of the bound texture: one green texel.
fn small_level() {
    glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA8.cast_signed(), 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, GREEN.as_ptr().cast());
}

/// Covers the window by the fixed function.
pub fn rectangle() {
    glUseProgram(0);
    glRectf(-1.0, -1.0, 1.0, 1.0);
}

/// The red that a light in the eye's direction gives a surface whose normal the model-view matrix makes half as long.
fn lit(gl: &Gl) -> u8 {
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, [0.0f32; 4].as_ptr());
    glLightfv(GL_LIGHT0, GL_POSITION, [0.0f32, 0.0, 1.0, 0.0].as_ptr());
    glMaterialfv(GL_FRONT, GL_DIFFUSE, [1.0f32; 4].as_ptr());
    glMaterialfv(GL_FRONT, GL_AMBIENT, [0.0f32; 4].as_ptr());
    glLoadIdentity();
    glScalef(2.0, 2.0, 2.0);
    glNormal3f(0.0, 0.0, 1.0);
    rectangle();
    gl.no_error();
    gl.pixel(8, 8)[0]
}

fn packed_pixels(gl: &Gl) {
    let types: [(u32, u32, &[u8], [u8; 4]); 5] = [
        (GL_RGB, GL_UNSIGNED_BYTE_3_3_2_EXT, &[0b1110_0011], [255, 0, 255, 255]),
        (GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4_EXT, &[0x0F, 0xF0], [255, 0, 0, 255]),
        (GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1_EXT, &[0xC1, 0x07], [0, 255, 0, 255]),
        (GL_RGBA, GL_UNSIGNED_INT_8_8_8_8_EXT, &[4, 3, 2, 1], [1, 2, 3, 4]),
        (GL_RGBA, GL_UNSIGNED_INT_10_10_10_2_EXT, &[0x03, 0, 0xC0, 0xFF], [255, 0, 0, 255]),
    ];
    for (format, ty, texels, expected) in types {
        texture(gl, GL_RGBA8, [1, 1], format, ty, texels);
        assert_eq!(sample(gl, 0.5, 0.5), expected, "{ty:#x}");
    }
}

fn multitexture(gl: &Gl) {
    assert!(integer(gl, GL_MAX_TEXTURE_UNITS_ARB).is_some_and(|units| units >= 2));
    let images = [[255, 255, 0, 255, 9, 9, 9, 9], [9, 9, 9, 9, 0, 255, 255, 255]];
    for (unit, texels) in [GL_TEXTURE0_ARB, GL_TEXTURE1_ARB].into_iter().zip(images) {
        glActiveTextureARB(unit);
        texture(gl, GL_RGBA8, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &texels);
        glEnable(GL_TEXTURE_2D);
    }
    assert_eq!(integer(gl, GL_ACTIVE_TEXTURE_ARB), Some(GL_TEXTURE1_ARB.cast_signed()));
    glMultiTexCoord2fARB(GL_TEXTURE0_ARB, 0.25, 0.5);
    glMultiTexCoord4dvARB(GL_TEXTURE1_ARB, [0.75f64, 0.5, 0.0, 1.0].as_ptr());
    rectangle();
    assert_eq!(gl.pixel(8, 8), GREEN);
    glClientActiveTextureARB(GL_TEXTURE1_ARB);
    assert_eq!(integer(gl, GL_CLIENT_ACTIVE_TEXTURE_ARB), Some(GL_TEXTURE1_ARB.cast_signed()));
    glMultiTexCoord1sARB(GL_TEXTURE0_ARB + 64, 0);
    assert_eq!(error(), GL_INVALID_ENUM);
}

/// Sizes of points at distances, and their limits.
fn points(gl: &Gl, set: impl Fn(u32, f32), attenuation: impl Fn([f32; 3])) {
    let size = |z: f32| {
        glClear(GL_COLOR_BUFFER_BIT);
        glBegin(GL_POINTS);
        glVertex3f(0.0, 0.0, z);
        glEnd();
        gl.no_error();
        (0..16).filter(|&x| gl.pixel(x, 8) == [255; 4]).count()
    };
    glPointSize(8.0);
    assert_eq!(size(0.5), 8);
    attenuation([0.0, 0.0, 16.0]);
    assert_eq!(floats::<3>(GL_POINT_DISTANCE_ATTENUATION), [0.0, 0.0, 16.0]);
    // 8 / (4 · 0.5), and 8 / (4 · 1).
    assert_eq!((size(0.5), size(-1.0)), (4, 2));
    set(GL_POINT_SIZE_MAX, 3.0);
    assert_eq!(size(0.5), 3);
    set(GL_POINT_SIZE_MIN, 3.0);
    assert_eq!(size(-1.0), 3);
    assert_eq!((floats::<1>(GL_POINT_SIZE_MIN), floats::<1>(GL_POINT_SIZE_MAX)), ([3.0], [3.0]));
    glPushAttrib(GL_POINT_BIT);
    set(GL_POINT_SIZE_MIN, 0.0);
    glPopAttrib();
    assert_eq!(floats::<1>(GL_POINT_SIZE_MIN), [3.0]);
    set(GL_POINT_SIZE_MIN, -1.0);
    assert_eq!(error(), GL_INVALID_VALUE);
    set(GL_POINT_FADE_THRESHOLD_SIZE, 2.0);
    assert_eq!(floats::<1>(GL_POINT_FADE_THRESHOLD_SIZE), [2.0]);
}

/// What the fixed function gives where the texture's depths, 0.25 and 0.75, are compared with 0.5.
pub fn shadows(gl: &Gl, compare: u32) -> [u8; 2] {
    texture(gl, GL_DEPTH_COMPONENT32F, [2, 1], GL_DEPTH_COMPONENT, GL_FLOAT, &[0.25f32, 0.75].map(f32::to_le_bytes).concat());
    parameter(GL_TEXTURE_COMPARE_MODE_ARB, GL_COMPARE_R_TO_TEXTURE_ARB);
    parameter(GL_TEXTURE_COMPARE_FUNC_ARB, compare);
    glEnable(GL_TEXTURE_2D);
    [0.25, 0.75].map(|s| {
        glTexCoord3f(s, 0.5, 0.5);
        rectangle();
        gl.no_error();
        gl.pixel(8, 8)[0]
    })
}

fn border_clamp(gl: &Gl) {
    texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[9; 4]);
    parameter(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_ARB);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, [0.0f32, 1.0, 0.0, 1.0].as_ptr());
    assert_eq!((sample(gl, 0.5, 0.5), sample(gl, 1.5, 0.5)), ([9; 4], GREEN));
}

fn edge_clamp(gl: &Gl) {
    texture(gl, GL_RGBA8, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[1, 1, 1, 1, 2, 2, 2, 2]);
    parameter(GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE_SGIS);
    assert_eq!([-3.0, 0.25, 0.75, 3.0].map(|s| sample(gl, s, 0.5)[0]), [1, 1, 2, 2]);
}

fn mirrored_repeat(gl: &Gl) {
    texture(gl, GL_RGBA8, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[1, 1, 1, 1, 2, 2, 2, 2]);
    parameter(GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT_ARB);
    assert_eq!([0.25, 0.75, 1.25, 1.75, 2.25].map(|s| sample(gl, s, 0.5)[0]), [1, 2, 2, 1, 1]);
}

/// A parameter of the active unit's environment.
fn env(name: u32, value: u32) {
    glTexEnvi(GL_TEXTURE_ENV, name, value.cast_signed());
}

/// The colour (240, 128, 64, 255 by 0.6) of the vertices and the texel (32, 32, 16, 160) under an environment.
fn environment(gl: &Gl, mode: u32, parameters: &[(u32, u32)]) -> [u8; 4] {
    texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[32, 32, 16, 160]);
    glEnable(GL_TEXTURE_2D);
    env(GL_TEXTURE_ENV_MODE, mode);
    parameters.iter().for_each(|&(name, value)| env(name, value));
    for &(name, value) in parameters {
        let mut found = 0;
        glGetTexEnviv(GL_TEXTURE_ENV, name, &raw mut found);
        assert_eq!(found.cast_unsigned(), value, "{name:#x}");
    }
    glColor4ub(240, 128, 64, 153);
    rectangle();
    gl.no_error();
    gl.pixel(8, 8)
}

fn combine(gl: &Gl) {
    let all = |function: u32| [(GL_COMBINE_RGB, function), (GL_COMBINE_ALPHA, GL_REPLACE), (GL_SRC0_ALPHA, GL_TEXTURE)];
    assert_eq!(environment(gl, GL_COMBINE, &all(GL_REPLACE)), [32, 32, 16, 160]);
    assert_eq!(environment(gl, GL_COMBINE, &all(GL_ADD)), [255, 160, 80, 160]);
    let signed = environment(gl, GL_COMBINE, &all(GL_ADD_SIGNED));
    assert!([144, 145].contains(&signed[0]) && [32, 33].contains(&signed[1]) && signed[2..] == [0, 160], "{signed:?}");
    let scaled = [(GL_COMBINE_RGB, GL_REPLACE), (GL_OPERAND0_RGB, GL_ONE_MINUS_SRC_COLOR), (GL_RGB_SCALE, 2), (GL_ALPHA_SCALE, 4)];
    assert_eq!(environment(gl, GL_COMBINE, &scaled), [255, 255, 255, 255]);
    glTexEnvi(GL_TEXTURE_ENV, GL_RGB_SCALE, 3);
    assert_eq!(error(), GL_INVALID_VALUE);
    glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA, GL_DOT3_RGB.cast_signed());
    assert_eq!(error(), GL_INVALID_ENUM);
}

/// "4 · ((Arg0r − 0.5) · (Arg1r − 0.5) + …)" in all components.
fn dot3(gl: &Gl) {
    let parameters = [(GL_COMBINE_RGB, GL_DOT3_RGBA_ARB), (GL_SRC0_RGB, GL_PRIMARY_COLOR), (GL_SRC1_RGB, GL_PRIMARY_COLOR)];
    let found = environment(gl, GL_COMBINE, &parameters);
    // (240, 128, 64): 4 · (0.4412² + 0.002² + 0.249²) is above 1.
    assert_eq!(found, [255; 4]);
}

/// Coordinates of rectangles are texels.
fn rectangles(gl: &Gl) {
    let name = generate!(glGenTextures);
    glBindTexture(GL_TEXTURE_RECTANGLE_NV, name);
    assert_eq!(integer(gl, GL_TEXTURE_BINDING_RECTANGLE_NV), Some(name.cast_signed()));
    glTexImage2D(
        GL_TEXTURE_RECTANGLE_NV,
        0,
        GL_RGBA8.cast_signed(),
        3,
        1,
        0,
        GL_RGBA,
        GL_UNSIGNED_BYTE,
        [[9u8; 4], [9; 4], GREEN].as_ptr().cast(),
    );
    glEnable(GL_TEXTURE_RECTANGLE_NV);
    glTexParameteri(GL_TEXTURE_RECTANGLE_NV, GL_TEXTURE_MAG_FILTER, GL_NEAREST.cast_signed());
    glTexParameteri(GL_TEXTURE_RECTANGLE_NV, GL_TEXTURE_MIN_FILTER, GL_NEAREST.cast_signed());
    glTexCoord2f(2.5, 0.5);
    rectangle();
    assert_eq!(gl.pixel(8, 8), GREEN);
    assert!(integer(gl, GL_MAX_RECTANGLE_TEXTURE_SIZE_NV).is_some_and(|size| size >= 64));
    glTexParameteri(GL_TEXTURE_RECTANGLE_NV, GL_TEXTURE_WRAP_S, GL_REPEAT.cast_signed());
    assert_eq!(error(), GL_INVALID_ENUM);
}
