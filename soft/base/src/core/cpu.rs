//! CPU feature detection. Hot functions are compiled twice from one body, for the baseline and for AVX2, with bit-identical results.

/// The instruction set that hot functions run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet {
    avx2: bool,
}

/// True while something is done without AVX2.
static BASELINE_ONLY: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// Returns true if the CPU has AVX2 (256-bit integer vectors). AVX-512 was measured and brought no gain.
fn has_avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

impl InstructionSet {
    /// The instruction set that every CPU of the architecture has.
    pub const BASELINE: Self = Self { avx2: false };

    /// Returns the best instruction set that this CPU supports, or the one that [`InstructionSet::only`] allows.
    pub fn best() -> Self {
        Self { avx2: has_avx2() && !BASELINE_ONLY.load(std::sync::atomic::Ordering::Relaxed) }
    }

    /// Does something with this as the best instruction set, for tests that compare the results. Other threads get it too.
    pub fn only<R>(self, act: impl FnOnce() -> R) -> R {
        use std::sync::atomic::Ordering::Relaxed;
        static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _alone = ALONE.lock();
        BASELINE_ONLY.store(!self.avx2, Relaxed);
        let result = act();
        BASELINE_ONLY.store(false, Relaxed);
        result
    }

    /// Returns every instruction set that this CPU supports, the best one last.
    pub fn available() -> &'static [Self] {
        if has_avx2() { &[Self::BASELINE, Self { avx2: true }] } else { &[Self::BASELINE] }
    }

    /// Returns true if AVX2 was detected and may be used.
    #[inline(always)]
    pub fn avx2(self) -> bool {
        self.avx2
    }
}

/// Defines `name(isa, arguments)` from `fn name = body(arguments) -> result`: it calls `body`, an `#[inline(always)]` function, compiled
/// for the instruction set `isa`. `body<Eight>` names a body that is generic over [`Eight`](crate::core::vector::Eight).
#[macro_export]
macro_rules! versions {
    ($(#[$meta:meta])* $vis:vis fn $name:ident = $body:ident<Eight>($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?) => {
        $crate::core::cpu::versions! {
            @define [$(#[$meta])* $vis] $name [$body::<$crate::core::vector::Avx2>] [$body::<$crate::core::vector::Plain>]
            ($($arg: $ty),*) [$(-> $ret)?]
        }
    };
    ($(#[$meta:meta])* $vis:vis fn $name:ident = $body:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?) => {
        $crate::core::cpu::versions! { @define [$(#[$meta])* $vis] $name [$body] [$body] ($($arg: $ty),*) [$(-> $ret)?] }
    };
    (@define [$($head:tt)*] $name:ident [$($wide:tt)*] [$($plain:tt)*] ($($arg:ident: $ty:ty),*) [$($ret:tt)*]) => {
        #[inline]
        #[allow(clippy::too_many_arguments, reason = "the same as the body's")]
        $($head)* fn $name(isa: $crate::core::cpu::InstructionSet, $($arg: $ty),*) $($ret)* {
            #[cfg(target_arch = "x86_64")]
            if isa.avx2() {
                #[target_feature(enable = "avx2")]
                #[allow(clippy::too_many_arguments, reason = "the same as the body's")]
                fn wide($($arg: $ty),*) $($ret)* {
                    $($wide)*($($arg),*)
                }
                // SAFETY: `InstructionSet::avx2` returns true only if AVX2 was detected on this CPU.
                return unsafe { wide($($arg),*) };
            }
            let _ = isa;
            $($plain)*($($arg),*)
        }
    };
}
pub use versions;
