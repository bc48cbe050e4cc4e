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

    /// No commands.
    pub(crate) const NOTHING: Self = Self {
        draws: 0,
        dispatches: 0,
        clears: 0,
        uploads: 0,
        upload_bytes: 0,
        state_changes: 0,
        queries: 0,
        errors: 0,
        compiles: 0,
        compile_time: 0,
        links: 0,
        link_time: 0,
    };

    /// Adds the counts of other commands.
    pub(crate) fn add(&mut self, more: &Self) {
        let sums = [
            (&mut self.draws, more.draws),
            (&mut self.dispatches, more.dispatches),
            (&mut self.clears, more.clears),
            (&mut self.uploads, more.uploads),
            (&mut self.upload_bytes, more.upload_bytes),
            (&mut self.state_changes, more.state_changes),
            (&mut self.queries, more.queries),
            (&mut self.errors, more.errors),
            (&mut self.compiles, more.compiles),
            (&mut self.compile_time, more.compile_time),
            (&mut self.links, more.links),
            (&mut self.link_time, more.link_time),
        ];
        // Lists that call each other may hold more than any context ever does.
        sums.into_iter().for_each(|(sum, more)| *sum = sum.saturating_add(more));
    }

    /// Returns true if there is work of the GPU among the commands.
    pub(crate) fn has_work(&self) -> bool {
        self.draws > 0 || self.dispatches > 0 || self.clears > 0
    }
}
