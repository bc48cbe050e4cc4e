//! glPixelStore.

use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::tokens::*;

commands! {
    #[not_in_lists] fn glPixelStorei(name: u32, value: i32) => set;
    #[not_in_lists] fn glPixelStoref(name: u32, value: f32) => set_float;
}

/// Implements glPixelStorei.
pub fn set(context: &mut Context, name: u32, value: i32) -> Result<()> {
    let desktop = !context.is_es();
    let old_es = context.config.api == Api::Es && context.config.version < (3, 0);
    let (pack, unpack) = (&mut context.pixels.pack, &mut context.pixels.unpack);
    let field = match name {
        GL_PACK_ALIGNMENT => &mut pack.alignment,
        GL_UNPACK_ALIGNMENT => &mut unpack.alignment,
        // NV_pack_subimage and EXT_unpack_subimage have these in OpenGL ES 2.0 too.
        GL_PACK_ROW_LENGTH => &mut pack.row_length,
        GL_PACK_SKIP_ROWS => &mut pack.skip_rows,
        GL_PACK_SKIP_PIXELS => &mut pack.skip_pixels,
        GL_UNPACK_ROW_LENGTH => &mut unpack.row_length,
        GL_UNPACK_SKIP_ROWS => &mut unpack.skip_rows,
        GL_UNPACK_SKIP_PIXELS => &mut unpack.skip_pixels,
        GL_PACK_IMAGE_HEIGHT if desktop => &mut pack.image_height,
        GL_PACK_SKIP_IMAGES if desktop => &mut pack.skip_images,
        GL_UNPACK_IMAGE_HEIGHT if !old_es => &mut unpack.image_height,
        GL_UNPACK_SKIP_IMAGES if !old_es => &mut unpack.skip_images,
        GL_PACK_SWAP_BYTES | GL_PACK_LSB_FIRST | GL_UNPACK_SWAP_BYTES | GL_UNPACK_LSB_FIRST if desktop => {
            let flag = match name {
                GL_PACK_SWAP_BYTES => &mut pack.swap_bytes,
                GL_PACK_LSB_FIRST => &mut pack.lsb_first,
                GL_UNPACK_SWAP_BYTES => &mut unpack.swap_bytes,
                _ => &mut unpack.lsb_first,
            };
            *flag = value != 0;
            return Ok(());
        }
        GL_PACK_INVERT_MESA if desktop => {
            pack.reverse_rows = value != 0;
            return Ok(());
        }
        GL_PACK_REVERSE_ROW_ORDER_ANGLE if !desktop => {
            pack.reverse_rows = value != 0;
            return Ok(());
        }
        GL_PACK_COMPRESSED_BLOCK_WIDTH if desktop => &mut pack.block_width,
        GL_PACK_COMPRESSED_BLOCK_HEIGHT if desktop => &mut pack.block_height,
        GL_PACK_COMPRESSED_BLOCK_DEPTH if desktop => &mut pack.block_depth,
        GL_PACK_COMPRESSED_BLOCK_SIZE if desktop => &mut pack.block_size,
        GL_UNPACK_COMPRESSED_BLOCK_WIDTH if desktop => &mut unpack.block_width,
        GL_UNPACK_COMPRESSED_BLOCK_HEIGHT if desktop => &mut unpack.block_height,
        GL_UNPACK_COMPRESSED_BLOCK_DEPTH if desktop => &mut unpack.block_depth,
        GL_UNPACK_COMPRESSED_BLOCK_SIZE if desktop => &mut unpack.block_size,
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if pname is not one of the paramater names in table 8.1 or 18.1. [GL 4.4, 8.4.1]",
            ));
        }
    };
    let alignment = matches!(name, GL_PACK_ALIGNMENT | GL_UNPACK_ALIGNMENT);
    if value < 0 || (alignment && !matches!(value, 1 | 2 | 4 | 8)) {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if param is outside the given range for the corresponding pname in table 8.1 or 18.1. \
              [GL 4.4, 8.4.1]",
        ));
    }
    *field = value;
    Ok(())
}

fn set_float(context: &mut Context, name: u32, value: f32) -> Result<()> {
    let flag = matches!(
        name,
        GL_PACK_INVERT_MESA
            | GL_PACK_REVERSE_ROW_ORDER_ANGLE
            | GL_PACK_SWAP_BYTES
            | GL_PACK_LSB_FIRST
            | GL_UNPACK_SWAP_BYTES
            | GL_UNPACK_LSB_FIRST
    );
    let value = if flag { (value != 0.0).into() } else { value.round() as i32 };
    set(context, name, value)
}
