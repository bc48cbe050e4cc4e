//! Declarations, types and qualifiers.

use super::{Expr, Position};
use base::hir::{Interpolation, Precision};

/// The storage qualifiers, of which a declaration has at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::glsl) enum StorageQualifier {
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
pub(in crate::glsl) enum AuxiliaryQualifier {
    Centroid,
    Sample,
    Patch,
}

/// The memory qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::glsl) enum MemoryQualifier {
    Coherent,
    Volatile,
    Restrict,
    ReadOnly,
    WriteOnly,
}

/// A single type qualifier.
#[derive(Debug)]
pub(in crate::glsl) enum Qualifier<'a> {
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
pub(in crate::glsl) struct LayoutQualifierId<'a> {
    pub at: Position,
    pub name: &'a str,
    pub value: Option<Expr<'a>>,
}

/// One or more qualifiers.
#[derive(Debug)]
pub(in crate::glsl) struct TypeQualifier<'a> {
    pub at: Position,
    pub qualifiers: Vec<Qualifier<'a>>,
}

/// The sizes of an array, outermost first: `None` for `[]`. Empty for what is no array.
pub(in crate::glsl) type ArraySpecifier<'a> = Vec<Option<Expr<'a>>>;

/// A type without qualifiers.
#[derive(Debug)]
pub(in crate::glsl) struct TypeSpecifier<'a> {
    pub at: Position,
    pub name: TypeName<'a>,
    pub array: ArraySpecifier<'a>,
}

/// The type of the elements of a type specifier.
#[derive(Debug)]
pub(in crate::glsl) enum TypeName<'a> {
    Void,
    Struct(StructSpecifier<'a>),
    Name(&'a str),
}

/// The definition of a structure.
#[derive(Debug)]
pub(in crate::glsl) struct StructSpecifier<'a> {
    pub name: Option<&'a str>,
    pub members: Vec<StructDeclaration<'a>>,
}

/// The declaration of members of a structure or block.
#[derive(Debug)]
pub(in crate::glsl) struct StructDeclaration<'a> {
    pub at: Position,
    pub ty: FullySpecifiedType<'a>,
    pub declarators: Vec<StructDeclarator<'a>>,
}

/// A name with the sizes of an array.
#[derive(Debug)]
pub(in crate::glsl) struct StructDeclarator<'a> {
    pub name: &'a str,
    pub array: ArraySpecifier<'a>,
}

/// A type with its qualifiers.
#[derive(Debug)]
pub(in crate::glsl) struct FullySpecifiedType<'a> {
    pub qualifier: Option<TypeQualifier<'a>>,
    pub specifier: TypeSpecifier<'a>,
}

/// A declaration, inside or outside of functions.
#[derive(Debug)]
pub(in crate::glsl) struct Declaration<'a> {
    pub at: Position,
    pub kind: DeclarationKind<'a>,
}

/// The kinds of declarations.
#[derive(Debug)]
pub(in crate::glsl) enum DeclarationKind<'a> {
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
pub(in crate::glsl) struct InitDeclaratorList<'a> {
    pub ty: FullySpecifiedType<'a>,
    pub declarators: Vec<InitDeclarator<'a>>,
}

/// A name with the sizes of an array and an initialiser.
#[derive(Debug)]
pub(in crate::glsl) struct InitDeclarator<'a> {
    /// The position of the name; that of the declaration for the first name.
    pub at: Position,
    pub name: &'a str,
    pub array: ArraySpecifier<'a>,
    pub initializer: Option<Initializer<'a>>,
}

/// An initialiser.
#[derive(Debug)]
pub(in crate::glsl) struct Initializer<'a> {
    pub at: Position,
    pub kind: InitializerKind<'a>,
}

/// The kinds of initialisers.
#[derive(Debug)]
pub(in crate::glsl) enum InitializerKind<'a> {
    Expr(Expr<'a>),
    /// `{ … }`
    List(Vec<Initializer<'a>>),
}

/// An interface block.
#[derive(Debug)]
pub(in crate::glsl) struct Block<'a> {
    pub qualifier: TypeQualifier<'a>,
    pub name: &'a str,
    pub members: Vec<StructDeclaration<'a>>,
    pub instance: Option<StructDeclarator<'a>>,
}

/// The declaration of a function.
#[derive(Debug)]
pub(in crate::glsl) struct FunctionPrototype<'a> {
    pub at: Position,
    pub ty: FullySpecifiedType<'a>,
    pub name: &'a str,
    pub parameters: Vec<ParameterDeclaration<'a>>,
}

/// The declaration of a parameter.
#[derive(Debug)]
pub(in crate::glsl) struct ParameterDeclaration<'a> {
    pub at: Position,
    pub ty: FullySpecifiedType<'a>,
    pub declarator: Option<StructDeclarator<'a>>,
}
