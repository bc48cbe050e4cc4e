//! What a terminal shows as it is: for the lines that the library and the command print.

use std::borrow::Cow;
use std::ffi::OsString;

/// Returns true if the locale's characters are UTF-8. `variable` returns a variable of the environment; `None` if it is absent or empty.
pub fn is_utf8(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| variable(name)).unwrap_or_default();
    let locale = locale.to_string_lossy().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Returns the sign before an uncertainty.
pub fn plus_minus(is_utf8: bool) -> &'static str {
    if is_utf8 { "±" } else { "+-" }
}

/// Returns true for a character that a terminal shows: false for one that moves the cursor, begins an escape sequence, breaks the line, or
/// changes the direction or order of those around it.
pub fn is_printable(character: char) -> bool {
    let is_format = matches!(character,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    !character.is_control() && !is_format
}

/// Returns a text in which a question mark stands for each character that is not printable.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|character| if is_printable(character) { character } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_says_whether_its_characters_are_utf8() {
        let is = |all: &str, lang: &str| {
            is_utf8(|name| {
                match name {
                    "LC_ALL" => Some(all.into()),
                    "LANG" => Some(lang.into()),
                    _ => None,
                }
                .filter(|value: &OsString| !value.is_empty())
            })
        };
        assert!(is("en_US.UTF-8", "C") && is("", "C.utf8") && !is("C", "C.UTF-8") && !is("de_DE.ISO-8859-1", "") && !is_utf8(|_| None));
    }

    #[test]
    fn characters_that_a_terminal_obeys_are_replaced() {
        assert_eq!(printable("a\u{1b}[31mb\nc\u{9b}2J\u{202e}d\u{2028}e\u{7f}"), "a?[31mb?c?2J?d?e?");
        assert!(matches!(printable("größer 日本 👩‍🚀"), Cow::Borrowed(_)));
    }
}
