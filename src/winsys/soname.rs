//! The library's SONAME, and the name under which libglvnd opens a GLX vendor.
//!
//! Programs that are linked with the library need it by its SONAME, `libglmeter.so.0`. libglvnd opens the GLX vendor `glmeter` as
//! `libGLX_glmeter.so.0`, without a path: the loader looks among the loaded objects, by the names under which they were opened and by their SONAMEs,
//! and then in the folders of libraries. A preloaded copy may lie in any folder. So a copy that came with the program changes its SONAME in
//! memory. A linked program has opened it under the first name already, and the loader knows both.
//!
//! A program that needs the library *and* preloads it has opened it by its SONAME, and the loader compares no further one. There libglvnd finds the
//! link that `glmeter install` lays, or uses the machine's vendor, and glmeter gets the program's calls by its exported names.

use core::ffi::CStr;

/// The SONAME, by which programs linked with `-lglmeter` need this library.
pub(super) const SONAME: &CStr = c"libglmeter.so.0";

/// Makes the loader recognise this library by the name under which libglvnd opens its GLX vendor.
///
/// # Safety
/// No other thread may be opening a library.
pub(super) unsafe fn take_vendor_name() {
    #[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]
    {
        use crate::platform::elf;
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
