//! Vertices in pixels, for shapes whose pixels can be counted by hand.

/// Returns vertices up and down along two rows: any three in sequence are a triangle of 8 by 8 pixels.
///
/// The sides run 4 pixels across over 8 rows, so the rows hold 8, 6, 6, 4, 4, 2, 2 and 0 centres: 32 pixels, and none on a side.
pub fn zigzag(count: usize) -> Vec<[f32; 2]> {
    (0..count).map(|n| [2.0 + 4.0 * n as f32, if n % 2 == 0 { 2.0 } else { 10.0 }]).collect()
}

/// Returns the zigzag at even indices, with other vertices between: triangles with adjacency consist of the even ones.
pub fn zigzag_with_adjacent(count: usize) -> Vec<[f32; 2]> {
    let zigzag = zigzag(count.div_ceil(2));
    (0..count).map(|n| if n % 2 == 0 { zigzag[n / 2] } else { [40.0, 40.0] }).collect()
}

/// Returns pixel centres, four pixels apart.
pub fn dots(count: usize) -> Vec<[f32; 2]> {
    (0..count).map(|n| [2.5 + 4.0 * n as f32, 2.5]).collect()
}

/// Returns pairs of pixel centres: lines of 8 pixels, as the last pixel is never drawn.
pub fn rungs(count: usize) -> Vec<[f32; 2]> {
    (0..count).map(|n| [if n % 2 == 0 { 2.5 } else { 10.5 }, 2.5 + 4.0 * (n / 2) as f32]).collect()
}

/// Returns steps to the right and up in turn, 8 pixels each.
pub fn stairs(count: usize) -> Vec<[f32; 2]> {
    (0..count).map(|n| [2.5 + 8.0 * n.div_ceil(2) as f32, 2.5 + 8.0 * (n / 2) as f32]).collect()
}

/// Returns the corners of a square of 8 by 8 pixels, at pixel centres.
pub fn loops(count: usize) -> Vec<[f32; 2]> {
    [[2.5, 2.5], [10.5, 2.5], [10.5, 10.5], [2.5, 10.5]].into_iter().cycle().take(count).collect()
}

/// Around a square of 16 by 16 pixels: six corners are the square, three a quarter of it (rows of 15, 13, ... 1 pixels: 64), five
/// all but another quarter.
pub fn fan(count: usize) -> Vec<[f32; 2]> {
    [[2.0, 2.0], [18.0, 2.0], [18.0, 10.0], [18.0, 18.0], [10.0, 18.0], [2.0, 18.0]].into_iter().cycle().take(count).collect()
}

/// Returns the corners of squares of 8 by 8 pixels.
pub fn squares(count: usize) -> Vec<[f32; 2]> {
    let corner = [[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]];
    (0..count).map(|n| [2.0 + 10.0 * (n / 4) as f32 + corner[n % 4][0], 2.0 + corner[n % 4][1]]).collect()
}

/// Returns pairs, one above the other, 8 pixels apart: a strip of squares of 8 by 8 pixels.
pub fn ladder(count: usize) -> Vec<[f32; 2]> {
    (0..count).map(|n| [2.0 + 8.0 * (n / 2) as f32, if n % 2 == 0 { 2.0 } else { 10.0 }]).collect()
}
