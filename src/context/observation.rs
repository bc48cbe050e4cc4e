//! What `rules::observe` keeps of a context between the commands that it sees.

use super::{CopiedMapping, ObservedList, Undo};
use crate::gl::{GLenum, GLuint};
use crate::platform::call_slots;
use glmeter_recording::Counts;

/// The most different errors of named commands that are kept between two readings by the report; others have no name.
const ERRORS: usize = 64;
/// The most shaders and programs whose status the application has not asked for.
const UNFINISHED: usize = 256;

/// The most commands of a frame after each of which errors are looked for. Programs that never swap have one long frame.
const CHECKED: u32 = 1 << 14;

/// An error that the application raised, for the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RaisedError {
    /// What glGetError returns.
    pub(crate) code: GLenum,
    /// The command; empty if it is not known.
    pub(crate) command: &'static str,
    /// The rule that it broke; empty if it is not known.
    pub(crate) rule: &'static str,
}

/// What a thread waits for in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    /// The compiler.
    Compiler,
    /// The linker.
    Linker,
}

/// Measures what glGetError costs in a context.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CheckCost {
    /// The number of calls that were timed.
    timed: u32,
    /// Those that took longer than [`Self::LONG`].
    long: u32,
}

impl CheckCost {
    /// The number of calls that decide.
    const CALLS: u32 = 64;
    /// A longer call waits for a thread of the driver's, or a server, nanoseconds. Others take less than a tenth of it.
    const LONG: u64 = 500;

    /// Returns true until it is known.
    pub(crate) fn is_open(self) -> bool {
        self.timed < Self::CALLS
    }

    /// Records the time of a call, nanoseconds.
    pub(crate) fn add(&mut self, time: u64) {
        self.timed += 1;
        self.long += u32::from(time > Self::LONG);
    }

    /// Returns true if each command can be followed by a call: a few may have been interrupted.
    pub(crate) fn is_low(self) -> bool {
        !self.is_open() && self.long <= Self::CALLS / 4
    }
}

/// The state of observing a context.
pub(crate) struct Observation {
    /// Draws and commands that change state need nothing but to be counted, and checked if [`Self::checks_commands`]: no list is being compiled,
    /// and no glBegin is open.
    pub(crate) is_quick: bool,
    /// Errors are looked for after each command: always where that costs little; elsewhere in the first frame, and in those after a frame with an
    /// error, as long as [`CHECKED`] allows.
    pub(crate) checks_commands: bool,
    /// What looking for an error costs.
    pub(crate) check_cost: CheckCost,
    /// The number of commands of the frame that may still be checked.
    checks_left: u32,
    /// The state that the commands change is known: glmeter has seen all of them, or has read it.
    pub(crate) knows_state: bool,
    /// Between glBegin and glEnd, where no Get is allowed.
    pub(crate) inside_begin_end: bool,
    /// The present command is the glEnd of a glBegin that was executed.
    pub(crate) ended_begin: bool,
    /// The first command since glBegin that is an error there.
    pub(crate) refused_inside: Option<&'static str>,
    /// The display list that is being compiled.
    pub(crate) list: Option<ObservedList>,
    /// Draws may read vertices from the application's memory.
    pub(crate) has_client_arrays: bool,
    /// The target or the buffer that the present command maps.
    pub(crate) maps: Option<(GLenum, GLuint)>,
    /// The mappings of the context's buffers.
    pub(crate) mappings: Vec<CopiedMapping>,
    /// The counts before the present command.
    pub(crate) before: Counts,
    /// What the present command changes.
    pub(crate) undo: Undo,
    /// What the thread waits for in the present command, and since when.
    pub(crate) waits: Option<(Waits, u64)>,
    /// The present command ends a part of the frame.
    pub(crate) ends_part: bool,
    /// The shaders and programs whose status the application has not asked for since it was last to change.
    unfinished: Vec<(Waits, GLuint)>,
    /// The errors since the report last read them, and how often each was raised.
    errors: Vec<(RaisedError, u64)>,
    /// The frame had an error.
    had_error: bool,
    /// The stored error is the driver's own, which would have kept no later one.
    pub(crate) holds_drivers_error: bool,
}

impl Default for Observation {
    fn default() -> Self {
        Self {
            is_quick: false,
            checks_commands: true,
            check_cost: CheckCost::default(),
            checks_left: CHECKED,
            knows_state: call_slots::is_observed(),
            inside_begin_end: false,
            ended_begin: false,
            refused_inside: None,
            list: None,
            has_client_arrays: false,
            maps: None,
            mappings: Vec::new(),
            before: Counts::NONE,
            undo: Undo::Nothing,
            waits: None,
            ends_part: false,
            unfinished: Vec::new(),
            errors: Vec::new(),
            had_error: false,
            holds_drivers_error: false,
        }
    }
}

impl Observation {
    /// Decides whether draws and commands that change state need nothing but to be counted and checked.
    pub(crate) fn decide(&mut self) {
        let is_simple = self.list.is_none() && !self.inside_begin_end && !self.has_client_arrays;
        self.is_quick = is_simple && (!self.checks_commands || self.check_cost.is_low());
    }

    /// Decides whether the commands of the next frame are checked: always if that costs little, otherwise if this one had an error; never in a
    /// context that generates none.
    pub(crate) fn begin_frame(&mut self, has_no_errors: bool) {
        let had_error = core::mem::take(&mut self.had_error);
        self.checks_commands = !has_no_errors && (had_error || self.check_cost.is_open() || self.check_cost.is_low());
        self.checks_left = CHECKED;
        self.decide();
    }

    /// Counts a checked command. Ends the checks of this frame after [`CHECKED`], unless they cost little.
    pub(crate) fn count_check(&mut self) {
        if self.check_cost.is_low() {
            return self.decide();
        }
        self.checks_left = self.checks_left.saturating_sub(1);
        if self.checks_left == 0 {
            self.checks_commands = false;
            self.decide();
        }
    }

    /// Returns true if commands that a list can contain are not executed now.
    pub(crate) fn only_compiles(&self) -> bool {
        self.list.as_ref().is_some_and(|list| !list.executes)
    }

    /// Records an error, for the report.
    pub(crate) fn add_error(&mut self, error: RaisedError) {
        self.had_error = true;
        let unnamed = RaisedError { command: "", rule: "", ..error };
        match self.errors.iter().position(|(known, _)| *known == error) {
            Some(known) => self.errors[known].1 += 1,
            None if self.errors.len() < ERRORS || error == unnamed => self.errors.push((error, 1)),
            None => self.add_error(unnamed),
        }
    }

    /// Returns true if [`Self::take_errors`] has any.
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Takes the errors since the last call, and how often each was raised.
    pub(crate) fn take_errors(&mut self) -> Vec<(RaisedError, u64)> {
        core::mem::take(&mut self.errors)
    }

    /// Records that the status of a shader or program may change while the driver works in the background.
    pub(crate) fn begin_work_on(&mut self, what: Waits, name: GLuint) {
        if !self.unfinished.contains(&(what, name)) {
            if self.unfinished.len() == UNFINISHED {
                self.unfinished.remove(0);
            }
            self.unfinished.push((what, name));
        }
    }

    /// Returns true if the application has not asked for the status of a shader or program before, which waits for the driver.
    pub(crate) fn ends_work_on(&mut self, what: Waits, name: GLuint) -> bool {
        let found = self.unfinished.iter().position(|unfinished| *unfinished == (what, name));
        found.is_some_and(|index| {
            self.unfinished.swap_remove(index);
            true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the state after a frame with so many commands whose checks take this time, nanoseconds.
    fn after(commands: u32, time: u64) -> Observation {
        let mut observation = Observation::default();
        for _ in 0..commands {
            if observation.check_cost.is_open() {
                observation.check_cost.add(time);
            }
            observation.count_check();
        }
        observation.begin_frame(false);
        observation
    }

    #[test]
    fn each_command_is_checked_where_that_costs_little() {
        let cheap = after(64, 30);
        assert!(cheap.checks_commands && cheap.is_quick);
        let undecided = after(10, 30);
        assert!(undecided.checks_commands && !undecided.is_quick);
        let mut expensive = after(64, 5_000);
        assert!(!expensive.checks_commands && expensive.is_quick);
        expensive.add_error(RaisedError { code: 0x0500, command: "", rule: "" });
        expensive.begin_frame(false);
        assert!(expensive.checks_commands && !expensive.is_quick, "the frame after one with an error");
        expensive.begin_frame(false);
        assert!(!expensive.checks_commands);
        let mut without = after(0, 0);
        without.begin_frame(true);
        assert!(!without.checks_commands && without.is_quick);
    }

    #[test]
    fn errors_are_added_up() {
        let mut observation = Observation::default();
        let [enable, disable] = ["glEnable", "glDisable"].map(|command| RaisedError { code: 0x0500, command, rule: "a rule" });
        for time in 0..1000 {
            observation.add_error(if time % 2 == 0 { enable } else { disable });
        }
        observation.add_error(RaisedError { rule: "another", ..enable });
        assert_eq!(observation.take_errors(), [(enable, 500), (disable, 500), (RaisedError { rule: "another", ..enable }, 1)]);
        assert_eq!(observation.take_errors(), []);
    }
}
