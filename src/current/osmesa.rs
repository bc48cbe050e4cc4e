//! The way to reach OSMesa, whose contexts draw to memory of the program: the functions of the process's libOSMesa.

use super::Front;
use crate::platform::symbols::Real;
use core::ffi::{CStr, c_void};
use core::sync::atomic::{AtomicBool, Ordering};
use glmeter_abi::glvnd::{GetCurrentContext, GetProcAddress};

/// OSMesa as the exported symbols reach it: the functions of the process's libOSMesa.
pub(crate) static LINKED: Front = Front::new(function, get_proc_address, current_context, || false, |_, _, _| None).in_memory().shared();

static REAL: Real = Real::new(&[c"libOSMesa.so.8", c"libOSMesa.so.6", c"libOSMesa.so"]);
/// True once the program has called a function of OSMesa.
static IS_USED: AtomicBool = AtomicBool::new(false);

/// Returns the real function behind an exported one.
fn function(name: &CStr) -> *mut c_void {
    IS_USED.store(true, Ordering::Release);
    REAL.symbol(name)
}

/// Looks a GL command up with the real OSMesaGetProcAddress, and then among the library's exports.
fn get_proc_address(name: &CStr) -> *mut c_void {
    // SAFETY: OSMesaGetProcAddress has this type.
    let get = unsafe { glmeter_abi::function::<GetProcAddress>(REAL.loaded_symbol(c"OSMesaGetProcAddress")) };
    // SAFETY: the name is a C string.
    let address = get.map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr()) });
    if address.is_null() { REAL.loaded_symbol(name) } else { address }
}

/// Returns the real OSMesaGetCurrentContext's answer; 0 if the program does not use OSMesa.
fn current_context() -> usize {
    if !IS_USED.load(Ordering::Acquire) {
        return 0;
    }
    // SAFETY: OSMesaGetCurrentContext has this type.
    let get = unsafe { glmeter_abi::function::<GetCurrentContext>(REAL.loaded_symbol(c"OSMesaGetCurrentContext")) };
    // SAFETY: the function takes no arguments.
    get.map_or(0, |get| unsafe { get() } as usize)
}
