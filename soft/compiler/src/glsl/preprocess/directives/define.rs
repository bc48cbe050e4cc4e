//! #define and #undef.

use super::Run;
use crate::glsl::log::SourceLocation;
use crate::glsl::preprocess::expand::Macro;
use crate::glsl::preprocess::token::{Kind, Spelling, Token};
use std::rc::Rc;

impl Run<'_> {
    /// Executes a #define.
    pub(super) fn define(&mut self, arguments: &[Token], at: SourceLocation) {
        let Some(name) = arguments.first().filter(|token| token.kind == Kind::Identifier) else {
            self.log.error(at, "#define needs a name");
            return;
        };
        if !self.may_define(name.spelling, at, "defined") {
            return;
        }
        let mut body = 1;
        let mut parameters = None;
        if self.text(arguments, 1) == "(" && arguments.get(1).is_some_and(|token| !token.spaced) {
            let Some((names, length)) = self.parameters(arguments.get(2..).unwrap_or(&[]), at) else { return };
            parameters = Some(names);
            body = length + 2;
        }
        let body: Rc<[Token]> = Rc::from(arguments.get(body..).unwrap_or(&[]));
        if body.iter().any(|token| self.spellings.text(token.spelling) == "#") {
            self.log.error(at, "# is no operator in macros");
            return;
        }
        let pastes = |token: Option<&Token>| token.is_some_and(|token| self.spellings.text(token.spelling) == "##");
        if pastes(body.first()) || pastes(body.last()) {
            self.log.error(at, "## cannot be at either end of a macro's body");
            return;
        }
        // "There are no number sign based operators (e.g. no # or #@), no ## operator, nor is there a sizeof operator." [ESSL 3.20, 3.4]
        if self.version.es && body.iter().any(|token| pastes(Some(token))) {
            self.log.error(at, "## is no operator in OpenGL ES");
            return;
        }
        if self.version.number < 130 && !self.version.es && body.iter().any(|token| pastes(Some(token))) {
            self.log.warning(at, "## is part of the language from version 130");
        }
        let definition = Macro { parameters, body, predefined: false };
        match self.macros.get(name.spelling, &self.spellings) {
            Some(old) if !old.same(&definition) => {
                let name = self.spellings.text(name.spelling);
                let message = format!("macro `{name}` is defined already, in another way; #undef it first");
                self.log.error(at, &message);
            }
            _ => self.macros.set(name.spelling, Some(definition)),
        }
    }

    /// Returns the parameter names up to the closing parenthesis, and the number of tokens read.
    fn parameters(&mut self, tokens: &[Token], at: SourceLocation) -> Option<(Vec<Spelling>, usize)> {
        let mut names = Vec::new();
        let mut index = 0;
        if self.text(tokens, 0) == ")" {
            return Some((names, 1));
        }
        loop {
            let Some(name) = tokens.get(index).filter(|token| token.kind == Kind::Identifier) else {
                self.log.error(at, "the parameters of a macro are names with commas between them, in parentheses");
                return None;
            };
            if names.contains(&name.spelling) {
                let message = format!("macro parameter `{}` appears twice", self.spellings.text(name.spelling));
                self.log.error(at, &message);
                return None;
            }
            if names.len() >= 256 {
                self.log.error(at, "a macro takes at most 256 parameters");
                return None;
            }
            names.push(name.spelling);
            match self.text(tokens, index + 1).as_str() {
                "," => index += 2,
                ")" => return Some((names, index + 2)),
                _ => {
                    self.log.error(at, "the parameters of a macro are names with commas between them, in parentheses");
                    return None;
                }
            }
        }
    }

    /// Returns true if a program may define or undefine a name, otherwise logs the error.
    fn may_define(&mut self, name: Spelling, at: SourceLocation, what: &str) -> bool {
        let text = self.spellings.text(name).to_owned();
        if text == "defined" || matches!(text.as_str(), "__LINE__" | "__FILE__" | "__VERSION__") || text.starts_with("GL_") {
            let why = if text.starts_with("GL_") { "names that begin with GL_ are reserved" } else { "it is predefined" };
            self.log.error(at, &format!("`{text}` cannot be {what}: {why}"));
            return false;
        }
        if text.contains("__") {
            self.log.warning(at, &format!("`{text}`: names with two underscores are reserved"));
        }
        true
    }

    /// Executes an #undef.
    pub(super) fn undefine(&mut self, arguments: &[Token], at: SourceLocation) {
        self.ends("undef", arguments.get(1..).unwrap_or(&[]), at);
        match arguments.first().filter(|token| token.kind == Kind::Identifier) {
            Some(name) => {
                let predefined = self.macros.get(name.spelling, &self.spellings).is_some_and(|definition| definition.predefined);
                // "Defining or undefining such a name in a shader does not itself result in an error" [GLSL 4.60, 3.3], which OpenGL ES forbids.
                let version = !self.version.es && self.spellings.text(name.spelling) == "__VERSION__";
                if version || (!predefined && !self.dynamic(name.spelling)) || self.may_define(name.spelling, at, "undefined") {
                    self.macros.set(name.spelling, None);
                }
            }
            None => self.log.error(at, "#undef needs a name"),
        }
    }
}
