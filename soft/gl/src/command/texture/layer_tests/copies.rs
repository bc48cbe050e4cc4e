//! glCopyImageSubData.

use super::super::copies::copy_image_sub_data;
use super::*;
use crate::error::Result;
use crate::object::names::lock;
use crate::object::renderbuffer::{Contents, Renderbuffer};
use crate::testing::fixtures::code_of;
use crate::testing::windows::core;

/// Name, target, level, and the corner of the box.
type Side = (u32, u32, i32, [i32; 3]);

fn copy(context: &mut Context, from: Side, to: Side, [width, height, depth]: [i32; 3]) -> Result<()> {
    let (source, source_target, source_level, [source_x, source_y, source_z]) = from;
    let (into, target, level, [x, y, z]) = to;
    copy_image_sub_data::<false>(
        context,
        source,
        source_target,
        source_level,
        source_x,
        source_y,
        source_z,
        into,
        target,
        level,
        x,
        y,
        z,
        width,
        height,
        depth,
    )
}

/// Creates a texture whose filter reads the base level alone, and binds it.
fn made(context: &mut Context, target: u32) -> u32 {
    let name = super::made(context, target);
    object(context, name).contents().parameters.min_filter = GL_NEAREST;
    name
}

#[test]
fn slices_layers_and_faces_are_copied_between_all_kinds() {
    let mut context = core();
    for (source_target, source_size) in LAYERED {
        for (target, size) in LAYERED {
            let source = made(&mut context, source_target);
            fill(&context, source, 0, GL_R8UI, source_size, |layer, x, y| 100 + layer * 10 + y * 2 + x);
            let into = made(&mut context, target);
            fill(&context, into, 0, GL_R8, size, |_, _, _| 0);
            // One column and row of the layers 3 and 4 become layers 1 and 2.
            copy(&mut context, (source, source_target, 0, [1, 0, 3]), (into, target, 0, [0, 0, 1]), [1, 1, 2]).unwrap();
            let found = words(&context, into, 0);
            let texels = (size[0] * size[1]) as usize;
            let mut expected = vec![0; texels * 6];
            (expected[texels], expected[texels * 2]) = (131, 141);
            assert_eq!(found, expected, "{source_target:#x} {target:#x}");
        }
    }
}

#[test]
fn renderbuffers_are_one_layer() {
    let mut context = core();
    let format = format::sized(GL_RGBA8).unwrap();
    let surface = format::new_surface(format, 2, 2).unwrap();
    surface.set_raw(1, 1, [77, 0, 0, 0]);
    let renderbuffer = {
        let mut names = lock(&context.share.renderbuffers);
        let name = names.generate().unwrap();
        let object = Renderbuffer::new(name);
        *object.contents() =
            Contents { surface: Some(surface.clone()), format: Some(format), requested: GL_RGBA8, samples: 0, implicit: false };
        names.put(name, Arc::new(object)).unwrap();
        name
    };
    let cube = made(&mut context, GL_TEXTURE_CUBE_MAP);
    fill(&context, cube, 0, GL_R32UI, [2, 2, 6], |layer, _, _| layer);
    let (buffer, face) = ((renderbuffer, GL_RENDERBUFFER, 0, [1, 1, 0]), (cube, GL_TEXTURE_CUBE_MAP, 0, [0, 0, 5]));
    copy(&mut context, buffer, face, [1, 1, 1]).unwrap();
    assert_eq!(words(&context, cube, 0)[20..], [77, 5, 5, 5]);
    copy(&mut context, (cube, GL_TEXTURE_CUBE_MAP, 0, [0, 0, 4]), (renderbuffer, GL_RENDERBUFFER, 0, [0, 0, 0]), [1, 1, 1]).unwrap();
    assert_eq!(surface.raw(0, 0)[0], 4);
    assert_eq!(code_of(copy(&mut context, buffer, face, [1, 1, 2])), Err(GL_INVALID_VALUE));
    let second = (renderbuffer, GL_RENDERBUFFER, 0, [1, 1, 1]);
    assert_eq!(code_of(copy(&mut context, second, face, [1, 1, 1])), Err(GL_INVALID_VALUE));
    let level = (renderbuffer, GL_RENDERBUFFER, 1, [1, 1, 0]);
    assert_eq!(code_of(copy(&mut context, level, face, [1, 1, 1])), Err(GL_INVALID_VALUE));
}

#[test]
fn boxes_outside_are_refused() {
    let mut context = core();
    let array = made(&mut context, GL_TEXTURE_2D_ARRAY);
    fill(&context, array, 0, GL_R8UI, [2, 2, 3], |_, _, _| 1);
    let lines = made(&mut context, GL_TEXTURE_1D_ARRAY);
    fill(&context, lines, 0, GL_R8UI, [2, 1, 3], |_, _, _| 2);
    let mut between = |from, to, size| copy(&mut context, (array, GL_TEXTURE_2D_ARRAY, 0, from), (lines, GL_TEXTURE_1D_ARRAY, 0, to), size);
    assert_eq!(between([0, 0, 1], [0, 0, 1], [2, 1, 2]), Ok(()));
    for (from, to, size) in [
        ([0, 0, 2], [0, 0, 0], [1, 1, 2]),
        ([0, 0, 0], [0, 0, 2], [1, 1, 2]),
        ([0, 0, -1], [0, 0, 0], [1, 1, 1]),
        ([0, 0, 0], [0, 0, -1], [1, 1, 1]),
        ([0, 0, 0], [0, 0, 0], [1, 1, -1]),
        ([0, 0, 0], [0, 1, 0], [1, 1, 1]),
        ([0, 0, 0], [0, 0, 0], [1, 2, 1]),
        ([0, 0, i32::MAX], [0, 0, 0], [1, 1, i32::MAX]),
    ] {
        assert_eq!(code_of(between(from, to, size)), Err(GL_INVALID_VALUE), "{from:?} {to:?} {size:?}");
    }
    assert_eq!(between([0, 0, 3], [0, 0, 0], [1, 1, 0]), Ok(()), "nothing");
}

#[test]
fn levels_and_objects_are_checked() {
    let mut context = core();
    let volume = made(&mut context, GL_TEXTURE_3D);
    fill(&context, volume, 0, GL_R8UI, [1, 1, 2], |layer, _, _| layer);
    let side = |name, target, level| (name, target, level, [0; 3]);
    let to = side(volume, GL_TEXTURE_3D, 0);
    let mut from = |name, target, level| copy(&mut context, side(name, target, level), to, [1; 3]);
    assert_eq!(code_of(from(volume, GL_TEXTURE_3D, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(from(volume, GL_TEXTURE_3D, 12)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(from(volume, GL_TEXTURE_3D, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(from(99, GL_TEXTURE_3D, 0)), Err(GL_INVALID_VALUE));
    for target in [GL_TEXTURE_2D_ARRAY, GL_PROXY_TEXTURE_3D, GL_TEXTURE_BUFFER, GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_RGBA] {
        assert_eq!(code_of(from(volume, target, 0)), Err(GL_INVALID_ENUM), "{target:#x}");
    }
}

#[test]
fn incomplete_textures_are_refused() {
    let mut context = core();
    let volume = made(&mut context, GL_TEXTURE_3D);
    fill(&context, volume, 0, GL_R8UI, [1, 1, 2], |_, _, _| 0);
    let to = (volume, GL_TEXTURE_3D, 0, [0; 3]);
    let cube = made(&mut context, GL_TEXTURE_CUBE_MAP);
    assert_eq!(code_of(copy(&mut context, (cube, GL_TEXTURE_CUBE_MAP, 0, [0; 3]), to, [1; 3])), Err(GL_INVALID_OPERATION));
    fill(&context, cube, 0, GL_R8UI, [1, 1, 6], |_, _, _| 0);
    object(&context, cube).contents().faces[5][0] = None;
    assert_eq!(code_of(copy(&mut context, (cube, GL_TEXTURE_CUBE_MAP, 0, [0; 3]), to, [1; 3])), Err(GL_INVALID_OPERATION));
    let empty = made(&mut context, GL_TEXTURE_2D_ARRAY);
    fill(&context, empty, 0, GL_R8UI, [1, 1, 0], |_, _, _| 0);
    assert_eq!(code_of(copy(&mut context, (empty, GL_TEXTURE_2D_ARRAY, 0, [0; 3]), to, [0; 3])), Err(GL_INVALID_OPERATION));
}

#[test]
fn missing_levels_of_the_filter_are_refused() {
    for mut context in [crate::testing::windows::es(), core()] {
        let volume = made(&mut context, GL_TEXTURE_3D);
        fill(&context, volume, 0, GL_RGBA8, [2, 2, 2], |_, _, _| 0);
        let side = (volume, GL_TEXTURE_3D, 0, [0; 3]);
        object(&context, volume).contents().parameters.min_filter = GL_NEAREST_MIPMAP_LINEAR;
        assert_eq!(code_of(copy(&mut context, side, side, [1, 1, 0])), Err(GL_INVALID_OPERATION));
        object(&context, volume).contents().parameters.min_filter = GL_NEAREST;
        assert_eq!(copy(&mut context, side, side, [1, 1, 0]), Ok(()));
        // Copies do not filter, so that integers may have a linear filter.
        let integers = made(&mut context, GL_TEXTURE_2D);
        fill(&context, integers, 0, GL_R32I, [1, 1, 1], |_, _, _| 0);
        object(&context, integers).contents().parameters.min_filter = GL_NEAREST_MIPMAP_LINEAR;
        let side = (integers, GL_TEXTURE_2D, 0, [0; 3]);
        assert_eq!(copy(&mut context, side, side, [1, 1, 1]), Ok(()));
    }
}

#[test]
fn formats_are_those_of_one_class() {
    let mut context = core();
    let mut compatible = |one, other| {
        let [from, to] = [one, other].map(|internal| {
            let name = made(&mut context, GL_TEXTURE_2D_ARRAY);
            fill(&context, name, 0, internal, [1, 1, 1], |_, _, _| 0);
            (name, GL_TEXTURE_2D_ARRAY, 0, [0; 3])
        });
        copy(&mut context, from, to, [1; 3])
    };
    assert_eq!(compatible(GL_RGB10_A2, GL_RGB9_E5), Ok(()));
    assert_eq!(compatible(GL_RGB10, GL_RGB10), Ok(()));
    for (one, other) in
        [(GL_RGB10, GL_RGB16), (GL_RGB5, GL_R16), (GL_RGB4, GL_RGB8), (GL_RGBA8, GL_RGBA16), (GL_DEPTH_COMPONENT32F, GL_R32F)]
    {
        assert_eq!(code_of(compatible(one, other)), Err(GL_INVALID_OPERATION), "{one:#x} {other:#x}");
    }
}
