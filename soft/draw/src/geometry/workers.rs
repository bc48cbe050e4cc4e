//! The workers of a context, one for each thread, and how they share jobs.

use base::core::pool::Pool;
use shader::exec::{Emitted, Wave};
use shader::ir::Verified;
use shader::pipeline::state::{Failure, Resources};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The stages that process vertices; each worker keeps a wave for each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageSlot {
    Vertex,
    TessControl,
    TessEvaluation,
    Geometry,
}

/// The state that one thread needs to run shaders.
#[derive(Default)]
pub struct Worker {
    /// For each [`StageSlot`], a wave and the serial number of the draw it was loaded for.
    stages: [(Wave, u64); 4],
    /// The waves of one compute work group.
    pub group: Vec<GroupWave>,
    /// The output of geometry lanes.
    pub emitted: Option<Emitted>,
    /// The shared memory of the work group.
    pub shared: Option<base::core::memory::Memory>,
    /// The words of the patches that one evaluation wave reads.
    pub patch_words: Vec<u32>,
    /// Gathered attribute words before conversion.
    pub raw: super::fetch::Raw,
}

/// A wave of a compute work group.
#[derive(Default)]
pub struct GroupWave {
    pub wave: Wave,
    /// The serial number of the dispatch that it was loaded for.
    pub loaded: u64,
    /// True until it ends.
    pub runs: bool,
}

impl Worker {
    /// Returns the wave of a stage, loaded for the draw `serial`.
    pub fn stage(&mut self, slot: StageSlot, serial: u64, code: &Verified, resources: &Resources) -> &mut Wave {
        let (wave, loaded) = &mut self.stages[slot as usize];
        if *loaded != serial {
            wave.load(code, resources);
            *loaded = serial;
        }
        wave
    }

    /// Returns the wave as [`Worker::stage`] does, and the attribute words.
    pub fn stage_and_raw(
        &mut self,
        slot: StageSlot,
        serial: u64,
        code: &Verified,
        resources: &Resources,
    ) -> (&mut Wave, &mut super::fetch::Raw) {
        let (wave, loaded) = &mut self.stages[slot as usize];
        if *loaded != serial {
            wave.load(code, resources);
            *loaded = serial;
        }
        (wave, &mut self.raw)
    }

    /// Returns the wave as [`Worker::stage`] does, and the patch words.
    pub fn stage_and_patch(&mut self, slot: StageSlot, serial: u64, code: &Verified, resources: &Resources) -> (&mut Wave, &mut Vec<u32>) {
        let (wave, loaded) = &mut self.stages[slot as usize];
        if *loaded != serial {
            wave.load(code, resources);
            *loaded = serial;
        }
        (wave, &mut self.patch_words)
    }
}

/// All workers of a context.
pub struct Workers {
    pool: Arc<Pool>,
    workers: Vec<Mutex<Worker>>,
    /// The serial number of the current draw or dispatch; waves loaded for another one are loaded again.
    pub serial: u64,
}

impl Workers {
    /// Creates a worker for each thread of a pool.
    pub fn new(pool: Arc<Pool>) -> Self {
        Self { pool, workers: Vec::new(), serial: 0 }
    }

    /// Returns the thread pool.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Begins a draw or dispatch: waves must load constants and uniforms again.
    pub fn begin(&mut self) {
        self.serial += 1;
        while self.workers.len() < self.pool.threads() {
            self.workers.push(Mutex::default());
        }
    }

    /// Hands the jobs in order to as many workers as needed (`count` is about the number of jobs). The output of a job must not depend on
    /// its worker. After a failure no further job is started.
    pub fn run_jobs<J>(
        &self,
        count: usize,
        jobs: impl Iterator<Item = J> + Send,
        work: impl Fn(&mut Worker, J) -> Result<(), Failure> + Sync + Send,
    ) -> Result<(), Failure> {
        const SUCCESS: u8 = 0;
        const INTERRUPTED: u8 = 1;
        const OUT_OF_MEMORY: u8 = 2;
        let jobs = Mutex::new(jobs);
        let failure = AtomicU8::new(SUCCESS);
        self.pool.for_each(count.min(self.workers.len()), |number| {
            let Some(worker) = self.workers.get(number) else { return };
            let mut worker = lock(worker);
            while failure.load(Relaxed) == SUCCESS {
                let Some(job) = lock(&jobs).next() else { return };
                if let Err(reason) = work(&mut worker, job) {
                    let reason = if reason == Failure::Interrupted { INTERRUPTED } else { OUT_OF_MEMORY };
                    failure.fetch_max(reason, Relaxed);
                }
            }
        });
        match failure.load(Relaxed) {
            SUCCESS => Ok(()),
            INTERRUPTED => Err(Failure::Interrupted),
            _ => Err(Failure::OutOfMemory),
        }
    }
}

/// Locks a mutex, even if poisoned: its holders never leave the data inconsistent.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Grows a vector to at least `length`; new elements are `value`.
pub fn grow<T: Clone>(vector: &mut Vec<T>, length: usize, value: T) -> Result<(), Failure> {
    if length > vector.len() {
        vector.try_reserve(length - vector.len()).map_err(|_| Failure::OutOfMemory)?;
        vector.resize(length, value);
    }
    Ok(())
}

/// Returns the mask of the lowest `count` of 64 lanes.
pub fn lane_mask(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
