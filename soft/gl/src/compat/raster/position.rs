//! glRasterPos and glWindowPos.

use crate::compat::attributes::{Component, read};
use crate::compat::raster::vertex::{self, Clipping, Vertex};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;
use crate::pointer::In;
use crate::state::matrix::{Matrix, top};
use crate::tokens::*;
use base::hir::fixed_attribute as attribute;

/// Multiplies a matrix by a vector.
fn transform(matrix: &Matrix, v: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|row| (0..4).map(|column| matrix[column * 4 + row] * v[column]).sum())
}

/// Returns a current attribute value.
fn current(context: &Context, location: u32) -> [f32; 4] {
    let words = context.vertex_arrays.current[location as usize];
    [words[0], words[1], words[2], words[3]].map(f32::from_bits)
}

/// Completes coordinates from (0, 0, 0, 1).
fn filled<T: Component, const N: usize>(values: [T; N]) -> [f32; 4] {
    let mut all = [0.0, 0.0, 0.0, 1.0];
    all.iter_mut().zip(values).for_each(|(place, value)| *place = value.plain());
    all
}

/// Stores the attributes that belong to the raster position: those that the vertex stage computes, otherwise the current ones. `coordinates` returns
/// the texture coordinates of a unit whose current ones are passed to it.
fn associate(context: &mut Context, distance: f32, vertex: &Vertex, coordinates: impl Fn(&Context, usize, [f32; 4]) -> [f32; 4]) {
    let coordinates = std::array::from_fn(|unit| {
        let now = || coordinates(context, unit, current(context, attribute::MULTI_TEX_COORD + unit as u32));
        vertex.texture_coordinates[unit].unwrap_or_else(now)
    });
    // "If vertex color clamping is enabled, the current raster color and secondary color are clamped to [0, 1]." [GL 4.6 compatibility, 14.7]
    let clamps = context.state.clamps_vertices();
    let clamped = |color: [f32; 4]| if clamps { color.map(|component| component.clamp(0.0, 1.0)) } else { color };
    let color = clamped(vertex.color.unwrap_or_else(|| current(context, attribute::COLOR)));
    let secondary = clamped(vertex.secondary_color.unwrap_or_else(|| current(context, attribute::SECONDARY_COLOR)));
    let fog = current(context, attribute::FOG_COORD)[0];
    let index = current(context, attribute::COLOR_INDEX)[0];
    let raster = &mut context.compat.raster;
    // "If a vertex shader is active then the current raster distance is set to the value of the shader built-in output gl_FogFragCoord."
    // [GL 4.6 compatibility, 14.7] "When in vertex program mode, the "x" component of the fog coordinate result replaces the current raster distance"
    // [ARB_vertex_program, 2.12]
    let computed = vertex.fog;
    raster.distance = computed.unwrap_or(if context.compat.lighting.fog.source == GL_FOG_COORD { fog } else { distance });
    (raster.color, raster.secondary_color) = (color, secondary);
    (raster.texture_coordinates, raster.index) = (coordinates, index);
}

/// Records the hit of a valid raster position: "Coordinates produced by a RasterPos command that intersect the clip volume also cause a selection hit,
/// as do the coordinates from a WindowPos command." [GL 4.6 compatibility, 21.2]
fn hit(context: &mut Context) {
    if context.compat.raster.valid {
        let depth = context.compat.raster.position[2];
        context.compat.render_mode.hit(depth);
    }
}

/// Returns true if the user's clip planes keep a vertex with these eye coordinates.
fn is_within_planes(context: &Context, clipping: &Clipping, eye: [f32; 4]) -> bool {
    let enables = context.state.raster.clip_enables;
    let planes = context.compat.lighting.clip_planes.iter().enumerate().filter(|(index, _)| enables >> index & 1 != 0);
    let keeps = |vertex: [f32; 4]| {
        let mut planes = planes;
        planes.all(|(_, plane)| plane.iter().zip(vertex).map(|(a, b)| a * b).sum::<f32>() >= 0.0)
    };
    match clipping {
        Clipping::Eye => keeps(eye),
        Clipping::Vertex(vertex) => keeps(*vertex),
        Clipping::Distances(distances) => {
            distances.iter().enumerate().all(|(index, &distance)| enables >> index & 1 == 0 || distance >= 0.0)
        }
        Clipping::None => true,
    }
}

/// Sets the raster position from object coordinates. Outside the clip volume it is invalid.
fn raster_position<T: Component, const N: usize>(context: &mut Context, values: [T; N]) -> Result<()> {
    let place = filled(values);
    let computed = vertex::run(context, place)?;
    let eye = transform(&top(&context.compat.matrices.modelview), place);
    let fixed = || transform(&top(&context.compat.matrices.projection), eye);
    let [x, y, z, w] = computed.as_ref().map_or_else(fixed, |vertex| vertex.position);
    let vertex = computed.unwrap_or_default();
    let raster = &context.state.raster;
    let nearest = if raster.clip_zero_to_one { 0.0 } else { -w };
    // "If (1) the "point" is not culled, or (2) RASTER_POSITION_UNCLIPPED_IBM is enabled and the "point" is not culled except by the x and y components
    // of the clip volume, then the projection to window coordinates is computed … and the valid bit is set." [IBM_rasterpos_clip]
    let unclipped = context.compat.enabled.contains(&GL_RASTER_POSITION_UNCLIPPED_IBM);
    // "If depth clamping is enabled, the −wc ≤ zc ≤ wc plane equation is ignored by view volume clipping (effectively, there is no near or
    // far plane clipping)." [GL 4.4, 13.5]
    let valid = is_within_planes(context, &vertex.clipping, eye)
        && w > 0.0
        && (unclipped || x.abs() <= w && y.abs() <= w)
        && (raster.depth_clamp || (nearest..=w).contains(&z));
    if valid {
        let viewport = raster.viewports[0];
        let y = if raster.clip_upper_left { -y } else { y };
        let depth = if raster.clip_zero_to_one { z / w } else { z / w * 0.5 + 0.5 }.clamp(0.0, 1.0);
        let (near, far) = (viewport.near as f32, viewport.far as f32);
        let place = |ndc: f32, start: f32, size: f32| (ndc * 0.5 + 0.5) * size + start;
        let position =
            [place(x / w, viewport.x, viewport.width), place(y / w, viewport.y, viewport.height), near + (far - near) * depth, w];
        context.compat.raster.position = position;
    }
    context.compat.raster.valid = valid;
    associate(context, eye[2].abs(), &vertex, |context, unit, coordinates| {
        context.compat.matrices.texture.get(unit).map_or(coordinates, |stack| transform(&top(stack), coordinates))
    });
    hit(context);
    Ok(())
}

/// Sets the raster position from window coordinates.
fn window_position<T: Component, const N: usize>(context: &mut Context, values: [T; N]) -> Result<()> {
    let [x, y, z, w] = filled(values);
    let viewport = context.state.raster.viewports[0];
    let (near, far) = (viewport.near as f32, viewport.far as f32);
    context.compat.raster.position = [x, y, near + z.clamp(0.0, 1.0) * (far - near), w];
    context.compat.raster.valid = true;
    // "Lighting, texture coordinate generation and transformation, and clipping are not performed by the WindowPos functions. … The current raster
    // texture coordinates are set to the current texture coordinates" [GL 4.6 compatibility, 14.7]
    associate(context, 0.0, &Vertex::default(), |_, _, coordinates| coordinates);
    hit(context);
    Ok(())
}

/// Declares the scalar and the vector form of each command.
macro_rules! positions {
    ($($name:ident $vector:ident $ty:ty, ($($argument:ident),*) => $work:ident;)*) => {
        commands! {
            fn glPixelZoom(x: f32, y: f32) => pixel_zoom;
            $(
                fn $name($($argument: $ty),*) => |context| $work(context, [$($argument),*]);
                fn $vector(values: In<$ty>) [[$(stringify!($argument)),*].len()]
                    => |context| $work::<$ty, { [$(stringify!($argument)),*].len() }>(context, read(values));
            )*
        }
    };
}

positions! {
    glRasterPos2f glRasterPos2fv f32, (x, y) => raster_position;
    glRasterPos2d glRasterPos2dv f64, (x, y) => raster_position;
    glRasterPos2i glRasterPos2iv i32, (x, y) => raster_position;
    glRasterPos2s glRasterPos2sv i16, (x, y) => raster_position;
    glRasterPos3f glRasterPos3fv f32, (x, y, z) => raster_position;
    glRasterPos3d glRasterPos3dv f64, (x, y, z) => raster_position;
    glRasterPos3i glRasterPos3iv i32, (x, y, z) => raster_position;
    glRasterPos3s glRasterPos3sv i16, (x, y, z) => raster_position;
    glRasterPos4f glRasterPos4fv f32, (x, y, z, w) => raster_position;
    glRasterPos4d glRasterPos4dv f64, (x, y, z, w) => raster_position;
    glRasterPos4i glRasterPos4iv i32, (x, y, z, w) => raster_position;
    glRasterPos4s glRasterPos4sv i16, (x, y, z, w) => raster_position;
    glWindowPos2f glWindowPos2fv f32, (x, y) => window_position;
    glWindowPos2d glWindowPos2dv f64, (x, y) => window_position;
    glWindowPos2i glWindowPos2iv i32, (x, y) => window_position;
    glWindowPos2s glWindowPos2sv i16, (x, y) => window_position;
    glWindowPos3f glWindowPos3fv f32, (x, y, z) => window_position;
    glWindowPos3d glWindowPos3dv f64, (x, y, z) => window_position;
    glWindowPos3i glWindowPos3iv i32, (x, y, z) => window_position;
    glWindowPos3s glWindowPos3sv i16, (x, y, z) => window_position;
    glWindowPos4fMESA glWindowPos4fvMESA f32, (x, y, z, w) => window_position;
    glWindowPos4dMESA glWindowPos4dvMESA f64, (x, y, z, w) => window_position;
    glWindowPos4iMESA glWindowPos4ivMESA i32, (x, y, z, w) => window_position;
    glWindowPos4sMESA glWindowPos4svMESA i16, (x, y, z, w) => window_position;
}

fn pixel_zoom(context: &mut Context, x: f32, y: f32) -> Result<()> {
    context.compat.raster.zoom = [x, y];
    Ok(())
}
