//! A frame, measured by GL_INTEL_performance_query: the first query type, counter by counter.

use crate::egl::get_proc_address;
use crate::functions::{Gl, PerformanceQueries};
use core::ffi::CStr;
use core::ptr::null_mut;
use glmeter::gl::{GLchar, GLuint, NO_ERROR};

const WAIT: GLuint = 0x83FB;
const DATA_UINT64: GLuint = 0x94F9;

/// A counter's answer.
pub(super) struct Counter {
    pub(super) name: String,
    pub(super) value: u64,
    /// Nanoseconds, not a count.
    pub(super) is_time: bool,
}

fn text(characters: &[GLchar]) -> String {
    let bytes: Vec<u8> = characters.iter().map(|character| character.to_ne_bytes()[0]).collect();
    CStr::from_bytes_until_nul(&bytes).map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Returns the counters of the first query type whose values are 64-bit integers, after a frame; an error names what did not answer.
pub(super) fn measure(gl: &Gl, draw: impl Fn()) -> Result<Vec<Counter>, String> {
    // SAFETY: these are the commands of these names.
    let queries = unsafe { PerformanceQueries::load(get_proc_address) };
    let (mut id, mut size, mut count, mut handle, mut written) = (0, 0, 0, 0, 0);
    // SAFETY: places for the values, of this context's first query type.
    unsafe {
        queries.glGetFirstPerfQueryIdINTEL(&mut id);
        queries.glGetPerfQueryInfoINTEL(id, 0, null_mut(), &mut size, &mut count, null_mut(), null_mut());
        queries.glCreatePerfQueryINTEL(id, &mut handle);
    }
    // The driver compiles its shaders anew for the first frame in which it counts; its result is dropped by the next begin.
    for _ in 0..2 {
        // SAFETY: an instance of this context.
        unsafe { queries.glBeginPerfQueryINTEL(handle) };
        draw();
        // SAFETY: as above.
        unsafe { queries.glEndPerfQueryINTEL(handle) };
    }
    let mut data = vec![0_u8; size as usize];
    // SAFETY: as above, with room for the query type's data.
    unsafe {
        queries.glGetPerfQueryDataINTEL(handle, WAIT, size as i32, data.as_mut_ptr().cast(), &mut written);
        queries.glDeletePerfQueryINTEL(handle);
    }
    let counters = (1..=count).filter_map(|counter| {
        let (mut name, mut description, mut offset, mut kind) = ([0; 256], [0; 1024], 0, 0);
        // SAFETY: places for the values, and the lengths of the two texts' room.
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
        // SAFETY: takes nothing.
        None if written != size || unsafe { gl.glGetError() } != NO_ERROR => Err("the performance query did not answer".to_string()),
        None => Ok(counters),
    }
}
