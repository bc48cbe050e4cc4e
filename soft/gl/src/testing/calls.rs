//! Every command as a function of its C name, with the types of the Khronos registry, through its C address.

#![allow(non_snake_case, dead_code, clippy::all, clippy::expect_used, reason = "generated")]

use crate::proc_address;
use core::ffi::c_void;
use glmeter_abi::gl::*;

include!(concat!(env!("OUT_DIR"), "/calls.rs"));
