//! A driver that records its calls, generates names and returns the answers that a test sets.

use glmeter::driver::capabilities::Offer;
use glmeter::driver::native_perf_query::{NativeCounter, NativePerfQueries, NativeQueryType};
use glmeter::driver::{Buffers, Capabilities, DisplayLists, Draws, Measure, Queries, SyncObjects};
use glmeter::gl::{self, GLenum, GLint, GLuint};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A call of the driver, with its arguments in C's order.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Generate(usize),
    Create(GLenum, usize),
    Delete(Vec<GLuint>),
    Begin(GLenum, GLuint, GLuint),
    End(GLenum, GLuint),
    Counter(GLuint, GLenum),
    Flush,
    BindQueryBuffer(GLuint),
    DeleteBuffers(Vec<GLuint>),
    WriteBuffer(GLuint, isize, Vec<u8>),
    NewList(GLuint, GLenum),
    EndList,
    CallList(GLuint),
    CallListFromBase(GLuint),
    DeleteList(GLuint),
    BeginConditional(GLuint, GLenum),
    EndConditional,
    Raise(GLenum),
    CreateNative(GLuint),
    DeleteNative(GLuint),
    BeginNative(GLuint),
    EndNative(GLuint),
    NativeData(GLuint, GLuint, usize),
    /// A Get, which changes nothing.
    Available(GLuint),
    /// A Get, which changes nothing.
    Result(GLuint),
    /// A Get, which changes nothing.
    Bits(GLenum),
}

impl Command {
    pub fn is_question(&self) -> bool {
        matches!(self, Self::Available(_) | Self::Result(_) | Self::Bits(_))
    }
}

/// The performance queries of Intel's driver.
pub struct Native {
    pub types: Vec<NativeQueryType>,
    pub last_handle: GLuint,
    /// The data that it writes, and the number of bytes that it reports.
    pub data: Vec<u8>,
    pub written: GLuint,
    /// The number of times that its types were listed.
    pub asked: u32,
}

impl Default for Native {
    fn default() -> Self {
        let named = |query_id, name: &str| NativeQueryType { query_id, name: name.to_owned(), data_size: 16, no_counters: 2, caps_mask: 1 };
        Self {
            types: vec![
                named(1, "Compute Metrics Basic set"),
                named(2, "Pipeline Statistics Registers"),
                named(7, "Render Metrics Basic set"),
            ],
            last_handle: 0,
            data: (0..16).collect(),
            written: 16,
            asked: 0,
        }
    }
}

/// The driver's state, which the test and the [`Recording`] share.
pub struct Driver {
    pub commands: Vec<Command>,
    /// The last name that it generated.
    pub last_name: GLuint,
    /// It has no memory for further names.
    pub exhausted: bool,
    /// It rejects each begin of a query, as between glBegin and glEnd.
    pub rejects: bool,
    pub results: HashMap<GLuint, u64>,
    pub unavailable: HashSet<GLuint>,
    pub bits: GLint,
    pub current: HashMap<(GLenum, GLuint), GLuint>,
    /// None between glBegin and glEnd.
    pub list_index: Option<GLint>,
    pub query_buffer: GLuint,
    pub buffer_size: i64,
    pub time: i64,
    /// The calls since the test last took them.
    pub disjoint: bool,
    /// The context is lost: every command records an error and returns nothing.
    pub lost: bool,
    /// The context becomes lost during the next read of a result.
    pub is_lost_on_result: bool,
    /// It can record an error.
    pub records_errors: bool,
    /// Whether it has objects that only a display list named.
    pub has_other_queries: bool,
    /// Its own performance queries, if the context lists them.
    pub native: Native,
    /// The current geometry shader's invocations for each primitive.
    pub geometry: Option<u32>,
    /// The current program has a tessellation control shader.
    pub tess_control: bool,
    /// The number of Gets of any kind.
    pub asked: usize,
    /// The results of its Gets.
    pub integers: HashMap<GLenum, i64>,
    /// The enabled capabilities.
    pub enabled: HashSet<GLenum>,
    /// The bytes of the buffers that are bound, by their targets.
    pub buffers: HashMap<GLenum, Vec<u8>>,
    /// The size of the current compute shader's work groups.
    pub work_group: Option<[u32; 3]>,
}

impl Default for Driver {
    fn default() -> Self {
        Self {
            commands: Vec::new(),
            last_name: 100,
            exhausted: false,
            rejects: false,
            results: HashMap::new(),
            unavailable: HashSet::new(),
            bits: 64,
            current: HashMap::new(),
            list_index: Some(0),
            query_buffer: 0,
            buffer_size: 1024,
            time: 1000,
            disjoint: false,
            lost: false,
            is_lost_on_result: false,
            records_errors: true,
            has_other_queries: true,
            native: Native::default(),
            geometry: None,
            tess_control: false,
            asked: 0,
            integers: HashMap::new(),
            enabled: HashSet::new(),
            buffers: HashMap::new(),
            work_group: None,
        }
    }
}

/// The driver interface over a [`Driver`].
pub struct Recording {
    pub driver: Rc<RefCell<Driver>>,
    pub capabilities: Capabilities,
}

impl Recording {
    fn record(&self, command: Command) {
        self.driver.borrow_mut().commands.push(command);
    }

    fn asked(&self) {
        self.driver.borrow_mut().asked += 1;
    }

    fn name(&self, ids: &mut [GLuint]) {
        let mut driver = self.driver.borrow_mut();
        for id in ids {
            driver.last_name += 1;
            *id = if driver.exhausted { 0 } else { driver.last_name };
        }
    }
}

impl glmeter::driver::Driver for Recording {
    fn flush(&mut self) {
        self.record(Command::Flush);
    }

    fn list_index(&mut self) -> Option<GLint> {
        self.asked();
        let driver = self.driver.borrow();
        if driver.lost { None } else { driver.list_index }
    }

    fn answers(&mut self) -> bool {
        self.asked();
        !self.driver.borrow().lost
    }

    fn is_lost(&mut self) -> bool {
        self.driver.borrow().lost
    }

    fn get_integer64(&mut self, pname: GLenum) -> i64 {
        self.asked();
        let mut driver = self.driver.borrow_mut();
        if let Some(value) = driver.integers.get(&pname) {
            return *value;
        }
        match pname {
            gl::TIMESTAMP => driver.time,
            gl::GPU_DISJOINT_EXT => i64::from(core::mem::take(&mut driver.disjoint)),
            other => panic!("a Get of 0x{other:04X} is the driver's own to answer"),
        }
    }

    fn is_enabled(&mut self, capability: GLenum) -> bool {
        self.asked();
        self.driver.borrow().enabled.contains(&capability)
    }

    fn get_integer_indexed(&mut self, pname: GLenum, _index: GLuint) -> i64 {
        self.get_integer64(pname)
    }

    fn raise(&mut self, error: GLenum) -> bool {
        self.record(Command::Raise(error));
        self.driver.borrow().records_errors
    }
}

impl DisplayLists for Recording {
    fn new_list(&mut self, list: GLuint, mode: GLenum) {
        self.record(Command::NewList(list, mode));
        self.driver.borrow_mut().list_index = Some(list as GLint);
    }

    fn end_list(&mut self) {
        self.record(Command::EndList);
        self.driver.borrow_mut().list_index = Some(0);
    }

    fn call_list(&mut self, list: GLuint) {
        self.record(Command::CallList(list));
    }

    fn call_list_from_base(&mut self, offset: GLuint) {
        self.record(Command::CallListFromBase(offset));
    }

    fn delete_list(&mut self, list: GLuint) {
        self.record(Command::DeleteList(list));
    }
}

impl Queries for Recording {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn gen_queries(&mut self, ids: &mut [GLuint]) {
        self.record(Command::Generate(ids.len()));
        self.name(ids);
    }

    fn is_query(&self, _id: GLuint) -> bool {
        self.driver.borrow().has_other_queries
    }

    fn own_query(&mut self) -> GLuint {
        let mut id = [0];
        if !self.driver.borrow().exhausted {
            self.gen_queries(&mut id);
        }
        id[0]
    }

    fn create_queries(&mut self, target: GLenum, ids: &mut [GLuint]) {
        self.record(Command::Create(target, ids.len()));
        self.name(ids);
    }

    fn delete_queries(&mut self, ids: &[GLuint]) {
        self.record(Command::Delete(ids.to_vec()));
        self.driver.borrow_mut().current.retain(|_, id| !ids.contains(id));
    }

    fn begin_query(&mut self, target: GLenum, index: GLuint, id: GLuint) {
        self.record(Command::Begin(target, index, id));
        let mut driver = self.driver.borrow_mut();
        if !driver.rejects {
            driver.current.insert((target, index), id);
        }
    }

    fn end_query(&mut self, target: GLenum, index: GLuint) {
        self.record(Command::End(target, index));
        self.driver.borrow_mut().current.remove(&(target, index));
    }

    fn query_counter(&mut self, id: GLuint, target: GLenum) {
        self.record(Command::Counter(id, target));
    }

    fn current_query(&mut self, target: GLenum, index: GLuint) -> GLuint {
        self.driver.borrow().current.get(&(target, index)).copied().unwrap_or(0)
    }

    fn query_counter_bits(&mut self, target: GLenum) -> GLint {
        self.record(Command::Bits(target));
        self.driver.borrow().bits
    }

    fn result_available(&mut self, id: GLuint) -> bool {
        self.record(Command::Available(id));
        !self.driver.borrow().unavailable.contains(&id)
    }

    fn result(&mut self, id: GLuint) -> u64 {
        self.record(Command::Result(id));
        let mut driver = self.driver.borrow_mut();
        driver.lost |= driver.is_lost_on_result;
        if driver.lost { 0 } else { driver.results.get(&id).copied().unwrap_or(0) }
    }

    fn begin_conditional_render(&mut self, id: GLuint, mode: GLenum) {
        self.record(Command::BeginConditional(id, mode));
    }

    fn end_conditional_render(&mut self) {
        self.record(Command::EndConditional);
    }
}

impl SyncObjects for Recording {}

impl Buffers for Recording {
    fn bind_query_buffer(&mut self, buffer: GLuint) {
        self.record(Command::BindQueryBuffer(buffer));
        self.driver.borrow_mut().query_buffer = buffer;
    }

    fn delete_buffers(&mut self, buffers: &[GLuint]) {
        self.record(Command::DeleteBuffers(buffers.to_vec()));
        let mut driver = self.driver.borrow_mut();
        if buffers.contains(&driver.query_buffer) {
            driver.query_buffer = 0;
        }
    }

    fn query_buffer(&mut self) -> GLuint {
        self.driver.borrow().query_buffer
    }

    fn buffer_size(&mut self, _buffer: GLuint) -> i64 {
        self.driver.borrow().buffer_size
    }

    fn write_buffer(&mut self, buffer: GLuint, offset: isize, bytes: &[u8]) {
        self.record(Command::WriteBuffer(buffer, offset, bytes.to_vec()));
    }

    fn read_buffer(&mut self, target: GLenum, offset: u64, bytes: &mut [u8]) -> bool {
        self.asked();
        let driver = self.driver.borrow();
        let range = offset as usize..offset as usize + bytes.len();
        let found = driver.buffers.get(&target).and_then(|buffer| buffer.get(range));
        found.inspect(|found| bytes.copy_from_slice(found)).is_some()
    }
}

impl Measure for Recording {
    fn native_perf_queries(&mut self) -> Option<&mut dyn NativePerfQueries> {
        if self.capabilities.intel_performance_query == Offer::Native { Some(self) } else { None }
    }
}

impl Draws for Recording {
    fn geometry_shader(&mut self) -> Option<u32> {
        self.driver.borrow().geometry
    }

    fn tess_control_shader(&mut self) -> bool {
        self.driver.borrow().tess_control
    }

    fn work_group_size(&mut self) -> Option<[u32; 3]> {
        self.asked();
        self.driver.borrow().work_group
    }
}

impl NativePerfQueries for Recording {
    fn query_types(&mut self) -> Vec<NativeQueryType> {
        let mut driver = self.driver.borrow_mut();
        driver.native.asked += 1;
        driver.native.types.clone()
    }

    fn counter(&mut self, query_id: GLuint, counter_id: GLuint) -> NativeCounter {
        assert!(self.driver.borrow().native.types.iter().any(|known| known.query_id == query_id), "{query_id} is a type of this driver's");
        NativeCounter {
            name: format!("Counter {counter_id} of {query_id}"),
            description: "Unit: Hz.".to_owned(),
            offset: (counter_id - 1) * 8,
            data_size: 8,
            counter_type: 0x94F3,
            data_type: 0x94FB,
            raw_max_value: 5,
        }
    }

    fn create(&mut self, query_id: GLuint) -> GLuint {
        self.record(Command::CreateNative(query_id));
        let mut driver = self.driver.borrow_mut();
        if driver.exhausted {
            return 0;
        }
        driver.native.last_handle += 1;
        driver.native.last_handle
    }

    fn delete(&mut self, query_handle: GLuint) {
        self.record(Command::DeleteNative(query_handle));
    }

    fn begin(&mut self, query_handle: GLuint) {
        self.record(Command::BeginNative(query_handle));
    }

    fn end(&mut self, query_handle: GLuint) {
        self.record(Command::EndNative(query_handle));
    }

    fn data(&mut self, query_handle: GLuint, flags: GLuint, data: &mut [u8]) -> GLuint {
        self.record(Command::NativeData(query_handle, flags, data.len()));
        let driver = self.driver.borrow();
        data.copy_from_slice(&driver.native.data);
        driver.native.written
    }
}
