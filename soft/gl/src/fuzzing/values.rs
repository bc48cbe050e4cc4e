//! Numeric arguments: mostly ordinary values, and the limits of their types.

use super::bytes::Bytes;

/// Returns a count of vertices, instances, levels or new objects.
pub fn count(bytes: &mut Bytes) -> i32 {
    match bytes.byte() {
        rare @ 0..=7 => [-1, i32::MIN, i32::MAX, 65537, 100_000, 1 << 24, 1 << 30, 0][usize::from(rare)],
        ordinary => i32::from(ordinary) % 25,
    }
}

/// Returns a width, height or position in pixels.
pub fn pixels(bytes: &mut Bytes) -> i32 {
    match bytes.byte() {
        rare @ 0..=15 => {
            [-1, i32::MIN, i32::MAX, 16384, 16385, 4096, 255, 1 << 30, -16, -1000, 1000, 0x7FFF_FFF0, i32::MIN + 1, 70, 129, 0]
                [usize::from(rare)]
        }
        ordinary => i32::from(ordinary) % 33,
    }
}

/// Returns an offset or size in bytes.
pub fn size(bytes: &mut Bytes) -> i64 {
    match bytes.byte() {
        rare @ 0..=15 => [
            -1,
            i64::MIN,
            i64::MAX,
            i64::MAX - 3,
            1 << 31,
            (1 << 32) - 4,
            1 << 32,
            1 << 40,
            1 << 62,
            65536,
            4095,
            1 << 26,
            i64::MAX / 2,
            -4,
            1 << 20,
            0,
        ][usize::from(rare)],
        ordinary @ 16..=127 => i64::from(ordinary % 32) * 4,
        _ => i64::from(bytes.u16() % 1100),
    }
}

/// Returns a small number (index, unit, level), sometimes out of range.
pub fn index(bytes: &mut Bytes) -> u32 {
    match bytes.byte() {
        rare @ 0..=11 => [u32::MAX, 1 << 31, i32::MAX as u32, 16, 31, 32, 95, 96, 1 << 16, 84, 65, u32::MAX - 15][usize::from(rare)],
        ordinary => u32::from(ordinary) % 9,
    }
}

/// Returns a floating-point value.
pub fn float(bytes: &mut Bytes) -> f64 {
    const VALUES: [f64; 24] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        2.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e30,
        -1e30,
        1e-40,
        3.0,
        16.0,
        255.0,
        1e9,
        -1e9,
        0.1,
        2_147_483_648.0,
        4_294_967_296.0,
        1e308,
        64.0,
        -7.5,
        8.25,
    ];
    match bytes.byte() {
        table @ 0..=199 => VALUES[usize::from(table) % VALUES.len()],
        200..=230 => f64::from(f32::from_bits(bytes.u32())),
        other => f64::from(other) - 240.0,
    }
}
