//! glGetString and glGetStringi. Addresses of static strings are returned as integers, as every pointer result is.

use super::extensions;
use crate::config::Api;
use crate::context::Context;
use crate::error::{Result, UNKNOWN_TOKEN, invalid_enum, invalid_value};
use crate::tokens::*;
use glmeter_abi::text::Text;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The version of this driver.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the address of a static string with this text, and makes it at the first call.
fn address(text: &str) -> usize {
    static KEPT: LazyLock<Mutex<HashMap<String, &'static Text>>> = LazyLock::new(Mutex::default);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = kept.get(text) {
        return found.as_ptr() as usize;
    }
    let made: &'static Text = Box::leak(Box::new(Text::new(text.as_bytes()).unwrap_or_default()));
    kept.insert(text.to_string(), made);
    made.as_ptr() as usize
}

/// Returns GL_VERSION.
fn version(context: &Context) -> String {
    let (major, minor) = context.config.version;
    match context.config.api {
        Api::Es => format!("OpenGL ES {major}.{minor} glmeter {VERSION}"),
        // "The VERSION string has the format "OpenGL ES-XX N.M" where XX is a two-character profile identifier, either CM for the Common profile …"
        // [ES 1.1, 6.1.5]
        Api::Es1 => format!("OpenGL ES-CM {major}.{minor} glmeter {VERSION}"),
        Api::Core => format!("{major}.{minor} (Core Profile) glmeter {VERSION}"),
        Api::Compatibility => format!("{major}.{minor} (Compatibility Profile) glmeter {VERSION}"),
    }
}

/// Returns the newest shading language of a context: 460, 100, 300 …
pub fn language_version(context: &Context) -> u32 {
    let (major, minor) = context.config.version;
    match (context.config.api, major, minor) {
        (Api::Es, 2, _) => 100,
        (_, major, minor) => u32::from(major) * 100 + u32::from(minor) * 10,
    }
}

/// Returns GL_SHADING_LANGUAGE_VERSION.
fn language(context: &Context) -> String {
    let version = language_version(context);
    let (major, minor) = (version / 100, version % 100);
    if context.is_es() { format!("OpenGL ES GLSL ES {major}.{minor:02}") } else { format!("{major}.{minor:02}") }
}

/// Implements glGetString.
pub fn get_string(context: &mut Context, name: u32) -> Result<usize> {
    Ok(match name {
        GL_VENDOR => address("glmeter"),
        GL_RENDERER => address("glmeter software pipeline"),
        GL_VERSION => address(&version(context)),
        GL_SHADING_LANGUAGE_VERSION => address(&language(context)),
        // The core profile has no GL_EXTENSIONS here.
        GL_EXTENSIONS if context.config.api != Api::Core => address(&extensions::list(context).join(" ")),
        // The string stays as it is until the next glProgramStringARB: "The contents of the error string are guaranteed to remain constant only until
        // the next ProgramStringARB command" [ARB_vertex_program, 6.1.11]
        GL_PROGRAM_ERROR_STRING_ARB if context.config.api == Api::Compatibility => context.compat.assembly.error_string.as_ptr() as usize,
        _ => return Err(UNKNOWN_TOKEN),
    })
}

/// Versions that a desktop context's compiler accepts, newest first, as GL_SHADING_LANGUAGE_VERSION lists them.
const LANGUAGES: [&str; 17] = [
    "460 core", "450 core", "440 core", "430 core", "420 core", "410 core", "400 core", "330 core", "150 core", "140", "130", "120", "110",
    "320 es", "310 es", "300 es", "100",
];

/// Returns the number of shading language versions that glGetStringi lists.
pub fn languages(context: &Context) -> usize {
    if context.is_es() { 0 } else { LANGUAGES.len() }
}

/// Implements glGetStringi.
pub fn get_string_indexed(context: &mut Context, name: u32, index: u32) -> Result<usize> {
    let outside = invalid_value(
        &"An INVALID_VALUE error is generated if index is outside the valid range for the indexed state name. [GL 4.4, 22.2]",
    );
    match name {
        GL_EXTENSIONS => extensions::list(context).get(index as usize).map(|text| address(text)).ok_or(outside),
        GL_SHADING_LANGUAGE_VERSION if !context.is_es() => LANGUAGES.get(index as usize).map(|text| address(text)).ok_or(outside),
        GL_SPIR_V_EXTENSIONS if !context.is_es() => {
            compiler::spirv::EXTENSIONS.get(index as usize).map(|text| address(text)).ok_or(outside)
        }
        _ => Err(invalid_enum(&"An INVALID_ENUM error is generated if name is not SHADING_LANGUAGE_VERSION or EXTENSIONS. [GL 4.4, 22.2]")),
    }
}
