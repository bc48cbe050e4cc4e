//! Vertex attributes of programs.

use super::reflection::{Location, subscript};
use super::{linked_or_empty, type_token, with_program};
use crate::command::program::linked;
use crate::command::shader::give_text;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_operation, invalid_value};
use crate::pointer::{In, Out};
use base::hir::Type;
use shader::pipeline::limits::Limits;
use shader::pipeline::program::Program;

/// Implements glBindAttribLocation.
pub(super) fn bind_attrib_location(context: &mut Context, name: u32, index: u32, attribute: In<u8>) -> Result<()> {
    if index >= Limits::default().vertex_attribs {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if index is greater than or equal to the value of MAX_VERTEX_ATTRIBS. [GL 4.4, 11.1.1]",
        ));
    }
    let attribute = attribute.name(None)?.to_str().into_owned();
    with_program(context, name, |program| {
        if attribute.starts_with("gl_") {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if name is a built-in attribute variable starting with the reserved … \
                  [GL 4.4, 11.1.1]",
            ));
        }
        program.attribute_locations.insert(attribute, index);
        Ok(())
    })
}

/// Returns the number of locations that one element of an attribute takes.
fn locations(ty: &Type) -> u32 {
    match ty {
        Type::Matrix(_, columns, _) => u32::from(*columns),
        _ => 1,
    }
}

/// Returns the location of an attribute or of one element of an array, -1 if there is none.
pub fn location(program: &Program, name: &str) -> i32 {
    let (base, element) = subscript(name);
    for attribute in program.attributes.iter().filter(|attribute| attribute.location >= 0 && !attribute.name.is_empty()) {
        if attribute.name == name {
            return attribute.location;
        }
        let own = attribute.name.strip_suffix("[0]").unwrap_or(&attribute.name);
        if attribute.array && own == base && element < attribute.elements {
            return attribute.location.saturating_add((element * locations(&attribute.ty)).cast_signed());
        }
    }
    -1
}

/// Implements glGetAttribLocation.
pub(super) fn get_attrib_location(context: &mut Context, name: u32, attribute: In<u8>) -> Result<Location> {
    let linked = linked(context, name)?;
    Ok(Location(location(&linked.program, &attribute.name(None)?.to_str())))
}

/// Implements glGetActiveAttrib.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn get_active_attrib(
    context: &mut Context,
    name: u32,
    index: u32,
    bytes: i32,
    length: Out<i32>,
    size: Out<i32>,
    ty: Out<u32>,
    into: Out<u8>,
) -> Result<()> {
    let linked = linked_or_empty(context, name)?;
    let attribute = linked.program.attributes.get(index as usize).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if index is not the index of an active input variable in program. [GL 4.4, 11.1.1]",
    ))?;
    give_text(&attribute.name, bytes, length, into)?;
    size.set(attribute.elements.max(1).cast_signed());
    ty.set(type_token(&attribute.ty));
    Ok(())
}

commands! {
    fn glBindAttribLocation(program: u32, index: u32, name: In<u8>) => bind_attrib_location;
    fn glGetAttribLocation(program: u32, name: In<u8>) -> Location => get_attrib_location;
    fn glGetActiveAttrib(program: u32, index: u32, bytes: i32, length: Out<i32>, size: Out<i32>, ty: Out<u32>, name: Out<u8>) => get_active_attrib;
}
