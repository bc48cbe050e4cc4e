//! Texture operations: registers to look-ups and back.

use super::Surroundings;
use super::registers::File;
use crate::ir::Bytecode;
use crate::ir::bytecode::{Lanes, Op};

pub(super) fn sample(file: File, _code: &Bytecode, op: &Op, _active: u64, _surroundings: &Surroundings) {
    for component in 0..4 {
        let value = if component == 3 { 1f32.to_bits() } else { 0 };
        file.set_lanes(op.dst.wrapping_add(component), &Lanes([value; 64]));
    }
}
