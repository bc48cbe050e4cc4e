#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::prototypes::PROTOTYPES;
use super::table::{Overloads, parts};
use super::texture_prototypes::TEXTURE_PROTOTYPES;
use super::*;
use base::hir::{TextureCall, TextureLod};

pub fn language(version: u32, stage: Stage) -> Language {
    Language { version, es: false, compatibility: false, stage, extensions: Vec::new(), limits: Limits::default() }
}

fn call(language: &Language, name: &str, arguments: &str) -> Lookup {
    let arguments: Vec<Type> = arguments.split(' ').filter(|it| !it.is_empty()).map(|it| type_named(it).expect("a type")).collect();
    function(language, name, &arguments)
}

fn found(language: &Language, name: &str, arguments: &str) -> Resolved {
    match call(language, name, arguments) {
        Lookup::Found(resolved) => resolved,
        other => panic!("{name}({arguments}): {other:?}"),
    }
}

fn texture(language: &Language, name: &str, arguments: &str) -> TextureCall {
    match found(language, name, arguments).builtin {
        Builtin::Texture(call) => call,
        other => panic!("{name} is {other:?}"),
    }
}

/// Returns the number of prototypes that a line stands for; `None` if it cannot be read.
fn prototypes(line: &'static str) -> Option<usize> {
    let (_, name, _) = parts(line)?;
    let mut overloads = Overloads { name, condition: 0, prototypes: Vec::new() };
    overloads.read(line)?;
    Some(overloads.prototypes.len())
}

#[test]
fn every_prototype_can_be_read() {
    let lines = PROTOTYPES.lines().chain(TEXTURE_PROTOTYPES.lines()).filter(|line| !line.is_empty() && !line.starts_with('@'));
    let unreadable: Vec<_> = lines.filter(|line| prototypes(line).is_none_or(|count| count == 0)).collect();
    assert_eq!(unreadable, Vec::<&str>::new());
}

#[test]
fn generic_types_take_their_size_from_the_arguments() {
    let language = language(330, Stage::Fragment);
    assert_eq!(type_name(&found(&language, "sin", "vec3").result), "vec3");
    assert_eq!(type_name(&found(&language, "clamp", "vec4 float float").result), "vec4");
    assert_eq!(type_name(&found(&language, "transpose", "mat2x3").result), "mat3x2");
    assert_eq!(type_name(&found(&language, "lessThan", "ivec3 ivec3").result), "bvec3");
    assert!(matches!(call(&language, "dot", "vec3 vec2"), Lookup::NoMatch(_)));
}

#[test]
fn versions_bound_functions() {
    assert!(matches!(call(&language(120, Stage::Vertex), "sinh", "float"), Lookup::Unknown));
    assert!(matches!(call(&language(130, Stage::Vertex), "sinh", "float"), Lookup::Found(_)));
    assert!(matches!(call(&language(410, Stage::Fragment), "texture2D", "sampler2D vec2"), Lookup::Found(_)));
    assert!(matches!(call(&language(420, Stage::Fragment), "texture2D", "sampler2D vec2"), Lookup::Unknown));
    let compatibility = Language { compatibility: true, ..language(450, Stage::Fragment) };
    assert!(matches!(call(&compatibility, "texture2D", "sampler2D vec2"), Lookup::Found(_)));
    let es = Language { es: true, ..language(300, Stage::Fragment) };
    assert!(matches!(call(&es, "texture2D", "sampler2D vec2"), Lookup::Unknown));
}

#[test]
fn integers_convert_where_no_integer_overload_fits() {
    assert!(matches!(call(&language(110, Stage::Vertex), "max", "int float"), Lookup::NoMatch(_)));
    assert_eq!(type_name(&found(&language(120, Stage::Vertex), "max", "int float").result), "float");
    assert_eq!(type_name(&found(&language(130, Stage::Vertex), "max", "int int").result), "int");
    assert_eq!(type_name(&found(&language(400, Stage::Vertex), "max", "int uint").result), "uint");
    assert_eq!(type_name(&found(&language(400, Stage::Vertex), "sqrt", "int").result), "float");
    assert_eq!(type_name(&found(&language(400, Stage::Vertex), "max", "float double").result), "double");
}

#[test]
fn the_bias_is_for_fragment_shaders() {
    assert_eq!(texture(&language(130, Stage::Fragment), "texture", "sampler2D vec2 float").lod, TextureLod::Bias);
    assert!(matches!(call(&language(130, Stage::Vertex), "texture", "sampler2D vec2 float"), Lookup::NoMatch(_)));
}

#[test]
fn texture_function_names_are_parsed() {
    let language = language(400, Stage::Fragment);
    let plain = TextureCall {
        lod: TextureLod::Implicit,
        project: false,
        offset: false,
        fetch: false,
        gather: false,
        separate_reference: false,
        component: false,
        single: false,
    };
    assert_eq!(texture(&language, "texture", "usampler2D vec2"), plain);
    let projected = texture(&language, "textureProjGradOffset", "sampler2D vec4 vec2 vec2 ivec2");
    assert_eq!(projected, TextureCall { lod: TextureLod::Gradient, project: true, offset: true, ..plain });
    assert_eq!(texture(&language, "texelFetch", "sampler2DMS ivec2 int"), TextureCall { lod: TextureLod::None, fetch: true, ..plain });
    assert_eq!(texture(&language, "texelFetch", "isampler3D ivec3 int"), TextureCall { lod: TextureLod::Explicit, fetch: true, ..plain });
    assert_eq!(texture(&language, "textureGather", "sampler2D vec2 int"), TextureCall { gather: true, component: true, ..plain });
    let shadow = texture(&language, "textureGatherOffset", "sampler2DShadow vec2 float ivec2");
    assert_eq!(shadow, TextureCall { gather: true, offset: true, separate_reference: true, ..plain });
    assert!(texture(&language, "texture", "samplerCubeArrayShadow vec4 float").separate_reference);
    let old = Language { extensions: vec!["GL_AMD_texture_texture4".into()], ..language.clone() };
    assert_eq!(texture(&old, "texture4", "sampler2D vec2"), TextureCall { gather: true, single: true, ..plain });
    assert!(matches!(call(&language, "texture4", "sampler2D vec2"), Lookup::Unknown));
    assert_eq!(type_name(&found(&language, "texture", "isampler2D vec2").result), "ivec4");
}

#[test]
fn atomic_functions_change_memory_of_their_own_type() {
    let plain = language(430, Stage::Fragment);
    assert_eq!(type_name(&found(&plain, "atomicAdd", "uint int").result), "uint");
    assert!(matches!(call(&plain, "atomicMax", "float float"), Lookup::NoMatch(_)));
    let floats = Language { extensions: vec!["GL_INTEL_shader_atomic_float_minmax".into()], ..plain };
    assert_eq!(type_name(&found(&floats, "atomicMax", "float int").result), "float");
    assert_eq!(type_name(&found(&floats, "atomicMax", "int int").result), "int");
    assert!(matches!(call(&floats, "atomicMax", "int float"), Lookup::NoMatch(_)));
}

#[test]
fn old_texture_functions_and_their_suffixes() {
    let mut old = language(110, Stage::Fragment);
    assert_eq!(type_name(&found(&old, "shadow2DProj", "sampler2DShadow vec4").result), "vec4");
    assert!(matches!(call(&old, "texture2DLod", "sampler2D vec2 float"), Lookup::Unknown));
    assert!(matches!(call(&language(110, Stage::Vertex), "texture2DLod", "sampler2D vec2 float"), Lookup::Found(_)));
    old.extensions.push("GL_ARB_shader_texture_lod".into());
    assert_eq!(texture(&old, "texture2DLod", "sampler2D vec2 float").lod, TextureLod::Explicit);
    assert_eq!(texture(&old, "texture2DProjGradARB", "sampler2D vec3 vec2 vec2").lod, TextureLod::Gradient);
    let mut es = Language { es: true, ..language(100, Stage::Fragment) };
    assert!(matches!(call(&es, "texture2DLodEXT", "sampler2D vec2 float"), Lookup::Unknown));
    es.extensions.push("GL_EXT_shader_texture_lod".into());
    assert_eq!(texture(&es, "texture2DLodEXT", "sampler2D vec2 float").lod, TextureLod::Explicit);
}

#[test]
fn the_bias_goes_before_the_offset() {
    let resolved = found(&language(130, Stage::Fragment), "textureOffset", "sampler2D vec2 ivec2 float");
    assert_eq!(resolved.constant, [false, false, true, false]);
    let mut arguments = ["sampler", "coordinate", "offset", "bias"];
    reorder_arguments(resolved.builtin, &mut arguments);
    assert_eq!(arguments, ["sampler", "coordinate", "bias", "offset"]);
    let without = found(&language(130, Stage::Fragment), "textureOffset", "sampler2D vec2 ivec2");
    let mut arguments = ["sampler", "coordinate", "offset"];
    reorder_arguments(without.builtin, &mut arguments);
    assert_eq!(arguments, ["sampler", "coordinate", "offset"]);
}

#[test]
fn derivatives_need_an_extension_in_es_1_00() {
    let mut es = Language { es: true, ..language(100, Stage::Fragment) };
    assert!(!is_function(&es, "dFdx"));
    es.extensions.push("GL_OES_standard_derivatives".into());
    assert!(is_function(&es, "dFdx"));
    assert!(!is_function(&language(330, Stage::Vertex), "dFdx"));
}

#[test]
fn out_parameters_are_marked() {
    let language = language(430, Stage::Compute);
    assert_eq!(found(&language, "modf", "vec2 vec2").out, [false, true]);
    assert_eq!(found(&language, "umulExtended", "uint uint uint uint").out, [false, false, true, true]);
    assert_eq!(found(&language, "atomicCompSwap", "uint uint uint").out, [true, false, false]);
}

#[test]
fn functions_with_one_name_and_several_meanings() {
    let language = language(450, Stage::Fragment);
    assert_eq!(found(&language, "atan", "float float").builtin, Builtin::Atan2);
    assert_eq!(found(&language, "atan", "float").builtin, Builtin::Atan);
    assert_eq!(found(&language, "mix", "vec2 vec2 bvec2").builtin, Builtin::MixBool);
    assert_eq!(found(&language, "mix", "vec2 vec2 float").builtin, Builtin::Mix);
}

#[test]
fn images_take_a_sample_where_they_have_one() {
    let language = language(450, Stage::Compute);
    assert_eq!(found(&language, "imageLoad", "image2DMS ivec2 int").builtin, Builtin::ImageLoad);
    assert_eq!(found(&language, "imageStore", "uimage2DArray ivec3 uvec4").parameters.len(), 3);
    assert_eq!(type_name(&found(&language, "imageAtomicAdd", "iimage1D int int").result), "int");
    assert!(matches!(call(&language, "imageAtomicAdd", "image1D int int"), Lookup::NoMatch(_)));
    assert_eq!(type_name(&found(&language, "imageSize", "imageCube").result), "ivec2");
}

#[test]
fn stages_bound_functions() {
    assert!(is_function(&language(150, Stage::Geometry), "EmitVertex"));
    assert!(!is_function(&language(150, Stage::Vertex), "EmitVertex"));
    assert!(!is_function(&language(330, Stage::Geometry), "EmitStreamVertex"));
    assert!(is_function(&language(400, Stage::TessControl), "barrier"));
    assert!(!is_function(&language(430, Stage::Fragment), "barrier"));
    assert!(is_function(&language(120, Stage::Vertex), "ftransform"));
    assert!(!is_function(&language(150, Stage::Vertex), "ftransform"));
}

#[test]
fn candidates_are_written_out() {
    let Lookup::NoMatch(candidates) = call(&language(330, Stage::Fragment), "cross", "vec2 vec2") else { panic!() };
    assert_eq!(candidates, ["vec3 cross(vec3, vec3)"]);
}
