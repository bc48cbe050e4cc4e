//! Constructors: of scalars, vectors, matrices, arrays and structures.

use super::expressions::convert;
use super::types::{has_unsized, name as type_name, opaque, scalar_of, with_scalar};
use super::{Analyser, Checked, boxed, int};
use base::hir::{Expr, ExprKind, Type};

impl Analyser<'_> {
    /// Analyses a constructor.
    pub(super) fn construct(&mut self, ty: Type, arguments: Vec<Expr>) -> Checked<Expr> {
        if opaque(&ty) || ty == Type::Void {
            return self.error(&format!("{} has no constructor", type_name(&ty)));
        }
        match &ty {
            Type::Array(..) => self.construct_array(ty, arguments),
            Type::Struct(structure) => {
                let members: Vec<(String, Type)> =
                    structure.members.iter().map(|member| (member.name.clone(), member.ty.clone())).collect();
                if members.len() != arguments.len() {
                    return self.error(&format!(
                        "{} has {} members, but {} values are given",
                        type_name(&ty),
                        members.len(),
                        arguments.len()
                    ));
                }
                let mut parts = Vec::with_capacity(members.len());
                for (argument, (name, member)) in arguments.into_iter().zip(&members) {
                    parts.push(self.converted(argument, member, &format!("member `{name}`"))?);
                }
                Ok(Expr { kind: ExprKind::Construct(parts), ty })
            }
            _ => self.construct_basic(ty, arguments),
        }
    }

    fn construct_array(&mut self, ty: Type, arguments: Vec<Expr>) -> Checked<Expr> {
        self.need(120, 300, &[], "array constructors")?;
        let Type::Array(element, length) = &ty else { return self.error("no array") };
        let (mut element, length) = (Type::clone(element), *length);
        if length != 0 && length as usize != arguments.len() {
            return self.error(&format!("an array of {length} elements takes {length} values, not {}", arguments.len()));
        }
        self.check(!arguments.is_empty(), "an array constructor needs at least one value")?;
        if has_unsized(&element) {
            element = arguments.first().map_or(element, |first| first.ty.clone());
        }
        let count = arguments.len() as u32;
        let mut parts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            parts.push(self.converted(argument, &element, "an array constructor")?);
        }
        Ok(Expr { kind: ExprKind::Construct(parts), ty: super::types::array(element, &[count]) })
    }

    /// Analyses a constructor of a scalar, vector or matrix.
    fn construct_basic(&mut self, ty: Type, arguments: Vec<Expr>) -> Checked<Expr> {
        let Some(scalar) = scalar_of(&ty) else { return self.error("this type has no constructor") };
        if arguments.is_empty() {
            return self.error(&format!("the constructor of {} needs values", type_name(&ty)));
        }
        for argument in &arguments {
            if scalar_of(&argument.ty).is_none() {
                let message = format!("{} cannot be part of {}", type_name(&argument.ty), type_name(&ty));
                return self.error(&message);
            }
        }
        let single = arguments.len() == 1;
        if let Type::Scalar(_) = ty {
            let Some(value) = arguments.into_iter().next().filter(|_| single) else {
                return self.error(&format!("the constructor of {} takes one value", type_name(&ty)));
            };
            return Ok(convert(first_component(value), &ty));
        }
        let matrices = arguments.iter().any(|argument| matches!(argument.ty, Type::Matrix(..)));
        if let (Type::Matrix(_, columns, rows), true) = (&ty, matrices) {
            // [GLSL 1.10] 5.4.2: "It is an error to construct matrices from other matrices. This is reserved for future use." Mesa and ANGLE
            // accept them in every version of GLSL ES, and programs rely on that.
            self.need(120, 100, &[], "matrices from matrices")?;
            self.check(single, "a matrix from a matrix takes only that")?;
            let (columns, rows) = (*columns, *rows);
            let Some(value) = arguments.into_iter().next() else { return self.error("no value") };
            let converted_type = with_scalar(&value.ty, scalar);
            let value = convert(value, &converted_type);
            let same = matches!(value.ty, Type::Matrix(_, c, r) if c == columns && r == rows);
            return Ok(if same { value } else { Expr { kind: ExprKind::Construct(vec![value]), ty } });
        }
        let needed = components(&ty);
        let fills = single && arguments.first().is_some_and(|first| matches!(first.ty, Type::Scalar(_)));
        let mut given = 0;
        let mut parts = Vec::with_capacity(arguments.len());
        for argument in arguments {
            if given >= needed {
                return self.error(&format!("too many values for {}", type_name(&ty)));
            }
            given += components(&argument.ty);
            let converted_type = with_scalar(&argument.ty, scalar);
            parts.push(convert(argument, &converted_type));
        }
        if !fills && given < needed {
            return self.error(&format!("{} has {needed} components, but only {given} are given", type_name(&ty)));
        }
        if let (Type::Matrix(..), true) = (&ty, given > needed) {
            return self.error(&format!("{} has {needed} components, but {given} are given", type_name(&ty)));
        }
        if single && parts.first().is_some_and(|part| part.ty == ty) {
            return parts.pop().map_or_else(|| self.error("no value"), Ok);
        }
        Ok(Expr { kind: ExprKind::Construct(parts), ty })
    }
}

/// Returns the number of components of a scalar, vector or matrix.
fn components(ty: &Type) -> u32 {
    match ty {
        Type::Scalar(_) => 1,
        Type::Vector(_, size) => u32::from(*size),
        Type::Matrix(_, columns, rows) => u32::from(*columns) * u32::from(*rows),
        _ => 0,
    }
}

/// Returns the first component of a vector or matrix; scalars stay.
fn first_component(value: Expr) -> Expr {
    match value.ty {
        Type::Vector(scalar, _) => Expr { kind: ExprKind::Swizzle(boxed(value), vec![0]), ty: Type::Scalar(scalar) },
        Type::Matrix(scalar, _, rows) => {
            let column = Expr { kind: ExprKind::Index(boxed(value), boxed(int(0))), ty: Type::Vector(scalar, rows) };
            first_component(column)
        }
        _ => value,
    }
}
