//! The command: `glmeter run` and its transparency for the program, the output of `demo` and `info`, and the messages for errors.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod errors;
mod install;
mod pages;
mod reports;
mod shader;
mod sources;
#[path = "../support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
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

// Signals.

#[test]
fn signals_reach_the_program() {
    for (name, signal) in [
        ("TERM", libc::SIGTERM),
        ("INT", libc::SIGINT),
        ("HUP", libc::SIGHUP),
        ("QUIT", libc::SIGQUIT),
        ("USR1", libc::SIGUSR1),
        ("USR2", libc::SIGUSR2),
        ("ALRM", libc::SIGALRM),
        ("WINCH", libc::SIGWINCH),
    ] {
        let script = format!("trap 'echo got {name}; exit 5' {name}; echo ready; while :; do sleep 0.02; done");
        let (child, output, line) = start(&mut glmeter(&["run", "sh", "-c", &script]));
        assert_eq!(line, "ready");
        send(child.id(), signal);
        let (ended, by) = finish(child, output);
        assert_eq!((ended.stdout.as_str(), ended.code, by), (format!("got {name}\n").as_str(), 5, None), "SIG{name}");
    }
}

#[test]
fn a_signal_that_the_program_does_not_expect_ends_both() {
    let (child, output, _) = start(&mut glmeter(&["run", "sh", "-c", "echo ready; exec sleep 60"]));
    send(child.id(), libc::SIGTERM);
    let (ended, by) = finish(child, output);
    assert_eq!(by, Some(libc::SIGTERM), "{}", ended.all());
}

#[test]
fn signals_that_the_caller_ignores_or_holds_back_stay_so_for_the_program() {
    let mask = |glmeter: bool| {
        let mut command = if glmeter { self::glmeter(&["run", "grep"]) } else { Command::new("grep") };
        command.args(["-E", "^Sig(Blk|Ign)", "/proc/self/status"]);
        // SAFETY: both functions are async-signal-safe.
        unsafe {
            command.pre_exec(|| {
                for signal in [libc::SIGHUP, libc::SIGCHLD] {
                    libc::signal(signal, libc::SIG_IGN);
                }
                Ok(())
            });
        }
        run(&mut command).stdout
    };
    assert_eq!(mask(true), mask(false));
}

#[test]
fn a_program_that_is_stopped_stops_the_command_and_both_go_on_together() {
    let (child, output, program) = start(&mut glmeter(&["run", "sh", "-c", "echo $$; exec sleep 60"]));
    let program = program.parse().unwrap();
    for _ in 0..2 {
        send(child.id(), libc::SIGTSTP);
        eventually("both are stopped", || state(child.id()) == 'T' && state(program) == 'T');
        send(child.id(), libc::SIGCONT);
        eventually("both go on", || state(child.id()) == 'S' && state(program) == 'S');
    }
    send(child.id(), libc::SIGTERM);
    assert_eq!(finish(child, output).1, Some(libc::SIGTERM));
}

#[test]
fn a_program_does_not_outlive_the_command() {
    let (child, output, program) = start(&mut glmeter(&["run", "sh", "-c", "echo $$; exec sleep 60"]));
    let program = program.parse().unwrap();
    assert!(!matches!(state(program), 'X' | 'Z'));
    send(child.id(), libc::SIGKILL);
    assert_eq!(finish(child, output).1, Some(libc::SIGKILL));
    eventually("the program has ended", || matches!(state(program), 'X' | 'Z'));
}

#[test]
fn a_terminals_interrupt_reaches_the_program_once() {
    let (mut terminal, mut line) = (0, 0);
    // SAFETY: two places for descriptors; the rest may be left out.
    let opened = unsafe { libc::openpty(&mut terminal, &mut line, std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut()) };
    assert_eq!(opened, 0);
    // SAFETY: two descriptors that openpty has just opened, and no other code has.
    let (mut terminal, line): (std::fs::File, std::fs::File) =
        unsafe { (std::os::fd::FromRawFd::from_raw_fd(terminal), std::os::fd::FromRawFd::from_raw_fd(line)) };
    let script = "n=0; trap 'n=$((n+1))' INT; echo ready; i=0; while [ $i -lt 50 ]; do i=$((i+1)); sleep 0.02; done; echo got $n";
    let mut command = glmeter(&["run", "sh", "-c", script]);
    command.stdin(line).stdout(Stdio::piped()).stderr(Stdio::null());
    // SAFETY: both calls may be made between fork and exec. The program's session has the terminal.
    unsafe {
        command.pre_exec(|| {
            libc::setsid();
            libc::ioctl(0, libc::TIOCSCTTY, 0);
            Ok(())
        });
    }
    let mut child = command.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(output.next().unwrap().unwrap(), "ready");
    terminal.write_all(b"\x03").unwrap();
    assert_eq!(output.next().unwrap().unwrap(), "got 1");
    assert_eq!(child.wait().unwrap().code(), Some(0));
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

/// Returns a library that takes memfd_create from programs that preload it: without such memory, the recording is a file.
fn without_memory() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let library = folder("without-memory").join("no_memfd.so");
        let mut compiler = Command::new("cc");
        let ended = run(compiler.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(support::root().join("ctests/no_memfd.c")));
        assert_eq!(ended.code, 0, "{}", ended.all());
        library
    })
}

#[test]
fn no_file_is_left_behind() {
    let folder = private_folder("page");
    let files = || std::fs::read_dir(&folder).unwrap().count();
    let with_file = |words: &[&str]| {
        let mut command = glmeter(words);
        command.env("XDG_RUNTIME_DIR", &folder).env("LD_PRELOAD", without_memory());
        command
    };
    for script in ["true", "exit 3", "kill -SEGV $$", "test $(ls $XDG_RUNTIME_DIR | wc -l) = 1 || echo there was no file"] {
        let ended = run(&mut with_file(&["run", "sh", "-c", script]));
        assert_eq!((ended.stdout.as_str(), files()), ("", 0), "{script}");
    }
    run(&mut with_file(&["run", "no-such-program"]));
    assert_eq!(files(), 0);
    let ended = run(glmeter(&["run", "sh", "-c", "ls $XDG_RUNTIME_DIR"]).env("XDG_RUNTIME_DIR", &folder));
    assert_eq!(ended.stdout, "", "in memory there is none");

    // A killed run leaves its file, which a later run removes because it is unlocked.
    let (child, output, _) = start(&mut with_file(&["run", "sh", "-c", "echo ready; exec sleep 60"]));
    send(child.id(), libc::SIGKILL);
    finish(child, output);
    assert_eq!(files(), 1);
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let long_ago = std::time::SystemTime::now() - Duration::from_secs(3600);
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(long_ago).unwrap();
    run(glmeter(&["run", "true"]).env("XDG_RUNTIME_DIR", &folder));
    assert_eq!(files(), 0, "an abandoned file is removed");

    let (child, output, _) = start(&mut with_file(&["run", "sh", "-c", "echo ready; exec sleep 60"]));
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(long_ago).unwrap();
    run(glmeter(&["run", "true"]).env("XDG_RUNTIME_DIR", &folder));
    assert!(file.exists(), "a file in use is left alone");
    send(child.id(), libc::SIGTERM);
    finish(child, output);
    assert_eq!(files(), 0);
    std::fs::remove_dir(folder).unwrap();
}

/// Sets a file's modification time to an hour ago, without following a link.
fn make_old(path: &Path) {
    let ended = run(Command::new("touch").args(["-h", "-d", "1 hour ago"]).arg(path));
    assert_eq!(ended.code, 0, "{}", ended.all());
}

/// In `/dev/shm` every user can create files with the names of pages.
#[test]
fn only_pages_of_the_user_are_removed_and_nothing_else_is_opened() {
    let folder = private_folder("others");
    let [fifo, link, other, own] = ["fifo", "link", "other", "own"].map(|name| folder.join(format!("glmeter-report-{name}")));
    assert_eq!(run(Command::new("mkfifo").arg(&fifo)).code, 0);
    let target = folder.join("target");
    std::fs::write(&target, "").unwrap();
    symlink(&target, &link).unwrap();
    std::fs::create_dir(folder.join("glmeter-report-folder")).unwrap();
    for file in [&other, &own] {
        std::fs::write(file, "").unwrap();
    }
    support::give_away(&other);
    for path in [&fifo, &link, &target, &other, &own, &folder.join("glmeter-report-folder")] {
        make_old(path);
    }
    let ended = support::run_for(glmeter(&["run", "true"]).env("XDG_RUNTIME_DIR", &folder), 30);
    assert_eq!(ended.code, 0, "{}", ended.all());
    for left in [&fifo, &link, &target, &other, &folder.join("glmeter-report-folder")] {
        assert!(left.symlink_metadata().is_ok(), "{} is not a page of this user's", left.display());
    }
    assert!(!own.exists(), "an abandoned page is removed");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_other_user_can_open_or_exchange_the_recording() {
    // In memory, and on a kernel without such memory in a folder: that user could replace it in one that they can write to.
    let folder = private_folder("foreign");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o777)).unwrap();
    let script = "echo \"$GLMETER_REPORT_FILE\"; stat -Lc %a \"$GLMETER_REPORT_FILE\"";
    let mut command = glmeter(&["run", "sh", "-c", script]);
    let ended = run(command.env("XDG_RUNTIME_DIR", &folder));
    assert!(ended.stdout.starts_with("/proc/") && ended.stdout.ends_with("\n600\n"), "{}", ended.all());
    let ended = run(command.env("LD_PRELOAD", without_memory()));
    assert!(ended.stdout.starts_with("/dev/shm/glmeter-report-") && ended.stdout.ends_with("\n600\n"), "{}", ended.all());
    std::fs::remove_dir_all(folder).unwrap();
}

/// The recording's variable may name any file: glmeter leaves a file that is no recording unchanged.
#[test]
fn a_file_that_is_no_recording_keeps_its_bytes() {
    let folder = folder("no-page");
    let [zeros, link, short] = ["zeros", "link", "short"].map(|name| folder.join(name));
    let page = folder.join("page");
    std::fs::write(&zeros, [0; 4096]).unwrap();
    std::fs::write(&short, "short").unwrap();
    glmeter_recording::Recording::create_at(&page, glmeter_recording::Options::default()).unwrap();
    symlink(&page, &link).unwrap();
    let before = [&zeros, &short, &page].map(|path| std::fs::read(path).unwrap());
    for file in [&zeros, &link, &short] {
        let mut command = Command::new("es2_info");
        command.env("DISPLAY", support::display()).env("LD_PRELOAD", library());
        let ended = run(command.env("GLMETER_REPORT", "summary").env("GLMETER_REPORT_FILE", file));
        assert_eq!(ended.code, 0, "{}", ended.all());
        let now = [&zeros, &short, &page].map(|path| std::fs::read(path).unwrap());
        assert_eq!(before, now, "{}", file.display());
    }
    let mut command = Command::new("es2_info");
    command.env("DISPLAY", support::display()).env("LD_PRELOAD", library());
    run(command.env("GLMETER_REPORT", "summary").env("GLMETER_REPORT_FILE", &page));
    assert_ne!(before[2], std::fs::read(&page).unwrap(), "a page is written to");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_that_cannot_be_written_is_passed_over() {
    let ended = run(glmeter(&["run", "--report", "summary", "sh", "-c", "exit 4"]).env("XDG_RUNTIME_DIR", "/no/such/folder"));
    assert_eq!((ended.code, ended.stderr.as_str()), (4, without_gl("sh").as_str()));
}
