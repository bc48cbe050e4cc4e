//! Texture operations: converts registers to look-ups, and the results back.

use super::ExecutionContext;
use super::registers::{RegisterFile, uniform};
use crate::ir::Verified;
use crate::ir::bytecode::{NONE, Op, Payload, TextureAccess};
use base::core::cpu::InstructionSet;
use base::core::lanes::{Bits, Lanes};
use base::hir::TextureKind;
use base::image::lookup::{Direct, Lookup, SampleKind, fetch_plane, is_unsigned, sample as look_up, sample_directly};
use base::image::sampler::TextureView;

static ZERO: Lanes = Lanes([0; 64]);

/// Returns the texture of a sampler, or of an element of an array of samplers.
fn texture<'a>(context: &ExecutionContext<'a>, word: u32, element: u32) -> Option<&'a TextureView> {
    let unit = context.resources.uniforms.get(word as usize + element as usize)?;
    context.resources.textures.get(*unit as usize)?.as_deref()
}

/// Executes `Sample`.
///
/// # Safety
/// `op` must be an operation of `code` that this function executes, and `file` must hold the registers of that code.
pub(super) unsafe fn sample(set: InstructionSet, file: RegisterFile, code: &Verified, op: &Op, active: u64, context: &ExecutionContext) {
    let Some(access) = code.samples.get(TextureAccess::decode(op.payload).0 as usize) else { return };
    // SAFETY: verified code only reads registers of its register file.
    let register = |register: u16| (register != NONE).then(|| unsafe { file.lanes(register) });
    if access.unit_index == NONE
        && let Some(view) = texture(context, access.unit_word, 0)
    {
        if access.weightless && is_unsigned(view) {
            // SAFETY: verified code only writes registers of its register file.
            (0..4).for_each(|component| unsafe { file.set_lanes(op.dst.wrapping_add(component), &ZERO) });
            return;
        }
        let [s, t, r, _] = access.coordinates;
        let plane = matches!(access.sampler.kind, TextureKind::D2 | TextureKind::External);
        let direct = (plane || matches!(access.sampler.kind, TextureKind::D3 | TextureKind::Cube)) && s != NONE && t != NONE;
        let [x, y, z] = access.offset;
        let moved = access.kind != SampleKind::Fetch && [x, y, z] != [0; 3] || access.offset_registers != [NONE; 2];
        let r = if plane { NONE } else { r };
        // The registers of the result are written while those of the operands are read.
        let result = op.dst..op.dst.saturating_add(4);
        let apart = [s, t, r, access.lod, access.reference].iter().all(|register| !result.contains(register));
        if direct && !moved && apart {
            // SAFETY: verified code only reads registers of its register file, and only the look-up writes some, which are others.
            let read = |register: u16| (register != NONE).then(|| unsafe { file.shared(register) });
            // SAFETY: verified code only writes registers of its register file, and nothing else uses these while the look-up runs.
            let into = unsafe { file.four(op.dst) };
            let (coordinates, wanted) = ([read(s).unwrap_or(&ZERO), read(t).unwrap_or(&ZERO)], access.wanted);
            let found = match access.kind {
                SampleKind::Fetch => plane && fetch_plane(set, view, coordinates, read(access.lod), [x, y], wanted, into),
                kind => {
                    let (r, reference) = (read(r), read(access.reference).filter(|_| access.sampler.shadow));
                    let (texture, scalar) = (access.sampler.kind, access.scalar);
                    let direct = Direct { texture, kind, coordinates, r, lod: read(access.lod), reference, scalar, wanted };
                    sample_directly(set, view, &direct, into)
                }
            };
            if found {
                return;
            }
        }
    }
    let [s, t, r, q] = access.coordinates;
    // The layer of an array follows the other coordinates.
    let (t, r, layer) = match access.sampler.kind {
        TextureKind::D1Array => (NONE, NONE, t),
        TextureKind::D2Array | TextureKind::D2MultisampleArray => (t, NONE, r),
        _ => (t, r, q),
    };
    let mut lookup = Lookup {
        sampler: access.sampler,
        kind: access.kind,
        coordinates: [ZERO; 2],
        r: None,
        layer: None,
        reference: None,
        lod: None,
        gradients: None,
        offset: access.offset,
        offset_lanes: None,
        component: access.component,
        scalar: access.scalar,
        wanted: access.wanted,
    };
    // Registers are copied to where they stay: a look-up with all of its fields has four kilobytes.
    for (to, number) in lookup.coordinates.iter_mut().zip([s, t]).filter(|(_, number)| *number != NONE) {
        // SAFETY: verified code only reads registers of its register file.
        *to = unsafe { file.lanes(number) };
    }
    let others = [(&mut lookup.r, r), (&mut lookup.layer, layer), (&mut lookup.reference, access.reference), (&mut lookup.lod, access.lod)];
    for (to, number) in others.into_iter().filter(|(_, number)| *number != NONE) {
        // SAFETY: verified code only reads registers of its register file.
        *to = Some(unsafe { file.lanes(number) });
    }
    if access.kind == SampleKind::Gradient {
        lookup.gradients = Some(access.gradients.map(|number| register(number).unwrap_or(ZERO)));
    }
    if access.offset_registers[0] != NONE {
        lookup.offset_lanes = Some(access.offset_registers.map(|number| register(number).unwrap_or(ZERO)));
    }
    let at = |index: u32, result: &mut [Lanes; 4]| {
        let index = index.min(access.units.saturating_sub(1));
        look_up(set, texture(context, access.unit_word, index), &lookup, result);
    };
    let indices = register(access.unit_index);
    let same = indices.as_ref().map_or(Some(0), uniform);
    let mut result = [Lanes([0; 64]); 4];
    match (same, indices) {
        // SAFETY: verified code only writes registers of its register file, and the look-up has copies of what it reads.
        (Some(index), _) => return at(index, unsafe { file.four(op.dst) }),
        (None, None) => at(0, &mut result),
        (None, Some(indices)) => {
            // Look up once for each unit that active lanes use.
            let mut left = active;
            let mut found = [Lanes([0; 64]); 4];
            while let Some(lane) = Bits(left).next() {
                let index = indices.0[lane];
                at(index, &mut found);
                for lane in Bits(left).filter(|&lane| indices.0[lane] == index) {
                    (0..4).for_each(|component| result[component].0[lane] = found[component].0[lane]);
                    left &= !(1 << lane);
                }
            }
        }
    }
    for (component, value) in (0..4).zip(&result) {
        // SAFETY: verified code only writes registers of its register file.
        unsafe { file.set_lanes(op.dst.wrapping_add(component), value) };
    }
}
