//! The GL errors that a program raised: a fixed number of different ones.

use crate::context::CONTEXTS;
use crate::text::Text;
use core::sync::atomic::{AtomicU64, Ordering};

/// The number of different errors that a recording has room for.
pub const ERRORS: usize = 128;

/// The places of errors whose command is not known, or for which there is no more room.
const UNNAMED: usize = 24;

/// One error of one command in one context, for one reason.
#[repr(C)]
pub(crate) struct ErrorPlace {
    /// The context's number plus 1 in the upper half and the error's code in the lower; 0 for an empty place.
    key: AtomicU64,
    /// The command; empty if it is not known.
    command: Text<8>,
    /// The rule that the command broke; empty if it is not known.
    rule: Text<96>,
    times: AtomicU64,
    first_frame: AtomicU64,
}

/// An error that the program raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorFigures {
    /// The context.
    pub context: usize,
    /// The error, `GL_INVALID_ENUM` for example.
    pub code: u32,
    /// The command, `glEnable` for example; empty if it is not known.
    pub command: String,
    /// The rule that the command broke, cut to 767 bytes; empty if it is not known.
    pub rule: String,
    /// How often it was raised.
    pub times: u64,
    /// The number of the frame in which it was raised first.
    pub first_frame: u64,
}

/// Counts an error in the first place that is its own or empty. Returns false if there is none.
fn count_in(places: &[ErrorPlace], key: u64, command: &str, rule: &str, times: u64, frame: u64) -> bool {
    let (words, rule) = (Text::<8>::words(command), Text::<96>::words(rule));
    for place in places {
        let claimed = place.key.compare_exchange(0, key, Ordering::AcqRel, Ordering::Acquire);
        if claimed.is_ok() {
            place.command.set_words(&words);
            place.rule.set_words(&rule);
            place.first_frame.store(frame, Ordering::Relaxed);
        }
        if claimed.is_ok() || claimed == Err(key) && place.command.is(&words) && place.rule.is(&rule) {
            place.times.fetch_add(times, Ordering::Relaxed);
            return true;
        }
    }
    false
}

/// The errors of a recording.
pub(crate) struct Errors<'memory>(pub(crate) &'memory [ErrorPlace]);

impl Errors<'_> {
    /// Counts an error that was raised so many times. Forgets its command and rule if there is no more room for them.
    pub(crate) fn count(&self, context: usize, code: u32, [command, rule]: [&str; 2], times: u64, frame: u64) {
        let key = (context as u64 + 1) << 32 | u64::from(code);
        let named = self.0.get(..self.0.len().saturating_sub(UNNAMED)).unwrap_or_default();
        if command.is_empty() && rule.is_empty() || !count_in(named, key, command, rule, times, frame) {
            count_in(self.0, key, "", "", times, frame);
        }
    }

    /// Returns the errors.
    pub(crate) fn all(&self) -> Vec<ErrorFigures> {
        let error = |place: &ErrorPlace| {
            let key = place.key.load(Ordering::Acquire);
            Some(ErrorFigures {
                context: (key >> 32).checked_sub(1)? as usize,
                code: key as u32,
                command: place.command.get(),
                rule: place.rule.get(),
                times: place.times.load(Ordering::Relaxed),
                first_frame: place.first_frame.load(Ordering::Relaxed),
            })
        };
        self.0.iter().filter_map(error).filter(|error| error.times > 0).collect()
    }

    /// Returns true if each error is one of a context that a recording may have.
    pub(crate) fn are_whole(&self) -> bool {
        self.0.iter().all(|place| place.key.load(Ordering::Acquire) >> 32 <= CONTEXTS as u64)
    }

    /// Sets all counts to 0.
    pub(crate) fn reset(&self) {
        self.0.iter().for_each(|place| place.times.store(0, Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use crate::{Options, Recording};

    #[test]
    fn each_error_counts_also_if_there_is_no_room_for_its_command() {
        let recording = Recording::private(Options::default()).unwrap();
        for number in 0..200 {
            recording.count_errors(0, 0x0500, [&format!("glCommand{number}"), "a rule"], 3, number);
        }
        recording.count_errors(1, 0x0502, ["", ""], 5, 7);
        let errors = recording.errors();
        assert_eq!(errors.iter().map(|error| error.times).sum::<u64>(), 605);
        let unnamed = errors.iter().find(|error| error.command.is_empty() && error.context == 0).unwrap();
        assert_eq!((unnamed.times, unnamed.first_frame, unnamed.rule.as_str()), (288, 104, ""));
    }

    #[test]
    fn errors_of_different_rules_are_different() {
        let recording = Recording::private(Options::default()).unwrap();
        for (frame, rule) in ["one rule", "another", "", "another"].into_iter().enumerate() {
            recording.count_errors(0, 0x0502, ["glEndQuery", rule], 1, frame as u64);
        }
        recording.count_errors(0, 0x0502, ["", "another"], 1, 9);
        let all: Vec<_> = recording.errors().into_iter().map(|error| (error.command, error.rule, error.times, error.first_frame)).collect();
        let row = |command: &str, rule: &str, times, frame| (command.to_owned(), rule.to_owned(), times, frame);
        let rows = [
            row("glEndQuery", "one rule", 1, 0),
            row("glEndQuery", "another", 2, 1),
            row("glEndQuery", "", 1, 2),
            row("", "another", 1, 9),
        ];
        assert_eq!(all, rows);
    }
}
