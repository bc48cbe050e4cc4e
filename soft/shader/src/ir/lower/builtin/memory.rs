//! Functions with side effects on buffers and vertices: atomics, atomic counters, barriers, geometry shader output.

use crate::ir::bytecode::{Atomic, AtomicMemory, Code, MemoryAccess, Space, Stream};
use crate::ir::linear::{NO_REGISTER, Operation, Virtual};
use crate::ir::lower::path::{Path, Root};
use crate::ir::lower::values::Words;
use crate::ir::lower::{Lowered, Lowering};
use base::hir::{Builtin, Expr, Scalar, Type};

impl Lowering<'_> {
    /// Lowers a function with side effects. Returns `None` for other functions.
    pub fn memory_function(&mut self, builtin: Builtin, arguments: &[Expr]) -> Lowered<Option<Words>> {
        use Builtin as B;
        let of = |scalar: Scalar| arguments.first().is_some_and(|argument| argument.ty == Type::Scalar(scalar));
        let (signed, float) = (of(Scalar::Int), of(Scalar::Float));
        let atomic = match builtin {
            B::AtomicAdd if float => Some(Atomic::AddFloat),
            B::AtomicMin if float => Some(Atomic::MinFloat),
            B::AtomicMax if float => Some(Atomic::MaxFloat),
            B::AtomicCompSwap if float => Some(Atomic::CompareSwapFloat),
            B::AtomicAdd => Some(Atomic::Add),
            B::AtomicMin => Some(if signed { Atomic::MinSigned } else { Atomic::MinUnsigned }),
            B::AtomicMax => Some(if signed { Atomic::MaxSigned } else { Atomic::MaxUnsigned }),
            B::AtomicAnd => Some(Atomic::And),
            B::AtomicOr => Some(Atomic::Or),
            B::AtomicXor => Some(Atomic::Xor),
            B::AtomicExchange => Some(Atomic::Exchange),
            B::AtomicCompSwap => Some(Atomic::CompareSwap),
            _ => None,
        };
        if let Some(atomic) = atomic {
            let Some((lvalue, values)) = arguments.split_first() else { return Ok(None) };
            let path = self.path(lvalue)?;
            let mut operands = Words::new();
            for value in values {
                operands.push(self.scalar(value)?);
            }
            let operand = self.consecutive(&operands);
            return Ok(Some(vec![self.atomic(&path, atomic, operand)]));
        }
        let one = |value: Virtual| Ok(Some(vec![value]));
        match (builtin, arguments) {
            (B::AtomicCounterIncrement, [counter]) => {
                let (path, step) = (self.path(counter)?, self.constant(1));
                one(self.atomic(&path, Atomic::Add, step))
            }
            (B::AtomicCounterDecrement, [counter]) => {
                let (path, step) = (self.path(counter)?, self.constant(u32::MAX));
                let old = self.atomic(&path, Atomic::Add, step);
                one(self.binary(Code::IAdd, old, step))
            }
            (B::AtomicCounterSubtract, [counter, value]) => {
                let path = self.path(counter)?;
                let value = self.scalar(value)?;
                let negative = self.unary(Code::INeg, value);
                one(self.atomic(&path, Atomic::Add, negative))
            }
            (B::AtomicCounter, [counter]) => {
                let path = self.path(counter)?;
                Ok(Some(self.read(&path)?))
            }
            (B::EmitVertex | B::EmitStreamVertex | B::EndPrimitive | B::EndStreamPrimitive, _) => {
                let stream = match arguments.first() {
                    Some(argument) => {
                        let register = self.scalar(argument)?;
                        Stream(self.constant_value(register).unwrap_or(0).min(3) as u8)
                    }
                    None => Stream(0),
                };
                if matches!(builtin, B::EmitVertex | B::EmitStreamVertex) {
                    self.emit_vertex(stream)?;
                } else {
                    self.push(Operation::new(Code::EndPrimitive, NO_REGISTER, [NO_REGISTER; 3], stream));
                }
                Ok(Some(Words::new()))
            }
            (B::Clock, _) => {
                let first = self.emit_impure(Code::Clock, [NO_REGISTER; 3], ());
                Ok(Some(vec![first, first.saturating_add(1)]))
            }
            (B::Barrier, _) => {
                self.bytecode.uses_barrier = true;
                self.push(Operation::control(Code::Barrier, NO_REGISTER, self.construct));
                Ok(Some(Words::new()))
            }
            (
                B::MemoryBarrier
                | B::MemoryBarrierAtomicCounter
                | B::MemoryBarrierBuffer
                | B::MemoryBarrierShared
                | B::MemoryBarrierImage
                | B::GroupMemoryBarrier,
                _,
            ) => Ok(Some(Words::new())),
            _ => Ok(None),
        }
    }

    /// Emits an atomic operation; returns the old value.
    fn atomic(&mut self, path: &Path, atomic: Atomic, operand: Virtual) -> Virtual {
        let (space, block, block_index) = match path.root {
            Root::Buffer { space, block, block_index, .. } => (space, block, block_index),
            Root::Counter { buffer } => (Space::AtomicCounter, buffer, NO_REGISTER),
            _ => return self.constant(0),
        };
        self.bytecode.has_side_effects |= space != Space::Shared;
        let address = self.word_address(path);
        let memory = MemoryAccess { space, block };
        self.emit_impure(Code::Atomic, [address, operand, block_index], AtomicMemory { atomic, memory })
    }
}
