use super::{error, integer};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

fn parameter(buffer: u32, name: u32) -> i32 {
    let mut value = -7;
    gl!(glGetNamedBufferParameterivEXT(buffer => u32, name => u32, &raw mut value => *mut i32));
    value
}

fn data(buffer: u32, bytes: &[u8]) {
    gl!(glNamedBufferDataEXT(buffer => u32, bytes.len() as isize => isize, bytes.as_ptr().cast() => *const c_void, GL_STATIC_DRAW => u32));
}

fn contents<const N: usize>(buffer: u32) -> [u8; N] {
    let mut bytes = [0xAA; N];
    gl!(glGetNamedBufferSubDataEXT(buffer => u32, 0 => isize, N as isize => isize, bytes.as_mut_ptr().cast() => *mut c_void));
    bytes
}

#[test]
fn the_first_use_of_a_name_makes_a_buffer() {
    let _gl = Gl::new(compatibility());
    let mut name = 0;
    gl!(glGenBuffers(1 => i32, &raw mut name => *mut u32));
    data(name, &[1, 2, 3, 4]);
    assert_eq!((contents(name), integer(GL_ARRAY_BUFFER_BINDING), error()), ([1, 2, 3, 4], 0, GL_NO_ERROR));
    // Deleted names and names that were never generated too.
    gl!(glDeleteBuffers(1 => i32, &raw const name => *const u32));
    assert_eq!((parameter(name, GL_BUFFER_SIZE), parameter(55, GL_BUFFER_SIZE), error()), (0, 0, GL_NO_ERROR));
    assert_eq!((gl!(glIsBuffer(name => u32) -> u8), gl!(glIsBuffer(55 => u32) -> u8)), (1, 1));
    // An error of the command does not prevent it.
    assert_eq!((gl!(glMapNamedBufferEXT(56 => u32, GL_READ_ONLY => u32) -> usize), error()), (0, GL_INVALID_OPERATION));
    assert_eq!(gl!(glIsBuffer(56 => u32) -> u8), 1);
}

#[test]
fn there_is_no_buffer_zero() {
    let _gl = Gl::new(compatibility());
    // "There is no buffer corresponding to the name zero, these commands generate the INVALID_OPERATION error if the buffer parameter is zero."
    data(0, &[1]);
    assert_eq!(error(), GL_INVALID_OPERATION);
    assert_eq!((contents(0), error()), ([0xAA], GL_INVALID_OPERATION));
    assert_eq!((parameter(0, GL_BUFFER_SIZE), error()), (-7, GL_INVALID_OPERATION));
    assert_eq!((gl!(glMapNamedBufferRangeEXT(0 => u32, 0 => isize, 1 => isize, 1 => u32) -> usize), error()), (0, GL_INVALID_OPERATION));
    assert_eq!((gl!(glUnmapNamedBufferEXT(0 => u32) -> u8), error()), (0, GL_INVALID_OPERATION));
    gl!(glNamedCopyBufferSubDataEXT(0 => u32, 1 => u32, 0 => isize, 0 => isize, 0 => isize));
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glNamedCopyBufferSubDataEXT(1 => u32, 0 => u32, 0 => isize, 0 => isize, 0 => isize));
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn contents_are_written_copied_and_cleared() {
    let _gl = Gl::new(compatibility());
    data(3, &[0; 4]);
    let part = [5u8, 6];
    gl!(glNamedBufferSubDataEXT(3 => u32, 1 => isize, 2 => isize, part.as_ptr().cast() => *const c_void));
    assert_eq!(contents(3), [0, 5, 6, 0]);
    data(4, &[9; 4]);
    gl!(glNamedCopyBufferSubDataEXT(3 => u32, 4 => u32, 1 => isize, 0 => isize, 2 => isize));
    assert_eq!(contents(4), [5, 6, 9, 9]);
    let one = [1u8];
    gl!(glClearNamedBufferSubDataEXT(
        4 => u32, GL_R8UI => u32, 2 => isize, 1 => isize, GL_RED_INTEGER => u32, GL_UNSIGNED_BYTE => u32, one.as_ptr().cast() => *const c_void
    ));
    assert_eq!(contents(4), [5, 6, 1, 9]);
    gl!(glClearNamedBufferDataEXT(
        4 => u32, GL_R8UI => u32, GL_RED_INTEGER => u32, GL_UNSIGNED_BYTE => u32, std::ptr::null() => *const c_void
    ));
    assert_eq!((contents(4), error()), ([0; 4], GL_NO_ERROR));
    gl!(glNamedBufferSubDataEXT(3 => u32, 3 => isize, 2 => isize, part.as_ptr().cast() => *const c_void));
    assert_eq!((error(), contents(3)), (GL_INVALID_VALUE, [0, 5, 6, 0]));
}

#[test]
fn mappings_and_storage() {
    let _gl = Gl::new(compatibility());
    let flags = GL_MAP_WRITE_BIT;
    gl!(glNamedBufferStorageEXT(3 => u32, 4 => isize, std::ptr::null() => *const c_void, flags => u32));
    assert_eq!(parameter(3, GL_BUFFER_IMMUTABLE_STORAGE), 1);
    data(3, &[1]);
    assert_eq!(error(), GL_INVALID_OPERATION);
    let access = GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT;
    let address = gl!(glMapNamedBufferRangeEXT(3 => u32, 0 => isize, 4 => isize, access => u32) -> usize);
    let mut found = 0usize;
    gl!(glGetNamedBufferPointervEXT(3 => u32, GL_BUFFER_MAP_POINTER => u32, &raw mut found => *mut usize));
    assert!(address != 0 && found == address);
    gl!(glFlushMappedNamedBufferRangeEXT(3 => u32, 0 => isize, 4 => isize));
    assert_eq!(error(), GL_NO_ERROR);
    gl!(glFlushMappedNamedBufferRangeEXT(3 => u32, 0 => isize, 5 => isize));
    assert_eq!(error(), GL_INVALID_VALUE);
    assert_eq!((gl!(glUnmapNamedBufferEXT(3 => u32) -> u8), error()), (1, GL_NO_ERROR));
}
