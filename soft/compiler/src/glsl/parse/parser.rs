//! The parser's place in the words, and what it reports where they do not fit the grammar.

use super::names::Word;
use super::token::Token;
use crate::glsl::syntax::{ExternalDeclaration, Position, TranslationUnit};

/// A recursive-descent parser. Each function reads one production of the grammar and fails at the first word that cannot continue it.
pub(super) struct Parser<'a, 'w> {
    words: &'w [Word<'a>],
    /// The index of the next word.
    next: usize,
    /// True if `invariant` may follow other qualifiers.
    pub(super) any_order: bool,
}

/// The word that does not fit the grammar.
#[derive(Debug)]
pub(super) struct Malformed {
    pub index: usize,
    /// What is wrong, if it is something else than an unexpected word.
    pub message: Option<&'static str>,
}

pub(super) type Parse<T> = Result<T, Malformed>;

impl<'a, 'w> Parser<'a, 'w> {
    pub(super) fn new(words: &'w [Word<'a>], any_order: bool) -> Self {
        Self { words, next: 0, any_order }
    }

    /// Reads a whole shader.
    pub(super) fn translation_unit(&mut self) -> Parse<TranslationUnit<'a>> {
        let mut unit = Vec::new();
        while self.peek().is_some() {
            if !self.take(Token::Semicolon) {
                unit.push(self.external_declaration()?);
            }
        }
        Ok(unit)
    }

    /// Reads a declaration or the definition of a function.
    fn external_declaration(&mut self) -> Parse<ExternalDeclaration<'a>> {
        let declaration = self.declaration_without_semicolon()?;
        if self.peek() == Some(Token::LeftBrace) {
            return self.function_definition(declaration).map(ExternalDeclaration::FunctionDefinition);
        }
        self.expect(Token::Semicolon)?;
        Ok(ExternalDeclaration::Declaration(declaration))
    }

    /// Returns the next token.
    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.words.get(self.next).map(|word| word.token)
    }

    /// Returns the token after the next one.
    pub(super) fn second(&self) -> Option<Token<'a>> {
        self.words.get(self.next + 1).map(|word| word.token)
    }

    pub(super) fn position(&self) -> Position {
        Position(self.next as u32)
    }

    /// Steps over the next token.
    pub(super) fn skip(&mut self) {
        self.next += 1;
    }

    /// Goes back to a position.
    pub(super) fn rewind(&mut self, to: Position) {
        self.next = to.0 as usize;
    }

    /// Steps over a token if it is the next one.
    pub(super) fn take(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        self.next += usize::from(found);
        found
    }

    /// Steps over a token, which must be the next one.
    pub(super) fn expect(&mut self, token: Token) -> Parse<()> {
        if self.take(token) { Ok(()) } else { self.unexpected() }
    }

    /// Reads a name that is not the name of a type.
    pub(super) fn identifier(&mut self) -> Parse<&'a str> {
        let Some(Token::Identifier(name)) = self.peek() else { return self.unexpected() };
        self.skip();
        Ok(name)
    }

    /// Returns true if the next token is a name.
    pub(super) fn at_identifier(&self) -> bool {
        matches!(self.peek(), Some(Token::Identifier(_)))
    }

    /// Fails at the next word.
    pub(super) fn unexpected<T>(&self) -> Parse<T> {
        Err(Malformed { index: self.next, message: None })
    }

    /// Fails at the next word for a reason of its own.
    pub(super) fn malformed<T>(&self, message: &'static str) -> Parse<T> {
        Err(Malformed { index: self.next, message: Some(message) })
    }
}
