//! The command: `glmeter run` and its transparency for the program, the output of `demo` and `info`, and the messages for errors.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod errors;
mod headless;
mod install;
mod pages;
mod project;
mod recording_file;
mod reports;
mod shader;
mod signals;
mod sources;
#[path = "../support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use support::{Ended, library, run};

/// Returns the command `glmeter` with these arguments, without variables from the test's environment that could affect it.
fn glmeter(arguments: &[&str]) -> Command {
    library();
    let mut command = support::glmeter();
    command.args(arguments);
    for name in [
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "LD_PRELOAD",
        "GLMETER_PROVIDER",
        "GLMETER_EMULATE",
        "GLMETER_FENCE",
        "GLMETER_REPORT",
        "GLMETER_LOG",
    ] {
        command.env_remove(name);
    }
    command
}

/// Creates a folder for the test `name`.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("command-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Creates a folder for the test `name` that no other user can change, even if another user owns the checkout.
fn private_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("glmeter-command-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700)).unwrap();
    folder
}

fn ends_with(arguments: &[&str], code: i32, stderr: &str) {
    let ended = run(&mut glmeter(arguments));
    assert_eq!((ended.code, ended.stderr.as_str(), ended.stdout.as_str()), (code, stderr, ""), "{arguments:?}");
}

/// Returns the line about a program without GL.
fn without_gl(program: &str) -> String {
    format!("glmeter: {program} loaded no GL library: there is nothing to report\n")
}

fn send(process: u32, signal: i32) {
    // SAFETY: this test started the process and has not reaped it.
    assert_eq!(unsafe { libc::kill(process as i32, signal) }, 0, "process {process} is there");
}

/// Starts a program. Returns it, its output, and its first line.
fn start(command: &mut Command) -> (Child, BufReader<ChildStdout>, String) {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    (child, output, line.trim().to_owned())
}

/// Returns the rest of a program's output, and its end.
fn finish(mut child: Child, mut output: BufReader<ChildStdout>) -> (Ended, Option<i32>) {
    let (mut stdout, mut stderr) = (String::new(), String::new());
    output.read_to_string(&mut stdout).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    let status = child.wait().unwrap();
    (Ended { code: status.code().unwrap_or(-1), stdout, stderr }, status.signal())
}

/// Waits until a condition holds, at most ten seconds.
fn eventually(what: &str, mut is_true: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < Duration::from_secs(10), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Returns a process's state, as `ps` shows it; `X` if there is no such process.
fn state(process: u32) -> char {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    text.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next()).unwrap_or('X')
}

// The program's end.

#[test]
fn the_exit_status_is_the_programs() {
    ends_with(&["run", "true"], 0, &without_gl("true"));
    ends_with(&["run", "--", "sh", "-c", "exit 3"], 3, &without_gl("sh"));
    ends_with(&["run", "--report", "off", "sh", "-c", "exit 3"], 3, "");
}

#[test]
fn a_program_that_is_not_there_gives_127() {
    let line = "glmeter: no-such-program: no such program\n";
    ends_with(&["run", "no-such-program"], 127, line);
    ends_with(&["run", "--report=off", "no-such-program"], 127, line);
}

#[test]
fn a_program_that_cannot_be_run_gives_126() {
    ends_with(&["run", "/"], 126, "glmeter: /: cannot be run: Permission denied (os error 13)\n");
    ends_with(&["run", "--report=off", "/"], 126, "glmeter: /: cannot be run: Permission denied (os error 13)\n");
}

#[test]
fn a_program_that_is_ended_by_a_signal_ends_the_command_by_the_same_signal() {
    for (name, signal) in [("SEGV", libc::SIGSEGV), ("KILL", libc::SIGKILL), ("TERM", libc::SIGTERM), ("ABRT", libc::SIGABRT)] {
        let status = glmeter(&["run", "sh", "-c", &format!("ulimit -c 0; kill -{name} $$")]).status().unwrap();
        assert_eq!((status.signal(), status.core_dumped()), (Some(signal), false), "SIG{name}");
    }
}

// The program's input, output and environment.

#[test]
fn standard_input_and_output_are_the_programs() {
    let mut child = glmeter(&["run", "cat"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"some text").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (b"some text".as_slice(), without_gl("cat").as_bytes()));
}

#[test]
fn the_arguments_are_the_programs_even_if_they_look_like_options() {
    let ended = run(&mut glmeter(&["run", "--log", "off", "--", "printf", "[%s]", "--report", "--", "-h", ""]));
    assert_eq!(ended.stdout, "[--report][--][-h][]", "{}", ended.all());
    let ended = run(&mut glmeter(&["run", "printf", "[%s]", "--", "--help"]));
    assert_eq!(ended.stdout, "[--][--help]", "{}", ended.all());
}

#[test]
fn what_was_preloaded_stays_preloaded() {
    let ended = run(glmeter(&["run", "sh", "-c", "echo $LD_PRELOAD"]).env("LD_PRELOAD", "libm.so.6"));
    let own = library().with_file_name("preload").join("$LIB/libglmeter.so");
    assert_eq!(ended.stdout.trim(), format!("{}:libm.so.6", own.display()), "{}", ended.all());
}

#[test]
fn options_become_the_programs_settings() {
    let script = "echo $GLMETER_PROVIDER $GLMETER_REPORT $GLMETER_LOG";
    let ended = run(glmeter(&["run", "--provider=host", "--log", "info", "sh", "-c", script]).env("GLMETER_LOG", "off"));
    assert_eq!(ended.stdout, "host summary info\n", "{}", ended.all());
    let ended = run(glmeter(&["run", "--report=summary", "--report", "off", "sh", "-c", script]).env("GLMETER_LOG", "off"));
    assert_eq!(ended.stdout, "off off\n", "{}", ended.all());
}

// The report.

/// Returns the number of frames in a summary.
fn frames(stderr: &str) -> u64 {
    let line = stderr.lines().find(|line| line.contains(" frames in ")).unwrap_or_else(|| panic!("no summary in {stderr:?}"));
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no frames in {line:?}"))
}

fn gears(arguments: &[&str]) -> Command {
    let mut command = glmeter(arguments);
    command.env("DISPLAY", support::display()).env("vblank_mode", "0");
    command
}

#[test]
fn the_summary_follows_a_program_that_is_timed_out() {
    let ended = run(&mut gears(&["run", "timeout", "2", "glxgears"]));
    assert_eq!(ended.code, 124, "{}", ended.all());
    assert!(frames(&ended.stderr) > 0, "{}", ended.all());
}

#[test]
fn the_summary_follows_a_program_that_is_interrupted() {
    let (child, output, _) = start(&mut gears(&["run", "sh", "-c", "echo ready; exec glxgears"]));
    std::thread::sleep(Duration::from_secs(2));
    send(child.id(), libc::SIGINT);
    let (ended, by) = finish(child, output);
    assert_eq!(by, Some(libc::SIGINT), "{}", ended.all());
    assert!(frames(&ended.stderr) > 0, "{}", ended.all());
}

#[test]
fn the_summary_follows_a_program_that_is_killed() {
    let (child, output, program) = start(&mut gears(&["run", "sh", "-c", "echo $$; exec glxgears"]));
    std::thread::sleep(Duration::from_secs(2));
    send(program.parse().unwrap(), libc::SIGKILL);
    let (ended, by) = finish(child, output);
    assert_eq!(by, Some(libc::SIGKILL), "{}", ended.all());
    assert!(frames(&ended.stderr) > 0, "{}", ended.all());
}

#[test]
fn there_is_no_summary_if_the_report_is_off() {
    let ended = run(&mut gears(&["run", "--report", "off", "timeout", "1", "glxgears"]));
    assert_eq!((ended.code, ended.stderr.contains("glmeter")), (124, false), "{}", ended.all());
    let ended = run(gears(&["run", "timeout", "1", "glxgears"]).env("GLMETER_REPORT", "off"));
    assert_eq!((ended.code, ended.stderr.contains("glmeter")), (124, false), "{}", ended.all());
}

#[test]
fn a_program_without_gl_is_remarked_upon_if_a_report_was_asked_for() {
    ends_with(&["run", "true"], 0, &without_gl("true"));
    ends_with(&["run", "--report", "summary", "true"], 0, &without_gl("true"));
    ends_with(&["run", "--report", "off", "true"], 0, "");
    assert_eq!(run(glmeter(&["run", "true"]).env("GLMETER_REPORT", "summary")).stderr, without_gl("true"));
    // It loads GL, and finds no display.
    let ended = run(&mut glmeter(&["run", "glxinfo"]));
    let line = "glmeter: glxinfo loaded libGL.so.1 and made no GL context current: there is nothing to report\n";
    assert!(ended.stderr.ends_with(line), "{}", ended.all());
}

/// Ends the program by SIGTERM, and one that ignores it by SIGKILL, with those that it started.
#[test]
fn a_program_is_ended_after_a_time() {
    for (script, most) in [("sleep 60 & sleep 60; echo not reached", 4), ("trap '' TERM; sleep 60 & echo $!; sleep 60; sleep 60", 30)] {
        let begun = Instant::now();
        let ended = run(&mut glmeter(&["run", "--report=off", "--stop-after=0.2s", "sh", "-c", script]));
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
        assert!(begun.elapsed() < Duration::from_secs(most) && !ended.stdout.contains("not reached"), "{}", ended.all());
        let process = ended.stdout.trim().parse().unwrap_or(0);
        assert!(process == 0 || matches!(state(process), 'X' | 'Z'), "{}", ended.all());
    }
    // One that ends before, and one that crashes when it is asked to end, end as they do.
    assert_eq!(run(&mut glmeter(&["run", "--report=off", "--stop-after=30s", "sh", "-c", "exit 3"])).code, 3);
    let status = glmeter(&[
        "run",
        "--report=off",
        "--stop-after=0.2s",
        "sh",
        "-c",
        "ulimit -c 0; trap 'kill -SEGV $$' TERM; while :; do sleep 0.02; done",
    ]);
    assert_eq!({ status }.status().unwrap().signal(), Some(libc::SIGSEGV));
}

#[test]
fn a_program_is_ended_after_frames() {
    let ended = run(&mut gears(&["run", "--stop-after", "30", "glxgears"]));
    assert_eq!((ended.code, frames(&ended.stderr)), (0, 30), "{}", ended.all());
    let ended = run(&mut gears(&["run", "--frames=10..", "--stop-after=30", "glxgears"]));
    assert_eq!((ended.code, frames(&ended.stderr)), (0, 20), "{}", ended.all());
    ends_with(
        &["run", "--stop-after=soon", "true"],
        2,
        "glmeter: --stop-after wants a number of frames (600) or of seconds (10s), got \"soon\"\n",
    );
    ends_with(
        &["run", "--frames=9..", "--stop-after=9", "true"],
        2,
        "glmeter: --stop-after 9 ends the program before --frames 9.. begins\n",
    );
}
