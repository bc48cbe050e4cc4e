//! `glmeter run --live`.

use super::screen::Screen;
use super::{glmeter, support};

/// Returns true once the table has a line of figures of a program.
fn has_table(text: &str, program: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    lines.iter().position(|line| line.starts_with(&format!(" {program} "))).is_some_and(|row| {
        let figures: Vec<&str> = lines.get(row + 1).unwrap_or(&"").split_whitespace().collect();
        figures.len() > 2 && figures.iter().take(3).all(|figure| figure.parse::<f64>().is_ok_and(|figure| figure > 0.0))
    })
}

#[test]
fn the_table_is_below_what_the_program_prints() {
    let screen = Screen::new(80, 24, &[]);
    screen.line("$GLMETER run --live --interval 0.3 -- sh -c 'seq 30; glxgears >/dev/null & sleep 3; echo last; kill $!'");
    let text = screen.wait("table", |text| has_table(text, "glxgears"));
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[20].starts_with("── glmeter ") && lines[20].contains(" · times in ms "), "{text}");
    assert_eq!(lines[21], "   fps   mean    p99  worst    CPU    GPU busy bound draws verts over   B/s err", "{text}");
    assert!(lines[22].contains(" OpenGL 4.5 ") && lines[22].contains('█') && lines[22].ends_with(" ms"), "{text}");
    assert_eq!(lines[18], "30", "{text}");
    assert!(screen.coloured().contains("\x1b[36m"), "the chart has a colour");
    let text = screen.wait("last line", |text| text.contains("\nlast\n"));
    assert!(text.lines().take(20).any(|line| line == "last"), "the program's output is above the table:\n{text}");
    let text = screen.wait("end", |text| text.trim_end().ends_with("\n$"));
    assert!(!text.contains("── glmeter "), "{text}");
    screen.is_restored(24);
}

#[test]
fn the_terminal_is_restored_when_the_program_is_interrupted_or_crashes() {
    let screen = Screen::new(60, 20, &[("NO_COLOR", "1")]);
    screen.line("$GLMETER run --live --interval 0.3 -- glxgears");
    screen.wait("table", |text| has_table(text, "glxgears"));
    assert!(!screen.coloured().contains("\x1b[36m") && !screen.coloured().contains("\x1b[1m"), "{}", screen.coloured());
    screen.keys(&["C-c"]);
    screen.wait("end", |text| text.trim_end().ends_with("\n$"));
    screen.is_restored(20);

    screen.line("clear; $GLMETER run --live --interval 0.3 -- timeout -s SEGV 3 glxgears");
    screen.wait("table", |text| has_table(text, "glxgears"));
    screen.wait("end", |text| text.trim_end().ends_with("\n$"));
    screen.is_restored(20);
}

#[test]
fn the_table_follows_the_size_of_the_terminal() {
    let screen = Screen::new(80, 24, &[("LC_ALL", "C")]);
    screen.line("$GLMETER run --live --interval 0.3 -- sh -c 'echo first; exec glxgears >/dev/null'");
    let text = screen.wait("table", |text| has_table(text, "glxgears"));
    assert!(text.is_ascii(), "the locale has no Unicode:\n{text}");
    screen.resize(40, 12);
    let heading = "   fps   mean  worst    CPU    GPU bound";
    let is_small = |text: &str| text.lines().nth(9) == Some(heading) && has_table(text, "glxgears");
    let text = screen.wait("small table", is_small);
    assert_eq!(text.matches("-- glmeter ").count(), 1, "{text}");
    screen.resize(100, 40);
    let is_large = |text: &str| text.lines().nth(37).is_some_and(|line| line.ends_with(" err")) && has_table(text, "glxgears");
    let text = screen.wait("large table", is_large);
    assert!(text.matches("-- glmeter ").count() == 1 && text.contains("first"), "{text}");
    screen.keys(&["C-c"]);
    screen.wait("end", |text| text.trim_end().ends_with("\n$"));
    screen.is_restored(40);
}

/// Returns true for a line of figures.
fn is_line(line: &str) -> bool {
    line.starts_with("glmeter: glxgears ") && line.contains(" frames/s, ") && line.contains(" ms a frame (p99 ") && line.contains(" draws")
}

#[test]
fn anything_but_a_terminal_gets_lines() {
    let mut command = glmeter();
    command.args(["run", "--live", "--interval", "0.5", "--", "timeout", "3", "glxgears"]);
    let ended = support::run(&mut command);
    let lines = ended.stderr.lines().filter(|line| is_line(line)).count();
    assert!((2..=6).contains(&lines) && !ended.stderr.contains('\x1b'), "{}", ended.all());

    let screen = Screen::new(80, 24, &[("TERM", "dumb")]);
    screen.line("$GLMETER run --live --interval 0.5 -- glxgears");
    // A line is longer than the terminal is wide.
    screen.wait("line", |text| text.contains("glmeter: glxgears ") && text.contains(" frames/s, "));
    screen.keys(&["C-c"]);
}
