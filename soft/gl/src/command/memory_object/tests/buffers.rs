//! Buffers in imported memory.

use super::*;

const TARGET: u32 = GL_ARRAY_BUFFER;

/// Binds a new buffer.
fn buffer() -> u32 {
    let mut name = 0;
    gl!(glGenBuffers(1 => i32, &raw mut name => *mut u32));
    gl!(glBindBuffer(TARGET => u32, name => u32));
    name
}

fn storage(size: isize, memory: u32, offset: u64) -> u32 {
    gl!(glBufferStorageMemEXT(TARGET => u32, size => isize, memory => u32, offset => u64));
    error()
}

fn parameter(name: u32) -> i32 {
    let mut value = -1;
    gl!(glGetBufferParameteriv(TARGET => u32, name => u32, &raw mut value => *mut i32));
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
    gl!(glNamedBufferStorageMemEXT(name => u32, 16 => isize, imported(4096, &file) => u32, 128 => u64));
    assert_eq!(error(), GL_NO_ERROR);
    second.buffer(GL_COPY_READ_BUFFER, &[1, 2, 3, 4]);
    gl!(glCopyBufferSubData(GL_COPY_READ_BUFFER => u32, TARGET => u32, 0 => isize, 0 => isize, 16 => isize));
    switch(&first);
    assert_eq!(first.words(TARGET, 2), [1, 2]);
    gl!(glClearBufferSubData(
        TARGET => u32, GL_R32UI => u32, 4 => isize, 4 => isize, GL_RED_INTEGER => u32, GL_UNSIGNED_INT => u32,
        [7u32].as_ptr().cast() => *const c_void
    ));
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
    gl!(glDeleteMemoryObjectsEXT(1 => i32, &raw const memory => *const u32));
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
        let address = gl!(glMapBufferRange(TARGET => u32, 0 => isize, 4 => isize, access => u32) -> usize);
        assert_eq!((address, error()), (0, GL_INVALID_OPERATION));
    }
    for access in [GL_READ_ONLY, GL_WRITE_ONLY, GL_READ_WRITE] {
        assert_eq!((gl!(glMapBuffer(TARGET => u32, access => u32) -> usize), error()), (0, GL_INVALID_OPERATION));
    }
    gl!(glBufferData(TARGET => u32, 4 => isize, std::ptr::null() => *const c_void, GL_STATIC_DRAW => u32));
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
        gl!(glNamedBufferStorageMemEXT(name => u32, size => isize, memory => u32, offset => u64));
        assert_eq!(error(), wanted, "{size} bytes at {offset}");
    }
    gl!(glBufferStorageMemEXT(GL_TEXTURE_2D => u32, 4 => isize, memory => u32, 0 => u64));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glNamedBufferStorageMemEXT(77 => u32, 4 => isize, memory => u32, 0 => u64));
    assert_eq!(error(), GL_INVALID_OPERATION);
    assert_eq!((parameter(GL_BUFFER_SIZE), parameter(GL_BUFFER_IMMUTABLE_STORAGE)), (0, 0));
    gl.no_error();
}
