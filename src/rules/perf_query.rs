//! The rules of `GL_INTEL_performance_query`, as pure Rust over a [`Driver`].
//!
//! glmeter's own query types come first, on its measurements; the driver's follow, if it implements the extension. The handlers correct
//! common driver defects for both: out-parameters after an error [IN-05 IN-10 IN-23 IN-25 IN-39], data larger than the application's
//! memory [IN-48], unknown flags [IN-46].
//!
//! No command goes into a display list [IN-57]: each executes at once. Begin and End of glmeter's own types are errors while a list is
//! being compiled, because the list would record the driver's query commands behind them. Between glBegin and glEnd all commands are
//! errors, like every query command. In a context that does not offer the extension, each is an INVALID_OPERATION and never reaches the
//! driver, which may crash on it [H-10].

use crate::context::Context;
use crate::context::perf_catalog::COUNTER_SIZE;
use crate::context::perf_queries::{Instance, QueryType, Session};
use crate::driver::{Driver, Measurement, NativePerfQueries, unbound};
use crate::error::{Error, Result, Stop};
use crate::gl::{self, GLchar, GLenum, GLsizei, GLuint, GLuint64, c_void};
use crate::memory::{In, Out};
use crate::rules::observe;
use crate::rules::query::list_tracking::outside_begin_end;

/// Makes the checks that all commands have in common, and collects the query types.
fn supported(context: &mut Context) -> Result<()> {
    outside_begin_end(context)?;
    if !context.capabilities.intel_performance_query.is_offered() {
        return Err(Error::InvalidOperation.into());
    }
    context.perf_queries.learn(context.driver.as_mut());
    if !context.queries.compiling {
        context.perf_queries.delete_abandoned(context.driver.as_mut());
    }
    Ok(())
}

/// Returns the driver's commands, which exist whenever there is an instance of one of its types.
fn native(driver: &mut dyn Driver) -> Result<&mut dyn NativePerfQueries> {
    Ok(driver.native_perf_queries().ok_or(Error::InvalidOperation)?)
}

/// `glGetFirstPerfQueryIdINTEL` [IN-01 to IN-03].
pub fn get_first_id(context: &mut Context, mut query_id: Out<GLuint>) -> Result<()> {
    // "If the given hardware platform doesn't support any performance queries, then the value of 0 is returned and
    // INVALID_OPERATION error is raised." [IN-02 C-23]
    query_id.write(0);
    supported(context)?;
    // "If queryId pointer is equal to 0, INVALID_VALUE error is generated." [IN-01]
    if query_id.is_null() {
        return Err(Error::InvalidValue.into());
    }
    query_id.write(1);
    Ok(())
}

/// `glGetNextPerfQueryIdINTEL`; `next_query_id` may point to the application's own `query_id` [IN-04 to IN-07].
pub fn get_next_id(context: &mut Context, query_id: GLuint, mut next_query_id: Out<GLuint>) -> Result<()> {
    // "Whenever error is generated, the value of 0 is returned." [IN-05 C-22]
    next_query_id.write(0);
    supported(context)?;
    // "If the specified performance query identifier is invalid then INVALID_VALUE error is generated." [IN-05]
    context.perf_queries.query_type(query_id).ok_or(Error::InvalidValue)?;
    // "If nextQueryId pointer is equal to 0, an INVALID_VALUE error is generated." [IN-04]
    if next_query_id.is_null() {
        return Err(Error::InvalidValue.into());
    }
    // "If query identified by queryId is the last query available the value of 0 is returned." [IN-06]
    if context.perf_queries.query_type(query_id + 1).is_some() {
        next_query_id.write(query_id + 1);
    }
    Ok(())
}

/// `glGetPerfQueryIdByNameINTEL`; writes 0 with an error, as GetNext does [IN-08 to IN-11].
pub fn get_id_by_name(context: &mut Context, query_name: In<GLchar>, mut query_id: Out<GLuint>) -> Result<()> {
    query_id.write(0);
    supported(context)?;
    // "If queryName does not reference a valid query name, an INVALID_VALUE error is generated." [IN-08 IN-10]
    let name = query_name.text().ok_or(Error::InvalidValue)?;
    let found = context.perf_queries.id_by_name(name.to_bytes()).ok_or(Error::InvalidValue)?;
    // The specification omits this for this command alone of those with a pointer to an id [IN-09].
    if query_id.is_null() {
        return Err(Error::InvalidValue.into());
    }
    query_id.write(found);
    Ok(())
}

/// `glGetPerfQueryInfoINTEL`, with the registry's seven arguments [C-08]. Sizes are bytes. NULL arguments are skipped [IN-14]; the name
/// is truncated to fit with its NUL [IN-15].
#[allow(clippy::too_many_arguments, reason = "the specification's own list")]
pub fn get_info(
    context: &mut Context,
    query_id: GLuint,
    query_name_length: GLuint,
    mut query_name: Out<GLchar>,
    mut data_size: Out<GLuint>,
    mut no_counters: Out<GLuint>,
    mut no_instances: Out<GLuint>,
    mut caps_mask: Out<GLuint>,
) -> Result<()> {
    supported(context)?;
    // "If queryId does not reference a valid query type, an INVALID_VALUE error is generated." [IN-12]
    let query_type = context.perf_queries.query_type(query_id).ok_or(Error::InvalidValue)?;
    query_name.write_text(query_name_length, query_type.name());
    data_size.write(query_type.data_size());
    no_counters.write(query_type.no_counters());
    // "the actual number of already created query instances" [IN-16]
    no_instances.write(context.perf_queries.no_instances(query_id));
    caps_mask.write(query_type.caps_mask());
    Ok(())
}

/// `glGetPerfCounterInfoINTEL`. Offset and size are bytes. NULL arguments are skipped, and the strings are truncated to fit [IN-19 to
/// IN-22].
#[allow(clippy::too_many_arguments, reason = "the specification's own list")]
pub fn get_counter_info(
    context: &mut Context,
    query_id: GLuint,
    counter_id: GLuint,
    counter_name_length: GLuint,
    mut counter_name: Out<GLchar>,
    counter_desc_length: GLuint,
    mut counter_desc: Out<GLchar>,
    mut counter_offset: Out<GLuint>,
    mut counter_data_size: Out<GLuint>,
    mut counter_type_enum: Out<GLuint>,
    mut counter_data_type_enum: Out<GLuint>,
    mut raw_counter_max_value: Out<GLuint64>,
) -> Result<()> {
    supported(context)?;
    // "If the pair of queryId and counterId does not reference a valid counter, an INVALID_VALUE error is generated." [IN-19]
    let query_type = context.perf_queries.query_type(query_id).ok_or(Error::InvalidValue)?;
    // "Performance counter id 0 is reserved as an invalid counter." [IN-19]
    if counter_id == 0 || counter_id > query_type.no_counters() {
        return Err(Error::InvalidValue.into());
    }
    match query_type {
        QueryType::Own(own) => {
            let place = counter_id - 1;
            let counter = own.counters.get(place as usize).ok_or(Error::InvalidValue)?;
            counter_name.write_text(counter_name_length, counter.name);
            counter_desc.write_text(counter_desc_length, counter.description);
            counter_offset.write(place * COUNTER_SIZE);
            counter_data_size.write(COUNTER_SIZE);
            counter_type_enum.write(counter.counter_type);
            counter_data_type_enum.write(gl::PERFQUERY_COUNTER_DATA_UINT64_INTEL);
            // "… otherwise, the location is written with the value of 0" [IN-22]: the maximum is unknown.
            raw_counter_max_value.write(0);
        }
        QueryType::Native(theirs) => {
            let counter = native(context.driver.as_mut())?.counter(theirs.query_id, counter_id);
            counter_name.write_text(counter_name_length, &counter.name);
            counter_desc.write_text(counter_desc_length, &counter.description);
            counter_offset.write(counter.offset);
            counter_data_size.write(counter.data_size);
            counter_type_enum.write(counter.counter_type);
            counter_data_type_enum.write(counter.data_type);
            raw_counter_max_value.write(counter.raw_max_value);
        }
    }
    Ok(())
}

/// `glCreatePerfQueryINTEL`; writes the handle 0 with an error [IN-23 to IN-27].
pub fn create(context: &mut Context, query_id: GLuint, mut query_handle: Out<GLuint>) -> Result<()> {
    query_handle.write(0);
    supported(context)?;
    let Context { perf_queries, driver, .. } = context;
    // "If queryId does not reference a valid query type, an INVALID_VALUE error is generated." [IN-23]
    let query_type = perf_queries.query_type(query_id).ok_or(Error::InvalidValue)?;
    // Not in the specification, but the application could never use the instance [IN-24].
    if query_handle.is_null() {
        return Err(Error::InvalidValue.into());
    }
    // "If the query instance cannot be created due to exceeding the number of allowed instances or driver fails query
    // creation due to an insufficient memory reason, an OUT_OF_MEMORY error is generated" [IN-25]
    if perf_queries.is_full() {
        return Err(Error::OutOfMemory.into());
    }
    let session = match query_type {
        QueryType::Own(_) => Session::None,
        QueryType::Native(theirs) => match native(driver.as_mut())?.create(theirs.query_id) {
            0 => return Err(Stop::Raised),
            handle => Session::Native(handle),
        },
    };
    query_handle.write(perf_queries.insert(Instance { query_id, session }));
    Ok(())
}

/// `glDeletePerfQueryINTEL`. Ends a running session [IN-34] and discards an unread result [IN-35]. Never waits.
pub fn delete(context: &mut Context, query_handle: GLuint) -> Result<()> {
    supported(context)?;
    // "If a query handle doesn't reference a previously created performance query instance, an INVALID_VALUE error is
    // generated." [IN-33]
    let instance = context.perf_queries.remove(query_handle).ok_or(Error::InvalidValue)?;
    match instance.session {
        Session::None | Session::Read(_) => {}
        Session::Active(measurement) if context.queries.compiling => context.perf_queries.abandon(measurement),
        Session::Active(measurement) | Session::Ended(measurement) => context.driver.delete_measurement(measurement),
        Session::Native(handle) => native(context.driver.as_mut())?.delete(handle),
    }
    Ok(())
}

/// `glBeginPerfQueryINTEL`. Any number of instances, of the same or of different types, may be active at once [IN-30 IN-31]. Discards an
/// unread result [IN-32].
pub fn begin(context: &mut Context, query_handle: GLuint) -> Result<()> {
    observe::query(context);
    supported(context)?;
    observe::mark(context);
    let Context { perf_queries, driver, queries, .. } = context;
    // "If a query handle doesn't reference a previously created performance query instance, an INVALID_VALUE error is
    // generated." [IN-28]
    let instance = perf_queries.instance(query_handle).ok_or(Error::InvalidValue)?;
    match instance.session {
        // Not in the specification, but an instance has one session [IN-29].
        Session::Active(_) => return Err(Error::InvalidOperation.into()),
        Session::Native(handle) => {
            native(driver.as_mut())?.begin(handle);
            return Ok(());
        }
        Session::None | Session::Ended(_) | Session::Read(_) => {}
    }
    // The display list would record the driver's query commands and execute them at every call [IN-57].
    if queries.compiling {
        return Err(Error::InvalidOperation.into());
    }
    let measurement = driver.begin_measurement();
    // "… they cannot be collected in the same time … In such case INVALID_OPERATION error is generated." [IN-31 IN-51]
    if measurement == 0 {
        return Err(Error::InvalidOperation.into());
    }
    if let Session::Ended(unread) = core::mem::replace(&mut instance.session, Session::Active(measurement)) {
        driver.delete_measurement(unread);
    }
    Ok(())
}

/// `glEndPerfQueryINTEL`, in any order [IN-38].
pub fn end(context: &mut Context, query_handle: GLuint) -> Result<()> {
    supported(context)?;
    observe::mark(context);
    let Context { perf_queries, driver, queries, .. } = context;
    // "queryHandle must be a query instance handle returned by CreatePerfQueryINTEL()." [IN-36]
    let instance = perf_queries.instance(query_handle).ok_or(Error::InvalidValue)?;
    match instance.session {
        // The session goes on; the application must end it after the list [IN-57].
        Session::Active(_) if queries.compiling => return Err(Error::InvalidOperation.into()),
        Session::Active(measurement) => {
            driver.end_measurement(measurement);
            instance.session = Session::Ended(measurement);
        }
        Session::Native(handle) => native(driver.as_mut())?.end(handle),
        // "If a performance query is not currently started, an INVALID_OPERATION error will be generated." [IN-37]
        Session::None | Session::Ended(_) | Session::Read(_) => return Err(Error::InvalidOperation.into()),
    }
    Ok(())
}

/// `glGetPerfQueryDataINTEL`. Writes nothing past the type's size; `bytes_written` is that size or 0 [IN-39 to IN-51].
pub fn get_data(
    context: &mut Context,
    query_handle: GLuint,
    flags: GLuint,
    data_size: GLsizei,
    mut data: Out<c_void>,
    mut bytes_written: Out<GLuint>,
) -> Result<()> {
    // "In this case location pointed by the bytesWritten parameter will be set to 0": also with every error, and while there are no
    // data [IN-39 to IN-42, IN-46 to IN-48].
    bytes_written.write(0);
    if let Err(stop) = supported(context) {
        // "Any commands which might cause a polling application to block indefinitely will generate a CONTEXT_LOST error, but will
        // also return a value indicating completion": as with QUERY_RESULT_AVAILABLE, although there are no data [CQ-83].
        if stop == Stop::Raised && context.is_lost() {
            bytes_written.write(context.perf_queries.data_size(query_handle));
        }
        return Err(stop);
    }
    let Context { perf_queries, driver, query_buffer, .. } = context;
    // The specification omits this for this command alone of those with a handle [IN-39].
    let query_id = perf_queries.instance(query_handle).ok_or(Error::InvalidValue)?.query_id;
    // "If bytesWritten or data pointers are NULL then an INVALID_VALUE error is generated." [IN-40]
    if data.is_null() || bytes_written.is_null() {
        return Err(Error::InvalidValue.into());
    }
    // The flags are values, not bits. RenderDoc re-reads with 0, which does not flush either. Any other value is an error, because
    // accepting it would make a loop that waits for data endless [IN-46 C-16].
    if !matches!(flags, 0 | gl::PERFQUERY_WAIT_INTEL | gl::PERFQUERY_FLUSH_INTEL | gl::PERFQUERY_DONOT_FLUSH_INTEL) {
        return Err(Error::InvalidValue.into());
    }
    // Not in the specification, but partial data are useless, and writing past the memory is not allowed [IN-48 C-17].
    let query_type = perf_queries.query_type(query_id).ok_or(Error::InvalidValue)?;
    if data_size < 0 || (data_size as GLuint) < query_type.data_size() {
        return Err(Error::InvalidValue.into());
    }
    let own = match query_type {
        QueryType::Own(own) => *own,
        QueryType::Native(theirs) => {
            let mut values = vec![0; theirs.data_size as usize];
            let Some(Instance { session: Session::Native(handle), .. }) = perf_queries.instance(query_handle) else { return Ok(()) };
            let written = native(driver.as_mut())?.data(*handle, flags, &mut values).min(values.len() as GLuint);
            data.bytes().write_all(values.get(..written as usize).unwrap_or_default());
            bytes_written.write(written);
            return Ok(());
        }
    };
    let instance = perf_queries.instance(query_handle).ok_or(Error::InvalidValue)?;
    if let Session::Ended(measurement) = instance.session {
        // "(if the results of the query are not ready) it returns": without data, and without an error [IN-47]
        let Some(values) = unbound(driver.as_mut(), *query_buffer, |driver| measured(driver, measurement, flags)) else {
            return Ok(());
        };
        // A context that was lost meanwhile has no values [CQ-83].
        if !driver.answers() {
            return Err(Stop::Raised);
        }
        driver.delete_measurement(measurement);
        instance.session = Session::Read(Box::new(values));
    }
    // Not in the specification: an instance has no data before its first session [IN-41] and none while it is active [IN-42 C-19].
    let Session::Read(values) = &instance.session else { return Err(Error::InvalidOperation.into()) };
    // "… always writes query result … and the amount of bytes written" [IN-49 IN-50]
    let values = own.data(values);
    data.bytes().write_all(&values);
    bytes_written.write(values.len() as GLuint);
    Ok(())
}

/// Returns the values of an ended measurement; flushes or waits for them as `flags` demands [IN-43 IN-44 IN-45].
fn measured(driver: &mut dyn Driver, measurement: GLuint, flags: GLuint) -> Option<Measurement> {
    if !driver.measurement_available(measurement) {
        // WAIT and FLUSH: "implicitly submits any outstanding 3D commands"; DONOT_FLUSH: "returns without flushing"
        if matches!(flags, gl::PERFQUERY_WAIT_INTEL | gl::PERFQUERY_FLUSH_INTEL) {
            driver.flush();
        }
        // "is blocking and waits till the query results are available": WAIT alone
        if flags != gl::PERFQUERY_WAIT_INTEL {
            return None;
        }
    }
    Some(driver.measurement(measurement))
}

/// Returns the extension's implementation-dependent state: the longest strings, bytes with their NUL [IN-52], and the presence of extended
/// counters for Intel's own tool [IN-53]. INVALID_ENUM in contexts without the extension [IN-54].
#[cold]
pub(crate) fn state(context: &Context, pname: GLenum) -> Result<i64> {
    if !context.capabilities.intel_performance_query.is_offered() {
        return Err(Error::InvalidEnum.into());
    }
    Ok(match pname {
        gl::PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL | gl::PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL => 256,
        gl::PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL => 1024,
        _ => i64::from(gl::FALSE),
    })
}
