//! The built-in functions, variables and constants of the languages, by version, stage and extension.

mod by_name;
mod constants;
mod functions;
mod overload;
mod prototypes;
mod state;
mod table;
mod texture_prototypes;
mod variables;

use base::hir::{Builtin, Qualifiers, Stage, Storage, Type};
use shader::pipeline::limits::Limits;

pub use base::hir::{type_name, type_named};
pub use constants::FIXED_FUNCTION_UNITS;
pub use functions::{function, is_function, is_overload, reorder_arguments};
pub use overload::{choose, conversion};
pub use variables::variables;

/// The language of a shader object.
#[derive(Clone, Debug)]
pub struct Language {
    /// 110 to 450, or 100, 300, 310 or 320 with `es`.
    pub version: u32,
    /// True for a shader of OpenGL ES.
    pub es: bool,
    /// True for the compatibility profile.
    pub compatibility: bool,
    /// The stage that the shader is for.
    pub stage: Stage,
    /// The extensions that `#extension` enables: `GL_ARB_compute_shader`.
    pub extensions: Vec<String>,
    /// The limits, which constants of GLSL state.
    pub limits: Limits,
}

impl Language {
    /// Returns true if an extension is enabled.
    pub fn has(&self, extension: &str) -> bool {
        self.extensions.iter().any(|enabled| enabled == extension)
    }

    /// Returns true if the language has 64-bit integers.
    pub fn has_int64(&self) -> bool {
        self.has("GL_ARB_gpu_shader_int64") || self.has("GL_AMD_gpu_shader_int64")
    }

    /// Returns true for desktop GLSL of at least this version.
    pub fn desktop(&self, version: u32) -> bool {
        !self.es && self.version >= version
    }

    /// Returns true for ESSL of at least this version.
    pub fn embedded(&self, version: u32) -> bool {
        self.es && self.version >= version
    }
}

/// The result of resolving a call of a built-in function.
#[derive(Clone, Debug)]
pub enum Lookup {
    /// The language has no built-in function of this name.
    Unknown,
    /// No overload takes these arguments. Holds the prototypes of the candidates.
    NoMatch(Vec<String>),
    /// Several overloads match equally well. Holds their prototypes.
    Ambiguous(Vec<String>),
    /// One overload matches best.
    Found(Resolved),
}

/// The resolved overload of a built-in function. Parameters are in GLSL's order; [`reorder_arguments`] reorders the arguments of texture calls for
/// [`base::hir::TextureCall`].
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The function.
    pub builtin: Builtin,
    /// The types that the arguments are converted to.
    pub parameters: Vec<Type>,
    /// For each parameter, true if it is out or inout, so that the argument must be an lvalue.
    pub out: Vec<bool>,
    /// For each parameter, true if the argument must be a constant expression (texel offset, gathered component, stream).
    pub constant: Vec<bool>,
    /// The type of the result.
    pub result: Type,
}

/// The result of overload resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the outcomes")]
pub enum OverloadChoice {
    None,
    One(usize),
    Ambiguous,
}

/// The declaration of a built-in variable or constant, for the outermost scope.
#[derive(Clone, Debug)]
pub struct BuiltinDeclaration {
    /// The name in GLSL.
    pub name: &'static str,
    /// The type; arrays that the shader may size are unsized.
    pub ty: Type,
    /// Where the value is.
    pub storage: Storage,
    /// The qualifiers of the declaration.
    pub qualifiers: Qualifiers,
    /// The words of a constant (`gl_MaxDrawBuffers`) in the order of [`base::hir::ExprKind::Constant`]; its storage is Private.
    pub constant: Option<Vec<u32>>,
    /// True if the shader may assign to it.
    pub writable: bool,
}

#[cfg(test)]
mod tests;
