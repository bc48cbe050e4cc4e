//! Fragment outputs of programs.

use super::reflection::{Location, subscript};
use super::with_program;
use crate::command::program::linked;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_operation, invalid_value};
use crate::pointer::In;
use shader::pipeline::limits::Limits;
use shader::pipeline::program::{FragmentOutput, Program};

/// Draw buffers that dual-source blending can use.
pub const MAX_DUAL_SOURCE_DRAW_BUFFERS: u32 = 1;

/// Implements glBindFragDataLocation.
pub(super) fn bind_frag_data_location(context: &mut Context, name: u32, color: u32, output: In<u8>) -> Result<()> {
    bind_frag_data_location_indexed(context, name, color, 0, output)
}

/// Implements glBindFragDataLocationIndexed.
pub(super) fn bind_frag_data_location_indexed(context: &mut Context, name: u32, color: u32, index: u32, output: In<u8>) -> Result<()> {
    let limit = if index == 0 { Limits::default().draw_buffers } else { MAX_DUAL_SOURCE_DRAW_BUFFERS };
    if index > 1 || color >= limit {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if index is greater than one, if colorNumber is greater than or equal to the value of \
              MAX_DRAW_BUFFERS and index is zero, or if colorNumber is greater than or equal to the value of MAX_DUAL_SOURCE_DRAW_BUFFERS \
              and index is greater than or equal to one. [GL 4.4, 15.2.3]",
        ));
    }
    let output = output.name(None)?.to_str().into_owned();
    with_program(context, name, |program| {
        if output.starts_with("gl_") {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if name starts with the reserved gl_ prefix. [GL 4.4, 15.2.3]",
            ));
        }
        program.fragment_locations.insert(output, (color, index));
        Ok(())
    })
}

/// Returns an output by name, and the element that the name stands for.
pub fn output<'a>(program: &'a Program, name: &str) -> Option<(&'a FragmentOutput, u32)> {
    let (base, element) = subscript(name);
    program.fragment_outputs.iter().filter(|output| !output.name.is_empty()).find_map(|output| {
        let own = output.name.strip_suffix("[0]").unwrap_or(&output.name);
        if output.name == name || own == name {
            return Some((output, 0));
        }
        (output.array && own == base && element < output.elements).then_some((output, element))
    })
}

/// Implements glGetFragDataLocation.
pub(super) fn get_frag_data_location(context: &mut Context, name: u32, wanted: In<u8>) -> Result<Location> {
    let linked = linked(context, name)?;
    let found = output(&linked.program, &wanted.name(None)?.to_str());
    let location = |(output, element): (&FragmentOutput, u32)| output.location.saturating_add(element.cast_signed());
    Ok(found.filter(|(output, _)| output.location >= 0).map(location).map_or_else(Location::default, Location))
}

/// Implements glGetFragDataIndex.
pub(super) fn get_frag_data_index(context: &mut Context, name: u32, wanted: In<u8>) -> Result<Location> {
    let linked = linked(context, name)?;
    let found = output(&linked.program, &wanted.name(None)?.to_str());
    Ok(found.filter(|(output, _)| output.location >= 0).map_or_else(Location::default, |(output, _)| Location(output.index.cast_signed())))
}

commands! {
    fn glBindFragDataLocation(program: u32, color: u32, name: In<u8>) => bind_frag_data_location;
    fn glBindFragDataLocationIndexed(program: u32, color: u32, index: u32, name: In<u8>) => bind_frag_data_location_indexed;
    fn glGetFragDataLocation(program: u32, name: In<u8>) -> Location => get_frag_data_location;
    fn glGetFragDataIndex(program: u32, name: In<u8>) -> Location => get_frag_data_index;
}
