//! A simulated GPU, whose fences are reached when a test says so.

use glmeter::driver::fence::{Batch, Fence, Fences, Waited, Waiter};
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::ThreadId;
use std::time::Duration;

/// A simulated GPU: the numbers of fences that were reached, created and deleted, and whether it is lost.
#[derive(Default)]
pub(crate) struct Gpu {
    pub(crate) state: Mutex<GpuState>,
    changed: Condvar,
}

/// What has become of the fences.
#[derive(Default)]
pub(crate) struct GpuState {
    pub(crate) reached: usize,
    pub(crate) made: usize,
    pub(crate) given_back: usize,
    pub(crate) lost: bool,
    pub(crate) refuses: bool,
    pub(crate) no_waiter: bool,
    /// The watcher thread runs so long after its fence was signalled.
    pub(crate) late: Duration,
    /// The number of the last batch of commands; `None` if the driver does not tell.
    pub(crate) batch: Option<usize>,
    /// When each batch was done, nanoseconds.
    pub(crate) ends: HashMap<usize, u64>,
    pub(crate) waiters_ended: usize,
    pub(crate) end: Option<Box<dyn FnOnce() + Send>>,
}

impl Gpu {
    /// Changes the state, and wakes the threads that wait for it.
    pub(crate) fn change(&self, change: impl FnOnce(&mut GpuState)) {
        change(&mut self.state.lock().unwrap());
        self.changed.notify_all();
    }

    /// Blocks until the state is as wanted; fails after ten seconds.
    pub(crate) fn until(&self, wanted: impl Fn(&GpuState) -> bool) {
        let state = self.state.lock().unwrap();
        let (_state, waited) = self.changed.wait_timeout_while(state, Duration::from_secs(10), |state| !wanted(state)).unwrap();
        assert!(!waited.timed_out(), "it never came to be");
    }
}

/// The fences of the simulated GPU.
pub(crate) struct Made(pub(crate) Arc<Gpu>);
/// A fence, its number, the thread that inserted it, and the batch before it.
struct One(Arc<Gpu>, usize, ThreadId, Option<usize>);
struct Waiting(Arc<Gpu>);

impl Fences for Made {
    fn name(&self) -> &'static str {
        "fenced (by a test)"
    }

    fn insert(&mut self) -> Option<Box<dyn Fence>> {
        let mut state = self.0.state.lock().unwrap();
        state.made += 1;
        (!state.refuses)
            .then(|| -> Box<dyn Fence> { Box::new(One(Arc::clone(&self.0), state.made, std::thread::current().id(), state.batch)) })
    }

    fn batch(&self) -> Option<Batch> {
        self.0.state.lock().unwrap().batch.map(|number| Batch { number, generation: 1 })
    }

    fn waiter(&mut self, end: Box<dyn FnOnce() + Send>) -> Option<Box<dyn Waiter>> {
        self.0.change(|state| state.end = Some(end));
        Some(Box::new(Waiting(Arc::clone(&self.0))))
    }
}

impl Waiter for Waiting {
    fn begin(&self) -> bool {
        !self.0.state.lock().unwrap().no_waiter
    }

    fn end(&self) {
        self.0.change(|state| state.waiters_ended += 1);
    }
}

impl Fence for One {
    fn wait(&self, nanoseconds: u64) -> Waited {
        let state = self.0.state.lock().unwrap();
        let wait = |state: &mut GpuState| state.reached < self.1 && !state.lost;
        let (state, _) = self.0.changed.wait_timeout_while(state, Duration::from_nanos(nanoseconds), wait).unwrap();
        let late = state.late;
        drop(state);
        if nanoseconds > 0 && std::thread::current().id() != self.2 {
            std::thread::sleep(late);
        }
        let state = self.0.state.lock().unwrap();
        match () {
            () if state.reached >= self.1 => Waited::Done,
            () if state.lost => Waited::Failed,
            () => Waited::NotYet,
        }
    }

    fn signalled(&self) -> Option<u64> {
        self.0.state.lock().unwrap().ends.get(&self.3?).copied()
    }
}

impl Drop for One {
    fn drop(&mut self) {
        self.0.change(|state| state.given_back += 1);
    }
}
