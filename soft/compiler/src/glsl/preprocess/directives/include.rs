//! The directive #include.

use super::Run;
use crate::glsl::include::Includes;
use crate::glsl::log::SourceLocation;
use crate::glsl::preprocess::token::{self, Token};

/// The deepest nesting of included strings.
const MAX_DEPTH: usize = 64;
/// The largest number of #include directives that are executed, and of tokens that they bring: strings that include each other twice would
/// otherwise describe exponentially many.
const MAX_DIRECTIVES: u32 = 1 << 12;
const MAX_TOKENS: usize = 1 << 21;

/// The named strings of a compilation, and the state of including them.
pub(super) struct Included<'a> {
    strings: &'a Includes,
    /// The locations of the strings that are being included, the innermost last.
    open: Vec<String>,
    /// The directives and tokens that are left.
    directives: u32,
    tokens: usize,
}

impl<'a> Included<'a> {
    /// Creates the state at the beginning of a shader's text.
    pub fn new(strings: &'a Includes) -> Self {
        Self { strings, open: Vec::new(), directives: MAX_DIRECTIVES, tokens: MAX_TOKENS }
    }
}

/// Returns the path in quotes or angled brackets, and true if it is in quotes.
fn unquoted(spelling: &str) -> Option<(&str, bool)> {
    let quoted = spelling.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).map(|path| (path, true));
    quoted.or_else(|| spelling.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).map(|path| (path, false)))
}

impl Run<'_> {
    /// Returns true if the shader may include strings and name them in #line.
    pub(super) fn includes_strings(&self) -> bool {
        self.extensions.iter().any(|name| name == "GL_ARB_shading_language_include")
    }

    /// Executes `#include "path"` or `#include <path>`.
    pub(super) fn include(&mut self, arguments: &[Token], at: SourceLocation, output: &mut Vec<Token>) {
        let spelling = arguments.first().map_or(String::new(), |token| self.spellings.text(token.spelling).to_owned());
        let Some((path, quoted)) = unquoted(&spelling) else {
            self.log.error(at, "#include needs a path in double quotes or angled brackets");
            return;
        };
        self.ends("include", arguments.get(1..).unwrap_or(&[]), at);
        let left = self.includes.directives.checked_sub(1).filter(|_| self.includes.open.len() < MAX_DEPTH);
        let Some(left) = left else {
            self.log.error(at, &format!("too many strings are included; {MAX_DIRECTIVES} are accepted, nested {MAX_DEPTH} levels deep"));
            self.stopped = true;
            return;
        };
        self.includes.directives = left;
        let within = self.includes.open.last().map(String::as_str);
        let (location, string) = match self.includes.strings.find(path, quoted, within) {
            Ok(found) => found,
            Err(message) => return self.log.error(at, &message),
        };
        let tokens = token::tokens(&String::from_utf8_lossy(&string), &mut self.spellings, self.log);
        let Some(left) = self.includes.tokens.checked_sub(tokens.len()) else {
            self.log.error(at, "the shader is too long: more than 2,097,152 included tokens");
            self.stopped = true;
            return;
        };
        self.includes.tokens = left;
        let (line_offset, string) = (self.line_offset, self.string);
        (self.line_offset, self.string) = (0, self.log.included(path));
        self.includes.open.push(location);
        self.process(&tokens, output);
        self.includes.open.pop();
        (self.line_offset, self.string) = (line_offset, string);
    }

    /// Returns the source string number of `#line number "path"`; `None` if there is no valid path.
    pub(super) fn line_path(&mut self, expanded: &[Token]) -> Option<u32> {
        if !self.includes_strings() {
            return None;
        }
        let spelling = expanded.get(1).map(|token| self.spellings.text(token.spelling).to_owned())?;
        let (path, _) = unquoted(&spelling).filter(|(path, quoted)| *quoted && crate::glsl::include::is_valid(path.as_bytes()))?;
        Some(self.log.included(path))
    }
}
