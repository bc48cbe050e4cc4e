//! The worker threads: a rayon pool of our own, because a foreign process must not inherit rayon's global one.

use rayon::prelude::*;

/// The bytes of a worker's stack.
const STACK: usize = 2 << 20;

/// Threads that share the work of one context's draws; started with the first piece of work that is worth sharing.
pub struct Pool {
    threads: usize,
    rayon: std::sync::OnceLock<Option<rayon::ThreadPool>>,
}

impl Pool {
    /// `threads` of 0 is one for each core.
    pub fn new(threads: usize) -> Self {
        let threads = if threads == 0 { std::thread::available_parallelism().map_or(1, |count| count.get()) } else { threads };
        Self { threads, rayon: std::sync::OnceLock::new() }
    }

    /// Returns the number of workers, the calling thread included.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Calls `work(0)` to `work(count - 1)`, in any order, on any thread, and returns when all have ended. Inline where there is
    /// nothing to share or no thread could be started.
    pub fn for_each(&self, count: usize, work: impl Fn(usize) + Sync + Send) {
        if self.threads > 1 && count > 1 {
            let pool = self.rayon.get_or_init(|| {
                // Both sizes are given: rayon and std would ask the environment for them.
                let builder = rayon::ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK);
                builder.thread_name(|index| format!("glmeter-soft {index}")).build().ok()
            });
            if let Some(pool) = pool {
                return pool.install(|| (0..count).into_par_iter().with_max_len(1).for_each(&work));
            }
        }
        (0..count).for_each(work);
    }
}
