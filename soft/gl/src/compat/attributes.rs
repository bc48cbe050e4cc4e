//! glVertex, glColor and the other commands that set one vertex's attributes, in all their types.

use super::immediate::{perform_vertex_command, rectangle};
use crate::context::Context;
use crate::context::recorded_vertices::VertexCommand;
use crate::context::recording::perform;
use crate::context::stream::takes;
use crate::dispatch::{Entry, commands};
use crate::error::{Result, UNKNOWN_TOKEN};
use crate::limits::MAX_TEXTURE_COORDS;
use crate::pointer::In;
use crate::tokens::*;
use base::hir::fixed_attribute::*;

/// A component type of the commands.
pub trait Component: Copy + Default + Send + Sync + 'static {
    /// Returns the value as a float.
    fn plain(self) -> f32;
    /// Maps integers to fractions of their range, as for colours and normals.
    fn normalized(self) -> f32;
}

macro_rules! components {
    ($($ty:ty: $value:ident => $normalized:expr;)*) => { $(
        impl Component for $ty {
            #[inline(always)]
            fn plain(self) -> f32 {
                self as f32
            }
            #[inline(always)]
            fn normalized(self) -> f32 {
                let $value = self;
                $normalized
            }
        }
    )* };
}
components! {
    f32: v => v;
    f64: v => v as f32;
    u8: v => f32::from(v) / 255.0;
    u16: v => f32::from(v) / 65535.0;
    u32: v => (f64::from(v) / f64::from(u32::MAX)) as f32;
    i8: v => (f32::from(v) / 127.0).max(-1.0);
    i16: v => (f32::from(v) / 32767.0).max(-1.0);
    i32: v => (f64::from(v) / f64::from(i32::MAX)).max(-1.0) as f32;
}

/// Returns the command that adds a vertex.
#[inline(always)]
fn vertex_at<T: Component, const N: usize>(values: [T; N]) -> VertexCommand {
    VertexCommand::Vertex(four(values.map(T::plain)))
}

/// Returns the command that sets an attribute to the values as they are.
#[inline(always)]
fn set_plain<T: Component, const N: usize>(location: u32, values: [T; N]) -> VertexCommand {
    VertexCommand::Attribute(location as u8, four(values.map(T::plain)).map(f32::to_bits))
}

/// Returns the command that sets an attribute to the values, integers as fractions of their range.
#[inline(always)]
fn set_normalized<T: Component, const N: usize>(location: u32, values: [T; N]) -> VertexCommand {
    VertexCommand::Attribute(location as u8, four(values.map(T::normalized)).map(f32::to_bits))
}

/// Returns four values; the missing ones are from (0, 0, 0, 1).
#[inline(always)]
fn four<const N: usize>(values: [f32; N]) -> [f32; 4] {
    let mut all = [0.0, 0.0, 0.0, 1.0];
    all.iter_mut().zip(values).for_each(|(place, value)| *place = value);
    all
}

/// Adds a vertex.
pub(super) fn position<T: Component, const N: usize>(context: &mut Context, values: [T; N]) -> Result<()> {
    perform_vertex_command(context, vertex_at(values))
}

/// Sets an attribute to the values as they are.
pub(super) fn plain<T: Component, const N: usize>(context: &mut Context, location: u32, values: [T; N]) -> Result<()> {
    perform_vertex_command(context, set_plain(location, values))
}

/// Sets an attribute to the values, integers as fractions of their range.
pub(super) fn normalized<T: Component, const N: usize>(context: &mut Context, location: u32, values: [T; N]) -> Result<()> {
    perform_vertex_command(context, set_normalized(location, values))
}

/// Sets the texture coordinates of a unit. A list raises the error of another unit when it is called.
fn coordinates<T: Component, const N: usize>(context: &mut Context, target: u32, values: [T; N]) -> Result<()> {
    match unit(target) {
        Ok(location) => plain(context, location, values),
        Err(error) => perform(context, move |_| Err(error)),
    }
}

/// Returns the location of the texture coordinates of a unit.
#[inline]
pub fn unit(target: u32) -> Result<u32> {
    let unit = target.wrapping_sub(GL_TEXTURE0);
    if (unit as usize) < MAX_TEXTURE_COORDS { Ok(MULTI_TEX_COORD + unit) } else { Err(UNKNOWN_TOKEN) }
}

/// Reads the values behind a pointer; zeros for null.
#[inline(always)]
pub fn read<T: Component, const N: usize>(values: In<T>) -> [T; N] {
    std::array::from_fn(|index| values.at(index).unwrap_or_default())
}

/// Does what [`coordinates`] does, if a stream can.
#[inline(always)]
fn takes_coordinates<T: Component, const N: usize>(target: u32, values: [T; N]) -> bool {
    unit(target).is_ok_and(|location| takes(set_plain(location, values)))
}

/// Declares the scalar and the vector form of one size and type in each line.
macro_rules! family {
    ($($(#[$flag:ident])* $name:ident $vector:ident $ty:ty, ($($argument:ident),*) => |$values:ident| $command:expr;)*) => {
        commands! {
            $(
                #[records_itself] #[of_vertices] $(#[$flag])* fn $name($($argument: $ty),*) => |context| {
                    let $values = [$($argument),*];
                    perform_vertex_command(context, $command)
                }, {
                    let $values = [$($argument),*];
                    takes($command)
                };
                #[records_itself] #[of_vertices] $(#[$flag])* fn $vector(values: In<$ty>) => |context| {
                    let $values: [$ty; [$(stringify!($argument)),*].len()] = read(values);
                    perform_vertex_command(context, $command)
                }, {
                    let $values: [$ty; [$(stringify!($argument)),*].len()] = read(values);
                    takes($command)
                };
            )*
        }
    };
}

/// The attributes of one vertex.
mod family {
    use super::*;

    family! {
        #[between_begin_end] glVertex2f glVertex2fv f32, (x, y) => |v| vertex_at(v);
        #[between_begin_end] glVertex2d glVertex2dv f64, (x, y) => |v| vertex_at(v);
        #[between_begin_end] glVertex2i glVertex2iv i32, (x, y) => |v| vertex_at(v);
        #[between_begin_end] glVertex2s glVertex2sv i16, (x, y) => |v| vertex_at(v);
        #[between_begin_end] glVertex3f glVertex3fv f32, (x, y, z) => |v| vertex_at(v);
        #[between_begin_end] glVertex3d glVertex3dv f64, (x, y, z) => |v| vertex_at(v);
        #[between_begin_end] glVertex3i glVertex3iv i32, (x, y, z) => |v| vertex_at(v);
        #[between_begin_end] glVertex3s glVertex3sv i16, (x, y, z) => |v| vertex_at(v);
        #[between_begin_end] glVertex4f glVertex4fv f32, (x, y, z, w) => |v| vertex_at(v);
        #[between_begin_end] glVertex4d glVertex4dv f64, (x, y, z, w) => |v| vertex_at(v);
        #[between_begin_end] glVertex4i glVertex4iv i32, (x, y, z, w) => |v| vertex_at(v);
        #[between_begin_end] glVertex4s glVertex4sv i16, (x, y, z, w) => |v| vertex_at(v);
        #[between_begin_end] glColor3f glColor3fv f32, (r, g, b) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor3d glColor3dv f64, (r, g, b) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor3b glColor3bv i8, (r, g, b) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor3s glColor3sv i16, (r, g, b) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor3i glColor3iv i32, (r, g, b) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor3ub glColor3ubv u8, (r, g, b) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor3us glColor3usv u16, (r, g, b) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor3ui glColor3uiv u32, (r, g, b) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor4f glColor4fv f32, (r, g, b, a) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor4d glColor4dv f64, (r, g, b, a) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor4b glColor4bv i8, (r, g, b, a) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor4s glColor4sv i16, (r, g, b, a) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor4i glColor4iv i32, (r, g, b, a) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor4ub glColor4ubv u8, (r, g, b, a) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor4us glColor4usv u16, (r, g, b, a) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glColor4ui glColor4uiv u32, (r, g, b, a) => |v| set_normalized(COLOR, v);
        #[between_begin_end] glSecondaryColor3f glSecondaryColor3fv f32, (r, g, b) => |v| set_normalized(SECONDARY_COLOR, v);
        #[between_begin_end] glSecondaryColor3d glSecondaryColor3dv f64, (r, g, b) => |v| set_normalized(SECONDARY_COLOR, v);
        #[between_begin_end] glSecondaryColor3b glSecondaryColor3bv i8, (r, g, b) => |v| set_normalized(SECONDARY_COLOR, v);
        #[between_begin_end] glSecondaryColor3s glSecondaryColor3sv i16, (r, g, b) => |v| set_normalized(SECONDARY_COLOR, v);
        #[between_begin_end] glSecondaryColor3i glSecondaryColor3iv i32, (r, g, b) => |v| set_normalized(SECONDARY_COLOR, v);
        #[between_begin_end] glSecondaryColor3ub glSecondaryColor3ubv u8, (r, g, b) => |v| set_normalized(SECONDARY_COLOR, v);
        #[between_begin_end] glSecondaryColor3us glSecondaryColor3usv u16, (r, g, b) => |v| set_normalized(SECONDARY_COLOR, v);
        #[between_begin_end] glSecondaryColor3ui glSecondaryColor3uiv u32, (r, g, b) => |v| set_normalized(SECONDARY_COLOR, v);
        #[between_begin_end] glNormal3f glNormal3fv f32, (x, y, z) => |v| set_normalized(NORMAL, v);
        #[between_begin_end] glNormal3d glNormal3dv f64, (x, y, z) => |v| set_normalized(NORMAL, v);
        #[between_begin_end] glNormal3b glNormal3bv i8, (x, y, z) => |v| set_normalized(NORMAL, v);
        #[between_begin_end] glNormal3s glNormal3sv i16, (x, y, z) => |v| set_normalized(NORMAL, v);
        #[between_begin_end] glNormal3i glNormal3iv i32, (x, y, z) => |v| set_normalized(NORMAL, v);
        #[between_begin_end] glFogCoordf glFogCoordfv f32, (x) => |v| set_plain(FOG_COORD, v);
        #[between_begin_end] glFogCoordd glFogCoorddv f64, (x) => |v| set_plain(FOG_COORD, v);
        #[between_begin_end] glTexCoord1f glTexCoord1fv f32, (s) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord1d glTexCoord1dv f64, (s) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord1i glTexCoord1iv i32, (s) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord1s glTexCoord1sv i16, (s) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord2f glTexCoord2fv f32, (s, t) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord2d glTexCoord2dv f64, (s, t) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord2i glTexCoord2iv i32, (s, t) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord2s glTexCoord2sv i16, (s, t) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord3f glTexCoord3fv f32, (s, t, r) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord3d glTexCoord3dv f64, (s, t, r) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord3i glTexCoord3iv i32, (s, t, r) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord3s glTexCoord3sv i16, (s, t, r) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord4f glTexCoord4fv f32, (s, t, r, q) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord4d glTexCoord4dv f64, (s, t, r, q) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord4i glTexCoord4iv i32, (s, t, r, q) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glTexCoord4s glTexCoord4sv i16, (s, t, r, q) => |v| set_plain(MULTI_TEX_COORD, v);
        #[between_begin_end] glIndexf glIndexfv f32, (index) => |v| set_plain(COLOR_INDEX, v);
        #[between_begin_end] glIndexd glIndexdv f64, (index) => |v| set_plain(COLOR_INDEX, v);
        #[between_begin_end] glIndexi glIndexiv i32, (index) => |v| set_plain(COLOR_INDEX, v);
        #[between_begin_end] glIndexs glIndexsv i16, (index) => |v| set_plain(COLOR_INDEX, v);
        #[between_begin_end] glIndexub glIndexubv u8, (index) => |v| set_plain(COLOR_INDEX, v);
    }
}

/// Declares the scalar and the vector form of glMultiTexCoord of one size and type in each line.
macro_rules! multi_tex_coord {
    ($($name:ident $vector:ident $ty:ty, ($($argument:ident),*);)*) => {
        commands! {
            $(
                #[between_begin_end] #[records_itself] fn $name(target: u32, $($argument: $ty),*) => |context| {
                    coordinates(context, target, [$($argument),*])
                }, takes_coordinates(target, [$($argument),*]);
                #[between_begin_end] #[records_itself] fn $vector(target: u32, values: In<$ty>) => |context| {
                    let values: [$ty; [$(stringify!($argument)),*].len()] = read(values);
                    coordinates(context, target, values)
                }, {
                    let values: [$ty; [$(stringify!($argument)),*].len()] = read(values);
                    takes_coordinates(target, values)
                };
            )*
        }
    };
}

/// The texture coordinates of a unit.
mod multi {
    use super::*;

    multi_tex_coord! {
        glMultiTexCoord1f glMultiTexCoord1fv f32, (s);
        glMultiTexCoord1d glMultiTexCoord1dv f64, (s);
        glMultiTexCoord1i glMultiTexCoord1iv i32, (s);
        glMultiTexCoord1s glMultiTexCoord1sv i16, (s);
        glMultiTexCoord2f glMultiTexCoord2fv f32, (s, t);
        glMultiTexCoord2d glMultiTexCoord2dv f64, (s, t);
        glMultiTexCoord2i glMultiTexCoord2iv i32, (s, t);
        glMultiTexCoord2s glMultiTexCoord2sv i16, (s, t);
        glMultiTexCoord3f glMultiTexCoord3fv f32, (s, t, r);
        glMultiTexCoord3d glMultiTexCoord3dv f64, (s, t, r);
        glMultiTexCoord3i glMultiTexCoord3iv i32, (s, t, r);
        glMultiTexCoord3s glMultiTexCoord3sv i16, (s, t, r);
        glMultiTexCoord4f glMultiTexCoord4fv f32, (s, t, r, q);
        glMultiTexCoord4d glMultiTexCoord4dv f64, (s, t, r, q);
        glMultiTexCoord4i glMultiTexCoord4iv i32, (s, t, r, q);
        glMultiTexCoord4s glMultiTexCoord4sv i16, (s, t, r, q);
    }
}

fn rect_v<T: Component>(context: &mut Context, first: In<T>, second: In<T>) -> Result<()> {
    let ([x1, y1], [x2, y2]): ([T; 2], [T; 2]) = (read(first), read(second));
    rectangle(context, [x1, y1, x2, y2].map(Component::plain))
}

/// The edge flag, and rectangles.
mod others {
    use super::*;

    commands! {
        #[between_begin_end] #[records_itself] fn glEdgeFlag(flag: u8)
            => |context| plain(context, EDGE_FLAG, [u8::from(flag != 0)]), takes(set_plain(EDGE_FLAG, [u8::from(flag != 0)]));
        #[between_begin_end] #[records_itself] fn glEdgeFlagv(flag: In<u8>) => |context| plain(context, EDGE_FLAG, [u8::from(flag.first().unwrap_or(0) != 0)]);
        fn glRectf(x1: f32, y1: f32, x2: f32, y2: f32) => |context| rectangle(context, [x1, y1, x2, y2]);
        fn glRectd(x1: f64, y1: f64, x2: f64, y2: f64) => |context| rectangle(context, [x1, y1, x2, y2].map(Component::plain));
        fn glRecti(x1: i32, y1: i32, x2: i32, y2: i32) => |context| rectangle(context, [x1, y1, x2, y2].map(Component::plain));
        fn glRects(x1: i16, y1: i16, x2: i16, y2: i16) => |context| rectangle(context, [x1, y1, x2, y2].map(Component::plain));
        #[records_itself] fn glRectfv(first: In<f32>, second: In<f32>) => rect_v;
        #[records_itself] fn glRectdv(first: In<f64>, second: In<f64>) => rect_v;
        #[records_itself] fn glRectiv(first: In<i32>, second: In<i32>) => rect_v;
        #[records_itself] fn glRectsv(first: In<i16>, second: In<i16>) => rect_v;
    }
}

/// Returns the commands.
pub fn commands() -> Vec<Entry> {
    [family::commands(), multi::commands(), others::commands()].concat()
}
