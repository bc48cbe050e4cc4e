//! Measures a program for `glmeter run` and for the control interface: frames with their times and counts, passes, groups, programs, and the
//! sections that the program names.
//!
//! The figures are in a recording that the command maps too, so that they survive a program that crashes or is interrupted.

mod commands;
mod image;
mod open;
mod picture;
mod results;

#[cfg(not(android_layer))]
pub(crate) use image::image_ends;
pub(crate) use image::{begin_image, end_image, flushes};
pub(crate) use picture::keep_picture;

use crate::clock::now;
use crate::context::{Context, ProcessFrame, Wanted};
use crate::current;
#[cfg(not(android_layer))]
use crate::environment;
use crate::gl;
use crate::rules::observe;
use glmeter_recording::{Counts, Detail, Frame, Recording, ScopeFigures, ScopeKind, Totals};
use open::{recording, recording_if_there, recording_or_private};
use results::{collect, number_of};

/// The environment variable with the path of the shared recording; `glmeter run` sets it.
pub const VARIABLE: &str = "GLMETER_REPORT_FILE";

/// The longest time for which the end of the program waits for the GPU's last results, nanoseconds.
const LAST_RESULTS: u64 = 500_000_000;
/// The longest time for which all releases of a context wait for results, nanoseconds, and what is added to it for each nanosecond of the run: once
/// a context that has been released is destroyed, its results cannot be read.
const RELEASES: u64 = 200_000_000;
const RELEASES_SHARE: u64 = 100;

/// Records that a process of a program under `glmeter run` asked for the software pipeline and cannot reach it. Returns false if the program runs
/// without the command, which would say so and end with status 1.
#[cfg(not(android_layer))]
pub(crate) fn is_out_of_reach() -> bool {
    let recording = environment::variable(VARIABLE).and_then(|path| commands::recording(path.as_ref()));
    recording.as_ref().map(Recording::set_out_of_reach).is_some()
}

/// Runs `work` on the current context as [`timed`] does. Returns `None` if there is no current context.
fn with_timed<R>(recording: &Recording, work: impl FnOnce(&mut Context) -> R) -> Option<R> {
    current::with_current(|context| timed(recording, context, work)).flatten()
}

/// Runs `work` on a context unless it is lost: then the application would see the errors of glmeter's commands. Returns `None` then.
fn timed<R>(recording: &Recording, context: &mut Context, work: impl FnOnce(&mut Context) -> R) -> Option<R> {
    if context.capabilities.can_be_lost && context.is_lost() {
        return None;
    }
    context.forget_before(recording.resets());
    Some(work(context))
}

/// Begins to measure the next frame, whose number and times are known.
fn begin_measuring(recording: &Recording, context: &mut Context) {
    let options = recording.options();
    let records = options.records(context.frames.open.number);
    let detail = records
        && match options.detail {
            Detail::EveryFrame => true,
            Detail::Off => options.per_draw,
            // The first frame contains what the program does once.
            Detail::Sampled => {
                let is_later = context.frames.open.number > 0 || context.frames.had_rest;
                options.per_draw || (is_later && context.frames.detailed.is_due())
            }
        };
    let is_sampled = detail && !options.per_draw && options.detail == Detail::Sampled;
    let wanted = Wanted { detail, per_draw: detail && options.per_draw, is_sampled };
    let swaps = context.frames.open.number > 0;
    let of = ProcessFrame::current().filter(|_| !swaps);
    let is_due = of.is_some() || context.frames.timed.is_due();
    let is_timed = records && (detail || options.times_every_frame() || is_due);
    if swaps {
        ProcessFrame::begin(is_timed, options.times_every_frame() || context.frames.timed.will_be_due());
    }
    if is_timed {
        let (driver, capabilities) = (context.driver.as_mut(), &context.capabilities);
        context.intervals.begin_frame(driver, capabilities, &mut context.work, wanted, context.execution);
        if let Some(of) = of.filter(|_| !detail) {
            context.frames.parts.follow(of);
            if !of.is_timed {
                context.intervals.skip_part();
                context.work.is_watched = false;
            }
        }
    }
}

/// Records that a context was made current, which begins its first frame.
pub(crate) fn made_current() {
    let Some(recording) = recording() else { return };
    recording.begin();
    begin_first(recording);
}

/// Begins the current context's first frame, or the one after a reset.
fn begin_first(recording: &'static Recording) {
    with_timed(recording, |context| {
        number_of(recording, context);
        if !context.frames.is_open {
            context.frames.begin();
            show(recording, context);
            begin_measuring(recording, context);
        }
        context.intervals.resume(context.driver.as_mut());
    });
}

/// Shows the counts of the frame that has begun, if it is recorded.
fn show(recording: &'static Recording, context: &mut Context) {
    let number = context.frames.context.flatten().filter(|_| recording.options().records(context.frames.open.number));
    context.frames.show(recording, number);
}

/// Ends a frame before its swap.
pub(crate) fn frame_ends() {
    let Some(recording) = recording() else { return };
    with_timed(recording, end_frame);
}

/// Ends a context's frame before what completes it.
fn end_frame(context: &mut Context) {
    context.frames.begin_swap();
    observe::check_errors(context);
    if context.intervals.of_frame().is_some_and(|(_, is_detailed)| is_detailed) {
        context.frames.open.pixels = pixels(context);
    }
    end_measuring(context);
    context.frames.open.own_time = now().saturating_sub(context.frames.open.swap);
}

/// Ends to measure a frame after its last command.
fn end_measuring(context: &mut Context) {
    let done = context.activity.draws_and_dispatches();
    context.frames.is_timed = context.intervals.end_frame(context.driver.as_mut(), &mut context.work, done);
    if context.frames.is_timed {
        open::settle_before_fences_end();
    }
}

/// Returns the pixels of the viewport while the default framebuffer is bound: those of the surface in nearly all programs. 0 if unknown.
fn pixels(context: &mut Context) -> u64 {
    let mut viewport = [0; 4];
    let is_surface = context.work.framebuffer == 0 && context.driver.get_integers(gl::VIEWPORT, &mut viewport);
    if is_surface { viewport[2].max(0) as u64 * viewport[3].max(0) as u64 } else { 0 }
}

/// Counts a frame after its swap and begins the next.
pub(crate) fn frame_begins() {
    let Some(recording) = recording() else {
        if let Some(counted) = open::counted() {
            counted.count_frame(None, now(), now(), false);
        }
        return;
    };
    let counted = with_timed(recording, |context| begin_next(recording, context));
    if counted.is_none() {
        recording.count_frame(None, now(), now(), false);
    }
}

/// Counts a context's frame after what completed it, and begins the next.
fn begin_next(recording: &'static Recording, context: &mut Context) {
    let begun = now();
    let number = number_of(recording, context);
    write_frame(recording, context, number);
    show(recording, context);
    collect(recording, context);
    begin_measuring(recording, context);
    context.frames.open.own_time = now().saturating_sub(begun);
}

/// Runs after a glFinish: writes the results of the frames before, which a program that is killed next would lose.
pub(crate) fn finished(context: &mut Context) {
    if let Some(recording) = recording() {
        timed(recording, context, |context| collect(recording, context));
    }
}

/// Records what a context did that is about to be released, unless its next swap will show it.
pub(crate) fn releases() {
    let Some(recording) = recording_if_there() else { return };
    with_timed(recording, |context| {
        if context.frames.open.number == 0 {
            write_rest(recording, context);
            context.frames.is_open = false;
            context.frames.show(recording, None);
            collect(recording, context);
        }
        let done = context.activity.draws_and_dispatches();
        context.intervals.pause(context.driver.as_mut(), &mut context.work, done);
    });
    let waited = current::with_current(|context| context.frames.waited).unwrap_or_default();
    let time = collect_for(recording, (RELEASES + recording.age() / RELEASES_SHARE).saturating_sub(waited));
    current::with_current(|context| context.frames.waited += time);
}

/// Writes what happened since the last swap, if anything did.
fn write_rest(recording: &Recording, context: &mut Context) {
    observe::check_errors(context);
    if context.activity == Counts::NONE {
        return;
    }
    let number = number_of(recording, context);
    end_measuring(context);
    let parts = context.frames.parts;
    let rest = context.frames.end_without_swap();
    // The last part has no end of its own.
    let work = context.activity.work();
    let more = u64::from(work > parts.work);
    let timed_parts = (parts.ended - parts.skipped) + if parts.is_skipped { 0 } else { more };
    context.frames.had_rest = true;
    context.frames.is_timed &= timed_parts > 0;
    write(recording, context, number, Frame { flags: Frame::IS_REST, parts: parts.ended + more, timed_parts, ..rest });
}

/// Writes the frame whose swap has ended.
fn write_frame(recording: &Recording, context: &mut Context, number: Option<usize>) {
    let parts = context.frames.parts;
    // Some of its parts were not measured.
    context.frames.is_timed &= parts.skipped == 0 && !parts.is_skipped;
    let frame = context.frames.end();
    write(recording, context, number, frame);
}

/// Writes a frame, or the rest of one, with the counts of the context.
fn write(recording: &Recording, context: &mut Context, number: Option<usize>, mut frame: Frame) {
    let (marks_time, is_detailed) = context.intervals.of_frame().unwrap_or_default();
    let is_timed = core::mem::take(&mut context.frames.is_timed);
    let is_detailed = is_detailed && is_timed;
    if !is_timed {
        context.intervals.drop_frame(context.driver.as_mut());
    }
    let activity = core::mem::take(&mut context.activity);
    context.earlier.add(&activity);
    let errors = context.observation.take_errors();
    frame.counts = activity;
    frame.context = number.map_or(u64::MAX, |number| number as u64);
    frame.own_time += marks_time;
    if is_detailed {
        frame.flags |= Frame::IS_DETAILED;
        context.frames.detailed.add(frame.own_time, frame.wall());
    } else if is_timed {
        context.frames.timed.add(frame.own_time, frame.wall());
    }
    if !recording.options().records(frame.number) {
        return;
    }
    if let Some(number) = number {
        for (error, times) in errors {
            recording.count_errors(number, error.code, [error.command, error.rule], times, frame.number);
        }
    }
    if !frame.has(Frame::IS_REST) {
        recording.push_open_frames(std::process::id().into(), number.unwrap_or(usize::MAX));
        recording.count_frame(number, frame.begin, frame.end, is_detailed);
        if frame.number == 0 {
            recording.count_first_frame(frame.wall());
        }
        if let Some(number) = number.filter(|_| frame.number.checked_add(1) == Some(recording.options().warmup)) {
            // There are more frames than those of the warm-up, which are in none of the others' figures.
            recording.forget_details(number);
        }
    }
    let ticket = recording.push_frame(&frame, !is_timed);
    if is_timed {
        context.intervals.keep_frame(frame, ticket);
    }
}

/// Records what the current context did since its last swap, at the end of the program, and collects the last results: waits a moment for
/// those that are about to come.
fn settle() {
    let Some(recording) = recording_if_there() else { return };
    with_timed(recording, |context| {
        write_rest(recording, context);
        show(recording, context);
    });
    collect_for(recording, LAST_RESULTS);
}

/// Collects the current context's results, and waits for those that are pending, at most `most` nanoseconds. Returns how long it waited.
fn collect_for(recording: &Recording, most: u64) -> u64 {
    let begun = now();
    let is_pending = || {
        with_timed(recording, |context| {
            collect(recording, context);
            // A driver would write results to the program's query buffer.
            !(context.intervals.is_settled() && context.sections.is_settled()) && context.query_buffer == 0
        })
    };
    if is_pending() == Some(true) {
        current::with_current(|context| context.driver.flush());
    }
    while is_pending() == Some(true) && now().saturating_sub(begun) < most {
        std::thread::sleep(std::time::Duration::from_micros(200));
    }
    now().saturating_sub(begun)
}

/// Sets all figures to 0 and begins to measure, also if nothing has asked for a report so far. Returns false if there is no memory for it.
pub(crate) fn reset() -> bool {
    let Some(recording) = recording_or_private() else { return false };
    recording.reset();
    recording.begin();
    with_timed(recording, |context| {
        context.frames.is_open = false;
        context.earlier.add(&core::mem::take(&mut context.activity));
    });
    begin_first(recording);
    true
}

/// Returns what the current context did since glmeter began to count, and begins to count if nothing has asked for a report so far. Returns `None`
/// without a current context, or without memory.
pub(crate) fn counts() -> Option<Counts> {
    current::with_current(|_| ())?;
    let recording = match recording() {
        Some(recording) => recording,
        None => recording_or_private().filter(|_| reset())?,
    };
    with_timed(recording, |context| {
        observe::check_errors(context);
        let mut counts = context.earlier;
        counts.add(&context.activity);
        counts
    })
}

/// Returns the sums of the frames, with the GPU times of the current context that are available. Returns `None` if nothing is measured.
pub(crate) fn read() -> Option<Totals> {
    let recording = recording()?;
    with_timed(recording, |context| collect(recording, context));
    Some(recording.totals())
}

/// Begins a section of a name inside the current context's sections. Returns false if it is not measured: without a current context, without a
/// report, or if the report has no room for its name.
pub(crate) fn begin_section(name: Option<&str>) -> bool {
    let Some(recording) = recording() else {
        // Its end must not end another section, should the measuring begin meanwhile.
        return current::with_current(|context| {
            context.sections.begin(context.driver.as_mut(), &context.capabilities, None, 0);
            false
        })
        .unwrap_or(false);
    };
    with_timed(recording, |context| {
        let sections = &mut context.sections;
        let number = name.and_then(|name| recording.scope(ScopeKind::Section, None, sections.innermost(), name));
        sections.begin(context.driver.as_mut(), &context.capabilities, number, now());
        number.is_some()
    })
    .unwrap_or(false)
}

/// Ends the current context's innermost section. Returns false if none has begun.
pub(crate) fn end_section() -> bool {
    let Some(recording) = recording() else {
        return current::with_current(|context| context.sections.end(context.driver.as_mut()).is_some()).unwrap_or(false);
    };
    with_timed(recording, |context| {
        let Some(section) = context.sections.end(context.driver.as_mut()) else { return false };
        if let Some(number) = section.number {
            let wall_time = now().saturating_sub(section.begun);
            recording.add_to_scope(number, &ScopeFigures { times: 1, wall_time, ..ScopeFigures::default() });
        }
        if context.sections.is_collecting() {
            collect(recording, context);
        }
        true
    })
    .unwrap_or(false)
}

/// Returns the figures of the section of a path, with the GPU times of the current context that are available. Returns `None` if no such section
/// has ended.
pub(crate) fn section(path: &str) -> Option<ScopeFigures> {
    let recording = recording()?;
    with_timed(recording, |context| collect(recording, context));
    recording.ended_sections().into_iter().find(|(of, _)| of == path).map(|(_, figures)| figures)
}
