//! Declarations: lists of variables, locals, precision, invariant.

use super::qualifiers::{ParsedQualifiers, Word};
use super::scopes::Symbol;
use super::types::{has_unsized, name, name as name_of, opaque, scalar_of};
use super::{Analyser, Checked};
use crate::glsl::constant::evaluate;
use crate::glsl::syntax;
use base::hir::{Builtin, Expr, ExprKind, Precision, Scalar, Statement, Storage, Type};
use std::sync::Arc;

/// The message for a precision that its type does not take.
const PRECISIONS: &str = "precisions are for float, int, uint, samplers and images";

/// Returns true if declarations of a type may have a precision.
fn takes_precision(ty: &Type) -> bool {
    let element = ty.without_array();
    let other = matches!(scalar_of(element), Some(Scalar::Bool | Scalar::Double | Scalar::Int64 | Scalar::Uint64));
    !other && !matches!(element, Type::Struct(_))
}

impl Analyser<'_> {
    /// Analyses a declaration of any kind; appends the statements that it executes to `out`.
    pub(super) fn declaration(&mut self, declaration: &syntax::Declaration, global: bool, out: &mut Vec<Statement>) -> Checked<()> {
        self.mark(declaration.at);
        match &declaration.kind {
            syntax::DeclarationKind::FunctionPrototype(prototype) => {
                // 1.10 allowed prototypes inside functions.
                if !global && (self.language.es || self.language.version > 110) {
                    return self.error("functions are declared outside of functions");
                }
                self.prototype(prototype, false).map(|_| ())
            }
            syntax::DeclarationKind::InitDeclaratorList(list) => self.variables(list, global, out),
            syntax::DeclarationKind::Precision(precision, specifier) => self.precision(*precision, specifier),
            syntax::DeclarationKind::Block(block) => {
                if !global {
                    return self.error("blocks are declared outside of functions");
                }
                self.block(block)
            }
            syntax::DeclarationKind::Invariant(names) => self.invariants(names, global),
            syntax::DeclarationKind::Precise => Ok(()),
            syntax::DeclarationKind::Qualifier(qualifier) => {
                let words = self.parse_qualifiers(qualifier)?;
                self.check(!words.invariant || !words.layouts.is_empty(), "this qualifier needs a declaration after it")?;
                self.stage_layout(&words)
            }
        }
    }

    fn precision(&mut self, precision: Precision, specifier: &syntax::TypeSpecifier) -> Checked<()> {
        let key = match (&specifier.name, specifier.array.as_slice()) {
            (syntax::TypeName::Name(name), []) => (*name).to_owned(),
            _ => String::new(),
        };
        let fits = matches!(key.as_str(), "float" | "int") || key.contains("sampler") || key.contains("image") || key == "atomic_uint";
        self.check(fits, "default precisions are for float, int, samplers and images")?;
        if let Some(scope) = self.scopes.last_mut() {
            scope.precisions.insert(key, precision);
        }
        Ok(())
    }

    fn variables(&mut self, list: &syntax::InitDeclaratorList, global: bool, out: &mut Vec<Statement>) -> Checked<()> {
        let words = match &list.ty.qualifier {
            Some(qualifier) => self.all_qualifiers(qualifier)?,
            None => ParsedQualifiers::default(),
        };
        if words.subroutine.is_some() {
            return self.subroutine_uniforms(list, &words, global);
        }
        let base = self.type_of(&list.ty.specifier)?;
        if list.declarators.is_empty() {
            // `struct S { … };` declares no variable; a bare `float;` declares nothing at all.
            if base == Type::AtomicCounter && words.storage == Some(Word::Uniform) {
                return self.counter_offset(&words);
            }
            self.check(words.precision.is_none() || takes_precision(&base), PRECISIONS)?;
            self.check(!self.language.es || !has_unsized(&base), "an array needs a size here")?;
            self.check(words.storage != Some(Word::Buffer), "buffer is for blocks")?;
            return self.check(
                words.storage.is_none() || matches!(list.ty.specifier.name, syntax::TypeName::Struct(_)),
                "this declaration needs a name",
            );
        }
        let mut result = Ok(());
        for declarator in &list.declarators {
            let name = declarator.name;
            self.mark(declarator.at);
            let declared = self.variable(&words, list.ty.qualifier.as_ref(), &base, declarator, global, out);
            if declared.is_err() {
                result = declared;
                // Every later use would be another error.
                let taken = self.scopes.last().is_some_and(|scope| scope.names.contains_key(name));
                if !taken && !name.starts_with("gl_") {
                    let id = self.private(name, base.clone());
                    if let Some(scope) = self.scopes.last_mut() {
                        scope.names.insert(name.to_owned(), Symbol::Variable(id));
                    }
                }
            }
        }
        result
    }

    fn variable(
        &mut self,
        words: &ParsedQualifiers,
        qualifier: Option<&syntax::TypeQualifier>,
        base: &Type,
        declarator: &syntax::InitDeclarator,
        global: bool,
        out: &mut Vec<Statement>,
    ) -> Checked<()> {
        let dimensions = self.dimensions(&declarator.array)?;
        let mut ty = self.arrayed(base.clone(), &dimensions)?;
        self.check(ty != Type::Void, "variables cannot be void")?;
        self.need_precision(&ty, qualifier)?;
        self.check(words.precision.is_none() || takes_precision(&ty), PRECISIONS)?;
        let value = match &declarator.initializer {
            Some(initialiser) => {
                self.check(!opaque(&ty), "samplers, images and atomic counters cannot be initialised")?;
                Some(self.initialiser(initialiser, &ty)?)
            }
            None => None,
        };
        if let Some(value) = &value
            && has_unsized(&ty)
        {
            ty = match super::types::sized_as(&ty, &value.ty) {
                Some(ty) => ty,
                None => {
                    let message = format!("cannot convert {} to {} in an initialiser", name_of(&value.ty), name_of(&ty));
                    return self.error(&message);
                }
            };
        }
        // "Only the outermost dimension may be lacking a size. A type that includes an unknown array size cannot be formed into an array until it
        // gets an explicit size, except for shader storage blocks where the only unsized dimension is allowed to be the outermost one." [GLSL
        // 4.60, 4.1.9]
        let unsized_element = matches!(&ty, Type::Array(element, _) if has_unsized(element));
        self.check(value.is_some() || !unsized_element, "only the outermost size of an array may be missing")?;
        let value = match value {
            Some(value) => Some(self.converted(value, &ty, "an initialiser")?),
            None => None,
        };
        if global {
            return self.global_variable(words, declarator.name, ty, value, out);
        }
        self.local(words, declarator.name, ty, value, out)
    }

    /// Declares a local variable.
    fn local(&mut self, words: &ParsedQualifiers, name: &str, ty: Type, value: Option<Expr>, out: &mut Vec<Statement>) -> Checked<()> {
        let plain = words.storage.is_none() || words.storage == Some(Word::Const);
        self.check(
            plain && !words.auxiliary() && words.layouts.is_empty() && !words.any_memory(),
            "variables of functions take only const and precision",
        )?;
        self.check(!opaque(&ty), "samplers, images and atomic counters are uniforms or parameters")?;
        self.check(!words.invariant, "invariant is for outputs")?;
        let unsized_array = has_unsized(&ty);
        if unsized_array {
            self.check(self.since(110, 0, &[]) && matches!(ty, Type::Array(..)), "an array needs a size here")?;
        }
        let constant = words.constant;
        if constant {
            self.check(value.is_some(), "a const variable needs an initialiser")?;
        }
        let words_of_value = if constant { value.as_ref().and_then(evaluate) } else { None };
        let known = value.as_ref().is_some_and(|value| self.constant_form(value));
        if constant && !known && !self.since(420, 0, &["GL_ARB_shading_language_420pack"]) {
            return self.error(&format!("`{name}` is const: its initialiser must be a constant expression"));
        }
        if self.resized(name, &ty)? {
            if let (Some(Symbol::Variable(id)), Some(value)) = (self.lookup(name), value) {
                out.push(Statement::Declare(id, Some(value)));
            }
            return Ok(());
        }
        let id = self.private(name, ty);
        if let Some(variable) = self.variables.get_mut(id) {
            variable.qualifiers.constant = constant;
            variable.qualifiers.implicitly_sized = unsized_array;
        }
        if let Some(words) = words_of_value {
            self.charge(words.len())?;
            self.constants.insert(id, words);
        }
        self.declare(name, Symbol::Variable(id))?;
        out.push(Statement::Declare(id, value));
        Ok(())
    }

    /// Returns true if this declaration sizes an array that was declared without a size in the same scope.
    pub(super) fn resized(&mut self, name: &str, ty: &Type) -> Checked<bool> {
        let Some(Symbol::Variable(id)) = self.scopes.last().and_then(|scope| scope.names.get(name)).cloned() else { return Ok(false) };
        let Some(variable) = self.variables.get(id) else { return Ok(false) };
        let same = match (&variable.ty, ty) {
            (Type::Array(old, 0), Type::Array(new, _)) => old == new,
            _ => false,
        };
        if !same || self.language.es {
            return Ok(false);
        }
        let used = self.highest.get(&(id, None)).map_or(0, |highest| highest + 1);
        if let Type::Array(_, length @ 1..) = ty {
            self.check(used <= *length, &format!("`{name}` is indexed beyond its size {length} before"))?;
            if let Some(variable) = self.variables.get_mut(id) {
                variable.ty = ty.clone();
                variable.qualifiers.implicitly_sized = false;
            }
        }
        Ok(true)
    }

    /// Returns true if a value consists of constants and built-in functions only, as `const` requires.
    pub(super) fn constant_form(&self, value: &Expr) -> bool {
        let all = |parts: &[Expr]| parts.iter().all(|part| self.constant_form(part));
        match &value.kind {
            ExprKind::Constant(_) => true,
            ExprKind::Variable(id) => self.variables.get(*id).is_some_and(|variable| {
                variable.qualifiers.constant && variable.storage == Storage::Private && !self.parameters.contains(id)
            }),
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.constant_form(a) && self.constant_form(b)
            }
            ExprKind::Field(a, _) | ExprKind::Swizzle(a, _) | ExprKind::Unary(_, a) | ExprKind::Convert(a) => self.constant_form(a),
            ExprKind::Select(a, b, c) => self.constant_form(a) && self.constant_form(b) && self.constant_form(c),
            ExprKind::Construct(parts) => all(parts),
            // 1.10 had no constant calls.
            ExprKind::Builtin(builtin, arguments) => {
                let pure = !matches!(builtin, Builtin::Noise1 | Builtin::Noise2 | Builtin::Noise3 | Builtin::Noise4);
                pure && (self.language.es || self.language.version >= 120) && all(arguments)
            }
            _ => false,
        }
    }

    /// Analyses an initialiser; lists (since 4.20) follow the type.
    pub(super) fn initialiser(&mut self, initialiser: &syntax::Initializer, ty: &Type) -> Checked<Expr> {
        self.mark(initialiser.at);
        let list = match &initialiser.kind {
            syntax::InitializerKind::Expr(expr) => {
                return self.expression(expr);
            }
            syntax::InitializerKind::List(list) => list,
        };
        self.need(420, 0, &["GL_ARB_shading_language_420pack"], "initialisers in braces")?;
        self.enter()?;
        let part = |index: usize| -> Option<Type> {
            match ty {
                Type::Array(element, _) => Some((**element).clone()),
                Type::Struct(structure) => structure.members.get(index).map(|member| member.ty.clone()),
                Type::Vector(scalar, _) => Some(Type::Scalar(*scalar)),
                Type::Matrix(scalar, _, rows) => Some(Type::Vector(*scalar, *rows)),
                _ => None,
            }
        };
        let expected = match ty {
            Type::Array(_, 0) => list.len(),
            Type::Array(_, length) => *length as usize,
            Type::Struct(structure) => structure.members.len(),
            Type::Vector(_, size) => usize::from(*size),
            Type::Matrix(_, columns, _) => usize::from(*columns),
            _ => return self.error("braces initialise arrays, structures, vectors and matrices"),
        };
        if list.len() != expected || list.is_empty() {
            return self.error(&format!("an initialiser of {} has {expected} parts, not {}", name(ty), list.len()));
        }
        let mut parts = Vec::with_capacity(list.len());
        let mut element = None;
        for (index, initialiser) in list.iter().enumerate() {
            let Some(mut part_type) = part(index) else { return self.error("too many initialisers") };
            if let (Some(sized), true) = (&element, has_unsized(&part_type)) {
                part_type = Type::clone(sized);
            }
            let value = self.initialiser(initialiser, &part_type)?;
            if has_unsized(&part_type) {
                part_type = value.ty.clone();
            }
            element = Some(part_type.clone());
            parts.push(self.converted(value, &part_type, "an initialiser")?);
        }
        let ty = match (ty, element) {
            (Type::Array(..), Some(element)) => super::types::array(element, &[list.len() as u32]),
            _ => ty.clone(),
        };
        self.leave();
        Ok(Expr { kind: base::hir::ExprKind::Construct(parts), ty })
    }

    /// Analyses `invariant a, b;`; reports the errors of all names.
    fn invariants(&mut self, names: &[&str], global: bool) -> Checked<()> {
        let mut result = Ok(());
        for name in names {
            result = self.invariant(name, global).and(result);
        }
        result
    }

    /// Analyses `invariant name;`.
    fn invariant(&mut self, name: &str, global: bool) -> Checked<()> {
        self.check(global, "invariant is declared outside of functions")?;
        let id = match self.lookup(name) {
            Some(Symbol::Variable(id)) => id,
            Some(Symbol::Member(block, member)) => return self.invariant_member(name, block, member),
            _ => return self.error(&format!("`{name}` is not declared")),
        };
        let stage = self.language.stage;
        let fits = self.variables.get(id).is_some_and(|variable| match variable.storage {
            Storage::Out | Storage::OutBlock => true,
            Storage::In => stage == base::hir::Stage::Fragment && self.language.version < if self.language.es { 300 } else { 420 },
            Storage::Builtin(_) => true,
            _ => false,
        });
        self.check(fits, &format!("`{name}` cannot be invariant: it is not an output"))?;
        let used = self.global_uses.contains(&id) || self.functions.iter().any(|known| known.uses.contains(&id));
        self.check(!used, &format!("`{name}` is declared invariant before it is used"))?;
        if let Some(variable) = self.variables.get_mut(id) {
            variable.qualifiers.invariant = true;
            variable.qualifiers.invariant_given = true;
        }
        Ok(())
    }

    /// Analyses `invariant name;` for a member of an output block without an instance name.
    fn invariant_member(&mut self, name: &str, block: usize, index: usize) -> Checked<()> {
        let output = self.variables.get(block).is_some_and(|variable| variable.storage == Storage::OutBlock);
        self.check(output, &format!("`{name}` cannot be invariant: it is not an output"))?;
        if let Some(variable) = self.variables.get_mut(block)
            && let Type::Struct(structure) = &variable.ty
        {
            let mut structure = (**structure).clone();
            if let Some(member) = structure.members.get_mut(index) {
                member.qualifiers.invariant = true;
            }
            variable.ty = Type::Struct(Arc::new(structure));
        }
        Ok(())
    }
}
