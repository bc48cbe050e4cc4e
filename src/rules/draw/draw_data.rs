//! The data of a draw command besides its arguments: indices and parameters, in a buffer or in the application's memory.

use crate::context::Context;
use crate::driver::Driver;
use crate::gl::{GLenum, c_void};
use crate::memory::In;

/// The most bytes that are read at once.
const PIECE: u64 = 1 << 18;

/// Where the bytes are.
pub(super) enum DrawData<'a> {
    /// In the buffer that is bound to a target, from an offset on.
    Buffer(GLenum, u64),
    /// In the application's memory.
    Memory(In<'a, c_void>),
}

impl<'a> DrawData<'a> {
    /// Interprets `pointer`: an offset where a buffer is bound, otherwise memory, which only some contexts may use.
    pub(super) fn of(context: &mut Context, target: GLenum, binding: GLenum, pointer: In<'a, c_void>) -> Option<Self> {
        if context.driver.get_integer64(binding) != 0 {
            return Some(Self::Buffer(target, u64::try_from(pointer.offset()).ok()?));
        }
        (context.drawing.client_memory && !pointer.is_null()).then_some(Self::Memory(pointer))
    }

    /// Returns the offset, which some commands want aligned; 0 for memory.
    pub(super) fn offset(&self) -> u64 {
        match self {
            Self::Buffer(_, offset) => *offset,
            Self::Memory(_) => 0,
        }
    }

    /// Reads the bytes from `at` on. False if they cannot be read; the driver then cannot draw from them either.
    pub(super) fn read(&self, driver: &mut dyn Driver, at: u64, bytes: &mut [u8]) -> bool {
        match self {
            Self::Buffer(target, offset) => offset.checked_add(at).is_some_and(|offset| driver.read_buffer(*target, offset, bytes)),
            Self::Memory(memory) => memory.copy(at as usize, bytes),
        }
    }

    /// Reads `count` records of `size` bytes that lie `stride` bytes apart, from `at` on, and gives each to `take` until
    /// that says no. False if they cannot all be read and taken.
    pub(super) fn records(
        &self,
        driver: &mut dyn Driver,
        at: u64,
        [count, size, stride]: [u64; 3],
        mut take: impl FnMut(&mut dyn Driver, &[u8]) -> bool,
    ) -> bool {
        let together = (PIECE / stride.max(1)).max(1);
        let mut piece = Vec::new();
        let mut done = 0;
        while done < count {
            let now = together.min(count - done);
            piece.resize(((now - 1) * stride + size) as usize, 0);
            if !self.read(driver, at + done * stride, &mut piece) {
                return false;
            }
            for record in piece.chunks(stride.max(1) as usize) {
                match record.get(..size as usize) {
                    Some(record) if take(driver, record) => {}
                    _ => return false,
                }
            }
            done += now;
        }
        true
    }
}
