use super::super::load_store::*;
use super::super::sampler::TexelBuffer;
use super::super::unit_formats::{Embedded, UNIT_FORMATS, of_qualifier, of_token};
use super::*;
use crate::core::memory::Memory;
use crate::hir::{SamplerType, Scalar, TextureKind};
use std::sync::Arc;

/// Creates an image with layers.
fn layered(kind: TextureKind, format: Format, size: [u32; 2], layers: usize) -> ImageView {
    let layers = (0..layers).map(|_| Surface::new(format, size[0], size[1]).unwrap()).collect();
    ImageView { kind, format, texels: Texels::Layers(layers) }
}

#[test]
fn the_formats_of_image_units_are_different() {
    assert_eq!(UNIT_FORMATS.len(), 39);
    for row in UNIT_FORMATS {
        assert_eq!(of_token(row.token).map(|found| found.format), Some(row.format));
        assert_eq!(of_qualifier(row.qualifier).map(|found| found.token), Some(row.token));
    }
    assert!(of_qualifier("rgb8").is_none() && of_qualifier("snorm").is_none());
    assert_eq!(UNIT_FORMATS.iter().filter(|row| row.es == Embedded::Core).count(), 13);
}

#[test]
fn coordinates_select_texels_by_kind() {
    use TextureKind::*;
    for (kind, size, layers, inside, outside) in [
        (D1, [4, 1], 1, [3, 9, 9], [4, 0, 0]),
        (D2, [4, 3], 1, [3, 2, 9], [0, 3, 0]),
        (Rect, [4, 3], 1, [3, 2, 9], [4, 2, 0]),
        (D1Array, [4, 1], 3, [3, 2, 9], [0, 3, 0]),
        (D2Array, [4, 3], 2, [3, 2, 1], [0, 0, 2]),
        (D3, [4, 3], 2, [3, 2, 1], [0, u32::MAX, 0]),
        (Cube, [4, 4], 6, [3, 2, 5], [0, 0, 6]),
        (CubeArray, [4, 4], 12, [3, 2, 11], [u32::MAX, 0, 0]),
    ] {
        let image = layered(kind, Format::R32ui, size, layers);
        image.store(inside, 0, [7, 8, 9, 10]);
        image.store(outside, 0, [6; 4]);
        assert_eq!(image.load(inside, 0), [7, 0, 0, 1], "{kind:?}");
        assert_eq!(image.load(outside, 0), [0; 4], "{kind:?}");
        assert!(image.word(inside, 0).is_some() && image.word(outside, 0).is_none());
        let Texels::Layers(layers) = &image.texels else { panic!() };
        let words: Vec<u32> =
            layers.iter().flat_map(|surface| surface.memory.words()).map(|word| word.load(std::sync::atomic::Ordering::Relaxed)).collect();
        assert_eq!(words.iter().filter(|&&word| word != 0).count(), 1, "{kind:?}: one texel is written");
    }
}

#[test]
fn stores_keep_the_neighbours_in_a_word() {
    for (format, bits) in [(Format::R8ui, 8), (Format::Rg8ui, 16), (Format::R16i, 16), (Format::R16f, 16)] {
        let image = layered(TextureKind::D2, format, [5, 2], 1);
        let Texels::Layers(layers) = &image.texels else { panic!() };
        for (x, y) in (0..10).map(|index| (index % 5, index / 5)) {
            layers[0].set_raw(x, y, [u32::MAX; 4]);
        }
        image.store([3, 1, 0], 0, [0; 4]);
        for (x, y) in (0..10).map(|index| (index % 5, index / 5)) {
            let wanted = if (x, y) == (3, 1) { 0 } else { (1 << bits) - 1 };
            assert_eq!(layers[0].raw(x, y), [wanted, 0, 0, 0], "{format:?} {x} {y}");
        }
    }
}

#[test]
fn threads_that_store_to_one_word_lose_nothing() {
    let image = layered(TextureKind::D1, Format::R8ui, [4, 1], 1);
    for round in 0..64 {
        std::thread::scope(|scope| {
            for x in 0..4 {
                let image = &image;
                scope.spawn(move || image.store([x, 0, 0], 0, [round + x, 0, 0, 0]));
            }
        });
        assert_eq!([0, 1, 2, 3].map(|x| image.load([x, 0, 0], 0)[0]), [round, round + 1, round + 2, round + 3]);
    }
}

#[test]
fn every_format_is_converted() {
    for row in UNIT_FORMATS {
        let mut image = layered(TextureKind::D2, row.format, [1, 1], 1);
        let texel = if row.format.is_integer() { [1, 2, 3, 3] } else { bits([1.0, 0.0, 1.0, 1.0]) };
        image.store([0; 3], 0, texel);
        let components = row.format.component_bits().color;
        let one = if row.format.is_integer() { 1 } else { 1f32.to_bits() };
        let missing = [0, 0, 0, one];
        let wanted: [u32; 4] = std::array::from_fn(|index| if components[index] > 0 { texel[index] } else { missing[index] });
        assert_eq!(image.load([0; 3], 0), wanted, "{}", row.qualifier);
        assert_eq!(image.word([0; 3], 0).is_some(), ["r32i", "r32ui", "r32f"].contains(&row.qualifier));
        // The same bits as another format.
        image.format = match row.format.bytes() {
            1 => Format::R8ui,
            2 => Format::R16ui,
            4 => Format::R32ui,
            8 => Format::Rg32ui,
            _ => Format::Rgba32ui,
        };
        assert_eq!(image.load([0; 3], 0)[0], row.format.encode(texel)[0], "{}", row.qualifier);
    }
}

#[test]
fn variables_fit_images_of_their_kind_and_type() {
    let image = layered(TextureKind::D2, Format::Rgba8, [1, 1], 1);
    let of = |kind, result| SamplerType { kind, result, shadow: false };
    assert!(image.fits(of(TextureKind::D2, Scalar::Float)));
    assert!(!image.fits(of(TextureKind::D2, Scalar::Uint)));
    assert!(!image.fits(of(TextureKind::Rect, Scalar::Float)));
    assert!(layered(TextureKind::D2, Format::R8i, [1, 1], 1).fits(of(TextureKind::D2, Scalar::Int)));
}

#[test]
fn buffers_end_with_their_range() {
    let memory = Arc::new(Memory::new(32).unwrap());
    let buffer = TexelBuffer { memory: memory.clone(), first: 1, count: 3, format: Format::Rg16ui, stride: 4, swizzle: [0, 1, 2, 3] };
    let image = ImageView { kind: TextureKind::Buffer, format: Format::Rg16ui, texels: Texels::Buffer(buffer) };
    for x in 0..8 {
        image.store([x, 5, 5], 0, [x + 1, 9, 0, 0]);
    }
    let words: Vec<u32> = (0..8).map(|index| memory.word(index)).collect();
    assert_eq!(words, [0, 9 << 16 | 1, 9 << 16 | 2, 9 << 16 | 3, 0, 0, 0, 0]);
    assert_eq!((image.load([2, 0, 0], 0), image.size()), ([3, 9, 0, 1], [3, 1, 1]));
}
