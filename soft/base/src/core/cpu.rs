//! CPU feature detection. Hot functions are compiled several times from one body, with bit-identical results: on x86-64 for the baseline and for AVX2 with F16C, and
//! those of the most look-ups for AVX-512 too; on AArch64 in plain Rust and with NEON, if the body has operations on vectors.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// What a CPU has beyond the baseline; each level contains those before it.
#[cfg(not(target_arch = "aarch64"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Baseline,
    Avx2,
    Avx512,
}

/// Whether hot functions operate on vectors, which the processor always has.
#[cfg(target_arch = "aarch64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Baseline,
    Neon,
}

/// The instruction set that hot functions and generated code run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Level);

/// The level that [`InstructionSet::only`] allows, as a number.
static MOST: AtomicU8 = AtomicU8::new(u8::MAX);

/// Returns what the CPU and the system have. The detection asks the system (XCR0) whether it keeps the registers.
fn level() -> Level {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        // Every processor with AVX2 has F16C.
        if has!("avx2") && has!("f16c") {
            let wide = has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
            return if wide { Level::Avx512 } else { Level::Avx2 };
        }
    }
    #[cfg(target_arch = "aarch64")]
    return Level::Neon;
    #[cfg(not(target_arch = "aarch64"))]
    Level::Baseline
}

impl InstructionSet {
    /// Plain Rust, for every CPU of the architecture.
    pub const BASELINE: Self = Self(Level::Baseline);

    /// Every instruction set, the best one last.
    #[cfg(not(target_arch = "aarch64"))]
    const ALL: [Self; 3] = [Self::BASELINE, Self(Level::Avx2), Self(Level::Avx512)];
    /// Every instruction set, the best one last.
    #[cfg(target_arch = "aarch64")]
    const ALL: [Self; 2] = [Self::BASELINE, Self(Level::Neon)];

    /// Returns the best instruction set that this CPU supports, or the one that [`InstructionSet::only`] allows.
    pub fn best() -> Self {
        let (own, most) = (level(), MOST.load(Relaxed));
        if own as u8 <= most { Self(own) } else { Self::ALL[usize::from(most).min(own as usize)] }
    }

    /// Does something with this as the best instruction set, for tests that compare the results. Other threads get it too.
    pub fn only<R>(self, act: impl FnOnce() -> R) -> R {
        static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _alone = ALONE.lock();
        MOST.store(self.0 as u8, Relaxed);
        let result = act();
        MOST.store(u8::MAX, Relaxed);
        result
    }

    /// Returns every instruction set that this CPU supports, the best one last.
    pub fn available() -> &'static [Self] {
        &Self::ALL[..=level() as usize]
    }

    /// Returns true if vectors of the processor may be used.
    #[inline(always)]
    pub fn has_vectors(self) -> bool {
        self.0 > Level::Baseline
    }

    /// Returns true if AVX2 (256-bit integer vectors) and F16C (half floats) were detected and may be used.
    #[inline(always)]
    pub fn avx2(self) -> bool {
        cfg!(not(target_arch = "aarch64")) && self.has_vectors()
    }

    /// Returns true if AVX-512 (F, BW, DQ and VL) was detected and may be used.
    #[inline(always)]
    pub fn avx512(self) -> bool {
        #[cfg(not(target_arch = "aarch64"))]
        return self.0 == Level::Avx512;
        #[cfg(target_arch = "aarch64")]
        false
    }
}

/// Defines `name(isa, arguments)` from `fn name = body(arguments) -> result`: it calls `body`, an `#[inline(always)]` function, compiled
/// for the instruction set `isa`. `body<Eight>` names a body that is generic over [`Eight`](crate::core::vector::Eight), `body<Vector>` one that is generic over
/// [`Vector`](crate::core::vector::Vector), which alone is compiled for AVX-512. On AArch64 both are compiled with NEON.
#[macro_export]
macro_rules! versions {
    ($(#[$meta:meta])* $vis:vis fn $name:ident = $body:ident<Eight>($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?) => {
        $crate::core::cpu::versions! {
            @define [$(#[$meta])* $vis] $name [] [$body::<$crate::core::vector::Avx2>] [$body::<$crate::core::vector::Neon>]
            [$body::<$crate::core::vector::Plain>] ($($arg: $ty),*) [$(-> $ret)?]
        }
    };
    ($(#[$meta:meta])* $vis:vis fn $name:ident = $body:ident<Vector>($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?) => {
        $crate::core::cpu::versions! {
            @define [$(#[$meta])* $vis] $name [$body::<$crate::core::vector::Avx512>] [$body::<$crate::core::vector::Avx2>]
            [$body::<$crate::core::vector::Neon>] [$body::<$crate::core::vector::Plain>] ($($arg: $ty),*) [$(-> $ret)?]
        }
    };
    ($(#[$meta:meta])* $vis:vis fn $name:ident = $body:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?) => {
        $crate::core::cpu::versions! { @define [$(#[$meta])* $vis] $name [] [$body] [] [$body] ($($arg: $ty),*) [$(-> $ret)?] }
    };
    (@widest $isa:ident [] ($($arg:ident: $ty:ty),*) [$($ret:tt)*]) => {};
    (@widest $isa:ident [$($widest:tt)*] ($($arg:ident: $ty:ty),*) [$($ret:tt)*]) => {
        #[cfg(target_arch = "x86_64")]
        if $isa.avx512() {
            #[target_feature(enable = "avx2,f16c,avx512f,avx512bw,avx512dq,avx512vl")]
            #[allow(clippy::too_many_arguments, reason = "the same as the body's")]
            fn widest($($arg: $ty),*) $($ret)* {
                $($widest)*($($arg),*)
            }
            // SAFETY: `InstructionSet::avx512` returns true only if AVX-512 was detected on this CPU.
            return unsafe { widest($($arg),*) };
        }
    };
    (@neon $isa:ident [] ($($arg:ident),*)) => {};
    (@neon $isa:ident [$($neon:tt)*] ($($arg:ident),*)) => {
        #[cfg(target_arch = "aarch64")]
        if $isa.has_vectors() {
            return $($neon)*($($arg),*);
        }
    };
    (@define [$($head:tt)*] $name:ident [$($widest:tt)*] [$($wide:tt)*] [$($neon:tt)*] [$($plain:tt)*] ($($arg:ident: $ty:ty),*) [$($ret:tt)*]) => {
        #[inline]
        #[allow(clippy::too_many_arguments, reason = "the same as the body's")]
        $($head)* fn $name(isa: $crate::core::cpu::InstructionSet, $($arg: $ty),*) $($ret)* {
            $crate::core::cpu::versions! { @widest isa [$($widest)*] ($($arg: $ty),*) [$($ret)*] }
            #[cfg(target_arch = "x86_64")]
            if isa.avx2() {
                #[target_feature(enable = "avx2,f16c")]
                #[allow(clippy::too_many_arguments, reason = "the same as the body's")]
                fn wide($($arg: $ty),*) $($ret)* {
                    $($wide)*($($arg),*)
                }
                // SAFETY: `InstructionSet::avx2` returns true only if these features were detected on this CPU.
                return unsafe { wide($($arg),*) };
            }
            $crate::core::cpu::versions! { @neon isa [$($neon)*] ($($arg),*) }
            let _ = isa;
            $($plain)*($($arg),*)
        }
    };
}
pub use versions;
