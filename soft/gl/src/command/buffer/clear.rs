//! glClearBufferData and its variants: they fill stores with one texel.

use super::binding::slot;
use super::data::part;
use crate::command::pixels::formats::{check, check_conversion};
use crate::command::pixels::transfer::Pixels;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::object::buffer::Buffer;
use crate::object::format;
use crate::object::image::Image;
use crate::pointer::In;
use crate::state::pixel_store::Store;
use crate::tokens::*;
use std::sync::Arc;

commands! {
    fn glClearBufferData(target: u32, internal: u32, format: u32, ty: u32, data: In<u8>) => whole;
    fn glClearBufferSubData(target: u32, internal: u32, offset: isize, size: isize, format: u32, ty: u32, data: In<u8>) => range;
    fn glClearNamedBufferData(name: u32, internal: u32, format: u32, ty: u32, data: In<u8>) => named_whole;
    fn glClearNamedBufferSubData(name: u32, internal: u32, offset: isize, size: isize, format: u32, ty: u32, data: In<u8>) => named_range;
}

/// Returns the bytes of one texel, zeros if `data` is null.
fn texel(internal: u32, format: u32, ty: u32, data: In<u8>) -> Result<Vec<u8>> {
    let known = matches!(
        internal,
        GL_R8
            | GL_R16
            | GL_R16F
            | GL_R32F
            | GL_R8I
            | GL_R16I
            | GL_R32I
            | GL_R8UI
            | GL_R16UI
            | GL_R32UI
            | GL_RG8
            | GL_RG16
            | GL_RG16F
            | GL_RG32F
            | GL_RG8I
            | GL_RG16I
            | GL_RG32I
            | GL_RG8UI
            | GL_RG16UI
            | GL_RG32UI
            | GL_RGB32F
            | GL_RGB32I
            | GL_RGB32UI
            | GL_RGBA8
            | GL_RGBA16
            | GL_RGBA16F
            | GL_RGBA32F
            | GL_RGBA8I
            | GL_RGBA16I
            | GL_RGBA32I
            | GL_RGBA8UI
            | GL_RGBA16UI
            | GL_RGBA32UI
    );
    let internal = format::sized(internal).filter(|_| known).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if internalformat is not one of the format tokens listed in table 8.23. [GL 4.4, 6.2.1]",
    ))?;
    // No specification names the error of a format that does not go with the type or the internal format: it is the same.
    check(format, ty).and_then(|()| check_conversion(format, internal)).map_err(|_| {
        invalid_value(
            &"An INVALID_VALUE error is generated if type is not one of the types in table 8.7. … An INVALID_VALUE error is generated if \
              format is not one of the formats in table 8.8. [GL 4.4, 6.2.1]",
        )
    })?;
    let image = Image { surface: format::new_surface(internal, 1, 1)?, format: internal, requested: internal.token };
    // Three components are stored as four, and are twelve bytes in a buffer.
    let size = if internal.base == GL_RGB { 12 } else { internal.format.bytes() as usize };
    let mut texel = vec![0; size];
    if !data.is_null() {
        let store = Store { alignment: 1, ..Store::default() };
        let pixel = Pixels { x: 0, y: 0, width: 1, height: 1, format, ty, store };
        data.with_bytes(pixel.needed()?, |bytes| pixel.unpack(bytes, &image))?;
        image.surface.memory.read(0, &mut texel);
    }
    Ok(texel)
}

/// Returns the buffer bound to `target`.
fn bound(context: &mut Context, target: u32) -> Result<Arc<Buffer>> {
    slot(context, target)?.clone().ok_or(invalid_value(&"An INVALID_VALUE error is generated if zero is bound to target. [GL 4.4, 6.2.1]"))
}

/// Fills a range of a buffer with a texel.
fn fill(buffer: &Buffer, offset: isize, size: isize, texel: &[u8]) -> Result<()> {
    let (memory, offset, size) = part(buffer, offset, size)?;
    if offset % texel.len() != 0 || size % texel.len() != 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if offset or size are not multiples of the number of basic machine units for the \
              internal format specified by internalformat. [GL 4.4, 6.2.1]",
        ));
    }
    let block = texel.repeat((1024 / texel.len()).max(1));
    let mut done = 0;
    while done < size {
        let length = block.len().min(size - done);
        memory.write(offset + done, &block[..length]);
        done += length;
    }
    Ok(())
}

/// Implements glClearBufferData.
pub(super) fn whole(context: &mut Context, target: u32, internal: u32, format: u32, ty: u32, data: In<u8>) -> Result<()> {
    let buffer = bound(context, target)?;
    fill(&buffer, 0, buffer.size() as isize, &texel(internal, format, ty, data)?)
}

/// Implements glClearBufferSubData.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub(super) fn range(
    context: &mut Context,
    target: u32,
    internal: u32,
    offset: isize,
    size: isize,
    format: u32,
    ty: u32,
    data: In<u8>,
) -> Result<()> {
    let buffer = bound(context, target)?;
    fill(&buffer, offset, size, &texel(internal, format, ty, data)?)
}

/// Implements glClearNamedBufferData.
pub fn named_whole(context: &mut Context, name: u32, internal: u32, format: u32, ty: u32, data: In<u8>) -> Result<()> {
    let buffer = context.share.buffer(name)?;
    fill(&buffer, 0, buffer.size() as isize, &texel(internal, format, ty, data)?)
}

/// Implements glClearNamedBufferSubData.
#[allow(clippy::too_many_arguments, reason = "the command's own arguments")]
pub fn named_range(
    context: &mut Context,
    name: u32,
    internal: u32,
    offset: isize,
    size: isize,
    format: u32,
    ty: u32,
    data: In<u8>,
) -> Result<()> {
    let buffer = context.share.buffer(name)?;
    fill(&buffer, offset, size, &texel(internal, format, ty, data)?)
}
