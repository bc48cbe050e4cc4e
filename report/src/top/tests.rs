//! The list and the screen, with recordings filled by hand.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::screen::draw;
use super::state::{Action, ScreenState, Tab};
use super::{Found, Options, list};
use crate::live::figures::tests::frame;
use crate::style::Style;
use glmeter_recording::{ContextRecord, Counts, Frame, Recording, ScopeFigures, ScopeKind, now};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::Duration;

/// A program's recording in a file, which goes with it.
struct Program {
    path: PathBuf,
    process: u32,
    recording: Recording,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Program {
    /// Creates a program with one context that has shown 50 frames in half a second until now.
    fn new(test: &str, process: u32, name: &str, gpu: u64) -> Self {
        let path = std::env::temp_dir().join(format!("glmeter-top-{}-{test}-{process}", std::process::id()));
        let recording = Recording::create_at(&path, glmeter_recording::Options::default()).unwrap();
        let version = "4.5 (Core Profile) Mesa 22.3.6".to_owned();
        let record = ContextRecord {
            process: u64::from(process) + 1,
            program: name.to_owned(),
            version,
            renderer: "llvmpipe".to_owned(),
            ..Default::default()
        };
        let context = recording.add_context(&record);
        for (kind, name, gpu_time) in
            [(ScopeKind::Pass, "shadow map", 30), (ScopeKind::Pass, "window", 70), (ScopeKind::Group, "opaque", 60)]
        {
            let scope = recording.scope(kind, context, None, name).unwrap();
            let figures = ScopeFigures { times: 50, timed: 50, gpu_time: gpu_time * 1_000_000, draws: 500, ..ScopeFigures::default() };
            recording.add_to_scope(scope, &figures);
        }
        let program = Self { path, process, recording };
        let now = now() / 1_000_000;
        for number in 0..50 {
            let frame = frame(number, now - 500 + number * 10, 10, 2, gpu);
            program.recording.push_frame(&frame, true);
            program.recording.count_frame(context, frame.begin, frame.end, true);
        }
        program
    }

    /// Creates a program with one context that has drawn so often since its beginning, an hour ago, and never swapped.
    fn without_swap(test: &str, process: u32, draws: u64) -> Self {
        let path = std::env::temp_dir().join(format!("glmeter-top-{}-{test}-{process}", std::process::id()));
        let recording = Recording::create_at(&path, glmeter_recording::Options::default()).unwrap();
        let record = ContextRecord { process: u64::from(process) + 1, program: "renderer".to_owned(), ..Default::default() };
        let context = recording.add_context(&record).unwrap();
        recording.open_frame(context).unwrap().begin(0, now().saturating_sub(3_600_000_000_000).max(1));
        let program = Self { path, process, recording };
        program.has_drawn(draws);
        program
    }

    /// Sets the number of draws of the open frame.
    fn has_drawn(&self, draws: u64) {
        self.recording.open_frame(0).unwrap().set_draws_and_state_changes(&Counts { draws, ..Counts::NONE });
    }

    fn found(&self) -> Found {
        let file = File::options().read(true).write(true).open(&self.path).unwrap();
        let about = file.metadata().unwrap();
        Found { identity: (about.dev(), about.ino()), process: self.process, file }
    }
}

/// Returns the lines of the screen.
fn screen(state: &mut ScreenState, width: u16, height: u16, is_unicode: bool) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(state, Style { colour: true, unicode: is_unicode }, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(row).collect()
}

fn state(process: Option<u32>) -> ScreenState {
    ScreenState::new(Options { process, interval: Duration::from_secs(1) })
}

#[test]
fn the_list_has_the_last_second_of_each_program() {
    let programs = [Program::new("list", 100, "gears", 5), Program::new("list", 200, "chess", 9)];
    let mut state = state(None);
    assert_eq!(list::text(&state), "no program is running under glmeter\n");
    state.find(programs.iter().map(Program::found).collect());
    let text = list::text(&state);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "    PID  program      fps   mean    p99  worst    CPU    GPU busy bound draws verts over   B/s err");
    assert!(lines[1].starts_with("    201  chess "), "the program that uses the GPU most is the first:\n{text}");
    assert!(
        lines[2].starts_with("    101  gears ") && lines[2].contains(" 10.00  10.00  10.00  2.000  5.000  50%  wait    10  1000 2.00 "),
        "{text}"
    );
    let rate: f64 = lines[2].split_whitespace().nth(2).unwrap().parse().unwrap();
    assert!((80.0..=101.0).contains(&rate), "the program is half a second old, and 50 frames are 100 a second: {text}");

    state.act(Action::Sort);
    state.act(Action::Sort);
    assert_eq!(state.order.title(), "worst");
    // A program that has ended leaves the list.
    state.find(vec![programs[1].found()]);
    assert_eq!(list::text(&state).lines().count(), 2);
}

#[test]
fn one_process_is_shown_by_its_own_number_or_that_of_the_command() {
    let programs = [Program::new("one", 100, "gears", 5), Program::new("one", 200, "chess", 9)];
    for process in [100, 101] {
        let mut state = state(Some(process));
        state.find(programs.iter().map(Program::found).collect());
        assert_eq!(list::text(&state).lines().count(), 2);
        assert!(screen(&mut state, 80, 24, true)[0].starts_with(" gears 101 · OpenGL 4.5 · llvmpipe · 50 frames"));
    }
    let mut state = state(Some(300));
    state.find(programs.iter().map(Program::found).collect());
    assert!(state.contexts().is_empty());
}

#[test]
fn keys_select_open_turn_and_go_back() {
    let programs = [Program::new("keys", 100, "gears", 5), Program::new("keys", 200, "chess", 9)];
    let mut state = state(None);
    state.find(programs.iter().map(Program::found).collect());
    let list = screen(&mut state, 80, 24, true);
    assert!(list[0].starts_with(" glmeter top · 2 contexts · by GPU") && list[2].starts_with("    PID  program"), "{list:#?}");
    assert!(list[3].contains("chess") && list[4].contains("gears"), "{list:#?}");
    assert!(state.act(Action::Move(1)) && state.act(Action::Move(5)) && state.act(Action::Open));
    let details = screen(&mut state, 80, 24, true);
    assert!(details[0].starts_with(" gears 101"), "{details:#?}");
    let pass = |name: &str| details.iter().position(|line| line.starts_with(&format!(" {name}"))).unwrap();
    assert!(pass("window") < pass("shadow map"), "{details:#?}");
    assert!(details[pass("window")].ends_with("   1.400    70%       1      10"), "{details:#?}");
    state.act(Action::Turn(1));
    assert!(screen(&mut state, 80, 24, true).iter().any(|line| line.starts_with(" opaque ")));
    state.act(Action::Turn(-2));
    assert_eq!(state.tab, Tab::Counts);
    state.act(Action::Move(100));
    assert!(screen(&mut state, 80, 24, true).iter().any(|line| line.starts_with(" SAMPLES_PASSED ")));
    state.act(Action::Move(-100));
    assert!(screen(&mut state, 80, 24, true).iter().any(|line| line.starts_with(" draws ") && line.ends_with(" 10")));
    // The details stay when the program ends.
    state.find(vec![programs[1].found()]);
    assert!(screen(&mut state, 80, 24, true)[0].contains("ended"));
    state.act(Action::Help);
    assert!(screen(&mut state, 80, 24, true).iter().any(|line| line.contains("details of the selected program")));
    assert!(state.act(Action::Back) && state.act(Action::Back) && state.open.is_none());
    assert!(!state.act(Action::Back));
}

#[test]
fn every_size_is_drawn_and_without_unicode_in_ascii() {
    let program = Program::new("sizes", 100, "gears", 5);
    for (width, height) in [(80, 24), (40, 12), (200, 60), (20, 6), (5, 3), (1, 1)] {
        let mut state = state(None);
        state.find(vec![program.found()]);
        for action in [Action::Move(1), Action::Open, Action::Turn(1), Action::Turn(2), Action::Help] {
            let lines = screen(&mut state, width, height, false);
            assert!(lines.iter().all(|line| line.is_ascii()), "{lines:#?}");
            state.act(action);
        }
    }
}

#[test]
fn frames_that_come_later_are_read() {
    let program = Program::new("later", 100, "gears", 5);
    let mut state = ScreenState::new(Options { process: None, interval: Duration::ZERO });
    state.find(vec![program.found()]);
    program.recording.push_frame(&Frame { number: 50, ..frame(50, 1_000_000, 33, 2, 5) }, true);
    assert!(state.read());
    let mean = state.contexts().first().and_then(|entry| entry.row?.values.as_ref().map(|values| values.mean));
    assert_eq!(mean, Some(33e6));
}

#[test]
fn work_without_a_swap_is_that_of_the_last_interval() {
    let program = Program::without_swap("work", 100, 5_000);
    let mut state = ScreenState::new(Options { process: None, interval: Duration::ZERO });
    state.find(vec![program.found()]);
    assert!(state.has_begun_work(), "what was drawn an hour ago is not of this interval");
    assert!(!list::text(&state).contains("draws,"), "{}", list::text(&state));
    program.has_drawn(5_030);
    assert!(state.read());
    let text = list::text(&state);
    assert_eq!(text.lines().nth(1), Some("    101  renderer    without a swap: 30 draws"));
    assert!(state.act(Action::Open));
    let lines = screen(&mut state, 80, 24, true);
    assert!(lines[0].starts_with(" renderer 101") && lines[2] == "  without a swap: 30 draws", "{lines:#?}");

    // A part that has ended, as at the release of a context, and nothing after it.
    program.recording.open_frame(0).unwrap().close();
    let begin = now();
    let rest = Frame { begin, end: begin + 1, counts: Counts { draws: 5_070, ..Counts::NONE }, flags: Frame::IS_REST, ..Frame::default() };
    program.recording.push_frame(&rest, true);
    assert!(state.read());
    assert!(list::text(&state).ends_with("  without a swap: 40 draws\n"), "{}", list::text(&state));
    assert!(state.read() && !list::text(&state).contains("without a swap"));
    // Of a program that is found later.
    let mut state = self::state(None);
    state.find(vec![program.found()]);
    assert!(!state.has_begun_work() && list::text(&state).contains("without a swap: 5,070 draws"), "{}", list::text(&state));
}
