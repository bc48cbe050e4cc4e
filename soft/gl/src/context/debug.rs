//! Debug messages of a context, and their delivery to the application.

use crate::context::Context;
use crate::error::Error;
use crate::limits::MAX_DEBUG_LOGGED_MESSAGES;
use crate::tokens::*;
use glmeter_abi::text::Text;
use std::collections::{HashMap, VecDeque};
use std::ffi::{c_char, c_void};

/// Sources of debug messages, in the order of [`Filter::volumes`].
pub const SOURCES: [u32; 6] = [
    GL_DEBUG_SOURCE_API,
    GL_DEBUG_SOURCE_WINDOW_SYSTEM,
    GL_DEBUG_SOURCE_SHADER_COMPILER,
    GL_DEBUG_SOURCE_THIRD_PARTY,
    GL_DEBUG_SOURCE_APPLICATION,
    GL_DEBUG_SOURCE_OTHER,
];

/// Types of debug messages, in the order of [`Filter::volumes`].
pub const TYPES: [u32; 9] = [
    GL_DEBUG_TYPE_ERROR,
    GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR,
    GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR,
    GL_DEBUG_TYPE_PORTABILITY,
    GL_DEBUG_TYPE_PERFORMANCE,
    GL_DEBUG_TYPE_OTHER,
    GL_DEBUG_TYPE_MARKER,
    GL_DEBUG_TYPE_PUSH_GROUP,
    GL_DEBUG_TYPE_POP_GROUP,
];

/// Severities of debug messages, in the order of [`Filter::volumes`].
pub const SEVERITIES: [u32; 4] = [GL_DEBUG_SEVERITY_HIGH, GL_DEBUG_SEVERITY_MEDIUM, GL_DEBUG_SEVERITY_LOW, GL_DEBUG_SEVERITY_NOTIFICATION];

/// A debug message.
#[derive(Debug, PartialEq, Eq)]
pub struct Message {
    /// GL_DEBUG_SOURCE_….
    pub source: u32,
    /// GL_DEBUG_TYPE_….
    pub ty: u32,
    /// Its id.
    pub id: u32,
    /// GL_DEBUG_SEVERITY_….
    pub severity: u32,
    /// Its text.
    pub text: Text,
}

/// The enabled messages of a debug group.
#[derive(Clone)]
pub struct Filter {
    /// True by source, type and severity, in the order of the tables above.
    pub volumes: [[[bool; 4]; 9]; 6],
    /// True by severity, for a source, a type and an id: overrides `volumes`.
    pub numbered: HashMap<(u32, u32, u32), [bool; 4]>,
}

impl Default for Filter {
    fn default() -> Self {
        // "All messages are initially enabled unless their assigned severity is DEBUG_SEVERITY_LOW." [GL 4.4, 20.1]
        Self { volumes: [[[true, true, false, true]; 9]; 6], numbered: HashMap::new() }
    }
}

impl Filter {
    /// Returns whether the filter enables a message.
    pub fn lets_through(&self, message: &Message) -> bool {
        let place = |table: &[u32], token| table.iter().position(|&entry| entry == token);
        match (place(&SOURCES, message.source), place(&TYPES, message.ty), place(&SEVERITIES, message.severity)) {
            (Some(source), Some(ty), Some(severity)) => {
                let numbered = self.numbered.get(&(message.source, message.ty, message.id));
                numbered.unwrap_or(&self.volumes[source][ty])[severity]
            }
            _ => false,
        }
    }
}

/// A debug group: the message of glPopDebugGroup, and the filter that it restores.
pub struct Group {
    /// GL_DEBUG_SOURCE_….
    pub source: u32,
    /// The id of its messages.
    pub id: u32,
    /// The text of its messages.
    pub text: Text,
    /// The filter of the enclosing group.
    pub filter: Filter,
}

/// Debug state of a context.
#[derive(Default)]
pub struct DebugOutput {
    /// GL_DEBUG_CALLBACK_FUNCTION.
    pub callback: Option<Callback>,
    /// GL_DEBUG_CALLBACK_USER_PARAM.
    pub user: usize,
    /// The filter of the current group.
    pub filter: Filter,
    /// Enclosing groups; the default group is not among them.
    pub groups: Vec<Group>,
    /// The message log.
    pub log: VecDeque<Message>,
    /// Messages for the callback, delivered after the command, when the context is no longer locked.
    pub pending: Vec<Message>,
}

impl DebugOutput {
    /// Returns GL_DEBUG_LOGGED_MESSAGES.
    pub fn logged(&self) -> u32 {
        self.log.len() as u32
    }

    /// Returns GL_DEBUG_NEXT_LOGGED_MESSAGE_LENGTH, with the terminating zero.
    pub fn next_length(&self) -> u32 {
        self.log.front().map_or(0, |message| message.text.len() as u32 + 1)
    }

    /// Returns GL_DEBUG_GROUP_STACK_DEPTH.
    pub fn depth(&self) -> u32 {
        self.groups.len() as u32 + 1
    }

    /// Takes the messages for the callback after a command.
    pub fn take_pending(&mut self) -> Option<Pending> {
        if self.pending.is_empty() {
            return None;
        }
        Some(Pending { callback: self.callback, user: self.user, messages: std::mem::take(&mut self.pending) })
    }
}

/// Messages for the callback.
pub struct Pending {
    /// The callback.
    pub callback: Option<Callback>,
    /// Its user parameter.
    pub user: usize,
    /// The messages, oldest first.
    pub messages: Vec<Message>,
}

/// `GLDEBUGPROC`.
pub type Callback = unsafe extern "C" fn(u32, u32, u32, u32, i32, *const c_char, *const c_void);

impl Pending {
    /// Calls the callback. The context must not be locked, because callbacks may call commands.
    pub fn deliver(self) {
        let Some(callback) = self.callback else { return };
        for message in self.messages {
            let length = message.text.len() as i32;
            let user = self.user as *const c_void;
            // SAFETY: the application gave it as a GLDEBUGPROC, with its own pointer for it; the text has that length and a zero after it.
            unsafe { callback(message.source, message.ty, message.id, message.severity, length, message.text.as_ptr(), user) };
        }
    }
}

/// Logs a message, or queues it for the callback.
pub fn put(context: &mut Context, message: Message) {
    if !context.state.enabled.contains(&GL_DEBUG_OUTPUT) || !context.debug.filter.lets_through(&message) {
        return;
    }
    let state = &mut context.debug;
    if state.callback.is_some() {
        state.pending.push(message);
    } else if state.log.len() < MAX_DEBUG_LOGGED_MESSAGES {
        state.log.push_back(message);
    }
}

/// Emits the message of an error that a command raised.
pub fn error(context: &mut Context, command: &str, error: Error) {
    if !context.state.enabled.contains(&GL_DEBUG_OUTPUT) {
        return;
    }
    // Without memory the message is lost; the error is not.
    let Ok(text) = Text::new(error.message(command).as_bytes()) else { return };
    put(context, Message { source: GL_DEBUG_SOURCE_API, ty: GL_DEBUG_TYPE_ERROR, id: error.code, severity: GL_DEBUG_SEVERITY_HIGH, text });
}
