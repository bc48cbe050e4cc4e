//! `#version`: the language of a text.

use super::token::{Spellings, Token};
use crate::glsl::CompileOptions;
use crate::glsl::log::{Log, SourceLocation};

/// The language of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Version {
    /// 110 to 460, or 100, 300, 310 or 320 with `es`.
    pub number: u32,
    pub es: bool,
    /// True for the compatibility profile.
    pub compatibility: bool,
    /// The number of tokens of the directive.
    pub tokens: usize,
}

const DESKTOP: [u32; 13] = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460];
const ES: [u32; 4] = [100, 300, 310, 320];

/// Reads the directive, which only white space and comments may precede. Returns `None` and logs an error if it is invalid.
pub(super) fn version(tokens: &[Token], spellings: &Spellings, options: &CompileOptions, log: &mut Log) -> Option<Version> {
    let text = |index: usize| tokens.get(index).map_or("", |token| spellings.text(token.spelling));
    let directive = tokens.first().is_some_and(|token| token.first) && text(0) == "#" && text(1) == "version";
    if !directive {
        let number = if options.es { 100 } else { 110 };
        return Some(Version { number, es: options.es, compatibility: !options.es, tokens: 0 });
    }
    let at = tokens.first().map_or(SourceLocation::default(), |token| token.at);
    let end = tokens.iter().skip(1).position(|token| token.first).map_or(tokens.len(), |position| position + 1);
    let word = |index: usize| if index < end { text(index) } else { "" };
    let Ok(number) = word(2).parse::<u32>() else {
        log.error(at, "#version needs a number, as in `#version 330 core`");
        return None;
    };
    let profile = word(3);
    if end > 4 {
        log.error(at, &format!("unexpected `{}` after #version {number} {profile}", text(4)));
        return None;
    }
    let es = profile == "es" || number == 100;
    let known = if es { ES.contains(&number) && (number != 100 || profile.is_empty()) } else { DESKTOP.contains(&number) };
    let profile_fits = match profile {
        "" => true,
        "es" => number != 100,
        "core" | "compatibility" => !es && number >= 150,
        _ => false,
    };
    if !known || !profile_fits {
        let accepted = if options.es {
            "100, 300 es, 310 es, 320 es"
        } else {
            "110 to 460 (from 150 with core or compatibility), 100, 300 es, 310 es, 320 es"
        };
        let written = if profile.is_empty() { number.to_string() } else { format!("{number} {profile}") };
        log.error(at, &format!("#version {written} does not exist; accepted are {accepted}"));
        return None;
    }
    if options.es && !es {
        log.error(at, &format!("#version {number} is not for OpenGL ES contexts; accepted are 100, 300 es, 310 es, 320 es"));
        return None;
    }
    if es == options.es && number > options.max_version {
        log.error(at, &format!("#version {number} is newer than this context's {}", options.max_version));
        return None;
    }
    if profile == "compatibility" && options.core {
        log.error(at, "the compatibility profile is not supported in a core profile context");
        return None;
    }
    let compatibility = !es && (number <= 130 || (number == 140 && !options.core) || profile == "compatibility");
    Some(Version { number, es, compatibility, tokens: end })
}
