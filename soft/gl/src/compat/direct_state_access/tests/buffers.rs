use super::{error, integer};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

fn parameter(buffer: u32, name: u32) -> i32 {
    let mut value = -7;
    glGetNamedBufferParameterivEXT(buffer, name, &raw mut value);
    value
}

fn data(buffer: u32, bytes: &[u8]) {
    glNamedBufferDataEXT(buffer, bytes.len() as isize, bytes.as_ptr().cast(), GL_STATIC_DRAW);
}

fn contents<const N: usize>(buffer: u32) -> [u8; N] {
    let mut bytes = [0xAA; N];
    glGetNamedBufferSubDataEXT(buffer, 0, N as isize, bytes.as_mut_ptr().cast());
    bytes
}

#[test]
fn the_first_use_of_a_name_makes_a_buffer() {
    let _gl = Gl::new(compatibility());
    let mut name = 0;
    glGenBuffers(1, &raw mut name);
    data(name, &[1, 2, 3, 4]);
    assert_eq!((contents(name), integer(GL_ARRAY_BUFFER_BINDING), error()), ([1, 2, 3, 4], 0, GL_NO_ERROR));
    // Deleted names and names that were never generated too.
    glDeleteBuffers(1, &raw const name);
    assert_eq!((parameter(name, GL_BUFFER_SIZE), parameter(55, GL_BUFFER_SIZE), error()), (0, 0, GL_NO_ERROR));
    assert_eq!((glIsBuffer(name), glIsBuffer(55)), (1, 1));
    // An error of the command does not prevent it.
    assert_eq!(((glMapNamedBufferEXT(56, GL_READ_ONLY) as usize), error()), (0, GL_INVALID_OPERATION));
    assert_eq!(glIsBuffer(56), 1);
}

#[test]
fn there_is_no_buffer_zero() {
    let _gl = Gl::new(compatibility());
    // "There is no buffer corresponding to the name zero, these commands generate the INVALID_OPERATION error if the buffer parameter is zero."
    data(0, &[1]);
    assert_eq!(error(), GL_INVALID_OPERATION);
    assert_eq!((contents(0), error()), ([0xAA], GL_INVALID_OPERATION));
    assert_eq!((parameter(0, GL_BUFFER_SIZE), error()), (-7, GL_INVALID_OPERATION));
    assert_eq!(((glMapNamedBufferRangeEXT(0, 0, 1, 1) as usize), error()), (0, GL_INVALID_OPERATION));
    assert_eq!((glUnmapNamedBufferEXT(0), error()), (0, GL_INVALID_OPERATION));
    glNamedCopyBufferSubDataEXT(0, 1, 0, 0, 0);
    assert_eq!(error(), GL_INVALID_OPERATION);
    glNamedCopyBufferSubDataEXT(1, 0, 0, 0, 0);
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn contents_are_written_copied_and_cleared() {
    let _gl = Gl::new(compatibility());
    data(3, &[0; 4]);
    let part = [5u8, 6];
    glNamedBufferSubDataEXT(3, 1, 2, part.as_ptr().cast());
    assert_eq!(contents(3), [0, 5, 6, 0]);
    data(4, &[9; 4]);
    glNamedCopyBufferSubDataEXT(3, 4, 1, 0, 2);
    assert_eq!(contents(4), [5, 6, 9, 9]);
    let one = [1u8];
    glClearNamedBufferSubDataEXT(4, GL_R8UI, 2, 1, GL_RED_INTEGER, GL_UNSIGNED_BYTE, one.as_ptr().cast());
    assert_eq!(contents(4), [5, 6, 1, 9]);
    glClearNamedBufferDataEXT(4, GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, std::ptr::null());
    assert_eq!((contents(4), error()), ([0; 4], GL_NO_ERROR));
    glNamedBufferSubDataEXT(3, 3, 2, part.as_ptr().cast());
    assert_eq!((error(), contents(3)), (GL_INVALID_VALUE, [0, 5, 6, 0]));
}

#[test]
fn mappings_and_storage() {
    let _gl = Gl::new(compatibility());
    let flags = GL_MAP_WRITE_BIT;
    glNamedBufferStorageEXT(3, 4, std::ptr::null(), flags);
    assert_eq!(parameter(3, GL_BUFFER_IMMUTABLE_STORAGE), 1);
    data(3, &[1]);
    assert_eq!(error(), GL_INVALID_OPERATION);
    let access = GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT;
    let address = glMapNamedBufferRangeEXT(3, 0, 4, access) as usize;
    let mut found = 0usize;
    glGetNamedBufferPointervEXT(3, GL_BUFFER_MAP_POINTER, (&raw mut found).cast());
    assert!(address != 0 && found == address);
    glFlushMappedNamedBufferRangeEXT(3, 0, 4);
    assert_eq!(error(), GL_NO_ERROR);
    glFlushMappedNamedBufferRangeEXT(3, 0, 5);
    assert_eq!(error(), GL_INVALID_VALUE);
    assert_eq!((glUnmapNamedBufferEXT(3), error()), (1, GL_NO_ERROR));
}
