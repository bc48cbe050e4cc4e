//! Hot functions are compiled twice, for the baseline and for AVX2, from one body; the results are bit-identical.

/// Which version of the hot functions to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa {
    avx2: bool,
}

impl Isa {
    /// The best this processor has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        let avx2 = std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = false;
        Self { avx2 }
    }

    /// What every processor has.
    #[cfg(test)]
    pub fn baseline() -> Self {
        Self { avx2: false }
    }

    /// Whether AVX2 may be used: true only after detection.
    #[inline(always)]
    pub fn avx2(self) -> bool {
        self.avx2
    }
}

/// `fn name = body(arguments) -> result`: makes `name(isa, arguments)`, which runs `body` (an `#[inline(always)]` function) as compiled for
/// the instruction set.
macro_rules! versions {
    ($(#[$meta:meta])* $vis:vis fn $name:ident = $body:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?) => {
        $(#[$meta])*
        #[inline]
        #[allow(clippy::too_many_arguments, reason = "the same as the body's")]
        $vis fn $name(isa: $crate::raster::isa::Isa, $($arg: $ty),*) $(-> $ret)? {
            #[cfg(target_arch = "x86_64")]
            if isa.avx2() {
                #[target_feature(enable = "avx2")]
                #[allow(clippy::too_many_arguments, reason = "the same as the body's")]
                fn wide($($arg: $ty),*) $(-> $ret)? {
                    $body($($arg),*)
                }
                // SAFETY: `Isa::avx2` is true only where the processor was found to have AVX2.
                return unsafe { wide($($arg),*) };
            }
            let _ = isa;
            $body($($arg),*)
        }
    };
}
pub(crate) use versions;
