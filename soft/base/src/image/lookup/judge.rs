//! Depth comparisons of look-ups, a vector at a time.

use super::axis::floats;
use crate::core::compare::Compare;
use crate::core::lanes::Lanes;
use crate::core::vector::Vector;
use crate::image::format::Format;
use crate::image::sampler::TextureView;

/// A depth comparison.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    reference: &'a Lanes,
    function: Compare,
    /// The bits of the result of comparisons that fail.
    fail: u32,
    /// True if depths are fixed-point numbers, to whose range references are clamped.
    fixed: bool,
}

impl<'a> Judge<'a> {
    /// Returns the comparison of a look-up, if it has one: those of shadow samplers have one with a reference.
    pub fn new(view: &TextureView, reference: Option<&'a Lanes>, shadow: bool) -> Option<Self> {
        let (Some(function), Some(reference), true) = (view.compare, reference, shadow) else { return None };
        let fixed = view.surface(0, 0).is_some_and(|surface| !matches!(surface.format, Format::Depth32f | Format::Depth32fStencil8));
        Some(Self { reference, function, fail: view.compare_fail.to_bits(), fixed })
    }

    /// Returns the results for depths of the lanes of a part.
    #[inline(always)]
    pub fn results<V: Vector, const COUNT: usize>(&self, number: usize, depths: [V::Floats; COUNT]) -> [V::Floats; COUNT] {
        let mut reference = floats::<V>(&self.reference.0, number);
        if self.fixed {
            reference = V::smaller(V::float(1.0), V::larger(V::float(0.0), reference));
        }
        let mut passed = [V::int(0); COUNT];
        /// Compares all depths, so that the function is chosen once.
        macro_rules! each {
            ($depth:ident => $condition:expr) => {
                for (passed, $depth) in passed.iter_mut().zip(depths) {
                    *passed = $condition;
                }
            };
        }
        match self.function {
            Compare::Never => {}
            Compare::Less => each!(depth => V::above(depth, reference)),
            Compare::Equal => each!(depth => V::alike(reference, depth)),
            Compare::LessEqual => each!(depth => V::at_least(depth, reference)),
            Compare::Greater => each!(depth => V::above(reference, depth)),
            Compare::NotEqual => each!(depth => V::xor(V::alike(reference, depth), V::int(-1))),
            Compare::GreaterEqual => each!(depth => V::at_least(reference, depth)),
            Compare::Always => passed = [V::int(-1); COUNT],
        }
        let mut results = depths;
        for (result, passed) in results.iter_mut().zip(passed) {
            *result = V::from_bits(V::choose(passed, V::int(1f32.to_bits() as i32), V::int(self.fail as i32)));
        }
        results
    }
}
