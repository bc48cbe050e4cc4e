//! The tokens of OpenGL ES 2.0 to 3.2, from the Khronos registry: those of each version, and of the extensions that its contexts list. Commands whose
//! handlers contexts of every interface share accept no others.

use crate::error::{Result, UNKNOWN_TOKEN};
use crate::es1;

mod generated {
    include!(concat!(env!("OUT_DIR"), "/es.rs"));
}

/// The extensions of OpenGL ES contexts, each with the version from which it is listed.
pub const EXTENSIONS: &[(&str, (u8, u8))] = &include!("../es_extensions.in");

/// Commands with an argument of type GLenum that is no token: a number of a texture unit, and the driver's own format of program binaries.
const NUMBERS: [&str; 3] = ["glActiveTexture", "glProgramBinary", "glProgramBinaryOES"];

/// Returns the arguments of a command that are tokens, one bit each; none of commands that OpenGL ES lacks.
pub const fn arguments(name: &str) -> u32 {
    let mut at = 0;
    while at < NUMBERS.len() {
        if es1::find(&[(NUMBERS[at], 0)], name).is_some() {
            return 0;
        }
        at += 1;
    }
    match es1::find(generated::ARGUMENTS, name) {
        Some(arguments) => arguments,
        None => 0,
    }
}

/// A version of OpenGL ES, as a number from 2.0 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(usize);

impl Version {
    /// Returns the number of a version.
    #[inline]
    pub fn of(version: (u8, u8)) -> Self {
        Self(match version {
            (2, _) => 0,
            (3, minor) => 1 + usize::from(minor.min(2)),
            _ => 3,
        })
    }

    /// Returns true if contexts of the version have the token.
    #[inline]
    pub fn has_token(self, token: u32) -> bool {
        let words = generated::TOKENS.get(self.0).and_then(|tokens| tokens.get(token as usize / 64));
        words.is_some_and(|word| word >> (token % 64) & 1 != 0)
    }

    /// Checks the tokens among the arguments of a command; `tokens` is what [`arguments`] returns for it.
    #[inline]
    pub fn check(self, tokens: u32, arguments: &[u32]) -> Result<()> {
        let mut checked = arguments.iter().enumerate().filter(|(at, _)| tokens >> at & 1 != 0);
        if checked.all(|(_, &token)| self.has_token(token)) { Ok(()) } else { Err(UNKNOWN_TOKEN) }
    }
}

#[cfg(test)]
mod tests;
