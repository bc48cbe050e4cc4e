//! glGetTexLevelParameter and glGetTextureLevelParameter.

use super::super::get;
use super::*;
use crate::error::Result;
use crate::object::texture::ProxyLevel;
use crate::testing::fixtures::code_of;
use crate::testing::windows::core;

const SIZE: [u32; 3] = [GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH];

fn ask(context: &mut Context, target: u32, level: i32, name: u32) -> Result<i32> {
    let mut value = -1;
    get::level_integer(context, target, level, name, out(&mut value)).map(|()| value)
}

fn ask_named(context: &mut Context, texture: u32, level: i32, name: u32) -> Result<i32> {
    let mut value = -1;
    get::named_level_integer(context, texture, level, name, out(&mut value)).map(|()| value)
}

#[test]
fn layers_are_height_or_depth() {
    let mut context = core();
    for (target, level, size) in [
        (GL_TEXTURE_1D, [4, 1, 1], [4, 1, 1]),
        (GL_TEXTURE_2D, [4, 2, 1], [4, 2, 1]),
        (GL_TEXTURE_RECTANGLE, [4, 2, 1], [4, 2, 1]),
        (GL_TEXTURE_3D, [4, 2, 3], [4, 2, 3]),
        (GL_TEXTURE_1D_ARRAY, [4, 1, 3], [4, 3, 1]),
        (GL_TEXTURE_2D_ARRAY, [4, 2, 3], [4, 2, 3]),
        (GL_TEXTURE_CUBE_MAP_ARRAY, [4, 4, 12], [4, 4, 12]),
    ] {
        let name = made(&mut context, target);
        assert_eq!(SIZE.map(|size| ask(&mut context, target, 0, size)), [Ok(0); 3], "{target:#x} is undefined");
        fill(&context, name, 0, GL_R8, level, |_, _, _| 0);
        assert_eq!(SIZE.map(|size| ask(&mut context, target, 0, size)), size.map(Ok), "{target:#x}");
        assert_eq!(SIZE.map(|size| ask_named(&mut context, name, 0, size)), size.map(Ok), "{target:#x}");
        assert_eq!(ask(&mut context, target, 0, GL_TEXTURE_INTERNAL_FORMAT), Ok(GL_R8 as i32));
    }
}

#[test]
fn faces_are_asked_one_by_one() {
    let mut context = core();
    let name = made(&mut context, GL_TEXTURE_CUBE_MAP);
    for face in 0..6 {
        let level = Level::new(format::sized(GL_R8).unwrap(), GL_R8, [face + 1, face + 1, 1]).unwrap();
        object(&context, name).contents().faces[face as usize][1] = Some(level);
    }
    for face in 0..6 {
        let target = GL_TEXTURE_CUBE_MAP_POSITIVE_X + face;
        let size = face as i32 + 1;
        assert_eq!(SIZE.map(|name| ask(&mut context, target, 1, name)), [Ok(size), Ok(size), Ok(1)]);
        assert_eq!(ask(&mut context, target, 0, GL_TEXTURE_WIDTH), Ok(0));
    }
    assert_eq!(code_of(ask(&mut context, GL_TEXTURE_CUBE_MAP, 1, GL_TEXTURE_WIDTH)), Err(GL_INVALID_ENUM));
    assert_eq!(ask_named(&mut context, name, 1, GL_TEXTURE_WIDTH), Ok(1), "a name asks the face +X");
    assert_eq!(code_of(ask(&mut context, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 15, GL_TEXTURE_WIDTH)), Err(GL_INVALID_VALUE));
    made(&mut context, GL_TEXTURE_3D);
    assert_eq!(code_of(ask(&mut context, GL_TEXTURE_3D, 12, GL_TEXTURE_WIDTH)), Err(GL_INVALID_VALUE));
}

#[test]
fn proxies_have_a_depth() {
    let mut context = core();
    let format = format::sized(GL_R8).unwrap();
    for (fits, size) in [(true, [8, 4, 2]), (false, [0; 3])] {
        context.textures.proxies.insert((TextureKind::D3, 0), ProxyLevel::new(fits, [8, 4, 2], format, GL_R8));
        assert_eq!(SIZE.map(|name| ask(&mut context, GL_PROXY_TEXTURE_3D, 0, name)), size.map(Ok));
    }
    let flat = |name, context: &mut Context| ask(context, GL_PROXY_TEXTURE_2D, 0, name);
    super::super::images::image_2d(
        &mut context,
        GL_PROXY_TEXTURE_2D,
        0,
        GL_R8 as i32,
        8,
        4,
        0,
        GL_RED,
        GL_UNSIGNED_BYTE,
        crate::pointer::In::null(),
    )
    .unwrap();
    assert_eq!(SIZE.map(|name| flat(name, &mut context)), [Ok(8), Ok(4), Ok(1)]);
}
