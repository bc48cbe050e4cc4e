//! A Wayland compositor.

use super::{Display, SIZE, Server};
use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The compositor.
const SERVER: &str = "weston";
/// The name of its socket.
const SOCKET: &str = "wayland";
/// The longest time until programs can connect, and the time from one look to the next.
const PATIENCE: Duration = Duration::from_secs(30);
const PERIOD: Duration = Duration::from_millis(5);

/// Starts a compositor, whose socket is in the new folder `place`. Returns `None` if the machine has none.
pub(super) fn start(place: PathBuf) -> Result<Option<Display>, String> {
    // Only this user may connect.
    DirBuilder::new().mode(0o700).create(&place).map_err(|error| format!("{SERVER} cannot be started: {}: {error}", place.display()))?;
    let [width, height] = SIZE;
    let mut command = Command::new(SERVER);
    command.args([
        "--backend=headless-backend.so",
        "--no-config",
        "--idle-time=0",
        &format!("--width={width}"),
        &format!("--height={height}"),
    ]);
    command.arg(format!("--socket={SOCKET}")).stdout(Stdio::null());
    command.env("XDG_RUNTIME_DIR", &place).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("LD_PRELOAD");
    let Some(mut server) = Server::start(command, place)? else { return Ok(None) };
    let socket = server.place.join(SOCKET);
    let begun = Instant::now();
    while UnixStream::connect(&socket).is_err() {
        if begun.elapsed() > PATIENCE || !matches!(server.child.try_wait(), Ok(None)) {
            return Err(format!("{SERVER} has ended before it had a display"));
        }
        std::thread::sleep(PERIOD);
    }
    let mut variables = vec![("WAYLAND_DISPLAY", socket.into())];
    // Programs create the memory of their windows there.
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        variables.push(("XDG_RUNTIME_DIR", server.place.clone().into()));
    }
    Ok(Some(Display { server, variables, others: &["DISPLAY"] }))
}
