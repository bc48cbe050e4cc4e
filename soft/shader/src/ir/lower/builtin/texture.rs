//! Texture functions.

use crate::ir::bytecode::{Code, Sample, TextureAccess};
use crate::ir::linear::{NO_REGISTER, SAMPLE_REGISTERS, Virtual, VirtualSample};
use crate::ir::lower::path::{Path, Root};
use crate::ir::lower::values::Words;
use crate::ir::lower::{Lowered, Lowering, types};
use base::hir::{BinaryOp, Builtin, Expr, SamplerType, Scalar, Stage, TextureCall, TextureKind, TextureLod, Type};
use base::image::lookup::{SINGLE_COMPONENT, SampleKind};

/// Returns the number of coordinates that address a texel, the array layer included.
fn dimensions(kind: TextureKind) -> usize {
    match kind {
        TextureKind::D1 | TextureKind::Buffer => 1,
        TextureKind::D2 | TextureKind::Rect | TextureKind::D1Array | TextureKind::D2Multisample | TextureKind::External => 2,
        TextureKind::D3 | TextureKind::Cube | TextureKind::D2Array | TextureKind::D2MultisampleArray => 3,
        TextureKind::CubeArray => 4,
    }
}

/// Returns the number of components of a gradient or an offset.
fn plane(kind: TextureKind) -> usize {
    match kind {
        TextureKind::D1 | TextureKind::D1Array | TextureKind::Buffer => 1,
        TextureKind::D3 | TextureKind::Cube | TextureKind::CubeArray => 3,
        _ => 2,
    }
}

/// The registers of a texture access by name; [`Self::list`] gives them in the order of [`VirtualSample::registers`].
struct Registers {
    unit_index: Virtual,
    coordinates: [Virtual; 4],
    reference: Virtual,
    lod: Virtual,
    gradients: [Virtual; 6],
    offset: [Virtual; 2],
}

impl Registers {
    fn new() -> Self {
        Self {
            unit_index: NO_REGISTER,
            coordinates: [NO_REGISTER; 4],
            reference: NO_REGISTER,
            lod: NO_REGISTER,
            gradients: [NO_REGISTER; 6],
            offset: [NO_REGISTER; 2],
        }
    }

    fn list(&self) -> [Virtual; SAMPLE_REGISTERS] {
        let mut all = [NO_REGISTER; SAMPLE_REGISTERS];
        all[0] = self.unit_index;
        all[1..5].copy_from_slice(&self.coordinates);
        all[5] = self.reference;
        all[6] = self.lod;
        all[7..13].copy_from_slice(&self.gradients);
        all[13..15].copy_from_slice(&self.offset);
        all
    }
}

impl Lowering<'_> {
    /// Lowers a texture function. Returns `None` for other functions.
    pub fn texture_function(&mut self, builtin: Builtin, arguments: &[Expr], ty: &Type) -> Lowered<Option<Words>> {
        if !matches!(builtin, Builtin::Texture(_) | Builtin::TextureSize | Builtin::TextureQueryLevels | Builtin::TextureQueryLod) {
            return Ok(None);
        }
        let Some((sampler, others)) = arguments.split_first() else { return Ok(None) };
        let path = self.path(sampler)?;
        let mut values = Vec::with_capacity(others.len());
        for argument in others {
            values.push(self.expression(argument)?);
        }
        let Type::Sampler(sampler) = path.ty else { return Err(String::from("a texture function without a sampler")) };
        let mut registers = Registers::new();
        let mut sample = Sample::new(sampler, path.offset, SampleKind::Implicit);
        let count = types::words(ty) as usize;
        let mut values = values.into_iter();
        match builtin {
            Builtin::Texture(call) => {
                let coordinate = values.next().unwrap_or_default();
                self.coordinates(&mut registers, sampler, call, &coordinate);
                if call.separate_reference {
                    // A SPIR-V module may use one image with and without a reference.
                    sample.sampler.shadow = true;
                    registers.reference = values.next().and_then(|value| value.first().copied()).unwrap_or(NO_REGISTER);
                }
                let multisampled = matches!(sampler.kind, TextureKind::D2Multisample | TextureKind::D2MultisampleArray);
                match call.lod {
                    TextureLod::Bias | TextureLod::Explicit => {
                        registers.lod = values.next().and_then(|value| value.first().copied()).unwrap_or(NO_REGISTER);
                    }
                    TextureLod::Gradient => {
                        for half in 0..2 {
                            let gradient = values.next().unwrap_or_default();
                            for (index, &component) in gradient.iter().take(plane(sampler.kind)).enumerate() {
                                registers.gradients[half * 3 + index] = component;
                            }
                        }
                    }
                    _ if call.fetch && multisampled => {
                        registers.lod = values.next().and_then(|value| value.first().copied()).unwrap_or(NO_REGISTER);
                    }
                    _ => {}
                }
                let offset = if call.offset { values.next().unwrap_or_default() } else { Words::new() };
                if call.component
                    && let Some(component) = values.next()
                {
                    let number = component.first().and_then(|&component| self.constant_value(component)).unwrap_or(0);
                    sample.component = number.min(3) as u8;
                }
                if call.single {
                    sample.component = SINGLE_COMPONENT;
                }
                sample.kind = self.sample_kind(call);
                sample.scalar = sample.sampler.shadow && count == 1;
                if offset.len() == 8 {
                    // textureGatherOffsets: four gathers, each of which provides the texel at its own offset.
                    let mut words = Words::new();
                    for pair in offset.chunks_exact(2) {
                        self.offset(&mut sample, &mut registers, pair);
                        words.extend(self.sample(&path, sample.clone(), &mut registers, 4).last());
                    }
                    return Ok(Some(words));
                }
                self.offset(&mut sample, &mut registers, &offset);
            }
            Builtin::TextureSize => {
                sample.kind = SampleKind::Size;
                registers.lod = values.next().and_then(|value| value.first().copied()).unwrap_or(NO_REGISTER);
            }
            Builtin::TextureQueryLevels => sample.kind = SampleKind::Levels,
            _ => {
                sample.kind = SampleKind::Lod;
                self.bytecode.uses_derivatives = true;
                for (to, from) in registers.coordinates.iter_mut().zip(values.next().unwrap_or_default()) {
                    *to = from;
                }
            }
        }
        Ok(Some(self.sample(&path, sample, &mut registers, count)))
    }

    /// Returns the kind of lookup.
    fn sample_kind(&mut self, call: TextureCall) -> SampleKind {
        if call.fetch {
            SampleKind::Fetch
        } else if call.gather {
            SampleKind::Gather
        } else {
            match call.lod {
                TextureLod::Gradient => SampleKind::Gradient,
                TextureLod::Implicit | TextureLod::Bias | TextureLod::None if self.stage() == Stage::Fragment => {
                    self.bytecode.uses_derivatives = true;
                    SampleKind::Implicit
                }
                _ => SampleKind::Explicit,
            }
        }
    }

    /// Sets the coordinate and reference registers.
    fn coordinates(&mut self, registers: &mut Registers, sampler: SamplerType, call: TextureCall, coordinate: &[Virtual]) {
        let used = dimensions(sampler.kind);
        let mut coordinate = coordinate.to_vec();
        let reference_at = if sampler.kind == TextureKind::D1 { 2 } else { used };
        if call.project
            && let Some(divisor) = coordinate.pop()
        {
            let one = self.float(1.0);
            let wanted = if sampler.shadow { reference_at + 1 } else { used };
            // Divide each coordinate: multiplying by the reciprocal would be less exact.
            let _ = one;
            for component in coordinate.iter_mut().take(wanted) {
                *component = self.arithmetic(BinaryOp::Div, Scalar::Float, *component, divisor);
            }
        }
        for (to, &from) in registers.coordinates.iter_mut().zip(coordinate.iter().take(used)) {
            *to = from;
        }
        if sampler.shadow && !call.separate_reference {
            registers.reference = coordinate.get(reference_at).copied().unwrap_or(NO_REGISTER);
        }
    }

    /// Sets the offset of the access.
    fn offset(&mut self, sample: &mut Sample, registers: &mut Registers, offset: &[Virtual]) {
        let constants: Option<Vec<u32>> = offset.iter().map(|&register| self.constant_value(register)).collect();
        match constants {
            Some(constants) => {
                for (to, from) in sample.offset.iter_mut().zip(constants) {
                    *to = from as i32;
                }
            }
            None => {
                for (to, &from) in registers.offset.iter_mut().zip(offset) {
                    *to = from;
                }
            }
        }
    }

    /// Emits the access and returns the first `count` words of its four results.
    fn sample(&mut self, path: &Path, mut sample: Sample, registers: &mut Registers, count: usize) -> Words {
        if !matches!(path.root, Root::Uniform) {
            let (zero, one) = (self.constant(0), self.float(1.0));
            return [zero, zero, zero, one].into_iter().take(count).collect();
        }
        if path.index != NO_REGISTER {
            sample.units = path.end.saturating_sub(path.offset).max(1);
            registers.unit_index = path.index;
        }
        let number = self.linear.samples.len() as u32;
        self.linear.samples.push(VirtualSample { sample, registers: registers.list() });
        let dst = self.emit_impure(Code::Sample, [NO_REGISTER; 3], TextureAccess(number));
        (dst..).take(count.min(4)).collect()
    }
}
