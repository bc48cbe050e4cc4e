//! Tests the signals that the command passes on to the program, and that it stops and ends with it.

use crate::support::run;
use crate::{eventually, finish, glmeter, send, start, state};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

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
        let mut command = if glmeter { crate::glmeter(&["run", "grep"]) } else { Command::new("grep") };
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
