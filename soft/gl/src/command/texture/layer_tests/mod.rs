//! Textures with slices, layers and faces: what commands read back, copy, reduce and share.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod copies;
mod levels;
mod mipmaps;
mod reads;
mod views;

use super::binding;
use crate::context::Context;
use crate::object::format;
use crate::object::texture::{Level, Texture};
use crate::testing::fixtures::out;
use crate::tokens::*;
use base::hir::TextureKind;
use std::sync::Arc;

/// Creates a texture of a kind and binds it.
fn made(context: &mut Context, target: u32) -> u32 {
    let mut name = 0;
    binding::create(context, target, 1, out(&mut name)).unwrap();
    binding::bind(context, target, name).unwrap();
    name
}

/// Returns a texture by name.
fn object(context: &Context, name: u32) -> Arc<Texture> {
    context.share.texture(name).unwrap()
}

/// Gives a texture a level of width, height and layers. The first word of a texel is what `value` returns for its layer, column and row. The layers
/// of a cube map are its faces.
fn fill(
    context: &Context,
    name: u32,
    level: usize,
    internal: u32,
    [width, height, layers]: [u32; 3],
    value: impl Fn(u32, u32, u32) -> u32,
) {
    let texture = object(context, name);
    let format = format::sized(internal).unwrap();
    let faces = if texture.kind == TextureKind::Cube { layers } else { 1 };
    for face in 0..faces {
        let new = Level::new(format, internal, [width, height, layers / faces]).unwrap();
        for (layer, surface) in new.layers.iter().enumerate() {
            for y in 0..height {
                for x in 0..width {
                    surface.set_raw(x, y, [value(face + layer as u32, x, y), 0, 0, 0]);
                }
            }
        }
        texture.contents().faces[face as usize][level] = Some(new);
    }
}

/// Makes a texture immutable with the levels that it has.
fn freeze(context: &Context, name: u32) {
    let texture = object(context, name);
    let mut contents = texture.contents();
    contents.immutable_levels = contents.faces[0].iter().flatten().count() as u32;
}

/// Returns the first words of the texels of a level, layer after layer; of all faces of a cube map.
fn words(context: &Context, name: u32, level: usize) -> Vec<u32> {
    let level = object(context, name).whole_level(level).expect("the level is there");
    let texels = |surface: &base::image::Surface| {
        let surface = surface.clone();
        (0..surface.height * surface.width)
            .map(move |index| surface.raw(index % surface.width, index / surface.width)[0])
            .collect::<Vec<_>>()
    };
    level.layers.iter().flat_map(texels).collect()
}

/// The kinds of textures with several images, with the size of a level that has six.
const LAYERED: [(u32, [u32; 3]); 5] = [
    (GL_TEXTURE_3D, [2, 2, 6]),
    (GL_TEXTURE_1D_ARRAY, [2, 1, 6]),
    (GL_TEXTURE_2D_ARRAY, [2, 2, 6]),
    (GL_TEXTURE_CUBE_MAP, [2, 2, 6]),
    (GL_TEXTURE_CUBE_MAP_ARRAY, [2, 2, 6]),
];
