//! The software drivers that benchmarks compare, each in a child process that EGL gives this driver.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A driver: its name, and the environment variables that make EGL select it.
pub(crate) struct Driver {
    pub(crate) name: &'static str,
    settings: &'static [(&'static str, &'static str)],
}

/// The pipeline.
pub(crate) const PIPELINE: Driver = Driver { name: "pipeline", settings: &[] };
/// Mesa's driver that generates code.
pub(crate) const LLVMPIPE: Driver =
    Driver { name: "llvmpipe", settings: &[("LIBGL_ALWAYS_SOFTWARE", "1"), ("GALLIUM_DRIVER", "llvmpipe")] };
/// Mesa's driver that interprets.
#[allow(dead_code, reason = "some benchmarks leave it out")]
pub(crate) const SOFTPIPE: Driver =
    Driver { name: "softpipe", settings: &[("LIBGL_ALWAYS_SOFTWARE", "1"), ("GALLIUM_DRIVER", "softpipe")] };

const MESA: &str = "/usr/share/glvnd/egl_vendor.d/50_mesa.json";

/// Creates the JSON file beside the pipeline's library, as `glmeter install` does. Returns its path.
fn pipeline() -> Result<PathBuf, String> {
    let command = Path::new(env!("CARGO_BIN_EXE_glmeter"));
    let installed = Command::new(command).arg("install").stdout(Stdio::null()).status().map_err(|error| error.to_string())?;
    let library = command.with_file_name("libglmeter_soft.so");
    if !installed.success() || !library.exists() {
        return Err(format!("{} is missing: cargo build --release", library.display()));
    }
    Ok(command.with_file_name("60_glmeter_soft.json"))
}

impl Driver {
    /// Returns the command of a program on the driver.
    pub(crate) fn command(&self, program: &Path) -> Result<Command, String> {
        let vendor = if self.settings.is_empty() { pipeline()? } else { PathBuf::from(MESA) };
        let mut command = Command::new(program);
        for inherited in ["LD_PRELOAD", "GLMETER_PROVIDER", "MESA_EXTENSION_OVERRIDE", "MESA_GL_VERSION_OVERRIDE"] {
            command.env_remove(inherited);
        }
        command.env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).envs(self.settings.iter().copied());
        Ok(command)
    }

    /// Runs this program as a child with these arguments on the driver. Returns what the child prints.
    pub(crate) fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = self.command(&program)?;
        command.arg("--child").args(arguments);
        let output = command.output().map_err(|error| format!("{}: {error}", self.name))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(format!("{}: {}\n{}", self.name, output.status, String::from_utf8_lossy(&output.stderr)))
        }
    }
}
