//! Memory objects: their names, their parameters, and the import of memory from file descriptors.

use crate::command::names as object_names;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{NO_MEMORY, Result, UNKNOWN_TOKEN, invalid_enum, invalid_operation, invalid_value};
use crate::object::memory_object::MemoryObject;
use crate::object::names::lock;
use crate::pointer::{In, Out};
use crate::tokens::*;
use base::core::mapping::Mapping;
use std::fs::File;
use std::io::ErrorKind;
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::sync::Arc;

commands! {
    fn glCreateMemoryObjectsEXT(count: i32, names: Out<u32>)
        => |context| object_names::create(&mut lock(&context.share.memory_objects), count, names, |_| Ok(Arc::new(MemoryObject::new())));
    fn glDeleteMemoryObjectsEXT(count: i32, names: In<u32>) => delete;
    fn glIsMemoryObjectEXT(memory: u32) -> u8 => |context| Ok(lock(&context.share.memory_objects).get(memory).is_some().into());
    fn glMemoryObjectParameterivEXT(memory: u32, name: u32, values: In<i32>) => set;
    fn glGetMemoryObjectParameterivEXT(memory: u32, name: u32, values: Out<i32>) => get;
    #[not_in_lists] fn glImportMemoryFdEXT(memory: u32, size: u64, handle_type: u32, file: i32) => import_file;
}

fn delete(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    for name in object_names::listed(count, names)? {
        // The last user of the memory may be here: it ends after the lock.
        let removed = lock(&context.share.memory_objects).remove(name);
        drop(removed);
    }
    Ok(())
}

fn set(context: &mut Context, memory: u32, name: u32, values: In<i32>) -> Result<()> {
    let object = context.share.memory_object(memory)?;
    check_parameter(name)?;
    let mut contents = lock(&object.contents);
    if contents.memory.is_some() {
        return Err(invalid_operation(
            &"Memory object parameters become immutable once the object is associated with external memory by an import operation. An \
              INVALID_OPERATION error is generated if <memoryObject> is immutable. [EXT_external_objects, 6.2]",
        ));
    }
    match values.first() {
        None => {}
        Some(value @ 0..=1) => contents.dedicated = value == 1,
        // Table 6.2 of EXT_external_objects has FALSE and TRUE.
        Some(_) => return Err(invalid_value(&"INVALID_VALUE: Numeric argument out of range [GL 4.6, table 2.3]")),
    }
    Ok(())
}

fn get(context: &mut Context, memory: u32, name: u32, values: Out<i32>) -> Result<()> {
    let object = context.share.memory_object(memory)?;
    check_parameter(name)?;
    values.set(lock(&object.contents).dedicated.into());
    Ok(())
}

/// Checks the name of a parameter.
fn check_parameter(name: u32) -> Result<()> {
    // The other one of table 6.2 of EXT_external_objects needs GL_EXT_protected_textures.
    if name == GL_DEDICATED_MEMORY_OBJECT_EXT { Ok(()) } else { Err(UNKNOWN_TOKEN) }
}

/// Implements glImportMemoryFdEXT. The specification names no errors: the driver refuses what it cannot map, and an object that has memory.
fn import_file(context: &mut Context, memory: u32, size: u64, handle_type: u32, file: i32) -> Result<()> {
    let object = context.share.memory_object(memory)?;
    if handle_type != GL_HANDLE_TYPE_OPAQUE_FD_EXT {
        return Err(invalid_enum(
            &"If a command that requires an enumerated value is passed a symbolic constant that is never allowable for that command, an \
              INVALID_ENUM error is generated. [GL 4.6, 2.3.1]",
        ));
    }
    let mut contents = lock(&object.contents);
    if contents.memory.is_some() {
        return Err(invalid_operation(&"INVALID_OPERATION: Operation illegal in current state [GL 4.6, table 2.3]"));
    }
    if file < 0 {
        return Err(invalid_value(&"INVALID_VALUE: Numeric argument out of range [GL 4.6, table 2.3]"));
    }
    // SAFETY: "A successful import operation transfers ownership of <fd> to the GL implementation" [EXT_external_objects_fd, 6.1]; until then the
    // program owns it, and the driver does not close it. A descriptor that is not open raises an error of the kernel's.
    let file = ManuallyDrop::new(unsafe { File::from_raw_fd(file) });
    // SAFETY: the file holds memory that the program gives to drivers.
    let mapping = unsafe { Mapping::of_file(&file, size) }.map_err(|error| match error.kind() {
        ErrorKind::OutOfMemory => NO_MEMORY,
        _ => invalid_value(&"The file descriptor must be of memory that has the size."),
    })?;
    contents.memory = Some(Arc::new(mapping));
    // The mapping needs the descriptor no longer.
    drop(ManuallyDrop::into_inner(file));
    Ok(())
}

#[cfg(test)]
mod tests;
