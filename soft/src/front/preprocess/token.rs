//! Preprocessing tokens: the text taken apart, comments gone, continued lines joined.

use crate::front::log::{At, Log};
use std::collections::HashMap;
use std::rc::Rc;

/// A spelling, stored once; indexes [`Spellings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::front) struct Spelling(u32);

/// Every spelling seen.
#[derive(Debug, Default)]
pub(in crate::front) struct Spellings {
    by_text: HashMap<Rc<str>, u32>,
    texts: Vec<Rc<str>>,
}

impl Spellings {
    pub fn intern(&mut self, text: &str) -> Spelling {
        if let Some(&index) = self.by_text.get(text) {
            return Spelling(index);
        }
        let text: Rc<str> = Rc::from(text);
        let index = self.texts.len() as u32;
        self.texts.push(Rc::clone(&text));
        self.by_text.insert(text, index);
        Spelling(index)
    }

    pub fn text(&self, spelling: Spelling) -> &str {
        self.texts.get(spelling.0 as usize).map_or("", |text| text)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::front) enum Kind {
    Identifier,
    Number,
    /// Operators and punctuation.
    Punctuation,
    /// A character the language does not have; an error only if it survives preprocessing.
    Stray,
}

/// One preprocessing token.
#[derive(Clone, Copy, Debug)]
pub(in crate::front) struct Token {
    pub kind: Kind,
    pub spelling: Spelling,
    pub at: At,
    /// White space stood before it.
    pub spaced: bool,
    /// The first of its line.
    pub first: bool,
    /// A macro's name that must not expand any more.
    pub painted: bool,
}

/// Three, two and one characters: the longest match wins.
const OPERATORS: [&str; 22] =
    ["<<=", ">>=", "##", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|="];
const SINGLE: &[u8] = b"()[]{}.,;:?+-*/%<>=!~&|^#";

/// Most tokens that a shader's text may have.
const MOST_TOKENS: usize = 1 << 21;

/// Takes the text apart. Lines are counted from 1 in source string 0; `#line` comes later.
pub(super) fn tokens(source: &str, spellings: &mut Spellings, log: &mut Log) -> Vec<Token> {
    let bytes = source.as_bytes();
    let at_byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let mut result = Vec::new();
    let (mut index, mut line) = (0, 1);
    let (mut spaced, mut first) = (false, true);
    let mut word = String::new();
    while index < bytes.len() {
        let byte = at_byte(index);
        let at = At { string: 0, line };
        if let Some(length) = newline(bytes, index) {
            index += length;
            line += 1;
            (spaced, first) = (false, true);
            continue;
        }
        if let Some(length) = continuation(bytes, index) {
            index += length;
            line += 1;
            continue;
        }
        match byte {
            b' ' | b'\t' | 0x0b | 0x0c => {
                index += 1;
                spaced = true;
                continue;
            }
            b'/' if at_byte(index + 1) == b'/' => {
                while index < bytes.len() && newline(bytes, index).is_none() {
                    match continuation(bytes, index) {
                        Some(length) => {
                            index += length;
                            line += 1;
                        }
                        None => index += 1,
                    }
                }
                spaced = true;
                continue;
            }
            b'/' if at_byte(index + 1) == b'*' => {
                index += 2;
                loop {
                    if index >= bytes.len() {
                        log.error(at, "a comment that begins with /* has no end; */ is missing");
                        break;
                    }
                    if at_byte(index) == b'*' && at_byte(index + 1) == b'/' {
                        index += 2;
                        break;
                    }
                    match newline(bytes, index) {
                        Some(length) => {
                            index += length;
                            line += 1;
                        }
                        None => index += 1,
                    }
                }
                spaced = true;
                continue;
            }
            _ => {}
        }
        word.clear();
        let kind;
        if byte.is_ascii_alphabetic() || byte == b'_' {
            kind = Kind::Identifier;
            while index < bytes.len() {
                let byte = at_byte(index);
                if byte.is_ascii_alphanumeric() || byte == b'_' {
                    word.push(char::from(byte));
                    index += 1;
                } else if let Some(length) = continuation(bytes, index) {
                    index += length;
                    line += 1;
                } else {
                    break;
                }
            }
        } else if byte.is_ascii_digit() || (byte == b'.' && at_byte(index + 1).is_ascii_digit()) {
            kind = Kind::Number;
            while index < bytes.len() {
                let byte = at_byte(index);
                let hexadecimal = word.len() >= 2 && matches!(word.as_bytes().get(1), Some(b'x' | b'X'));
                let exponent = matches!(byte, b'+' | b'-') && !hexadecimal && matches!(word.as_bytes().last(), Some(b'e' | b'E'));
                // A second point begins a swizzle: `1.0.xx`.
                let point = byte == b'.' && !word.contains(['.', 'e', 'E']);
                if byte.is_ascii_alphanumeric() || byte == b'_' || exponent || point {
                    word.push(char::from(byte));
                    index += 1;
                } else if let Some(length) = continuation(bytes, index) {
                    index += length;
                    line += 1;
                } else {
                    break;
                }
            }
        } else if let Some(operator) =
            OPERATORS.iter().find(|operator| bytes.get(index..).is_some_and(|rest| rest.starts_with(operator.as_bytes())))
        {
            kind = Kind::Punctuation;
            word.push_str(operator);
            index += operator.len();
        } else if SINGLE.contains(&byte) {
            kind = Kind::Punctuation;
            word.push(char::from(byte));
            index += 1;
        } else {
            kind = Kind::Stray;
            let character = source.get(index..).and_then(|rest| rest.chars().next());
            index += character.map_or(1, char::len_utf8);
            word.push(character.unwrap_or('?'));
        }
        if result.len() >= MOST_TOKENS {
            log.error(at, "the shader is too long: more than 2,097,152 tokens");
            break;
        }
        result.push(Token { kind, spelling: spellings.intern(&word), at, spaced, first, painted: false });
        (spaced, first) = (false, false);
    }
    result
}

/// The length of the end of line here, if there is one: \n, \r, \r\n or \n\r.
fn newline(bytes: &[u8], index: usize) -> Option<usize> {
    match (bytes.get(index)?, bytes.get(index + 1)) {
        (b'\n', Some(b'\r')) | (b'\r', Some(b'\n')) => Some(2),
        (b'\n' | b'\r', _) => Some(1),
        _ => None,
    }
}

/// The length of a backslash and the end of line after it.
fn continuation(bytes: &[u8], index: usize) -> Option<usize> {
    if bytes.get(index) == Some(&b'\\') { newline(bytes, index + 1).map(|length| length + 1) } else { None }
}

/// Whether a text is one operator or one punctuation mark.
pub(super) fn operator(text: &str) -> bool {
    OPERATORS.contains(&text) || matches!(text.as_bytes(), [byte] if SINGLE.contains(byte))
}
