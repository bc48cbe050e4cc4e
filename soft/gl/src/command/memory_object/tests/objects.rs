//! The names, the parameters and the import of memory objects.

use super::*;

fn parameter(memory: u32, name: u32) -> i32 {
    let mut value = -1;
    glGetMemoryObjectParameterivEXT(memory, name, &raw mut value);
    value
}

fn set(memory: u32, name: u32, value: i32) -> u32 {
    glMemoryObjectParameterivEXT(memory, name, &raw const value);
    error()
}

#[test]
fn objects_exist_until_they_are_deleted() {
    let _gl = Gl::new(core());
    let mut names = [0; 2];
    glCreateMemoryObjectsEXT(2, names.as_mut_ptr());
    assert!(names[0] != names[1] && !names.contains(&0));
    let is = |name: u32| glIsMemoryObjectEXT(name);
    assert_eq!([names[0], names[1], 0, 77].map(is), [1, 1, 0, 0]);
    glDeleteMemoryObjectsEXT(3, [names[0], 0, 77].as_ptr());
    assert_eq!((names.map(is), error()), ([0, 1], GL_NO_ERROR));
    glCreateMemoryObjectsEXT(-1, names.as_mut_ptr());
    assert_eq!(error(), GL_INVALID_VALUE);
    glDeleteMemoryObjectsEXT(-1, names.as_ptr());
    assert_eq!((error(), is(names[1])), (GL_INVALID_VALUE, 1));
}

#[test]
fn parameters_are_immutable_after_the_import() {
    let _gl = Gl::new(core());
    let memory = object();
    assert_eq!(parameter(memory, GL_DEDICATED_MEMORY_OBJECT_EXT), 0);
    assert_eq!(set(memory, GL_DEDICATED_MEMORY_OBJECT_EXT, 2), GL_INVALID_VALUE);
    assert_eq!((set(memory, GL_DEDICATED_MEMORY_OBJECT_EXT, 1), parameter(memory, GL_DEDICATED_MEMORY_OBJECT_EXT)), (GL_NO_ERROR, 1));
    // No context has GL_EXT_protected_textures.
    assert_eq!((set(memory, GL_PROTECTED_MEMORY_OBJECT_EXT, 1), set(memory, GL_TEXTURE_2D, 1)), (GL_INVALID_ENUM, GL_INVALID_ENUM));
    assert_eq!((parameter(memory, GL_PROTECTED_MEMORY_OBJECT_EXT), error()), (-1, GL_INVALID_ENUM));
    for name in [0, 77] {
        assert_eq!(set(name, GL_DEDICATED_MEMORY_OBJECT_EXT, 1), GL_INVALID_VALUE);
        assert_eq!((parameter(name, GL_DEDICATED_MEMORY_OBJECT_EXT), error()), (-1, GL_INVALID_VALUE));
    }
    assert_eq!(import(memory, 64, &unnamed_file(64).unwrap()), GL_NO_ERROR);
    assert_eq!(set(memory, GL_DEDICATED_MEMORY_OBJECT_EXT, 0), GL_INVALID_OPERATION);
    assert_eq!(parameter(memory, GL_DEDICATED_MEMORY_OBJECT_EXT), 1);
}

#[test]
fn only_files_that_can_be_mapped_are_imported() {
    let _gl = Gl::new(core());
    let file = unnamed_file(64).unwrap();
    let memory = object();
    for size in [0, 65, u64::MAX] {
        assert_eq!(import(memory, size, &file), GL_INVALID_VALUE, "{size}");
    }
    assert_eq!(import(memory, 1, &File::open("/dev/null").unwrap()), GL_INVALID_VALUE);
    for descriptor in [-1, i32::MIN, i32::MAX] {
        glImportMemoryFdEXT(memory, 64, GL_HANDLE_TYPE_OPAQUE_FD_EXT, descriptor);
        assert_eq!(error(), GL_INVALID_VALUE);
    }
    for handle_type in [GL_NONE, GL_TEXTURE_2D] {
        glImportMemoryFdEXT(memory, 64, handle_type, -1);
        assert_eq!(error(), GL_INVALID_ENUM);
    }
    assert_eq!((import(0, 64, &file), import(77, 64, &file)), (GL_INVALID_VALUE, GL_INVALID_VALUE));
    // The errors changed nothing: the file can become shorter, and the object has no memory.
    file.set_len(48).unwrap();
    assert_eq!(import(memory, 48, &file), GL_NO_ERROR);
    assert_eq!(import(memory, 48, &file), GL_INVALID_OPERATION);
}

#[test]
fn the_driver_closes_the_file_of_an_import() {
    let _gl = Gl::new(core());
    let descriptor = unnamed_file(64).unwrap().into_raw_fd();
    let memory = object();
    // Another descriptor tells whether this one is open: its number may be in use again at once.
    let of = |descriptor: i32| std::fs::read_link(format!("/proc/self/fd/{descriptor}")).ok();
    let inode = |descriptor: i32| {
        std::fs::metadata(format!("/proc/self/fd/{descriptor}")).ok().map(|data| std::os::unix::fs::MetadataExt::ino(&data))
    };
    let (link, before) = (of(descriptor), inode(descriptor));
    assert!(link.is_some() && before.is_some());
    glImportMemoryFdEXT(memory, 64, GL_HANDLE_TYPE_OPAQUE_FD_EXT, descriptor);
    assert_eq!(error(), GL_NO_ERROR);
    assert_ne!(inode(descriptor), before);
}
