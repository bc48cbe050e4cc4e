//! The places that pointers refer to.

use super::module::Id;
use super::{MAX_PARTS, Result, Translator, int_expr, variable_expr};
use base::hir::{Expr, ExprKind, Type, VarId};
use std::sync::Arc;

/// The place that a pointer refers to.
#[derive(Clone, Debug)]
pub enum Place {
    /// A variable or a part of it.
    Lvalue(Expr),
    /// An input or output block, each member of which is a place of its own.
    Block {
        /// The variable of the module.
        id: Id,
        members: Arc<[Place]>,
        /// The length of its array over vertices.
        vertices: Option<u32>,
        /// The index into that array.
        vertex: Option<Box<Expr>>,
    },
    /// A member of gl_in or gl_out, for all vertices.
    PerVertex { variable: VarId, member: usize, vertices: u32 },
    /// A texel of an image.
    Texel { image: Box<Expr>, coordinates: Box<Expr>, sample: Option<Box<Expr>> },
}

/// Returns the expression of an element, a column or a component.
pub fn element(base: Expr, index: Expr) -> Result<Expr> {
    let ty = match &base.ty {
        Type::Array(element, _) => Type::clone(element),
        Type::Matrix(scalar, _, rows) => Type::Vector(*scalar, *rows),
        Type::Vector(scalar, _) => Type::Scalar(*scalar),
        _ => return Err(String::from("an index into what has no elements")),
    };
    Ok(Expr { kind: ExprKind::Index(Box::new(base), Box::new(index)), ty })
}

/// Returns the expression of a member.
pub fn field(base: Expr, member: usize) -> Result<Expr> {
    let ty = match &base.ty {
        Type::Struct(structure) => structure.members.get(member).map(|member| member.ty.clone()),
        _ => None,
    };
    let ty = ty.ok_or_else(|| String::from("a member that does not exist"))?;
    Ok(Expr { kind: ExprKind::Field(Box::new(base), member), ty })
}

/// Returns the expression of a part with a constant index. Returns an error if it does not exist.
pub fn part(base: Expr, index: u32) -> Result<Expr> {
    let exists = match &base.ty {
        Type::Struct(_) => return field(base, index as usize),
        Type::Array(_, length) => index < *length,
        Type::Matrix(_, columns, _) => index < u32::from(*columns),
        Type::Vector(_, size) => index < u32::from(*size),
        _ => false,
    };
    if exists { element(base, int_expr(index)) } else { Err(String::from("an index of a part that does not exist")) }
}

/// Returns the value of a constant index.
fn constant_index(index: &Expr) -> Option<u32> {
    match &index.kind {
        ExprKind::Constant(words) => words.first().copied(),
        _ => None,
    }
}

impl Translator<'_> {
    /// Returns the place of a member of gl_in or gl_out for a vertex.
    fn vertex_member(&self, variable: VarId, member: usize, vertex: Expr) -> Result<Place> {
        let ty = self.variables.get(variable).map_or(Type::Void, |variable| variable.ty.clone());
        Ok(Place::Lvalue(field(element(variable_expr(variable, ty), vertex)?, member)?))
    }

    /// Returns the place of a part.
    pub fn step(&self, place: &Place, index: &Expr) -> Result<Place> {
        match place {
            Place::Lvalue(base) => match (&base.ty, constant_index(index)) {
                (Type::Struct(_), Some(member)) => Ok(Place::Lvalue(field(base.clone(), member as usize)?)),
                (Type::Struct(_), None) => Err(String::from("the index of a member is not constant")),
                _ => Ok(Place::Lvalue(element(base.clone(), index.clone())?)),
            },
            Place::Block { id, members, vertices: Some(vertices), vertex: None } => {
                Ok(Place::Block { id: *id, members: Arc::clone(members), vertices: Some(*vertices), vertex: Some(Box::new(index.clone())) })
            }
            Place::Block { members, vertex, .. } => {
                let member = constant_index(index).and_then(|at| members.get(at as usize));
                match (member, vertex) {
                    (Some(Place::Lvalue(base)), Some(vertex)) => Ok(Place::Lvalue(element(base.clone(), (**vertex).clone())?)),
                    (Some(Place::PerVertex { variable, member, .. }), Some(vertex)) => {
                        self.vertex_member(*variable, *member, (**vertex).clone())
                    }
                    (Some(place @ Place::Lvalue(_)), None) => Ok(place.clone()),
                    _ => Err(String::from("a member that does not exist")),
                }
            }
            Place::PerVertex { variable, member, .. } => self.vertex_member(*variable, *member, index.clone()),
            Place::Texel { .. } => Err(String::from("a part of a texel")),
        }
    }

    /// Returns the parts of a place that is not one variable.
    fn parts(&self, place: &Place) -> Result<Vec<Place>> {
        let count = match place {
            Place::Block { vertices: Some(vertices), vertex: None, .. } | Place::PerVertex { vertices, .. } => *vertices,
            Place::Block { members, .. } => members.len() as u32,
            Place::Lvalue(_) | Place::Texel { .. } => 0,
        };
        self.parts.set(self.parts.get() + count as usize);
        if self.parts.get() > MAX_PARTS {
            return Err(String::from("the module is too large: it loads and stores too many members of blocks"));
        }
        (0..count).map(|index| self.step(place, &int_expr(index))).collect()
    }

    /// Returns the value at a place.
    pub fn load(&self, place: &Place, ty: &Type) -> Result<Expr> {
        if let Place::Lvalue(expr) = place {
            return Ok(expr.clone());
        }
        let inner = |at: usize| match ty {
            Type::Array(element, _) => Type::clone(element),
            Type::Struct(structure) => structure.members.get(at).map_or(Type::Void, |member| member.ty.clone()),
            _ => Type::Void,
        };
        let parts = self.parts(place)?;
        if parts.is_empty() {
            return Err(String::from("a load from what has no value"));
        }
        let values = parts.iter().enumerate().map(|(at, part)| self.load(part, &inner(at))).collect::<Result<Vec<Expr>>>()?;
        Ok(Expr { kind: ExprKind::Construct(values), ty: ty.clone() })
    }

    /// Appends the assignments that store a value, which is a variable or a constant unless the place is one variable.
    pub fn store(&self, place: &Place, value: Expr, into: &mut Vec<Expr>) -> Result<()> {
        if let Place::Lvalue(target) = place {
            if target.ty.is_opaque() {
                return Err(String::from("a store to a uniform"));
            }
            let ty = target.ty.clone();
            into.push(Expr { kind: ExprKind::Assign(Box::new(target.clone()), Box::new(value)), ty });
            return Ok(());
        }
        let parts = self.parts(place)?;
        if parts.is_empty() {
            return Err(String::from("a store to what has no value"));
        }
        for (at, to) in (0..).zip(parts) {
            self.store(&to, part(value.clone(), at)?, into)?;
        }
        Ok(())
    }
}
