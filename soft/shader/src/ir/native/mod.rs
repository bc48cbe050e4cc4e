//! The code generator: machine code for regions of bytecode, which the interpreter runs in their place.
//!
//! A region is a run of operations that are all selected ([`region`]): arithmetic, moves, control flow that stays inside, and discards. All other operations stay with the
//! interpreter, which finds the operation [`Code::Native`] where a region begins, and goes on behind the region. Between two regions every value is in its register
//! of the wave. Inside, values are in vector registers ([`allocate`]) for one or two vectors of lanes at a time, which run the whole region, with its loops, before the next
//! ones begin: a group without active lanes is skipped, and each one leaves a loop when its own lanes have.
//!
//! The results are those of the interpreter, bit by bit, in all lanes that are active; other lanes hold nothing that anything reads. The budget is charged what the
//! slowest group takes.
//!
//! Selection, regions and allocation are the same for every instruction set; [`masks`] has what differs.

mod allocate;
mod arithmetic;
mod control;
mod emit;
mod flow;
mod integer;
mod liveness;
mod masks;
mod math;
mod region;
mod schedule;
mod select;
mod values;

use super::bytecode::{Bytecode, Code, NONE, Op, Region};
use crate::machine::{Assembler, Checked, Isa, MOST_FRAME, Mapped, Patience, Wrong, check, patience, widest};
use base::core::cpu::InstructionSet;
use base::core::reserve::has_room;
use emit::Emitter;
use flow::Flow;
use liveness::Liveness;
use schedule::{cycles, schedule};
use select::{Selected, select};
use std::fmt::{Debug, Formatter};
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use values::{Bank, Values};

/// The functions of regions, and these.
type Functions = (Checked, Vec<Compiled>);

/// A region that has a function.
#[derive(Clone, Copy, Debug)]
pub struct Compiled {
    /// The first operation.
    start: usize,
    /// The operation behind the region.
    pub end: usize,
    /// True if it discards lanes: then it leaves those that it has not discarded in the register behind those of the code.
    pub discards: bool,
}

/// Bytecode with functions for its regions.
#[derive(Debug)]
pub struct Native {
    /// The operations, with [`Code::Native`] where a region begins.
    pub ops: Vec<Op>,
    regions: Vec<Compiled>,
    /// The function of each region.
    functions: Mapped,
}

impl Native {
    /// Generates code for regions that pay, in an instruction set or in a narrower one; `None` if there is none, or it cannot be mapped. The error is what
    /// the check refused. The bytecode must have passed the verifier.
    fn new(isa: Isa, code: &Bytecode, least: Least) -> Result<Option<Self>, Wrong> {
        let Some((program, regions)) = Self::program(isa, code, least)? else { return Ok(None) };
        let mut ops = code.ops.clone();
        for (number, region) in regions.iter().enumerate() {
            ops[region.start] = Op { code: Code::Native, dst: NONE, a: NONE, b: NONE, c: NONE, payload: Region(number as u32).into() };
        }
        Ok(Mapped::new(program).ok().map(|functions| Self { ops, regions, functions }))
    }

    /// Generates a function for each region that it returns.
    fn program(isa: Isa, code: &Bytecode, least: Least) -> Result<Option<Functions>, Wrong> {
        if !has_room(ROOM) {
            return Ok(None);
        }
        let flow = Flow::new(code);
        let regions = region::regions(&flow, least.region, |index| control::is_selected(&flow, index));
        if regions.is_empty() {
            return Ok(None);
        }
        let is_small = regions.iter().all(|region| region::work(&flow, region) < least.wide);
        let isa = if is_small { Isa::Avx2 } else { isa };
        let Some(live) = Liveness::new(&flow) else { return Ok(None) };
        let mut assembler = Assembler::new(isa);
        let mut compiled = Vec::new();
        for Range { start, end } in regions {
            let Some(selected) = select(isa, &flow, &live, start..end) else { continue };
            let discards = selected.discards;
            if emit(&mut assembler, selected, code.registers + u32::from(discards)) {
                compiled.push(Compiled { start, end, discards });
            }
        }
        if compiled.is_empty() {
            return Ok(None);
        }
        Ok(Some((check(assembler.program())?, compiled)))
    }

    /// Generates code for every region, for an instruction set that the processor need not have, and returns the number of regions that have some.
    pub fn count(isa: Isa, code: &Bytecode) -> Result<usize, Wrong> {
        Ok(Self::program(isa, code, Least::NONE)?.map_or(0, |(program, _)| program.functions.len()))
    }

    /// Returns a region, and the functions.
    pub fn region(&self, number: u32) -> Option<(Compiled, &Mapped)> {
        Some((*self.regions.get(number as usize)?, &self.functions))
    }
}

/// Encodes a region, for one vector at a time or for two, which hide each other's latencies. Returns false if it needs a larger frame than it may have.
fn emit(assembler: &mut Assembler, mut selected: Selected, registers: u32) -> bool {
    let isa = selected.values.isa;
    let repeats = selected.values.lines.iter().any(|line| line.depth > 0);
    selected.values.release(&selected.results);
    let place = |mut values: Values, vectors: u8| {
        schedule(&mut values, u32::from(allocate::registers(isa, Bank::Vector).1 / vectors), u32::from(vectors));
        let places = allocate::allocate(&values, usize::from(vectors));
        (values, places)
    };
    let values = std::mem::replace(&mut selected.values, Values::new(isa));
    let (two, one) = (place(values.clone(), 2), place(values, 1));
    let pays = match repeats {
        true => two.1.spilled_in_loops <= most_spilled(isa),
        false => cycles(&two.0, &two.1, 2) * 5 < cycles(&one.0, &one.1, 1) * 9,
    };
    let both = [(pays, 2, two), (true, 1, one)];
    for (_, vectors, (values, places)) in both.into_iter().filter(|&(pays, ..)| pays) {
        selected.values = values;
        let mut emitter = Emitter::new(assembler, &selected, &places, vectors);
        if emitter.frame() <= MOST_FRAME {
            emitter.function(registers);
            return true;
        }
    }
    false
}

/// The memory that generating may need, bytes.
const ROOM: usize = 32 << 20;
/// From how much work on something pays, in simple operations.
#[derive(Clone, Copy)]
struct Least {
    /// The call of a region that does not repeat.
    region: u32,
    /// Vectors of 512 bits, in the largest region: the vectors of the interpreter between short ones are slower after them.
    wide: u32,
}

impl Least {
    const NONE: Self = Self { region: 0, wide: 0 };
    const MEASURED: Self = Self { region: 6, wide: 64 };
}

/// Returns the number of values that loops may use from memory before one vector at a time is faster.
const fn most_spilled(isa: Isa) -> u32 {
    match isa {
        Isa::Avx2 => 3,
        Isa::Avx512 => 8,
    }
}

/// The generated code of verified bytecode, for each instruction set: none in the beginning, and later what [`Native::new`] returned once.
#[derive(Default)]
pub(super) struct Generated {
    codes: [OnceLock<Option<Native>>; Isa::ALL.len()],
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
        out.write_str(if self.codes.iter().any(|code| code.get().is_some()) { "Generated" } else { "Interpreted" })
    }
}

impl Generated {
    /// Counts a wave, and returns the code to run it with, if there is some. One thread generates it after as many waves as [`patience`] says; until it is
    /// done, the others interpret.
    pub fn of_wave(&self, set: InstructionSet, code: &Bytecode) -> Option<&Native> {
        let isa = Isa::of(set)?.min(widest());
        let known = &self.codes[isa as usize];
        if let Some(known) = known.get() {
            return known.as_ref();
        }
        let Patience::Waves(most) = patience() else { return None };
        if self.waves.fetch_add(1, Relaxed) != most {
            return None;
        }
        known.get_or_init(|| Native::new(isa, code, Least::MEASURED).ok().flatten()).as_ref()
    }

    /// Returns the code of every region, long or short, for tests; generates it if there is none yet.
    pub fn of_all_regions(&self, set: InstructionSet, code: &Bytecode) -> Option<&Native> {
        let isa = Isa::of(set)?;
        self.codes[isa as usize].get_or_init(|| Native::new(isa, code, Least::NONE).ok().flatten()).as_ref()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn code_with_little_work_has_narrow_vectors() {
        let isa = |additions: usize, least| {
            let end = Op { code: Code::End, dst: NONE, a: NONE, b: NONE, c: NONE, payload: ().into() };
            let mut ops = vec![Op { code: Code::FAdd, dst: 0, a: 0, b: 1, ..end }; additions];
            ops.push(end);
            let code = Bytecode { ops, registers: 2, ..Bytecode::default() };
            Native::program(Isa::Avx512, &code, least).unwrap().unwrap().0.isa
        };
        let additions = Least::MEASURED.wide as usize;
        assert_eq!((isa(additions - 1, Least::MEASURED), isa(additions, Least::MEASURED)), (Isa::Avx2, Isa::Avx512));
        assert_eq!(isa(1, Least::NONE), Isa::Avx512);
    }
}
