//! `GL_ARB_timer_query`, core in OpenGL 3.3.

use crate::gl::*;
use crate::rules::query::{self, quick};

include!(concat!(env!("OUT_DIR"), "/arb_timer_query.rs"));
