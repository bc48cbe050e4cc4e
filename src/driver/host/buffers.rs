//! Sync objects and buffers of the machine's driver.

use super::{Host, call};
use crate::driver::capabilities::Api;
use crate::driver::fence::Waited;
use crate::driver::{Buffers, Mapping, SyncObjects};
use crate::gl::{self, GLbitfield, GLenum, GLint, GLuint, c_void};

/// Returns the name of the Get for the buffer bound to a target; `None` for a target that glmeter does not know.
fn binding(target: GLenum) -> Option<GLenum> {
    Some(match target {
        gl::ARRAY_BUFFER => gl::ARRAY_BUFFER_BINDING,
        gl::ELEMENT_ARRAY_BUFFER => gl::ELEMENT_ARRAY_BUFFER_BINDING,
        gl::PIXEL_PACK_BUFFER => gl::PIXEL_PACK_BUFFER_BINDING,
        gl::PIXEL_UNPACK_BUFFER => gl::PIXEL_UNPACK_BUFFER_BINDING,
        gl::UNIFORM_BUFFER => gl::UNIFORM_BUFFER_BINDING,
        // These are the names of their own bindings.
        gl::TEXTURE_BUFFER | gl::COPY_READ_BUFFER | gl::COPY_WRITE_BUFFER => target,
        gl::TRANSFORM_FEEDBACK_BUFFER => gl::TRANSFORM_FEEDBACK_BUFFER_BINDING,
        gl::DRAW_INDIRECT_BUFFER => gl::DRAW_INDIRECT_BUFFER_BINDING,
        gl::SHADER_STORAGE_BUFFER => gl::SHADER_STORAGE_BUFFER_BINDING,
        gl::DISPATCH_INDIRECT_BUFFER => gl::DISPATCH_INDIRECT_BUFFER_BINDING,
        gl::QUERY_BUFFER => gl::QUERY_BUFFER_BINDING,
        gl::ATOMIC_COUNTER_BUFFER => gl::ATOMIC_COUNTER_BUFFER_BINDING,
        gl::PARAMETER_BUFFER => gl::PARAMETER_BUFFER_BINDING,
        _ => return None,
    })
}

impl SyncObjects for Host {
    fn has_fences(&self) -> bool {
        self.fence_sync.is_some()
    }

    fn insert_fence(&mut self) -> Option<usize> {
        let (insert, ..) = self.fence_sync?;
        let fence = call!(Some(insert), gl::SYNC_GPU_COMMANDS_COMPLETE, 0)?;
        (!fence.is_null()).then_some(fence as usize)
    }

    fn await_fence(&mut self, fence: usize, nanoseconds: u64) -> Waited {
        let Some((_, wait, _)) = self.fence_sync else { return Waited::Failed };
        match call!(Some(wait), fence as *const c_void, 0, nanoseconds) {
            Some(gl::ALREADY_SIGNALED | gl::CONDITION_SATISFIED) => Waited::Done,
            Some(gl::TIMEOUT_EXPIRED) => Waited::NotYet,
            _ => Waited::Failed,
        }
    }

    fn delete_fence(&mut self, fence: usize) {
        if let Some((.., delete)) = self.fence_sync {
            call!(Some(delete), fence as *const c_void);
        }
    }
}

impl Buffers for Host {
    fn bind_query_buffer(&mut self, buffer: GLuint) {
        call!(self.functions.glBindBuffer, gl::QUERY_BUFFER, buffer);
    }

    fn delete_buffers(&mut self, buffers: &[GLuint]) {
        call!(self.functions.glDeleteBuffers, buffers.len() as i32, buffers.as_ptr());
    }

    fn query_buffer(&mut self) -> GLuint {
        if self.capabilities.query_buffer { self.integer(gl::QUERY_BUFFER_BINDING) as GLuint } else { 0 }
    }

    fn buffer_size(&mut self, buffer: GLuint) -> i64 {
        let mut size: GLint = -1;
        if buffer == 0 {
            call!(self.functions.glGetBufferParameteriv, gl::QUERY_BUFFER, gl::BUFFER_SIZE, &mut size);
        } else {
            call!(self.functions.glGetNamedBufferParameteriv, buffer, gl::BUFFER_SIZE, &mut size);
        }
        i64::from(size)
    }

    fn write_buffer(&mut self, buffer: GLuint, offset: isize, bytes: &[u8]) {
        let (size, data) = (bytes.len() as isize, bytes.as_ptr().cast());
        if buffer == 0 {
            call!(self.functions.glBufferSubData, gl::QUERY_BUFFER, offset, size, data);
        } else {
            call!(self.functions.glNamedBufferSubData, buffer, offset, size, data);
        }
    }

    fn mapping(&mut self, target: GLenum, buffer: GLuint) -> Option<Mapping> {
        let f = self.functions;
        let (api, version) = (self.capabilities.api, self.capabilities.version);
        let parameter = |pname: GLenum| {
            let mut value: GLint = 0;
            match buffer {
                0 => call!(f.glGetBufferParameteriv, target, pname, &mut value),
                _ => call!(f.glGetNamedBufferParameteriv, buffer, pname, &mut value),
            };
            value
        };
        let bound = if buffer == 0 { self.integer(binding(target)?) as GLuint } else { buffer };
        if bound == 0 || parameter(gl::BUFFER_MAPPED) == 0 {
            return None;
        }
        let (flags, length) = if version >= (3, 0) {
            (parameter(gl::BUFFER_ACCESS_FLAGS) as GLbitfield, parameter(gl::BUFFER_MAP_LENGTH))
        } else {
            let flags = match parameter(gl::BUFFER_ACCESS) as GLenum {
                // OpenGL ES 2.0 maps a buffer only to write it.
                _ if api == Api::Embedded => gl::MAP_WRITE_BIT,
                gl::READ_ONLY => gl::MAP_READ_BIT,
                gl::WRITE_ONLY => gl::MAP_WRITE_BIT,
                _ => gl::MAP_READ_BIT | gl::MAP_WRITE_BIT,
            };
            (flags, parameter(gl::BUFFER_SIZE))
        };
        let mut pointer: *mut c_void = core::ptr::null_mut();
        match buffer {
            0 if f.glGetBufferPointerv.is_none() => call!(f.glGetBufferPointervOES, target, gl::BUFFER_MAP_POINTER, &mut pointer),
            0 => call!(f.glGetBufferPointerv, target, gl::BUFFER_MAP_POINTER, &mut pointer),
            _ => call!(f.glGetNamedBufferPointerv, buffer, gl::BUFFER_MAP_POINTER, &mut pointer),
        };
        Some(Mapping { buffer: bound, pointer: pointer as usize, length: u64::try_from(length).unwrap_or(0), flags })
    }

    fn read_buffer(&mut self, target: GLenum, offset: u64, bytes: &mut [u8]) -> bool {
        let f = self.functions;
        let (api, version) = (self.capabilities.api, self.capabilities.version);
        let wide = if api == Api::Desktop { version >= (3, 2) } else { version >= (3, 0) };
        let parameter = |pname: GLenum| {
            let mut value: GLint = 0;
            call!(f.glGetBufferParameteriv, target, pname, &mut value);
            value
        };
        let mut size: i64 = 0;
        if !wide || call!(f.glGetBufferParameteri64v, target, gl::BUFFER_SIZE, &mut size).is_none() {
            size = i64::from(parameter(gl::BUFFER_SIZE));
        }
        let end = offset.checked_add(bytes.len() as u64);
        if bytes.is_empty() || end.and_then(|end| i64::try_from(end).ok()).is_none_or(|end| end > size) {
            return false;
        }
        // OpenGL can read a persistently mapped buffer. OpenGL ES can only map, and a mapped buffer cannot be mapped again.
        let persistent = api == Api::Desktop && version >= (3, 0);
        let mapped = (api == Api::Desktop || wide) && parameter(gl::BUFFER_MAPPED) != 0;
        if mapped && !(persistent && parameter(gl::BUFFER_ACCESS_FLAGS) as GLbitfield & gl::MAP_PERSISTENT_BIT != 0) {
            return false;
        }
        // Reading what shaders wrote needs a barrier of its own.
        if (api == Api::Desktop && version >= (4, 2)) || (api == Api::Embedded && version >= (3, 1)) {
            call!(f.glMemoryBarrier, gl::BUFFER_UPDATE_BARRIER_BIT);
        }
        let (offset, length) = (offset as isize, bytes.len() as isize);
        if api == Api::Desktop {
            return call!(f.glGetBufferSubData, target, offset, length, bytes.as_mut_ptr().cast()).is_some();
        }
        let memory = if wide { call!(f.glMapBufferRange, target, offset, length, gl::MAP_READ_BIT) } else { None };
        let Some(memory) = memory.filter(|memory| !memory.is_null()) else { return false };
        // SAFETY: the driver mapped `bytes.len()` bytes there, until they are unmapped below.
        unsafe { core::ptr::copy_nonoverlapping(memory.cast::<u8>(), bytes.as_mut_ptr(), bytes.len()) };
        call!(f.glUnmapBuffer, target) == Some(gl::TRUE)
    }
}
