//! A watchdog. Draws and dispatches may be arbitrarily large: the watchdog cancels a command that takes long, as the driver's own reset
//! does. A command that does not stop then is a hang, which the fuzzer reports.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time that a command may take before it is cancelled.
const TIME_LIMIT: Duration = Duration::from_millis(60);

/// The start time of the running command, and the flag that cancels it.
type Running = Option<(Instant, Arc<AtomicBool>)>;

static RUNNING: LazyLock<Mutex<Running>> = LazyLock::new(|| {
    let _ = std::thread::Builder::new().name("watchdog".into()).spawn(watch);
    Mutex::new(None)
});

fn watch() {
    loop {
        std::thread::sleep(TIME_LIMIT / 4);
        if let Some((begin, cancel)) = &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
            && begin.elapsed() > TIME_LIMIT
        {
            cancel.store(true, Relaxed);
        }
    }
}

/// Runs a command under the watchdog, which sets `cancel` if it takes long.
pub fn watched(cancel: &Arc<AtomicBool>, work: impl FnOnce()) {
    let set = |value| *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = value;
    set(Some((Instant::now(), cancel.clone())));
    work();
    set(None);
    cancel.store(false, Relaxed);
}
