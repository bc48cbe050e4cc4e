//! Draws and dispatches may be as large as the program likes: a command that takes long is told to stop, as the driver's own reset does.
//! One that does not stop then is a hang, which the fuzzer reports.

use once_cell::sync::Lazy;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a command may run undisturbed.
const PATIENCE: Duration = Duration::from_millis(60);

/// Since when a command runs, and what stops it.
type Running = Option<(Instant, Arc<AtomicBool>)>;

static RUNNING: Lazy<Mutex<Running>> = Lazy::new(|| {
    let _ = std::thread::Builder::new().name("watchdog".into()).spawn(watch);
    Mutex::new(None)
});

fn watch() {
    loop {
        std::thread::sleep(PATIENCE / 4);
        if let Some((begin, cancel)) = &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
            && begin.elapsed() > PATIENCE
        {
            cancel.store(true, Relaxed);
        }
    }
}

/// Does something that `cancel` stops.
pub fn watched(cancel: &Arc<AtomicBool>, work: impl FnOnce()) {
    let set = |value| *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = value;
    set(Some((Instant::now(), cancel.clone())));
    work();
    set(None);
    cancel.store(false, Relaxed);
}
