//! The columns of a context's figures, as many as fit.

use super::figures::Values;
use super::rows::Row;
use crate::run::Bound;
use glmeter_recording::terminal::is_printable;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How a text looks on a terminal with colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// As other text.
    Plain,
    /// A name or a title.
    Strong,
    /// Of less importance.
    Faint,
    /// A chart.
    Chart,
    /// The GPU bounds the frames.
    Gpu,
    /// The CPU bounds the frames.
    Cpu,
    /// Something is wrong.
    Bad,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The text.
    pub(crate) text: String,
    /// Its look.
    pub(crate) tone: Tone,
}

/// Returns a piece of a line.
pub(crate) fn piece(text: impl Into<String>, tone: Tone) -> Piece {
    Piece { text: text.into(), tone }
}

/// A column. Its text is aligned to the right, and one space at least separates it from the column before.
pub(crate) struct Column {
    /// The title.
    pub(crate) title: &'static str,
    /// The width with the space before.
    width: usize,
    /// Columns with a greater number go first if the terminal is too narrow.
    importance: u8,
    /// Returns the text of a context.
    text: fn(&Row, &Values) -> String,
    /// Returns its look.
    tone: fn(&Row, &Values) -> Tone,
}

/// Returns [`Tone::Plain`].
fn plain(_: &Row, _: &Values) -> Tone {
    Tone::Plain
}

/// Returns the text of a value that may be absent.
fn optional(value: Option<f64>, text: fn(f64) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), text)
}

/// The columns.
const COLUMNS: [Column; 13] = [
    Column { title: "fps", width: 6, importance: 0, text: |_, values| short(values.rate), tone: |_, _| Tone::Strong },
    Column { title: "mean", width: 7, importance: 1, text: |_, values| milliseconds(values.mean), tone: plain },
    Column { title: "p99", width: 7, importance: 6, text: |_, values| milliseconds(values.p99), tone: plain },
    Column { title: "worst", width: 7, importance: 2, text: |_, values| milliseconds(values.worst), tone: plain },
    Column { title: "CPU", width: 7, importance: 4, text: |_, values| milliseconds(values.cpu), tone: plain },
    Column { title: "GPU", width: 7, importance: 3, text: |_, values| optional(values.gpu, milliseconds), tone: plain },
    Column { title: "busy", width: 5, importance: 7, text: |_, values| optional(values.busy, percent), tone: plain },
    Column {
        title: "bound",
        width: 6,
        importance: 5,
        text: |_, values| bound(values.bound).to_owned(),
        tone: |_, values| tone(values.bound),
    },
    Column { title: "draws", width: 6, importance: 8, text: |_, values| short(values.draws), tone: plain },
    Column { title: "verts", width: 6, importance: 9, text: |_, values| optional(values.vertices, short), tone: plain },
    Column { title: "over", width: 5, importance: 10, text: |_, values| optional(values.overdraw, ratio), tone: plain },
    Column { title: "B/s", width: 6, importance: 12, text: |_, values| short(values.uploads), tone: plain },
    Column {
        title: "err",
        width: 4,
        importance: 11,
        text: |row, _| short(row.errors as f64),
        tone: |row, _| if row.errors > 0 { Tone::Bad } else { Tone::Plain },
    },
];

/// Returns the word for what bounds frames.
pub(crate) fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Gpu => "GPU",
        Bound::Cpu => "CPU",
        Bound::Waiting => "wait",
        Bound::Unknown => "-",
    }
}

fn tone(bound: Bound) -> Tone {
    match bound {
        Bound::Gpu => Tone::Gpu,
        Bound::Cpu => Tone::Cpu,
        Bound::Waiting | Bound::Unknown => Tone::Plain,
    }
}

/// Returns the columns that fit into a width, in their order.
pub(crate) fn columns(width: usize) -> Vec<&'static Column> {
    let mut columns: Vec<&Column> = COLUMNS.iter().collect();
    columns.sort_by_key(|column| column.importance);
    let mut taken = 0;
    columns.retain(|column| {
        taken += column.width;
        taken <= width
    });
    let importances: Vec<u8> = columns.into_iter().map(|column| column.importance).collect();
    COLUMNS.iter().filter(|column| importances.contains(&column.importance)).collect()
}

impl Column {
    /// Returns its title, aligned.
    pub(crate) fn heading(&self) -> String {
        format!("{:>width$}", self.title, width = self.width)
    }

    /// Returns the text of a context, aligned.
    pub(crate) fn cell(&self, row: &Row) -> Piece {
        match &row.values {
            Some(values) => piece(format!("{:>width$}", (self.text)(row, values), width = self.width), (self.tone)(row, values)),
            None => piece(format!("{:>width$}", "-", width = self.width), Tone::Faint),
        }
    }
}

/// Returns a number in at most five characters: `0.98`, `12.3`, `1234`, `12.3k`, `1.23M`.
pub(crate) fn short(number: f64) -> String {
    let mut number = number;
    if number < 9999.5 {
        return match number {
            _ if number.fract() == 0.0 => format!("{number:.0}"),
            ..9.995 => format!("{number:.2}"),
            ..99.95 => format!("{number:.1}"),
            _ => format!("{number:.0}"),
        };
    }
    for unit in ["k", "M", "G", "T", "P"] {
        number /= 1000.0;
        match number {
            ..9.995 => return format!("{number:.2}{unit}"),
            ..99.95 => return format!("{number:.1}{unit}"),
            ..999.5 => return format!("{number:.0}{unit}"),
            _ => {}
        }
    }
    "many".to_owned()
}

/// Returns a time in milliseconds in at most six characters.
pub(crate) fn milliseconds(nanoseconds: f64) -> String {
    let number = nanoseconds / 1e6;
    match number {
        ..9.9995 => format!("{number:.3}"),
        ..99.995 => format!("{number:.2}"),
        ..999.95 => format!("{number:.1}"),
        ..99_999.5 => format!("{number:.0}"),
        _ => format!("{:.0}s", number / 1e3),
    }
}

/// Returns a ratio in at most four characters below 100,000.
pub(crate) fn ratio(number: f64) -> String {
    if number < 9.995 { format!("{number:.2}") } else { short(number.round()) }
}

/// Returns a share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}

/// Returns a text without control characters, cut to a width on the terminal.
pub(crate) fn cut(text: &str, width: usize) -> String {
    let mut taken = 0;
    let printable = text.chars().map(|letter| if is_printable(letter) { letter } else { '?' });
    printable
        .take_while(|letter| {
            taken += letter.width().unwrap_or_default();
            taken <= width
        })
        .collect()
}

/// Returns a text without control characters, cut or filled up to a width on the terminal.
pub(crate) fn fill(text: &str, width: usize) -> String {
    let text = cut(text, width);
    let spaces = width.saturating_sub(text.width());
    text + &" ".repeat(spaces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let numbers = [0.0, 0.984, 20.0, 12.34, 957.4, 9999.0, 9999.9, 12_345.0, 1.23e6, 45.6e6, 1e9, 999_999.0];
        assert_eq!(numbers.map(short), ["0", "0.98", "20", "12.3", "957", "9999", "10.0k", "12.3k", "1.23M", "45.6M", "1.00G", "1.00M"]);
        let times = [0.0, 1_045_000.0, 16_666_666.0, 123_456_789.0, 1.5e9, 2e11];
        assert_eq!(times.map(milliseconds), ["0.000", "1.045", "16.67", "123.5", "1500", "200s"]);
    }

    #[test]
    fn the_most_important_columns_stay() {
        let titles = |width: usize| columns(width).iter().map(|column| column.title).collect::<Vec<_>>().join(" ");
        assert_eq!(titles(79), "fps mean p99 worst CPU GPU busy bound draws verts over B/s err");
        assert_eq!(titles(40), "fps mean worst CPU GPU bound");
        assert_eq!(titles(20), "fps mean worst");
        assert_eq!(titles(3), "");
        assert_eq!(COLUMNS.iter().map(|column| column.width).sum::<usize>(), 79);
    }

    #[test]
    fn a_name_has_no_control_characters_and_fits() {
        assert_eq!(cut("gl\x1b[31mgears", 6), "gl?[31");
        assert_eq!(fill("ä", 3), "ä  ");
        assert_eq!(fill("日本語", 5), "日本 ");
    }
}
