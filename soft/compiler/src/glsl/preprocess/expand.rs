//! Macro expansion, within a budget.

use super::extensions;
use super::token::{Kind, Spelling, Spellings, Token};
use crate::glsl::log::{Log, SourceLocation};
use std::collections::HashSet;
use std::rc::Rc;

/// The number of tokens that all expansions of a shader may process.
const BUDGET: usize = 4 << 20;
/// The deepest nesting of macro calls in arguments of macro calls.
const MAX_DEPTH: u32 = 64;

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    /// The parameters, or `None` for a macro without parentheses.
    pub parameters: Option<Vec<Spelling>>,
    /// The replacement list.
    pub body: Rc<[Token]>,
    /// True for macros that the shader must not redefine.
    pub predefined: bool,
}

impl Macro {
    /// Creates a macro of the language.
    pub fn predefined(value: &str, spellings: &mut Spellings) -> Self {
        let token = Token {
            kind: Kind::Number,
            spelling: spellings.intern(value),
            at: SourceLocation::default(),
            spaced: true,
            first: false,
            painted: false,
        };
        Self { parameters: None, body: Rc::from([token]), predefined: true }
    }

    /// Returns true if a second definition equals this one.
    pub fn same(&self, other: &Macro) -> bool {
        self.parameters == other.parameters
            && self.body.len() == other.body.len()
            && self
                .body
                .iter()
                .zip(other.body.iter())
                .enumerate()
                .all(|(index, (a, b))| a.spelling == b.spelling && (index == 0 || a.spaced == b.spaced))
    }
}

/// The macros of a shader, and the remaining budget of expansion.
pub(super) struct Macros {
    /// The macros by the index of their name.
    table: Vec<Option<Macro>>,
    /// What the name of each extension of the API stands for.
    extension: Macro,
    es: bool,
    budget: usize,
    /// True once the budget is spent; an error was logged.
    pub spent: bool,
    /// True in the expressions of #if and #elif, where the operand of `defined` is not expanded.
    pub in_condition: bool,
    defined: Spelling,
    line: Spelling,
    file: Spelling,
    open: Spelling,
    close: Spelling,
    comma: Spelling,
    paste: Spelling,
}

/// A list of tokens being read. While a macro's body is read, its name is not expanded.
struct Frame {
    tokens: Rc<[Token]>,
    position: usize,
    name: Option<Spelling>,
}

/// The unread input, innermost frame last, and the macros whose bodies it contains. A frame that was read to its end stays until a token
/// below it is read, because the tokens above come from it.
struct Input {
    frames: Vec<Frame>,
    active: HashSet<Spelling>,
}

impl Input {
    fn next(&mut self) -> Option<Token> {
        loop {
            let frame = self.frames.last_mut()?;
            match frame.tokens.get(frame.position) {
                Some(&token) => {
                    frame.position += 1;
                    return Some(token);
                }
                None => {
                    if let Some(name) = self.frames.pop().and_then(|frame| frame.name) {
                        self.active.remove(&name);
                    }
                }
            }
        }
    }

    fn push(&mut self, tokens: Rc<[Token]>, name: Spelling) {
        self.active.insert(name);
        self.frames.push(Frame { tokens, position: 0, name: Some(name) });
    }

    fn peek(&self) -> Option<Token> {
        self.frames.iter().rev().find_map(|frame| frame.tokens.get(frame.position).copied())
    }

    fn hides(&self, name: Spelling) -> bool {
        self.active.contains(&name)
    }
}

impl Macros {
    /// Creates the macros of a text that defines none: those of the extensions.
    pub fn new(spellings: &mut Spellings, es: bool) -> Self {
        Self {
            table: Vec::new(),
            extension: Macro::predefined("1", spellings),
            es,
            budget: BUDGET,
            spent: false,
            in_condition: false,
            defined: spellings.intern("defined"),
            line: spellings.intern("__LINE__"),
            file: spellings.intern("__FILE__"),
            open: spellings.intern("("),
            close: spellings.intern(")"),
            comma: spellings.intern(","),
            paste: spellings.intern("##"),
        }
    }

    /// Returns the macro of a name.
    pub fn get(&self, name: Spelling, spellings: &Spellings) -> Option<&Macro> {
        let defined = self.table.get(name.index()).and_then(Option::as_ref);
        defined.or_else(|| extensions::is_name(self.es, spellings.text(name)).then_some(&self.extension))
    }

    /// Replaces the macro of a name that is not an extension's.
    pub fn set(&mut self, name: Spelling, definition: Option<Macro>) {
        let length = self.table.len().max(name.index() + 1);
        self.table.resize(length, None);
        if let Some(place) = self.table.get_mut(name.index()) {
            *place = definition;
        }
    }

    /// Appends the expansion of `tokens` to `output`.
    pub fn expand(&mut self, tokens: Rc<[Token]>, output: &mut Vec<Token>, spellings: &mut Spellings, log: &mut Log, depth: u32) {
        let mut input = Input { frames: vec![Frame { tokens, position: 0, name: None }], active: HashSet::new() };
        while !self.spent {
            let Some(token) = input.next() else { break };
            if !self.spend(token.at, 1, log) {
                return;
            }
            if token.kind != Kind::Identifier || token.painted {
                output.push(token);
                continue;
            }
            if self.in_condition && token.spelling == self.defined {
                output.push(token);
                let parenthesis = input.peek().is_some_and(|next| next.spelling == self.open);
                output.extend((0..if parenthesis { 3 } else { 1 }).map_while(|_| input.next()));
                continue;
            }
            if token.spelling == self.line || token.spelling == self.file {
                if let Some(path) = log.path(token.at.string).filter(|_| token.spelling == self.file) {
                    output.push(Token { kind: Kind::Stray, spelling: spellings.intern(&format!("\"{path}\"")), ..token });
                    continue;
                }
                let value = if token.spelling == self.line { token.at.line } else { token.at.string };
                output.push(Token { kind: Kind::Number, spelling: spellings.intern(&value.to_string()), ..token });
                continue;
            }
            let Some(definition) = self.get(token.spelling, spellings) else {
                output.push(token);
                continue;
            };
            if input.hides(token.spelling) {
                output.push(Token { painted: true, ..token });
                continue;
            }
            let body = Rc::clone(&definition.body);
            let Some(parameters) = definition.parameters.clone() else {
                let tokens = self.substitute(&body, &[], &[], &[], token, spellings, log);
                input.push(tokens, token.spelling);
                continue;
            };
            if input.peek().map(|next| next.spelling) != Some(self.open) {
                output.push(token);
                continue;
            }
            input.next();
            let Some((mut arguments, end)) = self.arguments(&mut input, token, spellings, log) else { return };
            if parameters.is_empty() && arguments.len() == 1 && arguments.first().is_some_and(Vec::is_empty) {
                arguments.clear();
            }
            if arguments.len() != parameters.len() {
                let name = spellings.text(token.spelling);
                let message = format!("macro `{name}` has {} arguments here; it takes {}", arguments.len(), parameters.len());
                log.error(token.at, &message);
                continue;
            }
            if depth >= MAX_DEPTH {
                log.error(token.at, "macro calls are nested too deep; 64 levels are accepted");
                self.spent = true;
                return;
            }
            let mut expanded = Vec::with_capacity(arguments.len());
            for argument in &arguments {
                let mut result = Vec::new();
                self.expand(Rc::from(argument.as_slice()), &mut result, spellings, log, depth + 1);
                expanded.push(result);
            }
            let tokens = self.substitute(&body, &parameters, &arguments, &expanded, Token { at: end, ..token }, spellings, log);
            input.push(tokens, token.spelling);
        }
    }

    /// Spends budget; logs an error and returns false if none is left.
    fn spend(&mut self, at: SourceLocation, tokens: usize, log: &mut Log) -> bool {
        if self.spent {
            return false;
        }
        match self.budget.checked_sub(tokens) {
            Some(rest) => {
                self.budget = rest;
                true
            }
            None => {
                self.spent = true;
                log.error(at, "macros expand to too much: more than 4,194,304 tokens");
                false
            }
        }
    }

    /// Returns the arguments of a macro call, whose opening parenthesis was read, and the position of the closing one.
    fn arguments(
        &mut self,
        input: &mut Input,
        call: Token,
        spellings: &Spellings,
        log: &mut Log,
    ) -> Option<(Vec<Vec<Token>>, SourceLocation)> {
        let mut arguments = vec![Vec::new()];
        let mut nested = 0_u32;
        loop {
            let Some(token) = input.next() else {
                log.error(call.at, &format!("the call of macro `{}` has no closing parenthesis", spellings.text(call.spelling)));
                return None;
            };
            if !self.spend(token.at, 1, log) {
                return None;
            }
            if token.spelling == self.close && nested == 0 {
                return Some((arguments, token.at));
            }
            if token.spelling == self.comma && nested == 0 {
                arguments.push(Vec::new());
                continue;
            }
            if token.spelling == self.open {
                nested = nested.saturating_add(1);
            } else if token.spelling == self.close {
                nested -= 1;
            }
            if let Some(argument) = arguments.last_mut() {
                // A name that was not expandable when it was read stays so.
                let painted = token.painted || (token.kind == Kind::Identifier && input.hides(token.spelling));
                argument.push(Token { painted, ..token });
            }
        }
    }

    /// Substitutes parameters in a macro's body and applies `##`. Every token gets the line of the call, which is that
    /// of its closing parenthesis if it has arguments: `__LINE__` in the body is one more than the number of newlines before that place.
    #[allow(clippy::too_many_arguments, reason = "a body, its call and where messages go")]
    fn substitute(
        &mut self,
        body: &[Token],
        parameters: &[Spelling],
        raw: &[Vec<Token>],
        expanded: &[Vec<Token>],
        call: Token,
        spellings: &mut Spellings,
        log: &mut Log,
    ) -> Rc<[Token]> {
        let mut result: Vec<Token> = Vec::with_capacity(body.len());
        let mut pasting = false;
        for (index, &token) in body.iter().enumerate() {
            if token.spelling == self.paste && index > 0 && index + 1 < body.len() {
                pasting = true;
                continue;
            }
            let beside_paste = pasting || body.get(index + 1).is_some_and(|next| next.spelling == self.paste);
            let parameter = parameters.iter().position(|&name| name == token.spelling);
            let single = [token];
            let tokens: &[Token] = match parameter {
                Some(number) => (if beside_paste { raw } else { expanded }).get(number).map_or(&[][..], Vec::as_slice),
                None => &single,
            };
            if !self.spend(call.at, tokens.len(), log) {
                break;
            }
            let mut tokens = tokens.iter().map(|&token| Token { at: call.at, first: false, ..token });
            if pasting && let (Some(left), Some(right)) = (result.last().copied(), tokens.clone().next()) {
                let text = [spellings.text(left.spelling), spellings.text(right.spelling)].concat();
                let Some(kind) = pasted_kind(&text) else {
                    log.error(call.at, &format!("## produces `{text}`, which is not a token"));
                    break;
                };
                if let Some(last) = result.last_mut() {
                    *last = Token { kind, spelling: spellings.intern(&text), painted: false, ..left };
                }
                tokens.next();
            }
            pasting = false;
            result.extend(tokens);
        }
        Rc::from(result)
    }
}

/// Returns the token kind of two pasted spellings, or `None` if they do not form a single token.
fn pasted_kind(text: &str) -> Option<Kind> {
    let first = text.bytes().next()?;
    let word = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if word && !first.is_ascii_digit() {
        Some(Kind::Identifier)
    } else if first.is_ascii_digit() || (first == b'.' && text.len() > 1) {
        text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_')).then_some(Kind::Number)
    } else {
        super::token::operator(text).then_some(Kind::Punctuation)
    }
}
