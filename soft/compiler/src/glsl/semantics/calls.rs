//! Calls: constructors, methods, user-defined functions.

use super::scopes::Symbol;
use super::types::name as type_name;
use super::{Analyser, Checked, boxed, int};
use crate::glsl::builtins::{self, OverloadChoice};
use crate::glsl::syntax;
use base::hir::{Direction, Expr, ExprKind, FunctionId, Scalar, Storage, Type};

impl Analyser<'_> {
    /// Analyses a constructor.
    pub(super) fn constructor(&mut self, specifier: &syntax::TypeSpecifier, arguments: &[syntax::Expr]) -> Checked<Expr> {
        if matches!(specifier.name, syntax::TypeName::Struct(_)) {
            return self.error("structures cannot be defined in constructors");
        }
        let ty = self.type_of(specifier)?;
        let arguments = self.arguments(arguments)?;
        self.mark(specifier.at);
        self.construct(ty, arguments)
    }

    /// Analyses a call of a function, a method or a subroutine.
    pub(super) fn call(&mut self, function: &syntax::Expr, arguments: &[syntax::Expr]) -> Checked<Expr> {
        match &function.kind {
            syntax::ExprKind::Variable(name) => {
                let arguments = self.arguments(arguments)?;
                self.mark(function.at);
                match self.lookup(name) {
                    Some(Symbol::Subroutine(id)) => {
                        let uniform = self.subroutine_uniform(id);
                        self.subroutine_call(uniform, arguments)
                    }
                    _ => self.function_call(name, arguments),
                }
            }
            syntax::ExprKind::Index(..) => {
                let uniform = self.subroutine_operand(function)?;
                let arguments = self.arguments(arguments)?;
                self.mark(function.at);
                self.subroutine_call(uniform, arguments)
            }
            syntax::ExprKind::Field(base, method) => self.method(base, method, arguments),
            _ => self.error("only functions can be called"),
        }
    }

    pub(super) fn arguments(&mut self, arguments: &[syntax::Expr]) -> Checked<Vec<Expr>> {
        let mut result = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.expression(argument)?;
            self.check(value.ty != Type::Void, "void is no argument")?;
            result.push(value);
        }
        Ok(result)
    }

    /// Analyses `.length()`.
    fn method(&mut self, base: &syntax::Expr, method: &str, arguments: &[syntax::Expr]) -> Checked<Expr> {
        if method != "length" || !arguments.is_empty() {
            return self.error(&format!("there is no method `{method}`; length() is accepted"));
        }
        let value = match self.is_subroutine(base) {
            true => self.subroutine_operand(base)?,
            false => self.expression(base)?,
        };
        match &value.ty {
            Type::Array(_, 0) => {
                let runtime = matches!(&value.kind, ExprKind::Field(base, _) if self.root_storage(base) == Some(Storage::StorageBlock));
                // Other unsized arrays: the final length, which `finalize` inserts.
                let later = matches!(value.kind, ExprKind::Variable(_) | ExprKind::Field(..))
                    && self.since(430, 0, &["GL_ARB_shader_storage_buffer_object", "GL_ARB_tessellation_shader"]);
                self.check(runtime || later, "length() of an array without a size")?;
                let ty = Type::Scalar(Scalar::Int);
                Ok(Expr { kind: ExprKind::RuntimeLength(boxed(value)), ty })
            }
            Type::Array(..) if self.implicit_distance(&value) => self.error("length() of an array without a size"),
            Type::Array(_, length) => {
                let length = *length;
                self.need(120, 300, &[], "length()")?;
                Ok(int(length as i32))
            }
            Type::Vector(_, size) => {
                let size = *size;
                self.need(420, 0, &["GL_ARB_shading_language_420pack"], "length() of vectors")?;
                Ok(int(i32::from(size)))
            }
            Type::Matrix(_, columns, _) => {
                let columns = *columns;
                self.need(420, 0, &["GL_ARB_shading_language_420pack"], "length() of matrices")?;
                Ok(int(i32::from(columns)))
            }
            other => {
                let message = format!("{} has no length()", type_name(other));
                self.error(&message)
            }
        }
    }

    fn function_call(&mut self, name: &str, arguments: Vec<Expr>) -> Checked<Expr> {
        let symbol = self.scopes.iter().rev().find_map(|scope| scope.names.get(name)).cloned();
        let hidden = match symbol {
            Some(Symbol::Variable(_)) => !self.functions_apart(),
            Some(Symbol::Member(..) | Symbol::Type(_) | Symbol::SubroutineType) => true,
            _ => false,
        };
        if hidden {
            return self.error(&format!("`{name}` is not a function here"));
        }
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        let candidates: Vec<FunctionId> = self.overloads.get(name).cloned().unwrap_or_default();
        self.charge(candidates.len())?;
        let overloads: Vec<Vec<Type>> = candidates.iter().map(|&id| self.parameter_types(id)).collect();
        let out: Vec<Vec<bool>> = candidates
            .iter()
            .map(|&id| {
                self.functions.get(id).map_or(Vec::new(), |known| {
                    known.function.parameters.iter().map(|(_, direction)| *direction != Direction::In).collect()
                })
            })
            .collect();
        let exact = overloads.iter().position(|overload| *overload == types);
        let chosen = match exact {
            Some(index) => OverloadChoice::One(index),
            None if self.language.es && builtins::is_overload(self.language, name, &types) => OverloadChoice::None,
            None => builtins::choose(self.language, &overloads, &types, &out),
        };
        match chosen {
            OverloadChoice::One(index) => match candidates.get(index) {
                Some(&id) => self.user_call(id, arguments),
                None => self.error("unknown function"),
            },
            OverloadChoice::Ambiguous => self.error(&format!("the call of `{name}` fits several of its declarations equally well")),
            // On desktop, a user-defined function hides all built-in functions of its name.
            OverloadChoice::None if !candidates.is_empty() && !self.language.es => self.no_match(name, &types, &[], &candidates),
            OverloadChoice::None => self.builtin_call(name, arguments, &types, &candidates),
        }
    }

    /// Returns `name(types)` for messages.
    pub(super) fn signature(name: &str, types: &[Type]) -> String {
        let types: Vec<String> = types.iter().take(16).map(type_name).collect();
        format!("{name}({})", types.join(", "))
    }

    /// Analyses a call of a user-defined function.
    pub(super) fn user_call(&mut self, id: FunctionId, arguments: Vec<Expr>) -> Checked<Expr> {
        match self.body.as_ref().map(|body| body.id) {
            Some(caller) => {
                if let Some(known) = self.functions.get_mut(caller) {
                    known.calls.insert(id);
                }
            }
            None => {
                self.global_calls.insert(id);
            }
        }
        let Some(known) = self.functions.get(id) else { return self.error("unknown function") };
        let result = known.function.result.clone();
        let declared = known.function.parameters.clone();
        let parameters = self.parameter_types(id);
        let mut values = Vec::with_capacity(arguments.len());
        // An out argument of another type goes through a variable of the parameter's type.
        let mut before = Vec::new();
        let mut after = Vec::new();
        for ((argument, ty), (parameter, direction)) in arguments.into_iter().zip(&parameters).zip(declared) {
            if direction == Direction::In {
                if matches!(argument.ty.without_array(), Type::Image(_)) {
                    self.check_image_argument(&argument, parameter)?;
                }
                values.push(self.converted(argument, ty, "an argument")?);
                continue;
            }
            self.assignable(&argument, "an argument of an out parameter")?;
            if argument.ty == *ty {
                values.push(argument);
                continue;
            }
            let argument = self.with_fixed_indices(argument, &mut before);
            let temporary = self.temporary(ty);
            if direction == Direction::InOut {
                let value = self.converted(argument.clone(), ty, "an argument")?;
                before.push(Expr { kind: ExprKind::Assign(boxed(temporary.clone()), boxed(value)), ty: ty.clone() });
            }
            let back = self.converted(temporary.clone(), &argument.ty, "an out argument")?;
            let back_type = argument.ty.clone();
            after.push(Expr { kind: ExprKind::Assign(boxed(argument), boxed(back)), ty: back_type });
            values.push(temporary);
        }
        let call = Expr { kind: ExprKind::Call(id, values), ty: result };
        Ok(self.around(before, call, after))
    }

    /// Returns an lvalue whose indices are constants or temporaries, which `before` sets: the call itself may change what they depend on.
    fn with_fixed_indices(&mut self, lvalue: Expr, before: &mut Vec<Expr>) -> Expr {
        let Expr { kind, ty } = lvalue;
        let kind = match kind {
            ExprKind::Index(base, index) => {
                let base = self.with_fixed_indices(*base, before);
                if matches!(index.kind, ExprKind::Constant(_)) {
                    ExprKind::Index(boxed(base), index)
                } else {
                    let fixed = self.temporary(&index.ty);
                    let ty = index.ty.clone();
                    before.push(Expr { kind: ExprKind::Assign(boxed(fixed.clone()), index), ty });
                    ExprKind::Index(boxed(base), boxed(fixed))
                }
            }
            ExprKind::Field(base, member) => ExprKind::Field(boxed(self.with_fixed_indices(*base, before)), member),
            ExprKind::Swizzle(base, components) => ExprKind::Swizzle(boxed(self.with_fixed_indices(*base, before)), components),
            other => other,
        };
        Expr { kind, ty }
    }

    /// Declares a temporary in the current function.
    pub(super) fn temporary(&mut self, ty: &Type) -> Expr {
        self.temporaries += 1;
        let id = self.private(&format!("temporary {}", self.temporaries), ty.clone());
        Expr { kind: ExprKind::Variable(id), ty: ty.clone() }
    }

    /// Returns an expression that evaluates `before`, `value` and `after` in order and returns `value`.
    pub(super) fn around(&mut self, before: Vec<Expr>, value: Expr, after: Vec<Expr>) -> Expr {
        if before.is_empty() && after.is_empty() {
            return value;
        }
        let ty = value.ty.clone();
        let mut parts = before;
        if ty == Type::Void {
            parts.push(value);
            parts.extend(after);
        } else {
            let keep = self.temporary(&ty);
            parts.push(Expr { kind: ExprKind::Assign(boxed(keep.clone()), boxed(value)), ty: ty.clone() });
            parts.extend(after);
            parts.push(keep);
        }
        Expr { kind: ExprKind::Sequence(parts), ty }
    }
}
