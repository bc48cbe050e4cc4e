//! The page of figures that the command shares with every process of the program.

use super::sections::{SECTIONS, Section, SectionFigures, Sections};
use crate::ownership;
use core::ffi::c_void;
use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::OpenOptions;
use std::io::Read;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// The environment variable with the path of the shared page; `glmeter run` sets it.
pub const VARIABLE: &str = "GLMETER_REPORT_FILE";

/// The first bytes of a page's file; the library writes to no other file.
const MARK: [u8; 8] = *b"glmeter2";

/// The figures. All times are nanoseconds of CLOCK_MONOTONIC.
#[repr(C)]
struct Figures {
    /// [`MARK`], in a file.
    mark: AtomicU64,
    /// The number of frames.
    frames: AtomicU64,
    /// When the first context was made current; 0 before that.
    first: AtomicU64,
    /// When the last frame ended.
    last: AtomicU64,
    /// The number of frames whose GPU time was measured.
    timed_frames: AtomicU64,
    /// The sum of these frames' GPU times.
    gpu_time: AtomicU64,
    /// The sum of the uncertainties of the GPU times.
    uncertainty: AtomicU64,
    /// 1 if the settings ask for the software pipeline and a process of the program could not reach it.
    out_of_reach: AtomicU64,
    /// How often the figures were set to 0.
    resets: AtomicU64,
    /// The named sections.
    sections: [Section; SECTIONS],
}

/// The figures of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReportFigures {
    /// The number of frames.
    pub(crate) frames: u64,
    /// The time from the first context, or the last reset, to the end of the last frame, nanoseconds of CLOCK_MONOTONIC.
    pub(crate) wall_time: u64,
    /// The number of frames whose GPU time was measured.
    pub(crate) timed_frames: u64,
    /// The sum of these frames' GPU times, nanoseconds.
    pub(crate) gpu_time: u64,
    /// The sum of the uncertainties of the GPU times, nanoseconds; 0 if the driver's own timer measured them.
    pub(crate) uncertainty: u64,
}

/// A page of figures.
pub struct Page(*const Figures);

// SAFETY: the memory is never unmapped and holds only atomics.
unsafe impl Send for Page {}
// SAFETY: as above.
unsafe impl Sync for Page {}

/// Returns the time of CLOCK_MONOTONIC.
pub(super) fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is written to a local variable.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

impl Page {
    /// Creates the file of a page for a program about to run. Only this user can open it.
    pub fn create(path: &Path) -> std::io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)?;
        file.set_len(size_of::<Figures>() as u64)?;
        let page = Self::map(file.as_raw_fd()).ok_or_else(std::io::Error::last_os_error)?;
        page.figures().mark.store(u64::from_ne_bytes(MARK), Ordering::Release);
        Ok(page)
    }

    /// Opens the page that `glmeter run` created. Returns `None` for any other file and leaves it unchanged. The variable may come from
    /// another user (`sudo -E`), who could also truncate a file of their own, so that this program's next access would crash it.
    pub(super) fn open(path: &Path) -> Option<Self> {
        let mut file = OpenOptions::new().read(true).write(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path).ok()?;
        let about = file.metadata().ok()?;
        if !about.is_file() || !ownership::is_own(&about) || about.len() != size_of::<Figures>() as u64 {
            return None;
        }
        let mut mark = [0; MARK.len()];
        file.read_exact(&mut mark).ok()?;
        (mark == MARK).then(|| Self::map(file.as_raw_fd()))?
    }

    /// Creates a page for this process alone.
    pub(super) fn private() -> Option<Self> {
        Self::map_with(-1, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS)
    }

    /// Maps an open file as a page.
    fn map(file: i32) -> Option<Self> {
        Self::map_with(file, libc::MAP_SHARED)
    }

    /// Maps an open file that is long enough, or new memory.
    fn map_with(file: i32, flags: i32) -> Option<Self> {
        // SAFETY: creates a new mapping.
        let place = unsafe { libc::mmap(core::ptr::null_mut(), size_of::<Figures>(), libc::PROT_READ | libc::PROT_WRITE, flags, file, 0) };
        (place != libc::MAP_FAILED).then(|| Self(place.cast::<c_void>() as *const Figures))
    }

    /// Returns the figures.
    fn figures(&self) -> &Figures {
        // SAFETY: the memory stays mapped until the process ends, starts as zeros, and holds only atomics.
        unsafe { &*self.0 }
    }

    /// Records the time of the first context.
    pub(super) fn begin(&self) {
        let figures = self.figures();
        if figures.first.load(Ordering::Relaxed) == 0 {
            let _ = figures.first.compare_exchange(0, now(), Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Counts a frame that ends now.
    pub(super) fn count_frame(&self) {
        self.figures().frames.fetch_add(1, Ordering::Relaxed);
        self.figures().last.store(now(), Ordering::Relaxed);
    }

    /// Returns false if a GPU time is longer than the whole run so far: some drivers return nonsense.
    pub(super) fn can_be(&self, nanoseconds: u64) -> bool {
        nanoseconds <= now().saturating_sub(self.figures().first.load(Ordering::Relaxed))
    }

    /// Adds a frame's GPU time and its uncertainty.
    pub(super) fn count_gpu_time(&self, nanoseconds: u64, uncertainty: u64) {
        let figures = self.figures();
        figures.timed_frames.fetch_add(1, Ordering::Relaxed);
        figures.gpu_time.fetch_add(nanoseconds, Ordering::Relaxed);
        figures.uncertainty.fetch_add(uncertainty, Ordering::Relaxed);
    }

    /// Records that a process of the program asked for the software pipeline and cannot reach it.
    #[cfg(not(android_layer))]
    pub(super) fn is_out_of_reach(&self) {
        self.figures().out_of_reach.store(1, Ordering::Relaxed);
    }

    /// Returns true if a process of the program asked for the software pipeline and could not reach it.
    pub fn was_out_of_reach(&self) -> bool {
        self.figures().out_of_reach.load(Ordering::Relaxed) != 0
    }

    /// Returns true if the program made a GL context current.
    pub fn is_used(&self) -> bool {
        self.figures().first.load(Ordering::Relaxed) != 0
    }

    /// Sets all figures to 0 and begins to count anew.
    pub(super) fn reset(&self) {
        let figures = self.figures();
        figures.resets.fetch_add(1, Ordering::AcqRel);
        for figure in [&figures.frames, &figures.timed_frames, &figures.gpu_time, &figures.uncertainty] {
            figure.store(0, Ordering::Relaxed);
        }
        self.sections().reset();
        if self.is_used() {
            figures.first.store(now(), Ordering::Relaxed);
        }
        figures.last.store(0, Ordering::Relaxed);
    }

    /// Returns how often the figures were set to 0.
    pub(super) fn resets(&self) -> u64 {
        self.figures().resets.load(Ordering::Acquire)
    }

    /// Returns the named sections.
    pub(super) fn sections(&self) -> Sections<'_> {
        Sections(&self.figures().sections)
    }

    /// Returns the figures of the frames.
    pub(crate) fn read(&self) -> ReportFigures {
        let figures = self.figures();
        let read = |figure: &AtomicU64| figure.load(Ordering::Relaxed);
        ReportFigures {
            frames: read(&figures.frames),
            wall_time: read(&figures.last).saturating_sub(read(&figures.first)),
            timed_frames: read(&figures.timed_frames),
            gpu_time: read(&figures.gpu_time),
            uncertainty: read(&figures.uncertainty),
        }
    }

    /// Returns the figures: a line for the frames, and one for each named section.
    pub fn summary(&self) -> String {
        let sections = self.sections().ended().map(|(path, figures)| format!("\n{}", section_line(&path, &figures)));
        self.frames_line() + &sections.collect::<String>()
    }

    /// Returns the figures of the frames in one line.
    fn frames_line(&self) -> String {
        let figures = self.read();
        if !self.is_used() {
            return "glmeter: the program used no GL context".to_string();
        }
        if figures.frames == 0 {
            return "glmeter: the program used GL and showed no frame".to_string();
        }
        let per_frame = milliseconds(figures.wall_time) / figures.frames as f64;
        let rate = 1e3 / per_frame.max(1e-9);
        let seconds = milliseconds(figures.wall_time) / 1e3;
        let line = format!("glmeter: {} frames in {seconds:.3} s ({per_frame:.3} ms a frame, {rate:.1} a second)", figures.frames);
        line + &match figures.timed_frames {
            0 => "; GPU time: not measured".to_owned(),
            timed => format!("; GPU time {}", gpu_time(timed, "frames", "a frame", figures.gpu_time, figures.uncertainty)),
        }
    }
}

/// Returns a time in milliseconds.
fn milliseconds(nanoseconds: u64) -> f64 {
    nanoseconds as f64 / 1e6
}

/// Returns the sum of GPU times, their mean, and its uncertainty. `each` says of what the mean is.
fn gpu_time(timed: u64, of: &str, each: &str, sum: u64, uncertainty: u64) -> String {
    let mean = |sum: u64| milliseconds(sum) / timed as f64;
    // The driver's own timers report no uncertainty.
    let exactness = if uncertainty > 0 { format!(", ± {:.3}", mean(uncertainty)) } else { String::new() };
    format!("{:.1} ms over {timed} {of} ({:.3} ms {each}{exactness})", milliseconds(sum), mean(sum))
}

/// Returns the figures of a section in one line.
fn section_line(path: &str, figures: &SectionFigures) -> String {
    let each = milliseconds(figures.wall_time) / figures.times as f64;
    let line = format!("glmeter: section {path}: {} times in {:.1} ms ({each:.3} ms each)", figures.times, milliseconds(figures.wall_time));
    line + &match figures.timed {
        0 => "; GPU time: not measured".to_owned(),
        timed => format!("; GPU time {}", gpu_time(timed, "times", "each", figures.gpu_time, figures.uncertainty)),
    }
}
