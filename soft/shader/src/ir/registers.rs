//! Register allocation: a linear scan assigns virtual registers to the register file. Also emits the final operations.

use super::bytecode::{Bytecode, Code, Encoded, NONE, Op, Regions, Splat, Target, depth};
use super::linear::{Flow, Linear, NO_REGISTER, Operation, Origin, Virtual, is_control, sample_registers};
use super::liveness::{Groups, Interval, groups, intervals};
use super::segments::Segments;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The free registers of the register file, one bit each; the file grows as needed.
struct RegisterFile {
    free: Vec<u64>,
    /// The number of words at the start without a free register.
    full: usize,
    size: u32,
}

impl RegisterFile {
    /// Creates a register file whose first registers are taken.
    fn with_taken(count: u32) -> Self {
        let mut file = Self { free: vec![0; count as usize / 64], full: count as usize / 64, size: 0 };
        file.take(count / 64 * 64, count % 64);
        file.size = count;
        file
    }

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

/// Assigns registers of the file to groups, in the order of their intervals. Returns an error if there are too few registers.
fn scan(
    linear: &Linear,
    groups: &Groups,
    live: &[Interval],
    order: &[Virtual],
    file: &mut RegisterFile,
    assigned: &mut [u32],
) -> Result<(), String> {
    let (leaders, sizes) = (&groups.leaders, &groups.sizes);
    let mut active: BinaryHeap<Reverse<(u32, Virtual)>> = BinaryHeap::new();
    for &group in order {
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
    Ok(())
}

/// Returns the first physical register of each group by leader (NO_REGISTER if unused), and the size of the register file.
///
/// Each function has registers above those of all code that calls it, because their values must survive the call; what several functions use
/// lies below all of them.
fn assign(linear: &Linear, groups: &Groups, live: &mut [Interval]) -> Result<(Vec<u32>, u32), String> {
    let segments = Segments::new(linear);
    let owners = segments.owners(linear, groups, live);
    let mut orders: Vec<Vec<Virtual>> = vec![Vec::new(); segments.starts.len() + 1];
    for group in (0..live.len() as Virtual).filter(|&group| live[group as usize].end > 0) {
        orders[owners[group as usize]].push(group);
    }
    let mut assigned = vec![NO_REGISTER; live.len()];
    let mut bases = vec![0; segments.starts.len()];
    let mut size = 0;
    // Shared registers first.
    let shared = orders.pop().unwrap_or_default();
    let mut file = RegisterFile::with_taken(0);
    scan(linear, groups, live, &shared, &mut file, &mut assigned)?;
    bases.fill(file.size);
    for (segment, mut order) in orders.into_iter().enumerate() {
        order.sort_by_key(|&group| (live[group as usize].start, group));
        let mut file = RegisterFile::with_taken(bases[segment]);
        scan(linear, groups, live, &order, &mut file, &mut assigned)?;
        size = size.max(file.size);
        for callee in segments.callees(linear, segment) {
            bases[callee] = bases[callee].max(file.size);
        }
    }
    Ok((assigned, size))
}

/// Allocates registers and fills in the operations and tables of the bytecode.
pub fn allocate(linear: &Linear, code: &mut Bytecode) -> Result<(), String> {
    let groups = groups(linear);
    let mut live = intervals(linear, &groups.leaders);
    let (assigned, size) = assign(linear, &groups, &mut live)?;
    let physical = |register: Virtual| -> u16 {
        let Some(&leader) = groups.leaders.get(register as usize) else { return NONE };
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
    match op.code {
        Code::Move => physical(op.dst) == physical(op.a),
        Code::EndIf | Code::Loop | Code::NextRound | Code::Enter | Code::Leave => op.flow().uniform,
        _ => false,
    }
}

fn write_operations(linear: &Linear, code: &mut Bytecode, physical: impl Fn(Virtual) -> u16) {
    let mut labels = vec![Labels::default(); linear.constructs.len()];
    let mut next = 0u32;
    for op in &linear.ops {
        if is_control(op.code)
            && let Some(label) = labels.get_mut(op.construct() as usize)
        {
            match op.code {
                Code::Else => label.middle = Some(next),
                Code::NextRound => label.next_round = next,
                Code::EndIf | Code::Leave | Code::EndLoop => label.end = next,
                Code::Loop | Code::Function => label.start = next,
                _ => {}
            }
        }
        next += u32::from(!vanishes(op, &physical));
    }
    // The open regions that lanes leave by a mask.
    let mut entered: Vec<u32> = Vec::new();
    code.ops.reserve(next as usize);
    for op in &linear.ops {
        if vanishes(op, &physical) {
            continue;
        }
        let (dst, a, b, c) = (physical(op.dst), physical(op.a), physical(op.b), physical(op.c));
        let mut out = Op { code: op.code, dst, a, b, c, payload: op.payload };
        if is_control(op.code) {
            let Flow { construct, uniform } = op.flow();
            let label = labels.get(construct as usize).copied().unwrap_or_default();
            let to = |target: u32| Encoded::from(Target(target));
            (out.code, out.payload) = match (op.code, uniform) {
                (Code::If, false) => (Code::If, to(label.middle.unwrap_or(label.end))),
                (Code::If, true) => (Code::JumpUnless, to(label.middle.map_or(label.end, |middle| middle + 1))),
                (Code::Else, false) => (Code::Else, to(label.end)),
                (Code::Else, true) => (Code::Jump, to(label.end)),
                (Code::Loop | Code::LoopTest, false) => (op.code, to(label.end)),
                (Code::LoopTest, true) => (Code::JumpUnless, to(label.end + 1)),
                (Code::Break, true) => (Code::Jump, to(label.end + 1)),
                (Code::Continue, true) => (Code::Jump, to(label.next_round)),
                (Code::EndLoop, false) => (Code::EndLoop, to(label.start + 1)),
                (Code::EndLoop, true) => (Code::Jump, to(label.start)),
                (Code::Return, true) => (Code::Jump, to(label.end)),
                (Code::Return, false) => {
                    let inner = entered.iter().rev().take_while(|&&entered| entered != construct).count();
                    (Code::Return, Regions(if inner == entered.len() { 0 } else { inner as u32 }).into())
                }
                (Code::Call | Code::FunctionEnd, _) => (op.code, to(label.start)),
                (other, _) => (other, ().into()),
            };
            match out.code {
                Code::Enter => entered.push(construct),
                Code::Leave => drop(entered.pop()),
                _ => {}
            }
        }
        code.ops.push(out);
    }
    code.depth = depth(&code.ops);
}
