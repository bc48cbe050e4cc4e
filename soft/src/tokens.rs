//! Tokens of the Khronos registry by their C names: those that the sources mention, collected by the build script.

#![allow(dead_code, reason = "a comment may mention a token that no code uses")]

include!(concat!(env!("OUT_DIR"), "/tokens.rs"));
