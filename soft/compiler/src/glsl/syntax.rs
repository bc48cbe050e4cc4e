//! The syntax tree of a shader, with the names of the grammar in chapter 9 of the specification. Names borrow from the preprocessed text.

use base::hir::{Interpolation, Precision};

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

/// The storage qualifiers, of which a declaration has at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StorageQualifier {
    Const,
    In,
    Out,
    InOut,
    Uniform,
    Buffer,
    Shared,
    Attribute,
    Varying,
}

/// The auxiliary storage qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AuxiliaryQualifier {
    Centroid,
    Sample,
    Patch,
}

/// The memory qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemoryQualifier {
    Coherent,
    Volatile,
    Restrict,
    ReadOnly,
    WriteOnly,
}

/// A single type qualifier.
#[derive(Debug)]
pub(super) enum Qualifier<'a> {
    Storage(StorageQualifier),
    Auxiliary(AuxiliaryQualifier),
    Memory(MemoryQualifier),
    Interpolation(Interpolation),
    Precision(Precision),
    Layout(Vec<LayoutQualifierId<'a>>),
    /// The types of `subroutine(…)`, empty for `subroutine` alone.
    Subroutine(Vec<TypeSpecifier<'a>>),
    Invariant,
    Precise,
}

/// One identifier of a `layout(…)`.
#[derive(Debug)]
pub(super) struct LayoutQualifierId<'a> {
    pub at: Position,
    pub name: &'a str,
    pub value: Option<Expr<'a>>,
}

/// One or more qualifiers.
#[derive(Debug)]
pub(super) struct TypeQualifier<'a> {
    pub at: Position,
    pub qualifiers: Vec<Qualifier<'a>>,
}

/// The sizes of an array, outermost first: `None` for `[]`. Empty for what is no array.
pub(super) type ArraySpecifier<'a> = Vec<Option<Expr<'a>>>;

/// A type without qualifiers.
#[derive(Debug)]
pub(super) struct TypeSpecifier<'a> {
    pub at: Position,
    pub name: TypeName<'a>,
    pub array: ArraySpecifier<'a>,
}

/// The type of the elements of a type specifier.
#[derive(Debug)]
pub(super) enum TypeName<'a> {
    Void,
    Struct(StructSpecifier<'a>),
    Name(&'a str),
}

/// The definition of a structure.
#[derive(Debug)]
pub(super) struct StructSpecifier<'a> {
    pub name: Option<&'a str>,
    pub members: Vec<StructDeclaration<'a>>,
}

/// The declaration of members of a structure or block.
#[derive(Debug)]
pub(super) struct StructDeclaration<'a> {
    pub at: Position,
    pub ty: FullySpecifiedType<'a>,
    pub declarators: Vec<StructDeclarator<'a>>,
}

/// A name with the sizes of an array.
#[derive(Debug)]
pub(super) struct StructDeclarator<'a> {
    pub name: &'a str,
    pub array: ArraySpecifier<'a>,
}

/// A type with its qualifiers.
#[derive(Debug)]
pub(super) struct FullySpecifiedType<'a> {
    pub qualifier: Option<TypeQualifier<'a>>,
    pub specifier: TypeSpecifier<'a>,
}

/// A declaration, inside or outside of functions.
#[derive(Debug)]
pub(super) struct Declaration<'a> {
    pub at: Position,
    pub kind: DeclarationKind<'a>,
}

/// The kinds of declarations.
#[derive(Debug)]
pub(super) enum DeclarationKind<'a> {
    FunctionPrototype(FunctionPrototype<'a>),
    InitDeclaratorList(InitDeclaratorList<'a>),
    /// `precision mediump float;`
    Precision(Precision, TypeSpecifier<'a>),
    Block(Block<'a>),
    /// `invariant a, b;`
    Invariant(Vec<&'a str>),
    /// `precise a, b;`
    Precise,
    /// `layout(…) uniform;`
    Qualifier(TypeQualifier<'a>),
}

/// Declarations of variables of one type. There may be none: `struct S { … };`
#[derive(Debug)]
pub(super) struct InitDeclaratorList<'a> {
    pub ty: FullySpecifiedType<'a>,
    pub declarators: Vec<InitDeclarator<'a>>,
}

/// A name with the sizes of an array and an initialiser.
#[derive(Debug)]
pub(super) struct InitDeclarator<'a> {
    /// The position of the name; that of the declaration for the first name.
    pub at: Position,
    pub name: &'a str,
    pub array: ArraySpecifier<'a>,
    pub initializer: Option<Initializer<'a>>,
}

/// An initialiser.
#[derive(Debug)]
pub(super) struct Initializer<'a> {
    pub at: Position,
    pub kind: InitializerKind<'a>,
}

/// The kinds of initialisers.
#[derive(Debug)]
pub(super) enum InitializerKind<'a> {
    Expr(Expr<'a>),
    /// `{ … }`
    List(Vec<Initializer<'a>>),
}

/// An interface block.
#[derive(Debug)]
pub(super) struct Block<'a> {
    pub qualifier: TypeQualifier<'a>,
    pub name: &'a str,
    pub members: Vec<StructDeclaration<'a>>,
    pub instance: Option<StructDeclarator<'a>>,
}

/// The declaration of a function.
#[derive(Debug)]
pub(super) struct FunctionPrototype<'a> {
    pub at: Position,
    pub ty: FullySpecifiedType<'a>,
    pub name: &'a str,
    pub parameters: Vec<ParameterDeclaration<'a>>,
}

/// The declaration of a parameter.
#[derive(Debug)]
pub(super) struct ParameterDeclaration<'a> {
    pub at: Position,
    pub ty: FullySpecifiedType<'a>,
    pub declarator: Option<StructDeclarator<'a>>,
}

/// The definition of a function.
#[derive(Debug)]
pub(super) struct FunctionDefinition<'a> {
    pub prototype: FunctionPrototype<'a>,
    pub statements: Vec<Statement<'a>>,
}

/// A statement.
#[derive(Debug)]
pub(super) struct Statement<'a> {
    pub at: Position,
    pub kind: StatementKind<'a>,
}

/// The kinds of statements.
#[derive(Debug)]
pub(super) enum StatementKind<'a> {
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
pub(super) struct SelectionStatement<'a> {
    pub condition: Expr<'a>,
    pub then: Statement<'a>,
    pub otherwise: Option<Statement<'a>>,
}

/// A loop.
#[derive(Debug)]
pub(super) enum IterationStatement<'a> {
    While { condition: Condition<'a>, body: Statement<'a> },
    DoWhile { body: Statement<'a>, condition: Expr<'a> },
    For { init: Statement<'a>, condition: Option<Condition<'a>>, step: Option<Expr<'a>>, body: Statement<'a> },
}

/// The condition of a loop.
#[derive(Debug)]
pub(super) enum Condition<'a> {
    Expr(Expr<'a>),
    /// `bool name = initialiser`
    Declaration(FullySpecifiedType<'a>, &'a str, Initializer<'a>),
}

/// A jump.
#[derive(Debug)]
pub(super) enum JumpStatement<'a> {
    Continue,
    Break,
    Return(Option<Expr<'a>>),
    Discard,
}

/// An expression. Parentheses are not part of the tree.
#[derive(Debug)]
pub(super) struct Expr<'a> {
    pub at: Position,
    pub kind: ExprKind<'a>,
}

/// The kinds of expressions.
#[derive(Debug)]
pub(super) enum ExprKind<'a> {
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
pub(super) enum Constant {
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
pub(super) enum UnaryOperator {
    Increment,
    Decrement,
    Plus,
    Minus,
    Not,
    Complement,
}

/// The operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BinaryOperator {
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
