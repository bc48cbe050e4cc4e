//! Mappings of files that another process may make shorter. An access beyond the file's end raises SIGBUS, which ends a process by default.

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::io::{Error, ErrorKind, Result};

/// The number of mappings that are guarded at once.
const PLACES: usize = 256;

/// True once the handler is installed.
static IS_INSTALLED: AtomicBool = AtomicBool::new(false);

/// A mapping: its addresses, and whether its file was found shorter. It is free while its beginning is 0.
struct Place {
    begin: AtomicUsize,
    end: AtomicUsize,
    is_shorter: AtomicBool,
}

static MAPPINGS: [Place; PLACES] =
    [const { Place { begin: AtomicUsize::new(0), end: AtomicUsize::new(0), is_shorter: AtomicBool::new(false) } }; PLACES];

/// Lets this process survive recordings whose file becomes shorter: what lies beyond the end reads as zeros from then on.
///
/// It handles SIGBUS, which a library must not do in a program's process. Call it before the first recording is opened.
pub fn survive_shortened_files() {
    // SAFETY: sigaction is plain data, valid when zeroed; the handler has the signature that SA_SIGINFO demands.
    unsafe {
        let mut action: libc::sigaction = core::mem::zeroed();
        action.sa_sigaction = on_bus_error as extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigemptyset(&mut action.sa_mask);
        if libc::sigaction(libc::SIGBUS, &action, core::ptr::null_mut()) == 0 {
            IS_INSTALLED.store(true, Ordering::Release);
        }
    }
}

/// Maps zeros from the page of the access to the end of the mapping, and goes on. Any other bus error ends the process.
extern "C" fn on_bus_error(signal: c_int, about: *mut libc::siginfo_t, _: *mut c_void) {
    // SAFETY: the kernel passes the details of the signal.
    let address = unsafe { (*about).si_addr() } as usize;
    for place in &MAPPINGS {
        let (begin, end) = (place.begin.load(Ordering::Acquire), place.end.load(Ordering::Acquire));
        if begin != 0 && (begin..end).contains(&address) {
            // SAFETY: sysconf reads a constant of the system.
            let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(1) as usize;
            let first = address - address % page;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
            // SAFETY: the pages are of a mapping of this module's, which its owner keeps while it is registered; they become zeros, which its
            // atomics may be.
            let mapped = unsafe { libc::mmap(first as *mut c_void, end - first, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
            if mapped != libc::MAP_FAILED {
                place.is_shorter.store(true, Ordering::Release);
                return;
            }
        }
    }
    // SAFETY: SIG_DFL installs no handler. The access is repeated and ends the process.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

/// A mapping that is guarded until this is dropped.
pub(crate) struct Guarded(&'static Place);

impl Guarded {
    /// Guards a mapping. Returns `None` in a process that guards none. Fails if too many are guarded.
    pub(crate) fn new(begin: usize, length: usize) -> Result<Option<Self>> {
        if !IS_INSTALLED.load(Ordering::Acquire) {
            return Ok(None);
        }
        let is_taken = |place: &&Place| place.begin.compare_exchange(0, begin, Ordering::AcqRel, Ordering::Relaxed).is_ok();
        let place = MAPPINGS.iter().find(is_taken).ok_or_else(|| Error::new(ErrorKind::OutOfMemory, "too many recordings are open"))?;
        place.is_shorter.store(false, Ordering::Release);
        place.end.store(begin + length, Ordering::Release);
        Ok(Some(Self(place)))
    }

    /// Returns true if an access has found the file shorter.
    pub(crate) fn is_shorter(&self) -> bool {
        self.0.is_shorter.load(Ordering::Acquire)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.0.end.store(0, Ordering::Release);
        self.0.begin.store(0, Ordering::Release);
    }
}
