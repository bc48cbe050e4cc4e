//! Vector instructions over values, of which there are as many as needed, with the interval in which each value lives.

use crate::machine::Instruction::{self, Xor};
use crate::machine::Isa;
use std::collections::HashMap;

/// The number of a value.
pub type Value = u32;
/// The number that stands for no value.
pub const NO_VALUE: Value = u32::MAX;

/// A value that is a condition for each lane: in a mask register where the instruction set has them, otherwise all ones or 0 in each lane of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask(pub Value);
/// Stands for no mask.
pub const NO_MASK: Mask = Mask(NO_VALUE);

/// The kind of register that a value has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bank {
    Vector,
    Mask,
}

/// What a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Computes d from a, b and c.
    Vector(Instruction),
    /// d = b
    Move,
    /// d = the active lanes with which the function was called
    Lanes,
    /// Places a label.
    Label(u32),
    /// Jumps to a label.
    Jump(u32),
    /// Jumps to a label if no lane is in the mask a.
    JumpIfNone(u32),
    /// Charges the budget.
    Charge(i32),
}

/// One step, with its values.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub step: Step,
    pub d: Value,
    pub a: Value,
    pub b: Value,
    pub c: Value,
    /// The byte that says more.
    pub byte: u8,
    /// The number of loops around the line.
    pub depth: u8,
}

/// Where a value is while it is in no vector register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// In its register of the wave.
    File(u16),
    /// In the frame.
    Stack,
    /// In a constant: these words in all pairs of lanes.
    Constant([u32; 2]),
}

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub home: Home,
    pub bank: Bank,
    /// True if the value is in its home when the function begins.
    pub loaded: bool,
    /// True if a line writes it.
    pub written: bool,
    /// True if it is all ones or 0 in every lane.
    pub boolean: bool,
    /// The first and the last line that need it: a value ends before another one begins if the line that reads the one writes the other.
    pub start: u32,
    pub end: u32,
    /// The number of its uses; those in loops count more.
    pub weight: u64,
}

/// The lines of a function and their values.
#[derive(Clone)]
pub struct Values {
    pub isa: Isa,
    pub lines: Vec<Line>,
    known: Vec<Known>,
    /// The values that live up to labels and jumps, with the numbers of their lines.
    wanted: Vec<(Value, u32)>,
    /// By value, a value with which it was joined, or itself.
    joined: Vec<Value>,
    constants: HashMap<(Bank, [u32; 2]), Value>,
    /// The number of loops around the next line.
    pub depth: u8,
    pub labels: u32,
}

impl Values {
    /// Creates lines for an instruction set, of which there are none yet.
    pub fn new(isa: Isa) -> Self {
        Self {
            isa,
            lines: Vec::new(),
            known: Vec::new(),
            wanted: Vec::new(),
            joined: Vec::new(),
            constants: HashMap::new(),
            depth: 0,
            labels: 0,
        }
    }

    /// Creates a value in a vector.
    pub fn value(&mut self, home: Home, loaded: bool) -> Value {
        self.in_bank(Bank::Vector, home, loaded)
    }

    fn in_bank(&mut self, bank: Bank, home: Home, loaded: bool) -> Value {
        self.known.push(Known { home, bank, loaded, written: false, boolean: false, start: u32::MAX, end: 0, weight: 0 });
        self.joined.push(self.joined.len() as Value);
        self.joined.len() as Value - 1
    }

    /// Creates a value for a while.
    pub fn temporary(&mut self) -> Value {
        self.value(Home::Stack, false)
    }

    /// Creates a mask.
    pub fn mask(&mut self) -> Mask {
        Mask(self.in_bank(self.bank_of_masks(), Home::Stack, false))
    }

    /// Returns the mask of all lanes, or of none.
    pub fn all_or_none(&mut self, all: bool) -> Mask {
        let word = if all { u32::MAX } else { 0 };
        Mask(self.in_all(self.bank_of_masks(), [word, word]))
    }

    fn bank_of_masks(&self) -> Bank {
        if self.isa.has_masks() { Bank::Mask } else { Bank::Vector }
    }

    /// Returns true if a value is in a mask register.
    pub fn is_mask(&self, value: Value) -> bool {
        self.known(value).bank == Bank::Mask
    }

    /// Returns the value with a word in all lanes.
    pub fn constant(&mut self, word: u32) -> Value {
        self.pairs([word, word])
    }

    /// Returns the value with a double in all pairs of lanes.
    pub fn double(&mut self, number: f64) -> Value {
        let bits = number.to_bits();
        self.pairs([bits as u32, (bits >> 32) as u32])
    }

    /// Returns the value with two words in all pairs of lanes.
    pub fn pairs(&mut self, words: [u32; 2]) -> Value {
        self.in_all(Bank::Vector, words)
    }

    fn in_all(&mut self, bank: Bank, words: [u32; 2]) -> Value {
        if let Some(&value) = self.constants.get(&(bank, words)) {
            return value;
        }
        let value = self.in_bank(bank, Home::Constant(words), true);
        self.constants.insert((bank, words), value);
        value
    }

    /// Notes whether a value is all ones or 0 in every lane.
    pub fn set_boolean(&mut self, value: Value, boolean: bool) {
        let root = self.find(value);
        self.known[root as usize].boolean = boolean;
    }

    /// Gives a temporary value a register of the wave as its home.
    pub fn settle(&mut self, value: Value, register: u16) {
        self.known[value as usize].home = Home::File(register);
    }

    /// Returns the number of values; each joined one counts.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// Returns the value that stands for all with which a value was joined.
    pub fn find(&self, mut value: Value) -> Value {
        while self.joined[value as usize] != value {
            value = self.joined[value as usize];
        }
        value
    }

    /// Returns what is known of a value.
    pub fn known(&self, value: Value) -> &Known {
        &self.known[self.find(value) as usize]
    }

    /// Makes two values of one register of the wave one.
    pub fn join(&mut self, one: Value, other: Value) {
        let (one, other) = (self.find(one), self.find(other));
        if one == other {
            return;
        }
        // The older one stands for both, so that chains are short.
        let (root, leaf) = (one.min(other), one.max(other));
        self.joined[leaf as usize] = root;
        let leaf = self.known[leaf as usize];
        let root = &mut self.known[root as usize];
        root.loaded |= leaf.loaded;
        root.written |= leaf.written;
        root.boolean &= leaf.boolean;
        root.weight += leaf.weight;
    }

    /// Returns the index of the next line.
    pub fn next(&self) -> u32 {
        // Line 0 stands for what the function loads.
        self.lines.len() as u32 + 1
    }

    /// Makes a value live up to the next line, which is a label or a jump, or up to the end.
    pub fn touch(&mut self, value: Value) {
        let next = self.next();
        self.wanted.push((value, next));
    }

    /// Finds the first and the last line that need each value.
    pub fn measure(&mut self) {
        for known in &mut self.known {
            // Line 0 stands for what the function loads.
            (known.start, known.end) = (if known.loaded { 0 } else { u32::MAX }, 0);
        }
        for at in 0..self.wanted.len() {
            let (value, line) = self.wanted[at];
            self.extend(value, line);
        }
        for index in 0..self.lines.len() {
            let Line { a, b, c, d, .. } = self.lines[index];
            for value in [a, b, c, d].into_iter().filter(|&value| value != NO_VALUE) {
                self.extend(value, index as u32 + 1);
            }
        }
        self.through_loops();
    }

    fn extend(&mut self, value: Value, line: u32) {
        let root = self.find(value);
        let known = &mut self.known[root as usize];
        known.start = known.start.min(line);
        known.end = known.end.max(line);
    }

    /// Moves values that only the function needs from the registers of the wave to the frame, so that lines can change their order.
    pub fn release(&mut self, results: &[(u16, Value)]) {
        let mut is_result = vec![false; self.count()];
        for &(_, value) in results {
            is_result[self.find(value) as usize] = true;
        }
        for (known, is_result) in self.known.iter_mut().zip(is_result) {
            if matches!(known.home, Home::File(_)) && !known.loaded && !is_result {
                known.home = Home::Stack;
            }
        }
    }

    /// Appends a line.
    pub fn line(&mut self, step: Step, d: Value, [a, b, c]: [Value; 3], byte: u8) {
        let weight = 1 << (3 * self.depth.min(6));
        for value in [a, b, c, d].into_iter().filter(|&value| value != NO_VALUE) {
            let root = self.find(value);
            self.known[root as usize].weight += weight;
        }
        if d != NO_VALUE {
            let root = self.find(d);
            self.known[root as usize].written = true;
        }
        self.lines.push(Line { step, d, a, b, c, byte, depth: self.depth });
    }

    /// Creates a label.
    pub fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels - 1
    }

    /// Makes values that are computed before a loop and used in it live through all of it. (Those of registers of the wave do already.)
    fn through_loops(&mut self) {
        let mut places = vec![0u32; self.labels as usize];
        for (index, line) in self.lines.iter().enumerate() {
            if let Step::Label(label) = line.step {
                places[label as usize] = index as u32 + 1;
            }
        }
        let mut loops: Vec<(u32, u32)> = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            match line.step {
                Step::Jump(label) if places[label as usize] <= index as u32 => loops.push((places[label as usize], index as u32 + 1)),
                _ => {}
            }
        }
        // Inner loops first: what lives to the end of one may have to live to the end of the one around it.
        loops.sort_unstable_by_key(|&(from, to)| (to, std::cmp::Reverse(from)));
        for (from, to) in loops {
            for known in &mut self.known {
                if known.start < from && known.end >= from && known.end < to {
                    known.end = to;
                }
            }
        }
    }

    /// Appends an instruction of two operands.
    pub fn two(&mut self, instruction: Instruction, a: Value, b: Value) -> Value {
        self.with(instruction, a, b, 0)
    }

    /// Appends an instruction of one operand.
    pub fn one(&mut self, instruction: Instruction, b: Value) -> Value {
        self.with(instruction, NO_VALUE, b, 0)
    }

    /// Appends an instruction with a byte.
    pub fn with(&mut self, instruction: Instruction, a: Value, b: Value, byte: u8) -> Value {
        let d = self.temporary();
        self.line(Step::Vector(instruction), d, [a, b, NO_VALUE], byte);
        d
    }

    /// Appends a shift by a number.
    pub fn shift(&mut self, instruction: Instruction, a: Value, count: u8) -> Value {
        self.with(instruction, a, NO_VALUE, count)
    }

    /// Returns the value with a float in all lanes.
    pub fn float(&mut self, value: f32) -> Value {
        self.constant(value.to_bits())
    }

    /// Returns the complement.
    pub fn not(&mut self, a: Value) -> Value {
        let ones = self.constant(u32::MAX);
        self.two(Xor, a, ones)
    }
}
