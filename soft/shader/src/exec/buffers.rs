//! Loads, stores and atomics on buffers and shared memory. They access whole words; every address is bounds-checked and rounded down to a
//! word.

use super::ExecutionContext;
use super::registers::{RegisterFile, optional, uniform};
use crate::ir::bytecode::{Atomic, AtomicMemory, Block, Code, MemoryAccess, NONE, Op, Payload, Space};
use crate::pipeline::state::BufferRange;
use base::core::lanes::{Bits, Lanes};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

/// The words of a block.
enum Words<'a> {
    /// A uniform buffer, which is read-only during a draw.
    Constant(&'a [u32]),
    Memory(&'a [AtomicU32]),
}

/// A buffer that shaders may write.
impl Words<'_> {
    /// Returns the word at a byte address, or 0 out of bounds.
    #[inline(always)]
    fn at(&self, address: u32) -> u32 {
        let index = (address / 4) as usize;
        match self {
            Words::Constant(words) => words.get(index).copied().unwrap_or(0),
            Words::Memory(words) => words.get(index).map_or(0, |word| word.load(Relaxed)),
        }
    }
}

/// Returns the words of a buffer range.
fn range(range: &BufferRange) -> &[AtomicU32] {
    let Some(memory) = &range.memory else { return &[] };
    let (first, count) = (range.offset / 4, range.size / 4);
    memory.words().get(first..).map_or(&[], |words| words.get(..count).unwrap_or(words))
}

/// Returns a block of an address space, or an empty one if the block does not exist.
fn block<'a>(context: &ExecutionContext<'a>, space: Space, index: u64) -> Words<'a> {
    let resources = context.resources;
    let index = usize::try_from(index).unwrap_or(usize::MAX);
    let of = |list: &'a [BufferRange]| Words::Memory(list.get(index).map_or(&[], range));
    match space {
        Space::Uniform => Words::Constant(&resources.uniforms),
        Space::UniformBlock => of(&resources.uniform_blocks),
        Space::Storage => of(&resources.storage_blocks),
        Space::AtomicCounter => of(&resources.atomic_buffers),
        Space::Shared => Words::Memory(context.shared.map_or(&[], |memory| memory.words())),
    }
}

/// Executes a memory operation.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
pub(super) unsafe fn execute(file: RegisterFile, op: &Op, active: u64, context: &mut ExecutionContext) {
    match op.code {
        // SAFETY: the caller upholds the same contract.
        Code::Load => unsafe { load(file, op, context) },
        // SAFETY: the caller upholds the same contract.
        Code::Store => unsafe { store(file, op, active & context.writable, context) },
        // SAFETY: the caller upholds the same contract.
        Code::Atomic => unsafe { atomic(file, op, active, context) },
        Code::BlockSize => {
            // SAFETY: verified code only reads registers of its register file.
            let index = unsafe { optional(file, op.c) };
            let Block(first) = Block::decode(op.payload);
            let size = |index: u32| {
                let block = context.resources.storage_blocks.get(first as usize + index as usize);
                block.map_or(0, |range| u32::try_from(range.size).unwrap_or(u32::MAX))
            };
            // SAFETY: verified code only writes registers of its register file.
            unsafe { file.set_lanes(op.dst, &Lanes(index.0.map(size))) };
        }
        _ => {}
    }
}

/// Returns the block index of each lane, counted from the operation's first block, or `None` if all lanes use that block.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
#[inline(always)]
unsafe fn block_index(file: RegisterFile, op: &Op) -> Option<Lanes> {
    // SAFETY: verified code only reads registers of its register file.
    (op.c != NONE).then(|| unsafe { file.lanes(op.c) })
}

/// Calls `each` for each block in use, with the lanes that use it.
fn by_block<'a>(
    memory: MemoryAccess,
    index: Option<Lanes>,
    lanes: u64,
    context: &ExecutionContext<'a>,
    mut each: impl FnMut(u64, &Words<'a>),
) {
    let block_of = |offset: u32| block(context, memory.space, u64::from(memory.block) + u64::from(offset));
    let Some(index) = index else { return each(lanes, &block_of(0)) };
    let mut left = lanes;
    while let Some(lane) = Bits(left).next() {
        let offset = index.0[lane];
        let same = Bits(left).filter(|&lane| index.0[lane] == offset).fold(0, |mask, lane| mask | 1 << lane);
        each(same, &block_of(offset));
        left &= !same;
    }
}

/// Executes `Load`.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
unsafe fn load(file: RegisterFile, op: &Op, context: &ExecutionContext) {
    // SAFETY: verified code only reads registers of its register file.
    let (address, index) = unsafe { (file.lanes(op.a), block_index(file, op)) };
    let mut result = Lanes([0; 64]);
    by_block(MemoryAccess::decode(op.payload), index, u64::MAX, context, |lanes, words| {
        if lanes == u64::MAX {
            result = match uniform(&address) {
                Some(address) => Lanes([words.at(address); 64]),
                None => Lanes(address.0.map(|address| words.at(address))),
            };
        } else {
            Bits(lanes).for_each(|lane| result.0[lane] = words.at(address.0[lane]));
        }
    });
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_lanes(op.dst, &result) };
}

/// Executes `Store`.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
unsafe fn store(file: RegisterFile, op: &Op, lanes: u64, context: &ExecutionContext) {
    // SAFETY: verified code only reads registers of its register file.
    let (address, value, index) = unsafe { (file.lanes(op.a), file.lanes(op.b), block_index(file, op)) };
    by_block(MemoryAccess::decode(op.payload), index, lanes, context, |lanes, words| {
        let Words::Memory(words) = words else { return };
        for lane in Bits(lanes) {
            if let Some(word) = words.get((address.0[lane] / 4) as usize) {
                word.store(value.0[lane], Relaxed);
            }
        }
    });
}

/// Performs a read-modify-write of one word; returns the old value. The arguments are the operand and the comparison value.
pub(super) type Change = fn(&AtomicU32, u32, u32) -> u32;

/// Returns the function of an atomic operation.
pub(super) fn change(atomic: Atomic) -> Change {
    match atomic {
        Atomic::Add => |word, value, _| word.fetch_add(value, AcqRel),
        Atomic::MinSigned => |word, value, _| update(word, |old| (old as i32).min(value as i32) as u32),
        Atomic::MinUnsigned => |word, value, _| word.fetch_min(value, AcqRel),
        Atomic::MaxSigned => |word, value, _| update(word, |old| (old as i32).max(value as i32) as u32),
        Atomic::MaxUnsigned => |word, value, _| word.fetch_max(value, AcqRel),
        Atomic::And => |word, value, _| word.fetch_and(value, AcqRel),
        Atomic::Or => |word, value, _| word.fetch_or(value, AcqRel),
        Atomic::Xor => |word, value, _| word.fetch_xor(value, AcqRel),
        Atomic::Exchange => |word, value, _| word.swap(value, AcqRel),
        Atomic::CompareSwap => |word, comparison, value| match word.compare_exchange(comparison, value, AcqRel, Acquire) {
            Ok(old) | Err(old) => old,
        },
        Atomic::AddFloat => |word, value, _| update_float(word, value, |old, value| old + value),
        // Rust's minimum and maximum may return either of two zeros.
        Atomic::MinFloat => |word, value, _| update_float(word, value, |old, value| if value < old || old.is_nan() { value } else { old }),
        Atomic::MaxFloat => |word, value, _| update_float(word, value, |old, value| if value > old || old.is_nan() { value } else { old }),
        Atomic::CompareSwapFloat => {
            |word, comparison, value| update(word, |old| if f32::from_bits(old) == f32::from_bits(comparison) { value } else { old })
        }
    }
}

/// Updates a word atomically; returns the old value.
fn update(word: &AtomicU32, new: impl Fn(u32) -> u32) -> u32 {
    let mut old = word.load(Relaxed);
    while let Err(now) = word.compare_exchange_weak(old, new(old), AcqRel, Relaxed) {
        old = now;
    }
    old
}

/// Updates a word that holds a float; returns the old bits.
fn update_float(word: &AtomicU32, value: u32, new: impl Fn(f32, f32) -> f32) -> u32 {
    update(word, |old| new(f32::from_bits(old), f32::from_bits(value)).to_bits())
}

/// Executes `Atomic`.
///
/// # Safety
/// `op` must be an operation of verified code that this function executes, and `file` must hold the registers of that code.
unsafe fn atomic(file: RegisterFile, op: &Op, active: u64, context: &ExecutionContext) {
    // SAFETY: verified code only reads registers of its register file.
    let (address, value) = unsafe { (file.lanes(op.a), file.lanes(op.b)) };
    let access = AtomicMemory::decode(op.payload);
    // SAFETY: verified code only reads registers of its register file.
    let second = if access.atomic.operands() == 2 { unsafe { file.lanes(op.b.wrapping_add(1)) } } else { Lanes([0; 64]) };
    let change = change(access.atomic);
    // SAFETY: verified code only reads registers of its register file.
    let (mut result, index) = unsafe { (file.lanes(op.dst), block_index(file, op)) };
    by_block(access.memory, index, active, context, |lanes, words| {
        for lane in Bits(lanes) {
            result.0[lane] = match words {
                Words::Memory(list) if context.writable >> lane & 1 != 0 => {
                    let word = list.get((address.0[lane] / 4) as usize);
                    word.map_or(0, |word| change(word, value.0[lane], second.0[lane]))
                }
                // Helper invocations read the value without changing it.
                words => words.at(address.0[lane]),
            };
        }
    });
    // SAFETY: verified code only writes registers of its register file.
    unsafe { file.set_lanes(op.dst, &result) };
}
