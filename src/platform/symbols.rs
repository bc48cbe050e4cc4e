//! The C library's own `dlsym` and `dlopen`, and the GL libraries that the process has.

use super::elf;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};

pub(crate) type Dlsym = unsafe extern "C" fn(*mut c_void, *const c_char) -> *mut c_void;
pub(crate) type Dlopen = unsafe extern "C" fn(*const c_char, c_int) -> *mut c_void;

/// Returns the C library's function of this name: other interposers override `dlsym` and `dlopen`, and so does glmeter.
pub(crate) fn libc_function(name: &CStr) -> *mut c_void {
    let mut found = core::ptr::null_mut();
    elf::any_object(|object| {
        let file = object.file_name();
        if [b"libc.so".as_slice(), b"libdl.so", b"ld-musl-", b"libc.musl-"].iter().any(|prefix| file.starts_with(prefix)) {
            found = object.definition(name).unwrap_or(core::ptr::null_mut());
        }
        !found.is_null()
    });
    found
}

/// The C library's `dlsym`.
pub(crate) static DLSYM: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());
static DLOPEN: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

fn resolved(cell: &AtomicPtr<c_void>, name: &CStr) -> *mut c_void {
    let known = cell.load(Ordering::Acquire);
    if !known.is_null() {
        return known;
    }
    let found = libc_function(name);
    cell.store(found, Ordering::Release);
    found
}

pub(crate) fn dlsym() -> Option<Dlsym> {
    // SAFETY: null is `None`; any other address is the C library's dlsym.
    unsafe { core::mem::transmute(resolved(&DLSYM, c"dlsym")) }
}

fn dlopen() -> Option<Dlopen> {
    // SAFETY: null is `None`; any other address is the C library's dlopen.
    unsafe { core::mem::transmute(resolved(&DLOPEN, c"dlopen")) }
}

/// Returns the definition of a name behind this library, in the order in which the loader looks.
pub(crate) fn next(name: &CStr) -> *mut c_void {
    // SAFETY: a C string. The C library sees by the address to return to that this library asks.
    dlsym().map_or(core::ptr::null_mut(), |dlsym| unsafe { dlsym(libc::RTLD_NEXT, name.as_ptr()) })
}

/// One of the process's own GL libraries, under the first of its names that is there. It is never closed.
pub(crate) struct Real {
    names: &'static [&'static CStr],
    handle: AtomicPtr<c_void>,
}

impl Real {
    pub(crate) const fn new(names: &'static [&'static CStr]) -> Self {
        Self { names, handle: AtomicPtr::new(core::ptr::null_mut()) }
    }

    fn handle(&self, flags: &[c_int]) -> *mut c_void {
        let known = self.handle.load(Ordering::Acquire);
        if !known.is_null() {
            return known;
        }
        let Some(open) = dlopen() else { return known };
        for flag in flags {
            for name in self.names {
                // SAFETY: a C string.
                let handle = unsafe { open(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_LOCAL | *flag) };
                if !handle.is_null() {
                    self.handle.store(handle, Ordering::Release);
                    return handle;
                }
            }
        }
        known
    }

    /// Returns true if one of its names could be opened.
    pub(crate) fn is_open(&self) -> bool {
        !self.handle.load(Ordering::Acquire).is_null()
    }

    fn find(&self, name: &CStr, flags: &[c_int]) -> *mut c_void {
        let handle = self.handle(flags);
        match dlsym() {
            // SAFETY: an open library and a C string.
            Some(dlsym) if !handle.is_null() => unsafe { dlsym(handle, name.as_ptr()) },
            _ => core::ptr::null_mut(),
        }
    }

    /// Returns a function of the library, which is opened if the process has not done so.
    pub(crate) fn symbol(&self, name: &CStr) -> *mut c_void {
        self.find(name, &[libc::RTLD_NOLOAD, 0])
    }

    /// Returns a function of the library, if the process has opened it.
    pub(crate) fn loaded_symbol(&self, name: &CStr) -> *mut c_void {
        self.find(name, &[libc::RTLD_NOLOAD])
    }
}

/// Returns the function that `get` finds; null if it is one of glmeter's own, to which a "driver" led back.
pub(crate) fn unless_ours(name: &CStr, get: fn(&CStr) -> *mut c_void) -> *mut c_void {
    let address = get(name);
    if elf::is_ours(address as usize) { core::ptr::null_mut() } else { address }
}
