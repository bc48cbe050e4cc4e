//! Tests of the interpreter against scalar references, with every instruction set.

#![allow(clippy::type_complexity, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod arithmetic;
mod flow;
mod images;
mod longs;
mod memories;
mod operations;
mod records;
mod textures;

use super::*;
use crate::ir::bytecode::{Code, Encoded, NONE, Op};
use crate::ir::{Bytecode, verified};
use base::core::memory::Memory;
use std::sync::atomic::AtomicBool;

/// Creates an operation without payload.
fn op(code: Code, dst: u16, a: u16, b: u16, c: u16) -> Op {
    Op { code, dst, a, b, c, payload: ().into() }
}

/// Creates a control flow operation from its condition and the number in its payload.
fn flow(code: Code, a: u16, number: u32) -> Op {
    Op { code, dst: NONE, a, b: NONE, c: NONE, payload: Encoded::from_bits(0, number) }
}

const REGISTERS: u32 = 32;

fn bytecode(mut ops: Vec<Op>) -> Bytecode {
    ops.push(flow(Code::End, NONE, 0));
    Bytecode { ops, registers: REGISTERS, depth: 8, ..Bytecode::default() }
}

fn code(ops: Vec<Op>) -> Verified {
    verified(bytecode(ops))
}

/// The parts of the context that a test can vary.
struct World {
    resources: Resources,
    writable: u64,
    budget: u64,
    cancel: AtomicBool,
}

impl Default for World {
    fn default() -> Self {
        Self { resources: Resources::default(), writable: u64::MAX, budget: u64::MAX, cancel: AtomicBool::new(false) }
    }
}

impl World {
    fn context(&mut self) -> ExecutionContext<'_> {
        ExecutionContext::new(&self.resources, &self.cancel, &mut self.budget, self.writable)
    }
}

/// Loads and starts a wave whose first registers hold these lanes.
fn begin(set: InstructionSet, code: &Verified, lanes: u64, inputs: &[[u32; 64]]) -> Wave {
    let mut wave = Wave::with_instruction_set(set);
    wave.load(code, &Resources::default());
    for (register, input) in inputs.iter().enumerate() {
        wave.register_mut(register as u16).0 = *input;
    }
    wave.start(code, lanes);
    wave
}

/// Runs operations to the end with each instruction set and checks that they agree; returns the registers.
fn run(ops: Vec<Op>, lanes: u64, inputs: &[[u32; 64]]) -> (Vec<[u32; 64]>, u64) {
    let code = code(ops);
    let mut results = InstructionSet::available().iter().map(|&set| {
        let mut wave = begin(set, &code, lanes, inputs);
        assert_eq!(wave.run(&code, &mut World::default().context()), Stop::Done);
        ((0..REGISTERS as u16).map(|register| wave.register(register).0).collect::<Vec<_>>(), wave.alive())
    });
    let first = results.next().unwrap();
    for other in results {
        assert!(first == other, "the instruction sets disagree");
    }
    first
}

/// Returns the lane numbers.
fn numbers() -> [u32; 64] {
    std::array::from_fn(|lane| lane as u32)
}

/// Returns all ones in the lanes of a mask.
fn boolean(mask: u64) -> [u32; 64] {
    std::array::from_fn(|lane| if mask >> lane & 1 != 0 { u32::MAX } else { 0 })
}
