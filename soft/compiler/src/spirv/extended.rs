//! The instructions of GLSL.std.450.

use super::arithmetic::choose;
use super::functions::Body;
use super::module::{Id, id_at, result_of};
use super::places::Place;
use super::{Result, call, shape, to_scalar, type_of};
use base::hir::{Builtin, Expr, ExprKind, Scalar, Stage, Statement, Type};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{GlslStd450Op as GLOp, StorageClass};

/// The types of a function's operands and result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Types {
    /// All of them are one type of floats.
    Floats,
    /// As `Floats`, of 32 bits.
    SingleFloats,
    /// All have as many components, of integers that are read as signed.
    Signed,
    /// All have as many components, of integers that are read as unsigned.
    Unsigned,
    /// The operands are one type of floats, the result is a scalar.
    ToScalar,
    /// The operand and the result are square matrices.
    Matrix,
    /// The operand is a square matrix, the result a scalar.
    Determinant,
    /// The operand and the result have these types.
    Pack(Shape, Shape),
}

/// A component type and a number of components.
type Shape = (Scalar, u8);

/// Returns the built-in function of an instruction, the number of its operands and their types.
fn function(op: GLOp) -> Option<(Builtin, usize, Types)> {
    use Builtin as B;
    use GLOp as G;
    use Types::{Determinant, Floats, Matrix, Pack, Signed, SingleFloats, ToScalar, Unsigned};
    const UINT: Shape = (Scalar::Uint, 1);
    const VEC2: Shape = (Scalar::Float, 2);
    const VEC4: Shape = (Scalar::Float, 4);
    Some(match op {
        G::Round => (B::Round, 1, Floats),
        G::RoundEven => (B::RoundEven, 1, Floats),
        G::Trunc => (B::Trunc, 1, Floats),
        G::FAbs => (B::Abs, 1, Floats),
        G::SAbs => (B::Abs, 1, Signed),
        G::FSign => (B::Sign, 1, Floats),
        G::SSign => (B::Sign, 1, Signed),
        G::Floor => (B::Floor, 1, Floats),
        G::Ceil => (B::Ceil, 1, Floats),
        G::Fract => (B::Fract, 1, Floats),
        G::Radians => (B::Radians, 1, SingleFloats),
        G::Degrees => (B::Degrees, 1, SingleFloats),
        G::Sin => (B::Sin, 1, SingleFloats),
        G::Cos => (B::Cos, 1, SingleFloats),
        G::Tan => (B::Tan, 1, SingleFloats),
        G::Asin => (B::Asin, 1, SingleFloats),
        G::Acos => (B::Acos, 1, SingleFloats),
        G::Atan => (B::Atan, 1, SingleFloats),
        G::Sinh => (B::Sinh, 1, SingleFloats),
        G::Cosh => (B::Cosh, 1, SingleFloats),
        G::Tanh => (B::Tanh, 1, SingleFloats),
        G::Asinh => (B::Asinh, 1, SingleFloats),
        G::Acosh => (B::Acosh, 1, SingleFloats),
        G::Atanh => (B::Atanh, 1, SingleFloats),
        G::Atan2 => (B::Atan2, 2, SingleFloats),
        G::Pow => (B::Pow, 2, SingleFloats),
        G::Exp => (B::Exp, 1, SingleFloats),
        G::Log => (B::Log, 1, SingleFloats),
        G::Exp2 => (B::Exp2, 1, SingleFloats),
        G::Log2 => (B::Log2, 1, SingleFloats),
        G::Sqrt => (B::Sqrt, 1, Floats),
        G::InverseSqrt => (B::InverseSqrt, 1, Floats),
        G::Determinant => (B::Determinant, 1, Determinant),
        G::MatrixInverse => (B::Inverse, 1, Matrix),
        G::FMin => (B::Min, 2, Floats),
        G::UMin => (B::Min, 2, Unsigned),
        G::SMin => (B::Min, 2, Signed),
        G::FMax => (B::Max, 2, Floats),
        G::UMax => (B::Max, 2, Unsigned),
        G::SMax => (B::Max, 2, Signed),
        G::FClamp => (B::Clamp, 3, Floats),
        G::UClamp => (B::Clamp, 3, Unsigned),
        G::SClamp => (B::Clamp, 3, Signed),
        G::FMix => (B::Mix, 3, Floats),
        G::Step => (B::Step, 2, Floats),
        G::SmoothStep => (B::SmoothStep, 3, Floats),
        G::Fma => (B::Fma, 3, Floats),
        G::PackSnorm4x8 => (B::PackSnorm4x8, 1, Pack(VEC4, UINT)),
        G::PackUnorm4x8 => (B::PackUnorm4x8, 1, Pack(VEC4, UINT)),
        G::PackSnorm2x16 => (B::PackSnorm2x16, 1, Pack(VEC2, UINT)),
        G::PackUnorm2x16 => (B::PackUnorm2x16, 1, Pack(VEC2, UINT)),
        G::PackHalf2x16 => (B::PackHalf2x16, 1, Pack(VEC2, UINT)),
        G::PackDouble2x32 => (B::PackDouble2x32, 1, Pack((Scalar::Uint, 2), (Scalar::Double, 1))),
        G::UnpackSnorm2x16 => (B::UnpackSnorm2x16, 1, Pack(UINT, VEC2)),
        G::UnpackUnorm2x16 => (B::UnpackUnorm2x16, 1, Pack(UINT, VEC2)),
        G::UnpackHalf2x16 => (B::UnpackHalf2x16, 1, Pack(UINT, VEC2)),
        G::UnpackSnorm4x8 => (B::UnpackSnorm4x8, 1, Pack(UINT, VEC4)),
        G::UnpackUnorm4x8 => (B::UnpackUnorm4x8, 1, Pack(UINT, VEC4)),
        G::UnpackDouble2x32 => (B::UnpackDouble2x32, 1, Pack((Scalar::Double, 1), (Scalar::Uint, 2))),
        G::Length => (B::Length, 1, ToScalar),
        G::Distance => (B::Distance, 2, ToScalar),
        G::Cross => (B::Cross, 2, Floats),
        G::Normalize => (B::Normalize, 1, Floats),
        G::FaceForward => (B::FaceForward, 3, Floats),
        G::Reflect => (B::Reflect, 2, Floats),
        G::FindILsb => (B::FindLsb, 1, Unsigned),
        G::FindSMsb => (B::FindMsb, 1, Signed),
        G::FindUMsb => (B::FindMsb, 1, Unsigned),
        _ => return None,
    })
}

impl Body<'_, '_> {
    /// Translates OpExtInst.
    pub fn extended_instruction(&mut self, instruction: &Instruction) -> Result<()> {
        let (id, ty) = result_of(instruction)?;
        let set = id_at(instruction, 0)?;
        if !self.translator.index.is_glsl(set) {
            // Instructions of the other sets have no effect.
            return Ok(());
        }
        let op = match instruction.operands.get(1) {
            Some(Operand::LiteralExtInstInteger(number)) => GLOp::from_u32(*number),
            _ => None,
        };
        let op = op.ok_or_else(|| format!("%{id} is an unknown instruction of GLSL.std.450"))?;
        let result = self.translator.value_type(ty)?;
        let ids = (2..instruction.operands.len()).map(|at| id_at(instruction, at)).collect::<Result<Vec<Id>>>()?;
        let value = match op {
            GLOp::Modf | GLOp::Frexp => self.split_to_pointer(op, &ids, &result)?,
            GLOp::ModfStruct | GLOp::FrexpStruct => self.split_to_structure(op, &ids, &result)?,
            GLOp::InterpolateAtCentroid | GLOp::InterpolateAtSample | GLOp::InterpolateAtOffset => self.interpolate(op, &ids, &result)?,
            _ => {
                let operands = ids.iter().map(|id| self.expr(*id)).collect::<Result<Vec<Expr>>>()?;
                self.extended_value(op, operands, &result)?
            }
        };
        match value {
            Some(value) if value.ty == result => self.define(id, ty, value),
            _ => Err(format!("{op:?} %{id} has operands of a wrong type")),
        }
    }

    /// Returns the value of an instruction without pointers, or `None` if the types do not fit.
    fn extended_value(&mut self, op: GLOp, mut operands: Vec<Expr>, result: &Type) -> Result<Option<Expr>> {
        let float = |ty: &Type| shape(ty).filter(|(scalar, _)| matches!(scalar, Scalar::Float | Scalar::Double));
        match (op, operands.as_slice()) {
            (GLOp::NMin | GLOp::NMax, [a, b]) if a.ty == *result && b.ty == *result && float(result).is_some() => {
                let (a, b) = (self.keep(a.clone())?, self.keep(b.clone())?);
                return Ok(Some(number_of(if op == GLOp::NMin { Builtin::Min } else { Builtin::Max }, a, b)));
            }
            (GLOp::NClamp, [x, low, high]) if operands.iter().all(|operand| operand.ty == *result) && float(result).is_some() => {
                let (x, low, high) = (self.keep(x.clone())?, self.keep(low.clone())?, self.keep(high.clone())?);
                let raised = self.keep(number_of(Builtin::Max, x, low))?;
                return Ok(Some(number_of(Builtin::Min, raised, high)));
            }
            (GLOp::Ldexp, [x, exponent]) => {
                let fits = x.ty == *result
                    && matches!((float(result), shape(&exponent.ty)), (Some((_, size)), Some((Scalar::Int | Scalar::Uint, count))) if size == count);
                let arguments = vec![x.clone(), to_scalar(exponent.clone(), Scalar::Int)];
                return Ok(fits.then(|| call(Builtin::Ldexp, arguments, result.clone())));
            }
            (GLOp::Refract, [i, n, eta]) => {
                let fits = i.ty == *result && n.ty == *result && float(result).is_some_and(|(scalar, _)| eta.ty == Type::Scalar(scalar));
                return Ok(fits.then(|| call(Builtin::Refract, operands.clone(), result.clone())));
            }
            _ => {}
        }
        let Some((builtin, count, types)) = function(op) else { return Ok(None) };
        let Some(first) = operands.first().map(|operand| operand.ty.clone()) else { return Ok(None) };
        if operands.len() != count {
            return Ok(None);
        }
        let same = operands.iter().all(|operand| operand.ty == first);
        let own = match types {
            Types::Floats if same && first == *result && float(&first).is_some() => first,
            Types::SingleFloats if same && first == *result && matches!(shape(&first), Some((Scalar::Float, _))) => first,
            Types::ToScalar if same && float(&first).is_some_and(|(scalar, _)| *result == Type::Scalar(scalar)) => result.clone(),
            Types::Matrix if first == *result && matches!(first, Type::Matrix(_, columns, rows) if columns == rows) => first,
            Types::Determinant if matches!(first, Type::Matrix(scalar, columns, rows) if columns == rows && *result == Type::Scalar(scalar)) => {
                result.clone()
            }
            Types::Pack(from, to) => {
                let integers = |scalar: Scalar| matches!(scalar, Scalar::Int | Scalar::Uint);
                let fits = |(scalar, size): Shape, ty: &Type| {
                    shape(ty).is_some_and(|(own, count)| count == size && (own == scalar || (integers(own) && integers(scalar))))
                };
                if !fits(from, &first) || !fits(to, result) {
                    return Ok(None);
                }
                operands = operands.into_iter().map(|operand| to_scalar(operand, from.0)).collect();
                let (Some((wanted, _)), packed) = (shape(result), call(builtin, operands, type_of(to.0, to.1))) else { return Ok(None) };
                return Ok(Some(to_scalar(packed, wanted)));
            }
            Types::Signed | Types::Unsigned => {
                let Some((wanted, count)) = shape(result) else { return Ok(None) };
                let scalar = if types == Types::Signed { wanted.signed() } else { wanted.unsigned() };
                let integer = |own: Scalar| own.is_integer() && own.words() == wanted.words();
                let size = |ty: &Type| shape(ty).filter(|(own, _)| integer(*own)).map(|(_, size)| size);
                if operands.iter().any(|operand| size(&operand.ty) != Some(count)) || size(result).is_none() {
                    return Ok(None);
                }
                operands = operands.into_iter().map(|operand| to_scalar(operand, scalar)).collect();
                let positions = matches!(builtin, Builtin::FindLsb | Builtin::FindMsb);
                if positions && wanted.is_wide() {
                    return Ok(None);
                }
                let own = type_of(if positions { Scalar::Int } else { scalar }, count);
                return Ok(Some(to_scalar(call(builtin, operands, own), wanted)));
            }
            _ => return Ok(None),
        };
        if builtin == Builtin::Cross && shape(&own).is_none_or(|(_, size)| size != 3) {
            return Ok(None);
        }
        Ok(Some(call(builtin, operands, own)))
    }

    /// Translates Modf and Frexp, which write their second result through a pointer.
    fn split_to_pointer(&mut self, op: GLOp, ids: &[Id], result: &Type) -> Result<Option<Expr>> {
        let &[x, pointer] = ids else { return Ok(None) };
        let value = self.expr(x)?;
        let place = self.writable(pointer)?;
        let pointee = self.translator.value_type(self.place(pointer)?.1)?;
        let Some((builtin, second)) = split_types(op, &value.ty, &pointee) else { return Ok(None) };
        if value.ty != *result {
            return Ok(None);
        }
        let whole = self.variable(second)?;
        let first = self.keep(call(builtin, vec![value, whole.clone()], result.clone()))?;
        let wanted = shape(&pointee).map_or(Scalar::Int, |(scalar, _)| scalar);
        let mut assignments = Vec::new();
        let stored = self.keep(to_scalar(whole, wanted))?;
        self.translator.store(&place, stored, &mut assignments)?;
        assignments.into_iter().for_each(|assignment| self.push(Statement::Expression(assignment)));
        Ok(Some(first))
    }

    /// Translates ModfStruct and FrexpStruct, whose result is a structure.
    fn split_to_structure(&mut self, op: GLOp, ids: &[Id], result: &Type) -> Result<Option<Expr>> {
        let (&[x], Type::Struct(structure)) = (ids, result) else { return Ok(None) };
        let value = self.expr(x)?;
        let [first, second] = structure.members.as_slice() else { return Ok(None) };
        if first.ty != value.ty {
            return Ok(None);
        }
        let op = if op == GLOp::ModfStruct { GLOp::Modf } else { GLOp::Frexp };
        let Some((builtin, own)) = split_types(op, &value.ty, &second.ty) else { return Ok(None) };
        let wanted = shape(&second.ty).map_or(Scalar::Int, |(scalar, _)| scalar);
        let whole = self.variable(own)?;
        let part = self.keep(call(builtin, vec![value, whole.clone()], first.ty.clone()))?;
        Ok(Some(Expr { kind: ExprKind::Construct(vec![part, to_scalar(whole, wanted)]), ty: result.clone() }))
    }

    /// Translates the interpolation of an input elsewhere in the pixel.
    fn interpolate(&mut self, op: GLOp, ids: &[Id], result: &Type) -> Result<Option<Expr>> {
        let Some(&pointer) = ids.first() else { return Ok(None) };
        let (place, _) = self.place(pointer)?;
        let class = self.translator.pointer_type(self.type_id(pointer)?)?.0;
        let Place::Lvalue(interpolant) = place else { return Ok(None) };
        let fits = class == StorageClass::Input && interpolant.ty == *result && matches!(shape(result), Some((Scalar::Float, _)));
        if !fits || self.translator.stage != Stage::Fragment {
            return Ok(None);
        }
        let argument = ids.get(1).map(|id| self.expr(*id)).transpose()?;
        let argument_shape = argument.as_ref().and_then(|argument| shape(&argument.ty));
        let mut arguments = vec![interpolant];
        let builtin = match (op, argument, argument_shape) {
            (GLOp::InterpolateAtCentroid, None, _) => Builtin::InterpolateAtCentroid,
            (GLOp::InterpolateAtSample, Some(sample), Some((Scalar::Int | Scalar::Uint, 1))) => {
                arguments.push(to_scalar(sample, Scalar::Int));
                Builtin::InterpolateAtSample
            }
            (GLOp::InterpolateAtOffset, Some(offset), Some((Scalar::Float, 2))) => {
                arguments.push(offset);
                Builtin::InterpolateAtOffset
            }
            _ => return Ok(None),
        };
        Ok(Some(call(builtin, arguments, result.clone())))
    }
}

/// Returns the function that splits a number, and the type of its second result, if they fit.
fn split_types(op: GLOp, value: &Type, second: &Type) -> Option<(Builtin, Type)> {
    let (Scalar::Float | Scalar::Double, size) = shape(value)? else { return None };
    let (scalar, count) = shape(second)?;
    match op {
        GLOp::Modf if value == second => Some((Builtin::Modf, value.clone())),
        GLOp::Frexp if size == count && matches!(scalar, Scalar::Int | Scalar::Uint) => Some((Builtin::Frexp, type_of(Scalar::Int, size))),
        _ => None,
    }
}

/// Returns the smaller or larger of two numbers, or the other one if one is not a number.
fn number_of(builtin: Builtin, a: Expr, b: Expr) -> Expr {
    let ty = a.ty.clone();
    let size = shape(&ty).map_or(1, |(_, size)| size);
    let is_nan = |expr: &Expr| call(Builtin::IsNan, vec![expr.clone()], type_of(Scalar::Bool, size));
    let both = call(builtin, vec![a.clone(), b.clone()], ty);
    choose(is_nan(&a), b.clone(), choose(is_nan(&b), a, both))
}
