//! Interface blocks: uniform, buffer, in and out.

use super::layouts::BlockDefaults;
use super::qualifiers::{ParsedQualifiers, Word};
use super::scopes::Symbol;
use super::types::{has_unsized, opaque};
use super::{Analyser, Checked};
use crate::glsl::syntax;
use base::hir::{
    BuiltinVariable, Contents, Interpolation, Member, MemberQualifiers, Qualifiers, Sampling, Stage, Storage, StructType, Type, VarId,
    Variable,
};
use std::sync::Arc;

impl Analyser<'_> {
    /// Analyses the declaration of a block.
    pub(super) fn block(&mut self, block: &syntax::Block) -> Checked<()> {
        let words = self.parse_qualifiers(&block.qualifier)?;
        let block_name = block.name;
        if block_name.starts_with("gl_") {
            return self.builtin_block(block, block_name, &words);
        }
        let storage = self.block_storage(&words)?;
        let buffer = storage == Storage::StorageBlock;
        let in_buffer = matches!(storage, Storage::UniformBlock | Storage::StorageBlock);
        let mut defaults = if buffer { self.defaults.buffer } else { self.defaults.uniform };
        let mut qualifiers = Qualifiers {
            centroid: words.centroid,
            sample: words.sample,
            patch: words.patch,
            interpolation: words.interpolation.unwrap_or_default(),
            read_only: words.read_only,
            write_only: words.write_only,
            stream: self.defaults.stream,
            block_name: block_name.to_owned(),
            ..Qualifiers::default()
        };
        let block_align = self.block_layout(&words, in_buffer, &mut defaults, &mut qualifiers)?;
        qualifiers.block_layout = defaults.layout;
        let last = block.members.last().map(|field| field.at);
        let defines = |field: &syntax::StructDeclaration| matches!(field.ty.specifier.name, syntax::TypeName::Struct(_));
        // "structure definitions cannot be nested inside a block" [GLSL 1.50, 4.3.7] ARB_uniform_buffer_object does not say so, and GLSL 1.10 has
        // embedded structures.
        let nested = !self.language.es && self.language.version < 120;
        self.check(nested || !block.members.iter().any(defines), "a block cannot define a structure: define it before")?;
        let mut members = self.members(&block.members, &mut |analyser, field, ty| {
            let member_words = match &field.ty.qualifier {
                Some(qualifier) => analyser.parse_qualifiers(qualifier)?,
                None => ParsedQualifiers::default(),
            };
            analyser.block_member(&words, &member_words, ty, in_buffer, buffer, defaults, &qualifiers, block_align)
        })?;
        for member in &members {
            self.check_name(&member.name)?;
        }
        let count = members.len();
        for (index, member) in members.iter().enumerate() {
            if !has_unsized(&member.ty) {
                continue;
            }
            let runtime = buffer && index + 1 == count && matches!(&member.ty, Type::Array(element, 0) if !has_unsized(element));
            let implicit = !self.language.es && matches!(&member.ty, Type::Array(element, 0) if !has_unsized(element));
            if !runtime && !implicit {
                let message =
                    format!("member `{}` needs an array size; only the last member of a buffer block can be without", member.name);
                if let Some(at) = last {
                    self.mark(at);
                }
                return self.error(&message);
            }
        }
        if words.invariant {
            // "Only variables output from a shader (including those that are then input to a subsequent shader) … can be candidates for
            // invariance." [GLSL 4.60, 4.8.1]
            self.check(matches!(storage, Storage::OutBlock | Storage::InBlock), "invariant is for outputs")?;
            for member in &mut members {
                member.qualifiers.invariant = true;
            }
        }
        if in_buffer {
            self.check_offsets(&members, defaults.layout)?;
        } else if qualifiers.location.is_none() {
            let located = members.iter().filter(|member| member.qualifiers.location.is_some()).count();
            self.check(
                located == 0 || located == members.len(),
                "either all members of a block have locations, or none, or the block has one",
            )?;
        }
        // In OpenGL ES no two members share a location; elsewhere the linker compares their components, too.
        if self.language.es && !in_buffer {
            self.check_locations(&members, qualifiers.location)?;
        }
        let kind = match storage {
            Storage::UniformBlock => "uniform",
            Storage::StorageBlock => "buffer",
            Storage::InBlock => "in",
            _ => "out",
        };
        self.check_name(block_name)?;
        if !self.block_names.insert((block_name.to_owned(), kind)) {
            return self.error(&format!("block `{block_name}` is declared already"));
        }
        if self.scopes.last().and_then(|scope| scope.names.get(block_name)).is_some() {
            return self.error(&format!("`{block_name}` is declared already in this scope"));
        }
        let structure = Type::Struct(Arc::new(StructType::new(block_name, members)));
        self.check_size(&structure)?;
        self.check_feedback(&structure, &words)?;
        self.instance(block, structure, storage, qualifiers, &words)
    }

    /// Declares the block's variable: with an instance name, or with directly visible members.
    fn instance(
        &mut self,
        block: &syntax::Block,
        structure: Type,
        storage: Storage,
        mut qualifiers: Qualifiers,
        words: &ParsedQualifiers,
    ) -> Checked<()> {
        let stage = self.language.stage;
        let input = storage == Storage::InBlock;
        let per_vertex = (input && matches!(stage, Stage::Geometry | Stage::TessControl | Stage::TessEvaluation)
            || storage == Storage::OutBlock && stage == Stage::TessControl)
            && !words.patch;
        let Some(instance) = &block.instance else {
            self.check(!per_vertex, "this block is an array over vertices: it needs an instance name with []")?;
            qualifiers.unnamed_block = true;
            let Type::Struct(members) = &structure else { return Ok(()) };
            let members = Arc::clone(members);
            let id = self.add_variable("", structure, storage, qualifiers);
            for (index, member) in members.members.iter().enumerate() {
                self.declare(&member.name, Symbol::Member(id, index))?;
            }
            return Ok(());
        };
        let name = instance.name;
        let dimensions = self.dimensions(&instance.array)?;
        let located = matches!(&structure, Type::Struct(it) if it.members.iter().any(|member| member.qualifiers.location.is_some()));
        let several = dimensions.len() > usize::from(per_vertex);
        self.check(!(located && several), "members of an array of blocks take no locations")?;
        // "Arrays of arrays of blocks are not allowed, except for the cases in the tessellation and geometry stages where the declaration is a
        // per-vertex-array of arrays of blocks." [GLSL ES 3.20, 4.3.9]
        self.check(!(self.language.es && dimensions.len() > 1 + usize::from(per_vertex)), "blocks cannot be arrays of arrays")?;
        let mut ty = self.arrayed(structure, &dimensions)?;
        if per_vertex {
            let Type::Array(inner, length) = &ty else {
                return self.error(&format!("block `{name}` must be an array: one element for each vertex"));
            };
            let (inner, length) = (Arc::clone(inner), *length);
            ty = Type::Array(inner, self.per_vertex_length(name, length, input)?);
        } else if matches!(ty, Type::Array(_, 0)) {
            // "As the array size indicates the number of buffer objects needed, uniform and shader storage block array declarations must specify
            // an array size." [GLSL 4.60, 4.3.9]
            return self.error("an array of blocks needs a size");
        }
        if self.language.es && !per_vertex && matches!(ty, Type::Array(..)) && stage == Stage::Vertex && input {
            return self.error("vertex inputs cannot be blocks");
        }
        if let Some(binding) = qualifiers.binding {
            // Each block of an array has the binding that follows that of the block before it.
            let blocks = dimensions.iter().fold(1u64, |product, length| product.saturating_mul((*length).into()));
            let limits = &self.language.limits;
            let most = if storage == Storage::StorageBlock { limits.storage_bindings() } else { limits.uniform_bindings() };
            self.last_binding(binding, blocks, most, "binding")?;
        }
        let id = self.add_variable(name, ty, storage, qualifiers);
        self.declare(name, Symbol::Variable(id))
    }

    fn block_storage(&mut self, words: &ParsedQualifiers) -> Checked<Storage> {
        let stage = self.language.stage;
        match words.storage {
            Some(Word::Uniform) => {
                self.need(140, 300, &["GL_ARB_uniform_buffer_object"], "uniform blocks")?;
                Ok(Storage::UniformBlock)
            }
            Some(Word::Buffer) => {
                self.need(430, 310, &["GL_ARB_shader_storage_buffer_object"], "buffer blocks")?;
                Ok(Storage::StorageBlock)
            }
            Some(word @ (Word::In | Word::Out)) => {
                self.need(
                    150,
                    320,
                    &[
                        "GL_EXT_shader_io_blocks",
                        "GL_OES_shader_io_blocks",
                        "GL_EXT_geometry_shader",
                        "GL_OES_geometry_shader",
                        "GL_EXT_tessellation_shader",
                        "GL_OES_tessellation_shader",
                    ],
                    "in and out blocks",
                )?;
                self.check(stage != Stage::Compute, "compute shaders have no inputs and outputs")?;
                self.check(!(stage == Stage::Vertex && word == Word::In), "vertex inputs cannot be blocks")?;
                self.check(!(stage == Stage::Fragment && word == Word::Out), "fragment outputs cannot be blocks")?;
                Ok(if word == Word::In { Storage::InBlock } else { Storage::OutBlock })
            }
            _ => self.error("a block is uniform, buffer, in or out"),
        }
    }

    /// Applies a `layout(…)` of a block; returns the value of `align`.
    fn block_layout(
        &mut self,
        words: &ParsedQualifiers,
        in_buffer: bool,
        defaults: &mut BlockDefaults,
        qualifiers: &mut Qualifiers,
    ) -> Checked<Option<u32>> {
        let buffer = words.storage == Some(Word::Buffer);
        let mut align = None;
        for layout in &words.layouts {
            if in_buffer && self.block_word(layout, buffer, defaults)? {
                continue;
            }
            match layout.name.as_str() {
                "binding" if in_buffer => {
                    self.need(420, 310, &["GL_ARB_shading_language_420pack", "GL_ARB_shader_storage_buffer_object"], "layout(binding)")?;
                    let limits = &self.language.limits;
                    let most = if buffer { limits.storage_bindings() } else { limits.uniform_bindings() };
                    qualifiers.binding = Some(self.layout_value(layout, most.saturating_sub(1))?);
                }
                "align" if in_buffer => align = Some(self.alignment(layout)?),
                "location" if !in_buffer => qualifiers.location = Some(self.block_location(layout, "locations of blocks")?),
                "stream" if self.language.stage == Stage::Geometry && words.storage == Some(Word::Out) => {
                    qualifiers.stream = self.layout_value(layout, 3)?;
                }
                "xfb_buffer" | "xfb_offset" | "xfb_stride" if words.storage == Some(Word::Out) => {}
                name => return self.error(&format!("layout({name}) is not for this block")),
            }
        }
        self.feedback(words, qualifiers)?;
        Ok(align)
    }

    /// Returns the value of `layout(location)` of a block or of its member, which `name` names in the message.
    fn block_location(&mut self, layout: &super::qualifiers::Layout, name: &str) -> Checked<u32> {
        let extensions =
            ["GL_ARB_enhanced_layouts", "GL_ARB_separate_shader_objects", "GL_EXT_shader_io_blocks", "GL_OES_shader_io_blocks"];
        // GLSL 4.10 to 4.30 and GL_ARB_separate_shader_objects have no locations of blocks. Mesa accepts them, and programs use them.
        self.need(410, 320, &extensions, name)?;
        self.layout_value(layout, 255)
    }

    fn alignment(&mut self, layout: &super::qualifiers::Layout) -> Checked<u32> {
        self.need(440, 0, &["GL_ARB_enhanced_layouts"], "layout(align)")?;
        let align = self.layout_value(layout, 1 << 16)?;
        self.check(align.is_power_of_two(), "layout(align) needs a power of two")?;
        Ok(align)
    }

    #[allow(clippy::too_many_arguments, reason = "what the block says and what the member says")]
    fn block_member(
        &mut self,
        block: &ParsedQualifiers,
        words: &ParsedQualifiers,
        ty: &Type,
        in_buffer: bool,
        buffer: bool,
        mut defaults: BlockDefaults,
        qualifiers: &Qualifiers,
        align: Option<u32>,
    ) -> Checked<MemberQualifiers> {
        let word_fits = words.storage.is_none() || words.storage == block.storage || (buffer && words.storage == Some(Word::Buffer));
        self.check(word_fits && !words.constant, "the storage qualifier of a member differs from its block's")?;
        self.check(!opaque(ty), "blocks cannot hold samplers, images or atomic counters")?;
        self.check(!(in_buffer && (words.auxiliary() || words.invariant)), "members of this block take no interpolation qualifiers")?;
        self.same_as_block(block, words)?;
        self.check_feedback(ty, words)?;
        self.check(!words.any_memory() || buffer, "memory qualifiers are for buffer blocks")?;
        let mut result = MemberQualifiers {
            align,
            interpolation: words.interpolation.unwrap_or(qualifiers.interpolation),
            sampling: match (words.sample, words.centroid) {
                (true, _) => Sampling::Sample,
                (_, true) => Sampling::Centroid,
                _ => Sampling::Center,
            },
            patch: words.patch || qualifiers.patch,
            invariant: words.invariant,
            read_only: words.read_only || block.read_only,
            write_only: words.write_only || block.write_only,
            ..MemberQualifiers::default()
        };
        for layout in &words.layouts {
            if in_buffer && matches!(layout.name.as_str(), "row_major" | "column_major") {
                self.block_word(layout, buffer, &mut defaults)?;
                continue;
            }
            match layout.name.as_str() {
                "offset" if in_buffer => {
                    self.need(440, 0, &["GL_ARB_enhanced_layouts"], "layout(offset)")?;
                    result.offset = Some(self.layout_value(layout, i32::MAX as u32)?);
                }
                "align" if in_buffer => result.align = Some(self.alignment(layout)?),
                "location" if !in_buffer => result.location = Some(self.block_location(layout, "locations of members")?),
                "component" if !in_buffer => {
                    self.need(440, 0, &["GL_ARB_enhanced_layouts"], "layout(component)")?;
                    let component = self.layout_value(layout, 3)?;
                    self.check_component(ty, component)?;
                    result.component = Some(component);
                }
                "xfb_offset" if !in_buffer && words.storage.or(block.storage) == Some(Word::Out) => {
                    result.xfb = Some((self.feedback_buffer(block)?, self.feedback_offset(layout)?));
                }
                "xfb_offset" | "xfb_buffer" | "xfb_stride" | "stream" if !in_buffer => {}
                name => return self.error(&format!("layout({name}) is not for this member")),
            }
        }
        result.row_major = defaults.row_major;
        if !in_buffer {
            self.check(!ty.contents().any(Contents::BOOL), "inputs and outputs cannot hold bool")?;
            let discrete = ty.contents().any(Contents::BOOL.or(Contents::INTEGER).or(Contents::DOUBLE));
            if discrete && self.language.stage == Stage::Fragment && result.interpolation != Interpolation::Flat {
                return self.error("integers and doubles going into a fragment shader must be flat");
            }
        }
        Ok(result)
    }

    /// Analyses `in gl_PerVertex { … } gl_in[];` and `out gl_PerVertex { … };`, which restrict and size the built-in block.
    fn builtin_block(&mut self, block: &syntax::Block, block_name: &str, words: &ParsedQualifiers) -> Checked<()> {
        self.check(block_name == "gl_PerVertex", &format!("`{block_name}`: names that begin with gl_ are reserved"))?;
        self.need(
            150,
            320,
            &[
                "GL_ARB_separate_shader_objects",
                "GL_EXT_shader_io_blocks",
                "GL_OES_shader_io_blocks",
                "GL_EXT_geometry_shader",
                "GL_OES_geometry_shader",
                "GL_EXT_tessellation_shader",
                "GL_OES_tessellation_shader",
            ],
            "redeclarations of gl_PerVertex",
        )?;
        let kind = match words.storage {
            Some(Word::In) => "in",
            Some(Word::Out) => "out",
            _ => return self.error("gl_PerVertex is an in or out block"),
        };
        if !self.block_names.insert(("gl_PerVertex".to_owned(), kind)) {
            return self.error("gl_PerVertex is redeclared twice");
        }
        let members = self.members(&block.members, &mut |_, _, _| Ok(MemberQualifiers::default()))?;
        let redeclared = if kind == "in" { &mut self.layout.vertex_inputs } else { &mut self.layout.vertex_outputs };
        *redeclared = Some(members.clone());
        match &block.instance {
            Some(instance) => {
                let name = instance.name;
                let fits = (name == "gl_in" && kind == "in") || (name == "gl_out" && kind == "out");
                self.check(fits, "gl_PerVertex has the instance name gl_in or gl_out")?;
                let dimensions = self.dimensions(&instance.array)?;
                self.check(dimensions.len() <= 1, "gl_PerVertex is an array of one dimension")?;
                self.redeclare_vertices(name, &members, dimensions.first().copied())
            }
            None => {
                self.check(kind == "out", "gl_PerVertex as an input has the instance name gl_in")?;
                self.check(!self.vertex_output_alone, "a member of gl_PerVertex is redeclared alone before")?;
                let used = self.functions.iter().flat_map(|known| &known.uses).chain(&self.global_uses).copied().collect::<Vec<_>>();
                let used = used.iter().filter_map(|id| self.variables.get(*id)).any(|variable| self.vertex_output(variable));
                self.check(!used, "gl_PerVertex is redeclared before its members are used")?;
                self.vertex_outputs = Some(members.iter().map(|member| member.name.clone()).collect());
                for member in &members {
                    let Some(id) = self.builtin(&member.name) else {
                        return self.error(&format!("gl_PerVertex has no member `{}`", member.name));
                    };
                    let old = self.variables.get(id).map(|variable| variable.ty.clone()).unwrap_or(Type::Void);
                    self.same_member(&old, member)?;
                    if let (Some(variable), Type::Array(_, 1..)) = (self.variables.get_mut(id), &member.ty) {
                        variable.ty = member.ty.clone();
                        variable.qualifiers.implicitly_sized = false;
                    }
                }
                Ok(())
            }
        }
    }

    /// Returns true if a built-in variable is a member of the output block gl_PerVertex.
    pub(super) fn vertex_output(&self, variable: &Variable) -> bool {
        use BuiltinVariable as B;
        matches!(self.language.stage, Stage::Vertex | Stage::TessEvaluation | Stage::Geometry)
            && matches!(variable.storage, Storage::Builtin(B::Position | B::PointSize | B::ClipDistance | B::CullDistance | B::ClipVertex))
            && !variable.name.is_empty()
    }

    /// Checks a use of a built-in variable: a redeclaration of gl_PerVertex removes the outputs that it does not name.
    pub(super) fn check_vertex_output(&mut self, id: VarId) -> Checked<()> {
        let Some(variable) = self.variables.get(id) else { return Ok(()) };
        let lost = self.vertex_outputs.as_ref().is_some_and(|names| self.vertex_output(variable) && !names.contains(&variable.name));
        let message = format!("`{}` is not a member of the redeclared gl_PerVertex", variable.name);
        self.check(!lost, &message)
    }

    fn same_member(&mut self, old: &Type, member: &Member) -> Checked<()> {
        let same = match (old, &member.ty) {
            (Type::Array(old, _), Type::Array(new, length)) => old == new && *length <= self.language.limits.clip_distances,
            (old, new) => old == new,
        };
        self.check(same, &format!("member `{}` of gl_PerVertex has another type", member.name))
    }

    fn redeclare_vertices(&mut self, name: &str, members: &[Member], length: Option<u32>) -> Checked<()> {
        let Some(id) = self.builtin(name) else { return self.error(&format!("this stage has no {name}")) };
        self.check(!self.is_used(id), "gl_PerVertex is redeclared before its members are used")?;
        let Some(ty) = self.variables.get(id).map(|variable| variable.ty.clone()) else { return Ok(()) };
        let (Type::Struct(old), Type::Array(_, old_length)) = (ty.without_array(), &ty) else { return Ok(()) };
        let mut result = Vec::with_capacity(members.len());
        for member in members {
            let Some(known) = old.members.iter().find(|known| known.name == member.name) else {
                return self.error(&format!("gl_PerVertex has no member `{}`", member.name));
            };
            let mut known = known.clone();
            self.same_member(&known.ty, member)?;
            if let Type::Array(_, 1..) = &member.ty {
                known.ty = member.ty.clone();
            }
            result.push(known);
        }
        let length = match length {
            Some(0) => *old_length,
            Some(length) if *old_length == 0 || length == *old_length => length,
            Some(length) => self.per_vertex_length(name, length, name == "gl_in")?,
            None => return self.error(&format!("{name} is an array: `{name}[]`")),
        };
        let structure = Type::Struct(Arc::new(StructType::new(old.name.clone(), result)));
        if let Some(variable) = self.variables.get_mut(id) {
            variable.ty = Type::Array(Arc::new(structure), length);
        }
        Ok(())
    }
}
