//! Records pixels in display lists.

use super::memory::{bytes, with_unpack};
use super::transfer::Upload;
use crate::context::Context;
use crate::context::recording::perform;
use crate::error::Result;
use crate::pointer::In;

/// Executes a command that reads pixels and has as many sizes as dimensions. While a display list is compiled, copies the pixels at once with the
/// current pixel store and buffer, and passes the copy to the command. The command itself validates its arguments.
pub fn with_pixels(
    context: &mut Context,
    size: &[i32],
    format: u32,
    ty: u32,
    pixels: In<u8>,
    work: impl Fn(&mut Context, In<u8>) -> Result<()> + Send + Sync + 'static,
) -> Result<()> {
    if !context.compat.lists.is_compiling() {
        return work(context, pixels);
    }
    let known = super::formats::check_with_indices(format, ty).is_ok();
    let needed = if known { Upload::new(size, format, ty, &context.pixels.unpack).needed()? } else { 0 };
    with_memory(context, needed, ty, pixels, work)
}

/// Executes a command that reads that many bytes from the application's pointer on. While a display list is compiled, copies the bytes at once, and
/// passes the copy to the command.
pub fn with_memory(
    context: &mut Context,
    needed: usize,
    ty: u32,
    pixels: In<u8>,
    work: impl Fn(&mut Context, In<u8>) -> Result<()> + Send + Sync + 'static,
) -> Result<()> {
    with_memories(context, [(needed, pixels)], ty, move |context, [pixels]| work(context, pixels))
}

/// Executes a command that reads several arrays as [`with_memory`] does, of so many bytes each.
pub fn with_memories<const N: usize>(
    context: &mut Context,
    arrays: [(usize, In<u8>); N],
    ty: u32,
    work: impl Fn(&mut Context, [In<u8>; N]) -> Result<()> + Send + Sync + 'static,
) -> Result<()> {
    if !context.compat.lists.is_compiling() {
        return work(context, arrays.map(|array| array.1));
    }
    let store = context.pixels.unpack;
    let mut copies = [const { Vec::new() }; N];
    for (copy, (needed, pixels)) in copies.iter_mut().zip(arrays) {
        let mut found = bytes(needed)?;
        let buffer = context.buffers.pixel_unpack.clone();
        let read = with_unpack(buffer, pixels, needed, ty, |bytes| found.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from))?;
        // No copy stands for null.
        *copy = if read.is_some() { found } else { Vec::new() };
    }
    perform(context, move |context| {
        let old = (std::mem::replace(&mut context.pixels.unpack, store), context.buffers.pixel_unpack.take());
        // An empty copy has no memory: its address is dangling.
        let arrays = copies.each_ref().map(|copy| {
            let address = if copy.is_empty() { std::ptr::null() } else { copy.as_ptr() };
            // SAFETY: the copy lives as long as this step and holds what the command reads with this pixel store and without a buffer.
            unsafe { In::new(address) }
        });
        let outcome = work(context, arrays);
        (context.pixels.unpack, context.buffers.pixel_unpack) = old;
        outcome
    })
}
