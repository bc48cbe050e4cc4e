//! The query commands of the core specifications and of `GL_ARB_occlusion_query`, in one name space with every suffix [C-20].

use crate::gl::*;
use crate::platform::call_slots::is_observed;
use crate::rules::query::{self, buffer, conditional, quick};

include!(concat!(env!("OUT_DIR"), "/gl_queries.rs"));
