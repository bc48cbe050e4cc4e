//! The indices and parameters that a draw command reads from a buffer or from the application's memory.

use crate::context::Context;
use crate::driver::Driver;
use crate::gl::{GLenum, c_void};
use crate::memory::In;

/// The most bytes to read at once.
const PIECE: u64 = 1 << 18;

/// The location of the data.
pub(super) enum DrawData<'a> {
    /// The buffer bound to a target, from an offset on.
    Buffer(GLenum, u64),
    /// The application's memory.
    Memory(In<'a, c_void>),
}

impl<'a> DrawData<'a> {
    /// Interprets `pointer` as an offset if a buffer is bound, otherwise as an address, which only some contexts allow.
    pub(super) fn of(context: &mut Context, target: GLenum, binding: GLenum, pointer: In<'a, c_void>) -> Option<Self> {
        if context.driver.get_integer64(binding) != 0 {
            return Some(Self::Buffer(target, u64::try_from(pointer.offset()).ok()?));
        }
        (context.drawing.client_memory && !pointer.is_null()).then_some(Self::Memory(pointer))
    }

    /// Returns the offset, which some commands require to be aligned; 0 for memory.
    pub(super) fn offset(&self) -> u64 {
        match self {
            Self::Buffer(_, offset) => *offset,
            Self::Memory(_) => 0,
        }
    }

    /// Reads bytes from offset `at` on. Returns false if they cannot be read; then the driver cannot draw from them either.
    pub(super) fn read(&self, driver: &mut dyn Driver, at: u64, bytes: &mut [u8]) -> bool {
        match self {
            Self::Buffer(target, offset) => offset.checked_add(at).is_some_and(|offset| driver.read_buffer(*target, offset, bytes)),
            Self::Memory(memory) => memory.copy(at as usize, bytes),
        }
    }

    /// Reads `count` records of `size` bytes, `stride` bytes apart, from offset `at` on, and passes each to `take`. Stops and returns
    /// false if reading fails or `take` returns false.
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
