//! The sources of a linked program, which its binary holds.

use base::hir::Stage;
use compiler::glsl::LinkOptions;
use compiler::glsl::include::Includes;
use compiler::spirv::Module;
use std::sync::Arc;

/// The source of a compiled or specialized shader.
pub struct ShaderSource {
    /// The stage of the shader.
    pub stage: Stage,
    /// The language of the shader.
    pub language: Language,
}

/// The language of a shader.
pub enum Language {
    /// GLSL.
    Text {
        /// The text of glShaderSource.
        text: Vec<u8>,
        /// The named strings that the text may include.
        includes: Includes,
    },
    /// SPIR-V.
    Module {
        /// The module of glShaderBinary.
        module: Arc<Module>,
        /// The name of the entry point.
        entry: String,
        /// The indices and values of specialization constants.
        constants: Vec<(u32, u32)>,
    },
}

/// The input of glLinkProgram.
pub struct ProgramSource {
    /// The attached shaders.
    pub shaders: Vec<Arc<ShaderSource>>,
    /// State of the program object.
    pub options: LinkOptions,
}
