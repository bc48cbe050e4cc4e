//! glEvalCoord, glEvalPoint and glEvalMesh.

use crate::command::program;
use crate::compat::immediate::{begin, end};
use crate::context::Context;
use crate::context::immediate::{MAX_VERTICES, set_attribute, vertex};
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, UNKNOWN_TOKEN};
use crate::pointer::In;
use crate::state::evaluators::Dimension;
use crate::tokens::*;
use base::hir::fixed_attribute;

commands! {
    #[between_begin_end] fn glEvalCoord1d(u: f64) => coord_1;
    #[between_begin_end] fn glEvalCoord1dv(u: In<f64>) [1] => coord_1v;
    #[between_begin_end] fn glEvalCoord1f(u: f32) => coord_1;
    #[between_begin_end] fn glEvalCoord1fv(u: In<f32>) [1] => coord_1v;
    #[between_begin_end] fn glEvalCoord2d(u: f64, v: f64) => coord_2;
    #[between_begin_end] fn glEvalCoord2dv(u: In<f64>) [2] => coord_2v;
    #[between_begin_end] fn glEvalCoord2f(u: f32, v: f32) => coord_2;
    #[between_begin_end] fn glEvalCoord2fv(u: In<f32>) [2] => coord_2v;
    #[between_begin_end] fn glEvalPoint1(i: i32) => |context| coord_1(context, context.compat.evaluators.grids.one.at(i.into()));
    #[between_begin_end] fn glEvalPoint2(i: i32, j: i32) => point_2;
    fn glEvalMesh1(mode: u32, i1: i32, i2: i32) => mesh_1;
    fn glEvalMesh2(mode: u32, i1: i32, i2: i32, j1: i32, j2: i32) => mesh_2;
}

/// The number of the map of colors.
const COLOR: usize = 0;
/// The number of the map of color indices.
const INDEX: usize = 1;
/// The number of the map of normals.
const NORMAL: usize = 2;
/// The numbers of the maps of texture coordinates, those of most coordinates first.
const TEXTURE_COORDINATES: [usize; 4] = [6, 5, 4, 3];
/// The numbers of the maps of vertices, that of most coordinates first.
const VERTICES: [usize; 2] = [8, 7];

/// Returns the first of several maps that is enabled.
fn enabled(context: &Context, dimension: Dimension, numbers: &[usize]) -> Option<usize> {
    numbers.iter().copied().find(|&number| context.compat.enabled.contains(&dimension.token(number)))
}

/// Evaluates the enabled maps of a dimension at a point of the domain: adds a vertex with the values, and keeps the current ones.
fn evaluate(context: &mut Context, dimension: Dimension, at: [f64; 2]) -> Result<()> {
    // "If any evaluation command is issued when no vertex map is enabled for the map dimension being evaluated, nothing happens."
    // [GL 4.6 compatibility, 21.1]
    let Some(vertices) = enabled(context, dimension, &VERTICES) else { return Ok(()) };
    if !context.compat.immediate.is_open() {
        return Ok(());
    }
    // "If automatic normal generation is enabled, then this computed normal is used as the normal associated with a generated vertex."
    // [GL 4.6 compatibility, 21.1]
    let is_computed = dimension == Dimension::Two && context.compat.enabled.contains(&GL_AUTO_NORMAL);
    // "the generated analytic normal, n, is given by n = m if a vertex shader is active, or else by n = m / ‖m‖" [GL 4.6 compatibility, 21.1]
    let is_shaded = is_computed && program::active(context)?.is_some_and(|linked| linked.program.vertex.is_some());
    let state = &context.compat.evaluators;
    let value = |numbers: &[usize]| enabled(context, dimension, numbers).map(|number| state.map(dimension, number).value(at));
    let normal = if is_computed { Some(state.map(dimension, vertices).normal(at, !is_shaded)) } else { value(&[NORMAL]) };
    let values = [
        (fixed_attribute::COLOR, value(&[COLOR])),
        (fixed_attribute::COLOR_INDEX, value(&[INDEX])),
        (fixed_attribute::NORMAL, normal),
        (fixed_attribute::MULTI_TEX_COORD, value(&TEXTURE_COORDINATES)),
    ];
    let position = state.map(dimension, vertices).value(at);
    // "Use of evaluators has no effect on the current color, normal, or texture coordinates." [GL 4.6 compatibility, 21.1]
    let before = values.map(|(location, _)| context.vertex_arrays.current[location as usize]);
    for (location, value) in values {
        if let Some(value) = value {
            set_attribute(context, location, value.map(f32::to_bits));
        }
    }
    let outcome = vertex(context, position);
    for ((location, _), before) in values.into_iter().zip(before) {
        context.vertex_arrays.current[location as usize] = before;
    }
    outcome
}

fn coord_1<T: Into<f64>>(context: &mut Context, u: T) -> Result<()> {
    evaluate(context, Dimension::One, [u.into(), 0.0])
}

fn coord_2<T: Into<f64>>(context: &mut Context, u: T, v: T) -> Result<()> {
    evaluate(context, Dimension::Two, [u.into(), v.into()])
}

/// Implements glEvalCoord1fv and glEvalCoord1dv; no effect for null.
fn coord_1v<T: Copy + Into<f64>>(context: &mut Context, u: In<T>) -> Result<()> {
    u.first().map_or(Ok(()), |u| coord_1(context, u))
}

/// Implements glEvalCoord2fv and glEvalCoord2dv; no effect for null.
fn coord_2v<T: Copy + Into<f64>>(context: &mut Context, u: In<T>) -> Result<()> {
    u.at(0).zip(u.at(1)).map_or(Ok(()), |(u, v)| coord_2(context, u, v))
}

fn point_2(context: &mut Context, i: i32, j: i32) -> Result<()> {
    let [u, v] = context.compat.evaluators.grids.two;
    coord_2(context, u.at(i.into()), v.at(j.into()))
}

/// Draws a primitive of points of the domain.
fn draw(context: &mut Context, mode: u32, dimension: Dimension, mut points: impl Iterator<Item = [f64; 2]>) -> Result<()> {
    begin(context, mode)?;
    let outcome = points.try_for_each(|point| evaluate(context, dimension, point));
    end(context).and(outcome)
}

/// Returns the number of indices from the first to the last.
fn count(first: i32, last: i32) -> u64 {
    u64::try_from(i64::from(last) - i64::from(first) + 1).unwrap_or(0)
}

/// Checks that a mesh has no more vertices than one primitive can have.
fn check_size(rows: u64, columns: u64) -> Result<()> {
    if rows.saturating_mul(columns).saturating_mul(2) > MAX_VERTICES as u64 { Err(NO_MEMORY) } else { Ok(()) }
}

fn mesh_1(context: &mut Context, mode: u32, i1: i32, i2: i32) -> Result<()> {
    let mode = match mode {
        GL_POINT => GL_POINTS,
        GL_LINE => GL_LINE_STRIP,
        _ => return Err(UNKNOWN_TOKEN),
    };
    check_size(1, count(i1, i2))?;
    if enabled(context, Dimension::One, &VERTICES).is_none() {
        return Ok(());
    }
    let grid = context.compat.evaluators.grids.one;
    draw(context, mode, Dimension::One, (i64::from(i1)..=i64::from(i2)).map(|i| [grid.at(i), 0.0]))
}

fn mesh_2(context: &mut Context, mode: u32, i1: i32, i2: i32, j1: i32, j2: i32) -> Result<()> {
    if !matches!(mode, GL_POINT | GL_LINE | GL_FILL) {
        return Err(UNKNOWN_TOKEN);
    }
    let (columns, rows) = (count(i1, i2), count(j1, j2));
    check_size(rows, columns)?;
    if enabled(context, Dimension::Two, &VERTICES).is_none() || columns == 0 || rows == 0 {
        return Ok(());
    }
    let [u, v] = context.compat.evaluators.grids.two;
    let at = |i: i64, j: i64| [u.at(i), v.at(j)];
    let [i1, i2, j1, j2] = [i1, i2, j1, j2].map(i64::from);
    match mode {
        GL_POINT => draw(context, GL_POINTS, Dimension::Two, (j1..=j2).flat_map(|j| (i1..=i2).map(move |i| at(i, j)))),
        GL_LINE => {
            for j in j1..=j2 {
                draw(context, GL_LINE_STRIP, Dimension::Two, (i1..=i2).map(|i| at(i, j)))?;
            }
            for i in i1..=i2 {
                draw(context, GL_LINE_STRIP, Dimension::Two, (j1..=j2).map(|j| at(i, j)))?;
            }
            Ok(())
        }
        _ => {
            for j in j1..j2 {
                draw(context, GL_QUAD_STRIP, Dimension::Two, (i1..=i2).flat_map(|i| [at(i, j), at(i, j + 1)]))?;
            }
            Ok(())
        }
    }
}
