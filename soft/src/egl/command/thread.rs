//! The commands of a thread's own state: its error, its API and its end.

use crate::egl::tokens::*;
use crate::egl::{ERROR, api, current, enter};

/// Implements eglGetError.
pub extern "C" fn get_error() -> i32 {
    ERROR.replace(EGL_SUCCESS)
}

/// Implements eglBindAPI.
pub extern "C" fn bind_api(wanted: u32) -> u32 {
    enter(c"eglBindAPI", core::ptr::null_mut(), || {
        if !api::is_supported(wanted) {
            return Err(EGL_BAD_PARAMETER);
        }
        api::bind(wanted as i32);
        Ok(1)
    })
}

/// Implements eglQueryAPI.
pub extern "C" fn query_api() -> u32 {
    api::bound() as u32
}

/// Implements eglReleaseThread.
pub extern "C" fn release_thread() -> u32 {
    enter(c"eglReleaseThread", core::ptr::null_mut(), || {
        current::release();
        // "The current rendering API is reset to its value at thread initialization" [EGL 1.5, 3.12]
        api::reset();
        Ok(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_released_thread_has_the_initial_api() {
        // SAFETY: the name ends with NUL.
        let bind = unsafe { crate::egl::vendor::glmeter_soft_get_proc_address(c"eglBindAPI".as_ptr()) };
        // SAFETY: eglBindAPI has this type, and no value of its argument is forbidden.
        let bind = unsafe { glmeter_abi::function::<extern "C" fn(u32) -> u32>(bind) }.unwrap();
        assert_eq!((bind(EGL_OPENGL_API as u32), api::current()), (1, EGL_OPENGL_API));
        assert_eq!((release_thread(), api::current()), (1, EGL_OPENGL_ES_API));
    }
}
