//! Tests of the boundary to the window systems: no panic crosses it, and a driver that calls back gets its own functions.

#![allow(clippy::panic, reason = "these tests panic on purpose")]

use super::hooks::{hooked, hooks};
use crate::current::{self, Front, attach_late_by};
use crate::driver::fence::Fences;
use core::cell::Cell;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicU32, Ordering};

type Handle = *mut c_void;
type Text = *mut c_char;
type Compare = unsafe extern "C" fn(*const c_void, *const c_void) -> c_int;

const CONTEXT: usize = 0x10;

/// Looks up driver functions in the C library, because functions of this program would count as glmeter's own. `strncat`'s result shows how
/// often it was called, and `bsearch` calls back.
fn next(name: &CStr) -> Handle {
    if name == c"glmeterTestSearch" { libc::bsearch as Handle } else { libc::strncat as Handle }
}

fn panics(_: &CStr) -> Handle {
    panic!("a look-up that panics")
}

/// Looks up functions of a driver that has only `glGetString`, so that its contexts have no timer and need fences.
fn strings_alone(name: &CStr) -> Handle {
    if name == c"glGetString" { libc::strsignal as Handle } else { core::ptr::null_mut() }
}

static LOOK_UP_PANICS: Front = Front::new(next, panics, || CONTEXT, || false, |_, _, _| None);
static FENCES_PANIC: Front = Front::new(next, strings_alone, || CONTEXT, || false, |_, _, _| panic!("fences that panic"));
static NEXT_PANICS: Front = Front::new(panics, panics, || panic!("a current context that panics"), || false, |_, _, _| None);

/// Returns the route whose look-ups panic, for every slot.
fn look_up_panics(_: usize) -> &'static Front {
    &LOOK_UP_PANICS
}

hooks! {
    look_up_panics, FENCES_PANIC;
    fn glmeterTestMakeCurrent(to: Text, from: Text, most: usize) -> Text => make_current;
    fn glmeterTestPanicsFirst(to: Text, from: Text, most: usize) -> Text => panics_first;
    fn glmeterTestSearch(key: Handle, all: Handle, count: usize, size: usize, compare: Compare) -> Handle => search;
}

mod without_next {
    use super::{Front, NEXT_PANICS, Text, make_current};
    use crate::winsys::hooks::hooks;
    use core::ffi::c_void;
    fn next_panics(_: usize) -> &'static Front {
        &NEXT_PANICS
    }
    hooks! {
        next_panics, NEXT_PANICS;
        fn glmeterTestNextPanics(to: Text, from: Text, most: usize) -> Text => make_current, or core::ptr::dangling_mut();
    }
    pub(super) const HOOK: super::Hook = layer::glmeterTestNextPanics::<0>;
    pub(super) use HOOKS as ITS_HOOKS;
}

type Hook = unsafe extern "C-unwind" fn(Text, Text, usize) -> Text;

fn make_current(front: &'static Front, _: Text, _: Text, _: usize) -> impl FnOnce(Text) -> Text {
    move |done| {
        front.bind(CONTEXT, false, |_| ());
        done
    }
}

fn panics_first(_: &'static Front, _: Text, _: Text, most: usize) -> impl FnOnce(Text) -> Text {
    assert_ne!(most, 1, "a handler that panics before the driver is called");
    |done| done
}

fn search(_: &'static Front, _: Handle, _: Handle, _: usize, _: usize, _: Compare) -> impl FnOnce(Handle) -> Handle {
    HANDLED.set(HANDLED.get() + 1);
    |found| found
}

thread_local! {
    /// The number of calls that reached the handler.
    static HANDLED: Cell<u32> = const { Cell::new(0) };
}

fn has_no_context() -> bool {
    !current::get().is_free() && !current::get().is_entered()
}

/// Calls a hook. Returns whether it returned the driver's result, how often it called the driver, and whether the thread has no context then.
fn called(hook: Hook) -> (bool, usize, bool) {
    let mut text: [c_char; 8] = [0; 8];
    // SAFETY: the buffer has room for the appended string.
    let answer = unsafe { hook(text.as_mut_ptr(), c"x".as_ptr().cast_mut(), 1) };
    (answer == text.as_mut_ptr(), text.iter().filter(|letter| **letter != 0).count(), has_no_context())
}

#[test]
fn a_panic_while_a_context_is_described_leaves_the_drivers_answer() {
    assert_eq!(called(layer::glmeterTestMakeCurrent::<0>), (true, 1, true), "the driver's functions");
    assert_eq!(called(linked::glmeterTestMakeCurrent), (true, 1, true), "its fences");
    assert_eq!(called(linked::glmeterTestMakeCurrent), (true, 1, true), "and again");
}

#[test]
fn a_panic_before_the_driver_was_called_calls_it() {
    assert_eq!(called(layer::glmeterTestPanicsFirst::<0>), (true, 1, true));
}

#[test]
fn a_panic_during_the_look_up_counts_as_no_function() {
    assert_eq!(called(without_next::HOOK), (false, 0, true));
}

#[test]
fn a_look_up_gets_a_hook_where_the_driver_has_the_function() {
    let driver = libc::strncat as Handle;
    for hook in HOOKS.iter().chain(without_next::ITS_HOOKS) {
        // SAFETY: the name is a C string.
        let of = |linked: bool, theirs| unsafe {
            hooked(HOOKS, |hook| if linked { (hook.linked)() } else { (hook.layer)(0) }, theirs, hook.name.as_ptr())
        };
        assert_eq!(of(false, core::ptr::null_mut()), core::ptr::null_mut());
        let known = HOOKS.iter().any(|other| other.name == hook.name);
        let expected = if known { (hook.linked)().cast_mut() } else { driver };
        assert_eq!(of(true, driver), expected, "{:?}", hook.name);
    }
}

#[test]
fn a_panic_while_a_late_context_is_described_is_no_context() {
    for front in [&LOOK_UP_PANICS, &FENCES_PANIC, &NEXT_PANICS] {
        assert!(attach_late_by(core::iter::once(front), |_| ()).is_none());
        assert!(has_no_context());
    }
}

#[test]
fn a_driver_that_calls_back_gets_its_own_function() {
    unsafe extern "C" fn call_back(key: *const c_void, _: *const c_void) -> c_int {
        // SAFETY: an empty array is searched.
        let found = unsafe { glmeterTestSearch(key.cast_mut(), key.cast_mut(), 0, 1, call_back) };
        c_int::from(!found.is_null())
    }
    let mut key = 0_u8;
    let key: Handle = (&raw mut key).cast();
    // SAFETY: an array of one byte is searched.
    assert_eq!(unsafe { layer::glmeterTestSearch::<0>(key, key, 1, 1, call_back) }, key);
    assert_eq!(HANDLED.get(), 1, "the driver's own call is no application's");
}

#[test]
fn the_end_of_a_thread_gives_back_its_context() {
    static DROPPED: AtomicU32 = AtomicU32::new(0);
    /// Fences that count their drops.
    struct Seen;
    impl Drop for Seen {
        fn drop(&mut self) {
            DROPPED.fetch_add(1, Ordering::SeqCst);
        }
    }
    impl Fences for Seen {
        fn name(&self) -> &'static str {
            "seen"
        }
        fn insert(&mut self) -> Option<Box<dyn crate::driver::fence::Fence>> {
            None
        }
    }
    static FRONT: Front = Front::new(next, strings_alone, || CONTEXT, || false, |_, _, _| Some(Box::new(Seen)));
    let thread = std::thread::spawn(|| {
        FRONT.created(CONTEXT, 0);
        FRONT.bind(CONTEXT, false, |_| ());
        assert!(current::get().is_free());
        FRONT.destroyed(CONTEXT);
        assert_eq!(DROPPED.load(Ordering::SeqCst), 0, "a destroyed context lives as long as it is current");
    });
    assert!(thread.join().is_ok());
    assert_eq!(DROPPED.load(Ordering::SeqCst), 1, "and dies with the thread");
}
