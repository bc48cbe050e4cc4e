//! The preprocessor: source text to tokens, with directives executed, comments removed and macros expanded; it also determines the version
//! and the enabled extensions.
//!
//! Everything that the text can make large is bounded: tokens, macro expansion ([`expand`]), nesting of #if and of its expressions.

mod condition;
mod directives;
mod expand;
mod extensions;
#[cfg(test)]
mod tests;
mod token;
mod version;

pub(super) use token::{Kind, Spelling, Spellings, Token};

use super::CompileOptions;
use super::include::Includes;
use super::log::Log;

/// Returns true if `#extension` accepts this name, on desktop or in ES.
#[cfg(test)]
pub(super) fn extension_known(name: &str) -> bool {
    extensions::names(false).chain(extensions::names(true)).any(|known| known == name)
}

/// Returns the extensions that the compiler fully supports, on desktop or in ES.
pub(super) fn macros(es: bool) -> Vec<&'static str> {
    extensions::names(es).collect()
}

/// A preprocessed text.
#[derive(Debug, Default)]
pub(super) struct Preprocessed {
    pub spellings: Spellings,
    /// The tokens, without directives and groups skipped by #if; each has its position as `#line` numbers it.
    pub tokens: Vec<Token>,
    /// 110 to 460, or 100, 300, 310 or 320 with `es`.
    pub version: u32,
    pub es: bool,
    /// True for the compatibility profile.
    pub compatibility: bool,
    /// The extensions enabled at the end of the text.
    pub extensions: Vec<String>,
    /// True if GL_ARB_texture_rectangle is enabled at the end of the text. It is on desktop where no directive names it, as programs expect.
    pub rectangles: bool,
    /// True after `#pragma STDGL invariant(all)`.
    pub invariant_all: bool,
}

/// Preprocesses a text; logs errors.
pub(super) fn preprocess(source: &str, options: &CompileOptions, includes: &Includes, log: &mut Log) -> Preprocessed {
    let mut spellings = Spellings::default();
    let tokens = token::tokens(source, &mut spellings, log);
    let Some(version) = version::version(&tokens, &spellings, options, log) else {
        return Preprocessed::default();
    };
    directives::run(tokens, spellings, version, includes, log)
}
