//! The results of query objects: the checks and corrections that `glGetQueryObject*` and `glGetQueryBufferObject*` share.

use super::list_tracking::has_own_value;
use crate::clock;
use crate::context::namespace::{NameState, Namespace, Query};
use crate::diagnostics::say_once;
use crate::driver::{Capabilities, Driver};
use crate::error::{Result, Stop, forward, invalid_enum, invalid_operation};
use crate::gl::{self, GLenum, GLuint};
use crate::target::Target;

/// Returns the object to read, after the error checks that all getters have in common.
#[inline]
pub(super) fn readable<'a>(
    queries: &'a mut Namespace,
    driver: &dyn Driver,
    capabilities: &Capabilities,
    id: GLuint,
    pname: GLenum,
) -> Result<&'a mut Query> {
    if queries.untracked && !queries.get(id).is_some_and(|query| has_own_value(id, query, driver)) {
        return forward();
    }
    // The driver may know a name that glmeter does not. For others NVIDIA's (580.159) generates INVALID_ENUM.
    if (capabilities.compatibility || queries.late) && id != 0 && !queries.is_known(id) && driver.is_query(id) {
        return forward();
    }
    let query = match queries.get_mut(id) {
        Some(Query { state: NameState::Foreign, .. }) => return forward(),
        Some(query) if query.slot.is_none() && query.state != NameState::Reserved => query,
        _ => {
            return Err(invalid_operation(
                &"An INVALID_OPERATION error is generated if id is not the name of a query object, or if the query object named by id is \
                  currently active. [GL 4.4, 4.2.1; CQ-60 CQ-61 CQ-62]",
            )
            .into());
        }
    };
    match pname {
        gl::QUERY_RESULT | gl::QUERY_RESULT_AVAILABLE => Ok(query),
        gl::QUERY_RESULT_NO_WAIT if capabilities.query_buffer => Ok(query),
        gl::QUERY_TARGET if capabilities.direct_state_access => Ok(query),
        _ => Err(invalid_enum(
            &"The error INVALID_ENUM is generated if GetQueryObjecti64v or GetQueryObjectui64v is called where <pname> is not QUERY_RESULT or \
              QUERY_RESULT_AVAILABLE. [ARB_timer_query, Errors; CQ-63] QUERY_RESULT_NO_WAIT needs query buffer objects (CQ-70), and \
              QUERY_TARGET direct state access (CQ-71).",
        )
        .into()),
    }
}

/// Returns the value of `pname` of a readable object; `None` for NO_WAIT while the result is unavailable [CQ-70].
#[inline]
pub(super) fn read(query: &mut Query, driver: &mut dyn Driver, id: GLuint, pname: GLenum) -> Result<Option<u64>> {
    Ok(match pname {
        gl::QUERY_TARGET => query.target().map(|target| u64::from(target.token())),
        gl::QUERY_RESULT_AVAILABLE => Some(u64::from(poll(query, driver, id))),
        gl::QUERY_RESULT_NO_WAIT if query.result.is_none() && !poll(query, driver, id) => None,
        _ => match query.result {
            // "re-reading gives the same value" [CQ-69 H-04]
            Some(result) => Some(result),
            None => read_first(query, driver, id)?,
        },
    })
}

/// Waits for the result of a readable object and reads it for the first time. Returns `None` for an object without a target.
#[inline]
fn read_first(query: &mut Query, driver: &mut dyn Driver, id: GLuint) -> Result<Option<u64>> {
    let Some(target) = query.target() else { return Ok(None) };
    let raw = driver.result(id);
    // A context that was lost meanwhile writes no result [CQ-83].
    if !driver.answers() {
        return Err(Stop::Raised);
    }
    let result = plausible(target, query.begun, raw, driver);
    query.corrected = result != raw;
    query.result = Some(result);
    query.available = true;
    Ok(Some(result))
}

/// Returns true if the result is available, and keeps returning true from then on [CQ-69]. The first poll flushes, so that polling alone
/// makes progress [CQ-67].
fn poll(query: &mut Query, driver: &mut dyn Driver, id: GLuint) -> bool {
    if !query.available {
        query.available = driver.result_available(id);
        if !query.available && !query.flushed {
            query.flushed = true;
            driver.flush();
        }
    }
    query.available
}

/// The most by which TIME_ELAPSED may exceed the machine's clock before it counts as wrong, nanoseconds: clocks differ a little.
const TOLERANCE: u64 = 100_000_000;

/// Corrects impossible results: a statistic that ran backwards [PS-24 H-05], a TIME_ELAPSED of 0 [TQ-25], and one longer than the time since
/// the query began (Mesa's llvmpipe returns the absolute time if nothing was rasterised).
fn plausible(target: Target, begun: u64, value: u64, driver: &mut dyn Driver) -> u64 {
    if target.is_statistic() && value > i64::MAX as u64 {
        return 0;
    }
    if begun == 0 {
        return value;
    }
    let possible = clock::now().saturating_sub(begun);
    if value > possible.saturating_add(TOLERANCE) {
        say_once!(Info, "the driver's TIME_ELAPSED is longer than the time that went by; it is not used again");
        driver.distrust_elapsed();
        return possible;
    }
    if value == 0 && driver.query_counter_bits(target.token()) > 0 { 1 } else { value }
}
