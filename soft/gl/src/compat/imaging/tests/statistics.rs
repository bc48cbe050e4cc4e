//! The histogram and minmax.

use super::*;

fn histogram_parameter(target: u32, name: u32) -> i32 {
    let mut value = -1;
    gl!(glGetHistogramParameteriv(target => u32, name => u32, &raw mut value => *mut i32));
    value
}

/// Returns the counters of red or luminance.
fn counters<const N: usize>(reset: u8) -> [u32; N] {
    let mut values = [9; N];
    gl!(glGetHistogram(
        GL_HISTOGRAM => u32, reset => u8, GL_RED => u32, GL_UNSIGNED_INT => u32, values.as_mut_ptr().cast() => *mut c_void
    ));
    values
}

#[test]
fn the_histogram_counts_drawn_and_read_pixels() {
    let gl = context();
    gl!(glHistogram(GL_HISTOGRAM => u32, 4 => i32, GL_LUMINANCE => u32, 0 => u8));
    gl!(glEnable(GL_HISTOGRAM => u32));
    draw(&[0, 80, 90, 255]);
    assert_eq!(counters::<4>(0), [1, 2, 0, 1]);
    assert_eq!(read::<2>(0, 2), [[0, 0, 0, 255], [80, 80, 80, 255]]);
    assert_eq!(counters::<4>(1), [2, 3, 0, 1]);
    assert_eq!(counters::<4>(0), [0; 4]);
    gl!(glDisable(GL_HISTOGRAM => u32));
    draw(&[0]);
    assert_eq!(counters::<4>(0), [0; 4]);
    gl.no_error();
}

#[test]
fn counters_are_clamped_to_the_type() {
    let gl = context();
    gl!(glHistogram(GL_HISTOGRAM => u32, 1 => i32, GL_RGBA => u32, 0 => u8));
    gl!(glEnable(GL_HISTOGRAM => u32));
    let mut pixels = vec![0u32; 256];
    let into = pixels.as_mut_ptr().cast::<c_void>();
    gl!(glReadPixels(0 => i32, 0 => i32, 16 => i32, 16 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, into => *mut c_void));
    assert_eq!(counters::<1>(0), [256]);
    let (mut byte, mut float) = (0u8, [0.0f32; 4]);
    gl!(glGetnHistogramARB(
        GL_HISTOGRAM => u32, 0 => u8, GL_ALPHA => u32, GL_UNSIGNED_BYTE => u32, 1 => i32, (&raw mut byte).cast() => *mut c_void
    ));
    gl!(glGetHistogram(GL_HISTOGRAM => u32, 0 => u8, GL_BGRA => u32, GL_FLOAT => u32, float.as_mut_ptr().cast() => *mut c_void));
    assert_eq!((byte, float), (255, [256.0; 4]));
    gl!(glResetHistogram(GL_HISTOGRAM => u32));
    assert_eq!(counters::<1>(0), [0]);
    gl.no_error();
}

#[test]
fn sinks_consume_pixels() {
    let gl = context();
    gl!(glHistogram(GL_HISTOGRAM => u32, 2 => i32, GL_RGB => u32, 1 => u8));
    gl!(glEnable(GL_HISTOGRAM => u32));
    gl!(glEnable(GL_MINMAX => u32));
    clear([0.0; 4]);
    draw(&[255, 255]);
    assert_eq!(gl.pixel(0, 0), [0; 4]);
    assert_eq!(read::<1>(0, 1), [[7; 4]]);
    assert_eq!(counters::<2>(0), [1, 2]);
    // "Because histogram precedes minmax, no minmax operation is performed."
    assert_eq!(extremes(0), [[f32::MAX; 4], [f32::MIN; 4]]);
    gl!(glDisable(GL_HISTOGRAM => u32));
    gl!(glMinmax(GL_MINMAX => u32, GL_RGBA => u32, 1 => u8));
    draw(&[255, 51]);
    assert_eq!(gl.pixel(0, 0), [0; 4]);
    assert_eq!(extremes(0), [[0.2, 0.2, 0.2, 1.0], [1.0; 4]]);
    gl.no_error();
}

/// Returns the extremes.
fn extremes(reset: u8) -> [[f32; 4]; 2] {
    let mut values = [[9.0; 4]; 2];
    gl!(glGetMinmax(
        GL_MINMAX => u32, reset => u8, GL_RGBA => u32, GL_FLOAT => u32, values.as_mut_ptr().cast() => *mut c_void
    ));
    values
}

#[test]
fn minmax_has_the_extremes_of_its_components() {
    let gl = context();
    gl!(glMinmax(GL_MINMAX => u32, GL_LUMINANCE_ALPHA => u32, 0 => u8));
    gl!(glEnable(GL_MINMAX => u32));
    draw(&[51, 102, 0]);
    assert_eq!(extremes(1), [[0.0, 0.0, 0.0, 1.0], [0.4, 0.0, 0.0, 1.0]]);
    draw(&[255]);
    assert_eq!(extremes(0), [[1.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0]]);
    gl!(glResetMinmax(GL_MINMAX => u32));
    assert_eq!(extremes(0)[0][0], f32::MAX);
    let mut value = 0.0;
    gl!(glGetMinmaxParameterfv(GL_MINMAX => u32, GL_MINMAX_FORMAT => u32, &raw mut value => *mut f32));
    assert_eq!(value, GL_LUMINANCE_ALPHA as f32);
    gl.no_error();
}

#[test]
fn proxies_and_parameters_are_returned() {
    let gl = context();
    gl!(glHistogram(GL_PROXY_HISTOGRAM => u32, 64 => i32, GL_RGB8 => u32, 1 => u8));
    assert_eq!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_WIDTH), 64);
    assert_eq!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_FORMAT), GL_RGB8 as i32);
    assert!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_GREEN_SIZE) > 0);
    assert_eq!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_ALPHA_SIZE), 0);
    assert_eq!(histogram_parameter(GL_HISTOGRAM, GL_HISTOGRAM_WIDTH), 0);
    gl!(glHistogram(GL_PROXY_HISTOGRAM => u32, 1 << 20 => i32, GL_RGB8 => u32, 1 => u8));
    assert_eq!(histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_WIDTH), 0);
    gl!(glHistogram(GL_HISTOGRAM => u32, 2 => i32, GL_RGB8 => u32, 1 => u8));
    assert_eq!(histogram_parameter(GL_HISTOGRAM, GL_HISTOGRAM_SINK), 1);
    gl.no_error();
}

#[test]
fn wrong_arguments_raise_errors() {
    let _gl = context();
    histogram_parameter(GL_PROXY_HISTOGRAM, GL_HISTOGRAM_SINK);
    assert_eq!(error(), GL_INVALID_ENUM);
    let histogram = |target: u32, width: i32, internal: u32| {
        gl!(glHistogram(target => u32, width => i32, internal => u32, 0 => u8));
        error()
    };
    assert_eq!(histogram(GL_MINMAX, 1, GL_RGBA), GL_INVALID_ENUM);
    assert_eq!(histogram(GL_HISTOGRAM, 3, GL_RGBA), GL_INVALID_VALUE);
    assert_eq!(histogram(GL_HISTOGRAM, 1 << 20, GL_RGBA), GL_TABLE_TOO_LARGE);
    assert_eq!(histogram(GL_HISTOGRAM, 1, 4), GL_INVALID_ENUM);
    let minmax = |target: u32, internal: u32| {
        gl!(glMinmax(target => u32, internal => u32, 0 => u8));
        error()
    };
    assert_eq!(minmax(GL_HISTOGRAM, GL_RGBA), GL_INVALID_ENUM);
    assert_eq!(minmax(GL_MINMAX, GL_INTENSITY8), GL_INVALID_ENUM);
    assert_eq!(minmax(GL_MINMAX, 3), GL_INVALID_ENUM);
    gl!(glResetMinmax(GL_HISTOGRAM => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glResetHistogram(GL_MINMAX => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glGetMinmax(GL_MINMAX => u32, 0 => u8, GL_DEPTH_COMPONENT => u32, GL_FLOAT => u32, std::ptr::null_mut() => *mut c_void));
    assert_eq!(error(), GL_INVALID_ENUM);
}
