//! How a terminal or a file shows text.

use std::ffi::OsString;
use std::io::IsTerminal;

/// The style of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Headings are bold and remarks faint, by escape sequences.
    pub colour: bool,
    /// Characters outside of ASCII are shown.
    pub unicode: bool,
}

/// Returns a variable of the environment; `None` if it is empty.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Returns true if a locale's characters are UTF-8.
fn is_utf8(locale: Option<OsString>) -> bool {
    let locale = locale.unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Returns true if the locale's characters are UTF-8.
fn is_unicode() -> bool {
    is_utf8(["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| variable(name)))
}

impl Style {
    /// Returns the style of a terminal: colour unless `NO_COLOR` is set and not empty.
    pub(crate) fn of_terminal() -> Self {
        Self { colour: variable("NO_COLOR").is_none(), unicode: is_unicode() }
    }

    /// Returns the style of standard error: that of a terminal if it is one, otherwise that of a file.
    pub fn of_standard_error() -> Self {
        if std::io::stderr().is_terminal() { Self::of_terminal() } else { Self::of_file() }
    }

    /// Returns the style of a file.
    pub fn of_file() -> Self {
        Self { colour: false, unicode: is_unicode() }
    }

    /// Returns a heading.
    pub(crate) fn bold(self, text: &str) -> String {
        if self.colour { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Returns a remark.
    pub(crate) fn faint(self, text: &str) -> String {
        if self.colour && !text.is_empty() { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Returns a bar: `share` of `width` characters.
    pub(crate) fn bar(self, share: f64, width: usize) -> String {
        let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
        if !self.unicode {
            return "#".repeat((eighths + 4) / 8).chars().chain((share > 0.0 && eighths < 4).then_some('.')).collect();
        }
        let parts = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];
        let last = (eighths % 8).checked_sub(1).and_then(|part| parts.get(part)).or((share > 0.0 && eighths == 0).then_some(&'▏'));
        "█".repeat(eighths / 8).chars().chain(last.copied()).collect()
    }

    /// Returns a name of at most `width` characters: the end of a longer one. A terminal obeys none of its characters.
    pub(crate) fn name(self, name: &str, width: usize) -> String {
        let is_shown = |character: char| !character.is_control() && (self.unicode || character.is_ascii());
        let shown: Vec<char> = name.chars().map(|character| if is_shown(character) { character } else { '?' }).collect();
        if shown.len() <= width {
            return shown.into_iter().collect();
        }
        let mark = if self.unicode { "…" } else { "..." };
        let left = width.saturating_sub(mark.chars().count());
        mark.chars().chain(shown.into_iter().rev().take(left).collect::<Vec<_>>().into_iter().rev()).collect()
    }

    /// Returns the sign before an uncertainty.
    pub(crate) fn plus_minus(self) -> &'static str {
        if self.unicode { "±" } else { "+-" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_says_whether_its_characters_are_utf8() {
        let is = |locale: &str| is_utf8(Some(locale.into()));
        assert!(is("en_US.UTF-8") && is("C.utf8") && !is("C") && !is("de_DE.ISO-8859-1") && !is_utf8(None));
    }
}
