//! Transfers of rows against the conversion of one pixel.

use super::super::names::{self, Swizzle};
use super::super::pixel::{Class, PixelLayout};
use super::super::transfer::*;
use super::pixel::Pixel;
use super::*;
use crate::core::cpu::InstructionSet;
use crate::core::memory::Memory;
use crate::tokens::*;

const FORMATS: [u32; 26] = [
    GL_RED,
    GL_GREEN,
    GL_BLUE,
    GL_ALPHA,
    GL_RG,
    GL_RGB,
    GL_BGR,
    GL_RGBA,
    GL_BGRA,
    GL_ABGR_EXT,
    GL_LUMINANCE,
    GL_LUMINANCE_ALPHA,
    GL_RED_INTEGER,
    GL_GREEN_INTEGER,
    GL_BLUE_INTEGER,
    GL_ALPHA_INTEGER_EXT,
    GL_LUMINANCE_INTEGER_EXT,
    GL_LUMINANCE_ALPHA_INTEGER_EXT,
    GL_RG_INTEGER,
    GL_RGB_INTEGER,
    GL_BGR_INTEGER,
    GL_RGBA_INTEGER,
    GL_BGRA_INTEGER,
    GL_DEPTH_COMPONENT,
    GL_STENCIL_INDEX,
    GL_DEPTH_STENCIL,
];

const TYPES: [u32; 25] = [
    GL_UNSIGNED_BYTE,
    GL_BYTE,
    GL_UNSIGNED_SHORT,
    GL_SHORT,
    GL_UNSIGNED_INT,
    GL_INT,
    GL_HALF_FLOAT,
    GL_HALF_FLOAT_OES,
    GL_FLOAT,
    GL_UNSIGNED_BYTE_3_3_2,
    GL_UNSIGNED_BYTE_2_3_3_REV,
    GL_UNSIGNED_SHORT_5_6_5,
    GL_UNSIGNED_SHORT_5_6_5_REV,
    GL_UNSIGNED_SHORT_4_4_4_4,
    GL_UNSIGNED_SHORT_4_4_4_4_REV,
    GL_UNSIGNED_SHORT_5_5_5_1,
    GL_UNSIGNED_SHORT_1_5_5_5_REV,
    GL_UNSIGNED_INT_8_8_8_8,
    GL_UNSIGNED_INT_8_8_8_8_REV,
    GL_UNSIGNED_INT_10_10_10_2,
    GL_UNSIGNED_INT_2_10_10_10_REV,
    GL_UNSIGNED_INT_10F_11F_11F_REV,
    GL_UNSIGNED_INT_5_9_9_9_REV,
    GL_UNSIGNED_INT_24_8,
    GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
];

const SWIZZLES: [Swizzle; 8] = [
    names::RGBA,
    names::RGB,
    names::RG,
    names::RED,
    names::LUMINANCE,
    names::INTENSITY,
    // Alpha, and luminance with alpha, in texels of four components.
    [4, 4, 4, 3],
    [0, 0, 0, 3],
];

/// All formats.
fn stored_formats() -> impl Iterator<Item = Format> {
    Format::SINGLE.into_iter().chain([Format::Depth24Stencil8, Format::Depth32fStencil8])
}

/// Returns true if pixels of a class become texels of a format.
fn fits(class: Class, stored: Format) -> bool {
    match class {
        Class::Color => stored.is_color() && !stored.is_integer(),
        Class::Integer => stored.is_integer(),
        Class::Depth | Class::DepthStencil => stored.has_depth(),
        Class::Stencil => stored.has_stencil(),
    }
}

/// Calls `check` with all pairs of pixels and texels.
fn each_pair(mut check: impl FnMut(u32, u32, PixelLayout, Format)) {
    for (format, ty) in FORMATS.into_iter().flat_map(|format| TYPES.map(|ty| (format, ty))) {
        let Some(layout) = PixelLayout::new(format, ty) else { continue };
        stored_formats().filter(|stored| fits(layout.class, *stored)).for_each(|stored| check(format, ty, layout, stored));
    }
}

/// Fills bytes with random ones. Some words are bytes of few bits, floats near 0 to 1 and other values that conversions round or clamp.
fn fill(random: &mut Random, bytes: &mut [u8]) {
    for chunk in bytes.chunks_mut(4) {
        let word = random.word();
        let word = match random.word() % 8 {
            0 => random.float(-0.2, 1.2).to_bits(),
            1 => [0, u32::MAX, 0x8080_8080, 0x7F80_0000, 0x8000_0000, 0x7C00_FC00, 0x7FFF_FFFF, 0x3F80_0000][word as usize % 8],
            2 => word & 0x0101_0101,
            3 => 0x3800_3800 ^ word & 0x07FF_07FF,
            _ => word,
        };
        chunk.iter_mut().zip(word.to_le_bytes()).for_each(|(to, from)| *to = from);
    }
}

/// Returns the texels of a rectangle after an upload, pixel by pixel.
fn unpacked(
    bytes: &[u8],
    layout: PixelLayout,
    transfer: &TransferLayout,
    swap: bool,
    into: &Surface,
    base: Swizzle,
    at: [u32; 4],
) -> Vec<[u32; 4]> {
    let inverse: Swizzle = std::array::from_fn(|stored| base.iter().position(|&component| component as usize == stored).unwrap_or(4) as u8);
    let (stored, pixel, [x, y, width, height]) = (into.format.without_srgb(), Pixel::new(layout, swap), at);
    let mut texels = Vec::new();
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        let from = (transfer.first + u64::from(row) * transfer.row + u64::from(column) * transfer.pixel) as usize;
        let old = if stored.has_stencil() { into.raw(x + column, y + row) } else { [0; 4] };
        texels.push(pixel.to_texel(&bytes[from..from + layout.bytes as usize], stored, &inverse, old));
    }
    texels
}

/// Returns a surface of random texels.
fn random_surface(random: &mut Random, format: Format, width: u32, height: u32) -> Surface {
    let surface = Surface::new(format, width, height).unwrap();
    let mut bytes = vec![0; surface.memory.len()];
    fill(random, &mut bytes);
    surface.memory.write(0, &bytes);
    surface
}

/// The layouts of memory that are tried.
fn stores() -> [PixelStore; 3] {
    let dense = PixelStore { alignment: 1, ..PixelStore::default() };
    let sparse = PixelStore { alignment: 8, row_length: 309, skip_pixels: 3, skip_rows: 1, ..dense };
    [dense, PixelStore { alignment: 2, swap_bytes: true, ..dense }, sparse]
}

#[test]
fn uploads_of_every_pair_equal_those_of_single_pixels() {
    let mut random = Random(41);
    let mut pairs = 0;
    each_pair(|format, ty, layout, stored| {
        pairs += 1;
        for (number, store) in stores().into_iter().enumerate() {
            // More than one block, and columns that begin inside a word.
            let (base, [x, y, width, height]) = (SWIZZLES[(pairs + number) % 8], [1, 1, 259, 2]);
            for base in [names::RGBA, base] {
                let surface = random_surface(&mut random, stored, 263, 4);
                let before: Vec<_> = (0..4 * 263).map(|at| surface.raw(at % 263, at / 263)).collect();
                let needed = required_bytes(format, ty, &store, width, height, 1).unwrap() as usize;
                let mut bytes = vec![0; needed];
                fill(&mut random, &mut bytes);
                let transfer = transfer_layout(format, ty, &store, width, height).unwrap();
                let wanted = unpacked(&bytes, layout, &transfer, store.swap_bytes, &surface, base, [x, y, width, height]);
                let isa = InstructionSet::available()[number % InstructionSet::available().len()];
                let buffer = Memory::new(needed + 7).unwrap();
                buffer.write(7, &bytes);
                let input = if number == 0 { Input::Buffer(&buffer, 7) } else { Input::from(&bytes[..]) };
                let done = isa.only(|| unpack_swizzled(input, format, ty, &store, &surface, base, x as i32, y as i32, width, height));
                assert_eq!(done, Ok(()));
                for (at, before) in before.into_iter().enumerate() {
                    let (column, row) = (at as u32 % 263, at as u32 / 263);
                    let is_inside = (x..x + width).contains(&column) && (y..y + height).contains(&row);
                    let wanted = if is_inside { wanted[((row - y) * width + column - x) as usize] } else { before };
                    let found = surface.raw(column, row);
                    assert_eq!(found, wanted, "{stored:?} of {format:#x} {ty:#x}, {base:?}, {store:?}, at {column}, {row}");
                }
            }
        }
    });
    assert!(pairs > 4000, "{pairs}");
}

#[test]
fn reads_of_every_pair_equal_those_of_single_pixels() {
    let mut random = Random(43);
    let mut pairs = 0;
    each_pair(|format, ty, layout, stored| {
        pairs += 1;
        for (number, store) in stores().into_iter().enumerate() {
            let store = PixelStore { reverse_rows: number == 2, ..store };
            let [x, y, width, height] = [1, 1, 259, 2];
            for (base, clamp) in [(names::RGBA, false), (SWIZZLES[(pairs + number) % 8], number == 1)] {
                let flipped = number == 1;
                let surface = random_surface(&mut random, stored, 263, 4);
                let transfer = transfer_layout(format, ty, &store, width, height).unwrap();
                let mut found = vec![0; required_bytes(format, ty, &store, width, height, 1).unwrap() as usize];
                fill(&mut random, &mut found);
                let mut wanted = found.clone();
                let pixel = Pixel::new(layout, store.swap_bytes).clamped(clamp);
                for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
                    let place = u64::from(if store.reverse_rows { height - 1 - row } else { row });
                    let to = (transfer.first + place * transfer.row + u64::from(column) * transfer.pixel) as usize;
                    let raw = surface.raw(x + column, if flipped { 3 - (y + row) } else { y + row });
                    pixel.set_from_texel(raw, stored.without_srgb(), &base, &mut wanted[to..to + layout.bytes as usize]);
                }
                let isa = InstructionSet::available()[number % InstructionSet::available().len()];
                let buffer = Memory::new(found.len() + 5).unwrap();
                buffer.write(5, &found);
                let output = if number == 0 { Output::Buffer(&buffer, 5) } else { Output::from(&mut found[..]) };
                let (x, y) = (x as i32, y as i32);
                let done = isa.only(|| pack_swizzled(&surface, base, x, y, width, height, flipped, clamp, format, ty, &store, output));
                assert_eq!(done, Ok(()));
                if number == 0 {
                    buffer.read(5, &mut found);
                }
                let differs = found.iter().zip(&wanted).position(|(found, wanted)| found != wanted);
                assert_eq!(differs, None, "{stored:?} to {format:#x} {ty:#x}, {base:?}, {clamp}, {store:?}");
            }
        }
    });
    assert!(pairs > 4000, "{pairs}");
}

/// The shortest conversions, for all values of the components.
#[test]
fn components_of_few_bits_equal_those_of_single_pixels() {
    let dense = PixelStore { alignment: 1, ..PixelStore::default() };
    for (ty, values) in [
        (GL_UNSIGNED_BYTE, 256u32),
        (GL_BYTE, 256),
        (GL_UNSIGNED_SHORT, 65_536),
        (GL_SHORT, 65_536),
        (GL_HALF_FLOAT, 65_536),
        (GL_UNSIGNED_SHORT_5_6_5, 65_536),
        (GL_UNSIGNED_SHORT_4_4_4_4, 65_536),
        (GL_UNSIGNED_SHORT_1_5_5_5_REV, 65_536),
    ] {
        let format = match ty {
            GL_UNSIGNED_SHORT_5_6_5 => GL_RGB,
            GL_UNSIGNED_SHORT_4_4_4_4 | GL_UNSIGNED_SHORT_1_5_5_5_REV => GL_RGBA,
            _ => GL_GREEN,
        };
        let layout = PixelLayout::new(format, ty).unwrap();
        let size = layout.bytes as usize;
        let bytes: Vec<u8> = (0..values).flat_map(|value| value.to_le_bytes()[..size].to_vec()).collect();
        for stored in Format::SINGLE.into_iter().filter(|stored| fits(layout.class, *stored) && stored.component_bits().color[1] > 0) {
            let surface = Surface::new(stored, 256, values / 256).unwrap();
            unpack_swizzled(bytes[..].into(), format, ty, &dense, &surface, names::RGBA, 0, 0, 256, values / 256).unwrap();
            let mut back = vec![0; bytes.len()];
            pack_swizzled(&surface, names::RGBA, 0, 0, 256, values / 256, false, false, format, ty, &dense, (&mut back[..]).into())
                .unwrap();
            let pixel = Pixel::new(layout, false);
            for ((value, bytes), back) in (0..values).zip(bytes.chunks_exact(size)).zip(back.chunks_exact(size)) {
                let raw = pixel.to_texel(bytes, stored.without_srgb(), &names::RGBA, [0; 4]);
                assert_eq!(surface.raw(value % 256, value / 256), raw, "{stored:?} of {ty:#x} {value:#x}");
                let mut wanted = [0; 4];
                pixel.set_from_texel(raw, stored.without_srgb(), &names::RGBA, &mut wanted[..size]);
                assert_eq!(back, &wanted[..size], "{stored:?} to {ty:#x} {value:#x}");
            }
        }
    }
}
