//! A driver as traits: its commands and its capabilities.
//!
//! A [`Driver`] validates nothing: `rules` calls it only as the specifications allow. `source` corrects known driver defects.

pub mod capabilities;
pub mod execution;
pub mod fence;
pub mod host;
pub mod measurement;
pub mod native_perf_query;
#[cfg(not(android_layer))]
pub(crate) mod rasterizer;

pub use capabilities::{Capabilities, Description};
pub use execution::Execution;
pub use measurement::{Measurement, Stages, Submitted};
pub use native_perf_query::NativePerfQueries;

use crate::gl::{self, GLbitfield, GLenum, GLint, GLuint, c_void};
use crate::target::Target;
use core::ffi::CStr;
use fence::Waited;
pub use glmeter_recording::Picture;

#[allow(non_snake_case, clippy::type_complexity, reason = "the fields have the commands' C names and types")]
mod functions {
    use crate::gl::*;
    include!(concat!(env!("OUT_DIR"), "/functions.rs"));
}
pub use functions::Functions;

impl Functions {
    /// Looks every function up with `get_proc_address`. The table is made in its place: threads of the program may have small stacks.
    ///
    /// # Safety
    /// Each address must be null or that of a function with the command's signature.
    pub unsafe fn load(mut get_proc_address: impl FnMut(&CStr) -> *mut c_void) -> Box<Self> {
        let mut addresses = vec![core::ptr::null_mut(); functions::COUNT].into_boxed_slice();
        for (address, name) in addresses.iter_mut().zip(functions::NAMES.split_inclusive(|letter| *letter == 0)) {
            *address = CStr::from_bytes_with_nul(name).map_or(core::ptr::null_mut(), &mut get_proc_address);
        }
        // SAFETY: the struct has that many function pointers in the order of the names. A null address is `None`; any other is of the command's
        // signature, as the caller promises.
        unsafe { Box::from_raw(Box::into_raw(addresses).cast::<Self>()) }
    }

    /// Returns the function of a field, by its offset in the struct, bytes; null if the driver lacks it.
    pub(crate) fn at(&self, offset: usize) -> *mut c_void {
        // SAFETY: a function pointer is as large as an address, and `None` is null.
        let addresses = unsafe { &*core::ptr::from_ref(self).cast::<[*mut c_void; functions::COUNT]>() };
        addresses.get(offset / size_of::<*mut c_void>()).copied().unwrap_or(core::ptr::null_mut())
    }

    /// Returns the same functions with the query commands of ANGLE_timer_query and EXT_disjoint_timer_query set to those of `spelling`.
    /// Both extensions share one name space, so forwarded commands reach the driver in the spelling that it has.
    pub fn with_names_of(&self, spelling: Spelling) -> Box<Self> {
        let mut names = self.copied();
        macro_rules! alike {
            ($($core:ident $ext:ident $angle:ident;)*) => { $(
                let own = match spelling {
                    Spelling::Core => self.$core,
                    Spelling::Ext => self.$ext,
                    Spelling::Angle => self.$angle,
                };
                names.$ext = own;
                names.$angle = own;
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
        if spelling == Spelling::Core {
            names.glGetInteger64vEXT = self.glGetInteger64v;
        }
        if spelling == Spelling::Ext {
            names.glQueryCounterANGLE = self.glQueryCounterEXT;
            names.glGetQueryObjectivANGLE = self.glGetQueryObjectivEXT;
            names.glGetQueryObjecti64vANGLE = self.glGetQueryObjecti64vEXT;
            names.glGetQueryObjectui64vANGLE = self.glGetQueryObjectui64vEXT;
        }
        names
    }

    /// Returns a copy, made in its place.
    fn copied(&self) -> Box<Self> {
        let mut copy = Box::<Self>::new_uninit();
        // SAFETY: both are of this type, which is `Copy`.
        unsafe {
            copy.as_mut_ptr().copy_from_nonoverlapping(self, 1);
            copy.assume_init()
        }
    }
}

/// The spelling of an OpenGL ES driver's query commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `glBeginQuery`, from OpenGL ES 3.0 on.
    Core,
    /// `glBeginQueryEXT`.
    Ext,
    /// `glBeginQueryANGLE`.
    Angle,
}

/// The driver of one context: its groups of commands, and general state.
pub trait Driver: Queries + DisplayLists + SyncObjects + Buffers + Measure + Draws {
    /// `glFlush`.
    fn flush(&mut self);
    /// `glFinish`.
    fn finish(&mut self) {}
    /// Returns true if each time that is marked waits for all work before it, for want of fences.
    fn marks_wait(&self) -> bool {
        false
    }
    /// Returns `GL_LIST_INDEX`: not 0 while a display list is being compiled, always 0 outside compatibility contexts. Between glBegin and
    /// glEnd it returns `None`, and the driver records INVALID_OPERATION.
    fn list_index(&mut self) -> Option<GLint>;
    /// `glGetGraphicsResetStatus`; `None` in a context without it.
    fn graphics_reset_status(&mut self) -> Option<GLenum> {
        None
    }
    /// Returns true if a Get succeeds. Otherwise the context is lost, and the driver has recorded `GL_CONTEXT_LOST`.
    fn answers(&mut self) -> bool {
        true
    }
    /// Returns true if the context is lost. Records no error and stores one that the application has not read ([`Self::held_error`]).
    fn is_lost(&mut self) -> bool {
        false
    }
    /// `glGetInteger64v`, or its closest substitute in the driver.
    fn get_integer64(&mut self, pname: GLenum) -> i64;
    /// `glGetIntegerv`, into memory for as many values as the name has. Returns false if the driver cannot be asked.
    fn get_integers(&mut self, _pname: GLenum, _values: &mut [GLint]) -> bool {
        false
    }
    /// Takes the application's error that glmeter read from the driver before a command that may fail.
    fn held_error(&mut self) -> Option<GLenum> {
        None
    }
    /// `glGetError`.
    fn get_error(&mut self) -> GLenum {
        gl::NO_ERROR
    }
    /// Returns the command that generated the error that [`Self::get_error`] returned last, and the rule that it broke; `None` if the driver does not
    /// say.
    fn raised_error(&mut self, _code: GLenum) -> Option<[&'static str; 2]> {
        None
    }
    /// Completes the commands that the driver lets wait, if it does.
    fn complete_all(&mut self) {}
    /// Returns the picture of the default framebuffer's back buffer, of a surface of a size or, without one, to the upper right corner of the
    /// viewport. Leaves all state as it was. Returns `None` if it cannot be read: while a display list is being compiled, for example.
    fn picture(&mut self, _size: Option<[GLint; 2]>, _description: &Description) -> Option<Picture> {
        None
    }
    /// `glIsEnabled`.
    fn is_enabled(&mut self, _capability: GLenum) -> bool {
        false
    }
    /// `glGetIntegeri_v`; 0 if the driver lacks it.
    fn get_integer_indexed(&mut self, _pname: GLenum, _index: GLuint) -> i64 {
        0
    }
    /// Makes the driver record `error`, so that its `glGetError` and its debug output report it. Returns false if the driver does not record it.
    fn raise(&mut self, error: GLenum) -> bool;
}

/// Query objects and conditional rendering of a context.
pub trait Queries {
    /// Returns the capabilities according to the context's version and extension strings.
    fn capabilities(&self) -> &Capabilities;
    /// Returns the source of a target's values, for `glmeter info`: "native", "absent", or their derivation.
    fn source(&self, target: Target) -> &'static str {
        if self.capabilities().targets.contains(target) { "native" } else { "absent" }
    }
    /// Returns true if a target's values do not come from the driver's own queries of it.
    fn emulates(&self, _target: Target) -> bool {
        false
    }
    /// Returns how the values of a target are known to differ from the specification's, for `glmeter info`; `None` if they are not.
    fn difference(&self, _target: Target) -> Option<&'static str> {
        None
    }
    /// Stops emulating an object, which a display list that is being compiled will use.
    fn leave_to_driver(&mut self, _id: GLuint) {}
    /// Returns true if the driver's own object `id` has the results as a query of this target, so that the driver can write them to a
    /// buffer. With an `id` of 0, returns true if that would hold for a new object.
    fn driver_has_result(&self, _id: GLuint, _target: Target) -> bool {
        true
    }
    /// Returns true if the driver writes results to buffers otherwise than the specification demands: a value too large for 32 bits is cut off, offsets
    /// that are no multiple of the size are refused, and a result beyond the end of the buffer generates another error.
    fn writes_buffers_otherwise(&self) -> bool {
        false
    }
    /// `glIsQuery`; true if the driver cannot say.
    fn is_query(&self, _id: GLuint) -> bool {
        true
    }
    /// Stops using the driver's TIME_ELAPSED, after it returned more than the time that had passed.
    fn distrust_elapsed(&mut self) {}
    /// `glGenQueries`: fills `ids`.
    fn gen_queries(&mut self, ids: &mut [GLuint]);
    /// Returns a query name for glmeter's own use, which the application never sees; 0 on failure.
    fn own_query(&mut self) -> GLuint;
    /// `glCreateQueries`: fills `ids`.
    fn create_queries(&mut self, target: GLenum, ids: &mut [GLuint]);
    /// `glDeleteQueries`.
    fn delete_queries(&mut self, ids: &[GLuint]);
    /// `glBeginQuery`, or `glBeginQueryIndexed` where `index` is not 0.
    fn begin_query(&mut self, target: GLenum, index: GLuint, id: GLuint);
    /// Calls `glBeginQuery` with an object of another type, which the driver may reject with an error. Returns true if the driver began
    /// the query; otherwise nothing changed.
    fn begin_query_as_another_type(&mut self, target: GLenum, index: GLuint, id: GLuint) -> bool {
        self.begin_query(target, index, id);
        self.current_query(target, index) == id
    }
    /// `glEndQuery`, or `glEndQueryIndexed` where `index` is not 0.
    fn end_query(&mut self, target: GLenum, index: GLuint);
    /// Does all of [`Self::begin_query`] but the driver's `glBeginQuery`, if nothing else is to be called for a query of this target and slot of active
    /// queries. Otherwise returns false and changes nothing. Never calls the driver.
    fn begin_directly(&mut self, _target: Target, _slot: usize, _id: GLuint) -> bool {
        false
    }
    /// Does all of [`Self::end_query`] but the driver's `glEndQuery`, as [`Self::begin_directly`] does.
    fn end_directly(&mut self, _slot: usize) -> bool {
        false
    }
    /// `glQueryCounter`.
    fn query_counter(&mut self, id: GLuint, target: GLenum);
    /// `GL_CURRENT_QUERY` of a target and index.
    fn current_query(&mut self, target: GLenum, index: GLuint) -> GLuint;
    /// `GL_QUERY_COUNTER_BITS` of a target.
    fn query_counter_bits(&mut self, target: GLenum) -> GLint;
    /// Returns true if the driver really counts a target that its version or extensions offer.
    fn has_counter(&mut self, target: Target) -> bool {
        self.query_counter_bits(target.token()) > 0
    }
    /// `GL_QUERY_RESULT_AVAILABLE`, which never waits.
    fn result_available(&mut self, id: GLuint) -> bool;
    /// `GL_QUERY_RESULT` in the widest type that the driver has; waits for the result.
    fn result(&mut self, id: GLuint) -> u64;
    /// Returns the uncertainty of a result that glmeter measured itself, nanoseconds. Returns `None` for other results, and before the
    /// result is available.
    fn uncertainty(&self, _id: GLuint) -> Option<u64> {
        None
    }
    /// `glBeginConditionalRender`.
    fn begin_conditional_render(&mut self, id: GLuint, mode: GLenum);
    /// `glEndConditionalRender`.
    fn end_conditional_render(&mut self);
    /// Returns true while conditional rendering is active that the driver does not know of.
    fn has_hidden_condition(&self) -> bool {
        false
    }
}

/// Display lists of a compatibility context.
pub trait DisplayLists {
    /// `glIsList`.
    fn is_list(&mut self, _list: GLuint) -> bool {
        false
    }
    /// `glNewList`.
    fn new_list(&mut self, _list: GLuint, _mode: GLenum) {}
    /// `glEndList`.
    fn end_list(&mut self) {}
    /// `glCallList`.
    fn call_list(&mut self, _list: GLuint) {}
    /// `glCallLists` of one list, by its offset from `GL_LIST_BASE`.
    fn call_list_from_base(&mut self, _offset: GLuint) {}
    /// `glDeleteLists` of one list.
    fn delete_list(&mut self, _list: GLuint) {}
}

/// Sync objects for which only their own context waits.
pub trait SyncObjects {
    /// Returns true if the context has sync objects.
    fn has_fences(&self) -> bool {
        false
    }
    /// `glFenceSync`: inserts a fence after all commands issued so far. Returns `None` if that fails.
    fn insert_fence(&mut self) -> Option<usize> {
        None
    }
    /// `glClientWaitSync`: waits for at most `nanoseconds`.
    fn await_fence(&mut self, _fence: usize, _nanoseconds: u64) -> Waited {
        Waited::Failed
    }
    /// `glDeleteSync`.
    fn delete_fence(&mut self, _fence: usize) {}
}

/// The mapping of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The buffer.
    pub buffer: GLuint,
    /// The address of the memory.
    pub pointer: usize,
    /// Its length, bytes.
    pub length: u64,
    /// The bits of glMapBufferRange.
    pub flags: GLbitfield,
}

/// Buffers that receive results or contain draw parameters, and those that the application maps.
pub trait Buffers {
    /// `glBindBuffer(GL_QUERY_BUFFER, buffer)`.
    fn bind_query_buffer(&mut self, buffer: GLuint);
    /// `glDeleteBuffers`.
    fn delete_buffers(&mut self, buffers: &[GLuint]);
    /// Returns the buffer bound to `GL_QUERY_BUFFER`; 0 for none or in a context without that target.
    fn query_buffer(&mut self) -> GLuint;
    /// `GL_BUFFER_SIZE` of `buffer`, or of the bound query buffer if it is 0, in bytes; negative if there is no such buffer.
    fn buffer_size(&mut self, buffer: GLuint) -> i64;
    /// Writes bytes to `buffer`, or to the bound query buffer if it is 0, in order with earlier commands.
    fn write_buffer(&mut self, buffer: GLuint, offset: isize, bytes: &[u8]);
    /// Returns the mapping of `buffer`, or of the one bound to `target` if it is 0.
    fn mapping(&mut self, _target: GLenum, _buffer: GLuint) -> Option<Mapping> {
        None
    }
    /// Reads bytes from `offset` on from the buffer bound to `target`, after all earlier commands have written it. Returns false if it
    /// cannot be read; then nothing changes, not even the driver's error state.
    fn read_buffer(&mut self, _target: GLenum, _offset: u64, _bytes: &mut [u8]) -> bool {
        false
    }
}

/// Measurements: all counts and times of the work between two points.
pub trait Measure {
    /// Begins a measurement, independent of the application's own queries; any number may run at once. Returns its name, 0 if no further
    /// one fits. No caller may begin, end or delete a running measurement while a display list is being compiled, which would record the
    /// driver's query commands.
    fn begin_measurement(&mut self) -> GLuint {
        0
    }
    /// Ends a measurement.
    fn end_measurement(&mut self, _measurement: GLuint) {}
    /// Returns true if an ended measurement's values are available. Never waits or flushes.
    fn measurement_available(&mut self, _measurement: GLuint) -> bool {
        true
    }
    /// Waits for an ended measurement's values and returns them, the same at each call.
    fn measurement(&mut self, _measurement: GLuint) -> Measurement {
        Measurement::default()
    }
    /// Deletes a measurement, running or ended. Never waits.
    fn delete_measurement(&mut self, _measurement: GLuint) {}
    /// Returns the driver's own performance queries, if it implements the extension.
    fn native_perf_queries(&mut self) -> Option<&mut dyn NativePerfQueries> {
        None
    }
}

/// A vertex array in the application's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientArray {
    /// The size of an element, bytes.
    pub size: u64,
    /// The number of instances for each element; 0 if each vertex has its own.
    pub divisor: GLuint,
}

/// Draws and dispatches: the totals that they add to, and the current program's properties.
pub trait Draws {
    /// Returns the arrays that the next draw reads from the application's memory.
    fn client_arrays(&mut self) -> Vec<ClientArray> {
        Vec::new()
    }
    /// Returns the totals to which draws are added; `None` while no query counts them.
    fn submitted(&mut self) -> Option<&mut Submitted> {
        None
    }
    /// Returns true if glmeter counts draws for queries in this context, so that it must track display lists.
    fn may_count_draws(&self) -> bool {
        false
    }
    /// Returns the stages that the next draw runs, as far as active queries need them.
    fn stages(&mut self) -> Stages {
        Stages::default()
    }
    /// Returns the number of geometry shader invocations for each primitive in the current program; `None` without such a shader.
    fn geometry_shader(&mut self) -> Option<u32> {
        None
    }
    /// Returns true if the current program has a tessellation control shader.
    fn tess_control_shader(&mut self) -> bool {
        false
    }
    /// `GL_COMPUTE_WORK_GROUP_SIZE` of the program that a dispatch would run; `None` if unknown. Without such a program the driver may
    /// record INVALID_OPERATION, as it does for the dispatch.
    fn work_group_size(&mut self) -> Option<[u32; 3]> {
        None
    }
}

/// Reads results with `read` while no buffer is bound to `GL_QUERY_BUFFER`, to which the driver would write them.
#[inline]
pub(crate) fn unbound<T>(driver: &mut dyn Driver, bound: GLuint, read: impl FnOnce(&mut dyn Driver) -> T) -> T {
    if bound == 0 {
        return read(driver);
    }
    driver.bind_query_buffer(0);
    let answer = read(driver);
    driver.bind_query_buffer(bound);
    answer
}
