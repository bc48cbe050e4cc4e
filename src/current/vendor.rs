//! The vendor libraries that glmeter's libglvnd layer wraps.
//!
//! libglvnd opens a library for each EGL vendor of a machine and for each GLX vendor of a screen, and calls the functions of the vendor that
//! serves a display. Each vendor has its own functions of glmeter's, which know by their slot which vendor they stand for.

use super::slots::SLOTS;
use core::ffi::{CStr, c_char, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use glmeter_abi::glvnd::{Address, GetCurrentContext, GetProcAddress};

/// libglvnd's functions for the context that is current on a thread.
#[derive(Clone, Copy)]
pub(crate) struct CurrentContext {
    /// Returns the context's handle.
    pub(crate) context: Option<GetCurrentContext>,
    /// Returns the handle of the vendor that serves it.
    pub(crate) vendor: Option<GetCurrentContext>,
}

/// A wrapped vendor: its functions, and libglvnd's.
pub(crate) struct Wrapped {
    /// The Main of the vendor's library, which stays loaded; null in a slot that was never used.
    main: AtomicPtr<c_void>,
    /// The Main that libglvnd looked up for the vendor: the library's own, glmeter's, or that of a library for which another stands.
    asked: AtomicPtr<c_void>,
    /// libglvnd's handle of the vendor; null until its Main has succeeded, and again once libglvnd has closed the vendor.
    vendor: AtomicPtr<c_void>,
    get_proc_address: AtomicPtr<c_void>,
    current_context: AtomicPtr<c_void>,
    current_vendor: AtomicPtr<c_void>,
}

impl Wrapped {
    /// Creates a free slot.
    const fn new() -> Self {
        const fn null() -> AtomicPtr<c_void> {
            AtomicPtr::new(core::ptr::null_mut())
        }
        Self { main: null(), asked: null(), vendor: null(), get_proc_address: null(), current_context: null(), current_vendor: null() }
    }

    /// Stores the Main that libglvnd looked up for the vendor.
    pub(crate) fn asked_by(&self, main: Address) {
        self.asked.store(main, Ordering::Release);
    }

    /// Stores libglvnd's handle of the vendor, the vendor's GetProcAddress and libglvnd's functions.
    pub(crate) fn store(&self, vendor: Address, get: Option<GetProcAddress>, current: CurrentContext) {
        let address = |get: Option<GetCurrentContext>| get.map_or(core::ptr::null_mut(), |get| get as Address);
        self.get_proc_address.store(get.map_or(core::ptr::null_mut(), |get| get as Address), Ordering::Release);
        self.current_context.store(address(current.context), Ordering::Release);
        self.current_vendor.store(address(current.vendor), Ordering::Release);
        self.vendor.store(vendor, Ordering::Release);
    }

    /// Forgets what is libglvnd's, which is about to be unloaded. The vendor's own functions stay: its library does.
    fn close(&self) {
        self.vendor.store(core::ptr::null_mut(), Ordering::Release);
        self.current_context.store(core::ptr::null_mut(), Ordering::Release);
        self.current_vendor.store(core::ptr::null_mut(), Ordering::Release);
    }

    /// Returns true from the success of the vendor's Main until libglvnd closes the vendor.
    pub(crate) fn serves(&self) -> bool {
        !self.vendor.load(Ordering::Acquire).is_null()
    }

    /// Returns the Main of the vendor's library; null in a free slot.
    pub(crate) fn main(&self) -> Address {
        self.main.load(Ordering::Acquire)
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
        // SAFETY: `store` stored null or a function of this type.
        let get = unsafe { glmeter_abi::function::<GetProcAddress>(self.get_proc_address.load(Ordering::Acquire)) };
        match get {
            // SAFETY: the name is a C string, as the caller promises.
            Some(get) if !name.is_null() => unsafe { get(name) },
            _ => core::ptr::null_mut(),
        }
    }

    /// Returns libglvnd's handle of the vendor's context that is current on this thread; 0 for none and for another vendor's.
    pub(crate) fn current(&self) -> usize {
        let call = |function: &AtomicPtr<c_void>| {
            // SAFETY: `store` stored null or a function of this type.
            let get = unsafe { glmeter_abi::function::<GetCurrentContext>(function.load(Ordering::Acquire)) };
            // SAFETY: the function takes no arguments and reads libglvnd's thread-local state.
            get.map_or(core::ptr::null_mut(), |get| unsafe { get() })
        };
        let vendor = self.vendor.load(Ordering::Acquire);
        if vendor.is_null() || call(&self.current_vendor) != vendor { 0 } else { call(&self.current_context) as usize }
    }
}

/// The vendors of a window system.
pub(crate) struct Vendors([Wrapped; SLOTS]);

impl Vendors {
    /// Returns the vendor of a slot; the first one for a number that is no slot's.
    pub(crate) fn get(&self, slot: usize) -> &Wrapped {
        let Self([first, ..]) = self;
        self.0.get(slot).unwrap_or(first)
    }

    /// Returns true if the library of a Main serves as a vendor.
    pub(crate) fn serves(&self, main: Address) -> bool {
        self.0.iter().any(|vendor| vendor.main() == main && vendor.serves())
    }

    /// Frees the slot of a vendor for which libglvnd looked up this Main: libglvnd closes the vendor. The slot keeps the vendor's own Main, and serves
    /// it again when libglvnd has been loaded again.
    pub(crate) fn close(&self, asked: Address) {
        let closed = self.0.iter().find(|vendor| vendor.serves() && vendor.asked.load(Ordering::Acquire) == asked);
        if let Some(vendor) = closed {
            vendor.close();
        }
    }

    /// Returns the slot of a Main that does not serve: the one that it already has, or a free one. Returns `None` if none is free.
    pub(crate) fn slot(&self, main: Address) -> Option<usize> {
        let known = self.0.iter().position(|vendor| vendor.main() == main && !vendor.serves());
        known.or_else(|| {
            let take =
                |vendor: &Wrapped| vendor.main.compare_exchange(core::ptr::null_mut(), main, Ordering::AcqRel, Ordering::Acquire).is_ok();
            self.0.iter().position(take)
        })
    }
}

/// The wrapped EGL vendors.
pub(crate) static EGL: Vendors = Vendors([const { Wrapped::new() }; SLOTS]);
/// The wrapped GLX vendors.
pub(crate) static GLX: Vendors = Vendors([const { Wrapped::new() }; SLOTS]);
