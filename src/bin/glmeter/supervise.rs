//! Runs the program as a transparent child process: signals reach it, it stops and goes on with its terminal, and ends with the command.

use core::mem::MaybeUninit;
use std::io::{Error, Result};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// The signals that are handed on: what one process sends another. Those of faults and limits concern the command alone.
const HANDED_ON: [i32; 15] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGTERM,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGALRM,
    libc::SIGVTALRM,
    libc::SIGPROF,
    libc::SIGIO,
    libc::SIGWINCH,
    libc::SIGCONT,
    libc::SIGTSTP,
    libc::SIGTTIN,
    libc::SIGTTOU,
];

/// Those that a terminal sends to each process of its foreground group, so that the program has them already. (A hang-up
/// is not among them: a terminal sends it to the session's first process, which may be this one, alone.)
const FROM_TERMINAL: [i32; 6] = [libc::SIGINT, libc::SIGQUIT, libc::SIGTSTP, libc::SIGTTIN, libc::SIGTTOU, libc::SIGWINCH];

/// How the program ended.
pub(crate) enum Ended {
    /// With an exit status.
    Status(u8),
    /// By a signal.
    Signal(i32),
}

fn set_of(signals: impl IntoIterator<Item = i32>) -> libc::sigset_t {
    let mut set = MaybeUninit::uninit();
    // SAFETY: sigemptyset initialises the set, and sigaddset takes an initialised one.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in signals {
            libc::sigaddset(set.as_mut_ptr(), signal);
        }
        set.assume_init()
    }
}

/// Changes the signals that this thread holds back; gives those that it held back before.
fn hold_back(how: i32, set: &libc::sigset_t) -> libc::sigset_t {
    let mut before = set_of([]);
    // SAFETY: two signal sets.
    unsafe { libc::sigprocmask(how, set, &mut before) };
    before
}

/// Runs a program to its end. An error means that it could not be started.
pub(crate) fn run(mut command: Command) -> Result<Ended> {
    // From here on signals wait until they are asked for: none is lost, and none ends us before the program ends.
    let awaited = set_of(HANDED_ON.into_iter().chain([libc::SIGCHLD]));
    let mask = hold_back(libc::SIG_BLOCK, &awaited);
    // A parent that ignores SIGCHLD hands that down, and no process could ask for the program's end.
    // SAFETY: the default action is no function of ours.
    let on_child = unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
    let own = std::process::id() as i32;
    let prepare = move || {
        // SAFETY: each of these may be called between fork and exec.
        unsafe {
            if on_child == libc::SIG_IGN {
                libc::signal(libc::SIGCHLD, libc::SIG_IGN);
            }
            libc::sigprocmask(libc::SIG_SETMASK, &mask, core::ptr::null_mut());
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            // We may have ended before that was said.
            if libc::getppid() != own {
                libc::_exit(1);
            }
        }
        Ok(())
    };
    // SAFETY: `prepare` allocates nothing and takes no lock.
    unsafe { command.pre_exec(prepare) };
    let child = command.spawn()?.id() as i32;
    loop {
        if let Some(ended) = look_after(child)? {
            return Ok(ended);
        }
        hand_on(child, &awaited);
    }
}

/// Waits for a signal, and hands it on to the program unless it has come there as well.
fn hand_on(child: i32, awaited: &libc::sigset_t) {
    // SAFETY: plain numbers, for which zero is a value.
    let mut about: libc::siginfo_t = unsafe { core::mem::zeroed() };
    // SAFETY: a signal set and a place for what is known of the signal.
    let signal = unsafe { libc::sigwaitinfo(awaited, &mut about) };
    if signal <= 0 || signal == libc::SIGCHLD {
        return;
    }
    // A positive code is the kernel's.
    let from_process = about.si_code <= 0;
    let from_terminal = !from_process && FROM_TERMINAL.contains(&signal);
    // What the program sends to its whole group, it has sent to itself.
    // SAFETY: a signal that a process sent comes with its number.
    let from_child = from_process && unsafe { about.si_pid() } == child;
    if !from_terminal && !from_child {
        send(child, signal);
    }
}

fn send(process: i32, signal: i32) {
    // SAFETY: takes two numbers; the child was not waited for yet, so that its number is its own.
    unsafe { libc::kill(process, signal) };
}

/// Asks how the program is: gives its end, and stops with it when its terminal stopped it.
fn look_after(child: i32) -> Result<Option<Ended>> {
    loop {
        let mut status = 0;
        // SAFETY: a place for the status.
        match unsafe { libc::waitpid(child, &mut status, libc::WNOHANG | libc::WUNTRACED) } {
            0 => return Ok(None),
            -1 => return Err(Error::last_os_error()),
            _ => {}
        }
        if libc::WIFEXITED(status) {
            return Ok(Some(Ended::Status(libc::WEXITSTATUS(status) as u8)));
        }
        if libc::WIFSIGNALED(status) {
            return Ok(Some(Ended::Signal(libc::WTERMSIG(status))));
        }
        // A SIGSTOP is for the one process that it was sent to.
        if libc::WIFSTOPPED(status) && libc::WSTOPSIG(status) != libc::SIGSTOP {
            // SAFETY: takes a number.
            unsafe { libc::raise(libc::SIGSTOP) };
            // Here we go on: so does the program.
            send(child, libc::SIGCONT);
        }
    }
}

/// Ends this process by the signal that ended the program, so that a shell sees what it would have seen.
pub(crate) fn end_by(signal: i32) -> ExitCode {
    // SAFETY: takes numbers. The program has left a core file if it was to leave one; a second one would be ours.
    unsafe {
        libc::prctl(libc::PR_SET_DUMPABLE, 0);
        libc::signal(signal, libc::SIG_DFL);
    }
    hold_back(libc::SIG_UNBLOCK, &set_of([signal]));
    // SAFETY: takes a number.
    unsafe { libc::raise(signal) };
    ExitCode::from(128_u8.saturating_add(signal as u8))
}
