//! glTexStorage and glTextureStorage.

use super::super::storage::{named_storage_2d, named_storage_3d, storage_2d, storage_3d};
use super::*;
use crate::testing::fixtures::code_of;
use crate::testing::windows::{core, es};

/// Returns width, height and number of layers of each level of a face.
fn sizes(context: &Context, kind: TextureKind, face: usize) -> Vec<(u32, u32, usize)> {
    let levels = (0..).map_while(|number| level(context, kind, face, number));
    levels.map(|level| (level.width, level.height, level.layers.len())).collect()
}

#[test]
fn all_sizes_of_a_volume_shrink() {
    let mut context = bound(core(), GL_TEXTURE_3D);
    storage_3d(&mut context, GL_TEXTURE_3D, 4, GL_R8, 2, 4, 9).unwrap();
    assert_eq!(sizes(&context, TextureKind::D3, 0), [(2, 4, 9), (1, 2, 4), (1, 1, 2), (1, 1, 1)]);
}

#[test]
fn layers_stay() {
    let mut context = bound(core(), GL_TEXTURE_2D_ARRAY);
    storage_3d(&mut context, GL_TEXTURE_2D_ARRAY, 3, GL_R8, 2, 4, 9).unwrap();
    assert_eq!(sizes(&context, TextureKind::D2Array, 0), [(2, 4, 9), (1, 2, 9), (1, 1, 9)]);
    let mut context = bound(core(), GL_TEXTURE_CUBE_MAP_ARRAY);
    storage_3d(&mut context, GL_TEXTURE_CUBE_MAP_ARRAY, 2, GL_R8, 2, 2, 12).unwrap();
    assert_eq!(sizes(&context, TextureKind::CubeArray, 0), [(2, 2, 12), (1, 1, 12)]);
    let mut context = bound(core(), GL_TEXTURE_1D_ARRAY);
    storage_2d(&mut context, GL_TEXTURE_1D_ARRAY, 2, GL_R8, 3, 9).unwrap();
    assert_eq!(sizes(&context, TextureKind::D1Array, 0), [(3, 1, 9), (1, 1, 9)]);
}

#[test]
fn cube_maps_have_six_faces() {
    let mut context = bound(core(), GL_TEXTURE_CUBE_MAP);
    storage_2d(&mut context, GL_TEXTURE_CUBE_MAP, 2, GL_R8, 3, 3).unwrap();
    for face in 0..6 {
        assert_eq!(sizes(&context, TextureKind::Cube, face), [(3, 3, 1), (1, 1, 1)]);
    }
    red(&mut context, FACES[0], &[3, 3], NULL).unwrap_err();
    let cubes = context.textures.bound(0, TextureKind::Cube).clone();
    cubes.image(0, 2).unwrap().surface.set_raw(0, 0, [5, 0, 0, 0]);
    assert_eq!(layers(&context, TextureKind::Cube, 1), [[0; 9]], "faces do not share texels");
}

#[test]
fn named_textures_have_the_storage_of_their_kind() {
    let mut context = core();
    let mut make = |target, wanted| {
        let mut name = 0;
        binding::create(&mut context, target, 1, out(&mut name)).unwrap();
        let flat = named_storage_2d(&mut context, name, 1, GL_R8, 6, 6);
        let volume = named_storage_3d(&mut context, name, 1, GL_R8, 6, 6, 6);
        assert_eq!((code_of(flat), code_of(volume)), wanted, "{target:#x}");
    };
    let wrong = Err(GL_INVALID_OPERATION);
    for target in [GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_1D_ARRAY] {
        make(target, (Ok(()), wrong));
    }
    for target in [GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY] {
        make(target, (wrong, Ok(())));
    }
    for target in [GL_TEXTURE_1D, GL_TEXTURE_BUFFER, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY] {
        make(target, (wrong, wrong));
    }
    assert_eq!(code_of(named_storage_3d(&mut context, 99, 1, GL_R8, 1, 1, 1)), wrong);
}

#[test]
fn errors() {
    let flat = |target, levels, sizes: [i32; 2]| storage_2d(&mut bound_any(target), target, levels, GL_R8, sizes[0], sizes[1]);
    let volume = |target, levels, sizes: [i32; 3]| storage_3d(&mut bound_any(target), target, levels, GL_R8, sizes[0], sizes[1], sizes[2]);
    assert_eq!(code_of(flat(GL_TEXTURE_CUBE_MAP, 1, [2, 1])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(flat(GL_TEXTURE_CUBE_MAP, 3, [2, 2])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(flat(GL_TEXTURE_1D_ARRAY, 2, [1, 8])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(flat(GL_TEXTURE_1D_ARRAY, 1, [1, 2049])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(flat(GL_TEXTURE_2D_ARRAY, 1, [1, 1])), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(flat(GL_TEXTURE_RECTANGLE, 2, [2, 2])), Err(GL_INVALID_OPERATION));
    for target in [GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY] {
        assert_eq!(code_of(volume(target, 0, [2, 2, 6])), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(code_of(volume(target, 1, [0, 0, 6])), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(code_of(volume(target, 1, [2, 2, 0])), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(code_of(volume(target, 1, [2, 2, -6])), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(code_of(volume(target, 1, [2, 2, 2052])), Err(GL_INVALID_VALUE), "{target:#x}");
        let mut context = core();
        assert_eq!(code_of(storage_3d(&mut context, target, 1, GL_R8, 2, 2, 6)), Err(GL_INVALID_OPERATION), "{target:#x}: texture 0");
        let mut context = bound_any(target);
        assert_eq!(code_of(storage_3d(&mut context, target, 1, GL_RGBA, 2, 2, 6)), Err(GL_INVALID_ENUM), "{target:#x}");
        storage_3d(&mut context, target, 1, GL_R8, 2, 2, 6).unwrap();
        assert_eq!(code_of(storage_3d(&mut context, target, 1, GL_R8, 2, 2, 6)), Err(GL_INVALID_OPERATION), "{target:#x}");
        assert_eq!(code_of(red(&mut context, target, &[2, 2, 6], NULL)), Err(GL_INVALID_OPERATION), "{target:#x}");
    }
    assert_eq!(volume(GL_TEXTURE_3D, 3, [2, 2, 6]), Ok(()));
    assert_eq!(code_of(volume(GL_TEXTURE_3D, 4, [2, 2, 6])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(volume(GL_TEXTURE_2D_ARRAY, 3, [2, 2, 6])), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(volume(GL_TEXTURE_CUBE_MAP_ARRAY, 1, [2, 1, 6])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(volume(GL_TEXTURE_CUBE_MAP_ARRAY, 1, [2, 2, 7])), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(volume(GL_TEXTURE_2D, 1, [1, 1, 1])), Err(GL_INVALID_ENUM));
    assert_eq!(
        code_of(storage_3d(&mut bound_any(GL_TEXTURE_3D), GL_TEXTURE_3D, 1, GL_DEPTH_COMPONENT16, 1, 1, 1)),
        Err(GL_INVALID_OPERATION)
    );
}

/// Binds a texture to a target in OpenGL.
fn bound_any(target: u32) -> Context {
    bound(core(), target)
}

#[test]
fn proxies_record_each_level() {
    let mut context = core();
    let sizes_of = |context: &Context, kind, level| {
        let proxy = context.textures.proxies[&(kind, level)];
        [proxy.width, proxy.height, proxy.depth]
    };
    storage_3d(&mut context, GL_PROXY_TEXTURE_3D, 2, GL_R8, 4, 4, 6).unwrap();
    assert_eq!(sizes_of(&context, TextureKind::D3, 1), [2, 2, 3]);
    storage_3d(&mut context, GL_PROXY_TEXTURE_2D_ARRAY, 2, GL_R8, 4, 4, 6).unwrap();
    assert_eq!(sizes_of(&context, TextureKind::D2Array, 1), [2, 2, 6]);
    storage_2d(&mut context, GL_PROXY_TEXTURE_1D_ARRAY, 2, GL_R8, 4, 5).unwrap();
    assert_eq!(sizes_of(&context, TextureKind::D1Array, 1), [2, 5, 1]);
    storage_2d(&mut context, GL_PROXY_TEXTURE_CUBE_MAP, 1, GL_R8, 4, 5).unwrap();
    assert_eq!(sizes_of(&context, TextureKind::Cube, 0), [0; 3]);
    assert_eq!(code_of(storage_3d(&mut context, GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, 1, GL_R8, 4, 5, 6)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(storage_3d(&mut es(), GL_PROXY_TEXTURE_3D, 1, GL_R8, 4, 4, 4)), Err(GL_INVALID_ENUM));
}
