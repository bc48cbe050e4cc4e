//! The arithmetic instructions.

use super::Translator;
use super::expressions::{
    assign, binary, call, compare, components, constant, construct, dot, float, floats, from_bool, integer, less, replicated, variable,
};
use crate::assembly::program::{Destination, Opcode, Source};
use base::hir::{BinaryOp, Builtin, Expr, ExprKind, Scalar, Type};

/// The first three components.
const THREE: &[u8] = &[0, 1, 2];
/// All components.
const FOUR: &[u8] = &[0, 1, 2, 3];

impl Translator {
    /// Translates an arithmetic instruction.
    pub fn arithmetic(&mut self, opcode: Opcode, to: &Destination, operands: &[Source]) {
        let [a, b, c] = match *operands {
            [a] => [a; 3],
            [a, b] => [a, b, b],
            [a, b, c, ..] => [a, b, c],
            [] => return,
        };
        if opcode == Opcode::Log {
            self.split(&a);
        }
        self.store(to, |this, lanes| this.result(opcode, [&a, &b, &c], lanes));
    }

    /// Returns components of the result of an operation.
    fn result(&mut self, opcode: Opcode, [a, b, c]: [&Source; 3], lanes: &[u8]) -> Expr {
        let count = lanes.len();
        let mut each = |op: BinaryOp| {
            let (a, b) = (self.load(a, lanes), self.load(b, lanes));
            binary(op, a, b)
        };
        match opcode {
            Opcode::Add => each(BinaryOp::Add),
            Opcode::Sub => each(BinaryOp::Sub),
            Opcode::Mul => each(BinaryOp::Mul),
            Opcode::Mad => {
                let product = each(BinaryOp::Mul);
                binary(BinaryOp::Add, product, self.load(c, lanes))
            }
            Opcode::Mov => self.load(a, lanes),
            Opcode::Abs => self.of_one(Builtin::Abs, a, lanes),
            Opcode::Flr => self.of_one(Builtin::Floor, a, lanes),
            Opcode::Frc => self.of_one(Builtin::Fract, a, lanes),
            Opcode::Max => call(Builtin::Max, vec![self.load(a, lanes), self.load(b, lanes)]),
            Opcode::Min => call(Builtin::Min, vec![self.load(a, lanes), self.load(b, lanes)]),
            Opcode::Sge => from_bool(compare(Builtin::GreaterThanEqual, BinaryOp::GreaterEqual, self.load(a, lanes), self.load(b, lanes))),
            Opcode::Slt => from_bool(less(self.load(a, lanes), self.load(b, lanes))),
            Opcode::Cmp => {
                let negative = less(self.load(a, lanes), constant(0.0, count));
                call(Builtin::MixBool, vec![self.load(c, lanes), self.load(b, lanes), negative])
            }
            Opcode::Lrp => call(Builtin::Mix, vec![self.load(c, lanes), self.load(b, lanes), self.load(a, lanes)]),
            Opcode::Dp3 => replicated(dot(self.load(a, THREE), self.load(b, THREE)), count),
            Opcode::Dp4 => replicated(dot(self.load(a, FOUR), self.load(b, FOUR)), count),
            Opcode::Dph => {
                let product = dot(self.load(a, THREE), self.load(b, THREE));
                replicated(binary(BinaryOp::Add, product, self.scalar(b, 3)), count)
            }
            Opcode::Xpd => {
                let product = call(Builtin::Cross, vec![self.load(a, THREE), self.load(b, THREE)]);
                // "The w component of the result vector is undefined." [ARB_vertex_program, 2.14.5.27]
                let whole = if lanes.contains(&3) { construct(vec![product, float(1.0)], 4) } else { product };
                components(whole, lanes)
            }
            Opcode::Cos | Opcode::Sin | Opcode::Ex2 | Opcode::Lg2 | Opcode::Rcp | Opcode::Rsq | Opcode::Pow => {
                replicated(self.of_scalars(opcode, a, b), count)
            }
            Opcode::Dst | Opcode::Exp | Opcode::Lit | Opcode::Log | Opcode::Scs => {
                let parts = lanes.iter().map(|lane| self.component(opcode, a, b, *lane)).collect();
                construct(parts, count)
            }
        }
    }

    /// Returns a function of one operand.
    fn of_one(&mut self, builtin: Builtin, a: &Source, lanes: &[u8]) -> Expr {
        call(builtin, vec![self.load(a, lanes)])
    }

    /// Returns the value that an instruction on scalars replicates.
    fn of_scalars(&mut self, opcode: Opcode, a: &Source, b: &Source) -> Expr {
        let x = self.scalar(a, 0);
        match opcode {
            Opcode::Cos => call(Builtin::Cos, vec![x]),
            Opcode::Sin => call(Builtin::Sin, vec![x]),
            Opcode::Ex2 => call(Builtin::Exp2, vec![x]),
            Opcode::Lg2 => call(Builtin::Log2, vec![x]),
            Opcode::Pow => call(Builtin::Pow, vec![x, self.scalar(b, 0)]),
            // "The RSQ instruction approximates the reciprocal of the square root of the absolute value of the scalar operand"
            // [ARB_vertex_program, 2.14.5.22]
            Opcode::Rsq => call(Builtin::InverseSqrt, vec![call(Builtin::Abs, vec![x])]),
            _ => binary(BinaryOp::Div, float(1.0), x),
        }
    }

    /// Returns one component of the result of an instruction whose components differ.
    fn component(&mut self, opcode: Opcode, a: &Source, b: &Source, lane: u8) -> Expr {
        match (opcode, lane) {
            (Opcode::Dst, 1) => binary(BinaryOp::Mul, self.scalar(a, 1), self.scalar(b, 1)),
            (Opcode::Dst, 2) => self.scalar(a, 2),
            (Opcode::Dst, 3) => self.scalar(b, 3),
            (Opcode::Exp, 0) => call(Builtin::Exp2, vec![call(Builtin::Floor, vec![self.scalar(a, 0)])]),
            (Opcode::Exp, 1) => call(Builtin::Fract, vec![self.scalar(a, 0)]),
            (Opcode::Exp, 2) => call(Builtin::Exp2, vec![self.scalar(a, 0)]),
            (Opcode::Lit, 1) => call(Builtin::Max, vec![self.scalar(a, 0), float(0.0)]),
            (Opcode::Lit, 2) => self.specular(a),
            (Opcode::Log, 2) => call(Builtin::Log2, vec![call(Builtin::Abs, vec![self.scalar(a, 0)])]),
            (Opcode::Log, 0 | 1) => self.part(a, lane),
            (Opcode::Scs, 0) => call(Builtin::Cos, vec![self.scalar(a, 0)]),
            (Opcode::Scs, 1) => call(Builtin::Sin, vec![self.scalar(a, 0)]),
            // "The z and w components of the result vector are undefined." [ARB_fragment_program, 3.11.5.23]
            (Opcode::Scs, 2) => float(0.0),
            // 1 is the first component of DST and LIT, and the last one of EXP, LIT and LOG.
            _ => float(1.0),
        }
    }

    /// Returns the specular coefficient of LIT.
    fn specular(&mut self, a: &Source) -> Expr {
        // The exponent is "clamped to the range (-128, +128) exclusive". [ARB_vertex_program, 2.14.5.13]
        let most = f32::from_bits(128.0_f32.to_bits() - 1);
        let base = call(Builtin::Max, vec![self.scalar(a, 1), float(0.0)]);
        let exponent = call(Builtin::Clamp, vec![self.scalar(a, 3), float(-most), float(most)]);
        let power = call(Builtin::Pow, vec![base, exponent]);
        let lit = less(float(0.0), self.scalar(a, 0));
        call(Builtin::MixBool, vec![float(0.0), power, lit])
    }

    /// Stores the significand and the exponent of the absolute value of LOG's operand.
    fn split(&mut self, a: &Source) {
        let int = Type::Scalar(Scalar::Int);
        let (significand, exponent) = match self.scratch {
            Some(known) => known,
            None => {
                let made = (self.variables.private("significand", floats(1)), self.variables.private("exponent", int.clone()));
                self.scratch = Some(made);
                made
            }
        };
        let size = call(Builtin::Abs, vec![self.scalar(a, 0)]);
        let parts = call(Builtin::Frexp, vec![size, variable(exponent, int)]);
        self.emit(assign(variable(significand, floats(1)), parts));
    }

    /// Returns the whole part of the logarithm that LOG computes, or the quotient of the operand and its power of two.
    fn part(&mut self, a: &Source, lane: u8) -> Expr {
        let Some((significand, exponent)) = self.scratch else { return float(0.0) };
        // The significand is in [0.5, 1).
        if lane == 1 {
            return binary(BinaryOp::Mul, variable(significand, floats(1)), float(2.0));
        }
        let int = Type::Scalar(Scalar::Int);
        let whole = binary(BinaryOp::Sub, variable(exponent, int), integer(1));
        let whole = Expr { kind: ExprKind::Convert(Box::new(whole)), ty: floats(1) };
        // The logarithm of 0 is infinite.
        let size = call(Builtin::Abs, vec![self.scalar(a, 0)]);
        let positive = less(float(0.0), size);
        call(Builtin::MixBool, vec![float(f32::NEG_INFINITY), whole, positive])
    }
}
