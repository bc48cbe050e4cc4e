//! A driver model that counts: a test states the draws, and each query returns the count between its begin and its end. Two queries in one
//! slot, or a name that changes its type, fail the test.

use glmeter::driver::fence::Waited;
use glmeter::driver::{Buffers, Capabilities, DisplayLists, Draws, Driver, Measure, Queries, SyncObjects};
use glmeter::gl::{self, GLenum, GLint, GLuint};
use glmeter::target::Target;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The driver's state, which the test and the [`Counting`] share.
#[derive(Default)]
pub struct Model {
    totals: HashMap<(GLenum, GLuint), u64>,
    active: HashMap<usize, (GLenum, GLuint, GLuint, u64)>,
    results: HashMap<GLuint, u64>,
    /// The target and stream of each name's first use; Mesa fixes both.
    types: HashMap<GLuint, (GLenum, GLuint)>,
    pub unavailable: HashSet<GLuint>,
    last_name: GLuint,
    pub deleted: Vec<GLuint>,
    /// Nanoseconds.
    pub time: u64,
    /// The number of bits of its TIMESTAMP, if not 64.
    pub timestamp_bits: Option<u32>,
    pub flushes: u32,
    pub finishes: u32,
    /// The time that a glFinish takes.
    pub finish_takes: std::time::Duration,
    /// The context's own fences, and those that were reached.
    pub fences: Vec<usize>,
    pub reached: HashSet<usize>,
    pub fences_deleted: Vec<usize>,
    pub has_fences: bool,
    pub conditions: Vec<(GLuint, GLenum)>,
    /// The number of Gets of the time.
    pub times_asked: u32,
    /// The buffer bound to `GL_QUERY_BUFFER`, to which results would be written.
    pub query_buffer: GLuint,
    /// The number of results that were read before they were available.
    pub waits: u32,
    /// An object of one boolean occlusion target may begin as the other, as in OpenGL 4.6 but not in Mesa [C-14].
    pub allows_twins: bool,
    /// The number of times that it rejected that.
    pub refused: u32,
}

impl Model {
    /// Draws, which adds to a target's count.
    pub fn draw(&mut self, target: GLenum, index: GLuint, count: u64) {
        *self.totals.entry((target, index)).or_default() += count;
    }

    fn total(&self, target: GLenum, index: GLuint) -> u64 {
        let occlusion = [gl::ANY_SAMPLES_PASSED, gl::ANY_SAMPLES_PASSED_CONSERVATIVE].contains(&target);
        let target = if occlusion { gl::SAMPLES_PASSED } else { target };
        self.totals.get(&(target, index)).copied().unwrap_or(0)
    }

    /// Returns the number of running queries.
    pub fn running(&self) -> usize {
        self.active.len()
    }

    /// Returns the number of names that the driver generated.
    pub fn names(&self) -> GLuint {
        self.last_name
    }

    /// Returns the value of its time counter.
    fn shown(&self) -> u64 {
        self.time & self.timestamp_bits.map_or(u64::MAX, |bits| (1 << bits) - 1)
    }

    fn be(&mut self, id: GLuint, target: GLenum, index: GLuint) {
        let type_of = *self.types.entry(id).or_insert((target, index));
        assert_eq!(type_of, (target, index), "the type of query {id}");
    }
}

fn slot(target: GLenum, index: GLuint) -> usize {
    Target::from_token(target).and_then(|target| target.slot(index)).expect("a target that can be active")
}

/// The driver interface over a [`Model`].
pub struct Counting {
    pub model: Rc<RefCell<Model>>,
    pub capabilities: Capabilities,
}

impl DisplayLists for Counting {}

impl Driver for Counting {
    fn flush(&mut self) {
        self.model.borrow_mut().flushes += 1;
    }

    fn finish(&mut self) {
        self.model.borrow_mut().finishes += 1;
        std::thread::sleep(self.model.borrow().finish_takes);
    }

    fn list_index(&mut self) -> Option<GLint> {
        Some(0)
    }

    fn get_integer64(&mut self, _pname: GLenum) -> i64 {
        let mut model = self.model.borrow_mut();
        model.times_asked += 1;
        model.shown() as i64
    }

    fn raise(&mut self, _error: GLenum) -> bool {
        false
    }
}

impl Queries for Counting {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn gen_queries(&mut self, ids: &mut [GLuint]) {
        let mut model = self.model.borrow_mut();
        for id in ids {
            model.last_name += 1;
            *id = model.last_name;
        }
    }

    fn own_query(&mut self) -> GLuint {
        let mut id = [0];
        self.gen_queries(&mut id);
        id[0]
    }

    fn create_queries(&mut self, _target: GLenum, ids: &mut [GLuint]) {
        self.gen_queries(ids);
    }

    fn delete_queries(&mut self, ids: &[GLuint]) {
        let mut model = self.model.borrow_mut();
        model.active.retain(|_, (_, _, id, _)| !ids.contains(id));
        model.deleted.extend(ids);
    }

    fn begin_query(&mut self, target: GLenum, index: GLuint, id: GLuint) {
        let mut model = self.model.borrow_mut();
        let twins = [gl::ANY_SAMPLES_PASSED, gl::ANY_SAMPLES_PASSED_CONSERVATIVE];
        if model.types.get(&id).is_some_and(|(type_of, _)| *type_of != target && twins.contains(type_of) && twins.contains(&target)) {
            if !model.allows_twins {
                model.refused += 1;
                return;
            }
            model.types.insert(id, (target, index));
        }
        model.be(id, target, index);
        let before = model.total(target, index);
        let other = model.active.insert(slot(target, index), (target, index, id, before));
        assert!(other.is_none(), "query {id} begins while {other:?} runs");
    }

    fn end_query(&mut self, target: GLenum, index: GLuint) {
        let mut model = self.model.borrow_mut();
        let (type_of, _, id, before) = model.active.remove(&slot(target, index)).expect("a query runs");
        assert_eq!(type_of, target);
        let count = model.total(target, index) - before;
        let boolean = [gl::ANY_SAMPLES_PASSED, gl::ANY_SAMPLES_PASSED_CONSERVATIVE].contains(&target);
        model.results.insert(id, if boolean { u64::from(count != 0) } else { count });
    }

    fn query_counter(&mut self, id: GLuint, target: GLenum) {
        let mut model = self.model.borrow_mut();
        model.be(id, target, 0);
        model.time += 10;
        let time = model.shown();
        model.results.insert(id, time);
    }

    fn current_query(&mut self, target: GLenum, index: GLuint) -> GLuint {
        let model = self.model.borrow();
        model.active.get(&slot(target, index)).filter(|(type_of, ..)| *type_of == target).map_or(0, |(_, _, id, _)| *id)
    }

    fn query_counter_bits(&mut self, target: GLenum) -> GLint {
        let bits = self.model.borrow().timestamp_bits.filter(|_| target == gl::TIMESTAMP);
        bits.map_or(64, |bits| bits as GLint)
    }

    fn result_available(&mut self, id: GLuint) -> bool {
        let model = self.model.borrow();
        assert_eq!(model.query_buffer, 0, "the answer about query {id} goes into a buffer");
        !model.unavailable.contains(&id)
    }

    fn result(&mut self, id: GLuint) -> u64 {
        let mut model = self.model.borrow_mut();
        assert_eq!(model.query_buffer, 0, "the result of query {id} goes into a buffer");
        model.waits += u32::from(model.unavailable.contains(&id));
        assert!(!model.active.values().any(|(_, _, active, _)| *active == id), "query {id} is read while it runs");
        model.results.get(&id).copied().unwrap_or(0)
    }

    fn begin_conditional_render(&mut self, id: GLuint, mode: GLenum) {
        self.model.borrow_mut().conditions.push((id, mode));
    }

    fn end_conditional_render(&mut self) {
        self.model.borrow_mut().conditions.push((0, 0));
    }
}

impl SyncObjects for Counting {
    fn insert_fence(&mut self) -> Option<usize> {
        let mut model = self.model.borrow_mut();
        if !model.has_fences {
            return None;
        }
        let fence = model.fences.len() + 1;
        model.fences.push(fence);
        Some(fence)
    }

    fn await_fence(&mut self, fence: usize, nanoseconds: u64) -> Waited {
        let mut model = self.model.borrow_mut();
        if nanoseconds > 0 {
            model.reached.insert(fence);
        }
        if model.reached.contains(&fence) { Waited::Done } else { Waited::NotYet }
    }

    fn delete_fence(&mut self, fence: usize) {
        self.model.borrow_mut().fences_deleted.push(fence);
    }
}

impl Buffers for Counting {
    fn bind_query_buffer(&mut self, buffer: GLuint) {
        self.model.borrow_mut().query_buffer = buffer;
    }

    fn delete_buffers(&mut self, _buffers: &[GLuint]) {}

    fn query_buffer(&mut self) -> GLuint {
        self.model.borrow().query_buffer
    }

    fn buffer_size(&mut self, _buffer: GLuint) -> i64 {
        0
    }

    fn write_buffer(&mut self, _buffer: GLuint, _offset: isize, _bytes: &[u8]) {}
}

impl Measure for Counting {}

impl Draws for Counting {}
