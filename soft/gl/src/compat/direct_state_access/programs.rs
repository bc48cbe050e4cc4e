//! Commands on a named program in an assembly language.

use super::declare::commands_within;
use super::scope::on_program;
use crate::compat::assembly::{get, objects, parameters};
use crate::context::Context;
use crate::dispatch::many;
use crate::error::Result;
use crate::pointer::{In, Out};
use crate::tokens::*;

/// Calls `work` as [`on_program`] does, for a getter of a name. The bound program is a property of the target: the binding stays as it is.
fn on_program_or_target<R>(
    context: &mut Context,
    program: u32,
    target: u32,
    name: u32,
    work: impl FnOnce(&mut Context) -> Result<R>,
) -> Result<R> {
    if name != GL_PROGRAM_BINDING_ARB {
        return on_program(context, program, target, work);
    }
    on_program(context, program, target, |_| Ok(()))?;
    work(context)
}

commands_within! {
    fn glNamedProgramStringEXT(program: u32, target: u32, format: u32, length: i32, string: In<u8>) [usize::try_from(length).unwrap_or(0)]
        => on_program(program, target): objects::program_string(target, format, length, string);
    fn glNamedProgramLocalParameter4dEXT(program: u32, target: u32, index: u32, x: f64, y: f64, z: f64, w: f64)
        => on_program(program, target): parameters::local_d(target, index, x, y, z, w);
    fn glNamedProgramLocalParameter4dvEXT(program: u32, target: u32, index: u32, values: In<f64>) [4]
        => on_program(program, target): parameters::local_dv(target, index, values);
    fn glNamedProgramLocalParameter4fEXT(program: u32, target: u32, index: u32, x: f32, y: f32, z: f32, w: f32)
        => on_program(program, target): parameters::local_f(target, index, x, y, z, w);
    fn glNamedProgramLocalParameter4fvEXT(program: u32, target: u32, index: u32, values: In<f32>) [4]
        => on_program(program, target): parameters::local_fv(target, index, values);
    fn glNamedProgramLocalParameters4fvEXT(program: u32, target: u32, index: u32, count: i32, values: In<f32>) [many(count, 4)]
        => on_program(program, target): parameters::several_local(target, index, count, values);
    #[not_in_lists] fn glGetNamedProgramLocalParameterdvEXT(program: u32, target: u32, index: u32, values: Out<f64>)
        => on_program(program, target): parameters::get_local_d(target, index, values);
    #[not_in_lists] fn glGetNamedProgramLocalParameterfvEXT(program: u32, target: u32, index: u32, values: Out<f32>)
        => on_program(program, target): parameters::get_local_f(target, index, values);
    #[not_in_lists] fn glGetNamedProgramivEXT(program: u32, target: u32, name: u32, value: Out<i32>)
        => on_program_or_target(program, target, name): get::get_program(target, name, value);
    #[not_in_lists] fn glGetNamedProgramStringEXT(program: u32, target: u32, name: u32, string: Out<u8>)
        => on_program(program, target): get::get_program_string(target, name, string);
}
