//! `GL_ARB_pipeline_statistics_query`, core in OpenGL 4.6: tokens only.

include!(concat!(env!("OUT_DIR"), "/arb_pipeline_statistics_query.rs"));
