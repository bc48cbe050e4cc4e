//! Memory accesses: uniform and storage blocks, shared variables, vertex and patch records.

use super::path::{Path, Record, Root};
use super::values::Words;
use super::{Lowered, Lowering, types};
use crate::ir::bytecode::{Block, Code, Elements, MemoryAccess, Space, Splat, Word};
use crate::ir::linear::{NO_REGISTER, Operation, Virtual};
use base::hir::layout::{self, Arrangement};
use base::hir::{BlockLayout, Scalar, Type};

/// The most words of a record that an array of inputs takes: one slot of four words for each component within the limit of varyings.
const MAXIMUM_INPUT_WORDS: u32 = 128 * 4;

/// Appends the byte offset of each word of a value in a buffer.
fn bytes(ty: &Type, layout: BlockLayout, arrangement: Arrangement, component_stride: u64, base: u64, out: &mut Vec<u32>) {
    let mut component = |scalar: Scalar, at: u64| {
        out.extend((0..scalar.words()).map(|word| u32::try_from(at + u64::from(word) * 4).unwrap_or(!3)));
    };
    match ty {
        Type::Scalar(scalar) => component(*scalar, base),
        Type::Vector(scalar, size) => (0..u64::from(*size)).for_each(|index| component(*scalar, base + index * component_stride)),
        Type::Matrix(scalar, columns, rows) => {
            let stride = layout::matrix_stride(ty, layout, arrangement);
            let size = u64::from(scalar.words()) * 4;
            let (by_column, by_row) = if arrangement.row_major { (size, stride) } else { (stride, size) };
            for column in 0..u64::from(*columns) {
                (0..u64::from(*rows)).for_each(|row| component(*scalar, base + column * by_column + row * by_row));
            }
        }
        Type::Array(element, length) => {
            let stride = layout::array_stride(ty, layout, arrangement);
            for index in 0..u64::from(*length) {
                let at = base.saturating_add(index.saturating_mul(stride));
                bytes(element, layout, arrangement.element(), u64::from(types::scalar(element).words()) * 4, at, out);
            }
        }
        Type::Struct(structure) => {
            let offsets = layout::member_offsets(structure, layout, arrangement);
            for (member, offset) in structure.members.iter().zip(offsets) {
                let stride = u64::from(types::scalar(&member.ty).words()) * 4;
                bytes(&member.ty, layout, arrangement.member(&member.qualifiers), stride, base.saturating_add(offset), out);
            }
        }
        Type::Void | Type::Sampler(_) | Type::Image(_) | Type::AtomicCounter => {}
    }
}

impl Lowering<'_> {
    /// Returns the byte offset of each word of a path's value, from the path's base.
    fn bytes_of(path: &Path) -> Vec<u32> {
        let mut offsets = Vec::new();
        if let Root::Buffer { layout, arrangement, .. } = path.root {
            bytes(&path.ty, layout, arrangement, u64::from(path.component_stride), u64::from(path.offset), &mut offsets);
        }
        offsets
    }

    /// Loads the value at a path in a buffer.
    pub fn read_buffer(&mut self, path: &Path) -> Lowered<Words> {
        let Root::Buffer { space, block, block_index, .. } = path.root else { return Ok(Words::new()) };
        let zero = self.constant(0);
        let offsets = Self::bytes_of(path);
        let mut words = Words::with_capacity(offsets.len());
        for offset in offsets {
            let word = if space == Space::UniformBlock && path.index == NO_REGISTER && block_index == NO_REGISTER {
                self.splat(Splat::UniformBlock(block, offset))
            } else {
                let address = self.address(offset, path.index);
                if space == Space::UniformBlock {
                    self.load_uniform(space, block, block_index, address)
                } else {
                    self.emit_impure(Code::Load, [address, NO_REGISTER, block_index], MemoryAccess { space, block })
                }
            };
            words.push(word);
        }
        let mut leaves = Vec::new();
        types::leaves(&path.ty, &mut leaves);
        let mut at = 0;
        for scalar in leaves {
            if scalar == Scalar::Bool
                && let Some(word) = words.get_mut(at)
            {
                *word = self.binary(Code::INotEqual, *word, zero);
            }
            at += scalar.words() as usize;
        }
        Ok(words)
    }

    /// Stores words; `targets` are their indices within the path's type.
    pub fn write_buffer(&mut self, path: &Path, targets: &[u32], value: &[Virtual]) -> Lowered<()> {
        let Root::Buffer { space, block, block_index, .. } = path.root else { return Ok(()) };
        let offsets = Self::bytes_of(path);
        let mut scalars = Vec::new();
        let mut leaves = Vec::new();
        types::leaves(&path.ty, &mut leaves);
        leaves.iter().for_each(|scalar| scalars.extend((0..scalar.words()).map(|_| *scalar)));
        let one = self.constant(1);
        self.bytecode.has_side_effects |= space == Space::Storage;
        for (&target, &word) in targets.iter().zip(value) {
            let (Some(&offset), Some(&scalar)) = (offsets.get(target as usize), scalars.get(target as usize)) else { continue };
            let word = if scalar == Scalar::Bool { self.binary(Code::And, word, one) } else { word };
            let address = self.address(offset, path.index);
            self.push(Operation::new(Code::Store, NO_REGISTER, [address, word, block_index], MemoryAccess { space, block }));
        }
        Ok(())
    }

    /// Returns the byte address of a word in a buffer, for atomics.
    pub fn word_address(&mut self, path: &Path) -> Virtual {
        let component = path.swizzle.as_ref().and_then(|swizzle| swizzle.first()).copied().unwrap_or(0);
        let offset = path.offset.saturating_add(u32::from(component).saturating_mul(path.component_stride));
        self.address(offset, path.index)
    }

    /// Returns the word in the record of each word of a path's value.
    fn words_of_record(path: &Path) -> Vec<u32> {
        let mut words = Vec::new();
        match path.root {
            Root::Record { packed: true, .. } => words.extend((0..types::words(&path.ty)).map(|word| path.offset.saturating_add(word))),
            _ => types::record_words(&path.ty, path.offset, &mut words),
        }
        words
    }

    /// Loads the value at a path in a vertex or patch record.
    pub fn read_record(&mut self, path: &Path) -> Lowered<Words> {
        let Root::Record { kind, vertex, member, .. } = path.root else { return Ok(Words::new()) };
        if kind != Record::Patch && vertex == NO_REGISTER {
            // The whole array over vertices.
            let Some((_, length)) = types::element(&path.ty) else { return Ok(Words::new()) };
            let mut words = Words::new();
            for index in 0..length.min(32) {
                let index = self.constant(index);
                let element = self.element(path.clone(), index)?;
                words.extend(self.read(&element)?);
            }
            let count = types::words(&path.ty).min(super::MAXIMUM_WORDS) as usize;
            let zero = self.constant(0);
            words.resize(count, zero);
            return Ok(words);
        }
        let numbers = Self::words_of_record(path);
        Ok(match kind {
            Record::Patch => {
                numbers.iter().map(|&word| self.emit_impure(Code::LoadPatch, [path.index, NO_REGISTER, NO_REGISTER], Word(word))).collect()
            }
            Record::Output => {
                numbers.iter().map(|&word| self.emit_impure(Code::LoadOutput, [vertex, path.index, NO_REGISTER], Word(word))).collect()
            }
            Record::Input if path.index == NO_REGISTER => {
                numbers.iter().map(|&word| self.emit_pure(Code::LoadVertex, [vertex, NO_REGISTER, NO_REGISTER], Word(word))).collect()
            }
            Record::Input => {
                // Load every word of the member, then select one by the index.
                let (first, count) = (member.0, member.1.min(MAXIMUM_INPUT_WORDS));
                let all: Words = (first..first.saturating_add(count))
                    .map(|word| self.emit_pure(Code::LoadVertex, [vertex, NO_REGISTER, NO_REGISTER], Word(word)))
                    .collect();
                let base = self.consecutive(&all);
                let zero = self.constant(0);
                numbers
                    .iter()
                    .map(|&word| {
                        let at = word.saturating_sub(first);
                        if at >= count {
                            zero
                        } else {
                            self.emit_pure(Code::LoadIndexed, [path.index, base + at, NO_REGISTER], Elements::new(count - at))
                        }
                    })
                    .collect()
            }
        })
    }

    /// Stores words to a record of tessellation control outputs.
    pub fn write_record(&mut self, path: &Path, targets: &[u32], value: &[Virtual]) {
        let Root::Record { kind, vertex, .. } = path.root else { return };
        let numbers = Self::words_of_record(path);
        for (&target, &word) in targets.iter().zip(value) {
            let Some(&number) = numbers.get(target as usize) else { continue };
            match kind {
                Record::Patch => {
                    self.push(Operation::new(Code::StorePatch, NO_REGISTER, [path.index, word, NO_REGISTER], Word(number)));
                }
                Record::Output if vertex != NO_REGISTER => {
                    self.push(Operation::new(Code::StoreOutput, NO_REGISTER, [vertex, path.index, word], Word(number)));
                }
                _ => {}
            }
        }
    }

    /// Returns `.length()` of the last member of a storage block.
    pub fn runtime_length(&mut self, path: &Path) -> Virtual {
        let Root::Buffer { block, block_index, layout, arrangement, .. } = path.root else { return self.constant(0) };
        let size = self.emit_impure(Code::BlockSize, [NO_REGISTER, NO_REGISTER, block_index], Block(block));
        let offset = self.constant(path.offset);
        let stride = u32::try_from(layout::array_stride(&path.ty, layout, arrangement)).unwrap_or(u32::MAX).max(1);
        let stride = self.constant(stride);
        let larger = self.binary(Code::UMax, size, offset);
        let rest = self.binary(Code::ISub, larger, offset);
        self.binary(Code::UDiv, rest, stride)
    }
}
