//! Which context is current on each thread, and the window systems that make contexts current.
//!
//! A [`Front`] is one way for a program to reach a window system, reduced to "the next GetProcAddress" and "the context that is
//! current". Behind libglvnd the layer's fronts see every route an application can take; where the layer is in place, the
//! exported EGL and GLX symbols only call on. `winsys` holds the functions that programs call.

mod cell;
pub(crate) mod egl;
pub(crate) mod egl_error;
pub(crate) mod egl_fences;
mod fork;
pub(crate) mod glx;
pub(crate) mod glx_fences;
mod registry;
pub(crate) mod vendor;
mod word;

pub(crate) use cell::ContextCell;
pub(crate) use word::{Word, get, set};

use crate::context::Context;
use crate::diagnostics::say_once;
use crate::driver::Functions;
use crate::driver::fence::Fences;
use crate::platform::symbols::unless_ours;
use crate::platform::threads;
use core::cell::Cell;
use core::ffi::{CStr, c_void};
use core::sync::atomic::AtomicBool;
use glmeter_abi::border::guard;
use once_cell::sync::OnceCell;
use registry::{Key, Known, contexts};
use std::sync::Arc;

/// One way into the process.
pub(crate) struct Front {
    /// The function behind glmeter's of this name: the wrapped vendor's, or the real library's. Null if there is none.
    pub(crate) next: fn(&CStr) -> *mut c_void,
    /// The driver's GetProcAddress for GL functions.
    pub(crate) get_proc_address: fn(&CStr) -> *mut c_void,
    /// The context that is current on this thread, by the window system's own word; 0 for none.
    pub(crate) current_handle: fn() -> usize,
    /// Returns true if another front sees the same calls, so that this one only passes them on.
    pub(crate) stands_aside: fn() -> bool,
    /// The fences of the current context, by its handle and display, that a thread can wait for, if the window system has such.
    fences: fn(&Front, usize, usize) -> Option<Box<dyn Fences>>,
    functions: OnceCell<Functions>,
    /// The same, for OpenGL ES contexts with query commands of each spelling.
    spelled: [OnceCell<Functions>; 3],
}

/// Set once a vendor's Main was called: the layer sees every context from here on.
pub(crate) static LAYER_IS_IN_PLACE: AtomicBool = AtomicBool::new(false);

static FRONTS: [&Front; 4] = [&egl::LAYER, &glx::LAYER, &egl::LINKED, &glx::LINKED];

impl Front {
    pub(crate) const fn new(
        next: fn(&CStr) -> *mut c_void,
        get_proc_address: fn(&CStr) -> *mut c_void,
        current_handle: fn() -> usize,
        stands_aside: fn() -> bool,
        fences: fn(&Front, usize, usize) -> Option<Box<dyn Fences>>,
    ) -> Self {
        let spelled = [const { OnceCell::new() }; 3];
        Self { next, get_proc_address, current_handle, stands_aside, fences, functions: OnceCell::new(), spelled }
    }

    /// Returns the driver's functions. A front is a static and the table is never replaced, so it lives as long as the process.
    /// A driver that is not there yet has none; it is asked again the next time. `learn` is told of the functions once.
    fn functions(&'static self, learn: fn(&Functions)) -> Option<&'static Functions> {
        let load = || {
            // SAFETY: a driver's GetProcAddress gives the function of the name, or null.
            let functions = unsafe { Functions::load(|name| unless_ours(name, self.get_proc_address)) };
            if functions.glGetString.is_none() {
                return Err(());
            }
            learn(&functions);
            Ok(functions)
        };
        self.functions.get_or_try_init(load).ok()
    }

    /// Runs a call into the window system or the driver. If the driver calls an exported function meanwhile, it gets its own.
    pub(crate) fn calling<R>(&'static self, call: impl FnOnce() -> R) -> R {
        let _called = Called::new(self);
        call()
    }

    /// Notes that the context of `handle` is current on this thread; 0 releases. `late` says that glmeter did not see it become so.
    /// `learn` is told of the driver's functions when they are first known.
    pub(crate) fn bind(&'static self, handle: usize, late: bool, learn: fn(&Functions)) {
        let old = get().cell();
        // A release through one window system leaves the other's context alone.
        // SAFETY: the word holds a reference; the front of a context never changes.
        if handle == 0 && !old.is_null() && unsafe { &*old }.front != self.identity() {
            return;
        }
        set(Word::NONE);
        // SAFETY: the word held one reference, which came from Arc::into_raw.
        let old = (!old.is_null()).then(|| unsafe { Arc::from_raw(old) });
        if let Some(cell) = (handle != 0).then(|| self.cell(handle, late, learn)).flatten() {
            threads::at_end(thread_ends);
            set(Word::of(Arc::into_raw(cell)));
        }
        // It was destroyed while it was current, if this was the last reference.
        if let Some(last) = old.and_then(Arc::into_inner) {
            drop(last);
            delete_left_fences();
        }
    }

    /// Returns the context of a handle, which is current in the driver; made at its first use.
    fn cell(&'static self, handle: usize, late: bool, learn: fn(&Functions)) -> Option<Arc<ContextCell>> {
        let key = self.key(handle);
        let (share_group, display) = {
            let mut known = contexts();
            let known = known.entry(key).or_default();
            if let Some(cell) = &known.cell {
                return Some(Arc::clone(cell));
            }
            (known.share_group.clone(), known.display)
        };
        // No lock is held across calls into the driver.
        let cell = self.calling(|| {
            let functions = self.functions(learn)?;
            let fences = || (self.fences)(self, handle, display);
            // SAFETY: it is current, as the caller says, and `ContextCell` is used only by the thread that it is current on.
            let (mut context, spelling) = unsafe { Context::of_host(functions, share_group, fences) };
            context.queries.host_alone_knows = late;
            let functions = match spelling.and_then(|spelling| Some((spelling, self.spelled.get(spelling as usize)?))) {
                Some((spelling, spelled)) => spelled.get_or_init(|| functions.with_names_of(spelling)),
                None => functions,
            };
            Some(Arc::new(ContextCell::new(functions, self.identity(), context)))
        })?;
        contexts().entry(key).or_default().cell = Some(Arc::clone(&cell));
        Some(cell)
    }

    fn key(&'static self, handle: usize) -> Key {
        Key { front: self.identity(), handle }
    }

    fn identity(&'static self) -> usize {
        core::ptr::from_ref(self) as usize
    }

    /// Notes that a context was created: what its handle named before is gone. `share` is a context of its share group, or 0.
    pub(crate) fn created(&'static self, handle: usize, share: usize) {
        fork::register_handlers();
        let mut known = contexts();
        let share_group = known.get(&self.key(share)).map(|shared| shared.share_group.clone()).unwrap_or_default();
        known.insert(self.key(handle), Known { cell: None, share_group, display: 0 });
    }

    /// Notes a context's display, by which [`Front::terminated`] finds it.
    pub(crate) fn belongs_to(&'static self, handle: usize, display: usize) {
        if let Some(known) = contexts().get_mut(&self.key(handle)) {
            known.display = display;
        }
    }

    /// Notes that a context was destroyed; where it is current it lives until it is released.
    pub(crate) fn destroyed(&'static self, handle: usize) {
        // Dropped after the lock is released.
        let known = contexts().remove(&self.key(handle));
        drop(known);
        delete_left_fences();
    }

    /// Notes that a display was terminated, and every context of it with it.
    pub(crate) fn terminated(&'static self, display: usize) {
        let front = self.identity();
        let mut gone = Vec::new();
        contexts().retain(|key, known| {
            let lives = key.front != front || known.display != display;
            if !lives {
                gone.push(core::mem::take(known));
            }
            lives
        });
    }
}

thread_local! {
    /// The front whose driver is being called on this thread.
    static CALLED: Cell<Option<&'static Front>> = const { Cell::new(None) };
}

/// A call into a driver: marks the thread's word as entered until it is dropped.
struct Called {
    word: Word,
    front: Option<&'static Front>,
}

impl Called {
    fn new(front: &'static Front) -> Self {
        let word = get();
        set(word.entered());
        Self { word, front: CALLED.try_with(|called| called.replace(Some(front))).ok().flatten() }
    }
}

impl Drop for Called {
    fn drop(&mut self) {
        let _ = CALLED.try_with(|called| called.set(self.front));
        set(self.word);
    }
}

/// Returns the functions of the driver that is being called on this thread; none while they are being looked up.
#[cold]
pub(crate) fn called_functions() -> Option<&'static Functions> {
    CALLED.try_with(Cell::get).ok().flatten().and_then(|front| front.functions.get())
}

/// Returns the driver's functions for a command on a thread without a known context: one may have been made current before
/// this library was loaded. After a panic the next command tries again.
#[cold]
pub(crate) fn attach_late(learn: fn(&Functions)) -> Option<&'static Functions> {
    attach_late_by(&FRONTS, learn)
}

/// [`attach_late`] to the context of one of these fronts.
pub(crate) fn attach_late_by(fronts: &[&'static Front], learn: fn(&Functions)) -> Option<&'static Functions> {
    let attach = || {
        let current = |front: &Front| if (front.stands_aside)() { 0 } else { (front.current_handle)() };
        let (front, handle) = fronts.iter().map(|front| (front, current(front))).find(|(_, handle)| *handle != 0)?;
        front.bind(handle, true, learn);
        front.functions(learn)
    };
    caught(attach, || None)
}

/// Gives back the reference that the word of a thread holds when the thread ends. It calls no driver: for the driver the
/// context may stay current on that thread.
extern "C" fn thread_ends(_: *mut c_void) {
    let cell = get().cell();
    set(Word::NONE);
    if !cell.is_null() {
        // SAFETY: the word held one reference, which came from Arc::into_raw.
        caught(|| drop(unsafe { Arc::from_raw(cell) }), || ());
    }
}

/// Returns the function of a name from the driver of the context that is current on this thread; null if the driver has none, or if glmeter
/// does not have the context.
pub(crate) fn driver_function(name: &CStr) -> *mut c_void {
    let cell = get().cell();
    if cell.is_null() {
        return core::ptr::null_mut();
    }
    // SAFETY: the word holds a reference to the cell, and this thread alone changes the word.
    let identity = unsafe { &*cell }.front;
    let front = FRONTS.into_iter().find(|front| front.identity() == identity);
    front.map_or(core::ptr::null_mut(), |front| front.calling(|| (front.get_proc_address)(name)))
}

/// Runs `use_of` on the context that is current on this thread, unless a command has it or glmeter leaves it alone.
pub(crate) fn with_current<R>(use_of: impl FnOnce(&mut Context) -> R) -> Option<R> {
    let word = get();
    if !word.is_free() {
        return None;
    }
    set(word.entered());
    // SAFETY: the word holds a reference, the context is current on this thread, and it was free.
    let context = unsafe { &mut *(*word.cell()).state() };
    let answer = if context.passthrough { None } else { guard(|| use_of(context)) };
    set(word);
    answer
}

/// Deletes the sync objects that destroyed contexts of the current context's share group have left.
fn delete_left_fences() {
    let _ = with_current(|context| context.share_group.left_fences.delete_all(context.driver.as_mut()));
}

/// Runs a part of a handler. If it panics, `otherwise` answers for it.
pub(crate) fn caught<R>(handler: impl FnOnce() -> R, otherwise: impl FnOnce() -> R) -> R {
    guard(handler).unwrap_or_else(|| {
        // Reading the settings may panic, too.
        let _ = guard(|| say_once!(Error, "an error inside a function of the window system, which goes on without glmeter"));
        otherwise()
    })
}
