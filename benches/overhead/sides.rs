//! The two sides of the comparison, and the child processes that measure them.

use crate::child::{self, Api};
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Nanoseconds or instructions per call, by operation; `None` if this side does not support the operation.
pub(crate) type Figures = HashMap<String, Option<f64>>;

/// A side of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    /// The driver alone.
    Bare,
    /// The driver with glmeter preloaded.
    Glmeter,
}

impl Side {
    /// Both sides.
    pub(crate) const BOTH: [Side; 2] = [Side::Bare, Side::Glmeter];

    /// Returns the order of the sides in a round. It alternates, so that a slow drift of the machine favours neither side.
    pub(crate) fn alternating(round: usize) -> [Side; 2] {
        let [first, second] = Self::BOTH;
        if round.is_multiple_of(2) { [first, second] } else { [second, first] }
    }
}

/// The configuration of the child processes.
pub(crate) struct Sides {
    /// The library to preload.
    pub(crate) library: PathBuf,
    /// glmeter counts what the program does.
    pub(crate) report: bool,
}

impl Sides {
    /// Sets the environment of `command` for one side.
    pub(crate) fn configure<'command>(&self, command: &'command mut Command, side: Side, display: &str) -> &'command mut Command {
        command.env("DISPLAY", display).env_remove("LD_PRELOAD");
        match side {
            Side::Bare => command,
            Side::Glmeter => command.env("LD_PRELOAD", &self.library).env("GLMETER_REPORT", if self.report { "summary" } else { "off" }),
        }
    }

    /// Returns the command that starts this program as a child on one side, under `tool` unless that is empty.
    pub(crate) fn child(&self, side: Side, tool: &[String], arguments: &[&str], display: &str) -> Command {
        let program = std::env::current_exe().expect("this program has a path");
        let mut command = match tool {
            [] => Command::new(program),
            [tool, options @ ..] => {
                let mut command = Command::new(tool);
                command.args(options).arg(program);
                command
            }
        };
        command.arg("--child").args(arguments);
        // Without worker threads llvmpipe works inside the call. With them a pair of queries takes between 300 and 1200 ns, depending on
        // the scheduler, which hides the cost of glmeter.
        self.configure(&mut command, side, display).env("LP_NUM_THREADS", "0");
        command
    }

    /// Prints each side's driver. Returns an error unless glmeter is loaded and wraps the driver.
    pub(crate) fn introduce(&self, display: &str) -> Result<(), String> {
        for side in Side::BOTH {
            let mut command = self.child(side, &[], &["about"], display);
            let mut text = stdout(&mut command)?.lines().map(str::to_owned).collect::<Vec<_>>();
            let mapped = text.pop().unwrap_or_default();
            let name = self.library.to_string_lossy();
            if side == Side::Glmeter && !mapped.split('\t').any(|path| path == name) {
                return Err(format!("{name} was not loaded by LD_PRELOAD"));
            }
            println!("{:8} {}", format!("{side:?}:").to_lowercase(), text.join(", "));
            // A loaded library does not necessarily wrap the driver: check its own message.
            let said = command.env("GLMETER_LOG", "info").output().map_err(|error| error.to_string())?.stderr;
            if side == Side::Glmeter && !String::from_utf8_lossy(&said).contains("glmeter: wrapping ") {
                return Err(format!("{name} was loaded and does not wrap the driver"));
            }
        }
        Ok(())
    }

    /// Runs one round on one side. Returns the nanoseconds of every operation.
    pub(crate) fn time(&self, side: Side, api: Api, display: &str) -> Result<Figures, String> {
        let text = stdout(&mut self.child(side, &[], &["time", api.name()], display))?;
        Ok(child::read_figures(&text))
    }
}

/// Runs a command. Returns its output.
pub(crate) fn stdout(command: &mut Command) -> Result<String, String> {
    let Output { status, stdout, stderr } = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !status.success() {
        return Err(format!("{command:?} ended with {status}:\n{}", String::from_utf8_lossy(&stderr)));
    }
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}
