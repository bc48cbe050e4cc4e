//! `GL_ANGLE_timer_query`, a draft for OpenGL ES 2.0 that never reached the registry.

use crate::gl::*;
use crate::rules::query;

include!(concat!(env!("OUT_DIR"), "/angle_timer_query.rs"));
