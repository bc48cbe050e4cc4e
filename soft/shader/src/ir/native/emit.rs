//! Lines with places as instructions: what is in memory is an operand or is loaded, for each vector of a group.

use super::allocate::{Places, registers};
use super::select::Selected;
use super::values::{Bank, Home, Line, NO_VALUE, Step, Value};
use crate::machine::{Assembler, Form, Instruction, Isa, Label, Place, REGISTER, Tail, ZERO};

/// The bytes of a mask in the frame.
const MASK: i32 = 2;

/// The registers that hold no values.
#[derive(Clone, Copy)]
enum Scratch {
    First,
    /// A mask here may be that of an instruction.
    Second,
}

/// Encodes the lines of a region.
pub struct Emitter<'a> {
    assembler: &'a mut Assembler,
    selected: &'a Selected,
    places: &'a Places,
    /// The vectors of a group.
    vectors: u8,
    isa: Isa,
}

impl<'a> Emitter<'a> {
    /// Creates an encoder for as many vectors of a group as the values have registers.
    pub fn new(assembler: &'a mut Assembler, selected: &'a Selected, places: &'a Places, vectors: u8) -> Self {
        Self { isa: assembler.isa(), assembler, selected, places, vectors }
    }

    /// Returns the bytes of the function's frame.
    pub fn frame(&self) -> i32 {
        let masks = MASK * i32::from(self.vectors) * self.places.masks as i32;
        self.frame_of_vectors() + (masks as u32).next_multiple_of(self.isa.vector() as u32) as i32
    }

    fn frame_of_vectors(&self) -> i32 {
        self.isa.vector() * i32::from(self.vectors) * self.places.vectors as i32
    }

    /// Encodes a function; `registers` is the number of registers of the code.
    pub fn function(&mut self, registers: u32) {
        let Selected { values, results, .. } = self.selected;
        self.assembler.begin(registers, self.vectors, self.frame());
        let labels: Vec<Label> = (0..values.labels).map(|_| self.assembler.label()).collect();
        for value in (0..values.count() as Value).filter(|&value| values.find(value) == value && values.known(value).loaded) {
            if let Some(register) = self.places.registers[value as usize] {
                for vector in 0..self.vectors {
                    let from = self.home(value, vector);
                    self.assembler.instruction(self.loading(value), register + vector, 0, from, 0);
                }
            }
        }
        for line in &values.lines {
            self.line(line, &labels);
        }
        for &(_, value) in results {
            let root = values.find(value);
            if let (Some(register), true) = (self.places.registers[root as usize], values.known(root).written) {
                for vector in 0..self.vectors {
                    let to = self.home(root, vector);
                    self.assembler.instruction(Instruction::Store, 0, register + vector, to, 0);
                }
            }
        }
        self.assembler.finish();
    }

    /// Returns the home of a value.
    fn home(&mut self, value: Value, vector: u8) -> Place {
        let root = self.selected.values.find(value);
        let known = self.selected.values.known(root);
        let slot = self.places.slots[root as usize] as i32 * i32::from(self.vectors) + i32::from(vector);
        match (known.home, known.bank) {
            (Home::File(register), _) => Place::File(i32::from(register) * REGISTER + i32::from(vector) * self.isa.vector()),
            (Home::Stack, Bank::Vector) => Place::Stack(slot * self.isa.vector()),
            (Home::Stack, Bank::Mask) => Place::Stack(self.frame_of_vectors() + slot * MASK),
            (Home::Constant(words), _) => Place::Constant(self.assembler.constant(|lane| words[lane % 2])),
        }
    }

    /// Returns the register of a value.
    fn register(&self, value: Value, vector: u8) -> Option<u8> {
        self.places.registers[self.selected.values.find(value) as usize].map(|register| register + vector)
    }

    /// Returns the register of a value, or one that holds none.
    fn register_or(&self, value: Value, vector: u8, scratch: Scratch) -> u8 {
        self.register(value, vector).unwrap_or_else(|| self.scratch(self.selected.values.known(value).bank, scratch))
    }

    fn scratch(&self, bank: Bank, scratch: Scratch) -> u8 {
        let (first, count) = registers(self.isa, bank);
        match (scratch, bank) {
            (Scratch::First, Bank::Mask) => 0,
            (Scratch::First, Bank::Vector) => first + count + 1,
            (Scratch::Second, _) => first + count,
        }
    }

    /// Returns the instruction that moves a value to a register.
    fn loading(&self, value: Value) -> Instruction {
        if self.selected.values.is_mask(value) { Instruction::MaskLoad } else { Instruction::Load }
    }

    /// Returns where a value is.
    fn place(&mut self, value: Value, vector: u8) -> Place {
        match self.register(value, vector) {
            Some(register) => Place::Register(register),
            None => self.home(value, vector),
        }
    }

    /// Returns a register with a value: its own, or this one, to which it is loaded.
    fn load(&mut self, value: Value, vector: u8, to: Scratch) -> u8 {
        let register = self.register_or(value, vector, to);
        if let memory @ (Place::File(_) | Place::Stack(_) | Place::Constant(_)) = self.place(value, vector) {
            self.assembler.instruction(self.loading(value), register, 0, memory, 0);
        }
        register
    }

    fn line(&mut self, line: &Line, labels: &[Label]) {
        match line.step {
            Step::Label(label) => self.assembler.place(labels[label as usize]),
            Step::Jump(label) => self.assembler.jump(labels[label as usize]),
            Step::JumpIfNone(label) => self.jump_if_none(line, labels[label as usize]),
            Step::Charge(length) => self.assembler.charge(length),
            Step::Move => (0..self.vectors).for_each(|vector| self.copy(line, vector)),
            Step::Lanes => (0..self.vectors).for_each(|vector| self.lanes(line, vector)),
            Step::Vector(instruction) => (0..self.vectors).for_each(|vector| self.vector(line, instruction, vector)),
        }
    }

    /// Stores a result that has no register.
    fn store(&mut self, value: Value, vector: u8, from: u8) {
        if self.register(value, vector).is_none() {
            let to = self.home(value, vector);
            let store = if self.selected.values.is_mask(value) { Instruction::MaskStore } else { Instruction::Store };
            self.assembler.instruction(store, 0, from, to, 0);
        }
    }

    fn copy(&mut self, line: &Line, vector: u8) {
        let from = self.place(line.b, vector);
        match (self.register(line.d, vector), from) {
            (Some(to), Place::Register(from)) if to == from => {}
            (Some(to), from) => self.assembler.instruction(self.loading(line.d), to, 0, from, 0),
            (None, _) => {
                let from = self.load(line.b, vector, Scratch::First);
                self.store(line.d, vector, from);
            }
        }
    }

    /// Makes a mask of the lanes with which the function was called.
    fn lanes(&mut self, line: &Line, vector: u8) {
        let to = self.register_or(line.d, vector, Scratch::First);
        let first = vector * self.isa.lanes();
        self.assembler.instruction(Instruction::Lanes, to, 0, Place::Register(0), 0);
        if !self.isa.has_masks() {
            let bits = Place::Constant(self.assembler.constant(|lane| 1 << (usize::from(first) + lane)));
            self.assembler.instruction(Instruction::Broadcast, to, 0, Place::Register(to), 0);
            self.assembler.instruction(Instruction::And, to, to, bits, 0);
            self.assembler.instruction(Instruction::IntEqual, to, to, bits, 0);
        } else if first > 0 {
            self.assembler.instruction(Instruction::MaskShiftRight, to, 0, Place::Register(to), first);
        }
        self.store(line.d, vector, to);
    }

    fn vector(&mut self, line: &Line, instruction: Instruction, vector: u8) {
        let Some(row) = self.isa.row(instruction) else {
            // The check refuses it.
            return self.assembler.instruction(instruction, 0, 0, Place::Register(0), 0);
        };
        let line = &if self.is_shorter_swapped(line, instruction) { Line { a: line.b, b: line.a, ..*line } } else { *line };
        let to = self.register_or(line.d, vector, Scratch::First);
        let a = if line.a == NO_VALUE { 0 } else { self.load(line.a, vector, Scratch::First) };
        let b = match row.form {
            Form::Shift(_) | Form::Extract => Place::Register(0),
            _ if row.bytes == 0 => Place::Register(self.load(line.b, vector, Scratch::Second)),
            _ => self.place(line.b, vector),
        };
        let to = match row.tail {
            Tail::Nothing | Tail::Byte if line.c != NO_VALUE => self.changed(line, vector, to, a, b),
            _ => to,
        };
        let tail = match row.tail {
            Tail::Nothing | Tail::Byte => line.byte,
            Tail::Register | Tail::Mask | Tail::Zeroing => self.load(line.c, vector, Scratch::Second),
        };
        self.assembler.instruction(instruction, to, a, b, tail);
        match self.register(line.d, vector) {
            Some(register) if register != to => self.assembler.instruction(Instruction::Load, register, 0, Place::Register(to), 0),
            _ => self.store(line.d, vector, to),
        }
    }

    /// Returns true if a line does the same with its operands the other way round, and needs one instruction less: the first one is in memory and the second one
    /// is not. Of two floats that are no numbers the first one is the result.
    fn is_shorter_swapped(&self, line: &Line, instruction: Instruction) -> bool {
        let is_number = |value: Value| match self.selected.values.known(value).home {
            Home::Constant(words) => !words.into_iter().any(|word| f32::from_bits(word).is_nan()),
            _ => false,
        };
        let commutes = match instruction {
            Instruction::Add | Instruction::Mul => is_number(line.a) || is_number(line.b),
            Instruction::And | Instruction::Or | Instruction::Xor | Instruction::IntAdd | Instruction::IntMul => true,
            _ => false,
        };
        let in_memory = |value: Value| self.register(value, 0).is_none();
        commutes && in_memory(line.a) && !in_memory(line.b)
    }

    /// Moves an operand that an instruction changes to the register of the result, or to another one if an operand is there.
    fn changed(&mut self, line: &Line, vector: u8, to: u8, a: u8, b: Place) -> u8 {
        let from = self.place(line.c, vector);
        if from == Place::Register(to) {
            return to;
        }
        let to = if a == to || b == Place::Register(to) { self.scratch(Bank::Vector, Scratch::Second) } else { to };
        self.assembler.instruction(Instruction::Load, to, 0, from, 0);
        to
    }

    /// Jumps if a mask has no lane in any vector.
    fn jump_if_none(&mut self, line: &Line, label: Label) {
        let mut mask = self.load(line.a, 0, Scratch::Second);
        if self.vectors > 1 {
            let (one, other) = (mask, self.load(line.a, 1, Scratch::First));
            mask = self.scratch(self.selected.values.known(line.a).bank, Scratch::Second);
            self.assembler.instruction(Instruction::MaskOr, mask, one, Place::Register(other), 0);
        }
        self.assembler.instruction(Instruction::Test, mask, 0, Place::Register(mask), 0);
        self.assembler.jump_if(ZERO, label);
    }
}
