//! The list of programs.

use super::state::{Entry, Order, ScreenState};
use crate::live::history::sparkline;
use crate::live::rows::Row;
use crate::live::table::{Column, Piece, Tone, columns, cut, fill, piece};

/// The width of a process's number with the spaces around it.
const PROCESS: usize = 9;
/// The least width of a chart with the space before it.
const LEAST_CHART: usize = 12;

/// How the list is divided.
pub(crate) struct Division {
    name: usize,
    columns: Vec<&'static Column>,
    chart: usize,
}

impl Division {
    /// Divides a width.
    pub(crate) fn new(width: usize) -> Self {
        let name = (width / 5).clamp(10, 20);
        let columns = columns(width.saturating_sub(PROCESS + name));
        let taken: usize = columns.iter().map(|column| column.heading().len()).sum();
        let rest = width.saturating_sub(PROCESS + name + taken);
        Self { name, columns, chart: if rest < LEAST_CHART { 0 } else { rest } }
    }

    /// Returns the titles of the columns. That of the order is strong.
    pub(crate) fn heading(&self, order: Option<Order>) -> Vec<Piece> {
        let tone = |title: &str| if order.is_some_and(|order| order.title() == title) { Tone::Strong } else { Tone::Faint };
        let mut line = vec![piece(format!("{:>width$}  ", "PID", width = PROCESS - 2), Tone::Faint)];
        line.push(piece(fill("program", self.name), tone("program")));
        line.extend(self.columns.iter().map(|column| piece(column.heading(), tone(column.title))));
        line
    }

    /// Returns a line of the list.
    pub(crate) fn line(&self, entry: &Entry, is_unicode: bool) -> Vec<Piece> {
        let name_tone = if entry.row.is_some() { Tone::Strong } else { Tone::Faint };
        let mut line = vec![
            piece(format!("{:>width$}  ", entry.process(), width = PROCESS - 2), Tone::Plain),
            piece(fill(entry.name(), self.name), name_tone),
        ];
        let Some(row) = entry.row else { return line };
        line.extend(cells(row, &self.columns));
        if row.has_only_work() {
            return line;
        }
        if self.chart > 0 {
            let times = row.history.last(self.chart.saturating_sub(1).min(60));
            line.push(piece(format!(" {}", sparkline(&times, is_unicode)), Tone::Chart));
        }
        line
    }
}

/// Returns the columns of a context, or what it did without a swap instead.
pub(crate) fn cells(row: &Row, columns: &[&Column]) -> Vec<Piece> {
    if !row.has_only_work() {
        return columns.iter().map(|column| column.cell(row)).collect();
    }
    let width: usize = columns.iter().map(|column| column.heading().len()).sum();
    vec![piece(cut(&format!("  {}", row.work), width), Tone::Plain)]
}

/// Returns the list as text, with all columns.
pub(crate) fn text(state: &ScreenState) -> String {
    let entries = state.contexts();
    if entries.is_empty() {
        return "no program is running under glmeter\n".to_owned();
    }
    let every = columns(usize::MAX);
    let names = entries.iter().map(|entry| entry.name().chars().count()).max().unwrap_or_default().clamp(10, 32);
    let division = Division { name: names, columns: every, chart: 0 };
    let text = |line: Vec<Piece>| line.into_iter().map(|piece| piece.text).collect::<String>().trim_end().to_owned() + "\n";
    let lines = entries.iter().map(|entry| text(division.line(entry, false)));
    core::iter::once(text(division.heading(None))).chain(lines).collect()
}
