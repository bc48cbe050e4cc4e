//! The commands on display lists. [`crate::context::recording`] records the commands of a list.

use crate::command::draw::failed;
use crate::compat::immediate;
use crate::context::Context;
use crate::context::immediate::outside_begin;
use crate::context::prepared::Changes;
use crate::context::recorded_vertices::RecordedVertices;
use crate::context::recording::{Compiling, Listed, perform};
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, UNKNOWN_TOKEN, context_lost, invalid_enum, invalid_operation, invalid_value};
use crate::object::names::lock;
use crate::pointer::{In, array_length, not_negative};
use crate::tokens::*;
use base::core::reserve;
use shader::pipeline::state::Failure;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Stands for the command in the messages of a command that a list calls.
const IN_A_LIST: &str = "a display list";
/// GL_MAX_LIST_NESTING: the depth to which lists may call lists.
const NESTING: u32 = 64;
/// Limits the names of lists; without room, glGenLists returns 0.
const LISTS: usize = 1 << 22;
/// The memory of a name in the tree of lists, bytes: half-full nodes of 11 names.
const ROOM_OF_NAME: usize = 32;

/// Implements glGenLists; returns 0 if there is no such group of names.
fn gen_lists(context: &mut Context, range: i32) -> Result<u32> {
    outside_begin(context)?;
    let range = u32::try_from(range).map_err(|_| invalid_value(&"An INVALID_VALUE error is generated if s is negative. [GL 4.4, 21.4]"))?;
    if range == 0 {
        return Ok(0);
    }
    let lists = &mut lock(&context.compat.lists.lists).by_name;
    let mut first = 1u32;
    for &name in lists.keys() {
        if name >= first && name - first >= range {
            break;
        }
        match name.checked_add(1) {
            Some(next) => first = first.max(next),
            None => return Ok(0),
        }
    }
    let Some(end) = first.checked_add(range).filter(|_| lists.len() + (range as usize) <= LISTS) else { return Ok(0) };
    // Each name has a place in a tree of small values, which cannot fail one by one.
    if !reserve::has_room(range as usize * ROOM_OF_NAME) {
        return Ok(0);
    }
    let empty = Arc::new(Vec::new());
    (first..end).for_each(|name| drop(lists.insert(name, empty.clone())));
    Ok(first)
}

fn delete_lists(context: &mut Context, first: u32, range: i32) -> Result<()> {
    outside_begin(context)?;
    let range =
        u32::try_from(range).map_err(|_| invalid_value(&"An INVALID_VALUE error is generated if range is negative. [GL 4.4, 21.4]"))?;
    let end = u64::from(first) + u64::from(range);
    let mut lists = lock(&context.compat.lists.lists);
    lists.by_name.retain(|&name, _| name < first || u64::from(name) >= end);
    lists.labels.retain(|&name, _| name < first || u64::from(name) >= end);
    Ok(())
}

fn is_list(context: &mut Context, name: u32) -> Result<u8> {
    outside_begin(context)?;
    Ok(u8::from(lock(&context.compat.lists.lists).by_name.contains_key(&name)))
}

fn new_list(context: &mut Context, name: u32, mode: u32) -> Result<()> {
    outside_begin(context)?;
    if name == 0 {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if n is zero. [GL 4.4, 21.4]"));
    }
    if !matches!(mode, GL_COMPILE | GL_COMPILE_AND_EXECUTE) {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if mode is not COMPILE or COMPILE_AND_EXECUTE. [GL 4.4, 21.4]"));
    }
    if context.compat.lists.compiling.is_some() {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if NewList is called a second time before calling EndList. [GL 4.4, 21.4]",
        ));
    }
    context.compat.lists.compiling = Some(Compiling {
        name,
        execute: mode == GL_COMPILE_AND_EXECUTE,
        between_begin_end: false,
        changes: Changes::ALL,
        steps: Vec::new(),
    });
    Ok(())
}

fn end_list(context: &mut Context) -> Result<()> {
    outside_begin(context)?;
    let list = context.compat.lists.compiling.take().ok_or(invalid_operation(
        &"An INVALID_OPERATION error is generated if EndList is called without a previous matching NewList. [GL 4.4, 21.4]",
    ))?;
    lock(&context.compat.lists.lists).by_name.insert(list.name, Arc::new(list.finish()));
    Ok(())
}

/// Implements glCallList. "Indicating a display list index that does not correspond to any display list has no effect." [GL 4.4, 21.4] Calls beyond
/// the nesting limit have none either.
fn call_list(context: &mut Context, name: u32) -> Result<()> {
    if name == 0 {
        return Err(invalid_value(&"An INVALID_VALUE error is generated if n is zero. [GL 4.6 compatibility, 21.4]"));
    }
    call(context, std::iter::once(name));
    Ok(())
}

/// Calls lists one after another.
fn call(context: &mut Context, names: impl Iterator<Item = u32>) {
    if context.compat.lists.depth == 0 {
        context.compat.lists.begin();
    }
    for name in names {
        if !call_one(context, name) {
            // Lists that would otherwise call one another for hours end as a shader does that would run for ever.
            let error = if context.is_lost() {
                context_lost(
                    &"If the GL context has been reset as a result of a previous GL command, or if the context is reset as a side effect \
                      of execution of a command, a CONTEXT_LOST error is generated. [KHR_robustness]",
                )
            } else {
                failed(context, Failure::Interrupted)
            };
            context.raise(IN_A_LIST, error);
            break;
        }
    }
}

/// Takes some from the commands that the outermost call may still execute; returns false if so many are not left, or if the context is lost.
fn pay(context: &mut Context, commands: u32) -> bool {
    let rest = context.compat.lists.steps.checked_sub(commands).filter(|_| !context.cancel.load(Relaxed) && !context.is_lost());
    context.compat.lists.steps = rest.unwrap_or(0);
    rest.is_some()
}

/// Calls one list; returns false if it ended early.
fn call_one(context: &mut Context, name: u32) -> bool {
    if !pay(context, 1) {
        return false;
    }
    // A list has as many commands as the program recorded: only calls of lists multiply them.
    let lists = &mut context.compat.lists;
    if lists.began.elapsed() > lists.limit.time {
        lists.steps = 0;
        return false;
    }
    let list = lock(&context.compat.lists.lists).by_name.get(&name).cloned();
    let Some(list) = list else { return true };
    if context.compat.lists.depth >= NESTING {
        return true;
    }
    context.compat.lists.depth += 1;
    let mut whole = true;
    for step in list.iter() {
        whole = match step {
            Listed::Command(command) => execute(context, &mut |context| command.call(context)),
            Listed::Vertices(vertices) => call_vertices(context, vertices),
        };
        if !whole {
            break;
        }
    }
    context.compat.lists.depth -= 1;
    whole
}

/// Executes a command of a list; returns false if there is none left to be executed.
fn execute(context: &mut Context, command: &mut dyn FnMut(&mut Context) -> Result<()>) -> bool {
    let pays = pay(context, 1);
    if pays && let Err(error) = command(context) {
        context.raise(IN_A_LIST, error);
    }
    pays
}

/// Executes commands between glBegin and glEnd; returns false if there are none left to be executed.
fn call_vertices(context: &mut Context, vertices: &RecordedVertices) -> bool {
    context.changes(Changes::CURRENT);
    let count = vertices.commands.len() as u32;
    if context.compat.lists.steps >= count && pay(context, count) {
        if immediate::draw_recorded(context, vertices) {
            return true;
        }
        context.compat.lists.steps += count;
    }
    let whole = vertices.commands.iter().all(|&command| execute(context, &mut |context| immediate::execute(context, command)));
    context.changes(Changes::CURRENT);
    whole
}

fn call_lists(context: &mut Context, count: i32, ty: u32, names: In<u8>) -> Result<()> {
    // A null array ends the call, whatever the count.
    let count = if names.is_null() { not_negative(count).map(|_| 0)? } else { array_length(count)? };
    let size = match ty {
        GL_BYTE | GL_UNSIGNED_BYTE => 1,
        GL_SHORT | GL_UNSIGNED_SHORT | GL_2_BYTES => 2,
        GL_3_BYTES => 3,
        GL_INT | GL_UNSIGNED_INT | GL_FLOAT | GL_4_BYTES => 4,
        _ => return Err(UNKNOWN_TOKEN),
    };
    let bytes = count.checked_mul(size).ok_or(NO_MEMORY)?;
    let mut offsets: Vec<u32> = Vec::new();
    offsets.try_reserve_exact(count).map_err(|_| NO_MEMORY)?;
    names.with_bytes(bytes, |bytes| {
        offsets.extend(bytes.chunks_exact(size).map(|b| match ty {
            GL_BYTE => i32::from(b[0] as i8) as u32,
            GL_UNSIGNED_BYTE => b[0].into(),
            GL_SHORT => i32::from(i16::from_le_bytes([b[0], b[1]])) as u32,
            GL_UNSIGNED_SHORT => u16::from_le_bytes([b[0], b[1]]).into(),
            // "floating-point values are truncated to negative infinity" [GL 4.6 compatibility, 21.4]
            GL_FLOAT => f32::from_le_bytes([b[0], b[1], b[2], b[3]]).floor() as i64 as u32,
            GL_INT | GL_UNSIGNED_INT => u32::from_le_bytes([b[0], b[1], b[2], b[3]]),
            // The most significant byte comes first.
            _ => b.iter().fold(0, |value, &byte| value << 8 | u32::from(byte)),
        }));
    });
    perform(context, move |context| {
        let base = context.compat.lists.base;
        call(context, offsets.iter().map(|&offset| base.wrapping_add(offset)));
        Ok(())
    })
}

fn list_base(context: &mut Context, base: u32) -> Result<()> {
    outside_begin(context)?;
    context.compat.lists.base = base;
    Ok(())
}

commands! {
    fn glGenLists(range: i32) -> u32 => gen_lists;
    #[not_in_lists] fn glDeleteLists(first: u32, range: i32) => delete_lists;
    fn glIsList(name: u32) -> u8 => is_list;
    #[not_in_lists] fn glNewList(name: u32, mode: u32) => new_list;
    #[not_in_lists] fn glEndList() => end_list;
    #[between_begin_end] fn glCallList(name: u32) => call_list;
    #[between_begin_end] #[records_itself] fn glCallLists(count: i32, ty: u32, names: In<u8>) => call_lists;
    fn glListBase(base: u32) => list_base;
}

#[cfg(test)]
mod recording_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod vertex_tests;
