//! Virtual registers and the operations that fill them: constants folded and pooled, equal operations made once.

use super::Lowering;
use super::fold::{self, Simple};
use crate::ir::bytecode::{Code, Input, Space, Splat};
use crate::ir::linear::{NO, Operation, Origin, Virtual};
use std::collections::HashMap;
use std::rc::Rc;

/// The components of a value, doubles as two words, low word first.
pub type Words = Vec<Virtual>;

/// Operations of one shader, after inlining.
const MAXIMUM_OPERATIONS: usize = 1 << 20;

/// An operation by what it computes.
type Key = (Code, u16, Virtual, Virtual, Virtual, u32);

/// What is known about registers.
#[derive(Default)]
pub struct Numbering {
    constants: HashMap<u32, Virtual>,
    constant_vectors: HashMap<Vec<u32>, Virtual>,
    splats: HashMap<(u32, u32, u32), Virtual>,
    inputs: HashMap<Input, Virtual>,
    known: HashMap<Key, Virtual>,
    /// Keys made since the outermost scope began; a scope is the length at its begin.
    made: Vec<Key>,
    scopes: Vec<usize>,
    /// For each register the operation that writes it, if one does.
    definitions: Vec<u32>,
    /// Index of the first operation since loop variables last changed.
    pub stable_from: usize,
}

impl Lowering<'_> {
    /// A new register.
    pub fn register(&mut self, origin: Origin) -> Virtual {
        let number = self.linear.origins.len() as Virtual;
        self.linear.origins.push(origin);
        self.linear.glued.push(false);
        self.numbering.definitions.push(u32::MAX);
        number
    }

    /// So many new registers with consecutive numbers.
    pub fn registers(&mut self, count: u32, origin: Origin) -> Virtual {
        let first = self.linear.origins.len() as Virtual;
        if first as usize + count as usize > 4 * MAXIMUM_OPERATIONS {
            self.failed.get_or_insert_with(|| String::from("the shader is too large: too many registers"));
            return self.register(origin);
        }
        for _ in 0..count {
            self.register(origin);
        }
        first
    }

    /// Makes registers stand behind each other.
    pub fn glue(&mut self, first: Virtual, count: u32) {
        for register in first.saturating_add(1)..first.saturating_add(count) {
            if let Some(glued) = self.linear.glued.get_mut(register as usize) {
                *glued = true;
            }
        }
    }

    /// A constant.
    pub fn constant(&mut self, value: u32) -> Virtual {
        if let Some(&register) = self.numbering.constants.get(&value) {
            return register;
        }
        let register = self.register(Origin::Splat(Splat::Constant(value)));
        self.numbering.constants.insert(value, register);
        register
    }

    /// A float constant.
    pub fn float(&mut self, value: f32) -> Virtual {
        self.constant(value.to_bits())
    }

    /// A double constant: a pair.
    pub fn double(&mut self, value: f64) -> Virtual {
        let bits = value.to_bits();
        self.constant_vector(&[bits as u32, (bits >> 32) as u32])
    }

    /// Constants in consecutive registers.
    pub fn constant_vector(&mut self, words: &[u32]) -> Virtual {
        if let Some(&first) = self.numbering.constant_vectors.get(words) {
            return first;
        }
        let first = self.linear.origins.len() as Virtual;
        for &word in words {
            self.register(Origin::Splat(Splat::Constant(word)));
        }
        self.numbering.constant_vectors.insert(words.to_vec(), first);
        first
    }

    /// Returns the value of a constant register.
    pub fn constant_value(&self, register: Virtual) -> Option<u32> {
        match self.linear.origins.get(register as usize) {
            Some(Origin::Splat(Splat::Constant(value))) => Some(*value),
            _ => None,
        }
    }

    /// A splat register.
    pub fn splat(&mut self, splat: Splat) -> Virtual {
        let key = match splat {
            Splat::Constant(value) => return self.constant(value),
            Splat::Uniform(word) => (0, word, 0),
            Splat::UniformBlock(block, offset) => (1, block, offset),
        };
        if let Some(&register) = self.numbering.splats.get(&key) {
            return register;
        }
        let register = self.register(Origin::Splat(splat));
        self.numbering.splats.insert(key, register);
        register
    }

    /// An input register.
    pub fn input(&mut self, input: Input) -> Virtual {
        if let Some(&register) = self.numbering.inputs.get(&input) {
            return register;
        }
        let register = self.register(Origin::Input(input));
        self.numbering.inputs.insert(input, register);
        register
    }

    /// What is computed from here on is forgotten at [`Self::leave_scope`].
    pub fn enter_scope(&mut self) {
        self.numbering.scopes.push(self.numbering.made.len());
        self.emitted.clear();
    }

    /// Forgets what was computed since the innermost scope began.
    pub fn leave_scope(&mut self) {
        let mark = self.numbering.scopes.pop().unwrap_or(0);
        for key in self.numbering.made.drain(mark..) {
            self.numbering.known.remove(&key);
        }
        self.emitted.clear();
    }

    /// Appends an operation as it is.
    pub fn push(&mut self, op: Operation) {
        if self.linear.ops.len() >= MAXIMUM_OPERATIONS {
            self.failed.get_or_insert_with(|| String::from("the shader is too large: too many operations"));
            return;
        }
        if let Some(definition) = self.numbering.definitions.get_mut(op.dst as usize) {
            *definition = self.linear.ops.len() as u32;
        }
        self.linear.ops.push(op);
    }

    /// An operation whose result is not the same each time: memory, derivatives of nothing known.
    pub fn fresh(&mut self, code: Code, a: Virtual, b: Virtual, c: Virtual, d: u16, imm: u32) -> Virtual {
        let width = crate::ir::linear::widths(code, d, imm).dst;
        let dst = self.registers(width, Origin::Temporary);
        self.glue(dst, width);
        self.push(Operation { code, dst, a, b, c, d, imm });
        dst
    }

    /// A pure operation: folded, simplified, or found again where that is possible. Gives the (first) result register.
    pub fn full(&mut self, code: Code, mut a: Virtual, mut b: Virtual, c: Virtual, d: u16, imm: u32) -> Virtual {
        let constants = (self.constant_value(a), self.constant_value(b), self.constant_value(c));
        let complete = (a == NO || constants.0.is_some()) && (b == NO || constants.1.is_some()) && (c == NO || constants.2.is_some());
        if complete
            && let Some(value) =
                fold::fold(code, constants.0.unwrap_or_default(), constants.1.unwrap_or_default(), constants.2.unwrap_or_default())
        {
            return self.constant(value);
        }
        if code == Code::Select && b == c {
            return b;
        }
        if let Some(simple) = fold::simplify(code, constants.0, constants.1, constants.2, a == b) {
            return match simple {
                Simple::A => a,
                Simple::B => b,
                Simple::C => c,
                Simple::Constant(value) => self.constant(value),
                Simple::UnaryA(code) => self.unary(code, a),
                Simple::UnaryB(code) => self.unary(code, b),
                Simple::BinaryAC(code) => self.binary(code, a, c),
                Simple::BinaryBC(code) => self.binary(code, b, c),
                Simple::BinaryAConstant(code, value) => {
                    let constant = self.constant(value);
                    self.binary(code, a, constant)
                }
            };
        }
        if fold::commutes(code) && a > b {
            std::mem::swap(&mut a, &mut b);
        }
        let key = (code, d, a, b, c, imm);
        if let Some(&known) = self.numbering.known.get(&key) {
            return known;
        }
        let dst = self.fresh(code, a, b, c, d, imm);
        self.numbering.known.insert(key, dst);
        self.numbering.made.push(key);
        dst
    }

    /// A pure operation of one operand.
    pub fn unary(&mut self, code: Code, a: Virtual) -> Virtual {
        match (code, self.definition(a)) {
            (Code::FNeg, Some(Operation { code: Code::FNeg, a: inner, .. }))
            | (Code::Not, Some(Operation { code: Code::Not, a: inner, .. }))
            | (Code::INeg, Some(Operation { code: Code::INeg, a: inner, .. })) => inner,
            (Code::Not, Some(Operation { code: Code::IEqual, a, b, .. })) => self.binary(Code::INotEqual, a, b),
            (Code::Not, Some(Operation { code: Code::INotEqual, a, b, .. })) => self.binary(Code::IEqual, a, b),
            (Code::Not, Some(Operation { code: Code::FEqual, a, b, .. })) => self.binary(Code::FNotEqual, a, b),
            (Code::Not, Some(Operation { code: Code::FNotEqual, a, b, .. })) => self.binary(Code::FEqual, a, b),
            (Code::Not, Some(Operation { code: Code::ILess, a, b, .. })) => self.binary(Code::ILessEqual, b, a),
            (Code::Not, Some(Operation { code: Code::ILessEqual, a, b, .. })) => self.binary(Code::ILess, b, a),
            (Code::Not, Some(Operation { code: Code::ULess, a, b, .. })) => self.binary(Code::ULessEqual, b, a),
            (Code::Not, Some(Operation { code: Code::ULessEqual, a, b, .. })) => self.binary(Code::ULess, b, a),
            _ => self.full(code, a, NO, NO, 0, 0),
        }
    }

    /// A pure operation of two operands. Sums of products become FMad: the interpreter rounds the product as a multiplication does.
    pub fn binary(&mut self, code: Code, a: Virtual, b: Virtual) -> Virtual {
        let (multiply, mad) = match code {
            Code::FAdd => (Code::FMul, Code::FMad),
            Code::DAdd => (Code::DMul, Code::DMad),
            _ => return self.full(code, a, b, NO, 0, 0),
        };
        for (product, other) in [(a, b), (b, a)] {
            if let Some(op) = self.definition(product)
                && op.code == multiply
            {
                return self.full(mad, op.a, op.b, other, 0, 0);
            }
        }
        self.full(code, a, b, NO, 0, 0)
    }

    /// A pure operation of three operands.
    pub fn ternary(&mut self, code: Code, a: Virtual, b: Virtual, c: Virtual) -> Virtual {
        self.full(code, a, b, c, 0, 0)
    }

    /// Returns the operation that wrote a temporary.
    pub fn definition(&self, register: Virtual) -> Option<Operation> {
        if !matches!(self.linear.origins.get(register as usize), Some(Origin::Temporary)) {
            return None;
        }
        let index = *self.numbering.definitions.get(register as usize)?;
        let op = *self.linear.ops.get(index as usize)?;
        // Operands that are phis of a loop may have changed since the last round began.
        let stable = |operand: Virtual| match self.linear.origins.get(operand as usize) {
            Some(Origin::Phi(_)) => index as usize >= self.numbering.stable_from,
            Some(Origin::StackSlot(_)) => false,
            _ => true,
        };
        (op.dst == register && stable(op.a) && stable(op.b) && stable(op.c)).then_some(op)
    }

    /// Two words as a register pair.
    pub fn pair(&mut self, low: Virtual, high: Virtual) -> Virtual {
        self.consecutive(&[low, high])
    }

    /// Returns words in consecutive registers: themselves if they are, else copies.
    pub fn consecutive(&mut self, words: &[Virtual]) -> Virtual {
        let Some(&first) = words.first() else { return self.constant(0) };
        let count = words.len() as u32;
        if words.iter().zip(first..).all(|(&word, expected)| word == expected) {
            self.glue(first, count);
            return first;
        }
        if let Some(constants) = words.iter().map(|&word| self.constant_value(word)).collect::<Option<Vec<u32>>>() {
            let first = self.constant_vector(&constants);
            self.glue(first, count);
            return first;
        }
        let base = self.registers(count, Origin::Temporary);
        self.glue(base, count);
        for (&word, to) in words.iter().zip(base..) {
            self.push(Operation::copy(Code::Move, to, word));
        }
        base
    }

    /// Returns true if registers have consecutive numbers.
    pub fn are_consecutive(words: &[Virtual]) -> bool {
        words.windows(2).all(|pair| pair[1] == pair[0].wrapping_add(1))
    }

    /// A load of a word of uniform memory at a byte address (a register).
    pub fn load_uniform(&mut self, space: Space, block: u32, block_index: Virtual, address: Virtual) -> Virtual {
        self.full(Code::Load, address, NO, block_index, space as u16, block)
    }

    /// Shares words: what a variable is bound to.
    pub fn shared(words: &[Virtual]) -> Rc<[Virtual]> {
        Rc::from(words)
    }
}
