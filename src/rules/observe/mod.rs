//! Counts what the application does, for the report: draws, dispatches, clears, uploads, state changes, queries, errors, and how long shaders take
//! to compile. The commands are forwarded to the driver unchanged.
//!
//! The application's calls reach these handlers only while a report is wanted (`platform::call_slots`). A command counts before the driver
//! validates it.
//!
//! Limits:
//! - State that a display list changes is not known: a draw after it belongs to the program before it.
//! - A draw command whose number of draws is in a buffer counts one draw.

pub mod objects;
pub mod shaders;
pub mod uploads;

use crate::clock;
use crate::context::{Context, ObservedList, Waits};
use crate::driver::capabilities::Api;
use crate::gl::{self, GLenum, GLuint};
use crate::platform::call_slots::is_observed;

/// Counts a command that changes state.
pub fn state_change(context: &mut Context) {
    if is_observed() && !context.observation.only_compiles() {
        context.activity.state_changes += 1;
    }
}

/// Counts the draws of a command, which run next.
pub fn draws(context: &mut Context, draws: u64) {
    if !is_observed() {
        return;
    }
    if let Some(list) = &mut context.observation.list {
        list.draws += draws;
    }
    if begins_work(context) {
        context.activity.draws += draws;
    }
}

/// Counts a draw, which runs next.
pub fn draw(context: &mut Context) {
    draws(context, 1);
}

/// Counts a dispatch, which runs next.
pub fn dispatch(context: &mut Context) {
    if is_observed() && begins_work(context) {
        context.activity.dispatches += 1;
    }
}

/// Counts a clear, which runs next.
pub fn clear(context: &mut Context) {
    if is_observed() && begins_work(context) {
        context.activity.clears += 1;
    }
}

/// Knows of a copy, which runs next: work of the GPU that is neither a draw nor a clear.
pub fn copy(context: &mut Context) {
    if is_observed() {
        begins_work(context);
    }
}

/// Counts a query that the application begins, counts or waits for.
pub(crate) fn query(context: &mut Context) {
    if is_observed() {
        context.activity.queries += 1;
    }
}

/// Runs before each draw, dispatch, clear and copy. Returns false if it is only compiled into a display list.
#[inline]
fn begins_work(context: &mut Context) -> bool {
    if context.observation.only_compiles() {
        return false;
    }
    if context.work.is_watched {
        let done = context.activity.draws + context.activity.dispatches;
        context.intervals.before_work(context.driver.as_mut(), &mut context.work, done);
    }
    true
}

/// Counts the draws of the lists of a glCallList or glCallLists: those that glmeter saw in each list, or one.
pub(crate) fn call_lists(context: &mut Context, lists: impl IntoIterator<Item = GLuint>) {
    if !is_observed() {
        return;
    }
    let number = lists.into_iter().map(|list| context.share_group.draws_in_lists.get(list).unwrap_or(1)).sum();
    if number > 0 {
        draws(context, number);
    }
}

/// Records that a display list is compiled from here on.
pub(crate) fn new_list(context: &mut Context, list: GLuint, mode: GLenum) {
    let begins = list != 0 && [gl::COMPILE, gl::COMPILE_AND_EXECUTE].contains(&mode) && context.capabilities.compatibility;
    if is_observed() && begins && context.observation.list.is_none() && !context.observation.inside_begin_end {
        context.observation.list = Some(ObservedList { list, executes: mode == gl::COMPILE_AND_EXECUTE, draws: 0 });
        context.observation.decide();
    }
}

/// Records the end of a display list.
pub(crate) fn end_list(context: &mut Context) {
    if let Some(ObservedList { list, draws, .. }) = context.observation.list.take() {
        context.share_group.draws_in_lists.insert(list, draws);
        context.observation.inside_begin_end = false;
        context.observation.decide();
    }
}

/// Records a glBegin of a mode.
pub(crate) fn begin(context: &mut Context, mode: GLenum) {
    if is_observed() && mode <= gl::PATCHES && context.drawing.modes & 1 << mode != 0 {
        draw(context);
        context.observation.inside_begin_end = !context.observation.only_compiles();
    }
}

/// Records a glEnd.
pub(crate) fn end(context: &mut Context) {
    context.observation.inside_begin_end = false;
}

/// Runs after each command of the tables of `spec`, while a report is wanted: ends the time for which the thread waited for the compiler, looks for
/// an error, and shows what was counted.
pub(crate) fn after(context: &mut Context, command: &'static str) {
    if let Some((waits, since)) = context.observation.waits.take() {
        let time = clock::now().saturating_sub(since);
        match waits {
            Waits::Compiler => context.activity.compile_time += time,
            Waits::Linker => context.activity.link_time += time,
        }
    }
    if context.observation.checks_commands {
        check(context, command);
        context.observation.count_check();
    }
    context.show_activity();
}

/// Looks for an error in the driver, and keeps it for the application's glGetError.
fn check(context: &mut Context, command: &'static str) {
    if context.capabilities.no_error || context.observation.inside_begin_end {
        return;
    }
    let error = context.driver.get_error();
    if error != gl::NO_ERROR {
        context.count_error(error, command);
        context.store_drivers_error(error);
    }
}

/// Looks for errors before a swap, and decides whether the next frame is checked command by command: if this one had an error.
pub(crate) fn check_errors(context: &mut Context) {
    if context.passthrough || !is_observed() {
        return;
    }
    check(context, "");
    if !context.observation.knows_state {
        read_state(context);
    }
    context.observation.begin_frame();
}

/// Returns the result of glGetError: a stored error, or the driver's, which counts now.
pub(crate) fn get_error(context: &mut Context) -> GLenum {
    let held = core::mem::take(&mut context.observation.holds_drivers_error);
    let stored = context.take_error();
    if context.capabilities.no_error || (stored != gl::NO_ERROR && !held) {
        return if stored == gl::NO_ERROR { context.driver.get_error() } else { stored };
    }
    let error = context.driver.get_error();
    if error != gl::NO_ERROR && !context.observation.inside_begin_end {
        context.count_error(error, "");
    }
    // A driver that still had the stored error would have kept none of the later ones.
    if stored == gl::NO_ERROR { error } else { stored }
}

/// Reads the bindings of a context that the report finds in the middle of its work.
fn read_state(context: &mut Context) {
    if context.driver.list_index() != Some(0) {
        return;
    }
    let (api, version) = (context.capabilities.api, context.capabilities.version);
    let since = |desktop, embedded| if api == Api::Desktop { version >= desktop } else { version >= embedded };
    let mut read = |pname: GLenum| GLuint::try_from(context.driver.get_integer64(pname)).unwrap_or(0);
    if since((2, 0), (2, 0)) {
        context.work.program = read(gl::CURRENT_PROGRAM);
    }
    if since((3, 0), (2, 0)) {
        context.work.framebuffer = read(gl::DRAW_FRAMEBUFFER_BINDING);
    }
    if since((4, 1), (3, 1)) {
        context.work.pipeline = read(gl::PROGRAM_PIPELINE_BINDING);
    }
    if since((2, 1), (3, 0)) {
        context.observation.unpack_buffer = read(gl::PIXEL_UNPACK_BUFFER_BINDING);
    }
    context.observation.knows_state = true;
}
