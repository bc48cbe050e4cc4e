//! What receives the frames of a program.

use crate::run::Run;
use glmeter_recording::{Frame, Recording, Span};
use std::io::Result;
use std::time::Duration;

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
