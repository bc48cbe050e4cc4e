//! Inputs of a stage: attributes, varyings and built-in variables.

use super::interpolate::At;
use super::is_integer;
use crate::ir::bytecode::{Code, Input};
use crate::ir::linear::Virtual;
use crate::ir::lower::values::Words;
use crate::ir::lower::{Lowered, Lowering, types};
use base::hir::fixed_attribute;
use base::hir::{BuiltinVariable, Interpolation, Location, Sampling, Stage, Storage, Type, VarId};
use std::rc::Rc;

/// How and where a varying is interpolated.
#[derive(Clone, Copy)]
struct Manner {
    interpolation: Interpolation,
    sampling: Sampling,
}

impl Lowering<'_> {
    /// Returns the words of an input that is not an array over vertices.
    pub(super) fn input_words(&mut self, id: VarId) -> Lowered<Rc<[Virtual]>> {
        if let Some(Some(words)) = self.inputs.get(id).filter(|_| self.interpolated_at.is_none()) {
            return Ok(words.clone());
        }
        let count = self.checked_words(id)?;
        let Some(variable) = self.variable(id) else { return Ok(Rc::from([])) };
        let (ty, storage, qualifiers) = (variable.ty.clone(), variable.storage.clone(), &variable.qualifiers);
        let sampling = match (qualifiers.sample, qualifiers.centroid) {
            (true, _) => Sampling::Sample,
            (_, true) => Sampling::Centroid,
            _ => Sampling::Center,
        };
        let manner = Manner { interpolation: qualifiers.interpolation, sampling };
        let mut words = match (storage, self.location(id)) {
            (Storage::Builtin(builtin), location) => self.builtin_input(builtin, count, &location, manner)?,
            (Storage::In, Location::Attribute { location, component }) => self.attribute(&ty, location, component),
            (_, Location::Varying { slot, component }) => {
                let mut words = Words::new();
                self.varying(&ty, slot.saturating_mul(4).saturating_add(component), manner, &mut words);
                words
            }
            (Storage::InBlock, _) => {
                let mut words = Words::new();
                self.varying(&ty, 0, manner, &mut words);
                words
            }
            _ => Words::new(),
        };
        let zero = self.constant(0);
        words.resize(count as usize, zero);
        let words: Rc<[Virtual]> = Rc::from(words);
        if let Some(slot) = self.inputs.get_mut(id).filter(|_| self.interpolated_at.is_none()) {
            *slot = Some(words.clone());
        }
        Ok(words)
    }

    /// Returns the words of a vertex attribute.
    fn attribute(&mut self, ty: &Type, location: u32, component: u32) -> Words {
        let mut numbers = Vec::new();
        attribute_words(ty, location, component, &mut numbers);
        numbers
            .into_iter()
            .map(|(location, component)| match u8::try_from(location) {
                Ok(location) => self.input(Input::Attribute { location, component }),
                Err(_) => self.constant(0),
            })
            .collect()
    }

    /// Appends the words of a varying whose first word in the record is `word`.
    fn varying(&mut self, ty: &Type, word: u32, manner: Manner, out: &mut Words) {
        if let Type::Struct(structure) = ty {
            for (position, member) in structure.members.iter().enumerate() {
                let qualifiers = &member.qualifiers;
                let own = Manner {
                    interpolation: if qualifiers.interpolation == Interpolation::Smooth {
                        manner.interpolation
                    } else {
                        qualifiers.interpolation
                    },
                    sampling: if qualifiers.sampling == Sampling::Center { manner.sampling } else { qualifiers.sampling },
                };
                match member.qualifiers.builtin {
                    Some(builtin) => {
                        for index in 0..types::words(&member.ty).min(64) {
                            let register = match types::builtin_word(self.shader, builtin, index, true) {
                                Some(word) => self.varying_word(word, own),
                                None => self.constant(0),
                            };
                            out.push(register);
                        }
                    }
                    None => {
                        self.varying(&member.ty, word.saturating_add(types::member_word(structure, position)), own, out);
                    }
                }
            }
            return;
        }
        if let Type::Array(element, length) = ty
            && matches!(**element, Type::Struct(_))
        {
            let stride = types::slots(element).saturating_mul(4);
            for index in 0..(*length).min(256) {
                self.varying(element, word.saturating_add(stride.saturating_mul(index)), manner, out);
            }
            return;
        }
        let interpolation = if is_integer(ty) { Interpolation::Flat } else { manner.interpolation };
        let mut numbers = Vec::new();
        types::record_words(ty, word, &mut numbers);
        for number in numbers {
            let register = self.varying_word(number, Manner { interpolation, ..manner });
            out.push(register);
        }
    }

    fn varying_word(&mut self, word: u32, Manner { interpolation, sampling }: Manner) -> Virtual {
        let Ok(slot) = u16::try_from(word / 4) else { return self.constant(0) };
        let component = (word % 4) as u8;
        match self.interpolated_at {
            _ if interpolation == Interpolation::Flat => {
                self.input(Input::Varying { slot, component, interpolation, sampling: Sampling::Center })
            }
            Some(At::Centroid) => self.input(Input::Varying { slot, component, interpolation, sampling: Sampling::Centroid }),
            Some(At::Offset(offset)) => self.varying_at_offset(slot, component, interpolation, offset),
            None => self.input(Input::Varying { slot, component, interpolation, sampling }),
        }
    }

    /// Returns the words of a built-in input.
    fn builtin_input(&mut self, builtin: BuiltinVariable, count: u32, location: &Location, manner: Manner) -> Lowered<Words> {
        use BuiltinVariable as B;
        let stage = self.stage();
        let vector =
            |l: &mut Self, make: fn(u8) -> Input| (0..count.min(4)).map(|component| l.input(make(component as u8))).collect::<Words>();
        Ok(match builtin {
            B::VertexId => vec![self.input(Input::VertexId)],
            B::InstanceId => vec![self.input(Input::InstanceId)],
            B::BaseVertex => vec![self.input(Input::BaseVertex)],
            B::BaseInstance => vec![self.input(Input::BaseInstance)],
            B::DrawId => vec![self.input(Input::DrawId)],
            B::Vertex | B::Normal | B::Color | B::SecondaryColor | B::MultiTexCoord(_) | B::FogCoord => {
                let fixed = match builtin {
                    B::Vertex => fixed_attribute::VERTEX,
                    B::Normal => fixed_attribute::NORMAL,
                    B::Color => fixed_attribute::COLOR,
                    B::SecondaryColor => fixed_attribute::SECONDARY_COLOR,
                    B::MultiTexCoord(unit) => fixed_attribute::MULTI_TEX_COORD + u32::from(unit.min(7)),
                    _ => fixed_attribute::FOG_COORD,
                };
                let location = if let Location::Attribute { location, .. } = location { *location } else { fixed };
                let location = location.min(255) as u8;
                (0..count.min(4)).map(|component| self.input(Input::Attribute { location, component: component as u8 })).collect()
            }
            B::PatchVerticesIn => vec![self.input(Input::PatchVerticesIn)],
            B::InvocationId => vec![self.input(Input::InvocationId)],
            B::TessCoord => vector(self, Input::TessCoord),
            B::PrimitiveIdIn => vec![self.input(Input::PrimitiveId)],
            B::PrimitiveId => vec![self.input(Input::PrimitiveId)],
            B::Layer => vec![self.input(Input::Layer)],
            B::ViewportIndex => vec![self.input(Input::ViewportIndex)],
            B::FragCoord => vector(self, Input::FragCoord),
            B::FrontFacing => vec![self.input(Input::FrontFacing)],
            B::PointCoord => vector(self, Input::PointCoord),
            // Each invocation is a group of its own, as for votes.
            B::SubGroupSize => vec![self.constant(1)],
            B::SubGroupInvocation => vec![self.constant(0)],
            B::SubGroupEqMask | B::SubGroupGeMask | B::SubGroupLeMask => vec![self.constant(1), self.constant(0)],
            B::SubGroupGtMask | B::SubGroupLtMask => vec![self.constant(0), self.constant(0)],
            B::SampleId => vec![self.input(Input::SampleId)],
            B::SamplePosition => vector(self, Input::SamplePosition),
            B::SampleMaskIn => vec![self.input(Input::SampleMaskIn)],
            B::HelperInvocation => vec![self.input(Input::HelperInvocation)],
            B::LastFragData => (0..count.min(32))
                .map(|word| self.input(Input::StoredColor { location: (word / 4) as u8, component: (word % 4) as u8 }))
                .collect(),
            B::LastFragDepth => vec![self.input(Input::StoredDepth)],
            B::LastFragStencil => vec![self.input(Input::StoredStencil)],
            B::NumWorkGroups => vector(self, Input::NumWorkGroups),
            B::WorkGroupId => vector(self, Input::WorkGroupId),
            B::LocalInvocationId => vector(self, Input::LocalInvocationId),
            B::LocalInvocationIndex => vec![self.input(Input::LocalInvocationIndex)],
            B::GlobalInvocationId => {
                let sizes = self.shader.layout.local_size.unwrap_or([1; 3]);
                (0..3)
                    .map(|axis| {
                        let group = self.input(Input::WorkGroupId(axis));
                        let local = self.input(Input::LocalInvocationId(axis));
                        let size = self.constant(sizes[usize::from(axis)]);
                        let first = self.binary(Code::IMul, group, size);
                        self.binary(Code::IAdd, first, local)
                    })
                    .collect()
            }
            _ if stage == Stage::Fragment => (0..count)
                .map(|word| match types::builtin_word(self.shader, builtin, word, true) {
                    Some(word) => self.varying_word(word, manner),
                    None => self.constant(0),
                })
                .collect(),
            _ => Words::new(),
        })
    }
}

/// Appends the location and component of each word of an attribute. Each element begins at component `first` of its location.
fn attribute_words(ty: &Type, location: u32, first: u32, out: &mut Vec<(u32, u8)>) {
    match ty {
        Type::Array(element, length) => {
            let each = attribute_locations(element);
            let at = |index: u32| location.saturating_add(each.saturating_mul(index));
            (0..(*length).min(256)).for_each(|index| attribute_words(element, at(index), first, out));
        }
        Type::Matrix(scalar, columns, rows) => {
            let column = Type::Vector(*scalar, *rows);
            (0..u32::from(*columns)).for_each(|index| attribute_words(&column, location.saturating_add(index), first, out));
        }
        _ => {
            let first = first.min(7);
            out.extend((first..first + types::words(ty).min(8 - first)).map(|word| (location, word as u8)));
        }
    }
}

/// Returns the number of locations of an attribute.
fn attribute_locations(ty: &Type) -> u32 {
    match ty {
        Type::Array(element, length) => attribute_locations(element).saturating_mul(*length),
        Type::Matrix(_, columns, _) => u32::from(*columns),
        _ => 1,
    }
}
