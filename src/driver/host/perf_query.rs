//! Performance queries of the machine's driver.

use super::{Host, call};
use crate::driver::capabilities::Offer;
use crate::driver::native_perf_query::{NativeCounter, NativePerfQueries, NativeQueryType};
use crate::driver::{Driver, Measure};
use crate::gl::{self, GLchar, GLuint};
use core::ffi::CStr;

/// The longest name and description of drivers with the extension, bytes including the NUL [IN-52].
const NAME_LENGTH_MAX: usize = 256;
const DESC_LENGTH_MAX: usize = 1024;

/// Converts a NUL-terminated string of the driver.
fn text(characters: &[GLchar]) -> String {
    let bytes: Vec<u8> = characters.iter().map(|character| character.to_ne_bytes()[0]).collect();
    CStr::from_bytes_until_nul(&bytes).map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
}

impl Host {
    /// Returns the driver's description of a query type.
    fn query_type(&self, query_id: GLuint) -> NativeQueryType {
        let mut name = [0; NAME_LENGTH_MAX];
        let mut about = NativeQueryType { query_id, ..NativeQueryType::default() };
        let mut no_instances = 0;
        call!(
            self.functions.glGetPerfQueryInfoINTEL,
            query_id,
            name.len() as GLuint,
            name.as_mut_ptr(),
            &mut about.data_size,
            &mut about.no_counters,
            &mut no_instances,
            &mut about.caps_mask
        );
        about.name = text(&name);
        about
    }
}

impl NativePerfQueries for Host {
    fn query_types(&mut self) -> Vec<NativeQueryType> {
        let mut types: Vec<NativeQueryType> = Vec::new();
        let mut query_id = 0;
        call!(self.functions.glGetFirstPerfQueryIdINTEL, &mut query_id);
        if query_id == 0 {
            // "… the value of 0 is returned and INVALID_OPERATION error is raised" [IN-02]. The application made no such call, so this
            // clears the error; any other error is the application's and is raised again.
            let error = call!(self.functions.glGetError).unwrap_or(gl::NO_ERROR);
            if error != gl::INVALID_OPERATION {
                self.raise(error);
            }
        }
        while query_id != 0 && types.iter().all(|known| known.query_id != query_id) {
            types.push(self.query_type(query_id));
            let mut next = 0;
            call!(self.functions.glGetNextPerfQueryIdINTEL, query_id, &mut next);
            query_id = next;
        }
        types
    }

    fn counter(&mut self, query_id: GLuint, counter_id: GLuint) -> NativeCounter {
        let (mut name, mut description) = ([0; NAME_LENGTH_MAX], [0; DESC_LENGTH_MAX]);
        let mut counter = NativeCounter::default();
        call!(
            self.functions.glGetPerfCounterInfoINTEL,
            query_id,
            counter_id,
            name.len() as GLuint,
            name.as_mut_ptr(),
            description.len() as GLuint,
            description.as_mut_ptr(),
            &mut counter.offset,
            &mut counter.data_size,
            &mut counter.counter_type,
            &mut counter.data_type,
            &mut counter.raw_max_value
        );
        (counter.name, counter.description) = (text(&name), text(&description));
        counter
    }

    fn create(&mut self, query_id: GLuint) -> GLuint {
        let mut query_handle = 0;
        call!(self.functions.glCreatePerfQueryINTEL, query_id, &mut query_handle);
        query_handle
    }

    fn delete(&mut self, query_handle: GLuint) {
        call!(self.functions.glDeletePerfQueryINTEL, query_handle);
    }

    fn begin(&mut self, query_handle: GLuint) {
        call!(self.functions.glBeginPerfQueryINTEL, query_handle);
    }

    fn end(&mut self, query_handle: GLuint) {
        call!(self.functions.glEndPerfQueryINTEL, query_handle);
    }

    fn data(&mut self, query_handle: GLuint, flags: GLuint, data: &mut [u8]) -> GLuint {
        let mut written = 0;
        call!(self.functions.glGetPerfQueryDataINTEL, query_handle, flags, data.len() as i32, data.as_mut_ptr().cast(), &mut written);
        written
    }
}

impl Measure for Host {
    fn native_perf_queries(&mut self) -> Option<&mut dyn NativePerfQueries> {
        if self.capabilities.intel_performance_query == Offer::Native { Some(self) } else { None }
    }
}
