//! The file of a recording, which the program and the command share.

use crate::Failure;
use glmeter::ownership;
use glmeter_recording::{Options, Recording};
use std::fs::{File, Metadata, OpenOptions};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The prefix of the names of recordings' files.
pub(crate) const PREFIX: &str = "glmeter-report-";

/// The recording that the program fills, and its file. Removes the file when dropped.
pub(crate) struct RecordingFile {
    pub(crate) recording: Recording,
    /// The path by which the program opens it.
    pub(crate) path: PathBuf,
    /// False for a recording without a file of its own.
    has_file: bool,
    /// The locked file; the lock marks it as in use.
    _lock: Option<File>,
}

impl RecordingFile {
    /// Creates and locks a recording in the first folder that permits it and has room for it. Without such a folder creates one in memory, which
    /// processes of other containers cannot open: the program finds it among this process's open files, also if it closes all of its own.
    pub(crate) fn create(options: Options) -> Result<Self, Failure> {
        let mut problems = Vec::new();
        for folder in folders() {
            remove_abandoned(&folder);
            let path = folder.join(format!("{PREFIX}{}-{}", std::process::id(), now()));
            match Recording::create_at(&path, options) {
                Ok(recording) => {
                    let lock = File::open(&path).ok().filter(lock);
                    return Ok(Self { recording, path, has_file: true, _lock: lock });
                }
                Err(error) => problems.push(format!("{}: {error}", folder.display())),
            }
        }
        match Recording::without_path(options) {
            Ok((recording, descriptor)) => {
                let path = PathBuf::from(format!("/proc/{}/fd/{descriptor}", std::process::id()));
                Ok(Self { recording, path, has_file: false, _lock: None })
            }
            Err(error) => {
                problems.push(format!("memory: {error}"));
                let (size, problems) = (Recording::SIZE.div_ceil(1 << 20), problems.join("; "));
                Err(Failure::NotMeasured(format!("there is no room for glmeter's recording of {size} MB: {problems}")))
            }
        }
    }
}

impl Drop for RecordingFile {
    fn drop(&mut self) {
        if self.has_file {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Returns the folders for recordings, the first choice first.
pub(crate) fn folders() -> impl Iterator<Item = PathBuf> {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").and_then(|folder| ownership::private_folder(Path::new(&folder)));
    runtime.into_iter().chain([PathBuf::from("/dev/shm"), std::env::temp_dir()])
}

/// Returns the time in nanoseconds, which tells two runs with the same process id apart.
fn now() -> u128 {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos()
}

/// Locks a file. Returns false if another process holds the lock.
fn lock(file: &File) -> bool {
    // SAFETY: the file is open.
    unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) == 0 }
}

/// Removes this user's report files that no process has locked: a killed run leaves its file behind. Skips files less than a minute
/// old, which a run may have created but not locked yet. In `/dev/shm` every user can create any kind of file with such a name, so
/// this follows no links and opens without blocking (a FIFO).
fn remove_abandoned(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if !entry.file_name().as_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        let is_old = |about: &Metadata| about.modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > Duration::from_secs(60)));
        let is_abandoned = |about: &Metadata| about.is_file() && ownership::is_own(about) && is_old(about);
        if !entry.metadata().is_ok_and(|about| is_abandoned(&about)) {
            continue;
        }
        let file = OpenOptions::new().read(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(entry.path());
        if file.is_ok_and(|file| file.metadata().is_ok_and(|about| is_abandoned(&about)) && lock(&file)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
