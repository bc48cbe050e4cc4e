//! An X server.

use super::{Display, SIZE, Server, random};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The X server.
const SERVER: &str = "Xvfb";
/// The bits of a pixel.
const DEPTH: u32 = 24;
/// The name of the protocol by which programs show that they may connect, and the bytes of its secret.
const PROTOCOL: &str = "MIT-MAGIC-COOKIE-1";
const SECRET: usize = 16;

/// Starts a server, whose secret is in the file `authority`. Returns `None` if the machine has none.
pub(super) fn start(authority: PathBuf) -> Result<Option<Display>, String> {
    write_secret(&authority).map_err(|error| format!("{SERVER} cannot be started: its secret cannot be written: {error}"))?;
    let [width, height] = SIZE;
    let mut command = Command::new(SERVER);
    // It writes the number of its display there when programs can connect. Without a reset it goes on when the last one has gone.
    command.args(["-displayfd", "1", "-screen", "0", &format!("{width}x{height}x{DEPTH}"), "-nolisten", "tcp", "-noreset", "-auth"]);
    command.arg(&authority).stdout(Stdio::piped());
    let Some(mut server) = Server::start(command, authority)? else { return Ok(None) };
    let mut line = String::new();
    if let Some(output) = server.child.stdout.take() {
        // The server writes no more than this line.
        let _ = BufReader::new(output).read_line(&mut line);
    }
    let Ok(number) = line.trim().parse::<u32>() else { return Err(format!("{SERVER} has ended before it had a display")) };
    let variables = vec![("DISPLAY", format!(":{number}").into()), ("XAUTHORITY", server.place.clone().into())];
    Ok(Some(Display { server, variables, others: &["WAYLAND_DISPLAY"] }))
}

/// Creates a file with a new secret, which only this user can read.
fn write_secret(file: &Path) -> std::io::Result<()> {
    File::options().write(true).create_new(true).mode(0o600).open(file)?.write_all(&entry(&random::<SECRET>()?))
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
