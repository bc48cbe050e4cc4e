//! A call of a command. Its code depends on the types of the arguments and of the result alone, which many commands have in common.

use super::argument::Argument;
use super::{Flags, add_to_primitive, dispatch};
use crate::context::Context;
use crate::context::recording::Step;
use crate::error::{NO_MEMORY, Result};

/// What dispatch reads of a command.
pub struct Row {
    /// The command's C name.
    pub name: &'static str,
    /// Where and how it runs.
    pub flags: Flags,
    /// What [`es1::command`](crate::es1::command) returns for it.
    pub es1_tokens: Option<u32>,
    /// What [`es::arguments`](crate::es::arguments) returns for it.
    pub es_tokens: u32,
}

/// A command with arguments of the types `A` and a result of the type `R`.
pub struct Command<A: Arguments, R: 'static> {
    /// What dispatch reads of it.
    pub row: Row,
    /// The function that implements it.
    pub handler: A::Handler<R>,
    /// Returns the number of elements that a display list records of an array among the arguments.
    pub length: Option<fn(A) -> usize>,
}

/// Limits the elements that a display list records of one array; a command with more raises GL_OUT_OF_MEMORY when the list is called.
pub const MAX_RECORDED: usize = 1 << 24;

/// The types of a command's arguments.
pub trait Arguments: Copy + 'static {
    /// The function that implements a command with a result of the type `R`.
    type Handler<R: 'static>: Copy + Send + Sync + 'static;
    /// True if all arguments are values.
    const VALUES: bool;
    /// The arguments as a display list records them.
    type Recording: Send + Sync + 'static;
    /// Calls `check` with what may be tokens among the arguments, and 0 in the places of others.
    fn check_tokens(self, check: &dyn Fn(&[u32]) -> Result<()>) -> Result<()>;
    /// Records the arguments; of an array, its first `count` elements.
    fn record(self, count: usize) -> Self::Recording;
    /// Returns false if there was no memory for the elements.
    fn is_whole(recording: &Self::Recording) -> bool;
    /// Returns the arguments of a recording.
    ///
    /// # Safety
    /// The arguments must be used only as long as `recording` lives, and by the command that they were recorded for.
    unsafe fn replay(recording: &Self::Recording) -> Self;
    /// Calls a handler.
    fn call<R: 'static>(self, handler: Self::Handler<R>, context: &mut Context) -> Result<R>;
}

macro_rules! arguments {
    ($($ty:ident $value:ident),*) => {
        impl<$($ty: Argument + 'static),*> Arguments for ($($ty,)*) {
            type Handler<R: 'static> = fn(&mut Context, $($ty),*) -> Result<R>;
            const VALUES: bool = true $(&& $ty::VALUE)*;
            type Recording = ($($ty::Recording,)*);
            fn check_tokens(self, check: &dyn Fn(&[u32]) -> Result<()>) -> Result<()> {
                let ($($value,)*) = self;
                check(&[$($value.token()),*])
            }
            #[allow(clippy::unused_unit, reason = "there may be no arguments")]
            fn record(self, count: usize) -> Self::Recording {
                let ($($value,)*) = self;
                let _ = count;
                ($($value.record(count),)*)
            }
            fn is_whole(recording: &Self::Recording) -> bool {
                let ($($value,)*) = recording;
                true $(&& $ty::is_whole($value))*
            }
            #[allow(clippy::unused_unit, reason = "there may be no arguments")]
            unsafe fn replay(recording: &Self::Recording) -> Self {
                let ($($value,)*) = recording;
                // SAFETY: as the caller promises.
                ($(unsafe { $ty::replay($value) },)*)
            }
            #[inline]
            fn call<R: 'static>(self, handler: Self::Handler<R>, context: &mut Context) -> Result<R> {
                let ($($value,)*) = self;
                handler(context, $($value),*)
            }
        }
    };
}

macro_rules! all_arguments {
    ($ty:ident $value:ident $(, $more:ident $others:ident)*) => {
        arguments!($ty $value $(, $more $others)*);
        all_arguments!($($more $others),*);
    };
    () => {
        arguments!();
    };
}
all_arguments!(A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m, N n, O o, P p);

/// What dispatch asks of a call and has it do.
pub trait Call {
    /// Returns the step that a display list records; none for commands that lists do not record or that record themselves.
    fn step(&self) -> Result<Option<Step>>;
    /// Calls `check` with what may be tokens among the arguments, and 0 in the places of others.
    fn check_tokens(&self, check: &dyn Fn(&[u32]) -> Result<()>) -> Result<()>;
    /// Executes the command.
    fn execute(&mut self, context: &mut Context) -> Result<()>;
}

/// A command with its arguments.
struct Called<A: Arguments, R: 'static> {
    command: &'static Command<A, R>,
    arguments: A,
    /// What the command returns.
    result: R,
}

impl<A: Arguments, R: 'static> Call for Called<A, R> {
    fn step(&self) -> Result<Option<Step>> {
        let Command { handler, length, .. } = *self.command;
        // Commands that return something are never compiled into lists.
        if length.is_none() && (!A::VALUES || size_of::<R>() != 0) {
            return Ok(None);
        }
        let count = match length {
            Some(length) => length(self.arguments),
            None => 0,
        };
        if count > MAX_RECORDED {
            return Ok(Some(Box::new(|_: &mut Context| Err(NO_MEMORY))));
        }
        let recording = self.arguments.record(count);
        if !A::is_whole(&recording) {
            return Err(NO_MEMORY);
        }
        Ok(Some(Box::new(move |context: &mut Context| {
            // SAFETY: the recorded arguments live until the handler returns, and the handler is that of the command.
            unsafe { A::replay(&recording) }.call(handler, context).map(drop)
        })))
    }

    fn check_tokens(&self, check: &dyn Fn(&[u32]) -> Result<()>) -> Result<()> {
        self.arguments.check_tokens(check)
    }

    #[inline]
    fn execute(&mut self, context: &mut Context) -> Result<()> {
        self.result = self.arguments.call(self.command.handler, context)?;
        Ok(())
    }
}

/// Runs a command and returns its result; the default one without a context or after an error.
pub fn run<A: Arguments, R: Default + 'static>(command: &'static Command<A, R>, arguments: A) -> R {
    let mut call = Called { command, arguments, result: R::default() };
    if !(command.row.flags.of_vertices && add_to_primitive(&mut call)) {
        dispatch(&command.row, &mut call);
    }
    call.result
}
