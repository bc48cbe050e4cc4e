//! Calls of built-in functions, with the specifications' rules for particular functions.

use super::types::has_unsized;
use super::{Analyser, Checked, boxed};
use crate::glsl::builtins::{self, Lookup};
use crate::glsl::constant::evaluate;
use base::hir::{BinaryOp, Builtin, Expr, ExprKind, FunctionId, Scalar, Stage, Storage, Type};

impl Analyser<'_> {
    /// Analyses a call of a built-in function. `candidates` are the shader's functions of that name, for messages.
    pub(super) fn builtin_call(&mut self, name: &str, arguments: Vec<Expr>, types: &[Type], candidates: &[FunctionId]) -> Checked<Expr> {
        let resolved = match builtins::function(self.language, name, types) {
            Lookup::Found(resolved) => resolved,
            Lookup::Unknown if candidates.is_empty() => {
                return self.error(&format!("there is no function `{name}` in this version"));
            }
            Lookup::Unknown => return self.no_match(name, types, &[], candidates),
            Lookup::NoMatch(prototypes) => return self.no_match(name, types, &prototypes, candidates),
            Lookup::Ambiguous(prototypes) => {
                let call = Self::signature(name, types);
                return self.error(&format!("{call} fits several functions equally well: {}", prototypes.join("; ")));
            }
        };
        if resolved.builtin == Builtin::Ftransform {
            return self.ftransform();
        }
        self.check_special_rules(resolved.builtin, name, &arguments)?;
        let mut values = Vec::with_capacity(arguments.len());
        let mut after = Vec::new();
        for (index, (argument, ty)) in arguments.into_iter().zip(&resolved.parameters).enumerate() {
            if resolved.constant.get(index) == Some(&true) && evaluate(&argument).is_none() {
                return self.error(&format!("argument {} of `{name}` must be a constant expression", index + 1));
            }
            if resolved.out.get(index) != Some(&true) {
                values.push(self.converted(argument, ty, "an argument")?);
                continue;
            }
            if !resolved.builtin.is_atomic() || index > 0 {
                self.assignable(&argument, "an argument of an out parameter")?;
            }
            if argument.ty == *ty {
                values.push(argument);
                continue;
            }
            let temporary = self.temporary(ty);
            let back = self.converted(temporary.clone(), &argument.ty, "an out argument")?;
            let back_type = argument.ty.clone();
            after.push(Expr { kind: ExprKind::Assign(boxed(argument), boxed(back)), ty: back_type });
            values.push(temporary);
        }
        builtins::reorder_arguments(resolved.builtin, &mut values);
        let call = Expr { kind: ExprKind::Builtin(resolved.builtin, values), ty: resolved.result };
        Ok(self.around(Vec::new(), call, after))
    }

    /// Reports a call that matches no overload.
    pub(super) fn no_match(&mut self, name: &str, types: &[Type], prototypes: &[String], candidates: &[FunctionId]) -> Checked<Expr> {
        let mut all: Vec<String> = candidates.iter().take(8).map(|&id| Self::signature(name, &self.parameter_types(id))).collect();
        all.extend(prototypes.iter().take(8).cloned());
        self.error(&format!("no function fits {}; candidates are {}", Self::signature(name, types), all.join("; ")))
    }

    /// Returns the product that `ftransform()` is, bit for bit.
    fn ftransform(&mut self) -> Checked<Expr> {
        let mut named = |name: &str| -> Checked<Expr> {
            let Some(id) = self.builtin(name) else {
                return self.error("ftransform() is for vertex shaders with fixed-function variables");
            };
            self.note_use(id);
            let ty = self.variables.get(id).map_or(Type::Void, |variable| variable.ty.clone());
            Ok(Expr { kind: ExprKind::Variable(id), ty })
        };
        let matrix = named("gl_ModelViewProjectionMatrix")?;
        let vertex = named("gl_Vertex")?;
        Ok(Expr { kind: ExprKind::Binary(BinaryOp::Mul, boxed(matrix), boxed(vertex)), ty: Type::Vector(Scalar::Float, 4) })
    }

    /// Returns true if an interpolant selects nothing of an input. "Component selection operators (e.g. .xy), and field selection operators may
    /// not be used when specifying interpolant", which "can include a variable, an anonymous block member, an array element" [GLSL ES 3.20, 8.14.2];
    /// OpenGL lets members be selected.
    fn is_whole_interpolant(&self, interpolant: &Expr) -> bool {
        match &interpolant.kind {
            ExprKind::Swizzle(..) => false,
            ExprKind::Index(array, _) => self.is_whole_interpolant(array),
            ExprKind::Field(of, _) if self.language.es => {
                matches!(of.kind, ExprKind::Variable(id) if self.variables.get(id).is_some_and(|block| block.qualifiers.unnamed_block))
            }
            _ => true,
        }
    }

    /// Checks rules of particular functions.
    fn check_special_rules(&mut self, builtin: Builtin, name: &str, arguments: &[Expr]) -> Checked<()> {
        let first = arguments.first();
        match builtin {
            Builtin::InterpolateAtCentroid | Builtin::InterpolateAtSample | Builtin::InterpolateAtOffset => {
                let input = first
                    .and_then(|first| self.root_storage(first))
                    .is_some_and(|storage| matches!(storage, Storage::In | Storage::InBlock));
                self.check(input, &format!("the first argument of `{name}` must be an input"))?;
                let selects = !self.language.es && self.since(440, 0, &[]);
                let whole = selects || first.is_some_and(|first| self.is_whole_interpolant(first));
                self.check(whole, &format!("the first argument of `{name}` must be a whole input"))
            }
            Builtin::ImageStore
            | Builtin::ImageLoad
            | Builtin::ImageAtomicAdd
            | Builtin::ImageAtomicMin
            | Builtin::ImageAtomicMax
            | Builtin::ImageAtomicAnd
            | Builtin::ImageAtomicOr
            | Builtin::ImageAtomicXor
            | Builtin::ImageAtomicExchange
            | Builtin::ImageAtomicCompSwap => match first {
                Some(image) => self.check_image_access(builtin, name, image),
                None => Ok(()),
            },
            _ if builtin.is_atomic() && first.is_some_and(|first| first.ty == Type::AtomicCounter) => Ok(()),
            _ if builtin.is_atomic() => {
                let storage = first.and_then(|first| self.root_storage(first));
                let memory = matches!(storage, Some(Storage::StorageBlock | Storage::Shared));
                self.check(memory, &format!("the first argument of `{name}` must be in a buffer block or shared"))?;
                match first.cloned() {
                    Some(first) => self.assignable(&first, "the first argument"),
                    None => Ok(()),
                }
            }
            Builtin::Barrier if self.language.stage == Stage::TessControl => {
                let body = self.body.as_ref();
                let main = body.and_then(|body| self.functions.get(body.id)).is_some_and(|known| known.function.name == "main");
                let plain = body.is_some_and(|body| body.nested == 0 && !body.returned);
                self.check(
                    main && plain,
                    "barrier() of a tessellation control shader must be in main, outside of if, loops and switch, before any return",
                )
            }
            // "The argument to stream must be a constant integral expression." [GLSL 4.60, 8.12] The linker checks its value.
            Builtin::EmitStreamVertex | Builtin::EndStreamPrimitive => {
                self.check(first.and_then(evaluate).is_some(), "a stream is a constant from 0 to 3")
            }
            _ => {
                let unsized_argument = arguments.iter().any(|argument| has_unsized(&argument.ty));
                self.check(!unsized_argument, "an array without a size cannot be an argument")
            }
        }
    }
}
