//! Tokens of the Khronos registry by their C names: those that the sources mention, collected by the build script.

#![allow(dead_code, reason = "a comment may mention a token that no code uses")]
#![allow(non_upper_case_globals, reason = "the tokens' C names: GL_FLOAT_MAT2x3")]

include!(concat!(env!("OUT_DIR"), "/tokens.rs"));
