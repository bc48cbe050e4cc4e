//! The operations of the bytecode: one row for each, from which everything that has to know all of them is made: the opcodes
//! ([`super::bytecode::Code`]), the widths of their operands, the flags that passes ask for, their results for constants
//! ([`super::evaluate`]), and the interpreter's loops over the lanes (`exec`).
//!
//! A row of `words` or `pairs` computes its destination from its operands alone: `Name(operand: type, …) -> type: loop, flags = result;`. The
//! types are those of [`super::value`]. The loop is `short` for eight lanes at a time in vector registers, and `long` for bodies that the
//! compiler vectorises only in one loop over all lanes. The flags are those of [`super::bytecode::Flags`], with their value in parentheses if they
//! have one.
//!
//! A row of `effects` names the payload, which says more than the registers (`Name(payload: type)`, of [`super::bytecode::Payload`]), the numbers of
//! registers of the destination and of the operands a, b and c, which may depend on the payload, and the flags; the interpreter's loop has an arm for
//! each.

/// Calls a macro with its arguments, in parentheses, and all rows.
macro_rules! operations {
    ($then:ident!($($arguments:tt)*)) => { $then! { ($($arguments)*)
        // Moves, single-precision floats (IEEE, round to nearest even, denormals kept, never fused) and 32-bit integers (wrapping; a / 0 is
        // all ones, int: -1, a % 0 is a). The interpreter finds these with one jump.
        words {
            /// dst = a
            Move(a: u32) -> u32: short = a;
            /// dst = a ? b : c (a is a boolean)
            Select(a: u32, b: u32, c: u32) -> u32: short = b & a | c & !a;

            FAdd(a: f32, b: f32) -> f32: short, commutes = a + b;
            FSub(a: f32, b: f32) -> f32: short = a - b;
            FMul(a: f32, b: f32) -> f32: short, commutes = a * b;
            FDiv(a: f32, b: f32) -> f32: short, cost(2) = a / b;
            /// a * b, rounded, + c, rounded
            FMad(a: f32, b: f32, c: f32) -> f32: short, commutes = a * b + c;
            FNeg(a: u32) -> u32: short = a ^ 0x8000_0000;
            FAbs(a: u32) -> u32: short = a & 0x7FFF_FFFF;
            /// if one operand is NaN, the other one
            FMin(a: f32, b: f32) -> f32: short = scalar::minimum(a, b);
            FMax(a: f32, b: f32) -> f32: short = scalar::maximum(a, b);
            FFloor(a: f32) -> f32: short = a.floor();
            FCeil(a: f32) -> f32: short = a.ceil();
            FTrunc(a: f32) -> f32: short = a.trunc();
            FRoundEven(a: f32) -> f32: short = a.round_ties_even();
            /// a - floor(a)
            FFract(a: f32) -> f32: short = a - a.floor();
            FSqrt(a: f32) -> f32: short, cost(2) = a.sqrt();
            /// 1 / sqrt(a)
            FRsqrt(a: f32) -> f32: short, cost(2) = 1.0 / a.sqrt();
            /// -1, 0, 1
            FSign(a: f32) -> f32: short = scalar::sign(a);
            /// dot products of consecutive registers, left to right, each step rounded
            FDot2(a: [f32; 2], b: [f32; 2]) -> f32: short, cost(2) = a[0] * b[0] + a[1] * b[1];
            FDot3(a: [f32; 3], b: [f32; 3]) -> f32: short, cost(2) = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            FDot4(a: [f32; 4], b: [f32; 4]) -> f32: short, cost(2) = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
            FSin(a: f32) -> f32: long, cost(8) = math::sin(a);
            FCos(a: f32) -> f32: long, cost(8) = math::cos(a);
            FTan(a: f32) -> f32: long, cost(8) = math::tan(a);
            FAsin(a: f32) -> f32: long, cost(8) = math::asin(a);
            FAcos(a: f32) -> f32: long, cost(8) = math::acos(a);
            FAtan(a: f32) -> f32: long, cost(8) = math::atan(a);
            /// atan(a, b)
            FAtan2(a: f32, b: f32) -> f32: long, cost(8) = math::atan2(a, b);
            FExp2(a: f32) -> f32: long, cost(4) = math::exp2(a);
            FLog2(a: f32) -> f32: long, cost(4) = math::log2(a);
            /// a to the power b
            FPow(a: f32, b: f32) -> f32: long, cost(8) = math::pow(a, b);
            /// a * 2^b
            FLdexp(a: f32, b: i32) -> f32: long = scalar::ldexp(a, b);
            /// the significand of frexp, in [0.5, 1)
            FFrexpSignificand(a: f32) -> f32: long = scalar::frexp(a).0;
            /// the exponent of frexp
            FFrexpExponent(a: f32) -> i32: long = scalar::frexp(a).1;
            FLess(a: f32, b: f32) -> bool: short = a < b;
            FLessEqual(a: f32, b: f32) -> bool: short = a <= b;
            FEqual(a: f32, b: f32) -> bool: short, commutes = a == b;
            FNotEqual(a: f32, b: f32) -> bool: short, commutes = a != b;
            FIsNan(a: f32) -> bool: short = a.is_nan();
            FIsInf(a: u32) -> bool: short = a & 0x7FFF_FFFF == 0x7F80_0000;
            // conversions, saturating; NaN becomes 0
            FToI(a: f32) -> i32: short = scalar::to_int(a);
            FToU(a: f32) -> u32: short = scalar::to_uint(a);
            IToF(a: i32) -> f32: short = a as f32;
            UToF(a: u32) -> f32: short = a as f32;
            /// the conversions to and from half floats in the low 16 bits
            FToHalf(a: f32) -> u32: long = math::to_half(a);
            HalfToF(a: u32) -> f32: long = math::from_half(a);

            IAdd(a: u32, b: u32) -> u32: short, commutes = a.wrapping_add(b);
            ISub(a: u32, b: u32) -> u32: short = a.wrapping_sub(b);
            IMul(a: u32, b: u32) -> u32: short, commutes = a.wrapping_mul(b);
            IDiv(a: i32, b: i32) -> i32: long, cost(4) = if b == 0 { -1 } else { scalar::quotient(a, b) };
            UDiv(a: u32, b: u32) -> u32: long, cost(4) = if b == 0 { u32::MAX } else { scalar::unsigned_quotient(a, b) };
            IMod(a: i32, b: i32) -> i32: long, cost(4) = scalar::remainder(a, b);
            UMod(a: u32, b: u32) -> u32: long, cost(4) = scalar::unsigned_remainder(a, b);
            INeg(a: i32) -> i32: short = a.wrapping_neg();
            IAbs(a: i32) -> i32: short = a.wrapping_abs();
            ISign(a: i32) -> i32: short = a >> 31 | i32::from(a > 0);
            IMin(a: i32, b: i32) -> i32: short, commutes = if a < b { a } else { b };
            IMax(a: i32, b: i32) -> i32: short, commutes = if a > b { a } else { b };
            UMin(a: u32, b: u32) -> u32: short, commutes = if a < b { a } else { b };
            UMax(a: u32, b: u32) -> u32: short, commutes = if a > b { a } else { b };
            /// the high words of products
            IMulHigh(a: i32, b: i32) -> i32: short, commutes = ((i64::from(a) * i64::from(b)) >> 32) as i32;
            UMulHigh(a: u32, b: u32) -> u32: short, commutes = ((u64::from(a) * u64::from(b)) >> 32) as u32;
            ILess(a: i32, b: i32) -> bool: short = a < b;
            ILessEqual(a: i32, b: i32) -> bool: short = a <= b;
            ULess(a: u32, b: u32) -> bool: short = a < b;
            ULessEqual(a: u32, b: u32) -> bool: short = a <= b;
            IEqual(a: u32, b: u32) -> bool: short, commutes = a == b;
            INotEqual(a: u32, b: u32) -> bool: short, commutes = a != b;
            And(a: u32, b: u32) -> u32: short, commutes = a & b;
            Or(a: u32, b: u32) -> u32: short, commutes = a | b;
            Xor(a: u32, b: u32) -> u32: short, commutes = a ^ b;
            Not(a: u32) -> u32: short = !a;
            /// shifts by b & 31
            ShiftLeft(a: u32, b: u32) -> u32: short = a << (b & 31);
            ShiftRightUnsigned(a: u32, b: u32) -> u32: short = a >> (b & 31);
            ShiftRightSigned(a: i32, b: u32) -> i32: short = a >> (b & 31);
            BitCount(a: u32) -> u32: long = a.count_ones();
            BitReverse(a: u32) -> u32: long = a.reverse_bits();
            /// -1 if no bit is found
            FindLsb(a: u32) -> u32: long = if a == 0 { u32::MAX } else { a.trailing_zeros() };
            /// for negative numbers, the highest bit that is 0
            FindMsbSigned(a: i32) -> u32: long = 31u32.wrapping_sub((a ^ a >> 31).leading_zeros());
            FindMsbUnsigned(a: u32) -> u32: long = 31u32.wrapping_sub(a.leading_zeros());
            /// a: the bits, b: the offset, c: the count (both clamped to 32 bits)
            ExtractSigned(a: i32, b: u32, c: u32) -> i32: long = scalar::extract(a, b, c);
            ExtractUnsigned(a: u32, b: u32, c: u32) -> u32: long = scalar::unsigned_extract(a, b, c);
            /// a: the base, b: the bits to insert; register c is the offset, c + 1 the count
            Insert(a: u32, b: u32, c: [u32; 2]) -> u32: long = scalar::insert(a, b, c[0], c[1]);
        }
        // Operations on values of 64 bits.
        pairs {
            DAdd(a: f64, b: f64) -> f64: short = a + b;
            DSub(a: f64, b: f64) -> f64: short = a - b;
            DMul(a: f64, b: f64) -> f64: short = a * b;
            DDiv(a: f64, b: f64) -> f64: short, cost(2) = a / b;
            DMad(a: f64, b: f64, c: f64) -> f64: short = a * b + c;
            DNeg(a: f64) -> f64: short = -a;
            DAbs(a: f64) -> f64: short = a.abs();
            DMin(a: f64, b: f64) -> f64: short = if (a < b) | b.is_nan() { a } else { b };
            DMax(a: f64, b: f64) -> f64: short = if (a > b) | b.is_nan() { a } else { b };
            DFloor(a: f64) -> f64: short = a.floor();
            DCeil(a: f64) -> f64: short = a.ceil();
            DTrunc(a: f64) -> f64: short = a.trunc();
            DRoundEven(a: f64) -> f64: short = a.round_ties_even();
            DSqrt(a: f64) -> f64: short, cost(2) = a.sqrt();
            DLess(a: f64, b: f64) -> bool: short = a < b;
            DLessEqual(a: f64, b: f64) -> bool: short = a <= b;
            DEqual(a: f64, b: f64) -> bool: short = a == b;
            DNotEqual(a: f64, b: f64) -> bool: short = a != b;
            DToF(a: f64) -> f32: short = a as f32;
            FToD(a: f32) -> f64: short = f64::from(a);
            DToI(a: f64) -> i32: short = a as i32;
            DToU(a: f64) -> u32: short = a as u32;
            IToD(a: i32) -> f64: short = f64::from(a);
            UToD(a: u32) -> f64: short = f64::from(a);

            // 64-bit integers: wrapping; a / 0 is all ones, a % 0 is a; signed and unsigned where they differ
            LAdd(a: u64, b: u64) -> u64: short, commutes = a.wrapping_add(b);
            LSub(a: u64, b: u64) -> u64: short = a.wrapping_sub(b);
            LMul(a: u64, b: u64) -> u64: short, commutes = a.wrapping_mul(b);
            LDivSigned(a: i64, b: i64) -> i64: short = if b == 0 { -1 } else { a.wrapping_div(b) };
            LDivUnsigned(a: u64, b: u64) -> u64: short = a.checked_div(b).unwrap_or(u64::MAX);
            LModSigned(a: i64, b: i64) -> i64: short = if b == 0 { a } else { a.wrapping_rem(b) };
            LModUnsigned(a: u64, b: u64) -> u64: short = a.checked_rem(b).unwrap_or(a);
            LLessSigned(a: i64, b: i64) -> bool: short = a < b;
            LLessUnsigned(a: u64, b: u64) -> bool: short = a < b;
            LLessEqualSigned(a: i64, b: i64) -> bool: short = a <= b;
            LLessEqualUnsigned(a: u64, b: u64) -> bool: short = a <= b;
            /// shifts by b & 63
            LShiftLeft(a: u64, b: u32) -> u64: short = a << (b & 63);
            LShiftRightSigned(a: i64, b: u32) -> i64: short = a >> (b & 63);
            LShiftRightUnsigned(a: u64, b: u32) -> u64: short = a >> (b & 63);
            // conversions, to the nearest float (ties to even), to integers saturating; NaN becomes 0
            FToLSigned(a: f32) -> i64: short = a as i64;
            FToLUnsigned(a: f32) -> u64: short = a as u64;
            LSignedToF(a: i64) -> f32: short = a as f32;
            LUnsignedToF(a: u64) -> f32: short = a as f32;
            DToLSigned(a: f64) -> i64: short = a as i64;
            DToLUnsigned(a: f64) -> u64: short = a as u64;
            LSignedToD(a: i64) -> f64: short = a as f64;
            LUnsignedToD(a: u64) -> f64: short = a as f64;
        }
        effects {
            /// dst = a in active lanes
            MoveActive [1, 1, 0, 0];
            /// dst = the mask of the active lanes, as a boolean; only tests use it
            #[allow(dead_code, reason = "lowering never emits it")]
            Active [1, 0, 0, 0]: varies;

            /// dst = the time, as a 64-bit integer, greater than that of each earlier reading
            Clock [2, 0, 0, 0]: varies;

            /// derivatives within 2×2 quads (lanes 4q, 4q+1 over 4q+2, 4q+3; y grows with the second row)
            DdxFine [1, 1, 0, 0]: apart, pure;
            DdyFine [1, 1, 0, 0]: apart, pure;
            DdxCoarse [1, 1, 0, 0]: apart, pure;
            DdyCoarse [1, 1, 0, 0]: apart, pure;

            /// dst = register[b + min(a, elements - 1)]: one of consecutive registers (lowering multiplies a by the element's size)
            LoadIndexed(elements: Elements) [1, 1, elements.count(), 0]: apart, pure, cost(4);
            /// register[dst + a] = b in active lanes where a < elements
            StoreIndexed(elements: Elements) [elements.count(), 1, 1, 0]: apart;

            /// dst = the word at byte address a, a multiple of 4, of a space and of its block, c blocks further on if c is not NONE. Out of bounds: 0.
            Load(memory: MemoryAccess) [1, 1, 0, 1]: apart, optional_c, cost(4);
            /// active lanes: stores word b at byte address a of a block, as Load finds it. Out of bounds: dropped.
            Store(memory: MemoryAccess) [0, 1, 1, 1]: effect, optional_c;
            /// active lanes: dst = the old value of a word, as Load finds it; b is the operand; compare and swap: b is the comparison, b + 1 the new
            /// value
            Atomic(access: AtomicMemory) [1, 1, access.atomic.operands(), 1]: apart, effect, varies, optional_c;
            /// dst = the size in bytes of the storage block, c blocks further on if c is not NONE
            BlockSize(block: Block) [1, 0, 0, 1]: apart, pure, optional_c;

            /// dst = the word of the record of the lane's input vertex a (vertex 0 if a is NONE). Out of bounds: 0.
            LoadVertex(word: Word) [1, 1, 0, 0]: apart, pure, varies, optional_a, cost(4);
            /// dst = the word (+ a, if a is not NONE) of the lane's patch record
            LoadPatch(word: Word) [1, 1, 0, 0]: apart, varies, optional_a;
            /// active lanes: the word (+ a, if a is not NONE) of the lane's patch record = b
            StorePatch(word: Word) [0, 1, 1, 0]: effect, optional_a;
            /// tessellation control outputs: dst = the word (+ b, if b is not NONE) of output vertex a of the lane's patch
            LoadOutput(word: Word) [1, 1, 1, 0]: apart, varies, optional_b;
            /// active lanes: the word (+ b, if b is not NONE) of output vertex a of the lane's patch = c
            StoreOutput(word: Word) [0, 1, 1, 1]: effect, optional_b;

            /// performs a texture access; the results go to registers dst to dst + 3
            Sample(access: TextureAccess) [4, 0, 0, 0]: varies;

            // images: c, if not NONE, is the element of an array of images. The texel's coordinates are registers a to a + 2, the layer after the
            // others; unused ones are ignored. If the access names a sample, it is register a + 3. Texels that do not exist: 0, or dropped.
            /// active lanes: registers dst to dst + 3 = the texel; other lanes: 0
            ImageLoad(access: ImageAccess) [4, access.coordinates(), 0, 1]: varies, optional_c;
            /// active lanes: stores registers b to b + 3 to the texel
            ImageStore(access: ImageAccess) [0, access.coordinates(), 4, 1]: effect, optional_c;
            /// active lanes: dst = the old value; b is the operand; compare and swap: b is the comparison, b + 1 the new value
            ImageAtomic(access: AtomicImage) [1, access.access.coordinates(), access.atomic.operands(), 1]: effect, varies, optional_c;
            /// registers dst to dst + 2 = the size, or dst = the number of samples; 0 if the image unit has no such image
            ImageSize(access: ImageAccess) [if access.samples { 1 } else { 3 }, 0, 0, 1]: pure, optional_c;

            /// active lanes: append the output registers as a vertex of the stream
            EmitVertex(stream: Stream) [0, 0, 0, 0]: effect;
            /// active lanes: end the primitive of the stream
            EndPrimitive(stream: Stream) [0, 0, 0, 0]: effect;

            // structured control flow
            /// push conditions; conditions &= a; if no lane is active, jump to its Else or EndIf
            If(target: Target) [0, 1, 0, 0]: control;
            /// activate the other lanes of the innermost If; if no lane is active, jump to its EndIf
            Else(target: Target) [0, 0, 0, 0]: control;
            /// pop conditions
            EndIf [0, 0, 0, 0]: control;
            /// push running and continuing, both set to the active lanes; the target is its EndLoop
            Loop(target: Target) [0, 0, 0, 0]: control;
            /// active lanes with a false leave the loop; if no lane remains active, jump to the EndLoop
            LoopTest(target: Target) [0, 1, 0, 0]: control;
            /// active lanes leave the loop
            Break [0, 0, 0, 0]: control;
            /// active lanes skip to the next iteration
            Continue [0, 0, 0, 0]: control;
            /// reactivate the lanes that skipped here by Continue (stands before the step)
            NextRound [0, 0, 0, 0]: control;
            /// if any lane is still running, jump to the op after its Loop and charge the budget, otherwise pop
            EndLoop(target: Target) [0, 0, 0, 0]: control;
            /// push called (before an inlined body that returns early, and before a switch that is left early)
            Enter [0, 0, 0, 0]: control;
            /// active lanes leave the innermost Enter and as many Enters around it as the payload says, or end if there is no Enter
            Return(regions: Regions) [0, 0, 0, 0]: control;
            /// pop called
            Leave [0, 0, 0, 0]: control;
            /// if any lane is active, jump to the op after the target, a Function, and return to the op after this one at the FunctionEnd. The
            /// Function follows this op, so that calls are not recursive
            Call(target: Target) [0, 0, 0, 0]: control;
            /// begins a function; only a Call leads here
            Function [0, 0, 0, 0]: control;
            /// return to the op after the Call and charge the budget; the target is the Function
            FunctionEnd(target: Target) [0, 0, 0, 0]: control;
            /// discard the active lanes: they stay inactive to the end, and their colours are dropped
            Discard [0, 0, 0, 0]: control;
            /// jump. Backward jumps charge the budget. Only where the construct that is jumped over masks no lane off.
            Jump(target: Target) [0, 0, 0, 0]: control;
            /// jump if a is false; a has the same value in all lanes
            JumpUnless(target: Target) [0, 1, 0, 0]: control;
            /// wait for all lanes of the work group or patch: the wave is suspended here and resumes after this op
            Barrier [0, 0, 0, 0]: control;
            /// end the wave
            End [0, 0, 0, 0]: control;
            /// run the generated code of a region of operations, the first of which it replaces; no verified code has it
            Native(region: Region) [0, 0, 0, 0]: control;
        }
    } };
}
pub(crate) use operations;
