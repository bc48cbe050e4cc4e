//! The dispatch stubs in which libglvnd looks up commands that it does not know, and the functions of libglvnd's that they call.

use core::ffi::{CStr, c_char, c_int, c_void};
use glmeter_abi::glvnd::Address;
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

/// The functions that libglvnd passed when it last loaded this driver: a program may close libglvnd and open it again, at another address.
pub struct Exports<T: 'static>(AtomicPtr<T>);

impl<T: Copy + 'static> Exports<T> {
    /// Creates the value for a process in which libglvnd has not loaded this driver.
    pub const fn new() -> Self {
        Self(AtomicPtr::new(core::ptr::null_mut()))
    }

    /// Returns the functions, if libglvnd has loaded this driver.
    pub fn get(&self) -> Option<&'static T> {
        // SAFETY: null, or a value that was never freed.
        unsafe { self.0.load(Ordering::Acquire).as_ref() }
    }

    /// Sets the functions. Keeps the earlier ones, which another thread may be reading.
    pub fn set(&self, functions: T) {
        self.0.store(Box::leak(Box::new(functions)), Ordering::Release);
    }
}

/// The dispatch stub of a command.
pub struct Stub {
    /// The command's name.
    name: &'static CStr,
    /// The function.
    address: *const c_void,
    /// The dispatch index that libglvnd assigned to the command; -1 before that.
    index: AtomicI32,
}

// SAFETY: the address is that of a function, which any thread may call, and the index is atomic.
unsafe impl Sync for Stub {}

impl Stub {
    /// Returns the stub of a command, to which libglvnd has not assigned an index yet.
    pub const fn new(name: &'static CStr, address: *const c_void) -> Self {
        Self { name, address, index: AtomicI32::new(-1) }
    }

    /// Returns the dispatch index that libglvnd assigned to the command.
    pub fn index(&self) -> c_int {
        self.index.load(Ordering::Acquire)
    }
}

/// Returns the stub of a command, or `None` if the driver has none.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
unsafe fn find(stubs: &[Stub], name: *const c_char) -> Option<&Stub> {
    if name.is_null() {
        return None;
    }
    // SAFETY: the caller guarantees a NUL-terminated string.
    let name = unsafe { CStr::from_ptr(name) };
    stubs.iter().find(|stub| stub.name == name)
}

/// Returns the address of a command's stub, as `getDispatchAddress` of libglvnd's vendor interface does.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
pub unsafe fn address(stubs: &[Stub], name: *const c_char) -> Address {
    // SAFETY: the caller upholds the same contract.
    unsafe { find(stubs, name) }.map_or(core::ptr::null_mut(), |stub| stub.address.cast_mut())
}

/// Sets the dispatch index of a command, as `setDispatchIndex` of libglvnd's vendor interface does.
///
/// # Safety
/// `name` must be null or a NUL-terminated string.
pub unsafe fn set_index(stubs: &[Stub], name: *const c_char, index: c_int) {
    // SAFETY: the caller upholds the same contract.
    if let Some(stub) = unsafe { find(stubs, name) } {
        stub.index.store(index, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn first() {}
    extern "C" fn second() {}

    #[test]
    fn an_index_is_that_of_the_named_command() {
        let stubs = [Stub::new(c"first", first as *const c_void), Stub::new(c"second", second as *const c_void)];
        for name in [core::ptr::null(), c"third".as_ptr()] {
            // SAFETY: the name is null or a string.
            unsafe {
                assert!(address(&stubs, name).is_null());
                set_index(&stubs, name, 5);
            }
        }
        assert_eq!(stubs.each_ref().map(Stub::index), [-1, -1]);
        // SAFETY: the name is a string.
        unsafe {
            assert_eq!(address(&stubs, c"second".as_ptr()).cast_const(), second as *const c_void);
            set_index(&stubs, c"second".as_ptr(), 7);
        }
        assert_eq!(stubs.each_ref().map(Stub::index), [-1, 7]);
    }
}
