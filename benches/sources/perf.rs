//! GL_INTEL_performance_query, where the context lists it.

use crate::load::functions;
use crate::work::Gl;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;

const GL_NUM_EXTENSIONS: u32 = 0x821D;
const GL_EXTENSIONS: u32 = 0x1F03;

functions! {
    Intel {
        begin = c"glBeginPerfQueryINTEL": fn(u32);
        create = c"glCreatePerfQueryINTEL": fn(u32, *mut u32);
        end = c"glEndPerfQueryINTEL": fn(u32);
        first_id = c"glGetFirstPerfQueryIdINTEL": fn(*mut u32);
        next_id = c"glGetNextPerfQueryIdINTEL": fn(u32, *mut u32);
        info = c"glGetPerfQueryInfoINTEL": fn(u32, u32, *mut c_char, *mut u32, *mut u32, *mut u32, *mut u32);
    }
}

/// Objects used in turn, as programs do.
const OBJECTS: usize = 64;

/// Objects of one query type.
pub(crate) struct PerfQueries {
    intel: Intel,
    objects: [u32; OBJECTS],
}

impl PerfQueries {
    /// Of the type with the most counters. None if the context has no performance queries.
    pub(crate) fn of_largest(gl: &Gl, address: impl Fn(&CStr) -> *const c_void) -> Option<Self> {
        if !listed(gl, c"GL_INTEL_performance_query") {
            return None;
        }
        let intel = Intel::load(address);
        let mut largest = (0, 0);
        let (mut query, mut counters) = (0, 0);
        // SAFETY: each place is that of a local; those that are not wanted are null, and the name has no room.
        unsafe {
            (intel.first_id)(&raw mut query);
            while query != 0 {
                let none = null_mut();
                (intel.info)(query, 0, null_mut(), none, &raw mut counters, none, none);
                largest = largest.max((counters, query));
                let before = query;
                query = 0;
                (intel.next_id)(before, &raw mut query);
            }
        }
        let mut objects = [0; OBJECTS];
        for object in &mut objects {
            // SAFETY: writes the handle that it is given room for.
            unsafe { (intel.create)(largest.1, object) };
        }
        Some(Self { intel, objects })
    }

    #[inline(never)]
    pub(crate) fn begin_end(&self, calls: u32) {
        for call in 0..calls as usize {
            self.begin(call);
            self.end(call);
        }
    }

    pub(crate) fn begin(&self, number: usize) {
        // SAFETY: takes values only.
        unsafe { (self.intel.begin)(self.objects[number % OBJECTS]) };
    }

    pub(crate) fn end(&self, number: usize) {
        // SAFETY: takes values only.
        unsafe { (self.intel.end)(self.objects[number % OBJECTS]) };
    }
}

fn listed(gl: &Gl, wanted: &CStr) -> bool {
    let mut count = 0;
    // SAFETY: the state is one integer.
    unsafe { (gl.get_integerv)(GL_NUM_EXTENSIONS, &raw mut count) };
    (0..count as u32).any(|index| {
        // SAFETY: every index below the count has a string that lives as long as the context.
        unsafe { CStr::from_ptr((gl.get_stringi)(GL_EXTENSIONS, index)) == wanted }
    })
}
