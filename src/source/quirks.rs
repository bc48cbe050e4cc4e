//! Known driver defects: the drivers, the evidence, and the workarounds.

use crate::driver::capabilities::Description;

/// The workarounds for a driver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// Each TIMESTAMP needs a flush after it; otherwise the driver takes it later.
    pub flush_after_counter: bool,
    /// Fences with a watcher thread are more accurate than the driver's TIMESTAMP, and cheaper.
    pub fences_are_truer: bool,
    /// The driver's TIME_ELAPSED is wrong: use the difference of two TIMESTAMPs or fences.
    pub elapsed_from_timestamps: bool,
    /// CLIPPING_INPUT_PRIMITIVES can decrease during a query: check it before it goes into a buffer.
    pub clipping_input_runs_backwards: bool,
    /// The driver's PRIMITIVES_SUBMITTED and COMPUTE_SHADER_INVOCATIONS are wrong: count them by the commands' arguments.
    pub submitted_is_wrong: bool,
    /// PRIMITIVES_GENERATED is 0 without transform feedback: derive nothing from it.
    pub generated_is_wrong: bool,
    /// The driver frees the active queries of a context that it destroys while it still draws what they count.
    pub active_queries_are_freed: bool,
}

/// No workarounds.
const NONE: Quirks = Quirks {
    flush_after_counter: false,
    fences_are_truer: false,
    elapsed_from_timestamps: false,
    clipping_input_runs_backwards: false,
    submitted_is_wrong: false,
    generated_is_wrong: false,
    active_queries_are_freed: false,
};

/// A row of the list of defective drivers.
struct Entry {
    /// A part of `GL_RENDERER`.
    renderer: &'static str,
    quirks: Quirks,
}

/// The defective drivers. Remove a row only after a test shows that the driver is right.
const ENTRIES: [Entry; 2] = [
    // Mesa's llvmpipe, seen in 22.3.6 and the same in its source since: begin and end of a timer query are stored in every
    // tile and each tile overwrites what the one before stored, so that the result is the time of the last tile, 12 to 27 % of
    // the work (ctests/timer_accuracy.c, piglit's ext_timer_query-time-elapsed); after a clear alone it is the absolute clock.
    // A TIMESTAMP with a flush behind it is the end of all work before it, since it ends the scene that the tiles belong to.
    // A draw with RASTERIZER_DISCARD sets the clipping input of all active queries to 0 (lp_setup_vbuf.c).
    // It waits for the scenes of a query that has ended before it frees it, not for those of an active one: its threads write to freed memory when
    // a context is destroyed with active queries, and most of all by eglTerminate (memcheck shows it of Mesa alone).
    Entry {
        renderer: "llvmpipe",
        quirks: Quirks {
            flush_after_counter: true,
            fences_are_truer: true,
            elapsed_from_timestamps: true,
            clipping_input_runs_backwards: true,
            active_queries_are_freed: true,
            ..NONE
        },
    },
    // Mesa's softpipe, seen in 22.3.6: a dispatch counts its work groups, not their invocations (sp_compute.c), and an indexed
    // draw counts the primitives of as many vertices as it fetched, 1 instead of 4 (draw_pt_fetch_shade_pipeline.c). It never
    // requests the count of generated primitives (sp_query.c).
    Entry { renderer: "softpipe", quirks: Quirks { submitted_is_wrong: true, generated_is_wrong: true, ..NONE } },
];

impl Quirks {
    /// Returns the quirks of a driver.
    pub fn of(description: &Description) -> Self {
        let entry = ENTRIES.iter().find(|entry| description.renderer.contains(entry.renderer));
        entry.map_or(Self::default(), |entry| entry.quirks)
    }
}
