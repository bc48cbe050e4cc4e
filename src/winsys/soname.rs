//! The library's SONAME, and the name under which libglvnd opens a GLX vendor.
//!
//! Programs that are linked with the library need it by its SONAME, `libglmeter.so.0`. libglvnd opens the GLX vendor `glmeter` as
//! `libGLX_glmeter.so.0`, without a path: the loader looks among the loaded objects, by the names under which they were opened and by their SONAMEs,
//! and then in the folders of libraries. A preloaded copy may lie in any folder. So a copy that came with the program changes its SONAME in
//! memory. A linked program has opened it under the first name already, and the loader knows both.
//!
//! A program that needs the library *and* preloads it has opened it by its SONAME, and the loader compares no further one. There libglvnd must find the
//! link that `glmeter install` lays: `glmeter run` adds its folder to the folders of libraries. Otherwise libglvnd uses the machine's vendor, and glmeter
//! gets the program's calls by its exported names.

use crate::environment;
use crate::platform::elf;
use core::ffi::CStr;

/// The SONAME, by which programs linked with `-lglmeter` need this library.
pub(super) const SONAME: &CStr = c"libglmeter.so.0";

/// Makes the loader recognise this library by the name under which libglvnd opens its GLX vendor.
///
/// # Safety
/// No other thread may be opening a library.
pub(super) unsafe fn take_vendor_name() {
    #[cfg(all(stubs, target_os = "linux", target_env = "gnu"))]
    {
        let own = elf::own_range();
        elf::any_object(|object| {
            let is_own = object.range == own;
            if is_own {
                // SAFETY: the object is glmeter's own; the rest is as the caller promises.
                unsafe { object.set_soname(c"libGLX_glmeter.so.0") };
            }
            is_own
        });
    }
}

/// Returns true if this code is in the shared library, and not in a program or a library that is linked with the static one.
pub(super) fn is_the_library() -> bool {
    let own = elf::find_own_range();
    let mut named = false;
    elf::any_object(|object| {
        let ours = object.range == own;
        named |= ours && object.is_named(SONAME);
        ours
    });
    named
}

/// Returns true if this copy shall be found by libglvnd: it was loaded with the program, which has no more rights than its caller.
pub(super) fn is_preload() -> bool {
    !environment::is_secure() && is_the_library() && comes_with_the_program()
}

/// Returns true if the loader loaded the library before the C library, that is, with the program: by `LD_PRELOAD` or because the program needs
/// it. When it is opened later (by libglvnd, or with a plug-in that needs it), the program may already have threads.
fn comes_with_the_program() -> bool {
    let order = elf::order_of_loading();
    order.c_library.is_none_or(|c_library| order.own < c_library)
}
