//! Checks of reads from writeonly buffer variables.

use super::{Analyser, Checked};
use crate::hir::{Expr, ExprKind, Statement, Storage, Type, Variable};

impl Analyser<'_> {
    /// Logs an error if a function body reads a writeonly member or block.
    pub(super) fn check_reads(&mut self) -> Checked<()> {
        let write_only = |variable: &Variable| {
            let member = match super::layouts::element(&variable.ty) {
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
