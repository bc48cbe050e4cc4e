//! Memory of a file that processes share.

use super::memory::Memory;
use glmeter_abi::signals::without_signals_of_writes;
use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::os::fd::AsRawFd;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// A file mapped into memory, which other mappings and other processes may read and write at any time.
pub struct Mapping {
    /// The first word; the kernel aligns it to a page.
    words: NonNull<AtomicU32>,
    /// The size in bytes. The mapping ends at the end of its last page.
    bytes: usize,
}

// SAFETY: the mapping belongs to the value alone, and its words are atomics.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps the first `size` bytes of a file, to read and to write. A file that allows seals cannot become shorter from then on. The mapping needs
    /// the file open no longer.
    ///
    /// A file without seals that the program cuts off later ends a process that accesses the lost pages with SIGBUS, as with any driver.
    ///
    /// # Safety
    /// The process accesses the bytes of the file only as atomics, or through mappings of its own: none of them is memory of Rust values.
    pub unsafe fn of_file(file: &File, size: u64) -> Result<Self> {
        let too_short = || Error::from(ErrorKind::UnexpectedEof);
        let bytes = usize::try_from(size).ok().filter(|&bytes| bytes > 0 && bytes <= isize::MAX as usize - 3);
        let bytes = bytes.ok_or(ErrorKind::InvalidInput)?;
        if file.metadata()?.len() < size {
            return Err(too_short());
        }
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the kernel chooses an address where no memory is.
        let address = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if address == libc::MAP_FAILED {
            return Err(Error::last_os_error());
        }
        let mapping = Self { words: NonNull::new(address.cast()).ok_or(ErrorKind::OutOfMemory)?, bytes };
        // SAFETY: the command reads no memory. Files other than those of memfd_create have no seals, and it fails.
        unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, libc::F_SEAL_SHRINK) };
        // The file may have become shorter before it had the seal.
        if file.metadata()?.len() < size { Err(too_short()) } else { Ok(mapping) }
    }

    /// Returns the address of the word at a byte offset, if `bytes` bytes from there on are in the mapping and the offset is that of a word.
    pub fn part(&self, offset: usize, bytes: usize) -> Option<NonNull<AtomicU32>> {
        let inside = offset.is_multiple_of(4) && offset.checked_add(bytes)? <= self.bytes;
        // SAFETY: the offset is not beyond the end of the mapping.
        inside.then(|| unsafe { self.words.byte_add(offset) })
    }
}

impl Memory {
    /// Makes memory of a part of a mapping. Returns `None` if the mapping has no such part, or if the part does not begin at a word. The rest of
    /// its last word is the padding, as the rest of the mapping's last page may be.
    pub fn shared(mapping: &Arc<Mapping>, offset: usize, bytes: usize) -> Option<Self> {
        let words = mapping.part(offset, bytes)?;
        // SAFETY: the mapping has the words, the last one whole because it ends with a page; they live as long as it does, and are atomics.
        Some(unsafe { Self::kept_by(mapping.clone(), words, bytes) })
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: `of_file` mapped it with this size, and nothing refers to its words any longer.
        unsafe { libc::munmap(self.words.as_ptr().cast(), self.bytes) };
    }
}

/// Creates a file without a name, of a size, which allows seals.
pub fn unnamed_file(size: u64) -> Result<File> {
    use std::os::fd::FromRawFd;
    // SAFETY: the name is a terminated text.
    let descriptor = unsafe { libc::memfd_create(c"glmeter".as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
    if descriptor < 0 {
        return Err(Error::last_os_error());
    }
    // SAFETY: the descriptor is new.
    let file = unsafe { File::from_raw_fd(descriptor) };
    without_signals_of_writes(|| file.set_len(size))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;
    use std::os::unix::fs::FileExt;

    fn map(file: &File, size: u64) -> Result<Mapping> {
        // SAFETY: the tests access the file by system calls and mappings alone.
        unsafe { Mapping::of_file(file, size) }
    }

    #[test]
    fn mappings_of_one_file_share_their_words() {
        let file = unnamed_file(10).unwrap();
        let [one, two] = [0; 2].map(|_| Arc::new(map(&file, 10).unwrap()));
        let (all, rest) = (Memory::shared(&one, 0, 10).unwrap(), Memory::shared(&two, 4, 6).unwrap());
        drop(one);
        all.write(3, &[1, 2, 3]);
        let mut bytes = [9; 7];
        rest.read(0, &mut bytes);
        assert_eq!(bytes, [2, 3, 0, 0, 0, 0, 0]);
        rest.write(4, &[7, 8, 9]);
        let mut bytes = [0; 10];
        file.read_exact_at(&mut bytes, 0).unwrap();
        assert_eq!(bytes, [0, 0, 0, 1, 2, 3, 0, 0, 7, 8]);
        file.write_all_at(&[5], 8).unwrap();
        assert_eq!((all.word(2).to_le_bytes()[0], all.is_shared(), all.is_borrowed()), (5, true, false));
        assert!(Memory::shared(&two, 2, 4).is_none() && Memory::shared(&two, 4, 7).is_none());
        assert!(Memory::shared(&two, usize::MAX - 3, 8).is_none() && Memory::shared(&two, 12, 0).is_none());
    }

    #[test]
    fn a_mapped_file_cannot_become_shorter() {
        let file = unnamed_file(4096).unwrap();
        let mapping = map(&file, 4000).unwrap();
        assert!(file.set_len(100).is_err());
        assert_eq!(file.metadata().unwrap().len(), 4096);
        drop(mapping);
    }

    #[test]
    fn files_that_cannot_be_mapped_are_refused() {
        let file = unnamed_file(64).unwrap();
        for size in [0, 65, u64::MAX, isize::MAX as u64] {
            assert!(map(&file, size).is_err(), "{size}");
        }
        // A refused file stays as it is.
        file.set_len(32).unwrap();
        assert!(map(&File::open("/proc/self/exe").unwrap(), 64).is_err(), "no file to write");
        assert!(map(&File::open("/dev/null").unwrap(), 1).is_err());
    }
}
