//! Functions that stay functions: each is lowered once, after all code that calls it.
//!
//! A call moves the arguments to registers of the function, and its results from there. GLSL has no recursion: no function is entered twice at
//! once, so that its registers need no stack. The moves write all lanes, as inlined code would: derivatives in the function see the lanes of a
//! quad that do not call it as well.

use super::path::{Path, Root};
use super::values::Words;
use super::{Binding, Lowered, Lowering};
use crate::ir::bytecode::Code;
use crate::ir::linear::{Construct, ConstructKind, NO_REGISTER, Operation, Origin, Virtual};
use base::hir::{Direction, FunctionId, VarId};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// The registers of an argument or a result.
#[derive(Clone, Copy)]
struct Registers {
    first: Virtual,
    count: u32,
}

impl Registers {
    fn iter(self) -> impl Iterator<Item = Virtual> {
        (self.first..).take(self.count as usize)
    }
}

/// A parameter of a function that stays a function.
#[derive(Clone)]
enum Parameter {
    Registers(Registers),
    /// One of an opaque type: the path of the argument.
    Alias(Rc<Path>),
}

/// A function that stays a function, for certain arguments of opaque types.
struct Instance {
    function: FunctionId,
    construct: u32,
    parameters: Rc<[Parameter]>,
    result: Registers,
}

/// The argument of an opaque type: its root, offset and end.
type Opaque = (u8, u32, u32, u32);

/// The functions of a shader that stay functions.
#[derive(Default)]
pub struct Functions {
    /// For each function, true if it stays one.
    stays: Vec<bool>,
    /// For each function, its place in the order of [`super::analysis::Analysis`].
    places: Vec<usize>,
    instances: Vec<Instance>,
    known: HashMap<(FunctionId, Vec<Option<Opaque>>), usize>,
    /// The instances to lower, by the place of the function.
    pending: BTreeSet<(usize, usize)>,
}

impl Functions {
    /// Creates the table. `stays` is true for each function that stays one; `order` holds all functions, each after those that it calls.
    pub fn new(stays: Vec<bool>, order: &[FunctionId]) -> Self {
        let mut places = vec![0; stays.len()];
        order.iter().enumerate().for_each(|(place, &function)| places[function] = place);
        Self { stays, places, ..Self::default() }
    }
}

/// Returns what tells arguments of opaque types apart, or `None` if the argument is not known before the shader runs.
fn opaque(path: &Path) -> Option<Opaque> {
    let root = match path.root {
        Root::Uniform => (0, 0),
        Root::Counter { buffer } => (1, buffer),
        Root::Unassigned => (2, 0),
        _ => return None,
    };
    (path.index == NO_REGISTER && path.swizzle.is_none()).then_some((root.0, root.1, path.offset, path.end))
}

impl Lowering<'_> {
    /// Returns the instance to call for these arguments, or `None` if the function is to be inlined.
    pub fn instance(&mut self, function: FunctionId, arguments: &[Binding]) -> Lowered<Option<usize>> {
        if !self.functions.stays.get(function).copied().unwrap_or(false) {
            return Ok(None);
        }
        let mut key = Vec::with_capacity(arguments.len());
        for argument in arguments {
            key.push(match argument {
                Binding::Alias(path) => match opaque(path) {
                    Some(opaque) => Some(opaque),
                    None => return Ok(None),
                },
                _ => None,
            });
        }
        if let Some(&instance) = self.functions.known.get(&(function, key.clone())) {
            return Ok(Some(instance));
        }
        let shader = self.shader;
        let Some(callee) = shader.functions.get(function) else { return Ok(None) };
        let construct = self.linear.constructs.len() as u32;
        self.linear.constructs.push(Construct { kind: ConstructKind::Function, parent: 0, phis: Vec::new(), reached: [true; 2] });
        let mut parameters = Vec::with_capacity(callee.parameters.len());
        for (&(parameter, _), argument) in callee.parameters.iter().zip(arguments) {
            parameters.push(match argument {
                Binding::Alias(path) => Parameter::Alias(path.clone()),
                _ => {
                    let count = self.checked_words(parameter)?;
                    Parameter::Registers(self.parameter_registers(count, construct))
                }
            });
        }
        let count = super::types::words(&callee.result);
        if count > super::MAXIMUM_WORDS {
            return Err(String::from(super::call::RESULT_TOO_LARGE));
        }
        let result = self.parameter_registers(count, construct);
        let number = self.functions.instances.len();
        let place = self.functions.places.get(function).copied().unwrap_or(0);
        self.functions.instances.push(Instance { function, construct, parameters: parameters.into(), result });
        self.functions.known.insert((function, key), number);
        self.functions.pending.insert((place, number));
        Ok(Some(number))
    }

    fn parameter_registers(&mut self, count: u32, construct: u32) -> Registers {
        self.charge_words(count as usize);
        Registers { first: self.registers(count, Origin::Parameter(construct)), count }
    }

    /// Copies registers of a function.
    fn copies(&mut self, registers: Registers) -> Words {
        self.charge_words(registers.count as usize);
        registers.iter().map(|register| self.emit_impure(Code::Move, [register, NO_REGISTER, NO_REGISTER], ())).collect()
    }

    /// Calls an instance; returns the result. Writes the arguments with a path back.
    pub fn call_instance(&mut self, instance: usize, arguments: &[Binding], paths: Vec<Option<Path>>) -> Lowered<Words> {
        let Some(&Instance { construct, ref parameters, result, .. }) = self.functions.instances.get(instance) else {
            return Err(String::from("a call of an unknown function"));
        };
        let parameters = parameters.clone();
        for (parameter, argument) in parameters.iter().zip(arguments) {
            if let (Parameter::Registers(registers), Binding::Words(words)) = (parameter, argument) {
                for (register, &word) in registers.iter().zip(words.iter()) {
                    self.push(Operation::copy(Code::Move, register, word));
                }
            }
        }
        self.push(Operation::control(Code::Call, NO_REGISTER, construct));
        self.emitted.clear();
        let words = self.copies(result);
        // All registers are read before an argument is written, for which another function may be called.
        let mut values = Vec::with_capacity(paths.len());
        for (path, parameter) in paths.into_iter().zip(parameters.iter()) {
            if let (Some(path), &Parameter::Registers(registers)) = (path, parameter) {
                values.push((path, self.copies(registers)));
            }
        }
        for (path, value) in values {
            self.write(&path, &value)?;
        }
        Ok(words)
    }

    /// Lowers the functions that are called, after main.
    pub fn lower_functions(&mut self) -> Lowered<()> {
        // The variables of functions are declared anew in each.
        for (variable, binding) in self.bindings.iter_mut().enumerate() {
            if self.analysis.local.get(variable).copied().unwrap_or(true) {
                *binding = Binding::None;
            }
        }
        // Those that are called by others come last.
        while let Some((_, instance)) = self.functions.pending.pop_last() {
            self.lower_instance(instance)?;
        }
        Ok(())
    }

    fn lower_instance(&mut self, instance: usize) -> Lowered<()> {
        let shader = self.shader;
        let Some(&Instance { function, construct, ref parameters, result }) = self.functions.instances.get(instance) else { return Ok(()) };
        let parameters = parameters.clone();
        let Some(callee) = shader.functions.get(function) else { return Ok(()) };
        // Values of the code before are not known here.
        self.numbering.forget();
        self.numbering.stable_from = self.linear.ops.len();
        self.emitted.clear();
        self.charge(self.inputs.len() / 4);
        self.inputs.fill(None);
        self.journal.clear();
        self.frames.clear();
        self.reachable = true;
        self.depth = 0;
        self.construct = construct;
        self.push(Operation::control(Code::Function, NO_REGISTER, construct));
        self.enter_scope();
        for (&(variable, _), parameter) in callee.parameters.iter().zip(parameters.iter()) {
            match parameter {
                Parameter::Alias(path) => self.bind(variable, Binding::Alias(path.clone())),
                Parameter::Registers(registers) => {
                    let words: Words = registers.iter().collect();
                    self.declare(variable, &words)?;
                }
            }
        }
        self.body(function, callee.body.as_deref().unwrap_or_default())?;
        if self.reachable {
            self.write_results(function, &parameters, result)?;
        }
        self.leave_scope();
        self.push(Operation::control(Code::FunctionEnd, NO_REGISTER, construct));
        self.construct = 0;
        self.restore(0);
        if let Some(message) = &self.failed { Err(message.clone()) } else { Ok(()) }
    }

    /// Writes the result of a function and its out arguments to its registers.
    fn write_results(&mut self, function: FunctionId, parameters: &[Parameter], result: Registers) -> Lowered<()> {
        let mut pending: Vec<(Virtual, Virtual)> = Vec::new();
        if let Some(Binding::Words(words)) = self.bindings.get(self.result_of(function)) {
            pending.extend(result.iter().zip(words.iter().copied()));
        }
        let outs: Vec<(VarId, Registers)> = match self.shader.functions.get(function) {
            Some(callee) => callee
                .parameters
                .iter()
                .zip(parameters)
                .filter_map(|(&(variable, direction), parameter)| match parameter {
                    Parameter::Registers(registers) if direction != Direction::In => Some((variable, *registers)),
                    _ => None,
                })
                .collect(),
            None => Vec::new(),
        };
        for (variable, registers) in outs {
            let words = self.variable_value(variable)?;
            pending.extend(registers.iter().zip(words.iter().copied()));
        }
        pending.retain(|(register, word)| register != word);
        self.charge_words(pending.len());
        // All are written at once: a register that is read after being written must be copied first.
        let written: HashSet<Virtual> = pending.iter().map(|&(register, _)| register).collect();
        for entry in &mut pending {
            if written.contains(&entry.1) {
                entry.1 = self.emit_impure(Code::Move, [entry.1, NO_REGISTER, NO_REGISTER], ());
            }
        }
        for (register, word) in pending {
            self.push(Operation::copy(Code::Move, register, word));
        }
        Ok(())
    }
}
