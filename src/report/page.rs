//! The page of figures that the command shares with every process of the program.

use crate::ownership;
use core::ffi::c_void;
use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::OpenOptions;
use std::io::Read;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

/// The environment variable with the path of the shared page; `glmeter run` sets it.
pub const VARIABLE: &str = "GLMETER_REPORT_FILE";

/// The first bytes of a page's file; the library writes to no other file.
const MARK: [u8; 8] = *b"glmeter1";

/// The figures. All times are nanoseconds of CLOCK_MONOTONIC.
#[derive(Default)]
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
}

/// A page of figures.
pub struct Page(*const Figures);

// SAFETY: the memory is never unmapped and holds only atomics.
unsafe impl Send for Page {}
// SAFETY: as above.
unsafe impl Sync for Page {}

/// Returns the time of CLOCK_MONOTONIC.
fn now() -> u64 {
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
        Some(Self(Box::leak(Box::<Figures>::default())))
    }

    /// Maps an open file as a page.
    fn map(file: i32) -> Option<Self> {
        // SAFETY: creates a new shared mapping of an open file that is long enough.
        let place = unsafe {
            libc::mmap(core::ptr::null_mut(), size_of::<Figures>(), libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED, file, 0)
        };
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

    /// Adds a frame's GPU time and its uncertainty.
    pub(super) fn count_gpu_time(&self, nanoseconds: u64, uncertainty: u64) {
        let figures = self.figures();
        // Ignore a time longer than the whole run so far: some drivers return nonsense.
        if nanoseconds <= now().saturating_sub(figures.first.load(Ordering::Relaxed)) {
            figures.timed_frames.fetch_add(1, Ordering::Relaxed);
            figures.gpu_time.fetch_add(nanoseconds, Ordering::Relaxed);
            figures.uncertainty.fetch_add(uncertainty, Ordering::Relaxed);
        }
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

    /// Returns the figures in one line.
    pub fn summary(&self) -> String {
        let figures = self.figures();
        let frames = figures.frames.load(Ordering::Relaxed);
        let first = figures.first.load(Ordering::Relaxed);
        if !self.is_used() {
            return "glmeter: the program used no GL context".to_string();
        }
        if frames == 0 {
            return "glmeter: the program used GL and showed no frame".to_string();
        }
        let last = figures.last.load(Ordering::Relaxed).max(first);
        let wall = Duration::from_nanos(last - first);
        let per_frame = wall.as_secs_f64() * 1e3 / frames as f64;
        let rate = 1e3 / per_frame.max(1e-9);
        let line = format!("glmeter: {frames} frames in {:.3} s ({per_frame:.3} ms a frame, {rate:.1} a second)", wall.as_secs_f64());
        let timed = figures.timed_frames.load(Ordering::Relaxed);
        if timed == 0 {
            return line + "; GPU time: not measured";
        }
        let milliseconds = |figure: &AtomicU64| Duration::from_nanos(figure.load(Ordering::Relaxed)).as_secs_f64() * 1e3;
        let (gpu, uncertainty) = (milliseconds(&figures.gpu_time), milliseconds(&figures.uncertainty));
        // The driver's own timers report no uncertainty.
        let exactness = if uncertainty > 0.0 { format!(", ± {:.3}", uncertainty / timed as f64) } else { String::new() };
        line + &format!("; GPU time {gpu:.1} ms over {timed} frames ({:.3} ms a frame{exactness})", gpu / timed as f64)
    }
}
