//! The C interfaces that glmeter and its software pipeline share.
//!
//! - [`border`]: runs what a program called, so that no panic reaches the program and no cancellation ends it.
//! - [`gl`], [`egl`]: the C types of OpenGL and EGL.
//! - [`functions!`]: declares tables of C functions that are found by name at run time.
//! - [`glvnd`]: the structures by which libglvnd and a vendor give each other their functions.
//!
//! Memory of the caller (`In`, `Out`) is not shared: the pipeline keeps such pointers in display lists and reads them again, while
//! glmeter's live as long as one command and know an offset into a bound buffer from an address.

pub mod border;
pub mod egl;
mod functions;
pub mod gl;
pub mod glvnd;
