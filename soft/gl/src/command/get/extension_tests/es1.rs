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
        gl!(glGetTexParameteriv(GL_TEXTURE_2D => u32, GL_TEXTURE_MAX_LEVEL => u32, &raw mut level => *mut i32));
        assert_eq!(level, 1);
    }),
    ("GL_EXT_blend_minmax", |gl| {
        assert_eq!(blended(gl, || gl!(glBlendEquationOES(GL_MAX => u32))), YELLOW);
    }),
    ("GL_EXT_compressed_ETC1_RGB8_sub_texture", |gl| {
        etc1();
        gl!(glCompressedTexSubImage2D(
            GL_TEXTURE_2D => u32, 0 => i32, 0 => i32, 0 => i32, 4 => i32, 4 => i32, GL_ETC1_RGB8_OES => u32, 8 => i32,
            [0u8, 0, 0xF8, 2, 0, 0, 0, 0].as_ptr() => *const u8
        ));
        assert_eq!(textured(gl)[..2], [2, 2]);
    }),
    ("GL_EXT_debug_label", |gl| {
        let name = gl.buffer(GL_ARRAY_BUFFER, &[1]);
        gl!(glLabelObjectEXT(GL_BUFFER_OBJECT_EXT => u32, name => u32, 0 => i32, c"corners".as_ptr() => *const i8));
        let mut length = 0;
        gl!(glGetObjectLabelEXT(
            GL_BUFFER_OBJECT_EXT => u32, name => u32, 0 => i32, &raw mut length => *mut i32, std::ptr::null_mut() => *mut i8
        ));
        assert_eq!(length, 7);
    }),
    ("GL_EXT_discard_framebuffer", |_| {
        gl!(glDiscardFramebufferEXT(GL_FRAMEBUFFER => u32, 1 => i32, [GL_COLOR].as_ptr() => *const u32));
    }),
    ("GL_EXT_map_buffer_range", |gl| {
        gl.buffer(GL_ARRAY_BUFFER, &[1, 2]);
        let mapped = gl!(glMapBufferRangeEXT(GL_ARRAY_BUFFER => u32, 4 => isize, 4 => isize, GL_MAP_READ_BIT => u32) -> *const u32);
        // SAFETY: the mapping has four bytes.
        assert_eq!(unsafe { mapped.read() }, 2);
        gl!(glUnmapBufferOES(GL_ARRAY_BUFFER => u32) -> u8);
    }),
    ("GL_EXT_multi_draw_arrays", |gl| {
        square();
        color(GREEN);
        gl!(glMultiDrawArraysEXT(GL_TRIANGLE_STRIP => u32, [0].as_ptr() => *const i32, [4].as_ptr() => *const i32, 1 => i32));
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_EXT_polygon_offset_clamp", |_| {
        gl!(glPolygonOffsetClampEXT(1.0 => f32, 1.0 => f32, 0.5 => f32));
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
        gl!(glTexImage2D(
            GL_TEXTURE_2D => u32, 1 => i32, GL_RGBA as i32 => i32, 1 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
            GREEN.as_ptr() => *const u8
        ));
        parameter(GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        assert!(integer(gl, GL_MAX_TEXTURE_LOD_BIAS) >= Some(2));
        // An eighth of a texel for each pixel.
        let coordinates = [0i8, 0, 1, 0, 0, 1, 1, 1];
        gl!(glTexCoordPointer(2 => i32, GL_BYTE => u32, 0 => i32, coordinates.as_ptr() => *const i8));
        gl!(glEnableClientState(GL_TEXTURE_COORD_ARRAY => u32));
        assert_eq!(textured(gl), RED);
        gl!(glTexEnvf(GL_TEXTURE_FILTER_CONTROL => u32, GL_TEXTURE_LOD_BIAS => u32, 8.0 => f32));
        assert_eq!(textured(gl), GREEN);
    }),
    ("GL_KHR_debug", |gl| {
        let name = gl.buffer(GL_ARRAY_BUFFER, &[1]);
        gl!(glObjectLabelKHR(GL_BUFFER => u32, name => u32, -1 => i32, c"corners".as_ptr() => *const i8));
        gl!(glEnable(GL_DEBUG_OUTPUT => u32));
        let mut pointer = 1;
        gl!(glGetPointervKHR(GL_DEBUG_CALLBACK_FUNCTION => u32, &raw mut pointer => *mut usize));
        assert_eq!(pointer, 0);
    }),
    ("GL_OES_blend_equation_separate", |gl| {
        assert_eq!(blended(gl, || gl!(glBlendEquationSeparateOES(GL_FUNC_ADD => u32, GL_FUNC_SUBTRACT => u32))), [255, 255, 0, 0]);
    }),
    ("GL_OES_blend_func_separate", |gl| {
        let separate = || gl!(glBlendFuncSeparateOES(GL_ONE => u32, GL_ONE => u32, GL_ZERO => u32, GL_ZERO => u32));
        assert_eq!(blended(gl, separate), [255, 255, 0, 0]);
    }),
    ("GL_OES_blend_subtract", |gl| {
        let subtract = || gl!(glBlendEquationOES(GL_FUNC_REVERSE_SUBTRACT => u32));
        assert_eq!(blended(gl, subtract), [255, 0, 0, 0]);
    }),
    ("GL_OES_byte_coordinates", |gl| {
        color(GREEN);
        let corners = [-1i8, -1, 1, -1, -1, 1, 1, 1];
        gl!(glVertexPointer(2 => i32, GL_BYTE => u32, 0 => i32, corners.as_ptr() => *const i8));
        gl!(glEnableClientState(GL_VERTEX_ARRAY => u32));
        gl!(glDrawArrays(GL_TRIANGLE_STRIP => u32, 0 => i32, 4 => i32));
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
        gl!(glDrawElements(GL_TRIANGLE_STRIP => u32, 4 => i32, GL_UNSIGNED_INT => u32, indices.as_ptr() => *const u32));
        assert_eq!(gl.pixel(8, 8), GREEN);
    }),
    ("GL_OES_fbo_render_mipmap", |_| {
        image(GL_RGBA, [2, 2], &[RED; 4].concat());
        gl!(glGenerateMipmapOES(GL_TEXTURE_2D => u32));
        framebuffer(|| {
            gl!(glFramebufferTexture2DOES(
                GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D => u32, 1 => u32, 1 => i32
            ));
        });
        assert_eq!(read(GL_RGBA), RED);
    }),
    ("GL_OES_fixed_point", |gl| {
        gl!(glColor4xOES(0 => i32, ONE => i32, 0 => i32, ONE => i32));
        gl!(glScalexOES(ONE / 2 => i32, ONE => i32, ONE => i32));
        draw(gl);
        assert_eq!([gl.pixel(3, 8), gl.pixel(4, 8)], [[0; 4], GREEN]);
    }),
    ("GL_OES_framebuffer_object", |gl| {
        image(GL_RGBA, [1, 1], &RED);
        framebuffer(|| {
            gl!(glFramebufferTexture2DOES(
                GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D => u32, 1 => u32, 0 => i32
            ));
        });
        color(GREEN);
        gl!(glViewport(0 => i32, 0 => i32, 1 => i32, 1 => i32));
        square();
        gl!(glDrawArrays(GL_TRIANGLE_STRIP => u32, 0 => i32, 4 => i32));
        assert_eq!(read(GL_RGBA), GREEN);
        assert_eq!(integer(gl, GL_FRAMEBUFFER_BINDING), Some(1));
    }),
    ("GL_OES_mapbuffer", |gl| {
        gl.buffer(GL_ARRAY_BUFFER, &[1]);
        let mapped = gl!(glMapBufferOES(GL_ARRAY_BUFFER => u32, GL_WRITE_ONLY => u32) -> *mut u32);
        let mut pointer = 0;
        gl!(glGetBufferPointervOES(GL_ARRAY_BUFFER => u32, GL_BUFFER_MAP_POINTER => u32, &raw mut pointer => *mut usize));
        assert_eq!(pointer, mapped.addr());
        assert_eq!(gl!(glUnmapBufferOES(GL_ARRAY_BUFFER => u32) -> u8), 1);
    }),
    ("GL_OES_matrix_get", |_| {
        gl!(glTranslatef(0.5 => f32, 0.0 => f32, 0.0 => f32));
        let mut bits = [0; 16];
        gl!(glGetIntegerv(GL_MODELVIEW_MATRIX_FLOAT_AS_INT_BITS_OES => u32, bits.as_mut_ptr() => *mut u32));
        assert_eq!([0, 12].map(|index: usize| f32::from_bits(bits[index])), [1.0, 0.5]);
    }),
    ("GL_OES_packed_depth_stencil", |_| renderbuffer(GL_DEPTH24_STENCIL8, GL_RENDERBUFFER_STENCIL_SIZE, 8)),
    ("GL_OES_point_size_array", |gl| {
        let (places, sizes) = ([-0.5f32, 0.0, 0.5, 0.0], [2.0f32, 4.0]);
        gl!(glVertexPointer(2 => i32, GL_FLOAT => u32, 0 => i32, places.as_ptr() => *const f32));
        gl!(glPointSizePointerOES(GL_FLOAT => u32, 0 => i32, sizes.as_ptr() => *const f32));
        [GL_VERTEX_ARRAY, GL_POINT_SIZE_ARRAY_OES].into_iter().for_each(|array| gl!(glEnableClientState(array => u32)));
        color(GREEN);
        gl!(glDrawArrays(GL_POINTS => u32, 0 => i32, 2 => i32));
        assert_eq!([gl.pixel(3, 8), gl.pixel(4, 8), gl.pixel(5, 8)], [GREEN, GREEN, [0; 4]]);
        assert_eq!([gl.pixel(9, 8), gl.pixel(10, 8), gl.pixel(13, 8), gl.pixel(14, 8)], [[0; 4], GREEN, GREEN, [0; 4]]);
    }),
    ("GL_OES_point_sprite", |gl| {
        image(GL_RGBA, [1, 2], &[RED, GREEN].concat());
        gl!(glEnable(GL_TEXTURE_2D => u32));
        gl!(glEnable(GL_POINT_SPRITE => u32));
        gl!(glTexEnvi(GL_POINT_SPRITE => u32, GL_COORD_REPLACE => u32, 1 => i32));
        gl!(glPointSize(8.0 => f32));
        let place = [0.0f32; 2];
        gl!(glVertexPointer(2 => i32, GL_FLOAT => u32, 0 => i32, place.as_ptr() => *const f32));
        gl!(glEnableClientState(GL_VERTEX_ARRAY => u32));
        gl!(glDrawArrays(GL_POINTS => u32, 0 => i32, 1 => i32));
        // "t varies from 0 to 1 vertically top-to-bottom"
        assert_eq!([gl.pixel(8, 10), gl.pixel(8, 5)], [RED, GREEN]);
    }),
    ("GL_OES_query_matrix", |_| {
        let mut matrix = [0.0f32; 16];
        (matrix[0], matrix[12], matrix[13]) = (1.0, -2.5, f32::INFINITY);
        gl!(glLoadMatrixf(matrix.as_ptr() => *const f32));
        let (mut mantissas, mut exponents) = ([0; 16], [1; 16]);
        let status = gl!(glQueryMatrixxOES(mantissas.as_mut_ptr() => *mut i32, exponents.as_mut_ptr() => *mut i32) -> u32);
        assert_eq!((mantissas[0], mantissas[12], exponents[12], status), (ONE, -5 * ONE / 2, 0, 1 << 13));
    }),
    ("GL_OES_read_format", |gl| {
        let found = [GL_IMPLEMENTATION_COLOR_READ_FORMAT, GL_IMPLEMENTATION_COLOR_READ_TYPE].map(|name| integer(gl, name));
        assert_eq!(found, [Some(GL_RGBA as i32), Some(GL_UNSIGNED_BYTE as i32)]);
    }),
    ("GL_OES_required_internalformat", |gl| {
        gl!(glTexImage2D(
            GL_TEXTURE_2D => u32, 0 => i32, GL_RGBA8 as i32 => i32, 1 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
            GREEN.as_ptr() => *const u8
        ));
        assert_eq!(textured(gl), GREEN);
    }),
    ("GL_OES_rgb8_rgba8", |_| renderbuffer(GL_RGB8, GL_RENDERBUFFER_RED_SIZE, 8)),
    ("GL_OES_single_precision", |gl| {
        gl!(glOrthofOES(-2.0 => f32, 2.0 => f32, -1.0 => f32, 1.0 => f32, -1.0 => f32, 1.0 => f32));
        color(GREEN);
        draw(gl);
        assert_eq!([gl.pixel(3, 8), gl.pixel(4, 8)], [[0; 4], GREEN]);
        gl!(glClearDepthfOES(0.5 => f32));
        gl!(glDepthRangefOES(0.0 => f32, 1.0 => f32));
    }),
    ("GL_OES_stencil8", |_| renderbuffer(GL_STENCIL_INDEX8, GL_RENDERBUFFER_STENCIL_SIZE, 8)),
    ("GL_OES_stencil_wrap", |gl| {
        gl!(glStencilOp(GL_KEEP => u32, GL_INCR_WRAP => u32, GL_DECR_WRAP => u32));
        assert_eq!(integer(gl, GL_STENCIL_PASS_DEPTH_PASS), Some(GL_DECR_WRAP as i32));
    }),
    ("GL_OES_surfaceless_context", |gl| {
        gl.0.lock().unwrap().bind_surfaces(None, None);
        let status = gl!(glCheckFramebufferStatusOES(GL_FRAMEBUFFER => u32) -> u32);
        assert_eq!(status, GL_FRAMEBUFFER_UNDEFINED);
    }),
    ("GL_OES_texture_cube_map", |gl| {
        gl!(glBindTexture(GL_TEXTURE_CUBE_MAP => u32, 1 => u32));
        for (face, color) in (GL_TEXTURE_CUBE_MAP_POSITIVE_X..).zip([BLUE, BLUE, BLUE, BLUE, GREEN, RED]) {
            gl!(glTexImage2D(
                face => u32, 0 => i32, GL_RGBA as i32 => i32, 1 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32,
                color.as_ptr() => *const u8
            ));
        }
        gl!(glTexParameteri(GL_TEXTURE_CUBE_MAP => u32, GL_TEXTURE_MIN_FILTER => u32, GL_NEAREST as i32 => i32));
        [GL_TEXTURE_CUBE_MAP, GL_TEXTURE_GEN_STR_OES].into_iter().for_each(|capability| gl!(glEnable(capability => u32)));
        let mut mode = 0;
        gl!(glGetTexGenivOES(GL_TEXTURE_GEN_STR_OES => u32, GL_TEXTURE_GEN_MODE => u32, &raw mut mode => *mut u32));
        assert_eq!(mode, GL_REFLECTION_MAP);
        gl!(glTexGenxOES(GL_TEXTURE_GEN_STR_OES => u32, GL_TEXTURE_GEN_MODE => u32, GL_NORMAL_MAP as i32 => i32));
        draw(gl);
        // The normal is (0, 0, 1).
        assert_eq!(gl.pixel(8, 8), GREEN);
        assert_eq!(gl!(glIsEnabled(GL_TEXTURE_GEN_STR_OES => u32) -> u8), 1);
    }),
    ("GL_OES_texture_env_crossbar", |gl| {
        image(GL_RGBA, [1, 1], &GREEN);
        gl!(glEnable(GL_TEXTURE_2D => u32));
        gl!(glActiveTexture(GL_TEXTURE1 => u32));
        gl!(glBindTexture(GL_TEXTURE_2D => u32, 2 => u32));
        image_of(GL_RGBA, [1, 1], &RED);
        for (name, value) in
            [(GL_TEXTURE_ENV_MODE, GL_COMBINE), (GL_COMBINE_RGB, GL_REPLACE), (GL_COMBINE_ALPHA, GL_REPLACE), (GL_SRC0_RGB, GL_TEXTURE0)]
        {
            gl!(glTexEnvi(GL_TEXTURE_ENV => u32, name => u32, value as i32 => i32));
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
        gl!(glGenVertexArraysOES(1 => i32, &raw mut name => *mut u32));
        gl!(glBindVertexArrayOES(name => u32));
        gl!(glEnableClientState(GL_VERTEX_ARRAY => u32));
        assert_eq!(integer(gl, GL_VERTEX_ARRAY_BINDING), Some(name as i32));
        gl!(glBindVertexArrayOES(0 => u32));
        assert_eq!(gl!(glIsEnabled(GL_VERTEX_ARRAY => u32) -> u8), 0);
    }),
];

/// Sets a parameter of the two-dimensional texture.
fn parameter(name: u32, value: u32) {
    gl!(glTexParameteri(GL_TEXTURE_2D => u32, name => u32, value as i32 => i32));
}

/// Sets the current colour.
fn color([red, green, blue, alpha]: [u8; 4]) {
    gl!(glColor4ub(red => u8, green => u8, blue => u8, alpha => u8));
}

/// Sets the corners of the window as vertices, for a strip of triangles.
fn square() {
    static CORNERS: [f32; 8] = [-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0];
    gl!(glVertexPointer(2 => i32, GL_FLOAT => u32, 0 => i32, CORNERS.as_ptr() => *const f32));
    gl!(glEnableClientState(GL_VERTEX_ARRAY => u32));
}

/// Draws the square.
fn draw(gl: &Gl) {
    square();
    gl!(glDrawArrays(GL_TRIANGLE_STRIP => u32, 0 => i32, 4 => i32));
    gl.no_error();
}

/// Blends green to red; returns a pixel.
fn blended(gl: &Gl, set: impl Fn()) -> [u8; 4] {
    color(RED);
    draw(gl);
    gl!(glEnable(GL_BLEND => u32));
    gl!(glBlendFunc(GL_ONE => u32, GL_ONE => u32));
    set();
    color(GREEN);
    draw(gl);
    gl.pixel(8, 8)
}

/// Makes an image of texture 1, which is bound.
fn image(format: u32, size: [i32; 2], texels: &[u8]) {
    gl!(glBindTexture(GL_TEXTURE_2D => u32, 1 => u32));
    image_of(format, size, texels);
}

/// Makes an image of the bound texture.
fn image_of(format: u32, [width, height]: [i32; 2], texels: &[u8]) {
    for name in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        parameter(name, GL_NEAREST);
    }
    gl!(glTexImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, format as i32 => i32, width => i32, height => i32, 0 => i32, format => u32, GL_UNSIGNED_BYTE => u32,
        texels.as_ptr() => *const u8
    ));
}

/// Makes a compressed image of texture 1, which is bound.
fn compressed(format: u32, [width, height]: [i32; 2], level: i32, blocks: &[u8]) {
    gl!(glBindTexture(GL_TEXTURE_2D => u32, 1 => u32));
    for name in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
        parameter(name, GL_NEAREST);
    }
    gl!(glCompressedTexImage2D(
        GL_TEXTURE_2D => u32, level => i32, format => u32, width => i32, height => i32, 0 => i32, blocks.len() as i32 => i32,
        blocks.as_ptr() => *const u8
    ));
}

/// Makes an image of ETC1.
fn etc1() {
    compressed(GL_ETC1_RGB8_OES, [4, 4], 0, &[0; 8]);
}

/// Draws the square with the texture and the coordinates (0, 0) on white; returns a pixel.
fn textured(gl: &Gl) -> [u8; 4] {
    gl!(glEnable(GL_TEXTURE_2D => u32));
    color([255; 4]);
    draw(gl);
    gl.pixel(8, 8)
}

/// Draws a region of the texture to the lower left corner of the window.
fn draw_texture(region: [i32; 4], [width, height]: [i32; 2]) {
    gl!(glTexParameteriv(GL_TEXTURE_2D => u32, GL_TEXTURE_CROP_RECT_OES => u32, region.as_ptr() => *const i32));
    gl!(glEnable(GL_TEXTURE_2D => u32));
    gl!(glDrawTexiOES(0 => i32, 0 => i32, 0 => i32, width => i32, height => i32));
}

/// Returns the first pixel of the framebuffer.
fn read(format: u32) -> [u8; 4] {
    let mut pixel = [0; 4];
    gl!(glReadPixels(0 => i32, 0 => i32, 1 => i32, 1 => i32, format => u32, GL_UNSIGNED_BYTE => u32, pixel.as_mut_ptr() => *mut u8));
    pixel
}

/// Makes a renderbuffer of a format and asks for a size of its components.
fn renderbuffer(format: u32, name: u32, bits: i32) {
    gl!(glBindRenderbufferOES(GL_RENDERBUFFER => u32, 1 => u32));
    gl!(glRenderbufferStorageOES(GL_RENDERBUFFER => u32, format => u32, 4 => i32, 4 => i32));
    let mut found = 0;
    gl!(glGetRenderbufferParameterivOES(GL_RENDERBUFFER => u32, name => u32, &raw mut found => *mut i32));
    assert_eq!(found, bits);
}

/// Binds a framebuffer that `attach` completes.
fn framebuffer(attach: impl Fn()) {
    gl!(glBindFramebufferOES(GL_FRAMEBUFFER => u32, 1 => u32));
    attach();
    assert_eq!(gl!(glCheckFramebufferStatusOES(GL_FRAMEBUFFER => u32) -> u32), GL_FRAMEBUFFER_COMPLETE);
}
