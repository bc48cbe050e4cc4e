//! Qualifiers of declarations: collected and checked against each other.

use super::{Analyser, Checked};
use base::hir::{Interpolation, Precision};
use glsl_lang::ast;

/// The storage qualifiers, of which a declaration has at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
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

/// Returns the precision that a qualifier names.
pub(super) fn precision_of(qualifier: &ast::PrecisionQualifier) -> Precision {
    match qualifier.content {
        ast::PrecisionQualifierData::High => Precision::High,
        ast::PrecisionQualifierData::Medium => Precision::Medium,
        ast::PrecisionQualifierData::Low => Precision::Low,
    }
}

/// One identifier of a `layout(…)`, with its value.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub name: String,
    pub value: Option<i64>,
}

/// The qualifiers of a declaration.
#[derive(Clone, Debug, Default)]
pub(super) struct ParsedQualifiers {
    pub storage: Option<Word>,
    /// True for `const in` of parameters.
    pub constant: bool,
    pub interpolation: Option<Interpolation>,
    pub centroid: bool,
    pub sample: bool,
    pub patch: bool,
    pub invariant: bool,
    /// The precision qualifier.
    pub precision: Option<Precision>,
    pub read_only: bool,
    pub write_only: bool,
    pub coherent: bool,
    pub volatile: bool,
    pub restrict: bool,
    /// The identifiers of all `layout(…)`, in source order.
    pub layouts: Vec<Layout>,
    /// The types of `subroutine(…)`, empty for `subroutine` alone.
    pub subroutine: Option<Vec<String>>,
}

impl ParsedQualifiers {
    /// Returns true if the only qualifier is a precision.
    pub fn only_precision(&self) -> bool {
        self.storage.is_none() && !self.constant && !self.auxiliary() && !self.invariant && !self.any_memory() && self.layouts.is_empty()
    }

    /// Returns true if there is an interpolation or auxiliary qualifier.
    pub fn auxiliary(&self) -> bool {
        self.interpolation.is_some() || self.centroid || self.sample || self.patch
    }

    /// Returns true if there is a memory qualifier.
    pub fn any_memory(&self) -> bool {
        self.read_only || self.write_only || self.coherent || self.volatile || self.restrict
    }

    /// Returns the layout qualifier of a name.
    pub fn layout(&self, name: &str) -> Option<&Layout> {
        self.layouts.iter().rev().find(|layout| layout.name == name)
    }

    /// Returns true if there is a layout qualifier of a name.
    pub fn has_layout(&self, name: &str) -> bool {
        self.layout(name).is_some()
    }
}

impl Analyser<'_> {
    /// Collects the qualifiers of a declaration that cannot be a subroutine.
    pub(super) fn parse_qualifiers(&mut self, qualifier: &ast::TypeQualifier) -> Checked<ParsedQualifiers> {
        let words = self.all_qualifiers(qualifier)?;
        self.check(words.subroutine.is_none(), "subroutine is for functions, their types and uniforms")?;
        Ok(words)
    }

    /// Collects the qualifiers of a declaration.
    pub(super) fn all_qualifiers(&mut self, qualifier: &ast::TypeQualifier) -> Checked<ParsedQualifiers> {
        self.mark(qualifier.span);
        let mut result = ParsedQualifiers::default();
        // GL_EXT_gpu_shader4 has `centroid noperspective varying` in both orders.
        let gpu_shader4 = self.language.version < 130 && self.language.has("GL_EXT_gpu_shader4");
        let any_order = gpu_shader4 || self.since(420, 310, &["GL_ARB_shading_language_420pack"]);
        // The order before 4.20: invariant, interpolation, auxiliary, storage, precision. Layouts could be anywhere.
        let mut rank = 0;
        for word in &qualifier.content.qualifiers {
            let next = match &word.content {
                ast::TypeQualifierSpecData::Invariant => 1,
                ast::TypeQualifierSpecData::Interpolation(_) => 2,
                ast::TypeQualifierSpecData::Storage(storage) => match storage.content {
                    ast::StorageQualifierData::Centroid | ast::StorageQualifierData::Sample | ast::StorageQualifierData::Patch => 3,
                    ast::StorageQualifierData::Const => 4,
                    ast::StorageQualifierData::In
                    | ast::StorageQualifierData::Out
                    | ast::StorageQualifierData::InOut
                    | ast::StorageQualifierData::Uniform
                    | ast::StorageQualifierData::Attribute
                    | ast::StorageQualifierData::Varying => 5,
                    _ => rank,
                },
                ast::TypeQualifierSpecData::Precision(_) => 6,
                _ => rank,
            };
            if next < rank && !any_order {
                return self.error("qualifiers are in the wrong order: invariant, interpolation, centroid, storage, precision is accepted");
            }
            rank = next;
            self.word(word, &mut result, any_order)?;
        }
        if result.storage == Some(Word::Const) {
            result.constant = true;
        }
        Ok(result)
    }

    fn word(&mut self, word: &ast::TypeQualifierSpec, result: &mut ParsedQualifiers, any_order: bool) -> Checked<()> {
        let mut twice = false;
        match &word.content {
            ast::TypeQualifierSpecData::Invariant => twice = std::mem::replace(&mut result.invariant, true),
            ast::TypeQualifierSpecData::Precise => {}
            ast::TypeQualifierSpecData::Precision(precision) => twice = result.precision.replace(precision_of(precision)).is_some(),
            ast::TypeQualifierSpecData::Interpolation(interpolation) => {
                let interpolation = match interpolation.content {
                    ast::InterpolationQualifierData::Smooth => Interpolation::Smooth,
                    ast::InterpolationQualifierData::Flat => Interpolation::Flat,
                    ast::InterpolationQualifierData::NoPerspective => Interpolation::NoPerspective,
                };
                twice = result.interpolation.replace(interpolation).is_some();
            }
            ast::TypeQualifierSpecData::Layout(layout) => {
                if result.storage.is_some() && !any_order {
                    return self.error("layout(…) must come before in, out and uniform");
                }
                if !result.layouts.is_empty() && !any_order {
                    return self.error("several layout(…) before one declaration need version 420 or GL_ARB_shading_language_420pack");
                }
                self.layout_words(layout, result)?;
            }
            ast::TypeQualifierSpecData::Storage(storage) => {
                let storage = match &storage.content {
                    ast::StorageQualifierData::Const => Word::Const,
                    ast::StorageQualifierData::In => Word::In,
                    ast::StorageQualifierData::Out => Word::Out,
                    ast::StorageQualifierData::InOut => Word::InOut,
                    ast::StorageQualifierData::Uniform => Word::Uniform,
                    ast::StorageQualifierData::Buffer => Word::Buffer,
                    ast::StorageQualifierData::Shared => Word::Shared,
                    ast::StorageQualifierData::Attribute => Word::Attribute,
                    ast::StorageQualifierData::Varying => Word::Varying,
                    ast::StorageQualifierData::Centroid => {
                        return self.once(&mut result.centroid);
                    }
                    ast::StorageQualifierData::Patch => return self.once(&mut result.patch),
                    ast::StorageQualifierData::Sample => return self.once(&mut result.sample),
                    ast::StorageQualifierData::ReadOnly => {
                        result.read_only = true;
                        return Ok(());
                    }
                    ast::StorageQualifierData::WriteOnly => {
                        result.write_only = true;
                        return Ok(());
                    }
                    ast::StorageQualifierData::Coherent => {
                        result.coherent = true;
                        return Ok(());
                    }
                    ast::StorageQualifierData::Volatile => {
                        result.volatile = true;
                        return Ok(());
                    }
                    ast::StorageQualifierData::Restrict => {
                        result.restrict = true;
                        return Ok(());
                    }
                    ast::StorageQualifierData::Subroutine(types) => return self.subroutine_word(types, result),
                };
                match (result.storage, storage) {
                    (None, _) => result.storage = Some(storage),
                    (Some(Word::Const), Word::In) => {
                        result.storage = Some(Word::In);
                        result.constant = true;
                    }
                    (Some(Word::In), Word::Const) if !result.constant => result.constant = true,
                    _ => return self.error("a declaration can have only one storage qualifier"),
                }
            }
        }
        self.check(!twice, "a qualifier appears twice")
    }

    fn once(&mut self, flag: &mut bool) -> Checked<()> {
        let twice = std::mem::replace(flag, true);
        self.check(!twice, "a qualifier appears twice")
    }

    fn layout_words(&mut self, layout: &ast::LayoutQualifier, result: &mut ParsedQualifiers) -> Checked<()> {
        for id in &layout.content.ids {
            self.mark(id.span);
            let layout = match &id.content {
                ast::LayoutQualifierSpecData::Shared => Layout { name: "shared".to_owned(), value: None },
                ast::LayoutQualifierSpecData::Identifier(name, value) => {
                    let name = name.content.as_str();
                    // On desktop, names in layout(…) are case-insensitive.
                    let name = if self.language.es { name.to_owned() } else { name.to_ascii_lowercase() };
                    let value = match value {
                        Some(value) => {
                            let what = format!("the value of layout({name})");
                            if !matches!(value.content, ast::ExprData::IntConst(_) | ast::ExprData::UIntConst(_)) {
                                self.need(440, 0, &["GL_ARB_enhanced_layouts"], "expressions in layout(…)")?;
                            }
                            Some(self.constant_integer(value, &what)?)
                        }
                        None => None,
                    };
                    Layout { name, value }
                }
            };
            if result.has_layout(&layout.name) {
                // "When multiple arguments are listed in a layout declaration, the affect will be the same as if they were declared one at a time"
                // [ARB_shader_atomic_counters]
                let counter = matches!(layout.name.as_str(), "binding" | "offset") && self.language.has("GL_ARB_shader_atomic_counters");
                if !counter && !self.since(420, 300, &["GL_ARB_shading_language_420pack", "GL_ARB_enhanced_layouts"]) {
                    return self.error(&format!("layout({}) appears twice", layout.name));
                }
                // Of repeated names the last one counts.
                result.layouts.retain(|old| old.name != layout.name);
            }
            if result.layouts.len() >= 64 {
                return self.error("too many qualifiers in layout(…)");
            }
            result.layouts.push(layout);
        }
        Ok(())
    }
}
