//! SPIR-V modules to checked shaders: [`Module::read`] parses a binary, and [`Module::specialize`] translates one of its entry points to the
//! representation that the GLSL compiler makes as well. Linking, lowering and execution are shared.
//!
//! A module is hostile input: whatever its words are, the result is a shader or one line for the info log.

mod arithmetic;
mod builtins;
mod capabilities;
mod composites;
mod constants;
mod control_flow;
mod extended;
mod flow;
mod functions;
mod hoist;
mod images;
mod instructions;
mod interface;
mod memory;
mod module;
mod places;
mod scan;
mod stage;
mod switches;
#[cfg(test)]
mod tests;
mod types;

pub use capabilities::EXTENSIONS;

use base::core::stack;
use base::hir::{
    Builtin, Expr, ExprKind, Function, Qualifiers, Scalar, Shader, Stage, StageLayout, Statement, Storage, Type, VarId, Variable,
};
use constants::Constant;
use interface::Global;
use module::{Id, Index};
use rspirv::dr;
use rspirv::spirv::Op;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use types::Known;

/// The result of a step of the translation; the error is a line for the info log.
type Result<T> = std::result::Result<T, String>;

/// The size of the translator's stack: a module nested up to the limits takes less than a quarter of it in a build without
/// optimisation.
const STACK: usize = 256 << 20;

/// The largest number of values and variables, and of parts that are loaded and stored one by one.
const MAX_PARTS: usize = 1 << 19;

/// A parsed module.
#[derive(Debug)]
pub struct Module {
    parsed: dr::Module,
    bytes: Vec<u8>,
}

/// Returns true if every instruction after the header of five words has a length and ends within the module. The parser panics otherwise.
fn is_divided(words: &[u32]) -> bool {
    let mut rest = words.get(5..).unwrap_or_default();
    while let Some(first) = rest.first() {
        let count = (first >> 16) as usize;
        match rest.get(count..) {
            Some(after) if count > 0 => rest = after,
            _ => return false,
        }
    }
    true
}

/// The result of specializing. The log is one line if there was an error, otherwise empty.
#[derive(Debug)]
pub struct Specialized {
    /// The shader, or `None` if there was an error.
    pub shader: Option<Arc<Shader>>,
    /// The info log.
    pub log: String,
}

impl Module {
    /// Parses a binary of 32-bit words in the byte order of the machine. Returns a description of the first error.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        if !bytes.len().is_multiple_of(4) {
            return Err(String::from("the length of the module is not a multiple of 4"));
        }
        let words: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_ne_bytes(*word)).collect();
        if !is_divided(&words) {
            return Err(String::from("an instruction of the module has no length, or ends beyond the module"));
        }
        let parsed = dr::load_words(words).map_err(|error| error.to_string())?;
        match parsed.header.as_ref().map(dr::ModuleHeader::version) {
            Some((1, 0..=6)) => Ok(Self { parsed, bytes: bytes.to_vec() }),
            _ => Err(String::from("the version of the module is not supported")),
        }
    }

    /// Returns the bytes that the module was read from.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the stages of the entry points with a name; `None` for stages that OpenGL lacks.
    pub fn stages_of(&self, name: &str) -> Vec<Option<Stage>> {
        module::entry_points(&self.parsed).filter(|entry| entry.name == name).map(|entry| entry.stage).collect()
    }

    /// Returns true if the module has a specialization constant with an index.
    pub fn has_constant(&self, index: u32) -> bool {
        module::specialization_indices(&self.parsed).any(|known| known == index)
    }

    /// Translates an entry point of a stage with the given values of specialization constants. Never panics, and never recurses deeper than
    /// its own stack allows.
    pub fn specialize(&self, name: &str, stage: Stage, constants: &HashMap<u32, u32>) -> Specialized {
        let failed = |message: &str| Specialized { shader: None, log: format!("error: {message}\n") };
        match stack::run(STACK, || self.translate(name, stage, constants)) {
            Ok(Ok(shader)) => Specialized { shader: Some(Arc::new(shader)), log: String::new() },
            Ok(Err(message)) => failed(&message),
            Err(stack::Failed::Panicked) => failed("the translation of the module failed"),
            Err(stack::Failed::NoMemory) => failed("no memory for the translation of the module"),
        }
    }

    fn translate(&self, name: &str, stage: Stage, constants: &HashMap<u32, u32>) -> Result<Shader> {
        capabilities::check(&self.parsed)?;
        let entry = module::entry_points(&self.parsed).find(|entry| entry.name == name && entry.stage == Some(stage));
        let entry = entry.ok_or_else(|| format!("the module has no entry point {name} of this stage"))?;
        let mut translator = Translator::new(&self.parsed, stage, constants)?;
        translator.layout = stage::layout(&self.parsed, entry.function, stage, &translator.index)?;
        translator.captures = stage::captures(&self.parsed, entry.function);
        translator.interface = entry.interface.iter().copied().collect();
        scan::scan(&mut translator, entry.function)?;
        translator.declare_globals()?;
        translator.set_work_group_size()?;
        let main = translator.translate_functions(entry.function)?;
        Ok(translator.into_shader(main))
    }
}

/// The state of translating an entry point.
struct Translator<'m> {
    module: &'m dr::Module,
    index: Index<'m>,
    stage: Stage,
    specialization: &'m HashMap<u32, u32>,
    layout: StageLayout,
    /// True if the entry point declares transform feedback.
    captures: bool,
    /// The inputs and outputs of the entry point.
    interface: HashSet<Id>,
    types: HashMap<Id, Known>,
    constants: HashMap<Id, Constant>,
    /// The words of all constants.
    constant_words: u64,
    /// The parts of places that were loaded and stored one by one.
    parts: Cell<usize>,
    /// The global variables.
    globals: HashMap<Id, Global>,
    /// The variables of functions whose pointers are arguments of calls: they live outside of their functions.
    escaping: HashSet<Id>,
    /// The HIR variables of the escaping variables.
    escaped: HashMap<Id, VarId>,
    /// The image types that lookups without a depth reference use.
    sampled_without_reference: HashSet<Id>,
    /// The blocks gl_in and gl_out.
    per_vertex: interface::PerVertex,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    initialise: Vec<Statement>,
    /// The functions by their id and pointer arguments.
    instances: functions::Instances,
}

impl<'m> Translator<'m> {
    fn new(module: &'m dr::Module, stage: Stage, specialization: &'m HashMap<u32, u32>) -> Result<Self> {
        Ok(Self {
            module,
            index: Index::new(module)?,
            stage,
            specialization,
            layout: StageLayout::default(),
            captures: false,
            interface: HashSet::new(),
            types: HashMap::new(),
            constants: HashMap::new(),
            constant_words: 0,
            parts: Cell::new(0),
            globals: HashMap::new(),
            escaping: HashSet::new(),
            escaped: HashMap::new(),
            sampled_without_reference: HashSet::new(),
            per_vertex: interface::PerVertex::default(),
            variables: Vec::new(),
            functions: Vec::new(),
            initialise: Vec::new(),
            instances: functions::Instances::default(),
        })
    }

    /// Declares the types, constants and variables in order: each may only use those before it.
    fn declare_globals(&mut self) -> Result<()> {
        for instruction in &self.module.types_global_values {
            match instruction.class.opcode {
                Op::Variable => self.declare_variable(instruction)?,
                Op::Line | Op::NoLine => {}
                Op::Undef => self.declare_constant(instruction)?,
                opcode if opcode.is_type() => self.declare_type(instruction)?,
                opcode if opcode.is_constant() => self.declare_constant(instruction)?,
                _ => return Err(format!("Op{} is not supported", instruction.class.opname)),
            }
        }
        self.finish_per_vertex();
        Ok(())
    }

    /// Adds a variable.
    fn add_variable(&mut self, variable: Variable) -> VarId {
        self.variables.push(variable);
        self.variables.len() - 1
    }

    /// Adds a plain variable. Returns an error if there are too many.
    fn add_private(&mut self, ty: Type) -> Result<VarId> {
        if self.variables.len() >= MAX_PARTS {
            return Err(String::from("the module is too large: it has too many values"));
        }
        let name = format!("value {}", self.variables.len());
        let qualifiers = Qualifiers::default();
        Ok(self.add_variable(Variable { name, ty, storage: Storage::Private, qualifiers, initialiser: None, used: false }))
    }

    fn into_shader(self, main: usize) -> Shader {
        Shader {
            spirv: true,
            version: 450,
            layout: self.layout,
            variables: self.variables,
            functions: self.functions,
            initialise: self.initialise.into(),
            main: Some(main),
            ..Shader::new(self.stage)
        }
    }
}

/// Returns the call of a built-in function.
fn call(builtin: Builtin, arguments: Vec<Expr>, ty: Type) -> Expr {
    Expr { kind: ExprKind::Builtin(builtin, arguments), ty }
}

/// Converts integers to another signedness.
fn to_scalar(expr: Expr, to: Scalar) -> Expr {
    match shape(&expr.ty) {
        Some((from, size)) if from != to => Expr { kind: ExprKind::Convert(Box::new(expr)), ty: type_of(to, size) },
        _ => expr,
    }
}

/// Returns the component type and the number of components of a scalar or vector.
fn shape(ty: &Type) -> Option<(Scalar, u8)> {
    match ty {
        Type::Scalar(scalar) => Some((*scalar, 1)),
        Type::Vector(scalar, size) => Some((*scalar, *size)),
        _ => None,
    }
}

/// Returns the type with a shape.
fn type_of(scalar: Scalar, size: u8) -> Type {
    if size <= 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, size) }
}

/// Returns the expression of a variable.
fn variable_expr(variable: VarId, ty: Type) -> Expr {
    Expr { kind: ExprKind::Variable(variable), ty }
}

/// Returns the expression of a constant integer.
fn int_expr(value: u32) -> Expr {
    Expr { kind: ExprKind::Constant(vec![value]), ty: Type::Scalar(Scalar::Int) }
}
