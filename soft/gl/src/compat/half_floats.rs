//! The commands of NV_half_float: attributes of vertices as half floats.

use super::attributes::{normalized, plain, position, read, unit};
use crate::context::Context;
use crate::context::immediate::generic_attribute;
use crate::context::recording::perform;
use crate::dispatch::{commands, many};
use crate::error::{NEGATIVE_COUNT, Result, invalid_value};
use crate::limits::MAX_VERTEX_ATTRIBS;
use crate::pointer::In;
use base::core::math::from_half;
use base::hir::fixed_attribute::{COLOR, FOG_COORD, MULTI_TEX_COORD, NORMAL, SECONDARY_COLOR};

/// Returns the values of half floats.
fn floats<const N: usize>(halves: [u16; N]) -> [f32; N] {
    halves.map(|half| from_half(half.into()))
}

/// Sets a generic attribute.
fn generic<const N: usize>(context: &mut Context, index: u32, values: [f32; N]) -> Result<()> {
    if index as usize >= MAX_VERTEX_ATTRIBS {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if index is greater than or equal to the value of MAX_VERTEX_ATTRIBS. [GL 4.4, 10.2.1]",
        ));
    }
    let mut words = [0, 0, 0, 1.0f32.to_bits(), 0, 0, 0, 0];
    words.iter_mut().zip(values).for_each(|(word, value)| *word = value.to_bits());
    generic_attribute(context, index, words)
}

/// Sets several generic attributes, the one of the lowest index last.
fn several<const N: usize>(context: &mut Context, index: u32, count: i32, values: In<u16>) -> Result<()> {
    let count = u32::try_from(count).map_err(|_| NEGATIVE_COUNT)?;
    if index.checked_add(count).is_none_or(|end| end as usize > MAX_VERTEX_ATTRIBS) {
        return Err(invalid_value(&"The attributes must be less than the value of GL_MAX_VERTEX_ATTRIBS."));
    }
    let values = values.copy(count as usize * N);
    for (offset, values) in (0..count).zip(values.as_chunks::<N>().0).rev() {
        generic(context, index + offset, floats(*values))?;
    }
    Ok(())
}

/// Sets the coordinates of a texture unit.
fn coordinates<const N: usize>(context: &mut Context, target: u32, values: [f32; N]) -> Result<()> {
    plain(context, unit(target)?, values)
}

/// Declares in each line the scalar and the vector form of a command, with the argument that precedes the values, if there is one.
macro_rules! half_floats {
    ($($name:ident $vector:ident [$($first:ident)?] ($($argument:ident),*) => |$context:ident, $values:ident| $work:expr;)*) => {
        commands! {
            $(
                #[between_begin_end] fn $name($($first: u32,)? $($argument: u16),*) => |$context| {
                    let $values = floats([$($argument),*]);
                    $work
                };
                #[between_begin_end] fn $vector($($first: u32,)? values: In<u16>) => |context| {
                    let $values: [f32; [$(stringify!($argument)),*].len()] = floats(read(values));
                    perform(context, move |$context| $work)
                };
            )*
            #[between_begin_end] fn glVertexAttribs1hvNV(index: u32, count: i32, values: In<u16>) [many(count, 1)] => several::<1>;
            #[between_begin_end] fn glVertexAttribs2hvNV(index: u32, count: i32, values: In<u16>) [many(count, 2)] => several::<2>;
            #[between_begin_end] fn glVertexAttribs3hvNV(index: u32, count: i32, values: In<u16>) [many(count, 3)] => several::<3>;
            #[between_begin_end] fn glVertexAttribs4hvNV(index: u32, count: i32, values: In<u16>) [many(count, 4)] => several::<4>;
        }
    };
}

half_floats! {
    glVertex2hNV glVertex2hvNV [] (x, y) => |c, v| position(c, v);
    glVertex3hNV glVertex3hvNV [] (x, y, z) => |c, v| position(c, v);
    glVertex4hNV glVertex4hvNV [] (x, y, z, w) => |c, v| position(c, v);
    glNormal3hNV glNormal3hvNV [] (x, y, z) => |c, v| normalized(c, NORMAL, v);
    glColor3hNV glColor3hvNV [] (r, g, b) => |c, v| normalized(c, COLOR, v);
    glColor4hNV glColor4hvNV [] (r, g, b, a) => |c, v| normalized(c, COLOR, v);
    glSecondaryColor3hNV glSecondaryColor3hvNV [] (r, g, b) => |c, v| normalized(c, SECONDARY_COLOR, v);
    glFogCoordhNV glFogCoordhvNV [] (x) => |c, v| plain(c, FOG_COORD, v);
    glTexCoord1hNV glTexCoord1hvNV [] (s) => |c, v| plain(c, MULTI_TEX_COORD, v);
    glTexCoord2hNV glTexCoord2hvNV [] (s, t) => |c, v| plain(c, MULTI_TEX_COORD, v);
    glTexCoord3hNV glTexCoord3hvNV [] (s, t, r) => |c, v| plain(c, MULTI_TEX_COORD, v);
    glTexCoord4hNV glTexCoord4hvNV [] (s, t, r, q) => |c, v| plain(c, MULTI_TEX_COORD, v);
    glMultiTexCoord1hNV glMultiTexCoord1hvNV [target] (s) => |c, v| coordinates(c, target, v);
    glMultiTexCoord2hNV glMultiTexCoord2hvNV [target] (s, t) => |c, v| coordinates(c, target, v);
    glMultiTexCoord3hNV glMultiTexCoord3hvNV [target] (s, t, r) => |c, v| coordinates(c, target, v);
    glMultiTexCoord4hNV glMultiTexCoord4hvNV [target] (s, t, r, q) => |c, v| coordinates(c, target, v);
    glVertexAttrib1hNV glVertexAttrib1hvNV [index] (x) => |c, v| generic(c, index, v);
    glVertexAttrib2hNV glVertexAttrib2hvNV [index] (x, y) => |c, v| generic(c, index, v);
    glVertexAttrib3hNV glVertexAttrib3hvNV [index] (x, y, z) => |c, v| generic(c, index, v);
    glVertexAttrib4hNV glVertexAttrib4hvNV [index] (x, y, z, w) => |c, v| generic(c, index, v);
}
