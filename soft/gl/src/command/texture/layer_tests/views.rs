//! glTextureView.

use super::super::parameters::get_named_integers;
use super::super::view::texture_view;
use super::*;
use crate::error::Result;
use crate::testing::fixtures::code_of;
use crate::testing::windows::core;

/// Returns a name without a texture.
fn unused(context: &mut Context) -> u32 {
    let mut name = 0;
    binding::generate(context, 1, out(&mut name)).unwrap();
    name
}

/// Makes a view of levels and layers: the first and the number of each.
fn view(context: &mut Context, target: u32, original: u32, internal: u32, levels: [u32; 2], layers: [u32; 2]) -> Result<u32> {
    let name = unused(context);
    texture_view(context, name, target, original, internal, levels[0], levels[1], layers[0], layers[1]).map(|()| name)
}

/// Creates an immutable texture of GL_R8UI with two levels and six layers. A texel is 100 × level + 10 × layer + its number.
fn original(context: &mut Context, target: u32) -> u32 {
    let (_, [width, height, layers]) = LAYERED.into_iter().find(|entry| entry.0 == target).unwrap();
    let name = made(context, target);
    for level in 0..2 {
        let layers = if target == GL_TEXTURE_3D { layers >> level } else { layers };
        let size = [width >> level, (height >> level).max(1), layers];
        fill(context, name, level, GL_R8UI, size, |layer, x, y| level as u32 * 100 + layer * 10 + y * 2 + x);
    }
    freeze(context, name);
    name
}

fn parameter(context: &mut Context, texture: u32, name: u32) -> i32 {
    let mut value = -1;
    get_named_integers(context, texture, name, out(&mut value)).unwrap();
    value
}

/// Immutable format and levels; first and number of the view's levels; first and number of its layers.
fn state(context: &mut Context, texture: u32) -> [i32; 6] {
    [
        GL_TEXTURE_IMMUTABLE_FORMAT,
        GL_TEXTURE_IMMUTABLE_LEVELS,
        GL_TEXTURE_VIEW_MIN_LEVEL,
        GL_TEXTURE_VIEW_NUM_LEVELS,
        GL_TEXTURE_VIEW_MIN_LAYER,
        GL_TEXTURE_VIEW_NUM_LAYERS,
    ]
    .map(|name| parameter(context, texture, name))
}

#[test]
fn immutable_textures_view_all_of_their_storage() {
    let mut context = core();
    for (target, _) in LAYERED {
        let name = original(&mut context, target);
        let layers = if target == GL_TEXTURE_3D { 1 } else { 6 };
        assert_eq!(state(&mut context, name), [1, 2, 0, 2, 0, layers], "{target:#x}");
        let mutable = made(&mut context, target);
        assert_eq!(state(&mut context, mutable), [0; 6], "{target:#x}");
    }
}

#[test]
fn views_share_texels() {
    let mut context = core();
    for (target, _) in LAYERED {
        let name = original(&mut context, target);
        let layers = if target == GL_TEXTURE_3D { [0, 1] } else { [0, 6] };
        let same = view(&mut context, target, name, GL_R8, [0, 2], layers).unwrap();
        assert_eq!(words(&context, same, 0), words(&context, name, 0), "{target:#x}");
        assert_eq!(words(&context, same, 1), words(&context, name, 1), "{target:#x}");
        // A write to one is a write to the other.
        let (last, level) = (if target == GL_TEXTURE_3D { 2 } else { 5 }, 1);
        object(&context, same).whole_level(level).unwrap().layers[last].set_raw(0, 0, [250, 0, 0, 0]);
        assert_eq!(words(&context, name, level)[last], 250, "{target:#x}");
        let made = object(&context, same).level(0, 0).unwrap();
        assert_eq!((made.format.token, made.requested, made.layers[0].format), (GL_R8, GL_R8, base::image::format::Format::R8));
        // The texels outlive the original.
        binding::delete(&mut context, 1, crate::testing::fixtures::slice(&[name])).unwrap();
        assert_eq!(words(&context, same, level)[last], 250, "{target:#x}");
    }
}

#[test]
fn views_have_some_levels_and_layers() {
    let mut context = core();
    let array = original(&mut context, GL_TEXTURE_2D_ARRAY);
    let some = view(&mut context, GL_TEXTURE_2D_ARRAY, array, GL_R8UI, [1, 9], [2, 3]).unwrap();
    assert_eq!(state(&mut context, some), [1, 2, 1, 1, 2, 3]);
    assert_eq!(words(&context, some, 0), [120, 130, 140]);
    assert!(object(&context, some).level(0, 1).is_none());
    // A view of a view counts from the view.
    let flat = view(&mut context, GL_TEXTURE_2D, some, GL_R8I, [0, 1], [2, 1]).unwrap();
    assert_eq!(state(&mut context, flat), [1, 2, 1, 1, 4, 1]);
    assert_eq!(words(&context, flat, 0), [140]);
    assert_eq!(parameter(&mut context, flat, GL_TEXTURE_TARGET), GL_TEXTURE_2D as i32);
    // Layers beyond the original are clamped.
    let rest = view(&mut context, GL_TEXTURE_2D_ARRAY, some, GL_R8UI, [0, 1], [1, u32::MAX]).unwrap();
    assert_eq!(state(&mut context, rest), [1, 2, 1, 1, 3, 2]);
    assert_eq!(code_of(view(&mut context, GL_TEXTURE_2D, some, GL_R8UI, [1, 1], [0, 1])), Err(GL_INVALID_VALUE), "no level of the view");
    assert_eq!(code_of(view(&mut context, GL_TEXTURE_2D, some, GL_R8UI, [0, 1], [3, 1])), Err(GL_INVALID_VALUE), "no layer of the view");
}

#[test]
fn faces_are_layers() {
    let mut context = core();
    for target in [GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY] {
        let name = original(&mut context, target);
        for other in [GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY] {
            let all = view(&mut context, other, name, GL_R8UI, [0, 2], [0, 6]).unwrap();
            assert_eq!(words(&context, all, 0), words(&context, name, 0), "{target:#x} {other:#x}");
            assert_eq!(object(&context, all).level(0, 0).unwrap().layers.len(), if other == GL_TEXTURE_CUBE_MAP { 1 } else { 6 });
        }
        let face = view(&mut context, GL_TEXTURE_2D, name, GL_R8UI, [0, 1], [4, 1]).unwrap();
        assert_eq!(words(&context, face, 0), [40, 41, 42, 43], "{target:#x}");
    }
    let lines = original(&mut context, GL_TEXTURE_1D_ARRAY);
    let line = view(&mut context, GL_TEXTURE_1D, lines, GL_R8UI, [0, 1], [5, 1]).unwrap();
    assert_eq!(words(&context, line, 0), [50, 51]);
    let one = view(&mut context, GL_TEXTURE_1D_ARRAY, line, GL_R8UI, [0, 1], [0, 1]).unwrap();
    assert_eq!((words(&context, one, 0), state(&mut context, one)), (vec![50, 51], [1, 2, 0, 1, 5, 1]));
}

#[test]
fn targets_are_those_of_the_table() {
    const TARGETS: [u32; 8] = [
        GL_TEXTURE_1D,
        GL_TEXTURE_2D,
        GL_TEXTURE_3D,
        GL_TEXTURE_RECTANGLE,
        GL_TEXTURE_1D_ARRAY,
        GL_TEXTURE_2D_ARRAY,
        GL_TEXTURE_CUBE_MAP,
        GL_TEXTURE_CUBE_MAP_ARRAY,
    ];
    const LAYERS_OF_2D: [u32; 4] = [GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY];
    let mut context = core();
    for from in TARGETS {
        let name = made(&mut context, from);
        fill(
            &context,
            name,
            0,
            GL_R8UI,
            [1, 1, if from == GL_TEXTURE_CUBE_MAP_ARRAY || from == GL_TEXTURE_CUBE_MAP { 6 } else { 1 }],
            |_, _, _| 0,
        );
        freeze(&context, name);
        let valid: &[u32] = match from {
            GL_TEXTURE_1D | GL_TEXTURE_1D_ARRAY => &[GL_TEXTURE_1D, GL_TEXTURE_1D_ARRAY],
            GL_TEXTURE_2D => &[GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY],
            GL_TEXTURE_3D => &[GL_TEXTURE_3D],
            GL_TEXTURE_RECTANGLE => &[GL_TEXTURE_RECTANGLE],
            _ => &LAYERS_OF_2D,
        };
        for to in TARGETS {
            let made = view(&mut context, to, name, GL_R8UI, [0, 1], [0, 1]);
            let is_cube = matches!(to, GL_TEXTURE_CUBE_MAP | GL_TEXTURE_CUBE_MAP_ARRAY);
            let expected = match valid.contains(&to) {
                false => Err(GL_INVALID_OPERATION),
                true if is_cube => Err(GL_INVALID_VALUE),
                true => Ok(()),
            };
            assert_eq!(code_of(made.map(drop)), expected, "{from:#x} {to:#x}");
        }
        for to in [GL_TEXTURE_BUFFER, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_CUBE_MAP_POSITIVE_X, GL_PROXY_TEXTURE_2D] {
            assert_eq!(code_of(view(&mut context, to, name, GL_R8UI, [0, 1], [0, 1])), Err(GL_INVALID_OPERATION), "{from:#x} {to:#x}");
        }
    }
}

#[test]
fn names_are_checked() {
    let mut context = core();
    let array = original(&mut context, GL_TEXTURE_2D_ARRAY);
    let mut make = |name, original| texture_view(&mut context, name, GL_TEXTURE_2D, original, GL_R8UI, 0, 1, 0, 1);
    assert_eq!(code_of(make(0, array)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(99, array)), Err(GL_INVALID_OPERATION), "no name");
    assert_eq!(code_of(make(array, array)), Err(GL_INVALID_OPERATION), "a texture with a target");
    let name = unused(&mut context);
    let mut make = |original| texture_view(&mut context, name, GL_TEXTURE_2D, original, GL_R8UI, 0, 1, 0, 1);
    assert_eq!(code_of(make(99)), Err(GL_INVALID_VALUE));
    assert_eq!(make(array), Ok(()));
    assert_eq!(code_of(make(array)), Err(GL_INVALID_OPERATION), "the view has its target");
    let mutable = made(&mut context, GL_TEXTURE_2D);
    fill(&context, mutable, 0, GL_R8UI, [1, 1, 1], |_, _, _| 0);
    assert_eq!(code_of(view(&mut context, GL_TEXTURE_2D, mutable, GL_R8UI, [0, 1], [0, 1])), Err(GL_INVALID_OPERATION));
}

#[test]
fn numbers_of_levels_and_layers_are_checked() {
    let mut context = core();
    let cubes = made(&mut context, GL_TEXTURE_CUBE_MAP_ARRAY);
    fill(&context, cubes, 0, GL_R8UI, [1, 1, 12], |layer, _, _| layer);
    freeze(&context, cubes);
    let mut make = |target, levels, layers| view(&mut context, target, cubes, GL_R8UI, levels, layers).map(drop);
    assert_eq!(code_of(make(GL_TEXTURE_2D_ARRAY, [1, 1], [0, 1])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D_ARRAY, [0, 0], [0, 1])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D_ARRAY, [0, 1], [12, 1])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D_ARRAY, [0, 1], [0, 0])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D_ARRAY, [u32::MAX, u32::MAX], [u32::MAX, u32::MAX])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_2D, [0, 1], [11, 2])), Err(GL_INVALID_VALUE), "the number counts before it is clamped");
    assert_eq!(make(GL_TEXTURE_CUBE_MAP, [0, 1], [3, 6]), Ok(()));
    assert_eq!(make(GL_TEXTURE_CUBE_MAP, [0, 1], [6, 99]), Ok(()));
    assert_eq!(code_of(make(GL_TEXTURE_CUBE_MAP, [0, 1], [0, 12])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(make(GL_TEXTURE_CUBE_MAP, [0, 1], [7, 6])), Err(GL_INVALID_VALUE));
    assert_eq!(make(GL_TEXTURE_CUBE_MAP_ARRAY, [0, 1], [0, 99]), Ok(()));
    assert_eq!(code_of(make(GL_TEXTURE_CUBE_MAP_ARRAY, [0, 1], [0, 7])), Err(GL_INVALID_VALUE));
    let oblong = made(&mut context, GL_TEXTURE_2D_ARRAY);
    fill(&context, oblong, 0, GL_R8UI, [2, 1, 6], |_, _, _| 0);
    freeze(&context, oblong);
    for target in [GL_TEXTURE_CUBE_MAP, GL_TEXTURE_CUBE_MAP_ARRAY] {
        assert_eq!(code_of(view(&mut context, target, oblong, GL_R8UI, [0, 1], [0, 6])), Err(GL_INVALID_OPERATION));
    }
}

#[test]
fn formats_are_those_of_one_class() {
    let mut context = core();
    let mut compatible = |one, other| {
        let name = made(&mut context, GL_TEXTURE_2D);
        fill(&context, name, 0, one, [1, 1, 1], |_, _, _| 0);
        freeze(&context, name);
        view(&mut context, GL_TEXTURE_2D, name, other, [0, 1], [0, 1]).map(drop)
    };
    assert_eq!(compatible(GL_RGBA8, GL_R32F), Ok(()));
    assert_eq!(compatible(GL_SRGB8_ALPHA8, GL_RGBA8), Ok(()));
    assert_eq!(compatible(GL_DEPTH24_STENCIL8, GL_DEPTH24_STENCIL8), Ok(()));
    for (one, other) in
        [(GL_RGBA8, GL_RGBA16), (GL_RGBA8, GL_RGBA), (GL_DEPTH24_STENCIL8, GL_RGBA8), (GL_RGB10, GL_RGB16), (GL_RGBA4, GL_R16)]
    {
        assert_eq!(code_of(compatible(one, other)), Err(GL_INVALID_OPERATION), "{one:#x} {other:#x}");
    }
}
