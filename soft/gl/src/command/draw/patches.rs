//! Patch parameters: vertices per patch, and the tessellation levels used without a control shader.

use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::pointer::In;
use crate::tokens::*;
use shader::pipeline::limits::Limits;

/// Implements glPatchParameteri.
pub(super) fn patch_parameter_i(context: &mut Context, pname: u32, value: i32) -> Result<()> {
    if pname != GL_PATCH_VERTICES {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if pname is not PATCH_VERTICES. [GL 4.4, 10.1.15]"));
    }
    let no_size = invalid_value(
        &"An INVALID_VALUE error is generated if value is less than or equal to zero, or greater than the implementation-dependent maximum \
          patch size (the value of MAX_PATCH_VERTICES). [GL 4.4, 10.1.15]",
    );
    let value = u32::try_from(value).map_err(|_| no_size)?;
    if value == 0 || value > Limits::default().patch_vertices {
        return Err(no_size);
    }
    context.draws.patch_vertices = value;
    Ok(())
}

/// Implements glPatchParameterfv.
pub(super) fn patch_parameter_fv(context: &mut Context, pname: u32, values: In<f32>) -> Result<()> {
    let (outer, inner) = &mut context.draws.default_tess_levels;
    let levels: &mut [f32] = match pname {
        GL_PATCH_DEFAULT_OUTER_LEVEL => outer,
        GL_PATCH_DEFAULT_INNER_LEVEL => inner,
        _ => {
            return Err(invalid_enum(&"GL_INVALID_ENUM is generated if pname is not an accepted value. [reference page glPatchParameter]"));
        }
    };
    let count = levels.len();
    for (level, value) in levels.iter_mut().zip(values.copy(count)) {
        *level = value;
    }
    Ok(())
}

commands! {
    fn glPatchParameteri(pname: u32, value: i32) => patch_parameter_i;
    fn glPatchParameterfv(pname: u32, values: In<f32>) [if pname == GL_PATCH_DEFAULT_OUTER_LEVEL { 4 } else { 2 }] => patch_parameter_fv;
}
