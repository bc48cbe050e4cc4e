//! glTexStorageMem: the commands that make all levels of a texture at once, in imported memory.

#![allow(clippy::too_many_arguments, reason = "the commands' own arguments")]

use super::{multisampled, storage};
use crate::gl::context::Context;
use crate::gl::dispatch::commands;
use crate::gl::error::Result;

commands! {
    #[not_in_lists] fn glTexStorageMem1DEXT(target: u32, levels: i32, internal: u32, width: i32, memory: u32, offset: u64) => storage_1d;
    #[not_in_lists] fn glTexStorageMem2DEXT(target: u32, levels: i32, internal: u32, width: i32, height: i32, memory: u32, offset: u64) => storage_2d;
    #[not_in_lists] fn glTexStorageMem3DEXT(target: u32, levels: i32, internal: u32, width: i32, height: i32, depth: i32, memory: u32, offset: u64) => storage_3d;
    #[not_in_lists] fn glTexStorageMem2DMultisampleEXT(target: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8, memory: u32, offset: u64) => multisampled_2d;
    #[not_in_lists] fn glTexStorageMem3DMultisampleEXT(target: u32, samples: i32, internal: u32, width: i32, height: i32, depth: i32, fixed: u8, memory: u32, offset: u64) => multisampled_3d;
    #[not_in_lists] fn glTextureStorageMem1DEXT(texture: u32, levels: i32, internal: u32, width: i32, memory: u32, offset: u64) => named_storage_1d;
    #[not_in_lists] fn glTextureStorageMem2DEXT(texture: u32, levels: i32, internal: u32, width: i32, height: i32, memory: u32, offset: u64) => named_storage_2d;
    #[not_in_lists] fn glTextureStorageMem3DEXT(texture: u32, levels: i32, internal: u32, width: i32, height: i32, depth: i32, memory: u32, offset: u64) => named_storage_3d;
    #[not_in_lists] fn glTextureStorageMem2DMultisampleEXT(texture: u32, samples: i32, internal: u32, width: i32, height: i32, fixed: u8, memory: u32, offset: u64) => named_multisampled_2d;
    #[not_in_lists] fn glTextureStorageMem3DMultisampleEXT(texture: u32, samples: i32, internal: u32, width: i32, height: i32, depth: i32, fixed: u8, memory: u32, offset: u64) => named_multisampled_3d;
}

fn storage_1d(context: &mut Context, target: u32, levels: i32, internal: u32, width: i32, memory: u32, offset: u64) -> Result<()> {
    let storage = context.share.imported(memory, offset)?;
    storage::target_storage(context, target, levels, internal, &[width], storage)
}

fn storage_2d(
    context: &mut Context,
    target: u32,
    levels: i32,
    internal: u32,
    width: i32,
    height: i32,
    memory: u32,
    offset: u64,
) -> Result<()> {
    let storage = context.share.imported(memory, offset)?;
    storage::target_storage(context, target, levels, internal, &[width, height], storage)
}

fn storage_3d(
    context: &mut Context,
    target: u32,
    levels: i32,
    internal: u32,
    width: i32,
    height: i32,
    depth: i32,
    memory: u32,
    offset: u64,
) -> Result<()> {
    let storage = context.share.imported(memory, offset)?;
    storage::target_storage(context, target, levels, internal, &[width, height, depth], storage)
}

fn multisampled_2d(
    context: &mut Context,
    target: u32,
    samples: i32,
    internal: u32,
    width: i32,
    height: i32,
    fixed: u8,
    memory: u32,
    offset: u64,
) -> Result<()> {
    let storage = context.share.imported(memory, offset)?;
    multisampled::target_image(context, target, samples, internal, &[width, height], fixed, Some(storage))
}

fn multisampled_3d(
    context: &mut Context,
    target: u32,
    samples: i32,
    internal: u32,
    width: i32,
    height: i32,
    depth: i32,
    fixed: u8,
    memory: u32,
    offset: u64,
) -> Result<()> {
    let storage = context.share.imported(memory, offset)?;
    multisampled::target_image(context, target, samples, internal, &[width, height, depth], fixed, Some(storage))
}

fn named_storage_1d(context: &mut Context, texture: u32, levels: i32, internal: u32, width: i32, memory: u32, offset: u64) -> Result<()> {
    let storage = context.share.imported(memory, offset)?;
    storage::named_storage(context, texture, levels, internal, &[width], storage)
}

fn named_storage_2d(
    context: &mut Context,
    texture: u32,
    levels: i32,
    internal: u32,
    width: i32,
    height: i32,
    memory: u32,
    offset: u64,
) -> Result<()> {
    let storage = context.share.imported(memory, offset)?;
    storage::named_storage(context, texture, levels, internal, &[width, height], storage)
}

fn named_storage_3d(
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
    let storage = context.share.imported(memory, offset)?;
    storage::named_storage(context, texture, levels, internal, &[width, height, depth], storage)
}

fn named_multisampled_2d(
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
    let storage = context.share.imported(memory, offset)?;
    multisampled::named_image(context, texture, samples, internal, &[width, height], fixed, storage)
}

fn named_multisampled_3d(
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
    let storage = context.share.imported(memory, offset)?;
    multisampled::named_image(context, texture, samples, internal, &[width, height, depth], fixed, storage)
}
