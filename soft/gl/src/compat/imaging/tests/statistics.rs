//! The histogram and minmax.

use super::*;

fn histogram_parameter(target: u32, name: u32) -> i32 {
    let mut value = -1;
    glGetHistogramParameteriv(target, name, &raw mut value);
    value
}

/// Returns the counters of red or luminance.
fn counters<const N: usize>(reset: u8) -> [u32; N] {
    let mut values = [9; N];
    glGetHistogram(GL_HISTOGRAM, reset, GL_RED, GL_UNSIGNED_INT, values.as_mut_ptr().cast());
    values
}

#[test]
fn the_histogram_counts_drawn_and_read_pixels() {
    let gl = context();
    glHistogram(GL_HISTOGRAM, 4, GL_LUMINANCE, 0);
    glEnable(GL_HISTOGRAM);
    draw(&[0, 80, 90, 255]);
    assert_eq!(counters::<4>(0), [1, 2, 0, 1]);
    assert_eq!(read::<2>(0, 2), [[0, 0, 0, 255], [80, 80, 80, 255]]);
    assert_eq!(counters::<4>(1), [2, 3, 0, 1]);
    assert_eq!(counters::<4>(0), [0; 4]);
    glDisable(GL_HISTOGRAM);
    draw(&[0]);
    assert_eq!(counters::<4>(0), [0; 4]);
    gl.no_error();
}

#[test]
fn counters_are_clamped_to_the_type() {
    let gl = context();
    glHistogram(GL_HISTOGRAM, 1, GL_RGBA, 0);
    glEnable(GL_HISTOGRAM);
    let mut pixels = vec![0u32; 256];
    let into = pixels.as_mut_ptr().cast::<c_void>();
    glReadPixels(0, 0, 16, 16, GL_RGBA, GL_UNSIGNED_BYTE, into);
    assert_eq!(counters::<1>(0), [256]);
    let (mut byte, mut float) = (0u8, [0.0f32; 4]);
    glGetnHistogramARB(GL_HISTOGRAM, 0, GL_ALPHA, GL_UNSIGNED_BYTE, 1, (&raw mut byte).cast());
    glGetHistogram(GL_HISTOGRAM, 0, GL_BGRA, GL_FLOAT, float.as_mut_ptr().cast());
    assert_eq!((byte, float), (255, [256.0; 4]));
    glResetHistogram(GL_HISTOGRAM);
    assert_eq!(counters::<1>(0), [0]);
    gl.no_error();
}

#[test]
fn sinks_consume_pixels() {
    let gl = context();
    glHistogram(GL_HISTOGRAM, 2, GL_RGB, 1);
    glEnable(GL_HISTOGRAM);
    glEnable(GL_MINMAX);
    clear([0.0; 4]);
    draw(&[255, 255]);
    assert_eq!(gl.pixel(0, 0), [0; 4]);
    assert_eq!(read::<1>(0, 1), [[7; 4]]);
    assert_eq!(counters::<2>(0), [1, 2]);
    // "Because histogram precedes minmax, no minmax operation is performed."
    assert_eq!(extremes(0), [[f32::MAX; 4], [f32::MIN; 4]]);
    glDisable(GL_HISTOGRAM);
    glMinmax(GL_MINMAX, GL_RGBA, 1);
    draw(&[255, 51]);
    assert_eq!(gl.pixel(0, 0), [0; 4]);
    assert_eq!(extremes(0), [[0.2, 0.2, 0.2, 1.0], [1.0; 4]]);
    gl.no_error();
}

/// Returns the extremes.
fn extremes(reset: u8) -> [[f32; 4]; 2] {
    let mut values = [[9.0; 4]; 2];
    glGetMinmax(GL_MINMAX, reset, GL_RGBA, GL_FLOAT, values.as_mut_ptr().cast());
    values
}

#[test]
fn minmax_has_the_extremes_of_its_components() {
    let gl = context();
    glMinmax(GL_MINMAX, GL_LUMINANCE_ALPHA, 0);
    glEnable(GL_MINMAX);
    draw(&[51, 102, 0]);
    assert_eq!(extremes(1), [[0.0, 0.0, 0.0, 1.0], [0.4, 0.0, 0.0, 1.0]]);
    draw(&[255]);
    assert_eq!(extremes(0), [[1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0]]);
    glResetMinmax(GL_MINMAX);
    assert_eq!(extremes(0)[0][0], f32::MAX);
    let mut value = 0.0;
    glGetMinmaxParameterfv(GL_MINMAX, GL_MINMAX_FORMAT, &raw mut value);
    assert_eq!(value, GL_LUMINANCE_ALPHA as f32);
    gl.no_error();
}

#[test]
fn proxies_and_parameters_are_returned() {
    let gl = context();
    glHistogram(GL_PROXY_HISTOGRAM, 64, GL_RGB8, 1);
    assert_eq!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_WIDTH), 64);
    assert_eq!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_FORMAT), GL_RGB8 as i32);
    assert!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_GREEN_SIZE) > 0);
    assert_eq!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_ALPHA_SIZE), 0);
    assert_eq!(histogram_parameter(GL_HISTOGRAM, GL_HISTOGRAM_WIDTH), 0);
    glHistogram(GL_PROXY_HISTOGRAM, 1 << 20, GL_RGB8, 1);
    assert_eq!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_WIDTH), 0);
    glHistogram(GL_HISTOGRAM, 2, GL_RGB8, 1);
    assert_eq!(histogram_parameter(GL_HISTOGRAM, GL_HISTOGRAM_SINK), 1);
    gl.no_error();
}

#[test]
fn wrong_arguments_raise_errors() {
    let _gl = context();
    histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_SINK);
    assert_eq!(error(), GL_INVALID_ENUM);
    let histogram = |target: u32, width: i32, internal: u32| {
        glHistogram(target, width, internal, 0);
        error()
    };
    assert_eq!(histogram(GL_MINMAX, 1, GL_RGBA), GL_INVALID_ENUM);
    assert_eq!(histogram(GL_HISTOGRAM, 3, GL_RGBA), GL_INVALID_VALUE);
    assert_eq!(histogram(GL_HISTOGRAM, 1 << 20, GL_RGBA), GL_TABLE_TOO_LARGE);
    assert_eq!(histogram(GL_HISTOGRAM, 1, 4), GL_INVALID_ENUM);
    let minmax = |target: u32, internal: u32| {
        glMinmax(target, internal, 0);
        error()
    };
    assert_eq!(minmax(GL_HISTOGRAM, GL_RGBA), GL_INVALID_ENUM);
    assert_eq!(minmax(GL_MINMAX, GL_INTENSITY8), GL_INVALID_ENUM);
    assert_eq!(minmax(GL_MINMAX, 3), GL_INVALID_ENUM);
    glResetMinmax(GL_HISTOGRAM);
    assert_eq!(error(), GL_INVALID_ENUM);
    glResetHistogram(GL_MINMAX);
    assert_eq!(error(), GL_INVALID_ENUM);
    glGetMinmax(GL_MINMAX, 0, GL_DEPTH_COMPONENT, GL_FLOAT, std::ptr::null_mut());
    assert_eq!(error(), GL_INVALID_ENUM);
}
