//! The details of one context: frame times, passes, groups, programs, counts.

use super::state::{Entry, ScreenState, Tab};
use crate::live::table::{Piece, Tone, cut, fill, milliseconds, percent, piece, short};
use glmeter_recording::ScopeKind;

/// Returns the title: the program, its process, its version and its renderer.
pub(crate) fn title(entry: &Entry, width: usize, separator: &str) -> Vec<Piece> {
    let Some(row) = entry.row else { return vec![piece(cut(entry.name(), width), Tone::Strong)] };
    let ended = if entry.watched.has_ended { format!(" {separator} ended") } else { String::new() };
    let name = format!(" {}", cut(&row.record.program, width.saturating_sub(1)));
    let about = format!(
        " {} {separator} {} {separator} {} {separator} {} frames",
        row.record.process,
        row.version(),
        row.record.renderer,
        row.frames
    );
    let room = width.saturating_sub(name.chars().count() + ended.chars().count());
    vec![piece(name, Tone::Strong), piece(cut(&about, room), Tone::Faint), piece(ended, Tone::Bad)]
}

/// Returns the lines of the tab that is shown, with its titles first.
pub(crate) fn lines(state: &ScreenState, entry: &Entry, width: usize) -> Vec<Vec<Piece>> {
    let Some(row) = entry.row else { return Vec::new() };
    match state.tab {
        Tab::Scopes(kind) => scopes(entry, row.context, kind, width),
        Tab::Counts => {
            let names = width.saturating_sub(12).min(40);
            let mut lines = vec![vec![piece(format!("{}{:>10}", fill(" of a frame", names), "mean"), Tone::Faint)]];
            let counts = row.values.iter().flat_map(|values| &values.counts);
            lines.extend(counts.map(|(name, count)| {
                let tone = if *name == "errors" && *count > 0.0 { Tone::Bad } else { Tone::Plain };
                vec![piece(format!("{}{:>10}", fill(&format!(" {name}"), names), short(*count)), tone)]
            }));
            lines
        }
    }
}

/// Returns the lines of passes, groups or programs.
fn scopes(entry: &Entry, context: usize, kind: ScopeKind, width: usize) -> Vec<Vec<Piece>> {
    const NUMBERS: usize = 9 + 7 + 8 + 8;
    let names = width.saturating_sub(NUMBERS).min(64);
    let heading = format!("{}{:>9}{:>7}{:>8}{:>8}", fill(" of a frame", names), "GPU ms", "share", "times", "draws");
    let mut lines = vec![vec![piece(cut(&heading, width), Tone::Faint)]];
    let scopes = entry.watched.scopes(context, kind);
    // Groups contain each other: those inside others are not added twice.
    let outer = scopes.iter().filter(|scope| kind != ScopeKind::Group || !scope.path.contains('/'));
    let sum: f64 = outer.filter_map(|scope| scope.gpu).sum();
    for scope in &scopes {
        let (time, share) = match scope.gpu {
            Some(gpu) => (milliseconds(gpu), if sum > 0.0 { percent(gpu / sum) } else { "-".to_owned() }),
            None => ("-".to_owned(), "-".to_owned()),
        };
        let depth = if kind == ScopeKind::Group { scope.path.matches('/').count() } else { 0 };
        let name = if depth > 0 { scope.path.rsplit('/').next().unwrap_or_default() } else { &scope.path };
        let name = fill(&format!(" {}{name}", "  ".repeat(depth)), names);
        let numbers = format!("{time:>9}{share:>7}{:>8}{:>8}", short(scope.times), short(scope.draws));
        lines.push(vec![piece(cut(&(name + &numbers), width), Tone::Plain)]);
    }
    if scopes.is_empty() {
        let none = match kind {
            ScopeKind::Pass => " no pass has been measured yet",
            ScopeKind::Group => " the program names no groups",
            ScopeKind::Program | ScopeKind::Section => " no program has been measured yet",
        };
        lines.push(vec![piece(cut(none, width), Tone::Faint)]);
    }
    lines
}
