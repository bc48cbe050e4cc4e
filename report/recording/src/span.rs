//! A span: a time in which the GPU worked on one scope or one draw.

use crate::frame::STATISTICS;
use crate::words::words;

/// The number of spans in a recording's ring.
pub const SPANS: usize = 1 << 15;

words! {
    /// The GPU time of one scope or draw in one frame.
    pub struct Span {
        /// The number of its context in the recording.
        pub context: u64,
        /// The number of its frame.
        pub frame: u64,
        /// The number of its scope in the recording. That of a draw is its program's.
        pub scope: u64,
        /// The number of the draw in its frame, from 1 on; 0 for a scope.
        pub draw: u64,
        /// The GL time of its beginning.
        pub begin: u64,
        /// The GL time of its end.
        pub end: u64,
        /// 1 if [`Self::statistics`] were counted.
        pub has_statistics: u64,
        arrays {
            /// The counts of [`STATISTICS`].
            pub statistics: [u64; STATISTICS.len()],
        }
    }
}
