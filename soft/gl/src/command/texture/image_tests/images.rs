//! glTexImage.

use super::*;
use crate::command::buffer::binding as buffers;
use crate::command::texture::images::{image_1d, image_2d, image_3d};
use crate::testing::fixtures::{code_of, fill_buffer, offset};
use crate::testing::windows::{compatibility, context, core, es};

const TARGETS_3D: [(u32, TextureKind); 3] =
    [(GL_TEXTURE_3D, TextureKind::D3), (GL_TEXTURE_2D_ARRAY, TextureKind::D2Array), (GL_TEXTURE_CUBE_MAP_ARRAY, TextureKind::CubeArray)];

#[test]
fn slices_and_elements_are_layers() {
    for (target, kind) in TARGETS_3D {
        let mut context = bound(core(), target);
        let pixels: Vec<u8> = (0..24).collect();
        red(&mut context, target, &[2, 2, 6], slice(&pixels)).unwrap();
        let wanted: Vec<Vec<u8>> = pixels.chunks(4).map(<[u8]>::to_vec).collect();
        assert_eq!(layers(&context, kind, 0), wanted, "{kind:?}");
    }
}

#[test]
fn rows_of_a_one_dimensional_array_are_layers() {
    let mut context = bound(core(), GL_TEXTURE_1D_ARRAY);
    red(&mut context, GL_TEXTURE_1D_ARRAY, &[2, 3], slice(&[1, 2, 3, 4, 5, 6])).unwrap();
    let level = level(&context, TextureKind::D1Array, 0, 0).unwrap();
    assert_eq!((level.width, level.height), (2, 1));
    assert_eq!(bytes_of(&level), [[1, 2], [3, 4], [5, 6]]);
}

#[test]
fn faces_have_their_own_images() {
    let mut context = cube(core(), 2);
    red(&mut context, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y, &[1, 1], slice(&[9])).unwrap();
    for face in 0..6 {
        let wanted = if face == 3 { vec![9] } else { vec![face as u8; 4] };
        assert_eq!(layers(&context, TextureKind::Cube, face), [wanted], "{face}");
    }
}

#[test]
fn sizes_may_be_zero() {
    for target in [GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY] {
        for sizes in [[0, 0, 0], [1, 1, 0], [0, 0, 6]] {
            assert_eq!(red(&mut bound(core(), target), target, &sizes, NULL), Ok(()), "{target:#x} {sizes:?}");
        }
    }
    assert_eq!(red(&mut bound(core(), GL_TEXTURE_1D_ARRAY), GL_TEXTURE_1D_ARRAY, &[4, 0], NULL), Ok(()));
    assert_eq!(red(&mut bound(core(), GL_TEXTURE_CUBE_MAP), FACES[2], &[0, 0], NULL), Ok(()));
    let mut context = zeros(core(), GL_TEXTURE_3D);
    red(&mut context, GL_TEXTURE_3D, &[0, 0, 0], NULL).unwrap();
    assert_eq!(layers(&context, TextureKind::D3, 0), Vec::<Vec<u8>>::new());
}

/// Bytes that differ, with a store that skips an image, a row and a pixel of images of three rows of four pixels.
fn skipping(context: &mut Context) -> Vec<u8> {
    let store = &mut context.pixels.unpack;
    (store.skip_images, store.skip_rows, store.skip_pixels) = (1, 1, 1);
    (store.image_height, store.row_length) = (3, 4);
    (0..64).collect()
}

#[test]
fn the_image_height_and_skipped_images_count_in_three_dimensions() {
    for (target, kind) in TARGETS_3D {
        let mut context = bound(core(), target);
        let pixels = skipping(&mut context);
        let depth = if kind == TextureKind::CubeArray { 6 } else { 2 };
        let pixels: Vec<u8> = pixels.iter().copied().cycle().take(128).collect();
        red(&mut context, target, &[2, 2, depth], slice(&pixels)).unwrap();
        let layers = layers(&context, kind, 0);
        assert_eq!(layers[..2], [[17, 18, 21, 22], [29, 30, 33, 34]], "{kind:?}");
    }
}

#[test]
fn the_image_height_and_skipped_images_do_not_count_in_two_dimensions() {
    let mut context = bound(core(), GL_TEXTURE_1D_ARRAY);
    let pixels = skipping(&mut context);
    red(&mut context, GL_TEXTURE_1D_ARRAY, &[2, 3], slice(&pixels)).unwrap();
    assert_eq!(layers(&context, TextureKind::D1Array, 0), [[5, 6], [9, 10], [13, 14]]);
    let mut context = bound(core(), GL_TEXTURE_CUBE_MAP);
    let pixels = skipping(&mut context);
    red(&mut context, FACES[1], &[2, 2], slice(&pixels)).unwrap();
    assert_eq!(layers(&context, TextureKind::Cube, 1), [[5, 6, 9, 10]]);
}

#[test]
fn pixel_buffers_hold_all_layers() {
    let mut context = bound(core(), GL_TEXTURE_2D_ARRAY);
    let mut name = 0;
    buffers::generate(&mut context, 1, out(&mut name)).unwrap();
    buffers::bind(&mut context, GL_PIXEL_UNPACK_BUFFER, name).unwrap();
    fill_buffer(&mut context, GL_PIXEL_UNPACK_BUFFER, &[1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(code_of(red(&mut context, GL_TEXTURE_2D_ARRAY, &[2, 2, 2], offset(1))), Err(GL_INVALID_OPERATION));
    assert!(level(&context, TextureKind::D2Array, 0, 0).is_none());
    red(&mut context, GL_TEXTURE_2D_ARRAY, &[2, 1, 3], offset(2)).unwrap();
    assert_eq!(layers(&context, TextureKind::D2Array, 0), [[3, 4], [5, 6], [7, 8]]);
}

#[test]
fn errors() {
    let mut context = core();
    let mut volume = |target, level, internal: u32, sizes: [i32; 3], border| {
        let [width, height, depth] = sizes;
        image_3d(&mut context, target, level, internal as i32, width, height, depth, border, GL_RGBA, GL_UNSIGNED_BYTE, NULL)
    };
    for target in [GL_TEXTURE_2D, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_CUBE_MAP, FACES[0], GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_PROXY_TEXTURE_2D]
    {
        assert_eq!(code_of(volume(target, 0, GL_RGBA8, [1; 3], 0)), Err(GL_INVALID_ENUM), "{target:#x}");
    }
    for target in [GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP_ARRAY, GL_PROXY_TEXTURE_3D] {
        assert_eq!(code_of(volume(target, -1, GL_RGBA8, [1, 1, 6], 0)), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(code_of(volume(target, 0, GL_RGBA8, [1, 1, 6], 1)), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(code_of(volume(target, 0, GL_RGBA8, [-1, -1, 6], 0)), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(code_of(volume(target, 0, GL_RGBA8, [1, 1, -6], 0)), Err(GL_INVALID_VALUE), "{target:#x}");
        assert_eq!(volume(target, 0, GL_RGBA, [1, 1, 6], 0), Ok(()), "{target:#x}");
        assert_eq!(code_of(volume(target, 0, GL_TEXTURE_3D, [1, 1, 6], 0)), Err(GL_INVALID_VALUE), "{target:#x}");
    }
    // The largest 3D texture has 2048 texels in each dimension, so twelve levels.
    assert_eq!(volume(GL_TEXTURE_3D, 11, GL_RGBA8, [1; 3], 0), Ok(()));
    assert_eq!(code_of(volume(GL_TEXTURE_3D, 12, GL_RGBA8, [1; 3], 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(volume(GL_TEXTURE_3D, 11, GL_RGBA8, [1, 1, 2], 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(volume(GL_TEXTURE_3D, 0, GL_RGBA8, [1, 2049, 1], 0)), Err(GL_INVALID_VALUE));
    assert_eq!(volume(GL_TEXTURE_2D_ARRAY, 14, GL_RGBA8, [1, 1, 2], 0), Ok(()));
    assert_eq!(volume(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, [2049, 1, 2], 0), Ok(()));
    assert_eq!(code_of(volume(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, [16385, 1, 1], 0)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(volume(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, [1, 1, 2049], 0)), Err(GL_INVALID_VALUE));
    for target in [GL_TEXTURE_CUBE_MAP_ARRAY, GL_PROXY_TEXTURE_CUBE_MAP_ARRAY] {
        assert_eq!(code_of(volume(target, 0, GL_RGBA8, [2, 1, 6], 0)), Err(GL_INVALID_VALUE), "not square");
        assert_eq!(code_of(volume(target, 0, GL_RGBA8, [2, 2, 8], 0)), Err(GL_INVALID_VALUE), "no whole number of cubes");
        assert_eq!(volume(target, 0, GL_RGBA8, [2, 2, 12], 0), Ok(()));
    }
    assert_eq!(code_of(volume(GL_TEXTURE_CUBE_MAP_ARRAY, 0, GL_RGBA8, [1, 1, 2052], 0)), Err(GL_INVALID_VALUE));
}

#[test]
fn errors_in_two_dimensions() {
    let mut context = core();
    let mut flat = |target, width, height| red(&mut context, target, &[width, height], NULL);
    assert_eq!(code_of(flat(GL_TEXTURE_CUBE_MAP, 1, 1)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(flat(GL_TEXTURE_1D, 1, 1)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(flat(GL_TEXTURE_2D_ARRAY, 1, 1)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(flat(FACES[5], 2, 1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(flat(FACES[5], 16385, 16385)), Err(GL_INVALID_VALUE));
    assert_eq!(flat(GL_TEXTURE_1D_ARRAY, 16384, 1), Ok(()));
    assert_eq!(flat(GL_TEXTURE_1D_ARRAY, 1, 2048), Ok(()));
    assert_eq!(code_of(flat(GL_TEXTURE_1D_ARRAY, 1, 2049)), Err(GL_INVALID_VALUE));
    for target in [GL_TEXTURE_2D, GL_TEXTURE_1D_ARRAY, FACES[0], GL_PROXY_TEXTURE_2D] {
        let row = image_1d(&mut context, target, 0, GL_R8 as i32, 1, 0, GL_RED, GL_UNSIGNED_BYTE, NULL);
        assert_eq!(code_of(row), Err(GL_INVALID_ENUM), "{target:#x}");
    }
}

#[test]
fn volumes_have_no_depth_and_stencil() {
    let make =
        |target, internal: u32, format, ty| image_3d(&mut bound(core(), target), target, 0, internal as i32, 1, 1, 6, 0, format, ty, NULL);
    for (internal, format, ty) in [
        (GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT),
        (GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8),
        (GL_STENCIL_INDEX8, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE),
    ] {
        assert_eq!(code_of(make(GL_TEXTURE_3D, internal, format, ty)), Err(GL_INVALID_OPERATION));
        assert_eq!(make(GL_TEXTURE_2D_ARRAY, internal, format, ty), Ok(()));
        assert_eq!(make(GL_TEXTURE_CUBE_MAP_ARRAY, internal, format, ty), Ok(()));
    }
}

#[test]
fn huge_levels_exhaust_memory() {
    let mut context = bound(core(), GL_TEXTURE_3D);
    let ask = |context: &mut Context, target, size| {
        image_3d(context, target, 0, GL_RGBA8 as i32, size, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL)
    };
    assert_eq!(code_of(ask(&mut context, GL_TEXTURE_3D, 2048)), Err(GL_OUT_OF_MEMORY));
    assert_eq!(ask(&mut context, GL_PROXY_TEXTURE_3D, 2048), Ok(()));
    assert_eq!(context.textures.proxies[&(TextureKind::D3, 0)].width, 0);
}

#[test]
fn proxies_have_the_sizes_that_fit() {
    let sizes_of = |target, kind, sizes: &[i32]| {
        let mut context = core();
        red(&mut context, target, sizes, NULL).unwrap();
        let proxy = context.textures.proxies[&(kind, 0)];
        [proxy.width, proxy.height, proxy.depth]
    };
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_3D, TextureKind::D3, &[4, 5, 6]), [4, 5, 6]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_3D, TextureKind::D3, &[4, 5, 2049]), [0; 3]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_2D_ARRAY, TextureKind::D2Array, &[4000, 5, 7]), [4000, 5, 7]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_2D_ARRAY, TextureKind::D2Array, &[4, 5, 2049]), [0; 3]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, TextureKind::CubeArray, &[4, 4, 12]), [4, 4, 12]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, TextureKind::CubeArray, &[4, 4, 2052]), [0; 3]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_1D_ARRAY, TextureKind::D1Array, &[4000, 7]), [4000, 7, 1]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_1D_ARRAY, TextureKind::D1Array, &[4, 2049]), [0; 3]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_CUBE_MAP, TextureKind::Cube, &[8, 8]), [8, 8, 1]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_CUBE_MAP, TextureKind::Cube, &[8, 4]), [0; 3]);
    assert_eq!(sizes_of(GL_PROXY_TEXTURE_CUBE_MAP, TextureKind::Cube, &[20000, 20000]), [0; 3]);
}

#[test]
fn es_versions_add_kinds() {
    let volume = |version, target| {
        let mut context = context(crate::config::Api::Es, version);
        image_3d(&mut context, target, 0, GL_RGBA8 as i32, 1, 1, 6, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL)
    };
    for target in [GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY] {
        assert_eq!(
            [(2, 0), (3, 0), (3, 2)].map(|version| code_of(volume(version, target))),
            [Err(GL_INVALID_ENUM), Ok(()), Ok(())],
            "{target:#x}"
        );
    }
    let cubes = [(2, 0), (3, 0), (3, 1), (3, 2)].map(|version| volume(version, GL_TEXTURE_CUBE_MAP_ARRAY));
    assert_eq!(cubes.map(code_of), [Err(GL_INVALID_ENUM), Err(GL_INVALID_ENUM), Err(GL_INVALID_ENUM), Ok(())]);
    assert_eq!(code_of(volume((3, 2), GL_PROXY_TEXTURE_3D)), Err(GL_INVALID_ENUM));
    let bind = |version, target| binding::bind(&mut context(crate::config::Api::Es, version), target, 0);
    assert_eq!([(2, 0), (3, 0)].map(|version| code_of(bind(version, GL_TEXTURE_3D))), [Err(GL_INVALID_ENUM), Ok(())]);
    assert_eq!([(3, 0), (3, 1)].map(|version| code_of(bind(version, GL_TEXTURE_2D_MULTISAMPLE))), [Err(GL_INVALID_ENUM), Ok(())]);
    assert_eq!(bind((2, 0), GL_TEXTURE_CUBE_MAP), Ok(()));
    let mut old = context(crate::config::Api::Es, (2, 0));
    let face = image_2d(&mut old, FACES[3], 0, GL_RGBA as i32, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    assert_eq!(face, Ok(()));
    assert_eq!(code_of(red(&mut es(), GL_TEXTURE_1D_ARRAY, &[1, 1], NULL)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(red(&mut es(), GL_TEXTURE_1D, &[1], NULL)), Err(GL_INVALID_ENUM));
}

#[test]
fn luminance_has_layers_too() {
    let mut context = bound(compatibility(), GL_TEXTURE_3D);
    image_3d(&mut context, GL_TEXTURE_3D, 0, 1, 1, 1, 2, 0, GL_RED, GL_UNSIGNED_BYTE, slice(&[7, 8])).unwrap();
    assert_eq!(layers(&context, TextureKind::D3, 0), [[7], [8]]);
}

/// Large images are in memory that was freed, which holds the texels of others until it is set.
#[test]
fn large_images_hold_what_they_are_given_and_zeros_elsewhere() {
    const SIZE: i32 = 300;
    let mut context = bound(compatibility(), GL_TEXTURE_2D);
    let many = vec![0xA5_u8; SIZE as usize * SIZE as usize * 4];
    let mut make = |internal: u32, border: i32, format: u32, ty: u32, pixels: In<u8>| {
        let size = SIZE - 2 * border;
        image_2d(&mut context, GL_TEXTURE_2D, 0, internal as i32, size, size, border, format, ty, pixels).unwrap();
        let level = level(&context, TextureKind::D2, 0, 0).unwrap();
        let surface = &level.layers[0];
        let [first, last] = [(0, 0), (surface.width - 1, surface.height - 1)].map(|(x, y)| surface.raw(x, y));
        assert_eq!(first, last);
        first
    };
    for _ in 0..3 {
        assert_eq!(make(GL_RGBA8, 0, GL_RGBA, GL_UNSIGNED_BYTE, slice(&many))[0], 0xA5A5_A5A5);
        assert_eq!(make(GL_RGBA8, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL)[0], 0);
        assert_eq!(make(GL_RGB8, 0, GL_RGB, GL_UNSIGNED_BYTE, slice(&many))[0], 0xFFA5_A5A5);
        assert_eq!(make(GL_RGB8, 0, GL_RGB, GL_UNSIGNED_BYTE, NULL)[0], 0xFF00_0000);
        assert_eq!(make(GL_RGBA8, 0, GL_RED, GL_UNSIGNED_BYTE, slice(&many))[0], 0xFF00_00A5);
        assert_eq!(make(GL_RGBA8, 1, GL_RGBA, GL_UNSIGNED_BYTE, NULL)[0], 0);
        assert_eq!(make(GL_RGB16F, 0, GL_RGB, GL_FLOAT, NULL)[..2], [0, 0x3C00_0000]);
        let both = make(GL_DEPTH24_STENCIL8, 0, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, slice(&many))[0];
        let depth = make(GL_DEPTH24_STENCIL8, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, slice(&many))[0];
        assert!(both.count_ones() == 16 && depth.count_ones() == 12, "{both:08X} {depth:08X}: the stencil is 0");
    }
}
