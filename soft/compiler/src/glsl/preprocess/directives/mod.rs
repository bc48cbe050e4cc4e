//! Preprocessor directives.

mod define;
mod include;

use crate::glsl::include::Includes;
use crate::glsl::log::{Log, SourceLocation};
use crate::glsl::preprocess::Preprocessed;
use crate::glsl::preprocess::condition::Condition;
use crate::glsl::preprocess::expand::{Macro, Macros};
use crate::glsl::preprocess::extensions;
use crate::glsl::preprocess::token::{Kind, Spelling, Spellings, Token};
use crate::glsl::preprocess::version::Version;
use include::Included;
use std::rc::Rc;

/// The deepest nesting of #if.
const MAX_DEPTH: usize = 1024;

/// An open #if.
struct Group {
    /// True if the tokens of the current branch are kept.
    live: bool,
    /// True if a branch was taken already, or if the whole #if is in a skipped group.
    done: bool,
    /// True after its #else.
    otherwise: bool,
    at: SourceLocation,
}

/// The state of preprocessing one text.
struct Run<'a> {
    log: &'a mut Log,
    spellings: Spellings,
    macros: Macros,
    version: Version,
    groups: Vec<Group>,
    extensions: Vec<String>,
    /// True until the text disables GL_ARB_texture_rectangle.
    rectangles: bool,
    invariant_all: bool,
    /// True after the first token that is not of a directive.
    has_text: bool,
    /// The number of open braces: within functions some pragmas are errors.
    braces: i64,
    /// The difference of line numbers that `#line` set, and its source string.
    line_offset: i64,
    string: u32,
    /// The named strings, and those that are being included.
    includes: Included<'a>,
    /// True after an error that ends preprocessing.
    stopped: bool,
}

/// Executes all directives and expands all macros.
pub(in crate::glsl::preprocess) fn run(
    tokens: Vec<Token>,
    mut spellings: Spellings,
    version: Version,
    includes: &Includes,
    log: &mut Log,
) -> Preprocessed {
    let macros = Macros::new(&mut spellings, version.es);
    let mut run = Run {
        log,
        spellings,
        macros,
        version,
        groups: Vec::new(),
        extensions: Vec::new(),
        rectangles: !version.es,
        invariant_all: false,
        has_text: false,
        braces: 0,
        line_offset: 0,
        string: 0,
        includes: Included::new(includes),
        stopped: false,
    };
    run.predefine();
    let mut output = Vec::with_capacity(tokens.len());
    run.process(tokens.get(version.tokens..).unwrap_or(&[]), &mut output);
    Preprocessed {
        spellings: run.spellings,
        tokens: output,
        version: version.number,
        es: version.es,
        compatibility: version.compatibility,
        extensions: run.extensions,
        rectangles: run.rectangles,
        invariant_all: run.invariant_all,
    }
}

impl Run<'_> {
    /// Executes the directives of a source string and appends its text.
    fn process(&mut self, mut rest: &[Token], output: &mut Vec<Token>) {
        let outer = self.groups.len();
        let mut text: Vec<Token> = Vec::new();
        while let Some(token) = rest.first() {
            if self.stopped || self.macros.spent {
                break;
            }
            let length = rest.iter().skip(1).position(|token| token.first).map_or(rest.len(), |position| position + 1);
            let (line, after) = rest.split_at(length);
            rest = after;
            let at = self.source_location(token.at);
            if self.spellings.text(token.spelling) == "#" && token.first {
                // A macro call may continue on the next lines of text, but not across directives.
                self.flush(&mut text, output);
                self.directive(line.get(1..).unwrap_or(&[]), at, outer, output);
            } else if self.live() {
                self.has_text = true;
                text.extend(line.iter().map(|token| Token { at: self.source_location(token.at), ..*token }));
            }
        }
        self.flush(&mut text, output);
        if let Some(group) = self.groups.get(outer) {
            self.log.error(group.at, "this #if has no #endif");
            self.groups.truncate(outer);
        }
    }

    fn live(&self) -> bool {
        self.groups.last().is_none_or(|group| group.live)
    }

    /// Returns the position of a token as `#line` numbers it.
    fn source_location(&self, at: SourceLocation) -> SourceLocation {
        SourceLocation { string: self.string, line: (i64::from(at.line) + self.line_offset) as u32 }
    }

    fn flush(&mut self, text: &mut Vec<Token>, output: &mut Vec<Token>) {
        if !text.is_empty() {
            let before = output.len();
            self.macros.expand(Rc::from(text.as_slice()), output, &mut self.spellings, self.log, 0);
            text.clear();
            for token in output.get(before..).unwrap_or(&[]) {
                match self.spellings.text(token.spelling) {
                    "{" => self.braces += 1,
                    "}" => self.braces -= 1,
                    _ => {}
                }
            }
        }
    }

    fn predefine(&mut self) {
        let es = self.version.es;
        self.predefined("__VERSION__", &self.version.number.to_string());
        if es {
            self.predefined("GL_ES", "1");
            self.predefined("GL_FRAGMENT_PRECISION_HIGH", "1");
            if self.version.number >= 300 {
                self.predefined("GL_es_profile", "1");
            }
        } else if self.version.number >= 150 {
            let profile = if self.version.compatibility { "GL_compatibility_profile" } else { "GL_core_profile" };
            self.predefined(profile, "1");
        }
        if !es && self.version.number >= 130 {
            self.predefined("GL_FRAGMENT_PRECISION_HIGH", "1");
        }
    }

    fn predefined(&mut self, name: &str, value: &str) {
        let definition = Macro::predefined(value, &mut self.spellings);
        let name = self.spellings.intern(name);
        self.macros.set(name, Some(definition));
    }

    fn text(&self, tokens: &[Token], index: usize) -> String {
        tokens.get(index).map_or(String::new(), |token| self.spellings.text(token.spelling).to_owned())
    }

    /// Executes a directive; `line` holds the tokens after the `#`. `outer` is the number of groups that were open when the source string began.
    fn directive(&mut self, line: &[Token], at: SourceLocation, outer: usize, output: &mut Vec<Token>) {
        let name = self.text(line, 0);
        let arguments = line.get(1..).unwrap_or(&[]);
        match name.as_str() {
            "if" | "ifdef" | "ifndef" => return self.open(&name, arguments, at),
            "elif" | "else" | "endif" => return self.branch(&name, arguments, at, outer),
            _ if !self.live() => return,
            "" => {}
            "define" => self.define(arguments, at),
            "undef" => self.undefine(arguments, at),
            "error" => {
                let message = self.joined(arguments);
                self.log.error(at, &format!("#error {message}"));
            }
            "pragma" => self.pragma(arguments, at),
            "extension" => self.extension(arguments, at),
            "include" if self.includes_strings() => self.include(arguments, at, output),
            "line" => self.line(arguments, at, line.first()),
            "version" => self.log.error(at, "#version must be the first thing in the shader"),
            _ => self.log.error(at, &format!("unknown directive #{name}")),
        }
        self.stopped |= self.log.full();
    }

    fn joined(&self, tokens: &[Token]) -> String {
        let mut text = String::new();
        for token in tokens.iter().take(200) {
            if token.spaced && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(self.spellings.text(token.spelling));
        }
        text
    }

    fn open(&mut self, name: &str, arguments: &[Token], at: SourceLocation) {
        if self.groups.len() >= MAX_DEPTH {
            self.log.error(at, &format!("#if is nested too deep; {MAX_DEPTH} levels are accepted"));
            self.stopped = true;
            return;
        }
        let outer = self.live();
        if outer && name != "if" {
            self.ends(name, arguments.get(1..).unwrap_or(&[]), at);
        }
        let live = outer
            && match (name, arguments.first()) {
                ("if", _) => self.condition(arguments, at),
                (_, Some(token)) if token.kind == Kind::Identifier => self.is_defined(token.spelling) == (name == "ifdef"),
                _ => {
                    self.log.error(at, &format!("#{name} needs a name"));
                    false
                }
            };
        self.groups.push(Group { live, done: live || !outer, otherwise: false, at });
    }

    /// Returns true if `#ifdef` finds a name.
    fn is_defined(&self, name: Spelling) -> bool {
        self.macros.get(name, &self.spellings).is_some() || self.dynamic(name)
    }

    /// Returns true for `__LINE__` and `__FILE__`, which are defined without an entry in the table.
    fn dynamic(&self, name: Spelling) -> bool {
        matches!(self.spellings.text(name), "__LINE__" | "__FILE__")
    }

    fn branch(&mut self, name: &str, arguments: &[Token], at: SourceLocation, outer_groups: usize) {
        let Some(group) = self.groups.get(outer_groups..).and_then(<[Group]>::last) else {
            self.log.error(at, &format!("#{name} without #if"));
            return;
        };
        let (done, otherwise) = (group.done, group.otherwise);
        let outer = self.groups.iter().rev().nth(1).is_none_or(|group| group.live);
        if outer && name != "elif" {
            self.ends(name, arguments, at);
        }
        if name == "endif" {
            self.groups.pop();
            return;
        }
        if otherwise {
            self.log.error(at, &format!("#{name} after #else"));
            return;
        }
        let live = !done && (name == "else" || self.condition(arguments, at));
        if let Some(group) = self.groups.last_mut() {
            group.live = live;
            group.done |= live;
            group.otherwise = name == "else";
        }
    }

    /// Evaluates an #if expression: macros first, which may produce `defined`, then `defined`, then arithmetic.
    fn condition(&mut self, tokens: &[Token], at: SourceLocation) -> bool {
        let tokens: Rc<[Token]> = tokens.iter().map(|token| Token { at, ..*token }).collect();
        let mut expanded = Vec::new();
        self.macros.in_condition = true;
        self.macros.expand(tokens, &mut expanded, &mut self.spellings, self.log, 0);
        self.macros.in_condition = false;
        let Some(expanded) = self.without_defined(&expanded, at) else { return false };
        let mut condition = Condition { tokens: &expanded, spellings: &self.spellings, es: self.version.es, position: 0, depth: 0 };
        match condition.value() {
            Ok(value) => value != 0,
            Err(message) => {
                self.log.error(at, &message);
                false
            }
        }
    }

    /// Replaces `defined NAME` and `defined(NAME)` by 1 or 0; logs an error and returns `None` if the name is missing.
    fn without_defined(&mut self, tokens: &[Token], at: SourceLocation) -> Option<Vec<Token>> {
        let mut replaced: Vec<Token> = Vec::with_capacity(tokens.len());
        let mut index = 0;
        while let Some(&token) = tokens.get(index) {
            index += 1;
            if self.spellings.text(token.spelling) != "defined" {
                replaced.push(token);
                continue;
            }
            let parenthesis = self.text(tokens, index) == "(";
            index += usize::from(parenthesis);
            let name = tokens.get(index).copied().filter(|token| token.kind == Kind::Identifier);
            index += 1;
            let closed = !parenthesis || self.text(tokens, index) == ")";
            index += usize::from(parenthesis);
            let (Some(name), true) = (name, closed) else {
                self.log.error(at, "`defined` needs a name: `defined NAME` or `defined(NAME)`");
                return None;
            };
            let value = self.is_defined(name.spelling);
            let spelling = self.spellings.intern(if value { "1" } else { "0" });
            replaced.push(Token { kind: Kind::Number, spelling, ..token });
        }
        Some(replaced)
    }

    /// Logs an error if a directive has more tokens than it takes.
    fn ends(&mut self, name: &str, rest: &[Token], at: SourceLocation) {
        if let Some(extra) = rest.first() {
            let message = format!("unexpected `{}` after #{name}", self.spellings.text(extra.spelling));
            self.log.error(at, &message);
        }
    }

    /// Executes a pragma: `STDGL invariant(all)` has an effect; optimize, debug and unknown ones are ignored.
    fn pragma(&mut self, arguments: &[Token], at: SourceLocation) {
        let words: Vec<String> = (0..arguments.len().min(8)).map(|index| self.text(arguments, index)).collect();
        if words.iter().map(String::as_str).eq(["STDGL", "invariant", "(", "all", ")"]) {
            self.invariant_all = true;
        }
        if self.braces > 0 && matches!(words.first().map(String::as_str), Some("optimize" | "debug")) {
            self.log.error(at, "#pragma optimize and #pragma debug must be outside functions");
        }
    }

    fn extension(&mut self, arguments: &[Token], at: SourceLocation) {
        let (name, colon, behaviour) = (self.text(arguments, 0), self.text(arguments, 1), self.text(arguments, 2));
        if name.is_empty() || colon != ":" || !matches!(behaviour.as_str(), "require" | "enable" | "warn" | "disable") {
            self.log.error(at, "#extension is written `#extension NAME : require`, or with enable, warn or disable");
            return;
        }
        if arguments.len() > 3 {
            let extra = self.text(arguments, 3);
            self.log.error(at, &format!("unexpected `{extra}` after #extension"));
            return;
        }
        // "If nothing is said, the granularity is a shader (that is, a single compilation unit), and the extension directives must occur before
        // any non-preprocessor tokens." [GLSL ES 3.00, 3.5] Desktop programs rely on drivers that accept them later.
        if self.version.es && self.has_text {
            self.log.error(at, "#extension must come before everything but other directives");
            return;
        }
        if name == "all" {
            match behaviour.as_str() {
                "disable" => {
                    self.extensions.clear();
                    self.rectangles = false;
                }
                "warn" => {}
                _ => self.log.error(at, "`all` goes only with warn and disable"),
            }
            return;
        }
        if !extensions::names(self.version.es).any(|known| known == name) {
            match behaviour.as_str() {
                "require" => self.log.error(at, &format!("extension {name} is not supported")),
                _ => self.log.warning(at, &format!("extension {name} is not supported")),
            }
            return;
        }
        if name == "GL_ARB_texture_rectangle" {
            self.rectangles = behaviour != "disable";
        }
        let members = extensions::members(&name).iter().map(|member| member.to_string());
        for name in members.chain([name.clone()]).collect::<Vec<String>>() {
            self.extensions.retain(|enabled| *enabled != name);
            if behaviour != "disable" {
                self.extensions.push(name);
            }
        }
    }

    fn line(&mut self, arguments: &[Token], at: SourceLocation, directive: Option<&Token>) {
        let mut expanded = Vec::new();
        self.macros.expand(Rc::from(arguments), &mut expanded, &mut self.spellings, self.log, 0);
        let number =
            |run: &Self, index: usize| super::condition::number(&run.text(&expanded, index)).and_then(|value| u32::try_from(value).ok());
        let (line, string) = match expanded.len() {
            1 => (number(self, 0), Some(self.string)),
            2 => (number(self, 0), number(self, 1).or_else(|| self.line_path(&expanded))),
            _ => (None, None),
        };
        let (Some(line), Some(string)) = (line, string) else {
            self.log.error(at, "#line takes a line number and, if wanted, a source string number");
            return;
        };
        // Before GLSL 3.30 the number is that of the directive's line, later and in OpenGL ES that of the next line.
        let next = if self.version.number >= 330 || self.version.es { i64::from(line) } else { i64::from(line) + 1 };
        let own = directive.map_or(0, |token| i64::from(token.at.line));
        self.line_offset = next - (own + 1);
        self.string = string;
    }
}
