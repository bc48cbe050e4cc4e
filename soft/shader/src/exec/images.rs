//! Image operations: loads, stores, atomics and sizes of the images bound to image units.

use super::ExecutionContext;
use super::buffers::change;
use super::registers::{RegisterFile, uniform};
use crate::ir::Verified;
use crate::ir::bytecode::{AtomicImage, Code, Image, ImageAccess, NONE, Op, Payload};
use base::core::lanes::{Bits, Lanes};
use base::image::load_store::ImageView;
use std::sync::atomic::Ordering::Relaxed;

/// Returns the image of an element of an image variable; `None` if the image unit has no image that fits the variable. The number of samples
/// is that "of the image bound to image" [GLSL 4.60, 8.12], whether accesses through the variable are valid or not.
fn bound<'a>(context: &ExecutionContext<'a>, image: &Image, index: u32, samples: bool) -> Option<&'a ImageView> {
    let index = index.min(image.units.saturating_sub(1));
    let unit = *context.resources.uniforms.get(image.unit_word as usize + index as usize)?;
    let view = context.resources.images.get(unit as usize)?.as_deref()?;
    (view.fits(image.image) || samples && view.kind.is_multisampled()).then_some(view)
}

/// Calls `each` for each image that active lanes access, with these lanes; `samples` is true for queries of the number of samples.
fn by_image<'a>(
    context: &ExecutionContext<'a>,
    image: &Image,
    indices: Option<Lanes>,
    lanes: u64,
    samples: bool,
    mut each: impl FnMut(u64, &'a ImageView),
) {
    let mut access = |lanes: u64, index: u32| {
        if let Some(view) = bound(context, image, index, samples) {
            each(lanes, view);
        }
    };
    let Some(indices) = indices else { return access(lanes, 0) };
    if let Some(index) = uniform(&indices) {
        return access(lanes, index);
    }
    let mut left = lanes;
    while let Some(lane) = Bits(left).next() {
        let index = indices.0[lane];
        let same = Bits(left).filter(|&lane| indices.0[lane] == index).fold(0, |mask, lane| mask | 1 << lane);
        access(same, index);
        left &= !same;
    }
}

/// Returns consecutive registers.
///
/// # Safety
/// `file` must hold the registers.
unsafe fn several<const COUNT: usize>(file: RegisterFile, first: u16) -> [Lanes; COUNT] {
    // SAFETY: the caller guarantees this.
    std::array::from_fn(|index| unsafe { file.lanes(first.wrapping_add(index as u16)) })
}

/// Returns one lane of consecutive registers.
#[inline(always)]
fn lane_of<const COUNT: usize>(registers: &[Lanes; COUNT], lane: usize) -> [u32; COUNT] {
    std::array::from_fn(|index| registers[index].0[lane])
}

/// Sets consecutive registers.
///
/// # Safety
/// `file` must hold the registers.
unsafe fn set<const COUNT: usize>(file: RegisterFile, first: u16, values: &[Lanes; COUNT]) {
    for (index, value) in (0..).zip(values) {
        // SAFETY: the caller guarantees this.
        unsafe { file.set_lanes(first.wrapping_add(index), value) };
    }
}

/// Executes an image operation. Negative coordinates are large numbers and thus out of bounds.
///
/// # Safety
/// `op` must be an operation of `code` that this function executes, and `file` must hold the registers of that code.
pub(super) unsafe fn execute(file: RegisterFile, code: &Verified, op: &Op, active: u64, context: &ExecutionContext) {
    let access = match op.code {
        Code::ImageAtomic => AtomicImage::decode(op.payload).access,
        _ => ImageAccess::decode(op.payload),
    };
    let Some(image) = code.images.get(access.image as usize) else { return };
    // SAFETY: verified code only reads registers of its register file.
    let indices = (op.c != NONE).then(|| unsafe { file.lanes(op.c) });
    let samples = match op.code {
        // SAFETY: verified code only reads registers of its register file, which has one more coordinate then.
        Code::ImageLoad | Code::ImageStore | Code::ImageAtomic if access.samples => unsafe { file.lanes(op.a.wrapping_add(3)) },
        _ => Lanes([0; 64]),
    };
    // Operands are read before results are written, because registers may be both.
    match op.code {
        Code::ImageLoad => {
            // SAFETY: verified code only reads registers of its register file.
            let coordinates = unsafe { several::<3>(file, op.a) };
            let mut result = [Lanes([0; 64]); 4];
            by_image(context, image, indices, active, false, |lanes, view| {
                for lane in Bits(lanes) {
                    let texel = view.load(lane_of(&coordinates, lane), samples.0[lane]);
                    (0..4).for_each(|component| result[component].0[lane] = texel[component]);
                }
            });
            // SAFETY: verified code only writes registers of its register file.
            unsafe { set(file, op.dst, &result) };
        }
        Code::ImageStore => {
            // SAFETY: verified code only reads registers of its register file.
            let (coordinates, texel) = unsafe { (several::<3>(file, op.a), several::<4>(file, op.b)) };
            by_image(context, image, indices, active & context.writable, false, |lanes, view| {
                Bits(lanes).for_each(|lane| view.store(lane_of(&coordinates, lane), samples.0[lane], lane_of(&texel, lane)));
            });
        }
        Code::ImageAtomic => {
            let AtomicImage { atomic, .. } = AtomicImage::decode(op.payload);
            // SAFETY: verified code only reads registers of its register file.
            let (coordinates, value) = unsafe { (several::<3>(file, op.a), file.lanes(op.b)) };
            // SAFETY: verified code only reads registers of its register file.
            let second = if atomic.operands() == 2 { unsafe { file.lanes(op.b.wrapping_add(1)) } } else { Lanes([0; 64]) };
            // SAFETY: verified code only reads registers of its register file.
            let mut result = unsafe { file.lanes(op.dst) };
            Bits(active).for_each(|lane| result.0[lane] = 0);
            let change = change(atomic);
            by_image(context, image, indices, active, false, |lanes, view| {
                for lane in Bits(lanes) {
                    let Some(word) = view.word(lane_of(&coordinates, lane), samples.0[lane]) else { continue };
                    // Helper invocations read the value without changing it.
                    let writes = context.writable >> lane & 1 != 0;
                    result.0[lane] = if writes { change(word, value.0[lane], second.0[lane]) } else { word.load(Relaxed) };
                }
            });
            // SAFETY: verified code only writes registers of its register file.
            unsafe { file.set_lanes(op.dst, &result) };
        }
        _ if access.samples => {
            let mut result = Lanes([0; 64]);
            by_image(context, image, indices, u64::MAX, true, |lanes, view| {
                Bits(lanes).for_each(|lane| result.0[lane] = view.samples());
            });
            // SAFETY: verified code only writes registers of its register file.
            unsafe { file.set_lanes(op.dst, &result) };
        }
        _ => {
            let mut result = [Lanes([0; 64]); 3];
            by_image(context, image, indices, u64::MAX, false, |lanes, view| {
                let size = view.size();
                for lane in Bits(lanes) {
                    (0..3).for_each(|component| result[component].0[lane] = size[component]);
                }
            });
            // SAFETY: verified code only writes registers of its register file.
            unsafe { set(file, op.dst, &result) };
        }
    }
}
