//! Statements.

use super::{Declaration, Expr, FullySpecifiedType, FunctionPrototype, Initializer, Position};

/// The definition of a function.
#[derive(Debug)]
pub(in crate::glsl) struct FunctionDefinition<'a> {
    pub prototype: FunctionPrototype<'a>,
    pub statements: Vec<Statement<'a>>,
}

/// A statement.
#[derive(Debug)]
pub(in crate::glsl) struct Statement<'a> {
    pub at: Position,
    pub kind: StatementKind<'a>,
}

/// The kinds of statements.
#[derive(Debug)]
pub(in crate::glsl) enum StatementKind<'a> {
    Compound(Vec<Statement<'a>>),
    Declaration(Box<Declaration<'a>>),
    /// An expression, or `None` for a semicolon alone.
    Expression(Option<Expr<'a>>),
    Selection(Box<SelectionStatement<'a>>),
    Switch(Expr<'a>, Vec<Statement<'a>>),
    /// `case value:`, or `None` for `default:`.
    CaseLabel(Option<Expr<'a>>),
    Iteration(Box<IterationStatement<'a>>),
    Jump(JumpStatement<'a>),
}

/// An `if`.
#[derive(Debug)]
pub(in crate::glsl) struct SelectionStatement<'a> {
    pub condition: Expr<'a>,
    pub then: Statement<'a>,
    pub otherwise: Option<Statement<'a>>,
}

/// A loop.
#[derive(Debug)]
pub(in crate::glsl) enum IterationStatement<'a> {
    While { condition: Condition<'a>, body: Statement<'a> },
    DoWhile { body: Statement<'a>, condition: Expr<'a> },
    For { init: Statement<'a>, condition: Option<Condition<'a>>, step: Option<Expr<'a>>, body: Statement<'a> },
}

/// The condition of a loop.
#[derive(Debug)]
pub(in crate::glsl) enum Condition<'a> {
    Expr(Expr<'a>),
    /// `bool name = initialiser`
    Declaration(FullySpecifiedType<'a>, &'a str, Initializer<'a>),
}

/// A jump.
#[derive(Debug)]
pub(in crate::glsl) enum JumpStatement<'a> {
    Continue,
    Break,
    Return(Option<Expr<'a>>),
    Discard,
}
