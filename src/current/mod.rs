//! The current context of each thread, and the window systems that make contexts current.
//!
//! A [`Front`] is one route to a window system (EGL or GLX, behind libglvnd's vendor layer or through the exported symbols): the real
//! functions and the current context. The layer sees every call of an application that uses libglvnd; once it is loaded, the exported
//! EGL and GLX symbols only forward. The layer of Android has one route alone. `winsys` has the functions that programs call.

#[cfg(android_layer)]
pub(crate) mod android;
mod cell;
#[cfg(not(android_layer))]
pub(crate) mod egl;
pub(crate) mod egl_error;
pub(crate) mod egl_fences;
mod fork;
#[cfg(not(android_layer))]
pub(crate) mod glx;
#[cfg(not(android_layer))]
pub(crate) mod glx_fences;
mod lock;
#[cfg(not(android_layer))]
pub(crate) mod osmesa;
mod registry;
pub(crate) mod slots;
#[cfg(not(android_layer))]
pub(crate) mod vendor;
mod word;

pub(crate) use cell::ContextCell;
pub(crate) use word::{Word, get, set};

use crate::context::Context;
use crate::diagnostics::say_once;
use crate::driver::Functions;
use crate::driver::fence::Fences;
#[cfg(not(android_layer))]
use crate::platform::copies::{self, Shared, WindowSystem};
use crate::platform::own::unless_ours;
use crate::platform::threads;
use core::cell::Cell;
use core::ffi::{CStr, c_void};
use glmeter_abi::allocator;
use glmeter_abi::border::guard;
use once_cell::sync::OnceCell;
use registry::{Key, Known, contexts};
use std::sync::Arc;

/// The size of the reserve from which small values come when the system gives no memory, bytes. Its pages have no memory before they are used.
const RESERVE: usize = 4 << 20;

/// A route to a window system.
pub(crate) struct Front {
    /// Returns the real function behind glmeter's of this name: the wrapped vendor's or the library's. Null if there is none.
    pub(crate) next: fn(&CStr) -> *mut c_void,
    /// Returns the driver's GL function of this name.
    pub(crate) get_proc_address: fn(&CStr) -> *mut c_void,
    /// Returns the window system's handle of the context that is current on this thread; 0 for none.
    pub(crate) current_handle: fn() -> usize,
    /// Returns true if another route handles the same calls, so that this one only forwards them.
    pub(crate) only_forwards: fn() -> bool,
    /// Returns fences of the current context, given its handle and display, for which a thread can wait; `None` without such fences.
    fences: fn(&'static Front, usize, usize) -> Option<Box<dyn Fences>>,
    /// The window system of a route of the exported symbols, whose calls another copy of glmeter may serve.
    #[cfg(not(android_layer))]
    linked: Option<WindowSystem>,
    /// True for contexts that draw to memory of the program and never swap buffers.
    in_memory: bool,
    /// True if several threads may have a context current at the same time. EGL makes it current on one (`EGL_BAD_ACCESS`); GLX demands the same, but
    /// Mesa's lets several threads have one context, and OSMesa does not ask.
    is_shared: bool,
    /// The driver's functions, once they are loaded.
    functions: OnceCell<Box<Functions>>,
    /// The same with query commands of each spelling, for OpenGL ES contexts.
    spelled: [OnceCell<Box<Functions>>; 3],
}

/// True once libglvnd has called a vendor Main of glmeter's: from then on the layer sees every context.
#[cfg(not(android_layer))]
pub(crate) static LAYER_IS_IN_PLACE: core::sync::atomic::AtomicBool = core::sync::atomic::AtomicBool::new(false);

/// Returns all routes, in the order in which [`attach_late`] asks for a current context.
fn fronts() -> impl Iterator<Item = &'static Front> + Clone {
    #[cfg(not(android_layer))]
    {
        egl::layers().iter().chain(glx::layers()).chain([&egl::LINKED, &glx::LINKED, &osmesa::LINKED])
    }
    #[cfg(android_layer)]
    {
        core::iter::once(&android::LAYER)
    }
}

impl Front {
    /// Creates a route from its functions.
    pub(crate) const fn new(
        next: fn(&CStr) -> *mut c_void,
        get_proc_address: fn(&CStr) -> *mut c_void,
        current_handle: fn() -> usize,
        only_forwards: fn() -> bool,
        fences: fn(&'static Front, usize, usize) -> Option<Box<dyn Fences>>,
    ) -> Self {
        let spelled = [const { OnceCell::new() }; 3];
        Self {
            next,
            get_proc_address,
            current_handle,
            only_forwards,
            fences,
            #[cfg(not(android_layer))]
            linked: None,
            in_memory: false,
            is_shared: false,
            functions: OnceCell::new(),
            spelled,
        }
    }

    /// Makes this the route to contexts that draw to memory of the program.
    #[cfg(not(android_layer))]
    const fn in_memory(mut self) -> Self {
        self.in_memory = true;
        self
    }

    /// Makes this a route to contexts that several threads may have current at the same time.
    #[cfg(not(android_layer))]
    const fn shared(mut self) -> Self {
        self.is_shared = true;
        self
    }

    /// Returns true for a route whose calls of MakeCurrent may pass by glmeter: libglvnd's layer and Android's see every one.
    fn may_miss_calls(&self) -> bool {
        #[cfg(not(android_layer))]
        {
            self.linked.is_some()
        }
        #[cfg(android_layer)]
        {
            false
        }
    }

    /// Returns the driver's functions. Loads them at the first call that finds a driver, and then calls `learn` with them.
    fn functions(&'static self, learn: fn(&Functions)) -> Option<&'static Functions> {
        let load = || {
            // SAFETY: a driver's GetProcAddress returns the function of the name, or null.
            let functions = unsafe { Functions::load(|name| unless_ours(name, self.get_proc_address)) };
            if functions.glGetString.is_none() {
                return Err(());
            }
            learn(&functions);
            Ok(functions)
        };
        self.functions.get_or_try_init(load).ok().map(Box::as_ref)
    }

    /// Returns the driver's functions if they are loaded.
    #[cfg(android_layer)]
    pub(crate) fn loaded(&'static self) -> Option<&'static Functions> {
        self.functions.get().map(Box::as_ref)
    }

    /// Runs a call into the window system or the driver. An exported function that the driver calls meanwhile forwards to the driver's own.
    pub(crate) fn calling<R>(&'static self, call: impl FnOnce() -> R) -> R {
        let _called = Called::new(self);
        call()
    }

    /// Records that the context of `handle` is current on this thread; 0 releases. `late` says that glmeter did not see the call that made
    /// it current. `learn` receives the driver's functions when they are first loaded.
    pub(crate) fn bind(&'static self, handle: usize, late: bool, learn: fn(&Functions)) {
        let old = get().cell();
        // A release through one window system leaves the other's context alone.
        // SAFETY: the word holds a reference, and a context's route never changes.
        if handle == 0 && !old.is_null() && unsafe { &*old }.front != self.identity() {
            return;
        }
        set(Word::NONE);
        // SAFETY: the word held one reference, which came from Arc::into_raw.
        let old = (!old.is_null()).then(|| unsafe { Arc::from_raw(old) });
        if let Some(cell) = (handle != 0).then(|| self.cell(handle, late, learn)).flatten() {
            threads::at_end(thread_ends);
            let word = Word::of(Arc::into_raw(cell));
            set(if late && self.may_miss_calls() { word.late() } else { word });
        }
        // If this was the last reference, the context was destroyed while it was current.
        if let Some(last) = old.and_then(Arc::into_inner) {
            drop(last);
            delete_left_fences();
        }
    }

    /// Returns the context of a handle, which must be current in the driver. Creates it at its first use.
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
            allocator::prepare(RESERVE);
            let get_proc_address = |name: &CStr| unless_ours(name, self.get_proc_address);
            // SAFETY: the context is current, and only threads on which it is current use the state in a `ContextCell`. A driver's GetProcAddress returns
            // the function of the name, or null.
            let (mut context, spelling) = unsafe { Context::of_host(functions, share_group, fences, get_proc_address) };
            context.queries.late = late;
            context.frames.in_memory = self.in_memory;
            let functions = match spelling.and_then(|spelling| Some((spelling, self.spelled.get(spelling as usize)?))) {
                Some((spelling, spelled)) => spelled.get_or_init(|| functions.with_names_of(spelling)),
                None => functions,
            };
            // A thread whose context was released by a call that passed by glmeter has it in its word until its next command.
            let is_shared = self.is_shared || self.may_miss_calls();
            // SAFETY: a window system whose contexts several threads may have current is marked as such.
            Some(Arc::new(unsafe { ContextCell::new(functions, self.identity(), context, is_shared) }))
        })?;
        contexts().entry(key).or_default().cell = Some(Arc::clone(&cell));
        Some(cell)
    }

    /// Returns the key of a context's handle.
    fn key(&'static self, handle: usize) -> Key {
        Key { front: self.identity(), handle }
    }

    /// Returns a number that identifies this route.
    fn identity(&'static self) -> usize {
        core::ptr::from_ref(self) as usize
    }

    /// Records that a context was created, replacing any earlier one with the same handle. `share` is a context of its share group, or 0.
    pub(crate) fn created(&'static self, handle: usize, share: usize) {
        fork::register_handlers();
        let mut known = contexts();
        let share_group = known.get(&self.key(share)).map(|shared| shared.share_group.clone()).unwrap_or_default();
        known.insert(self.key(handle), Known { cell: None, share_group, display: 0 });
    }

    /// Records a context's display for [`Front::terminated`].
    pub(crate) fn belongs_to(&'static self, handle: usize, display: usize) {
        if let Some(known) = contexts().get_mut(&self.key(handle)) {
            known.display = display;
        }
    }

    /// Records that a context was destroyed. If it is current, it lives until it is released.
    pub(crate) fn destroyed(&'static self, handle: usize) {
        // Dropped after the lock is released.
        let known = contexts().remove(&self.key(handle));
        drop(known);
        delete_left_fences();
    }

    /// Records that a display was terminated, which destroys its contexts.
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

/// Copies of glmeter in one process, one of which serves a route's calls.
#[cfg(not(android_layer))]
impl Front {
    /// Makes this the route of the exported symbols to a window system.
    const fn linked(mut self, window_system: WindowSystem) -> Self {
        self.linked = Some(window_system);
        self
    }

    /// Returns true until it is decided which copy of glmeter serves this route's calls.
    pub(crate) fn is_undecided(&self) -> bool {
        self.linked.is_some_and(copies::is_undecided) && !LAYER_IS_IN_PLACE.load(core::sync::atomic::Ordering::Acquire)
    }

    /// Returns the other copy of glmeter that serves this route's calls, if that is decided.
    pub(crate) fn other_copy(&self) -> Option<&'static Shared> {
        copies::other(self.linked?)
    }

    /// Decides which copy of glmeter serves this route's calls, before it tracks a context. Returns it if it is another one.
    pub(crate) fn claim(&self) -> Option<&'static Shared> {
        let window_system = self.linked?;
        if LAYER_IS_IN_PLACE.load(core::sync::atomic::Ordering::Acquire) { None } else { copies::claim(window_system) }
    }
}

thread_local! {
    /// The route whose driver is being called on this thread.
    static CALLED: Cell<Option<&'static Front>> = const { Cell::new(None) };
}

/// A call into a driver: marks the thread's word as entered until it is dropped.
struct Called {
    word: Word,
    front: Option<&'static Front>,
}

impl Called {
    /// Marks the thread's word as entered.
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

/// Returns the functions of the driver that is being called on this thread; `None` while they are being loaded.
#[cold]
pub(crate) fn called_functions() -> Option<&'static Functions> {
    CALLED.try_with(Cell::get).ok().flatten().and_then(|front| front.functions.get()).map(Box::as_ref)
}

/// The commands of another copy of glmeter that serves this one's calls.
#[cfg(not(android_layer))]
static OTHERS: OnceCell<Box<Functions>> = OnceCell::new();

/// Returns the commands of the other copy of glmeter that serves a route's calls, if one does.
#[cfg(not(android_layer))]
fn others(front: &'static Front, learn: fn(&Functions)) -> Option<&'static Functions> {
    let copy = front.claim()?;
    let load = || {
        // SAFETY: a copy's function of a name has the signature of that command.
        let functions = unsafe { Functions::load(|name| copy.function(name)) };
        learn(&functions);
        functions
    };
    Some(OTHERS.get_or_init(load))
}

/// Returns the driver's functions for a command on a thread without a known context, and attaches to a context that was made current
/// before this library was loaded, or by a function that this library does not hook: then it may be another one at each command. After a
/// panic the next command tries again. If another copy of glmeter serves the context, returns that
/// copy's functions.
#[cold]
pub(crate) fn attach_late(learn: fn(&Functions)) -> Option<&'static Functions> {
    attach_late_by(fronts(), learn)
}

/// Attaches to the current context of one of these routes; see [`attach_late`].
pub(crate) fn attach_late_by(fronts: impl Iterator<Item = &'static Front> + Clone, learn: fn(&Functions)) -> Option<&'static Functions> {
    #[cfg(not(android_layer))]
    if let Some(functions) = OTHERS.get().filter(|_| !copies::serves_any()) {
        return Some(functions.as_ref());
    }
    let attach = move || {
        #[cfg(not(android_layer))]
        let is_asked = |front: &Front| front.other_copy().is_some() || !(front.only_forwards)();
        #[cfg(android_layer)]
        let is_asked = |_: &Front| true;
        let current = |front: &Front| if is_asked(front) { (front.current_handle)() } else { 0 };
        let found = fronts.clone().map(|front| (front, current(front))).find(|(_, handle)| *handle != 0);
        let Some((front, handle)) = found else {
            if get().is_late() {
                fronts.for_each(|front| front.bind(0, true, learn));
            }
            return None;
        };
        #[cfg(not(android_layer))]
        if let Some(functions) = others(front, learn) {
            return Some(functions);
        }
        front.bind(handle, true, learn);
        front.functions(learn)
    };
    caught(attach, || None)
}

/// Releases the reference in a thread's word when the thread ends. Does not call the driver, for which the context may stay current.
extern "C" fn thread_ends(_: *mut c_void) {
    let cell = get().cell();
    set(Word::NONE);
    if !cell.is_null() {
        // SAFETY: the word held one reference, which came from Arc::into_raw.
        caught(|| drop(unsafe { Arc::from_raw(cell) }), || ());
    }
}

/// Runs `use_of` on this thread's current context. Returns `None` if a command is using it or if all its commands pass through.
pub(crate) fn with_current<R>(use_of: impl FnOnce(&mut Context) -> R) -> Option<R> {
    let word = get();
    if !word.is_free() {
        return None;
    }
    set(word.entered());
    // SAFETY: the word holds a reference.
    let mut context = unsafe { &*word.cell() }.lock();
    let answer = if context.passthrough { None } else { guard(|| use_of(&mut context)) };
    drop(context);
    set(word);
    answer
}

/// Deletes the sync objects that destroyed contexts of the current context's share group left behind.
fn delete_left_fences() {
    let _ = with_current(|context| context.share_group.left_fences.delete_all(context.driver.as_mut()));
}

/// Runs a part of a hook. Returns the result of `otherwise` if it panics.
pub(crate) fn caught<R>(handler: impl FnOnce() -> R, otherwise: impl FnOnce() -> R) -> R {
    guard(handler).unwrap_or_else(|| {
        // Reading the settings may panic too.
        let _ = guard(|| say_once!(Error, "an error inside a function of the window system, which goes on without glmeter"));
        otherwise()
    })
}
