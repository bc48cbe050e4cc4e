//! Compute dispatches: work groups run as waves of 64 lanes, shared among the workers.

use super::stage::finish;
use super::workers::{GroupWave, Worker, Workers, lane_mask};
use base::core::memory::Memory;
use shader::exec::{ExecutionContext, Stop, Wave};
use shader::ir::Verified;
use shader::ir::bytecode::Input;
use shader::pipeline::state::{Failure, Resources};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A compute dispatch.
pub struct Dispatch<'a> {
    /// The code of the compute stage.
    pub code: &'a Verified,
    /// Invocations of a work group in each dimension.
    pub local_size: [u32; 3],
    /// The number of work groups in each dimension.
    pub groups: [u32; 3],
    /// The resources that invocations read and write.
    pub resources: &'a Resources,
    /// Set by the watchdog to end the dispatch.
    pub cancel: &'a AtomicBool,
    /// The operations that one wave may execute in loops; `u64::MAX` for no limit.
    pub budget: u64,
}

impl Dispatch<'_> {
    /// Returns the number of invocations of a work group.
    fn local(&self) -> u64 {
        self.local_size.iter().map(|&size| u64::from(size)).product::<u64>().min(1 << 16)
    }

    /// Returns the number of work groups.
    fn group_count(&self) -> u64 {
        let [x, y, z] = self.groups.map(u64::from);
        x.saturating_mul(y).saturating_mul(z)
    }

    /// Returns the number of invocations of the whole dispatch.
    pub fn invocations(&self) -> u64 {
        self.local().saturating_mul(self.group_count())
    }

    /// Runs all work groups.
    pub fn run(&self, workers: &Workers) -> Result<(), Failure> {
        let local = self.local();
        if local == 0 || self.group_count() == 0 {
            return Ok(());
        }
        if self.code.shared_size == 0 && !self.code.uses_barrier {
            return self.run_independent(workers);
        }
        let groups = self.group_count();
        let batch = (1024 / local).max(1);
        let jobs = (0..groups.div_ceil(batch)).map(|job| job * batch..(job * batch + batch).min(groups));
        let count = groups.div_ceil(batch).min(1 << 16) as usize;
        workers.run_jobs(count, jobs, |worker, range| {
            for group in range {
                if self.cancel.load(Relaxed) {
                    return Err(Failure::Interrupted);
                }
                self.run_group(worker, workers.serial, group)?;
            }
            Ok(())
        })
    }

    /// Runs invocations without barriers and shared memory; waves may span work groups.
    fn run_independent(&self, workers: &Workers) -> Result<(), Failure> {
        const WAVES: u64 = 8;
        let total = self.invocations();
        let step = 64 * WAVES;
        let jobs = (0..total.div_ceil(step)).map(|job| job * step);
        let count = total.div_ceil(step).min(1 << 16) as usize;
        workers.run_jobs(count, jobs, |worker, begin| {
            let Some(GroupWave { wave, .. }) = self.waves(worker, workers.serial, 1).first_mut() else { return Ok(()) };
            for first in (begin..total.min(begin + step)).step_by(64) {
                if self.cancel.load(Relaxed) {
                    return Err(Failure::Interrupted);
                }
                let lanes = (total - first).min(64) as usize;
                self.start(wave, first, lanes);
                let mut budget = self.budget;
                finish(wave, self.code, &mut self.context(lanes, &mut budget, None))?;
            }
            Ok(())
        })
    }

    /// Runs one work group: all its waves in turn up to each barrier.
    fn run_group(&self, worker: &mut Worker, serial: u64, group: u64) -> Result<(), Failure> {
        let local = self.local();
        let waves = local.div_ceil(64) as usize;
        let bytes = (self.code.shared_size as usize).max(4);
        let shared = match worker.shared.take() {
            Some(shared) if shared.len() == bytes => {
                shared.words().iter().for_each(|word| word.store(0, Relaxed));
                shared
            }
            _ => Memory::new(bytes).map_err(|_| Failure::OutOfMemory)?,
        };
        let together = waves > 1 && self.code.uses_barrier;
        let group_waves = self.waves(worker, serial, if together { waves } else { 1 });
        let first = group * local;
        let lanes = |wave: usize| (local - wave as u64 * 64).min(64) as usize;
        let mut result = Ok(());
        if together {
            for (number, one) in group_waves.iter_mut().enumerate() {
                self.start(&mut one.wave, first + number as u64 * 64, lanes(number));
                one.runs = true;
            }
            // One budget for all: the waves take turns, so that the group would take as many times as long as it has waves.
            let mut budget = self.budget;
            'rounds: while group_waves.iter().any(|one| one.runs) {
                for (number, GroupWave { wave, runs, .. }) in group_waves.iter_mut().enumerate() {
                    if !*runs {
                        continue;
                    }
                    match wave.run(self.code, &mut self.context(lanes(number), &mut budget, Some(&shared))) {
                        Stop::Done => *runs = false,
                        Stop::Barrier => {}
                        Stop::Interrupted => {
                            result = Err(Failure::Interrupted);
                            break 'rounds;
                        }
                    }
                }
            }
        } else if let Some(GroupWave { wave, .. }) = group_waves.first_mut() {
            for number in 0..waves {
                self.start(wave, first + number as u64 * 64, lanes(number));
                let mut budget = self.budget;
                result = finish(wave, self.code, &mut self.context(lanes(number), &mut budget, Some(&shared)));
                if result.is_err() {
                    break;
                }
            }
        }
        worker.shared = Some(shared);
        result
    }

    /// Returns `count` waves, loaded for this dispatch.
    fn waves<'w>(&self, worker: &'w mut Worker, serial: u64, count: usize) -> &'w mut [GroupWave] {
        while worker.group.len() < count {
            worker.group.push(Default::default());
        }
        for GroupWave { wave, loaded, .. } in &mut worker.group[..count] {
            if *loaded != serial {
                wave.load(self.code, self.resources);
                *loaded = serial;
            }
        }
        &mut worker.group[..count]
    }

    fn context<'s>(&'s self, lanes: usize, budget: &'s mut u64, shared: Option<&'s Memory>) -> ExecutionContext<'s> {
        ExecutionContext { shared, ..ExecutionContext::new(self.resources, self.cancel, budget, lane_mask(lanes)) }
    }

    /// Fills the inputs of `lanes` invocations from number `first` on; numbers count through the groups in order, x fastest.
    fn start(&self, wave: &mut Wave, first: u64, lanes: usize) {
        let local = self.local().max(1);
        let size = self.local_size.map(|size| size.max(1));
        let groups = self.groups.map(|count| u64::from(count.max(1)));
        let last = first + (lanes as u64).saturating_sub(1);
        let mut index = [0u32; 64];
        let mut group = [[0u32; 64]; 3];
        let (mut number, mut at) = (first / local, first % local);
        for lane in 0..64 {
            index[lane] = at as u32;
            let [x, y, _] = groups;
            let coordinates = [number % x, number / x % y, number / x / y];
            for (row, value) in group.iter_mut().zip(coordinates) {
                row[lane] = value as u32;
            }
            if first + (lane as u64) < last {
                at += 1;
                if at == local {
                    (at, number) = (0, number + 1);
                }
            }
        }
        for &(register, input) in &self.code.inputs {
            wave.register_mut(register).0 = match input {
                Input::NumWorkGroups(axis) => [self.groups.get(usize::from(axis)).copied().unwrap_or(1); 64],
                Input::WorkGroupId(axis) => group.get(usize::from(axis)).copied().unwrap_or([0; 64]),
                Input::LocalInvocationIndex => index,
                Input::LocalInvocationId(0) => index.map(|index| index % size[0]),
                Input::LocalInvocationId(1) => index.map(|index| index / size[0] % size[1]),
                Input::LocalInvocationId(_) => index.map(|index| index / size[0] / size[1]),
                _ => [0; 64],
            };
        }
        wave.start(self.code, lane_mask(lanes));
    }
}
