//! Generates the tokens that the sources use, the aliases of commands, and what OpenGL ES has, from the Khronos registry.

#![allow(clippy::expect_used, reason = "a build script ends the build by panicking")]

use glmeter_registry::{Api, CType, Command, Named, Profile, Registry};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=src");
    let folder = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |file: &str, text: String| fs::write(Path::new(&folder).join(file), text).expect("OUT_DIR is writable");
    let named = Named::in_sources(Path::new("src")).expect("the sources are readable");
    write("tokens.rs", named.module());
    write("all_tokens.rs", named.list());
    write("calls.rs", named.calls());
    write("es1.rs", es1());
    write("es.rs", es());
    write("aliases.rs", aliases());
}

/// Returns one bit for each parameter of type GLenum.
fn mask(command: &Command) -> u32 {
    let is_token = |ty: &CType| ty.base() == "GLenum" && !ty.is_pointer();
    command.parameters.iter().enumerate().fold(0, |mask, (at, parameter)| mask | u32::from(is_token(&parameter.ty)) << at)
}

/// Returns true for bits of fields, which are no tokens.
fn is_bit(name: &str) -> bool {
    name.split('_').any(|word| word == "BIT")
}

/// The extensions that contexts of OpenGL ES 1.1 list.
const ES1_EXTENSIONS: &[&str] = &include!("src/es1_extensions.in");

/// Returns the commands and the tokens of OpenGL ES 1.1 and of the extensions that its contexts list, as two sorted constants. A command has one
/// bit for each argument of type GLenum. Values of bit fields are no tokens.
fn es1() -> String {
    let (mut commands, mut tokens) = (BTreeMap::new(), BTreeSet::from([0, 1]));
    // The registry has some extensions for OpenGL ES 2.0 alone that their specifications have for 1.1 too.
    for api in [Api::Gles1, Api::Gles2] {
        let selection = Registry::gl().select(api, (1, 1), Profile::Core, |name| ES1_EXTENSIONS.contains(&name));
        for (name, command) in selection.commands {
            let mask = mask(command);
            // Dispatch has the first name of a command, which is that without a suffix.
            let first = ["OES", "EXT", "KHR"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name);
            commands.insert(first, mask);
            commands.insert(name, mask);
        }
        let values = selection.enums.values().filter(|token| !is_bit(token.name));
        tokens.extend(values.filter_map(|token| u32::try_from(token.number()?).ok()));
    }
    format!(
        "pub const COMMANDS: &[(&str, u32)] = &{:?};\npub const TOKENS: &[u32] = &{:?};\n",
        commands.into_iter().collect::<Vec<_>>(),
        tokens.into_iter().collect::<Vec<_>>()
    )
}

/// The extensions of OpenGL ES 2 and 3 contexts, each with the version from which they list it.
const ES_EXTENSIONS: &[(&str, (u8, u8))] = &include!("src/es_extensions.in");

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
    let of = |version| {
        let is_listed = move |name: &str| ES_EXTENSIONS.iter().any(|row| row.0 == name && row.1 <= version);
        Registry::gl().select(Api::Gles2, version, Profile::Core, is_listed)
    };
    let is_registered =
        |name| Registry::gl().extensions.iter().any(|extension| extension.name == name && extension.apis.contains(&Api::Gles2));
    let is_known = |name| is_registered(name) || NEWER.iter().any(|row| row.0 == name);
    assert!(ES_EXTENSIONS.iter().all(|row| is_known(row.0)), "the registry lacks an extension");
    let mut commands = BTreeMap::new();
    for (name, command) in of((3, 2)).commands {
        let mask = mask(command);
        if let Some(first) = SUFFIXES.iter().find_map(|suffix| name.strip_suffix(suffix)) {
            commands.entry(first).or_insert(mask);
        }
        commands.insert(name, mask);
    }
    let tokens = [(2, 0), (3, 0), (3, 1), (3, 2)].map(|version| {
        let selection = of(version);
        let values = selection.enums.values().filter(|token| !is_bit(token.name)).filter_map(|token| u32::try_from(token.number()?).ok());
        let listed = ES_EXTENSIONS.iter().filter(|row| row.1 <= version);
        let newer = listed.filter_map(|listed| NEWER.iter().find(|row| row.0 == listed.0)).flat_map(|row| row.1);
        let mut bits = vec![0u64; 1 << 10];
        for token in values.chain(newer.copied()).filter(|&token| token < 1 << 16) {
            bits[token as usize / 64] |= 1 << (token % 64);
        }
        bits
    });
    format!(
        "pub const ARGUMENTS: &[(&str, u32)] = &{:?};\npub static TOKENS: [[u64; 1 << 10]; 4] = {tokens:?};\n",
        commands.into_iter().collect::<Vec<_>>()
    )
}

/// The extensions of OpenGL contexts, and those that only compatibility contexts have.
const DESKTOP_EXTENSIONS: [&[&str]; 2] = [&include!("src/desktop_extensions.in"), &include!("src/compatibility_extensions.in")];

/// Returns a constant: the names of each command that has several by the registry, as far as versions and extensions that contexts list have them.
fn aliases() -> String {
    let is_listed = |name: &str| {
        let mut all =
            DESKTOP_EXTENSIONS.concat().into_iter().chain(ES1_EXTENSIONS.iter().copied()).chain(ES_EXTENSIONS.iter().map(|row| row.0));
        all.any(|listed| listed == name)
    };
    let interfaces = [
        (Api::Gl, (4, 6), Profile::Core),
        (Api::Gl, (4, 6), Profile::Compatibility),
        (Api::Gles1, (1, 1), Profile::Core),
        (Api::Gles2, (3, 2), Profile::Core),
    ];
    let mut names: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (api, version, profile) in interfaces {
        for name in Registry::gl().select(api, version, profile, is_listed).commands.into_keys() {
            names.entry(Registry::gl().original(name)).or_default().insert(name);
        }
    }
    let several = names.values().filter(|names| names.len() > 1);
    let rows: String = several.map(|names| format!("    &{:?},\n", names.iter().collect::<Vec<_>>())).collect();
    format!("/// The names of each command that has several.\npub const ALIASES: &[&[&str]] = &[\n{rows}];\n")
}
