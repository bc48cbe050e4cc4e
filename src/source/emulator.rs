//! The other commands of an [`Emulator`], most of which call the wrapped driver's.

use super::{Emulator, Source};
use crate::clock;
use crate::driver::fence::Waited;
use crate::driver::{
    Buffers, ClientArray, Description, DisplayLists, Draws, Driver, Mapping, Measure, Measurement, NativePerfQueries, Picture, Stages,
    Submitted, SyncObjects,
};
use crate::gl::{self, GLenum, GLint, GLuint};
use crate::target::Target;

impl<D: Driver> Driver for Emulator<D> {
    fn held_error(&mut self) -> Option<GLenum> {
        self.driver.held_error()
    }

    fn graphics_reset_status(&mut self) -> Option<GLenum> {
        self.driver.graphics_reset_status()
    }

    fn answers(&mut self) -> bool {
        self.driver.answers()
    }

    fn is_lost(&mut self) -> bool {
        self.driver.is_lost()
    }

    fn get_integers(&mut self, pname: GLenum, values: &mut [GLint]) -> bool {
        self.driver.get_integers(pname, values)
    }

    fn picture(&mut self, size: Option<[GLint; 2]>, description: &Description) -> Option<Picture> {
        self.driver.picture(size, description)
    }

    fn get_integer64(&mut self, pname: GLenum) -> i64 {
        match pname {
            gl::TIMESTAMP if self.sources.of(Target::TIMESTAMP) == Source::Fenced => {
                // Stamp the finished work first: its stamps must be earlier than the returned time.
                self.stamp_finished_work();
                i64::try_from(clock::now()).unwrap_or(i64::MAX)
            }
            gl::TIMESTAMP if self.sources.of(Target::TIMESTAMP) == Source::Native => {
                i64::try_from(self.marks.now(&mut self.driver)).unwrap_or(i64::MAX)
            }
            gl::GPU_DISJOINT_EXT => {
                let suspended = self.marks.was_suspended();
                let native = self.driver.capabilities().ext_disjoint_timer_query.is_offered();
                i64::from(suspended) | if native { self.driver.get_integer64(pname) } else { 0 }
            }
            _ => self.driver.get_integer64(pname),
        }
    }

    fn flush(&mut self) {
        self.driver.flush();
    }

    fn marks_wait(&self) -> bool {
        self.marks.wait()
    }

    fn finish(&mut self) {
        if let Some(fenced) = &mut self.marks.fenced {
            fenced.wait_before_finish(&mut self.driver);
        }
        self.driver.finish();
        if let Some(fenced) = &mut self.marks.fenced {
            fenced.stamp_finished(&mut self.driver);
        }
    }

    fn list_index(&mut self) -> Option<GLint> {
        self.driver.list_index()
    }

    fn get_error(&mut self) -> GLenum {
        self.driver.get_error()
    }

    fn raised_error(&mut self, code: GLenum) -> Option<[&'static str; 2]> {
        self.driver.raised_error(code)
    }

    fn complete_all(&mut self) {
        self.driver.complete_all();
    }

    fn is_enabled(&mut self, capability: GLenum) -> bool {
        self.driver.is_enabled(capability)
    }

    fn get_integer_indexed(&mut self, pname: GLenum, index: GLuint) -> i64 {
        self.driver.get_integer_indexed(pname, index)
    }

    fn raise(&mut self, error: GLenum) -> bool {
        self.driver.raise(error)
    }
}

impl<D: Driver> DisplayLists for Emulator<D> {
    fn is_list(&mut self, list: GLuint) -> bool {
        self.driver.is_list(list)
    }

    fn new_list(&mut self, list: GLuint, mode: GLenum) {
        self.driver.new_list(list, mode);
    }

    fn end_list(&mut self) {
        self.driver.end_list();
    }

    fn call_list(&mut self, list: GLuint) {
        self.driver.call_list(list);
    }

    fn call_list_from_base(&mut self, offset: GLuint) {
        self.driver.call_list_from_base(offset);
    }

    fn delete_list(&mut self, list: GLuint) {
        self.driver.delete_list(list);
    }
}

impl<D: Driver> SyncObjects for Emulator<D> {
    fn has_fences(&self) -> bool {
        self.driver.has_fences()
    }

    fn insert_fence(&mut self) -> Option<usize> {
        self.driver.insert_fence()
    }

    fn await_fence(&mut self, fence: usize, nanoseconds: u64) -> Waited {
        self.driver.await_fence(fence, nanoseconds)
    }

    fn delete_fence(&mut self, fence: usize) {
        self.driver.delete_fence(fence);
    }
}

impl<D: Driver> Buffers for Emulator<D> {
    fn read_buffer(&mut self, target: GLenum, offset: u64, bytes: &mut [u8]) -> bool {
        self.driver.read_buffer(target, offset, bytes)
    }

    fn bind_query_buffer(&mut self, buffer: GLuint) {
        self.driver.bind_query_buffer(buffer);
    }

    fn delete_buffers(&mut self, buffers: &[GLuint]) {
        self.driver.delete_buffers(buffers);
    }

    fn query_buffer(&mut self) -> GLuint {
        self.driver.query_buffer()
    }

    fn buffer_size(&mut self, buffer: GLuint) -> i64 {
        self.driver.buffer_size(buffer)
    }

    fn mapping(&mut self, target: GLenum, buffer: GLuint) -> Option<Mapping> {
        self.driver.mapping(target, buffer)
    }

    fn write_buffer(&mut self, buffer: GLuint, offset: isize, bytes: &[u8]) {
        self.driver.write_buffer(buffer, offset, bytes);
    }
}

impl<D: Driver> Measure for Emulator<D> {
    fn begin_measurement(&mut self) -> GLuint {
        self.check_fences();
        self.measurements.begin(&mut self.driver, &self.sources, &mut self.tallies, &mut self.marks)
    }

    fn end_measurement(&mut self, measurement: GLuint) {
        self.measurements.end(&mut self.driver, &mut self.tallies, &mut self.marks, measurement);
    }

    fn measurement_available(&mut self, measurement: GLuint) -> bool {
        self.measurements.available(&mut self.driver, &mut self.tallies, &mut self.marks, measurement)
    }

    fn measurement(&mut self, measurement: GLuint) -> Measurement {
        self.measurements.result(&mut self.driver, &mut self.tallies, &mut self.marks, measurement)
    }

    fn delete_measurement(&mut self, measurement: GLuint) {
        self.measurements.delete(&mut self.driver, &mut self.tallies, &mut self.marks, measurement);
    }

    fn native_perf_queries(&mut self) -> Option<&mut dyn NativePerfQueries> {
        self.driver.native_perf_queries()
    }
}

impl<D: Driver> Draws for Emulator<D> {
    fn client_arrays(&mut self) -> Vec<ClientArray> {
        self.driver.client_arrays()
    }

    fn stages(&mut self) -> Stages {
        self.tallies.stages(&mut self.driver)
    }

    fn geometry_shader(&mut self) -> Option<u32> {
        self.driver.geometry_shader()
    }

    fn tess_control_shader(&mut self) -> bool {
        self.driver.tess_control_shader()
    }

    fn submitted(&mut self) -> Option<&mut Submitted> {
        self.tallies.submitted()
    }

    fn may_count_draws(&self) -> bool {
        self.sources.count_draws()
    }

    fn work_group_size(&mut self) -> Option<[u32; 3]> {
        self.driver.work_group_size()
    }
}
