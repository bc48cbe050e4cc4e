//! Buffers in imported memory.

use super::*;

const TARGET: u32 = GL_ARRAY_BUFFER;

/// Binds a new buffer.
fn buffer() -> u32 {
    let mut name = 0;
    glGenBuffers(1, &raw mut name);
    glBindBuffer(TARGET, name);
    name
}

fn storage(size: isize, memory: u32, offset: u64) -> u32 {
    glBufferStorageMemEXT(TARGET, size, memory, offset);
    error()
}

fn parameter(name: u32) -> i32 {
    let mut value = -1;
    glGetBufferParameteriv(TARGET, name, &raw mut value);
    value
}

#[test]
fn two_contexts_see_one_buffer() {
    let file = unnamed_file(4096).unwrap();
    let first = Gl::new(core());
    buffer();
    assert_eq!(storage(8, imported(4096, &file), 128), GL_NO_ERROR);
    let second = Gl::new(es(3, 2));
    let name = buffer();
    glNamedBufferStorageMemEXT(name, 16, imported(4096, &file), 128);
    assert_eq!(error(), GL_NO_ERROR);
    second.buffer(GL_COPY_READ_BUFFER, &[1, 2, 3, 4]);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, TARGET, 0, 0, 16);
    switch(&first);
    assert_eq!(first.words(TARGET, 2), [1, 2]);
    glClearBufferSubData(TARGET, GL_R32UI, 4, 4, GL_RED_INTEGER, GL_UNSIGNED_INT, [7u32].as_ptr().cast());
    first.no_error();
    assert_eq!(bytes(&file, 128), [1, 0, 0, 0, 7, 0, 0, 0, 3, 0, 0, 0]);
    file.write_all_at(&[9], 128).unwrap();
    assert_eq!(first.words(TARGET, 2), [9, 7]);
    switch(&second);
    assert_eq!(second.words(TARGET, 4), [9, 7, 3, 4]);
}

#[test]
fn a_buffer_keeps_the_memory_of_a_deleted_object() {
    let file = unnamed_file(64).unwrap();
    let gl = Gl::new(core());
    buffer();
    let memory = imported(64, &file);
    assert_eq!(storage(64, memory, 0), GL_NO_ERROR);
    glDeleteMemoryObjectsEXT(1, &raw const memory);
    file.write_all_at(&[3, 2, 1], 60).unwrap();
    assert_eq!(gl.words(TARGET, 16)[15], 0x0001_0203);
}

#[test]
fn the_store_is_immutable_and_cannot_be_mapped() {
    let gl = Gl::new(core());
    buffer();
    let memory = imported(64, &unnamed_file(64).unwrap());
    assert_eq!(storage(33, memory, 0), GL_NO_ERROR);
    let state = [GL_BUFFER_SIZE, GL_BUFFER_IMMUTABLE_STORAGE, GL_BUFFER_STORAGE_FLAGS, GL_BUFFER_USAGE].map(parameter);
    assert_eq!(state, [33, 1, 0, GL_DYNAMIC_DRAW.cast_signed()]);
    gl.no_error();
    for access in [GL_MAP_READ_BIT, GL_MAP_WRITE_BIT] {
        let address = glMapBufferRange(TARGET, 0, 4, access) as usize;
        assert_eq!((address, error()), (0, GL_INVALID_OPERATION));
    }
    for access in [GL_READ_ONLY, GL_WRITE_ONLY, GL_READ_WRITE] {
        assert_eq!(((glMapBuffer(TARGET, access) as usize), error()), (0, GL_INVALID_OPERATION));
    }
    glBufferData(TARGET, 4, std::ptr::null(), GL_STATIC_DRAW);
    assert_eq!(error(), GL_INVALID_OPERATION);
    assert_eq!((storage(32, memory, 0), parameter(GL_BUFFER_SIZE)), (GL_INVALID_OPERATION, 33));
}

#[test]
fn errors_of_buffer_storage() {
    let gl = Gl::new(core());
    let memory = imported(192, &unnamed_file(192).unwrap());
    assert_eq!(storage(4, memory, 0), GL_INVALID_OPERATION, "no buffer is bound");
    let name = buffer();
    let empty = object();
    for (size, memory, offset, wanted) in [
        (4, 0, 0, GL_INVALID_VALUE),
        (4, 77, 0, GL_INVALID_VALUE),
        (4, empty, 0, GL_INVALID_OPERATION),
        (0, memory, 0, GL_INVALID_VALUE),
        (-4, memory, 0, GL_INVALID_VALUE),
        (193, memory, 0, GL_INVALID_VALUE),
        (129, memory, 64, GL_INVALID_VALUE),
        (4, memory, 192, GL_INVALID_VALUE),
        (4, memory, u64::MAX - 63, GL_INVALID_VALUE),
        // Offsets are multiples of 64.
        (4, memory, 4, GL_INVALID_VALUE),
    ] {
        assert_eq!(storage(size, memory, offset), wanted, "{size} bytes at {offset}");
        glNamedBufferStorageMemEXT(name, size, memory, offset);
        assert_eq!(error(), wanted, "{size} bytes at {offset}");
    }
    glBufferStorageMemEXT(GL_TEXTURE_2D, 4, memory, 0);
    assert_eq!(error(), GL_INVALID_ENUM);
    glNamedBufferStorageMemEXT(77, 4, memory, 0);
    assert_eq!(error(), GL_INVALID_OPERATION);
    assert_eq!((parameter(GL_BUFFER_SIZE), parameter(GL_BUFFER_IMMUTABLE_STORAGE)), (0, 0));
    gl.no_error();
}
