//! Qualifiers of declarations: collected and checked against each other.

use super::{Analyser, Checked};
use crate::glsl::syntax;
use base::hir::{Interpolation, Precision};

pub(super) use syntax::StorageQualifier as Word;

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
    pub(super) fn parse_qualifiers(&mut self, qualifier: &syntax::TypeQualifier) -> Checked<ParsedQualifiers> {
        let words = self.all_qualifiers(qualifier)?;
        self.check(words.subroutine.is_none(), "subroutine is for functions, their types and uniforms")?;
        Ok(words)
    }

    /// Collects the qualifiers of a declaration.
    pub(super) fn all_qualifiers(&mut self, qualifier: &syntax::TypeQualifier) -> Checked<ParsedQualifiers> {
        self.mark(qualifier.at);
        let mut result = ParsedQualifiers::default();
        // GL_EXT_gpu_shader4 has `centroid noperspective varying` in both orders.
        let gpu_shader4 = self.language.version < 130 && self.language.has("GL_EXT_gpu_shader4");
        let any_order = gpu_shader4 || self.since(420, 310, &["GL_ARB_shading_language_420pack"]);
        // The order before 4.20: invariant, interpolation, auxiliary, storage, precision. Layouts could be anywhere.
        let mut rank = 0;
        for word in &qualifier.qualifiers {
            let next = match word {
                syntax::Qualifier::Invariant => 1,
                syntax::Qualifier::Interpolation(_) => 2,
                syntax::Qualifier::Auxiliary(_) => 3,
                syntax::Qualifier::Storage(Word::Const) => 4,
                syntax::Qualifier::Storage(Word::Buffer | Word::Shared) => rank,
                syntax::Qualifier::Storage(_) => 5,
                syntax::Qualifier::Precision(_) => 6,
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

    fn word(&mut self, word: &syntax::Qualifier, result: &mut ParsedQualifiers, any_order: bool) -> Checked<()> {
        let twice = match word {
            syntax::Qualifier::Invariant => std::mem::replace(&mut result.invariant, true),
            syntax::Qualifier::Precise => false,
            syntax::Qualifier::Precision(precision) => result.precision.replace(*precision).is_some(),
            syntax::Qualifier::Interpolation(interpolation) => result.interpolation.replace(*interpolation).is_some(),
            syntax::Qualifier::Auxiliary(auxiliary) => std::mem::replace(auxiliary_flag(*auxiliary, result), true),
            syntax::Qualifier::Memory(memory) => {
                *memory_flag(*memory, result) = true;
                false
            }
            syntax::Qualifier::Layout(layout) => {
                if result.storage.is_some() && !any_order {
                    return self.error("layout(…) must come before in, out and uniform");
                }
                if !result.layouts.is_empty() && !any_order {
                    return self.error("several layout(…) before one declaration need version 420 or GL_ARB_shading_language_420pack");
                }
                self.layout_words(layout, result)?;
                false
            }
            syntax::Qualifier::Subroutine(types) => return self.subroutine_word(types, result),
            syntax::Qualifier::Storage(storage) => return self.storage_word(*storage, result),
        };
        self.check(!twice, "a qualifier appears twice")
    }

    fn storage_word(&mut self, storage: Word, result: &mut ParsedQualifiers) -> Checked<()> {
        match (result.storage, storage) {
            (None, _) => result.storage = Some(storage),
            (Some(Word::Const), Word::In) => {
                result.storage = Some(Word::In);
                result.constant = true;
            }
            (Some(Word::In), Word::Const) if !result.constant => result.constant = true,
            _ => return self.error("a declaration can have only one storage qualifier"),
        }
        Ok(())
    }

    fn layout_words(&mut self, list: &[syntax::LayoutQualifierId], result: &mut ParsedQualifiers) -> Checked<()> {
        for id in list {
            self.mark(id.at);
            // On desktop, names in layout(…) are case-insensitive.
            let name = if self.language.es { id.name.to_owned() } else { id.name.to_ascii_lowercase() };
            let value = match &id.value {
                Some(value) => {
                    let what = format!("the value of layout({name})");
                    if !matches!(value.kind, syntax::ExprKind::Constant(syntax::Constant::Int(_) | syntax::Constant::Uint(_))) {
                        self.need(440, 0, &["GL_ARB_enhanced_layouts"], "expressions in layout(…)")?;
                    }
                    Some(self.constant_integer(value, &what)?)
                }
                None => None,
            };
            let layout = Layout { name, value };
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

/// Returns the flag of an auxiliary storage qualifier.
fn auxiliary_flag(qualifier: syntax::AuxiliaryQualifier, result: &mut ParsedQualifiers) -> &mut bool {
    match qualifier {
        syntax::AuxiliaryQualifier::Centroid => &mut result.centroid,
        syntax::AuxiliaryQualifier::Sample => &mut result.sample,
        syntax::AuxiliaryQualifier::Patch => &mut result.patch,
    }
}

/// Returns the flag of a memory qualifier.
fn memory_flag(qualifier: syntax::MemoryQualifier, result: &mut ParsedQualifiers) -> &mut bool {
    match qualifier {
        syntax::MemoryQualifier::Coherent => &mut result.coherent,
        syntax::MemoryQualifier::Volatile => &mut result.volatile,
        syntax::MemoryQualifier::Restrict => &mut result.restrict,
        syntax::MemoryQualifier::ReadOnly => &mut result.read_only,
        syntax::MemoryQualifier::WriteOnly => &mut result.write_only,
    }
}
