//! Contexts of every kind over the recording driver, constructed like those over a real driver, and wrappers of the handlers.

use crate::provoked;
use crate::recording::{Command, Driver, Recording};
use core::fmt::Debug;
use glmeter::config::{Config, Emulate};
use glmeter::context::{Context, ShareGroup};
use glmeter::driver::Queries;
use glmeter::driver::capabilities::{Capabilities, Description};
use glmeter::error::Error;
use glmeter::gl::*;
use glmeter::memory::{In, Out};
use glmeter::rules::query::quick::{self, Next};
use glmeter::rules::query::value::ResultType;
use glmeter::rules::query::{self, buffer, conditional};
use glmeter::rules::state::{self, StateType};
use std::cell::{RefCell, RefMut};
use std::rc::Rc;

/// The reason for which a handler did not complete a command, with the code of its error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    Error(GLenum),
    Raised,
    Forward,
}

impl From<glmeter::error::Stop> for Stop {
    /// Counts the rule of the error as provoked.
    fn from(stop: glmeter::error::Stop) -> Self {
        match stop {
            glmeter::error::Stop::Error(error) => {
                let error = Error::from(error);
                provoked::note(error.rule);
                Self::Error(error.code)
            }
            glmeter::error::Stop::Raised => Self::Raised,
            glmeter::error::Stop::Forward => Self::Forward,
        }
    }
}

/// The result of a handler.
pub type Result<T> = core::result::Result<T, Stop>;

pub const ENUM: Stop = Stop::Error(INVALID_ENUM);
pub const VALUE: Stop = Stop::Error(INVALID_VALUE);
pub const OPERATION: Stop = Stop::Error(INVALID_OPERATION);
/// The command lacks memory.
pub const MEMORY: Stop = Stop::Error(OUT_OF_MEMORY);
/// The driver has recorded the error already.
pub const RAISED: Stop = Stop::Raised;
/// The command is forwarded to the driver.
pub const FORWARD: Stop = Stop::Forward;

/// The value of memory before a command, which shows that nothing was written.
pub const UNTOUCHED: u8 = 7;

pub const DISJOINT: &str = "GL_EXT_disjoint_timer_query";
pub const ANGLE: &str = "GL_ANGLE_timer_query";
pub const INTEL: &str = "GL_INTEL_performance_query";
pub const STATISTICS: &str = "GL_ARB_pipeline_statistics_query";

/// No query target of any specification.
pub const NO_TARGET: GLenum = 0x1234;

pub const ELEVEN: [GLenum; 11] = [
    VERTICES_SUBMITTED,
    PRIMITIVES_SUBMITTED,
    VERTEX_SHADER_INVOCATIONS,
    TESS_CONTROL_SHADER_PATCHES,
    TESS_EVALUATION_SHADER_INVOCATIONS,
    GEOMETRY_SHADER_INVOCATIONS,
    GEOMETRY_SHADER_PRIMITIVES_EMITTED,
    FRAGMENT_SHADER_INVOCATIONS,
    COMPUTE_SHADER_INVOCATIONS,
    CLIPPING_INPUT_PRIMITIVES,
    CLIPPING_OUTPUT_PRIMITIVES,
];

/// A context over the recording driver.
pub struct Rig {
    pub context: Context,
    pub driver: Rc<RefCell<Driver>>,
    /// Keeps the draws counted.
    measurement: Option<GLuint>,
}

pub fn description(version: &str, extensions: &[&str]) -> Description {
    let extensions: Vec<_> = extensions.iter().map(|name| (*name).to_owned()).collect();
    Description {
        version: version.to_owned(),
        extension_string: (!version.contains("Core Profile")).then(|| extensions.clone()),
        extensions,
        max_vertex_streams: if version.starts_with("4.") { 4 } else { 1 },
        compatibility_bit: version.contains("Compatibility"),
        ..Description::default()
    }
}

/// Returns a context of OpenGL ES 2.0 with GL_EXT_disjoint_timer_query.
pub fn es2() -> Rig {
    Rig::new(&description("OpenGL ES 2.0 Recording", &[DISJOINT]))
}

/// Returns a context of OpenGL ES 3.2 without timers.
pub fn es32() -> Rig {
    Rig::new(&description("OpenGL ES 3.2 Recording", &[]))
}

pub fn es32_timers() -> Rig {
    Rig::new(&description("OpenGL ES 3.2 Recording", &[DISJOINT]))
}

/// Returns a context of OpenGL ES 2.0 whose driver has only the draft, GL_ANGLE_timer_query.
pub fn es2_angle() -> Rig {
    Rig::new(&description("OpenGL ES 2.0 Recording", &[ANGLE]))
}

pub fn core45() -> Rig {
    Rig::new(&description("4.5 (Core Profile) Recording", &[STATISTICS]))
}

pub fn compatibility45() -> Rig {
    Rig::new(&description("4.5 (Compatibility Profile) Recording", &[STATISTICS]))
}

/// Returns a core context of OpenGL 4.5 without the statistics.
pub fn core45_counted() -> Rig {
    Rig::new(&description("4.5 (Core Profile) Recording", &[]))
}

/// Returns a compatibility context of OpenGL 4.5 without the statistics.
pub fn compatibility45_counted() -> Rig {
    Rig::new(&description("4.5 (Compatibility Profile) Recording", &[]))
}

pub fn core33() -> Rig {
    Rig::new(&description("3.3 (Core Profile) Recording", &[]))
}

/// Returns a context of OpenGL 3.3 without the statistics and without emulation.
pub fn core33_as_it_is() -> Rig {
    Rig::as_it_is(&description("3.3 (Core Profile) Recording", &[]))
}

/// Returns a context of OpenGL ES 2.0 with the draft and without emulation.
pub fn es2_angle_as_it_is() -> Rig {
    Rig::as_it_is(&description("OpenGL ES 2.0 Recording", &[ANGLE]))
}

pub fn gl21() -> Rig {
    Rig::new(&description("2.1 Recording", &[]))
}

/// Returns every kind of context that has timers.
pub fn with_timers() -> [Rig; 6] {
    [es2(), es32_timers(), es2_angle(), core33(), core45(), compatibility45()]
}

impl Rig {
    pub fn new(description: &Description) -> Self {
        Self::sharing(description, ShareGroup::default())
    }

    /// Creates a context in a share group.
    pub fn sharing(description: &Description, share_group: ShareGroup) -> Self {
        Self::over(description, share_group, &Config::default())
    }

    /// Creates a context without emulation.
    pub fn as_it_is(description: &Description) -> Self {
        Self::over(description, ShareGroup::default(), &Config { emulate: Emulate::Never, ..Config::default() })
    }

    /// Creates a context that is lost at a reset.
    pub fn that_can_be_lost(description: &Description) -> Self {
        let capabilities = Capabilities { can_be_lost: true, ..Capabilities::of(description) };
        Self::over_driver(Driver::default(), capabilities, description, ShareGroup::default(), &Config::default())
    }

    /// Creates a context of a driver whose counters have `bits` bits.
    pub fn with_bits(description: &Description, bits: GLint) -> Self {
        let driver = Driver { bits, ..Driver::default() };
        Self::over_driver(driver, Capabilities::of(description), description, ShareGroup::default(), &Config::default())
    }

    fn over(description: &Description, share_group: ShareGroup, config: &Config) -> Self {
        Self::over_driver(Driver::default(), Capabilities::of(description), description, share_group, config)
    }

    fn over_driver(
        driver: Driver,
        capabilities: Capabilities,
        description: &Description,
        share_group: ShareGroup,
        config: &Config,
    ) -> Self {
        let driver = Rc::new(RefCell::new(driver));
        let recording = Recording { driver: Rc::clone(&driver), capabilities };
        let context = Context::over(recording, description.clone(), share_group, config, || None);
        let rig = Self { context, driver, measurement: None };
        rig.commands();
        rig
    }

    /// Creates a context of OpenGL 4.5 on a driver with llvmpipe's quirks: for example, TIME_ELAPSED is derived from timestamps.
    pub fn derived() -> Self {
        let description = description("4.5 (Core Profile) Recording", &[STATISTICS]);
        Self::new(&Description { renderer: "llvmpipe (Recording)".to_owned(), ..description })
    }

    /// Returns a context of OpenGL 4.5 of NVIDIA's driver, which writes results to buffers otherwise.
    pub fn writing_buffers_otherwise() -> Self {
        let description = description("4.5 (Core Profile) Recording", &[STATISTICS]);
        Self::new(&Description { vendor: "NVIDIA Corporation".to_owned(), ..description })
    }

    /// Begins or ends the counting of draws.
    pub fn count(&mut self, draws: bool) {
        if let Some(measurement) = self.measurement.take() {
            self.context.driver.end_measurement(measurement);
            self.context.driver.delete_measurement(measurement);
        }
        if draws {
            self.measurement = Some(self.context.driver.begin_measurement());
        }
        self.commands();
    }

    pub fn driver(&self) -> RefMut<'_, Driver> {
        self.driver.borrow_mut()
    }

    /// Returns the driver's calls since the last call of this.
    pub fn commands(&self) -> Vec<Command> {
        core::mem::take(&mut self.driver().commands)
    }

    /// Returns the driver's calls that change state, since the last call of this or of [`Self::commands`].
    pub fn changes(&self) -> Vec<Command> {
        self.commands().into_iter().filter(|command| !command.is_question()).collect()
    }

    /// Runs a command that must fail or be forwarded, and checks that it changed nothing in the driver. Returns the reason.
    #[track_caller]
    pub fn stop<T: Debug, E: Debug + Into<Stop>>(&mut self, command: impl FnOnce(&mut Self) -> core::result::Result<T, E>) -> Stop {
        self.commands();
        let stop = command(self).expect_err("the command stops").into();
        assert_eq!(self.changes(), [], "a command that stops changes nothing");
        stop
    }

    pub fn generate(&mut self) -> GLuint {
        let mut id = 0;
        query::gen_queries(&mut self.context, 1, Out::to(&mut id)).expect("a name");
        id
    }

    /// Returns an object of `target` that was used once, with `result`.
    pub fn used(&mut self, target: GLenum, result: u64) -> GLuint {
        let id = self.generate();
        if target == TIMESTAMP {
            self.counter(id, target).expect("a new name takes a counter");
        } else {
            self.begin(target, id).expect("a new name takes a query");
            self.end(target).expect("the query is active");
        }
        self.driver().results.insert(id, result);
        self.commands();
        id
    }

    /// Returns an active object of `target`.
    pub fn active(&mut self, target: GLenum) -> GLuint {
        let id = self.generate();
        self.begin(target, id).expect("a new name takes a query");
        self.commands();
        id
    }

    pub fn create(&mut self, target: GLenum) -> Result<GLuint> {
        let mut id = GLuint::from(UNTOUCHED);
        let done = query::create_queries(&mut self.context, target, 1, Out::to(&mut id));
        assert!(done.is_ok() || id == GLuint::from(UNTOUCHED), "an error leaves memory alone");
        Ok(done.map(|()| id)?)
    }

    pub fn delete(&mut self, ids: &[GLuint]) -> Result<()> {
        Ok(query::delete_queries(&mut self.context, ids.len() as GLsizei, In::from(ids))?)
    }

    pub fn is_query(&mut self, id: GLuint) -> Result<bool> {
        Ok(query::is_query(&mut self.context, id)? == TRUE)
    }

    /// Runs the quick way of a command as dispatch does, which must not call the driver, and the driver's command after it if that remains.
    fn quickly(&mut self, quick: impl FnOnce(&mut Context) -> Next, call: impl FnOnce(&mut Recording)) -> Next {
        if !self.context.is_quick {
            return Next::Handle;
        }
        let calls = self.driver().commands.len();
        let next = quick(&mut self.context);
        assert_eq!(self.driver().commands.len(), calls, "a quick way calls no driver");
        if next == Next::Call {
            call(&mut Recording { driver: Rc::clone(&self.driver), capabilities: self.context.capabilities.clone() });
        }
        next
    }

    pub fn begin(&mut self, target: GLenum, id: GLuint) -> Result<()> {
        let quick = |context: &mut Context| quick::begin_query(context, target, id);
        if self.quickly(quick, |driver| driver.begin_query(target, 0, id)) != Next::Handle {
            return Ok(());
        }
        Ok(query::begin_query(&mut self.context, target, id)?)
    }

    pub fn begin_indexed(&mut self, target: GLenum, index: GLuint, id: GLuint) -> Result<()> {
        Ok(query::begin_query_indexed(&mut self.context, target, index, id)?)
    }

    pub fn end(&mut self, target: GLenum) -> Result<()> {
        let quick = |context: &mut Context| quick::end_query(context, target);
        if self.quickly(quick, |driver| driver.end_query(target, 0)) != Next::Handle {
            return Ok(());
        }
        Ok(query::end_query(&mut self.context, target)?)
    }

    pub fn end_indexed(&mut self, target: GLenum, index: GLuint) -> Result<()> {
        Ok(query::end_query_indexed(&mut self.context, target, index)?)
    }

    pub fn counter(&mut self, id: GLuint, target: GLenum) -> Result<()> {
        Ok(query::query_counter(&mut self.context, id, target)?)
    }

    /// Calls `glGetQueryiv`, which must not write to memory after an error.
    #[track_caller]
    pub fn query(&mut self, target: GLenum, pname: GLenum) -> Result<GLint> {
        answered(|out| query::get_query(&mut self.context, target, pname, out))
    }

    #[track_caller]
    pub fn query_indexed(&mut self, target: GLenum, index: GLuint, pname: GLenum) -> Result<GLint> {
        answered(|out| query::get_query_indexed(&mut self.context, target, index, pname, out))
    }

    /// Calls `glGetQueryObject*`, which must not write to memory after an error.
    #[track_caller]
    pub fn object<T: ResultType + From<u8> + PartialEq + Debug>(&mut self, id: GLuint, pname: GLenum) -> Result<T> {
        let mut known = T::from(UNTOUCHED);
        match self.quickly(|context| quick::get_query_object(context, id, pname, Out::to(&mut known)), |_| {}) {
            Next::Handle => assert_eq!(known, T::from(UNTOUCHED), "what the handler is left to write is not written"),
            next => {
                assert_eq!(next, Next::Return);
                return Ok(known);
            }
        }
        answered(|out| query::get_query_object(&mut self.context, id, pname, out))
    }

    #[track_caller]
    pub fn result(&mut self, id: GLuint) -> Result<u64> {
        self.object(id, QUERY_RESULT)
    }

    #[track_caller]
    pub fn available(&mut self, id: GLuint) -> Result<u32> {
        self.object(id, QUERY_RESULT_AVAILABLE)
    }

    /// Calls `glGetQueryObject*` with an offset instead of a pointer.
    pub fn object_at<T: ResultType>(&mut self, id: GLuint, pname: GLenum, offset: isize) -> Result<()> {
        Ok(query::get_query_object::<T>(&mut self.context, id, pname, Out::at(offset))?)
    }

    pub fn buffer_object<T: ResultType>(&mut self, id: GLuint, buffer: GLuint, pname: GLenum, offset: isize) -> Result<()> {
        Ok(buffer::get_query_buffer_object::<T>(&mut self.context, id, buffer, pname, offset)?)
    }

    pub fn bind_query_buffer(&mut self, buffer: GLuint) {
        buffer::bind_buffer(&mut self.context, QUERY_BUFFER, buffer).expect("the context has query buffers");
        self.commands();
    }

    pub fn begin_conditional(&mut self, id: GLuint) -> Result<()> {
        Ok(conditional::begin_conditional_render(&mut self.context, id, QUERY_WAIT)?)
    }

    pub fn end_conditional(&mut self) -> Result<()> {
        Ok(conditional::end_conditional_render(&mut self.context)?)
    }

    pub fn new_list(&mut self) {
        self.driver().list_index = Some(1);
    }

    pub fn end_list(&mut self) {
        self.driver().list_index = Some(0);
    }

    /// Calls `glGet*v`, which must not write to memory after an error.
    #[track_caller]
    pub fn get<T: StateType + From<u8> + PartialEq + Debug>(&mut self, pname: GLenum) -> Result<T> {
        answered(|out| state::get(&mut self.context, pname, out))
    }
}

#[track_caller]
fn answered<T: Copy + From<u8> + PartialEq + Debug>(command: impl FnOnce(Out<T>) -> glmeter::error::Result<()>) -> Result<T> {
    let mut memory = T::from(UNTOUCHED);
    let done = command(Out::to(&mut memory));
    assert!(done.is_ok() || memory == T::from(UNTOUCHED), "a command that stops leaves memory alone, and wrote {memory:?}");
    Ok(done.map(|()| memory)?)
}
