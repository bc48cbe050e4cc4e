//! Display lists of the machine's driver.

use super::{Host, call};
use crate::driver::DisplayLists;
use crate::gl::{self, GLenum, GLuint};

impl DisplayLists for Host {
    fn is_list(&mut self, list: GLuint) -> bool {
        call!(self.functions.glIsList, list) == Some(gl::TRUE)
    }

    fn new_list(&mut self, list: GLuint, mode: GLenum) {
        call!(self.functions.glNewList, list, mode);
    }

    fn end_list(&mut self) {
        call!(self.functions.glEndList);
    }

    fn call_list(&mut self, list: GLuint) {
        call!(self.functions.glCallList, list);
    }

    fn call_list_from_base(&mut self, offset: GLuint) {
        call!(self.functions.glCallLists, 1, gl::UNSIGNED_INT, core::ptr::from_ref(&offset).cast());
    }

    fn delete_list(&mut self, list: GLuint) {
        call!(self.functions.glDeleteLists, list, 1);
    }
}
