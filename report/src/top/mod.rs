//! `glmeter top`: the programs that are running under glmeter, as a list or on a screen.

mod details;
mod list;
mod screen;
mod state;
#[cfg(test)]
mod tests;
mod watched;

pub use watched::{Found, Identity};

use state::ScreenState;
use std::io::{Error, IsTerminal, Result};
use std::time::Duration;

/// What `glmeter top` shows.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The process to show; `None` for all.
    pub process: Option<u32>,
    /// The length of the intervals.
    pub interval: Duration,
}

/// Returns true if standard input and output are a terminal that can show a screen.
pub fn has_screen() -> bool {
    std::io::stdout().is_terminal() && std::io::stdin().is_terminal() && crate::live::terminal::has_escapes()
}

/// Returns the list of the running programs as text, after an interval if one of them works without a swap. Fails if there is none of the process that was
/// asked for.
pub fn once(options: Options, mut find: impl FnMut() -> Vec<Found>) -> Result<String> {
    let mut state = ScreenState::new(options);
    state.find(find());
    if state.has_begun_work() {
        std::thread::sleep(options.interval);
        state.read();
    }
    check(&state)?;
    Ok(list::text(&state))
}

/// Shows the running programs until the user ends it. Fails if there is none of the process that was asked for.
pub fn show(options: Options, mut find: impl FnMut() -> Vec<Found>) -> Result<()> {
    let mut state = ScreenState::new(options);
    state.find(find());
    check(&state)?;
    screen::show(state, find)
}

/// Fails if the process that was asked for is not there.
fn check(state: &ScreenState) -> Result<()> {
    match state.options.process {
        Some(process) if state.contexts().is_empty() => Err(Error::other(format!("process {process} is not running under glmeter"))),
        _ => Ok(()),
    }
}
