//! EGL contexts, and the current context of each thread.

use super::config::Config;
use super::display::{new_handle, with, with_any};
use super::surface::Surface;
use super::tokens::*;
use super::{Handle, Result, attributes, enter, store};
use crate::core::thread_value::{ThreadValue, call_at_thread_end};
use crate::gl;
use crate::gl::config::Api;
use crate::gl::context::ContextRef;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};

/// An EGL context, which owns a GL context.
pub struct Context {
    /// The EGLContext handle.
    handle: usize,
    /// The config, or `None` for EGL_NO_CONFIG_KHR.
    config: Option<Config>,
    /// EGL_CONTEXT_CLIENT_TYPE.
    api: i32,
    /// EGL_CONTEXT_CLIENT_VERSION.
    client_version: i32,
    /// The GL context.
    pub gl: ContextRef,
    /// True while the context is current in a thread.
    current: AtomicBool,
}

/// The current context and surfaces of a thread. Dropping it frees them for other threads.
struct Current {
    display: usize,
    context: Arc<Context>,
    draw: Option<Arc<Surface>>,
    read: Option<Arc<Surface>>,
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

/// Returns the GL configuration that eglCreateContext's attributes request, and the value of EGL_CONTEXT_CLIENT_VERSION.
fn requested(api: i32, list: &[(i32, isize)]) -> Result<(crate::gl::config::Config, i32)> {
    let es = api == EGL_OPENGL_ES_API;
    let (mut major, mut minor, mut profile) = (1, 0, 1);
    let mut config = crate::gl::config::Config {
        api: if es { Api::Es } else { Api::Core },
        version: (0, 0),
        debug: false,
        no_error: false,
        forward_compatible: false,
        robust: false,
        lose_on_reset: false,
    };
    for &(key, value) in list {
        match key {
            EGL_CONTEXT_CLIENT_VERSION => major = value,
            EGL_CONTEXT_MINOR_VERSION => minor = value,
            EGL_CONTEXT_FLAGS_KHR => {
                // "This bit is supported for OpenGL and OpenGL ES contexts" [EGL_KHR_create_context] stands at the debug bit alone.
                if value & !(if es { 1 } else { 7 }) != 0 {
                    return Err(EGL_BAD_ATTRIBUTE);
                }
                config.debug |= value & 1 != 0;
                config.forward_compatible |= value & 2 != 0;
                config.robust |= value & 4 != 0;
            }
            EGL_CONTEXT_OPENGL_PROFILE_MASK if !es => profile = value,
            EGL_CONTEXT_OPENGL_DEBUG => config.debug = value != 0,
            EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE if !es => config.forward_compatible = value != 0,
            EGL_CONTEXT_OPENGL_ROBUST_ACCESS | EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT => config.robust = value != 0,
            EGL_CONTEXT_OPENGL_NO_ERROR_KHR => config.no_error = value != 0,
            EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY | EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT => {
                config.lose_on_reset = match value as i32 {
                    EGL_LOSE_CONTEXT_ON_RESET => true,
                    EGL_NO_RESET_NOTIFICATION => false,
                    _ => return Err(EGL_BAD_ATTRIBUTE),
                }
            }
            EGL_CONTEXT_PRIORITY_LEVEL_IMG => {}
            _ => return Err(EGL_BAD_ATTRIBUTE),
        }
    }
    // "BAD_MATCH is generated if the EGL_CONTEXT_OPENGL_NO_ERROR_KHR is TRUE at the same time as a debug or robustness context is specified."
    // [EGL_KHR_create_context_no_error]
    if config.no_error && (config.debug || config.robust) {
        return Err(EGL_BAD_MATCH);
    }
    if es {
        (config.api, config.version) = match (major, minor) {
            // "If version 1.0 is requested, the context returned may implement either OpenGL ES 1.0 or OpenGL ES 1.1." [EGL_KHR_create_context]
            (1, 0..=1) => (Api::Es1, (1, 1)),
            // EGL 1.5, 3.7.1, lets an implementation return any later version that is backward compatible: 3.2 for OpenGL ES 2.0 and 3.x, as in
            // Mesa. "Querying EGL_CONTEXT_CLIENT_VERSION returns the version … as specified at context creation time".
            (2, 0) | (3, 0..=2) => (Api::Es, (3, 2)),
            // "If an OpenGL ES context is requested and the values for attributes EGL_CONTEXT_MAJOR_VERSION_KHR and EGL_CONTEXT_MINOR_VERSION_KHR
            // specify an OpenGL ES version that is not defined, than an EGL_BAD_MATCH error is generated." [EGL_KHR_create_context]
            _ => return Err(EGL_BAD_MATCH),
        };
        return Ok((config, major as i32));
    }
    let known = match major {
        1 => (0..=5).contains(&minor),
        2 => (0..=1).contains(&minor),
        3 => (0..=3).contains(&minor),
        4 => (0..=6).contains(&minor),
        _ => false,
    };
    if !known {
        return Err(EGL_BAD_MATCH);
    }
    let core = (major, minor) >= (3, 2);
    // "EGL_CONTEXT_OPENGL_PROFILE_MASK … must have exactly one of the two bits; it is ignored for versions below 3.2."
    config.api = match profile {
        1 if core => Api::Core,
        1 | 2 => Api::Compatibility,
        _ if core => return Err(EGL_BAD_MATCH),
        _ => Api::Compatibility,
    };
    // EGL lets a backward compatible version be returned: use the newest one of the profile.
    config.version = (4, 6);
    if config.forward_compatible && (major, minor) < (3, 0) {
        return Err(EGL_BAD_MATCH);
    }
    if config.forward_compatible {
        config.api = Api::Core;
    }
    // EGL_CONTEXT_CLIENT_VERSION is defined for OpenGL ES only; other contexts report their major version.
    Ok((config, 4))
}

/// Implements eglCreateContext.
///
/// # Safety
/// The attribute list must be null or end with EGL_NONE.
pub unsafe extern "C" fn create_context(display: Handle, config: Handle, share: Handle, list: *const i32) -> Handle {
    enter(c"eglCreateContext", display, || {
        with(display, |display| {
            let config = if config.is_null() { None } else { Some(Config::from_handle(config, display.visuals())?) };
            let api = super::vendor::current_api();
            // SAFETY: the caller guarantees that the list ends with EGL_NONE.
            let (wanted, client_version) = requested(api, &unsafe { attributes(list) })?;
            let group = match share as usize {
                0 => None,
                handle => {
                    let other = display.contexts.get(&handle).ok_or(EGL_BAD_CONTEXT)?;
                    let other = other.gl.lock().unwrap_or_else(PoisonError::into_inner);
                    // "If share_context was created with a different … reset notification strategy …, EGL_BAD_MATCH"
                    if other.config.lose_on_reset != wanted.lose_on_reset {
                        return Err(EGL_BAD_MATCH);
                    }
                    Some(other.sharing())
                }
            };
            let gl = Arc::new(std::sync::Mutex::new(gl::new_context(wanted, group)));
            let handle = new_handle();
            let context = Context { handle, config, api, client_version, gl, current: AtomicBool::new(false) };
            display.contexts.insert(handle, Arc::new(context));
            Ok(handle as Handle)
        })
    })
}

/// Implements eglDestroyContext.
pub extern "C" fn destroy_context(display: Handle, context: Handle) -> u32 {
    enter(c"eglDestroyContext", context, || {
        // Drop the context outside the lock. If it is current, its thread keeps it alive until it releases it.
        let _context = with(display, |display| display.contexts.remove(&(context as usize)).ok_or(EGL_BAD_CONTEXT))?;
        super::debug::forget(context as usize);
        Ok(1)
    })
}

/// Implements eglMakeCurrent.
pub extern "C" fn make_current(display: Handle, draw: Handle, read: Handle, context: Handle) -> u32 {
    enter(c"eglMakeCurrent", context, || {
        if context.is_null() {
            if !draw.is_null() || !read.is_null() {
                return Err(EGL_BAD_MATCH);
            }
            // "EGL_NOT_INITIALIZED is not generated when releasing"
            with_any(display, |_| Ok(()))?;
            release();
            return Ok(1);
        }
        let (context, draw, read) = with(display, |display| {
            let context = display.contexts.get(&(context as usize)).cloned().ok_or(EGL_BAD_CONTEXT)?;
            let surface = |handle: Handle| match handle as usize {
                0 => Ok(None),
                handle => display.surfaces.get(&handle).cloned().map(Some).ok_or(EGL_BAD_SURFACE),
            };
            Ok((context, surface(draw)?, surface(read)?))
        })?;
        // "If only one of draw and read is EGL_NO_SURFACE, EGL_BAD_MATCH"
        if draw.is_some() != read.is_some() {
            return Err(EGL_BAD_MATCH);
        }
        for surface in [&draw, &read].into_iter().flatten() {
            if let Some(config) = context.config
                && (config.sizes != surface.config.sizes
                    || config.depth != surface.config.depth
                    || config.stencil != surface.config.stencil)
            {
                return Err(EGL_BAD_MATCH);
            }
        }
        ThreadValue::with(&CURRENT, |current| {
            // "If context is current to some other thread, or if either draw or read are bound to contexts in another thread, EGL_BAD_ACCESS"
            let ours = |surface: &Arc<Surface>| {
                current.is_some_and(|now| [&now.draw, &now.read].into_iter().flatten().any(|own| Arc::ptr_eq(own, surface)))
            };
            let same = current.is_some_and(|now| Arc::ptr_eq(&now.context, &context));
            if context.current.load(Ordering::Acquire) && !same {
                return Err(EGL_BAD_ACCESS);
            }
            for surface in [&draw, &read].into_iter().flatten() {
                if surface.current.load(Ordering::Acquire) && !ours(surface) {
                    return Err(EGL_BAD_ACCESS);
                }
            }
            Ok(())
        })?;
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
        gl::dispatch::set_current(Some(context.gl.clone()));
        ThreadValue::set(&CURRENT, Some(Current { display: display as usize, context, draw, read }));
        Ok(1)
    })
}

/// Releases the current context of this thread.
fn release() {
    gl::dispatch::set_current(None);
    ThreadValue::set(&CURRENT, None);
}

/// Implements eglReleaseThread.
pub extern "C" fn release_thread() -> u32 {
    enter(c"eglReleaseThread", core::ptr::null_mut(), || {
        release();
        Ok(1)
    })
}

/// Implements eglQueryContext.
///
/// # Safety
/// Pointers to results must be null or valid for writing them.
pub unsafe extern "C" fn query_context(display: Handle, context: Handle, attribute: i32, value: *mut i32) -> u32 {
    enter(c"eglQueryContext", context, || {
        with(display, |display| {
            let context = display.contexts.get(&(context as usize)).ok_or(EGL_BAD_CONTEXT)?;
            let found = match attribute {
                EGL_CONFIG_ID => context.config.map_or(0, |config| config.id),
                EGL_CONTEXT_CLIENT_TYPE => context.api,
                EGL_CONTEXT_CLIENT_VERSION => context.client_version,
                EGL_RENDER_BUFFER => ThreadValue::with(&CURRENT, |current| {
                    let surface = current.filter(|now| now.context.handle == context.handle).and_then(|now| now.draw.as_ref());
                    // "If the context is bound to a pixmap surface, then EGL_SINGLE_BUFFER will be returned. If the context is bound to a
                    // pbuffer surface, then EGL_BACK_BUFFER will be returned." [EGL 1.4, 3.7.4]
                    surface.map_or(EGL_NONE, |surface| surface.render_buffer())
                }),
                EGL_CONTEXT_PRIORITY_LEVEL_IMG => 0x3102,
                _ => return Err(EGL_BAD_ATTRIBUTE),
            };
            // SAFETY: the caller guarantees that the pointer is null or valid.
            unsafe { store(value, found) }?;
            Ok(1)
        })
    })
}

/// Implements eglGetCurrentContext for callers without libglvnd.
pub extern "C" fn get_current_context() -> Handle {
    enter(c"eglGetCurrentContext", core::ptr::null_mut(), || {
        Ok(ThreadValue::with(&CURRENT, |current| current.map_or(0, |now| now.context.handle) as Handle))
    })
}

/// Implements eglGetCurrentDisplay.
pub extern "C" fn get_current_display() -> Handle {
    enter(c"eglGetCurrentDisplay", core::ptr::null_mut(), || {
        Ok(ThreadValue::with(&CURRENT, |current| current.map_or(0, |now| now.display) as Handle))
    })
}

/// Implements eglGetCurrentSurface.
pub extern "C" fn get_current_surface(which: i32) -> Handle {
    enter(c"eglGetCurrentSurface", core::ptr::null_mut(), || {
        if which != EGL_DRAW && which != EGL_READ {
            return Err(EGL_BAD_PARAMETER);
        }
        Ok(ThreadValue::with(&CURRENT, |current| {
            let surface = current.and_then(|now| if which == EGL_DRAW { now.draw.as_ref() } else { now.read.as_ref() });
            surface.map_or(0, |surface| surface.handle) as Handle
        }))
    })
}

/// Returns true if a surface is the draw surface of this thread's current context.
pub fn draws_to(surface: &Arc<Surface>) -> bool {
    ThreadValue::with(&CURRENT, |current| current.and_then(|now| now.draw.as_ref()).is_some_and(|draw| Arc::ptr_eq(draw, surface)))
}

/// Returns the draw surface of this thread's current context.
pub fn draw_surface() -> Option<Arc<Surface>> {
    ThreadValue::with(&CURRENT, |current| current.and_then(|now| now.draw.clone()))
}

/// Calls `work` with the surfaces of this thread's current context.
pub fn each_surface(work: impl Fn(&Surface)) {
    ThreadValue::with(&CURRENT, |current| {
        let surfaces = current.map(|now| [&now.draw, &now.read]);
        surfaces.into_iter().flatten().flatten().for_each(|surface| work(surface));
    });
}

/// Returns the GL context that is current in this thread.
pub fn current_gl() -> Option<ContextRef> {
    ThreadValue::with(&CURRENT, |current| current.map(|now| now.context.gl.clone()))
}

/// Returns true if this thread has a current context.
pub fn any_current() -> bool {
    ThreadValue::with(&CURRENT, |current| current.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_without_errors_are_neither_debug_nor_robust_contexts() {
        for api in [EGL_OPENGL_API, EGL_OPENGL_ES_API] {
            let with = |key, value| {
                let list = [(EGL_CONTEXT_CLIENT_VERSION, 2), (EGL_CONTEXT_OPENGL_NO_ERROR_KHR, 1), (key, value)];
                requested(api, &list).map(|(config, _)| config.no_error)
            };
            assert_eq!(with(EGL_CONTEXT_FLAGS_KHR, 0), Ok(true));
            assert_eq!(with(EGL_CONTEXT_FLAGS_KHR, 1), Err(EGL_BAD_MATCH));
            assert_eq!(with(EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, 1), Err(EGL_BAD_MATCH));
        }
    }

    #[test]
    fn opengl_es_has_the_debug_flag_alone() {
        let flags =
            |api, flags| requested(api, &[(EGL_CONTEXT_CLIENT_VERSION, 3), (EGL_CONTEXT_FLAGS_KHR, flags)]).map(|(config, _)| config.debug);
        assert_eq!(flags(EGL_OPENGL_ES_API, 1), Ok(true));
        for wrong in [2, 4, 8] {
            assert_eq!(flags(EGL_OPENGL_ES_API, wrong), Err(EGL_BAD_ATTRIBUTE));
        }
        assert_eq!(
            (flags(EGL_OPENGL_API, 2), flags(EGL_OPENGL_API, 4), flags(EGL_OPENGL_API, 8)),
            (Ok(false), Ok(false), Err(EGL_BAD_ATTRIBUTE))
        );
    }
}
