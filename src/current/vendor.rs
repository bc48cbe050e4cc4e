//! The vendors' libraries that glmeter wraps behind libglvnd.

use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use glmeter_abi::glvnd::{Address, GetCurrentContext, GetProcAddress};

/// The functions of a wrapped vendor, and the current context as libglvnd knows it.
pub(crate) struct Wrapped {
    get_proc_address: AtomicPtr<c_void>,
    get_current_context: AtomicPtr<c_void>,
}

impl Wrapped {
    const fn new() -> Self {
        Self { get_proc_address: AtomicPtr::new(core::ptr::null_mut()), get_current_context: AtomicPtr::new(core::ptr::null_mut()) }
    }

    /// Keeps the functions that the vendor and libglvnd gave.
    pub(crate) fn keep(&self, get: Option<GetProcAddress>, current: Option<GetCurrentContext>) {
        self.get_proc_address.store(get.map_or(core::ptr::null_mut(), |get| get as Address), Ordering::Release);
        self.get_current_context.store(current.map_or(core::ptr::null_mut(), |get| get as Address), Ordering::Release);
    }

    /// Returns the vendor's function of a name.
    pub(crate) fn function(&self, name: &CStr) -> Address {
        // SAFETY: a C string.
        unsafe { self.function_by(name.as_ptr()) }
    }

    /// Returns the vendor's answer to a name.
    ///
    /// # Safety
    /// `name` must be NULL or a C string.
    pub(crate) unsafe fn function_by(&self, name: *const c_char) -> Address {
        // SAFETY: null is `None`; any other address was stored from a function of this type.
        let get: Option<GetProcAddress> = unsafe { core::mem::transmute(self.get_proc_address.load(Ordering::Acquire)) };
        match get {
            // SAFETY: a C string, as the caller promises.
            Some(get) if !name.is_null() => unsafe { get(name) },
            _ => core::ptr::null_mut(),
        }
    }

    /// Returns libglvnd's handle of the context that is current on this thread; 0 for none.
    pub(crate) fn current(&self) -> usize {
        // SAFETY: null is `None`; any other address was stored from a function of this type.
        let get: Option<GetCurrentContext> = unsafe { core::mem::transmute(self.get_current_context.load(Ordering::Acquire)) };
        // SAFETY: takes nothing; libglvnd reads its own thread-local state.
        get.map_or(0, |get| unsafe { get() } as usize)
    }
}

/// The wrapped EGL vendor.
pub(crate) static EGL: Wrapped = Wrapped::new();
/// The wrapped GLX vendor.
pub(crate) static GLX: Wrapped = Wrapped::new();
