//! Tests of memory objects, and of the storage of buffers and textures in them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod buffers;
mod objects;
mod queries;
mod textures;

use crate::dispatch::set_current;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{compatibility, core, es};
use crate::tokens::*;
use base::core::mapping::unnamed_file;
use std::ffi::c_void;
use std::fs::File;
use std::os::fd::IntoRawFd;
use std::os::unix::fs::FileExt;

/// Makes another context current.
fn switch(gl: &Gl) {
    set_current(Some(gl.0.clone()));
}

fn error() -> u32 {
    glGetError()
}

/// Creates a memory object.
fn object() -> u32 {
    let mut name = 0;
    glCreateMemoryObjectsEXT(1, &raw mut name);
    name
}

/// Imports a duplicate of a file's descriptor, and returns the error.
fn import(memory: u32, size: u64, file: &File) -> u32 {
    let descriptor = file.try_clone().unwrap().into_raw_fd();
    glImportMemoryFdEXT(memory, size, GL_HANDLE_TYPE_OPAQUE_FD_EXT, descriptor);
    let error = error();
    // SAFETY: after an error the descriptor still is the test's.
    assert!(error == GL_NO_ERROR || unsafe { libc::close(descriptor) } == 0, "the driver leaves the descriptor");
    error
}

/// Creates a memory object of a file.
fn imported(size: u64, file: &File) -> u32 {
    let memory = object();
    assert_eq!(import(memory, size, file), GL_NO_ERROR);
    memory
}

/// Reads bytes of a file.
fn bytes<const N: usize>(file: &File, offset: u64) -> [u8; N] {
    let mut bytes = [0; N];
    file.read_exact_at(&mut bytes, offset).unwrap();
    bytes
}
