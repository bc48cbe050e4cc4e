//! Attaching faces, layers and whole levels: what is attached, what getters return, when the framebuffer is complete.

use super::*;
use crate::error::Result;
use crate::limits;
use crate::object::format;
use crate::object::texture::{Contents, Level};
use crate::testing::fixtures::code_of;

const COLOR: u32 = GL_COLOR_ATTACHMENT0;

/// Creates a texture, and its levels from 0 on with these sizes: width, height, layers.
fn texture(context: &mut Context, target: u32, format: u32, levels: &[[u32; 3]]) -> u32 {
    let mut name = 0;
    binding::create(context, target, 1, out(&mut name)).unwrap();
    change(context, name, |contents| {
        for face in &mut contents.faces {
            for (level, &size) in face.iter_mut().zip(levels) {
                *level = Some(new_level(format, size));
            }
        }
    });
    name
}

fn new_level(format: u32, size: [u32; 3]) -> Level {
    Level::new(format::sized(format).unwrap(), format, size).unwrap()
}

fn change(context: &Context, name: u32, change: impl FnOnce(&mut Contents)) {
    change(&mut context.share.texture(name).unwrap().contents());
}

/// One texture of each kind that has layers or faces, with 4 × 4 texels and as many layers as the second value says.
fn textures(context: &mut Context) -> Vec<(u32, usize)> {
    let kinds = [
        (GL_TEXTURE_3D, [4, 4, 5]),
        (GL_TEXTURE_1D_ARRAY, [4, 1, 3]),
        (GL_TEXTURE_2D_ARRAY, [4, 4, 2]),
        (GL_TEXTURE_CUBE_MAP_ARRAY, [4, 4, 12]),
        (GL_TEXTURE_CUBE_MAP, [4, 4, 1]),
    ];
    let layers = |target, size: [u32; 3]| if target == GL_TEXTURE_CUBE_MAP { 6 } else { size[2] as usize };
    kinds.map(|(target, size)| (texture(context, target, GL_RGBA8, &[size]), layers(target, size))).into()
}

fn layer(context: &mut Context, point: u32, name: u32, level: i32, layer: i32) -> Result<()> {
    attachments::texture_layer(context, GL_FRAMEBUFFER, point, name, level, layer)
}

fn whole(context: &mut Context, point: u32, name: u32) {
    attachments::texture_level(context, GL_FRAMEBUFFER, point, name, 0).unwrap();
}

fn ask(context: &mut Context, name: u32) -> u32 {
    let mut value = -1;
    get::bound_attachment(context, GL_FRAMEBUFFER, COLOR, name, out(&mut value)).unwrap();
    value as u32
}

/// The face, the layer, and true if layered.
fn parts(context: &mut Context) -> [u32; 3] {
    [GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER, GL_FRAMEBUFFER_ATTACHMENT_LAYERED]
        .map(|name| ask(context, name))
}

#[test]
fn one_layer_of_every_kind() {
    let mut context = bound_object(core());
    for (name, layers) in textures(&mut context) {
        let last = layers - 1;
        layer(&mut context, COLOR, name, 0, last as i32).unwrap();
        assert_eq!(object_status(&context), GL_FRAMEBUFFER_COMPLETE);
        let found = targets(&context).unwrap();
        let texture = context.share.texture(name).unwrap();
        let image = texture.image(0, last).unwrap();
        assert!(std::sync::Arc::ptr_eq(&found.colors[0].as_ref().unwrap().memory, &image.surface.memory), "{:?}", texture.kind);
        assert!(found.layers.is_none());
        let expected = match texture.kind {
            base::hir::TextureKind::Cube => [GL_TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, 0],
            _ => [0, last as u32, 0],
        };
        assert_eq!(parts(&mut context), expected, "{:?}", texture.kind);
    }
}

#[test]
fn whole_levels_of_every_kind() {
    let mut context = bound_object(core());
    for (name, count) in textures(&mut context) {
        whole(&mut context, COLOR, name);
        assert_eq!(object_status(&context), GL_FRAMEBUFFER_COMPLETE);
        assert_eq!(parts(&mut context), [0, 0, 1]);
        let texture = context.share.texture(name).unwrap();
        let found = targets(&context).unwrap().layers.unwrap();
        assert_eq!(usize::from(found.count), count);
        for (index, surface) in found.colors[0].as_ref().unwrap().iter().enumerate() {
            let image = texture.image(0, index).unwrap();
            assert!(std::sync::Arc::ptr_eq(&surface.memory, &image.surface.memory), "{:?} {index}", texture.kind);
        }
    }
    let flat = texture(&mut context, GL_TEXTURE_2D, GL_RGBA8, &[[4, 4, 1]]);
    whole(&mut context, COLOR, flat);
    assert_eq!(parts(&mut context), [0, 0, 0]);
    assert!(targets(&context).unwrap().layers.is_none());
}

#[test]
fn faces_of_cube_maps() {
    for mut context in [bound_object(core()), bound_object(es())] {
        let cube = texture(&mut context, GL_TEXTURE_CUBE_MAP, GL_RGBA8, &[[4, 4, 1]]);
        let face = GL_TEXTURE_CUBE_MAP_NEGATIVE_Y;
        attachments::texture_2d(&mut context, GL_FRAMEBUFFER, COLOR, face, cube, 0).unwrap();
        assert_eq!(parts(&mut context), [face, 0, 0]);
        let image = context.share.texture(cube).unwrap().image(0, 3).unwrap();
        let found = targets(&context).unwrap();
        assert!(std::sync::Arc::ptr_eq(&found.colors[0].as_ref().unwrap().memory, &image.surface.memory));
        // One face needs no others.
        change(&context, cube, |contents| contents.faces[0][0] = None);
        assert_eq!(object_status(&context), GL_FRAMEBUFFER_COMPLETE);
        change(&context, cube, |contents| contents.faces[3][0] = None);
        assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    }
}

#[test]
fn slices_of_3d_textures_and_named_framebuffers() {
    let mut context = bound_object(core());
    let volume = texture(&mut context, GL_TEXTURE_3D, GL_RGBA8, &[[4, 4, 4], [2, 2, 2], [1, 1, 1]]);
    attachments::texture_3d(&mut context, GL_FRAMEBUFFER, COLOR, GL_TEXTURE_3D, volume, 1, 1).unwrap();
    assert_eq!((ask(&mut context, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL), parts(&mut context)), (1, [0, 1, 0]));
    assert_eq!(targets(&context).map(|targets| targets.width), Ok(2));
    let name = context.framebuffers.draw;
    attachments::named_texture(&mut context, name, COLOR, volume, 0).unwrap();
    assert_eq!(parts(&mut context), [0, 0, 1]);
    attachments::named_texture_layer(&mut context, name, COLOR, volume, 0, 3).unwrap();
    assert_eq!(parts(&mut context), [0, 3, 0]);
}

#[test]
fn layers_and_levels_that_no_texture_has() {
    let mut context = bound_object(core());
    let mut names = [0; 4];
    let kinds = [GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_2D, GL_TEXTURE_BUFFER];
    for (target, name) in kinds.into_iter().zip(&mut names) {
        *name = texture(&mut context, target, GL_RGBA8, &[]);
    }
    let [volume, cube, flat, buffer] = names;
    assert_eq!(
        [5, 6, -1].map(|index| code_of(layer(&mut context, COLOR, cube, 0, index))),
        [Ok(()), Err(GL_INVALID_VALUE), Err(GL_INVALID_VALUE)]
    );
    assert_eq!(code_of(layer(&mut context, COLOR, volume, 0, -1)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(layer(&mut context, COLOR, flat, 0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(
        [11, 12].map(|level| code_of(layer(&mut context, COLOR, volume, level, 0))),
        [Ok(()), Err(GL_INVALID_VALUE)],
        "2048 is 2 to the 11"
    );
    assert_eq!([14, 15].map(|level| code_of(layer(&mut context, COLOR, cube, level, 0))), [Ok(()), Err(GL_INVALID_VALUE)]);
    let mut level = |name, level| attachments::texture_level(&mut context, GL_FRAMEBUFFER, COLOR, name, level);
    assert_eq!([level(99, 0), level(flat, 15), level(flat, -1)].map(code_of), [Err(GL_INVALID_VALUE); 3]);
    assert_eq!(code_of(level(buffer, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(attachments::texture_2d(&mut context, GL_FRAMEBUFFER, COLOR, GL_TEXTURE_2D, cube, 0)), Err(GL_INVALID_OPERATION));
    let mut embedded = bound_object(es());
    let cube = texture(&mut embedded, GL_TEXTURE_CUBE_MAP, GL_RGBA8, &[]);
    assert_eq!(code_of(layer(&mut embedded, COLOR, cube, 0, 0)), Err(GL_INVALID_OPERATION));
    let wrong = attachments::texture_2d(&mut embedded, GL_FRAMEBUFFER, COLOR, GL_TEXTURE_CUBE_MAP, cube, 0);
    assert_eq!(code_of(wrong), Err(GL_INVALID_OPERATION));
}

#[test]
fn layers_beyond_the_last_are_incomplete() {
    let mut context = bound_object(core());
    for (name, layers) in textures(&mut context).into_iter().take(4) {
        layer(&mut context, COLOR, name, 0, layers as i32).unwrap();
        assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
        layer(&mut context, COLOR, name, 1, 0).unwrap();
        assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "no such level");
        assert_eq!(ask(&mut context, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE), 0);
        assert_eq!(ask(&mut context, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING), GL_LINEAR);
    }
    let empty = texture(&mut context, GL_TEXTURE_2D_ARRAY, GL_RGBA8, &[[0, 4, 2]]);
    whole(&mut context, COLOR, empty);
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
}

#[test]
fn faces_of_a_layered_cube_map_are_alike() {
    let mut context = bound_object(core());
    let cube = texture(&mut context, GL_TEXTURE_CUBE_MAP, GL_RGBA8, &[[4, 4, 1]]);
    whole(&mut context, COLOR, cube);
    for other in [None, Some(new_level(GL_RGBA8, [2, 2, 1])), Some(new_level(GL_RGBA16F, [4, 4, 1])), Some(new_level(GL_RGB8, [4, 4, 1]))] {
        change(&context, cube, |contents| contents.faces[4][0] = other);
        assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    }
    change(&context, cube, |contents| contents.faces[4][0] = Some(new_level(GL_RGBA8, [4, 4, 1])));
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_COMPLETE);
}

#[test]
fn all_attachments_are_layered_or_none() {
    let mut context = bound_object(core());
    let array = texture(&mut context, GL_TEXTURE_2D_ARRAY, GL_RGBA8, &[[4, 4, 6]]);
    let cube = texture(&mut context, GL_TEXTURE_CUBE_MAP, GL_RGBA8, &[[4, 4, 1]]);
    let depth_cube = texture(&mut context, GL_TEXTURE_CUBE_MAP, GL_DEPTH24_STENCIL8, &[[4, 4, 1]]);
    let depth_array = texture(&mut context, GL_TEXTURE_2D_ARRAY, GL_DEPTH24_STENCIL8, &[[4, 4, 3]]);
    whole(&mut context, COLOR, array);
    whole(&mut context, GL_COLOR_ATTACHMENT1, cube);
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS, "colours of different kinds");
    layer(&mut context, GL_COLOR_ATTACHMENT1, array, 0, 1).unwrap();
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS, "one layer");
    attachments::texture_level(&mut context, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, 0, 0).unwrap();
    let flat = renderbuffer(&mut context, GL_DEPTH_COMPONENT16, 4, 4);
    attach(&mut context, GL_DEPTH_ATTACHMENT, flat);
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS, "a renderbuffer");
    whole(&mut context, GL_DEPTH_STENCIL_ATTACHMENT, depth_cube);
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_COMPLETE, "the rule of equal kinds is one of colours");
    whole(&mut context, GL_DEPTH_STENCIL_ATTACHMENT, depth_array);
    let found = targets(&context).unwrap().layers.unwrap();
    assert_eq!((found.count, found.stencil.map(|layers| layers.len())), (3, Some(3)), "the fewest");
}

#[test]
fn a_layer_is_not_the_image_of_all_layers() {
    let mut context = bound_object(es());
    let depth = texture(&mut context, GL_TEXTURE_2D_ARRAY, GL_DEPTH24_STENCIL8, &[[4, 4, 3]]);
    layer(&mut context, GL_DEPTH_ATTACHMENT, depth, 0, 1).unwrap();
    layer(&mut context, GL_STENCIL_ATTACHMENT, depth, 0, 1).unwrap();
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_COMPLETE);
    layer(&mut context, GL_STENCIL_ATTACHMENT, depth, 0, 2).unwrap();
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_UNSUPPORTED);
    let combined = |context: &mut Context| {
        get::bound_attachment(context, GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, out(&mut 0))
    };
    assert_eq!(code_of(combined(&mut context)), Err(GL_INVALID_OPERATION));
    layer(&mut context, GL_DEPTH_ATTACHMENT, depth, 0, 0).unwrap();
    whole(&mut context, GL_STENCIL_ATTACHMENT, depth);
    assert_eq!(code_of(combined(&mut context)), Err(GL_INVALID_OPERATION), "layer 0 and all layers");
}

#[test]
fn levels_outside_of_the_mipmap() {
    let mut context = bound_object(core());
    let name = texture(&mut context, GL_TEXTURE_2D_ARRAY, GL_RGBA8, &[[4, 4, 2], [2, 2, 2]]);
    let status_of = |context: &mut Context, level, base, max| {
        change(context, name, |contents| (contents.base_level, contents.max_level) = (base, max));
        layer(context, COLOR, name, level, 1).unwrap();
        object_status(context)
    };
    assert_eq!(status_of(&mut context, 1, 0, 1000), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "within, but level 2 is missing");
    assert_eq!(status_of(&mut context, 0, 0, 1000), GL_FRAMEBUFFER_COMPLETE, "the base level needs no other");
    assert_eq!(status_of(&mut context, 1, 0, 1), GL_FRAMEBUFFER_COMPLETE);
    assert_eq!(status_of(&mut context, 1, 0, 0), GL_FRAMEBUFFER_COMPLETE, "level 0 is sampled, level 1 is drawn");
    assert_eq!(status_of(&mut context, 0, 1, 1000), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "level 2 is missing");
    assert_eq!(status_of(&mut context, 0, 1, 1), GL_FRAMEBUFFER_COMPLETE);
    assert_eq!(status_of(&mut context, 0, 2, 1), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    assert_eq!(status_of(&mut context, 1, 1, 1000), GL_FRAMEBUFFER_COMPLETE);
    change(&context, name, |contents| contents.immutable_levels = 1);
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    assert_eq!(code_of(layer(&mut context, COLOR, name, 1, 1)), Err(GL_INVALID_VALUE), "immutable textures have no further levels");
    assert_eq!(status_of(&mut context, 0, 3, 1000), GL_FRAMEBUFFER_COMPLETE, "immutable textures clamp the range");
}

#[test]
fn levels_of_a_cube_map_other_than_the_base_need_all_faces() {
    let mut context = bound_object(core());
    let cube = texture(&mut context, GL_TEXTURE_CUBE_MAP, GL_RGBA8, &[[2, 2, 1], [1, 1, 1]]);
    attachments::texture_2d(&mut context, GL_FRAMEBUFFER, COLOR, GL_TEXTURE_CUBE_MAP_POSITIVE_X, cube, 1).unwrap();
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_COMPLETE);
    // A face that is mipmap complete and larger than the others.
    change(&context, cube, |contents| {
        (0..3).for_each(|level| contents.faces[3][level] = Some(new_level(GL_RGBA8, [4 >> level, 4 >> level, 1])));
    });
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
}

#[test]
fn es_renders_to_the_formats_of_its_tables() {
    let status_of = |mut context: Context, requested: u32, chosen: u32| {
        let name = texture(&mut context, GL_TEXTURE_2D, chosen, &[[4, 4, 1]]);
        change(&context, name, |contents| contents.faces[0][0].as_mut().unwrap().requested = requested);
        attachments::texture_2d(&mut context, GL_FRAMEBUFFER, COLOR, GL_TEXTURE_2D, name, 0).unwrap();
        object_status(&context)
    };
    for (requested, chosen) in [(GL_RGBA, GL_RGBA32F), (GL_RGB, GL_RGB32F), (GL_RGB32F, GL_RGB32F), (GL_SRGB8, GL_SRGB8)] {
        assert_eq!(status_of(bound_object(es()), requested, chosen), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "{requested:#x} {chosen:#x}");
        assert_eq!(status_of(bound_object(core()), requested, chosen), GL_FRAMEBUFFER_COMPLETE, "{requested:#x} {chosen:#x}");
    }
    for (requested, chosen) in [
        (GL_RGBA, GL_RGBA8),
        (GL_RGB, GL_RGB565),
        (GL_RGBA32F, GL_RGBA32F),
        (GL_R16F, GL_R16F),
        (GL_RGBA, GL_RGBA16F),
        (GL_RGB16F, GL_RGB16F),
        (GL_RGBA16, GL_RGBA16),
        (GL_R8_SNORM, GL_R8_SNORM),
    ] {
        assert_eq!(status_of(bound_object(es()), requested, chosen), GL_FRAMEBUFFER_COMPLETE, "{requested:#x} {chosen:#x}");
    }
}

#[test]
fn default_layers_of_framebuffers_without_attachments() {
    let mut context = bound_object(core());
    let set = |context: &mut Context, name, value| attachments::set_parameter(context, GL_FRAMEBUFFER, name, value);
    set(&mut context, GL_FRAMEBUFFER_DEFAULT_WIDTH, 8).unwrap();
    set(&mut context, GL_FRAMEBUFFER_DEFAULT_LAYERS, 3).unwrap();
    assert_eq!(object_status(&context), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
    set(&mut context, GL_FRAMEBUFFER_DEFAULT_HEIGHT, 8).unwrap();
    assert_eq!(targets(&context).unwrap().layers.map(|layers| layers.count), Some(3));
    set(&mut context, GL_FRAMEBUFFER_DEFAULT_LAYERS, 0).unwrap();
    assert!(targets(&context).unwrap().layers.is_none());
    let most = limits::MAX_FRAMEBUFFER_LAYERS as i32;
    assert_eq!(code_of(set(&mut context, GL_FRAMEBUFFER_DEFAULT_LAYERS, most + 1)), Err(GL_INVALID_VALUE));
}

#[test]
fn clears_reach_every_layer() {
    let mut context = bound_object(core());
    for (name, count) in textures(&mut context) {
        whole(&mut context, COLOR, name);
        context.clears.color = [1.0, 0.0, 1.0, 0.0];
        crate::command::clear::clear(&mut context, GL_COLOR_BUFFER_BIT).unwrap();
        let texture = context.share.texture(name).unwrap();
        let word = |layer| texture.image(0, layer).unwrap().surface.memory.word(0);
        assert!((0..count).all(|layer| word(layer) == 0x00FF_00FF), "{:?}", texture.kind);
        crate::command::clear::buffer_floats(&mut context, GL_COLOR, 0, slice(&[0.0, 1.0, 0.0, 1.0])).unwrap();
        assert!((0..count).all(|layer| word(layer) == 0xFF00_FF00), "{:?}", texture.kind);
        // Of a single layer, no other is cleared.
        layer(&mut context, COLOR, name, 0, 1).unwrap();
        crate::command::clear::clear(&mut context, GL_COLOR_BUFFER_BIT).unwrap();
        assert!((0..count).all(|layer| (word(layer) == 0x00FF_00FF) == (layer == 1)), "{:?}", texture.kind);
    }
}

#[test]
fn clears_of_depth_and_stencil_reach_layers_that_colours_lack() {
    let mut context = bound_object(core());
    let color = texture(&mut context, GL_TEXTURE_2D_ARRAY, GL_RGBA8, &[[4, 4, 2]]);
    let depth = texture(&mut context, GL_TEXTURE_2D_ARRAY, GL_DEPTH24_STENCIL8, &[[4, 4, 3]]);
    whole(&mut context, COLOR, color);
    whole(&mut context, GL_DEPTH_STENCIL_ATTACHMENT, depth);
    let word = |context: &Context, layer| context.share.texture(depth).unwrap().image(0, layer).unwrap().surface.memory.word(0);
    crate::command::clear::buffer_both(&mut context, GL_DEPTH_STENCIL, 0, 1.0, 5).unwrap();
    assert_eq!([0, 1, 2].map(|layer| word(&context, layer)), [0x05FF_FFFF; 3]);
    (context.clears.depth, context.clears.stencil) = (0.0, 7);
    crate::command::clear::clear(&mut context, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT).unwrap();
    assert_eq!([0, 1, 2].map(|layer| word(&context, layer)), [0x0700_0000; 3]);
}

#[test]
fn reads_and_blits_use_the_first_layer() {
    let mut context = bound_object(core());
    let [from, to] = [0, 1].map(|_| texture(&mut context, GL_TEXTURE_2D_ARRAY, GL_RGBA8, &[[4, 4, 3]]));
    let surface = |context: &Context, name, layer| context.share.texture(name).unwrap().image(0, layer).unwrap().surface;
    (0..3).for_each(|layer| surface(&context, from, layer).set_raw(1, 2, [0x11 * (layer as u32 + 1), 0, 0, 0]));
    whole(&mut context, COLOR, from);
    let read = context.framebuffers.read;
    let mut context = bound_object(context);
    whole(&mut context, COLOR, to);
    context.framebuffers.read = read;
    crate::command::blit::bound(&mut context, 0, 0, 4, 4, 0, 0, 4, 4, GL_COLOR_BUFFER_BIT, GL_NEAREST).unwrap();
    assert_eq!([0, 1, 2].map(|layer| surface(&context, to, layer).raw(1, 2)[0]), [0x11, 0, 0]);
    let mut pixel = 0_u32;
    let bytes = out(&mut pixel).cast();
    crate::testing::fixtures::read_pixel(&mut context, 1, 2, bytes).unwrap();
    assert_eq!(pixel, 0x11);
}
