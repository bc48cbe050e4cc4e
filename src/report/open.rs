//! Opens the recording of this process.

use super::VARIABLE;
use crate::config::{self, Report};
use crate::{environment, ownership};
use glmeter_abi::border::guard;
use glmeter_recording::{Options, Recording};
use std::fs::OpenOptions;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Once, OnceLock};

/// The recording of this process, once something asks for a report.
static RECORDING: OnceLock<Recording> = OnceLock::new();

/// Returns the recording of this process if there is one: the command's; a private one that is printed at exit, if the settings ask for it; or
/// that of [`super::reset`].
pub(super) fn recording() -> Option<&'static Recording> {
    static SETTINGS: Once = Once::new();
    SETTINGS.call_once(|| {
        if config::get().report == Report::Off {
            return;
        }
        if let Some(path) = environment::variable(VARIABLE) {
            commands(path.as_ref()).map(|recording| RECORDING.set(recording));
            // SAFETY: the function belongs to this library, which is never unloaded.
            unsafe { libc::atexit(settle_at_exit) };
        } else if let Ok(recording) = Recording::private(Options::default()) {
            let _ = RECORDING.set(recording);
            // SAFETY: as above.
            unsafe { libc::atexit(print_at_exit) };
        }
    });
    RECORDING.get()
}

/// Returns the recording, and creates a private one if nothing has asked for a report so far. Returns `None` if there is no memory.
pub(super) fn recording_or_private() -> Option<&'static Recording> {
    recording().or_else(|| {
        let _ = RECORDING.set(Recording::private(Options::default()).ok()?);
        RECORDING.get()
    })
}

/// Opens the recording that `glmeter run` created. Returns `None` for any other file and leaves it unchanged. The variable may come from
/// another user (`sudo -E`), who could also truncate a file of their own, so that this program's next access would crash it.
pub(super) fn commands(path: &Path) -> Option<Recording> {
    let file = OpenOptions::new().read(true).write(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path).ok()?;
    let about = file.metadata().ok()?;
    if !about.is_file() || !ownership::is_own(&about) {
        return None;
    }
    Recording::open(&file).ok()
}

/// Collects the last results.
extern "C" fn settle_at_exit() {
    let _ = guard(super::settle);
}

/// Prints the sums of a private recording.
extern "C" fn print_at_exit() {
    let _ = guard(|| {
        super::settle();
        if let Some(recording) = RECORDING.get() {
            use std::io::Write;
            let _ = std::io::stderr().write_all(format!("{}\n", recording.lines()).as_bytes());
        }
    });
}
