#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;
use crate::config::Api;
use crate::dispatch::Signature;
use crate::table::signatures;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::context;
use crate::tokens::*;
use glmeter_registry::{self as registry, Profile, Registry, Selection};
use std::collections::{BTreeMap, BTreeSet};

const VERSIONS: [(u8, u8); 4] = [(2, 0), (3, 0), (3, 1), (3, 2)];

/// Returns every token of 32 bits in the registry that is no bit of a field: its name, the one interface that has it by that name, and its value.
fn all_tokens() -> Vec<(&'static str, Option<registry::Api>, u32)> {
    let tokens = Registry::gl().enums.iter().filter(|token| !token.name.ends_with("_BIT") && !token.name.contains("_BIT_"));
    tokens.filter_map(|token| Some((token.name, token.api, token.number()?.try_into().ok()?))).collect()
}

/// Returns what the registry requires in a version of OpenGL ES and in the extensions that its contexts list.
fn required(version: (u8, u8)) -> Selection<'static> {
    let is_listed = |name: &str| EXTENSIONS.iter().any(|row| row.0 == name && row.1 <= version);
    Registry::gl().select(registry::Api::Gles2, version, Profile::Core, is_listed)
}

/// Tokens of listed extensions that the registry lacks for them.
const NEWER: [(&str, &[u32]); 6] = [
    ("GL_EXT_blend_func_extended", &[GL_PROGRAM_OUTPUT]),
    ("GL_EXT_texture_format_BGRA8888", &[GL_BGRA8_EXT]),
    ("GL_NV_read_stencil", &[GL_STENCIL_INDEX]),
    ("GL_EXT_depth_clamp", &[GL_DEPTH_CLAMP]),
    ("GL_EXT_multisample_compatibility", &[GL_MULTISAMPLE, GL_SAMPLE_ALPHA_TO_ONE]),
    ("GL_NV_pack_subimage", &[GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS]),
];

/// The values that no token of the version has.
fn foreign(version: (u8, u8)) -> BTreeSet<u32> {
    let required = required(version);
    let all = all_tokens();
    let newer = NEWER.iter().filter(|row| EXTENSIONS.iter().any(|known| known.0 == row.0 && known.1 <= version)).flat_map(|row| row.1);
    let has = |name, api: Option<_>| required.enums.contains_key(name) && api.is_none_or(|api| api == registry::Api::Gles2);
    let known: BTreeSet<u32> = all.iter().filter(|token| has(token.0, token.1)).map(|token| token.2).chain(newer.copied()).collect();
    all.into_iter().map(|token| token.2).filter(|value| !known.contains(value)).collect()
}

/// The commands of the version and its extensions that have arguments of type GLenum, with the places of these.
fn commands(version: (u8, u8)) -> Vec<(Signature, Vec<usize>)> {
    let required = required(version);
    let places = |name: &str| -> Option<Vec<usize>> {
        let parameters = Registry::gl().commands.get(name)?.parameters.iter().enumerate();
        Some(parameters.filter(|(_, one)| one.ty.base() == "GLenum" && !one.ty.is_pointer()).map(|(place, _)| place).collect())
    };
    let suffixes = ["", "EXT", "OES", "KHR", "NV", "ANGLE", "ARM", "APPLE"];
    let has = |name: &str| suffixes.iter().any(|suffix| required.commands.contains_key(format!("{name}{suffix}").as_str()));
    let of_version = signatures().into_iter().filter(|signature| has(signature.name));
    let with_places = of_version.filter_map(|signature| Some((signature, places(signature.name)?)));
    with_places.filter(|(signature, places)| !places.is_empty() && !NUMBERS.contains(&signature.name)).collect()
}

/// Asks every command of every version for every token of the registry that the version lacks.
#[test]
fn every_command_refuses_every_token_of_other_interfaces() {
    let mut accepted: BTreeMap<&str, (u32, BTreeSet<u32>)> = BTreeMap::new();
    for version in VERSIONS {
        let (foreign, commands) = (foreign(version), commands(version));
        assert!(foreign.len() > 2000 && commands.len() > 40, "{version:?}: {} tokens, {} commands", foreign.len(), commands.len());
        assert!(foreign.contains(&GL_QUERY_BUFFER) && foreign.contains(&GL_POLYGON_MODE) && !foreign.contains(&GL_TEXTURE_2D));
        let _gl = Gl::new(context(Api::Es, version));
        for (signature, places) in commands {
            for &place in &places {
                for &token in &foreign {
                    let mut words = [0; 16];
                    words[place] = token.into();
                    // SAFETY: null is a pointer that every command may be given.
                    unsafe { (signature.call)(&words) };
                    if glGetError() != GL_INVALID_ENUM {
                        let row = accepted.entry(signature.name).or_default();
                        row.0 += 1;
                        row.1.insert(token);
                    }
                }
            }
        }
    }
    let rows = accepted.iter().map(|(name, (count, tokens))| {
        let some: Vec<String> = tokens.iter().take(6).map(|token| format!("{token:#06x}")).collect();
        format!("{name}: {count}, such as {}", some.join(" "))
    });
    assert!(accepted.is_empty(), "{} commands:\n{}", accepted.len(), rows.collect::<Vec<_>>().join("\n"));
}

/// Tokens that commands have as numbers of type GLint.
#[test]
fn numbers_that_are_tokens_are_checked_too() {
    for version in VERSIONS {
        let _gl = Gl::new(context(Api::Es, version));
        let error = || glGetError();
        for token in foreign(version).into_iter().filter(|token| *token > 0x200) {
            glTexImage2D(GL_TEXTURE_2D, 0, token.cast_signed(), 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
            assert_ne!(error(), GL_NO_ERROR, "{version:?}: glTexImage2D takes {token:#06x}");
            let names = [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S, GL_TEXTURE_COMPARE_MODE, GL_TEXTURE_COMPARE_FUNC];
            for name in names.into_iter().chain([GL_TEXTURE_SWIZZLE_R, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_TEXTURE_SRGB_DECODE_EXT]) {
                glTexParameteri(GL_TEXTURE_2D, name, token.cast_signed());
                assert_eq!(error(), GL_INVALID_ENUM, "{version:?}: glTexParameteri takes {token:#06x} for {name:#06x}");
            }
        }
    }
}

#[test]
fn arguments_and_tokens_are_those_of_the_registry() {
    assert_eq!((arguments("glBindBuffer"), arguments("glTexParameteri"), arguments("glFlush")), (0b1, 0b11, 0));
    assert_eq!((arguments("glActiveTexture"), arguments("glDrawElements"), arguments("glNothing")), (0, 0b101, 0));
    let [es2, es30, .., es32] = VERSIONS.map(Version::of);
    assert!(es2.has_token(GL_ARRAY_BUFFER) && es2.has_token(GL_NONE) && es2.has_token(GL_PIXEL_PACK_BUFFER));
    assert!(!es2.has_token(GL_UNIFORM_BUFFER) && es30.has_token(GL_UNIFORM_BUFFER) && !es30.has_token(GL_SHADER_STORAGE_BUFFER));
    assert!(es32.has_token(GL_SHADER_STORAGE_BUFFER) && !es32.has_token(GL_QUERY_BUFFER) && !es32.has_token(GL_PARAMETER_BUFFER));
    assert!(!es32.has_token(1 << 16 | GL_ARRAY_BUFFER) && !es32.has_token(u32::MAX));
    assert_eq!(Version::of((3, 2)), Version::of((4, 0)));
}
