//! Measures a program for `glmeter run` and for the control interface: frames, wall time, GPU time, and the sections that it names.
//!
//! The figures are in a small file that the command maps too, so that they survive a program that crashes or is interrupted.

mod page;
mod sections;

pub(crate) use page::ReportFigures;
pub use page::{Page, VARIABLE};
pub(crate) use sections::SectionFigures;

use crate::config::{self, Report};
use crate::context::{Context, GpuTime, Measured};
use crate::platform::call_slots;
use crate::rules::observe;
use crate::{current, environment};
use glmeter_abi::border::guard;
use page::now;
use std::sync::{Once, OnceLock};

/// The page of this process, once something asks for a report.
static PAGE: OnceLock<Page> = OnceLock::new();

/// Returns the page of this process if there is one: the command's; a private one that is printed at exit, if the settings ask for it; or that of
/// [`reset`].
fn page() -> Option<&'static Page> {
    static SETTINGS: Once = Once::new();
    SETTINGS.call_once(|| {
        if config::get().report == Report::Off {
            return;
        }
        if let Some(path) = environment::variable(VARIABLE) {
            Page::open(path.as_ref()).map(|page| PAGE.set(page));
        } else if let Some(page) = Page::private() {
            let _ = PAGE.set(page);
            // SAFETY: the function belongs to this library, which is never unloaded.
            unsafe { libc::atexit(print_at_exit) };
        }
    });
    let page = PAGE.get();
    if page.is_some() && !call_slots::is_observed() {
        call_slots::observe(true);
    }
    page
}

/// Prints the summary of a private page.
extern "C" fn print_at_exit() {
    let _ = guard(|| {
        if let Some(page) = page() {
            use std::io::Write;
            let _ = std::io::stderr().write_all(format!("{}\n", page.summary()).as_bytes());
        }
    });
}

/// Records that a process of a program under `glmeter run` asked for the software pipeline and cannot reach it. Returns false if the program runs
/// without the command, which would say so and end with status 1.
#[cfg(not(android_layer))]
pub(crate) fn is_out_of_reach() -> bool {
    let page = environment::variable(VARIABLE).and_then(|path| Page::open(path.as_ref()));
    page.as_ref().map(Page::is_out_of_reach).is_some()
}

/// Records that a context was made current, which begins the first frame.
pub(crate) fn made_current() {
    let Some(page) = page() else { return };
    page.begin();
    with_timed(page, |context| context.intervals.begin_frame(context.driver.as_mut(), &context.capabilities));
}

/// Runs `work` on the current context unless it is lost: then the application would see the errors of glmeter's commands. Returns `None` then,
/// and if there is no current context.
fn with_timed<R>(page: &Page, work: impl FnOnce(&mut Context) -> R) -> Option<R> {
    current::with_current(|context| {
        if context.capabilities.can_be_lost && context.is_lost() {
            return None;
        }
        context.intervals.forget_before(page.resets());
        Some(work(context))
    })
    .flatten()
}

/// Adds the GPU times that are available to the page.
fn collect(page: &Page, context: &mut Context) {
    if context.query_buffer != 0 {
        return;
    }
    context.intervals.collect(context.driver.as_mut(), |GpuTime { measured, nanoseconds, uncertainty }| {
        if !page.can_be(nanoseconds) {
            return;
        }
        match measured {
            Measured::Frame => page.count_gpu_time(nanoseconds, uncertainty),
            Measured::Section(number) => page.sections().count_gpu_time(number, nanoseconds, uncertainty),
        }
    });
}

/// Ends a frame before its swap.
pub(crate) fn frame_ends() {
    if let Some(page) = page() {
        with_timed(page, |context| {
            observe::check_errors(context);
            context.intervals.end_frame(context.driver.as_mut());
        });
    }
}

/// Counts a frame after its swap and begins the next.
pub(crate) fn frame_begins() {
    let Some(page) = page() else { return };
    page.count_frame();
    with_timed(page, |context| {
        collect(page, context);
        context.intervals.begin_frame(context.driver.as_mut(), &context.capabilities);
    });
}

/// Sets all figures to 0 and begins to measure, also if nothing has asked for a report so far. Returns false if there is no memory for it.
pub(crate) fn reset() -> bool {
    let Some(page) = page().or_else(|| {
        let _ = PAGE.set(Page::private()?);
        PAGE.get()
    }) else {
        return false;
    };
    page.reset();
    made_current_already(page);
    true
}

/// Begins the first frame after a reset, if a context is current.
fn made_current_already(page: &Page) {
    with_timed(page, |context| {
        page.begin();
        context.intervals.begin_frame(context.driver.as_mut(), &context.capabilities);
    });
}

/// Returns the figures of the frames, with the GPU times of the current context that are available. Returns `None` if nothing is measured.
pub(crate) fn read() -> Option<ReportFigures> {
    let page = page()?;
    with_timed(page, |context| collect(page, context));
    Some(page.read())
}

/// Begins a section of a name inside the current context's sections. Returns false if it is not measured: without a current context, without a
/// report, or if the report has no room for its name.
pub(crate) fn begin_section(name: Option<&str>) -> bool {
    let Some(page) = page() else {
        // Its end must not end another section, should the measuring begin meanwhile.
        return current::with_current(|context| {
            context.intervals.begin_section(context.driver.as_mut(), &context.capabilities, None, 0);
            false
        })
        .unwrap_or(false);
    };
    with_timed(page, |context| {
        let intervals = &mut context.intervals;
        let number = name.and_then(|name| page.sections().number(intervals.innermost(), name));
        intervals.begin_section(context.driver.as_mut(), &context.capabilities, number, now());
        number.is_some()
    })
    .unwrap_or(false)
}

/// Ends the current context's innermost section. Returns false if none has begun.
pub(crate) fn end_section() -> bool {
    let Some(page) = page() else {
        return current::with_current(|context| context.intervals.end_section(context.driver.as_mut()).is_some()).unwrap_or(false);
    };
    with_timed(page, |context| {
        let Some(section) = context.intervals.end_section(context.driver.as_mut()) else { return false };
        if let Some(number) = section.number {
            page.sections().count(number, now().saturating_sub(section.begun));
        }
        if context.intervals.is_collecting() {
            collect(page, context);
        }
        true
    })
    .unwrap_or(false)
}

/// Returns the figures of the section of a path, with the GPU times of the current context that are available. Returns `None` if no such section
/// has ended.
pub(crate) fn section(path: &str) -> Option<SectionFigures> {
    let page = page()?;
    with_timed(page, |context| collect(page, context));
    page.sections().ended().find(|(of, _)| of == path).map(|(_, figures)| figures)
}
