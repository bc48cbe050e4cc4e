//! What receives the frames of a program.

use crate::run::Run;
use glmeter_recording::{Frame, Recording, Span};
use std::fs::File;
use std::io::Result;
use std::os::fd::AsFd;
use std::path::Path;
use std::time::Duration;

/// The target that stands for standard output.
pub(crate) const STANDARD_OUTPUT: &str = "-";

/// Creates the file of an output, or opens standard output for the target `-`.
pub fn create(target: &Path) -> Result<File> {
    if target.as_os_str() == STANDARD_OUTPUT {
        return Ok(File::from(std::io::stdout().as_fd().try_clone_to_owned()?));
    }
    File::create(target)
}

/// A file, a socket or a screen that shows what a program does. The collector calls it on one thread.
///
/// An output that fails gets no more calls.
pub trait Output: Send {
    /// Receives a frame. Frames of one context come in their order. `recording` has the frame's context.
    fn frame(&mut self, recording: &Recording, frame: &Frame) -> Result<()>;

    /// Receives the GPU time of a scope or a draw, before its frame. `recording` has its scope.
    fn span(&mut self, _recording: &Recording, _span: &Span) -> Result<()> {
        Ok(())
    }

    /// Returns the time from one [`Self::tick`] to the next; `None` if the output needs none.
    fn period(&self) -> Option<Duration> {
        Some(Duration::from_millis(100))
    }

    /// Is called about ten times a second unless [`Self::period`] says otherwise, after the frames that have come meanwhile: what was measured must reach its file now, so that it
    /// is not lost if this process ends. `run` has the sums so far.
    fn tick(&mut self, _run: &Run) -> Result<()> {
        Ok(())
    }

    /// Receives the sums after the last frame.
    fn finish(&mut self, run: &Run) -> Result<()>;
}
