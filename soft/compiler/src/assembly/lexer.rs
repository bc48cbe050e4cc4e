//! Splits the text of a program into tokens.

/// A token with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'a> {
    /// The kind and the value.
    pub kind: Kind<'a>,
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind<'a> {
    /// A name or a keyword.
    Identifier(&'a str),
    /// A sequence of digits.
    Integer(&'a str),
    /// A number with a decimal point or an exponent.
    Float(&'a str),
    /// A single character.
    Character(u8),
    /// `..`
    Range,
    /// A byte that no token contains.
    Invalid,
    /// The end of the text.
    End,
}

/// The characters that are tokens by themselves.
const CHARACTERS: &[u8] = b".,;=[]{}+-";

/// A position in a text, from which tokens are read.
#[derive(Clone, Copy, Debug)]
pub struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer that starts at an offset of the text.
    pub fn new(text: &'a [u8], at: usize) -> Self {
        Self { text, at }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at.checked_add(ahead)?).copied()
    }

    /// Skips white space: "Spaces, tabs, newlines, carriage returns, and comments are considered whitespace. Comments begin with the character "#"
    /// and are terminated by a newline, a carriage return, or the end of the program array." [ARB_vertex_program, 2.14.2]
    fn skip_space(&mut self) {
        while let Some(byte) = self.byte(0) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'#' => {
                    while self.byte(0).is_some_and(|byte| !matches!(byte, b'\n' | b'\r')) {
                        self.at += 1;
                    }
                }
                _ => return,
            }
        }
    }

    fn skip_while(&mut self, is: impl Fn(u8) -> bool) {
        while self.byte(0).is_some_and(&is) {
            self.at += 1;
        }
    }

    /// Skips a number; returns true if it has a decimal point or an exponent. The first point of `..` belongs to the range.
    fn skip_number(&mut self) -> bool {
        let is_digit = |byte: u8| byte.is_ascii_digit();
        self.skip_while(is_digit);
        let mut float = false;
        if self.byte(0) == Some(b'.') && self.byte(1) != Some(b'.') {
            float = true;
            self.at += 1;
            self.skip_while(is_digit);
        }
        let signed = matches!(self.byte(1), Some(b'+' | b'-'));
        if matches!(self.byte(0), Some(b'e' | b'E')) && self.byte(1 + usize::from(signed)).is_some_and(is_digit) {
            float = true;
            self.at += 1 + usize::from(signed);
            self.skip_while(is_digit);
        }
        float
    }

    /// Reads the next token.
    pub fn token(&mut self) -> Token<'a> {
        self.skip_space();
        let start = self.at;
        let Some(first) = self.byte(0) else { return Token { kind: Kind::End, start, end: start } };
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
        let words = |from: usize, to: usize| self.text.get(from..to).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default();
        let mut ahead = *self;
        let kind = match first {
            b'.' if self.byte(1) == Some(b'.') => {
                ahead.at += 2;
                Kind::Range
            }
            b'0'..=b'9' | b'.' if first != b'.' || self.byte(1).is_some_and(|byte| byte.is_ascii_digit()) => {
                let float = ahead.skip_number();
                let text = words(start, ahead.at);
                if float { Kind::Float(text) } else { Kind::Integer(text) }
            }
            _ if is_name(first) => {
                ahead.skip_while(is_name);
                Kind::Identifier(words(start, ahead.at))
            }
            _ if CHARACTERS.contains(&first) => {
                ahead.at += 1;
                Kind::Character(first)
            }
            _ => {
                ahead.at += 1;
                Kind::Invalid
            }
        };
        self.at = ahead.at;
        Token { kind, start, end: ahead.at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind<'_>> {
        let mut lexer = Lexer::new(text.as_bytes(), 0);
        std::iter::from_fn(|| Some(lexer.token().kind).filter(|kind| *kind != Kind::End)).collect()
    }

    #[test]
    fn numbers_and_ranges_are_apart() {
        use Kind::{Character, Float, Identifier, Integer, Range};
        assert_eq!(
            kinds("0..3 1. .5 1.e-2 2E3 7"),
            [Integer("0"), Range, Integer("3"), Float("1."), Float(".5"), Float("1.e-2"), Float("2E3"), Integer("7")]
        );
        assert_eq!(kinds("3D 2e"), [Integer("3"), Identifier("D"), Integer("2"), Identifier("e")]);
        assert_eq!(kinds("a.x-1"), [Identifier("a"), Character(b'.'), Identifier("x"), Character(b'-'), Integer("1")]);
    }

    #[test]
    fn comments_are_white_space() {
        use Kind::Identifier;
        assert_eq!(kinds("a # b\n$c\t_d # e\rf#"), [Identifier("a"), Identifier("$c"), Identifier("_d"), Identifier("f")]);
    }

    #[test]
    fn other_bytes_are_invalid() {
        assert_eq!(kinds("a @ \u{e9}"), [Kind::Identifier("a"), Kind::Invalid, Kind::Invalid, Kind::Invalid]);
        assert_eq!(Lexer::new(b"\0", 0).token(), Token { kind: Kind::Invalid, start: 0, end: 1 });
    }
}
