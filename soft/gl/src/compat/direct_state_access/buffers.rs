//! Buffer commands. The first use of a name creates its buffer; then they act as the commands of GL_ARB_direct_state_access do.

use super::declare::commands_within;
use super::scope::{on_buffer, on_buffers};
use crate::command::buffer::{clear, data, get, mapping};
use crate::pointer::{In, Out};

commands_within! {
    fn glNamedBufferDataEXT(buffer: u32, size: isize, data: In<u8>, usage: u32) => on_buffer(buffer): data::named_data(buffer, size, data, usage);
    fn glNamedBufferStorageEXT(buffer: u32, size: isize, data: In<u8>, flags: u32)
        => on_buffer(buffer): data::named_storage(buffer, size, data, flags);
    fn glNamedBufferSubDataEXT(buffer: u32, offset: isize, size: isize, data: In<u8>)
        => on_buffer(buffer): data::named_sub_data(buffer, offset, size, data);
    fn glGetNamedBufferSubDataEXT(buffer: u32, offset: isize, size: isize, data: Out<u8>)
        => on_buffer(buffer): data::get_named_sub_data(buffer, offset, size, data);
    #[not_in_lists] fn glNamedCopyBufferSubDataEXT(
        read_buffer: u32, write_buffer: u32, read_offset: isize, write_offset: isize, size: isize
    ) => on_buffers(read_buffer, write_buffer): data::copy_named_sub_data(read_buffer, write_buffer, read_offset, write_offset, size);
    fn glClearNamedBufferDataEXT(name: u32, internal: u32, format: u32, ty: u32, data: In<u8>)
        => on_buffer(name): clear::named_whole(name, internal, format, ty, data);
    fn glClearNamedBufferSubDataEXT(name: u32, internal: u32, offset: isize, size: isize, format: u32, ty: u32, data: In<u8>)
        => on_buffer(name): clear::named_range(name, internal, offset, size, format, ty, data);
    fn glMapNamedBufferEXT(buffer: u32, access: u32) -> usize => on_buffer(buffer): mapping::map_named(buffer, access);
    fn glMapNamedBufferRangeEXT(buffer: u32, offset: isize, length: isize, access: u32) -> usize
        => on_buffer(buffer): mapping::map_named_range(buffer, offset, length, access);
    #[not_in_lists] fn glFlushMappedNamedBufferRangeEXT(buffer: u32, offset: isize, length: isize)
        => on_buffer(buffer): mapping::flush_named(buffer, offset, length);
    fn glUnmapNamedBufferEXT(buffer: u32) -> u8 => on_buffer(buffer): mapping::unmap_named(buffer);
    fn glGetNamedBufferParameterivEXT(buffer: u32, name: u32, values: Out<i32>) => on_buffer(buffer): get::named_parameter(buffer, name, values);
    fn glGetNamedBufferPointervEXT(buffer: u32, name: u32, address: Out<usize>) => on_buffer(buffer): get::named_pointer(buffer, name, address);
}
