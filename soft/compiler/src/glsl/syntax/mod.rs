//! The syntax tree of a shader, with the names of the grammar in chapter 9 of the specification. Names borrow from the preprocessed text.

mod declarations;
mod expressions;
mod statements;

pub(super) use declarations::{
    ArraySpecifier, AuxiliaryQualifier, Block, Declaration, DeclarationKind, FullySpecifiedType, FunctionPrototype, InitDeclarator,
    InitDeclaratorList, Initializer, InitializerKind, LayoutQualifierId, MemoryQualifier, ParameterDeclaration, Qualifier,
    StorageQualifier, StructDeclaration, StructDeclarator, StructSpecifier, TypeName, TypeQualifier, TypeSpecifier,
};
pub(super) use expressions::{BinaryOperator, Constant, Expr, ExprKind, UnaryOperator};
pub(super) use statements::{
    Condition, FunctionDefinition, IterationStatement, JumpStatement, SelectionStatement, Statement, StatementKind,
};

/// The position of a part of the tree: the index of its first word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position(pub u32);

/// A declaration outside of functions.
#[derive(Debug)]
pub(super) enum ExternalDeclaration<'a> {
    FunctionDefinition(FunctionDefinition<'a>),
    Declaration(Declaration<'a>),
}

/// The declarations of a shader.
pub(super) type TranslationUnit<'a> = Vec<ExternalDeclaration<'a>>;
