//! Results that go into buffers: `glGetQueryBufferObject*`, and `glGetQueryObject*` while a buffer is bound to
//! `GL_QUERY_BUFFER`.
//!
//! The driver writes them, in order with its other work, once glmeter's rules are satisfied; only an object that was
//! created and never used, of which some drivers know nothing [CQ-78 H-12], is written from here.

use super::value::ResultType;
use super::{read, readable};
use crate::context::Context;
use crate::error::{Error, Result, forward};
use crate::gl::{GLenum, GLintptr, GLuint};

/// `glGetQueryBufferObject{iv,uiv,i64v,ui64v}`. INVALID_OPERATION and INVALID_ENUM as for `glGetQueryObject*`;
/// INVALID_OPERATION for a buffer that does not exist [CQ-76] or is too small [CQ-73], INVALID_VALUE for a negative offset [CQ-74].
pub fn get_query_buffer_object<T: ResultType>(
    context: &mut Context,
    id: GLuint,
    buffer: GLuint,
    pname: GLenum,
    offset: GLintptr,
) -> Result<()> {
    if !context.capabilities.direct_state_access || buffer == 0 {
        return forward();
    }
    readable(context, id, pname)?;
    write::<T>(context, buffer, id, pname, offset)
}

/// Writes the value of `pname` into `buffer`, or into the bound query buffer if that is 0.
pub(super) fn write<T: ResultType>(context: &mut Context, buffer: GLuint, id: GLuint, pname: GLenum, offset: GLintptr) -> Result<()> {
    if context.queries.get(id).is_some_and(|query| query.issued) {
        return forward();
    }
    let size = context.provider.buffer_size(buffer);
    // "INVALID_OPERATION … if buffer is not the name of an existing buffer object" [CQ-76]
    if size < 0 {
        return Err(Error::InvalidOperation.into());
    }
    // "INVALID_VALUE is generated if offset is negative" [CQ-74]
    let first = u64::try_from(offset).map_err(|_| Error::InvalidValue)?;
    // "INVALID_OPERATION … if the query result would be written beyond the end of the buffer" [CQ-73]
    if first.saturating_add(size_of::<T>() as u64) > size as u64 {
        return Err(Error::InvalidOperation.into());
    }
    if let Some(value) = read(context, id, pname) {
        context.provider.write_buffer(buffer, offset, T::saturate(value).bytes().as_slice());
    }
    Ok(())
}
