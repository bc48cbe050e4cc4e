//! Active uniforms: names, indices, locations and properties.

use super::{linked_or_empty, type_token};
use crate::command::program::linked;
use crate::command::shader::give_text;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_value};
use crate::object::linked::Linked;
use crate::pointer::{In, Out, array_length, string_count};
use crate::tokens::*;
use shader::pipeline::program::{BlockKind, Uniform};

/// The result of commands that look up a location: -1 after an error.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location(pub i32);

impl Default for Location {
    fn default() -> Self {
        Self(-1)
    }
}

/// Splits a name into the array and the element of its last subscript: `a[2]` is (`a`, 2). A name without a subscript is element 0; an
/// invalid subscript (`a[01]`, `a[-1]`) stays in the name.
pub fn subscript(name: &str) -> (&str, u32) {
    let split = || {
        let (base, digits) = name.strip_suffix(']')?.rsplit_once('[')?;
        let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        Some((base, digits.parse().ok().filter(|_| plain)?))
    };
    split().unwrap_or((name, 0))
}

/// Returns a uniform or buffer variable by name, from the indices `among` of `program.uniforms`, and the element that the name stands for.
pub fn find<'a>(linked: &'a Linked, among: &[usize], name: &str) -> Option<(usize, &'a Uniform, u32)> {
    // The variables of SPIR-V modules have empty names.
    if name.is_empty() {
        return None;
    }
    let (base, element) = subscript(name);
    among.iter().enumerate().find_map(|(index, &place)| {
        let uniform = linked.program.uniforms.get(place)?;
        let own = uniform.name.strip_suffix("[0]").filter(|_| uniform.array);
        if uniform.name == name || own == Some(name) {
            return Some((index, uniform, 0));
        }
        (own == Some(base) && base.len() < name.len() && element < uniform.elements).then_some((index, uniform, element))
    })
}

/// Returns the location of a uniform, for glGetUniformLocation.
pub fn location(linked: &Linked, name: &str) -> i32 {
    match find(linked, &linked.uniforms, name) {
        Some((_, uniform, element)) if uniform.location >= 0 => uniform.location.saturating_add(element.cast_signed()),
        _ => -1,
    }
}

/// Implements glGetUniformLocation.
pub(super) fn get_uniform_location(context: &mut Context, program: u32, name: In<u8>) -> Result<Location> {
    let linked = linked(context, program)?;
    Ok(Location(location(&linked, &name.name(None)?.to_str())))
}

/// Returns an active uniform by index.
fn active(linked: &Linked, index: u32) -> Result<&Uniform> {
    let inactive = invalid_value(
        &"If index or any value in uniformIndices is greater than or equal to the value of ACTIVE_UNIFORMS, the error INVALID_VALUE is \
          generated. [ES 3.0, 2.11.6]",
    );
    let place = linked.uniforms.get(index as usize).ok_or(inactive)?;
    linked.program.uniforms.get(*place).ok_or(inactive)
}

/// Implements glGetActiveUniform.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn get_active_uniform(
    context: &mut Context,
    program: u32,
    index: u32,
    bytes: i32,
    length: Out<i32>,
    size: Out<i32>,
    ty: Out<u32>,
    into: Out<u8>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let uniform = active(&linked, index)?;
    give_text(&uniform.name, bytes, length, into)?;
    size.set(uniform.elements.max(1).cast_signed());
    ty.set(type_token(&uniform.ty));
    Ok(())
}

/// Implements glGetActiveUniformName.
pub(super) fn get_active_uniform_name(
    context: &mut Context,
    program: u32,
    index: u32,
    bytes: i32,
    length: Out<i32>,
    into: Out<u8>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    give_text(&active(&linked, index)?.name, bytes, length, into)
}

/// Implements glGetUniformIndices.
pub(super) fn get_uniform_indices(context: &mut Context, program: u32, count: i32, names: In<In<u8>>, indices: Out<u32>) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let count = string_count(count)?;
    for number in 0..count {
        let Some(name) = names.at(number) else { break };
        let name = name.name(None)?.to_str().into_owned();
        // Only an array as a whole has an index: `a` and `a[0]`, not `a[1]`.
        let found = find(&linked, &linked.uniforms, &name).filter(|&(_, _, element)| element == 0);
        indices.element(number).set(found.map_or(GL_INVALID_INDEX, |(index, ..)| index as u32));
    }
    Ok(())
}

/// Returns one property of a uniform, for glGetActiveUniformsiv.
fn property(uniform: &Uniform, pname: u32) -> Result<i32> {
    let member =
        |of: fn(&shader::pipeline::program::BlockMember) -> u32| uniform.block.as_ref().map_or(-1, |block| of(block).cast_signed());
    Ok(match pname {
        GL_UNIFORM_TYPE => type_token(&uniform.ty).cast_signed(),
        GL_UNIFORM_SIZE => uniform.elements.max(1).cast_signed(),
        GL_UNIFORM_NAME_LENGTH => uniform.name.len() as i32 + 1,
        GL_UNIFORM_BLOCK_INDEX => match &uniform.block {
            Some(block) if block.kind == BlockKind::Uniform => block.index.cast_signed(),
            _ => -1,
        },
        GL_UNIFORM_OFFSET => member(|block| block.offset),
        GL_UNIFORM_ARRAY_STRIDE => member(|block| block.array_stride),
        GL_UNIFORM_MATRIX_STRIDE => match &uniform.block {
            Some(block) if block.kind == BlockKind::AtomicCounter => 0,
            _ => member(|block| block.matrix_stride),
        },
        GL_UNIFORM_IS_ROW_MAJOR => uniform.block.as_ref().map_or(0, |block| i32::from(block.row_major)),
        GL_UNIFORM_ATOMIC_COUNTER_BUFFER_INDEX => match &uniform.block {
            Some(block) if block.kind == BlockKind::AtomicCounter => block.index.cast_signed(),
            _ => -1,
        },
        _ => {
            return Err(invalid_enum(
                &"GL_INVALID_ENUM is generated if pname is not an accepted token. [reference page glGetActiveUniformsiv]",
            ));
        }
    })
}

/// Implements glGetActiveUniformsiv.
pub(super) fn get_active_uniforms(
    context: &mut Context,
    program: u32,
    count: i32,
    indices: In<u32>,
    pname: u32,
    params: Out<i32>,
) -> Result<()> {
    let linked = linked_or_empty(context, program)?;
    let count = array_length(count)?;
    let value = |index: u32| active(&linked, index).and_then(|uniform| property(uniform, pname));
    let values = || (0..count).map_while(|index| indices.at(index)).map(value);
    // All uniforms are checked before anything is written.
    values().try_for_each(|value| value.map(drop))?;
    values().enumerate().for_each(|(index, value)| params.element(index).set(value.unwrap_or(0)));
    Ok(())
}

commands! {
    fn glGetUniformLocation(program: u32, name: In<u8>) -> Location => get_uniform_location;
    fn glGetActiveUniform(program: u32, index: u32, bytes: i32, length: Out<i32>, size: Out<i32>, ty: Out<u32>, name: Out<u8>) => get_active_uniform;
    fn glGetActiveUniformName(program: u32, index: u32, bytes: i32, length: Out<i32>, name: Out<u8>) => get_active_uniform_name;
    fn glGetUniformIndices(program: u32, count: i32, names: In<In<u8>>, indices: Out<u32>) => get_uniform_indices;
    fn glGetActiveUniformsiv(program: u32, count: i32, indices: In<u32>, pname: u32, params: Out<i32>) => get_active_uniforms;
}
