//! The C library's own `dlsym` and `dlopen`, and the process's GL libraries.

#[cfg(all(stubs, target_os = "linux", target_env = "gnu"))]
use super::arch;
use super::elf;
use crate::environment;
use core::ffi::{CStr, c_char, c_int, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use glmeter_abi::function;
use std::ffi::CString;
use std::os::unix::ffi::OsStringExt;

/// The type of `dlsym`.
pub(crate) type Dlsym = unsafe extern "C" fn(*mut c_void, *const c_char) -> *mut c_void;
/// The type of `dlopen`.
pub(crate) type Dlopen = unsafe extern "C" fn(*const c_char, c_int) -> *mut c_void;

/// The type of `dlclose`.
pub(crate) type Dlclose = unsafe extern "C" fn(*mut c_void) -> c_int;

/// Returns the C library's own function of this name. Other interposers override `dlsym` and `dlopen`, and so does glmeter.
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
static DLCLOSE: AtomicPtr<c_void> = AtomicPtr::new(core::ptr::null_mut());

/// Returns the C library's function of a name, cached in `cell`.
fn resolved(cell: &AtomicPtr<c_void>, name: &CStr) -> *mut c_void {
    let known = cell.load(Ordering::Acquire);
    if !known.is_null() {
        return known;
    }
    let found = libc_function(name);
    cell.store(found, Ordering::Release);
    found
}

/// Returns the C library's `dlsym`.
pub(crate) fn dlsym() -> Option<Dlsym> {
    #[cfg(all(stubs, target_os = "linux", target_env = "gnu"))]
    if DLSYM.load(Ordering::Acquire).is_null() && arch::has_thread_sanitizer() {
        // Its runtime looks functions up before the objects of the process can be listed by the function that it replaces.
        let versions = [c"GLIBC_2.34", arch::FIRST_GLIBC];
        // SAFETY: the names are C strings.
        let find = |version: &CStr| unsafe { libc::dlvsym(libc::RTLD_NEXT, c"dlsym".as_ptr(), version.as_ptr()) };
        let found = versions.into_iter().map(find).find(|address| !address.is_null());
        DLSYM.store(found.unwrap_or(core::ptr::null_mut()), Ordering::Release);
    }
    // SAFETY: the C library's dlsym has this type.
    unsafe { function(resolved(&DLSYM, c"dlsym")) }
}

/// Returns the C library's `dlopen`.
pub(crate) fn dlopen() -> Option<Dlopen> {
    // SAFETY: the C library's dlopen has this type.
    unsafe { function(resolved(&DLOPEN, c"dlopen")) }
}

/// Returns the C library's `dlclose`.
pub(crate) fn dlclose() -> Option<Dlclose> {
    // SAFETY: the C library's dlclose has this type.
    unsafe { function(resolved(&DLCLOSE, c"dlclose")) }
}

/// Returns the next definition of a name after this library in the loader's search order (RTLD_NEXT).
pub(crate) fn next(name: &CStr) -> *mut c_void {
    // SAFETY: the name is a C string. The C library identifies this library by the return address.
    dlsym().map_or(core::ptr::null_mut(), |dlsym| unsafe { dlsym(libc::RTLD_NEXT, name.as_ptr()) })
}

/// Keeps the object that holds this code loaded until the process ends. The shared library is linked to stay; a plug-in with the static
/// library in it is not.
pub(crate) fn stay_loaded() {
    stay_loaded_at(elf::own_range().start);
}

/// Keeps the object that holds an address loaded until the process ends.
pub(crate) fn stay_loaded_at(address: usize) {
    let mut file = None;
    elf::any_object(|object| {
        let found = object.range.contains(&address);
        if found && object.order != 0 {
            file = Some(object.name.to_owned());
        }
        found
    });
    if let Some((file, open)) = file.zip(dlopen()) {
        // SAFETY: the name is a C string. The object is loaded already, so that nothing is opened.
        unsafe { open(file.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD | libc::RTLD_NODELETE) };
    }
}

/// The variable that names the libEGL to wrap, of a program that brings its own.
pub(crate) const EGL_LIBRARY: &str = "GLMETER_EGL_LIBRARY";

/// One of the process's GL libraries, opened by the first of its names that exists. It is never closed.
pub(crate) struct Real {
    names: &'static [&'static CStr],
    /// A variable that names the library instead.
    variable: Option<&'static str>,
    handle: AtomicPtr<c_void>,
}

impl Real {
    /// Creates the record of a library with these names. Opens nothing yet.
    pub(crate) const fn new(names: &'static [&'static CStr]) -> Self {
        Self { names, variable: None, handle: AtomicPtr::new(core::ptr::null_mut()) }
    }

    /// Returns the record with a variable that names the library instead.
    pub(crate) const fn or_named_by(self, variable: &'static str) -> Self {
        Self { variable: Some(variable), ..self }
    }

    /// Returns the library's handle, opened with the first of `flags` that works; null if none does.
    fn handle(&self, flags: &[c_int]) -> *mut c_void {
        let known = self.handle.load(Ordering::Acquire);
        if !known.is_null() {
            return known;
        }
        let Some(open) = dlopen() else { return known };
        let named = self.variable.and_then(environment::variable).and_then(|path| CString::new(path.into_vec()).ok());
        let names = named.as_deref().into_iter().chain(self.names.iter().copied().filter(|_| named.is_none()));
        for flag in flags {
            for name in names.clone() {
                // SAFETY: the name is a C string.
                let handle = unsafe { open(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_LOCAL | *flag) };
                if !handle.is_null() {
                    self.handle.store(handle, Ordering::Release);
                    return handle;
                }
            }
        }
        known
    }

    /// Returns true if the library is open.
    pub(crate) fn is_open(&self) -> bool {
        !self.handle.load(Ordering::Acquire).is_null()
    }

    /// Returns a function of the library, opened with one of `flags`.
    fn find(&self, name: &CStr, flags: &[c_int]) -> *mut c_void {
        let handle = self.handle(flags);
        match dlsym() {
            // SAFETY: the library is open, and the name is a C string.
            Some(dlsym) if !handle.is_null() => unsafe { dlsym(handle, name.as_ptr()) },
            _ => core::ptr::null_mut(),
        }
    }

    /// Returns a function of the library. Opens the library if the process has not.
    pub(crate) fn symbol(&self, name: &CStr) -> *mut c_void {
        self.find(name, &[libc::RTLD_NOLOAD, 0])
    }

    /// Returns a function of the library; null if the process has not opened it.
    pub(crate) fn loaded_symbol(&self, name: &CStr) -> *mut c_void {
        self.find(name, &[libc::RTLD_NOLOAD])
    }
}
