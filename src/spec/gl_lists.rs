//! The commands that make and delete display lists. They are seen at all times, for what a list holds must be known before
//! a count begins; the commands that call lists are among those of `gl_draws`.
//!
//! They are no part of `EXTENSIONS`: their prototypes are the system headers' to declare.

use crate::gl::*;
use crate::rules::draw::lists;

extension! {
    /// PS-18, where the driver does not count what is submitted.
    "GL_lists";
    procedures {
        fn glNewList(list: GLuint, mode: GLenum) => lists::new_list;
        fn glEndList() => lists::end_list;
        fn glDeleteLists(list: GLuint, range: GLsizei) => lists::delete_lists;
    }
    tokens {
    }
}
