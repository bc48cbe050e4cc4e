//! Memory with executable code: the only unsafe code of the code generator.

use super::check::Checked;
use super::isa::Isa;
use base::core::lanes::Lanes;
use std::cell::Cell;
use std::io::{Error, ErrorKind, Result};
use std::ptr::NonNull;
use std::sync::atomic::AtomicBool;

/// The type of the functions: registers, active lanes, budget, flag that cancels; returns whether it was interrupted.
#[cfg(target_arch = "x86_64")]
type Function = unsafe extern "sysv64" fn(*mut Lanes, u64, *mut u64, *const AtomicBool) -> u32;

// Functions move whole vectors of registers.
const _: () = assert!(align_of::<Lanes>() >= Isa::Avx512.vector() as usize);

/// The functions of a checked program, mapped to be read and executed. The memory was never writable and executable at once, and does not change any more.
#[derive(Debug)]
pub struct Mapped {
    /// The first byte; the kernel aligns it to a page.
    address: NonNull<u8>,
    /// The size in bytes.
    size: usize,
    program: Checked,
}

// SAFETY: nothing writes the memory, which belongs to the value alone.
unsafe impl Send for Mapped {}
// SAFETY: as above.
unsafe impl Sync for Mapped {}

impl Mapped {
    /// Maps a program; the error says what the processor or the system refused.
    pub fn new(program: Checked) -> Result<Self> {
        if !program.isa.is_possible() {
            return Err(Error::from(ErrorKind::Unsupported));
        }
        let size = program.bytes.len().max(1);
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: the kernel chooses an address where no memory is.
        let address = unsafe { libc::mmap(std::ptr::null_mut(), size, access, kind, -1, 0) };
        if address == libc::MAP_FAILED {
            return Err(Error::last_os_error());
        }
        let mapped = Self { address: NonNull::new(address.cast()).ok_or(Error::from_raw_os_error(libc::ENOMEM))?, size, program };
        // SAFETY: the mapping is new, writable and as long as the program.
        unsafe { mapped.address.as_ptr().copy_from_nonoverlapping(mapped.program.bytes.as_ptr(), mapped.program.bytes.len()) };
        // SAFETY: the pages belong to the mapping, and no reference to them exists.
        if unsafe { libc::mprotect(address, size, libc::PROT_READ | libc::PROT_EXEC) } != 0 {
            return Err(Error::last_os_error());
        }
        Ok(mapped)
    }

    /// Returns the address of the first byte.
    #[cfg(test)]
    pub fn address(&self) -> usize {
        self.address.as_ptr() as usize
    }

    /// Runs a function for the lanes of a mask, on registers that it names from 0 on. Charges the budget. Returns false if the budget is exceeded or
    /// the flag is set, and also if there is no such function or it has more registers.
    pub fn run(&self, function: usize, registers: &[Cell<Lanes>], lanes: u64, budget: &mut u64, cancel: &AtomicBool) -> bool {
        let Some(shape) = self.program.functions.get(function) else { return false };
        if registers.len() < shape.registers as usize {
            return false;
        }
        #[cfg(target_arch = "x86_64")]
        {
            // SAFETY: a checked program has a function of this type at this position, and `new` found its instruction set. The function accesses only the registers
            // from 0 on that its shape counts, which exist and are cells of this thread, the budget and the flag, for as long as it runs.
            unsafe {
                let code = self.address.as_ptr().add(shape.start);
                let code = std::mem::transmute::<*mut u8, Function>(code);
                code(registers.as_ptr().cast_mut().cast(), lanes, budget, cancel) == 0
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = (lanes, budget, cancel);
            false
        }
    }
}

impl Drop for Mapped {
    fn drop(&mut self) {
        // SAFETY: `new` mapped it with this size, and no function runs any longer: they run by a reference to the value.
        unsafe { libc::munmap(self.address.as_ptr().cast(), self.size) };
    }
}
