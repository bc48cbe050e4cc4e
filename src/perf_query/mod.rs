//! `GL_INTEL_performance_query`: forwarded to a driver that has it. Where it is not offered, each command answers as an
//! unsupported one, with INVALID_OPERATION, and never reaches the driver, which may crash on it [H-10].

use crate::context::Context;
use crate::entry::Out;
use crate::error::{Error, Result, forward};
use crate::gl::{GLchar, GLsizei, GLuint, GLuint64, c_void};

fn forward_if_offered<T>(context: &Context) -> Result<T> {
    if context.capabilities.intel_performance_query.is_offered() { forward() } else { Err(Error::InvalidOperation.into()) }
}

/// `glGetFirstPerfQueryIdINTEL`: "if … doesn't support any query types … the value of 0 is returned and INVALID_OPERATION error is raised" [IN-02].
pub fn get_first_id(context: &mut Context, mut query_id: Out<GLuint>) -> Result<()> {
    let answer = forward_if_offered(context);
    if answer == Err(Error::InvalidOperation.into()) {
        query_id.write(0);
    }
    answer
}

/// `glGetNextPerfQueryIdINTEL`: "whenever error is generated, the value of 0 is returned" [IN-05 C-22].
pub fn get_next_id(context: &mut Context, _query_id: GLuint, next_query_id: Out<GLuint>) -> Result<()> {
    get_first_id(context, next_query_id)
}

/// `glGetPerfQueryIdByNameINTEL`.
pub fn get_id_by_name(context: &mut Context, _query_name: Out<GLchar>, _query_id: Out<GLuint>) -> Result<()> {
    forward_if_offered(context)
}

/// `glGetPerfQueryInfoINTEL`, with the seven arguments of the registry [C-08].
#[allow(clippy::too_many_arguments, reason = "the specification's own list")]
pub fn get_info(
    context: &mut Context,
    _query_id: GLuint,
    _query_name_length: GLuint,
    _query_name: Out<GLchar>,
    _data_size: Out<GLuint>,
    _no_counters: Out<GLuint>,
    _no_instances: Out<GLuint>,
    _caps_mask: Out<GLuint>,
) -> Result<()> {
    forward_if_offered(context)
}

/// `glGetPerfCounterInfoINTEL`.
#[allow(clippy::too_many_arguments, reason = "the specification's own list")]
pub fn get_counter_info(
    context: &mut Context,
    _query_id: GLuint,
    _counter_id: GLuint,
    _counter_name_length: GLuint,
    _counter_name: Out<GLchar>,
    _counter_desc_length: GLuint,
    _counter_desc: Out<GLchar>,
    _counter_offset: Out<GLuint>,
    _counter_data_size: Out<GLuint>,
    _counter_type_enum: Out<GLuint>,
    _counter_data_type_enum: Out<GLuint>,
    _raw_counter_max_value: Out<GLuint64>,
) -> Result<()> {
    forward_if_offered(context)
}

/// `glCreatePerfQueryINTEL`.
pub fn create(context: &mut Context, _query_id: GLuint, _query_handle: Out<GLuint>) -> Result<()> {
    forward_if_offered(context)
}

/// `glDeletePerfQueryINTEL`.
pub fn delete(context: &mut Context, _query_handle: GLuint) -> Result<()> {
    forward_if_offered(context)
}

/// `glBeginPerfQueryINTEL`.
pub fn begin(context: &mut Context, _query_handle: GLuint) -> Result<()> {
    forward_if_offered(context)
}

/// `glEndPerfQueryINTEL`.
pub fn end(context: &mut Context, _query_handle: GLuint) -> Result<()> {
    forward_if_offered(context)
}

/// `glGetPerfQueryDataINTEL`.
pub fn get_data(
    context: &mut Context,
    _query_handle: GLuint,
    _flags: GLuint,
    _data_size: GLsizei,
    _data: Out<c_void>,
    _bytes_written: Out<GLuint>,
) -> Result<()> {
    forward_if_offered(context)
}
