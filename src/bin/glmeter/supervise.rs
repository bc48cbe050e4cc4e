//! Runs the program as a transparent child process: it receives the command's signals, is stopped and continued with it, and does not
//! outlive it.

use crate::processes::{Process, with_descendants};
use core::mem::MaybeUninit;
use glmeter_report::live;
use std::io::{Error, Result};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The signals that are forwarded: those that one process sends to another. Signals of faults and limits concern the command alone.
const FORWARDED: [i32; 15] = [
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

/// The signals that a terminal sends to every process of its foreground group: the program receives these directly. SIGHUP is not
/// among them: a terminal sends it to the session leader alone, which may be this process.
const FROM_TERMINAL: [i32; 6] = [libc::SIGINT, libc::SIGQUIT, libc::SIGTSTP, libc::SIGTTIN, libc::SIGTTOU, libc::SIGWINCH];

/// The signals that ask a process to end.
const ASKS_TO_END: [i32; 4] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT];

/// The time from one question whether the program shall be ended to the next.
const POLLED: Duration = Duration::from_millis(10);
/// The time for which a program that was asked to end may go on.
const PATIENCE: Duration = Duration::from_secs(5);

/// The signal mask and the action of SIGCHLD with which this process began.
static INHERITED: OnceLock<(libc::sigset_t, libc::sighandler_t)> = OnceLock::new();

/// The way in which the program ended.
pub(crate) enum Ended {
    /// With an exit status.
    Status(u8),
    /// By a signal.
    Signal(i32),
    /// Because this command ended it as it was told to.
    Stopped,
}

impl Ended {
    /// Returns true if the program did what it should.
    pub(crate) fn is_success(&self) -> bool {
        matches!(self, Self::Status(0) | Self::Stopped)
    }

    /// Returns true if the program ended by a fault of its own.
    fn is_crash(&self) -> bool {
        matches!(
            self,
            Self::Signal(libc::SIGSEGV | libc::SIGBUS | libc::SIGILL | libc::SIGFPE | libc::SIGABRT | libc::SIGTRAP | libc::SIGSYS)
        )
    }
}

/// A program that was asked to end, with those that it had started.
struct Stopping {
    since: Instant,
    processes: Vec<Process>,
    was_killed: bool,
}

impl Stopping {
    /// Asks them to end.
    fn begin(child: i32) -> Self {
        let processes = with_descendants(child);
        processes.iter().for_each(|process| process.send(libc::SIGTERM));
        Self { since: Instant::now(), processes, was_killed: false }
    }

    /// Kills those that have not ended in time, and what they have started meanwhile.
    fn insist(&mut self) {
        if self.was_killed || self.since.elapsed() < PATIENCE {
            return;
        }
        self.was_killed = true;
        let running: Vec<Process> = self.processes.iter().copied().filter(|process| process.is_running()).collect();
        running.iter().flat_map(|process| process.with_descendants()).for_each(|process| process.send(libc::SIGKILL));
    }

    /// Waits until all have ended, after the program itself has.
    fn finish(&mut self) {
        while !self.was_killed && self.processes.iter().any(|process| process.is_running()) {
            std::thread::sleep(POLLED);
            self.insist();
        }
    }
}

/// Returns the set of these signals.
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

/// Returns the empty set of signals.
pub(crate) fn no_signals() -> libc::sigset_t {
    set_of([])
}

/// Changes this thread's signal mask. Returns the previous mask.
fn change_mask(how: i32, set: &libc::sigset_t) -> libc::sigset_t {
    let mut before = set_of([]);
    // SAFETY: both pointers are to initialised signal sets.
    unsafe { libc::sigprocmask(how, set, &mut before) };
    before
}

/// Lets this process survive files that have no room for what it writes, which then fails, and recordings that the program makes shorter. The
/// programs that it starts get the signals as it got them: the kernel replaces handlers by the default.
pub(crate) fn survive() {
    extern "C" fn nothing(_: i32) {}
    // SAFETY: the handler does nothing, and may run at any time.
    unsafe {
        if libc::signal(libc::SIGXFSZ, nothing as extern "C" fn(i32) as libc::sighandler_t) == libc::SIG_IGN {
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
        }
    }
    glmeter_recording::survive_shortened_files();
}

/// Calls `work` while this thread receives no signals of others. Threads that it starts receive none at any time.
pub(crate) fn without_signals<R>(work: impl FnOnce() -> R) -> R {
    let mut all = MaybeUninit::uninit();
    // SAFETY: sigfillset initialises the set. A thread that blocks the signal of its own bus error does not survive it.
    let all = unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::sigdelset(all.as_mut_ptr(), libc::SIGBUS);
        all.assume_init()
    };
    let mask = change_mask(libc::SIG_BLOCK, &all);
    let result = work();
    change_mask(libc::SIG_SETMASK, &mask);
    result
}

/// Runs a program to its end, or until `is_over` says that it shall end. Returns how it ended, and true if a signal asked this process to end
/// meanwhile. Fails if the program cannot be started.
pub(crate) fn run(mut command: Command, is_over: Option<&dyn Fn() -> bool>) -> Result<(Ended, bool)> {
    // Blocked signals stay pending until sigwaitinfo: none is lost, and none ends this process before the program ends.
    let awaited = set_of(FORWARDED.into_iter().chain([libc::SIGCHLD]));
    // A child inherits an ignored SIGCHLD, with which waitpid could not report the program's end. Each program of several gets what this
    // process got; signals stay blocked from the first on.
    let (mask, on_child) = *INHERITED.get_or_init(|| {
        let mask = change_mask(libc::SIG_BLOCK, &awaited);
        // SAFETY: SIG_DFL installs no handler.
        (mask, unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) })
    });
    let own = std::process::id() as i32;
    let prepare = move || {
        // SAFETY: each of these functions is async-signal-safe.
        unsafe {
            if on_child == libc::SIG_IGN {
                libc::signal(libc::SIGCHLD, libc::SIG_IGN);
            }
            libc::sigprocmask(libc::SIG_SETMASK, &mask, core::ptr::null_mut());
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            // The parent may have ended before prctl.
            if libc::getppid() != own {
                libc::_exit(1);
            }
        }
        Ok(())
    };
    // SAFETY: `prepare` allocates nothing and takes no lock.
    unsafe { command.pre_exec(prepare) };
    let child = command.spawn()?.id() as i32;
    let mut was_interrupted = false;
    let mut stopping: Option<Stopping> = None;
    loop {
        if let Some(ended) = poll(child)? {
            let Some(mut stopping) = stopping else { return Ok((ended, was_interrupted)) };
            stopping.finish();
            return Ok((if ended.is_crash() { ended } else { Ended::Stopped }, was_interrupted));
        }
        match &mut stopping {
            Some(stopping) => stopping.insist(),
            None => stopping = is_over.is_some_and(|is_over| is_over()).then(|| Stopping::begin(child)),
        }
        was_interrupted |= ASKS_TO_END.contains(&forward(child, &awaited, is_over.map(|_| POLLED)));
    }
}

/// Waits for a signal, at most for a time, and forwards it to the program, unless the program received it too. Returns the signal.
fn forward(child: i32, awaited: &libc::sigset_t, most: Option<Duration>) -> i32 {
    // SAFETY: siginfo_t is plain data, valid when zeroed.
    let mut about: libc::siginfo_t = unsafe { core::mem::zeroed() };
    let most = most.map(|most| libc::timespec { tv_sec: most.as_secs() as libc::time_t, tv_nsec: most.subsec_nanos().into() });
    let most = most.as_ref().map_or(core::ptr::null(), core::ptr::from_ref);
    // SAFETY: the set is initialised, the details are written to a local variable, and the time is a local variable or absent.
    let signal = unsafe { libc::sigtimedwait(awaited, &mut about, most) };
    if signal <= 0 || signal == libc::SIGCHLD {
        return signal;
    }
    // The kernel's own signals have positive codes.
    let from_process = about.si_code <= 0;
    let from_terminal = !from_process && FROM_TERMINAL.contains(&signal);
    // A signal that the program sends to its process group reaches the program as well.
    // SAFETY: si_pid is set in a signal that a process sent.
    let from_child = from_process && unsafe { about.si_pid() } == child;
    if !from_terminal && !from_child {
        send(child, signal);
    }
    signal
}

/// Sends a signal to the program.
fn send(process: i32, signal: i32) {
    // SAFETY: the function takes no pointers. The child has not been reaped, so its process id is still its own.
    unsafe { libc::kill(process, signal) };
}

/// Polls the program's state. Returns its end; if the terminal stopped it, stops this process too.
fn poll(child: i32) -> Result<Option<Ended>> {
    loop {
        let mut status = 0;
        // SAFETY: the status is written to a local variable.
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
        // A SIGSTOP concerns only the process to which it was sent.
        if libc::WIFSTOPPED(status) && libc::WSTOPSIG(status) != libc::SIGSTOP {
            // The shell gets its terminal as it was.
            live::suspend();
            // SAFETY: the function takes no pointers.
            unsafe { libc::raise(libc::SIGSTOP) };
            // This process was continued: continue the program too.
            send(child, libc::SIGCONT);
        }
    }
}

/// Ends this process by the signal that ended the program, so that a shell sees the program's own end.
pub(crate) fn end_by(signal: i32) -> ExitCode {
    // The program itself dumps core if it should: prevent a second core file of this process.
    // SAFETY: the functions take no pointers; SIG_DFL installs no handler.
    unsafe {
        libc::prctl(libc::PR_SET_DUMPABLE, 0);
        libc::signal(signal, libc::SIG_DFL);
    }
    change_mask(libc::SIG_UNBLOCK, &set_of([signal]));
    // SAFETY: the function takes no pointers.
    unsafe { libc::raise(signal) };
    ExitCode::from(128_u8.saturating_add(signal as u8))
}
