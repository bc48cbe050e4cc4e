//! EGL's C types and tokens.

#![allow(missing_docs, reason = "the specification defines each type")]

pub mod tokens;

use core::ffi::{c_char, c_void};

pub type EGLBoolean = u32;
pub type EGLenum = u32;
pub type EGLint = i32;
pub type EGLAttrib = isize;
pub type EGLTime = u64;
/// An EGL object (display, config, context, surface, image or sync) or a native handle of the platform.
pub type Handle = *mut c_void;
/// The type of `eglQuerySurface`.
pub type QuerySurface = unsafe extern "C" fn(Handle, Handle, EGLint, *mut EGLint) -> EGLBoolean;
/// The type of `eglQueryString`.
pub type QueryString = unsafe extern "C" fn(Handle, EGLint) -> *const c_char;
