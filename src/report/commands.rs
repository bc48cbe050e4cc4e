//! Opens the recording of the command, `glmeter run`, by the path in the variable.
//!
//! A recording in memory has a path among the open files of the command, `/proc/PROCESS/fd/NUMBER`. A process in a container, which may see neither
//! that path nor any folder of the command's, has inherited the descriptor under the same number. Many programs close the descriptors that a child
//! would inherit; then the path leads to it, or a process above still has it.

use crate::ownership;
use glmeter_recording::{NAME, PictureMemory, Recording};
use std::fs::{File, OpenOptions};
use std::os::fd::FromRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The most processes above this one that are asked.
const ABOVE: usize = 64;

/// Opens the recording. Returns `None` for any other file and leaves it unchanged. The variable may come from another user (`sudo -E`), who could
/// also truncate a file of their own, so that this program's next access would crash it.
pub(super) fn recording(path: &Path) -> Option<Recording> {
    match OpenFile::of(path) {
        Some(file) => file.recording(),
        None => checked(&OpenOptions::new().read(true).write(true).custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK).open(path).ok()?),
    }
}

/// Returns the memory for a picture that a process created, by the number of its descriptor.
pub(super) fn picture_memory(creator: u64, number: u32) -> Option<PictureMemory> {
    let file = OpenFile { process: creator.try_into().ok()?, number: number.try_into().ok()? };
    let of = |file: File| ownership::is_own(&file.metadata().ok()?).then(|| PictureMemory::open(file, creator)).flatten();
    file.inherited().and_then(of).or_else(|| file.open().and_then(of))
}

/// Returns the recording in a file of this user's.
fn checked(file: &File) -> Option<Recording> {
    let about = file.metadata().ok()?;
    let is_trusted = about.is_file() && ownership::is_own(&about);
    is_trusted.then(|| Recording::open(file).ok()).flatten()
}

/// An open file of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OpenFile {
    process: u32,
    number: i32,
}

impl OpenFile {
    /// Returns the open file of a path. Returns `None` for any other path.
    fn of(path: &Path) -> Option<Self> {
        let parts: Vec<&str> = path.to_str().unwrap_or_default().split('/').collect();
        let ["", "proc", process, "fd", number] = parts[..] else { return None };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        (is_number(process) && is_number(number)).then(|| Some(Self { process: process.parse().ok()?, number: number.parse().ok()? }))?
    }

    /// Returns the recording that its process created, of this process, of that one or of one above this.
    fn recording(self) -> Option<Recording> {
        // Another program may have the same number, or the process another file.
        let is_it = |recording: &Recording| recording.creator() == u64::from(self.process);
        let above = core::iter::successors(Some(std::os::unix::process::parent_id()), |process| parent_of(*process));
        let others = core::iter::once(self.process).chain(above.take(ABOVE).take_while(|process| *process > 0));
        self.inherited()
            .and_then(|file| checked(&file))
            .filter(is_it)
            .or_else(|| others.filter_map(|process| Self { process, ..self }.open()).find_map(|file| checked(&file).filter(is_it)))
    }

    /// Returns this process's file of the same number.
    fn inherited(self) -> Option<File> {
        // SAFETY: the call fails for a number without a file. The new descriptor belongs to nothing else.
        unsafe {
            let copy = libc::fcntl(self.number, libc::F_DUPFD_CLOEXEC, 0);
            (copy >= 0).then(|| File::from_raw_fd(copy))
        }
    }

    /// Opens it, if it is a recording by its name: opening another file may have effects.
    fn open(self) -> Option<File> {
        let path = PathBuf::from(format!("/proc/{}/fd/{}", self.process, self.number));
        let name = std::fs::read_link(&path).ok()?;
        let is_recording = name.as_os_str().as_bytes().strip_prefix(b"/memfd:").is_some_and(|name| name.starts_with(NAME.to_bytes()));
        is_recording.then(|| OpenOptions::new().read(true).write(true).custom_flags(libc::O_NONBLOCK).open(path).ok())?
    }
}

/// Returns the process that started another one, or that took it over from one that has ended.
fn parent_of(process: u32) -> Option<u32> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the process, in parentheses, may contain anything.
    text.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glmeter_recording::Options;
    use std::os::fd::AsRawFd;

    #[test]
    fn a_path_among_open_files_is_known() {
        assert_eq!(OpenFile::of(Path::new("/proc/12/fd/512")), Some(OpenFile { process: 12, number: 512 }));
        for path in ["/proc/self/fd/512", "/proc/12/fd/", "/proc/12/fd/5/6", "/dev/shm/fd/1", "proc/12/fd/512", "/proc/-1/fd/+5"] {
            assert_eq!(OpenFile::of(Path::new(path)), None, "{path}");
        }
        assert_eq!(parent_of(std::process::id()), Some(std::os::unix::process::parent_id()));
    }

    #[test]
    fn a_recording_in_memory_is_found_by_its_number_here_or_by_its_path() {
        let (recording, descriptor) = Recording::without_path(Options::default()).expect("memory");
        recording.count_gpu_time(7, 0);
        let own = OpenFile { process: std::process::id(), number: descriptor.as_raw_fd() };
        let time = |recording: Option<Recording>| recording.map(|recording| recording.totals().gpu_time);
        assert_eq!(time(own.inherited().and_then(|file| checked(&file))), Some(7));
        assert_eq!(time(own.open().and_then(|file| checked(&file))), Some(7));
        assert_eq!(time(own.recording()), Some(7));
        // That of another command.
        assert_eq!(time(OpenFile { process: 1, ..own }.recording()), None);
        assert!(OpenFile { number: 0, ..own }.open().is_none(), "it is another file");
    }
}
