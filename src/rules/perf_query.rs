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
use crate::error::{Error, Result, Stop, UNKNOWN_TOKEN, invalid_operation, invalid_value, out_of_memory};
use crate::gl::{self, GLchar, GLenum, GLsizei, GLuint, GLuint64, c_void};
use crate::memory::{In, Out};
use crate::rules::observe;
use crate::rules::query::list_tracking::outside_begin_end;

/// The error of all commands in a context without performance queries.
const UNSUPPORTED: Error = invalid_operation(
    &"If the given hardware platform doesn't support any performance queries, then the value of 0 is returned and INVALID_OPERATION error is \
      raised. [INTEL_performance_query, 4.4; IN-02 C-23]",
);

/// The error of an identifier that no query type has.
const NO_TYPE: Error = invalid_value(
    &"If queryId does not reference a valid query type, an INVALID_VALUE error is generated. [INTEL_performance_query, 4.4; IN-12 IN-23]",
);

/// The error of a handle that no instance has.
const NO_INSTANCE: Error = invalid_value(
    &"If a query handle doesn't reference a previously created performance query instance, an INVALID_VALUE error is generated. \
      [INTEL_performance_query, 4.4; IN-28 IN-33 IN-36 IN-39]",
);

/// The error of a display list, which would record the driver's query commands and execute them at every call.
const IN_A_LIST: Error = invalid_operation(&"No display list contains performance queries (IN-57).");

/// Makes the checks that all commands have in common, and collects the query types.
fn supported(context: &mut Context) -> Result<()> {
    outside_begin_end(context)?;
    if !context.capabilities.intel_performance_query.is_offered() {
        return Err(UNSUPPORTED.into());
    }
    context.perf_queries.learn(context.driver.as_mut());
    if !context.queries.compiling {
        context.perf_queries.delete_abandoned(context.driver.as_mut());
    }
    Ok(())
}

/// Returns the driver's commands, which exist whenever there is an instance of one of its types.
fn native(driver: &mut dyn Driver) -> Result<&mut dyn NativePerfQueries> {
    Ok(driver.native_perf_queries().ok_or(UNSUPPORTED)?)
}

/// `glGetFirstPerfQueryIdINTEL` [IN-01 to IN-03].
pub fn get_first_id(context: &mut Context, mut query_id: Out<GLuint>) -> Result<()> {
    query_id.write(0);
    supported(context)?;
    if query_id.is_null() {
        return Err(invalid_value(
            &"If queryId pointer is equal to 0, INVALID_VALUE error is generated. [INTEL_performance_query, 4.4; IN-01]",
        )
        .into());
    }
    query_id.write(1);
    Ok(())
}

/// `glGetNextPerfQueryIdINTEL`; `next_query_id` may point to the application's own `query_id` [IN-04 to IN-07].
pub fn get_next_id(context: &mut Context, query_id: GLuint, mut next_query_id: Out<GLuint>) -> Result<()> {
    // "Whenever error is generated, the value of 0 is returned." [IN-05 C-22]
    next_query_id.write(0);
    supported(context)?;
    context.perf_queries.query_type(query_id).ok_or(invalid_value(
        &"If the specified performance query identifier is invalid then INVALID_VALUE error is generated. \
          [INTEL_performance_query, 4.4; IN-05]",
    ))?;
    if next_query_id.is_null() {
        return Err(invalid_value(
            &"If nextQueryId pointer is equal to 0, an INVALID_VALUE error is generated. [INTEL_performance_query, 4.4; IN-04]",
        )
        .into());
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
    let found = query_name.text().and_then(|name| context.perf_queries.id_by_name(name.to_bytes())).ok_or(invalid_value(
        &"If queryName does not reference a valid query name, an INVALID_VALUE error is generated. \
          [INTEL_performance_query, 4.4; IN-08 IN-10]",
    ))?;
    // The specification omits this for this command alone of those with a pointer to an id.
    if query_id.is_null() {
        return Err(invalid_value(&"queryId is a pointer to memory for an identifier (IN-09).").into());
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
    let query_type = context.perf_queries.query_type(query_id).ok_or(NO_TYPE)?;
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
    const NO_COUNTER: Error = invalid_value(
        &"If the pair of queryId and counterId does not reference a valid counter, an INVALID_VALUE error is generated. \
          [INTEL_performance_query, 4.4; IN-19]",
    );
    supported(context)?;
    let query_type = context.perf_queries.query_type(query_id).ok_or(NO_COUNTER)?;
    // "Performance counter id 0 is reserved as an invalid counter." [IN-19]
    if counter_id == 0 || counter_id > query_type.no_counters() {
        return Err(NO_COUNTER.into());
    }
    match query_type {
        QueryType::Own(own) => {
            let place = counter_id - 1;
            let counter = own.counters.get(place as usize).ok_or(NO_COUNTER)?;
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
    let query_type = perf_queries.query_type(query_id).ok_or(NO_TYPE)?;
    // Not in the specification, but the application could never use the instance.
    if query_handle.is_null() {
        return Err(invalid_value(&"queryHandle is a pointer to memory for a handle (IN-24).").into());
    }
    if perf_queries.is_full() {
        return Err(out_of_memory(
            &"If the query instance cannot be created due to exceeding the number of allowed instances or driver fails query creation due to \
              an insufficient memory reason, an OUT_OF_MEMORY error is generated, and the location pointed by queryHandle returns NULL. \
              [INTEL_performance_query, 4.4; IN-25]",
        )
        .into());
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
    let instance = context.perf_queries.remove(query_handle).ok_or(NO_INSTANCE)?;
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
    let instance = perf_queries.instance(query_handle).ok_or(NO_INSTANCE)?;
    match instance.session {
        Session::Active(_) => return Err(invalid_operation(&"A query instance has one session at a time (IN-29).").into()),
        Session::Native(handle) => {
            native(driver.as_mut())?.begin(handle);
            return Ok(());
        }
        Session::None | Session::Ended(_) | Session::Read(_) => {}
    }
    if queries.compiling {
        return Err(IN_A_LIST.into());
    }
    let measurement = driver.begin_measurement();
    if measurement == 0 {
        return Err(invalid_operation(
            &"Note that some query types, they cannot be collected in the same time. Therefore calls of BeginPerfQueryINTEL() cannot be nested \
              if they refer to queries of such different types. In such case INVALID_OPERATION error is generated. \
              [INTEL_performance_query, 4.4; IN-31 IN-51]",
        )
        .into());
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
    let instance = perf_queries.instance(query_handle).ok_or(NO_INSTANCE)?;
    match instance.session {
        // The session goes on; the application must end it after the list.
        Session::Active(_) if queries.compiling => return Err(IN_A_LIST.into()),
        Session::Active(measurement) => {
            driver.end_measurement(measurement);
            instance.session = Session::Ended(measurement);
        }
        Session::Native(handle) => native(driver.as_mut())?.end(handle),
        Session::None | Session::Ended(_) | Session::Read(_) => {
            return Err(invalid_operation(
                &"If a performance query is not currently started, an INVALID_OPERATION error will be generated. \
                  [INTEL_performance_query, 4.4; IN-37]",
            )
            .into());
        }
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
    let query_id = perf_queries.instance(query_handle).ok_or(NO_INSTANCE)?.query_id;
    if data.is_null() || bytes_written.is_null() {
        return Err(invalid_value(
            &"If bytesWritten or data pointers are NULL then an INVALID_VALUE error is generated. [INTEL_performance_query, 4.4; IN-40]",
        )
        .into());
    }
    // The flags are values, not bits. RenderDoc re-reads with 0, which does not flush either. Any other value is an error, because
    // accepting it would make a loop that waits for data endless [C-16].
    if !matches!(flags, 0 | gl::PERFQUERY_WAIT_INTEL | gl::PERFQUERY_FLUSH_INTEL | gl::PERFQUERY_DONOT_FLUSH_INTEL) {
        return Err(invalid_value(
            &"flags is PERFQUERY_WAIT_INTEL, PERFQUERY_FLUSH_INTEL, PERFQUERY_DONOT_FLUSH_INTEL, or 0, which is the same as the latter (IN-46).",
        )
        .into());
    }
    // Not in the specification, but partial data are useless, and writing past the memory is not allowed [C-17].
    let query_type = perf_queries.query_type(query_id).ok_or(NO_TYPE)?;
    if data_size < 0 || (data_size as GLuint) < query_type.data_size() {
        return Err(invalid_value(&"dataSize is at least the size of the data of the query's type (IN-48).").into());
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
    let instance = perf_queries.instance(query_handle).ok_or(NO_INSTANCE)?;
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
    // Not in the specification [C-19].
    let Session::Read(values) = &instance.session else {
        return Err(invalid_operation(
            &"A query instance has no data before the end of its first session and while it is active (IN-41, IN-42).",
        )
        .into());
    };
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
        return Err(UNKNOWN_TOKEN.into());
    }
    Ok(match pname {
        gl::PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL | gl::PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL => 256,
        gl::PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL => 1024,
        _ => i64::from(gl::FALSE),
    })
}
