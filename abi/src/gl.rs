//! The C types of OpenGL and OpenGL ES.

#![allow(missing_docs, reason = "the specifications define each type")]

use core::ffi::{c_char, c_void};

pub type GLenum = u32;
pub type GLboolean = u8;
pub type GLbitfield = u32;
pub type GLbyte = i8;
pub type GLubyte = u8;
pub type GLshort = i16;
pub type GLushort = u16;
pub type GLint = i32;
pub type GLuint = u32;
pub type GLsizei = i32;
pub type GLfloat = f32;
pub type GLdouble = f64;
pub type GLchar = c_char;
pub type GLint64 = i64;
pub type GLuint64 = u64;
pub type GLint64EXT = i64;
pub type GLuint64EXT = u64;
pub type GLintptr = isize;
pub type GLsizeiptr = isize;
pub type GLsync = *const c_void;
pub type GLclampf = f32;
pub type GLclampd = f64;
pub type GLfixed = i32;
pub type GLclampx = i32;
pub type GLhalfNV = u16;
pub type GLcharARB = c_char;
pub type GLhandleARB = u32;
pub type GLintptrARB = isize;
pub type GLsizeiptrARB = isize;
pub type GLeglImageOES = *mut c_void;
pub type GLeglClientBufferEXT = *mut c_void;
pub type GLDEBUGPROC = Option<unsafe extern "C" fn(GLenum, GLenum, GLuint, GLenum, GLsizei, *const GLchar, *const c_void)>;
pub type GLDEBUGPROCARB = GLDEBUGPROC;
pub type GLDEBUGPROCKHR = GLDEBUGPROC;
