//! Visuals: the functions of GLX 1.2 that configs replace, and the visuals of configs.

use super::choose::{choose, of_visual};
use super::config::Config;
use super::display::{Display, find};
use super::tokens::*;
use super::{Error, Handle, Result, attributes, enter, store};
use crate::winsys::xlib::{VISUAL_ID_MASK, VISUAL_SCREEN_MASK, VisualInfo, xlib};

/// Returns the config of a visual.
///
/// # Safety
/// `visual` must be null or valid.
pub unsafe fn config_of(display: &Display, visual: *const VisualInfo) -> Option<&'static Config> {
    if visual.is_null() {
        return None;
    }
    // SAFETY: the caller guarantees a valid structure, which need not be aligned.
    let visual = unsafe { visual.read_unaligned() };
    let configs = display.configs(visual.screen);
    configs.iter().find(|config| config.visual != 0 && u32::try_from(visual.id) == Ok(config.visual as u32))
}

/// Returns the `XVisualInfo` of a config, which the program frees.
///
/// # Safety
/// `display` must be an open `Display *`.
unsafe fn info_of(display: Handle, config: &Config) -> Result<*mut VisualInfo> {
    let xlib = xlib().filter(|_| config.visual != 0).ok_or(Error::None)?;
    let mut wanted = VisualInfo::wanted(config.visual as u32, config.screen);
    let mut count = 0;
    // SAFETY: the caller guarantees the display, and the others are local.
    Ok(unsafe { xlib.XGetVisualInfo(display, VISUAL_ID_MASK | VISUAL_SCREEN_MASK, &raw mut wanted, &raw mut count) })
}

/// Implements glXChooseVisual.
///
/// # Safety
/// `display` must be an open `Display *`, and the list must be null or end with None.
pub unsafe extern "C" fn choose_visual(display: Handle, screen: i32, list: *const i32) -> *mut VisualInfo {
    // SAFETY: the caller guarantees the display and the list.
    unsafe {
        enter(display, X_GET_VISUAL_CONFIGS, || {
            // "NULL is returned if an undefined GLX attribute is encountered." [GLX 1.4, 3.4.1]
            let wanted = of_visual(list).ok_or(Error::None)?;
            let known = find(display)?;
            let found = choose(known.configs(screen), &wanted).ok_or(Error::None)?;
            // A visual of several configs has the attributes of the first.
            let is_first = |config: &&&Config| {
                let first = known.configs(screen).iter().find(|other| other.visual == config.visual);
                config.visual != 0 && first.is_some_and(|first| first.id == config.id)
            };
            info_of(display, found.iter().find(is_first).ok_or(Error::None)?)
        })
    }
}

/// Implements glXGetVisualFromFBConfig.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn get_visual_from_fb_config(display: Handle, config: Handle) -> *mut VisualInfo {
    // "If config is a valid GLXFBConfig and it has an associated X visual then information describing that visual is returned; otherwise NULL
    // is returned." [GLX 1.4, 3.3.3]
    // SAFETY: the caller guarantees the display.
    unsafe { enter(display, X_GET_FB_CONFIGS, || info_of(display, Config::from_handle(config).map_err(|_| Error::None)?)) }
}

/// Implements glXGetConfig.
///
/// # Safety
/// `display` must be an open `Display *`, `visual` null or valid, and the pointer to the result null or valid for writing it.
pub unsafe extern "C" fn get_config(display: Handle, visual: *const VisualInfo, name: i32, value: *mut i32) -> i32 {
    let mut result = GLX_NO_EXTENSION;
    // SAFETY: the caller guarantees the display and the pointers.
    unsafe {
        enter(display, X_GET_VISUAL_CONFIGS, || {
            let display = find(display)?;
            if visual.is_null() || value.is_null() {
                result = GLX_BAD_VALUE;
            } else if !display.has_screen(visual.read_unaligned().screen) {
                result = GLX_BAD_SCREEN;
            } else if let Some(config) = config_of(&display, visual) {
                // "attribute is not a valid GLX attribute" [GLX 1.4, 3.4.1]
                result = config.attribute(name).map_or(GLX_BAD_ATTRIBUTE, |found| {
                    store(value, found);
                    0
                });
            } else {
                // "visual does not support GLX and an attribute other than GLX_USE_GL was specified." [GLX 1.4, 3.4.1]
                result = if name == GLX_USE_GL { 0 } else { GLX_BAD_VISUAL };
                store(value, 0);
            }
            Ok(())
        });
    }
    result
}

/// Returns an array of GLXFBConfig handles, which the program frees, and stores their number. Returns null for none.
///
/// # Safety
/// `count` must be null or valid for writing a number.
unsafe fn list<'a>(configs: impl ExactSizeIterator<Item = &'a Config>, count: *mut i32) -> Result<*mut Handle> {
    let number = configs.len();
    // SAFETY: the caller guarantees the pointer.
    unsafe { store(count, number as i32) };
    if number == 0 {
        return Err(Error::None);
    }
    // XFree is free. SAFETY: malloc has no preconditions.
    let array = unsafe { libc::malloc(number * size_of::<Handle>()) }.cast::<Handle>();
    if array.is_null() {
        return Err(Error::Core(BAD_ALLOC, 0));
    }
    for (index, config) in configs.enumerate() {
        // SAFETY: the array has `number` elements.
        unsafe { array.add(index).write(config.handle()) };
    }
    Ok(array)
}

/// Implements glXGetFBConfigs.
///
/// # Safety
/// `display` must be an open `Display *`, and the pointer to the number null or valid for writing it.
pub unsafe extern "C" fn get_fb_configs(display: Handle, screen: i32, count: *mut i32) -> *mut Handle {
    // SAFETY: the caller guarantees the display and the pointer.
    unsafe {
        enter(display, X_GET_FB_CONFIGS, || {
            store(count, 0);
            list(find(display)?.configs(screen).iter(), count)
        })
    }
}

/// Implements glXChooseFBConfig.
///
/// # Safety
/// `display` must be an open `Display *`, the list null or end with None, and the pointer to the number null or valid for writing it.
pub unsafe extern "C" fn choose_fb_config(display: Handle, screen: i32, wanted: *const i32, count: *mut i32) -> *mut Handle {
    // SAFETY: the caller guarantees the display and the pointers.
    unsafe {
        enter(display, X_GET_FB_CONFIGS, || {
            store(count, 0);
            // "If attrib_list contains an undefined GLX attribute, screen is invalid, or dpy does not support the GLX extension, then NULL is
            // returned." [GLX 1.4, 3.3.3]
            let found = choose(find(display)?.configs(screen), &attributes(wanted)).ok_or(Error::None)?;
            list(found.into_iter(), count)
        })
    }
}

/// Implements glXGetFBConfigAttrib.
///
/// # Safety
/// `display` must be an open `Display *`, and the pointer to the result null or valid for writing it.
pub unsafe extern "C" fn get_fb_config_attrib(display: Handle, config: Handle, name: i32, value: *mut i32) -> i32 {
    let mut result = GLX_BAD_VALUE;
    // SAFETY: the caller guarantees the display and the pointer.
    unsafe {
        enter(display, X_GET_FB_CONFIGS, || {
            let config = Config::from_handle(config)?;
            // "GLX_BAD_ATTRIBUTE attribute is not a valid GLX attribute." [GLX 1.4, 3.3.3]
            result = match config.attribute(name).filter(|_| !matches!(name, GLX_USE_GL | GLX_RGBA)) {
                Some(found) => {
                    store(value, found);
                    0
                }
                None => GLX_BAD_ATTRIBUTE,
            };
            Ok(())
        });
    }
    result
}

/// Implements glXGetFBConfigFromVisualSGIX.
///
/// # Safety
/// `display` must be an open `Display *`, and `visual` null or valid.
pub unsafe extern "C" fn get_fb_config_from_visual(display: Handle, visual: *const VisualInfo) -> Handle {
    // SAFETY: the caller guarantees the display and the visual.
    unsafe {
        enter(display, X_VENDOR_PRIVATE_WITH_REPLY, || {
            let display = find(display)?;
            config_of(&display, visual).map(Config::handle).ok_or(Error::None)
        })
    }
}
