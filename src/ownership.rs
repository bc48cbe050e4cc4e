//! Checks a file's owner, mode and type before glmeter trusts it, or writes one for other processes.
//!
//! The variables that name folders (`XDG_RUNTIME_DIR`, `HOME`) may come from another user: `sudo -E` keeps them.

use glmeter_abi::signals::without_signals_of_writes;
use std::fs::{DirBuilder, Metadata, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The mode bits that let group and others write.
const OTHERS_WRITE: u32 = 0o022;
/// The mode bit of a folder in which only a file's owner can remove or rename it.
const STICKY: u32 = 0o1000;

/// Returns the effective user id of this process.
fn user() -> u32 {
    // SAFETY: the function takes no arguments.
    unsafe { libc::geteuid() }
}

/// Returns true if a directory entry belongs to this process's user.
pub fn is_own(about: &Metadata) -> bool {
    about.uid() == user()
}

/// Returns true for a folder of this user's to which no other user can write.
fn is_private(about: &Metadata) -> bool {
    about.is_dir() && is_own(about) && about.mode() & OTHERS_WRITE == 0
}

/// Returns the canonical path of a private folder that no other user except root can replace: each folder above it belongs to this user
/// or to root, and no other user can rename entries in it. Returns `None` for any other folder and for a relative path.
pub fn private_folder(folder: &Path) -> Option<PathBuf> {
    if folder.is_relative() {
        return None;
    }
    let folder = folder.canonicalize().ok()?;
    let above_is_safe = folder.ancestors().skip(1).all(|above| {
        above.symlink_metadata().is_ok_and(|about| {
            about.is_dir() && (about.uid() == 0 || is_own(&about)) && (about.mode() & OTHERS_WRITE == 0 || about.mode() & STICKY != 0)
        })
    });
    (above_is_safe && is_private(&folder.symlink_metadata().ok()?)).then_some(folder)
}

/// Returns the path of a subfolder of a private folder; creates it if it is absent. Returns `None` if it is no folder or not private.
pub fn private_folder_in(folder: &Path, name: impl AsRef<Path>) -> Option<PathBuf> {
    let inner = folder.join(name);
    let _ = DirBuilder::new().mode(0o700).create(&inner);
    is_private(&inner.symlink_metadata().ok()?).then_some(inner)
}

/// Reads a regular file of this user's. Opens it without following a link and without blocking on a FIFO.
pub fn read_own(path: &Path) -> Option<String> {
    let mut file = OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path).ok()?;
    let about = file.metadata().ok()?;
    if !about.is_file() || !is_own(&about) || about.mode() & OTHERS_WRITE != 0 {
        return None;
    }
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    Some(text)
}

/// Replaces a file in a private folder atomically: another process reads either the whole old or the whole new text. Returns false on
/// failure.
pub fn replace(path: &Path, text: &str) -> bool {
    let time = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
    let aside = path.with_extension(format!("{}-{time}", std::process::id()));
    // `create_new` is O_EXCL, which follows no link.
    let Ok(mut file) = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&aside) else { return false };
    let done = without_signals_of_writes(|| file.write_all(text.as_bytes())).is_ok() && std::fs::rename(&aside, path).is_ok();
    if !done {
        let _ = std::fs::remove_file(&aside);
    }
    done
}

/// Returns true if a file belongs to root, to this user, or to the owner of `library`. In a folder such as `/tmp`, every user can put
/// files beside another user's.
pub fn belongs_with(file: &Path, library: &Path) -> bool {
    let Ok(library) = library.metadata() else { return false };
    let is_trusted =
        |about: std::io::Result<Metadata>| about.is_ok_and(|about| about.uid() == 0 || is_own(&about) || about.uid() == library.uid());
    // Check the entry itself and, for a link, its target.
    is_trusted(file.symlink_metadata()) && is_trusted(file.metadata())
}
