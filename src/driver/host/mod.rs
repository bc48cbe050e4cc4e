//! The machine's driver, with its query commands under the names of the context's version and extensions.

mod arrays;
mod buffers;
mod lists;
mod lost;
mod perf_query;
mod picture;
mod program;
mod queries;

use crate::driver::capabilities::{Api, Capabilities, Description, Offer, read_version};
use crate::driver::{Driver, Functions, Picture, Queries, Spelling};
use crate::gl::{self, GLenum, GLint, GLuint, c_void};
use core::ffi::CStr;
use glmeter_abi::raised_error::{self, GetRaisedError, RaisedError};
use glmeter_abi::waiting_commands::{self, CompleteAll};

type GenQueries = unsafe extern "system-unwind" fn(i32, *mut GLuint);
type DeleteQueries = unsafe extern "system-unwind" fn(i32, *const GLuint);
type BeginQuery = unsafe extern "system-unwind" fn(GLenum, GLuint);
type EndQuery = unsafe extern "system-unwind" fn(GLenum);
type QueryCounter = unsafe extern "system-unwind" fn(GLuint, GLenum);
type GetQueryiv = unsafe extern "system-unwind" fn(GLenum, GLenum, *mut GLint);
type GetQueryObjectuiv = unsafe extern "system-unwind" fn(GLuint, GLenum, *mut GLuint);
type GetQueryObjectui64v = unsafe extern "system-unwind" fn(GLuint, GLenum, *mut u64);
type GetInteger64v = unsafe extern "system-unwind" fn(GLenum, *mut i64);
type FenceSync = unsafe extern "system-unwind" fn(GLenum, u32) -> *const c_void;
type ClientWaitSync = unsafe extern "system-unwind" fn(*const c_void, u32, u64) -> GLenum;
type DeleteSync = unsafe extern "system-unwind" fn(*const c_void);

/// A context of the machine's driver. It may only be used while the context is current.
pub struct Host {
    functions: &'static Functions,
    capabilities: Capabilities,
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
    graphics_reset_status: Option<lost::GetGraphicsResetStatus>,
    /// The software pipeline's function that says where an error comes from; `None` in other drivers.
    raised_error: Option<GetRaisedError>,
    /// The software pipeline's function that completes draws; `None` in other drivers.
    complete_all: Option<CompleteAll>,
    /// A query of glmeter's own that reads the GL time in contexts without a Get for it; 0 until needed.
    clock: GLuint,
    /// The number of query names created for glmeter's own use.
    own_queries: u32,
    /// See [`Driver::held_error`].
    held_error: Option<GLenum>,
    /// The last query name generated, if the driver has no query objects.
    last_name: GLuint,
}

/// Calls a driver function with arguments of glmeter's own. Returns `None` if the driver lacks it.
macro_rules! call {
    ($function:expr $(, $argument:expr)*) => {
        // SAFETY: the context is current, as the caller of `describe` and `Host::new` promised, and the arguments are values or pointers
        // to memory of glmeter's own with the size that the command reads or writes.
        $function.map(|function| unsafe { function($($argument),*) })
    };
}

pub(super) use call;

/// Copies a string of glGetString.
fn text(functions: &Functions, name: GLenum) -> Option<String> {
    let pointer = call!(functions.glGetString, name)?;
    // SAFETY: the result is null or a string that the driver owns.
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
            // SAFETY: the result is null or a string that the driver owns.
            (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer.cast()) }.to_string_lossy().into_owned())
        };
        (0..integer(gl::NUM_EXTENSIONS).max(0) as GLuint).filter_map(one).collect()
    } else {
        Vec::new()
    };
    let compatibility_bit =
        api == Api::Desktop && number >= (3, 2) && integer(gl::CONTEXT_PROFILE_MASK) & gl::CONTEXT_COMPATIBILITY_PROFILE_BIT != 0;
    // In core profiles glGetString(GL_EXTENSIONS) is an error.
    let has_string =
        api != Api::Desktop || number < (3, 1) || compatibility_bit || listed.iter().any(|name| name == "GL_ARB_compatibility");
    let extension_string: Option<Vec<String>> =
        has_string.then(|| text(functions, gl::EXTENSIONS).unwrap_or_default().split_ascii_whitespace().map(str::to_string).collect());
    let extensions = if indexed { listed } else { extension_string.clone().unwrap_or_default() };
    let has = |name: &str| extensions.iter().any(|extension| extension == name);
    // Mesa accepts CONTEXT_FLAGS in OpenGL ES only from version 3.2 on, even with KHR_no_error.
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
    /// Runs calls that may generate an error and hides it from the application; stores a pending error of the application. Returns true
    /// if the calls generated no error.
    pub(crate) fn probe(&mut self, calls: impl FnOnce(&mut Self)) -> bool {
        let before = call!(self.functions.glGetError).unwrap_or(gl::NO_ERROR);
        if before != gl::NO_ERROR {
            self.held_error.get_or_insert(before);
        }
        calls(self);
        call!(self.functions.glGetError) == Some(gl::NO_ERROR)
    }

    /// Creates the driver side of the current context of the driver behind `functions`.
    ///
    /// # Safety
    /// The context must be current on the calling thread now and whenever the value is used; otherwise its commands are undefined.
    pub unsafe fn new(functions: &'static Functions, description: &Description) -> Self {
        let capabilities = Capabilities::of(description);
        let has = |name: &str| description.extensions.iter().any(|extension| extension == name);
        let f = functions;
        let (api, version) = (capabilities.api, capabilities.version);
        let core = capabilities.has_core_queries();
        let timer64 = capabilities.arb_timer_query == Offer::Native;
        let embedded = capabilities.ext_disjoint_timer_query == Offer::Native;
        let angle = api == Api::Embedded && !embedded && capabilities.angle_timer_query == Offer::Native;
        // Selects a query command's spelling in this context; each generation of the extensions has its own.
        macro_rules! spelled {
            ($core:ident, $ext:ident, $angle:ident, $arb:ident) => {
                match () {
                    // GetProcAddress may return a pointer nevertheless, which does nothing useful.
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
            graphics_reset_status: lost::reset_status_command(f, (api, version), has),
            raised_error: None,
            complete_all: None,
            clock: 0,
            own_queries: 0,
            held_error: None,
            last_name: 0,
            functions,
            capabilities,
        }
    }

    /// Looks up the functions that only the software pipeline has, if this is the driver. A look-up in another would return pointers too.
    ///
    /// # Safety
    /// `get_proc_address` must return a function of the driver with the signature of its name, or null.
    pub unsafe fn learn_pipeline(&mut self, description: &Description, get_proc_address: impl Fn(&CStr) -> *mut c_void) {
        if description.is_of_software_pipeline() {
            // SAFETY: the pipeline's function of this name has this type, as the caller promises.
            self.raised_error = unsafe { glmeter_abi::function(get_proc_address(raised_error::NAME)) };
            // SAFETY: as above.
            self.complete_all = unsafe { glmeter_abi::function(get_proc_address(waiting_commands::NAME)) };
        }
    }

    /// Returns the spelling of an OpenGL ES driver's query commands, if it has any.
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

    /// Reads the GL time with a query: Mesa's Gets reject `GL_TIMESTAMP` in an OpenGL ES 2.0 context.
    fn timestamp_by_query(&mut self) -> i64 {
        if self.clock == 0 {
            self.clock = self.own_query();
        }
        self.query_counter(self.clock, gl::TIMESTAMP);
        i64::try_from(self.result(self.clock)).unwrap_or(i64::MAX)
    }

    /// Returns the value of glGetIntegerv; 0 after an error.
    fn integer(&self, pname: GLenum) -> GLint {
        let mut value: GLint = 0;
        call!(self.functions.glGetIntegerv, pname, &mut value);
        value
    }
}

impl Driver for Host {
    fn flush(&mut self) {
        call!(self.functions.glFlush);
    }

    fn finish(&mut self) {
        call!(self.functions.glFinish);
    }

    fn list_index(&mut self) -> Option<GLint> {
        if !self.capabilities.compatibility {
            return Some(0);
        }
        // Between glBegin and glEnd a Get is an error and writes nothing.
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

    fn get_integers(&mut self, pname: GLenum, values: &mut [GLint]) -> bool {
        call!(self.functions.glGetIntegerv, pname, values.as_mut_ptr()).is_some()
    }

    fn get_error(&mut self) -> GLenum {
        call!(self.functions.glGetError).unwrap_or(gl::NO_ERROR)
    }

    fn raised_error(&mut self, code: GLenum) -> Option<[&'static str; 2]> {
        let mut answer = RaisedError::none();
        call!(self.raised_error, &raw mut answer);
        // SAFETY: the answer is as it was made, or the pipeline's.
        unsafe { answer.command_and_rule() }.filter(|_| answer.code == code)
    }

    fn complete_all(&mut self) {
        call!(self.complete_all);
    }

    fn picture(&mut self, size: Option<[GLint; 2]>, description: &Description) -> Option<Picture> {
        self.picture_of(size, description)
    }

    fn is_enabled(&mut self, capability: GLenum) -> bool {
        call!(self.functions.glIsEnabled, capability) == Some(gl::TRUE)
    }

    fn get_integer_indexed(&mut self, pname: GLenum, index: GLuint) -> i64 {
        let mut value: GLint = 0;
        call!(self.functions.glGetIntegeri_v, pname, index, &mut value);
        i64::from(value)
    }

    fn held_error(&mut self) -> Option<GLenum> {
        self.held_error.take()
    }

    /// Raises each error by a call without any other effect.
    fn raise(&mut self, error: GLenum) -> bool {
        match error {
            gl::INVALID_VALUE => call!(self.gen_queries, -1, core::ptr::null_mut()).is_some(),
            gl::INVALID_ENUM => call!(self.get_queryiv, 0, gl::CURRENT_QUERY, &mut 0).is_some(),
            gl::INVALID_OPERATION => call!(self.get_query_objectuiv, 0, gl::QUERY_RESULT, &mut 0).is_some(),
            _ => false,
        }
    }
}
