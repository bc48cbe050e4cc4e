//! The terminal of standard error: what it can show, and its lower rows, which stay in place while the program's own output scrolls above.

use super::table::{Piece, Tone};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::ffi::OsString;
use std::io::{IsTerminal, Result, Write};

/// A terminal's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// The number of rows.
    pub(crate) rows: usize,
    /// The number of columns.
    pub(crate) columns: usize,
}

/// Returns a variable of the environment; `None` if it is empty.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// Returns true if the terminal understands escape sequences.
pub(crate) fn has_escapes() -> bool {
    variable("TERM").is_some_and(|name| name != "dumb")
}

/// Returns true if standard error is a terminal in whose foreground this process is and that understands escape sequences.
pub(crate) fn is_usable() -> bool {
    std::io::stderr().is_terminal() && has_escapes() && size().is_some()
}

/// Returns true if this process is in the terminal's foreground: in the background it may not draw over the shell.
pub(crate) fn is_in_foreground() -> bool {
    // SAFETY: the functions take no pointers.
    unsafe { libc::tcgetpgrp(libc::STDERR_FILENO) == libc::getpgrp() }
}

/// Returns the size of the terminal of standard error.
pub(crate) fn size() -> Option<Size> {
    // SAFETY: winsize is plain data, valid when zeroed.
    let mut size: libc::winsize = unsafe { core::mem::zeroed() };
    // SAFETY: the size is written to a local variable.
    let done = unsafe { libc::ioctl(libc::STDERR_FILENO, libc::TIOCGWINSZ, &mut size) } == 0;
    (done && size.ws_row > 0 && size.ws_col > 0).then(|| Size { rows: size.ws_row.into(), columns: size.ws_col.into() })
}

/// Returns a line's text with the escape sequences of its colours.
fn coloured(line: &[Piece], has_colour: bool) -> String {
    let escaped = |piece: &Piece| {
        let colour = match piece.tone {
            _ if !has_colour => "",
            Tone::Plain => "",
            Tone::Strong => "1",
            Tone::Faint => "2",
            Tone::Chart => "36",
            Tone::Gpu => "35",
            Tone::Cpu => "33",
            Tone::Bad => "1;31",
        };
        if colour.is_empty() { piece.text.clone() } else { format!("\x1b[{colour}m{}\x1b[0m", piece.text) }
    };
    line.iter().map(escaped).collect()
}

/// Makes the whole terminal the scrolling region and erases what is below the cursor.
const RESTORE: &str = "\x1b7\x1b[r\x1b8\x1b[J";

/// True while an area is open.
static IS_OPEN: AtomicBool = AtomicBool::new(false);
/// How often [`suspend`] closed it.
static SUSPENSIONS: AtomicUsize = AtomicUsize::new(0);

/// Gives the rows of the open area back to the shell, because this process is about to be stopped. The area opens again when it is next drawn.
pub fn suspend() {
    if IS_OPEN.swap(false, Ordering::AcqRel) {
        SUSPENSIONS.fetch_add(1, Ordering::AcqRel);
        let _ = std::io::stderr().write_all(RESTORE.as_bytes());
    }
}

/// The lower rows of a terminal. The others are its scrolling region while the area is open.
pub(crate) struct Area<W: Write> {
    terminal: W,
    has_colour: bool,
    /// The terminal's size and the number of rows of the area while it is open.
    open: Option<(Size, usize)>,
    /// The value of [`SUSPENSIONS`] when it was last drawn.
    suspensions: usize,
}

impl<W: Write> Area<W> {
    /// Creates an area, which takes no rows before it draws.
    pub(crate) fn new(terminal: W, has_colour: bool) -> Self {
        Self { terminal, has_colour, open: None, suspensions: 0 }
    }

    /// Replaces the area's contents. Takes as many rows as there are lines, fewer than the terminal has.
    pub(crate) fn draw(&mut self, size: Size, lines: &[Vec<Piece>]) -> Result<()> {
        let mut text = String::new();
        let rows = lines.len();
        self.forget_suspended();
        if self.open != Some((size, rows)) {
            text += &self.closing();
            // Scrolls until as many rows are below the cursor, which stays in its column.
            text += &"\x1bD".repeat(rows);
            text += &format!("\x1b[{rows}A\x1b7\x1b[1;{}r\x1b8", size.rows.saturating_sub(rows));
            self.open = Some((size, rows));
            IS_OPEN.store(true, Ordering::Release);
        }
        text += "\x1b7";
        for (line, row) in lines.iter().zip(size.rows.saturating_sub(rows) + 1..) {
            text += &format!("\x1b[{row};1H\x1b[0m\x1b[2K{}", coloured(line, self.has_colour));
        }
        text += "\x1b8";
        self.write(&text)
    }

    /// Gives the rows back to the program and the shell.
    pub(crate) fn close(&mut self) -> Result<()> {
        self.forget_suspended();
        let text = self.closing();
        self.write(&text)
    }

    /// Takes into account that the rows may have been given back meanwhile.
    fn forget_suspended(&mut self) {
        let suspensions = SUSPENSIONS.load(Ordering::Acquire);
        if core::mem::replace(&mut self.suspensions, suspensions) != suspensions {
            self.open = None;
        }
    }

    /// Returns what closes the area, which is below the cursor.
    fn closing(&mut self) -> String {
        if self.open.take().is_none() {
            return String::new();
        }
        IS_OPEN.store(false, Ordering::Release);
        RESTORE.to_owned()
    }

    /// Writes all at once, so that the program's output does not come between.
    fn write(&mut self, text: &str) -> Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.terminal.write_all(text.as_bytes())?;
        self.terminal.flush()
    }
}

impl<W: Write> Drop for Area<W> {
    fn drop(&mut self) {
        let _ = self.close();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::super::table::piece;
    use super::*;

    #[test]
    fn an_area_takes_rows_draws_and_gives_them_back() {
        let mut text = Vec::new();
        let mut area = Area::new(&mut text, true);
        let lines = [vec![piece("a", Tone::Plain), piece("b", Tone::Bad)], vec![piece("c", Tone::Plain)]];
        let size = Size { rows: 24, columns: 80 };
        area.draw(size, &lines).unwrap();
        area.draw(size, &lines).unwrap();
        drop(area);
        let opened = "\x1bD\x1bD\x1b[2A\x1b7\x1b[1;22r\x1b8";
        let drawn = "\x1b7\x1b[23;1H\x1b[0m\x1b[2Ka\x1b[1;31mb\x1b[0m\x1b[24;1H\x1b[0m\x1b[2Kc\x1b8";
        let closed = "\x1b7\x1b[r\x1b8\x1b[J";
        assert_eq!(String::from_utf8(text).unwrap(), [opened, drawn, drawn, closed].concat());
    }

    #[test]
    fn another_size_takes_the_rows_anew() {
        let mut text = Vec::new();
        let mut area = Area::new(&mut text, false);
        area.draw(Size { rows: 24, columns: 80 }, &[vec![piece("a", Tone::Bad)]]).unwrap();
        area.draw(Size { rows: 10, columns: 80 }, &[vec![piece("a", Tone::Bad)]]).unwrap();
        area.close().unwrap();
        drop(area);
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains("\x1b7\x1b[r\x1b8\x1b[J\x1bD\x1b[1A\x1b7\x1b[1;9r\x1b8\x1b7\x1b[10;1H\x1b[0m\x1b[2Ka\x1b8"), "{text:?}");
        assert!(!text.contains("31m") && text.matches("\x1b[r").count() == 2, "{text:?}");
    }
}
