//! Hooks of the window systems' functions, and look-ups of functions by name.
//!
//! The hooks are the library's boundary to the window systems: no panic crosses it, and a call that the driver makes while it is being
//! called itself goes to the driver.

use crate::current::Front;
use crate::platform::own::unless_ours;
use core::ffi::{CStr, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};

/// The functions that create contexts: under `glmeter run --provider software` only the software pipeline may create one.
#[cfg(not(android_layer))]
const CREATES_CONTEXTS: [&CStr; 9] = [
    c"eglCreateContext",
    c"glXCreateContext",
    c"glXCreateNewContext",
    c"glXCreateContextWithConfigSGIX",
    c"glXCreateContextAttribsARB",
    c"glXImportContextEXT",
    c"OSMesaCreateContext",
    c"OSMesaCreateContextExt",
    c"OSMesaCreateContextAttribs",
];

/// The functions that make contexts current.
#[cfg(not(android_layer))]
const MAKES_CURRENT: [&CStr; 4] = [c"eglMakeCurrent", c"glXMakeCurrent", c"glXMakeContextCurrent", c"glXMakeCurrentReadSGI"];

/// The real function behind a hook, looked up once.
pub(crate) struct Next {
    name: &'static CStr,
    address: AtomicPtr<c_void>,
    /// The function of another copy of glmeter that serves these calls.
    #[cfg(not(android_layer))]
    others: AtomicPtr<c_void>,
}

impl Next {
    /// Creates the record of a function without looking it up.
    pub(crate) const fn new(name: &'static CStr) -> Self {
        Self {
            name,
            address: AtomicPtr::new(core::ptr::null_mut()),
            #[cfg(not(android_layer))]
            others: AtomicPtr::new(core::ptr::null_mut()),
        }
    }

    /// Returns the function; null if there is none.
    pub(crate) fn find(&self, front: &'static Front) -> *mut c_void {
        #[cfg(not(android_layer))]
        {
            let others = self.find_other(front);
            if !others.is_null() {
                return others;
            }
        }
        let known = self.address.load(Ordering::Acquire);
        if !known.is_null() {
            return known;
        }
        let found = unless_ours(self.name, front.next);
        #[cfg(not(android_layer))]
        if self.is_refused(found) {
            return core::ptr::null_mut();
        }
        self.address.store(found, Ordering::Release);
        found
    }

    /// Returns the function of another copy of glmeter, if one serves the route's calls. A function that tracks a context decides.
    #[cfg(not(android_layer))]
    fn find_other(&self, front: &'static Front) -> *mut c_void {
        let known = self.others.load(Ordering::Acquire);
        if !known.is_null() {
            return known;
        }
        let tracks = || CREATES_CONTEXTS.contains(&self.name) || MAKES_CURRENT.contains(&self.name);
        let copy = if front.is_undecided() && tracks() {
            super::offer_to_copies();
            front.claim()
        } else {
            front.other_copy()
        };
        let found = copy.map_or(core::ptr::null_mut(), |copy| copy.function(self.name));
        self.others.store(found, Ordering::Release);
        found
    }

    /// Returns true if the function creates contexts of a driver that `glmeter run --provider software` excludes.
    #[cfg(not(android_layer))]
    fn is_refused(&self, found: *mut c_void) -> bool {
        use crate::diagnostics::say_once;
        use crate::platform::software;
        let is_of_another = || match self.name.to_bytes().starts_with(b"OSMesa") {
            true => software::is_of_another_osmesa(found),
            false => software::is_out_of_reach(),
        };
        if !CREATES_CONTEXTS.contains(&self.name) || found.is_null() || !is_of_another() {
            return false;
        }
        if crate::report::is_out_of_reach() {
            return true;
        }
        say_once!(Error, "GLMETER_PROVIDER=software: this process does not use libglvnd; the machine's own driver is used");
        false
    }
}

/// A hook.
pub(crate) struct Hook {
    /// The function's name.
    pub(crate) name: &'static CStr,
    /// Returns the address of the hook for libglvnd's layer, for the vendor of a slot, or for Android's, with the only slot; null for a number that is no
    /// slot's.
    pub(crate) layer: fn(usize) -> *const c_void,
    /// Returns the address of the hook behind the exported symbol.
    #[cfg(not(android_layer))]
    pub(crate) linked: fn() -> *const c_void,
}

/// Returns the result of a look-up of `name`, for which the real library returns `theirs`: glmeter's entry point or hook if it has one,
/// otherwise `theirs`. glmeter's draw commands and hooks are returned only if `theirs` is not null.
///
/// # Safety
/// `name` must be NULL or a C string.
#[cfg(not(android_layer))]
pub(super) unsafe fn hooked(
    hooks: &[Hook],
    address: impl Fn(&Hook) -> *const c_void,
    theirs: *mut c_void,
    name: *const core::ffi::c_char,
) -> *mut c_void {
    if name.is_null() {
        return theirs;
    }
    // SAFETY: the name is a C string, as the caller promises.
    let text = unsafe { CStr::from_ptr(name) };
    let ours = crate::entry::procedure(text);
    let slot = ours.and_then(|procedure| procedure.slot);
    match (ours, slot) {
        (Some(ours), None) => (ours.address)().cast_mut(),
        (Some(ours), Some(slot)) if !theirs.is_null() => {
            if !crate::platform::own::is_ours(theirs as usize) {
                slot.learn(theirs);
            }
            (ours.address)().cast_mut()
        }
        _ => match hooks.iter().find(|hook| hook.name == text) {
            Some(hook) if !theirs.is_null() => address(hook).cast_mut(),
            _ => theirs,
        },
    }
}

/// Returns the result of eglGetProcAddress, for which the platform returns `theirs`: glmeter's function where neither the platform nor the
/// driver has one, or where glmeter has looked the name up, which the platform accepts once.
///
/// # Safety
/// `name` must be NULL or a C string.
#[cfg(android_layer)]
pub(super) unsafe fn hooked(theirs: *mut c_void, name: *const core::ffi::c_char) -> *mut c_void {
    if name.is_null() {
        return theirs;
    }
    // SAFETY: the name is a C string, as the caller promises.
    let name = unsafe { CStr::from_ptr(name) };
    match crate::entry::procedure(name) {
        Some(procedure) if procedure.slot.is_none() && (theirs.is_null() || crate::current::android::was_asked(name)) => {
            (procedure.address)().cast_mut()
        }
        _ => theirs,
    }
}

/// Declares hooks of window-system functions, for export and for libglvnd's layer; `$layer` is the function that returns the route of a slot.
/// A hook first calls the handler with the route and the
/// arguments, then the real function, and then the closure that the handler returned, which turns the real result into the application's.
/// Without a real function, the hook returns `$none` or zero.
///
/// No panic leaves a handler, and no thread is cancelled inside one. A thread that is cancelled inside the driver unwinds through the hook,
/// which therefore calls the driver outside `catch_unwind`: catching the cancellation would abort the process.
macro_rules! hooks {
    (
        $layer:path, $linked:path;
        $(fn $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? => $handler:path $(, or $none:expr)?;)*
    ) => {
        /// The hooks' common bodies, for every route.
        #[allow(non_snake_case, clippy::too_many_arguments, reason = "C names")]
        mod body {
            use super::*;
            $(pub(super) unsafe fn $name(front: &'static Front, next: &'static $crate::winsys::hooks::Next, $($argument: $kind),*) $(-> $result)? {
                $crate::winsys::hooks::hooks!(@body front, next, ($($argument: $kind),*) $(-> $result)?, $handler $(, or $none)?)
            })*
        }
        /// The hooks for libglvnd's layer, for the vendor of each slot.
        #[allow(non_snake_case, reason = "C names")]
        mod layer {
            use super::*;
            $(pub(super) unsafe extern "C-unwind" fn $name<const SLOT: usize>($($argument: $kind),*) $(-> $result)? {
                static NEXT: [$crate::winsys::hooks::Next; $crate::current::slots::SLOTS] =
                    [const { $crate::winsys::hooks::Next::new($crate::entry::c_name(concat!(stringify!($name), "\0"))) }; $crate::current::slots::SLOTS];
                // SAFETY: the arguments are the caller's.
                unsafe { body::$name($layer(SLOT), &NEXT[SLOT], $($argument),*) }
            })*
        }
        /// The hooks behind the exported symbols.
        #[cfg(not(android_layer))]
        #[allow(non_snake_case, reason = "C names")]
        mod linked {
            use super::*;
            $(pub(super) unsafe extern "C-unwind" fn $name($($argument: $kind),*) $(-> $result)? {
                static NEXT: $crate::winsys::hooks::Next = $crate::winsys::hooks::Next::new($crate::entry::c_name(concat!(stringify!($name), "\0")));
                // SAFETY: the arguments are the caller's.
                unsafe { body::$name(&$linked, &NEXT, $($argument),*) }
            })*
        }
        $(
            #[doc = concat!("`", stringify!($name), "`, for programs that link with glmeter, or preload it without libglvnd.")]
            ///
            /// # Safety
            /// The arguments must meet the conditions of the function's specification.
            #[cfg(not(android_layer))]
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $name($($argument: $kind),*) $(-> $result)? {
                // SAFETY: as the caller promises.
                unsafe { linked::$name($($argument),*) }
            }
        )*
        /// The hooks of this window system.
        pub(crate) static HOOKS: &[$crate::winsys::hooks::Hook] = &[$($crate::winsys::hooks::Hook {
            name: $crate::entry::c_name(concat!(stringify!($name), "\0")),
            layer: |slot| {
                let hooks = $crate::current::slots::for_each_slot!(layer::$name; as *const c_void);
                hooks.get(slot).copied().unwrap_or(core::ptr::null())
            },
            #[cfg(not(android_layer))]
            linked: || linked::$name as *const c_void,
        }),*];
    };
    (@body $front:ident, $next:ident, ($($argument:ident: $kind:ty),*) $(-> $result:ty)?, $handler:path $(, or $none:expr)?) => {{
        type Function = unsafe extern "C-unwind" fn($($kind),*) $(-> $result)?;
        let next = $crate::current::caught(|| $next.find($front), core::ptr::null_mut);
        // SAFETY: the function of this name has the type of its row in `hooks!`.
        let next = unsafe { glmeter_abi::function::<Function>(next) };
        match next {
            // An entered word means that the driver itself makes this call.
            // SAFETY: the arguments are the caller's.
            Some(next) if ($front.only_forwards)() || $crate::current::get().is_entered() => unsafe { next($($argument),*) },
            Some(next) => {
                let finish = $crate::current::caught(|| Some($handler($front $(, $argument)*)), || None);
                // SAFETY: the arguments are the application's.
                let answer = $front.calling(|| unsafe { next($($argument),*) });
                match finish {
                    Some(finish) => $crate::current::caught(|| finish(answer), || answer),
                    None => answer,
                }
            }
            // SAFETY: every result here is an integer or a pointer, or nothing.
            None => $crate::winsys::hooks::hooks!(@none $($none)?),
        }
    }};
    (@none $none:expr) => { $none };
    // SAFETY: every result here is an integer or a pointer, or nothing.
    (@none) => { unsafe { $crate::entry::zero() } };
}
pub(crate) use hooks;
