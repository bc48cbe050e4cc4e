//! Tests of the decoder of ASTC blocks.

use super::*;

/// Decodes a block and returns its texels.
fn texels(block: u128, size: [u32; 2], srgb: bool) -> Vec<[u8; 4]> {
    let mut texels = [[0; 4]; MOST_TEXELS];
    decode(&block.to_le_bytes(), size, srgb, &mut texels);
    texels[..(size[0] * size[1]) as usize].to_vec()
}

/// A block of one colour of 16 bits each.
fn constant(color: [u16; 4]) -> u128 {
    let [red, green, blue, alpha] = color.map(u128::from);
    alpha << 112 | blue << 96 | green << 80 | red << 64 | ((1 << 52) - 1) << 12 | 0xDFC
}

/// A block of a 4 × 4 grid of two-bit weights with two colours of grey, direct.
fn ramp(low: u8, high: u8) -> u128 {
    // Range 4 is R2 = 1, R0 = 0: the bits 1 and 4. Width b + 4 and height a + 2 with a = 2.
    let mode = 0b10 | 2 << 5;
    // The weights of a row are 0, 1, 2 and 3; they come from the highest bit on, the lowest bit of each first.
    let weights = (0..16).map(|index: u32| u128::from(index % 4).reverse_bits() >> (index * 2)).fold(0, |all, bits| all | bits);
    weights | u128::from(high) << 25 | u128::from(low) << 17 | mode
}

#[test]
fn constant_colours() {
    let block = constant([0xFFFF, 0x80FF, 0x0100, 0xFF00]);
    assert_eq!(texels(block, [6, 5], false), vec![[255, 0x80, 1, 255]; 30]);
    // Bits 10 and 11 must be set; bit 9 is for high dynamic range.
    for illegal in [block & !(1 << 10), block & !(1 << 11), block | 1 << 9, block & !(0x1FFF << 12) & !(0x1FFF << 25)] {
        assert_eq!(texels(illegal, [4, 4], false), vec![ERROR; 16]);
    }
    // An extent of 1 to 2 in both directions.
    let extent = block & !(((1 << 52) - 1) << 12) | 1 << 12 | 2 << 25 | 1 << 38 | 2 << 51;
    assert_eq!(texels(extent, [4, 4], false), vec![[255, 0x80, 1, 255]; 16]);
}

#[test]
fn weights_between_two_greys() {
    // 64 × 1/3 and 64 × 2/3 in the table of weights are 21 and 43.
    let row = texels(ramp(0, 255), [4, 4], false)[..4].to_vec();
    assert_eq!(row.iter().map(|texel| texel[0]).collect::<Vec<_>>(), [0, 84, 171, 255]);
    assert!(row.iter().all(|texel| texel[1] == texel[0] && texel[2] == texel[0] && texel[3] == 255));
    let row = texels(ramp(0, 255), [4, 4], true)[..4].to_vec();
    assert_eq!(row.iter().map(|texel| texel[0]).collect::<Vec<_>>(), [0, 84, 171, 255]);
}

#[test]
fn a_grid_is_stretched_over_a_larger_footprint() {
    let all = texels(ramp(0, 255), [12, 12], false);
    let row: Vec<u8> = all[..12].iter().map(|texel| texel[0]).collect();
    assert_eq!((row[0], row[11]), (0, 255));
    assert!(row.is_sorted(), "{row:?}");
    assert!(all.chunks(12).all(|other| other[..] == all[..12]));
}

#[test]
fn illegal_blocks_have_the_error_colour() {
    let wrong = |block| texels(block, [4, 4], false) == vec![ERROR; 16];
    assert!(wrong(0), "a reserved mode");
    assert!(wrong(0x1C0 | 2 << 5 | 0b1000), "a reserved grid");
    // A grid of 8 × 4 is wider than the footprint.
    assert!(wrong(ramp(0, 255) & !0xF | 0b0110));
    // A mode of high dynamic range, 2.
    assert!(wrong(ramp(0, 255) | 2 << 13));
    // Weights of 4 × 2 with one bit each take fewer than 24 bits.
    assert!(wrong(0b01));
    assert!(!wrong(ramp(0, 255)));
    // Four partitions and two planes.
    assert!(wrong(ramp(0, 255) | 3 << 11 | 1 << 10));
}

#[test]
fn partitions_have_colours_of_their_own() {
    // Two partitions of mode 0, weights of one bit in a grid of 6 × 4 on a footprint of 6 × 6, all zero.
    // Range 2 is R1 = 1 (the bit 0), R0 = 0.
    let mode = 0b01 | 2 << 5 | 2 << 7 | 1 << 11;
    let pattern = 7u128;
    // 24 weights leave 128 - 24 - 29 = 75 bits for four values: eight bits each.
    let block = mode | pattern << 13 | 10 << 29 | 200 << 45;
    let all = texels(block, [6, 6], false);
    let expected: Vec<u8> = (0..36).map(|index| [10, 200][partition(7, index % 6, index / 6, 2, false)]).collect();
    assert_eq!(all.iter().map(|texel| texel[0]).collect::<Vec<_>>(), expected);
    assert!(expected.contains(&10) && expected.contains(&200));
}

#[test]
fn random_blocks_decode() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut legal = 0;
    for index in 0..100_000 {
        let block = u128::from(next()) << 64 | u128::from(next());
        let size = [[4, 4], [5, 4], [8, 8], [10, 5], [12, 12]][index % 5];
        legal += usize::from(texels(block, size, index % 2 == 0).iter().any(|texel| *texel != ERROR));
    }
    assert!(legal > 1_000, "{legal}");
}
