//! A witness of when llvmpipe's work ended: its rasterizer threads themselves. When one has done its part of the work before a fence, it calls
//! pthread_mutex_lock, counts itself, and calls pthread_cond_broadcast. This program's definitions of the two functions note the times, between which the
//! work ended. So the truth does not depend on when a thread that waits for the work wakes, which a busy machine delays.

use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// The beginning of the names of llvmpipe's rasterizer threads.
const RASTERIZER: &str = "llvmpipe-";

/// The bounds of the times at which the rasterizer threads were done, in order.
static SIGNALS: Mutex<Vec<[u64; 2]>> = Mutex::new(Vec::new());

/// Returns the time of CLOCK_MONOTONIC, nanoseconds.
pub(crate) fn now() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is written to a local variable.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Forgets what the threads have done so far.
pub(crate) fn forget() {
    SIGNALS.lock().expect("the lock of the signals").clear();
}

/// Waits until the work before so many fences has ended. Returns the bounds of the times at which it did, in order: when the last of the rasterizer
/// threads was done with it.
pub(crate) fn ends(fences: usize) -> Vec<[u64; 2]> {
    static RASTERIZERS: OnceLock<usize> = OnceLock::new();
    let rasterizers = *RASTERIZERS.get_or_init(rasterizers);
    loop {
        let ends: Vec<_> = {
            let signals = SIGNALS.lock().expect("the lock of the signals");
            // Each thread signals a fence once, and none goes on before all have.
            signals.chunks_exact(rasterizers).take(fences).filter_map(|fence| fence.last().copied()).collect()
        };
        if ends.len() == fences {
            return ends;
        }
        std::thread::yield_now();
    }
}

/// Returns the number of rasterizer threads.
fn rasterizers() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").expect("the threads").flatten();
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|name| name.starts_with(RASTERIZER)).count().max(1)
}

/// Returns true if this thread is one of llvmpipe's rasterizer threads.
fn is_rasterizer() -> bool {
    thread_local!(static IS_RASTERIZER: Cell<Option<bool>> = const { Cell::new(None) });
    let known = IS_RASTERIZER.get();
    known.unwrap_or_else(|| {
        let mut name = [0_u8; 16];
        // SAFETY: the array has room for a name of 15 bytes and its NUL.
        unsafe { libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr()) };
        let is_rasterizer = name.starts_with(RASTERIZER.as_bytes());
        IS_RASTERIZER.set(Some(is_rasterizer));
        is_rasterizer
    })
}

thread_local!(static LOCKED: Cell<u64> = const { Cell::new(0) });

/// A function of the C library's on one object.
type Function = unsafe extern "C" fn(*mut c_void) -> c_int;

/// Returns the C library's function behind this program's, which `found` keeps.
fn next(found: &AtomicUsize, name: &CStr) -> Function {
    let mut next = found.load(Ordering::Relaxed);
    if next == 0 {
        // SAFETY: the name is a C string.
        next = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) } as usize;
        found.store(next, Ordering::Relaxed);
    }
    // SAFETY: the C library's function has this type.
    unsafe { std::mem::transmute::<*mut c_void, Function>(next as *mut c_void) }
}

/// Stands in front of the C library's function, for the driver too.
///
/// # Safety
///
/// As for the C library's function.
#[unsafe(no_mangle)]
unsafe extern "C" fn pthread_mutex_lock(mutex: *mut c_void) -> c_int {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    if is_rasterizer() {
        LOCKED.set(now());
    }
    // SAFETY: the caller keeps the requirements.
    unsafe { next(&NEXT, c"pthread_mutex_lock")(mutex) }
}

/// Stands in front of the C library's function, for the driver too.
///
/// # Safety
///
/// As for the C library's function.
#[unsafe(no_mangle)]
unsafe extern "C" fn pthread_cond_broadcast(condition: *mut c_void) -> c_int {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    if is_rasterizer() {
        SIGNALS.lock().expect("the lock of the signals").push([LOCKED.get(), now()]);
    }
    // SAFETY: the caller keeps the requirements.
    unsafe { next(&NEXT, c"pthread_cond_broadcast")(condition) }
}
