//! Results in buffers: `glGetQueryBufferObject*`, and `glGetQueryObject*` while a buffer is bound to `GL_QUERY_BUFFER`.
//!
//! The handlers validate the command, and the driver writes the result in order with its other work. glmeter writes only results that the
//! driver lacks: of an object that was created and never used [CQ-78 H-12], derived values, and corrected ones.

use super::delete::in_pieces;
use super::list_tracking::outside_begin_end;
use super::result::{read, readable};
use super::value::ResultType;
use crate::context::Context;
use crate::context::namespace::Query;
use crate::driver::{Driver, unbound};
use crate::error::{Error, Result, Stop, forward};
use crate::gl::{self, GLenum, GLintptr, GLsizei, GLuint};
use crate::memory::In;
use crate::platform::call_slots::is_observed;
use crate::rules::observe;

/// `glBindBuffer(GL_QUERY_BUFFER, …)`. Records the binding, which changes the meaning of `glGetQueryObject*`'s pointer [CQ-72]; asking the
/// driver each time would cost more than reading the result.
pub fn bind_buffer(context: &mut Context, target: GLenum, buffer: GLuint) -> Result<()> {
    if is_observed() {
        observe::objects::bind_buffer(context);
    }
    if target != gl::QUERY_BUFFER || !context.capabilities.query_buffer {
        return forward();
    }
    context.driver.bind_query_buffer(buffer);
    // A lost context ignores the command. An application that does not notice passes offsets from here on, through which
    // QUERY_RESULT_AVAILABLE must not be written [CQ-83].
    context.query_buffer = if context.driver.answers() { context.driver.query_buffer() } else { buffer };
    Ok(())
}

/// `glDeleteBuffers`, which may unbind the query buffer.
pub fn delete_buffers(context: &mut Context, n: GLsizei, buffers: In<GLuint>) -> Result<()> {
    observe::mappings::delete_buffers(context, n, &buffers);
    if context.query_buffer == 0 || n < 0 {
        return forward();
    }
    in_pieces(context, buffers.values(n as usize), |_, _| true, |context, names| context.driver.delete_buffers(names));
    context.query_buffer = context.driver.query_buffer();
    Ok(())
}

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
    outside_begin_end(context)?;
    let Context { queries, driver, capabilities, query_buffer, .. } = context;
    let query = readable(queries, driver.as_ref(), capabilities, id, pname)?;
    write::<T>(query, driver.as_mut(), Buffer { named: buffer, bound: *query_buffer }, id, pname, offset)
}

/// The buffer that receives a value.
pub(super) struct Buffer {
    /// The name of the buffer; 0 for the bound query buffer.
    pub(super) named: GLuint,
    /// The bound query buffer; 0 for none.
    pub(super) bound: GLuint,
}

/// Writes the value of `pname` into a buffer.
#[cold]
pub(super) fn write<T: ResultType>(
    query: &mut Query,
    driver: &mut dyn Driver,
    buffer: Buffer,
    id: GLuint,
    pname: GLenum,
    offset: GLintptr,
) -> Result<()> {
    if query.issued && !query.corrected && query.target().is_none_or(|target| driver.driver_has_result(id, target)) {
        return forward();
    }
    let size = driver.buffer_size(buffer.named);
    // "INVALID_OPERATION … if buffer is not the name of an existing buffer object": the driver has recorded it [CQ-76]
    if size < 0 {
        return Err(Stop::Raised);
    }
    // "INVALID_VALUE is generated if offset is negative" [CQ-74]
    let first = u64::try_from(offset).map_err(|_| Error::InvalidValue)?;
    // "INVALID_OPERATION … if the query result would be written beyond the end of the buffer" [CQ-73]
    if first.saturating_add(size_of::<T>() as u64) > size as u64 {
        return Err(Error::InvalidOperation.into());
    }
    let value = unbound(driver, buffer.bound, |driver| read(query, driver, id, pname))?;
    if let Some(value) = value {
        driver.write_buffer(buffer.named, offset, T::saturate(value).bytes().as_slice());
    }
    Ok(())
}
