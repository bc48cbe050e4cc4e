//! Memory qualifiers: what calls keep of those of images, and checks of reads from writeonly buffer variables.

use super::lvalues::root;
use super::qualifiers::ParsedQualifiers;
use super::{Analyser, Checked};
use base::hir::{Builtin, Expr, ExprKind, Qualifiers, Scalar, Statement, Storage, Type, VarId, Variable};

/// The memory qualifiers of an image variable or parameter.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    coherent: bool,
    volatile: bool,
    restrict: bool,
    read_only: bool,
    write_only: bool,
}

impl Memory {
    /// Returns the memory qualifiers of a declaration.
    pub(super) fn of_declaration(words: &ParsedQualifiers) -> Self {
        let ParsedQualifiers { coherent, volatile, restrict, read_only, write_only, .. } = *words;
        Self { coherent, volatile, restrict, read_only, write_only }
    }

    /// Returns the memory qualifiers of a variable.
    fn of_variable(qualifiers: &Qualifiers) -> Self {
        let Qualifiers { coherent, volatile, restrict, read_only, write_only, .. } = *qualifiers;
        Self { coherent, volatile, restrict, read_only, write_only }
    }

    /// Sets the memory qualifiers of a variable.
    pub(super) fn set(self, qualifiers: &mut Qualifiers) {
        qualifiers.coherent = self.coherent;
        qualifiers.volatile = self.volatile;
        qualifiers.restrict = self.restrict;
        qualifiers.read_only = self.read_only;
        qualifiers.write_only = self.write_only;
    }
}

impl Analyser<'_> {
    /// Checks that a parameter keeps the memory qualifiers of an image that is its argument.
    pub(super) fn check_image_argument(&mut self, argument: &Expr, parameter: VarId) -> Checked<()> {
        let of = |id: VarId| self.variables.get(id).map(|variable| Memory::of_variable(&variable.qualifiers));
        let (Some(given), Some(taken)) = (root(argument).and_then(of), of(parameter)) else { return Ok(()) };
        // "The values of image variables qualified with "coherent", "volatile", "restrict", "readonly", or "writeonly" may not be passed to
        // functions whose formal parameters lack such qualifiers." [ARB_shader_image_load_store] GLSL 4.40 and ESSL 3.10 let restrict go.
        let restrict = given.restrict && !taken.restrict && !self.since(440, 310, &[]);
        for (lost, name) in [
            (given.coherent && !taken.coherent, "coherent"),
            (given.volatile && !taken.volatile, "volatile"),
            (restrict, "restrict"),
            (given.read_only && !taken.read_only, "readonly"),
            (given.write_only && !taken.write_only, "writeonly"),
        ] {
            self.check(!lost, &format!("a {name} image goes only to a parameter with the same qualifier"))?;
        }
        Ok(())
    }

    /// Checks the image that a built-in function reads, writes or changes atomically.
    pub(super) fn check_image_access(&mut self, builtin: Builtin, name: &str, image: &Expr) -> Checked<()> {
        let Some(variable) = root(image).and_then(|id| self.variables.get(id)) else { return Ok(()) };
        let (storage, qualifiers) = (variable.storage.clone(), variable.qualifiers.clone());
        self.check(builtin == Builtin::ImageLoad || !qualifiers.read_only, &format!("`{name}` writes, but the image is readonly"))?;
        self.check(builtin == Builtin::ImageStore || !qualifiers.write_only, &format!("`{name}` reads, but the image is writeonly"))?;
        if matches!(builtin, Builtin::ImageLoad | Builtin::ImageStore) || storage != Storage::Uniform {
            return Ok(());
        }
        let wanted = match &image.ty {
            Type::Image(image) if image.result == Scalar::Int => "r32i",
            Type::Image(image) if image.result == Scalar::Uint => "r32ui",
            _ => "r32f",
        };
        self.check(qualifiers.image_format == Some(wanted), &format!("`{name}` needs an image of format {wanted}"))
    }
}

impl Analyser<'_> {
    /// Logs an error if a function body reads a writeonly member or block.
    pub(super) fn check_reads(&mut self) -> Checked<()> {
        let write_only = |variable: &Variable| {
            let member = match variable.ty.without_array() {
                Type::Struct(structure) => structure.members.iter().any(|member| member.qualifiers.write_only),
                _ => false,
            };
            variable.storage == Storage::StorageBlock && (variable.qualifiers.write_only || member)
        };
        if !self.variables.iter().any(write_only) {
            return Ok(());
        }
        let bodies = self.functions.iter().filter_map(|known| Some((known.at, known.function.body.as_ref()?)));
        let found = bodies.filter_map(|(at, body)| Some((at, self.read_in(body)?))).next();
        match found {
            Some((at, name)) => {
                self.here = at;
                self.error(&format!("`{name}` is writeonly, but this function reads it"))
            }
            None => Ok(()),
        }
    }

    /// Returns the first writeonly name that statements read.
    fn read_in(&self, statements: &[Statement]) -> Option<String> {
        let read = |expr: &Option<Expr>| expr.as_ref().and_then(|expr| self.read(expr, true));
        statements.iter().find_map(|statement| match statement {
            Statement::Expression(expr) => self.read(expr, false),
            Statement::Declare(_, value) | Statement::Return(value) => read(value),
            Statement::If { condition, then, otherwise } => {
                self.read(condition, true).or_else(|| self.read_in(then)).or_else(|| self.read_in(otherwise))
            }
            Statement::Loop { condition, step, body, .. } => read(condition).or_else(|| read(step)).or_else(|| self.read_in(body)),
            Statement::Switch { selector, cases } => {
                self.read(selector, true).or_else(|| cases.iter().find_map(|(_, body)| self.read_in(body)))
            }
            Statement::Break | Statement::Continue | Statement::Discard => None,
        })
    }

    /// Returns the writeonly name that an expression reads; `value` is false if the value of the expression itself is unused.
    fn read(&self, expr: &Expr, value: bool) -> Option<String> {
        let all = |parts: &[Expr]| parts.iter().find_map(|part| self.read(part, true));
        match &expr.kind {
            ExprKind::Constant(_) => None,
            ExprKind::Variable(id) => {
                let variable = self.variables.get(*id)?;
                let hidden = value && variable.storage == Storage::StorageBlock && variable.qualifiers.write_only;
                hidden.then(|| variable.qualifiers.block_name.clone())
            }
            ExprKind::Index(base, index) => self.read(base, value).or_else(|| self.read(index, true)),
            ExprKind::Field(base, member) => {
                if let (true, Type::Struct(structure)) = (value, &base.ty)
                    && let Some(member) = structure.members.get(*member).filter(|member| member.qualifiers.write_only)
                {
                    return Some(member.name.clone());
                }
                self.read(base, value)
            }
            ExprKind::Swizzle(base, _) => self.read(base, value),
            ExprKind::RuntimeLength(base) => self.read(base, false),
            ExprKind::Unary(_, base) | ExprKind::Convert(base) => self.read(base, true),
            ExprKind::Binary(_, left, right) | ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                self.read(left, true).or_else(|| self.read(right, true))
            }
            ExprKind::Assign(lvalue, right) => self.read(lvalue, false).or_else(|| self.read(right, true)),
            ExprKind::Update { lvalue, value, .. } => self.read(lvalue, true).or_else(|| self.read(value, true)),
            ExprKind::Select(condition, yes, no) => {
                self.read(condition, true).or_else(|| self.read(yes, true)).or_else(|| self.read(no, true))
            }
            ExprKind::Call(_, parts) | ExprKind::Builtin(_, parts) | ExprKind::Construct(parts) => all(parts),
            ExprKind::Sequence(parts) => parts.iter().find_map(|part| self.read(part, false)),
        }
    }
}
