//! Which registers of bytecode hold values that are still wanted.
//!
//! A lane that executes an operation wants what it reads on its own path ([`Flow::lane`]). Lanes that are inactive at that time wait for the end of a
//! construct, and want what they read from there on. What neither wants may be overwritten in all lanes.

use super::flow::Flow;
use crate::ir::bytecode::{Bytecode, Code, NONE, Op, Payload, TextureAccess};
use crate::ir::linear::{sample_registers, widths};
use std::collections::HashMap;

/// The largest table, in words.
const MOST_WORDS: usize = 1 << 16;
/// The most visits of all operations.
const MOST_ROUNDS: usize = 64;

/// Calls `visit` with each register that an operation reads.
pub fn reads(code: &Bytecode, op: &Op, mut visit: impl FnMut(u16)) {
    let w = widths(op.code, op.payload);
    for (first, width) in [(op.a, w.a), (op.b, w.b), (op.c, w.c)] {
        if first != NONE {
            (0..width).for_each(|offset| visit(first.wrapping_add(offset as u16)));
        }
    }
    match op.code {
        Code::Sample => {
            if let Some(sample) = code.samples.get(TextureAccess::decode(op.payload).0 as usize) {
                let mut sample = sample.clone();
                sample_registers(&mut sample).into_iter().filter(|register| **register != NONE).for_each(|register| visit(*register));
            }
        }
        Code::EmitVertex | Code::End => code.outputs.iter().for_each(|&(register, _)| visit(register)),
        _ => {}
    }
}

/// Returns the registers whose old value an operation replaces in the lanes that execute it.
fn writes(op: &Op) -> std::ops::Range<usize> {
    let width = if op.code == Code::StoreIndexed || op.dst == NONE { 0 } else { widths(op.code, op.payload).dst };
    op.dst as usize..op.dst as usize + width as usize
}

/// For each operation, the registers that some lane still wants before it.
pub struct Liveness {
    /// The words of one operation.
    words: usize,
    live: Vec<u64>,
}

impl Liveness {
    /// Computes it; `None` for code that is too large.
    pub fn new(flow: &Flow) -> Option<Self> {
        let ops = &flow.code.ops;
        let words = (flow.code.registers as usize).div_ceil(64).max(1);
        // At the end nothing is wanted: `End` reads the outputs.
        let size = words.checked_mul(ops.len() + 1).filter(|&size| size <= MOST_WORDS)?;
        let mut result = Self { words, live: vec![0; size] };
        let mut row = vec![0u64; words];
        let (mut changed, mut rounds) = (true, 0);
        while std::mem::take(&mut changed) {
            rounds += 1;
            if rounds > MOST_ROUNDS {
                return None;
            }
            for (index, op) in ops.iter().enumerate().rev() {
                row.fill(0);
                flow.lane(index, |next| join(&mut row, result.row(next)));
                writes(op).for_each(|register| row[register / 64] &= !(1 << (register % 64)));
                reads(flow.code, op, |register| row[usize::from(register) / 64] |= 1 << (register % 64));
                let at = &mut result.live[index * words..][..words];
                if *at != *row {
                    at.copy_from_slice(&row);
                    changed = true;
                }
            }
        }
        result.wait(flow);
        Some(result)
    }

    /// Adds what waiting lanes want.
    fn wait(&mut self, flow: &Flow) {
        let lanes = self.live.clone();
        let row = |index: usize| lanes.get(index * self.words..(index + 1) * self.words).unwrap_or_default();
        // Lanes that returned from main wait for the end.
        let whole = &flow.constructs[0];
        let ended = if whole.returns { row(flow.last).to_vec() } else { vec![0; self.words] };
        let mut waiting: Vec<Vec<u64>> = vec![ended];
        // Lanes that do not call a function wait for its end, by the index of the `Function`. Functions stand behind the code that calls them.
        let mut callers: HashMap<usize, Vec<u64>> = HashMap::new();
        for (index, op) in flow.code.ops.iter().enumerate() {
            let construct = flow.of(index);
            let outer = waiting.last().cloned().unwrap_or_default();
            match op.code {
                Code::If | Code::Loop | Code::Enter | Code::Function => {
                    join(&mut self.live[index * self.words..][..self.words], &outer);
                    let mut inner = outer;
                    match op.code {
                        Code::If => join(&mut inner, row(construct.middle.map_or(construct.end, |middle| middle + 1))),
                        Code::Loop => {
                            join(&mut inner, row(construct.end + 1));
                            join(&mut inner, row(construct.middle.unwrap_or(construct.end)));
                        }
                        Code::Enter => join(&mut inner, row(construct.end)),
                        _ => join(&mut inner, callers.get(&index).map_or(&[], Vec::as_slice)),
                    }
                    waiting.push(inner);
                    continue;
                }
                Code::Else => {
                    join(&mut self.live[index * self.words..][..self.words], &outer);
                    waiting.pop();
                    let mut inner = waiting.last().cloned().unwrap_or_default();
                    join(&mut inner, row(construct.end));
                    waiting.push(inner);
                    continue;
                }
                _ => {}
            }
            join(&mut self.live[index * self.words..][..self.words], &outer);
            if op.code == Code::Call {
                callers.entry(op.target()).and_modify(|waiting| join(waiting, &outer)).or_insert(outer);
            }
            if matches!(op.code, Code::EndIf | Code::EndLoop | Code::Leave | Code::FunctionEnd) && waiting.len() > 1 {
                waiting.pop();
            }
        }
    }

    fn row(&self, index: usize) -> &[u64] {
        self.live.get(index * self.words..(index + 1) * self.words).unwrap_or_default()
    }

    /// Returns true if a register is wanted before an operation.
    pub fn is_live(&self, index: usize, register: u16) -> bool {
        self.row(index).get(usize::from(register) / 64).is_some_and(|word| word >> (register % 64) & 1 != 0)
    }

    /// Iterates over the registers that are wanted before an operation.
    pub fn registers(&self, index: usize) -> impl Iterator<Item = u16> + '_ {
        let words = self.row(index).iter().enumerate();
        words.flat_map(|(at, &word)| base::core::lanes::Bits(word).map(move |bit| (at * 64 + bit) as u16))
    }
}

fn join(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}
