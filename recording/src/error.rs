//! The GL errors that a program raised: a fixed number of different ones.

use crate::context::CONTEXTS;
use crate::text::Text;
use core::sync::atomic::{AtomicU64, Ordering};

/// The number of different errors that a recording has room for.
pub const ERRORS: usize = 128;

/// One error of one command in one context.
#[repr(C)]
pub(crate) struct ErrorPlace {
    /// The context's number plus 1 in the upper half and the error's code in the lower; 0 for an empty place.
    key: AtomicU64,
    /// The command; empty if it is not known.
    command: Text<8>,
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
    /// How often it was raised.
    pub times: u64,
    /// The number of the frame in which it was raised first.
    pub first_frame: u64,
}

/// The errors of a recording.
pub(crate) struct Errors<'memory>(pub(crate) &'memory [ErrorPlace]);

impl Errors<'_> {
    /// Counts an error, as often as it was raised. Forgets it if there is no more room.
    pub(crate) fn count(&self, context: usize, code: u32, command: &str, frame: u64, times: u64) {
        let key = (context as u64 + 1) << 32 | u64::from(code);
        let words = Text::<8>::words(command);
        for place in self.0 {
            let claimed = place.key.compare_exchange(0, key, Ordering::AcqRel, Ordering::Acquire);
            if claimed.is_ok() {
                place.command.set_words(&words);
                place.first_frame.store(frame, Ordering::Relaxed);
            }
            if claimed.is_ok() || claimed == Err(key) && place.command.is(&words) {
                place.times.fetch_add(times, Ordering::Relaxed);
                return;
            }
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
