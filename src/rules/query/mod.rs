//! The rules of query objects, as pure Rust over a [`Driver`].
//!
//! All suffixes share one name space and one set of active slots [C-20]. Each handler follows its specification: one `?` or `return` for
//! each error, which is made of the sentence that demands it and its row of the conformance matrix. Errors are checked in the order ENUM,
//! VALUE, OPERATION [C-10].
//!
//! A display list has the commands of the driver's own queries; glmeter keeps those of the others beside it (`rules::draw::lists`). Once
//! the driver may have executed query commands that glmeter did not see (from a display list), only the driver knows the state of its
//! own queries: the handlers then forward.

pub mod buffer;
pub mod conditional;
mod delete;
pub(crate) mod list_tracking;
pub(crate) mod lists;
pub mod quick;
mod result;
pub mod value;

use crate::clock;
use crate::context::Context;
use crate::context::namespace::{NameState, Query};
use crate::count::step::QueryCommand;
use crate::driver::Driver;
use crate::driver::capabilities::Api;
use crate::error::{Error, NEGATIVE_COUNT, NO_MEMORY, Result, Stop, forward, invalid_enum, invalid_operation, invalid_value};
use crate::gl::{self, GLboolean, GLenum, GLint, GLsizei, GLuint};
use crate::memory::Out;
use crate::rules::observe;
use crate::target::{STREAMS, Target};
pub use delete::delete_queries;
use glmeter_abi::allocator;
use list_tracking::{
    active_is_emulated, begun_before, begun_by_a_list, complete_if_lost, end_must_forward, has_own_value, must_forward, outside_begin_end,
    still_active,
};
use result::{read, readable};
use value::ResultType;

/// The error of a target that the context does not have.
const UNKNOWN_TARGET: Error = invalid_enum(
    &"An INVALID_ENUM error is generated if <target> is not one of the query object targets described in section 4.2. \
      [ARB_pipeline_statistics_query; CQ-20 CQ-40 CQ-50]",
);

/// The error of a target that has no begin and end.
const NO_INTERVAL: Error = invalid_enum(
    &"An INVALID_ENUM error is generated if <target> is TIMESTAMP, or is not one of the query object targets described in section 4.2. \
      [ARB_pipeline_statistics_query; TQ-02 CQ-40]",
);

/// The error of a target, and an index of it, that have a query already.
const ALREADY_ACTIVE: Error = invalid_operation(
    &"An INVALID_OPERATION error is generated if the active query object name for target and index is non-zero. \
      [GL 4.4, 4.2; CQ-28 CQ-29]",
);

/// Validates a target according to the context's extensions, even if the driver would accept more. Forwards targets that glmeter does not know
/// to the driver.
#[inline]
fn read_target(context: &Context, token: GLenum) -> Result<Target> {
    match Target::from_token(token) {
        Some(target) if context.capabilities.targets.contains(target) => Ok(target),
        Some(target) if target.is_ours() => Err(UNKNOWN_TARGET.into()),
        // NVIDIA's driver (580.159) takes it in OpenGL ES too.
        Some(Target::SAMPLES_PASSED) if context.capabilities.api == Api::Embedded => Err(UNKNOWN_TARGET.into()),
        // A driver without query objects has no command to raise the error.
        _ if !context.capabilities.driver_queries => Err(UNKNOWN_TARGET.into()),
        _ => forward(),
    }
}

/// Validates a target as [`read_target`] does, for commands with an index. No target unknown to glmeter has an index, and a driver might
/// raise INVALID_VALUE for the index of a bad target, whose INVALID_ENUM comes first [C-01 C-10].
#[inline]
fn read_indexed_target(context: &Context, token: GLenum, index: GLuint) -> Result<Target> {
    match read_target(context, token) {
        Err(Stop::Forward) if index != 0 => Err(UNKNOWN_TARGET.into()),
        answer => answer,
    }
}

/// Checks an index [C-01].
#[inline]
fn check_index(context: &Context, target: Target, index: GLuint) -> Result<()> {
    let limit = if target.is_indexed() { context.capabilities.max_vertex_streams.min(u32::from(STREAMS)) } else { 1 };
    if index < limit {
        return Ok(());
    }
    Err(match target.is_indexed() {
        true => invalid_value(
            &"An INVALID_VALUE error is generated if target is PRIMITIVES_GENERATED or TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, and index is \
              not in the range zero to the value of MAX_VERTEX_STREAMS minus one. [GL 4.4, 4.2; CQ-21 CQ-41 CQ-52]",
        ),
        false => invalid_value(
            &"An INVALID_VALUE error is generated if target is SAMPLES_PASSED, ANY_SAMPLES_PASSED, ANY_SAMPLES_PASSED_CONSERVATIVE, or \
              TIME_ELAPSED, and index is not zero. [GL 4.4, 4.2; CQ-22 CQ-41 CQ-52] The same holds for statistics.",
        ),
    }
    .into())
}

/// Fails while memory is short.
#[inline]
fn enough_memory() -> Result<()> {
    if allocator::is_short() { Err(NO_MEMORY.into()) } else { Ok(()) }
}

/// `glGenQueries`: writes `n` names. INVALID_VALUE if `n` is negative [CQ-01]; legal while queries are active [CQ-05].
pub fn gen_queries(context: &mut Context, n: GLsizei, ids: Out<GLuint>) -> Result<()> {
    new_names(context, n, ids, Query::RESERVED, |driver, names| driver.gen_queries(names))
}

/// `glCreateQueries`: writes `n` names of objects of `target`. INVALID_ENUM for a target that the context lacks [CQ-07],
/// INVALID_VALUE if `n` is negative. The eleven statistics are legal [CQ-08]. A new object's result is 0 and available [CQ-09].
pub fn create_queries(context: &mut Context, target: GLenum, n: GLsizei, ids: Out<GLuint>) -> Result<()> {
    if !context.capabilities.direct_state_access {
        return forward();
    }
    let target = read_target(context, target)?;
    let created = Query { state: NameState::Object(target), available: true, result: Some(0), ..Query::RESERVED };
    new_names(context, n, ids, created, |driver, names| {
        if target.is_statistic() || !driver.driver_has_result(0, target) {
            // Mesa rejects the statistics here [H-12]: a generated name becomes the driver's object at the first begin.
            driver.gen_queries(names);
        } else {
            driver.create_queries(target.token(), names);
        }
    })
}

/// Writes `n` names, which `make` gets from the driver, and adds each with the state `query`.
fn new_names(
    context: &mut Context,
    n: GLsizei,
    mut ids: Out<GLuint>,
    query: Query,
    make: impl FnOnce(&mut dyn Driver, &mut [GLuint]),
) -> Result<()> {
    outside_begin_end(context)?;
    let count = usize::try_from(n).map_err(|_| NEGATIVE_COUNT)?;
    // Names that cannot be returned are not generated [CQ-02 CQ-06].
    if count == 0 || ids.is_null() {
        return Ok(());
    }
    enough_memory()?;
    let mut names = Vec::new();
    // No names are generated if there is not enough memory [CQ-04].
    names.try_reserve_exact(count).map_err(|_| NO_MEMORY)?;
    if !context.queries.reserve(count) {
        return Err(NO_MEMORY.into());
    }
    names.resize(count, 0);
    make(context.driver.as_mut(), &mut names);
    for id in names.iter().filter(|id| **id != 0) {
        context.queries.insert(*id, query);
    }
    ids.write_all(&names);
    Ok(())
}

/// `glIsQuery`: TRUE for an object, that is, from a name's first use on [CQ-16 CQ-17 CQ-19].
pub fn is_query(context: &mut Context, id: GLuint) -> Result<GLboolean> {
    outside_begin_end(context)?;
    let queries = &context.queries;
    let known = queries.get(id);
    match known.map(|query| query.state) {
        _ if known.is_some_and(|query| has_own_value(id, query, context.driver.as_ref())) => Ok(gl::TRUE),
        _ if queries.untracked => forward(),
        Some(NameState::Object(_)) => Ok(gl::TRUE),
        Some(NameState::Foreign) => forward(),
        None if (context.capabilities.compatibility || queries.late) && id != 0 && !queries.is_deleted(id) => forward(),
        Some(NameState::Reserved) | None => Ok(gl::FALSE),
    }
}

/// `glBeginQuery`: [`begin_query_indexed`] with index 0.
#[inline]
pub fn begin_query(context: &mut Context, target: GLenum, id: GLuint) -> Result<()> {
    begin_query_indexed(context, target, 0, id)
}

/// `glBeginQueryIndexed`. INVALID_ENUM [CQ-20], INVALID_VALUE [CQ-21 CQ-22], INVALID_OPERATION [CQ-23 to CQ-30]. A failed begin changes
/// nothing [CQ-31].
pub fn begin_query_indexed(context: &mut Context, token: GLenum, index: GLuint, id: GLuint) -> Result<()> {
    outside_begin_end(context)?;
    let target = match read_indexed_target(context, token, index) {
        Ok(target) => target,
        Err(stop) => {
            if stop == Stop::Forward && context.queries.get(id).is_some_and(|query| query.state == NameState::Reserved) {
                context.queries.entry(id).state = NameState::Foreign;
            }
            return Err(stop);
        }
    };
    let is_emulated = context.driver.emulates(target);
    if is_emulated && context.queries.compiling {
        return lists::compile_query(context, QueryCommand::Begin(token, index, id));
    }
    observe::query(context);
    let slot = target.slot(0).ok_or(NO_INTERVAL)?;
    check_index(context, target, index)?;
    let slot = slot + index as usize;
    if id == 0 {
        return Err(invalid_operation(&"An INVALID_OPERATION error is generated if id is any of: zero … [GL 4.4, 4.2; CQ-23]").into());
    }
    enough_memory()?;
    if context.queries.untracked && !context.queries.compiling && active_is_emulated(context, target, index) {
        return Err(ALREADY_ACTIVE.into());
    }
    if !is_emulated && must_forward(context, id) {
        return forward();
    }
    if target == Target::TIME_ELAPSED {
        observe::mark(context);
    }
    let Context { queries, driver, capabilities, .. } = context;
    let condition = queries.condition;
    let may_be_the_drivers = capabilities.compatibility || queries.late;
    let (query, holder) = queries.name_and_slot(id, slot);
    match query {
        Some(query) => {
            if let Some(active) = query.slot {
                return begin_active(context, target, index, id, usize::from(active));
            }
            if id == condition {
                return Err(invalid_operation(
                    &"An INVALID_OPERATION error is generated if id is any of: … the active query object for conditional rendering (see \
                      section 10.10). [GL 4.4, 4.2; CQ-30]",
                )
                .into());
            }
            if holder.0 != 0 {
                return begin_in_place_of(context, target, index, id, slot);
            }
            if matches!(query.state, NameState::Object(type_of) if type_of != target) {
                return begin_as_another(context, target, index, id, slot);
            }
            let begun = if target == Target::TIME_ELAPSED { clock::now() } else { 0 };
            driver.begin_query(target.token(), index, id);
            query.issue(target);
            query.begun = begun;
            query.slot = Some(slot as u8);
            *holder = (id, target);
            Ok(())
        }
        None if !may_be_the_drivers || id == condition => Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if id is not a name returned from a previous call to GenQueries, or if such a name has \
              since been deleted with DeleteQueries. [GL 4.4 core, 4.2; CQ-24 C-03]",
        )
        .into()),
        None => {
            if !queries.reserve(1) {
                return Err(NO_MEMORY.into());
            }
            queries.insert(id, Query::RESERVED);
            let begun = begin_query_indexed(context, token, index, id);
            if begun.is_err() {
                context.queries.remove(id);
            }
            begun
        }
    }
}

/// Begins a query that glmeter considers active: an error if it is still active in the driver.
#[cold]
fn begin_active(context: &mut Context, target: Target, index: GLuint, id: GLuint, slot: usize) -> Result<()> {
    let active = context.queries.active_target(slot).unwrap_or(target);
    let first = active.slot(0).unwrap_or(slot);
    if still_active(context, active, (slot - first) as GLuint, slot) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if id is any of: … an active query object name for any target and index … \
              [GL 4.4, 4.2; CQ-27]",
        )
        .into());
    }
    begin_query_indexed(context, target.token(), index, id)
}

/// Begins a query in a slot that glmeter considers occupied: an error if the other query is still active in the driver.
#[cold]
fn begin_in_place_of(context: &mut Context, target: Target, index: GLuint, id: GLuint, slot: usize) -> Result<()> {
    if still_active(context, target, index, slot) {
        return Err(ALREADY_ACTIVE.into());
    }
    begin_query_indexed(context, target.token(), index, id)
}

/// Begins an object of another type, which is an error except between ANY_SAMPLES_PASSED and ANY_SAMPLES_PASSED_CONSERVATIVE. Later
/// specifications allow one for the other and some drivers do not, so the driver decides [CQ-26 C-14].
#[cold]
fn begin_as_another(context: &mut Context, target: Target, index: GLuint, id: GLuint, slot: usize) -> Result<()> {
    let type_of = context.queries.get(id).and_then(Query::target);
    let twin = |target: Target| target.is_occlusion() && target != Target::SAMPLES_PASSED;
    if !twin(target) || !type_of.is_some_and(twin) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if id is any of: … the name of an existing query object whose type does not match \
              target … [GL 4.4, 4.2; CQ-25]",
        )
        .into());
    }
    if context.driver.begin_query_as_another_type(target.token(), index, id) {
        context.queries.begin(id, target, slot);
    }
    Ok(())
}

/// `glEndQuery`: [`end_query_indexed`] with index 0.
#[inline]
pub fn end_query(context: &mut Context, target: GLenum) -> Result<()> {
    end_query_indexed(context, target, 0)
}

/// `glEndQueryIndexed`. INVALID_ENUM [CQ-40], INVALID_VALUE [CQ-41], INVALID_OPERATION if no query of the target is
/// active [CQ-42 CQ-43].
pub fn end_query_indexed(context: &mut Context, token: GLenum, index: GLuint) -> Result<()> {
    outside_begin_end(context)?;
    let target = read_indexed_target(context, token, index)?;
    let is_emulated = context.driver.emulates(target);
    if is_emulated && context.queries.compiling {
        return lists::compile_query(context, QueryCommand::End(token, index));
    }
    let slot = target.slot(0).ok_or(NO_INTERVAL)?;
    check_index(context, target, index)?;
    let slot = slot + index as usize;
    let untracked = !is_emulated && (context.queries.compiling || context.queries.untracked);
    if untracked && end_must_forward(context, target, index) {
        return forward();
    }
    if context.queries.late && begun_before(context, target, index, slot) {
        return forward();
    }
    if context.queries.active_target(slot) != Some(target) && !begun_by_a_list(context, target, index, slot) {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the active query object name for target and index is zero. \
              [GL 4.4, 4.2; CQ-42 CQ-43]",
        )
        .into());
    }
    let (id, deleted) = context.queries.end(slot);
    if deleted {
        // The driver's query already ended when the name was deleted [CQ-13].
        context.driver.delete_queries(&[id]);
    } else {
        if target == Target::TIME_ELAPSED {
            observe::mark(context);
        }
        context.driver.end_query(target.token(), index);
    }
    Ok(())
}

/// `glQueryCounter`. INVALID_ENUM unless `target` is TIMESTAMP [TQ-03]; INVALID_OPERATION for a name that was not
/// generated [TQ-04 TQ-05], is active [TQ-07] or is an object of another type [TQ-08].
pub fn query_counter(context: &mut Context, id: GLuint, token: GLenum) -> Result<()> {
    const NOT_GENERATED: Error = invalid_operation(
        &"The error INVALID_OPERATION is generated if QueryCounter is called where <id> is not a name returned from a previous call to \
          GenQueries, or if such a name has since been deleted with DeleteQueries. [ARB_timer_query, Errors; TQ-04 TQ-05]",
    );
    outside_begin_end(context)?;
    let is_emulated = context.driver.emulates(Target::TIMESTAMP);
    if is_emulated && context.queries.compiling && token == gl::TIMESTAMP {
        return lists::compile_query(context, QueryCommand::Counter(id));
    }
    observe::query(context);
    if Target::from_token(token) != Some(Target::TIMESTAMP) || !context.capabilities.targets.contains(Target::TIMESTAMP) {
        return Err(invalid_enum(
            &"The error INVALID_ENUM is generated if QueryCounter is called where <target> is not TIMESTAMP. \
              [ARB_timer_query, Errors; TQ-03]",
        )
        .into());
    }
    if id == 0 {
        return Err(NOT_GENERATED.into());
    }
    if !is_emulated && must_forward(context, id) {
        return forward();
    }
    match context.queries.get(id) {
        // Drivers differ [C-03 H-11].
        None if !(context.capabilities.compatibility || context.queries.late) || context.queries.is_deleted(id) => {
            return Err(NOT_GENERATED.into());
        }
        Some(query) if query.slot.is_some() => {
            return Err(invalid_operation(
                &"The error INVALID_OPERATION is generated if QueryCounter is called on a query object that is already in use inside a \
                  BeginQuery/EndQuery. [ARB_timer_query, Errors; TQ-07]",
            )
            .into());
        }
        Some(query) if query.target().is_some_and(|type_of| type_of != Target::TIMESTAMP) => {
            return Err(invalid_operation(
                &"The error INVALID_OPERATION is generated if QueryCounter is called on a query object whose type is not TIMESTAMP. \
                  [ARB_timer_query, Errors; TQ-08]",
            )
            .into());
        }
        _ => {}
    }
    enough_memory()?;
    if !context.queries.is_known(id) && !context.queries.reserve(1) {
        return Err(NO_MEMORY.into());
    }
    observe::mark(context);
    context.driver.query_counter(id, gl::TIMESTAMP);
    context.queries.entry(id).issue(Target::TIMESTAMP);
    Ok(())
}

/// `glGetQueryObject{iv,uiv,i64v,ui64v}`. INVALID_OPERATION if `id` is not an object or is active [CQ-60 CQ-61 CQ-62], then INVALID_ENUM
/// for a bad `pname` [CQ-63]. While a buffer is bound to `GL_QUERY_BUFFER`, `params` is an offset [CQ-72].
#[inline]
pub fn get_query_object<T: ResultType>(context: &mut Context, id: GLuint, pname: GLenum, mut params: Out<T>) -> Result<()> {
    if let Err(stop) = outside_begin_end(context) {
        return Err(complete_if_lost(context, pname, params, stop));
    }
    let Context { queries, driver, capabilities, query_buffer, .. } = context;
    let driver = driver.as_mut();
    let query = readable(queries, driver, capabilities, id, pname)?;
    if *query_buffer != 0 {
        let bound = buffer::Buffer { named: 0, bound: *query_buffer };
        return buffer::write::<T>(query, driver, bound, id, pname, params.offset());
    }
    // Undefined by the specification; harmless here [CQ-82].
    if params.is_null() {
        return Ok(());
    }
    if let Some(value) = read(query, driver, id, pname)? {
        params.write(T::saturate(value));
    }
    Ok(())
}

/// `glGetQueryiv`: [`get_query_indexed`] with index 0.
pub fn get_query(context: &mut Context, target: GLenum, pname: GLenum, params: Out<GLint>) -> Result<()> {
    get_query_indexed(context, target, 0, pname, params)
}

/// `glGetQueryIndexediv`: the active query's name, or the counter's number of bits. INVALID_ENUM [CQ-50 CQ-51 CQ-56],
/// INVALID_VALUE [CQ-52]; an error leaves `params` untouched.
pub fn get_query_indexed(context: &mut Context, token: GLenum, index: GLuint, pname: GLenum, mut params: Out<GLint>) -> Result<()> {
    outside_begin_end(context)?;
    let target = read_indexed_target(context, token, index)?;
    let timers = context.capabilities.ext_disjoint_timer_query.is_offered() || context.capabilities.angle_timer_query.is_offered();
    match pname {
        gl::CURRENT_QUERY => {}
        gl::QUERY_COUNTER_BITS if context.capabilities.api == Api::Desktop || timers => {}
        gl::QUERY_COUNTER_BITS => {
            return Err(invalid_enum(
                &"OpenGL ES has QUERY_COUNTER_BITS only with a timer extension, then for every target (CQ-56, DJ-12).",
            )
            .into());
        }
        _ => {
            return Err(invalid_enum(
                &"An INVALID_ENUM error is generated if pname is not CURRENT_QUERY or QUERY_COUNTER_BITS. [GL 4.4, 4.2.1; CQ-51]",
            )
            .into());
        }
    }
    check_index(context, target, index)?;
    let value = if pname == gl::QUERY_COUNTER_BITS {
        match context.driver.query_counter_bits(target.token()) {
            bits if bits <= 0 => 0,
            bits => bits.clamp(target.minimum_bits(), 64),
        }
    } else if context.queries.untracked
        && target != Target::TIMESTAMP
        && !context.driver.emulates(target)
        && !active_is_emulated(context, target, index)
    {
        return forward();
    } else {
        match target.slot(index) {
            Some(slot) if context.queries.active_target(slot) == Some(target) => context.queries.active(slot) as GLint,
            // "always zero" for TIMESTAMP [CQ-54 C-04]; zero for the other types of a shared slot [CQ-53].
            _ => 0,
        }
    };
    params.write(value);
    Ok(())
}
