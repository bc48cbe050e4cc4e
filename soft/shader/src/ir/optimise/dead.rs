//! Dead code elimination: removes operations whose results are never read, and empty sides of ifs.

use crate::ir::bytecode::Code;
use crate::ir::linear::{Linear, Operation, Virtual, has_effect, reads, widths};

/// Returns the registers that an operation writes, in whole or in part.
fn writes(op: &Operation) -> std::ops::Range<Virtual> {
    let width = if op.dst == crate::ir::linear::NO_REGISTER { 0 } else { widths(op.code, op.payload).dst };
    if width == 0 { 0..0 } else { op.dst..op.dst.saturating_add(width) }
}

/// Keeps only operations that have side effects, that control flow needs, or that outputs depend on.
pub fn remove_dead(linear: &mut Linear) {
    let registers = linear.origins.len();
    // The writers of each register, as lists in one table. Stores into arrays are kept apart, because their ranges could make that table
    // large.
    let mut starts = vec![0u32; registers + 1];
    let plain = |op: &Operation| op.code != Code::StoreIndexed;
    for op in linear.ops.iter().filter(|op| plain(op)) {
        writes(op).for_each(|register| starts[register as usize + 1] += 1);
    }
    for index in 0..registers {
        starts[index + 1] += starts[index];
    }
    let mut filled = starts.clone();
    let mut writers = vec![0u32; starts[registers] as usize];
    for (index, op) in linear.ops.iter().enumerate().filter(|(_, op)| plain(op)) {
        for register in writes(op) {
            writers[filled[register as usize] as usize] = index as u32;
            filled[register as usize] += 1;
        }
    }
    let mut live_ops = vec![false; linear.ops.len()];
    let mut live = vec![false; registers];
    let mut pending: Vec<u32> = Vec::new();
    for (index, op) in linear.ops.iter().enumerate() {
        // Stores into arrays are few enough to keep them all.
        if has_effect(op.code) || op.code == Code::StoreIndexed {
            live_ops[index] = true;
            pending.push(index as u32);
        }
    }
    let mut found: Vec<Virtual> = linear.outputs.iter().map(|&(register, _)| register).collect();
    loop {
        while let Some(register) = found.pop() {
            let Some(flag) = live.get_mut(register as usize) else { continue };
            if std::mem::replace(flag, true) {
                continue;
            }
            for &writer in &writers[starts[register as usize] as usize..starts[register as usize + 1] as usize] {
                if !std::mem::replace(&mut live_ops[writer as usize], true) {
                    pending.push(writer);
                }
            }
        }
        let Some(index) = pending.pop() else { break };
        reads(&linear.ops[index as usize], &linear.samples, &[], |register| found.push(register));
    }
    let mut index = 0;
    linear.ops.retain(|_| {
        index += 1;
        live_ops[index - 1]
    });
    remove_empty(linear);
}

/// Removes each `else` without operations, and each `if` without operations on either side.
fn remove_empty(linear: &mut Linear) {
    let mut out: Vec<Operation> = Vec::with_capacity(linear.ops.len());
    for &op in &linear.ops {
        if op.code == Code::EndIf {
            if out.last().is_some_and(|last| last.code == Code::Else && last.construct() == op.construct()) {
                out.pop();
            }
            if out.last().is_some_and(|last| last.code == Code::If && last.construct() == op.construct()) {
                out.pop();
                continue;
            }
        }
        out.push(op);
    }
    linear.ops = out;
}
