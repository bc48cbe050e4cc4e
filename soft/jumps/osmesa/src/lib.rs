//! `libOSMesa.so.8`: OpenGL in memory of the program, for programs that were linked with Mesa's library of that name or open it.
//!
//! The library contains no driver: it exports the OSMesa functions and every `gl*` command of the Khronos registry, and jumps to those of the
//! software pipeline, `libglmeter_soft.so` in the same folder, which it loads when the first OSMesa function is called. GL commands called
//! before that have no effect.

use core::ffi::{c_char, c_int, c_uint, c_void};
use glmeter_abi::egl::Handle;
use glmeter_abi::function;
use glmeter_stubs::pipeline::serve;

include!(concat!(env!("OUT_DIR"), "/commands.rs"));

/// Returns the address of the pipeline's function of a name that ends with NUL; null if the pipeline is missing or has none.
fn address(name: &'static str) -> *mut c_void {
    // SAFETY: the name is a C string.
    serve(&NAMES, &SLOTS).map_or(core::ptr::null_mut(), |get| unsafe { get(name.as_ptr().cast::<c_char>()) })
}

/// Defines OSMesa's functions: each calls the pipeline's of the same name, or returns 0 if the pipeline is missing.
macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $ty:ty),*) $(-> $result:ty = $failed:expr)?;)*) => { $(
        #[doc = concat!("Calls the pipeline's `", stringify!($name), "`.")]
        ///
        /// # Safety
        /// The arguments must be what Mesa's documentation of OSMesa demands.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case, reason = "OSMesa's own names")]
        pub unsafe extern "C" fn $name($($argument: $ty),*) $(-> $result)? {
            let address = address(concat!(stringify!($name), "\0"));
            // SAFETY: the pipeline's function has the type of the row in `functions!`.
            match unsafe { function::<unsafe extern "C" fn($($ty),*) $(-> $result)?>(address) } {
                // SAFETY: as the caller promises.
                Some(function) => unsafe { function($($argument),*) },
                None => ($($failed)?),
            }
        }
    )* };
}

functions! {
    fn OSMesaCreateContext(format: c_uint, share: Handle) -> Handle = core::ptr::null_mut();
    fn OSMesaCreateContextExt(format: c_uint, depth_bits: c_int, stencil_bits: c_int, accum_bits: c_int, share: Handle) -> Handle = core::ptr::null_mut();
    fn OSMesaCreateContextAttribs(attributes: *const c_int, share: Handle) -> Handle = core::ptr::null_mut();
    fn OSMesaDestroyContext(context: Handle);
    fn OSMesaMakeCurrent(context: Handle, buffer: *mut c_void, ty: c_uint, width: c_int, height: c_int) -> u8 = 0;
    fn OSMesaGetCurrentContext() -> Handle = core::ptr::null_mut();
    fn OSMesaPixelStore(name: c_int, value: c_int);
    fn OSMesaGetIntegerv(name: c_int, value: *mut c_int);
    fn OSMesaGetDepthBuffer(context: Handle, width: *mut c_int, height: *mut c_int, bytes: *mut c_int, buffer: *mut *mut c_void) -> u8 = 0;
    fn OSMesaGetColorBuffer(context: Handle, width: *mut c_int, height: *mut c_int, format: *mut c_int, buffer: *mut *mut c_void) -> u8 = 0;
    fn OSMesaGetProcAddress(name: *const c_char) -> *mut c_void = core::ptr::null_mut();
    fn OSMesaColorClamp(enable: u8);
    fn OSMesaPostprocess(context: Handle, filter: *const c_char, enable: c_uint);
}
