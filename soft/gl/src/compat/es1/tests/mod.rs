#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod drawing;
mod errors;
mod fixed_point;
mod state;

use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::es1;
use crate::tokens::*;

/// 1 as a fixed-point value.
const ONE: i32 = 0x1_0000;
const HALF: i32 = ONE / 2;

fn error() -> u32 {
    gl!(glGetError() -> u32)
}

fn floats<const N: usize>(name: u32) -> [f32; N] {
    let mut values = [f32::NAN; 16];
    gl!(glGetFloatv(name => u32, values.as_mut_ptr() => *mut f32));
    std::array::from_fn(|index| values[index])
}

fn fixed<const N: usize>(name: u32) -> [i32; N] {
    let mut values = [i32::MIN; 16];
    gl!(glGetFixedv(name => u32, values.as_mut_ptr() => *mut i32));
    std::array::from_fn(|index| values[index])
}

fn integer(name: u32) -> u32 {
    let mut values = [0; 64];
    gl!(glGetIntegerv(name => u32, values.as_mut_ptr() => *mut u32));
    values[0]
}
