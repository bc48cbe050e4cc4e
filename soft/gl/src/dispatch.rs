//! Dispatch: the path of every command from C to its handler. The [`commands!`] table declares commands.

use crate::config::Api;
use crate::context::immediate::outside_begin;
use crate::context::recording::{self, Recorded, Step};
use crate::context::{Context, ContextRef};
use crate::error::{NO_MEMORY, Result, context_lost, invalid_operation};
use crate::es;
use crate::log::log_once;
use crate::object::names::lock;
use crate::pointer::{In, Out};
use base::core::thread_value::ThreadValue;
use base::core::{fork, reserve};
use glmeter_abi::border::guard;

thread_local! {
    /// The context that is current in this thread.
    static CURRENT: ThreadValue<ContextRef> = const { ThreadValue::new() };
}

/// Makes a context, or none, current in this thread.
pub fn set_current(context: Option<ContextRef>) {
    ThreadValue::set(&CURRENT, context);
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
            Some(read(&lock(current)))
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
    /// Set by [`Self::error_in_lists`].
    error_in_lists: bool,
    /// Set by [`Self::when_lost`].
    when_lost: bool,
    /// Set by [`Self::polled`].
    polled: bool,
}

impl Flags {
    /// A command without attributes: an error between glBegin and glEnd, and recorded by display lists.
    pub const NONE: Self = Self {
        between_begin_end: false,
        not_in_lists: false,
        records_itself: false,
        error_in_lists: false,
        when_lost: false,
        polled: false,
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

    /// Makes the command an error while a display list is compiled.
    pub const fn error_in_lists(self) -> Self {
        Self { error_in_lists: true, ..self }
    }

    /// Executes the command in a lost context: "GetError and GetGraphicsResetStatus behave normally following a graphics reset" [KHR_robustness].
    pub const fn when_lost(self) -> Self {
        Self { when_lost: true, ..self }
    }

    /// Executes the command in a lost context and raises the error too: "Any commands which might cause a polling application to block indefinitely
    /// will generate a CONTEXT_LOST error, but will also return a value indicating completion to the application." [KHR_robustness]
    pub const fn polled(self) -> Self {
        Self { polled: true, ..self }
    }
}

/// What dispatch asks of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// What a display list records; none for commands that lists do not record or that record themselves.
    Step,
    /// Whether OpenGL ES 1.1 has the command, and the tokens among its arguments: none or an error.
    Es1,
    /// Whether a version of OpenGL ES from 2.0 on has the tokens among the arguments: none or an error.
    Es(es::Version),
}

/// A call of a command with its arguments.
pub type Call<'a> = &'a dyn Fn(Asked) -> Result<Option<Step>>;

/// Runs a command on the current context, if any. Records errors; ends panics.
///
/// Not generic, because there are two thousand commands.
fn dispatch(name: &'static str, flags: Flags, call: Call<'_>, work: &mut dyn FnMut(&mut Context) -> Result<()>) {
    let outcome = guard(|| {
        ThreadValue::with(&CURRENT, |current| {
            let current = current?;
            fork::pass();
            let mut context = lock(current);
            if context.is_lost() {
                lost(&mut context, name, flags, work);
                return context.debug.take_pending();
            }
            let recorded = if reserve::is_short() { enough_memory(name) } else { Ok(()) };
            let recorded = recorded.and_then(|()| record(&mut context, flags, call));
            let outcome = recorded.and_then(|recorded| match recorded {
                Recorded::No => work(&mut context),
                Recorded::AndExecuted => recording::as_called(&mut context, work),
                Recorded::Alone => Ok(()),
            });
            if let Err(error) = outcome {
                context.raise(name, error);
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

/// Checks that a command may run while memory is short: one that gives memory back, ends something or only asks.
#[cold]
fn enough_memory(name: &str) -> Result<()> {
    const FRUGAL: [&str; 10] =
        ["glDelete", "glDisable", "glEnd", "glFinish", "glFlush", "glGet", "glIs", "glPop", "glUnmap", "glUseProgram"];
    if FRUGAL.iter().any(|beginning| name.starts_with(beginning)) { Ok(()) } else { Err(NO_MEMORY) }
}

/// Runs a command in a lost context. Only the commands that report the loss, and those that a program polls, have effects.
#[cold]
fn lost(context: &mut Context, name: &'static str, flags: Flags, work: &mut dyn FnMut(&mut Context) -> Result<()>) {
    let lost = context_lost(
        &"After a graphics reset has occurred on a context, subsequent GL commands on that context (or any context which shares with that \
          context) will generate a CONTEXT_LOST error. [KHR_robustness]",
    );
    let outcome = match flags {
        Flags { when_lost: true, .. } => work(context),
        Flags { polled: true, .. } => work(context).and(Err(lost)),
        _ => Err(lost),
    };
    if let Err(error) = outcome {
        context.record(name, error);
    }
}

/// Checks that a command of a compatibility context may stand between glBegin and glEnd, and records it into the display list under construction;
/// in a context of OpenGL ES, that the interface has its tokens, and version 1.1 the command.
fn record(context: &mut Context, flags: Flags, call: Call<'_>) -> Result<Recorded> {
    if !context.watches() {
        return Ok(Recorded::No);
    }
    match context.config.api {
        Api::Es1 => return call(Asked::Es1).map(|_| Recorded::No),
        Api::Es => return call(Asked::Es(es::Version::of(context.config.version))).map(|_| Recorded::No),
        Api::Core | Api::Compatibility => {}
    }
    let step = &|| call(Asked::Step);
    if flags.error_in_lists && context.compat.lists.is_compiling() {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if DispatchComputeIndirect or any of the drawing commands *DrawArraysIndirect, \
              *DrawElementsIndirect, DrawArraysInstanced* or DrawElementsInstanced* … are called during display list compilation. \
              [GL 4.6, 21.4.1]",
        ));
    }
    let refused = if flags.between_begin_end { Ok(()) } else { outside_begin(context) };
    if flags.not_in_lists {
        return refused.map(|()| Recorded::No);
    }
    if flags.records_itself {
        // The handler of a refused command does not run, so it cannot record itself.
        let refusal = || Ok(Some(Box::new(|_: &mut Context| Ok(())) as Step));
        let none = || Ok(None);
        let step: &dyn Fn() -> Result<Option<Step>> = if refused.is_err() { &refusal } else { &none };
        recording::record(context, flags.between_begin_end, step)?;
        return refused.map(|()| Recorded::No);
    }
    // "[E]rrors generated by commands in a display list must be generated when the list is executed." [GL 4.6, appendix B]
    let recorded = recording::record(context, flags.between_begin_end, step)?;
    refused.map(|()| recorded)
}

/// A type of a command's argument.
pub trait Argument: Copy {
    /// Returns the argument whose bits are the lowest ones of a word.
    ///
    /// # Safety
    /// A word that stands for an address must be one that the command may be given.
    #[cfg(any(test, fuzzing))]
    unsafe fn from_word(word: u64) -> Self;

    /// Returns the argument if it may be a token, otherwise 0.
    fn token(self) -> u32 {
        0
    }

    /// True for values: display lists record commands whose arguments are all values as they are.
    const VALUE: bool;
    /// The argument as a display list records it.
    type Recording: Send + Sync + 'static;
    /// Records the argument; of an array, its first `count` elements.
    fn record(self, count: usize) -> Self::Recording;
    /// Returns false if there was no memory for the elements.
    fn is_whole(_: &Self::Recording) -> bool {
        true
    }
    /// Returns the argument of a recording.
    ///
    /// # Safety
    /// The argument must be used only as long as `recording` lives, and by the command that it was recorded for.
    unsafe fn replay(recording: &Self::Recording) -> Self;
}

macro_rules! arguments {
    ($($ty:ty: |$word:ident| $from:expr $(, token |$value:ident| $token:expr)?;)*) => { $(
        impl Argument for $ty {
            $(fn token(self) -> u32 {
                let $value = self;
                $token
            })?
            #[cfg(any(test, fuzzing))]
            unsafe fn from_word($word: u64) -> Self {
                $from
            }
            const VALUE: bool = true;
            type Recording = $ty;
            fn record(self, _: usize) -> $ty {
                self
            }
            unsafe fn replay(recording: &$ty) -> $ty {
                *recording
            }
        }
    )* };
}
arguments! {
    u8: |word| word as u8;
    i8: |word| word as i8;
    u16: |word| word as u16;
    i16: |word| word as i16;
    u32: |word| word as u32, token |value| value;
    i32: |word| word as i32;
    u64: |word| word;
    i64: |word| word as i64;
    isize: |word| word as isize;
    usize: |word| word as usize;
    f32: |word| f32::from_bits(word as u32);
    f64: |word| f64::from_bits(word);
}

/// A copy of an array in client memory. An address that nothing was read from is recorded itself, because it may be an offset.
pub struct RecordedArray<T> {
    /// The elements.
    values: Vec<T>,
    /// The address, if there are no elements.
    address: usize,
    /// True if there was no memory for the elements.
    is_lost: bool,
}

impl<T: Copy + Send + Sync + 'static> Argument for In<T> {
    #[cfg(any(test, fuzzing))]
    unsafe fn from_word(word: u64) -> Self {
        // SAFETY: as the caller promises.
        unsafe { Self::new(word as usize as *const T) }
    }
    const VALUE: bool = false;
    type Recording = RecordedArray<T>;
    fn record(self, count: usize) -> RecordedArray<T> {
        let values = self.copy(count);
        let is_lost = !self.is_null() && values.len() < count;
        RecordedArray { values, address: if count == 0 { self.offset() } else { 0 }, is_lost }
    }
    fn is_whole(recording: &RecordedArray<T>) -> bool {
        !recording.is_lost
    }
    unsafe fn replay(recording: &RecordedArray<T>) -> Self {
        let address = if recording.values.is_empty() { recording.address as *const T } else { recording.values.as_ptr() };
        // SAFETY: the caller uses it while `recording` lives, and the command reads as many elements as were recorded of the array: with none of
        // them it reads nothing.
        unsafe { Self::new(address) }
    }
}

impl<T: Copy + 'static> Argument for Out<T> {
    #[cfg(any(test, fuzzing))]
    unsafe fn from_word(word: u64) -> Self {
        // SAFETY: as the caller promises.
        unsafe { Self::new(word as usize as *mut T) }
    }
    const VALUE: bool = false;
    type Recording = ();
    fn record(self, _: usize) {}
    unsafe fn replay((): &()) -> Self {
        Self::null()
    }
}

/// Limits the elements that a display list records of one array; a command with more raises GL_OUT_OF_MEMORY when the list is called.
pub const MAX_RECORDED: usize = 1 << 24;

/// Returns the step that a display list records for a command with more.
pub fn too_long() -> Step {
    Box::new(|_: &mut Context| Err(NO_MEMORY))
}

/// Returns `count` times `each`, for the lengths of arrays in [`commands!`].
pub fn many(count: i32, each: usize) -> usize {
    usize::try_from(count).unwrap_or(0).saturating_mul(each)
}

/// Runs a command.
pub fn command<R: Default>(name: &'static str, flags: Flags, call: Call<'_>, handler: impl Fn(&mut Context) -> Result<R>) -> R {
    let mut result = R::default();
    dispatch(name, flags, call, &mut |context| {
        result = handler(context)?;
        Ok(())
    });
    result
}

/// Makes the [`Call`] of a command. The step that a display list records is that of a command whose arguments are values or arrays of known lengths;
/// see [`commands!`].
macro_rules! call {
    ($name:ident, $values:expr, $handler:path, ($($argument:ident: $ty:ty),*), $result:ty $(, $count:expr)?) => {
        &|asked: $crate::dispatch::Asked| {
            if asked == $crate::dispatch::Asked::Es1 {
                const TOKENS: Option<u32> = $crate::es1::command(stringify!($name));
                return $crate::es1::check(TOKENS, &[$($crate::dispatch::Argument::token($argument)),*]).map(|()| None);
            }
            if let $crate::dispatch::Asked::Es(version) = asked {
                const TOKENS: u32 = $crate::es::arguments(stringify!($name));
                return version.check(TOKENS, &[$($crate::dispatch::Argument::token($argument)),*]).map(|()| None);
            }
            let counts: &[usize] = &[$($count)?];
            // Commands that return something are never compiled into lists.
            if counts.is_empty() && (!$values || size_of::<$result>() != 0) {
                return Ok(None);
            }
            let count = counts.first().copied().unwrap_or(0);
            if count > $crate::dispatch::MAX_RECORDED {
                return Ok(Some($crate::dispatch::too_long()));
            }
            $(let $argument = <$ty as $crate::dispatch::Argument>::record($argument, count);)*
            if false $(|| !<$ty as $crate::dispatch::Argument>::is_whole(&$argument))* {
                return Err($crate::error::NO_MEMORY);
            }
            Ok(Some(Box::new(move |context: &mut $crate::context::Context| {
                // SAFETY: the recorded arguments live until the handler returns, and the handler is that of the command.
                $handler(context, $(unsafe { <$ty as $crate::dispatch::Argument>::replay(&$argument) }),*).map(drop)
            }) as $crate::context::recording::Step))
        }
    };
}
pub(crate) use call;

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
    ($($(#[$flag:ident])* fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $(-> $result:ty)? $([$count:expr])? => $($handler:path)? $(|$context:ident| $work:expr)?;)* $(alias $alias:ident = $target:ident;)*) => {
        /// The commands that this file implements.
        #[allow(non_snake_case, reason = "the commands' C names")]
        pub fn commands() -> Vec<$crate::dispatch::Entry> {
            $(/// # Safety
            /// Each address must be null, an offset where a buffer is bound that it counts in, or good for what the command's
            /// specification says is read or written through it, now or (client arrays) by draws that follow.
            unsafe extern "C" fn $name($($argument: $ty),*) $(-> $result)? {
                type Result = $crate::dispatch::or_unit!($($result)?);
                let handler = $crate::dispatch::handler!($($handler)? $(|$context| $work)?, ($($argument: $ty),*), Result);
                let call = $crate::dispatch::call!($name, (true $(&& <$ty as $crate::dispatch::Argument>::VALUE)*), handler, ($($argument: $ty),*), Result $(, $count)?);
                $crate::dispatch::command::<Result>(stringify!($name), $crate::dispatch::Flags::NONE$(.$flag())*, call, move |context| handler(context, $($argument),*))
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
