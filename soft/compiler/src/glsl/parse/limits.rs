//! Limits of the depth of a syntax tree, checked on the tokens before the tree is built, because everything that walks the tree recurses.

use crate::glsl::log::Log;
use crate::glsl::preprocess::{Kind, Preprocessed};

/// The deepest nesting of brackets of all kinds.
const BRACKETS: usize = 4096;
/// The limit of operators, commas, control words and brackets that may nest in each other, summed over all open brackets.
const CHAIN: u32 = 1 << 15;
/// The most tokens after macro expansion.
const TOKENS: usize = 1 << 19;

struct Level {
    /// The tree levels that the contents of the open bracket may already have.
    chain: u32,
    /// True if commas separate arguments, initialisers or members, which do not nest in each other.
    list: bool,
    brace: bool,
}

/// Checks a text; logs an error and returns false if the tree could become too deep.
pub(super) fn check(text: &Preprocessed, log: &mut Log) -> bool {
    if let Some(token) = text.tokens.get(TOKENS) {
        log.error(token.at, &format!("the shader is too long: after macro expansion it has more than {TOKENS} tokens"));
        return false;
    }
    let mut levels = vec![Level { chain: 0, list: false, brace: true }];
    let mut total: u32 = 0;
    // The previous word: after a name, a parenthesis begins a call.
    let mut callable = false;
    for (index, token) in text.tokens.iter().enumerate() {
        let word = text.spellings.text(token.spelling);
        let Some(top) = levels.last_mut() else { return true };
        let mut add = 0;
        let mut statement_ends = false;
        match (token.kind, word) {
            (Kind::Punctuation, "(" | "[" | "{") => {
                top.chain += 1;
                total += 1;
                if levels.len() > BRACKETS {
                    log.error(token.at, &format!("brackets are nested too deep; {BRACKETS} levels are accepted"));
                    return false;
                }
                let list = word == "{" || (word == "(" && callable);
                levels.push(Level { chain: 0, list, brace: word == "{" });
            }
            (Kind::Punctuation, ")" | "]" | "}") => {
                if levels.len() > 1 {
                    total -= levels.pop().map_or(0, |level| level.chain);
                }
                statement_ends = word == "}";
            }
            (Kind::Punctuation, ";") => statement_ends = true,
            (Kind::Punctuation, ",") if top.list => {
                total -= top.chain;
                top.chain = 0;
            }
            (Kind::Punctuation, _) => add = 1,
            (Kind::Identifier, "if" | "else" | "for" | "while" | "do" | "switch") => add = 2,
            _ => {}
        }
        if statement_ends && let Some(top) = levels.last_mut() {
            // `else`, and the `while` of a do loop, continue the previous statement.
            let next = text.tokens.get(index + 1).map_or("", |token| text.spellings.text(token.spelling));
            if top.brace && next != "else" && next != "while" {
                total -= top.chain;
                top.chain = 0;
            }
        }
        if add > 0
            && let Some(top) = levels.last_mut()
        {
            top.chain += add;
            total += add;
        }
        if total > CHAIN {
            log.error(token.at, &format!("this expression or statement is too long: more than {CHAIN} operators that nest in each other"));
            return false;
        }
        callable = match (token.kind, word) {
            (Kind::Identifier, "if" | "for" | "while" | "switch" | "return") => false,
            (Kind::Identifier, _) | (_, "]") => true,
            _ => false,
        };
    }
    true
}
