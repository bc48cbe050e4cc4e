//! Shader objects.

use crate::object::sources::ShaderSource;
use base::hir;
use base::hir::Stage;
use compiler::spirv::Module;
use std::sync::Arc;

/// A shader object.
pub struct Shader {
    /// Its stage.
    pub stage: Stage,
    /// The text of glShaderSource.
    pub source: Vec<u8>,
    /// The SPIR-V module of glShaderBinary.
    pub module: Option<Arc<Module>>,
    /// The result of the last compilation or specialization, if it succeeded.
    pub compiled: Option<Arc<hir::Shader>>,
    /// The source of that compilation or specialization.
    pub compiled_source: Option<Arc<ShaderSource>>,
    /// The information log.
    pub log: String,
    /// True if glDeleteShader was called while it was attached to a program.
    pub deleted: bool,
    /// Number of programs that it is attached to.
    pub attachments: u32,
}
