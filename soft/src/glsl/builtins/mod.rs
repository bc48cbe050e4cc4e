//! What the languages give every shader: functions and their overloads, variables, constants, by version, stage and extension.

mod constants;
mod functions;
mod overload;
mod prototypes;
mod state;
mod table;
mod texture_prototypes;
mod types;
mod variables;

use crate::hir::{Builtin, Qualifiers, Stage, Storage, Type};
use crate::pipeline::limits::Limits;

pub use functions::{arrange, function, is_function, is_overload};
pub use overload::{choose, conversion};
pub use types::{type_name, type_named};
pub use variables::variables;

/// The language a shader object is written in.
#[derive(Clone, Debug)]
pub struct Language {
    /// 110 to 450; 100, 300, 310, 320 with `es`.
    pub version: u32,
    pub es: bool,
    pub compatibility: bool,
    pub stage: Stage,
    /// Enabled by `#extension`: `GL_ARB_compute_shader`.
    pub extensions: Vec<String>,
    pub limits: Limits,
}

impl Language {
    /// Returns true if an extension is enabled.
    pub fn has(&self, extension: &str) -> bool {
        self.extensions.iter().any(|enabled| enabled == extension)
    }

    /// Desktop GLSL of at least this version.
    pub fn desktop(&self, version: u32) -> bool {
        !self.es && self.version >= version
    }

    /// ESSL of at least this version.
    pub fn embedded(&self, version: u32) -> bool {
        self.es && self.version >= version
    }
}

/// What a call of a built-in function means.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// No built-in function of the language has this name.
    Unknown,
    /// None takes these arguments; the candidates' prototypes.
    NoMatch(Vec<String>),
    /// Several fit equally well.
    Ambiguous(Vec<String>),
    Found(Resolved),
}

/// A built-in function's overload. Parameters stand in GLSL's order; [`arrange`] puts a texture call's arguments into that of
/// [`crate::hir::TextureCall`].
#[derive(Clone, Debug)]
pub struct Resolved {
    pub builtin: Builtin,
    /// The types to which arguments are converted.
    pub parameters: Vec<Type>,
    /// Which parameters are lvalues: out or inout.
    pub out: Vec<bool>,
    /// Which arguments must be constant expressions (texel offsets, gathered components, streams).
    pub constant: Vec<bool>,
    pub result: Type,
}

/// Which overload fits a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    None,
    One(usize),
    Ambiguous,
}

/// A built-in variable or constant, ready for the outermost scope.
#[derive(Clone, Debug)]
pub struct BuiltinDeclaration {
    pub name: String,
    /// Arrays are unsized where the language leaves the size to the shader.
    pub ty: Type,
    pub storage: Storage,
    pub qualifiers: Qualifiers,
    /// The words of a constant (`gl_MaxDrawBuffers`), laid out as [`crate::hir::ExprKind::Constant`]. Its storage is Private.
    pub constant: Option<Vec<u32>>,
    pub writable: bool,
}

#[cfg(test)]
mod tests;
