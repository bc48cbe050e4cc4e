//! The timer sources to compare: each is a driver, a window system and settings.

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
    /// Both drivers.
    pub(crate) const ALL: [Driver; 2] = [Driver::Llvmpipe, Driver::Softpipe];

    /// Returns Mesa's name of the driver.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Driver::Llvmpipe => "llvmpipe",
            Driver::Softpipe => "softpipe",
        }
    }

    /// Returns the width and height to draw: four tiles of llvmpipe; less for softpipe, which interprets shaders.
    pub(crate) fn size(self) -> i32 {
        match self {
            Driver::Llvmpipe => 128,
            Driver::Softpipe => 16,
        }
    }
}

/// A row of the table.
pub(crate) struct Source {
    /// The title of the row.
    pub(crate) name: &'static str,
    pub(crate) driver: Driver,
    pub(crate) system: WindowSystem,
    /// glmeter is preloaded.
    pub(crate) glmeter: bool,
    /// Environment variables for the child.
    settings: &'static [(&'static str, &'static str)],
    /// A watcher thread must wait for the fences; otherwise the row measures another source than its name says.
    pub(crate) watched: bool,
    /// The first cell of its row in the table of docs/performance.md.
    pub(crate) stated: Option<&'static str>,
}

/// Removes Mesa's timers.
const WITHOUT_TIMERS: (&str, &str) = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_timer_query -GL_EXT_timer_query -GL_EXT_disjoint_timer_query");
/// Measures with glFinish.
const FINISH: (&str, &str) = ("GLMETER_FENCE", "finish");
/// Uses the context's own fences or, in a context with timers, its TIMESTAMPs: fences without a watcher are no more accurate.
const GL: (&str, &str) = ("GLMETER_FENCE", "gl");

/// Returns a row with glmeter.
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

/// Returns a row with the driver alone.
const fn alone(name: &'static str, driver: Driver) -> Source {
    Source { name, driver, system: WindowSystem::Egl, glmeter: false, settings: &[], watched: false, stated: Some(name) }
}

/// All rows.
pub(crate) const SOURCES: [Source; 10] = [
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
    source("glmeter on softpipe", Softpipe, Egl, &[], true, Some("softpipe with glmeter (fences)")),
];

/// Returns the rows whose times come from fences for which a watcher thread waits, on llvmpipe: they are measured in all shapes.
pub(crate) fn with_shapes() -> impl Iterator<Item = &'static Source> {
    SOURCES.iter().filter(|source| source.watched && source.driver == Llvmpipe)
}

impl Source {
    /// Sets the environment of `command` for this source.
    pub(crate) fn configure(&self, command: &mut Command, library: &Path, display: &str) {
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
