//! glTexSubImage and glTextureSubImage.

use super::super::sub_image::{named_sub_image_2d, named_sub_image_3d, sub_image_1d, sub_image_2d, sub_image_3d};
use super::*;
use crate::testing::fixtures::code_of;
use crate::testing::windows::core;

/// Writes red bytes to a box of the base level of the texture bound to a target.
fn write(context: &mut Context, target: u32, at: [i32; 3], size: [i32; 3], pixels: In<u8>) -> Result<()> {
    let ([x, y, z], [width, height, depth]) = (at, size);
    sub_image_3d(context, target, 0, x, y, z, width, height, depth, GL_RED, GL_UNSIGNED_BYTE, pixels)
}

/// Writes red bytes to a box of the base level of texture 1.
fn write_named(context: &mut Context, at: [i32; 3], size: [i32; 3], pixels: In<u8>) -> Result<()> {
    let ([x, y, z], [width, height, depth]) = (at, size);
    named_sub_image_3d(context, 1, 0, x, y, z, width, height, depth, GL_RED, GL_UNSIGNED_BYTE, pixels)
}

#[test]
fn a_box_of_texels_changes() {
    for (target, kind) in [(GL_TEXTURE_3D, TextureKind::D3), (GL_TEXTURE_2D_ARRAY, TextureKind::D2Array)] {
        let wanted = [[0, 0, 0, 0], [0, 1, 0, 2], [0, 3, 0, 4]];
        let mut context = zeros(core(), target);
        write(&mut context, target, [1, 0, 1], [1, 2, 2], slice(&[1, 2, 3, 4])).unwrap();
        assert_eq!(layers(&context, kind, 0), wanted);
        let mut context = zeros(core(), target);
        write_named(&mut context, [1, 0, 1], [1, 2, 2], slice(&[1, 2, 3, 4])).unwrap();
        assert_eq!(layers(&context, kind, 0), wanted);
    }
}

#[test]
fn layer_faces_change() {
    let target = GL_TEXTURE_CUBE_MAP_ARRAY;
    let mut context = bound(core(), target);
    red(&mut context, target, &[1, 1, 12], slice(&[0; 12])).unwrap();
    write(&mut context, target, [0, 0, 5], [1, 1, 2], slice(&[8, 9])).unwrap();
    assert_eq!(layers(&context, TextureKind::CubeArray, 0).concat(), [0, 0, 0, 0, 0, 8, 9, 0, 0, 0, 0, 0]);
}

#[test]
fn the_store_places_slices() {
    let mut context = zeros(core(), GL_TEXTURE_3D);
    context.pixels.unpack.image_height = 3;
    context.pixels.unpack.skip_images = 1;
    let pixels: Vec<u8> = (0..32).collect();
    write(&mut context, GL_TEXTURE_3D, [0, 0, 1], [2, 2, 2], slice(&pixels)).unwrap();
    assert_eq!(layers(&context, TextureKind::D3, 0), [[0; 4], [6, 7, 8, 9], [12, 13, 14, 15]]);
    let mut context = cube(core(), 1);
    context.pixels.unpack.image_height = 3;
    context.pixels.unpack.skip_images = 1;
    write_named(&mut context, [0, 0, 4], [1, 1, 2], slice(&pixels)).unwrap();
    assert_eq!([4, 5].map(|face| layers(&context, TextureKind::Cube, face)), [[[3]], [[6]]]);
}

#[test]
fn rows_are_layers_of_a_one_dimensional_array() {
    let mut context = zeros(core(), GL_TEXTURE_1D_ARRAY);
    let (format, ty) = (GL_RED, GL_UNSIGNED_BYTE);
    context.pixels.unpack.image_height = 5;
    context.pixels.unpack.skip_images = 1;
    sub_image_2d(&mut context, GL_TEXTURE_1D_ARRAY, 0, 1, 1, 1, 2, format, ty, slice(&[8, 9])).unwrap();
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[0, 0], [0, 8], [0, 9]]);
    context.pixels.unpack.skip_rows = 1;
    named_sub_image_2d(&mut context, 1, 0, 0, 0, 1, 2, format, ty, slice(&[1, 2, 3])).unwrap();
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[2, 0], [3, 8], [0, 9]]);
    let outside = sub_image_2d(&mut context, GL_TEXTURE_1D_ARRAY, 0, 0, 2, 1, 2, format, ty, NULL);
    assert_eq!(code_of(outside), Err(GL_INVALID_VALUE));
}

#[test]
fn faces_change_one_by_one_or_together() {
    let mut context = cube(core(), 2);
    sub_image_2d(&mut context, FACES[2], 0, 1, 1, 1, 1, GL_RED, GL_UNSIGNED_BYTE, slice(&[9])).unwrap();
    assert_eq!([1, 2].map(|face| layers(&context, TextureKind::Cube, face)), [[[1, 1, 1, 1]], [[2, 2, 2, 9]]]);
    write_named(&mut context, [0, 1, 3], [2, 1, 3], slice(&[10, 11, 12, 13, 14, 15])).unwrap();
    let wanted = [[[2, 2, 2, 9]], [[3, 3, 10, 11]], [[4, 4, 12, 13]], [[5, 5, 14, 15]]];
    assert_eq!([2, 3, 4, 5].map(|face| layers(&context, TextureKind::Cube, face)), wanted);
    assert_eq!(code_of(write_named(&mut context, [0, 0, 5], [1, 1, 2], NULL)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(write_named(&mut context, [0, 0, -1], [1, 1, 1], NULL)), Err(GL_INVALID_VALUE));
    assert_eq!(write_named(&mut context, [0, 0, 6], [1, 1, 0], NULL), Ok(()));
}

#[test]
fn faces_of_other_sizes_have_their_own_bounds() {
    let mut context = cube(core(), 2);
    red(&mut context, FACES[1], &[1, 1], slice(&[7])).unwrap();
    let pixels = [20; 8];
    assert_eq!(code_of(write_named(&mut context, [0, 0, 0], [2, 2, 2], slice(&pixels))), Err(GL_INVALID_VALUE));
    assert_eq!([0, 1].map(|face| layers(&context, TextureKind::Cube, face)), [vec![vec![0; 4]], vec![vec![7]]], "an error changes nothing");
    write_named(&mut context, [0, 0, 2], [2, 2, 2], slice(&pixels)).unwrap();
    assert_eq!(layers(&context, TextureKind::Cube, 3), [[20; 4]]);
    let mut context = bound(core(), GL_TEXTURE_CUBE_MAP);
    red(&mut context, FACES[0], &[1, 1], slice(&[7])).unwrap();
    assert_eq!(code_of(write_named(&mut context, [0, 0, 0], [1, 1, 2], slice(&pixels))), Err(GL_INVALID_OPERATION));
    assert_eq!(layers(&context, TextureKind::Cube, 0), [[7]]);
}

#[test]
fn errors() {
    let mut context = zeros(core(), GL_TEXTURE_3D);
    let one = [1; 3];
    for target in [GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, FACES[0], GL_TEXTURE_1D_ARRAY, GL_PROXY_TEXTURE_3D, GL_TEXTURE_BUFFER] {
        assert_eq!(code_of(write(&mut context, target, [0; 3], one, NULL)), Err(GL_INVALID_ENUM), "{target:#x}");
    }
    for (at, size) in [([-1, 0, 0], one), ([0, -1, 0], one), ([0, 0, -1], one), ([2, 0, 0], one), ([0, 2, 0], one), ([0, 0, 3], one)] {
        assert_eq!(code_of(write(&mut context, GL_TEXTURE_3D, at, size, NULL)), Err(GL_INVALID_VALUE), "{at:?}");
    }
    for size in [[-1, 1, 1], [1, -1, 1], [1, 1, -1], [3, 1, 1], [1, 3, 1], [1, 1, 4], [1, 1, i32::MAX]] {
        assert_eq!(code_of(write(&mut context, GL_TEXTURE_3D, [0; 3], size, NULL)), Err(GL_INVALID_VALUE), "{size:?}");
    }
    assert_eq!(write(&mut context, GL_TEXTURE_3D, [2, 2, 3], [0; 3], NULL), Ok(()));
    assert_eq!(code_of(write(&mut context, GL_TEXTURE_2D_ARRAY, [0; 3], one, NULL)), Err(GL_INVALID_OPERATION), "no image");
    assert_eq!(
        code_of(write(&mut context, GL_TEXTURE_2D_ARRAY, [0; 3], [1, -1, 1], NULL)),
        Err(GL_INVALID_VALUE),
        "no image and a negative size"
    );
    let mut part = |level, format, ty| sub_image_3d(&mut context, GL_TEXTURE_3D, level, 0, 0, 0, 1, 1, 1, format, ty, NULL);
    assert_eq!(code_of(part(1, GL_RED, GL_UNSIGNED_BYTE)), Err(GL_INVALID_OPERATION), "no image");
    assert_eq!(code_of(part(-1, GL_RED, GL_UNSIGNED_BYTE)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(12, GL_RED, GL_UNSIGNED_BYTE)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(0, GL_R8, GL_UNSIGNED_BYTE)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(part(0, GL_RED_INTEGER, GL_UNSIGNED_BYTE)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(part(0, GL_DEPTH_COMPONENT, GL_FLOAT)), Err(GL_INVALID_OPERATION));
    let row = sub_image_1d(&mut context, GL_TEXTURE_1D_ARRAY, 0, 0, 1, GL_RED, GL_UNSIGNED_BYTE, NULL);
    assert_eq!(code_of(row), Err(GL_INVALID_ENUM));
}

#[test]
fn named_commands_match_the_kind() {
    let wrong = Err(GL_INVALID_OPERATION);
    let flat = |context: &mut Context| named_sub_image_2d(context, 1, 0, 0, 0, 1, 1, GL_RED, GL_UNSIGNED_BYTE, NULL);
    assert_eq!(code_of(flat(&mut cube(core(), 1))), wrong, "the faces of a cube map are layers");
    assert_eq!(code_of(flat(&mut zeros(core(), GL_TEXTURE_3D))), wrong);
    let mut context = bound(core(), GL_TEXTURE_2D);
    red(&mut context, GL_TEXTURE_2D, &[1, 1], NULL).unwrap();
    assert_eq!(code_of(write_named(&mut context, [0; 3], [1; 3], NULL)), wrong);
    assert_eq!(code_of(write_named(&mut zeros(core(), GL_TEXTURE_1D_ARRAY), [0; 3], [1; 3], NULL)), wrong);
    assert_eq!(code_of(write_named(&mut core(), [0; 3], [1; 3], NULL)), wrong, "no texture");
}
