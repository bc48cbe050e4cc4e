//! Completeness of each kind of texture, and its view.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::view;
use crate::context::Context;
use crate::object::format::sized;
use crate::object::texture::{Level, Texture, kind_index};
use crate::testing::windows::{core, es};
use crate::testing::{fixtures, windows};
use crate::tokens::*;
use base::hir::TextureKind;
use std::sync::Arc;

/// Binds a new texture without mip map filter to unit 0.
fn bind(context: &mut Context, kind: TextureKind) -> Arc<Texture> {
    let texture = Arc::new(Texture::new(1, kind));
    texture.contents().parameters.min_filter = GL_LINEAR;
    context.textures.units[0].bound[kind_index(kind)] = Some(texture.clone());
    texture
}

/// Replaces one level of a face.
fn put(texture: &Texture, face: usize, level: usize, format: u32, size: [u32; 3]) {
    texture.contents().faces[face][level] = Some(Level::new(sized(format).unwrap(), format, size).unwrap());
}

/// Returns width, height and layers of each level of the view.
fn sizes(context: &Context, kind: TextureKind) -> Option<Vec<[usize; 3]>> {
    let view = view(context, 0, kind)?;
    Some(view.levels.iter().map(|layers| [layers[0].width as usize, layers[0].height as usize, layers.len()]).collect())
}

#[test]
fn volumes_halve_in_depth_and_arrays_do_not() {
    let mut context = core();
    let cases: [(_, &[[u32; 3]]); 4] = [
        (TextureKind::D3, &[[4, 2, 8], [2, 1, 4], [1, 1, 2], [1, 1, 1]]),
        (TextureKind::D2Array, &[[4, 2, 7], [2, 1, 7], [1, 1, 7]]),
        (TextureKind::D1Array, &[[4, 1, 7], [2, 1, 7], [1, 1, 7]]),
        (TextureKind::CubeArray, &[[4, 4, 12], [2, 2, 12], [1, 1, 12]]),
    ];
    for (kind, levels) in cases {
        let texture = bind(&mut context, kind);
        assert_eq!(sizes(&context, kind), None, "{kind:?}");
        let wanted: Vec<[usize; 3]> = levels.iter().map(|size| size.map(|size| size as usize)).collect();
        put(&texture, 0, 0, GL_RGBA8, levels[0]);
        assert_eq!(sizes(&context, kind).as_deref(), Some(&wanted[..1]), "{kind:?}");
        for (level, size) in levels.iter().enumerate().skip(1) {
            put(&texture, 0, level, GL_RGBA8, *size);
        }
        assert_eq!(sizes(&context, kind).as_deref(), Some(&wanted[..]), "{kind:?}: sizes and fetches reach all levels");
        texture.contents().faces[0][1..].fill(None);
        texture.contents().parameters.min_filter = GL_LINEAR_MIPMAP_LINEAR;
        for (level, size) in levels.iter().enumerate().skip(1) {
            assert_eq!(sizes(&context, kind), None, "{kind:?} without level {level}");
            put(&texture, 0, level, GL_RGBA8, *size);
        }
        assert_eq!(sizes(&context, kind), Some(wanted), "{kind:?}");
        put(&texture, 0, 1, GL_RGBA8, [levels[1][0], levels[1][1], levels[1][2] + 6]);
        assert_eq!(sizes(&context, kind), None, "{kind:?}: another number of layers");
        put(&texture, 0, 1, GL_RGBA16F, levels[1]);
        assert_eq!(sizes(&context, kind), None, "{kind:?}: another format");
        texture.contents().max_level = 0;
        assert!(sizes(&context, kind).is_some(), "{kind:?}: the last level is the base level");
        put(&texture, 0, 0, GL_RGBA8, [4, 4, 0]);
        assert_eq!(sizes(&context, kind), None, "{kind:?} without layers");
    }
}

#[test]
fn cube_maps_need_six_equal_squares() {
    let mut context = core();
    let texture = bind(&mut context, TextureKind::Cube);
    let found = |context: &Context| sizes(context, TextureKind::Cube);
    for face in 0..6 {
        assert_eq!(found(&context), None, "{face} faces");
        put(&texture, face, 0, GL_RGBA8, [2, 2, 1]);
    }
    assert_eq!(found(&context), Some(vec![[2, 2, 6]]));
    put(&texture, 5, 0, GL_RGBA8, [1, 1, 1]);
    assert_eq!(found(&context), None, "a face of another size");
    put(&texture, 5, 0, GL_R8, [2, 2, 1]);
    assert_eq!(found(&context), None, "a face of another format");
    put(&texture, 5, 0, GL_RGBA8, [2, 2, 1]);
    texture.contents().parameters.min_filter = GL_NEAREST_MIPMAP_NEAREST;
    (0..5).for_each(|face| put(&texture, face, 1, GL_RGBA8, [1, 1, 1]));
    assert_eq!(found(&context), None, "a face without mip maps");
    put(&texture, 5, 1, GL_RGBA8, [1, 1, 1]);
    assert_eq!(found(&context), Some(vec![[2, 2, 6], [1, 1, 6]]));
    (0..6).for_each(|face| put(&texture, face, 0, GL_RGBA8, [2, 1, 1]));
    assert_eq!(found(&context), None, "faces that are not square");
    let texture = bind(&mut context, TextureKind::CubeArray);
    for (size, complete) in [([2, 2, 6], true), ([2, 2, 7], false), ([2, 1, 6], false)] {
        put(&texture, 0, 0, GL_RGBA8, size);
        assert_eq!(sizes(&context, TextureKind::CubeArray).is_some(), complete, "{size:?}");
    }
}

#[test]
fn views_of_cube_maps_share_the_texels_of_the_faces() {
    let mut context = core();
    let texture = bind(&mut context, TextureKind::Cube);
    (0..6).for_each(|face| put(&texture, face, 0, GL_SRGB8_ALPHA8, [1, 1, 1]));
    for (decode, format) in [(GL_DECODE_EXT, GL_SRGB8_ALPHA8), (GL_SKIP_DECODE_EXT, GL_RGBA8)] {
        texture.contents().parameters.srgb_decode = decode;
        let view = view(&context, 0, TextureKind::Cube).unwrap();
        let fetched = (decode == GL_SKIP_DECODE_EXT).then_some(sized(GL_SRGB8_ALPHA8).unwrap().format);
        assert_eq!(view.fetched, fetched, "fetches always decode");
        for face in 0..6 {
            let surface = texture.image(0, face).unwrap().surface;
            assert!(Arc::ptr_eq(&view.levels[0][face].memory, &surface.memory), "face {face}");
            assert_eq!(view.levels[0][face].format, sized(format).unwrap().format);
        }
    }
}

#[test]
fn integers_and_stencils_of_every_kind_are_not_filtered() {
    let mut context = core();
    for (kind, layers) in [(TextureKind::D3, 2), (TextureKind::D2Array, 2), (TextureKind::CubeArray, 6)] {
        let texture = bind(&mut context, kind);
        put(&texture, 0, 0, GL_RG16I, [2, 2, layers]);
        assert!(view(&context, 0, kind).is_none(), "{kind:?}");
        (texture.contents().parameters.min_filter, texture.contents().parameters.mag_filter) = (GL_NEAREST, GL_NEAREST);
        assert!(view(&context, 0, kind).is_some(), "{kind:?}");
    }
    let texture = bind(&mut context, TextureKind::D2Array);
    put(&texture, 0, 0, GL_DEPTH24_STENCIL8, [2, 2, 3]);
    assert!(!view(&context, 0, TextureKind::D2Array).unwrap().stencil);
    texture.contents().depth_stencil_mode = GL_STENCIL_INDEX;
    assert!(view(&context, 0, TextureKind::D2Array).is_none());
    (texture.contents().parameters.min_filter, texture.contents().parameters.mag_filter) = (GL_NEAREST, GL_NEAREST);
    assert!(view(&context, 0, TextureKind::D2Array).unwrap().stencil);
}

#[test]
fn cube_maps_are_seamless_in_es_and_where_enabled() {
    let seamless = |context: &mut Context| {
        let texture = bind(context, TextureKind::Cube);
        (0..6).for_each(|face| put(&texture, face, 0, GL_RGBA8, [1, 1, 1]));
        view(context, 0, TextureKind::Cube).unwrap().seamless
    };
    let mut context = core();
    assert!(!seamless(&mut context));
    context.state.enabled.insert(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    assert!(seamless(&mut context));
    assert!(seamless(&mut es()));
    assert!(!seamless(&mut fixtures::es(2, 0)));
    assert!(!seamless(&mut windows::compatibility()));
}
