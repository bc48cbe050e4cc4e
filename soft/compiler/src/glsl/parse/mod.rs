//! The parser: tokens to a syntax tree, by recursive descent. Keywords depend on the version, type names on the declarations, and the depth
//! is limited before the tree is built.

mod declarations;
mod expressions;
mod keywords;
mod limits;
mod literals;
mod names;
mod parser;
mod statements;
#[cfg(test)]
mod tests;
mod token;
mod type_names;
mod types;

use super::log::{Log, SourceLocation};
use super::preprocess::Preprocessed;
use super::syntax::TranslationUnit;
use names::Word;
use parser::{Malformed, Parser};

/// A parsed text. Positions in the tree are indices into `lines`.
pub(super) struct Parsed<'a> {
    pub unit: TranslationUnit<'a>,
    pub lines: Vec<SourceLocation>,
}

/// Parses a preprocessed text; returns `None` and logs an error if it is malformed.
pub(super) fn parse<'a>(text: &'a Preprocessed, log: &mut Log) -> Option<Parsed<'a>> {
    if !limits::check(text, log) {
        return None;
    }
    let words = names::words(text, log)?;
    let any_order = if text.es { text.version >= 310 } else { text.version >= 420 || has(text, "GL_ARB_shading_language_420pack") };
    match Parser::new(&words, any_order).translation_unit() {
        Ok(unit) => Some(Parsed { unit, lines: words.iter().map(|word| word.at).collect() }),
        Err(malformed) => {
            report(text, &words, &malformed, log);
            None
        }
    }
}

/// Logs what does not fit the grammar.
fn report(text: &Preprocessed, words: &[Word], malformed: &Malformed, log: &mut Log) {
    let spelling = |word: &Word| text.tokens.get(word.source as usize).map_or("", |token| text.spellings.text(token.spelling));
    let Some(word) = words.get(malformed.index) else {
        let at = words.last().map(|word| word.at).unwrap_or_default();
        return log.error(at, "syntax error: the shader ends too early; a closing brace, parenthesis or semicolon is missing");
    };
    if let Some(message) = malformed.message {
        return log.error(word.at, message);
    }
    let before = malformed.index.checked_sub(1).and_then(|index| words.get(index));
    let after = before.map_or(String::new(), |before| format!(" after `{}`", spelling(before)));
    log.error(word.at, &format!("syntax error: unexpected `{}`{after}", spelling(word)));
}

/// Returns true if an extension is enabled.
fn has(text: &Preprocessed, name: &str) -> bool {
    text.extensions.iter().any(|enabled| enabled == name)
}
