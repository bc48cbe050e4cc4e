//! The variants to compare: the driver alone, and with each source of glmeter's.

use crate::context::WindowSystem;
use std::path::Path;
use std::process::Command;

/// A column of the tables.
pub(crate) struct Variant {
    /// The title of the column.
    pub(crate) name: &'static str,
    pub(crate) system: WindowSystem,
    /// glmeter is preloaded.
    pub(crate) glmeter: bool,
    /// Environment variables for the child.
    settings: &'static [(&'static str, &'static str)],
}

/// Removes Mesa's timers, so that glmeter uses fences.
const WITHOUT_TIMERS: (&str, &str) = ("MESA_EXTENSION_OVERRIDE", "-GL_ARB_timer_query -GL_EXT_timer_query -GL_EXT_disjoint_timer_query");

/// All columns.
pub(crate) const VARIANTS: [Variant; 7] = [
    Variant { name: "EGL alone", system: WindowSystem::Egl, glmeter: false, settings: &[] },
    Variant { name: "glmeter", system: WindowSystem::Egl, glmeter: true, settings: &[] },
    Variant { name: "EGL fences", system: WindowSystem::Egl, glmeter: true, settings: &[WITHOUT_TIMERS] },
    Variant { name: "FENCE=gl", system: WindowSystem::Egl, glmeter: true, settings: &[WITHOUT_TIMERS, ("GLMETER_FENCE", "gl")] },
    Variant { name: "FENCE=finish", system: WindowSystem::Egl, glmeter: true, settings: &[WITHOUT_TIMERS, ("GLMETER_FENCE", "finish")] },
    Variant { name: "GLX alone", system: WindowSystem::Glx, glmeter: false, settings: &[] },
    Variant { name: "GLX fences", system: WindowSystem::Glx, glmeter: true, settings: &[WITHOUT_TIMERS] },
];

impl Variant {
    /// Sets the environment of `command` for this variant.
    pub(crate) fn configure(&self, command: &mut Command, library: &Path, display: &str) {
        for inherited in ["LD_PRELOAD", "GLMETER_EMULATE", "GLMETER_FENCE", "GLMETER_PROVIDER", "MESA_EXTENSION_OVERRIDE"] {
            command.env_remove(inherited);
        }
        command.env("DISPLAY", display).envs(self.settings.iter().copied());
        if self.glmeter {
            command.env("LD_PRELOAD", library);
        }
    }
}
