//! A display of the program's own: an X server or a Wayland compositor without a screen, which ends with the command.

mod weston;
mod xvfb;

use crate::say;
use crate::supervise::no_signals;
use glmeter::ownership;
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The size of the screen, pixels.
const SIZE: [u32; 2] = [1920, 1080];

/// What serves a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    X11,
    Wayland,
}

impl Kind {
    /// Returns its word on the command line, and the program that serves it, whose Debian package has the name in lower case.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::X11 => ("x11", "Xvfb"),
            Self::Wayland => ("wayland", "weston"),
        }
    }

    /// Starts a server. Returns `None` if the machine has none.
    fn start(self) -> Result<Option<Display>, String> {
        let place = private_place().map_err(|error| format!("a display cannot be started: {error}"))?;
        match self {
            Self::X11 => xvfb::start(place),
            Self::Wayland => weston::start(place),
        }
    }
}

/// A server that runs.
pub(crate) struct Display {
    server: Server,
    /// The variables by which programs find it, and those of other displays.
    variables: Vec<(&'static str, OsString)>,
    others: &'static [&'static str],
}

impl Display {
    /// Starts a server: of the kind that a word names, otherwise of the first that the machine has. Returns `None`, and prints a line if there is no
    /// other display either, if it has none.
    pub(crate) fn start(wanted: Option<&str>) -> Result<Option<Self>, String> {
        let kinds = [Kind::X11, Kind::Wayland].into_iter().filter(|kind| wanted.is_none_or(|wanted| wanted == kind.names().0));
        for kind in kinds {
            let (word, server) = kind.names();
            match kind.start()? {
                Some(display) => return Ok(Some(display)),
                None if wanted.is_none() => {}
                None => {
                    return Err(format!(
                        "--display {word}: there is no {server}; Debian's and Ubuntu's package is {}",
                        server.to_lowercase()
                    ));
                }
            }
        }
        if ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().all(|variable| std::env::var_os(variable).is_none()) {
            say("glmeter: there is no Xvfb, so the program has no X server; Debian's and Ubuntu's package is xvfb");
        }
        Ok(None)
    }

    /// Returns the number of the server's process.
    pub(crate) fn process(&self) -> u32 {
        self.server.child.id()
    }

    /// Makes the display that of a command.
    pub(crate) fn pass_to(&self, command: &mut Command) {
        self.others.iter().for_each(|variable| _ = command.env_remove(variable));
        self.variables.iter().for_each(|(variable, value)| _ = command.env(variable, value));
    }
}

/// The process of a server. It ends when this is dropped, and its file or folder goes.
struct Server {
    child: Child,
    place: PathBuf,
}

impl Server {
    /// Starts a process that ends with this one at the latest. Returns `None` if the machine has no such program.
    fn start(mut command: Command, place: PathBuf) -> Result<Option<Self>, String> {
        command.stdin(Stdio::null()).stderr(Stdio::null());
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
            Ok(child) => Ok(Some(Self { child, place })),
            Err(error) => {
                remove(&place);
                let name = command.get_program().to_string_lossy();
                if error.kind() == ErrorKind::NotFound { Ok(None) } else { Err(format!("{name} cannot be started: {error}")) }
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SAFETY: the function takes no pointers. The child has not been reaped, so its process id is still its own.
        unsafe { libc::kill(self.child.id() as i32, libc::SIGTERM) };
        let _ = self.child.wait();
        remove(&self.place);
    }
}

/// Removes a file, or a folder with everything in it.
fn remove(place: &Path) {
    let _ = if place.is_dir() { std::fs::remove_dir_all(place) } else { std::fs::remove_file(place) };
}

/// Returns a path that no file has, in a folder for such files.
fn private_place() -> std::io::Result<PathBuf> {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").and_then(|folder| ownership::private_folder(Path::new(&folder)));
    let [first, second] = random()?.map(u32::from);
    let name = format!("glmeter-display-{}-{:04x}", std::process::id(), first << 8 | second);
    Ok(runtime.unwrap_or_else(std::env::temp_dir).join(name))
}

/// Returns random bytes.
fn random<const N: usize>() -> std::io::Result<[u8; N]> {
    let mut bytes = [0; N];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes)
}
