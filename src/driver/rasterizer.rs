//! When the fences of Mesa's llvmpipe were signalled, as its rasterizer threads tell.
//!
//! A thread that waits for a fence runs again some time after the fence was signalled: tens of microseconds on a quiet machine, milliseconds on a busy
//! one. A rasterizer thread knows the time itself. Mesa (`lp_fence.c`, the same in 22.3 and 25.0) gives each fence a condition variable
//! when it begins the batch of commands before the fence, and each rasterizer thread broadcasts it when it has done its part of the batch. So glmeter
//! rebinds the driver's imports of two functions: `pthread_cond_init`, by which it knows the condition variable of the last batch that the calling thread
//! has begun, and `pthread_cond_broadcast`, where it reads the clock. If a driver does neither, or the processor is one whose relocations glmeter does not change, the fences tell nothing and are waited for as others are.

use super::fence::{Batch, Fence, Fences, Waited, Waiter};
use crate::clock;
use crate::platform::elf::{self, Object};
use crate::platform::imports::{self, Import};
use core::cell::Cell;
use core::ffi::{CStr, c_int};
use core::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// The beginning of the names of the rasterizer threads.
const RASTERIZER: &[u8] = b"llvmpipe-";
/// The number of condition variables of which the signals are kept, a power of two. A fence that shares its place with a later one tells nothing.
const SLOTS: usize = 4096;

/// The signals of the last condition variable in its place.
struct Slot {
    condition: AtomicUsize,
    /// The number of condition variables that the place has had.
    generation: AtomicU32,
    /// The number of rasterizer threads that have signalled it.
    signals: AtomicU32,
    /// When the last of them did, nanoseconds.
    time: AtomicU64,
}

static OF_CONDITIONS: [Slot; SLOTS] =
    [const { Slot { condition: AtomicUsize::new(0), generation: AtomicU32::new(0), signals: AtomicU32::new(0), time: AtomicU64::new(0) } };
        SLOTS];
/// The number of rasterizer threads that signal a fence: the most that have.
static THREADS: AtomicU32 = AtomicU32::new(0);

impl Slot {
    /// Returns the place of a condition variable.
    fn of(condition: usize) -> &'static Self {
        let hash = (condition as u64 >> 4).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        &OF_CONDITIONS[hash as usize % SLOTS]
    }

    /// Gives the place to a new condition variable.
    fn begin(&self, condition: usize) -> Batch {
        self.condition.store(0, Ordering::Relaxed);
        let generation = self.generation.fetch_add(1, Ordering::AcqRel).wrapping_add(1);
        self.signals.store(0, Ordering::Relaxed);
        self.time.store(0, Ordering::Relaxed);
        self.condition.store(condition, Ordering::Release);
        Batch { number: condition, generation }
    }

    /// Records that a rasterizer thread signals a condition variable at a time. The driver holds the fence's lock.
    fn signal(&self, condition: usize, time: u64) {
        if self.condition.load(Ordering::Acquire) == condition {
            self.time.store(time, Ordering::Relaxed);
            let signals = self.signals.fetch_add(1, Ordering::Release) + 1;
            THREADS.fetch_max(signals, Ordering::Relaxed);
        }
    }
}

/// How often to look for a signal of the last rasterizer thread, which counts itself in the fence just before.
const LOOKS: u32 = 1000;

/// Returns when the last rasterizer thread was done with a batch, whose number is the address of its condition variable; `None` if that is unknown. The
/// batch's fence is signalled.
fn end_of(batch: Batch) -> Option<u64> {
    let slot = Slot::of(batch.number);
    for _ in 0..LOOKS {
        let signals = slot.signals.load(Ordering::Acquire);
        let time = slot.time.load(Ordering::Acquire);
        if slot.condition.load(Ordering::Acquire) != batch.number || slot.generation.load(Ordering::Acquire) != batch.generation {
            return None;
        }
        if signals > 0 && signals == THREADS.load(Ordering::Relaxed) {
            return Some(time);
        }
        core::hint::spin_loop();
    }
    None
}

thread_local! {
    /// The last batch that this thread has begun.
    static LAST: Cell<Option<Batch>> = const { Cell::new(None) };
    /// True if this is a rasterizer thread; `None` before it is asked.
    static IS_RASTERIZER: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Returns true if this is a rasterizer thread.
fn is_rasterizer() -> bool {
    let known = IS_RASTERIZER.get();
    known.unwrap_or_else(|| {
        let mut name = [0_u8; 16];
        // SAFETY: the array has room for a name of 15 bytes and its NUL.
        unsafe { libc::prctl(libc::PR_GET_NAME, name.as_mut_ptr()) };
        let is_rasterizer = name.starts_with(RASTERIZER);
        IS_RASTERIZER.set(Some(is_rasterizer));
        is_rasterizer
    })
}

/// `pthread_cond_init`, as the driver gets it.
unsafe extern "C" fn init(condition: *mut libc::pthread_cond_t, attributes: *const libc::pthread_condattr_t) -> c_int {
    LAST.set(Some(Slot::of(condition as usize).begin(condition as usize)));
    // SAFETY: the arguments are the driver's.
    unsafe { libc::pthread_cond_init(condition, attributes) }
}

/// `pthread_cond_broadcast`, as the driver gets it.
unsafe extern "C" fn broadcast(condition: *mut libc::pthread_cond_t) -> c_int {
    if is_rasterizer() {
        Slot::of(condition as usize).signal(condition as usize, clock::now());
    }
    // SAFETY: the argument is the driver's.
    unsafe { libc::pthread_cond_broadcast(condition) }
}

/// Rebinds the imports of Mesa's drivers, unless no library was opened since the last call.
fn rebind() {
    /// The number of libraries that the process had opened then.
    static OPENED: AtomicU64 = AtomicU64::new(0);
    let opened = elf::opened();
    if OPENED.load(Ordering::Acquire) == opened {
        return;
    }
    let ours: [Import; 2] = [(c"pthread_cond_init", init as *const _), (c"pthread_cond_broadcast", broadcast as *const _)];
    if imports::rebind(|object| is_driver(object).then_some(&ours[..]), |_: &CStr| ()).is_some() {
        OPENED.store(opened, Ordering::Release);
    }
}

/// Returns true if an object is a library with Mesa's drivers: `swrast_dri.so` and its like, from 24.2 on `libgallium-VERSION.so`.
fn is_driver(object: &Object) -> bool {
    object.file_name().ends_with(b"_dri.so") || object.file_name().starts_with(b"libgallium")
}

/// Returns fences that know when they were signalled, on a context of llvmpipe's that is current.
pub(crate) fn told(fences: Box<dyn Fences>) -> Box<dyn Fences> {
    rebind();
    Box::new(Told(fences))
}

/// Fences that know when they were signalled.
struct Told(Box<dyn Fences>);

impl Fences for Told {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn insert(&mut self) -> Option<Box<dyn Fence>> {
        let fence = self.0.insert()?;
        Some(Box::new(ToldFence { fence, batch: LAST.get() }))
    }

    fn batch(&self) -> Option<Batch> {
        LAST.get()
    }

    fn waiter(&mut self, end: Box<dyn FnOnce() + Send>) -> Option<Box<dyn Waiter>> {
        self.0.waiter(end)
    }
}

/// A fence that knows when it was signalled.
struct ToldFence {
    fence: Box<dyn Fence>,
    /// The last batch before it.
    batch: Option<Batch>,
}

impl Fence for ToldFence {
    fn wait(&self, nanoseconds: u64) -> Waited {
        self.fence.wait(nanoseconds)
    }

    fn signalled(&self) -> Option<u64> {
        end_of(self.batch?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_ends_when_the_last_thread_is_done_with_it() {
        let (one, other) = (0x10_0000, 0x20_0000);
        assert!(!core::ptr::eq(Slot::of(one), Slot::of(other)));
        let batch = Slot::of(one).begin(one);
        assert_eq!(end_of(batch), None, "no thread is done");
        Slot::of(one).signal(one, 1000);
        Slot::of(one).signal(one, 3000);
        assert_eq!(end_of(batch), Some(3000));
        let next = Slot::of(other).begin(other);
        Slot::of(other).signal(other, 4000);
        assert_eq!(end_of(next), None, "one of two threads is done");
        Slot::of(other).signal(other, 5000);
        assert_eq!((end_of(batch), end_of(next)), (Some(3000), Some(5000)));
        // The driver frees the fence and makes another in the same memory.
        let again = Slot::of(one).begin(one);
        assert_eq!((end_of(batch), end_of(again)), (None, None));
        assert_ne!(batch, again);
    }
}
