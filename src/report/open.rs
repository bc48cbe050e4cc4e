//! Opens the recording of this process.

use super::{VARIABLE, commands};
use crate::config::{self, Report};
use crate::environment;
use crate::platform::call_slots;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use glmeter_abi::border::guard;
use glmeter_abi::signals::without_signals_of_writes;
use glmeter_recording::{Options, Recording, terminal};
use std::os::fd::IntoRawFd;
use std::sync::{Once, OnceLock};

/// The recording of this process, once something asks for a report.
static RECORDING: OnceLock<Recording> = OnceLock::new();

/// The recording of the command that wants nothing but the number of frames.
static COUNTED: OnceLock<Recording> = OnceLock::new();

/// The program has made the file of the recording shorter, whose memory must not be used any more.
static IS_GONE: AtomicBool = AtomicBool::new(false);

/// The process that created its own recording; 0 if none did.
static OWNER: AtomicU32 = AtomicU32::new(0);

/// Returns the recording of this process if there is one: the command's; its own, which it prints at exit, if the settings ask for it; or
/// that of [`super::reset`].
pub(super) fn recording() -> Option<&'static Recording> {
    static SETTINGS: Once = Once::new();
    SETTINGS.call_once(|| {
        if config::get().report == Report::Off {
            return;
        }
        if let Some(path) = environment::variable(VARIABLE) {
            if let Some(recording) = commands::recording(path.as_ref()) {
                let place = if recording.options().frames_only { &COUNTED } else { &RECORDING };
                let _ = place.set(recording);
            }
            // SAFETY: the function belongs to this library, which is never unloaded.
            unsafe { libc::atexit(settle_at_exit) };
        } else if let Some(recording) = own() {
            let _ = RECORDING.set(recording);
            OWNER.store(std::process::id(), Ordering::Relaxed);
            // SAFETY: as above.
            unsafe { libc::atexit(print_at_exit) };
        }
        call_slots::observe(RECORDING.get().is_some());
    });
    RECORDING.get().filter(|_| !IS_GONE.load(Ordering::Relaxed))
}

/// Returns the recording as [`recording`] does, unless the program has made its file shorter, which ends the measuring. It is a system call, for
/// the end of contexts and of the program.
pub(super) fn recording_if_there() -> Option<&'static Recording> {
    let recording = recording()?;
    let is_there = recording.is_there();
    IS_GONE.store(!is_there, Ordering::Relaxed);
    is_there.then_some(recording)
}

/// Returns the recording in which frames are counted and nothing is measured, if the command asked for that.
pub(super) fn counted() -> Option<&'static Recording> {
    COUNTED.get()
}

/// Returns the recording, and creates one if nothing has asked for a report so far. Returns `None` if there is no memory.
pub(super) fn recording_or_private() -> Option<&'static Recording> {
    recording().or_else(|| {
        let _ = RECORDING.set(own()?);
        call_slots::observe(true);
        RECORDING.get()
    })
}

/// Creates a recording of this process and of those that it forks; `glmeter top` finds it. Returns `None` if there is no memory.
fn own() -> Option<Recording> {
    let found = Recording::without_path(Options::default()).map(|(recording, descriptor)| {
        // It stays open as long as the process.
        let _ = descriptor.into_raw_fd();
        recording
    });
    found.or_else(|_| Recording::private(Options::default())).ok()
}

/// Lets the end of the program collect the last results before the threads that wait for fences end, whose handlers were registered meanwhile: the last
/// handler runs first.
pub(super) fn settle_before_fences_end() {
    static REGISTERED: Once = Once::new();
    // SAFETY: the function belongs to this library, which is never unloaded.
    REGISTERED.call_once(|| _ = unsafe { libc::atexit(settle_at_exit) });
}

/// Collects the last results.
extern "C" fn settle_at_exit() {
    let _ = guard(super::settle);
}

/// Prints the sums of this process's own recording. Those that it forked share it and print nothing.
extern "C" fn print_at_exit() {
    let _ = guard(|| {
        super::settle();
        let is_owner = OWNER.load(Ordering::Relaxed) == std::process::id();
        if let Some(recording) = recording().filter(|_| is_owner) {
            use std::io::Write;
            let plus_minus = terminal::plus_minus(terminal::is_utf8(environment::variable));
            let lines = format!("{}\n", recording.lines(plus_minus));
            let _ = without_signals_of_writes(|| std::io::stderr().write_all(lines.as_bytes()));
        }
    });
}
