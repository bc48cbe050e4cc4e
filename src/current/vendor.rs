//! The vendor libraries that glmeter's libglvnd layer wraps.

use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use glmeter_abi::glvnd::{Address, GetCurrentContext, GetProcAddress};

/// The functions of a wrapped vendor, and libglvnd's function for the current context.
pub(crate) struct Wrapped {
    get_proc_address: AtomicPtr<c_void>,
    get_current_context: AtomicPtr<c_void>,
}

impl Wrapped {
    /// Creates a record without functions.
    const fn new() -> Self {
        Self { get_proc_address: AtomicPtr::new(core::ptr::null_mut()), get_current_context: AtomicPtr::new(core::ptr::null_mut()) }
    }

    /// Stores the vendor's GetProcAddress and libglvnd's getCurrentContext.
    pub(crate) fn store(&self, get: Option<GetProcAddress>, current: Option<GetCurrentContext>) {
        self.get_proc_address.store(get.map_or(core::ptr::null_mut(), |get| get as Address), Ordering::Release);
        self.get_current_context.store(current.map_or(core::ptr::null_mut(), |get| get as Address), Ordering::Release);
    }

    /// Returns the vendor's function of a name.
    pub(crate) fn function(&self, name: &CStr) -> Address {
        // SAFETY: the name is a C string.
        unsafe { self.function_by(name.as_ptr()) }
    }

    /// Returns the vendor's function of a name; null for a null name.
    ///
    /// # Safety
    /// `name` must be NULL or a C string.
    pub(crate) unsafe fn function_by(&self, name: *const c_char) -> Address {
        // SAFETY: null is `None`; any other address was stored from a function of this type.
        let get: Option<GetProcAddress> = unsafe { core::mem::transmute(self.get_proc_address.load(Ordering::Acquire)) };
        match get {
            // SAFETY: the name is a C string, as the caller promises.
            Some(get) if !name.is_null() => unsafe { get(name) },
            _ => core::ptr::null_mut(),
        }
    }

    /// Returns libglvnd's handle of the context that is current on this thread; 0 for none.
    pub(crate) fn current(&self) -> usize {
        // SAFETY: null is `None`; any other address was stored from a function of this type.
        let get: Option<GetCurrentContext> = unsafe { core::mem::transmute(self.get_current_context.load(Ordering::Acquire)) };
        // SAFETY: the function takes no arguments and reads libglvnd's thread-local state.
        get.map_or(0, |get| unsafe { get() } as usize)
    }
}

/// The wrapped EGL vendor.
pub(crate) static EGL: Wrapped = Wrapped::new();
/// The wrapped GLX vendor.
pub(crate) static GLX: Wrapped = Wrapped::new();
