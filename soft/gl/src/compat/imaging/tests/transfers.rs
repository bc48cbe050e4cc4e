//! What the imaging subset does to drawn, copied and read pixels and to textures.

use super::*;

/// Makes a level of a one-dimensional or two-dimensional texture from grey bytes.
fn texture(target: u32, size: [i32; 2], values: &[u8]) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    let data = values.as_ptr().cast::<c_void>();
    if target == GL_TEXTURE_1D {
        glTexImage1D(target, 0, GL_LUMINANCE as i32, size[0], 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, data);
    } else {
        glTexImage2D(target, 0, GL_LUMINANCE as i32, size[0], size[1], 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, data);
    }
}

/// Returns the luminance of the texels of a level.
fn texels<const N: usize>(target: u32) -> [u8; N] {
    let mut values = [7; N];
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    let into = values.as_mut_ptr().cast::<c_void>();
    glGetTexImage(target, 0, GL_LUMINANCE, GL_UNSIGNED_BYTE, into);
    values
}

fn size(target: u32) -> [i32; 2] {
    [GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT].map(|name| {
        let mut value = -1;
        glGetTexLevelParameteriv(target, 0, name, &raw mut value);
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
        glEnable(target);
    };
    table(GL_COLOR_TABLE, 101, 0.6);
    filter(GL_CONVOLUTION_2D, [1, 1], &[0.5]);
    glEnable(GL_CONVOLUTION_2D);
    for name in [GL_POST_CONVOLUTION_RED_BIAS, GL_POST_CONVOLUTION_GREEN_BIAS, GL_POST_CONVOLUTION_BLUE_BIAS] {
        glPixelTransferf(name, 0.2);
    }
    table(GL_POST_CONVOLUTION_COLOR_TABLE, 127, 0.8);
    glMatrixMode(GL_COLOR);
    glScalef(0.5, 0.5, 0.5);
    glPixelTransferf(GL_POST_COLOR_MATRIX_GREEN_BIAS, 0.1);
    table(GL_POST_COLOR_MATRIX_COLOR_TABLE, 127, 0.1);
    draw(&[102]);
    assert_eq!(gl.pixel(0, 0), bytes([0.0, 0.1, 0.0, 1.0]));
    glDisable(GL_POST_COLOR_MATRIX_COLOR_TABLE);
    draw(&[102]);
    assert_eq!(gl.pixel(0, 0), bytes([0.4, 0.5, 0.4, 1.0]));
    gl.no_error();
}

#[test]
fn filters_apply_to_drawn_copied_and_read_pixels() {
    let gl = context();
    filter(GL_CONVOLUTION_2D, [3, 1], &[1.0, 0.0, 1.0]);
    glEnable(GL_CONVOLUTION_2D);
    clear([0.0; 4]);
    draw(&[1, 10, 20, 30]);
    let grey = |value: u8| [value, value, value, 255];
    assert_eq!([0, 1, 2].map(|x| gl.pixel(x, 0)), [grey(21), grey(40), [0; 4]]);
    glDisable(GL_CONVOLUTION_2D);
    draw(&[1, 10, 20, 30]);
    glEnable(GL_CONVOLUTION_2D);
    assert_eq!(read::<3>(0, 4), [grey(21), grey(40), [7; 4]]);
    glWindowPos2i(0, 1);
    glCopyPixels(0, 0, 4, 1, GL_COLOR);
    assert_eq!([0, 1, 2].map(|x| gl.pixel(x, 1)), [grey(21), grey(40), [0; 4]]);
    let mode = GL_REPLICATE_BORDER as i32;
    glConvolutionParameteri(GL_CONVOLUTION_2D, GL_CONVOLUTION_BORDER_MODE, mode);
    assert_eq!(read::<5>(0, 4), [grey(11), grey(21), grey(40), grey(50), [7; 4]]);
    glDisable(GL_CONVOLUTION_2D);
    // The separable filter applies without the other one.
    let factor = [2.0f32];
    glSeparableFilter2D(GL_SEPARABLE_2D, GL_LUMINANCE, 1, 1, GL_LUMINANCE, GL_FLOAT, factor.as_ptr().cast(), factor.as_ptr().cast());
    glEnable(GL_SEPARABLE_2D);
    assert_eq!(read::<1>(0, 1), [grey(4)]);
    gl.no_error();
}

#[test]
fn the_histogram_counts_nothing_if_a_read_raises_an_error() {
    let gl = context();
    glHistogram(GL_HISTOGRAM, 1, GL_RGBA, 0);
    glEnable(GL_HISTOGRAM);
    let mut pixel = [0u8; 4];
    let into = pixel.as_mut_ptr().cast::<c_void>();
    glReadnPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, 3, into);
    assert_eq!(error(), GL_INVALID_OPERATION);
    let mut counter = 9u32;
    glGetHistogram(GL_HISTOGRAM, 0, GL_RED, GL_UNSIGNED_INT, (&raw mut counter).cast());
    assert_eq!(counter, 0);
    gl.no_error();
}

#[test]
fn textures_have_the_size_of_the_convolved_image() {
    let gl = context();
    filter(GL_CONVOLUTION_1D, [2, 1], &[1.0, 2.0]);
    filter(GL_CONVOLUTION_2D, [2, 2], &[1.0, 0.0, 0.0, 1.0]);
    glEnable(GL_CONVOLUTION_1D);
    glEnable(GL_CONVOLUTION_2D);
    texture(GL_TEXTURE_1D, [3, 1], &[1, 2, 3]);
    assert_eq!((size(GL_TEXTURE_1D), texels::<3>(GL_TEXTURE_1D)), ([2, 1], [5, 8, 7]));
    texture(GL_TEXTURE_2D, [3, 2], &[1, 2, 3, 10, 20, 30]);
    assert_eq!((size(GL_TEXTURE_2D), texels::<3>(GL_TEXTURE_2D)), ([2, 1], [21, 32, 7]));
    // Each row of the convolved image is a layer.
    texture(GL_TEXTURE_1D_ARRAY, [2, 3], &[1, 2, 10, 20, 100, 200]);
    assert_eq!((size(GL_TEXTURE_1D_ARRAY), texels::<3>(GL_TEXTURE_1D_ARRAY)), ([1, 2], [21, 210, 7]));
    let part = [0u8, 5, 5, 0, 7, 0];
    glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 0, 2, 2, GL_LUMINANCE, GL_UNSIGNED_BYTE, part.as_ptr().cast());
    assert_eq!(texels::<2>(GL_TEXTURE_2D), [21, 0]);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 3, 2, GL_LUMINANCE, GL_UNSIGNED_BYTE, part.as_ptr().cast());
    assert_eq!(texels::<2>(GL_TEXTURE_2D), [7, 5]);
    gl.no_error();
    // The resulting size is that which must fit.
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 4, 2, GL_LUMINANCE, GL_UNSIGNED_BYTE, part.as_ptr().cast());
    assert_eq!(error(), GL_INVALID_VALUE);
    // Formats without colors are not filtered.
    let depths = [0.5f32; 4];
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT as i32, 2, 2, 0, GL_DEPTH_COMPONENT, GL_FLOAT, depths.as_ptr().cast());
    assert_eq!(size(GL_TEXTURE_2D), [2, 2]);
    gl.no_error();
}

#[test]
fn copies_to_textures_are_convolved() {
    let _gl = context();
    clear([0.0; 4]);
    draw(&[1, 2, 4, 8]);
    filter(GL_CONVOLUTION_2D, [2, 1], &[1.0, 10.0]);
    glEnable(GL_CONVOLUTION_2D);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_LUMINANCE8, 0, 0, 4, 1, 0);
    assert_eq!((size(GL_TEXTURE_2D), texels::<4>(GL_TEXTURE_2D)), ([3, 1], [21, 42, 84, 7]));
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 1, 0, 0, 0, 3, 1);
    assert_eq!(texels::<3>(GL_TEXTURE_2D), [21, 21, 42]);
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 1, 0, 0, 0, 4, 1);
    assert_eq!(error(), GL_INVALID_VALUE);
}

#[test]
fn queries_of_textures_ignore_the_imaging_subset() {
    let gl = context();
    texture(GL_TEXTURE_2D, [2, 1], &[10, 20]);
    color_table(GL_COLOR_TABLE, GL_LUMINANCE, GL_LUMINANCE, 1, &[1.0]);
    filter(GL_CONVOLUTION_2D, [2, 1], &[1.0, 1.0]);
    glEnable(GL_COLOR_TABLE);
    glEnable(GL_CONVOLUTION_2D);
    // "No pixel transfer operations are performed on this image" [GL 4.6 compatibility, 8.11.4]
    assert_eq!(texels::<2>(GL_TEXTURE_2D), [10, 20]);
    gl.no_error();
}

#[test]
fn the_color_matrix_has_a_stack() {
    let gl = context();
    glMatrixMode(GL_COLOR);
    glPushMatrix();
    // Red becomes green.
    let mut matrix = [0.0f32; 16];
    (matrix[1], matrix[15]) = (1.0, 1.0);
    glLoadMatrixf(matrix.as_ptr());
    let mut found = [0.0f32; 16];
    glGetFloatv(GL_COLOR_MATRIX, found.as_mut_ptr());
    assert_eq!(found, matrix);
    glGetFloatv(GL_TRANSPOSE_COLOR_MATRIX, found.as_mut_ptr());
    assert_eq!(found[4], 1.0);
    clear([0.2, 0.0, 0.6, 1.0]);
    assert_eq!(read::<1>(0, 1), [bytes([0.0, 0.2, 0.0, 1.0])]);
    let mut depth = 0;
    glGetIntegerv(GL_COLOR_MATRIX_STACK_DEPTH, &raw mut depth);
    assert_eq!(depth, 2);
    glPopMatrix();
    assert_eq!(read::<1>(0, 1), [bytes([0.2, 0.0, 0.6, 1.0])]);
    gl.no_error();
    glPopMatrix();
    assert_eq!(error(), GL_STACK_UNDERFLOW);
    glGetIntegerv(GL_MAX_COLOR_MATRIX_STACK_DEPTH, &raw mut depth);
    (1..depth).for_each(|_| glPushMatrix());
    gl.no_error();
    glPushMatrix();
    assert_eq!(error(), GL_STACK_OVERFLOW);
}

#[test]
fn attribute_groups_have_the_modes() {
    let gl = context();
    glEnable(GL_MINMAX);
    glPushAttrib(GL_PIXEL_MODE_BIT);
    glPushAttrib(GL_ENABLE_BIT);
    glDisable(GL_MINMAX);
    glEnable(GL_COLOR_TABLE);
    glPixelTransferf(GL_POST_COLOR_MATRIX_RED_SCALE, 3.0);
    glPopAttrib();
    let scale = || {
        let mut scale = 0.0;
        glGetFloatv(GL_POST_COLOR_MATRIX_RED_SCALE, &raw mut scale);
        scale
    };
    let is_enabled = |capability: u32| glIsEnabled(capability);
    assert_eq!((is_enabled(GL_MINMAX), is_enabled(GL_COLOR_TABLE), scale()), (1, 0, 3.0));
    glDisable(GL_MINMAX);
    glPopAttrib();
    assert_eq!((is_enabled(GL_MINMAX), scale()), (1, 1.0));
    gl.no_error();
}
