//! Time from fences: stamps are set when the work is done, in order, and nothing waits unless requested.

use crate::model::{Counting, Model};
use crate::rig::description;
use crate::simulated_gpu::{Gpu, Made};
use glmeter::config::Emulate;
use glmeter::driver::capabilities::Capabilities;
use glmeter::driver::fence::LeftFences;
use glmeter::driver::{Driver, Queries};
use glmeter::gl::*;
use glmeter::source::quirks::Quirks;
use glmeter::source::{Emulator, Fenced, Source, SourceChoice, Sources};
use glmeter::target::Target;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub(crate) struct Rig {
    pub(crate) gl: Emulator<Counting>,
    pub(crate) model: Rc<RefCell<Model>>,
    pub(crate) gpu: Arc<Gpu>,
    disjoint: Arc<AtomicU64>,
}

/// Returns a context of OpenGL ES 2.0 without queries, with the fences that `of` creates.
fn rig(of: impl FnOnce(Arc<Gpu>, Arc<AtomicU64>) -> Fenced) -> Rig {
    rig_with(Quirks::default(), of)
}

/// Does [`rig`] with a driver that has these quirks.
fn rig_with(quirks: Quirks, of: impl FnOnce(Arc<Gpu>, Arc<AtomicU64>) -> Fenced) -> Rig {
    let (model, gpu, disjoint) = (Rc::<RefCell<Model>>::default(), Arc::<Gpu>::default(), Arc::<AtomicU64>::default());
    let capabilities = Capabilities::of(&description("OpenGL ES 2.0 Recording", &[]));
    let means = SourceChoice { native: capabilities.targets, fences: true, emulate: Emulate::Auto };
    let fenced = of(Arc::clone(&gpu), Arc::clone(&disjoint));
    let gl = Emulator::new(Counting { model: Rc::clone(&model), capabilities }, quirks, means, Some(fenced));
    Rig { gl, model, gpu, disjoint }
}

fn watched() -> Rig {
    rig(|gpu, disjoint| Fenced::watched(Box::new(Made(gpu)), disjoint))
}

/// Does [`watched`] with a driver that tells its batches, of which the first has begun.
pub(crate) fn told() -> Rig {
    let quirks = Quirks { flush_after_counter: true, ..Quirks::default() };
    let rig = rig_with(quirks, |gpu, disjoint| Fenced::watched(Box::new(Made(gpu)), disjoint));
    rig.gpu.change(|state| state.batch = Some(1));
    rig
}

impl Rig {
    pub(crate) fn generate(&mut self) -> GLuint {
        let mut id = [0];
        self.gl.gen_queries(&mut id);
        id[0]
    }

    pub(crate) fn mark(&mut self) -> GLuint {
        let id = self.generate();
        self.gl.query_counter(id, TIMESTAMP);
        id
    }

    fn disjoint(&self) -> u64 {
        self.disjoint.load(Ordering::Relaxed)
    }
}

/// Returns the time of the stamps' clock.
pub(crate) fn now() -> u64 {
    glmeter::clock::now()
}

#[test]
fn a_stamp_is_there_when_the_work_is_done_and_not_before() {
    let mut rig = watched();
    let id = rig.mark();
    std::thread::sleep(Duration::from_millis(30));
    assert!(!rig.gl.result_available(id), "the work goes on");
    let before = now();
    rig.gpu.change(|state| state.reached = 1);
    let begun = Instant::now();
    while !rig.gl.result_available(id) {
        assert!(begun.elapsed() < Duration::from_secs(10), "polling alone gets there");
    }
    let after = now();
    assert!((before..=after).contains(&rig.gl.result(id)), "stamped when the work was done, not when it was asked for");
    assert_eq!(rig.gl.result(id), rig.gl.result(id));
    assert_eq!(rig.disjoint(), 0);
}

#[test]
fn a_stamp_does_not_wait_for_anybody_to_ask() {
    let mut rig = watched();
    let id = rig.mark();
    rig.gpu.change(|state| state.reached = 1);
    rig.gpu.until(|state| state.given_back == 1);
    let done = now();
    std::thread::sleep(Duration::from_millis(30));
    assert!(rig.gl.result(id) <= done);
}

#[test]
fn a_result_waits_for_the_work() {
    let mut rig = watched();
    let id = rig.mark();
    let gpu = Arc::clone(&rig.gpu);
    let begun = now();
    let worker = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        gpu.change(|state| state.reached = 1);
    });
    let result = rig.gl.result(id);
    assert!(result >= begun + 30_000_000);
    worker.join().unwrap();
}

#[test]
fn a_thousand_marks_wait_for_nothing_and_their_stamps_increase() {
    let mut rig = watched();
    let marks: Vec<_> = (0..1000).map(|_| rig.mark()).collect();
    assert_eq!(rig.model.borrow().finishes, 0);
    assert!(marks.iter().all(|id| !rig.gl.result_available(*id)));
    // All are reached at once, but no two stamps may be equal.
    rig.gpu.change(|state| state.reached = 1000);
    let stamps: Vec<_> = marks.iter().map(|id| rig.gl.result(*id)).collect();
    assert!(stamps.windows(2).all(|pair| pair[0] < pair[1]), "strictly increasing");
    rig.gpu.until(|state| state.given_back == 1000);
}

#[test]
fn every_mark_is_sent_to_the_gpu() {
    let mut rig = watched();
    rig.mark();
    rig.mark();
    assert_eq!(rig.model.borrow().flushes, 2, "a fence that is not sent is never reached");
}

#[test]
fn a_span_is_the_time_between_two_marks() {
    let mut rig = watched();
    let id = rig.generate();
    rig.gl.begin_query(TIME_ELAPSED, 0, id);
    assert_eq!(rig.gl.current_query(TIME_ELAPSED, 0), id);
    rig.gl.end_query(TIME_ELAPSED, 0);
    rig.gpu.change(|state| state.reached = 1);
    std::thread::sleep(Duration::from_millis(30));
    assert!(!rig.gl.result_available(id), "its end is outstanding");
    rig.gpu.change(|state| state.reached = 2);
    let elapsed = rig.gl.result(id);
    assert!((25_000_000..10_000_000_000).contains(&elapsed), "{elapsed}");
}

#[test]
fn a_fence_that_fails_is_a_disjoint_event_and_still_has_a_result() {
    let mut rig = watched();
    let id = rig.mark();
    rig.gpu.change(|state| state.lost = true);
    assert!(rig.gl.result(id) > 0);
    assert_eq!(rig.disjoint(), 1);
}

#[test]
fn a_deleted_query_leaves_its_mark_to_be_reached() {
    let mut rig = watched();
    let (first, second) = (rig.mark(), rig.mark());
    rig.gl.delete_queries(&[first]);
    rig.gpu.change(|state| state.reached = 2);
    assert!(rig.gl.result(second) > 0);
    rig.gpu.until(|state| state.given_back == 2);
}

#[test]
fn the_thread_ends_with_its_context_once_what_was_given_to_it_is_stamped() {
    let mut rig = watched();
    rig.mark();
    let gpu = Arc::clone(&rig.gpu);
    drop(rig);
    gpu.change(|state| state.reached = 1);
    gpu.until(|state| state.given_back == 1);
    assert_eq!(gpu.state.lock().unwrap().waiters_ended, 0, "the display may be gone, too");
}

#[test]
fn the_thread_gives_back_what_it_needed_before_a_context_is_destroyed() {
    let mut rig = watched();
    rig.model.borrow_mut().has_fences = true;
    let id = rig.mark();
    rig.gpu.change(|state| state.reached = 1);
    let end = rig.gpu.state.lock().unwrap().end.take().expect("the thread was started");
    end();
    assert_eq!(rig.gpu.state.lock().unwrap().waiters_ended, 1, "it has ended when this returns");
    assert!(rig.gl.result(id) > 0);
    // A context that is destroyed while it is current goes on.
    let later = rig.mark();
    assert_eq!(rig.model.borrow().fences.len(), 1, "on fences of its own");
    assert!(rig.gl.result(later) > rig.gl.result(id));
}

#[test]
fn without_a_thread_the_contexts_own_fences_serve() {
    for refuses in [false, true] {
        let mut rig = watched();
        rig.gpu.change(|state| (state.no_waiter, state.refuses) = (!refuses, refuses));
        rig.model.borrow_mut().has_fences = true;
        let id = rig.mark();
        assert_eq!(rig.model.borrow().fences.len(), 1);
        assert!(!rig.gl.result_available(id));
        rig.model.borrow_mut().reached.insert(1);
        assert!(rig.gl.result_available(id), "looked at when the application asks");
        assert_eq!((rig.model.borrow().finishes, rig.disjoint()), (0, 0));
    }
}

#[test]
fn the_contexts_own_fences_are_stamped_in_passing_and_in_order() {
    let mut rig = rig(|_, disjoint| Fenced::polled(disjoint));
    rig.model.borrow_mut().has_fences = true;
    let (first, second) = (rig.mark(), rig.mark());
    rig.model.borrow_mut().reached.insert(2);
    assert!(!rig.gl.result_available(second), "nothing is reached before what was given earlier");
    rig.model.borrow_mut().reached.insert(1);
    let third = rig.mark();
    assert!(rig.gl.result_available(first) && rig.gl.result_available(second), "a later mark looks at the earlier ones");
    let results = [first, second, third].map(|id| rig.gl.result(id));
    assert!(results[0] < results[1] && results[1] < results[2]);
}

#[test]
fn without_any_fence_or_by_the_users_wish_every_mark_waits_for_all_work() {
    for mut rig in [watched(), rig(|_, disjoint| Fenced::finishing(disjoint))] {
        rig.gpu.change(|state| state.refuses = true);
        let begun = now();
        let id = rig.mark();
        assert_eq!(rig.model.borrow().finishes, 1);
        assert!(rig.gl.result_available(id) && (begun..=now()).contains(&rig.gl.result(id)));
        assert_eq!(rig.disjoint(), 0, "the time is right");
    }
}

/// The work ends when glFinish returns, and not at any time since the mark was given.
#[test]
fn a_mark_that_waits_for_all_work_is_as_certain_as_the_thread_was_on_time() {
    let mut rig = rig(|_, disjoint| Fenced::finishing(disjoint));
    let takes = Duration::from_millis(50);
    rig.model.borrow_mut().finish_takes = takes;
    let begun = Instant::now();
    let id = rig.mark();
    let took = begun.elapsed();
    let uncertainty = Duration::from_nanos(rig.gl.uncertainty(id).unwrap());
    assert!(uncertainty + takes <= took, "{uncertainty:?} of {took:?}");
}

#[test]
fn the_time_is_of_the_clock_that_stamps() {
    let mut rig = watched();
    rig.gpu.change(|state| state.reached = 9);
    let before = rig.gl.get_integer64(TIMESTAMP) as u64;
    let id = rig.mark();
    let stamp = rig.gl.result(id);
    let after = rig.gl.get_integer64(TIMESTAMP) as u64;
    assert!(before <= stamp && stamp <= after, "{before} {stamp} {after}");
}

#[test]
fn a_suspended_machine_is_a_disjoint_event_that_is_told_once() {
    static SUSPENDED: AtomicU64 = AtomicU64::new(5_000_000_000);
    let mut rig = rig(|gpu, disjoint| Fenced::watched(Box::new(Made(gpu)), disjoint).with_suspension(|| SUSPENDED.load(Ordering::Relaxed)));
    assert_eq!(rig.gl.get_integer64(GPU_DISJOINT_EXT), 0);
    SUSPENDED.fetch_add(1000, Ordering::Relaxed);
    assert_eq!(rig.gl.get_integer64(GPU_DISJOINT_EXT), 0, "two clocks are never read at the very same time");
    SUSPENDED.fetch_add(3_000_000_000, Ordering::Relaxed);
    assert_eq!(rig.gl.get_integer64(GPU_DISJOINT_EXT), 1);
    assert_eq!(rig.gl.get_integer64(GPU_DISJOINT_EXT), 0);
}

// The uncertainty of times.

/// Returns two marks from two moments that a later poll finds reached together.
fn two_found_at_once(rig: &mut Rig) -> [GLuint; 2] {
    let marks = [(); 2].map(|()| {
        let id = rig.mark();
        std::thread::sleep(Duration::from_millis(30));
        id
    });
    rig.model.borrow_mut().reached.extend([1, 2]);
    marks
}

#[test]
fn marks_that_are_found_reached_together_were_not_reached_at_one_moment() {
    let mut rig = rig(|_, disjoint| Fenced::polled(disjoint));
    rig.model.borrow_mut().has_fences = true;
    let begun = now();
    let marks = two_found_at_once(&mut rig);
    let [first, second] = marks.map(|id| rig.gl.result(id));
    assert!(second - first > 10_000_000, "{} ns between two marks that were given 30 ms apart", second - first);
    assert!(begun <= first && second <= now(), "neither before it was given nor after it was seen");
}

#[test]
fn a_result_tells_how_far_it_can_be_from_the_truth() {
    let mut rig = rig(|_, disjoint| Fenced::polled(disjoint));
    rig.model.borrow_mut().has_fences = true;
    let begun = now();
    let [first, second] = two_found_at_once(&mut rig);
    assert_eq!(rig.gl.uncertainty(second), None, "there is no result");
    rig.gl.result(second);
    let wide = now() - begun;
    // The first was last seen unsignalled when the second was issued, 30 ms before both were seen signalled.
    for id in [first, second] {
        let uncertainty = rig.gl.uncertainty(id).unwrap();
        assert!((10_000_000..=wide).contains(&uncertainty), "{uncertainty} ns");
    }
    // A mark that is reached at once.
    let third = {
        rig.model.borrow_mut().reached.insert(3);
        let before = now();
        let id = rig.mark();
        assert!(rig.gl.result(id) >= before);
        (id, now() - before)
    };
    assert!(rig.gl.uncertainty(third.0).unwrap() <= third.1);
}

#[test]
fn the_end_of_a_span_waits_for_its_beginning() {
    let mut rig = watched();
    let id = rig.generate();
    rig.gl.begin_query(TIME_ELAPSED, 0, id);
    let gpu = Arc::clone(&rig.gpu);
    let worker = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        gpu.change(|state| state.reached = 1);
    });
    rig.gl.end_query(TIME_ELAPSED, 0);
    assert_eq!(rig.gpu.state.lock().unwrap().reached, 1, "what came before the span is done");
    worker.join().unwrap();
    assert!(!rig.gl.result_available(id), "what is in it is not");
    rig.gpu.change(|state| state.reached = 2);
    assert!(rig.gl.result(id) > 0 && rig.gl.uncertainty(id).is_some());
}

#[test]
fn the_end_of_a_span_waits_for_its_beginning_on_the_contexts_own_fences() {
    let mut rig = rig(|_, disjoint| Fenced::polled(disjoint));
    rig.model.borrow_mut().has_fences = true;
    let id = rig.generate();
    rig.gl.begin_query(TIME_ELAPSED, 0, id);
    std::thread::sleep(Duration::from_millis(30));
    let before = now();
    rig.gl.end_query(TIME_ELAPSED, 0);
    // The model reaches a fence when it is waited for.
    assert!(rig.model.borrow().reached.contains(&1) && !rig.model.borrow().reached.contains(&2));
    rig.model.borrow_mut().reached.insert(2);
    assert!(rig.gl.result(id) <= now() - before, "from the end of the work before it");
}

// Marks that end together.

/// Returns a TIME_ELAPSED, a TIMESTAMP right after it, and TIMESTAMPs of three nested scopes, all around the same 40 ms of work, which a
/// glFinish waits for while the watcher thread of a busy machine has not run again: the lengths of the span and of the scopes, nanoseconds.
fn ended_together(rig: &mut Rig) -> [u64; 4] {
    let elapsed = rig.generate();
    rig.gpu.change(|state| state.reached = usize::MAX);
    let begins = [(); 3].map(|()| rig.mark());
    rig.gl.begin_query(TIME_ELAPSED, 0, elapsed);
    rig.gpu.change(|state| (state.reached, state.late) = (state.made, Duration::from_millis(50)));
    rig.gl.end_query(TIME_ELAPSED, 0);
    let ends = [(); 3].map(|()| rig.mark());
    std::thread::sleep(Duration::from_millis(40));
    rig.gpu.change(|state| state.reached = usize::MAX);
    rig.gl.finish();
    let [outer, middle, inner] = begins.map(|id| rig.gl.result(id));
    let [inner_end, middle_end, outer_end] = ends.map(|id| rig.gl.result(id));
    [rig.gl.result(elapsed), outer_end - outer, middle_end - middle, inner_end - inner]
}

#[test]
fn marks_after_the_same_work_are_reached_when_it_is_done() {
    let spans = ended_together(&mut watched());
    assert!(spans.iter().all(|span| *span >= 38_000_000), "of 40 ms: {spans:?}");
}

#[test]
fn every_result_is_available_after_a_finish() {
    let mut rig = watched();
    rig.gpu.change(|state| state.late = Duration::from_millis(20));
    let marks = [(); 5].map(|()| rig.mark());
    rig.gpu.change(|state| state.reached = 5);
    rig.gl.finish();
    assert!(marks.iter().all(|id| rig.gl.result_available(*id)));
}

#[test]
fn a_finish_waits_for_one_mark_after_another() {
    let mut rig = watched();
    let marks = [(); 3].map(|()| rig.mark());
    let gpu = Arc::clone(&rig.gpu);
    let worker = std::thread::spawn(move || {
        for (reached, work) in [(1, 10), (2, 20), (3, 30)] {
            std::thread::sleep(Duration::from_millis(work));
            gpu.change(|state| state.reached = reached);
        }
    });
    rig.gl.finish();
    let [first, second, third] = marks.map(|id| rig.gl.result(id));
    worker.join().unwrap();
    assert!(second - first >= 10_000_000 && third - second >= 20_000_000, "20 and 30 ms: {} and {}", second - first, third - second);
}

#[test]
fn a_finish_waits_for_the_contexts_own_fences_too() {
    let mut rig = rig(|_, disjoint| Fenced::polled(disjoint));
    rig.model.borrow_mut().has_fences = true;
    let marks = [(); 2].map(|()| rig.mark());
    rig.gl.finish();
    assert!(marks.iter().all(|id| rig.gl.result_available(*id)));
    assert_eq!(rig.model.borrow().fences_deleted, [1, 2], "each was waited for");
}

// The lifetime of fences.

#[test]
fn a_fence_that_cannot_be_put_leaves_those_before_it_to_be_reached() {
    let mut rig = watched();
    rig.model.borrow_mut().has_fences = true;
    let (first, second) = (rig.mark(), rig.mark());
    rig.gpu.change(|state| state.refuses = true);
    let gpu = Arc::clone(&rig.gpu);
    let begun = now();
    let worker = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        gpu.change(|state| state.reached = 2);
    });
    let third = rig.mark();
    rig.model.borrow_mut().reached.insert(1);
    let times = [first, second, third].map(|id| rig.gl.result(id));
    worker.join().unwrap();
    assert!(times[0] < times[1] && times[1] < times[2], "{times:?}");
    assert!(times[1] >= begun + 25_000_000, "stamped {} ms before it was reached", (begun + 30_000_000 - times[1]) / 1_000_000);
    assert_eq!(rig.disjoint(), 0, "no fence failed");
}

#[test]
fn the_sync_objects_of_a_context_that_is_gone_are_deleted_in_its_share_group() {
    let left = Arc::<LeftFences>::default();
    let in_group = |left: &Arc<LeftFences>| {
        let left = Arc::clone(left);
        let rig = rig(|_, disjoint| Fenced::polled(disjoint).in_share_group(left));
        rig.model.borrow_mut().has_fences = true;
        rig
    };
    let (mut one, mut other) = (in_group(&left), in_group(&left));
    one.mark();
    one.mark();
    let model = Rc::clone(&one.model);
    drop(one);
    assert!(model.borrow().fences_deleted.is_empty(), "a context that is gone deletes nothing");
    other.mark();
    assert_eq!(other.model.borrow().fences_deleted, [1, 2]);
}

// The choice of the source.

#[test]
fn where_fences_are_truer_than_the_drivers_stamps_they_are_chosen() {
    let driver = Capabilities::of(&description("4.5 (Core Profile) Recording", &[]));
    let quirks = Quirks { flush_after_counter: true, elapsed_from_timestamps: true, fences_are_truer: true, ..Quirks::default() };
    let choose = |fences, emulate| {
        let sources = Sources::choose(&driver, quirks, SourceChoice { native: driver.targets, fences, emulate });
        (sources.of(Target::TIMESTAMP), sources.of(Target::TIME_ELAPSED))
    };
    assert_eq!(choose(true, Emulate::Auto), (Source::Fenced, Source::Fenced), "both, which are then of one clock");
    assert_eq!(choose(false, Emulate::Auto), (Source::Native, Source::Timestamps));
    assert_eq!(choose(true, Emulate::Never), (Source::Native, Source::Native));
}

#[test]
fn the_drivers_stamps_serve_where_no_thread_can_await_the_fences_that_were_chosen() {
    let (model, gpu, disjoint) = (Rc::<RefCell<Model>>::default(), Arc::<Gpu>::default(), Arc::<AtomicU64>::default());
    let capabilities = Capabilities::of(&description("4.5 (Core Profile) Recording", &[]));
    let quirks = Quirks { flush_after_counter: true, elapsed_from_timestamps: true, fences_are_truer: true, ..Quirks::default() };
    let means = SourceChoice { native: capabilities.targets, fences: true, emulate: Emulate::Auto };
    gpu.change(|state| state.no_waiter = true);
    let fenced = Fenced::watched(Box::new(Made(Arc::clone(&gpu))), Arc::clone(&disjoint));
    let gl = Emulator::new(Counting { model: Rc::clone(&model), capabilities }, quirks, means, Some(fenced));
    let mut rig = Rig { gl, model, gpu, disjoint };
    let id = rig.generate();
    rig.gl.begin_query(TIME_ELAPSED, 0, id);
    rig.gl.end_query(TIME_ELAPSED, 0);
    assert_eq!((rig.gl.result(id), rig.gl.source(Target::TIME_ELAPSED)), (10, "derived from TIMESTAMP"), "by the model's clock");
    let id = rig.mark();
    assert_eq!(rig.gl.result(id), rig.model.borrow().time);
    assert_eq!(rig.gpu.state.lock().unwrap().made, 0, "no fence is put that is looked at in passing");
}
