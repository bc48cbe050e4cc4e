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
        gl!(glBindTexture(GL_TEXTURE_2D => u32, texture => u32));
        let target = GL_TEXTURE_2D;
        gl!(glTexStorageMem2DEXT(target => u32, 1 => i32, GL_RGBA8 => u32, 1 => i32, 1 => i32, memory => u32, 64 => u64));
        let texel = [1u8, 2, 3, 4].as_ptr().cast::<c_void>();
        gl!(glTexSubImage2D(
            target => u32, 0 => i32, 0 => i32, 0 => i32, 1 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, texel => *const c_void
        ));
        let mut texel = [0; 4];
        file.read_exact_at(&mut texel, 64).unwrap();
        assert_eq!((texel, integer(gl, GL_NUM_DEVICE_UUIDS_EXT)), ([1, 2, 3, 4], Some(1)));
    }),
    ("GL_EXT_memory_object_fd", |gl| {
        let file = unnamed_file(4096).unwrap();
        let memory = imported(&file);
        let buffer = generate!(glGenBuffers);
        gl!(glBindBuffer(GL_ARRAY_BUFFER => u32, buffer => u32));
        gl!(glBufferStorageMemEXT(GL_ARRAY_BUFFER => u32, 8 => isize, memory => u32, 0 => u64));
        gl.buffer(GL_COPY_READ_BUFFER, &[0x0403_0201]);
        gl!(glCopyBufferSubData(GL_COPY_READ_BUFFER => u32, GL_ARRAY_BUFFER => u32, 0 => isize, 4 => isize, 4 => isize));
        let mut bytes = [0; 8];
        file.read_exact_at(&mut bytes, 0).unwrap();
        assert_eq!(bytes, [0, 0, 0, 0, 1, 2, 3, 4]);
    }),
];

/// Creates a memory object of a file.
fn imported(file: &File) -> u32 {
    let memory = generate!(glCreateMemoryObjectsEXT);
    let descriptor = file.try_clone().unwrap().into_raw_fd();
    gl!(glImportMemoryFdEXT(memory => u32, 4096 => u64, GL_HANDLE_TYPE_OPAQUE_FD_EXT => u32, descriptor => i32));
    memory
}
