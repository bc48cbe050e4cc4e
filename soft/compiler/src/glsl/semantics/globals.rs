//! Global variables: the storage that each stage and version allows, and its types.

use super::qualifiers::{ParsedQualifiers, Word};
use super::scopes::Symbol;
use super::types::{has_array, has_nested_structure, has_unsized, name as type_name, opaque};
use super::{Analyser, Checked};
use crate::glsl::constant::evaluate;
use base::hir::{Contents, Expr, Interpolation, Precision, Qualifiers, Stage, Statement, Storage, Type};
use std::sync::Arc;

impl Analyser<'_> {
    /// Declares a global. `value` already has the variable's type.
    pub(super) fn global_variable(
        &mut self,
        words: &ParsedQualifiers,
        name: &str,
        ty: Type,
        value: Option<Expr>,
        out: &mut Vec<Statement>,
    ) -> Checked<()> {
        if name.starts_with("gl_") {
            return self.redeclare(words, name, ty);
        }
        if self.resized(name, &ty)? {
            if let (Some(Symbol::Variable(id)), Some(value)) = (self.lookup(name), value) {
                out.push(Statement::Declare(id, Some(value)));
            }
            return Ok(());
        }
        let mut ty = ty;
        let fetched = words.storage == Some(Word::InOut) && self.fetches(words, name)?;
        let output = ParsedQualifiers { storage: Some(Word::Out), ..words.clone() };
        let words = if fetched { &output } else { words };
        let storage = self.storage(words, name, &ty)?;
        let mut qualifiers = Qualifiers {
            centroid: words.centroid,
            sample: words.sample,
            patch: words.patch,
            interpolation: words.interpolation.unwrap_or_default(),
            precision: self.precision_of(&ty, words.precision),
            invariant: words.invariant || (self.invariant_all && storage == Storage::Out),
            invariant_given: words.invariant,
            constant: words.constant,
            coherent: words.coherent,
            volatile: words.volatile,
            restrict: words.restrict,
            read_only: words.read_only,
            write_only: words.write_only,
            stream: self.defaults.stream,
            fetched,
            ..Qualifiers::default()
        };
        self.check(
            !words.invariant
                || matches!(storage, Storage::Out)
                || (storage == Storage::In && self.language.stage != Stage::Vertex && !self.since(430, 300, &[])),
            "invariant is for outputs",
        )?;
        if !words.layouts.is_empty() {
            self.check(
                !matches!(words.storage, None | Some(Word::Const | Word::Shared | Word::Buffer)),
                "layout(…) is for inputs, outputs, uniforms and blocks",
            )?;
            self.variable_layout(words, &ty, &mut qualifiers)?;
        }
        match storage {
            Storage::In | Storage::Out => {
                self.interface(words, name, &mut ty, storage == Storage::In)?;
                self.check(value.is_none(), "inputs and outputs cannot be initialised")?;
            }
            Storage::Uniform => {
                self.check(!words.auxiliary(), "uniforms take no interpolation qualifiers")?;
                if value.is_some() {
                    self.need(120, 0, &[], "initialisers of uniforms")?;
                }
                if words.any_memory() {
                    self.check(matches!(ty.without_array(), Type::Image(_)), "memory qualifiers are for images and buffer blocks")?;
                }
                if matches!(ty.without_array(), Type::Image(_)) {
                    self.image(words, &qualifiers)?;
                }
                if *ty.without_array() == Type::AtomicCounter {
                    self.check(qualifiers.binding.is_some(), &format!("atomic counter `{name}` needs layout(binding)"))?;
                    let high = !self.language.es || qualifiers.precision == Precision::High;
                    self.check(high, "atomic counters have the precision highp")?;
                }
            }
            _ => self.check(!words.auxiliary() && !words.any_memory(), "plain globals take only const and precision")?,
        }
        if words.constant {
            self.check(value.is_some(), "a const variable needs an initialiser")?;
        }
        qualifiers.implicitly_sized = has_unsized(&ty);
        if qualifiers.implicitly_sized {
            self.check(
                matches!(ty, Type::Array(..)) && !has_unsized(inner(&ty)),
                "only the first dimension of an array can be without a size",
            )?;
            let vertices = matches!(self.language.stage, Stage::Geometry | Stage::TessControl | Stage::TessEvaluation)
                && matches!(storage, Storage::In | Storage::Out);
            let sized = self.language.es || *ty.without_array() == Type::AtomicCounter;
            self.check(!sized || vertices, "an array needs a size here")?;
        }
        let words_of_value = value.as_ref().and_then(evaluate);
        let constant_needed = words.constant || storage == Storage::Uniform || self.language.es;
        if value.is_some() && constant_needed && words_of_value.is_none() {
            // On desktop, globals that are not const may have any initialiser.
            let known = storage != Storage::Uniform && value.as_ref().is_some_and(|value| self.constant_form(value));
            if !known {
                return self.error(&format!("the initialiser of `{name}` must be a constant expression"));
            }
        }
        let id = self.add_variable(name, ty, storage.clone(), qualifiers);
        if storage == Storage::Uniform {
            if let Some(variable) = self.variables.get_mut(id) {
                variable.initialiser = words_of_value;
            }
        } else {
            if let (true, Some(words)) = (words.constant, words_of_value) {
                self.constants.insert(id, words);
            }
            if value.is_some() {
                out.push(Statement::Declare(id, value));
            }
        }
        self.declare(name, Symbol::Variable(id))
    }

    /// Checks that a fragment output may be `inout`.
    fn fetches(&mut self, words: &ParsedQualifiers, name: &str) -> Checked<bool> {
        let coherent = "GL_EXT_shader_framebuffer_fetch";
        let known = self.language.has(coherent) || self.language.has("GL_EXT_shader_framebuffer_fetch_non_coherent");
        if self.language.stage != Stage::Fragment || !known {
            return self.error(&format!("`{name}`: inout is for parameters"));
        }
        self.need(130, 300, &[], "inout outputs")?;
        // "It is an error to declare an inout fragment output not qualified with layout(noncoherent) if the GL_EXT_shader_framebuffer_fetch
        // extension hasn't been enabled." [EXT_shader_framebuffer_fetch]
        let message = format!("`{name}` needs layout(noncoherent) or {coherent}");
        self.check(self.language.has(coherent) || words.has_layout("noncoherent"), &message)?;
        Ok(true)
    }

    /// Returns the storage that the qualifiers select, if the stage and the version have it.
    fn storage(&mut self, words: &ParsedQualifiers, name: &str, ty: &Type) -> Checked<Storage> {
        let stage = self.language.stage;
        let opaque_type = opaque(ty);
        let storage = match words.storage {
            None | Some(Word::Const) => Storage::Private,
            Some(Word::Uniform) => Storage::Uniform,
            Some(Word::Buffer) => return self.error(&format!("`{name}`: buffer is for blocks")),
            Some(Word::InOut) => return self.error(&format!("`{name}`: inout is for parameters")),
            Some(Word::Shared) => {
                self.check(stage == Stage::Compute, "shared is for compute shaders")?;
                Storage::Shared
            }
            Some(Word::Attribute) => {
                self.check(stage == Stage::Vertex, "attribute is for vertex shaders")?;
                self.check(
                    self.language.es || self.language.version < 420 || self.language.compatibility,
                    "attribute was removed in version 420; in is accepted",
                )?;
                Storage::In
            }
            Some(Word::Varying) => {
                self.check(
                    self.language.es || self.language.version < 420 || self.language.compatibility,
                    "varying was removed in version 420; in and out are accepted",
                )?;
                match stage {
                    Stage::Vertex => Storage::Out,
                    Stage::Fragment => Storage::In,
                    // GLSL 1.50 has the word in vertex and fragment shaders only. Mesa takes it for out here, and programs written on Mesa use it.
                    Stage::Geometry if self.language.compatibility => Storage::Out,
                    _ => return self.error("varying is for vertex and fragment shaders"),
                }
            }
            Some(word @ (Word::In | Word::Out)) => {
                self.need(
                    130,
                    300,
                    &["GL_EXT_gpu_shader4", "GL_ARB_explicit_attrib_location", "GL_ARB_separate_shader_objects"],
                    "global in and out",
                )?;
                self.check(stage != Stage::Compute, "compute shaders have no inputs and outputs of their own")?;
                if word == Word::In { Storage::In } else { Storage::Out }
            }
        };
        if opaque_type && storage != Storage::Uniform {
            return self.error(&format!("`{name}` of type {} must be a uniform", type_name(ty)));
        }
        if storage == Storage::Uniform && matches!(ty, Type::Struct(_)) && ty.contents().any(Contents::COUNTER.or(Contents::IMAGE)) {
            return self.error("structures cannot hold images or atomic counters");
        }
        if self.language.es && self.language.version < 300 && words.constant && has_array(ty) {
            return self.error("ES 100 has no const arrays");
        }
        Ok(storage)
    }

    /// Checks that an image has a format where its accesses need one.
    fn image(&mut self, words: &ParsedQualifiers, qualifiers: &Qualifiers) -> Checked<()> {
        let Some(format) = qualifiers.image_format else {
            self.check(!self.language.es, "ES needs a format for every image")?;
            let inferred = words.write_only || self.language.has("GL_EXT_shader_image_load_formatted");
            return self.check(
                inferred,
                "an image that is read needs a format, as in `layout(rgba8) uniform image2D …`; without one it must be writeonly",
            );
        };
        // [ESSL 3.10] 4.9: images of other formats are either read or written.
        let both = !self.language.es || words.read_only || words.write_only || matches!(format, "r32f" | "r32i" | "r32ui");
        self.check(both, &format!("ES needs readonly or writeonly for images of format {format}"))
    }

    /// Checks the types and qualifiers of inputs and outputs.
    fn interface(&mut self, words: &ParsedQualifiers, name: &str, ty: &mut Type, input: bool) -> Checked<()> {
        let stage = self.language.stage;
        let es = self.language.es;
        let version = self.language.version;
        let old = matches!(words.storage, Some(Word::Attribute | Word::Varying));
        if ty.contents().any(Contents::BOOL) {
            return self.error(&format!("`{name}`: inputs and outputs cannot hold bool"));
        }
        let integer = ty.contents().any(Contents::INTEGER);
        let double = ty.contents().any(Contents::DOUBLE);
        let structure = ty.contents().any(Contents::STRUCTURE);
        if old && (integer || double) && words.interpolation != Some(Interpolation::Flat) && !self.since(130, 0, &["GL_EXT_gpu_shader4"]) {
            return self.error(&format!("`{name}`: attribute and varying need float, vectors of it, or matrices"));
        }
        if old && structure {
            return self.error(&format!("`{name}`: attribute and varying cannot be structures"));
        }
        if structure {
            self.need(150, 300, &[], "structures between stages")?;
        }
        if old && words.interpolation.is_some() && !self.since(0, 0, &["GL_EXT_gpu_shader4"]) {
            return self.error("attribute and varying take no interpolation qualifier; in and out do");
        }
        self.check(!(words.centroid && words.sample), "centroid and sample exclude each other")?;
        self.check_feedback(ty, words)?;
        if words.patch {
            self.check(
                (stage == Stage::TessControl && !input) || (stage == Stage::TessEvaluation && input),
                "patch is for outputs of tessellation control and inputs of tessellation evaluation shaders",
            )?;
        }
        match (stage, input) {
            (Stage::Vertex, true) => {
                self.check(!structure, "vertex inputs cannot be structures")?;
                if has_array(ty) {
                    // "Attribute variables cannot be declared as arrays or structures." [GLSL 1.20, 4.3.4] Extensions bring the word in to these versions.
                    self.check(
                        !es && (version >= 150 || version >= 130 && !old),
                        &format!("`{name}`: vertex inputs cannot be arrays here"),
                    )?;
                }
                self.check(!words.auxiliary() && !words.invariant, "vertex inputs take no interpolation qualifiers")?;
                if double {
                    self.need(410, 0, &["GL_ARB_vertex_attrib_64bit"], "double vertex inputs")?;
                }
            }
            (Stage::Fragment, false) => {
                self.check(!structure, "fragment outputs cannot be structures")?;
                self.check(!ty.contents().any(Contents::MATRIX), "fragment outputs cannot be matrices")?;
                // "It is a compile-time error to declare any double-precision type, 64-bit integer type, matrix, or structure as an output."
                // [AMD_gpu_shader_int64]
                let wide = ty.contents().any(Contents::WIDE);
                self.check(!wide, "fragment outputs cannot be double, int64_t or uint64_t")?;
                self.check(!words.auxiliary(), "fragment outputs take no interpolation qualifiers")?;
                if let Type::Array(inner, _) = ty {
                    self.check(!es || !matches!(**inner, Type::Array(..)), "fragment outputs cannot be arrays of arrays")?;
                }
            }
            (Stage::Fragment, true) if (integer || double) && words.interpolation != Some(Interpolation::Flat) => {
                return self.error(&format!("`{name}`: integers and doubles going into a fragment shader must be flat"));
            }
            (Stage::Vertex, false) if es && integer && words.interpolation != Some(Interpolation::Flat) && version < 310 => {
                return self.error(&format!("`{name}`: integer outputs of a vertex shader must be flat"));
            }
            _ => {}
        }
        if words.centroid && !input && stage == Stage::Fragment {
            return self.error("centroid is not for fragment outputs");
        }
        if es && has_nested_structure(ty) && ((stage == Stage::Fragment && input) || (stage == Stage::Vertex && !input)) {
            return self.error("structures between stages cannot hold structures here");
        }
        if es && structure && ((stage == Stage::Fragment && input) || (stage == Stage::Vertex && !input)) && has_array(ty) && version < 310
        {
            return self.error("structures between stages cannot hold arrays here");
        }
        if es && words.patch && structure && has_array(ty) {
            return self.error("structures for each patch hold no arrays and are no arrays here");
        }
        let per_vertex =
            !words.patch && (stage == Stage::TessControl || (input && matches!(stage, Stage::Geometry | Stage::TessEvaluation)));
        // "It is a compile-time error to declare a fragment shader input with, or that contains, any of the following types: … An array of arrays"
        // [ESSL 3.20, 4.3.4] The other stages have the same rule, for what each vertex has.
        let vertex = if let (true, Type::Array(each, _)) = (per_vertex, &*ty) { &**each } else { &*ty };
        let nested = matches!(vertex, Type::Array(each, _) if matches!(**each, Type::Array(..)));
        self.check(!(es && nested), &format!("`{name}`: inputs and outputs cannot be arrays of arrays here"))?;
        if per_vertex {
            let Type::Array(inner, length) = ty else {
                return self.error(&format!("`{name}` must be an array: one element for each vertex"));
            };
            let inner = Arc::clone(inner);
            let length = *length;
            *ty = Type::Array(inner, self.per_vertex_length(name, length, input)?);
        }
        Ok(())
    }

    /// Returns the length of an array over vertices; `length` is the declared size (0: none).
    pub(super) fn per_vertex_length(&mut self, name: &str, length: u32, input: bool) -> Checked<u32> {
        let wanted = match (self.language.stage, input) {
            (Stage::Geometry, true) => self.layout.geometry_input.map(base::hir::GeometryInput::vertices),
            (Stage::TessControl, false) => self.layout.output_vertices,
            _ => Some(self.language.limits.patch_vertices),
        };
        match wanted {
            None if length == 0 => Ok(0),
            None => {
                let size = *self.input_size.get_or_insert(length);
                self.check(size == length, &format!("`{name}` has {length} vertices, but an input before it has {size}"))?;
                Ok(length)
            }
            Some(wanted) if length == 0 || length == wanted => Ok(wanted),
            Some(wanted) => self.error(&format!("`{name}` has {length} vertices, but {wanted} are declared")),
        }
    }
}

/// Returns the element type of an array, or the type itself.
fn inner(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) => element,
        other => other,
    }
}
