//! What a context did in a frame, by the commands that the application called.

/// The counts of one frame of a context. `rules` adds to them while a report is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Draw commands.
    pub draws: u64,
    /// Dispatch commands.
    pub dispatches: u64,
    /// Clear commands.
    pub clears: u64,
    /// Commands that give the driver data: of buffers, textures and programs.
    pub uploads: u64,
    /// The bytes of the uploads.
    pub upload_bytes: u64,
    /// Commands that change state.
    pub state_changes: u64,
    /// Queries that the application began, counted or waited for.
    pub queries: u64,
    /// GL errors that the application raised.
    pub errors: u64,
    /// Shaders compiled.
    pub compiles: u64,
    /// How long the thread waited for the compiler, nanoseconds of CLOCK_MONOTONIC.
    pub compile_time: u64,
    /// Programs linked.
    pub links: u64,
    /// How long the thread waited for the linker, nanoseconds of CLOCK_MONOTONIC.
    pub link_time: u64,
}
