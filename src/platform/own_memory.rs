//! Reads memory of this process that may be gone, or that other threads may write meanwhile: mappings of buffers.

use core::ffi::c_void;

/// Copies memory at an address. Returns false if some of it cannot be read: if it is gone, or belongs to a device.
pub(crate) fn read(address: usize, bytes: &mut [u8]) -> bool {
    let own = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    let other = libc::iovec { iov_base: core::ptr::without_provenance_mut::<c_void>(address), iov_len: bytes.len() };
    // SAFETY: the kernel writes to `bytes` alone, and checks the other address.
    let copied = unsafe { libc::process_vm_readv(libc::getpid(), &raw const own, 1, &raw const other, 1, 0) };
    usize::try_from(copied) == Ok(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_copied_if_it_is_there() {
        let memory = [1_u8, 2, 3];
        let mut copy = [0; 3];
        assert!(read(memory.as_ptr() as usize, &mut copy) && copy == memory);
        assert!(!read(16, &mut copy) && copy == memory);
    }
}
