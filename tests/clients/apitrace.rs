//! apitrace, which intercepts the same functions as glmeter. Both work, whichever is preloaded first, and recordings replay with and without
//! glmeter.

use super::{ADDED, Frames, Mode, ask_to_end, client, expect_success, fresh, installed, run_until_frames};
use crate::support::{Ended, library, run, run_for};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const WRAPPERS: &str = "/usr/lib/x86_64-linux-gnu/apitrace/wrappers";

/// The library that is preloaded first.
#[derive(Clone, Copy, Debug)]
pub(super) enum First {
    Apitrace,
    Glmeter,
}

/// A recording. Removes the file when dropped.
pub(super) struct Trace(pub(super) PathBuf);

impl Drop for Trace {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Returns the command of a program with both libraries, and its recording.
fn both(wrapper: &str, first: First, program: &str) -> (Command, Trace) {
    let wrapper = format!("{WRAPPERS}/{wrapper}.so");
    installed(&wrapper, "apitrace-tracers");
    installed(program, "mesa-utils");
    let own = library().display().to_string();
    let preload = match first {
        First::Apitrace => format!("{wrapper}:{own}"),
        First::Glmeter => format!("{own}:{wrapper}"),
    };
    let trace = Trace(fresh("trace"));
    let mut command = client(Mode::Bare, program);
    command.env("LD_PRELOAD", preload).env("TRACE_FILE", &trace.0).env("GLMETER_LOG", "info");
    (command, trace)
}

fn both_work(ended: &Ended) {
    assert!(ended.stderr.contains("glmeter: wrapping"), "glmeter wraps the driver\n{}", ended.all());
    assert!(ended.stderr.contains("apitrace: tracing to"), "apitrace records\n{}", ended.all());
}

/// Asks a process to end while its main thread waits in poll.
///
/// apitrace writes its buffer in the signal's handler. It keeps nothing if the thread is in the middle of a call that apitrace records, and must not be in
/// the middle of an allocation.
fn ask_to_end_in_poll(process: u32) {
    let poll = format!("{} ", libc::SYS_poll);
    let send = |signal| {
        // SAFETY: sends a signal, to a child that has not been reaped, so that the number is still its own.
        unsafe { libc::kill(process as i32, signal) }
    };
    for _ in 0..20_000 {
        send(libc::SIGSTOP);
        let waits = std::fs::read_to_string(format!("/proc/{process}/syscall")).is_ok_and(|call| call.starts_with(&poll));
        if waits {
            ask_to_end(process);
        }
        send(libc::SIGCONT);
        if waits {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("process {process} never waits in poll");
}

/// Records an animation. Returns the recording and the number of frames that glmeter counted.
pub(super) fn record(wrapper: &str, first: First, program: &str) -> (Trace, u64) {
    let (mut command, trace) = both(wrapper, first, program);
    let frames = Frames::of(&mut command);
    let ended = run_until_frames(&mut command, &frames, ask_to_end_in_poll);
    both_work(&ended);
    assert!(ended.stderr.contains("apitrace: flushing trace"), "{}", ended.all());
    (trace, frames.count())
}

fn dump(trace: &Trace) -> String {
    installed("apitrace", "apitrace");
    let ended = run(client(Mode::Bare, "apitrace").args(["dump", "--color=never", "--calls=0-2000"]).arg(&trace.0));
    expect_success(&ended, "apitrace dump");
    ended.stdout
}

/// Replays a recording. Returns the number of frames.
fn replay(mode: Mode, player: &str, trace: &Path, options: &[&str]) -> (u64, Ended) {
    replay_with(mode, player, trace, options, &[])
}

/// Replays a recording with environment variables. Returns the number of frames.
pub(super) fn replay_with(mode: Mode, player: &str, trace: &Path, options: &[&str], settings: &[(&str, &str)]) -> (u64, Ended) {
    installed(player, "apitrace");
    let ended = run_for(client(mode, player).envs(settings.iter().copied()).args(options).arg("--headless").arg(trace), 120);
    expect_success(&ended, &format!("{player} ({mode:?})"));
    let rendered = ended.stdout.lines().find_map(|line| line.strip_prefix("Rendered "));
    let frames = rendered.and_then(|line| line.split_whitespace().next()?.parse().ok());
    (frames.unwrap_or_else(|| panic!("{player} says how many frames it rendered\n{}", ended.all())), ended)
}

fn information(wrapper: &str, first: First, program: &str, call: &str) {
    let (mut command, trace) = both(wrapper, first, program);
    let ended = run(&mut command);
    expect_success(&ended, program);
    both_work(&ended);
    assert!(ended.stdout.contains(ADDED), "{program} sees what glmeter adds\n{}", ended.all());
    assert!(dump(&trace).contains(call), "{call} was recorded");
    for mode in [Mode::Bare, Mode::Preloaded] {
        replay(mode, if wrapper == "egltrace" { "eglretrace" } else { "glretrace" }, &trace.0, &[]);
    }
}

fn animation(wrapper: &str, first: First, program: &str, call: &str) {
    let (trace, frames) = record(wrapper, first, program);
    assert!(dump(&trace).contains(call), "{call} was recorded");
    let player = if wrapper == "egltrace" { "eglretrace" } else { "glretrace" };
    let (alone, _) = replay(Mode::Bare, player, &trace.0, &[]);
    // The signal ended the last frame in the middle.
    assert!(alone.abs_diff(frames) <= 2, "{frames} frames of {program}, and {alone} again");
    assert_eq!(replay(Mode::Preloaded, player, &trace.0, &[]).0, alone, "with glmeter in front of the player");
}

macro_rules! both_orders {
    ($($test:ident, $reverse:ident: $what:ident($wrapper:literal, $program:literal, $call:literal);)*) => { $(
        #[test]
        fn $test() {
            $what($wrapper, First::Apitrace, $program, $call);
        }
        #[test]
        fn $reverse() {
            $what($wrapper, First::Glmeter, $program, $call);
        }
    )* };
}

both_orders! {
    apitrace_before_glmeter_with_glxinfo, glmeter_before_apitrace_with_glxinfo: information("glxtrace", "glxinfo", "glXMakeCurrent");
    apitrace_before_glmeter_with_es2_info, glmeter_before_apitrace_with_es2_info: information("egltrace", "es2_info", "eglMakeCurrent");
    apitrace_before_glmeter_with_glxgears, glmeter_before_apitrace_with_glxgears: animation("glxtrace", "glxgears", "glXSwapBuffers");
    apitrace_before_glmeter_with_es2gears, glmeter_before_apitrace_with_es2gears: animation("egltrace", "es2gears_x11", "eglSwapBuffers");
}

/// Runs the command from apitrace's manual with the preload and with `glmeter run`.
#[test]
fn apitrace_trace_of_a_process_that_has_glmeter() {
    installed("apitrace", "apitrace");
    for mode in [Mode::Preloaded, Mode::Run] {
        for (api, program) in [("gl", "glxinfo"), ("egl", "es2_info")] {
            let trace = Trace(fresh("trace"));
            let mut command = client(mode, "apitrace");
            let ended = run(command.args(["trace", "-a", api, "-o"]).arg(&trace.0).arg(program));
            expect_success(&ended, &format!("apitrace trace -a {api} {program} ({mode:?})"));
            assert!(ended.stdout.contains(ADDED), "{mode:?}\n{}", ended.all());
            assert!(dump(&trace).contains("MakeCurrent"), "{mode:?}");
        }
    }
}

/// Returns the first frames of a recording, which suffice if each call is measured.
pub(super) fn part(trace: &Trace) -> Trace {
    installed("apitrace", "apitrace");
    let part = Trace(fresh("trace"));
    let ended = run(Command::new("apitrace").args(["trim", "--frames=0-5", "-o"]).arg(&part.0).arg(&trace.0));
    expect_success(&ended, "apitrace trim");
    part
}

/// Checks the player, which measures each call with its own timer queries.
#[test]
fn glretrace_profiles_with_glmeter_in_front() {
    let (trace, _) = record("glxtrace", First::Apitrace, "glxgears");
    let part = part(&trace);
    let (frames, ended) = replay(Mode::Preloaded, "glretrace", &part.0, &["--pgpu", "--pcpu", "--ppd"]);
    assert!(frames > 0);
    assert!(!ended.all().contains("cannot profile"), "{}", ended.all());
    let calls = ended.stdout.lines().filter(|line| line.starts_with("call ")).count();
    assert!(calls > 10, "{calls} calls were measured\n{}", ended.all());
}
