//! Where contexts come from: each way into a process, reduced to "the next GetProcAddress", "our entry point" and
//! "this context is now current".
//!
//! A `Front` is one such way. The layer (`glvnd`) stands behind libglvnd and sees every route an application can take;
//! where it is in place, the exported EGL and GLX symbols only call on.

pub mod draws;
pub mod egl;
pub mod egl_core;
mod egl_fences;
pub mod elf;
pub mod glvnd;
pub mod glx;
mod glx_fences;
mod preload;
pub mod software;
mod symbols;
mod thread;
pub mod vendors;
mod withdrawal;

pub(crate) use thread::{prefer_this_thread, start_thread};

use crate::context::{Context, ContextCell, ShareGroup};
use crate::current::{self, Word};
use crate::provider::Functions;
use crate::provider::fence::Fences;
use crate::query::namespace::NameHasher;
use crate::spec;
use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use once_cell::sync::OnceCell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One way into the process.
pub(crate) struct Front {
    /// The function behind ours of this name: the wrapped vendor's, or the real library's. Null if there is none.
    pub(crate) next: fn(&CStr) -> *mut c_void,
    /// The driver's GetProcAddress for GL functions.
    pub(crate) get_proc_address: fn(&CStr) -> *mut c_void,
    /// The context that is current on this thread, by the window system's own word; 0 for none.
    pub(crate) current_handle: fn() -> usize,
    /// Whether another front sees the same calls, so that this one only passes them on.
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

    /// The driver's functions. A front is a static and the table is never replaced, so it lives as long as the process.
    /// A driver that is not there yet has none; it is asked again the next time.
    fn functions(&'static self) -> Option<&'static Functions> {
        let load = || {
            // SAFETY: a driver's GetProcAddress gives the function of the name, or null.
            let functions = unsafe { Functions::load(|name| own_or_null(name, self.get_proc_address)) };
            if functions.glGetString.is_none() {
                return Err(());
            }
            draws::learn(&functions);
            Ok(functions)
        };
        self.functions.get_or_try_init(load).ok()
    }

    /// Runs a call into the window system. A driver that calls our symbols meanwhile falls through to itself.
    fn calling<R>(&self, call: impl FnOnce() -> R) -> R {
        let word = current::get();
        if word.is_free() {
            current::set(word.entered());
        }
        let answer = call();
        current::set(word);
        answer
    }

    /// The context of `handle` was made current on this thread; 0 releases.
    fn made_current(&'static self, handle: usize) {
        self.bind(handle, false);
    }

    /// A MakeCurrent failed: the window system alone knows what is current now.
    fn make_current_failed(&'static self) {
        self.bind((self.current_handle)(), false);
    }

    fn bind(&'static self, handle: usize, late: bool) {
        let old = current::get().cell();
        // A release through one window system leaves the other's context alone.
        // SAFETY: the word holds a reference; the front of a context never changes.
        if handle == 0 && !old.is_null() && unsafe { &*old }.front != self.identity() {
            return;
        }
        let new = if handle == 0 { core::ptr::null() } else { self.cell(handle, late).map_or(core::ptr::null(), Arc::into_raw) };
        current::set(Word::of(new));
        if !old.is_null() {
            // SAFETY: the word held one reference, which came from Arc::into_raw.
            let last = Arc::into_inner(unsafe { Arc::from_raw(old) });
            // It was destroyed while it was current.
            if last.is_some() {
                drop(last);
                delete_left_fences();
            }
        }
    }

    /// The context of a handle, which is current in the driver; made at its first use.
    fn cell(&'static self, handle: usize, late: bool) -> Option<Arc<ContextCell>> {
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
        let functions = self.functions()?;
        let made = std::panic::catch_unwind(|| {
            let (mut context, spelling) =
                Context::of_host(functions, share_group, || self.calling(|| (self.fences)(self, handle, display)));
            context.queries.host_alone_knows = late;
            let functions = match spelling.and_then(|spelling| Some((spelling, self.spelled.get(spelling as usize)?))) {
                Some((spelling, spelled)) => spelled.get_or_init(|| functions.with_names_of(spelling)),
                None => functions,
            };
            Arc::new(ContextCell::new(functions, self.identity(), context))
        });
        let cell = made.ok()?;
        contexts().entry(key).or_default().cell = Some(Arc::clone(&cell));
        Some(cell)
    }

    fn key(&'static self, handle: usize) -> Key {
        Key { front: self.identity(), handle }
    }

    fn identity(&'static self) -> usize {
        core::ptr::from_ref(self) as usize
    }

    /// A context was created: whatever its handle's value stood for before is gone. `share` is a context of its share group, or 0.
    fn created(&'static self, handle: usize, share: usize) {
        register_fork_handlers();
        let mut known = contexts();
        let share_group = known.get(&self.key(share)).map(|shared| shared.share_group.clone()).unwrap_or_default();
        known.insert(self.key(handle), Known { cell: None, share_group, display: 0 });
    }

    /// A context's display, by which [`Front::terminated`] finds it.
    fn belongs_to(&'static self, handle: usize, display: usize) {
        if let Some(known) = contexts().get_mut(&self.key(handle)) {
            known.display = display;
        }
    }

    /// A context was destroyed; where it is current it lives until it is released.
    fn destroyed(&'static self, handle: usize) {
        // Dropped after the lock is released.
        let known = contexts().remove(&self.key(handle));
        drop(known);
        delete_left_fences();
    }

    /// A display was terminated, and every context of it with it.
    fn terminated(&'static self, display: usize) {
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

/// A thread's call without a context that we know of: perhaps one was made current before we were loaded.
#[cold]
pub(crate) fn attach_late() -> Option<&'static Functions> {
    for front in FRONTS {
        if (front.stands_aside)() {
            continue;
        }
        let handle = (front.current_handle)();
        if handle != 0 {
            front.bind(handle, true);
            return front.functions();
        }
    }
    None
}

/// Runs `use_of` on the context that is current on this thread, unless a command has it or glmeter leaves it alone.
pub(crate) fn with_current<R>(use_of: impl FnOnce(&mut Context) -> R) -> Option<R> {
    let word = current::get();
    if !word.is_free() {
        return None;
    }
    current::set(word.entered());
    // SAFETY: the word holds a reference, the context is current on this thread, and it was free.
    let context = unsafe { &mut *(*word.cell()).state() };
    let answer = if context.passthrough { None } else { std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| use_of(context))).ok() };
    current::set(word);
    answer
}

/// Deletes the sync objects that destroyed contexts of the current context's share group have left.
fn delete_left_fences() {
    let _ = with_current(|context| context.share_group.left_fences.delete_all(context.provider.as_mut()));
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    front: usize,
    handle: usize,
}

#[derive(Default)]
struct Known {
    cell: Option<Arc<ContextCell>>,
    share_group: ShareGroup,
    display: usize,
}

type Contexts = HashMap<Key, Known, BuildHasherDefault<NameHasher>>;

static CONTEXTS: Mutex<Option<Contexts>> = Mutex::new(None);

/// The contexts that exist. The lock is held for look-ups alone.
fn contexts() -> Guard {
    let mut guard = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    guard.get_or_insert_default();
    Guard(guard)
}

struct Guard(MutexGuard<'static, Option<Contexts>>);

impl core::ops::Deref for Guard {
    type Target = Contexts;
    fn deref(&self) -> &Contexts {
        static NONE: std::sync::LazyLock<Contexts> = std::sync::LazyLock::new(Contexts::default);
        self.0.as_ref().unwrap_or(&NONE)
    }
}

impl core::ops::DerefMut for Guard {
    fn deref_mut(&mut self) -> &mut Contexts {
        self.0.get_or_insert_default()
    }
}

/// A child of fork() must not find a lock taken by a thread that it does not have: they are taken before and given back on both sides.
fn register_fork_handlers() {
    use core::cell::RefCell;
    thread_local! {
        static HELD: RefCell<Option<(Guard, MutexGuard<'static, usize>)>> = const { RefCell::new(None) };
    }
    extern "C" fn before() {
        let _ = HELD.try_with(|held| {
            if let Ok(mut held) = held.try_borrow_mut() {
                *held = Some((contexts(), draws::lock()));
            }
        });
    }
    extern "C" fn after() {
        let _ = HELD.try_with(|held| held.try_borrow_mut().map(|mut held| held.take()));
    }
    /// The window systems forget what was current: a child has no context.
    extern "C" fn in_child() {
        after();
        current::set(Word::of(core::ptr::null()));
    }
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        // SAFETY: the handlers are functions of this library, which is never unloaded.
        unsafe { libc::pthread_atfork(Some(before), Some(after), Some(in_child)) };
    });
}

/// A driver's function, unless the "driver" led back to ourselves.
fn own_or_null(name: &CStr, get: fn(&CStr) -> *mut c_void) -> *mut c_void {
    let address = get(name);
    if elf::is_ours(address as usize) { core::ptr::null_mut() } else { address }
}

/// The function behind one of ours, looked up once.
pub(crate) struct Next {
    name: &'static CStr,
    address: AtomicPtr<c_void>,
}

impl Next {
    pub(crate) const fn new(name: &'static CStr) -> Self {
        Self { name, address: AtomicPtr::new(core::ptr::null_mut()) }
    }

    pub(crate) fn find(&self, front: &'static Front) -> *mut c_void {
        let known = self.address.load(Ordering::Acquire);
        if !known.is_null() {
            return known;
        }
        let found = own_or_null(self.name, front.next);
        self.address.store(found, Ordering::Release);
        found
    }
}

/// A hook by its name: its address as a vendor's function and as an exported symbol.
pub(crate) struct Hook {
    pub(crate) name: &'static CStr,
    pub(crate) layer: fn() -> *const c_void,
    pub(crate) linked: fn() -> *const c_void,
}

/// What a look-up of `name` gets: our entry point, our draw command or hook where the library behind has such a function,
/// or its own.
fn hooked(
    hooks: &[Hook],
    address: fn(&Hook) -> fn() -> *const c_void,
    next: impl Fn(*const c_char) -> *mut c_void,
    name: *const c_char,
) -> *mut c_void {
    if name.is_null() {
        return next(name);
    }
    // SAFETY: a C string of the caller's.
    let text = unsafe { CStr::from_ptr(name) };
    let ours = std::panic::catch_unwind(|| spec::procedure(text)).ok().flatten();
    let slot = ours.and_then(|procedure| procedure.slot);
    if let (Some(ours), None) = (ours, slot) {
        return (ours.address)().cast_mut();
    }
    let theirs = next(name);
    if let (Some(ours), Some(slot), false) = (ours, slot, theirs.is_null()) {
        if !elf::is_ours(theirs as usize) {
            slot.learn(theirs);
        }
        return (ours.address)().cast_mut();
    }
    match hooks.iter().find(|hook| hook.name == text) {
        Some(hook) if !theirs.is_null() => address(hook)().cast_mut(),
        _ => theirs,
    }
}

/// Declares window-system functions: each is exported, and each is handed to libglvnd by the layer. The handler gets the
/// front, the next function and the arguments.
macro_rules! hooks {
    ($layer:path, $linked:path; $(fn $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? => $handler:path;)*) => {
        #[allow(non_snake_case, reason = "C names")]
        mod layer {
            use super::*;
            $(pub(super) unsafe extern "C" fn $name($($argument: $kind),*) $(-> $result)? {
                $crate::winsys::hooks!(@body $layer, $name, ($($argument: $kind),*) $(-> $result)?, $handler)
            })*
        }
        #[allow(non_snake_case, reason = "C names")]
        mod linked {
            use super::*;
            $(pub(super) unsafe extern "C" fn $name($($argument: $kind),*) $(-> $result)? {
                $crate::winsys::hooks!(@body $linked, $name, ($($argument: $kind),*) $(-> $result)?, $handler)
            })*
        }
        $(
            #[doc = concat!("`", stringify!($name), "`, for programs that are linked with glmeter or preload it where there is no libglvnd.")]
            ///
            /// # Safety
            /// As its specification says of the arguments.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($argument: $kind),*) $(-> $result)? {
                // SAFETY: same arguments, same contract.
                unsafe { linked::$name($($argument),*) }
            }
        )*
        pub(crate) static HOOKS: &[$crate::winsys::Hook] = &[$($crate::winsys::Hook {
            name: $crate::spec::c_name(concat!(stringify!($name), "\0")),
            layer: || layer::$name as *const c_void,
            linked: || linked::$name as *const c_void,
        }),*];
    };
    (@body $front:path, $name:ident, ($($argument:ident: $kind:ty),*) $(-> $result:ty)?, $handler:path) => {{
        static NEXT: $crate::winsys::Next = $crate::winsys::Next::new($crate::spec::c_name(concat!(stringify!($name), "\0")));
        type Function = unsafe extern "C" fn($($kind),*) $(-> $result)?;
        // SAFETY: null is `None`; any other address is that of the function of this name.
        let next = unsafe { core::mem::transmute::<*mut c_void, Option<Function>>(NEXT.find(&$front)) };
        match next {
            // SAFETY: the application's own arguments.
            Some(next) if ($front.stands_aside)() => unsafe { next($($argument),*) },
            // SAFETY: the application's own arguments.
            Some(next) => $handler(&$front, |$($argument: $kind),*| unsafe { next($($argument),*) } $(, $argument)*),
            // SAFETY: every result here is an integer or a pointer, or nothing.
            None => unsafe { $crate::spec::zero() },
        }
    }};
}
pub(crate) use hooks;
