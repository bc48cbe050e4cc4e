//! Small extensions of OpenGL.

use super::classic::{rectangle, shadows};
use super::*;

/// Extensions of core and compatibility contexts.
pub const TABLE: Table = &[
    ("GL_ARB_robustness", robustness),
    ("GL_IBM_multimode_draw_arrays", multimode_draw_arrays),
    ("GL_MESA_framebuffer_flip_y", framebuffer_flip_y),
];

/// A framebuffer whose first row is the highest one.
pub fn framebuffer_flip_y(gl: &Gl) {
    let name = texture(gl, GL_RGBA8, [1, 2], GL_RGBA, GL_UNSIGNED_BYTE, &[1, 1, 1, 1, 2, 2, 2, 2]);
    // SAFETY: the specification declares the commands, which the registry lacks, with these types.
    let (get, set) = unsafe {
        (
            command::<unsafe extern "C" fn(u32, u32, *mut i32)>("glGetFramebufferParameterivMESA"),
            command::<unsafe extern "C" fn(u32, u32, i32)>("glFramebufferParameteriMESA"),
        )
    };
    let flipped = |mut value: i32| {
        // SAFETY: the value is written to a local variable.
        unsafe { get(GL_FRAMEBUFFER, GL_FRAMEBUFFER_FLIP_Y_MESA, &raw mut value) };
        (error(), value)
    };
    assert_eq!(flipped(9), (GL_INVALID_OPERATION, 9), "the default framebuffer");
    // SAFETY: the arguments are values.
    let set = |pname: u32| unsafe { set(GL_FRAMEBUFFER, pname, 1) };
    set(GL_FRAMEBUFFER_FLIP_Y_MESA);
    assert_eq!(error(), GL_INVALID_OPERATION);
    let framebuffer = generate!(glGenFramebuffers);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, 0);
    assert_eq!((read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), flipped(9)), ([1; 4], (GL_NO_ERROR, 0)));
    set(GL_FRAMEBUFFER_DEFAULT_WIDTH);
    assert_eq!(error(), GL_INVALID_ENUM);
    set(GL_FRAMEBUFFER_FLIP_Y_MESA);
    assert_eq!((read::<u8, 4>(gl, GL_RGBA, GL_UNSIGNED_BYTE), flipped(9)), ([2; 4], (GL_NO_ERROR, 1)));
}

/// Getters that write no more than a number of bytes.
fn robustness(gl: &Gl) {
    assert_eq!(glGetGraphicsResetStatusARB(), GL_NO_ERROR);
    assert_eq!(integer(gl, GL_RESET_NOTIFICATION_STRATEGY_ARB), Some(GL_NO_RESET_NOTIFICATION_ARB.cast_signed()));
    let mut pixels = [9u8; 8];
    let into = pixels.as_mut_ptr().cast::<c_void>();
    let limited = |size: i32| {
        glReadnPixelsARB(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, size, into);
        error()
    };
    assert_eq!([3, 4].map(limited), [GL_INVALID_OPERATION, GL_NO_ERROR]);
    texture(gl, GL_RGBA, [2, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[7; 8]);
    let limited = |size: i32| {
        glGetnTexImageARB(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, size, into);
        error()
    };
    assert_eq!([7, 8].map(limited), [GL_INVALID_OPERATION, GL_NO_ERROR]);
    assert_eq!(pixels, [7; 8]);
    if gl.0.lock().unwrap().config.api != Api::Compatibility {
        return;
    }
    let mut values = [9.0f32; 5];
    let limited = |size: i32| {
        glGetnMapfvARB(GL_MAP1_COLOR_4, GL_COEFF, size, values.as_mut_ptr());
        error()
    };
    assert_eq!([15, 16].map(limited), [GL_INVALID_OPERATION, GL_NO_ERROR]);
    assert_eq!(values, [1.0, 1.0, 1.0, 1.0, 9.0]);
    glGetnPixelMapfvARB(GL_PIXEL_MAP_R_TO_R, 4, values.as_mut_ptr());
    assert_eq!(values, [0.0, 1.0, 1.0, 1.0, 9.0]);
    let mut pattern = [1u8; 128];
    glGetnPolygonStippleARB(127, pattern.as_mut_ptr());
    assert_eq!((error(), pattern), (GL_INVALID_OPERATION, [1; 128]));
}

/// Draws whose modes are an array.
fn multimode_draw_arrays(gl: &Gl) {
    gl.program(
        &[(GL_VERTEX_SHADER, &c(VERTEX)), (GL_FRAGMENT_SHADER, &c("#version 330\nout vec4 pixel;\nvoid main() { pixel = vec4(1.0); }"))],
        &[],
    );
    let (modes, firsts, counts) = ([GL_POINTS, GL_TRIANGLES, GL_LINES], [5, 0, 1], [1, 3, 0]);
    let arrays = |stride: i32, draws: i32| {
        glMultiModeDrawArraysIBM(modes.as_ptr(), firsts.as_ptr(), counts.as_ptr(), draws, stride);
    };
    let targets = [GL_VERTICES_SUBMITTED, GL_PRIMITIVES_SUBMITTED];
    assert_eq!(gl.count(&targets, || arrays(4, 3)), [4, 2], "a point and a triangle");
    assert_eq!(gl.count(&targets, || arrays(0, 2)), [4, 4], "points");
    let without_modes = || {
        glMultiModeDrawArraysIBM(std::ptr::null(), firsts.as_ptr(), counts.as_ptr(), 3, 4);
    };
    assert_eq!(gl.count(&targets, without_modes), [4, 4], "points, whatever the stride");
    gl.buffer(GL_ELEMENT_ARRAY_BUFFER, &[3, 0, 1, 2]);
    let places: [*const c_void; 2] = [std::ptr::null(), std::ptr::without_provenance(4)];
    let elements = |draws: i32| {
        glMultiModeDrawElementsIBM(modes.as_ptr(), counts.as_ptr(), GL_UNSIGNED_INT, places.as_ptr(), draws, 4);
    };
    assert_eq!(gl.count(&targets, || elements(2)), [4, 2]);
    // "GL_INVALID_ENUM is generated if <mode> contains an unaccepted value." [IBM_multimode_draw_arrays]
    let wrong = [GL_LINES, GL_TEXTURE_2D];
    glMultiModeDrawArraysIBM(wrong.as_ptr(), firsts.as_ptr(), counts.as_ptr(), 2, 4);
    assert_eq!(error(), GL_INVALID_ENUM);
    // "GL_VALUE is generated if <primcount> is negative." [IBM_multimode_draw_arrays]
    arrays(4, -1);
    assert_eq!(error(), GL_INVALID_VALUE);
    elements(-1);
    assert_eq!(error(), GL_INVALID_VALUE);
}

/// Extensions of compatibility contexts.
pub const COMPATIBILITY: Table = &[
    ("GL_ARB_imaging", |gl| {
        // A table that swaps black and white, and a color matrix that leaves green alone.
        let table = [255u8, 0];
        glColorTable(GL_COLOR_TABLE, GL_LUMINANCE, 2, GL_LUMINANCE, GL_UNSIGNED_BYTE, table.as_ptr().cast());
        glEnable(GL_COLOR_TABLE);
        glMatrixMode(GL_COLOR);
        glScalef(0.0, 1.0, 0.0);
        let mut pixel = [9u8; 4];
        glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.as_mut_ptr().cast());
        assert_eq!(pixel, [0, 255, 0, 0]);
        assert!(integer(gl, GL_MAX_COLOR_MATRIX_STACK_DEPTH).is_some_and(|depth| depth >= 2));
    }),
    ("GL_IBM_rasterpos_clip", |gl| {
        glEnable(GL_RASTER_POSITION_UNCLIPPED_IBM);
        glRasterPos2f(-1.5, 0.0);
        let mut position = [0.0f32; 4];
        glGetFloatv(GL_CURRENT_RASTER_POSITION, position.as_mut_ptr());
        assert_eq!((integer(gl, GL_CURRENT_RASTER_POSITION_VALID), position[0]), (Some(1), -4.0));
        // The near and the far plane still clip.
        glRasterPos3f(0.0, 0.0, 2.0);
        assert_eq!(integer(gl, GL_CURRENT_RASTER_POSITION_VALID), Some(0));
    }),
    ("GL_ARB_shadow_ambient", |gl| {
        assert_eq!(shadows(gl, GL_LEQUAL), [0, 255]);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FAIL_VALUE_ARB, 0.2);
        glTexCoord3f(0.25, 0.5, 0.5);
        rectangle();
        assert_eq!(gl.pixel(8, 8)[0], 51);
        glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FAIL_VALUE_ARB, 7.0);
        let mut value = 0.0;
        glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FAIL_VALUE_ARB, &raw mut value);
        assert_eq!(value, 1.0);
    }),
    ("GL_EXT_direct_state_access", |gl| {
        // The name becomes that of a texture, which is never bound.
        glTextureParameteriEXT(9, GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 3);
        let mut level = 0;
        glGetTextureParameterivEXT(9, GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, &raw mut level);
        glMatrixTranslatefEXT(GL_TEXTURE1, 1.0, 0.0, 0.0);
        let mut matrix = [0f32; 16];
        glGetFloatIndexedvEXT(GL_TEXTURE_MATRIX, 1, matrix.as_mut_ptr());
        assert_eq!((level, matrix[12], integer(gl, GL_TEXTURE_BINDING_3D)), (3, 1.0, Some(0)));
    }),
    ("GL_ARB_color_buffer_float", |gl| {
        let clamp = |target: u32, value: u32| glClampColorARB(target, value);
        assert_eq!(integer(gl, GL_RGBA_FLOAT_MODE_ARB), Some(0));
        assert_eq!(framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA32F, [16, 16]), GL_FRAMEBUFFER_COMPLETE);
        assert_eq!(integer(gl, GL_RGBA_FLOAT_MODE_ARB), Some(1));
        glColor4f(2.0, -1.0, 0.5, 1.0);
        let drawn = || {
            glRectf(-1.0, -1.0, 1.0, 1.0);
            read::<f32, 4>(gl, GL_RGBA, GL_FLOAT)
        };
        let (given, clamped) = ([2.0, -1.0, 0.5, 1.0], [1.0, 0.0, 0.5, 1.0]);
        assert_eq!(drawn(), clamped, "vertex colours are clamped at first");
        clamp(GL_CLAMP_VERTEX_COLOR, GL_FIXED_ONLY);
        assert_eq!(drawn(), given, "the buffer is not fixed-point");
        clamp(GL_CLAMP_FRAGMENT_COLOR, 1);
        assert_eq!(drawn(), clamped);
        glBlendColor(2.0, -1.0, 0.5, 1.0);
        let color = || {
            let mut values = [0f32; 4];
            glGetFloatv(GL_BLEND_COLOR, values.as_mut_ptr());
            values
        };
        assert_eq!(color(), clamped);
        clamp(GL_CLAMP_FRAGMENT_COLOR, 0);
        assert_eq!((drawn(), color()), (given, given));
        // A logical operation has no effect on floats, but for this.
        glBlendFunc(GL_ONE, GL_ONE);
        for capability in [GL_BLEND, GL_COLOR_LOGIC_OP] {
            glEnable(capability);
        }
        assert_eq!(drawn(), given, "no blending while logical operations are enabled");
        for capability in [GL_BLEND, GL_COLOR_LOGIC_OP] {
            glDisable(capability);
        }
        glBlendFunc(GL_ONE, GL_ZERO);
        let border = || {
            let mut values = [0f32; 4];
            glGetTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, values.as_mut_ptr());
            values
        };
        glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, given.as_ptr());
        assert_eq!(border(), given);
        clamp(GL_CLAMP_FRAGMENT_COLOR, 1);
        assert_eq!(border(), clamped);
        clamp(GL_CLAMP_FRAGMENT_COLOR, 0);
        clamp(GL_CLAMP_READ_COLOR, 1);
        assert_eq!(read::<f32, 4>(gl, GL_RGBA, GL_FLOAT), clamped);
        clamp(GL_CLAMP_READ_COLOR, GL_FIXED_ONLY);
        assert_eq!(read::<f32, 4>(gl, GL_RGBA, GL_FLOAT), given);
        for (target, value) in [(GL_CLAMP_VERTEX_COLOR, 1), (GL_CLAMP_FRAGMENT_COLOR, GL_FIXED_ONLY)] {
            clamp(target, value);
        }
        glColor4f(1.0, 1.0, 1.0, 1.0);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
    }),
    ("GL_EXT_stencil_two_side", |gl| {
        let state = |gl: &Gl| {
            [GL_STENCIL_FUNC, GL_STENCIL_REF, GL_STENCIL_VALUE_MASK, GL_STENCIL_WRITEMASK, GL_STENCIL_FAIL]
                .map(|name| integer(gl, name).unwrap())
        };
        let face = |face: u32| glActiveStencilFaceEXT(face);
        assert_eq!(integer(gl, GL_ACTIVE_STENCIL_FACE_EXT), Some(GL_FRONT.cast_signed()));
        let initial = state(gl);
        glPushAttrib(GL_STENCIL_BUFFER_BIT | GL_ENABLE_BIT);
        face(GL_BACK);
        glStencilFunc(GL_ALWAYS, 7, 0xF0);
        glStencilOp(GL_ZERO, GL_KEEP, GL_INCR);
        glStencilMask(0x0F);
        assert_eq!(integer(gl, GL_ACTIVE_STENCIL_FACE_EXT), Some(GL_BACK.cast_signed()));
        assert_eq!(state(gl), [GL_ALWAYS.cast_signed(), 7, 0xF0, 0x0F, GL_ZERO.cast_signed()]);
        face(GL_FRONT);
        assert_eq!(state(gl), initial);
        glStencilOp(GL_KEEP, GL_KEEP, GL_INVERT);
        face(GL_FRONT_AND_BACK);
        assert_eq!(error(), GL_INVALID_ENUM);
        // The rectangle faces the back: without the enable it inverts, with it the value is incremented.
        framebuffer(gl, GL_COLOR_ATTACHMENT0, GL_RGBA8, [16, 16]);
        attach(gl, GL_STENCIL_ATTACHMENT, GL_STENCIL_INDEX8, [16, 16]);
        glEnable(GL_STENCIL_TEST);
        glFrontFace(GL_CW);
        for (two_sided, wanted) in [(false, 0xFF), (true, 1)] {
            glClear(GL_STENCIL_BUFFER_BIT);
            if two_sided {
                glEnable(GL_STENCIL_TEST_TWO_SIDE_EXT);
            }
            glRectf(-1.0, -1.0, 1.0, 1.0);
            assert_eq!(read::<u8, 1>(gl, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE), [wanted]);
        }
        glPopAttrib();
        assert_eq!(glIsEnabled(GL_STENCIL_TEST_TWO_SIDE_EXT), 0);
        face(GL_BACK);
        assert_eq!(state(gl), initial);
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
    }),
    ("GL_EXT_texture_env_dot3", |gl| {
        for function in [GL_DOT3_RGB_EXT, GL_DOT3_RGBA_EXT] {
            glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_COMBINE_EXT.cast_signed());
            texture(gl, GL_RGBA8, [1, 1], GL_RGBA, GL_UNSIGNED_BYTE, &[255, 128, 128, 51]);
            glEnable(GL_TEXTURE_2D);
            // The scales have no effect: 4 · (0.5 · 0.25).
            for (name, value) in
                [(GL_COMBINE_RGB_EXT, function), (GL_COMBINE_ALPHA_EXT, GL_REPLACE), (GL_RGB_SCALE_EXT, 4), (GL_ALPHA_SCALE, 2)]
            {
                glTexEnvi(GL_TEXTURE_ENV, name, value.cast_signed());
            }
            glColor4f(0.75, 0.5, 0.5, 1.0);
            glRectf(-1.0, -1.0, 1.0, 1.0);
            gl.no_error();
            let [red, green, blue, alpha] = gl.pixel(8, 8);
            let wanted = if function == GL_DOT3_RGB_EXT { 51 } else { 128 };
            assert!(red.abs_diff(128) <= 2 && (green, blue) == (red, red) && alpha.abs_diff(wanted) <= 2, "{:?}", gl.pixel(8, 8));
        }
        glTexEnvi(GL_TEXTURE_ENV, GL_COMBINE_ALPHA_EXT, GL_DOT3_RGB_EXT.cast_signed());
        assert_eq!(error(), GL_INVALID_ENUM);
    }),
    ("GL_MESA_window_pos", |gl| {
        let position = |gl: &Gl| {
            gl.no_error();
            floats::<4>(GL_CURRENT_RASTER_POSITION)
        };
        glWindowPos2iMESA(3, 4);
        assert_eq!(position(gl), [3.0, 4.0, 0.0, 1.0]);
        glWindowPos3fMESA(1.5, 2.5, 0.25);
        assert_eq!(position(gl), [1.5, 2.5, 0.25, 1.0]);
        glWindowPos4fMESA(5.0, 6.0, 0.5, 2.0);
        assert_eq!(position(gl), [5.0, 6.0, 0.5, 2.0]);
        let values = [7i16, 8, 1, 3];
        glWindowPos4svMESA(values.as_ptr());
        assert_eq!(position(gl), [7.0, 8.0, 1.0, 3.0]);
        glWindowPos2svMESA(values.as_ptr());
        assert_eq!(position(gl), [7.0, 8.0, 0.0, 1.0]);
    }),
    ("GL_SUN_multi_draw_arrays", |gl| {
        gl.program(&[(GL_VERTEX_SHADER, &c(VERTEX))], &[]);
        let (firsts, counts) = ([0, 1], [3, 3]);
        let draw = || {
            glMultiDrawArraysEXT(GL_TRIANGLES, firsts.as_ptr(), counts.as_ptr(), 2);
        };
        assert_eq!(gl.count(&[GL_VERTICES_SUBMITTED, GL_PRIMITIVES_SUBMITTED], draw), [6, 2]);
    }),
];

const VERTEX: &str = "#version 330
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }";
