//! The live intervals of virtual registers, for their allocation.

use super::bytecode::Code;
use super::linear::{ConstructKind, Linear, NO_REGISTER, Operation, Origin, Virtual, reads, widths};

/// The live interval of a group of registers. Each operation has two positions: its reads, then its writes.
#[derive(Clone, Copy)]
pub struct Interval {
    pub start: u32,
    pub end: u32,
}

const UNUSED: Interval = Interval { start: u32::MAX, end: 0 };

/// Returns the position of an operation's reads.
pub fn position(index: usize) -> u32 {
    index as u32 * 2 + 2
}

/// Returns true if the interpreter may write the result over an operand: it works lane by lane on one register each.
fn in_place(op: &Operation) -> bool {
    let w = widths(op.code, op.payload);
    w.dst == 1 && w.a <= 1 && w.b <= 1 && w.c <= 1 && !op.code.flags().apart
}

/// The groups of registers that must be contiguous.
pub struct Groups {
    /// The leader (first register) of the group of each register.
    pub leaders: Vec<Virtual>,
    /// The size of each group, by leader.
    pub sizes: Vec<u32>,
}

/// Returns the groups of a shader's registers.
pub fn groups(linear: &Linear) -> Groups {
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
    Groups { leaders, sizes }
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
            Code::Loop => regions[op.construct() as usize].start = at,
            Code::EndLoop => regions[op.construct() as usize].end = at + 1,
            Code::Enter => begins[op.construct() as usize] = at,
            _ => {}
        }
    }
    (regions, begins)
}

/// Returns the live interval of every group, by leader.
pub fn intervals(linear: &Linear, leaders: &[Virtual]) -> Vec<Interval> {
    let (regions, begins) = loops(linear);
    let mut live = vec![UNUSED; linear.origins.len()];
    let last = position(linear.ops.len());
    let leader = |register: Virtual| leaders[register as usize] as usize;
    let written = |op: &Operation| {
        let width = if op.dst == NO_REGISTER { 0 } else { widths(op.code, op.payload).dst };
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
            open.push(op.construct());
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
