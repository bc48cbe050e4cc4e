//! Sums of draws that were measured each by itself.

use crate::run::Draw;
use glmeter_recording::{Recording, STATISTICS, Span};
use std::collections::BTreeMap;

/// The most draws of a frame that are summed up.
const SUMMED: u64 = 1 << 14;
/// The most draws that a run lists.
const LISTED: usize = 64;

/// The sums of one draw of each frame.
#[derive(Clone, Copy, Debug)]
struct DrawSums {
    /// The number of its scope in the recording, in the last of the frames.
    scope: u64,
    frames: u64,
    gpu_time: u64,
    counted: u64,
    statistics: [u64; STATISTICS.len()],
}

/// The sums of a context's draws by their number in their frame.
#[derive(Debug, Default)]
pub(crate) struct Draws(BTreeMap<u64, DrawSums>);

impl Draws {
    /// Adds the span of a draw or dispatch.
    pub(crate) fn add(&mut self, span: &Span) {
        if !(1..=SUMMED).contains(&span.draw) {
            return;
        }
        let none = DrawSums { scope: span.scope, frames: 0, gpu_time: 0, counted: 0, statistics: [0; STATISTICS.len()] };
        let sums = self.0.entry(span.draw).or_insert(none);
        sums.scope = span.scope;
        sums.frames += 1;
        sums.gpu_time = sums.gpu_time.saturating_add(span.end.saturating_sub(span.begin));
        if span.has_statistics != 0 {
            sums.counted += 1;
            sums.statistics.iter_mut().zip(span.statistics).for_each(|(sum, count)| *sum = sum.saturating_add(count));
        }
    }

    /// Returns true if no draw was measured.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the draws with the most GPU time, the greatest first.
    pub(crate) fn listed(&self, recording: &Recording) -> Vec<Draw> {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|(_, sums)| core::cmp::Reverse(sums.gpu_time));
        let draw = |(number, sums): (&u64, &DrawSums)| {
            let statistics = STATISTICS.iter().zip(sums.statistics).filter(|_| sums.counted > 0);
            Draw {
                number: *number,
                program: usize::try_from(sums.scope).map_or_else(|_| String::new(), |scope| recording.path(scope)),
                frames: sums.frames,
                gpu_time: sums.gpu_time,
                counted: sums.counted,
                statistics: statistics.map(|(name, sum)| ((*name).to_owned(), sum)).collect(),
            }
        };
        all.into_iter().take(LISTED).map(draw).collect()
    }
}
