//! The worker threads: a private rayon pool, because a library loaded into any process must not configure rayon's global one.

use super::thread;
use rayon::prelude::*;
use std::io;
use std::mem::ManuallyDrop;

/// The stack size of a worker, in bytes.
const STACK: usize = 2 << 20;

/// The worker threads that share the draws of one context. They start when work is first worth sharing.
pub struct Pool {
    /// The number of workers, the calling thread included.
    threads: usize,
    /// The pool, or `None` if its threads could not be started.
    rayon: std::sync::OnceLock<Option<Started>>,
}

/// A pool whose threads run in the process that started them. A child of fork() inherits the value without the threads, and maybe with locks that
/// these held.
struct Started {
    process: u32,
    pool: ManuallyDrop<rayon::ThreadPool>,
}

impl Started {
    /// Wraps a pool that this process has started.
    fn new(pool: rayon::ThreadPool) -> Self {
        Self { process: std::process::id(), pool: ManuallyDrop::new(pool) }
    }

    /// Returns true in the process that started the threads.
    fn is_this_process(&self) -> bool {
        self.process == std::process::id()
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if self.is_this_process() {
            // SAFETY: nothing uses the value after this.
            unsafe { ManuallyDrop::drop(&mut self.pool) };
        }
    }
}

impl Pool {
    /// Creates a pool of `threads` workers; 0 means one for each core.
    pub fn new(threads: usize) -> Self {
        let threads = if threads == 0 { std::thread::available_parallelism().map_or(1, |count| count.get()) } else { threads };
        Self { threads, rayon: std::sync::OnceLock::new() }
    }

    /// Returns the number of workers, the calling thread included.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Calls `work(0)` to `work(count - 1)`, in any order and on any thread, and returns when all calls have ended. Calls them on this
    /// thread if there is one worker or one call, if no thread could be started, or if a parent process started them.
    pub fn for_each(&self, count: usize, work: impl Fn(usize) + Sync + Send) {
        if !(self.threads > 1 && count > 1 && self.share(count, &work)) {
            (0..count).for_each(work);
        }
    }

    /// Does [`Self::for_each`] by several threads. Returns false if there are none.
    ///
    /// Not generic, because what rayon makes of each closure is much code.
    fn share(&self, count: usize, work: &(dyn Fn(usize) + Sync)) -> bool {
        let pool = self.rayon.get_or_init(|| {
            // Pass the number explicitly: otherwise rayon reads it from an environment variable.
            let builder = rayon::ThreadPoolBuilder::new().num_threads(self.threads);
            let start = |worker: rayon::ThreadBuilder| {
                thread::start(c"glmeter-soft", STACK, || worker.run()).ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))
            };
            builder.spawn_handler(start).build().ok().map(Started::new)
        });
        let Some(Started { pool, .. }) = pool.as_ref().filter(|started| started.is_this_process()) else { return false };
        pool.install(|| (0..count).into_par_iter().with_max_len(1).for_each(work));
        true
    }
}
