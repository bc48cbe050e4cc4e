//! The current context of each thread, which lives until it is no longer current.

use super::context::{self, Context};
use super::display::{Display, find};
use super::drawable::Drawable;
use super::drawables::for_context;
use super::tokens::*;
use super::{Error, Handle, Result, Xid, enter, id_of};
use base::core::thread_value::{ThreadValue, call_at_thread_end};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

/// The current context and drawables of a thread. Dropping it frees them for other threads.
struct Current {
    /// The address of the `Display` that the program passed.
    display: usize,
    context: Arc<Context>,
    draw: Option<Arc<Drawable>>,
    read: Option<Arc<Drawable>>,
}

impl Drop for Current {
    fn drop(&mut self) {
        // "If the calling thread already has a current rendering context, then that context is flushed and marked as no longer current."
        // [GLX 1.4, 3.3.7]
        if let Some(drawable) = &self.draw {
            drawable.flush();
        }
        for drawable in [&self.draw, &self.read].into_iter().flatten() {
            drawable.current.fetch_sub(1, Ordering::Release);
        }
        self.context.current.store(false, Ordering::Release);
    }
}

thread_local! {
    /// The current context and drawables of this thread.
    static CURRENT: ThreadValue<Current> = const { ThreadValue::new() };
}

/// Releases the current context of this thread.
fn release() {
    gl::set_current(None);
    ThreadValue::set(&CURRENT, None);
}

/// Returns the drawable of an XID for a context; `None` for none.
fn drawable(display: &Display, id: Xid, context: &Context) -> Result<Option<Arc<Drawable>>> {
    if id == 0 {
        return Ok(None);
    }
    let found = for_context(display, id_of(id), context.config)?;
    // "If draw or read are not compatible with ctx a BadMatch error is generated." [GLX 1.4, 3.3.7]
    if found.config.screen != context.screen || context.config.is_some_and(|config| !config.is_compatible(found.config)) {
        return Err(Error::Core(BAD_MATCH, id_of(id)));
    }
    Ok(Some(found))
}

/// Makes a context and drawables current, or releases the current context.
///
/// # Safety
/// `display` must be an open `Display *`.
unsafe fn bind(display: Handle, draw: Xid, read: Xid, context: Handle, minor: u8) -> i32 {
    let work = || {
        // "A BadMatch error will be generated under any of the following conditions: <ctx> is NULL, and either or both of <draw> and <read> are
        // not None. <ctx> is not NULL, and exactly one of <draw> or <read> is None." [GLX_ARB_create_context]
        if context.is_null() && (draw, read) != (0, 0) || !context.is_null() && (draw == 0) != (read == 0) {
            return Err(Error::Core(BAD_MATCH, 0));
        }
        if context.is_null() {
            release();
            return Ok(1);
        }
        // Programs make a context current again that they destroyed while it was current.
        let context = find_current(context)?;
        // SAFETY: the caller guarantees the display.
        let display = unsafe { find(display) }?;
        // "If ctx is current to some other thread, then glXMakeContextCurrent will generate a BadAccess error." [GLX 1.4, 3.3.7]
        let ours = ThreadValue::with(&CURRENT, |current| current.is_some_and(|now| Arc::ptr_eq(&now.context, &context)));
        if !ours && context.current.load(Ordering::Acquire) {
            return Err(Error::Core(BAD_ACCESS, 0));
        }
        let draw = drawable(&display, draw, &context)?;
        let read = drawable(&display, read, &context)?;
        ThreadValue::set(&CURRENT, None);
        // Another thread may have made it current since.
        if context.current.swap(true, Ordering::AcqRel) {
            gl::set_current(None);
            return Err(Error::Core(BAD_ACCESS, 0));
        }
        call_at_thread_end(release);
        for drawable in [&draw, &read].into_iter().flatten() {
            drawable.current.fetch_add(1, Ordering::AcqRel);
            drawable.fit();
            drawable.load();
        }
        let buffers = |drawable: &Option<Arc<Drawable>>| drawable.as_ref().map(|drawable| drawable.buffers.clone());
        context.gl.lock().unwrap_or_else(PoisonError::into_inner).bind_surfaces(buffers(&draw), buffers(&read));
        gl::set_current(Some(context.gl.clone()));
        let display = display.raw() as usize;
        ThreadValue::set(&CURRENT, Some(Current { display, context, draw, read }));
        Ok(1)
    };
    // SAFETY: the caller guarantees the display.
    unsafe { enter(display, minor, work) }
}

/// Implements glXMakeCurrent.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn make_current(display: Handle, drawable: Xid, context: Handle) -> i32 {
    // SAFETY: the caller upholds the same contract.
    unsafe { bind(display, drawable, drawable, context, X_MAKE_CURRENT) }
}

/// Implements glXMakeContextCurrent and glXMakeCurrentReadSGI.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn make_context_current(display: Handle, draw: Xid, read: Xid, context: Handle) -> i32 {
    // SAFETY: the caller upholds the same contract.
    unsafe { bind(display, draw, read, context, X_MAKE_CONTEXT_CURRENT) }
}

/// Returns the draw drawable of this thread's current context.
pub fn draw_drawable() -> Option<Arc<Drawable>> {
    ThreadValue::with(&CURRENT, |current| current.and_then(|now| now.draw.clone()))
}

/// Returns the current context of this thread.
pub fn current_context() -> Option<Arc<Context>> {
    ThreadValue::with(&CURRENT, |current| current.map(|now| now.context.clone()))
}

/// Returns the context with a handle, also one that is destroyed but current in this thread.
pub fn find_current(handle: Handle) -> Result<Arc<Context>> {
    context::find(handle).or_else(|error| current_context().filter(|context| context.handle() == handle).ok_or(error))
}

/// Implements glXDestroyContext.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn destroy_context(display: Handle, context: Handle) {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_DESTROY_CONTEXT, || {
            // "If ctx is still current to any thread, ctx is not destroyed until it is no longer current." [GLX 1.4, 3.3.7]
            context::remove(context).map_or_else(|| find_current(context), Ok).map(drop)
        });
    }
}

/// Implements glXGetCurrentDisplay and glXGetCurrentDisplayEXT.
pub extern "C" fn get_current_display() -> Handle {
    ThreadValue::with(&CURRENT, |current| current.map_or(core::ptr::null_mut(), |now| now.display as Handle))
}

/// Implements glXGetCurrentContext.
pub extern "C" fn get_current_context() -> Handle {
    current_context().map_or(core::ptr::null_mut(), |context| context.handle())
}

/// Implements glXGetCurrentDrawable.
pub extern "C" fn get_current_drawable() -> Xid {
    draw_drawable().map_or(0, |drawable| Xid::from(drawable.id))
}

/// Calls `work` with the drawables of this thread's current context.
fn each_drawable(work: impl Fn(&Drawable)) {
    ThreadValue::with(&CURRENT, |current| {
        let drawables = current.map(|now| [&now.draw, &now.read]);
        drawables.into_iter().flatten().flatten().for_each(|drawable| work(drawable));
    });
}

/// Implements glXWaitGL: completes the commands that wait, and pixmaps and windows without a back buffer get their pixels here.
pub extern "C" fn wait_gl() {
    // SAFETY: there is no display.
    unsafe {
        enter(core::ptr::null_mut(), X_WAIT_GL, || {
            gl::complete_all();
            each_drawable(Drawable::flush);
            Ok(())
        });
    }
}

/// Implements glXWaitX, which copies what X drew to pixmaps to their colour buffers.
pub extern "C" fn wait_x() {
    // SAFETY: there is no display.
    unsafe {
        enter(core::ptr::null_mut(), X_WAIT_X, || {
            each_drawable(|drawable| {
                drawable.fit();
                drawable.load();
            });
            Ok(())
        });
    }
}

/// Implements glXGetCurrentReadDrawable and glXGetCurrentReadDrawableSGI.
pub extern "C" fn get_current_read_drawable() -> Xid {
    ThreadValue::with(&CURRENT, |current| current.and_then(|now| now.read.as_ref()).map_or(0, |drawable| Xid::from(drawable.id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_that_are_no_contexts_are_errors() {
        let bad = Error::Glx(GLX_BAD_CONTEXT_ERROR, 0);
        for handle in [core::ptr::null_mut(), 0x1000 as Handle] {
            assert_eq!((context::find(handle).err(), find_current(handle).err()), (Some(bad), Some(bad)));
        }
    }
}
