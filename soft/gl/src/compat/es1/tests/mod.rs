#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod drawing;
mod errors;
mod fixed_point;
mod state;

use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::es1;
use crate::tokens::*;

/// 1 as a fixed-point value.
const ONE: i32 = 0x1_0000;
const HALF: i32 = ONE / 2;

fn error() -> u32 {
    glGetError()
}

fn floats<const N: usize>(name: u32) -> [f32; N] {
    let mut values = [f32::NAN; 16];
    glGetFloatv(name, values.as_mut_ptr());
    std::array::from_fn(|index| values[index])
}

fn fixed<const N: usize>(name: u32) -> [i32; N] {
    let mut values = [i32::MIN; 16];
    glGetFixedv(name, values.as_mut_ptr());
    std::array::from_fn(|index| values[index])
}

fn integer(name: u32) -> u32 {
    let mut values = [0u32; 64];
    glGetIntegerv(name, values.as_mut_ptr().cast());
    values[0]
}
