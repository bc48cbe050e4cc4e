//! The memory of a recording, which the program and the command share.

use crate::Failure;
use glmeter::ownership;
use glmeter::report::VARIABLE;
use glmeter_recording::{Options, Recording};
use std::fs::{File, Metadata, OpenOptions};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The prefix of the names of recordings' files.
pub(crate) const PREFIX: &str = "glmeter-report-";

/// The recording that the program fills.
pub(crate) struct RecordingFile {
    pub(crate) recording: Recording,
    /// The path by which the program opens it.
    path: PathBuf,
    kept: Kept,
}

/// What keeps the recording for the program.
enum Kept {
    /// The descriptor of memory, which the program inherits.
    Memory(OwnedFd),
    /// The locked file; the lock marks it as in use.
    File { _lock: Option<File> },
}

impl RecordingFile {
    /// Creates a recording in memory that no process can make shorter. On a system without such memory creates and locks one in the first folder that
    /// permits it and has room for it.
    pub(crate) fn create(options: Options) -> Result<Self, Failure> {
        folders().for_each(|folder| remove_abandoned(&folder));
        let mut problems = match Recording::without_path(options) {
            Ok((recording, descriptor)) => {
                let path = PathBuf::from(format!("/proc/{}/fd/{}", std::process::id(), descriptor.as_raw_fd()));
                return Ok(Self { recording, path, kept: Kept::Memory(descriptor) });
            }
            Err(error) => vec![format!("memory: {error}")],
        };
        for folder in folders() {
            let path = folder.join(format!("{PREFIX}{}-{}", std::process::id(), now()));
            match Recording::create_at(&path, options) {
                Ok(recording) => {
                    let lock = File::open(&path).ok().filter(lock);
                    return Ok(Self { recording, path, kept: Kept::File { _lock: lock } });
                }
                Err(error) => problems.push(format!("{}: {error}", folder.display())),
            }
        }
        let (size, problems) = (Recording::SIZE.div_ceil(1 << 20), problems.join("; "));
        Err(Failure::NotMeasured(format!("there is no room for glmeter's recording of {size} MB: {problems}")))
    }

    /// Lets a program fill the recording. It finds memory among this process's open files or, in a container where these are out of reach, among its
    /// own: it inherits the descriptor.
    pub(crate) fn pass_to(&self, command: &mut Command) {
        command.env("GLMETER_REPORT", "summary").env(VARIABLE, &self.path);
        if let Kept::Memory(descriptor) = &self.kept {
            inherit(command, descriptor);
        }
    }
}

impl Drop for RecordingFile {
    fn drop(&mut self) {
        if matches!(self.kept, Kept::File { .. }) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Lets a program inherit a descriptor under its number.
pub(super) fn inherit(command: &mut Command, descriptor: &impl AsRawFd) {
    let number = descriptor.as_raw_fd();
    let keep = move || {
        // SAFETY: the function takes no pointers and is async-signal-safe.
        unsafe { libc::fcntl(number, libc::F_SETFD, 0) };
        Ok(())
    };
    // SAFETY: `keep` allocates nothing and takes no lock.
    unsafe { command.pre_exec(keep) };
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
