//! The reserve of memory for the time when the system gives none; see [`glmeter_abi::allocator`].

pub use glmeter_abi::allocator::{has_room, is_short};

/// The size of the reserve, bytes. Its pages have no memory before they are used.
const RESERVE: usize = 16 << 20;
/// How much memory the compiler and the linker may need for small values before they begin, bytes: a shader of a few hundred lines takes a few.
pub const COMPILER: usize = 32 << 20;

/// Maps the reserve, unless it is mapped. Each function of a window system calls it.
pub fn prepare() {
    glmeter_abi::allocator::prepare(RESERVE);
}

/// Returns true if a thread may be started: the standard library allocates its handle from the system, not from the reserve, and ends the process
/// without memory for it.
pub fn has_room_for_thread() -> bool {
    has_room(64 << 10)
}
