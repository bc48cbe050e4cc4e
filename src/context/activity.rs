//! What a context did in a frame, by the commands that the application called.

use glmeter_recording::Frame;

/// The counts of one frame of a context. `rules` adds to them while a report is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Activity {
    /// Draw commands.
    pub(crate) draws: u64,
    /// Dispatch commands.
    pub(crate) dispatches: u64,
    /// Clear commands.
    pub(crate) clears: u64,
    /// Commands that give the driver data: of buffers, textures and programs.
    pub(crate) uploads: u64,
    /// The bytes of the uploads.
    pub(crate) upload_bytes: u64,
    /// Commands that change state.
    pub(crate) state_changes: u64,
    /// Queries that the application began, counted or waited for.
    pub(crate) queries: u64,
    /// GL errors that the application raised.
    pub(crate) errors: u64,
    /// Shaders compiled.
    pub(crate) compiles: u64,
    /// How long the thread waited for the compiler, nanoseconds of CLOCK_MONOTONIC.
    pub(crate) compile_time: u64,
    /// Programs linked.
    pub(crate) links: u64,
    /// How long the thread waited for the linker, nanoseconds of CLOCK_MONOTONIC.
    pub(crate) link_time: u64,
}

impl Activity {
    /// Returns the counts in the order of [`glmeter_recording::Frame::counts`].
    #[inline]
    pub(crate) fn counts(&self) -> [u64; Frame::COUNTS] {
        let Self {
            draws,
            dispatches,
            clears,
            uploads,
            upload_bytes,
            state_changes,
            queries,
            errors,
            compiles,
            compile_time,
            links,
            link_time,
        } = *self;
        [draws, dispatches, clears, uploads, upload_bytes, state_changes, queries, errors, compiles, compile_time, links, link_time]
    }
}
