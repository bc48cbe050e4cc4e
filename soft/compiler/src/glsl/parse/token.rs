//! The tokens of the grammar.

use crate::glsl::syntax::{AuxiliaryQualifier, BinaryOperator, Constant, MemoryQualifier, StorageQualifier};
use base::hir::{Interpolation, Precision};

/// A token of the grammar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Identifier(&'a str),
    TypeName(&'a str),
    Constant(Constant),
    Storage(StorageQualifier),
    Auxiliary(AuxiliaryQualifier),
    Memory(MemoryQualifier),
    Interpolation(Interpolation),
    PrecisionQualifier(Precision),
    Invariant,
    Precise,
    Layout,
    Subroutine,
    Precision,
    Void,
    Struct,
    If,
    Else,
    Switch,
    Case,
    Default,
    While,
    Do,
    For,
    Continue,
    Break,
    Return,
    Discard,
    Operator(BinaryOperator),
    /// `=`, or an operator with `=`.
    Assign(Option<BinaryOperator>),
    Increment,
    Decrement,
    Not,
    Complement,
    Question,
    Colon,
    Comma,
    Dot,
    Semicolon,
    LeftParenthesis,
    RightParenthesis,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
}

impl Token<'_> {
    /// Returns true if the token begins or is a type qualifier.
    pub(super) fn is_qualifier(self) -> bool {
        matches!(
            self,
            Self::Storage(_)
                | Self::Auxiliary(_)
                | Self::Memory(_)
                | Self::Interpolation(_)
                | Self::PrecisionQualifier(_)
                | Self::Invariant
                | Self::Precise
                | Self::Layout
                | Self::Subroutine
        )
    }
}

/// Returns the token of an operator or punctuation mark.
pub(super) fn punctuation(text: &str) -> Option<Token<'static>> {
    use BinaryOperator as B;
    Some(match text {
        "(" => Token::LeftParenthesis,
        ")" => Token::RightParenthesis,
        "[" => Token::LeftBracket,
        "]" => Token::RightBracket,
        "{" => Token::LeftBrace,
        "}" => Token::RightBrace,
        "." => Token::Dot,
        "," => Token::Comma,
        ";" => Token::Semicolon,
        ":" => Token::Colon,
        "?" => Token::Question,
        "!" => Token::Not,
        "~" => Token::Complement,
        "++" => Token::Increment,
        "--" => Token::Decrement,
        "+" => Token::Operator(B::Add),
        "-" => Token::Operator(B::Sub),
        "*" => Token::Operator(B::Mul),
        "/" => Token::Operator(B::Div),
        "%" => Token::Operator(B::Mod),
        "<" => Token::Operator(B::Less),
        ">" => Token::Operator(B::Greater),
        "&" => Token::Operator(B::BitAnd),
        "|" => Token::Operator(B::BitOr),
        "^" => Token::Operator(B::BitXor),
        "<<" => Token::Operator(B::ShiftLeft),
        ">>" => Token::Operator(B::ShiftRight),
        "<=" => Token::Operator(B::LessEqual),
        ">=" => Token::Operator(B::GreaterEqual),
        "==" => Token::Operator(B::Equal),
        "!=" => Token::Operator(B::NotEqual),
        "&&" => Token::Operator(B::And),
        "||" => Token::Operator(B::Or),
        "^^" => Token::Operator(B::Xor),
        "=" => Token::Assign(None),
        "*=" => Token::Assign(Some(B::Mul)),
        "/=" => Token::Assign(Some(B::Div)),
        "%=" => Token::Assign(Some(B::Mod)),
        "+=" => Token::Assign(Some(B::Add)),
        "-=" => Token::Assign(Some(B::Sub)),
        "<<=" => Token::Assign(Some(B::ShiftLeft)),
        ">>=" => Token::Assign(Some(B::ShiftRight)),
        "&=" => Token::Assign(Some(B::BitAnd)),
        "^=" => Token::Assign(Some(B::BitXor)),
        "|=" => Token::Assign(Some(B::BitOr)),
        _ => return None,
    })
}
