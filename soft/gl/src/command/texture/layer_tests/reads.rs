//! glGetTexImage, glGetTextureImage and glGetTextureSubImage.

use super::super::get;
use super::*;
use crate::error::Result;
use crate::pointer::Out;
use crate::testing::fixtures::{code_of, fill_buffer, outs};
use crate::testing::windows::core;

const BYTES: [u32; 2] = [GL_RED_INTEGER, GL_UNSIGNED_BYTE];

/// A context that packs rows without gaps.
fn tight() -> Context {
    let mut context = core();
    context.pixels.pack.alignment = 1;
    context
}

/// The bytes that glGetTexImage returns, in memory of 0xEE.
fn image(context: &mut Context, target: u32, level: i32, size: usize) -> Result<Vec<u8>> {
    let mut bytes = vec![0xEE; size];
    get::image(context, target, level, BYTES[0], BYTES[1], outs(&mut bytes)).map(|()| bytes)
}

fn named(context: &mut Context, name: u32, size: usize, limit: i32) -> Result<Vec<u8>> {
    let mut bytes = vec![0xEE; size];
    get::named_image(context, name, 0, BYTES[0], BYTES[1], limit, outs(&mut bytes)).map(|()| bytes)
}

fn part(context: &mut Context, name: u32, [x, y, z]: [i32; 3], [width, height, depth]: [i32; 3], size: usize) -> Result<Vec<u8>> {
    let mut bytes = vec![0xEE; size];
    let [format, ty] = BYTES;
    get::named_part(context, name, 0, x, y, z, width, height, depth, format, ty, size as i32, outs(&mut bytes)).map(|()| bytes)
}

#[test]
fn all_layers_of_a_level_come_back() {
    let mut context = tight();
    for (target, size) in LAYERED {
        let name = made(&mut context, target);
        fill(&context, name, 0, GL_R8UI, size, |layer, x, y| layer * 16 + y * 4 + x);
        let rows = if size[1] == 1 { vec![0, 1] } else { vec![0, 1, 4, 5] };
        let all: Vec<u8> = (0..6).flat_map(|layer| rows.iter().map(move |texel| layer * 16 + texel)).collect();
        assert_eq!(named(&mut context, name, all.len(), all.len() as i32).as_ref(), Ok(&all), "{target:#x}");
        if target == GL_TEXTURE_CUBE_MAP {
            assert_eq!(code_of(image(&mut context, target, 0, 4)), Err(GL_INVALID_ENUM));
            assert_eq!(image(&mut context, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, 4), Ok(all[12..16].to_vec()));
        } else {
            assert_eq!(image(&mut context, target, 0, all.len()).as_ref(), Ok(&all), "{target:#x}");
        }
    }
}

#[test]
fn the_limit_counts_all_layers() {
    let mut context = tight();
    let name = made(&mut context, GL_TEXTURE_2D_ARRAY);
    fill(&context, name, 0, GL_R8UI, [2, 2, 3], |layer, _, _| layer);
    assert_eq!(code_of(named(&mut context, name, 12, 11)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(named(&mut context, name, 12, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(named(&mut context, name, 12, 12), Ok([[0; 4], [1; 4], [2; 4]].concat()));
    let mut bytes = [0; 12];
    let mut limited = |size| get::image_limited(&mut context, GL_TEXTURE_2D_ARRAY, 0, BYTES[0], BYTES[1], size, outs(&mut bytes));
    assert_eq!((code_of(limited(11)), code_of(limited(12))), (Err(GL_INVALID_OPERATION), Ok(())));
}

#[test]
fn a_pack_buffer_needs_room_for_all_layers() {
    let mut context = tight();
    let name = made(&mut context, GL_TEXTURE_3D);
    fill(&context, name, 0, GL_R8UI, [2, 1, 2], |layer, x, _| layer * 2 + x);
    let mut buffer = 0;
    crate::command::buffer::binding::generate(&mut context, 1, out(&mut buffer)).unwrap();
    crate::command::buffer::binding::bind(&mut context, GL_PIXEL_PACK_BUFFER, buffer).unwrap();
    fill_buffer(&mut context, GL_PIXEL_PACK_BUFFER, &[9; 3]);
    let get = |context: &mut Context| get::image(context, GL_TEXTURE_3D, 0, BYTES[0], BYTES[1], Out::null());
    assert_eq!(code_of(get(&mut context)), Err(GL_INVALID_OPERATION));
    fill_buffer(&mut context, GL_PIXEL_PACK_BUFFER, &[9; 5]);
    assert_eq!(get(&mut context), Ok(()));
    let mut bytes = [0; 5];
    context.buffers.pixel_pack.as_ref().unwrap().memory().read(0, &mut bytes);
    assert_eq!(bytes, [0, 1, 2, 3, 9]);
}

#[test]
fn image_height_and_skipped_images_are_for_volumes() {
    let mut context = tight();
    context.pixels.pack.image_height = 3;
    context.pixels.pack.skip_images = 1;
    for (target, _) in LAYERED.iter().filter(|(target, _)| *target != GL_TEXTURE_1D_ARRAY) {
        let name = made(&mut context, *target);
        fill(&context, name, 0, GL_R8UI, [1, 1, 6], |layer, _, _| layer);
        // One image is skipped, and each takes three rows of one byte.
        let mut expected = [0xEE; 20];
        (0..6).for_each(|layer| expected[3 + layer * 3] = layer as u8);
        assert_eq!(named(&mut context, name, 20, 19), Ok(expected.to_vec()), "{target:#x}");
    }
    let face = image(&mut context, GL_TEXTURE_CUBE_MAP_POSITIVE_Z, 0, 2);
    assert_eq!(face, Ok(vec![4, 0xEE]), "a face is a two-dimensional image");
    let name = made(&mut context, GL_TEXTURE_1D_ARRAY);
    fill(&context, name, 0, GL_R8UI, [1, 1, 3], |layer, _, _| layer);
    assert_eq!(named(&mut context, name, 4, 4), Ok(vec![0, 1, 2, 0xEE]), "the layers of a one-dimensional array are rows");
}

#[test]
fn rows_of_one_dimensional_arrays_are_aligned_and_skipped() {
    let mut context = core();
    context.pixels.pack.skip_rows = 1;
    let name = made(&mut context, GL_TEXTURE_1D_ARRAY);
    fill(&context, name, 0, GL_R8UI, [1, 1, 2], |layer, _, _| layer + 7);
    assert_eq!(named(&mut context, name, 9, 9), Ok(vec![0xEE, 0xEE, 0xEE, 0xEE, 7, 0xEE, 0xEE, 0xEE, 8]));
}

#[test]
fn boxes_of_levels_come_back() {
    let mut context = tight();
    for (target, size) in LAYERED {
        let name = made(&mut context, target);
        fill(&context, name, 0, GL_R8UI, size, |layer, x, y| layer * 16 + y * 4 + x);
        if target == GL_TEXTURE_1D_ARRAY {
            assert_eq!(part(&mut context, name, [1, 2, 0], [1, 3, 1], 3), Ok(vec![33, 49, 65]));
            assert_eq!(code_of(part(&mut context, name, [0, 4, 0], [1, 3, 1], 3)), Err(GL_INVALID_VALUE));
            assert_eq!(code_of(part(&mut context, name, [0, 0, 1], [1, 1, 1], 3)), Err(GL_INVALID_VALUE));
            assert_eq!(code_of(part(&mut context, name, [0, 0, 0], [1, 1, 2], 3)), Err(GL_INVALID_VALUE));
            continue;
        }
        assert_eq!(part(&mut context, name, [1, 0, 4], [1, 2, 2], 4), Ok(vec![65, 69, 81, 85]), "{target:#x}");
        assert_eq!(part(&mut context, name, [0, 1, 5], [2, 1, 1], 2), Ok(vec![84, 85]), "{target:#x}");
        assert_eq!(part(&mut context, name, [0, 0, 6], [1, 1, 0], 1), Ok(vec![0xEE]), "{target:#x}");
        assert_eq!(code_of(part(&mut context, name, [0, 0, 0], [2, 2, 6], 23)), Err(GL_INVALID_OPERATION), "{target:#x}");
        for (corner, size) in [
            ([0, 0, 5], [1, 1, 2]),
            ([0, 0, -1], [1, 1, 1]),
            ([0, 0, 0], [1, 1, -1]),
            ([0, 0, i32::MAX], [1, 1, i32::MAX]),
            ([0, 2, 0], [1, 1, 1]),
            ([2, 0, 0], [1, 1, 1]),
        ] {
            assert_eq!(code_of(part(&mut context, name, corner, size, 8)), Err(GL_INVALID_VALUE), "{target:#x} {corner:?} {size:?}");
        }
    }
}

#[test]
fn flat_textures_have_no_z() {
    let mut context = tight();
    for target in [GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE] {
        let name = made(&mut context, target);
        fill(&context, name, 0, GL_R8UI, [1, 1, 1], |_, _, _| 5);
        assert_eq!(part(&mut context, name, [0; 3], [1; 3], 1), Ok(vec![5]));
        assert_eq!(code_of(part(&mut context, name, [0, 0, 1], [1, 1, 0], 1)), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(code_of(part(&mut context, name, [0; 3], [1, 1, 0], 1)), Err(GL_INVALID_VALUE), "{target:#x}");
    }
    for target in [GL_TEXTURE_BUFFER, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY] {
        let name = made(&mut context, target);
        assert_eq!(code_of(part(&mut context, name, [0; 3], [1; 3], 1)), Err(GL_INVALID_OPERATION), "{target:#x}");
        assert_eq!(code_of(named(&mut context, name, 1, 1)), Err(GL_INVALID_OPERATION), "{target:#x}");
        assert_eq!(code_of(image(&mut context, target, 0, 1)), Err(GL_INVALID_ENUM), "{target:#x}");
    }
    assert_eq!(code_of(part(&mut context, 99, [0; 3], [1; 3], 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(named(&mut context, 99, 1, 1)), Err(GL_INVALID_OPERATION));
}

#[test]
fn all_faces_come_back_from_complete_cube_maps() {
    let mut context = tight();
    for (target, layers) in [(GL_TEXTURE_CUBE_MAP, 6), (GL_TEXTURE_CUBE_MAP_ARRAY, 12)] {
        let name = made(&mut context, target);
        assert_eq!(code_of(named(&mut context, name, 12, 12)), Err(GL_INVALID_OPERATION), "{target:#x}");
        assert_eq!(code_of(part(&mut context, name, [0; 3], [1; 3], 1)), Err(GL_INVALID_OPERATION), "{target:#x}");
        fill(&context, name, 0, GL_R8UI, [1, 1, layers], |layer, _, _| layer);
        assert_eq!(named(&mut context, name, layers as usize, 12).map(|bytes| bytes[5]), Ok(5), "{target:#x}");
    }
    let name = made(&mut context, GL_TEXTURE_CUBE_MAP);
    fill(&context, name, 0, GL_R8UI, [1, 1, 6], |layer, _, _| layer);
    let level = Level::new(format::sized(GL_R8I).unwrap(), GL_R8I, [1, 1, 1]).unwrap();
    object(&context, name).contents().faces[3][0] = Some(level);
    assert_eq!(code_of(named(&mut context, name, 6, 6)), Err(GL_INVALID_OPERATION), "faces of two formats");
    assert_eq!(image(&mut context, GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, 1), Ok(vec![5]), "one face needs no others");
}

#[test]
fn levels_beyond_the_largest_texture_are_refused() {
    let mut context = tight();
    for (target, count) in [(GL_TEXTURE_3D, 12), (GL_TEXTURE_2D_ARRAY, 15), (GL_TEXTURE_CUBE_MAP_ARRAY, 15)] {
        made(&mut context, target);
        assert_eq!(image(&mut context, target, count - 1, 1), Ok(vec![0xEE]), "{target:#x}: an undefined level");
        assert_eq!(code_of(image(&mut context, target, count, 1)), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(code_of(image(&mut context, target, -1, 1)), Err(GL_INVALID_VALUE), "{target:#x}");
    }
    assert_eq!(code_of(image(&mut context, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 15, 1)), Err(GL_INVALID_VALUE));
}
