//! The commands of contexts: their creation, their end, and which are current.

use crate::egl::config::Config;
use crate::egl::context::Context;
use crate::egl::display::{with, with_any};
use crate::egl::tokens::*;
use crate::egl::{Handle, Result, api, attributes, current, debug, enter, new_handle, store};
use gl::config::Api;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Returns the GL configuration that eglCreateContext's attributes request, and the value of EGL_CONTEXT_CLIENT_VERSION.
fn requested(api: i32, list: &[(i32, isize)]) -> Result<(gl::config::Config, i32)> {
    let es = api == EGL_OPENGL_ES_API;
    let (mut major, mut minor, mut profile) = (1, 0, 1);
    let mut config = gl::config::Config {
        api: if es { Api::Es } else { Api::Core },
        version: (0, 0),
        debug: false,
        no_error: false,
        forward_compatible: false,
        robust: false,
        lose_on_reset: false,
        flush_on_release: true,
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
            EGL_CONTEXT_RELEASE_BEHAVIOR_KHR => {
                config.flush_on_release = match value as i32 {
                    EGL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR => true,
                    EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR => false,
                    _ => return Err(EGL_BAD_ATTRIBUTE),
                }
            }
            EGL_CONTEXT_PRIORITY_LEVEL_IMG
                if matches!(
                    value as i32,
                    EGL_CONTEXT_PRIORITY_HIGH_IMG | EGL_CONTEXT_PRIORITY_MEDIUM_IMG | EGL_CONTEXT_PRIORITY_LOW_IMG
                ) => {}
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
            // Mesa. As in Mesa, too, EGL_CONTEXT_CLIENT_VERSION stays what was asked for, which programs compare with.
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
    config.api = match profile {
        // "If the requested OpenGL version is less than 3.2, EGL_CONTEXT_OPENGL_PROFILE_MASK is ignored" [EGL 1.5, 3.7.1.2]
        _ if (major, minor) < (3, 1) => Api::Compatibility,
        // "If OpenGL 3.1 is requested, the context returned may implement any of the following versions: Version 3.1 … The core profile of version 3.2
        // or greater." [EGL 1.5, 3.7.1.1]
        _ if (major, minor) == (3, 1) => Api::Core,
        1 => Api::Core,
        2 => Api::Compatibility,
        // "the context profile mask has no bits set" or "any bits set other than …" or "more than one of these bits set" [EGL 1.5, 3.7.1]
        _ => return Err(EGL_BAD_MATCH),
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
        let api = api::current();
        let (config, other) = with(display, |display| {
            let config = if config.is_null() { None } else { Some(Config::from_handle(config, display.visuals())?) };
            let other = match share as usize {
                0 => None,
                handle => Some(display.contexts.get(&handle).cloned().ok_or(EGL_BAD_CONTEXT)?),
            };
            Ok((config, other))
        })?;
        // SAFETY: the caller guarantees that the list ends with EGL_NONE.
        let (wanted, client_version) = requested(api, &unsafe { attributes(list) })?;
        // "An EGL_BAD_MATCH error is generated if … the reset notification behavior of share context and the newly created context are different"
        // [EGL 1.5, 3.7.1]
        let lose_on_reset = wanted.lose_on_reset;
        if other.as_ref().is_some_and(|other| other.lose_on_reset != lose_on_reset) {
            return Err(EGL_BAD_MATCH);
        }
        let gl = gl::new_context(wanted, other.map(|other| other.sharing.clone()));
        let (handle, sharing, gl) = (new_handle(), gl.sharing(), gl::fork::share(gl).map_err(|_| EGL_BAD_ALLOC)?);
        let context = Context { handle, config, api, client_version, gl, sharing, lose_on_reset, current: AtomicBool::new(false) };
        with(display, |display| {
            display.contexts.try_reserve(1).map_err(|_| EGL_BAD_ALLOC)?;
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
        debug::forget(context as usize);
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
            current::release();
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
        current::make(display, context, draw, read)?;
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
                EGL_RENDER_BUFFER => current::with(|current| {
                    let surface = current.filter(|now| now.context.handle == context.handle).and_then(|now| now.draw.as_ref());
                    // "If the context is bound to a pixmap surface, then EGL_SINGLE_BUFFER will be returned. If the context is bound to a
                    // pbuffer surface, then EGL_BACK_BUFFER will be returned." [EGL 1.4, 3.7.4]
                    surface.map_or(EGL_NONE, |surface| surface.render_buffer())
                }),
                EGL_CONTEXT_PRIORITY_LEVEL_IMG => EGL_CONTEXT_PRIORITY_MEDIUM_IMG,
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
        Ok(current::with(|current| current.map_or(0, |now| now.context.handle) as Handle))
    })
}

/// Implements eglGetCurrentDisplay.
pub extern "C" fn get_current_display() -> Handle {
    enter(c"eglGetCurrentDisplay", core::ptr::null_mut(), || Ok(current::with(|current| current.map_or(0, |now| now.display) as Handle)))
}

/// Implements eglGetCurrentSurface.
pub extern "C" fn get_current_surface(which: i32) -> Handle {
    enter(c"eglGetCurrentSurface", core::ptr::null_mut(), || {
        if which != EGL_DRAW && which != EGL_READ {
            return Err(EGL_BAD_PARAMETER);
        }
        Ok(current::with(|current| {
            let surface = current.and_then(|now| if which == EGL_DRAW { now.draw.as_ref() } else { now.read.as_ref() });
            surface.map_or(0, |surface| surface.handle) as Handle
        }))
    })
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

    #[test]
    fn profiles_follow_the_version() {
        let api = |major: isize, minor: isize, mask: isize| {
            let list = [(EGL_CONTEXT_CLIENT_VERSION, major), (EGL_CONTEXT_MINOR_VERSION, minor), (EGL_CONTEXT_OPENGL_PROFILE_MASK, mask)];
            requested(EGL_OPENGL_API, &list).map(|(config, _)| config.api)
        };
        for mask in 0..4 {
            assert_eq!((api(3, 0, mask), api(3, 1, mask)), (Ok(Api::Compatibility), Ok(Api::Core)), "{mask}");
        }
        assert_eq!((api(3, 2, 1), api(3, 2, 2)), (Ok(Api::Core), Ok(Api::Compatibility)));
        for mask in [0, 3, 5] {
            assert_eq!(api(4, 6, mask), Err(EGL_BAD_MATCH));
        }
    }

    #[test]
    fn release_behaviors_and_priorities_have_values() {
        let with = |key, value: i32| requested(EGL_OPENGL_ES_API, &[(key, value as isize)]).map(|(config, _)| config.flush_on_release);
        assert_eq!(with(EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, EGL_CONTEXT_RELEASE_BEHAVIOR_FLUSH_KHR), Ok(true));
        assert_eq!(with(EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR), Ok(false));
        assert_eq!(with(EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, 1), Err(EGL_BAD_ATTRIBUTE));
        assert_eq!(with(EGL_CONTEXT_PRIORITY_LEVEL_IMG, EGL_CONTEXT_PRIORITY_LOW_IMG), Ok(true));
        assert_eq!(with(EGL_CONTEXT_PRIORITY_LEVEL_IMG, 0), Err(EGL_BAD_ATTRIBUTE));
    }
}
