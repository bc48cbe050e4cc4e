//! The screen of `glmeter top`.

use super::details;
use super::list::{Division, cells};
use super::state::{Action, Entry, ScreenState, Tab};
use super::watched::Found;
use crate::live::table::{Piece, Tone, columns, cut, fill, milliseconds};
use crate::style::Style;
use core::sync::atomic::{AtomicBool, Ordering};
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use ratatui::symbols::bar;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Sparkline};
use std::io::Result;
use std::time::Duration;

/// How long the screen waits for a key before it reads the recordings.
const WAIT: Duration = Duration::from_millis(100);

/// The keys, as the help shows them.
const HELP: [(&str, &str); 7] = [
    ("Up, Down", "select a program; scroll"),
    ("Enter", "details of the selected program"),
    ("Left, Right", "passes, groups, programs, counts"),
    ("s", "sort by the next column"),
    ("?", "this help"),
    ("Esc", "back"),
    ("q", "quit"),
];

/// The bars of a terminal without Unicode.
const LETTERS: bar::Set = bar::Set {
    full: "#",
    seven_eighths: "#",
    three_quarters: "+",
    five_eighths: "=",
    half: "=",
    three_eighths: "-",
    one_quarter: ".",
    one_eighth: "_",
    empty: " ",
};

/// True once a signal asks this process to end.
static IS_ENDED: AtomicBool = AtomicBool::new(false);

extern "C" fn end(_signal: i32) {
    IS_ENDED.store(true, Ordering::Relaxed);
}

/// Shows the programs until a key or a signal ends it, and restores the terminal.
pub(crate) fn show(mut state: ScreenState, mut find: impl FnMut() -> Vec<Found>) -> Result<()> {
    let handler: extern "C" fn(i32) = end;
    for signal in [libc::SIGTERM, libc::SIGINT] {
        // SAFETY: the handler only stores to an atomic.
        unsafe { libc::signal(signal, handler as libc::sighandler_t) };
    }
    // A terminal that is gone needs no restoring.
    // SAFETY: this is the signal's default.
    unsafe { libc::signal(libc::SIGHUP, libc::SIG_DFL) };
    let style = Style::of_terminal();
    let mut terminal = ratatui::try_init()?;
    let mut run = || -> Result<()> {
        let mut is_new = true;
        while !IS_ENDED.load(Ordering::Relaxed) {
            if is_new {
                terminal.draw(|frame| draw(&mut state, style, frame))?;
            }
            is_new = false;
            if !wait_for_input() {
                break;
            }
            while event::poll(Duration::ZERO)? {
                is_new = true;
                if let Event::Key(key) = event::read()?
                    && let Some(action) = action(key)
                    && !state.act(action)
                {
                    return Ok(());
                }
            }
            if state.read() {
                state.find(find());
                is_new = true;
            }
        }
        Ok(())
    };
    let ended = run();
    ratatui::try_restore()?;
    ended
}

/// Waits for input for a while. Returns false if the terminal is gone: reading from it would not end.
fn wait_for_input() -> bool {
    let mut input = libc::pollfd { fd: libc::STDIN_FILENO, events: libc::POLLIN, revents: 0 };
    // SAFETY: there is one descriptor.
    unsafe { libc::poll(&mut input, 1, WAIT.as_millis() as i32) };
    input.revents & (libc::POLLHUP | libc::POLLERR | libc::POLLNVAL) == 0
}

/// Returns what a key asks for.
fn action(key: KeyEvent) -> Option<Action> {
    if key.kind == KeyEventKind::Release {
        return None;
    }
    Some(match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Action::Quit,
        KeyCode::Up | KeyCode::Char('k') => Action::Move(-1),
        KeyCode::Down | KeyCode::Char('j') => Action::Move(1),
        KeyCode::PageUp => Action::Move(-10),
        KeyCode::PageDown => Action::Move(10),
        KeyCode::Left | KeyCode::BackTab | KeyCode::Char('h') => Action::Turn(-1),
        KeyCode::Right | KeyCode::Tab | KeyCode::Char('l') => Action::Turn(1),
        KeyCode::Enter => Action::Open,
        KeyCode::Esc | KeyCode::Backspace => Action::Back,
        KeyCode::Char('q') => Action::Quit,
        KeyCode::Char('s') => Action::Sort,
        KeyCode::Char('?') => Action::Help,
        _ => return None,
    })
}

/// Returns the look of a tone.
fn look(tone: Tone, style: Style) -> ratatui::style::Style {
    let plain = ratatui::style::Style::default();
    let coloured = |colour: Color| if style.colour { plain.fg(colour) } else { plain };
    match tone {
        Tone::Plain => plain,
        Tone::Strong => plain.add_modifier(Modifier::BOLD),
        Tone::Faint => plain.add_modifier(Modifier::DIM),
        Tone::Chart => coloured(Color::Cyan),
        Tone::Gpu => coloured(Color::Magenta),
        Tone::Cpu => coloured(Color::Yellow),
        Tone::Bad => coloured(Color::Red).add_modifier(Modifier::BOLD),
    }
}

/// Returns a line of pieces.
fn line(pieces: Vec<Piece>, style: Style) -> Line<'static> {
    Line::from(pieces.into_iter().map(|piece| Span::styled(piece.text, look(piece.tone, style))).collect::<Vec<_>>())
}

/// Draws text into a row of the screen.
fn put(frame: &mut Frame, row: u16, line: Line) {
    let area = frame.area();
    if row < area.height {
        frame.render_widget(Paragraph::new(line), Rect { y: row, height: 1, ..area });
    }
}

/// Draws the screen.
pub(crate) fn draw(state: &mut ScreenState, style: Style, frame: &mut Frame) {
    let entries = state.contexts();
    let open = state.open.and_then(|key| entries.iter().find(|entry| entry.key() == key));
    let last = match open {
        Some(entry) => draw_details(state, entry, style, frame),
        None => {
            draw_list(state, &entries, style, frame);
            0
        }
    };
    state.scroll = state.scroll.min(last);
    if state.has_help {
        draw_help(style, frame);
    }
}

/// Draws the row of the keys, as many as fit.
fn draw_keys(keys: &[(&str, &str)], style: Style, frame: &mut Frame) {
    let mut line = Line::default();
    for (key, about) in keys {
        let (key, about) = (format!(" {key}"), format!(" {about} "));
        if line.width() + key.len() + about.len() <= usize::from(frame.area().width) {
            line.push_span(Span::styled(key, look(Tone::Strong, style)));
            line.push_span(Span::styled(about, look(Tone::Faint, style)));
        }
    }
    put(frame, frame.area().height.saturating_sub(1), line);
}

fn draw_list(state: &ScreenState, entries: &[Entry], style: Style, frame: &mut Frame) {
    let area = frame.area();
    let division = Division::new(area.width.into());
    let dot = if style.unicode { "·" } else { "-" };
    let count = match entries.len() {
        1 => "1 context".to_owned(),
        count => format!("{count} contexts"),
    };
    let about = format!(" {dot} {count} {dot} by {} {dot} times in ms of a frame", state.order.title());
    let title = vec![Span::styled(" glmeter top", look(Tone::Strong, style)), Span::styled(about, look(Tone::Faint, style))];
    put(frame, 0, Line::from(title));
    put(frame, 2, line(division.heading(Some(state.order)), style));
    let (room, selected) = (usize::from(area.height.saturating_sub(4)), state.selection(entries));
    // The selection stays on the screen.
    let first = (selected + 1).saturating_sub(room);
    for ((number, entry), row) in entries.iter().enumerate().skip(first).take(room).zip(3..) {
        let mut text = line(division.line(entry, style.unicode), style);
        if number == selected {
            let rest = usize::from(area.width).saturating_sub(text.width());
            text.push_span(Span::raw(" ".repeat(rest)));
            text = text.style(ratatui::style::Style::default().add_modifier(Modifier::REVERSED));
        }
        put(frame, row, text);
    }
    if entries.is_empty() {
        put(frame, 3, Line::from(Span::styled(" no program is running under glmeter", look(Tone::Faint, style))));
    }
    draw_keys(&[("q", "quit"), ("?", "help"), ("Enter", "details"), ("s", "sort")], style, frame);
}

/// Draws the details of a context. Returns how far they can be scrolled.
fn draw_details(state: &ScreenState, entry: &Entry, style: Style, frame: &mut Frame) -> usize {
    let area = frame.area();
    let width = usize::from(area.width);
    let dot = if style.unicode { "·" } else { "-" };
    put(frame, 0, line(details::title(entry, width, dot), style));
    let Some(row) = entry.row else { return 0 };
    let columns = columns(width);
    put(frame, 1, Line::from(Span::styled(columns.iter().map(|column| column.heading()).collect::<String>(), look(Tone::Faint, style))));
    put(frame, 2, line(cells(row, &columns), style));
    let height = (area.height / 4).clamp(3, 10);
    draw_chart(row, Rect { y: 4, height: height.min(area.height.saturating_sub(4)), ..area }, style, frame);

    let tabs = Tab::ALL.iter().flat_map(|(tab, title)| {
        let look = if *tab == state.tab { look(Tone::Strong, style).add_modifier(Modifier::REVERSED) } else { look(Tone::Faint, style) };
        [Span::raw(" "), Span::styled(format!(" {title} "), look)]
    });
    put(frame, height + 5, Line::from(tabs.collect::<Vec<_>>()));
    let mut lines = details::lines(state, entry, width).into_iter();
    if let Some(heading) = lines.next() {
        put(frame, height + 6, line(heading, style));
    }
    let room = usize::from(area.height.saturating_sub(height + 8));
    let last = lines.len().saturating_sub(room);
    for (text, row) in lines.skip(state.scroll.min(last)).take(room).zip(height + 7..) {
        put(frame, row, line(text, style));
    }
    draw_keys(&[("Esc", "back"), ("?", "help"), ("Left/Right", "turn"), ("Up/Down", "scroll")], style, frame);
    last
}

/// Draws the frame times of the last minute, the oldest at the left.
fn draw_chart(row: &crate::live::rows::Row, area: Rect, style: Style, frame: &mut Frame) {
    const SCALE: u16 = 10;
    let times = row.history.last(area.width.saturating_sub(SCALE + 1).into());
    let greatest = times.iter().max().copied().unwrap_or_default();
    let scale = |time: u64| Span::styled(format!("{:>8} ", milliseconds(time as f64)), look(Tone::Faint, style));
    let labels = [(area.y, greatest), (area.y + area.height / 2, greatest / 2), (area.y + area.height.saturating_sub(1), 0)];
    for (row, time) in labels {
        put(frame, row, Line::from(scale(time)));
    }
    let chart = Rect { x: SCALE, width: area.width.saturating_sub(SCALE + 1), ..area };
    let bars = if style.unicode { bar::NINE_LEVELS } else { LETTERS };
    let sparkline = Sparkline::default().data(&times).max(greatest.max(1)).bar_set(bars).style(look(Tone::Chart, style));
    if chart.right() <= frame.area().width && chart.bottom() <= frame.area().height {
        frame.render_widget(sparkline, chart);
    }
}

fn draw_help(style: Style, frame: &mut Frame) {
    let area = frame.area();
    let width = area.width.min(52);
    let height = area.height.min(HELP.len() as u16 + 2);
    let place = Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
    let row = |(key, about): &(&str, &str)| {
        let text = [
            Span::styled(fill(&format!("  {key}"), 15), look(Tone::Strong, style)),
            Span::raw(cut(about, usize::from(width).saturating_sub(15))),
        ];
        Line::from(text.to_vec())
    };
    let lines: Vec<Line> = core::iter::once(Line::default()).chain(HELP.iter().map(row)).collect();
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).style(ratatui::style::Style::default().add_modifier(Modifier::REVERSED)), place);
}
