//! Tests of the commands that make and change the images of every kind of texture.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod clears;
mod from_framebuffer;
mod images;
mod indices;
mod lists;
mod storage;
mod sub_images;

use super::binding;
use crate::context::Context;
use crate::error::Result;
use crate::object::texture::Level;
use crate::pointer::In;
use crate::testing::fixtures::{out, slice};
use crate::tokens::*;
use base::hir::TextureKind;

const NULL: In<u8> = In::null();

/// Binds a new texture to a target, with rows of pixels without gaps; its name is 1.
fn bound(mut context: Context, target: u32) -> Context {
    let mut name = 0;
    binding::generate(&mut context, 1, out(&mut name)).unwrap();
    binding::bind(&mut context, target, name).unwrap();
    context.pixels.unpack.alignment = 1;
    context
}

/// Returns a level of the texture bound to the first unit.
fn level(context: &Context, kind: TextureKind, face: usize, level: usize) -> Option<Level> {
    context.textures.bound(0, kind).level(face, level)
}

/// Returns the first byte of each texel of each layer.
fn bytes_of(level: &Level) -> Vec<Vec<u8>> {
    let texels = |surface: &base::image::Surface| {
        let rows = (0..surface.height).flat_map(|y| (0..surface.width).map(move |x| (x, y)));
        rows.map(|(x, y)| surface.raw(x, y)[0] as u8).collect()
    };
    level.layers.iter().map(texels).collect()
}

/// Returns the bytes of the base level of the texture bound to the first unit.
fn layers(context: &Context, kind: TextureKind, face: usize) -> Vec<Vec<u8>> {
    bytes_of(&level(context, kind, face, 0).unwrap())
}

/// Makes the base level of a texture with red bytes, by the command for the number of sizes.
fn red(context: &mut Context, target: u32, sizes: &[i32], pixels: In<u8>) -> Result<()> {
    let (internal, format, ty) = (GL_R8 as i32, GL_RED, GL_UNSIGNED_BYTE);
    match *sizes {
        [width] => super::images::image_1d(context, target, 0, internal, width, 0, format, ty, pixels),
        [width, height] => super::images::image_2d(context, target, 0, internal, width, height, 0, format, ty, pixels),
        [width, height, depth] => super::images::image_3d(context, target, 0, internal, width, height, depth, 0, format, ty, pixels),
        _ => panic!("{} sizes", sizes.len()),
    }
}

/// The faces of a cube map.
const FACES: [u32; 6] = [
    GL_TEXTURE_CUBE_MAP_POSITIVE_X,
    GL_TEXTURE_CUBE_MAP_NEGATIVE_X,
    GL_TEXTURE_CUBE_MAP_POSITIVE_Y,
    GL_TEXTURE_CUBE_MAP_NEGATIVE_Y,
    GL_TEXTURE_CUBE_MAP_POSITIVE_Z,
    GL_TEXTURE_CUBE_MAP_NEGATIVE_Z,
];

/// Binds a cube map whose faces of `size` × `size` texels hold their numbers.
fn cube(context: Context, size: i32) -> Context {
    let mut context = bound(context, GL_TEXTURE_CUBE_MAP);
    for (number, face) in (0..).zip(FACES) {
        let pixels = vec![number; (size * size) as usize];
        red(&mut context, face, &[size, size], slice(&pixels)).unwrap();
    }
    context
}

/// Binds a texture of 2 × 2 × 3 zeros to a target of three-dimensional images, of 2 × 3 to one of others.
fn zeros(context: Context, target: u32) -> Context {
    let mut context = bound(context, target);
    let sizes: &[i32] = if target == GL_TEXTURE_1D_ARRAY { &[2, 3] } else { &[2, 2, 3] };
    red(&mut context, target, sizes, slice(&[0; 12])).unwrap();
    context
}
