//! A rendering context: its driver and its state. The commands that use it are in `rules`.

mod frame_timer;
pub mod namespace;
pub mod perf_catalog;
pub mod perf_queries;
mod strings;

pub(crate) use frame_timer::FrameTimer;
pub use strings::ExtensionStrings;

use crate::config::{self, Config, Emulate, Fence, Log};
use crate::count::drawing::Drawing;
use crate::count::lists::Lists;
use crate::diagnostics;
use crate::driver::capabilities::{Api, Capabilities, Description};
use crate::driver::fence::{Fences, LeftFences};
use crate::driver::host::{Host, describe};
use crate::driver::{Driver, Functions, Spelling};
use crate::error::Error;
use crate::gl::{self, GLenum, GLuint};
use crate::source::quirks::Quirks;
use crate::source::{Emulator, Fenced, Means};
use crate::target::{Target, TargetSet};
use namespace::Namespace;
use perf_queries::PerfQueries;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The state that the contexts of a share group share.
#[derive(Clone, Default)]
pub struct ShareGroup {
    /// Disjoint events, counted [DJ-16].
    pub(crate) disjoint_events: Arc<AtomicU64>,
    /// What the display lists hold.
    pub(crate) lists: Arc<Lists>,
    /// The sync objects of contexts that were destroyed.
    pub(crate) left_fences: Arc<LeftFences>,
}

/// The state of one context. Only the thread on which the context is current uses it.
pub struct Context {
    /// What the context can do.
    pub capabilities: Capabilities,
    /// Its driver's query commands.
    pub driver: Box<dyn Driver>,
    /// Its query objects.
    pub queries: Namespace,
    /// Its performance queries.
    pub perf_queries: PerfQueries,
    /// The buffer bound to `GL_QUERY_BUFFER`, 0 for none.
    pub query_buffer: GLuint,
    /// What its draw commands can do.
    pub drawing: Drawing,
    /// The extension strings that it shows.
    pub strings: ExtensionStrings,
    /// What the driver says of itself.
    pub description: Description,
    /// Every command goes to the driver as it is: an OpenGL ES 1.x context, or one in which a rule panicked.
    pub passthrough: bool,
    /// The last TIMESTAMP that a Get returned, nanoseconds.
    pub(crate) last_timestamp: i64,
    /// What it shares with others.
    pub(crate) share_group: ShareGroup,
    /// How many disjoint events this context has reported [DJ-16].
    pub(crate) disjoint_reported: u64,
    /// Measures frames for the report.
    pub(crate) frame_timer: FrameTimer,
    /// An error that the driver does not have recorded; the first one since `glGetError` was last asked.
    error: Option<GLenum>,
}

impl Context {
    /// Creates a context over a driver as it is.
    pub fn new(mut driver: Box<dyn Driver>, description: Description, share_group: ShareGroup) -> Self {
        let capabilities = driver.capabilities().clone();
        Self {
            strings: ExtensionStrings::new(&capabilities, &description),
            drawing: Drawing::of(&capabilities, &description),
            queries: Namespace::default(),
            perf_queries: PerfQueries::default(),
            query_buffer: driver.query_buffer(),
            passthrough: capabilities.api == Api::EmbeddedCommon,
            capabilities,
            driver,
            description,
            last_timestamp: 0,
            disjoint_reported: share_group.disjoint_events.load(Ordering::Relaxed),
            share_group,
            frame_timer: FrameTimer::default(),
            error: None,
        }
    }

    /// Creates the context that is current in the driver behind `functions`, and the spelling of its query commands where it has not
    /// all of them. `fences` gives the window system's fences, if it has any; it is asked only where they are needed.
    ///
    /// # Safety
    /// It must be current on the calling thread now and whenever the value is used.
    pub(crate) unsafe fn of_host(
        functions: &'static Functions,
        share_group: ShareGroup,
        fences: impl FnOnce() -> Option<Box<dyn Fences>>,
    ) -> (Self, Option<Spelling>) {
        // SAFETY: the context is current, as the caller promises.
        let description = unsafe { describe(functions) };
        // SAFETY: as above; a context's driver is used by the thread that it is current on, as `current` has it.
        let mut host = unsafe { Host::new(functions, &description) };
        let spelling = host.spelling();
        host.learn_reset_strategy(&description);
        let context = Self::over(host, description, share_group, config::get(), fences);
        let offered: Vec<_> =
            context.capabilities.offers().into_iter().filter(|(_, offer)| offer.is_offered()).map(|(name, _)| name).collect();
        diagnostics::say(Log::Info, &format!("{} ({}): {}", context.description.version, context.description.renderer, offered.join(" ")));
        (context, spelling)
    }

    /// Creates a context over a driver, whose values come from the sources that the settings and the driver's description choose. The
    /// tests construct theirs by it too. `fences` gives the window system's fences, if it has any; it is asked only where they
    /// are needed.
    pub fn over<P: Driver + 'static>(
        mut driver: P,
        description: Description,
        share_group: ShareGroup,
        config: &Config,
        fences: impl FnOnce() -> Option<Box<dyn Fences>>,
    ) -> Self {
        let emulate = config.emulate;
        let quirks = if emulate == Emulate::Never { Quirks::default() } else { Quirks::of(&description) };
        let native = counted_by(&mut driver);
        let timed = native.contains(Target::TIMESTAMP) && emulate != Emulate::Always;
        let wanted = (!timed || quirks.fences_are_truer) && emulate != Emulate::Never && driver.capabilities().api != Api::EmbeddedCommon;
        let fenced = if wanted { fenced(&driver, config.fence, &share_group, fences) } else { None };
        // Fences that are looked at in passing are no truer than any timer, and waiting for all work costs more.
        let fenced = fenced.filter(|fenced| !timed || fenced.is_awaited());
        let means = Means { native, fences: fenced.is_some(), emulate };
        let held = driver.held_error();
        let driver = Box::new(Emulator::new(driver, quirks, means, fenced));
        let mut context = Self::new(driver, description, share_group);
        if let Some(error) = held {
            context.keep_error(error);
        }
        context
    }

    /// Records a GL error: in the driver, so that its `glGetError` and its debug output say so, else here. A context
    /// without errors records none [CQ-84].
    #[cold]
    pub fn raise(&mut self, command: &str, error: Error) {
        diagnostics::say(Log::Debug, &format!("{command}: {error:?}"));
        if self.capabilities.no_error {
            return;
        }
        if !self.driver.raise(error) {
            self.keep_error(error as GLenum);
        }
    }

    /// Keeps an error for `glGetError`.
    #[cold]
    pub(crate) fn keep_error(&mut self, error: GLenum) {
        self.error.get_or_insert(error);
    }

    /// Returns true if the context is lost. Keeps an error that the application has not read.
    #[cold]
    pub(crate) fn is_lost(&mut self) -> bool {
        let lost = self.driver.is_lost();
        if let Some(error) = self.driver.held_error() {
            self.keep_error(error);
        }
        lost
    }

    /// Takes the error that the driver could not record; `GL_NO_ERROR` if there is none.
    pub fn take_error(&mut self) -> GLenum {
        self.error.take().unwrap_or(gl::NO_ERROR)
    }
}

/// Returns the targets of a driver that have a counter. Only glmeter's own targets are asked for.
fn counted_by(driver: &mut impl Driver) -> TargetSet {
    let mut targets = driver.capabilities().targets;
    // OpenGL ES has no bits to ask for before the timers bring them.
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

/// Returns the fences that time is based on in a context without a timer, in the order of the setting's words.
fn fenced(driver: &impl Driver, wanted: Fence, group: &ShareGroup, fences: impl FnOnce() -> Option<Box<dyn Fences>>) -> Option<Fenced> {
    let disjoint = || Arc::clone(&group.disjoint_events);
    let fenced = match wanted {
        Fence::Finish => Some(Fenced::finishing(disjoint())),
        Fence::Gl => None,
        Fence::Auto | Fence::Egl => fences().map(|fences| Fenced::elsewhere(fences, disjoint())),
    };
    let here = || (wanted != Fence::Egl && driver.has_fences()).then(|| Fenced::here(disjoint()));
    fenced.or_else(here).map(|fenced| fenced.in_share_group(Arc::clone(&group.left_fences)))
}
