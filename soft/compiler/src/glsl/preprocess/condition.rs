//! The integer expressions of #if and #elif.

use super::token::{Kind, Spellings, Token};

/// The deepest nesting of parentheses and unary operators.
const MAX_DEPTH: u32 = 128;

/// A value, or an error message.
pub(super) type Value = Result<i64, String>;

/// The evaluator of an `#if` expression.
pub(super) struct Condition<'a> {
    /// The tokens of the expression.
    pub tokens: &'a [Token],
    pub spellings: &'a Spellings,
    /// True for ES, where evaluating a name that is not a macro is an error.
    pub es: bool,
    /// The index of the next token.
    pub position: usize,
    /// The current nesting.
    pub depth: u32,
}

impl Condition<'_> {
    /// Returns the value of the whole expression.
    pub fn value(&mut self) -> Value {
        if self.tokens.is_empty() {
            return Err("#if without an expression; an integer expression is needed".into());
        }
        let value = self.binary(0, true)?;
        match self.peek() {
            Some(text) => Err(format!("unexpected `{text}` after the expression of #if")),
            None => Ok(value),
        }
    }

    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.position).map(|token| self.spellings.text(token.spelling))
    }

    /// Parses by precedence climbing; `live` is false in operands that `&&` and `||` do not evaluate.
    fn binary(&mut self, least: u32, live: bool) -> Value {
        let mut left = self.unary(live)?;
        while let Some((operator, precedence)) = self.peek().and_then(precedence) {
            if precedence < least {
                break;
            }
            self.position += 1;
            let right_live = live && !(operator == "&&" && left == 0) && !(operator == "||" && left != 0);
            let right = self.binary(precedence + 1, right_live)?;
            left = apply(operator, left, right, right_live)?;
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Value {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("the expression of #if is nested too deep; {MAX_DEPTH} levels are accepted"));
        }
        let result = self.unary_within(live);
        self.depth -= 1;
        result
    }

    fn unary_within(&mut self, live: bool) -> Value {
        let Some(token) = self.tokens.get(self.position) else {
            return Err("the expression of #if ends too early".into());
        };
        let text = self.spellings.text(token.spelling);
        self.position += 1;
        match (token.kind, text) {
            (Kind::Number, text) => number(text).ok_or_else(|| format!("`{text}` in #if is not an integer")),
            (Kind::Identifier, name) => {
                if self.es && live {
                    Err(format!("`{name}` in #if is not defined"))
                } else {
                    Ok(0)
                }
            }
            (_, "+") => self.unary(live),
            (_, "-") => self.unary(live).map(i64::wrapping_neg),
            (_, "~") => self.unary(live).map(|value| !value),
            (_, "!") => self.unary(live).map(|value| i64::from(value == 0)),
            (_, "(") => {
                let value = self.binary(0, live)?;
                if self.peek() != Some(")") {
                    return Err("a closing parenthesis is missing in the expression of #if".into());
                }
                self.position += 1;
                Ok(value)
            }
            (_, text) => Err(format!("unexpected `{text}` in the expression of #if")),
        }
    }
}

fn precedence(text: &str) -> Option<(&'static str, u32)> {
    Some(match text {
        "||" => ("||", 1),
        "&&" => ("&&", 2),
        "|" => ("|", 3),
        "^" => ("^", 4),
        "&" => ("&", 5),
        "==" => ("==", 6),
        "!=" => ("!=", 6),
        "<" => ("<", 7),
        ">" => (">", 7),
        "<=" => ("<=", 7),
        ">=" => (">=", 7),
        "<<" => ("<<", 8),
        ">>" => (">>", 8),
        "+" => ("+", 9),
        "-" => ("-", 9),
        "*" => ("*", 10),
        "/" => ("/", 10),
        "%" => ("%", 10),
        _ => return None,
    })
}

fn apply(operator: &str, left: i64, right: i64, live: bool) -> Value {
    Ok(match operator {
        "||" => i64::from(left != 0 || right != 0),
        "&&" => i64::from(left != 0 && right != 0),
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "<<" => left.wrapping_shl(right as u32),
        ">>" => left.wrapping_shr(right as u32),
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        _ if right == 0 && live => return Err("division by zero in the expression of #if".into()),
        _ if right == 0 => 0,
        "/" => left.wrapping_div(right),
        _ => left.wrapping_rem(right),
    })
}

/// Parses a decimal, octal or hexadecimal integer, with an optional u.
pub(super) fn number(text: &str) -> Option<i64> {
    let digits = text.strip_suffix(['u', 'U']).unwrap_or(text);
    let value = if let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        u64::from_str_radix(hexadecimal, 16).ok()?
    } else if digits.len() > 1 && digits.starts_with('0') {
        u64::from_str_radix(digits, 8).ok()?
    } else {
        digits.parse().ok()?
    };
    Some(value as i64)
}
