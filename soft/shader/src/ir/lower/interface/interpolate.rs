//! The interpolation functions: interpolateAtCentroid, interpolateAtSample and interpolateAtOffset. Their argument is lowered as any
//! expression, while the inputs that it reads are evaluated elsewhere in the pixel.

use crate::ir::bytecode::{Code, Input};
use crate::ir::linear::Virtual;
use crate::ir::lower::values::Words;
use crate::ir::lower::{Lowered, Lowering};
use base::core::sample_positions::MAX_SAMPLES;
use base::hir::{BinaryOp, Builtin, Expr, Interpolation, Scalar};

/// A location within a pixel.
#[derive(Clone, Copy)]
pub enum At {
    /// A location inside both the pixel and the primitive.
    Centroid,
    /// An offset in pixels from the pixel's centre, in x and y.
    Offset([Virtual; 2]),
}

impl Lowering<'_> {
    /// Lowers an interpolation function. Returns `None` for other functions.
    pub fn interpolation_function(&mut self, builtin: Builtin, arguments: &[Expr]) -> Lowered<Option<Words>> {
        let at = match (builtin, arguments) {
            (Builtin::InterpolateAtCentroid, [_]) => At::Centroid,
            (Builtin::InterpolateAtOffset, [_, offset]) => match self.expression(offset)?[..] {
                [x, y] => At::Offset([x, y]),
                _ => return Ok(None),
            },
            (Builtin::InterpolateAtSample, [_, number]) => match self.expression(number)?[..] {
                [number] => At::Offset(self.sample_offset(number)),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let Some(interpolant) = arguments.first() else { return Ok(None) };
        let outer = self.interpolated_at.replace(at);
        let words = self.expression(interpolant);
        self.interpolated_at = outer;
        words.map(Some)
    }

    /// Returns the offset of a sample from the pixel's centre; that of an unknown sample is 0.
    fn sample_offset(&mut self, number: Virtual) -> [Virtual; 2] {
        let zero = self.constant(0);
        let mut offset = [zero; 2];
        for sample in 0..MAX_SAMPLES as u8 {
            let label = self.constant(u32::from(sample));
            let matches = self.binary(Code::IEqual, number, label);
            for axis in 0..2 {
                let position = self.input(Input::SampleOffset(sample * 2 + axis));
                offset[usize::from(axis)] = self.select(Scalar::Float, matches, position, offset[usize::from(axis)]);
            }
        }
        offset
    }

    /// Returns a component of a varying at an offset from the pixel's centre.
    pub(super) fn varying_at_offset(&mut self, slot: u16, component: u8, interpolation: Interpolation, offset: [Virtual; 2]) -> Virtual {
        let weights = self.weights_at_offset(interpolation, offset);
        let coefficient =
            |l: &mut Self, coefficient: u8| l.input(Input::VaryingCoefficient { slot, component, interpolation, coefficient });
        let mut value = coefficient(self, 0);
        for (number, weight) in (1..).zip(weights) {
            let factor = coefficient(self, number);
            let part = self.mul(Scalar::Float, factor, weight);
            value = self.add(Scalar::Float, value, part);
        }
        value
    }

    /// Returns the weights of vertices 1 and 2 at an offset from the pixel's centre.
    fn weights_at_offset(&mut self, interpolation: Interpolation, [x, y]: [Virtual; 2]) -> [Virtual; 2] {
        let float = Scalar::Float;
        let linear = [0, 1].map(|vertex| {
            let [centre, right, up] = [0, 2, 4].map(|first| self.input(Input::Weight(first + vertex)));
            let (by_x, by_y) = (self.mul(float, right, x), self.mul(float, up, y));
            let moved = self.add(float, centre, by_x);
            self.add(float, moved, by_y)
        });
        if interpolation == Interpolation::NoPerspective {
            return linear;
        }
        let one = self.float(1.0);
        let ratios = [6, 7].map(|number| self.input(Input::Weight(number)));
        let mut divisor = one;
        for (ratio, weight) in ratios.into_iter().zip(linear) {
            let excess = self.sub(float, ratio, one);
            let part = self.mul(float, excess, weight);
            divisor = self.add(float, divisor, part);
        }
        let inverse = self.arithmetic(BinaryOp::Div, float, one, divisor);
        [0, 1].map(|vertex| {
            let scaled = self.mul(float, linear[vertex], ratios[vertex]);
            self.mul(float, scaled, inverse)
        })
    }
}
