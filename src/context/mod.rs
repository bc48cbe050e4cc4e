//! A rendering context: its driver and its state. `rules` has the commands that use it.

mod busy;
mod frames;
mod intervals;
mod listed;
mod mappings;
mod names;
pub mod namespace;
mod observation;
mod own_queries;
pub mod perf_catalog;
pub mod perf_queries;
mod sections;
mod stored_error;
mod strings;
mod timeline;
mod work;

pub(crate) use frames::{Frames, Parts, ProcessFrame};
pub(crate) use intervals::{Intervals, MeasuredFrame};
pub(crate) use listed::{ListedStep, ListedWork, ObservedList};
pub(crate) use mappings::{BYTES_OF_FRAME, BYTES_OF_MAPPING, CopiedMapping, MAPPINGS};
pub(crate) use observation::{Observation, RaisedError, Waits};
pub(crate) use sections::{MeasuredSection, Sections};
pub use stored_error::are_errors_stored;
pub use strings::ExtensionStrings;
pub(crate) use strings::lock_strings;
pub(crate) use timeline::{Segment, Wanted};
pub(crate) use work::{LONGEST_NAME, Labelled, Place, SharedLabels, Undo, Work};

use crate::config::{self, Config, Emulate, Fence, Log};
use crate::count::drawing::Drawing;
use crate::count::lists::Lists;
use crate::diagnostics;
use crate::driver::capabilities::{Api, Capabilities, Description};
use crate::driver::fence::{Fences, LeftFences};
use crate::driver::host::{Host, describe};
#[cfg(not(android_layer))]
use crate::driver::rasterizer::told;
use crate::driver::{Driver, Execution, Functions, Spelling};
use crate::error::Error;
use crate::gl::{self, GLenum, GLuint, c_void};
use crate::platform::call_slots::is_observed;
use crate::source::quirks::Quirks;
use crate::source::{Emulator, Fenced, SourceChoice};
use crate::target::{Target, TargetSet};
use core::ffi::CStr;
use glmeter_recording::{Counts, OpenGpuTime};
use namespace::Namespace;
use perf_queries::PerfQueries;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stored_error::StoredError;

/// The state that the contexts of one share group have in common.
#[derive(Clone, Default)]
pub struct ShareGroup {
    /// The number of disjoint events [DJ-16].
    pub(crate) disjoint_events: Arc<AtomicU64>,
    /// The draws that the display lists contain.
    pub(crate) lists: Arc<Lists>,
    /// What each display list does, for the report.
    pub(crate) listed_work: Arc<ListedWork>,
    /// The labels of the objects that the contexts share, for the report.
    pub(crate) labels: Arc<SharedLabels>,
    /// The sync objects that destroyed contexts left behind.
    pub(crate) left_fences: Arc<LeftFences>,
}

impl ShareGroup {
    /// Locks what its contexts have in common. No thread calls a driver or locks the registry of contexts with one of these locks held.
    pub(crate) fn lock(&self) -> impl Sized + '_ {
        (self.lists.lock(), self.listed_work.lock(), self.labels.lock(), self.left_fences.lock())
    }

    /// Returns true for the same share group.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.lists, &other.lists)
    }
}

/// The state of one context. Only the thread on which the context is current uses it.
pub struct Context {
    /// The version, the extensions and the targets that the context offers.
    pub capabilities: Capabilities,
    /// Its driver's query commands.
    pub driver: Box<dyn Driver>,
    /// Its query objects.
    pub queries: Namespace,
    /// Its performance queries.
    pub perf_queries: PerfQueries,
    /// The buffer bound to `GL_QUERY_BUFFER`, 0 for none.
    pub query_buffer: GLuint,
    /// The state of draw counting.
    pub drawing: Drawing,
    /// The extension strings that it shows.
    pub strings: ExtensionStrings,
    /// The driver's version, renderer and extension strings.
    pub description: Description,
    /// Every command goes straight to the driver: in an OpenGL ES 1.x context, or after a handler panicked.
    pub passthrough: bool,
    /// Queries that run in the driver under their own names need no other call of the driver, and no command has to be asked for first: see
    /// `rules::query::quick`.
    pub is_quick: bool,
    /// The last TIMESTAMP that a Get returned, nanoseconds.
    pub(crate) last_timestamp: i64,
    /// The state that it shares with other contexts.
    pub(crate) share_group: ShareGroup,
    /// The number of disjoint events that this context has reported [DJ-16].
    pub(crate) disjoint_reported: u64,
    /// Measures frames for the report.
    pub(crate) intervals: Intervals,
    /// Measures sections for the report.
    pub(crate) sections: Sections,
    /// The number of the report's resets when something was last measured.
    resets: u64,
    /// Its frames, for the report.
    pub(crate) frames: Frames,
    /// What it did in this frame, for the report.
    pub(crate) activity: Counts,
    /// What it did in the frames before, for the control interface.
    pub(crate) earlier: Counts,
    /// To which pass, group and program its work belongs, for the report.
    pub(crate) work: Work,
    /// What the report keeps of it between commands.
    pub(crate) observation: Observation,
    /// What its active queries count must be drawn before it is released: see [`Quirks::active_queries_are_freed`].
    finishes_before_release: bool,
    /// When its driver works on commands.
    pub(crate) execution: Execution,
    /// The first error since the last `glGetError` that the driver itself has not recorded.
    error: StoredError,
}

impl Context {
    /// Creates a context over a driver, without emulation.
    pub fn new(mut driver: Box<dyn Driver>, description: Description, share_group: ShareGroup) -> Self {
        let capabilities = driver.capabilities().clone();
        let execution = Execution::of(&description);
        Self {
            strings: ExtensionStrings::new(&capabilities, &description),
            drawing: Drawing::of(&capabilities, &description),
            queries: Namespace::default(),
            perf_queries: PerfQueries::default(),
            query_buffer: driver.query_buffer(),
            passthrough: capabilities.api == Api::EmbeddedCommon,
            is_quick: capabilities.driver_queries
                && capabilities.has_core_queries()
                && !capabilities.compatibility
                && !capabilities.can_be_lost,
            capabilities,
            driver,
            description,
            last_timestamp: 0,
            disjoint_reported: share_group.disjoint_events.load(Ordering::Relaxed),
            intervals: Intervals::default(),
            sections: Sections::default(),
            resets: 0,
            frames: Frames::default(),
            activity: Counts::NONE,
            earlier: Counts::NONE,
            work: Work::of(Arc::clone(&share_group.labels)),
            share_group,
            observation: Observation::default(),
            finishes_before_release: false,
            execution,
            error: StoredError::default(),
        }
    }

    /// Creates the state of the context that is current in the driver behind `functions`. Also returns the spelling of its query
    /// commands if the driver lacks some. `fences` returns the window system's fences, if it has any; it is called only if they are
    /// needed. `get_proc_address` looks up functions of the driver's own.
    ///
    /// # Safety
    /// The context must be current on the calling thread now and whenever the value is used. `get_proc_address` must return a function with the
    /// signature of its name, or null.
    pub(crate) unsafe fn of_host(
        functions: &'static Functions,
        share_group: ShareGroup,
        fences: impl FnOnce() -> Option<Box<dyn Fences>>,
        get_proc_address: impl Fn(&CStr) -> *mut c_void,
    ) -> (Self, Option<Spelling>) {
        // SAFETY: the context is current, as the caller promises.
        let description = unsafe { describe(functions) };
        // SAFETY: as above; `current` lets only the thread on which a context is current use its driver.
        let mut host = unsafe { Host::new(functions, &description) };
        let spelling = host.spelling();
        host.learn_reset_strategy(&description);
        // SAFETY: as the caller promises.
        unsafe { host.learn_pipeline(&description, get_proc_address) };
        let context = Self::over(host, description, share_group, config::get(), fences);
        let offered: Vec<_> =
            context.capabilities.offers().into_iter().filter(|(_, offer)| offer.is_offered()).map(|(name, _)| name).collect();
        diagnostics::say(Log::Info, &format!("{} ({}): {}", context.description.version, context.description.renderer, offered.join(" ")));
        (context, spelling)
    }

    /// Creates a context over a driver, with the sources that the settings and the driver's description select. The tests use it too.
    /// `fences` returns the window system's fences, if it has any; it is called only if they are needed.
    pub fn over<P: Driver + 'static>(
        mut driver: P,
        description: Description,
        share_group: ShareGroup,
        config: &Config,
        fences: impl FnOnce() -> Option<Box<dyn Fences>>,
    ) -> Self {
        let emulate = config.emulate;
        let quirks = Quirks::of(&description);
        let quirks = if emulate == Emulate::Never { quirks.without_workarounds() } else { quirks };
        let native = targets_with_counters(&mut driver);
        let timed = native.contains(Target::TIMESTAMP) && emulate != Emulate::Always;
        let wanted = (!timed || quirks.fences_are_truer) && emulate != Emulate::Never && driver.capabilities().api != Api::EmbeddedCommon;
        let fences = || fences().map(|fences| if quirks.fences_are_told { told(fences) } else { fences });
        let fenced = if wanted { fenced(&driver, config.fence, &share_group, fences) } else { None };
        // Fences without a waiting thread are no more accurate than a timer, and glFinish costs more.
        let fenced = fenced.filter(|fenced| !timed || fenced.is_watched());
        let choice = SourceChoice { native, fences: fenced.is_some(), emulate };
        let held = driver.held_error();
        let driver = Box::new(Emulator::new(driver, quirks, choice, fenced));
        let mut context = Self::new(driver, description, share_group);
        context.finishes_before_release = quirks.active_queries_are_freed;
        if let Some(error) = held {
            context.keep_error(error);
        }
        context
    }

    /// Leaves all commands to the driver from here on.
    #[cold]
    pub(crate) fn leave_to_driver(&mut self) {
        self.passthrough = true;
        self.is_quick = false;
    }

    /// Waits until what active queries count is drawn, if the driver demands it, before the context is released: the driver may destroy it then.
    pub(crate) fn finish_before_release(&mut self) {
        if self.finishes_before_release && (self.queries.has_active() || self.perf_queries.has_active()) {
            self.driver.finish();
        }
    }

    /// Records a GL error: in the driver if possible, so that its `glGetError` and its debug output report it, otherwise here. A no-error
    /// context records none [CQ-84].
    #[cold]
    pub fn raise(&mut self, command: &'static str, error: Error) {
        diagnostics::say_error(command, error);
        if self.capabilities.no_error {
            return;
        }
        if is_observed() {
            self.refuse();
            self.count_error(RaisedError { code: error.code, command, rule: error.rule });
        }
        if !self.driver.raise(error.code) {
            self.error.keep(error.code);
        } else if is_observed() && !self.observation.inside_begin_end {
            // The driver keeps the first error, which may be an earlier one of another command.
            let first = self.driver.get_error();
            if first != error.code && first != gl::NO_ERROR {
                self.count_drivers_error(first, "");
            }
            self.store_drivers_error(first);
        }
    }

    /// Stores an error for `glGetError`, unless one is stored already.
    #[cold]
    pub(crate) fn keep_error(&mut self, error: GLenum) {
        if is_observed() {
            self.count_error(RaisedError { code: error, command: "", rule: "" });
        }
        self.error.keep(error);
    }

    /// Stores an error that was read from the driver for the application, unless one is stored already; none for `GL_NO_ERROR`.
    pub(crate) fn store_drivers_error(&mut self, error: GLenum) {
        if error != gl::NO_ERROR && self.error.keep(error) {
            self.observation.holds_drivers_error = true;
        }
    }

    /// Takes back what the report counted of the present command, which is refused, and the state that it was to change.
    #[cold]
    pub(crate) fn refuse(&mut self) {
        let Counts { errors, .. } = self.activity;
        self.activity = Counts { errors, ..self.observation.before };
        self.work.undo(core::mem::take(&mut self.observation.undo));
    }

    /// Counts an error that the application raised.
    #[cold]
    fn count_error(&mut self, error: RaisedError) {
        self.activity.errors += 1;
        self.observation.add_error(error);
    }

    /// Counts an error that was just read from the driver and that the application raised, with its command; an empty one is not known. The software
    /// pipeline says the rule, and the command if it is not known.
    #[cold]
    pub(crate) fn count_drivers_error(&mut self, code: GLenum, command: &'static str) {
        let [its_command, rule] = self.driver.raised_error(code).unwrap_or_default();
        self.count_error(RaisedError { code, command: if command.is_empty() { its_command } else { command }, rule });
    }

    /// Shows the counts of the open frame to the command, which has them if the program ends before its next swap.
    #[inline]
    pub(crate) fn show_activity(&mut self) {
        if let Some(shown) = self.frames.shown {
            shown.place.set_counts(&self.activity);
            if self.observation.has_errors() {
                let number = self.frames.open.number;
                let errors = self.observation.take_errors();
                for (error, times) in errors {
                    shown.recording.count_errors(shown.context, error.code, [error.command, error.rule], times, number);
                }
            }
        }
    }

    /// Ends a part of a frame, after a command that waited for the GPU or flushed: shows its GPU time, and measures the next one unless that would cost too
    /// much. A frame with few parts is measured as a whole.
    #[cold]
    pub(crate) fn end_part(&mut self) {
        let work = self.activity.work();
        let Frames { shown: Some(shown), parts, open, timed, .. } = &mut self.frames else { return };
        if work == parts.work || self.query_buffer != 0 {
            return;
        }
        // What has so many parts is hardly a frame.
        let has_many = parts.ended >= Parts::MANY;
        if has_many {
            self.intervals.drop_sampled_detail(self.driver.as_mut());
        }
        let is_sampled = has_many || open.number == 0;
        let (own_time, is_detailed) = self.intervals.of_frame().unwrap_or_default();
        let is_measured = !parts.is_skipped && self.intervals.has_room();
        parts.end(work, !is_measured);
        if let Some(worked) = is_measured.then(|| self.intervals.fold(self.driver.as_mut())).flatten() {
            shown.place.set_gpu_time(&OpenGpuTime {
                timed_parts: worked.parts,
                begin: worked.begin,
                end: worked.end,
                gpu: worked.busy,
                uncertainty: worked.uncertainty,
                has_waits: worked.has_waits(),
            });
        }
        if is_sampled && !is_detailed {
            let of = ProcessFrame::current().filter(|_| open.number == 0);
            parts.decide(of, timed, is_measured, open.begin, own_time);
        } else {
            parts.is_skipped = false;
        }
        shown.place.set_parts(&parts.shown());
        self.work.is_watched = self.intervals.is_measuring() && !parts.is_skipped;
    }

    /// Does [`Self::show_activity`] after a command that only drew or changed state.
    #[inline]
    pub(crate) fn show_draws_and_state_changes(&self) {
        if let Some(shown) = self.frames.shown {
            shown.place.set_draws_and_state_changes(&self.activity);
        }
    }

    /// Drops what has been measured for the report before its last reset; `resets` is their number.
    pub(crate) fn forget_before(&mut self, resets: u64) {
        if core::mem::replace(&mut self.resets, resets) != resets {
            self.intervals.forget_all(self.driver.as_mut());
            self.sections.forget();
        }
    }

    /// Returns true if the context is lost. Stores an error of the driver that the application has not read.
    #[cold]
    pub(crate) fn is_lost(&mut self) -> bool {
        let lost = self.driver.is_lost();
        if let Some(error) = self.driver.held_error() {
            self.keep_error(error);
        }
        lost
    }

    /// Takes the stored error; `GL_NO_ERROR` if there is none.
    pub fn take_error(&mut self) -> GLenum {
        self.error.take()
    }
}

/// Returns the driver's targets without those of glmeter's extensions that have no counter (`QUERY_COUNTER_BITS` is 0).
fn targets_with_counters(driver: &mut impl Driver) -> TargetSet {
    let mut targets = driver.capabilities().targets;
    // OpenGL ES has `QUERY_COUNTER_BITS` only with the timer extensions.
    let timers = driver.capabilities().ext_disjoint_timer_query.is_offered() || driver.capabilities().angle_timer_query.is_offered();
    if driver.capabilities().api == Api::Desktop || timers {
        for target in Target::all().filter(|target| target.is_ours() && targets.contains(*target)).collect::<Vec<_>>() {
            if !driver.has_counter(target) {
                targets.remove(target);
            }
        }
    }
    targets
}

/// Returns the same fences: no driver of Android's has threads that tell when its fences were signalled.
#[cfg(android_layer)]
fn told(fences: Box<dyn Fences>) -> Box<dyn Fences> {
    fences
}

/// Returns the fences that measure time, as the setting `wanted` selects them.
fn fenced(driver: &impl Driver, wanted: Fence, group: &ShareGroup, fences: impl FnOnce() -> Option<Box<dyn Fences>>) -> Option<Fenced> {
    let disjoint = || Arc::clone(&group.disjoint_events);
    let fenced = match wanted {
        Fence::Finish => Some(Fenced::finishing(disjoint())),
        Fence::Gl => None,
        Fence::Auto | Fence::Egl => fences().map(|fences| Fenced::watched(fences, disjoint())),
    };
    let polled = || (wanted != Fence::Egl && driver.has_fences()).then(|| Fenced::polled(disjoint()));
    fenced.or_else(polled).map(|fenced| fenced.in_share_group(Arc::clone(&group.left_fences)))
}
