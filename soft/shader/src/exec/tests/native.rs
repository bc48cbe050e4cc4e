//! Generated code against the interpreter.

use super::*;
use crate::ir::bytecode::{Regions, Target};
use crate::ir::evaluate::evaluate;
use crate::ir::verify;
use base::core::lanes::Bits;

/// Returns words of all kinds, floats of every class and the edges of integers.
fn words(seed: u64) -> impl FnMut() -> u32 {
    const EDGES: [u32; 28] = [
        0,
        1,
        2,
        31,
        32,
        33,
        0x7FFF_FFFF,
        0x8000_0000,
        0x8000_0001,
        0xFFFF_FFFF,
        0x007F_FFFF,
        0x0080_0000,
        0x3F00_0000,
        0x3F80_0000,
        0xBF80_0000,
        0x4000_0000,
        0x4B00_0001,
        0x4EFF_FFFF,
        0x4F00_0000,
        0xCF00_0000,
        0x4F80_0000,
        0x7F7F_FFFF,
        0x7F80_0000,
        0xFF80_0000,
        0x7F80_0001,
        0x7FC0_0000,
        0xFFC0_1234,
        0x4080_0000,
    ];
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bits = (state >> 32) as u32;
        match bits >> 29 {
            0 | 1 => EDGES[bits as usize % EDGES.len()],
            // Small floats, large ones, subnormal ones.
            2 | 3 => ((bits & 0xFFFF) as f32 / 256.0 - 128.0).to_bits(),
            4 => ((bits & 0xFFFF) as f32 * 1e6).to_bits(),
            5 => bits & 0x807F_FFFF,
            _ => bits ^ (state as u32),
        }
    }
}

/// Returns true if two results are the same word. Which NaN results is not defined, where an operation makes one of two: the compiler may exchange the
/// operands of the interpreter's additions and multiplications.
fn same(code: Code, found: u32, expected: u32) -> bool {
    let is_nan = |word: u32| f32::from_bits(word).is_nan();
    let chooses = matches!(code, Code::FAdd | Code::FMul | Code::FMad | Code::FDot2 | Code::FDot3 | Code::FDot4 | Code::FAtan2);
    found == expected || chooses && is_nan(found) && is_nan(expected)
}

fn generates(set: InstructionSet, code: &Verified) -> bool {
    code.native_everywhere(set).is_some_and(|native| native.ops.iter().any(|op| op.code == Code::Native))
}

#[test]
fn each_selected_operation_computes_the_words_of_the_interpreter() {
    for &set in InstructionSet::available().iter().filter(|set| set.avx2()) {
        each_operation(set);
    }
}

fn each_operation(set: InstructionSet) {
    let mut count = 0;
    for &operation in Code::ALL {
        let derives = matches!(operation, Code::DdxFine | Code::DdyFine | Code::DdxCoarse | Code::DdyCoarse);
        if !derives && evaluate(operation, [[0; 4]; 3]).is_none() {
            continue;
        }
        let compiled = super::code(vec![op(operation, 12, 0, 4, 8)]);
        if !generates(set, &compiled) {
            continue;
        }
        count += 1;
        for round in 0..200 {
            let mut next = words(u64::from(operation as u16) << 32 | round);
            let inputs: Vec<[u32; 64]> = (0..13).map(|_| std::array::from_fn(|_| next())).collect();
            let [interpreted, generated] = [Execution::Interpreted, Execution::Generated].map(|execution| {
                let mut wave = begin((set, execution), &compiled, u64::MAX, &inputs);
                assert_eq!(wave.run(&compiled, &mut World::default().context()), Stop::Done);
                wave.register(12).0
            });
            for lane in 0..64 {
                let operands: Vec<u32> = (0..12).map(|register| inputs[register][lane]).collect();
                let (found, expected) = (generated[lane], interpreted[lane]);
                assert!(same(operation, found, expected), "{set:?}: {operation:?} of {operands:08X?}: {found:08X}, not {expected:08X}");
            }
        }
    }
    assert!(count >= 86, "only {count} operations are selected");
}

/// Makes random code of the form that lowering gives to shaders: variables are written by `MoveActive` where lanes may be inactive, and temporaries are read only
/// where they were written.
struct Random {
    state: u64,
    ops: Vec<Op>,
    /// The constructs around. `Jump` stands for a loop that all lanes share, which none leaves.
    open: Vec<Code>,
    rounds: u16,
    /// True if there are operations that are not selected, and with them regions inside of constructs.
    keeps: bool,
    /// The calls of the function, if it may be called.
    calls: Option<Vec<usize>>,
}

/// The variables; behind them are temporaries.
const VARIABLES: u16 = 8;
const TEMPORARIES: u16 = 16;

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as u32 % limit
    }

    fn variable(&mut self) -> u16 {
        self.below(u32::from(VARIABLES)) as u16
    }

    /// Computes something of variables; returns the temporary.
    fn expression(&mut self, to: u16) -> u16 {
        const CODES: [Code; 12] = [
            Code::IAdd,
            Code::ISub,
            Code::IMul,
            Code::Xor,
            Code::And,
            Code::Or,
            Code::UMin,
            Code::IMax,
            Code::ShiftRightUnsigned,
            Code::ILess,
            Code::ULess,
            Code::IEqual,
        ];
        let (a, b, first) = (self.variable(), self.variable(), CODES[self.below(12) as usize]);
        self.ops.push(op(first, to, a, b, NONE));
        if self.keeps && self.below(5) == 0 {
            self.ops.push(op(Code::BitReverse, to, to, NONE, NONE));
        }
        if self.below(2) == 0 {
            let (c, second) = (self.variable(), CODES[self.below(12) as usize]);
            self.ops.push(op(second, to, to, c, NONE));
        }
        to
    }

    fn condition(&mut self, to: u16) -> u16 {
        let (a, b) = (self.variable(), self.variable());
        let mask = VARIABLES + TEMPORARIES;
        self.ops.push(op(Code::Xor, to, a, b, NONE));
        self.ops.push(op(Code::And, to, to, mask, NONE));
        let code = [Code::IEqual, Code::INotEqual][self.below(2) as usize];
        self.ops.push(op(code, to, to, mask + 1, NONE));
        to
    }

    /// Loops end because they have a counter.
    fn statement(&mut self, depth: u32) {
        let inner = self.open.iter().rposition(|&code| code == Code::Jump).map_or(0, |shared| shared + 1);
        let leaves = self.open[inner..].contains(&Code::Loop);
        match self.below(if depth == 0 { 4 } else { 13 }) {
            0..=3 => {
                let (temporary, variable) = (VARIABLES + self.below(4) as u16, self.variable());
                self.expression(temporary);
                self.ops.push(op(Code::MoveActive, variable, temporary, NONE, NONE));
            }
            4 | 5 => {
                let condition = self.condition(VARIABLES + 4);
                let start = self.ops.len();
                self.ops.push(flow(Code::If, condition, 0));
                self.block(Code::If, depth - 1);
                let mut middle = self.ops.len();
                if self.below(2) == 0 {
                    self.ops.push(flow(Code::Else, NONE, 0));
                    self.block(Code::If, depth - 1);
                    self.ops[middle].payload = Target(self.ops.len() as u32).into();
                } else {
                    middle = self.ops.len();
                }
                self.ops[start].payload = Target(middle as u32).into();
                self.ops.push(flow(Code::EndIf, NONE, 0));
            }
            6 | 7 => self.repeat(depth),
            8 => {
                self.ops.push(flow(Code::Enter, NONE, 0));
                self.block(Code::Enter, depth - 1);
                self.ops.push(flow(Code::Leave, NONE, 0));
            }
            9 => self.shared_if(depth),
            10 => self.shared_loop(depth),
            11 => {
                if let Some(calls) = &mut self.calls {
                    calls.push(self.ops.len());
                    self.ops.push(flow(Code::Call, NONE, 0));
                }
            }
            _ => {
                // An early exit under a condition.
                let condition = self.condition(VARIABLES + 4);
                let start = self.ops.len();
                self.ops.push(flow(Code::If, condition, start as u32 + 2));
                let entered = self.open[inner..].iter().filter(|&&code| code == Code::Enter).count() as u32;
                let repeats = self.open.iter().any(|code| matches!(code, Code::Jump | Code::Loop));
                let exit = match self.below(4) {
                    3 if !repeats => flow(Code::Discard, NONE, 0),
                    0 if leaves => flow(Code::Break, NONE, 0),
                    1 if leaves => flow(Code::Continue, NONE, 0),
                    _ if entered > 0 => {
                        let outer = self.below(entered);
                        Op { payload: Regions(outer).into(), ..flow(Code::Return, NONE, 0) }
                    }
                    _ if self.keeps
                        && self.open.iter().all(|code| !matches!(code, Code::Jump | Code::Function | Code::Loop | Code::Enter)) =>
                    {
                        flow(Code::Return, NONE, 0)
                    }
                    _ => op(Code::MoveActive, 0, 1, NONE, NONE),
                };
                self.ops.push(exit);
                self.ops.push(flow(Code::EndIf, NONE, 0));
            }
        }
    }

    /// Branches on a condition that all lanes share.
    fn shared_if(&mut self, depth: u32) {
        let (condition, limit) = (VARIABLES + 4, VARIABLES + TEMPORARIES);
        let (a, b) = (limit + self.below(3) as u16, limit + self.below(3) as u16);
        self.ops.push(op(Code::ILess, condition, a, b, NONE));
        let start = self.ops.len();
        self.ops.push(flow(Code::JumpUnless, condition, 0));
        self.block(Code::End, depth - 1);
        let middle = self.ops.len();
        self.ops.push(flow(Code::Jump, NONE, 0));
        self.ops[start].payload = Target(middle as u32 + 1).into();
        self.block(Code::End, depth - 1);
        self.ops[middle].payload = Target(self.ops.len() as u32).into();
        // So that the jump stays in its region, whatever follows.
        self.ops.push(op(Code::Move, condition, a, NONE, NONE));
    }

    /// Repeats with a counter that all lanes share.
    fn shared_loop(&mut self, depth: u32) {
        let counter = VARIABLES + 6 + self.rounds;
        let (mask, zero, one) = (VARIABLES + TEMPORARIES, VARIABLES + TEMPORARIES + 1, VARIABLES + TEMPORARIES + 2);
        self.rounds += 1;
        self.ops.push(op(Code::Move, counter, zero, NONE, NONE));
        let start = self.ops.len();
        let test = VARIABLES + 5;
        self.ops.push(op(Code::ILess, test, counter, mask, NONE));
        let tested = self.ops.len();
        self.ops.push(flow(Code::JumpUnless, test, 0));
        self.block(Code::Jump, depth - 1);
        self.ops.push(op(Code::IAdd, counter, counter, one, NONE));
        self.ops.push(flow(Code::Jump, NONE, start as u32));
        self.ops[tested].payload = Target(self.ops.len() as u32).into();
        self.ops.push(op(Code::Move, test, counter, NONE, NONE));
        self.rounds -= 1;
    }

    fn repeat(&mut self, depth: u32) {
        let counter = VARIABLES + 6 + self.rounds;
        let (zero, one, limit) = (VARIABLES + TEMPORARIES + 1, VARIABLES + TEMPORARIES + 2, VARIABLES + TEMPORARIES + 3);
        self.rounds += 1;
        self.ops.push(op(Code::MoveActive, counter, zero, NONE, NONE));
        let start = self.ops.len();
        self.ops.push(flow(Code::Loop, NONE, 0));
        let test = VARIABLES + 5;
        self.ops.push(op(Code::ILess, test, counter, limit, NONE));
        let tested = self.ops.len();
        self.ops.push(flow(Code::LoopTest, test, 0));
        self.block(Code::Loop, depth - 1);
        self.ops.push(flow(Code::NextRound, NONE, 0));
        self.ops.push(op(Code::IAdd, test, counter, one, NONE));
        self.ops.push(op(Code::MoveActive, counter, test, NONE, NONE));
        let end = self.ops.len() as u32;
        self.ops.push(flow(Code::EndLoop, NONE, start as u32 + 1));
        for at in [start, tested] {
            self.ops[at].payload = Target(end).into();
        }
        self.rounds -= 1;
    }

    fn block(&mut self, code: Code, depth: u32) {
        self.open.push(code);
        for _ in 0..1 + self.below(3) {
            self.statement(depth);
        }
        self.open.pop();
    }
}

/// Returns random code that ends, with a function in every third one.
fn random(seed: u64) -> Verified {
    let calls = seed.is_multiple_of(3).then(Vec::new);
    let mut random = Random { state: seed * 977 + 5, ops: Vec::new(), open: Vec::new(), rounds: 0, keeps: seed % 2 == 1, calls };
    for _ in 0..4 {
        random.statement(4);
    }
    random.ops.push(flow(Code::End, NONE, 0));
    if let Some(calls) = random.calls.take() {
        let start = random.ops.len();
        calls.into_iter().for_each(|call| random.ops[call].payload = Target(start as u32).into());
        random.ops.push(flow(Code::Function, NONE, 0));
        // The counters of the callers stay.
        random.rounds = 5;
        random.block(Code::Function, 3);
        random.ops.push(flow(Code::FunctionEnd, NONE, start as u32));
    }
    let outputs = (0..VARIABLES).map(|register| (register, Output::FragmentDepth)).collect();
    verify(Bytecode { outputs, depth: 64, ops: random.ops, registers: REGISTERS, ..Bytecode::default() }).unwrap()
}

/// Returns the operations in lines.
fn text(code: &Verified) -> String {
    code.ops
        .iter()
        .enumerate()
        .map(|(index, op)| format!("\n{index}: {:?} {} {} {}; {}", op.code, op.dst, op.a, op.b, op.target() as i32))
        .collect()
}

#[test]
fn random_control_flow_leaves_the_variables_of_the_interpreter() {
    let count = std::env::var("RANDOM_CODE").ok().and_then(|count| count.parse().ok()).unwrap_or(3000);
    let mut generated = 0;
    for seed in 0..count {
        let code = random(seed);
        generated += u64::from(generates(InstructionSet::best(), &code));
        let mut next = words(seed);
        let mut inputs: Vec<[u32; 64]> = (0..VARIABLES + TEMPORARIES).map(|_| std::array::from_fn(|_| next() & 7)).collect();
        inputs.extend([[3; 64], [0; 64], [1; 64], std::array::from_fn(|lane| lane as u32 % 5)]);
        let lanes = if seed % 4 == 0 { u64::MAX } else { u64::from(next()) << 32 | u64::from(next()) };
        let results = ways().into_iter().map(|way| {
            let (mut world, mut wave) = (World { budget: 1 << 40, ..World::default() }, begin(way, &code, lanes, &inputs));
            let stop = wave.run(&code, &mut world.context());
            let registers: Vec<[u32; 64]> = (0..VARIABLES).map(|register| wave.register(register).0).collect();
            (stop, wave.alive(), registers, world.budget)
        });
        let results: Vec<_> = results.collect();
        let (stop, alive, registers, budget) = &results[0];
        for other in &results[1..] {
            assert_eq!((*stop, *alive), (other.0, other.1), "seed {seed}");
            assert!(other.3 >= *budget, "seed {seed}: generated code may charge less than the interpreter, not more");
            for (register, (found, expected)) in other.2.iter().zip(registers).enumerate() {
                Bits(*alive).for_each(|lane| {
                    assert_eq!(found[lane], expected[lane], "seed {seed}, register {register}, lane {lane}: {}", text(&code));
                });
            }
        }
    }
    assert!(generated > count / 2 || !InstructionSet::best().avx2(), "{generated}");
}
