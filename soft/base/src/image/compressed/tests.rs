//! Tests of codecs and of the blocks of images.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::core::memory::Memory;
use crate::image::Surface;

/// Blocks of zeros.
fn blocks_of(codec: Codec, width: u32, height: u32) -> Blocks {
    Blocks::in_memory(codec, width, height, Memory::new(Blocks::size(codec, width, height).unwrap()).unwrap())
}

/// Every codec, with some footprints of ASTC.
const ALL: [Codec; 22] = [
    Codec::Rgtc1 { signed: false },
    Codec::Rgtc1 { signed: true },
    Codec::Rgtc2 { signed: false },
    Codec::Rgtc2 { signed: true },
    Codec::BptcUnorm,
    Codec::BptcFloat { signed: false },
    Codec::BptcFloat { signed: true },
    Codec::Dxt1 { alpha: false },
    Codec::Dxt1 { alpha: true },
    Codec::Dxt3,
    Codec::Dxt5,
    Codec::Etc1,
    Codec::Etc2 { punch_through: false },
    Codec::Etc2 { punch_through: true },
    Codec::Etc2Alpha,
    Codec::R11 { signed: false },
    Codec::R11 { signed: true },
    Codec::Rg11 { signed: false },
    Codec::Rg11 { signed: true },
    Codec::Fxt1 { alpha: false },
    Codec::Fxt1 { alpha: true },
    Codec::Astc { width: 8, height: 6, srgb: false },
];

/// Random bytes.
fn bytes(state: &mut u64) -> [u8; 16] {
    std::array::from_fn(|_| {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 32) as u8
    })
}

#[test]
fn random_blocks_decode_to_finite_texels_of_their_range() {
    let mut state = 0x1234_5678_9ABC_DEF1;
    for codec in ALL {
        let format = codec.decoded(false);
        let mut texels = [[0; 4]; MOST_TEXELS];
        for _ in 0..5_000 {
            codec.decode(&bytes(&mut state), &mut texels);
            let [width, height] = codec.size();
            for raw in &texels[..(width * height) as usize] {
                let texel = stored(format, *raw);
                let is_float = matches!(codec, Codec::BptcFloat { .. });
                assert!(is_float || texel.iter().all(|value| (-1.0..=1.0).contains(value)), "{codec:?} {texel:?}");
            }
        }
    }
}

#[test]
fn sizes_count_incomplete_blocks() {
    let codec = Codec::Dxt1 { alpha: false };
    assert_eq!((codec.blocks(1, 9), codec.image_bytes(5, 4, 3), codec.image_bytes(0, 4, 1)), ([1, 3], Some(48), Some(0)));
    let codec = Codec::Fxt1 { alpha: false };
    assert_eq!((codec.blocks(9, 5), codec.image_bytes(8, 4, 1), codec.image_bytes(1, 5, 2)), ([2, 2], Some(16), Some(64)));
    let codec = Codec::Astc { width: 10, height: 5, srgb: true };
    assert_eq!((codec.blocks(11, 5), codec.image_bytes(11, 6, 1)), ([2, 1], Some(64)));
}

#[test]
fn the_surface_shows_the_blocks() {
    let codec = Codec::Rgtc1 { signed: false };
    let blocks = blocks_of(codec, 6, 5);
    let surface = Surface::new(codec.decoded(false), 6, 5).unwrap();
    let red = |x, y| f32::from_bits(surface.texel(x, y)[0]);
    blocks.write_row([1, 1], &[255; 8]);
    assert_eq!(red(5, 4), 0.0, "not decoded yet");
    blocks.refresh(&surface);
    assert_eq!((red(5, 4), red(3, 4), red(5, 3)), (1.0, 0.0, 0.0));
    // A change of blocks of an up-to-date surface decodes these alone.
    blocks.write_row([0, 0], &[255; 8]);
    blocks.write_row([1, 0], &[255; 8]);
    blocks.finish(&surface, [0, 0], [1, 1]);
    assert_eq!((red(0, 0), red(4, 0)), (1.0, 0.0));
}

#[test]
fn a_view_with_another_codec_decodes_for_itself() {
    let [unsigned, signed] = [false, true].map(|signed| Codec::Rgtc1 { signed });
    let blocks = blocks_of(unsigned, 4, 4);
    let view = blocks.reinterpret(signed);
    let [one, two] = [(); 2].map(|()| Surface::new(unsigned.decoded(false), 4, 4).unwrap());
    let red = |surface: &Surface| f32::from_bits(surface.texel(0, 0)[0]);
    let change = |blocks: &Blocks, surface: &Surface, end: u8| {
        blocks.write_row([0, 0], &[end, end, 0, 0, 0, 0, 0, 0]);
        blocks.finish(surface, [0, 0], [1, 1]);
        blocks.refresh(&one);
        view.refresh(&two);
    };
    change(&blocks, &one, 129);
    assert_eq!((red(&one), red(&two)), (129.0 / 255.0, -1.0));
    change(&view, &two, 127);
    // The owner sees what the view changed at its next look-up.
    blocks.refresh(&one);
    assert_eq!((red(&one), red(&two)), (127.0 / 255.0, 1.0));
}

#[test]
fn encoding_reads_the_edge_and_shows_the_result() {
    for codec in ALL.into_iter().filter(|codec| codec.has_encoder()) {
        let format = codec.decoded(false);
        let blocks = blocks_of(codec, 5, 3);
        let surface = Surface::new(format, 5, 3).unwrap();
        let one = 1.0f32.to_bits();
        let texel = if format == Format::R32f { [one, 0, 0, 0] } else { [one; 4] };
        (0..15).for_each(|index| surface.set_texel(index % 5, index / 5, texel));
        blocks.encode(&surface, [0, 0], [5, 3]);
        let shown = stored(format, surface.raw(4, 2));
        assert!((shown[0] - 1.0).abs() < 0.03, "{codec:?} {shown:?}");
        let copy = Surface::new(format, 5, 3).unwrap();
        blocks.reinterpret(codec).refresh(&copy);
        let mut row = [0; 32];
        blocks.read_row([0, 0], &mut row[..2 * codec.bytes() as usize]);
        assert_ne!(row, [0; 32], "{codec:?}");
    }
}
