//! The `layout(…)` qualifiers: of stages (`layout(triangles) in;`), as defaults (`layout(std140) uniform;`), and of variables.

use super::qualifiers::{Layout, ParsedQualifiers, Word};
use super::{Analyser, Checked};
use base::hir::{BlockLayout, Contents, GeometryInput, GeometryOutput, Qualifiers, Scalar, Stage, Storage, TessMode, TessSpacing, Type};
use base::image::format::Kind;
use base::image::unit_formats::{self, Embedded};
use shader::pipeline::blend::AdvancedEquation;
use shader::pipeline::limits::UNIFORM_LOCATIONS;
use std::sync::Arc;

/// The layout of blocks that declare none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockDefaults {
    pub layout: BlockLayout,
    pub row_major: bool,
}

impl Analyser<'_> {
    /// Analyses a standalone qualifier: `layout(…) in;`.
    pub(super) fn stage_layout(&mut self, words: &ParsedQualifiers) -> Checked<()> {
        self.check(self.global(), "layout defaults must be outside functions")?;
        match words.storage {
            Some(Word::In) => self.input_layout(words),
            Some(Word::Out) => self.output_layout(words),
            Some(Word::Uniform) => {
                let defaults = self.block_defaults(words, self.defaults.uniform)?;
                self.defaults.uniform = defaults;
                Ok(())
            }
            Some(Word::Buffer) => {
                let defaults = self.block_defaults(words, self.defaults.buffer)?;
                self.defaults.buffer = defaults;
                Ok(())
            }
            _ => self.error("this qualifier needs a declaration after it"),
        }
    }

    fn block_defaults(&mut self, words: &ParsedQualifiers, mut defaults: BlockDefaults) -> Checked<BlockDefaults> {
        for layout in &words.layouts {
            if !self.block_word(layout, words.storage == Some(Word::Buffer), &mut defaults)? {
                return self.error(&format!("layout({}) cannot be a default", layout.name));
            }
        }
        Ok(defaults)
    }

    /// Applies shared, packed, std140, std430, row_major or column_major; returns true if the qualifier is one of these.
    pub(super) fn block_word(&mut self, layout: &Layout, buffer: bool, defaults: &mut BlockDefaults) -> Checked<bool> {
        match layout.name.as_str() {
            "shared" => defaults.layout = BlockLayout::Shared,
            "packed" => defaults.layout = BlockLayout::Packed,
            "std140" => defaults.layout = BlockLayout::Std140,
            "std430" => {
                self.check(buffer, "layout(std430) is for buffer blocks")?;
                defaults.layout = BlockLayout::Std430;
            }
            "row_major" => defaults.row_major = true,
            "column_major" => defaults.row_major = false,
            _ => return Ok(false),
        }
        self.check(layout.value.is_none(), "this layout qualifier takes no value")?;
        Ok(true)
    }

    /// Returns the value of `name = value`, within `0..=most`.
    pub(super) fn layout_value(&mut self, layout: &Layout, most: u32) -> Checked<u32> {
        match layout.value.and_then(|value| u32::try_from(value).ok()).filter(|value| *value <= most) {
            Some(value) => Ok(value),
            None => {
                let given = layout.value.map_or("nothing".to_owned(), |value| value.to_string());
                self.error(&format!("layout({}) needs a value from 0 to {most}, not {given}", layout.name))
            }
        }
    }

    fn input_layout(&mut self, words: &ParsedQualifiers) -> Checked<()> {
        match self.language.stage {
            Stage::Geometry => self.geometry_input(words),
            Stage::TessEvaluation => self.evaluation_input(words),
            Stage::Compute => self.local_size(words),
            Stage::Fragment => {
                for layout in &words.layouts {
                    match layout.name.as_str() {
                        "early_fragment_tests" => {
                            self.need(420, 310, &["GL_ARB_shader_image_load_store"], "early fragment tests")?;
                            self.layout.early_fragment_tests = true;
                        }
                        // "If neither this nor post_depth_coverage are declared, per-fragment tests will be performed after fragment shader
                        // execution." [ARB_post_depth_coverage]
                        "post_depth_coverage" => {
                            self.need(0, 0, &["GL_ARB_post_depth_coverage"], "coverage after the depth test")?;
                            (self.layout.early_fragment_tests, self.layout.post_depth_coverage) = (true, true);
                        }
                        name => return self.error(&format!("layout({name}) in; is not for fragment shaders")),
                    }
                }
                Ok(())
            }
            _ => self.error("layout(…) in; is not for this stage"),
        }
    }

    fn geometry_input(&mut self, words: &ParsedQualifiers) -> Checked<()> {
        for layout in &words.layouts {
            let input = match layout.name.as_str() {
                "points" => GeometryInput::Points,
                "lines" => GeometryInput::Lines,
                "lines_adjacency" => GeometryInput::LinesAdjacency,
                "triangles" => GeometryInput::Triangles,
                "triangles_adjacency" => GeometryInput::TrianglesAdjacency,
                "invocations" => {
                    self.need(
                        400,
                        320,
                        &["GL_ARB_gpu_shader5", "GL_EXT_geometry_shader", "GL_OES_geometry_shader"],
                        "geometry invocations",
                    )?;
                    let count = self.layout_value(layout, 32)?;
                    self.check(count > 0, "layout(invocations) must be at least 1")?;
                    self.check(self.layout.invocations.is_none_or(|old| old == count), "layout(invocations) differs from before")?;
                    self.layout.invocations = Some(count);
                    continue;
                }
                name => return self.error(&format!("layout({name}) in; is not for geometry shaders")),
            };
            self.check(layout.value.is_none(), "a kind of primitive takes no value")?;
            if self.layout.geometry_input.is_some_and(|old| old != input) {
                return self.error("the kind of input primitive differs from before");
            }
            self.layout.geometry_input = Some(input);
            self.size_inputs(input.vertices())?;
        }
        Ok(())
    }

    /// Sizes unsized inputs by the number of vertices; others must match.
    fn size_inputs(&mut self, vertices: u32) -> Checked<()> {
        let mut wrong = None;
        for (id, variable) in self.variables.iter_mut().enumerate() {
            let input = matches!(variable.storage, Storage::In | Storage::InBlock);
            if !input {
                continue;
            }
            if let Type::Array(element, length) = &variable.ty {
                let highest = self.highest.get(&(id, None)).copied();
                if (*length != 0 && *length != vertices) || highest.is_some_and(|highest| highest >= vertices) {
                    wrong = Some((variable.name.clone(), (*length).max(highest.map_or(0, |highest| highest + 1))));
                }
                variable.ty = Type::Array(Arc::clone(element), vertices);
            }
        }
        match wrong {
            Some((name, length)) => self.error(&format!("input `{name}` has {length} vertices, but the input primitive has {vertices}")),
            None => Ok(()),
        }
    }

    fn evaluation_input(&mut self, words: &ParsedQualifiers) -> Checked<()> {
        for layout in &words.layouts {
            let same = match layout.name.as_str() {
                "triangles" => set(&mut self.layout.tess_mode, TessMode::Triangles),
                "quads" => set(&mut self.layout.tess_mode, TessMode::Quads),
                "isolines" => set(&mut self.layout.tess_mode, TessMode::Isolines),
                "equal_spacing" => set(&mut self.layout.tess_spacing, TessSpacing::Equal),
                "fractional_even_spacing" => set(&mut self.layout.tess_spacing, TessSpacing::FractionalEven),
                "fractional_odd_spacing" => set(&mut self.layout.tess_spacing, TessSpacing::FractionalOdd),
                "cw" => set(&mut self.layout.tess_clockwise, true),
                "ccw" => set(&mut self.layout.tess_clockwise, false),
                "point_mode" => {
                    self.layout.point_mode = true;
                    true
                }
                name => return self.error(&format!("layout({name}) in; is not for tessellation evaluation shaders")),
            };
            self.check(same, &format!("layout({}) contradicts an earlier declaration", layout.name))?;
            self.check(layout.value.is_none(), "this layout qualifier takes no value")?;
        }
        Ok(())
    }

    fn local_size(&mut self, words: &ParsedQualifiers) -> Checked<()> {
        let limits = self.language.limits.clone();
        let mut size = [1_u32; 3];
        for layout in &words.layouts {
            let axis = match layout.name.as_str() {
                "local_size_x" => 0,
                "local_size_y" => 1,
                "local_size_z" => 2,
                name => return self.error(&format!("layout({name}) in; is not for compute shaders")),
            };
            let most = limits.work_group_size.get(axis).copied().unwrap_or(1);
            let value = self.layout_value(layout, most)?;
            self.check(value > 0, &format!("layout({}) must be at least 1", layout.name))?;
            if let Some(size) = size.get_mut(axis) {
                *size = value;
            }
        }
        let invocations = size.iter().map(|&size| u64::from(size)).product::<u64>();
        self.check(
            invocations <= u64::from(limits.work_group_invocations),
            &format!("a work group of {invocations} invocations is too large; {} are accepted", limits.work_group_invocations),
        )?;
        self.check(self.layout.local_size.is_none_or(|old| old == size), "the size of work groups differs from before")?;
        self.layout.local_size = Some(size);
        if let Some(id) = self.builtin("gl_WorkGroupSize") {
            self.constants.insert(id, size.to_vec());
        }
        Ok(())
    }

    fn output_layout(&mut self, words: &ParsedQualifiers) -> Checked<()> {
        for layout in &words.layouts {
            match (self.language.stage, layout.name.as_str()) {
                (Stage::Geometry, "points" | "line_strip" | "triangle_strip") => {
                    let output = match layout.name.as_str() {
                        "points" => GeometryOutput::Points,
                        "line_strip" => GeometryOutput::LineStrip,
                        _ => GeometryOutput::TriangleStrip,
                    };
                    self.check(layout.value.is_none(), "a kind of primitive takes no value")?;
                    let same = set(&mut self.layout.geometry_output, output);
                    self.check(same, "the kind of output primitive differs from before")?;
                }
                (Stage::Geometry, "max_vertices") => {
                    let most = self.language.limits.geometry_output_vertices;
                    let value = self.layout_value(layout, most)?;
                    let same = set(&mut self.layout.max_vertices, value);
                    self.check(same, "layout(max_vertices) differs from before")?;
                }
                (Stage::Geometry, "stream") => {
                    self.need(400, 0, &["GL_ARB_gpu_shader5"], "streams")?;
                    self.defaults.stream = self.layout_value(layout, 3)?;
                }
                (Stage::TessControl, "vertices") => {
                    let most = self.language.limits.patch_vertices;
                    let value = self.layout_value(layout, most)?;
                    self.check(value > 0, "layout(vertices) must be at least 1")?;
                    let same = set(&mut self.layout.output_vertices, value);
                    self.check(same, "layout(vertices) differs from before")?;
                    self.size_outputs(value)?;
                }
                (Stage::Vertex | Stage::Geometry | Stage::TessEvaluation, "xfb_buffer") => {
                    self.need(440, 0, &["GL_ARB_enhanced_layouts"], "layout(xfb_buffer)")?;
                    self.defaults.xfb_buffer = self.layout_value(layout, 3)?;
                }
                (Stage::Vertex | Stage::Geometry | Stage::TessEvaluation, "xfb_stride") => {
                    self.need(440, 0, &["GL_ARB_enhanced_layouts"], "layout(xfb_stride)")?;
                    let stride = self.layout_value(layout, 4 * self.language.limits.feedback_components)?;
                    let buffer = words.layout("xfb_buffer").and_then(|layout| layout.value).unwrap_or(i64::from(self.defaults.xfb_buffer));
                    self.stride(buffer, stride)?;
                }
                (Stage::Fragment, name) if AdvancedEquation::of_qualifier(name).is_some() => {
                    self.need(0, 320, &["GL_KHR_blend_equation_advanced"], "advanced blend equations")?;
                    self.check(layout.value.is_none(), "this layout qualifier takes no value")?;
                    self.layout.blend_support |= AdvancedEquation::of_qualifier(name).unwrap_or(0);
                }
                (_, name) => return self.error(&format!("layout({name}) out; is not for this stage")),
            }
        }
        let accepts = match self.language.stage {
            Stage::Fragment => !words.layouts.is_empty(),
            stage => stage != Stage::Compute,
        };
        self.check(accepts, "layout(…) out; is not for this stage")
    }

    /// Sizes unsized control outputs by the patch size; others must match.
    fn size_outputs(&mut self, vertices: u32) -> Checked<()> {
        let mut wrong = None;
        for variable in &mut self.variables {
            let output = matches!(variable.storage, Storage::Out | Storage::OutBlock) && !variable.qualifiers.patch;
            if let (true, Type::Array(element, length)) = (output, &variable.ty) {
                if *length != 0 && *length != vertices {
                    wrong = Some(variable.name.clone());
                }
                variable.ty = Type::Array(Arc::clone(element), vertices);
            }
        }
        match wrong {
            Some(name) => self.error(&format!("the size of output `{name}` differs from layout(vertices = {vertices})")),
            None => Ok(()),
        }
    }

    /// Applies the `layout(…)` of a variable that is not a block.
    pub(super) fn variable_layout(&mut self, words: &ParsedQualifiers, ty: &Type, qualifiers: &mut Qualifiers) -> Checked<()> {
        let stage = self.language.stage;
        if matches!(words.storage, Some(Word::Attribute | Word::Varying)) && !self.language.has("GL_ARB_fragment_coord_conventions") {
            return self.error("layout(…) goes with in and out, not with attribute and varying");
        }
        for layout in &words.layouts {
            match (layout.name.as_str(), words.storage) {
                ("location", Some(Word::In | Word::Out | Word::Attribute | Word::Varying)) => {
                    let interface = !((stage == Stage::Vertex && words.storage != Some(Word::Out))
                        || (stage == Stage::Fragment && words.storage == Some(Word::Out)));
                    if interface {
                        self.need(
                            410,
                            310,
                            &["GL_ARB_separate_shader_objects", "GL_EXT_separate_shader_objects"],
                            "locations between stages",
                        )?;
                    } else {
                        self.need(330, 300, &["GL_ARB_explicit_attrib_location"], "layout(location)")?;
                    }
                    // Desktop programs with a location beyond the limit compile and do not link.
                    let most = if !interface && !self.language.es {
                        i32::MAX as u32
                    } else if stage == Stage::Vertex && words.storage != Some(Word::Out) {
                        self.language.limits.vertex_attribs.saturating_sub(1)
                    } else if stage == Stage::Fragment && words.storage == Some(Word::Out) {
                        self.language.limits.draw_buffers.saturating_sub(1)
                    } else {
                        255
                    };
                    qualifiers.location = Some(self.layout_value(layout, most)?);
                }
                ("location", Some(Word::Uniform)) => {
                    self.need(430, 310, &["GL_ARB_explicit_uniform_location"], "locations of uniforms")?;
                    let counter = ty.contents().any(Contents::COUNTER);
                    self.check(!counter, "atomic counters have no location")?;
                    qualifiers.location = Some(self.layout_value(layout, UNIFORM_LOCATIONS - 1)?);
                }
                ("component", Some(Word::In | Word::Out)) => {
                    self.need(440, 0, &["GL_ARB_enhanced_layouts"], "layout(component)")?;
                    self.check(words.has_layout("location"), "layout(component) needs a location")?;
                    let component = self.layout_value(layout, 3)?;
                    self.check_component(ty, component)?;
                    qualifiers.component = Some(component);
                }
                ("index", Some(Word::Out)) if stage == Stage::Fragment => {
                    self.need(330, 0, &["GL_ARB_explicit_attrib_location", "GL_EXT_blend_func_extended"], "layout(index)")?;
                    self.check(words.has_layout("location"), "layout(index) needs a location")?;
                    qualifiers.index = Some(self.layout_value(layout, 1)?);
                }
                ("noncoherent", Some(Word::Out)) if qualifiers.fetched => self.noncoherent(layout)?,
                ("binding", Some(Word::Uniform)) => self.binding(layout, ty, qualifiers)?,
                ("offset", Some(Word::Uniform)) if ty.contents().any(Contents::COUNTER) => {
                    // The counter itself must fit into the largest buffer.
                    let offset = self.layout_value(layout, self.language.limits.atomic_buffer_bytes - 4)?;
                    self.check(offset % 4 == 0, "the offset of an atomic counter is a multiple of 4")?;
                    qualifiers.offset = Some(offset);
                }
                ("stream", Some(Word::Out)) if stage == Stage::Geometry => {
                    self.need(400, 0, &["GL_ARB_gpu_shader5"], "streams")?;
                    qualifiers.stream = self.layout_value(layout, 3)?;
                }
                ("xfb_buffer" | "xfb_offset" | "xfb_stride", Some(Word::Out)) => {
                    self.need(440, 0, &["GL_ARB_enhanced_layouts"], "feedback layouts")?;
                }
                ("row_major" | "column_major", Some(Word::Uniform)) => {
                    return self.error("row_major and column_major are for blocks and their members");
                }
                (name, Some(Word::Uniform)) if unit_formats::of_qualifier(name).is_some() => {
                    qualifiers.image_format = self.image_format(layout, ty)?;
                }
                (name, _) => return self.error(&format!("layout({name}) is not for this declaration")),
            }
        }
        if *ty.without_array() == Type::AtomicCounter && qualifiers.offset.is_none() {
            qualifiers.offset = qualifiers.binding.and_then(|binding| self.defaults.counter_offsets.remove(&binding));
        }
        self.feedback(words, qualifiers)
    }

    /// Analyses `layout(binding = …, offset = …) uniform atomic_uint;`, which sets the offset of the next counter in the binding.
    pub(super) fn counter_offset(&mut self, words: &ParsedQualifiers) -> Checked<()> {
        let mut qualifiers = Qualifiers::default();
        self.variable_layout(words, &Type::AtomicCounter, &mut qualifiers)?;
        if let (Some(binding), Some(offset)) = (qualifiers.binding, qualifiers.offset) {
            self.defaults.counter_offsets.insert(binding, offset);
        }
        Ok(())
    }

    /// Checks `layout(noncoherent)`, which permits what coherent reads do anyway.
    pub(super) fn noncoherent(&mut self, layout: &Layout) -> Checked<()> {
        self.need(0, 0, &["GL_EXT_shader_framebuffer_fetch_non_coherent"], "layout(noncoherent)")?;
        self.check(layout.value.is_none(), "layout(noncoherent) takes no value")
    }

    /// Returns `layout(xfb_buffer)`, or its default.
    pub(super) fn feedback_buffer(&mut self, words: &ParsedQualifiers) -> Checked<u32> {
        match words.layout("xfb_buffer").cloned() {
            Some(layout) => self.layout_value(&layout, 3),
            None => Ok(self.defaults.xfb_buffer),
        }
    }

    /// Returns the value of `layout(xfb_offset)`.
    pub(super) fn feedback_offset(&mut self, layout: &Layout) -> Checked<u32> {
        let offset = self.layout_value(layout, 4 * self.language.limits.feedback_components)?;
        self.check(offset % 4 == 0, "layout(xfb_offset) is a multiple of 4")?;
        Ok(offset)
    }

    /// Applies the layout qualifiers of transform feedback.
    pub(super) fn feedback(&mut self, words: &ParsedQualifiers, qualifiers: &mut Qualifiers) -> Checked<()> {
        let buffer = self.feedback_buffer(words)?;
        if let Some(layout) = words.layout("xfb_offset").cloned() {
            qualifiers.xfb = Some((buffer, self.feedback_offset(&layout)?));
        }
        if let Some(layout) = words.layout("xfb_stride").cloned() {
            let stride = self.layout_value(&layout, 4 * self.language.limits.feedback_components)?;
            self.stride(buffer.into(), stride)?;
        }
        Ok(())
    }

    /// Sets the stride of a buffer; all declarations must agree. (Invalid buffers were rejected before.)
    fn stride(&mut self, buffer: i64, stride: u32) -> Checked<()> {
        let Some(slot) = usize::try_from(buffer).ok().and_then(|buffer| self.layout.xfb_stride.get_mut(buffer)) else { return Ok(()) };
        let same = set(slot, stride);
        self.check(same, "layout(xfb_stride) differs from before")
    }

    /// Checks a format layout qualifier; returns its name.
    fn image_format(&mut self, layout: &Layout, ty: &Type) -> Checked<Option<&'static str>> {
        let Some(known) = unit_formats::of_qualifier(&layout.name) else { return Ok(None) };
        let name = known.qualifier;
        self.check(ty.contents().any(Contents::IMAGE), "formats are for images")?;
        let embedded = match known.es {
            Embedded::Core => true,
            Embedded::Extension => self.language.has("GL_NV_image_formats"),
        };
        self.check(embedded || !self.language.es, &format!("ES has no format {name} for images"))?;
        let class = match known.format.kind() {
            Kind::Uint => Scalar::Uint,
            Kind::Int => Scalar::Int,
            _ => Scalar::Float,
        };
        let fits = matches!(ty.without_array(), Type::Image(image) if image.result == class);
        self.check(fits, &format!("format {name} does not fit {}", super::types::name(ty)))?;
        self.check(layout.value.is_none(), "a format takes no value")?;
        Ok(Some(name))
    }

    fn binding(&mut self, layout: &Layout, ty: &Type, qualifiers: &mut Qualifiers) -> Checked<()> {
        let element = ty.without_array();
        let most = match element {
            Type::Sampler(_) => self.language.limits.combined_texture_units,
            Type::Image(_) => self.language.limits.image_units,
            Type::AtomicCounter => self.language.limits.atomic_bindings(),
            _ => return self.error("layout(binding) is for samplers, images, atomic counters and blocks"),
        };
        let extensions = if *element == Type::AtomicCounter { "GL_ARB_shader_atomic_counters" } else { "GL_ARB_shading_language_420pack" };
        self.need(420, 310, &[extensions, "GL_ARB_shader_image_load_store"], "layout(binding)")?;
        let binding = self.layout_value(layout, most.saturating_sub(1))?;
        qualifiers.binding = Some(binding);
        // Each element of an array has the unit that follows that of the element before it.
        let elements = if *element == Type::AtomicCounter { 1 } else { ty.words() };
        let what = if matches!(element, Type::Image(_)) { "image unit" } else { "binding" };
        self.last_binding(binding, elements, most, what)
    }

    /// Checks that the bindings of all elements of an array exist; `what` names them in the message.
    pub(super) fn last_binding(&mut self, binding: u32, elements: u64, most: u32, what: &str) -> Checked<()> {
        let end = u64::from(binding).saturating_add(elements.max(1));
        let message = format!("the last element of the array needs {what} {}; the limit is {most}", end - 1);
        self.check(end <= u64::from(most.max(1)), &message)
    }
}

/// Sets a value; returns false if another value was already set.
fn set<T: PartialEq + Copy>(target: &mut Option<T>, value: T) -> bool {
    match target {
        Some(old) => *old == value,
        None => {
            *target = Some(value);
            true
        }
    }
}
