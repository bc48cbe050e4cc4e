//! Creates and opens recordings.

use super::{MARK, NAME, Recording};
use crate::options::Options;
use core::sync::atomic::Ordering;
use glmeter_abi::signals::without_signals_of_writes;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{Error, ErrorKind, Result};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::{FileExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// The least numbers of a descriptor of a recording without a path, the first choice first.
const NUMBERS: [i32; 3] = [512, 128, 32];

/// Gives an empty file the size of a recording with all of its memory. A write to a page without memory would end the process by SIGBUS.
fn allocate(file: &File) -> Result<()> {
    loop {
        // SAFETY: the descriptor is open.
        match without_signals_of_writes(|| unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, Recording::SIZE as libc::off_t) }) {
            0 => return Ok(()),
            libc::EINTR => {}
            error => return Err(Error::from_raw_os_error(error)),
        }
    }
}

impl Recording {
    /// Creates the file of a recording for a program about to run. Only this user can open it. Fails, and leaves no file, if its folder has no
    /// room for the whole recording.
    pub fn create_at(path: &Path, options: Options) -> Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)?;
        let recording = Self::create(&file, options);
        if recording.is_err() {
            let _ = std::fs::remove_file(path);
        }
        recording
    }

    /// Makes an empty file that is open for reading and writing a recording. Fails if there is no room for the whole recording.
    pub fn create(file: &File, options: Options) -> Result<Self> {
        allocate(file)?;
        let recording = Self::map(file.as_raw_fd(), libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED)?;
        recording.set_options(options);
        recording.memory().creator.store(std::process::id().into(), Ordering::Relaxed);
        recording.memory().mark.store(u64::from_ne_bytes(MARK), Ordering::Release);
        Ok(recording)
    }

    /// Creates a recording without a path, in memory that no process can make shorter. Other processes of this user find it among this one's open
    /// files, by [`NAME`] or by the number of the descriptor, which is returned too: one that programs hardly count on. It is closed on exec.
    pub fn without_path(options: Options) -> Result<(Self, OwnedFd)> {
        // SAFETY: the name is a C string.
        let descriptor = unsafe { libc::memfd_create(NAME.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
        if descriptor < 0 {
            return Err(Error::last_os_error());
        }
        // SAFETY: the descriptor is new and belongs to nothing else.
        let low = unsafe { File::from_raw_fd(descriptor) };
        low.set_permissions(Permissions::from_mode(0o600))?;
        let recording = Self::create(&low, options)?;
        // SAFETY: the descriptor is open.
        if unsafe { libc::fcntl(low.as_raw_fd(), libc::F_ADD_SEALS, libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL) } < 0 {
            return Err(Error::last_os_error());
        }
        // A low limit of open files leaves no number as high as the first.
        let higher = NUMBERS.iter().find_map(|least| {
            // SAFETY: the descriptor is open, and the new one belongs to nothing else.
            unsafe {
                let number = libc::fcntl(low.as_raw_fd(), libc::F_DUPFD_CLOEXEC, *least);
                (number >= 0).then(|| OwnedFd::from_raw_fd(number))
            }
        });
        Ok((recording, higher.unwrap_or_else(|| low.into())))
    }

    /// Creates a recording for this process alone.
    pub fn private(options: Options) -> Result<Self> {
        let recording = Self::map(-1, libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS)?;
        recording.set_options(options);
        Ok(recording)
    }

    /// Opens the recording in a file that is open for reading and writing. Its owner must be trusted not to truncate it, unless this process
    /// calls [`crate::survive_shortened_files`].
    pub fn open(file: &File) -> Result<Self> {
        Self::check(file)?;
        Self::map(file.as_raw_fd(), libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED)
    }

    /// Fails for a file that is no recording.
    fn check(file: &File) -> Result<()> {
        let mut mark = [0; MARK.len()];
        file.read_exact_at(&mut mark, 0)?;
        let is_one = mark == MARK && file.metadata()?.len() == Self::SIZE;
        if is_one { Ok(()) } else { Err(Error::new(ErrorKind::InvalidData, "this is no recording of this version of glmeter")) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::{Cursor, Damage, Span, Totals};

    fn file(name: &str) -> (File, std::path::PathBuf) {
        let path = std::env::temp_dir().join(format!("glmeter-recording-{}-{name}", std::process::id()));
        (OpenOptions::new().read(true).write(true).create_new(true).open(&path).unwrap(), path)
    }

    #[test]
    fn a_recording_has_all_of_its_memory_from_the_start() {
        use std::os::unix::fs::MetadataExt;
        let (file, path) = file("whole");
        let recording = Recording::create(&file, Options::default()).unwrap();
        std::fs::remove_file(path).unwrap();
        assert!(file.metadata().unwrap().blocks() * 512 >= Recording::SIZE);
        assert_eq!((recording.damage(), Recording::open(&file).unwrap().damage()), (None, None));
    }

    #[test]
    fn a_recording_without_a_path_cannot_become_shorter_and_is_found_by_its_number() {
        let (recording, descriptor) = Recording::without_path(Options::default()).unwrap();
        let path = format!("/proc/{}/fd/{}", std::process::id(), descriptor.as_raw_fd());
        let file = OpenOptions::new().read(true).write(true).open(path).unwrap();
        assert!(file.set_len(0).is_err() && file.set_len(Recording::SIZE * 2).is_err());
        recording.count_gpu_time(7, 0);
        let opened = Recording::open(&file).unwrap();
        assert_eq!((opened.totals().gpu_time, opened.creator()), (7, std::process::id().into()));
    }

    #[test]
    fn a_recording_whose_file_becomes_shorter_reads_as_zeros() {
        crate::survive_shortened_files();
        let (file, path) = file("shorter");
        let recording = Recording::create(&file, Options::default()).unwrap();
        std::fs::remove_file(path).unwrap();
        recording.count_gpu_time(7, 0);
        recording.push_span(&Span::default());
        assert!(recording.is_there());
        file.set_len(4096).unwrap();
        assert!(!recording.is_there());
        let mut cursor = Cursor::default();
        recording.read_spans(&mut cursor, true, |_| ());
        assert_eq!((recording.totals().gpu_time, recording.damage()), (7, Some(Damage::Shorter)), "the first page is still there");
        assert!(Recording::private(Options::default()).unwrap().is_there());
        file.set_len(0).unwrap();
        assert_eq!((recording.totals(), recording.picture_hash()), (Totals::default(), None));
        recording.reset();
    }
}
