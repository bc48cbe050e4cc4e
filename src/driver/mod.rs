//! A driver, seen as the query commands it answers and what it can and cannot do.
//!
//! The contract: a [`Driver`] validates nothing. The `rules` call it only with what the specifications
//! allow; `source` corrects what it does wrong all the same.

pub mod capabilities;
pub mod fence;
pub mod host;
pub mod measurement;
pub mod native_perf_query;

pub use capabilities::Capabilities;
pub use measurement::{Measurement, Stages, Submitted};
pub use native_perf_query::NativePerfQueries;

use crate::error::Error;
use crate::gl::{GLenum, GLint, GLuint};
use crate::target::Target;
use fence::Waited;

#[allow(non_snake_case, reason = "the fields have the commands' C names")]
mod functions {
    use crate::gl::*;
    include!(concat!(env!("OUT_DIR"), "/functions.rs"));
}
pub use functions::{ABSENT_FROM_REGISTRY, Functions};

impl Functions {
    /// Returns the same functions, with the query commands under the names of ANGLE_timer_query and EXT_disjoint_timer_query alike: they
    /// share one name space, so what is left to the driver reaches it by the names that it has.
    pub fn with_names_of(mut self, spelling: Spelling) -> Self {
        macro_rules! alike {
            ($($core:ident $ext:ident $angle:ident;)*) => { $(
                let own = match spelling {
                    Spelling::Core => self.$core,
                    Spelling::Ext => self.$ext,
                    Spelling::Angle => self.$angle,
                };
                self.$ext = own;
                self.$angle = own;
            )* };
        }
        alike! {
            glGenQueries glGenQueriesEXT glGenQueriesANGLE;
            glDeleteQueries glDeleteQueriesEXT glDeleteQueriesANGLE;
            glIsQuery glIsQueryEXT glIsQueryANGLE;
            glBeginQuery glBeginQueryEXT glBeginQueryANGLE;
            glEndQuery glEndQueryEXT glEndQueryANGLE;
            glGetQueryiv glGetQueryivEXT glGetQueryivANGLE;
            glGetQueryObjectuiv glGetQueryObjectuivEXT glGetQueryObjectuivANGLE;
        }
        if spelling == Spelling::Ext {
            self.glQueryCounterANGLE = self.glQueryCounterEXT;
            self.glGetQueryObjectivANGLE = self.glGetQueryObjectivEXT;
            self.glGetQueryObjecti64vANGLE = self.glGetQueryObjecti64vEXT;
            self.glGetQueryObjectui64vANGLE = self.glGetQueryObjectui64vEXT;
        }
        self
    }
}

/// Under which names an OpenGL ES driver has its query commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `glBeginQuery`, from OpenGL ES 3.0 up.
    Core,
    /// `glBeginQueryEXT`.
    Ext,
    /// `glBeginQueryANGLE`.
    Angle,
}

/// The driver of one context: its commands in groups, and the state that any command may ask for.
pub trait Driver: Queries + SyncObjects + Buffers + Measure + Draws {
    /// `glFlush`.
    fn flush(&mut self);
    /// `glFinish`.
    fn finish(&mut self) {}
    /// Returns `GL_LIST_INDEX` of a compatibility context: not 0 while a display list is being compiled. `None` between glBegin and
    /// glEnd, where the driver has then recorded INVALID_OPERATION. In other contexts always 0.
    fn list_index(&mut self) -> Option<GLint>;
    /// `glGetGraphicsResetStatus`; none in a context without it.
    fn graphics_reset_status(&mut self) -> Option<GLenum> {
        None
    }
    /// Returns true if the driver answers a Get. Otherwise the context is lost, and the driver has recorded `GL_CONTEXT_LOST`.
    fn answers(&mut self) -> bool {
        true
    }
    /// Returns true if the context is lost. Records no error, and holds one that the application has not read ([`Self::held_error`]).
    fn is_lost(&mut self) -> bool {
        false
    }
    /// `glGetInteger64v`, or the nearest that the driver has.
    fn get_integer64(&mut self, pname: GLenum) -> i64;
    /// Takes an error of the application's that glmeter read from the driver before a command that may fail.
    fn held_error(&mut self) -> Option<GLenum> {
        None
    }
    /// `glIsEnabled`.
    fn is_enabled(&mut self, _capability: GLenum) -> bool {
        false
    }
    /// `glGetIntegeri_v`; 0 if the driver has no such command.
    fn get_integer_indexed(&mut self, _pname: GLenum, _index: GLuint) -> i64 {
        0
    }
    /// Makes the driver record `error`, so that its `glGetError` and its debug output say so. False if it has no way to.
    fn raise(&mut self, error: Error) -> bool;
}

/// Query objects and conditional rendering of a context.
pub trait Queries {
    /// Returns the capabilities by the context's version and extension strings.
    fn capabilities(&self) -> &Capabilities;
    /// Returns where the values of a target come from, for people: "native", "absent", or what they are made of.
    fn source(&self, target: Target) -> &'static str {
        if self.capabilities().targets.contains(target) { "native" } else { "absent" }
    }
    /// Leaves an object to the driver alone: a display list that is being compiled will use it.
    fn leave_to_driver(&mut self, _id: GLuint) {}
    /// Returns true if the driver's own object of this name has, or would have, its results as a query of this target, so that the
    /// driver can write them to a buffer. A name of 0 asks for any object.
    fn driver_has_result(&self, _id: GLuint, _target: Target) -> bool {
        true
    }
    /// Stops the use of the driver's TIME_ELAPSED, which was longer than the time that went by.
    fn distrust_elapsed(&mut self) {}
    /// `glGenQueries`: fills `ids`.
    fn gen_queries(&mut self, ids: &mut [GLuint]);
    /// Returns a query name for glmeter's own use, which no application comes across; 0 if there is none.
    fn own_query(&mut self) -> GLuint;
    /// `glCreateQueries`: fills `ids`.
    fn create_queries(&mut self, target: GLenum, ids: &mut [GLuint]);
    /// `glDeleteQueries`.
    fn delete_queries(&mut self, ids: &[GLuint]);
    /// `glBeginQuery`, or `glBeginQueryIndexed` where `index` is not 0.
    fn begin_query(&mut self, target: GLenum, index: GLuint, id: GLuint);
    /// Calls `glBeginQuery` with an object of another type, which the driver may refuse by recording an error. Returns true if the
    /// driver began it; otherwise nothing changed.
    fn begin_query_as_another_type(&mut self, target: GLenum, index: GLuint, id: GLuint) -> bool {
        self.begin_query(target, index, id);
        self.current_query(target, index) == id
    }
    /// `glEndQuery`, or `glEndQueryIndexed` where `index` is not 0.
    fn end_query(&mut self, target: GLenum, index: GLuint);
    /// `glQueryCounter`.
    fn query_counter(&mut self, id: GLuint, target: GLenum);
    /// `GL_CURRENT_QUERY` of a target and index.
    fn current_query(&mut self, target: GLenum, index: GLuint) -> GLuint;
    /// `GL_QUERY_COUNTER_BITS` of a target.
    fn query_counter_bits(&mut self, target: GLenum) -> GLint;
    /// Returns true if the driver counts a target that its version or extensions bring.
    fn has_counter(&mut self, target: Target) -> bool {
        self.query_counter_bits(target.token()) > 0
    }
    /// `GL_QUERY_RESULT_AVAILABLE`, which never waits.
    fn result_available(&mut self, id: GLuint) -> bool;
    /// `GL_QUERY_RESULT`, which waits, in the widest form that the driver has.
    fn result(&mut self, id: GLuint) -> u64;
    /// Returns how far the result of a query that glmeter timed itself can be from the truth, nanoseconds; none for others, and before
    /// the result is there.
    fn uncertainty(&self, _id: GLuint) -> Option<u64> {
        None
    }
    /// `glBeginConditionalRender`.
    fn begin_conditional_render(&mut self, id: GLuint, mode: GLenum);
    /// `glEndConditionalRender`.
    fn end_conditional_render(&mut self);
    /// Returns true while a conditional rendering is active of which the driver does not know.
    fn has_hidden_condition(&self) -> bool {
        false
    }
}

/// Sync objects of a context, which only the context waits for.
pub trait SyncObjects {
    /// Returns true if the context has fences that it can wait for.
    fn has_fences(&self) -> bool {
        false
    }
    /// `glFenceSync`: a fence behind all commands given so far, which only this context waits for; none if there are no such fences.
    fn insert_fence(&mut self) -> Option<usize> {
        None
    }
    /// `glClientWaitSync`: waits for at most so many nanoseconds.
    fn await_fence(&mut self, _fence: usize, _nanoseconds: u64) -> Waited {
        Waited::Failed
    }
    /// `glDeleteSync`.
    fn delete_fence(&mut self, _fence: usize) {}
}

/// Buffers that results are written to and draw parameters are read from.
pub trait Buffers {
    /// `glBindBuffer(GL_QUERY_BUFFER, buffer)`.
    fn bind_query_buffer(&mut self, buffer: GLuint);
    /// `glDeleteBuffers`.
    fn delete_buffers(&mut self, buffers: &[GLuint]);
    /// Returns the buffer bound to `GL_QUERY_BUFFER`; 0 for none, and in a context without that target.
    fn query_buffer(&mut self) -> GLuint;
    /// `GL_BUFFER_SIZE` of the bound query buffer, or of `buffer` if it is not 0; bytes, negative if there is no such buffer.
    fn buffer_size(&mut self, buffer: GLuint) -> i64;
    /// Writes bytes to the bound query buffer, or to `buffer` if it is not 0, in order with earlier commands.
    fn write_buffer(&mut self, buffer: GLuint, offset: isize, bytes: &[u8]);
    /// Reads from the buffer that is bound to `target`, bytes from `offset` on, after the work given so far has written it.
    /// False if it cannot be read there; nothing then changes, the driver's error state included.
    fn read_buffer(&mut self, _target: GLenum, _offset: u64, _bytes: &mut [u8]) -> bool {
        false
    }
}

/// Measurements: everything that can be told of the work between two points.
pub trait Measure {
    /// Begins a measurement of the work from here on, which neither uses nor disturbs the application's own queries; any
    /// number may run at once. Returns its name, 0 if there is no room for another. None is begun or ended, nor deleted while it
    /// runs, while a display list is being compiled: the list would take the driver's query commands.
    fn begin_measurement(&mut self) -> GLuint {
        0
    }
    /// Ends a measurement: work given later is not in it.
    fn end_measurement(&mut self, _measurement: GLuint) {}
    /// Returns true if an ended measurement's values are there; never waits and never flushes.
    fn measurement_available(&mut self, _measurement: GLuint) -> bool {
        true
    }
    /// Returns an ended measurement's values; waits for them, and gives the same again when it is asked again.
    fn measurement(&mut self, _measurement: GLuint) -> Measurement {
        Measurement::default()
    }
    /// Forgets a measurement, running or ended; never waits.
    fn delete_measurement(&mut self, _measurement: GLuint) {}
    /// Returns the driver's own performance queries, where the extension's offer is native.
    fn native_perf_queries(&mut self) -> Option<&mut dyn NativePerfQueries> {
        None
    }
}

/// What the driver and its current program make of draws and dispatches.
pub trait Draws {
    /// Returns the totals to which draws are added, while a count is under way.
    fn submitted(&mut self) -> Option<&mut Submitted> {
        None
    }
    /// Returns true if glmeter counts the draws whenever the totals are needed, so that display lists must be known.
    fn may_count_draws(&self) -> bool {
        false
    }
    /// Returns the stages that the draw which follows runs, as far as an active count needs them.
    fn stages(&mut self) -> Stages {
        Stages::default()
    }
    /// Returns how often the current program's geometry shader is invoked for each primitive; none if it has no such shader.
    fn geometry_shader(&mut self) -> Option<u32> {
        None
    }
    /// Returns true if the current program has a tessellation control shader.
    fn tess_control_shader(&mut self) -> bool {
        false
    }
    /// `GL_COMPUTE_WORK_GROUP_SIZE` of the program that a dispatch would run; none if that is not known. Where there is no
    /// such program the driver may record INVALID_OPERATION, as it does for the dispatch.
    fn work_group_size(&mut self) -> Option<[u32; 3]> {
        None
    }
}

/// Asks the driver for results while no buffer is bound to `GL_QUERY_BUFFER`, where it would write them.
#[inline]
pub(crate) fn unbound<T>(driver: &mut dyn Driver, bound: GLuint, ask: impl FnOnce(&mut dyn Driver) -> T) -> T {
    if bound == 0 {
        return ask(driver);
    }
    driver.bind_query_buffer(0);
    let answer = ask(driver);
    driver.bind_query_buffer(bound);
    answer
}
