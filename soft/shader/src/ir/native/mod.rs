//! The code generator: machine code for regions of bytecode, which the interpreter runs in their place.
//!
//! A region is a run of operations that are all selected ([`region`]): arithmetic, moves, and control flow that stays inside. All other operations stay with the
//! interpreter, which finds the operation [`Code::Native`] where a region begins, and goes on behind the region. Between two regions every value is in its register
//! of the wave. Inside, values are in vector registers ([`allocate`]) for 8 or 16 lanes at a time, which run the whole region, with its loops, before the next
//! ones begin: a group without active lanes is skipped, and each one leaves a loop when its own lanes have.
//!
//! The results are those of the interpreter, bit by bit, in all lanes that are active; other lanes hold nothing that anything reads. The budget is charged what the
//! slowest group takes.

mod allocate;
mod arithmetic;
mod control;
mod emit;
mod flow;
mod liveness;
mod math;
mod region;
mod select;
mod values;

use super::bytecode::{Bytecode, Code, NONE, Op, Region};
use crate::machine::{Assembler, MOST_FRAME, Mapped, Patience, VECTOR, Wrong, check, patience};
use base::core::reserve::has_room;
use flow::Flow;
use liveness::Liveness;
use select::{Selected, select};
use std::fmt::{Debug, Formatter};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// Bytecode with functions for its regions.
#[derive(Debug)]
pub struct Native {
    /// The operations, with [`Code::Native`] where a region begins.
    pub ops: Vec<Op>,
    /// The end of each region.
    ends: Vec<usize>,
    /// The function of each region.
    functions: Mapped,
}

impl Native {
    /// Generates code for regions that take at least as many simple operations, or repeat; `None` if there is none, or it cannot be mapped. The error is what
    /// the check refused. The bytecode must have passed the verifier.
    fn new(code: &Bytecode, shortest: u32) -> Result<Option<Self>, Wrong> {
        if !has_room(ROOM) {
            return Ok(None);
        }
        let flow = Flow::new(code);
        let regions = region::regions(&flow, shortest, |index| control::is_selected(&code.ops[index], index));
        if regions.is_empty() {
            return Ok(None);
        }
        let Some(live) = Liveness::new(&flow) else { return Ok(None) };
        let mut assembler = Assembler::default();
        let (mut ops, mut ends) = (code.ops.clone(), Vec::new());
        for Range { start, end } in regions {
            let Some(selected) = select(&flow, &live, start..end) else { continue };
            if emit(&mut assembler, &selected, code.registers) {
                ops[start] = Op { code: Code::Native, dst: NONE, a: NONE, b: NONE, c: NONE, payload: Region(ends.len() as u32).into() };
                ends.push(end);
            }
        }
        if ends.is_empty() {
            return Ok(None);
        }
        let program = check(assembler.program())?;
        Ok(Mapped::new(program).ok().map(|functions| Self { ops, ends, functions }))
    }

    /// Generates code for every region, and returns the number of regions that have some.
    pub fn count(code: &Bytecode) -> Result<usize, Wrong> {
        Ok(Self::new(code, 0)?.map_or(0, |native| native.ends.len()))
    }

    /// Returns the operation behind a region, and the functions.
    pub fn region(&self, number: u32) -> Option<(usize, &Mapped)> {
        Some((*self.ends.get(number as usize)?, &self.functions))
    }
}

/// Encodes a region: for two vectors at a time, which hide each other's latencies, if it has a loop and enough registers. Returns false if it needs a larger frame
/// than it may have.
fn emit(assembler: &mut Assembler, selected: &Selected, registers: u32) -> bool {
    let mut vectors = if selected.values.lines.iter().any(|line| line.depth > 0) { 2 } else { 1 };
    let mut places = allocate::allocate(&selected.values, vectors);
    if vectors == 2 && places.spilled_in_loops > MOST_SPILLED {
        vectors = 1;
        places = allocate::allocate(&selected.values, vectors);
    }
    if u64::from(places.frame) * vectors as u64 * VECTOR as u64 > MOST_FRAME as u64 {
        return false;
    }
    emit::Emitter { assembler, selected, places: &places, vectors: vectors as u8 }.function(registers);
    true
}

/// The memory that generating may need, bytes.
const ROOM: usize = 16 << 20;
/// The shortest region that pays for its call, in simple operations, unless it repeats.
const SHORTEST: u32 = 6;
/// The values that loops may use from memory before one vector at a time is faster.
const MOST_SPILLED: u32 = 3;

/// The generated code of verified bytecode: none in the beginning, and later what [`Native::new`] returned once.
#[derive(Default)]
pub(super) struct Generated {
    code: OnceLock<Option<Native>>,
    /// The waves that were interpreted.
    waves: AtomicU32,
}

/// The code of a copy is generated anew.
impl Clone for Generated {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Debug for Generated {
    fn fmt(&self, out: &mut Formatter<'_>) -> std::fmt::Result {
        out.write_str(if self.code.get().is_some() { "Generated" } else { "Interpreted" })
    }
}

impl Generated {
    /// Counts a wave, and returns the code to run it with, if there is some. One thread generates it after as many waves as [`patience`] says; until it is
    /// done, the others interpret.
    pub fn of_wave(&self, code: &Bytecode) -> Option<&Native> {
        if let Some(known) = self.code.get() {
            return known.as_ref();
        }
        let Patience::Waves(most) = patience() else { return None };
        if self.waves.fetch_add(1, Relaxed) != most {
            return None;
        }
        self.code.get_or_init(|| Native::new(code, SHORTEST).ok().flatten()).as_ref()
    }

    /// Returns the code of every region, long or short, for tests; generates it if there is none yet.
    pub fn of_all_regions(&self, code: &Bytecode) -> Option<&Native> {
        self.code.get_or_init(|| Native::new(code, 0).ok().flatten()).as_ref()
    }
}
