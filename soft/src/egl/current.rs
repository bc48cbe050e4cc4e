//! The current context and surfaces of each thread.

use super::context::Context;
use super::surface::Surface;
use super::tokens::*;
use super::{Handle, Result};
use base::core::thread_value::{ThreadValue, call_at_thread_end};
use gl::context::ContextRef;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};

/// The current context and surfaces of a thread. Dropping it frees them for other threads.
pub struct Current {
    /// The EGLDisplay handle.
    pub display: usize,
    /// The context.
    pub context: Arc<Context>,
    /// The draw surface, if it has one.
    pub draw: Option<Arc<Surface>>,
    /// The read surface, if it has one.
    pub read: Option<Arc<Surface>>,
}

impl Drop for Current {
    fn drop(&mut self) {
        // "if the calling thread already has a current context of the same client API type as ctx, then that context is flushed and marked as
        // no longer current" [EGL 1.4, 3.7.3]
        if let Some(surface) = &self.draw {
            surface.flush();
        }
        for surface in [&self.draw, &self.read].into_iter().flatten() {
            surface.current.store(false, Ordering::Release);
        }
        self.context.current.store(false, Ordering::Release);
    }
}

thread_local! {
    /// The current context and surfaces of this thread.
    static CURRENT: ThreadValue<Current> = const { ThreadValue::new() };
}

/// Marks a context and its surfaces as current in this thread. Returns false and marks none if one of them is current already.
fn claim<'a>(marks: impl Iterator<Item = &'a AtomicBool>) -> bool {
    let mut marked = Vec::new();
    for mark in marks {
        if mark.swap(true, Ordering::AcqRel) {
            marked.into_iter().for_each(|mark: &AtomicBool| mark.store(false, Ordering::Release));
            return false;
        }
        marked.push(mark);
    }
    true
}

/// Makes a context of a display and its surfaces current in this thread, in place of those that were. Returns EGL_BAD_ACCESS if another thread has
/// one of them.
pub fn make(display: Handle, context: Arc<Context>, draw: Option<Arc<Surface>>, read: Option<Arc<Surface>>) -> Result<()> {
    // "If ctx is current to some other thread, or if either draw or read are bound to contexts in another thread, an EGL_BAD_ACCESS error is
    // generated." [EGL 1.5, 3.7.3]
    let claimed = ThreadValue::with(&CURRENT, |current| {
        let own_context = current.is_some_and(|now| Arc::ptr_eq(&now.context, &context));
        let own = |surface: &Arc<Surface>| {
            current.is_some_and(|now| [&now.draw, &now.read].into_iter().flatten().any(|own| Arc::ptr_eq(own, surface)))
        };
        let read = read.as_ref().filter(|read| draw.as_ref().is_none_or(|draw| !Arc::ptr_eq(draw, read)));
        let surfaces = draw.iter().chain(read).filter(|surface| !own(surface)).map(|surface| &surface.current);
        claim((!own_context).then_some(&context.current).into_iter().chain(surfaces))
    });
    if !claimed {
        return Err(EGL_BAD_ACCESS);
    }
    // This marks what was current as free: what stays current is marked again below.
    ThreadValue::set(&CURRENT, None);
    call_at_thread_end(release);
    context.current.store(true, Ordering::Release);
    for surface in [&draw, &read].into_iter().flatten() {
        surface.current.store(true, Ordering::Release);
        surface.fit();
        surface.load();
    }
    let buffers = |surface: &Option<Arc<Surface>>| surface.as_ref().map(|surface| surface.buffers.clone());
    context.gl.lock().unwrap_or_else(PoisonError::into_inner).bind_surfaces(buffers(&draw), buffers(&read));
    gl::set_current(Some(context.gl.clone()));
    ThreadValue::set(&CURRENT, Some(Current { display: display as usize, context, draw, read }));
    Ok(())
}

/// Releases the current context of this thread.
pub fn release() {
    gl::set_current(None);
    ThreadValue::set(&CURRENT, None);
}

/// Calls `work` with the current context and surfaces of this thread, if it has any.
pub fn with<R>(work: impl FnOnce(Option<&Current>) -> R) -> R {
    ThreadValue::with(&CURRENT, work)
}

/// Returns true if a surface is the draw surface of this thread's current context.
pub fn draws_to(surface: &Arc<Surface>) -> bool {
    with(|current| current.and_then(|now| now.draw.as_ref()).is_some_and(|draw| Arc::ptr_eq(draw, surface)))
}

/// Returns the draw surface of this thread's current context.
pub fn draw_surface() -> Option<Arc<Surface>> {
    with(|current| current.and_then(|now| now.draw.clone()))
}

/// Calls `work` with the surfaces of this thread's current context.
pub fn each_surface(work: impl Fn(&Surface)) {
    with(|current| {
        let surfaces = current.map(|now| [&now.draw, &now.read]);
        surfaces.into_iter().flatten().flatten().for_each(|surface| work(surface));
    });
}

/// Returns the GL context that is current in this thread.
pub fn gl_context() -> Option<ContextRef> {
    with(|current| current.map(|now| now.context.gl.clone()))
}

/// Returns true if a context of a display is current in this thread.
pub fn is_on(display: Handle) -> bool {
    with(|current| current.is_some_and(|now| now.display == display as usize))
}

/// Returns true if this thread has a current context.
pub fn is_set() -> bool {
    with(|current| current.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_thread_has_is_not_claimed() {
        let marks = [false, true, false].map(AtomicBool::new);
        assert!(!claim(marks.iter()));
        assert_eq!(marks.each_ref().map(|mark| mark.load(Ordering::Relaxed)), [false, true, false]);
        assert!(claim(marks[..1].iter().chain(&marks[2..])));
        assert!(marks.iter().all(|mark| mark.load(Ordering::Relaxed)));
    }
}
