//! Lines with places as instructions: what is in memory is an operand or is loaded, for each vector of a group.

use super::allocate::{Places, REGISTERS};
use super::select::Selected;
use super::values::{Home, Line, NO_VALUE, Step, Value};
use crate::machine::{Assembler, Form, Instruction, Label, Place, REGISTER, VECTOR, ZERO};

/// The vector registers that hold no values.
const FIRST: u8 = REGISTERS as u8;
const SECOND: u8 = FIRST + 1;

/// Encodes the lines of a region.
pub struct Emitter<'a> {
    pub assembler: &'a mut Assembler,
    pub selected: &'a Selected,
    pub places: &'a Places,
    /// The vectors of a group.
    pub vectors: u8,
}

impl Emitter<'_> {
    /// Encodes a function; `registers` is the number of registers of the code.
    pub fn function(&mut self, registers: u32) {
        let Selected { values, results } = self.selected;
        let frame = VECTOR * i32::from(self.vectors) * self.places.frame as i32;
        self.assembler.begin(registers, self.vectors, frame);
        let labels: Vec<Label> = (0..values.labels).map(|_| self.assembler.label()).collect();
        for value in (0..values.count() as Value).filter(|&value| values.find(value) == value && values.known(value).loaded) {
            if let Some(register) = self.places.registers[value as usize] {
                for vector in 0..self.vectors {
                    let from = self.home(value, vector);
                    self.assembler.instruction(Instruction::Load, register + vector, 0, from, 0);
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
        let vector = i32::from(vector);
        match self.selected.values.known(root).home {
            Home::File(register) => Place::File(i32::from(register) * REGISTER + vector * VECTOR),
            Home::Stack => Place::Stack((self.places.slots[root as usize] as i32 * i32::from(self.vectors) + vector) * VECTOR),
            Home::Constant([even, odd]) => Place::Constant(self.assembler.constant([even, odd, even, odd, even, odd, even, odd])),
        }
    }

    /// Returns the vector register of a value.
    fn register(&self, value: Value, vector: u8) -> Option<u8> {
        self.places.registers[self.selected.values.find(value) as usize].map(|register| register + vector)
    }

    /// Returns where a value is.
    fn place(&mut self, value: Value, vector: u8) -> Place {
        match self.register(value, vector) {
            Some(register) => Place::Register(register),
            None => self.home(value, vector),
        }
    }

    /// Returns a register with a value: its own, or this one, to which it is loaded.
    fn load(&mut self, value: Value, vector: u8, to: u8) -> u8 {
        match self.place(value, vector) {
            Place::Register(register) => register,
            memory => {
                self.assembler.instruction(Instruction::Load, to, 0, memory, 0);
                to
            }
        }
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
            self.assembler.instruction(Instruction::Store, 0, from, to, 0);
        }
    }

    fn copy(&mut self, line: &Line, vector: u8) {
        let from = self.place(line.b, vector);
        match (self.register(line.d, vector), from) {
            (Some(to), Place::Register(from)) if to == from => {}
            (Some(to), from) => self.assembler.instruction(Instruction::Load, to, 0, from, 0),
            (None, _) => {
                let from = self.load(line.b, vector, FIRST);
                self.store(line.d, vector, from);
            }
        }
    }

    /// Expands the mask of the lanes.
    fn lanes(&mut self, line: &Line, vector: u8) {
        let bits = std::array::from_fn(|lane| 1 << (8 * u32::from(vector) + lane as u32));
        let bits = Place::Constant(self.assembler.constant(bits));
        let to = self.register(line.d, vector).unwrap_or(FIRST);
        self.assembler.instruction(Instruction::Lanes, to, 0, Place::Register(0), 0);
        self.assembler.instruction(Instruction::Broadcast, to, 0, Place::Register(to), 0);
        self.assembler.instruction(Instruction::And, to, to, bits, 0);
        self.assembler.instruction(Instruction::IntEqual, to, to, bits, 0);
        self.store(line.d, vector, to);
    }

    fn vector(&mut self, line: &Line, instruction: Instruction, vector: u8) {
        let row = instruction.row();
        let to = self.register(line.d, vector).unwrap_or(FIRST);
        let a = if line.a == NO_VALUE { 0 } else { self.load(line.a, vector, FIRST) };
        let (b, tail) = match row.form {
            Form::Shift(_) | Form::Extract => (Place::Register(0), line.byte),
            _ if line.c == NO_VALUE => (self.place(line.b, vector), line.byte),
            _ => (self.place(line.b, vector), self.load(line.c, vector, SECOND) << 4),
        };
        self.assembler.instruction(instruction, to, a, b, tail);
        self.store(line.d, vector, to);
    }

    /// Jumps if a & b has no sign in any vector.
    fn jump_if_none(&mut self, line: &Line, label: Label) {
        let first = self.load(line.a, 0, SECOND);
        let b = self.place(line.b, 0);
        if self.vectors == 1 {
            self.assembler.instruction(Instruction::Test, first, 0, b, 0);
        } else if line.a == line.b {
            let other = self.place(line.a, 1);
            self.assembler.instruction(Instruction::Or, SECOND, first, other, 0);
            self.assembler.instruction(Instruction::Test, SECOND, 0, Place::Register(SECOND), 0);
        } else {
            self.assembler.instruction(Instruction::And, SECOND, first, b, 0);
            let other = self.load(line.a, 1, FIRST);
            let b = self.place(line.b, 1);
            self.assembler.instruction(Instruction::And, FIRST, other, b, 0);
            self.assembler.instruction(Instruction::Or, SECOND, SECOND, Place::Register(FIRST), 0);
            self.assembler.instruction(Instruction::Test, SECOND, 0, Place::Register(SECOND), 0);
        }
        self.assembler.jump_if(ZERO, label);
    }
}
