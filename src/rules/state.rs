//! The Gets, the extension strings and `glGetError`, whose results the extensions change.

use crate::context::Context;
use crate::driver::capabilities::{Api, Offer};
use crate::error::{Result, UNKNOWN_TOKEN, forward, invalid_value};
use crate::gl::{self, GLenum, GLint, GLint64, GLubyte, GLuint};
use crate::memory::Out;
use crate::platform::call_slots::is_observed;
use crate::rules::query::list_tracking::outside_begin_end;
use crate::rules::{observe, perf_query};
use crate::target::Target;
use std::sync::atomic::Ordering;

/// A type in which a Get returns state, converted from integers as in section 2.2.2 of the OpenGL specification.
pub trait StateType: Copy {
    /// Returns the nearest value of this type [TQ-16 TQ-17].
    fn from_integer(value: i64) -> Self;
}

impl StateType for u8 {
    fn from_integer(value: i64) -> Self {
        u8::from(value != 0)
    }
}
impl StateType for i32 {
    fn from_integer(value: i64) -> Self {
        value.clamp(i64::from(Self::MIN), i64::from(Self::MAX)) as Self
    }
}
impl StateType for i64 {
    fn from_integer(value: i64) -> Self {
        value
    }
}
impl StateType for f32 {
    fn from_integer(value: i64) -> Self {
        value as Self
    }
}
impl StateType for f64 {
    fn from_integer(value: i64) -> Self {
        value as Self
    }
}

/// Returns true if glmeter may answer a Get of `pname`.
#[inline]
pub(crate) fn concerns(pname: GLenum) -> bool {
    matches!(
        pname,
        gl::NUM_EXTENSIONS | gl::TIMESTAMP | gl::GPU_DISJOINT_EXT | gl::LIST_INDEX | gl::PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL
            ..=gl::PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL
    )
}

/// `glGet{Boolean,Integer,Integer64,Float,Double}v`: `GL_NUM_EXTENSIONS`, `GL_TIMESTAMP` (nanoseconds),
/// `GL_GPU_DISJOINT_EXT`, `GL_LIST_INDEX` and the state of INTEL_performance_query. Forwards everything else.
#[inline]
pub fn get<T: StateType>(context: &mut Context, pname: GLenum, mut data: Out<T>) -> Result<()> {
    if !concerns(pname) {
        return forward();
    }
    outside_begin_end(context)?;
    let value = match pname {
        gl::NUM_EXTENSIONS if context.strings.indexed => context.strings.names.len() as i64,
        gl::LIST_INDEX => match &context.drawing.compiling {
            // The driver compiles a part of the list, which has another name.
            Some(compiling) if compiling.is_in_parts() => i64::from(compiling.list),
            _ => return forward(),
        },
        gl::TIMESTAMP => timestamp(context)?,
        gl::GPU_DISJOINT_EXT if context.capabilities.ext_disjoint_timer_query.is_offered() => i64::from(disjoint(context)),
        // NVIDIA's driver (580.159) answers 0.
        gl::GPU_DISJOINT_EXT if context.capabilities.api == Api::Desktop => return Err(UNKNOWN_TOKEN.into()),
        gl::PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL..=gl::PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL => perf_query::state(context, pname)?,
        _ => return forward(),
    };
    data.write(T::from_integer(value));
    Ok(())
}

/// `glGetInteger64vEXT`: as `glGetInteger64v` [DJ-21 DJ-23]. A driver of OpenGL ES 2.0 without the extension lacks both: there it returns the
/// integers of `glGetIntegerv`.
pub fn get_integer64_ext(context: &mut Context, pname: GLenum, mut data: Out<GLint64>) -> Result<()> {
    let lacks_both = context.capabilities.ext_disjoint_timer_query == Offer::Emulated && context.capabilities.version < (3, 0);
    if concerns(pname) || !lacks_both {
        return get(context, pname, data);
    }
    let Some(values) = integers(context, pname) else { return forward() };
    data.write_all(&values);
    Ok(())
}

/// Returns the integers that `glGetIntegerv` writes for a name; `None` if the driver cannot be asked. Their number depends on the name and, for
/// lists of formats, on the driver: elements that keep two different values were not written.
fn integers(context: &mut Context, pname: GLenum) -> Option<Vec<GLint64>> {
    /// More than any list of formats.
    const MOST: usize = 1024;
    let mut read = |before: GLint| {
        let mut values = vec![before; MOST];
        context.driver.get_integers(pname, &mut values).then_some(values)
    };
    let (zero, one) = (read(0)?, read(1)?);
    let is_written = |(zero, one): &(GLint, GLint)| *zero != 0 || *one != 1;
    Some(zero.into_iter().zip(one).take_while(is_written).map(|(value, _)| GLint64::from(value)).collect())
}

/// Returns the GL time after all previous commands have reached the server, from the clock of `glQueryCounter` and strictly increasing
/// [TQ-15]. INVALID_ENUM if no offered extension has the token; ANGLE_timer_query lacks it [AN-15].
#[cold]
fn timestamp(context: &mut Context) -> Result<i64> {
    let offered = context.capabilities.arb_timer_query.is_offered() || context.capabilities.ext_disjoint_timer_query.is_offered();
    if !offered || !context.capabilities.targets.contains(Target::TIMESTAMP) {
        return Err(UNKNOWN_TOKEN.into());
    }
    let now = context.driver.get_integer64(gl::TIMESTAMP);
    let last = context.last_timestamp;
    context.last_timestamp = if now > last || has_wrapped(context, now) { now } else { last.saturating_add(1) };
    Ok(context.last_timestamp)
}

/// Returns true if the driver's counter has wrapped since the last reading, to which `now` is not greater.
#[cold]
fn has_wrapped(context: &mut Context, now: i64) -> bool {
    let bits = context.driver.query_counter_bits(gl::TIMESTAMP);
    let Some(period) = u32::try_from(bits).ok().filter(|bits| (1..63).contains(bits)).map(|bits| 1_i64 << bits) else { return false };
    let later = now.wrapping_sub(context.last_timestamp).rem_euclid(period);
    later != 0 && later < period / 2
}

/// Returns true if a disjoint event has happened since the last call in this context [DJ-16]. Drivers keep one flag for a whole share group
/// and clear it when it is read, so an event that one context reads is recorded for all.
#[cold]
fn disjoint(context: &mut Context) -> bool {
    if context.driver.get_integer64(gl::GPU_DISJOINT_EXT) != 0 {
        context.share_group.disjoint_events.fetch_add(1, Ordering::Relaxed);
    }
    let events = context.share_group.disjoint_events.load(Ordering::Relaxed);
    let happened = events != context.disjoint_reported;
    context.disjoint_reported = events;
    happened
}

/// `glFinish`: calls the driver's, and then stamps the fences, so that their results are available like a driver's own.
pub fn finish(context: &mut Context) -> Result<()> {
    observe::wait(context);
    context.driver.finish();
    Ok(())
}

/// `glGetGraphicsResetStatus`: the driver's. A reset is a disjoint event [DJ-16].
pub fn get_graphics_reset_status(context: &mut Context) -> Result<GLenum> {
    let status = context.driver.graphics_reset_status().map_or_else(forward, Ok)?;
    if status != gl::NO_ERROR {
        context.share_group.disjoint_events.fetch_add(1, Ordering::Relaxed);
    }
    Ok(status)
}

/// `glGetString`: `GL_EXTENSIONS` if the context has it. Forwards everything else.
pub fn get_string(context: &mut Context, name: GLenum) -> Result<*const GLubyte> {
    if name != gl::EXTENSIONS || !context.strings.whole {
        return forward();
    }
    outside_begin_end(context)?;
    Ok(context.strings.joined.as_ptr().cast())
}

/// `glGetStringi`: `GL_EXTENSIONS`. Forwards everything else.
pub fn get_string_i(context: &mut Context, name: GLenum, index: GLuint) -> Result<*const GLubyte> {
    if name != gl::EXTENSIONS || !context.strings.indexed {
        return forward();
    }
    outside_begin_end(context)?;
    let name = context.strings.names.get(index as usize).ok_or(invalid_value(
        &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state name. [GL 4.4, 22.2]",
    ))?;
    Ok(name.as_ptr().cast())
}

/// `glGetError`: a stored error that the driver could not record, otherwise the driver's.
#[inline]
pub fn get_error(context: &mut Context) -> Result<GLenum> {
    if is_observed() {
        return Ok(observe::get_error(context));
    }
    match context.take_error() {
        gl::NO_ERROR => forward(),
        error => Ok(error),
    }
}
