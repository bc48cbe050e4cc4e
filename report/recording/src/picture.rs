//! The memory for the picture of a frame, which the program fills and the command reads.

use crate::NAME;
use glmeter_abi::signals::without_signals_of_writes;
use std::fs::{File, Permissions};
use std::io::{Error, Result};
use std::os::fd::FromRawFd;
use std::os::unix::fs::{FileExt, PermissionsExt};

/// The first bytes.
const MARK: [u8; 8] = *b"GLMPICT1";
/// The bytes before the pixels: the mark, the process that created the memory, the width, and the height, each of eight bytes.
const HEAD: usize = 32;
/// The bytes of a pixel.
const PIXEL: u64 = 4;

/// Memory for a picture, as a file without a path.
#[derive(Debug)]
pub struct PictureMemory {
    file: File,
    /// The process that created it.
    creator: u64,
}

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its width, pixels.
    pub width: u32,
    /// Its height, pixels.
    pub height: u32,
    /// Four bytes a pixel, red first, from the lower left corner on, without gaps.
    pub pixels: Vec<u8>,
}

impl PictureMemory {
    /// Creates memory without a picture. Other processes of this user find it among this one's open files. It is closed on exec.
    pub fn create() -> Result<Self> {
        // SAFETY: the name is a C string.
        let descriptor = unsafe { libc::memfd_create(NAME.as_ptr(), libc::MFD_CLOEXEC) };
        if descriptor < 0 {
            return Err(Error::last_os_error());
        }
        // SAFETY: the descriptor is new and belongs to nothing else.
        let file = unsafe { File::from_raw_fd(descriptor) };
        file.set_permissions(Permissions::from_mode(0o600))?;
        let creator = std::process::id().into();
        file.write_all_at(&head(creator, 0, 0), 0)?;
        Ok(Self { file, creator })
    }

    /// Returns the memory that a process created, if a file is that.
    pub fn open(file: File, creator: u64) -> Option<Self> {
        let mut head = [0; HEAD];
        file.read_exact_at(&mut head, 0).ok()?;
        (head[..8] == MARK && head[8..16] == creator.to_le_bytes()).then_some(Self { file, creator })
    }

    /// Returns the file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Stores a picture, in place of the one before. Fails if there is no room; then there is none.
    pub fn keep(&self, picture: &Picture) -> Result<()> {
        without_signals_of_writes(|| {
            self.file.write_all_at(&picture.pixels, HEAD as u64)?;
            // The size last: a picture that has one is whole.
            self.file.write_all_at(&head(self.creator, picture.width, picture.height), 0)
        })
    }

    /// Returns the picture, if the program has stored one.
    pub fn picture(&self) -> Result<Option<Picture>> {
        let mut head = [0; HEAD];
        self.file.read_exact_at(&mut head, 0)?;
        let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (width, height) = (word(16), word(24));
        // The program may have written anything.
        let room = self.file.metadata()?.len().saturating_sub(HEAD as u64);
        let size = u64::from(width).checked_mul(u64::from(height)).and_then(|pixels| pixels.checked_mul(PIXEL));
        let Some(size) = size.filter(|size| (1..=room).contains(size)) else { return Ok(None) };
        let mut pixels = vec![0; size as usize];
        self.file.read_exact_at(&mut pixels, HEAD as u64)?;
        Ok(Some(Picture { width, height, pixels }))
    }
}

/// Returns the bytes before the pixels.
fn head(creator: u64, width: u32, height: u32) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    let words = [u64::from_le_bytes(MARK), creator, width.into(), height.into()];
    head.as_chunks_mut().0.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
    head
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_read_as_it_was_stored() {
        let creator = std::process::id().into();
        let memory = PictureMemory::create().unwrap();
        assert_eq!(memory.picture().unwrap(), None);
        let picture = Picture { width: 2, height: 1, pixels: vec![1, 2, 3, 4, 5, 6, 7, 8] };
        let opened = PictureMemory::open(memory.file().try_clone().unwrap(), creator).unwrap();
        opened.keep(&picture).unwrap();
        assert_eq!(memory.picture().unwrap(), Some(picture));
    }

    #[test]
    fn only_the_memory_of_the_creator_is_opened() {
        let memory = PictureMemory::create().unwrap();
        assert!(PictureMemory::open(memory.file().try_clone().unwrap(), 1).is_none());
        let other = File::open("/dev/null").unwrap();
        assert!(PictureMemory::open(other, std::process::id().into()).is_none());
    }

    #[test]
    fn sizes_that_the_memory_does_not_have_are_no_picture() {
        let memory = PictureMemory::create().unwrap();
        for (width, height) in [(u32::MAX, u32::MAX), (1 << 31, 1 << 31), (1, 1), (0, 7)] {
            memory.file().write_all_at(&head(std::process::id().into(), width, height), 0).unwrap();
            assert_eq!(memory.picture().unwrap(), None, "{width} x {height}");
        }
    }
}
