//! The window systems' functions that glmeter hooks: what stands behind them, and what a look-up of a name returns.
//!
//! The hooks are the window systems' border of the library: no panic passes it, and a call by the driver, while the driver
//! itself is being called, goes to the driver.

use crate::current::Front;
use crate::platform::elf;
use crate::platform::symbols::unless_ours;
use crate::spec;
use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};

/// The function behind one of glmeter's, looked up once.
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
        let found = unless_ours(self.name, front.next);
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

/// Returns the result of a look-up of `name`, where the library behind has `theirs`: glmeter's entry point, draw command or hook where
/// there is such a function, or theirs.
///
/// # Safety
/// `name` must be NULL or a C string.
pub(super) unsafe fn hooked(
    hooks: &[Hook],
    address: fn(&Hook) -> fn() -> *const c_void,
    theirs: *mut c_void,
    name: *const c_char,
) -> *mut c_void {
    if name.is_null() {
        return theirs;
    }
    // SAFETY: a C string, as the caller promises.
    let text = unsafe { CStr::from_ptr(name) };
    let ours = spec::procedure(text);
    let slot = ours.and_then(|procedure| procedure.slot);
    match (ours, slot) {
        (Some(ours), None) => (ours.address)().cast_mut(),
        (Some(ours), Some(slot)) if !theirs.is_null() => {
            if !elf::is_ours(theirs as usize) {
                slot.learn(theirs);
            }
            (ours.address)().cast_mut()
        }
        _ => match hooks.iter().find(|hook| hook.name == text) {
            Some(hook) if !theirs.is_null() => address(hook)().cast_mut(),
            _ => theirs,
        },
    }
}

/// Declares window-system functions: each is exported, and each is handed to libglvnd by the layer. Before the function
/// behind is called, the handler gets the front and the arguments. It returns a closure that gets that function's answer and
/// gives the application's. A function returns zero where there is none behind it, or `$none`.
///
/// No panic of a handler passes, and no thread is cancelled inside one. A thread that is cancelled inside the driver unwinds
/// through the hook: the call of the driver is in no catch, which would end the process.
macro_rules! hooks {
    (
        $layer:path, $linked:path;
        $(fn $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? => $handler:path $(, or $none:expr)?;)*
    ) => {
        #[allow(non_snake_case, reason = "C names")]
        mod layer {
            use super::*;
            $(pub(super) unsafe extern "C-unwind" fn $name($($argument: $kind),*) $(-> $result)? {
                $crate::winsys::hooks::hooks!(@body $layer, $name, ($($argument: $kind),*) $(-> $result)?, $handler $(, or $none)?)
            })*
        }
        #[allow(non_snake_case, reason = "C names")]
        mod linked {
            use super::*;
            $(pub(super) unsafe extern "C-unwind" fn $name($($argument: $kind),*) $(-> $result)? {
                $crate::winsys::hooks::hooks!(@body $linked, $name, ($($argument: $kind),*) $(-> $result)?, $handler $(, or $none)?)
            })*
        }
        $(
            #[doc = concat!("`", stringify!($name), "`, for programs that are linked with glmeter or preload it where there is no libglvnd.")]
            ///
            /// # Safety
            /// As its specification says of the arguments.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $name($($argument: $kind),*) $(-> $result)? {
                // SAFETY: same arguments, same contract.
                unsafe { linked::$name($($argument),*) }
            }
        )*
        pub(crate) static HOOKS: &[$crate::winsys::hooks::Hook] = &[$($crate::winsys::hooks::Hook {
            name: $crate::spec::c_name(concat!(stringify!($name), "\0")),
            layer: || layer::$name as *const c_void,
            linked: || linked::$name as *const c_void,
        }),*];
    };
    (@body $front:path, $name:ident, ($($argument:ident: $kind:ty),*) $(-> $result:ty)?, $handler:path $(, or $none:expr)?) => {{
        static NEXT: $crate::winsys::hooks::Next = $crate::winsys::hooks::Next::new($crate::spec::c_name(concat!(stringify!($name), "\0")));
        type Function = unsafe extern "C-unwind" fn($($kind),*) $(-> $result)?;
        let next = $crate::current::caught(|| NEXT.find(&$front), core::ptr::null_mut);
        // SAFETY: null is `None`; any other address is that of the function of this name.
        let next = unsafe { core::mem::transmute::<*mut c_void, Option<Function>>(next) };
        match next {
            // The second kind is a call by the driver, which is being called itself.
            // SAFETY: the caller's own arguments.
            Some(next) if ($front.only_forwards)() || $crate::current::get().is_entered() => unsafe { next($($argument),*) },
            Some(next) => {
                let finish = $crate::current::caught(|| Some($handler(&$front $(, $argument)*)), || None);
                // SAFETY: the application's own arguments.
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
    (@none) => { unsafe { $crate::spec::zero() } };
}
pub(crate) use hooks;
