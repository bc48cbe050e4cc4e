//! Contexts: the objects behind GLXContext handles.

use super::config::Config;
use super::tokens::*;
use super::{Error, Handle, Result, enter, store};
use gl::context::{ContextRef, Sharing};
use gl::stacks;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A GLX context, which owns a GL context. Its address is the GLXContext.
pub struct Context {
    /// The address of the `Display` that it was created with.
    pub display: usize,
    /// The XID.
    pub id: u32,
    /// The XID of the context with which it was created to share objects; 0 for none.
    pub share: u32,
    /// The number of the screen.
    pub screen: i32,
    /// The config; `None` for a context of GLX_EXT_no_config_context.
    pub config: Option<&'static Config>,
    /// The GL context.
    pub gl: ContextRef,
    /// What it shares with contexts that are created from it.
    pub sharing: Sharing,
    /// True if a graphics reset loses it.
    pub lose_on_reset: bool,
    /// True if its commands check no errors.
    pub no_error: bool,
    /// True while the context is current in a thread.
    pub current: AtomicBool,
}

impl Context {
    /// Returns the GLXContext handle.
    pub fn handle(self: &Arc<Self>) -> Handle {
        Arc::as_ptr(self).cast_mut().cast()
    }

    /// Returns an attribute of the context, or `None` if contexts have no such attribute.
    pub fn attribute(&self, name: i32) -> Option<i32> {
        Some(match name {
            GLX_FBCONFIG_ID => self.config.map_or(0, |config| config.id),
            // "If the context was created without reference to a config, the value of GLX_RENDER_TYPE will be GLX_DONT_CARE, and the values
            // of GLX_FBCONFIG_ID and GLX_VISUAL_ID_EXT will be None." [GLX_EXT_no_config_context]
            GLX_RENDER_TYPE => self.config.map_or(GLX_DONT_CARE, |_| GLX_RGBA_TYPE),
            GLX_VISUAL_ID => self.config.map_or(0, |config| config.visual),
            GLX_SCREEN => self.screen,
            _ => return None,
        })
    }
}

/// All contexts that programs have not destroyed, by handle. One that is destroyed while it is current lives until its thread releases it.
static CONTEXTS: Mutex<Option<HashMap<usize, Arc<Context>>>> = Mutex::new(None);

/// Calls `work` with all contexts.
fn with<R>(work: impl FnOnce(&mut HashMap<usize, Arc<Context>>) -> R) -> R {
    let mut contexts: MutexGuard<'_, _> = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    work(contexts.get_or_insert_default())
}

/// Returns the context with a handle.
pub fn find(handle: Handle) -> Result<Arc<Context>> {
    with(|contexts| contexts.get(&(handle as usize)).cloned()).ok_or(Error::Glx(GLX_BAD_CONTEXT_ERROR, 0))
}

/// Returns true if a context of a display has this XID.
pub fn is_known(display: Handle, id: u32) -> bool {
    with(|contexts| contexts.values().any(|context| context.id == id && context.display == display as usize))
}

/// Adds a context, and returns its handle.
pub fn add(context: Context) -> Handle {
    let context = Arc::new(context);
    let handle = context.handle();
    with(|contexts| contexts.insert(handle as usize, context));
    handle
}

/// Removes the context with a handle, and returns it.
pub fn remove(handle: Handle) -> Option<Arc<Context>> {
    with(|contexts| contexts.remove(&(handle as usize)))
}

/// Destroys the contexts of a display that the program closes.
pub fn forget(display: Handle) {
    let gone: Vec<Arc<Context>> =
        with(|contexts| contexts.extract_if(|_, context| context.display == display as usize).map(|entry| entry.1).collect());
    // They are dropped here, outside the lock.
    drop(gone);
}

/// Implements glXIsDirect.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn is_direct(display: Handle, context: Handle) -> i32 {
    // SAFETY: the caller guarantees the display.
    unsafe { enter(display, X_IS_DIRECT, || find(context).map(|_| 1)) }
}

/// Implements glXQueryContext.
///
/// # Safety
/// `display` must be an open `Display *`. Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn query_context(display: Handle, context: Handle, name: i32, value: *mut i32) -> i32 {
    let mut result = GLX_BAD_CONTEXT;
    // SAFETY: the caller guarantees the display and the pointer.
    unsafe {
        enter(display, X_QUERY_CONTEXT, || {
            let context = find(context)?;
            // "glXQueryContext returns GLX_BAD_ATTRIBUTE if attribute is not a valid GLX context attribute" [GLX 1.4, 3.3.7]
            let Some(found) = context.attribute(name) else {
                result = GLX_BAD_ATTRIBUTE;
                return Err(Error::None);
            };
            store(value, found);
            result = 0;
            Ok(())
        });
    }
    result
}

/// Implements glXCopyContext.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn copy_context(display: Handle, source: Handle, destination: Handle, mask: std::ffi::c_ulong) {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_COPY_CONTEXT, || {
            let (source, destination) = (find(source)?, find(destination)?);
            // "If source and dest were not created on the same screen …, a BadMatch error is generated." [GLX 1.4, 3.3.7]
            if source.screen != destination.screen {
                return Err(Error::Core(BAD_MATCH, 0));
            }
            // "If the destination context is current for some thread then a BadAccess error is generated." [GLX 1.4, 3.3.7]
            if destination.current.load(std::sync::atomic::Ordering::Acquire) {
                return Err(Error::Core(BAD_ACCESS, 0));
            }
            // "The state that can be copied is exactly the state that is manipulated by glPushAttrib." [GLX 1.4, 3.3.7]
            let group = stacks::save(&source.gl.lock().unwrap_or_else(PoisonError::into_inner), mask as u32);
            stacks::restore(&mut destination.gl.lock().unwrap_or_else(PoisonError::into_inner), group);
            Ok(())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::compatibility;
    use crate::tokens::{GL_DEPTH_BUFFER_BIT, GL_POLYGON_BIT};

    #[test]
    fn the_mask_selects_what_is_copied() {
        let mut source = compatibility();
        (source.state.raster.depth_write, source.state.cull_face) = (false, true);
        let mut destination = compatibility();
        stacks::restore(&mut destination, stacks::save(&source, GL_DEPTH_BUFFER_BIT));
        assert_eq!((destination.state.raster.depth_write, destination.state.cull_face), (false, false));
        stacks::restore(&mut destination, stacks::save(&source, GL_POLYGON_BIT));
        assert!(destination.state.cull_face);
        assert_eq!(source.compat.stacks.depths(), (0, 0));
    }
}
