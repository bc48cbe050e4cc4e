//! The order of operations between two branches: arithmetic before the look-ups that need it, look-ups together, and then what needs their results. Regions of
//! generated code, which look-ups end, become few and long.

use crate::ir::bytecode::Code;
use crate::ir::linear::{Linear, NO_REGISTER, Operation, Virtual, VirtualSample, is_control, is_pure, reads, widths};

/// The most look-ups that change places: their results are in four registers each, and the first cache has room for them and their coordinates. So the values
/// that wait for others stay few.
const MOST_TOGETHER: usize = 16;

/// The steps of operations, which alternate: arithmetic, then look-ups.
type Step = u32;

/// Since when registers hold their values.
struct Registers {
    /// By register, the step of the operation that wrote it last.
    written: Vec<Step>,
    /// By register, the last step that reads this value.
    read: Vec<Step>,
    /// The registers of which one of both is not 0.
    touched: Vec<Virtual>,
}

impl Registers {
    fn forget(&mut self) {
        for register in self.touched.drain(..) {
            (self.written[register as usize], self.read[register as usize]) = (0, 0);
        }
    }
}

/// Returns true if an operation may change places with others whose registers are different ones.
fn moves(op: &Operation) -> bool {
    let is_lane_by_lane = op.code != Code::LoadIndexed && is_pure(op);
    is_lane_by_lane || matches!(op.code, Code::Sample | Code::Move | Code::MoveActive)
}

/// Orders the operations between each two that stay where they are.
pub fn schedule(linear: &mut Linear) {
    if linear.samples.len() < 2 {
        return;
    }
    let count = linear.origins.len();
    let mut registers = Registers { written: vec![0; count], read: vec![0; count], touched: Vec::new() };
    let (mut start, mut look_ups) = (0, 0);
    for end in 0..=linear.ops.len() {
        let op = linear.ops.get(end).filter(|op| moves(op));
        let is_sample = op.is_some_and(|op| op.code == Code::Sample);
        if op.is_some() && !(is_sample && look_ups == MOST_TOGETHER) {
            look_ups += usize::from(is_sample);
            continue;
        }
        if look_ups > 1 {
            order(&mut linear.ops[start..end], &linear.samples, &mut registers);
        }
        (start, look_ups) = if is_sample { (end, 1) } else { (end + 1, 0) };
    }
}

/// Orders operations that may change places.
fn order(ops: &mut [Operation], samples: &[VirtualSample], registers: &mut Registers) {
    let mut steps: Vec<(Step, Operation)> = Vec::with_capacity(ops.len());
    for op in ops.iter() {
        debug_assert!(!is_control(op.code), "control flow stays");
        let step = first_step(op, samples, registers);
        note(op, samples, step, registers);
        steps.push((step, *op));
    }
    registers.forget();
    // In the order of before within a step.
    steps.sort_by_key(|&(step, _)| step);
    ops.iter_mut().zip(steps).for_each(|(to, (_, op))| *to = op);
}

/// Returns the registers that an operation writes.
fn writes(op: &Operation) -> std::ops::Range<Virtual> {
    let width = if op.dst == NO_REGISTER { 0 } else { widths(op.code, op.payload).dst };
    if width == 0 { 0..0 } else { op.dst..op.dst.saturating_add(width) }
}

/// Returns the first step in which an operation finds its operands and replaces no value that is still read: look-ups have odd steps.
fn first_step(op: &Operation, samples: &[VirtualSample], registers: &Registers) -> Step {
    let mut step = 0;
    reads(op, samples, &[], |register| step = step.max(registers.written[register as usize]));
    for register in writes(op) {
        step = step.max(registers.written[register as usize]).max(registers.read[register as usize]);
    }
    let is_sample = Step::from(op.code == Code::Sample);
    if step % 2 == is_sample { step } else { step + 1 }
}

/// Notes what an operation reads and writes.
fn note(op: &Operation, samples: &[VirtualSample], step: Step, registers: &mut Registers) {
    let Registers { written, read, touched } = registers;
    reads(op, samples, &[], |register| {
        read[register as usize] = read[register as usize].max(step);
        touched.push(register);
    });
    for register in writes(op) {
        written[register as usize] = step;
        touched.push(register);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::bytecode::{Sample, TextureAccess};
    use crate::ir::linear::{Origin, SAMPLE_REGISTERS};
    use base::hir::{SamplerType, Scalar, TextureKind};
    use base::image::lookup::SampleKind;
    use std::hash::{DefaultHasher, Hash, Hasher};

    const REGISTERS: Virtual = 40;

    fn access(registers: [Virtual; 2]) -> VirtualSample {
        let sampler = SamplerType { kind: TextureKind::D2, result: Scalar::Float, shadow: false };
        let sample = Sample::new(sampler, 0, SampleKind::Explicit);
        let mut all = [NO_REGISTER; SAMPLE_REGISTERS];
        all[1..3].copy_from_slice(&registers);
        VirtualSample { sample, registers: all }
    }

    /// Returns random operations on a few registers, which are written again and again.
    fn random(seed: u32) -> Linear {
        let mut state = seed.wrapping_mul(0x9E37_79B9) | 1;
        let mut below = |limit: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % limit
        };
        let mut linear = Linear { origins: vec![Origin::StackSlot(0); REGISTERS as usize], ..Linear::default() };
        for _ in 0..60 {
            let [a, b, c, dst] = std::array::from_fn(|_| below(REGISTERS));
            let none = [NO_REGISTER; 3];
            let op = match below(12) {
                0..=3 => {
                    linear.samples.push(access([a, b]));
                    Operation::new(Code::Sample, dst.min(REGISTERS - 4), none, TextureAccess(linear.samples.len() as u32 - 1))
                }
                4 => Operation::copy(Code::MoveActive, dst, a),
                5 => Operation::copy(Code::Move, dst, a),
                6 if below(4) == 0 => Operation::control(Code::Discard, NO_REGISTER, 0),
                7 if below(2) == 0 => Operation::new(Code::Clock, dst.min(REGISTERS - 2), none, ()),
                8 => Operation::new(Code::FMad, dst, [a, b, c], ()),
                _ => Operation::new(Code::FAdd, dst, [a, b, NO_REGISTER], ()),
            };
            linear.ops.push(op);
        }
        linear
    }

    /// Returns what each register holds in the end, and what operations that stay see, as hashes of terms.
    fn meaning(linear: &Linear) -> (Vec<u64>, Vec<Vec<u64>>) {
        let mut values: Vec<u64> = (0..u64::from(REGISTERS)).collect();
        let mut seen = Vec::new();
        for op in &linear.ops {
            let mut operands = Vec::new();
            reads(op, &linear.samples, &[], |register| operands.push(values[register as usize]));
            // Active moves keep what other lanes have, under the mask of the discards before.
            operands.extend(writes(op).filter(|_| op.code == Code::MoveActive).map(|register| values[register as usize]));
            if !moves(op) {
                seen.push(values.clone());
            }
            let context = if is_pure(op) || op.code == Code::Move { 0 } else { seen.len() };
            for (component, register) in writes(op).enumerate() {
                let mut term = DefaultHasher::new();
                (op.code, &operands, component, context).hash(&mut term);
                values[register as usize] = term.finish();
            }
        }
        (values, seen)
    }

    /// Returns the number of look-ups that follow something else.
    fn runs(ops: &[Operation]) -> usize {
        let is_sample = |index: usize| ops[index].code == Code::Sample;
        (0..ops.len()).filter(|&index| is_sample(index) && (index == 0 || !is_sample(index - 1))).count()
    }

    #[test]
    fn operations_compute_the_same_values_in_the_new_order() {
        let mut fewer = 0;
        for seed in 0..3000 {
            let before = random(seed);
            let mut after = before.clone();
            schedule(&mut after);
            assert_eq!(before.ops.len(), after.ops.len());
            assert_eq!(meaning(&before), meaning(&after), "seed {seed}");
            fewer += usize::from(runs(&after.ops) < runs(&before.ops));
        }
        assert!(fewer > 2000, "{fewer}");
    }

    #[test]
    fn look_ups_of_independent_places_follow_each_other() {
        let mut linear = Linear { origins: vec![Origin::Temporary; 400], ..Linear::default() };
        let none = [NO_REGISTER; 3];
        for tap in 0..30 {
            let (place, texel) = (2 + tap * 10, 4 + tap * 10);
            linear.ops.push(Operation::new(Code::FAdd, place, [0, 1, NO_REGISTER], ()));
            linear.samples.push(access([place, place]));
            linear.ops.push(Operation::new(Code::Sample, texel, none, TextureAccess(tap)));
            linear.ops.push(Operation::new(Code::FMul, texel + 4, [texel, 1, NO_REGISTER], ()));
        }
        schedule(&mut linear);
        assert_eq!(runs(&linear.ops), 30usize.div_ceil(MOST_TOGETHER));
    }
}
