//! The timer sources that are compared: each a driver, a way to it and settings.

use crate::context::WindowSystem::{self, Egl, Glx};
use Driver::{Llvmpipe, Softpipe};
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
    pub(crate) glmeter: bool,
    settings: &'static [(&'static str, &'static str)],
    /// A thread of glmeter's must await the fences; else the row stands on something other than its name says.
    pub(crate) watched: bool,
    /// The first cell of its row in docs/performance.md's table.
    pub(crate) stated: Option<&'static str>,
}

/// Takes the timers away from Mesa.
const WITHOUT_TIMERS: (&str, &str) = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_timer_query -GL_EXT_timer_query -GL_EXT_disjoint_timer_query");
/// Fences where the driver has right timers.
const ALWAYS: (&str, &str) = ("GLMETER_EMULATE", "always");

const FINISH: (&str, &str) = ("GLMETER_FENCE", "finish");
/// In a context with timers, these are its TIMESTAMPs: fences that no thread awaits are no truer.
const GL: (&str, &str) = ("GLMETER_FENCE", "gl");

const fn source(
    name: &'static str,
    driver: Driver,
    system: WindowSystem,
    settings: &'static [(&'static str, &'static str)],
    watched: bool,
    stated: Option<&'static str>,
) -> Source {
    Source { name, driver, system, glmeter: true, settings, watched, stated }
}

const fn alone(name: &'static str, driver: Driver) -> Source {
    Source { name, driver, system: WindowSystem::Egl, glmeter: false, settings: &[], watched: false, stated: Some(name) }
}

/// Every row.
pub(crate) const SOURCES: [Source; 11] = [
    alone("llvmpipe alone", Llvmpipe),
    source("glmeter", Llvmpipe, Egl, &[], true, Some("with glmeter (fences)")),
    source("glmeter on GLX", Llvmpipe, Glx, &[], true, Some("with glmeter, GLX (sync objects)")),
    source("glmeter: flushed TIMESTAMPs", Llvmpipe, Egl, &[GL], false, Some("`GLMETER_FENCE=gl` (derived from TIMESTAMP)")),
    source("glmeter: no timers, EGL", Llvmpipe, Egl, &[WITHOUT_TIMERS], true, Some("without its timers, EGL (fences)")),
    source("glmeter: no timers, GLX", Llvmpipe, Glx, &[WITHOUT_TIMERS], true, Some("without its timers, GLX (sync objects)")),
    source("glmeter: no timers, sync objects", Llvmpipe, Egl, &[WITHOUT_TIMERS, GL], false, None),
    source(
        "glmeter: no timers, glFinish",
        Llvmpipe,
        Egl,
        &[WITHOUT_TIMERS, FINISH],
        false,
        Some("without its timers, `GLMETER_FENCE=finish`"),
    ),
    alone("softpipe alone", Softpipe),
    source("glmeter on softpipe", Softpipe, Egl, &[], false, None),
    source("glmeter: EGL fences, softpipe", Softpipe, Egl, &[ALWAYS], true, Some("softpipe with fences")),
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
