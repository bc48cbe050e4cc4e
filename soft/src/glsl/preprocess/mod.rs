//! The preprocessor: text to tokens without directives, comments and macros, with the version and the extensions it asks for.
//!
//! Everything the text can make large is bounded: tokens, macro expansion ([`expand`]), nesting of #if and of its expressions.

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
use super::log::Log;

/// Returns true if `#extension` knows this name, on desktop or in ES.
#[cfg(test)]
pub(super) fn extension_known(name: &str) -> bool {
    extensions::names(false).chain(extensions::names(true)).any(|known| known == name)
}

/// Returns the extensions that are wholly in the compiler, on desktop or in ES.
#[cfg(test)]
pub(super) fn macros(es: bool) -> Vec<&'static str> {
    extensions::macros(es).collect()
}

/// A text after preprocessing.
#[derive(Debug, Default)]
pub(super) struct Preprocessed {
    pub spellings: Spellings,
    /// Without the tokens of directives and of groups that #if leaves out; each has its line as `#line` numbers it.
    pub tokens: Vec<Token>,
    /// 110 to 450; with `es` 100, 300, 310, 320.
    pub version: u32,
    pub es: bool,
    pub compatibility: bool,
    /// Enabled at the end of the text.
    pub extensions: Vec<String>,
    /// `#pragma STDGL invariant(all)`.
    pub invariant_all: bool,
}

/// Preprocesses a text. What is wrong stands in the log.
pub(super) fn preprocess(source: &str, options: &CompileOptions, log: &mut Log) -> Preprocessed {
    let mut spellings = Spellings::default();
    let tokens = token::tokens(source, &mut spellings, log);
    let Some(version) = version::version(&tokens, &spellings, options, log) else {
        return Preprocessed::default();
    };
    directives::run(tokens, spellings, version, log)
}
