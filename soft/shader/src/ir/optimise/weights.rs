//! What shaders make of texture look-ups: which components they read, and results with the constant weight 0, as those of convolutions with a sparse kernel
//! have.

use crate::ir::bytecode::{Code, Payload, Splat, TextureAccess};
use crate::ir::linear::{Linear, Operation, Origin, Virtual, VirtualSample, reads};
use base::image::lookup::SampleKind;

/// Marks the look-ups whose components are all multiplied by 0, or unread. Only code that knows the texture can tell whether the products
/// are 0: infinities and NaN give NaN, negative values -0.
pub fn find_weightless(linear: &mut Linear) {
    if linear.samples.is_empty() {
        return;
    }
    let registers = linear.origins.len();
    let zero = |register: Virtual| {
        let origin = linear.origins.get(register as usize);
        matches!(origin, Some(Origin::Splat(Splat::Constant(value))) if value & 0x7FFF_FFFF == 0)
    };
    // Registers that an operation reads other than to multiply them by 0.
    let mut weighs = vec![false; registers];
    let mut mark = |register: Virtual| {
        if let Some(flag) = weighs.get_mut(register as usize) {
            *flag = true;
        }
    };
    linear.outputs.iter().for_each(|&(register, _)| mark(register));
    linear.edges.iter().for_each(|(_, op)| reads(op, &linear.samples, &[], &mut mark));
    for op in &linear.ops {
        match *op {
            Operation { code: Code::FMul, a, b, .. } if zero(a) || zero(b) => {}
            Operation { code: Code::FMad, a, b, c, .. } if zero(a) || zero(b) => mark(c),
            _ => reads(op, &linear.samples, &linear.outputs, &mut mark),
        }
    }
    let mut weightless = vec![true; linear.samples.len()];
    for op in linear.ops.iter().filter(|op| op.code == Code::Sample) {
        if let Some(flag) = weightless.get_mut(TextureAccess::decode(op.payload).0 as usize) {
            *flag &= (op.dst..op.dst.saturating_add(4)).all(|register| weighs.get(register as usize).is_some_and(|&weighs| !weighs));
        }
    }
    for (VirtualSample { sample, .. }, weightless) in linear.samples.iter_mut().zip(weightless) {
        // Levels of detail may be negative and infinite.
        sample.weightless = weightless && !matches!(sample.kind, SampleKind::Size | SampleKind::Levels | SampleKind::Lod);
    }
}

/// Notes which components of each look-up are read.
pub fn find_wanted(linear: &mut Linear) {
    if linear.samples.is_empty() {
        return;
    }
    let mut read = vec![false; linear.origins.len()];
    let mut mark = |register: Virtual| {
        if let Some(flag) = read.get_mut(register as usize) {
            *flag = true;
        }
    };
    linear.outputs.iter().for_each(|&(register, _)| mark(register));
    linear.edges.iter().for_each(|(_, op)| reads(op, &linear.samples, &[], &mut mark));
    linear.ops.iter().for_each(|op| reads(op, &linear.samples, &linear.outputs, &mut mark));
    let mut wanted = vec![0; linear.samples.len()];
    for op in linear.ops.iter().filter(|op| op.code == Code::Sample) {
        if let Some(wanted) = wanted.get_mut(TextureAccess::decode(op.payload).0 as usize) {
            let is_read = |component: u32| read.get((op.dst + component) as usize).is_none_or(|&read| read);
            *wanted |= (0..4).filter(|&component| is_read(component)).fold(0, |bits, component| bits | 1u8 << component);
        }
    }
    for (VirtualSample { sample, .. }, wanted) in linear.samples.iter_mut().zip(wanted) {
        sample.wanted = wanted;
    }
}
