//! glTexStorageMem: the commands that make all levels of a texture at once, in imported memory.

#![allow(clippy::too_many_arguments, reason = "the commands' own arguments")]

use super::multisampled::{named_image, target_image};
use super::storage::{named_storage, target_storage};
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::Result;

commands! {
    #[not_in_lists] fn glTexStorageMem1DEXT(target: u32, levels: i32, internal: u32, width: i32, memory: u32, offset: u64) => storage_1d::<false>;
    #[not_in_lists] fn glTexStorageMem2DEXT(target: u32, levels: i32, internal: u32, width: i32, height: i32, memory: u32, offset: u64) => storage_2d::<false>;
    #[not_in_lists] fn glTexStorageMem3DEXT(target: u32, levels: i32, internal: u32, width: i32, height: i32, depth: i32, memory: u32, offset: u64) => storage_3d::<false>;
    #[not_in_lists] fn glTexStorageMem2DMultisampleEXT(target: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8, memory: u32, offset: u64) => multisampled_2d::<false>;
    #[not_in_lists] fn glTexStorageMem3DMultisampleEXT(target: u32, samples: i32, internal: u32, width: i32, height: i32, depth: i32, fixed: u8, memory: u32, offset: u64) => multisampled_3d::<false>;
    #[not_in_lists] fn glTextureStorageMem1DEXT(texture: u32, levels: i32, internal: u32, width: i32, memory: u32, offset: u64) => storage_1d::<true>;
    #[not_in_lists] fn glTextureStorageMem2DEXT(texture: u32, levels: i32, internal: u32, width: i32, height: i32, memory: u32, offset: u64) => storage_2d::<true>;
    #[not_in_lists] fn glTextureStorageMem3DEXT(texture: u32, levels: i32, internal: u32, width: i32, height: i32, depth: i32, memory: u32, offset: u64) => storage_3d::<true>;
    #[not_in_lists] fn glTextureStorageMem2DMultisampleEXT(texture: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8, memory: u32, offset: u64) => multisampled_2d::<true>;
    #[not_in_lists] fn glTextureStorageMem3DMultisampleEXT(texture: u32, samples: i32, internal: u32, width: i32, height: i32, depth: i32, fixed: u8, memory: u32, offset: u64) => multisampled_3d::<true>;
}

/// Makes the levels of a texture in imported memory. `texture` is its name if it is `NAMED`, and otherwise the target that it is bound to.
fn levels_in<const NAMED: bool>(
    context: &mut Context,
    texture: u32,
    levels: i32,
    internal: u32,
    sizes: &[i32],
    (memory, offset): (u32, u64),
) -> Result<()> {
    let storage = context.share.imported(memory, offset)?;
    if NAMED {
        named_storage(context, texture, levels, internal, sizes, storage)
    } else {
        target_storage(context, texture, levels, internal, sizes, storage)
    }
}

fn storage_1d<const NAMED: bool>(
    context: &mut Context,
    texture: u32,
    levels: i32,
    internal: u32,
    width: i32,
    memory: u32,
    offset: u64,
) -> Result<()> {
    levels_in::<NAMED>(context, texture, levels, internal, &[width], (memory, offset))
}

fn storage_2d<const NAMED: bool>(
    context: &mut Context,
    texture: u32,
    levels: i32,
    internal: u32,
    width: i32,
    height: i32,
    memory: u32,
    offset: u64,
) -> Result<()> {
    levels_in::<NAMED>(context, texture, levels, internal, &[width, height], (memory, offset))
}

fn storage_3d<const NAMED: bool>(
    context: &mut Context,
    texture: u32,
    levels: i32,
    internal: u32,
    width: i32,
    height: i32,
    depth: i32,
    memory: u32,
    offset: u64,
) -> Result<()> {
    levels_in::<NAMED>(context, texture, levels, internal, &[width, height, depth], (memory, offset))
}

/// Makes the image of a multisampled texture in imported memory, as [`levels_in`] does.
fn image_in<const NAMED: bool>(
    context: &mut Context,
    texture: u32,
    samples: i32,
    internal: u32,
    sizes: &[i32],
    fixed: u8,
    (memory, offset): (u32, u64),
) -> Result<()> {
    let storage = context.share.imported(memory, offset)?;
    if NAMED {
        named_image(context, texture, samples, internal, sizes, fixed, storage)
    } else {
        target_image(context, texture, samples, internal, sizes, fixed, Some(storage))
    }
}

fn multisampled_2d<const NAMED: bool>(
    context: &mut Context,
    texture: u32,
    samples: i32,
    internal: u32,
    width: i32,
    height: i32,
    fixed: u8,
    memory: u32,
    offset: u64,
) -> Result<()> {
    image_in::<NAMED>(context, texture, samples, internal, &[width, height], fixed, (memory, offset))
}

fn multisampled_3d<const NAMED: bool>(
    context: &mut Context,
    texture: u32,
    samples: i32,
    internal: u32,
    width: i32,
    height: i32,
    depth: i32,
    fixed: u8,
    memory: u32,
    offset: u64,
) -> Result<()> {
    image_in::<NAMED>(context, texture, samples, internal, &[width, height, depth], fixed, (memory, offset))
}
