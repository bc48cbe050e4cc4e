//! Getters of programs and their limits.

use super::target;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, UNKNOWN_TOKEN, invalid_enum};
use crate::object::names::lock;
use crate::pointer::Out;
use crate::tokens::*;
use compiler::assembly::{Resources, Target, limits};

/// Returns a limit of a target, which is also the native one; none for other names.
fn limit(target: Target, name: u32) -> Option<usize> {
    Some(match name {
        GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB => limits::LOCAL_PARAMETERS,
        GL_MAX_PROGRAM_ENV_PARAMETERS_ARB => limits::ENVIRONMENT_PARAMETERS,
        GL_MAX_PROGRAM_INSTRUCTIONS_ARB | GL_MAX_PROGRAM_NATIVE_INSTRUCTIONS_ARB => limits::INSTRUCTIONS,
        GL_MAX_PROGRAM_TEMPORARIES_ARB | GL_MAX_PROGRAM_NATIVE_TEMPORARIES_ARB => limits::TEMPORARIES,
        GL_MAX_PROGRAM_PARAMETERS_ARB | GL_MAX_PROGRAM_NATIVE_PARAMETERS_ARB => limits::PARAMETERS,
        GL_MAX_PROGRAM_ATTRIBS_ARB | GL_MAX_PROGRAM_NATIVE_ATTRIBS_ARB => limits::attributes(target),
        GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB | GL_MAX_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB => limits::addresses(target),
        GL_MAX_PROGRAM_ALU_INSTRUCTIONS_ARB
        | GL_MAX_PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB
        | GL_MAX_PROGRAM_TEX_INSTRUCTIONS_ARB
        | GL_MAX_PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB
        | GL_MAX_PROGRAM_TEX_INDIRECTIONS_ARB
        | GL_MAX_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB
            if target == Target::Fragment =>
        {
            limits::INSTRUCTIONS
        }
        _ => return None,
    })
}

/// Returns the number of resources that a program uses, which are also the native ones; none for other names.
fn usage(target: Target, resources: &Resources, name: u32) -> Option<usize> {
    let fragment = target == Target::Fragment;
    Some(match name {
        GL_PROGRAM_INSTRUCTIONS_ARB | GL_PROGRAM_NATIVE_INSTRUCTIONS_ARB => resources.instructions,
        GL_PROGRAM_TEMPORARIES_ARB | GL_PROGRAM_NATIVE_TEMPORARIES_ARB => resources.temporaries,
        GL_PROGRAM_PARAMETERS_ARB | GL_PROGRAM_NATIVE_PARAMETERS_ARB => resources.parameters,
        GL_PROGRAM_ATTRIBS_ARB | GL_PROGRAM_NATIVE_ATTRIBS_ARB => resources.attributes,
        GL_PROGRAM_ADDRESS_REGISTERS_ARB | GL_PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB => resources.addresses,
        GL_PROGRAM_ALU_INSTRUCTIONS_ARB | GL_PROGRAM_NATIVE_ALU_INSTRUCTIONS_ARB if fragment => resources.arithmetic_instructions,
        GL_PROGRAM_TEX_INSTRUCTIONS_ARB | GL_PROGRAM_NATIVE_TEX_INSTRUCTIONS_ARB if fragment => resources.texture_instructions,
        GL_PROGRAM_TEX_INDIRECTIONS_ARB | GL_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB if fragment => resources.texture_indirections,
        _ => return None,
    })
}

/// Implements glGetProgramivARB.
pub fn get_program(context: &mut Context, token: u32, name: u32, value: Out<i32>) -> Result<()> {
    let target = target(context, token)?;
    let program = &context.compat.assembly.of(target).program;
    let contents = lock(&program.contents);
    let number = match name {
        GL_PROGRAM_BINDING_ARB => program.name.cast_signed(),
        GL_PROGRAM_FORMAT_ARB => GL_PROGRAM_FORMAT_ASCII_ARB.cast_signed(),
        GL_PROGRAM_LENGTH_ARB => contents.string.len() as i32,
        // Every program that loads is within the limits; the initial value is 0. [ARB_vertex_program, table X.8]
        GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB => contents.loaded.is_some().into(),
        _ => {
            let resources = contents.loaded.as_ref().map(|loaded| loaded.resources).unwrap_or_default();
            limit(target, name).or_else(|| usage(target, &resources, name)).ok_or(UNKNOWN_TOKEN)? as i32
        }
    };
    value.set(number);
    Ok(())
}

/// Implements glGetProgramStringARB.
pub fn get_program_string(context: &mut Context, token: u32, name: u32, string: Out<u8>) -> Result<()> {
    let target = target(context, token)?;
    if name != GL_PROGRAM_STRING_ARB {
        return Err(invalid_enum(&"<pname> must be PROGRAM_STRING_ARB. [ARB_vertex_program, 6.1.12]"));
    }
    string.write(&lock(&context.compat.assembly.of(target).program.contents).string);
    Ok(())
}

commands! {
    #[not_in_lists] fn glGetProgramivARB(target: u32, name: u32, value: Out<i32>) => get_program;
    #[not_in_lists] fn glGetProgramStringARB(target: u32, name: u32, string: Out<u8>) => get_program_string;
}
