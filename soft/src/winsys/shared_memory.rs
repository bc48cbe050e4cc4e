//! Memory that this process shares with an X server by the server's MIT-SHM extension.

use super::x11::{Attachment, Connection};
use super::xcb::{Extension, Z_PIXMAP};
use core::ptr::NonNull;
use glmeter_abi::signals::without_signals_of_writes;
use std::cell::UnsafeCell;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd};
use std::sync::{Arc, PoisonError};

/// The extension.
static MIT_SHM: Extension = Extension { name: c"MIT-SHM".as_ptr(), number: UnsafeCell::new(0) };

/// The extension's requests.
const QUERY_VERSION: u8 = 0;
const ATTACH: u8 = 1;
const DETACH: u8 = 2;
const PUT_IMAGE: u8 = 3;
const GET_IMAGE: u8 = 4;
const ATTACH_FD: u8 = 6;

/// Returns a word of a request that consists of two halves.
fn halves(first: usize, second: usize) -> u32 {
    let ([a, b], [c, d]) = ((first as u16).to_ne_bytes(), (second as u16).to_ne_bytes());
    u32::from_ne_bytes([a, b, c, d])
}

/// Pages that another process may map too, unmapped when they are dropped.
#[derive(Debug)]
struct Pages {
    address: NonNull<u32>,
    words: usize,
    /// True for a segment of System V.
    is_system_v: bool,
}

// SAFETY: the pages belong to no thread.
unsafe impl Send for Pages {}

impl Pages {
    /// Creates a file without a name, and maps it. Returns `None` without memory for it.
    fn of_file(words: usize) -> Option<(Self, OwnedFd)> {
        let bytes = words * 4;
        // SAFETY: the name is a C string; the descriptor is new.
        let file = unsafe {
            let descriptor = libc::memfd_create(c"glmeter".as_ptr(), libc::MFD_CLOEXEC);
            if descriptor < 0 {
                return None;
            }
            OwnedFd::from_raw_fd(descriptor)
        };
        let descriptor = std::os::fd::AsRawFd::as_raw_fd(&file);
        // Memory that is missing is missing here: a write to a page without memory would end the process.
        // SAFETY: the descriptor is open, and the kernel chooses the address.
        let address = unsafe {
            if without_signals_of_writes(|| libc::posix_fallocate(descriptor, 0, bytes as libc::off_t)) != 0 {
                return None;
            }
            libc::mmap(core::ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED, descriptor, 0)
        };
        let address = NonNull::new(address.cast()).filter(|_| address != libc::MAP_FAILED)?;
        Some((Self { address, words, is_system_v: false }, file))
    }

    /// Creates and attaches a segment of System V, which ends with the last process that has it attached. Returns its number, or `None`
    /// without memory for it.
    fn of_system_v(words: usize) -> Option<(Self, u32)> {
        // SAFETY: the kernel chooses the address. Linux lets other processes attach a removed segment as long as one has it attached.
        let (address, number) = unsafe {
            let number = libc::shmget(libc::IPC_PRIVATE, words * 4, libc::IPC_CREAT | 0o600);
            if number < 0 {
                return None;
            }
            let address = libc::shmat(number, core::ptr::null(), 0);
            libc::shmctl(number, libc::IPC_RMID, core::ptr::null_mut());
            (address, number)
        };
        let address = NonNull::new(address.cast()).filter(|_| address as isize != -1)?;
        Some((Self { address, words, is_system_v: true }, number as u32))
    }

    /// Returns the words.
    fn words(&mut self) -> &mut [u32] {
        // SAFETY: the pages have the words. Another process changes them only while a request of this module, which waits for it, asks it to.
        unsafe { core::slice::from_raw_parts_mut(self.address.as_ptr(), self.words) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: nothing refers to the pages any longer.
        unsafe {
            if self.is_system_v {
                libc::shmdt(self.address.as_ptr().cast());
            } else {
                libc::munmap(self.address.as_ptr().cast(), self.words * 4);
            }
        }
    }
}

/// Memory that an X server has attached, to copy images from and to one window or pixmap.
#[derive(Debug)]
pub struct Segment {
    connection: Arc<Connection>,
    /// The XID of the memory.
    id: u32,
    /// The XID of the graphics context for copies.
    gc: u32,
    pages: Pages,
    /// The last request that reads the memory, until the server is known to have executed it.
    pending: Option<u32>,
}

impl Segment {
    /// Creates memory for `words` pixels of a window or pixmap. Returns `None` if the server attaches none, after which none is offered to it, or
    /// without memory.
    pub fn new(connection: &Arc<Connection>, drawable: u32, words: usize) -> Option<Self> {
        // The mutex stays locked, so that one thread finds out what the server attaches.
        let mut known = connection.attachment.lock().unwrap_or_else(PoisonError::into_inner);
        let mut attachment = known.unwrap_or_else(|| attachment(connection));
        let mut found = None;
        if attachment == Attachment::File
            && let Some((pages, file)) = Pages::of_file(words)
        {
            found = Self::of_file(connection, drawable, pages, file);
            // A server at the other end of a network gets no descriptor.
            if found.is_none() {
                attachment = Attachment::SystemV;
            }
        }
        if found.is_none()
            && attachment != Attachment::None
            && let Some((pages, number)) = Pages::of_system_v(words)
        {
            found = Self::of_system_v(connection, drawable, pages, number);
            if found.is_none() {
                attachment = Attachment::None;
            }
        }
        *known = Some(attachment);
        found
    }

    /// Attaches the server to the pages of a file.
    fn of_file(connection: &Arc<Connection>, drawable: u32, pages: Pages, file: OwnedFd) -> Option<Self> {
        let id = connection.new_id()?;
        let sequence = connection.send(&MIT_SHM, ATTACH_FD, &[id, 0], Some(file.into_raw_fd()))?;
        if connection.succeeded(sequence) { Self::attached(connection, drawable, id, pages) } else { None }
    }

    /// Attaches the server to the pages of a segment of System V.
    fn of_system_v(connection: &Arc<Connection>, drawable: u32, pages: Pages, number: u32) -> Option<Self> {
        let id = connection.new_id()?;
        let sequence = connection.send(&MIT_SHM, ATTACH, &[id, number, 0], None)?;
        if !connection.succeeded(sequence) {
            return None;
        }
        let mut segment = Self::attached(connection, drawable, id, pages)?;
        // A server on another machine, or in another container, has another segment of this number, or none.
        segment.is_ours(drawable).then_some(segment)
    }

    /// Returns the segment of memory that the server has attached.
    fn attached(connection: &Arc<Connection>, drawable: u32, id: u32, pages: Pages) -> Option<Self> {
        let (xcb, gc) = (connection.xcb()?, connection.new_id()?);
        // SAFETY: the connection is valid. A drawable that does not exist causes an error, which is discarded.
        unsafe { xcb.discard_reply(connection.raw(), xcb.create_gc_checked(connection.raw(), gc, drawable, 0, core::ptr::null())) };
        Some(Self { connection: connection.clone(), id, gc, pages, pending: None })
    }

    /// Returns true if the server reads what this process writes, which it tells by a pixmap of one pixel.
    fn is_ours(&mut self, drawable: u32) -> bool {
        let (Some(xcb), Some(pixmap)) = (self.connection.xcb(), self.connection.new_id()) else { return false };
        let Some(depth) = self.connection.geometry(drawable).map(|geometry| geometry.depth) else { return false };
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is valid.
        unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
        // A pixel that no other segment is likely to begin with.
        let token = (now.tv_nsec as u32 ^ std::process::id().rotate_left(12) ^ self.id) & 0xFF_FFFF | 1;
        self.pages.words()[0] = token;
        let connection = self.connection.clone();
        let raw = connection.raw();
        // SAFETY: the connection is valid. libxcb allocates the reply with malloc, the caller frees it, and it is null after an error; the data have
        // the length that libxcb returns.
        unsafe {
            let discard = |sequence: u32| xcb.discard_reply(raw, sequence);
            discard(xcb.create_pixmap_checked(raw, depth, pixmap, drawable, 1, 1));
            self.put(pixmap, depth, [0, 0], [1, 1]);
            let mut error = core::ptr::null_mut();
            let reply = xcb.get_image_reply(raw, xcb.get_image(raw, Z_PIXMAP, pixmap, 0, 0, 1, 1, u32::MAX), &raw mut error);
            libc::free(error);
            discard(xcb.free_pixmap_checked(raw, pixmap));
            if reply.is_null() {
                return false;
            }
            let length = usize::try_from(xcb.get_image_data_length(reply)).unwrap_or(0);
            let data = core::slice::from_raw_parts(xcb.get_image_data(reply), length);
            let read = data.first_chunk().map(|bytes| u32::from_le_bytes(*bytes) & 0xFF_FFFF);
            libc::free(reply);
            read == Some(token)
        }
    }

    /// Returns how many pixels the memory has.
    pub fn words(&self) -> usize {
        self.pages.words
    }

    /// Returns the first pixels of the memory, at most `count`, after the server has executed every request that uses them.
    pub fn pixels(&mut self, count: usize) -> &mut [u32] {
        if let Some(pending) = self.pending.take() {
            self.connection.succeeded(pending);
        }
        let words = self.pages.words();
        let count = count.min(words.len());
        &mut words[..count]
    }

    /// Copies the first pixels of the memory to a window or pixmap. A drawable that does not exist causes no error that the program sees.
    pub fn put(&mut self, drawable: u32, depth: u8, [x, y]: [usize; 2], [width, height]: [usize; 2]) {
        let size = halves(width, height);
        let format = u32::from_ne_bytes([depth, Z_PIXMAP, 0, 0]);
        let body = [drawable, self.gc, size, 0, size, halves(x, y), format, self.id, 0];
        if let Some(last) = core::mem::replace(&mut self.pending, self.connection.send(&MIT_SHM, PUT_IMAGE, &body, None)) {
            self.connection.discard(last);
        }
        self.connection.flush();
    }

    /// Copies a pixmap, from its upper left corner on, to the first pixels of the memory. Returns false if the server reports an error.
    pub fn get(&mut self, pixmap: u32, [width, height]: [usize; 2]) -> bool {
        let format = u32::from_ne_bytes([Z_PIXMAP, 0, 0, 0]);
        let body = [pixmap, 0, halves(width, height), u32::MAX, format, self.id, 0];
        self.connection.request(&MIT_SHM, GET_IMAGE, &body).is_some()
    }
}

/// Returns how the server attaches memory, as far as its version says.
fn attachment(connection: &Connection) -> Attachment {
    let Some(reply) = connection.request(&MIT_SHM, QUERY_VERSION, &[]) else { return Attachment::None };
    let [a, b, c, d] = reply[2].to_ne_bytes();
    // "1.2 … SHM_ATTACH_FD" [MIT-SHM]
    if (u16::from_ne_bytes([a, b]), u16::from_ne_bytes([c, d])) >= (1, 2) { Attachment::File } else { Attachment::SystemV }
}

impl Drop for Segment {
    fn drop(&mut self) {
        if let Some(last) = self.pending.take() {
            self.connection.discard(last);
        }
        if let Some(sequence) = self.connection.send(&MIT_SHM, DETACH, &[self.id], None) {
            self.connection.discard(sequence);
        }
        if let Some(xcb) = self.connection.xcb() {
            // SAFETY: the connection is valid, and the graphics context is not used again.
            unsafe { xcb.discard_reply(self.connection.raw(), xcb.free_gc_checked(self.connection.raw(), self.gc)) };
        }
        self.connection.flush();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn pages_of_either_kind_hold_words() {
        let (mut file, descriptor) = Pages::of_file(5000).unwrap();
        let size = std::fs::File::from(descriptor).metadata().unwrap().len();
        assert_eq!(size, 20_000);
        let (mut segment, _) = Pages::of_system_v(5000).unwrap();
        for pages in [&mut file, &mut segment] {
            assert!(pages.words().iter().all(|word| *word == 0));
            pages.words()[4999] = 7;
            assert_eq!((pages.words().len(), pages.words()[4999]), (5000, 7));
        }
        assert!(Pages::of_file(0).is_none() && Pages::of_system_v(0).is_none());
    }

    #[test]
    fn a_segment_of_system_v_ends_with_its_pages() {
        let (pages, number) = Pages::of_system_v(16).unwrap();
        let attach = || {
            // SAFETY: the kernel chooses the address, which is detached at once.
            unsafe {
                let address = libc::shmat(number as i32, core::ptr::null(), 0);
                address as isize != -1 && libc::shmdt(address) == 0
            }
        };
        assert!(attach());
        drop(pages);
        assert!(!attach());
    }

    #[test]
    fn two_halves_are_a_word_of_the_machines_order() {
        assert_eq!(halves(0x1234, 0x5678).to_ne_bytes(), [0x1234_u16.to_ne_bytes(), 0x5678_u16.to_ne_bytes()].concat()[..]);
    }
}
