//! Debug messages: the application's own, groups, and one for each error that a command raises.

use crate::context::Context;
use crate::context::debug::{Callback, Group, Message, SEVERITIES, SOURCES, TYPES, put};
use crate::dispatch::{Argument, commands};
use crate::error::{NO_MEMORY, Result, invalid_enum, invalid_operation, invalid_value, stack_overflow, stack_underflow};
use crate::limits::{MAX_DEBUG_GROUP_STACK_DEPTH, MAX_DEBUG_MESSAGE_LENGTH};
use crate::pointer::{In, Out, copied, not_negative};
use crate::tokens::*;
use glmeter_abi::text::Text;

/// Limits the message ids that a context enables or disables one by one; glDebugMessageControl with more raises GL_OUT_OF_MEMORY.
const MAX_NUMBERED: usize = 1 << 16;

impl Argument for Option<Callback> {
    #[cfg(any(test, fuzzing))]
    unsafe fn from_word(word: u64) -> Self {
        // SAFETY: 0 is none; any other word is the address of such a function, as the caller promises.
        unsafe { std::mem::transmute::<usize, Self>(word as usize) }
    }
    const VALUE: bool = true;
    type Recording = Self;
    fn record(self, _: usize) -> Self {
        self
    }
    unsafe fn replay(recording: &Self) -> Self {
        *recording
    }
}

/// Returns what glGetPointerv gives for the two pointers of the callback; none for other names.
pub fn pointer(context: &Context, name: u32) -> Option<usize> {
    match name {
        GL_DEBUG_CALLBACK_FUNCTION => Some(context.debug.callback.map_or(0, |callback| callback as usize)),
        GL_DEBUG_CALLBACK_USER_PARAM => Some(context.debug.user),
        _ => None,
    }
}

/// Returns the indices in `table` that a token selects; GL_DONT_CARE selects all.
fn chosen(table: &[u32], token: u32) -> Result<Vec<usize>> {
    if token == GL_DONT_CARE {
        return Ok((0..table.len()).collect());
    }
    table.iter().position(|&entry| entry == token).map(|place| vec![place]).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if any of source, type, and severity is neither DONT_CARE nor one of the symbols from, \
          respectively, tables 20.1, 20.2, and 20.3. [GL 4.4, 20.4]",
    ))
}

/// Implements glDebugMessageControl.
pub(super) fn message_control(
    context: &mut Context,
    source: u32,
    ty: u32,
    severity: u32,
    count: i32,
    ids: In<u32>,
    enabled: u8,
) -> Result<()> {
    let (sources, types, severities) = (chosen(&SOURCES, source)?, chosen(&TYPES, ty)?, chosen(&SEVERITIES, severity)?);
    let count = not_negative(count)?;
    let filter = &mut context.debug.filter;
    if count > 0 {
        if source == GL_DONT_CARE || ty == GL_DONT_CARE || severity != GL_DONT_CARE {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if count is greater than zero and either source or type is DONT_CARE, or \
                  severity is not DONT_CARE. [GL 4.4, 20.4]",
            ));
        }
        if filter.numbered.len().saturating_add(count) > MAX_NUMBERED {
            return Err(NO_MEMORY);
        }
        for id in ids.copy(count) {
            filter.numbered.insert((source, ty, id), [enabled != 0; 4]);
        }
        return Ok(());
    }
    for &source in &sources {
        for &ty in &types {
            severities.iter().for_each(|&severity| filter.volumes[source][ty][severity] = enabled != 0);
        }
    }
    // "there is no explicit per-source, per-type or per-severity enabled state. Instead, the enabled state is stored individually for each message."
    // [GL 4.4, 20.4] The last call that names a message decides.
    let named = |wanted, token| wanted == GL_DONT_CARE || wanted == token;
    if severity == GL_DONT_CARE {
        filter.numbered.retain(|key, _| !(named(source, key.0) && named(ty, key.1)));
    }
    for (_, volumes) in filter.numbered.iter_mut().filter(|(key, _)| named(source, key.0) && named(ty, key.1)) {
        severities.iter().for_each(|&severity| volumes[severity] = enabled != 0);
    }
    Ok(())
}

/// Reads the text of a message or a group.
fn given(length: i32, text: In<u8>) -> Result<Text> {
    let length = usize::try_from(length).ok();
    let too_long = invalid_value(
        &"An INVALID_VALUE error is generated if the number of characters in buf, excluding the null terminator when length is negative, \
          is not less than the value of MAX_DEBUG_MESSAGE_LENGTH. [GL 4.4, 20.5]",
    );
    if length.is_some_and(|length| length >= MAX_DEBUG_MESSAGE_LENGTH) {
        return Err(too_long);
    }
    text.with_text(length, |bytes| if bytes.len() >= MAX_DEBUG_MESSAGE_LENGTH { Err(too_long) } else { copied(bytes) })
}

/// Checks that an application may use the source for its own messages.
fn own_source(source: u32) -> Result<()> {
    if matches!(source, GL_DEBUG_SOURCE_APPLICATION | GL_DEBUG_SOURCE_THIRD_PARTY) {
        Ok(())
    } else {
        Err(invalid_enum(
            &"An INVALID_ENUM error is generated if the value of source is neither DEBUG_SOURCE_APPLICATION nor DEBUG_SOURCE_THIRD_PARTY. \
              [GL 4.4, 20.6]",
        ))
    }
}

/// Implements glDebugMessageInsert.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn message_insert(context: &mut Context, source: u32, ty: u32, id: u32, severity: u32, length: i32, text: In<u8>) -> Result<()> {
    own_source(source)?;
    if !TYPES.contains(&ty) || !SEVERITIES.contains(&severity) {
        return Err(invalid_enum(
            &"The error INVALID_ENUM will be generated by DebugMessageInsert if the value of <type> is not one of the values from Table \
              5.4. … The error INVALID_ENUM will be generated by DebugMessageInsert if <severity> is not a valid debug severity level \
              listed in Table 5.5. [KHR_debug]",
        ));
    }
    let text = given(length, text)?;
    put(context, Message { source, ty, id, severity, text });
    Ok(())
}

/// Implements glDebugMessageCallback.
pub(super) fn message_callback(context: &mut Context, callback: Option<Callback>, user: usize) -> Result<()> {
    (context.debug.callback, context.debug.user) = (callback, user);
    Ok(())
}

/// Implements glGetDebugMessageLog.
#[allow(clippy::too_many_arguments, reason = "the command's own")]
pub(super) fn get_message_log(
    context: &mut Context,
    count: u32,
    size: i32,
    sources: Out<u32>,
    types: Out<u32>,
    ids: Out<u32>,
    severities: Out<u32>,
    lengths: Out<i32>,
    texts: Out<u8>,
) -> Result<u32> {
    if !texts.is_null() && size < 0 {
        return Err(invalid_value(
            &"An INVALID_VALUE error is generated if bufSize is negative and messageLog is not NULL. [GL 4.4, 20.9]",
        ));
    }
    let mut room = size.max(0) as usize;
    let mut at = 0;
    for number in 0..count {
        let index = number as usize;
        let Some(message) = context.debug.log.front() else { return Ok(number) };
        let length = message.text.len() + 1;
        if !texts.is_null() {
            if length > room {
                return Ok(number);
            }
            texts.element(at).write_text(length, &message.text);
            (at, room) = (at + length, room - length);
        }
        sources.element(index).set(message.source);
        types.element(index).set(message.ty);
        ids.element(index).set(message.id);
        severities.element(index).set(message.severity);
        lengths.element(index).set(length as i32);
        context.debug.log.pop_front();
    }
    Ok(count)
}

/// Implements glPushDebugGroup.
pub(super) fn push_group(context: &mut Context, source: u32, id: u32, length: i32, text: In<u8>) -> Result<()> {
    own_source(source)?;
    let text = given(length, text)?;
    if context.debug.groups.len() + 1 >= MAX_DEBUG_GROUP_STACK_DEPTH {
        return Err(stack_overflow(
            &"A STACK_OVERFLOW error is generated if PushDebugGroup is called and the stack contains the value of \
              MAX_DEBUG_GROUP_STACK_DEPTH minus one elements. [GL 4.4, 20.6]",
        ));
    }
    let severity = GL_DEBUG_SEVERITY_NOTIFICATION;
    let message = Message { source, ty: GL_DEBUG_TYPE_PUSH_GROUP, id, severity, text: copied(text.as_bytes())? };
    put(context, message);
    let filter = context.debug.filter.clone();
    context.debug.groups.push(Group { source, id, text, filter });
    Ok(())
}

/// Implements glPopDebugGroup.
pub(super) fn pop_group(context: &mut Context) -> Result<()> {
    let Group { source, id, text, filter } = context.debug.groups.pop().ok_or(stack_underflow(
        &"A STACK_UNDERFLOW error is generated if PopDebugGroup is called and only the default debug group is on the stack. [GL 4.4, 20.6]",
    ))?;
    context.debug.filter = filter;
    put(context, Message { source, ty: GL_DEBUG_TYPE_POP_GROUP, id, severity: GL_DEBUG_SEVERITY_NOTIFICATION, text });
    Ok(())
}

commands! {
    fn glDebugMessageControl(source: u32, ty: u32, severity: u32, count: i32, ids: In<u32>, enabled: u8) => message_control;
    fn glDebugMessageInsert(source: u32, ty: u32, id: u32, severity: u32, length: i32, text: In<u8>) => message_insert;
    #[not_in_lists] fn glDebugMessageCallback(callback: Option<Callback>, user: usize) => message_callback;
    fn glGetDebugMessageLog(
        count: u32, size: i32, sources: Out<u32>, types: Out<u32>, ids: Out<u32>, severities: Out<u32>, lengths: Out<i32>, texts: Out<u8>
    ) -> u32 => get_message_log;
    fn glPushDebugGroup(source: u32, id: u32, length: i32, text: In<u8>) => push_group;
    #[not_in_lists] fn glPopDebugGroup() => pop_group;
}
