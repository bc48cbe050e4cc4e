//! glDrawPixels, glCopyPixels and glBitmap: draws quads for their fragments. Colours only; without texturing, fog and fragment shaders, but with
//! every later stage.

use crate::core::statistics::Statistics;
use crate::gl::command::draw::draw_with;
use crate::gl::command::framebuffer;
use crate::gl::command::pixels::memory::with_unpack;
use crate::gl::command::pixels::recording::with_pixels;
use crate::gl::command::texture::{from_framebuffer, images};
use crate::gl::compat::immediate::array;
use crate::gl::context::Context;
use crate::gl::context::recording::perform;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;
use crate::gl::log::log_once;
use crate::gl::object::texture::Unit;
use crate::gl::object::texture::{Texture, kind_index};
use crate::gl::pointer::In;
use crate::gl::state::matrix;
use crate::gl::state::texture_environment;
use crate::hir::TextureKind;
use crate::hir::fixed_attribute;
use crate::pipeline::state::{Command, Mode, PolygonMode, RasterState, VertexAttribute, Viewport};
use crate::tokens::*;
use std::collections::HashSet;
use std::sync::Arc;

commands! {
    #[records_itself] fn glDrawPixels(width: i32, height: i32, format: u32, ty: u32, pixels: In<u8>) => draw_pixels;
    fn glCopyPixels(x: i32, y: i32, width: i32, height: i32, what: u32) => copy_pixels;
    #[records_itself] fn glBitmap(width: i32, height: i32, x_origin: f32, y_origin: f32, x_move: f32, y_move: f32, bits: In<u8>) => bitmap;
}

/// Limits the bits of a bitmap; glBitmap with more raises GL_OUT_OF_MEMORY.
const MAX_BITS: u64 = 1 << 26;

/// A rectangle in window coordinates: left, bottom, right, top.
type Rectangle = [f32; 4];

/// The state that is saved while rectangles are drawn.
struct Aside {
    /// Matrix stacks.
    matrices: matrix::State,
    /// Texture environments.
    environment: texture_environment::State,
    /// Enabled capabilities of the compatibility profile.
    enabled: HashSet<u32>,
    /// Bindings of unit 0.
    unit: Unit,
    /// The unit of glActiveTexture.
    active: usize,
    /// The current program.
    program: u32,
    /// The bound program pipeline.
    pipeline: u32,
    /// Rasterisation state.
    raster: RasterState,
    /// GL_CULL_FACE.
    cull_face: bool,
    /// Counters of all draws.
    statistics: Statistics,
}

impl Aside {
    /// Saves the state and replaces it: vertex processing leaves window coordinates unchanged, and a texture replaces the colour.
    fn take(context: &mut Context, width: u32, height: u32, texture: Option<Arc<Texture>>) -> Self {
        let mut unit = Unit::default();
        let mut environment = texture_environment::State::default();
        if texture.is_some() {
            environment.units[0].enabled.insert(GL_TEXTURE_2D);
            environment.units[0].mode = GL_REPLACE;
        }
        unit.bound[kind_index(TextureKind::D2)] = texture;
        let keep = [GL_ALPHA_TEST, GL_INDEX_LOGIC_OP];
        let enabled = context.compat.enabled.iter().copied().filter(|capability| keep.contains(capability)).collect();
        let aside = Self {
            matrices: std::mem::take(&mut context.compat.matrices),
            environment: std::mem::replace(&mut context.compat.environment, environment),
            enabled: std::mem::replace(&mut context.compat.enabled, enabled),
            unit: std::mem::replace(&mut context.textures.units[0], unit),
            active: std::mem::replace(&mut context.textures.active, 0),
            program: std::mem::replace(&mut context.programs.current, 0),
            pipeline: std::mem::replace(&mut context.programs.pipelines.bound, 0),
            raster: context.state.raster.clone(),
            cull_face: std::mem::replace(&mut context.state.cull_face, false),
            statistics: context.statistics,
        };
        let depth = f64::from(context.compat.raster.position[2]);
        let raster = &mut context.state.raster;
        raster.viewports.fill(Viewport { x: 0.0, y: 0.0, width: width as f32, height: height as f32, near: depth, far: depth });
        (raster.clip_enables, raster.clip_zero_to_one, raster.clip_upper_left) = (0, false, false);
        (raster.polygon_mode, raster.polygon_offset_enabled) = ([PolygonMode::Fill; 2], [false; 3]);
        aside
    }

    /// Restores the state. Of the statistics, only the passed samples remain.
    fn put_back(self, context: &mut Context) {
        context.compat.matrices = self.matrices;
        context.compat.environment = self.environment;
        context.compat.enabled = self.enabled;
        context.textures.units[0] = self.unit;
        context.textures.active = self.active;
        context.programs.current = self.program;
        context.programs.pipelines.bound = self.pipeline;
        context.state.raster = self.raster;
        context.state.cull_face = self.cull_face;
        let samples = context.statistics.samples_passed;
        context.statistics = self.statistics;
        context.statistics.samples_passed = samples;
    }
}

/// Draws rectangles at the raster position's depth, in its colour or with a texture that covers each of them.
fn draw(context: &mut Context, rectangles: &[Rectangle], texture: Option<Arc<Texture>>) -> Result<()> {
    let targets = framebuffer::targets(context)?;
    if !context.compat.raster.valid || rectangles.is_empty() || targets.width == 0 || targets.height == 0 {
        return Ok(());
    }
    let (width, height) = (targets.width as f32, targets.height as f32);
    drop(targets);
    // "If memory is exhausted as a side effect of the execution of a command, an OUT_OF_MEMORY error may be generated." [GL 4.4, 2.3.1]
    let full = |_| GL_OUT_OF_MEMORY;
    let (mut places, mut coordinates) = (Vec::new(), Vec::new());
    places.try_reserve(rectangles.len() * 4).map_err(full)?;
    coordinates.try_reserve(rectangles.len() * 4).map_err(full)?;
    for &[x0, y0, x1, y1] in rectangles {
        for (x, y, s, t) in [(x0, y0, 0.0, 0.0), (x1, y0, 1.0, 0.0), (x1, y1, 1.0, 1.0), (x0, y1, 0.0, 1.0f32)] {
            places.push([x * 2.0 / width - 1.0, y * 2.0 / height - 1.0, 0.0, 1.0].map(f32::to_bits));
            coordinates.push([s, t, 0.0, 1.0].map(f32::to_bits));
        }
    }
    let mut attributes: Vec<VertexAttribute> =
        context.vertex_arrays.current.iter().map(|&current| VertexAttribute::Current(current)).collect();
    let mut color = [0; 8];
    color.iter_mut().zip(context.compat.raster.color).for_each(|(word, value)| *word = value.to_bits());
    attributes[fixed_attribute::COLOR as usize] = VertexAttribute::Current(color);
    attributes[fixed_attribute::VERTEX as usize] = VertexAttribute::Array(array(&places)?);
    attributes[fixed_attribute::MULTI_TEX_COORD as usize] = VertexAttribute::Array(array(&coordinates)?);
    let command = Command {
        mode: Mode::Quads,
        first: 0,
        count: u32::try_from(places.len()).map_err(|_| GL_OUT_OF_MEMORY)?,
        instances: 1,
        base_instance: 0,
        base_vertex: 0,
        draw_id: 0,
        indices: None,
        patch_vertices: 3,
    };
    let aside = Aside::take(context, width as u32, height as u32, texture);
    let outcome = draw_with(context, &command, &attributes);
    aside.put_back(context);
    outcome
}

/// Draws the image that `fill` defines in the texture bound to unit 0, scaled by glPixelZoom.
fn draw_image(context: &mut Context, width: i32, height: i32, fill: impl FnOnce(&mut Context) -> Result<()>) -> Result<()> {
    let texture = Arc::new(Texture::new(0, TextureKind::D2));
    {
        let parameters = &mut texture.contents().parameters;
        (parameters.min_filter, parameters.mag_filter) = (GL_NEAREST, GL_NEAREST);
    }
    let active = std::mem::replace(&mut context.textures.active, 0);
    let old = context.textures.units[0].bound[kind_index(TextureKind::D2)].replace(texture.clone());
    let filled = fill(context);
    context.textures.units[0].bound[kind_index(TextureKind::D2)] = old;
    context.textures.active = active;
    filled?;
    let (position, zoom) = (context.compat.raster.position, context.compat.raster.zoom);
    let end = [position[0] + zoom[0] * width as f32, position[1] + zoom[1] * height as f32];
    draw(context, &[[position[0], position[1], end[0], end[1]]], Some(texture))
}

/// Returns the error of images that are not colours, and logs it. No specification names it: this driver does not draw them and raises an
/// "INVALID_OPERATION".
fn only_colors(command: &'static str) -> u32 {
    log_once(command, "draws colours alone: GL_INVALID_OPERATION");
    GL_INVALID_OPERATION
}

fn draw_pixels(context: &mut Context, width: i32, height: i32, format: u32, ty: u32, pixels: In<u8>) -> Result<()> {
    // "An INVALID_VALUE error is generated if width or height is negative." [GL 4.4, 18.1]
    if width < 0 || height < 0 {
        return Err(GL_INVALID_VALUE);
    }
    if matches!(format, GL_DEPTH_COMPONENT | GL_STENCIL_INDEX | GL_DEPTH_STENCIL | GL_COLOR_INDEX) {
        return Err(only_colors("glDrawPixels"));
    }
    with_pixels(context, &[width, height], format, ty, pixels, move |context, pixels| {
        if !context.compat.raster.valid || width == 0 || height == 0 {
            return Ok(());
        }
        draw_image(context, width, height, |context| {
            images::image_2d(context, GL_TEXTURE_2D, 0, GL_RGBA32F as i32, width, height, 0, format, ty, pixels)
        })
    })
}

fn copy_pixels(context: &mut Context, x: i32, y: i32, width: i32, height: i32, what: u32) -> Result<()> {
    match what {
        GL_COLOR => {}
        GL_DEPTH | GL_STENCIL | GL_DEPTH_STENCIL => return Err(only_colors("glCopyPixels")),
        // "If a command … is passed a symbolic constant that is not one of those specified …, an INVALID_ENUM error is generated." [GL 4.4, 2.3.1]
        _ => return Err(GL_INVALID_ENUM),
    }
    // "If a negative number is provided where an argument of type sizei or sizeiptr is specified, an INVALID_VALUE error is generated."
    // [GL 4.4, 2.3.1]
    if width < 0 || height < 0 {
        return Err(GL_INVALID_VALUE);
    }
    if !context.compat.raster.valid || width == 0 || height == 0 {
        return Ok(());
    }
    draw_image(context, width, height, |context| {
        from_framebuffer::copy_image_2d(context, GL_TEXTURE_2D, 0, GL_RGBA32F, x, y, width, height, 0)
    })
}

/// Runs of ones in a bitmap: row, first column, column after the last one.
type Runs = Vec<(u32, u32, u32)>;

/// Reads a bitmap.
fn runs(context: &Context, width: u32, height: u32, bits: In<u8>) -> Result<Runs> {
    let store = context.pixels.unpack;
    let skip = (store.skip_rows as usize, store.skip_pixels as usize);
    let length = if store.row_length > 0 { store.row_length as usize } else { width as usize };
    let stride = length.div_ceil(8).next_multiple_of(store.alignment.max(1) as usize);
    let row_bytes = (skip.1 + width as usize).div_ceil(8);
    // "If memory is exhausted as a side effect of the execution of a command, an OUT_OF_MEMORY error may be generated." [GL 4.4, 2.3.1]
    let needed = stride.checked_mul(skip.0 + height as usize - 1).and_then(|bytes| bytes.checked_add(row_bytes)).ok_or(GL_OUT_OF_MEMORY)?;
    let mut runs = Runs::new();
    let find = |bytes: &[u8]| -> Result<()> {
        for row in 0..height {
            let start = (skip.0 + row as usize) * stride;
            let is_set = |column: u32| {
                let at = skip.1 + column as usize;
                let bit = if store.lsb_first { at % 8 } else { 7 - at % 8 };
                bytes.get(start + at / 8).is_some_and(|byte| byte >> bit & 1 != 0)
            };
            let mut column = 0;
            while column < width {
                let first = column;
                while column < width && is_set(column) {
                    column += 1;
                }
                if column > first {
                    runs.try_reserve(1).map_err(|_| GL_OUT_OF_MEMORY)?;
                    runs.push((row, first, column));
                }
                column += 1;
            }
        }
        Ok(())
    };
    with_unpack(context.buffers.pixel_unpack.clone(), bits, needed, GL_UNSIGNED_BYTE, find)?.unwrap_or(Ok(()))?;
    Ok(runs)
}

#[allow(clippy::too_many_arguments, reason = "the command's own")]
fn bitmap(
    context: &mut Context,
    width: i32,
    height: i32,
    x_origin: f32,
    y_origin: f32,
    x_move: f32,
    y_move: f32,
    bits: In<u8>,
) -> Result<()> {
    // "An INVALID_VALUE error is generated if w or h is negative." [GL 4.4, 14.8]
    let (width, height) = (u32::try_from(width).map_err(|_| GL_INVALID_VALUE)?, u32::try_from(height).map_err(|_| GL_INVALID_VALUE)?);
    // "If memory is exhausted as a side effect of the execution of a command, an OUT_OF_MEMORY error may be generated." [GL 4.4, 2.3.1]
    if u64::from(width) * u64::from(height) > MAX_BITS {
        return Err(GL_OUT_OF_MEMORY);
    }
    let runs = if width > 0 && height > 0 { runs(context, width, height, bits)? } else { Runs::new() };
    perform(context, move |context| {
        let position = context.compat.raster.position;
        if !context.compat.raster.valid {
            return Ok(());
        }
        let (left, bottom) = ((position[0] - x_origin).floor(), (position[1] - y_origin).floor());
        let rectangles: Vec<Rectangle> = runs
            .iter()
            .map(|&(row, first, end)| [left + first as f32, bottom + row as f32, left + end as f32, bottom + (row + 1) as f32])
            .collect();
        draw(context, &rectangles, None)?;
        context.compat.raster.position[0] += x_move;
        context.compat.raster.position[1] += y_move;
        Ok(())
    })
}
