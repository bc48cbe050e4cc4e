//! Register allocation: the values with the most uses for their length first, each to a register that is free for its whole life. The others stay in
//! their homes, which every value has.

use super::values::{Home, NO_VALUE, Value, Values};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The vector registers that values may have; the encoder needs the other two.
pub const REGISTERS: usize = 14;
/// The least weight of a value in memory that is loaded to a register: an operand in memory costs no instruction.
const LEAST_LOADED: u64 = 6;
/// The weight from which on a value is one of a loop.
const OF_LOOPS: u64 = 16;

/// Where the values of a function are.
pub struct Places {
    /// By value, its first vector register.
    pub registers: Vec<Option<u8>>,
    /// By value, its place in the frame.
    pub slots: Vec<u32>,
    /// The number of places in the frame.
    pub frame: u32,
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
    let mut taken = vec![Taken::default(); REGISTERS / vectors];
    let mut places = Places { registers: vec![None; count], slots: vec![NO_VALUE; count], frame: 0, spilled_in_loops: 0 };
    for value in order {
        let known = values.known(value);
        match taken.iter().position(|register| register.is_free(known.start, known.end)) {
            Some(register) => {
                taken[register].0.insert(known.start, known.end);
                places.registers[value as usize] = Some((register * vectors) as u8);
            }
            None => places.spilled_in_loops += u32::from(known.weight >= OF_LOOPS && !known.loaded),
        }
    }
    for value in used {
        if values.known(value).home == Home::Stack && places.registers[value as usize].is_none() {
            places.slots[value as usize] = places.frame;
            places.frame += 1;
        }
    }
    places
}
