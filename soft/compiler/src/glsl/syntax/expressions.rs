//! Expressions.

use super::{Position, TypeSpecifier};

/// An expression. Parentheses are not part of the tree.
#[derive(Debug)]
pub(in crate::glsl) struct Expr<'a> {
    pub at: Position,
    pub kind: ExprKind<'a>,
}

/// The kinds of expressions.
#[derive(Debug)]
pub(in crate::glsl) enum ExprKind<'a> {
    Variable(&'a str),
    Constant(Constant),
    Unary(UnaryOperator, Box<Expr<'a>>),
    Binary(BinaryOperator, Box<Expr<'a>>, Box<Expr<'a>>),
    /// `condition ? a : b`.
    Conditional(Box<Expr<'a>>, Box<Expr<'a>>, Box<Expr<'a>>),
    /// An assignment, with the operator of `+=` and the like.
    Assignment(Box<Expr<'a>>, Option<BinaryOperator>, Box<Expr<'a>>),
    Index(Box<Expr<'a>>, Box<Expr<'a>>),
    Call(Box<Expr<'a>>, Vec<Expr<'a>>),
    Constructor(Box<TypeSpecifier<'a>>, Vec<Expr<'a>>),
    /// A member, a swizzle, or the name of a method.
    Field(Box<Expr<'a>>, &'a str),
    PostIncrement(Box<Expr<'a>>),
    PostDecrement(Box<Expr<'a>>),
    /// Two expressions with a comma between them.
    Sequence(Box<Expr<'a>>, Box<Expr<'a>>),
}

/// A literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::glsl) enum Constant {
    Int(i32),
    Uint(u32),
    /// The bits of an `int64_t`.
    Int64(u64),
    Uint64(u64),
    Bool(bool),
    Float(f32),
    Double(f64),
}

/// The operators before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::glsl) enum UnaryOperator {
    Increment,
    Decrement,
    Plus,
    Minus,
    Not,
    Complement,
}

/// The operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::glsl) enum BinaryOperator {
    Or,
    Xor,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
}
