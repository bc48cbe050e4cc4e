//! The built-in variables of each stage.

use super::constants::{DUAL_SOURCE_DRAW_BUFFERS, FIXED_FUNCTION_UNITS, constants};
use super::state::state_uniforms;
use super::{BuiltinDeclaration, Language};
use base::hir::{BuiltinVariable, Interpolation, Member, MemberQualifiers, Qualifiers, Scalar, Stage, Storage, StructType, Type};
use std::sync::Arc;

const BOOL: Type = Type::Scalar(Scalar::Bool);
const INT: Type = Type::Scalar(Scalar::Int);
const UINT: Type = Type::Scalar(Scalar::Uint);
const FLOAT: Type = Type::Scalar(Scalar::Float);
const VEC2: Type = Type::Vector(Scalar::Float, 2);
const VEC3: Type = Type::Vector(Scalar::Float, 3);
const VEC4: Type = Type::Vector(Scalar::Float, 4);
const UVEC3: Type = Type::Vector(Scalar::Uint, 3);

fn array(element: Type, length: u32) -> Type {
    Type::Array(Arc::new(element), length)
}

struct Declarations<'a> {
    language: &'a Language,
    all: Vec<BuiltinDeclaration>,
}

/// Returns the built-in variables and constants of a language and stage. Arrays that the shader may size are unsized: `gl_ClipDistance`,
/// `gl_CullDistance` and `gl_TexCoord` (at most 8), `gl_in` of geometry shaders and `gl_out` (by the layout). `gl_WorkGroupSize` is
/// declared as the constant (1, 1, 1), which the declared local size replaces.
pub fn variables(language: &Language) -> Vec<BuiltinDeclaration> {
    let mut declarations = Declarations { language, all: constants(language) };
    for (name, ty) in state_uniforms(language.fixed_function()) {
        declarations.input(name, ty, BuiltinVariable::State);
    }
    declarations.sub_groups();
    match language.stage {
        Stage::Vertex => declarations.vertex(),
        Stage::TessControl => declarations.tess_control(),
        Stage::TessEvaluation => declarations.tess_evaluation(),
        Stage::Geometry => declarations.geometry(),
        Stage::Fragment => declarations.fragment(),
        Stage::Compute => declarations.compute(),
    }
    declarations.all
}

impl Language {
    /// Returns true if the fixed function's variables exist: before 1.40, and in the compatibility profile.
    pub fn fixed_function(&self) -> bool {
        !self.es && (self.version < 140 || self.compatibility)
    }

    fn any(&self, desktop: u32, embedded: u32, extensions: &[&str]) -> bool {
        self.desktop(desktop) || self.embedded(embedded) || extensions.iter().any(|extension| self.has(extension))
    }

    fn clip_distance(&self) -> bool {
        self.desktop(130) || self.has("GL_EXT_clip_cull_distance")
    }

    fn cull_distance(&self) -> bool {
        self.desktop(450) || self.has("GL_ARB_cull_distance") || self.has("GL_EXT_clip_cull_distance")
    }

    fn geometry_shaders(&self) -> bool {
        self.any(150, 320, &["GL_EXT_geometry_shader", "GL_OES_geometry_shader"])
    }
}

/// The names of the texture coordinates of vertices.
const MULTI_TEX_COORDS: [&str; FIXED_FUNCTION_UNITS as usize] = [
    "gl_MultiTexCoord0",
    "gl_MultiTexCoord1",
    "gl_MultiTexCoord2",
    "gl_MultiTexCoord3",
    "gl_MultiTexCoord4",
    "gl_MultiTexCoord5",
    "gl_MultiTexCoord6",
    "gl_MultiTexCoord7",
];

/// A version that no language reaches.
const NEVER: u32 = u32::MAX;

impl Declarations<'_> {
    fn declare(&mut self, name: &'static str, ty: Type, builtin: BuiltinVariable, writable: bool) {
        let mut qualifiers = Qualifiers { implicitly_sized: matches!(ty, Type::Array(_, 0)), ..Qualifiers::default() };
        if !writable && self.language.stage == Stage::Fragment && matches!(ty, Type::Scalar(Scalar::Int | Scalar::Bool)) {
            qualifiers.interpolation = Interpolation::Flat;
        }
        qualifiers.patch = matches!(builtin, BuiltinVariable::TessLevelOuter | BuiltinVariable::TessLevelInner);
        self.all.push(BuiltinDeclaration { name, ty, storage: Storage::Builtin(builtin), qualifiers, constant: None, writable });
    }

    fn input(&mut self, name: &'static str, ty: Type, builtin: BuiltinVariable) {
        self.declare(name, ty, builtin, false);
    }

    fn output(&mut self, name: &'static str, ty: Type, builtin: BuiltinVariable) {
        self.declare(name, ty, builtin, true);
    }

    /// Returns the per-vertex built-ins: name, type, variable. Arrays have their largest size if `sized`, otherwise none.
    fn per_vertex(&self, sized: bool) -> Vec<(&'static str, Type, BuiltinVariable)> {
        let language = self.language;
        let distances = array(FLOAT, if sized { language.limits.clip_distances } else { 0 });
        let mut all = vec![("gl_Position", VEC4, BuiltinVariable::Position), ("gl_PointSize", FLOAT, BuiltinVariable::PointSize)];
        if language.clip_distance() {
            all.push(("gl_ClipDistance", distances.clone(), BuiltinVariable::ClipDistance));
        }
        if language.cull_distance() {
            all.push(("gl_CullDistance", distances, BuiltinVariable::CullDistance));
        }
        if language.fixed_function() {
            all.push(("gl_ClipVertex", VEC4, BuiltinVariable::ClipVertex));
            all.push(("gl_FrontColor", VEC4, BuiltinVariable::FrontColor));
            all.push(("gl_BackColor", VEC4, BuiltinVariable::BackColor));
            all.push(("gl_FrontSecondaryColor", VEC4, BuiltinVariable::FrontSecondaryColor));
            all.push(("gl_BackSecondaryColor", VEC4, BuiltinVariable::BackSecondaryColor));
            all.push(("gl_TexCoord", array(VEC4, if sized { FIXED_FUNCTION_UNITS } else { 0 }), BuiltinVariable::TexCoord));
            all.push(("gl_FogFragCoord", FLOAT, BuiltinVariable::FogFragCoord));
        }
        all
    }

    /// Declares the variables of GL_ARB_shader_ballot, which every stage has.
    fn sub_groups(&mut self) {
        if !self.language.has("GL_ARB_shader_ballot") {
            return;
        }
        const UINT64: Type = Type::Scalar(Scalar::Uint64);
        self.input("gl_SubGroupSizeARB", UINT, BuiltinVariable::SubGroupSize);
        self.input("gl_SubGroupInvocationARB", UINT, BuiltinVariable::SubGroupInvocation);
        self.input("gl_SubGroupEqMaskARB", UINT64, BuiltinVariable::SubGroupEqMask);
        self.input("gl_SubGroupGeMaskARB", UINT64, BuiltinVariable::SubGroupGeMask);
        self.input("gl_SubGroupGtMaskARB", UINT64, BuiltinVariable::SubGroupGtMask);
        self.input("gl_SubGroupLeMaskARB", UINT64, BuiltinVariable::SubGroupLeMask);
        self.input("gl_SubGroupLtMaskARB", UINT64, BuiltinVariable::SubGroupLtMask);
    }

    fn per_vertex_outputs(&mut self) {
        for (name, ty, builtin) in self.per_vertex(false) {
            self.output(name, ty, builtin);
        }
    }

    /// Declares `gl_in` or `gl_out`.
    fn per_vertex_block(&mut self, name: &'static str, length: u32, storage: Storage) {
        let members = self.per_vertex(true).into_iter().map(|(name, ty, builtin)| Member {
            name: name.into(),
            ty,
            qualifiers: MemberQualifiers { builtin: Some(builtin), ..MemberQualifiers::default() },
        });
        let structure = StructType::new("gl_PerVertex", members.collect());
        let writable = storage == Storage::OutBlock;
        self.all.push(BuiltinDeclaration {
            name,
            ty: array(Type::Struct(Arc::new(structure)), length),
            storage,
            qualifiers: Qualifiers { block_name: "gl_PerVertex".into(), implicitly_sized: length == 0, ..Qualifiers::default() },
            constant: None,
            writable,
        });
    }

    fn layer_and_viewport_outputs(&mut self) {
        let language = self.language;
        let both = language.has("GL_ARB_shader_viewport_layer_array");
        let in_vertex = |extension| language.stage == Stage::Vertex && language.has(extension);
        if both || in_vertex("GL_AMD_vertex_shader_layer") {
            self.output("gl_Layer", INT, BuiltinVariable::Layer);
        }
        if both || in_vertex("GL_AMD_vertex_shader_viewport_index") {
            self.output("gl_ViewportIndex", INT, BuiltinVariable::ViewportIndex);
        }
    }

    fn vertex(&mut self) {
        let language = self.language;
        if language.any(130, 300, &["GL_EXT_gpu_shader4"]) {
            self.input("gl_VertexID", INT, BuiltinVariable::VertexId);
        }
        if language.any(140, 300, &["GL_EXT_gpu_shader4", "GL_EXT_draw_instanced", "GL_ARB_draw_instanced"]) {
            self.input("gl_InstanceID", INT, BuiltinVariable::InstanceId);
        }
        if language.has("GL_ARB_draw_instanced") {
            self.input("gl_InstanceIDARB", INT, BuiltinVariable::InstanceId);
        }
        if language.has("GL_EXT_draw_instanced") {
            self.input("gl_InstanceIDEXT", INT, BuiltinVariable::InstanceId);
        }
        if language.any(460, 0, &[]) {
            self.input("gl_BaseVertex", INT, BuiltinVariable::BaseVertex);
            self.input("gl_BaseInstance", INT, BuiltinVariable::BaseInstance);
            self.input("gl_DrawID", INT, BuiltinVariable::DrawId);
        }
        if language.has("GL_ARB_shader_draw_parameters") {
            self.input("gl_BaseVertexARB", INT, BuiltinVariable::BaseVertex);
            self.input("gl_BaseInstanceARB", INT, BuiltinVariable::BaseInstance);
            self.input("gl_DrawIDARB", INT, BuiltinVariable::DrawId);
        }
        if language.fixed_function() {
            self.input("gl_Vertex", VEC4, BuiltinVariable::Vertex);
            self.input("gl_Normal", VEC3, BuiltinVariable::Normal);
            self.input("gl_Color", VEC4, BuiltinVariable::Color);
            self.input("gl_SecondaryColor", VEC4, BuiltinVariable::SecondaryColor);
            self.input("gl_FogCoord", FLOAT, BuiltinVariable::FogCoord);
            for (unit, name) in (0..).zip(MULTI_TEX_COORDS) {
                self.input(name, VEC4, BuiltinVariable::MultiTexCoord(unit));
            }
        }
        self.per_vertex_outputs();
        self.layer_and_viewport_outputs();
    }

    fn tess_control(&mut self) {
        self.per_vertex_block("gl_in", self.language.limits.patch_vertices, Storage::InBlock);
        self.per_vertex_block("gl_out", 0, Storage::OutBlock);
        self.input("gl_PatchVerticesIn", INT, BuiltinVariable::PatchVerticesIn);
        self.input("gl_PrimitiveID", INT, BuiltinVariable::PrimitiveIdIn);
        self.input("gl_InvocationID", INT, BuiltinVariable::InvocationId);
        self.output("gl_TessLevelOuter", array(FLOAT, 4), BuiltinVariable::TessLevelOuter);
        self.output("gl_TessLevelInner", array(FLOAT, 2), BuiltinVariable::TessLevelInner);
        // No stage reads the bounding box: writes to it are dropped.
        let language = self.language;
        let names = [
            ("gl_BoundingBox", language.embedded(320) || language.has("GL_ARB_ES3_2_compatibility")),
            ("gl_BoundingBoxEXT", language.has("GL_EXT_primitive_bounding_box")),
            ("gl_BoundingBoxOES", language.has("GL_OES_primitive_bounding_box")),
        ];
        for (name, _) in names.into_iter().filter(|(_, exists)| *exists) {
            self.all.push(BuiltinDeclaration {
                name,
                ty: array(VEC4, 2),
                storage: Storage::Private,
                qualifiers: Qualifiers { patch: true, ..Qualifiers::default() },
                constant: None,
                writable: true,
            });
        }
    }

    fn tess_evaluation(&mut self) {
        self.per_vertex_block("gl_in", self.language.limits.patch_vertices, Storage::InBlock);
        self.input("gl_PatchVerticesIn", INT, BuiltinVariable::PatchVerticesIn);
        self.input("gl_PrimitiveID", INT, BuiltinVariable::PrimitiveIdIn);
        self.input("gl_TessCoord", VEC3, BuiltinVariable::TessCoord);
        self.input("gl_TessLevelOuter", array(FLOAT, 4), BuiltinVariable::TessLevelOuter);
        self.input("gl_TessLevelInner", array(FLOAT, 2), BuiltinVariable::TessLevelInner);
        self.per_vertex_outputs();
        self.layer_and_viewport_outputs();
    }

    fn geometry(&mut self) {
        let language = self.language;
        self.per_vertex_block("gl_in", 0, Storage::InBlock);
        self.input("gl_PrimitiveIDIn", INT, BuiltinVariable::PrimitiveIdIn);
        if language.any(400, 310, &["GL_ARB_gpu_shader5"]) {
            self.input("gl_InvocationID", INT, BuiltinVariable::InvocationId);
        }
        self.per_vertex_outputs();
        self.output("gl_PrimitiveID", INT, BuiltinVariable::PrimitiveId);
        self.output("gl_Layer", INT, BuiltinVariable::Layer);
        if language.desktop(410) || language.has("GL_ARB_viewport_array") || language.has("GL_OES_viewport_array") {
            self.output("gl_ViewportIndex", INT, BuiltinVariable::ViewportIndex);
        }
    }

    fn fragment(&mut self) {
        let language = self.language;
        self.input("gl_FragCoord", VEC4, BuiltinVariable::FragCoord);
        self.input("gl_FrontFacing", BOOL, BuiltinVariable::FrontFacing);
        if language.any(120, 100, &[]) {
            self.input("gl_PointCoord", VEC2, BuiltinVariable::PointCoord);
        }
        if language.clip_distance() {
            self.input("gl_ClipDistance", array(FLOAT, 0), BuiltinVariable::ClipDistance);
        }
        if language.cull_distance() {
            self.input("gl_CullDistance", array(FLOAT, 0), BuiltinVariable::CullDistance);
        }
        let primitives = ["GL_EXT_gpu_shader4", "GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"];
        if language.geometry_shaders() || primitives.iter().any(|extension| language.has(extension)) {
            self.input("gl_PrimitiveID", INT, BuiltinVariable::PrimitiveId);
        }
        if language.any(430, 320, &["GL_EXT_geometry_shader", "GL_OES_geometry_shader", "GL_ARB_fragment_layer_viewport"]) {
            self.input("gl_Layer", INT, BuiltinVariable::Layer);
        }
        if language.any(430, NEVER, &["GL_ARB_fragment_layer_viewport", "GL_OES_viewport_array"]) {
            self.input("gl_ViewportIndex", INT, BuiltinVariable::ViewportIndex);
        }
        if language.any(400, 320, &["GL_ARB_sample_shading", "GL_OES_sample_variables"]) {
            self.input("gl_SampleID", INT, BuiltinVariable::SampleId);
            self.input("gl_SamplePosition", VEC2, BuiltinVariable::SamplePosition);
            self.output("gl_SampleMask", array(INT, 1), BuiltinVariable::SampleMask);
        }
        if language.any(400, 320, &["GL_ARB_gpu_shader5", "GL_OES_sample_variables"]) {
            self.input("gl_SampleMaskIn", array(INT, 1), BuiltinVariable::SampleMaskIn);
        }
        if language.any(420, 320, &["GL_ARB_sample_shading", "GL_OES_sample_variables"]) {
            self.input("gl_NumSamples", INT, BuiltinVariable::State);
        }
        if language.any(450, 310, &["GL_ARB_ES3_1_compatibility"]) {
            self.input("gl_HelperInvocation", BOOL, BuiltinVariable::HelperInvocation);
        }
        if language.fixed_function() {
            self.input("gl_Color", VEC4, BuiltinVariable::FragmentColor);
            self.input("gl_SecondaryColor", VEC4, BuiltinVariable::FragmentSecondaryColor);
            self.input("gl_TexCoord", array(VEC4, 0), BuiltinVariable::TexCoord);
            self.input("gl_FogFragCoord", FLOAT, BuiltinVariable::FogFragCoord);
        }
        let old = if language.es { language.version == 100 } else { language.version < 420 || language.compatibility };
        if old {
            self.output("gl_FragColor", VEC4, BuiltinVariable::FragColor);
            self.output("gl_FragData", array(VEC4, language.limits.draw_buffers), BuiltinVariable::FragData);
        }
        if language.es && language.version == 100 && language.has("GL_EXT_blend_func_extended") {
            self.output("gl_SecondaryFragColorEXT", VEC4, BuiltinVariable::SecondaryFragColor);
            self.output("gl_SecondaryFragDataEXT", array(VEC4, DUAL_SOURCE_DRAW_BUFFERS), BuiltinVariable::SecondaryFragData);
        }
        self.stored_values();
        if language.any(110, 300, &[]) {
            self.output("gl_FragDepth", FLOAT, BuiltinVariable::FragDepth);
        }
        if language.has("GL_ARB_shader_stencil_export") {
            self.output("gl_FragStencilRefARB", INT, BuiltinVariable::FragStencilRef);
        }
        if language.has("GL_AMD_shader_stencil_export") {
            self.output("gl_FragStencilRefAMD", INT, BuiltinVariable::FragStencilRef);
        }
        if language.has("GL_EXT_frag_depth") {
            self.output("gl_FragDepthEXT", FLOAT, BuiltinVariable::FragDepth);
        }
    }

    /// Declares the values that the framebuffer stores.
    fn stored_values(&mut self) {
        let language = self.language;
        let old = if language.es { language.version == 100 } else { language.version < 130 };
        let fetches = ["GL_EXT_shader_framebuffer_fetch", "GL_EXT_shader_framebuffer_fetch_non_coherent"];
        if old && fetches.iter().any(|extension| language.has(extension)) {
            self.input("gl_LastFragData", array(VEC4, language.limits.draw_buffers), BuiltinVariable::LastFragData);
        }
        if language.has("GL_ARM_shader_framebuffer_fetch_depth_stencil") {
            self.input("gl_LastFragDepthARM", FLOAT, BuiltinVariable::LastFragDepth);
            self.input("gl_LastFragStencilARM", INT, BuiltinVariable::LastFragStencil);
        }
    }

    fn compute(&mut self) {
        self.input("gl_NumWorkGroups", UVEC3, BuiltinVariable::NumWorkGroups);
        self.input("gl_WorkGroupID", UVEC3, BuiltinVariable::WorkGroupId);
        self.input("gl_LocalInvocationID", UVEC3, BuiltinVariable::LocalInvocationId);
        self.input("gl_GlobalInvocationID", UVEC3, BuiltinVariable::GlobalInvocationId);
        self.input("gl_LocalInvocationIndex", UINT, BuiltinVariable::LocalInvocationIndex);
        self.all.push(BuiltinDeclaration {
            name: "gl_WorkGroupSize",
            ty: UVEC3,
            storage: Storage::Private,
            qualifiers: Qualifiers { constant: true, ..Qualifiers::default() },
            constant: Some(vec![1, 1, 1]),
            writable: false,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::language;
    use super::*;

    fn names(language: &Language) -> Vec<&'static str> {
        variables(language).into_iter().map(|declaration| declaration.name).collect()
    }

    fn has(language: &Language, name: &str) -> bool {
        names(language).contains(&name)
    }

    #[test]
    fn no_name_is_declared_twice() {
        for (version, es) in [(110, false), (150, false), (450, false), (100, true), (320, true)] {
            for stage in [Stage::Vertex, Stage::TessControl, Stage::TessEvaluation, Stage::Geometry, Stage::Fragment, Stage::Compute] {
                for compatibility in [false, true] {
                    let language = Language { es, compatibility: compatibility && !es, ..language(version, stage) };
                    let mut names = names(&language);
                    names.sort();
                    let count = names.len();
                    names.dedup();
                    assert_eq!(names.len(), count, "{version} {stage:?}");
                }
            }
        }
    }

    #[test]
    fn the_fixed_function_ends_with_1_30_but_for_compatibility() {
        assert!(has(&language(130, Stage::Vertex), "gl_ModelViewMatrix"));
        assert!(!has(&language(140, Stage::Vertex), "gl_Vertex"));
        let compatibility = Language { compatibility: true, ..language(450, Stage::Vertex) };
        assert!(has(&compatibility, "gl_Vertex") && has(&compatibility, "gl_MaxLights"));
    }

    #[test]
    fn es_has_its_own_set() {
        let es = |version, stage| Language { es: true, ..language(version, stage) };
        assert!(has(&es(100, Stage::Fragment), "gl_FragColor"));
        assert!(!has(&es(100, Stage::Fragment), "gl_FragDepth"));
        assert!(!has(&es(300, Stage::Fragment), "gl_FragColor"));
        assert!(has(&es(300, Stage::Fragment), "gl_FragDepth"));
        assert!(has(&es(300, Stage::Vertex), "gl_VertexID"));
        assert!(!has(&es(100, Stage::Vertex), "gl_VertexID"));
        assert!(has(&es(100, Stage::Vertex), "gl_DepthRange"));
    }

    #[test]
    fn constants_come_from_the_limits() {
        let mut language = language(430, Stage::Compute);
        language.limits.draw_buffers = 5;
        let words = |name: &str| variables(&language).into_iter().find(|declaration| declaration.name == name).and_then(|it| it.constant);
        assert_eq!(words("gl_MaxDrawBuffers"), Some(vec![5]));
        assert_eq!(words("gl_MaxComputeWorkGroupSize"), Some(vec![1024, 1024, 64]));
        assert_eq!(words("gl_MinProgramTexelOffset"), Some(vec![(-8i32) as u32]));
    }

    #[test]
    fn extensions_bring_variables() {
        let mut vertex = language(120, Stage::Vertex);
        assert!(!has(&vertex, "gl_InstanceIDARB"));
        vertex.extensions.push("GL_ARB_draw_instanced".into());
        assert!(has(&vertex, "gl_InstanceIDARB"));
        let mut layered = language(330, Stage::Vertex);
        layered.extensions.push("GL_AMD_vertex_shader_layer".into());
        assert!(has(&layered, "gl_Layer") && !has(&layered, "gl_ViewportIndex"));
        layered.extensions.push("GL_AMD_vertex_shader_viewport_index".into());
        assert!(has(&layered, "gl_ViewportIndex"));
        layered.stage = Stage::TessEvaluation;
        assert!(!has(&layered, "gl_Layer") && !has(&layered, "gl_ViewportIndex"), "extensions of vertex shaders");
    }

    #[test]
    fn gl_in_carries_the_built_in_members() {
        let all = variables(&language(150, Stage::Geometry));
        let found = all.iter().find(|declaration| declaration.name == "gl_in").map(|it| (&it.ty, &it.storage));
        let Some((Type::Array(element, 0), Storage::InBlock)) = found else { unreachable!() };
        let Type::Struct(structure) = &**element else { unreachable!() };
        assert_eq!(structure.members[0].qualifiers.builtin, Some(BuiltinVariable::Position));
    }
}
