//! Measures a frame with GL_INTEL_performance_query: every counter of the first query type.

use crate::egl::get_proc_address;
use crate::functions::{Gl, PerformanceQueries};
use core::ffi::CStr;
use core::ptr::null_mut;
use glmeter::gl::{GLchar, GLuint, NO_ERROR};

const WAIT: GLuint = 0x83FB;
const DATA_UINT64: GLuint = 0x94F9;

/// A counter and its value.
pub(super) struct Counter {
    /// The counter's name.
    pub(super) name: String,
    /// The value after the frame.
    pub(super) value: u64,
    /// The value is nanoseconds, not a count.
    pub(super) is_time: bool,
}

/// Converts a NUL-terminated string of the driver.
fn text(characters: &[GLchar]) -> String {
    let bytes: Vec<u8> = characters.iter().map(|character| character.to_ne_bytes()[0]).collect();
    CStr::from_bytes_until_nul(&bytes).map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Draws frames inside a query of the first type and returns its 64-bit integer counters. The error names the command that failed.
pub(super) fn measure(gl: &Gl, draw: impl Fn()) -> Result<Vec<Counter>, String> {
    // SAFETY: GetProcAddress returns the command of the name.
    let queries = unsafe { PerformanceQueries::load(get_proc_address) };
    let (mut id, mut size, mut count, mut handle, mut written) = (0, 0, 0, 0, 0);
    // SAFETY: the pointers are to local variables or null, which the commands accept.
    unsafe {
        queries.glGetFirstPerfQueryIdINTEL(&mut id);
        queries.glGetPerfQueryInfoINTEL(id, 0, null_mut(), &mut size, &mut count, null_mut(), null_mut());
        queries.glCreatePerfQueryINTEL(id, &mut handle);
    }
    // The driver recompiles its shaders for the first frame in which it counts; the second begin discards that frame's result.
    for _ in 0..2 {
        // SAFETY: the instance belongs to this context.
        unsafe { queries.glBeginPerfQueryINTEL(handle) };
        draw();
        // SAFETY: as above.
        unsafe { queries.glEndPerfQueryINTEL(handle) };
    }
    let mut data = vec![0_u8; size as usize];
    // SAFETY: as above; `data` has room for the query type's data.
    unsafe {
        queries.glGetPerfQueryDataINTEL(handle, WAIT, size as i32, data.as_mut_ptr().cast(), &mut written);
        queries.glDeletePerfQueryINTEL(handle);
    }
    let counters = (1..=count).filter_map(|counter| {
        let (mut name, mut description, mut offset, mut kind) = ([0; 256], [0; 1024], 0, 0);
        // SAFETY: the pointers are to local variables or null, and each length is that of its buffer.
        unsafe {
            queries.glGetPerfCounterInfoINTEL(
                id,
                counter,
                name.len() as GLuint,
                name.as_mut_ptr(),
                description.len() as GLuint,
                description.as_mut_ptr(),
                &mut offset,
                null_mut(),
                null_mut(),
                &mut kind,
                null_mut(),
            );
        }
        let bytes = data.get(offset as usize..)?.first_chunk()?;
        let is_time = text(&description).ends_with("Unit: ns.");
        (kind == DATA_UINT64).then(|| Counter { name: text(&name), value: u64::from_ne_bytes(*bytes), is_time })
    });
    let counters = counters.collect();
    match queries.called_missing() {
        Some(name) => Err(format!("the driver has no {name}")),
        // SAFETY: the function takes no arguments.
        None if written != size || unsafe { gl.glGetError() } != NO_ERROR => Err("the performance query did not answer".to_string()),
        None => Ok(counters),
    }
}
