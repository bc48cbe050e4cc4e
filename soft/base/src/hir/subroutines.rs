//! Subroutines (GL_ARB_shader_subroutine): functions that the application selects.
//!
//! A call of a subroutine uniform is a call of its type's dispatcher: a function whose first parameter is the subroutine index and whose
//! other parameters are the type's. Linking writes the dispatcher's body, a switch over the functions of the type.

use crate::hir::FunctionId;

/// The subroutine types and subroutines of a shader.
#[derive(Clone, Debug, Default)]
pub struct Subroutines {
    /// The types, in order of declaration.
    pub types: Vec<SubroutineType>,
    /// The functions that are associated with types, in order of definition.
    pub functions: Vec<Subroutine>,
}

/// A subroutine type.
#[derive(Clone, Debug)]
pub struct SubroutineType {
    /// Its name.
    pub name: String,
    /// The function that calls the subroutine of an index.
    pub dispatcher: FunctionId,
}

/// A function that is associated with subroutine types.
#[derive(Clone, Debug)]
pub struct Subroutine {
    /// The function.
    pub function: FunctionId,
    /// The names of its types.
    pub types: Vec<String>,
    /// `layout(index = )`; after linking the subroutine index.
    pub index: Option<u32>,
}
