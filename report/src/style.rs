//! How a terminal or a file shows text.

use glmeter_recording::terminal;
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

/// Returns true if the locale's characters are UTF-8.
fn is_unicode() -> bool {
    terminal::is_utf8(variable)
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
        self.cut(name, width, |_| 0)
    }

    /// Returns a name of at most `width` characters: both ends of a longer one. A terminal obeys none of its characters.
    pub(crate) fn name_with_ends(self, name: &str, width: usize) -> String {
        self.cut(name, width, |left| left - left / 2)
    }

    /// Returns a name of at most `width` characters. `first` says how many of those that are left of a longer name are its first ones.
    fn cut(self, name: &str, width: usize, first: impl Fn(usize) -> usize) -> String {
        let is_shown = |character: char| terminal::is_printable(character) && (self.unicode || character.is_ascii());
        let shown: Vec<char> = name.chars().map(|character| if is_shown(character) { character } else { '?' }).collect();
        if shown.len() <= width {
            return shown.into_iter().collect();
        }
        let mark = if self.unicode { "…" } else { "..." };
        let left = width.saturating_sub(mark.chars().count());
        let first = first(left);
        let end = shown.iter().skip(shown.len() - (left - first));
        shown.iter().take(first).copied().chain(mark.chars()).chain(end.copied()).collect()
    }

    /// Returns the sign before an uncertainty.
    pub fn plus_minus(self) -> &'static str {
        terminal::plus_minus(self.unicode)
    }

    /// Returns the name of a source in a form that the terminal can show: with `≈` before one that is known to count otherwise.
    pub(crate) fn source(self, name: &str) -> String {
        if self.unicode { name.to_owned() } else { name.replace('≈', "~") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_its_end_or_both_ends() {
        let style = Style { colour: false, unicode: true };
        let name = "program evaluation of everything, ms";
        assert_eq!((style.name(name, 9), style.name_with_ends(name, 16)), ("…hing, ms".to_owned(), "program …ing, ms".to_owned()));
        assert_eq!(Style::default().name_with_ends("a\u{1b}é\u{202e}", 4), "a???");
    }
}
