//! The control interface of `<GL/glmeter.h>`: what glmeter does in this program, and the report.
//!
//! The header's part is generated from this file. None of these functions raises a GL error or changes the state of a context, and each
//! can be called on any thread at any time; "the context" is the one that is current on the calling thread.

use crate::context::Context;
use crate::gl::{GLenum, GLint, GLuint64};
use crate::target::Target;
use crate::{current, describe, report, spec};
use core::ffi::{CStr, c_char};
use glmeter_abi::border::guard;

/// A source of a query target's values: there is none, the target has 0 counter bits, and its results are 0.
pub const GLMETER_SOURCE_ABSENT: GLint = 0;
/// A source of a query target's values: the driver's own query of the target.
pub const GLMETER_SOURCE_NATIVE: GLint = 1;
/// A source of a query target's values: another query of the driver.
pub const GLMETER_SOURCE_DERIVED: GLint = 2;
/// A source of a query target's values: the machine's clock, read when a fence after the work is reached.
pub const GLMETER_SOURCE_FENCED: GLint = 3;
/// A source of a query target's values: the arguments of the draw and dispatch commands.
pub const GLMETER_SOURCE_COUNTED: GLint = 4;

/// The figures that `glmeter run` prints. Later versions may append members.
#[repr(C)]
pub struct Report {
    /// The number of frames: calls of eglSwapBuffers, glXSwapBuffers and their variants.
    pub frames: GLuint64,
    /// The time from the first context or the last reset to the end of the last frame, nanoseconds of CLOCK_MONOTONIC.
    pub wall_time: GLuint64,
    /// The number of frames whose GPU time is known.
    pub timed_frames: GLuint64,
    /// The sum of these frames' GPU times, nanoseconds.
    pub gpu_time: GLuint64,
    /// The sum of the uncertainties of these GPU times, nanoseconds. 0 if the driver's own timer measured them.
    pub gpu_time_uncertainty: GLuint64,
}

/// The figures of one named section. Later versions may append members.
#[repr(C)]
pub struct Section {
    /// How often the section ended.
    pub times: GLuint64,
    /// The sum of its times on the calling threads, nanoseconds of CLOCK_MONOTONIC.
    pub wall_time: GLuint64,
    /// How many of its GPU times are known.
    pub timed: GLuint64,
    /// The sum of these GPU times, nanoseconds. Sections inside the section count for it too.
    pub gpu_time: GLuint64,
    /// The sum of the uncertainties of these GPU times, nanoseconds. 0 if the driver's own timer measured them.
    pub gpu_time_uncertainty: GLuint64,
}

/// The version that [`glmeter_version`] returns.
const VERSION: &CStr = spec::c_name(concat!(env!("CARGO_PKG_VERSION"), "\0"));

/// Runs `use_of` on the calling thread's context. Returns `None` if there is none.
fn with_context<R>(use_of: impl FnOnce(&mut Context) -> R) -> Option<R> {
    attach();
    current::with_current(use_of)
}

/// Learns of a context that was made current before this library was loaded.
fn attach() {
    if current::get().cell().is_null() {
        let _ = current::attach_late(spec::learn);
    }
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

/// Returns the version of the library, such as "0.1.0". GLMETER_VERSION_MAJOR, MINOR and PATCH are those of the header.
///
/// The string belongs to the library and is valid until the process ends.
#[unsafe(no_mangle)]
pub extern "C" fn glmeter_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Returns the provider of the context: "software" for glmeter's software pipeline, "host" for any other driver. Returns NULL if no
/// context is current, and in contexts of OpenGL ES 1.x.
///
/// The string belongs to the library and is valid until the process ends.
#[unsafe(no_mangle)]
pub extern "C" fn glmeter_provider() -> *const c_char {
    let provider = |context: &mut Context| if context.description.vendor == "glmeter" { c"software" } else { c"host" };
    guard(|| with_context(provider)).flatten().map_or(core::ptr::null(), CStr::as_ptr)
}

/// Returns the source of a query target's values in the context: one of the GLMETER_SOURCE tokens.
///
/// `target` is GL_TIME_ELAPSED, GL_TIMESTAMP or one of the eleven targets of GL_ARB_pipeline_statistics_query. For other targets, and if
/// no context is current, the result is GLMETER_SOURCE_ABSENT.
#[unsafe(no_mangle)]
pub extern "C" fn glmeter_source(target: GLenum) -> GLint {
    let source = guard(|| self::target(target)).flatten().map_or("absent", |target| target.source);
    match source.split(' ').next().unwrap_or_default() {
        "native" => GLMETER_SOURCE_NATIVE,
        "derived" => GLMETER_SOURCE_DERIVED,
        "fenced" => GLMETER_SOURCE_FENCED,
        "counted" => GLMETER_SOURCE_COUNTED,
        _ => GLMETER_SOURCE_ABSENT,
    }
}

/// Returns the number of bits of a query target's counter in the context, as GL_QUERY_COUNTER_BITS does, but for all targets of
/// glmeter_source in every kind of context. 0 if there is no counter.
#[unsafe(no_mangle)]
pub extern "C" fn glmeter_counter_bits(target: GLenum) -> GLint {
    guard(|| self::target(target)).flatten().map_or(0, |target| target.counter_bits)
}

/// Reads the figures of this program so far. Under `glmeter run` they are those of all its processes.
///
/// Writes at most `size` bytes; pass sizeof(struct glmeter_report). Returns 1, or 0 without writing anything if `report` is NULL or
/// nothing is measured: outside `glmeter run` and without GLMETER_REPORT=summary, that begins with glmeter_reset_report.
///
/// Does not wait for the GPU: the GPU times of the last frames, and of those of contexts that are current elsewhere, may be missing.
///
/// # Safety
/// `report` must be NULL or valid for writes of `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glmeter_read_report(report: *mut Report, size: usize) -> GLint {
    let Some(read) = guard(|| {
        attach();
        report::read()
    })
    .flatten() else {
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

/// Sets all figures to 0, those of the sections too, and begins to measure if nothing did so far. What `glmeter run` prints then begins
/// here. Sections that have begun and not ended are not measured.
///
/// Returns 1, or 0 if there is no memory.
#[unsafe(no_mangle)]
pub extern "C" fn glmeter_reset_report() -> GLint {
    guard(|| {
        attach();
        report::reset()
    })
    .unwrap_or(false)
    .into()
}

/// Begins a section of the context's commands, inside the sections that have begun and not ended. `glmeter run` prints its times.
///
/// `name` is UTF-8 without `/`; of more than 63 bytes the rest is ignored. The string is copied. A report has room for 256 different
/// sections; the same name inside another section is a different one.
///
/// Returns 1 if the section is measured, otherwise 0. In both cases glmeter_pop_section ends it, unless no context is current. GPU time is
/// measured in contexts that have GL_TIMESTAMP, outside of display lists, and takes two timestamp queries; the program's own queries and
/// nested sections do not disturb each other.
///
/// # Safety
/// `name` must be NULL, for a section that is not measured, or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glmeter_push_section(name: *const c_char) -> GLint {
    // SAFETY: as the caller promises.
    let name = unsafe { text(name) };
    guard(|| {
        attach();
        report::begin_section(name.as_deref())
    })
    .unwrap_or(false)
    .into()
}

/// Ends the context's section that began last. Returns 1, or 0 if none has begun or no context is current.
#[unsafe(no_mangle)]
pub extern "C" fn glmeter_pop_section() -> GLint {
    guard(|| {
        attach();
        report::end_section()
    })
    .unwrap_or(false)
    .into()
}

/// Reads the figures of a section so far. `path` is its name, after the names of the sections around it, outermost first, separated by
/// `/`: "frame/shadows".
///
/// Writes at most `size` bytes; pass sizeof(struct glmeter_section). Returns 1, or 0 without writing anything if an argument is NULL or no
/// such section has ended since the last reset. Does not wait for the GPU: the GPU times of the last sections may be missing.
///
/// # Safety
/// `path` must be NULL or a C string, and `section` NULL or valid for writes of `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glmeter_read_section(path: *const c_char, section: *mut Section, size: usize) -> GLint {
    // SAFETY: as the caller promises.
    let Some(path) = (unsafe { text(path) }) else { return 0 };
    let Some(read) = guard(|| {
        attach();
        report::section(&path)
    })
    .flatten() else {
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
