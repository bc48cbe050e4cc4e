//! The two sides of every comparison, and the child processes that measure them.

use crate::child::{self, Api};
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Nanoseconds, or instructions, per operation; `None` where this side cannot do it.
pub(crate) type Figures = HashMap<String, Option<f64>>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    Bare,
    Glmeter,
}

impl Side {
    pub(crate) const BOTH: [Side; 2] = [Side::Bare, Side::Glmeter];

    /// Each round begins with the other side, so that a slow drift of the machine favours neither.
    pub(crate) fn alternating(round: usize) -> [Side; 2] {
        let [first, second] = Self::BOTH;
        if round.is_multiple_of(2) { [first, second] } else { [second, first] }
    }
}

pub(crate) struct Sides {
    pub(crate) library: PathBuf,
}

impl Sides {
    /// Makes `command` run on one side.
    pub(crate) fn dress<'command>(&self, command: &'command mut Command, side: Side, display: &str) -> &'command mut Command {
        command.env("DISPLAY", display).env_remove("LD_PRELOAD");
        match side {
            Side::Bare => command,
            Side::Glmeter => command.env("LD_PRELOAD", &self.library),
        }
    }

    /// This program as a child on one side, under `tool` if that is not empty.
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
        // Without worker threads llvmpipe does its work inside the call. With them a pair of queries costs
        // anything from 300 to 1200 ns, as the scheduler likes, and what glmeter adds is lost in that.
        self.dress(&mut command, side, display).env("LP_NUM_THREADS", "0");
        command
    }

    /// Prints which driver each side sees, and whether glmeter is there at all.
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
            // Loaded is not yet in front of the driver, which it says itself.
            let said = command.env("GLMETER_LOG", "info").output().map_err(|error| error.to_string())?.stderr;
            if side == Side::Glmeter && !String::from_utf8_lossy(&said).contains("glmeter: in front of") {
                return Err(format!("{name} was loaded and is not in front of the driver"));
            }
        }
        Ok(())
    }

    /// One round of one side: the nanoseconds of every operation.
    pub(crate) fn time(&self, side: Side, api: Api, display: &str) -> Result<Figures, String> {
        let text = stdout(&mut self.child(side, &[], &["time", api.name()], display))?;
        Ok(child::read_figures(&text))
    }
}

/// Runs a command to its end and gives what it printed.
pub(crate) fn stdout(command: &mut Command) -> Result<String, String> {
    let Output { status, stdout, stderr } = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !status.success() {
        return Err(format!("{command:?} ended with {status}:\n{}", String::from_utf8_lossy(&stderr)));
    }
    Ok(String::from_utf8_lossy(&stdout).into_owned())
}
