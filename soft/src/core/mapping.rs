//! Memory of a file that processes share.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::os::fd::AsRawFd;
use std::ptr::NonNull;
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

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: `of_file` mapped it with this size, and nothing refers to its words any longer.
        unsafe { libc::munmap(self.words.as_ptr().cast(), self.bytes) };
    }
}
