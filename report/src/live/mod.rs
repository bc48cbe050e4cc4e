//! `glmeter run --live`: the figures of each context while the program runs, on standard error. A terminal has a table in its lowest rows;
//! anything else gets a line for each context.

pub(crate) mod figures;
pub(crate) mod history;
pub(crate) mod rows;
pub(crate) mod table;
pub(crate) mod terminal;

pub use terminal::suspend;

use crate::output::Output;
use crate::run::{Bound, Context, Run};
use crate::style::Style;
use glmeter_recording::{ContextRecord, Frame, Recording};
use history::sparkline;
use rows::{Row, Rows};
use std::io::{Result, Write};
use std::time::{Duration, Instant};
use table::{Piece, Tone, cut, fill, milliseconds, percent, piece, ratio, short};
use terminal::{Area, Size};

/// The least number of rows of a terminal with a table.
const LEAST_ROWS: usize = 8;
/// The least number of columns of a terminal with a table.
const LEAST_COLUMNS: usize = 20;

/// Shows the figures of the last interval.
pub struct Live<W: Write> {
    rows: Rows,
    interval: Duration,
    begun: Instant,
    /// When the interval began.
    last: Instant,
    frames: u64,
    shown: Shown<W>,
}

/// Where the figures are shown.
enum Shown<W: Write> {
    /// In the lowest rows of a terminal.
    Table(Area<W>, Style),
    /// In lines.
    Lines(W),
}

impl Live<std::io::Stderr> {
    /// Shows the figures of each interval on standard error.
    pub fn new(interval: Duration) -> Self {
        if terminal::is_usable() {
            let style = Style::of_terminal();
            Self::with(interval, Shown::Table(Area::new(std::io::stderr(), style.colour), style))
        } else {
            Self::with(interval, Shown::Lines(std::io::stderr()))
        }
    }
}

impl<W: Write> Live<W> {
    fn with(interval: Duration, shown: Shown<W>) -> Self {
        let now = Instant::now();
        Self { rows: Rows::default(), interval, begun: now, last: now, frames: 0, shown }
    }

    /// Shows the figures of the interval that ends now.
    fn show(&mut self) -> Result<()> {
        let length = self.last.elapsed();
        self.last = Instant::now();
        self.rows.end_interval(length.as_nanos() as u64);
        if self.rows.iter().len() == 0 {
            return Ok(());
        }
        match &mut self.shown {
            Shown::Table(area, style) => {
                let Some(size) = terminal::size().filter(|_| terminal::is_in_foreground()) else { return area.close() };
                if size.rows < LEAST_ROWS || size.columns < LEAST_COLUMNS {
                    return area.close();
                }
                area.draw(size, &table(&self.rows, size, *style, self.begun.elapsed(), self.frames))
            }
            Shown::Lines(lines) => {
                let active = self.rows.iter().filter(|row| row.values.is_some() || !row.work.is_empty());
                let text: String = active.map(|row| line(row) + "\n").collect();
                lines.write_all(text.as_bytes())
            }
        }
    }
}

impl<W: Write + Send> Output for Live<W> {
    fn frame(&mut self, recording: &Recording, frame: &Frame) -> Result<()> {
        self.frames += u64::from(!frame.has(Frame::IS_REST));
        self.rows.add(recording, frame);
        Ok(())
    }

    fn period(&self) -> Option<Duration> {
        Some(self.interval)
    }

    fn tick(&mut self, run: &Run) -> Result<()> {
        run.contexts.iter().for_each(|context| self.rows.add_rest(context.number, || record_of(context), &context.rest));
        self.show()
    }

    fn finish(&mut self, _run: &Run) -> Result<()> {
        match &mut self.shown {
            Shown::Table(area, _) => area.close(),
            Shown::Lines(_) => Ok(()),
        }
    }
}

/// Returns what the recording knows of a context.
fn record_of(context: &Context) -> ContextRecord {
    ContextRecord {
        process: context.process,
        thread: context.thread,
        program: context.program.clone(),
        version: context.version.clone(),
        renderer: context.renderer.clone(),
        ..ContextRecord::default()
    }
}

/// Returns the title of a table: a line across the terminal.
fn title(text: &str, width: usize, style: Style) -> Vec<Piece> {
    let dash = if style.unicode { "─" } else { "-" };
    let text = cut(text, width.saturating_sub(12));
    let rest = width.saturating_sub(text.chars().count() + 12);
    vec![
        piece(dash.repeat(2), Tone::Faint),
        piece(" glmeter ", Tone::Strong),
        piece(text, Tone::Faint),
        piece(format!(" {}", dash.repeat(rest)), Tone::Faint),
    ]
}

/// Returns the lines of the table.
fn table(rows: &Rows, size: Size, style: Style, age: Duration, frames: u64) -> Vec<Vec<Piece>> {
    // A terminal wraps a line that fills its last column.
    let width = size.columns.saturating_sub(1);
    let separator = if style.unicode { "·" } else { "-" };
    let about = format!("{:.0} s {separator} {frames} frames {separator} times in ms", age.as_secs_f64());
    let columns = table::columns(width);
    let mut lines = vec![title(&about, width, style)];
    lines.push(vec![piece(columns.iter().map(|column| column.heading()).collect::<String>(), Tone::Faint)]);
    // At most half of the terminal.
    let most = (size.rows / 2).saturating_sub(3) / 2;
    let mut shown: Vec<&Row> = rows.iter().collect();
    shown.sort_by_key(|row| (row.values.is_none(), core::cmp::Reverse(row.frames)));
    shown.truncate(most.max(1));
    shown.sort_by_key(|row| row.context);
    for row in &shown {
        lines.push(heading(row, width, style));
        lines.push(match row.has_only_work() {
            true => vec![piece(cut(&format!("   {}", row.work), width), Tone::Plain)],
            false => columns.iter().map(|column| column.cell(row)).collect(),
        });
    }
    if let Some(more) = rows.iter().len().checked_sub(shown.len()).filter(|more| *more > 0) {
        lines.push(vec![piece(cut(&format!("  and {more} more contexts"), width), Tone::Faint)]);
    }
    lines
}

/// Returns a line with a context's name and its frame times.
fn heading(row: &Row, width: usize, style: Style) -> Vec<Piece> {
    let chart = width / 2;
    let names = width - chart;
    let name = cut(&format!(" {}", row.record.program), names.saturating_sub(8));
    let room = names.saturating_sub(name.chars().count() + 1);
    let process = format!(" {}", row.record.process);
    let about = format!("{process} {}", row.version());
    let about = fill(if about.len() <= room { &about } else { &process }, room);
    let times = row.history.last(chart.saturating_sub(10));
    let greatest = times.iter().max().copied().unwrap_or_default();
    let line = sparkline(&times, style.unicode);
    let scale = format!(" {} ms", milliseconds(greatest as f64));
    vec![piece(name, Tone::Strong), piece(about + " ", Tone::Faint), piece(line, Tone::Chart), piece(scale, Tone::Faint)]
}

/// Returns a context's figures in one line.
fn line(row: &Row) -> String {
    let Some(values) = &row.values else {
        return format!("glmeter: {} {}: {}", cut(&row.record.program, 64), row.record.process, row.work);
    };
    let mut line = format!(
        "glmeter: {} {}: {} frames/s, {} ms a frame (p99 {}, worst {}), CPU {}",
        cut(&row.record.program, 64),
        row.record.process,
        short(values.rate),
        milliseconds(values.mean),
        milliseconds(values.p99),
        milliseconds(values.worst),
        milliseconds(values.cpu),
    );
    if let (Some(gpu), Some(busy)) = (values.gpu, values.busy) {
        line += &format!(", GPU {} ({} busy)", milliseconds(gpu), percent(busy));
    }
    line += match values.bound {
        Bound::Gpu => ", GPU bound",
        Bound::Cpu => ", CPU bound",
        Bound::Waiting => ", waiting",
        Bound::Unknown => "",
    };
    line += &format!("; {} draws", short(values.draws));
    if let Some(vertices) = values.vertices {
        line += &format!(", {} vertices", short(vertices));
    }
    if let Some(overdraw) = values.overdraw {
        line += &format!(", overdraw {}", ratio(overdraw));
    }
    line += &format!(", {}B/s uploaded", short(values.uploads));
    match row.errors {
        0 => line,
        1 => line + ", 1 error",
        errors => line + &format!(", {errors} errors"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::figures::tests::frame;
    use super::*;
    use crate::run::{Apart, Context};
    use glmeter_recording::{ContextRecord, Options};

    fn recording() -> Recording {
        let recording = Recording::private(Options::default()).unwrap();
        let record = ContextRecord {
            process: 41233,
            program: "glxgears".to_owned(),
            version: "4.5 Mesa 22.3.6".to_owned(),
            ..ContextRecord::default()
        };
        recording.add_context(&record);
        recording
    }

    #[test]
    fn lines_have_the_figures_of_the_last_interval() {
        let recording = recording();
        let mut text = Vec::new();
        let mut live = Live::with(Duration::ZERO, Shown::Lines(&mut text));
        (0..10).for_each(|number| live.frame(&recording, &frame(number, number * 10 + 10, 10, 2, 9)).unwrap());
        recording.count_errors(0, 0x500, ["glEnable", ""], 1, 3);
        live.tick(&Run::default()).unwrap();
        // Without frames, there is no line.
        live.tick(&Run::default()).unwrap();
        live.frame(&recording, &frame(10, 110, 10, 2, 9)).unwrap();
        live.tick(&Run::default()).unwrap();
        live.finish(&Run::default()).unwrap();
        drop(live);
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(
            lines[0].starts_with("glmeter: glxgears 41233: ") && lines[0].contains(" frames/s, 10.00 ms a frame (p99 10.00, worst 10.00)"),
            "{text}"
        );
        assert!(lines[0].contains(", CPU 2.000, GPU 9.000 (90% busy), GPU bound; 10 draws, 1000 vertices, overdraw 2.00, "), "{text}");
        assert!(!lines[0].contains("errors") && lines[1].ends_with(", 1 error"), "{text}");
    }

    #[test]
    fn a_context_that_does_not_swap_has_its_work() {
        let run = |draws: u64| {
            let rest = Apart { frames: 1, counts: [("draws".to_owned(), draws)].into(), ..Apart::default() };
            let context = Context { process: 7, program: "renderer".to_owned(), rest, ..Context::default() };
            Run { contexts: vec![context], ..Run::default() }
        };
        let mut text = Vec::new();
        let mut live = Live::with(Duration::ZERO, Shown::Lines(&mut text));
        [20, 20, 50].into_iter().for_each(|draws| live.tick(&run(draws)).unwrap());
        let size = Size { rows: 24, columns: 80 };
        let table = table(&live.rows, size, Style { colour: false, unicode: true }, Duration::from_secs(1), 0);
        assert_eq!(table[3].iter().map(|piece| piece.text.as_str()).collect::<String>(), "   without a swap: 30 draws");
        drop(live);
        let lines = "glmeter: renderer 7: without a swap: 20 draws\nglmeter: renderer 7: without a swap: 30 draws\n";
        assert_eq!(String::from_utf8(text).unwrap(), lines);
    }

    #[test]
    fn a_table_fits_the_terminal() {
        let recording = recording();
        let mut rows = Rows::default();
        for context in 1..9 {
            recording.add_context(&ContextRecord { program: format!("a program of a long name {context}"), ..ContextRecord::default() });
        }
        for context in 0..9 {
            (0..200)
                .for_each(|number| rows.add(&recording, &Frame { context, ..frame(number, number * 100 + 100, 10 + number % 3, 2, 9) }));
        }
        rows.end_interval(2_000_000_000);
        for is_unicode in [false, true] {
            for (rows_of_terminal, columns) in [(24, 80), (8, 20), (10, 40), (60, 200)] {
                let size = Size { rows: rows_of_terminal, columns };
                let lines = table(&rows, size, Style { colour: false, unicode: is_unicode }, Duration::from_secs(12), 1800);
                assert!(lines.len() <= rows_of_terminal / 2 + 1, "{size:?}: {}", lines.len());
                let texts: Vec<String> = lines.iter().map(|line| line.iter().map(|piece| piece.text.as_str()).collect()).collect();
                assert!(texts.iter().all(|line| line.chars().count() < columns), "{size:?}: {texts:#?}");
                assert!(is_unicode || texts.iter().all(|line| line.is_ascii()), "{texts:#?}");
            }
        }
        let size = Size { rows: 24, columns: 80 };
        let lines = table(&rows, size, Style { colour: false, unicode: true }, Duration::from_secs(12), 1800);
        let texts: Vec<String> = lines.iter().map(|line| line.iter().map(|piece| piece.text.as_str()).collect()).collect();
        assert!(texts[0].starts_with("── glmeter 12 s · 1800 frames · times in ms ──"), "{texts:#?}");
        assert_eq!(texts[3], "   100  10.99  12.00  12.00  2.000  9.000  82%  wait    10  1000 2.00  500k   0");
        assert!(texts.last().unwrap().contains("and 5 more contexts"), "{texts:#?}");
    }
}
