//! Color tables.

use super::*;

fn parameter(target: u32, name: u32) -> i32 {
    let mut value = -1;
    glGetColorTableParameteriv(target, name, &raw mut value);
    value
}

/// Returns the entries of a table as floats.
fn entries<const N: usize>(target: u32, format: u32) -> [f32; N] {
    let mut values = [9.0; N];
    glGetColorTable(target, format, GL_FLOAT, values.as_mut_ptr().cast());
    values
}

#[test]
fn tables_are_scaled_biased_and_clamped() {
    let gl = context();
    glColorTableParameterfv(GL_COLOR_TABLE, GL_COLOR_TABLE_SCALE, [2.0f32, 1.0, 1.0, 1.0].as_ptr());
    glColorTableParameteriv(GL_COLOR_TABLE, GL_COLOR_TABLE_BIAS, [0i32, 0, 1, 0].as_ptr());
    color_table(GL_COLOR_TABLE, GL_RGBA8, GL_RGBA, 2, &[0.25, 0.5, 0.25, 0.75, 1.0, -1.0, -0.5, 2.0]);
    assert_eq!(entries::<8>(GL_COLOR_TABLE, GL_RGBA), [0.5, 0.5, 1.0, 0.75, 1.0, 0.0, 0.5, 1.0]);
    assert_eq!(entries::<4>(GL_COLOR_TABLE, GL_LUMINANCE_ALPHA), [0.5, 0.75, 1.0, 1.0]);
    assert_eq!((parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_FORMAT)), (2, GL_RGBA8 as i32));
    assert_eq!((parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_ALPHA_SIZE), parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_INTENSITY_SIZE)), (8, 0));
    let mut scale = [0.0f32; 4];
    glGetColorTableParameterfv(GL_COLOR_TABLE, GL_COLOR_TABLE_SCALE, scale.as_mut_ptr());
    assert_eq!(scale, [2.0, 1.0, 1.0, 1.0]);
    // Scale and bias are those at the definition.
    let bias = [0.0f32; 4];
    glColorTableParameterfv(GL_COLOR_TABLE, GL_COLOR_TABLE_BIAS, bias.as_ptr());
    glColorSubTable(GL_COLOR_TABLE, 1, 1, GL_BLUE, GL_FLOAT, [0.125f32].as_ptr().cast());
    assert_eq!(entries::<8>(GL_COLOR_TABLE, GL_RGBA), [0.5, 0.5, 1.0, 0.75, 0.0, 0.0, 0.125, 1.0]);
    gl.no_error();
}

#[test]
fn tables_of_each_base_format_return_their_components() {
    let gl = context();
    let texel = [0.25, 0.5, 0.75, 0.125];
    for (internal, expected) in [
        (GL_ALPHA, [0.0, 0.0, 0.0, 0.125]),
        (GL_LUMINANCE, [0.25, 0.0, 0.0, 1.0]),
        (GL_LUMINANCE_ALPHA, [0.25, 0.0, 0.0, 0.125]),
        (GL_INTENSITY, [0.25, 0.0, 0.0, 1.0]),
        (GL_RGB, [0.25, 0.5, 0.75, 1.0]),
        (GL_RGBA, texel),
    ] {
        color_table(GL_POST_COLOR_MATRIX_COLOR_TABLE, internal, GL_RGBA, 1, &texel);
        assert_eq!(entries::<4>(GL_POST_COLOR_MATRIX_COLOR_TABLE, GL_RGBA), expected);
    }
    gl.no_error();
}

#[test]
fn tables_are_copied_from_the_framebuffer() {
    let gl = context();
    draw(&[0, 51, 102, 255]);
    glCopyColorTable(GL_COLOR_TABLE, GL_LUMINANCE, 0, 0, 4);
    let expected = [0, 51, 102, 255].map(|value: u8| f32::from(value) / 255.0);
    assert_eq!(entries::<4>(GL_COLOR_TABLE, GL_LUMINANCE), expected);
    glCopyColorSubTable(GL_COLOR_TABLE, 1, 2, 0, 2);
    assert_eq!(entries::<4>(GL_COLOR_TABLE, GL_RED), [0.0, expected[2], 1.0, 1.0]);
    gl.no_error();
}

#[test]
fn proxies_have_the_properties_of_tables() {
    let gl = context();
    color_table(GL_PROXY_COLOR_TABLE, GL_RGB5, GL_RGBA, 256, &[]);
    assert_eq!(parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 256);
    assert!(parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_GREEN_SIZE) > 0);
    assert_eq!(parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 0);
    color_table(GL_PROXY_COLOR_TABLE, GL_RGB5, GL_RGBA, 1 << 20, &[]);
    assert_eq!(parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 0);
    assert_eq!(parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_FORMAT), 0);
    gl.no_error();
    // Proxies have no scale.
    parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_SCALE);
    assert_eq!(error(), GL_INVALID_ENUM);
    // Lists do not record them.
    glNewList(1, GL_COMPILE);
    color_table(GL_PROXY_COLOR_TABLE, GL_RGB5, GL_RGBA, 8, &[]);
    assert_eq!(parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 8);
    glEndList();
    gl.no_error();
}

#[test]
fn wrong_arguments_raise_errors_and_change_nothing() {
    let _gl = context();
    color_table(GL_COLOR_TABLE, GL_RGBA, GL_RGBA, 1, &[1.0; 4]);
    let data = [0.0f32; 16];
    let define = |target: u32, internal: u32, width: i32, format: u32, ty: u32| {
        glColorTable(target, internal, width, format, ty, data.as_ptr().cast());
        error()
    };
    assert_eq!(define(GL_TEXTURE_1D, GL_RGBA, 1, GL_RGBA, GL_FLOAT), GL_INVALID_ENUM);
    for internal in [GL_RED, GL_RG8, GL_RGBA16F, GL_RGB9_E5, GL_DEPTH_COMPONENT, GL_RGBA8UI, GL_COMPRESSED_RGB, 5] {
        assert_eq!(define(GL_COLOR_TABLE, internal, 1, GL_RGBA, GL_FLOAT), GL_INVALID_ENUM, "{internal:#x}");
    }
    assert_eq!(define(GL_COLOR_TABLE, GL_RGBA, 3, GL_RGBA, GL_FLOAT), GL_INVALID_VALUE);
    assert_eq!(define(GL_COLOR_TABLE, GL_RGBA, -1, GL_RGBA, GL_FLOAT), GL_INVALID_VALUE);
    assert_eq!(define(GL_COLOR_TABLE, GL_RGBA, 1 << 20, GL_RGBA, GL_FLOAT), GL_TABLE_TOO_LARGE);
    for format in [GL_COLOR_INDEX, GL_DEPTH_COMPONENT, GL_STENCIL_INDEX, GL_DEPTH_STENCIL] {
        assert_eq!(define(GL_COLOR_TABLE, GL_RGBA, 1, format, GL_FLOAT), GL_INVALID_ENUM);
    }
    assert_eq!(define(GL_COLOR_TABLE, GL_RGBA, 1, GL_RGBA, GL_BITMAP), GL_INVALID_ENUM);
    assert_eq!(define(GL_COLOR_TABLE, GL_RGBA, 1, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE), GL_INVALID_OPERATION);
    assert_eq!(define(GL_COLOR_TABLE, GL_RGBA, 1, GL_RGBA, GL_UNSIGNED_SHORT_5_6_5), GL_INVALID_OPERATION);
    for (start, count) in [(-1, 1), (0, -1), (1, 1), (0, 2)] {
        glColorSubTable(GL_COLOR_TABLE, start, count, GL_RGBA, GL_FLOAT, data.as_ptr().cast());
        assert_eq!(error(), GL_INVALID_VALUE);
        glCopyColorSubTable(GL_COLOR_TABLE, start, 0, 0, count);
        assert_eq!(error(), GL_INVALID_VALUE);
    }
    glCopyColorTable(GL_PROXY_COLOR_TABLE, GL_RGBA, 0, 0, 1);
    assert_eq!(error(), GL_INVALID_ENUM);
    glColorTableParameterfv(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_SCALE, data.as_ptr());
    assert_eq!(error(), GL_INVALID_ENUM);
    glColorTableParameterfv(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH, data.as_ptr());
    assert_eq!(error(), GL_INVALID_ENUM);
    let mut into = [9u8; 16];
    let mut get = |target: u32, format: u32, ty: u32, size: i32| {
        glGetnColorTable(target, format, ty, size, into.as_mut_ptr().cast());
        error()
    };
    assert_eq!(get(GL_PROXY_COLOR_TABLE, GL_RGBA, GL_UNSIGNED_BYTE, 16), GL_INVALID_ENUM);
    assert_eq!(get(GL_COLOR_TABLE, GL_RG, GL_UNSIGNED_BYTE, 16), GL_INVALID_ENUM);
    assert_eq!(get(GL_COLOR_TABLE, GL_RGBA, GL_HALF_FLOAT, 16), GL_INVALID_ENUM);
    assert_eq!(get(GL_COLOR_TABLE, GL_RGBA, GL_UNSIGNED_BYTE, 3), GL_INVALID_OPERATION);
    assert_eq!(get(GL_COLOR_TABLE, GL_RGBA, GL_UNSIGNED_BYTE, -1), GL_INVALID_VALUE);
    assert_eq!(get(GL_COLOR_TABLE, GL_RGBA, GL_UNSIGNED_BYTE, 4), GL_NO_ERROR);
    assert_eq!(into[..5], [255, 255, 255, 255, 9]);
}

#[test]
fn tables_come_from_and_go_to_pixel_buffers_and_lists() {
    let gl = context();
    let _ = gl.buffer(GL_PIXEL_UNPACK_BUFFER, &[0, 0xFF33_6699]);
    glNewList(1, GL_COMPILE);
    glColorTable(GL_COLOR_TABLE, GL_RGBA, 1, GL_RGBA, GL_UNSIGNED_BYTE, 4 as *const c_void);
    glEndList();
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    assert_eq!(parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 0);
    glCallList(1);
    let _ = gl.buffer(GL_PIXEL_PACK_BUFFER, &[0; 2]);
    glGetColorTable(GL_COLOR_TABLE, GL_RGBA, GL_UNSIGNED_BYTE, 4 as *mut c_void);
    assert_eq!(gl.words(GL_PIXEL_PACK_BUFFER, 2), [0, 0xFF33_6699]);
    gl.no_error();
    glGetColorTable(GL_COLOR_TABLE, GL_RGBA, GL_UNSIGNED_BYTE, 8 as *mut c_void);
    assert_eq!(error(), GL_INVALID_OPERATION);
}
