//! GL_INTEL_performance_query, in contexts that offer it.

use crate::work::Gl;
use glmeter_abi::functions;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null_mut;

const GL_NUM_EXTENSIONS: u32 = 0x821D;
const GL_EXTENSIONS: u32 = 0x1F03;

functions! {
    pub(crate) struct Intel("") {
        fn glBeginPerfQueryINTEL(query_handle: u32);
        fn glCreatePerfQueryINTEL(query_id: u32, query_handle: *mut u32);
        fn glEndPerfQueryINTEL(query_handle: u32);
        fn glGetFirstPerfQueryIdINTEL(query_id: *mut u32);
        fn glGetNextPerfQueryIdINTEL(query_id: u32, next_query_id: *mut u32);
        fn glGetPerfQueryInfoINTEL(query_id: u32, query_name_length: u32, query_name: *mut c_char, data_size: *mut u32, no_counters: *mut u32, no_instances: *mut u32, caps_mask: *mut u32);
    }
}

/// The number of objects used in turn, as programs do.
const OBJECTS: usize = 64;

/// Performance query objects of one type.
pub(crate) struct PerfQueries {
    intel: Intel,
    objects: [u32; OBJECTS],
}

impl PerfQueries {
    /// Creates objects of the type with the most counters. Returns `None` if the context has no performance queries.
    pub(crate) fn of_largest(gl: &Gl, address: impl Fn(&str) -> *mut c_void) -> Option<Self> {
        if !listed(gl, c"GL_INTEL_performance_query") {
            return None;
        }
        // SAFETY: the address of a name is that of the function of this name, or null.
        let intel = unsafe { Intel::load(address) }.expect("the driver has the function");
        let mut largest = (0, 0);
        let (mut query, mut counters) = (0, 0);
        // SAFETY: each pointer is to a local variable or null, which the commands accept; the name's length is 0.
        unsafe {
            intel.glGetFirstPerfQueryIdINTEL(&raw mut query);
            while query != 0 {
                let none = null_mut();
                intel.glGetPerfQueryInfoINTEL(query, 0, null_mut(), none, &raw mut counters, none, none);
                largest = largest.max((counters, query));
                let before = query;
                query = 0;
                intel.glGetNextPerfQueryIdINTEL(before, &raw mut query);
            }
        }
        let mut objects = [0; OBJECTS];
        for object in &mut objects {
            // SAFETY: the handle is written to an element of the array.
            unsafe { intel.glCreatePerfQueryINTEL(largest.1, object) };
        }
        Some(Self { intel, objects })
    }

    /// Begins and ends queries, using the objects in turn.
    #[inline(never)]
    pub(crate) fn begin_end(&self, calls: u32) {
        for call in 0..calls as usize {
            self.begin(call);
            self.end(call);
        }
    }

    /// Begins the query with this number.
    pub(crate) fn begin(&self, number: usize) {
        // SAFETY: the function takes no pointers.
        unsafe { self.intel.glBeginPerfQueryINTEL(self.objects[number % OBJECTS]) };
    }

    /// Ends the query with this number.
    pub(crate) fn end(&self, number: usize) {
        // SAFETY: the function takes no pointers.
        unsafe { self.intel.glEndPerfQueryINTEL(self.objects[number % OBJECTS]) };
    }
}

/// Returns true if the context lists an extension.
fn listed(gl: &Gl, wanted: &CStr) -> bool {
    let mut count = 0;
    // SAFETY: the state is one integer.
    unsafe { gl.glGetIntegerv(GL_NUM_EXTENSIONS, &raw mut count) };
    (0..count as u32).any(|index| {
        // SAFETY: every index below the count has a string that lives as long as the context.
        unsafe { CStr::from_ptr(gl.glGetStringi(GL_EXTENSIONS, index)) == wanted }
    })
}
