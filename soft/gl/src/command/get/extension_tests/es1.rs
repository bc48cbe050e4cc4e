//! Extensions of OpenGL ES 1.1 contexts.

use super::*;

const ONE: i32 = 0x1_0000;
const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const YELLOW: [u8; 4] = [255, 255, 0, 255];

pub const TABLE: Table = &[
    ("GL_ANGLE_texture_compression_dxt3", |gl| {
        compressed(GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, [4, 4], 0, &[[0xFF; 8], [0, 0xF8, 0, 0, 0, 0, 0, 0]].concat());
        assert_eq!(textured(gl), RED);
    }),
    ("GL_ANGLE_texture_compression_dxt5", |gl| {
        compressed(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, [4, 4], 0, &[[255, 0, 0, 0, 0, 0, 0, 0], [0, 0xF8, 0, 0, 0, 0, 0, 0]].concat());
        assert_eq!(textured(gl), RED);
    }),
    ("GL_APPLE_texture_max_level", |_| {
        parameter(GL_TEXTURE_MAX_LEVEL, 1);
        let mut level = 0;
        glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, &raw mut level);
        assert_eq!(level, 1);
    }),
    ("GL_EXT_blend_minmax", |gl| {
        assert_eq!(blended(gl, || glBlendEquationOES(GL_MAX)), YELLOW);
    }),
    ("GL_EXT_compressed_ETC1_RGB8_sub_texture", |gl| {
        etc1();
        glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 4, GL_ETC1_RGB8_OES, 8, [0u8, 0, 0xF8, 2, 0, 0, 0, 0].as_ptr().cast());
        assert_eq!(textured(gl)[..2], [2, 2]);
    }),
    ("GL_EXT_debug_label", |gl| {
        let name = gl.buffer(GL_ARRAY_BUFFER, &[1]);
        glLabelObjectEXT(GL_BUFFER_OBJECT_EXT, name, 0, c"corners".as_ptr());
        let mut length = 0;
        glGetObjectLabelEXT(GL_BUFFER_OBJECT_EXT, name, 0, &raw mut length, std::ptr::null_mut());
        assert_eq!(length, 7);
    }),
    ("GL_EXT_discard_framebuffer", |_| {
        glDiscardFramebufferEXT(GL_FRAMEBUFFER, 1, [GL_COLOR].as_ptr());
    }),
    ("GL_EXT_map_buffer_range", |gl| {
        gl.buffer(GL_ARRAY_BUFFER, &[1, 2]);
        let mapped = glMapBufferRangeEXT(GL_ARRAY_BUFFER, 4, 4, GL_MAP_READ_BIT).cast::<u32>().cast_const();
        // SAFETY: the mapping has four bytes.
        assert_eq!(unsafe { mapped.read() }, 2);
        glUnmapBufferOES(GL_ARRAY_BUFFER);
    }),
    ("GL_EXT_multi_draw_arrays", |gl| {
        square();
        color(GREEN);
        glMultiDrawArraysEXT(GL_TRIANGLE_STRIP, [0].as_ptr(), [4].as_ptr(), 1);
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_EXT_polygon_offset_clamp", |_| {
        glPolygonOffsetClampEXT(1.0, 1.0, 0.5);
        assert_eq!(floats(GL_POLYGON_OFFSET_CLAMP), [0.5]);
    }),
    ("GL_EXT_read_format_bgra", |gl| {
        color(RED);
        draw(gl);
        assert_eq!(read(GL_BGRA), BLUE);
    }),
    ("GL_EXT_texture_compression_dxt1", |gl| {
        compressed(GL_COMPRESSED_RGB_S3TC_DXT1_EXT, [4, 4], 0, &[0, 0xF8, 0, 0, 0, 0, 0, 0]);
        assert_eq!(textured(gl), RED);
    }),
    ("GL_EXT_texture_filter_anisotropic", |_| parameter(GL_TEXTURE_MAX_ANISOTROPY, 2)),
    ("GL_EXT_texture_format_BGRA8888", |gl| {
        image(GL_BGRA, [1, 1], &RED);
        assert_eq!(textured(gl), BLUE);
    }),
    ("GL_EXT_texture_lod_bias", |gl| {
        image(GL_RGBA, [2, 2], &[RED; 4].concat());
        glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, GREEN.as_ptr().cast());
        parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        assert!(integer(gl, GL_MAX_TEXTURE_LOD_BIAS) >= Some(2));
        // An eighth of a texel for each pixel.
        let coordinates = [0i8, 0, 1, 0, 0, 1, 1, 1];
        glTexCoordPointer(2, GL_BYTE, 0, coordinates.as_ptr().cast());
        glEnableClientState(GL_TEXTURE_COORD_ARRAY);
        assert_eq!(textured(gl), RED);
        glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 8.0);
        assert_eq!(textured(gl), GREEN);
    }),
    ("GL_KHR_debug", |gl| {
        let name = gl.buffer(GL_ARRAY_BUFFER, &[1]);
        glObjectLabelKHR(GL_BUFFER, name, -1, c"corners".as_ptr());
        glEnable(GL_DEBUG_OUTPUT);
        let mut pointer = 1usize;
        glGetPointervKHR(GL_DEBUG_CALLBACK_FUNCTION, (&raw mut pointer).cast());
        assert_eq!(pointer, 0);
    }),
    ("GL_OES_blend_equation_separate", |gl| {
        assert_eq!(blended(gl, || glBlendEquationSeparateOES(GL_FUNC_ADD, GL_FUNC_SUBTRACT)), [255, 255, 0, 0]);
    }),
    ("GL_OES_blend_func_separate", |gl| {
        let separate = || glBlendFuncSeparateOES(GL_ONE, GL_ONE, GL_ZERO, GL_ZERO);
        assert_eq!(blended(gl, separate), [255, 255, 0, 0]);
    }),
    ("GL_OES_blend_subtract", |gl| {
        let subtract = || glBlendEquationOES(GL_FUNC_REVERSE_SUBTRACT);
        assert_eq!(blended(gl, subtract), [255, 0, 0, 0]);
    }),
    ("GL_OES_byte_coordinates", |gl| {
        color(GREEN);
        let corners = [-1i8, -1, 1, -1, -1, 1, 1, 1];
        glVertexPointer(2, GL_BYTE, 0, corners.as_ptr().cast());
        glEnableClientState(GL_VERTEX_ARRAY);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        assert_eq!(gl.pixel(15, 15), GREEN);
    }),
    ("GL_OES_compressed_ETC1_RGB8_texture", |gl| {
        etc1();
        assert_eq!(textured(gl), [2, 2, 2, 255]);
    }),
    ("GL_OES_compressed_paletted_texture", |gl| {
        let mut palette = [[0u8; 4]; 16];
        (palette[1], palette[15]) = (GREEN, RED);
        // Two levels: two texels of a byte, and one texel.
        compressed(GL_PALETTE4_RGBA8_OES, [2, 1], -1, &[palette.as_flattened(), &[0x1F, 0xF0]].concat());
        draw_texture([0, 0, 2, 1], [16, 16]);
        assert_eq!([gl.pixel(3, 3), gl.pixel(12, 3)], [GREEN, RED]);
    }),
    ("GL_OES_depth24", |_| renderbuffer(GL_DEPTH_COMPONENT24, GL_RENDERBUFFER_DEPTH_SIZE, 24)),
    ("GL_OES_draw_texture", |gl| {
        image(GL_RGBA, [2, 1], &[RED, GREEN].concat());
        draw_texture([2, 0, -2, 1], [8, 8]);
        assert_eq!([gl.pixel(0, 0), gl.pixel(7, 7), gl.pixel(8, 8)], [GREEN, RED, [0; 4]]);
    }),
    ("GL_OES_element_index_uint", |gl| {
        square();
        color(GREEN);
        let indices = [0u32, 1, 2, 3];
        glDrawElements(GL_TRIANGLE_STRIP, 4, GL_UNSIGNED_INT, indices.as_ptr().cast());
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_OES_fbo_render_mipmap", |_| {
        image(GL_RGBA, [2, 2], &[RED; 4].concat());
        glGenerateMipmapOES(GL_TEXTURE_2D);
        framebuffer(|| {
            glFramebufferTexture2DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, 1);
        });
        assert_eq!(read(GL_RGBA), RED);
    }),
    ("GL_OES_fixed_point", |gl| {
        glColor4xOES(0, ONE, 0, ONE);
        glScalexOES(ONE / 2, ONE, ONE);
        draw(gl);
        assert_eq!([gl.pixel(3, 8), gl.pixel(4, 8)], [[0; 4], GREEN]);
    }),
    ("GL_OES_framebuffer_object", |gl| {
        image(GL_RGBA, [1, 1], &RED);
        framebuffer(|| {
            glFramebufferTexture2DOES(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 1, 0);
        });
        color(GREEN);
        glViewport(0, 0, 1, 1);
        square();
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        assert_eq!(read(GL_RGBA), GREEN);
        assert_eq!(integer(gl, GL_FRAMEBUFFER_BINDING), Some(1));
    }),
    ("GL_OES_mapbuffer", |gl| {
        gl.buffer(GL_ARRAY_BUFFER, &[1]);
        let mapped = glMapBufferOES(GL_ARRAY_BUFFER, GL_WRITE_ONLY).cast::<u32>();
        let mut pointer = 0usize;
        glGetBufferPointervOES(GL_ARRAY_BUFFER, GL_BUFFER_MAP_POINTER, (&raw mut pointer).cast());
        assert_eq!(pointer, mapped.addr());
        assert_eq!(glUnmapBufferOES(GL_ARRAY_BUFFER), 1);
    }),
    ("GL_OES_matrix_get", |_| {
        glTranslatef(0.5, 0.0, 0.0);
        let mut bits = [0u32; 16];
        glGetIntegerv(GL_MODELVIEW_MATRIX_FLOAT_AS_INT_BITS_OES, bits.as_mut_ptr().cast());
        assert_eq!([0, 12].map(|index: usize| f32::from_bits(bits[index])), [1.0, 0.5]);
    }),
    ("GL_OES_packed_depth_stencil", |_| renderbuffer(GL_DEPTH24_STENCIL8, GL_RENDERBUFFER_STENCIL_SIZE, 8)),
    ("GL_OES_point_size_array", |gl| {
        let (places, sizes) = ([-0.5f32, 0.0, 0.5, 0.0], [2.0f32, 4.0]);
        glVertexPointer(2, GL_FLOAT, 0, places.as_ptr().cast());
        glPointSizePointerOES(GL_FLOAT, 0, sizes.as_ptr().cast());
        [GL_VERTEX_ARRAY, GL_POINT_SIZE_ARRAY_OES].into_iter().for_each(glEnableClientState);
        color(GREEN);
        glDrawArrays(GL_POINTS, 0, 2);
        assert_eq!([gl.pixel(3, 8), gl.pixel(4, 8), gl.pixel(5, 8)], [GREEN, GREEN, [0; 4]]);
        assert_eq!([gl.pixel(9, 8), gl.pixel(10, 8), gl.pixel(13, 8), gl.pixel(14, 8)], [[0; 4], GREEN, GREEN, [0; 4]]);
    }),
    ("GL_OES_point_sprite", |gl| {
        image(GL_RGBA, [1, 2], &[RED, GREEN].concat());
        glEnable(GL_TEXTURE_2D);
        glEnable(GL_POINT_SPRITE);
        glTexEnvi(GL_POINT_SPRITE, GL_COORD_REPLACE, 1);
        glPointSize(8.0);
        let place = [0.0f32; 2];
        glVertexPointer(2, GL_FLOAT, 0, place.as_ptr().cast());
        glEnableClientState(GL_VERTEX_ARRAY);
        glDrawArrays(GL_POINTS, 0, 1);
        // "t varies from 0 to 1 vertically top-to-bottom"
        assert_eq!([gl.pixel(8, 10), gl.pixel(8, 5)], [RED, GREEN]);
    }),
    ("GL_OES_query_matrix", |_| {
        let mut matrix = [0.0f32; 16];
        (matrix[0], matrix[12], matrix[13]) = (1.0, -2.5, f32::INFINITY);
        glLoadMatrixf(matrix.as_ptr());
        let (mut mantissas, mut exponents) = ([0; 16], [1; 16]);
        let status = glQueryMatrixxOES(mantissas.as_mut_ptr(), exponents.as_mut_ptr());
        assert_eq!((mantissas[0], mantissas[12], exponents[12], status), (ONE, -5 * ONE / 2, 0, 1 << 13));
    }),
    ("GL_OES_read_format", |gl| {
        let found = [GL_IMPLEMENTATION_COLOR_READ_FORMAT, GL_IMPLEMENTATION_COLOR_READ_TYPE].map(|name| integer(gl, name));
        assert_eq!(found, [Some(GL_RGBA as i32), Some(GL_UNSIGNED_BYTE as i32)]);
    }),
    ("GL_OES_required_internalformat", |gl| {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8 as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, GREEN.as_ptr().cast());
        assert_eq!(textured(gl), GREEN);
    }),
    ("GL_OES_rgb8_rgba8", |_| renderbuffer(GL_RGB8, GL_RENDERBUFFER_RED_SIZE, 8)),
    ("GL_OES_single_precision", |gl| {
        glOrthofOES(-2.0, 2.0, -1.0, 1.0, -1.0, 1.0);
        color(GREEN);
        draw(gl);
        assert_eq!([gl.pixel(3, 8), gl.pixel(4, 8)], [[0; 4], GREEN]);
        glClearDepthfOES(0.5);
        glDepthRangefOES(0.0, 1.0);
    }),
    ("GL_OES_stencil8", |_| renderbuffer(GL_STENCIL_INDEX8, GL_RENDERBUFFER_STENCIL_SIZE, 8)),
    ("GL_OES_stencil_wrap", |gl| {
        glStencilOp(GL_KEEP, GL_INCR_WRAP, GL_DECR_WRAP);
        assert_eq!(integer(gl, GL_STENCIL_PASS_DEPTH_PASS), Some(GL_DECR_WRAP as i32));
    }),
    ("GL_OES_surfaceless_context", |gl| {
        gl.0.lock().unwrap().bind_surfaces(None, None);
        let status = glCheckFramebufferStatusOES(GL_FRAMEBUFFER);
        assert_eq!(status, GL_FRAMEBUFFER_UNDEFINED);
    }),
    ("GL_OES_texture_cube_map", |gl| {
        glBindTexture(GL_TEXTURE_CUBE_MAP, 1);
        for (face, color) in (GL_TEXTURE_CUBE_MAP_POSITIVE_X..).zip([BLUE, BLUE, BLUE, BLUE, GREEN, RED]) {
            glTexImage2D(face, 0, GL_RGBA as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, color.as_ptr().cast());
        }
        glTexParameteri(GL_TEXTURE_CUBE_MAP, GL_TEXTURE_MIN_FILTER, GL_NEAREST as i32);
        [GL_TEXTURE_CUBE_MAP, GL_TEXTURE_GEN_STR_OES].into_iter().for_each(glEnable);
        let mut mode = 0u32;
        glGetTexGenivOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE, (&raw mut mode).cast());
        assert_eq!(mode, GL_REFLECTION_MAP);
        glTexGenxOES(GL_TEXTURE_GEN_STR_OES, GL_TEXTURE_GEN_MODE, GL_NORMAL_MAP as i32);
        draw(gl);
        // The normal is (0, 0, 1).
        assert_eq!(gl.pixel(8, 8), GREEN);
        assert_eq!(glIsEnabled(GL_TEXTURE_GEN_STR_OES), 1);
    }),
    ("GL_OES_texture_env_crossbar", |gl| {
        image(GL_RGBA, [1, 1], &GREEN);
        glEnable(GL_TEXTURE_2D);
        glActiveTexture(GL_TEXTURE1);
        glBindTexture(GL_TEXTURE_2D, 2);
        image_of(GL_RGBA, [1, 1], &RED);
        for (name, value) in
            [(GL_TEXTURE_ENV_MODE, GL_COMBINE), (GL_COMBINE_RGB, GL_REPLACE), (GL_COMBINE_ALPHA, GL_REPLACE), (GL_SRC0_RGB, GL_TEXTURE0)]
        {
            glTexEnvi(GL_TEXTURE_ENV, name, value as i32);
        }
        assert_eq!(textured(gl), GREEN);
    }),
    ("GL_OES_texture_mirrored_repeat", |_| parameter(GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT)),
    ("GL_OES_texture_npot", |gl| {
        image(GL_RGBA, [3, 1], &[GREEN; 3].concat());
        parameter(GL_GENERATE_MIPMAP, 1);
        image_of(GL_RGBA, [3, 1], &[GREEN; 3].concat());
        parameter(GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        assert_eq!(textured(gl), GREEN);
    }),
    ("GL_OES_vertex_array_object", |gl| {
        let mut name = 0;
        glGenVertexArraysOES(1, &raw mut name);
        glBindVertexArrayOES(name);
        glEnableClientState(GL_VERTEX_ARRAY);
        assert_eq!(integer(gl, GL_VERTEX_ARRAY_BINDING), Some(name as i32));
        glBindVertexArrayOES(0);
        assert_eq!(glIsEnabled(GL_VERTEX_ARRAY), 0);
    }),
];

/// Sets a parameter of the two-dimensional texture.
fn parameter(name: u32, value: u32) {
    glTexParameteri(GL_TEXTURE_2D, name, value as i32);
}

/// Sets the current colour.
fn color([red, green, blue, alpha]: [u8; 4]) {
    glColor4ub(red, green, blue, alpha);
}

/// Sets the corners of the window as vertices, for a strip of triangles.
fn square() {
    static CORNERS: [f32; 8] = [-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0];
    glVertexPointer(2, GL_FLOAT, 0, CORNERS.as_ptr().cast());
    glEnableClientState(GL_VERTEX_ARRAY);
}

/// Draws the square.
fn draw(gl: &Gl) {
    square();
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    gl.no_error();
}

/// Blends green to red; returns a pixel.
fn blended(gl: &Gl, set: impl Fn()) -> [u8; 4] {
    color(RED);
    draw(gl);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    set();
    color(GREEN);
    draw(gl);
    gl.pixel(8, 8)
}

/// Makes an image of texture 1, which is bound.
fn image(format: u32, size: [i32; 2], texels: &[u8]) {
    glBindTexture(GL_TEXTURE_2D, 1);
    image_of(format, size, texels);
}

/// Makes an image of the bound texture.
fn image_of(format: u32, [width, height]: [i32; 2], texels: &[u8]) {
    for name in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        parameter(name, GL_NEAREST);
    }
    glTexImage2D(GL_TEXTURE_2D, 0, format as i32, width, height, 0, format, GL_UNSIGNED_BYTE, texels.as_ptr().cast());
}

/// Makes a compressed image of texture 1, which is bound.
fn compressed(format: u32, [width, height]: [i32; 2], level: i32, blocks: &[u8]) {
    glBindTexture(GL_TEXTURE_2D, 1);
    for name in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        parameter(name, GL_NEAREST);
    }
    glCompressedTexImage2D(GL_TEXTURE_2D, level, format, width, height, 0, blocks.len() as i32, blocks.as_ptr().cast());
}

/// Makes an image of ETC1.
fn etc1() {
    compressed(GL_ETC1_RGB8_OES, [4, 4], 0, &[0; 8]);
}

/// Draws the square with the texture and the coordinates (0, 0) on white; returns a pixel.
fn textured(gl: &Gl) -> [u8; 4] {
    glEnable(GL_TEXTURE_2D);
    color([255; 4]);
    draw(gl);
    gl.pixel(8, 8)
}

/// Draws a region of the texture to the lower left corner of the window.
fn draw_texture(region: [i32; 4], [width, height]: [i32; 2]) {
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_CROP_RECT_OES, region.as_ptr());
    glEnable(GL_TEXTURE_2D);
    glDrawTexiOES(0, 0, 0, width, height);
}

/// Returns the first pixel of the framebuffer.
fn read(format: u32) -> [u8; 4] {
    let mut pixel = [0u8; 4];
    glReadPixels(0, 0, 1, 1, format, GL_UNSIGNED_BYTE, pixel.as_mut_ptr().cast());
    pixel
}

/// Makes a renderbuffer of a format and asks for a size of its components.
fn renderbuffer(format: u32, name: u32, bits: i32) {
    glBindRenderbufferOES(GL_RENDERBUFFER, 1);
    glRenderbufferStorageOES(GL_RENDERBUFFER, format, 4, 4);
    let mut found = 0;
    glGetRenderbufferParameterivOES(GL_RENDERBUFFER, name, &raw mut found);
    assert_eq!(found, bits);
}

/// Binds a framebuffer that `attach` completes.
fn framebuffer(attach: impl Fn()) {
    glBindFramebufferOES(GL_FRAMEBUFFER, 1);
    attach();
    assert_eq!(glCheckFramebufferStatusOES(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
}
