//! How a terminal or a file shows text.

use std::io::IsTerminal;

/// The style of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Headings are bold and remarks faint, by escape sequences.
    pub colour: bool,
    /// Characters outside of ASCII are shown.
    pub unicode: bool,
}

/// Returns true if the locale's characters are those of Unicode.
fn is_unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    let name = set.unwrap_or_default().to_string_lossy().to_lowercase();
    name.contains("utf-8") || name.contains("utf8")
}

impl Style {
    /// Returns the style of standard error: colour if it is a terminal and `NO_COLOR` is unset or empty.
    pub fn of_standard_error() -> Self {
        let has_no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { colour: std::io::stderr().is_terminal() && !has_no_colour, unicode: is_unicode() }
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
