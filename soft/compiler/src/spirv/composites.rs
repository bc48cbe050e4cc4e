//! Composites: vectors, matrices, arrays and structures as values.

use super::arithmetic::is_integer;
use super::functions::Body;
use super::module::{Id, id_at, literal_at};
use super::places::{element, part};
use super::{Result, call, shape, to_scalar, type_of};
use base::hir::{Builtin, Expr, ExprKind, Scalar, Statement, Type};
use rspirv::dr::Instruction;
use rspirv::spirv::Op;

impl Body<'_, '_> {
    /// Returns the structure with the two results of an extended operation.
    pub fn pair_of_results(&mut self, instruction: &Instruction, result: &Type) -> Result<Expr> {
        let wrong = || Err(format!("Op{} has operands of a wrong type", instruction.class.opname));
        let Type::Struct(structure) = result else { return wrong() };
        let [low, high] = structure.members.as_slice() else { return wrong() };
        let (a, b) = (self.expr(id_at(instruction, 0)?)?, self.expr(id_at(instruction, 1)?)?);
        if low.ty != high.ty || low.ty != a.ty || a.ty != b.ty || !shape(&a.ty).is_some_and(|(scalar, _)| is_integer(scalar)) {
            return wrong();
        }
        let Some((own, size)) = shape(&a.ty) else { return wrong() };
        let signed = instruction.class.opcode == Op::SMulExtended;
        let scalar = if signed { Scalar::Int } else { Scalar::Uint };
        let ty = type_of(scalar, size);
        let (a, b) = (to_scalar(a, scalar), to_scalar(b, scalar));
        let second = self.variable(ty.clone())?;
        let first = match instruction.class.opcode {
            Op::IAddCarry => self.keep(call(Builtin::UaddCarry, vec![a, b, second.clone()], ty))?,
            Op::ISubBorrow => self.keep(call(Builtin::UsubBorrow, vec![a, b, second.clone()], ty))?,
            _ => {
                let low = self.variable(ty)?;
                let multiply = call(Builtin::MulExtended, vec![a, b, second.clone(), low.clone()], Type::Void);
                self.push(Statement::Expression(multiply));
                low
            }
        };
        let parts = vec![to_scalar(first, own), to_scalar(second, own)];
        Ok(Expr { kind: ExprKind::Construct(parts), ty: result.clone() })
    }

    /// Declares a variable, for the out arguments of a function.
    pub fn variable(&mut self, ty: Type) -> Result<Expr> {
        let variable = self.translator.add_private(ty.clone())?;
        self.push(Statement::Declare(variable, None));
        Ok(super::variable_expr(variable, ty))
    }

    pub fn construct(&mut self, instruction: &Instruction, ty: Id, result: &Type) -> Result<Expr> {
        let wrong = || Err(String::from("OpCompositeConstruct has constituents of a wrong type"));
        let mut parts = Vec::with_capacity(instruction.operands.len());
        let mut components = 0u32;
        for at in 0..instruction.operands.len() {
            let id = id_at(instruction, at)?;
            let expr = self.expr(id)?;
            match result {
                Type::Vector(scalar, _) => match shape(&expr.ty) {
                    Some((own, size)) if own == *scalar => components += u32::from(size),
                    _ => return wrong(),
                },
                _ if self.type_id(id)? != self.translator.part_type(ty, at as u32)? => return wrong(),
                _ => {}
            }
            parts.push(expr);
        }
        let expected = match result {
            Type::Vector(_, size) if parts.len() > 1 => components == u32::from(*size),
            Type::Matrix(_, columns, _) => parts.len() == usize::from(*columns),
            Type::Array(_, length) => *length > 0 && parts.len() == *length as usize,
            Type::Struct(structure) => parts.len() == structure.members.len() && !parts.is_empty(),
            _ => false,
        };
        if expected { Ok(Expr { kind: ExprKind::Construct(parts), ty: result.clone() }) } else { wrong() }
    }

    /// Translates OpCompositeExtract and OpCompositeInsert.
    pub fn composite(&mut self, instruction: &Instruction, result: Id) -> Result<Expr> {
        let insert = instruction.class.opcode == Op::CompositeInsert;
        let composite = id_at(instruction, usize::from(insert))?;
        let mut ty = self.type_id(composite)?;
        let value = self.expr(composite)?;
        let mut target = if insert { self.keep(value)? } else { value };
        let whole = target.clone();
        for at in usize::from(insert) + 1..instruction.operands.len() {
            let index = literal_at(instruction, at)?;
            ty = self.translator.part_type(ty, index)?;
            target = part(target, index)?;
        }
        if !insert {
            return if ty == result { Ok(target) } else { Err(String::from("OpCompositeExtract has a wrong type")) };
        }
        let object = id_at(instruction, 0)?;
        if self.type_id(object)? != ty || self.type_id(composite)? != result {
            return Err(String::from("OpCompositeInsert has an object of a wrong type"));
        }
        let object = self.expr(object)?;
        let part_type = target.ty.clone();
        let assignment = Expr { kind: ExprKind::Assign(Box::new(target), Box::new(object)), ty: part_type };
        self.push(Statement::Expression(assignment));
        // A later insertion copies the composite again, so that the variable no longer changes.
        Ok(whole)
    }

    pub fn shuffle(&mut self, instruction: &Instruction, result: &Type) -> Result<Expr> {
        let wrong = || Err(String::from("OpVectorShuffle has operands of a wrong type"));
        let (a, b) = (self.expr(id_at(instruction, 0)?)?, self.expr(id_at(instruction, 1)?)?);
        let (Some((scalar, size)), Some((other, other_size)), Some((to, count))) = (shape(&a.ty), shape(&b.ty), shape(result)) else {
            return wrong();
        };
        let which = (2..instruction.operands.len()).map(|at| literal_at(instruction, at)).collect::<Result<Vec<u32>>>()?;
        if scalar != other || scalar != to || which.len() != usize::from(count) || size < 2 || other_size < 2 {
            return wrong();
        }
        let swizzle = |of: &Expr, components: Vec<u8>| {
            let ty = type_of(scalar, components.len() as u8);
            Expr { kind: ExprKind::Swizzle(Box::new(of.clone()), components), ty }
        };
        // An undefined component may be any.
        let which: Vec<u8> = which.into_iter().map(|at| if at == u32::MAX { 0 } else { at.min(255) as u8 }).collect();
        if which.iter().any(|at| *at >= size + other_size) {
            return wrong();
        }
        if which.iter().all(|at| *at < size) {
            return Ok(swizzle(&a, which));
        }
        let one = |at: u8| if at < size { swizzle(&a, vec![at]) } else { swizzle(&b, vec![at - size]) };
        Ok(Expr { kind: ExprKind::Construct(which.into_iter().map(one).collect()), ty: result.clone() })
    }

    /// Translates OpVectorExtractDynamic and OpVectorInsertDynamic.
    pub fn dynamic_component(&mut self, instruction: &Instruction, result: &Type) -> Result<Expr> {
        let wrong = || Err(format!("Op{} has operands of a wrong type", instruction.class.opname));
        let vector = self.expr(id_at(instruction, 0)?)?;
        let insert = instruction.class.opcode == Op::VectorInsertDynamic;
        let index = self.expr(id_at(instruction, if insert { 2 } else { 1 })?)?;
        let is_index = shape(&index.ty).is_some_and(|(scalar, size)| is_integer(scalar) && size == 1);
        let Type::Vector(scalar, _) = vector.ty else { return wrong() };
        if !is_index {
            return wrong();
        }
        if !insert {
            return element(vector, index);
        }
        let component = self.expr(id_at(instruction, 1)?)?;
        if component.ty != Type::Scalar(scalar) || vector.ty != *result {
            return wrong();
        }
        let whole = self.keep(vector)?;
        let target = Box::new(element(whole.clone(), index)?);
        self.push(Statement::Expression(Expr { kind: ExprKind::Assign(target, Box::new(component)), ty: Type::Scalar(scalar) }));
        Ok(whole)
    }
}

/// Returns true if two types have the same components in the same order.
pub fn same_shape(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Array(a, m), Type::Array(b, n)) => m == n && same_shape(a, b),
        (Type::Struct(a), Type::Struct(b)) => {
            a.members.len() == b.members.len() && a.members.iter().zip(&b.members).all(|(a, b)| same_shape(&a.ty, &b.ty))
        }
        _ => a == b,
    }
}
