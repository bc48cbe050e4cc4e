//! The commands that create and delete display lists. They always reach glmeter, because it must know the draws in a list before a query
//! begins. `gl_draws` has the commands that call lists.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;
use crate::rules::draw::lists;

include!(concat!(env!("OUT_DIR"), "/gl_lists.rs"));
