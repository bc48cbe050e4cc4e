//! Lvalues: the expressions that can be assigned to.

use super::types::opaque;
use super::{Analyser, Checked};
use base::hir::{BuiltinVariable, Expr, ExprKind, Stage, Storage, Type, VarId};

impl Analyser<'_> {
    /// Checks that a value is assignable. `what` begins the message.
    pub(super) fn assignable(&mut self, lvalue: &Expr, what: &str) -> Checked<()> {
        if opaque(&lvalue.ty) {
            return self.error(&format!("{what} is a sampler, image or atomic counter, which cannot be assigned"));
        }
        if let Err(why) = self.lvalue_error(lvalue) {
            return self.error(&format!("{what} cannot be assigned: {why}"));
        }
        self.vertex_index(lvalue)?;
        if let Some(id) = root(lvalue) {
            self.written.insert(id);
        }
        Ok(())
    }

    /// Returns an error message if an expression is not an lvalue.
    fn lvalue_error(&self, lvalue: &Expr) -> Result<(), String> {
        match &lvalue.kind {
            ExprKind::Variable(id) => self.variable_error(*id),
            ExprKind::Index(base, _) => self.lvalue_error(base),
            ExprKind::Field(base, member) => {
                let structure = match &base.ty {
                    Type::Struct(structure) => Some(structure),
                    _ => None,
                };
                if let Some(member) =
                    structure.and_then(|structure| structure.members.get(*member)).filter(|member| member.qualifiers.read_only)
                {
                    return Err(format!("member `{}` is readonly", member.name));
                }
                self.lvalue_error(base)
            }
            ExprKind::Swizzle(base, components) => {
                let twice = components
                    .iter()
                    .enumerate()
                    .any(|(index, component)| components.iter().skip(index + 1).any(|other| other == component));
                if twice {
                    return Err("a component appears twice in its swizzle".into());
                }
                self.lvalue_error(base)
            }
            ExprKind::Constant(_) => Err("it is a constant".into()),
            _ => Err("it is a value, not a variable".into()),
        }
    }

    fn variable_error(&self, id: VarId) -> Result<(), String> {
        let Some(variable) = self.variables.get(id) else { return Ok(()) };
        let name = if variable.name.is_empty() { &variable.qualifiers.block_name } else { &variable.name };
        let refused = |why: &str| Err(format!("`{name}` is {why}"));
        if variable.qualifiers.constant {
            return refused("const");
        }
        match variable.storage {
            Storage::In | Storage::InBlock => refused("an input"),
            Storage::Uniform | Storage::UniformBlock => refused("a uniform"),
            Storage::StorageBlock if variable.qualifiers.read_only => refused("readonly"),
            Storage::Builtin(_) if self.read_only.contains(&id) => refused("read only"),
            _ => Ok(()),
        }
    }

    /// Checks that a tessellation control shader writes only its own vertex.
    fn vertex_index(&mut self, lvalue: &Expr) -> Checked<()> {
        if self.language.stage != Stage::TessControl {
            return Ok(());
        }
        let mut lvalue = lvalue;
        let mut index: Option<&Expr> = None;
        loop {
            match &lvalue.kind {
                ExprKind::Index(base, position) => {
                    index = Some(position);
                    lvalue = base;
                }
                ExprKind::Field(base, _) | ExprKind::Swizzle(base, _) => lvalue = base,
                _ => break,
            }
        }
        let ExprKind::Variable(id) = lvalue.kind else { return Ok(()) };
        let per_vertex = self
            .variables
            .get(id)
            .is_some_and(|variable| matches!(variable.storage, Storage::Out | Storage::OutBlock) && !variable.qualifiers.patch);
        let own =
            index.is_some_and(|index| matches!(index.kind, ExprKind::Variable(id) if self.is_builtin(id, BuiltinVariable::InvocationId)));
        self.check(!per_vertex || own, "a tessellation control shader writes its outputs at index gl_InvocationID only")
    }

    /// Returns the storage of the variable that an lvalue is part of.
    pub(super) fn root_storage(&self, lvalue: &Expr) -> Option<Storage> {
        root(lvalue).and_then(|id| self.variables.get(id)).map(|variable| variable.storage.clone())
    }
}

/// Returns the variable that an lvalue is part of.
pub(super) fn root(lvalue: &Expr) -> Option<VarId> {
    let mut lvalue = lvalue;
    loop {
        match &lvalue.kind {
            ExprKind::Variable(id) => return Some(*id),
            ExprKind::Index(base, _) | ExprKind::Field(base, _) | ExprKind::Swizzle(base, _) => lvalue = base,
            _ => return None,
        }
    }
}
