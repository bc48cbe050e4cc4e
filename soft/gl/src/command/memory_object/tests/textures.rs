//! Textures in imported memory.

use super::*;

const TARGET: u32 = GL_TEXTURE_2D;

/// Binds a new texture.
fn texture(target: u32) -> u32 {
    let mut name = 0;
    glGenTextures(1, &raw mut name);
    glBindTexture(target, name);
    name
}

fn storage_2d(target: u32, levels: i32, format: u32, [width, height]: [i32; 2], memory: u32, offset: u64) -> u32 {
    glTexStorageMem2DEXT(target, levels, format, width, height, memory, offset);
    error()
}

/// Writes one texel of RGBA.
fn write(level: i32, [x, y]: [i32; 2], texel: [u8; 4]) {
    let texel = texel.as_ptr().cast::<c_void>();
    glTexSubImage2D(TARGET, level, x, y, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
}

/// Reads all texels of a level as RGBA.
fn read<const N: usize>(level: i32) -> [[u8; 4]; N] {
    let mut texels = [[0u8; 4]; N];
    let address = texels.as_mut_ptr().cast::<c_void>();
    glGetTexImage(TARGET, level, GL_RGBA, GL_UNSIGNED_BYTE, address);
    texels
}

#[test]
fn two_contexts_see_one_texture() {
    let file = unnamed_file(1024).unwrap();
    let first = Gl::new(core());
    texture(TARGET);
    assert_eq!(storage_2d(TARGET, 2, GL_RGBA8, [4, 2], imported(1024, &file), 64), GL_NO_ERROR);
    write(0, [1, 1], [1, 2, 3, 4]);
    write(1, [1, 0], [5, 6, 7, 8]);
    first.no_error();
    // Levels are one after the other, at multiples of 64 bytes.
    assert_eq!((bytes(&file, 64 + 20), bytes(&file, 128 + 4)), ([1, 2, 3, 4], [5, 6, 7, 8]));
    let second = Gl::new(compatibility());
    texture(TARGET);
    assert_eq!(storage_2d(TARGET, 2, GL_RGBA8, [4, 2], imported(1024, &file), 64), GL_NO_ERROR);
    assert_eq!((read::<8>(0)[5], read::<2>(1)), ([1, 2, 3, 4], [[0; 4], [5, 6, 7, 8]]));
    write(0, [0, 0], [9; 4]);
    glGenerateMipmap(TARGET);
    second.no_error();
    switch(&first);
    assert_eq!((read::<8>(0)[0], read::<2>(1)[0]), ([9; 4], [3, 3, 3, 3]));
    first.no_error();
}

#[test]
fn storage_keeps_the_texels_of_the_memory() {
    let file = unnamed_file(256).unwrap();
    file.write_all_at(&[1, 2, 3, 4], 0).unwrap();
    let gl = Gl::new(core());
    texture(TARGET);
    // Alpha, which the format has not, is one.
    assert_eq!(storage_2d(TARGET, 1, GL_RGB8, [1, 2], imported(256, &file), 0), GL_NO_ERROR);
    assert_eq!((read(0), bytes(&file, 0)), ([[1, 2, 3, 255], [0, 0, 0, 255]], [1, 2, 3, 255, 0, 0, 0, 255, 0]));
    file.write_all_at(&[3; 16], 64).unwrap();
    texture(TARGET);
    assert_eq!(storage_2d(TARGET, 1, GL_RGB16F, [1, 2], imported(256, &file), 64), GL_NO_ERROR);
    assert_eq!(bytes(&file, 64), [3, 3, 3, 3, 3, 3, 0, 0x3C, 3, 3, 3, 3, 3, 3, 0, 0x3C, 0]);
    gl.no_error();
}

#[test]
fn blocks_that_other_processes_change_are_decoded_again() {
    let file = unnamed_file(256).unwrap();
    let gl = Gl::new(core());
    texture(TARGET);
    assert_eq!(storage_2d(TARGET, 1, GL_COMPRESSED_RED_RGTC1, [4, 4], imported(256, &file), 64), GL_NO_ERROR);
    for red in [50, 60, 70] {
        file.write_all_at(&[red, red, 0, 0, 0, 0, 0, 0], 64).unwrap();
        assert_eq!(read::<16>(0), [[red, 0, 0, 255]; 16]);
    }
    let block: [u8; 8] = [80, 80, 0, 0, 0, 0, 0, 0];
    glCompressedTexSubImage2D(TARGET, 0, 0, 0, 4, 4, GL_COMPRESSED_RED_RGTC1, 8, block.as_ptr().cast());
    gl.no_error();
    assert_eq!((bytes(&file, 64), read::<16>(0)[3]), (block, [80, 0, 0, 255]));
}

#[test]
fn every_command_makes_an_immutable_texture() {
    let file = unnamed_file(1 << 16).unwrap();
    let gl = Gl::new(core());
    let memory = imported(1 << 16, &file);
    let immutable = |target: u32| {
        let mut value = 0;
        glGetTexParameteriv(target, GL_TEXTURE_IMMUTABLE_FORMAT, &raw mut value);
        gl.no_error();
        assert_eq!(value, 1, "{target:#x}");
    };
    let format = GL_RGBA8;
    for named in [false, true] {
        let name = texture(GL_TEXTURE_1D);
        if named {
            glTextureStorageMem1DEXT(name, 2, format, 8, memory, 0);
        } else {
            glTexStorageMem1DEXT(GL_TEXTURE_1D, 2, format, 8, memory, 0);
        }
        immutable(GL_TEXTURE_1D);
        let name = texture(GL_TEXTURE_CUBE_MAP);
        if named {
            glTextureStorageMem2DEXT(name, 2, format, 8, 8, memory, 0);
        } else {
            assert_eq!(storage_2d(GL_TEXTURE_CUBE_MAP, 2, format, [8, 8], memory, 0), GL_NO_ERROR);
        }
        immutable(GL_TEXTURE_CUBE_MAP);
        let target = GL_TEXTURE_3D;
        let name = texture(target);
        if named {
            glTextureStorageMem3DEXT(name, 2, format, 8, 8, 2, memory, 0);
        } else {
            glTexStorageMem3DEXT(target, 2, format, 8, 8, 2, memory, 0);
        }
        immutable(target);
        let target = GL_TEXTURE_2D_MULTISAMPLE;
        let name = texture(target);
        if named {
            glTextureStorageMem2DMultisampleEXT(name, 4, format, 8, 8, 1, memory, 0);
        } else {
            glTexStorageMem2DMultisampleEXT(target, 4, format, 8, 8, 1, memory, 0);
        }
        immutable(target);
        let target = GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
        let name = texture(target);
        if named {
            glTextureStorageMem3DMultisampleEXT(name, 4, format, 8, 8, 2, 1, memory, 0);
        } else {
            glTexStorageMem3DMultisampleEXT(target, 4, format, 8, 8, 2, 1, memory, 0);
        }
        immutable(target);
    }
}

#[test]
fn rendering_goes_to_the_memory() {
    let file = unnamed_file(4096).unwrap();
    let gl = Gl::new(core());
    let name = texture(TARGET);
    assert_eq!(storage_2d(TARGET, 1, GL_RGBA8, [4, 4], imported(4096, &file), 1024), GL_NO_ERROR);
    let mut framebuffer = 0;
    glGenFramebuffers(1, &raw mut framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, TARGET, name, 0);
    glClearColor(1.0, 0.0, 0.0, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
    gl.no_error();
    assert_eq!((bytes(&file, 1024 + 60), bytes(&file, 1024 + 64)), ([255, 0, 0, 255], [0; 4]));
}

#[test]
fn errors_of_texture_storage() {
    let file = unnamed_file(256).unwrap();
    let _gl = Gl::new(core());
    let memory = imported(256, &file);
    let empty = object();
    let name = texture(TARGET);
    for (levels, size, memory, offset, wanted) in [
        (1, [4, 4], 0, 0, GL_INVALID_VALUE),
        (1, [4, 4], 77, 0, GL_INVALID_VALUE),
        (1, [4, 4], empty, 0, GL_INVALID_OPERATION),
        (1, [4, 4], memory, 4, GL_INVALID_VALUE),
        (1, [4, 4], memory, 256, GL_INVALID_VALUE),
        (1, [4, 4], memory, u64::MAX - 63, GL_INVALID_VALUE),
        (1, [9, 9], memory, 0, GL_INVALID_VALUE),
        // The second level has no room.
        (2, [8, 8], memory, 0, GL_INVALID_VALUE),
        (9, [4, 4], memory, 0, GL_INVALID_OPERATION),
        (0, [4, 4], memory, 0, GL_INVALID_VALUE),
    ] {
        assert_eq!(storage_2d(TARGET, levels, GL_RGB8, size, memory, offset), wanted, "{levels} levels of {size:?} at {offset}");
        let [width, height] = size;
        glTextureStorageMem2DEXT(name, levels, GL_RGB8, width, height, memory, offset);
        assert_eq!(error(), wanted, "{levels} levels of {size:?} at {offset}");
    }
    assert_eq!(storage_2d(TARGET, 1, GL_RGBA, [4, 4], memory, 0), GL_INVALID_ENUM);
    assert_eq!(storage_2d(GL_TEXTURE_3D, 1, GL_RGBA8, [4, 4], memory, 0), GL_INVALID_ENUM);
    assert_eq!(bytes(&file, 0), [0; 256], "errors write nothing");
    texture(GL_TEXTURE_2D_MULTISAMPLE);
    for (memory, offset, wanted) in [(0, 0, GL_INVALID_VALUE), (empty, 0, GL_INVALID_OPERATION), (memory, 64, GL_INVALID_VALUE)] {
        glTexStorageMem2DMultisampleEXT(GL_TEXTURE_2D_MULTISAMPLE, 4, GL_RGBA8, 4, 4, 1, memory, offset);
        assert_eq!(error(), wanted);
    }
    assert_eq!(storage_2d(TARGET, 1, GL_RGBA8, [4, 4], memory, 192), GL_NO_ERROR);
    assert_eq!(storage_2d(TARGET, 1, GL_RGBA8, [4, 4], memory, 0), GL_INVALID_OPERATION);
}

#[test]
fn display_lists_do_not_record_the_commands() {
    let file = unnamed_file(256).unwrap();
    let gl = Gl::new(compatibility());
    let memory = object();
    texture(TARGET);
    glNewList(1, GL_COMPILE);
    assert_eq!(import(memory, 256, &file), GL_NO_ERROR);
    assert_eq!(storage_2d(TARGET, 1, GL_RGBA8, [4, 4], memory, 0), GL_NO_ERROR);
    glEndList();
    glCallList(1);
    gl.no_error();
    write(0, [0, 0], [1, 2, 3, 4]);
    assert_eq!(bytes(&file, 0), [1, 2, 3, 4]);
}
