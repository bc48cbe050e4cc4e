//! Register allocation: the values with the most uses for their length first, each to a register that is free for its whole life. The others stay in
//! their homes, which every value has.

use super::values::{Bank, Home, NO_VALUE, Value, Values};
use crate::machine::Isa;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Returns the registers that values may have, the first and the number; the encoder needs the other two. The first mask register stands for all lanes in
/// instructions that take a mask.
pub fn registers(isa: Isa, bank: Bank) -> (u8, u8) {
    match bank {
        Bank::Vector => (0, isa.registers() - 2),
        Bank::Mask => (1, 6),
    }
}

/// The least weight of a value in memory that is loaded to a register: an operand in memory costs no instruction.
const LEAST_LOADED: u64 = 6;
/// The weight from which on a value is one of a loop.
const OF_LOOPS: u64 = 16;

/// Where the values of a function are.
pub struct Places {
    /// By value, its first register.
    pub registers: Vec<Option<u8>>,
    /// By value, its place in the frame.
    pub slots: Vec<u32>,
    /// The numbers of places of vectors and of masks in the frame.
    pub vectors: u32,
    pub masks: u32,
    /// The number of values that are used in loops and have no register.
    pub spilled_in_loops: u32,
}

/// The intervals of the values in a register, by start.
#[derive(Clone, Default)]
struct Taken(BTreeMap<u32, u32>);

impl Taken {
    /// Returns true if nothing lives in an interval.
    fn is_free(&self, start: u32, end: u32) -> bool {
        let before = self.0.range(..=start).next_back().is_none_or(|(&from, &to)| to <= start && from < start);
        let after = self.0.range(start..).next().is_none_or(|(&from, _)| from >= end && from > start);
        before && after
    }
}

/// Assigns registers; each value has as many as a function has vectors.
pub fn allocate(values: &Values, vectors: usize) -> Places {
    let count = values.count();
    let is_used = |value: &Value| values.find(*value) == *value && values.known(*value).weight > 0;
    let mut order: Vec<Value> = (0..count as Value).filter(is_used).collect();
    let used = order.clone();
    order.retain(|&value| {
        let known = values.known(value);
        !known.loaded || known.written || known.weight >= LEAST_LOADED
    });
    order.sort_by_key(|&value| {
        let known = values.known(value);
        (Reverse(known.weight * 64 / u64::from(known.end - known.start + 4)), value)
    });
    let [mut vector, mut mask] = [Bank::Vector, Bank::Mask].map(|bank| {
        let (first, number) = registers(values.isa, bank);
        (first, vec![Taken::default(); usize::from(number) / vectors])
    });
    let mut places = Places { registers: vec![None; count], slots: vec![NO_VALUE; count], vectors: 0, masks: 0, spilled_in_loops: 0 };
    for value in order {
        let known = values.known(value);
        let (first, taken) = match known.bank {
            Bank::Vector => &mut vector,
            Bank::Mask => &mut mask,
        };
        match taken.iter().position(|register| register.is_free(known.start, known.end)) {
            Some(register) => {
                taken[register].0.insert(known.start, known.end);
                places.registers[value as usize] = Some(*first + (register * vectors) as u8);
            }
            None => places.spilled_in_loops += u32::from(known.weight >= OF_LOOPS && !known.loaded),
        }
    }
    let mut frame = [Frame::default(), Frame::default()];
    let mut stacked = used;
    stacked.retain(|&value| values.known(value).home == Home::Stack && places.registers[value as usize].is_none());
    stacked.sort_by_key(|&value| values.known(value).start);
    for value in stacked {
        let known = values.known(value);
        places.slots[value as usize] = frame[known.bank as usize].place(known.start, known.end);
    }
    [places.vectors, places.masks] = frame.map(|frame| frame.count);
    places
}

/// The places of values of one bank in the frame.
#[derive(Default)]
struct Frame {
    count: u32,
    /// The ends of the values in places, the first one that ends first.
    taken: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Frame {
    /// Returns a place that is free for the life of a value, which begins no earlier than those before it.
    fn place(&mut self, start: u32, end: u32) -> u32 {
        let place = match self.taken.peek() {
            Some(&Reverse((last, place))) if last < start => {
                self.taken.pop();
                place
            }
            _ => {
                self.count += 1;
                self.count - 1
            }
        };
        self.taken.push(Reverse((end, place)));
        place
    }
}
