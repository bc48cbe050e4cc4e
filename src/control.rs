//! The control interface of `<GL/glmeter.h>`: where query results come from, the report, and named sections.
//!
//! The header's part is generated from this file. None of these functions raises a GL error or changes the state of a context, and each
//! can be called on any thread at any time; "the context" is the one that is current on the calling thread.

use crate::context::Context;
use crate::gl::{GLenum, GLint, GLuint64};
use crate::target::Target;
use crate::{current, describe, entry, report};
#[cfg(not(android_layer))]
use core::ffi::c_void;
use core::ffi::{CStr, c_char};
use glmeter_abi::border::guard;

/// A source of a query target's values: none. The target has 0 counter bits, and its results are 0.
pub const GLMETER_SOURCE_ABSENT: GLint = 0;
/// A source of a query target's values: the driver's own query of the target.
pub const GLMETER_SOURCE_NATIVE: GLint = 1;
/// A source of a query target's values: another query of the driver.
pub const GLMETER_SOURCE_DERIVED: GLint = 2;
/// A source of a query target's values: the machine's clock, read when the GPU reaches a fence after the work.
pub const GLMETER_SOURCE_FENCED: GLint = 3;
/// A source of a query target's values: the arguments of the draw and dispatch commands.
pub const GLMETER_SOURCE_COUNTED: GLint = 4;

/// The figures in the first line that `glmeter run` prints. Later versions may append members.
#[repr(C)]
pub struct Report {
    /// The number of frames: calls of eglSwapBuffers, glXSwapBuffers and their variants.
    pub frames: GLuint64,
    /// The time from the first context or the last reset to the end of the last frame, in nanoseconds of CLOCK_MONOTONIC.
    pub wall_time: GLuint64,
    /// The number of frames whose GPU time is known.
    pub timed_frames: GLuint64,
    /// The sum of these frames' GPU times, in nanoseconds.
    pub gpu_time: GLuint64,
    /// The sum of the uncertainties of these GPU times, in nanoseconds. 0 if the driver's own timer measured them.
    pub gpu_time_uncertainty: GLuint64,
}

/// The figures of one named section. Later versions may append members.
#[repr(C)]
pub struct Section {
    /// How often the section ended.
    pub times: GLuint64,
    /// The sum of its times on the calling threads, in nanoseconds of CLOCK_MONOTONIC.
    pub wall_time: GLuint64,
    /// How many of its GPU times are known.
    pub timed: GLuint64,
    /// The sum of these GPU times, in nanoseconds, including those of the sections inside it.
    pub gpu_time: GLuint64,
    /// The sum of the uncertainties of these GPU times, in nanoseconds. 0 if the driver's own timer measured them.
    pub gpu_time_uncertainty: GLuint64,
}

/// What a context did. Later versions may append members.
#[repr(C)]
pub struct Counts {
    /// Draw commands.
    pub draws: GLuint64,
    /// Dispatch commands.
    pub dispatches: GLuint64,
    /// Clear commands.
    pub clears: GLuint64,
    /// Commands that give the driver data.
    pub uploads: GLuint64,
    /// Bytes of the uploads.
    pub upload_bytes: GLuint64,
    /// Commands that change state.
    pub state_changes: GLuint64,
    /// Queries that the program itself began, counted or waited for.
    pub queries: GLuint64,
    /// GL errors that the program raised.
    pub errors: GLuint64,
}

/// The version that [`glmeter_version`] returns.
const VERSION: &CStr = entry::c_name(concat!(env!("CARGO_PKG_VERSION"), "\0"));

/// Runs `work` after looking for a context that glmeter did not see become current. Returns `None` if it panics.
fn attached<R>(work: impl FnOnce() -> R) -> Option<R> {
    if !current::get().is_free() && !current::get().is_entered() {
        let _ = guard(entry::attach);
    }
    let word = current::get();
    if !word.is_late() {
        return guard(work);
    }
    current::set(word.certain());
    let answer = guard(work);
    current::set(word);
    answer
}

/// Runs `use_of` on the calling thread's context. Returns `None` if there is none.
fn with_context<R>(use_of: impl FnOnce(&mut Context) -> R) -> Option<R> {
    attached(|| current::with_current(use_of)).flatten()
}

/// Returns the address of a function.
#[cfg(not(android_layer))]
type Address = fn() -> *const c_void;

/// The functions of this interface that need the contexts, by which other copies of glmeter in the process call them.
#[cfg(not(android_layer))]
static FUNCTIONS: [(&CStr, Address); 9] = [
    (c"glmeter_provider", || glmeter_provider as *const c_void),
    (c"glmeter_source", || glmeter_source as *const c_void),
    (c"glmeter_counter_bits", || glmeter_counter_bits as *const c_void),
    (c"glmeter_read_report", || glmeter_read_report as *const c_void),
    (c"glmeter_reset_report", || glmeter_reset_report as *const c_void),
    (c"glmeter_push_section", || glmeter_push_section as *const c_void),
    (c"glmeter_pop_section", || glmeter_pop_section as *const c_void),
    (c"glmeter_read_section", || glmeter_read_section as *const c_void),
    (c"glmeter_read_counts", || glmeter_read_counts as *const c_void),
];

/// Returns this copy's function of a name, for another copy.
#[cfg(not(android_layer))]
pub(crate) fn function(name: &CStr) -> Option<*const c_void> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, address)| address())
}

/// Returns the function of a name of the copy of glmeter that serves this one's calls, or null if this one serves them.
#[cfg(not(android_layer))]
fn function_of_other_copy(name: &CStr) -> *mut c_void {
    use crate::platform::copies::{self, WindowSystem};
    if copies::serves_any() {
        return core::ptr::null_mut();
    }
    let copies = [WindowSystem::Egl, WindowSystem::Glx].into_iter().filter_map(copies::other);
    copies.map(|copy| copy.function(name)).find(|address| !address.is_null()).unwrap_or(core::ptr::null_mut())
}

/// Returns the result of the same function of the copy of glmeter that serves this one's calls, if it is another one.
macro_rules! forward {
    ($name:ident($($argument:ident: $kind:ty),*) -> $result:ty) => {
        #[cfg(not(android_layer))]
        {
            let other = function_of_other_copy($crate::entry::c_name(concat!(stringify!($name), "\0")));
            // SAFETY: the function of this name in a copy has the same signature.
            if let Some(other) = unsafe { glmeter_abi::function::<unsafe extern "C" fn($($kind),*) -> $result>(other) } {
                // SAFETY: the arguments are the caller's.
                return unsafe { other($($argument),*) };
            }
        }
    };
}

/// Returns the context's query target of a token, if it is a timer or one of the statistics.
fn target(token: GLenum) -> Option<describe::TargetDescription> {
    let target = Target::from_token(token).filter(|target| target.is_ours())?;
    with_context(|context| describe::target(context, target))
}

/// Copies the first `size` bytes of a value, or all if `size` is greater.
///
/// # Safety
/// The pointer must be NULL or valid for writes of `size` bytes.
unsafe fn copy<T>(value: &T, to: *mut T, size: usize) -> GLint {
    if to.is_null() {
        return 0;
    }
    // SAFETY: both are valid for that many bytes, the destination as the caller promises; they belong to different owners.
    unsafe { core::ptr::copy_nonoverlapping(core::ptr::from_ref(value).cast::<u8>(), to.cast::<u8>(), size.min(size_of::<T>())) };
    1
}

/// Returns the string of a pointer, with a replacement for what is not UTF-8; `None` for NULL.
///
/// # Safety
/// The pointer must be NULL or that of a C string.
unsafe fn text<'text>(pointer: *const c_char) -> Option<std::borrow::Cow<'text, str>> {
    // SAFETY: as the caller promises.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) }.to_string_lossy())
}

/// Returns the version of the library, such as "0.1.0". GLMETER_VERSION_MAJOR, MINOR and PATCH are the version of the header.
///
/// The string belongs to the library and is valid until the process ends.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub extern "C" fn glmeter_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Returns the driver of the context: "software" for glmeter's software pipeline, "host" for any other driver. Returns NULL if no
/// context is current, and in OpenGL ES 1.x contexts.
///
/// The string belongs to the library and is valid until the process ends.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub extern "C" fn glmeter_provider() -> *const c_char {
    forward!(glmeter_provider() -> *const c_char);
    let provider = |context: &mut Context| if context.description.is_of_software_pipeline() { c"software" } else { c"host" };
    with_context(provider).map_or(core::ptr::null(), CStr::as_ptr)
}

/// Returns the source of a query target's values in the context: one of the GLMETER_SOURCE tokens.
///
/// `target` is GL_TIME_ELAPSED, GL_TIMESTAMP or one of the eleven targets of GL_ARB_pipeline_statistics_query. Returns
/// GLMETER_SOURCE_ABSENT for other targets, and if no context is current.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub extern "C" fn glmeter_source(target: GLenum) -> GLint {
    forward!(glmeter_source(target: GLenum) -> GLint);
    let source = self::target(target).map_or("absent", |target| target.source);
    match source.split(' ').next().unwrap_or_default() {
        "native" => GLMETER_SOURCE_NATIVE,
        "derived" => GLMETER_SOURCE_DERIVED,
        "fenced" => GLMETER_SOURCE_FENCED,
        "counted" => GLMETER_SOURCE_COUNTED,
        _ => GLMETER_SOURCE_ABSENT,
    }
}

/// Returns the number of bits of a query target's counter in the context, like GL_QUERY_COUNTER_BITS, but for all targets of
/// glmeter_source in every kind of context. Returns 0 if there is no counter.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub extern "C" fn glmeter_counter_bits(target: GLenum) -> GLint {
    forward!(glmeter_counter_bits(target: GLenum) -> GLint);
    self::target(target).map_or(0, |target| target.counter_bits)
}

/// Reads the figures of this program so far. Under `glmeter run` they cover all its processes.
///
/// Writes at most `size` bytes; pass sizeof(struct glmeter_report). Returns 1, or 0 without writing anything if `report` is NULL or
/// nothing is measured. Outside `glmeter run` and without GLMETER_REPORT=summary, call glmeter_reset_report first to begin to measure.
///
/// Does not wait for the GPU: the GPU times of the last frames, and of frames of contexts that are current on other threads, may be
/// missing.
///
/// # Safety
/// `report` must be NULL or valid for writes of `size` bytes.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub unsafe extern "C" fn glmeter_read_report(report: *mut Report, size: usize) -> GLint {
    forward!(glmeter_read_report(report: *mut Report, size: usize) -> GLint);
    let Some(read) = attached(report::read).flatten() else {
        return 0;
    };
    let figures = Report {
        frames: read.frames,
        wall_time: read.wall_time,
        timed_frames: read.timed_frames,
        gpu_time: read.gpu_time,
        gpu_time_uncertainty: read.uncertainty,
    };
    // SAFETY: as the caller promises.
    unsafe { copy(&figures, report, size) }
}

/// Sets all figures to 0, including those of the sections, and begins to measure if glmeter does not measure yet. The report of
/// `glmeter run` then begins here. Sections that have begun and not ended are not measured.
///
/// Returns 1, or 0 if there is no memory.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub extern "C" fn glmeter_reset_report() -> GLint {
    forward!(glmeter_reset_report() -> GLint);
    attached(report::reset).unwrap_or(false).into()
}

/// Begins a section of the context's commands, inside the sections that have begun and not ended. `glmeter run` prints its times.
///
/// `name` is UTF-8. In paths, a `/` in the name is written as `%2F`. A name of more than 127 bytes is cut and ends with a hash of the whole
/// name. glmeter copies the string. A report has room for 4,096 different sections, passes, groups and programs; the same name inside
/// another section is a different section.
///
/// Returns 1 if the section is measured, otherwise 0. In both cases glmeter_pop_section ends it, unless no context is current. glmeter
/// measures GPU time in contexts that have GL_TIMESTAMP, outside of display lists, with two timestamp queries; the program's own queries
/// and nested sections do not disturb each other.
///
/// # Safety
/// `name` must be NULL, for a section that is not measured, or a C string.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub unsafe extern "C" fn glmeter_push_section(name: *const c_char) -> GLint {
    forward!(glmeter_push_section(name: *const c_char) -> GLint);
    // SAFETY: as the caller promises.
    let name = unsafe { text(name) };
    attached(|| report::begin_section(name.as_deref())).unwrap_or(false).into()
}

/// Ends the section of the context that began last. Returns 1, or 0 if no section has begun or no context is current.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub extern "C" fn glmeter_pop_section() -> GLint {
    forward!(glmeter_pop_section() -> GLint);
    attached(report::end_section).unwrap_or(false).into()
}

/// Reads the figures of a section so far. `path` is the names of the sections around it, outermost first, and its own name, separated by
/// `/`: "frame/shadows".
///
/// Writes at most `size` bytes; pass sizeof(struct glmeter_section). Returns 1, or 0 without writing anything if an argument is NULL or no
/// such section has ended since the last reset. Does not wait for the GPU: the GPU times of the last sections may be missing.
///
/// # Safety
/// `path` must be NULL or a C string, and `section` NULL or valid for writes of `size` bytes.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub unsafe extern "C" fn glmeter_read_section(path: *const c_char, section: *mut Section, size: usize) -> GLint {
    forward!(glmeter_read_section(path: *const c_char, section: *mut Section, size: usize) -> GLint);
    // SAFETY: as the caller promises.
    let Some(path) = (unsafe { text(path) }) else { return 0 };
    let Some(read) = attached(|| report::section(&path)).flatten() else {
        return 0;
    };
    let figures = Section {
        times: read.times,
        wall_time: read.wall_time,
        timed: read.timed,
        gpu_time: read.gpu_time,
        gpu_time_uncertainty: read.uncertainty,
    };
    // SAFETY: as the caller promises.
    unsafe { copy(&figures, section, size) }
}

/// Reads what the context did since glmeter began to count: the commands that docs/counts.md defines. The difference between two calls is what
/// it did between them.
///
/// The first call begins to count, unless something asked for a report before: it returns zeros. Writes at most `size` bytes; pass
/// sizeof(struct glmeter_counts). Returns 1, or 0 without writing anything if `counts` is NULL, no context is current, or there is no memory.
///
/// # Safety
/// `counts` must be NULL or valid for writes of `size` bytes.
#[cfg_attr(not(android_layer), unsafe(no_mangle))]
pub unsafe extern "C" fn glmeter_read_counts(counts: *mut Counts, size: usize) -> GLint {
    forward!(glmeter_read_counts(counts: *mut Counts, size: usize) -> GLint);
    let Some(read) = attached(report::counts).flatten() else { return 0 };
    let figures = Counts {
        draws: read.draws,
        dispatches: read.dispatches,
        clears: read.clears,
        uploads: read.uploads,
        upload_bytes: read.upload_bytes,
        state_changes: read.state_changes,
        queries: read.queries,
        errors: read.errors,
    };
    // SAFETY: as the caller promises.
    unsafe { copy(&figures, counts, size) }
}
