//! Dispatch: every exported GL command calls [`enter`].
//!
//! [`enter`] marks the thread's context as entered during a command, so that a driver that calls glmeter's symbols gets its own functions, and locks
//! its state, so that the handler has exclusive access. It catches panics, reports them once and from then on forwards the context's commands to
//! the driver. It records errors. The handlers get the application's pointers as [`Out`](crate::memory::Out) and
//! [`In`](crate::memory::In).
//!
//! A command with a quick way ([`enter_quickly`]) tries that first. The driver's own command always runs outside of `catch_unwind` and of locks, and the entry
//! points let forced unwinding pass: a thread may be cancelled inside the driver.
//!
//! A command that glmeter cannot handle goes to the driver; it is never dropped silently.

use crate::context::Context;
use crate::current::{self, ContextCell, Word};
use crate::diagnostics::say_once;
use crate::driver::Functions;
use crate::error::{Result, Stop};
use crate::gl::{self, GLenum, c_void};
use crate::platform::call_slots::{is_counting, is_observed};
use crate::rules::observe;
use crate::rules::query::quick::Next;
use glmeter_abi::border::{catch, guard};

/// The result type of a command, with the value for a command that fails: zero, null or false.
pub(crate) trait Answer: Copy {
    /// The result of a failed command.
    const NOTHING: Self;
}

impl Answer for () {
    const NOTHING: Self = ();
}
impl Answer for u8 {
    const NOTHING: Self = 0;
}
impl Answer for u32 {
    const NOTHING: Self = 0;
}
impl Answer for i32 {
    const NOTHING: Self = 0;
}
impl Answer for *const u8 {
    const NOTHING: Self = core::ptr::null();
}
impl Answer for *const c_void {
    const NOTHING: Self = core::ptr::null();
}
impl Answer for *mut c_void {
    const NOTHING: Self = core::ptr::null_mut();
}

/// An entry point's properties, for messages.
pub(crate) struct Call {
    /// The command as the specification spells it.
    pub(crate) name: &'static str,
}

/// Runs a command: `handler` on the current context, or `host`, the driver's own function, if there is no context or the handler forwards.
#[inline]
pub(crate) fn enter<R: Answer>(
    call: &'static Call,
    handler: impl FnOnce(&mut Context) -> Result<R>,
    host: impl FnOnce(&Functions) -> Option<R>,
) -> R {
    let mut word = current::get();
    if !word.is_free() {
        match attached(word) {
            Some(late) => word = late,
            None => return outside(word, host),
        }
    }
    current::set(word.entered());
    // SAFETY: the word holds a reference to the context.
    let cell: &ContextCell = unsafe { &*word.cell() };
    let answer = inside(call, cell, handler, host);
    current::set(word);
    answer
}

/// Returns the thread's word after looking for a context that glmeter did not see become current. Returns `None` without such a context, and if
/// the driver itself makes the call.
#[cold]
fn attached(word: Word) -> Option<Word> {
    if word.is_entered() {
        return None;
    }
    super::attach();
    Some(current::get()).filter(|word| !word.cell().is_null())
}

/// Runs a command as [`enter`] does, without inlining: the many draw commands share this code.
#[inline(never)]
pub(crate) fn enter_shared<R: Answer>(
    call: &'static Call,
    handler: &mut dyn FnMut(&mut Context) -> Result<R>,
    host: &dyn Fn(&Functions) -> Option<R>,
) -> R {
    enter(call, handler, host)
}

/// Runs a command that has a quick way, which needs no protection from cancellation, and is tried first. Otherwise runs the command as [`enter`] does,
/// without inlining.
#[inline]
pub(crate) fn enter_quickly<R: Answer>(
    call: &'static Call,
    quick: impl FnOnce(&mut Context) -> Next,
    mut handler: impl FnMut(&mut Context) -> Result<R>,
    host: impl Fn(&Functions) -> Option<R>,
) -> R {
    let word = current::get();
    if word.is_free() && !is_observed() {
        // SAFETY: the word holds a reference to the context.
        let cell: &ContextCell = unsafe { &*word.cell() };
        match quickly(call, cell, quick) {
            Next::Return => return R::NOTHING,
            Next::Call => {
                current::set(word.entered());
                let answer = host(cell.functions).unwrap_or(R::NOTHING);
                current::set(word);
                return answer;
            }
            Next::Handle => {}
        }
    }
    enter_shared(call, &mut handler, &host)
}

/// Runs the quick way of a command on a context.
#[inline]
fn quickly(call: &'static Call, cell: &ContextCell, quick: impl FnOnce(&mut Context) -> Next) -> Next {
    let mut context = cell.lock();
    if !context.is_quick {
        return Next::Handle;
    }
    catch(|| quick(&mut context)).unwrap_or_else(|| {
        failed(call, &mut context);
        Next::Call
    })
}

/// Leaves a context to the driver after a panic in a command.
#[cold]
fn failed(call: &'static Call, context: &mut Context) {
    say_once!(Error, "an error inside {}: this context is left to the driver from here on", call.name);
    context.leave_to_driver();
}

/// A command that was counted quickly, before the driver executes it.
pub(crate) struct Quick {
    /// The driver's functions, one of which the command calls.
    pub(crate) functions: &'static Functions,
    /// The command's error is looked for.
    is_checked: bool,
    /// The command is a draw.
    is_draw: bool,
}

impl Quick {
    /// Looks for the command's error, if that costs little.
    #[inline]
    pub(crate) fn end(self, call: &'static Call) {
        if self.is_checked
            && let Some(get_error) = self.functions.glGetError
        {
            // SAFETY: the context whose functions these are is current, as it was before the command.
            let error = unsafe { get_error() };
            if error != gl::NO_ERROR {
                refused(call, error, self.is_draw);
            }
        }
    }
}

/// Records that the GL refused a command that was counted quickly.
#[cold]
fn refused(call: &'static Call, error: GLenum, is_draw: bool) {
    let word = current::get();
    if word.is_free() {
        // SAFETY: the word holds a reference to the context.
        let cell: &ContextCell = unsafe { &*word.cell() };
        observe::refused_quickly(&mut cell.lock(), call.name, error, is_draw);
    }
}

/// Counts a state change if nothing else is to be done before it. Otherwise the command needs a [`StateChange`].
#[inline]
pub(crate) fn count_state_change() -> Option<Quick> {
    count_quickly(false, |context| {
        context.activity.state_changes += 1;
        context.show_draws_and_state_changes();
        true
    })
}

/// Counts a draw if nothing else is to be done before it.
#[inline]
pub(crate) fn count_draw() -> Option<Quick> {
    count_quickly(true, |context| {
        let is_quick = !context.work.is_watched && !is_counting();
        context.activity.draws += u64::from(is_quick);
        context.show_draws_and_state_changes();
        is_quick
    })
}

/// Counts a draw with indices as [`count_draw`] does, unless they may be in the application's memory. `indices` is an offset or an address; no
/// system maps the lowest 64 KiB.
#[inline]
pub(crate) fn count_indexed_draw(indices: *const c_void) -> Option<Quick> {
    count_quickly(true, |context| {
        let is_quick = !context.work.is_watched && !is_counting() && (indices.addr() < 1 << 16 || !context.drawing.client_memory);
        context.activity.draws += u64::from(is_quick);
        is_quick
    })
}

/// Runs `count` on the current context if the report needs little else, and returns the driver's functions if it returns true.
#[inline]
fn count_quickly(is_draw: bool, count: impl FnOnce(&mut Context) -> bool) -> Option<Quick> {
    let word = current::get();
    if !word.is_free() {
        return None;
    }
    // SAFETY: the word holds a reference to the context.
    let cell: &ContextCell = unsafe { &*word.cell() };
    let mut context = cell.lock();
    let is_checked = context.observation.checks_commands;
    (context.observation.is_quick && count(&mut context)).then_some(Quick { functions: cell.functions, is_checked, is_draw })
}

/// A state change that needs more than to be counted, between the beginning of its command and its end.
pub(crate) struct StateChange {
    /// The driver's functions, one of which the command calls; `None` if there is no driver.
    pub(crate) functions: Option<&'static Functions>,
    /// The thread's word before the command; `None` if no context is known, or the driver itself calls the command.
    word: Option<Word>,
}

impl StateChange {
    /// Counts the state change, and enters the context.
    #[cold]
    #[inline(never)]
    pub(crate) fn begin(call: &'static Call) -> Self {
        let mut word = current::get();
        if !word.is_free() {
            match attached(word) {
                Some(late) => word = late,
                None => return Self { functions: functions_outside(word), word: None },
            }
        }
        current::set(word.entered());
        // SAFETY: the word holds a reference to the context.
        let cell: &ContextCell = unsafe { &*word.cell() };
        let mut context = cell.lock();
        observe::before(&mut context);
        observe::state_change(&mut context, call.name);
        drop(context);
        Self { functions: Some(cell.functions), word: Some(word) }
    }

    /// Looks for the command's error, and leaves the context.
    #[cold]
    #[inline(never)]
    pub(crate) fn end(self, call: &'static Call) {
        if let Some(word) = self.word {
            // SAFETY: as in `begin`; the word was set there.
            observed(call, unsafe { &*word.cell() });
            current::set(word);
        }
    }
}

/// Runs the driver's own function for a command that glmeter does not handle with these arguments.
#[inline]
pub(crate) fn pass<R: Answer>(host: impl FnOnce(&Functions) -> Option<R>) -> R {
    let word = current::get();
    let cell = word.cell();
    if cell.is_null() || word.is_late() {
        return outside(word, host);
    }
    // SAFETY: the word holds a reference to the context; only its function table is read, which never changes.
    host(unsafe { (*cell).functions }).unwrap_or(R::NOTHING)
}

/// Runs a command on the entered context.
#[inline]
fn inside<R: Answer>(
    call: &'static Call,
    cell: &ContextCell,
    handler: impl FnOnce(&mut Context) -> Result<R>,
    host: impl FnOnce(&Functions) -> Option<R>,
) -> R {
    let mut context = cell.lock();
    if context.passthrough {
        drop(context);
        return host(cell.functions).unwrap_or(R::NOTHING);
    }
    if is_observed() {
        observe::before(&mut context);
    }
    let answer = match guard(|| handler(&mut context)) {
        Some(Ok(answer)) => Some(answer),
        Some(Err(Stop::Raised)) => Some(R::NOTHING),
        Some(Err(Stop::Forward)) => None,
        Some(Err(Stop::Error(error))) => {
            context.raise(call.name, error.into());
            Some(R::NOTHING)
        }
        None => {
            failed(call, &mut context);
            None
        }
    };
    // Not locked while the driver's own function runs, which may wait for what another thread does with the same context.
    drop(context);
    let answer = answer.unwrap_or_else(|| host(cell.functions).unwrap_or(R::NOTHING));
    if is_observed() {
        observed(call, cell);
    }
    answer
}

/// Ends the observation of a command on the entered context.
#[cold]
fn observed(call: &'static Call, cell: &ContextCell) {
    let mut context = cell.lock();
    if is_observed() && !context.passthrough && guard(|| observe::after(&mut context, call.name)).is_none() {
        say_once!(Error, "an error after {}: this context is left to the driver from here on", call.name);
        context.leave_to_driver();
    }
}

/// Runs the driver's function for a call by the driver itself, or on a thread without a known context.
#[cold]
fn outside<R: Answer>(word: Word, host: impl FnOnce(&Functions) -> Option<R>) -> R {
    functions_outside(word).and_then(host).unwrap_or(R::NOTHING)
}

/// Returns the driver's functions for a call by the driver itself, or on a thread without a known context.
#[cold]
fn functions_outside(word: Word) -> Option<&'static Functions> {
    if word.is_entered() {
        // SAFETY: the word holds a reference to its context, if any; only the function table is read, which never changes.
        let functions = unsafe { word.cell().as_ref() }.map(|cell| cell.functions);
        return functions.or_else(current::called_functions);
    }
    super::attach()
}
