//! The two colours of a partition. [KHR_texture_compression_astc_hdr, C.2.14]

/// Red, green, blue and alpha; 0 to 255.
pub(super) type Color = [i32; 4];

/// Returns the number of values that a mode's colours take.
pub(super) fn count(mode: u32) -> usize {
    (mode as usize / 4 + 1) * 2
}

/// Moves the highest bit of an offset to its base; the offset becomes a number of -32 to 31.
fn transfer(offset: i32, base: i32) -> (i32, i32) {
    ((((offset >> 1) & 0x3F) ^ 0x20) - 0x20, base >> 1 | offset & 0x80)
}

/// Moves a colour towards its blue.
fn contract([red, green, blue, alpha]: Color) -> Color {
    [(red + blue) >> 1, (green + blue) >> 1, blue, alpha]
}

/// Returns the colours of bases and offsets.
fn offset<const N: usize>(values: &[i32; 8], color: impl Fn([i32; N]) -> Color) -> [Color; 2] {
    let (mut bases, mut sums, mut all) = ([0; N], [0; N], 0);
    for index in 0..N {
        let (step, base) = transfer(values[index * 2 + 1], values[index * 2]);
        (bases[index], sums[index]) = (base, base + step);
        all += if index < 3 { step } else { 0 };
    }
    let (first, second) = (color(bases), color(sums));
    let colors = if N < 3 || all >= 0 { [first, second] } else { [contract(second), contract(first)] };
    colors.map(|color| color.map(|value| value.clamp(0, 255)))
}

/// Returns two colours that are given as they are, in the order of their sums.
fn direct(first: Color, second: Color) -> [Color; 2] {
    let sum = |color: Color| color[0] + color[1] + color[2];
    if sum(second) >= sum(first) { [first, second] } else { [contract(second), contract(first)] }
}

/// Returns the two colours of a mode; `None` for the modes of high dynamic range.
pub(super) fn decode(mode: u32, values: &[i32; 8]) -> Option<[Color; 2]> {
    let &[v0, v1, v2, v3, v4, v5, v6, v7] = values;
    let grey = |value: i32, alpha: i32| [value, value, value, alpha];
    let scaled = |alpha: i32| [(v0 * v3) >> 8, (v1 * v3) >> 8, (v2 * v3) >> 8, alpha];
    Some(match mode {
        0 => [grey(v0, 255), grey(v1, 255)],
        1 => {
            let low = v0 >> 2 | v1 & 0xC0;
            [grey(low, 255), grey((low + (v1 & 0x3F)).min(255), 255)]
        }
        4 => [grey(v0, v2), grey(v1, v3)],
        5 => offset(values, |[value, alpha]| grey(value, alpha)),
        6 => [scaled(255), [v0, v1, v2, 255]],
        8 => direct([v0, v2, v4, 255], [v1, v3, v5, 255]),
        9 => offset(values, |[red, green, blue]| [red, green, blue, 255]),
        10 => [scaled(v4), [v0, v1, v2, v5]],
        12 => direct([v0, v2, v4, v6], [v1, v3, v5, v7]),
        13 => offset(values, |color: Color| color),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modes_of_low_dynamic_range() {
        let colors = |mode, values| decode(mode, &values);
        assert_eq!(colors(0, [10, 20, 0, 0, 0, 0, 0, 0]), Some([[10, 10, 10, 255], [20, 20, 20, 255]]));
        assert_eq!(colors(1, [40, 0x85, 0, 0, 0, 0, 0, 0]), Some([[138, 138, 138, 255], [143, 143, 143, 255]]));
        assert_eq!(colors(4, [1, 2, 3, 4, 0, 0, 0, 0]), Some([[1, 1, 1, 3], [2, 2, 2, 4]]));
        // The base takes the highest bit of the offset: 20 / 2 + 128, and 6 / 2 = 3.
        assert_eq!(colors(5, [20, 0x86, 40, 0x7E, 0, 0, 0, 0]), Some([[138, 138, 138, 20], [141, 141, 141, 19]]));
        assert_eq!(colors(6, [100, 200, 50, 128, 0, 0, 0, 0]), Some([[50, 100, 25, 255], [100, 200, 50, 255]]));
        assert_eq!(colors(8, [1, 4, 2, 5, 3, 6, 0, 0]), Some([[1, 2, 3, 255], [4, 5, 6, 255]]));
        assert_eq!(colors(8, [4, 1, 6, 2, 8, 4, 0, 0]), Some([[2, 3, 4, 255], [6, 7, 8, 255]]));
        assert_eq!(colors(9, [20, 2, 40, 2, 60, 2, 0, 0]), Some([[10, 20, 30, 255], [11, 21, 31, 255]]));
        assert_eq!(colors(9, [20, 0x7E, 40, 0x7E, 60, 0x7E, 0, 0]), Some([[19, 24, 29, 255], [20, 25, 30, 255]]));
        assert_eq!(colors(10, [100, 200, 50, 128, 7, 9, 0, 0]), Some([[50, 100, 25, 7], [100, 200, 50, 9]]));
        assert_eq!(colors(12, [1, 4, 2, 5, 3, 6, 9, 7]), Some([[1, 2, 3, 9], [4, 5, 6, 7]]));
        assert_eq!(colors(13, [20, 2, 40, 2, 60, 2, 80, 0x7E]), Some([[10, 20, 30, 40], [11, 21, 31, 39]]));
        for high in [2, 3, 7, 11, 14, 15] {
            assert_eq!(colors(high, [0; 8]), None);
        }
    }
}
