//! Known driver defects: the drivers, the evidence, and the workarounds.

use crate::driver::capabilities::Description;
use crate::target::Target;

/// The workarounds for a driver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quirks {
    /// Each TIMESTAMP needs a flush after it; otherwise the driver takes it later.
    pub flush_after_counter: bool,
    /// Fences with a watcher thread are more accurate than the driver's TIMESTAMP, and cheaper.
    pub fences_are_truer: bool,
    /// The driver's threads tell when its fences were signalled (`driver::rasterizer`).
    pub fences_are_told: bool,
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
    /// SAMPLES_PASSED is nearer to the number of fragment shader invocations than the driver's FRAGMENT_SHADER_INVOCATIONS.
    pub samples_are_truer: bool,
    /// Results in buffers of 32 bits are cut off instead of clamped, and errors of the buffer's bounds are others.
    pub writes_buffers_otherwise: bool,
    /// The statistics that the driver is known to count otherwise than the specification, each with the difference, for `glmeter info`.
    pub counts_otherwise: &'static [(Target, &'static str)],
}

/// No workarounds.
const NONE: Quirks = Quirks {
    flush_after_counter: false,
    fences_are_truer: false,
    fences_are_told: false,
    elapsed_from_timestamps: false,
    clipping_input_runs_backwards: false,
    submitted_is_wrong: false,
    generated_is_wrong: false,
    active_queries_are_freed: false,
    samples_are_truer: false,
    writes_buffers_otherwise: false,
    counts_otherwise: &[],
};

/// The difference of drivers that draw for commands that are no draws.
const META: &str = "also counts what clears, blits and mip maps draw";

/// A row of the list of defective drivers.
struct Entry {
    /// A part of `GL_VENDOR`.
    vendor: &'static str,
    /// A part of `GL_RENDERER`.
    renderer: &'static str,
    quirks: Quirks,
}

/// The defective drivers. Remove a row only after a test shows that the driver is right.
const ENTRIES: [Entry; 3] = [
    // Mesa's llvmpipe, seen in 22.3.6 and the same in its source since: begin and end of a timer query are stored in every
    // tile and each tile overwrites what the one before stored, so that the result is the time of the last tile, 12 to 27 % of
    // the work (ctests/timer_accuracy.c, piglit's ext_timer_query-time-elapsed); after a clear alone it is the absolute clock.
    // A TIMESTAMP with a flush behind it is the end of all work before it, since it ends the scene that the tiles belong to.
    // A draw with RASTERIZER_DISCARD sets the clipping input of all active queries to 0 (lp_setup_vbuf.c).
    // It waits for the scenes of a query that has ended before it frees it, not for those of an active one: its threads write to freed memory when
    // a context is destroyed with active queries, and most of all by eglTerminate (memcheck shows it of Mesa alone).
    // Its fragment shader invocations are wrong in 419 of the 423 cases of tests/counting that have any, SAMPLES_PASSED in 35; of
    // the others its own counts are wrong in fewer cases than what glmeter derives or counts.
    Entry {
        vendor: "",
        renderer: "llvmpipe",
        quirks: Quirks {
            flush_after_counter: true,
            fences_are_truer: true,
            fences_are_told: true,
            elapsed_from_timestamps: true,
            clipping_input_runs_backwards: true,
            active_queries_are_freed: true,
            samples_are_truer: true,
            counts_otherwise: &[
                (Target::GEOMETRY_SHADER_INVOCATIONS, "counts each input primitive once, however often the shader is invoked for it"),
                (Target::CLIPPING_INPUT_PRIMITIVES, "counts a quad or a polygon as one, and nothing before a draw with rasterizer discard"),
                (Target::CLIPPING_OUTPUT_PRIMITIVES, META),
                (Target::FRAGMENT_SHADER_INVOCATIONS, "counts every pixel of each block of 4 x 4 that a primitive touches"),
            ],
            ..NONE
        },
    },
    // Mesa's softpipe, seen in 22.3.6: a dispatch counts its work groups, not their invocations (sp_compute.c), and an indexed
    // draw counts the primitives of as many vertices as it fetched, 1 instead of 4 (draw_pt_fetch_shade_pipeline.c). It never
    // requests the count of generated primitives (sp_query.c). Its timers end before the tiles in its caches are written, which
    // is 0.5 ms of each span of a picture of 256 x 256, 2 to 4 % of draws of 13 to 25 ms; a fence comes after that.
    Entry {
        vendor: "",
        renderer: "softpipe",
        quirks: Quirks {
            fences_are_truer: true,
            elapsed_from_timestamps: true,
            submitted_is_wrong: true,
            generated_is_wrong: true,
            counts_otherwise: &[
                (Target::VERTICES_SUBMITTED, META),
                (Target::VERTEX_SHADER_INVOCATIONS, META),
                (Target::GEOMETRY_SHADER_INVOCATIONS, META),
                (Target::GEOMETRY_SHADER_PRIMITIVES_EMITTED, META),
                (Target::CLIPPING_INPUT_PRIMITIVES, META),
                (Target::CLIPPING_OUTPUT_PRIMITIVES, "leaves out lines and counts points twice"),
                (Target::FRAGMENT_SHADER_INVOCATIONS, META),
            ],
            ..NONE
        },
    },
    // NVIDIA's, seen in 580.159.04 on an H200: tests/mesa_rules on it. glGetQueryBufferObjectuiv writes the low half of a TIMESTAMP, generates
    // INVALID_VALUE for offsets that are no multiple of 4 or 8, and for a result beyond the end of the buffer.
    // Its counts differ from the definition in 173 of the 571 cases of tests/counting.
    Entry {
        vendor: "NVIDIA Corporation",
        renderer: "",
        quirks: Quirks {
            writes_buffers_otherwise: true,
            counts_otherwise: &[
                (Target::VERTICES_SUBMITTED, "counts the vertices of incomplete primitives"),
                (Target::PRIMITIVES_SUBMITTED, "counts the triangles of quads and polygons"),
                (Target::VERTEX_SHADER_INVOCATIONS, "shades a vertex once for several primitives and instances"),
                (Target::GEOMETRY_SHADER_INVOCATIONS, "is 0 for simple geometry shaders"),
                (Target::GEOMETRY_SHADER_PRIMITIVES_EMITTED, "counts the input of shaders that emit nothing or to another stream"),
                (Target::CLIPPING_OUTPUT_PRIMITIVES, "counts a clipped primitive once, and points and lines outside"),
                (Target::FRAGMENT_SHADER_INVOCATIONS, "is 0 for fragments that write nothing"),
            ],
            ..NONE
        },
    },
];

impl Quirks {
    /// Returns the quirks of a driver.
    pub fn of(description: &Description) -> Self {
        let is_of = |entry: &&Entry| description.vendor.contains(entry.vendor) && description.renderer.contains(entry.renderer);
        let entry = ENTRIES.iter().find(is_of);
        entry.map_or(Self::default(), |entry| entry.quirks)
    }

    /// Returns these quirks without the workarounds: only what is said of the driver.
    pub fn without_workarounds(self) -> Self {
        Self { counts_otherwise: self.counts_otherwise, ..Self::default() }
    }

    /// Returns how the driver counts a statistic otherwise than the specification; `None` if it is not known to.
    pub fn difference(&self, target: Target) -> Option<&'static str> {
        self.counts_otherwise.iter().find(|(of, _)| *of == target).map(|(_, difference)| *difference)
    }
}
