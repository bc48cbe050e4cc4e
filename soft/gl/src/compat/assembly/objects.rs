//! Program objects: names, bindings and strings.

use super::target;
use crate::command::names;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, NO_SUCH_COMMAND, Result, invalid_enum, invalid_operation};
use crate::object::assembly_program::AssemblyProgram;
use crate::object::names::lock;
use crate::pointer::{In, Out, not_negative};
use crate::tokens::*;
use compiler::assembly::{Target, limits, load};
use glmeter_abi::text::Text;
use std::sync::Arc;

/// Implements glGenProgramsARB.
fn generate(context: &mut Context, count: i32, result: Out<u32>) -> Result<()> {
    only_compatibility(context)?;
    names::generate(&mut lock(&context.share.assembly_programs), count, result)
}

/// Checks that the context has these programs.
fn only_compatibility(context: &Context) -> Result<()> {
    if context.config.api == Api::Compatibility { Ok(()) } else { Err(NO_SUCH_COMMAND) }
}

/// Implements glDeleteProgramsARB. Contexts in which a program is still bound keep it.
fn delete(context: &mut Context, count: i32, list: In<u32>) -> Result<()> {
    only_compatibility(context)?;
    for name in names::listed(count, list)?.filter(|name| *name != 0) {
        // "If a program object that is bound to any target is deleted, it is as though BindProgramARB is first executed with same target and a
        // <program> of zero." [ARB_vertex_program, 2.14.1]
        for target in [Target::Vertex, Target::Fragment] {
            let bound = context.compat.assembly.of_mut(target);
            if bound.program.name == name {
                bound.unbind();
            }
        }
        lock(&context.share.assembly_programs).remove(name);
    }
    Ok(())
}

/// Implements glBindProgramARB: "A named program object is created by binding an unused program object name to a valid program target."
/// [ARB_vertex_program, 2.14.1]
pub fn bind(context: &mut Context, token: u32, name: u32) -> Result<()> {
    let target = target(context, token)?;
    if name == 0 {
        context.compat.assembly.of_mut(target).unbind();
        return Ok(());
    }
    let mut programs = lock(&context.share.assembly_programs);
    let program = match programs.get(name) {
        Some(known) if known.target != target => {
            return Err(invalid_operation(
                &"The error INVALID_OPERATION is generated if <program> names an existing program object whose associated program target \
                  is anything other than <target>. [ARB_vertex_program, 2.14.1]",
            ));
        }
        Some(known) => known.clone(),
        None => {
            let new = Arc::new(AssemblyProgram::new(name, target));
            programs.put(name, new.clone())?;
            new
        }
    };
    drop(programs);
    context.compat.assembly.of_mut(target).program = program;
    Ok(())
}

/// Implements glProgramStringARB.
pub fn program_string(context: &mut Context, token: u32, format: u32, length: i32, string: In<u8>) -> Result<()> {
    let target = target(context, token)?;
    if format != GL_PROGRAM_FORMAT_ASCII_ARB {
        return Err(invalid_enum(
            &"<format> describes the format of the program string, which must currently be PROGRAM_FORMAT_ASCII_ARB. \
              [ARB_vertex_program, 2.14.1]",
        ));
    }
    let length = not_negative(length)?;
    if length > limits::TEXT {
        return Err(NO_MEMORY);
    }
    let text = string.copy(length);
    let state = &mut context.compat.assembly;
    match load(target, &text) {
        Ok(loaded) => {
            (state.error_position, state.error_string) = (-1, Text::default());
            let mut contents = lock(&state.of(target).program.contents);
            (contents.string, contents.loaded) = (text.into(), Some(Arc::new(loaded)));
            Ok(())
        }
        Err(failure) => {
            // "If a program fails to load, the value of the program error position is set to the ubyte offset into the specified program string
            // indicating where the first program error was detected." [ARB_vertex_program, 2.14.1]
            state.error_position = i32::try_from(failure.position).unwrap_or(i32::MAX);
            state.error_string = Text::new(failure.message.as_bytes()).unwrap_or_default();
            Err(invalid_operation(
                &"If a program violates the syntactic or semantic restrictions of the program target, ProgramStringARB generates the error \
                  INVALID_OPERATION. [ARB_vertex_program, 2.14.1]",
            ))
        }
    }
}

commands! {
    #[not_in_lists] fn glGenProgramsARB(count: i32, programs: Out<u32>) => generate;
    #[not_in_lists] fn glDeleteProgramsARB(count: i32, programs: In<u32>) => delete;
    // Implements glIsProgramARB: "A name returned by GenProgramsARB, but not yet bound, is not the name of a program object."
    // [ARB_vertex_program, 6.1.12]
    fn glIsProgramARB(name: u32) -> u8 => |context| Ok(lock(&context.share.assembly_programs).get(name).is_some().into());
    fn glBindProgramARB(target: u32, program: u32) => bind;
    fn glProgramStringARB(target: u32, format: u32, length: i32, string: In<u8>) [usize::try_from(length).unwrap_or(0)] => program_string;
}
