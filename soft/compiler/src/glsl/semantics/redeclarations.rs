//! Redeclarations of built-in variables: array sizes, interpolation, layouts of gl_FragCoord and gl_FragDepth.

use super::qualifiers::{ParsedQualifiers, Word};
use super::scopes::Symbol;
use super::types::name as type_name;
use super::{Analyser, Checked};
use base::hir::{BuiltinVariable, Stage, Storage, Type};
use std::sync::Arc;

/// The layouts of gl_FragDepth.
const DEPTH_LAYOUTS: [&str; 4] = ["depth_any", "depth_greater", "depth_less", "depth_unchanged"];

impl Analyser<'_> {
    /// Analyses `out float gl_ClipDistance[3];` and the like.
    pub(super) fn redeclare(&mut self, words: &ParsedQualifiers, name: &str, ty: Type) -> Checked<()> {
        let Some(Symbol::Variable(id)) = self.lookup(name) else {
            return self.error(&format!("`{name}`: names that begin with gl_ are reserved"));
        };
        let Some(variable) = self.variables.get(id).cloned() else { return self.error("unknown variable") };
        let builtin = match variable.storage {
            Storage::Builtin(builtin) => Some(builtin),
            _ => None,
        };
        let compatible = match (&variable.ty, &ty) {
            (Type::Array(old, old_length), Type::Array(new, length)) => {
                old == new && (*old_length == 0 || *old_length == *length || variable.qualifiers.implicitly_sized)
            }
            (old, new) => old == new,
        };
        if !compatible {
            return self.error(&format!("`{name}` is {}, it cannot be redeclared as {}", type_name(&variable.ty), type_name(&ty)));
        }
        let redeclarable = matches!(
            builtin,
            Some(
                BuiltinVariable::ClipDistance
                    | BuiltinVariable::CullDistance
                    | BuiltinVariable::TexCoord
                    | BuiltinVariable::FragCoord
                    | BuiltinVariable::FragDepth
                    | BuiltinVariable::SampleMask
                    | BuiltinVariable::SampleMaskIn
                    | BuiltinVariable::Position
                    | BuiltinVariable::PointSize
                    | BuiltinVariable::FrontColor
                    | BuiltinVariable::BackColor
                    | BuiltinVariable::FrontSecondaryColor
                    | BuiltinVariable::BackSecondaryColor
                    | BuiltinVariable::FragmentColor
                    | BuiltinVariable::FragmentSecondaryColor
                    | BuiltinVariable::FogFragCoord
                    | BuiltinVariable::ClipVertex
                    | BuiltinVariable::TessLevelOuter
                    | BuiltinVariable::TessLevelInner
                    | BuiltinVariable::LastFragData
                    | BuiltinVariable::LastFragDepth
                    | BuiltinVariable::LastFragStencil
            )
        ) || variable.name == "gl_in"
            || variable.name == "gl_out";
        // OpenGL ES allows that of the depth in EXT_conservative_depth alone, which this driver does not offer.
        let redeclarable = redeclarable && !(self.language.es && builtin == Some(BuiltinVariable::FragDepth));
        self.check(redeclarable, &format!("`{name}` cannot be redeclared"))?;
        if self.vertex_output(&variable) {
            self.check(self.vertex_outputs.is_none(), "gl_PerVertex is redeclared before: its members cannot be redeclared alone")?;
            self.vertex_output_alone = true;
        }
        if builtin == Some(BuiltinVariable::FragCoord) {
            return self.fragment_coordinate(words, id);
        }
        let input = self.read_only.contains(&id) || matches!(variable.storage, Storage::InBlock);
        let fits = match words.storage {
            Some(Word::In) => input,
            Some(Word::Out) => !input,
            Some(Word::Varying) => matches!(self.language.stage, Stage::Vertex | Stage::Fragment),
            None => !matches!(builtin, Some(BuiltinVariable::ClipDistance | BuiltinVariable::CullDistance | BuiltinVariable::TexCoord)),
            _ => false,
        };
        self.check(fits, &format!("`{name}` is {}; the redeclaration differs", if input { "an input" } else { "an output" }))?;
        if let (Type::Array(_, length), Some(builtin)) = (&ty, builtin) {
            self.redeclared_size(name, id, builtin, *length)?;
        }
        for layout in &words.layouts {
            if builtin == Some(BuiltinVariable::LastFragData) && layout.name == "noncoherent" {
                self.noncoherent(layout)?;
                self.noncoherent_colors = true;
                continue;
            }
            if builtin != Some(BuiltinVariable::FragDepth) || !DEPTH_LAYOUTS.contains(&layout.name.as_str()) {
                return self.error(&format!("layout({}) is not for `{name}`", layout.name));
            }
            self.need(420, 0, &["GL_ARB_conservative_depth", "GL_AMD_conservative_depth"], "depth layouts")?;
        }
        if builtin == Some(BuiltinVariable::FragDepth) {
            self.fragment_depth(words, id)?;
        }
        if let Some(variable) = self.variables.get_mut(id) {
            if let (Type::Array(_, length), Type::Array(element, _)) = (&ty, &variable.ty)
                && *length > 0
            {
                variable.ty = Type::Array(Arc::clone(element), *length);
                variable.qualifiers.implicitly_sized = false;
            }
            if let Some(interpolation) = words.interpolation {
                variable.qualifiers.interpolation = interpolation;
                variable.qualifiers.interpolation_given = true;
            }
            variable.qualifiers.centroid |= words.centroid;
            variable.qualifiers.invariant |= words.invariant;
            variable.qualifiers.invariant_given |= words.invariant;
        }
        Ok(())
    }

    fn redeclared_size(&mut self, name: &str, id: usize, builtin: BuiltinVariable, length: u32) -> Checked<()> {
        let most = match builtin {
            BuiltinVariable::ClipDistance | BuiltinVariable::CullDistance => self.language.limits.clip_distances,
            BuiltinVariable::TexCoord => 8,
            _ => return Ok(()),
        };
        self.check_distances(builtin, length)?;
        self.check(length <= most, &format!("`{name}` has at most {most} elements"))?;
        let used = self.highest.get(&(id, None)).map_or(0, |highest| highest + 1);
        self.check(length == 0 || used <= length, &format!("`{name}` is indexed beyond its size {length} before"))
    }

    /// "It is a compile-time or link-time error for the set of shaders forming a program to have the sum of the sizes of the gl_ClipDistance
    /// and gl_CullDistance arrays to be larger than gl_MaxCombinedClipAndCullDistances." [GLSL 4.60, 7.1]
    fn check_distances(&mut self, builtin: BuiltinVariable, length: u32) -> Checked<()> {
        let other = match builtin {
            BuiltinVariable::ClipDistance => BuiltinVariable::CullDistance,
            BuiltinVariable::CullDistance => BuiltinVariable::ClipDistance,
            _ => return Ok(()),
        };
        let others = self.variables.iter().filter(|variable| variable.storage == Storage::Builtin(other));
        let sizes = others.filter(|variable| !variable.qualifiers.implicitly_sized).map(|variable| match variable.ty {
            Type::Array(_, length) => length,
            _ => 0,
        });
        let (sum, most) = (length.saturating_add(sizes.max().unwrap_or(0)), self.language.limits.clip_distances);
        self.check(sum <= most, &format!("gl_ClipDistance and gl_CullDistance have {sum} elements; {most} are accepted"))
    }

    /// Returns true if a function or a global initialiser before this point names the variable.
    pub(super) fn is_used(&self, id: usize) -> bool {
        self.global_uses.contains(&id) || self.functions.iter().any(|known| known.uses.contains(&id))
    }

    fn fragment_depth(&mut self, words: &ParsedQualifiers, id: usize) -> Checked<()> {
        let first = self.layout.fragment_depth;
        // "Within any shader, the first redeclarations of gl_FragDepth must appear before any use of gl_FragDepth."
        self.check(first.is_some() || !self.is_used(id), "gl_FragDepth is redeclared before it is used")?;
        let layout = DEPTH_LAYOUTS.into_iter().find(|layout| words.has_layout(layout)).unwrap_or_default();
        self.check(first.is_none_or(|first| first == layout), "the layouts of gl_FragDepth differ from before")?;
        self.layout.fragment_depth = Some(layout);
        Ok(())
    }

    fn fragment_coordinate(&mut self, words: &ParsedQualifiers, id: usize) -> Checked<()> {
        self.check(!self.is_used(id) || self.fragment_coordinate.is_some(), "gl_FragCoord is redeclared before it is used")?;
        let layouts = (words.has_layout("origin_upper_left"), words.has_layout("pixel_center_integer"));
        self.check(self.fragment_coordinate.is_none_or(|first| first == layouts), "the layouts of gl_FragCoord differ from before")?;
        self.fragment_coordinate = Some(layouts);
        self.layout.fragment_coordinate = Some(layouts);
        self.check(self.language.stage == Stage::Fragment, "gl_FragCoord is for fragment shaders")?;
        for layout in &words.layouts {
            match layout.name.as_str() {
                "origin_upper_left" => self.layout.origin_upper_left = true,
                "pixel_center_integer" => self.layout.pixel_center_integer = true,
                name => return self.error(&format!("layout({name}) is not for gl_FragCoord")),
            }
            self.need(150, 0, &["GL_ARB_fragment_coord_conventions"], "layouts of gl_FragCoord")?;
        }
        // Fragment shaders of GLSL 1.20 and older have varying instead of in.
        self.check(matches!(words.storage, Some(Word::In | Word::Varying) | None), "gl_FragCoord is an input")
    }
}
