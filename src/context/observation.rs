//! What `rules::observe` keeps of a context between the commands that it sees.

use crate::gl::{GLenum, GLuint};
use crate::platform::call_slots;

/// The most errors that are kept between two readings by the report.
const ERRORS: usize = 64;
/// The most shaders and programs whose status the application has not asked for.
const UNFINISHED: usize = 256;

/// The most commands of a frame after each of which errors are looked for. Programs that never swap have one long frame.
const CHECKED: u32 = 1 << 14;

/// What a thread waits for in a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waits {
    /// The compiler.
    Compiler,
    /// The linker.
    Linker,
}

/// A display list that is being compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObservedList {
    /// Its name.
    pub(crate) list: GLuint,
    /// The mode is GL_COMPILE_AND_EXECUTE.
    pub(crate) executes: bool,
    /// The draws in it.
    pub(crate) draws: u64,
}

/// The state of observing a context.
pub(crate) struct Observation {
    /// Commands that change state need nothing but to be counted: no list is being compiled, and errors are not looked for command by command.
    pub(crate) is_quick: bool,
    /// Errors are looked for after each command: in the first frame, and in those after a frame with an error, as long as [`CHECKED`] allows.
    pub(crate) checks_commands: bool,
    /// The number of commands of the frame that may still be checked.
    checks_left: u32,
    /// The state that the commands change is known: glmeter has seen all of them, or has read it.
    pub(crate) knows_state: bool,
    /// Between glBegin and glEnd, where no Get is allowed.
    pub(crate) inside_begin_end: bool,
    /// The display list that is being compiled.
    pub(crate) list: Option<ObservedList>,
    /// The buffer bound to `GL_PIXEL_UNPACK_BUFFER`.
    pub(crate) unpack_buffer: GLuint,
    /// What the thread waits for in the present command, and since when.
    pub(crate) waits: Option<(Waits, u64)>,
    /// The shaders and programs whose status the application has not asked for since it was last to change.
    unfinished: Vec<(Waits, GLuint)>,
    /// The errors since the report last read them, each with its command.
    errors: Vec<(GLenum, &'static str)>,
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
            checks_left: CHECKED,
            knows_state: call_slots::is_observed(),
            inside_begin_end: false,
            list: None,
            unpack_buffer: 0,
            waits: None,
            unfinished: Vec::new(),
            errors: Vec::new(),
            had_error: false,
            holds_drivers_error: false,
        }
    }
}

impl Observation {
    /// Decides whether commands that change state need nothing but to be counted.
    pub(crate) fn decide(&mut self) {
        self.is_quick = !self.checks_commands && self.list.is_none();
    }

    /// Decides whether the commands of the next frame are checked: if this one had an error.
    pub(crate) fn begin_frame(&mut self) {
        self.checks_commands = core::mem::take(&mut self.had_error);
        self.checks_left = CHECKED;
        self.decide();
    }

    /// Counts a checked command. Ends the checks of this frame after [`CHECKED`].
    pub(crate) fn count_check(&mut self) {
        self.checks_left -= 1;
        if self.checks_left == 0 {
            self.checks_commands = false;
            self.decide();
        }
    }

    /// Returns true if commands that a list can contain are not executed now.
    pub(crate) fn only_compiles(&self) -> bool {
        self.list.is_some_and(|list| !list.executes)
    }

    /// Records an error, for the report.
    pub(crate) fn add_error(&mut self, error: GLenum, command: &'static str) {
        self.had_error = true;
        if self.errors.len() < ERRORS {
            self.errors.push((error, command));
        }
    }

    /// Returns true if [`Self::take_errors`] has any.
    pub(crate) fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// Takes the errors since the last call, each with the command that raised it; empty where that is not known.
    pub(crate) fn take_errors(&mut self) -> Vec<(GLenum, &'static str)> {
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
