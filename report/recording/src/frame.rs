//! A frame.

use crate::counts::Counts;
use crate::words::words;

/// The number of frames in a recording's ring: those of a quarter of a second at 16,000 a second.
pub const FRAMES: usize = 4096;

/// The query targets of a frame's statistics, in the order of [`Frame::statistics`]: the eleven of GL_ARB_pipeline_statistics_query, and
/// SAMPLES_PASSED.
pub const STATISTICS: [&str; 12] = [
    "VERTICES_SUBMITTED",
    "PRIMITIVES_SUBMITTED",
    "VERTEX_SHADER_INVOCATIONS",
    "TESS_CONTROL_SHADER_PATCHES",
    "TESS_EVALUATION_SHADER_INVOCATIONS",
    "GEOMETRY_SHADER_INVOCATIONS",
    "GEOMETRY_SHADER_PRIMITIVES_EMITTED",
    "FRAGMENT_SHADER_INVOCATIONS",
    "COMPUTE_SHADER_INVOCATIONS",
    "CLIPPING_INPUT_PRIMITIVES",
    "CLIPPING_OUTPUT_PRIMITIVES",
    "SAMPLES_PASSED",
];

words! {
    /// One frame of a context: what happened from one swap of its buffers to the next.
    pub struct Frame {
        /// The number of its context in the recording.
        pub context: u64,
        /// Its number in its context, from 0 on.
        pub number: u64,
        /// When it began, CLOCK_MONOTONIC.
        pub begin: u64,
        /// When it ended: after its swap, CLOCK_MONOTONIC.
        pub end: u64,
        /// How long the swap took.
        pub swap: u64,
        /// The CPU time of the thread that swapped.
        pub cpu: u64,
        /// The CPU time of all threads of the process.
        pub process_cpu: u64,
        /// [`Frame::HAS_GPU`] and the others.
        pub flags: u64,
        /// The GL time at the beginning of its work.
        pub gpu_begin: u64,
        /// The GL time at the end of its work.
        pub gpu_end: u64,
        /// The time for which the GPU worked on it; with [`Frame::GPU_HAS_WAITS`] that from its first to its last command.
        pub gpu: u64,
        /// The uncertainty of the GPU time; 0 if the driver's own timer measured it.
        pub uncertainty: u64,
        /// The pixels of the surface that was swapped: its width times its height; 0 if unknown.
        pub pixels: u64,
        /// The number of its parts, each of which ends with a command that waits for the GPU; counted in work that no swap followed.
        pub parts: u64,
        /// The number of parts whose GPU time was measured: [`Frame::gpu`] is the sum of these.
        pub timed_parts: u64,
        /// The time that glmeter itself took on this thread, as far as it was measured.
        pub own_time: u64,
        records {
            /// What the program did.
            pub counts: Counts,
        }
        arrays {
            /// The counts of [`STATISTICS`].
            pub statistics: [u64; STATISTICS.len()],
        }
    }
}

impl Frame {
    /// The flag of a frame whose GPU time was measured.
    pub const HAS_GPU: u64 = 1;
    /// The flag of a frame whose statistics were counted.
    pub const HAS_STATISTICS: u64 = 2;
    /// The flag of a frame whose passes, groups and programs were timed.
    pub const IS_DETAILED: u64 = 4;
    /// The flag of what is no frame, but work that no swap followed: of a context that draws no picture for the screen, or after the last frame.
    /// Its number is that of the frame that it would have become.
    pub const IS_REST: u64 = 8;

    /// The flag of a GPU time that may contain times in which the GPU waited for commands: the driver does not tell when it is idle.
    pub const GPU_HAS_WAITS: u64 = 16;

    /// The flag of what is no frame, but what a context that has not swapped has done so far, when another context of its process swapped. It comes
    /// before that one's frame, in which its last part was done. The context's own frame or rest contains it.
    pub const IS_OPEN: u64 = 32;

    /// Returns true if all flags of `flags` are set.
    pub fn has(&self, flags: u64) -> bool {
        self.flags & flags == flags
    }

    /// Returns the time from its beginning to its end.
    pub fn wall(&self) -> u64 {
        self.end.saturating_sub(self.begin)
    }

    /// Returns the statistic of a target's name.
    pub fn statistic(&self, name: &str) -> u64 {
        STATISTICS.iter().zip(self.statistics).find(|(of, _)| **of == name).map_or(0, |(_, count)| count)
    }
}
