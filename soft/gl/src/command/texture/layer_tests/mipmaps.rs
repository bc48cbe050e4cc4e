//! glGenerateMipmap, glGenerateTextureMipmap and GL_GENERATE_MIPMAP.

use super::super::mipmaps;
use super::*;
use crate::testing::fixtures::code_of;
use crate::testing::windows::{core, es};

/// Returns the sizes of the levels that a texture has.
fn sizes(context: &Context, name: u32) -> Vec<[u32; 3]> {
    let texture = object(context, name);
    let levels = (0..15).map_while(|level| texture.level(0, level));
    levels.map(|level| [level.width, level.height, level.layers.len() as u32]).collect()
}

fn floats(context: &Context, name: u32, level: usize) -> Vec<f32> {
    words(context, name, level).into_iter().map(f32::from_bits).collect()
}

#[test]
fn volumes_average_boxes() {
    let mut context = core();
    let name = made(&mut context, GL_TEXTURE_3D);
    // Bytes: red is the texel's number, green its double; blue and alpha are constants.
    fill(&context, name, 0, GL_RGBA8, [4, 2, 4], |z, x, y| {
        let number = z * 8 + y * 4 + x;
        number | number << 9 | 200 << 16 | 255 << 24
    });
    mipmaps::generate(&mut context, GL_TEXTURE_3D).unwrap();
    assert_eq!(sizes(&context, name), [[4, 2, 4], [2, 1, 2], [1, 1, 1]]);
    // The average of x and x + 1, of rows 0 and 4, of slices 0 and 8: the half rounds up, green is exact.
    let texel = |number: u32, double: u32| number | double << 8 | 200 << 16 | 255 << 24;
    assert_eq!(words(&context, name, 1), [texel(7, 13), texel(9, 17), texel(23, 45), texel(25, 49)]);
    assert_eq!(words(&context, name, 2), [texel(16, 31)]);
}

#[test]
fn odd_slices_are_averaged_with_their_neighbours() {
    let mut context = core();
    let name = made(&mut context, GL_TEXTURE_3D);
    fill(&context, name, 0, GL_R32F, [1, 1, 5], |z, _, _| [3.0f32, 6.0, 9.0, 30.0, 60.0][z as usize].to_bits());
    mipmaps::generate_named(&mut context, name).unwrap();
    assert_eq!(sizes(&context, name), [[1, 1, 5], [1, 1, 2], [1, 1, 1]]);
    assert_eq!(floats(&context, name, 1), [6.0, 33.0]);
    assert_eq!(floats(&context, name, 2), [19.5]);
    let name = made(&mut context, GL_TEXTURE_3D);
    fill(&context, name, 0, GL_R32F, [3, 2, 2], |z, x, y| ((z * 100 + y * 10 + x) as f32).to_bits());
    mipmaps::generate_named(&mut context, name).unwrap();
    assert_eq!(sizes(&context, name), [[3, 2, 2], [1, 1, 1]]);
    assert_eq!(floats(&context, name, 1), [56.0]);
    let name = made(&mut context, GL_TEXTURE_3D);
    fill(&context, name, 0, GL_R8UI, [2, 2, 2], |z, x, y| z * 4 + y * 2 + x + 3);
    assert_eq!(code_of(mipmaps::generate_named(&mut context, name)), Err(GL_INVALID_OPERATION), "integers have no average");
}

#[test]
fn layers_and_faces_are_reduced_alone() {
    let mut context = core();
    for (target, size) in LAYERED.iter().copied().filter(|(target, _)| *target != GL_TEXTURE_3D) {
        let name = made(&mut context, target);
        fill(&context, name, 0, GL_R32F, size, |layer, x, _| ((layer * 10 + x * 2) as f32).to_bits());
        mipmaps::generate(&mut context, target).unwrap();
        assert_eq!(floats(&context, name, 1), [1.0, 11.0, 21.0, 31.0, 41.0, 51.0], "{target:#x}");
        assert!(object(&context, name).level(0, 2).is_none(), "{target:#x}");
    }
}

#[test]
fn immutable_levels_keep_their_texels() {
    let mut context = core();
    for (target, size) in LAYERED {
        let name = made(&mut context, target);
        fill(&context, name, 0, GL_R32F, size, |_, x, _| (x as f32).to_bits());
        let layers = if target == GL_TEXTURE_3D { 3 } else { 6 };
        fill(&context, name, 1, GL_R32F, [1, 1, layers], |_, _, _| 0);
        freeze(&context, name);
        let before = object(&context, name).level(0, 1).unwrap();
        mipmaps::generate_named(&mut context, name).unwrap();
        assert_eq!(floats(&context, name, 1), vec![0.5; layers as usize], "{target:#x}");
        assert_eq!(f32::from_bits(before.layers[0].raw(0, 0)[0]), 0.5, "{target:#x}: the level is the same memory");
    }
}

#[test]
fn the_base_level_of_immutable_textures_is_clamped() {
    let mut context = core();
    let name = made(&mut context, GL_TEXTURE_2D_ARRAY);
    fill(&context, name, 0, GL_R32F, [1, 1, 1], |_, _, _| 0);
    freeze(&context, name);
    object(&context, name).contents().base_level = 9;
    assert_eq!(object(&context, name).contents().first_level(), 0);
    assert_eq!(mipmaps::generate_named(&mut context, name), Ok(()));
}

#[test]
fn incomplete_cube_maps_have_no_mipmaps() {
    for mut context in [core(), es()] {
        for (target, layers) in [(GL_TEXTURE_CUBE_MAP, 6), (GL_TEXTURE_CUBE_MAP_ARRAY, 12)] {
            let name = made(&mut context, target);
            assert_eq!(code_of(mipmaps::generate(&mut context, target)), Err(GL_INVALID_OPERATION));
            assert_eq!(code_of(mipmaps::generate_named(&mut context, name)), Err(GL_INVALID_OPERATION));
            fill(&context, name, 0, GL_RGBA8, [2, 1, layers], |_, _, _| 0);
            assert_eq!(code_of(mipmaps::generate(&mut context, target)), Err(GL_INVALID_OPERATION), "not square");
            fill(&context, name, 0, GL_RGBA8, [2, 2, layers], |_, _, _| 0);
            assert_eq!(mipmaps::generate(&mut context, target), Ok(()));
        }
        let name = made(&mut context, GL_TEXTURE_CUBE_MAP);
        fill(&context, name, 0, GL_RGBA8, [2, 2, 6], |_, _, _| 0);
        object(&context, name).contents().faces[4][0] = None;
        assert_eq!(code_of(mipmaps::generate(&mut context, GL_TEXTURE_CUBE_MAP)), Err(GL_INVALID_OPERATION));
    }
}

#[test]
fn kinds_without_mipmaps_are_refused() {
    let mut context = core();
    for target in [GL_TEXTURE_RECTANGLE, GL_TEXTURE_BUFFER, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY] {
        let name = made(&mut context, target);
        assert_eq!(code_of(mipmaps::generate(&mut context, target)), Err(GL_INVALID_ENUM), "{target:#x}");
        assert_eq!(code_of(mipmaps::generate_named(&mut context, name)), Err(GL_INVALID_OPERATION), "{target:#x}");
    }
    assert_eq!(code_of(mipmaps::generate(&mut context, GL_TEXTURE_CUBE_MAP_POSITIVE_X)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(mipmaps::generate_named(&mut context, 99)), Err(GL_INVALID_OPERATION));
    let name = made(&mut context, GL_TEXTURE_2D_ARRAY);
    assert_eq!(mipmaps::generate_named(&mut context, name), Ok(()), "a base level without an image has no mipmaps");
}

#[test]
fn es_generates_mipmaps_of_filterable_colors() {
    let mut context = es();
    let name = made(&mut context, GL_TEXTURE_3D);
    fill(&context, name, 0, GL_R8UI, [2, 2, 2], |_, _, _| 0);
    assert_eq!(code_of(mipmaps::generate(&mut context, GL_TEXTURE_3D)), Err(GL_INVALID_OPERATION));
    fill(&context, name, 0, GL_RGBA8, [2, 2, 2], |_, _, _| 0);
    assert_eq!(mipmaps::generate(&mut context, GL_TEXTURE_3D), Ok(()));
}

#[test]
fn a_change_of_a_face_regenerates_its_levels() {
    let mut context = core();
    let name = made(&mut context, GL_TEXTURE_CUBE_MAP);
    fill(&context, name, 0, GL_R32F, [2, 2, 6], |face, _, _| (face as f32).to_bits());
    let texture = object(&context, name);
    mipmaps::after_face_change(&texture, 2, 0);
    assert!(texture.level(2, 1).is_none(), "GL_GENERATE_MIPMAP is not set");
    texture.contents().generate_mipmap = true;
    mipmaps::after_face_change(&texture, 2, 1);
    assert!(texture.level(2, 1).is_none(), "the change was not of the base level");
    mipmaps::after_face_change(&texture, 2, 0);
    let made: Vec<bool> = (0..6).map(|face| texture.level(face, 1).is_some()).collect();
    assert_eq!(made, [false, false, true, false, false, false]);
    mipmaps::after_change(&texture, 0);
    assert_eq!(floats(&context, name, 1), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
}
