//! The functions that create contexts.

use super::config::Config;
use super::context::{self, Context};
use super::display::{Display, find};
use super::tokens::*;
use super::visual::config_of;
use super::{Error, Handle, Result, attributes, enter};
use crate::winsys::xlib::VisualInfo;
use gl::config::Api;
use std::sync::atomic::AtomicBool;

/// What the attributes of glXCreateContextAttribsARB request.
#[derive(Debug)]
struct Requested {
    /// The configuration of the GL context.
    gl: gl::config::Config,
    /// GLX_SCREEN, if the list has it.
    screen: Option<i32>,
    /// True if the list has GLX_RENDER_TYPE.
    has_render_type: bool,
}

/// The configuration of contexts without attributes: the newest compatibility profile.
fn compatibility() -> gl::config::Config {
    gl::config::Config {
        api: Api::Compatibility,
        version: (4, 6),
        debug: false,
        no_error: false,
        forward_compatible: false,
        robust: false,
        lose_on_reset: false,
        flush_on_release: true,
    }
}

/// Reads the attributes of glXCreateContextAttribsARB.
fn requested(list: &[(i32, i32)]) -> Result<Requested> {
    let (mut major, mut minor, mut profile) = (1, 0, GLX_CONTEXT_CORE_PROFILE_BIT_ARB);
    let mut found = Requested { gl: compatibility(), screen: None, has_render_type: false };
    let config = &mut found.gl;
    for &(name, value) in list {
        // "If an attribute or attribute value in <attrib_list> is not recognized (including unrecognized bits in bitmask attributes), BadValue is
        // generated." [GLX_ARB_create_context]
        let unknown = Err(Error::Core(BAD_VALUE, value as u32));
        match name {
            GLX_CONTEXT_MAJOR_VERSION_ARB => major = value,
            GLX_CONTEXT_MINOR_VERSION_ARB => minor = value,
            GLX_CONTEXT_FLAGS_ARB => {
                let known = GLX_CONTEXT_DEBUG_BIT_ARB | GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB | GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB;
                if value & !known != 0 {
                    return unknown;
                }
                config.debug = value & GLX_CONTEXT_DEBUG_BIT_ARB != 0;
                config.forward_compatible = value & GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB != 0;
                config.robust = value & GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB != 0;
            }
            GLX_CONTEXT_PROFILE_MASK_ARB => profile = value,
            GLX_RENDER_TYPE => {
                found.has_render_type = true;
                match value {
                    GLX_RGBA_TYPE => {}
                    // No config has colour indices.
                    GLX_COLOR_INDEX_TYPE => return Err(Error::Core(BAD_MATCH, 0)),
                    // "If attribute GLX_RENDER_TYPE does not describe a valid rendering type, BadValue is generated." [GLX_ARB_create_context]
                    _ => return unknown,
                }
            }
            GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB => {
                config.lose_on_reset = match value {
                    GLX_LOSE_CONTEXT_ON_RESET_ARB => true,
                    GLX_NO_RESET_NOTIFICATION_ARB => false,
                    _ => return Err(Error::Core(BAD_MATCH, 0)),
                }
            }
            GLX_CONTEXT_OPENGL_NO_ERROR_ARB => config.no_error = value != 0,
            GLX_CONTEXT_RELEASE_BEHAVIOR_ARB => {
                config.flush_on_release = match value {
                    GLX_CONTEXT_RELEASE_BEHAVIOR_FLUSH_ARB => true,
                    // GLX_CONTEXT_RELEASE_BEHAVIOR_NONE_ARB
                    0 => false,
                    _ => return unknown,
                }
            }
            GLX_SCREEN => found.screen = Some(value),
            _ => return Err(Error::Core(BAD_VALUE, name as u32)),
        }
    }
    // "BadMatch is generated if the GLX_CONTEXT_OPENGL_NO_ERROR_ARB is TRUE at the same time as a debug or robustness context is specified."
    // [ARB_create_context_no_error]
    if config.no_error && (config.debug || config.robust) {
        return Err(Error::Core(BAD_MATCH, 0));
    }
    set_version(config, major, minor, profile)?;
    Ok(found)
}

/// Sets the API and the version of a context for which the attributes request this version and profile.
fn set_version(config: &mut gl::config::Config, major: i32, minor: i32, profile: i32) -> Result<()> {
    let bad_match = Err(Error::Core(BAD_MATCH, 0));
    // "If attribute GLX_CONTEXT_PROFILE_MASK_ARB has no bits set; has any bits set other than … ; has more than one of these bits set; … then
    // GLXBadProfileARB is generated." [GLX_ARB_create_context_profile]
    let known = [GLX_CONTEXT_CORE_PROFILE_BIT_ARB, GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB, GLX_CONTEXT_ES2_PROFILE_BIT_EXT];
    if !known.contains(&profile) {
        return Err(Error::Glx(GLX_BAD_PROFILE_ARB, profile as u32));
    }
    if profile == GLX_CONTEXT_ES2_PROFILE_BIT_EXT {
        (config.api, config.version) = match (major, minor) {
            (1, 0..=1) => (Api::Es1, (1, 1)),
            // A later version that is backward compatible, as through EGL.
            (2, 0) | (3, 0..=2) => (Api::Es, (3, 2)),
            // "if the implementation does not support the requested profile, then GLXBadProfileARB is generated." [GLX_ARB_create_context_profile]
            _ => return Err(Error::Glx(GLX_BAD_PROFILE_ARB, profile as u32)),
        };
        return if config.forward_compatible { bad_match } else { Ok(()) };
    }
    // "If attributes GLX_CONTEXT_MAJOR_VERSION_ARB and GLX_CONTEXT_MINOR_VERSION_ARB, when considered together with attributes
    // GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB and GLX_RENDER_TYPE, specify an OpenGL version and feature set that are not defined, BadMatch is
    // generated." [GLX_ARB_create_context]
    let is_defined = match major {
        1 => (0..=5).contains(&minor),
        2 => (0..=1).contains(&minor),
        3 => (0..=3).contains(&minor),
        4 => (0..=6).contains(&minor),
        _ => false,
    };
    if !is_defined || config.forward_compatible && major < 3 {
        return bad_match;
    }
    // "If the requested OpenGL version is less than 3.2, GLX_CONTEXT_PROFILE_MASK_ARB is ignored" [GLX_ARB_create_context_profile]
    // "If version 3.1 is requested, the context returned may implement any of the following versions: … The core profile of version 3.2 or greater."
    // [GLX_ARB_create_context]
    let is_core = (major, minor) == (3, 1) || (major, minor) >= (3, 2) && profile == GLX_CONTEXT_CORE_PROFILE_BIT_ARB;
    config.api = if is_core || config.forward_compatible { Api::Core } else { Api::Compatibility };
    // A backward compatible version may be returned: the newest one of the profile.
    config.version = (4, 6);
    Ok(())
}

/// Refuses indirect contexts with the error of servers that have none.
fn check_direct(direct: i32) -> Result<()> {
    if direct == 0 { Err(Error::Core(BAD_VALUE, 0)) } else { Ok(()) }
}

/// Creates a context.
fn create(display: &Display, screen: i32, config: Option<&'static Config>, wanted: gl::config::Config, share: Handle) -> Result<Handle> {
    // "If share_list is neither zero nor a valid GLX rendering context, GLXBadContext" [GLX 1.4, 3.3.7]
    let share = if share.is_null() { None } else { Some(context::find(share)?) };
    let group = match &share {
        None => None,
        // "BadMatch … if share_list was created on a different screen than the one referenced by config" [GLX 1.4, 3.3.7]
        Some(share) if share.screen != screen => return Err(Error::Core(BAD_MATCH, 0)),
        Some(share) => {
            // "If the reset notification behavior of <share_context> and the newly created context are different, BadMatch is generated."
            // [GLX_ARB_create_context_robustness] "BadMatch is generated if the value of GLX_CONTEXT_OPENGL_NO_ERROR_ARB used to create
            // <share_context> does not match the value … for the context being created." [ARB_create_context_no_error]
            if (share.lose_on_reset, share.no_error) != (wanted.lose_on_reset, wanted.no_error) {
                return Err(Error::Core(BAD_MATCH, 0));
            }
            Some(share.sharing.clone())
        }
    };
    let gl = gl::new_context(wanted, group);
    let sharing = gl.sharing();
    let gl = gl::fork::share(gl).map_err(|_| Error::Core(BAD_ALLOC, 0))?;
    let id = display.connection.new_id().ok_or(Error::Core(BAD_ALLOC, 0))?;
    let (display, share) = (display.raw() as usize, share.map_or(0, |share| share.id));
    let (lose_on_reset, no_error, current) = (wanted.lose_on_reset, wanted.no_error, AtomicBool::new(false));
    Ok(context::add(Context { display, id, share, screen, config, gl, sharing, lose_on_reset, no_error, current }))
}

/// Implements glXCreateContext.
///
/// # Safety
/// `display` must be an open `Display *`, and `visual` null or valid.
pub unsafe extern "C" fn create_context(display: Handle, visual: *const VisualInfo, share: Handle, direct: i32) -> Handle {
    // SAFETY: the caller guarantees the display and the visual.
    unsafe {
        enter(display, X_CREATE_CONTEXT, || {
            let display = find(display)?;
            // "BadValue if visual is not a valid X Visual or if GLX does not support it" [GLX 1.4, 3.5]
            let config = config_of(&display, visual).ok_or(Error::Core(BAD_VALUE, 0))?;
            check_direct(direct)?;
            create(&display, config.screen, Some(config), compatibility(), share)
        })
    }
}

/// Implements glXCreateNewContext and glXCreateContextWithConfigSGIX.
///
/// # Safety
/// `display` must be an open `Display *`.
pub unsafe extern "C" fn create_new_context(display: Handle, config: Handle, render_type: i32, share: Handle, direct: i32) -> Handle {
    // SAFETY: the caller guarantees the display.
    unsafe {
        enter(display, X_CREATE_NEW_CONTEXT, || {
            let display = find(display)?;
            let config = Config::from_handle(config)?;
            check_direct(direct)?;
            match render_type {
                GLX_RGBA_TYPE => create(&display, config.screen, Some(config), compatibility(), share),
                GLX_COLOR_INDEX_TYPE => Err(Error::Core(BAD_MATCH, 0)),
                // "BadValue if render_type does not refer to a valid rendering type." [GLX 1.4, 3.3.7]
                _ => Err(Error::Core(BAD_VALUE, render_type as u32)),
            }
        })
    }
}

/// Implements glXCreateContextAttribsARB.
///
/// # Safety
/// `display` must be an open `Display *`, and the list must be null or end with None.
pub unsafe extern "C" fn create_context_attribs(display: Handle, config: Handle, share: Handle, direct: i32, list: *const i32) -> Handle {
    // SAFETY: the caller guarantees the display and the list.
    unsafe {
        enter(display, X_CREATE_CONTEXT_ATTRIBS_ARB, || {
            let display = find(display)?;
            let config = if config.is_null() { None } else { Some(Config::from_handle(config)?) };
            let wanted = requested(&attributes(list))?;
            let screen = match (config, wanted.screen) {
                (Some(config), None) => config.screen,
                (Some(config), Some(screen)) if config.screen == screen => screen,
                // "If <config> is NULL, … the attribute list must include GLX_SCREEN, naming the screen for the context; if GLX_SCREEN is not
                // specified, or GLX_RENDER_TYPE is specified, BadValue is generated." [GLX_EXT_no_config_context]
                (None, Some(screen)) if display.has_screen(screen) && !wanted.has_render_type => screen,
                _ => return Err(Error::Core(BAD_VALUE, 0)),
            };
            // "If <config> does not support compatible OpenGL contexts providing the requested API …, GLXBadFBConfig is generated."
            // [GLX_ARB_create_context]: no config supports indirect contexts.
            if direct == 0 {
                return Err(Error::Glx(GLX_BAD_FB_CONFIG, 0));
            }
            create(&display, screen, config, wanted.gl, share)
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn version(major: i32, minor: i32, profile: i32, flags: i32) -> Result<(Api, (u8, u8))> {
        let list = [
            (GLX_CONTEXT_MAJOR_VERSION_ARB, major),
            (GLX_CONTEXT_MINOR_VERSION_ARB, minor),
            (GLX_CONTEXT_PROFILE_MASK_ARB, profile),
            (GLX_CONTEXT_FLAGS_ARB, flags),
        ];
        requested(&list).map(|wanted| (wanted.gl.api, wanted.gl.version))
    }

    #[test]
    fn versions_and_profiles_give_contexts_of_the_newest_compatible_version() {
        assert_eq!(requested(&[]).map(|wanted| (wanted.gl.api, wanted.gl.version)), Ok((Api::Compatibility, (4, 6))));
        assert_eq!(version(3, 2, 1, 0), Ok((Api::Core, (4, 6))));
        assert_eq!(version(3, 2, 2, 0), Ok((Api::Compatibility, (4, 6))));
        assert_eq!(version(3, 1, 1, 0), Ok((Api::Core, (4, 6))));
        assert_eq!(version(3, 0, 1, GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB), Ok((Api::Core, (4, 6))));
        assert_eq!(version(2, 0, GLX_CONTEXT_ES2_PROFILE_BIT_EXT, 0), Ok((Api::Es, (3, 2))));
        assert_eq!(version(1, 1, GLX_CONTEXT_ES2_PROFILE_BIT_EXT, 0), Ok((Api::Es1, (1, 1))));
    }

    #[test]
    fn undefined_versions_and_profiles_are_errors() {
        let bad_match = Err(Error::Core(BAD_MATCH, 0));
        for (major, minor) in [(0, 0), (-1, 0), (1, 6), (2, 2), (3, 4), (4, 7), (5, 0), (2, -1)] {
            assert_eq!(version(major, minor, 1, 0), bad_match, "{major}.{minor}");
        }
        assert_eq!(version(2, 1, 1, GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB), bad_match);
        for (profile, minor) in [0, 3, 8, 5, 6].into_iter().flat_map(|profile| [(profile, 1), (profile, 2)]) {
            assert_eq!(version(3, minor, profile, 0), Err(Error::Glx(GLX_BAD_PROFILE_ARB, profile as u32)), "{profile}");
        }
        for (major, minor) in [(1, 2), (2, 1), (3, 3)] {
            assert_eq!(
                version(major, minor, GLX_CONTEXT_ES2_PROFILE_BIT_EXT, 0),
                Err(Error::Glx(GLX_BAD_PROFILE_ARB, 4)),
                "{major}.{minor}"
            );
        }
    }

    #[test]
    fn unknown_attributes_and_values_are_errors() {
        let error = |name: i32, value: i32| requested(&[(name, value)]).unwrap_err();
        assert_eq!(error(GLX_SAMPLE_BUFFERS, 0), Error::Core(BAD_VALUE, GLX_SAMPLE_BUFFERS as u32));
        assert_eq!(error(GLX_CONTEXT_FLAGS_ARB, 8), Error::Core(BAD_VALUE, 8));
        assert_eq!(error(GLX_RENDER_TYPE, 1), Error::Core(BAD_VALUE, 1));
        assert_eq!(error(GLX_RENDER_TYPE, GLX_COLOR_INDEX_TYPE), Error::Core(BAD_MATCH, 0));
        assert_eq!(error(GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB, 0), Error::Core(BAD_MATCH, 0));
        let debug = [(GLX_CONTEXT_OPENGL_NO_ERROR_ARB, 1), (GLX_CONTEXT_FLAGS_ARB, GLX_CONTEXT_DEBUG_BIT_ARB)];
        assert_eq!(requested(&debug).unwrap_err(), Error::Core(BAD_MATCH, 0));
    }
}
