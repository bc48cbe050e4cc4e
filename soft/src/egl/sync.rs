//! Sync objects. Commands are complete when they return, so every fence is signalled when it is created; the program signals reusable sync objects.

use super::display::{Display, new_handle, with};
use super::surface::Surface;
use super::tokens::*;
use super::{Attribute, Handle, Result, attributes, context, debug, enter, store};
use base::core::fork;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A sync object.
#[derive(Clone, Debug)]
pub enum Sync {
    /// A fence, which is signalled.
    Fence,
    /// A reusable sync object.
    Reusable(Arc<Reusable>),
}

/// A reusable sync object. It has no lock: a thread that waits may wake up while another one forks.
#[derive(Debug, Default)]
pub struct Reusable {
    /// The lowest bit is set while the object is signalled. The others are the number of transitions to the signalled status: "Every transition of a
    /// reusable sync object's status from unsignaled to signaled will release any threads waiting on that sync object", even if it is unsignalled
    /// again before they run.
    status: AtomicU32,
}

impl Reusable {
    fn is_signalled(&self) -> bool {
        self.status.load(Ordering::Acquire) & 1 != 0
    }

    /// Sets the status.
    fn set(&self, signalled: bool) {
        if !signalled {
            self.status.fetch_and(!1, Ordering::AcqRel);
        } else if self.status.fetch_update(Ordering::AcqRel, Ordering::Acquire, |now| (now & 1 == 0).then(|| now.wrapping_add(3))).is_ok() {
            // SAFETY: the address is that of the status, which the call does not access.
            unsafe { libc::syscall(libc::SYS_futex, self.status.as_ptr(), libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG, i32::MAX) };
        }
    }

    /// Waits until the object is signalled, at most so many nanoseconds. Returns false if it is not.
    fn wait(&self, nanoseconds: u64) -> bool {
        let before = self.status.load(Ordering::Acquire);
        if before & 1 != 0 || nanoseconds == 0 {
            return before & 1 != 0;
        }
        // A time too far for the clock is for ever.
        let end = if nanoseconds == EGL_FOREVER { None } else { Instant::now().checked_add(Duration::from_nanos(nanoseconds)) };
        fork::outside(|| self.wait_for_change(before, end))
    }

    /// Waits until the object has been signalled since it had the status `before`. Returns false if it has not until `end`.
    fn wait_for_change(&self, before: u32, end: Option<Instant>) -> bool {
        loop {
            let now = self.status.load(Ordering::Acquire);
            if now >> 1 != before >> 1 {
                return true;
            }
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return false;
            }
            let left = left.map(|left| libc::timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos() as _ });
            let left = left.as_ref().map_or(core::ptr::null(), core::ptr::from_ref);
            // SAFETY: the address is that of the status, which lives during the call; the time is null or a value above.
            unsafe { libc::syscall(libc::SYS_futex, self.status.as_ptr(), libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG, now, left) };
        }
    }
}

impl Sync {
    /// Ends the object. "If any eglClientWaitSyncKHR commands are blocking on <sync> when eglDestroySyncKHR is called, they will be woken up, as if <sync>
    /// were signaled." [EGL_KHR_reusable_sync]
    pub fn end(&self) {
        if let Self::Reusable(sync) = self {
            sync.set(true);
        }
    }

    /// Returns true if the object is signalled.
    fn is_signalled(&self) -> bool {
        match self {
            Self::Fence => true,
            Self::Reusable(sync) => sync.is_signalled(),
        }
    }
}

/// Returns the sync object with a handle.
fn find(display: &Display, sync: Handle) -> Result<Sync> {
    // "If <sync> is not a valid sync object for <dpy>, EGL_FALSE is returned and an EGL_BAD_PARAMETER error is generated." [EGL_KHR_fence_sync]
    display.syncs.get(&(sync as usize)).cloned().ok_or(EGL_BAD_PARAMETER)
}

/// Creates a sync object. `unknown` is the error of types that do not exist.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
unsafe fn create<T: Attribute>(screen: Handle, kind: u32, list: *const T, unknown: i32) -> Handle {
    enter(c"eglCreateSync", screen, || {
        with(screen, |display| {
            if !matches!(kind as i32, EGL_SYNC_FENCE | EGL_SYNC_REUSABLE_KHR) {
                return Err(unknown);
            }
            // SAFETY: the caller guarantees that the list ends with EGL_NONE.
            if !unsafe { attributes(list) }.is_empty() {
                return Err(EGL_BAD_ATTRIBUTE);
            }
            let sync = match kind as i32 {
                // "If type is EGL_SYNC_FENCE and dpy does not match the EGLDisplay of the currently bound context for the currently bound client API
                // …, an EGL_BAD_MATCH error is generated." [EGL 1.5, 3.8.1]
                EGL_SYNC_FENCE if !context::is_current_on(screen) => return Err(EGL_BAD_MATCH),
                EGL_SYNC_REUSABLE_KHR => Sync::Reusable(Arc::default()),
                _ => Sync::Fence,
            };
            let handle = new_handle();
            display.syncs.try_reserve(1).map_err(|_| EGL_BAD_ALLOC)?;
            display.syncs.insert(handle, sync);
            Ok(handle as Handle)
        })
    })
}

/// Implements eglCreateSync.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_sync(display: Handle, kind: u32, list: *const isize) -> Handle {
    // "If type is not a supported type of sync object, an EGL_BAD_PARAMETER error is generated." [EGL 1.5, 3.8.1]
    // SAFETY: the caller upholds the same contract.
    unsafe { create(display, kind, list, EGL_BAD_PARAMETER) }
}

/// Implements eglCreateSyncKHR.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_sync_khr(display: Handle, kind: u32, list: *const i32) -> Handle {
    // "If <type> is not a supported type of sync object, EGL_NO_SYNC_KHR is returned and an EGL_BAD_ATTRIBUTE error is generated."
    // [EGL_KHR_reusable_sync]
    // SAFETY: the caller upholds the same contract.
    unsafe { create(display, kind, list, EGL_BAD_ATTRIBUTE) }
}

/// Implements eglDestroySync.
pub extern "C" fn destroy_sync(display: Handle, handle: Handle) -> u32 {
    enter(c"eglDestroySync", handle, || {
        let sync = with(display, |display| display.syncs.remove(&(handle as usize)).ok_or(EGL_BAD_PARAMETER))?;
        sync.end();
        debug::forget(handle as usize);
        Ok(1)
    })
}

/// Implements eglClientWaitSync.
pub extern "C" fn client_wait_sync(display: Handle, sync: Handle, flags: i32, nanoseconds: u64) -> i32 {
    enter(c"eglClientWaitSync", sync, || {
        let sync = with(display, |display| find(display, sync))?;
        let Sync::Reusable(sync) = sync else { return Ok(EGL_CONDITION_SATISFIED) };
        // "If the EGL_SYNC_FLUSH_COMMANDS_BIT_KHR bit is set in <flags>, and <sync> is unsignaled when eglClientWaitSyncKHR is called, then the
        // equivalent of Flush() will be performed for the current API context" [EGL_KHR_reusable_sync]
        if flags & EGL_SYNC_FLUSH_COMMANDS_BIT != 0 && !sync.is_signalled() {
            context::each_surface(Surface::flush);
        }
        Ok(if sync.wait(nanoseconds) { EGL_CONDITION_SATISFIED } else { EGL_TIMEOUT_EXPIRED })
    })
}

/// Implements eglWaitSync, and eglWaitSyncKHR, whose EGLint result has the same values. The commands of a context run in the thread that calls them,
/// so the thread waits.
pub extern "C" fn wait_sync(display: Handle, sync: Handle, flags: i32) -> u32 {
    enter(c"eglWaitSync", sync, || {
        let sync = with(display, |display| {
            // The wait applies to the current context: without one it fails with EGL_BAD_MATCH, as eglCreateSync does.
            if !context::any_current() {
                return Err(EGL_BAD_MATCH);
            }
            if flags != 0 { Err(EGL_BAD_PARAMETER) } else { find(display, sync) }
        })?;
        if let Sync::Reusable(sync) = sync {
            sync.wait(EGL_FOREVER);
        }
        Ok(1)
    })
}

/// Implements eglSignalSyncKHR.
pub extern "C" fn signal_sync(display: Handle, sync: Handle, mode: u32) -> u32 {
    enter(c"eglSignalSyncKHR", sync, || {
        // "If the type of <sync> is not EGL_SYNC_REUSABLE_KHR, EGL_FALSE is returned and an EGL_BAD_MATCH error is generated." [EGL_KHR_reusable_sync]
        let Sync::Reusable(sync) = with(display, |display| find(display, sync))? else { return Err(EGL_BAD_MATCH) };
        // "<mode>, which must be one of the values in table 3.bb" [EGL_KHR_reusable_sync]
        match mode as i32 {
            EGL_SIGNALED => sync.set(true),
            EGL_UNSIGNALED => sync.set(false),
            _ => return Err(EGL_BAD_ATTRIBUTE),
        }
        Ok(1)
    })
}

/// Returns an attribute of a sync object.
fn attribute(display: Handle, sync: Handle, attribute: i32) -> Result<i32> {
    let sync = with(display, |display| find(display, sync))?;
    Ok(match (attribute, &sync) {
        (EGL_SYNC_TYPE, Sync::Fence) => EGL_SYNC_FENCE,
        (EGL_SYNC_TYPE, Sync::Reusable(_)) => EGL_SYNC_REUSABLE_KHR,
        (EGL_SYNC_STATUS, _) => {
            if sync.is_signalled() {
                EGL_SIGNALED
            } else {
                EGL_UNSIGNALED
            }
        }
        (EGL_SYNC_CONDITION, Sync::Fence) => EGL_SYNC_PRIOR_COMMANDS_COMPLETE,
        // "If <attribute> is not supported for the type of sync object passed in <sync>, EGL_FALSE is returned and an EGL_BAD_MATCH error is generated."
        // [EGL_KHR_reusable_sync]
        (EGL_SYNC_CONDITION, Sync::Reusable(_)) => return Err(EGL_BAD_MATCH),
        _ => return Err(EGL_BAD_ATTRIBUTE),
    })
}

/// Implements eglGetSyncAttrib.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_sync_attrib(display: Handle, sync: Handle, name: i32, value: *mut isize) -> u32 {
    // SAFETY: the caller guarantees that the pointer is null or valid.
    enter(c"eglGetSyncAttrib", sync, || unsafe { store(value, attribute(display, sync, name)? as isize) }.map(|()| 1))
}

/// Implements eglGetSyncAttribKHR.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn get_sync_attrib_khr(display: Handle, sync: Handle, name: i32, value: *mut i32) -> u32 {
    // SAFETY: the caller guarantees that the pointer is null or valid.
    enter(c"eglGetSyncAttribKHR", sync, || unsafe { store(value, attribute(display, sync, name)?) }.map(|()| 1))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::super::display::{get_platform_display, initialize};
    use super::super::{ERROR, context, display};
    use super::*;
    use std::ptr::null;
    use std::ptr::null_mut;

    /// Returns an initialised display without windows.
    fn surfaceless() -> Handle {
        // SAFETY: no attribute list, and no results.
        unsafe {
            let display = get_platform_display(EGL_PLATFORM_SURFACELESS as u32, null_mut(), null());
            assert_eq!(initialize(display, null_mut(), null_mut()), 1);
            display
        }
    }

    /// Creates a reusable sync object.
    fn reusable(display: Handle) -> Handle {
        // SAFETY: no attribute list.
        let sync = unsafe { create_sync_khr(display, EGL_SYNC_REUSABLE_KHR as u32, null()) };
        assert!(!sync.is_null());
        sync
    }

    fn get(display: Handle, sync: Handle, name: i32) -> std::result::Result<i32, i32> {
        let mut value = 0;
        // SAFETY: the value is valid for writing.
        if unsafe { get_sync_attrib_khr(display, sync, name, &raw mut value) } == 1 { Ok(value) } else { Err(ERROR.get()) }
    }

    #[test]
    fn reusable_sync_objects_have_the_status_that_the_program_sets() {
        let display = surfaceless();
        let sync = reusable(display);
        assert_eq!(get(display, sync, EGL_SYNC_TYPE), Ok(EGL_SYNC_REUSABLE_KHR));
        assert_eq!(get(display, sync, EGL_SYNC_STATUS), Ok(EGL_UNSIGNALED));
        assert_eq!(get(display, sync, EGL_SYNC_CONDITION), Err(EGL_BAD_MATCH));
        assert_eq!(get(display, sync, EGL_NONE), Err(EGL_BAD_ATTRIBUTE));
        for nanoseconds in [0, 1_000_000] {
            assert_eq!(client_wait_sync(display, sync, 0, nanoseconds), EGL_TIMEOUT_EXPIRED);
        }
        assert_eq!(signal_sync(display, sync, EGL_SIGNALED as u32), 1);
        assert_eq!(get(display, sync, EGL_SYNC_STATUS), Ok(EGL_SIGNALED));
        for nanoseconds in [0, EGL_FOREVER] {
            assert_eq!(client_wait_sync(display, sync, EGL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds), EGL_CONDITION_SATISFIED);
        }
        assert_eq!((signal_sync(display, sync, 0), ERROR.get()), (0, EGL_BAD_ATTRIBUTE));
        assert_eq!(signal_sync(display, sync, EGL_UNSIGNALED as u32), 1);
        assert_eq!(get(display, sync, EGL_SYNC_STATUS), Ok(EGL_UNSIGNALED));
        assert_eq!((wait_sync(display, sync, 0), ERROR.get()), (0, EGL_BAD_MATCH), "there is no context");
        assert_eq!(destroy_sync(display, sync), 1);
        assert_eq!((signal_sync(display, sync, EGL_SIGNALED as u32), ERROR.get()), (0, EGL_BAD_PARAMETER));
        assert_eq!((destroy_sync(display, sync), ERROR.get()), (0, EGL_BAD_PARAMETER));
    }

    #[test]
    fn fences_cannot_be_signalled() {
        let display = surfaceless();
        let fence = new_handle();
        display::with(display, |display| Ok(display.syncs.insert(fence, Sync::Fence))).unwrap();
        assert_eq!((signal_sync(display, fence as Handle, EGL_SIGNALED as u32), ERROR.get()), (0, EGL_BAD_MATCH));
        assert_eq!(destroy_sync(display, fence as Handle), 1);
        let list = [EGL_SYNC_STATUS, EGL_SIGNALED, EGL_NONE];
        // SAFETY: the list ends with EGL_NONE.
        let created = unsafe { create_sync_khr(display, EGL_SYNC_REUSABLE_KHR as u32, list.as_ptr()) };
        assert_eq!((created, ERROR.get()), (null_mut(), EGL_BAD_ATTRIBUTE));
    }

    /// Returns what `count` threads return that wait for a sync object, after `release` has run.
    fn waiters(sync: &Arc<Reusable>, count: usize, release: impl FnOnce()) -> Vec<bool> {
        let threads: Vec<_> = (0..count)
            .map(|_| {
                let sync = sync.clone();
                std::thread::spawn(move || sync.wait(EGL_FOREVER))
            })
            .collect();
        // Whether they wait already makes no difference to what they return.
        std::thread::sleep(Duration::from_millis(20));
        release();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    }

    #[test]
    fn a_signal_and_the_end_wake_all_waiting_threads() {
        let sync: Arc<Reusable> = Arc::default();
        assert_eq!(waiters(&sync, 3, || sync.set(true)), [true; 3]);
        sync.set(false);
        assert!(!sync.wait(1000));
        assert_eq!(waiters(&sync, 3, || Sync::Reusable(sync.clone()).end()), [true; 3]);
    }

    #[test]
    fn fences_need_a_context_of_their_display() {
        // SAFETY: the attribute lists are null or end with EGL_NONE, and no result is asked for through a pointer.
        let [screen, other] = [EGL_PLATFORM_SURFACELESS, EGL_PLATFORM_DEVICE].map(|platform| unsafe {
            let device = if platform == EGL_PLATFORM_DEVICE { super::super::vendor::device() } else { null_mut() };
            let screen = display::get_platform_display(platform as u32, device, null());
            assert_eq!(display::initialize(screen, null_mut(), null_mut()), 1);
            screen
        });
        // SAFETY: the attribute lists are null.
        let core = |screen: Handle, kind: i32| unsafe { (!create_sync(screen, kind as u32, null()).is_null(), ERROR.get()) };
        // SAFETY: the attribute lists are null.
        let khr = |screen: Handle, kind: i32| unsafe { (!create_sync_khr(screen, kind as u32, null()).is_null(), ERROR.get()) };
        assert_eq!(core(screen, EGL_SYNC_FENCE), (false, EGL_BAD_MATCH));
        // SAFETY: the list ends with EGL_NONE.
        let ours = unsafe { context::create_context(screen, null_mut(), null_mut(), [EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE].as_ptr()) };
        assert_eq!(context::make_current(screen, null_mut(), null_mut(), ours), 1);
        assert_eq!((core(screen, EGL_SYNC_FENCE), khr(screen, EGL_SYNC_FENCE)), ((true, EGL_SUCCESS), (true, EGL_SUCCESS)));
        assert_eq!(core(other, EGL_SYNC_FENCE), (false, EGL_BAD_MATCH), "the context is of another display");
        assert_eq!((core(screen, EGL_NONE), khr(screen, EGL_NONE)), ((false, EGL_BAD_PARAMETER), (false, EGL_BAD_ATTRIBUTE)));
        assert_eq!(context::make_current(screen, null_mut(), null_mut(), null_mut()), 1);
        assert_eq!(context::destroy_context(screen, ours), 1);
    }
}
