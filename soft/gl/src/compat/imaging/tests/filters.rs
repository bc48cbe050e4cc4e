//! Convolution filters.

use super::*;

fn parameter(target: u32, name: u32) -> i32 {
    let mut value = -1;
    gl!(glGetConvolutionParameteriv(target => u32, name => u32, &raw mut value => *mut i32));
    value
}

#[test]
fn filters_are_scaled_and_returned_unclamped() {
    let gl = context();
    let scale = [2.0f32; 4];
    gl!(glConvolutionParameterfv(GL_CONVOLUTION_2D => u32, GL_CONVOLUTION_FILTER_SCALE => u32, scale.as_ptr() => *const f32));
    filter(GL_CONVOLUTION_2D, [2, 1], &[-1.0, 3.0]);
    let mut values = [0.0f32; 2];
    gl!(glGetConvolutionFilter(
        GL_CONVOLUTION_2D => u32, GL_LUMINANCE => u32, GL_FLOAT => u32, values.as_mut_ptr().cast() => *mut c_void
    ));
    assert_eq!(values, [-2.0, 6.0]);
    assert_eq!((parameter(GL_CONVOLUTION_2D, GL_CONVOLUTION_WIDTH), parameter(GL_CONVOLUTION_2D, GL_CONVOLUTION_HEIGHT)), (2, 1));
    assert_eq!(parameter(GL_CONVOLUTION_2D, GL_CONVOLUTION_FORMAT), GL_LUMINANCE as i32);
    assert!(parameter(GL_CONVOLUTION_1D, GL_MAX_CONVOLUTION_WIDTH) >= 3 && parameter(GL_SEPARABLE_2D, GL_MAX_CONVOLUTION_HEIGHT) >= 3);
    assert_eq!(parameter(GL_CONVOLUTION_1D, GL_CONVOLUTION_BORDER_MODE), GL_REDUCE as i32);
    gl!(glConvolutionParameteri(GL_CONVOLUTION_1D => u32, GL_CONVOLUTION_BORDER_MODE => u32, GL_CONSTANT_BORDER as i32 => i32));
    assert_eq!(parameter(GL_CONVOLUTION_1D, GL_CONVOLUTION_BORDER_MODE), GL_CONSTANT_BORDER as i32);
    let color = [i32::MAX, i32::MIN, 0, i32::MAX];
    gl!(glConvolutionParameteriv(GL_CONVOLUTION_1D => u32, GL_CONVOLUTION_BORDER_COLOR => u32, color.as_ptr() => *const i32));
    let mut floats = [0.0f32; 4];
    gl!(glGetConvolutionParameterfv(GL_CONVOLUTION_1D => u32, GL_CONVOLUTION_BORDER_COLOR => u32, floats.as_mut_ptr() => *mut f32));
    assert_eq!([floats[0], floats[1], floats[3]], [1.0, -1.0, 1.0]);
    gl.no_error();
}

#[test]
fn separable_filters_have_a_row_and_a_column() {
    let gl = context();
    let (row, column) = ([1.0f32, 2.0], [3.0f32, 4.0, 5.0]);
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    gl!(glSeparableFilter2D(
        GL_SEPARABLE_2D => u32, GL_LUMINANCE => u32, 2 => i32, 3 => i32, GL_LUMINANCE => u32, GL_FLOAT => u32,
        row.as_ptr().cast() => *const c_void, column.as_ptr().cast() => *const c_void
    ));
    gl!(glEndList());
    gl!(glCallList(1 => u32));
    let (mut first, mut second) = ([0.0f32; 2], [0.0f32; 3]);
    let mut get = |row_size: i32, column_size: i32| {
        gl!(glGetnSeparableFilterARB(
            GL_SEPARABLE_2D => u32, GL_RED => u32, GL_FLOAT => u32, row_size => i32, first.as_mut_ptr().cast() => *mut c_void,
            column_size => i32, second.as_mut_ptr().cast() => *mut c_void, std::ptr::null_mut() => *mut c_void
        ));
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
    gl!(glCopyConvolutionFilter1D(GL_CONVOLUTION_1D => u32, GL_LUMINANCE => u32, 0 => i32, 0 => i32, 3 => i32));
    gl!(glCopyConvolutionFilter2D(GL_CONVOLUTION_2D => u32, GL_RGB => u32, 1 => i32, 0 => i32, 2 => i32, 1 => i32));
    let (mut one, mut two) = ([0u8; 4], [0u8; 8]);
    gl!(glGetConvolutionFilter(
        GL_CONVOLUTION_1D => u32, GL_LUMINANCE => u32, GL_UNSIGNED_BYTE => u32, one.as_mut_ptr().cast() => *mut c_void
    ));
    gl!(glGetConvolutionFilter(
        GL_CONVOLUTION_2D => u32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, two.as_mut_ptr().cast() => *mut c_void
    ));
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
    gl!(glConvolutionParameterf(GL_CONVOLUTION_2D => u32, GL_CONVOLUTION_BORDER_MODE => u32, GL_CLAMP as f32 => f32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glConvolutionParameterf(GL_CONVOLUTION_2D => u32, GL_CONVOLUTION_FILTER_SCALE => u32, 1.0 => f32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glConvolutionParameteri(GL_TEXTURE_2D => u32, GL_CONVOLUTION_BORDER_MODE => u32, GL_REDUCE as i32 => i32));
    assert_eq!(error(), GL_INVALID_ENUM);
    parameter(GL_CONVOLUTION_2D, GL_COLOR_TABLE_WIDTH);
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glGetConvolutionFilter(GL_SEPARABLE_2D => u32, GL_RED => u32, GL_FLOAT => u32, std::ptr::null_mut() => *mut c_void));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glGetSeparableFilter(
        GL_CONVOLUTION_2D => u32, GL_RED => u32, GL_FLOAT => u32, std::ptr::null_mut() => *mut c_void,
        std::ptr::null_mut() => *mut c_void, std::ptr::null_mut() => *mut c_void
    ));
    assert_eq!(error(), GL_INVALID_ENUM);
}
