//! glPixelTransfer and glPixelMap.

use crate::command::pixels::memory::{with_pack, with_unpack};
use crate::command::pixels::recording::with_memory;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::pointer::{In, Out};
use crate::state::pixel_transfer::{MAX_PIXEL_MAP_TABLE, Modes, PixelTransfer};
use crate::state::value::Value;
use crate::tokens::*;

commands! {
    fn glPixelTransferf(name: u32, value: f32) => transfer_float;
    fn glPixelTransferi(name: u32, value: i32) => transfer_int;
    #[records_itself] fn glPixelMapfv(map: u32, size: i32, values: In<f32>) => map_floats;
    #[records_itself] fn glPixelMapuiv(map: u32, size: i32, values: In<u32>) => map_uints;
    #[records_itself] fn glPixelMapusv(map: u32, size: i32, values: In<u16>) => map_ushorts;
    #[not_in_lists] fn glGetPixelMapfv(map: u32, values: Out<f32>) => |context| get(context, map, None, values.cast(), GL_FLOAT, write_float);
    #[not_in_lists] fn glGetPixelMapuiv(map: u32, values: Out<u32>) => |context| get(context, map, None, values.cast(), GL_UNSIGNED_INT, write_uint);
    #[not_in_lists] fn glGetPixelMapusv(map: u32, values: Out<u16>)
        => |context| get(context, map, None, values.cast(), GL_UNSIGNED_SHORT, write_ushort);
    #[not_in_lists] fn glGetnPixelMapfv(map: u32, size: i32, values: Out<f32>)
        => |context| get(context, map, Some(size), values.cast(), GL_FLOAT, write_float);
    #[not_in_lists] fn glGetnPixelMapuiv(map: u32, size: i32, values: Out<u32>)
        => |context| get(context, map, Some(size), values.cast(), GL_UNSIGNED_INT, write_uint);
    #[not_in_lists] fn glGetnPixelMapusv(map: u32, size: i32, values: Out<u16>)
        => |context| get(context, map, Some(size), values.cast(), GL_UNSIGNED_SHORT, write_ushort);
    alias glGetnPixelMapfvARB = glGetnPixelMapfv;
    alias glGetnPixelMapuivARB = glGetnPixelMapuiv;
    alias glGetnPixelMapusvARB = glGetnPixelMapusv;
}

/// A reference to one of the modes.
enum Mode<'a> {
    Flag(&'a mut bool),
    Int(&'a mut i32),
    Float(&'a mut f32),
}

/// Returns the scale or bias of a component that a token names, if the tokens of red, green, blue and alpha follow each other from `first` on.
fn component(values: &mut [f32; 4], first: u32, name: u32) -> Option<Mode<'_>> {
    values.get_mut(name.checked_sub(first)? as usize).map(Mode::Float)
}

/// Returns the mode that a token of table 8.2 names.
fn mode(modes: &mut Modes, name: u32) -> Option<Mode<'_>> {
    let [red_scale, green_scale, blue_scale, alpha_scale] = &mut modes.scale;
    let [red_bias, green_bias, blue_bias, alpha_bias] = &mut modes.bias;
    let imaging = &mut modes.imaging;
    Some(match name {
        GL_MAP_COLOR => Mode::Flag(&mut modes.map_color),
        GL_MAP_STENCIL => Mode::Flag(&mut modes.map_stencil),
        GL_INDEX_SHIFT => Mode::Int(&mut modes.index_shift),
        GL_INDEX_OFFSET => Mode::Int(&mut modes.index_offset),
        GL_RED_SCALE => Mode::Float(red_scale),
        GL_GREEN_SCALE => Mode::Float(green_scale),
        GL_BLUE_SCALE => Mode::Float(blue_scale),
        GL_ALPHA_SCALE => Mode::Float(alpha_scale),
        GL_DEPTH_SCALE => Mode::Float(&mut modes.depth_scale),
        GL_RED_BIAS => Mode::Float(red_bias),
        GL_GREEN_BIAS => Mode::Float(green_bias),
        GL_BLUE_BIAS => Mode::Float(blue_bias),
        GL_ALPHA_BIAS => Mode::Float(alpha_bias),
        GL_DEPTH_BIAS => Mode::Float(&mut modes.depth_bias),
        GL_POST_CONVOLUTION_RED_SCALE..=GL_POST_CONVOLUTION_ALPHA_SCALE => {
            component(&mut imaging.post_convolution.scale, GL_POST_CONVOLUTION_RED_SCALE, name)?
        }
        GL_POST_CONVOLUTION_RED_BIAS..=GL_POST_CONVOLUTION_ALPHA_BIAS => {
            component(&mut imaging.post_convolution.bias, GL_POST_CONVOLUTION_RED_BIAS, name)?
        }
        GL_POST_COLOR_MATRIX_RED_SCALE..=GL_POST_COLOR_MATRIX_ALPHA_SCALE => {
            component(&mut imaging.post_color_matrix.scale, GL_POST_COLOR_MATRIX_RED_SCALE, name)?
        }
        GL_POST_COLOR_MATRIX_RED_BIAS..=GL_POST_COLOR_MATRIX_ALPHA_BIAS => {
            component(&mut imaging.post_color_matrix.bias, GL_POST_COLOR_MATRIX_RED_BIAS, name)?
        }
        _ => return None,
    })
}

/// Implements glPixelTransferf.
fn transfer_float(context: &mut Context, name: u32, value: f32) -> Result<()> {
    match mode(&mut context.compat.pixel_transfer.modes, name).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if param is not one of the parameter names in table 8.2. [GL 4.6 compatibility, 8.4.3]",
    ))? {
        Mode::Flag(flag) => *flag = value != 0.0,
        Mode::Int(int) => *int = value.round() as i32,
        Mode::Float(float) => *float = value,
    }
    Ok(())
}

/// Implements glPixelTransferi.
fn transfer_int(context: &mut Context, name: u32, value: i32) -> Result<()> {
    match mode(&mut context.compat.pixel_transfer.modes, name) {
        Some(Mode::Int(int)) => {
            *int = value;
            Ok(())
        }
        _ => transfer_float(context, name, value as f32),
    }
}

/// Returns true for the maps whose values are colors.
fn has_colors(number: usize) -> bool {
    number >= 2
}

/// Returns the number of a map, and a size that it can have.
fn checked(map: u32, size: i32) -> Result<(usize, usize)> {
    let number = PixelTransfer::number(map).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if map is not one of the map names in table 8.3. [GL 4.6 compatibility, 8.4.3]",
    ))?;
    let size = usize::try_from(size).ok().filter(|size| (1..=MAX_PIXEL_MAP_TABLE).contains(size)).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if size is less than one or larger than the value of MAX_PIXEL_MAP_TABLE. \
          [GL 4.6 compatibility, 8.4.3]",
    ))?;
    if number < 6 && !size.is_power_of_two() {
        return Err(invalid_value(
            &"Each of these tables must have 2^n entries for some integer value of n [GL 4.6 compatibility, 8.4.5.3]",
        ));
    }
    Ok((number, size))
}

/// Sets a map from `size` values of type `ty`; `convert` reads one, of a color if its second argument is true.
fn set(context: &mut Context, map: u32, size: i32, values: In<u8>, ty: u32, convert: fn(&[u8], bool) -> f32) -> Result<()> {
    let bytes = if ty == GL_UNSIGNED_SHORT { 2 } else { 4 };
    // A display list records wrong arguments, and raises their errors when it is called.
    let needed = checked(map, size).map_or(0, |(_, size)| size * bytes);
    with_memory(context, needed, ty, values, move |context, values| {
        let (number, size) = checked(map, size)?;
        let read = |data: &[u8]| data.chunks_exact(bytes).map(|value| convert(value, has_colors(number))).collect::<Vec<f32>>();
        if let Some(map) = with_unpack(context.buffers.pixel_unpack.clone(), values, size * bytes, ty, read)? {
            let whole = number == 1;
            context.compat.pixel_transfer.maps[number] =
                // "An entry giving a stencil index is converted from single-precision floating-point to an integer by rounding to nearest."
                // [GL 4.6 compatibility, 8.4.3]
                if whole { map.into_iter().map(f32::round).collect() } else { map };
        }
        Ok(())
    })
}

/// Returns the bytes of a value in an array that has room for the largest.
fn word(bytes: &[u8]) -> [u8; 4] {
    let mut word = [0; 4];
    word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    word
}

/// Implements glPixelMapfv.
fn map_floats(context: &mut Context, map: u32, size: i32, values: In<f32>) -> Result<()> {
    set(context, map, size, values.cast(), GL_FLOAT, |bytes, color| {
        let value = f32::from_le_bytes(word(bytes));
        // "An entry giving a color component value is converted as described in equation 2.1 and then clamped to the range [0, 1]."
        // [GL 4.6 compatibility, 8.4.3]
        if color { value.clamp(0.0, 1.0) } else { value }
    })
}

/// Implements glPixelMapuiv.
fn map_uints(context: &mut Context, map: u32, size: i32, values: In<u32>) -> Result<()> {
    set(context, map, size, values.cast(), GL_UNSIGNED_INT, |bytes, color| {
        let value = f64::from(u32::from_le_bytes(word(bytes)));
        (if color { value / f64::from(u32::MAX) } else { value }) as f32
    })
}

/// Implements glPixelMapusv.
fn map_ushorts(context: &mut Context, map: u32, size: i32, values: In<u16>) -> Result<()> {
    set(context, map, size, values.cast(), GL_UNSIGNED_SHORT, |bytes, color| {
        let value = u32::from_le_bytes(word(bytes)) as f32;
        if color { value / f32::from(u16::MAX) } else { value }
    })
}

/// Returns a map to the application; `convert` writes one value, of a color if its second argument is true.
fn get(context: &Context, map: u32, limit: Option<i32>, values: Out<u8>, ty: u32, convert: fn(f32, bool, &mut [u8])) -> Result<()> {
    let number = PixelTransfer::number(map).ok_or(invalid_enum(
        &"The same errors generated by PixelMap*v for invalid values of map are generated by GetPixelMap*. [GL 4.6 compatibility, 8.4.3.1]",
    ))?;
    let map = &context.compat.pixel_transfer.maps[number];
    let bytes = if ty == GL_UNSIGNED_SHORT { 2 } else { 4 };
    with_pack(context.buffers.pixel_pack.clone(), values, map.len() * bytes, ty, limit, |into| {
        into.chunks_exact_mut(bytes).zip(map).for_each(|(into, &value)| convert(value, has_colors(number), into));
    })
}

/// Writes a value as a float.
fn write_float(value: f32, _: bool, into: &mut [u8]) {
    into.copy_from_slice(&value.to_le_bytes());
}

/// Writes a value as an unsigned integer.
fn write_uint(value: f32, color: bool, into: &mut [u8]) {
    let scaled = if color { f64::from(value) * f64::from(u32::MAX) } else { f64::from(value) };
    into.copy_from_slice(&(scaled.round() as u32).to_le_bytes());
}

/// Writes a value as an unsigned short integer.
fn write_ushort(value: f32, color: bool, into: &mut [u8]) {
    let scaled = if color { value * f32::from(u16::MAX) } else { value };
    into.copy_from_slice(&(scaled.round() as u16).to_le_bytes());
}

/// Returns a state variable of pixel transfer; `None` for other names.
pub fn state(context: &Context, name: u32) -> Option<Value> {
    let PixelTransfer { modes, maps, .. } = &context.compat.pixel_transfer;
    if (GL_PIXEL_MAP_I_TO_I_SIZE..=GL_PIXEL_MAP_A_TO_A_SIZE).contains(&name) {
        return Some(Value::from(maps[(name - GL_PIXEL_MAP_I_TO_I_SIZE) as usize].len() as i64));
    }
    Some(match mode(&mut modes.clone(), name)? {
        Mode::Flag(flag) => Value::from(*flag),
        Mode::Int(int) => Value::from(*int),
        Mode::Float(float) => Value::from(*float),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

    use crate::testing::calling::Gl;
    use crate::testing::calls::*;
    use crate::testing::fixtures::compatibility;
    use crate::tokens::*;
    use std::ffi::c_void;

    fn int(name: u32) -> i32 {
        let mut value = -1;
        glGetIntegerv(name, &raw mut value);
        value
    }

    fn error() -> u32 {
        glGetError()
    }

    #[test]
    fn modes_are_set_and_returned() {
        let gl = Gl::new(compatibility());
        glPixelTransferf(GL_RED_SCALE, 0.5);
        glPixelTransferi(GL_INDEX_SHIFT, -3);
        glPixelTransferi(GL_MAP_STENCIL, 7);
        let mut scale = 0.0;
        glGetFloatv(GL_RED_SCALE, &raw mut scale);
        assert_eq!((scale, int(GL_INDEX_SHIFT), int(GL_MAP_STENCIL), int(GL_MAP_COLOR)), (0.5, -3, 1, 0));
        glPushAttrib(GL_PIXEL_MODE_BIT);
        glPixelTransferi(GL_INDEX_SHIFT, 2);
        glPopAttrib();
        assert_eq!(int(GL_INDEX_SHIFT), -3);
        gl.no_error();
        glPixelTransferi(GL_ZOOM_X, 2);
        assert_eq!(error(), GL_INVALID_ENUM);
    }

    #[test]
    fn maps_convert_their_values() {
        let gl = Gl::new(compatibility());
        let values = [0.0f32, 2.0, 0.5];
        glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 3, values.as_ptr());
        assert_eq!(int(GL_PIXEL_MAP_R_TO_R_SIZE), 3);
        let (mut floats, mut shorts) = ([9.0f32; 3], [9u16; 3]);
        glGetPixelMapfv(GL_PIXEL_MAP_R_TO_R, floats.as_mut_ptr());
        glGetPixelMapusv(GL_PIXEL_MAP_R_TO_R, shorts.as_mut_ptr());
        assert_eq!((floats, shorts), ([0.0, 1.0, 0.5], [0, 65535, 32768]));
        let indices = [7u32, 9];
        glPixelMapuiv(GL_PIXEL_MAP_S_TO_S, 2, indices.as_ptr());
        let mut back = [0u32; 2];
        glGetPixelMapuiv(GL_PIXEL_MAP_S_TO_S, back.as_mut_ptr());
        assert_eq!(back, indices);
        gl.no_error();
        glGetnPixelMapuiv(GL_PIXEL_MAP_S_TO_S, 7, back.as_mut_ptr());
        assert_eq!(error(), GL_INVALID_OPERATION);
        glPixelMapfv(GL_PIXEL_MAP_I_TO_R, 3, values.as_ptr());
        assert_eq!(error(), GL_INVALID_VALUE);
        glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 0, values.as_ptr());
        assert_eq!(error(), GL_INVALID_VALUE);
        glPixelMapfv(GL_RED_SCALE, 1, values.as_ptr());
        assert_eq!(error(), GL_INVALID_ENUM);
    }

    #[test]
    fn textures_and_reads_are_scaled_and_biased() {
        let gl = Gl::new(compatibility());
        glPixelTransferf(GL_RED_SCALE, 0.0);
        glPixelTransferf(GL_GREEN_BIAS, 1.0);
        let white_red = [[255u8, 0, 51, 255], [0, 0, 102, 0]];
        let pixels = white_red.as_ptr().cast::<c_void>();
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA as i32, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        glPixelTransferf(GL_RED_SCALE, 1.0);
        glPixelTransferf(GL_GREEN_BIAS, 0.0);
        let mut back = [[9u8; 4]; 2];
        let get = |back: &mut [[u8; 4]; 2]| {
            let into = back.as_mut_ptr().cast::<c_void>();
            glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, into);
        };
        get(&mut back);
        assert_eq!(back, [[0, 255, 51, 255], [0, 255, 102, 0]]);
        glPixelTransferf(GL_BLUE_SCALE, 2.0);
        get(&mut back);
        assert_eq!(back, [[0, 255, 102, 255], [0, 255, 204, 0]]);
        glClearColor(0.2, 0.0, 0.0, 0.0);
        glClear(GL_COLOR_BUFFER_BIT);
        glPixelTransferf(GL_RED_BIAS, 0.2);
        glPixelTransferi(GL_MAP_COLOR, 1);
        let map = [0.0f32, 1.0];
        glPixelMapfv(GL_PIXEL_MAP_A_TO_A, 2, [1.0f32, 0.0].as_ptr());
        glPixelMapfv(GL_PIXEL_MAP_R_TO_R, 2, map.as_ptr());
        let read = || {
            let mut pixel = [9u8; 4];
            let into = pixel.as_mut_ptr().cast::<c_void>();
            glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, into);
            pixel
        };
        assert_eq!(read(), [0, 0, 0, 255], "0.4 is nearer to the first entry");
        glPixelTransferf(GL_RED_BIAS, 0.4);
        assert_eq!(read(), [255, 0, 0, 255]);
        gl.no_error();
    }
}
