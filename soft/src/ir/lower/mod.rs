//! From checked shaders to linear code.
//!
//! Every value is a list of virtual registers. A variable is bound to the registers of its value: an assignment in straight-line code only
//! binds it anew. Where control flow meets, what the sides bound differently becomes a phi; variables that a loop changes are
//! phis throughout it. Only arrays with dynamic indices live in registers of their own (stack slots).

mod analysis;
mod arithmetic;
mod buffer;
mod builtin;
mod call;
mod control;
mod expression;
mod fold;
mod interface;
mod path;
mod statement;
mod types;
mod values;

use super::bytecode::{Bytecode, Code, Output};
use super::linear::{Construct, Linear, NO, Operation, Origin, Shape, Virtual};
use crate::hir::{Shader, Stage, VarId};
use analysis::Analysis;
use path::Path;
use std::rc::Rc;
use values::{Numbering, Words};

/// What goes wrong is a line for the program's log.
type Lowered<T> = Result<T, String>;

/// Deepest nesting of statements and expressions. The thread that lowers has the stack for it.
const MAXIMUM_DEPTH: u32 = 4000;
/// Bytes of that stack: the largest frames are a few kilobytes.
const STACK: usize = 256 << 20;
/// Largest value, words.
const MAXIMUM_WORDS: u32 = 60_000;

/// What a variable stands for.
#[derive(Clone)]
pub enum Binding {
    /// Nothing yet.
    None,
    Words(Rc<[Virtual]>),
    /// First register of an array that is indexed dynamically.
    StackSlot(Virtual),
    /// A parameter of an opaque type: what the argument denotes.
    Alias(Rc<Path>),
}

/// What `break`, `continue` and `return` lead to.
pub enum Frame {
    Loop(LoopFrame),
    Switch(ExitFrame),
    Function {
        /// The pseudo variable of the result.
        result: VarId,
        exit: Option<ExitFrame>,
    },
}

/// A variable, its phis, its values before the loop.
type LoopPhi = (VarId, Rc<[Virtual]>, Rc<[Virtual]>);

/// A loop that is being lowered.
pub struct LoopFrame {
    construct: u32,
    /// Variable, phis, values before the loop.
    phis: Vec<LoopPhi>,
    /// Phis that got another value.
    changed: std::collections::HashSet<Virtual>,
    breaks: bool,
    continues: bool,
}

/// A region that lanes may leave early.
pub struct ExitFrame {
    construct: u32,
    /// Length of the journal when it began.
    mark: usize,
    /// Early exits: index of the operation, values at that point of what had changed.
    sites: Vec<(usize, Vec<(VarId, Binding)>)>,
}

/// The state of lowering one shader.
pub struct Lowering<'a> {
    shader: &'a Shader,
    analysis: Analysis,
    linear: Linear,
    numbering: Numbering,
    /// Too large: found where no error can be returned.
    failed: Option<String>,
    /// By variable; behind the shader's own come the results of functions and one for `?:`.
    bindings: Vec<Binding>,
    /// Inputs, bound when they are first read.
    inputs: Vec<Option<Rc<[Virtual]>>>,
    /// Bindings that were replaced: variable and what it was bound to.
    journal: Vec<(VarId, Binding)>,
    frames: Vec<Frame>,
    /// The innermost construct.
    construct: u32,
    /// Whether a lane may get here.
    reachable: bool,
    depth: u32,
    /// Geometry stages: for each output register what was last moved there, as far as it is known.
    emitted: Vec<(Virtual, Virtual)>,
    /// Geometry stages: registers that EmitVertex reads.
    emit_registers: Vec<(Virtual, Output)>,
    facts: Bytecode,
}

/// Lowers a shader to linear code and the facts of its [`Bytecode`] (its operations and registers are still to come).
pub fn lower(shader: &Shader) -> Lowered<(Linear, Bytecode)> {
    // Deeply nested source needs more stack than a C thread may have left.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name(String::from("glmeter-lower")).stack_size(STACK);
        let handle =
            thread.spawn_scoped(scope, || lower_here(shader)).map_err(|_| String::from("out of memory while lowering a shader"))?;
        handle.join().unwrap_or_else(|_| Err(String::from("internal error while lowering a shader")))
    })
}

fn lower_here(shader: &Shader) -> Lowered<(Linear, Bytecode)> {
    let analysis = Analysis::new(shader)?;
    let bindings = vec![Binding::None; shader.variables.len() + shader.functions.len() + 1];
    let mut lowering = Lowering {
        shader,
        analysis,
        linear: Linear::default(),
        numbering: Numbering::default(),
        failed: None,
        bindings,
        inputs: vec![None; shader.variables.len()],
        journal: Vec::new(),
        frames: Vec::new(),
        construct: 0,
        reachable: true,
        depth: 0,
        emitted: Vec::new(),
        emit_registers: Vec::new(),
        facts: Bytecode::default(),
    };
    lowering.linear.constructs.push(Construct { shape: Shape::Root, parent: 0, phis: Vec::new(), reached: [true; 2] });
    lowering.begin_outputs()?;
    lowering.block(&shader.initialise)?;
    let main = shader.main.ok_or_else(|| String::from("the shader has no main function"))?;
    lowering.call_main(main)?;
    lowering.end_outputs()?;
    lowering.push(Operation::control(Code::End, NO, 0));
    if let Some(message) = lowering.failed {
        return Err(message);
    }
    lowering.linear.edges.sort_by_key(|&(index, _)| index);
    Ok((lowering.linear, lowering.facts))
}

impl Lowering<'_> {
    /// One level deeper; the caller takes it back.
    fn deeper(&mut self) -> Lowered<()> {
        self.depth += 1;
        if self.depth > MAXIMUM_DEPTH {
            return Err(String::from("the shader is too large: nested too deeply"));
        }
        match &self.failed {
            Some(message) => Err(message.clone()),
            None => Ok(()),
        }
    }

    /// Binds a variable.
    fn bind(&mut self, variable: VarId, binding: Binding) {
        if let Some(slot) = self.bindings.get_mut(variable) {
            let old = std::mem::replace(slot, binding);
            self.journal.push((variable, old));
        }
    }

    /// Binds a variable to a value.
    fn bind_words(&mut self, variable: VarId, words: &[Virtual]) {
        self.bind(variable, Binding::Words(Rc::from(words)));
    }

    /// Returns the type of a variable or pseudo variable.
    fn variable_words(&self, variable: VarId) -> u32 {
        self.shader.variables.get(variable).map_or(0, |variable| types::words(&variable.ty))
    }

    /// So many zeros.
    fn zeros(&mut self, count: u32) -> Words {
        let zero = self.constant(0);
        vec![zero; count as usize]
    }

    /// Returns the value of a variable that is bound to words. Words that were never written are 0.
    fn variable_value(&mut self, variable: VarId) -> Lowered<Rc<[Virtual]>> {
        match self.bindings.get(variable) {
            Some(Binding::Words(words)) => Ok(words.clone()),
            Some(&Binding::StackSlot(stack_slot)) => {
                let count = self.variable_words(variable);
                Ok(Rc::from(self.read_stack_slot(stack_slot, count)))
            }
            _ => {
                let count = self.checked_words(variable)?;
                let zeros: Rc<[Virtual]> = Rc::from(self.zeros(count));
                Ok(zeros)
            }
        }
    }

    /// Returns words of a variable, refused where they are too many.
    fn checked_words(&self, variable: VarId) -> Lowered<u32> {
        let count = self.variable_words(variable);
        if count > MAXIMUM_WORDS {
            let name = self.shader.variables.get(variable).map_or("", |variable| variable.name.as_str());
            return Err(format!("the shader is too large: {name} needs {count} words"));
        }
        Ok(count)
    }

    /// Copies of stack slot registers as they are now.
    fn read_stack_slot(&mut self, stack_slot: Virtual, count: u32) -> Words {
        let first = self.registers(count, Origin::Temporary);
        for index in 0..count {
            self.push(Operation::copy(Code::Move, first + index, stack_slot + index));
        }
        (first..first + count).collect()
    }

    /// Gives a variable its stack slot, filled with a value.
    fn make_home(&mut self, variable: VarId, value: &[Virtual]) -> Lowered<()> {
        let count = self.checked_words(variable)?;
        let stack_slot = self.registers(count, Origin::StackSlot(self.construct));
        self.glue(stack_slot, count);
        for (index, &word) in (0..count).zip(value) {
            self.push(Operation::copy(Code::MoveActive, stack_slot + index, word));
        }
        self.bind(variable, Binding::StackSlot(stack_slot));
        Ok(())
    }

    /// A variable comes to life with a value.
    fn declare(&mut self, variable: VarId, value: &[Virtual]) -> Lowered<()> {
        if self.analysis.in_stack_slot.get(variable).copied().unwrap_or(false) {
            self.make_home(variable, value)
        } else {
            self.bind_words(variable, value);
            Ok(())
        }
    }

    fn stage(&self) -> Stage {
        self.shader.stage
    }
}
