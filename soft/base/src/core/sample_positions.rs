//! The sample counts and the positions of the samples within a pixel.

/// The largest number of samples of a pixel.
pub const MAX_SAMPLES: usize = 8;

/// The supported sample counts of multisampled images, largest first.
pub const COUNTS: [u32; 3] = [8, 4, 2];

/// Returns the number of samples of an image for which that many are requested: 0 if it is not multisampled, `None` for too many.
pub fn supported(requested: u32) -> Option<u32> {
    match requested {
        0 => Some(0),
        _ => COUNTS.into_iter().rev().find(|&count| count >= requested),
    }
}

/// Returns the position of each sample in 1/16 pixel from the lower left corner of the pixel: the standard positions of Direct3D and Vulkan.
/// Without multisampling it is the centre.
pub fn positions(samples: u32) -> &'static [[u8; 2]] {
    match samples {
        2 => &[[12, 12], [4, 4]],
        4 => &[[6, 2], [14, 6], [2, 10], [10, 14]],
        8 => &[[9, 5], [7, 11], [13, 9], [5, 3], [3, 13], [1, 7], [11, 15], [15, 1]],
        _ => &[[8, 8]],
    }
}

/// Returns the samples that a coverage value from 0 to 1 leaves of `count`: as many of the first ones as are proportional to it.
pub fn covered_by(value: f32, count: u32) -> u32 {
    let value = if value > 0.0 { value.min(1.0) } else { 0.0 };
    let left = (value * count as f32 + 0.5) as u32;
    if left >= 32 { u32::MAX } else { (1 << left) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_rounded_up_to_supported_ones() {
        let counts: Vec<_> = (0..10).map(supported).collect();
        let some = [0, 2, 2, 4, 4, 8, 8, 8, 8].map(Some);
        assert_eq!(counts, some.into_iter().chain([None]).collect::<Vec<_>>());
    }

    #[test]
    fn no_two_samples_share_a_row_or_a_column() {
        for count in COUNTS {
            let positions = positions(count);
            assert_eq!(positions.len(), count as usize);
            for (number, one) in positions.iter().enumerate() {
                assert!(positions[..number].iter().all(|other| other[0] != one[0] && other[1] != one[1]));
            }
        }
    }
}
