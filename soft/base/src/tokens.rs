//! Tokens of the Khronos registry by their C names. The build script collects those that the sources mention.

#![allow(dead_code, reason = "the build script also finds tokens that only comments mention")]
#![allow(non_upper_case_globals, reason = "the tokens' C names: GL_FLOAT_MAT2x3")]

include!(concat!(env!("OUT_DIR"), "/tokens.rs"));
