//! `GL_INTEL_performance_query`, for OpenGL and OpenGL ES.

use crate::gl::*;
use crate::rules::perf_query;

include!(concat!(env!("OUT_DIR"), "/intel_performance_query.rs"));
