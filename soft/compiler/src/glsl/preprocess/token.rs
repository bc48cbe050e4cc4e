//! Preprocessing tokens: splits source text, removes comments, joins continued lines.

use crate::glsl::log::{Log, SourceLocation};
use std::collections::HashMap;
use std::rc::Rc;

/// An interned spelling, an index into [`Spellings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::glsl) struct Spelling(u32);

impl Spelling {
    /// Returns the index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All interned spellings.
#[derive(Debug, Default)]
pub(in crate::glsl) struct Spellings {
    by_text: HashMap<Rc<str>, u32>,
    texts: Vec<Rc<str>>,
}

impl Spellings {
    /// Interns a text.
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

    /// Returns the text of a spelling.
    pub fn text(&self, spelling: Spelling) -> &str {
        self.texts.get(spelling.index()).map_or("", |text| text)
    }
}

/// The kind of a preprocessing token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::glsl) enum Kind {
    Identifier,
    Number,
    /// An operator or punctuation mark.
    Punctuation,
    /// A character outside the language's character set; an error only if it survives preprocessing.
    Stray,
}

/// One preprocessing token.
#[derive(Clone, Copy, Debug)]
pub(in crate::glsl) struct Token {
    pub kind: Kind,
    pub spelling: Spelling,
    pub at: SourceLocation,
    /// True if white space precedes it.
    pub spaced: bool,
    /// True for the first token of a line.
    pub first: bool,
    /// True for a macro's name that must not be expanded any more ("painted blue").
    pub painted: bool,
}

/// The operators of three and two characters: the longest match wins.
const OPERATORS: [&str; 22] =
    ["<<=", ">>=", "##", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|="];
const SINGLE: &[u8] = b"()[]{}.,;:?+-*/%<>=!~&|^#";

/// The largest number of tokens in a shader's text.
const MAX_TOKENS: usize = 1 << 21;

/// Splits text into tokens. Lines count from 1 in source string 0; `#line` is applied later.
pub(super) fn tokens(source: &str, spellings: &mut Spellings, log: &mut Log) -> Vec<Token> {
    let (source, joints) = joined(source);
    let bytes = source.as_bytes();
    let at_byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let mut result = Vec::new();
    let (mut index, mut newlines, mut joint) = (0, 1, 0);
    let (mut spaced, mut first) = (false, true);
    // The index of the first token of the line.
    let mut line_start = 0;
    while index < bytes.len() {
        while joints.get(joint).is_some_and(|&position| position <= index) {
            joint += 1;
        }
        let at = SourceLocation { string: 0, line: newlines + joint as u32 };
        let start = index;
        let byte = at_byte(index);
        if let Some(length) = newline(bytes, index) {
            index += length;
            newlines += 1;
            (spaced, first) = (false, true);
            continue;
        }
        if matches!(byte, b' ' | b'\t' | 0x0b | 0x0c) {
            index += 1;
            spaced = true;
            continue;
        }
        if byte == b'/' && at_byte(index + 1) == b'/' {
            while index < bytes.len() && newline(bytes, index).is_none() {
                index += 1;
            }
            spaced = true;
            continue;
        }
        if byte == b'/' && at_byte(index + 1) == b'*' {
            index += 2;
            while !(at_byte(index) == b'*' && at_byte(index + 1) == b'/') {
                if index >= bytes.len() {
                    log.error(at, "a comment that begins with /* has no end; */ is missing");
                    return result;
                }
                let length = newline(bytes, index);
                newlines += u32::from(length.is_some());
                index += length.unwrap_or(1);
            }
            index += 2;
            spaced = true;
            continue;
        }
        let path = if first { None } else { path_end(bytes, index, result.get(line_start..).unwrap_or(&[]), spellings) };
        let kind = if let Some(end) = path {
            index = end;
            Kind::Stray
        } else if byte.is_ascii_alphabetic() || byte == b'_' {
            while at_byte(index).is_ascii_alphanumeric() || at_byte(index) == b'_' {
                index += 1;
            }
            Kind::Identifier
        } else if byte.is_ascii_digit() || (byte == b'.' && at_byte(index + 1).is_ascii_digit()) {
            index = number_end(bytes, index);
            Kind::Number
        } else if let Some(operator) =
            OPERATORS.iter().find(|operator| bytes.get(start..).is_some_and(|rest| rest.starts_with(operator.as_bytes())))
        {
            index += operator.len();
            Kind::Punctuation
        } else if SINGLE.contains(&byte) {
            index += 1;
            Kind::Punctuation
        } else {
            index += source.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
            Kind::Stray
        };
        if result.len() >= MAX_TOKENS {
            log.error(at, "the shader is too long: more than 2,097,152 tokens");
            break;
        }
        let spelling = spellings.intern(source.get(start..index).unwrap_or("?"));
        if first {
            line_start = result.len();
        }
        result.push(Token { kind, spelling, at, spaced, first, painted: false });
        (spaced, first) = (false, false);
    }
    result
}

/// Returns the end of a path that begins at an index: `"path"` of `#include` and `#line`, `<path>` of `#include`. `line` holds the tokens before it.
fn path_end(bytes: &[u8], start: usize, line: &[Token], spellings: &Spellings) -> Option<usize> {
    let close = match bytes.get(start) {
        Some(b'"') => b'"',
        Some(b'<') if line.len() == 2 => b'>',
        _ => return None,
    };
    let mut words = line.iter().map(|token| spellings.text(token.spelling));
    let directive = if words.next() == Some("#") { words.next() } else { None };
    if !matches!((directive, close), (Some("include"), _) | (Some("line"), b'"')) {
        return None;
    }
    let rest = bytes.get(start + 1..)?;
    let length = rest.iter().position(|byte| *byte == close || matches!(byte, b'\n' | b'\r'))?;
    (rest.get(length) == Some(&close)).then_some(start + length + 2)
}

/// Returns the end of a number: digits, letters, one point, a sign after an exponent's e. A second point begins a swizzle: `1.0.xx`.
fn number_end(bytes: &[u8], start: usize) -> usize {
    let hexadecimal = bytes.get(start) == Some(&b'0') && matches!(bytes.get(start + 1), Some(b'x' | b'X'));
    let (mut index, mut point) = (start, false);
    while let Some(&byte) = bytes.get(index) {
        let exponent = |byte: Option<&u8>| !hexadecimal && matches!(byte, Some(b'e' | b'E'));
        let sign = matches!(byte, b'+' | b'-') && index > start && exponent(bytes.get(index - 1));
        point |= exponent(Some(&byte));
        let goes_on = byte.is_ascii_alphanumeric() || byte == b'_' || sign || (byte == b'.' && !point);
        if !goes_on {
            break;
        }
        point |= byte == b'.';
        index += 1;
    }
    index
}

/// Returns the text with continued lines joined, and the positions of the joints.
fn joined(source: &str) -> (String, Vec<usize>) {
    let bytes = source.as_bytes();
    let mut text = String::with_capacity(source.len());
    let mut joints = Vec::new();
    let (mut start, mut index) = (0, 0);
    while index < bytes.len() {
        if let Some(length) = continuation(bytes, index) {
            text.push_str(source.get(start..index).unwrap_or(""));
            joints.push(text.len());
            index += length;
            start = index;
        } else {
            index += 1;
        }
    }
    text.push_str(source.get(start..).unwrap_or(""));
    (text, joints)
}

/// Returns the length of the line ending at an index, if there is one: \n, \r, \r\n or \n\r.
fn newline(bytes: &[u8], index: usize) -> Option<usize> {
    match (bytes.get(index)?, bytes.get(index + 1)) {
        (b'\n', Some(b'\r')) | (b'\r', Some(b'\n')) => Some(2),
        (b'\n' | b'\r', _) => Some(1),
        _ => None,
    }
}

/// Returns the length of a backslash and the line ending after it, if they are at an index.
fn continuation(bytes: &[u8], index: usize) -> Option<usize> {
    if bytes.get(index) == Some(&b'\\') { newline(bytes, index + 1).map(|length| length + 1) } else { None }
}

/// Returns true if a text is a single operator or punctuation mark.
pub(super) fn operator(text: &str) -> bool {
    OPERATORS.contains(&text) || matches!(text.as_bytes(), [byte] if SINGLE.contains(byte))
}
