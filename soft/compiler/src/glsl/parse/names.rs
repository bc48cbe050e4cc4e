//! Converts preprocessed tokens to the grammar's: keywords, numbers, and type names.
//!
//! `unsigned int` of GL_EXT_gpu_shader4 becomes `uint`, and its `varying out` becomes `out`.
//!
//! All types are passed as type names: semantic analysis resolves names such as `vec2` itself.

use super::has;
use super::keywords::{self, Words};
use super::literals::{self, Numbers};
use super::token::{Token, punctuation};
use super::type_names::{Dialect, TypeWord, type_word};
use crate::glsl::log::{Log, SourceLocation};
use crate::glsl::preprocess::{Kind, Preprocessed, Spelling, Token as PreToken};
use crate::glsl::syntax::StorageQualifier;
use std::collections::HashMap;

/// A token for the grammar, with its position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub token: Token<'a>,
    pub at: SourceLocation,
    /// Its index among the preprocessed tokens, for messages.
    pub source: u32,
}

/// Returns the tokens for the grammar; returns `None` and logs an error if the text is malformed.
pub(super) fn words<'a>(text: &'a Preprocessed, log: &mut Log) -> Option<Vec<Word<'a>>> {
    let mut reader = Reader::new(text);
    while let Some(token) = text.tokens.get(reader.index) {
        if let Err(message) = reader.token(token) {
            log.error(token.at, &message);
            return None;
        }
        reader.index += 1;
    }
    Some(reader.words)
}

/// The conversion of a text, up to the token at `index`.
struct Reader<'a> {
    text: &'a Preprocessed,
    language: Words<'a>,
    dialect: Dialect<'a>,
    numbers: Numbers,
    index: usize,
    words: Vec<Word<'a>>,
    types: Types,
    /// The depth of parentheses inside `layout(…)`.
    layout: u32,
    /// True after `layout`, until its parenthesis.
    layout_next: bool,
    /// True after `subroutine` of a declaration, until the name of the subroutine type that it declares.
    subroutine: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a Preprocessed) -> Self {
        let Preprocessed { version, es, rectangles, .. } = *text;
        let numbers = Numbers {
            unsigned: if es { version >= 300 } else { version >= 130 || has(text, "GL_EXT_gpu_shader4") },
            float_suffix: !es || version >= 300,
            int64: has(text, "GL_ARB_gpu_shader_int64") || has(text, "GL_AMD_gpu_shader_int64"),
            double: !es && (version >= 400 || has(text, "GL_ARB_gpu_shader_fp64")),
        };
        Self {
            text,
            language: Words { version, es, extensions: &text.extensions },
            dialect: Dialect { version, es, extensions: &text.extensions, rectangles },
            numbers,
            index: 0,
            words: Vec::with_capacity(text.tokens.len()),
            types: Types::default(),
            layout: 0,
            layout_next: false,
            subroutine: false,
        }
    }

    /// Converts the token at `index`.
    fn token(&mut self, token: &PreToken) -> Result<(), String> {
        let spelling = self.text.spellings.text(token.spelling);
        let source = self.index as u32;
        let converted = match token.kind {
            Kind::Stray => return Err(format!("`{}` is not a character of the language", spelling.escape_default())),
            Kind::Number => Token::Constant(literals::number(spelling, self.numbers)?),
            Kind::Punctuation => self.punctuation(spelling)?,
            // Layout names are not keywords: `packed`.
            Kind::Identifier if self.layout > 0 && matches!(self.last(), Some(Token::Comma | Token::LeftParenthesis)) => match spelling {
                "shared" => Token::Storage(StorageQualifier::Shared),
                _ => Token::Identifier(spelling),
            },
            Kind::Identifier if self.last() == Some(Token::Dot) => Token::Identifier(spelling),
            Kind::Identifier => self.identifier(token.spelling, spelling)?,
        };
        self.words.push(Word { token: converted, at: token.at, source });
        Ok(())
    }

    /// Returns the last token that was converted.
    fn last(&self) -> Option<Token<'a>> {
        self.words.last().map(|word| word.token)
    }

    /// Returns the token after the one at `index`, if it is of a kind.
    fn next(&self, kind: Kind) -> Option<&'a str> {
        let token = self.text.tokens.get(self.index + 1).filter(|token| token.kind == kind)?;
        Some(self.text.spellings.text(token.spelling))
    }

    /// Returns true, and steps on, if a word of GL_EXT_gpu_shader4 consists of the word at `index` and this one.
    fn take_second(&mut self, second: &str) -> bool {
        let pair = self.next(Kind::Identifier) == Some(second) && has(self.text, "GL_EXT_gpu_shader4");
        self.index += usize::from(pair);
        pair
    }

    fn punctuation(&mut self, spelling: &str) -> Result<Token<'a>, String> {
        let Some(token) = punctuation(spelling) else { return Err(format!("syntax error: unexpected `{spelling}`")) };
        match token {
            Token::LeftParenthesis => {
                self.types.parentheses += 1;
                self.layout += u32::from(self.layout_next || self.layout > 0);
            }
            Token::RightParenthesis => {
                self.types.parentheses = self.types.parentheses.saturating_sub(1);
                self.layout = self.layout.saturating_sub(1);
            }
            Token::LeftBrace => self.types.open(struct_body(&self.words)),
            Token::RightBrace => self.types.close(),
            Token::Semicolon => {
                self.subroutine = false;
                self.types.hide();
                self.types.pending.clear();
            }
            Token::Comma => self.types.hide(),
            _ => {}
        }
        self.layout_next = false;
        Ok(token)
    }

    /// Returns the token of a word: a keyword or a name.
    fn identifier(&mut self, key: Spelling, spelling: &'a str) -> Result<Token<'a>, String> {
        match self.language.word(spelling) {
            keywords::Word::Keyword(Token::Storage(StorageQualifier::Varying)) if self.take_second("out") => {
                Ok(Token::Storage(StorageQualifier::Out))
            }
            keywords::Word::Keyword(token) => {
                self.keyword(token);
                Ok(token)
            }
            keywords::Word::Precise => self.precise(),
            keywords::Word::Reserved if spelling == "unsigned" && self.take_second("int") => Ok(Token::TypeName("uint")),
            keywords::Word::Reserved => Err(format!("`{spelling}` is a reserved word")),
            keywords::Word::Free => self.name(key, spelling),
        }
    }

    /// Records what a keyword says about the words after it.
    fn keyword(&mut self, token: Token) {
        self.layout_next = token == Token::Layout;
        match token {
            Token::Subroutine => self.subroutine = self.next(Kind::Punctuation) != Some("("),
            Token::Storage(StorageQualifier::Uniform) => self.subroutine = false,
            _ => {}
        }
    }

    /// Checks that `precise` is a qualifier where it is.
    fn precise(&self) -> Result<Token<'a>, String> {
        if matches!(self.last(), Some(Token::TypeName(_) | Token::Void)) || self.next(Kind::Identifier).is_none() {
            return Err("`precise` is a reserved word: it cannot be a name".to_owned());
        }
        if self.types.bodies.last() == Some(&true) {
            return Err("members of structures take no qualifiers but precision".to_owned());
        }
        Ok(Token::Precise)
    }

    /// Returns the token of a name.
    fn name(&mut self, key: Spelling, spelling: &'a str) -> Result<Token<'a>, String> {
        match type_word(spelling, &self.dialect) {
            TypeWord::Type => Ok(Token::TypeName(spelling)),
            TypeWord::Reserved => Err(format!("`{spelling}` is a reserved word in this version")),
            TypeWord::Free if self.subroutine && self.types.parentheses == 0 && self.next(Kind::Punctuation) == Some("(") => {
                self.subroutine = false;
                self.types.set(key, true);
                Ok(Token::Identifier(spelling))
            }
            TypeWord::Free => Ok(match self.is_type(key) {
                true => Token::TypeName(spelling),
                false => Token::Identifier(spelling),
            }),
        }
    }

    /// Returns true if a name is that of a structure where it is, and not declared there.
    fn is_type(&mut self, key: Spelling) -> bool {
        let last = self.last();
        if last == Some(Token::Struct) {
            if self.next(Kind::Punctuation) == Some("{") {
                self.types.set(key, true);
            }
            return false;
        }
        // A name directly after a type is being declared: it hides the type.
        let declares = matches!(last, Some(Token::TypeName(_) | Token::Void));
        let known = self.types.is_type(key);
        if known && declares {
            self.types.redeclare(key);
        }
        known && !declares
    }
}

/// Returns true if the next brace opens the body of a structure.
fn struct_body(words: &[Word]) -> bool {
    let mut last = words.iter().rev().map(|word| word.token);
    match last.next() {
        Some(Token::Struct) => true,
        Some(Token::Identifier(_)) => matches!(last.next(), Some(Token::Struct)),
        _ => false,
    }
}

/// The names of structures.
#[derive(Default)]
struct Types {
    /// What a name is in each open scope that declares it: true for a structure, false for what hides one.
    names: HashMap<Spelling, Vec<bool>>,
    /// The names that each open scope inside the outermost one declares.
    scopes: Vec<Vec<Spelling>>,
    /// For each open brace, true if it is a structure's, which opens no scope.
    bodies: Vec<bool>,
    /// Open parentheses: names declared inside belong to the body that follows.
    parentheses: u32,
    /// Parameters that hide a type in the next scope.
    pending: Vec<Spelling>,
    /// A variable that hides a type after its initialiser, which may still name the type.
    declared: Option<Spelling>,
}

impl Types {
    fn open(&mut self, structure: bool) {
        self.bodies.push(structure);
        if structure {
            return;
        }
        self.scopes.push(Vec::new());
        for name in std::mem::take(&mut self.pending) {
            self.set(name, false);
        }
    }

    /// Sets what a name is in the innermost scope.
    fn set(&mut self, key: Spelling, is_type: bool) {
        self.names.entry(key).or_default().push(is_type);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(key);
        }
    }

    /// Hides the type whose name the declarator that ends here took. Commas in parentheses end none.
    fn hide(&mut self) {
        if self.parentheses == 0
            && let Some(key) = self.declared.take()
        {
            self.set(key, false);
        }
    }

    fn close(&mut self) {
        if self.bodies.pop() != Some(false) {
            return;
        }
        for key in self.scopes.pop().into_iter().flatten() {
            if let Some(meanings) = self.names.get_mut(&key) {
                meanings.pop();
            }
        }
    }

    /// Returns true if a name is that of a structure.
    fn is_type(&self, key: Spelling) -> bool {
        self.names.get(&key).and_then(|meanings| meanings.last()) == Some(&true)
    }

    /// Declares something else with the name of a structure.
    fn redeclare(&mut self, key: Spelling) {
        // "Each level of structure has its own namespace for names given in member declarators" [GLSL 1.10, 4.1.8]
        if self.bodies.last() == Some(&true) {
            return;
        }
        if self.parentheses > 0 {
            self.pending.push(key);
        } else {
            self.declared = Some(key);
        }
    }
}
