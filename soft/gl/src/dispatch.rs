//! Dispatch: the path of every command from C to its handler. The [`commands!`] table declares commands.

mod argument;
mod call;

pub use argument::Argument;
pub use call::{Call, Command, Row, run};

use crate::config::Api;
use crate::context::immediate::outside_begin;
use crate::context::prepared::Changes;
use crate::context::recording::{self, Recorded, Step};
use crate::context::stream;
use crate::context::{Context, ContextRef};
use crate::error::{NO_MEMORY, Result, context_lost, invalid_operation};
use crate::log::log_once;
use crate::object::names::lock;
use crate::{es, es1};
use base::core::thread_value::ThreadValue;
use base::core::{fork, reserve};
use glmeter_abi::border::{catch, guard};

thread_local! {
    /// The context that is current in this thread.
    static CURRENT: ThreadValue<ContextRef> = const { ThreadValue::new() };
}

/// Makes a context, or none, current in this thread.
pub fn set_current(context: Option<ContextRef>) {
    // A thread that ends may be unable to draw.
    let _ = guard(complete_draws);
    ThreadValue::set(&CURRENT, context);
}

/// Completes the draws that wait in the context of this thread, before a window system shows, reads or replaces buffers.
pub fn complete_draws() {
    ThreadValue::with(&CURRENT, |current| {
        if let Some(current) = current {
            let mut context = lock(current);
            stream::close(&mut context);
            context.changes(Changes::ALL);
        }
    });
}

/// Gives the context of this thread back what a stream has of it.
pub fn close_stream() {
    ThreadValue::with(&CURRENT, |current| {
        // A command that holds the lock has closed the stream.
        if let Some(mut context) = current.and_then(|current| current.try_lock().ok()) {
            stream::close(&mut context);
        }
    });
}

/// Completes the draws and the fills that wait in the context of this thread.
pub fn complete_all() {
    let completed = guard(|| {
        ThreadValue::with(&CURRENT, |current| {
            if let Some(current) = current {
                fork::pass();
                let mut context = lock(current);
                stream::close(&mut context);
                context.complete_all();
            }
        });
    });
    if completed.is_none() {
        fork::inside(|| log_once("a draw or a clear", "failed inside the driver; it was dropped"));
    }
}

/// Returns the context of this thread if the thread runs a command of it.
pub fn running() -> Option<ContextRef> {
    ThreadValue::in_use(&CURRENT)
}

/// Calls `read` with the context that is current in this thread; returns `None` without one.
pub fn with_current<R>(read: impl FnOnce(&Context) -> R) -> Option<R> {
    let outcome = guard(|| {
        ThreadValue::with(&CURRENT, |current| {
            let current = current?;
            fork::pass();
            let mut context = lock(current);
            stream::close(&mut context);
            Some(read(&context))
        })
    });
    outcome.flatten()
}

/// Where and how a command runs: the attributes of [`commands!`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Set by [`Self::between_begin_end`].
    between_begin_end: bool,
    /// Set by [`Self::not_in_lists`].
    not_in_lists: bool,
    /// Set by [`Self::records_itself`].
    records_itself: bool,
    /// Set by [`Self::refuses_itself`].
    refuses_itself: bool,
    /// Set by [`Self::of_vertices`].
    of_vertices: bool,
    /// Set by [`Self::opens_stream`].
    opens_stream: bool,
    /// Set by [`Self::error_in_lists`].
    error_in_lists: bool,
    /// Set by [`Self::when_lost`].
    when_lost: bool,
    /// Set by [`Self::polled`].
    polled: bool,
    /// Set by [`Self::changing`].
    changes: Changes,
}

impl Flags {
    /// A command without attributes: an error between glBegin and glEnd, and recorded by display lists.
    pub const NONE: Self = Self {
        between_begin_end: false,
        not_in_lists: false,
        records_itself: false,
        refuses_itself: false,
        of_vertices: false,
        opens_stream: false,
        error_in_lists: false,
        when_lost: false,
        polled: false,
        changes: Changes::ALL,
    };

    /// Allows the command between glBegin and glEnd [GL 4.4, 10.8.5].
    pub const fn between_begin_end(self) -> Self {
        Self { between_begin_end: true, ..self }
    }

    /// Executes the command at once while a display list is compiled [GL 4.4, 21.4.1].
    pub const fn not_in_lists(self) -> Self {
        Self { not_in_lists: true, ..self }
    }

    /// Lets the command record itself through [`recording::perform`] while a display list is compiled.
    pub const fn records_itself(self) -> Self {
        Self { records_itself: true, ..self }
    }

    /// Lets the command itself raise the error between glBegin and glEnd, whenever it is executed.
    pub const fn refuses_itself(self) -> Self {
        Self { refuses_itself: true, ..self }
    }

    /// Runs the command without [`guard`] where it only adds a vertex to an open primitive, or sets a current value beside one: it then generates no error
    /// and draws nothing.
    pub const fn of_vertices(self) -> Self {
        Self { of_vertices: true, ..self }
    }

    /// Lets a [stream](stream::open) open after the command.
    pub const fn opens_stream(self) -> Self {
        Self { opens_stream: true, ..self }
    }

    /// Makes the command an error while a display list is compiled.
    pub const fn error_in_lists(self) -> Self {
        Self { error_in_lists: true, ..self }
    }

    /// Executes the command in a lost context: "GetError and GetGraphicsResetStatus behave normally following a graphics reset" [KHR_robustness].
    pub const fn when_lost(self) -> Self {
        Self { when_lost: true, ..self }
    }

    /// Sets what the command may change of the state that draws have collected.
    pub const fn changing(self, changes: Changes) -> Self {
        Self { changes, ..self }
    }

    /// Executes the command in a lost context and raises the error too: "Any commands which might cause a polling application to block indefinitely
    /// will generate a CONTEXT_LOST error, but will also return a value indicating completion to the application." [KHR_robustness]
    pub const fn polled(self) -> Self {
        Self { polled: true, ..self }
    }
}

/// Runs a command on the current context, if any. Records errors; ends panics.
///
/// Not generic, because there are two thousand commands.
fn dispatch(row: &Row, call: &mut dyn Call) {
    let &Row { name, flags, .. } = row;
    let outcome = guard(|| {
        ThreadValue::with(&CURRENT, |current| {
            let current = current?;
            fork::pass();
            let mut context = lock(current);
            stream::close(&mut context);
            if context.is_lost() {
                lost(&mut context, row, call);
                return context.debug.take_pending();
            }
            let recorded = if reserve::is_short() { enough_memory(name) } else { Ok(()) };
            let recorded = recorded.and_then(|()| record(&mut context, row, &*call));
            context.changes(flags.changes);
            context.is_dispatched = true;
            let outcome = recorded.and_then(|recorded| match recorded {
                Recorded::No => call.execute(&mut context),
                Recorded::AndExecuted => recording::as_called(&mut context, &mut |context| call.execute(context)),
                Recorded::Alone => Ok(()),
            });
            context.is_dispatched = false;
            context.changes(flags.changes);
            match outcome {
                Err(error) => context.raise(name, error),
                Ok(()) if flags.opens_stream => stream::open(&mut context),
                Ok(()) => {}
            }
            context.debug.take_pending()
        })
    });
    match outcome {
        Some(Some(messages)) => messages.deliver(),
        Some(None) => {}
        None => _ = fork::inside(|| log_once(name, "failed inside the driver; the command was dropped")),
    }
}

/// Runs a command [of vertices](Flags::of_vertices) on the current context if there is an open primitive with room for a vertex. Returns false, and does
/// nothing, otherwise. A primitive has thousands of such commands, and [`guard`] costs as much as one of them.
fn add_to_primitive(call: &mut dyn Call) -> bool {
    let added = catch(|| {
        ThreadValue::with(&CURRENT, |current| {
            // A fork or another thread that has the lock is waited for in `dispatch`.
            let Some(mut context) = current.and_then(|current| current.try_lock().ok()) else { return false };
            stream::close(&mut context);
            let may_add = context.compat.takes_vertices() && !context.is_lost() && !reserve::is_short();
            if may_add {
                context.changes(Changes::CURRENT);
            }
            may_add && call.execute(&mut context).is_ok()
        })
    });
    added.unwrap_or_else(|| {
        fork::inside(|| log_once("a vertex", "failed inside the driver; the command was dropped"));
        true
    })
}

/// Checks that a command may run while memory is short: one that gives memory back, ends something or only asks.
#[cold]
fn enough_memory(name: &str) -> Result<()> {
    const FRUGAL: [&str; 10] =
        ["glDelete", "glDisable", "glEnd", "glFinish", "glFlush", "glGet", "glIs", "glPop", "glUnmap", "glUseProgram"];
    if FRUGAL.iter().any(|beginning| name.starts_with(beginning)) { Ok(()) } else { Err(NO_MEMORY) }
}

/// Runs a command in a lost context. Only the commands that report the loss, and those that a program polls, have effects.
#[cold]
fn lost(context: &mut Context, row: &Row, call: &mut dyn Call) {
    let lost = context_lost(
        &"After a graphics reset has occurred on a context, subsequent GL commands on that context (or any context which shares with that \
          context) will generate a CONTEXT_LOST error. [KHR_robustness]",
    );
    let outcome = match row.flags {
        Flags { when_lost: true, .. } => call.execute(context),
        Flags { polled: true, .. } => call.execute(context).and(Err(lost)),
        _ => Err(lost),
    };
    if let Err(error) = outcome {
        context.record(row.name, error);
    }
}

/// Checks that a command of a compatibility context may stand between glBegin and glEnd, and records it into the display list under construction;
/// in a context of OpenGL ES, that the interface has its tokens, and version 1.1 the command.
fn record(context: &mut Context, row: &Row, call: &dyn Call) -> Result<Recorded> {
    if !context.watches() {
        return Ok(Recorded::No);
    }
    match context.config.api {
        Api::Es1 => return call.check_tokens(&|tokens| es1::check(row.es1_tokens, tokens)).map(|()| Recorded::No),
        Api::Es => {
            let version = es::Version::of(context.config.version);
            return call.check_tokens(&|tokens| version.check(row.es_tokens, tokens)).map(|()| Recorded::No);
        }
        Api::Core | Api::Compatibility => {}
    }
    let flags = row.flags;
    let step = &|| call.step();
    if flags.error_in_lists && context.compat.lists.is_compiling() {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if DispatchComputeIndirect or any of the drawing commands *DrawArraysIndirect, \
              *DrawElementsIndirect, DrawArraysInstanced* or DrawElementsInstanced* … are called during display list compilation. \
              [GL 4.6, 21.4.1]",
        ));
    }
    let refused = if flags.between_begin_end || flags.refuses_itself { Ok(()) } else { outside_begin(context) };
    if flags.not_in_lists {
        return refused.map(|()| Recorded::No);
    }
    if flags.records_itself {
        if !context.compat.lists.is_compiling() {
            return refused.map(|()| Recorded::No);
        }
        // The handler of a refused command does not run, so it cannot record itself.
        let refusal = || Ok(Some(Box::new(|_: &mut Context| Ok(())) as Step));
        let none = || Ok(None);
        let step: &dyn Fn() -> Result<Option<Step>> = if refused.is_err() { &refusal } else { &none };
        recording::record(context, flags.between_begin_end, flags.changes, step)?;
        return refused.map(|()| Recorded::No);
    }
    // "[E]rrors generated by commands in a display list must be generated when the list is executed." [GL 4.6, appendix B]
    let recorded = recording::record(context, flags.between_begin_end, flags.changes, step)?;
    refused.map(|()| recorded)
}

/// Returns `count` times `each`, for the lengths of arrays in [`commands!`].
pub fn many(count: i32, each: usize) -> usize {
    usize::try_from(count).unwrap_or(0).saturating_mul(each)
}

/// Expands to a type, or to () for none.
macro_rules! or_unit {
    () => {
        ()
    };
    ($ty:ty) => {
        $ty
    };
}
pub(crate) use or_unit;

/// Returns the handler of a row of [`commands!`]: the function that the row names, or one of the row's expression.
macro_rules! handler {
    ($handler:path, $($arguments:tt)*) => {
        $handler
    };
    (|$context:ident| $work:expr, ($($argument:ident: $ty:ty),*), $result:ty) => {{
        #[allow(clippy::too_many_arguments, reason = "the command's arguments")]
        fn handler($context: &mut $crate::context::Context, $($argument: $ty),*) -> $crate::error::Result<$result> {
            $work
        }
        handler
    }};
}
pub(crate) use handler;

/// Returns the function that counts the elements of a command's array, if its row says how.
macro_rules! length {
    (($($argument:ident),*)) => {
        None
    };
    (($($argument:ident),*) $count:expr) => {{
        #[allow(unused_variables, reason = "most arguments do not count")]
        let length = |($($argument,)*)| $count;
        Some(length)
    }};
}
pub(crate) use length;

/// An entry of the table of commands.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its C name.
    pub name: &'static str,
    /// Its entry point.
    pub address: *const core::ffi::c_void,
    /// How the fuzz targets call it; none for aliases.
    #[cfg(any(test, fuzzing))]
    pub signature: Option<Signature>,
}

/// A command as the fuzz targets call it.
#[cfg(any(test, fuzzing))]
#[derive(Clone, Copy)]
pub struct Signature {
    /// Its C name.
    pub name: &'static str,
    /// The attributes of its declaration.
    #[cfg_attr(not(test), allow(dead_code, reason = "only tests read it"))]
    pub flags: Flags,
    /// The arguments' names and types, as `commands!` has them.
    pub arguments: &'static [(&'static str, &'static str)],
    /// Calls it with these words, each cut to its argument's type; missing ones are 0.
    ///
    /// # Safety
    /// The words that stand for addresses must be what the command's specification allows.
    pub call: unsafe fn(&[u64]),
}

/// Declares the commands of one file:
///
/// ```text
/// commands! {
///     fn glGenBuffers(count: i32, names: Out<u32>) => gen_buffers;
///     fn glIsBuffer(name: u32) -> u8 => is_buffer;
///     // a display list records so many elements of its arrays; without a length such commands are executed at once
///     fn glUniform2fv(location: i32, count: i32, values: In<f32>) [many(count, 2)] => uniform_2fv;
///     // a handler of one expression
///     fn glBlendFunc(source: u32, destination: u32) => |context| blend_func_separate(context, source, destination, source, destination);
///     // a quick way: an expression that is true if it has executed the command, which `dispatch` then need not do
///     fn glEnd() => |context| end(context), takes(VertexCommand::End);
///     // attributes are the functions of `Flags`
///     #[not_in_lists] fn glBindBuffer(target: u32, name: u32) => bind;
///     // the same handler under a name that does not follow from the registry's aliases and the listed extensions, as others do in `table`
///     alias glMemoryBarrierEXT = glMemoryBarrier;
/// }
/// ```
///
/// Types are C's by size: GLenum, GLbitfield, GLuint u32; GLint, GLsizei i32; GLboolean u8; GLintptr, GLsizeiptr isize; GLchar u8;
/// `const T *` is `In<T>`, `T *` is `Out<T>`. The table is `COMMANDS: &[Entry]`.
macro_rules! commands {
    ($($(#[$flag:ident])* fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $(-> $result:ty)? $([$count:expr])? => $($handler:path)? $(|$context:ident| $work:expr $(, $quick:expr)?)?;)* $(alias $alias:ident = $target:ident;)*) => {
        /// The commands that this file implements.
        #[allow(non_snake_case, reason = "the commands' C names")]
        pub fn commands() -> Vec<$crate::dispatch::Entry> {
            $(/// # Safety
            /// Each address must be null, an offset where a buffer is bound that it counts in, or good for what the command's
            /// specification says is read or written through it, now or (client arrays) by draws that follow.
            unsafe extern "C" fn $name($($argument: $ty),*) $(-> $result)? {
                static COMMAND: $crate::dispatch::Command<($($ty,)*), $crate::dispatch::or_unit!($($result)?)> = $crate::dispatch::Command {
                    row: $crate::dispatch::Row {
                        name: stringify!($name),
                        flags: $crate::dispatch::Flags::NONE$(.$flag())*.changing($crate::context::prepared::Changes::of(stringify!($name))),
                        es1_tokens: $crate::es1::command(stringify!($name)),
                        es_tokens: $crate::es::arguments(stringify!($name)),
                    },
                    handler: $crate::dispatch::handler!($($handler)? $(|$context| $work)?, ($($argument: $ty),*), $crate::dispatch::or_unit!($($result)?)),
                    length: $crate::dispatch::length!(($($argument),*) $($count)?),
                };
                $($(if $quick {
                    return;
                })?)?
                $crate::dispatch::run(&COMMAND, ($($argument,)*))
            })*
            const TABLE: &[$crate::dispatch::Entry] = &[
                $($crate::dispatch::Entry {
                    name: stringify!($name),
                    address: $name as *const core::ffi::c_void,
                    #[cfg(any(test, fuzzing))]
                    signature: Some($crate::dispatch::Signature {
                        name: stringify!($name),
                        flags: $crate::dispatch::Flags::NONE$(.$flag())*,
                        arguments: &[$((stringify!($argument), stringify!($ty))),*],
                        call: {
                            unsafe fn call(words: &[u64]) {
                                let mut words = words.iter().copied();
                                let mut next = || words.next().unwrap_or(0);
                                let _ = &mut next;
                                // SAFETY: the caller gives addresses that the command may be given.
                                let _ = unsafe { $name($(<$ty as $crate::dispatch::Argument>::from_word(next())),*) };
                            }
                            call
                        },
                    }),
                },)*
                $($crate::dispatch::Entry {
                    name: stringify!($alias),
                    address: $target as *const core::ffi::c_void,
                    #[cfg(any(test, fuzzing))]
                    signature: None,
                },)*
            ];
            TABLE.to_vec()
        }
    };
}
pub(crate) use commands;
