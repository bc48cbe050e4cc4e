//! The commands that create and delete display lists. They always reach glmeter, because it must know the draws in a list before a query
//! begins. `gl_draws` has the commands that call lists.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;
use crate::rules::draw::lists;

extension! {
    /// PS-18, for drivers that do not count submitted draws.
    "GL_lists";
    procedures {
        fn glNewList(list: GLuint, mode: GLenum) => lists::new_list;
        fn glEndList() => lists::end_list;
        fn glDeleteLists(list: GLuint, range: GLsizei) => lists::delete_lists;
    }
    tokens {
    }
}
