//! A syntax tree to a checked [`Shader`]: scopes, types, qualifiers, and everything the specifications forbid.

mod blocks;
mod builtin_calls;
mod calls;
mod constructors;
mod declarations;
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
mod tests;
mod types;

use super::builtins::{BuiltinDeclaration, Language};
use super::log::{At, Log};
use super::parse::Parsed;
use crate::hir::{Expr, ExprKind, Function, FunctionId, Scalar, Shader, StageLayout, Statement, Type, VarId, Variable};
use glsl_lang::ast;
use scopes::Scope;
use std::collections::{HashMap, HashSet};

/// An error that the log has already.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Checked<T> = Result<T, Reported>;

/// Deepest nesting of statements and expressions in a [`Shader`]: what walks it recurses, on stacks we do not choose.
const DEEPEST: u32 = 1024;
/// Largest variable, in 32-bit words.
const LARGEST: u64 = 1 << 24;

/// A function as the analysis knows it.
struct Known {
    function: Function,
    /// For messages.
    at: At,
    /// Globals that it names, and functions that it calls.
    uses: HashSet<VarId>,
    calls: HashSet<FunctionId>,
}

/// The function whose body is being read.
struct Body {
    id: FunctionId,
    result: Type,
    loops: u32,
    /// Open switch statements within the innermost loop.
    switches: u32,
    /// Statements within ifs, loops and switches, or after a return: where barrier() cannot stand.
    nested: u32,
    returned: bool,
}

/// The layout defaults that `layout(…) uniform;` sets.
#[derive(Clone, Default)]
struct Defaults {
    uniform: layouts::BlockDefaults,
    buffer: layouts::BlockDefaults,
    stream: u32,
    xfb_buffer: u32,
}

struct Analyser<'a> {
    language: &'a Language,
    log: &'a mut Log,
    lines: &'a [At],
    here: At,
    invariant_all: bool,
    variables: Vec<Variable>,
    functions: Vec<Known>,
    overloads: HashMap<String, Vec<FunctionId>>,
    initialise: Vec<Statement>,
    layout: StageLayout,
    scopes: Vec<Scope>,
    /// Built-in variables that nothing has named yet.
    builtins: HashMap<String, BuiltinDeclaration>,
    read_only: HashSet<VarId>,
    written: HashSet<VarId>,
    /// `const in` is no constant.
    parameters: HashSet<VarId>,
    /// The words of const variables.
    constants: HashMap<VarId, Vec<u32>>,
    /// Highest constant index into arrays without a size: a variable, or a member of a block.
    highest: HashMap<(VarId, Option<usize>), u32>,
    defaults: Defaults,
    body: Option<Body>,
    /// What global initialisers name.
    global_uses: HashSet<VarId>,
    global_calls: HashSet<FunctionId>,
    /// gl_FragCoord's first redeclaration: upper left, integer centres.
    fragment_coordinate: Option<(bool, bool)>,
    /// The size that inputs of a geometry shader have, as long as its primitive is not known.
    input_size: Option<u32>,
    /// Blocks' names, by storage, for redeclarations.
    block_names: HashSet<(String, &'static str)>,
    /// The members of a redeclared output block gl_PerVertex without an instance name.
    vertex_outputs: Option<Vec<String>>,
    /// A member of it was redeclared alone.
    vertex_output_alone: bool,
    depth: u32,
    temporaries: u32,
}

/// Analyses a shader. None: the log says why.
pub(super) fn analyse(parsed: &Parsed, language: &Language, invariant_all: bool, log: &mut Log) -> Option<Shader> {
    let builtins = super::builtins::variables(language).into_iter().map(|declaration| (declaration.name.clone(), declaration)).collect();
    let mut analyser = Analyser {
        language,
        log,
        lines: &parsed.lines,
        here: At::default(),
        invariant_all,
        variables: Vec::new(),
        functions: Vec::new(),
        overloads: HashMap::new(),
        initialise: Vec::new(),
        layout: StageLayout::default(),
        scopes: vec![Scope::default(), Scope::default()],
        builtins,
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
        input_size: None,
        block_names: HashSet::new(),
        vertex_outputs: None,
        vertex_output_alone: false,
        depth: 0,
        temporaries: 0,
    };
    analyser.default_precisions();
    analyser.builtin_structures();
    for declaration in &parsed.unit.0 {
        analyser.mark(declaration.span);
        // Reported errors do not stop the next declaration.
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
    fn external(&mut self, declaration: &ast::ExternalDeclaration) -> Checked<()> {
        match &declaration.content {
            ast::ExternalDeclarationData::Preprocessor(_) => Ok(()),
            ast::ExternalDeclarationData::FunctionDefinition(definition) => self.definition(definition),
            ast::ExternalDeclarationData::Declaration(declaration) => {
                let mut statements = Vec::new();
                let result = self.declaration(declaration, true, &mut statements);
                self.initialise.append(&mut statements);
                result
            }
        }
    }

    /// Remembers where the analysis is, for messages.
    fn mark(&mut self, span: Option<ast::NodeSpan>) {
        if let Some(span) = span {
            let index = u32::from(span.range().start()) as usize;
            if let Some(&at) = self.lines.get(index) {
                self.here = at;
            }
        }
    }

    fn error<T>(&mut self, message: &str) -> Checked<T> {
        self.log.error(self.here, message);
        Err(Reported)
    }

    fn warning(&mut self, message: &str) {
        self.log.warning(self.here, message);
    }

    /// An error unless `condition` holds.
    fn check(&mut self, condition: bool, message: &str) -> Checked<()> {
        if condition { Ok(()) } else { self.error(message) }
    }

    /// An error unless the language is new enough. `what` begins the message: "arrays of arrays".
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

    /// Enters one level of statements or expressions; [`DEEPEST`] are accepted.
    fn enter(&mut self) -> Checked<()> {
        if self.depth >= DEEPEST {
            return self.error(&format!("statements and expressions are nested too deep; {DEEPEST} levels are accepted"));
        }
        self.depth += 1;
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Notes that the present function, or the global initialisers, name a variable.
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

/// Small constructors of expressions.
fn constant(words: Vec<u32>, ty: Type) -> Expr {
    Expr { kind: ExprKind::Constant(words), ty }
}

fn int(value: i32) -> Expr {
    constant(vec![value as u32], Type::Scalar(Scalar::Int))
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}
