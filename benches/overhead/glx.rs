//! The operation measured through GLX, on the X server that `DISPLAY` names.

use crate::child::{Operation, Surroundings};
use crate::load::{functions, open, symbol};
use std::ffi::{c_char, c_int, c_ulong, c_void};
use std::ptr::{null, null_mut};

const GLX_DRAWABLE_TYPE: c_int = 0x8010;
const GLX_RENDER_TYPE: c_int = 0x8011;
const GLX_RGBA_TYPE: c_int = 0x8014;
const GLX_RGBA_BIT: c_int = 0x0001;
const GLX_PBUFFER_BIT: c_int = 0x0004;
const GLX_PBUFFER_HEIGHT: c_int = 0x8040;
const GLX_PBUFFER_WIDTH: c_int = 0x8041;

functions! {
    X11 {
        open_display = c"XOpenDisplay": fn(*const c_char) -> *mut c_void;
        default_screen = c"XDefaultScreen": fn(*mut c_void) -> c_int;
    }
}

functions! {
    Glx {
        choose_fb_config = c"glXChooseFBConfig": fn(*mut c_void, c_int, *const c_int, *mut c_int) -> *const *mut c_void;
        create_pbuffer = c"glXCreatePbuffer": fn(*mut c_void, *mut c_void, *const c_int) -> c_ulong;
        create_new_context = c"glXCreateNewContext": fn(*mut c_void, *mut c_void, c_int, *mut c_void, c_int) -> *mut c_void;
        make_current = c"glXMakeCurrent": fn(*mut c_void, c_ulong, *mut c_void) -> c_int;
    }
}

/// Two contexts with a pbuffer each.
struct Contexts {
    glx: Glx,
    display: *mut c_void,
    pairs: [(c_ulong, *mut c_void); 2],
}

impl Contexts {
    fn create() -> Self {
        let (x11, gl) = (open("libX11.so.6", "libx11-6"), open("libGL.so.1", "libgl1"));
        let (x11, glx) = (X11::load(|name| symbol(x11, name)), Glx::load(|name| symbol(gl, name)));
        // SAFETY: every list ends in None (0), and handles come from the libraries themselves.
        let (display, pairs) = unsafe {
            let display = (x11.open_display)(null());
            assert!(!display.is_null(), "no X server at DISPLAY");
            let wanted = [GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT, 0];
            let mut found = 0;
            let configs = (glx.choose_fb_config)(display, (x11.default_screen)(display), wanted.as_ptr(), &raw mut found);
            assert!(!configs.is_null() && found > 0, "glXChooseFBConfig found no pbuffer config");
            let config = *configs;
            let size = [GLX_PBUFFER_WIDTH, 64, GLX_PBUFFER_HEIGHT, 64, 0];
            let pairs = [(); 2].map(|()| {
                let pbuffer = (glx.create_pbuffer)(display, config, size.as_ptr());
                let context = (glx.create_new_context)(display, config, GLX_RGBA_TYPE, null_mut(), 1);
                assert!(pbuffer != 0 && !context.is_null(), "no GLX context on a pbuffer");
                (pbuffer, context)
            });
            (display, pairs)
        };
        Self { glx, display, pairs }
    }
}

impl Surroundings for Contexts {
    fn no_error(&self) -> bool {
        true // X errors end the process
    }

    fn settle(&self) {}
}

/// Gives the one operation to `report`.
pub(crate) fn operations(report: &dyn Fn(&dyn Surroundings, &Operation)) {
    let contexts = Contexts::create();
    report(&contexts, &Operation { key: "glx", repeat: Box::new(|calls| make_current(&contexts, calls)) });
}

#[inline(never)]
fn make_current(contexts: &Contexts, calls: u32) {
    let mut all = true;
    for call in 0..calls as usize {
        let (pbuffer, context) = contexts.pairs[call % 2];
        // SAFETY: both handles are live.
        all &= unsafe { (contexts.glx.make_current)(contexts.display, pbuffer, context) } != 0;
    }
    assert!(all, "glXMakeCurrent");
}
