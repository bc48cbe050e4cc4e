//! What the imaging subset does to drawn, copied and read pixels and to textures.

use super::*;

/// Makes a level of a one-dimensional or two-dimensional texture from grey bytes.
fn texture(target: u32, size: [i32; 2], values: &[u8]) {
    gl!(glPixelStorei(GL_UNPACK_ALIGNMENT => u32, 1 => i32));
    let data = values.as_ptr().cast::<c_void>();
    if target == GL_TEXTURE_1D {
        gl!(glTexImage1D(
            target => u32, 0 => i32, GL_LUMINANCE as i32 => i32, size[0] => i32, 0 => i32, GL_LUMINANCE => u32, GL_UNSIGNED_BYTE => u32,
            data => *const c_void
        ));
    } else {
        gl!(glTexImage2D(
            target => u32, 0 => i32, GL_LUMINANCE as i32 => i32, size[0] => i32, size[1] => i32, 0 => i32, GL_LUMINANCE => u32,
            GL_UNSIGNED_BYTE => u32, data => *const c_void
        ));
    }
}

/// Returns the luminance of the texels of a level.
fn texels<const N: usize>(target: u32) -> [u8; N] {
    let mut values = [7; N];
    gl!(glPixelStorei(GL_PACK_ALIGNMENT => u32, 1 => i32));
    let into = values.as_mut_ptr().cast::<c_void>();
    gl!(glGetTexImage(target => u32, 0 => i32, GL_LUMINANCE => u32, GL_UNSIGNED_BYTE => u32, into => *mut c_void));
    values
}

fn size(target: u32) -> [i32; 2] {
    [GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT].map(|name| {
        let mut value = -1;
        gl!(glGetTexLevelParameteriv(target => u32, 0 => i32, name => u32, &raw mut value => *mut i32));
        value
    })
}

#[test]
fn the_operations_follow_each_other_in_order() {
    let gl = context();
    // 0.4 becomes 0.6 in the first table, 0.3 by convolution, 0.5 by its bias, 0.8 in the second table, 0.4 by the matrix, 0.5 by its bias and 0.1 in
    // the third table.
    let table = |target: u32, from: usize, to: f32| {
        let mut values = [0.0; 256];
        values[from..from + 2].fill(to);
        color_table(target, GL_LUMINANCE, GL_LUMINANCE, 256, &values);
        gl!(glEnable(target => u32));
    };
    table(GL_COLOR_TABLE, 101, 0.6);
    filter(GL_CONVOLUTION_2D, [1, 1], &[0.5]);
    gl!(glEnable(GL_CONVOLUTION_2D => u32));
    for name in [GL_POST_CONVOLUTION_RED_BIAS, GL_POST_CONVOLUTION_GREEN_BIAS, GL_POST_CONVOLUTION_BLUE_BIAS] {
        gl!(glPixelTransferf(name => u32, 0.2 => f32));
    }
    table(GL_POST_CONVOLUTION_COLOR_TABLE, 127, 0.8);
    gl!(glMatrixMode(GL_COLOR => u32));
    gl!(glScalef(0.5 => f32, 0.5 => f32, 0.5 => f32));
    gl!(glPixelTransferf(GL_POST_COLOR_MATRIX_GREEN_BIAS => u32, 0.1 => f32));
    table(GL_POST_COLOR_MATRIX_COLOR_TABLE, 127, 0.1);
    draw(&[102]);
    assert_eq!(gl.pixel(0, 0), bytes([0.0, 0.1, 0.0, 1.0]));
    gl!(glDisable(GL_POST_COLOR_MATRIX_COLOR_TABLE => u32));
    draw(&[102]);
    assert_eq!(gl.pixel(0, 0), bytes([0.4, 0.5, 0.4, 1.0]));
    gl.no_error();
}

#[test]
fn filters_apply_to_drawn_copied_and_read_pixels() {
    let gl = context();
    filter(GL_CONVOLUTION_2D, [3, 1], &[1.0, 0.0, 1.0]);
    gl!(glEnable(GL_CONVOLUTION_2D => u32));
    clear([0.0; 4]);
    draw(&[1, 10, 20, 30]);
    let grey = |value: u8| [value, value, value, 255];
    assert_eq!([0, 1, 2].map(|x| gl.pixel(x, 0)), [grey(21), grey(40), [0; 4]]);
    gl!(glDisable(GL_CONVOLUTION_2D => u32));
    draw(&[1, 10, 20, 30]);
    gl!(glEnable(GL_CONVOLUTION_2D => u32));
    assert_eq!(read::<3>(0, 4), [grey(21), grey(40), [7; 4]]);
    gl!(glWindowPos2i(0 => i32, 1 => i32));
    gl!(glCopyPixels(0 => i32, 0 => i32, 4 => i32, 1 => i32, GL_COLOR => u32));
    assert_eq!([0, 1, 2].map(|x| gl.pixel(x, 1)), [grey(21), grey(40), [0; 4]]);
    let mode = GL_REPLICATE_BORDER as i32;
    gl!(glConvolutionParameteri(GL_CONVOLUTION_2D => u32, GL_CONVOLUTION_BORDER_MODE => u32, mode => i32));
    assert_eq!(read::<5>(0, 4), [grey(11), grey(21), grey(40), grey(50), [7; 4]]);
    gl!(glDisable(GL_CONVOLUTION_2D => u32));
    // The separable filter applies without the other one.
    let factor = [2.0f32];
    gl!(glSeparableFilter2D(
        GL_SEPARABLE_2D => u32, GL_LUMINANCE => u32, 1 => i32, 1 => i32, GL_LUMINANCE => u32, GL_FLOAT => u32,
        factor.as_ptr().cast() => *const c_void, factor.as_ptr().cast() => *const c_void
    ));
    gl!(glEnable(GL_SEPARABLE_2D => u32));
    assert_eq!(read::<1>(0, 1), [grey(4)]);
    gl.no_error();
}

#[test]
fn the_histogram_counts_nothing_if_a_read_raises_an_error() {
    let gl = context();
    gl!(glHistogram(GL_HISTOGRAM => u32, 1 => i32, GL_RGBA => u32, 0 => u8));
    gl!(glEnable(GL_HISTOGRAM => u32));
    let mut pixel = [0u8; 4];
    let into = pixel.as_mut_ptr().cast::<c_void>();
    gl!(glReadnPixels(
        0 => i32, 0 => i32, 1 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, 3 => i32, into => *mut c_void
    ));
    assert_eq!(error(), GL_INVALID_OPERATION);
    let mut counter = 9u32;
    gl!(glGetHistogram(
        GL_HISTOGRAM => u32, 0 => u8, GL_RED => u32, GL_UNSIGNED_INT => u32, (&raw mut counter).cast() => *mut c_void
    ));
    assert_eq!(counter, 0);
    gl.no_error();
}

#[test]
fn textures_have_the_size_of_the_convolved_image() {
    let gl = context();
    filter(GL_CONVOLUTION_1D, [2, 1], &[1.0, 2.0]);
    filter(GL_CONVOLUTION_2D, [2, 2], &[1.0, 0.0, 0.0, 1.0]);
    gl!(glEnable(GL_CONVOLUTION_1D => u32));
    gl!(glEnable(GL_CONVOLUTION_2D => u32));
    texture(GL_TEXTURE_1D, [3, 1], &[1, 2, 3]);
    assert_eq!((size(GL_TEXTURE_1D), texels::<3>(GL_TEXTURE_1D)), ([2, 1], [5, 8, 7]));
    texture(GL_TEXTURE_2D, [3, 2], &[1, 2, 3, 10, 20, 30]);
    assert_eq!((size(GL_TEXTURE_2D), texels::<3>(GL_TEXTURE_2D)), ([2, 1], [21, 32, 7]));
    // Each row of the convolved image is a layer.
    texture(GL_TEXTURE_1D_ARRAY, [2, 3], &[1, 2, 10, 20, 100, 200]);
    assert_eq!((size(GL_TEXTURE_1D_ARRAY), texels::<3>(GL_TEXTURE_1D_ARRAY)), ([1, 2], [21, 210, 7]));
    let part = [0u8, 5, 5, 0, 7, 0];
    gl!(glTexSubImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, 1 => i32, 0 => i32, 2 => i32, 2 => i32, GL_LUMINANCE => u32, GL_UNSIGNED_BYTE => u32,
        part.as_ptr().cast() => *const c_void
    ));
    assert_eq!(texels::<2>(GL_TEXTURE_2D), [21, 0]);
    gl!(glTexSubImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, 0 => i32, 0 => i32, 3 => i32, 2 => i32, GL_LUMINANCE => u32, GL_UNSIGNED_BYTE => u32,
        part.as_ptr().cast() => *const c_void
    ));
    assert_eq!(texels::<2>(GL_TEXTURE_2D), [7, 5]);
    gl.no_error();
    // The resulting size is that which must fit.
    gl!(glTexSubImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, 0 => i32, 0 => i32, 4 => i32, 2 => i32, GL_LUMINANCE => u32, GL_UNSIGNED_BYTE => u32,
        part.as_ptr().cast() => *const c_void
    ));
    assert_eq!(error(), GL_INVALID_VALUE);
    // Formats without colors are not filtered.
    let depths = [0.5f32; 4];
    gl!(glTexImage2D(
        GL_TEXTURE_2D => u32, 0 => i32, GL_DEPTH_COMPONENT as i32 => i32, 2 => i32, 2 => i32, 0 => i32, GL_DEPTH_COMPONENT => u32,
        GL_FLOAT => u32, depths.as_ptr().cast() => *const c_void
    ));
    assert_eq!(size(GL_TEXTURE_2D), [2, 2]);
    gl.no_error();
}

#[test]
fn copies_to_textures_are_convolved() {
    let _gl = context();
    clear([0.0; 4]);
    draw(&[1, 2, 4, 8]);
    filter(GL_CONVOLUTION_2D, [2, 1], &[1.0, 10.0]);
    gl!(glEnable(GL_CONVOLUTION_2D => u32));
    gl!(glCopyTexImage2D(GL_TEXTURE_2D => u32, 0 => i32, GL_LUMINANCE8 => u32, 0 => i32, 0 => i32, 4 => i32, 1 => i32, 0 => i32));
    assert_eq!((size(GL_TEXTURE_2D), texels::<4>(GL_TEXTURE_2D)), ([3, 1], [21, 42, 84, 7]));
    gl!(glCopyTexSubImage2D(GL_TEXTURE_2D => u32, 0 => i32, 1 => i32, 0 => i32, 0 => i32, 0 => i32, 3 => i32, 1 => i32));
    assert_eq!(texels::<3>(GL_TEXTURE_2D), [21, 21, 42]);
    gl!(glCopyTexSubImage2D(GL_TEXTURE_2D => u32, 0 => i32, 1 => i32, 0 => i32, 0 => i32, 0 => i32, 4 => i32, 1 => i32));
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn queries_of_textures_ignore_the_imaging_subset() {
    let gl = context();
    texture(GL_TEXTURE_2D, [2, 1], &[10, 20]);
    color_table(GL_COLOR_TABLE, GL_LUMINANCE, GL_LUMINANCE, 1, &[1.0]);
    filter(GL_CONVOLUTION_2D, [2, 1], &[1.0, 1.0]);
    gl!(glEnable(GL_COLOR_TABLE => u32));
    gl!(glEnable(GL_CONVOLUTION_2D => u32));
    // "No pixel transfer operations are performed on this image" [GL 4.6 compatibility, 8.11.4]
    assert_eq!(texels::<2>(GL_TEXTURE_2D), [10, 20]);
    gl.no_error();
}

#[test]
fn the_color_matrix_has_a_stack() {
    let gl = context();
    gl!(glMatrixMode(GL_COLOR => u32));
    gl!(glPushMatrix());
    // Red becomes green.
    let mut matrix = [0.0f32; 16];
    (matrix[1], matrix[15]) = (1.0, 1.0);
    gl!(glLoadMatrixf(matrix.as_ptr() => *const f32));
    let mut found = [0.0f32; 16];
    gl!(glGetFloatv(GL_COLOR_MATRIX => u32, found.as_mut_ptr() => *mut f32));
    assert_eq!(found, matrix);
    gl!(glGetFloatv(GL_TRANSPOSE_COLOR_MATRIX => u32, found.as_mut_ptr() => *mut f32));
    assert_eq!(found[4], 1.0);
    clear([0.2, 0.0, 0.6, 1.0]);
    assert_eq!(read::<1>(0, 1), [bytes([0.0, 0.2, 0.0, 1.0])]);
    let mut depth = 0;
    gl!(glGetIntegerv(GL_COLOR_MATRIX_STACK_DEPTH => u32, &raw mut depth => *mut i32));
    assert_eq!(depth, 2);
    gl!(glPopMatrix());
    assert_eq!(read::<1>(0, 1), [bytes([0.2, 0.0, 0.6, 1.0])]);
    gl.no_error();
    gl!(glPopMatrix());
    assert_eq!(error(), GL_STACK_UNDERFLOW);
    gl!(glGetIntegerv(GL_MAX_COLOR_MATRIX_STACK_DEPTH => u32, &raw mut depth => *mut i32));
    (1..depth).for_each(|_| gl!(glPushMatrix()));
    gl.no_error();
    gl!(glPushMatrix());
    assert_eq!(error(), GL_STACK_OVERFLOW);
}

#[test]
fn attribute_groups_have_the_modes() {
    let gl = context();
    gl!(glEnable(GL_MINMAX => u32));
    gl!(glPushAttrib(GL_PIXEL_MODE_BIT => u32));
    gl!(glPushAttrib(GL_ENABLE_BIT => u32));
    gl!(glDisable(GL_MINMAX => u32));
    gl!(glEnable(GL_COLOR_TABLE => u32));
    gl!(glPixelTransferf(GL_POST_COLOR_MATRIX_RED_SCALE => u32, 3.0 => f32));
    gl!(glPopAttrib());
    let scale = || {
        let mut scale = 0.0;
        gl!(glGetFloatv(GL_POST_COLOR_MATRIX_RED_SCALE => u32, &raw mut scale => *mut f32));
        scale
    };
    let is_enabled = |capability: u32| gl!(glIsEnabled(capability => u32) -> u8);
    assert_eq!((is_enabled(GL_MINMAX), is_enabled(GL_COLOR_TABLE), scale()), (1, 0, 3.0));
    gl!(glDisable(GL_MINMAX => u32));
    gl!(glPopAttrib());
    assert_eq!((is_enabled(GL_MINMAX), scale()), (1, 1.0));
    gl.no_error();
}
