//! Register allocation: a linear scan assigns virtual registers to the register file. Also emits the final operations.

use super::bytecode::{Bytecode, Code, NONE, Op, Splat};
use super::linear::{ConstructKind, Linear, NO_REGISTER, Operation, Origin, Virtual, is_control, reads, sample_registers, widths};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The live interval of a group of registers. Each operation has two positions: its reads, then its writes.
#[derive(Clone, Copy)]
struct Interval {
    start: u32,
    end: u32,
}

const UNUSED: Interval = Interval { start: u32::MAX, end: 0 };

/// Returns the position of an operation's reads.
fn position(index: usize) -> u32 {
    index as u32 * 2 + 2
}

/// Returns true if the interpreter may write the result over an operand: it works lane by lane on one register each.
fn in_place(op: &Operation) -> bool {
    use Code::*;
    let w = widths(op.code, op.d, op.imm);
    w.dst == 1
        && w.a <= 1
        && w.b <= 1
        && w.c <= 1
        && !matches!(
            op.code,
            DdxFine
                | DdyFine
                | DdxCoarse
                | DdyCoarse
                | LoadIndexed
                | StoreIndexed
                | Load
                | Atomic
                | LoadVertex
                | LoadPatch
                | LoadOutput
                | BlockSize
        )
}

/// Returns the leader (first register) of each register's contiguous group, and the size of each group by leader.
fn groups(linear: &Linear) -> (Vec<Virtual>, Vec<u32>) {
    let count = linear.origins.len();
    let mut leaders = Vec::with_capacity(count);
    let mut sizes = vec![0u32; count];
    for register in 0..count {
        let leader = match leaders.last() {
            Some(&last) if linear.contiguous[register] => last,
            _ => register as Virtual,
        };
        leaders.push(leader);
        sizes[leader as usize] += 1;
    }
    (leaders, sizes)
}

/// The positions of a loop.
struct Region {
    start: u32,
    end: u32,
}

/// Returns the first and last position of each loop, by construct.
fn loops(linear: &Linear) -> (Vec<Region>, Vec<u32>) {
    let mut regions: Vec<Region> = linear.constructs.iter().map(|_| Region { start: 0, end: 0 }).collect();
    let mut begins = vec![0u32; linear.constructs.len()];
    for (index, op) in linear.ops.iter().enumerate() {
        let at = position(index);
        match op.code {
            Code::Loop => regions[op.imm as usize].start = at,
            Code::EndLoop => regions[op.imm as usize].end = at + 1,
            Code::Enter => begins[op.imm as usize] = at,
            _ => {}
        }
    }
    (regions, begins)
}

/// Returns the live interval of every group, by leader.
fn intervals(linear: &Linear, leaders: &[Virtual]) -> Vec<Interval> {
    let (regions, begins) = loops(linear);
    let mut live = vec![UNUSED; linear.origins.len()];
    let last = position(linear.ops.len());
    let leader = |register: Virtual| leaders[register as usize] as usize;
    let written = |op: &Operation| {
        let width = if op.dst == NO_REGISTER { 0 } else { widths(op.code, op.d, op.imm).dst };
        op.dst..op.dst.saturating_add(width)
    };
    // Compute starts first: whether a loop must keep a value alive depends on them.
    for (index, op) in linear.ops.iter().enumerate() {
        let at = position(index) + u32::from(in_place(op));
        for register in written(op) {
            let at = match linear.origins[register as usize] {
                Origin::Phi(construct) if linear.constructs[construct as usize].kind == ConstructKind::Enter => begins[construct as usize],
                _ => at,
            };
            let interval = &mut live[leader(register)];
            interval.start = interval.start.min(at);
        }
    }
    for (register, origin) in linear.origins.iter().enumerate() {
        match origin {
            Origin::Splat(_) | Origin::Input(_) => live[leader(register as Virtual)].start = 0,
            _ => {}
        }
    }
    let mut open: Vec<u32> = Vec::new();
    for (index, op) in linear.ops.iter().enumerate() {
        if op.code == Code::Loop {
            open.push(op.imm);
        }
        let mut touch = |register: Virtual, at: u32| {
            let interval = &mut live[leader(register)];
            // Never written: the value is live from the start.
            if interval.start == u32::MAX {
                interval.start = 0;
            }
            // Open loops began one after the other.
            let outside = open.partition_point(|&construct| regions[construct as usize].start <= interval.start);
            let kept = open.get(outside).map(|&construct| &regions[construct as usize]);
            interval.end = interval.end.max(kept.map_or(at, |region| region.end.max(at)));
        };
        reads(op, &linear.samples, &linear.outputs, |register| touch(register, position(index)));
        written(op).for_each(|register| touch(register, position(index) + 1));
        if op.code == Code::EndLoop {
            open.pop();
        }
    }
    let mut used_inputs = vec![false; linear.origins.len()];
    for (register, interval) in live.iter().enumerate() {
        used_inputs[register] = interval.end > 0;
    }
    for &(register, _) in &linear.outputs {
        let interval = &mut live[leader(register)];
        if interval.start == u32::MAX {
            interval.start = 0;
        }
        interval.end = last;
    }
    // Draw constants are written once for each draw and must not be overwritten.
    for (register, origin) in linear.origins.iter().enumerate() {
        if matches!(origin, Origin::Splat(_)) {
            let interval = &mut live[leader(register as Virtual)];
            if interval.end > 0 {
                interval.end = last;
            }
        }
    }
    live
}

/// The free registers of the register file, one bit each; the file grows as needed.
struct RegisterFile {
    free: Vec<u64>,
    /// The number of words at the start without a free register.
    full: usize,
    size: u32,
}

impl RegisterFile {
    fn is_free(&self, register: u32) -> bool {
        self.free.get(register as usize / 64).is_none_or(|word| word >> (register % 64) & 1 == 1)
    }

    fn set(&mut self, register: u32, free: bool) {
        while self.free.len() <= register as usize / 64 {
            self.free.push(u64::MAX);
        }
        let bit = 1u64 << (register % 64);
        if free {
            self.free[register as usize / 64] |= bit;
            self.full = self.full.min(register as usize / 64);
        } else {
            self.free[register as usize / 64] &= !bit;
        }
    }

    /// Returns the first of the lowest `count` consecutive free registers.
    fn find(&mut self, count: u32) -> u32 {
        while self.free.get(self.full) == Some(&0) {
            self.full += 1;
        }
        let (mut run, mut at) = (0, self.full as u32 * 64);
        while run < count {
            let word = self.free.get(at as usize / 64).copied().unwrap_or(u64::MAX);
            if at % 64 == 0 && word == 0 {
                run = 0;
                at += 64;
                continue;
            }
            run = if word >> (at % 64) & 1 == 1 { run + 1 } else { 0 };
            at += 1;
        }
        at - count
    }

    fn take(&mut self, first: u32, count: u32) {
        (first..first + count).for_each(|register| self.set(register, false));
        self.size = self.size.max(first + count);
    }
}

/// Returns the first physical register of each group by leader (NO_REGISTER if unused), and the size of the register file.
/// Returns an error if there are too few registers.
fn scan(linear: &Linear, leaders: &[Virtual], sizes: &[u32], live: &[Interval]) -> Result<(Vec<u32>, u32), String> {
    let mut order: Vec<Virtual> = (0..live.len() as Virtual).filter(|&group| live[group as usize].end > 0).collect();
    order.sort_by_key(|&group| (live[group as usize].start, group));
    let mut assigned = vec![NO_REGISTER; live.len()];
    let mut file = RegisterFile { free: Vec::new(), full: 0, size: 0 };
    let mut active: BinaryHeap<Reverse<(u32, Virtual)>> = BinaryHeap::new();
    for group in order {
        let Interval { start, end } = live[group as usize];
        while let Some(&Reverse((other_end, other))) = active.peek()
            && other_end < start
        {
            active.pop();
            let (first, count) = (assigned[other as usize], sizes[other as usize]);
            (first..first + count).for_each(|register| file.set(register, true));
        }
        let count = sizes[group as usize];
        // Coalesce: a copy of a value that is not read again takes its register, and the move vanishes.
        let coalesced = (start >= 3 && count == 1)
            .then(|| linear.ops.get((start as usize - 2) / 2))
            .flatten()
            .filter(|op| op.code == Code::Move && op.dst == group)
            .map(|op| leaders[op.a as usize] as usize)
            .filter(|&source| sizes[source] == 1)
            .map(|source| assigned[source])
            .filter(|&physical| physical != NO_REGISTER && file.is_free(physical));
        let first = coalesced.unwrap_or_else(|| file.find(count));
        file.take(first, count);
        if file.size > u32::from(NONE) {
            return Err(format!("the shader is too large: it needs more than {NONE} registers"));
        }
        assigned[group as usize] = first;
        active.push(Reverse((end.max(start), group)));
    }
    Ok((assigned, file.size))
}

/// Allocates registers and fills in the operations and tables of the bytecode.
pub fn allocate(linear: &Linear, code: &mut Bytecode) -> Result<(), String> {
    let (leaders, sizes) = groups(linear);
    let live = intervals(linear, &leaders);
    let (assigned, size) = scan(linear, &leaders, &sizes, &live)?;
    let physical = |register: Virtual| -> u16 {
        let Some(&leader) = leaders.get(register as usize) else { return NONE };
        match assigned[leader as usize] {
            NO_REGISTER => NONE,
            first => (first + register - leader) as u16,
        }
    };
    code.registers = size;
    for (register, origin) in linear.origins.iter().enumerate() {
        let at = physical(register as Virtual);
        if at == NONE {
            continue;
        }
        match origin {
            Origin::Splat(splat) => code.splats.push((at, *splat)),
            Origin::Input(input) => code.inputs.push((at, *input)),
            _ => {}
        }
    }
    code.splats.sort_by_key(|&(register, splat)| (register, matches!(splat, Splat::Constant(_))));
    code.outputs =
        linear.outputs.iter().map(|&(register, output)| (physical(register), output)).filter(|&(register, _)| register != NONE).collect();
    code.samples = linear
        .samples
        .iter()
        .map(|virtual_sample| {
            let mut sample = virtual_sample.sample.clone();
            for (to, &from) in sample_registers(&mut sample).into_iter().zip(&virtual_sample.registers) {
                *to = physical(from);
            }
            sample
        })
        .collect();
    write_operations(linear, code, physical);
    Ok(())
}

/// The positions of a construct's operations in the final code; for an operation that vanishes, the position of the next one.
#[derive(Clone, Copy, Default)]
struct Labels {
    start: u32,
    middle: Option<u32>,
    next_round: u32,
    end: u32,
}

/// Returns true if an operation is omitted from the final code.
fn vanishes(op: &Operation, physical: &impl Fn(Virtual) -> u16) -> bool {
    let shared = op.d == 1;
    match op.code {
        Code::Move => physical(op.dst) == physical(op.a),
        Code::EndIf | Code::Loop | Code::NextRound | Code::Enter | Code::Leave => shared,
        _ => false,
    }
}

fn write_operations(linear: &Linear, code: &mut Bytecode, physical: impl Fn(Virtual) -> u16) {
    let mut labels = vec![Labels::default(); linear.constructs.len()];
    let mut next = 0u32;
    for op in &linear.ops {
        if is_control(op.code)
            && let Some(label) = labels.get_mut(op.imm as usize)
        {
            match op.code {
                Code::Else => label.middle = Some(next),
                Code::NextRound => label.next_round = next,
                Code::EndIf | Code::Leave | Code::EndLoop => label.end = next,
                Code::Loop => label.start = next,
                _ => {}
            }
        }
        next += u32::from(!vanishes(op, &physical));
    }
    let (mut depth, mut deepest) = (0u32, 0u32);
    // The open regions that lanes leave by a mask.
    let mut entered: Vec<u32> = Vec::new();
    code.ops.reserve(next as usize);
    for op in &linear.ops {
        if vanishes(op, &physical) {
            continue;
        }
        let mut out =
            Op { code: op.code, dst: physical(op.dst), a: physical(op.a), b: physical(op.b), c: physical(op.c), d: op.d, imm: op.imm };
        if is_control(op.code) {
            let label = labels.get(op.imm as usize).copied().unwrap_or_default();
            let shared = op.d == 1;
            out.d = 0;
            (out.code, out.imm) = match (op.code, shared) {
                (Code::If, false) => (Code::If, label.middle.unwrap_or(label.end)),
                (Code::If, true) => (Code::JumpUnless, label.middle.map_or(label.end, |middle| middle + 1)),
                (Code::Else, false) => (Code::Else, label.end),
                (Code::Else, true) => (Code::Jump, label.end),
                (Code::Loop | Code::LoopTest, false) => (op.code, label.end),
                (Code::LoopTest, true) => (Code::JumpUnless, label.end + 1),
                (Code::Break, true) => (Code::Jump, label.end + 1),
                (Code::Continue, true) => (Code::Jump, label.next_round),
                (Code::EndLoop, false) => (Code::EndLoop, label.start + 1),
                (Code::EndLoop, true) => (Code::Jump, label.start),
                (Code::Return, true) => (Code::Jump, label.end),
                (Code::Return, false) => {
                    let inner = entered.iter().rev().take_while(|&&construct| construct != op.imm).count();
                    (Code::Return, if inner == entered.len() { 0 } else { inner as u32 })
                }
                (other, _) => (other, 0),
            };
            match out.code {
                Code::Enter => entered.push(op.imm),
                Code::Leave => drop(entered.pop()),
                _ => {}
            }
            match out.code {
                Code::If | Code::Loop | Code::Enter => depth += 1,
                Code::EndIf | Code::EndLoop | Code::Leave => depth = depth.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(depth);
        }
        code.ops.push(out);
    }
    code.depth = deepest;
}
