//! Outputs of a stage: the words that it writes when it ends, or with each emitted vertex.

use crate::ir::bytecode::{Code, Input, Output, Stream};
use crate::ir::linear::{NO_REGISTER, Operation, Origin, Virtual};
use crate::ir::lower::{Binding, Lowered, Lowering, types};
use base::hir::{BlockLayout, BuiltinVariable, Location, Shader, Stage, Storage, Type, VarId};

impl Lowering<'_> {
    /// Binds the initial values of outputs, and allocates the registers that EmitVertex reads.
    pub fn begin_outputs(&mut self) -> Lowered<()> {
        let shader = self.shader;
        self.bytecode.input_stride = (shader.input_slots.len() * 4) as u32;
        self.bytecode.output_stride = (shader.output_slots.len() * 4) as u32;
        if matches!(shader.stage, Stage::TessControl | Stage::TessEvaluation) {
            self.bytecode.patch_stride = 8;
        }
        for (id, variable) in shader.variables.iter().enumerate() {
            if let (Storage::Shared, Location::Shared { offset }) = (&variable.storage, self.location(id)) {
                let (size, _) = base::hir::layout::size_and_alignment(&variable.ty, BlockLayout::Std430, false);
                let end = u32::try_from(u64::from(offset) + size).unwrap_or(u32::MAX);
                self.bytecode.shared_size = self.bytecode.shared_size.max(end);
            }
            let output = match variable.storage {
                Storage::Out | Storage::OutBlock => shader.stage != Stage::TessControl,
                Storage::Builtin(builtin) => self.is_output(builtin),
                _ => false,
            };
            if !output {
                if self.analysis.in_stack_slot[id] && !self.analysis.local[id] {
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
                _ if variable.qualifiers.fetched => self.stored_colors(&variable.ty, &self.location(id), count),
                _ => self.zeros(count),
            };
            self.declare(id, &value)?;
        }
        if shader.stage == Stage::Geometry {
            for (_, _, output) in self.output_words() {
                let register = self.register(Origin::Phi(0));
                self.emit_registers.push((register, output));
            }
            self.linear.outputs = self.emit_registers.clone();
        }
        Ok(())
    }

    /// Returns the stored colours of an output that is `inout`.
    fn stored_colors(&mut self, ty: &Type, location: &Location, count: u32) -> Vec<Virtual> {
        let mut words = Vec::new();
        if let Location::FragmentOutput { location, index: 0, component } = *location {
            fragment_words(ty, location, 0, component, &mut words);
        }
        words.resize(count as usize, None);
        let word = |output: Option<Output>| match output {
            Some(Output::FragmentColor { location, component, .. }) => self.input(Input::StoredColor { location, component }),
            _ => self.constant(0),
        };
        words.into_iter().map(word).collect()
    }

    /// Returns every output word: the variable, the word of its value, and the destination.
    fn output_words(&self) -> Vec<(VarId, u32, Output)> {
        let shader = self.shader;
        let mut all = Vec::new();
        for (id, variable) in shader.variables.iter().enumerate() {
            let mut words = Vec::new();
            match (&variable.storage, self.location(id)) {
                (Storage::Builtin(builtin), _)
                    if self.is_output(*builtin) && (self.analysis.assigned[id] || variable.used && shader.stage != Stage::Fragment) =>
                {
                    for word in 0..types::words(&variable.ty).min(64) {
                        words.push(builtin_output(shader, *builtin, word));
                    }
                }
                (Storage::Out, Location::FragmentOutput { location, index, component })
                    if self.analysis.assigned[id] || variable.qualifiers.fetched =>
                {
                    fragment_words(&variable.ty, location, index, component, &mut words);
                }
                (Storage::Out | Storage::OutBlock, location) if !matches!(shader.stage, Stage::Fragment | Stage::TessControl) => {
                    let word = match location {
                        Location::Varying { slot, component } => Some(slot.saturating_mul(4).saturating_add(component)),
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

    /// Records the registers that hold the outputs at the end of main.
    pub fn end_outputs(&mut self) -> Lowered<()> {
        if self.stage() == Stage::Geometry {
            return Ok(());
        }
        self.bytecode.writes_depth = false;
        for (variable, word, output) in self.output_words() {
            self.bytecode.writes_depth |= output == Output::FragmentDepth;
            let register = self.output_register(variable, word)?;
            self.linear.outputs.push((register, output));
        }
        Ok(())
    }

    fn output_register(&mut self, variable: VarId, word: u32) -> Lowered<Virtual> {
        if let Some(Binding::StackSlot(stack_slot)) = self.bindings.get(variable) {
            return Ok(stack_slot + word);
        }
        let words = self.variable_value(variable)?;
        Ok(match words.get(word as usize) {
            Some(&register) => register,
            None => self.constant(0),
        })
    }

    /// Emits the current values of the outputs as a vertex of a stream.
    pub fn emit_vertex(&mut self, stream: Stream) -> Lowered<()> {
        let registers = self.emit_registers.clone();
        for ((variable, word, _), (register, _)) in self.output_words().into_iter().zip(registers) {
            let value = self.output_register(variable, word)?;
            if !self.emitted.contains(&(register, value)) {
                self.push(Operation::copy(Code::Move, register, value));
                self.emitted.retain(|&(other, _)| other != register);
                let stack_slot = matches!(self.linear.origins.get(value as usize), Some(Origin::StackSlot(_)));
                if !stack_slot {
                    self.emitted.push((register, value));
                }
            }
        }
        self.push(Operation::new(Code::EmitVertex, NO_REGISTER, [NO_REGISTER; 3], stream));
        Ok(())
    }
}

fn builtin_output(shader: &Shader, builtin: BuiltinVariable, word: u32) -> Option<Output> {
    let component = (word % 4) as u8;
    let location = (word / 4).min(255) as u8;
    Some(match builtin {
        BuiltinVariable::FragColor => Output::AllColors { component },
        BuiltinVariable::FragData => Output::FragmentColor { location, index: 0, component },
        BuiltinVariable::SecondaryFragColor => Output::FragmentColor { location: 0, index: 1, component },
        BuiltinVariable::SecondaryFragData => Output::FragmentColor { location, index: 1, component },
        BuiltinVariable::FragDepth => Output::FragmentDepth,
        BuiltinVariable::FragStencilRef => Output::FragmentStencil,
        BuiltinVariable::SampleMask if word == 0 => Output::SampleMask,
        _ => {
            let word = types::builtin_word(shader, builtin, word, false)?;
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
                        out.extend(words.map(|index| types::builtin_word(shader, builtin, index, false).and_then(output)));
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
