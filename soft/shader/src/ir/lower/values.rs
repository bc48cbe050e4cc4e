//! Value numbering: virtual registers and the operations that define them. Constants are folded and pooled, equal operations are emitted
//! once.

use super::Lowering;
use super::fold::{self, Simple};
use crate::ir::bytecode::{Code, Encoded, Input, MemoryAccess, Space, Splat};
use crate::ir::evaluate;
use crate::ir::linear::{NO_REGISTER, Operation, Origin, Virtual};
use std::collections::HashMap;
use std::rc::Rc;

/// The words of a value; components of 64 bits take two words, low word first.
pub type Words = Vec<Virtual>;

/// The limit of operations of one shader, after inlining.
const MAXIMUM_OPERATIONS: usize = 1 << 19;
/// The limit of virtual registers of one shader. Results of operations on constants need registers too, but no operations.
const MAXIMUM_REGISTERS: usize = 4 * MAXIMUM_OPERATIONS;

/// The key of an operation: its code, operands and payload.
type Key = (Code, [Virtual; 3], Encoded);

/// The tables of value numbering.
#[derive(Default)]
pub struct Numbering {
    constants: HashMap<u32, Virtual>,
    constant_vectors: HashMap<Vec<u32>, Virtual>,
    splats: HashMap<(u32, u32, u32), Virtual>,
    inputs: HashMap<Input, Virtual>,
    known: HashMap<Key, Virtual>,
    /// The keys added since the outermost scope began.
    made: Vec<Key>,
    /// For each scope, the length of `made` when it began.
    scopes: Vec<usize>,
    /// For each register, the operation that writes it, if there is exactly one.
    definitions: Vec<u32>,
    /// The index of the first operation after the last change of loop variables.
    pub stable_from: usize,
}

impl Numbering {
    /// Forgets the operations so far.
    pub fn forget(&mut self) {
        self.known.clear();
        self.made.clear();
        self.scopes.clear();
    }
}

impl Lowering<'_> {
    /// Allocates a register.
    pub fn register(&mut self, origin: Origin) -> Virtual {
        let number = self.linear.origins.len() as Virtual;
        if number as usize >= MAXIMUM_REGISTERS {
            self.too_many_registers();
        }
        self.linear.origins.push(origin);
        self.linear.contiguous.push(false);
        self.numbering.definitions.push(u32::MAX);
        number
    }

    /// Lets the next statement or expression fail.
    fn too_many_registers(&mut self) {
        self.failed.get_or_insert_with(|| String::from("the shader is too large: too many registers"));
    }

    /// Allocates `count` registers with consecutive numbers.
    pub fn registers(&mut self, count: u32, origin: Origin) -> Virtual {
        let first = self.linear.origins.len() as Virtual;
        if first as usize + count as usize > MAXIMUM_REGISTERS {
            self.too_many_registers();
            return self.register(origin);
        }
        for _ in 0..count {
            self.register(origin);
        }
        first
    }

    /// Constrains `count` registers to be contiguous in the register file.
    pub fn make_contiguous(&mut self, first: Virtual, count: u32) {
        for register in first.saturating_add(1)..first.saturating_add(count) {
            if let Some(contiguous) = self.linear.contiguous.get_mut(register as usize) {
                *contiguous = true;
            }
        }
    }

    /// Returns a register that holds a constant.
    pub fn constant(&mut self, value: u32) -> Virtual {
        if let Some(&register) = self.numbering.constants.get(&value) {
            return register;
        }
        let register = self.register(Origin::Splat(Splat::Constant(value)));
        self.numbering.constants.insert(value, register);
        register
    }

    /// Returns a register that holds a float constant.
    pub fn float(&mut self, value: f32) -> Virtual {
        self.constant(value.to_bits())
    }

    /// Returns a register pair that holds a double constant.
    pub fn double(&mut self, value: f64) -> Virtual {
        let bits = value.to_bits();
        self.constant_vector(&[bits as u32, (bits >> 32) as u32])
    }

    /// Returns a register pair that holds a constant 64-bit integer.
    pub fn long(&mut self, value: i64) -> Virtual {
        self.constant_vector(&[value as u32, (value >> 32) as u32])
    }

    /// Returns the first of consecutive registers that hold constants.
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

    /// Returns the first of registers that hold constants, and that are consecutive in the register file too.
    fn consecutive_constants(&mut self, words: &[u32]) -> Virtual {
        let first = self.constant_vector(words);
        self.make_contiguous(first, words.len() as u32);
        first
    }

    /// Returns the value of a constant's register, or `None` for other registers.
    pub fn constant_value(&self, register: Virtual) -> Option<u32> {
        match self.linear.origins.get(register as usize) {
            Some(Origin::Splat(Splat::Constant(value))) => Some(*value),
            _ => None,
        }
    }

    /// Returns the register of a draw constant.
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

    /// Returns the register of an input.
    pub fn input(&mut self, input: Input) -> Virtual {
        if let Some(&register) = self.numbering.inputs.get(&input) {
            return register;
        }
        let register = self.register(Origin::Input(input));
        self.numbering.inputs.insert(input, register);
        register
    }

    /// Begins a scope: operations emitted from here on are not reused after [`Self::leave_scope`].
    pub fn enter_scope(&mut self) {
        self.numbering.scopes.push(self.numbering.made.len());
        self.emitted.clear();
    }

    /// Ends the innermost scope.
    pub fn leave_scope(&mut self) {
        let mark = self.numbering.scopes.pop().unwrap_or(0);
        for key in self.numbering.made.drain(mark..) {
            self.numbering.known.remove(&key);
        }
        self.emitted.clear();
    }

    /// Appends an operation.
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

    /// Emits an operation whose result must not be reused, such as a memory access or a derivative.
    pub fn emit_impure(&mut self, code: Code, operands: [Virtual; 3], payload: impl Into<Encoded>) -> Virtual {
        let payload = payload.into();
        let width = crate::ir::linear::widths(code, payload).dst;
        let dst = self.registers(width, Origin::Temporary);
        self.make_contiguous(dst, width);
        self.push(Operation::new(code, dst, operands, payload));
        dst
    }

    /// Returns the result of an operation on constants, and the number of its words; `None` if an operand is not constant, or if the operation
    /// needs more than its operands.
    fn folded(&self, code: Code, operands: [Virtual; 3], payload: Encoded) -> Option<(evaluate::Words, usize)> {
        let [dst, widths @ ..] = code.widths(payload);
        let mut values = [evaluate::Words::default(); 3];
        for ((first, width), words) in operands.into_iter().zip(widths).zip(&mut values) {
            for (at, word) in words.get_mut(..width as usize)?.iter_mut().enumerate() {
                *word = self.constant_value(first.saturating_add(at as u32))?;
            }
        }
        evaluate::evaluate(code, values).map(|words| (words, dst as usize))
    }

    /// Emits a pure operation, or folds, simplifies or reuses one. Returns the (first) result register.
    pub fn emit_pure(&mut self, code: Code, [mut a, mut b, c]: [Virtual; 3], payload: impl Into<Encoded>) -> Virtual {
        let payload = payload.into();
        let constants = (self.constant_value(a), self.constant_value(b), self.constant_value(c));
        if let Some((words, count)) = self.folded(code, [a, b, c], payload) {
            return if count == 1 { self.constant(words[0]) } else { self.consecutive_constants(&words[..count]) };
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
        if code.flags().commutes && a > b {
            std::mem::swap(&mut a, &mut b);
        }
        let key = (code, [a, b, c], payload);
        if let Some(&known) = self.numbering.known.get(&key) {
            return known;
        }
        let dst = self.emit_impure(code, [a, b, c], payload);
        self.numbering.known.insert(key, dst);
        self.numbering.made.push(key);
        dst
    }

    /// Emits a pure operation with one operand.
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
            _ => self.emit_pure(code, [a, NO_REGISTER, NO_REGISTER], ()),
        }
    }

    /// Emits a pure operation with two operands. A sum with a product becomes FMad, which rounds the product as FMul does.
    pub fn binary(&mut self, code: Code, a: Virtual, b: Virtual) -> Virtual {
        let (multiply, mad) = match code {
            Code::FAdd => (Code::FMul, Code::FMad),
            Code::DAdd => (Code::DMul, Code::DMad),
            _ => return self.emit_pure(code, [a, b, NO_REGISTER], ()),
        };
        for (product, other) in [(a, b), (b, a)] {
            if let Some(op) = self.definition(product)
                && op.code == multiply
            {
                return self.emit_pure(mad, [op.a, op.b, other], ());
            }
        }
        self.emit_pure(code, [a, b, NO_REGISTER], ())
    }

    /// Emits a pure operation with three operands.
    pub fn ternary(&mut self, code: Code, a: Virtual, b: Virtual, c: Virtual) -> Virtual {
        self.emit_pure(code, [a, b, c], ())
    }

    /// Returns the operation that defines a temporary, if its operands still have the same values.
    pub fn definition(&self, register: Virtual) -> Option<Operation> {
        if !matches!(self.linear.origins.get(register as usize), Some(Origin::Temporary)) {
            return None;
        }
        let index = *self.numbering.definitions.get(register as usize)?;
        let op = *self.linear.ops.get(index as usize)?;
        // Operands that are phis of a loop may have changed since the last iteration began.
        let stable = |operand: Virtual| match self.linear.origins.get(operand as usize) {
            Some(Origin::Phi(_)) => index as usize >= self.numbering.stable_from,
            Some(Origin::StackSlot(_)) => false,
            _ => true,
        };
        (op.dst == register && stable(op.a) && stable(op.b) && stable(op.c)).then_some(op)
    }

    /// Returns two words as a register pair.
    pub fn pair(&mut self, low: Virtual, high: Virtual) -> Virtual {
        self.consecutive(&[low, high])
    }

    /// Returns words in consecutive registers: the same registers if they are consecutive, otherwise copies.
    pub fn consecutive(&mut self, words: &[Virtual]) -> Virtual {
        let Some(&first) = words.first() else { return self.constant(0) };
        let count = words.len() as u32;
        if words.iter().zip(first..).all(|(&word, expected)| word == expected) {
            self.make_contiguous(first, count);
            return first;
        }
        if let Some(constants) = words.iter().map(|&word| self.constant_value(word)).collect::<Option<Vec<u32>>>() {
            return self.consecutive_constants(&constants);
        }
        let base = self.registers(count, Origin::Temporary);
        self.make_contiguous(base, count);
        for (&word, to) in words.iter().zip(base..) {
            self.push(Operation::copy(Code::Move, to, word));
        }
        base
    }

    /// Returns true if the registers have consecutive numbers.
    pub fn are_consecutive(words: &[Virtual]) -> bool {
        words.windows(2).all(|pair| pair[1] == pair[0].wrapping_add(1))
    }

    /// Loads a word of uniform memory at a byte address in a register.
    pub fn load_uniform(&mut self, space: Space, block: u32, block_index: Virtual, address: Virtual) -> Virtual {
        self.emit_pure(Code::Load, [address, NO_REGISTER, block_index], MemoryAccess { space, block })
    }

    /// Converts words to the shared slice that bindings hold.
    pub fn shared(words: &[Virtual]) -> Rc<[Virtual]> {
        Rc::from(words)
    }
}
