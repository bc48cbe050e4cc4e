//! A desktop OpenGL core context without a window, made by EGL or by GLX, and its functions.

#[path = "egl.rs"]
mod egl;
#[path = "glx.rs"]
mod glx;

use std::ffi::c_void;
use std::rc::Rc;

/// The version to request. Drivers return their highest; Mesa without timer queries has no higher one.
const VERSION: (i32, i32) = (3, 2);

/// The look-up of a context's functions.
pub(crate) type GetProcAddress = Box<dyn Fn(&str) -> *mut c_void>;

/// The window system that creates a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum WindowSystem {
    Egl,
    Glx,
}

impl WindowSystem {
    /// Returns the name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            WindowSystem::Egl => "egl",
            WindowSystem::Glx => "glx",
        }
    }

    /// Returns the window system with this name.
    pub(crate) fn from_name(name: &str) -> Self {
        match name {
            "egl" => WindowSystem::Egl,
            "glx" => WindowSystem::Glx,
            _ => panic!("unknown window system {name}"),
        }
    }

    /// Creates a context and makes it current on this thread for the rest of the process. Returns its GetProcAddress.
    #[allow(dead_code, reason = "some benchmarks swap too")]
    pub(crate) fn make_current(self) -> GetProcAddress {
        self.make_current_with_swap().0
    }

    /// Creates a context of the compatibility profile, which drivers return for old versions, and makes it current on this thread. Returns its
    /// GetProcAddress.
    #[allow(dead_code, reason = "one benchmark draws with it")]
    pub(crate) fn make_compatibility_current() -> GetProcAddress {
        let contexts = egl::Contexts::<1>::create((2, 1));
        Box::new(move |name| contexts.address(name))
    }

    /// Does [`Self::make_current`]. Returns its GetProcAddress and its SwapBuffers.
    pub(crate) fn make_current_with_swap(self) -> (GetProcAddress, Box<dyn Fn()>) {
        match self {
            WindowSystem::Egl => {
                let contexts = Rc::new(egl::Contexts::<1>::create(VERSION));
                let swap = Rc::clone(&contexts);
                (Box::new(move |name| contexts.address(name)), Box::new(move || swap.swap(0)))
            }
            WindowSystem::Glx => {
                let contexts = Rc::new(glx::Contexts::<1>::create(VERSION));
                let swap = Rc::clone(&contexts);
                (Box::new(move |name| contexts.address(name)), Box::new(move || swap.swap(0)))
            }
        }
    }
}
