//! Lowering: type-checked shaders to linear code.
//!
//! Every value is a list of virtual registers. A variable is bound to the registers of its value: an assignment in straight-line code only
//! rebinds it. Where control flow joins, words that the sides bound differently become phis; variables that a loop changes are phis
//! throughout the loop. Only arrays with dynamic indices live in stack slots, which are registers of their own.

mod analysis;
mod arithmetic;
mod buffer;
mod builtin;
mod call;
mod cases;
mod control;
mod expression;
mod fold;
mod functions;
mod inlining;
mod interface;
mod long;
mod path;
mod statement;
mod types;
mod unroll;
mod values;
mod walk;

use super::bytecode::{Bytecode, Code, Output};
use super::linear::{Construct, ConstructKind, Linear, NO_REGISTER, Operation, Origin, Virtual};
use analysis::Analysis;
use base::hir::layout::{self, Arrangement};
use base::hir::{BlockLayout, Expr, Shader, Stage, StructType, VarId};
use functions::Functions;
pub use inlining::{Calls, Inlining, inlining, without_inlining};
use path::Path;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use values::{Numbering, Words};

/// The result of lowering; the error is a line for the program's info log.
type Lowered<T> = Result<T, String>;

/// The deepest nesting of statements, expressions and inlined functions. The stack of the lowering thread suffices for it.
const MAXIMUM_DEPTH: u32 = 40_000;
/// The largest value, in words.
const MAXIMUM_WORDS: u32 = 60_000;
/// The limit of the work of lowering one shader: the statements, expressions and types that are visited, inlined functions each time, and the
/// words of values by [`WORDS_OF_WORK`]. Text of a few lines can call functions so that no computer would ever visit all of them.
const MAXIMUM_WORK: u64 = 1 << 21;
/// The number of words that are copied as fast as an expression is lowered.
const WORDS_OF_WORK: usize = 16;

/// The binding of a variable.
#[derive(Clone)]
pub enum Binding {
    /// None yet.
    None,
    /// The registers of its words.
    Words(Rc<[Virtual]>),
    /// The first register of an array that is indexed dynamically.
    StackSlot(Virtual),
    /// A parameter of an opaque type: the path of the argument.
    Alias(Rc<Path>),
}

/// A target of `break`, `continue` or `return`.
pub enum Frame {
    Loop(LoopFrame),
    Switch(ExitFrame),
    Function {
        /// The pseudo variable that holds the result.
        result: VarId,
        /// The region to leave, if the function returns early.
        exit: Option<ExitFrame>,
    },
}

/// A variable, its phis, and its values before the loop.
type LoopPhi = (VarId, Rc<[Virtual]>, Rc<[Virtual]>);

/// A loop that is being lowered.
pub struct LoopFrame {
    construct: u32,
    /// The variables that the loop changes.
    phis: Vec<LoopPhi>,
    /// Phis that were written in the loop.
    changed: std::collections::HashSet<Virtual>,
    /// True if the loop contains a `break`.
    breaks: bool,
    /// True if the loop contains a `continue`.
    continues: bool,
}

/// A region that lanes may leave early.
pub struct ExitFrame {
    construct: u32,
    /// The length of the journal when it began.
    mark: usize,
    /// The early exits: the index of the operation, and the changed bindings at that point.
    sites: Vec<(usize, Vec<(VarId, Binding)>)>,
}

/// The byte offsets of the members of structures in blocks, by the address of the structure, which stays alive here.
type MemberOffsets = HashMap<(usize, BlockLayout, Arrangement), (Arc<StructType>, Rc<[u64]>)>;

/// The state of lowering one shader.
pub struct Lowering<'a> {
    shader: &'a Shader,
    analysis: Analysis,
    linear: Linear,
    numbering: Numbering,
    /// The first error found by a function that cannot return one: the shader is too large.
    failed: Option<String>,
    /// The bindings by variable. The pseudo variables of function results and of `?:` follow the shader's own variables.
    bindings: Vec<Binding>,
    /// The words of inputs, which are bound when first read.
    inputs: Vec<Option<Rc<[Virtual]>>>,
    /// The location that an interpolation function evaluates inputs at, while its argument is lowered.
    interpolated_at: Option<interface::interpolate::At>,
    /// The log of replaced bindings: each variable with its previous binding.
    journal: Vec<(VarId, Binding)>,
    /// The enclosing loops, switches and functions.
    frames: Vec<Frame>,
    /// The innermost construct.
    construct: u32,
    /// False after an unconditional jump: no lane executes what follows.
    reachable: bool,
    /// The nesting depth of statements and expressions.
    depth: u32,
    /// The work so far.
    work: u64,
    /// The expressions of loops that are lowered turn by turn.
    unrolled: usize,
    offsets: MemberOffsets,
    functions: Functions,
    /// Geometry stages: the value last moved to each output register, where known.
    emitted: Vec<(Virtual, Virtual)>,
    /// Geometry stages: the registers that EmitVertex reads.
    emit_registers: Vec<(Virtual, Output)>,
    /// The bytecode's properties so far; operations and registers are filled in later.
    bytecode: Bytecode,
}

/// Lowers a shader to linear code and a [`Bytecode`] with its properties, whose operations and registers are still empty. `stays` is true for
/// each function that stays a function. The types of the shader's variables must not be [too large](layout::too_large). This recurses as deeply
/// as statements, expressions and inlined functions nest.
pub fn lower(shader: &Shader, stays: Vec<bool>) -> Lowered<(Linear, Bytecode)> {
    let mut analysis = Analysis::new(shader)?;
    analysis.share(shader, &stays);
    let functions = Functions::new(stays, &analysis.order);
    let mut lowering = Lowering::new(shader, analysis, functions);
    lowering.begin_outputs()?;
    lowering.block(&shader.initialise)?;
    let main = shader.main.ok_or_else(|| String::from("the shader has no main function"))?;
    lowering.call_main(main)?;
    lowering.end_outputs()?;
    lowering.push(Operation::control(Code::End, NO_REGISTER, 0));
    lowering.lower_functions()?;
    if let Some(message) = lowering.failed {
        return Err(message);
    }
    lowering.linear.edges.sort_by_key(|&(index, _)| index);
    Ok((lowering.linear, lowering.bytecode))
}

/// Returns the words of an expression: those that a shader computes, because they are lowered as there, and operations on constants fold. Returns
/// `None` if some of the expression does not fold. It must not name variables and functions of a shader. This recurses as deeply as it nests.
pub fn constant(expression: &Expr) -> Option<Vec<u32>> {
    let shader = Shader::new(Stage::Vertex);
    let mut lowering = Lowering::new(&shader, Analysis::default(), Functions::default());
    let words = lowering.expression(expression).ok()?;
    if lowering.failed.is_some() || !lowering.linear.ops.is_empty() {
        return None;
    }
    words.into_iter().map(|word| lowering.constant_value(word)).collect()
}

impl<'a> Lowering<'a> {
    /// Creates the state before anything is lowered.
    fn new(shader: &'a Shader, analysis: Analysis, functions: Functions) -> Self {
        let mut linear = Linear::default();
        linear.constructs.push(Construct { kind: ConstructKind::Root, parent: 0, phis: Vec::new(), reached: [true; 2] });
        Self {
            shader,
            analysis,
            linear,
            numbering: Numbering::default(),
            failed: None,
            bindings: vec![Binding::None; shader.variables.len() + shader.functions.len() + 1],
            inputs: vec![None; shader.variables.len()],
            interpolated_at: None,
            journal: Vec::new(),
            frames: Vec::new(),
            construct: 0,
            reachable: true,
            depth: 0,
            work: 0,
            unrolled: 0,
            offsets: HashMap::new(),
            functions,
            emitted: Vec::new(),
            emit_registers: Vec::new(),
            bytecode: Bytecode::default(),
        }
    }
}

impl Lowering<'_> {
    /// Enters a nesting level; the caller decrements `depth` afterwards.
    fn enter_nesting(&mut self) -> Lowered<()> {
        self.depth += 1;
        self.charge(1);
        if self.depth > MAXIMUM_DEPTH {
            return Err(String::from("the shader is too large: nested too deeply"));
        }
        match &self.failed {
            Some(message) => Err(message.clone()),
            None => Ok(()),
        }
    }

    /// Counts work. Beyond the limit the next statement or expression fails.
    fn charge(&mut self, units: usize) {
        self.work += units as u64;
        if self.work > MAXIMUM_WORK {
            self.failed.get_or_insert_with(|| {
                format!("the shader is too large: it has more than {MAXIMUM_WORK} statements and expressions, those of inlined functions included")
            });
        }
    }

    /// Counts the work of copying the words of a value.
    fn charge_words(&mut self, words: usize) {
        self.charge(words / WORDS_OF_WORK);
    }

    /// Returns the byte offsets of the members of a structure in a block.
    fn member_offsets(&mut self, structure: &Arc<StructType>, layout: BlockLayout, arrangement: Arrangement) -> Rc<[u64]> {
        let key = (Arc::as_ptr(structure).addr(), layout, arrangement);
        if let Some((_, offsets)) = self.offsets.get(&key) {
            return offsets.clone();
        }
        self.charge(structure.summary().parts as usize);
        let offsets: Rc<[u64]> = Rc::from(layout::member_offsets(structure, layout, arrangement));
        self.offsets.insert(key, (structure.clone(), offsets.clone()));
        offsets
    }

    /// Binds a variable, and logs its previous binding.
    fn bind(&mut self, variable: VarId, binding: Binding) {
        if let Some(slot) = self.bindings.get_mut(variable) {
            let old = std::mem::replace(slot, binding);
            self.journal.push((variable, old));
        }
    }

    /// Binds a variable to the words of a value.
    fn bind_words(&mut self, variable: VarId, words: &[Virtual]) {
        self.charge_words(words.len());
        self.bind(variable, Binding::Words(Rc::from(words)));
    }

    /// Returns the number of words of a variable or pseudo variable.
    fn variable_words(&self, variable: VarId) -> u32 {
        self.shader.variables.get(variable).map_or(0, |variable| types::words(&variable.ty))
    }

    /// Returns `count` words of 0.
    fn zeros(&mut self, count: u32) -> Words {
        self.charge_words(count as usize);
        let zero = self.constant(0);
        vec![zero; count as usize]
    }

    /// Returns the words of a variable. Words that were never written are 0.
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

    /// Returns the number of words of a variable, or an error if there are too many.
    fn checked_words(&self, variable: VarId) -> Lowered<u32> {
        let count = self.variable_words(variable);
        if count > MAXIMUM_WORDS {
            let name = self.shader.variables.get(variable).map_or("", |variable| variable.name.as_str());
            return Err(format!("the shader is too large: {name} needs {count} words"));
        }
        Ok(count)
    }

    /// Copies the current contents of a stack slot.
    fn read_stack_slot(&mut self, stack_slot: Virtual, count: u32) -> Words {
        let first = self.registers(count, Origin::Temporary);
        for index in 0..count.min(self.linear.origins.len() as u32 - first) {
            self.push(Operation::copy(Code::Move, first + index, stack_slot + index));
        }
        (first..first + count).collect()
    }

    /// Allocates the stack slot of a variable and fills it with a value.
    fn make_stack_slot(&mut self, variable: VarId, value: &[Virtual]) -> Lowered<()> {
        let count = self.checked_words(variable)?;
        let stack_slot = self.registers(count, Origin::StackSlot(self.construct));
        self.make_contiguous(stack_slot, count);
        for (index, &word) in (0..count).zip(value) {
            self.push(Operation::copy(Code::MoveActive, stack_slot + index, word));
        }
        self.bind(variable, Binding::StackSlot(stack_slot));
        Ok(())
    }

    /// Declares a variable with an initial value.
    fn declare(&mut self, variable: VarId, value: &[Virtual]) -> Lowered<()> {
        // A global variable has one stack slot, which functions know.
        let global = self.analysis.local.get(variable).is_some_and(|local| !local);
        if global && matches!(self.bindings.get(variable), Some(Binding::StackSlot(_))) {
            return self.assign_declared(variable, value);
        }
        if self.analysis.in_stack_slot.get(variable).copied().unwrap_or(false) {
            self.make_stack_slot(variable, value)
        } else {
            self.bind_words(variable, value);
            Ok(())
        }
    }

    /// Assigns to a variable that is declared already.
    fn assign_declared(&mut self, variable: VarId, value: &[Virtual]) -> Lowered<()> {
        let Some(&Binding::StackSlot(stack_slot)) = self.bindings.get(variable) else {
            self.bind_words(variable, value);
            return Ok(());
        };
        let count = self.checked_words(variable)?;
        for (register, &word) in (stack_slot..stack_slot.saturating_add(count)).zip(value) {
            self.push(Operation::copy(Code::MoveActive, register, word));
        }
        Ok(())
    }

    fn stage(&self) -> Stage {
        self.shader.stage
    }
}
