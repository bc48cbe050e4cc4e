//! Semantic analysis: a syntax tree to a checked [`Shader`]. Resolves scopes, types and qualifiers, and enforces the specifications' rules.

mod blocks;
mod builtin_calls;
mod calls;
mod constructors;
mod declarations;
#[cfg(test)]
mod embedded_tests;
mod expressions;
pub(in crate::glsl) mod finalize;
mod functions;
mod globals;
mod layouts;
mod lvalues;
mod members;
mod memory;
mod operators;
mod qualifiers;
mod redeclarations;
mod scopes;
mod statements;
#[cfg(test)]
mod subroutine_tests;
mod subroutines;
#[cfg(test)]
mod tests;
mod types;

use super::builtins::{BuiltinDeclaration, Language};
use super::log::{Log, SourceLocation};
use super::parse::Parsed;
use super::syntax;
use base::hir::{
    Expr, ExprKind, Function, FunctionId, Precision, Scalar, Shader, StageLayout, Statement, Subroutines, Type, VarId, Variable,
};
use scopes::Scope;
use std::collections::{HashMap, HashSet};

/// An error that was already logged.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Checked<T> = Result<T, Reported>;

/// The deepest nesting of statements and expressions in a [`Shader`]: code that walks it recurses, on the stacks of threads of its own.
const MAX_DEPTH: u32 = 1 << 14;
/// The limit of the work of analysing one shader beyond its length: the overloads that calls and declarations compare, and the words of constants.
const MAX_WORK: usize = 1 << 22;
/// The largest variable, in 32-bit words.
const MAX_WORDS: u64 = 1 << 26;

/// A function under analysis.
struct FunctionInfo {
    function: Function,
    /// The precision of its result.
    precision: Precision,
    /// The position of the declaration, for messages.
    at: SourceLocation,
    /// The globals that it names.
    uses: HashSet<VarId>,
    /// The functions that it calls.
    calls: HashSet<FunctionId>,
}

/// The function whose body is being analysed.
struct Body {
    id: FunctionId,
    result: Type,
    /// The number of open loops.
    loops: u32,
    /// The number of open switch statements within the innermost loop.
    switches: u32,
    /// The depth of ifs, loops and switches, where barrier() is not allowed.
    nested: u32,
    /// True after a return, where barrier() is not allowed either.
    returned: bool,
}

/// The layout defaults that `layout(…) uniform;` and the like set.
#[derive(Clone, Default)]
struct Defaults {
    uniform: layouts::BlockDefaults,
    buffer: layouts::BlockDefaults,
    stream: u32,
    xfb_buffer: u32,
    /// By binding, the offset of the next atomic counter that declares none.
    counter_offsets: HashMap<u32, u32>,
}

/// The state of the analysis of one shader.
struct Analyser<'a> {
    language: &'a Language,
    log: &'a mut Log,
    /// The source location of each token.
    lines: &'a [SourceLocation],
    /// The current source location.
    here: SourceLocation,
    invariant_all: bool,
    variables: Vec<Variable>,
    functions: Vec<FunctionInfo>,
    overloads: HashMap<String, Vec<FunctionId>>,
    initialise: Vec<Statement>,
    subroutines: Subroutines,
    layout: StageLayout,
    scopes: Vec<Scope>,
    /// Built-in variables that have not been used yet.
    builtins: Vec<BuiltinDeclaration>,
    /// Variables that cannot be assigned to.
    read_only: HashSet<VarId>,
    /// Variables that were assigned to.
    written: HashSet<VarId>,
    /// Parameters: `const in` is not a constant.
    parameters: HashSet<VarId>,
    /// The words of const variables.
    constants: HashMap<VarId, Vec<u32>>,
    /// The highest constant index into each unsized array, which is a variable or a member of a block.
    highest: HashMap<(VarId, Option<usize>), u32>,
    defaults: Defaults,
    body: Option<Body>,
    /// Variables that global initialisers name.
    global_uses: HashSet<VarId>,
    /// Functions that global initialisers call.
    global_calls: HashSet<FunctionId>,
    /// gl_FragCoord's first redeclaration: origin_upper_left and pixel_center_integer.
    fragment_coordinate: Option<(bool, bool)>,
    /// True if gl_LastFragData is redeclared with `layout(noncoherent)`.
    noncoherent_colors: bool,
    /// The size of geometry shader inputs that were declared before the input primitive.
    input_size: Option<u32>,
    /// The names of blocks with their storage, to detect redeclarations.
    block_names: HashSet<(String, &'static str)>,
    /// The members of a redeclared output block gl_PerVertex without an instance name.
    vertex_outputs: Option<Vec<String>>,
    /// True if a member of it was redeclared separately.
    vertex_output_alone: bool,
    depth: u32,
    /// The work so far.
    work: usize,
    temporaries: u32,
}

/// Analyses a shader; returns `None` if errors were logged.
pub(super) fn analyse(parsed: &Parsed, language: &Language, invariant_all: bool, log: &mut Log) -> Option<Shader> {
    let mut analyser = Analyser {
        language,
        log,
        lines: &parsed.lines,
        here: SourceLocation::default(),
        invariant_all,
        variables: Vec::new(),
        functions: Vec::new(),
        overloads: HashMap::new(),
        initialise: Vec::new(),
        subroutines: Subroutines::default(),
        layout: StageLayout::default(),
        scopes: vec![Scope::default(), Scope::default()],
        builtins: super::builtins::variables(language),
        read_only: HashSet::new(),
        written: HashSet::new(),
        parameters: HashSet::new(),
        constants: HashMap::new(),
        highest: HashMap::new(),
        defaults: Defaults::default(),
        body: None,
        global_uses: HashSet::new(),
        global_calls: HashSet::new(),
        fragment_coordinate: None,
        noncoherent_colors: false,
        input_size: None,
        block_names: HashSet::new(),
        vertex_outputs: None,
        vertex_output_alone: false,
        depth: 0,
        work: 0,
        temporaries: 0,
    };
    analyser.default_precisions();
    analyser.builtin_structures();
    for declaration in &parsed.unit {
        // After an error, continue with the next declaration.
        let _ = analyser.external(declaration);
        analyser.depth = 0;
        analyser.scopes.truncate(2);
        analyser.body = None;
        if analyser.log.full() {
            break;
        }
    }
    analyser.finish()
}

impl Analyser<'_> {
    fn external(&mut self, declaration: &syntax::ExternalDeclaration) -> Checked<()> {
        match declaration {
            syntax::ExternalDeclaration::FunctionDefinition(definition) => self.definition(definition),
            syntax::ExternalDeclaration::Declaration(declaration) => {
                let mut statements = Vec::new();
                let result = self.declaration(declaration, true, &mut statements);
                self.initialise.append(&mut statements);
                result
            }
        }
    }

    /// Records the current source location for messages.
    fn mark(&mut self, at: syntax::Position) {
        if let Some(&at) = self.lines.get(at.0 as usize) {
            self.here = at;
        }
    }

    fn error<T>(&mut self, message: &str) -> Checked<T> {
        self.log.error(self.here, message);
        Err(Reported)
    }

    fn warning(&mut self, message: &str) {
        self.log.warning(self.here, message);
    }

    /// Logs an error unless `condition` holds.
    fn check(&mut self, condition: bool, message: &str) -> Checked<()> {
        if condition { Ok(()) } else { self.error(message) }
    }

    /// Logs an error unless the language is new enough. `what` begins the message: "arrays of arrays".
    fn need(&mut self, desktop: u32, es: u32, extensions: &[&str], what: &str) -> Checked<()> {
        if self.since(desktop, es, extensions) {
            return Ok(());
        }
        let desktop = if desktop == 0 { String::new() } else { format!("version {desktop}") };
        let es = if es == 0 { String::new() } else { format!("ES {es}") };
        let mut ways: Vec<&str> = [desktop.as_str(), es.as_str()].into_iter().filter(|way| !way.is_empty()).collect();
        ways.extend(extensions);
        self.error(&format!("{what} need {}", ways.join(" or ")))
    }

    /// Returns true if the language is at least this version (0: never), or has one of the extensions.
    fn since(&self, desktop: u32, es: u32, extensions: &[&str]) -> bool {
        let version = if self.language.es { es } else { desktop };
        (version != 0 && self.language.version >= version) || extensions.iter().any(|extension| self.language.has(extension))
    }

    /// Enters one level of statements or expressions; at most [`MAX_DEPTH`] are allowed.
    fn enter(&mut self) -> Checked<()> {
        if self.depth >= MAX_DEPTH {
            return self.error(&format!("statements and expressions are nested too deep; {MAX_DEPTH} levels are accepted"));
        }
        self.depth += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Counts work; logs an error beyond the limit.
    fn charge(&mut self, units: usize) -> Checked<()> {
        self.work = self.work.saturating_add(units);
        self.check(self.work <= MAX_WORK, "the shader is too large: it compares too many overloads, or its constants have too many words")
    }

    /// Records that the current function, or a global initialiser, names a variable.
    fn note_use(&mut self, id: VarId) {
        match self.body.as_ref().map(|body| body.id) {
            Some(function) => {
                if let Some(known) = self.functions.get_mut(function) {
                    known.uses.insert(id);
                }
            }
            None => {
                self.global_uses.insert(id);
            }
        }
    }
}

/// Creates a constant expression.
fn constant(words: Vec<u32>, ty: Type) -> Expr {
    Expr { kind: ExprKind::Constant(words), ty }
}

fn int(value: i32) -> Expr {
    constant(vec![value as u32], Type::Scalar(Scalar::Int))
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}
