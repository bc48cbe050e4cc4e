//! Color tables.

use super::*;

fn parameter(target: u32, name: u32) -> i32 {
    let mut value = -1;
    gl!(glGetColorTableParameteriv(target => u32, name => u32, &raw mut value => *mut i32));
    value
}

/// Returns the entries of a table as floats.
fn entries<const N: usize>(target: u32, format: u32) -> [f32; N] {
    let mut values = [9.0; N];
    gl!(glGetColorTable(target => u32, format => u32, GL_FLOAT => u32, values.as_mut_ptr().cast() => *mut c_void));
    values
}

#[test]
fn tables_are_scaled_biased_and_clamped() {
    let gl = context();
    gl!(glColorTableParameterfv(GL_COLOR_TABLE => u32, GL_COLOR_TABLE_SCALE => u32, [2.0f32, 1.0, 1.0, 1.0].as_ptr() => *const f32));
    gl!(glColorTableParameteriv(GL_COLOR_TABLE => u32, GL_COLOR_TABLE_BIAS => u32, [0i32, 0, 1, 0].as_ptr() => *const i32));
    color_table(GL_COLOR_TABLE, GL_RGBA8, GL_RGBA, 2, &[0.25, 0.5, 0.25, 0.75, 1.0, -1.0, -0.5, 2.0]);
    assert_eq!(entries::<8>(GL_COLOR_TABLE, GL_RGBA), [0.5, 0.5, 1.0, 0.75, 1.0, 0.0, 0.5, 1.0]);
    assert_eq!(entries::<4>(GL_COLOR_TABLE, GL_LUMINANCE_ALPHA), [0.5, 0.75, 1.0, 1.0]);
    assert_eq!((parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_FORMAT)), (2, GL_RGBA8 as i32));
    assert_eq!((parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_ALPHA_SIZE), parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_INTENSITY_SIZE)), (8, 0));
    let mut scale = [0.0f32; 4];
    gl!(glGetColorTableParameterfv(GL_COLOR_TABLE => u32, GL_COLOR_TABLE_SCALE => u32, scale.as_mut_ptr() => *mut f32));
    assert_eq!(scale, [2.0, 1.0, 1.0, 1.0]);
    // Scale and bias are those at the definition.
    let bias = [0.0f32; 4];
    gl!(glColorTableParameterfv(GL_COLOR_TABLE => u32, GL_COLOR_TABLE_BIAS => u32, bias.as_ptr() => *const f32));
    gl!(glColorSubTable(
        GL_COLOR_TABLE => u32, 1 => i32, 1 => i32, GL_BLUE => u32, GL_FLOAT => u32, [0.125f32].as_ptr().cast() => *const c_void
    ));
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
    gl!(glCopyColorTable(GL_COLOR_TABLE => u32, GL_LUMINANCE => u32, 0 => i32, 0 => i32, 4 => i32));
    let expected = [0, 51, 102, 255].map(|value: u8| f32::from(value) / 255.0);
    assert_eq!(entries::<4>(GL_COLOR_TABLE, GL_LUMINANCE), expected);
    gl!(glCopyColorSubTable(GL_COLOR_TABLE => u32, 1 => i32, 2 => i32, 0 => i32, 2 => i32));
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
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    color_table(GL_PROXY_COLOR_TABLE, GL_RGB5, GL_RGBA, 8, &[]);
    assert_eq!(parameter(GL_PROXY_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 8);
    gl!(glEndList());
    gl.no_error();
}

#[test]
fn wrong_arguments_raise_errors_and_change_nothing() {
    let _gl = context();
    color_table(GL_COLOR_TABLE, GL_RGBA, GL_RGBA, 1, &[1.0; 4]);
    let data = [0.0f32; 16];
    let define = |target: u32, internal: u32, width: i32, format: u32, ty: u32| {
        gl!(glColorTable(
            target => u32, internal => u32, width => i32, format => u32, ty => u32, data.as_ptr().cast() => *const c_void
        ));
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
        gl!(glColorSubTable(
            GL_COLOR_TABLE => u32, start => i32, count => i32, GL_RGBA => u32, GL_FLOAT => u32, data.as_ptr().cast() => *const c_void
        ));
        assert_eq!(error(), GL_INVALID_VALUE);
        gl!(glCopyColorSubTable(GL_COLOR_TABLE => u32, start => i32, 0 => i32, 0 => i32, count => i32));
        assert_eq!(error(), GL_INVALID_VALUE);
    }
    gl!(glCopyColorTable(GL_PROXY_COLOR_TABLE => u32, GL_RGBA => u32, 0 => i32, 0 => i32, 1 => i32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glColorTableParameterfv(GL_PROXY_COLOR_TABLE => u32, GL_COLOR_TABLE_SCALE => u32, data.as_ptr() => *const f32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glColorTableParameterfv(GL_COLOR_TABLE => u32, GL_COLOR_TABLE_WIDTH => u32, data.as_ptr() => *const f32));
    assert_eq!(error(), GL_INVALID_ENUM);
    let mut into = [9u8; 16];
    let mut get = |target: u32, format: u32, ty: u32, size: i32| {
        gl!(glGetnColorTable(
            target => u32, format => u32, ty => u32, size => i32, into.as_mut_ptr().cast() => *mut c_void
        ));
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
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    gl!(glColorTable(
        GL_COLOR_TABLE => u32, GL_RGBA => u32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, 4 as *const c_void => *const c_void
    ));
    gl!(glEndList());
    gl!(glBindBuffer(GL_PIXEL_UNPACK_BUFFER => u32, 0 => u32));
    assert_eq!(parameter(GL_COLOR_TABLE, GL_COLOR_TABLE_WIDTH), 0);
    gl!(glCallList(1 => u32));
    let _ = gl.buffer(GL_PIXEL_PACK_BUFFER, &[0; 2]);
    gl!(glGetColorTable(
        GL_COLOR_TABLE => u32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, 4 as *mut c_void => *mut c_void
    ));
    assert_eq!(gl.words(GL_PIXEL_PACK_BUFFER, 2), [0, 0xFF33_6699]);
    gl.no_error();
    gl!(glGetColorTable(
        GL_COLOR_TABLE => u32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, 8 as *mut c_void => *mut c_void
    ));
    assert_eq!(error(), GL_INVALID_OPERATION);
}
