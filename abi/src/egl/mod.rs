//! The C types of EGL, and its tokens.

#![allow(missing_docs, reason = "the specification defines each type")]

pub mod tokens;

use core::ffi::{c_char, c_void};

pub type EGLBoolean = u32;
pub type EGLenum = u32;
pub type EGLint = i32;
pub type EGLAttrib = isize;
pub type EGLTime = u64;
/// A display, a configuration, a context, a surface, an image, a sync object, or what is native to a platform.
pub type Handle = *mut c_void;
/// `eglQueryString`.
pub type QueryString = unsafe extern "C" fn(Handle, EGLint) -> *const c_char;
