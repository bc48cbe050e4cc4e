//! Folders by paths that the loader's variables can contain. `LD_PRELOAD` separates paths by spaces and colons, `LD_LIBRARY_PATH` by colons and
//! semicolons, and the loader replaces words behind a `$`.

use glmeter::ownership;
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

/// Returns true if the loader takes a path as it is.
fn is_plain(path: &Path) -> bool {
    !path.as_os_str().as_bytes().iter().any(|byte| matches!(byte, b' ' | b':' | b';' | b'$'))
}

/// Returns a path of a folder that the loader takes as it is: its own, or that of a link to it in a private folder. The link stays there: programs
/// may outlive the command, and start others.
pub(super) fn plain(folder: &Path) -> Result<PathBuf, String> {
    if is_plain(folder) {
        return Ok(folder.to_owned());
    }
    let mut hasher = DefaultHasher::new();
    folder.hash(&mut hasher);
    let name = format!("{:016x}", hasher.finish());
    let leads_there = |link: &PathBuf| {
        let _ = symlink(folder, link);
        std::fs::read_link(link).is_ok_and(|target| target == folder)
    };
    private_folders().map(|private| private.join(&name)).filter(|link| is_plain(link)).find(leads_there).ok_or_else(|| {
        format!(
            "{} cannot be preloaded: a path in LD_PRELOAD has no space, colon, semicolon or $, and no private folder has room for a link; set \
             XDG_RUNTIME_DIR to one of yours, or install glmeter elsewhere",
            folder.display()
        )
    })
}

/// Returns folders of this user's in which no other user can replace a link.
fn private_folders() -> impl Iterator<Item = PathBuf> {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").and_then(|folder| ownership::private_folder(Path::new(&folder)));
    let runtime = runtime.and_then(|folder| ownership::private_folder_in(&folder, "glmeter"));
    let user = Path::new("/proc/self").metadata().map_or(0, |about| about.uid());
    let shared = [std::env::temp_dir(), PathBuf::from("/tmp"), PathBuf::from("/dev/shm")];
    let is_guarded = |folder: &PathBuf| {
        // Only the owner of an entry may rename it there.
        folder.metadata().is_ok_and(|about| about.is_dir() && (about.mode() & 0o1000 != 0 || about.mode() & 0o022 == 0))
    };
    let shared =
        shared.into_iter().filter(is_guarded).filter_map(move |folder| ownership::private_folder_in(&folder, format!("glmeter-{user}")));
    runtime.into_iter().chain(shared)
}

/// Returns folders as a list of the loader's variables.
pub(super) fn list(folders: impl IntoIterator<Item = PathBuf>) -> Result<std::ffi::OsString, String> {
    let folders = folders.into_iter().map(|folder| plain(&folder)).collect::<Result<Vec<_>, _>>()?;
    Ok(folders.iter().map(|folder| folder.as_os_str()).collect::<Vec<_>>().join(OsStr::new(":")))
}
