//! Convolution filters.

use super::*;

fn parameter(target: u32, name: u32) -> i32 {
    let mut value = -1;
    glGetConvolutionParameteriv(target, name, &raw mut value);
    value
}

#[test]
fn filters_are_scaled_and_returned_unclamped() {
    let gl = context();
    let scale = [2.0f32; 4];
    glConvolutionParameterfv(GL_CONVOLUTION_2D, GL_CONVOLUTION_FILTER_SCALE, scale.as_ptr());
    filter(GL_CONVOLUTION_2D, [2, 1], &[-1.0, 3.0]);
    let mut values = [0.0f32; 2];
    glGetConvolutionFilter(GL_CONVOLUTION_2D, GL_LUMINANCE, GL_FLOAT, values.as_mut_ptr().cast());
    assert_eq!(values, [-2.0, 6.0]);
    assert_eq!((parameter(GL_CONVOLUTION_2D, GL_CONVOLUTION_WIDTH), parameter(GL_CONVOLUTION_2D, GL_CONVOLUTION_HEIGHT)), (2, 1));
    assert_eq!(parameter(GL_CONVOLUTION_2D, GL_CONVOLUTION_FORMAT), GL_LUMINANCE as i32);
    assert!(parameter(GL_CONVOLUTION_1D, GL_MAX_CONVOLUTION_WIDTH) >= 3 && parameter(GL_SEPARABLE_2D, GL_MAX_CONVOLUTION_HEIGHT) >= 3);
    assert_eq!(parameter(GL_CONVOLUTION_1D, GL_CONVOLUTION_BORDER_MODE), GL_REDUCE as i32);
    glConvolutionParameteri(GL_CONVOLUTION_1D, GL_CONVOLUTION_BORDER_MODE, GL_CONSTANT_BORDER as i32);
    assert_eq!(parameter(GL_CONVOLUTION_1D, GL_CONVOLUTION_BORDER_MODE), GL_CONSTANT_BORDER as i32);
    let color = [i32::MAX, i32::MIN, 0, i32::MAX];
    glConvolutionParameteriv(GL_CONVOLUTION_1D, GL_CONVOLUTION_BORDER_COLOR, color.as_ptr());
    let mut floats = [0.0f32; 4];
    glGetConvolutionParameterfv(GL_CONVOLUTION_1D, GL_CONVOLUTION_BORDER_COLOR, floats.as_mut_ptr());
    assert_eq!([floats[0], floats[1], floats[3]], [1.0, -1.0, 1.0]);
    gl.no_error();
}

#[test]
fn separable_filters_have_a_row_and_a_column() {
    let gl = context();
    let (row, column) = ([1.0f32, 2.0], [3.0f32, 4.0, 5.0]);
    glNewList(1, GL_COMPILE);
    glSeparableFilter2D(GL_SEPARABLE_2D, GL_LUMINANCE, 2, 3, GL_LUMINANCE, GL_FLOAT, row.as_ptr().cast(), column.as_ptr().cast());
    glEndList();
    glCallList(1);
    let (mut first, mut second) = ([0.0f32; 2], [0.0f32; 3]);
    let mut get = |row_size: i32, column_size: i32| {
        glGetnSeparableFilterARB(
            GL_SEPARABLE_2D,
            GL_RED,
            GL_FLOAT,
            row_size,
            first.as_mut_ptr().cast(),
            column_size,
            second.as_mut_ptr().cast(),
            std::ptr::null_mut(),
        );
        (error(), first, second)
    };
    assert_eq!(get(7, 12), (GL_INVALID_OPERATION, [0.0; 2], [0.0; 3]));
    assert_eq!(get(8, 11), (GL_INVALID_OPERATION, [0.0; 2], [0.0; 3]));
    assert_eq!(get(8, 12), (GL_NO_ERROR, row, column));
    gl.no_error();
}

#[test]
fn filters_are_copied_from_the_framebuffer() {
    let gl = context();
    draw(&[51, 102, 153]);
    glCopyConvolutionFilter1D(GL_CONVOLUTION_1D, GL_LUMINANCE, 0, 0, 3);
    glCopyConvolutionFilter2D(GL_CONVOLUTION_2D, GL_RGB, 1, 0, 2, 1);
    let (mut one, mut two) = ([0u8; 4], [0u8; 8]);
    glGetConvolutionFilter(GL_CONVOLUTION_1D, GL_LUMINANCE, GL_UNSIGNED_BYTE, one.as_mut_ptr().cast());
    glGetConvolutionFilter(GL_CONVOLUTION_2D, GL_RGBA, GL_UNSIGNED_BYTE, two.as_mut_ptr().cast());
    assert_eq!((one, two), ([51, 102, 153, 0], [102, 102, 102, 255, 153, 153, 153, 255]));
    gl.no_error();
}

#[test]
fn wrong_arguments_raise_errors() {
    let _gl = context();
    filter(GL_SEPARABLE_2D, [1, 1], &[1.0]);
    assert_eq!(error(), GL_INVALID_ENUM);
    filter(GL_CONVOLUTION_2D, [-1, 1], &[1.0]);
    assert_eq!(error(), GL_INVALID_VALUE);
    filter(GL_CONVOLUTION_2D, [1, 1000], &[1.0]);
    assert_eq!(error(), GL_INVALID_VALUE);
    glConvolutionParameterf(GL_CONVOLUTION_2D, GL_CONVOLUTION_BORDER_MODE, GL_CLAMP as f32);
    assert_eq!(error(), GL_INVALID_ENUM);
    glConvolutionParameterf(GL_CONVOLUTION_2D, GL_CONVOLUTION_FILTER_SCALE, 1.0);
    assert_eq!(error(), GL_INVALID_ENUM);
    glConvolutionParameteri(GL_TEXTURE_2D, GL_CONVOLUTION_BORDER_MODE, GL_REDUCE as i32);
    assert_eq!(error(), GL_INVALID_ENUM);
    parameter(GL_CONVOLUTION_2D, GL_COLOR_TABLE_WIDTH);
    assert_eq!(error(), GL_INVALID_ENUM);
    glGetConvolutionFilter(GL_SEPARABLE_2D, GL_RED, GL_FLOAT, std::ptr::null_mut());
    assert_eq!(error(), GL_INVALID_ENUM);
    glGetSeparableFilter(GL_CONVOLUTION_2D, GL_RED, GL_FLOAT, std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut());
    assert_eq!(error(), GL_INVALID_ENUM);
}
