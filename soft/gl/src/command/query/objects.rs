//! Names of queries, and the commands that begin and end them.

use super::target;
use crate::command::names as object_names;
use crate::config::Api;
use crate::context::Context;
use crate::dispatch::commands;
use crate::error::{Result, invalid_enum, invalid_operation};
use crate::object::query::{Active, Query};
use crate::pointer::{In, Out};
use crate::tokens::*;

/// Implements glGenQueries.
pub(super) fn gen_queries(context: &mut Context, count: i32, names: Out<u32>) -> Result<()> {
    object_names::generate(&mut context.queries.queries, count, names)
}

/// Implements glCreateQueries.
pub(super) fn create_queries(context: &mut Context, target: u32, count: i32, names: Out<u32>) -> Result<()> {
    if !target::supported(context, target) {
        return Err(invalid_enum(
            &"An INVALID_ENUM error is generated if <target> is not one of the query object targets described in section 4.2. \
              [ARB_direct_state_access]",
        ));
    }
    object_names::create(&mut context.queries.queries, count, names, |_| Ok(Query { target, result: 0, active: false }))
}

/// Implements glDeleteQueries.
pub(super) fn delete_queries(context: &mut Context, count: i32, names: In<u32>) -> Result<()> {
    let es = context.is_es();
    for name in object_names::listed(count, names)? {
        let Some(query) = context.queries.queries.remove(name) else { continue };
        if query.active {
            for active in context.queries.active.iter_mut().filter(|active| active.name == name && !active.orphan) {
                // OpenGL ES keeps the query active until it is ended; desktop drivers end it here.
                *active = if es { Active { orphan: true, ..*active } } else { Active::default() };
            }
        }
    }
    Ok(())
}

/// Implements glIsQuery.
pub(super) fn is_query(context: &mut Context, name: u32) -> Result<u8> {
    Ok(u8::from(context.queries.queries.get(name).is_some()))
}

/// Checks that a query may begin with a name: generated, or anything but 0 in a compatibility context; not active; and of the same target if it has
/// one. The two ANY_SAMPLES_PASSED targets may alternate.
pub(super) fn check_name(context: &Context, name: u32, target: u32) -> Result<()> {
    let queries = &context.queries.queries;
    let unusable = invalid_operation(
        &"An INVALID_OPERATION error is generated if id is any of: … zero … the name of an existing query object whose type does not match \
          target … an active query object name for any target and index … the active query object for conditional rendering (see section \
          10.10). [GL 4.4, 4.2] An INVALID_OPERATION error is generated if id is not a name returned from a previous call to GenQueries, \
          or if such a name has since been deleted with DeleteQueries. [GL 4.4 core, 4.2]",
    );
    if name == 0 || !(queries.is_name(name) || context.config.api == Api::Compatibility) {
        return Err(unusable);
    }
    let any = |target| matches!(target, GL_ANY_SAMPLES_PASSED | GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
    match queries.get(name) {
        Some(query) if query.active => Err(unusable),
        Some(query) if query.target != target && !(any(query.target) && any(target)) => Err(unusable),
        _ if context.queries.conditional.is_some_and(|conditional| conditional.name == name) => Err(unusable),
        _ => Ok(()),
    }
}

/// Completes the fills that wait, before a query of a time is begun or ended: it contains its commands whole, and no part of those before.
fn complete_measured(context: &mut Context, target: u32) {
    if matches!(target, GL_TIME_ELAPSED | GL_TIMESTAMP) {
        context.complete_all();
    }
}

/// Implements glBeginQuery.
pub(super) fn begin_query(context: &mut Context, target: u32, name: u32) -> Result<()> {
    begin_query_indexed(context, target, 0, name)
}

/// Implements glBeginQueryIndexed.
pub(super) fn begin_query_indexed(context: &mut Context, target: u32, index: u32, name: u32) -> Result<()> {
    target::check(context, target, index)?;
    let slot = target::slot(target, index).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if <target> is TIMESTAMP, or is not one of the query object targets described in section 4.2. \
          [ARB_pipeline_statistics_query]",
    ))?;
    check_name(context, name, target)?;
    if context.queries.active[slot].target != 0 {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the active query object name for target and index is non-zero. [GL 4.4, 4.2]",
        ));
    }
    context.queries.queries.put(name, Query { target, result: 0, active: true })?;
    complete_measured(context, target);
    let begun = target::measure(context, target, index);
    context.queries.active[slot] = Active { name, target, begun, orphan: false };
    Ok(())
}

/// Implements glEndQuery.
pub(super) fn end_query(context: &mut Context, target: u32) -> Result<()> {
    end_query_indexed(context, target, 0)
}

/// Implements glEndQueryIndexed.
pub(super) fn end_query_indexed(context: &mut Context, target: u32, index: u32) -> Result<()> {
    target::check(context, target, index)?;
    let slot = target::slot(target, index).ok_or(invalid_enum(
        &"An INVALID_ENUM error is generated if <target> is TIMESTAMP, or is not one of the query object targets described in section 4.2. \
          [ARB_pipeline_statistics_query]",
    ))?;
    let active = context.queries.active[slot];
    if active.target != target {
        return Err(invalid_operation(
            &"An INVALID_OPERATION error is generated if the active query object name for target and index is zero. [GL 4.4, 4.2]",
        ));
    }
    complete_measured(context, target);
    let passed = target::measure(context, target, index).wrapping_sub(active.begun);
    context.queries.active[slot] = Active::default();
    if let Some(query) = context.queries.queries.get_mut(active.name).filter(|_| !active.orphan) {
        query.active = false;
        query.result = if target::boolean(target) { u64::from(passed != 0) } else { passed };
    }
    Ok(())
}

/// Implements glQueryCounter.
pub(super) fn query_counter(context: &mut Context, name: u32, target: u32) -> Result<()> {
    if target != GL_TIMESTAMP {
        return Err(invalid_enum(&"An INVALID_ENUM error is generated if target is not TIMESTAMP. [GL 4.4, 4.3]"));
    }
    check_name(context, name, target)?;
    complete_measured(context, target);
    let result = super::timestamp(context);
    context.queries.queries.put(name, Query { target, result, active: false })?;
    Ok(())
}

commands! {
    fn glGenQueries(n: i32, ids: Out<u32>) => gen_queries;
    fn glCreateQueries(target: u32, n: i32, ids: Out<u32>) => create_queries;
    fn glDeleteQueries(n: i32, ids: In<u32>) => delete_queries;
    fn glIsQuery(id: u32) -> u8 => is_query;
    fn glBeginQuery(target: u32, id: u32) => begin_query;
    fn glBeginQueryIndexed(target: u32, index: u32, id: u32) => begin_query_indexed;
    fn glEndQuery(target: u32) => end_query;
    fn glEndQueryIndexed(target: u32, index: u32) => end_query_indexed;
    fn glQueryCounter(id: u32, target: u32) => query_counter;
    alias glGenQueriesEXT = glGenQueries;
    alias glGenQueriesANGLE = glGenQueries;
    alias glDeleteQueriesEXT = glDeleteQueries;
    alias glDeleteQueriesANGLE = glDeleteQueries;
    alias glIsQueryEXT = glIsQuery;
    alias glIsQueryANGLE = glIsQuery;
    alias glBeginQueryEXT = glBeginQuery;
    alias glBeginQueryANGLE = glBeginQuery;
    alias glEndQueryEXT = glEndQuery;
    alias glEndQueryANGLE = glEndQuery;
    alias glQueryCounterANGLE = glQueryCounter;
}
