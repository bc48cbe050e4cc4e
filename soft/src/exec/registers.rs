//! The register file as the operations see it.

use crate::ir::bytecode::Lanes;

/// Lanes that an operation takes at once: one AVX2 vector.
pub(super) const WIDTH: usize = 8;
/// Chunks of a register.
pub(super) const CHUNKS: usize = 64 / WIDTH;

/// The registers of a wave that runs verified code.
///
/// Each access copies, so that no two references meet and the compiler need not ask whether operands overlap.
#[derive(Clone, Copy)]
pub(super) struct File {
    base: *mut Lanes,
    count: usize,
}

impl File {
    /// The caller runs only operations that the verifier accepted for a file of this size.
    pub(super) fn new(registers: &mut [Lanes]) -> Self {
        Self { base: registers.as_mut_ptr(), count: registers.len() }
    }

    #[inline(always)]
    fn at(self, register: usize) -> *mut Lanes {
        debug_assert!(register < self.count, "register {register} of {}", self.count);
        self.base.wrapping_add(register)
    }

    /// Eight lanes of a register.
    #[inline(always)]
    pub(super) fn chunk(self, register: u16, chunk: usize) -> [u32; WIDTH] {
        debug_assert!(chunk < CHUNKS);
        // SAFETY: the code was verified and load sized the file; chunk is below CHUNKS in every loop of this room.
        unsafe { self.at(register as usize).cast::<[u32; WIDTH]>().add(chunk).read() }
    }

    #[inline(always)]
    pub(super) fn set_chunk(self, register: u16, chunk: usize, value: [u32; WIDTH]) {
        debug_assert!(chunk < CHUNKS);
        // SAFETY: the code was verified and load sized the file; chunk is below CHUNKS in every loop of this room.
        unsafe { self.at(register as usize).cast::<[u32; WIDTH]>().add(chunk).write(value) }
    }

    /// A whole register.
    #[inline(always)]
    pub(super) fn lanes(self, register: u16) -> Lanes {
        // SAFETY: the code was verified and load sized the file.
        unsafe { self.at(register as usize).read() }
    }

    #[inline(always)]
    pub(super) fn set_lanes(self, register: u16, value: &Lanes) {
        // SAFETY: the code was verified and load sized the file; `value` is the caller's own and outside the file.
        unsafe { self.at(register as usize).write(*value) }
    }

    /// One lane of the register `offset` behind another; 0 if there is none (the offset is computed by the shader).
    #[inline(always)]
    pub(super) fn lane(self, register: u16, offset: usize, lane: usize) -> u32 {
        let register = register as usize + offset;
        if register >= self.count {
            return 0;
        }
        // SAFETY: the register is within the file, and the lane is masked.
        unsafe { self.base.wrapping_add(register).cast::<u32>().add(lane & 63).read() }
    }

    #[inline(always)]
    pub(super) fn set_lane(self, register: u16, offset: usize, lane: usize, value: u32) {
        let register = register as usize + offset;
        if register < self.count {
            // SAFETY: the register is within the file, and the lane is masked.
            unsafe { self.base.wrapping_add(register).cast::<u32>().add(lane & 63).write(value) }
        }
    }
}

/// What a register's 32 bits stand for.
pub(super) trait Word: Copy {
    fn from_word(word: u32) -> Self;
    fn word(self) -> u32;
}

impl Word for u32 {
    #[inline(always)]
    fn from_word(word: u32) -> Self {
        word
    }
    #[inline(always)]
    fn word(self) -> u32 {
        self
    }
}

impl Word for i32 {
    #[inline(always)]
    fn from_word(word: u32) -> Self {
        word as i32
    }
    #[inline(always)]
    fn word(self) -> u32 {
        self as u32
    }
}

impl Word for f32 {
    #[inline(always)]
    fn from_word(word: u32) -> Self {
        f32::from_bits(word)
    }
    #[inline(always)]
    fn word(self) -> u32 {
        self.to_bits()
    }
}

impl Word for bool {
    #[inline(always)]
    fn from_word(word: u32) -> Self {
        word != 0
    }
    #[inline(always)]
    fn word(self) -> u32 {
        if self { u32::MAX } else { 0 }
    }
}

/// The lanes in which a boolean register is true, a bit each. (Booleans are all ones: one bit of each is as good as another.)
#[inline(always)]
pub(super) fn mask_of(lanes: &Lanes) -> u64 {
    let (mut low, mut high) = (0u32, 0u32);
    for lane in 0..32 {
        low |= lanes.0[lane] & 1 << lane;
        high |= lanes.0[lane + 32] & 1 << lane;
    }
    u64::from(high) << 32 | u64::from(low)
}

/// Eight lanes of a mask as booleans.
#[inline(always)]
pub(super) fn mask_chunk(mask: u64, chunk: usize) -> [u32; WIDTH] {
    let byte = (mask >> (chunk * WIDTH)) as u32 & 0xFF;
    let mut result = [0; WIDTH];
    for lane in 0..WIDTH {
        result[lane] = (byte & 1 << lane != 0).word();
    }
    result
}

/// The lanes of a mask, lowest first.
pub(super) struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lane)
    }
}

/// Register operations: `map!(file, op, |a: f32, b: f32| a + b)` reads registers `op.a`, `op.b` (and `op.c`) and writes `op.dst`,
/// eight lanes at a time in locals. Macros, because only code that stands in the function itself is sure to be compiled for the
/// function's instruction set.
macro_rules! map {
    ($file:ident, $op:ident, |$a:ident: $ta:ty| $body:expr) => {
        for chunk in 0..CHUNKS {
            let a = $file.chunk($op.a, chunk);
            let mut result = [0u32; WIDTH];
            for lane in 0..WIDTH {
                let $a = <$ta as Word>::from_word(a[lane]);
                result[lane] = Word::word($body);
            }
            $file.set_chunk($op.dst, chunk, result);
        }
    };
    ($file:ident, $op:ident, |$a:ident: $ta:ty, $b:ident: $tb:ty| $body:expr) => {
        for chunk in 0..CHUNKS {
            let a = $file.chunk($op.a, chunk);
            let b = $file.chunk($op.b, chunk);
            let mut result = [0u32; WIDTH];
            for lane in 0..WIDTH {
                let $a = <$ta as Word>::from_word(a[lane]);
                let $b = <$tb as Word>::from_word(b[lane]);
                result[lane] = Word::word($body);
            }
            $file.set_chunk($op.dst, chunk, result);
        }
    };
    ($file:ident, $op:ident, |$a:ident: $ta:ty, $b:ident: $tb:ty, $c:ident: $tc:ty| $body:expr) => {
        for chunk in 0..CHUNKS {
            let a = $file.chunk($op.a, chunk);
            let b = $file.chunk($op.b, chunk);
            let c = $file.chunk($op.c, chunk);
            let mut result = [0u32; WIDTH];
            for lane in 0..WIDTH {
                let $a = <$ta as Word>::from_word(a[lane]);
                let $b = <$tb as Word>::from_word(b[lane]);
                let $c = <$tc as Word>::from_word(c[lane]);
                result[lane] = Word::word($body);
            }
            $file.set_chunk($op.dst, chunk, result);
        }
    };
}

/// As `map!`, for long bodies: over all lanes in one loop, which the compiler turns into vector code whatever its length.
macro_rules! map_long {
    ($file:ident, $op:ident, |$a:ident: $ta:ty| $body:expr) => {{
        let a = $file.lanes($op.a);
        let mut result = Lanes([0; 64]);
        for lane in 0..64 {
            let $a = <$ta as Word>::from_word(a.0[lane]);
            result.0[lane] = Word::word($body);
        }
        $file.set_lanes($op.dst, &result);
    }};
    ($file:ident, $op:ident, |$a:ident: $ta:ty, $b:ident: $tb:ty| $body:expr) => {{
        let a = $file.lanes($op.a);
        let b = $file.lanes($op.b);
        let mut result = Lanes([0; 64]);
        for lane in 0..64 {
            let $a = <$ta as Word>::from_word(a.0[lane]);
            let $b = <$tb as Word>::from_word(b.0[lane]);
            result.0[lane] = Word::word($body);
        }
        $file.set_lanes($op.dst, &result);
    }};
    ($file:ident, $op:ident, |$a:ident: $ta:ty, $b:ident: $tb:ty, $c:ident: $tc:ty| $body:expr) => {{
        let a = $file.lanes($op.a);
        let b = $file.lanes($op.b);
        let c = $file.lanes($op.c);
        let mut result = Lanes([0; 64]);
        for lane in 0..64 {
            let $a = <$ta as Word>::from_word(a.0[lane]);
            let $b = <$tb as Word>::from_word(b.0[lane]);
            let $c = <$tc as Word>::from_word(c.0[lane]);
            result.0[lane] = Word::word($body);
        }
        $file.set_lanes($op.dst, &result);
    }};
}

pub(super) use {map, map_long};
