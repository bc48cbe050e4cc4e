//! A display of the program's own: an X server without a screen, which ends with the command.

use crate::say;
use crate::supervise::no_signals;
use glmeter::ownership;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The X server.
const SERVER: &str = "Xvfb";
/// The screen: its size and the bits of a pixel.
const SCREEN: &str = "1920x1080x24";
/// The name of the protocol by which programs show that they may connect, and the bytes of its secret.
const PROTOCOL: &str = "MIT-MAGIC-COOKIE-1";
const SECRET: usize = 16;

/// An X server that runs.
pub(crate) struct Display {
    server: Child,
    name: String,
    /// The file with the secret, for the server and for the program.
    authority: PathBuf,
}

impl Display {
    /// Starts a server. Returns `None`, and prints a line if there is no other one either, if the machine has none to start.
    pub(crate) fn start() -> Result<Option<Self>, String> {
        let authority = authority().map_err(|error| format!("{SERVER} cannot be started: its secret cannot be written: {error}"))?;
        let mut command = Command::new(SERVER);
        // It writes the number of its display there when programs can connect. Without a reset it goes on when the last one has gone.
        command.args(["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset", "-auth"]).arg(&authority);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A terminal's signals are for the program, which ends before its display.
        command.process_group(0);
        let own = std::process::id() as i32;
        let none = no_signals();
        let follow = move || {
            // SAFETY: each of these functions is async-signal-safe, and the set is initialised.
            unsafe {
                // From its first program on the command blocks the signal that ends the server.
                libc::sigprocmask(libc::SIG_SETMASK, &none, core::ptr::null_mut());
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
                // The parent may have ended before prctl.
                if libc::getppid() != own {
                    libc::_exit(1);
                }
            }
            Ok(())
        };
        // SAFETY: `follow` allocates nothing and takes no lock.
        unsafe { command.pre_exec(follow) };
        match command.spawn() {
            Ok(server) => Self { server, name: String::new(), authority }.named().map(Some),
            Err(error) => {
                let _ = std::fs::remove_file(&authority);
                if error.kind() != ErrorKind::NotFound {
                    return Err(format!("{SERVER} cannot be started: {error}"));
                }
                if std::env::var_os("DISPLAY").is_none() {
                    say(&format!("glmeter: there is no {SERVER}, so the program has no X server; Debian's and Ubuntu's package is xvfb"));
                }
                Ok(None)
            }
        }
    }

    /// Waits until programs can connect.
    fn named(mut self) -> Result<Self, String> {
        let mut line = String::new();
        if let Some(output) = self.server.stdout.take() {
            // The server writes no more than this line.
            let _ = BufReader::new(output).read_line(&mut line);
        }
        match line.trim().parse::<u32>() {
            Ok(number) => {
                self.name = format!(":{number}");
                Ok(self)
            }
            Err(_) => Err(format!("{SERVER} has ended before it had a display")),
        }
    }

    /// Returns the number of the server's process.
    pub(crate) fn process(&self) -> u32 {
        self.server.id()
    }

    /// Makes the display that of a command.
    pub(crate) fn pass_to(&self, command: &mut Command) {
        command.env("DISPLAY", &self.name).env("XAUTHORITY", &self.authority).env_remove("WAYLAND_DISPLAY");
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // SAFETY: the function takes no pointers. The child has not been reaped, so its process id is still its own.
        unsafe { libc::kill(self.server.id() as i32, libc::SIGTERM) };
        let _ = self.server.wait();
        let _ = std::fs::remove_file(&self.authority);
    }
}

/// Creates a file with a new secret, which only this user can read.
fn authority() -> std::io::Result<PathBuf> {
    let mut secret = [0; SECRET];
    File::open("/dev/urandom")?.read_exact(&mut secret)?;
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").and_then(|folder| ownership::private_folder(Path::new(&folder)));
    let folder = runtime.unwrap_or_else(std::env::temp_dir);
    let [first, second, ..] = secret.map(u32::from);
    let file = folder.join(format!("glmeter-display-{}-{:04x}", std::process::id(), first << 8 | second));
    File::options().write(true).create_new(true).mode(0o600).open(&file)?.write_all(&entry(&secret))?;
    Ok(file)
}

/// Returns the entry of such a file for every display of every machine: the family of all addresses, then each of address, display, protocol and secret
/// with its length before it, in the order of bytes of the network.
fn entry(secret: &[u8]) -> Vec<u8> {
    const EVERY_ADDRESS: u16 = 0xFFFF;
    let mut bytes = EVERY_ADDRESS.to_be_bytes().to_vec();
    for field in [b"".as_slice(), b"", PROTOCOL.as_bytes(), secret] {
        bytes.extend((field.len() as u16).to_be_bytes());
        bytes.extend(field);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_for_every_display() {
        let bytes = entry(&[7; SECRET]);
        assert_eq!(bytes[..8], [0xFF, 0xFF, 0, 0, 0, 0, 0, 18]);
        assert_eq!(bytes[8..26], *PROTOCOL.as_bytes());
        assert_eq!((&bytes[26..28], bytes.len()), (&[0, 16][..], 28 + SECRET));
    }
}
