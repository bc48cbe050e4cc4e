//! Starts an X server for the benchmarks and the tests, so that their results do not depend on the desktop.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// A running X server. Stops it when dropped.
pub(crate) struct Xvfb {
    server: Child,
    /// The value for `DISPLAY`.
    pub(crate) display: String,
}

impl Xvfb {
    /// Starts a server with one screen on a free display. If the calling thread ends before it drops the server, the kernel kills the server.
    pub(crate) fn start() -> Result<Self, String> {
        Self::start_with(&["-screen", "0", "1280x1024x24"])
    }

    /// Starts a server with these options on a free display, as [`Self::start`] does.
    pub(crate) fn start_with(options: &[&str]) -> Result<Self, String> {
        // Without -noreset the server restarts whenever its last client disconnects, and refuses a client that connects at that moment.
        // With -displayfd the server chooses a free display and prints its number once clients can connect. A number that another process
        // chose could belong to the server of a third, and that server's socket would pass for this one's.
        let mut command = Command::new("Xvfb");
        command
            .args(["-displayfd", "1", "-noreset", "-nolisten", "tcp"])
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // SAFETY: prctl is async-signal-safe.
        unsafe {
            command.pre_exec(|| {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                Ok(())
            });
        }
        let server = command.spawn().map_err(|error| format!("Xvfb: {error}"))?;
        // Own the server from here on, so that an error stops it.
        let mut started = Self { server, display: String::new() };
        let mut number = String::new();
        let pipe = started.server.stdout.take().expect("stdout is piped");
        BufReader::new(pipe).read_line(&mut number).map_err(|error| format!("Xvfb: {error}"))?;
        if number.trim().is_empty() {
            return Err("Xvfb ended before it had a display".to_owned());
        }
        started.display = format!(":{}", number.trim());
        Ok(started)
    }
}

impl Drop for Xvfb {
    fn drop(&mut self) {
        stop(&mut self.server);
    }
}

/// Ends a child by SIGTERM, so that Xvfb can remove its socket and lock file, and waits for it.
fn stop(child: &mut Child) {
    let id = i32::try_from(child.id()).expect("a process id is a pid_t");
    // SAFETY: the child has not been reaped, so its process id is still its own.
    unsafe { libc::kill(id, libc::SIGTERM) };
    let _ended = child.wait();
}
