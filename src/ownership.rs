//! Who can change a file: checks of owner, mode and type before glmeter trusts a file, or writes one for other processes to read.
//!
//! The variables that name folders (`XDG_RUNTIME_DIR`, `HOME`) may be another user's: `sudo -E` keeps them.

use std::fs::{DirBuilder, Metadata, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The mode bits by which the group and all others may write.
const OTHERS_WRITE: u32 = 0o022;
/// The mode bit of a folder in which each file can be removed or renamed by its owner alone.
const STICKY: u32 = 0o1000;

/// Returns the user whose rights this process has.
fn user() -> u32 {
    // SAFETY: takes nothing.
    unsafe { libc::geteuid() }
}

/// Returns true for a file, or what else an entry may be, that belongs to the user of this process.
pub fn is_own(about: &Metadata) -> bool {
    about.uid() == user()
}

/// Returns true for a folder of this user's in which no other user can write.
fn is_private(about: &Metadata) -> bool {
    about.is_dir() && is_own(about) && about.mode() & OTHERS_WRITE == 0
}

/// Returns the path, without links, of a private folder that no other user but root can exchange for another: each folder above it
/// belongs to this user or to root, and no other user can rename what lies in it. `None` for any other folder and for a relative path.
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

/// Returns the path of a folder in a private one, which is made if it is absent. `None` if something else has the name, or if the
/// folder is not private.
pub fn private_folder_in(folder: &Path, name: impl AsRef<Path>) -> Option<PathBuf> {
    let inner = folder.join(name);
    let _ = DirBuilder::new().mode(0o700).create(&inner);
    is_private(&inner.symlink_metadata().ok()?).then_some(inner)
}

/// Returns the text of a regular file of this user's, opened without following a link and without waiting for a FIFO's writer.
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

/// Puts a file with this text in place of what has its name in a private folder; another process reads the old or the new one, whole.
/// Returns false if that fails.
pub fn replace(path: &Path, text: &str) -> bool {
    let time = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
    let aside = path.with_extension(format!("{}-{time}", std::process::id()));
    // O_EXCL, which `create_new` stands for, follows no link.
    let Ok(mut file) = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&aside) else { return false };
    let done = file.write_all(text.as_bytes()).is_ok() && std::fs::rename(&aside, path).is_ok();
    if !done {
        let _ = std::fs::remove_file(&aside);
    }
    done
}

/// Returns true if a file belongs to root, to this user, or to the owner of `library`. In a folder such as
/// `/tmp`, every user can lay files beside another user's.
pub fn belongs_with(file: &Path, library: &Path) -> bool {
    let Ok(library) = library.metadata() else { return false };
    let is_trusted =
        |about: std::io::Result<Metadata>| about.is_ok_and(|about| about.uid() == 0 || is_own(&about) || about.uid() == library.uid());
    // The entry itself, and the file that it leads to if it is a link.
    is_trusted(file.symlink_metadata()) && is_trusted(file.metadata())
}
