//! Vectors of bytes in lanes of sixteen, whose shuffles move bytes to any places of their lane.

use super::Plain;

/// The bytes that a shuffle moves at once.
pub type Lane = [u8; 16];

/// The bytes of a lane.
const LANE: usize = 16;

/// In an order: the place of a byte that becomes 0.
pub const NONE: u8 = 0x80;

/// Replaces lanes of `into`, which begin `written` bytes apart and may overlap, by what `moved` returns for lanes of `from`, which begin `read` bytes apart,
/// and for what was there: as many, two at a time, as lie wholly in both. Returns their number.
#[inline(always)]
pub fn replace<V: Lanes>(
    from: &[u8],
    into: &mut [u8],
    [read, written]: [usize; 2],
    moved: impl Fn(V::Bytes, V::Bytes) -> V::Bytes,
) -> usize {
    let fits = |step: usize| (1..=LANE).contains(&step);
    if !fits(read) || !fits(written) {
        return 0;
    }
    let whole = |length: usize, step: usize| length.checked_sub(LANE).map_or(0, |rest| rest / step + 1);
    let lanes = whole(from.len(), read).min(whole(into.len(), written)) & !1;
    let (mut source, mut target) = (from.as_ptr(), into.as_mut_ptr());
    for _ in 0..lanes / 2 {
        // SAFETY: the two lanes from both addresses on lie in the slices: so many lanes do. A step is at most a lane, so that the addresses after the last
        // ones lie in them too, or at their ends.
        unsafe {
            let bytes = V::lanes(&source.cast::<Lane>().read(), &source.add(read).cast::<Lane>().read());
            let old = V::lanes(&target.cast::<Lane>().read(), &target.add(written).cast::<Lane>().read());
            let [low, high] = V::split(moved(bytes, old));
            target.cast::<Lane>().write(low);
            target.add(written).cast::<Lane>().write(high);
            (source, target) = (source.add(2 * read), target.add(2 * written));
        }
    }
    lanes
}

/// Operations on two lanes.
pub trait Lanes: Copy {
    /// The bytes of both lanes.
    type Bytes: Copy;

    /// Returns the bytes of two lanes.
    fn lanes(low: &Lane, high: &Lane) -> Self::Bytes;
    /// Returns the two lanes.
    fn split(bytes: Self::Bytes) -> [Lane; 2];
    /// Returns the bytes of each lane at the places that an order has: from 0 to 15, or [`NONE`].
    fn shuffle(bytes: Self::Bytes, order: Self::Bytes) -> Self::Bytes;
    /// Returns a & b.
    fn both(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns a | b.
    fn either(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns the greater one of two signed bytes.
    fn greater_bytes(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns the greater one of two signed integers of two bytes.
    fn greater_shorts(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
}

impl Lanes for Plain {
    type Bytes = [Lane; 2];

    #[inline(always)]
    fn lanes(low: &Lane, high: &Lane) -> [Lane; 2] {
        [*low, *high]
    }
    #[inline(always)]
    fn split(bytes: [Lane; 2]) -> [Lane; 2] {
        bytes
    }
    #[inline(always)]
    fn shuffle(bytes: [Lane; 2], order: [Lane; 2]) -> [Lane; 2] {
        let moved = |lane: usize| order[lane].map(|place| if place < NONE { bytes[lane][usize::from(place & 15)] } else { 0 });
        [moved(0), moved(1)]
    }
    #[inline(always)]
    fn both(a: [Lane; 2], b: [Lane; 2]) -> [Lane; 2] {
        each(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn either(a: [Lane; 2], b: [Lane; 2]) -> [Lane; 2] {
        each(a, b, |a, b| a | b)
    }
    #[inline(always)]
    fn greater_bytes(a: [Lane; 2], b: [Lane; 2]) -> [Lane; 2] {
        each(a, b, |a, b| a.cast_signed().max(b.cast_signed()).cast_unsigned())
    }
    #[inline(always)]
    fn greater_shorts(mut a: [Lane; 2], b: [Lane; 2]) -> [Lane; 2] {
        for (a, b) in a.as_flattened_mut().as_chunks_mut().0.iter_mut().zip(b.as_flattened().as_chunks().0) {
            *a = i16::from_le_bytes(*a).max(i16::from_le_bytes(*b)).to_le_bytes();
        }
        a
    }
}

/// Applies an operation to each byte.
#[inline(always)]
fn each(mut a: [Lane; 2], b: [Lane; 2], operation: impl Fn(u8, u8) -> u8) -> [Lane; 2] {
    a.as_flattened_mut().iter_mut().zip(b.as_flattened()).for_each(|(a, b)| *a = operation(*a, *b));
    a
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::super::Avx2;
    use super::{Lane, Lanes};
    use std::arch::x86_64 as arch;

    impl Lanes for Avx2 {
        type Bytes = arch::__m256i;

        instructions! {
            lanes(low: &Lane, high: &Lane) -> Self::Bytes =
                arch::_mm256_loadu2_m128i(high.as_ptr().cast(), low.as_ptr().cast());
            split(bytes: Self::Bytes) -> [Lane; 2] = std::mem::transmute::<Self::Bytes, [Lane; 2]>(bytes);
            shuffle(bytes: Self::Bytes, order: Self::Bytes) -> Self::Bytes = arch::_mm256_shuffle_epi8(bytes, order);
            both(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes = arch::_mm256_and_si256(a, b);
            either(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes = arch::_mm256_or_si256(a, b);
            greater_bytes(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes = arch::_mm256_max_epi8(a, b);
            greater_shorts(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes = arch::_mm256_max_epi16(a, b);
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::super::Neon;
    use super::{Lane, Lanes};
    use std::arch::aarch64 as arch;

    impl Lanes for Neon {
        type Bytes = [arch::uint8x16_t; 2];

        #[inline(always)]
        fn lanes(low: &Lane, high: &Lane) -> Self::Bytes {
            // SAFETY: a vector is the bytes of an array of as many.
            [*low, *high].map(|lane| unsafe { std::mem::transmute::<Lane, arch::uint8x16_t>(lane) })
        }
        #[inline(always)]
        fn split(bytes: Self::Bytes) -> [Lane; 2] {
            // SAFETY: as above.
            bytes.map(|lane| unsafe { std::mem::transmute::<arch::uint8x16_t, Lane>(lane) })
        }
        #[inline(always)]
        fn shuffle(bytes: Self::Bytes, order: Self::Bytes) -> Self::Bytes {
            // SAFETY: every AArch64 processor has NEON. The instruction gives 0 for places beyond the lane, of which `NONE` is one.
            both(bytes, order, |bytes, order| unsafe { arch::vqtbl1q_u8(bytes, order) })
        }
        #[inline(always)]
        fn both(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
            // SAFETY: every AArch64 processor has NEON.
            both(a, b, |a, b| unsafe { arch::vandq_u8(a, b) })
        }
        #[inline(always)]
        fn either(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
            // SAFETY: as above.
            both(a, b, |a, b| unsafe { arch::vorrq_u8(a, b) })
        }
        #[inline(always)]
        fn greater_bytes(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
            // SAFETY: as above.
            both(a, b, |a, b| unsafe {
                arch::vreinterpretq_u8_s8(arch::vmaxq_s8(arch::vreinterpretq_s8_u8(a), arch::vreinterpretq_s8_u8(b)))
            })
        }
        #[inline(always)]
        fn greater_shorts(a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
            // SAFETY: as above.
            both(a, b, |a, b| unsafe {
                arch::vreinterpretq_u8_s16(arch::vmaxq_s16(arch::vreinterpretq_s16_u8(a), arch::vreinterpretq_s16_u8(b)))
            })
        }
    }

    /// Applies an operation to each lane.
    #[inline(always)]
    fn both(
        [a, b]: [arch::uint8x16_t; 2],
        [c, d]: [arch::uint8x16_t; 2],
        operation: impl Fn(arch::uint8x16_t, arch::uint8x16_t) -> arch::uint8x16_t,
    ) -> [arch::uint8x16_t; 2] {
        [operation(a, c), operation(b, d)]
    }
}
