//! Converts preprocessed tokens to the grammar's: keywords, numbers, and type names.
//!
//! Five rewritings, for syntax that glsl-lang's grammar does not accept:
//! - `invariant a, b;` becomes `invariant a; invariant b;` (the grammar accepts one name);
//! - `precise` is dropped, and `precise a, b;` becomes `;` (the grammar accepts it in few positions; it has no effect here);
//! - `invariant vec4 a;` becomes `invariant highp vec4 a;` (the grammar requires a second qualifier; precision has no effect);
//! - `unsigned int` of GL_EXT_gpu_shader4 becomes `uint`, and its `varying out` becomes `out`;
//! - `invariant` after other qualifiers moves to their front (allowed in any order from 4.20).
//!
//! All types are passed as type names: semantic analysis resolves names such as `vec2` itself.

use super::keywords::{self, Words};
use super::literals::{self, Numbers};
use super::type_names::{Dialect, TypeWord, type_word};
use super::{PreToken, Word, is};
use crate::glsl::log::Log;
use crate::glsl::preprocess::{Kind, Preprocessed, Spelling};
use glsl_lang::lexer::Token;
use std::collections::HashMap;

/// Returns true if a token is this word.
fn spelled(text: &Preprocessed, token: Option<&PreToken>, word: &str) -> bool {
    token.is_some_and(|token| text.spellings.text(token.spelling) == word)
}

/// Returns the tokens for the grammar; returns `None` and logs an error if the text is malformed.
pub(super) fn words(text: &Preprocessed, log: &mut Log) -> Option<Vec<Word>> {
    let language = Words { version: text.version, es: text.es, extensions: &text.extensions };
    let numbers = Numbers {
        unsigned: if text.es { text.version >= 300 } else { text.version >= 130 || has(text, "GL_EXT_gpu_shader4") },
        float_suffix: !text.es || text.version >= 300,
        int64: has(text, "GL_ARB_gpu_shader_int64") || has(text, "GL_AMD_gpu_shader_int64"),
        double: !text.es && (text.version >= 400 || has(text, "GL_ARB_gpu_shader_fp64")),
    };
    let mut words: Vec<Word> = Vec::with_capacity(text.tokens.len());
    let mut types = Types { scopes: vec![HashMap::new()], bodies: Vec::new(), parentheses: 0, pending: Vec::new(), declared: None };
    let tokens = &text.tokens;
    let any_order = if text.es { text.version >= 310 } else { text.version >= 420 || has(text, "GL_ARB_shading_language_420pack") };
    let mut index = 0;
    // The depth of parentheses inside `layout(…)`.
    let mut layout = 0_u32;
    let mut layout_next = false;
    // True after `subroutine` of a declaration, until the name of the subroutine type that it declares.
    let mut subroutine = false;
    while let Some(token) = tokens.get(index) {
        let spelling = text.spellings.text(token.spelling);
        let at = token.at;
        let push = |words: &mut Vec<Word>, token: Token| words.push(Word { token, at, source: index });
        match token.kind {
            Kind::Stray => {
                log.error(at, &format!("`{}` is not a character of the language", spelling.escape_default()));
                return None;
            }
            Kind::Number => match literals::number(spelling, numbers) {
                Ok(tokens) => tokens.into_iter().for_each(|token| push(&mut words, token)),
                Err(message) => {
                    log.error(at, &message);
                    return None;
                }
            },
            Kind::Punctuation => {
                let Some(punctuation) = punctuation(spelling) else {
                    log.error(at, &format!("syntax error: unexpected `{spelling}`"));
                    return None;
                };
                if spelling == "(" && layout_next && is(text, tokens.get(index + 1), ")") {
                    log.error(at, "syntax error: layout() without a name");
                    return None;
                }
                if spelling == "(" && is(text, tokens.get(index + 1), ",") {
                    // The grammar accepts lists that begin with a comma.
                    log.error(at, "syntax error: unexpected `,` after `(`");
                    return None;
                }
                if spelling == "," && types.parentheses == 0 && types.bodies.last() == Some(&true) && after_type(&words) {
                    // So do the members of a structure. Other declarations may begin without a name.
                    log.error(at, "syntax error: unexpected `,` after a type");
                    return None;
                }
                match spelling {
                    "(" => types.parentheses += 1,
                    ")" => types.parentheses = types.parentheses.saturating_sub(1),
                    _ => {}
                }
                match spelling {
                    "{" => types.open(struct_body(&words)),
                    "}" => types.close(),
                    ";" => {
                        subroutine = false;
                        types.hide();
                        types.pending.clear();
                    }
                    "," => types.hide(),
                    "(" if layout_next || layout > 0 => layout += 1,
                    ")" => layout = layout.saturating_sub(1),
                    _ => {}
                }
                layout_next = false;
                push(&mut words, punctuation);
            }
            // Layout names are not keywords: `shared`, `packed`.
            Kind::Identifier if layout > 0 && (after(&words, &Token::Comma) || after(&words, &Token::LeftParen)) => {
                let token = if spelling == "shared" { Token::Shared } else { Token::Identifier(spelling.into()) };
                push(&mut words, token);
            }
            Kind::Identifier => {
                if after(&words, &Token::Dot) {
                    push(&mut words, Token::Identifier(spelling.into()));
                    index += 1;
                    continue;
                }
                match language.word(spelling) {
                    keywords::Word::Keyword(Token::Invariant) => {
                        if last_qualifier(&words).is_some() && !any_order {
                            log.error(at, "invariant must come before all other qualifiers");
                            return None;
                        }
                        index = invariant(text, index, &mut words, &language);
                        continue;
                    }
                    keywords::Word::Keyword(Token::Varying)
                        if has(text, "GL_EXT_gpu_shader4") && spelled(text, tokens.get(index + 1), "out") =>
                    {
                        push(&mut words, Token::Out);
                        index += 1;
                    }
                    keywords::Word::Keyword(token) => {
                        layout_next = token == Token::Layout;
                        match token {
                            Token::Subroutine => subroutine = !is(text, tokens.get(index + 1), "("),
                            Token::Uniform => subroutine = false,
                            _ => {}
                        }
                        push(&mut words, token);
                    }
                    keywords::Word::Precise
                        if matches!(words.last().map(|word| &word.token), Some(Token::TypeName(_) | Token::Void))
                            || tokens.get(index + 1).is_none_or(|next| next.kind != Kind::Identifier) =>
                    {
                        log.error(at, "`precise` is a reserved word: it cannot be a name");
                        return None;
                    }
                    keywords::Word::Precise if types.bodies.last() == Some(&true) => {
                        log.error(at, "members of structures take no qualifiers but precision");
                        return None;
                    }
                    keywords::Word::Precise => {
                        index = precise(text, index, &mut words);
                        continue;
                    }
                    keywords::Word::Reserved
                        if spelling == "unsigned" && has(text, "GL_EXT_gpu_shader4") && spelled(text, tokens.get(index + 1), "int") =>
                    {
                        push(&mut words, Token::TypeName("uint".into()));
                        index += 1;
                    }
                    keywords::Word::Reserved => {
                        log.error(at, &format!("`{spelling}` is a reserved word"));
                        return None;
                    }
                    keywords::Word::Free => match type_word(spelling, &language_of(text)) {
                        TypeWord::Type => push(&mut words, Token::TypeName(spelling.into())),
                        TypeWord::Reserved => {
                            log.error(at, &format!("`{spelling}` is a reserved word in this version"));
                            return None;
                        }
                        TypeWord::Free if subroutine && types.parentheses == 0 && is(text, tokens.get(index + 1), "(") => {
                            subroutine = false;
                            types.declare(token.spelling);
                            push(&mut words, Token::Identifier(spelling.into()));
                        }
                        TypeWord::Free => {
                            let token = types.name(token.spelling, spelling, &words, is(text, tokens.get(index + 1), "{"));
                            push(&mut words, token);
                        }
                    },
                }
            }
        }
        index += 1;
    }
    Some(words)
}

fn language_of(text: &Preprocessed) -> Dialect<'_> {
    Dialect { version: text.version, es: text.es, extensions: &text.extensions, rectangles: text.rectangles }
}

fn has(text: &Preprocessed, name: &str) -> bool {
    text.extensions.iter().any(|enabled| enabled == name)
}

fn after(words: &[Word], token: &Token) -> bool {
    words.last().is_some_and(|word| word.token == *token)
}

/// The tokens of the sizes of an array that a check looks through, so that its time does not grow with the text.
const SIZES: usize = 32;

/// Returns true after the name of a type, or after one of an array.
fn after_type(words: &[Word]) -> bool {
    let mut depth = 0_u32;
    for word in words.iter().rev().take(SIZES) {
        match &word.token {
            Token::RightBracket => depth += 1,
            Token::LeftBracket => depth = depth.saturating_sub(1),
            token if depth == 0 => return matches!(token, Token::TypeName(_)),
            _ => {}
        }
    }
    false
}

/// Returns true if the next brace opens the body of a structure.
fn struct_body(words: &[Word]) -> bool {
    let mut last = words.iter().rev().map(|word| &word.token);
    match last.next() {
        Some(Token::Struct) => true,
        Some(Token::Identifier(_)) => last.next() == Some(&Token::Struct),
        _ => false,
    }
}

/// The names of structures, by scope.
struct Types {
    /// For each scope: true for the name of a structure, false for a name that hides one.
    scopes: Vec<HashMap<Spelling, bool>>,
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
        self.scopes.push(self.pending.drain(..).map(|name| (name, false)).collect());
    }

    /// Adds a type to the innermost scope.
    fn declare(&mut self, key: Spelling) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(key, true);
        }
    }

    /// Hides the type whose name the declarator that ends here took. Commas in parentheses end none.
    fn hide(&mut self) {
        if self.parentheses == 0
            && let (Some(key), Some(scope)) = (self.declared.take(), self.scopes.last_mut())
        {
            scope.insert(key, false);
        }
    }

    fn close(&mut self) {
        if self.bodies.pop() == Some(false) && self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    fn name(&mut self, key: Spelling, spelling: &str, words: &[Word], body_follows: bool) -> Token {
        let identifier = Token::Identifier(spelling.into());
        if after(words, &Token::Struct) {
            if body_follows && let Some(scope) = self.scopes.last_mut() {
                scope.insert(key, true);
            }
            return identifier;
        }
        let is_type = self.scopes.iter().rev().find_map(|scope| scope.get(&key)).copied().unwrap_or(false);
        if !is_type {
            return identifier;
        }
        // A name directly after a type is being declared: it hides the type.
        let declares = matches!(words.last().map(|word| &word.token), Some(Token::TypeName(_) | Token::Void));
        // "Each level of structure has its own namespace for names given in member declarators" [GLSL 1.10, 4.1.8]
        if declares && self.bodies.last() == Some(&true) {
            return identifier;
        }
        if declares {
            if self.parentheses > 0 {
                self.pending.push(key);
            } else {
                self.declared = Some(key);
            }
            return identifier;
        }
        Token::TypeName(spelling.into())
    }
}

/// Rewrites `invariant`: splits lists of names, and moves it before the qualifiers that precede it.
fn invariant(text: &Preprocessed, start: usize, words: &mut Vec<Word>, language: &Words) -> usize {
    let at = text.tokens.get(start).map(|token| token.at).unwrap_or_default();
    let names = list_of_names(text, start + 1);
    if let Some(names) = names {
        let end = names.last().map_or(start, |index| index + 2);
        for index in names {
            let name = text.tokens.get(index).map_or("", |token| text.spellings.text(token.spelling));
            words.push(Word { token: Token::Invariant, at, source: start });
            words.push(Word { token: Token::Identifier(name.into()), at, source: index });
            words.push(Word { token: Token::Semicolon, at, source: index + 1 });
        }
        return end;
    }
    let mut place = words.len();
    while let Some(start) = last_qualifier(&words[..place]) {
        place = start;
    }
    let alone = place == words.len();
    words.insert(place, Word { token: Token::Invariant, at, source: start });
    let type_follows = text.tokens.get(start + 1).is_some_and(|next| {
        next.kind == Kind::Identifier && matches!(language.word(text.spellings.text(next.spelling)), keywords::Word::Free)
    });
    if alone && type_follows {
        words.push(Word { token: Token::HighPrecision, at, source: start });
    }
    start + 1
}

/// Returns the index at which the qualifier begins that these words end with: one word, or `layout(…)`.
fn last_qualifier(words: &[Word]) -> Option<usize> {
    let last = words.len().checked_sub(1)?;
    let precision = |token: &Token| matches!(token, Token::HighPrecision | Token::MediumPrecision | Token::LowPrecision);
    if words[last].token != Token::RightParen {
        return (qualifier(&words[last].token) || precision(&words[last].token)).then_some(last);
    }
    let open = words.iter().rposition(|word| word.token == Token::LeftParen)?;
    open.checked_sub(1).filter(|&before| words[before].token == Token::Layout)
}

/// Rewrites `precise`: drops it, or the whole declaration if only names follow.
fn precise(text: &Preprocessed, start: usize, words: &mut Vec<Word>) -> usize {
    match list_of_names(text, start + 1) {
        Some(names) => {
            let end = names.last().map_or(start, |index| index + 2);
            let at = text.tokens.get(start).map(|token| token.at).unwrap_or_default();
            words.push(Word { token: Token::Semicolon, at, source: start });
            end
        }
        None => start + 1,
    }
}

/// Returns the indices of the names in `a, b;`, or `None` if the text is not such a list.
fn list_of_names(text: &Preprocessed, start: usize) -> Option<Vec<usize>> {
    let mut names = Vec::new();
    let mut index = start;
    loop {
        text.tokens.get(index).filter(|token| token.kind == Kind::Identifier)?;
        names.push(index);
        if is(text, text.tokens.get(index + 1), ";") {
            return Some(names);
        }
        if !is(text, text.tokens.get(index + 1), ",") {
            return None;
        }
        index += 2;
    }
}

fn qualifier(token: &Token) -> bool {
    matches!(
        token,
        Token::In
            | Token::Out
            | Token::Varying
            | Token::Centroid
            | Token::Smooth
            | Token::Flat
            | Token::NoPerspective
            | Token::Sample
            | Token::Patch
    )
}

fn punctuation(text: &str) -> Option<Token> {
    Some(match text {
        "(" => Token::LeftParen,
        ")" => Token::RightParen,
        "[" => Token::LeftBracket,
        "]" => Token::RightBracket,
        "{" => Token::LeftBrace,
        "}" => Token::RightBrace,
        "." => Token::Dot,
        "," => Token::Comma,
        ";" => Token::Semicolon,
        ":" => Token::Colon,
        "?" => Token::Question,
        "+" => Token::Plus,
        "-" => Token::Dash,
        "*" => Token::Star,
        "/" => Token::Slash,
        "%" => Token::Percent,
        "<" => Token::LeftAngle,
        ">" => Token::RightAngle,
        "=" => Token::Equal,
        "!" => Token::Bang,
        "~" => Token::Tilde,
        "&" => Token::Ampersand,
        "|" => Token::VerticalBar,
        "^" => Token::Caret,
        "<<" => Token::LeftOp,
        ">>" => Token::RightOp,
        "++" => Token::IncOp,
        "--" => Token::DecOp,
        "<=" => Token::LeOp,
        ">=" => Token::GeOp,
        "==" => Token::EqOp,
        "!=" => Token::NeOp,
        "&&" => Token::AndOp,
        "||" => Token::OrOp,
        "^^" => Token::XorOp,
        "*=" => Token::MulAssign,
        "/=" => Token::DivAssign,
        "%=" => Token::ModAssign,
        "+=" => Token::AddAssign,
        "-=" => Token::SubAssign,
        "<<=" => Token::LeftAssign,
        ">>=" => Token::RightAssign,
        "&=" => Token::AndAssign,
        "^=" => Token::XorAssign,
        "|=" => Token::OrAssign,
        _ => return None,
    })
}
