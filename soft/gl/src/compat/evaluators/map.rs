//! glMap and glMapGrid.

use crate::context::Context;
use crate::context::recording::perform;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation, invalid_value};
use crate::pointer::In;
use crate::state::evaluators::{Dimension, Grid, MAX_ORDER, Map, components};

commands! {
    #[records_itself] fn glMap1d(target: u32, u1: f64, u2: f64, stride: i32, order: i32, points: In<f64>) => map_1;
    #[records_itself] fn glMap1f(target: u32, u1: f32, u2: f32, stride: i32, order: i32, points: In<f32>) => map_1;
    #[records_itself] fn glMap2d(
        target: u32, u1: f64, u2: f64, ustride: i32, uorder: i32, v1: f64, v2: f64, vstride: i32, vorder: i32, points: In<f64>
    ) => map_2;
    #[records_itself] fn glMap2f(
        target: u32, u1: f32, u2: f32, ustride: i32, uorder: i32, v1: f32, v2: f32, vstride: i32, vorder: i32, points: In<f32>
    ) => map_2;
    fn glMapGrid1d(n: i32, u1: f64, u2: f64) => grid_1;
    fn glMapGrid1f(n: i32, u1: f32, u2: f32) => grid_1;
    fn glMapGrid2d(un: i32, u1: f64, u2: f64, vn: i32, v1: f64, v2: f64) => grid_2;
    fn glMapGrid2f(un: i32, u1: f32, u2: f32, vn: i32, v1: f32, v2: f32) => grid_2;
}

/// The arguments of a command that say where its control points are.
#[derive(Clone, Copy)]
struct Layout {
    /// The map's token.
    target: u32,
    /// u1, u2, v1 and v2.
    domain: [f64; 4],
    /// Values from one control point to the next in u and in v.
    strides: [i32; 2],
    /// Orders in u and in v.
    orders: [i32; 2],
}

impl Layout {
    /// Returns the map's number, its strides and its orders.
    fn checked(&self, dimension: Dimension) -> Result<(usize, [usize; 2], [usize; 2])> {
        let number = dimension.number(self.target).ok_or(invalid_enum(
            &"An INVALID_ENUM error is generated if target is not one of the values in table 21.1. [GL 4.6 compatibility, 21.1]",
        ))?;
        let outside = invalid_value(
            &"An INVALID_VALUE error is generated if either uorder or vorder is less than one or greater than the value of MAX_EVAL_ORDER, \
              if ustride or vstride is less than k, if u1 = u2, or if v1 = v2. [GL 4.6 compatibility, 21.1]",
        );
        let in_range = |value: i32, range: std::ops::RangeInclusive<usize>| {
            usize::try_from(value).ok().filter(|value| range.contains(value)).ok_or(outside)
        };
        let [u1, u2, v1, v2] = self.domain;
        if u1 == u2 || v1 == v2 {
            return Err(outside);
        }
        let orders = [in_range(self.orders[0], 1..=MAX_ORDER)?, in_range(self.orders[1], 1..=MAX_ORDER)?];
        let widths = components(number)..=usize::MAX;
        Ok((number, [in_range(self.strides[0], widths.clone())?, in_range(self.strides[1], widths)?], orders))
    }

    /// Reads the control points. Returns the map with its number, or no map for null.
    fn read<T: Copy + Into<f64>>(&self, dimension: Dimension, points: In<T>) -> Result<(usize, Option<Map>)> {
        let (number, strides, orders) = self.checked(dimension)?;
        let components = components(number);
        let values = (0..orders[0] * orders[1]).flat_map(|index| {
            let first = index / orders[1] * strides[0] + index % orders[1] * strides[1];
            (first..first + components).map(|place| points.at(place).map(Into::into))
        });
        let points = values.collect::<Option<Vec<f64>>>();
        Ok((number, points.map(|points| Map { components, orders, domain: self.domain, points })))
    }
}

/// Defines a map. A display list records the control points, and raises the errors of wrong arguments when it is called.
fn set<T: Copy + Into<f64>>(context: &mut Context, dimension: Dimension, layout: Layout, points: In<T>) -> Result<()> {
    let read = layout.read(dimension, points);
    perform(context, move |context| {
        let (number, map) = read.as_ref().map_err(|&error| error)?;
        if context.textures.active != 0 {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if the value of ACTIVE_TEXTURE is not TEXTURE0. [GL 4.6 compatibility, 21.1]",
            ));
        }
        if let Some(map) = map {
            context.compat.evaluators.set_map(dimension, *number, map.clone());
        }
        Ok(())
    })
}

fn map_1<T: Copy + Into<f64>>(context: &mut Context, target: u32, u1: T, u2: T, stride: i32, order: i32, points: In<T>) -> Result<()> {
    let layout = Layout { target, domain: [u1.into(), u2.into(), 0.0, 1.0], strides: [stride; 2], orders: [order, 1] };
    set(context, Dimension::One, layout, points)
}

#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
fn map_2<T: Copy + Into<f64>>(
    context: &mut Context,
    target: u32,
    u1: T,
    u2: T,
    ustride: i32,
    uorder: i32,
    v1: T,
    v2: T,
    vstride: i32,
    vorder: i32,
    points: In<T>,
) -> Result<()> {
    let domain = [u1.into(), u2.into(), v1.into(), v2.into()];
    set(context, Dimension::Two, Layout { target, domain, strides: [ustride, vstride], orders: [uorder, vorder] }, points)
}

/// Returns a grid in one direction.
fn grid<T: Into<f64>>(partitions: i32, first: T, last: T) -> Result<Grid> {
    if partitions > 0 {
        Ok(Grid { partitions, ends: [first.into(), last.into()] })
    } else {
        Err(invalid_value(
            &"An INVALID_VALUE error is generated if either un or vn is less than or equal to zero. [GL 4.6 compatibility, 21.1]",
        ))
    }
}

fn grid_1<T: Into<f64>>(context: &mut Context, n: i32, u1: T, u2: T) -> Result<()> {
    context.compat.evaluators.grids.one = grid(n, u1, u2)?;
    Ok(())
}

fn grid_2<T: Into<f64>>(context: &mut Context, un: i32, u1: T, u2: T, vn: i32, v1: T, v2: T) -> Result<()> {
    context.compat.evaluators.grids.two = [grid(un, u1, u2)?, grid(vn, v1, v2)?];
    Ok(())
}
