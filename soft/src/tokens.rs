//! Every token of the Khronos registry, by its C name.

#![allow(dead_code, reason = "the whole registry is here")]

include!(concat!(env!("OUT_DIR"), "/tokens.rs"));
