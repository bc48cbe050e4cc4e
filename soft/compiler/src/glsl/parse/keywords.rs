//! Keywords and reserved words of each version.

use super::token::Token;
use crate::glsl::syntax::{AuxiliaryQualifier, Constant, MemoryQualifier, StorageQualifier};
use base::hir::{Interpolation, Precision};

/// The properties of the language that keywords depend on.
pub(super) struct Words<'a> {
    pub version: u32,
    pub es: bool,
    pub extensions: &'a [String],
}

/// The class of a word.
pub(super) enum Word {
    Keyword(Token<'static>),
    Reserved,
    /// `precise`, which has no effect: arithmetic is always done as written.
    Precise,
    /// An identifier.
    Free,
}

impl Words<'_> {
    fn has(&self, names: &[&str]) -> bool {
        self.extensions.iter().any(|enabled| names.contains(&enabled.as_str()))
    }

    /// Returns true since a desktop version (0: never), an ES version, or with an extension.
    fn from(&self, desktop: u32, es: u32, extensions: &[&str]) -> bool {
        let version = if self.es { es } else { desktop };
        (version != 0 && self.version >= version) || self.has(extensions)
    }

    /// Returns the class of a word that is not a type name.
    pub fn word(&self, word: &str) -> Word {
        let keyword = |condition: bool, token: Token<'static>, reserved: bool| {
            if condition {
                Word::Keyword(token)
            } else if reserved {
                Word::Reserved
            } else {
                Word::Free
            }
        };
        let before130 = !self.es && self.version < 130;
        match word {
            "void" => Word::Keyword(Token::Void),
            "const" => Word::Keyword(Token::Storage(StorageQualifier::Const)),
            "uniform" => Word::Keyword(Token::Storage(StorageQualifier::Uniform)),
            "attribute" => keyword(!self.es || self.version == 100, Token::Storage(StorageQualifier::Attribute), true),
            "varying" => keyword(!self.es || self.version == 100, Token::Storage(StorageQualifier::Varying), true),
            "in" => Word::Keyword(Token::Storage(StorageQualifier::In)),
            "out" => Word::Keyword(Token::Storage(StorageQualifier::Out)),
            "inout" => Word::Keyword(Token::Storage(StorageQualifier::InOut)),
            "break" => Word::Keyword(Token::Break),
            "continue" => Word::Keyword(Token::Continue),
            "do" => Word::Keyword(Token::Do),
            "for" => Word::Keyword(Token::For),
            "while" => Word::Keyword(Token::While),
            "if" => Word::Keyword(Token::If),
            "else" => Word::Keyword(Token::Else),
            "discard" => Word::Keyword(Token::Discard),
            "return" => Word::Keyword(Token::Return),
            "struct" => Word::Keyword(Token::Struct),
            "true" => Word::Keyword(Token::Constant(Constant::Bool(true))),
            "false" => Word::Keyword(Token::Constant(Constant::Bool(false))),
            "invariant" => keyword(self.from(120, 100, &[]), Token::Invariant, false),
            "centroid" => keyword(self.from(120, 300, &["GL_EXT_gpu_shader4"]), Token::Auxiliary(AuxiliaryQualifier::Centroid), false),
            "smooth" => keyword(self.from(130, 300, &["GL_EXT_gpu_shader4"]), Token::Interpolation(Interpolation::Smooth), false),
            "flat" => keyword(self.from(130, 300, &["GL_EXT_gpu_shader4"]), Token::Interpolation(Interpolation::Flat), true),
            "noperspective" => keyword(
                self.from(130, 0, &["GL_EXT_gpu_shader4", "GL_NV_shader_noperspective_interpolation"]),
                Token::Interpolation(Interpolation::NoPerspective),
                self.es && self.version >= 300,
            ),
            "layout" => keyword(
                self.from(
                    140,
                    300,
                    &[
                        "GL_ARB_uniform_buffer_object",
                        "GL_ARB_explicit_attrib_location",
                        "GL_ARB_explicit_uniform_location",
                        "GL_ARB_fragment_coord_conventions",
                        "GL_ARB_shader_image_load_store",
                        "GL_ARB_conservative_depth",
                        "GL_AMD_conservative_depth",
                        "GL_ARB_separate_shader_objects",
                        "GL_ARB_shader_atomic_counters",
                        "GL_ARB_compute_shader",
                        "GL_ARB_shader_storage_buffer_object",
                        "GL_ARB_shading_language_420pack",
                        "GL_ARB_tessellation_shader",
                        "GL_ARB_enhanced_layouts",
                        "GL_EXT_shader_framebuffer_fetch_non_coherent",
                    ],
                ),
                Token::Layout,
                false,
            ),
            "precision" => keyword(self.from(130, 100, &[]), Token::Precision, false),
            "highp" => keyword(self.from(130, 100, &[]), Token::PrecisionQualifier(Precision::High), false),
            "mediump" => keyword(self.from(130, 100, &[]), Token::PrecisionQualifier(Precision::Medium), false),
            "lowp" => keyword(self.from(130, 100, &[]), Token::PrecisionQualifier(Precision::Low), false),
            "switch" => keyword(self.from(130, 300, &[]), Token::Switch, true),
            "case" => keyword(self.from(130, 300, &[]), Token::Case, self.es || self.version >= 130),
            "default" => keyword(self.from(130, 300, &[]), Token::Default, true),
            "patch" => keyword(
                self.from(400, 320, &["GL_ARB_tessellation_shader", "GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"]),
                Token::Auxiliary(AuxiliaryQualifier::Patch),
                self.es && self.version >= 300,
            ),
            "sample" => keyword(
                self.from(400, 320, &["GL_ARB_gpu_shader5", "GL_OES_shader_multisample_interpolation"]),
                Token::Auxiliary(AuxiliaryQualifier::Sample),
                self.es && self.version >= 300,
            ),
            "subroutine" => keyword(self.from(400, 0, &["GL_ARB_shader_subroutine"]), Token::Subroutine, self.es && self.version >= 300),
            "precise" if self.from(400, 320, &["GL_ARB_gpu_shader5", "GL_EXT_gpu_shader5", "GL_OES_gpu_shader5"]) => Word::Precise,
            "precise" => keyword(false, Token::Precise, self.es && self.version >= 310),
            "buffer" => {
                keyword(self.from(430, 310, &["GL_ARB_shader_storage_buffer_object"]), Token::Storage(StorageQualifier::Buffer), false)
            }
            "shared" => keyword(self.from(430, 310, &["GL_ARB_compute_shader"]), Token::Storage(StorageQualifier::Shared), false),
            "coherent" => keyword(self.images(), Token::Memory(MemoryQualifier::Coherent), self.es && self.version >= 300),
            "volatile" => keyword(self.images(), Token::Memory(MemoryQualifier::Volatile), true),
            "restrict" => keyword(self.images(), Token::Memory(MemoryQualifier::Restrict), self.es && self.version >= 300),
            "readonly" => keyword(self.images(), Token::Memory(MemoryQualifier::ReadOnly), self.es && self.version >= 300),
            "writeonly" => keyword(self.images(), Token::Memory(MemoryQualifier::WriteOnly), self.es && self.version >= 300),
            "asm" | "class" | "union" | "enum" | "typedef" | "template" | "this" | "goto" | "inline" | "noinline" | "public" | "static"
            | "extern" | "external" | "interface" | "long" | "short" | "half" | "fixed" | "unsigned" | "input" | "output" | "hvec2"
            | "hvec3" | "hvec4" | "fvec2" | "fvec3" | "fvec4" | "sampler3DRect" | "sizeof" | "cast" | "namespace" | "using" => {
                Word::Reserved
            }
            "samplerBuffer" | "isamplerBuffer" | "usamplerBuffer"
                if self.version == 130 && !self.es && !self.from(140, 0, &["GL_EXT_gpu_shader4"]) =>
            {
                Word::Reserved
            }
            "packed" => keyword(false, Token::Void, self.version < 140 || (self.es && self.version == 100)),
            "superp" => keyword(false, Token::Void, self.es || self.version >= 130),
            "common" | "partition" | "active" | "filter" => {
                keyword(false, Token::Void, !before130 && (self.es && self.version >= 300 || !self.es && self.version >= 130))
            }
            "resource" => keyword(false, Token::Void, self.from(420, 300, &[])),
            "row_major" => keyword(false, Token::Void, !self.es && self.version == 130),
            _ => Word::Free,
        }
    }

    fn images(&self) -> bool {
        self.from(420, 310, &["GL_ARB_shader_image_load_store", "GL_ARB_shader_storage_buffer_object"])
    }
}
