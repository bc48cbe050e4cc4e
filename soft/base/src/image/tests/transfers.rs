use super::super::names;
use super::super::transfer::*;
use super::*;
use crate::tokens::*;

const STORE: PixelStore = PixelStore {
    alignment: 1,
    row_length: 0,
    skip_pixels: 0,
    skip_rows: 0,
    image_height: 0,
    skip_images: 0,
    swap_bytes: false,
    reverse_rows: false,
};

/// Calls [`unpack_swizzled`] for a surface that holds its format's own components.
#[allow(clippy::too_many_arguments, reason = "the parameters of glTexSubImage2D")]
fn unpack(
    bytes: &[u8],
    format: u32,
    ty: u32,
    store: &PixelStore,
    into: &Surface,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
) -> Result<(), u32> {
    let base = match (format, into.format.component_bits().color) {
        (GL_ALPHA, [_, 0, 0, 0]) => names::ALPHA,
        (GL_LUMINANCE_ALPHA, [_, 1..=255, 0, 0]) => names::LUMINANCE_ALPHA,
        _ => names::RGBA,
    };
    unpack_swizzled(bytes.into(), format, ty, store, into, base, x, y, width, height)
}

/// Calls [`pack_swizzled`] for a surface that holds its format's own components.
#[allow(clippy::too_many_arguments, reason = "the parameters of glReadPixels")]
fn pack(
    surface: &Surface,
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    flipped: bool,
    format: u32,
    ty: u32,
    store: &PixelStore,
    out: &mut [u8],
) -> Result<(), u32> {
    pack_swizzled(surface, names::RGBA, x, y, width, height, flipped, false, format, ty, store, out.into())
}

/// Converts one pixel of a type to one texel.
fn texel(bytes: &[u8], format: u32, ty: u32, stored: Format) -> [u32; 4] {
    let surface = Surface::new(stored, 1, 1).unwrap();
    unpack(bytes, format, ty, &STORE, &surface, 0, 0, 1, 1).unwrap();
    surface.texel(0, 0)
}

fn color(bytes: &[u8], format: u32, ty: u32) -> [f32; 4] {
    floats(texel(bytes, format, ty, Format::Rgba32f))
}

#[test]
fn formats_and_types_are_understood() {
    assert_eq!(color(&[255, 51, 0, 102], GL_RGBA, GL_UNSIGNED_BYTE), [1.0, 0.2, 0.0, 0.4]);
    assert_eq!(color(&[255, 51, 0, 102], GL_BGRA, GL_UNSIGNED_BYTE), [0.0, 0.2, 1.0, 0.4]);
    assert_eq!(color(&[255, 51, 0], GL_RGB, GL_UNSIGNED_BYTE), [1.0, 0.2, 0.0, 1.0]);
    assert_eq!(color(&[255, 51, 0], GL_BGR, GL_UNSIGNED_BYTE), [0.0, 0.2, 1.0, 1.0]);
    assert_eq!(color(&[51], GL_RED, GL_UNSIGNED_BYTE), [0.2, 0.0, 0.0, 1.0]);
    assert_eq!(color(&[51, 255], GL_RG, GL_UNSIGNED_BYTE), [0.2, 1.0, 0.0, 1.0]);
    assert_eq!(color(&[51], GL_GREEN, GL_UNSIGNED_BYTE), [0.0, 0.2, 0.0, 1.0]);
    assert_eq!(color(&[51], GL_ALPHA, GL_UNSIGNED_BYTE), [0.0, 0.0, 0.0, 0.2]);
    assert_eq!(color(&[51], GL_LUMINANCE, GL_UNSIGNED_BYTE), [0.2, 0.2, 0.2, 1.0]);
    assert_eq!(color(&[51, 255], GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE), [0.2, 0.2, 0.2, 1.0]);
    assert_eq!(color(&[0x81, 0x7F, 0x80, 0], GL_RGBA, GL_BYTE), [-1.0, 1.0, -1.0, 0.0]);
    assert_eq!(color(&[0xFF, 0xFF, 0x33, 0x33], GL_RG, GL_UNSIGNED_SHORT), [1.0, 0.2, 0.0, 1.0]);
    assert_eq!(color(&[0xFF, 0x7F, 0x01, 0x80], GL_RG, GL_SHORT), [1.0, -1.0, 0.0, 1.0]);
    assert_eq!(color(&u32::MAX.to_le_bytes(), GL_RED, GL_UNSIGNED_INT)[0], 1.0);
    assert_eq!(color(&i32::MIN.to_le_bytes(), GL_RED, GL_INT)[0], -1.0);
    assert_eq!(color(&[0, 0x3C, 0, 0xC0], GL_RG, GL_HALF_FLOAT), [1.0, -2.0, 0.0, 1.0]);
    assert_eq!(color(&1.5f32.to_le_bytes(), GL_BLUE, GL_FLOAT), [0.0, 0.0, 1.5, 1.0]);
    let short = |value: u16| value.to_le_bytes();
    assert_eq!(color(&[0b1110_0011], GL_RGB, GL_UNSIGNED_BYTE_3_3_2), [1.0, 0.0, 1.0, 1.0]);
    assert_eq!(color(&[0b1100_0111], GL_RGB, GL_UNSIGNED_BYTE_2_3_3_REV), [1.0, 0.0, 1.0, 1.0]);
    assert_eq!(color(&short(0xF800), GL_RGB, GL_UNSIGNED_SHORT_5_6_5), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(color(&short(0xF800), GL_RGB, GL_UNSIGNED_SHORT_5_6_5_REV), [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(color(&short(0xF03C), GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4), [1.0, 0.0, 0.2, 0.8]);
    assert_eq!(color(&short(0xF03C), GL_BGRA, GL_UNSIGNED_SHORT_4_4_4_4_REV), [0.0, 0.2, 0.8, 1.0]);
    assert_eq!(color(&short(0xF801), GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(color(&short(0x801F), GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV), [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(color(&0xFF33_0066u32.to_le_bytes(), GL_RGBA, GL_UNSIGNED_INT_8_8_8_8), [1.0, 0.2, 0.0, 0.4]);
    assert_eq!(color(&0x6600_33FFu32.to_le_bytes(), GL_RGBA, GL_UNSIGNED_INT_8_8_8_8_REV), [1.0, 0.2, 0.0, 0.4]);
    assert_eq!(color(&0xFFC0_0003u32.to_le_bytes(), GL_RGBA, GL_UNSIGNED_INT_10_10_10_2), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(color(&0xC000_03FFu32.to_le_bytes(), GL_BGRA, GL_UNSIGNED_INT_2_10_10_10_REV), [0.0, 0.0, 1.0, 1.0]);
    let packed = (0x3C0u32 | 0x400 << 11 | 0x1C0 << 22).to_le_bytes();
    assert_eq!(color(&packed, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV), [1.0, 2.0, 0.5, 1.0]);
    assert_eq!(color(&(256u32 | 128 << 9 | 16 << 27).to_le_bytes(), GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV), [1.0, 0.5, 0.0, 1.0]);
    assert_eq!(texel(&[1, 255, 3, 4], GL_RGBA_INTEGER, GL_BYTE, Format::Rgba32i), [1, u32::MAX, 3, 4]);
    assert_eq!(texel(&[1, 255], GL_RG_INTEGER, GL_UNSIGNED_BYTE, Format::Rgba16ui), [1, 255, 0, 1]);
    assert_eq!(texel(&[1, 2, 3], GL_BGR_INTEGER, GL_UNSIGNED_BYTE, Format::Rgba8ui), [3, 2, 1, 1]);
}

#[test]
fn depth_and_stencil_pixels() {
    let surface = Surface::new(Format::Depth24Stencil8, 1, 1).unwrap();
    unpack(&0x1234_56A5u32.to_le_bytes(), GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &STORE, &surface, 0, 0, 1, 1).unwrap();
    assert_eq!(surface.raw(0, 0), [0xA512_3456, 0, 0, 0]);
    unpack(&0xFFFF_FFFFu32.to_le_bytes(), GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, &STORE, &surface, 0, 0, 1, 1).unwrap();
    assert_eq!(surface.raw(0, 0), [0xA5FF_FFFF, 0, 0, 0], "the stencil stays");
    unpack(&[7], GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, &STORE, &surface, 0, 0, 1, 1).unwrap();
    let mut out = [0; 8];
    pack(&surface, 0, 0, 1, 1, false, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, &STORE, &mut out).unwrap();
    assert_eq!(out[..4], 0xFFFF_FF07u32.to_le_bytes());
    pack(&surface, 0, 0, 1, 1, false, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, &STORE, &mut out).unwrap();
    assert_eq!(out, [0, 0, 0x80, 0x3F, 7, 0, 0, 0]);
    pack(&surface, 0, 0, 1, 1, false, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, &STORE, &mut out).unwrap();
    assert_eq!(out[..2], [0xFF, 0xFF]);
    let float = Surface::new(Format::Depth32fStencil8, 1, 1).unwrap();
    let pixel = [0.25f32.to_le_bytes(), 9u32.to_le_bytes()].concat();
    unpack(&pixel, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, &STORE, &float, 0, 0, 1, 1).unwrap();
    assert_eq!(float.raw(0, 0), [0.25f32.to_bits(), 9, 0, 0]);
    for (depth, stored) in [(1.5f32, 1f32), (-0.5, 0.0), (f32::NAN, 0.0)] {
        let pixel = [depth.to_le_bytes(), 9u32.to_le_bytes()].concat();
        unpack(&pixel, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, &STORE, &float, 0, 0, 1, 1).unwrap();
        assert_eq!(float.raw(0, 0), [stored.to_bits(), 9, 0, 0]);
    }
}

#[test]
fn rows_follow_alignment_lengths_and_skips() {
    // 3 pixels of 3 bytes: 9 bytes, aligned to 12.
    let store = PixelStore { alignment: 4, ..STORE };
    assert_eq!(required_bytes(GL_RGB, GL_UNSIGNED_BYTE, &store, 3, 2, 1), Some(12 + 9));
    let store = PixelStore { alignment: 4, row_length: 5, skip_pixels: 1, skip_rows: 2, image_height: 4, skip_images: 1, ..STORE };
    // Rows of 16 bytes, images of 64.
    assert_eq!(required_bytes(GL_RGB, GL_UNSIGNED_BYTE, &store, 3, 2, 2), Some(64 + 32 + 3 + 64 + 16 + 9));
    assert_eq!(required_bytes(GL_RGB, GL_UNSIGNED_BYTE, &store, 0, 2, 1), Some(0));
    assert_eq!(required_bytes(GL_RGBA, GL_FLOAT, &STORE, u32::MAX, u32::MAX, u32::MAX), None);
    assert_eq!(required_bytes(GL_RGB, GL_NONE, &store, 1, 1, 1), None);
    // A component larger than the alignment leaves no gaps.
    assert_eq!(required_bytes(GL_RED, GL_FLOAT, &PixelStore { alignment: 4, ..STORE }, 3, 2, 1), Some(24));
    assert_eq!(required_bytes(GL_RED, GL_UNSIGNED_SHORT, &PixelStore { alignment: 4, ..STORE }, 3, 2, 1), Some(8 + 6));
    let surface = Surface::new(Format::Rgba8, 3, 2).unwrap();
    let bytes: Vec<u8> = (0..=255).collect();
    unpack(&bytes, GL_RGB, GL_UNSIGNED_BYTE, &store, &surface, 0, 0, 3, 2).unwrap();
    assert_eq!(surface.raw(0, 0)[0], u32::from_le_bytes([99, 100, 101, 255]));
    assert_eq!(surface.raw(2, 1)[0], u32::from_le_bytes([121, 122, 123, 255]));
    let mut out = vec![0; 256];
    pack(&surface, 0, 0, 3, 2, true, GL_RGB, GL_UNSIGNED_BYTE, &store, &mut out).unwrap();
    assert_eq!((&out[99..102], &out[115..118]), (&[115, 116, 117][..], &[99, 100, 101][..]), "turned over");
    assert_eq!((out[98], out[108], out[114], out[124]), (0, 0, 0, 0), "nothing beside the rows");
}

#[test]
fn swapped_bytes() {
    let store = PixelStore { swap_bytes: true, ..STORE };
    let surface = Surface::new(Format::Rg16ui, 1, 1).unwrap();
    unpack(&[1, 2, 3, 4], GL_RG_INTEGER, GL_UNSIGNED_SHORT, &store, &surface, 0, 0, 1, 1).unwrap();
    assert_eq!(surface.texel(0, 0), [0x0102, 0x0304, 0, 1]);
    let mut out = [0; 4];
    pack(&surface, 0, 0, 1, 1, false, GL_RG_INTEGER, GL_UNSIGNED_SHORT, &store, &mut out).unwrap();
    assert_eq!(out, [1, 2, 3, 4]);
    let surface = Surface::new(Format::Rgba8, 1, 1).unwrap();
    unpack(&[1, 2, 3, 4], GL_RGBA, GL_UNSIGNED_INT_8_8_8_8_REV, &store, &surface, 0, 0, 1, 1).unwrap();
    assert_eq!(surface.raw(0, 0)[0], 0x0102_0304);
}

#[test]
fn unpacked_pixels_pack_to_the_same_bytes() {
    let mut random = Random(3);
    let cases = [
        (Format::Rgba8, GL_RGBA, GL_UNSIGNED_BYTE, 4),
        (Format::Srgb8Alpha8, GL_RGBA, GL_UNSIGNED_BYTE, 4),
        (Format::Rgba8, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV, 4),
        (Format::Rgba8, GL_BGRA, GL_UNSIGNED_INT_8_8_8_8, 4),
        (Format::Rgba8, GL_RGB, GL_UNSIGNED_BYTE, 3),
        (Format::Rg8, GL_RG, GL_UNSIGNED_BYTE, 2),
        (Format::Rgb565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, 2),
        (Format::Rgba4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, 2),
        (Format::Rgb5A1, GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV, 2),
        (Format::Rgb10A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, 4),
        (Format::Rgb10A2ui, GL_RGBA_INTEGER, GL_UNSIGNED_INT_10_10_10_2, 4),
        (Format::Rgba16, GL_RGBA, GL_UNSIGNED_SHORT, 8),
        (Format::Rgba32i, GL_BGRA_INTEGER, GL_INT, 16),
        (Format::R16i, GL_RED_INTEGER, GL_SHORT, 2),
        (Format::Depth16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, 2),
        (Format::Depth24Stencil8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, 4),
        (Format::Stencil8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, 1),
    ];
    for (stored, format, ty, size) in cases {
        let bytes: Vec<u8> = (0..35 * size).map(|_| random.word() as u8).collect();
        let surface = Surface::new(stored, 7, 5).unwrap();
        unpack(&bytes, format, ty, &STORE, &surface, 0, 0, 7, 5).unwrap();
        let mut out = vec![0; bytes.len()];
        pack(&surface, 0, 0, 7, 5, false, format, ty, &STORE, &mut out).unwrap();
        assert_eq!(out, bytes, "{stored:?} {format:x} {ty:x}");
    }
}

#[test]
fn rectangles_are_cut_to_the_surface() {
    let surface = Surface::new(Format::R8ui, 4, 4).unwrap();
    let bytes: Vec<u8> = (1..=36).collect();
    unpack(&bytes, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &STORE, &surface, -1, -2, 6, 6).unwrap();
    assert_eq!((surface.texel(0, 0)[0], surface.texel(3, 3)[0]), (2 * 6 + 1 + 1, 5 * 6 + 4 + 1));
    let mut out = vec![99; 36];
    pack(&surface, -1, -2, 6, 6, false, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &STORE, &mut out).unwrap();
    for (index, &byte) in out.iter().enumerate() {
        let (x, y) = (index as i32 % 6 - 1, index as i32 / 6 - 2);
        let inside = (0..4).contains(&x) && (0..4).contains(&y);
        assert_eq!(byte, if inside { index as u8 + 1 } else { 99 }, "{index}");
    }
    for at in [i32::MIN, -6, 4, i32::MAX] {
        assert_eq!(unpack(&bytes, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &STORE, &surface, at, at, 6, 6), Ok(()));
    }
    assert_eq!((surface.texel(0, 0)[0], surface.texel(3, 3)[0]), (14, 35));
    assert_eq!(unpack(&bytes[1..], GL_RED_INTEGER, GL_UNSIGNED_BYTE, &STORE, &surface, 0, 0, 6, 6), Err(GL_INVALID_OPERATION));
    assert_eq!(unpack(&[], GL_RED_INTEGER, GL_UNSIGNED_BYTE, &STORE, &surface, 0, 0, 0, 6), Ok(()));
    assert_eq!(pack(&surface, 0, 0, 6, 6, false, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &STORE, &mut out[1..]), Err(GL_INVALID_OPERATION));
    assert_eq!(pack(&surface, 0, 0, 1, 1, false, GL_RED, GL_UNSIGNED_BYTE, &STORE, &mut out), Err(GL_INVALID_OPERATION));
}

#[test]
fn rows_are_packed_in_reverse_order() {
    let surface = Surface::new(Format::R8ui, 2, 3).unwrap();
    (0..6).for_each(|index| surface.set_texel(index % 2, index / 2, [index, 0, 0, 0]));
    let store = PixelStore { reverse_rows: true, row_length: 3, skip_rows: 1, ..STORE };
    let mut out = [99; 12];
    pack(&surface, 0, 0, 2, 3, false, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &store, &mut out).unwrap();
    assert_eq!(out, [99, 99, 99, 4, 5, 99, 2, 3, 99, 0, 1, 99]);
    // Rows outside of the surface have their places too.
    let mut out = [99; 12];
    pack(&surface, 0, -1, 2, 3, false, GL_RED_INTEGER, GL_UNSIGNED_BYTE, &store, &mut out).unwrap();
    assert_eq!(out, [99, 99, 99, 2, 3, 99, 0, 1, 99, 99, 99, 99]);
}

#[test]
fn combinations() {
    let valid = |format, ty| valid_combination(format, ty);
    assert_eq!(valid(GL_RGBA, GL_UNSIGNED_BYTE), Ok(()));
    assert_eq!(valid(GL_RGB, GL_UNSIGNED_SHORT_5_6_5), Ok(()));
    assert_eq!(valid(GL_TEXTURE_2D, GL_UNSIGNED_BYTE), Err(GL_INVALID_ENUM));
    assert_eq!(valid(GL_RGBA, GL_RGBA), Err(GL_INVALID_ENUM));
    assert_eq!(valid(GL_RGBA, GL_UNSIGNED_SHORT_5_6_5), Err(GL_INVALID_OPERATION));
    assert_eq!(valid(GL_BGR, GL_UNSIGNED_SHORT_5_6_5), Err(GL_INVALID_OPERATION));
    assert_eq!(valid(GL_RGBA_INTEGER, GL_FLOAT), Err(GL_INVALID_OPERATION));
    assert_eq!(valid(GL_DEPTH_COMPONENT, GL_UNSIGNED_INT), Ok(()));
    assert_eq!(valid(GL_DEPTH_STENCIL, GL_UNSIGNED_INT), Err(GL_INVALID_OPERATION));
    assert_eq!(valid(GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8), Ok(()));
    assert_eq!(valid(GL_DEPTH_COMPONENT, GL_UNSIGNED_INT_24_8), Err(GL_INVALID_OPERATION));
}

#[test]
fn base_formats_are_stored_in_what_they_need() {
    for (base, pixel, stored, read) in [
        (names::ALPHA, [10, 20, 30, 40], Format::R8, [0, 0, 0, 40]),
        (names::LUMINANCE, [10, 20, 30, 40], Format::R8, [10, 0, 0, 255]),
        (names::LUMINANCE_ALPHA, [10, 20, 30, 40], Format::Rg8, [10, 0, 0, 40]),
        (names::INTENSITY, [10, 20, 30, 40], Format::R8, [10, 0, 0, 255]),
        (names::RGB, [10, 20, 30, 40], Format::Rgba8, [10, 20, 30, 255]),
        (names::RG, [10, 20, 30, 40], Format::Rg8, [10, 20, 0, 255]),
    ] {
        let surface = Surface::new(stored, 1, 1).unwrap();
        unpack_swizzled(pixel[..].into(), GL_RGBA, GL_UNSIGNED_BYTE, &STORE, &surface, base, 0, 0, 1, 1).unwrap();
        let mut out = [0; 4];
        pack_swizzled(&surface, base, 0, 0, 1, 1, false, false, GL_RGBA, GL_UNSIGNED_BYTE, &STORE, (&mut out[..]).into()).unwrap();
        assert_eq!(out, read, "{base:?}");
    }
    // ALPHA and LUMINANCE_ALPHA of OpenGL ES as pixel formats, without a base format.
    assert_eq!(texel(&[51], GL_ALPHA, GL_UNSIGNED_BYTE, Format::R8)[0], 0.2f32.to_bits());
    assert_eq!(texel(&[51, 255], GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, Format::Rg8)[1], 1f32.to_bits());
}

#[test]
fn integers_are_clamped_to_what_the_other_side_represents() {
    let signed = |value: i32, stored| texel(&value.to_le_bytes(), GL_RED_INTEGER, GL_INT, stored)[0];
    let unsigned = |value: u32, stored| texel(&value.to_le_bytes(), GL_RED_INTEGER, GL_UNSIGNED_INT, stored)[0];
    assert_eq!((signed(-5, Format::R8ui), signed(300, Format::R8ui), signed(-5, Format::R32ui)), (0, 255, 0));
    assert_eq!((signed(-300, Format::R8i) as i32, signed(300, Format::R16i)), (-128, 300));
    assert_eq!((unsigned(u32::MAX, Format::R8i), unsigned(u32::MAX, Format::R32i)), (127, i32::MAX as u32));
    let read = |stored: Format, value: u32, ty: u32| {
        let surface = Surface::new(stored, 1, 1).unwrap();
        surface.set_texel(0, 0, [value, 0, 0, 0]);
        let mut bytes = [0; 4];
        pack(&surface, 0, 0, 1, 1, false, GL_RED_INTEGER, ty, &STORE, &mut bytes).unwrap();
        i32::from_le_bytes(bytes)
    };
    let minus = |value: i32| value.cast_unsigned();
    assert_eq!((read(Format::R32ui, 70_000, GL_UNSIGNED_SHORT), read(Format::R32ui, 70_000, GL_SHORT)), (65_535, 32_767));
    assert_eq!((read(Format::R32i, minus(-1), GL_UNSIGNED_BYTE), read(Format::R32i, minus(-1), GL_UNSIGNED_INT)), (0, 0));
    assert_eq!((read(Format::R32i, minus(-200), GL_BYTE), read(Format::R32ui, u32::MAX, GL_INT)), (0x80, i32::MAX));
    let surface = Surface::new(Format::Rgba32i, 1, 1).unwrap();
    surface.set_texel(0, 0, [minus(-1), 2000, 5, minus(-7)]);
    let mut bytes = [0; 4];
    pack(&surface, 0, 0, 1, 1, false, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, &STORE, &mut bytes).unwrap();
    assert_eq!(u32::from_le_bytes(bytes), 1023 << 10 | 5 << 20);
}

#[test]
fn stencils_are_masked_to_signed_bytes() {
    let surface = Surface::new(Format::Stencil8, 1, 1).unwrap();
    surface.set_raw(0, 0, [0xFF, 0, 0, 0]);
    let mut bytes = [0];
    pack(&surface, 0, 0, 1, 1, false, GL_STENCIL_INDEX, GL_BYTE, &STORE, &mut bytes).unwrap();
    assert_eq!(bytes, [0x7F]);
}

#[test]
fn components_of_the_texels_own_type_keep_their_bits() {
    let stored = |bytes: &[u8], format, ty, stored: Format| {
        let surface = Surface::new(stored, 1, 1).unwrap();
        unpack(bytes, format, ty, &STORE, &surface, 0, 0, 1, 1).unwrap();
        surface.raw(0, 0)
    };
    // A NaN with a payload, and the other -1.
    let halves = [0x80, 0xFF, 0x81, 0xFF, 0x00, 0x3C, 0x01, 0x7C];
    assert_eq!(stored(&halves, GL_RGBA, GL_HALF_FLOAT, Format::Rgba16f), [0xFF81_FF80, 0x7C01_3C00, 0, 0]);
    assert_eq!(stored(&[0x80, 0x81], GL_RG, GL_BYTE, Format::Rg8Snorm), [0x8180, 0, 0, 0]);
    assert_eq!(stored(&[0, 0x80, 1, 0x80], GL_RG, GL_SHORT, Format::Rg16Snorm), [0x8001_8000, 0, 0, 0]);
    // Other orders and types are converted.
    assert_eq!(stored(&[0x80, 0, 0, 0], GL_BGRA, GL_BYTE, Format::Rgba8Snorm), [0x0081_0000, 0, 0, 0]);
}

/// Rows of copied pixels are clipped to the surface, and begin at any byte of a word.
#[test]
fn copied_rows_are_clipped() {
    let surface = Surface::new(Format::R8, 7, 3).unwrap();
    let pixels: Vec<u8> = (1..=30).collect();
    assert_eq!(unpack(&pixels, GL_RED, GL_UNSIGNED_BYTE, &STORE, &surface, 2, 1, 10, 3), Ok(()));
    let rows: Vec<u32> = (0..21).map(|at| surface.raw(at % 7, at / 7)[0]).collect();
    assert_eq!(rows, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 11, 12, 13, 14, 15]);
    let mut out = [99; 12];
    assert_eq!(pack(&surface, -1, 1, 6, 2, false, GL_RED, GL_UNSIGNED_BYTE, &STORE, &mut out), Ok(()));
    assert_eq!(out, [99, 0, 0, 1, 2, 3, 99, 0, 0, 11, 12, 13]);
}
