//! Extensions of memory objects, which contexts of OpenGL and of OpenGL ES from 3.0 on have.

use super::*;
use base::core::mapping::unnamed_file;
use std::fs::File;
use std::os::fd::IntoRawFd;
use std::os::unix::fs::FileExt;

pub const TABLE: Table = &[
    ("GL_EXT_memory_object", |gl| {
        let file = unnamed_file(4096).unwrap();
        let memory = imported(&file);
        let texture = generate!(glGenTextures);
        glBindTexture(GL_TEXTURE_2D, texture);
        let target = GL_TEXTURE_2D;
        glTexStorageMem2DEXT(target, 1, GL_RGBA8, 1, 1, memory, 64);
        let texel = [1u8, 2, 3, 4].as_ptr().cast::<c_void>();
        glTexSubImage2D(target, 0, 0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
        let mut texel = [0; 4];
        file.read_exact_at(&mut texel, 64).unwrap();
        assert_eq!((texel, integer(gl, GL_NUM_DEVICE_UUIDS_EXT)), ([1, 2, 3, 4], Some(1)));
    }),
    ("GL_EXT_memory_object_fd", |gl| {
        let file = unnamed_file(4096).unwrap();
        let memory = imported(&file);
        let buffer = generate!(glGenBuffers);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glBufferStorageMemEXT(GL_ARRAY_BUFFER, 8, memory, 0);
        gl.buffer(GL_COPY_READ_BUFFER, &[0x0403_0201]);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_ARRAY_BUFFER, 0, 4, 4);
        let mut bytes = [0; 8];
        file.read_exact_at(&mut bytes, 0).unwrap();
        assert_eq!(bytes, [0, 0, 0, 0, 1, 2, 3, 4]);
    }),
];

/// Creates a memory object of a file.
fn imported(file: &File) -> u32 {
    let memory = generate!(glCreateMemoryObjectsEXT);
    let descriptor = file.try_clone().unwrap().into_raw_fd();
    glImportMemoryFdEXT(memory, 4096, GL_HANDLE_TYPE_OPAQUE_FD_EXT, descriptor);
    memory
}
