//! The commands that set current values of generic attributes: glVertexAttrib in all its forms.

use super::current::{Component, set_floats, set_integers, set_longs, unpack};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;
use crate::pointer::In;

commands! {
    #[between_begin_end] fn glVertexAttrib1s(index: u32, x: i16) => one::<i16>;
    #[between_begin_end] fn glVertexAttrib1sv(index: u32, values: In<i16>) [1] => vector::<i16, 1>;
    #[between_begin_end] fn glVertexAttrib1f(index: u32, x: f32) => one::<f32>;
    #[between_begin_end] fn glVertexAttrib1fv(index: u32, values: In<f32>) [1] => vector::<f32, 1>;
    #[between_begin_end] fn glVertexAttrib1d(index: u32, x: f64) => one::<f64>;
    #[between_begin_end] fn glVertexAttrib1dv(index: u32, values: In<f64>) [1] => vector::<f64, 1>;
    #[between_begin_end] fn glVertexAttrib2s(index: u32, x: i16, y: i16) => two::<i16>;
    #[between_begin_end] fn glVertexAttrib2sv(index: u32, values: In<i16>) [2] => vector::<i16, 2>;
    #[between_begin_end] fn glVertexAttrib2f(index: u32, x: f32, y: f32) => two::<f32>;
    #[between_begin_end] fn glVertexAttrib2fv(index: u32, values: In<f32>) [2] => vector::<f32, 2>;
    #[between_begin_end] fn glVertexAttrib2d(index: u32, x: f64, y: f64) => two::<f64>;
    #[between_begin_end] fn glVertexAttrib2dv(index: u32, values: In<f64>) [2] => vector::<f64, 2>;
    #[between_begin_end] fn glVertexAttrib3s(index: u32, x: i16, y: i16, z: i16) => three::<i16>;
    #[between_begin_end] fn glVertexAttrib3sv(index: u32, values: In<i16>) [3] => vector::<i16, 3>;
    #[between_begin_end] fn glVertexAttrib3f(index: u32, x: f32, y: f32, z: f32) => three::<f32>;
    #[between_begin_end] fn glVertexAttrib3fv(index: u32, values: In<f32>) [3] => vector::<f32, 3>;
    #[between_begin_end] fn glVertexAttrib3d(index: u32, x: f64, y: f64, z: f64) => three::<f64>;
    #[between_begin_end] fn glVertexAttrib3dv(index: u32, values: In<f64>) [3] => vector::<f64, 3>;
    #[between_begin_end] fn glVertexAttrib4s(index: u32, x: i16, y: i16, z: i16, w: i16) => four::<i16>;
    #[between_begin_end] fn glVertexAttrib4sv(index: u32, values: In<i16>) [4] => vector::<i16, 4>;
    #[between_begin_end] fn glVertexAttrib4f(index: u32, x: f32, y: f32, z: f32, w: f32) => four::<f32>;
    #[between_begin_end] fn glVertexAttrib4fv(index: u32, values: In<f32>) [4] => vector::<f32, 4>;
    #[between_begin_end] fn glVertexAttrib4d(index: u32, x: f64, y: f64, z: f64, w: f64) => four::<f64>;
    #[between_begin_end] fn glVertexAttrib4dv(index: u32, values: In<f64>) [4] => vector::<f64, 4>;
    #[between_begin_end] fn glVertexAttrib4bv(index: u32, values: In<i8>) [4] => vector::<i8, 4>;
    #[between_begin_end] fn glVertexAttrib4ubv(index: u32, values: In<u8>) [4] => vector::<u8, 4>;
    #[between_begin_end] fn glVertexAttrib4usv(index: u32, values: In<u16>) [4] => vector::<u16, 4>;
    #[between_begin_end] fn glVertexAttrib4iv(index: u32, values: In<i32>) [4] => vector::<i32, 4>;
    #[between_begin_end] fn glVertexAttrib4uiv(index: u32, values: In<u32>) [4] => vector::<u32, 4>;
    #[between_begin_end] fn glVertexAttrib4Nbv(index: u32, values: In<i8>) [4] => normalized::<i8>;
    #[between_begin_end] fn glVertexAttrib4Nsv(index: u32, values: In<i16>) [4] => normalized::<i16>;
    #[between_begin_end] fn glVertexAttrib4Niv(index: u32, values: In<i32>) [4] => normalized::<i32>;
    #[between_begin_end] fn glVertexAttrib4Nubv(index: u32, values: In<u8>) [4] => normalized::<u8>;
    #[between_begin_end] fn glVertexAttrib4Nusv(index: u32, values: In<u16>) [4] => normalized::<u16>;
    #[between_begin_end] fn glVertexAttrib4Nuiv(index: u32, values: In<u32>) [4] => normalized::<u32>;
    #[between_begin_end] fn glVertexAttrib4Nub(index: u32, x: u8, y: u8, z: u8, w: u8)
        => |context| set_floats(context, index, &[x, y, z, w].map(Component::normalized));
    #[between_begin_end] fn glVertexAttribI1i(index: u32, x: i32) => integer_one::<i32>;
    #[between_begin_end] fn glVertexAttribI1iv(index: u32, values: In<i32>) [1] => integer_vector::<i32, 1>;
    #[between_begin_end] fn glVertexAttribI1ui(index: u32, x: u32) => integer_one::<u32>;
    #[between_begin_end] fn glVertexAttribI1uiv(index: u32, values: In<u32>) [1] => integer_vector::<u32, 1>;
    #[between_begin_end] fn glVertexAttribI2i(index: u32, x: i32, y: i32) => integer_two::<i32>;
    #[between_begin_end] fn glVertexAttribI2iv(index: u32, values: In<i32>) [2] => integer_vector::<i32, 2>;
    #[between_begin_end] fn glVertexAttribI2ui(index: u32, x: u32, y: u32) => integer_two::<u32>;
    #[between_begin_end] fn glVertexAttribI2uiv(index: u32, values: In<u32>) [2] => integer_vector::<u32, 2>;
    #[between_begin_end] fn glVertexAttribI3i(index: u32, x: i32, y: i32, z: i32) => integer_three::<i32>;
    #[between_begin_end] fn glVertexAttribI3iv(index: u32, values: In<i32>) [3] => integer_vector::<i32, 3>;
    #[between_begin_end] fn glVertexAttribI3ui(index: u32, x: u32, y: u32, z: u32) => integer_three::<u32>;
    #[between_begin_end] fn glVertexAttribI3uiv(index: u32, values: In<u32>) [3] => integer_vector::<u32, 3>;
    #[between_begin_end] fn glVertexAttribI4i(index: u32, x: i32, y: i32, z: i32, w: i32) => integer_four::<i32>;
    #[between_begin_end] fn glVertexAttribI4iv(index: u32, values: In<i32>) [4] => integer_vector::<i32, 4>;
    #[between_begin_end] fn glVertexAttribI4ui(index: u32, x: u32, y: u32, z: u32, w: u32) => integer_four::<u32>;
    #[between_begin_end] fn glVertexAttribI4uiv(index: u32, values: In<u32>) [4] => integer_vector::<u32, 4>;
    #[between_begin_end] fn glVertexAttribI4bv(index: u32, values: In<i8>) [4] => integer_vector::<i8, 4>;
    #[between_begin_end] fn glVertexAttribI4sv(index: u32, values: In<i16>) [4] => integer_vector::<i16, 4>;
    #[between_begin_end] fn glVertexAttribI4ubv(index: u32, values: In<u8>) [4] => integer_vector::<u8, 4>;
    #[between_begin_end] fn glVertexAttribI4usv(index: u32, values: In<u16>) [4] => integer_vector::<u16, 4>;
    fn glVertexAttribL1d(index: u32, x: f64) => |context| set_longs(context, index, &[x]);
    fn glVertexAttribL1dv(index: u32, values: In<f64>) [1] => long_vector::<1>;
    fn glVertexAttribL2d(index: u32, x: f64, y: f64) => |context| set_longs(context, index, &[x, y]);
    fn glVertexAttribL2dv(index: u32, values: In<f64>) [2] => long_vector::<2>;
    fn glVertexAttribL3d(index: u32, x: f64, y: f64, z: f64) => |context| set_longs(context, index, &[x, y, z]);
    fn glVertexAttribL3dv(index: u32, values: In<f64>) [3] => long_vector::<3>;
    fn glVertexAttribL4d(index: u32, x: f64, y: f64, z: f64, w: f64) => |context| set_longs(context, index, &[x, y, z, w]);
    fn glVertexAttribL4dv(index: u32, values: In<f64>) [4] => long_vector::<4>;
    #[between_begin_end] fn glVertexAttribP1ui(index: u32, ty: u32, normalized: u8, value: u32) => packed::<1>;
    #[between_begin_end] fn glVertexAttribP1uiv(index: u32, ty: u32, normalized: u8, values: In<u32>) [1] => packed_vector::<1>;
    #[between_begin_end] fn glVertexAttribP2ui(index: u32, ty: u32, normalized: u8, value: u32) => packed::<2>;
    #[between_begin_end] fn glVertexAttribP2uiv(index: u32, ty: u32, normalized: u8, values: In<u32>) [1] => packed_vector::<2>;
    #[between_begin_end] fn glVertexAttribP3ui(index: u32, ty: u32, normalized: u8, value: u32) => packed::<3>;
    #[between_begin_end] fn glVertexAttribP3uiv(index: u32, ty: u32, normalized: u8, values: In<u32>) [1] => packed_vector::<3>;
    #[between_begin_end] fn glVertexAttribP4ui(index: u32, ty: u32, normalized: u8, value: u32) => packed::<4>;
    #[between_begin_end] fn glVertexAttribP4uiv(index: u32, ty: u32, normalized: u8, values: In<u32>) [1] => packed_vector::<4>;
    alias glVertexAttribI1iEXT = glVertexAttribI1i;
    alias glVertexAttribI1ivEXT = glVertexAttribI1iv;
    alias glVertexAttribI1uiEXT = glVertexAttribI1ui;
    alias glVertexAttribI1uivEXT = glVertexAttribI1uiv;
    alias glVertexAttribI2iEXT = glVertexAttribI2i;
    alias glVertexAttribI2ivEXT = glVertexAttribI2iv;
    alias glVertexAttribI2uiEXT = glVertexAttribI2ui;
    alias glVertexAttribI2uivEXT = glVertexAttribI2uiv;
    alias glVertexAttribI3iEXT = glVertexAttribI3i;
    alias glVertexAttribI3ivEXT = glVertexAttribI3iv;
    alias glVertexAttribI3uiEXT = glVertexAttribI3ui;
    alias glVertexAttribI3uivEXT = glVertexAttribI3uiv;
    alias glVertexAttribI4iEXT = glVertexAttribI4i;
    alias glVertexAttribI4ivEXT = glVertexAttribI4iv;
    alias glVertexAttribI4uiEXT = glVertexAttribI4ui;
    alias glVertexAttribI4uivEXT = glVertexAttribI4uiv;
    alias glVertexAttribI4bvEXT = glVertexAttribI4bv;
    alias glVertexAttribI4svEXT = glVertexAttribI4sv;
    alias glVertexAttribI4ubvEXT = glVertexAttribI4ubv;
    alias glVertexAttribI4usvEXT = glVertexAttribI4usv;
}

fn one<T: Component>(context: &mut Context, index: u32, x: T) -> Result<()> {
    set_floats(context, index, &[x.float()])
}

fn two<T: Component>(context: &mut Context, index: u32, x: T, y: T) -> Result<()> {
    set_floats(context, index, &[x.float(), y.float()])
}

fn three<T: Component>(context: &mut Context, index: u32, x: T, y: T, z: T) -> Result<()> {
    set_floats(context, index, &[x.float(), y.float(), z.float()])
}

fn four<T: Component>(context: &mut Context, index: u32, x: T, y: T, z: T, w: T) -> Result<()> {
    set_floats(context, index, &[x.float(), y.float(), z.float(), w.float()])
}

fn integer_one<T: Component>(context: &mut Context, index: u32, x: T) -> Result<()> {
    set_integers(context, index, &[x.integer()])
}

fn integer_two<T: Component>(context: &mut Context, index: u32, x: T, y: T) -> Result<()> {
    set_integers(context, index, &[x.integer(), y.integer()])
}

fn integer_three<T: Component>(context: &mut Context, index: u32, x: T, y: T, z: T) -> Result<()> {
    set_integers(context, index, &[x.integer(), y.integer(), z.integer()])
}

fn integer_four<T: Component>(context: &mut Context, index: u32, x: T, y: T, z: T, w: T) -> Result<()> {
    set_integers(context, index, &[x.integer(), y.integer(), z.integer(), w.integer()])
}

/// Returns the first `N` elements; zeros if the array is null.
fn elements<T: Component, const N: usize>(values: In<T>) -> [T; N] {
    std::array::from_fn(|index| values.at(index).unwrap_or_default())
}

fn vector<T: Component, const N: usize>(context: &mut Context, index: u32, values: In<T>) -> Result<()> {
    set_floats(context, index, &elements::<T, N>(values).map(T::float))
}

fn normalized<T: Component>(context: &mut Context, index: u32, values: In<T>) -> Result<()> {
    set_floats(context, index, &elements::<T, 4>(values).map(T::normalized))
}

fn integer_vector<T: Component, const N: usize>(context: &mut Context, index: u32, values: In<T>) -> Result<()> {
    set_integers(context, index, &elements::<T, N>(values).map(T::integer))
}

fn long_vector<const N: usize>(context: &mut Context, index: u32, values: In<f64>) -> Result<()> {
    set_longs(context, index, &elements::<f64, N>(values))
}

pub(super) fn packed<const N: usize>(context: &mut Context, index: u32, ty: u32, normalized: u8, value: u32) -> Result<()> {
    let values = unpack(ty, normalized != 0, value, N < 4 && !context.is_es())?;
    set_floats(context, index, &values[..N])
}

fn packed_vector<const N: usize>(context: &mut Context, index: u32, ty: u32, normalized: u8, values: In<u32>) -> Result<()> {
    packed::<N>(context, index, ty, normalized, values.first().unwrap_or(0))
}
