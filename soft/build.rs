//! Generates the tokens that the sources use, and what OpenGL ES 1.1 has, from the Khronos registry.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use gl_generator::{Api, Fallbacks, Profile, Registry};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    // The fuzz targets' package builds the same sources from its own folder.
    let fuzzed = !Path::new("src/lib.rs").exists();
    let sources = Path::new(if fuzzed { "../src" } else { "src" });
    println!("cargo:rerun-if-changed={}", sources.display());
    if !fuzzed {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libGLX_glmeter_soft.so.0");
        // Its threads sleep in its code, and connections to X servers have hooks of its, when a program closes libglvnd with its vendors.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
    // For each token without `GL_`, its value and type.
    let mut found: BTreeMap<String, (String, String)> = BTreeMap::new();
    let apis = [(Api::Gl, (4, 6), Profile::Compatibility), (Api::Gles2, (3, 2), Profile::Core), (Api::Gles1, (1, 1), Profile::Core)];
    for (api, version, profile) in apis {
        let extensions = extensions(api);
        let extensions: Vec<&str> = extensions.iter().map(String::as_str).collect();
        let registry = Registry::new(api, version, profile, Fallbacks::None, extensions);
        for token in &registry.enums {
            found.insert(token.ident.clone(), (token.value.clone(), token.ty.to_string()));
        }
    }
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    // Only the tokens that the sources name: resolving imports of all five thousand takes the compiler half a minute.
    let mut named = BTreeSet::new();
    tokens_in(sources, &mut named);
    let mut text = String::new();
    let mut all = String::from("/// Every token that the sources name.\npub const ALL: &[u32] = &[\n");
    for (name, (value, ty)) in found.iter().filter(|token| named.contains(token.0)) {
        // 64-bit values keep their type; all other tokens are 32 bits.
        let ty = if ty == "types::GLuint64" || value.len() > 10 { "u64" } else { "u32" };
        let value = if value.starts_with('-') || value.contains('"') { continue } else { value };
        writeln!(text, "pub const GL_{name}: {ty} = {value};").expect("a string takes everything");
        if ty == "u32" {
            writeln!(all, "    GL_{name},").expect("a string takes everything");
        }
    }
    all.push_str("];\n");
    fs::write(Path::new(&folder).join("all_tokens.rs"), all).expect("OUT_DIR is writable");
    fs::write(Path::new(&folder).join("tokens.rs"), text).expect("OUT_DIR is writable");
    fs::write(Path::new(&folder).join("es1.rs"), es1()).expect("OUT_DIR is writable");
    fs::write(Path::new(&folder).join("es.rs"), es()).expect("OUT_DIR is writable");
}

/// The extensions that contexts of OpenGL ES 1.1 list.
const ES1_EXTENSIONS: &[&str] = &include!("src/gl/es1_extensions.in");

/// Returns the commands and the tokens of OpenGL ES 1.1 and of the extensions that its contexts list, as two sorted constants. A command has one
/// bit for each argument of type GLenum. Values of bit fields are no tokens.
fn es1() -> String {
    let (mut commands, mut tokens) = (BTreeMap::new(), BTreeSet::from([0, 1]));
    // The registry has some extensions for OpenGL ES 2.0 alone that their specifications have for 1.1 too.
    for api in [Api::Gles1, Api::Gles2] {
        let offered: Vec<String> = extensions(api).into_iter().filter(|name| ES1_EXTENSIONS.contains(&name.as_str())).collect();
        let registry = Registry::new(api, (1, 1), Profile::Core, Fallbacks::None, offered.iter().map(String::as_str).collect::<Vec<_>>());
        for command in &registry.cmds {
            let mask = command.params.iter().enumerate().fold(0u32, |mask, (at, it)| mask | u32::from(it.ty.ends_with("GLenum")) << at);
            let name = format!("gl{}", command.proto.ident);
            // Dispatch has the first name of a command, which is that without a suffix.
            let first = ["OES", "EXT", "KHR"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(&name).to_string();
            commands.insert(first, mask);
            commands.insert(name, mask);
        }
        let values = registry.enums.iter().filter(|token| !token.ident.split('_').any(|word| word == "BIT"));
        // Some values are decimal in the registry: GL_FALSE and GL_TRUE, which are GL_NONE, GL_ZERO and GL_ONE too.
        tokens.extend(values.filter_map(|token| u32::from_str_radix(token.value.strip_prefix("0x")?, 16).ok()));
    }
    format!(
        "pub const COMMANDS: &[(&str, u32)] = &{:?};\npub const TOKENS: &[u32] = &{:?};\n",
        commands.into_iter().collect::<Vec<_>>(),
        tokens.into_iter().collect::<Vec<_>>()
    )
}

/// The extensions of OpenGL ES 2 and 3 contexts, each with the version from which they list it.
const ES_EXTENSIONS: &[(&str, (u8, u8))] = &include!("src/gl/es_extensions.in");

/// Extensions that contexts list and this edition of the registry lacks, or without some of their tokens.
const NEWER: &[(&str, &[u32])] = &[
    ("GL_EXT_blend_func_extended", &[0x92E4]),
    ("GL_EXT_compressed_ETC1_RGB8_sub_texture", &[]),
    ("GL_EXT_depth_clamp", &[0x864F]),
    ("GL_EXT_frag_depth", &[]),
    ("GL_EXT_multisample_compatibility", &[0x809D, 0x809F]),
    ("GL_EXT_multisampled_render_to_texture2", &[]),
    ("GL_EXT_texture_format_BGRA8888", &[0x93A1]),
    ("GL_EXT_texture_query_lod", &[]),
    ("GL_EXT_texture_shadow_lod", &[]),
    ("GL_NV_pack_subimage", &[0x0D02, 0x0D03, 0x0D04]),
    ("GL_NV_read_stencil", &[0x1901]),
    ("GL_OES_EGL_sync", &[]),
    ("GL_OES_depth_texture_cube_map", &[]),
    ("GL_OES_stencil8", &[0x8D48]),
];

/// Suffixes of the commands of extensions. Dispatch has the first name of a command, which is that without a suffix.
const SUFFIXES: [&str; 7] = ["OES", "EXT", "KHR", "NV", "ANGLE", "APPLE", "ARM"];

/// Returns two constants: the commands of OpenGL ES 3.2 and of the listed extensions with one bit for each argument of type GLenum, sorted by name; and for
/// each version of OpenGL ES from 2.0 on the tokens of the version and of the extensions that its contexts list, one bit each.
fn es() -> String {
    let known = extensions(Api::Gles2);
    let offered: Vec<&str> = ES_EXTENSIONS.iter().map(|extension| extension.0).filter(|name| known.iter().any(|one| one == name)).collect();
    let all = Registry::new(Api::Gles2, (3, 2), Profile::Core, Fallbacks::None, offered);
    let mut commands = BTreeMap::new();
    for command in &all.cmds {
        let is_token = |at: usize| command.params[at].ty.trim_start_matches("types::") == "GLenum";
        let mask = (0..command.params.len()).fold(0u32, |mask, at| mask | u32::from(is_token(at)) << at);
        let name = format!("gl{}", command.proto.ident);
        if let Some(first) = SUFFIXES.iter().find_map(|suffix| name.strip_suffix(suffix)) {
            commands.entry(first.to_string()).or_insert(mask);
        }
        commands.insert(name, mask);
    }
    let tokens = [(2, 0), (3, 0), (3, 1), (3, 2)].map(|version| {
        let listed = ES_EXTENSIONS.iter().filter(|extension| extension.1 <= version).map(|extension| extension.0);
        let newer = listed.clone().filter_map(|name| NEWER.iter().find(|row| row.0 == name)).flat_map(|row| row.1);
        let registered: Vec<&str> = listed.clone().filter(|name| known.iter().any(|one| one == name)).collect();
        assert!(
            listed.clone().all(|name| registered.contains(&name) || NEWER.iter().any(|row| row.0 == name)),
            "the registry lacks an extension"
        );
        let registry = Registry::new(Api::Gles2, version, Profile::Core, Fallbacks::None, registered);
        // Values of bit fields are no tokens. The generator does not see that KHR_debug has display lists for the compatibility profile alone.
        let is_token = |name: &str| name != "DISPLAY_LIST" && !name.split('_').any(|word| word == "BIT");
        let values = registry.enums.iter().filter(|token| is_token(&token.ident));
        let number = |text: &str| text.strip_prefix("0x").map_or(text.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok());
        let mut bits = vec![0u64; 1 << 10];
        for token in values.filter_map(|token| number(&token.value)).chain(newer.copied()).filter(|&token| token < 1 << 16) {
            bits[token as usize / 64] |= 1 << (token % 64);
        }
        bits
    });
    format!(
        "pub const ARGUMENTS: &[(&str, u32)] = &{:?};\npub static TOKENS: [[u64; 1 << 10]; 4] = {tokens:?};\n",
        commands.into_iter().collect::<Vec<_>>()
    )
}

/// Collects the words in Rust files that begin with `GL_`, without that prefix.
fn tokens_in(folder: &Path, named: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the sources are readable") {
        let path = entry.expect("the sources are readable").path();
        if path.is_dir() {
            tokens_in(&path, named);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("the sources are readable");
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            named.extend(words.filter_map(|word| word.strip_prefix("GL_")).map(str::to_string));
        }
    }
}

/// Returns every extension of an API in the registry: the generator panics for any other name.
fn extensions(api: Api) -> Vec<String> {
    let wanted = match api {
        Api::Gl => "gl",
        Api::Gles1 => "gles1",
        _ => "gles2",
    };
    let text = std::str::from_utf8(khronos_api::GL_XML).expect("the registry is UTF-8");
    let attribute = |line: &str, name: &str| {
        let rest = line.split_once(&format!("{name}=\""))?.1;
        Some(rest.split_once('"')?.0.to_string())
    };
    let lines = text.lines().filter(|line| line.contains("<extension name="));
    let supporting = lines.filter(|line| attribute(line, "supported").is_some_and(|apis| apis.split('|').any(|api| api == wanted)));
    supporting.filter_map(|line| attribute(line, "name")).collect()
}
