//! `glmeter top`.

use super::screen::Screen;
use super::{Running, glmeter, support};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use support::{Ended, run};

/// Runs `glmeter top` until it has printed what a test waits for.
fn wait_for(arguments: &[&str], is_there: impl Fn(&Ended) -> bool) -> Ended {
    let begun = Instant::now();
    loop {
        let ended = run(glmeter().arg("top").args(arguments));
        if is_there(&ended) {
            return ended;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{arguments:?}: {}", ended.all());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// Returns true if a line of the list has a program that shows frames.
fn shows(ended: &Ended, program: &str) -> bool {
    ended.stdout.lines().any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.get(1) == Some(&program) && words.get(2).and_then(|rate| rate.parse::<f64>().ok()).is_some_and(|rate| rate > 1.0)
    })
}

#[test]
fn programs_are_found_with_and_without_the_command() {
    let with = Running::start(glmeter().args(["run", "--", "glxgears"]));
    let mut preloaded = Command::new("es2gears_x11");
    preloaded.env("DISPLAY", support::display()).env("LD_PRELOAD", support::library()).env("GLMETER_REPORT", "summary");
    let without = Running::start(&mut preloaded);
    for (process, program) in [(with.process(), "glxgears"), (without.process(), "es2gears_x11")] {
        let process = process.to_string();
        let ended = wait_for(&[&process], |ended| shows(ended, program));
        assert_eq!(ended.stdout.lines().count(), 2, "{}", ended.all());
        assert!(ended.stdout.starts_with("    PID  program "), "{}", ended.all());
        let all = wait_for(&["--once"], |ended| shows(ended, program));
        assert!(all.stdout.lines().count() >= 3 && all.stdout.is_ascii(), "{}", all.all());
    }
    let process = with.process().to_string();
    drop(with);
    let ended = run(glmeter().args(["top", &process]));
    assert_eq!((ended.code, ended.stderr), (1, format!("glmeter: process {process} is not running under glmeter\n")));
    // A program without a report leaves nothing that could be found.
    let process = without.process().to_string();
    drop(without);
    assert_eq!(run(glmeter().args(["top", "--once", &process])).code, 1);
}

/// It has inherited the recording.
#[test]
fn a_program_that_outlives_its_command_is_not_listed() {
    let ended = run(glmeter().args(["run", "--", "sh", "-c", "sleep 30 >/dev/null 2>&1 & echo $!"]));
    let process = ended.stdout.trim();
    let listed = run(glmeter().args(["top", "--once", process]));
    assert_eq!(run(Command::new("kill").arg(process)).code, 0, "it still runs\n{}", ended.all());
    assert_eq!((listed.code, listed.stderr), (1, format!("glmeter: process {process} is not running under glmeter\n")));
}

#[test]
fn a_wrong_command_line_is_answered_with_one_line() {
    for (arguments, line) in [
        (["top", "gears"].as_slice(), "glmeter: top wants the number of a process, got \"gears\"\n"),
        (&["top", "--interval", "0"], "glmeter: --interval wants a number of seconds from 0.01 to 86400, got \"0\"\n"),
        (&["top", "1", "2"], "glmeter: top does not know what to do with \"2\"; see glmeter top --help\n"),
        (&["top", "--all"], "glmeter: top has no option --all; see glmeter top --help\n"),
    ] {
        let ended = run(glmeter().args(arguments));
        assert_eq!((ended.code, ended.stderr.as_str()), (2, line), "{arguments:?}");
    }
}

#[test]
fn it_ends_with_its_terminal() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("top-{}", std::process::id()));
    for ignored in ["", "trap '' HUP; "] {
        let screen = Screen::new(80, 24, &[]);
        screen.line(&format!("echo $$ >'{}'; {ignored}exec $GLMETER top", file.display()));
        screen.wait("list", |text| text.starts_with(" glmeter top "));
        let process = std::fs::read_to_string(&file).unwrap();
        drop(screen);
        let begun = Instant::now();
        while Path::new("/proc").join(process.trim()).exists() {
            assert!(begun.elapsed() < Duration::from_secs(10), "{process} still runs");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn the_screen_lists_programs_and_shows_one() {
    let program = Running::start(glmeter().args(["run", "--", "glxgears"]));
    wait_for(&[&program.process().to_string()], |ended| shows(ended, "glxgears"));
    let screen = Screen::new(80, 24, &[]);
    screen.line("$GLMETER top --interval 0.3");
    screen.wait("list", |text| text.starts_with(" glmeter top · ") && text.contains(" glxgears "));
    screen.keys(&["?"]);
    screen.wait("help", |text| text.contains("details of the selected program"));
    screen.keys(&["?"]);
    screen.keys(&["s"]);
    screen.wait("order", |text| text.contains(" · by fps · "));
    screen.keys(&["q"]);
    screen.wait("shell", |text| text.trim_end().ends_with("\n$"));
    screen.is_restored(24);

    screen.line(&format!("clear; $GLMETER top --interval 0.3 {}", program.process()));
    let text = screen.wait("details", |text| text.starts_with(" glxgears ") && text.contains('█'));
    assert!(text.contains(" Passes   Groups   Programs   Counts\n"), "{text}");
    screen.keys(&["Left"]);
    screen.wait("counts", |text| text.contains("\n draws "));
    screen.resize(40, 12);
    screen.wait("small details", |text| text.contains("   fps   mean  worst    CPU    GPU bound\n"));
    drop(program);
    screen.wait("end", |text| text.lines().next().is_some_and(|line| line.ends_with("ended")));
    screen.keys(&["C-c"]);
    screen.wait("shell", |text| text.trim_end().ends_with('$'));
    screen.is_restored(12);
}
