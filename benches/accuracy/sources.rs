//! The timer sources that are compared: each a driver, a way to it and settings.

use crate::context::WindowSystem;
use std::path::Path;
use std::process::Command;

/// A driver of Mesa's that needs no hardware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Driver {
    Llvmpipe,
    Softpipe,
}

impl Driver {
    pub(crate) const ALL: [Driver; 2] = [Driver::Llvmpipe, Driver::Softpipe];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Driver::Llvmpipe => "llvmpipe",
            Driver::Softpipe => "softpipe",
        }
    }

    /// The width and height drawn: four tiles of llvmpipe's; as little as lets softpipe, which interprets shaders, keep up.
    pub(crate) fn size(self) -> i32 {
        match self {
            Driver::Llvmpipe => 128,
            Driver::Softpipe => 16,
        }
    }
}

/// A row of the table.
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) driver: Driver,
    pub(crate) system: WindowSystem,
    glmeter: bool,
    settings: &'static [(&'static str, &'static str)],
    /// A thread of glmeter's must await the fences; else the row stands on something other than its name says.
    pub(crate) watched: bool,
}

/// Takes the timers away from Mesa.
const WITHOUT_TIMERS: (&str, &str) = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_timer_query -GL_EXT_timer_query -GL_EXT_disjoint_timer_query");
const ALWAYS: (&str, &str) = ("GLMETER_EMULATE", "always");

const fn source(
    name: &'static str,
    driver: Driver,
    system: WindowSystem,
    settings: &'static [(&'static str, &'static str)],
    watched: bool,
) -> Source {
    Source { name, driver, system, glmeter: true, settings, watched }
}

const fn alone(name: &'static str, driver: Driver) -> Source {
    Source { name, driver, system: WindowSystem::Egl, glmeter: false, settings: &[], watched: false }
}

/// Every row.
pub(crate) const SOURCES: [Source; 11] = [
    alone("llvmpipe alone", Driver::Llvmpipe),
    source("glmeter: flushed TIMESTAMPs", Driver::Llvmpipe, WindowSystem::Egl, &[], false),
    source("glmeter: EGL fences", Driver::Llvmpipe, WindowSystem::Egl, &[ALWAYS], true),
    source("glmeter: sync objects, GLX", Driver::Llvmpipe, WindowSystem::Glx, &[ALWAYS], true),
    source("glmeter: no timers, EGL", Driver::Llvmpipe, WindowSystem::Egl, &[WITHOUT_TIMERS], true),
    source("glmeter: no timers, GLX", Driver::Llvmpipe, WindowSystem::Glx, &[WITHOUT_TIMERS], true),
    source("glmeter: GLMETER_FENCE=gl", Driver::Llvmpipe, WindowSystem::Egl, &[ALWAYS, ("GLMETER_FENCE", "gl")], false),
    source("glmeter: GLMETER_FENCE=finish", Driver::Llvmpipe, WindowSystem::Egl, &[ALWAYS, ("GLMETER_FENCE", "finish")], false),
    alone("softpipe alone", Driver::Softpipe),
    source("glmeter on softpipe", Driver::Softpipe, WindowSystem::Egl, &[], false),
    source("glmeter: EGL fences, softpipe", Driver::Softpipe, WindowSystem::Egl, &[ALWAYS], true),
];

impl Source {
    /// Makes `command` measure this source.
    pub(crate) fn dress(&self, command: &mut Command, library: &Path, display: &str) {
        for inherited in ["LD_PRELOAD", "GLMETER_EMULATE", "GLMETER_FENCE", "GLMETER_PROVIDER", "MESA_EXTENSION_OVERRIDE"] {
            command.env_remove(inherited);
        }
        command.env("DISPLAY", display).env("LIBGL_ALWAYS_SOFTWARE", "1").env("GALLIUM_DRIVER", self.driver.name());
        command.envs(self.settings.iter().copied());
        if self.glmeter {
            command.env("LD_PRELOAD", library);
        }
    }
}
