//! Type specifiers, structures and arrays.

use super::scopes::Symbol;
use super::{Analyser, Checked, MAX_WORDS};
use crate::glsl::builtins;
use crate::glsl::constant::evaluate;
use crate::glsl::syntax;
use base::hir::{Contents, Member, MemberQualifiers, Precision, Scalar, Stage, StructType, Type};
use std::collections::HashSet;
use std::sync::Arc;

/// Returns the number of 32-bit words of a value; opaque types take one.
pub(super) fn words(ty: &Type) -> u64 {
    match ty {
        Type::Void => 0,
        Type::Scalar(scalar) => u64::from(scalar.words()),
        Type::Vector(scalar, size) => u64::from(scalar.words()) * u64::from(*size),
        Type::Matrix(scalar, columns, rows) => u64::from(scalar.words()) * u64::from(*columns) * u64::from(*rows),
        Type::Array(element, length) => words(element).saturating_mul(u64::from(*length).max(1)),
        Type::Struct(structure) => structure.summary().words,
        Type::Sampler(_) | Type::Image(_) | Type::AtomicCounter => 1,
    }
}

/// Returns an unsized array type with the size of its initial value; `None` if the elements differ.
pub(super) fn sized_as(ty: &Type, value: &Type) -> Option<Type> {
    match (ty, value) {
        (Type::Array(element, 0), Type::Array(of, length)) => Some(Type::Array(Arc::new(sized_as(element, of)?), *length)),
        (Type::Array(element, length), Type::Array(of, same)) if length == same => {
            Some(Type::Array(Arc::new(sized_as(element, of)?), *length))
        }
        (ty, value) => (ty == value).then(|| ty.clone()),
    }
}

/// Returns true if a type is or contains a sampler, an image or an atomic counter.
pub(super) fn opaque(ty: &Type) -> bool {
    ty.contents().any(Contents::OPAQUE)
}

/// Returns true if a type is or contains a structure with a structure in it.
pub(super) fn has_nested_structure(ty: &Type) -> bool {
    ty.contents().any(Contents::NESTED_STRUCTURE)
}

/// Returns true if a type is or contains an array.
pub(super) fn has_array(ty: &Type) -> bool {
    ty.contents().any(Contents::ARRAY)
}

/// Returns true if a type is or contains an unsized array.
pub(super) fn has_unsized(ty: &Type) -> bool {
    ty.contents().any(Contents::UNSIZED)
}

/// Returns the component type of a scalar, vector or matrix.
pub(super) fn scalar_of(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, _, _) => Some(*scalar),
        _ => None,
    }
}

/// Returns the type of the same shape with another component type.
pub(super) fn with_scalar(ty: &Type, scalar: Scalar) -> Type {
    match ty {
        Type::Scalar(_) => Type::Scalar(scalar),
        Type::Vector(_, size) => Type::Vector(scalar, *size),
        Type::Matrix(_, columns, rows) => Type::Matrix(scalar, *columns, *rows),
        other => other.clone(),
    }
}

/// Returns a scalar or vector type of `size` components.
pub(super) fn vector(scalar: Scalar, size: u8) -> Type {
    if size == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, size) }
}

/// Returns an array type around `ty`; the first dimension is the outermost.
pub(super) fn array(ty: Type, dimensions: &[u32]) -> Type {
    dimensions.iter().rev().fold(ty, |element, &length| Type::Array(Arc::new(element), length))
}

/// Returns the name of a type for messages.
pub(super) fn name(ty: &Type) -> String {
    builtins::type_name(ty)
}

impl Analyser<'_> {
    /// Returns the type of a specifier, with its own array dimensions.
    pub(super) fn type_of(&mut self, specifier: &syntax::TypeSpecifier) -> Checked<Type> {
        self.mark(specifier.at);
        let ty = match &specifier.name {
            syntax::TypeName::Void => Type::Void,
            syntax::TypeName::Struct(structure) => self.structure(structure)?,
            syntax::TypeName::Name(name) => self.named(name)?,
        };
        let dimensions = self.dimensions(&specifier.array)?;
        self.arrayed(ty, &dimensions)
    }

    fn named(&mut self, name: &str) -> Checked<Type> {
        let symbol = self.scopes.iter().rev().find_map(|scope| scope.names.get(name)).cloned();
        if let Some(Symbol::Type(structure)) = symbol {
            return Ok(Type::Struct(structure));
        }
        match builtins::type_named(name) {
            Some(ty) => Ok(ty),
            None => self.error(&format!("`{name}` is not a type")),
        }
    }

    /// Returns an array type around a type, after checking the rules of the version.
    pub(super) fn arrayed(&mut self, ty: Type, dimensions: &[u32]) -> Checked<Type> {
        if dimensions.is_empty() {
            return Ok(ty);
        }
        if ty == Type::Void {
            return self.error("void has no arrays");
        }
        let depth = dimensions.len() + usize::from(matches!(ty, Type::Array(..)));
        if depth > 1 {
            self.need(430, 310, &["GL_ARB_arrays_of_arrays"], "arrays of arrays")?;
        }
        if depth > 32 {
            return self.error("an array has too many dimensions; 32 are accepted");
        }
        let result = array(ty, dimensions);
        self.check_size(&result)?;
        Ok(result)
    }

    /// Rejects types that are too large.
    pub(super) fn check_size(&mut self, ty: &Type) -> Checked<()> {
        self.check(words(ty) <= MAX_WORDS, "a variable is too large; 256 MiB are accepted")
    }

    /// Returns the sizes between brackets; 0 for empty brackets.
    pub(super) fn dimensions(&mut self, sizes: &[Option<syntax::Expr>]) -> Checked<Vec<u32>> {
        let mut result = Vec::with_capacity(sizes.len());
        for size in sizes {
            result.push(match size {
                None => 0,
                Some(size) => {
                    let size = self.constant_integer(size, "an array's size")?;
                    match u32::try_from(size) {
                        Ok(size) if size > 0 => size,
                        _ => return self.error(&format!("an array's size must be greater than zero, not {size}")),
                    }
                }
            });
        }
        Ok(result)
    }

    /// Returns the value of a constant integral expression.
    pub(super) fn constant_integer(&mut self, expr: &syntax::Expr, what: &str) -> Checked<i64> {
        let value = self.expression(expr)?;
        if !matches!(value.ty, Type::Scalar(Scalar::Int | Scalar::Uint)) {
            return self.error(&format!("{what} must be an int or uint, not {}", name(&value.ty)));
        }
        match evaluate(&value).and_then(|words| words.first().copied()) {
            Some(word) if value.ty == Type::Scalar(Scalar::Uint) => Ok(i64::from(word)),
            Some(word) => Ok(i64::from(word as i32)),
            None => self.error(&format!("{what} must be a constant expression")),
        }
    }

    /// Defines a structure.
    fn structure(&mut self, specifier: &syntax::StructSpecifier) -> Checked<Type> {
        let structure_name = specifier.name.unwrap_or_default().to_owned();
        let members = self.members(&specifier.members, &mut |analyser, field, ty| {
            if let Some(qualifier) = &field.ty.qualifier {
                let words = analyser.parse_qualifiers(qualifier)?;
                analyser.check(words.only_precision(), "members of structures take no qualifiers but precision")?;
            }
            analyser.check(!has_unsized(ty), "members of structures need array sizes")?;
            analyser.check(
                !((analyser.language.es || analyser.language.version >= 120)
                    && matches!(field.ty.specifier.name, syntax::TypeName::Struct(_))),
                "structures cannot be defined inside structures",
            )?;
            Ok(MemberQualifiers::default())
        })?;
        let structure = Arc::new(StructType::new(structure_name.clone(), members));
        if !structure_name.is_empty() {
            self.declare(&structure_name, Symbol::Type(Arc::clone(&structure)))?;
        }
        let ty = Type::Struct(structure);
        self.check_size(&ty)?;
        Ok(ty)
    }

    /// Analyses the members of a structure or block; `qualifiers` checks each declaration and returns its qualifiers.
    pub(super) fn members(
        &mut self,
        fields: &[syntax::StructDeclaration],
        qualifiers: &mut dyn FnMut(&mut Self, &syntax::StructDeclaration, &Type) -> Checked<MemberQualifiers>,
    ) -> Checked<Vec<Member>> {
        let mut members: Vec<Member> = Vec::new();
        let mut names: HashSet<&str> = HashSet::new();
        for field in fields {
            self.mark(field.at);
            let base = self.type_of(&field.ty.specifier)?;
            self.check(base != Type::Void, "members cannot be void")?;
            self.check(!field.declarators.is_empty(), "a member needs a name")?;
            for declarator in &field.declarators {
                let dimensions = self.dimensions(&declarator.array)?;
                let ty = self.arrayed(base.clone(), &dimensions)?;
                self.need_precision(&ty, field.ty.qualifier.as_ref())?;
                let mut qualifiers = qualifiers(self, field, &ty)?;
                qualifiers.precision = self.precision_of(&ty, field.ty.qualifier.as_ref().and_then(declared_precision));
                let name = declarator.name;
                if !names.insert(name) {
                    return self.error(&format!("member `{name}` appears twice"));
                }
                members.push(Member { name: name.to_owned(), ty, qualifiers });
            }
        }
        self.check(!members.is_empty(), "structures and blocks need at least one member")?;
        Ok(members)
    }

    /// Sets the default precisions of ES.
    pub(super) fn default_precisions(&mut self) {
        let fragment = self.language.stage == Stage::Fragment;
        if let Some(scope) = self.scopes.first_mut() {
            let int = if fragment { Precision::Medium } else { Precision::High };
            let defaults = [
                ("int", int),
                ("sampler2D", Precision::Low),
                ("samplerCube", Precision::Low),
                ("samplerExternalOES", Precision::Low),
                ("atomic_uint", Precision::High),
                ("float", Precision::High),
            ];
            let known = defaults.into_iter().filter(|(name, _)| *name != "float" || !fragment);
            scope.precisions.extend(known.map(|(name, precision)| (name.to_owned(), precision)));
        }
    }

    /// Returns the precision of a variable of a type: the declared one, otherwise the default. Desktop has none.
    pub(super) fn precision_of(&self, ty: &Type, declared: Option<Precision>) -> Precision {
        if !self.language.es {
            return Precision::None;
        }
        let key = match ty.without_array() {
            Type::Scalar(Scalar::Float) | Type::Vector(Scalar::Float, _) | Type::Matrix(..) => "float".to_owned(),
            Type::Scalar(Scalar::Int | Scalar::Uint) | Type::Vector(Scalar::Int | Scalar::Uint, _) => "int".to_owned(),
            Type::AtomicCounter => "atomic_uint".to_owned(),
            element @ (Type::Sampler(_) | Type::Image(_)) => name(element),
            _ => return Precision::None,
        };
        let default = || self.scopes.iter().rev().find_map(|scope| scope.precisions.get(&key)).copied();
        declared.or_else(default).unwrap_or_default()
    }

    /// Logs an error in ES if a type that needs a precision (floats in fragment shaders, most samplers) has none, declared or default.
    pub(super) fn need_precision(&mut self, ty: &Type, qualifier: Option<&syntax::TypeQualifier>) -> Checked<()> {
        if !self.language.es || qualifier.and_then(declared_precision).is_some() {
            return Ok(());
        }
        let key = match ty {
            Type::Array(element, _) => return self.need_precision(&element.clone(), None),
            Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => match scalar {
                Scalar::Float => "float".to_owned(),
                _ => return Ok(()),
            },
            Type::Sampler(_) | Type::Image(_) => name(ty),
            _ => return Ok(()),
        };
        if self.scopes.iter().any(|scope| scope.precisions.contains_key(&key)) {
            return Ok(());
        }
        self.error(&format!("{key} has no default precision here; add `precision mediump {key};` or a precision of its own"))
    }
}

/// Returns the precision among qualifiers.
pub(super) fn declared_precision(qualifier: &syntax::TypeQualifier) -> Option<Precision> {
    qualifier.qualifiers.iter().find_map(|word| match word {
        syntax::Qualifier::Precision(precision) => Some(*precision),
        _ => None,
    })
}
