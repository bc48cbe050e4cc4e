//! The workers of a context, one a thread, each with its waves, and how work is shared among them.

use crate::core::pool::Pool;
use crate::exec::{Emitted, Wave};
use crate::ir::Verified;
use crate::pipeline::state::{Failure, Resources};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The stages that process vertices; each worker keeps a wave for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageSlot {
    Vertex,
    TessControl,
    TessEvaluation,
    Geometry,
}

/// What one thread needs to run shaders.
#[derive(Default)]
pub struct Worker {
    /// By [`StageSlot`]: a wave and the draw it was loaded for.
    stages: [(Wave, u64); 4],
    /// Waves of one compute work group.
    pub group: Vec<GroupWave>,
    /// What geometry lanes emitted.
    pub emitted: Option<Emitted>,
    /// The shared memory of the work group.
    pub shared: Option<crate::core::memory::Memory>,
    /// Words of the patches that one evaluation wave reads.
    pub patch_words: Vec<u32>,
    /// Attribute words as they stand in memory, before conversion.
    pub raw: super::fetch::Raw,
}

/// One wave of a compute work group.
#[derive(Default)]
pub struct GroupWave {
    pub wave: Wave,
    /// The dispatch it was loaded for.
    pub loaded: u64,
    /// What is left of its budget.
    pub budget: u64,
    /// It has not come to its end.
    pub runs: bool,
}

impl Worker {
    /// Returns the wave of a stage, loaded for this draw.
    pub fn stage(&mut self, slot: StageSlot, serial: u64, code: &Verified, resources: &Resources) -> &mut Wave {
        let (wave, loaded) = &mut self.stages[slot as usize];
        if *loaded != serial {
            wave.load(code, resources);
            *loaded = serial;
        }
        wave
    }

    /// As [`Worker::stage`], with the attribute words beside it.
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

    /// As [`Worker::stage`], with the patch words beside it.
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
    /// Number of the draw or dispatch; waves of an older one are loaded anew.
    pub serial: u64,
}

impl Workers {
    /// Workers for a pool's threads.
    pub fn new(pool: Arc<Pool>) -> Self {
        Self { pool, workers: Vec::new(), serial: 0 }
    }

    /// Returns the threads.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// A new draw or dispatch begins: constants and uniforms have to be loaded again.
    pub fn begin(&mut self) {
        self.serial += 1;
        while self.workers.len() < self.pool.threads() {
            self.workers.push(Mutex::default());
        }
    }

    /// Gives the jobs out, in order, to as many workers as there is work for (`count`: about how many jobs there are). What the jobs
    /// write must not depend on the worker. After a failure the jobs that remain are left.
    pub fn share<J>(
        &self,
        count: usize,
        jobs: impl Iterator<Item = J> + Send,
        work: impl Fn(&mut Worker, J) -> Result<(), Failure> + Sync + Send,
    ) -> Result<(), Failure> {
        const FINE: u8 = 0;
        const INTERRUPTED: u8 = 1;
        const OUT_OF_MEMORY: u8 = 2;
        let jobs = Mutex::new(jobs);
        let failure = AtomicU8::new(FINE);
        self.pool.for_each(count.min(self.workers.len()), |number| {
            let Some(worker) = self.workers.get(number) else { return };
            let mut worker = lock(worker);
            while failure.load(Relaxed) == FINE {
                let Some(job) = lock(&jobs).next() else { return };
                if let Err(reason) = work(&mut worker, job) {
                    let reason = if reason == Failure::Interrupted { INTERRUPTED } else { OUT_OF_MEMORY };
                    failure.fetch_max(reason, Relaxed);
                }
            }
        });
        match failure.load(Relaxed) {
            FINE => Ok(()),
            INTERRUPTED => Err(Failure::Interrupted),
            _ => Err(Failure::OutOfMemory),
        }
    }
}

/// Locks a mutex whose holders never leave anything half done, poisoned or not.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a vector so long; what is new is `value`. What was there stays.
pub fn lengthen<T: Clone>(vector: &mut Vec<T>, length: usize, value: T) -> Result<(), Failure> {
    if length > vector.len() {
        vector.try_reserve(length - vector.len()).map_err(|_| Failure::OutOfMemory)?;
        vector.resize(length, value);
    }
    Ok(())
}

/// Returns the lowest `count` of 64 lanes.
pub fn lane_mask(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
