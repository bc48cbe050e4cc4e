//! Rebinds functions that other libraries import from the C library.

use super::arch::{GLOB_DAT, JUMP_SLOT};
use super::elf::{self, Object};
use core::ffi::{CStr, c_void};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// The name of a function that a library imports, and the address of the function that it gets.
pub(crate) type Import = (&'static CStr, *const c_void);

/// Rebinds the imports that `imports_of` returns for each loaded object, `None` for one to leave alone, and passes the name of each rebound import to
/// `rebound`. Other code of the process keeps calling the C library's functions, or another interposer's: only these objects' own tables change.
/// Returns `None`, and changes nothing, if another thread is rebinding imports. Allocates nothing.
///
/// Each function must have the type of the one that it replaces.
pub(crate) fn rebind<'i>(imports_of: impl Fn(&Object) -> Option<&'i [Import]>, mut rebound: impl FnMut(&CStr)) -> Option<()> {
    /// One thread makes entries writable; another would find them protected again.
    static LOCK: Mutex<()> = Mutex::new(());
    let _lock = LOCK.try_lock().ok()?;
    elf::any_object(|object| {
        let Some(imports) = imports_of(object) else { return false };
        for (relocation, name) in object.relocations() {
            let Some((_, ours)) = imports.iter().find(|(import, _)| *import == name) else { continue };
            if !matches!(relocation.info & 0xffff_ffff, GLOB_DAT | JUMP_SLOT) {
                continue;
            }
            let place = object.base.wrapping_add(relocation.offset as usize);
            let bind = || {
                // SAFETY: the relocation fills this aligned location with a function's address; the loader and glmeter alone write to it.
                unsafe { AtomicUsize::from_ptr(place as *mut usize) }.store(*ours as usize, Ordering::Release);
            };
            // SAFETY: the location is mapped; other code only reads the page, which is readable throughout.
            unsafe { elf::while_writable(place, place + size_of::<usize>(), object.protection(place), bind) };
            rebound(name);
        }
        false
    });
    Some(())
}
