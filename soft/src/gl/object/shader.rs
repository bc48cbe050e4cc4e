//! Shader objects.

use crate::hir;
use crate::hir::Stage;
use std::sync::Arc;

/// A shader object.
pub struct Shader {
    pub stage: Stage,
    pub source: Vec<u8>,
    /// What the last compilation made, if it succeeded.
    pub compiled: Option<Arc<hir::Shader>>,
    pub log: String,
    /// glDeleteShader was called while it was attached somewhere.
    pub deleted: bool,
    /// Programs that it is attached to.
    pub attachments: u32,
}
