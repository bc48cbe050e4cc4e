//! Counts what the application does, for the report: draws, dispatches, clears, uploads, state changes, queries, errors, and how long shaders take
//! to compile. docs/counts.md defines each count. The commands are forwarded to the driver unchanged.
//!
//! The application's calls reach these handlers only while a report is wanted (`platform::call_slots`). A command counts before the driver
//! validates it; what it counted is taken back if the command turns out to be refused.

pub mod arrays;
pub mod lists;
pub mod mappings;
pub mod objects;
pub mod shaders;
pub mod uploads;

use crate::clock;
use crate::context::{Context, ListedStep, Undo, Waits};
use crate::driver::capabilities::Api;
use crate::gl::{self, GLenum, GLuint};
use crate::platform::call_slots::is_observed;
use glmeter_recording::Counts;

/// Counts a command that a display list may contain: in the list that is being compiled, and now if it is executed.
#[inline]
fn count(context: &mut Context, more: &Counts) {
    if !is_observed() {
        return;
    }
    if let Some(list) = &mut context.observation.list {
        list.push(ListedStep::Work(*more));
        if !list.executes {
            return;
        }
    }
    count_now(context, more);
}

/// Counts a command that is executed now, also while a display list is being compiled.
fn count_now(context: &mut Context, more: &Counts) {
    if is_observed() {
        if more.has_work() {
            begins_work(context);
        }
        context.activity.add(more);
    }
}

/// Counts a command that changes state.
pub fn state_change(context: &mut Context, command: &'static str) {
    let change = Counts { state_changes: 1, ..Counts::NONE };
    match lists::executes_at_once(command) {
        true => count_now(context, &change),
        false => count(context, &change),
    }
}

/// Counts the draws of a command, which run next.
pub fn draws(context: &mut Context, draws: u64) {
    if draws > 0 {
        count(context, &Counts { draws, ..Counts::NONE });
    }
}

/// Counts a draw, which runs next.
pub fn draw(context: &mut Context) {
    draws(context, 1);
}

/// Counts a dispatch, which runs next.
pub fn dispatch(context: &mut Context) {
    count(context, &Counts { dispatches: 1, ..Counts::NONE });
}

/// Counts a clear, which runs next.
pub fn clear(context: &mut Context) {
    count(context, &Counts { clears: 1, ..Counts::NONE });
}

/// Knows of a copy, which runs next: work of the GPU that is neither a draw nor a clear.
pub fn copy(context: &mut Context) {
    if is_observed() && !context.observation.only_compiles() {
        begins_work(context);
    }
}

/// Knows of a command that counts nothing, whose errors are looked for.
pub fn other(_: &mut Context) {}

/// Knows of a command that submits all work so far, and runs next.
pub fn submit(context: &mut Context) {
    submits(context, false);
}

/// Knows of a command that submits all work so far and waits for it, and runs next.
pub fn wait(context: &mut Context) {
    submits(context, true);
}

/// Knows of a command that marks a time and runs next: where marks wait for all work so far, it is then done.
pub fn mark(context: &mut Context) {
    if is_observed() && context.driver.marks_wait() {
        wait(context);
    }
}

/// Runs before each command that submits all work so far.
fn submits(context: &mut Context, waits: bool) {
    if is_observed() && !context.observation.only_compiles() {
        let done = context.activity.draws_and_dispatches();
        let frames = &context.frames;
        // A context that never swaps and waits for nothing has parts too.
        let ends_part = waits || frames.is_open && frames.open.number == 0 && frames.parts.end_with_flush(frames.open.begin);
        context.intervals.submits(context.driver.as_mut(), &mut context.work, ends_part, done);
        context.observation.ends_part = ends_part;
    }
}

/// Counts a query that the application begins, counts or waits for.
pub(crate) fn query(context: &mut Context) {
    count(context, &Counts { queries: 1, ..Counts::NONE });
}

/// Runs before each draw, dispatch, clear and copy.
#[inline]
fn begins_work(context: &mut Context) {
    if context.work.is_watched {
        let done = context.activity.draws_and_dispatches();
        context.intervals.before_work(context.driver.as_mut(), &mut context.work, done);
    }
}

/// Records a glBegin of a mode.
pub(crate) fn begin(context: &mut Context, mode: GLenum) {
    if context.observation.inside_begin_end {
        context.observation.refused_inside.get_or_insert("glBegin");
    } else if is_observed() && mode <= gl::PATCHES && context.drawing.modes & 1 << mode != 0 {
        context.observation.refused_inside = None;
        draw(context);
        context.observation.inside_begin_end = !context.observation.only_compiles();
        context.observation.decide();
    }
}

/// Records a glEnd.
pub(crate) fn end(context: &mut Context) {
    context.observation.ended_begin = core::mem::take(&mut context.observation.inside_begin_end);
    context.observation.decide();
}

/// Runs before each command of the tables of `entry`, while a report is wanted.
#[inline]
pub(crate) fn before(context: &mut Context) {
    context.observation.before = context.activity;
    context.observation.undo = Undo::Nothing;
}

/// Runs after each command of the tables of `entry`, while a report is wanted: ends the time for which the thread waited for the compiler, looks for
/// an error, and shows what was counted.
pub(crate) fn after(context: &mut Context, command: &'static str) {
    if let Some((waits, since)) = context.observation.waits.take() {
        let time = clock::now().saturating_sub(since);
        match waits {
            Waits::Compiler => context.activity.compile_time += time,
            Waits::Linker => context.activity.link_time += time,
        }
    }
    if !context.observation.inside_begin_end {
        context.intervals.complete_work(context.driver.as_mut());
    }
    if context.observation.inside_begin_end {
        refuse_inside(context, command);
    } else if context.observation.checks_commands && check(context, command) {
        context.observation.count_check();
    }
    mappings::after(context);
    if !context.observation.inside_begin_end {
        context.intervals.after_work();
    }
    if core::mem::take(&mut context.observation.ends_part) {
        context.end_part();
    }
    context.show_activity();
}

/// Takes back what a command counted that is an error between glBegin and glEnd, where the driver cannot be asked for it: "The error
/// INVALID_OPERATION is generated by executing any other command" than those of vertices, materials and lists.
fn refuse_inside(context: &mut Context, command: &'static str) {
    let is_allowed = command.starts_with("glMaterial") || ["glBegin", "glCallList", "glCallLists", "glArrayElement"].contains(&command);
    if !is_allowed {
        context.refuse();
        context.observation.refused_inside.get_or_insert(command);
    }
}

/// Records that the GL refused a draw or a state change that was counted quickly, with this error.
#[cold]
pub(crate) fn refused_quickly(context: &mut Context, command: &'static str, error: GLenum, is_draw: bool) {
    let count = if is_draw { &mut context.activity.draws } else { &mut context.activity.state_changes };
    *count = count.saturating_sub(1);
    context.count_drivers_error(error, command);
    context.store_drivers_error(error);
}

/// Looks for an error in the driver after a command, takes back what the command counted if there is one, and keeps it for the application's
/// glGetError. Returns false if errors cannot be looked for.
fn check(context: &mut Context, command: &'static str) -> bool {
    if context.capabilities.no_error || context.observation.inside_begin_end {
        return false;
    }
    let is_timed = context.observation.check_cost.is_open();
    let begun = if is_timed { clock::now() } else { 0 };
    let error = context.driver.get_error();
    if is_timed {
        context.observation.check_cost.add(clock::now().saturating_sub(begun));
    }
    let ended_begin = core::mem::take(&mut context.observation.ended_begin);
    if error != gl::NO_ERROR {
        let inside = context.observation.refused_inside.take().filter(|_| error == gl::INVALID_OPERATION);
        let culprit = match inside {
            Some(inside) => inside,
            // Of nothing else between the two: the driver could not be asked before.
            None if ended_begin => "glBegin",
            None => command,
        };
        match command {
            // The error is one command's in a list, and the others were executed.
            "glCallList" | "glCallLists" => {}
            _ => context.refuse(),
        }
        if culprit == "glBegin" && ended_begin {
            context.activity.draws = context.activity.draws.saturating_sub(1);
        }
        context.count_drivers_error(error, culprit);
        context.store_drivers_error(error);
    }
    true
}

/// Looks for errors before a swap, and decides whether the next frame is checked command by command. Counts what the application wrote to
/// mappings that stay.
pub(crate) fn check_errors(context: &mut Context) {
    if context.passthrough || !is_observed() {
        return;
    }
    before(context);
    mappings::count_written(context);
    let had_errors = context.activity.errors;
    let is_checked = context.observation.checks_commands;
    if !context.capabilities.no_error && !context.observation.inside_begin_end {
        let error = context.driver.get_error();
        if error != gl::NO_ERROR {
            context.count_drivers_error(error, "");
            context.store_drivers_error(error);
        }
    }
    // A command that the GL refused may have been to change what the next draws belong to.
    if !is_checked && context.activity.errors != had_errors {
        context.observation.knows_state = false;
    }
    if !context.observation.knows_state {
        read_state(context);
    }
    context.observation.begin_frame(context.capabilities.no_error);
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
        context.count_drivers_error(error, "");
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
    if since((4, 3), (3, 2)) {
        // The stack's depth contains the default group.
        let depth = read(gl::DEBUG_GROUP_STACK_DEPTH).saturating_sub(1);
        context.work.truncate_groups(depth as usize);
    }
    context.observation.knows_state = true;
}
