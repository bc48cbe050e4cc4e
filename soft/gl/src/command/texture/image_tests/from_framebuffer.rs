//! glCopyTexImage and glCopyTexSubImage.

use super::super::from_framebuffer::{
    copy_image_2d, copy_named_sub_image_2d, copy_named_sub_image_3d, copy_sub_image_2d, copy_sub_image_3d,
};
use super::*;
use crate::testing::fixtures::code_of;
use crate::testing::windows::{core, with_window};

/// A window of 3 × 3 pixels whose red is 10 × y + x + 1.
fn window(context: Context) -> Context {
    let context = with_window(context, 3, 3, true);
    let surface = context.read_surface.as_ref().unwrap().lock().unwrap().color.clone();
    (0..9).for_each(|index| surface.set_raw(index % 3, index / 3, [10 * (index / 3) + index % 3 + 1, 0, 0, 0]));
    context
}

#[test]
fn rows_become_layers() {
    let mut context = window(bound(core(), GL_TEXTURE_1D_ARRAY));
    copy_image_2d(&mut context, GL_TEXTURE_1D_ARRAY, 0, GL_R8, 1, 1, 2, 2, 0).unwrap();
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[12, 13], [22, 23]]);
    copy_sub_image_2d(&mut context, GL_TEXTURE_1D_ARRAY, 0, 1, 0, 0, 0, 1, 2).unwrap();
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[12, 1], [22, 11]]);
    copy_named_sub_image_2d(&mut context, 1, 0, 0, 1, 2, 2, 1, 1).unwrap();
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[12, 1], [23, 11]]);
    assert_eq!(code_of(copy_sub_image_2d(&mut context, GL_TEXTURE_1D_ARRAY, 0, 0, 1, 0, 0, 1, 2)), Err(GL_INVALID_VALUE));
}

#[test]
fn faces_are_copied() {
    let mut context = window(cube(core(), 2));
    copy_image_2d(&mut context, FACES[4], 0, GL_R8, 0, 0, 2, 2, 0).unwrap();
    copy_sub_image_2d(&mut context, FACES[1], 0, 1, 0, 2, 2, 1, 1).unwrap();
    copy_named_sub_image_3d(&mut context, 1, 0, 0, 1, 2, 0, 2, 2, 1).unwrap();
    let wanted = [[[0, 0, 0, 0]], [[1, 23, 1, 1]], [[2, 2, 21, 22]], [[3, 3, 3, 3]], [[1, 2, 11, 12]], [[5, 5, 5, 5]]];
    assert_eq!([0, 1, 2, 3, 4, 5].map(|face| layers(&context, TextureKind::Cube, face)), wanted);
}

#[test]
fn slices_are_copied() {
    for (target, kind) in [(GL_TEXTURE_3D, TextureKind::D3), (GL_TEXTURE_2D_ARRAY, TextureKind::D2Array)] {
        let mut context = window(zeros(core(), target));
        copy_sub_image_3d(&mut context, target, 0, 0, 0, 1, 0, 0, 2, 2).unwrap();
        copy_named_sub_image_3d(&mut context, 1, 0, 1, 1, 2, 2, 2, 1, 1).unwrap();
        assert_eq!(layers(&context, kind, 0), [[0, 0, 0, 0], [1, 2, 11, 12], [0, 0, 0, 23]], "{kind:?}");
    }
}

#[test]
fn errors() {
    let mut context = window(zeros(core(), GL_TEXTURE_3D));
    let mut make = |target, width, height| copy_image_2d(&mut context, target, 0, GL_R8, 0, 0, width, height, 0);
    assert_eq!(code_of(make(FACES[0], 2, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(FACES[0], -1, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_1D_ARRAY, 1, 2049)), Err(GL_INVALID_VALUE));
    for target in [GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D, GL_PROXY_TEXTURE_2D, GL_TEXTURE_2D_ARRAY] {
        assert_eq!(code_of(make(target, 1, 1)), Err(GL_INVALID_ENUM), "{target:#x}");
    }
    let part = |context: &mut Context, target, level, z, width| copy_sub_image_3d(context, target, level, 0, 0, z, 0, 0, width, 1);
    for target in [GL_TEXTURE_2D, GL_TEXTURE_CUBE_MAP, FACES[0], GL_TEXTURE_1D_ARRAY, GL_PROXY_TEXTURE_3D] {
        assert_eq!(code_of(part(&mut context, target, 0, 0, 1)), Err(GL_INVALID_ENUM), "{target:#x}");
    }
    assert_eq!(code_of(part(&mut context, GL_TEXTURE_3D, 0, 3, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(&mut context, GL_TEXTURE_3D, 0, -1, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(&mut context, GL_TEXTURE_3D, 0, 0, 3)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(&mut context, GL_TEXTURE_3D, 0, 0, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(&mut context, GL_TEXTURE_3D, -1, 0, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(part(&mut context, GL_TEXTURE_3D, 1, 0, 1)), Err(GL_INVALID_OPERATION));
    let mut nowhere = zeros(core(), GL_TEXTURE_3D);
    assert_eq!(code_of(part(&mut nowhere, GL_TEXTURE_3D, 0, 0, 1)), Err(GL_INVALID_FRAMEBUFFER_OPERATION));
    let mut cube = window(cube(core(), 1));
    assert_eq!(code_of(copy_named_sub_image_2d(&mut cube, 1, 0, 0, 0, 0, 0, 1, 1)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(copy_named_sub_image_3d(&mut cube, 1, 0, 0, 0, 6, 0, 0, 1, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(copy_named_sub_image_3d(&mut cube, 9, 0, 0, 0, 0, 0, 0, 1, 1)), Err(GL_INVALID_OPERATION));
}
