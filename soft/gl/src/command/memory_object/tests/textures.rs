//! Textures in imported memory.

use super::*;

const TARGET: u32 = GL_TEXTURE_2D;

/// Binds a new texture.
fn texture(target: u32) -> u32 {
    let mut name = 0;
    gl!(glGenTextures(1 => i32, &raw mut name => *mut u32));
    gl!(glBindTexture(target => u32, name => u32));
    name
}

fn storage_2d(target: u32, levels: i32, format: u32, [width, height]: [i32; 2], memory: u32, offset: u64) -> u32 {
    gl!(glTexStorageMem2DEXT(
        target => u32, levels => i32, format => u32, width => i32, height => i32, memory => u32, offset => u64
    ));
    error()
}

/// Writes one texel of RGBA.
fn write(level: i32, [x, y]: [i32; 2], texel: [u8; 4]) {
    let texel = texel.as_ptr().cast::<c_void>();
    gl!(glTexSubImage2D(
        TARGET => u32, level => i32, x => i32, y => i32, 1 => i32, 1 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, texel => *const c_void
    ));
}

/// Reads all texels of a level as RGBA.
fn read<const N: usize>(level: i32) -> [[u8; 4]; N] {
    let mut texels = [[0u8; 4]; N];
    let address = texels.as_mut_ptr().cast::<c_void>();
    gl!(glGetTexImage(TARGET => u32, level => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, address => *mut c_void));
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
    gl!(glGenerateMipmap(TARGET => u32));
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
    gl!(glCompressedTexSubImage2D(
        TARGET => u32, 0 => i32, 0 => i32, 0 => i32, 4 => i32, 4 => i32, GL_COMPRESSED_RED_RGTC1 => u32, 8 => i32,
        block.as_ptr().cast() => *const c_void
    ));
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
        gl!(glGetTexParameteriv(target => u32, GL_TEXTURE_IMMUTABLE_FORMAT => u32, &raw mut value => *mut i32));
        gl.no_error();
        assert_eq!(value, 1, "{target:#x}");
    };
    let format = GL_RGBA8;
    for named in [false, true] {
        let name = texture(GL_TEXTURE_1D);
        if named {
            gl!(glTextureStorageMem1DEXT(name => u32, 2 => i32, format => u32, 8 => i32, memory => u32, 0 => u64));
        } else {
            gl!(glTexStorageMem1DEXT(GL_TEXTURE_1D => u32, 2 => i32, format => u32, 8 => i32, memory => u32, 0 => u64));
        }
        immutable(GL_TEXTURE_1D);
        let name = texture(GL_TEXTURE_CUBE_MAP);
        if named {
            gl!(glTextureStorageMem2DEXT(name => u32, 2 => i32, format => u32, 8 => i32, 8 => i32, memory => u32, 0 => u64));
        } else {
            assert_eq!(storage_2d(GL_TEXTURE_CUBE_MAP, 2, format, [8, 8], memory, 0), GL_NO_ERROR);
        }
        immutable(GL_TEXTURE_CUBE_MAP);
        let target = GL_TEXTURE_3D;
        let name = texture(target);
        if named {
            gl!(glTextureStorageMem3DEXT(name => u32, 2 => i32, format => u32, 8 => i32, 8 => i32, 2 => i32, memory => u32, 0 => u64));
        } else {
            gl!(glTexStorageMem3DEXT(target => u32, 2 => i32, format => u32, 8 => i32, 8 => i32, 2 => i32, memory => u32, 0 => u64));
        }
        immutable(target);
        let target = GL_TEXTURE_2D_MULTISAMPLE;
        let name = texture(target);
        if named {
            gl!(glTextureStorageMem2DMultisampleEXT(
                name => u32, 4 => i32, format => u32, 8 => i32, 8 => i32, 1 => u8, memory => u32, 0 => u64
            ));
        } else {
            gl!(glTexStorageMem2DMultisampleEXT(
                target => u32, 4 => i32, format => u32, 8 => i32, 8 => i32, 1 => u8, memory => u32, 0 => u64
            ));
        }
        immutable(target);
        let target = GL_TEXTURE_2D_MULTISAMPLE_ARRAY;
        let name = texture(target);
        if named {
            gl!(glTextureStorageMem3DMultisampleEXT(
                name => u32, 4 => i32, format => u32, 8 => i32, 8 => i32, 2 => i32, 1 => u8, memory => u32, 0 => u64
            ));
        } else {
            gl!(glTexStorageMem3DMultisampleEXT(
                target => u32, 4 => i32, format => u32, 8 => i32, 8 => i32, 2 => i32, 1 => u8, memory => u32, 0 => u64
            ));
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
    gl!(glGenFramebuffers(1 => i32, &raw mut framebuffer => *mut u32));
    gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, framebuffer => u32));
    gl!(glFramebufferTexture2D(GL_FRAMEBUFFER => u32, GL_COLOR_ATTACHMENT0 => u32, TARGET => u32, name => u32, 0 => i32));
    gl!(glClearColor(1.0 => f32, 0.0 => f32, 0.0 => f32, 1.0 => f32));
    gl!(glClear(GL_COLOR_BUFFER_BIT => u32));
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
        gl!(glTextureStorageMem2DEXT(
            name => u32, levels => i32, GL_RGB8 => u32, width => i32, height => i32, memory => u32, offset => u64
        ));
        assert_eq!(error(), wanted, "{levels} levels of {size:?} at {offset}");
    }
    assert_eq!(storage_2d(TARGET, 1, GL_RGBA, [4, 4], memory, 0), GL_INVALID_ENUM);
    assert_eq!(storage_2d(GL_TEXTURE_3D, 1, GL_RGBA8, [4, 4], memory, 0), GL_INVALID_ENUM);
    assert_eq!(bytes(&file, 0), [0; 256], "errors write nothing");
    texture(GL_TEXTURE_2D_MULTISAMPLE);
    for (memory, offset, wanted) in [(0, 0, GL_INVALID_VALUE), (empty, 0, GL_INVALID_OPERATION), (memory, 64, GL_INVALID_VALUE)] {
        gl!(glTexStorageMem2DMultisampleEXT(
            GL_TEXTURE_2D_MULTISAMPLE => u32, 4 => i32, GL_RGBA8 => u32, 4 => i32, 4 => i32, 1 => u8, memory => u32, offset => u64
        ));
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
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    assert_eq!(import(memory, 256, &file), GL_NO_ERROR);
    assert_eq!(storage_2d(TARGET, 1, GL_RGBA8, [4, 4], memory, 0), GL_NO_ERROR);
    gl!(glEndList());
    gl!(glCallList(1 => u32));
    gl.no_error();
    write(0, [0, 0], [1, 2, 3, 4]);
    assert_eq!(bytes(&file, 0), [1, 2, 3, 4]);
}
