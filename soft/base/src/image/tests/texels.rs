use super::super::texel::*;
use super::*;
use crate::image::format::Kind;

/// Clears the bits beyond the format's size.
fn cut(format: Format, words: [u32; 4]) -> [u32; 4] {
    let bits = format.bytes() * 8;
    std::array::from_fn(|word| match bits.saturating_sub(word as u32 * 32) {
        0 => 0,
        left @ 1..32 => words[word] & ((1 << left) - 1),
        _ => words[word],
    })
}

#[test]
fn decoded_texels_encode_to_the_same_bits() {
    let mut random = Random(1);
    for format in Format::SINGLE {
        for round in 0..20_000u32 {
            let raw = cut(format, [random.word() ^ round, random.word(), random.word(), random.word()]);
            let words = format.decode(raw);
            let again = format.encode(words);
            // Several texels may represent one value: the lowest signed one, NaN, shared exponents.
            let canonical = format.decode(again);
            let nan =
                !format.is_integer() && words.iter().zip(canonical).any(|(&a, b)| f32::from_bits(a).is_nan() && f32::from_bits(b).is_nan());
            assert!(canonical == words || nan, "{format:?} {raw:x?} {words:x?} {canonical:x?}");
            if format.kind() != Kind::SignedNormalized && format != Format::Rgb9E5 && !nan {
                assert_eq!(again, raw, "{format:?}");
            }
        }
    }
}

#[test]
fn known_texels() {
    use Format::*;
    let check = |format: Format, raw: [u32; 4], value: [f32; 4]| {
        assert_eq!(floats(format.decode(raw)), value, "{format:?}");
        assert_eq!(format.encode(bits(value)), raw, "{format:?}");
    };
    check(R8, [255, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]);
    check(Rg8, [0x3300, 0, 0, 0], [0.0, 0.2, 0.0, 1.0]);
    check(Rgba8, [0x00FF_33CC, 0, 0, 0], [0.8, 0.2, 1.0, 0.0]);
    check(Srgb8Alpha8, [0x33FF_00FF, 0, 0, 0], [1.0, 0.0, 1.0, 0.2]);
    check(Rgba8Snorm, [0x0081_7F00, 0, 0, 0], [0.0, 1.0, -1.0, 0.0]);
    check(Rgba16Snorm, [0x7FFF_0000, 0x8001, 0, 0], [0.0, 1.0, -1.0, 0.0]);
    check(Rgb565, [0xF800, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]);
    check(Rgb565, [0x07E0, 0, 0, 0], [0.0, 1.0, 0.0, 1.0]);
    check(Rgba4, [0xF03F, 0, 0, 0], [1.0, 0.0, 0.2, 1.0]);
    check(Rgb5A1, [0x003F, 0, 0, 0], [0.0, 0.0, 1.0, 1.0]);
    check(Rgb10A2, [0xC000_03FF, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]);
    check(R11fG11fB10f, [0x3C0 | 0x400 << 11 | 0x1C0 << 22, 0, 0, 0], [1.0, 2.0, 0.5, 1.0]);
    check(Rgb9E5, [256 | 128 << 9 | 16 << 27, 0, 0, 0], [1.0, 0.5, 0.0, 1.0]);
    check(Rgba16, [0xFFFF_0000, 0x3333, 0, 0], [0.0, 1.0, 0.2, 0.0]);
    check(Rgba16Snorm, [0x8001_7FFF, 0x0000_3FFF, 0, 0], [1.0, -1.0, 16_383.0 / 32_767.0, 0.0]);
    check(Rgba16f, [0x4000_3C00, 0xBC00, 0, 0], [1.0, 2.0, -1.0, 0.0]);
    check(Rg32f, [1.5f32.to_bits(), 7f32.to_bits(), 0, 0], [1.5, 7.0, 0.0, 1.0]);
    check(Depth16, [0xFFFF, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]);
    check(Depth24Stencil8, [0xFF_FFFF, 0, 0, 0], [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(Rgba8i.decode([0x80FF_7F01, 0, 0, 0]), [1, 127, u32::MAX, (-128i32) as u32]);
    assert_eq!(Rg16ui.decode([0x0002_FFFF, 0, 0, 0]), [65_535, 2, 0, 1]);
    assert_eq!(Rgb10A2ui.decode([0xC00F_FC01, 0, 0, 0]), [1, 1023, 0, 3]);
}

#[test]
fn values_outside_are_clamped_and_halves_go_to_even() {
    use Format::*;
    assert_eq!(Rgba8.encode(bits([2.0, -1.0, f32::NAN, f32::INFINITY])), [0xFF00_00FF, 0, 0, 0]);
    assert_eq!(Rgba8Snorm.encode(bits([2.0, -2.0, f32::NAN, -0.0])), [0x0000_817F, 0, 0, 0]);
    // 0.5 of 255 is 127.5, of 3 is 1.5: to even.
    assert_eq!(R8.encode(bits([0.5, 0.0, 0.0, 0.0])), [128, 0, 0, 0]);
    assert_eq!(Rgb10A2.encode(bits([0.0, 0.0, 0.0, 0.5])), [2 << 30, 0, 0, 0]);
    assert_eq!(Rgba8i.encode([300, (-300i32) as u32, 5, u32::MAX]), [0xFF05_807F, 0, 0, 0]);
    assert_eq!(Rgba8ui.encode([300, u32::MAX, 5, 0]), [0x0005_FFFF, 0, 0, 0]);
    // Unsigned floats: negative values give 0, too large ones the largest finite value.
    assert_eq!(R11fG11fB10f.encode(bits([-1.0, 1e9, f32::INFINITY, 0.0])), [0x7BF << 11 | 0x3E0 << 22, 0, 0, 0]);
    assert_eq!(floats(Rgb9E5.decode(Rgb9E5.encode(bits([1e9, -3.0, f32::NAN, 0.0])))), [65_408.0, 0.0, 0.0, 1.0]);
}

#[test]
fn srgb_is_the_curve_of_the_specification() {
    for byte in 0..=255u32 {
        let value = f64::from(byte) / 255.0;
        let linear = if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) };
        assert!((f64::from(srgb_table()[byte as usize]) - linear).abs() < 1e-6, "{byte}");
    }
}

#[test]
fn depth_and_stencil_do_not_touch_each_other() {
    for format in [Format::Depth24Stencil8, Format::Depth32fStencil8] {
        let raw = format.with_stencil(format.with_depth([0; 4], 0.25), 0xA5);
        assert_eq!(format.stencil(raw), 0xA5);
        assert!((f32::from_bits(format.decode(raw)[0]) - 0.25).abs() < 1e-6);
        assert_eq!(format.stencil(format.with_depth(raw, 1.0)), 0xA5);
        assert_eq!(format.decode(format.with_stencil(raw, 1))[0], format.decode(raw)[0]);
    }
    assert_eq!(Format::Stencil8.stencil(Format::Stencil8.with_stencil([0; 4], 7)), 7);
}

#[test]
fn texels_of_a_surface_are_their_own() {
    let mut random = Random(2);
    for format in Format::SINGLE {
        let surface = Surface::new(format, 7, 3).unwrap();
        let texels: Vec<[u32; 4]> = (0..21).map(|_| cut(format, [random.word(), random.word(), random.word(), random.word()])).collect();
        for (index, &raw) in texels.iter().enumerate().rev() {
            surface.set_raw(index as u32 % 7, index as u32 / 7, raw);
        }
        surface.set_raw(7, 0, [u32::MAX; 4]);
        surface.set_raw(0, 3, [u32::MAX; 4]);
        surface.set_raw(u32::MAX, u32::MAX, [u32::MAX; 4]);
        for (index, &raw) in texels.iter().enumerate() {
            assert_eq!(surface.raw(index as u32 % 7, index as u32 / 7), raw, "{format:?} {index}");
        }
        assert_eq!((surface.raw(7, 0), surface.raw(0, 3)), ([0; 4], [0; 4]));
    }
}

#[test]
fn bits_and_kinds_agree_with_the_size() {
    for format in Format::SINGLE {
        let bits = format.component_bits();
        let sum: u32 = bits.color.iter().map(|&bits| u32::from(bits)).sum::<u32>() + u32::from(bits.depth) + u32::from(bits.stencil);
        assert_eq!(sum + u32::from(bits.shared), format.bytes() * 8, "{format:?}");
        assert_eq!(format.is_color(), bits.depth == 0 && bits.stencil == 0);
    }
}
