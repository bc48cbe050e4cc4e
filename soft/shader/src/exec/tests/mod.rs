//! Tests of the interpreter against scalar references, with every instruction set, and of the generated code against the interpreter.

#![allow(clippy::type_complexity, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod arithmetic;
mod flow;
mod images;
mod longs;
mod memories;
mod native;
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

/// Returns code that ends with these operations, after which all registers are wanted.
fn bytecode(mut ops: Vec<Op>) -> Bytecode {
    ops.push(flow(Code::End, NONE, 0));
    let outputs = (0..REGISTERS as u16).map(|register| (register, Output::FragmentDepth)).collect();
    Bytecode { ops, registers: REGISTERS, depth: 8, outputs, ..Bytecode::default() }
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

/// An instruction set, and which code runs with it.
type Way = (InstructionSet, Execution);

/// Returns every way to run code.
fn ways() -> Vec<Way> {
    let sets = InstructionSet::available().iter().map(|&set| (set, Execution::Interpreted));
    let generated = InstructionSet::available().iter().filter(|set| set.avx2()).map(|&set| (set, Execution::Generated));
    sets.chain(generated).collect()
}

/// Returns the best instruction set for the interpreter.
fn best() -> Way {
    (InstructionSet::best(), Execution::Interpreted)
}

/// Loads and starts a wave whose first registers hold these lanes.
fn begin((set, execution): Way, code: &Verified, lanes: u64, inputs: &[[u32; 64]]) -> Wave {
    let mut wave = Wave::with_instruction_set(set).with_execution(execution);
    wave.load(code, &Resources::default());
    for (register, input) in inputs.iter().enumerate() {
        wave.register_mut(register as u16).0 = *input;
    }
    wave.start(code, lanes);
    wave
}

/// Runs operations to the end in each way and checks that they agree; returns the registers.
fn run(ops: Vec<Op>, lanes: u64, inputs: &[[u32; 64]]) -> (Vec<[u32; 64]>, u64) {
    let comparable = comparable(&ops);
    let code = code(ops);
    let mut results = ways().into_iter().map(|way| {
        let mut wave = begin(way, &code, lanes, inputs);
        assert_eq!(wave.run(&code, &mut World::default().context()), Stop::Done);
        (way, (0..REGISTERS as u16).map(|register| wave.register(register).0).collect::<Vec<_>>(), wave.alive())
    });
    let (_, first, alive) = results.next().unwrap();
    for (way, other, other_alive) in results {
        assert_eq!(alive, other_alive, "{way:?}");
        for register in 0..REGISTERS as usize {
            if way.1 == Execution::Interpreted {
                assert!(first[register] == other[register], "register {register} by {way:?}");
            } else if comparable[register] {
                base::core::lanes::Bits(alive).for_each(|lane| {
                    assert_eq!(first[register][lane], other[register][lane], "register {register}, lane {lane} by {way:?}")
                });
            }
        }
    }
    (first, alive)
}

/// Returns for each register whether its value is defined at the end in every lane: it has no temporary of a construct, which lanes that are inactive there may
/// have or not.
fn comparable(ops: &[Op]) -> Vec<bool> {
    let (mut comparable, mut depth) = (vec![true; REGISTERS as usize], 0);
    for op in ops {
        match op.code {
            Code::If | Code::Loop | Code::Enter => depth += 1,
            Code::EndIf | Code::EndLoop | Code::Leave => depth -= 1,
            code => {
                let width = code.widths(op.payload)[0] as usize;
                if depth > 0 && width > 0 && !matches!(code, Code::MoveActive | Code::StoreIndexed) {
                    comparable[usize::from(op.dst)..][..width].fill(false);
                }
            }
        }
    }
    comparable
}

/// Returns the lane numbers.
fn numbers() -> [u32; 64] {
    std::array::from_fn(|lane| lane as u32)
}

/// Returns all ones in the lanes of a mask.
fn boolean(mask: u64) -> [u32; 64] {
    std::array::from_fn(|lane| if mask >> lane & 1 != 0 { u32::MAX } else { 0 })
}
