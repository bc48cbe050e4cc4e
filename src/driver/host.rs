//! The driver that the program has: its query commands under whichever names the context's version and extensions give it.

use super::capabilities::{Api, Capabilities, Description, Offer, read_version};
use super::fence::Waited;
use super::{Driver, Functions, NativePerfQueries, Spelling};
use super::{host_lost, host_program};
use crate::error::Error;
use crate::gl::{self, GLenum, GLint, GLuint, c_void};
use crate::target::Target;
use core::ffi::CStr;

type GenQueries = unsafe extern "system" fn(i32, *mut GLuint);
type DeleteQueries = unsafe extern "system" fn(i32, *const GLuint);
type BeginQuery = unsafe extern "system" fn(GLenum, GLuint);
type EndQuery = unsafe extern "system" fn(GLenum);
type QueryCounter = unsafe extern "system" fn(GLuint, GLenum);
type GetQueryiv = unsafe extern "system" fn(GLenum, GLenum, *mut GLint);
type GetQueryObjectuiv = unsafe extern "system" fn(GLuint, GLenum, *mut GLuint);
type GetQueryObjectui64v = unsafe extern "system" fn(GLuint, GLenum, *mut u64);
type GetInteger64v = unsafe extern "system" fn(GLenum, *mut i64);
type FenceSync = unsafe extern "system" fn(GLenum, u32) -> *const c_void;
type ClientWaitSync = unsafe extern "system" fn(*const c_void, u32, u64) -> GLenum;
type DeleteSync = unsafe extern "system" fn(*const c_void);

/// A context of the host driver. It may only be used while that context is current.
pub struct Host {
    pub(super) functions: &'static Functions,
    pub(super) capabilities: Capabilities,
    gen_queries: Option<GenQueries>,
    delete_queries: Option<DeleteQueries>,
    begin_query: Option<BeginQuery>,
    end_query: Option<EndQuery>,
    query_counter: Option<QueryCounter>,
    get_queryiv: Option<GetQueryiv>,
    get_query_objectuiv: Option<GetQueryObjectuiv>,
    get_query_objectui64v: Option<GetQueryObjectui64v>,
    get_integer64v: Option<GetInteger64v>,
    fence_sync: Option<(FenceSync, ClientWaitSync, DeleteSync)>,
    graphics_reset_status: Option<host_lost::GetGraphicsResetStatus>,
    /// A query of our own for the time, where the driver gives it no other way; 0 until it is needed.
    clock: GLuint,
    /// How many names were made for glmeter's own use.
    own_queries: u32,
    /// See [`Driver::held_error`].
    pub(super) held_error: Option<GLenum>,
    /// The last name that was given out, where the driver has no query objects and so no names.
    last_name: GLuint,
}

/// Calls a function of the driver's with arguments of our own; nothing happens if the driver has none.
macro_rules! call {
    ($function:expr $(, $argument:expr)*) => {
        // SAFETY: the context is current, as the caller of `describe` and `Host::new` promised, and the arguments are values or live memory of ours of the size that the command reads or writes.
        $function.map(|function| unsafe { function($($argument),*) })
    };
}

pub(super) use call;

fn text(functions: &Functions, name: GLenum) -> Option<String> {
    let pointer = call!(functions.glGetString, name)?;
    // SAFETY: a string that the driver keeps, or NULL.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer.cast()) }.to_string_lossy().into_owned())
}

/// Describes the current context. Generates no GL error.
///
/// # Safety
/// A context of the driver behind `functions` must be current on this thread.
pub unsafe fn describe(functions: &Functions) -> Description {
    let integer = |pname: GLenum| {
        let mut value: GLint = 0;
        call!(functions.glGetIntegerv, pname, &mut value);
        value
    };
    let version = text(functions, gl::VERSION).unwrap_or_default();
    let (api, number) = read_version(&version);
    let indexed = api != Api::EmbeddedCommon && number >= (3, 0);
    let listed: Vec<String> = if indexed {
        let one = |index| {
            let pointer = call!(functions.glGetStringi, gl::EXTENSIONS, index)?;
            // SAFETY: a string that the driver keeps, or NULL.
            (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer.cast()) }.to_string_lossy().into_owned())
        };
        (0..integer(gl::NUM_EXTENSIONS).max(0) as GLuint).filter_map(one).collect()
    } else {
        Vec::new()
    };
    let compatibility_bit =
        api == Api::Desktop && number >= (3, 2) && integer(gl::CONTEXT_PROFILE_MASK) & gl::CONTEXT_COMPATIBILITY_PROFILE_BIT != 0;
    // Core profiles have no whole string, and asking for it would be an error.
    let has_string =
        api != Api::Desktop || number < (3, 1) || compatibility_bit || listed.iter().any(|name| name == "GL_ARB_compatibility");
    let extension_string: Option<Vec<String>> =
        has_string.then(|| text(functions, gl::EXTENSIONS).unwrap_or_default().split_ascii_whitespace().map(str::to_string).collect());
    let extensions = if indexed { listed } else { extension_string.clone().unwrap_or_default() };
    let has = |name: &str| extensions.iter().any(|extension| extension == name);
    // Mesa knows CONTEXT_FLAGS only from OpenGL ES 3.2 up, also where KHR_no_error brings it.
    let flags = (api == Api::Desktop && number >= (3, 0)) || (api == Api::Embedded && number >= (3, 2));
    let streams = api == Api::Desktop && (number >= (4, 0) || has("GL_ARB_transform_feedback3"));
    Description {
        compatibility_bit,
        no_error_bit: flags && integer(gl::CONTEXT_FLAGS) & gl::CONTEXT_FLAG_NO_ERROR_BIT != 0,
        max_vertex_streams: if streams { integer(gl::MAX_VERTEX_STREAMS).max(1) as u32 } else { 1 },
        vendor: text(functions, gl::VENDOR).unwrap_or_default(),
        renderer: text(functions, gl::RENDERER).unwrap_or_default(),
        version,
        extensions,
        extension_string,
    }
}

impl Host {
    /// Calls what may be an error, which the application must not see; one of its own is held. True if it was none.
    pub(crate) fn probe(&mut self, calls: impl FnOnce(&mut Self)) -> bool {
        let before = call!(self.functions.glGetError).unwrap_or(gl::NO_ERROR);
        if before != gl::NO_ERROR {
            self.held_error.get_or_insert(before);
        }
        calls(self);
        call!(self.functions.glGetError) == Some(gl::NO_ERROR)
    }

    /// Returns the current context of the driver behind `functions`.
    ///
    /// # Safety
    /// The context must be current on the calling thread now and whenever the value is used: commands without one may do anything.
    pub unsafe fn new(functions: &'static Functions, description: &Description) -> Self {
        let capabilities = Capabilities::of(description);
        let has = |name: &str| description.extensions.iter().any(|extension| extension == name);
        let f = functions;
        let (api, version) = (capabilities.api, capabilities.version);
        let core = (api == Api::Desktop && version >= (1, 5)) || (api == Api::Embedded && version >= (3, 0));
        let timer64 = capabilities.arb_timer_query == Offer::Native;
        let embedded = capabilities.ext_disjoint_timer_query == Offer::Native;
        let angle = api == Api::Embedded && !embedded && capabilities.angle_timer_query == Offer::Native;
        // The spelling that the context has, of a command that every generation of the extensions brought anew.
        macro_rules! spelled {
            ($core:ident, $ext:ident, $angle:ident, $arb:ident) => {
                match () {
                    // A pointer of that name may be there all the same, and lead nowhere.
                    () if !capabilities.driver_queries => None,
                    () if core => f.$core,
                    () if api == Api::Desktop => f.$arb,
                    () if angle => f.$angle,
                    () => f.$ext,
                }
            };
        }
        let sync = match () {
            () if (api == Api::Desktop && (version >= (3, 2) || has("GL_ARB_sync"))) || (api == Api::Embedded && version >= (3, 0)) => {
                (f.glFenceSync, f.glClientWaitSync, f.glDeleteSync)
            }
            () if has("GL_APPLE_sync") => (f.glFenceSyncAPPLE, f.glClientWaitSyncAPPLE, f.glDeleteSyncAPPLE),
            () => (None, None, None),
        };
        Self {
            gen_queries: spelled!(glGenQueries, glGenQueriesEXT, glGenQueriesANGLE, glGenQueriesARB),
            delete_queries: spelled!(glDeleteQueries, glDeleteQueriesEXT, glDeleteQueriesANGLE, glDeleteQueriesARB),
            begin_query: spelled!(glBeginQuery, glBeginQueryEXT, glBeginQueryANGLE, glBeginQueryARB),
            end_query: spelled!(glEndQuery, glEndQueryEXT, glEndQueryANGLE, glEndQueryARB),
            get_queryiv: spelled!(glGetQueryiv, glGetQueryivEXT, glGetQueryivANGLE, glGetQueryivARB),
            get_query_objectuiv: spelled!(glGetQueryObjectuiv, glGetQueryObjectuivEXT, glGetQueryObjectuivANGLE, glGetQueryObjectuivARB),
            get_query_objectui64v: match () {
                () if timer64 => f.glGetQueryObjectui64v,
                () if angle => f.glGetQueryObjectui64vANGLE,
                () if embedded || (api == Api::Desktop && has("GL_EXT_timer_query")) => f.glGetQueryObjectui64vEXT,
                () => None,
            },
            query_counter: match () {
                () if timer64 => f.glQueryCounter,
                () if angle => f.glQueryCounterANGLE,
                () if embedded => f.glQueryCounterEXT,
                () => None,
            },
            get_integer64v: match () {
                () if (api == Api::Desktop && (version >= (3, 2) || has("GL_ARB_sync") || timer64))
                    || (api == Api::Embedded && version >= (3, 0)) =>
                {
                    f.glGetInteger64v
                }
                () if embedded => f.glGetInteger64vEXT,
                () => None,
            },
            fence_sync: match sync {
                (Some(insert), Some(wait), Some(delete)) => Some((insert, wait, delete)),
                _ => None,
            },
            graphics_reset_status: host_lost::reset_status_command(f, (api, version), has),
            clock: 0,
            own_queries: 0,
            held_error: None,
            last_name: 0,
            functions,
            capabilities,
        }
    }

    /// Returns under which names the driver has its query commands, if it has any.
    pub fn spelling(&self) -> Option<Spelling> {
        let capabilities = &self.capabilities;
        match () {
            () if !capabilities.driver_queries || capabilities.api != Api::Embedded => None,
            () if capabilities.version >= (3, 0) => Some(Spelling::Core),
            () if capabilities.angle_timer_query == Offer::Native && capabilities.ext_disjoint_timer_query == Offer::Absent => {
                Some(Spelling::Angle)
            }
            () => Some(Spelling::Ext),
        }
    }

    /// Returns the GL time by a query: Mesa refuses `GL_TIMESTAMP` to the Gets of an OpenGL ES 2.0 context.
    fn timestamp_by_query(&mut self) -> i64 {
        if self.clock == 0 {
            self.clock = self.own_query();
        }
        self.query_counter(self.clock, gl::TIMESTAMP);
        i64::try_from(self.result(self.clock)).unwrap_or(i64::MAX)
    }

    pub(super) fn integer(&self, pname: GLenum) -> GLint {
        let mut value: GLint = 0;
        call!(self.functions.glGetIntegerv, pname, &mut value);
        value
    }
}

impl Driver for Host {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn gen_queries(&mut self, ids: &mut [GLuint]) {
        if !self.capabilities.driver_queries {
            for id in ids {
                self.last_name += 1;
                *id = self.last_name;
            }
            return;
        }
        call!(self.gen_queries, ids.len() as i32, ids.as_mut_ptr());
    }

    fn own_query(&mut self) -> GLuint {
        self.own_queries += 1;
        // A compatibility context's application may use names that it never generated, small ones: ours must not be among them.
        if self.capabilities.compatibility {
            return GLuint::MAX - self.own_queries;
        }
        let mut id = [0];
        self.gen_queries(&mut id);
        let [id] = id;
        id
    }

    fn create_queries(&mut self, target: GLenum, ids: &mut [GLuint]) {
        call!(self.functions.glCreateQueries, target, ids.len() as i32, ids.as_mut_ptr());
    }

    fn delete_queries(&mut self, ids: &[GLuint]) {
        call!(self.delete_queries, ids.len() as i32, ids.as_ptr());
    }

    fn begin_query(&mut self, target: GLenum, index: GLuint, id: GLuint) {
        if index == 0 {
            call!(self.begin_query, target, id);
        } else {
            call!(self.functions.glBeginQueryIndexed, target, index, id);
        }
    }

    fn end_query(&mut self, target: GLenum, index: GLuint) {
        if index == 0 {
            call!(self.end_query, target);
        } else {
            call!(self.functions.glEndQueryIndexed, target, index);
        }
    }

    fn query_counter(&mut self, id: GLuint, target: GLenum) {
        call!(self.query_counter, id, target);
    }

    fn current_query(&mut self, target: GLenum, index: GLuint) -> GLuint {
        let mut id: GLint = 0;
        if index == 0 {
            call!(self.get_queryiv, target, gl::CURRENT_QUERY, &mut id);
        } else {
            call!(self.functions.glGetQueryIndexediv, target, index, gl::CURRENT_QUERY, &mut id);
        }
        id as GLuint
    }

    fn query_counter_bits(&mut self, target: GLenum) -> GLint {
        let mut bits: GLint = 0;
        call!(self.get_queryiv, target, gl::QUERY_COUNTER_BITS, &mut bits);
        bits
    }

    /// Asks for the bits. A driver may lack the target although its version has it: Mesa says so by an error, and writes the bits.
    fn has_counter(&mut self, target: Target) -> bool {
        let mut bits = 0;
        self.probe(|host| bits = host.query_counter_bits(target.token())) && bits > 0
    }

    fn result_available(&mut self, id: GLuint) -> bool {
        let mut available: GLuint = 0;
        call!(self.get_query_objectuiv, id, gl::QUERY_RESULT_AVAILABLE, &mut available);
        available != 0
    }

    fn result(&mut self, id: GLuint) -> u64 {
        let mut wide: u64 = 0;
        if call!(self.get_query_objectui64v, id, gl::QUERY_RESULT, &mut wide).is_some() {
            return wide;
        }
        let mut narrow: GLuint = 0;
        call!(self.get_query_objectuiv, id, gl::QUERY_RESULT, &mut narrow);
        u64::from(narrow)
    }

    fn flush(&mut self) {
        call!(self.functions.glFlush);
    }

    fn finish(&mut self) {
        call!(self.functions.glFinish);
    }

    fn has_fences(&self) -> bool {
        self.fence_sync.is_some()
    }

    fn insert_fence(&mut self) -> Option<usize> {
        let (insert, ..) = self.fence_sync?;
        let fence = call!(Some(insert), gl::SYNC_GPU_COMMANDS_COMPLETE, 0)?;
        (!fence.is_null()).then_some(fence as usize)
    }

    fn await_fence(&mut self, fence: usize, nanoseconds: u64) -> Waited {
        let Some((_, wait, _)) = self.fence_sync else { return Waited::Failed };
        match call!(Some(wait), fence as *const c_void, 0, nanoseconds) {
            Some(gl::ALREADY_SIGNALED | gl::CONDITION_SATISFIED) => Waited::Done,
            Some(gl::TIMEOUT_EXPIRED) => Waited::NotYet,
            _ => Waited::Failed,
        }
    }

    fn delete_fence(&mut self, fence: usize) {
        if let Some((.., delete)) = self.fence_sync {
            call!(Some(delete), fence as *const c_void);
        }
    }

    fn bind_query_buffer(&mut self, buffer: GLuint) {
        call!(self.functions.glBindBuffer, gl::QUERY_BUFFER, buffer);
    }

    fn delete_buffers(&mut self, buffers: &[GLuint]) {
        call!(self.functions.glDeleteBuffers, buffers.len() as i32, buffers.as_ptr());
    }

    fn query_buffer(&mut self) -> GLuint {
        if self.capabilities.query_buffer { self.integer(gl::QUERY_BUFFER_BINDING) as GLuint } else { 0 }
    }

    fn buffer_size(&mut self, buffer: GLuint) -> i64 {
        let mut size: GLint = -1;
        if buffer == 0 {
            call!(self.functions.glGetBufferParameteriv, gl::QUERY_BUFFER, gl::BUFFER_SIZE, &mut size);
        } else {
            call!(self.functions.glGetNamedBufferParameteriv, buffer, gl::BUFFER_SIZE, &mut size);
        }
        i64::from(size)
    }

    fn write_buffer(&mut self, buffer: GLuint, offset: isize, bytes: &[u8]) {
        let (size, data) = (bytes.len() as isize, bytes.as_ptr().cast());
        if buffer == 0 {
            call!(self.functions.glBufferSubData, gl::QUERY_BUFFER, offset, size, data);
        } else {
            call!(self.functions.glNamedBufferSubData, buffer, offset, size, data);
        }
    }

    fn begin_conditional_render(&mut self, id: GLuint, mode: GLenum) {
        let function = if self.capabilities.version >= (3, 0) {
            self.functions.glBeginConditionalRender
        } else {
            self.functions.glBeginConditionalRenderNV
        };
        call!(function, id, mode);
    }

    fn end_conditional_render(&mut self) {
        let function = if self.capabilities.version >= (3, 0) {
            self.functions.glEndConditionalRender
        } else {
            self.functions.glEndConditionalRenderNV
        };
        call!(function);
    }

    fn list_index(&mut self) -> Option<GLint> {
        if !self.capabilities.compatibility {
            return Some(0);
        }
        // Between glBegin and glEnd a Get is an error, and writes nothing.
        let mut index: GLint = -1;
        call!(self.functions.glGetIntegerv, gl::LIST_INDEX, &mut index);
        (index >= 0).then_some(index)
    }

    fn graphics_reset_status(&mut self) -> Option<GLenum> {
        call!(self.graphics_reset_status)
    }

    fn answers(&mut self) -> bool {
        self.answers_a_get()
    }

    fn is_lost(&mut self) -> bool {
        self.generates_context_lost()
    }

    fn get_integer64(&mut self, pname: GLenum) -> i64 {
        if pname == gl::TIMESTAMP && self.capabilities.api == Api::Embedded && self.capabilities.version < (3, 0) {
            return self.timestamp_by_query();
        }
        let mut wide: i64 = 0;
        if call!(self.get_integer64v, pname, &mut wide).is_some() {
            return wide;
        }
        i64::from(self.integer(pname))
    }

    fn native_perf_queries(&mut self) -> Option<&mut dyn NativePerfQueries> {
        if self.capabilities.intel_performance_query == Offer::Native { Some(self) } else { None }
    }

    fn read_buffer(&mut self, target: GLenum, offset: u64, bytes: &mut [u8]) -> bool {
        let f = self.functions;
        let (api, version) = (self.capabilities.api, self.capabilities.version);
        let wide = if api == Api::Desktop { version >= (3, 2) } else { version >= (3, 0) };
        let parameter = |pname: GLenum| {
            let mut value: GLint = 0;
            call!(f.glGetBufferParameteriv, target, pname, &mut value);
            value
        };
        let mut size: i64 = 0;
        if !wide || call!(f.glGetBufferParameteri64v, target, gl::BUFFER_SIZE, &mut size).is_none() {
            size = i64::from(parameter(gl::BUFFER_SIZE));
        }
        let end = offset.checked_add(bytes.len() as u64);
        if bytes.is_empty() || end.and_then(|end| i64::try_from(end).ok()).is_none_or(|end| end > size) {
            return false;
        }
        // OpenGL reads what is mapped persistently; OpenGL ES can only map, and nothing twice.
        let persistent = api == Api::Desktop && version >= (3, 0);
        let mapped = (api == Api::Desktop || wide) && parameter(gl::BUFFER_MAPPED) != 0;
        if mapped && !(persistent && parameter(gl::BUFFER_ACCESS_FLAGS) & gl::MAP_PERSISTENT_BIT != 0) {
            return false;
        }
        // What shaders wrote to be drawn from is not there to be read without a barrier of its own.
        if (api == Api::Desktop && version >= (4, 2)) || (api == Api::Embedded && version >= (3, 1)) {
            call!(f.glMemoryBarrier, gl::BUFFER_UPDATE_BARRIER_BIT);
        }
        let (offset, length) = (offset as isize, bytes.len() as isize);
        if api == Api::Desktop {
            return call!(f.glGetBufferSubData, target, offset, length, bytes.as_mut_ptr().cast()).is_some();
        }
        let memory = if wide { call!(f.glMapBufferRange, target, offset, length, gl::MAP_READ_BIT) } else { None };
        let Some(memory) = memory.filter(|memory| !memory.is_null()) else { return false };
        // SAFETY: the driver mapped so many bytes there, until they are unmapped below.
        unsafe { core::ptr::copy_nonoverlapping(memory.cast::<u8>(), bytes.as_mut_ptr(), bytes.len()) };
        call!(f.glUnmapBuffer, target) == Some(gl::TRUE)
    }

    fn is_enabled(&mut self, capability: GLenum) -> bool {
        call!(self.functions.glIsEnabled, capability) == Some(gl::TRUE)
    }

    fn get_integer_indexed(&mut self, pname: GLenum, index: GLuint) -> i64 {
        let mut value: GLint = 0;
        call!(self.functions.glGetIntegeri_v, pname, index, &mut value);
        i64::from(value)
    }

    fn work_group_size(&mut self) -> Option<[u32; 3]> {
        host_program::work_group_size(self)
    }

    fn geometry_shader(&mut self) -> Option<u32> {
        host_program::geometry_shader(self)
    }

    fn tess_control_shader(&mut self) -> bool {
        host_program::tess_control_shader(self)
    }

    fn held_error(&mut self) -> Option<GLenum> {
        self.held_error.take()
    }

    /// Raises each error by a call that can have no other effect.
    fn raise(&mut self, error: Error) -> bool {
        match error {
            Error::InvalidValue => call!(self.gen_queries, -1, core::ptr::null_mut()).is_some(),
            Error::InvalidEnum => call!(self.get_queryiv, 0, gl::CURRENT_QUERY, &mut 0).is_some(),
            Error::InvalidOperation => call!(self.get_query_objectuiv, 0, gl::QUERY_RESULT, &mut 0).is_some(),
            Error::OutOfMemory => false,
        }
    }
}
