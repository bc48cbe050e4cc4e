//! Pages of plain text: aligned columns, numbers in groups of three digits, headings bold on a terminal.

use glmeter_recording::terminal::printable;
use std::io::IsTerminal;

/// One line of a page.
enum Line {
    /// Text, bold if the flag is true.
    Text(String, bool),
    /// The heading of a group of rows, with the source of the whole group.
    Heading(String, String),
    /// A name, a value, its unit and its source.
    Row(String, String, &'static str, String),
}

/// A page of text and rows. Columns are aligned across the page, each as wide as its widest entry.
#[derive(Default)]
pub(crate) struct Page {
    lines: Vec<Line>,
}

impl Page {
    /// Adds a title, after an empty line if it is not the first line.
    pub(crate) fn title(&mut self, text: String) {
        if !self.lines.is_empty() {
            self.text(String::new());
        }
        self.lines.push(Line::Text(text, true));
    }

    /// Adds a line of text.
    pub(crate) fn text(&mut self, text: String) {
        self.lines.push(Line::Text(text, false));
    }

    /// Begins a group of rows.
    pub(crate) fn heading(&mut self, name: &str, source: &str) {
        self.lines.push(Line::Heading(format!("  {name}"), source.to_string()));
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, name: &str, value: String, unit: &'static str, source: &str) {
        self.lines.push(Line::Row(format!("    {name}"), value, unit, source.to_string()));
    }

    /// Returns the page as text. For a terminal, titles and headings are bold by escape sequences.
    pub(crate) fn render(&self, terminal: bool) -> String {
        let [mut names, mut values, mut units] = [0; 3];
        for line in &self.lines {
            match line {
                Line::Text(..) => {}
                Line::Heading(name, _) => names = names.max(name.len()),
                Line::Row(name, value, unit, _) => {
                    names = names.max(name.len());
                    values = values.max(value.len());
                    units = units.max(unit.len());
                }
            }
        }
        let row = |name: &str, value: &str, unit: &str, source: &str| {
            format!("{name:names$}  {value:>values$}  {unit:units$}  {source}").trim_end().to_string()
        };
        let mut page = String::new();
        for line in &self.lines {
            // Names come from drivers and from the command line.
            let (text, bold) = match line {
                Line::Text(text, bold) => (text.clone(), *bold),
                Line::Heading(name, source) => (row(name, "", "", source), true),
                Line::Row(name, value, unit, source) => (row(name, value, unit, source), false),
            };
            let text = printable(&text).into_owned();
            page += &if bold && terminal { format!("\x1b[1m{text}\x1b[0m\n") } else { text + "\n" };
        }
        page
    }
}

/// Returns true if standard output is a terminal and `NO_COLOR` is unset or empty.
pub(crate) fn is_terminal() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut page = Page::default();
        page.title("A title".to_string());
        page.heading("SOME", "");
        page.row("LONG_NAME", "1".to_string(), "ns", "native");
        page.row("NAME", "1,000".to_string(), "", "absent");
        let text = "A title\n  SOME\n    LONG_NAME      1  ns  native\n    NAME       1,000      absent\n";
        assert_eq!(page.render(false), text);
        assert!(page.render(true).starts_with("\x1b[1mA title\x1b[0m\n"));
    }
}
