//! The parser: tokens to a syntax tree. The grammar is glsl-lang's; the lexer is the driver's own, because keywords depend on the version,
//! type names depend on the declarations, and the depth is limited before the tree is built.

mod keywords;
mod limits;
mod literals;
mod names;
mod type_names;

pub(super) use literals::INT64_LITERALS;

use super::log::{Log, SourceLocation};
use super::preprocess::{Kind, Preprocessed, Token as PreToken};
use glsl_lang::ast::{FileId, NodeSpan, TextRange, TextSize, TranslationUnit};
use glsl_lang::lexer::{HasLexerError, LangLexer, ParseContext, Token, min::LexicalError};
use glsl_lang::parse::{DefaultLexer, HasParser, LangParser};
use std::cell::Cell;

/// An item of the grammar's token stream: a token with its start and end positions.
type Item = <<DefaultLexer<'static> as LangLexer<'static>>::Iter as Iterator>::Item;

/// A token for the grammar, with its position.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub token: Token,
    pub at: SourceLocation,
    /// Its index among the preprocessed tokens, for messages.
    pub source: usize,
}

/// A parsed text. Spans in the tree are indices into `lines`.
pub(super) struct Parsed {
    pub unit: TranslationUnit,
    pub lines: Vec<SourceLocation>,
}

/// Parses a preprocessed text; returns `None` and logs an error if it is malformed.
pub(super) fn parse(text: &Preprocessed, log: &mut Log) -> Option<Parsed> {
    if !limits::check(text, log) {
        return None;
    }
    let words = names::words(text, log)?;
    let lines: Vec<SourceLocation> = words.iter().map(|word| word.at).collect();
    let delivered = Cell::new(0);
    let result = {
        let mut reader = Reader { words: &words, delivered: &delivered };
        LangParser::parse(&<TranslationUnit as HasParser>::Parser::new(), ParseContext::new(), &mut reader)
    };
    match result {
        Ok(unit) => Some(Parsed { unit, lines }),
        Err(_) => {
            // The grammar looks one token ahead, so the last token delivered is the one that does not match.
            let spelling = |index: usize| {
                words.get(index).and_then(|word| text.tokens.get(word.source)).map(|token| text.spellings.text(token.spelling))
            };
            let index = delivered.get();
            let (at, message) = if index > words.len() {
                let at = lines.last().copied().unwrap_or_default();
                (at, String::from("syntax error: the shader ends too early; a closing brace, parenthesis or semicolon is missing"))
            } else {
                let index = index.saturating_sub(1);
                let found = spelling(index).unwrap_or("");
                let after = index.checked_sub(1).and_then(spelling).map_or(String::new(), |before| format!(" after `{before}`"));
                (lines.get(index).copied().unwrap_or_default(), format!("syntax error: unexpected `{found}`{after}"))
            };
            log.error(at, &message);
            None
        }
    }
}

/// Feeds tokens to the grammar. Positions are token indices.
struct Reader<'a> {
    words: &'a [Word],
    delivered: &'a Cell<usize>,
}

impl HasLexerError for Reader<'_> {
    type Error = LexicalError;
}

impl Iterator for Reader<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let index = self.delivered.get();
        self.delivered.set(index + 1);
        let word = self.words.get(index)?;
        let start = u32::try_from(index).unwrap_or(u32::MAX - 1);
        let span = NodeSpan::new(FileId::new(0), TextRange::new(TextSize::from(start), TextSize::from(start + 1)));
        Some(Ok((span.start(), word.token.clone(), span.end())))
    }
}

/// Returns true if a preprocessing token is the given punctuation.
fn is(text: &Preprocessed, token: Option<&PreToken>, spelling: &str) -> bool {
    token.is_some_and(|token| token.kind == Kind::Punctuation && text.spellings.text(token.spelling) == spelling)
}
