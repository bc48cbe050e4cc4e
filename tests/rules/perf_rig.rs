//! The commands of INTEL_performance_query as the tests call them.

use crate::recording::Command;
use crate::rig::*;
use core::ffi::CStr;
use glmeter::driver::Measurement;
use glmeter::driver::measurement::{COUNTED, COUNTS};
use glmeter::gl::*;
use glmeter::memory::{In, Out};
use glmeter::rules::perf_query;

/// Returns a measurement of 250 ns with counts from 1001 on.
pub fn measurement() -> Measurement {
    Measurement { begin: 5000, end: 5250, counts: core::array::from_fn(|place| 1001 + place as u64) }
}

pub const WAIT: GLuint = PERFQUERY_WAIT_INTEL;
pub const FLUSH: GLuint = PERFQUERY_FLUSH_INTEL;
pub const DONOT_FLUSH: GLuint = PERFQUERY_DONOT_FLUSH_INTEL;

/// The ids of glmeter's own types, which come first.
pub const STATISTICS_REGISTERS: GLuint = 1;
pub const RAW_STATISTICS: GLuint = 2;
pub const TIMING: GLuint = 3;

/// The value of an output that was not written.
pub const KEPT: GLuint = UNTOUCHED as GLuint;

/// The driver's queries of a session by which no other is split: two TIMESTAMPs, and one for each count; 0 for none.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub stamps: [GLuint; 2],
    pub counts: [GLuint; COUNTS],
}

/// Returns the TIMESTAMP queries among commands.
fn stamps(commands: &[Command]) -> impl Iterator<Item = GLuint> {
    commands.iter().filter_map(|command| if let Command::Counter(id, TIMESTAMP) = command { Some(*id) } else { None })
}

/// Returns how many of the commands begin a query of a target.
pub fn begun(commands: &[Command], target: GLenum) -> usize {
    commands.iter().filter(|command| matches!(command, Command::Begin(begun, 0, _) if *begun == target)).count()
}

/// Returns how many of the commands end a query of a target.
pub fn ended(commands: &[Command], target: GLenum) -> usize {
    commands.iter().filter(|command| **command == Command::End(target, 0)).count()
}

impl Session {
    /// Returns the queries that these commands begin.
    fn of(commands: &[Command]) -> Self {
        let counts = COUNTED.map(|(target, index)| {
            let begin = |command: &Command| match command {
                Command::Begin(token, stream, id) if (*token, *stream) == (target.token(), index) => Some(*id),
                _ => None,
            };
            commands.iter().find_map(begin).unwrap_or(0)
        });
        Self { stamps: [stamps(commands).next().unwrap_or(0), 0], counts }
    }

    fn ended_by(&mut self, commands: &[Command]) {
        self.stamps[1] = stamps(commands).next().unwrap_or(0);
        for (target, index) in COUNTED.into_iter().zip(self.counts).filter(|(_, id)| *id != 0).map(|(place, _)| place) {
            assert!(commands.contains(&Command::End(target.token(), index)), "{} of stream {index} ends", target.name());
        }
    }

    /// Returns true if the commands read a result of the session.
    pub fn is_read_by(&self, commands: &[Command]) -> bool {
        commands.iter().any(|command| matches!(command, Command::Result(id) if self.counts.contains(id) || self.stamps.contains(id)))
    }
}

#[derive(Debug, PartialEq)]
pub struct Info {
    pub name: String,
    pub data_size: GLuint,
    pub no_counters: GLuint,
    pub no_instances: GLuint,
    pub caps_mask: GLuint,
}

#[derive(Debug, PartialEq)]
pub struct CounterInfo {
    pub name: String,
    pub description: String,
    pub offset: GLuint,
    pub data_size: GLuint,
    pub counter_type: GLenum,
    pub data_type: GLenum,
    pub raw_max_value: u64,
}

/// Returns a context of Intel's driver.
pub fn intel() -> Rig {
    let mut description = description("4.6 (Core Profile) Recording", &[STATISTICS, INTEL]);
    description.vendor = "Intel Open Source Technology Center".to_owned();
    Rig::new(&description)
}

/// Returns every kind of context that has performance queries.
pub fn with_perf_queries() -> [Rig; 7] {
    [es2(), es32(), gl21(), core33(), core45(), compatibility45(), intel()]
}

pub fn null<'a, T>() -> Out<'a, T> {
    Out::null()
}

/// Returns a C string in a buffer that was filled with [`UNTOUCHED`].
pub fn text(buffer: &[GLchar]) -> String {
    let bytes: Vec<u8> = buffer.iter().map(|character| *character as u8).collect();
    CStr::from_bytes_until_nul(&bytes).expect("a NUL").to_str().unwrap().to_owned()
}

impl Rig {
    /// The error, and what then stands where the answer goes.
    pub fn first_id(&mut self) -> (Result<()>, GLuint) {
        let mut id = KEPT;
        (perf_query::get_first_id(&mut self.context, Out::to(&mut id)).map_err(Stop::from), id)
    }

    pub fn next_id(&mut self, query_id: GLuint) -> (Result<()>, GLuint) {
        let mut id = KEPT;
        (perf_query::get_next_id(&mut self.context, query_id, Out::to(&mut id)).map_err(Stop::from), id)
    }

    pub fn id_by_name(&mut self, name: &CStr) -> (Result<()>, GLuint) {
        let mut id = KEPT;
        let characters: Vec<GLchar> = name.to_bytes_with_nul().iter().map(|byte| *byte as GLchar).collect();
        (perf_query::get_id_by_name(&mut self.context, In::from(&characters), Out::to(&mut id)).map_err(Stop::from), id)
    }

    /// Returns every id, in the order in which clients list them.
    pub fn perf_ids(&mut self) -> Vec<GLuint> {
        let mut ids = vec![self.first_id().1];
        loop {
            match self.next_id(*ids.last().unwrap()) {
                (Ok(()), 0) => return ids,
                (Ok(()), id) => ids.push(id),
                (stop, _) => panic!("{stop:?}"),
            }
        }
    }

    /// An error must leave everything alone.
    #[track_caller]
    pub fn info(&mut self, query_id: GLuint) -> Result<Info> {
        let mut name = [UNTOUCHED as GLchar; 256];
        let [mut data_size, mut no_counters, mut no_instances, mut caps_mask] = [KEPT; 4];
        let done = perf_query::get_info(
            &mut self.context,
            query_id,
            256,
            Out::to_all(&mut name),
            Out::to(&mut data_size),
            Out::to(&mut no_counters),
            Out::to(&mut no_instances),
            Out::to(&mut caps_mask),
        );
        if done.is_err() {
            assert_eq!(([data_size, no_counters, no_instances, caps_mask], name), ([KEPT; 4], [UNTOUCHED as GLchar; 256]));
        }
        Ok(done.map(|()| Info { name: text(&name), data_size, no_counters, no_instances, caps_mask })?)
    }

    /// An error must leave everything alone.
    #[track_caller]
    pub fn counter_info(&mut self, query_id: GLuint, counter_id: GLuint) -> Result<CounterInfo> {
        let mut name = [UNTOUCHED as GLchar; 256];
        let mut description = [UNTOUCHED as GLchar; 1024];
        let [mut offset, mut data_size, mut counter_type, mut data_type] = [KEPT; 4];
        let mut raw_max_value = u64::from(UNTOUCHED);
        let done = perf_query::get_counter_info(
            &mut self.context,
            query_id,
            counter_id,
            256,
            Out::to_all(&mut name),
            1024,
            Out::to_all(&mut description),
            Out::to(&mut offset),
            Out::to(&mut data_size),
            Out::to(&mut counter_type),
            Out::to(&mut data_type),
            Out::to(&mut raw_max_value),
        );
        if done.is_err() {
            assert_eq!(([offset, data_size, counter_type, data_type], raw_max_value), ([KEPT; 4], u64::from(UNTOUCHED)));
            assert!(name.iter().chain(&description).all(|character| *character == UNTOUCHED as GLchar));
        }
        let (name, description) = if done.is_ok() { (text(&name), text(&description)) } else { (String::new(), String::new()) };
        Ok(done.map(|()| CounterInfo { name, description, offset, data_size, counter_type, data_type, raw_max_value })?)
    }

    pub fn create_perf(&mut self, query_id: GLuint) -> (Result<()>, GLuint) {
        let mut handle = KEPT;
        (perf_query::create(&mut self.context, query_id, Out::to(&mut handle)).map_err(Stop::from), handle)
    }

    /// Creates an instance.
    pub fn perf(&mut self, query_id: GLuint) -> GLuint {
        let (done, handle) = self.create_perf(query_id);
        assert_eq!(done, Ok(()));
        handle
    }

    pub fn begin_perf(&mut self, handle: GLuint) -> Result<()> {
        Ok(perf_query::begin(&mut self.context, handle)?)
    }

    pub fn end_perf(&mut self, handle: GLuint) -> Result<()> {
        Ok(perf_query::end(&mut self.context, handle)?)
    }

    pub fn delete_perf(&mut self, handle: GLuint) -> Result<()> {
        Ok(perf_query::delete(&mut self.context, handle)?)
    }

    /// Begins a session. Returns its driver queries.
    pub fn session(&mut self, handle: GLuint) -> Session {
        self.commands();
        self.begin_perf(handle).unwrap();
        Session::of(&self.changes())
    }

    /// Returns an instance whose session has ended, and its driver queries.
    pub fn ended_perf(&mut self, query_id: GLuint) -> (GLuint, Session) {
        let handle = self.perf(query_id);
        let mut session = self.session(handle);
        self.end_perf(handle).unwrap();
        session.ended_by(&self.changes());
        (handle, session)
    }

    /// Sets the driver's results of a session.
    pub fn measured(&self, session: &Session, measurement: Measurement) {
        let mut driver = self.driver();
        driver.results.extend([(session.stamps[0], measurement.begin), (session.stamps[1], measurement.end)]);
        driver.results.extend(session.counts.iter().copied().zip(measurement.counts));
    }

    /// Makes the driver's results of a session unavailable.
    pub fn outstanding(&self, session: &Session) {
        self.driver().unavailable.extend(session.counts.iter().chain(&session.stamps).filter(|id| **id != 0));
    }

    /// Reads the data into `size` bytes of a larger memory. Returns the error, the number of bytes written, and the memory.
    pub fn perf_data_in(&mut self, handle: GLuint, flags: GLuint, size: GLsizei) -> (Result<()>, GLuint, Vec<u8>) {
        let mut memory = vec![UNTOUCHED; usize::try_from(size).unwrap_or(0) + 512];
        let mut written = KEPT;
        let out = Out::to_all(&mut memory).untyped();
        let done = perf_query::get_data(&mut self.context, handle, flags, size, out, Out::to(&mut written));
        assert!(memory[written as usize..].iter().all(|byte| *byte == UNTOUCHED), "nothing is written past what is said to be written");
        (done.map_err(Stop::from), written, memory)
    }

    /// Reads the data with enough memory for each of glmeter's own types. Returns the error and the values.
    pub fn perf_data(&mut self, handle: GLuint, flags: GLuint) -> (Result<()>, Vec<u64>) {
        let (done, written, memory) = self.perf_data_in(handle, flags, 8 * 23);
        let values = memory[..written as usize].chunks_exact(8).map(|bytes| u64::from_ne_bytes(bytes.try_into().unwrap()));
        (done, values.collect())
    }
}
