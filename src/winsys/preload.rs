//! The library's constructor, by which libglvnd finds the library in a process with the preload.
//!
//! `LD_PRELOAD` reaches every child process (compilers, shells), so the constructor is quick, silent and without effect on a program that
//! does not use GL. In a secure process it does nothing.
//!
//! The environment stays as it is, so that programs without the preload, which this one starts, find it as it was. `announce` has the exception.

use super::{announce, imports, soname};
use crate::environment;
use crate::platform::{elf, symbols};
use glmeter_abi::border::guard;

#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C" fn() = constructor;

/// Has libglvnd find the library if it was loaded with the program.
extern "C" fn constructor() {
    #[cfg(stubs)]
    if let Some(dlsym) = super::dlsym::OF_LIBGLVND {
        imports::set_dlsym(dlsym);
    }
    let _ = guard(|| {
        if environment::is_secure() || !soname::is_the_library() {
            return;
        }
        if environment::variable(symbols::EGL_LIBRARY).is_some() {
            // The library below the named one is not the program's.
            #[cfg(stubs)]
            super::dlsym::wrap_angle();
            return;
        }
        if !soname::is_preload() {
            return;
        }
        // SAFETY: the program has not run yet, so there is no other thread.
        unsafe { soname::take_vendor_name() };
        if imports::can_watch() && own_dlsym_is_first() {
            imports::begin_watching();
        } else {
            // SAFETY: as above.
            unsafe { announce::set_variables() };
        }
    });
}

/// Returns true if no object before this library defines `dlsym`, so that libraries that are loaded later call glmeter's.
fn own_dlsym_is_first() -> bool {
    let own = elf::own_range();
    let mut first = true;
    elf::any_object(|object| {
        let is_own = object.range == own;
        first &= is_own || object.definition(c"dlsym").is_none();
        is_own
    });
    first
}
