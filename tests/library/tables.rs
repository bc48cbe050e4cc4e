//! Compares the tables of `src/spec` with the Khronos registry.

use super::{name, names};
use gl_generator::{Api, Fallbacks, Profile, Registry};
use glmeter::driver::ABSENT_FROM_REGISTRY;
use glmeter::spec::{self, EXTENSIONS};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn get_proc_address_knows_every_procedure_and_no_other() {
    let mut addresses = BTreeMap::new();
    for procedure in spec::procedures() {
        let address = spec::get_proc_address(procedure.name).unwrap_or_else(|| panic!("{} has no address", name(procedure)));
        assert!(!address.is_null(), "{} has a null address", name(procedure));
        assert_eq!(address, (procedure.address)(), "{}", name(procedure));
        addresses.insert(name(procedure), address);
    }
    for other in [c"glNormal3f", c"glColor3b", c"glGenQueriesX", c"glGenQuerie", c"gl", c"", c"GenQueries", c"eglMakeCurrent"] {
        assert!(spec::get_proc_address(other).is_none(), "{other:?} is not in the tables");
    }
    assert_eq!(addresses.len(), names().len());
}

/// Returns one registry for each API: gl_generator panics if the API lacks a requested extension.
fn registries() -> [Registry; 3] {
    let desktop = [
        "GL_ARB_occlusion_query",
        "GL_ARB_vertex_buffer_object",
        "GL_ARB_timer_query",
        "GL_ARB_pipeline_statistics_query",
        "GL_ARB_query_buffer_object",
        "GL_ARB_direct_state_access",
        "GL_INTEL_performance_query",
        "GL_NV_conditional_render",
        "GL_AMD_multi_draw_indirect",
        "GL_ARB_compute_variable_group_size",
        "GL_ARB_draw_instanced",
        "GL_ARB_indirect_parameters",
        "GL_ARB_vertex_program",
        "GL_EXT_draw_instanced",
        "GL_EXT_draw_range_elements",
        "GL_EXT_multi_draw_arrays",
        "GL_EXT_vertex_array",
        "GL_EXT_vertex_attrib_64bit",
        "GL_IBM_multimode_draw_arrays",
        "GL_NV_primitive_restart",
        "GL_NV_vertex_program4",
        "GL_ARB_robustness",
        "GL_ARB_shader_objects",
        "GL_ARB_multitexture",
        "GL_EXT_texture_object",
        "GL_EXT_framebuffer_object",
        "GL_EXT_blend_func_separate",
        "GL_EXT_blend_color",
        "GL_ARB_vertex_shader",
        "GL_ARB_draw_buffers",
        "GL_EXT_stencil_two_side",
        "GL_ARB_instanced_arrays",
        "GL_ARB_multisample",
        "GL_EXT_direct_state_access",
        "GL_EXT_transform_feedback",
        "GL_APPLE_vertex_array_object",
        "GL_ARB_fragment_program",
        "GL_EXT_debug_marker",
        "GL_EXT_debug_label",
        "GL_ARB_gl_spirv",
        "GL_EXT_subtexture",
        "GL_EXT_texture3D",
        "GL_ARB_texture_compression",
    ];
    [
        Registry::new(Api::Gl, (4, 6), Profile::Compatibility, Fallbacks::None, desktop),
        // Of the 64-bit getters' spellings with EXT.
        Registry::new(Api::Gl, (1, 5), Profile::Compatibility, Fallbacks::None, ["GL_EXT_timer_query"]),
        Registry::new(
            Api::Gles2,
            (3, 2),
            Profile::Core,
            Fallbacks::None,
            [
                "GL_EXT_disjoint_timer_query",
                "GL_EXT_occlusion_query_boolean",
                "GL_INTEL_performance_query",
                "GL_ANGLE_instanced_arrays",
                "GL_EXT_base_instance",
                "GL_EXT_draw_elements_base_vertex",
                "GL_EXT_draw_instanced",
                "GL_EXT_multi_draw_arrays",
                "GL_EXT_multi_draw_indirect",
                "GL_NV_draw_instanced",
                "GL_OES_draw_elements_base_vertex",
                "GL_EXT_robustness",
                "GL_KHR_robustness",
                "GL_OES_vertex_array_object",
                "GL_EXT_draw_buffers",
                "GL_EXT_instanced_arrays",
                "GL_EXT_separate_shader_objects",
                "GL_KHR_debug",
                "GL_EXT_debug_marker",
                "GL_EXT_debug_label",
                "GL_OES_get_program_binary",
                "GL_EXT_buffer_storage",
                "GL_EXT_map_buffer_range",
                "GL_OES_mapbuffer",
                "GL_OES_texture_3D",
            ],
        ),
    ]
}

/// Returns a type without its module's name, and GLint64 for GLint64EXT.
fn plain(kind: &str) -> String {
    let kind: String = kind.replace("types::", "").replace("__gl_imports::raw::", "").split_whitespace().collect::<Vec<_>>().join(" ");
    kind.replace("64EXT", "64")
}

/// Returns the argument types and the result of `fn glX(name: type, …) -> type`.
fn types_of(signature: &str) -> (Vec<String>, String) {
    let (_, rest) = signature.split_once('(').unwrap();
    let (arguments, result) = rest.split_once(')').unwrap();
    let arguments = arguments.split(',').filter(|argument| !argument.trim().is_empty());
    let arguments = arguments.map(|argument| plain(argument.split_once(':').unwrap().1)).collect();
    let result = plain(result.trim_start().trim_start_matches("->"));
    (arguments, if result.is_empty() { "()".to_owned() } else { result })
}

#[test]
fn every_signature_is_the_registrys() {
    let mut known: BTreeMap<String, Vec<(Vec<String>, String)>> = BTreeMap::new();
    for command in registries().iter().flat_map(|registry| &registry.cmds) {
        let arguments = command.params.iter().map(|parameter| plain(&parameter.ty)).collect();
        known.entry(format!("gl{}", command.proto.ident)).or_default().push((arguments, plain(&command.proto.ty)));
    }
    let mut absent = BTreeSet::new();
    for procedure in spec::procedures() {
        assert_eq!(
            procedure.signature.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').nth(1),
            Some(name(procedure)),
            "{}",
            procedure.signature
        );
        let Some(theirs) = known.get(name(procedure)) else {
            absent.insert(name(procedure));
            continue;
        };
        for theirs in theirs {
            assert_eq!(&types_of(procedure.signature), theirs, "{}: here and in the registry", procedure.signature);
        }
    }
    let excused: BTreeSet<&str> = ABSENT_FROM_REGISTRY.iter().copied().collect();
    assert_eq!(absent, excused, "what the registry lacks");
    let angle: BTreeSet<&str> = spec::angle_timer_query::EXTENSION.procedures.iter().map(name).collect();
    assert_eq!(angle.len(), 11);
    let expected: BTreeSet<&str> = angle.into_iter().chain(["glGetInteger64vEXT"]).collect();
    assert_eq!(excused, expected, "the registry lacks these and no more");
}

/// ANGLE_timer_query has the signatures and values of EXT_disjoint_timer_query, of which it was the draft.
#[test]
fn angle_timer_query_is_disjoint_timer_query_by_another_name() {
    let theirs = &spec::ext_disjoint_timer_query::EXTENSION;
    for procedure in spec::angle_timer_query::EXTENSION.procedures {
        let other = name(procedure).replace("ANGLE", "EXT");
        let other = theirs.procedures.iter().find(|procedure| name(procedure) == other).unwrap_or_else(|| panic!("no {other}"));
        assert_eq!(types_of(procedure.signature), types_of(other.signature), "{}", procedure.signature);
    }
    for (token, value) in spec::angle_timer_query::EXTENSION.tokens {
        let other = token.replace("ANGLE", "EXT");
        assert!(theirs.tokens.contains(&(other.as_str(), *value)), "GL_{token} is not GL_{other}");
    }
}

#[test]
fn every_token_is_the_registrys() {
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap_or(u64::MAX),
        None => text.parse().unwrap_or(u64::MAX),
    };
    let registries = registries();
    let known: BTreeMap<&str, u64> =
        registries.iter().flat_map(|registry| &registry.enums).map(|token| (token.ident.as_str(), number(&token.value))).collect();
    for extension in EXTENSIONS {
        for (token, value) in extension.tokens {
            match known.get(token) {
                Some(theirs) => assert_eq!(u64::from(*value), *theirs, "GL_{token} of {}", extension.name),
                None => assert!(token.ends_with("_ANGLE"), "the registry has no GL_{token} of {}", extension.name),
            }
        }
    }
}

/// Returns every command of OpenGL and OpenGL ES in the registry.
pub(super) fn every_command() -> BTreeSet<String> {
    registries().iter().flat_map(|registry| &registry.cmds).map(|command| format!("gl{}", command.proto.ident)).collect()
}
