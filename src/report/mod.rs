//! Measures a program for `glmeter run`: frames, wall time and GPU time.
//!
//! The figures are in a small file that the command maps too, so that they survive a program that crashes or is interrupted.

mod page;

pub use page::{Page, VARIABLE};

use crate::config::{self, Report};
use crate::context::Context;
use crate::{current, environment};
use glmeter_abi::border::guard;
use std::sync::OnceLock;

/// Returns the page of this process if the settings ask for a report: the command's, or a private one that is printed at exit.
fn page() -> Option<&'static Page> {
    static PAGE: OnceLock<Option<Page>> = OnceLock::new();
    PAGE.get_or_init(|| {
        if config::get().report == Report::Off {
            return None;
        }
        if let Some(path) = environment::variable(VARIABLE) {
            return Page::open(path.as_ref());
        }
        // SAFETY: the function belongs to this library, which is never unloaded.
        unsafe { libc::atexit(print_at_exit) };
        Page::private()
    })
    .as_ref()
}

/// Prints the summary of a private page.
extern "C" fn print_at_exit() {
    let _ = guard(|| {
        if let Some(page) = page() {
            use std::io::Write;
            let _ = writeln!(std::io::stderr(), "{}", page.summary());
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
    with_timed(|context| context.frame_timer.begin(context.driver.as_mut(), &context.capabilities));
}

/// Runs `work` on the current context unless it is lost: then the application would see the errors of glmeter's commands.
fn with_timed(work: impl FnOnce(&mut Context)) {
    current::with_current(|context| {
        if !context.capabilities.can_be_lost || !context.is_lost() {
            work(context);
        }
    });
}

/// Ends a frame before its swap.
pub(crate) fn frame_ends() {
    if page().is_some() {
        with_timed(|context| context.frame_timer.end(context.driver.as_mut()));
    }
}

/// Counts a frame after its swap and begins the next.
pub(crate) fn frame_begins() {
    let Some(page) = page() else { return };
    page.count_frame();
    with_timed(|context| {
        if context.query_buffer == 0 {
            context.frame_timer.collect(context.driver.as_mut(), |nanoseconds, uncertainty| page.count_gpu_time(nanoseconds, uncertainty));
        }
        context.frame_timer.begin(context.driver.as_mut(), &context.capabilities);
    });
}
