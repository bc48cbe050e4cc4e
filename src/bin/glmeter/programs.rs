//! Finds this user's programs that are running under glmeter, by their recordings.

use crate::run::{PREFIX, folders};
use glmeter::ownership;
use glmeter_recording::NAME;
use glmeter_report::top::Found;
use std::fs::{DirEntry, File, OpenOptions};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The age up to which a recording that is not locked counts as in use: `glmeter run` locks it right after it has created it.
const YOUNG: Duration = Duration::from_secs(2);

/// Returns the recordings of the running programs, each once.
pub(crate) fn find() -> Vec<Found> {
    let mut all: Vec<Found> = folders().flat_map(|folder| entries(&folder)).filter_map(|entry| of_run(&entry)).collect();
    all.extend(entries(Path::new("/proc")).flat_map(|process| of_process(&process)));
    // A program and its children share one.
    all.sort_by_key(|found| (found.identity, found.process));
    all.dedup_by_key(|found| found.identity);
    all
}

/// Returns the entries of a folder; none if it cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> + use<> {
    std::fs::read_dir(folder).into_iter().flatten().flatten()
}

/// Returns the recording of a `glmeter run` that is not over.
fn of_run(entry: &DirEntry) -> Option<Found> {
    let name = entry.file_name();
    let name = name.to_str()?.strip_prefix(PREFIX)?;
    let (process, time) = name.split_once('-')?;
    let created = SystemTime::UNIX_EPOCH + Duration::from_nanos(time.parse().ok()?);
    let found = open(&entry.path(), process.parse().ok()?)?;
    // In `/dev/shm`, every user can create such a file, and a killed run leaves its own behind. The lock is held only for the moment, and not while
    // `glmeter run` may want it.
    let is_young = created.elapsed().is_ok_and(|age| age < YOUNG);
    (is_young || is_locked(&found.file)).then_some(found)
}

/// Returns true if another process has locked a file.
fn is_locked(file: &File) -> bool {
    // SAFETY: the file is open.
    let is_free = unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_SH | libc::LOCK_NB) == 0 };
    if is_free {
        // SAFETY: as above.
        unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_UN) };
    }
    !is_free
}

/// Returns the recordings without a path that a process of this user has open: its own, or that of its `glmeter run`. Programs that inherited one, and may
/// outlive the command, leave it open on exec.
fn of_process(process: &DirEntry) -> Vec<Found> {
    let Some(number) = process.file_name().to_str().and_then(|name| name.parse().ok()) else { return Vec::new() };
    if !process.metadata().is_ok_and(|about| ownership::is_own(&about)) {
        return Vec::new();
    }
    let name = NAME.to_bytes();
    let is_recording = |open: &DirEntry| {
        std::fs::read_link(open.path())
            .is_ok_and(|link| link.as_os_str().as_bytes().strip_prefix(b"/memfd:").is_some_and(|link| link.starts_with(name)))
            && is_closed_on_exec(&process.path(), open)
    };
    entries(&process.path().join("fd")).filter(is_recording).filter_map(|file| open_link(&file.path(), number)).collect()
}

/// Returns true if exec closes an open file of a process.
fn is_closed_on_exec(process: &Path, open: &DirEntry) -> bool {
    let about = std::fs::read_to_string(process.join("fdinfo").join(open.file_name())).unwrap_or_default();
    let flags = about.lines().find_map(|line| i32::from_str_radix(line.strip_prefix("flags:")?.trim(), 8).ok());
    flags.is_some_and(|flags| flags & libc::O_CLOEXEC != 0)
}

/// Opens a recording in a folder without following a link and without blocking on a FIFO.
fn open(path: &Path, process: u32) -> Option<Found> {
    found(OpenOptions::new().read(true).write(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path).ok()?, process)
}

/// Opens a recording by a link of the kernel's to a process's open file.
fn open_link(path: &Path, process: u32) -> Option<Found> {
    found(OpenOptions::new().read(true).write(true).custom_flags(libc::O_NONBLOCK).open(path).ok()?, process)
}

/// Returns the recording in a file of this user's.
fn found(file: File, process: u32) -> Option<Found> {
    let about = file.metadata().ok()?;
    (about.is_file() && ownership::is_own(&about)).then(|| Found { identity: (about.dev(), about.ino()), process, file })
}
