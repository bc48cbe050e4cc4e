//! The register file, as operations access it.

use crate::ir::bytecode::NONE;
use base::core::lanes::Lanes;
use std::cell::Cell;
use std::marker::PhantomData;

/// The lanes that an operation processes at once: one AVX2 vector.
pub(super) const WIDTH: usize = 8;
/// The chunks of [`WIDTH`] lanes in a register.
pub(super) const CHUNKS: usize = 64 / WIDTH;

/// The registers of a wave that runs verified code.
///
/// Each access but [`RegisterFile::four`] and [`RegisterFile::shared`] copies, so that no two references overlap and the compiler need not consider aliasing operands. Accesses by number are
/// unchecked: [`Verified`](crate::ir::Verified) code names only registers below its register count, and `interpret` checks once that the
/// register file has that many.
#[derive(Clone, Copy)]
pub(super) struct RegisterFile<'a> {
    base: *mut Lanes,
    count: usize,
    /// Copies of a register file share its registers, within one thread.
    registers: PhantomData<&'a Cell<Lanes>>,
}

impl<'a> RegisterFile<'a> {
    /// Creates the register file of a wave.
    pub(super) fn new(registers: &'a [Cell<Lanes>]) -> Self {
        Self { base: registers.as_ptr().cast_mut().cast(), count: registers.len(), registers: PhantomData }
    }

    /// Returns the address of a register.
    #[inline(always)]
    fn at(self, register: usize) -> *mut Lanes {
        debug_assert!(register < self.count, "register {register} of {}", self.count);
        self.base.wrapping_add(register)
    }

    /// Returns eight lanes of a register.
    ///
    /// # Safety
    /// The register file must hold the register, and `chunk` must be below [`CHUNKS`].
    #[inline(always)]
    pub(super) unsafe fn chunk(self, register: u16, chunk: usize) -> [u32; WIDTH] {
        debug_assert!(chunk < CHUNKS);
        // SAFETY: the caller guarantees this.
        unsafe { self.at(register as usize).cast::<[u32; WIDTH]>().add(chunk).read() }
    }

    /// Sets eight lanes of a register.
    ///
    /// # Safety
    /// The contract of [`RegisterFile::chunk`] applies.
    #[inline(always)]
    pub(super) unsafe fn set_chunk(self, register: u16, chunk: usize, value: [u32; WIDTH]) {
        debug_assert!(chunk < CHUNKS);
        // SAFETY: the caller guarantees this.
        unsafe { self.at(register as usize).cast::<[u32; WIDTH]>().add(chunk).write(value) }
    }

    /// Returns a whole register.
    ///
    /// # Safety
    /// The register file must hold the register.
    #[inline(always)]
    pub(super) unsafe fn lanes(self, register: u16) -> Lanes {
        // SAFETY: the caller guarantees this.
        unsafe { self.at(register as usize).read() }
    }

    /// Sets a whole register.
    ///
    /// # Safety
    /// The register file must hold the register.
    #[inline(always)]
    pub(super) unsafe fn set_lanes(self, register: u16, value: &Lanes) {
        // SAFETY: the caller guarantees this.
        unsafe { self.at(register as usize).write(*value) }
    }

    /// Returns a register, to read it in place.
    ///
    /// # Safety
    /// The register file must hold the register, and nothing may write it while the reference lives.
    #[inline(always)]
    pub(super) unsafe fn shared(self, register: u16) -> &'a Lanes {
        // SAFETY: the caller guarantees this.
        unsafe { &*self.at(register as usize) }
    }

    /// Returns four registers, to write them in place.
    ///
    /// # Safety
    /// The register file must hold the registers, and nothing else may use them while the reference lives.
    #[inline(always)]
    pub(super) unsafe fn four(self, first: u16) -> &'a mut [Lanes; 4] {
        debug_assert!(first as usize + 4 <= self.count, "registers {first} to {first} + 3 of {}", self.count);
        // SAFETY: the caller guarantees this.
        unsafe { &mut *self.at(first as usize).cast::<[Lanes; 4]>() }
    }

    /// Returns one lane of the register `offset` after another, or 0 if it does not exist (the shader computes the offset).
    #[inline(always)]
    pub(super) fn lane(self, register: u16, offset: usize, lane: usize) -> u32 {
        let register = register as usize + offset;
        if register >= self.count {
            return 0;
        }
        // SAFETY: the register is within the register file, and the lane is masked.
        unsafe { self.base.wrapping_add(register).cast::<u32>().add(lane & 63).read() }
    }

    /// Sets one lane of the register `offset` after another; does nothing if it does not exist.
    #[inline(always)]
    pub(super) fn set_lane(self, register: u16, offset: usize, lane: usize, value: u32) {
        let register = register as usize + offset;
        if register < self.count {
            // SAFETY: the register is within the register file, and the lane is masked.
            unsafe { self.base.wrapping_add(register).cast::<u32>().add(lane & 63).write(value) }
        }
    }
}

/// Returns the lanes in which a boolean register is true. (Booleans are all ones: any one of their bits will do.)
#[inline(always)]
pub(super) fn mask_of(lanes: &Lanes) -> u64 {
    let (mut low, mut high) = (0u32, 0u32);
    for lane in 0..32 {
        low |= lanes.0[lane] & 1 << lane;
        high |= lanes.0[lane + 32] & 1 << lane;
    }
    u64::from(high) << 32 | u64::from(low)
}

/// Expands eight lanes of a mask to booleans.
#[inline(always)]
pub(super) fn mask_chunk(mask: u64, chunk: usize) -> [u32; WIDTH] {
    let byte = (mask >> (chunk * WIDTH)) as u32 & 0xFF;
    let mut result = [0; WIDTH];
    for lane in 0..WIDTH {
        result[lane] = if byte & 1 << lane != 0 { u32::MAX } else { 0 };
    }
    result
}

/// Returns the value that all lanes share, or `None` if they differ.
#[inline(always)]
pub(super) fn uniform(lanes: &Lanes) -> Option<u32> {
    let first = lanes.0[0];
    let mut difference = 0;
    for lane in 0..64 {
        difference |= lanes.0[lane] ^ first;
    }
    (difference == 0).then_some(first)
}

/// Returns a register, or zeros for [`NONE`].
///
/// # Safety
/// `file` must hold the register, unless it is [`NONE`].
#[inline(always)]
pub(super) unsafe fn optional(file: RegisterFile, register: u16) -> Lanes {
    // SAFETY: the caller guarantees this.
    if register == NONE { Lanes([0; 64]) } else { unsafe { file.lanes(register) } }
}

/// Executes an operation on registers: `short!(file, op, (a: f32, b: f32) -> f32 = a + b)` reads the registers from `op.a`, `op.b` (and `op.c`) on
/// and writes those from `op.dst` on, eight lanes at a time in locals. The enclosing function's contract must require that `op` belongs to
/// verified code and the register file holds its registers. This is a macro, because only code inside the function itself is sure to be compiled
/// for the function's instruction set.
macro_rules! short {
    ($file:ident, $op:ident, ($($operand:ident: $ty:ty),*) -> $result:ty = $body:expr) => {
        for chunk in 0..CHUNKS {
            let mut operands = [$op.a, $op.b, $op.c].into_iter();
            $(
                let first = operands.next().unwrap_or_default();
                let mut $operand = [[0; WIDTH]; <$ty as Value>::REGISTERS];
                for register in 0..<$ty as Value>::REGISTERS {
                    // SAFETY: verified code only reads registers of its register file.
                    $operand[register] = unsafe { $file.chunk(first.wrapping_add(register as u16), chunk) };
                }
            )*
            let mut result = [[0; WIDTH]; <$result as Value>::REGISTERS];
            for lane in 0..WIDTH {
                $(let $operand = short!(@lane $operand, lane, $ty);)*
                let words = <$result as Value>::words($body);
                for register in 0..<$result as Value>::REGISTERS {
                    result[register][lane] = words[register];
                }
            }
            for register in 0..<$result as Value>::REGISTERS {
                // SAFETY: verified code only writes registers of its register file.
                unsafe { $file.set_chunk($op.dst.wrapping_add(register as u16), chunk, result[register]) };
            }
        }
    };
    (@lane $registers:ident, $lane:ident, $ty:ty) => {{
        let mut words = [0; <$ty as Value>::REGISTERS];
        for register in 0..<$ty as Value>::REGISTERS {
            words[register] = $registers[register][$lane];
        }
        <$ty as Value>::of(words)
    }};
}

/// Works as `short!`, for long bodies: one loop over all lanes, which the compiler vectorises whatever its length.
macro_rules! long {
    ($file:ident, $op:ident, ($($operand:ident: $ty:ty),*) -> $result:ty = $body:expr) => {{
        let mut operands = [$op.a, $op.b, $op.c].into_iter();
        $(
            let first = operands.next().unwrap_or_default();
            let mut $operand = [[0; 64]; <$ty as Value>::REGISTERS];
            for register in 0..<$ty as Value>::REGISTERS {
                // SAFETY: verified code only reads registers of its register file.
                $operand[register] = unsafe { $file.lanes(first.wrapping_add(register as u16)) }.0;
            }
        )*
        let mut result = Lanes([0; 64]);
        for lane in 0..64 {
            $(let $operand = short!(@lane $operand, lane, $ty);)*
            let [word] = <$result as Value>::words($body);
            result.0[lane] = word;
        }
        // SAFETY: verified code only writes registers of its register file.
        unsafe { $file.set_lanes($op.dst, &result) };
    }};
}

pub(super) use {long, short};
