#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use crate::command::texture::binding;
use crate::command::texture::image_units::{bind, bind_several, image_view};
use crate::context::Context;
use crate::error::Result;
use crate::limits::MAX_IMAGE_UNITS;
use crate::object::buffer::IndexedBinding;
use crate::object::buffer_texture::BufferTexels;
use crate::object::format::sized;
use crate::object::texture::{Level, Texture};
use crate::pointer::In;
use crate::testing::fixtures::{buffer, code_of, compatibility, core, es, map_buffer, out, slice};
use crate::tokens::*;
use base::hir::TextureKind;
use base::image::format::Format;
use base::image::load_store::{ImageView, Texels};
use std::sync::Arc;

/// Creates a texture; it has no texels.
fn made(context: &mut Context, target: u32) -> u32 {
    let mut name = 0;
    binding::create(context, target, 1, out(&mut name)).unwrap();
    name
}

fn texture(context: &Context, name: u32) -> Arc<Texture> {
    context.share.texture(name).unwrap()
}

/// Sets a level of every face of a texture.
fn fill(context: &Context, name: u32, level: usize, format: u32, size: [u32; 3]) {
    for face in &mut texture(context, name).contents().faces {
        face[level] = Some(Level::new(sized(format).unwrap(), format, size).unwrap());
    }
}

/// Creates a 2D texture of one texel.
fn made_2d(context: &mut Context, format: u32) -> u32 {
    let name = made(context, GL_TEXTURE_2D);
    fill(context, name, 0, format, [1, 1, 1]);
    name
}

/// Binds a level of a texture to unit 0; not layered means layer 0.
fn bind_level(context: &mut Context, name: u32, level: i32, layer: Option<i32>, format: u32) -> Result<()> {
    bind(context, 0, name, level, layer.is_none().into(), layer.unwrap_or(0), GL_READ_WRITE, format)
}

/// The image of unit 0.
fn view(context: &Context) -> Option<ImageView> {
    image_view(context, 0).unwrap()
}

/// The kind and size of the image of unit 0.
fn shape(context: &Context) -> Option<(TextureKind, [u32; 3])> {
    view(context).map(|view| (view.kind, view.size()))
}

#[test]
fn a_binding_keeps_its_arguments() {
    let mut context = core();
    let name = made_2d(&mut context, GL_RGBA8);
    assert_eq!(bind(&mut context, 3, name, 2, 7, 5, GL_WRITE_ONLY, GL_R32F), Ok(()));
    let unit = &context.image_units.units[3];
    assert_eq!(unit.texture.as_ref().unwrap().name, name);
    assert_eq!((unit.level, unit.layered, unit.layer, unit.access, unit.format), (2, true, 5, GL_WRITE_ONLY, GL_R32F));
    assert_eq!(bind(&mut context, 3, 0, 0, 0, 0, GL_READ_ONLY, GL_R8), Ok(()));
    assert!(context.image_units.units[3].texture.is_none());
}

#[test]
fn units_levels_and_layers_are_in_range() {
    let mut context = core();
    let name = made_2d(&mut context, GL_RGBA8);
    let last = MAX_IMAGE_UNITS as u32;
    assert_eq!(code_of(bind(&mut context, last, name, 0, 0, 0, GL_READ_ONLY, GL_RGBA8)), Err(GL_INVALID_VALUE));
    assert_eq!(bind(&mut context, last - 1, name, 0, 0, 0, GL_READ_ONLY, GL_RGBA8), Ok(()));
    assert_eq!(code_of(bind(&mut context, 0, name, -1, 0, 0, GL_READ_ONLY, GL_RGBA8)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind(&mut context, 0, name, 0, 0, -1, GL_READ_ONLY, GL_RGBA8)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind(&mut context, 0, 99, 0, 0, 0, GL_READ_ONLY, GL_RGBA8)), Err(GL_INVALID_VALUE));
    assert!(context.image_units.units[0].texture.is_none());
}

#[test]
fn accesses_and_formats_are_tokens_of_images() {
    let mut context = compatibility();
    let name = made_2d(&mut context, GL_RGBA8);
    assert_eq!(code_of(bind(&mut context, 0, name, 0, 0, 0, GL_READ_BUFFER, GL_RGBA8)), Err(GL_INVALID_ENUM));
    for format in [GL_RGB8, GL_RGBA, GL_SRGB8_ALPHA8, GL_DEPTH_COMPONENT24, GL_RGB10, 0] {
        assert_eq!(code_of(bind(&mut context, 0, name, 0, 0, 0, GL_READ_ONLY, format)), Err(GL_INVALID_VALUE), "{format:#x}");
    }
    for format in [GL_RGBA32F, GL_R11F_G11F_B10F, GL_RGB10_A2UI, GL_R8_SNORM, GL_RGBA16_SNORM, GL_RG16I] {
        assert_eq!(bind(&mut context, 0, name, 0, 0, 0, GL_READ_ONLY, format), Ok(()), "{format:#x}");
    }
}

#[test]
fn embedded_contexts_bind_immutable_textures() {
    let mut context = es(3, 1);
    let name = made_2d(&mut context, GL_RGBA8);
    assert_eq!(code_of(bind_level(&mut context, name, 0, None, GL_RGBA8)), Err(GL_INVALID_OPERATION));
    texture(&context, name).contents().immutable_levels = 1;
    assert_eq!(bind_level(&mut context, name, 0, None, GL_RGBA8), Ok(()));
    assert_eq!(bind_level(&mut context, name, 0, None, GL_RG16F), Ok(()));
    assert_eq!(bind_level(&mut context, name, 0, None, GL_RG16), Ok(()));
    assert_eq!(code_of(bind_level(&mut context, name, 0, None, GL_RGB8)), Err(GL_INVALID_VALUE));
    assert_eq!(bind_level(&mut context, name, 0, None, GL_R32UI), Ok(()));
    let mut context = es(3, 2);
    let name = made(&mut context, GL_TEXTURE_BUFFER);
    assert_eq!(bind_level(&mut context, name, 0, None, GL_R32UI), Ok(()), "buffer textures need no storage of their own");
}

#[test]
fn several_are_bound_with_the_formats_of_their_images() {
    let mut context = core();
    let (first, second) = (made_2d(&mut context, GL_RG16F), made(&mut context, GL_TEXTURE_CUBE_MAP));
    fill(&context, second, 0, GL_R32I, [2, 2, 1]);
    assert_eq!(bind_several(&mut context, 1, 2, slice(&[first, second])), Ok(()));
    for (unit, (name, format)) in [(first, GL_RG16F), (second, GL_R32I)].into_iter().enumerate() {
        let unit = &context.image_units.units[unit + 1];
        assert_eq!(unit.texture.as_ref().unwrap().name, name);
        assert_eq!((unit.level, unit.layered, unit.layer, unit.access, unit.format), (0, true, 0, GL_READ_WRITE, format));
    }
    assert_eq!(bind_several(&mut context, 1, 1, slice(&[0])), Ok(()));
    assert_eq!(bind_several(&mut context, 2, 1, In::null()), Ok(()));
    for unit in &context.image_units.units {
        assert!(unit.texture.is_none());
        assert_eq!((unit.layered, unit.access, unit.format), (false, GL_READ_ONLY, GL_R8));
    }
}

#[test]
fn several_units_are_in_range() {
    let mut context = core();
    let units = MAX_IMAGE_UNITS as u32;
    assert_eq!(code_of(bind_several(&mut context, 0, -1, In::null())), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(bind_several(&mut context, units, 1, In::null())), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(bind_several(&mut context, u32::MAX, 2, In::null())), Err(GL_INVALID_OPERATION));
    assert_eq!(bind_several(&mut context, 0, units as i32, In::null()), Ok(()));
}

#[test]
fn an_invalid_texture_leaves_its_unit_alone() {
    let mut context = core();
    let (good, depth, empty) =
        (made_2d(&mut context, GL_R32F), made_2d(&mut context, GL_DEPTH_COMPONENT24), made(&mut context, GL_TEXTURE_2D));
    let flat = made(&mut context, GL_TEXTURE_2D);
    fill(&context, flat, 0, GL_R32F, [4, 0, 1]);
    for wrong in [99, depth, empty, flat] {
        assert_eq!(bind_several(&mut context, 0, 3, slice(&[good, good, good])), Ok(()));
        assert_eq!(bind_several(&mut context, 0, 3, slice(&[0, wrong, 0])), Ok(()));
        assert_eq!(std::mem::take(&mut context.error), GL_INVALID_OPERATION);
        let bound: Vec<bool> = context.image_units.units[..3].iter().map(|unit| unit.texture.is_some()).collect();
        assert_eq!(bound, [false, true, false], "{wrong}");
    }
}

#[test]
fn deleted_textures_leave_their_units() {
    let mut context = core();
    let name = made_2d(&mut context, GL_R32F);
    bind(&mut context, 2, name, 0, 1, 3, GL_READ_WRITE, GL_R32F).unwrap();
    binding::delete(&mut context, 1, slice(&[name])).unwrap();
    let unit = &context.image_units.units[2];
    assert!(unit.texture.is_none());
    assert_eq!((unit.layered, unit.layer, unit.format), (false, 0, GL_R8));
}

#[test]
fn whole_levels_and_single_layers() {
    use TextureKind::*;
    let mut context = core();
    for (target, size, kind, whole, layers, layer) in [
        (GL_TEXTURE_1D, [4, 1, 1], D1, [4, 1, 1], None, None),
        (GL_TEXTURE_2D, [4, 2, 1], D2, [4, 2, 1], None, None),
        (GL_TEXTURE_RECTANGLE, [4, 2, 1], Rect, [4, 2, 1], None, None),
        (GL_TEXTURE_1D_ARRAY, [4, 1, 3], D1Array, [4, 3, 1], Some(3), Some((D1, [4, 1, 1]))),
        (GL_TEXTURE_2D_ARRAY, [4, 2, 3], D2Array, [4, 2, 3], Some(3), Some((D2, [4, 2, 1]))),
        (GL_TEXTURE_3D, [4, 2, 3], D3, [4, 2, 3], Some(3), Some((D2, [4, 2, 1]))),
        (GL_TEXTURE_CUBE_MAP, [4, 4, 1], Cube, [4, 4, 1], Some(6), Some((D2, [4, 4, 1]))),
        (GL_TEXTURE_CUBE_MAP_ARRAY, [4, 4, 12], CubeArray, [4, 4, 2], Some(12), Some((D2, [4, 4, 1]))),
    ] {
        let name = made(&mut context, target);
        fill(&context, name, 0, GL_R32UI, size);
        bind_level(&mut context, name, 0, None, GL_R32UI).unwrap();
        assert_eq!(shape(&context), Some((kind, whole)), "{kind:?}");
        // A texture without layers is bound as a whole, whatever the layer.
        bind_level(&mut context, name, 0, Some(layers.unwrap_or(9) - 1), GL_R32UI).unwrap();
        assert_eq!(shape(&context), Some(layer.unwrap_or((kind, whole))), "{kind:?}");
        if let Some(layers) = layers {
            bind_level(&mut context, name, 0, Some(layers), GL_R32UI).unwrap();
            assert_eq!(shape(&context), None, "{kind:?} has no layer {layers}");
        }
    }
}

#[test]
fn a_layer_is_that_of_the_texture() {
    let mut context = core();
    for (target, size, layer) in
        [(GL_TEXTURE_3D, [1, 1, 4], 2), (GL_TEXTURE_CUBE_MAP, [1, 1, 1], 4), (GL_TEXTURE_CUBE_MAP_ARRAY, [1, 1, 12], 9)]
    {
        let name = made(&mut context, target);
        fill(&context, name, 0, GL_R32UI, size);
        bind_level(&mut context, name, 0, Some(layer), GL_R32UI).unwrap();
        view(&context).unwrap().store([0; 3], 0, [77, 0, 0, 0]);
        let whole = texture(&context, name).whole_level(0).unwrap();
        let values: Vec<u32> = whole.layers.iter().map(|surface| surface.raw(0, 0)[0]).collect();
        let wanted: Vec<u32> = (0..values.len()).map(|index| if index == layer as usize { 77 } else { 0 }).collect();
        assert_eq!(values, wanted);
    }
}

#[test]
fn formats_match_by_size() {
    let mut context = core();
    for (texture, unit, fits) in [
        (GL_RGBA8, GL_R32UI, true),
        (GL_R11F_G11F_B10F, GL_RG16I, true),
        (GL_RGBA16F, GL_RG32UI, true),
        (GL_R8I, GL_R8_SNORM, true),
        (GL_RGBA8, GL_RG32F, false),
        (GL_R16F, GL_R32F, false),
        (GL_SRGB8_ALPHA8, GL_RGBA8, false),
        (GL_DEPTH_COMPONENT32F, GL_R32F, false),
        (GL_RGB8, GL_RGBA8, false),
        (GL_RGB9_E5, GL_R32UI, false),
    ] {
        let name = made_2d(&mut context, texture);
        bind_level(&mut context, name, 0, None, unit).unwrap();
        assert_eq!(view(&context).is_some(), fits, "{texture:#x} as {unit:#x}");
    }
}

#[test]
fn levels_of_incomplete_textures_are_invalid() {
    let mut context = core();
    let name = made(&mut context, GL_TEXTURE_2D);
    let valid = |context: &mut Context, level: i32| {
        bind_level(context, name, level, None, GL_R32F).unwrap();
        view(context).is_some()
    };
    assert!(!valid(&mut context, 0), "no image");
    fill(&context, name, 0, GL_R32F, [4, 4, 1]);
    assert!(valid(&mut context, 0), "the base level alone");
    fill(&context, name, 1, GL_R32F, [2, 2, 1]);
    assert!(!valid(&mut context, 1), "level 2 is missing");
    fill(&context, name, 2, GL_R32F, [1, 1, 1]);
    assert!(valid(&mut context, 1) && valid(&mut context, 2) && !valid(&mut context, 3));
    texture(&context, name).contents().base_level = 1;
    assert!(!valid(&mut context, 0) && valid(&mut context, 1));
    texture(&context, name).contents().max_level = 1;
    assert!(valid(&mut context, 1) && !valid(&mut context, 2));
    fill(&context, name, 1, GL_RGBA8, [2, 2, 1]);
    texture(&context, name).contents().base_level = 0;
    assert!(!valid(&mut context, 1), "another format");
    let cube = made(&mut context, GL_TEXTURE_CUBE_MAP);
    fill(&context, cube, 0, GL_R32F, [2, 2, 1]);
    texture(&context, cube).contents().faces[3][0] = None;
    bind_level(&mut context, cube, 0, Some(0), GL_R32F).unwrap();
    assert!(view(&context).is_none(), "a face is missing");
}

#[test]
fn buffer_textures_are_images() {
    let mut context = core();
    let name = made(&mut context, GL_TEXTURE_BUFFER);
    let store = buffer(&context, 1, &[1, 2, 3, 4, 5, 6, 7, 8]);
    let range = IndexedBinding { buffer: Some(store.clone()), offset: 16, size: Some(12) };
    texture(&context, name).contents().buffer = Some(BufferTexels { range, format: sized(GL_RGBA8).unwrap() });
    bind_level(&mut context, name, 0, Some(3), GL_R32UI).unwrap();
    assert_eq!(shape(&context), Some((TextureKind::Buffer, [3, 1, 1])));
    let image = view(&context).unwrap();
    assert_eq!([0, 2, 3, u32::MAX].map(|x| image.load([x, 0, 0], 0)), [[5, 0, 0, 1], [7, 0, 0, 1], [0; 4], [0; 4]]);
    assert!(matches!(image.texels, Texels::Buffer(_)) && image.format == Format::R32ui);
    assert_eq!(bind_several(&mut context, 0, 1, slice(&[name])), Ok(()));
    assert_eq!((context.error, context.image_units.units[0].format), (0, GL_RGBA8));
    map_buffer(&store);
    assert_eq!(code_of(image_view(&context, 0).map(|view| view.is_some())), Err(GL_INVALID_OPERATION));
}

#[test]
fn units_begin_with_a_format_of_their_api() {
    let formats = |context: Context| context.image_units.units.iter().map(|unit| unit.format).collect::<Vec<_>>();
    assert_eq!(formats(core()), [GL_R8; MAX_IMAGE_UNITS]);
    assert_eq!(formats(crate::testing::windows::es()), [GL_R32UI; MAX_IMAGE_UNITS]);
}
