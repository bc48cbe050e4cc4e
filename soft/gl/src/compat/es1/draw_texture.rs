//! glDrawTexOES: rectangles of the window that show a region of each texture.

use super::fixed_point::number;
use crate::command::framebuffer;
use crate::compat::immediate::array;
use crate::compat::raster::fragments::{Rectangle, clip_coordinates, corners, draw_quads};
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_SUCH_COMMAND, Result, invalid_value};
use crate::pointer::In;
use crate::tokens::*;
use base::hir::{TextureKind, fixed_attribute};
use shader::pipeline::draw_call::VertexAttribute;

/// Returns the region of the texture of a unit that is drawn, in texture coordinates: left, bottom, width and height. None without an enabled
/// texture, or one that has no image.
fn region(context: &Context, unit: usize) -> Option<[f32; 4]> {
    let enabled = &context.compat.environment.units.get(unit)?.enabled;
    let kind = [(GL_TEXTURE_CUBE_MAP, TextureKind::Cube), (GL_TEXTURE_2D, TextureKind::D2)];
    let (_, kind) = kind.into_iter().find(|(target, _)| enabled.contains(target))?;
    let contents = context.textures.bound(unit, kind).contents();
    // "If the texture is a mipmap, let Wt and Ht be the dimensions of the level specified by TEXTURE_BASE_LEVEL." [OES_draw_texture]
    let level = contents.faces.first()?.get(contents.first_level())?.as_ref()?;
    let size = [level.width as f32, level.height as f32, level.width as f32, level.height as f32];
    let region: [f32; 4] = std::array::from_fn(|index| contents.crop_rectangle[index] as f32 / size[index]);
    region.iter().all(|edge| edge.is_finite()).then_some(region)
}

/// Draws a rectangle of the window.
fn draw(context: &mut Context, [x, y, z, width, height]: [f32; 5]) -> Result<()> {
    if context.config.api != Api::Es1 {
        return Err(NO_SUCH_COMMAND);
    }
    if !(width > 0.0 && height > 0.0) {
        return Err(invalid_value(
            &"These values may be positive or negative; however, if either (Ws <= 0) or (Hs <= 0), the INVALID_VALUE error is generated. \
              [OES_draw_texture]",
        ));
    }
    let targets = framebuffer::targets(context)?;
    let size = [targets.width, targets.height];
    drop(targets);
    if size.contains(&0) {
        return Ok(());
    }
    // What lies outside of the window is cut off here: clipping would compute the edges less exactly.
    let cut = |edge: f32, size: u32| edge.clamp(-1.0, size as f32 + 1.0);
    let edges: Rectangle = [cut(x, size[0]), cut(y, size[1]), cut(x + width, size[0]), cut(y + height, size[1])];
    let corners = corners(edges);
    let mut attributes: Vec<VertexAttribute> =
        context.vertex_arrays.current.iter().map(|&current| VertexAttribute::Current(current)).collect();
    // "Otherwise, the fragment distance for fog purposes is set to 0." [OES_draw_texture]
    attributes[fixed_attribute::FOG_COORD as usize] = VertexAttribute::Current([0; 8]);
    for (unit, location) in (0..context.compat.environment.units.len()).zip(fixed_attribute::MULTI_TEX_COORD as usize..) {
        // "s = (Ucr + (X - Xs)*(Wcr/Ws)) / Wt; t = (Vcr + (Y - Ys)*(Hcr/Hs)) / Ht; r = 0; q = 1" [OES_draw_texture]
        let Some([left, bottom, columns, rows]) = region(context, unit) else { continue };
        let coordinates =
            corners.map(|[to_x, to_y]| [left + (to_x - x) * (columns / width), bottom + (to_y - y) * (rows / height), 0.0, 1.0]);
        attributes[location] = VertexAttribute::Array(array(&coordinates.map(|corner| corner.map(f32::to_bits)))?);
    }
    let viewport = &context.state.raster.viewports[0];
    // "Zs is mapped to window depth Zw as follows: n, if z <= 0; f, if z >= 1; n + z * (f - n), otherwise" [OES_draw_texture]
    let depth = viewport.near + f64::from(z.clamp(0.0, 1.0)) * (viewport.far - viewport.near);
    draw_quads(context, size, depth, &corners.map(|corner| clip_coordinates(corner, size)), attributes, None)
}

/// Reads the coordinates of an array. Without one the size is 0, which is an error.
fn read<T: Copy>(coordinates: In<T>, convert: impl Fn(T) -> f32) -> [f32; 5] {
    std::array::from_fn(|index| coordinates.at(index).map_or(0.0, &convert))
}

commands! {
    fn glDrawTexsOES(x: i16, y: i16, z: i16, width: i16, height: i16) => |context| draw(context, [x, y, z, width, height].map(f32::from));
    fn glDrawTexiOES(x: i32, y: i32, z: i32, width: i32, height: i32) => |context| draw(context, [x, y, z, width, height].map(|edge| edge as f32));
    fn glDrawTexxOES(x: i32, y: i32, z: i32, width: i32, height: i32) => |context| draw(context, [x, y, z, width, height].map(number));
    fn glDrawTexfOES(x: f32, y: f32, z: f32, width: f32, height: f32) => |context| draw(context, [x, y, z, width, height]);
    fn glDrawTexsvOES(coordinates: In<i16>) => |context| draw(context, read(coordinates, f32::from));
    fn glDrawTexivOES(coordinates: In<i32>) => |context| draw(context, read(coordinates, |edge| edge as f32));
    fn glDrawTexxvOES(coordinates: In<i32>) => |context| draw(context, read(coordinates, number));
    fn glDrawTexfvOES(coordinates: In<f32>) => |context| draw(context, read(coordinates, |edge| edge));
}
