//! What comes in and goes out: attributes, varyings, built-in variables, fragment outputs.

use super::path::{Path, Record, Root};
use super::values::Words;
use super::{Binding, Lowered, Lowering, types};
use crate::hir::{BlockLayout, BuiltinVariable, Interpolation, Place, Scalar, Semantic, Shader, Stage, Storage, Type, VarId, Variable};
use crate::ir::bytecode::{Code, Input, Output, Space};
use crate::ir::linear::{NO, Operation, Origin, Virtual};
use crate::program::fixed_attribute;
use std::rc::Rc;

/// The word in a vertex record of a word of a built-in variable.
pub fn builtin_word(shader: &Shader, builtin: BuiltinVariable, word: u32, input: bool) -> Option<u32> {
    use BuiltinVariable::*;
    let (semantic, component) = match builtin {
        Position => (Semantic::Position, word),
        PointSize => (Semantic::PointSize, word),
        ClipDistance => (Semantic::ClipDistance((word / 4) as u8), word % 4),
        CullDistance => (Semantic::CullDistance((word / 4) as u8), word % 4),
        ClipVertex => (Semantic::ClipVertex, word),
        FrontColor | FragmentColor => (Semantic::FrontColor, word),
        BackColor => (Semantic::BackColor, word),
        FrontSecondaryColor | FragmentSecondaryColor => (Semantic::FrontSecondaryColor, word),
        BackSecondaryColor => (Semantic::BackSecondaryColor, word),
        TexCoord => (Semantic::TexCoord((word / 4).min(255) as u8), word % 4),
        FogFragCoord => (Semantic::FogFragCoord, word),
        PrimitiveId => (Semantic::PrimitiveId, word),
        Layer => (Semantic::Layer, word),
        ViewportIndex => (Semantic::ViewportIndex, word),
        _ => return None,
    };
    let slots = if input { &shader.input_slots } else { &shader.output_slots };
    let slot = slots.iter().position(|&other| other == semantic)?;
    u32::try_from(slot * 4).ok()?.checked_add(component)
}

/// Whether a block's members are of the patch.
fn is_patch(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_patch(element),
        Type::Struct(block) => block.members.iter().any(|member| member.qualifiers.patch),
        _ => false,
    }
}

fn is_integer(ty: &Type) -> bool {
    matches!(types::scalar(ty), Scalar::Int | Scalar::Uint | Scalar::Double | Scalar::Bool)
}

impl Lowering<'_> {
    fn variable(&self, variable: VarId) -> Option<&Variable> {
        self.shader.variables.get(variable)
    }

    fn place(&self, variable: VarId) -> Place {
        self.shader.places.get(variable).cloned().flatten().unwrap_or(Place::Nowhere)
    }

    /// The path of a whole variable.
    pub fn variable_path(&mut self, id: VarId) -> Lowered<Path> {
        if let Some(Binding::Alias(path)) = self.bindings.get(id) {
            return Ok((**path).clone());
        }
        let Some(variable) = self.variable(id) else { return Ok(Path::new(Root::Variable(id), Type::Void, 0)) };
        let (ty, storage, patch, layout) = (
            variable.ty.clone(),
            variable.storage.clone(),
            variable.qualifiers.patch || is_patch(&variable.ty),
            variable.qualifiers.block_layout,
        );
        let place = self.place(id);
        let stage = self.stage();
        Ok(match storage {
            Storage::Private => Path::new(Root::Variable(id), ty, 0),
            Storage::Uniform | Storage::Builtin(BuiltinVariable::State) => match place {
                Place::Uniform { word } => Path::new(Root::Uniform, ty, word),
                Place::AtomicCounter { buffer, offset } => Path::new(Root::Counter { buffer }, ty, offset),
                _ => Path::new(Root::Nowhere, ty, 0),
            },
            Storage::UniformBlock | Storage::StorageBlock => {
                let Place::Block { index } = place else { return Ok(Path::new(Root::Nowhere, ty, 0)) };
                let space = if storage == Storage::UniformBlock { Space::UniformBlock } else { Space::Storage };
                let blocks = matches!(ty, Type::Array(..));
                Path::new(Root::Buffer { space, block: index, block_index: NO, layout, row_major: false, blocks }, ty, 0)
            }
            Storage::Shared => {
                let Place::Shared { offset } = place else { return Ok(Path::new(Root::Nowhere, ty, 0)) };
                let layout = BlockLayout::Std430;
                let root = Root::Buffer { space: Space::Shared, block: 0, block_index: NO, layout, row_major: false, blocks: false };
                Path::new(root, ty, offset)
            }
            Storage::In | Storage::InBlock => match stage {
                Stage::Geometry | Stage::TessControl | Stage::TessEvaluation => {
                    let kind = if patch { Record::Patch } else { Record::Input };
                    self.record(kind, ty, &place)
                }
                _ => {
                    let words = self.input_words(id)?;
                    Path::new(Root::Value(words), ty, 0)
                }
            },
            Storage::Out | Storage::OutBlock if stage == Stage::TessControl => {
                let kind = if patch { Record::Patch } else { Record::Output };
                self.record(kind, ty, &place)
            }
            Storage::Out | Storage::OutBlock => Path::new(Root::Variable(id), ty, 0),
            Storage::Builtin(builtin) => match builtin {
                BuiltinVariable::TessLevelOuter => Path::new(patch_root(0, 4), ty, 0),
                BuiltinVariable::TessLevelInner => Path::new(patch_root(4, 2), ty, 4),
                _ if self.is_output(builtin) => Path::new(Root::Variable(id), ty, 0),
                _ => {
                    let words = self.input_words(id)?;
                    Path::new(Root::Value(words), ty, 0)
                }
            },
        })
    }

    fn record(&mut self, kind: Record, ty: Type, place: &Place) -> Path {
        let word = match place {
            Place::Varying { slot, component } => slot.saturating_mul(4).saturating_add(*component),
            // Blocks of built-in members only have no place of their own.
            _ => 0,
        };
        let part = match (&ty, kind) {
            (Type::Array(element, _), Record::Input | Record::Output) => (**element).clone(),
            _ => ty.clone(),
        };
        if kind == Record::Patch {
            let end = word.saturating_add(types::slots(&part).saturating_mul(4));
            self.facts.patch_stride = self.facts.patch_stride.max(end);
        }
        let has_place = matches!(place, Place::Varying { .. });
        let builtins = matches!(&part, Type::Struct(block) if block.members.iter().any(|member| member.qualifiers.builtin.is_some()));
        if !has_place && !builtins {
            return Path::new(Root::Nowhere, ty, 0);
        }
        let member = (word, types::slots(&part).saturating_mul(4));
        Path::new(Root::Record { kind, vertex: NO, packed: false, member }, ty, word)
    }

    /// Whether this stage writes a built-in variable.
    fn is_output(&self, builtin: BuiltinVariable) -> bool {
        use BuiltinVariable::*;
        match self.stage() {
            Stage::Vertex | Stage::TessEvaluation | Stage::Geometry => matches!(
                builtin,
                Position
                    | PointSize
                    | ClipDistance
                    | CullDistance
                    | ClipVertex
                    | FrontColor
                    | BackColor
                    | FrontSecondaryColor
                    | BackSecondaryColor
                    | TexCoord
                    | FogFragCoord
                    | PrimitiveId
                    | Layer
                    | ViewportIndex
            ),
            Stage::Fragment => matches!(builtin, FragColor | FragData | FragDepth | SampleMask),
            Stage::TessControl | Stage::Compute => false,
        }
    }

    /// The words of an input that is no array over vertices.
    fn input_words(&mut self, id: VarId) -> Lowered<Rc<[Virtual]>> {
        if let Some(Some(words)) = self.inputs.get(id) {
            return Ok(words.clone());
        }
        let count = self.checked_words(id)?;
        let Some(variable) = self.variable(id) else { return Ok(Rc::from([])) };
        let (ty, storage, interpolation) = (variable.ty.clone(), variable.storage.clone(), variable.qualifiers.interpolation);
        let mut words = match (storage, self.place(id)) {
            (Storage::Builtin(builtin), place) => self.builtin_input(builtin, count, &place)?,
            (Storage::In, Place::Attribute { location }) => self.attribute(&ty, location),
            (_, Place::Varying { slot, component }) => {
                let mut words = Words::new();
                self.varying(&ty, slot.saturating_mul(4).saturating_add(component), interpolation, &mut words);
                words
            }
            (Storage::InBlock, _) => {
                let mut words = Words::new();
                self.varying(&ty, 0, interpolation, &mut words);
                words
            }
            _ => Words::new(),
        };
        let zero = self.constant(0);
        words.resize(count as usize, zero);
        let words: Rc<[Virtual]> = Rc::from(words);
        if let Some(slot) = self.inputs.get_mut(id) {
            *slot = Some(words.clone());
        }
        Ok(words)
    }

    fn attribute(&mut self, ty: &Type, location: u32) -> Words {
        let mut numbers = Vec::new();
        attribute_words(ty, location, &mut numbers);
        numbers
            .into_iter()
            .map(|(location, component)| match u8::try_from(location) {
                Ok(location) => self.input(Input::Attribute { location, component }),
                Err(_) => self.constant(0),
            })
            .collect()
    }

    fn varying(&mut self, ty: &Type, word: u32, interpolation: Interpolation, out: &mut Words) {
        if let Type::Struct(structure) = ty {
            for (position, member) in structure.members.iter().enumerate() {
                let own =
                    if member.qualifiers.interpolation == Interpolation::Smooth { interpolation } else { member.qualifiers.interpolation };
                match member.qualifiers.builtin {
                    Some(builtin) => {
                        for index in 0..types::words(&member.ty).min(64) {
                            let register = match builtin_word(self.shader, builtin, index, true) {
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
                self.varying(element, word.saturating_add(stride.saturating_mul(index)), interpolation, out);
            }
            return;
        }
        let interpolation = if is_integer(ty) { Interpolation::Flat } else { interpolation };
        let mut numbers = Vec::new();
        types::record_words(ty, word, &mut numbers);
        for number in numbers {
            let register = self.varying_word(number, interpolation);
            out.push(register);
        }
    }

    fn varying_word(&mut self, word: u32, interpolation: Interpolation) -> Virtual {
        match u16::try_from(word / 4) {
            Ok(slot) => self.input(Input::Varying { slot, component: (word % 4) as u8, interpolation }),
            Err(_) => self.constant(0),
        }
    }

    fn builtin_input(&mut self, builtin: BuiltinVariable, count: u32, place: &Place) -> Lowered<Words> {
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
                let location = if let Place::Attribute { location } = place { *location } else { fixed };
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
            B::SampleId => vec![self.input(Input::SampleId)],
            B::SamplePosition => vector(self, Input::SamplePosition),
            B::SampleMaskIn => vec![self.input(Input::SampleMaskIn)],
            B::HelperInvocation => vec![self.input(Input::HelperInvocation)],
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
                .map(|word| match builtin_word(self.shader, builtin, word, true) {
                    Some(word) => self.varying_word(word, Interpolation::Smooth),
                    None => self.constant(0),
                })
                .collect(),
            _ => Words::new(),
        })
    }

    /// Values that outputs have before main writes them, and the registers that EmitVertex reads.
    pub fn begin_outputs(&mut self) -> Lowered<()> {
        let shader = self.shader;
        self.facts.input_stride = (shader.input_slots.len() * 4) as u32;
        self.facts.output_stride = (shader.output_slots.len() * 4) as u32;
        if matches!(shader.stage, Stage::TessControl | Stage::TessEvaluation) {
            self.facts.patch_stride = 8;
        }
        for (id, variable) in shader.variables.iter().enumerate() {
            if let (Storage::Shared, Place::Shared { offset }) = (&variable.storage, self.place(id)) {
                let (size, _) = crate::front::link::layout::size_and_alignment(&variable.ty, BlockLayout::Std430, false);
                let end = u32::try_from(u64::from(offset) + size).unwrap_or(u32::MAX);
                self.facts.shared_size = self.facts.shared_size.max(end);
            }
            let output = match variable.storage {
                Storage::Out | Storage::OutBlock => shader.stage != Stage::TessControl,
                Storage::Builtin(builtin) => self.is_output(builtin),
                _ => false,
            };
            if !output {
                if self.analysis.home[id] && !self.analysis.local[id] {
                    let count = self.checked_words(id)?;
                    let zeros = self.zeros(count);
                    self.declare(id, &zeros)?;
                }
                continue;
            }
            let count = self.checked_words(id)?;
            let value = match variable.storage {
                Storage::Builtin(BuiltinVariable::FragDepth) => vec![self.input(Input::FragCoord(2))],
                Storage::Builtin(BuiltinVariable::SampleMask) => vec![self.constant(u32::MAX); count as usize],
                _ => self.zeros(count),
            };
            self.declare(id, &value)?;
        }
        if shader.stage == Stage::Geometry {
            for (_, _, output) in self.output_words() {
                let register = self.register(Origin::Merge(0));
                self.emit_registers.push((register, output));
            }
            self.linear.outputs = self.emit_registers.clone();
        }
        Ok(())
    }

    /// Every word that goes out: variable, word of its value, where to.
    fn output_words(&self) -> Vec<(VarId, u32, Output)> {
        let shader = self.shader;
        let mut all = Vec::new();
        for (id, variable) in shader.variables.iter().enumerate() {
            let mut words = Vec::new();
            match (&variable.storage, self.place(id)) {
                (Storage::Builtin(builtin), _)
                    if self.is_output(*builtin) && (self.analysis.assigned[id] || variable.used && shader.stage != Stage::Fragment) =>
                {
                    for word in 0..types::words(&variable.ty).min(64) {
                        words.push(builtin_output(shader, *builtin, word));
                    }
                }
                (Storage::Out, Place::FragmentOutput { location, index, component }) if self.analysis.assigned[id] => {
                    fragment_words(&variable.ty, location, index, component, &mut words);
                }
                (Storage::Out | Storage::OutBlock, place) if !matches!(shader.stage, Stage::Fragment | Stage::TessControl) => {
                    let word = match place {
                        Place::Varying { slot, component } => Some(slot.saturating_mul(4).saturating_add(component)),
                        _ => None,
                    };
                    varying_words(shader, &variable.ty, word, &mut words);
                }
                _ => {}
            }
            all.extend((0..).zip(words).filter_map(|(word, output)| output.map(|output| (id, word, output))));
        }
        all
    }

    /// The registers with the values at the end.
    pub fn end_outputs(&mut self) -> Lowered<()> {
        if self.stage() == Stage::Geometry {
            return Ok(());
        }
        self.facts.writes_depth = false;
        for (variable, word, output) in self.output_words() {
            self.facts.writes_depth |= output == Output::FragmentDepth;
            let register = self.output_register(variable, word)?;
            self.linear.outputs.push((register, output));
        }
        Ok(())
    }

    fn output_register(&mut self, variable: VarId, word: u32) -> Lowered<Virtual> {
        if let Some(Binding::Home(home)) = self.bindings.get(variable) {
            return Ok(home + word);
        }
        let words = self.variable_value(variable)?;
        Ok(match words.get(word as usize) {
            Some(&register) => register,
            None => self.constant(0),
        })
    }

    /// Appends the outputs as they are to the stream.
    pub fn emit_vertex(&mut self, stream: u32) -> Lowered<()> {
        let registers = self.emit_registers.clone();
        for ((variable, word, _), (register, _)) in self.output_words().into_iter().zip(registers) {
            let value = self.output_register(variable, word)?;
            if !self.emitted.contains(&(register, value)) {
                self.push(Operation::copy(Code::Move, register, value));
                self.emitted.retain(|&(other, _)| other != register);
                let home = matches!(self.linear.origins.get(value as usize), Some(Origin::Home(_)));
                if !home {
                    self.emitted.push((register, value));
                }
            }
        }
        self.push(Operation { code: Code::EmitVertex, dst: NO, a: NO, b: NO, c: NO, d: 0, imm: stream });
        Ok(())
    }
}

fn patch_root(word: u32, words: u32) -> Root {
    Root::Record { kind: Record::Patch, vertex: NO, packed: true, member: (word, words) }
}

fn attribute_words(ty: &Type, location: u32, out: &mut Vec<(u32, u8)>) {
    match ty {
        Type::Array(element, length) => {
            let each = attribute_locations(element);
            (0..(*length).min(256)).for_each(|index| attribute_words(element, location.saturating_add(each.saturating_mul(index)), out));
        }
        Type::Matrix(scalar, columns, rows) => {
            let column = Type::Vector(*scalar, *rows);
            (0..u32::from(*columns)).for_each(|index| attribute_words(&column, location.saturating_add(index), out));
        }
        _ => out.extend((0..types::words(ty).min(8)).map(|word| (location, word as u8))),
    }
}

fn attribute_locations(ty: &Type) -> u32 {
    match ty {
        Type::Array(element, length) => attribute_locations(element).saturating_mul(*length),
        Type::Matrix(_, columns, _) => u32::from(*columns),
        _ => 1,
    }
}

fn builtin_output(shader: &Shader, builtin: BuiltinVariable, word: u32) -> Option<Output> {
    let component = (word % 4) as u8;
    let location = (word / 4).min(255) as u8;
    Some(match builtin {
        BuiltinVariable::FragColor => Output::AllColors { component },
        BuiltinVariable::FragData => Output::FragmentColor { location, index: 0, component },
        BuiltinVariable::FragDepth => Output::FragmentDepth,
        BuiltinVariable::SampleMask if word == 0 => Output::SampleMask,
        _ => {
            let word = builtin_word(shader, builtin, word, false)?;
            Output::Varying { slot: u16::try_from(word / 4).ok()?, component: (word % 4) as u8 }
        }
    })
}

fn fragment_words(ty: &Type, location: u32, index: u32, component: u32, out: &mut Vec<Option<Output>>) {
    if let Type::Array(element, length) = ty {
        (0..(*length).min(64)).for_each(|number| fragment_words(element, location.saturating_add(number), index, component, out));
        return;
    }
    for word in 0..types::words(ty).min(16) {
        let output = (|| {
            let component = u8::try_from(component.checked_add(word)?).ok()?;
            Some(Output::FragmentColor { location: u8::try_from(location).ok()?, index: u8::try_from(index).ok()?, component })
        })();
        out.push(output.filter(|_| component + word < 4));
    }
}

fn varying_words(shader: &Shader, ty: &Type, word: Option<u32>, out: &mut Vec<Option<Output>>) {
    let output = |word: u32| Some(Output::Varying { slot: u16::try_from(word / 4).ok()?, component: (word % 4) as u8 });
    match ty {
        Type::Struct(structure) if structure.members.iter().any(|member| member.qualifiers.builtin.is_some()) => {
            for (position, member) in structure.members.iter().enumerate() {
                match member.qualifiers.builtin {
                    Some(builtin) => {
                        let words = 0..types::words(&member.ty).min(64);
                        out.extend(words.map(|index| builtin_word(shader, builtin, index, false).and_then(output)));
                    }
                    None => {
                        let at = word.map(|word| word.saturating_add(types::member_word(structure, position)));
                        varying_words(shader, &member.ty, at, out);
                    }
                }
            }
        }
        _ => match word {
            Some(word) => {
                let mut numbers = Vec::new();
                types::record_words(ty, word, &mut numbers);
                out.extend(numbers.into_iter().map(output));
            }
            None => out.extend((0..types::words(ty).min(4096)).map(|_| None)),
        },
    }
}
